//! The machine beneath the engines: descriptions of registers, instructions, masks and schedules,
//! and the traits and properties of a target that several engines use.
//!
//! [`desc`] depends on no other module; [`crate::ir`] refers to it. The other files describe a
//! target's behaviour on [`crate::ir::mir::MachineFunction`]s.

pub mod arg_locations;
pub mod atomics;
pub mod branch_info;
pub mod calling_convention;
pub mod desc;
pub mod facts;
pub(crate) mod function;
pub mod inline_asm;
pub mod instr_info;
pub mod interleaved_accesses;
pub mod memory_checks;
pub mod operand_info;
pub mod outlining;
pub mod print;
pub mod system;
pub mod target;
pub mod triple;
pub mod variadic_arguments;
