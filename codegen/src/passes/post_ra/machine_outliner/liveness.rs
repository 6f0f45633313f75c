//! Liveness of the registers that outlining may change, by instruction.

use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::MachineFunction;
use crate::machine::desc::instructions::InstrFlags;
use crate::machine::desc::registers::{PhysReg, UnitSet};
use crate::machine::outlining::OutlinedLinkage;
use crate::passes::target::PassTarget;

/// The tracked registers; each has a mask bit.
pub(super) struct Tracked(Vec<UnitSet>);

impl Tracked {
    /// Returns the tracked registers of a linkage, in the order of [`registers`].
    pub(crate) fn new(target: &dyn PassTarget, linkage: &OutlinedLinkage) -> Tracked {
        Tracked(registers(linkage).map(|reg| target.registers().unit_set(reg)).collect())
    }

    /// Returns a mask of the registers that have a unit in the set.
    pub(crate) fn mask(&self, units: UnitSet) -> u16 {
        let bits = self.0.iter().enumerate().map(|(n, &of)| u16::from(of & units != 0) << n);
        bits.fold(0, |mask, bit| mask | bit)
    }
}

/// Returns the registers of a linkage that are tracked.
pub(super) fn registers(linkage: &OutlinedLinkage) -> impl Iterator<Item = PhysReg> {
    let links = [linkage.link, linkage.call_link];
    let others = linkage.call_clobbers.iter().chain(linkage.jump_clobbers).chain(linkage.scratch);
    links.into_iter().chain(others.copied())
}

/// The bit that several units may share: a write to one unit does not kill the others.
const SHARED: UnitSet = 1 << (UnitSet::BITS - 1);

/// The live units of a function.
pub(super) struct Liveness {
    /// The tracked registers.
    pub tracked: Tracked,
    /// The units that are live at function exits.
    at_exit: UnitSet,
    /// By block: the live-in units.
    live_in: Vec<UnitSet>,
    /// By block: the live-out units.
    live_out: Vec<UnitSet>,
}

impl Liveness {
    /// Computes liveness of a function with physical registers.
    pub(crate) fn new(mf: &MachineFunction, target: &dyn PassTarget, linkage: &OutlinedLinkage) -> Liveness {
        let registers = target.registers();
        let saved = target.frame_lowering().callee_saved(mf).iter().map(|saved| saved.reg);
        let at_exit = saved.chain(linkage.live_at_exit.iter().copied());
        let at_exit = at_exit.fold(0, |set, reg| set | registers.unit_set(reg));
        let none = vec![0; mf.num_blocks()];
        let tracked = Tracked::new(target, linkage);
        let mut liveness = Liveness { tracked, at_exit, live_in: none.clone(), live_out: none };
        let mut changed = true;
        while changed {
            changed = false;
            for &block in mf.layout.iter().rev() {
                changed |= liveness.update(mf, target, block);
            }
        }
        liveness
    }

    fn update(&mut self, mf: &MachineFunction, target: &dyn PassTarget, block: BlockId) -> bool {
        let out = mf.block(block).successors.iter().fold(0, |set, to| set | self.live_in[to.index()]);
        self.live_out[block.index()] = out;
        let (mut live, mut next) = (out, mf.last_inst(block));
        while let Some(inst) = next {
            live = self.before(mf, target, inst, live);
            next = mf.prev_inst(inst);
        }
        std::mem::replace(&mut self.live_in[block.index()], live) != live
    }

    /// Returns the live-out units of a block.
    pub(crate) fn live_out(&self, block: BlockId) -> UnitSet {
        self.live_out[block.index()]
    }

    /// Returns the live units before an instruction, given those after it.
    pub(crate) fn before(
        &self,
        mf: &MachineFunction,
        target: &dyn PassTarget,
        inst: InstId,
        live: UnitSet,
    ) -> UnitSet {
        let effects = mf.register_effects(target, inst);
        let leaves = target.desc(mf.opcode(inst)).has(InstrFlags::RETURN);
        let at_exit = if leaves { self.at_exit } else { 0 };
        live & !(effects.writes & !SHARED) | effects.reads | at_exit
    }
}
