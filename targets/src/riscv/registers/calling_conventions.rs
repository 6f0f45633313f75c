//! RISC-V's calling conventions: argument registers, and registers that calls preserve.
//!
//! Sources: *RISC-V ABIs Specification* (psABI), "Register Convention" and "Procedure Calling
//! Convention"; for LLVM's own conventions, its Language Reference and `llc`'s behaviour. As in
//! `llc`, other conventions have no definitions, and calls by them are those of C.

use crate::riscv::features::{Abi, Features};
use crate::riscv::frame::interrupts;
use crate::riscv::mc::instructions::op;
use crate::riscv::registers::{classes, regs};
use gisel_codegen::ir::mir::{FunctionAttrs, MachineFunction};
use gisel_codegen::machine::calling_convention::{C, CalleeSavedReg, ConventionInfo};
use gisel_codegen::machine::desc::reg_mask::RegMask;
use gisel_codegen::machine::desc::registers::PhysReg;

/// LLVM's number of `fastcc`.
pub(crate) const FAST: u32 = 8;
/// LLVM's number of `ghccc`.
pub(crate) const GHC: u32 = 10;
/// LLVM's number of `preserve_mostcc`.
pub(crate) const PRESERVE_MOST: u32 = 14;
/// LLVM's number of `tailcc`.
const TAIL: u32 = 18;
/// LLVM's number of `swifttailcc`.
const SWIFT_TAIL: u32 = 20;
/// LLVM's number of `spir_kernel`.
const SPIR_KERNEL: u32 = 76;
/// LLVM's number of `x86_vectorcallcc`, whose callees have other names in assembly.
const X86_VECTOR_CALL: u32 = 80;
/// LLVM's number of `graalcc`.
const GRAAL: u32 = 107;
/// LLVM's number of `riscv_vector_cc`, which without V is lp64d.
const VECTOR: u32 = 110;
/// LLVM's first number of `riscv_vls_cc`, which without V is lp64d: for vectors of 32 bits.
const VLS: u32 = 112;

/// The numbers of register masks.
mod mask {
    pub(crate) const LP64D: u32 = 0;
    pub(crate) const NO_REGS: u32 = 1;
    pub(crate) const PRESERVE_MOST_REGS: u32 = 2;
    pub(crate) const SOFT: u32 = 3;
    pub(crate) const SINGLE: u32 = 4;
    pub(crate) const EMBEDDED: u32 = 5;
}

/// LLVM's names of the register masks, by number.
pub(crate) const MASK_NAMES: [&str; 6] = [
    "csr_ilp32d_lp64d",
    "csr_noregs",
    "csr_rt_mostregs",
    "csr_ilp32_lp64",
    "csr_ilp32f_lp64f",
    "csr_ilp32e_lp64e",
];

/// sp, gp and tp, which no function modifies. Units are the registers' numbers, floating-point ones
/// from 32 on.
const FIXED: u128 = 1 | 7 << 2;

/// Registers 8, 9 and 18 to 27 of either file.
const SAVED_HALF: u128 = 3 << 8 | 0x3ff << 18;

/// Returns the registers that calls with a mask preserve, with these features. The call itself
/// writes `ra`.
pub(crate) fn reg_mask(number: u32, features: Features) -> RegMask {
    let preserved = match number {
        mask::NO_REGS => FIXED,
        // All except ra, t1, t2 and t3.
        mask::PRESERVE_MOST_REGS => FIXED | 0xffff_ffff & !(1 << 1 | 3 << 6 | 1 << 28),
        mask::EMBEDDED => FIXED | 3 << 8,
        mask::SOFT => FIXED | SAVED_HALF,
        // Single precision only, of registers that share one unit with their upper halves.
        mask::SINGLE if features.contains(Features::D) => FIXED | SAVED_HALF,
        _ => FIXED | SAVED_HALF | SAVED_HALF << 32,
    };
    RegMask { preserved }
}

pub(crate) const fn saved(reg: PhysReg) -> CalleeSavedReg {
    let class = match reg.0 {
        n if n >= regs::F0_D.0 => classes::FPR64,
        n if n >= regs::F0_F.0 => classes::FPR32,
        _ => classes::GPR,
    };
    CalleeSavedReg { reg, class }
}

