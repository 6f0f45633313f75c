//! Rules about vectors, before the legalizer: averages and saturated values that are narrowed,
//! products of extended lanes, comparisons and masks.
//!
//! [`NARROWED`] is for targets that average and saturate lanes in one instruction, on registers of
//! 64 and 128 bits.

use super::{Combiner, Rule};
use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::{Llt, S1, S32};
use crate::ir::mir::{IntPredicate, MemOperand, Operand};
use crate::ir::opcodes::*;
use crate::isel::known_bits::low_bits;
use crate::isel::legalizer::build::constant_splat;
use crate::machine::desc::instructions::Opcode;
use smallvec::SmallVec;

/// The rules of targets with vectors whose comparisons have lanes of zeros and ones.
pub const RULES: &[Rule] = &[
    Rule { name: "select_of_bools", roots: &[G_SELECT], apply: select_of_bools },
    Rule { name: "three_way_lanes", roots: &[G_SCMP, G_UCMP], apply: three_way_lanes },
    Rule { name: "add_constant_last", roots: &[G_ADD], apply: add_constant_last },
    Rule { name: "mul_extended_lanes", roots: &[G_MUL], apply: mul_extended_lanes },
    Rule { name: "mul_extended_splat", roots: &[G_MUL], apply: mul_extended_splat },
    Rule { name: "extended_extreme", roots: &[G_SMIN, G_SMAX, G_UMIN, G_UMAX], apply: extended_extreme },
    Rule { name: "extended_word", roots: &[G_ZEXT, G_SEXT, G_UITOFP, G_SITOFP], apply: extended_word },
    Rule {
        name: "concatenated_words",
        roots: &[G_CONCAT_VECTORS, G_SHUFFLE_VECTOR],
        apply: concatenated_words,
    },
];

/// The rules after the legalizer.
pub const LEGAL: &[Rule] = &[
    Rule {
        name: "merge_of_unmerged",
        roots: &[G_BUILD_VECTOR, G_CONCAT_VECTORS, G_MERGE_VALUES],
        apply: merge_of_unmerged,
    },
    Rule { name: "build_of_vectors", roots: &[G_BUILD_VECTOR], apply: build_of_vectors },
    Rule { name: "mul_by_narrow_constant", roots: &[G_MUL], apply: mul_by_narrow_constant },
    Rule { name: "and_extended_lanes", roots: &[G_AND], apply: and_extended_lanes },
];

/// The rules of targets that narrow averages and saturated lanes.
pub const NARROWED: &[Rule] = &[
    Rule { name: "narrowed_average", roots: &[G_TRUNC], apply: narrowed_average },
    Rule { name: "narrowed_saturated", roots: &[G_TRUNC], apply: narrowed_saturated },
    Rule { name: "selected_difference", roots: &[G_SELECT], apply: selected_difference },
    Rule { name: "extended_difference", roots: &[G_ABS], apply: extended_difference },
];

/// Replaces `c ? a : 0` of vectors of bools by `c & a`, and `c ? 1 : b` by `c | b`.
fn select_of_bools(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let [Some(condition), Some(a), Some(b)] = [1, 2, 3].map(|n| c.reg(inst, n)) else { return false };
    let ty = c.ty(a);
    if !ty.is_vector() || ty.element() != S1 || c.ty(condition) != ty {
        return false;
    }
    let (opcode, other) = match (constant_splat(c.mf, a), constant_splat(c.mf, b)) {
        (_, Some(0)) => (G_AND, a),
        (Some(-1), _) => (G_OR, b),
        _ => return false,
    };
    c.replace_with_opcode(inst, opcode, &[condition, other].map(Operand::use_of))
}

