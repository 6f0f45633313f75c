//! Run-time generated code: trampolines for nested functions, and instruction cache maintenance.

use gisel_codegen::ir::entity::VReg;
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::mir::{MemFlags, MemOperand};
use gisel_codegen::isel::call_lowering::target::{CallInfo, Callee};

use super::error::{Result, Stop};
use super::function_state::FunctionTranslator;
use super::value_map::Regs;
use crate::ir::{Attributes, CallSite, Value};

/// The intrinsic that writes code, usually to the stack: a module that declares it requires an
/// executable stack.
pub(super) const INIT: &str = "llvm.init.trampoline";

impl<'m> FunctionTranslator<'_, 'm> {
    /// Translates `clear_cache` to a call of the target's routine.
    pub(crate) fn clear_cache(&mut self, call: CallSite<'m>) -> Result<()> {
        let (Some(start), Some(end)) = (call.arg(0), call.arg(1)) else {
            return Err(Stop::new("clear_cache without start and end"));
        };
        let (first, last) = (self.regs(start)?, self.regs(end)?);
        self.flush(start, first, last)
    }

    /// Calls the routine that synchronizes the instruction cache between two addresses, which have
    /// the type of `like`.
    fn flush(&mut self, like: Value<'m>, start: Regs, end: Regs) -> Result<()> {
        let (name, takes_flags) = self.target.clear_cache(&self.cx.module.triple);
        let callee = Callee::Symbol(self.cx.external(name)?);
        let mut args = Vec::new();
        for regs in [start, end] {
            args.push(self.arg_info(like.ty(), regs, true, &Attributes::none())?);
        }
        if takes_flags {
            // Flags of zero apply to all threads.
            let ty = self.cx.types.llt(like.ty())?;
            let flags = self.b.constant(ty, 0);
            args.push(self.arg_info(like.ty(), Regs::from_slice(&[flags]), true, &Attributes::none())?);
        }
        self.target.call_lowering().lower_call(&mut self.b, &CallInfo::of_routine(callee, args))?;
        Ok(())
    }

    /// Translates `init.trampoline`: stores the target's code with the function and the value of
    /// its `nest` argument.
    pub(crate) fn init_trampoline(&mut self, call: CallSite<'m>) -> Result<()> {
        let at = self.operand_value(call.value(), 0)?;
        let (base, function) = (self.reg(at)?, self.operand(call.value(), 1)?);
        let nest = self.operand(call.value(), 2)?;
        let whole = self.memory(MemFlags::STORE, Llt::scalar(64), 4, at);
        let trampoline = self.target.facts().trampoline;
        let word = Llt::scalar(32);
        for (n, &code) in (0i64..).zip(trampoline.code) {
            let code = self.b.constant(word, code.into());
            self.store_part(base, code, &whole, n * 4);
        }
        self.store_part(base, nest, &whole, trampoline.nest);
        self.store_part(base, function, &whole, trampoline.function);
        let end = self.b.ptr_add_imm(base, trampoline.code.len() as i64 * 4);
        self.flush(at, Regs::from_slice(&[base]), Regs::from_slice(&[end]))
    }

    fn store_part(&mut self, base: VReg, value: VReg, whole: &MemOperand, offset: i64) {
        let address = self.b.ptr_add_imm(base, offset);
        let mem = whole.part(offset, self.b.mf.ty(value));
        self.b.store(value, address, mem);
    }
}