/// The callee-saved registers of lp64d, in slot order.
#[rustfmt::skip]
pub(crate) static LP64D_SAVED: [CalleeSavedReg; 25] = [
    saved(regs::X1), saved(regs::X8), saved(regs::X9),
    saved(regs::X18), saved(regs::X19), saved(regs::X20), saved(regs::X21), saved(regs::X22),
    saved(regs::X23), saved(regs::X24), saved(regs::X25), saved(regs::X26), saved(regs::X27),
    saved(regs::F8_D), saved(regs::F9_D),
    saved(regs::F18_D), saved(regs::F19_D), saved(regs::F20_D), saved(regs::F21_D), saved(regs::F22_D),
    saved(regs::F23_D), saved(regs::F24_D), saved(regs::F25_D), saved(regs::F26_D), saved(regs::F27_D),
];

/// The number of callee-saved general registers, which are the first ones.
const SAVED_GPRS: usize = 13;

/// The number of callee-saved general registers in `ilp32e` and `lp64e`.
const SAVED_EMBEDDED: usize = 3;

/// [`LP64D_SAVED`] in single precision only.
static LP64F_SAVED: [CalleeSavedReg; 25] = singles(LP64D_SAVED);

/// Converts saved floating-point registers to single precision.
const fn singles<const N: usize>(mut list: [CalleeSavedReg; N]) -> [CalleeSavedReg; N] {
    let mut n = 0;
    while n < N {
        let reg = list[n].reg;
        if reg.0 >= regs::F0_D.0 {
            list[n] = saved(PhysReg(reg.0 - regs::F0_D.0 + regs::F0_F.0));
        }
        n += 1;
    }
    list
}

/// Returns the `M` saved registers among 16 general registers.
const fn of_16_registers<const N: usize, const M: usize>(list: [CalleeSavedReg; N]) -> [CalleeSavedReg; M] {
    let mut kept = [list[0]; M];
    let (mut n, mut count) = (0, 0);
    while n < N {
        if list[n].reg.0 < regs::X16.0 {
            kept[count] = list[n];
            count += 1;
        }
        n += 1;
    }
    assert!(count == M);
    kept
}

/// The saved registers of `ghccc`: its callers expect only a return. The frame pointer is no
/// argument, so it is restored too.
static GHC_SAVED: [CalleeSavedReg; 2] = [saved(regs::X1), saved(regs::X8)];

/// The saved registers of `preserve_mostcc`. The result registers are the last ones.
#[rustfmt::skip]
static PRESERVE_MOST_SAVED: [CalleeSavedReg; 25] = [
    saved(regs::X1), saved(regs::X5), saved(regs::X8), saved(regs::X9),
    saved(regs::X12), saved(regs::X13), saved(regs::X14), saved(regs::X15), saved(regs::X16), saved(regs::X17),
    saved(regs::X18), saved(regs::X19), saved(regs::X20), saved(regs::X21), saved(regs::X22),
    saved(regs::X23), saved(regs::X24), saved(regs::X25), saved(regs::X26), saved(regs::X27),
    saved(regs::X29), saved(regs::X30), saved(regs::X31),
    saved(regs::X11), saved(regs::X10),
];

/// The saved registers of `preserve_mostcc` with 16 registers.
static PRESERVE_MOST_SAVED_EMBEDDED: [CalleeSavedReg; 10] = of_16_registers(PRESERVE_MOST_SAVED);

