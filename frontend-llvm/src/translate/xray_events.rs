//! Events for XRay's log (`llvm.xray.customevent`, `llvm.xray.typedevent`).
//!
//! An event is a call of a routine of the run-time library that is skipped until the library
//! patches it. It is lowered as a call, so its arguments are in their registers, and nothing else
//! is assumed to survive that the routine may overwrite. As in LLVM, targets without such sleds
//! have no code for it.

use gisel_codegen::ir::mir::Operand;
use gisel_codegen::ir::opcodes::{PATCHABLE_EVENT_CALL, PATCHABLE_TYPED_EVENT_CALL};
use gisel_codegen::isel::call_lowering::target::Callee;

use super::error::{Result, Stop};
use super::function_state::FunctionTranslator;
use super::stack_maps::WrappedCall;
use crate::ir::{CallSite, Inst, Module};

/// The intrinsics, with the routines that they call.
const EVENTS: [(&str, &str); 2] =
    [("llvm.xray.customevent", "__xray_CustomEvent"), ("llvm.xray.typedevent", "__xray_TypedEvent")];

/// Returns the routines that events of this module call.
pub(super) fn routine_names(ir: Module<'_>) -> impl Iterator<Item = String> {
    let is_declared = move |&&(intrinsic, _): &&(&str, &str)| ir.named(intrinsic).is_some();
    EVENTS.iter().filter(is_declared).map(|&(_, routine)| routine.to_owned())
}

impl<'m> FunctionTranslator<'_, 'm> {
    /// Translates an event.
    pub(super) fn xray_event(&mut self, inst: Inst<'m>, call: CallSite<'m>) -> Result<()> {
        let count = call.args().count();
        let (opcode, (_, routine)) = match count {
            2 => (PATCHABLE_EVENT_CALL, EVENTS[0]),
            _ => (PATCHABLE_TYPED_EVENT_CALL, EVENTS[1]),
        };
        if self.target.mc().xray_event_sled(count).is_none() {
            return self.no_code(inst);
        }
        let callee = Callee::Symbol(self.cx.external(routine)?);
        self.call_routine(inst, callee, call.args())?;
        let built = self.last_call().ok_or_else(|| Stop::new("there is no call"))?;
        let call = WrappedCall::of(self, built);
        let mut operands: Vec<Operand> = call.arguments;
        operands.extend([call.target, call.mask]);
        operands.extend(call.results);
        self.b.mf.replace_with_inst(built, opcode, &operands);
        self.b.mf.attrs.has_xray_events = true;
        Ok(())
    }
}
