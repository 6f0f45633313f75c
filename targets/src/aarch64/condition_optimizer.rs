//! `condition-optimizer`: what is computed anyway sets the flags, so that no comparison is needed beside it.
//!
//! `sub x2, x0, x1` and `cmp x0, x1` become `subs x2, x0, x1`, as `and` and `tst` become `ands`; a comparison with zero of what `add`, `sub`
//! or `and` has computed becomes part of that. The conditions that read the flags change where they have to: if the operands are the other
//! way round, if the constants differ by one (`x < 2` is `x <= 1`), or if what the comparison with zero says of overflow is not what the
//! computation does. What LLVM's `optimizeCompareInstr` and `aarch64-condopt` do.
//!
//! Requires: selected instructions in SSA form. Establishes: nothing new. Cost: linear; a comparison looks at `MOST_KEPT` computations, and at
//! `FARTHEST` instructions between it and one of them.

use super::instructions::{TABLE, op};
use super::registers::regs;
use gisel_codegen::ir::entity::{BlockId, InstId};
use gisel_codegen::ir::mir::{MachineFunction, Operand, OperandTag, RegAttr};
use gisel_codegen::target::Target;
use gisel_codegen::target::desc::instructions::{Opcode, OperandKind};
use smallvec::SmallVec;
use std::sync::LazyLock;

/// How many computations, and comparisons, of a block are looked at.
const MOST_KEPT: usize = 8;

/// How far apart the two may be.
const FARTHEST: usize = 64;

/// What kind of computation it is, as far as the flags depend on that.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Sum,
    Difference,
    Bits,
}

/// An operation without flags, the same with, and its kind.
type Line = (Opcode, Opcode, Kind);

static LINES: [Line; 24] = [
    (op::ADDWri, op::ADDSWri, Kind::Sum),
    (op::ADDXri, op::ADDSXri, Kind::Sum),
    (op::ADDWrr, op::ADDSWrr, Kind::Sum),
    (op::ADDXrr, op::ADDSXrr, Kind::Sum),
    (op::ADDWrs, op::ADDSWrs, Kind::Sum),
    (op::ADDXrs, op::ADDSXrs, Kind::Sum),
    (op::ADDWrx, op::ADDSWrx, Kind::Sum),
    (op::ADDXrx, op::ADDSXrx, Kind::Sum),
    (op::SUBWri, op::SUBSWri, Kind::Difference),
    (op::SUBXri, op::SUBSXri, Kind::Difference),
    (op::SUBWrr, op::SUBSWrr, Kind::Difference),
    (op::SUBXrr, op::SUBSXrr, Kind::Difference),
    (op::SUBWrs, op::SUBSWrs, Kind::Difference),
    (op::SUBXrs, op::SUBSXrs, Kind::Difference),
    (op::SUBWrx, op::SUBSWrx, Kind::Difference),
    (op::SUBXrx, op::SUBSXrx, Kind::Difference),
    (op::ANDWri, op::ANDSWri, Kind::Bits),
    (op::ANDXri, op::ANDSXri, Kind::Bits),
    (op::ANDWrr, op::ANDSWrr, Kind::Bits),
    (op::ANDXrr, op::ANDSXrr, Kind::Bits),
    (op::ANDWrs, op::ANDSWrs, Kind::Bits),
    (op::ANDXrs, op::ANDSXrs, Kind::Bits),
    (op::BICWrr, op::BICSWrr, Kind::Bits),
    (op::BICXrr, op::BICSXrr, Kind::Bits),
];

/// How what a comparison compares is related to what a computation does.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    /// It is the same.
    Same,
    /// The operands of a difference are the other way round.
    Swapped,
    /// The number that is compared is larger by one than that which is subtracted.
    OneMore,
    /// It is smaller by one.
    OneLess,
    /// The result of the computation is compared with zero.
    ResultWithZero(Kind),
}

/// Merges comparisons of `mf` with computations.
pub fn run(mf: &mut MachineFunction, target: &dyn Target) {
    for n in 0..mf.layout.len() {
        let block = mf.layout[n];
        ConditionOptimizer { mf, target, block, computed: Vec::new(), compared: Vec::new() }.run();
    }
}

