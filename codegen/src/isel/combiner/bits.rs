//! Rules about bits that are known or not demanded.

use super::{Combiner, Rule};
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::Llt;
use crate::ir::mir::{InstFlags, IntPredicate, Operand};
use crate::ir::opcodes::*;
use crate::isel::known_bits::low_bits;

/// The rules.
pub(crate) const RULES: &[Rule] = &[
    Rule { name: "known_constant", roots: &[G_AND, G_OR, G_LSHR, G_ICMP, G_ZEXT], apply: known_constant },
    Rule { name: "and_known", roots: &[G_AND], apply: and_known },
    Rule { name: "and_and", roots: &[G_AND], apply: and_and },
    Rule { name: "icmp_masked", roots: &[G_ICMP], apply: icmp_masked },
    Rule { name: "sext_inreg_known", roots: &[G_SEXT_INREG], apply: sext_inreg_known },
    Rule { name: "sext_inreg_shifted", roots: &[G_SEXT_INREG], apply: sext_inreg_shifted },
    Rule { name: "zext_known", roots: &[G_ZEXT], apply: zext_known },
    Rule { name: "extend_truncated", roots: &[G_ANYEXT, G_ZEXT, G_SEXT], apply: extend_truncated },
    Rule {
        name: "extend_partly_truncated",
        roots: &[G_ANYEXT, G_ZEXT, G_SEXT],
        apply: extend_partly_truncated,
    },
    Rule { name: "logic_of_truncated", roots: &[G_AND, G_OR, G_XOR], apply: logic_of_truncated },
    Rule { name: "field_of_logic", roots: &[G_AND], apply: field_of_logic },
    Rule { name: "bool_compare", roots: &[G_ICMP], apply: bool_compare },
    Rule { name: "brcond_not", roots: &[G_BRCOND], apply: brcond_not },
    Rule { name: "select_not", roots: &[G_SELECT], apply: select_not },
    Rule { name: "demanded_and", roots: &[G_AND], apply: demanded_and },
    Rule { name: "demanded_sext_inreg", roots: &[G_SEXT_INREG], apply: demanded_sext_inreg },
    Rule { name: "demanded_shift", roots: &[G_SHL, G_LSHR, G_ASHR], apply: demanded_shift },
    Rule { name: "demanded_store", roots: &[G_STORE], apply: demanded_store },
];

const DEPTH: u32 = 6;

/// Replaces a result with known bits by a constant.
fn known_constant(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let Some(dst) = c.reg(inst, 0) else { return false };
    match c.known(dst).constant() {
        Some(value) => c.replace_with_constant(inst, value),
        None => false,
    }
}

/// Replaces `x & mask` by `x` if all other bits are known to be zero. If `x` is an any-extension of
/// such a value, it becomes a zero-extension, or the sign extension if that is cheaper.
fn and_known(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(x), Some(mask)) = (c.reg(inst, 1), c.constant_operand(inst, 2)) else { return false };
    if c.known(x).is_within(mask) {
        return c.replace_with_register(inst, x);
    }
    let narrow = c.defined_by(x, G_ANYEXT).and_then(|extension| c.reg(extension, 1));
    let Some(narrow) = narrow.filter(|&narrow| c.scalar_width(narrow).is_some()) else { return false };
    let known_narrow = c.known(narrow);
    let widths = (known_narrow.bits, c.ty(x).bits());
    let opcode = match c.target.legalizer_info().sext_cheaper_than_zext == Some(widths) {
        true if known_narrow.zero >> (widths.0 - 1) & 1 == 0 => return false,
        true => G_SEXT,
        false => G_ZEXT,
    };
    let may_extend = known_narrow.is_within(mask) && c.may_make(opcode, &[c.ty(x), c.ty(narrow)]);
    may_extend && c.replace_with_opcode(inst, opcode, &[Operand::use_of(narrow)])
}

