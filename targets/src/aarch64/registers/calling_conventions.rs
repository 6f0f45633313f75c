//! AArch64's calling conventions: registers that calls preserve, and argument registers.
//!
//! Sources: AAPCS64, "General-purpose Registers" and "SIMD and Floating-point registers"; *Vector
//! Function ABI Specification for AArch64*, "Vector PCS"; for LLVM's own conventions, its Language
//! Reference and `llc`'s behaviour.

use crate::aarch64::registers::{REGISTERS, classes, regs};
use gisel_codegen::ir::value_type::VectorElement;
use gisel_codegen::machine::calling_convention::{CalleeSavedReg, ConventionInfo};
use gisel_codegen::machine::desc::reg_mask::RegMask;
use gisel_codegen::machine::desc::registers::PhysReg;
use std::sync::LazyLock;

/// The alignment of the stack pointer, in bytes.
pub(crate) const STACK_ALIGNMENT: u32 = 16;

const fn x(reg: PhysReg) -> CalleeSavedReg {
    CalleeSavedReg { reg, class: classes::GPR64 }
}

const fn d(reg: PhysReg) -> CalleeSavedReg {
    CalleeSavedReg { reg, class: classes::FPR64 }
}

const fn q(reg: PhysReg) -> CalleeSavedReg {
    CalleeSavedReg { reg, class: classes::FPR128 }
}

// In slot order: the second of each pair is at the lower address. The frame record is always first.
#[rustfmt::skip]
static NO_REGS: [CalleeSavedReg; 2] = [x(regs::LR), x(regs::FP)];
#[rustfmt::skip]
static AAPCS: [CalleeSavedReg; 20] = [
    x(regs::LR), x(regs::FP), x(regs::X19), x(regs::X20), x(regs::X21), x(regs::X22), x(regs::X23), x(regs::X24),
    x(regs::X25), x(regs::X26), x(regs::X27), x(regs::X28),
    d(regs::D8), d(regs::D9), d(regs::D10), d(regs::D11), d(regs::D12), d(regs::D13), d(regs::D14), d(regs::D15),
];
#[rustfmt::skip]
static AAPCS_X18: [CalleeSavedReg; 21] = [
    x(regs::LR), x(regs::FP), x(regs::X18), x(regs::X19), x(regs::X20), x(regs::X21), x(regs::X22), x(regs::X23),
    x(regs::X24), x(regs::X25), x(regs::X26), x(regs::X27), x(regs::X28),
    d(regs::D8), d(regs::D9), d(regs::D10), d(regs::D11), d(regs::D12), d(regs::D13), d(regs::D14), d(regs::D15),
];
#[rustfmt::skip]
static AAPCS_SWIFT_TAIL: [CalleeSavedReg; 18] = [
    x(regs::LR), x(regs::FP), x(regs::X19), x(regs::X21), x(regs::X23), x(regs::X24),
    x(regs::X25), x(regs::X26), x(regs::X27), x(regs::X28),
    d(regs::D8), d(regs::D9), d(regs::D10), d(regs::D11), d(regs::D12), d(regs::D13), d(regs::D14), d(regs::D15),
];
#[rustfmt::skip]
static PRESERVE_MOST_REGS: [CalleeSavedReg; 27] = [
    x(regs::LR), x(regs::FP), x(regs::X19), x(regs::X20), x(regs::X21), x(regs::X22), x(regs::X23), x(regs::X24),
    x(regs::X25), x(regs::X26), x(regs::X27), x(regs::X28),
    x(regs::X9), x(regs::X10), x(regs::X11), x(regs::X12), x(regs::X13), x(regs::X14), x(regs::X15),
    d(regs::D8), d(regs::D9), d(regs::D10), d(regs::D11), d(regs::D12), d(regs::D13), d(regs::D14), d(regs::D15),
];
#[rustfmt::skip]
static ALL_REGS: [CalleeSavedReg; 43] = [
    x(regs::LR), x(regs::FP), x(regs::X19), x(regs::X20), x(regs::X21), x(regs::X22), x(regs::X23), x(regs::X24),
    x(regs::X25), x(regs::X26), x(regs::X27), x(regs::X28),
    x(regs::X9), x(regs::X10), x(regs::X11), x(regs::X12), x(regs::X13), x(regs::X14), x(regs::X15),
    q(regs::Q8), q(regs::Q9), q(regs::Q10), q(regs::Q11), q(regs::Q12), q(regs::Q13), q(regs::Q14), q(regs::Q15),
    q(regs::Q16), q(regs::Q17), q(regs::Q18), q(regs::Q19), q(regs::Q20), q(regs::Q21), q(regs::Q22), q(regs::Q23),
    q(regs::Q24), q(regs::Q25), q(regs::Q26), q(regs::Q27), q(regs::Q28), q(regs::Q29), q(regs::Q30), q(regs::Q31),
];
#[rustfmt::skip]
static VECTOR_PCS: [CalleeSavedReg; 28] = [
    x(regs::LR), x(regs::FP), x(regs::X19), x(regs::X20), x(regs::X21), x(regs::X22), x(regs::X23), x(regs::X24),
    x(regs::X25), x(regs::X26), x(regs::X27), x(regs::X28),
    q(regs::Q8), q(regs::Q9), q(regs::Q10), q(regs::Q11), q(regs::Q12), q(regs::Q13), q(regs::Q14), q(regs::Q15),
    q(regs::Q16), q(regs::Q17), q(regs::Q18), q(regs::Q19), q(regs::Q20), q(regs::Q21), q(regs::Q22), q(regs::Q23),
];

