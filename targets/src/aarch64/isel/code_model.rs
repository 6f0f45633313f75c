//! The distance of symbols from code, by code model (ABI for the Arm 64-bit Architecture, "Code
//! models").

use gisel_codegen::ir::module::{CodeModel, Module, RelocModel};

/// Returns the code model of symbol addresses: tiny, small or large. Position-independent code has
/// no absolute addresses, so its large model is the small one, as in LLVM.
pub(crate) fn of_addresses(module: &Module) -> CodeModel {
    match module.code_model {
        CodeModel::Tiny => CodeModel::Tiny,
        CodeModel::Large if module.reloc_model == RelocModel::Static => CodeModel::Large,
        _ => CodeModel::Small,
    }
}

/// Returns true if an address consists of a page and an offset in it, which an access can fold.
pub(crate) fn has_pages(module: &Module) -> bool {
    of_addresses(module) == CodeModel::Small
}
