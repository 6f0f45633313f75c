//! `condition-optimizer`: folds comparisons into flag-setting instructions.
//!
//! `sub x2, x0, x1` and `cmp x0, x1` become `subs x2, x0, x1`, as `and` and `tst` become `ands`. A
//! comparison of the result of `add`, `sub` or `and` with zero is folded into that instruction. The
//! conditions that read the flags are changed in three cases: the operands are swapped, the
//! constants differ by one (`x < 2` is `x <= 1`), or the overflow flag differs from the comparison
//! with zero. Equivalent to LLVM's `optimizeCompareInstr` and `aarch64-condopt`.
//! Requires: selected instructions in SSA form. Establishes: nothing new. Cost: linear; a
//! comparison visits `MAX_TRACKED` computations, and `MAX_DISTANCE` instructions between it and one
//! of them.

use crate::aarch64::mc::conditions::{EQ, GE, GT, HI, HS, LE, LO, LS, LT, MI, NE, PL};
use crate::aarch64::mc::instructions::{TABLE, op};
use crate::aarch64::registers::regs;
use gisel_codegen::ir::entity::{BlockId, InstId};
use gisel_codegen::ir::mir::{MachineFunction, Operand, OperandTag, RegAttr};
use gisel_codegen::machine::desc::instructions::{Opcode, OperandKind};
use gisel_codegen::target::PassTarget;
use smallvec::SmallVec;
use std::sync::LazyLock;

/// The maximum number of computations, and of comparisons, of a block that are visited.
const MAX_TRACKED: usize = 8;

/// The maximum distance between the two, in instructions.
const MAX_DISTANCE: usize = 64;

/// The kind of a computation, as far as the flags depend on it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum OperationKind {
    Sum,
    Difference,
    Bits,
}

/// An operation without flags, its flag-setting form, and its kind.
type FlagSettingForm = (Opcode, Opcode, OperationKind);

static FLAG_SETTING_FORMS: [FlagSettingForm; 24] = [
    (op::ADDWri, op::ADDSWri, OperationKind::Sum),
    (op::ADDXri, op::ADDSXri, OperationKind::Sum),
    (op::ADDWrr, op::ADDSWrr, OperationKind::Sum),
    (op::ADDXrr, op::ADDSXrr, OperationKind::Sum),
    (op::ADDWrs, op::ADDSWrs, OperationKind::Sum),
    (op::ADDXrs, op::ADDSXrs, OperationKind::Sum),
    (op::ADDWrx, op::ADDSWrx, OperationKind::Sum),
    (op::ADDXrx, op::ADDSXrx, OperationKind::Sum),
    (op::SUBWri, op::SUBSWri, OperationKind::Difference),
    (op::SUBXri, op::SUBSXri, OperationKind::Difference),
    (op::SUBWrr, op::SUBSWrr, OperationKind::Difference),
    (op::SUBXrr, op::SUBSXrr, OperationKind::Difference),
    (op::SUBWrs, op::SUBSWrs, OperationKind::Difference),
    (op::SUBXrs, op::SUBSXrs, OperationKind::Difference),
    (op::SUBWrx, op::SUBSWrx, OperationKind::Difference),
    (op::SUBXrx, op::SUBSXrx, OperationKind::Difference),
    (op::ANDWri, op::ANDSWri, OperationKind::Bits),
    (op::ANDXri, op::ANDSXri, OperationKind::Bits),
    (op::ANDWrr, op::ANDSWrr, OperationKind::Bits),
    (op::ANDXrr, op::ANDSXrr, OperationKind::Bits),
    (op::ANDWrs, op::ANDSWrs, OperationKind::Bits),
    (op::ANDXrs, op::ANDSXrs, OperationKind::Bits),
    (op::BICWrr, op::BICSWrr, OperationKind::Bits),
    (op::BICXrr, op::BICSXrr, OperationKind::Bits),
];

/// The relation of a comparison to a computation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Relation {
    /// The operands are the same.
    Same,
    /// The operands of a difference are swapped.
    Swapped,
    /// The compared number is the subtracted one plus one.
    OneMore,
    /// The compared number is the subtracted one minus one.
    OneLess,
    /// The computation's result is compared with zero.
    ResultWithZero(OperationKind),
}

/// Merges comparisons of `mf` with computations.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    for n in 0..mf.layout.len() {
        let block = mf.layout[n];
        ConditionOptimizer { mf, target, block, computed: Vec::new(), compared: Vec::new() }.run();
    }
}

