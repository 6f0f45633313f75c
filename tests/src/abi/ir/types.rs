//! First-class IR types, random types, and values as bits.

use crate::random::Random;
use std::fmt;

/// A type of parameters and results.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Type {
    /// An integer of the given width in bits.
    Int(u32),
    /// A floating-point type: its name and width in bits.
    Float(&'static str, u32),
    /// A pointer.
    Pointer,
    /// A vector: the element count and the scalar type.
    Vector(usize, Box<Type>),
    /// An array: the element count and type.
    Array(usize, Box<Type>),
    /// A structure; it may have no fields.
    Struct(Vec<Type>),
}

/// Integer widths: odd ones, and those near one or two registers.
const WIDTHS: [u32; 32] = [
    1, 1, 3, 5, 7, 8, 8, 15, 16, 16, 17, 24, 31, 32, 32, 32, 33, 48, 63, 64, 64, 64, 65, 96, 127, 128, 128,
    129, 150, 192, 256, 512,
];
/// Widths of integer vector elements.
const ELEMENT_WIDTHS: [u32; 14] = [1, 1, 3, 8, 8, 16, 16, 24, 32, 32, 64, 64, 65, 128];
const FLOATS: [Type; 5] = [
    Type::Float("half", 16),
    Type::Float("bfloat", 16),
    Type::Float("float", 32),
    Type::Float("double", 64),
    Type::Float("fp128", 128),
];
/// The width of the largest vector, and the leaf count of the largest aggregate.
const MAX_BITS: u32 = 2176;
const MAX_LEAVES: usize = 40;

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Type::Int(bits) => write!(f, "i{bits}"),
            Type::Float(name, _) => f.write_str(name),
            Type::Pointer => f.write_str("ptr"),
            Type::Vector(count, element) => write!(f, "<{count} x {element}>"),
            Type::Array(count, element) => write!(f, "[{count} x {element}]"),
            Type::Struct(fields) => {
                let fields: Vec<String> = fields.iter().map(Type::to_string).collect();
                write!(f, "{{ {} }}", fields.join(", "))
            }
        }
    }
}

/// A scalar within a value, and its access path.
#[derive(Debug, Clone)]
pub struct Leaf {
    /// Indices of `extractvalue`.
    pub path: Vec<usize>,
    /// The type at the path: a vector if `element` is set.
    pub outer: Type,
    /// Index of the vector's element.
    pub element: Option<usize>,
    /// The scalar type.
    pub scalar: Type,
}

impl Type {
    /// Returns the width of a scalar type in bits.
    #[must_use]
    pub fn bits(&self) -> u32 {
        match self {
            Type::Int(bits) | Type::Float(_, bits) => *bits,
            Type::Pointer => 64,
            Type::Vector(count, element) | Type::Array(count, element) => *count as u32 * element.bits(),
            Type::Struct(fields) => fields.iter().map(Type::bits).sum(),
        }
    }

    /// Returns the number of 64-bit words that hold a scalar.
    #[must_use]
    pub fn words(&self) -> usize {
        self.bits().div_ceil(64) as usize
    }

    /// Returns all scalars of a value, in order.
    #[must_use]
    pub fn leaves(&self) -> Vec<Leaf> {
        let mut leaves = Vec::new();
        self.add_leaves(&mut Vec::new(), &mut leaves);
        leaves
    }

    fn add_leaves(&self, path: &mut Vec<usize>, leaves: &mut Vec<Leaf>) {
        let mut within = |index: usize, ty: &Type| {
            path.push(index);
            ty.add_leaves(path, leaves);
            path.pop();
        };
        match self {
            Type::Array(count, element) => (0..*count).for_each(|n| within(n, element)),
            Type::Struct(fields) => fields.iter().enumerate().for_each(|(n, field)| within(n, field)),
            Type::Vector(count, element) => leaves.extend((0..*count).map(|n| Leaf {
                path: path.clone(),
                outer: self.clone(),
                element: Some(n),
                scalar: (**element).clone(),
            })),
            _ => leaves.push(Leaf {
                path: path.clone(),
                outer: self.clone(),
                element: None,
                scalar: self.clone(),
            }),
        }
    }

    /// Returns random bits for every leaf, as words. No float is a NaN: a conversion could quiet
    /// it.
    pub fn value(&self, random: &mut Random) -> Vec<Vec<u64>> {
        self.leaves().iter().map(|leaf| scalar_value(&leaf.scalar, random)).collect()
    }
}

