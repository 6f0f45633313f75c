//! Types on which operations are tried.

use std::fmt;

/// What one value, or one element, is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scalar {
    /// An integer of so many bits.
    Int(u32),
    /// A float: its name, what intrinsics call it, its bits, and how many of them are the exponent.
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
    /// Its bits.
    #[must_use]
    pub fn bits(self) -> u32 {
        match self {
            Scalar::Int(bits) | Scalar::Float(_, _, bits, _) => bits,
        }
    }

    /// The name of its type in intrinsics.
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
    /// Elements; none for a scalar.
    pub lanes: Option<u32>,
}

impl Type {
    /// The same with other elements.
    #[must_use]
    pub fn of(self, scalar: Scalar) -> Type {
        Type { scalar, ..self }
    }

    /// The same of integers of so many bits.
    #[must_use]
    pub fn int(self, bits: u32) -> Type {
        self.of(Scalar::Int(bits))
    }

    /// Integers that have the same bits.
    #[must_use]
    pub fn bits(self) -> Type {
        self.int(self.scalar.bits())
    }

    /// Integers of whole bytes that hold it.
    #[must_use]
    pub fn in_memory(self) -> Type {
        self.int(self.scalar.bits().next_multiple_of(8))
    }

    /// Its name in intrinsics.
    #[must_use]
    pub fn suffix(self) -> String {
        let vector = self.lanes.map(|n| format!("v{n}"));
        vector.unwrap_or_default() + &self.scalar.suffix()
    }

    /// A name for identifiers.
    #[must_use]
    pub fn name(self) -> String {
        let vector = self.lanes.map(|n| format!("{n}x"));
        vector.unwrap_or_default() + &self.scalar.to_string()
    }

    /// A constant with all elements two to a power, of floats.
    #[must_use]
    pub fn power_of_two(self, exponent: i32) -> String {
        let value = 2f64.powi(exponent);
        match self.scalar {
            QUAD => self.constant(&format!("0xL0000000000000000{:04x}000000000000", 16383 + exponent)),
            _ => self.constant(&format!("0x{:016x}", value.to_bits())),
        }
    }

    /// A constant with all elements `value`.
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

/// Every type: integers to 256 bits, all floats, and vectors of up to 64 elements.
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

/// In another order, in which a few in succession are of all kinds.
#[must_use]
pub fn mixed(types: &[Type]) -> Vec<Type> {
    const STEP: usize = 151;
    (0..STEP).flat_map(|start| types.iter().skip(start).step_by(STEP)).copied().collect()
}

/// A few of each kind.
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
