//! Calling conventions by LLVM's numbers: their names, and their properties in a target's table.

use crate::frame::target::CalleeSavedReg;
use crate::target::desc::registers::PhysReg;
use std::borrow::Cow;

/// The number of the C convention.
pub const C: u32 = 0;

/// The properties of a calling convention that passes require; the assignment of arguments is the
/// target's own.
#[derive(Debug)]
pub struct ConventionInfo {
    /// LLVM's number.
    pub number: u32,
    /// True if functions with it can be compiled; others can only be called.
    pub definable: bool,
    /// True if variadic functions can have it.
    pub variadic: bool,
    /// The index of its register mask in the target's masks.
    pub reg_mask: u32,
    /// The callee-saved registers, including the return address, in slot order from high to low
    /// addresses.
    pub callee_saved: &'static [CalleeSavedReg],
    /// True if a call in tail position may become a tail call without a marker.
    pub tail_calls: bool,
    /// True if all calls marked `tail` become tail calls, so the callee pops its stack arguments.
    pub guaranteed_tail_calls: bool,
    /// The register for the address of an indirect tail call, if the callee-saved registers include
    /// the usual ones.
    pub tail_register: Option<PhysReg>,
}

/// Returns the IR keyword of the convention with this number.
pub fn name(number: u32) -> Cow<'static, str> {
    let vector_length = |first: u32| 32_u64 << (number - first);
    match number {
        C => "ccc".into(),
        112..=123 => format!("riscv_vls_cc({})", vector_length(112)).into(),
        _ => match NAMES.iter().find(|&&(n, _)| n == number) {
            Some(&(_, name)) => name.into(),
            None => format!("cc {number}").into(),
        },
    }
}

/// Source: the keywords in LLVM's Language Reference, and `llvm-dis`'s output for the numbers in
/// `llvm/IR/CallingConv.h`.
static NAMES: &[(u32, &str)] = &[
    (8, "fastcc"),
    (9, "coldcc"),
    (10, "ghccc"),
    (13, "anyregcc"),
    (14, "preserve_mostcc"),
    (15, "preserve_allcc"),
    (16, "swiftcc"),
    (17, "cxx_fast_tlscc"),
    (18, "tailcc"),
    (19, "cfguard_checkcc"),
    (20, "swifttailcc"),
    (21, "preserve_nonecc"),
    (64, "x86_stdcallcc"),
    (65, "x86_fastcallcc"),
    (66, "arm_apcscc"),
    (67, "arm_aapcscc"),
    (68, "arm_aapcs_vfpcc"),
    (69, "msp430_intrcc"),
    (70, "x86_thiscallcc"),
    (71, "ptx_kernel"),
    (72, "ptx_device"),
    (75, "spir_func"),
    (76, "spir_kernel"),
    (77, "intel_ocl_bicc"),
    (78, "x86_64_sysvcc"),
    (79, "win64cc"),
    (80, "x86_vectorcallcc"),
    (81, "hhvmcc"),
    (82, "hhvm_ccc"),
    (83, "x86_intrcc"),
    (84, "avr_intrcc"),
    (85, "avr_signalcc"),
    (87, "amdgpu_vs"),
    (88, "amdgpu_gs"),
    (89, "amdgpu_ps"),
    (90, "amdgpu_cs"),
    (91, "amdgpu_kernel"),
    (92, "x86_regcallcc"),
    (93, "amdgpu_hs"),
    (95, "amdgpu_ls"),
    (96, "amdgpu_es"),
    (97, "aarch64_vector_pcs"),
    (98, "aarch64_sve_vector_pcs"),
    (100, "amdgpu_gfx"),
    (102, "aarch64_sme_preservemost_from_x0"),
    (103, "aarch64_sme_preservemost_from_x2"),
    (104, "amdgpu_cs_chain"),
    (105, "amdgpu_cs_chain_preserve"),
    (106, "m68k_rtdcc"),
    (107, "graalcc"),
    (110, "riscv_vector_cc"),
    (111, "aarch64_sme_preservemost_from_x1"),
    (124, "amdgpu_gfx_whole_wave"),
    (125, "cheriot_compartmentcallcc"),
    (126, "cheriot_compartmentcalleecc"),
    (127, "cheriot_librarycallcc"),
];

#[cfg(test)]
mod tests {
    use super::name;

    #[test]
    fn names_are_llvms() {
        let named = [0, 8, 10, 97, 112, 123, 12].map(name);
        let expected = [
            "ccc",
            "fastcc",
            "ghccc",
            "aarch64_vector_pcs",
            "riscv_vls_cc(32)",
            "riscv_vls_cc(65536)",
            "cc 12",
        ];
        assert_eq!(named, expected);
    }
}