fn scalar_value(ty: &Type, random: &mut Random) -> Vec<u64> {
    let mut words: Vec<u64> = (0..ty.words()).map(|_| random.bits()).collect();
    let used = ty.bits() % 64;
    if let Some(last) = words.last_mut() {
        if used != 0 {
            *last &= (1 << used) - 1;
        }
        if matches!(ty, Type::Float(..)) {
            *last &= !(1 << ((ty.bits() - 2) % 64));
        }
    }
    words
}

/// Returns types that are passed unlike others of their size: in several registers, widened, by
/// reference, or by element.
#[must_use]
pub fn disputed() -> Vec<Type> {
    let vectors = |counts: &[usize], element: &Type| -> Vec<Type> {
        counts.iter().map(|&count| Type::Vector(count, Box::new(element.clone()))).collect()
    };
    let [half, bfloat, float, double, quad] = FLOATS;
    let word = Type::Int(32);
    let mut types = [129, 150, 160, 191, 192, 256, 512, 576, 1024].map(Type::Int).to_vec();
    types.extend(vectors(&[1, 2, 3, 4, 5, 7, 8, 9, 16, 17, 32, 64], &Type::Int(1)));
    types.extend(vectors(&[2, 3, 4, 8], &Type::Int(3)));
    types.extend(vectors(&[1, 2, 3, 4, 5, 8, 16], &Type::Int(8)));
    types.extend(vectors(&[2, 3, 4, 6, 8], &Type::Int(16)));
    types.extend(vectors(&[2, 3, 4], &Type::Int(24)));
    types.extend(vectors(&[1, 2, 3, 4, 5, 8], &word));
    types.extend(vectors(&[1, 2, 3, 4], &Type::Int(64)));
    types.extend(vectors(&[1, 2], &Type::Int(128)));
    types.extend(vectors(&[1, 2, 3, 5, 7], &Type::Pointer));
    types.extend(vectors(&[1, 2, 3, 4, 8], &half));
    types.extend(vectors(&[2, 4], &bfloat));
    types.extend(vectors(&[1, 2, 3, 4, 8], &float));
    types.extend(vectors(&[1, 2, 3, 4], &double));
    types.extend(vectors(&[1, 2], &quad));
    types.push(Type::Array(9, Box::new(word.clone())));
    let pair = Type::Vector(2, Box::new(word.clone()));
    types.extend([
        Type::Struct(vec![float.clone(), float.clone()]),
        Type::Struct(vec![double.clone(), word.clone()]),
        Type::Struct(vec![word, double.clone()]),
        Type::Struct(vec![Type::Int(8), half, double]),
        Type::Struct(vec![pair, Type::Int(8)]),
        Type::Struct(vec![Type::Array(3, Box::new(float)), Type::Int(1)]),
    ]);
    types
}

/// Returns a random scalar type.
pub fn scalar(random: &mut Random) -> Type {
    match random.below(10) {
        0..5 => Type::Int(random.pick(&WIDTHS)),
        5..9 => FLOATS[random.below(FLOATS.len())].clone(),
        _ => Type::Pointer,
    }
}

fn vector(random: &mut Random) -> Type {
    let element = match random.below(10) {
        0..5 => Type::Int(random.pick(&ELEMENT_WIDTHS)),
        5..9 => FLOATS[random.below(FLOATS.len())].clone(),
        _ => Type::Pointer,
    };
    let most = if random.one_in(4) { 17 } else { 4 };
    let count = (1 + random.below(most)).min((MAX_BITS / element.bits()) as usize);
    Type::Vector(count, Box::new(element))
}

/// Returns a random type.
pub fn any(random: &mut Random) -> Type {
    loop {
        let ty = nested(random, 2);
        if ty.leaves().len() <= MAX_LEAVES && ty.bits() <= 2 * MAX_BITS {
            return ty;
        }
    }
}

fn nested(random: &mut Random, depth: usize) -> Type {
    match random.below(if depth == 0 { 8 } else { 12 }) {
        0..5 => scalar(random),
        5..8 => vector(random),
        8 | 9 => Type::Array(1 + random.below(9), Box::new(nested(random, depth - 1))),
        _ => Type::Struct((0..random.below(5)).map(|_| nested(random, depth - 1)).collect()),
    }
}
