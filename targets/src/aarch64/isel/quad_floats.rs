//! Combiner rules for floats of 128 bits: they are loaded, stored and chosen by phis and selects as
//! vectors.
//!
//! The legalizer splits loads, stores, phis and selects of `s128` into doublewords, as integers need
//! it. A float of this size is passed and returned in a vector register, where two doublewords would
//! have to be joined. So a value that is used as a float is rewritten to a vector of two doublewords, and
//! a bitcast, which costs nothing.

use super::legalizer_info::V2S64;
use crate::aarch64::registers::{REGISTERS, classes};
use gisel_codegen::ir::builder::{Builder, InsertPoint};
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::llt::{S64, S128};
use gisel_codegen::ir::mir::{MachineFunction, Operand, Ordering};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::combiner::{Combiner, Rule};
use gisel_codegen::machine::desc::instructions::Opcode;
use smallvec::SmallVec;

/// All rules.
pub(super) const RULES: &[Rule] = &[
    Rule { name: "quad_operand", roots: READERS, apply: operands },
    Rule { name: "quad_store", roots: &[G_STORE], apply: store },
];

/// The operations that read floats. `COPY` does if it writes a vector register.
const READERS: &[Opcode] =
    &[COPY, G_FADD, G_FSUB, G_FMUL, G_FDIV, G_FCMP, G_FPTRUNC, G_FPTOSI, G_FPTOUI, G_FSQRT, G_FMA];

/// The operations whose result is a float.
const FLOATS: &[Opcode] =
    &[G_FADD, G_FSUB, G_FMUL, G_FDIV, G_FPEXT, G_SITOFP, G_UITOFP, G_FSQRT, G_FMA, G_FCONSTANT];

/// The maximum number of phis and selects that are rewritten for one operand, and of a phi's values.
const MAX_PHIS: usize = 16;

/// Rewrites the definitions of operands of 128 bits.
fn operands(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let reads_float = c.mf.opcode(inst) != COPY || is_vector_register(c.mf.operand(inst, 0));
    if !reads_float {
        return false;
    }
    let mut changed = false;
    for n in 1..c.mf.operands(inst).len() {
        let value = c.reg(inst, n).filter(|&value| c.ty(value) == S128);
        changed |= value.is_some_and(|value| rewrite(c, value, &mut 0));
    }
    changed
}

/// Stores a float as a vector.
fn store(c: &mut Combiner<'_>, inst: InstId) -> bool {
    let Some(value) = c.reg(inst, 0).filter(|&value| c.ty(value) == S128) else { return false };
    if !is_whole_access(c.mf, inst) || !is_float(c.mf, value) {
        return false;
    }
    rewrite(c, value, &mut 0);
    let bits = as_vector(c.mf, value, InsertPoint::Before(inst));
    c.set_use(inst, 0, bits);
    true
}

/// Returns true if `operand` is a physical register of vectors.
fn is_vector_register(operand: Operand) -> bool {
    operand.phys().is_some_and(|reg| REGISTERS.contains(classes::FPR128, reg))
}

/// Returns true if `value` is in a vector register where it is defined.
fn is_float(mf: &MachineFunction, value: VReg) -> bool {
    let is_one = |value: VReg| {
        mf.def(value).is_some_and(|def| match mf.opcode(def) {
            COPY => is_vector_register(mf.operand(def, 1)),
            G_BITCAST => mf.vreg_operand(def, 1).is_some_and(|from| mf.ty(from) == V2S64),
            opcode => FLOATS.contains(&opcode),
        })
    };
    let chosen = mf.def(value).filter(|&def| matches!(mf.opcode(def), G_SELECT | G_PHI));
    let mut among = chosen.into_iter().flat_map(|def| &mf.operands(def)[1..]);
    is_one(value) || among.any(|operand| operand.vreg().is_some_and(is_one))
}