/// Replaces a three-way comparison of vectors by the difference of two masks.
fn three_way_lanes(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let [Some(dst), Some(a), Some(b)] = [0, 1, 2].map(|n| c.reg(inst, n)) else { return false };
    let (ty, to) = (c.ty(a), c.ty(dst));
    if !ty.is_vector() || ty.is_scalable() || ty.has_pointer_elements() {
        return false;
    }
    let (greater, less) = match c.mf.opcode(inst) {
        G_SCMP => (IntPredicate::Sgt, IntPredicate::Slt),
        _ => (IntPredicate::Ugt, IntPredicate::Ult),
    };
    let mut builder = Builder::before(c.mf, inst);
    let masks = [less, greater].map(|predicate| {
        let bools = builder.cmp(predicate, a, b);
        builder.op(G_SEXT, ty, &[bools])
    });
    if to == ty {
        return c.replace_with_opcode(inst, G_SUB, &masks.map(Operand::use_of));
    }
    let difference = builder.bin(G_SUB, masks[0], masks[1]);
    let opcode = if to.scalar_bits() < ty.scalar_bits() { G_TRUNC } else { G_SEXT };
    c.replace_with_opcode(inst, opcode, &[Operand::use_of(difference)])
}

/// Replaces `(x + c) + y` of vectors by `(x + y) + c`. Extended lanes are added first, and a shift
/// after the sum may round.
fn add_constant_last(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(first), Some(second)) = (c.reg(inst, 1), c.reg(inst, 2)) else { return false };
    let ty = c.ty(first);
    if !ty.is_vector() || constant_splat(c.mf, first).is_some() || constant_splat(c.mf, second).is_some() {
        return false;
    }
    let sum_with_constant = |v: VReg| {
        let def = c.defined_by(v, G_ADD).filter(|_| c.has_one_use(v))?;
        // Elsewhere the sum may be computed less often.
        if c.mf.block_of(def) != c.mf.block_of(inst) {
            return None;
        }
        let (x, constant) = (c.reg(def, 1)?, c.reg(def, 2)?);
        constant_splat(c.mf, constant).map(|_| (x, constant))
    };
    let (other, (x, constant)) = match (sum_with_constant(first), sum_with_constant(second)) {
        (Some(sum), _) => (second, sum),
        (_, Some(sum)) => (first, sum),
        _ => return false,
    };
    let sum = c.new_op(inst, G_ADD, ty, &[x, other]);
    c.replace_with_opcode(inst, G_ADD, &[sum, constant].map(Operand::use_of))
}

/// Replaces a product of lanes that are extended to four times their size or more by the extended
/// product of lanes of twice their size, which cannot overflow. If one factor is signed and the
/// other one unsigned, the factors are extended twice. A constant that fits is an extended lane.
fn mul_extended_lanes(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(a), Some(b)) = (c.reg(inst, 1), c.reg(inst, 2)) else { return false };
    let ty = c.ty(a);
    let Some((x, first)) = extension(c, a).filter(|_| ty.is_vector() && !ty.is_scalable()) else {
        return false;
    };
    let from = c.ty(x);
    let bits = from.scalar_bits();
    let half = from.with_scalar_bits(bits * 2);
    if !from.bits().is_multiple_of(64) || !matches!(bits, 8 | 16) || !matches!(ty.scalar_bits() / bits, 4 | 8)
    {
        return false;
    }
    let other = extension(c, b).filter(|&(y, _)| c.ty(y) == from);
    let constant = constant_splat(c.mf, b);
    let second = match (other, constant) {
        (Some((_, second)), _) => second,
        (None, Some(value)) if fits(value, bits, first) => first,
        _ => return false,
    };
    let mut builder = Builder::before(c.mf, inst);
    let x = builder.op(first, half, &[x]);
    let y = match (other, constant) {
        (Some((y, _)), _) => builder.op(second, half, &[y]),
        (None, value) => builder.int(half, value.unwrap_or(0).into()),
    };
    if first == second {
        let product = builder.bin(G_MUL, x, y);
        return c.replace_with_opcode(inst, first, &[Operand::use_of(product)]);
    }
    // Both fit in signed lanes of twice the size.
    let factors = [x, y].map(|v| builder.op(G_SEXT, ty, &[v]));
    c.replace_with_opcode(inst, G_MUL, &factors.map(Operand::use_of))
}

