//! Operands: one 8-byte word each, in the function's operand pool.

use super::predicate::{FloatPredicate, IntPredicate};
use crate::ir::entity::{
    AsmStringId, BlockId, CfiIndex, ConstantId, FrameIndex, JumpTableId, SymbolId, VReg,
};
use crate::machine::desc::registers::{PhysReg, SubReg};
use bitflags::bitflags;
use std::fmt;

/// A physical or a virtual register, in one word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Reg(u32);

const VIRTUAL: u32 = 1 << 31;

impl Reg {
    /// No register.
    pub(crate) const NONE: Reg = Reg(0);

    /// Returns a virtual register.
    #[inline]
    pub(crate) const fn virt(vreg: VReg) -> Reg {
        Reg(vreg.raw() | VIRTUAL)
    }

    /// Returns a physical register.
    #[inline]
    pub(crate) const fn phys(reg: PhysReg) -> Reg {
        Reg(reg.0 as u32)
    }

    /// Returns the virtual register, if it is one.
    #[inline]
    pub(crate) const fn as_virt(self) -> Option<VReg> {
        if self.0 & VIRTUAL != 0 { Some(VReg::from_raw(self.0 & !VIRTUAL)) } else { None }
    }

    /// Returns the physical register, if it is one.
    #[inline]
    pub const fn as_phys(self) -> Option<PhysReg> {
        if self.0 & VIRTUAL == 0 && self.0 != 0 { Some(PhysReg(self.0 as u16)) } else { None }
    }
}

impl From<VReg> for Reg {
    #[inline]
    fn from(vreg: VReg) -> Reg {
        Reg::virt(vreg)
    }
}

impl From<PhysReg> for Reg {
    #[inline]
    fn from(reg: PhysReg) -> Reg {
        Reg::phys(reg)
    }
}

impl fmt::Debug for Reg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.as_virt(), self.as_phys()) {
            (Some(v), _) => write!(f, "{v}"),
            (None, Some(p)) => write!(f, "{p:?}"),
            (None, None) => f.write_str("$noreg"),
        }
    }
}

bitflags! {
    /// The flags of a register operand.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct OperandFlags: u8 {
        /// Written (else read).
        const DEF = 1;
        /// Not among the instruction's explicit operands.
        const IMPLICIT = 2;
        /// The last use of the value.
        const KILL = 4;
        /// Written and never read.
        const DEAD = 8;
        /// Read, but its value does not matter.
        const UNDEF = 16;
        /// Written before all uses are read.
        const EARLY_CLOBBER = 32;
        /// Tied to another operand, as the opcode's table row says.
        const TIED = 64;
        /// Read by a debug instruction.
        const DEBUG = 128;
    }
}

/// The kind of an operand's payload.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum OperandTag {
    /// A register.
    Reg,
    /// An immediate in the payload, sign-extended.
    Imm,
    /// An immediate in the function's pool of 64-bit immediates.
    PoolImm,
    /// An integer of more than 64 bits in the function's pool of wide constants.
    WideImm,
    /// The bits of a floating-point constant in the function's pool of wide constants.
    FpImm,
    /// A block.
    Block,
    /// A frame object.
    FrameIndex,
    /// A constant-pool entry.
    ConstantPool,
    /// A jump table.
    JumpTable,
    /// A symbol and offset, in the function's pool of symbol references.
    Global,
    /// A symbol outside of the module: an index into the table of libcall names.
    External,
    /// The address of a block, in the function's pool of block addresses.
    BlockAddress,
    /// An integer predicate.
    IntPredicate,
    /// A floating-point predicate.
    FloatPredicate,
    /// An intrinsic, by LLVM's number.
    Intrinsic,
    /// A register mask: a number of the target, or of the function
    /// (`MachineFunction::custom_reg_mask`).
    RegMask,
    /// A shuffle mask in the function's pool of masks.
    ShuffleMask,
    /// A CFI directive.
    Cfi,
    /// An assembly string of the function.
    AsmString,
    /// A label of the function's own, by number.
    McSymbol,
    /// The offset of an escaped object in a function's frame, by symbol and number.
    FrameEscape,
}

/// One operand of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Operand {
    tag: OperandTag,
    /// Flags of a register operand.
    pub flags: OperandFlags,
    /// A sub-register index (low byte), or the target flags (specifier) of a symbolic operand.
    extra: u16,
    payload: u32,
}

