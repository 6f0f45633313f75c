//! Expressions: translates LLVM's operations (`DIExpression`) to DWARF's.
//!
//! * Requires: the initial operand is on the stack, or the caller pushes it.
//! * Establishes: bytes, and a separate fragment. An operation without a counterpart in DWARF
//!   yields `None`, and the variable has no location.
//! * Source: LLVM's `DIExpression` and `DwarfExpression.cpp`; the DWARF standard, section 2.5.

use crate::ir::debug_info::llvm_ops::{self as llvm, operations};
use crate::mc::dwarf::section::Contents;
use gimli::constants as dw;
use gimli::{DwOp, EndianSlice, LittleEndian, Reader};

/// A fragment of a variable: offset and size in bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Fragment {
    /// The offset.
    pub offset: u64,
    /// The size.
    pub size: u64,
}

/// Encoded operations.
#[derive(Clone, Debug, Default)]
pub(crate) struct Encoded {
    /// The bytes.
    pub contents: Contents,
    /// The fragment of the variable that they describe, if it is not the whole.
    pub fragment: Option<Fragment>,
    /// True if the stack holds the value itself at the end.
    pub is_value: bool,
}

/// Encodes operations whose operand is on the stack already.
pub(crate) fn encode(ops: &[u64]) -> Option<Encoded> {
    encode_of(ops, &[])
}

/// Encodes operations on numbered arguments; without arguments, the operand is on the stack
/// already.
pub(crate) fn encode_of(ops: &[u64], arguments: &[Contents]) -> Option<Encoded> {
    let mut out = Encoded::default();
    let mut converted: Option<u64> = None;
    for operation in operations(ops) {
        let (op, operands) = operation?;
        let contents = &mut out.contents;
        match (op, operands) {
            (llvm::FRAGMENT, &[offset, size]) => out.fragment = Some(Fragment { offset, size }),
            (llvm::ARG, &[number]) if !arguments.is_empty() => {
                contents.append(arguments.get(usize::try_from(number).ok()?)?);
            }
            (llvm::TAG_OFFSET, _) | (llvm::ARG, &[0]) => {}
            // Two conversions change the width, with the first one's signedness.
            (llvm::CONVERT, &[bits, encoding]) => match converted.take() {
                None => converted = Some(bits),
                Some(from) if from < bits => {
                    extend(from, encoding == u64::from(dw::DW_ATE_signed.0), contents);
                }
                Some(_) => {}
            },
            (llvm::EXTRACT_BITS_SEXT | llvm::EXTRACT_BITS_ZEXT, &[offset, size]) => {
                extract(offset, size, op == llvm::EXTRACT_BITS_SEXT, contents)?;
            }
            (0x100.., _) => return None,
            (op, operands) => {
                out.is_value |= op == u64::from(dw::DW_OP_stack_value.0);
                plain_operation(DwOp(op as u8), operands, contents);
            }
        }
    }
    Some(out)
}

/// Encodes operations that are a whole expression.
pub(crate) fn plain(ops: &[u64]) -> Option<Contents> {
    encode(ops).filter(|encoded| encoded.fragment.is_none()).map(|encoded| encoded.contents)
}

/// Pushes an unsigned number.
pub(crate) fn push_number(value: u64, out: &mut Contents) {
    match value {
        0..=31 => out.bytes.push(dw::DW_OP_lit0.0 + value as u8),
        _ => {
            out.bytes.push(dw::DW_OP_constu.0);
            out.uleb(value);
        }
    }
}

fn plain_operation(op: DwOp, operands: &[u64], out: &mut Contents) {
    if op == dw::DW_OP_constu {
        return push_number(operands[0], out);
    }
    out.bytes.push(op.0);
    match (op, operands) {
        (dw::DW_OP_plus_uconst | dw::DW_OP_regx, &[value]) => out.uleb(value),
        (dw::DW_OP_consts, &[value]) => out.sleb(value as i64),
        (dw::DW_OP_bregx, &[register, offset]) => {
            out.uleb(register);
            out.sleb(offset as i64);
        }
        (dw::DW_OP_deref_size | dw::DW_OP_pick | dw::DW_OP_const1u | dw::DW_OP_const1s, &[value]) => {
            out.number(value, 1)
        }
        (dw::DW_OP_const2u | dw::DW_OP_const2s, &[value]) => out.number(value, 2),
        (dw::DW_OP_const4u | dw::DW_OP_const4s, &[value]) => out.number(value, 4),
        (dw::DW_OP_const8u | dw::DW_OP_const8s, &[value]) => out.number(value, 8),
        // An offset from a register, whose number is in the opcode.
        (_, &[value]) => out.sleb(value as i64),
        _ => {}
    }
}

