//! The address-significance table `.llvm_addrsig`, from which linkers know the symbols that they
//! may fold (`--icf=safe`).
//!
//! It lists referenced symbols that are neither `unnamed_addr` nor `local_unnamed_addr`. As in
//! LLVM's table, symbols that are only called are included. Cost: linear in operands and data.
//! Source: *LLVM Extensions*, "SHT_LLVM_ADDRSIG Section".

use super::lsda;
use crate::ir::entity::SymbolId;
use crate::ir::mir::MachineFunction;
use crate::ir::module::{DataValue, Initializer, Linkage, Module, SymbolKind};
use crate::ir::section::{Section, SectionFlags, SectionType};
use std::collections::BTreeSet;

/// `SHT_LLVM_ADDRSIG`.
const SECTION_TYPE: u32 = 0x6fff_4c03;

/// Returns the section of the table.
pub(crate) fn section() -> Section {
    Section {
        flags: SectionFlags::EXCLUDE,
        kind: SectionType::Other(SECTION_TYPE),
        ..Section::unloaded(".llvm_addrsig")
    }
}

/// Returns the symbols that a function refers to.
pub(crate) fn of_function(function: &MachineFunction) -> Vec<SymbolId> {
    let insts = function.layout.iter().flat_map(|&block| function.insts(block));
    let operands = insts.flat_map(|inst| function.operands(inst));
    let named =
        operands.filter_map(|&operand| function.symbol_ref(operand)).map(|reference| reference.symbol);
    let found: BTreeSet<SymbolId> = named.chain(lsda::types(function)).chain(function.personality).collect();
    found.into_iter().collect()
}

/// Returns the symbols in the table, from the references of functions and of the module's data.
pub(crate) fn table(module: &Module, by_functions: impl Iterator<Item = SymbolId>) -> Vec<SymbolId> {
    let mut found: BTreeSet<SymbolId> = by_functions.collect();
    let data = module.globals.iter().map(|global| &global.initializer).chain(of_functions(module));
    found.extend(data.flat_map(references));
    found.extend(module.aliases.iter().map(|alias| alias.target));
    found.extend(module.ctors.iter().chain(&module.dtors).map(|structor| structor.function));
    let matters = |id: &SymbolId| {
        let symbol = module.symbol(*id);
        let thread_local = matches!(symbol.kind, SymbolKind::Tls | SymbolKind::EmulatedTls);
        // Private symbols are not in symbol tables.
        let private = symbol.linkage == Linkage::Private;
        !(symbol.unnamed_addr || symbol.local_unnamed_addr || thread_local || private)
    };
    found.into_iter().filter(matters).collect()
}

/// Returns the prefix and prologue data of functions.
fn of_functions(module: &Module) -> impl Iterator<Item = &Initializer> {
    let data = module.function_data.values().flat_map(|data| [&data.prefix, &data.prologue]);
    data.flatten().map(|data| &data.initializer)
}

/// Returns the symbols that data refers to.
fn references(data: &Initializer) -> impl Iterator<Item = SymbolId> {
    data.relocs.iter().flat_map(|reloc| {
        let (first, second) = match reloc.value {
            DataValue::Symbol(id, _) => (id, None),
            DataValue::Difference(id, base, _) => (id, Some(base)),
            DataValue::DsoLocalEquivalent(id, base, _) => (id, Some(base)),
            DataValue::BlockAddress(function, ..) => (function, None),
            DataValue::BlockDifference((function, _), (other, _), _) => (function, Some(other)),
        };
        std::iter::once(first).chain(second)
    })
}
