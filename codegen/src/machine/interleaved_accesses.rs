//! The target's interface to `interleaved-access`: loads and stores of structures.
//!
//! A structure access moves consecutive structures of `factor` elements between memory and
//! `factor` registers: register `n` holds the elements `n` of all structures.

use crate::ir::builder::Builder;
use crate::ir::entity::VReg;
use crate::ir::llt::Llt;
use crate::ir::mir::MemOperand;

/// The structure accesses of a target.
pub trait InterleavedAccesses {
    /// Returns the largest number of elements in a structure.
    fn max_factor(&self) -> u32;

    /// Returns the type of one register of the accesses whose registers together hold `member`.
    /// `align` is the known alignment of the first structure in bytes. Returns `None` if there is
    /// no such access.
    fn register(&self, factor: u32, member: Llt, align: u32) -> Option<Llt>;

    /// Returns the type of a vector register, if shuffles of a vector of type `whole` in memory should
    /// read one at its start and one at its end, which overlap.
    fn overlapping(&self, _whole: Llt) -> Option<Llt> {
        None
    }

    /// Builds the access `mem` at `address` that loads `registers`.
    fn load(&self, b: &mut Builder<'_>, registers: &[VReg], address: VReg, mem: MemOperand);

    /// Builds the access `mem` at `address` that stores `registers`.
    fn store(&self, b: &mut Builder<'_>, registers: &[VReg], address: VReg, mem: MemOperand);
}
