//! Symbols that the module defines to deactivate the protection of fields: the encoding of an
//! instruction without effect. Linkers write it over instructions that name the symbol, as emission
//! does within the module.

use crate::ir::module::Module;
use crate::mc::streamer::Streamer;

/// The `nop` of the machine with relocations for such symbols; as in LLVM, the value on others too.
const NOP: i64 = 0xd503_201f;

/// Emits the definitions of the symbols.
pub(super) fn emit(module: &Module, out: &mut dyn Streamer) {
    for &symbol in &module.deactivated {
        out.linkage(symbol);
        out.visibility(symbol);
        out.assign_number(symbol, NOP);
    }
}
