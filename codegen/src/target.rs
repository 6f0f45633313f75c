//! The whole interface of a target.
//!
//! A [`Target`] is one subtarget: one CPU with its features. All workers share it. It consists of
//! the interfaces of the engines, each of which is defined beside its engine and extends
//! [`MachineTarget`](crate::machine::target::MachineTarget): [`FrameTarget`], [`IselTarget`],
//! [`EmitTarget`], [`PassTarget`] and [`InterpreterTarget`]. An engine takes its own.

pub use crate::frame::Scavenger;
pub use crate::frame::reference::frame_index_reference;
pub use crate::frame::registers::{CallUsedReg, FrameRegisters};
pub use crate::frame::shape::FrameShape;
pub use crate::frame::target::{FrameLowering, FrameTarget};
pub use crate::interpreter::target::{InterpretTargetOpcode, InterpreterTarget};
pub use crate::isel::legalizer::target::LegalizerTarget;
pub use crate::isel::target::IselTarget;
use crate::machine::memory_checks::MemoryChecks;
pub use crate::mc::target::EmitTarget;
pub use crate::passes::target::PassTarget;
use crate::pipeline::config::PassConfig;

/// One subtarget: all interfaces, for the pipeline and front ends.
pub trait Target: PassTarget + InterpreterTarget {
    /// Returns the passes.
    fn pass_config(&self) -> &'static PassConfig;

    /// Returns the memory access checks; `None` if unsupported.
    fn memory_checks(&self) -> Option<&dyn MemoryChecks> {
        None
    }
}
