//! The toy's frames.

use super::Toy;
use super::instructions::{DESTROY, SETUP};
use super::registers::{GPR, SP, r};
use crate::frame::Scavenger;
use crate::frame::registers::FrameRegisters;
use crate::frame::shape::FrameShape;
use crate::frame::target::{FrameLowering, FrameTarget};
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::MachineFunction;
use crate::machine::calling_convention::CalleeSavedReg;
use crate::machine::desc::instructions::Opcode;
use crate::machine::desc::registers::PhysReg;
use crate::support::error::Result;

impl FrameTarget for Toy {
    fn frame_lowering(&self) -> &dyn FrameLowering {
        self
    }
}

impl FrameRegisters for Toy {
    fn stack_pointer(&self) -> PhysReg {
        SP
    }

    fn frame_pointer(&self) -> PhysReg {
        r(5)
    }

    fn base_pointer(&self) -> PhysReg {
        r(4)
    }

    fn reserved(&self, _: &MachineFunction) -> Vec<PhysReg> {
        vec![SP]
    }

    fn callee_saved(&self, _: &MachineFunction) -> &'static [CalleeSavedReg] {
        static SAVED: [CalleeSavedReg; 2] =
            [CalleeSavedReg { reg: r(4), class: GPR }, CalleeSavedReg { reg: r(5), class: GPR }];
        &SAVED
    }
}

impl FrameShape for Toy {
    fn stack_alignment(&self) -> u32 {
        16
    }

    fn frame_pointer_offset(&self, _: &MachineFunction) -> i64 {
        0
    }

    fn needs_emergency_slot(&self, _: &MachineFunction, size: u64) -> bool {
        size > 256
    }
}

impl FrameLowering for Toy {
    fn determine_callee_saved(&self, _: &MachineFunction, _: &mut Vec<CalleeSavedReg>) {}

    fn call_frame_opcodes(&self) -> (Opcode, Opcode) {
        (SETUP, DESTROY)
    }

    fn emit_prologue(&self, _: &mut MachineFunction, _: BlockId) -> Result<()> {
        Ok(())
    }

    fn emit_epilogue(&self, _: &mut MachineFunction, _: BlockId) -> Result<()> {
        Ok(())
    }

    fn adjust_stack(&self, _: &mut MachineFunction, _: InstId, _: i64, _: &mut Scavenger<'_>) -> Result<()> {
        Ok(())
    }

    fn eliminate_frame_index(
        &self,
        _: &mut MachineFunction,
        _: InstId,
        _: usize,
        _: &mut Scavenger<'_>,
    ) -> Result<()> {
        Ok(())
    }
}
