//! Calls of a profiler's routines at function entry and exit (`instrument-function-entry-inlined`,
//! `instrument-function-exit-inlined`).
//!
//! The attributes without `-inlined` are implemented by an optimizer before inlining. Naked
//! functions have no such calls. Source: the behaviour of LLVM's pass *post-inline-ee-instrument*.

use gisel_codegen::ir::value_type::ValueType;
use gisel_codegen::isel::call_lowering::target::{CallInfo, Callee};
use gisel_codegen::machine::arg_locations::{ArgFlags, ArgInfo};
use smallvec::SmallVec;

use super::asm_symbols::LITERAL;
use super::error::{Result, Stop};
use super::function_state::FunctionTranslator;
use super::value_map::Regs;
use crate::ir::AttrKind;

/// The location in a function at which a routine is called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum CallPosition {
    Entry,
    Exit,
}

/// The arguments of a routine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Passes {
    /// The return address of the function.
    ReturnAddress,
    /// The function's address and its return address.
    FunctionAndReturnAddress,
}

/// The routines by their names in attributes, where a `\01` prefix prevents mangling.
const ROUTINES: [(&str, Passes); 8] = [
    ("mcount", Passes::ReturnAddress),
    (".mcount", Passes::ReturnAddress),
    ("llvm.arm.gnu.eabi.mcount", Passes::ReturnAddress),
    ("_mcount", Passes::ReturnAddress),
    ("__mcount", Passes::ReturnAddress),
    ("__cyg_profile_func_enter_bare", Passes::ReturnAddress),
    ("__cyg_profile_func_enter", Passes::FunctionAndReturnAddress),
    ("__cyg_profile_func_exit", Passes::FunctionAndReturnAddress),
];

/// Returns the symbols that these calls require.
pub(crate) fn routine_names() -> impl Iterator<Item = &'static str> {
    ROUTINES.iter().map(|(name, _)| *name)
}

impl<'m> FunctionTranslator<'_, 'm> {
    /// Returns the routine that is called at `place`, if there is one.
    pub(super) fn routine_at(&self, place: CallPosition) -> Option<&'m str> {
        let name = match place {
            CallPosition::Entry => "instrument-function-entry-inlined",
            CallPosition::Exit => "instrument-function-exit-inlined",
        };
        let routine = self.function.string_attribute(name);
        routine.filter(|name| !name.is_empty() && !self.function.has(AttrKind::Naked))
    }

    /// Calls the routine of `place`.
    pub(super) fn instrument(&mut self, place: CallPosition) -> Result<()> {
        let Some(name) = self.routine_at(place) else { return Ok(()) };
        let routine = name.strip_prefix(LITERAL).unwrap_or(name);
        let passes = ROUTINES.iter().find(|(known, _)| *known == routine).map(|(_, passes)| *passes);
        let passes =
            passes.ok_or_else(|| Stop::new(format!("unknown instrumentation function \"{routine}\"")))?;
        let mut args = Vec::new();
        if passes == Passes::FunctionAndReturnAddress {
            let function = self.regs(self.function.value())?;
            args.push(self.pointer_arg(function));
        }
        let address = self.b.mf.create_vreg(self.b.pointer());
        self.b.mf.frame.return_address_taken = true;
        self.target.call_lowering().lower_return_address(&mut self.b, address, 0)?;
        args.push(self.pointer_arg(SmallVec::from_slice(&[address])));
        let callee = match self.cx.ir.named(name) {
            Some(own) => self.cx.symbol(own)?,
            None => self.cx.external(routine)?,
        };
        let call = CallInfo::of_routine(Callee::Symbol(callee), args);
        self.target.call_lowering().lower_call(&mut self.b, &call)?;
        Ok(())
    }

    /// Returns an argument or a result that is an address.
    pub(super) fn pointer_arg(&self, regs: Regs) -> ArgInfo {
        let bits = self.b.pointer().bits();
        ArgInfo {
            regs,
            types: SmallVec::from_slice(&[ValueType::Pointer { address_space: 0, bits }]),
            flags: ArgFlags { orig_align: bits / 8, ..ArgFlags::default() },
            is_fixed: true,
        }
    }
}
