//! Branches on the order of two values, for the guards of `loop-reduce`.
//!
//! A branch on a value that is not zero counts: zero is less than it, without signs.

use super::address_steps::{addend, is_word, whole};
use crate::aarch64::mc::conditions::{EQ, GE, GT, HI, HS, LE, LO, LS, LT, NE};
use crate::aarch64::mc::instructions::{TABLE, op};
use crate::aarch64::registers::regs;
use gisel_codegen::ir::entity::{BlockId, InstId, VReg};
use gisel_codegen::ir::mir::MachineFunction;
use gisel_codegen::ir::opcodes::SUBREG_TO_REG;
use gisel_codegen::passes::analysis::induction_variables::{Bound, OrderedTest};
use std::iter;

/// Returns the order that the branch `inst` tests.
pub(super) fn ordered_test(mf: &MachineFunction, inst: InstId) -> Option<OrderedTest> {
    match (mf.opcode(inst), mf.operands(inst)) {
        (op::Bcc, &[condition, target, ..]) => {
            let (condition, target) = (mf.imm_value(condition)?, target.as_block()?);
            let [first, second] = compared(mf, inst)?;
            // The condition holds if the first is less, if the second is less, or if one of them is not.
            let other = other_successor(mf, inst, target)?;
            let zero = || (second == Bound::Number(0)).then_some(());
            let (low, high, less) = match condition {
                LT | LO => (first, second, target),
                GE | HS => (first, second, other),
                GT | HI => (second, first, target),
                LE | LS => (second, first, other),
                NE => zero().map(|()| (second, first, target))?,
                EQ => zero().map(|()| (second, first, other))?,
                _ => return None,
            };
            let is_signed = matches!(condition, LT | GE | GT | LE);
            Some(OrderedTest { low, high, is_signed, less })
        }
        (op::CBZW | op::CBZX | op::CBNZW | op::CBNZX, &[value, target, ..]) => {
            let (high, target) = (Bound::Register(whole(value)?), target.as_block()?);
            let is_zero = matches!(mf.opcode(inst), op::CBZW | op::CBZX);
            let less = if is_zero { other_successor(mf, inst, target)? } else { target };
            Some(OrderedTest { low: Bound::Number(0), high, is_signed: false, less })
        }
        _ => None,
    }
}

/// Returns the successor of the branch's block that is not `target`.
fn other_successor(mf: &MachineFunction, branch: InstId, target: BlockId) -> Option<BlockId> {
    mf.block(mf.block_of(branch)?).successors.iter().copied().find(|&to| to != target)
}

/// Returns the values that are compared before `branch`.
fn compared(mf: &MachineFunction, branch: InstId) -> Option<[Bound; 2]> {
    let sets_flags = |&inst: &InstId| {
        let opcode = mf.opcode(inst);
        let listed = opcode.is_target() && TABLE.desc(opcode).implicit_defs.contains(&regs::NZCV);
        listed || mf.operands(inst).iter().any(|o| o.is_def() && o.phys() == Some(regs::NZCV))
    };
    let before = iter::successors(mf.prev_inst(branch), |&inst| mf.prev_inst(inst));
    let test = before.into_iter().find(sets_flags)?;
    let (opcode, operands) = (mf.opcode(test), mf.operands(test));
    let &[_, first, second, ..] = operands else { return None };
    let second = match opcode {
        op::SUBSWrr | op::SUBSXrr => Bound::Register(whole(second)?),
        op::SUBSWri | op::SUBSXri => Bound::Number(addend(mf, second, *operands.get(3)?)?),
        _ => return None,
    };
    Some([Bound::Register(whole(first)?), second])
}

