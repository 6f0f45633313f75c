//! A module apart from its functions' bodies: symbols, data, aliases, and facts for the linker.
//!
//! It is immutable after translation, and all workers read it.

use crate::ir::collector::Collector;
use crate::ir::content::Fragment;
use crate::ir::debug_info::DebugInfo;
use crate::ir::entity::{ComdatId, DebugLoc, SymbolId};
use crate::ir::literals::Literals;
use crate::ir::module_options::ModuleOptions;
use crate::ir::pc_sections::PcSectionList;
use crate::ir::section::Section;
use crate::ir::section_anchors::SectionAnchors;
use crate::machine::desc::registers::RegDesc;
use crate::support::diagnostics::SourceLocation;
use bitflags::bitflags;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// The linkage of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Linkage {
    /// Global.
    #[default]
    External,
    /// Local to the object.
    Internal,
    /// Local, and omitted from the symbol table where possible.
    Private,
    /// Weak: another definition may replace it.
    Weak,
    /// Weak, and dropped when unused (`linkonce`).
    LinkOnce,
    /// A weak reference: may stay undefined.
    ExternalWeak,
    /// Common.
    Common,
    /// A body for inlining only: treated as a declaration.
    AvailableExternally,
    /// Arrays that are concatenated.
    Appending,
}

/// The visibility of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Visibility {
    /// Visible to all.
    #[default]
    Default,
    /// Visible within the component.
    Hidden,
    /// Visible within the component, and never called from outside through pointers.
    Internal,
    /// Visible to all, but uses within the component bind to this definition.
    Protected,
}

/// The kind of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SymbolKind {
    /// A function.
    #[default]
    Function,
    /// Data.
    Data,
    /// Thread-local data.
    Tls,
    /// The control variable of an emulated thread-local variable, which `__emutls_get_address` maps
    /// to the thread's address.
    EmulatedTls,
}

/// The access model of a thread-local variable, from the most general to the cheapest. Source: *ELF
/// Handling For Thread-Local Storage*.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum TlsModel {
    /// A call finds a variable of any module.
    #[default]
    GeneralDynamic,
    /// A call finds this module's block; the variable is at a known offset in it.
    LocalDynamic,
    /// The offset from the thread pointer is loaded; the variable must exist at program start.
    InitialExec,
    /// The offset from the thread pointer is a link-time constant.
    LocalExec,
}

/// The command line's options for thread-local variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TlsOptions {
    /// True if the general dynamic model uses TLS descriptors, where the target has the choice.
    pub descriptors: bool,
    /// True if the local dynamic model is used, where the target has the choice.
    pub local_dynamic: bool,
    /// The width in bits of the largest offset from the thread pointer, where the target has the
    /// choice; `None` selects its default.
    pub size: Option<u8>,
}

