//! Sizes, alignments and offsets of the module's data layout.

use crate::raw::{ModuleRef, ffi};

use super::types::Type;

/// The data layout of a module.
#[derive(Clone, Copy)]
pub(crate) struct DataLayout<'m>(pub(super) ModuleRef<'m>);

/// Returns the size unless the type is unsized or scalable, for which zero is not a valid answer.
fn fixed(size: ffi::Size) -> Option<u64> {
    (size.sized != 0 && size.scalable == 0).then_some(size.min)
}

impl<'m> DataLayout<'m> {
    /// Returns a type's size in bits without padding; `None` for unsized and scalable types, as in
    /// all other functions.
    pub(crate) fn size_in_bits(self, ty: Type<'m>) -> Option<u64> {
        fixed(ffi::gisel_size_in_bits(self.0, ty))
    }

    /// Returns the distance in bytes between array elements of the type.
    pub(crate) fn alloc_size(self, ty: Type<'m>) -> Option<u64> {
        fixed(ffi::gisel_alloc_size(self.0, ty))
    }

    /// Returns the number of bytes that a store may overwrite.
    pub(crate) fn store_size(self, ty: Type<'m>) -> Option<u64> {
        fixed(ffi::gisel_store_size(self.0, ty))
    }

    /// Returns the ABI alignment in bytes; at least one.
    pub(crate) fn abi_align(self, ty: Type<'m>) -> u64 {
        ffi::gisel_abi_align(self.0, ty).max(1)
    }

    /// Returns the preferred alignment in bytes; at least one.
    pub(crate) fn pref_align(self, ty: Type<'m>) -> u64 {
        ffi::gisel_pref_align(self.0, ty).max(1)
    }

    /// Returns the byte offset of a struct's field.
    pub(crate) fn struct_offset(self, ty: Type<'m>, field: u32) -> Option<u64> {
        match ffi::gisel_struct_offset(self.0, ty, field) {
            u64::MAX => None,
            offset => Some(offset),
        }
    }

    pub(crate) fn pointer_bits(self, address_space: u32) -> u32 {
        ffi::gisel_pointer_bits(self.0, address_space)
    }

    /// Returns the width in bits of address arithmetic.
    pub(crate) fn index_bits(self, address_space: u32) -> u32 {
        ffi::gisel_index_bits(self.0, address_space)
    }

    pub(crate) fn alloca_address_space(self) -> u32 {
        ffi::gisel_alloca_space(self.0)
    }
}