/// The walk over a block.
struct ConditionOptimizer<'a> {
    mf: &'a mut MachineFunction,
    target: &'a dyn Target,
    block: BlockId,
    /// Computations that may set flags.
    computed: Vec<InstId>,
    /// Comparisons.
    compared: Vec<InstId>,
}

impl ConditionOptimizer<'_> {
    fn run(&mut self) {
        let mut next = self.mf.first_inst(self.block);
        while let Some(inst) = next {
            next = self.mf.next_inst(inst);
            let Some(line) = line(self.mf.opcode(inst)) else { continue };
            if self.mf.vreg_operand(inst, 0).is_some() {
                if line.0 != self.mf.opcode(inst) || !self.merge_computation(inst) {
                    keep(&mut self.computed, inst);
                }
            } else if line.1 == self.mf.opcode(inst) && !self.merge_comparison(inst) {
                keep(&mut self.compared, inst);
            }
        }
    }

    /// Has a comparison before `computation` compute its result, too.
    fn merge_computation(&mut self, computation: InstId) -> bool {
        let pair = self.compared.iter().rev().find_map(|&c| Some((c, self.relation(computation, c)?)));
        let Some((comparison, relation)) = pair else { return false };
        let Some(class) = self.class_of_result(computation) else { return false };
        if !self.change_conditions(comparison, relation) {
            return false;
        }
        self.compared.retain(|&c| c != comparison);
        self.move_to(computation, comparison, class);
        keep(&mut self.computed, comparison);
        true
    }

    /// Has a computation before `comparison` set the flags.
    fn merge_comparison(&mut self, comparison: InstId) -> bool {
        let of_same = self.computed.iter().rev().find_map(|&c| Some((c, self.relation(c, comparison)?)));
        let Some((computation, relation)) = of_same.or_else(|| self.tested_result(comparison)) else {
            return false;
        };
        let Some(class) = self.class_of_result(computation) else { return false };
        let Some(way) = self.way(computation, comparison) else { return false };
        let sets_already =
            line(self.mf.opcode(computation)).is_none_or(|l| l.0 != self.mf.opcode(computation));
        let stays = !way.touches_flags;
        if !stays && (sets_already || way.reads_result || matches!(relation, Relation::ResultWithZero(_))) {
            return false;
        }
        if !self.change_conditions(comparison, relation) {
            return false;
        }
        if !stays {
            self.computed.retain(|&c| c != computation);
            self.move_to(computation, comparison, class);
            keep(&mut self.computed, comparison);
            return true;
        }
        if !sets_already {
            self.set_flags_in(computation, class);
        }
        self.mf.remove_inst(comparison);
        true
    }

    /// How `comparison` is related to `computation`, if the latter can set the flags of both.
    fn relation(&self, computation: InstId, comparison: InstId) -> Option<Relation> {
        let line = line(self.mf.opcode(computation)).filter(|l| l.1 == self.mf.opcode(comparison))?;
        let (x, y) = (self.inputs(computation), self.inputs(comparison));
        let same = |a: Operand, b: Operand| {
            a == b || self.mf.imm_value(a).is_some() && self.mf.imm_value(a) == self.mf.imm_value(b)
        };
        if x.len() != y.len() || !x.iter().all(|o| o.phys().is_none() && is_plain(o)) {
            return None;
        }
        if x.iter().zip(y).all(|(&a, &b)| same(a, b)) {
            return Some(Relation::Same);
        }
        match (x, y) {
            // Both are registers: which is first matters for differences alone.
            ([a, b], [c, d]) if same(*a, *d) && same(*b, *c) => match line.2 {
                Kind::Difference => Some(Relation::Swapped),
                Kind::Sum => Some(Relation::Same),
                Kind::Bits if matches!(line.0, op::ANDWrr | op::ANDXrr) => Some(Relation::Same),
                Kind::Bits => None,
            },
            ([a, by, shift], [b, with, other]) if same(*a, *b) && line.2 == Kind::Difference => {
                let unshifted = [shift, other].iter().all(|&&o| self.mf.imm_value(o) == Some(0));
                match self.mf.imm_value(*with)? - self.mf.imm_value(*by)? {
                    1 if unshifted => Some(Relation::OneMore),
                    -1 if unshifted => Some(Relation::OneLess),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// What has computed the register that `comparison` compares with zero, in the same block.
    fn tested_result(&self, comparison: InstId) -> Option<(InstId, Relation)> {
        let (op::SUBSWri | op::SUBSXri) = self.mf.opcode(comparison) else { return None };
        let [tested, zero, _] = self.inputs(comparison) else { return None };
        let whole =
            tested.vreg().filter(|_| tested.sub_reg().0 == 0 && self.mf.imm_value(*zero) == Some(0))?;
        let computation = self.mf.def(whole).filter(|&d| self.mf.block_of(d) == Some(self.block))?;
        let kind = line(self.mf.opcode(computation))?.2;
        self.inputs(computation).iter().all(is_plain).then_some((computation, Relation::ResultWithZero(kind)))
    }

    /// The operands of `inst` but the first and those that all instructions of its kind have.
    fn inputs(&self, inst: InstId) -> &[Operand] {
        let listed = TABLE.desc(self.mf.opcode(inst)).operands.len();
        &self.mf.operands(inst)[1..listed]
    }

    /// The class that the result of `computation` has if it sets flags; `None` if there is none that is right for its users too.
    fn class_of_result(&self, computation: InstId) -> Option<RegAttr> {
        let line = line(self.mf.opcode(computation))?;
        let RegAttr::Class(now) = self.mf.reg_attr(self.mf.vreg_operand(computation, 0)?) else {
            return None;
        };
        let OperandKind::Class(flagged) = TABLE.desc(line.1).operands.first()?.kind else { return None };
        self.target.registers().common_sub_class(now, flagged).map(RegAttr::Class)
    }

    /// What stands between two instructions of the block.
    fn way(&self, from: InstId, to: InstId) -> Option<Way> {
        let result = self.mf.vreg_operand(from, 0)?;
        let mut way = Way { touches_flags: false, reads_result: false };
        let mut at = self.mf.next_inst(from);
        for _ in 0..FARTHEST {
            let inst = at?;
            if inst == to {
                return Some(way);
            }
            let operands = self.mf.operands(inst);
            way.touches_flags |= operands.iter().any(touches_flags) || self.writes_flags(inst);
            way.reads_result |= operands.iter().any(|o| o.vreg() == Some(result));
            at = self.mf.next_inst(inst);
        }
        None
    }

    /// Whether `inst` changes the flags, or may.
    fn writes_flags(&self, inst: InstId) -> bool {
        let written = |o: &Operand| !o.is_use() && touches_flags(o);
        let always = self.target.desc(self.mf.opcode(inst)).implicit_defs.contains(&regs::NZCV);
        always || self.mf.operands(inst).iter().any(written)
    }

    /// Has all that reads the flags of `comparison` ask for what the relation makes of its condition. `false`, with nothing changed, if that
    /// cannot be.
    fn change_conditions(&mut self, comparison: InstId, relation: Relation) -> bool {
        let mut changes: SmallVec<[(InstId, usize, i64); 4]> = SmallVec::new();
        let mut at = self.mf.next_inst(comparison);
        while let Some(inst) = at {
            let operands = self.mf.operands(inst);
            if operands.iter().any(|o| o.is_use() && o.phys() == Some(regs::NZCV)) {
                let place = condition_operand(self.mf.opcode(inst));
                let condition = place.and_then(|n| Some((n, self.mf.imm_value(operands[n])?)));
                let Some((n, condition)) = condition else { return false };
                let Some(new) = related_condition(condition, relation) else { return false };
                changes.push((inst, n, new));
            }
            if self.writes_flags(inst) {
                break;
            }
            at = self.mf.next_inst(inst);
        }
        for (inst, n, condition) in changes {
            self.mf.set_operand(inst, n, Operand::small_imm(condition as i32));
        }
        true
    }

    /// Makes `place`, a comparison, do what `computation` does with flags; the latter is removed.
    fn move_to(&mut self, computation: InstId, place: InstId, class: RegAttr) {
        let from = self.mf.operands(computation).to_vec();
        let opcode = self.mf.opcode(computation);
        self.mf.remove_inst(computation);
        self.mf.inst_mut(place).opcode = opcode;
        self.mf.set_operands(place, &from);
        self.set_flags_in(place, class);
    }

    /// Makes `inst` set flags.
    fn set_flags_in(&mut self, inst: InstId, class: RegAttr) {
        let Some(line) = line(self.mf.opcode(inst)) else { return };
        if let Some(result) = self.mf.vreg_operand(inst, 0) {
            self.mf.set_reg_attr(result, class);
        }
        self.mf.inst_mut(inst).opcode = line.1;
        self.mf.push_operand(inst, Operand::implicit_def(regs::NZCV));
    }
}

/// What stands between a computation and a comparison.
struct Way {
    /// Something reads or writes the flags.
    touches_flags: bool,
    /// Something reads what is computed.
    reads_result: bool,
}

fn line(opcode: Opcode) -> Option<&'static Line> {
    // By opcode: the line's number and 1.
    static BY_OPCODE: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let opcodes = LINES.iter().flat_map(|line| [line.0, line.1]);
        let mut numbers = vec![0; opcodes.map(|opcode| usize::from(opcode.0) + 1).max().unwrap_or(0)];
        for (n, line) in (1..).zip(&LINES) {
            numbers[usize::from(line.0.0)] = n;
            numbers[usize::from(line.1.0)] = n;
        }
        numbers
    });
    let number = BY_OPCODE.get(usize::from(opcode.0)).filter(|&&number| number != 0)?;
    LINES.get(usize::from(*number) - 1)
}