/// The saved registers of an interrupt handler: all that are not reserved, return address and frame
/// pointer first.
#[rustfmt::skip]
pub(crate) const INTERRUPT_SAVED: [CalleeSavedReg; 60] = [
    saved(regs::X1), saved(regs::X8), saved(regs::X9), saved(regs::X5), saved(regs::X6), saved(regs::X7),
    saved(regs::X10), saved(regs::X11), saved(regs::X12), saved(regs::X13), saved(regs::X14), saved(regs::X15),
    saved(regs::X16), saved(regs::X17), saved(regs::X18), saved(regs::X19), saved(regs::X20), saved(regs::X21),
    saved(regs::X22), saved(regs::X23), saved(regs::X24), saved(regs::X25), saved(regs::X26), saved(regs::X27),
    saved(regs::X28), saved(regs::X29), saved(regs::X30), saved(regs::X31),
    saved(regs::F0_D), saved(regs::F1_D), saved(regs::F2_D), saved(regs::F3_D), saved(regs::F4_D), saved(regs::F5_D),
    saved(regs::F6_D), saved(regs::F7_D), saved(regs::F8_D), saved(regs::F9_D), saved(regs::F10_D), saved(regs::F11_D),
    saved(regs::F12_D), saved(regs::F13_D), saved(regs::F14_D), saved(regs::F15_D),
    saved(regs::F16_D), saved(regs::F17_D), saved(regs::F18_D), saved(regs::F19_D),
    saved(regs::F20_D), saved(regs::F21_D), saved(regs::F22_D), saved(regs::F23_D),
    saved(regs::F24_D), saved(regs::F25_D), saved(regs::F26_D), saved(regs::F27_D),
    saved(regs::F28_D), saved(regs::F29_D), saved(regs::F30_D), saved(regs::F31_D),
];

/// The saved registers of a kind of interrupt handlers, by the registers that a subtarget has.
struct HandlerSaved {
    double: &'static [CalleeSavedReg],
    single: &'static [CalleeSavedReg],
    general: &'static [CalleeSavedReg],
    embedded: &'static [CalleeSavedReg],
}

/// Defines [`HandlerSaved`] of a list: the number of its general registers, and of these the ones
/// among 16 registers.
macro_rules! handlers_saved {
    ($name:ident $list:expr, $general:literal $embedded:literal) => {
        static $name: HandlerSaved = {
            const ALL: [CalleeSavedReg; $list.len()] = $list;
            static DOUBLE: [CalleeSavedReg; ALL.len()] = ALL;
            static SINGLE: [CalleeSavedReg; ALL.len()] = singles(ALL);
            static EMBEDDED: [CalleeSavedReg; $embedded] = of_16_registers(ALL);
            HandlerSaved {
                double: &DOUBLE,
                single: &SINGLE,
                general: DOUBLE.split_at($general).0,
                embedded: &EMBEDDED,
            }
        };
    };
}

handlers_saved!(HANDLER INTERRUPT_SAVED, 28 12);
handlers_saved!(PREEMPTIBLE_HANDLER interrupts::PREEMPTIBLE_SAVED, 28 12);
handlers_saved!(HANDLER_AFTER_ENTRY interrupts::SAVED_AFTER_ENTRY, 11 1);

/// Returns the saved registers of an interrupt handler.
fn saved_by_handler(attrs: &FunctionAttrs, features: Features) -> &'static [CalleeSavedReg] {
    let saved = match attrs {
        _ if interrupts::is_preemptible(attrs) => &PREEMPTIBLE_HANDLER,
        _ if interrupts::saves_at_once(attrs) => &HANDLER_AFTER_ENTRY,
        _ => &HANDLER,
    };
    match features.flen() {
        _ if features.contains(Features::E) => saved.embedded,
        64 => saved.double,
        32 => saved.single,
        _ => saved.general,
    }
}

/// Returns the callee-saved registers of a function, by ABI and features.
pub(crate) fn callee_saved(mf: &MachineFunction, abi: Abi, features: Features) -> &'static [CalleeSavedReg] {
    match info(mf.attrs.calling_convention, abi, features) {
        _ if mf.attrs.interrupt.is_some() => saved_by_handler(&mf.attrs, features),
        Some(ConventionInfo { number: PRESERVE_MOST, .. }) if features.contains(Features::E) => {
            &PRESERVE_MOST_SAVED_EMBEDDED[..PRESERVE_MOST_SAVED_EMBEDDED.len() - result_registers(mf)]
        }
        Some(ConventionInfo { number: PRESERVE_MOST, .. }) => {
            &PRESERVE_MOST_SAVED[..PRESERVE_MOST_SAVED.len() - result_registers(mf)]
        }
        Some(convention) => convention.callee_saved,
        None => as_c(C, abi).callee_saved,
    }
}

