//! Stack frames.

pub(crate) mod frame_index;
pub(crate) mod frame_lowering;
pub(crate) mod return_address;
pub(crate) mod stack_pointer;
pub(crate) mod stack_probes;
