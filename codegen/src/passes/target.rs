//! The interface to a target for machine passes.

use crate::isel::target::IselTarget;
use crate::machine::interleaved_accesses::InterleavedAccesses;
use crate::machine::outlining::Outlining;
use crate::mc::target::EmitTarget;

/// A target with all that machine passes require.
pub trait PassTarget: EmitTarget + IselTarget {
    /// Returns the interface to outlining; `None` if unsupported.
    fn outlining(&self) -> Option<&dyn Outlining> {
        None
    }

    /// Returns the structure accesses; `None` if there are none.
    fn interleaved_accesses(&self) -> Option<&dyn InterleavedAccesses> {
        None
    }
}
