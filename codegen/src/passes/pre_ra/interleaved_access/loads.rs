//! Loads of structures: shuffles take one member of each structure.

use super::lanes::is_undefined;
use super::overlapping;
use super::stores::shuffle_into;
use super::{Structures, plain_access};
use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::mir::{MachineFunction, MemOperand, Operand};
use crate::ir::opcodes::*;
use crate::machine::interleaved_accesses::InterleavedAccesses;
use crate::passes::target::PassTarget;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// A use of a loaded vector.
struct Use {
    inst: InstId,
    /// The lanes that are read; negative ones are undefined.
    lanes: Vec<i32>,
}

/// Replaces each of `loads` by structure loads, if all its uses read members, or by overlapping
/// loads.
pub(super) fn replace(
    mf: &mut MachineFunction,
    target: &dyn PassTarget,
    accesses: &dyn InterleavedAccesses,
    loads: &[InstId],
) {
    if loads.is_empty() {
        return;
    }
    let mut users = users(mf, loads);
    for &load in loads {
        let Some(mut insts) = users.remove(&mf.expect_vreg(load, 0)) else { continue };
        // A shuffle of two loads may be erased already, if it reads lanes of the other one only.
        insts.retain(|&inst| mf.inst(inst).is_in_block());
        let (Some(mem), Some(uses)) = (plain_access(mf, load), uses(mf, load, &insts)) else { continue };
        let structures = (2..=accesses.max_factor()).rev().find_map(|factor| {
            let structures = Structures::of(accesses, factor, mem.ty, mem.align)
                .or_else(|| Structures::with_gap(accesses, factor, mem.ty, mem.align))?;
            let is_complete = |lane: &i32| *lane < 0 || structures.is_complete(*lane as u32 % factor);
            let are_complete = uses.iter().all(|used| used.lanes.iter().all(is_complete));
            (are_complete && separates(factor, &uses)).then_some(structures)
        });
        match structures {
            Some(structures) => rewrite(mf, target, accesses, (load, mem), structures, &uses),
            None => {
                let uses: Vec<(InstId, &[i32])> =
                    uses.iter().map(|used| (used.inst, &used.lanes[..])).collect();
                overlapping::replace(mf, target, accesses, (load, mem), &uses);
            }
        }
    }
}

/// Returns the shuffles and extractions of the vectors that are loaded, by vector.
fn users(mf: &MachineFunction, loads: &[InstId]) -> FxHashMap<VReg, Vec<InstId>> {
    let mut users: FxHashMap<VReg, Vec<InstId>> =
        loads.iter().map(|&load| (mf.expect_vreg(load, 0), Vec::new())).collect();
    for inst in mf.layout.iter().flat_map(|&block| mf.insts(block)) {
        let sources = match mf.opcode(inst) {
            G_SHUFFLE_VECTOR => 1..3,
            G_EXTRACT_VECTOR_ELT => 1..2,
            _ => continue,
        };
        for source in mf.operands(inst)[sources].iter().filter_map(|source| source.vreg()) {
            if let Some(users) = users.get_mut(&source).filter(|users| users.last() != Some(&inst)) {
                users.push(inst);
            }
        }
    }
    users
}

/// Returns the lanes that each use of a load reads, if all uses are known.
fn uses(mf: &MachineFunction, load: InstId, insts: &[InstId]) -> Option<Vec<Use>> {
    let loaded = mf.vreg_operand(load, 0)?;
    let of_load = |inst: InstId| mf.operands(inst)[1..].iter().filter(|o| o.vreg() == Some(loaded)).count();
    if insts.iter().map(|&inst| of_load(inst)).sum::<usize>() != mf.use_count(loaded) as usize {
        return None;
    }
    insts.iter().map(|&inst| Some(Use { inst, lanes: lanes(mf, loaded, inst)? })).collect()
}

/// Returns the lanes of `loaded` that `inst` reads, if it reads no other vector.
fn lanes(mf: &MachineFunction, loaded: VReg, inst: InstId) -> Option<Vec<i32>> {
    let count = i32::try_from(mf.ty(loaded).elements()).ok()?;
    if mf.opcode(inst) == G_EXTRACT_VECTOR_ELT {
        let lane = i32::try_from(mf.constant_operand(inst, 2)?).ok()?;
        return (0..count).contains(&lane).then(|| vec![lane]);
    }
    let (a, b) = (mf.vreg_operand(inst, 1)?, mf.vreg_operand(inst, 2)?);
    let lane = |&from: &i32| {
        let (vector, lane) = if from < count { (a, from) } else { (b, from - count) };
        match vector == loaded && lane < count {
            _ if from < 0 => Some(-1),
            true => Some(lane),
            false => is_undefined(mf, vector).then_some(-1),
        }
    };
    mf.shuffle_mask_value(mf.operand(inst, 3))?.iter().map(lane).collect()
}

