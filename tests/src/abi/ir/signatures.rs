//! Random functions: convention, parameters with their attributes and values, result, and form of
//! the call.

use super::types::{self, Type};
use crate::platform::Platform;
use crate::random::Random;

/// A calling convention, with the facts that random functions depend on.
#[derive(Debug, PartialEq, Eq)]
pub struct Convention {
    /// LLVM's number.
    pub number: u32,
    /// The signatures that it supports.
    pub shape: Shape,
    /// True if `musttail` calls may have another prototype.
    pub free_tail: bool,
}

/// The signatures that a convention supports.
#[derive(Debug, PartialEq, Eq, Clone, Copy)]
pub enum Shape {
    /// Everything.
    All,
    /// Everything but variadic arguments.
    Fixed,
    /// As `Fixed`, but without a result and without tail calls: `llc` restores argument registers
    /// after they are set (`preserve_mostcc` on RISC-V, `cxx_fast_tlscc` on aarch64).
    Restored,
    /// A few words and floats, and no result: functions without a frame (`ghccc`).
    Haskell,
}

impl Convention {
    /// Returns true if functions with a `swifterror` parameter preserve the convention's registers.
    /// In `llc` they preserve AAPCS64's instead.
    fn saves_with_error(&self) -> bool {
        ![PRESERVE_MOST, PRESERVE_ALL, CXX_FAST_TLS].contains(&self.number)
    }
}

const fn convention(number: u32, shape: Shape, free_tail: bool) -> Convention {
    Convention { number, shape, free_tail }
}

/// LLVM's number of `preserve_mostcc`.
const PRESERVE_MOST: u32 = 14;
/// LLVM's number of `preserve_allcc`.
pub const PRESERVE_ALL: u32 = 15;
/// LLVM's number of `cxx_fast_tlscc`.
const CXX_FAST_TLS: u32 = 17;
/// LLVM's number of `swifttailcc`.
const SWIFT_TAIL: u32 = 20;

static C: Convention = convention(0, Shape::All, false);
static FAST: Convention = convention(8, Shape::Fixed, false);
static TAILS: [Convention; 2] =
    [convention(18, Shape::Fixed, true), convention(SWIFT_TAIL, Shape::Fixed, true)];
/// Besides C: fast, ghc, `preserve_most`, tail, `swifttail`, graal, `riscv_vector_cc`,
/// `riscv_vls_cc`. `llc` compiles no definitions of other conventions, nor of tail and `swifttail`.
static RISCV: [Convention; 9] = [
    convention(8, Shape::Fixed, false),
    convention(8, Shape::Fixed, false),
    convention(18, Shape::Fixed, true),
    convention(SWIFT_TAIL, Shape::Fixed, true),
    convention(10, Shape::Haskell, false),
    convention(PRESERVE_MOST, Shape::Restored, false),
    convention(107, Shape::Fixed, false),
    convention(110, Shape::Fixed, false),
    convention(113, Shape::Fixed, false),
];
/// Besides C: fast, ghc, `preserve_most`, `preserve_all`, swift, `cxx_fast_tls`, tail,
/// `cfguard_check`, `swifttail`, `preserve_none`, win64, vector and SVE vector, graal.
static AARCH64: [Convention; 14] = [
    convention(8, Shape::Fixed, false),
    convention(10, Shape::Haskell, false),
    convention(PRESERVE_MOST, Shape::Fixed, false),
    convention(PRESERVE_ALL, Shape::Fixed, false),
    convention(16, Shape::Fixed, false),
    convention(CXX_FAST_TLS, Shape::Restored, false),
    convention(18, Shape::Fixed, true),
    convention(18, Shape::Fixed, true),
    convention(SWIFT_TAIL, Shape::Fixed, true),
    convention(SWIFT_TAIL, Shape::Fixed, true),
    convention(21, Shape::Fixed, false),
    convention(97, Shape::Fixed, false),
    convention(98, Shape::Fixed, false),
    convention(107, Shape::Fixed, false),
];