/// A symbol of the module.
#[derive(Clone, Debug, Default)]
pub struct Symbol {
    /// Its name in the object, without the `\01` escape; empty for unnamed private symbols, which
    /// get a generated name.
    pub name: String,
    /// Linkage.
    pub linkage: Linkage,
    /// Visibility.
    pub visibility: Visibility,
    /// True if it is known to be in the same linkage unit as its users.
    pub dso_local: bool,
    /// Its kind.
    pub kind: SymbolKind,
    /// The model that the IR requires, if it is thread-local. The code uses this one or a cheaper
    /// one.
    pub tls_model: TlsModel,
    /// True if the module defines it.
    pub defined: bool,
    /// True if it is a libcall. Then calls use the global offset table if
    /// [`Module::routines_by_got`].
    pub by_got: bool,
    /// True if it is referenced; unreferenced undefined symbols are omitted.
    pub used: bool,
    /// True if translation has added it and the IR module lacks it.
    pub outside_ir: bool,
    /// True if assembly declares it global or sets its visibility: it is in the object even if it
    /// is not referenced.
    pub declared: bool,
    /// True if calls of it use a variant calling convention, which the linker must know
    /// (`.variant_pcs`, `.variant_cc`).
    pub variant_calls: bool,
    /// True if the loader tags the variable's memory, and its address (`.memtag`).
    pub memory_tagged: bool,
    /// True if a resolver function determines its target at load time (an ifunc).
    pub indirect: bool,
    /// LLVM's number of the calling convention of a function defined here; else 0.
    pub calling_convention: u32,
    /// True if it is a function that does not unwind (`nounwind`).
    pub no_unwind: bool,
    /// Its section, if the IR specifies one.
    pub section: Option<String>,
    /// The sections for kinds of variables, if the source names them.
    pub named_sections: Option<Box<NamedSections>>,
    /// Its comdat group.
    pub comdat: Option<ComdatId>,
    /// `unnamed_addr`: its address is not significant in any module.
    pub unnamed_addr: bool,
    /// `local_unnamed_addr` or `unnamed_addr`: its address is not significant in this module.
    pub local_unnamed_addr: bool,
    /// `llvm.used`: the linker must keep it.
    pub retained: bool,
    /// The section with which its own is kept or dropped (`!associated`).
    pub associated: Option<Associated>,
    /// The prefix of its section's name, by which linkers order sections: a variable's
    /// `!section_prefix`, or a function's hotness.
    pub section_prefix: Option<String>,
    /// True if the linker drops its section, if it has one (`!exclude`).
    pub excluded: bool,
    /// Known alignment in bytes of the named object (1 if unknown).
    pub align: u32,
}

/// The sections of a variable by its kind, which come before a section of its own (`#pragma clang
/// section`).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedSections {
    /// The section if it is zero-initialized (`bss-section`).
    pub bss: Option<String>,
    /// The section if it is written (`data-section`).
    pub data: Option<String>,
    /// The section if only the loader writes it (`relro-section`).
    pub relro: Option<String>,
    /// The section if it is constant (`rodata-section`).
    pub rodata: Option<String>,
}

/// A function that had probes during optimization.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbeDescriptor {
    /// The function.
    pub name: String,
    /// The contents.
    pub bytes: Vec<u8>,
}

/// The number of calls from one function to another. Linkers order sections by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CallGraphEdge {
    /// The caller.
    pub from: SymbolId,
    /// The callee.
    pub to: SymbolId,
    /// The number of calls.
    pub count: u64,
}

/// A comdat group.
#[derive(Clone, Debug)]
pub struct Comdat {
    /// Its name.
    pub name: String,
    /// True if duplicates are merged (`nodeduplicate` groups are kept, but not merged).
    pub deduplicate: bool,
}

/// The value of a relocated word of data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DataValue {
    /// `symbol + addend`.
    Symbol(SymbolId, i64),
    /// `symbol - base + addend`.
    Difference(SymbolId, SymbolId, i64),
    /// The address of a block (function, number of the IR block) plus addend.
    BlockAddress(SymbolId, u32, i64),
    /// `block address - block address + addend` (jump tables in the source program).
    BlockDifference((SymbolId, u32), (SymbolId, u32), i64),
    /// The address through the PLT, relative to a base symbol (`dso_local_equivalent`).
    DsoLocalEquivalent(SymbolId, SymbolId, i64),
}

/// The schema by which a pointer is signed, by code or by the loader.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PointerSchema {
    /// The key's number.
    pub key: u8,
    /// The constant discriminator.
    pub discriminator: u16,
    /// True if the storage address is blended into the discriminator.
    pub by_address: bool,
}

/// A word of data that a relocation fills.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DataReloc {
    /// Offset in the datum, in bytes.
    pub offset: u64,
    /// Size in bytes: 1, 2, 4 or 8.
    pub size: u8,
    /// Its value.
    pub value: DataValue,
    /// Its signing schema, if it is signed.
    pub schema: Option<PointerSchema>,
}