/// Compares `x` instead of `x & mask`, unsigned or for equality, if the mask has the low bits and `x`
/// is the sign extension of these. Signed extensions of unsigned values have the same order. The
/// other operand must be a constant of as many bits, or such a value.
fn icmp_masked(c: &mut Combiner<'_>, inst: InstId) -> bool {
    use IntPredicate::{Eq, Ne, Uge, Ugt, Ule, Ult};
    let predicate = c.mf.operand(inst, 1).as_int_predicate();
    let (Some(left), Some(right)) = (c.reg(inst, 2), c.reg(inst, 3)) else { return false };
    let (true, Some(width)) =
        (matches!(predicate, Some(Eq | Ne | Uge | Ugt | Ule | Ult)), c.scalar_width(left))
    else {
        return false;
    };
    let masked = c.masked_low_bits(left).filter(|&(_, mask)| mask < low_bits(width));
    let Some((x, mask)) = masked else { return false };
    let bits = mask.trailing_ones();
    let is_extended = |c: &mut Combiner<'_>, x| {
        let known = c.known(x);
        known.bits == width && known.sign_bits > width - bits
    };
    if !is_extended(c, x) {
        return false;
    }
    let other = match (c.constant(right), c.masked_low_bits(right)) {
        (Some(value), _) if value <= mask => {
            let extended = (value << (64 - bits)) as i64 >> (64 - bits);
            c.new_constant(inst, c.ty(left), extended as u64)
        }
        (None, Some((y, of_right))) if of_right == mask && is_extended(c, y) => y,
        _ => return false,
    };
    c.set_use(inst, 2, x);
    c.set_use(inst, 3, other);
    true
}

/// Combines `(x & a) & b` into `x & (a & b)`.
fn and_and(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(x), Some(b)) = (c.reg(inst, 1), c.constant_operand(inst, 2)) else { return false };
    let Some(inner) = c.defined_by(x, G_AND) else { return false };
    let (Some(y), Some(a)) = (c.reg(inner, 1), c.constant_operand(inner, 2)) else { return false };
    let mask = if a & b == b { c.reg(inst, 2) } else { None };
    let mask = mask.unwrap_or_else(|| c.new_constant(inst, c.ty(x), a & b));
    c.replace_with_opcode(inst, G_AND, &[Operand::use_of(y), Operand::use_of(mask)])
}

/// Removes the sign extension of a value that is sign-extended already.
fn sext_inreg_known(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(x), Some(n)) = (c.reg(inst, 1), c.immediate(inst, 2)) else { return false };
    let known = c.known(x);
    known.bits != 0
        && i64::from(known.sign_bits) > i64::from(known.bits) - n
        && c.replace_with_register(inst, x)
}

/// Replaces the sign extension of the upper bits by an arithmetic shift.
fn sext_inreg_shifted(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(value), Some(n)) = (c.reg(inst, 1), c.immediate(inst, 2)) else { return false };
    let Some(shift) = c.defined_by(value, G_LSHR) else { return false };
    let (Some(x), Some(amount), Some(by)) = (c.reg(shift, 1), c.reg(shift, 2), c.constant_operand(shift, 2))
    else {
        return false;
    };
    let whole = c.scalar_width(x).is_some_and(|bits| i64::from(bits) == n + by as i64);
    let legal = c.may_make(G_ASHR, &[c.ty(x), c.ty(amount)]);
    whole && legal && c.replace_with_opcode(inst, G_ASHR, &[Operand::use_of(x), Operand::use_of(amount)])
}

/// Replaces `zext(trunc x)` by `x`, of the same type, if the truncated bits are zero.
fn zext_known(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let Some((x, narrow)) = truncated(c, inst) else { return false };
    let known = c.known(x);
    known.bits != 0
        && known.zero | low_bits(narrow) == known.mask() | low_bits(narrow)
        && c.replace_with_register(inst, x)
}

/// Returns the source of the truncation whose result `inst` extends, if it has the result's type,
/// and the narrow width.
fn truncated(c: &Combiner<'_>, inst: InstId) -> Option<(VReg, u32)> {
    let (dst, narrow) = (c.reg(inst, 0)?, c.reg(inst, 1)?);
    let x = c.reg(c.defined_by(narrow, G_TRUNC)?, 1)?;
    let bits = c.scalar_width(narrow)?;
    (c.ty(x) == c.ty(dst) && c.ty(x).is_scalar()).then_some((x, bits))
}