/// Returns true if `extension` of the lowest `bits` bits of `value` is `value`.
fn fits(value: i64, bits: u32, extension: Opcode) -> bool {
    match extension {
        G_ZEXT => (0..=low_bits(bits) as i64).contains(&value),
        _ => value << (64 - bits) >> (64 - bits) == value,
    }
}

/// Replaces the constant that extended lanes are multiplied by by an extended constant, so that a
/// product of narrow lanes is selected.
fn mul_by_narrow_constant(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(a), Some(b)) = (c.reg(inst, 1), c.reg(inst, 2)) else { return false };
    let Some(value) = constant_splat(c.mf, b).filter(|_| c.ty(b).is_vector()) else { return false };
    let Some((x, opcode)) = extension(c, a) else { return false };
    let from = c.ty(x);
    let is_half = from.scalar_bits() * 2 == c.ty(a).scalar_bits() && from.bits() == 64;
    if !is_half || !fits(value, from.scalar_bits(), opcode) || !c.may_make(opcode, &[c.ty(a), from]) {
        return false;
    }
    let mut builder = Builder::before(c.mf, inst);
    let narrow = builder.int(from, value.into());
    let wide = builder.op(opcode, builder.ty(a), &[narrow]);
    c.replace_with_opcode(inst, G_MUL, &[a, wide].map(Operand::use_of))
}

/// Returns the register with the 32 bits of the vector `v`, which is loaded or cast from an integer.
fn word(c: &mut Combiner<'_>, v: VReg) -> Option<VReg> {
    let def = c.mf.def(c.source(v)).filter(|_| is_word(c, v))?;
    if c.mf.opcode(def) == G_BITCAST {
        return c.reg(def, 1);
    }
    let (address, mem) = (c.reg(def, 1)?, *c.mf.mem_operand(def)?);
    let word = Builder::before(c.mf, def).load(S32, address, mem.part(0, S32));
    c.mf.clear_mem_operands(def);
    c.replace_with_opcode(def, G_BITCAST, &[Operand::use_of(word)]);
    Some(word)
}

/// Returns true if the vector `v`, of 32 bits, is loaded plainly or cast from an integer.
fn is_word(c: &Combiner<'_>, v: VReg) -> bool {
    let ty = c.ty(v);
    let is_short =
        ty.is_vector() && !ty.is_scalable() && ty.bits() == 32 && matches!(ty.scalar_bits(), 8 | 16);
    let def = c.mf.def(c.source(v)).filter(|_| is_short && !ty.has_pointer_elements());
    def.is_some_and(|def| match c.mf.opcode(def) {
        G_LOAD => {
            let is_plain = |mem: &MemOperand| mem.is_unordered() && mem.ty == ty;
            c.mf.mem_operands(def).len() == 1 && c.mf.mem_operands(def).all(is_plain)
        }
        G_BITCAST => c.reg(def, 1).is_some_and(|from| c.ty(from) == S32),
        _ => false,
    })
}

/// Extends four bytes, or two elements of 16 bits, that are loaded as one word: the word is the
/// lower half of a register.
fn extended_word(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(dst), Some(v)) = (c.reg(inst, 0), c.reg(inst, 1)) else { return false };
    let (to, from) = (c.ty(dst), c.ty(v));
    let opcode = c.mf.opcode(inst);
    let extension = match opcode {
        G_UITOFP => G_ZEXT,
        G_SITOFP => G_SEXT,
        opcode => opcode,
    };
    if !is_word(c, v) || !to.scalar_bits().is_power_of_two() || to.scalar_bits() > 64 {
        return false;
    }
    let Some(word) = word(c, v) else { return false };
    let mut b = Builder::before(c.mf, inst);
    let register = from.with_elements(64 / from.scalar_bits());
    let undef = b.undef(S32);
    let words = b.op(G_BUILD_VECTOR, Llt::vector(2, S32), &[word, undef]);
    let lanes = b.cast(register, words);
    let double = register.with_scalar_bits(from.scalar_bits() * 2);
    let wide = b.op(extension, double, &[lanes]);
    let half = b.unmerge(double.with_elements(from.elements()), wide)[0];
    match b.ty(half) == to && opcode == extension {
        true => c.replace_with_register(inst, half),
        false if opcode == extension => c.replace_with_opcode(inst, opcode, &[Operand::use_of(half)]),
        false => {
            let integers = b.resize(extension, to, half);
            c.replace_with_opcode(inst, opcode, &[Operand::use_of(integers)])
        }
    }
}