/// Extends the top of the stack, of `bits` bits, to the stack's width.
pub(super) fn extend(bits: u64, is_signed: bool, out: &mut Contents) {
    if bits == 0 || bits >= 64 {
        return;
    }
    push_number(u64::MAX >> (64 - bits), out);
    out.bytes.push(dw::DW_OP_and.0);
    // Sign extension: ((value & mask) ^ sign) - sign.
    let of_sign: &[DwOp] = if is_signed { &[dw::DW_OP_xor, dw::DW_OP_minus] } else { &[] };
    for op in of_sign {
        push_number(1 << (bits - 1), out);
        out.bytes.push(op.0);
    }
}

/// Extracts bits of the top of the stack.
fn extract(offset: u64, size: u64, is_signed: bool, out: &mut Contents) -> Option<()> {
    let end = offset.checked_add(size).filter(|&end| end <= 64 && size != 0)?;
    for (shift, op) in
        [(64 - end, dw::DW_OP_shl), (64 - size, if is_signed { dw::DW_OP_shra } else { dw::DW_OP_shr })]
    {
        if shift != 0 {
            push_number(shift, out);
            out.bytes.push(op.0);
        }
    }
    Some(())
}

/// Marks the preceding location as a fragment of `bits` bits.
pub(crate) fn push_piece(bits: u64, out: &mut Contents) {
    if bits.is_multiple_of(8) {
        out.bytes.push(dw::DW_OP_piece.0);
        out.uleb(bits / 8);
    } else {
        out.bytes.push(dw::DW_OP_bit_piece.0);
        out.uleb(bits);
        out.uleb(0);
    }
}

/// Returns the location of a variable that may be fragmented: the whole, or all fragments in order.
/// Gaps are empty fragments, up to the size of the variable in bits, if known. Fragments that follow
/// each other in memory become one.
pub(crate) fn join(mut parts: Vec<(Option<Fragment>, Contents)>, bits: Option<u64>) -> Option<Contents> {
    if let Some(whole) = parts.iter().position(|(fragment, _)| fragment.is_none()) {
        return Some(parts.swap_remove(whole).1);
    }
    parts.sort_by_key(|(fragment, _)| *fragment);
    let mut location = Contents::default();
    let mut end = 0;
    let mut parts = parts.into_iter().peekable();
    while let Some((fragment, contents)) = parts.next() {
        let Some(fragment) = fragment.filter(|fragment| fragment.offset >= end) else { continue };
        if fragment.offset > end {
            push_piece(fragment.offset - end, &mut location);
        }
        location.append(&contents);
        end = fragment.offset.saturating_add(fragment.size);
        while let Some((next, _)) = parts.next_if(|(next, other)| {
            next.is_some_and(|next| {
                next.offset == end && is_next_in_memory(&contents, other, end - fragment.offset)
            })
        }) {
            end = end.saturating_add(next.map_or(0, |next| next.size));
        }
        if fragment.offset == 0 && bits == Some(end) {
            return Some(contents);
        }
        push_piece(end - fragment.offset, &mut location);
    }
    if let Some(rest) = bits.and_then(|bits| bits.checked_sub(end)).filter(|&rest| rest != 0 && end != 0) {
        push_piece(rest, &mut location);
    }
    (end != 0).then_some(location)
}

/// Returns true if a location in memory follows another one at a distance in bits.
fn is_next_in_memory(first: &Contents, second: &Contents, distance: u64) -> bool {
    let Some((first, second)) = memory_base(first).zip(memory_base(second)) else { return false };
    let bytes = i64::try_from(distance / 8).ok().filter(|_| distance.is_multiple_of(8));
    first.0 == second.0 && bytes.is_some_and(|bytes| second.1.checked_sub(first.1) == Some(bytes))
}

