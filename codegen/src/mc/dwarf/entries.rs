//! Debugging information entries (DIEs): a tree for each unit, the abbreviations, and their
//! encoding.
//!
//! * Requires: referenced entries are in the tree when it is written.
//! * Establishes: `.debug_info`, the type units, and `.debug_abbrev`; one abbreviation table for
//!   all units.
//! * Cost: linear, with a hash lookup for each entry.
//! * Source: the DWARF standard, sections 7.5 and 7.6.

use crate::ir::debug_info::DebugInfo;
use crate::mc::dwarf::pools::{Addresses, Strings};
use crate::mc::dwarf::section::{Contents, Fill, SectionId};
use crate::support::leb128;
use gimli::constants as dw;
use gimli::{DwAt, DwForm, DwTag, DwUt, Format};
use rustc_hash::{FxHashMap as HashMap, FxHasher};
use std::hash::Hasher;

/// An entry.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct EntryId(u32);

/// The number of attributes of variables and members, which most entries are.
const USUAL_ATTRIBUTES: usize = 5;

/// The value of an attribute.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum AttributeValue {
    /// A number in the shortest form.
    Number(u64),
    /// An unsigned number.
    Unsigned(u64),
    /// A signed number.
    Signed(i64),
    /// True.
    Flag,
    /// A string, by its index.
    Text(u32),
    /// An address.
    Address(Fill),
    /// A 4-byte number that is resolved later.
    Word(Fill),
    /// An offset in another section.
    Offset(SectionId, u64),
    /// The index of a range or location list in a unit's table.
    List(DwForm, u64),
    /// A reference to an entry.
    Entry(EntryId),
    /// The id of the unit, which is set last: the first attribute of its root.
    UnitNumber,
    /// The type of the type unit with this signature.
    Signature(u64),
    /// An expression.
    Expression(Contents),
    /// Bytes.
    Block(Vec<u8>),
}

/// The kind of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UnitKind {
    /// A compile unit.
    Compile,
    /// A skeleton unit, for a split unit in another file.
    Skeleton,
    /// A split unit.
    Split,
    /// A type unit, by its signature.
    Type(u64),
}

struct Unit {
    root: EntryId,
    kind: UnitKind,
    is_left_out: bool,
    /// The entry of a type unit's type.
    described: Option<EntryId>,
}

struct Entry {
    tag: DwTag,
    unit: u32,
    attributes: Vec<(DwAt, AttributeValue)>,
    children: Vec<EntryId>,
    /// The offset in its section, once known.
    offset: u64,
    abbreviation: u32,
}

/// All entries of a module.
#[derive(Default)]
pub(crate) struct Entries {
    list: Vec<Entry>,
    units: Vec<Unit>,
    has_addresses: bool,
    /// The version whose attributes entries may have; 0 for those of all.
    strict_version: u16,
}

/// The context of encoding.
pub(crate) struct Encoding<'a> {
    /// Version of DWARF.
    pub version: u16,
    /// Its format.
    pub format: Format,
    /// Size of an address in bytes.
    pub address_bytes: u8,
    /// The strings.
    pub strings: &'a Strings,
    /// The addresses.
    pub addresses: &'a mut Addresses,
    /// True for the split file, which in version 4 does not hold the strings and addresses.
    pub is_split: bool,
}

impl Encoding<'_> {
    /// Returns the size in bytes of a reference to another unit, an address in version 2.
    fn reference_bytes(&self) -> u8 {
        if self.version < 3 { self.address_bytes } else { self.format.word_size() }
    }
}

/// Encoded entries.
#[derive(Default)]
pub(crate) struct Written {
    /// `.debug_info`.
    pub info: Contents,
    /// `.debug_abbrev`.
    pub abbreviations: Contents,
    /// The type units, by signature: one section each, but one for all of a split file.
    pub types: Vec<(u64, Contents)>,
}

