//! Reads `.mir`: LLVM's YAML documents around machine functions, and their bodies.
//!
//! Source: LLVM's *Machine IR (MIR) Format Reference Manual*. An embedded IR module is in a first
//! document (`--- |`); the front-end with LLVM reads it, and functions here refer to its symbols by
//! name. Requires the target for names of registers, classes and opcodes. Establishes functions as
//! they are written; the verifier checks their consistency. Cost: linear in the text.

mod body;
mod constants;
mod debug_values;
mod error;
mod header;
mod lexer;
mod memory;
mod names;
mod operands;
mod reader;
mod round_trip;
mod yaml;

use crate::ir::entity::SubtargetId;
use crate::ir::mir::MachineFunction;
use crate::ir::module::Module;
use crate::isel::target::IselTarget;
pub use error::MirError;
use names::Names;
pub(crate) use reader::Reader;
use reader::documents;
pub(crate) use round_trip::RoundTrip;

/// Returns true if `text` looks like MIR: its first line that is not a comment starts a YAML
/// document.
pub fn is_mir(text: &str) -> bool {
    let mut lines = text.lines().filter(|l| !l.trim().is_empty() && !l.starts_with(['#', ';']));
    lines.next().is_some_and(|l| l.starts_with("---") || l.starts_with("name:"))
}

/// Returns the embedded IR module, if there is one; its lines keep their numbers.
pub fn embedded_ir(text: &str) -> Option<String> {
    let document = documents(text).into_iter().find(|d| d.is_ir)?;
    let blank = "\n".repeat(document.first.saturating_sub(1));
    Some(blank + &document.lines.join("\n") + "\n")
}

/// Returns the document with the embedded IR module unchanged, so the functions' references to its
/// metadata stay valid.
pub fn ir_document(text: &str) -> Option<String> {
    let document = documents(text).into_iter().find(|d| d.is_ir)?;
    Some(format!("--- |\n{}\n...\n", document.lines.join("\n")))
}

/// Reads all functions of a file. Symbols that the module lacks are added to it as undefined ones.
pub fn parse(
    text: &str,
    target: &dyn IselTarget,
    subtarget: SubtargetId,
    module: &mut Module,
) -> Result<Vec<MachineFunction>, MirError> {
    let mut reader = Reader::new(module, target);
    let mut functions = Vec::new();
    for document in documents(text).iter().filter(|d| !d.is_ir) {
        functions.push(reader.document(document, subtarget)?);
    }
    let Names { added, mentioned, added_locations, .. } = reader.names;
    module.symbols.extend(added);
    if let Some(info) = &mut module.debug_info {
        added_locations.into_iter().for_each(|location| info.add_location(location));
    }
    for symbol in mentioned {
        module.symbols[symbol.index()].used = true;
    }
    Ok(functions)
}
