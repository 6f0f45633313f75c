//! The interface to a target for instruction selection.

use crate::ir::llt::Llt;
use crate::isel::combiner::CombinerInfo;
use crate::isel::legalizer::target::LegalizerTarget;
use crate::isel::regbankselect::RegisterBankInfo;
use crate::isel::select::InstructionSelector;
use crate::machine::facts::TargetIntrinsic;

/// A target with the classes of GlobalISel.
pub trait IselTarget: LegalizerTarget {
    /// Returns the rules of the combiner.
    fn combiner(&self) -> &'static CombinerInfo;

    /// Returns the register banks.
    fn register_banks(&self) -> &dyn RegisterBankInfo;

    /// Returns the instruction selector.
    fn selector(&self) -> &dyn InstructionSelector;

    /// Returns the target's intrinsic called `name` (without types and parameters); `None` if there
    /// is no such intrinsic.
    fn intrinsic(&self, _name: &str) -> Option<TargetIntrinsic> {
        None
    }

    /// Returns the intrinsic that rounds a single, or a vector of singles, to bfloat in one
    /// instruction; `None` if there is none for this type.
    fn bfloat_rounding(&self, _single: Llt) -> Option<TargetIntrinsic> {
        None
    }

    /// Returns the routine that makes instructions written as data executable, and true if it takes
    /// flags after start and end.
    fn clear_cache(&self, _triple: &str) -> (&'static str, bool) {
        ("__clear_cache", false)
    }
}
