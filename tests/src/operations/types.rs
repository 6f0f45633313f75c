//! The types of the operations that are checked.

use std::fmt;

/// The type of a value or of an element.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    /// An integer of the given width in bits.
    Int(u32),
    /// A floating-point type: its name, its name in intrinsics, its width, and the width of the
    /// exponent.
    Float(&'static str, &'static str, u32, u32),
}

/// Half precision.
pub const HALF: Scalar = Scalar::Float("half", "f16", 16, 5);
/// bfloat16.
pub const BFLOAT: Scalar = Scalar::Float("bfloat", "bf16", 16, 8);
/// Single precision.
pub const FLOAT: Scalar = Scalar::Float("float", "f32", 32, 8);
/// Double precision.
pub const DOUBLE: Scalar = Scalar::Float("double", "f64", 64, 11);
/// Quadruple precision.
pub const QUAD: Scalar = Scalar::Float("fp128", "f128", 128, 15);

impl Scalar {
    /// Returns its width in bits.
    #[must_use]
    pub fn bits(self) -> u32 {
        match self {
            Scalar::Int(bits) | Scalar::Float(_, _, bits, _) => bits,
        }
    }

    /// Returns the name of its type in intrinsics.
    fn suffix(self) -> String {
        match self {
            Scalar::Int(bits) => format!("i{bits}"),
            Scalar::Float(_, suffix, ..) => suffix.to_owned(),
        }
    }
}

impl fmt::Display for Scalar {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Scalar::Int(bits) => write!(f, "i{bits}"),
            Scalar::Float(name, ..) => f.write_str(name),
        }
    }
}

/// A scalar, or a vector of `lanes` of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Type {
    /// The scalar or element.
    pub scalar: Scalar,
    /// The element count; none for a scalar.
    pub lanes: Option<u32>,
}

impl Type {
    /// Returns the type with other elements.
    #[must_use]
    pub fn of(self, scalar: Scalar) -> Type {
        Type { scalar, ..self }
    }

    /// Returns the type with integers of the given width.
    #[must_use]
    pub fn int(self, bits: u32) -> Type {
        self.of(Scalar::Int(bits))
    }

    /// Returns the type with integers of the same width.
    #[must_use]
    pub fn bits(self) -> Type {
        self.int(self.scalar.bits())
    }

    /// Returns the type with integers of whole bytes that hold its elements.
    #[must_use]
    pub fn in_memory(self) -> Type {
        self.int(self.scalar.bits().next_multiple_of(8))
    }

    /// Returns its name in intrinsics.
    #[must_use]
    pub fn suffix(self) -> String {
        let vector = self.lanes.map(|n| format!("v{n}"));
        vector.unwrap_or_default() + &self.scalar.suffix()
    }

    /// Returns a name for identifiers.
    #[must_use]
    pub fn name(self) -> String {
        let vector = self.lanes.map(|n| format!("{n}x"));
        vector.unwrap_or_default() + &self.scalar.to_string()
    }

    /// Returns a floating-point constant with all elements a power of two.
    #[must_use]
    pub fn power_of_two(self, exponent: i32) -> String {
        let value = 2f64.powi(exponent);
        match self.scalar {
            QUAD => self.constant(&format!("0xL0000000000000000{:04x}000000000000", 16383 + exponent)),
            _ => self.constant(&format!("0x{:016x}", value.to_bits())),
        }
    }

    /// Returns a constant with all elements `value`.
    #[must_use]
    pub fn constant(self, value: &str) -> String {
        match self.lanes {
            None => value.to_owned(),
            Some(_) => format!("splat ({} {value})", self.scalar),
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.lanes {
            None => write!(f, "{}", self.scalar),
            Some(n) => write!(f, "<{n} x {}>", self.scalar),
        }
    }
}

/// Returns every type: integers up to 256 bits, all floating-point types, and vectors of up to 64
/// elements.
#[must_use]
pub fn all() -> Vec<Type> {
    let floats = [HALF, BFLOAT, FLOAT, DOUBLE, QUAD];
    let scalars = (1..=256).map(Scalar::Int).chain(floats);
    let mut types: Vec<Type> = scalars.map(|scalar| Type { scalar, lanes: None }).collect();
    let elements = [1, 3, 5, 8, 16, 24, 32, 33, 64, 65, 128, 192].map(Scalar::Int);
    for lanes in [1, 2, 3, 4, 5, 7, 8, 16, 32, 64] {
        let fits = |scalar: &Scalar| scalar.bits() * lanes <= 4096;
        let elements = elements.into_iter().chain(floats).filter(fits);
        types.extend(elements.map(|scalar| Type { scalar, lanes: Some(lanes) }));
    }
    types
}

/// Returns the types in another order, in which every few consecutive ones are of all kinds.
#[must_use]
pub fn mixed(types: &[Type]) -> Vec<Type> {
    const STEP: usize = 151;
    (0..STEP).flat_map(|start| types.iter().skip(start).step_by(STEP)).copied().collect()
}

/// Returns a few types of each kind.
#[must_use]
pub fn some() -> Vec<Type> {
    let scalars = [1, 8, 17, 32, 33, 64, 65, 100, 128, 129, 192, 256].map(Scalar::Int).into_iter();
    let scalars = scalars.chain([HALF, BFLOAT, FLOAT, DOUBLE, QUAD]);
    let mut types: Vec<Type> = scalars.map(|scalar| Type { scalar, lanes: None }).collect();
    let vectors = [
        (16, Scalar::Int(5)),
        (2, Scalar::Int(33)),
        (3, Scalar::Int(8)),
        (4, Scalar::Int(32)),
        (7, Scalar::Int(1)),
        (2, Scalar::Int(65)),
        (2, Scalar::Int(192)),
        (3, DOUBLE),
        (2, QUAD),
        (4, BFLOAT),
        (3, HALF),
        (8, FLOAT),
    ];
    types.extend(vectors.map(|(lanes, scalar)| Type { scalar, lanes: Some(lanes) }));
    types
}
