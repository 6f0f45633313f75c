//! InstrInfo: properties of a target's instructions for register allocation, frame lowering and
//! later passes, and the few instructions that these insert.

use crate::ir::builder::Builder;
use crate::ir::entity::{FrameIndex, InstId};
use crate::ir::mir::MachineFunction;
use crate::machine::branch_info::BranchInfo;
use crate::machine::desc::reg_mask::RegMask;
use crate::machine::desc::registers::{PhysReg, RegClassId};
use crate::machine::operand_info::OperandInfo;
use crate::support::error::Result;

/// The bytes that an instruction accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryAddress {
    /// The base register.
    pub base: PhysReg,
    /// The offset in bytes.
    pub offset: i64,
    /// The size in bytes.
    pub size: i64,
}

/// The value of a register after an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WrittenValue {
    /// An integer.
    Integer(i64),
    /// The previous value of another register, plus a number.
    Sum(PhysReg, i64),
}

/// The properties of a target's instructions for the passes after selection. Methods with a builder
/// build at its point.
pub trait InstrInfo: BranchInfo + OperandInfo {
    /// Returns the register mask with this number, of the named ones.
    fn reg_mask(&self, index: u32) -> RegMask;

    /// Copies a whole physical register, with as few instructions as possible. The registers are
    /// any two that a `COPY` may have: in one bank, or integer and floating-point registers of the
    /// same width. Must not modify any other register or flags.
    fn copy_phys_reg(&self, b: &mut Builder<'_>, dst: PhysReg, src: PhysReg) -> Result<()>;

    /// Stores `src`, of `class`, to the object `slot`: one instruction whose address operand is the
    /// frame index (offset 0), with a memory operand (`PointerInfo::Stack`). Must not modify any
    /// register.
    fn store_reg_to_stack(&self, b: &mut Builder<'_>, src: PhysReg, class: RegClassId, slot: FrameIndex);

    /// Loads `dst`, of `class`, from the object `slot`; the reverse of
    /// [`InstrInfo::store_reg_to_stack`].
    fn load_reg_from_stack(&self, b: &mut Builder<'_>, dst: PhysReg, class: RegClassId, slot: FrameIndex);

    /// Returns true if `inst` may be rematerialized anywhere instead of being spilled, in addition
    /// to its table line. It has one definition and reads only reserved registers.
    fn is_rematerializable(&self, mf: &MachineFunction, inst: InstId) -> bool {
        let _ = (mf, inst);
        true
    }

    /// Returns true if `inst`, which is cheap by its table line, costs no more than a copy of its
    /// result.
    fn is_as_cheap_as_a_move(&self, mf: &MachineFunction, inst: InstId) -> bool {
        let _ = (mf, inst);
        true
    }

    /// Returns true if `reg` always holds the same value: the zero register.
    fn is_constant_register(&self, reg: PhysReg) -> bool {
        let _ = reg;
        false
    }

    /// Returns the bytes that `inst`, a load or store, accesses, if a base register and an offset
    /// describe them. All registers are physical, and the frame is laid out.
    fn memory_address(&self, mf: &MachineFunction, inst: InstId) -> Option<MemoryAddress> {
        let _ = (mf, inst);
        None
    }

    /// Returns the value that `inst`, which is no copy, writes to the whole register of its first
    /// operand, if that is a constant or a register plus a constant. All registers are physical,
    /// and the frame is laid out.
    fn written_value(&self, mf: &MachineFunction, inst: InstId) -> Option<WrittenValue> {
        let _ = (mf, inst);
        None
    }

    /// Rewrites `inst`, before register allocation, if LLVM's passes do not accept it or one of its
    /// operands. New instructions are next to it; new generic registers get their banks later.
    fn to_llvm_form(&self, mf: &mut MachineFunction, inst: InstId) {
        let _ = (mf, inst);
    }

    /// Rewrites `inst`, of a function that was read after selection, if it is a pseudo-instruction
    /// of LLVM's that our selection does not create.
    fn read_llvm_form(&self, mf: &mut MachineFunction, inst: InstId) {
        let _ = (mf, inst);
    }

    /// Expands a target's pseudo after register allocation (all registers are physical, and the
    /// frame is laid out). It builds the replacement before `inst` and removes it. Returns true if
    /// `inst` was such a pseudo. Called for every target instruction with the pseudo flag; pseudos
    /// that the encoder expands are left alone. May split blocks.
    fn expand_post_ra_pseudo(&self, mf: &mut MachineFunction, inst: InstId) -> Result<bool> {
        let _ = (mf, inst);
        Ok(false)
    }
}
