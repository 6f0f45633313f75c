//! The registers of frames.

use crate::riscv::registers::regs;
use gisel_codegen::machine::desc::registers::PhysReg;

/// Free in prologues and epilogues: it holds no argument, no result, and no target of a tail call.
/// Elsewhere shrink wrapping checks it.
pub(crate) const SCRATCH: PhysReg = regs::X5;

pub(crate) const FRAME_POINTER: PhysReg = regs::X8;

pub(crate) const BASE_POINTER: PhysReg = regs::X9;

pub(crate) const STACK_POINTER: PhysReg = regs::X2;
