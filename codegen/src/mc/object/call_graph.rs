//! The call graph profile: numbers of calls between functions, by which linkers order sections.
//!
//! Source: *LLVM Extensions*, "SHT_LLVM_CALL_GRAPH_PROFILE Section".

use super::{Against, Object, Reloc};
use crate::ir::entity::SymbolId;
use crate::ir::module::{CallGraphEdge, Linkage};
use crate::ir::section::{Section, SectionFlags, SectionType};
use crate::mc::names::is_label;

/// `SHT_LLVM_CALL_GRAPH_PROFILE`.
const CALL_GRAPH_PROFILE: SectionType = SectionType::Other(0x6fff_4c09);

/// Size of an entry in bytes: the number of calls.
const ENTRY: u32 = 8;

/// `R_*_NONE` of all targets: the relocation only names a symbol.
pub(super) const NONE: u32 = 0;

/// Returns true if a section is the table. Its relocations have no addends, and it is linked to the
/// symbol table.
pub(super) fn is_call_graph(section: &Section) -> bool {
    section.kind == CALL_GRAPH_PROFILE
}

impl Object<'_> {
    /// Adds the table of these edges, each with a relocation for its caller and one for its callee.
    pub(super) fn add_call_graph(&mut self, edges: &[CallGraphEdge]) -> Result<(), String> {
        if edges.is_empty() {
            return Ok(());
        }
        let section = Section {
            entry_size: ENTRY,
            flags: SectionFlags::EXCLUDE,
            kind: CALL_GRAPH_PROFILE,
            ..Section::unloaded(".llvm.call-graph-profile")
        };
        let index = self.section(&section, 1);
        for edge in edges {
            let offset = self.sections[index].size;
            for symbol in [edge.from, edge.to] {
                let against = self.call_graph_node(symbol)?;
                let reloc = Reloc { offset, addend: 0, against, kind: NONE };
                self.sections[index].contents.relocs.push(reloc);
            }
            let out = &mut self.sections[index];
            out.contents.bytes.extend(edge.count.to_le_bytes());
            out.size += u64::from(ENTRY);
        }
        Ok(())
    }

    /// Returns the relocation target for a function in the table: its symbol, or the section of a
    /// label, which is in no symbol table.
    fn call_graph_node(&mut self, id: SymbolId) -> Result<Against, String> {
        let symbol = self.module.symbol(id);
        let at = self.symbols[id.index()].at;
        if symbol.linkage == Linkage::Private || is_label(&symbol.name) {
            let at = at.ok_or_else(|| {
                format!("the call graph names the label '{}', which is nowhere", symbol.name)
            })?;
            return Ok(Against::Section(at.section as u32));
        }
        self.symbols[id.index()].used = true;
        Ok(Against::Symbol(id))
    }
}
