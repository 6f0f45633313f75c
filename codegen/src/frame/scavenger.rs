//! Registers for offsets that do not fit: a free one at the instruction, or one that is saved around it.
//!
//! Liveness comes from the blocks' lists of live-in registers; within a block it is found by one walk from the
//! end for each request, which are rare.

use crate::builder::{Builder, InsertPoint};
use crate::entity::{FrameIndex, InstId};
use crate::error::{CompileError, Result};
use crate::mir::{MachineFunction, OperandTag};
use crate::target::Target;
use crate::target::instructions::InstrFlags;
use crate::target::registers::{PhysReg, RegClassId};

/// Finds registers while frame indices are eliminated.
pub struct Scavenger<'t> {
    target: &'t dyn Target,
    reserved: Vec<PhysReg>,
    emergency: Option<FrameIndex>,
}

impl<'t> Scavenger<'t> {
    /// A scavenger for a function with these reserved registers and this emergency slot, which is in reach
    /// without a further register.
    pub fn new(target: &'t dyn Target, reserved: Vec<PhysReg>, emergency: Option<FrameIndex>) -> Self {
        Scavenger { target, reserved, emergency }
    }

    /// The target.
    pub fn target(&self) -> &'t dyn Target {
        self.target
    }

    /// A register of `class` that may be overwritten directly before `inst` and that neither `inst` nor
    /// anything behind it reads or expects unchanged. If none is free, one is stored to the emergency slot
    /// before `inst` and loaded again behind it: what is then built before `inst` comes in between.
    pub fn scavenge(&mut self, mf: &mut MachineFunction, class: RegClassId, inst: InstId) -> Result<PhysReg> {
        let live = self.live_at(mf, inst);
        let touched = self.touched(mf, inst);
        let registers = self.target.registers();
        let free = |reg: PhysReg, set: &[bool]| registers.units(reg).iter().all(|u| !set[u.0 as usize]);
        let order = registers.class(class).order;
        let usable =
            |&reg: &PhysReg| !self.reserved.iter().any(|&r| registers.overlap(r, reg)) && free(reg, &touched);
        // A callee-saved register that is not saved must stay as it is.
        let ours = |&reg: &PhysReg| {
            let callee_saved = self.target.frame_lowering().callee_saved(mf);
            !callee_saved.iter().any(|c| registers.overlap(c.reg, reg))
                || mf.frame.callee_saved.iter().any(|c| registers.overlap(c.reg, reg))
        };
        let found = order.iter().copied().filter(usable).filter(ours).find(|&reg| free(reg, &live));
        if let Some(reg) = found {
            return Ok(reg);
        }
        let victim = order.iter().copied().find(usable);
        let terminator = self.target.desc(mf.opcode(inst)).has(InstrFlags::TERMINATOR);
        let (Some(reg), Some(slot), false) = (victim, self.emergency, terminator) else {
            let message = "no register is free for an address in the frame";
            return Err(CompileError::new(
                &mf.name,
                crate::mir::inst_to_string(mf, self.target, inst),
                message,
            ));
        };
        self.save_around(mf, reg, class, slot, inst)?;
        Ok(reg)
    }

    fn save_around(
        &mut self,
        mf: &mut MachineFunction,
        reg: PhysReg,
        class: RegClassId,
        slot: FrameIndex,
        inst: InstId,
    ) -> Result<()> {
        let info = self.target.instr_info();
        let next = mf.next_inst(inst);
        let block = mf.block_of(inst).unwrap_or_else(|| mf.entry());
        let behind = next.map_or(InsertPoint::End(block), InsertPoint::Before);
        info.store_reg_to_stack(&mut Builder::before(mf, inst), reg, class, slot);
        info.load_reg_from_stack(&mut Builder::new(mf, behind), reg, class, slot);
        let store = mf.prev_inst(inst);
        let load = mf.next_inst(inst);
        // The slot is in reach, so this asks for no register again.
        let emergency = self.emergency.take();
        for access in [store, load].into_iter().flatten() {
            let index = mf.operands(access).iter().position(|o| o.as_frame_index() == Some(slot));
            if let Some(n) = index {
                self.target.frame_lowering().eliminate_frame_index(mf, access, n, self)?;
            }
        }
        self.emergency = emergency;
        Ok(())
    }

    /// The units that `inst` reads or writes.
    fn touched(&self, mf: &MachineFunction, inst: InstId) -> Vec<bool> {
        let mut set = vec![false; self.target.registers().num_units as usize];
        self.each_reg(mf, inst, |_, units| units.iter().for_each(|u| set[*u as usize] = true));
        set
    }

    /// The units that hold a value directly before `inst`.
    fn live_at(&self, mf: &MachineFunction, inst: InstId) -> Vec<bool> {
        let registers = self.target.registers();
        let mut live = vec![false; registers.num_units as usize];
        let Some(block) = mf.block_of(inst) else { return live };
        for &successor in &mf.block(block).successors {
            for &reg in &mf.block(successor).live_ins {
                registers.units(reg).iter().for_each(|u| live[u.0 as usize] = true);
            }
        }
        let mut next = mf.last_inst(block);
        while let Some(at) = next {
            self.step_back(mf, at, &mut live);
            if at == inst {
                break;
            }
            next = mf.prev_inst(at);
        }
        live
    }

    fn step_back(&self, mf: &MachineFunction, inst: InstId, live: &mut [bool]) {
        for &operand in mf.operands(inst) {
            if operand.tag() == OperandTag::RegMask {
                let mask = self.target.instr_info().reg_mask(operand.payload());
                for (unit, live) in live.iter_mut().enumerate() {
                    *live &= mask.preserves(crate::target::registers::RegUnit(unit as u16));
                }
            }
        }
        self.each_reg(mf, inst, |def, units| {
            if def {
                units.iter().for_each(|u| live[*u as usize] = false);
            }
        });
        self.each_reg(mf, inst, |def, units| {
            if !def {
                units.iter().for_each(|u| live[*u as usize] = true);
            }
        });
    }

    /// Calls `see(is_def, units)` for each physical register of `inst`, by its operands and its table line.
    fn each_reg(&self, mf: &MachineFunction, inst: InstId, mut see: impl FnMut(bool, &[u16])) {
        let registers = self.target.registers();
        let mut units: smallvec::SmallVec<[u16; 8]> = smallvec::SmallVec::new();
        let mut report = |def: bool, reg: PhysReg| {
            units.clear();
            units.extend(registers.units(reg).iter().map(|u| u.0));
            see(def, &units);
        };
        for &operand in mf.operands(inst) {
            if let Some(reg) = operand.phys() {
                report(operand.is_def(), registers.sub_reg(reg, operand.sub_reg()).unwrap_or(reg));
            }
        }
        let desc = self.target.desc(mf.opcode(inst));
        desc.implicit_defs.iter().for_each(|&reg| report(true, reg));
        desc.implicit_uses.iter().for_each(|&reg| report(false, reg));
    }
}
