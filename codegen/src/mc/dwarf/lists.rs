//! Range lists and location lists.
//!
//! * Requires: ranges in address order.
//! * Establishes: `.debug_rnglists` and `.debug_loclists` of version 5, one table for all units.
//!   For version 4, `.debug_ranges` and `.debug_loc`: each list begins with a base address; split
//!   lists use address indices, as in GNU's extension.
//! * Source: the DWARF standard, version 5, sections 2.17.3, 2.6.2, 7.28 and 7.29; version 4,
//!   sections 2.17.3 and 2.6.2.

use crate::mc::dwarf::placed::{CodeAddress, CodeRange};
use crate::mc::dwarf::pools::Addresses;
use crate::mc::dwarf::section::{Contents, Fill};
use gimli::Format;
use gimli::constants as dw;

/// Lists of one kind.
pub(crate) struct Lists {
    version: u16,
    format: Format,
    address_bytes: u8,
    /// True if addresses are represented by their indices only.
    is_split: bool,
    /// The start offset of each list.
    offsets: Vec<u64>,
    contents: Contents,
}

/// `DW_LLE_GNU_…`: kinds of entries of split lists in version 4.
const GNU_END: u8 = 0;
const GNU_START_END: u8 = 2;
const GNU_START_LENGTH: u8 = 3;

impl Lists {
    /// Returns an empty table; `is_split` is true for split debug information.
    pub(crate) fn new(version: u16, format: Format, address_bytes: u8, is_split: bool) -> Lists {
        let (offsets, contents) = (Vec::new(), Contents::default());
        Lists { version, format, address_bytes, is_split, offsets, contents }
    }

    /// Returns true if there are no lists.
    pub(crate) fn is_empty(&self) -> bool {
        self.offsets.is_empty()
    }

    /// Returns the base of lists in units: the size in bytes before the offset table, in version 5.
    pub(crate) fn base(&self) -> u64 {
        u64::from(self.format.initial_length_size()) + 8
    }

    /// Returns the offset of a list in version 4, its index in version 5.
    pub(crate) fn reference(&self, list: usize) -> u64 {
        if self.version >= 5 { list as u64 } else { self.offsets[list] }
    }

    /// Returns true if an address comes after a base, so the distance is not negative.
    fn is_after(base: CodeAddress, address: CodeAddress) -> bool {
        base.section == address.section && address.offset >= base.offset
    }

    /// Adds a list of ranges, each with an expression in a location list. Ranges may be relative to
    /// `origin`. `is_fixed` returns true if the distance between two addresses of a section is
    /// final.
    pub(crate) fn add(
        &mut self,
        ranges: &[(CodeRange, Option<&Contents>)],
        origin: Option<CodeAddress>,
        addresses: &mut Addresses,
        is_fixed: &dyn Fn(CodeAddress, CodeAddress) -> bool,
    ) -> usize {
        self.offsets.push(self.contents.len());
        if self.is_split && self.version < 5 {
            return self.add_numbered(ranges, addresses, is_fixed);
        }
        let mut base: Option<CodeAddress> = None;
        for &(range, expression) in ranges {
            let (start, end) = (range.start, range.end);
            let counts = |origin: &CodeAddress| {
                let is_based = Self::is_after(*origin, start) && Self::is_after(*origin, end);
                is_based && is_fixed(*origin, start) && is_fixed(*origin, end)
            };
            // In split lists, gdb reads no locations whose ranges are relative to a base.
            let has_no_base = self.is_split && expression.is_some();
            let from = match (base.filter(|base| base.section == start.section), origin.filter(counts)) {
                _ if has_no_base => start,
                (Some(base), _) => base,
                (None, Some(origin)) => {
                    base = Some(origin);
                    self.base_address(origin, addresses);
                    origin
                }
                (None, None) if is_fixed(start, end) && (ranges.len() > 1 || self.version < 5) => {
                    base = Some(start);
                    self.base_address(start, addresses);
                    start
                }
                (None, None) => start,
            };
            let based = base.filter(|&base| is_fixed(base, end) && is_fixed(base, start));
            let is_based = based.is_some() && Self::is_after(from, start) && Self::is_after(from, end);
            match (is_based, self.version >= 5) {
                (true, true) => {
                    self.contents.bytes.push(dw::DW_RLE_offset_pair.0);
                    self.contents.settled_distance(from, start);
                    self.contents.settled_distance(from, end);
                }
                (true, false) => {
                    self.contents.fill(Fill::Distance(from, start), self.address_bytes);
                    self.contents.fill(Fill::Distance(from, end), self.address_bytes);
                }
                (false, true) => self.absolute_pair(range, expression.is_some(), addresses, is_fixed),
                (false, false) => {
                    self.contents.number(u64::MAX, self.address_bytes);
                    self.contents.number(0, self.address_bytes);
                    base = None;
                    self.contents.fill(Fill::Code(start), self.address_bytes);
                    self.contents.fill(Fill::Code(end), self.address_bytes);
                }
            }
            if let Some(expression) = expression {
                match self.version >= 5 {
                    true => self.contents.uleb(expression.len()),
                    false => self.contents.number(expression.len(), 2),
                }
                self.contents.append(expression);
            }
        }
        self.end_list();
        self.offsets.len() - 1
    }

