//! Types of frozen values.

use crate::random::Random;
use std::fmt;

/// A type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Type {
    /// `i<bits>`.
    Int(u32),
    /// A float by its name and bits.
    Float(&'static str, u32),
    /// `ptr`.
    Pointer,
    /// `<n x element>`, of integers or floats.
    Vector(u32, Box<Type>),
    /// A structure.
    Struct(Vec<Type>),
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Type::Int(bits) => write!(f, "i{bits}"),
            Type::Float(name, _) => f.write_str(name),
            Type::Pointer => f.write_str("ptr"),
            Type::Vector(count, element) => write!(f, "<{count} x {element}>"),
            Type::Struct(fields) => {
                let fields: Vec<String> = fields.iter().map(Type::to_string).collect();
                write!(f, "{{ {} }}", fields.join(", "))
            }
        }
    }
}

impl Type {
    /// Returns the width in bits of a value that is no pointer and no structure.
    pub fn bits(&self) -> u32 {
        match self {
            Type::Int(bits) | Type::Float(_, bits) => *bits,
            Type::Vector(count, element) => count * element.bits(),
            Type::Pointer | Type::Struct(_) => 0,
        }
    }
}

const INTS: [u32; 22] = [1, 1, 2, 5, 7, 8, 8, 9, 15, 16, 16, 17, 24, 31, 32, 32, 33, 48, 63, 64, 65, 128];
const FLOATS: [(&str, u32); 7] = [
    ("half", 16),
    ("bfloat", 16),
    ("float", 32),
    ("float", 32),
    ("float", 32),
    ("double", 64),
    ("fp128", 128),
];

fn int(random: &mut Random) -> Type {
    Type::Int(random.pick(&INTS))
}

fn float(random: &mut Random) -> Type {
    let (name, bits) = random.pick(&FLOATS);
    Type::Float(name, bits)
}

fn scalar(random: &mut Random) -> Type {
    match random.below(7) {
        0..3 => int(random),
        3..6 => float(random),
        _ => Type::Pointer,
    }
}

/// Returns a random type.
pub(crate) fn any(random: &mut Random) -> Type {
    match random.below(10) {
        0..2 => {
            let element = if random.one_in(2) { int(random) } else { float(random) };
            Type::Vector(random.pick(&[1, 2, 2, 3, 4, 4, 8]), Box::new(element))
        }
        2 => Type::Struct((0..1 + random.below(3)).map(|_| scalar(random)).collect()),
        _ => scalar(random),
    }
}