/// Adds `inst` to the newest of its kind.
fn keep(list: &mut Vec<InstId>, inst: InstId) {
    if list.len() >= MOST_KEPT {
        list.remove(0);
    }
    list.push(inst);
}

/// Whether an operand is a register or a number, and no symbol or the like.
fn is_plain(operand: &Operand) -> bool {
    matches!(operand.tag(), OperandTag::Reg | OperandTag::Imm | OperandTag::PoolImm)
}

/// Whether an operand reads or writes the flags.
fn touches_flags(operand: &Operand) -> bool {
    operand.phys() == Some(regs::NZCV) || operand.tag() == OperandTag::RegMask
}

/// The operand of an instruction that is a condition.
fn condition_operand(opcode: Opcode) -> Option<usize> {
    match opcode {
        op::Bcc => Some(0),
        op::CSELWr | op::CSELXr | op::CSINCWr | op::CSINCXr | op::CSINVWr | op::CSINVXr => Some(3),
        op::CSNEGWr | op::CSNEGXr | op::FCSELHrrr | op::FCSELSrrr | op::FCSELDrrr => Some(3),
        op::CCMPWr | op::CCMPXr | op::CCMPWi | op::CCMPXi | op::CCMNWi | op::CCMNXi => Some(3),
        _ => None,
    }
}

