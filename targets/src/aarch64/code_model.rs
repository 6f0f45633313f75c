//! How far symbols may be from code, by the code model (ABI for the Arm 64-bit Architecture, "Code models").

use gisel_codegen::ir::module::{CodeModel, Module, RelocModel};

/// How addresses of symbols are computed: as in the tiny, small or large code model. Position-independent code has no absolute addresses, so
/// its large model is the small one, as LLVM's.
pub fn of_addresses(module: &Module) -> CodeModel {
    match module.code_model {
        CodeModel::Tiny => CodeModel::Tiny,
        CodeModel::Large if module.reloc_model == RelocModel::Static => CodeModel::Large,
        _ => CodeModel::Small,
    }
}

/// Whether an address consists of a page and an offset in it, which an access can have.
pub fn has_pages(module: &Module) -> bool {
    of_addresses(module) == CodeModel::Small
}