/// Returns the source of the truncation whose result `inst` extends, for vectors.
fn vector_truncated(c: &Combiner<'_>, inst: InstId) -> Option<VReg> {
    let (dst, narrow) = (c.reg(inst, 0)?, c.reg(inst, 1)?);
    let x = c.reg(c.defined_by(narrow, G_TRUNC).filter(|_| c.ty(dst).is_vector())?, 1)?;
    (c.ty(x) == c.ty(dst)).then_some(x)
}

/// Replaces `trunc x & trunc y` by `trunc (x & y)`, for vectors of at most 128 bits. Scalar
/// truncation is free, and wider vectors are in several registers.
fn logic_of_truncated(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let source = |n: usize| {
        let value = c.reg(inst, n).filter(|&v| c.ty(v).is_vector() && c.has_one_use(v))?;
        c.reg(c.defined_by(value, G_TRUNC)?, 1)
    };
    let (Some(x), Some(y)) = (source(1), source(2)) else { return false };
    let (opcode, ty) = (c.mf.opcode(inst), c.ty(x));
    if ty != c.ty(y) || ty.bits() > 128 || !c.may_make(opcode, &[ty]) {
        return false;
    }
    let wide = c.new_op(inst, opcode, ty, &[x, y]);
    c.replace_with_opcode(inst, G_TRUNC, &[Operand::use_of(wide)])
}

/// Replaces `((x >> c) ^ y) & mask` by `((x >> c) & mask) ^ y`, and so for an or, if `y` has no other
/// bits: the field of `x` is one instruction, or shares the shift of a word. The logic may be in a
/// narrower type.
fn field_of_logic(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(value), Some(mask)) = (c.reg(inst, 1), c.constant_operand(inst, 2)) else { return false };
    let ty = c.ty(value);
    let n = mask.trailing_ones();
    let Some(bits) = c.scalar_width(value).filter(|_| mask == low_bits(n) && c.has_one_use(value)) else {
        return false;
    };
    let narrow = c.defined_by(value, G_ANYEXT).and_then(|any| c.reg(any, 1)).unwrap_or(value);
    let logic = c.defined_by(narrow, G_XOR).or_else(|| c.defined_by(narrow, G_OR));
    let Some(logic) = logic.filter(|_| c.has_one_use(narrow)) else { return false };
    let Some((a, b)) = c.reg(logic, 1).zip(c.reg(logic, 2)) else { return false };
    let Some((shift, other)) = shifted(c, a, ty).map(|s| (s, b)).or(shifted(c, b, ty).map(|s| (s, a))) else {
        return false;
    };
    let ends_in_word = c.constant_operand(shift, 2).is_some_and(|by| by + u64::from(n) <= u64::from(bits));
    if !ends_in_word || c.defined_by(other, G_AND).is_some() {
        return false;
    }
    let opcode = c.mf.opcode(logic);
    let Some((shifted, mask)) = c.reg(shift, 0).zip(c.reg(inst, 2)) else { return false };
    let is_wide = c.ty(other) == ty;
    if !is_wide && !c.may_make(G_ZEXT, &[ty, c.ty(other)]) || !c.may_make(opcode, &[ty]) {
        return false;
    }
    if !fits(c, other, n) {
        return false;
    }
    c.known.forget(narrow);
    let field = c.new_op(inst, G_AND, ty, &[shifted, mask]);
    let other = if is_wide { other } else { c.new_op(inst, G_ZEXT, ty, &[other]) };
    c.replace_with_opcode(inst, opcode, &[Operand::use_of(field), Operand::use_of(other)])
}

