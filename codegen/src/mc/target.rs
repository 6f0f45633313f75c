//! What a target supplies to the machine-code layer: instructions as bytes and text, fixups, relocations,
//! and what stands in an object besides code and data.

use super::asm_parser::AsmValue;
use super::context::EmitContext;
use super::gnu_property::Note;
use super::inst::{Fixup, FixupKind, Label, McExpr, McInst, McOperand, McSymbol, Specifier};
use crate::ir::entity::InstId;
use crate::ir::mir::{CfiDirective, JumpTableEntryKind, MachineFunction};
use crate::ir::module::{InstPrinterOptions, Module, PointerSchema, Symbol};
use crate::ir::section::Section;
use crate::support::error;
use crate::target::desc::instructions::Opcode;
use crate::target::desc::registers::PhysReg;
use gimli::constants as dw;
use smallvec::SmallVec;
use std::borrow::Cow;
use std::fmt::{self, Write};
use std::ops::Range;
use std::rc::Rc;

/// Names for what expressions are relative to.
pub trait SymbolNames {
    /// Writes the name of `symbol` as assembly has it.
    fn write_symbol(&self, symbol: McSymbol, out: &mut dyn Write) -> fmt::Result;
}

/// The half of a distance that an instruction holds, where two instructions hold it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Half {
    /// The upper bits of the distance from this instruction.
    High,
    /// The lower bits. The symbol is that of the instruction with the upper ones, from which the distance is.
    Low,
}

/// One kind of fixup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FixupInfo {
    /// Bytes that it may change, from its offset on.
    pub size: u8,
    /// Whether the value is relative to the instruction.
    pub pc_relative: bool,
    /// Whether the linker may shorten the sequence that it stands in (never without linker relaxation).
    pub relaxable: bool,
    /// Whether [`McTarget::apply_fixup`] resolves it when the target's distance is known; the others always
    /// become relocations.
    pub resolvable: bool,
    /// The half of a distance that is resolved only together with the other half.
    pub half: Option<Half>,
}

/// A branch that has been encoded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EncodedBranch {
    /// The opcode of its form.
    pub opcode: Opcode,
    /// How its target goes into it.
    pub kind: FixupKind,
    /// Whether it has longer forms.
    pub grows: bool,
}

/// A longer form of a branch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Longer {
    /// The same branch, with a longer reach.
    Form(McInst),
    /// The inverse branch over a jump to the target.
    InvertedOver {
        /// The inverse branch; its last operand is to be the end of the jump.
        branch: McInst,
        /// The jump.
        jump: McInst,
    },
}

/// How jump tables are laid out; they stand in read-only data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JumpTableKind {
    /// The blocks' addresses, in words of this size in bytes.
    Absolute(u8),
    /// The blocks' addresses less that of the table, in words of this size in bytes.
    Relative(u8),
}

/// The room for a patch of XRay's: a jump over instructions that do nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct XraySled {
    /// The jump, whose last operand is to be the end.
    pub jump: McInst,
    /// How many instructions that do nothing follow.
    pub nops: u32,
}

impl XraySled {
    /// Its size in bytes, at most.
    pub fn bytes(&self) -> u64 {
        4 * (1 + u64::from(self.nops))
    }
}

/// What stands in an object of this architecture besides code and data.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ElfInfo {
    /// `e_machine`.
    pub machine: u16,
    /// `e_flags`.
    pub flags: u32,
    /// The section of the processor's attributes, with its contents.
    pub attributes: Option<(Section, Vec<u8>)>,
}