/// Returns the number of registers among a0 and a1 that hold the function's result.
fn result_registers(mf: &MachineFunction) -> usize {
    let reads = |reg: PhysReg| {
        let returns = |&inst: &_| mf.opcode(inst) == op::PseudoRET;
        let mut insts = mf.layout.iter().flat_map(|&block| mf.insts(block)).filter(returns);
        insts.any(|inst| mf.operands(inst).iter().any(|o| o.phys() == Some(reg)))
    };
    match () {
        () if reads(regs::X11) => 2,
        () if reads(regs::X10) => 1,
        () => 0,
    }
}

/// Returns all conventions of an ABI.
#[rustfmt::skip]
const fn conventions(abi: Abi) -> [ConventionInfo; CONVENTION_COUNT] {
    [
        as_c(C, abi),
        ConventionInfo { variadic: false, ..as_c(FAST, abi) },
        ConventionInfo { variadic: false, reg_mask: mask::NO_REGS, callee_saved: &GHC_SAVED, ..as_c(GHC, abi) },
        // Arguments of a tail call would be in registers that the epilogue restores.
        ConventionInfo {
            reg_mask: mask::PRESERVE_MOST_REGS, callee_saved: &PRESERVE_MOST_SAVED, tail_calls: false,
            ..as_c(PRESERVE_MOST, abi)
        },
        ConventionInfo { variadic: false, guaranteed_tail_calls: true, ..as_c(TAIL, abi) },
        ConventionInfo { variadic: false, guaranteed_tail_calls: true, ..as_c(SWIFT_TAIL, abi) },
        as_c(SPIR_KERNEL, abi), as_c(GRAAL, abi), as_c(VECTOR, abi),
        as_c(VLS, abi), as_c(VLS + 1, abi), as_c(VLS + 2, abi), as_c(VLS + 3, abi),
        as_c(VLS + 4, abi), as_c(VLS + 5, abi), as_c(VLS + 6, abi), as_c(VLS + 7, abi),
        as_c(VLS + 8, abi), as_c(VLS + 9, abi), as_c(VLS + 10, abi), as_c(VLS + 11, abi),
    ]
}

const CONVENTION_COUNT: usize = 21;

/// `riscv_vector_cc` on machines with vector registers; its definition lists none as saved.
static VECTOR_REGISTERS: [ConventionInfo; 4] = [
    with_vectors(Abi::Embedded),
    with_vectors(Abi::Soft),
    with_vectors(Abi::Single),
    with_vectors(Abi::Double),
];

const fn with_vectors(abi: Abi) -> ConventionInfo {
    ConventionInfo { definable: false, ..as_c(VECTOR, abi) }
}

/// Calls by other conventions are calls by that of C.
static OTHERS: [ConventionInfo; 4] =
    [of_calls(Abi::Embedded), of_calls(Abi::Soft), of_calls(Abi::Single), of_calls(Abi::Double)];

const fn of_calls(abi: Abi) -> ConventionInfo {
    ConventionInfo { definable: false, ..as_c(C, abi) }
}

static CONVENTIONS: [[ConventionInfo; CONVENTION_COUNT]; 4] =
    [conventions(Abi::Embedded), conventions(Abi::Soft), conventions(Abi::Single), conventions(Abi::Double)];

const fn as_c(number: u32, abi: Abi) -> ConventionInfo {
    let (reg_mask, callee_saved): (u32, &'static [CalleeSavedReg]) = match abi {
        Abi::Embedded => (mask::EMBEDDED, LP64D_SAVED.split_at(SAVED_EMBEDDED).0),
        Abi::Soft => (mask::SOFT, LP64D_SAVED.split_at(SAVED_GPRS).0),
        Abi::Single => (mask::SINGLE, &LP64F_SAVED),
        Abi::Double => (mask::LP64D, &LP64D_SAVED),
    };
    ConventionInfo {
        number,
        definable: true,
        variadic: true,
        reg_mask,
        callee_saved,
        tail_calls: true,
        guaranteed_tail_calls: false,
        tail_register: None,
    }
}

