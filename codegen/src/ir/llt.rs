//! Low-level types: the type of a generic virtual register, as far as the legalizer distinguishes
//! types.
//!
//! Source: LLVM's *Generic Machine IR*. There is no signedness and no difference between integer
//! and floating point. One-element fixed vectors do not exist (they are scalars).

use super::type_size::TypeSize;
use std::fmt;

/// A scalar, pointer or vector type in one word.
///
/// Bits 0..=23: scalar (element) size in bits; 24..=39: number of elements (0: not a vector);
/// 40: scalable; 41: pointer; 42..=57: address space; 63: valid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Llt(u64);

/// The types with a [code](Llt::plain_code), indexed by it. Unused codes hold an invalid word.
const PLAIN: [Llt; 16] = {
    let mut plain = [Llt(u64::MAX); 16];
    let mut power = 0;
    while power < 8 {
        if power != 1 {
            plain[power] = Llt::scalar(1 << power);
            plain[power + 8] = Llt::pointer(0, 1 << power);
        }
        power += 1;
    }
    plain
};

const VALID: u64 = 1 << 63;
const SCALABLE: u64 = 1 << 40;
const POINTER: u64 = 1 << 41;
const SIZE_MASK: u64 = (1 << 24) - 1;
const COUNT_MASK: u64 = 0xffff;

impl Llt {
    /// The absent type, for registers that have a class only.
    pub const INVALID: Llt = Llt(0);

    /// Returns `sN`: `bits` wide (1 to 2²⁴-1).
    #[inline]
    pub const fn scalar(bits: u32) -> Llt {
        Llt(VALID | bits as u64)
    }

    /// Returns `pN`: a pointer into `address_space`, `bits` wide.
    pub const fn pointer(address_space: u32, bits: u32) -> Llt {
        Llt(VALID | POINTER | ((address_space as u64 & 0xffff) << 42) | bits as u64)
    }

    /// Returns `<count x element>`; the element itself when `count` is 1.
    pub const fn vector(count: u32, element: Llt) -> Llt {
        if count == 1 {
            return element;
        }
        Llt(element.0 | ((count as u64 & COUNT_MASK) << 24))
    }

    /// Returns `<vscale x count x element>`.
    pub(crate) const fn scalable_vector(count: u32, element: Llt) -> Llt {
        Llt(element.0 | ((count as u64 & COUNT_MASK) << 24) | SCALABLE)
    }

    /// Returns true if this is a type at all.
    #[inline]
    pub const fn is_valid(self) -> bool {
        self.0 & VALID != 0
    }

    /// Returns true if this is `sN`.
    #[inline]
    pub const fn is_scalar(self) -> bool {
        self.is_valid() && !self.is_vector() && self.0 & POINTER == 0
    }

    /// Returns true if this is `pN` (not a vector of pointers).
    #[inline]
    pub const fn is_pointer(self) -> bool {
        !self.is_vector() && self.0 & POINTER != 0
    }

    /// Returns true if this is a vector of scalars or pointers.
    #[inline]
    pub const fn is_vector(self) -> bool {
        (self.0 >> 24) & COUNT_MASK != 0
    }

    /// Returns true if the number of elements is a multiple of `vscale`.
    pub const fn is_scalable(self) -> bool {
        self.0 & SCALABLE != 0
    }

    /// Returns true if this is a pointer or a vector of pointers.
    #[inline]
    pub const fn has_pointer_elements(self) -> bool {
        self.0 & POINTER != 0
    }

    /// Returns the size of a scalar, pointer or vector element, in bits.
    #[inline]
    pub const fn scalar_bits(self) -> u32 {
        (self.0 & SIZE_MASK) as u32
    }

    /// Returns the size of the whole value.
    #[inline]
    pub(crate) const fn size(self) -> TypeSize {
        let min_bits = self.scalar_bits() * self.elements();
        if self.is_scalable() { TypeSize::scalable(min_bits) } else { TypeSize::fixed(min_bits) }
    }

    /// Returns the size of the whole value in bits. The type is not scalable: functions with
    /// scalable types are rejected before the first pass.
    #[inline]
    pub const fn bits(self) -> u32 {
        debug_assert!(!self.is_scalable(), "the size of a scalable vector is not known");
        self.scalar_bits() * self.elements()
    }

