//! The origin of a vector's lanes.

use crate::ir::entity::VReg;
use crate::ir::mir::MachineFunction;
use crate::ir::opcodes::*;
use crate::isel::legalizer::build::{defined_by, source, unmerged};

/// A lane of a vector.
pub(super) type Lane = (VReg, u32);

/// The origin of a lane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Origin {
    /// It is copied from another vector's lane.
    Lane(VReg, u32),
    /// Its value is undefined.
    Undefined,
    /// It is computed.
    Computed,
}

/// Returns true if `vreg` is undefined.
pub(super) fn is_undefined(mf: &MachineFunction, vreg: VReg) -> bool {
    defined_by(mf, vreg, G_IMPLICIT_DEF).is_some()
}

/// Returns the origin of a lane by the instruction that defines its vector.
pub(super) fn origin(mf: &MachineFunction, (vector, lane): Lane) -> Origin {
    let vector = source(mf, vector);
    found(mf, vector, lane).unwrap_or(Origin::Computed)
}

fn found(mf: &MachineFunction, vector: VReg, lane: u32) -> Option<Origin> {
    let def = mf.def(vector)?;
    let operands = mf.operands(def);
    match mf.opcode(def) {
        G_IMPLICIT_DEF => Some(Origin::Undefined),
        G_SHUFFLE_VECTOR => {
            let (a, b) = (operands[1].vreg()?, operands[2].vreg()?);
            let mask = mf.shuffle_mask_value(operands[3])?;
            let Ok(from) = u32::try_from(*mask.get(lane as usize)?) else { return Some(Origin::Undefined) };
            let count = mf.ty(a).elements();
            Some(if from < count { Origin::Lane(a, from) } else { Origin::Lane(b, from - count) })
        }
        G_CONCAT_VECTORS => {
            let each = mf.ty(operands[1].vreg()?).elements();
            Some(Origin::Lane(operands.get((1 + lane / each) as usize)?.vreg()?, lane % each))
        }
        G_BUILD_VECTOR => element(mf, operands.get(1 + lane as usize)?.vreg()?),
        G_UNMERGE_VALUES => {
            let (from, index) = unmerged_vector(mf, vector)?;
            let each = mf.ty(vector).elements();
            Some(Origin::Lane(from, index * each + lane))
        }
        _ => None,
    }
}

/// Returns the origin of an element that is built into a vector.
fn element(mf: &MachineFunction, value: VReg) -> Option<Origin> {
    let value = source(mf, value);
    let def = mf.def(value)?;
    match mf.opcode(def) {
        G_IMPLICIT_DEF => Some(Origin::Undefined),
        G_UNMERGE_VALUES => unmerged_vector(mf, value).map(|(from, index)| Origin::Lane(from, index)),
        G_EXTRACT_VECTOR_ELT => {
            let (from, lane) = (mf.vreg_operand(def, 1)?, mf.constant_operand(def, 2)?);
            let lane = u32::try_from(lane).ok().filter(|&lane| lane < mf.ty(from).elements())?;
            (mf.ty(from).element() == mf.ty(value)).then_some(Origin::Lane(from, lane))
        }
        _ => None,
    }
}

/// Returns the vector that is unmerged into values with the same elements, and the index of `value`
/// among these.
fn unmerged_vector(mf: &MachineFunction, value: VReg) -> Option<(VReg, u32)> {
    let (from, index) = unmerged(mf, value)?;
    let is_vector = mf.ty(from).is_vector() && mf.ty(from).element() == mf.ty(value).element();
    is_vector.then_some((from, index as u32))
}
