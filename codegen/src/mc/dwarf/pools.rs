//! Strings and addresses that entries refer to by index.
//!
//! Cost: a hash lookup for each use.

use crate::mc::dwarf::section::{Contents, Fill, SectionId};
use gimli::Format;
use rustc_hash::FxHashMap as HashMap;

/// The distinct strings.
#[derive(Default)]
pub(crate) struct Strings {
    known: HashMap<Box<[u8]>, u32>,
    /// The offsets, by index.
    offsets: Vec<u64>,
    contents: Contents,
}

impl Strings {
    /// Returns the index of a string.
    pub(crate) fn add(&mut self, text: &[u8]) -> u32 {
        if let Some(&known) = self.known.get(text) {
            return known;
        }
        let number = self.offsets.len() as u32;
        self.offsets.push(self.contents.len());
        self.contents.string(text);
        self.known.insert(text.into(), number);
        number
    }

    /// Returns the offset of a string in its section.
    pub(crate) fn offset(&self, number: u32) -> u64 {
        self.offsets[number as usize]
    }

    /// Returns a string.
    pub(crate) fn text(&self, number: u32) -> &[u8] {
        let rest = &self.contents.bytes[self.offsets[number as usize] as usize..];
        rest.split(|&byte| byte == 0).next().unwrap_or_default()
    }

    /// Returns the section of the strings.
    pub(crate) fn contents(&self) -> &Contents {
        &self.contents
    }

    /// Returns `.debug_str_offsets` of a version: the offset of each string.
    pub(crate) fn offset_table(&self, version: u16, format: Format) -> Contents {
        let mut table = Contents::default();
        if self.offsets.is_empty() {
            return table;
        }
        let length = (version >= 5).then(|| {
            let length = table.start_length(format);
            table.number(5, 2);
            table.number(0, 2);
            length
        });
        for &offset in &self.offsets {
            table.offset(SectionId::Str, offset, format);
        }
        if let Some(length) = length {
            table.end_length(length, format);
        }
        table
    }
}

/// Returns the size in bytes of the header of offset and address tables, in version 5: the base that
/// units name.
pub(crate) fn table_base(format: Format) -> u64 {
    u64::from(format.initial_length_size()) + 4
}

/// The distinct addresses.
#[derive(Default)]
pub(crate) struct Addresses {
    known: HashMap<Fill, u32>,
    list: Vec<Fill>,
}

impl Addresses {
    /// Returns the index of an address.
    pub(crate) fn add(&mut self, address: Fill) -> u32 {
        let next = self.list.len() as u32;
        let number = *self.known.entry(address).or_insert(next);
        if number == next {
            self.list.push(address);
        }
        number
    }

    /// Returns the index of an address that has been added.
    pub fn number(&self, address: Fill) -> Option<u32> {
        self.known.get(&address).copied()
    }

    /// Returns true if there are no addresses.
    pub(crate) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Returns `.debug_addr` of a version.
    pub(crate) fn table(&self, version: u16, address_bytes: u8, format: Format) -> Contents {
        let mut table = Contents::default();
        if self.list.is_empty() {
            return table;
        }
        let length = (version >= 5).then(|| {
            let length = table.start_length(format);
            table.number(5, 2);
            table.bytes.extend([address_bytes, 0]);
            length
        });
        for &address in &self.list {
            table.fill(address, address_bytes);
        }
        if let Some(length) = length {
            table.end_length(length, format);
        }
        table
    }
}
