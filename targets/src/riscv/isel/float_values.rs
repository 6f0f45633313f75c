//! Floating-point values: finds the 64-bit values that are doubles on rv32 with D, and 16-bit
//! values that are floats with Zfhmin or Zfbfmin. These stay whole, in floating-point registers;
//! all others are pairs of words, or widened.
//!
//! The type does not decide. The definition does, or the first nearby instruction that uses the
//! value. A wrong guess only costs moves. Cost: bounded for each query, so large functions with
//! many merged values remain cheap.

use crate::riscv::mc::instructions::op;
use crate::riscv::registers::{REGISTERS, classes};
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::mir::MachineFunction;
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::regbankselect::{OperandBank, generic_operand_bank};
use gisel_codegen::isel::select::Selection;
use gisel_codegen::machine::desc::registers::PhysReg;

/// The maximum depth of definitions and uses that are visited.
const MAX_DEPTH: u32 = 4;

/// The maximum depth of the definition of a user's result.
const MAX_USE_DEPTH: u32 = 2;

/// The maximum number of incoming values of a phi that are visited.
const MAX_INCOMING: usize = 4;

/// The maximum number of instructions after a load that are visited.
const MAX_DISTANCE: usize = 24;

/// Returns true if the value that `inst` moves (load, store, select, phi) is a float.
pub(crate) fn moves_float(mf: &MachineFunction, inst: InstId) -> bool {
    let Some(value) = mf.vreg_operand(inst, 0) else { return false };
    match mf.opcode(inst) {
        G_STORE => is_float(mf, value, MAX_DEPTH),
        G_CONSTANT_FOLD_BARRIER if mf.attrs.no_implicit_float => false,
        G_LOAD | G_IMPLICIT_DEF => is_used_as_float(mf, inst, value, MAX_DEPTH),
        _ => is_float(mf, value, MAX_DEPTH) || is_used_as_float(mf, inst, value, MAX_DEPTH),
    }
}

fn is_float(mf: &MachineFunction, value: VReg, depth: u32) -> bool {
    let Some(def) = mf.def(value).filter(|_| depth > 0) else { return false };
    let operand = |n: usize| mf.vreg_operand(def, n).is_some_and(|v| is_float(mf, v, depth - 1));
    match mf.opcode(def) {
        G_FCONSTANT | op::G_FCVT_BF16_S => true,
        COPY => match mf.operand(def, 1).phys() {
            Some(reg) => is_float_register(reg),
            None => operand(1),
        },
        // The barrier separates a constant from the cast of an integer.
        G_CONSTANT_FOLD_BARRIER if mf.attrs.no_implicit_float => false,
        G_FREEZE | G_CONSTANT_FOLD_BARRIER => operand(1),
        G_SELECT => operand(2) || operand(3),
        G_PHI => (1..mf.operands(def).len()).step_by(2).take(MAX_INCOMING).any(operand),
        G_LOAD => is_used_as_float(mf, def, value, depth - 1),
        G_BUILD_VECTOR => operand(1),
        G_UNMERGE_VALUES => mf
            .operands(def)
            .last()
            .and_then(|whole| whole.vreg())
            .is_some_and(|whole| mf.ty(whole).is_vector() && is_float(mf, whole, depth - 1)),
        opcode => generic_operand_bank(opcode, 0) == OperandBank::Float,
    }
}

fn is_float_register(reg: PhysReg) -> bool {
    [classes::FPR16, classes::FPR64].iter().any(|&class| REGISTERS.contains(class, reg))
}

/// Returns true if the first instruction after `inst` that uses `value` requires a float.
fn is_used_as_float(mf: &MachineFunction, inst: InstId, value: VReg, depth: u32) -> bool {
    let mut after = std::iter::successors(mf.next_inst(inst), |&inst| mf.next_inst(inst)).take(MAX_DISTANCE);
    let uses = |user: &InstId| mf.operands(*user).iter().any(|o| o.is_use() && o.vreg() == Some(value));
    after.find(uses).is_some_and(|user| takes_float(mf, user, value, depth))
}

fn takes_float(mf: &MachineFunction, user: InstId, value: VReg, depth: u32) -> bool {
    let result = |dst: VReg| dst != value && is_float(mf, dst, depth.min(MAX_USE_DEPTH));
    match mf.opcode(user) {
        COPY => mf.operand(user, 0).phys().is_some_and(is_float_register),
        G_FCMP | G_IS_FPCLASS | G_FPTOSI | G_FPTOUI | op::G_FCVT_S_BF16 => true,
        G_INTRINSIC_LRINT | G_INTRINSIC_LLRINT | G_LROUND | G_LLROUND => true,
        // The condition is narrower.
        G_SELECT | G_PHI => mf.vreg_operand(user, 0).is_some_and(result),
        // A vector is used by its elements.
        G_UNMERGE_VALUES if !mf.ty(value).is_vector() => false,
        G_BUILD_VECTOR | G_CONCAT_VECTORS | G_UNMERGE_VALUES if depth > 0 => mf
            .vreg_operand(user, 0)
            .is_some_and(|dst| dst != value && is_used_as_float(mf, user, dst, depth - 1)),
        G_VECREDUCE_FADD | G_VECREDUCE_FMUL | G_VECREDUCE_SEQ_FADD | G_VECREDUCE_SEQ_FMUL => true,
        G_VECREDUCE_FMAX | G_VECREDUCE_FMIN | G_VECREDUCE_FMAXIMUM | G_VECREDUCE_FMINIMUM => true,
        opcode => generic_operand_bank(opcode, 0) == OperandBank::Float,
    }
}

/// Returns true if the definition of `value`, in a wider floating-point register, NaN-boxes it. An
/// undefined value is not boxed; it may come from a caller, a callee or a predecessor.
pub(crate) fn is_boxed(s: &Selection<'_>, value: VReg) -> bool {
    let Some(def) = s.mf.def(value) else { return false };
    match s.mf.opcode(def) {
        G_FREEZE | G_LOAD | G_FCONSTANT | op::G_FCVT_BF16_S => true,
        // From a general register.
        COPY => s.mf.vreg_operand(def, 1).is_some_and(|from| s.bank(from) != s.bank(value)),
        opcode => generic_operand_bank(opcode, 0) == OperandBank::Float,
    }
}