impl Entries {
    /// Returns no entries, of `info`.
    pub(crate) fn of(info: &DebugInfo) -> Entries {
        Entries { strict_version: if info.is_strict { info.version } else { 0 }, ..Entries::default() }
    }

    fn add(&mut self, tag: DwTag, unit: u32) -> EntryId {
        let attributes = Vec::with_capacity(USUAL_ATTRIBUTES);
        let entry = Entry { tag, unit, attributes, children: Vec::new(), offset: 0, abbreviation: 0 };
        self.list.push(entry);
        EntryId(self.list.len() as u32 - 1)
    }

    /// Starts a unit.
    pub(crate) fn add_unit(&mut self, tag: DwTag, kind: UnitKind) -> EntryId {
        let root = self.add(tag, self.units.len() as u32);
        self.units.push(Unit { root, kind, is_left_out: false, described: None });
        root
    }

    /// Sets the type of a type unit.
    pub(crate) fn set_described(&mut self, root: EntryId, ty: EntryId) {
        let unit = self.unit_of(root);
        self.units[unit].described = Some(ty);
    }

    /// Excludes a unit from the output.
    pub(crate) fn leave_out(&mut self, root: EntryId) {
        let unit = self.unit_of(root);
        self.units[unit].is_left_out = true;
    }

    /// Creates an entry in the same unit as `near`; it gets a parent later.
    pub(crate) fn add_loose(&mut self, near: EntryId, tag: DwTag) -> EntryId {
        self.add(tag, self.list[near.0 as usize].unit)
    }

    /// Sets the parent of a loose entry.
    pub(crate) fn attach(&mut self, parent: EntryId, child: EntryId) {
        self.list[child.0 as usize].unit = self.list[parent.0 as usize].unit;
        self.list[parent.0 as usize].children.push(child);
    }

    /// Returns the number of an entry's unit.
    pub(crate) fn unit_of(&self, entry: EntryId) -> usize {
        self.list[entry.0 as usize].unit as usize
    }

    /// Creates a child of an entry.
    pub(crate) fn add_child(&mut self, parent: EntryId, tag: DwTag) -> EntryId {
        let child = self.add(tag, self.list[parent.0 as usize].unit);
        self.list[parent.0 as usize].children.push(child);
        child
    }

    /// Removes the children of an entry; each is added again later.
    pub(crate) fn take_children(&mut self, parent: EntryId) -> Vec<EntryId> {
        std::mem::take(&mut self.list[parent.0 as usize].children)
    }

    /// Adds a removed child again, as the last one.
    pub(crate) fn put_below(&mut self, parent: EntryId, child: EntryId) {
        self.list[parent.0 as usize].children.push(child);
    }

    /// Adds an attribute.
    pub(crate) fn set(&mut self, entry: EntryId, attribute: DwAt, value: AttributeValue) {
        if self.strict_version != 0 && version_of(attribute) > self.strict_version {
            return;
        }
        self.has_addresses |= matches!(value, AttributeValue::Address(_));
        self.list[entry.0 as usize].attributes.push((attribute, value));
    }

    /// Returns true if the value of an attribute is an address.
    pub(crate) fn has_addresses(&self) -> bool {
        self.has_addresses
    }

    /// Returns true if an entry has an attribute.
    pub(crate) fn has(&self, entry: EntryId, attribute: DwAt) -> bool {
        self.list[entry.0 as usize].attributes.iter().any(|(at, _)| *at == attribute)
    }

    /// Returns the root of a unit.
    pub(crate) fn root(&self, unit: usize) -> EntryId {
        self.units[unit].root
    }

    /// Returns true if a unit is written.
    pub(crate) fn is_written(&self, unit: usize) -> bool {
        !self.units[unit].is_left_out
    }

    /// Returns the tag of an entry.
    pub(crate) fn tag(&self, entry: EntryId) -> DwTag {
        self.list[entry.0 as usize].tag
    }