/// Returns the logical right shift in `ty` by a constant that `value` is, perhaps truncated, if
/// nothing else uses it.
fn shifted(c: &Combiner<'_>, value: VReg, ty: Llt) -> Option<InstId> {
    let whole = c.defined_by(value, G_TRUNC).filter(|_| c.has_one_use(value));
    let whole = whole.map_or(Some(value), |trunc| c.reg(trunc, 1))?;
    let shift = c.defined_by(whole, G_LSHR).filter(|_| c.has_one_use(whole) && c.ty(whole) == ty)?;
    c.constant_operand(shift, 2).map(|_| shift)
}

/// Returns true if all bits of `value` but the low `n` are zero, after its load extends zeros if
/// necessary.
fn fits(c: &mut Combiner<'_>, value: VReg, n: u32) -> bool {
    let known = c.known(value);
    if known.bits != 0 && known.zero | low_bits(n) == known.mask() | low_bits(n) {
        return true;
    }
    let load = c.defined_by(value, G_LOAD).filter(|_| c.has_one_use(value));
    let is_narrow = |load: InstId| {
        c.mf.mem_operand(load).is_some_and(|m| m.is_unordered() && m.ty.is_scalar() && m.size() * 8 <= n)
    };
    let Some(load) = load.filter(|&load| is_narrow(load) && c.may_load(load, G_ZEXTLOAD, c.ty(value))) else {
        return false;
    };
    c.mf.inst_mut(load).opcode = G_ZEXTLOAD;
    c.known.forget(value);
    true
}

/// Replaces `extend(trunc x)` by operations in the type of `x`.
fn extend_truncated(c: &mut Combiner<'_>, inst: InstId) -> bool {
    if let Some(x) = vector_truncated(c, inst) {
        return c.mf.opcode(inst) == G_ANYEXT && c.replace_with_register(inst, x);
    }
    let Some((x, narrow)) = truncated(c, inst) else { return false };
    match c.mf.opcode(inst) {
        G_ANYEXT => c.replace_with_register(inst, x),
        G_SEXT if !c.may_make(G_SEXT_INREG, &[c.ty(x)]) => false,
        G_SEXT => {
            let bits = c.mf.imm(i64::from(narrow));
            c.replace_with_opcode(inst, G_SEXT_INREG, &[Operand::use_of(x), bits])
        }
        _ if !c.may_make(G_AND, &[c.ty(x)]) => false,
        _ => {
            let mask = c.new_constant(inst, c.ty(x), low_bits(narrow));
            c.replace_with_opcode(inst, G_AND, &[Operand::use_of(x), Operand::use_of(mask)])
        }
    }
}

/// Replaces `extend(trunc x)` by `extend x`, to a type wider than the type of `x`, if the
/// truncation loses nothing.
fn extend_partly_truncated(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(dst), Some(value)) = (c.reg(inst, 0), c.reg(inst, 1)) else { return false };
    let Some(x) = c.defined_by(value, G_TRUNC).and_then(|trunc| c.reg(trunc, 1)) else { return false };
    let (Some(narrow), Some(middle), Some(wide)) =
        (c.scalar_width(value), c.scalar_width(x), c.scalar_width(dst))
    else {
        return false;
    };
    if middle >= wide {
        return false;
    }
    let known = c.known(x);
    let opcode = c.mf.opcode(inst);
    let same = match opcode {
        G_ANYEXT => true,
        G_ZEXT => known.zero | low_bits(narrow) == low_bits(middle),
        _ => known.sign_bits > middle - narrow,
    };
    same && c.may_make(opcode, &[c.ty(dst), c.ty(x)])
        && c.replace_with_opcode(inst, opcode, &[Operand::use_of(x)])
}

/// Replaces `bool != 0` and `bool == 1` by the bool, and `bool == 0` and `bool != 1` by its
/// inverse.
fn bool_compare(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let predicate = c.mf.operand(inst, 1).as_int_predicate();
    let (Some(dst), Some(x), Some(value)) = (c.reg(inst, 0), c.reg(inst, 2), c.constant_operand(inst, 3))
    else {
        return false;
    };
    if c.ty(dst) != c.ty(x) || value > 1 || !c.ty(x).is_scalar() {
        return false;
    }
    let known = c.known(x);
    if known.bits == 0 || known.zero | 1 != known.mask() {
        return false;
    }
    match (predicate, value) {
        (Some(IntPredicate::Ne), 0) | (Some(IntPredicate::Eq), 1) => c.replace_with_register(inst, x),
        (Some(IntPredicate::Eq), 0) | (Some(IntPredicate::Ne), 1) if c.may_make(G_XOR, &[c.ty(x)]) => {
            let one = c.new_constant(inst, c.ty(x), 1);
            c.replace_with_opcode(inst, G_XOR, &[Operand::use_of(x), Operand::use_of(one)])
        }
        _ => false,
    }
}