/// Returns true if each use reads one member of structures of `factor` elements. At least one use
/// must read every structure, or every second one, or another constant stride.
fn separates(factor: u32, uses: &[Use]) -> bool {
    let factor = factor as i32;
    let of_one_member = |used: &Use| {
        let mut members = used.lanes.iter().filter(|&&lane| lane >= 0).map(|lane| lane % factor);
        members.next().is_none_or(|first| members.all(|member| member == first))
    };
    let has_stride = |used: &Use| {
        let mut defined = (0..).zip(&used.lanes).filter(|&(_, &lane)| lane >= 0);
        let (Some((at, &first)), Some((next, &second))) = (defined.next(), defined.next()) else {
            return false;
        };
        let distance = (second - first) / (next - at);
        let is_equal = |(n, &lane): (i32, &i32)| lane - first == distance * (n - at);
        distance > 0 && distance % factor == 0 && is_equal((next, &second)) && defined.all(is_equal)
    };
    uses.iter().all(of_one_member) && uses.iter().any(has_stride)
}

/// Replaces the load by structure loads and its uses by uses of members.
fn rewrite(
    mf: &mut MachineFunction,
    target: &dyn PassTarget,
    accesses: &dyn InterleavedAccesses,
    (load, mem): (InstId, MemOperand),
    structures: Structures,
    uses: &[Use],
) {
    let address = mf.expect_vreg(load, 1);
    let mut b = Builder::before(mf, load);
    let mut parts: Vec<SmallVec<[VReg; 8]>> = vec![SmallVec::new(); structures.factor as usize];
    for n in 0..structures.accesses() {
        let (ty, offset) = structures.access(n);
        let at = b.ptr_add_imm(address, offset);
        let registers: SmallVec<[VReg; 4]> =
            parts.iter().map(|_| b.mf.create_vreg(structures.register)).collect();
        accesses.load(&mut b, &registers, at, mem.part(offset, ty));
        for (parts, member) in parts.iter_mut().zip(0..).take((structures.factor - structures.gap) as usize) {
            parts.push(registers[structures.register_of(n, member) as usize]);
        }
    }
    let mut members: Vec<Option<VReg>> = vec![None; parts.len()];
    for Use { inst, lanes } in uses {
        let first = lanes.iter().find(|&&lane| lane >= 0);
        let n = first.map_or(0, |&lane| lane as usize % structures.factor as usize);
        let member = *members[n].get_or_insert_with(|| match parts[n][..] {
            [one] => one,
            _ => Builder::before(mf, load).merge(structures.member, &parts[n]),
        });
        let rows: Vec<i32> =
            lanes.iter().map(|&lane| if lane < 0 { -1 } else { lane / structures.factor as i32 }).collect();
        read_member(mf, *inst, member, &rows);
    }
    let mut dead = vec![load];
    mf.remove_dead(target.descs(), &mut dead);
}

/// Makes `inst` read these rows of `member`.
fn read_member(mf: &mut MachineFunction, inst: InstId, member: VReg, rows: &[i32]) {
    let dst = mf.expect_vreg(inst, 0);
    let mut b = Builder::before(mf, inst);
    if b.mf.opcode(inst) == G_EXTRACT_VECTOR_ELT {
        let lane = b.constant(b.mf.ty(b.mf.expect_vreg(inst, 2)), i64::from(rows[0]));
        mf.set_operand(inst, 1, Operand::use_of(member));
        mf.set_operand(inst, 2, Operand::use_of(lane));
        return;
    }
    let is_whole = (0..).zip(rows).all(|(n, &row)| row < 0 || row == n);
    if is_whole && b.mf.ty(dst) == b.mf.ty(member) {
        b.copy(dst, member);
    } else {
        shuffle_into(&mut b, dst, member, rows);
    }
    mf.remove_inst(inst);
}

#[cfg(test)]
mod tests {
    use super::super::run;
    use crate::testing::passes::{GENERIC, after};
    use crate::testing::toy::TOY;

    const MEMBERS: [&str; 2] = [
        "%3:_(<4 x s32>) = G_SHUFFLE_VECTOR %1(<8 x s32>), %2, shufflemask(0, 2, 4, 6)",
        "%4:_(<4 x s32>) = G_SHUFFLE_VECTOR %1(<8 x s32>), %2, shufflemask(1, undef, 5, 7)",
    ];

