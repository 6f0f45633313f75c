//! Copies and fills of memory, and intrinsics that call runtime routines.

use gisel_codegen::ir::entity::VReg;
use gisel_codegen::ir::llt::{Llt, S8};
use gisel_codegen::ir::mir::{MemFlags, MemOperand, Operand};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::call_lowering::target::{CallInfo, Callee};
use gisel_codegen::machine::desc::instructions::Opcode as Generic;
use smallvec::SmallVec;

use super::error::{Result, Stop};
use super::function_state::FunctionTranslator;
use super::intrinsics;
use super::statepoints::DEOPTIMIZE;
use crate::ir::{self, AttrIndex, AttrKind, Attributes, CallSite, Inst, Value};

/// The maximum size in bytes of an inline copy or fill without a loop.
const MAX_INLINE_BYTES: u64 = 1 << 16;

/// The element sizes, in bytes, of element-wise atomic copies.
const ATOMIC_ELEMENTS: [i64; 5] = [1, 2, 4, 8, 16];

fn element_routine(name: &str, bytes: i64) -> String {
    format!("__llvm_{name}_element_unordered_atomic_{bytes}")
}

/// Returns the routines that these intrinsics call.
pub(super) fn routine_names() -> impl Iterator<Item = String> {
    let copies = ["memcpy", "memmove", "memset"];
    let copies =
        copies.into_iter().flat_map(|name| ATOMIC_ELEMENTS.map(|bytes| element_routine(name, bytes)));
    intrinsics::routines().chain([DEOPTIMIZE]).map(str::to_owned).chain(copies)
}

