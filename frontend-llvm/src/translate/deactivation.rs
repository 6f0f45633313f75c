//! Calls and signatures of pointers that a linker removes where a symbol is defined (bundle
//! `deactivation-symbol`).
//!
//! The relocation is at the call, or at the instruction that signs, authenticates or strips a
//! pointer; replaced by one without effect, the first argument is the result. Source: LLVM's
//! *Language Reference*, "Deactivation Symbol Operand Bundles".

use super::error::{Result, Stop};
use super::function_state::FunctionTranslator;
use crate::ir::CallSite;
use crate::ir::function::intrinsic_name;
use crate::properties;
use gisel_codegen::ir::entity::SymbolId;
use gisel_codegen::machine::triple::architecture;

/// The tag of the bundle.
pub(super) const TAG: &str = "deactivation-symbol";

/// The intrinsic whose accesses a symbol deactivates.
pub(super) const PROTECTED_FIELD: &str = "llvm.protected.field.ptr";

/// The intrinsics that are one instruction on their first argument.
const INTRINSICS: [&str; 4] =
    ["llvm.ptrauth.auth", "llvm.ptrauth.resign", "llvm.ptrauth.sign", "llvm.ptrauth.strip"];

/// Returns the error of a call that cannot be deactivated.
pub(super) fn refused(why: &str) -> Stop {
    Stop::new(format!("operand bundle \"{TAG}\": {why}"))
}

impl<'m> FunctionTranslator<'_, 'm> {
    /// Makes the instructions that are built for a call name the symbol that deactivates it.
    /// Returns true if there is one.
    ///
    /// # Errors
    /// The call does not become one instruction that a linker can replace.
    pub(super) fn attach_deactivation(&mut self, call: CallSite<'m>) -> Result<bool> {
        if !properties::reads_bundle(TAG, architecture(&self.cx.module.triple)) {
            return Ok(false);
        }
        let Some(inputs) = call.bundle(TAG) else { return Ok(false) };
        if intrinsic_name(call.intrinsic_id()) == Some(PROTECTED_FIELD) {
            return Ok(false);
        }
        let &[symbol] = &inputs[..] else { return Err(refused("not one symbol")) };
        let symbol = self.cx.symbol(symbol).map_err(|_| refused("what deactivates is no symbol"))?;
        let intrinsic = intrinsic_name(call.intrinsic_id());
        if call.facts().is_some_and(|facts| facts.is_inline_asm) {
            return Err(refused("inline assembly is not one instruction"));
        }
        if intrinsic.is_some_and(|name| !INTRINSICS.contains(&name)) {
            return Err(refused("no single instruction does what the intrinsic does"));
        }
        self.name_deactivation(symbol);
        Ok(true)
    }

    /// Makes the instructions that are built next name the symbol that deactivates them.
    pub(super) fn name_deactivation(&mut self, symbol: SymbolId) {
        let location = self.b.debug_loc;
        let mut metadata = self.b.mf.metadata_at(location).cloned().unwrap_or_default();
        metadata.deactivation = Some(symbol);
        let location = self.b.mf.without_metadata(location);
        self.b.debug_loc = self.b.mf.location_with(location, metadata);
    }
}