/// Relocations and unwind facts that do not depend on an instruction.
#[derive(Clone, Copy, Debug)]
pub struct DataRelocations {
    /// Types for the absolute value, by size in bytes: 1, 2, 4, 8; 0 where there is none.
    pub absolute: [u32; 4],
    /// Types for the value relative to the place, by size in bytes.
    pub relative: [u32; 4],
    /// Pairs of types that add and subtract, by size in bytes, where a difference of symbols is made so.
    pub difference: Option<[(u32, u32); 4]>,
    /// Pairs of types that set and subtract, for advances in unwind tables: of the low 6 bits of a byte, and of
    /// 1, 2 and 4 bytes. Present if the linker may shorten code.
    pub advance: Option<[(u32, u32); 4]>,
    /// For the distance of a function's entry in the procedure linkage table, of 4 bytes.
    pub plt: u32,
    /// For addresses of 8 bytes that the loader signs, if it does.
    pub signed: Option<SignedAddresses>,
    /// For a distance as a number of variable length: what sets it, and what subtracts.
    pub uleb128: Option<(u32, u32)>,
    /// For where a thread-local variable is in its module's block, if there is one.
    pub thread_local: Option<ThreadLocalOffsets>,
    /// Marks that the linker may shorten the sequence at the place.
    pub relax: u32,
    /// Marks padding that the linker adjusts; the addend is its length.
    pub align: u32,
    /// Whether relocations against local symbols must name them, not their section.
    pub keep_local_symbols: bool,
    /// Specifiers whose relocations must name local symbols in any case: of entries of a table, which linkers make for symbols without regard to
    /// addends.
    pub table_entries: &'static [Specifier],
    /// Names of the symbols that mark in a section where code starts, and where data does.
    pub mapping_symbols: [&'static str; 2],
    /// The name of the symbols that stand for labels: linkers know not to show it.
    pub label_symbol: &'static str,
}

/// Where a thread-local variable is in its module's block, as data.
#[derive(Clone, Copy, Debug)]
pub struct ThreadLocalOffsets {
    /// Types of relocations, by size in bytes: 1, 2, 4, 8; 0 where there is none.
    pub kinds: [u32; 4],
    /// What assembly calls these.
    pub names: [&'static str; 4],
    /// What the linker subtracts from the offset.
    pub bias: i64,
}

/// What is said where an address is asked to be signed and the target has no such addresses.
pub(super) const UNSIGNED: &str = "this target's loaders sign no addresses";

/// Addresses in data that the loader signs.
#[derive(Clone, Copy, Debug)]
pub struct SignedAddresses {
    /// The type of the relocation.
    pub relocation: u32,
    /// The names of the keys, by number.
    pub keys: &'static [&'static str],
    /// What stands at the place until the loader is there.
    pub word: fn(PointerSchema) -> u64,
}

impl SignedAddresses {
    /// What assembly has after the address: `@AUTH(key,discriminator,addr)`.
    pub fn text(&self, schema: PointerSchema) -> String {
        let key = self.keys.get(usize::from(schema.key)).expect("the translator checks numbers of keys");
        let by_address = if schema.by_address { ",addr" } else { "" };
        format!("@AUTH({key},{}{by_address})", schema.discriminator)
    }

