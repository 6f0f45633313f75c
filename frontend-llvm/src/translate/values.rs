//! From LLVM values to virtual registers.
//!
//! A value is a list of registers, one a leaf of its type. Results of instructions and arguments have theirs for the whole function;
//! constants, addresses of globals and of static allocas are made anew in each block that uses them, at their first use there.

use gisel_codegen::entity::{BlockId, FrameIndex, VReg};
use gisel_codegen::llt::Llt;
use gisel_codegen::mir::{InstFlags, MemFlags, MemOperand, PointerInfo};
use smallvec::SmallVec;

use super::error::{Result, Stop};
use super::function::FunctionTranslator;
use crate::ir::numbering::AddressMap;
use crate::ir::{Inst, Type, Value, ValueKind};

/// The registers of a value, one a leaf.
pub type Regs = SmallVec<[VReg; 2]>;

/// A range of the pool.
type Range = (u32, u32);

/// Which registers hold which values.
#[derive(Default)]
pub struct ValueMap {
    pool: Vec<VReg>,
    global: AddressMap<Range>,
    local: AddressMap<(BlockId, Range)>,
    /// Frame objects of static allocas.
    pub slots: AddressMap<FrameIndex>,
}

impl ValueMap {
    /// Forgets everything; memory is kept unless it is so much that emptying it would cost small functions dear.
    pub fn clear(&mut self) {
        const MOST: usize = 1 << 13;
        if self.global.capacity().max(self.local.capacity()).max(self.slots.capacity()) > MOST {
            *self = ValueMap::default();
        }
        self.pool.clear();
        self.global.clear();
        self.local.clear();
        self.slots.clear();
    }

    fn store(&mut self, regs: &[VReg]) -> Range {
        let start = self.pool.len() as u32;
        self.pool.extend_from_slice(regs);
        (start, self.pool.len() as u32)
    }

    fn read(&self, (start, end): Range) -> &[VReg] {
        &self.pool[start as usize..end as usize]
    }

    fn global(&self, value: Value<'_>) -> Option<&[VReg]> {
        self.global.get(&value.key()).map(|&range| self.read(range))
    }

    fn local(&self, value: Value<'_>, block: BlockId) -> Option<&[VReg]> {
        let &(at, range) = self.local.get(&value.key())?;
        (at == block).then(|| self.read(range))
    }
}

impl<'m> FunctionTranslator<'_, 'm> {
    /// The registers of a value, made at the builder's point if the block has none of it yet.
    pub fn regs(&mut self, value: Value<'m>) -> Result<Regs> {
        if let Some(regs) = self.map.global(value) {
            return Ok(regs.into());
        }
        let block = self.b.block();
        if let Some(regs) = self.map.local(value, block) {
            return Ok(regs.into());
        }
        let flags = std::mem::replace(&mut self.b.flags, InstFlags::empty());
        let regs = self.make(value);
        self.b.flags = flags;
        let regs = regs?;
        if self.map.global(value).is_some() {
            return Ok(regs);
        }
        let block = self.b.block();
        let range = self.map.store(&regs);
        self.map.local.insert(value.key(), (block, range));
        Ok(regs)
    }

    /// Makes the registers of a value that has none here.
    fn make(&mut self, value: Value<'m>) -> Result<Regs> {
        match value.kind() {
            ValueKind::Inst(inst) => match self.map.slots.get(&value.key()) {
                Some(&slot) => self.slot_address(inst, slot),
                None => self.result(inst),
            },
            ValueKind::Argument(_) => Err(Stop::new("argument of another function")),
            kind => self.constant(value, kind),
        }
    }

    /// The register of a value that has one.
    pub fn reg(&mut self, value: Value<'m>) -> Result<VReg> {
        match self.regs(value)?[..] {
            [reg] => Ok(reg),
            _ => Err(Stop::new(format!("value of type {} where one register is expected", value.ty()))),
        }
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
        if let Some(regs) = self.map.global(inst.value()) {
            return Ok(regs.into());
        }
        let regs = self.fresh(inst.ty())?;
        self.bind(inst.value(), &regs);
        Ok(regs)
    }

    /// New registers for a value of a type.
    pub fn fresh(&mut self, ty: Type<'m>) -> Result<Regs> {
        let range = self.cx.types.range(ty)?;
        Ok(range.map(|i| self.b.mf.create_vreg(self.cx.types.leaf(i).llt())).collect())
    }

    fn bind(&mut self, value: Value<'m>, regs: &[VReg]) {
        let range = self.map.store(regs);
        self.map.global.insert(value.key(), range);
    }

    /// Makes these registers an instruction's result: by name, or by copies where a use came first.
    pub fn define(&mut self, inst: Inst<'m>, regs: &[VReg]) {
        let Some(existing) = self.map.global(inst.value()) else {
            return self.bind(inst.value(), regs);
        };
        let existing: Regs = existing.into();
        for (&to, &from) in existing.iter().zip(regs) {
            self.b.copy(to, from);
        }
    }

    /// Gives an argument its registers.
    pub fn define_argument(&mut self, value: Value<'m>, regs: &[VReg]) {
        self.bind(value, regs);
    }

    fn slot_address(&mut self, inst: Inst<'m>, slot: FrameIndex) -> Result<Regs> {
        let ty = self.cx.types.llt(inst.ty())?;
        Ok(SmallVec::from_slice(&[self.b.frame_index(ty, slot)]))
    }

    /// What is known of an address: the alloca or global that it is.
    pub fn pointer_info(&mut self, address: Value<'m>) -> PointerInfo {
        if let Some(&slot) = self.map.slots.get(&address.key()) {
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