/// Returns true if `llc` can pass and return a type. For RISC-V, `llc` stores the leaves after one
/// passed by reference into the same memory, so they overwrite each other.
fn passable(platform: Platform, ty: &Type) -> bool {
    let leaves = ty.leaves();
    let by_reference = |leaf: &types::Leaf| {
        let words = leaf.scalar.bits().div_ceil(platform.word_bits()) as usize;
        let count = if let Type::Vector(count, _) = leaf.outer { count } else { 1 };
        words * count > 2
    };
    let last = leaves.last().map(|leaf| &leaf.path);
    platform.is_aarch64() || leaves.iter().all(|leaf| !by_reference(leaf) || Some(&leaf.path) == last)
}

/// Returns a random type that `llc` can pass.
fn any_type(random: &mut Random, platform: Platform) -> Type {
    loop {
        let ty = types::any(random);
        if passable(platform, &ty) {
            return ty;
        }
    }
}

/// The role of a parameter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Role {
    /// A value of its type.
    Plain,
    /// `byval` of these bytes: the callee has a copy.
    ByVal(Vec<u8>),
    /// `sret`: the callee writes these bytes.
    StructReturn(Vec<u8>),
    /// `swifterror`: the callee writes this pointer.
    SwiftError(u64),
}

/// An extension that both sides rely on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extend {
    /// None.
    None,
    /// `signext`.
    Sign,
    /// `zeroext`.
    Zero,
}

/// The bits of every leaf.
pub type Value = Vec<Vec<u64>>;

/// A parameter and the value passed.
#[derive(Debug, Clone)]
pub struct Parameter {
    /// Its type: a pointer if it has a role.
    pub ty: Type,
    /// Its role.
    pub role: Role,
    /// Its extension.
    pub extend: Extend,
    /// All attributes as text.
    pub attributes: String,
    /// The value passed; for a role, the object's contents.
    pub value: Value,
    /// True if the value is loaded from memory instead of a constant.
    pub loaded: bool,
}

/// A function between caller and callee, which forwards its parameters in a tail call.
#[derive(Debug, Clone)]
pub struct Tail {
    /// `musttail`.
    pub must: bool,
    /// The parameters of the function between caller and callee.
    pub parameters: Vec<Parameter>,
    /// For each parameter of the callee, the parameter that is forwarded, or none for a new value.
    pub sources: Vec<Option<usize>>,
}

/// A function, its callers and its values.
#[derive(Debug, Clone)]
pub struct Function {
    /// The number in its symbols' names.
    pub number: usize,
    /// Its calling convention.
    pub convention: &'static Convention,
    /// Its parameters.
    pub parameters: Vec<Parameter>,
    /// Variadic arguments.
    pub variadic: Option<Vec<(Type, Value)>>,
    /// The result, described like a parameter.
    pub result: Option<Parameter>,
    /// The parameter that is returned.
    pub returned: Option<usize>,
    /// The intermediate function, if it is called by a tail call.
    pub tail: Option<Tail>,
    /// True if it is called by its address.
    pub indirect: bool,
    /// The number of values of each kind live across the call.
    pub live: usize,
    /// True if 128-bit vectors instead of doubles are live across it.
    pub live_vectors: bool,
    /// True if the callee clobbers all registers that it may.
    pub clobbers: bool,
}

/// A convention of both targets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Common {
    /// The C convention.
    C,
    /// `fastcc`.
    Fast,
}

impl Common {
    /// Both of them.
    pub const ALL: [Common; 2] = [Common::C, Common::Fast];
}

impl Function {
    /// Generates a function that takes values of a type in registers, between others and on the
    /// stack, and returns one.
    #[must_use]
    pub fn passing(number: usize, convention: Common, ty: &Type) -> Function {
        let random = &mut Random::new(number as u64 + 1);
        let word = Type::Int(64);
        let types =
            [ty, &Type::Int(32), ty, &Type::Float("double", 64), ty, &word, &word, &word, ty, &word, ty];
        let plain = |random: &mut Random, ty: &Type| Parameter {
            ty: ty.clone(),
            role: Role::Plain,
            extend: Extend::None,
            attributes: String::new(),
            value: ty.value(random),
            loaded: random.one_in(2),
        };
        Function {
            number,
            convention: match convention {
                Common::C => &C,
                Common::Fast => &FAST,
            },
            parameters: types.iter().map(|ty| plain(random, ty)).collect(),
            variadic: None,
            result: Some(plain(random, ty)),
            returned: None,
            tail: None,
            indirect: false,
            live: 4,
            live_vectors: false,
            clobbers: true,
        }
    }

