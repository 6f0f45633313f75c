//! The machine-code layer: instructions, fixups, streamers, assembly text and ELF.

pub mod inst;
