//! The command line's requests about code, sections and tables of a whole module.

/// The requests; by default, none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct EmissionOptions {
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
    /// The minimum alignment of functions, as a power of two.
    pub function_align: u8,
    /// True if a table lists the calls of each function.
    pub call_graph: bool,
}
