//! RISC-V: rv32 and rv64, with any of M, A, F, D and C, and the ilp32 and lp64 ABIs.
//!
//! Tables are beside the code that reads them: `registers/registers.txt`, `mc/instructions.txt` and
//! `mc/instructions/`, the rules `isel/select.isle` and `isel/select_float.isle`. Features,
//! CPUs and schedules are `features.txt`, `cpus.txt` and `schedule.txt`. Both targets have the same
//! folders and file names.

pub(crate) mod backend;
pub mod features;
pub(crate) mod frame;
pub(crate) mod instr_info;
pub mod isel;
pub mod mc;
pub mod passes;
pub mod registers;
pub mod target;
