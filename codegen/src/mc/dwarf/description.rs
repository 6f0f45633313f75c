//! Descriptions of variables: operands at locations, and expressions on them.
//!
//! * Requires: operands of at most 64 bits in expressions with operations.
//! * Establishes: a location. If an operation reads undefined upper bits of a register, the value
//!   is extended first. There is no location if the value cannot be described exactly.
//! * Source: the DWARF standard, version 5, section 2.6.1.

use crate::ir::debug_info::ValueForm;
use crate::ir::debug_info::llvm_ops::{self as llvm, operations};
use crate::mc::dwarf::events::PassedValue;
use crate::mc::dwarf::expression::{self, Fragment, encode_of};
use crate::mc::dwarf::pools::Addresses;
use crate::mc::dwarf::section::{Contents, Fill};
use crate::mc::dwarf::upper_bits::{Extension, extensions};
use crate::passes::post_ra::live_debug_values::{PlacedOperand, ValueDescription, ValuePlace};
use gimli::DwOp;
use gimli::constants as dw;
use smallvec::smallvec;

/// The context on which the form of expressions depends.
#[derive(Clone, Copy)]
pub(crate) struct Form<'a> {
    /// Version of DWARF.
    pub version: u16,
    /// Size of an address in bytes.
    pub address_bytes: u8,
    /// Addresses by index: those of all referenced symbols, if addresses have indices.
    pub addresses: &'a Addresses,
}

impl Form<'_> {
    fn address_bits(self) -> u32 {
        8 * u32::from(self.address_bytes)
    }

    /// Returns the operation that pushes an address by index; up to version 4 it is GNU's.
    pub(crate) fn indexed_address(self) -> DwOp {
        if self.version >= 5 { dw::DW_OP_addrx } else { dw::DW_OP_GNU_addr_index }
    }
}

/// Returns operations without the one that sets their fragment.
fn without_fragment(ops: &[u64]) -> &[u64] {
    let is_fragment = |op: &u64| *op == llvm::FRAGMENT;
    let fragment = ops.len().checked_sub(3).filter(|&at| is_fragment(&ops[at]));
    &ops[..fragment.unwrap_or(ops.len())]
}

/// Returns true if operations yield their operand unchanged.
fn is_plain(ops: &[u64]) -> bool {
    matches!(ops, [] | [llvm::ARG, 0]) || ops == [u64::from(dw::DW_OP_stack_value.0)]
}

/// Returns the locations of a variable, or of a fragment, with a size in bits, if known: one
/// location, or several fragments.
pub(crate) fn locations(
    description: &ValueDescription,
    size: Option<u64>,
    form: Form<'_>,
) -> Vec<(Option<Fragment>, Contents)> {
    let ops = &description.expression;
    if description.form != ValueForm::Fragments {
        return encode(description, size, form).map(|whole| (None, whole)).into_iter().collect();
    }
    if !is_plain(without_fragment(ops)) {
        return Vec::new();
    }
    let (mut locations, mut offset) = (Vec::new(), 0);
    for operand in &description.operands {
        let bits = u64::from(operand.bits);
        let bits = size.map_or(bits, |size| bits.min(size.saturating_sub(offset)));
        let fragment = ValueDescription {
            expression: Box::default(),
            form: ValueForm::Value,
            operands: smallvec![operand.clone()],
        };
        if bits != 0
            && operand.place != ValuePlace::Nowhere
            && let Some(location) = encode(&fragment, Some(bits), form)
        {
            locations.push((Some(Fragment { offset, size: bits }), location));
        }
        offset += bits;
    }
    locations
}

