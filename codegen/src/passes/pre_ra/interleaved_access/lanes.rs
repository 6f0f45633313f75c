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

#[cfg(test)]
mod tests {
    use super::{Origin, is_undefined, origin};
    use crate::ir::entity::VReg;
    use crate::ir::module::Module;
    use crate::testing::passes::{GENERIC, parse};

    const VECTORS: &str = "bb.0:
        liveins: $q0, $q1, $r0
        %0:_(<2 x s32>) = COPY $d0
        %1:_(<2 x s32>) = COPY $d1
        %2:_(s32) = COPY $r0
        %3:_(<2 x s32>) = G_IMPLICIT_DEF
        %4:_(<4 x s32>) = G_CONCAT_VECTORS %0(<2 x s32>), %1(<2 x s32>)
        %5:_(<2 x s32>) = G_SHUFFLE_VECTOR %0(<2 x s32>), %1, shufflemask(3, undef)
        %6:_(<2 x s32>), %7:_(<2 x s32>) = G_UNMERGE_VALUES %4(<4 x s32>)
        %8:_(s64) = G_CONSTANT i64 1
        %9:_(s32) = G_EXTRACT_VECTOR_ELT %0(<2 x s32>), %8(s64)
        %10:_(<2 x s32>) = G_BUILD_VECTOR %2(s32), %9(s32)
        %11:_(s64) = G_CONSTANT i64 2
        %12:_(s32) = G_EXTRACT_VECTOR_ELT %0(<2 x s32>), %11(s64)
        %13:_(<2 x s32>) = G_BUILD_VECTOR %12(s32), %12(s32)
        RET";

    #[test]
    fn a_lane_comes_from_the_operand_that_holds_it() {
        let mf = parse(&mut Module::default(), GENERIC, VECTORS);
        let lane = |vector, lane| Origin::Lane(VReg::new(vector), lane);
        let table = [
            ((4, 1), lane(0, 1)),
            ((4, 2), lane(1, 0)),
            ((5, 0), lane(1, 1)),
            ((5, 1), Origin::Undefined),
            ((7, 1), lane(4, 3)),
            ((10, 1), lane(0, 1)),
            ((3, 0), Origin::Undefined),
            // Elements of unknown and of no vectors.
            ((0, 0), Origin::Computed),
            ((10, 0), Origin::Computed),
            ((13, 0), Origin::Computed),
        ];
        for ((vector, lane), expected) in table {
            assert_eq!(origin(&mf, (VReg::new(vector), lane)), expected, "%{vector}, lane {lane}");
        }
        assert!(is_undefined(&mf, VReg::new(3)) && !is_undefined(&mf, VReg::new(0)));
    }
}
