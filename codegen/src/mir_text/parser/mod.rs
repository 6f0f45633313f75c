//! Reads `.mir`: LLVM's YAML documents around machine functions, and their bodies.
//!
//! Source: LLVM's *Machine IR (MIR) Format Reference Manual*. An embedded IR module is in a first
//! document (`--- |`); the front-end with LLVM reads it, and functions here refer to its symbols by
//! name. Requires the target for names of registers, classes and opcodes. Establishes functions as
//! they are written; the verifier checks their consistency. Cost: linear in the text.

mod body;
mod constants;
mod debug_values;
mod header;
mod lexer;
mod memory;
mod names;
mod operands;
mod round_trip;
mod yaml;

use crate::ir::debug_info::NodeId;
use crate::ir::entity::{InstId, SubtargetId, SymbolId};
use crate::ir::mir::MachineFunction;
use crate::ir::module::Module;
use crate::isel::target::IselTarget;
use crate::mir_text::llvm_forms;
use body::BodyParser;
use header::Header;
use names::Names;
pub use round_trip::RoundTrip;
use std::fmt;

/// An error in a file, with its position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MirError {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
    /// The message.
    pub message: String,
    /// The line itself.
    pub text: String,
}

impl fmt::Display for MirError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}:{}: error: {}", self.line, self.column, self.message)?;
        write!(f, "{}\n{:>2$}", self.text, "^", self.column)
    }
}

impl std::error::Error for MirError {}

/// A YAML document: its first line's number and its lines.
struct Document<'t> {
    first: usize,
    lines: Vec<&'t str>,
    is_ir: bool,
}

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

/// Reads functions of one module for one target.
pub struct Reader<'m> {
    names: Names<'m>,
}

fn documents(text: &str) -> Vec<Document<'_>> {
    let mut documents: Vec<Document<'_>> = Vec::new();
    for (n, line) in text.lines().enumerate() {
        if line.starts_with("---") {
            let is_ir = line.trim_end().ends_with('|');
            documents.push(Document { first: n + 2, lines: Vec::new(), is_ir });
        } else if line.trim_end() != "..." {
            if documents.is_empty() && !line.trim().is_empty() && !line.starts_with(['#', ';']) {
                documents.push(Document { first: n + 1, lines: Vec::new(), is_ir: false });
            }
            if let Some(document) = documents.last_mut() {
                document.lines.push(line);
            }
        }
    }
    documents.retain(|d| d.is_ir || d.lines.iter().any(|l| l.starts_with("name:")));
    documents
}

impl<'m> Reader<'m> {
    /// Returns a reader of functions whose symbols are those of `module`.
    pub fn new(module: &'m Module, target: &'m dyn IselTarget) -> Reader<'m> {
        Reader { names: Names::new(module, target) }
    }

    /// Assigns a subprogram to a function.
    pub(super) fn describe(&mut self, function: SymbolId, subprogram: NodeId) {
        self.names.subprograms.insert(function, subprogram);
    }

    /// Reads the first function of `text`. The module must have all its symbols.
    pub fn function(&mut self, text: &str, subtarget: SubtargetId) -> Result<MachineFunction, MirError> {
        let documents = documents(text);
        let missing = |what: String| MirError { line: 1, column: 1, message: what, text: String::new() };
        let document = documents.iter().find(|d| !d.is_ir);
        let mf = self.document(document.ok_or_else(|| missing("there is no function".into()))?, subtarget)?;
        match self.names.added.first() {
            Some(symbol) => Err(missing(format!("the module has no symbol '{}'", symbol.name))),
            None if !self.names.added_locations.is_empty() => {
                Err(missing("the module lacks a location".into()))
            }
            None => Ok(mf),
        }
    }

    fn document(
        &mut self,
        document: &Document<'_>,
        subtarget: SubtargetId,
    ) -> Result<MachineFunction, MirError> {
        let body = document.lines.iter().position(|l| l.starts_with("body:")).unwrap_or(document.lines.len());
        let header = Header::read(&document.lines[..body], document.first)?;
        let symbol = self.names.symbol(&header.name, false);
        let mut mf = MachineFunction::new(symbol, header.name.as_str(), subtarget);
        mf.pointer = self.names.target.pointer();
        let numbers = header.apply(&mut mf, &self.names)?;
        let mut parser = BodyParser::new(mf, &mut self.names, numbers, header.substitutions());
        let lines = document.lines.get(body + 1..).unwrap_or(&[]);
        parser.parse(lines, document.first + body + 1, &header)?;
        let mut mf = parser.finish(&header)?;
        mf.frame.max_call_frame_size =
            mf.frame.max_call_frame_size.max(largest_call_frame(&mf, self.names.target));
        llvm_forms::read_edges(&mut mf);
        llvm_forms::read_invokes(&mut mf, self.names.target);
        if let Some(info) = self.names.debug_info() {
            mf.join_debug_values(info);
        }
        if mf.layout.is_empty() {
            let line = document.first + body.min(document.lines.len().saturating_sub(1));
            let message = format!("function '{}' needs a block", mf.name);
            return Err(MirError { line, column: 1, message, text: String::new() });
        }
        Ok(mf)
    }
}

/// Returns the maximum size in bytes of a call's arguments: MIR before frame layout need not state
/// it.
fn largest_call_frame(mf: &MachineFunction, target: &dyn IselTarget) -> u64 {
    let (set_up, _) = target.frame_lowering().call_frame_opcodes();
    let insts = mf.layout.iter().flat_map(|&block| mf.insts(block));
    let size = |inst: InstId| mf.operands(inst).first().and_then(|&size| mf.imm_value(size));
    let sizes = insts.filter(|&inst| mf.opcode(inst) == set_up).filter_map(size);
    sizes.map(|size| size.max(0).unsigned_abs()).fold(0, u64::max)
}
