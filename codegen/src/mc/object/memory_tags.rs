//! The variables whose memory the loader tags: a relocation without an effect names each one.
//! Source: *Memtag ABI Extension to ELF for the Arm 64-bit Architecture*.

use super::call_graph::NONE;
use super::{Against, Object, Reloc};
use crate::ir::entity::SymbolId;
use crate::ir::section::{Section, SectionType};

impl Object<'_> {
    /// Adds the section of the relocations, if there are such variables.
    pub(super) fn add_memory_tags(&mut self) -> Result<(), String> {
        let tagged: Vec<SymbolId> = self.module.memory_tagged().collect();
        if tagged.is_empty() {
            return Ok(());
        }
        let (name, kind) = self.target.dialect().memory_tags.ok_or("the target has no tags of memory")?;
        let section = Section { kind: SectionType::Other(kind), ..Section::unloaded(name) };
        let index = self.section(&section, 1);
        for id in tagged {
            // A label, too, is in the symbol table, where the linker marks it.
            self.symbols[id.index()].used = true;
            let reloc = Reloc { offset: 0, addend: 0, against: Against::Symbol(id), kind: NONE };
            self.sections[index].contents.relocs.push(reloc);
        }
        Ok(())
    }
}