/// Returns the operation that pushes the base of a location in memory, and the offset from there.
fn memory_base(location: &Contents) -> Option<(DwOp, i64)> {
    let (&first, rest) = location.bytes.split_first().filter(|_| location.fixups.is_empty())?;
    let base = DwOp(first);
    if base != dw::DW_OP_fbreg && !(dw::DW_OP_breg0.0..=dw::DW_OP_breg31.0).contains(&first) {
        return None;
    }
    let mut rest = EndianSlice::new(rest, LittleEndian);
    let offset = rest.read_sleb128().ok()?;
    if rest.is_empty() {
        return Some((base, offset));
    }
    let is_sum = rest.read_u8().ok() == Some(dw::DW_OP_plus_uconst.0);
    let addend = rest.read_uleb128().ok().filter(|_| is_sum)?;
    let sum = offset.checked_add(i64::try_from(addend).ok()?);
    sum.filter(|_| rest.is_empty()).map(|sum| (base, sum))
}

/// Pushes an address in the frame.
pub(crate) fn push_frame(register: Option<u16>, offset: i64, out: &mut Contents) {
    match register {
        Some(register) => push_register(register, offset, out),
        None => {
            out.bytes.push(dw::DW_OP_fbreg.0);
            out.sleb(offset);
        }
    }
}

/// Pushes a register's value plus an offset.
pub(crate) fn push_register(register: u16, offset: i64, out: &mut Contents) {
    match register {
        0..=31 => out.bytes.push(dw::DW_OP_breg0.0 + register as u8),
        _ => {
            out.bytes.push(dw::DW_OP_bregx.0);
            out.uleb(register.into());
        }
    }
    out.sleb(offset);
}

/// Names a register.
pub(crate) fn name_register(register: u16, out: &mut Contents) {
    match register {
        0..=31 => out.bytes.push(dw::DW_OP_reg0.0 + register as u8),
        _ => {
            out.bytes.push(dw::DW_OP_regx.0);
            out.uleb(register.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(ops: &[u64]) -> Option<Vec<u8>> {
        encode(ops).map(|encoded| encoded.contents.bytes)
    }

    #[test]
    fn operations_are_encoded_with_their_operands() {
        // plus_uconst 300, deref, constu 7, stack_value.
        assert_eq!(bytes(&[0x23, 300, 0x06, 0x10, 7, 0x9f]), Some(vec![0x23, 0xac, 2, 0x06, 0x37, 0x9f]));
        assert_eq!(bytes(&[0x10, 40]), Some(vec![0x10, 40]));
        // consts -1, breg8 -16.
        assert_eq!(bytes(&[0x11, u64::MAX, 0x78, -16_i64 as u64]), Some(vec![0x11, 0x7f, 0x78, 0x70]));
    }

    #[test]
    fn unknown_and_truncated_operations_are_not_encoded() {
        assert_eq!(bytes(&[0x23]), None);
        assert_eq!(bytes(&[0x1999]), None);
        assert_eq!(bytes(&[llvm::ARG, 1]), None);
    }

    #[test]
    fn fragments_are_told_apart() {
        let encoded = encode(&[0x06, llvm::FRAGMENT, 32, 16]).unwrap();
        assert_eq!(encoded.fragment, Some(Fragment { offset: 32, size: 16 }));
        assert_eq!(encoded.contents.bytes, [0x06]);
    }

    #[test]
    fn missing_fragments_are_empty() {
        let part = Contents { bytes: vec![0x5a], fixups: Vec::new() };
        let parts = vec![(Some(Fragment { offset: 32, size: 32 }), part)];
        let joined = join(parts, Some(96)).expect("it has a place");
        assert_eq!(joined.bytes, [0x93, 4, 0x5a, 0x93, 4, 0x93, 4]);
    }

    #[test]
    fn fragments_that_follow_each_other_in_memory_become_one() {
        let part = |offset, bytes: &[u8]| {
            let contents = Contents { bytes: bytes.to_vec(), fixups: Vec::new() };
            (Some(Fragment { offset, size: 32 }), contents)
        };
        // fbreg 8, fbreg 8 plus_uconst 4, fbreg 16; then breg8 16, as a value.
        let parts = vec![
            part(0, &[0x91, 8]),
            part(32, &[0x91, 8, 0x23, 4]),
            part(64, &[0x91, 16]),
            part(96, &[0x91, 8, 0x23, 12, 0x9f]),
            part(128, &[0x78, 24]),
        ];
        let joined = join(parts, None).expect("it has a place");
        let value = [0x91, 8, 0x23, 12, 0x9f, 0x93, 4];
        assert_eq!(joined.bytes, [&[0x91, 8, 0x93, 12][..], &value, &[0x78, 24, 0x93, 4]].concat());
    }
}
