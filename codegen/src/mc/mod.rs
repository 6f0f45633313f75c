//! The machine-code layer: instructions, fixups, streamers, assembly text and ELF.

mod address_significance;
pub mod asm;
pub mod asm_parser;
pub mod assembler;
pub mod chunk;
pub mod context;
pub mod data;
pub mod eh_frame;
pub mod emit;
mod function_data;
pub mod gnu_property;
mod inline_asm;
pub mod inst;
pub mod kcfi;
pub mod labels;
mod leb128;
mod lsda;
pub mod names;
pub mod object;
mod patchable;
mod relax;
pub mod section;
pub mod sections;
pub mod streamer;
pub mod target;
pub mod unlaid;
pub(crate) mod xray;
