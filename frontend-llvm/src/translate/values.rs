//! From LLVM values to virtual registers.
//!
//! A value is a list of registers, one a leaf of its type. Results of instructions and arguments have theirs for the whole function;
//! constants, addresses of globals and of static allocas are made anew in each block that uses them, at their first use there.

use gisel_codegen::ir::entity::{BlockId, FrameIndex, VReg};
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::mir::{InstFlags, MemFlags, MemOperand, PointerInfo};
use smallvec::SmallVec;

use super::error::{Result, Stop};
use super::function::FunctionTranslator;
use crate::ir::numbering::Numbering;
use crate::ir::{Body, Function, Inst, Opcode, OperandRef, Type, Value, ValueKind};

/// The registers of a value, one a leaf.
pub type Regs = SmallVec<[VReg; 2]>;

/// What is known of one value.
#[derive(Clone, Copy)]
struct Known {
    /// Its register if it has one only, else where its registers start in the pool.
    first: u32,
    /// How many registers it has.
    count: u32,
    place: Place,
    /// A static alloca's frame object.
    slot: Option<FrameIndex>,
}

impl Known {
    const NOTHING: Known = Known { first: 0, count: 0, place: Place::Nowhere, slot: None };

    #[inline]
    fn is_in(&self, block: BlockId) -> bool {
        self.place == Place::Everywhere || self.place == Place::In(block)
    }

    /// The one register of a value that has one.
    #[inline]
    fn register(&self) -> Option<VReg> {
        (self.count == 1).then(|| VReg::from_raw(self.first))
    }
}

/// Where a value's registers hold it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// It has none yet.
    Nowhere,
    /// In one block, after where they were made.
    In(BlockId),
    Everywhere,
}

/// The body, and which registers hold which values.
#[derive(Default)]
pub struct ValueMap<'m> {
    pub body: Body<'m>,
    num_args: usize,
    /// Of constants, after those of the body.
    numbers: Numbering,
    /// By number.
    known: Vec<Known>,
    pool: Vec<VReg>,
    /// By LLVM's number of a block: its place in the function's order.
    pub blocks: Vec<u32>,
}

impl<'m> ValueMap<'m> {
    /// Forgets everything but its memory, and begins with the values of a function whose body is there.
    pub fn begin(&mut self, function: Function<'m>) {
        self.num_args = function.num_args() as usize;
        self.numbers.clear();
        self.known.clear();
        self.known.resize(self.num_locals(), Known::NOTHING);
        self.pool.clear();
        self.blocks.clear();
    }

    /// How many arguments and instructions there are.
    #[inline]
    fn num_locals(&self) -> usize {
        self.num_args + self.body.insts.len()
    }

    /// The number of the instruction at a place in the body.
    #[inline]
    pub fn number_of_inst(&self, place: usize) -> usize {
        self.num_args + place
    }

