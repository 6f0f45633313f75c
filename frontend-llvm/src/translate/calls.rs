//! Calls, and what the calling convention must know of arguments and results.

use gisel_codegen::entity::VReg;
use gisel_codegen::mir::{FrameObjectKind, MemFlags, MemOperand, PointerInfo};
use gisel_codegen::opcodes::*;
use gisel_codegen::target::call_lowering::{ArgFlags, ArgInfo, CallInfo, Callee, TailKind};
use smallvec::SmallVec;

use super::error::{Result, Stop};
use super::function::FunctionTranslator;
use super::values::Regs;
use crate::ir::{
    self, AttrIndex, AttrKind, Attributes, CallSite, Inst, Opcode, Type, TypeKind, Value, ValueKind,
};

/// Attributes that change how a value crosses a call in ways that are not supported.
const REFUSED: &[AttrKind] =
    &[AttrKind::InAlloca, AttrKind::Preallocated, AttrKind::SwiftAsync, AttrKind::SwiftError];

impl<'m> FunctionTranslator<'_, 'm> {
    /// An argument or result with its leaves' types and attributes.
    pub fn arg_info(
        &mut self,
        ty: Type<'m>,
        regs: Regs,
        is_fixed: bool,
        attributes: &Attributes<'m>,
    ) -> Result<ArgInfo> {
        let mut types = SmallVec::new();
        for leaf in self.cx.types.leaves(ty)? {
            types.push(leaf.ty);
        }
        let flags = self.arg_flags(ty, types.len(), attributes)?;
        Ok(ArgInfo { regs, types, flags, is_fixed })
    }

    fn arg_flags(&mut self, ty: Type<'m>, leaves: usize, attributes: &Attributes<'m>) -> Result<ArgFlags> {
        if REFUSED.iter().any(|&kind| attributes.has(kind)) {
            return Err(Stop::new("inalloca, preallocated and swift arguments"));
        }
        let layout = self.cx.types.layout;
        let own_align = if leaves == 0 { 1 } else { self.cx.types.abi_align(ty) };
        let stack_align = attributes.get(AttrKind::StackAlign).map(|attr| attr.number);
        let by_val = match attributes.get(AttrKind::ByVal).map(|attr| attr.ty) {
            Some(Some(object)) => {
                let size = layout.alloc_size(object).ok_or_else(|| Stop::ty(object))?;
                let written = stack_align.or_else(|| Some(attributes.get(AttrKind::Align)?.number));
                let align = written.filter(|&n| n != 0).unwrap_or_else(|| layout.abi_align(object));
                Some((size, align as u32))
            }
            Some(None) => return Err(Stop::new("byval without a type")),
            None => None,
        };
        Ok(ArgFlags {
            sext: attributes.has(AttrKind::SignExt),
            zext: attributes.has(AttrKind::ZeroExt),
            by_val,
            sret: attributes.has(AttrKind::StructRet),
            in_reg: attributes.has(AttrKind::InReg),
            nest: attributes.has(AttrKind::Nest),
            returned: attributes.has(AttrKind::Returned),
            swift_self: attributes.has(AttrKind::SwiftSelf),
            swift_error: false,
            consecutive: leaves > 1 && matches!(ty.kind(), TypeKind::Array(_)),
            orig_align: stack_align.unwrap_or(own_align) as u32,
        })
    }

    pub fn call(&mut self, inst: Inst<'m>) -> Result<()> {
        let call = inst.as_call().ok_or_else(|| Stop::new("call of nothing"))?;
        let callee = call.callee().ok_or_else(|| Stop::new("call of nothing"))?;
        match callee.kind() {
            ValueKind::InlineAsm(asm) => self.inline_asm(inst, call, asm),
            ValueKind::Function(function) if function.intrinsic_id() != 0 => {
                self.intrinsic(inst, call, function.intrinsic_id())
            }
            _ => self.plain_call(inst, call, callee),
        }
    }

    fn plain_call(&mut self, inst: Inst<'m>, call: CallSite<'m>, callee: Value<'m>) -> Result<()> {
        if let Some(tag) = call.bundles().next() {
            return Err(Stop::new(format!("operand bundle \"{tag}\"")));
        }
        let variadic = call.function_type().map(|ty| ty.kind());
        let Some(TypeKind::Function { params, variadic }) = variadic else {
            return Err(Stop::new("call without a function type"));
        };
        let mut args = Vec::with_capacity(call.num_args() as usize + 1);
        for (index, arg) in (0..).zip(call.args()) {
            let regs = self.regs(arg)?;
            if regs.is_empty() {
                continue;
            }
            let attributes = Attributes::of_call(call, callee, AttrIndex::Param(index));
            args.push(self.arg_info(arg.ty(), regs, index < params, &attributes)?);
        }
        let target = self.callee(callee)?;
        let own = Attributes::of_call(call, callee, AttrIndex::Function);
        if own.has(AttrKind::ReturnsTwice) {
            self.b.mf.attrs.calls_returns_twice = true;
        }
        let attributes = Attributes::of_call(call, callee, AttrIndex::Return);
        let result = self.arg_info(inst.ty(), Regs::new(), true, &attributes)?;
        let lowering = self.target.call_lowering();
        let in_registers = lowering.can_lower_return(&result.types, result.flags, call.calling_conv());
        let info = CallInfo {
            callee: target,
            args,
            result,
            calling_convention: call.calling_conv(),
            is_var_arg: variadic,
            tail: if in_registers { self.tail_kind(inst, call) } else { TailKind::None },
            no_return: own.has(AttrKind::NoReturn),
        };
        if in_registers { self.emit_call(inst, info) } else { self.emit_demoted_call(inst, info) }
    }

    fn callee(&mut self, callee: Value<'m>) -> Result<Callee> {
        match callee.kind() {
            ValueKind::Function(_) => Ok(Callee::Symbol(self.cx.symbol(callee)?)),
            ValueKind::Global(global) if global.kind() != ir::global::GlobalKind::Variable => {
                Ok(Callee::Symbol(self.cx.symbol(callee)?))
            }
            ValueKind::DsoLocalEquivalent(function) | ValueKind::NoCfi(function) => {
                Ok(Callee::Symbol(self.cx.symbol(function)?))
            }
            _ => Ok(Callee::Register(self.reg(callee)?)),
        }
    }

    fn emit_call(&mut self, inst: Inst<'m>, mut info: CallInfo) -> Result<()> {
        info.result.regs = self.result(inst)?;
        self.block_ended = self.target.call_lowering().lower_call(&mut self.b, &info)?;
        Ok(())
    }

    /// A call whose result comes back in memory: a frame object here, its address the hidden first argument.
    fn emit_demoted_call(&mut self, inst: Inst<'m>, mut info: CallInfo) -> Result<()> {
        let layout = self.cx.types.layout;
        let size = layout.alloc_size(inst.ty()).ok_or_else(|| Stop::ty(inst.ty()))?;
        let align = layout.pref_align(inst.ty()) as u32;
        let slot = self.b.mf.frame.create(FrameObjectKind::Local, size, align);
        let mut hidden = self.demotion_pointer()?;
        let ty = hidden.types[0].llt();
        let base = self.b.frame_index(ty, slot);
        hidden.regs = SmallVec::from_slice(&[base]);
        info.args.insert(0, hidden);
        info.result.types.clear();
        info.result.flags = ArgFlags::default();
        self.target.call_lowering().lower_call(&mut self.b, &info)?;
        let dst = self.result(inst)?;
        for (index, &dst) in self.cx.types.range(inst.ty())?.zip(&dst) {
            let leaf = self.cx.types.leaf(index);
            let place = self.b.ptr_add_imm(base, leaf.offset as i64);
            let mem =
                MemOperand::new(MemFlags::LOAD, leaf.llt, align).with_pointer(PointerInfo::Stack(slot, 0));
            let load = self.b.regs(G_LOAD, &[dst], &[place]);
            self.b.mf.add_mem_operand(load, mem.part(leaf.offset as i64, leaf.llt));
        }
        Ok(())
    }

    fn tail_kind(&self, inst: Inst<'m>, call: CallSite<'m>) -> TailKind {
        match call.tail_kind() {
            ir::TailKind::MustTail => TailKind::Must,
            ir::TailKind::Tail if self.in_tail_position(inst, call) => TailKind::May,
            _ => TailKind::None,
        }
    }

    /// Whether nothing stands between a call and a return of exactly its result.
    fn in_tail_position(&self, inst: Inst<'m>, call: CallSite<'m>) -> bool {
        let disabled = self.function.string_attribute("disable-tail-calls") == Some("true");
        if disabled || self.demoted_return.is_some() {
            return false;
        }
        let Some(end) = inst.followers().find(|follower| !is_marker(*follower)) else {
            return false;
        };
        if end.opcode() != Opcode::Ret {
            return false;
        }
        let Some(value) = end.operand(0) else {
            return true;
        };
        let same = |kind| {
            self.function.attribute(AttrIndex::Return, kind).is_some()
                == call.attribute(AttrIndex::Return, kind).is_some()
        };
        value == inst.value() && [AttrKind::SignExt, AttrKind::ZeroExt, AttrKind::InReg].into_iter().all(same)
    }

    /// Registers of a call's first arguments.
    pub fn call_args(&mut self, call: CallSite<'m>, count: u32) -> Result<SmallVec<[VReg; 4]>> {
        (0..count).map(|index| self.operand(call.value(), index)).collect()
    }
}

/// Whether a call makes no code and has no effect.
fn is_marker(inst: Inst<'_>) -> bool {
    let id = inst.as_call().map_or(0, |call| call.intrinsic_id());
    id != 0
        && ir::function::intrinsic_name(id).is_some_and(|name| {
            name.starts_with("llvm.lifetime.")
                || matches!(name, "llvm.assume" | "llvm.fake.use" | "llvm.experimental.noalias.scope.decl")
        })
}