    /// Returns the children of an entry.
    pub(crate) fn children(&self, entry: EntryId) -> &[EntryId] {
        &self.list[entry.0 as usize].children
    }

    /// Returns the value of an attribute, if an entry has it.
    pub(crate) fn value(&self, entry: EntryId, attribute: DwAt) -> Option<&AttributeValue> {
        let attributes = &self.list[entry.0 as usize].attributes;
        attributes.iter().find(|(at, _)| *at == attribute).map(|(_, value)| value)
    }

    /// Encodes all units.
    pub(crate) fn write(&mut self, encoding: &mut Encoding<'_>) -> Written {
        let mut abbreviations = Abbreviations::default();
        let mut written = Written::default();
        let units: Vec<usize> = (0..self.units.len()).filter(|&unit| self.is_written(unit)).collect();
        if units.is_empty() {
            return written;
        }
        let (types, others): (Vec<usize>, Vec<usize>) =
            units.into_iter().partition(|&unit| matches!(self.units[unit].kind, UnitKind::Type(_)));
        for unit in types {
            let Unit { root, kind: UnitKind::Type(signature), .. } = self.units[unit] else { continue };
            self.assign_offsets(
                root,
                header_size(encoding.version, encoding.format, self.units[unit].kind),
                encoding,
                &mut abbreviations,
            );
            let mut contents = Contents::default();
            self.write_unit(unit, encoding, &mut contents);
            written.types.push((signature, contents));
        }
        if encoding.is_split && encoding.version >= 5 {
            written.types.drain(..).for_each(|(_, contents)| written.info.append(&contents));
        }
        let mut end = written.info.len();
        for &unit in &others {
            let Unit { root, kind, .. } = self.units[unit];
            end = self.assign_offsets(
                root,
                end + header_size(encoding.version, encoding.format, kind),
                encoding,
                &mut abbreviations,
            );
        }
        for unit in others {
            self.write_unit(unit, encoding, &mut written.info);
        }
        written.abbreviations = abbreviations.contents();
        written
    }

    /// Appends a unit whose layout is complete.
    fn write_unit(&self, unit: usize, encoding: &mut Encoding<'_>, out: &mut Contents) {
        let Unit { root, kind, described, .. } = self.units[unit];
        let (start, format) = (out.len(), encoding.format);
        let length = out.start_length(format);
        out.number(encoding.version.into(), 2);
        if encoding.version >= 5 {
            out.bytes.extend([unit_type(kind, encoding.is_split).0, encoding.address_bytes]);
        }
        out.offset(SectionId::Abbrev, 0, format);
        if encoding.version < 5 {
            out.bytes.push(encoding.address_bytes);
        }
        match kind {
            UnitKind::Type(signature) => {
                out.number(signature, 8);
                let described = described.unwrap_or(root);
                out.number(self.list[described.0 as usize].offset - start, format.word_size());
            }
            // The id is set later.
            UnitKind::Skeleton | UnitKind::Split if encoding.version >= 5 => out.number(0, NUMBER_BYTES),
            UnitKind::Compile | UnitKind::Skeleton | UnitKind::Split => {}
        }
        self.write_entry(root, start, encoding, out);
        out.end_length(length, format);
    }

    /// Returns the start offset of a unit in its section, after layout.
    pub(crate) fn unit_start(&self, unit: usize, version: u16, format: Format) -> u64 {
        let Unit { root, kind, .. } = self.units[unit];
        self.list[root.0 as usize].offset.saturating_sub(header_size(version, format, kind))
    }

