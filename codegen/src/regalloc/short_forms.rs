//! Registers with which instructions have short forms: where the result replaces an operand.
//!
//! Compressed instructions have one register for the result and the first operand. If no copy
//! prefers a register for an interval, greedy allocation prefers the one that most of its
//! instructions have in such an operand already. Targets of LLVM do this in
//! `getRegAllocationHints`.
//!
//! Cost: linear in the examined uses, at most `MAX_USES` an interval.

use super::greedy::Greedy;
use super::interval::{Assignment, IntervalId};
use super::numbering::Position;
use crate::ir::entity::{InstId, VReg};
use crate::machine::desc::registers::{PhysReg, UnitSet};
use smallvec::SmallVec;

/// The maximum number of uses of an interval that are examined.
const MAX_USES: usize = 8;

impl Greedy<'_> {
    /// Returns the register of `registers` that is free for `id`, and with which most of its
    /// instructions have short forms that they have with no other register.
    pub(super) fn short_form_register(
        &self,
        id: IntervalId,
        registers: impl Iterator<Item = PhysReg>,
        busy: UnitSet,
    ) -> Option<PhysReg> {
        let mut found: SmallVec<[(PhysReg, u32); 8]> = SmallVec::new();
        let interval = self.intervals.get(id);
        for position in interval.uses().iter().map(|used| used.pos).take(MAX_USES) {
            let Some(inst) = self.numbering.inst_at(position) else { continue };
            for reg in self.tied_registers(inst, interval.vreg, position) {
                match found.iter_mut().find(|(other, _)| *other == reg) {
                    Some((_, count)) => *count += 1,
                    None => found.push((reg, 1)),
                }
            }
        }
        if found.is_empty() {
            return None;
        }
        let count = |reg: &PhysReg| found.iter().find(|(other, _)| other == reg).map_or(0, |found| found.1);
        let free = registers.filter(|reg| count(reg) > 0 && self.is_free(id, *reg, busy));
        free.max_by_key(|reg| (count(reg), std::cmp::Reverse(*reg)))
    }

    /// Returns the registers that other operands of `inst` have, with which `vreg` must share one for
    /// a short form.
    fn tied_registers(&self, inst: InstId, vreg: VReg, position: Position) -> SmallVec<[PhysReg; 2]> {
        let Some(form) = self.target.instr_info().short_form(self.mf, inst) else { return SmallVec::new() };
        let operands = self.mf.operands(inst);
        let sources = if form.commutes { 1..3 } else { 1..2 };
        let is_this = |n: usize| operands[n].vreg() == Some(vreg);
        let others: SmallVec<[usize; 2]> = match is_this(0) {
            true => sources.collect(),
            false => sources.filter(|&n| is_this(n)).map(|_| 0).collect(),
        };
        let fits = |reg: &PhysReg| form.takes_all || self.target.registers().unit_set(*reg) & self.short != 0;
        let reg = |n: usize| match operands[n].phys() {
            Some(reg) => Some(reg),
            None => self.register_of(operands[n].vreg()?, position),
        };
        others.into_iter().filter_map(reg).filter(fits).collect()
    }

    /// Returns the register that `vreg` has at a position.
    fn register_of(&self, vreg: VReg, position: Position) -> Option<PhysReg> {
        let mut next = self.intervals.first(vreg);
        while let Some(id) = next {
            let interval = self.intervals.get(id);
            match interval.assignment {
                Assignment::Reg(reg) if interval.covers(position) || interval.covers(position + 1) => {
                    return Some(reg);
                }
                _ => next = interval.next,
            }
        }
        None
    }
}