/// Returns the vector with the bits of `value`, built at `point` unless there is one.
fn as_vector(mf: &mut MachineFunction, value: VReg, point: InsertPoint) -> VReg {
    let cast = mf.def(value).filter(|&def| mf.opcode(def) == G_BITCAST);
    match cast.and_then(|cast| mf.vreg_operand(cast, 1)).filter(|&from| mf.ty(from) == V2S64) {
        Some(vector) => vector,
        None => Builder::new(mf, point).op(G_BITCAST, V2S64, &[value]),
    }
}

/// Rewrites the definition of `value`, so that it is a vector's bitcast. `phis` counts the phis and
/// selects that have been rewritten. Returns true if anything changed.
fn rewrite(c: &mut Combiner<'_>, value: VReg, phis: &mut usize) -> bool {
    let Some(def) = c.mf.def(value) else { return false };
    match c.mf.opcode(def) {
        G_LOAD => {
            let is_whole = is_whole_access(c.mf, def);
            if is_whole {
                define_by_cast(c.mf, def, value);
            }
            is_whole
        }
        G_FCONSTANT => {
            let wide = c.mf.wide_value(c.mf.operand(def, 1));
            let Some(words) = wide.and_then(|wide| <[u64; 2]>::try_from(&wide.words[..]).ok()) else {
                return false;
            };
            let mut b = Builder::before(c.mf, def);
            let halves = words.map(|word| b.constant(S64, word as i64));
            let vector = b.op(G_BUILD_VECTOR, V2S64, &halves);
            c.replace_with_opcode(def, G_BITCAST, &[Operand::use_of(vector)])
        }
        G_SELECT if *phis < MAX_PHIS => {
            *phis += 1;
            define_by_cast(c.mf, def, value);
            for n in 2..4 {
                let chosen = c.mf.expect_vreg(def, n);
                rewrite(c, chosen, phis);
                let vector = as_vector(c.mf, chosen, InsertPoint::Before(def));
                c.mf.set_operand(def, n, Operand::use_of(vector));
            }
            true
        }
        G_PHI if *phis < MAX_PHIS && c.mf.operands(def).len() <= 2 * MAX_PHIS => {
            *phis += 1;
            rewrite_phi(c, def, value, phis);
            true
        }
        _ => false,
    }
}

/// Returns true if `inst` accesses 16 bytes, not atomically.
fn is_whole_access(mf: &MachineFunction, inst: InstId) -> bool {
    mf.mem_operand(inst).is_some_and(|m| m.ordering == Ordering::NotAtomic && m.size() == 16)
}

/// Makes `def` define a vector, and defines `value`, its result so far, by a bitcast after it.
fn define_by_cast(mf: &mut MachineFunction, def: InstId, value: VReg) {
    let vector = mf.create_vreg(V2S64);
    let mut operands: SmallVec<[Operand; 8]> = mf.operands(def).into();
    operands[0] = Operand::def(vector);
    // The old definition ends before the new one begins.
    mf.set_operands(def, &operands);
    let mut after = def;
    if mf.opcode(def) == G_PHI {
        while let Some(phi) = mf.next_inst(after).filter(|&next| mf.opcode(next) == G_PHI) {
            after = phi;
        }
    }
    let operands = [Operand::def(value), Operand::use_of(vector)];
    let cast = mf.create_inst(G_BITCAST, &operands, mf.inst(def).debug_loc);
    mf.insert_after(after, cast);
}

/// Rewrites a phi to vectors. Where no vector comes in, the value is cast at the end of the
/// predecessor.
fn rewrite_phi(c: &mut Combiner<'_>, phi: InstId, value: VReg, phis: &mut usize) {
    define_by_cast(c.mf, phi, value);
    for n in (1..c.mf.operands(phi).len()).step_by(2) {
        let (incoming, from) = (c.reg(phi, n), c.mf.operand(phi, n + 1).as_block());
        let (Some(incoming), Some(from)) = (incoming, from) else { continue };
        rewrite(c, incoming, phis);
        let end = c.mf.before_terminators(c.target, from);
        let vector = as_vector(c.mf, incoming, end);
        c.mf.set_operand(phi, n, Operand::use_of(vector));
    }
}
