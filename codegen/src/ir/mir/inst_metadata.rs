//! Metadata of instructions besides the source location: the sections that list their addresses
//! (`!pcsections`), the symbol that deactivates them (`deactivation-symbol`), and the types of
//! callees (`!callee_type`).
//!
//! The debug location of such an instruction names an entry of a table of the function. So every
//! pass that hands on a location hands on the metadata, and other functions pay nothing. A pass
//! that inserts instructions of its own, such as spills and copies, uses
//! [`MachineFunction::location`], which has the location alone.
//!
//! Source: LLVM's `MIMetadata`, which holds both for the same reason.

use super::MachineFunction;
use crate::ir::entity::{DebugLoc, InstId, SymbolId};
use crate::ir::pc_sections::PcSectionList;
use smallvec::SmallVec;

/// The bit that distinguishes entries of the table from locations. Sites of debug values have the
/// bit above.
const METADATA: u32 = 1 << 30;
/// The bits above the number of an entry.
const KIND: u32 = 3 << 30;

/// The metadata of an instruction.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InstMetadata {
    /// The lists of sections with an entry for the instruction, by number.
    pub pc_sections: SmallVec<[u32; 2]>,
    /// The symbol that deactivates the instruction.
    pub deactivation: Option<SymbolId>,
    /// The hashes of the types that the callee of an indirect call may have.
    pub callee_types: SmallVec<[u64; 1]>,
}

/// The metadata of a function's instructions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InstMetadataTable {
    entries: Vec<(Option<DebugLoc>, InstMetadata)>,
    /// The lists of sections, by number.
    pub pc_sections: Vec<PcSectionList>,
}

impl MachineFunction {
    /// Returns a location that also names the metadata. `loc` names none.
    pub fn location_with(&mut self, loc: Option<DebugLoc>, metadata: InstMetadata) -> Option<DebugLoc> {
        if metadata == InstMetadata::default() {
            return loc;
        }
        let table = self.inst_metadata.get_or_insert_default();
        let entry = (loc, metadata);
        if table.entries.last() != Some(&entry) {
            table.entries.push(entry);
        }
        Some(DebugLoc::from_raw(METADATA | (table.entries.len() - 1) as u32))
    }

    /// Returns the location of an instruction without its metadata.
    #[inline]
    pub fn location(&self, inst: InstId) -> Option<DebugLoc> {
        self.without_metadata(self.inst(inst).debug_loc)
    }

    /// Returns a location without the metadata that it names.
    #[inline]
    pub fn without_metadata(&self, loc: Option<DebugLoc>) -> Option<DebugLoc> {
        match self.metadata_entry(loc?) {
            Some((loc, _)) => *loc,
            None => loc,
        }
    }

    /// Sets the location of an instruction, which keeps its metadata.
    pub(crate) fn set_location(&mut self, inst: InstId, loc: Option<DebugLoc>) {
        let metadata = self.metadata_of(inst).cloned().unwrap_or_default();
        let loc = self.location_with(loc, metadata);
        self.inst_mut(inst).debug_loc = loc;
    }

    /// Returns the metadata of an instruction, if it has any.
    #[inline]
    pub fn metadata_of(&self, inst: InstId) -> Option<&InstMetadata> {
        self.metadata_at(self.inst(inst).debug_loc)
    }

    /// Returns the metadata that a location names, if it names any.
    #[inline]
    pub fn metadata_at(&self, loc: Option<DebugLoc>) -> Option<&InstMetadata> {
        Some(&self.metadata_entry(loc?)?.1)
    }

    /// Adds the metadata of `from`, which `to` replaces or contains, to the metadata of `to`.
    pub(crate) fn add_metadata(&mut self, from: InstId, to: InstId) {
        let Some(added) = self.metadata_of(from).cloned() else { return };
        let mut metadata = self.metadata_of(to).cloned().unwrap_or_default();
        for list in added.pc_sections {
            if !metadata.pc_sections.contains(&list) {
                metadata.pc_sections.push(list);
            }
        }
        for hash in added.callee_types {
            if !metadata.callee_types.contains(&hash) {
                metadata.callee_types.push(hash);
            }
        }
        metadata.deactivation = metadata.deactivation.or(added.deactivation);
        let loc = self.location(to);
        let loc = self.location_with(loc, metadata);
        self.inst_mut(to).debug_loc = loc;
    }

    /// Returns true if an instruction has several lists of sections, for which MIR has no text.
    pub fn has_several_pc_lists(&self) -> bool {
        let mut insts = self.layout.iter().flat_map(|&block| self.insts(block));
        self.inst_metadata.is_some()
            && insts.any(|inst| self.metadata_of(inst).is_some_and(|metadata| metadata.pc_sections.len() > 1))
    }

    /// Returns true if any call names the types of its callee.
    pub fn has_callee_types(&self) -> bool {
        let table = self.inst_metadata.as_ref();
        table.is_some_and(|table| table.entries.iter().any(|(_, entry)| !entry.callee_types.is_empty()))
    }

    #[inline]
    fn metadata_entry(&self, loc: DebugLoc) -> Option<&(Option<DebugLoc>, InstMetadata)> {
        let table = self.inst_metadata.as_ref()?;
        let number = (loc.raw() & KIND == METADATA).then_some(loc.raw() & !KIND)?;
        table.entries.get(number as usize)
    }
}
