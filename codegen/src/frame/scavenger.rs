//! The register scavenger: finds a register for an offset out of range, either a free one or one
//! that is saved around the instruction.
//!
//! Liveness comes from the blocks' live-in lists. Callers visit a block from the last instruction
//! to the first, so liveness continues from the previous request. Cost: linear in the blocks with
//! requests; none for the others.

use crate::frame::target::FrameTarget;
use crate::ir::builder::{Builder, InsertPoint};
use crate::ir::entity::{BlockId, FrameIndex, InstId};
use crate::ir::mir::{MachineFunction, OperandTag};
use crate::machine::desc::instructions::InstrFlags;
use crate::machine::desc::registers::{PhysReg, RegClassId, RegUnit};
use crate::support::error::{CompileError, Result};

/// Finds registers while frame indices are eliminated.
pub struct Scavenger<'t> {
    target: &'t dyn FrameTarget,
    /// The function's reserved registers, computed at the first request.
    reserved: Option<Vec<PhysReg>>,
    emergency: Option<FrameIndex>,
    /// By unit: true if it is live directly before the last requested instruction.
    live: Vec<bool>,
    /// The position of `live`.
    at: Option<Point>,
    /// True while a register is saved in the emergency slot.
    saves: bool,
}

/// The position at which liveness is known.
#[derive(Clone, Copy)]
struct Point {
    block: BlockId,
    /// Directly before this instruction.
    inst: InstId,
    /// The instruction before it at the last request. Instructions inserted between them since do
    /// not change liveness.
    next: Option<InstId>,
}

impl<'t> Scavenger<'t> {
    /// Returns a scavenger for a function with this emergency slot, which is reachable without
    /// another register.
    pub(crate) fn new(target: &'t dyn FrameTarget, emergency: Option<FrameIndex>) -> Self {
        Scavenger { target, reserved: None, emergency, live: Vec::new(), at: None, saves: false }
    }