    /// The instruction with a number, if it is one's.
    fn inst(&self, number: usize) -> Option<Value<'m>> {
        Some(self.body.insts.get(number.checked_sub(self.num_args)?)?.value)
    }

    /// The number of the type of the instruction with a number, if it is one's.
    #[inline]
    fn type_of(&self, number: usize) -> Option<u32> {
        Some(self.body.insts.get(number.checked_sub(self.num_args)?)?.ty)
    }

    /// The number of a value, given to it if it has none yet.
    #[inline]
    pub(super) fn number(&mut self, value: Value<'m>) -> usize {
        match self.local(value) {
            Some(number) => number,
            None => self.number_of_other(value),
        }
    }

    /// The number of an argument or an instruction.
    #[inline]
    fn local(&self, value: Value<'m>) -> Option<usize> {
        let number = value.local_number()? as usize;
        (number < self.num_args || self.inst(number) == Some(value)).then_some(number)
    }

    /// The number of a constant, or whatever else is none of the body's.
    fn number_of_other(&mut self, value: Value<'m>) -> usize {
        let (number, new) = self.numbers.number(value.key());
        if new {
            self.known.push(Known::NOTHING);
        }
        self.num_locals() + number as usize
    }

    /// The number of an operand, given to it if it has none yet.
    #[inline]
    fn number_of_operand(&mut self, operand: OperandRef<'m>) -> Result<usize> {
        match operand {
            OperandRef::Local(number) => Ok(number as usize),
            OperandRef::Other(value) => Ok(self.number_of_other(value)),
            OperandRef::Block(_) => Err(Stop::new("block where a value is expected")),
        }
    }

    /// The registers of a value that has some.
    fn regs(&self, number: usize) -> Regs {
        let Known { first, count, .. } = self.known[number];
        match self.known[number].register() {
            Some(reg) => SmallVec::from_slice(&[reg]),
            None => SmallVec::from_slice(&self.pool[first as usize..(first + count) as usize]),
        }
    }

    fn set(&mut self, number: usize, place: Place, regs: &[VReg]) {
        if let &[reg] = regs {
            return self.set_one(number, place, reg);
        }
        let (first, count) = (self.pool.len() as u32, regs.len() as u32);
        self.pool.extend_from_slice(regs);
        let known = &mut self.known[number];
        *known = Known { first, count, place, ..*known };
    }

    #[inline]
    fn set_one(&mut self, number: usize, place: Place, reg: VReg) {
        let known = &mut self.known[number];
        *known = Known { first: reg.raw(), count: 1, place, ..*known };
    }

    /// The frame object of a static alloca.
    pub fn slot(&self, value: Value<'m>) -> Option<FrameIndex> {
        self.known[self.local(value)?].slot
    }

    /// The same of the value with a number.
    #[inline]
    pub fn slot_of(&self, number: usize) -> Option<FrameIndex> {
        self.known[number].slot
    }

    /// The same of the argument or instruction with a number of the body's.
    pub fn slot_of_local(&self, number: u32) -> Option<FrameIndex> {
        self.known.get(number as usize)?.slot
    }

    /// The register of the argument or instruction with a number of the body's, if it has just one.
    pub fn register_of_local(&self, number: u32) -> Option<VReg> {
        let known = self.known.get(number as usize)?;
        known.register().filter(|_| known.place == Place::Everywhere)
    }

    /// Makes an alloca a static one.
    pub fn set_slot(&mut self, value: Value<'m>, slot: FrameIndex) {
        let number = self.number(value);
        self.known[number].slot = Some(slot);
    }
}

