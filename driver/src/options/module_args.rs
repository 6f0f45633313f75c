//! Options about the output of a whole module, as `llc` has them: sections, tables, comments.
//!
//! Each row of [`OPTIONS`] defines one option: its name, its effect on the module's options, and
//! its help. The command line, the module's options, and `llc`'s arguments derive from the rows.

use super::values::FpContract;
use clap::builder::BoolishValueParser;
use clap::parser::ValueSource;
use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use gisel_codegen::ir::module_options::ModuleOptions;
use std::path::PathBuf;

/// One option.
struct ModuleOption {
    /// The long name, or the letter.
    name: &'static str,
    kind: Kind,
    help: &'static str,
}

/// The kind of an option's value, and its effect.
enum Kind {
    /// A switch, with its default.
    Switch { is_on: bool, apply: fn(&mut ModuleOptions, bool) },
    /// A value: how it is parsed.
    Value { parse: fn(Arg) -> Arg, apply: fn(&mut ModuleOptions, &ArgMatches) },
}

/// Returns a switch that is off by default.
const fn off(name: &'static str, apply: fn(&mut ModuleOptions, bool), help: &'static str) -> ModuleOption {
    ModuleOption { name, kind: Kind::Switch { is_on: false, apply }, help }
}

/// Returns a switch that is on by default.
const fn on(name: &'static str, apply: fn(&mut ModuleOptions, bool), help: &'static str) -> ModuleOption {
    ModuleOption { name, kind: Kind::Switch { is_on: true, apply }, help }
}

/// Returns an option with a value.
const fn value(
    name: &'static str,
    parse: fn(Arg) -> Arg,
    apply: fn(&mut ModuleOptions, &ArgMatches),
    help: &'static str,
) -> ModuleOption {
    ModuleOption { name, kind: Kind::Value { parse, apply }, help }
}

/// The options, in the order of the help.
#[rustfmt::skip]
const OPTIONS: &[ModuleOption] = &[
    off("function-sections", |o, is_on| o.function_sections = is_on,
        "Put each function in a separate section"),
    off("data-sections", |o, is_on| o.data_sections = is_on,
        "Put each datum in a separate section"),
    on("unique-section-names", |o, is_on| o.shares_section_names = !is_on,
        "Name the sections of single functions and data uniquely; `=0`: use common names"),
    off("addrsig", |o, is_on| o.address_significance = is_on,
        "Emit a table of symbols with significant addresses, so that linkers may fold the others"),
    off("stack-size-section", |o, is_on| o.stack_sizes = is_on,
        "Emit a table of the frame sizes of functions"),
    on("asm-verbose", |o, is_on| o.asm_comments = is_on,
        "Comments in assembly: blocks, loops, spills, values"),
    off("show-mc-encoding", |o, is_on| o.show_encoding = is_on,
        "Print the encoding and the fixups of each instruction as comments in assembly"),
    off("force-dwarf-frame-section", |o, is_on| o.force_debug_frame = is_on,
        "Emit .debug_frame even if no debugger requires it"),
    off("no-integrated-as", |o, is_on| o.raw_asm = is_on,
        "Emit inline assembly unparsed, for an assembler that knows more (with -filetype=asm)"),
    value("I", |arg| arg.value_name("DIR").action(ArgAction::Append).value_parser(value_parser!(PathBuf)),
        |o, given| o.include_folders = given.get_many("I").into_iter().flatten().cloned().collect(),
        "Search this folder for included assembly files, after the current one"),
    off("disable-partial-libcall-inlining", |o, is_on| o.inlines_square_roots = !is_on,
        "Call `sqrt` for every square root that may set `errno`"),
    off("disable-tail-calls", |o, is_on| o.no_tail_calls = is_on,
        "Make no call a jump, except those that must be"),
    off("trap-unreachable", |o, is_on| o.traps_unreachable = is_on,
        "Emit a trap where the module says that code is unreachable"),
    off("safestack-use-pointer-address", |o, is_on| o.calls_for_unsafe_stack = is_on,
        "Find the top of the unsafe stack of `safestack` by a routine"),
    off("nozero-initialized-in-bss", |o, is_on| o.keeps_zeros = is_on,
        "Put variables that are zero at first into sections with contents"),
    off("separate-named-sections", |o, is_on| o.separates_named_sections = is_on,
        "Give each function and datum whose section the module names a section of its own"),
    off("use-ctors", |o, is_on| o.old_structors = is_on,
        "List constructors and destructors in `.ctors` and `.dtors`"),
    off("emit-jump-table-sizes-section", |o, is_on| o.jump_table_sizes = is_on,
        "Emit a table of the sizes of jump tables, on RISC-V"),
    on("xray-function-index", |o, is_on| o.omits_xray_index = !is_on,
        "Emit XRay's table of functions"),
    off("aarch64-mark-bti-property", |o, is_on| o.marks_branch_targets = is_on,
        "On AArch64, mark objects of modules without branch protection as protected"),
    off("crel", |o, is_on| o.compact_relocations = is_on,
        "Write relocations in the compact format CREL, which lld reads"),
    off("mc-relax-all", |o, is_on| o.relaxes_all = is_on,
        "Give branches their longest forms in objects, on RISC-V"),
    value("fp-contract", |arg| arg.value_parser(value_parser!(FpContract)).default_value("on"),
        |o, given| o.never_fuses = given.get_one("fp-contract") == Some(&FpContract::Off),
        "Fuse the products and sums that the module marks, or none"),
    value("align-all-functions", |arg| {
            arg.value_name("N").value_parser(value_parser!(u8).range(0..=16)).default_value("0")
        },
        |o, given| o.function_align = given.get_one("align-all-functions").copied().unwrap_or(0),
        "Align functions to 2^N bytes at least"),
    off("call-graph-section", |o, is_on| o.call_graph = is_on,
        "List the calls of each function in `.llvm.callgraph`"),
];

