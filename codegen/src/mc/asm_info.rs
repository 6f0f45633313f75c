//! AsmInfo: the facts of a target's assembly and objects.

use super::gnu_property::Note;
use crate::ir::mir::JumpTableEntryKind;
use crate::ir::module::{InstPrinterOptions, Module, Symbol};
use crate::machine::desc::instructions::Opcode;
use crate::mc::object_info::{DataRelocations, ElfInfo, UnwindInfo};
use std::borrow::Cow;

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

impl AsmDialect {
    /// Returns true if the object marks calls of `symbol` as using registers in a way that the
    /// linker must know of.
    pub(crate) fn has_variant_calls(&self, symbol: &Symbol) -> bool {
        symbol.variant_calls || self.variant_calls.1.contains(&symbol.calling_convention)
    }
}

/// The syntax of a word with the distance to a function through the procedure linkage table.
#[derive(Clone, Copy, Debug)]
pub enum PltDistance {
    /// After the function's name, with the base of the distance.
    FromBase(&'static str),
    /// Around the function, relative to the word.
    FromWord(&'static str),
}

/// The layout of jump tables, which are in read-only data.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JumpTableKind {
    /// The blocks' addresses, in words of this size in bytes.
    Absolute(u8),
    /// The distances of the blocks from the table, in words of this size in bytes.
    Relative(u8),
}

/// The directives for a subtarget, as whole lines.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct AsmSubtarget {
    /// Once, at the start of the file.
    pub of_file: Vec<String>,
    /// Before and after each function of the subtarget.
    pub of_function: [String; 2],
}

/// The facts of assembly and objects.
pub trait AsmInfo {
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

    /// Returns the instruction set, for [`AsmInfo::asm_subtarget`] of others.
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
