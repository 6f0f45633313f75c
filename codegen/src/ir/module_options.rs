//! The command line's options for the output of a whole module.

use std::path::PathBuf;

/// The options; by default, none is on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ModuleOptions {
    /// True if each function has its own section.
    pub function_sections: bool,
    /// True if each datum has its own section.
    pub data_sections: bool,
    /// True if sections of a single function or datum use the names of shared sections.
    pub shares_section_names: bool,
    /// True if the object lists address-significant symbols, so linkers may fold other equal ones
    /// (`.llvm_addrsig`).
    pub address_significance: bool,
    /// True if the object lists the frame sizes of functions (`.stack_sizes`).
    pub stack_sizes: bool,
    /// True if `.debug_frame` is emitted in any case.
    pub force_debug_frame: bool,
    /// True if inline assembly is emitted as text without parsing, for an external assembler.
    pub raw_asm: bool,
    /// The folders in which assembly searches included files, after the current one.
    pub include_folders: Vec<PathBuf>,
    /// True if assembly has comments.
    pub asm_comments: bool,
    /// True if comments show the encoding of instructions.
    pub show_encoding: bool,
    /// True if no call becomes a jump, except those that must.
    pub no_tail_calls: bool,
    /// True if `unreachable` is a trap.
    pub traps_unreachable: bool,
    /// True if a routine returns the location of the unsafe stack's top (`safestack`).
    pub calls_for_unsafe_stack: bool,
    /// True if zero-initialized variables take space in the file.
    pub keeps_zeros: bool,
    /// True if all symbols whose sections the source names have different sections.
    pub separates_named_sections: bool,
    /// True if constructors and destructors are listed in `.ctors` and `.dtors`.
    pub old_structors: bool,
    /// True if the object lists the sizes of jump tables, where targets emit them as data.
    pub jump_table_sizes: bool,
    /// True if XRay's table of functions is left out.
    pub omits_xray_index: bool,
    /// True if an object without properties says that its indirect branches have landing pads.
    pub marks_branch_targets: bool,
    /// True if relocations are in the format CREL.
    pub compact_relocations: bool,
    /// True if objects have the longest form of each branch.
    pub relaxes_all: bool,
    /// True if `fmuladd` rounds the product, too.
    pub never_fuses: bool,
    /// True if square roots are computed without a call, unless they may set `errno`.
    pub inlines_square_roots: bool,
    /// The minimum alignment of functions, as a power of two.
    pub function_align: u8,
    /// True if a table lists the calls of each function.
    pub call_graph: bool,
}
