//! The registers of frames.

use super::registers::regs;
use gisel_codegen::machine::desc::registers::PhysReg;

/// Free in prologues and epilogues: it holds no argument, no result, and no target of a tail call.
/// Elsewhere shrink wrapping checks it.
pub(super) const SCRATCH: PhysReg = regs::X5;

pub(super) const FRAME_POINTER: PhysReg = regs::X8;

pub(super) const BASE_POINTER: PhysReg = regs::X9;

pub(super) const STACK_POINTER: PhysReg = regs::X2;
