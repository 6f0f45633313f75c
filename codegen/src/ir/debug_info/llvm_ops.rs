//! Operations of expressions (`DIExpression`): LLVM's own, by its numbers (`Dwarf.h`), and how many operands each one has.

use gimli::DwOp;
use gimli::constants as dw;

/// What follows is a fragment of the variable: offset and size in bits.
pub const FRAGMENT: u64 = 0x1000;
/// The value is one of so many bits, with or without a sign.
pub const CONVERT: u64 = 0x1001;
/// The tag of the address, which memory is not found by.
pub const TAG_OFFSET: u64 = 0x1002;
/// What comes before, of so many operations, is what it was when the function was entered.
pub const ENTRY_VALUE: u64 = 0x1003;
/// The value that a pointer that is nowhere would point to.
pub const IMPLICIT_POINTER: u64 = 0x1004;
/// The operand with this number.
pub const ARG: u64 = 0x1005;
/// Bits of the value, from an offset on, extended by their sign.
pub const EXTRACT_BITS_SEXT: u64 = 0x1006;
/// Bits of the value, from an offset on, extended by zeros.
pub const EXTRACT_BITS_ZEXT: u64 = 0x1007;

/// Returns the operations one by one, with their operands.
pub(crate) fn operations(ops: &[u64]) -> impl Iterator<Item = Option<(u64, &[u64])>> {
    let mut rest = ops;
    std::iter::from_fn(move || {
        let (&op, after) = rest.split_first()?;
        let count = operands(op);
        match count.and_then(|count| after.split_at_checked(count)) {
            Some((operands, after)) => {
                rest = after;
                Some(Some((op, operands)))
            }
            None => {
                rest = &[];
                Some(None)
            }
        }
    })
}

/// How many operands an operation has, if it is known.
fn operands(op: u64) -> Option<usize> {
    Some(match op {
        FRAGMENT | CONVERT | EXTRACT_BITS_SEXT | EXTRACT_BITS_ZEXT => 2,
        TAG_OFFSET | ENTRY_VALUE | ARG => 1,
        IMPLICIT_POINTER => 0,
        0x100.. => return None,
        op => match DwOp(op as u8) {
            dw::DW_OP_bregx => 2,
            dw::DW_OP_plus_uconst
            | dw::DW_OP_constu
            | dw::DW_OP_consts
            | dw::DW_OP_deref_size
            | dw::DW_OP_pick
            | dw::DW_OP_regx
            | dw::DW_OP_const1u
            | dw::DW_OP_const2u
            | dw::DW_OP_const4u
            | dw::DW_OP_const8u
            | dw::DW_OP_const1s
            | dw::DW_OP_const2s
            | dw::DW_OP_const4s
            | dw::DW_OP_const8s => 1,
            DwOp(first) if (dw::DW_OP_breg0.0..=dw::DW_OP_breg31.0).contains(&first) => 1,
            dw::DW_OP_deref
            | dw::DW_OP_dup
            | dw::DW_OP_drop
            | dw::DW_OP_over
            | dw::DW_OP_swap
            | dw::DW_OP_rot
            | dw::DW_OP_xderef
            | dw::DW_OP_abs
            | dw::DW_OP_and
            | dw::DW_OP_div
            | dw::DW_OP_minus
            | dw::DW_OP_mod
            | dw::DW_OP_mul
            | dw::DW_OP_neg
            | dw::DW_OP_not
            | dw::DW_OP_or
            | dw::DW_OP_plus
            | dw::DW_OP_shl
            | dw::DW_OP_shr
            | dw::DW_OP_shra
            | dw::DW_OP_xor
            | dw::DW_OP_eq
            | dw::DW_OP_ge
            | dw::DW_OP_gt
            | dw::DW_OP_le
            | dw::DW_OP_lt
            | dw::DW_OP_ne
            | dw::DW_OP_nop
            | dw::DW_OP_push_object_address
            | dw::DW_OP_stack_value => 0,
            DwOp(first) if (dw::DW_OP_lit0.0..=dw::DW_OP_lit31.0).contains(&first) => 0,
            _ => return None,
        },
    })
}