/// Exchanges the targets of a branch on an inverted bool and the following jump, to branch on the
/// bool.
fn brcond_not(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let Some(x) = c.reg(inst, 0).and_then(|condition| inverted_bool(c, condition)) else { return false };
    let Some(jump) = c.mf.next_inst(inst).filter(|&next| c.mf.opcode(next) == G_BR) else { return false };
    let (yes, no) = (c.mf.operand(inst, 1), c.mf.operand(jump, 0));
    c.mf.set_operand(inst, 1, no);
    c.mf.set_operand(jump, 0, yes);
    c.set_use(inst, 0, x);
    true
}

/// Exchanges the operands of a select on an inverted bool, to select on the bool.
fn select_not(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let Some(x) = c.reg(inst, 1).and_then(|condition| inverted_bool(c, condition)) else { return false };
    let (yes, no) = (c.mf.operand(inst, 2), c.mf.operand(inst, 3));
    c.mf.set_operand(inst, 2, no);
    c.mf.set_operand(inst, 3, yes);
    c.set_use(inst, 1, x);
    true
}

/// Returns the bool whose inverse is `condition`.
fn inverted_bool(c: &Combiner<'_>, condition: VReg) -> Option<VReg> {
    let not = c.defined_by(condition, G_XOR).filter(|_| c.ty(condition).is_scalar())?;
    c.reg(not, 1).filter(|_| c.constant_operand(not, 2) == Some(1))
}

fn demanded_and(c: &mut Combiner<'_>, inst: InstId) -> bool {
    match c.constant_operand(inst, 2) {
        Some(mask) => demand_operand(c, inst, 1, mask),
        None => false,
    }
}

fn demanded_sext_inreg(c: &mut Combiner<'_>, inst: InstId) -> bool {
    match c.immediate(inst, 2) {
        Some(n) => demand_operand(c, inst, 1, low_bits(n as u32)),
        None => false,
    }
}

fn demanded_store(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let size = c.mf.mem_operand(inst).map(|m| m.size() * 8);
    match size {
        Some(bits @ 1..64) => demand_operand(c, inst, 0, low_bits(bits)),
        _ => false,
    }
}

fn demanded_shift(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(x), Some(amount)) = (c.reg(inst, 1), c.constant_operand(inst, 2)) else { return false };
    let Some(bits) = c.scalar_width(x).filter(|&b| amount < u64::from(b)) else { return false };
    let all = low_bits(bits);
    let mask = if c.mf.opcode(inst) == G_SHL { all >> amount } else { all << amount & all };
    demand_operand(c, inst, 1, mask)
}

/// Simplifies operand `n` of `inst`, of which only the bits of `mask` are demanded.
fn demand_operand(c: &mut Combiner<'_>, inst: InstId, n: usize, mask: u64) -> bool {
    let Some(value) = c.reg(inst, n) else { return false };
    let (new, changed) = demand(c, value, mask, true, DEPTH);
    if changed {
        // The result may wrap now, even where the operand was changed in place.
        c.mf.inst_mut(inst).flags -= WRAPPING;
    }
    if new != value {
        c.set_use(inst, n, new);
    }
    changed
}

const WRAPPING: InstFlags = InstFlags::NO_U_WRAP.union(InstFlags::NO_S_WRAP).union(InstFlags::IS_EXACT);

