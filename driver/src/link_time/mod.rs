//! Bitcode among the inputs of a linker: it is compiled here, and the linker gets objects.
//!
//! Without link-time optimization, each module is compiled by itself. A module of an archive is
//! replaced in a copy of the archive, so that the linker takes the members it needs. With
//! link-time optimization, `ld.lld` resolves symbols and optimizes (`lld`); the optimized
//! modules are compiled, and their objects replace the first input with bitcode. `ld.lld` also links
//! them, because linkers differ in symbols that are wrapped or defined twice. It resolves symbols
//! again, so that libraries for calls of the code generator are found.
//!
//! Requires: the words of a linker's command line, or its inputs and libraries (`line`).

mod call;
mod command;
mod files;
mod line;
mod link_line;
mod link_options;
mod lld;
mod objects;

pub(crate) use call::Linker;
pub(crate) use command::{Preparation, prepare, run};
pub(crate) use link_line::{LinkLine, compile_each, first_module, optimize};
pub(crate) use lld::linker as optimizing_linker;
pub(crate) use objects::CodeOptions;