/// An initializer in its memory layout.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Initializer {
    /// The bytes; missing ones at the end are zero. Relocated words are zero here.
    pub bytes: Vec<u8>,
    /// Relocated words, by ascending offset.
    pub relocs: Vec<DataReloc>,
}

/// The maximum size in bytes of a variable's content, leading and trailing zeros included.
/// Variables in `.bss` may be larger.
pub const MAX_CONTENT: u64 = 1 << 30;

/// A variable that the module defines.
#[derive(Clone, Debug)]
pub struct GlobalVariable {
    /// Its symbol.
    pub symbol: SymbolId,
    /// Size in bytes.
    pub size: u64,
    /// Alignment in bytes.
    pub align: u32,
    /// True if it is never written.
    pub constant: bool,
    /// True if its content may differ from the initializer when the program starts
    /// (`externally_initialized`).
    pub externally_initialized: bool,
    /// Size of an element in bytes if it is an array of integers ended by its only zero (mergeable
    /// strings).
    pub c_string_unit: Option<u8>,
    /// The content.
    pub initializer: Initializer,
}

/// Another name for an address in the module (or an ifunc).
#[derive(Clone, Debug)]
pub struct Alias {
    /// Its symbol.
    pub symbol: SymbolId,
    /// The aliasee (for an ifunc: its resolver).
    pub target: SymbolId,
    /// Offset in bytes.
    pub offset: i64,
    /// Its size in bytes; `None` for the aliasee's size.
    pub size: Option<u64>,
    /// True if this is an ifunc.
    pub ifunc: bool,
}

/// Data around a function's entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionData {
    /// Data before its symbol (`prefix`).
    pub prefix: Option<SizedInitializer>,
    /// Data at its entry (`prologue`): instructions, as bytes.
    pub prologue: Option<SizedInitializer>,
}

/// An initializer and the size of its type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SizedInitializer {
    /// Size in bytes.
    pub size: u64,
    /// The content.
    pub initializer: Initializer,
}

/// Stack probes of functions without the attributes (`probe-stack`, `stack-probe-size`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StackProbes {
    /// True if stacks grow in steps, each followed by a probe.
    pub inline: bool,
    /// The size of a step in bytes.
    pub size: Option<u32>,
}

/// A global constructor or destructor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Structor {
    /// Priority, 65535 by default.
    pub priority: u32,
    /// The function.
    pub function: SymbolId,
    /// The comdat group with which it is kept.
    pub group: Option<ComdatId>,
    /// Its signing schema, if it is signed.
    pub schema: Option<PointerSchema>,
}

/// The relocation model that the module requires (`PIC Level`).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum RelocModel {
    /// Fixed addresses.
    #[default]
    Static,
    /// Position-independent.
    Pic,
}

/// `-code-model`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum CodeModel {
    /// The target's default.
    #[default]
    Default,
    /// `tiny`.
    Tiny,
    /// `small`.
    Small,
    /// `medium`.
    Medium,
    /// `large`.
    Large,
}

bitflags! {
    /// The control-flow protection of all code of a module.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct Protection: u8 {
        /// Targets of indirect branches have landing instructions (`branch-target-enforcement`).
        const BRANCH_TARGETS = 1;
        /// Return addresses are signed (`sign-return-address`).
        const SIGNED_RETURNS = 1 << 1;
        /// Code runs with a guarded control stack (`guarded-control-stack`).
        const GUARDED_STACK = 1 << 2;
        /// Code runs with a hardware shadow stack (`cf-protection-return`).
        const SHADOW_STACK = 1 << 3;
    }
}

/// The module flags for the guard of stack protectors.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StackGuard {
    /// The kind of the guard's location (`stack-protector-guard`): a global, a slot of the thread,
    /// or a slot relative to a system register. `None` selects the target's default.
    pub kind: Option<String>,
    /// The register (`stack-protector-guard-reg`).
    pub register: Option<String>,
    /// The offset from it in bytes (`stack-protector-guard-offset`).
    pub offset: Option<i64>,
    /// The name of the variable, if it is not `__stack_chk_guard` (`stack-protector-guard-symbol`).
    pub symbol: Option<String>,
    /// The variable: `__stack_chk_guard`, or the one called `symbol`.
    pub variable: Option<SymbolId>,
}