/// Returns the properties of a convention. GHC's abstract machine has more than 16 registers.
pub(crate) fn info(number: u32, abi: Abi, features: Features) -> Option<&'static ConventionInfo> {
    if number == VECTOR && features.contains(Features::VECTORS) {
        return Some(&VECTOR_REGISTERS[abi as usize]);
    }
    if number == GHC && abi == Abi::Embedded || number == X86_VECTOR_CALL {
        return None;
    }
    let known = CONVENTIONS[abi as usize].iter().find(|convention| convention.number == number);
    Some(known.unwrap_or(&OTHERS[abi as usize]))
}

/// The handling of arguments without a free register, and of several words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ConventionKind {
    /// The psABI's rules.
    C,
    /// Floats without a register are stored to the stack at their size, and integers word by word.
    Fast,
    /// They are an error.
    Haskell,
}

/// The argument registers of a convention.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ArgumentRegisters {
    /// For integers and pointers.
    pub gprs: &'static [PhysReg],
    /// For halves in floating-point registers: the same registers as for singles.
    pub halves: &'static [PhysReg],
    /// For floats up to single precision.
    pub singles: &'static [PhysReg],
    /// For doubles: the same registers, except in `ghccc`.
    pub doubles: &'static [PhysReg],
    /// The handling of other arguments.
    pub kind: ConventionKind,
}

/// Returns true if the callee removes its arguments from the stack, so all tail calls are jumps.
pub(crate) fn has_guaranteed_tail_calls(number: u32) -> bool {
    matches!(number, TAIL | SWIFT_TAIL)
}

/// Returns the registers of a convention that an ABI and the features allow.
pub(crate) fn argument_registers(number: u32, abi: Abi, features: Features) -> ArgumentRegisters {
    match number {
        FAST if abi == Abi::Embedded => {
            ArgumentRegisters { gprs: variadic_registers(abi), ..FAST_REGISTERS.within(abi) }
        }
        FAST => FAST_REGISTERS.within(Abi::of(features)),
        TAIL | SWIFT_TAIL => ArgumentRegisters {
            gprs: variadic_registers(abi),
            kind: ConventionKind::Fast,
            ..C_REGISTERS.within(abi)
        },
        GHC => GHC_REGISTERS.within(Abi::of(features)),
        _ => ArgumentRegisters { gprs: variadic_registers(abi), ..C_REGISTERS.within(abi) },
    }
}

/// Returns the general argument registers, which hold variadic arguments too.
pub(crate) fn variadic_registers(abi: Abi) -> &'static [PhysReg] {
    let count = if abi == Abi::Embedded { EMBEDDED_ARGUMENTS } else { VARIADIC_REGISTERS.len() };
    &VARIADIC_REGISTERS[..count]
}

/// Returns the result registers.
pub(crate) fn result_registers_of(abi: Abi) -> ArgumentRegisters {
    RESULT_REGISTERS.within(abi)
}

impl ArgumentRegisters {
    /// Returns the registers without the floating-point registers that an ABI does not use.
    fn within(&self, abi: Abi) -> ArgumentRegisters {
        ArgumentRegisters {
            halves: if abi >= Abi::Single { self.halves } else { &[] },
            singles: if abi >= Abi::Single { self.singles } else { &[] },
            doubles: if abi >= Abi::Double { self.doubles } else { &[] },
            ..*self
        }
    }
}

/// The register of a `nest` argument.
pub(crate) const STATIC_CHAIN: PhysReg = regs::X7;

/// Those of lp64d are the first eight.
static GPRS: [PhysReg; 12] = [
    regs::X10,
    regs::X11,
    regs::X12,
    regs::X13,
    regs::X14,
    regs::X15,
    regs::X16,
    regs::X17,
    regs::X28,
    regs::X29,
    regs::X30,
    regs::X31,
];