/// Returns the location of a variable, or of a fragment, with a size in bits, if known. Requires a
/// description that is not in fragments.
pub(crate) fn encode(description: &ValueDescription, size: Option<u64>, form: Form<'_>) -> Option<Contents> {
    let ops = without_fragment(&description.expression);
    let described_in_memory = description.form == ValueForm::Memory;
    if let [operand] = &description.operands[..]
        && is_plain(ops)
        && !described_in_memory
        && operand.ops.is_empty()
        && let Some(location) = whole(operand, size)
        && (form.version >= 4 || !matches!(operand.place, ValuePlace::Float(_)))
    {
        return location;
    }
    // A value that points to the variable in memory yields a memory location.
    let deref = u64::from(dw::DW_OP_deref.0);
    let (ops, is_memory) = match ops.split_last() {
        Some((&last, rest)) if last == deref && !described_in_memory && ends_with(ops, deref) => (rest, true),
        _ => (ops, described_in_memory),
    };
    let address_bits = form.address_bits();
    if description.operands.iter().any(|operand| operand.bits > address_bits) {
        return None;
    }
    let bits: Vec<u32> = description.operands.iter().map(|operand| operand.bits).collect();
    let extensions = extensions(ops, &bits, address_bits)?;
    let mut arguments = Vec::new();
    for (operand, extension) in description.operands.iter().zip(extensions) {
        arguments.push(pushed(operand, extension, form)?);
    }
    let names_arguments = operations(ops).flatten().any(|(op, _)| op == llvm::ARG);
    // Values that are nowhere have no location in older versions.
    if !is_memory && form.version < 4 {
        return None;
    }
    let mut out = Contents::default();
    let encoded = match (names_arguments, &arguments[..]) {
        (true, _) => encode_of(ops, &arguments)?,
        (false, [only]) => {
            out.append(only);
            encode_of(ops, &[])?
        }
        _ => return None,
    };
    out.append(&encoded.contents);
    match (is_memory, encoded.is_value) {
        (true, true) => return None,
        (true, false) => return Some(out),
        (false, _) => {}
    }
    // The value must have all bits of the variable.
    let is_wide = size.is_some_and(|size| size > u64::from(address_bits))
        || !is_converted(ops) && is_wider(description, size);
    if is_wide {
        return None;
    }
    if !encoded.is_value {
        out.bytes.push(dw::DW_OP_stack_value.0);
    }
    Some(out)
}

/// Returns true if a variable of `size` bits is wider than the operands.
fn is_wider(description: &ValueDescription, size: Option<u64>) -> bool {
    size.is_some_and(|size| {
        description.operands.iter().any(|operand| operand.bits != 1 && u64::from(operand.bits) < size)
    })
}

/// Returns true if the last operation is `last`, not an operand that looks like it.
fn ends_with(ops: &[u64], last: u64) -> bool {
    operations(ops).last().flatten().is_some_and(|(op, _)| op == last)
}

/// Returns true if a conversion sets the width of the result.
fn is_converted(ops: &[u64]) -> bool {
    let sizes = [llvm::CONVERT, llvm::EXTRACT_BITS_SEXT, llvm::EXTRACT_BITS_ZEXT];
    operations(ops).flatten().any(|(op, _)| sizes.contains(&op))
}

/// Returns the location of an unmodified operand; outer `None` if it must be computed.
fn whole(operand: &PlacedOperand, size: Option<u64>) -> Option<Option<Contents>> {
    let mut out = Contents::default();
    let is_short = size.is_some_and(|size| size > u64::from(operand.bits));
    match operand.place {
        ValuePlace::Register(_) | ValuePlace::Frame(..) | ValuePlace::Entry(_)
            if is_short && operand.bits != 1 =>
        {
            return Some(None);
        }
        ValuePlace::Register(_) | ValuePlace::Frame(..) if operand.bits == 1 => return None,
        ValuePlace::Register(register) => expression::name_register(register, &mut out),
        ValuePlace::Frame(.., bytes) if 8 * bytes < u64::from(operand.bits) => return Some(None),
        ValuePlace::Frame(register, offset, _) => expression::push_frame(register, offset, &mut out),
        ValuePlace::Float(bits) => {
            let size = size.filter(|&size| size == u64::from(operand.bits) && size <= 64);
            let Some(size) = size else { return Some(None) };
            out.bytes.push(dw::DW_OP_implicit_value.0);
            out.uleb(size / 8);
            out.number(bits, (size / 8) as u8);
        }
        ValuePlace::Nowhere => return Some(None),
        ValuePlace::Address(..) | ValuePlace::Integer(_) | ValuePlace::Entry(_) | ValuePlace::Symbol(_) => {
            return None;
        }
    }
    Some(Some(out))
}