impl StackGuard {
    /// Returns the variable that has the guard.
    ///
    /// Errors: there is none.
    pub fn variable(&self) -> Result<SymbolId, String> {
        self.variable.ok_or_else(|| "there is no variable with the guard".into())
    }
}

/// Options of the assembly printer. Source: LLVM's `MCInstPrinter`, options of `-M`.
#[derive(Clone, Copy, Debug, Default)]
pub struct InstPrinterOptions {
    /// True if aliases of instructions are not printed.
    pub no_aliases: bool,
    /// The names of registers, if they are not the default ones.
    pub register_name: Option<fn(&RegDesc) -> &'static str>,
}

impl InstPrinterOptions {
    /// Returns the name of a register.
    pub fn register_name(&self, register: &RegDesc) -> &'static str {
        self.register_name.map_or(register.asm_name, |name| name(register))
    }
}

/// A module without its functions' bodies.
#[derive(Clone, Debug, Default)]
pub struct Module {
    /// The source file's name for the object's file symbol.
    pub source_file_name: String,
    /// The target triple.
    pub triple: String,
    /// Symbols by [`SymbolId`].
    pub symbols: Vec<Symbol>,
    /// Comdats by [`ComdatId`].
    pub comdats: Vec<Comdat>,
    /// The nodes of `!pcsections` of instructions, if MIR is read.
    pub pc_lists: Vec<PcSectionList>,
    /// The symbols that the module defines to deactivate the protection of fields.
    pub deactivated: Vec<SymbolId>,
    /// Defined variables in module order.
    pub globals: Vec<GlobalVariable>,
    /// The distances between variables, if code uses them.
    pub section_anchors: Option<Arc<SectionAnchors>>,
    /// The contents of constant variables, if code is optimized.
    pub literals: Arc<Literals>,
    /// The typed contents of variables, for those that assembly shows in typed form.
    pub contents: BTreeMap<SymbolId, Vec<Fragment>>,
    /// Aliases and ifuncs in module order.
    pub aliases: Vec<Alias>,
    /// Data around the entries of functions.
    pub function_data: BTreeMap<SymbolId, FunctionData>,
    /// The stack probes.
    pub stack_probes: StackProbes,
    /// `llvm.global_ctors`.
    pub ctors: Vec<Structor>,
    /// `llvm.global_dtors`.
    pub dtors: Vec<Structor>,
    /// The number of `globals` before `llvm.global_ctors`, and the number before
    /// `llvm.global_dtors`.
    pub structor_positions: [usize; 2],
    /// True if code is optimized; LLVM numbers labels of assembly accordingly.
    pub optimized: bool,
    /// The personality routines of its functions, each with the variable that holds its address.
    pub personalities: Vec<(SymbolId, GlobalVariable)>,
    /// Module-level assembly.
    pub asm: String,
    /// The symbols that module-level assembly refers to, by name.
    pub asm_symbols: HashMap<String, SymbolId>,
    /// True if libcalls load their addresses from the global offset table.
    pub routines_by_got: bool,
    /// The maximum size in bytes of small variables, which share a section.
    pub small_data_limit: u64,
    /// Blocks whose address is taken, of functions translated so far.
    pub ir_blocks: Vec<IrBlock>,
    /// The IR names of symbols that the IR module does not know by their object names.
    pub ir_names: BTreeMap<SymbolId, IrName>,
    /// `llvm.ident` strings, for `.comment`.
    pub idents: Vec<String>,
    /// The `.ident` strings of module-level assembly, which precede the others.
    pub asm_idents: Vec<String>,
    /// The numbers of calls between functions (`CG Profile`).
    pub call_graph: Vec<CallGraphEdge>,
    /// The numbers of calls in module-level assembly, which precede the others.
    pub asm_call_graph: Vec<CallGraphEdge>,
    /// Sections generated from the module's metadata, with their contents.
    pub metadata_sections: Vec<(Section, Vec<u8>)>,
    /// True if functions have pseudo probes for a profile.
    pub has_probes: bool,
    /// The functions with probes, until their sections have been created.
    pub probe_descriptors: Vec<ProbeDescriptor>,
    /// The collectors of its functions that have tables, in the order of their first functions.
    pub collectors: Vec<Collector>,
    /// The symbols around its code and data, if it has functions of OCaml's collector.
    pub ocaml_marks: Option<OcamlMarks>,
    /// Debug information, if it is kept.
    pub debug_info: Option<Box<DebugInfo>>,
    /// Relocation model.
    pub reloc_model: RelocModel,
    /// Code model.
    pub code_model: CodeModel,
    /// True if the output is for a position-independent executable (`PIE Level`).
    pub pie: bool,
    /// The command line's options for thread-local variables.
    pub tls: TlsOptions,
    /// The module flags for control-flow protection.
    pub protection: Protection,
    /// The platform of the ABI of signed pointers and the ABI's version, if the module has one.
    pub signed_pointer_abi: Option<[u64; 2]>,
    /// True if the loader signs entries of the global offset table (`ptrauth-elf-got`).
    pub signed_got: bool,
    /// The signing schema of pointers to personality routines, if they are signed
    /// (`ptrauth-sign-personality`).
    pub personality_schema: Option<PointerSchema>,
    /// `target-abi` module flag (`lp64d`).
    pub target_abi: Option<String>,
    /// The ISA strings of the linked modules, from a module flag.
    pub isa: Vec<String>,
    /// The guard of stack protectors.
    pub stack_guard: StackGuard,
    /// The command line's options for its output.
    pub options: ModuleOptions,
    /// The options of the assembly printer.
    pub inst_printer: InstPrinterOptions,
    /// True if comments name the IR's blocks.
    pub names_blocks: bool,
    /// True if comments show the debug location number of instructions.
    pub show_origins: bool,
    /// True if code may be created on the stack: trampolines.
    pub executable_stack: bool,
}

