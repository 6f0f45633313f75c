//! The driver: options, one compilation, linking, the runtime library's archive, running under qemu.

pub mod archive;
mod assembly;
pub mod compare;
pub mod coverage;
pub mod fallback;
mod input;
pub mod interpret;
pub mod job_slots;
pub mod link;
pub mod llc;
pub mod llc_options;
pub mod manual;
pub mod messages;
mod mir_input;
pub mod options;
pub mod output;
pub mod program;
pub mod reports;
pub mod run;
pub mod runtime;
pub mod session;
mod subtargets;
