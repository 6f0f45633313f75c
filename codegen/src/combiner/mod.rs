//! `prelegalizer-combiner`, `postlegalizer-combiner`: replace instructions by cheaper ones with the same result.
//!
//! One walk forwards. At each instruction the rules for its opcode are tried in order, again as long as one applies. A rule either
//! changes its root in place or has it become a `COPY` of another value; the users of copies are renamed when the walk
//! comes to them, and what nobody uses any more goes at once. Rules look at definitions, through [`KnownBits`] or themselves,
//! and those after the legalizer leave what is legal.
//!
//! Before the legalizer stand the rules that want types as they were, or whose results the legalizer has to look at: division by constants,
//! products, what is the same for all types.
//!
//! Requires: SSA form. Establishes: nothing new. Cost: linear; a root takes at most `MOST_STEPS` steps.

mod bits;
mod division;
mod fold;
mod loads;
mod magic;
mod multiply;
mod offsets;
mod registry;
mod shifts;
mod widen;
mod words;

pub use registry::{disable_rule, limit_steps};

use crate::analysis::known_bits::{Known, KnownBits};
use crate::builder::Builder;
use crate::coverage::{Coverage, Kind};
use crate::entity::{InstId, VReg};
use crate::llt::Llt;
use crate::mir::{InstFlags, MachineFunction, Operand};
use crate::opcodes::*;
use crate::target::Target;
use crate::target::instructions::Opcode;
use smallvec::SmallVec;
use std::sync::LazyLock;

/// One rule.
#[derive(Debug)]
pub struct Rule {
    /// Its name, by which it is switched off.
    pub name: &'static str,
    /// The opcodes of its roots.
    pub roots: &'static [Opcode],
    /// Tries it: whether anything changed.
    apply: fn(&mut Combiner<'_>, InstId) -> bool,
}

/// The rules of a target.
#[derive(Debug)]
pub struct RuleSet {
    /// The numbers of its rules.
    numbers: Vec<u16>,
    /// The same by opcode.
    by_opcode: Vec<Vec<u16>>,
}

/// What is worth while everywhere.
pub static COMMON: LazyLock<RuleSet> =
    LazyLock::new(|| RuleSet::behind(&[widen::TO_32, widen::SIGNED_LOADS, offsets::SCALED, words::RULES]));

/// For machines whose integer registers and operations have 64 bits, with immediates of 12: values of 32 bits become values of 64 where
/// they are extended, and bit fields are moved into the reach of immediates.
pub static WIDE: LazyLock<RuleSet> =
    LazyLock::new(|| RuleSet::behind(&[widen::TO_64, shifts::RULES, offsets::SIGNED]));

/// Before the legalizer, everywhere.
pub static BEFORE: LazyLock<RuleSet> =
    LazyLock::new(|| RuleSet::new(&[fold::RULES, division::RULES, multiply::RULES]));

/// The same for machines that add what is shifted in one step.
pub static BEFORE_SHIFTED: LazyLock<RuleSet> =
    LazyLock::new(|| RuleSet::new(&[fold::RULES, division::RULES, multiply::RULES, multiply::SHIFTED]));

/// All rules, by number.
static ALL: LazyLock<Vec<&'static Rule>> = LazyLock::new(|| {
    let all = [
        widen::TO_32,
        widen::TO_64,
        widen::SIGNED_LOADS,
        shifts::RULES,
        offsets::SCALED,
        offsets::SIGNED,
        words::RULES,
        fold::RULES,
        bits::RULES,
        loads::RULES,
        division::RULES,
        multiply::RULES,
        multiply::SHIFTED,
    ];
    all.iter().flat_map(|rules| rules.iter()).collect()
});

