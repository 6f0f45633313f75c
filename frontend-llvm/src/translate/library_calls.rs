//! Calls of library functions that the target computes with an instruction in all but rare cases.
//!
//! `sqrt` sets `errno` if its argument is negative, so the instruction cannot replace the call. The
//! instruction returns a NaN for such an argument. So the function is called only if its result is
//! a NaN. After LLVM's pass `partially-inline-libcalls`.

use gisel_codegen::ir::llt::S1;
use gisel_codegen::ir::mir::{FloatPredicate, Operand};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::ir::value_type::ValueType;
use gisel_codegen::isel::call_lowering::target::{CallInfo, TailKind};
use gisel_codegen::isel::legalizer::LegalityQuery;

use super::error::Result;
use super::function_state::{Current, FunctionTranslator};
use super::value_map::Regs;
use crate::ir::{AttrIndex, AttrKind, Attributes, CallSite, Linkage, Opcode, Value};

impl<'m> FunctionTranslator<'_, 'm> {
    /// Returns true if a call computes a square root for which the target has an instruction.
    pub(super) fn is_square_root(
        &self,
        current: &Current<'m>,
        (call, callee): (CallSite<'m>, Value<'m>),
        info: &CallInfo,
    ) -> bool {
        let (name, attribute) = match (&info.result.types[..], &info.args[..]) {
            ([ValueType::Double], [arg]) if arg.types[..] == [ValueType::Double] => {
                ("sqrt", "no-builtin-sqrt")
            }
            ([ValueType::Float], [arg]) if arg.types[..] == [ValueType::Float] => {
                ("sqrtf", "no-builtin-sqrtf")
            }
            _ => return false,
        };
        let is_plain = info.tail != TailKind::Must && current.inst.opcode() == Opcode::Call;
        let is_enabled = is_plain && !info.is_var_arg && self.cx.module().options.inlines_square_roots;
        let Some(function) = call.callee_function().filter(|f| is_enabled && f.name() == name) else {
            return false;
        };
        let has = |attribute| self.function.string_attribute(attribute).is_some();
        let own = Attributes::of_call(call, callee, AttrIndex::Function);
        !matches!(function.global().info().linkage, Linkage::Internal | Linkage::Private)
            && ![AttrKind::NoBuiltin, AttrKind::StrictFp].into_iter().any(|kind| own.has(kind))
            && !self.function.has(AttrKind::StrictFp)
            && !["no-builtins", attribute].into_iter().any(has)
            && info.result.types.iter().all(|ty| {
                let query = [ty.llt()];
                self.target.legalizer_info().is_legal(&LegalityQuery::new(G_FSQRT, &query))
            })
    }

    /// Translates a call for which [`Self::is_square_root`] is true.
    pub(super) fn square_root(&mut self, current: &Current<'m>, info: &mut CallInfo) -> Result<()> {
        let argument = info.args[0].regs[0];
        let ty = self.b.mf.ty(argument);
        let root = self.b.op(G_FSQRT, ty, &[argument]);
        let is_number = self.b.fcmp(S1, FloatPredicate::Ord, root, root);
        let before = self.b.block();
        let [failed, done] = [(); 2].map(|()| self.b.mf.create_block());
        self.branch_if(is_number, done, failed);
        self.enter(failed);
        let called = self.b.mf.create_vreg(ty);
        info.result.regs = Regs::from_slice(&[called]);
        let has_returned = self.lower_call(current.inst, info)?;
        let mut incoming = vec![(root, before)];
        if !has_returned {
            let failed = self.b.block();
            self.b.br(done);
            self.b.mf.add_edge(failed, done);
            incoming.push((called, failed));
        }
        self.enter(done);
        let result = self.result_register(current.number, ty);
        let phi = self.b.inst(G_PHI, &[Operand::def(result)]);
        self.b.mf.set_incoming(phi, incoming);
        Ok(())
    }
}
