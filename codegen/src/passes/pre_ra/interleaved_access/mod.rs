//! `interleaved-access`: replaces wide vector accesses and the shuffles that separate or interleave
//! their elements by structure accesses.
//!
//! Vectorized loops over arrays of structures load several structures as one vector and shuffle
//! each member into a vector of its own; stores are the reverse. Many targets load and store such
//! members in one instruction. Requires that the target names its structure accesses
//! ([`InterleavedAccesses`]). After LLVM's pass of that name.
//!
//! Stores come first: the vectors that they store may be shuffled loads, whose shuffles then have
//! the form that `loads` expects. No byte is accessed that was not accessed before: if the last
//! structure of a load lacks members, as loops do that do not use them, the last access starts
//! earlier. Shuffles of other vectors that fill no registers read two overlapping loads. Volatile,
//! atomic and non-temporal accesses are not changed.
//!
//! Requires: generic instructions, not legalized, in SSA form. Establishes: nothing new. Cost: a
//! walk over opcodes; linear if there are shuffles.

mod lanes;
mod loads;
mod operations;
mod overlapping;
mod stores;

use crate::ir::entity::InstId;
use crate::ir::llt::Llt;
use crate::ir::mir::{MachineFunction, MemFlags, MemOperand};
use crate::ir::opcodes::*;
use crate::machine::desc::instructions::Opcode;
use crate::machine::interleaved_accesses::InterleavedAccesses;
use crate::passes::target::PassTarget;

/// Replaces interleaved accesses of `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    let Some(accesses) = target.interleaved_accesses() else { return };
    // An interleaving is a shuffle, or elements of vectors built into one.
    let arranges = |opcode| matches!(opcode, G_SHUFFLE_VECTOR | G_BUILD_VECTOR);
    if !mf.all_insts().iter().any(|inst| arranges(inst.opcode)) {
        return;
    }
    for store in of_vectors(mf, G_STORE) {
        stores::replace(mf, target, accesses, store);
    }
    let loads = of_vectors(mf, G_LOAD);
    operations::separate_operands(mf, target, accesses.max_factor(), &loads);
    loads::replace(mf, target, accesses, &loads);
}

/// Returns the instructions with this opcode that access whole vectors plainly.
fn of_vectors(mf: &MachineFunction, opcode: Opcode) -> Vec<InstId> {
    let insts = mf.layout.iter().flat_map(|&block| mf.insts(block));
    insts.filter(|&inst| mf.opcode(inst) == opcode && plain_access(mf, inst).is_some()).collect()
}

/// Returns the access of a load or store of a vector, if it may be replaced by others to the same
/// memory.
fn plain_access(mf: &MachineFunction, inst: InstId) -> Option<MemOperand> {
    let ty = mf.ty(mf.vreg_operand(inst, 0)?);
    if !ty.is_vector() || ty.is_scalable() {
        return None;
    }
    let mem = mf.mem_operand(inst).filter(|_| mf.mem_operands(inst).len() == 1)?;
    let is_whole =
        mem.ty.is_vector() && (mem.ty.elements(), mem.ty.scalar_bits()) == (ty.elements(), ty.scalar_bits());
    let is_plain = !mem.is_atomic() && !mem.flags.intersects(MemFlags::VOLATILE | MemFlags::NON_TEMPORAL);
    (is_whole && is_plain).then_some(*mem)
}

/// Structures in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Structures {
    /// The number of elements in each.
    factor: u32,
    /// The type of one member of all structures.
    member: Llt,
    /// The type of one register of an access.
    register: Llt,
    /// The number of elements that the last structure lacks: its last members are not accessed.
    gap: u32,
}

impl Structures {
    /// Returns the structures of `factor` elements that fill a vector of type `whole`, if they can
    /// be accessed.
    fn of(accesses: &dyn InterleavedAccesses, factor: u32, whole: Llt, align: u32) -> Option<Structures> {
        if !whole.elements().is_multiple_of(factor) || whole.elements() < 2 * factor {
            return None;
        }
        let member = whole.with_elements(whole.elements() / factor);
        let register = accesses.register(factor, member, align)?;
        Some(Structures { factor, member, register, gap: 0 })
    }