    /// Generates a random function of a seed's module pair. A `musttail` call permutes objects and
    /// multi-word values, by the C convention or one whose prototypes may differ.
    #[must_use]
    pub fn forwarding(platform: Platform, seed: u64, number: usize) -> Function {
        let random = &mut Random::new(seed.wrapping_mul(1_000_033) ^ (number as u64) << 40);
        let convention = random.pick(&[&C, &C, &TAILS[0], &TAILS[1]]);
        let sizes = [1 + random.below(40), 1 + random.below(200)];
        let parameters: Vec<Parameter> =
            (0..1 + random.below(9)).map(|_| forwarded(random, platform, sizes)).collect();
        let mut function =
            Function { convention, parameters, ..Function::passing(number, Common::C, &Type::Int(64)) };
        let theirs = if convention.free_tail {
            others_first(random, platform, sizes, &function)
        } else {
            same(random, &function)
        };
        let mut sources = Vec::new();
        for parameter in &mut function.parameters {
            let fits = |theirs: &Parameter| {
                (&theirs.ty, &theirs.attributes) == (&parameter.ty, &parameter.attributes)
            };
            let all: Vec<usize> = (0..theirs.len()).filter(|&n| fits(&theirs[n])).collect();
            let own = all.is_empty() || parameter.role == Role::Plain && random.one_in(6);
            let source = if own { None } else { Some(random.pick(&all)) };
            if let Some(n) = source {
                parameter.value.clone_from(&theirs[n].value);
                parameter.role.clone_from(&theirs[n].role);
            }
            sources.push(source);
        }
        function.tail = Some(Tail { must: true, parameters: theirs, sources });
        function.indirect = random.one_in(4);
        function.clobbers = random.one_in(2);
        function.cut_pointers(platform.word_bits());
        function
    }

    /// Generates a random function of a seed's module pair.
    #[must_use]
    pub fn new(platform: Platform, seed: u64, number: usize) -> Function {
        let random = &mut Random::new(seed.wrapping_mul(1_000_003) ^ (number as u64) << 48);
        let others: &'static [Convention] = if platform.is_aarch64() { &AARCH64 } else { &RISCV };
        let convention = if random.one_in(3) { &C } else { &others[random.below(others.len())] };
        // For aarch64 `llc` compiles other tail calls of ghc's convention to calls, in functions
        // without a frame.
        let must = random.one_in(2) || convention.shape == Shape::Haskell;
        let with_tail =
            convention.shape != Shape::Restored && random.one_in(if convention.free_tail { 2 } else { 4 });
        // For RISC-V `llc` forwards no memory arguments.
        let seldom = if platform.is_aarch64() { 8 } else { 2 };
        let small = with_tail && must && !convention.free_tail && !random.one_in(seldom);
        let mut parameters = if convention.shape == Shape::Haskell {
            haskell_parameters(random)
        } else {
            let roles = !with_tail || (must && !convention.free_tail);
            parameters(random, platform, small, roles, convention.saves_with_error())
        };
        if with_tail && must && convention.free_tail {
            // LLVM's verifier rejects it.
            parameters.iter_mut().for_each(|p| p.attributes = p.attributes.replace(" inreg", ""));
        }
        let (result, returned) = result(random, platform, convention, &parameters, small);
        // For RISC-V `llc` forwards no variadic arguments.
        let forwards = with_tail && must && platform.is_aarch64();
        // For each empty parameter, `llc` treats a variadic argument as a named one.
        let none_empty = parameters.iter().all(|p| !p.value.is_empty());
        let may_be_variadic = convention.shape == Shape::All && none_empty && (!with_tail || forwards);
        let variadic = (may_be_variadic && random.one_in(4))
            .then(|| (0..random.below(9)).map(|_| variadic(random)).collect());
        let tail = with_tail.then(|| tail(random, must, convention, &mut parameters));
        if let Some(n) = returned {
            parameters[n].attributes += " returned";
        }
        let mut function = Function {
            number,
            convention,
            parameters,
            variadic,
            result,
            returned,
            tail,
            indirect: random.one_in(4),
            live: random.pick(&[4, 12, 28]),
            live_vectors: platform.is_aarch64() && random.one_in(2),
            clobbers: convention.shape != Shape::Haskell && !random.one_in(4),
        };
        function.same_attributes();
        function.cut_pointers(platform.word_bits());
        function
    }

