//! What the content of a variable consists of, by its type: how assembly writes it. Objects have the bytes alone.

/// So many alike elements of a content, one after the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fragment {
    /// What they are.
    pub form: Form,
    /// How many bytes one takes.
    pub size: u64,
    /// How many there are.
    pub count: u64,
}

/// What an element of a content is.
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
    /// The same byte all over.
    Fill,
    /// A pointer, or what is calculated of some.
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
    pub fn name(self) -> &'static str {
        match self {
            FloatFormat::Half => "half",
            FloatFormat::BFloat => "bfloat",
            FloatFormat::Float => "float",
            FloatFormat::Double => "double",
            FloatFormat::Fp128 => "fp128",
        }
    }
}