/// Concatenates short vectors that are loaded as words in a vector of words.
fn concatenated_words(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let Some(dst) = c.reg(inst, 0) else { return false };
    let to = c.ty(dst);
    let sources: SmallVec<[VReg; 4]> = if c.mf.opcode(inst) == G_CONCAT_VECTORS {
        c.mf.operands(inst)[1..].iter().filter_map(|o| o.vreg()).collect()
    } else {
        let is_concatenation = |mask: &[i32]| (0..).zip(mask).all(|(n, &lane)| lane == n);
        let whole = c.mf.shuffle_mask_value(c.mf.operand(inst, 3)).is_some_and(is_concatenation);
        [1, 2].into_iter().filter_map(|n| c.reg(inst, n)).filter(|_| whole).collect()
    };
    let fits = sources.len() as u32 * 32 == to.bits() && matches!(to.bits(), 64 | 128);
    if !fits || !sources.iter().all(|&v| is_word(c, v)) {
        return false;
    }
    let words: Option<SmallVec<[VReg; 4]>> = sources.iter().map(|&v| word(c, v)).collect();
    let Some(words) = words else { return false };
    let joined = c.new_op(inst, G_BUILD_VECTOR, Llt::vector(words.len() as u32, S32), &words);
    c.replace_with_opcode(inst, G_BITCAST, &[Operand::use_of(joined)])
}

/// Replaces the minimum or maximum of two vectors that are extended alike by the extended one:
/// extensions keep the order of lanes.
fn extended_extreme(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(a), Some(b)) = (c.reg(inst, 1), c.reg(inst, 2)) else { return false };
    let (Some((x, first)), Some((y, second))) = (extension(c, a), extension(c, b)) else { return false };
    let ty = c.ty(x);
    if first != second || ty != c.ty(y) || !fills_registers(ty, 32) || !c.has_one_use(a) && !c.has_one_use(b)
    {
        return false;
    }
    let opcode = match (first, c.mf.opcode(inst)) {
        (G_ZEXT, G_SMIN) => G_UMIN,
        (G_ZEXT, G_SMAX) => G_UMAX,
        (_, opcode) => opcode,
    };
    let narrow = c.new_op(inst, opcode, ty, &[x, y]);
    c.replace_with_opcode(inst, first, &[Operand::use_of(narrow)])
}

/// Replaces a merge of all values that another value is unmerged to, in order, by that value.
fn merge_of_unmerged(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let Some(first) = c.reg(inst, 1) else { return false };
    let Some(unmerge) = c.defined_by(first, G_UNMERGE_VALUES) else { return false };
    let (merged, unmerged) = (&c.mf.operands(inst)[1..], c.mf.operands(unmerge));
    let Some((whole, values)) = unmerged.split_last() else { return false };
    let is_same = |(a, b): (&Operand, &Operand)| a.vreg().map(|v| c.source(v)) == b.vreg();
    let (Some(whole), Some(dst)) = (whole.vreg(), c.reg(inst, 0)) else { return false };
    let are_all = values.len() == merged.len() && merged.iter().zip(values).all(is_same);
    are_all && c.ty(whole) == c.ty(dst) && c.replace_with_register(inst, whole)
}