/// The section with which another one is kept or dropped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Associated {
    /// None that is known here.
    Nothing,
    /// The section of a symbol.
    With(SymbolId),
}

/// The symbols by which OCaml's run-time system knows a module.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OcamlMarks {
    /// The start of its code.
    pub code_begin: SymbolId,
    /// The start of its data.
    pub data_begin: SymbolId,
    /// The end of its code.
    pub code_end: SymbolId,
    /// The end of its data.
    pub data_end: SymbolId,
    /// The table of safe points.
    pub frame_table: SymbolId,
}

/// The name of a global in the IR module, if it differs from its name in the object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IrName {
    /// Its name after the escape `\\01`.
    Escaped,
    /// A slot number, because it has no name.
    Slot(u32),
}

/// A block of the IR whose address is taken, by number and by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IrBlock {
    /// The function.
    pub function: SymbolId,
    /// Its number in the function.
    pub number: u32,
    /// Its name in MIR after `%ir-block.`: the name, in quotes if necessary, or the slot of an
    /// unnamed block.
    pub name: String,
}

impl Module {
    /// Returns the source location of a debug location.
    pub(crate) fn source_location(&self, location: DebugLoc) -> Option<SourceLocation> {
        let info = self.debug_info.as_deref()?;
        let location = info.location(location)?;
        let file = info.file_name(info.file_of(location.scope)?)?;
        Some(SourceLocation { file, line: location.line, column: location.column })
    }

    /// The section of the descriptions of functions with pseudo probes.
    pub(crate) const PROBE_DESCRIPTIONS: &str = ".pseudo_probe_desc";

    /// Adds a comdat.
    pub fn add_comdat(&mut self, comdat: Comdat) -> ComdatId {
        self.comdats.push(comdat);
        ComdatId::new(self.comdats.len() - 1)
    }

