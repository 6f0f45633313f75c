//! Options about the output of a whole module, as `llc` has them: sections, tables, comments.

use clap::ArgAction;
use clap::builder::BoolishValueParser;
use gisel_codegen::ir::module_options::ModuleOptions;
use std::path::PathBuf;

use super::values::FpContract;

#[derive(clap::Args, Clone, Debug)]
pub struct ModuleArgs {
    /// Put each function in a separate section
    #[arg(long)]
    pub function_sections: bool,

    /// Put each datum in a separate section
    #[arg(long)]
    pub data_sections: bool,

    /// Name the sections of single functions and data uniquely; `=0`: use common names
    #[arg(long, num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true")]
    #[arg(action = ArgAction::Set, value_parser = BoolishValueParser::new())]
    pub unique_section_names: bool,

    /// Emit a table of symbols with significant addresses, so that linkers may fold the others
    #[arg(long)]
    pub addrsig: bool,

    /// Emit a table of the frame sizes of functions
    #[arg(long)]
    pub stack_size_section: bool,

    /// Comments in assembly: blocks, loops, spills, values
    #[arg(long, num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true")]
    #[arg(action = ArgAction::Set, value_parser = BoolishValueParser::new())]
    pub asm_verbose: bool,

    /// Print the encoding and the fixups of each instruction as comments in assembly
    #[arg(long)]
    pub show_mc_encoding: bool,

    /// Emit .debug_frame even if no debugger requires it
    #[arg(long)]
    pub force_dwarf_frame_section: bool,

    /// Emit inline assembly unparsed, for an assembler that knows more (with -filetype=asm)
    #[arg(long)]
    pub no_integrated_as: bool,

    /// Search this folder for included assembly files, after the current one
    #[arg(short = 'I', value_name = "DIR")]
    pub include_folders: Vec<PathBuf>,

    /// Call `sqrt` for every square root that may set `errno`
    #[arg(long)]
    pub disable_partial_libcall_inlining: bool,

    /// Make no call a jump, except those that must be
    #[arg(long)]
    pub disable_tail_calls: bool,

    /// Emit a trap where the module says that code is unreachable
    #[arg(long)]
    pub trap_unreachable: bool,

    /// Find the top of the unsafe stack of `safestack` by a routine
    #[arg(long)]
    pub safestack_use_pointer_address: bool,

    /// Put variables that are zero at first into sections with contents
    #[arg(long)]
    pub nozero_initialized_in_bss: bool,

    /// Give each function and datum whose section the module names a section of its own
    #[arg(long)]
    pub separate_named_sections: bool,

    /// List constructors and destructors in `.ctors` and `.dtors`
    #[arg(long)]
    pub use_ctors: bool,

    /// Emit a table of the sizes of jump tables, on RISC-V
    #[arg(long)]
    pub emit_jump_table_sizes_section: bool,

    /// Emit XRay's table of functions
    #[arg(long, num_args = 0..=1, require_equals = true, default_value_t = true, default_missing_value = "true")]
    #[arg(action = ArgAction::Set, value_parser = BoolishValueParser::new())]
    pub xray_function_index: bool,

    /// On AArch64, mark objects of modules without branch protection as protected
    #[arg(long)]
    pub aarch64_mark_bti_property: bool,

    /// Write relocations in the compact format CREL, which lld reads
    #[arg(long)]
    pub crel: bool,

    /// Give branches their longest forms in objects, on RISC-V
    #[arg(long)]
    pub mc_relax_all: bool,

    /// Fuse the products and sums that the module marks, or none
    #[arg(long, value_enum, default_value = "on")]
    pub fp_contract: FpContract,

    /// Align functions to 2^N bytes at least
    #[arg(long, value_name = "N", default_value = "0", value_parser = clap::value_parser!(u8).range(0..=16))]
    pub align_all_functions: u8,

    /// List the calls of each function in `.llvm.callgraph`
    #[arg(long)]
    pub call_graph_section: bool,
}

impl ModuleArgs {
    /// Returns the options of a module.
    pub fn options(&self) -> ModuleOptions {
        ModuleOptions {
            function_sections: self.function_sections,
            data_sections: self.data_sections,
            shares_section_names: !self.unique_section_names,
            address_significance: self.addrsig,
            stack_sizes: self.stack_size_section,
            force_debug_frame: self.force_dwarf_frame_section,
            raw_asm: self.no_integrated_as,
            include_folders: self.include_folders.clone(),
            asm_comments: self.asm_verbose,
            show_encoding: self.show_mc_encoding,
            inlines_square_roots: !self.disable_partial_libcall_inlining,
            no_tail_calls: self.disable_tail_calls,
            traps_unreachable: self.trap_unreachable,
            calls_for_unsafe_stack: self.safestack_use_pointer_address,
            keeps_zeros: self.nozero_initialized_in_bss,
            separates_named_sections: self.separate_named_sections,
            old_structors: self.use_ctors,
            jump_table_sizes: self.emit_jump_table_sizes_section,
            omits_xray_index: !self.xray_function_index,
            marks_branch_targets: self.aarch64_mark_bti_property,
            compact_relocations: self.crel,
            relaxes_all: self.mc_relax_all,
            never_fuses: self.fp_contract == FpContract::Off,
            function_align: self.align_all_functions,
            call_graph: self.call_graph_section,
        }
    }

    /// Returns the switches that differ from their defaults, in `llc`'s form.
    pub fn arguments(&self) -> impl Iterator<Item = String> {
        let switches = [
            ("function-sections", self.function_sections),
            ("data-sections", self.data_sections),
            ("unique-section-names=0", !self.unique_section_names),
            ("addrsig", self.addrsig),
            ("stack-size-section", self.stack_size_section),
            ("asm-verbose=0", !self.asm_verbose),
            ("force-dwarf-frame-section", self.force_dwarf_frame_section),
            ("no-integrated-as", self.no_integrated_as),
            ("disable-partial-libcall-inlining", self.disable_partial_libcall_inlining),
            ("disable-tail-calls", self.disable_tail_calls),
            ("trap-unreachable", self.trap_unreachable),
            ("safestack-use-pointer-address", self.safestack_use_pointer_address),
            ("nozero-initialized-in-bss", self.nozero_initialized_in_bss),
            ("separate-named-sections", self.separate_named_sections),
            ("use-ctors", self.use_ctors),
            ("emit-jump-table-sizes-section", self.emit_jump_table_sizes_section),
            ("xray-function-index=0", !self.xray_function_index),
            ("aarch64-mark-bti-property", self.aarch64_mark_bti_property),
            ("crel", self.crel),
            ("mc-relax-all", self.mc_relax_all),
            ("call-graph-section", self.call_graph_section),
        ];
        let switches =
            switches.into_iter().filter(|(_, is_on)| *is_on).map(|(option, _)| format!("-{option}"));
        let align = Some(self.align_all_functions).filter(|&align| align != 0);
        let align = align.map(|align| format!("-align-all-functions={align}"));
        let contract = match self.fp_contract {
            FpContract::On => None,
            FpContract::Off => Some("-fp-contract=off".into()),
            FpContract::Fast => Some("-fp-contract=fast".into()),
        };
        let folders = self.include_folders.iter().map(|folder| format!("-I={}", folder.display()));
        switches.chain(align).chain(contract).chain(folders)
    }
}