    /// Returns the ids of units: hashes of their contents in `info`.
    pub(crate) fn numbers(&self, info: &Contents) -> Vec<u64> {
        let number = |(index, unit): (usize, &Unit)| {
            let start = self.list[unit.root.0 as usize].offset as usize;
            let is_next = |next: &&Unit| !next.is_left_out && !matches!(next.kind, UnitKind::Type(_));
            let next = self.units[index + 1..].iter().find(is_next);
            let end = next.map_or(info.bytes.len(), |next| self.list[next.root.0 as usize].offset as usize);
            let mut hasher = FxHasher::default();
            hasher.write_usize(index);
            hasher.write(info.bytes.get(start..end).unwrap_or_default());
            hasher.finish()
        };
        self.units.iter().enumerate().map(|(index, unit)| number((index, unit))).collect()
    }

    /// Sets the ids of units: at the end of the header, or in version 4 in the first attribute.
    pub(crate) fn set_numbers(&self, numbers: &[u64], version: u16, info: &mut Contents) {
        for (unit, number) in self.units.iter().zip(numbers).filter(|(unit, _)| !unit.is_left_out) {
            if !matches!(unit.kind, UnitKind::Skeleton | UnitKind::Split) {
                continue;
            }
            let root = &self.list[unit.root.0 as usize];
            let start = match version >= 5 {
                true => root.offset as usize - usize::from(NUMBER_BYTES),
                false => root.offset as usize + leb128::unsigned(root.abbreviation.into()).len(),
            };
            info.bytes[start..start + usize::from(NUMBER_BYTES)].copy_from_slice(&number.to_le_bytes());
        }
    }

    /// Returns the start offset of each unit in its section, after layout; `None` for excluded
    /// ones.
    pub(crate) fn unit_starts(&self, version: u16, format: Format) -> Vec<Option<u64>> {
        let start = |unit: usize| self.is_written(unit).then(|| self.unit_start(unit, version, format));
        (0..self.units.len()).map(start).collect()
    }

    /// Returns the offset of an entry from the start of its unit, after layout.
    pub(crate) fn offset_in_unit(&self, entry: EntryId, version: u16, format: Format) -> u64 {
        self.list[entry.0 as usize].offset.saturating_sub(self.unit_start(
            self.unit_of(entry),
            version,
            format,
        ))
    }

    /// Assigns the offsets of an entry and its descendants. Returns their end.
    fn assign_offsets(
        &mut self,
        root: EntryId,
        start: u64,
        encoding: &mut Encoding<'_>,
        abbreviations: &mut Abbreviations,
    ) -> u64 {
        // Trees may be deep, so an explicit stack of open entries is used.
        let mut offset = self.assign_offset(root, start, encoding, abbreviations);
        let mut open: Vec<(EntryId, usize)> = vec![(root, 0)];
        while let Some((entry, next)) = open.last_mut() {
            let children = &self.list[entry.0 as usize].children;
            match children.get(*next).copied() {
                Some(child) => {
                    *next += 1;
                    offset = self.assign_offset(child, offset, encoding, abbreviations);
                    open.push((child, 0));
                }
                None => {
                    offset += u64::from(!children.is_empty());
                    open.pop();
                }
            }
        }
        offset
    }

    fn assign_offset(
        &mut self,
        id: EntryId,
        offset: u64,
        encoding: &mut Encoding<'_>,
        abbreviations: &mut Abbreviations,
    ) -> u64 {
        let entry = &self.list[id.0 as usize];
        let named = |at: DwAt| match at {
            dw::DW_AT_linkage_name if encoding.version < 4 => dw::DW_AT_MIPS_linkage_name,
            at => at,
        };
        let forms =
            entry.attributes.iter().map(|(at, value)| (named(*at), self.form(entry, value, encoding)));
        let key = Abbreviation {
            tag: entry.tag,
            has_children: !entry.children.is_empty(),
            attributes: forms.collect(),
        };
        let mut size = 0;
        for ((_, value), (_, form)) in entry.attributes.iter().zip(&key.attributes) {
            size += value_size(value, *form, encoding);
        }
        let code = abbreviations.code(key);
        let entry = &mut self.list[id.0 as usize];
        (entry.offset, entry.abbreviation) = (offset, code);
        offset + leb128::unsigned(code.into()).len() as u64 + size
    }

