//! The machine-code layer: instructions, fixups, streamers, assembly text and ELF.

pub mod context;
pub mod inst;
pub mod labels;
pub mod section;
pub mod streamer;
pub mod target;
