//! Stores of interleaved vectors.

use super::lanes::{Lane, Origin, origin};
use super::{Structures, plain_access};
use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::mir::MachineFunction;
use crate::ir::opcodes::*;
use crate::machine::interleaved_accesses::InterleavedAccesses;
use crate::passes::target::PassTarget;
use smallvec::SmallVec;

/// The maximum number of shuffles through which a lane is followed.
const MAX_DEPTH: usize = 8;

/// The vector that holds one member of all structures.
enum Member {
    Undefined,
    Whole(VReg),
    /// Lanes of a longer or shorter vector; negative ones are undefined.
    Lanes(VReg, Vec<i32>),
}

/// Replaces `store` by structure stores if its value interleaves vectors.
pub(super) fn replace(
    mf: &mut MachineFunction,
    target: &dyn PassTarget,
    accesses: &dyn InterleavedAccesses,
    store: InstId,
) {
    let Some((structures, members)) = interleaved(mf, accesses, store) else { return };
    let (Some(mem), address) = (plain_access(mf, store), mf.expect_vreg(store, 1)) else { return };
    let mut b = Builder::before(mf, store);
    let registers: Vec<SmallVec<[VReg; 8]>> = members
        .into_iter()
        .map(|member| {
            let vector = build(&mut b, &structures, member);
            b.parts(structures.register, vector)
        })
        .collect();
    for n in 0..structures.accesses() {
        let (ty, offset) = structures.access(n);
        let at = b.ptr_add_imm(address, offset);
        let values: SmallVec<[VReg; 4]> = registers.iter().map(|parts| parts[n as usize]).collect();
        accesses.store(&mut b, &values, at, mem.part(offset, ty));
    }
    let mut dead = Vec::new();
    mf.remove_inst_listing(store, &mut dead);
    mf.remove_dead(target.descs(), &mut dead);
}

/// Returns the structures that `store` writes and their members.
fn interleaved(
    mf: &MachineFunction,
    accesses: &dyn InterleavedAccesses,
    store: InstId,
) -> Option<(Structures, Vec<Member>)> {
    let value = mf.vreg_operand(store, 0).filter(|&value| mf.use_count(value) == 1)?;
    let arranged = mf.def(value).map(|def| mf.opcode(def));
    if !matches!(arranged, Some(G_SHUFFLE_VECTOR | G_BUILD_VECTOR | G_CONCAT_VECTORS)) {
        return None;
    }
    let (ty, mem) = (mf.ty(value), plain_access(mf, store)?);
    (2..=accesses.max_factor()).rev().find_map(|factor| {
        let structures = Structures::of(accesses, factor, ty, mem.align)?;
        Some((structures, members(mf, &structures, value)?))
    })
}

/// Returns the members of the structures in `value`, if all are consecutive lanes of vectors, and
/// at least two members have more than one defined lane.
fn members(mf: &MachineFunction, structures: &Structures, value: VReg) -> Option<Vec<Member>> {
    let mut vectors = 0;
    let mut members = Vec::new();
    for n in 0..structures.factor {
        let rows = 0..structures.member.elements();
        let lanes = rows.map(|row| Some((value, n + row * structures.factor))).collect();
        let (member, defined) = member(mf, structures, lanes)?;
        vectors += usize::from(defined > 1);
        members.push(member);
    }
    (vectors > 1).then_some(members)
}

/// Returns the member with these lanes, and the number of defined ones.
fn member(
    mf: &MachineFunction,
    structures: &Structures,
    mut lanes: Vec<Option<Lane>>,
) -> Option<(Member, usize)> {
    let mut first = None;
    for _ in 0..MAX_DEPTH {
        if !follow(mf, &mut lanes) {
            break;
        }
        let defined = lanes.iter().flatten().count();
        if defined == 0 {
            return Some((Member::Undefined, 0));
        }
        let Some((vector, start)) = consecutive(&lanes) else { continue };
        if start == 0 && mf.ty(vector) == structures.member {
            return Some((Member::Whole(vector), defined));
        }
        if first.is_none() {
            let mask = lanes.iter().map(|lane| lane.map_or(-1, |(_, n)| n as i32)).collect();
            first = Some((Member::Lanes(vector, mask), defined));
        }
    }
    first
}

