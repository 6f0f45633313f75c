//! The mapping of LLVM values to virtual registers.
//!
//! A value is a list of registers, one for each leaf of its type. Results of instructions and
//! arguments have theirs for the whole function. Constants and addresses of globals and static
//! allocas are materialized in each block that uses them, at their first use there.

use super::value_map::ValidBlocks;
use crate::translate::value_map::Regs;
use gisel_codegen::ir::entity::{FrameIndex, VReg};
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::mir::{InstFlags, MemFlags, MemOperand, PointerInfo};
use smallvec::SmallVec;

use super::error::{Result, Stop};
use super::function_state::FunctionTranslator;
use crate::ir::{Inst, Opcode, OperandRef, Type, Value, ValueKind};

impl<'m> FunctionTranslator<'_, 'm> {
    /// Returns the registers of a value, materialized at the builder's point if the block has none
    /// yet.
    pub(crate) fn regs(&mut self, value: Value<'m>) -> Result<Regs> {
        let number = self.map.number(value);
        match self.map.known[number].is_in(self.b.block()) {
            true => Ok(self.map.regs(number)),
            false => self.make_here(value, number),
        }
    }

    /// Creates the registers of a value that has none in this block, and records them.
    fn make_here(&mut self, value: Value<'m>, number: usize) -> Result<Regs> {
        if let Some(slot) = self.map.known[number].slot {
            return Ok(SmallVec::from_slice(&[self.slot_register(value, number, slot)?]));
        }
        let flags = std::mem::replace(&mut self.b.flags, InstFlags::empty());
        let regs = self.make(value);
        self.b.flags = flags;
        let regs = regs?;
        if self.map.known[number].place != ValidBlocks::Everywhere {
            self.map.set(number, ValidBlocks::In(self.b.block()), &regs);
        }
        Ok(regs)
    }

    /// Creates the registers of a value that has none in this block.
    fn make(&mut self, value: Value<'m>) -> Result<Regs> {
        match value.kind() {
            ValueKind::Inst(inst) if inst.opcode() == Opcode::CallBr => self.callbr_result(inst),
            ValueKind::Inst(inst) => self.result(inst),
            ValueKind::Argument => Err(Stop::new("argument of another function")),
            kind => self.constant(value, kind),
        }
    }

    /// Returns the value of an operand.
    fn value_of(&self, operand: OperandRef<'m>) -> Result<Value<'m>> {
        let value = match operand {
            OperandRef::Local(number) => self.map.inst(number as usize).or_else(|| self.function.arg(number)),
            OperandRef::Other(value) => Some(value),
            OperandRef::Block(_) => None,
        };
        value.ok_or_else(|| Stop::new("operand missing"))
    }

    /// Returns the registers of an operand, as [`Self::regs`].
    pub(crate) fn operand_regs(&mut self, operand: OperandRef<'m>) -> Result<Regs> {
        let number = self.map.number_of_operand(operand)?;
        match self.map.known[number].is_in(self.b.block()) {
            true => Ok(self.map.regs(number)),
            false => self.make_here(self.value_of(operand)?, number),
        }
    }

    /// Returns the register of a single-register operand, as [`Self::reg`].
    #[inline]
    pub(crate) fn operand_reg(&mut self, operand: Option<OperandRef<'m>>) -> Result<VReg> {
        let operand = operand.ok_or_else(|| Stop::new("operand missing"))?;
        let number = self.map.number_of_operand(operand)?;
        let known = &self.map.known[number];
        if known.is_in(self.b.block())
            && let Some(reg) = known.register()
        {
            return Ok(reg);
        }
        let value = self.value_of(operand)?;
        self.numbered_reg(value, number)
    }

    /// Returns the register of a single-register value.
    pub(crate) fn reg(&mut self, value: Value<'m>) -> Result<VReg> {
        let number = self.map.number(value);
        self.numbered_reg(value, number)
    }

    fn numbered_reg(&mut self, value: Value<'m>, number: usize) -> Result<VReg> {
        let known = &self.map.known[number];
        if known.is_in(self.b.block())
            && let Some(reg) = known.register()
        {
            return Ok(reg);
        }
        if let Some(slot) = known.slot {
            return self.slot_register(value, number, slot);
        }
        let regs = match self.map.known[number].is_in(self.b.block()) {
            true => self.map.regs(number),
            false => self.make_here(value, number)?,
        };
        match regs[..] {
            [reg] => Ok(reg),
            _ => Err(Stop::new(format!("value of type {} where one register is expected", value.ty()))),
        }
    }

    /// Materializes the address of a static alloca here.
    fn slot_register(&mut self, alloca: Value<'m>, number: usize, slot: FrameIndex) -> Result<VReg> {
        let numbered = self.map.type_of(number).and_then(|ty| self.cx.types.numbered(ty).register);
        let ty = numbered.map_or_else(|| self.cx.types.llt(alloca.ty()), Ok)?;
        let flags = std::mem::replace(&mut self.b.flags, InstFlags::empty());
        let reg = self.b.frame_index(ty, slot);
        self.b.flags = flags;
        self.map.set_one(number, ValidBlocks::In(self.b.block()), reg);
        Ok(reg)
    }

    /// Returns operand `index` of an instruction or constant expression.
    pub(crate) fn operand_value(&self, user: Value<'m>, index: u32) -> Result<Value<'m>> {
        user.operand(index).ok_or_else(|| Stop::new("operand missing"))
    }

    /// Returns the register of operand `index`.
    pub(crate) fn operand(&mut self, user: Value<'m>, index: u32) -> Result<VReg> {
        let value = self.operand_value(user, index)?;
        self.reg(value)
    }

    /// Returns the registers in which an instruction's result must be defined, shared with uses
    /// that are translated earlier.
    pub(crate) fn result(&mut self, inst: Inst<'m>) -> Result<Regs> {
        let number = self.map.number(inst.value());
        if self.map.known[number].place == ValidBlocks::Everywhere {
            return Ok(self.map.regs(number));
        }
        let regs = self.fresh(inst.ty())?;
        self.map.set(number, ValidBlocks::Everywhere, &regs);
        Ok(regs)
    }

    /// Returns the register in which a result that is one register of type `ty` must be defined.
    #[inline]
    pub(crate) fn result_register(&mut self, number: usize, ty: Llt) -> VReg {
        let known = &self.map.known[number];
        if known.place == ValidBlocks::Everywhere
            && let Some(reg) = known.register()
        {
            return reg;
        }
        let reg = self.b.mf.create_vreg(ty);
        self.map.set_one(number, ValidBlocks::Everywhere, reg);
        reg
    }

    /// Creates registers for a value of a type.
    pub(crate) fn fresh(&mut self, ty: Type<'m>) -> Result<Regs> {
        let mut regs = Regs::new();
        for leaf in self.cx.types.leaves(ty)? {
            regs.push(self.b.mf.create_vreg(leaf.llt));
        }
        Ok(regs)
    }

    pub(super) fn bind(&mut self, value: Value<'m>, regs: &[VReg]) {
        let number = self.map.number(value);
        self.map.set(number, ValidBlocks::Everywhere, regs);
    }

    /// Defines an instruction's result as these registers, by copies if a use was translated
    /// earlier.
    pub(crate) fn define(&mut self, inst: Inst<'m>, regs: &[VReg]) {
        let number = self.map.number(inst.value());
        self.define_at(number, regs);
    }

    /// Defines the result of the instruction with a number, as [`Self::define`].
    pub(crate) fn define_at(&mut self, number: usize, regs: &[VReg]) {
        if self.map.known[number].place != ValidBlocks::Everywhere {
            return self.map.set(number, ValidBlocks::Everywhere, regs);
        }
        let existing = self.map.regs(number);
        for (&to, &from) in existing.iter().zip(regs) {
            self.b.copy(to, from);
        }
    }

    /// Assigns an argument its registers.
    pub(crate) fn define_argument(&mut self, value: Value<'m>, regs: &[VReg]) {
        self.bind(value, regs);
    }

    /// Returns the alloca or global that an address is known to be.
    pub(crate) fn pointer_info(&mut self, address: Value<'m>) -> PointerInfo {
        if let Some(slot) = self.map.slot(address) {
            return PointerInfo::Stack(slot, 0);
        }
        match self.cx.symbols.get(&address.key()) {
            Some(&symbol) => PointerInfo::Global(symbol, 0),
            None => PointerInfo::Unknown,
        }
    }

    /// Returns the alloca or global that an operand is known to be.
    #[inline]
    pub(crate) fn operand_pointer(&mut self, address: OperandRef<'m>) -> PointerInfo {
        match address {
            OperandRef::Local(number) => {
                let slot = self.map.slot_of(number as usize);
                slot.map_or(PointerInfo::Unknown, |slot| PointerInfo::Stack(slot, 0))
            }
            OperandRef::Other(value) => {
                let symbol = self.cx.symbols.get(&value.key());
                symbol.map_or(PointerInfo::Unknown, |&symbol| PointerInfo::Global(symbol, 0))
            }
            OperandRef::Block(_) => PointerInfo::Unknown,
        }
    }

    /// Returns a memory operand without special flags.
    pub(crate) fn memory(&mut self, flags: MemFlags, ty: Llt, align: u64, address: Value<'m>) -> MemOperand {
        let align = u32::try_from(align).unwrap_or(1 << 31).max(1);
        let mut mem = MemOperand::new(flags, ty, align).with_pointer(self.pointer_info(address));
        mem.address_space = match address.ty().kind() {
            crate::ir::TypeKind::Pointer(space) => space,
            _ => 0,
        };
        mem
    }
}
