//! Rules that widen a value to register width, if it is loaded, or reaches an extension through
//! phis. Its upper bits are then known after loops, and the extension is usually erased.

use super::{Combiner, Rule};
use crate::ir::entity::{BlockId, InstId, VReg};
use crate::ir::llt::{Llt, S32, S64};
use crate::ir::mir::Operand;
use crate::ir::opcodes::*;
use crate::machine::desc::instructions::Opcode;
use smallvec::SmallVec;

/// Rules that widen to 64 bits, for targets without narrower integer registers.
pub const TO_64: &[Rule] = &[
    Rule { name: "widen_load_64", roots: EXTENSIONS, apply: |c, inst| widen_load(c, inst, S64) },
    Rule { name: "widen_phi_64", roots: EXTENSIONS, apply: |c, inst| widen_phi(c, inst, S64) },
];

/// Rules that widen to 32 bits.
pub const TO_32: &[Rule] = &[
    Rule { name: "widen_load_32", roots: EXTENSIONS, apply: |c, inst| widen_load(c, inst, S32) },
    Rule { name: "widen_phi_32", roots: EXTENSIONS, apply: |c, inst| widen_phi(c, inst, S32) },
];

/// Rules that widen loads that are only used sign-extended to 64 bits, for targets with
/// sign-extending loads.
pub const SIGNED_LOADS: &[Rule] =
    &[Rule { name: "widen_signed_load", roots: &[G_SEXT], apply: widen_signed_load }];

const EXTENSIONS: &[Opcode] = &[G_ANYEXT, G_ZEXT, G_SEXT];

/// The maximum number of phis that are widened at once.
const MAX_PHIS: usize = 32;

/// Returns the operand, narrower than `wide`, of an extension to at least `wide`, and its
/// definition.
fn extended(c: &Combiner<'_>, inst: InstId, wide: Llt) -> Option<(VReg, InstId)> {
    let (dst, value) = (c.reg(inst, 0)?, c.reg(inst, 1)?);
    let def = c.mf.def(value)?;
    let enough = c.scalar_width(dst)? >= wide.bits() && c.scalar_width(value)? < wide.bits();
    enough.then_some((value, def))
}

/// Folds an extension into a load.
fn widen_load(c: &mut Combiner<'_>, inst: InstId, wide: Llt) -> bool {
    let Some((value, def)) = extended(c, inst, wide) else { return false };
    let as_wanted = match c.mf.opcode(inst) {
        G_ANYEXT => G_LOAD,
        G_ZEXT if c.has_one_use(value) || wide == S32 => G_ZEXTLOAD,
        G_ZEXT => G_LOAD,
        _ => G_SEXTLOAD,
    };
    make_wide_load(c, value, def, wide, as_wanted).is_some()
}

/// Folds the sign extension to 64 bits of a load without other uses.
fn widen_signed_load(c: &mut Combiner<'_>, inst: InstId) -> bool {
    c.reg(inst, 1).is_some_and(|value| c.has_one_use(value)) && widen_load(c, inst, S64)
}

/// Replaces the load `def` of `value` by one of type `wide`, which is returned; `value` becomes its
/// truncation. A load without an extension gets `opcode`; a word is sign-extended, which is free.
fn make_wide_load(c: &mut Combiner<'_>, value: VReg, def: InstId, wide: Llt, opcode: Opcode) -> Option<VReg> {
    let old = c.mf.opcode(def);
    if !matches!(old, G_LOAD | G_SEXTLOAD | G_ZEXTLOAD) {
        return None;
    }
    let size = c.mf.mem_operand(def).filter(|m| m.is_unordered())?.size();
    let new = match old {
        G_LOAD if opcode == G_LOAD && size == 4 => G_SEXTLOAD,
        G_LOAD => opcode,
        _ => old,
    };
    if !c.may_load(def, new, wide) {
        return None;
    }
    c.mf.inst_mut(def).opcode = new;
    let result = c.mf.create_vreg(wide);
    c.mf.set_operand(def, 0, Operand::def(result));
    let narrow = c.mf.create_inst(G_TRUNC, &[Operand::def(value), Operand::use_of(result)], None);
    c.mf.insert_after(def, narrow);
    c.known.forget(value);
    Some(result)
}

