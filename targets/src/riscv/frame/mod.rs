//! Stack frames.

pub(crate) mod frame_lowering;
pub(crate) mod frame_registers;
#[cfg(test)]
mod frame_tests;
pub(crate) mod interrupts;
pub(crate) mod return_address;
pub(crate) mod stack_probes;
