//! Value types, with the distinctions that calling conventions require and [`Llt`] lacks.
//!
//! Only CallLowering, the libcall table, inline assembly operands and the interpreter's calls use
//! them.

use crate::ir::llt::Llt;
use std::fmt;

/// The type of a leaf of an argument or result.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ValueType {
    /// An integer of this width in bits.
    Int(u32),
    /// IEEE binary16.
    Half,
    /// bfloat16.
    BFloat,
    /// IEEE binary32.
    Float,
    /// IEEE binary64.
    Double,
    /// IEEE binary128.
    Fp128,
    /// A pointer into an address space.
    Pointer {
        /// The address space.
        address_space: u32,
        /// Width in bits.
        bits: u32,
    },
    /// A vector; one-element vectors are distinct from scalars here.
    Vector {
        /// Number of elements.
        count: u32,
        /// The element type.
        element: VectorElement,
        /// True if `count` is multiplied by `vscale`.
        scalable: bool,
    },
}

/// The element type of a vector [`ValueType`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum VectorElement {
    /// An integer of this width in bits.
    Int(u32),
    /// IEEE binary16.
    Half,
    /// bfloat16.
    BFloat,
    /// IEEE binary32.
    Float,
    /// IEEE binary64.
    Double,
    /// IEEE binary128.
    Fp128,
    /// A pointer: address space and width in bits.
    Pointer(u32, u32),
}

impl VectorElement {
    /// Returns the type of the element as a scalar.
    pub const fn value_type(self) -> ValueType {
        match self {
            VectorElement::Int(n) => ValueType::Int(n),
            VectorElement::Half => ValueType::Half,
            VectorElement::BFloat => ValueType::BFloat,
            VectorElement::Float => ValueType::Float,
            VectorElement::Double => ValueType::Double,
            VectorElement::Fp128 => ValueType::Fp128,
            VectorElement::Pointer(address_space, bits) => ValueType::Pointer { address_space, bits },
        }
    }
}

impl fmt::Display for ValueType {
    /// Prints the type as LLVM does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            ValueType::Int(bits) => write!(f, "i{bits}"),
            ValueType::Half => f.write_str("half"),
            ValueType::BFloat => f.write_str("bfloat"),
            ValueType::Float => f.write_str("float"),
            ValueType::Double => f.write_str("double"),
            ValueType::Fp128 => f.write_str("fp128"),
            ValueType::Pointer { address_space: 0, .. } => f.write_str("ptr"),
            ValueType::Pointer { address_space, .. } => write!(f, "ptr addrspace({address_space})"),
            ValueType::Vector { count, element, scalable } => {
                let scale = if scalable { "vscale x " } else { "" };
                write!(f, "<{scale}{count} x {}>", element.value_type())
            }
        }
    }
}

impl ValueType {
    /// Returns the low-level type of a virtual register for this type.
    pub const fn llt(self) -> Llt {
        match self {
            ValueType::Int(n) => Llt::scalar(n),
            ValueType::Half | ValueType::BFloat => Llt::scalar(16),
            ValueType::Float => Llt::scalar(32),
            ValueType::Double => Llt::scalar(64),
            ValueType::Fp128 => Llt::scalar(128),
            ValueType::Pointer { address_space, bits } => Llt::pointer(address_space, bits),
            ValueType::Vector { count, element, scalable } => {
                let element = element.value_type().llt();
                if scalable { Llt::scalable_vector(count, element) } else { Llt::vector(count, element) }
            }
        }
    }

    /// Returns the size in bits.
    pub const fn bits(self) -> u32 {
        self.llt().bits()
    }

    /// Returns true if this is a scalar floating-point type.
    pub const fn is_float(self) -> bool {
        matches!(
            self,
            ValueType::Half | ValueType::BFloat | ValueType::Float | ValueType::Double | ValueType::Fp128
        )
    }

    /// Returns true if this is an integer or a pointer.
    pub const fn is_int_or_pointer(self) -> bool {
        matches!(self, ValueType::Int(_) | ValueType::Pointer { .. })
    }

    /// Returns true if this is a vector.
    pub const fn is_vector(self) -> bool {
        matches!(self, ValueType::Vector { .. })
    }
}
