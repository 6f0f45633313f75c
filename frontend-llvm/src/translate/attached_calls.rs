//! Objective-C runtime calls attached to the calls whose results they take (bundle
//! `clang.arc.attachedcall`).
//!
//! The callee looks for a marker at its return address. If it finds one, it hands the object over
//! without retain and release.
//!
//! Source: LangRef, *ObjC ARC Attached Call Operand Bundles*; clang's *Objective-C Automatic
//! Reference Counting*.

use gisel_codegen::ir::entity::VReg;
use gisel_codegen::isel::call_lowering::target::{CallInfo, Callee, TailKind};
use gisel_codegen::machine::branch_info::CallMark;

use super::error::{Result, Stop};
use super::function_state::FunctionTranslator;
use super::intrinsics::routine_of;
use crate::ir::{Attributes, Inst, Value, ValueKind};

/// The routine whose calls have no marker.
const WITHOUT_MARK: &str = "objc_claimAutoreleasedReturnValue";

impl<'m> FunctionTranslator<'_, 'm> {
    /// Emits a call with its attached call, whose result is the result of both.
    pub(super) fn emit_with_attached(
        &mut self,
        inst: Inst<'m>,
        mut info: CallInfo,
        routine: Value<'m>,
    ) -> Result<()> {
        let pointer = self.b.pointer();
        if info.tail == TailKind::Must {
            return Err(Stop::new(
                "operand bundle \"clang.arc.attachedcall\": nothing follows a musttail call",
            ));
        }
        if info.result.types.iter().any(|ty| ty.llt() != pointer) {
            return Err(Stop::new("operand bundle \"clang.arc.attachedcall\": the call returns no pointer"));
        }
        info.tail = TailKind::None;
        let returned: Vec<VReg> =
            info.result.types.iter().map(|ty| self.b.mf.create_vreg(ty.llt())).collect();
        info.result.regs = returned.iter().copied().collect();
        self.block_ended = self.lower_call(inst, &info)?;
        let (name, callee) = self.attached_routine(routine)?;
        if name != WITHOUT_MARK {
            self.mark_call(CallMark::ReturnValue);
        }
        self.leave_invoke(inst)?;
        let [object] = returned[..] else { return Ok(()) };
        // The metadata is of the first call only.
        self.b.leave_metadata();
        let argument = self.arg_info(inst.ty(), [object].into_iter().collect(), true, &Attributes::none())?;
        let mut call = CallInfo::of_routine(callee, vec![argument]);
        let result = self.result(inst)?;
        call.result = self.arg_info(inst.ty(), result, true, &Attributes::none())?;
        self.target.call_lowering().lower_call(&mut self.b, &call)?;
        Ok(())
    }

    /// Returns the name of the routine that a bundle names, directly or by an intrinsic, and its
    /// callee.
    fn attached_routine(&mut self, routine: Value<'m>) -> Result<(String, Callee)> {
        let ValueKind::Function(function) = routine.kind() else {
            return Err(Stop::new(
                "operand bundle \"clang.arc.attachedcall\": what is attached is no function",
            ));
        };
        let name = function.name();
        match routine_of(name) {
            Some(name) => Ok((name.to_string(), Callee::Symbol(self.cx.external(name)?))),
            None => Ok((name.to_string(), self.callee(routine)?)),
        }
    }
}
