//! Memory: allocas, loads, stores, addresses.

use gisel_codegen::ir::entity::VReg;
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::mir::{
    FrameObjectKind, InstFlags, MemFlags, MemOperand, Operand, Ordering, PointerInfo,
};
use gisel_codegen::ir::opcodes::*;
use smallvec::SmallVec;

use super::arithmetic::flags;
use super::error::{Result, Stop};
use super::function_state::{Current, FunctionTranslator};
use super::types::Leaf;
use crate::ir::{self, Inst, InstFlags as IrFlags, InstRecord, OperandRef, Type, TypeKind, Value};

fn ordering(ordering: ir::Ordering) -> Ordering {
    match ordering {
        ir::Ordering::NotAtomic => Ordering::NotAtomic,
        ir::Ordering::Unordered => Ordering::Unordered,
        ir::Ordering::Monotonic => Ordering::Monotonic,
        ir::Ordering::Acquire => Ordering::Acquire,
        ir::Ordering::Release => Ordering::Release,
        ir::Ordering::AcquireRelease => Ordering::AcquireRelease,
        ir::Ordering::SequentiallyConsistent => Ordering::SequentiallyConsistent,
    }
}

impl<'m> FunctionTranslator<'_, 'm> {
    /// Returns the memory operand of an instruction's access.
    pub(crate) fn access(
        &mut self,
        inst: Inst<'m>,
        direction: MemFlags,
        ty: Llt,
        address: Value<'m>,
    ) -> MemOperand {
        self.access_with(inst, inst.flags(), direction, ty, address)
    }

    /// Returns the memory operand of an access whose instruction flags are known.
    fn access_with(
        &mut self,
        inst: Inst<'m>,
        ir_flags: IrFlags,
        direction: MemFlags,
        ty: Llt,
        address: Value<'m>,
    ) -> MemOperand {
        let flags = access_flags(ir_flags, direction);
        let mut mem = self.memory(flags, ty, inst.align(), address);
        if ir_flags.contains(IrFlags::ATOMIC) {
            mem.ordering = ordering(inst.ordering());
            mem.failure_ordering = ordering(inst.failure_ordering());
            mem.single_thread = inst.is_single_thread();
        }
        mem
    }

    /// Returns the leaves of an accessed type with their addresses.
    fn places(&mut self, ty: Type<'m>, base: VReg) -> Result<SmallVec<[(Leaf, VReg); 2]>> {
        let range = self.cx.types.range(ty)?;
        let mut places = SmallVec::new();
        for i in range {
            let leaf = self.cx.types.leaf(i);
            places.push((leaf, self.b.ptr_add_imm(base, leaf.offset as i64)));
        }
        Ok(places)
    }

    /// Returns the memory operand of a non-atomic load or store of one register.
    #[inline(always)]
    fn plain_access(
        &mut self,
        record: &InstRecord<'m>,
        direction: MemFlags,
        ty: Llt,
        address: Option<OperandRef<'m>>,
    ) -> MemOperand {
        let flags = access_flags(IrFlags::from_bits_retain(record.flags), direction);
        let align = 1u32.checked_shl(record.detail.into()).unwrap_or(1 << 31);
        MemOperand {
            address_space: record.extra as u32,
            pointer: address.map_or(PointerInfo::Unknown, |address| self.operand_pointer(address)),
            ..MemOperand::new(flags, ty, align)
        }
    }

    pub(crate) fn load(&mut self, current: &Current<'m>) -> Result<()> {
        let &Current { inst, record, number } = current;
        let flags = IrFlags::from_bits_retain(record.flags);
        if flags.contains(IrFlags::ATOMIC) {
            return self.atomic_load(inst);
        }
        let address = self.map.body.operand(&record, 0);
        let base = self.operand_reg(address)?;
        let base = self.address(base, record.extra as u32)?;
        if let Some(ty) = self.cx.types.numbered(record.ty).register {
            let dst = self.result_register(number, ty);
            let mem = self.plain_access(&record, MemFlags::LOAD, ty, address);
            self.b.load_into(dst, base, mem);
            return Ok(());
        }
        let address = self.operand_value(inst.value(), 0)?;
        let dst = self.result(inst)?;
        let whole = self.access_with(inst, flags, MemFlags::LOAD, Llt::INVALID, address);
        for (&(leaf, place), &dst) in self.places(inst.ty(), base)?.iter().zip(&dst) {
            let load = self.b.regs(G_LOAD, &[dst], &[place]);
            self.b.mf.add_mem_operand(load, whole.part(leaf.offset as i64, leaf.llt));
        }
        Ok(())
    }

    pub(crate) fn store(&mut self, current: &Current<'m>) -> Result<()> {
        let &Current { inst, record, .. } = current;
        let flags = IrFlags::from_bits_retain(record.flags);
        if flags.contains(IrFlags::ATOMIC) {
            return self.atomic_store(inst);
        }
        if let Some(ty) = self.cx.types.numbered(record.ty).register {
            let (value, address) = (self.map.body.operand(&record, 0), self.map.body.operand(&record, 1));
            let (value, base) = (self.operand_reg(value)?, self.operand_reg(address)?);
            let base = self.address(base, record.extra as u32)?;
            let mem = self.plain_access(&record, MemFlags::STORE, ty, address);
            self.b.store(value, base, mem);
            return Ok(());
        }
        let (value, address) = (self.operand_value(inst.value(), 0)?, self.operand_value(inst.value(), 1)?);
        let values = self.regs(value)?;
        let base = self.address_of(address)?;
        let whole = self.access_with(inst, flags, MemFlags::STORE, Llt::INVALID, address);
        for (&(leaf, place), &value) in self.places(value.ty(), base)?.iter().zip(&values) {
            self.b.store(value, place, whole.part(leaf.offset as i64, leaf.llt));
        }
        Ok(())
    }

    pub(crate) fn alloca(&mut self, current: &Current<'m>) -> Result<()> {
        let inst = current.inst;
        if self.map.slot_of(current.number).is_some() {
            return Ok(());
        }
        if self.is_shadow_root(inst) {
            return self.shadow_root(inst);
        }
        let is_unsafe = self.is_on_unsafe_stack(inst.value());
        if is_unsafe && inst.flags().contains(IrFlags::STATIC_ALLOCA) {
            return Ok(());
        }
        let ty = inst.element_type().ok_or_else(|| Stop::new("alloca without a type"))?;
        let layout = self.cx.types.layout;
        let size = layout.alloc_size(ty).ok_or_else(|| Stop::ty(ty))?;
        let word = self.b.word().scalar_bits();
        let count = self.operand(inst.value(), 0)?;
        let count = self.resize(count, word, false);
        let int = Llt::scalar(word);
        let size = self.b.constant(int, size as i64);
        let bytes = self.b.op(G_MUL, int, &[count, size]);
        if is_unsafe {
            let address = self.unsafe_alloca(bytes, u64::from(frame_align(inst)?).max(layout.pref_align(ty)));
            self.define_at(current.number, &[address]);
            return Ok(());
        }
        // Rounded up to the stack alignment, so that the stack pointer stays aligned.
        let stack_align = u64::from(self.target.frame_lowering().stack_alignment());
        let mask = self.b.constant(int, stack_align as i64 - 1);
        let sum = self.b.op(G_ADD, int, &[bytes, mask]);
        let inverse = self.b.constant(int, -(stack_align as i64));
        let rounded = self.b.op(G_AND, int, &[sum, inverse]);
        let align = inst.align().max(layout.pref_align(ty));
        let align = if align <= stack_align { 1 } else { align };
        let align = self.b.mf.imm(align as i64);
        let dst = self.single_result(inst)?;
        self.b.inst(G_DYN_STACKALLOC, &[Operand::def(dst), Operand::use_of(rounded), align]);
        self.b.mf.frame.create(FrameObjectKind::VariableSized, 0, frame_align(inst)?);
        self.b.mf.frame.has_variable_sized = true;
        Ok(())
    }

    /// Translates a `getelementptr` that its record describes fully; returns false for others.
    pub(crate) fn constant_element_pointer(&mut self, current: &Current<'m>) -> Result<bool> {
        let record = &current.record;
        let ty = self.cx.types.numbered(record.ty);
        let (true, Some(register), Some(bits)) = (record.has_offset(), ty.register, ty.index_bits) else {
            return Ok(false);
        };
        self.b.flags = flags(IrFlags::from_bits_retain(record.flags));
        let base = self.operand_reg(self.map.body.operand(record, 0))?;
        let address = self.add_offset(base, register, bits, record.extra.into())?;
        self.b.flags = InstFlags::empty();
        self.define_at(current.number, &[address]);
        Ok(true)
    }

    /// Translates a `getelementptr`: one addition for each run of constant indices and one for each
    /// variable index.
    pub(crate) fn element_pointer(&mut self, user: Value<'m>) -> Result<VReg> {
        let ty = self.cx.types.llt(user.ty())?;
        let base = self.operand_value(user, 0)?;
        let mut address = self.reg(base)?;
        if ty.is_vector() && !self.b.mf.ty(address).is_vector() {
            address = self.splat(ty, address);
        }
        let space = match user.ty().scalar().kind() {
            TypeKind::Pointer(space) => space,
            _ => return Err(Stop::ty(user.ty())),
        };
        let bits = self.cx.types.layout.index_bits(space);
        if let Some(offset) = self.cx.ir.gep_offset(user) {
            return self.add_offset(address, ty, bits, offset);
        }
        let mut step = self.gep_source(user)?;
        let mut offset: i64 = 0;
        for i in 1..user.num_operands() {
            let index = self.operand_value(user, i)?;
            let (size, next) = match step {
                Step::Element(ty) => (self.cx.types.layout.alloc_size(ty).ok_or_else(|| Stop::ty(ty))?, ty),
                Step::Struct(ty) => {
                    let (at, field) = self.field(ty, index)?;
                    offset = offset.wrapping_add(at as i64);
                    step = Step::into(field);
                    continue;
                }
            };
            step = Step::into(next);
            let constant = index.as_int().and_then(|int| int.as_i128());
            if let Some(constant) = constant {
                offset = offset.wrapping_add((constant as i64).wrapping_mul(size as i64));
                continue;
            }
            address = self.add_offset(address, ty, bits, offset)?;
            offset = 0;
            address = self.add_scaled(address, ty, bits, index, size)?;
        }
        self.add_offset(address, ty, bits, offset)
    }

    fn gep_source(&self, user: Value<'m>) -> Result<Step<'m>> {
        let source = match user.kind() {
            ir::ValueKind::Inst(inst) => inst.element_type(),
            ir::ValueKind::Expr(expr) => expr.source_element_type(),
            _ => None,
        };
        Ok(Step::Element(source.ok_or_else(|| Stop::new("getelementptr without a type"))?))
    }

    fn field(&self, ty: Type<'m>, index: Value<'m>) -> Result<(u64, Type<'m>)> {
        // A vector of pointers may select a field by a splat of its number.
        let int = index.as_int().or_else(|| index.constant_element(0)?.as_int());
        let number = int.and_then(|int| u32::try_from(int.as_u64()?).ok());
        let number = number.ok_or_else(|| Stop::new("field number that is no constant"))?;
        let offset = self.cx.types.layout.struct_offset(ty, number).ok_or_else(|| Stop::ty(ty))?;
        Ok((offset, ty.element(number.into()).ok_or_else(|| Stop::ty(ty))?))
    }

    fn add_offset(&mut self, address: VReg, ty: Llt, bits: u32, offset: i64) -> Result<VReg> {
        if offset == 0 {
            return Ok(address);
        }
        let flags = std::mem::replace(&mut self.b.flags, InstFlags::empty());
        let mut amount = self.b.constant(Llt::scalar(bits), offset);
        if ty.is_vector() {
            amount = self.splat(ty.with_scalar_bits(bits), amount);
        }
        self.b.flags = flags;
        Ok(self.pointer_sum(ty, address, amount))
    }

    fn add_scaled(&mut self, address: VReg, ty: Llt, bits: u32, index: Value<'m>, size: u64) -> Result<VReg> {
        let flags = std::mem::replace(&mut self.b.flags, InstFlags::empty());
        let mut index = self.reg(index)?;
        index = self.resize(index, bits, true);
        if ty.is_vector() && !self.b.mf.ty(index).is_vector() {
            index = self.splat(ty.with_scalar_bits(bits), index);
        }
        if size != 1 {
            let int = self.b.mf.ty(index);
            // A shift is cheaper than a multiplication, and it can be folded into addressing modes.
            let (opcode, factor) = match size.is_power_of_two() {
                true => (G_SHL, size.trailing_zeros().into()),
                false => (G_MUL, size as i64),
            };
            let mut factor = self.b.constant(Llt::scalar(bits), factor);
            if int.is_vector() {
                factor = self.splat(int, factor);
            }
            self.b.flags = flags & (InstFlags::NO_S_WRAP | InstFlags::NO_U_WRAP);
            index = self.b.op(opcode, int, &[index, factor]);
        }
        self.b.flags = flags;
        Ok(self.pointer_sum(ty, address, index))
    }

    /// Adds to a pointer, or to pointers that are narrower than addresses.
    fn pointer_sum(&mut self, ty: Llt, address: VReg, amount: VReg) -> VReg {
        let flags = self.b.flags;
        let (opcode, kept) = match ty.has_pointer_elements() {
            true => (G_PTR_ADD, pointer_flags(flags)),
            false => (G_ADD, InstFlags::empty()),
        };
        self.b.flags = kept;
        let sum = self.b.op(opcode, ty, &[address, amount]);
        self.b.flags = flags;
        sum
    }
}