    /// Returns the parameters of the function that the caller calls.
    #[must_use]
    pub fn passed(&self) -> &[Parameter] {
        self.tail.as_ref().map_or(&self.parameters, |tail| &tail.parameters)
    }

    /// Truncates all pointers to the pointer width: values consist of 64-bit words.
    fn cut_pointers(&mut self, bits: u32) {
        let mask = u64::MAX >> (64 - bits);
        let cut = |ty: &Type, value: &mut Value| {
            let pointers =
                ty.leaves().into_iter().zip(value).filter(|(leaf, _)| leaf.scalar == Type::Pointer);
            pointers.for_each(|(_, words)| words.iter_mut().for_each(|word| *word &= mask));
        };
        let between = self.tail.iter_mut().flat_map(|tail| &mut tail.parameters);
        for parameter in self.parameters.iter_mut().chain(between).chain(&mut self.result) {
            cut(&parameter.ty, &mut parameter.value);
            if let Role::SwiftError(after) = &mut parameter.role {
                *after &= mask;
            }
        }
        self.variadic.iter_mut().flatten().for_each(|(ty, value)| cut(ty, value));
    }

    /// Equalizes the attributes on both sides, as `musttail` requires.
    fn same_attributes(&mut self) {
        if let (Some(Tail { must: true, parameters, .. }), false) =
            (&mut self.tail, self.convention.free_tail)
        {
            for (theirs, ours) in parameters.iter_mut().zip(&self.parameters) {
                // The result differs from the argument passed to the intermediate function.
                theirs.attributes = ours.attributes.replace(" returned", "");
            }
        }
        if let (Some(n), Some(result)) = (self.returned, &mut self.result) {
            result.value.clone_from(&self.parameters[n].value);
        }
    }
}

/// Returns a parameter to forward, of one of a few types: parameters of equal types can be
/// permuted.
fn forwarded(random: &mut Random, platform: Platform, sizes: [usize; 2]) -> Parameter {
    if random.one_in(3) {
        let size = random.pick(&sizes);
        let bytes: Vec<u8> = (0..size).map(|_| random.bits() as u8).collect();
        let align = if size == sizes[0] { 1 } else { 8 };
        return Parameter {
            attributes: format!(" byval([{size} x i8]) align {align}"),
            role: Role::ByVal(bytes),
            ..plain_of(random, Type::Pointer)
        };
    }
    let wide = if platform.is_aarch64() { 128 } else { 256 };
    let ty = match random.below(6) {
        0 => Type::Float("fp128", 128),
        1 | 2 => Type::Int(wide),
        3 => Type::Float("double", 64),
        4 => Type::Int(129),
        _ => Type::Int(64),
    };
    plain_of(random, ty)
}

/// Returns a parameter without attributes.
fn plain_of(random: &mut Random, ty: Type) -> Parameter {
    let value = ty.value(random);
    let (extend, attributes) = (Extend::None, String::new());
    Parameter { ty, role: Role::Plain, extend, attributes, value, loaded: random.one_in(2) }
}

/// Returns the parameters of `function` with other values.
fn same(random: &mut Random, function: &Function) -> Vec<Parameter> {
    let mut theirs = function.parameters.clone();
    for parameter in &mut theirs {
        parameter.value = parameter.ty.value(random);
        if let Role::ByVal(bytes) = &mut parameter.role {
            bytes.iter_mut().for_each(|byte| *byte = random.bits() as u8);
        }
    }
    theirs
}

/// Returns the parameters of a function that forwards objects to `function`: the same in another
/// order, mixed with others.
fn others_first(
    random: &mut Random,
    platform: Platform,
    sizes: [usize; 2],
    function: &Function,
) -> Vec<Parameter> {
    let mut theirs = same(random, function);
    theirs.retain(|p| p.role != Role::Plain || !random.one_in(3));
    for n in (1..theirs.len()).rev() {
        theirs.swap(n, random.below(n + 1));
    }
    for _ in 0..random.below(6) {
        let place = random.below(theirs.len() + 1);
        theirs.insert(place, forwarded(random, platform, sizes));
    }
    theirs
}