/// Replaces a vector that is built of the elements of shorter vectors, in order, by their
/// concatenation; one of adjacent elements of a longer vector by a fragment of that.
fn build_of_vectors(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let Some(dst) = c.reg(inst, 0) else { return false };
    let built = c.mf.operands(inst)[1..].iter();
    let elements: SmallVec<[VReg; 16]> = built.filter_map(|o| o.vreg()).map(|v| c.source(v)).collect();
    let Some((from, values)) = elements.first().and_then(|&first| unmerged_elements(c, first)) else {
        return false;
    };
    let (ty, part, count) = (c.ty(dst), c.ty(from), values.len());
    if count < elements.len() {
        if !c.is_legal(G_CONCAT_VECTORS, &[ty, part]) {
            return false;
        }
        let vectors: Option<SmallVec<[VReg; 4]>> =
            elements.chunks(count).map(|chunk| vector_of(c, inst, part, chunk)).collect();
        let operands = vectors.map(|all| all.into_iter().map(Operand::use_of).collect::<SmallVec<[_; 4]>>());
        return operands.is_some_and(|all| c.replace_with_opcode(inst, G_CONCAT_VECTORS, &all));
    }
    let start = values.iter().position(|&value| value == elements[0]);
    let Some(start) = start.filter(|start| start.is_multiple_of(elements.len())) else { return false };
    let is_fragment = count > elements.len() && values[start..].starts_with(&elements);
    if !is_fragment || !c.is_legal(G_UNMERGE_VALUES, &[ty, part]) {
        return false;
    }
    let fragment = Builder::before(c.mf, inst).unmerge(ty, from)[start / elements.len()];
    c.replace_with_register(inst, fragment)
}

/// Returns the vector that `element` is unmerged from, and its elements.
fn unmerged_elements(c: &Combiner<'_>, element: VReg) -> Option<(VReg, SmallVec<[VReg; 16]>)> {
    let unmerge = c.defined_by(element, G_UNMERGE_VALUES)?;
    let mut values: SmallVec<[VReg; 16]> = c.mf.operands(unmerge).iter().filter_map(|o| o.vreg()).collect();
    let whole = c.source(values.pop()?);
    let is_elementwise = c.ty(whole).is_vector() && c.ty(whole).elements() as usize == values.len();
    is_elementwise.then_some((whole, values))
}

/// Returns the vector of type `ty` with these elements: one that is unmerged to them, or an
/// undefined one, which is built before `inst`.
fn vector_of(c: &mut Combiner<'_>, inst: InstId, ty: Llt, elements: &[VReg]) -> Option<VReg> {
    if elements.iter().all(|&element| c.defined_by(element, G_IMPLICIT_DEF).is_some()) {
        return Some(Builder::before(c.mf, inst).undef(ty));
    }
    let (whole, values) = unmerged_elements(c, elements[0])?;
    (c.ty(whole) == ty && values[..] == *elements).then_some(whole)
}

/// Replaces lanes that are extended and masked to their former size by a zero-extension.
fn and_extended_lanes(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(lanes), Some(mask)) = (c.reg(inst, 1), splat_operand(c, inst, 2)) else { return false };
    if !c.ty(lanes).is_vector() {
        return false;
    }
    let unmerge = c.defined_by(lanes, G_UNMERGE_VALUES);
    let whole = unmerge.and_then(|def| c.mf.operands(def).last()?.vreg()).map_or(lanes, |v| c.source(v));
    let Some(extended) = c.defined_by(whole, G_ANYEXT) else { return false };
    let Some(narrow) = c.reg(extended, 1) else { return false };
    let (from, to) = (c.ty(narrow), c.ty(whole));
    let bits = to.scalar_bits();
    let is_mask = mask as u64 & low_bits(bits) == low_bits(from.scalar_bits());
    if !is_mask || bits != c.ty(lanes).scalar_bits() || !c.is_legal(G_ZEXT, &[to, from]) {
        return false;
    }
    c.mf.inst_mut(extended).opcode = G_ZEXT;
    c.replace_with_register(inst, lanes)
}

