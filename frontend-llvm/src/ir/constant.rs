//! Constants: integers of any width, floating-point bits, expressions, inline assembly.

use crate::raw::{self, ffi};

use super::inst_flags::InstFlags;
use super::opcode::Opcode;
use super::types::Type;
use super::value::Value;

/// An integer constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct IntConstant<'m> {
    pub bits: u32,
    /// The words, low first; bits above the width are zero.
    pub words: &'m [u64],
}

impl<'m> IntConstant<'m> {
    pub(super) fn new(value: Value<'m>) -> IntConstant<'m> {
        let (bits, words) = raw::int_words(value);
        IntConstant { bits, words }
    }

    /// Returns the unsigned value; `None` if it does not fit in 128 bits.
    pub(crate) fn as_u128(self) -> Option<u128> {
        let (low, high) = self.words.split_at(self.words.len().min(2));
        let value = (low.iter().rev()).fold(0, |value, &word| value << 64 | u128::from(word));
        high.iter().all(|&word| word == 0).then_some(value)
    }

    /// Returns the unsigned value if it fits.
    pub(crate) fn as_u64(self) -> Option<u64> {
        self.as_u128()?.try_into().ok()
    }

    /// Returns the signed value if it fits.
    pub(crate) fn as_i128(self) -> Option<i128> {
        if self.bits == 0 {
            return None;
        }
        let shift = 128u32.saturating_sub(self.bits);
        let (low, high) = self.words.split_at(self.words.len().min(2));
        let value = low.iter().rev().fold(0, |value, &word| value << 64 | u128::from(word));
        let value = ((value << shift) as i128) >> shift;
        let sign = if value < 0 { u64::MAX } else { 0 };
        let (last, middle) = match high.split_last() {
            Some((last, middle)) => (*last, middle),
            None => return Some(value),
        };
        let fits = middle.iter().all(|&word| word == sign)
            && last == sign >> (64 * self.words.len() as u32 - self.bits);
        fits.then_some(value)
    }

    /// Returns the signed value if it fits.
    pub(crate) fn as_i64(self) -> Option<i64> {
        self.as_i128()?.try_into().ok()
    }
}

/// A floating-point constant as its bits, which is exact for every format and every NaN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FpConstant {
    pub width: u32,
    pub bits: u128,
}

impl FpConstant {
    pub(super) fn new(value: Value<'_>) -> FpConstant {
        let (width, [low, high]) = raw::fp_bits(value);
        FpConstant { width, bits: u128::from(high) << 64 | u128::from(low) }
    }
}

/// A constant expression, with the operands of the instruction of its opcode.
#[derive(Clone, Copy)]
pub(crate) struct ConstantExpr<'m> {
    pub value: Value<'m>,
    pub opcode: Opcode,
}

impl<'m> ConstantExpr<'m> {
    pub(super) fn new(value: Value<'m>) -> Option<ConstantExpr<'m>> {
        let opcode = Opcode::from_number(ffi::gisel_opcode(value))?;
        Some(ConstantExpr { value, opcode })
    }

    pub(crate) fn operand(self, index: u32) -> Option<Value<'m>> {
        self.value.operand(index)
    }

    pub(crate) fn flags(self) -> InstFlags {
        InstFlags::from_bits_retain(ffi::gisel_flags(self.value))
    }

    /// Returns the source element type of a `getelementptr`.
    pub(crate) fn source_element_type(self) -> Option<Type<'m>> {
        ffi::gisel_element_type(self.value)
    }
}

/// A signed pointer (`ptrauth`).
#[derive(Clone, Copy)]
pub(crate) struct SignedPointer<'m>(pub(super) Value<'m>);

impl<'m> SignedPointer<'m> {
    pub(crate) fn pointer(self) -> Option<Value<'m>> {
        self.0.operand(0)
    }

    pub(crate) fn key(self) -> Option<u64> {
        self.0.operand(1)?.as_int()?.as_u64()
    }

    pub(crate) fn discriminator(self) -> Option<u64> {
        self.0.operand(2)?.as_int()?.as_u64()
    }

    /// Returns the address that is blended into the discriminator, if there is one.
    pub(crate) fn address(self) -> Option<Value<'m>> {
        self.0.operand(3).filter(|address| !address.is_null())
    }

    /// Returns true if a symbol may disable signing at link time.
    pub(crate) fn may_be_deactivated(self) -> bool {
        self.0.operand(4).is_some_and(|symbol| !symbol.is_null())
    }
}

/// Inline assembly, as the callee of a call.
#[derive(Clone, Copy)]
pub(crate) struct InlineAsm<'m>(pub(super) Value<'m>);

impl<'m> InlineAsm<'m> {
    /// Returns the assembly; none if it is not UTF-8.
    pub(crate) fn text(self) -> Option<&'m str> {
        let text = ffi::gisel_asm_text(self.0);
        if text.is_foreign() { None } else { Some(text.text().unwrap_or("")) }
    }

    /// Returns the constraints; none if they are not UTF-8.
    pub(crate) fn constraints(self) -> Option<&'m str> {
        let constraints = ffi::gisel_asm_constraints(self.0);
        if constraints.is_foreign() { None } else { Some(constraints.text().unwrap_or("")) }
    }

    pub(crate) fn has_side_effects(self) -> bool {
        ffi::gisel_asm_flags(self.0) & 1 != 0
    }

    pub(crate) fn aligns_stack(self) -> bool {
        ffi::gisel_asm_flags(self.0) & 2 != 0
    }

    pub(crate) fn can_unwind(self) -> bool {
        ffi::gisel_asm_flags(self.0) & 8 != 0
    }
}
