//! The parts of the driver that stand by themselves: linking, the runtime library's archive, running under qemu.

pub mod archive;
pub mod link;
pub mod run;
pub mod runtime;
