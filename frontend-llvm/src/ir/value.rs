//! Values of every kind.

use super::types::Type;
use crate::raw::{self, ffi};

pub use crate::raw::Value;

impl<'m> Value<'m> {
    pub(crate) fn ty(self) -> Type<'m> {
        ffi::gisel_value_type(self)
    }

    /// Returns the name; empty if it has none or one that is not UTF-8.
    pub fn name(self) -> &'m str {
        ffi::gisel_value_name(self).text().unwrap_or("")
    }

    pub(crate) fn name_bytes(self) -> &'m [u8] {
        ffi::gisel_value_name(self).bytes().unwrap_or(&[])
    }

    pub(crate) fn has_uses(self) -> bool {
        ffi::gisel_value_has_uses(self)
    }

    /// Returns the number of an argument, or of an instruction of the body that was
    /// [read](crate::ir::BodyReader) last. For instructions of other bodies the number is
    /// arbitrary.
    #[inline]
    pub(crate) fn local_number(self) -> Option<u32> {
        Some(ffi::gisel_local_number(self)).filter(|&number| number != u32::MAX)
    }

    /// Returns the number of operands of an instruction or constant; zero for others.
    pub(crate) fn num_operands(self) -> u32 {
        ffi::gisel_num_operands(self)
    }

    pub(crate) fn operand(self, index: u32) -> Option<Value<'m>> {
        ffi::gisel_operand(self, index)
    }

    /// Returns true if it is the zero constant of its type.
    pub(crate) fn is_null(self) -> bool {
        ffi::gisel_is_null(self)
    }

    /// Returns element `index` of a constant of struct, array or vector type, in any
    /// representation.
    pub(crate) fn constant_element(self, index: u32) -> Option<Value<'m>> {
        ffi::gisel_constant_element(self, index)
    }

    /// Returns the string of a metadata string, or of a node that holds one.
    pub(crate) fn metadata_string(self) -> Option<&'m str> {
        ffi::gisel_metadata_string(self).text()
    }
}

impl std::fmt::Display for Value<'_> {
    /// Prints the value as LLVM does. Numbering the values costs a walk over the function: for
    /// messages only.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&raw::print_value(*self))
    }
}

impl std::fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}
