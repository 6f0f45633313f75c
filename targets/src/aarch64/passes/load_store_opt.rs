//! `load-store-opt`: merges two adjacent accesses into one instruction, and accesses with updates
//! of their base.
//!
//! Each load searches backwards for a mate and moves there, unless an instruction between them
//! writes the memory or accesses its register. Each store searches backwards for a mate, which
//! moves to the store, unless an instruction between them accesses its memory or writes its
//! register. Accesses do not alias if they have different offsets from the same base, or if one is
//! to a spill slot and the other is not known to be.
//!
//! Requires: physical registers and a frame that is laid out. Establishes: nothing new. Cost:
//! linear; an access visits `MAX_DISTANCE` instructions, a store their pairs.

use crate::aarch64::passes::base_updates;
use crate::aarch64::passes::load_store_pairs::{PairableAccess, build_pair, pairable_access};
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{BlockId, InstId};
use gisel_codegen::ir::mir::{FrameObjectKind, InstFlags, MachineFunction, MemOperand, PointerInfo};
use gisel_codegen::ir::opcodes::{COPY, IMPLICIT_DEF, KILL};
use gisel_codegen::machine::desc::instructions::InstrFlags;
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::target::PassTarget;
use smallvec::SmallVec;

/// The maximum distance of a backward search, in instructions.
const MAX_DISTANCE: usize = 16;

/// Pairs the accesses of `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    let mut pass = LoadStoreOpt { mf, target };
    for n in 0..pass.mf.layout.len() {
        pass.block(pass.mf.layout[n]);
    }
    base_updates::run(mf, target);
}

struct LoadStoreOpt<'a> {
    mf: &'a mut MachineFunction,
    target: &'a dyn PassTarget,
}

impl LoadStoreOpt<'_> {
    fn block(&mut self, block: BlockId) {
        let mut next = self.mf.first_inst(block);
        while let Some(inst) = next {
            next = self.mf.next_inst(inst);
            if let Some(access) = self.access(inst)
                && let Some((mate, other)) = self.mate(inst, &access)
            {
                self.join((mate, &other), (inst, &access));
            }
        }
    }

    /// Returns the access of `inst`, if it can be paired.
    fn access(&self, inst: InstId) -> Option<PairableAccess> {
        let frame = InstFlags::FRAME_SETUP | InstFlags::FRAME_DESTROY;
        let free = self.mf.mem_operand(inst).is_some_and(|m| m.is_unordered());
        let usual = free && !self.mf.inst(inst).flags.intersects(frame);
        pairable_access(self.mf, inst).filter(|_| usual)
    }

    /// Returns the earlier access with which `inst` can be paired.
    fn mate(&self, inst: InstId, access: &PairableAccess) -> Option<(InstId, PairableAccess)> {
        let mut between: SmallVec<[InstId; MAX_DISTANCE]> = SmallVec::new();
        let mut at = self.mf.prev_inst(inst);
        while let Some(before) = at.filter(|_| between.len() < MAX_DISTANCE) {
            let is_alike = self.mf.metadata_of(before) == self.mf.metadata_of(inst);
            let other = self.access(before).filter(|other| is_alike && is_next_to(access, other));
            if self.is_fixed(before) || self.writes(before, access.base) {
                return None;
            }
            if let Some(other) = other {
                let overlap = self.target.registers().overlap(access.reg, other.reg);
                let free =
                    if access.is_load { !overlap } else { self.is_free_after(before, &other, &between) };
                return free.then_some((before, other));
            }
            if access.is_load
                && (base_updates::touches(self.mf, self.target, before, access.reg) != 0
                    || self.may_meet(before, inst, access))
            {
                return None;
            }
            between.push(before);
            at = self.mf.prev_inst(before);
        }
        None
    }

    /// Returns true if the store `inst` can be moved after the instructions `between`.
    fn is_free_after(&self, inst: InstId, store: &PairableAccess, between: &[InstId]) -> bool {
        between.iter().all(|&i| !self.writes(i, store.reg) && !self.may_meet(i, inst, store))
    }

    /// Returns true if no access may be moved across `inst`.
    fn is_fixed(&self, inst: InstId) -> bool {
        let fixed = InstrFlags::SIDE_EFFECTS | InstrFlags::CALL | InstrFlags::TERMINATOR | InstrFlags::BRANCH;
        let opcode = self.mf.opcode(inst);
        if !opcode.is_target() {
            return !matches!(opcode, COPY | KILL | IMPLICIT_DEF);
        }
        let ordered = self.mf.mem_operands(inst).any(|m| !m.is_unordered());
        ordered || self.target.desc(opcode).flags.intersects(fixed)
    }

    /// Returns true if `inst` may alias `access`, the access of `moved`, and one of them writes.
    fn may_meet(&self, inst: InstId, moved: InstId, access: &PairableAccess) -> bool {
        let desc = self.target.desc(self.mf.opcode(inst));
        let stores = desc.has(InstrFlags::MAY_STORE);
        if !stores && (access.is_load || !desc.has(InstrFlags::MAY_LOAD)) {
            return false;
        }
        if let Some(other) = pairable_access(self.mf, inst)
            && other.base == access.base
        {
            let apart =
                access.offset + access.size <= other.offset || other.offset + other.size <= access.offset;
            return !apart;
        }
        let own = self.mf.mem_operand(moved).and_then(|m| self.spill_slot(m));
        let mut others = self.mf.mem_operands(inst).map(|m| self.spill_slot(m)).peekable();
        others.peek().is_none() || others.any(|other| other == own)
    }

    /// Returns the spill slot of an access.
    fn spill_slot(&self, memory: &MemOperand) -> Option<PointerInfo> {
        let PointerInfo::Stack(object, _) = memory.pointer else { return None };
        let kind = self.mf.frame.object(object).kind;
        (kind == FrameObjectKind::Spill).then_some(memory.pointer)
    }

    fn writes(&self, inst: InstId, reg: PhysReg) -> bool {
        let overlap = |other: PhysReg| self.target.registers().overlap(reg, other);
        let desc = self.target.desc(self.mf.opcode(inst));
        let mut defs = self.mf.operands(inst).iter().filter(|o| o.is_def()).filter_map(|o| o.phys());
        defs.any(overlap) || desc.implicit_defs.iter().any(|&other| overlap(other))
    }

    /// Merges two accesses: loads at the position of the first, stores at the second's.
    fn join(&mut self, first: (InstId, &PairableAccess), second: (InstId, &PairableAccess)) {
        let (low, high) = if first.1.offset < second.1.offset { (first, second) } else { (second, first) };
        let place = if first.1.is_load { first.0 } else { second.0 };
        let mut b = Builder::before(self.mf, place);
        let Some(pair) = build_pair(&mut b, low.1, high.1) else { return };
        for (inst, _) in [low, high] {
            // Both memory operands: later moves must respect either.
            let memory: SmallVec<[MemOperand; 2]> = self.mf.mem_operands(inst).copied().collect();
            memory.into_iter().for_each(|m| self.mf.add_mem_operand(pair, m));
            self.mf.note_moved(inst, pair);
            self.mf.remove_inst(inst);
        }
    }
}

/// Returns true if the accesses form a pair.
fn is_next_to(a: &PairableAccess, b: &PairableAccess) -> bool {
    a.pair == b.pair && a.base == b.base && (a.offset - b.offset).abs() == a.size
}