impl<'m> FunctionTranslator<'_, 'm> {
    /// The registers of a value, made at the builder's point if the block has none of it yet.
    pub fn regs(&mut self, value: Value<'m>) -> Result<Regs> {
        let number = self.map.number(value);
        match self.map.known[number].is_in(self.b.block()) {
            true => Ok(self.map.regs(number)),
            false => self.make_here(value, number),
        }
    }

    /// Makes the registers of a value that has none in this block.
    fn make_here(&mut self, value: Value<'m>, number: usize) -> Result<Regs> {
        if let Some(slot) = self.map.known[number].slot {
            return Ok(SmallVec::from_slice(&[self.slot_register(value, number, slot)?]));
        }
        let flags = std::mem::replace(&mut self.b.flags, InstFlags::empty());
        let regs = self.make(value);
        self.b.flags = flags;
        let regs = regs?;
        if self.map.known[number].place != Place::Everywhere {
            self.map.set(number, Place::In(self.b.block()), &regs);
        }
        Ok(regs)
    }

    /// Makes the registers of a value that has none here.
    fn make(&mut self, value: Value<'m>) -> Result<Regs> {
        match value.kind() {
            ValueKind::Inst(inst) if inst.opcode() == Opcode::CallBr => self.callbr_result(inst),
            ValueKind::Inst(inst) => self.result(inst),
            ValueKind::Argument(_) => Err(Stop::new("argument of another function")),
            kind => self.constant(value, kind),
        }
    }

    /// The value that an operand is.
    fn value_of(&self, operand: OperandRef<'m>) -> Result<Value<'m>> {
        let value = match operand {
            OperandRef::Local(number) => self.map.inst(number as usize).or_else(|| self.function.arg(number)),
            OperandRef::Other(value) => Some(value),
            OperandRef::Block(_) => None,
        };
        value.ok_or_else(|| Stop::new("operand missing"))
    }

    /// The registers of an operand, as [`Self::regs`].
    pub fn operand_regs(&mut self, operand: OperandRef<'m>) -> Result<Regs> {
        let number = self.map.number_of_operand(operand)?;
        match self.map.known[number].is_in(self.b.block()) {
            true => Ok(self.map.regs(number)),
            false => self.make_here(self.value_of(operand)?, number),
        }
    }

    /// The register of an operand that has one, as [`Self::reg`].
    #[inline]
    pub fn operand_reg(&mut self, operand: Option<OperandRef<'m>>) -> Result<VReg> {
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

    /// The register of a value that has one.
    pub fn reg(&mut self, value: Value<'m>) -> Result<VReg> {
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

    /// The address of a static alloca, made here.
    fn slot_register(&mut self, alloca: Value<'m>, number: usize, slot: FrameIndex) -> Result<VReg> {
        let numbered = self.map.type_of(number).and_then(|ty| self.cx.types.numbered(ty).register);
        let ty = numbered.map_or_else(|| self.cx.types.llt(alloca.ty()), Ok)?;
        let flags = std::mem::replace(&mut self.b.flags, InstFlags::empty());
        let reg = self.b.frame_index(ty, slot);
        self.b.flags = flags;
        self.map.set_one(number, Place::In(self.b.block()), reg);
        Ok(reg)
    }

    /// Operand `index` of an instruction or constant expression.
    pub fn operand_value(&self, user: Value<'m>, index: u32) -> Result<Value<'m>> {
        user.operand(index).ok_or_else(|| Stop::new("operand missing"))
    }

    /// The register of an operand.
    pub fn operand(&mut self, user: Value<'m>, index: u32) -> Result<VReg> {
        let value = self.operand_value(user, index)?;
        self.reg(value)
    }

    /// The registers that an instruction's result is to be defined in: for it and for uses that come first.
    pub fn result(&mut self, inst: Inst<'m>) -> Result<Regs> {
        let number = self.map.number(inst.value());
        if self.map.known[number].place == Place::Everywhere {
            return Ok(self.map.regs(number));
        }
        let regs = self.fresh(inst.ty())?;
        self.map.set(number, Place::Everywhere, &regs);
        Ok(regs)
    }

    /// The same for a result that is one register, of this type.
    #[inline]
    pub fn result_register(&mut self, number: usize, ty: Llt) -> VReg {
        let known = &self.map.known[number];
        if known.place == Place::Everywhere
            && let Some(reg) = known.register()
        {
            return reg;
        }
        let reg = self.b.mf.create_vreg(ty);
        self.map.set_one(number, Place::Everywhere, reg);
        reg
    }

    /// New registers for a value of a type.
    pub fn fresh(&mut self, ty: Type<'m>) -> Result<Regs> {
        let mut regs = Regs::new();
        for leaf in self.cx.types.leaves(ty)? {
            regs.push(self.b.mf.create_vreg(leaf.llt));
        }
        Ok(regs)
    }

    pub(super) fn bind(&mut self, value: Value<'m>, regs: &[VReg]) {
        let number = self.map.number(value);
        self.map.set(number, Place::Everywhere, regs);
    }

    /// Makes these registers an instruction's result: by name, or by copies where a use came first.
    pub fn define(&mut self, inst: Inst<'m>, regs: &[VReg]) {
        let number = self.map.number(inst.value());
        self.define_at(number, regs);
    }

    /// The same of the instruction with a number.
    pub fn define_at(&mut self, number: usize, regs: &[VReg]) {
        if self.map.known[number].place != Place::Everywhere {
            return self.map.set(number, Place::Everywhere, regs);
        }
        let existing = self.map.regs(number);
        for (&to, &from) in existing.iter().zip(regs) {
            self.b.copy(to, from);
        }
    }

    /// Gives an argument its registers.
    pub fn define_argument(&mut self, value: Value<'m>, regs: &[VReg]) {
        self.bind(value, regs);
    }

    /// What is known of an address: the alloca or global that it is.
    pub fn pointer_info(&mut self, address: Value<'m>) -> PointerInfo {
        if let Some(slot) = self.map.slot(address) {
            return PointerInfo::Stack(slot, 0);
        }
        match self.cx.symbols.get(&address.key()) {
            Some(&symbol) => PointerInfo::Global(symbol, 0),
            None => PointerInfo::Unknown,
        }
    }

    /// The same of an operand.
    #[inline]
    pub fn operand_pointer(&mut self, address: OperandRef<'m>) -> PointerInfo {
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

    /// A plain memory operand.
    pub fn memory(&mut self, flags: MemFlags, ty: Llt, align: u64, address: Value<'m>) -> MemOperand {
        let align = u32::try_from(align).unwrap_or(1 << 31).max(1);
        let mut mem = MemOperand::new(flags, ty, align).with_pointer(self.pointer_info(address));
        mem.address_space = match address.ty().kind() {
            crate::ir::TypeKind::Pointer(space) => space,
            _ => 0,
        };
        mem
    }
}
