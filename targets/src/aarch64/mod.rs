//! AArch64: Armv8-A and later, with or without NEON and floating-point registers.
//!
//! Tables are beside the code that reads them: `registers/registers.txt`, `mc/instructions.txt` and
//! `mc/instructions/`, the rules `isel/select.isle` and `isel/select_float.isle`, and
//! `isel/intrinsics.txt`. Features, CPUs and schedules are `features.txt`, `cpus.txt` and
//! `schedule.txt`. Both targets have the same folders and file names.

pub(crate) mod backend;
pub(crate) mod features;
pub(crate) mod frame;
pub(crate) mod instr_info;
pub mod isel;
pub mod mc;
pub mod passes;
pub mod registers;
pub mod target;