    /// Returns the size of the whole value in bytes, rounded up. The type is not scalable.
    #[inline]
    pub const fn bytes(self) -> u32 {
        self.bits().div_ceil(8)
    }

    /// Returns a number below 16 that is unique to this type, for the most frequent types. These
    /// are scalars of 1, 4, 8, … 128 bits and pointers into address space 0. No type has the number
    /// 1.
    #[inline]
    pub(crate) const fn plain_code(self) -> Option<u32> {
        let power = self.0.trailing_zeros() & 7;
        let code = power | (self.0 >> 38) as u32 & 8;
        if PLAIN[code as usize].0 == self.0 { Some(code) } else { None }
    }

    /// Returns the number of elements; 1 for a type that is no vector.
    #[inline]
    pub const fn elements(self) -> u32 {
        let n = ((self.0 >> 24) & COUNT_MASK) as u32;
        if n == 0 { 1 } else { n }
    }

    /// Returns the element type of a vector, else the type itself.
    #[inline]
    pub const fn element(self) -> Llt {
        Llt(self.0 & !(COUNT_MASK << 24) & !SCALABLE)
    }

    /// Returns the address space of a pointer or of a vector's pointers.
    pub(crate) const fn address_space(self) -> u32 {
        ((self.0 >> 42) & 0xffff) as u32
    }

    /// Returns the same shape with elements of `bits` bits; pointers become scalars.
    pub const fn with_scalar_bits(self, bits: u32) -> Llt {
        self.with_element(Llt::scalar(bits))
    }

    /// Returns the same number of elements with another element type.
    pub const fn with_element(self, element: Llt) -> Llt {
        Llt(element.0 | (self.0 & ((COUNT_MASK << 24) | SCALABLE)))
    }

    /// Returns the same element type with another number of elements.
    pub const fn with_elements(self, count: u32) -> Llt {
        let element = self.element();
        if self.is_scalable() { Llt::scalable_vector(count, element) } else { Llt::vector(count, element) }
    }

    /// Returns the encoded word; it is equal exactly if the types are.
    #[inline]
    pub(crate) const fn raw(self) -> u64 {
        self.0
    }
}

/// `s1`.
pub const S1: Llt = Llt::scalar(1);
/// `s8`.
pub const S8: Llt = Llt::scalar(8);
/// `s16`.
pub const S16: Llt = Llt::scalar(16);
/// `s32`.
pub const S32: Llt = Llt::scalar(32);
/// `s64`.
pub const S64: Llt = Llt::scalar(64);
/// `s128`.
pub const S128: Llt = Llt::scalar(128);
/// A 64-bit pointer in address space 0.
pub const P0: Llt = Llt::pointer(0, 64);

impl fmt::Display for Llt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.is_valid() {
            return f.write_str("_");
        }
        if self.is_vector() {
            let scale = if self.is_scalable() { "vscale x " } else { "" };
            return write!(f, "<{scale}{} x {}>", self.elements(), self.element());
        }
        if self.is_pointer() {
            write!(f, "p{}", self.address_space())
        } else {
            write!(f, "s{}", self.scalar_bits())
        }
    }
}

impl fmt::Debug for Llt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_as_mir_does() {
        let cases = [
            (S32, "s32"),
            (P0, "p0"),
            (Llt::pointer(3, 32), "p3"),
            (Llt::vector(4, S32), "<4 x s32>"),
            (Llt::scalable_vector(2, P0), "<vscale x 2 x p0>"),
        ];
        for (ty, text) in cases {
            assert_eq!(ty.to_string(), text);
        }
    }

    #[test]
    fn shapes() {
        let v = Llt::vector(4, S16);
        assert_eq!((v.bits(), v.elements(), v.element()), (64, 4, S16));
        assert_eq!(v.with_scalar_bits(32), Llt::vector(4, S32));
        assert_eq!(Llt::vector(1, S16), S16);
        assert!(Llt::vector(2, P0).has_pointer_elements() && !Llt::vector(2, P0).is_pointer());
        let scalable = Llt::scalable_vector(4, S16);
        assert_eq!((scalable.size(), v.size()), (TypeSize::scalable(64), TypeSize::fixed(64)));
        assert_eq!(scalable.with_elements(2).to_string(), "<vscale x 2 x s16>");
        assert_eq!(size_of::<Llt>(), 8);
    }
}