/// The condition that holds after the computation when `condition` does after the comparison.
fn related_condition(condition: i64, relation: Relation) -> Option<i64> {
    const EQ: i64 = 0;
    const NE: i64 = 1;
    const HS: i64 = 2;
    const LO: i64 = 3;
    const MI: i64 = 4;
    const PL: i64 = 5;
    const HI: i64 = 8;
    const LS: i64 = 9;
    const GE: i64 = 10;
    const LT: i64 = 11;
    const GT: i64 = 12;
    const LE: i64 = 13;
    let related = match (relation, condition) {
        (Relation::Same, _) | (Relation::Swapped | Relation::ResultWithZero(_), EQ | NE) => condition,
        (Relation::Swapped, HS) | (Relation::OneMore, LO) => LS,
        (Relation::Swapped, LO) | (Relation::OneMore, HS) => HI,
        (Relation::Swapped, HI) | (Relation::OneLess, LS) => LO,
        (Relation::Swapped, LS) | (Relation::OneLess, HI) => HS,
        (Relation::Swapped, GE) | (Relation::OneMore, LT) => LE,
        (Relation::Swapped, LT) | (Relation::OneMore, GE) => GT,
        (Relation::Swapped, GT) | (Relation::OneLess, LE) => LT,
        (Relation::Swapped, LE) | (Relation::OneLess, GT) => GE,
        // No difference from zero overflows, nor borrows: the sign alone says what is less than zero.
        (Relation::ResultWithZero(_), MI | LT) => MI,
        (Relation::ResultWithZero(_), PL | GE) => PL,
        (Relation::ResultWithZero(_), HI) => NE,
        (Relation::ResultWithZero(_), LS) => EQ,
        // Operations on bits do not overflow either.
        (Relation::ResultWithZero(Kind::Bits), GT | LE) => condition,
        _ => return None,
    };
    Some(related)
}