/// Returns the W register that `vreg` extends with zeros, if that takes an instruction.
pub(super) fn zero_extended_word(mf: &MachineFunction, vreg: VReg) -> Option<VReg> {
    let def = mf.def(vreg).filter(|&def| mf.opcode(def) == SUBREG_TO_REG)?;
    let &[_, _, low, _] = mf.operands(def) else { return None };
    let copy = whole(low).and_then(|low| mf.def(low)).filter(|&copy| mf.opcode(copy) == op::ORRWrs)?;
    let &[_, zero, word, shift] = mf.operands(copy) else { return None };
    let word = whole(word).filter(|&word| is_word(mf, word))?;
    (zero.phys() == Some(regs::WZR) && mf.imm_value(shift) == Some(0)).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aarch64::target::AArch64Target;
    use gisel_codegen::ir::entity::SubtargetId;
    use gisel_codegen::ir::module::Module;
    use gisel_codegen::mir_text::parser;

    /// Calls `check` with a function and the last of these lines before a jump to `%bb.2`; `%0` and
    /// `%1` are words, and `%2` is a doubleword.
    fn last<T>(lines: &[&str], check: impl FnOnce(&MachineFunction, InstId) -> T) -> T {
        let target = AArch64Target::new("", "").expect("generic");
        let text = format!(
            "name: f\nisSSA: true\nbody: |\n  bb.0:\n    successors: %bb.1, %bb.2\n    liveins: $w0, $w1, $x2\n    \
             %0:gpr32common = COPY $w0\n    %1:gpr32 = COPY $w1\n    %2:gpr64 = COPY $x2\n    {}\n    B %bb.2\n  \
             bb.1:\n    RET_ReallyLR\n  bb.2:\n    RET_ReallyLR\n",
            lines.join("\n    ")
        );
        let read = parser::parse(&text, &target, SubtargetId::new(0), &mut Module::default());
        let mf = read.unwrap_or_else(|error| panic!("{error}\n{text}")).remove(0);
        let jump = mf.last_inst(mf.entry()).and_then(|jump| mf.prev_inst(jump));
        check(&mf, jump.expect("an instruction"))
    }

    #[test]
    fn the_lesser_value_is_known_on_both_sides_of_a_branch() {
        let test = |lines: &[&str]| {
            last(lines, |mf, inst| {
                let test = ordered_test(mf, inst)?;
                Some((test.low, test.high, test.is_signed, test.less.index()))
            })
        };
        let after = |comparison: &str, condition: i64| {
            test(&[comparison, &format!("Bcc {condition}, %bb.1, implicit $nzcv")])
        };
        let [x, y] = [0, 1].map(|n| Bound::Register(VReg::new(n)));
        let words = "$wzr = SUBSWrr %0, %1, implicit-def $nzcv";
        assert_eq!(after(words, LT), Some((x, y, true, 1)));
        assert_eq!(after(words, HS), Some((x, y, false, 2)));
        assert_eq!(after(words, GT), Some((y, x, true, 1)));
        assert_eq!(after(words, LS), Some((y, x, false, 2)));
        assert_eq!(after(words, NE), None);
        let with = |number: i64| format!("$wzr = SUBSWri %0, {number}, 0, implicit-def $nzcv");
        assert_eq!(after(&with(0), NE), Some((Bound::Number(0), x, false, 1)));
        assert_eq!(after(&with(0), EQ), Some((Bound::Number(0), x, false, 2)));
        assert_eq!(after(&with(1), NE), None);
        assert_eq!(after(&with(1), LT), Some((x, Bound::Number(1), true, 1)));
        assert_eq!(after("$wzr = ADDSWri %0, 1, 0, implicit-def $nzcv", GT), None);
        assert_eq!(after("$wzr = SUBSWrr %1, %2.sub_32, implicit-def $nzcv", GT), None);
        assert_eq!(test(&["CBNZW %0, %bb.1"]), Some((Bound::Number(0), x, false, 1)));
        assert_eq!(test(&["CBZW %1, %bb.1"]), Some((Bound::Number(0), y, false, 2)));
    }

    #[test]
    fn copies_that_clear_the_upper_half_are_recognized() {
        let word = |lines: &[&str]| {
            last(lines, |mf, inst| zero_extended_word(mf, mf.vreg_operand(inst, 0)?).map(VReg::index))
        };
        let wide = "%4:gpr64 = SUBREG_TO_REG 0, %3, %subreg.sub_32";
        assert_eq!(word(&["%3:gpr32 = ORRWrs $wzr, %1, 0", wide]), Some(1));
        // This takes no instruction of its own.
        assert_eq!(word(&["%3:gpr32 = ADDWri %0, 1, 0", wide]), None);
        assert_eq!(word(&["%3:gpr32 = ORRWrs $wzr, %1, 3", wide]), None);
        assert_eq!(word(&["%3:gpr32 = ORRWrs $wzr, %2.sub_32, 0", wide]), None);
    }
}