/// Returns the memory flags of an access from an instruction's flags.
fn access_flags(flags: IrFlags, direction: MemFlags) -> MemFlags {
    let mut access = direction;
    access.set(MemFlags::VOLATILE, flags.contains(IrFlags::VOLATILE));
    access.set(MemFlags::NON_TEMPORAL, flags.contains(IrFlags::NONTEMPORAL));
    access.set(MemFlags::INVARIANT, flags.contains(IrFlags::INVARIANT));
    access
}

/// Returns the alignment of an alloca in bytes.
pub(super) fn frame_align(alloca: Inst<'_>) -> Result<u32> {
    let align = u32::try_from(alloca.align())
        .ok()
        .filter(|&align| align <= super::function_attributes::LARGEST_ALIGN);
    Ok(align.ok_or_else(|| Stop::new(format!("alignment of {} bytes", alloca.align())))?.max(1))
}

/// Returns the flags of a `getelementptr` that apply to each of its additions.
fn pointer_flags(flags: InstFlags) -> InstFlags {
    flags & (InstFlags::NO_U_WRAP | InstFlags::IN_BOUNDS)
}

/// The type that a `getelementptr`'s next index steps over.
enum Step<'m> {
    Element(Type<'m>),
    Struct(Type<'m>),
}

impl<'m> Step<'m> {
    /// Returns the step of an index into a type.
    fn into(ty: Type<'m>) -> Step<'m> {
        match (ty.kind(), ty.element(0)) {
            (TypeKind::Struct { .. }, _) => Step::Struct(ty),
            (_, Some(element)) => Step::Element(element),
            (_, None) => Step::Element(ty),
        }
    }
}