/// Returns the operations that push an operand with an extension.
fn pushed(operand: &PlacedOperand, extension: Extension, form: Form<'_>) -> Option<Contents> {
    let mut out = Contents::default();
    let own = extensions(&operand.ops, &[operand.bits], form.address_bits())?;
    match operand.place {
        ValuePlace::Register(register) => expression::push_register(register, 0, &mut out),
        ValuePlace::Frame(register, offset, bytes) => {
            if bytes > u64::from(form.address_bytes) || 8 * bytes < u64::from(operand.bits) {
                return None;
            }
            expression::push_frame(register, offset, &mut out);
            out.bytes.extend([dw::DW_OP_deref_size.0, bytes as u8]);
        }
        ValuePlace::Address(register, offset) => expression::push_frame(register, offset, &mut out),
        ValuePlace::Integer(value) => {
            let unused = 64 - operand.bits.clamp(1, 64);
            let extended = (value << unused) as i64 >> unused;
            push_constant(if operand.bits == 1 { value & 1 } else { extended as u64 }, &mut out);
        }
        ValuePlace::Float(_) | ValuePlace::Nowhere => return None,
        ValuePlace::Entry(register) => push_entry_value(register, form, &mut out),
        ValuePlace::Symbol(symbol) => match form.addresses.number(Fill::Symbol(symbol)) {
            Some(number) => {
                out.bytes.push(form.indexed_address().0);
                out.uleb(number.into());
            }
            None => {
                out.bytes.push(dw::DW_OP_addr.0);
                out.fill(Fill::Symbol(symbol), form.address_bytes);
            }
        },
    }
    if own != [Extension::None] {
        return None;
    }
    let encoded = encode_of(&operand.ops, &[]).filter(|encoded| encoded.fragment.is_none())?;
    out.append(&encoded.contents);
    // A truth value is shown as a byte.
    let extension = if operand.bits == 1 { Extension::Zero } else { extension };
    match (extension, operand.place) {
        (Extension::None, _) | (_, ValuePlace::Address(..) | ValuePlace::Symbol(_)) => {}
        (extension, _) => {
            expression::extend(operand.bits.into(), extension == Extension::Sign, &mut out);
        }
    }
    Some(out)
}

/// Pushes the entry value of a register.
fn push_entry_value(register: u16, form: Form<'_>, out: &mut Contents) {
    let mut named = Contents::default();
    expression::name_register(register, &mut named);
    let op = if form.version >= 5 { dw::DW_OP_entry_value } else { dw::DW_OP_GNU_entry_value };
    out.bytes.push(op.0);
    out.uleb(named.len());
    out.append(&named);
}

/// Returns the value of an argument.
pub(crate) fn encode_passed(value: PassedValue, form: Form<'_>) -> Contents {
    let mut out = Contents::default();
    match value {
        PassedValue::Integer(value) => push_constant(value as u64, &mut out),
        PassedValue::Register(register, offset) => expression::push_register(register, offset, &mut out),
        PassedValue::Entry(register, offset) => {
            push_entry_value(register, form, &mut out);
            if offset != 0 {
                push_constant(offset as u64, &mut out);
                out.bytes.push(dw::DW_OP_plus.0);
            }
        }
        PassedValue::Frame(register, offset, bytes) => {
            expression::push_frame(register, offset, &mut out);
            out.bytes.extend([dw::DW_OP_deref_size.0, bytes]);
        }
    }
    out
}