fn plain(random: &mut Random, ty: Type) -> Parameter {
    let value = ty.value(random);
    let extend = match ty {
        Type::Int(bits) if bits <= 130 && random.one_in(if bits > 64 { 8 } else { 2 }) => {
            random.pick(&[Extend::Sign, Extend::Zero])
        }
        _ => Extend::None,
    };
    let mut attributes = match extend {
        Extend::None => String::new(),
        Extend::Sign => " signext".into(),
        Extend::Zero => " zeroext".into(),
    };
    if random.one_in(4) {
        attributes += " noundef";
    }
    Parameter { ty, role: Role::Plain, extend, attributes, value, loaded: random.one_in(2) }
}

/// Returns a random parameter, with attributes that only parameters have.
fn parameter(random: &mut Random, ty: Type) -> Parameter {
    let mut parameter = plain(random, ty);
    match random.below(16) {
        0 => parameter.attributes += " inreg",
        1 => parameter.attributes += random.pick(&[" alignstack(8)", " alignstack(16)"]),
        _ => {}
    }
    parameter
}

fn small_type(random: &mut Random) -> Type {
    match random.below(6) {
        0 => Type::Float("float", 32),
        1 => Type::Float("double", 64),
        2 => Type::Pointer,
        _ => Type::Int(random.pick(&[1, 8, 16, 24, 32, 64])),
    }
}

fn parameters(
    random: &mut Random,
    platform: Platform,
    small: bool,
    roles: bool,
    may_set_error: bool,
) -> Vec<Parameter> {
    if small {
        return (0..random.below(6))
            .map(|_| small_type(random))
            .collect::<Vec<_>>()
            .into_iter()
            .map(|ty| parameter(random, ty))
            .collect();
    }
    let most = if random.one_in(3) { 18 } else { 8 };
    let mut parameters: Vec<Parameter> = Vec::new();
    // Each except `byval` at most once.
    let mut once = vec!["nest", "swiftself", "swiftasync", "swifterror", "sret"];
    once.retain(|name| may_set_error || *name != "swifterror");
    for index in 0..random.below(most) {
        let next = if roles && random.one_in(8) { special(random, platform, index, &mut once) } else { None };
        let ty = if random.one_in(2) { any_type(random, platform) } else { types::scalar(random) };
        parameters.push(next.unwrap_or_else(|| parameter(random, ty)));
    }
    parameters
}

fn special(
    random: &mut Random,
    platform: Platform,
    index: usize,
    once: &mut Vec<&'static str>,
) -> Option<Parameter> {
    let mut pointer = plain(random, Type::Pointer);
    let most_align = if platform.is_aarch64() { 5 } else { 7 };
    let align = 1 << random.below(most_align);
    let bytes: Vec<u8> = (0..1 + random.below(40)).map(|_| random.bits() as u8).collect();
    if random.one_in(3) {
        pointer.attributes += &format!(" byval([{} x i8]) align {align}", bytes.len());
        pointer.role = Role::ByVal(bytes);
        return Some(pointer);
    }
    let name = once.swap_remove(random.below(once.len().max(1)).min(once.len().checked_sub(1)?));
    match name {
        "sret" if index > 1 => return None,
        "sret" => {
            pointer.attributes += &format!(" sret([{} x i8]) align {align}", bytes.len());
            pointer.role = Role::StructReturn(bytes);
        }
        "swifterror" => {
            pointer.attributes += " swifterror";
            pointer.role = Role::SwiftError(random.bits());
        }
        _ => pointer.attributes += &format!(" {name}"),
    }
    Some(pointer)
}

fn haskell_parameters(random: &mut Random) -> Vec<Parameter> {
    let mut parameters = Vec::new();
    for (ty, most) in [(Type::Int(64), 7), (Type::Float("float", 32), 4), (Type::Float("double", 64), 4)] {
        for _ in 0..random.below(most) {
            let place = random.below(parameters.len() + 1);
            let value = ty.value(random);
            let attributes = String::new();
            let loaded = random.one_in(2);
            let parameter = Parameter {
                ty: ty.clone(),
                role: Role::Plain,
                extend: Extend::None,
                attributes,
                value,
                loaded,
            };
            parameters.insert(place, parameter);
        }
    }
    parameters
}

