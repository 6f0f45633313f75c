//! Facts of objects: relocations of data, unwind information, the ELF header.

use super::inst::Specifier;
use crate::ir::mir::CfiDirective;
use crate::ir::module::PointerSchema;
use crate::ir::section::Section;
use gimli::constants as dw;

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
    pub(crate) fn text(&self, schema: PointerSchema) -> String {
        let key = self.keys.get(usize::from(schema.key)).expect("the translator checks numbers of keys");
        let by_address = if schema.by_address { ",addr" } else { "" };
        format!("@AUTH({key},{}{by_address})", schema.discriminator)
    }

    /// Parses the text between the parentheses.
    pub(crate) fn parse(&self, text: &str) -> Option<PointerSchema> {
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
    pub(crate) fn exception_encoding(&self) -> u8 {
        let size = if self.exception_pointer == 8 { dw::DW_EH_PE_sdata8 } else { dw::DW_EH_PE_sdata4 };
        dw::DW_EH_PE_pcrel.0 | size.0
    }

    /// Returns the encoding of an indirect pointer, through an address word.
    pub(crate) fn indirect_encoding(&self) -> u8 {
        self.exception_encoding() | dw::DW_EH_PE_indirect.0
    }
}