    /// Returns the lines after the load of eight elements and an undefined vector.
    fn loaded(access: &str, uses: &[&str]) -> Vec<String> {
        let text = format!(
            "bb.0:
                liveins: $r0
                %0:_(p0) = COPY $r0
                %1:_(<8 x s32>) = G_LOAD %0(p0) :: ({access} (<8 x s32>), align 4)
                %2:_(<8 x s32>) = G_IMPLICIT_DEF
                {}
                RET",
            uses.join("\n")
        );
        after(GENERIC, &text, |mf| run(mf, TOY)).split_off(2)
    }

    #[test]
    fn members_are_loaded() {
        let expected = [
            "%5:_(<2 x s32>), %6:_(<2 x s32>) = LOAD2 %0(p0) :: (load (<4 x s32>), align 4)",
            "%7:_(s64) = G_CONSTANT i64 16",
            "%8:_(p0) = G_PTR_ADD %0, %7(s64)",
            "%9:_(<2 x s32>), %10:_(<2 x s32>) = LOAD2 %8(p0) :: (load (<4 x s32>), align 4)",
            "%11:_(<4 x s32>) = G_CONCAT_VECTORS %5(<2 x s32>), %9(<2 x s32>)",
            "%12:_(<4 x s32>) = G_CONCAT_VECTORS %6(<2 x s32>), %10(<2 x s32>)",
            "%2:_(<8 x s32>) = G_IMPLICIT_DEF",
            "%3:_(<4 x s32>) = COPY %11(<4 x s32>)",
            "%4:_(<4 x s32>) = COPY %12(<4 x s32>)",
            "RET",
        ];
        assert_eq!(loaded("load", &MEMBERS), expected);
    }

    #[test]
    fn members_are_loaded_though_the_last_element_is_not() {
        let text = "bb.0:
                liveins: $r0
                %0:_(p0) = COPY $r0
                %1:_(<7 x s32>) = G_LOAD %0(p0) :: (load (<7 x s32>), align 4)
                %2:_(<7 x s32>) = G_IMPLICIT_DEF
                %3:_(<4 x s32>) = G_SHUFFLE_VECTOR %1(<7 x s32>), %2, shufflemask(0, 2, 4, 6)
                RET";
        let expected = [
            "%4:_(<2 x s32>), %5:_(<2 x s32>) = LOAD2 %0(p0) :: (load (<4 x s32>), align 4)",
            "%6:_(s64) = G_CONSTANT i64 12",
            "%7:_(p0) = G_PTR_ADD %0, %6(s64)",
            "%8:_(<2 x s32>), %9:_(<2 x s32>) = LOAD2 %7(p0) :: (load (<4 x s32>), align 4)",
            "%10:_(<4 x s32>) = G_CONCAT_VECTORS %4(<2 x s32>), %9(<2 x s32>)",
        ];
        let lines = after(GENERIC, text, |mf| run(mf, TOY)).split_off(2);
        assert_eq!(lines[..5], expected);
        let other = text.replace("0, 2, 4, 6", "1, 3, 5");
        let other = other.replace("%3:_(<4 x s32>)", "%3:_(<3 x s32>)");
        assert!(after(GENERIC, &other, |mf| run(mf, TOY))[2].contains("G_LOAD"));
    }

    #[test]
    fn other_loads_stay() {
        let has_load = |access, uses: &[&str]| loaded(access, uses)[0].contains("G_LOAD");
        assert!(has_load("volatile load", &MEMBERS));
        let whole = "G_STORE %1(<8 x s32>), %0(p0) :: (store (<8 x s32>))";
        assert!(has_load("load", &[MEMBERS[0], whole]));
        let two_members = MEMBERS[0].replace("0, 2", "0, 1");
        assert!(has_load("load", &[&two_members, MEMBERS[1]]));
        let reversed = MEMBERS[0].replace("0, 2, 4, 6", "6, 4, 2, 0");
        assert!(has_load("load", &[&reversed]));
    }

    #[test]
    fn an_element_is_extracted_from_its_member() {
        let element =
            ["%5:_(s64) = G_CONSTANT i64 3", "%6:_(s32) = G_EXTRACT_VECTOR_ELT %1(<8 x s32>), %5(s64)"];
        let lines = loaded("load", &[MEMBERS[0], element[0], element[1]]);
        let second = "%14:_(<4 x s32>) = G_CONCAT_VECTORS %8(<2 x s32>), %12(<2 x s32>)";
        let extract = "%6:_(s32) = G_EXTRACT_VECTOR_ELT %14(<4 x s32>), %15(s64)";
        for expected in [second, "%15:_(s64) = G_CONSTANT i64 1", extract] {
            assert!(lines.contains(&expected.to_string()), "{lines:?}");
        }
    }
}
