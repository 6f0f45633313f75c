//! The typed content of a variable, from which assembly chooses its directives. Objects hold the
//! bytes alone.

/// Consecutive elements of the same form and size.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fragment {
    /// The form of the elements.
    pub form: Form,
    /// Size of an element in bytes.
    pub size: u64,
    /// Number of elements.
    pub count: u64,
}

/// The form of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Form {
    /// An integer of at most eight bytes.
    Int,
    /// A larger integer.
    WideInt,
    /// A floating-point number.
    Float(FloatFormat),
    /// Bytes as text.
    Text,
    /// A repeated byte.
    Fill,
    /// A pointer, or a constant expression of pointers.
    Address,
}

/// A floating-point format.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum FloatFormat {
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
}

impl FloatFormat {
    /// Returns its name in LLVM's text.
    pub(crate) fn name(self) -> &'static str {
        match self {
            FloatFormat::Half => "half",
            FloatFormat::BFloat => "bfloat",
            FloatFormat::Float => "float",
            FloatFormat::Double => "double",
            FloatFormat::Fp128 => "fp128",
        }
    }
}