    /// Returns the target.
    pub fn target(&self) -> &'t dyn FrameTarget {
        self.target
    }

    /// Moves to the end of `block`.
    fn enter(&mut self, mf: &MachineFunction, block: BlockId) {
        let registers = self.target.registers();
        self.live.clear();
        self.live.resize(registers.num_units as usize, false);
        let live_ins = mf.block(block).successors.iter().flat_map(|&s| &mf.block(s).live_ins);
        for unit in live_ins.flat_map(|&reg| registers.units(reg)) {
            self.live[unit.0 as usize] = true;
        }
    }

    /// Computes liveness directly before `inst`.
    fn go_before(&mut self, mf: &MachineFunction, inst: InstId) {
        let block = mf.expect_block_of(inst);
        let mut next = match self.at {
            Some(point) if point.inst == inst => return,
            Some(point) if point.block == block => point.next,
            _ => {
                self.enter(mf, block);
                mf.last_inst(block)
            }
        };
        loop {
            let at = next.expect("instructions are asked about from the last to the first");
            next = mf.prev_inst(at);
            self.pass(mf, at);
            if at == inst {
                break;
            }
        }
        self.at = Some(Point { block, inst, next });
    }

    /// Updates the state; must be called before `inst` is removed.
    pub(super) fn forget(&mut self, mf: &MachineFunction, inst: InstId) {
        if let Some(point) = &mut self.at
            && point.next == Some(inst)
        {
            point.next = mf.prev_inst(inst);
        }
    }

    fn pass(&mut self, mf: &MachineFunction, inst: InstId) {
        let mut live = std::mem::take(&mut self.live);
        self.step_back(mf, inst, &mut live);
        self.live = live;
    }

    /// Returns a register of `class` that may be overwritten directly before `inst`, the current
    /// instruction. Neither `inst` nor any later instruction reads it or expects it unchanged. If
    /// none is free, one is stored to the emergency slot before `inst` and reloaded after it.
    /// Instructions built before `inst` afterwards come after the store.
    pub fn scavenge(&mut self, mf: &mut MachineFunction, class: RegClassId, inst: InstId) -> Result<PhysReg> {
        assert!(!self.saves, "the emergency slot is out of reach");
        self.go_before(mf, inst);
        let touched = self.touched(mf, inst);
        let registers = self.target.registers();
        let free = |reg: PhysReg, set: &[bool]| registers.units(reg).iter().all(|u| !set[u.0 as usize]);
        let order = registers.class(class).order;
        let reserved = self.reserved.take().unwrap_or_else(|| self.target.frame_lowering().reserved(mf));
        let usable =
            |&reg: &PhysReg| !reserved.iter().any(|&r| registers.overlap(r, reg)) && free(reg, &touched);
        // A callee-saved register that is not saved must remain unchanged.
        let ours = |&reg: &PhysReg| {
            let callee_saved = self.target.frame_lowering().callee_saved(mf);
            !callee_saved.iter().any(|c| registers.overlap(c.reg, reg))
                || mf.frame.callee_saved.iter().any(|c| registers.overlap(c.reg, reg))
        };
        let found = order.iter().copied().filter(usable).filter(ours).find(|&reg| free(reg, &self.live));
        let victim = order.iter().copied().find(usable);
        self.reserved = Some(reserved);
        if let Some(reg) = found {
            return Ok(reg);
        }
        let terminator = self.target.desc(mf.opcode(inst)).has(InstrFlags::TERMINATOR);
        let (Some(reg), Some(slot), false) = (victim, self.emergency, terminator) else {
            let message = "no register is free for an address in the frame";
            return Err(CompileError::new(
                &mf.name,
                crate::machine::print::inst_to_string(mf, self.target, inst),
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
        let block = mf.expect_block_of(inst);
        let after = next.map_or(InsertPoint::End(block), InsertPoint::Before);
        info.store_reg_to_stack(&mut Builder::before(mf, inst), reg, class, slot);
        info.load_reg_from_stack(&mut Builder::new(mf, after), reg, class, slot);
        let store = mf.prev_inst(inst);
        let load = mf.next_inst(inst);
        // The slot is in range, so this requires no other register.
        self.saves = true;
        for access in [store, load].into_iter().flatten() {
            let index = mf.operands(access).iter().position(|o| o.as_frame_index() == Some(slot));
            debug_assert!(index.is_some(), "{access:?} does not access the emergency slot");
            if let Some(n) = index {
                self.target.frame_lowering().eliminate_frame_index(mf, access, n, self)?;
            }
        }
        self.saves = false;
        Ok(())
    }

    /// Returns the units that `inst` reads or writes.
    fn touched(&self, mf: &MachineFunction, inst: InstId) -> Vec<bool> {
        let mut set = vec![false; self.target.registers().num_units as usize];
        self.each_reg(mf, inst, |_, units| units.iter().for_each(|u| set[u.0 as usize] = true));
        set
    }

    fn step_back(&self, mf: &MachineFunction, inst: InstId, live: &mut [bool]) {
        for &operand in mf.operands(inst) {
            if operand.tag() == OperandTag::RegMask {
                let mask = mf.reg_mask(self.target, operand);
                for (unit, live) in live.iter_mut().enumerate() {
                    *live &= mask.preserves(RegUnit(unit as u16));
                }
            }
        }
        self.each_reg(mf, inst, |def, units| {
            if def {
                units.iter().for_each(|u| live[u.0 as usize] = false);
            }
        });
        self.each_reg(mf, inst, |def, units| {
            if !def {
                units.iter().for_each(|u| live[u.0 as usize] = true);
            }
        });
    }

    /// Calls `see(is_def, units)` for each physical register of `inst`, from its operands and its
    /// table line.
    fn each_reg(&self, mf: &MachineFunction, inst: InstId, mut see: impl FnMut(bool, &[RegUnit])) {
        let registers = self.target.registers();
        let mut report = |def: bool, reg: PhysReg| see(def, registers.units(reg));
        for &operand in mf.operands(inst) {
            if let Some(reg) = operand.phys() {
                report(operand.is_def(), registers.part(reg, operand.sub_reg()));
            }
        }
        let desc = self.target.desc(mf.opcode(inst));
        desc.implicit_defs.iter().for_each(|&reg| report(true, reg));
        desc.implicit_uses.iter().for_each(|&reg| report(false, reg));
    }
}