/// Widens the phi whose result is extended, and all connected phis, to type `wide`.
fn widen_phi(c: &mut Combiner<'_>, inst: InstId, wide: Llt) -> bool {
    if !c.may_make(G_PHI, &[wide]) {
        return false;
    }
    let phi = extended(c, inst, wide).filter(|&(_, def)| c.mf.opcode(def) == G_PHI);
    let Some(component) = phi.and_then(|(_, first)| c.connected_phis(first, MAX_PHIS)) else { return false };
    let results: SmallVec<[VReg; 8]> = component.iter().map(|_| c.mf.create_vreg(wide)).collect();
    let new: SmallVec<[InstId; 8]> =
        (0..component.len()).map(|n| wide_phi(c, n, &component, &results)).collect();
    for (&phi, &inst) in component.iter().zip(&new) {
        replace_phi(c, phi, inst);
    }
    true
}

/// Returns the wide version of phi `n` of the component, in no block yet.
fn wide_phi(c: &mut Combiner<'_>, n: usize, component: &[InstId], results: &[VReg]) -> InstId {
    let (phi, result) = (component[n], results[n]);
    let mut operands: SmallVec<[Operand; 8]> = SmallVec::from_slice(&[Operand::def(result)]);
    for n in (1..c.mf.operands(phi).len()).step_by(2) {
        let block = c.mf.operand(phi, n + 1);
        let (Some(value), Some(from)) = (c.reg(phi, n), block.as_block()) else { continue };
        let value = c.source(value);
        let twin = c.mf.def(value).and_then(|d| component.iter().position(|&w| w == d));
        let wide = match twin {
            Some(n) => results[n],
            None => wide_value(c, value, c.ty(result), from),
        };
        operands.extend([Operand::use_of(wide), block]);
    }
    c.mf.create_inst(G_PHI, &operands, None)
}

/// Returns `value` in type `wide`, with the cheapest upper bits, at the end of `block`.
fn wide_value(c: &mut Combiner<'_>, value: VReg, wide: Llt, block: BlockId) -> VReg {
    if let Some(def) = c.mf.def(value) {
        let source = c.reg(def, 1).filter(|&s| c.mf.opcode(def) == G_TRUNC && c.ty(s) == wide);
        let is_narrow = c.mf.mem_operand(def).is_some_and(|m| m.size() < 4);
        let opcode = if is_narrow { G_ZEXTLOAD } else { G_LOAD };
        if let Some(wide) = source.or_else(|| make_wide_load(c, value, def, wide, opcode)) {
            return wide;
        }
    }
    if let Some(constant) = c.constant(value) {
        let bits = c.ty(value).bits();
        let constant = (constant << (64 - bits)) as i64 >> (64 - bits);
        let constant =
            if wide == S32 { constant & crate::isel::known_bits::low_bits(bits) as i64 } else { constant };
        let operand = c.mf.imm(constant);
        return at_end(c, G_CONSTANT, wide, operand, block);
    }
    at_end(c, G_ANYEXT, wide, Operand::use_of(value), block)
}

/// Builds `opcode operand` of type `ty` at the end of `block`.
fn at_end(c: &mut Combiner<'_>, opcode: Opcode, ty: Llt, operand: Operand, block: BlockId) -> VReg {
    let result = c.mf.create_vreg(ty);
    let inst = c.mf.create_inst(opcode, &[Operand::def(result), operand], None);
    match c.mf.first_terminator(c.target, block) {
        Some(before) => c.mf.insert_before(before, inst),
        None => c.mf.append_inst(block, inst),
    }
    result
}

/// Replaces `phi` by `new`, and its result by a truncation.
fn replace_phi(c: &mut Combiner<'_>, phi: InstId, new: InstId) {
    let (value, wide) = (c.mf.expect_vreg(phi, 0), c.mf.expect_vreg(new, 0));
    c.mf.insert_before(phi, new);
    let mut last = phi;
    while let Some(next) = c.mf.next_inst(last).filter(|&i| c.mf.opcode(i) == G_PHI) {
        last = next;
    }
    let narrow = c.mf.create_inst(G_TRUNC, &[Operand::def(value), Operand::use_of(wide)], None);
    c.mf.insert_after(last, narrow);
    c.mf.remove_inst(phi);
    c.known.forget(value);
}