impl RuleSet {
    /// A set for after the legalizer: `own` rules, then those of every target.
    fn behind(own: &[&'static [Rule]]) -> RuleSet {
        RuleSet::new(&[own, &[fold::RULES, bits::RULES, loads::RULES]].concat())
    }

    fn new(lists: &[&'static [Rule]]) -> RuleSet {
        let mut set = RuleSet { numbers: Vec::new(), by_opcode: vec![Vec::new(); DESCS.len()] };
        for rule in lists.iter().flat_map(|rules| rules.iter()) {
            let number = number_of(rule);
            set.numbers.push(number);
            rule.roots.iter().for_each(|root| set.by_opcode[root.table_index()].push(number));
        }
        set
    }

    /// The rule with this name by itself, if there is one.
    pub fn only(name: &str) -> Option<RuleSet> {
        let rule = ALL.iter().find(|rule| rule.name == name)?;
        Some(RuleSet::new(&[std::slice::from_ref(*rule)]))
    }

    /// The number and the name of each of its rules.
    pub fn names(&self) -> impl Iterator<Item = (u32, &'static str)> {
        self.numbers.iter().map(|&number| (u32::from(number), ALL[usize::from(number)].name))
    }

    fn rules(&self, opcode: Opcode) -> &[u16] {
        if opcode.is_target() { &[] } else { &self.by_opcode[opcode.table_index()] }
    }
}

/// The number of `rule`, by which it is called: its place in the list of all rules, where it stands once.
fn number_of(rule: &Rule) -> u16 {
    let mut places = (0..).zip(ALL.iter()).filter(|(_, listed)| listed.name == rule.name);
    let (Some((number, _)), None) = (places.next(), places.next()) else {
        panic!("combiner rule '{}' must be in the list of all rules once", rule.name);
    };
    number
}

/// So that rules that undo each other come to an end.
const MOST_STEPS: usize = 8;

/// Phis with more operands are not looked through.
const MOST_INPUTS: usize = 256;

/// Combines `mf` by `rules`.
pub fn run(mf: &mut MachineFunction, target: &dyn Target, rules: &RuleSet) {
    let mut combiner = Combiner { mf, target, known: KnownBits::default(), copies: Vec::new() };
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
    pub target: &'a dyn Target,
    known: KnownBits,
    /// Roots that became copies.
    copies: Vec<InstId>,
}

impl Combiner<'_> {
    fn visit(&mut self, rules: &RuleSet, inst: InstId) {
        self.rename_uses(inst);
        for _ in 0..MOST_STEPS {
            let opcode = self.mf.opcode(inst);
            let mut applied = false;
            for &number in rules.rules(opcode) {
                if registry::may_apply(number) && (ALL[number as usize].apply)(self, inst) {
                    registry::count_step();
                    Coverage::hit(Kind::Combine, u32::from(number));
                    applied = true;
                    break;
                }
            }
            if !applied {
                return;
            }
        }
    }

    /// Has `inst` use the sources of copies.
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

    /// What `vreg` is a copy of in the end.
    fn source(&self, mut vreg: VReg) -> VReg {
        while let Some(def) = self.mf.def(vreg).filter(|&d| self.mf.opcode(d) == COPY) {
            let Some(from) = self.mf.vreg_operand(def, 1).filter(|&f| self.mf.ty(f) == self.mf.ty(vreg))
            else {
                break;
            };
            vreg = from;
        }
        vreg
    }

    /// Renames what the walk came by too early, and drops the copies.
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

    /// Makes operand `n` of `inst` a use of `value`; what that leaves unused goes.
    fn set_use(&mut self, inst: InstId, n: usize, value: VReg) {
        let operand = self.mf.operand(inst, n);
        self.mf.set_operand(inst, n, operand.with_reg(value));
        if let Some(def) = operand.vreg().and_then(|old| self.mf.def(old)) {
            self.remove_if_dead(def);
        }
    }

    /// Removes `inst` if nobody needs it, and what only it needed.
    fn remove_if_dead(&mut self, inst: InstId) {
        let mut doomed: SmallVec<[InstId; 4]> = SmallVec::from_slice(&[inst]);
        while let Some(inst) = doomed.pop() {
            if self.mf.block_of(inst).is_none() || !self.mf.is_dead(self.target.descs(), inst) {
                continue;
            }
            let uses: SmallVec<[VReg; 4]> =
                self.mf.operands(inst).iter().filter(|o| o.is_use()).filter_map(|o| o.vreg()).collect();
            self.mf.remove_inst(inst);
            doomed.extend(uses.into_iter().filter_map(|v| self.mf.def(v)));
        }
    }

    // What rules ask.

    /// The register at operand `n` of `inst`.
    fn reg(&self, inst: InstId, n: usize) -> Option<VReg> {
        self.mf.vreg_operand(inst, n)
    }

    /// The immediate at operand `n` of `inst`.
    fn immediate(&self, inst: InstId, n: usize) -> Option<i64> {
        self.mf.operands(inst).get(n).and_then(|&o| self.mf.imm_value(o))
    }

    /// The instruction that defines `vreg`, seen through copies, if it has this opcode.
    fn defined_by(&self, vreg: VReg, opcode: Opcode) -> Option<InstId> {
        self.mf.def(self.source(vreg)).filter(|&d| self.mf.opcode(d) == opcode)
    }

    /// The value of a constant of at most 64 bits, zero-extended.
    fn constant(&self, vreg: VReg) -> Option<u64> {
        let ty = self.mf.ty(vreg);
        let def = self.defined_by(vreg, G_CONSTANT).filter(|_| ty.bits() <= 64 && !ty.is_vector())?;
        let mask = crate::analysis::known_bits::low_bits(ty.bits());
        self.immediate(def, 1).map(|v| v as u64 & mask)
    }

    /// The constant at operand `n` of `inst`.
    fn constant_operand(&self, inst: InstId, n: usize) -> Option<u64> {
        self.constant(self.reg(inst, n)?)
    }

    /// What is known of the bits of `vreg`.
    fn known(&mut self, vreg: VReg) -> Known {
        self.known.of(self.mf, self.target, vreg)
    }

    /// The phi and those that it gets values from through phis, if they are not more than `most`.
    fn phi_web(&self, first: InstId, most: usize) -> Option<SmallVec<[InstId; 8]>> {
        let mut web: SmallVec<[InstId; 8]> = SmallVec::from_slice(&[first]);
        let mut next = 0;
        while let Some(&phi) = web.get(next) {
            next += 1;
            let inputs = &self.mf.operands(phi)[1..];
            if inputs.len() > MOST_INPUTS {
                return None;
            }
            for pair in inputs.chunks_exact(2) {
                let def = self.mf.def(self.source(pair[0].vreg()?))?;
                if self.mf.opcode(def) == G_PHI && !web.contains(&def) {
                    if web.len() == most {
                        return None;
                    }
                    web.push(def);
                }
            }
        }
        Some(web)
    }

    fn has_one_use(&self, vreg: VReg) -> bool {
        self.mf.use_count(vreg) == 1
    }

    fn ty(&self, vreg: VReg) -> Llt {
        self.mf.ty(vreg)
    }

    /// The width of a scalar integer of at most 64 bits.
    fn scalar_width(&self, vreg: VReg) -> Option<u32> {
        let ty = self.ty(vreg);
        (ty.is_scalar() && ty.bits() <= 64).then(|| ty.bits())
    }

    // What rules do.

    /// Has the result of `inst` be `value`, of the same type. Always true.
    fn become_value(&mut self, inst: InstId, value: VReg) -> bool {
        if self.become_op(inst, COPY, &[Operand::use_of(value)]) {
            self.mf.clear_mem_operands(inst);
            self.copies.push(inst);
        }
        true
    }

    /// Makes `inst` compute its first result by `opcode` of other operands. Always true.
    fn become_op(&mut self, inst: InstId, opcode: Opcode, uses: &[Operand]) -> bool {
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

    /// Makes `inst` a constant of its result's type. Always true.
    fn become_constant(&mut self, inst: InstId, value: u64) -> bool {
        let bits = self.ty(self.mf.expect_vreg(inst, 0)).bits().clamp(1, 64);
        let value = (value << (64 - bits)) as i64 >> (64 - bits);
        let value = self.mf.imm(value);
        self.become_op(inst, G_CONSTANT, &[value])
    }

    /// A constant of type `ty` before `inst`.
    fn new_constant(&mut self, inst: InstId, ty: Llt, value: u64) -> VReg {
        Builder::before(self.mf, inst).constant(ty, value as i64)
    }

    /// `opcode uses…` of type `ty` before `inst`.
    fn new_op(&mut self, inst: InstId, opcode: Opcode, ty: Llt, uses: &[VReg]) -> VReg {
        Builder::before(self.mf, inst).op(opcode, ty, uses)
    }
}