/// Returns a value that agrees with `value` in the bits of `mask`, and true if anything changed.
/// Definitions without other uses are changed in place, if all values on the path have a single use
/// (`exclusive`).
fn demand(c: &mut Combiner<'_>, value: VReg, mask: u64, exclusive: bool, depth: u32) -> (VReg, bool) {
    let unchanged = (value, false);
    let (Some(bits), Some(depth)) = (c.scalar_width(value), depth.checked_sub(1)) else { return unchanged };
    let Some(def) = c.mf.def(value) else { return unchanged };
    let mask = mask & low_bits(bits);
    let exclusive = exclusive && c.has_one_use(value);
    let constant = c.constant_operand(def, 2);
    let simpler = match c.mf.opcode(def) {
        G_AND => constant.is_some_and(|k| k & mask == mask),
        G_OR | G_XOR => constant.is_some_and(|k| k & mask == 0),
        G_SEXT_INREG => c.immediate(def, 2).is_some_and(|n| low_bits(n as u32) & mask == mask),
        _ => false,
    };
    match c.reg(def, 1) {
        Some(x) if simpler => (demand(c, x, mask, exclusive, depth).0, true),
        _ if exclusive => inside(c, value, def, mask, constant, depth),
        _ => unchanged,
    }
}

/// Simplifies the operands of `def`, which defines `value` for one user that demands the bits of
/// `mask`.
fn inside(
    c: &mut Combiner<'_>,
    value: VReg,
    def: InstId,
    mask: u64,
    constant: Option<u64>,
    depth: u32,
) -> (VReg, bool) {
    if matches!(c.mf.opcode(def), G_ZEXT | G_SEXT) {
        return (value, any_extend(c, value, def, mask, depth));
    }
    // A carry depends on the lower bits.
    let below = low_bits(64 - mask.leading_zeros());
    let shift = constant.filter(|&k| k < 64);
    let masks: [Option<u64>; 3] = match (c.mf.opcode(def), constant, shift) {
        (G_AND, Some(k), _) => [Some(mask & k), None, None],
        (G_OR, Some(k), _) => [Some(mask & !k), None, None],
        (G_AND | G_OR | G_XOR, ..) => [Some(mask), Some(mask), None],
        (G_ADD | G_SUB | G_MUL, ..) => [Some(below), Some(below), None],
        (G_SHL, _, Some(k)) => [Some(mask >> k), None, None],
        (G_SHL, ..) => [Some(below), None, None],
        (G_LSHR, _, Some(k)) => [Some(mask << k), None, None],
        (G_SELECT, ..) => [None, Some(mask), Some(mask)],
        (G_TRUNC | G_ANYEXT, ..) => [Some(mask), None, None],
        _ => return (value, false),
    };
    let mut any = false;
    for (n, mask) in (1..).zip(masks) {
        let (Some(mask), Some(operand)) = (mask, c.reg(def, n)) else { continue };
        let (new, changed) = demand(c, operand, mask, true, depth);
        if new != operand {
            c.set_use(def, n, new);
        }
        any |= changed;
    }
    if any {
        c.mf.inst_mut(def).flags = InstFlags::empty();
        c.mf.note_intact_bits(value, mask.trailing_ones());
        c.known.forget(value);
    }
    (value, any)
}

/// Makes the extension `def`, of whose result `value` the bits of `mask` are demanded, an
/// any-extension, unless they include extended bits. Returns true if anything changed.
fn any_extend(c: &mut Combiner<'_>, value: VReg, def: InstId, mask: u64, depth: u32) -> bool {
    let Some(narrow) = c.reg(def, 1) else { return false };
    let Some(bits) = c.scalar_width(narrow) else { return false };
    if mask & !low_bits(bits) != 0 || !c.may_make(G_ANYEXT, &[c.ty(value), c.ty(narrow)]) {
        return false;
    }
    let (new, _) = demand(c, narrow, mask, true, depth);
    if new != narrow {
        c.set_use(def, 1, new);
    }
    let extension = c.mf.inst_mut(def);
    (extension.opcode, extension.flags) = (G_ANYEXT, InstFlags::empty());
    c.mf.note_intact_bits(value, mask.trailing_ones());
    c.known.forget(value);
    true
}
