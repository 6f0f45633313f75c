//! Overlapping loads: a vector that fills no registers, all of whose uses are shuffles.
//!
//! Vectorized loops over structures do not load the end of the last structure if no member is there:
//! 31 bytes of eight structures of four. Two registers cover them, at the start and at the end.

use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::mir::{MachineFunction, MemOperand};
use crate::ir::opcodes::G_SHUFFLE_VECTOR;
use crate::machine::interleaved_accesses::InterleavedAccesses;
use crate::passes::target::PassTarget;

/// Replaces `load` by two loads of registers, and its uses by shuffles of both, if the target
/// prefers that. Each use reads the given lanes; negative ones are undefined.
pub(super) fn replace(
    mf: &mut MachineFunction,
    target: &dyn PassTarget,
    accesses: &dyn InterleavedAccesses,
    (load, mem): (InstId, MemOperand),
    uses: &[(InstId, &[i32])],
) {
    let are_shuffles = uses.iter().all(|&(inst, _)| mf.opcode(inst) == G_SHUFFLE_VECTOR);
    let Some(register) = accesses.overlapping(mem.ty).filter(|_| are_shuffles && !uses.is_empty()) else {
        return;
    };
    let count = register.elements();
    let earlier = mem.ty.elements() - count;
    debug_assert!(earlier < count, "two registers leave a gap");
    let address = mf.expect_vreg(load, 1);
    let mut b = Builder::before(mf, load);
    let registers = [0, earlier].map(|first: u32| -> VReg {
        let offset = i64::from(first * mem.ty.element().bytes());
        let at = b.ptr_add_imm(address, offset);
        b.load(register, at, mem.part(offset, register))
    });
    // Lanes of the end have the same numbers, less what is before its register, plus the first
    // register's.
    let (count, earlier) = (count as i32, earlier as i32);
    let moved = |&lane: &i32| if lane < count { lane } else { lane - earlier + count };
    for &(inst, lanes) in uses {
        let dst = mf.expect_vreg(inst, 0);
        let mask: Vec<i32> = lanes.iter().map(moved).collect();
        Builder::before(mf, inst).shuffle_vector(dst, registers, &mask);
        mf.remove_inst(inst);
    }
    let mut dead = vec![load];
    mf.remove_dead(target.descs(), &mut dead);
}

#[cfg(test)]
mod tests {
    use super::super::run;
    use crate::testing::passes::{GENERIC, after, assert_unchanged};
    use crate::testing::toy::TOY;

    /// Returns a function that loads seven elements, and uses them so.
    fn function(access: &str, used: &str) -> String {
        format!(
            "bb.0:
                liveins: $r0
                %0:_(p0) = COPY $r0
                %1:_(<7 x s32>) = G_LOAD %0(p0) :: ({access} (<7 x s32>), align 4)
                %2:_(<7 x s32>) = G_IMPLICIT_DEF
                {used}
                RET"
        )
    }

    #[test]
    fn two_registers_cover_the_vector() {
        let used = "%3:_(<4 x s32>) = G_SHUFFLE_VECTOR %1(<7 x s32>), %2, shufflemask(0, 3, undef, 6)";
        let lines = after(GENERIC, &function("load", used), |mf| run(mf, TOY));
        let loads: Vec<_> = lines.iter().filter(|line| line.contains("G_LOAD")).collect();
        assert_eq!(loads.len(), 2, "{lines:?}");
        assert!(lines.iter().any(|line| line.contains("shufflemask(0, 3, undef, 7)")), "{lines:?}");
        assert!(lines.iter().any(|line| line.contains("G_CONSTANT i64 12")), "{lines:?}");
    }

    #[test]
    fn other_uses_and_accesses_stay() {
        let shuffle = "%3:_(<4 x s32>) = G_SHUFFLE_VECTOR %1(<7 x s32>), %2, shufflemask(0, 3, 5, 6)";
        assert_unchanged(GENERIC, &function("volatile load", shuffle), |mf| run(mf, TOY));
        let both = format!("{shuffle}\n%4:_(<7 x s32>) = G_ADD %1, %1");
        assert_unchanged(GENERIC, &function("load", &both), |mf| run(mf, TOY));
    }
}
