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
use crate::ir::{Inst, Opcode, Type, Value, ValueKind};

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

/// Which registers hold which values.
#[derive(Default)]
pub struct ValueMap {
    numbers: Numbering,
    /// By number.
    known: Vec<Known>,
    pool: Vec<VReg>,
    /// By LLVM's number of a block: its place in the function's order.
    pub blocks: Vec<u32>,
}

impl ValueMap {
    /// Forgets everything but its memory.
    pub fn clear(&mut self) {
        self.numbers.clear();
        self.known.clear();
        self.pool.clear();
        self.blocks.clear();
    }

    /// The number of a value, given to it if it has none yet.
    #[inline]
    fn number(&mut self, value: Value<'_>) -> usize {
        let (number, new) = self.numbers.number(value.key());
        if new {
            self.known.push(Known { first: 0, count: 0, place: Place::Nowhere, slot: None });
        }
        number as usize
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
    pub fn slot(&self, value: Value<'_>) -> Option<FrameIndex> {
        self.known[self.numbers.get(value.key())? as usize].slot
    }

    /// Makes an alloca a static one.
    pub fn set_slot(&mut self, value: Value<'_>, slot: FrameIndex) {
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

    /// The register of a value that has one.
    pub fn reg(&mut self, value: Value<'m>) -> Result<VReg> {
        let number = self.map.number(value);
        let known = &self.map.known[number];
        if known.is_in(self.b.block())
            && let Some(reg) = known.register()
        {
            return Ok(reg);
        }
        if let Some(slot) = known.slot {
            return self.slot_register(value, number, slot);
        }
        match self.regs(value)?[..] {
            [reg] => Ok(reg),
            _ => Err(Stop::new(format!("value of type {} where one register is expected", value.ty()))),
        }
    }

    /// The address of a static alloca, made here.
    fn slot_register(&mut self, alloca: Value<'m>, number: usize, slot: FrameIndex) -> Result<VReg> {
        let ty = self.cx.types.llt(alloca.ty())?;
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
    pub fn result_register(&mut self, inst: Inst<'m>, ty: Llt) -> VReg {
        let number = self.map.number(inst.value());
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

    fn bind(&mut self, value: Value<'m>, regs: &[VReg]) {
        let number = self.map.number(value);
        self.map.set(number, Place::Everywhere, regs);
    }

    /// Makes these registers an instruction's result: by name, or by copies where a use came first.
    pub fn define(&mut self, inst: Inst<'m>, regs: &[VReg]) {
        let number = self.map.number(inst.value());
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
