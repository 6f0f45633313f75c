//! The target's interface to the machine-code layer: encoding and printing of instructions, fixups,
//! relocations, and sections of an object besides code and data.

use super::asm_parser::AsmValue;
use super::context::EmitContext;
use super::gnu_property::Note;
use super::inst::{Fixup, FixupKind, Label, McExpr, McInst, McOperand, McSymbol, Specifier};
use crate::frame::target::FrameTarget;
use crate::ir::entity::InstId;
use crate::ir::mir::{CfiDirective, JumpTableEntryKind, MachineFunction};
use crate::ir::module::{InstPrinterOptions, Module, PointerSchema, Symbol};
use crate::ir::section::Section;
use crate::machine::desc::instructions::Opcode;
use crate::machine::desc::registers::PhysReg;
use crate::machine::inline_asm::InlineAsmInfo;
use crate::support::error;
use gimli::constants as dw;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::fmt::{self, Write};
use std::ops::Range;
use std::rc::Rc;

/// Writes the names of symbols in expressions.
pub trait SymbolNames {
    /// Writes the name of `symbol` as in assembly.
    fn write_symbol(&self, symbol: McSymbol, out: &mut dyn Write) -> fmt::Result;
}

/// The half of a distance that an instruction holds, if a pair of instructions holds it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Half {
    /// The upper bits of the distance from this instruction.
    High,
    /// The lower bits. The symbol is the label of the instruction with the upper bits, to which the
    /// distance is relative.
    Low,
}

/// The properties of a fixup kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FixupInfo {
    /// The number of bytes that it may change, from its offset on.
    pub size: u8,
    /// True if the value is relative to the instruction.
    pub pc_relative: bool,
    /// True if the linker may shorten its sequence (never without linker relaxation).
    pub relaxable: bool,
    /// True if [`McTarget::apply_fixup`] resolves it when the distance is known; others always
    /// become relocations.
    pub resolvable: bool,
    /// The half of a distance, which is resolved only together with the other half.
    pub half: Option<Half>,
}

/// An encoded branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EncodedBranch {
    /// The opcode of its form.
    pub opcode: Opcode,
    /// The kind of its target's fixup.
    pub kind: FixupKind,
    /// True if it has relaxed forms.
    pub grows: bool,
}

/// A relaxed form of a branch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Longer {
    /// The same branch, with a longer range.
    Form(McInst),
    /// The inverted branch over a jump to the target.
    InvertedOver {
        /// The inverted branch; its last operand will be the end of the jump.
        branch: McInst,
        /// The jump.
        jump: McInst,
    },
}

/// The layout of jump tables, which are in read-only data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JumpTableKind {
    /// The blocks' addresses, in words of this size in bytes.
    Absolute(u8),
    /// The distances of the blocks from the table, in words of this size in bytes.
    Relative(u8),
}

/// An XRay sled: a jump over NOPs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct XraySled {
    /// The jump; its last operand will be the end of the sled.
    pub jump: McInst,
    /// The number of NOPs after it.
    pub nops: u32,
}

/// The sled of an XRay event: a jump over a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct XrayEventSled {
    /// The jump; its last operand will be the end of the sled.
    pub jump: McInst,
    /// The instructions after it.
    pub insts: Vec<McInst>,
    /// The index of the call in them; its last operand will be the routine.
    pub call: usize,
}

impl XraySled {
    /// Returns its maximum size in bytes.
    pub fn bytes(&self) -> u64 {
        4 * (1 + u64::from(self.nops))
    }
}

/// The architecture-specific contents of an object besides code and data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ElfInfo {
    /// `e_machine`.
    pub machine: u16,
    /// `e_flags`.
    pub flags: u32,
    /// The section of the processor's attributes, with its contents.
    pub attributes: Option<(Section, Vec<u8>)>,
}

