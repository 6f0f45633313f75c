//! What a module is besides its functions' bodies: symbols, data, aliases, and what the linker must know.
//!
//! After translation it is not changed any more, and all workers read it.

use crate::ir::content::Fragment;
use crate::ir::debug_info::DebugInfo;
use crate::ir::entity::{ComdatId, DebugLoc, SymbolId};
use crate::ir::section::Section;
use crate::ir::section_anchors::SectionAnchors;
use crate::support::diagnostics::SourceLocation;
use crate::target::desc::registers::RegDesc;
use bitflags::bitflags;
use std::collections::{BTreeMap, HashMap};
use std::path::PathBuf;
use std::sync::Arc;

/// How a symbol is linked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Linkage {
    /// Global.
    #[default]
    External,
    /// Local to the object.
    Internal,
    /// Local, and not in the symbol table where that can be avoided.
    Private,
    /// Weak, may be replaced by another definition.
    Weak,
    /// Weak, and dropped when unused (`linkonce`).
    LinkOnce,
    /// Weak reference: may stay undefined.
    ExternalWeak,
    /// Common.
    Common,
    /// Body for inlining only: a declaration to us.
    AvailableExternally,
    /// Arrays that are concatenated.
    Appending,
}

/// Who sees a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Visibility {
    /// Everybody.
    #[default]
    Default,
    /// This component.
    Hidden,
    /// This component, which lets no others call it through pointers.
    Internal,
    /// Everybody, but this component's uses bind here.
    Protected,
}

/// What a symbol names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SymbolKind {
    /// A function.
    #[default]
    Function,
    /// Data.
    Data,
    /// Thread-local data.
    Tls,
    /// Stands for thread-local data where that is emulated: the variable that `__emutls_get_address` turns into the thread's address.
    EmulatedTls,
}

/// How code finds a thread-local variable, from the way that always works to the cheapest. Source: *ELF Handling For Thread-Local Storage*.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub enum TlsModel {
    /// A call finds a variable of any module.
    #[default]
    GeneralDynamic,
    /// A call finds this module's block; the variable is at a known offset there.
    LocalDynamic,
    /// The offset from the thread pointer is loaded: of a variable that is there when the program starts.
    InitialExec,
    /// The offset from the thread pointer is known when the program is linked.
    LocalExec,
}

/// What the command line says about thread-local variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TlsOptions {
    /// True if a call that does not know its module goes through a descriptor, where a target has
    /// the choice.
    pub descriptors: bool,
    /// True if a variable of the own module is found by the module's block, where a target has the
    /// choice.
    pub local_dynamic: bool,
    /// The bits that the largest offset from the thread pointer has, where a target has the choice; its default if there is none.
    pub size: Option<u8>,
}

/// A symbol of the module.
#[derive(Clone, Debug, Default)]
pub struct Symbol {
    /// Its name in the object, without the `\01` escape; empty for unnamed private ones, which get a generated one.
    pub name: String,
    /// Linkage.
    pub linkage: Linkage,
    /// Visibility.
    pub visibility: Visibility,
    /// True if it is known to be in the same linkage unit as its users.
    pub dso_local: bool,
    /// What it names.
    pub kind: SymbolKind,
    /// The model that the IR asks for, if it is thread-local: one that is at least as general as what the code then uses.
    pub tls_model: TlsModel,
    /// True if the module defines it.
    pub defined: bool,
    /// True if it is a routine that calls reach by the global offset table, if
    /// [`Module::routines_by_got`] says so.
    pub by_got: bool,
    /// True if it is referred to (undefined symbols that nobody refers to are left out).
    pub used: bool,
    /// True if the IR module has no such symbol: translation has put it in.
    pub outside_ir: bool,
    /// True if assembly says that it is global, or how it is visible: it is in the object even if
    /// nobody refers to it.
    pub declared: bool,
    /// True if calls of it use registers in a way that the linker must know of (`.variant_pcs`,
    /// `.variant_cc`).
    pub variant_calls: bool,
    /// True if a function finds at load time what it names (an ifunc).
    pub indirect: bool,
    /// Of a function defined here, LLVM's number of its calling convention; else 0.
    pub calling_convention: u32,
    /// True if it is a function that does not unwind (`nounwind`).
    pub no_unwind: bool,
    /// Its section, if one is given.
    pub section: Option<String>,
    /// Its comdat group.
    pub comdat: Option<ComdatId>,
    /// `unnamed_addr`: its address means nothing, in no module.
    pub unnamed_addr: bool,
    /// `local_unnamed_addr`, or that: its address means nothing in this module.
    pub local_unnamed_addr: bool,
    /// `llvm.used`: the linker must keep it.
    pub retained: bool,
    /// The symbol with whose section its own is kept or dropped (`!associated`).
    pub associated: Option<SymbolId>,
    /// What goes into the name of its section, to order sections by: a variable's `!section_prefix`, a function's heat.
    pub section_prefix: Option<String>,
    /// The linker leaves its section out, if one is given (`!exclude`).
    pub excluded: bool,
    /// Known alignment of what it names, in bytes (1 if unknown).
    pub align: u32,
}