impl<'m> FunctionTranslator<'_, 'm> {
    /// Translates `memcpy`, `memmove`, `memset`: destination, source or byte, length, volatile.
    pub(crate) fn memory_intrinsic(
        &mut self,
        inst: Inst<'m>,
        call: CallSite<'m>,
        opcode: Generic,
    ) -> Result<()> {
        let length = self.operand_value(call.value(), 2)?.as_int().and_then(|int| int.as_u64());
        if length == Some(0) {
            return Ok(());
        }
        let mut regs = self.call_args(call, 3)?;
        regs[0] = self.address_of(self.operand_value(call.value(), 0)?)?;
        if opcode != G_MEMSET {
            regs[1] = self.address_of(self.operand_value(call.value(), 1)?)?;
        }
        let word = self.b.word().scalar_bits();
        let bytes = match length.and_then(|length| i64::try_from(length).ok()) {
            Some(length) => self.b.constant(self.b.word(), length),
            None => self.resize(regs[2], word, false),
        };
        if opcode == G_MEMCPY_INLINE && length.is_none_or(|length| length > MAX_INLINE_BYTES) {
            return self.copy_bytes(call, [regs[0], regs[1]], bytes);
        }
        let volatile = self.constant_operand(call.value(), 3)? != 0;
        let mut operands: SmallVec<[Operand; 4]> =
            [regs[0], regs[1], bytes].into_iter().map(Operand::use_of).collect();
        if opcode != G_MEMCPY_INLINE {
            // The operand is true if the call may become a tail call.
            let may = call.tail_kind() == ir::TailKind::Tail && self.in_tail_position(inst, call);
            operands.push(Operand::small_imm(may.into()));
        }
        let mut mems = vec![self.block_access(call, 0, MemFlags::STORE, length, volatile)?];
        if opcode != G_MEMSET {
            mems.push(self.block_access(call, 1, MemFlags::LOAD, length, volatile)?);
        }
        let inst = self.b.inst(opcode, &operands);
        for mem in mems {
            self.b.mf.add_mem_operand(inst, mem);
        }
        Ok(())
    }

    /// Translates `memcpy.inline` of an unknown or large length to a byte loop.
    fn copy_bytes(&mut self, call: CallSite<'m>, places: [VReg; 2], length: VReg) -> Result<()> {
        let volatile = self.constant_operand(call.value(), 3)? != 0;
        let to = self.block_access(call, 0, MemFlags::STORE, None, volatile)?.unplaced(S8);
        let from = self.block_access(call, 1, MemFlags::LOAD, None, volatile)?.unplaced(S8);
        self.repeat(length, places, |t, [destination, source]| {
            let byte = t.b.load(S8, source, from);
            t.b.store(byte, destination, to);
            [destination, source].map(|place| t.b.ptr_add_imm(place, 1))
        });
        Ok(())
    }

    /// Translates `memset.inline` of an unknown or large length to a byte loop.
    fn fill_bytes(&mut self, call: CallSite<'m>) -> Result<()> {
        let args = self.call_args(call, 3)?;
        let volatile = self.constant_operand(call.value(), 3)? != 0;
        let to = self.block_access(call, 0, MemFlags::STORE, None, volatile)?.unplaced(S8);
        let length = self.resize(args[2], self.b.word().scalar_bits(), false);
        self.repeat(length, [args[0]], |t, [destination]| {
            t.b.store(args[1], destination, to);
            [t.b.ptr_add_imm(destination, 1)]
        });
        Ok(())
    }

    /// Translates `memset.inline`, which must not become a call: to fills of few stores each, or a
    /// loop.
    pub(crate) fn memset_inline(&mut self, call: CallSite<'m>) -> Result<()> {
        const WORD: u64 = 8;
        let length = self.operand_value(call.value(), 2)?.as_int().and_then(|int| int.as_u64());
        let Some(length) = length.filter(|&length| length <= MAX_INLINE_BYTES) else {
            return self.fill_bytes(call);
        };
        let (base, byte) = (self.operand(call.value(), 0)?, self.operand(call.value(), 1)?);
        let volatile = self.constant_operand(call.value(), 3)? != 0;
        let whole = self.block_access(call, 0, MemFlags::STORE, Some(length), volatile)?;
        for offset in (0..length).step_by(WORD as usize) {
            let bytes = WORD.min(length - offset);
            let place = self.b.ptr_add_imm(base, offset as i64);
            let size = self.b.constant(self.b.word(), bytes as i64);
            let operands = [place, byte, size].map(Operand::use_of);
            let inst = self.b.inst(G_MEMSET, &[&operands[..], &[Operand::small_imm(0)]].concat());
            self.b.mf.add_mem_operand(inst, whole.part(offset as i64, Llt::scalar(bytes as u32 * 8)));
        }
        Ok(())
    }

    fn block_access(
        &mut self,
        call: CallSite<'m>,
        arg: u32,
        direction: MemFlags,
        length: Option<u64>,
        volatile: bool,
    ) -> Result<MemOperand> {
        let address = self.operand_value(call.value(), arg)?;
        let align = call.own_attribute(AttrIndex::Param(arg), AttrKind::Align).map_or(1, |attr| attr.number);
        let bits = length.and_then(|length| length.checked_mul(8)).filter(|&bits| bits < 1 << 24);
        let ty = bits.map_or(Llt::INVALID, |bits| Llt::scalar(bits as u32));
        let mut flags = direction;
        flags.set(MemFlags::VOLATILE, volatile);
        Ok(self.memory(flags, ty, align, address))
    }

    /// Translates `experimental.memset.pattern` to a loop that stores a value to a number of array
    /// elements.
    pub(crate) fn memset_pattern(&mut self, call: CallSite<'m>) -> Result<()> {
        let args = self.call_args(call, 3)?;
        let value = self.operand_value(call.value(), 1)?;
        let stride = self.cx.types.layout.alloc_size(value.ty()).and_then(|size| i64::try_from(size).ok());
        let stride = stride.ok_or_else(|| Stop::ty(value.ty()))?;
        let volatile = self.constant_operand(call.value(), 3)? != 0;
        let mut mem =
            self.block_access(call, 0, MemFlags::STORE, None, volatile)?.unplaced(self.b.mf.ty(args[1]));
        mem.align = mem.align.min(1 << stride.trailing_zeros().min(16));
        let count = self.resize(args[2], self.b.word().scalar_bits(), false);
        self.repeat(count, [args[0]], |t, [address]| {
            t.b.store(args[1], address, mem);
            [t.b.ptr_add_imm(address, stride)]
        });
        Ok(())
    }

    /// Translates `memcpy.element.unordered.atomic` and similar to a routine for the element size,
    /// which is the last argument.
    pub(crate) fn element_atomic(&mut self, call: CallSite<'m>, name: &str) -> Result<()> {
        let bytes = self.constant_operand(call.value(), 3)?;
        let mut args = self.call_args(call, 3)?;
        args[2] = self.resize(args[2], self.b.word().scalar_bits(), false);
        self.call_by_name(&element_routine(name, bytes), None, &args)?;
        Ok(())
    }

    /// Calls the routine `name` with the intrinsic's arguments and result.
    pub(crate) fn routine_intrinsic(&mut self, inst: Inst<'m>, call: CallSite<'m>, name: &str) -> Result<()> {
        let callee = Callee::Symbol(self.cx.external(name)?);
        self.call_routine(inst, callee, call.args())
    }

    /// Calls a routine by the C convention; its result is the result of `inst`.
    pub(super) fn call_routine(
        &mut self,
        inst: Inst<'m>,
        callee: Callee,
        args: impl Iterator<Item = Value<'m>>,
    ) -> Result<()> {
        let mut infos = Vec::new();
        for arg in args {
            let regs = self.regs(arg)?;
            infos.push(self.arg_info(arg.ty(), regs, true, &Attributes::none())?);
        }
        let mut info = CallInfo::of_routine(callee, infos);
        let result = self.result(inst)?;
        info.result = self.arg_info(inst.ty(), result, true, &Attributes::none())?;
        self.target.call_lowering().lower_call(&mut self.b, &info)?;
        Ok(())
    }
}
