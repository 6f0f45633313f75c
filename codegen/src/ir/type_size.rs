//! Sizes of types; those of scalable types are known up to the factor `vscale`.
//!
//! Source: LangRef, *Vector Type*: a scalable vector has `vscale` times the number of elements in
//! its type, and `vscale` is unknown before run time.

/// A size in bits, times `vscale` for a scalable type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct TypeSize {
    min_bits: u32,
    scalable: bool,
}

impl TypeSize {
    /// Returns a size of `bits` bits on every machine.
    pub(crate) const fn fixed(bits: u32) -> TypeSize {
        TypeSize { min_bits: bits, scalable: false }
    }

    /// Returns `min_bits` times `vscale`.
    pub(crate) const fn scalable(min_bits: u32) -> TypeSize {
        TypeSize { min_bits, scalable: true }
    }

    /// Returns the size in bits, if it is known.
    pub(crate) const fn fixed_value(self) -> Option<u32> {
        if self.scalable { None } else { Some(self.min_bits) }
    }

    /// Returns the minimum size in bits (`vscale` is at least 1).
    pub(crate) const fn known_min_value(self) -> u32 {
        self.min_bits
    }

    /// Returns true if it is at most `other` for every `vscale`.
    pub(crate) const fn is_known_le(self, other: TypeSize) -> bool {
        self.min_bits <= other.min_bits && (!self.scalable || other.scalable)
    }

    /// Returns the size of `count` elements; `None` if it does not fit in 32 bits.
    pub(crate) const fn checked_mul(self, count: u32) -> Option<TypeSize> {
        match self.min_bits.checked_mul(count) {
            Some(min_bits) => Some(TypeSize { min_bits, ..self }),
            None => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::TypeSize;

    #[test]
    fn sizes_that_grow_are_compared_for_every_vscale() {
        let (fixed, grows) = (TypeSize::fixed(64), TypeSize::scalable(64));
        assert!(fixed.is_known_le(grows) && !grows.is_known_le(fixed));
        assert!(grows.is_known_le(TypeSize::scalable(128)) && !TypeSize::fixed(128).is_known_le(grows));
        assert_eq!((fixed.fixed_value(), grows.fixed_value()), (Some(64), None));
        assert_eq!(grows.checked_mul(2), Some(TypeSize::scalable(128)));
        assert_eq!(grows.checked_mul(u32::MAX), None);
    }
}