    fn form(&self, entry: &Entry, value: &AttributeValue, encoding: &Encoding<'_>) -> DwForm {
        let (is_new, is_old) = (encoding.version >= 5, encoding.version < 4);
        match value {
            AttributeValue::Number(0..=0xff) => dw::DW_FORM_data1,
            AttributeValue::Number(0x100..=0xffff) => dw::DW_FORM_data2,
            AttributeValue::Number(0x1_0000..=0xffff_ffff) | AttributeValue::Word(_) => dw::DW_FORM_data4,
            AttributeValue::Number(_) => dw::DW_FORM_data8,
            AttributeValue::Unsigned(_) => dw::DW_FORM_udata,
            AttributeValue::Signed(_) => dw::DW_FORM_sdata,
            AttributeValue::Flag if is_old => dw::DW_FORM_flag,
            AttributeValue::Flag => dw::DW_FORM_flag_present,
            AttributeValue::Text(_) if !is_new && encoding.is_split => dw::DW_FORM_GNU_str_index,
            AttributeValue::Text(_) if !is_new => dw::DW_FORM_strp,
            AttributeValue::Text(0..=0xff) => dw::DW_FORM_strx1,
            AttributeValue::Text(0x100..=0xffff) => dw::DW_FORM_strx2,
            AttributeValue::Text(_) => dw::DW_FORM_strx4,
            AttributeValue::Address(_) if is_new => dw::DW_FORM_addrx,
            AttributeValue::Address(_) if encoding.is_split => dw::DW_FORM_GNU_addr_index,
            AttributeValue::Address(_) => dw::DW_FORM_addr,
            AttributeValue::Offset(..) if is_old && encoding.format == Format::Dwarf64 => dw::DW_FORM_data8,
            AttributeValue::Offset(..) if is_old => dw::DW_FORM_data4,
            AttributeValue::Offset(..) => dw::DW_FORM_sec_offset,
            AttributeValue::List(form, _) => *form,
            AttributeValue::Entry(to) if self.list[to.0 as usize].unit == entry.unit => dw::DW_FORM_ref4,
            AttributeValue::Entry(_) => dw::DW_FORM_ref_addr,
            AttributeValue::UnitNumber => dw::DW_FORM_data8,
            AttributeValue::Signature(_) => dw::DW_FORM_ref_sig8,
            AttributeValue::Expression(_) if !is_old => dw::DW_FORM_exprloc,
            AttributeValue::Expression(contents) => block_form(contents.len()),
            AttributeValue::Block(bytes) => match block_form(bytes.len() as u64) {
                dw::DW_FORM_block2 => dw::DW_FORM_block4,
                form => form,
            },
        }
    }

    fn write_entry(&self, root: EntryId, unit: u64, encoding: &mut Encoding<'_>, out: &mut Contents) {
        self.write_one(root, unit, encoding, out);
        let mut open: Vec<(EntryId, usize)> = vec![(root, 0)];
        while let Some((entry, next)) = open.last_mut() {
            let children = &self.list[entry.0 as usize].children;
            match children.get(*next).copied() {
                Some(child) => {
                    *next += 1;
                    self.write_one(child, unit, encoding, out);
                    open.push((child, 0));
                }
                None => {
                    if !children.is_empty() {
                        out.bytes.push(0);
                    }
                    open.pop();
                }
            }
        }
    }

    fn write_one(&self, id: EntryId, unit: u64, encoding: &mut Encoding<'_>, out: &mut Contents) {
        let entry = &self.list[id.0 as usize];
        debug_assert_eq!(out.len(), entry.offset, "an entry is where it was laid");
        out.uleb(entry.abbreviation.into());
        for (_, value) in &entry.attributes {
            let form = self.form(entry, value, encoding);
            self.write_value(value, form, unit, encoding, out);
        }
    }