    /// Adds a list in the split form of version 4.
    fn add_numbered(
        &mut self,
        ranges: &[(CodeRange, Option<&Contents>)],
        addresses: &mut Addresses,
        is_fixed: &dyn Fn(CodeAddress, CodeAddress) -> bool,
    ) -> usize {
        let out = &mut self.contents;
        for &(CodeRange { start, end }, expression) in ranges {
            let is_settled = is_fixed(start, end);
            out.bytes.push(if is_settled { GNU_START_LENGTH } else { GNU_START_END });
            out.uleb(addresses.add(Fill::Code(start)).into());
            match is_settled {
                true => out.fill(Fill::Distance(start, end), 4),
                false => out.uleb(addresses.add(Fill::Code(end)).into()),
            }
            let expression = expression.cloned().unwrap_or_default();
            out.number(expression.len(), 2);
            out.append(&expression);
        }
        out.bytes.push(GNU_END);
        self.offsets.len() - 1
    }

    fn base_address(&mut self, base: CodeAddress, addresses: &mut Addresses) {
        if self.version >= 5 {
            self.contents.bytes.push(dw::DW_RLE_base_addressx.0);
            self.contents.uleb(addresses.add(Fill::Code(base)).into());
        } else {
            self.contents.number(u64::MAX, self.address_bytes);
            self.contents.fill(Fill::Code(base), self.address_bytes);
        }
    }

    fn absolute_pair(
        &mut self,
        CodeRange { start, end }: CodeRange,
        is_location: bool,
        addresses: &mut Addresses,
        is_fixed: &dyn Fn(CodeAddress, CodeAddress) -> bool,
    ) {
        let is_settled = is_fixed(start, end) && Self::is_after(start, end);
        if !is_settled && is_location && !self.is_split {
            // gdb reads no locations whose ranges have two address indices.
            self.contents.bytes.push(dw::DW_LLE_start_end.0);
            self.contents.fill(Fill::Code(start), self.address_bytes);
            return self.contents.fill(Fill::Code(end), self.address_bytes);
        }
        let kind = if is_settled { dw::DW_RLE_startx_length } else { dw::DW_RLE_startx_endx };
        self.contents.bytes.push(kind.0);
        self.contents.uleb(addresses.add(Fill::Code(start)).into());
        match is_settled {
            true => self.contents.settled_distance(start, end),
            false => self.contents.uleb(addresses.add(Fill::Code(end)).into()),
        }
    }

    fn end_list(&mut self) {
        match self.version >= 5 {
            // The number is the same in both kinds of lists.
            true => self.contents.bytes.push(dw::DW_RLE_end_of_list.0),
            false => {
                self.contents.number(0, self.address_bytes);
                self.contents.number(0, self.address_bytes);
            }
        }
    }

    /// Returns the section.
    pub(crate) fn finish(self) -> Contents {
        if self.version < 5 || self.offsets.is_empty() {
            return self.contents;
        }
        let mut section = Contents::default();
        let length = section.start_length(self.format);
        section.number(5, 2);
        section.bytes.extend([self.address_bytes, 0]);
        section.number(self.offsets.len() as u64, 4);
        let size = self.format.word_size();
        let table = u64::from(size) * self.offsets.len() as u64;
        for &offset in &self.offsets {
            section.number(table + offset, size);
        }
        section.append(&self.contents);
        section.end_length(length, self.format);
        section
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Entry kinds have the same numbers in both kinds of lists, so one writer suffices.
    #[test]
    fn ranges_and_locations_have_the_same_kinds() {
        let pairs = [
            (dw::DW_RLE_end_of_list.0, dw::DW_LLE_end_of_list.0),
            (dw::DW_RLE_base_addressx.0, dw::DW_LLE_base_addressx.0),
            (dw::DW_RLE_startx_endx.0, dw::DW_LLE_startx_endx.0),
            (dw::DW_RLE_startx_length.0, dw::DW_LLE_startx_length.0),
            (dw::DW_RLE_offset_pair.0, dw::DW_LLE_offset_pair.0),
        ];
        assert!(pairs.iter().all(|(ranges, locations)| ranges == locations));
    }
}