/// Returns the result, and the parameter that is returned, if any.
fn result(
    random: &mut Random,
    platform: Platform,
    convention: &Convention,
    parameters: &[Parameter],
    small: bool,
) -> (Option<Parameter>, Option<usize>) {
    let has_sret = parameters.iter().any(|p| matches!(p.role, Role::StructReturn(_)));
    let none = matches!(convention.shape, Shape::Restored | Shape::Haskell) || has_sret;
    if none || random.one_in(6) {
        return (None, None);
    }
    let plain_ones =
        || parameters.iter().enumerate().filter(|(_, p)| p.role == Role::Plain && p.ty != Type::Pointer);
    // `llc` assumes that calls which return an argument preserve AAPCS64's registers.
    let may_return_argument = convention.number != SWIFT_TAIL;
    if may_return_argument && random.one_in(6) && plain_ones().next().is_some() {
        let (index, parameter) =
            plain_ones().nth(random.below(plain_ones().count())).unwrap_or((0, &parameters[0]));
        let mut result = plain(random, parameter.ty.clone());
        result.extend = Extend::None;
        result.attributes.clear();
        return (Some(result), Some(index));
    }
    let ty = match random.below(2) {
        _ if small => small_type(random),
        0 => types::scalar(random),
        _ => any_type(random, platform),
    };
    (Some(plain(random, ty)), None)
}

/// Returns a variadic argument, which C reads as a word, a double, two words or a `long double`.
fn variadic(random: &mut Random) -> (Type, Value) {
    let ty = match random.below(8) {
        0..3 => Type::Int(random.pick(&[32, 64])),
        3 => Type::Float("double", 64),
        4 => Type::Int(128),
        5 => Type::Pointer,
        6 => Type::Float("fp128", 128),
        _ if random.one_in(4) => Type::Float("float", 32),
        _ => Type::Int(random.pick(&[1, 8, 16, 24, 33, 65, 96])),
    };
    let value = ty.value(random);
    (ty, value)
}

fn tail(random: &mut Random, must: bool, convention: &Convention, parameters: &mut [Parameter]) -> Tail {
    // Without a frame nothing can be permuted: `llc` would spill into its caller's frame.
    let haskell = convention.shape == Shape::Haskell;
    let same = must && !convention.free_tail;
    let mut theirs: Vec<Parameter>;
    let mut sources = Vec::new();
    if same {
        theirs = parameters.to_vec();
        for p in theirs.iter_mut().filter(|p| p.role == Role::Plain) {
            p.value = p.ty.value(random);
        }
        for (index, parameter) in parameters.iter().enumerate() {
            let other = random.below(theirs.len());
            let special = parameter.role != Role::Plain;
            let fits = theirs[other].role == Role::Plain && theirs[other].ty == parameter.ty;
            sources.push(match random.below(4) {
                _ if special => Some(index),
                0 => None,
                1 if fits && !haskell => Some(other),
                _ => Some(index),
            });
        }
    } else {
        // Some of the callee's parameters in another order, mixed with others.
        theirs = Vec::new();
        let mut origins: Vec<Option<usize>> = Vec::new();
        for (index, parameter) in parameters.iter().enumerate() {
            if random.one_in(3) {
                continue;
            }
            let place = random.below(theirs.len() + 1);
            theirs.insert(place, parameter.clone());
            origins.insert(place, Some(index));
        }
        for _ in 0..random.below(4) {
            let place = random.below(theirs.len() + 1);
            let ty = types::scalar(random);
            theirs.insert(place, plain(random, ty));
            origins.insert(place, None);
        }
        for index in 0..parameters.len() {
            sources.push(origins.iter().position(|o| *o == Some(index)));
        }
    }
    for (parameter, source) in parameters.iter_mut().zip(&sources) {
        if let Some(n) = source {
            parameter.value.clone_from(&theirs[*n].value);
        }
    }
    Tail { must, parameters: theirs, sources }
}