/// A comdat group.
#[derive(Clone, Debug)]
pub struct Comdat {
    /// Its name.
    pub name: String,
    /// True if the group is a group at all (`nodeduplicate` groups are kept, but not merged).
    pub deduplicate: bool,
}

/// What a relocated word of data holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DataValue {
    /// `symbol + addend`.
    Symbol(SymbolId, i64),
    /// `symbol - base + addend`.
    Difference(SymbolId, SymbolId, i64),
    /// The address of a block (function, number of the IR block) plus addend.
    BlockAddress(SymbolId, u32, i64),
    /// `block address - block address + addend` (jump tables that programs make themselves).
    BlockDifference((SymbolId, u32), (SymbolId, u32), i64),
    /// The address through the PLT, relative to a base symbol (`dso_local_equivalent`).
    DsoLocalEquivalent(SymbolId, SymbolId, i64),
}

/// How an address is signed, wherever that is done: by the code that takes it, or by the loader.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PointerSchema {
    /// The number of the key.
    pub key: u8,
    /// What distinguishes it from others.
    pub discriminator: u16,
    /// True if the place that it is stored at does so as well.
    pub by_address: bool,
}

/// A word of data that a relocation fills.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DataReloc {
    /// Offset in the datum, in bytes.
    pub offset: u64,
    /// Size in bytes: 1, 2, 4 or 8.
    pub size: u8,
    /// What it holds.
    pub value: DataValue,
    /// How it is signed, if it is.
    pub schema: Option<PointerSchema>,
}

/// An initialiser, laid out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Initializer {
    /// The bytes; shorter than the datum if the rest is zero. Relocated words are zero here.
    pub bytes: Vec<u8>,
    /// Relocated words, by ascending offset.
    pub relocs: Vec<DataReloc>,
}

/// The most bytes of content that a variable may have, zeros at its start and end included. One that takes up no room in the file may be larger.
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
    /// Size of an element in bytes if it is an array of integers ended by its only zero (mergeable strings).
    pub c_string_unit: Option<u8>,
    /// The content.
    pub initializer: Initializer,
}

/// Another name for a place in the module (or a function that finds it at load time).
#[derive(Clone, Debug)]
pub struct Alias {
    /// Its symbol.
    pub symbol: SymbolId,
    /// What it stands for (of an ifunc: its resolver).
    pub target: SymbolId,
    /// Offset in bytes.
    pub offset: i64,
    /// Its size in bytes; none where it has that of what it stands for.
    pub size: Option<u64>,
    /// True if this is an ifunc.
    pub ifunc: bool,
}

/// Data around a function's entry.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FunctionData {
    /// What stands before its symbol (`prefix`).
    pub prefix: Option<SizedInitializer>,
    /// What stands where it is entered (`prologue`): instructions, as bytes.
    pub prologue: Option<SizedInitializer>,
}

/// An initialiser and the size of its type.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SizedInitializer {
    /// Size in bytes.
    pub size: u64,
    /// The content.
    pub initializer: Initializer,
}

/// How stacks grow in functions that do not say it (`probe-stack`, `stack-probe-size`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StackProbes {
    /// True if they grow in steps, each followed by an access.
    pub inline: bool,
    /// The size of a step in bytes.
    pub size: Option<u32>,
}

/// A function to call at start or exit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Structor {
    /// Priority, 65535 by default.
    pub priority: u32,
    /// The function.
    pub function: SymbolId,
    /// The group that it is kept with.
    pub group: Option<ComdatId>,
    /// How its address is signed, if it is.
    pub schema: Option<PointerSchema>,
}

