//! The interface to a target for the legalizer.

use super::{LegalizerInfo, Outcome};
use crate::frame::target::FrameTarget;
use crate::ir::builder::Builder;
use crate::ir::entity::InstId;
use crate::ir::module::Module;
use crate::isel::call_lowering::target::CallLowering;
use crate::support::error::Result;

/// A target with rules of legality.
pub trait LegalizerTarget: FrameTarget {
    /// Returns the legalizer rules.
    fn legalizer_info(&self) -> &LegalizerInfo;

    /// Returns the calling conventions.
    fn call_lowering(&self) -> &dyn CallLowering;

    /// Returns the number of instructions that materialize the low `bits` bits, at most 64, of
    /// `value` in a general register. Zero costs nothing if a register has it.
    fn constant_cost(&self, _value: u64, _bits: u32) -> usize {
        usize::MAX
    }

    /// Applies a `custom` legalizer action. The builder is positioned before `inst`.
    fn legalize_custom(&self, _b: &mut Builder<'_>, _inst: InstId, _module: &Module) -> Result<Outcome> {
        Ok(Outcome::Declined)
    }
}
