//! The input of debug information.

use crate::ir::debug_info::DebugInfo;
use crate::ir::entity::SymbolId;
use crate::mc::dwarf::placed::CodeAddress;

/// The input of debug information.
pub(crate) struct Input<'a> {
    /// The nodes.
    pub info: &'a DebugInfo,
    /// The size of an address in bytes.
    pub address_bytes: u8,
    /// True if directives of assembly define the line rows, whose files all units share.
    pub is_text: bool,
    /// True if the target has a relocation for the offset of a thread-local variable in its
    /// module's block.
    pub has_thread_locals: bool,
    /// Returns true if a symbol is a thread-local variable.
    pub is_thread_local: &'a dyn Fn(SymbolId) -> bool,
    /// Returns true if the distance between two addresses of a section is final.
    pub is_fixed: &'a dyn Fn(CodeAddress, CodeAddress) -> bool,
}
