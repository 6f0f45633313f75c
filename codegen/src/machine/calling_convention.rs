//! Calling conventions by LLVM's numbers: their names, and their properties in a target's table,
//! and the assignment of arguments and results to locations.

use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::mir::Interrupt;
use crate::ir::value_type::ValueType;
use crate::machine::arg_locations::{ArgFlags, ArgInfo, Assignment};
use crate::machine::desc::instructions::Opcode;
use crate::machine::desc::registers::{PhysReg, RegClassId};
use crate::machine::variadic_arguments::VariadicArguments;
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
pub(crate) fn name(number: u32) -> Cow<'static, str> {
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

/// A register that a calling convention preserves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CalleeSavedReg {
    /// The register, or the sub-register that is preserved (`d8`, not `q8`).
    pub reg: PhysReg,
    /// The class by which it is stored and loaded.
    pub class: RegClassId,
}

/// The parameters of pointer authentication.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Authentication {
    /// The key's number.
    pub key: u8,
    /// The discriminator.
    pub discriminator: VReg,
}

/// Opcodes and registers for building calls.
#[derive(Clone, Copy, Debug)]
pub struct CallOpcodes {
    /// Call of a symbol.
    pub call: Opcode,
    /// Call of an address.
    pub call_indirect: Opcode,
    /// Jump to a symbol as a tail call.
    pub tail: Opcode,
    /// Jump to an address as a tail call.
    pub tail_indirect: Opcode,
    /// True if tail calls always have the stack adjustment as an immediate after their target.
    /// Others have one after their register mask if it is not zero.
    pub tail_has_adjustment: bool,
    /// Return.
    pub ret: Opcode,
    /// Return of an unwinder (`llvm.eh.return`): the stack adjustment, and the address to jump to.
    pub eh_return: Opcode,
    /// The registers of these two, which hold neither saved values nor data of an exception.
    pub eh_return_registers: [PhysReg; 2],
    /// The offset of an escaped object in another function's frame (`llvm.localrecover`), if the
    /// target has an instruction for it.
    pub frame_escape: Option<Opcode>,
    /// Start of a call sequence: bytes of the argument area, 0.
    pub adjust_down: Opcode,
    /// End of a call sequence.
    pub adjust_up: Opcode,
    /// The stack pointer.
    pub sp: PhysReg,
}

/// A target's calling conventions as assignments.
pub trait CallingConvention: VariadicArguments {
    /// Opcodes and registers.
    fn opcodes(&self) -> &'static CallOpcodes;

    /// Returns the alignment in bytes of the stack pointer at calls, and of argument areas.
    fn stack_alignment(&self) -> u32;

    /// Returns the target's table entry of the convention with LLVM's number; `None` if it is not
    /// supported.
    fn info(&self, number: u32) -> Option<&'static ConventionInfo>;

    /// Assigns locations to arguments.
    ///
    /// Errors: an argument that cannot be passed.
    fn assign_arguments(
        &self,
        args: &[ArgInfo],
        calling_convention: u32,
        is_var_arg: bool,
    ) -> std::result::Result<Assignment, String>;

    /// Assigns locations to a result; `None` if it does not fit into registers.
    fn assign_result(
        &self,
        types: &[ValueType],
        flags: ArgFlags,
        calling_convention: u32,
    ) -> Option<Assignment>;

    /// Returns true if a convention passes a `byval` object as the address of a copy that the
    /// caller makes. Otherwise it is copied into the argument area.
    fn by_val_by_reference(&self, calling_convention: u32) -> bool {
        let _ = calling_convention;
        false
    }

    /// Returns the register for `swifterror` values; `None` if they are passed as other pointers.
    fn swift_error_register(&self) -> Option<PhysReg> {
        None
    }

    /// Returns the registers of the exception and the selector at a landing pad.
    fn exception_registers(&self) -> [PhysReg; 2];

    /// Returns how many bytes below the stack pointer at entry a handler's first instruction fills.
    fn saved_by_interrupt(&self, _interrupt: Interrupt) -> u64 {
        0
    }

    /// Returns true if calls of symbols that are not bound lazily (`nonlazybind`) load the address
    /// from the global offset table themselves.
    fn calls_through_got(&self) -> bool {
        false
    }

    /// Makes the indirect call or jump `call` authenticate its target.
    ///
    /// # Errors
    /// The target or its subtarget does not support pointer authentication.
    fn authenticate_call(
        &self,
        _b: &mut Builder<'_>,
        _call: InstId,
        _by: Authentication,
    ) -> std::result::Result<(), String> {
        Err("this target authenticates no pointers".into())
    }

    /// Returns the registers and offsets of the frame record.
    fn frame_record(&self) -> FrameRecord;

    /// Sets `dst` to the return address `src` without its signature.
    fn strip_return_address(&self, b: &mut Builder<'_>, dst: VReg, src: VReg) {
        b.copy(dst, src);
    }

    /// Builds `dst` = the thread pointer.
    fn thread_pointer(&self, b: &mut Builder<'_>, dst: VReg);
}

/// Registers of the frame chain, and offsets in bytes from a frame pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrameRecord {
    /// The frame pointer.
    pub frame_pointer: PhysReg,
    /// The register of the return address at entry.
    pub return_address: PhysReg,
    /// The offset of the caller's saved frame pointer.
    pub saved_frame_pointer: i64,
    /// The offset of the saved return address.
    pub saved_return_address: i64,
    /// The offset of the asynchronous context, if records can be extended by one.
    pub async_context: Option<i64>,
}

/// Returns the address of a variadic argument of type `ty` on the stack, and advances `next` past
/// it. Arguments take words of `word` bytes, and are aligned to at most two words.
pub fn take_from_stack(next: &mut u64, ty: ValueType, word: u32) -> u64 {
    let size = u64::from(ty.bits().div_ceil(8 * word) * word);
    let address = next.next_multiple_of(size.min(2 * u64::from(word)));
    *next = address + size;
    address
}

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