impl ModuleOption {
    /// Returns the argument of the command line.
    fn arg(&self) -> Arg {
        let arg = Arg::new(self.name).help(self.help);
        let mut letters = self.name.chars();
        let arg = match (letters.next(), letters.next()) {
            (Some(letter), None) => arg.short(letter),
            _ => arg.long(self.name),
        };
        match self.kind {
            Kind::Switch { is_on: false, .. } => arg.action(ArgAction::SetTrue),
            Kind::Switch { is_on: true, .. } => {
                let arg = arg.action(ArgAction::Set).value_parser(BoolishValueParser::new());
                let arg = arg.num_args(0..=1).require_equals(true);
                arg.default_value("true").default_missing_value("true")
            }
            Kind::Value { parse, .. } => parse(arg),
        }
    }

    /// Applies the option's value to a module's options.
    fn apply(&self, options: &mut ModuleOptions, given: &ArgMatches) {
        match self.kind {
            Kind::Switch { apply, .. } => apply(options, given.get_flag(self.name)),
            Kind::Value { apply, .. } => apply(options, given),
        }
    }

    /// Returns the arguments of `llc` for a value that differs from the default.
    fn arguments(&self, given: &ArgMatches) -> Vec<String> {
        let name = self.name;
        match self.kind {
            Kind::Switch { is_on, .. } if given.get_flag(name) == is_on => Vec::new(),
            Kind::Switch { is_on: true, .. } => vec![format!("-{name}=0")],
            Kind::Switch { is_on: false, .. } => vec![format!("-{name}")],
            Kind::Value { .. } if given.value_source(name) != Some(ValueSource::CommandLine) => Vec::new(),
            Kind::Value { .. } => {
                let values = given.get_raw(name).into_iter().flatten();
                values.map(|value| format!("-{name}={}", value.display())).collect()
            }
        }
    }
}

/// The options of the command line about the output of a module.
#[derive(Clone, Debug)]
pub struct ModuleArgs {
    /// The module's options.
    pub options: ModuleOptions,
    /// The options that differ from their defaults, in `llc`'s form.
    pub arguments: Vec<String>,
}

impl clap::Args for ModuleArgs {
    fn augment_args(command: Command) -> Command {
        command.args(OPTIONS.iter().map(ModuleOption::arg))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl clap::FromArgMatches for ModuleArgs {
    fn from_arg_matches(given: &ArgMatches) -> Result<Self, clap::Error> {
        let mut options = ModuleOptions::default();
        OPTIONS.iter().for_each(|option| option.apply(&mut options, given));
        let arguments = OPTIONS.iter().flat_map(|option| option.arguments(given)).collect();
        Ok(ModuleArgs { options, arguments })
    }

    fn update_from_arg_matches(&mut self, given: &ArgMatches) -> Result<(), clap::Error> {
        *self = Self::from_arg_matches(given)?;
        Ok(())
    }
}