/// The numbers of register masks, which index `MASKS`.
pub(crate) mod mask {
    /// AAPCS64's.
    pub(crate) const AAPCS: u32 = 0;
    /// No register is preserved.
    pub(crate) const NO_REGS: u32 = 1;
    /// `AAPCS` and X0, for callees that return their first argument.
    pub(crate) const THIS_RETURN: u32 = 2;
    /// Of `swifttailcc`.
    pub(crate) const SWIFT_TAIL: u32 = 3;
    /// Of `preserve_mostcc`.
    pub(crate) const PRESERVE_MOST_REGS: u32 = 4;
    /// Of `preserve_allcc`.
    pub(crate) const ALL_REGS: u32 = 5;
    /// Of `preserve_nonecc`.
    pub(crate) const NONE_REGS: u32 = 6;
    /// Of `aarch64_vector_pcs`.
    pub(crate) const VECTOR_PCS: u32 = 7;
    /// Of `aarch64_sve_vector_pcs`.
    pub(crate) const SVE_VECTOR_PCS: u32 = 8;
}

/// LLVM's name of each mask, and the preserved registers besides the stack pointer.
static MASKS: [(&str, &[CalleeSavedReg]); 9] = [
    ("csr_aarch64_aapcs", &AAPCS),
    ("csr_aarch64_noregs", &[]),
    ("csr_aarch64_aapcs_thisreturn", &AAPCS),
    ("csr_aarch64_aapcs_swifttail", &AAPCS_SWIFT_TAIL),
    ("csr_aarch64_rt_mostregs", &PRESERVE_MOST_REGS),
    ("csr_aarch64_rt_allregs", &ALL_REGS),
    ("csr_aarch64_noneregs", &NO_REGS),
    ("csr_aarch64_aavpcs", &VECTOR_PCS),
    // The upper halves of SVE's registers are not modelled here.
    ("csr_aarch64_sve_aapcs", &VECTOR_PCS),
];

/// LLVM's names of the masks, by number.
pub(crate) const MASK_NAMES: [&str; MASKS.len()] = {
    let mut names = [""; MASKS.len()];
    let mut n = 0;
    while n < names.len() {
        names[n] = MASKS[n].0;
        n += 1;
    }
    names
};

/// The masks by number. Each call writes the link register.
static REG_MASKS: LazyLock<[RegMask; MASKS.len()]> = LazyLock::new(|| {
    let mut masks = MASKS.map(|(_, saved)| {
        let kept = saved.iter().map(|s| s.reg).filter(|&reg| reg != regs::LR);
        RegMask::default().and(&REGISTERS, kept.chain([regs::SP, regs::XZR]))
    });
    let this_return = &mut masks[mask::THIS_RETURN as usize];
    *this_return = this_return.and(&REGISTERS, [regs::X0]);
    masks
});

/// Returns the register mask with this number.
pub(crate) fn reg_mask(number: u32) -> RegMask {
    REG_MASKS[number as usize]
}

/// The rule for argument registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum ArgumentRule {
    /// AAPCS64's.
    #[default]
    Aapcs,
    /// `preserve_nonecc`'s: most general registers.
    PreserveNone,
    /// `ghccc`'s: only the registers of the abstract machine.
    Ghc,
}

/// One convention.
#[derive(Debug)]
pub(crate) struct Convention {
    /// The properties for passes.
    pub info: ConventionInfo,
    /// The rule for arguments. Results follow AAPCS64 in all conventions.
    pub arguments: ArgumentRule,
}