    /// Creates the sections with the descriptors of functions that have probes. If several modules
    /// have a function, the linker keeps one of its sections if functions have their own.
    pub fn place_probe_descriptors(&mut self) {
        for ProbeDescriptor { name, bytes } in std::mem::take(&mut self.probe_descriptors) {
            let comdat = Comdat { name: format!(".pseudo_probe_desc_{name}"), deduplicate: true };
            let group = self.options.function_sections.then(|| self.add_comdat(comdat));
            let section = Section { group, ..Section::unloaded(Module::PROBE_DESCRIPTIONS) };
            self.metadata_sections.push((section, bytes));
        }
    }

    /// Adds a symbol.
    pub fn add_symbol(&mut self, symbol: Symbol) -> SymbolId {
        self.symbols.push(symbol);
        SymbolId::new(self.symbols.len() - 1)
    }

    /// Returns true if the symbol is reached without the global offset table. A weak symbol that
    /// may have no definition may be zero, which PC-relative code need not reach. The loader writes
    /// tags of addresses into the table.
    pub fn is_local(&self, id: SymbolId) -> bool {
        let symbol = self.symbol(id);
        let fixed = self.reloc_model == RelocModel::Static && symbol.defined;
        (symbol.dso_local || fixed) && symbol.linkage != Linkage::ExternalWeak && !symbol.memory_tagged
    }

    /// Returns true if the symbol is reached without the global offset table and the source says
    /// that it is local. Another module may still define a symbol with a fixed address.
    pub fn is_said_local(&self, id: SymbolId) -> bool {
        let symbol = self.symbol(id);
        let is_own = symbol.outside_ir && symbol.defined && symbol.linkage != Linkage::LinkOnce;
        (symbol.dso_local || is_own) && self.is_local(id)
    }

    /// Returns the variables whose memory the loader tags.
    pub(crate) fn memory_tagged(&self) -> impl Iterator<Item = SymbolId> {
        let tagged = |(n, symbol): (usize, &Symbol)| symbol.memory_tagged.then(|| SymbolId::new(n));
        self.symbols.iter().enumerate().filter_map(tagged)
    }

    /// Returns true if references to the symbol mean the definition here, though other modules see
    /// the symbol. They use a local alias then, so the linker knows it.
    pub(crate) fn has_local_alias(&self, id: SymbolId) -> bool {
        let symbol = self.symbol(id);
        let visible = symbol.linkage == Linkage::External && symbol.visibility == Visibility::Default;
        let unique = symbol.comdat.is_none_or(|comdat| !self.comdats[comdat.index()].deduplicate);
        let plain = matches!(symbol.kind, SymbolKind::Function | SymbolKind::Data) && !symbol.indirect;
        let here = symbol.defined && symbol.dso_local && !symbol.outside_ir && !symbol.memory_tagged;
        here && visible && unique && plain && self.reloc_model == RelocModel::Pic && !self.pie
    }

    /// Returns the access model of the thread-local variable `id`: the model of its IR, or a
    /// cheaper one where possible.
    pub fn tls_model(&self, id: SymbolId) -> TlsModel {
        let symbol = self.symbol(id);
        let is_shared_library = self.reloc_model == RelocModel::Pic && !self.pie;
        let possible = match (is_shared_library, symbol.dso_local) {
            (true, true) => TlsModel::LocalDynamic,
            (true, false) => TlsModel::GeneralDynamic,
            (false, true) => TlsModel::LocalExec,
            (false, false) => TlsModel::InitialExec,
        };
        symbol.tls_model.max(possible)
    }

    /// Returns the symbol of the word that holds the address of a personality routine.
    pub fn personality_word(&self, routine: SymbolId) -> Option<SymbolId> {
        self.personalities.iter().find(|(of, _)| *of == routine).map(|(_, word)| word.symbol)
    }

    /// Returns the symbol `id`.
    pub fn symbol(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.index()]
    }
}