    /// Returns the structures of `factor` elements of which the last one lacks members, if they can
    /// be loaded by at least two accesses: the last one starts earlier, so that it reads no more
    /// than `whole`.
    fn with_gap(
        accesses: &dyn InterleavedAccesses,
        factor: u32,
        whole: Llt,
        align: u32,
    ) -> Option<Structures> {
        let count = whole.elements().div_ceil(factor);
        let gap = count * factor - whole.elements();
        if gap == 0 || !count.is_multiple_of(2) {
            return None;
        }
        let (member, half) = (whole.with_elements(count), whole.with_elements(count / 2));
        // The last access is aligned like an element only.
        let align = align.min(whole.scalar_bits().div_ceil(8));
        let register = accesses
            .register(factor, member, align)
            .filter(|register| register.elements() < count)
            .or_else(|| accesses.register(factor, half, align))?;
        Some(Structures { factor, member, register, gap })
    }

    /// Returns true if a member is part of every structure.
    fn is_complete(&self, member: u32) -> bool {
        member < self.factor - self.gap
    }

    /// Returns the register of access `n` that holds a complete member.
    fn register_of(&self, n: u32, member: u32) -> u32 {
        if n + 1 == self.accesses() { member + self.gap } else { member }
    }

    /// Returns the number of accesses.
    fn accesses(&self) -> u32 {
        self.member.elements() / self.register.elements()
    }

    /// Returns the type in memory and the offset in bytes of access `n`.
    fn access(&self, n: u32) -> (Llt, i64) {
        let ty = self.register.with_elements(self.factor * self.register.elements());
        let earlier = if n + 1 == self.accesses() { self.gap * ty.element().bytes() } else { 0 };
        (ty, i64::from(n * ty.bytes() - earlier))
    }
}

#[cfg(test)]
mod tests {
    use super::{Structures, plain_access};
    use crate::ir::llt::{Llt, S32};
    use crate::ir::module::Module;
    use crate::testing::passes::{GENERIC, parse};
    use crate::testing::toy::Toy;

    #[test]
    fn structures_fill_a_vector() {
        let of = |elements, bits| Structures::of(&Toy, 2, Llt::vector(elements, Llt::scalar(bits)), 4);
        let structures = of(8, 32).expect("two members of four elements");
        assert_eq!(structures.member, Llt::vector(4, S32));
        let accesses: Vec<_> = (0..structures.accesses()).map(|n| structures.access(n)).collect();
        assert_eq!(accesses, [(Llt::vector(4, S32), 0), (Llt::vector(4, S32), 16)]);
        assert_eq!([of(7, 32), of(2, 32), of(8, 16)], [None; 3]);
    }

    #[test]
    fn the_last_access_starts_earlier_if_a_member_is_missing() {
        let of = |elements| Structures::with_gap(&Toy, 2, Llt::vector(elements, S32), 4);
        let structures = of(7).expect("four structures without their last element");
        let accesses: Vec<_> = (0..structures.accesses()).map(|n| structures.access(n)).collect();
        assert_eq!(accesses, [(Llt::vector(4, S32), 0), (Llt::vector(4, S32), 12)]);
        assert_eq!([0, 1].map(|member| structures.is_complete(member)), [true, false]);
        assert_eq!([0, 1].map(|n| structures.register_of(n, 0)), [0, 1]);
        assert_eq!([of(8), of(5)], [None; 2]);
    }

    #[test]
    fn plain_accesses_are_of_whole_vectors() {
        let is_plain = |ty: &str, access: &str| {
            let text = format!(
                "bb.0:\nliveins: $r0\n%0:_(p0) = COPY $r0\n%1:_({ty}) = G_LOAD %0(p0) :: ({access})\nRET"
            );
            let mf = parse(&mut Module::default(), GENERIC, &text);
            let load = mf.insts(mf.entry()).nth(1).expect("the load");
            plain_access(&mf, load).is_some()
        };
        assert!(is_plain("<4 x s32>", "load (<4 x s32>)"));
        for (ty, access) in [
            ("<4 x s32>", "volatile load (<4 x s32>)"),
            ("<4 x s32>", "non-temporal load (<4 x s32>)"),
            ("<4 x s32>", "load (<4 x s16>)"),
            ("<vscale x 4 x s32>", "load (<vscale x 4 x s32>)"),
            ("s64", "load (s64)"),
        ] {
            assert!(!is_plain(ty, access), "{access}");
        }
    }
}
