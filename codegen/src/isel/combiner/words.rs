//! Rules about 32-bit words in wider registers, for targets with 32-bit and 64-bit operations and a
//! word multiply with a 64-bit result.

use super::{Combiner, Rule};
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::{S32, S64};
use crate::ir::mir::{IntPredicate, Operand};
use crate::ir::opcodes::*;
use crate::machine::desc::instructions::Opcode;

/// The rules.
pub const RULES: &[Rule] = &[
    Rule { name: "narrow_compare", roots: &[G_ICMP], apply: narrow_compare },
    Rule { name: "multiply_words", roots: &[G_MUL], apply: multiply_words },
    Rule { name: "shift_high_half", roots: &[G_LSHR, G_ASHR], apply: shift_high_half },
];

const LOW_HALF: u64 = 0xffff_ffff;

/// Narrows `(x & 0xffffffff) == y` and the like, unsigned, to a comparison of the low halves, if
/// `y` has no more bits.
fn narrow_compare(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let Some(predicate) = c.mf.operand(inst, 1).as_int_predicate() else { return false };
    let (Some(a), Some(b)) = (c.reg(inst, 2), c.reg(inst, 3)) else { return false };
    let signed =
        matches!(predicate, IntPredicate::Sgt | IntPredicate::Sge | IntPredicate::Slt | IntPredicate::Sle);
    let Some(dst) = c.reg(inst, 0) else { return false };
    if signed || c.ty(a) != S64 || masked(c, a).is_none() || !c.may_make(G_ICMP, &[c.ty(dst), S32]) {
        return false;
    }
    let narrow_enough = masked(c, b).is_some() || c.constant(b).is_some_and(|value| value <= LOW_HALF);
    if !narrow_enough {
        return false;
    }
    for n in [2, 3] {
        let Some(operand) = c.reg(inst, n) else { continue };
        let narrow = match (masked(c, operand), c.constant(operand)) {
            (Some(wide), _) => c.new_op(inst, G_TRUNC, S32, &[wide]),
            (None, Some(value)) => c.new_constant(inst, S32, value as i32 as u64),
            (None, None) => unreachable!("{operand} is neither masked nor a constant"),
        };
        c.set_use(inst, n, narrow);
    }
    true
}

/// Returns the value whose low half `vreg` is, if its upper half is zero.
fn masked(c: &Combiner<'_>, vreg: VReg) -> Option<VReg> {
    let and = c.defined_by(vreg, G_AND).filter(|&and| c.constant_operand(and, 2) == Some(LOW_HALF))?;
    c.reg(and, 1)
}

/// Replaces the operands of a product of two values extended from 32 bits by extensions of 32-bit
/// registers.
fn multiply_words(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(x), Some(y)) = (c.reg(inst, 1), c.reg(inst, 2)) else { return false };
    if c.ty(x) != S64 {
        return false;
    }
    for extend in [G_ZEXT, G_SEXT] {
        let words = [x, y].map(|v| word(c, v, extend));
        let done = words.iter().all(|word| matches!(word, Some(Word::Narrow)));
        let constants = words.iter().all(|word| matches!(word, Some(Word::Constant(_))));
        let [Some(a), Some(b)] = words else { continue };
        if done || constants || !c.may_make(extend, &[S64, S32]) {
            continue;
        }
        for (n, word) in [(1, a), (2, b)] {
            let narrow = match word {
                Word::Narrow => continue,
                Word::Wide(wide) => c.new_op(inst, G_TRUNC, S32, &[wide]),
                Word::Constant(value) => c.new_constant(inst, S32, value),
            };
            let wide = c.new_op(inst, extend, S64, &[narrow]);
            c.set_use(inst, n, wide);
        }
        return true;
    }
    false
}

/// The source of an extended word.
enum Word {
    /// A 32-bit register.
    Narrow,
    /// The low half of this register.
    Wide(VReg),
    /// A constant.
    Constant(u64),
}

/// Returns the source of the word that `v` extends.
fn word(c: &Combiner<'_>, v: VReg, extend: Opcode) -> Option<Word> {
    if let Some(value) = c.constant(v) {
        let extended = if extend == G_ZEXT { value & LOW_HALF } else { value as i32 as u64 };
        return (value == extended).then_some(Word::Constant(value));
    }
    if let Some(narrow) = c.defined_by(v, extend).and_then(|def| c.reg(def, 1)) {
        return (c.ty(narrow) == S32).then_some(Word::Narrow);
    }
    if extend == G_ZEXT {
        return masked(c, v).map(Word::Wide);
    }
    let def = c.defined_by(v, G_SEXT_INREG).filter(|&def| c.immediate(def, 2) == Some(32))?;
    c.reg(def, 1).map(Word::Wide)
}

/// Replaces a shift of the upper half of a register by a longer shift of the register.
fn shift_high_half(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(half), Some(by)) = (c.reg(inst, 1), c.constant_operand(inst, 2)) else { return false };
    if c.ty(half) != S32 || by >= 32 {
        return false;
    }
    let high =
        c.defined_by(half, G_TRUNC).and_then(|trunc| c.reg(trunc, 1)).filter(|&high| c.ty(high) == S64);
    let Some(inner) = high.and_then(|high| c.defined_by(high, G_LSHR)) else { return false };
    let (Some(x), Some(32)) = (c.reg(inner, 1), c.constant_operand(inner, 2)) else { return false };
    if !c.may_make(c.mf.opcode(inst), &[S64, S64]) {
        return false;
    }
    let amount = c.new_constant(inst, S64, 32 + by);
    let shifted = c.new_op(inst, c.mf.opcode(inst), S64, &[x, amount]);
    c.replace_with_opcode(inst, G_TRUNC, &[Operand::use_of(shifted)])
}
