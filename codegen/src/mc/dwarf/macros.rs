//! Macros of the source: `.debug_macro`, and `.debug_macinfo` of version 4.
//!
//! * Requires: the list of macros and files of a unit.
//! * Establishes: a table for each unit that has some.
//! * Cost: linear in the macros.
//! * Source: the DWARF standard, version 5, section 6.3; version 4, section 6.3.

use crate::ir::debug_info::MAX_SCOPES;
use crate::ir::debug_info::{Macro, Node, NodeId};
use crate::mc::dwarf::builder::Builder;
use crate::mc::dwarf::entries::AttributeValue;
use crate::mc::dwarf::section::SectionId;
use gimli::constants as dw;

/// Flags of version 5: offsets have 8 bytes; the header holds the start of the line table.
const HAS_WIDE_OFFSETS: u8 = 1;
const HAS_LINES: u8 = 2;

/// `DW_MACINFO_…`: the same in both versions.
const DEFINE: u8 = 1;
const START_FILE: u8 = 3;
const END_FILE: u8 = 4;

impl Builder<'_> {
    /// Appends the macros of a unit, whose line table starts at an offset. Sets the attribute of
    /// its root.
    pub(super) fn unit_macros(&mut self, unit: usize, list: Option<NodeId>, lines: u64) {
        let Some(list) = list.filter(|&list| self.info.list(Some(list)).next().is_some()) else { return };
        let start = self.macros.len();
        let is_new = self.version() >= 5;
        if is_new {
            self.macros.number(5, 2);
            let format = self.info.format();
            let is_wide = format == gimli::Format::Dwarf64;
            self.macros.bytes.push(HAS_LINES | if is_wide { HAS_WIDE_OFFSETS } else { 0 });
            // A split unit uses the table that the object names.
            match self.skeleton {
                Some(_) => self.macros.number(0, format.word_size()),
                None => self.macros.offset(SectionId::Line, lines, format),
            }
        }
        // Files are nested: the rest of each is on this stack.
        let mut open = vec![self.reversed(list)];
        while let Some(rest) = open.last_mut() {
            match rest.pop() {
                Some(node) => match self.info.node(node) {
                    Node::Macro(fields) => self.one_macro(&fields.clone()),
                    Node::MacroFile(file) if open.len() < MAX_SCOPES => {
                        let (line, elements) = (file.line, file.elements);
                        let number = file.file.map_or(0, |file| self.file_number(unit, file));
                        self.macros.bytes.push(START_FILE);
                        self.macros.uleb(line.into());
                        self.macros.uleb(number);
                        open.push(elements.map_or(Vec::new(), |elements| self.reversed(elements)));
                    }
                    _ => {}
                },
                None => {
                    open.pop();
                    // The table itself has another end marker.
                    self.macros.bytes.push(if open.is_empty() { 0 } else { END_FILE });
                }
            }
        }
        let attribute = if is_new { dw::DW_AT_macros } else { dw::DW_AT_macro_info };
        let root = self.units[unit].root;
        self.set(root, attribute, AttributeValue::Offset(SectionId::Macro, start));
    }

    fn reversed(&self, list: NodeId) -> Vec<NodeId> {
        let mut elements: Vec<NodeId> = self.info.list(Some(list)).collect();
        elements.reverse();
        elements
    }

    fn one_macro(&mut self, fields: &Macro) {
        let (name, value) = (self.info.text_of(fields.name), self.info.text_of(fields.value));
        let text = if value.is_empty() { name.to_vec() } else { [name, b" ", value].concat() };
        if self.version() < 5 {
            self.macros.bytes.push(fields.kind);
            self.macros.uleb(fields.line.into());
            return self.macros.string(&text);
        }
        let kind = if fields.kind == DEFINE { dw::DW_MACRO_define_strx } else { dw::DW_MACRO_undef_strx };
        self.macros.bytes.push(kind.0);
        self.macros.uleb(fields.line.into());
        let string = self.string_number(&text);
        self.macros.uleb(string.into());
    }
}
