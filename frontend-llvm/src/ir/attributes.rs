//! Attributes of functions and call sites.

use std::sync::OnceLock;

use crate::raw::{self, ffi};

use super::function::Function;
use super::inst::CallSite;
use super::types::Type;
use super::value::Value;

/// The position of an attribute.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AttrIndex {
    Return,
    Param(u32),
    Function,
}

impl AttrIndex {
    pub(super) fn number(self) -> u32 {
        match self {
            AttrIndex::Return => 0,
            // No function has enough parameters to reach the function's own index.
            AttrIndex::Param(index) => index.saturating_add(1).min(u32::MAX - 1),
            AttrIndex::Function => u32::MAX,
        }
    }
}

macro_rules! attributes {
    ($($variant:ident = $name:literal,)*) => {
        /// The enum, integer and type attributes that compilation depends on.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum AttrKind { $($variant,)* }

        /// All kinds, in the order of their numbers.
        #[cfg(test)]
        const KINDS: &[AttrKind] = &[$(AttrKind::$variant,)*];

        /// Their names in LLVM, in the order of the variants.
        const NAMES: &[&str] = &[$($name,)*];
    };
}

attributes! {
    Align = "align",
    AlwaysInline = "alwaysinline",
    ByRef = "byref",
    ByVal = "byval",
    Cold = "cold",
    Dereferenceable = "dereferenceable",
    ElementType = "elementtype",
    Hot = "hot",
    ImmArg = "immarg",
    InAlloca = "inalloca",
    InReg = "inreg",
    MinSize = "minsize",
    Naked = "naked",
    Nest = "nest",
    NoBuiltin = "nobuiltin",
    NoExt = "noext",
    NoImplicitFloat = "noimplicitfloat",
    NoInline = "noinline",
    NoMerge = "nomerge",
    NonLazyBind = "nonlazybind",
    NonNull = "nonnull",
    NoRedZone = "noredzone",
    NoReturn = "noreturn",
    NoUndef = "noundef",
    NoUnwind = "nounwind",
    NullPointerIsValid = "null_pointer_is_valid",
    OptimizeNone = "optnone",
    OptSize = "optsize",
    Preallocated = "preallocated",
    Range = "range",
    ReadNone = "readnone",
    ReadOnly = "readonly",
    Returned = "returned",
    ReturnsTwice = "returns_twice",
    SafeStack = "safestack",
    SanitizeMemTag = "sanitize_memtag",
    ShadowCallStack = "shadowcallstack",
    SpeculativeLoadHardening = "speculative_load_hardening",
    SignExt = "signext",
    StackAlign = "alignstack",
    StackProtect = "ssp",
    StackProtectReq = "sspreq",
    StackProtectStrong = "sspstrong",
    StrictFp = "strictfp",
    StructRet = "sret",
    SwiftAsync = "swiftasync",
    SwiftError = "swifterror",
    SwiftSelf = "swiftself",
    UwTable = "uwtable",
    VscaleRange = "vscale_range",
    ZeroExt = "zeroext",
}

/// Returns LLVM's numbers of the kinds, in the order of the variants.
fn numbers() -> &'static [u32] {
    static NUMBERS: OnceLock<Vec<u32>> = OnceLock::new();
    NUMBERS.get_or_init(|| NAMES.iter().map(|name| raw::attr_kind(name)).collect())
}

/// Returns the kinds' own numbers by LLVM's; 255 for kinds that are not in the enum.
fn bits() -> &'static [u8] {
    static BITS: OnceLock<Vec<u8>> = OnceLock::new();
    BITS.get_or_init(|| {
        let mut bits = vec![255; numbers().iter().max().map_or(0, |&last| last as usize + 1)];
        for (own, &llvm) in (0..).zip(numbers()) {
            bits[llvm as usize] = own;
        }
        bits
    })
}

impl AttrKind {
    fn number(self) -> u32 {
        numbers()[self as usize]
    }
}

/// An attribute that is present.
#[derive(Clone, Copy, Debug)]
pub struct Attribute<'m> {
    /// The value of an integer attribute (`align`, `dereferenceable`, `uwtable`). For `range`, the
    /// number of bits of the largest value, unsigned. Else zero.
    pub number: u64,
    /// The type of a type attribute (`byval`, `sret`, …).
    pub ty: Option<Type<'m>>,
}