/// Extends a repeated lane after it is repeated, if it is multiplied by lanes that are extended
/// alike. The product of narrow lanes is then selected.
fn mul_extended_splat(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(a), Some(b)) = (c.reg(inst, 1), c.reg(inst, 2)) else { return false };
    [(a, b), (b, a)].into_iter().any(|(lanes, splat)| {
        let Some((narrow, opcode)) = extension(c, lanes).filter(|_| c.ty(lanes).is_vector()) else {
            return false;
        };
        let (from, to) = (c.ty(narrow), c.ty(lanes));
        if to.is_scalable() || from.scalar_bits() * 2 != to.scalar_bits() {
            return false;
        }
        let Some((source, lane)) = repeated_lane(c, splat) else { return false };
        let Some((source, other)) = extension(c, source) else { return false };
        if other != opcode || c.ty(source).element() != from.element() {
            return false;
        }
        let mut builder = Builder::before(c.mf, inst);
        let ty = builder.ty(source);
        let (repeated, undefined) = (builder.mf.create_vreg(from), builder.op(G_IMPLICIT_DEF, ty, &[]));
        builder.shuffle_vector(repeated, [source, undefined], &vec![lane; from.elements() as usize]);
        let wide = builder.op(opcode, to, &[repeated]);
        c.replace_with_opcode(inst, G_MUL, &[lanes, wide].map(Operand::use_of))
    })
}

/// Returns the vector and its lane that all lanes of `v` have.
fn repeated_lane(c: &Combiner<'_>, v: VReg) -> Option<(VReg, i32)> {
    let def = c.defined_by(v, G_SHUFFLE_VECTOR)?;
    let source = c.reg(def, 1)?;
    let mask = c.mf.shuffle_mask_value(c.mf.operand(def, 3))?;
    let &lane = mask.first()?;
    let is_first = c.ty(source).is_vector() && (0..c.ty(source).elements() as i32).contains(&lane);
    (is_first && mask.iter().all(|&other| other == lane)).then_some((source, lane))
}

/// Returns the vector that `v` extends, and the opcode.
fn extension(c: &Combiner<'_>, v: VReg) -> Option<(VReg, Opcode)> {
    let def = c.mf.def(c.source(v))?;
    let opcode = c.mf.opcode(def);
    matches!(opcode, G_SEXT | G_ZEXT).then_some((c.reg(def, 1)?, opcode))
}

/// Returns true if vectors of `ty` are registers of 64 or 128 bits with whole lanes of up to
/// `bits` bits.
fn fills_registers(ty: Llt, bits: u32) -> bool {
    ty.is_vector()
        && !ty.is_scalable()
        && !ty.has_pointer_elements()
        && (ty.bits() == 64 || ty.bits().is_multiple_of(128))
        && ty.scalar_bits() >= 8
        && ty.scalar_bits() <= bits
        && ty.scalar_bits().is_power_of_two()
        && ty.elements().is_power_of_two()
}

/// Replaces half the sum of two extended vectors, or of these and one, that is narrowed again by an
/// average.
fn narrowed_average(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(dst), Some(half)) = (c.reg(inst, 0), c.reg(inst, 1)) else { return false };
    let ty = c.ty(dst);
    if !fills_registers(ty, 32) || !c.has_one_use(half) {
        return false;
    }
    let shift = [G_LSHR, G_ASHR].into_iter().find_map(|opcode| c.defined_by(half, opcode));
    let Some(shift) = shift.filter(|&shift| splat_operand(c, shift, 2) == Some(1)) else { return false };
    let Some((terms, rounds)) = c.reg(shift, 1).and_then(|sum| terms(c, sum)) else { return false };
    let narrow = |v: VReg, opcode: Opcode| {
        let from = c.reg(c.defined_by(v, opcode)?, 1)?;
        (c.ty(from) == ty).then_some(from)
    };
    for (extension, opcodes) in [(G_ZEXT, [G_UAVGFLOOR, G_UAVGCEIL]), (G_SEXT, [G_SAVGFLOOR, G_SAVGCEIL])] {
        if let [Some(x), Some(y)] = terms.map(|v| narrow(v, extension)) {
            return by_registers(c, inst, &[x, y], |b, uses| {
                b.op(opcodes[usize::from(rounds)], b.ty(uses[0]), uses)
            });
        }
    }
    false
}