/// The number of argument registers in `ilp32e` and `lp64e`.
const EMBEDDED_ARGUMENTS: usize = 6;

/// The registers of variadic arguments.
static VARIADIC_REGISTERS: [PhysReg; 8] =
    [regs::X10, regs::X11, regs::X12, regs::X13, regs::X14, regs::X15, regs::X16, regs::X17];

/// Numbers of floating-point registers for arguments. Those of lp64d are the first eight.
const FPRS: [u16; 20] = [10, 11, 12, 13, 14, 15, 16, 17, 0, 1, 2, 3, 4, 5, 6, 7, 28, 29, 30, 31];

const fn fprs<const N: usize>(first: PhysReg, numbers: &[u16], from: usize) -> [PhysReg; N] {
    let mut list = [first; N];
    let mut n = 0;
    while n < N {
        list[n] = PhysReg(first.0 + numbers[from + n]);
        n += 1;
    }
    list
}

static HALVES: [PhysReg; 20] = fprs(regs::F0_H, &FPRS, 0);
static SINGLES: [PhysReg; 20] = fprs(regs::F0_F, &FPRS, 0);
static DOUBLES: [PhysReg; 20] = fprs(regs::F0_D, &FPRS, 0);

static C_REGISTERS: ArgumentRegisters = ArgumentRegisters {
    gprs: &VARIADIC_REGISTERS,
    halves: HALVES.first_chunk::<8>().unwrap(),
    singles: SINGLES.first_chunk::<8>().unwrap(),
    doubles: DOUBLES.first_chunk::<8>().unwrap(),
    kind: ConventionKind::C,
};

static FAST_REGISTERS: ArgumentRegisters = ArgumentRegisters {
    gprs: &GPRS,
    halves: &HALVES,
    singles: &SINGLES,
    doubles: &DOUBLES,
    kind: ConventionKind::Fast,
};

/// The registers of GHC's abstract machine.
static GHC_REGISTERS: ArgumentRegisters = ArgumentRegisters {
    gprs: &[
        regs::X9,
        regs::X18,
        regs::X19,
        regs::X20,
        regs::X21,
        regs::X22,
        regs::X23,
        regs::X24,
        regs::X25,
        regs::X26,
        regs::X27,
    ],
    halves: &[],
    singles: &GHC_SINGLES,
    doubles: &GHC_DOUBLES,
    kind: ConventionKind::Haskell,
};

const GHC_FPRS: [u16; 12] = [8, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27];
static GHC_SINGLES: [PhysReg; 6] = fprs(regs::F0_F, &GHC_FPRS, 0);
static GHC_DOUBLES: [PhysReg; 6] = fprs(regs::F0_D, &GHC_FPRS, 6);

/// The result registers of all conventions.
static RESULT_REGISTERS: ArgumentRegisters = ArgumentRegisters {
    gprs: &[regs::X10, regs::X11],
    halves: &[regs::F10_H, regs::F11_H],
    singles: &[regs::F10_F, regs::F11_F],
    doubles: &[regs::F10_D, regs::F11_D],
    kind: ConventionKind::C,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::riscv::features::BASE;
    use crate::riscv::registers::REGISTERS;

    #[test]
    fn calls_preserve_what_their_callees_save() {
        for convention in &CONVENTIONS[Abi::Double as usize] {
            let mask = reg_mask(convention.reg_mask, BASE);
            let preserves = |reg: PhysReg| mask.preserves_all(REGISTERS.units(reg));
            let saved: Vec<PhysReg> = convention.callee_saved.iter().map(|s| s.reg).collect();
            for number in 0..32 {
                for reg in [PhysReg(regs::X0.0 + number), PhysReg(regs::F0_D.0 + number)] {
                    let by_call = matches!(reg, regs::X1) || convention.number == GHC && reg == regs::X8;
                    let fixed = matches!(reg, regs::X0 | regs::X2 | regs::X3 | regs::X4);
                    let expected = fixed || saved.contains(&reg) && !by_call;
                    assert_eq!(preserves(reg), expected, "{} {}", convention.number, REGISTERS.reg(reg).name);
                }
            }
        }
    }
}
