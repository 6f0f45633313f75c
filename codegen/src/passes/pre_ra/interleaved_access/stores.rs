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