impl Operand {
    #[inline]
    const fn new(tag: OperandTag, payload: u32) -> Operand {
        Operand { tag, flags: OperandFlags::empty(), extra: 0, payload }
    }

    /// Returns a use of `reg`.
    #[inline]
    pub fn use_of(reg: impl Into<Reg>) -> Operand {
        Operand::new(OperandTag::Reg, reg.into().0)
    }

    /// Returns a definition of `reg`.
    #[inline]
    pub fn def(reg: impl Into<Reg>) -> Operand {
        Operand::use_of(reg).with_flags(OperandFlags::DEF)
    }

    /// Returns a use that the opcode's table row does not list.
    pub fn implicit_use(reg: impl Into<Reg>) -> Operand {
        Operand::use_of(reg).with_flags(OperandFlags::IMPLICIT)
    }

    /// Returns a definition that the opcode's table row does not list.
    pub fn implicit_def(reg: impl Into<Reg>) -> Operand {
        Operand::use_of(reg).with_flags(OperandFlags::IMPLICIT | OperandFlags::DEF)
    }

    /// Returns an immediate that fits in 32 bits, signed. Others: [`super::MachineFunction::imm`].
    #[inline]
    pub const fn small_imm(value: i32) -> Operand {
        Operand::new(OperandTag::Imm, value as u32)
    }

    /// Returns an operand of kind `tag` whose payload is an index into a pool or table.
    #[inline]
    pub const fn indexed(tag: OperandTag, index: u32) -> Operand {
        Operand::new(tag, index)
    }

    /// Returns a block.
    #[inline]
    pub const fn block(block: BlockId) -> Operand {
        Operand::new(OperandTag::Block, block.raw())
    }

    /// Returns a frame object.
    #[inline]
    pub const fn frame_index(index: FrameIndex) -> Operand {
        Operand::new(OperandTag::FrameIndex, index.raw())
    }

    /// Returns a constant-pool entry.
    pub const fn constant_pool(id: ConstantId) -> Operand {
        Operand::new(OperandTag::ConstantPool, id.raw())
    }

    /// Returns a jump table.
    pub const fn jump_table(id: JumpTableId) -> Operand {
        Operand::new(OperandTag::JumpTable, id.raw())
    }

    /// Returns a runtime routine, by its number in the table of libcall names.
    pub const fn external(name: u16) -> Operand {
        Operand::new(OperandTag::External, name as u32)
    }

    /// Returns an integer predicate.
    pub const fn int_predicate(p: IntPredicate) -> Operand {
        Operand::new(OperandTag::IntPredicate, p as u32)
    }

    /// Returns a floating-point predicate.
    pub const fn float_predicate(p: FloatPredicate) -> Operand {
        Operand::new(OperandTag::FloatPredicate, p as u32)
    }

    /// Returns an intrinsic, by LLVM's number.
    pub const fn intrinsic(id: u32) -> Operand {
        Operand::new(OperandTag::Intrinsic, id)
    }

    /// Returns a register mask, by its number in the target's table.
    pub const fn reg_mask(index: u32) -> Operand {
        Operand::new(OperandTag::RegMask, index)
    }

    /// Returns a CFI directive.
    pub const fn cfi(index: CfiIndex) -> Operand {
        Operand::new(OperandTag::Cfi, index.raw())
    }

    /// Returns an assembly string.
    pub const fn asm_string(id: AsmStringId) -> Operand {
        Operand::new(OperandTag::AsmString, id.raw())
    }

    /// Returns the label of an `EH_LABEL`, by its number in the function.
    pub const fn mc_symbol(number: u32) -> Operand {
        Operand::new(OperandTag::McSymbol, number)
    }

    /// Returns the offset of the object with this number that `llvm.localescape` of `function`
    /// lists.
    pub const fn frame_escape(function: SymbolId, number: u16) -> Operand {
        let mut operand = Operand::new(OperandTag::FrameEscape, function.raw());
        operand.extra = number;
        operand
    }

    /// Returns the same operand with `flags` added.
    #[inline]
    pub fn with_flags(mut self, flags: OperandFlags) -> Operand {
        self.flags |= flags;
        self
    }

    /// Returns the same operand with the sub-register index `sub`.
    #[inline]
    pub const fn with_sub_reg(mut self, sub: SubReg) -> Operand {
        self.extra = sub.0 as u16;
        self
    }

    /// Returns the same operand with target flags (a specifier's number).
    pub const fn with_target_flags(mut self, flags: u8) -> Operand {
        self.extra = flags as u16;
        self
    }