/// Pushes an integer in the shorter form.
fn push_constant(value: u64, out: &mut Contents) {
    if (value as i64) < 0 {
        out.bytes.push(dw::DW_OP_consts.0);
        return out.sleb(value as i64);
    }
    expression::push_number(value, out);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn described(place: ValuePlace, bits: u32, ops: &[u64], size: u64) -> Option<Vec<u8>> {
        let operand = PlacedOperand { place, ops: Box::default(), bits };
        let description =
            ValueDescription { expression: ops.into(), form: ValueForm::Value, operands: smallvec![operand] };
        let form = Form { version: 5, address_bytes: 8, addresses: &Addresses::default() };
        encode(&description, Some(size), form).map(|contents| contents.bytes)
    }

    #[test]
    fn values_are_named_where_they_are() {
        assert_eq!(described(ValuePlace::Register(10), 32, &[], 32), Some(vec![0x5a]));
        assert_eq!(described(ValuePlace::Frame(None, -8, 8), 64, &[], 64), Some(vec![0x91, 0x78]));
        assert_eq!(described(ValuePlace::Integer(u64::MAX), 32, &[], 32), Some(vec![0x11, 0x7f, 0x9f]));
        assert_eq!(described(ValuePlace::Entry(10), 32, &[], 32), Some(vec![0xa3, 1, 0x5a, 0x9f]));
        // plus_uconst 4, stack_value.
        let plus = [0x23, 4, 0x9f];
        assert_eq!(described(ValuePlace::Register(10), 32, &plus, 32), Some(vec![0x7a, 0, 0x23, 4, 0x9f]));
    }

    #[test]
    fn a_value_narrower_than_its_variable_has_no_location() {
        assert_eq!(described(ValuePlace::Register(10), 32, &[], 64), None);
        assert_eq!(described(ValuePlace::Frame(None, 0, 4), 64, &[], 64), None);
        assert_eq!(described(ValuePlace::Entry(10), 32, &[], 64), None);
        // A truth value is extended.
        assert_eq!(described(ValuePlace::Register(10), 1, &[], 8), Some(vec![0x7a, 0, 0x31, 0x1a, 0x9f]));
    }

    #[test]
    fn open_bits_are_closed_before_they_are_looked_at() {
        // constu 1, shr, stack_value: 32 bits wide.
        let shift = [0x10, 1, 0x25, 0x9f];
        let expected = vec![0x7a, 0, 0x10, 0xff, 0xff, 0xff, 0xff, 0x0f, 0x1a, 0x31, 0x25, 0x9f];
        assert_eq!(described(ValuePlace::Register(10), 32, &shift, 32), Some(expected));
        assert_eq!(described(ValuePlace::Register(10), 32, &[0x10, 3, 0x1d, 0x9f], 32), None);
    }

    #[test]
    fn fragments_are_described_one_by_one() {
        let operand = |place, bits| PlacedOperand { place, ops: Box::default(), bits };
        let operands = smallvec![
            operand(ValuePlace::Register(10), 64),
            operand(ValuePlace::Nowhere, 32),
            operand(ValuePlace::Integer(5), 64)
        ];
        let mut description = ValueDescription {
            expression: Box::new([llvm::FRAGMENT, 64, 128]),
            form: ValueForm::Fragments,
            operands,
        };
        let form = Form { version: 5, address_bytes: 8, addresses: &Addresses::default() };
        let found = locations(&description, Some(128), form);
        let found: Vec<_> =
            found.into_iter().map(|(fragment, location)| (fragment, location.bytes)).collect();
        let (first, last) = (Fragment { offset: 0, size: 64 }, Fragment { offset: 96, size: 32 });
        assert_eq!(found, [(Some(first), vec![0x5a]), (Some(last), vec![0x35, 0x9f])]);
        description.expression = Box::new([0x10, 3, 0x22]);
        assert_eq!(locations(&description, Some(160), form), []);
    }
}
