//! Code models.

use gisel_codegen::ir::module::{CodeModel, Module, RelocModel};

/// Returns true if addresses are absolute, within 2 GiB of zero.
pub(crate) fn is_medlow(module: &Module) -> bool {
    module.reloc_model == RelocModel::Static && module.code_model == CodeModel::Small
}