impl<'m> Attribute<'m> {
    pub(super) fn read(value: Value<'m>, index: AttrIndex, kind: AttrKind) -> Option<Attribute<'m>> {
        let attr = ffi::gisel_attr(value, index.number(), kind.number());
        (attr.present != 0).then_some(Attribute { number: attr.number, ty: attr.ty })
    }
}

/// Returns the identity of a function's or call's attributes; zero if it has none.
pub(super) fn list_key(value: Value<'_>) -> usize {
    ffi::gisel_attr_list(value) as usize
}

/// Returns the names of all enum, integer and type attributes of this LLVM.
#[cfg(test)]
pub(crate) fn all_names() -> impl Iterator<Item = &'static str> {
    (1..).map_while(|kind| ffi::gisel_attr_kind_name(kind).text())
}

/// An attribute by name, as in the IR's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NamedAttribute {
    pub name: String,
    pub value: AttributeValue,
}

/// The value of a named attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AttributeValue {
    /// The number of an integer attribute; zero for an enum or type attribute.
    Number(u64),
    /// The text of a string attribute.
    Text(String),
}

/// The attributes at one index of a function, call or variable.
#[derive(Clone, Copy)]
pub(crate) struct AttributeSet<'m> {
    value: Value<'m>,
    index: u32,
    /// The identity of the attributes: equal attributes of one context have equal keys.
    pub key: usize,
}

impl AttributeSet<'_> {
    pub(crate) fn index(&self) -> AttrIndex {
        match self.index {
            0 => AttrIndex::Return,
            u32::MAX => AttrIndex::Function,
            parameter => AttrIndex::Param(parameter - 1),
        }
    }

    /// Returns the attributes by name, for code that visits each set once.
    pub(crate) fn named(&self) -> Vec<NamedAttribute> {
        let attributes = raw::attributes(self.value, self.index).into_iter();
        let named = attributes.map(|attribute| NamedAttribute {
            name: attribute.name,
            value: attribute.text.map_or(AttributeValue::Number(attribute.number), AttributeValue::Text),
        });
        named.collect()
    }
}

/// Returns the attribute sets of a function, call or variable, by index.
pub(crate) fn sets_of(value: Value<'_>) -> impl Iterator<Item = AttributeSet<'_>> {
    raw::attribute_sets(value).into_iter().map(move |(index, key)| AttributeSet { value, index, key })
}

/// All attributes at one index of a function or call; the present kinds are queried once.
#[derive(Clone, Copy)]
pub struct Attributes<'m> {
    /// The owners, each with a bit for each kind. A call's own attributes come before its callee's.
    sources: [Option<(Value<'m>, u64)>; 2],
    /// The kinds of both owners.
    kinds: u64,
    index: AttrIndex,
}

impl<'m> Attributes<'m> {
    fn new(sources: [Option<(Value<'m>, u64)>; 2], index: AttrIndex) -> Attributes<'m> {
        let kinds = sources.iter().flatten().fold(0, |all, (_, kinds)| all | kinds);
        Attributes { sources, kinds, index }
    }

    /// Returns an empty list of attributes.
    pub(crate) fn none() -> Attributes<'m> {
        Attributes::new([None; 2], AttrIndex::Function)
    }

    pub(crate) fn of_function(function: Function<'m>, index: AttrIndex) -> Attributes<'m> {
        Attributes::new([source(function.value(), index), None], index)
    }

    /// Returns the attributes of a call, and of `callee` if that is a function.
    pub(crate) fn of_call(call: CallSite<'m>, callee: Value<'m>, index: AttrIndex) -> Attributes<'m> {
        let function = call.described_by(callee, index);
        Attributes::new([source(call.value(), index), function.and_then(|f| source(f, index))], index)
    }

    #[inline]
    pub(crate) fn has(&self, kind: AttrKind) -> bool {
        self.kinds & (1 << kind as u64) != 0
    }

    pub(crate) fn get(&self, kind: AttrKind) -> Option<Attribute<'m>> {
        if !self.has(kind) {
            return None;
        }
        let mut sources = self.sources.iter().flatten();
        let &(value, _) = sources.find(|&&(_, kinds)| kinds & (1 << kind as u64) != 0)?;
        Attribute::read(value, self.index, kind)
    }
}

fn source(value: Value<'_>, index: AttrIndex) -> Option<(Value<'_>, u64)> {
    match raw::attr_set(value, index.number(), bits()) {
        0 => None,
        kinds => Some((value, kinds)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_has_a_bit_for_each_kind() {
        assert!(KINDS.len() <= 64);
        assert!(KINDS.iter().enumerate().all(|(n, &kind)| kind as usize == n));
    }

    #[test]
    fn llvm_knows_every_name() {
        for name in NAMES {
            assert_ne!(raw::attr_kind(name), 0, "{name}");
        }
    }
}