/// Relocation types and unwind properties that do not depend on an instruction.
#[derive(Clone, Copy, Debug)]
pub struct DataRelocations {
    /// Types for the absolute value, by size in bytes: 1, 2, 4, 8; 0 if there is none.
    pub absolute: [u32; 4],
    /// Types for the PC-relative value, by size in bytes.
    pub relative: [u32; 4],
    /// Pairs of types that add and subtract, by size in bytes, if differences of symbols require
    /// them.
    pub difference: Option<[(u32, u32); 4]>,
    /// Pairs of types that set and subtract, for advances in unwind tables: of the low 6 bits of a
    /// byte, and of 1, 2 and 4 bytes. Present if the linker may shorten code.
    pub advance: Option<[(u32, u32); 4]>,
    /// The type for the distance to a function's PLT entry, of 4 bytes.
    pub plt: u32,
    /// The type for addresses of 8 bytes that the loader signs, if it does.
    pub signed: Option<SignedAddresses>,
    /// Types that set and subtract for a distance in ULEB128 form.
    pub uleb128: Option<(u32, u32)>,
    /// The types for the offset of a thread-local variable in its module's block, if there are any.
    pub thread_local: Option<ThreadLocalOffsets>,
    /// The type that allows the linker to shorten the sequence at its offset.
    pub relax: u32,
    /// The type of padding that the linker adjusts; the addend is its size in bytes.
    pub align: u32,
    /// True if relocations against local symbols must name them, not their section.
    pub keep_local_symbols: bool,
    /// Specifiers whose relocations always name local symbols. They refer to entries of a linkage
    /// table, which linkers create per symbol without regard to addends.
    pub table_entries: &'static [Specifier],
    /// Names of the mapping symbols where code and where data starts in a section.
    pub mapping_symbols: [&'static str; 2],
    /// The name of label symbols, which linkers know not to show.
    pub label_symbol: &'static str,
}

/// Relocations for the offset of a thread-local variable in its module's block, as data.
#[derive(Clone, Copy, Debug)]
pub struct ThreadLocalOffsets {
    /// Relocation types, by size in bytes: 1, 2, 4, 8; 0 if there is none.
    pub kinds: [u32; 4],
    /// Their specifiers in assembly, by size.
    pub names: [&'static str; 4],
    /// The bias that the linker subtracts from the offset, in bytes.
    pub bias: i64,
}

/// The error for a signed address on a target without these.
pub(super) const UNSIGNED: &str = "this target's loaders sign no addresses";

/// Addresses in data that the loader signs.
#[derive(Clone, Copy, Debug)]
pub struct SignedAddresses {
    /// The relocation type.
    pub relocation: u32,
    /// The names of the keys, by number.
    pub keys: &'static [&'static str],
    /// Returns the contents of the word before the loader signs it.
    pub word: fn(PointerSchema) -> u64,
}

impl SignedAddresses {
    /// Returns the suffix of the address in assembly: `@AUTH(key,discriminator,addr)`.
    pub fn text(&self, schema: PointerSchema) -> String {
        let key = self.keys.get(usize::from(schema.key)).expect("the translator checks numbers of keys");
        let by_address = if schema.by_address { ",addr" } else { "" };
        format!("@AUTH({key},{}{by_address})", schema.discriminator)
    }

