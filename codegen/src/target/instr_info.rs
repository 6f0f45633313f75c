//! InstrInfo: what register allocation, frame lowering and the passes after them ask of a target's
//! instructions, and the few instructions that they put in themselves.

use crate::ir::builder::Builder;
use crate::ir::entity::{BlockId, FrameIndex, InstId};
use crate::ir::mir::MachineFunction;
use crate::support::error::Result;
use crate::target::desc::instructions::Opcode;
use crate::target::desc::reg_mask::RegMask;
use crate::target::desc::registers::{PhysReg, RegClassId};
use bitflags::bitflags;

/// Jumps that need a register.
#[derive(Clone, Copy, Debug)]
pub struct LongBranch {
    /// How far the unconditional jump reaches that needs none, in bytes.
    pub reach: u64,
    /// The register that the longer jump writes: functions that may have one leave it to them.
    pub register: PhysReg,
    /// The longer jump.
    pub opcode: Opcode,
}

bitflags! {
    /// How control may get indirectly to where a mark is to stand.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct Landing: u8 {
        /// By a call or a tail call.
        const CALL = 1;
        /// By a jump.
        const JUMP = 1 << 1;
    }
}

/// What follows a call right where it returns to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CallMark {
    /// The mark of a landing: what returns twice may come back by a jump.
    Landing,
    /// What Objective-C's runtime looks for, so as to hand an object over.
    ReturnValue,
}

/// Marks where indirect branches may land.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LandingMarks {
    /// The alignment that they need, in bytes.
    pub align: u32,
    /// Whether jumps through tables land on them too.
    pub jump_tables: bool,
}

/// Which bytes an instruction accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryAddress {
    /// The base register.
    pub base: PhysReg,
    /// The offset in bytes.
    pub offset: i64,
    /// The size in bytes.
    pub size: i64,
}

/// What a register holds after an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WrittenValue {
    /// An integer.
    Integer(i64),
    /// What another held before, plus a number.
    Sum(PhysReg, i64),
}

/// What a target's instructions do for the passes after selection. All `b` build at the builder's point.
pub trait InstrInfo {
    /// The register mask with this number, of those that have a name.
    fn reg_mask(&self, index: u32) -> RegMask;

    /// Copies a whole physical register, in the fewest instructions, between any two registers whose
    /// values a `COPY` may move: within a bank, and between integer and floating-point registers of the
    /// same width. Must not touch any other register, flags neither.
    fn copy_phys_reg(&self, b: &mut Builder<'_>, dst: PhysReg, src: PhysReg) -> Result<()>;

    /// Stores `src`, of `class`, to the object `slot`: one instruction whose address operand is the frame
    /// index (offset 0), with a memory operand (`PointerInfo::Stack`). Must not change any register.
    fn store_reg_to_stack(&self, b: &mut Builder<'_>, src: PhysReg, class: RegClassId, slot: FrameIndex);

    /// Loads `dst`, of `class`, from the object `slot`; the reverse of [`InstrInfo::store_reg_to_stack`].
    fn load_reg_from_stack(&self, b: &mut Builder<'_>, dst: PhysReg, class: RegClassId, slot: FrameIndex);

    /// Whether `inst` may be rematerialized anywhere instead of being spilled, beyond what its table line
    /// says; it has one definition and reads no register that is not reserved.
    fn is_rematerializable(&self, mf: &MachineFunction, inst: InstId) -> bool {
        let _ = (mf, inst);
        true
    }

    /// Whether `inst`, which its table line says is cheap, costs no more than a copy of its result does.
    fn is_as_cheap_as_a_move(&self, mf: &MachineFunction, inst: InstId) -> bool {
        let _ = (mf, inst);
        true
    }

    /// Whether `reg` holds the same value everywhere: the zero register.
    fn is_constant_register(&self, reg: PhysReg) -> bool {
        let _ = reg;
        false
    }

    /// The block that `inst` jumps to, if it is an unconditional direct jump.
    fn unconditional_branch_target(&self, mf: &MachineFunction, inst: InstId) -> Option<BlockId>;

    /// Makes the conditional branch `inst` go where it did not, leaving its target. Returns false, with nothing changed, if
    /// it has no inverse.
    fn invert_branch(&self, mf: &mut MachineFunction, inst: InstId) -> bool {
        let _ = (mf, inst);
        false
    }

    /// Has a use of `inst` that shares a register with a definition change places with another one, the result being the same; doing so twice
    /// changes nothing. Returns false, with nothing changed, if there is no other.
    fn commute(&self, mf: &mut MachineFunction, inst: InstId) -> bool {
        let _ = (mf, inst);
        false
    }

    /// Puts in an unconditional direct jump; the edge is the caller's.
    fn insert_branch(&self, b: &mut Builder<'_>, to: BlockId);

    /// What jumps need that go further than the assembler can lengthen a branch; `None` where no function is that long.
    fn long_branch(&self) -> Option<LongBranch> {
        None
    }

    /// Puts in a jump of any distance, which may write the register of [`InstrInfo::long_branch`]; the edge is the caller's.
    fn insert_long_branch(&self, b: &mut Builder<'_>, to: BlockId) {
        self.insert_branch(b, to);
    }

    /// Which bytes `inst`, a load or store, accesses, where a base register and an offset say that. All registers are physical, the
    /// frame is laid out.
    fn memory_address(&self, mf: &MachineFunction, inst: InstId) -> Option<MemoryAddress> {
        let _ = (mf, inst);
        None
    }

    /// What `inst`, which is no copy, writes to all of the register that is its first operand, where that is a constant or a sum with one.
    /// All registers are physical, the frame is laid out.
    fn written_value(&self, mf: &MachineFunction, inst: InstId) -> Option<WrittenValue> {
        let _ = (mf, inst);
        None
    }

    /// Rewrites `inst`, before register allocation, if it is an instruction of ours that LLVM's passes do not take, or has an operand
    /// that they do not take there; what is new stands beside it. New generic registers get their banks later.
    fn to_llvm_form(&self, mf: &mut MachineFunction, inst: InstId) {
        let _ = (mf, inst);
    }

    /// Rewrites `inst`, of a function that was read after selection, if it is a pseudo-instruction of LLVM's that ours does not make.
    fn read_llvm_form(&self, mf: &mut MachineFunction, inst: InstId) {
        let _ = (mf, inst);
    }

    /// What marks of landings `mf` needs; `None`: none.
    fn landing_marks(&self, mf: &MachineFunction) -> Option<LandingMarks> {
        let _ = mf;
        None
    }

    /// Puts in the mark of a landing of these kinds, unless the instruction at the builder's point, the first of a block, is one already.
    fn insert_landing_mark(&self, b: &mut Builder<'_>, landing: Landing) {
        let _ = (b, landing);
    }

    /// The call that is as one with this opcode and is followed by a mark.
    fn marked_call(&self, opcode: Opcode, mark: CallMark) -> Option<Opcode> {
        let _ = (opcode, mark);
        None
    }

    /// Expands a target's pseudo instruction after register allocation (all registers are physical and the
    /// frame is laid out): builds its replacement before `inst` and removes it. Returns whether `inst`
    /// was such a pseudo. Called for every instruction of the target's table that has the pseudo flag;
    /// those that the encoder expands itself are left alone. May split blocks.
    fn expand_post_ra_pseudo(&self, mf: &mut MachineFunction, inst: InstId) -> Result<bool> {
        let _ = (mf, inst);
        Ok(false)
    }
}