/// Position independence that the module asks for (`PIC Level`).
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
    /// How the control flow of all code of a module is protected.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct Protection: u8 {
        /// Landings of indirect branches have marks (`branch-target-enforcement`).
        const BRANCH_TARGETS = 1;
        /// Return addresses are signed (`sign-return-address`).
        const SIGNED_RETURNS = 1 << 1;
        /// Code runs with a guarded control stack (`guarded-control-stack`).
        const GUARDED_STACK = 1 << 2;
        /// Code runs with a shadow stack of the hardware (`cf-protection-return`).
        const SHADOW_STACK = 1 << 3;
    }
}

/// What the module says of the guard of stack protectors.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct StackGuard {
    /// Of what kind the place is that has it (`stack-protector-guard`): a global, a thread's slot, a slot that a system register points
    /// to. The target's own kind if there is none.
    pub kind: Option<String>,
    /// The register (`stack-protector-guard-reg`).
    pub register: Option<String>,
    /// The offset from it in bytes (`stack-protector-guard-offset`).
    pub offset: Option<i64>,
    /// The variable's name, if it is to be another than `__stack_chk_guard` (`stack-protector-guard-symbol`).
    pub symbol: Option<String>,
    /// The variable `__stack_chk_guard`.
    pub variable: Option<SymbolId>,
}

impl StackGuard {
    /// Returns the variable that has the guard.
    ///
    /// Errors: there is none, or another is asked for.
    pub fn variable(&self) -> Result<SymbolId, String> {
        match self.symbol.as_deref() {
            Some(name) if name != "__stack_chk_guard" => {
                Err(format!("stack-protector-guard-symbol \"{name}\" is not supported"))
            }
            _ => self.variable.ok_or_else(|| "there is no variable with the guard".into()),
        }
    }
}

/// How assembly is written where there are several ways. Source: LLVM's `MCInstPrinter`, by options of `-M`.
#[derive(Clone, Copy, Debug, Default)]
pub struct InstPrinterOptions {
    /// Instructions have the names of their encodings.
    pub no_aliases: bool,
    /// What registers are called, if not as usual.
    pub register_name: Option<fn(&RegDesc) -> &'static str>,
}

impl InstPrinterOptions {
    /// What a register is called.
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
    /// Defined variables in module order.
    pub globals: Vec<GlobalVariable>,
    /// How far they are from each other, where code is to make use of it.
    pub section_anchors: Option<Arc<SectionAnchors>>,
    /// What their contents consist of, of those of which assembly is to say so.
    pub contents: BTreeMap<SymbolId, Vec<Fragment>>,
    /// Aliases and ifuncs in module order.
    pub aliases: Vec<Alias>,
    /// Data around the entries of functions.
    pub function_data: BTreeMap<SymbolId, FunctionData>,
    /// How stacks grow.
    pub stack_probes: StackProbes,
    /// `llvm.global_ctors`.
    pub ctors: Vec<Structor>,
    /// `llvm.global_dtors`.
    pub dtors: Vec<Structor>,
    /// How many of `globals` come before `llvm.global_ctors`, and how many before `llvm.global_dtors`.
    pub structor_positions: [usize; 2],
    /// True if code is optimized, which shows in how LLVM numbers labels of assembly.
    pub optimized: bool,
    /// The personality routines of its functions, each with the word that holds its address.
    pub personalities: Vec<(SymbolId, GlobalVariable)>,
    /// Module-level assembly.
    pub asm: String,
    /// What symbols that assembly names are, by name.
    pub asm_symbols: HashMap<String, SymbolId>,
    /// True if calls of routines that the compiler makes are to take addresses from the global
    /// offset table themselves.
    pub routines_by_got: bool,
    /// Variables of at most so many bytes are small: they stand together.
    pub small_data_limit: u64,
    /// Folders in which assembly finds the files that it includes, after the current one.
    pub include_folders: Vec<PathBuf>,
    /// Blocks whose address is taken, of functions translated so far.
    pub ir_blocks: Vec<IrBlock>,
    /// Symbols that the IR module does not know by their names.
    pub ir_names: BTreeMap<SymbolId, IrName>,
    /// `llvm.ident` strings, for `.comment`.
    pub idents: Vec<String>,
    /// Those of module-level assembly, which stand before them.
    pub asm_idents: Vec<String>,
    /// Sections that metadata of the module becomes, with their contents.
    pub metadata_sections: Vec<(Section, Vec<u8>)>,
    /// Debug information, if it is kept.
    pub debug_info: Option<Box<DebugInfo>>,
    /// Relocation model.
    pub reloc_model: RelocModel,
    /// Code model.
    pub code_model: CodeModel,
    /// True if the output is for a position-independent executable (`PIE Level`).
    pub pie: bool,
    /// What the command line says about thread-local variables.
    pub tls: TlsOptions,
    /// What module flags say about the control flow of all code.
    pub protection: Protection,
    /// `target-abi` module flag (`lp64d`).
    pub target_abi: Option<String>,
    /// The ISA strings of what was linked together, from a module flag.
    pub isa: Vec<String>,
    /// The guard of stack protectors.
    pub stack_guard: StackGuard,
    /// Each function in a section of its own.
    pub function_sections: bool,
    /// Each datum in a section of its own.
    pub data_sections: bool,
    /// True if sections of one function or datum have the names of those that others share.
    pub shares_section_names: bool,
    /// True if the object says whose addresses mean something, so that linkers may fold what else
    /// is equal (`.llvm_addrsig`).
    pub address_significance: bool,
    /// True if the object says how large the frames of functions are (`.stack_sizes`).
    pub stack_sizes: bool,
    /// True if assembly goes into text unread, for an assembler that knows more.
    pub raw_asm: bool,
    /// How assembly is written.
    pub inst_printer: InstPrinterOptions,
    /// True if assembly has comments.
    pub asm_comments: bool,
    /// True if comments name the IR's blocks.
    pub names_blocks: bool,
    /// True if comments say what bytes instructions are.
    pub show_encoding: bool,
    /// True if comments say where instructions come from, by the number of their location.
    pub show_origins: bool,
    /// True if `.debug_frame` is made in any case.
    pub force_debug_frame: bool,
    /// True if code may be made on the stack: trampolines.
    pub executable_stack: bool,
}

