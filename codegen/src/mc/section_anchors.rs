//! Section anchors: the distances between variables of one section. They are known before any code
//! is emitted, as variables are laid out in module order, each at the next multiple of its
//! alignment.
//!
//! Distances are relative to an anchor, up to the next anchor. An anchor is a variable whose
//! alignment is at least the alignment of the others. Distances therefore do not depend on earlier
//! contents of the section, from assembly or other modules.
//!
//! Cost: linear in the module's variables.

use super::sections;
use crate::ir::entity::SymbolId;
use crate::ir::module::{GlobalVariable, Linkage, Module, SymbolKind};
use crate::ir::section::{Section, SectionFlags};
use crate::ir::section_anchors::SectionAnchors;
use std::collections::HashMap;

/// The anchor of a section, and the current offset from it in bytes.
struct Open {
    anchor: SymbolId,
    align: u32,
    size: u64,
}

/// Returns the distances in `module`, whose options have been applied, up to `farthest` bytes.
/// Returns none if assembly may declare that other definitions preempt variables.
pub fn section_anchors(module: &Module, farthest: u32) -> SectionAnchors {
    let mut anchors = SectionAnchors::default();
    if !module.asm.trim().is_empty() {
        return anchors;
    }
    let is_laid = |global: &&GlobalVariable| !sections::is_common(module, global);
    let placed = module.globals.iter().filter(is_laid);
    let placed: Vec<(&GlobalVariable, Section)> =
        placed.map(|global| (global, sections::for_global(module, global))).collect();
    anchors.places = vec![None; module.symbols.len()];
    let mut open: HashMap<&Section, Open> = HashMap::new();
    for (global, section) in &placed {
        let symbol = global.symbol;
        let opened = || Open { anchor: symbol, align: global.align, size: 0 };
        let entry = open.entry(section).or_insert_with(opened);
        let mut distance = entry.size.next_multiple_of(global.align.into());
        if entry.align < global.align || distance > farthest.into() {
            (*entry, distance) = (opened(), 0);
        }
        entry.size = distance.saturating_add(global.size);
        if let Ok(distance) = u32::try_from(distance)
            && is_fixed(module, global, section)
        {
            anchors.places[symbol.index()] = Some((entry.anchor, distance));
        }
    }
    anchors
}

/// Returns true if the definition is not preempted and has its position in the section.
fn is_fixed(module: &Module, global: &GlobalVariable, section: &Section) -> bool {
    let symbol = module.symbol(global.symbol);
    matches!(symbol.linkage, Linkage::External | Linkage::Internal | Linkage::Private)
        && symbol.kind == SymbolKind::Data
        && symbol.section.is_none()
        && symbol.named_sections.is_none()
        && symbol.comdat.is_none()
        && symbol.associated.is_none()
        && !symbol.retained
        && !section.flags.intersects(SectionFlags::MERGE | SectionFlags::TLS)
}