    /// Returns the kind of operand.
    #[inline]
    pub const fn tag(self) -> OperandTag {
        self.tag
    }

    /// Returns the payload as it is stored: an index for most kinds.
    #[inline]
    pub const fn payload(self) -> u32 {
        self.payload
    }

    /// Returns the register, if it is a register operand.
    #[inline]
    pub const fn reg(self) -> Option<Reg> {
        if matches!(self.tag, OperandTag::Reg) { Some(Reg(self.payload)) } else { None }
    }

    /// Returns the virtual register, if it is one.
    #[inline]
    pub const fn vreg(self) -> Option<VReg> {
        match self.reg() {
            Some(r) => r.as_virt(),
            None => None,
        }
    }

    /// Returns the physical register, if it is one.
    #[inline]
    pub const fn phys(self) -> Option<PhysReg> {
        match self.reg() {
            Some(r) => r.as_phys(),
            None => None,
        }
    }

    /// Returns the physical register that it writes, if any.
    pub fn phys_def(&self) -> Option<PhysReg> {
        self.phys().filter(|_| self.is_def())
    }

    /// Returns the same operand with another register.
    #[inline]
    pub(crate) fn with_reg(mut self, reg: impl Into<Reg>) -> Operand {
        self.payload = reg.into().0;
        self
    }

    /// Returns the sub-register index.
    #[inline]
    pub const fn sub_reg(self) -> SubReg {
        SubReg(self.extra as u8)
    }

    /// Returns the target flags of a symbolic operand.
    pub const fn target_flags(self) -> u8 {
        self.extra as u8
    }

    /// Returns the block, if it is one.
    #[inline]
    pub const fn as_block(self) -> Option<BlockId> {
        if matches!(self.tag, OperandTag::Block) { Some(BlockId::from_raw(self.payload)) } else { None }
    }

    /// Returns the immediate, if it is one that fits in 32 bits.
    #[inline]
    pub const fn as_small_imm(self) -> Option<i32> {
        if matches!(self.tag, OperandTag::Imm) { Some(self.payload as i32) } else { None }
    }

    /// Returns the frame object, if it is one.
    #[inline]
    pub const fn as_frame_index(self) -> Option<FrameIndex> {
        if matches!(self.tag, OperandTag::FrameIndex) {
            Some(FrameIndex::from_raw(self.payload))
        } else {
            None
        }
    }

    /// Returns the jump table, if it is one.
    pub const fn as_jump_table(self) -> Option<JumpTableId> {
        if matches!(self.tag, OperandTag::JumpTable) {
            Some(JumpTableId::from_raw(self.payload))
        } else {
            None
        }
    }

    /// Returns the number of a label, if it is one.
    pub const fn as_mc_symbol(self) -> Option<u32> {
        if matches!(self.tag, OperandTag::McSymbol) { Some(self.payload) } else { None }
    }

    /// Returns the function and the number of an escaped object, if it is the offset of one.
    pub const fn as_frame_escape(self) -> Option<(SymbolId, u16)> {
        if matches!(self.tag, OperandTag::FrameEscape) {
            Some((SymbolId::from_raw(self.payload), self.extra))
        } else {
            None
        }
    }

    /// Returns the integer predicate, if it is one.
    pub fn as_int_predicate(self) -> Option<IntPredicate> {
        if self.tag == OperandTag::IntPredicate { IntPredicate::from_raw(self.payload) } else { None }
    }

    /// Returns the floating-point predicate, if it is one.
    pub fn as_float_predicate(self) -> Option<FloatPredicate> {
        if self.tag == OperandTag::FloatPredicate { FloatPredicate::from_raw(self.payload) } else { None }
    }

    /// Returns true if this is a register that is written.
    #[inline]
    pub const fn is_def(self) -> bool {
        matches!(self.tag, OperandTag::Reg) && self.flags.contains(OperandFlags::DEF)
    }

    /// Returns true if this is a register that is read.
    #[inline]
    pub const fn is_use(self) -> bool {
        matches!(self.tag, OperandTag::Reg) && !self.flags.contains(OperandFlags::DEF)
    }

    /// Returns true if the opcode's table row does not list this operand.
    #[inline]
    pub const fn is_implicit(self) -> bool {
        self.flags.contains(OperandFlags::IMPLICIT)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_operand_is_one_word() {
        assert_eq!(size_of::<Operand>(), 8);
    }
}