const fn convention(number: u32, reg_mask: u32, callee_saved: &'static [CalleeSavedReg]) -> Convention {
    let info = ConventionInfo {
        number,
        definable: true,
        variadic: true,
        reg_mask,
        callee_saved,
        tail_calls: false,
        guaranteed_tail_calls: false,
        tail_register: None,
    };
    Convention { info, arguments: ArgumentRule::Aapcs }
}

impl Convention {
    /// Allows tail calls in tail position.
    const fn with_tail_calls(mut self) -> Convention {
        self.info.tail_calls = true;
        self
    }

    /// Makes calls marked `tail` guaranteed tail calls.
    const fn with_guaranteed_tail_calls(mut self) -> Convention {
        self.info.guaranteed_tail_calls = true;
        // Callees would have to know variadic arguments to pop them.
        self.without_variadic().with_tail_calls()
    }

    /// Allows tail calls in functions that restore X9 to X15.
    const fn with_tail_calls_by_x17(mut self) -> Convention {
        self.info.tail_register = Some(regs::X17);
        self.with_tail_calls()
    }

    /// Excludes definitions of functions.
    const fn of_calls_only(mut self) -> Convention {
        self.info.definable = false;
        self
    }

    const fn without_variadic(mut self) -> Convention {
        self.info.variadic = false;
        self
    }

    const fn with_arguments(mut self, arguments: ArgumentRule) -> Convention {
        self.arguments = arguments;
        self
    }
}

/// All conventions, by LLVM's numbers.
static CONVENTIONS: [Convention; 17] = [
    // ccc
    convention(0, mask::AAPCS, &AAPCS).with_tail_calls(),
    // fastcc
    convention(8, mask::AAPCS, &AAPCS).with_tail_calls(),
    // ghccc: functions are entered and left by jumps.
    convention(10, mask::NO_REGS, &NO_REGS).without_variadic().with_arguments(ArgumentRule::Ghc),
    // preserve_mostcc
    convention(14, mask::PRESERVE_MOST_REGS, &PRESERVE_MOST_REGS).with_tail_calls_by_x17(),
    // preserve_allcc
    convention(15, mask::ALL_REGS, &ALL_REGS).with_tail_calls_by_x17(),
    // swiftcc
    convention(16, mask::AAPCS, &AAPCS).with_tail_calls(),
    // cxx_fast_tlscc
    convention(17, mask::AAPCS, &AAPCS),
    // tailcc
    convention(18, mask::AAPCS, &AAPCS).with_guaranteed_tail_calls(),
    // swifttailcc
    convention(20, mask::SWIFT_TAIL, &AAPCS_SWIFT_TAIL).with_guaranteed_tail_calls(),
    // preserve_nonecc
    convention(21, mask::NONE_REGS, &NO_REGS).with_tail_calls().with_arguments(ArgumentRule::PreserveNone),
    // win64cc: callers do not rely on X18, which Windows reserves.
    convention(79, mask::AAPCS, &AAPCS_X18).without_variadic(),
    // aarch64_vector_pcs
    convention(97, mask::VECTOR_PCS, &VECTOR_PCS),
    // aarch64_sve_vector_pcs: saving its callee-saved registers requires SVE.
    convention(98, mask::SVE_VECTOR_PCS, &VECTOR_PCS).of_calls_only(),
    // aarch64_sme_preservemost_from_x0, _x2 and _x1: for runtime routines; the additional preserved
    // registers are not used.
    convention(102, mask::PRESERVE_MOST_REGS, &PRESERVE_MOST_REGS).of_calls_only(),
    convention(103, mask::PRESERVE_MOST_REGS, &PRESERVE_MOST_REGS).of_calls_only(),
    convention(111, mask::PRESERVE_MOST_REGS, &PRESERVE_MOST_REGS).of_calls_only(),
    // graalcc
    convention(107, mask::AAPCS, &AAPCS),
];

/// Returns the convention with LLVM's number.
pub(crate) fn named(number: u32) -> Option<&'static Convention> {
    CONVENTIONS.iter().find(|c| c.info.number == number)
}

/// Returns true if a register holds such vectors.
pub(crate) fn is_legal_vector(count: u32, element: VectorElement) -> bool {
    use VectorElement::*;
    let bits = match element {
        Int(bits @ (8 | 16 | 32 | 64)) => bits,
        Half | BFloat => 16,
        Float => 32,
        Double => 64,
        _ => return false,
    };
    // Of vectors with one element, only those of 64 bits are in a register unchanged.
    matches!(count * bits, 64 | 128) && (count > 1 || bits == 64)
}