/// Replaces `a > b ? a - b : b - a` of vectors by the absolute difference.
fn selected_difference(c: &mut Combiner<'_>, inst: InstId) -> bool {
    use IntPredicate::*;
    let [Some(condition), Some(first), Some(second)] = [1, 2, 3].map(|n| c.reg(inst, n)) else {
        return false;
    };
    let Some(compare) = c.defined_by(condition, G_ICMP).filter(|_| fills_registers(c.ty(first), 32)) else {
        return false;
    };
    let (Some(a), Some(b)) = (c.reg(compare, 2), c.reg(compare, 3)) else { return false };
    let difference = |v: VReg| {
        let def = c.defined_by(v, G_SUB)?;
        Some((c.source(c.reg(def, 1)?), c.source(c.reg(def, 2)?)))
    };
    let (opcode, is_greater) = match c.mf.operand(compare, 1).as_int_predicate() {
        Some(Ugt | Uge) => (G_ABDU, true),
        Some(Ult | Ule) => (G_ABDU, false),
        Some(Sgt | Sge) => (G_ABDS, true),
        Some(Slt | Sle) => (G_ABDS, false),
        _ => return false,
    };
    let (a, b) = (c.source(a), c.source(b));
    let (greater, less) = if is_greater { (a, b) } else { (b, a) };
    let are_differences =
        difference(first) == Some((greater, less)) && difference(second) == Some((less, greater));
    are_differences && by_registers(c, inst, &[a, b], |builder, uses| builder.bin(opcode, uses[0], uses[1]))
}

/// Replaces the absolute value of a difference of extended lanes by the extended absolute
/// difference.
fn extended_difference(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let Some(x) = c.reg(inst, 1) else { return false };
    let Some(difference) = c.defined_by(x, G_SUB).filter(|_| c.has_one_use(x)) else { return false };
    let (Some(a), Some(b)) = (c.reg(difference, 1), c.reg(difference, 2)) else { return false };
    let (Some((x, first)), Some((y, second))) = (extension(c, a), extension(c, b)) else { return false };
    let ty = c.ty(x);
    if first != second || ty != c.ty(y) || !fills_registers(ty, 32) {
        return false;
    }
    let opcode = if first == G_ZEXT { G_ABDU } else { G_ABDS };
    let register = ty.with_elements(ty.elements() / ty.bits().div_ceil(128));
    let mut builder = Builder::before(c.mf, inst);
    let (x, y) = (builder.parts(register, x), builder.parts(register, y));
    let parts: SmallVec<[VReg; 8]> = x.iter().zip(&y).map(|(&x, &y)| builder.bin(opcode, x, y)).collect();
    let narrow = if let [one] = parts[..] { one } else { builder.merge(ty, &parts) };
    c.replace_with_opcode(inst, G_ZEXT, &[Operand::use_of(narrow)])
}

/// Returns the two terms of a sum, and true if one is added to them.
fn terms(c: &Combiner<'_>, sum: VReg) -> Option<([VReg; 2], bool)> {
    let operands = |v: VReg| {
        let def = c.defined_by(v, G_ADD).filter(|_| c.has_one_use(v))?;
        Some([c.reg(def, 1)?, c.reg(def, 2)?])
    };
    let [a, b] = operands(sum)?;
    if constant_splat(c.mf, b) == Some(1) {
        return Some((operands(a)?, true));
    }
    Some(([a, b], false))
}

fn splat_operand(c: &Combiner<'_>, inst: InstId, n: usize) -> Option<i64> {
    constant_splat(c.mf, c.reg(inst, n)?)
}