/// Replaces each lane that is copied from another one by that one. Returns false if there is none.
fn follow(mf: &MachineFunction, lanes: &mut [Option<Lane>]) -> bool {
    let mut follows = false;
    for lane in lanes {
        let Some(at) = *lane else { continue };
        let next = match origin(mf, at) {
            Origin::Lane(vector, n) => Some((vector, n)),
            Origin::Undefined => None,
            Origin::Computed => continue,
        };
        (*lane, follows) = (next, true);
    }
    follows
}

/// Returns the vector of which these lanes are consecutive, and the lane in it that is at position
/// zero.
fn consecutive(lanes: &[Option<Lane>]) -> Option<(VReg, i64)> {
    let mut starts = (0..).zip(lanes).filter_map(|(n, lane)| lane.map(|(v, at)| (v, i64::from(at) - n)));
    let first = starts.next()?;
    starts.all(|start| start == first).then_some(first)
}

fn build(b: &mut Builder<'_>, structures: &Structures, member: Member) -> VReg {
    match member {
        Member::Undefined => b.undef(structures.member),
        Member::Whole(vector) => vector,
        Member::Lanes(vector, mask) => {
            let dst = b.mf.create_vreg(structures.member);
            shuffle_into(b, dst, vector, &mask);
            dst
        }
    }
}

/// Defines `dst` by the lanes of `vector` in `mask`.
pub(super) fn shuffle_into(b: &mut Builder<'_>, dst: VReg, vector: VReg, mask: &[i32]) {
    let undefined = b.undef(b.mf.ty(vector));
    b.shuffle_vector(dst, [vector, undefined], mask);
}

#[cfg(test)]
mod tests {
    use super::super::run;
    use crate::testing::passes::{GENERIC, after};
    use crate::testing::toy::TOY;

    const INTERLEAVED: &str = "0, 4, 1, 5, 2, 6, 3, 7";

    /// Returns the lines after the pass for a store of two vectors of four elements in this order.
    fn stored(mask: &str, access: &str, last: &str) -> Vec<String> {
        let text = format!(
            "bb.0:
                liveins: $r0, $q0, $q1
                %0:_(p0) = COPY $r0
                %1:_(<4 x s32>) = COPY $q0
                %2:_(<4 x s32>) = COPY $q1
                %3:_(<8 x s32>) = G_SHUFFLE_VECTOR %1(<4 x s32>), %2, shufflemask({mask})
                G_STORE %3(<8 x s32>), %0(p0) :: ({access} (<8 x s32>), align 4)
                {last}
                RET"
        );
        after(GENERIC, &text, |mf| run(mf, TOY)).split_off(4)
    }

    #[test]
    fn members_are_stored() {
        let expected = [
            "%4:_(<2 x s32>), %5:_(<2 x s32>) = G_UNMERGE_VALUES %1(<4 x s32>)",
            "%6:_(<2 x s32>), %7:_(<2 x s32>) = G_UNMERGE_VALUES %2(<4 x s32>)",
            "STORE2 %4(<2 x s32>), %6(<2 x s32>), %0(p0) :: (store (<4 x s32>), align 4)",
            "%8:_(s64) = G_CONSTANT i64 16",
            "%9:_(p0) = G_PTR_ADD %0, %8(s64)",
            "STORE2 %5(<2 x s32>), %7(<2 x s32>), %9(p0) :: (store (<4 x s32>), align 4)",
            "RET",
        ];
        assert_eq!(stored(INTERLEAVED, "store", ""), expected);
        let undefined = stored("undef, 4, 1, 5, 2, 6, 3, undef", "store", "");
        assert!(undefined[0].ends_with("G_UNMERGE_VALUES %1(<4 x s32>)"), "{undefined:?}");
    }

    #[test]
    fn other_stores_stay() {
        let has_store = |lines: Vec<String>| lines[1].starts_with("G_STORE");
        assert!(has_store(stored(INTERLEAVED, "volatile store", "")));
        assert!(has_store(stored("0, 4, 1, 5, 2, 6, 7, 3", "store", "")));
        let used = "G_STORE %3(<8 x s32>), %0(p0) :: (volatile store (<8 x s32>))";
        assert!(has_store(stored(INTERLEAVED, "store", used)));
    }
}
