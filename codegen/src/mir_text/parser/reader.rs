//! Reads functions of one module.

use super::body::BodyParser;
use super::error::MirError;
use super::header::Header;
use super::names::Names;
use crate::ir::debug_info::NodeId;
use crate::ir::entity::{InstId, SubtargetId, SymbolId};
use crate::ir::mir::MachineFunction;
use crate::ir::module::Module;
use crate::isel::target::IselTarget;
use crate::mir_text::llvm_forms;

/// A YAML document: its first line's number and its lines.
pub(super) struct Document<'t> {
    pub(super) first: usize,
    pub(super) lines: Vec<&'t str>,
    pub(super) is_ir: bool,
}

/// Reads functions of one module for one target.
pub(crate) struct Reader<'m> {
    pub(super) names: Names<'m>,
}

impl<'m> Reader<'m> {
    /// Returns a reader of functions whose symbols are those of `module`.
    pub(crate) fn new(module: &'m Module, target: &'m dyn IselTarget) -> Reader<'m> {
        Reader { names: Names::new(module, target) }
    }

    /// Assigns a subprogram to a function.
    pub(super) fn describe(&mut self, function: SymbolId, subprogram: NodeId) {
        self.names.subprograms.insert(function, subprogram);
    }

    /// Reads the first function of `text`. The module must have all its symbols.
    pub(crate) fn function(
        &mut self,
        text: &str,
        subtarget: SubtargetId,
    ) -> Result<MachineFunction, MirError> {
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

    pub(super) fn document(
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

/// Returns the YAML documents of a file.
pub(super) fn documents(text: &str) -> Vec<Document<'_>> {
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

/// Returns the maximum size in bytes of a call's arguments: MIR before frame layout need not state
/// it.
fn largest_call_frame(mf: &MachineFunction, target: &dyn IselTarget) -> u64 {
    let (set_up, _) = target.frame_lowering().call_frame_opcodes();
    let insts = mf.layout.iter().flat_map(|&block| mf.insts(block));
    let size = |inst: InstId| mf.operands(inst).first().and_then(|&size| mf.imm_value(size));
    let sizes = insts.filter(|&inst| mf.opcode(inst) == set_up).filter_map(size);
    sizes.map(|size| size.max(0).unsigned_abs()).fold(0, u64::max)
}
