//! BranchInfo: branches, and marks where control may land.

use crate::ir::builder::Builder;
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::MachineFunction;
use crate::machine::desc::instructions::Opcode;
use crate::machine::desc::registers::PhysReg;
use bitflags::bitflags;

/// Jumps that require a register.
#[derive(Clone, Copy, Debug)]
pub struct LongBranch {
    /// The range in bytes of the unconditional jump that requires none.
    pub reach: u64,
    /// The register that the long jump writes. Functions that may have one do not use it otherwise.
    pub register: PhysReg,
    /// The long jump.
    pub opcode: Opcode,
}

/// The instruction directly after a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallMark {
    /// A landing mark: a function that returns twice may return by a jump.
    Landing,
    /// The marker of a handed-over object, for Objective-C's runtime.
    ReturnValue,
}

/// The landing marks of indirect branches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LandingMarks {
    /// Their alignment, in bytes.
    pub align: u32,
    /// True if jumps through tables also require them.
    pub jump_tables: bool,
}

bitflags! {
    /// The ways in which an indirect branch can reach a landing mark.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Landing: u8 {
        /// By a call or a tail call.
        const CALL = 1;
        /// By a jump.
        const JUMP = 1 << 1;
    }
}

/// A test of a register for zero by a conditional branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ZeroTest {
    /// The register, which is tested as a whole.
    pub reg: PhysReg,
    /// The target of the branch.
    pub target: BlockId,
    /// True if it branches if the register is zero; false if it branches otherwise.
    pub is_zero: bool,
}

/// Describes and builds branches, and marks where control may land.
pub trait BranchInfo {
    /// Returns the target block of `inst`, if it is an unconditional direct jump.
    fn unconditional_branch_target(&self, mf: &MachineFunction, inst: InstId) -> Option<BlockId>;

    /// Inverts the condition of `inst`, keeping its target. Returns false without effect if it has
    /// no inverse.
    fn invert_branch(&self, mf: &mut MachineFunction, inst: InstId) -> bool {
        let _ = (mf, inst);
        false
    }

    /// Returns the test that `inst`, a conditional branch, makes of a physical register for zero, if
    /// that is all it tests.
    fn zero_test(&self, mf: &MachineFunction, inst: InstId) -> Option<ZeroTest> {
        let _ = (mf, inst);
        None
    }

    /// Inserts an unconditional direct jump; the caller adds the edge.
    fn insert_branch(&self, b: &mut Builder<'_>, to: BlockId);

    /// Returns the long jump, for jumps beyond the range of branch relaxation; `None` if no
    /// function is that long.
    fn long_branch(&self) -> Option<LongBranch> {
        None
    }

    /// Inserts a jump of any distance, which may write the register of [`BranchInfo::long_branch`];
    /// the caller adds the edge.
    fn insert_long_branch(&self, b: &mut Builder<'_>, to: BlockId) {
        self.insert_branch(b, to);
    }

    /// Returns the landing marks that `mf` requires; `None` for none.
    fn landing_marks(&self, mf: &MachineFunction) -> Option<LandingMarks> {
        let _ = mf;
        None
    }

    /// Inserts a landing mark of these kinds, unless the instruction at the builder's point, the
    /// first of a block, is one already.
    fn insert_landing_mark(&self, b: &mut Builder<'_>, landing: Landing) {
        let _ = (b, landing);
    }

    /// Returns the opcode of the same call followed by a mark, for a call with this opcode.
    fn marked_call(&self, opcode: Opcode, mark: CallMark) -> Option<Opcode> {
        let _ = (opcode, mark);
        None
    }
}