/// Replaces `inst` by what `build` builds of each register of the vectors `uses`.
fn by_registers(
    c: &mut Combiner<'_>,
    inst: InstId,
    uses: &[VReg],
    build: impl Fn(&mut Builder<'_>, &[VReg]) -> VReg,
) -> bool {
    let Some(dst) = c.reg(inst, 0) else { return false };
    let (from, to) = (c.ty(uses[0]), c.ty(dst));
    let register = from.with_elements(from.elements() / from.bits().div_ceil(128));
    let mut b = Builder::before(c.mf, inst);
    let parts: SmallVec<[_; 2]> = uses.iter().map(|&v| b.parts(register, v)).collect();
    let results: SmallVec<[VReg; 8]> = (0..parts[0].len())
        .map(|n| {
            let each: SmallVec<[VReg; 2]> = parts.iter().map(|parts| parts[n]).collect();
            build(&mut b, &each)
        })
        .collect();
    match results[..] {
        [one] => c.replace_with_register(inst, one),
        _ => {
            let merged = b.merge(to, &results);
            c.replace_with_register(inst, merged)
        }
    }
}

/// Replaces lanes that are clamped to the range of half their size or less, and truncated to it, by
/// saturating truncations.
fn narrowed_saturated(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(dst), Some(clamped)) = (c.reg(inst, 0), c.reg(inst, 1)) else { return false };
    let (to, from) = (c.ty(dst), c.ty(clamped));
    if !fills_registers(to, 32) || !fills_registers(from, 64) || !c.has_one_use(clamped) {
        return false;
    }
    let Some((mut value, opcode)) = saturated(c, clamped, to.scalar_bits()) else { return false };
    let mut ty = from;
    while ty.scalar_bits() / 2 > to.scalar_bits() {
        let step = if opcode == G_TRUNC_USAT_U { opcode } else { G_TRUNC_SSAT_S };
        ty = ty.with_scalar_bits(ty.scalar_bits() / 2);
        value = narrowed(&mut Builder::before(c.mf, inst), value, ty, step);
    }
    let narrow = narrowed(&mut Builder::before(c.mf, inst), value, to, opcode);
    c.replace_with_register(inst, narrow)
}

/// Builds the saturating truncation of `value` to `to`, of half its size, by registers.
fn narrowed(b: &mut Builder<'_>, value: VReg, to: Llt, opcode: Opcode) -> VReg {
    let from = b.ty(value);
    let register = from.with_elements(128 / from.scalar_bits());
    let half = register.with_scalar_bits(to.scalar_bits());
    let halves: SmallVec<[VReg; 8]> =
        b.parts(register, value).iter().map(|&part| b.op(opcode, half, &[part])).collect();
    if let [one] = halves[..] { one } else { b.merge(to, &halves) }
}

/// Returns the value that `v` clamps to the range of `bits` bits, and the saturating truncation to
/// that range.
fn saturated(c: &Combiner<'_>, v: VReg, bits: u32) -> Option<(VReg, Opcode)> {
    let bounded = |v: VReg| {
        let opcode = c.mf.opcode(c.mf.def(c.source(v))?);
        let known = matches!(opcode, G_SMIN | G_SMAX | G_UMIN);
        let def = c.defined_by(v, opcode).filter(|_| known)?;
        Some((opcode, c.reg(def, 1)?, splat_operand(c, def, 2)?))
    };
    let (outer, inner, bound) = bounded(v)?;
    let (all, most) = (low_bits(bits) as i64, low_bits(bits - 1) as i64);
    let below = bounded(inner);
    match (outer, bound) {
        (G_SMIN | G_UMIN, bound) if bound == all && matches!(below, Some((G_SMAX, _, 0))) => {
            below.map(|(_, value, _)| (value, G_TRUNC_SSAT_U))
        }
        (G_SMAX, 0) => below
            .filter(|&(opcode, _, bound)| opcode == G_SMIN && bound == all)
            .map(|(_, value, _)| (value, G_TRUNC_SSAT_U)),
        (G_UMIN, bound) if bound == all => Some((inner, G_TRUNC_USAT_U)),
        (G_SMIN, bound) if bound == most => below
            .filter(|&(opcode, _, bound)| opcode == G_SMAX && bound == -most - 1)
            .map(|(_, value, _)| (value, G_TRUNC_SSAT_S)),
        (G_SMAX, bound) if bound == -most - 1 => below
            .filter(|&(opcode, _, bound)| opcode == G_SMIN && bound == most)
            .map(|(_, value, _)| (value, G_TRUNC_SSAT_S)),
        _ => None,
    }
}
