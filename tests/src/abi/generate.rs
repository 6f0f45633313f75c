//! Random types and signatures.

use crate::random::Random;

/// A scalar type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Leaf {
    /// An integer: its C type, its width in bits, and true if it is signed.
    Int(&'static str, u32, bool),
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// `long double`, passed on but never inspected.
    LongDouble,
    /// `void *`.
    Pointer,
}

/// The C integer types.
const INTEGERS: [Leaf; 11] = [
    Leaf::Int("_Bool", 1, false),
    Leaf::Int("signed char", 8, true),
    Leaf::Int("unsigned char", 8, false),
    Leaf::Int("short", 16, true),
    Leaf::Int("unsigned short", 16, false),
    Leaf::Int("int", 32, true),
    Leaf::Int("unsigned", 32, false),
    Leaf::Int("long long", 64, true),
    Leaf::Int("unsigned long long", 64, false),
    Leaf::Int("__int128", 128, true),
    Leaf::Int("unsigned __int128", 128, false),
];

/// Types of variadic arguments: only types that C does not promote.
const PROMOTED: [Leaf; 8] = [
    Leaf::Int("int", 32, true),
    Leaf::Int("unsigned", 32, false),
    Leaf::Int("long long", 64, true),
    Leaf::Int("__int128", 128, true),
    Leaf::Double,
    Leaf::Double,
    Leaf::LongDouble,
    Leaf::Pointer,
];

/// The type of a parameter, a result or a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// A scalar.
    Leaf(Leaf),
    /// The structure with this number.
    Struct(usize),
}

/// A field: a type, and an element count if it is an array.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    /// The type of an element.
    pub ty: Type,
    /// The number of elements of an array.
    pub count: Option<usize>,
}

/// A structure.
#[derive(Debug, Clone)]
pub struct Struct {
    /// Its fields, at least one.
    pub fields: Vec<Field>,
    /// True if it is aligned to 16 bytes regardless of its fields.
    pub aligned: bool,
}

/// A function's signature.
#[derive(Debug, Clone)]
pub struct Function {
    /// `None` for `void`.
    pub result: Option<Type>,
    /// The named parameters.
    pub parameters: Vec<Type>,
    /// The variadic arguments, if the function is variadic.
    pub variadic: Option<Vec<Type>>,
}

/// Functions that share their structures.
#[derive(Debug, Clone)]
pub struct Group {
    /// The seed, which also determines the values.
    pub seed: u64,
    /// All structures; one contains only earlier ones.
    pub structs: Vec<Struct>,
    /// All functions.
    pub functions: Vec<Function>,
}

impl Group {
    /// Generates the group of a seed, for machines with the given word size in bits.
    #[must_use]
    pub fn new(seed: u64, functions: usize, word_bits: u32) -> Group {
        let random = &mut Random::new(seed);
        let mut structs = Vec::new();
        for number in 0..functions {
            structs.push(structure(random, number));
        }
        let functions = (0..functions).map(|_| function(random, structs.len())).collect();
        let mut group = Group { seed, structs, functions };
        if word_bits < 64 {
            group.types().for_each(narrow);
        }
        group
    }

    fn types(&mut self) -> impl Iterator<Item = &mut Type> {
        let fields = self.structs.iter_mut().flat_map(|s| &mut s.fields).map(|field| &mut field.ty);
        let signatures = self.functions.iter_mut().flat_map(|function| {
            let variadic = function.variadic.iter_mut().flatten();
            function.parameters.iter_mut().chain(variadic).chain(&mut function.result)
        });
        fields.chain(signatures)
    }
}

/// Replaces 128-bit integers: C has them only where a word has 64 bits.
fn narrow(ty: &mut Type) {
    if let Type::Leaf(Leaf::Int(_, 128, is_signed)) = *ty {
        *ty = Type::Leaf(if is_signed { INTEGERS[7] } else { INTEGERS[8] });
    }
}

fn leaf(random: &mut Random) -> Leaf {
    match random.below(12) {
        0..6 => random.pick(&INTEGERS),
        6..8 => Leaf::Float,
        8..10 => Leaf::Double,
        10 => Leaf::LongDouble,
        _ => Leaf::Pointer,
    }
}

/// Returns a homogeneous float aggregate, a pair of a float and an integer, or random fields.
///
/// No structure contains `_Bool`. With a float beside it, gcc for riscv64 expects 0 or 1 in the
/// whole register; clang does not extend it.
fn structure(random: &mut Random, earlier: usize) -> Struct {
    let fields = match random.below(6) {
        0 | 1 => {
            let element = random.pick(&[Leaf::Float, Leaf::Double]);
            let number = 1 + random.below(4);
            (0..number).map(|_| Field { ty: Type::Leaf(element), count: None }).collect()
        }
        2 => vec![Field {
            ty: Type::Leaf(random.pick(&[Leaf::Float, Leaf::Double])),
            count: Some(1 + random.below(5)),
        }],
        3 => {
            let mut pair = [Leaf::Float, random.pick(&INTEGERS[1..9])];
            if random.one_in(2) {
                pair.swap(0, 1);
            }
            pair.iter().map(|l| Field { ty: Type::Leaf(*l), count: None }).collect()
        }
        _ => (0..1 + random.below(5)).map(|_| field(random, earlier)).collect(),
    };
    Struct { fields, aligned: random.one_in(10) }
}

fn field(random: &mut Random, earlier: usize) -> Field {
    let nested = earlier > 0 && random.one_in(8);
    let leaf = Some(leaf(random)).filter(|l| *l != INTEGERS[0]).unwrap_or(INTEGERS[2]);
    let ty = if nested { Type::Struct(random.below(earlier)) } else { Type::Leaf(leaf) };
    let count = random.one_in(5).then(|| 1 + random.below(4));
    Field { ty, count }
}

fn ty(random: &mut Random, structs: usize) -> Type {
    if random.one_in(3) { Type::Struct(random.below(structs)) } else { Type::Leaf(leaf(random)) }
}

fn function(random: &mut Random, structs: usize) -> Function {
    // Sometimes more than there are registers.
    let most = if random.one_in(3) { 18 } else { 8 };
    let parameters: Vec<Type> = (0..random.below(most)).map(|_| ty(random, structs)).collect();
    let result = (!random.one_in(6)).then(|| ty(random, structs));
    let variadic = random.one_in(4).then(|| {
        let one = |random: &mut Random| match random.below(4) {
            0 => Type::Struct(random.below(structs)),
            _ => Type::Leaf(random.pick(&PROMOTED)),
        };
        (0..random.below(9)).map(|_| one(random)).collect()
    });
    // A variadic function needs a named parameter.
    let variadic = variadic.filter(|_| !parameters.is_empty());
    Function { result, parameters, variadic }
}