/// What a global is called in the IR module, if not by its name in the object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IrName {
    /// By its name after the escape `\\01`.
    Escaped,
    /// By a number, because it has no name.
    Slot(u32),
}

/// A block of the IR whose address is taken, by number and by name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct IrBlock {
    /// The function.
    pub function: SymbolId,
    /// Its number in the function.
    pub number: u32,
    /// As MIR writes it after `%ir-block.`: the name, in quotes where it needs them, or the slot of a block without one.
    pub name: String,
}

impl Module {
    /// Returns the place in the source program that a location of debug information means.
    pub fn source_location(&self, location: DebugLoc) -> Option<SourceLocation> {
        let info = self.debug_info.as_deref()?;
        let location = info.location(location)?;
        let file = info.file_name(info.file_of(location.scope)?)?;
        Some(SourceLocation { file, line: location.line, column: location.column })
    }

    /// Adds a comdat.
    pub fn add_comdat(&mut self, comdat: Comdat) -> ComdatId {
        self.comdats.push(comdat);
        ComdatId::new(self.comdats.len() - 1)
    }

    /// Adds a symbol.
    pub fn add_symbol(&mut self, symbol: Symbol) -> SymbolId {
        self.symbols.push(symbol);
        SymbolId::new(self.symbols.len() - 1)
    }

    /// Returns true if the symbol is reached without the global offset table. A weak symbol that
    /// nothing may define is zero then, which no distance from the code need reach.
    pub fn is_local(&self, id: SymbolId) -> bool {
        let symbol = self.symbol(id);
        let fixed = self.reloc_model == RelocModel::Static && symbol.defined;
        (symbol.dso_local || fixed) && symbol.linkage != Linkage::ExternalWeak
    }

    /// Returns the same where a definition whose place is fixed may still be another module's: what
    /// the source says of the symbol counts.
    pub fn is_said_local(&self, id: SymbolId) -> bool {
        let symbol = self.symbol(id);
        let said = symbol.dso_local || symbol.outside_ir && symbol.defined;
        said && self.is_local(id)
    }

    /// Returns true if references to the symbol mean the definition here, whatever other modules
    /// define, though others see the symbol: they go by a name of their own then, so that linkers
    /// know it.
    pub fn has_local_alias(&self, id: SymbolId) -> bool {
        let symbol = self.symbol(id);
        let visible = symbol.linkage == Linkage::External && symbol.visibility == Visibility::Default;
        let unique = symbol.comdat.is_none_or(|comdat| !self.comdats[comdat.index()].deduplicate);
        let plain = matches!(symbol.kind, SymbolKind::Function | SymbolKind::Data) && !symbol.indirect;
        let here = symbol.defined && symbol.dso_local && !symbol.outside_ir;
        here && visible && unique && plain && self.reloc_model == RelocModel::Pic && !self.pie
    }

    /// How code finds the thread-local variable `id`: as its IR asks, or more cheaply where that is possible.
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
