//! Operations of expressions (`DIExpression`): LLVM's own by their numbers (`Dwarf.h`), and the
//! number of operands of each.

use gimli::DwOp;
use gimli::constants as dw;
use smallvec::{SmallVec, smallvec};

/// The rest is a fragment of the variable: offset and size in bits.
pub(crate) const FRAGMENT: u64 = 0x1000;
/// Converts the value to a width in bits, signed or unsigned.
pub(crate) const CONVERT: u64 = 0x1001;
/// The memory tag of the address; it is not part of the address.
pub(crate) const TAG_OFFSET: u64 = 0x1002;
/// The result of the given number of operations before it, as it was at function entry.
pub(crate) const ENTRY_VALUE: u64 = 0x1003;
/// The value that an optimized-out pointer would point to.
pub(crate) const IMPLICIT_POINTER: u64 = 0x1004;
/// The operand with this number.
pub(crate) const ARG: u64 = 0x1005;
/// Extracts bits of the value from an offset on, sign-extended.
pub(crate) const EXTRACT_BITS_SEXT: u64 = 0x1006;
/// Extracts bits of the value from an offset on, zero-extended.
pub(crate) const EXTRACT_BITS_ZEXT: u64 = 0x1007;

/// Returns the operations that add a number.
pub(crate) fn sum_ops(addend: i64) -> SmallVec<[u64; 4]> {
    let op = |op: gimli::DwOp| u64::from(op.0);
    match addend {
        0 => SmallVec::new(),
        1.. => smallvec![op(dw::DW_OP_plus_uconst), addend as u64],
        _ => smallvec![op(dw::DW_OP_constu), addend.unsigned_abs(), op(dw::DW_OP_minus)],
    }
}

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

/// Returns the number of operands of an operation, if it is known.
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