    /// Parses the text between the parentheses.
    pub fn parse(&self, text: &str) -> Option<PointerSchema> {
        let mut fields = text.split(',').map(str::trim);
        let (key, discriminator) = (fields.next()?, fields.next()?);
        let by_address = match fields.next() {
            None => false,
            Some("addr") => true,
            Some(_) => return None,
        };
        let key = self.keys.iter().position(|name| *name == key)?;
        let discriminator = discriminator.parse().ok()?;
        fields.next().is_none().then_some(PointerSchema { key: key as u8, discriminator, by_address })
    }
}

/// The assembler's syntax and behaviour.
#[derive(Clone, Copy, Debug)]
pub struct AsmDialect {
    /// Directives for words of 1, 2, 4 and 8 bytes.
    pub data: [&'static str; 4],
    /// The prefix of a comment.
    pub comment: &'static str,
    /// Returns the name of a register in CFI directives, from its DWARF number.
    pub cfi_register: fn(u16, &InstPrinterOptions) -> Cow<'static, str>,
    /// Returns the MIR name of a register, from its DWARF number and size in bits.
    pub debug_register: fn(u16, u32) -> Option<String>,
    /// Instructions whose comment is only that they are a spill or reload.
    pub plain_spills: &'static [Opcode],
    /// True if the assembler relaxes branches out of range; if not, the text has the relaxed forms.
    pub relaxes_branches: bool,
    /// True if all code sections have the alignment of instructions implicitly; if not, only
    /// `.text` has.
    pub aligns_code_sections: bool,
    /// Returns true if the assembler parses an unquoted name as something other than a symbol.
    pub is_reserved: fn(&str) -> bool,
    /// The directive for symbols whose calls use registers in a way that the linker must know of.
    /// The second field holds the conventions that require it, by LLVM's numbers.
    pub variant_calls: (&'static str, &'static [u32]),
    /// True if `.req` and `.unreq` define and remove register aliases.
    pub names_registers: bool,
    /// The name and type of the `.aeabi_attribute` section.
    pub build_attributes: Option<(&'static str, u32)>,
    /// The name and type of the section with a relocation for each variable whose memory the loader
    /// tags, if the target has tags.
    pub memory_tags: Option<(&'static str, u32)>,
    /// Directives that attach a relocation to the next instruction, with the relocation's name.
    pub relocations: &'static [(&'static str, &'static str)],
    /// The syntax of a distance through the procedure linkage table.
    pub plt_distance: PltDistance,
}

/// The syntax of a word with the distance to a function through the procedure linkage table.
#[derive(Clone, Copy, Debug)]
pub enum PltDistance {
    /// After the function's name, with the base of the distance.
    FromBase(&'static str),
    /// Around the function, relative to the word.
    FromWord(&'static str),
}

/// The effect of a target-specific directive.
pub enum TargetDirective {
    /// Selects the subtarget for the following text.
    Subtarget(Rc<dyn McTarget>),
    /// Selects the subtarget for the following text and for the object's attributes.
    ObjectAttributes(Rc<dyn McTarget>),
    /// Sets whether addresses come from the global offset table.
    PositionIndependent(bool),
    /// Sets whether the linker may shorten the following code.
    LinkerRelaxation(bool),
    /// Sets whether instructions are encoded exactly as written: the assembler and the linker
    /// neither shorten nor relax them.
    Exact(bool),
    /// Saves the state of these directives.
    Push,
    /// Restores the last saved state.
    Pop,
}

impl AsmDialect {
    /// Returns true if the object marks calls of `symbol` as using registers in a way that the
    /// linker must know of.
    pub fn has_variant_calls(&self, symbol: &Symbol) -> bool {
        symbol.variant_calls || self.variant_calls.1.contains(&symbol.calling_convention)
    }
}

/// Properties of stack unwinding.
#[derive(Clone, Copy, Debug)]
pub struct UnwindInfo {
    /// The rules at a function's start.
    pub initial: &'static [CfiDirective],
    /// The size of an address in bytes: 4 or 8.
    pub address_bytes: u8,
    /// DWARF number of the return address.
    pub return_register: u16,
    /// The factor of all advances, in bytes.
    pub code_alignment: u32,
    /// The factor of all offsets of saved registers, in bytes.
    pub data_alignment: i32,
    /// The size in bytes, 4 or 8, of relative pointers to personality routines, exception tables
    /// and types.
    pub exception_pointer: u8,
    /// True if call site tables use ULEB128 numbers, which no relocation fills; else words of 4
    /// bytes.
    pub variable_call_sites: bool,
    /// True if unwind tables hold code pointers of 8 bytes in the large code model.
    pub large_model_is_wide: bool,
}

impl UnwindInfo {
    /// Returns the encoding of a pointer to an exception table.
    pub fn exception_encoding(&self) -> u8 {
        let size = if self.exception_pointer == 8 { dw::DW_EH_PE_sdata8 } else { dw::DW_EH_PE_sdata4 };
        dw::DW_EH_PE_pcrel.0 | size.0
    }

    /// Returns the encoding of an indirect pointer, through an address word.
    pub fn indirect_encoding(&self) -> u8 {
        self.exception_encoding() | dw::DW_EH_PE_indirect.0
    }
}

/// Resolves names in assembly.
pub trait SymbolReader {
    /// Returns the symbol or label called `name`.
    fn symbol(&mut self, name: &str) -> Option<McSymbol>;

    /// Parses the expression at the start of `text`. Returns it with its length in bytes.
    fn expression(&mut self, text: &str) -> Option<(AsmValue, usize)>;
}

/// Receives assembled instructions.
pub trait AsmSink {
    /// Receives the next instruction.
    fn inst(&mut self, inst: &McInst) -> Result<(), String>;

    /// Receives an instruction as bytes.
    fn raw_inst(&mut self, bytes: &[u8]);

    /// Returns true if the addresses of symbols come from the global offset table.
    fn is_position_independent(&self) -> bool;

    /// Creates a label that is not bound yet.
    fn new_label(&mut self) -> Label;

    /// Binds `label` here.
    fn bind(&mut self, label: Label);

    /// Returns the reader of names.
    fn symbols(&mut self) -> &mut dyn SymbolReader;

    /// Returns the label of a literal of `size` bytes near the code. If `is_shared`, an equal
    /// earlier literal is reused.
    fn literal(&mut self, value: AsmValue, size: u8, is_shared: bool) -> Label;
}

/// The directives for a subtarget, as whole lines.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct AsmSubtarget {
    /// Once, at the start of the file.
    pub of_file: Vec<String>,
    /// Before and after each function of the subtarget.
    pub of_function: [String; 2],
}

/// The lowering of instructions that a stack map records.
pub trait RecordedCalls {
    /// Returns the registers that `STACKMAP` overwrites.
    fn overwritten_by_map(&self) -> &'static [PhysReg];

    /// Returns the registers that `PATCHPOINT` overwrites for any convention of its call.
    fn overwritten_by_patch(&self) -> &'static [PhysReg];

    /// Emits a call of an address other than zero. Returns its size in bytes.
    fn call_address(&self, ctx: &mut EmitContext<'_>, address: u64) -> error::Result<u64>;

    /// Emits the call of operand `n` of `inst`, a symbol or a register. Returns its size in bytes.
    fn call_operand(&self, ctx: &mut EmitContext<'_>, inst: InstId, n: usize) -> error::Result<u64>;
}

/// A target with machine code, for emission.
pub trait EmitTarget: FrameTarget {
    /// Returns the machine-code properties.
    fn mc(&self) -> &dyn McTarget;

    /// Returns the interface to inline assembly; `None` if unsupported.
    fn inline_asm(&self) -> Option<&dyn InlineAsmInfo> {
        None
    }
}

/// The machine-code facts of one subtarget.
pub trait McTarget: Send + Sync {
    /// Appends the bytes of `inst` to `out`, and its fixups to `fixups`, with offsets from the
    /// first of these bytes. A pseudo that expands to several instructions (a call) may be encoded
    /// too.
    fn encode(
        &self,
        inst: &McInst,
        out: &mut Vec<u8>,
        fixups: &mut SmallVec<[Fixup; 2]>,
    ) -> Result<(), String>;

    /// Appends the bytes of the shortest form of an instruction whose operands are registers and
    /// numbers, in the order of its table line. A register is its number as [`PhysReg`], a number
    /// its value. Returns false without effect if [`McTarget::compress`] and [`McTarget::encode`]
    /// are required, also for errors.
    ///
    /// [`PhysReg`]: crate::machine::desc::registers::PhysReg
    fn encode_values(&self, _opcode: Opcode, _values: &[i64], _out: &mut Vec<u8>) -> bool {
        false
    }

    /// Appends the bytes of machine instructions from `first` up to `end`, while their operands are
    /// registers and numbers in range. Returns the first other one, or `end`.
    fn encode_insts(
        &self,
        _function: &MachineFunction,
        first: Option<InstId>,
        _end: Option<InstId>,
        _out: &mut Vec<u8>,
    ) -> Option<InstId> {
        first
    }

    /// Appends the bytes of the shortest form of a branch to `to`, whose other operands are
    /// registers and numbers, and that form's operands to `pool`. Has no effect if [`EmitContext`]
    /// must lower it.
    fn encode_branch(
        &self,
        _function: &MachineFunction,
        _inst: InstId,
        _to: McExpr,
        _out: &mut Vec<u8>,
        _pool: &mut Vec<McOperand>,
    ) -> Option<EncodedBranch> {
        None
    }

    /// Returns true if [`McTarget::relax`] has a relaxed form of `inst`.
    fn is_relaxable(&self, inst: &McInst) -> bool {
        self.relax(inst).is_some()
    }

    /// Writes `inst` as one line of assembly, without indentation or end of line.
    fn print(
        &self,
        inst: &McInst,
        options: &InstPrinterOptions,
        names: &dyn SymbolNames,
        out: &mut dyn Write,
    ) -> fmt::Result;

    /// Returns the comment on `inst`, if its text does not show everything.
    fn comment(&self, _inst: &McInst) -> Option<String> {
        None
    }

    /// Parses and encodes one statement of assembly, without labels and directives. Errors describe
    /// the problem.
    fn assemble(&self, line: &str, _sink: &mut dyn AsmSink) -> Result<(), String> {
        Err(format!("`{line}` is not understood"))
    }

    /// Parses a target-specific directive (`.arch_extension`); `None` if the target does not have
    /// it.
    fn directive(&self, _directive: &str, _arguments: &str) -> Option<Result<TargetDirective, String>> {
        None
    }

    /// Returns true if symbols with `specifier` are thread-local.
    fn is_thread_local(&self, _specifier: Specifier) -> bool {
        false
    }

    /// Writes `expr` as an operand or word of data.
    fn print_expr(&self, expr: &McExpr, names: &dyn SymbolNames, out: &mut dyn Write) -> fmt::Result;

    /// Returns the shortest form of `inst` for this subtarget, if that is another one. A branch's
    /// form may be out of range; [`McTarget::relax`] reverses the change.
    fn compress(&self, _inst: &McInst) -> Option<McInst> {
        None
    }

    /// Emits `inst`, of the target's opcodes: through [`EmitContext::emit_plain`], or expanded.
    fn lower_inst(&self, ctx: &mut EmitContext<'_>, inst: InstId) -> error::Result<()>;

    /// Returns the properties of a fixup kind.
    fn fixup_info(&self, kind: FixupKind) -> FixupInfo;

    /// Returns LLVM's name of a fixup kind and the range of its bits, from the lowest bit of the
    /// first byte on. `None` for kinds that LLVM names by their relocation.
    fn fixup_bits(&self, _kind: FixupKind) -> Option<(&'static str, Range<u8>)> {
        None
    }

    /// Returns the relocation type of a fixup.
    fn relocation(&self, kind: FixupKind, specifier: Specifier) -> Option<u32>;

    /// Returns the relocations that assembly may name, sorted by name.
    fn relocation_names(&self) -> &'static [(&'static str, u32)] {
        &[]
    }

    /// Returns the relocation type with this name in assembly.
    fn relocation_named(&self, name: &str) -> Option<u32> {
        let names = self.relocation_names();
        names.binary_search_by_key(&name, |row| row.0).ok().map(|n| names[n].1)
    }

    /// Returns the name of a relocation that assembly can request.
    fn relocation_name(&self, kind: u32) -> Option<&'static str> {
        let mut names = self.relocation_names().iter();
        names.find(|row| row.1 == kind && row.0.starts_with("R_")).map(|row| row.0)
    }

    /// Returns the relocation by which a linker replaces an instruction of `opcode` if a symbol is
    /// defined (`deactivation-symbol`); `None` if there is none.
    fn deactivation_relocation(&self, _opcode: Opcode) -> Option<u32> {
        None
    }

    /// Returns true if `distance` is in range of a resolvable fixup (or if an absolute value fits).
    fn reaches(&self, kind: FixupKind, distance: i64) -> bool;

    /// Writes a resolved distance to the instruction at the start of `bytes`. Returns false if it
    /// does not fit.
    fn apply_fixup(&self, kind: FixupKind, distance: i64, bytes: &mut [u8]) -> bool;

    /// Returns the next relaxed form of a branch with a symbolic target; `None` for everything
    /// else. A `Form` may be relaxed again.
    fn relax(&self, inst: &McInst) -> Option<Longer>;

    /// Appends NOPs of `size` bytes in total.
    fn nops(&self, size: u64, out: &mut Vec<u8>);

    /// Returns the NOP.
    fn nop(&self) -> McInst;

    /// Returns the XRay sled, if the target has one.
    fn xray_sled(&self) -> Option<XraySled>;

    /// Returns the instructions that call a routine with this number of arguments, which are in
    /// their registers, after the jump of an XRay event's sled; `None` if there are no such sleds.
    /// The last operand of the call is missing.
    fn xray_event_sled(&self, _arguments: usize) -> Option<XrayEventSled> {
        None
    }

    /// Returns the lowering of recorded calls; `None` if the target has no stack maps.
    fn recorded_calls(&self) -> Option<&dyn RecordedCalls> {
        None
    }

    /// Returns the minimum alignment of code, in bytes. It is also the alignment of functions that
    /// have no larger one.
    fn code_align(&self) -> u32;

    /// Returns true if the linker may shorten sequences of this subtarget's code.
    fn linker_relaxation(&self) -> bool {
        false
    }

    /// Returns the layout of jump tables of this kind.
    fn jump_table(&self, kind: JumpTableEntryKind) -> JumpTableKind;

    /// Returns the relocations of data.
    fn data_relocations(&self) -> &'static DataRelocations;

    /// Returns the properties of stack unwinding.
    fn unwind(&self) -> &'static UnwindInfo;

    /// Returns the size of an address in bytes: 4 or 8.
    fn address_bytes(&self) -> u8 {
        self.unwind().address_bytes
    }

    /// Returns the assembler's syntax and behaviour.
    fn dialect(&self) -> &'static AsmDialect;

    /// Returns the first lines of the assembly.
    fn asm_prologue(&self, _module: &Module) -> String {
        String::new()
    }

    /// Returns the instruction set, for [`McTarget::asm_subtarget`] of others.
    fn isa(&self) -> String {
        String::new()
    }

    /// Returns the directives for this subtarget, if the module's instruction set is `module_isa`.
    /// `relaxed` is true if the linker may shorten any code of the module.
    fn asm_subtarget(&self, _module_isa: &str, _relaxed: bool) -> AsmSubtarget {
        AsmSubtarget::default()
    }

    /// Returns the architecture-specific contents of an object.
    fn elf(&self, module: &Module) -> ElfInfo;

    /// Returns true if jump tables are listed with their sizes on request.
    fn lists_jump_tables(&self) -> bool {
        false
    }

    /// Returns the notes that describe the whole object, for both outputs.
    fn notes(&self, _module: &Module) -> Vec<Note> {
        Vec::new()
    }
}
