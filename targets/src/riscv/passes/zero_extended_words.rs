//! Zero extensions for `opt-w-instrs`: zero-extended words are loaded by zero-extending loads, also
//! through phis.
//!
//! Their upper halves must have no other readers, except unsigned comparisons, and equality
//! comparisons, with a non-negative number. The result of these is the same if both sides are
//! extended in the same way.

use crate::riscv::isel::word_values::is_zext32;
use crate::riscv::passes::upper_halves::{EXTENSION, UpperHalves, is_load};
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::llt::S64;
use gisel_codegen::ir::mir::MachineFunction;
use gisel_codegen::ir::opcodes::*;
use smallvec::SmallVec;

/// The maximum number of phis and loads that are visited for one extension.
const MAX_VALUES: usize = 16;

/// Erases those of `extensions` whose loads can zero-extend.
pub(crate) fn erase(mf: &mut MachineFunction, extensions: &[InstId], halves: &mut UpperHalves) {
    let mut erased: Vec<VReg> = Vec::new();
    for &inst in extensions {
        let Some((result, value)) = extended(mf, inst) else { continue };
        let Some(loads) = loads(mf, halves, value) else { continue };
        for (load, loaded) in loads {
            mf.inst_mut(load).opcode = G_ZEXTLOAD;
            mf.note_intact_bits(loaded, 32);
        }
        erased.push(result);
        halves.replace(result, value);
        mf.note_same_value(result, value);
        mf.remove_inst(inst);
    }
    erased.into_iter().for_each(|result| halves.forward_readers(mf, result));
}

/// Returns result and operand of `inst`, a `G_AND`, if it clears the upper half of a phi's or a
/// load's result.
pub(crate) fn extended(mf: &MachineFunction, inst: InstId) -> Option<(VReg, VReg)> {
    if mf.constant_operand(inst, 2) != Some(0xffff_ffff) {
        return None;
    }
    let (result, value) = (mf.vreg_operand(inst, 0)?, mf.vreg_operand(inst, 1)?);
    let comes_from = mf.opcode(mf.def(value)?);
    (mf.ty(result) == S64 && (comes_from == G_PHI || is_load(comes_from))).then_some((result, value))
}

/// Returns the loads of `value`, if all of them may zero-extend, and its other inputs are
/// zero-extended.
fn loads(mf: &MachineFunction, halves: &UpperHalves, value: VReg) -> Option<SmallVec<[(InstId, VReg); 4]>> {
    let mut values: SmallVec<[VReg; 8]> = SmallVec::from_slice(&[value]);
    let mut loads = SmallVec::new();
    let mut next = 0;
    while let Some(&at) = values.get(next) {
        next += 1;
        let def = mf.def(at)?;
        let opcode = mf.opcode(def);
        if is_zext32(mf, at) {
            continue;
        }
        if values.len() > MAX_VALUES || halves.has_readers(at, EXTENSION) {
            return None;
        }
        if opcode == G_PHI {
            for input in mf.operands(def).iter().skip(1).step_by(2) {
                let input = input.vreg()?;
                if !values.contains(&input) {
                    values.push(input);
                }
            }
        } else {
            let is_word = mf.mem_operand(def).is_some_and(|m| m.size() == 4 && m.is_unordered());
            if !(is_load(opcode) && is_word) {
                return None;
            }
            loads.push((def, at));
        }
    }
    Some(loads)
}