    /// How an address is signed that has this between the parentheses.
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

/// How the assembler reads data.
#[derive(Clone, Copy, Debug)]
pub struct AsmDialect {
    /// Directives for words of 1, 2, 4 and 8 bytes.
    pub data: [&'static str; 4],
    /// What starts a comment.
    pub comment: &'static str,
    /// What a register is called in directives of unwind information, by its number in DWARF.
    pub cfi_register: fn(u16, &InstPrinterOptions) -> Cow<'static, str>,
    /// What MIR calls a register of so many bits, by its number in DWARF.
    pub debug_register: fn(u16, u32) -> Option<String>,
    /// Instructions of which comments say that they are a spill or reload and nothing else.
    pub plain_spills: &'static [Opcode],
    /// Whether the assembler lengthens branches that do not reach; if not, the text has the long form.
    pub relaxes_branches: bool,
    /// Whether sections of code are aligned as instructions are, said or not; if not, only `.text` is.
    pub aligns_code_sections: bool,
    /// Whether the assembler takes a name for something else than a symbol where it is not in quotes.
    pub is_reserved: fn(&str) -> bool,
    /// What says that calls of a symbol use registers in a way that the linker must know of, and the conventions, by LLVM's numbers, of
    /// which it is said.
    pub variant_calls: (&'static str, &'static [u32]),
    /// Whether `.req` gives registers other names, and `.unreq` takes them away.
    pub names_registers: bool,
    /// Name and type of the section that `.aeabi_attribute` goes into.
    pub build_attributes: Option<(&'static str, u32)>,
    /// Directives that give the instruction which follows a relocation to a symbol, and the relocation's name.
    pub relocations: &'static [(&'static str, &'static str)],
    /// How a word says that it is a distance through the procedure linkage table.
    pub plt_distance: PltDistance,
}

/// How a word says that it is a distance to a function through the procedure linkage table.
#[derive(Clone, Copy, Debug)]
pub enum PltDistance {
    /// After the function's name, with what the distance is counted from.
    FromBase(&'static str),
    /// Around the function, counted from the word.
    FromWord(&'static str),
}

/// What a directive does that only one target's assembly has.
pub enum TargetDirective {
    /// What follows is read for this subtarget.
    Subtarget(Rc<dyn McTarget>),
    /// What follows is read for this subtarget, and the object has its attributes.
    ObjectAttributes(Rc<dyn McTarget>),
    /// Whether addresses come from the global offset table.
    PositionIndependent(bool),
    /// Whether the linker may shorten what follows.
    LinkerRelaxation(bool),
    /// Whether instructions are made just as they are written: none is shortened, by the assembler or the linker, nor made longer.
    Exact(bool),
    /// Saves what directives of these kinds have chosen.
    Push,
    /// Restores what was saved last.
    Pop,
}

impl AsmDialect {
    /// Whether the object says of `symbol` that calls of it use registers in a way that the linker must know of.
    pub fn has_variant_calls(&self, symbol: &Symbol) -> bool {
        symbol.variant_calls || self.variant_calls.1.contains(&symbol.calling_convention)
    }
}

/// Facts about stack unwinding.
#[derive(Clone, Copy, Debug)]
pub struct UnwindInfo {
    /// The rules at a function's start.
    pub initial: &'static [CfiDirective],
    /// Size of an address in bytes: 4 or 8.
    pub address_bytes: u8,
    /// DWARF number of the return address.
    pub return_register: u16,
    /// All advances are multiples of this, in bytes.
    pub code_alignment: u32,
    /// All offsets of saved registers are multiples of this, in bytes.
    pub data_alignment: i32,
    /// Pointers to personality routines, exception tables and types are relative to their places, of this size in bytes: 4 or 8.
    pub exception_pointer: u8,
    /// Whether call sites in exception tables are numbers of variable length, which no relocation fills; words of 4 bytes else.
    pub variable_call_sites: bool,
    /// Whether unwind tables reach code by pointers of 8 bytes in the large code model.
    pub large_model_is_wide: bool,
}

impl UnwindInfo {
    /// How a pointer to an exception table is encoded.
    pub fn exception_encoding(&self) -> u8 {
        let size = if self.exception_pointer == 8 { dw::DW_EH_PE_sdata8 } else { dw::DW_EH_PE_sdata4 };
        dw::DW_EH_PE_pcrel.0 | size.0
    }

    /// How a pointer by way of a word that holds the address is encoded.
    pub fn indirect_encoding(&self) -> u8 {
        self.exception_encoding() | dw::DW_EH_PE_indirect.0
    }
}

/// What names in assembly mean.
pub trait SymbolReader {
    /// The symbol or label called `name`.
    fn symbol(&mut self, name: &str) -> Option<McSymbol>;

    /// The expression at the start of `text`, and how many bytes it takes.
    fn expression(&mut self, text: &str) -> Option<(AsmValue, usize)>;
}

/// Where assembled instructions go.
pub trait AsmSink {
    /// Takes the next instruction.
    fn inst(&mut self, inst: &McInst) -> Result<(), String>;

    /// Takes an instruction by its bytes.
    fn raw_inst(&mut self, bytes: &[u8]);

    /// Whether the addresses of symbols come from the global offset table.
    fn is_position_independent(&self) -> bool;

    /// A label that stands nowhere yet.
    fn new_label(&mut self) -> Label;

    /// Puts `label` here.
    fn bind(&mut self, label: Label);

    /// What names mean.
    fn symbols(&mut self) -> &mut dyn SymbolReader;

    /// The label of a literal of `size` bytes near the code; that of an earlier one that is the same, if it `is_shared`.
    fn literal(&mut self, value: AsmValue, size: u8, is_shared: bool) -> Label;
}

/// What assembly says of a subtarget, as whole lines.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct AsmSubtarget {
    /// Once, before everything.
    pub of_file: Vec<String>,
    /// Before and after each function of the subtarget.
    pub of_function: [String; 2],
}

/// How the calls of stack maps are made.
pub trait RecordedCalls {
    /// The registers that `STACKMAP` overwrites.
    fn overwritten_by_map(&self) -> &'static [PhysReg];

    /// The registers that `PATCHPOINT` overwrites, whatever the convention of its call is.
    fn overwritten_by_patch(&self) -> &'static [PhysReg];

    /// Emits a call of an address, which is not zero. How many bytes it takes.
    fn call_address(&self, ctx: &mut EmitContext<'_>, address: u64) -> error::Result<u64>;

    /// Emits the call of operand `n` of `inst`, a symbol or a register. How many bytes it takes.
    fn call_operand(&self, ctx: &mut EmitContext<'_>, inst: InstId, n: usize) -> error::Result<u64>;
}

/// The machine-code facts of one subtarget.
pub trait McTarget: Send + Sync {
    /// Appends the bytes of `inst` to `out`, and what is to be resolved in them to `fixups`, with offsets from
    /// the first of these bytes. A pseudo that has several instructions' bytes (calls) may be encoded too.
    fn encode(
        &self,
        inst: &McInst,
        out: &mut Vec<u8>,
        fixups: &mut SmallVec<[Fixup; 2]>,
    ) -> Result<(), String>;

    /// Appends the bytes of the shortest form of an instruction whose operands are registers and numbers, in the order of its
    /// table line: a register by its number as [`PhysReg`], a number by its value. False, with nothing done, where
    /// [`McTarget::compress`] and [`McTarget::encode`] are to be asked, also about what is wrong with it.
    ///
    /// [`PhysReg`]: crate::target::desc::registers::PhysReg
    fn encode_values(&self, _opcode: Opcode, _values: &[i64], _out: &mut Vec<u8>) -> bool {
        false
    }

    /// The same of machine instructions from `first` up to `end`, as long as their operands are registers and numbers that fit; the first of which
    /// that is not so, or `end`.
    fn encode_insts(
        &self,
        _function: &MachineFunction,
        first: Option<InstId>,
        _end: Option<InstId>,
        _out: &mut Vec<u8>,
    ) -> Option<InstId> {
        first
    }

    /// Appends the bytes of the shortest form of a branch to `to`, whose other operands are registers and numbers, and the operands of that form
    /// to `pool`. Nothing done where [`EmitContext`] is to lower it.
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

    /// Whether [`McTarget::relax`] has a longer form of `inst`.
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

    /// What a comment says of `inst`, if there is something that its text does not show.
    fn comment(&self, _inst: &McInst) -> Option<String> {
        None
    }

    /// Reads one statement of assembly, without labels and directives. Errors say what is not understood.
    fn assemble(&self, line: &str, _sink: &mut dyn AsmSink) -> Result<(), String> {
        Err(format!("`{line}` is not understood"))
    }

    /// What a directive does that only this target's assembly has (`.arch_extension`); `None` if the target does not have it.
    fn directive(&self, _directive: &str, _arguments: &str) -> Option<Result<TargetDirective, String>> {
        None
    }

    /// Whether what is used by way of `specifier` is thread-local.
    fn is_thread_local(&self, _specifier: Specifier) -> bool {
        false
    }

    /// Writes `expr` as an operand or word of data has it.
    fn print_expr(&self, expr: &McExpr, names: &dyn SymbolNames, out: &mut dyn Write) -> fmt::Result;

    /// The shortest form of `inst` for this subtarget, if that is another. Branches may become forms that do
    /// not reach; [`McTarget::relax`] makes them longer again.
    fn compress(&self, _inst: &McInst) -> Option<McInst> {
        None
    }

    /// Emits `inst`, of the target's opcodes: through [`EmitContext::emit_plain`], or expanded.
    fn lower_inst(&self, ctx: &mut EmitContext<'_>, inst: InstId) -> error::Result<()>;

    /// What is known of a fixup kind.
    fn fixup_info(&self, kind: FixupKind) -> FixupInfo;

    /// What LLVM calls a kind of fixup, and which bits it fills in, from the first byte's lowest on; `None` for kinds that LLVM names by
    /// their relocation.
    fn fixup_bits(&self, _kind: FixupKind) -> Option<(&'static str, Range<u8>)> {
        None
    }

    /// The relocation that a fixup becomes.
    fn relocation(&self, kind: FixupKind, specifier: Specifier) -> Option<u32>;

    /// The relocations that assembly may name, in the order of their names.
    fn relocation_names(&self) -> &'static [(&'static str, u32)] {
        &[]
    }

    /// The relocation that assembly calls so.
    fn relocation_named(&self, name: &str) -> Option<u32> {
        let names = self.relocation_names();
        names.binary_search_by_key(&name, |row| row.0).ok().map(|n| names[n].1)
    }

    /// Whether a resolvable fixup reaches `distance` bytes (or holds the value, if not relative).
    fn reaches(&self, kind: FixupKind, distance: i64) -> bool;

    /// Puts a resolved distance into the instruction at the start of `bytes`; false if it does not fit.
    fn apply_fixup(&self, kind: FixupKind, distance: i64, bytes: &mut [u8]) -> bool;

    /// The next longer form of a branch with a symbolic target; `None` for everything else. A `Form` may be
    /// lengthened again.
    fn relax(&self, inst: &McInst) -> Option<Longer>;

    /// Instructions that do nothing, of `size` bytes altogether.
    fn nops(&self, size: u64, out: &mut Vec<u8>);

    /// The instruction that does nothing.
    fn nop(&self) -> McInst;

    /// The room for a patch of XRay's; `None` where there is none.
    fn xray_sled(&self) -> Option<XraySled>;

    /// How the calls of stack maps are made; `None` where there are no stack maps.
    fn recorded_calls(&self) -> Option<&dyn RecordedCalls> {
        None
    }

    /// Least alignment of code, in bytes; also that of functions unless they ask for more.
    fn code_align(&self) -> u32;

    /// Whether the linker may shorten sequences of this subtarget's code.
    fn linker_relaxation(&self) -> bool {
        false
    }

    /// How jump tables of this kind are laid out.
    fn jump_table(&self, kind: JumpTableEntryKind) -> JumpTableKind;

    /// Relocations of data.
    fn data_relocations(&self) -> &'static DataRelocations;

    /// Facts about stack unwinding.
    fn unwind(&self) -> &'static UnwindInfo;

    /// Size of an address in bytes: 4 or 8.
    fn address_bytes(&self) -> u8 {
        self.unwind().address_bytes
    }

    /// How the assembler reads data.
    fn dialect(&self) -> &'static AsmDialect;

    /// What the assembly starts with.
    fn asm_prologue(&self, _module: &Module) -> String {
        String::new()
    }

    /// The instruction set, for [`McTarget::asm_subtarget`] of others.
    fn isa(&self) -> String {
        String::new()
    }

    /// What assembly says of this subtarget, where that of the module has the instruction set `module_isa`;
    /// `relaxed`: whether the linker may shorten any code of the module.
    fn asm_subtarget(&self, _module_isa: &str, _relaxed: bool) -> AsmSubtarget {
        AsmSubtarget::default()
    }

    /// What stands in an object besides code and data.
    fn elf(&self, module: &Module) -> ElfInfo;

    /// What says something of the whole object, in both forms of it.
    fn notes(&self, _module: &Module) -> Vec<Note> {
        Vec::new()
    }
}
