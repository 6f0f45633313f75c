//! Strings and addresses that entries name by number.
//!
//! Cost: a look-up in a hash table for each use.

use super::section::{Contents, Fill, SectionId};
use rustc_hash::FxHashMap as HashMap;

/// Strings, each once.
#[derive(Default)]
pub struct Strings {
    known: HashMap<Box<[u8]>, u32>,
    /// By number.
    offsets: Vec<u64>,
    contents: Contents,
}

impl Strings {
    /// The number of a string.
    pub fn add(&mut self, text: &[u8]) -> u32 {
        if let Some(&known) = self.known.get(text) {
            return known;
        }
        let number = self.offsets.len() as u32;
        self.offsets.push(self.contents.len());
        self.contents.string(text);
        self.known.insert(text.into(), number);
        number
    }

    /// Where a string starts in its section.
    pub fn offset(&self, number: u32) -> u64 {
        self.offsets[number as usize]
    }

    /// A string.
    pub fn text(&self, number: u32) -> &[u8] {
        let rest = &self.contents.bytes[self.offsets[number as usize] as usize..];
        rest.split(|&byte| byte == 0).next().unwrap_or_default()
    }

    /// The section of the strings.
    pub fn contents(&self) -> &Contents {
        &self.contents
    }

    /// `.debug_str_offsets` of a version: where each starts.
    pub fn offset_table(&self, version: u16) -> Contents {
        let mut table = Contents::default();
        if self.offsets.is_empty() {
            return table;
        }
        let length = (version >= 5).then(|| {
            let length = table.start_length();
            table.number(5, 2);
            table.number(0, 2);
            length
        });
        for &offset in &self.offsets {
            table.fill(Fill::Section(SectionId::Str, offset), 4);
        }
        if let Some(length) = length {
            table.end_length(length);
        }
        table
    }
}

/// The bytes before the first entry of tables of strings' offsets and of addresses, of version 5: what units name as their base.
pub const TABLE_HEADER: u64 = 8;

/// Addresses, each once.
#[derive(Default)]
pub struct Addresses {
    known: HashMap<Fill, u32>,
    list: Vec<Fill>,
}

impl Addresses {
    /// The number of an address.
    pub fn add(&mut self, address: Fill) -> u32 {
        let next = self.list.len() as u32;
        let number = *self.known.entry(address).or_insert(next);
        if number == next {
            self.list.push(address);
        }
        number
    }

    /// The number that an address has already.
    pub fn number(&self, address: Fill) -> Option<u32> {
        self.known.get(&address).copied()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// `.debug_addr` of a version.
    pub fn table(&self, version: u16, address_bytes: u8) -> Contents {
        let mut table = Contents::default();
        if self.list.is_empty() {
            return table;
        }
        let length = (version >= 5).then(|| {
            let length = table.start_length();
            table.number(5, 2);
            table.bytes.extend([address_bytes, 0]);
            length
        });
        for &address in &self.list {
            table.fill(address, address_bytes);
        }
        if let Some(length) = length {
            table.end_length(length);
        }
        table
    }
}