/// The walk over a block.
struct ConditionOptimizer<'a> {
    mf: &'a mut MachineFunction,
    target: &'a dyn PassTarget,
    block: BlockId,
    /// Computations that can set flags.
    computed: Vec<InstId>,
    /// Comparisons.
    compared: Vec<InstId>,
}

impl ConditionOptimizer<'_> {
    fn run(&mut self) {
        let mut next = self.mf.first_inst(self.block);
        while let Some(inst) = next {
            next = self.mf.next_inst(inst);
            let Some(form) = flag_setting_form(self.mf.opcode(inst)) else { continue };
            if self.mf.vreg_operand(inst, 0).is_some() {
                if form.0 != self.mf.opcode(inst) || !self.merge_computation(inst) {
                    keep(&mut self.computed, inst);
                }
            } else if form.1 == self.mf.opcode(inst) && !self.merge_comparison(inst) {
                keep(&mut self.compared, inst);
            }
        }
    }

    /// Changes a comparison before `computation` to compute its result.
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

    /// Changes a computation before `comparison` to set the flags.
    fn merge_comparison(&mut self, comparison: InstId) -> bool {
        let of_same = self.computed.iter().rev().find_map(|&c| Some((c, self.relation(c, comparison)?)));
        let Some((computation, relation)) = of_same.or_else(|| self.tested_result(comparison)) else {
            return false;
        };
        let Some(class) = self.class_of_result(computation) else { return false };
        let Some(way) = self.way(computation, comparison) else { return false };
        let sets_already = flag_setting_form(self.mf.opcode(computation))
            .is_none_or(|form| form.0 != self.mf.opcode(computation));
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

    /// Returns the relation of `comparison` to `computation`, if the latter can set the flags of
    /// both.
    fn relation(&self, computation: InstId, comparison: InstId) -> Option<Relation> {
        let form = flag_setting_form(self.mf.opcode(computation))
            .filter(|form| form.1 == self.mf.opcode(comparison))?;
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
            // Both are registers: their order matters only for differences.
            ([a, b], [c, d]) if same(*a, *d) && same(*b, *c) => match form.2 {
                OperationKind::Difference => Some(Relation::Swapped),
                OperationKind::Sum => Some(Relation::Same),
                OperationKind::Bits if matches!(form.0, op::ANDWrr | op::ANDXrr) => Some(Relation::Same),
                OperationKind::Bits => None,
            },
            ([a, by, shift], [b, with, other]) if same(*a, *b) && form.2 == OperationKind::Difference => {
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

    /// Returns the instruction in the same block whose result `comparison` compares with zero.
    fn tested_result(&self, comparison: InstId) -> Option<(InstId, Relation)> {
        let (op::SUBSWri | op::SUBSXri) = self.mf.opcode(comparison) else { return None };
        let [tested, zero, _] = self.inputs(comparison) else { return None };
        let whole =
            tested.vreg().filter(|_| tested.sub_reg().0 == 0 && self.mf.imm_value(*zero) == Some(0))?;
        let computation = self.mf.def(whole).filter(|&d| self.mf.block_of(d) == Some(self.block))?;
        let kind = flag_setting_form(self.mf.opcode(computation))?.2;
        self.inputs(computation).iter().all(is_plain).then_some((computation, Relation::ResultWithZero(kind)))
    }

    /// Returns the operands of `inst` without the first and the common ones of its kind.
    fn inputs(&self, inst: InstId) -> &[Operand] {
        let listed = TABLE.desc(self.mf.opcode(inst)).operands.len();
        &self.mf.operands(inst)[1..listed]
    }

    /// Returns the class of the result of `computation` if it sets flags; `None` if no class fits
    /// its users too.
    fn class_of_result(&self, computation: InstId) -> Option<RegAttr> {
        let form = flag_setting_form(self.mf.opcode(computation))?;
        let RegAttr::Class(now) = self.mf.reg_attr(self.mf.vreg_operand(computation, 0)?) else {
            return None;
        };
        let OperandKind::Class(flagged) = TABLE.desc(form.1).operands.first()?.kind else { return None };
        self.target.registers().common_sub_class(now, flagged).map(RegAttr::Class)
    }

    /// Returns the effects between two instructions of the block.
    fn way(&self, from: InstId, to: InstId) -> Option<Way> {
        let result = self.mf.vreg_operand(from, 0)?;
        let mut way = Way { touches_flags: false, reads_result: false };
        let mut at = self.mf.next_inst(from);
        for _ in 0..MAX_DISTANCE {
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

    /// Returns true if `inst` may write the flags.
    fn writes_flags(&self, inst: InstId) -> bool {
        let written = |o: &Operand| !o.is_use() && touches_flags(o);
        let always = self.target.desc(self.mf.opcode(inst)).implicit_defs.contains(&regs::NZCV);
        always || self.mf.operands(inst).iter().any(written)
    }

    /// Changes the conditions that read the flags of `comparison` according to the relation.
    /// Returns false without effect if that is impossible.
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

    /// Changes `place`, a comparison, to the flag-setting form of `computation`, which is removed.
    fn move_to(&mut self, computation: InstId, place: InstId, class: RegAttr) {
        let from = self.mf.operands(computation).to_vec();
        let opcode = self.mf.opcode(computation);
        self.mf.remove_inst(computation);
        self.mf.inst_mut(place).opcode = opcode;
        self.mf.set_operands(place, &from);
        self.set_flags_in(place, class);
    }

    /// Changes `inst` to its flag-setting form.
    fn set_flags_in(&mut self, inst: InstId, class: RegAttr) {
        let Some(form) = flag_setting_form(self.mf.opcode(inst)) else { return };
        if let Some(result) = self.mf.vreg_operand(inst, 0) {
            self.mf.set_reg_attr(result, class);
        }
        self.mf.inst_mut(inst).opcode = form.1;
        self.mf.push_operand(inst, Operand::implicit_def(regs::NZCV));
    }
}

/// The effects between a computation and a comparison.
struct Way {
    /// An instruction reads or writes the flags.
    touches_flags: bool,
    /// An instruction reads the computation's result.
    reads_result: bool,
}

fn flag_setting_form(opcode: Opcode) -> Option<&'static FlagSettingForm> {
    // By opcode: the number of its row plus 1.
    static BY_OPCODE: LazyLock<Vec<u8>> = LazyLock::new(|| {
        let opcodes = FLAG_SETTING_FORMS.iter().flat_map(|form| [form.0, form.1]);
        let mut numbers = vec![0; opcodes.map(|opcode| usize::from(opcode.0) + 1).max().unwrap_or(0)];
        for (n, form) in (1..).zip(&FLAG_SETTING_FORMS) {
            numbers[usize::from(form.0.0)] = n;
            numbers[usize::from(form.1.0)] = n;
        }
        numbers
    });
    let number = BY_OPCODE.get(usize::from(opcode.0)).filter(|&&number| number != 0)?;
    FLAG_SETTING_FORMS.get(usize::from(*number) - 1)
}

/// Adds `inst` to the newest of its kind.
fn keep(list: &mut Vec<InstId>, inst: InstId) {
    if list.len() >= MAX_TRACKED {
        list.remove(0);
    }
    list.push(inst);
}

/// Returns true if an operand is a register or a number.
fn is_plain(operand: &Operand) -> bool {
    matches!(operand.tag(), OperandTag::Reg | OperandTag::Imm | OperandTag::PoolImm)
}

/// Returns true if an operand reads or writes the flags.
fn touches_flags(operand: &Operand) -> bool {
    operand.phys() == Some(regs::NZCV) || operand.tag() == OperandTag::RegMask
}

/// Returns the operand number of an instruction's condition.
fn condition_operand(opcode: Opcode) -> Option<usize> {
    match opcode {
        op::Bcc => Some(0),
        op::CSELWr | op::CSELXr | op::CSINCWr | op::CSINCXr | op::CSINVWr | op::CSINVXr => Some(3),
        op::CSNEGWr | op::CSNEGXr | op::FCSELHrrr | op::FCSELSrrr | op::FCSELDrrr => Some(3),
        op::CCMPWr | op::CCMPXr | op::CCMPWi | op::CCMPXi | op::CCMNWi | op::CCMNXi => Some(3),
        _ => None,
    }
}

/// Returns the condition after the computation that is equivalent to `condition` after the
/// comparison.
fn related_condition(condition: i64, relation: Relation) -> Option<i64> {
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
        // A difference from zero neither overflows nor borrows: the sign alone decides if it is
        // less than zero.
        (Relation::ResultWithZero(_), MI | LT) => MI,
        (Relation::ResultWithZero(_), PL | GE) => PL,
        (Relation::ResultWithZero(_), HI) => NE,
        (Relation::ResultWithZero(_), LS) => EQ,
        // Bit operations do not overflow either.
        (Relation::ResultWithZero(OperationKind::Bits), GT | LE) => condition,
        _ => return None,
    };
    Some(related)
}
