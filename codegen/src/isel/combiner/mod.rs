//! `prelegalizer-combiner`, `postlegalizer-combiner`: replace instructions by cheaper ones with the
//! same result.
//!
//! One forward walk. At each instruction the rules for its opcode are tried in order, repeatedly as
//! long as one applies. A rule changes its root in place, or replaces it by a `COPY` of another
//! value. Users of copies are renamed when the walk reaches them, and dead instructions are erased
//! at once. Rules inspect definitions, through [`KnownBits`] or directly. Rules after the legalizer
//! leave legal instructions.
//!
//! Before the legalizer run the rules that require the original types, or whose results must be
//! legalized: division by constants, products, type-independent rules.
//!
//! Requires: SSA form. Establishes: nothing new. Cost: linear; a root takes at most `MAX_STEPS`
//! steps.

pub mod accesses;
pub(crate) mod bits;
mod contract;
pub(crate) mod division;
pub mod fold;
mod info;
pub mod lanes;
pub(crate) mod loads;
mod magic;
mod masks;
pub mod multiply;
pub mod offsets;
mod rules;
pub(crate) mod stores;
mod truncations;
pub mod widen;
pub mod words;

pub use info::{CombinerInfo, Rule, RuleSet};

use super::folded_metadata::Inputs;
use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::Llt;
use crate::ir::mir::{InstFlags, MachineFunction, Operand};
use crate::ir::opcodes::*;
use crate::isel::known_bits::{Known, KnownBits};
use crate::isel::legalizer::LegalityQuery;
use crate::isel::legalizer::target::LegalizerTarget;
use crate::isel::record::Root;
use crate::isel::rule_config::RuleConfig;
use crate::machine::desc::instructions::{Descs, Opcode};
use crate::support::coverage::RuleKind;
use smallvec::SmallVec;

/// The position of a combiner in the pipeline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Before the legalizer, which legalizes the results.
    Prelegalizer,
    /// After it: results must be legal.
    Postlegalizer,
}

/// The maximum number of steps of one root, so rules that undo each other terminate.
const MAX_STEPS: usize = 8;

/// The maximum number of operands of an examined phi.
const MAX_INPUTS: usize = 256;

/// Combines `mf` with the rules of `info` that are enabled and belong to the stage.
pub fn run(
    mf: &mut MachineFunction,
    target: &dyn LegalizerTarget,
    info: &CombinerInfo,
    stage: Stage,
    config: &RuleConfig,
) {
    let rules = info.rules(stage);
    let known = KnownBits::default();
    let (descs, copies) = (target.descs(), Vec::new());
    let mut combiner = Combiner { mf, target, descs, info, stage, config, known, copies };
    for n in 0..combiner.mf.layout.len() {
        let mut next = combiner.mf.first_inst(combiner.mf.layout[n]);
        while let Some(inst) = next {
            combiner.visit(rules, inst);
            next = combiner.mf.next_inst(inst);
            combiner.remove_if_dead(inst);
        }
    }
    combiner.finish();
}

/// The state of one run.
pub struct Combiner<'a> {
    /// The function.
    pub mf: &'a mut MachineFunction,
    /// Its target.
    pub target: &'a dyn LegalizerTarget,
    descs: Descs,
    info: &'a CombinerInfo,
    stage: Stage,
    config: &'a RuleConfig,
    known: KnownBits,
    /// Roots that have become copies.
    copies: Vec<InstId>,
}

