//! Prologues and epilogues of interrupt handlers with instructions of their own: those of SiFive's
//! controller (CLIC), and those of Qualcomm's, where one instruction saves the registers.
//!
//! Sources: the *SiFive Core-Local Interrupt Controller* manual; Qualcomm's *Xqciint*. The order is
//! `llc`'s.

use crate::riscv::mc::instructions::op;
use crate::riscv::registers::calling_conventions::{INTERRUPT_SAVED, saved};
use crate::riscv::registers::{REGISTERS, regs};
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::mir::{CfiDirective, FunctionAttrs, Interrupt, Operand};
use gisel_codegen::machine::calling_convention::CalleeSavedReg;
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::desc::registers::PhysReg;

/// The number of bytes in which one instruction saves registers.
pub(crate) const SAVED_AT_ONCE: u64 = 96;

/// The bit of `mstatus` that allows interrupts at machine level.
const INTERRUPTS_ALLOWED: i32 = 8;

/// The control registers, by number.
const MSTATUS: i32 = 0x300;
const MEPC: i32 = 0x341;
const MCAUSE: i32 = 0x342;
const SF_MSCRATCHCSW: i32 = 0x348;

/// The registers that hold `mcause` and `mepc` while other interrupts are taken.
pub(crate) const CONTEXT: [PhysReg; 2] = [regs::X8, regs::X9];

/// Returns true if a handler holds [`CONTEXT`].
pub(crate) fn is_preemptible(attrs: &FunctionAttrs) -> bool {
    matches!(attrs.interrupt, Some(Interrupt::Controlled { preemptible: true, .. }))
}

/// Returns true if one instruction saves a handler's registers.
pub(crate) fn saves_at_once(attrs: &FunctionAttrs) -> bool {
    matches!(attrs.interrupt, Some(Interrupt::SavedAtOnce { .. }))
}

fn csr(b: &mut Builder<'_>, opcode: Opcode, to: PhysReg, number: i32, from: Operand) {
    b.inst(opcode, &[Operand::def(to), Operand::small_imm(number), from]);
}

/// Exchanges the stack pointer with the controller's register, at entry and before the return, if the
/// handler does so.
pub(crate) fn swap_stack(b: &mut Builder<'_>) {
    if matches!(b.mf.attrs.interrupt, Some(Interrupt::Controlled { swaps_stack: true, .. })) {
        csr(b, op::CSRRW, regs::X2, SF_MSCRATCHCSW, Operand::use_of(regs::X2));
    }
}

/// Copies what another interrupt changes into registers, and allows others.
pub(crate) fn allow_others(b: &mut Builder<'_>) {
    let [cause, at] = CONTEXT;
    csr(b, op::CSRRS, cause, MCAUSE, Operand::use_of(regs::X0));
    csr(b, op::CSRRS, at, MEPC, Operand::use_of(regs::X0));
    csr(b, op::CSRRSI, regs::X0, MSTATUS, Operand::small_imm(INTERRUPTS_ALLOWED));
}

/// The reverse of [`allow_others`].
pub(crate) fn forbid_others(b: &mut Builder<'_>) {
    let [cause, at] = CONTEXT;
    csr(b, op::CSRRCI, regs::X0, MSTATUS, Operand::small_imm(INTERRUPTS_ALLOWED));
    csr(b, op::CSRRW, regs::X0, MEPC, Operand::use_of(at));
    csr(b, op::CSRRW, regs::X0, MCAUSE, Operand::use_of(cause));
}

/// The registers that one instruction saves, with their distances below the stack pointer at entry.
const ENTERED: [(PhysReg, i64); 17] = [
    (regs::X1, 16),
    (regs::X5, 24),
    (regs::X6, 28),
    (regs::X7, 32),
    (regs::X8, 8),
    (regs::X10, 36),
    (regs::X11, 40),
    (regs::X12, 44),
    (regs::X13, 48),
    (regs::X14, 52),
    (regs::X15, 56),
    (regs::X16, 60),
    (regs::X17, 64),
    (regs::X28, 68),
    (regs::X29, 72),
    (regs::X30, 76),
    (regs::X31, 80),
];

/// Saves registers by one instruction, if the handler does so. It sets the frame pointer, too.
pub(crate) fn enter(b: &mut Builder<'_>) {
    let Some(Interrupt::SavedAtOnce { nests }) = b.mf.attrs.interrupt else { return };
    b.inst(if nests { op::QC_C_MIENTER_NEST } else { op::QC_C_MIENTER }, &[]);
    b.cfi(CfiDirective::DefCfaOffset(SAVED_AT_ONCE as i64));
    for (reg, below) in ENTERED {
        b.cfi(CfiDirective::Offset(REGISTERS.dwarf(reg), -below));
    }
}

/// [`INTERRUPT_SAVED`] of a handler that other interrupts interrupt: [`CONTEXT`] first.
pub(crate) const PREEMPTIBLE_SAVED: [CalleeSavedReg; 60] = {
    let mut list = INTERRUPT_SAVED;
    (list[0], list[1], list[2]) = (saved(regs::X8), saved(regs::X9), saved(regs::X1));
    list
};

/// [`INTERRUPT_SAVED`] without the registers that one instruction saves.
pub(crate) const SAVED_AFTER_ENTRY: [CalleeSavedReg; 60 - ENTERED.len()] = {
    let mut list = [INTERRUPT_SAVED[0]; 60 - ENTERED.len()];
    let (mut n, mut count) = (0, 0);
    while n < INTERRUPT_SAVED.len() {
        let (mut is_entered, mut k) = (false, 0);
        while k < ENTERED.len() {
            is_entered |= ENTERED[k].0.0 == INTERRUPT_SAVED[n].reg.0;
            k += 1;
        }
        if !is_entered {
            list[count] = INTERRUPT_SAVED[n];
            count += 1;
        }
        n += 1;
    }
    assert!(count == list.len());
    list
};