    fn write_value(
        &self,
        value: &AttributeValue,
        form: DwForm,
        unit: u64,
        encoding: &mut Encoding<'_>,
        out: &mut Contents,
    ) {
        match value {
            AttributeValue::Number(number) => out.number(*number, number_size(form)),
            AttributeValue::Unsigned(number) => out.uleb(*number),
            AttributeValue::Signed(number) => out.sleb(*number),
            AttributeValue::Flag if form == dw::DW_FORM_flag => out.bytes.push(1),
            AttributeValue::Flag => {}
            AttributeValue::Text(number) if form == dw::DW_FORM_strp => {
                out.offset(SectionId::Str, encoding.strings.offset(*number), encoding.format);
            }
            AttributeValue::Text(number) if form == dw::DW_FORM_GNU_str_index => out.uleb((*number).into()),
            AttributeValue::Text(number) => out.number((*number).into(), number_size(form)),
            AttributeValue::Address(address) if form == dw::DW_FORM_addr => {
                out.fill(*address, encoding.address_bytes)
            }
            AttributeValue::Address(address) => out.uleb(encoding.addresses.add(*address).into()),
            AttributeValue::Word(fill) => out.fill(*fill, 4),
            AttributeValue::Offset(section, offset) => out.offset(*section, *offset, encoding.format),
            AttributeValue::List(..) if form == dw::DW_FORM_sec_offset => {}
            AttributeValue::List(_, number) => out.uleb(*number),
            AttributeValue::Entry(to) => {
                let to = self.list[to.0 as usize].offset;
                match form {
                    dw::DW_FORM_ref_addr => {
                        out.fill(Fill::Section(SectionId::Info, to), encoding.reference_bytes());
                    }
                    _ => out.number(to - unit, 4),
                }
            }
            AttributeValue::UnitNumber => out.number(0, NUMBER_BYTES),
            AttributeValue::Signature(signature) => out.number(*signature, 8),
            AttributeValue::Expression(contents) => {
                match form {
                    dw::DW_FORM_exprloc => out.uleb(contents.len()),
                    form => out.number(contents.len(), length_bytes(form)),
                }
                out.append(contents);
            }
            AttributeValue::Block(bytes) => {
                out.number(bytes.len() as u64, length_bytes(form));
                out.bytes.extend_from_slice(bytes);
            }
        }
    }
}

/// Returns the version that an attribute is from, by the order of their numbers; 0 for a vendor's.
fn version_of(attribute: DwAt) -> u16 {
    match attribute {
        DwAt(..0x4e) => 2,
        // The name that is written instead is a vendor's.
        dw::DW_AT_linkage_name => 0,
        DwAt(..0x69) => 3,
        DwAt(..0x6f) => 4,
        DwAt(..0x2000) => 5,
        DwAt(_) => 0,
    }
}

/// The size in bytes of the id of a split unit.
const NUMBER_BYTES: u8 = 8;

/// Returns the size of a unit's header in bytes.
fn header_size(version: u16, format: Format, kind: UnitKind) -> u64 {
    let offset = u64::from(format.word_size());
    let least = u64::from(format.initial_length_size()) + offset + if version >= 5 { 4 } else { 3 };
    match kind {
        // The signature, and the offset of the type.
        UnitKind::Type(_) => least + 8 + offset,
        UnitKind::Skeleton | UnitKind::Split if version >= 5 => least + u64::from(NUMBER_BYTES),
        UnitKind::Compile | UnitKind::Skeleton | UnitKind::Split => least,
    }
}

/// Returns the unit type in the header.
fn unit_type(kind: UnitKind, is_split: bool) -> DwUt {
    match kind {
        UnitKind::Compile => dw::DW_UT_compile,
        UnitKind::Skeleton => dw::DW_UT_skeleton,
        UnitKind::Split => dw::DW_UT_split_compile,
        UnitKind::Type(_) if is_split => dw::DW_UT_split_type,
        UnitKind::Type(_) => dw::DW_UT_type,
    }
}