impl Combiner<'_> {
    fn visit(&mut self, rules: &RuleSet, inst: InstId) {
        self.rename_uses(inst);
        for _ in 0..MAX_STEPS {
            let opcode = self.mf.opcode(inst);
            let inputs = Inputs::of(self.mf, inst);
            let mut applied = false;
            for &number in rules.of(opcode) {
                if self.config.may_combine(number) && self.apply(number, inst) {
                    self.config.combined(number);
                    applied = true;
                    break;
                }
            }
            if !applied {
                return;
            }
            inputs.into_iter().for_each(|inputs| inputs.move_to_replacement(self.mf, self.descs, inst));
        }
    }

    #[inline]
    fn apply(&mut self, number: u16, inst: InstId) -> bool {
        let apply = self.info.rule(number).apply;
        let Some(record) = self.config.record() else { return apply(self, inst) };
        let root = Root::of(self.mf, self.target, inst);
        let applied = apply(self, inst);
        if applied {
            record.add(RuleKind::Combine, number.into(), root);
        }
        applied
    }

    /// Renames the operands of `inst` to the sources of copies.
    fn rename_uses(&mut self, inst: InstId) {
        for n in 0..self.mf.operands(inst).len() {
            let operand = self.mf.operand(inst, n);
            let Some(vreg) = operand.vreg().filter(|_| operand.is_use()) else { continue };
            let source = self.source(vreg);
            if source != vreg {
                self.set_use(inst, n, source);
            }
        }
    }

    /// Returns the ultimate source of `vreg`, through copies.
    pub(crate) fn source(&self, mut vreg: VReg) -> VReg {
        while let Some(def) = self.mf.def(vreg).filter(|&d| self.mf.opcode(d) == COPY) {
            let Some(from) = self.mf.vreg_operand(def, 1).filter(|&f| self.mf.ty(f) == self.mf.ty(vreg))
            else {
                break;
            };
            vreg = from;
        }
        vreg
    }

    /// Renames uses that the walk visited before the copy, and removes the copies.
    fn finish(&mut self) {
        if self.copies.is_empty() {
            return;
        }
        for n in 0..self.mf.layout.len() {
            let mut next = self.mf.first_inst(self.mf.layout[n]);
            while let Some(inst) = next.filter(|&i| self.mf.opcode(i) == G_PHI) {
                next = self.mf.next_inst(inst);
                self.rename_uses(inst);
            }
        }
        for inst in std::mem::take(&mut self.copies) {
            self.remove_if_dead(inst);
        }
    }

    /// Replaces operand `n` of `inst` by `value`; an unused definition is erased.
    pub fn set_use(&mut self, inst: InstId, n: usize, value: VReg) {
        let operand = self.mf.operand(inst, n);
        self.mf.set_operand(inst, n, operand.with_reg(value));
        if let Some(def) = operand.vreg().and_then(|old| self.mf.def(old)) {
            self.remove_if_dead(def);
        }
    }

    /// Removes `inst` if it is dead, and instructions that become dead.
    fn remove_if_dead(&mut self, inst: InstId) {
        if self.mf.block_of(inst).is_some() && self.mf.is_dead(self.descs, inst) {
            self.remove(inst);
        }
    }

    /// Removes `inst`, and instructions that become dead.
    fn remove(&mut self, inst: InstId) {
        let mut unused = Vec::new();
        self.mf.remove_inst_listing(inst, &mut unused);
        self.mf.remove_dead(self.descs, &mut unused);
    }

    // Queries for rules.

    /// Returns the register at operand `n` of `inst`.
    pub fn reg(&self, inst: InstId, n: usize) -> Option<VReg> {
        self.mf.vreg_operand(inst, n)
    }

    /// Returns the immediate at operand `n` of `inst`.
    pub(crate) fn immediate(&self, inst: InstId, n: usize) -> Option<i64> {
        self.mf.operands(inst).get(n).and_then(|&o| self.mf.imm_value(o))
    }

    /// Returns the instruction that defines `vreg`, through copies, if it has this opcode.
    pub fn defined_by(&self, vreg: VReg, opcode: Opcode) -> Option<InstId> {
        self.mf.def(self.source(vreg)).filter(|&d| self.mf.opcode(d) == opcode)
    }

    /// Returns the value of a constant of at most 64 bits, zero-extended.
    pub fn constant(&self, vreg: VReg) -> Option<u64> {
        let ty = self.mf.ty(vreg);
        let def = self.defined_by(vreg, G_CONSTANT).filter(|_| ty.bits() <= 64 && !ty.is_vector())?;
        let mask = crate::isel::known_bits::low_bits(ty.bits());
        self.immediate(def, 1).map(|v| v as u64 & mask)
    }

    /// Returns the constant at operand `n` of `inst`.
    pub fn constant_operand(&self, inst: InstId, n: usize) -> Option<u64> {
        self.constant(self.reg(inst, n)?)
    }

    /// Returns `x` and the mask if `vreg` is `x & mask`, the mask has low bits only, and there is one
    /// use.
    pub fn masked_low_bits(&self, vreg: VReg) -> Option<(VReg, u64)> {
        let and = self.defined_by(vreg, G_AND).filter(|_| self.has_one_use(vreg))?;
        let is_low = |&mask: &u64| mask != 0 && mask.wrapping_add(1).is_power_of_two();
        let mask = self.constant_operand(and, 2).filter(is_low)?;
        Some((self.reg(and, 1)?, mask))
    }

    /// Returns true if `opcode` with these types may be created: before the legalizer always.
    pub fn may_make(&self, opcode: Opcode, types: &[Llt]) -> bool {
        self.is_allowed(&LegalityQuery::new(opcode, types))
    }

    /// Returns true if `load` may become a load with `opcode` of type `ty`.
    pub(crate) fn may_load(&self, load: InstId, opcode: Opcode, ty: Llt) -> bool {
        let now = LegalityQuery::of(self.mf, self.descs, load);
        let mut query = LegalityQuery::new(opcode, &[ty, now.ty(1)]);
        query.mem = now.mem;
        self.is_allowed(&query)
    }

    /// Returns true if `opcode` with these types is legal, before the legalizer as well.
    pub fn is_legal(&self, opcode: Opcode, types: &[Llt]) -> bool {
        self.target.legalizer_info().is_legal(&LegalityQuery::new(opcode, types))
    }

    fn is_allowed(&self, query: &LegalityQuery) -> bool {
        self.stage == Stage::Prelegalizer || self.target.legalizer_info().is_legal(query)
    }

    /// Returns the known bits of `vreg`.
    pub(crate) fn known(&mut self, vreg: VReg) -> Known {
        self.known.of(self.mf, self.target, vreg)
    }

    /// Returns the phis that reach `first` through phis, itself included, if there are at most
    /// `most`.
    pub(crate) fn connected_phis(&self, first: InstId, most: usize) -> Option<SmallVec<[InstId; 8]>> {
        let mut component: SmallVec<[InstId; 8]> = SmallVec::from_slice(&[first]);
        let mut next = 0;
        while let Some(&phi) = component.get(next) {
            next += 1;
            let inputs = &self.mf.operands(phi)[1..];
            if inputs.len() > MAX_INPUTS {
                return None;
            }
            for pair in inputs.chunks_exact(2) {
                let def = self.mf.def(self.source(pair[0].vreg()?))?;
                if self.mf.opcode(def) == G_PHI && !component.contains(&def) {
                    if component.len() == most {
                        return None;
                    }
                    component.push(def);
                }
            }
        }
        Some(component)
    }

    /// Returns true if `vreg` has one use.
    pub fn has_one_use(&self, vreg: VReg) -> bool {
        self.mf.use_count(vreg) == 1
    }

    /// Returns the type of `vreg`.
    pub fn ty(&self, vreg: VReg) -> Llt {
        self.mf.ty(vreg)
    }

    /// Returns the width of a scalar integer of at most 64 bits.
    pub(crate) fn scalar_width(&self, vreg: VReg) -> Option<u32> {
        let ty = self.ty(vreg);
        (ty.is_scalar() && ty.bits() <= 64).then(|| ty.bits())
    }

    // Actions of rules.

    /// Replaces `inst` by its result `value`, of the same type. Always returns true.
    pub(crate) fn replace_with_register(&mut self, inst: InstId, value: VReg) -> bool {
        if self.replace_with_opcode(inst, COPY, &[Operand::use_of(value)]) {
            self.mf.clear_mem_operands(inst);
            self.copies.push(inst);
        }
        true
    }

    /// Replaces `inst` by `opcode` with other operands and the same first result. Always returns
    /// true.
    pub fn replace_with_opcode(&mut self, inst: InstId, opcode: Opcode, uses: &[Operand]) -> bool {
        let old: SmallVec<[VReg; 4]> =
            self.mf.operands(inst).iter().filter(|o| o.is_use()).filter_map(|o| o.vreg()).collect();
        let mut operands: SmallVec<[Operand; 4]> = SmallVec::from_slice(&[self.mf.operand(inst, 0)]);
        operands.extend_from_slice(uses);
        self.mf.set_operands(inst, &operands);
        let i = self.mf.inst_mut(inst);
        (i.opcode, i.flags) = (opcode, InstFlags::empty());
        for vreg in old {
            if let Some(def) = self.mf.def(vreg) {
                self.remove_if_dead(def);
            }
        }
        true
    }

    /// Replaces `inst` by a constant of its result's type. Always returns true.
    pub(crate) fn replace_with_constant(&mut self, inst: InstId, value: u64) -> bool {
        let bits = self.ty(self.mf.expect_vreg(inst, 0)).bits().clamp(1, 64);
        let value = (value << (64 - bits)) as i64 >> (64 - bits);
        let value = self.mf.imm(value);
        self.replace_with_opcode(inst, G_CONSTANT, &[value])
    }

    /// Builds a constant of type `ty` before `inst`.
    pub fn new_constant(&mut self, inst: InstId, ty: Llt, value: u64) -> VReg {
        Builder::before(self.mf, inst).constant(ty, value as i64)
    }

    /// Builds `opcode uses…` of type `ty` before `inst`.
    pub fn new_op(&mut self, inst: InstId, opcode: Opcode, ty: Llt, uses: &[VReg]) -> VReg {
        Builder::before(self.mf, inst).op(opcode, ty, uses)
    }
}
