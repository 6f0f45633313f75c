//! Rules that fold extensions into loads.

use super::{Combiner, Rule};
use crate::ir::entity::{InstId, VReg};
use crate::ir::mir::MemOperand;
use crate::ir::opcodes::*;
use crate::isel::known_bits::low_bits;
use crate::machine::desc::instructions::Opcode;
use smallvec::SmallVec;

/// The maximum number of connected phis.
const MAX_PHIS: usize = 12;

/// The rules.
pub(crate) const RULES: &[Rule] = &[
    Rule { name: "zext_load", roots: &[G_AND], apply: zext_load },
    Rule { name: "zext_phi_of_loads", roots: &[G_AND], apply: zext_phi_of_loads },
    Rule { name: "zext_and_of_load", roots: &[G_AND], apply: zext_and_of_load },
    Rule { name: "sext_load", roots: &[G_SEXT_INREG], apply: sext_load },
];

/// Folds `load & mask`, with a mask of all loaded bits, into a zero-extending load.
fn zext_load(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(x), Some(mask)) = (c.reg(inst, 1), c.constant_operand(inst, 2)) else { return false };
    extend(c, inst, x, G_ZEXTLOAD, |bits| low_bits(bits) == mask)
}

/// Folds the mask of `(x & load) & mask`, with a mask of all loaded bits, into the load. The load
/// and the inner value must have no other use.
fn zext_and_of_load(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(x), Some(mask)) = (c.reg(inst, 1), c.constant_operand(inst, 2)) else { return false };
    let Some(and) = c.defined_by(x, G_AND).filter(|_| c.has_one_use(x)) else { return false };
    for value in [c.reg(and, 1), c.reg(and, 2)].into_iter().flatten() {
        let Some(load) = c.mf.def(value).filter(|_| c.has_one_use(value)) else { continue };
        let Some(access) = c.mf.mem_operand(load).filter(|m| m.is_unordered()) else { continue };
        let size = access.size() * 8;
        let narrow = c.scalar_width(value).is_some_and(|width| size < width);
        let extends = matches!(c.mf.opcode(load), G_LOAD | G_SEXTLOAD) && low_bits(size) == mask;
        if narrow && extends && c.may_load(load, G_ZEXTLOAD, c.ty(value)) {
            c.mf.inst_mut(load).opcode = G_ZEXTLOAD;
            c.known.forget(value);
            c.known.forget(x);
            return c.replace_with_register(inst, x);
        }
    }
    false
}

/// Folds the mask of `phi & mask` into the loads that reach the phi. All inputs must be loads of as
/// many bits, any-extensions of such loads, or have no other bits set.
fn zext_phi_of_loads(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(x), Some(mask)) = (c.reg(inst, 1), c.constant_operand(inst, 2)) else { return false };
    let Some(first) = c.defined_by(x, G_PHI).filter(|_| mask == 0xff || mask == 0xffff) else { return false };
    let Some(component) = c.connected_phis(first, MAX_PHIS) else { return false };
    // Instructions that become zero-extending, with the opcode.
    let mut extended: SmallVec<[(InstId, Opcode); 8]> = SmallVec::new();
    for &phi in &component {
        for n in (1..c.mf.operands(phi).len()).step_by(2) {
            let Some(value) = c.reg(phi, n).map(|v| c.source(v)) else { return false };
            let Some(def) = c.mf.def(value) else { return false };
            let known = c.known(value);
            if c.mf.opcode(def) == G_PHI || known.is_within(mask) {
                continue;
            }
            let Some(opcode) = zero_extending(c, def, mask) else { return false };
            extended.push((def, opcode));
        }
    }
    for &(def, opcode) in &extended {
        c.mf.inst_mut(def).opcode = opcode;
    }
    for def in component.into_iter().chain(extended.iter().map(|&(def, _)| def)) {
        if let Some(result) = c.reg(def, 0) {
            c.known.forget(result);
        }
    }
    c.replace_with_register(inst, x)
}

/// Returns the opcode with which `def`, a load of the bits of `mask` or its any-extension, clears
/// all other bits.
fn zero_extending(c: &Combiner<'_>, def: InstId, mask: u64) -> Option<Opcode> {
    let loads = |load: InstId| {
        let is_loaded = |m: &MemOperand| m.is_unordered() && low_bits(m.size() * 8) == mask;
        c.mf.opcode(load) == G_LOAD && c.mf.mem_operand(load).is_some_and(is_loaded)
    };
    let ty = c.ty(c.reg(def, 0)?);
    match c.mf.opcode(def) {
        G_LOAD => (loads(def) && c.may_load(def, G_ZEXTLOAD, ty)).then_some(G_ZEXTLOAD),
        G_ANYEXT => {
            let narrow = c.reg(def, 1)?;
            let load = c.defined_by(narrow, G_LOAD).filter(|&load| loads(load))?;
            let fits = low_bits(c.scalar_width(narrow)?) == mask;
            (fits && c.may_load(load, G_ZEXTLOAD, ty)).then_some(G_ZEXT)
        }
        _ => None,
    }
}

/// Folds the sign extension of all loaded bits into the load.
fn sext_load(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let (Some(x), Some(from)) = (c.reg(inst, 1), c.immediate(inst, 2)) else { return false };
    extend(c, inst, x, G_SEXTLOAD, |bits| i64::from(bits) == from)
}

/// Makes the load of `x` a load with this extension. A 32-bit load must have no other use, since
/// the cheaper extension depends on the target.
fn extend(c: &mut Combiner<'_>, inst: InstId, x: VReg, opcode: Opcode, fits: impl Fn(u32) -> bool) -> bool {
    let Some(load) = c.defined_by(x, G_LOAD) else { return false };
    let Some(bits) = c.mf.mem_operand(load).filter(|m| m.is_unordered()).map(|m| m.size() * 8) else {
        return false;
    };
    let narrow = c.scalar_width(x).is_some_and(|width| bits < width);
    if !narrow || !fits(bits) || (bits > 16 && !c.has_one_use(x)) || !c.may_load(load, opcode, c.ty(x)) {
        return false;
    }
    c.mf.inst_mut(load).opcode = opcode;
    c.known.forget(x);
    c.replace_with_register(inst, x)
}