/// Returns the size in bytes of a number in a fixed-size form.
fn number_size(form: DwForm) -> u8 {
    match form {
        dw::DW_FORM_data1 | dw::DW_FORM_strx1 => 1,
        dw::DW_FORM_data2 | dw::DW_FORM_strx2 => 2,
        dw::DW_FORM_data8 => 8,
        _ => 4,
    }
}

/// Returns the form of a block with a number of bytes.
fn block_form(bytes: u64) -> DwForm {
    match bytes {
        0..=0xff => dw::DW_FORM_block1,
        0x100..=0xffff => dw::DW_FORM_block2,
        _ => dw::DW_FORM_block4,
    }
}

/// Returns the size in bytes of the length of a block.
fn length_bytes(form: DwForm) -> u8 {
    match form {
        dw::DW_FORM_block1 => 1,
        dw::DW_FORM_block2 => 2,
        _ => 4,
    }
}

fn value_size(value: &AttributeValue, form: DwForm, encoding: &mut Encoding<'_>) -> u64 {
    let uleb = |value: u64| leb128::unsigned(value).len() as u64;
    match value {
        AttributeValue::Flag => u64::from(form == dw::DW_FORM_flag),
        AttributeValue::Text(number) if form == dw::DW_FORM_GNU_str_index => uleb((*number).into()),
        AttributeValue::Text(_) if form == dw::DW_FORM_strp => encoding.format.word_size().into(),
        AttributeValue::Number(_) | AttributeValue::Text(_) => number_size(form).into(),
        AttributeValue::UnitNumber | AttributeValue::Signature(_) => 8,
        AttributeValue::Entry(_) if form == dw::DW_FORM_ref_addr => encoding.reference_bytes().into(),
        AttributeValue::Offset(..) => encoding.format.word_size().into(),
        AttributeValue::Word(_) | AttributeValue::Entry(_) => 4,
        AttributeValue::Unsigned(number) => uleb(*number),
        AttributeValue::Signed(number) => {
            let mut bytes = Vec::new();
            leb128::push_signed(*number, &mut bytes);
            bytes.len() as u64
        }
        AttributeValue::Address(_) if form == dw::DW_FORM_addr => encoding.address_bytes.into(),
        AttributeValue::Address(address) => uleb(encoding.addresses.add(*address).into()),
        AttributeValue::List(_, number) => uleb(*number),
        AttributeValue::Expression(contents) if form == dw::DW_FORM_exprloc => {
            uleb(contents.len()) + contents.len()
        }
        AttributeValue::Expression(contents) => u64::from(length_bytes(form)) + contents.len(),
        AttributeValue::Block(bytes) => u64::from(length_bytes(form)) + bytes.len() as u64,
    }
}

/// An abbreviation.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Abbreviation {
    tag: DwTag,
    has_children: bool,
    attributes: Vec<(DwAt, DwForm)>,
}

#[derive(Default)]
struct Abbreviations {
    known: HashMap<Abbreviation, u32>,
    contents: Contents,
}

impl Abbreviations {
    /// Returns the code of an abbreviation, from 1 on.
    fn code(&mut self, shape: Abbreviation) -> u32 {
        if let Some(&code) = self.known.get(&shape) {
            return code;
        }
        let code = self.known.len() as u32 + 1;
        let out = &mut self.contents;
        out.uleb(code.into());
        out.uleb(shape.tag.0.into());
        out.bytes.push(u8::from(shape.has_children));
        for &(at, form) in &shape.attributes {
            out.uleb(at.0.into());
            out.uleb(form.0.into());
        }
        out.bytes.extend([0, 0]);
        self.known.insert(shape, code);
        code
    }

    fn contents(mut self) -> Contents {
        self.contents.bytes.push(0);
        self.contents
    }
}
