//! Attributes of functions and call sites.

use std::sync::OnceLock;

use crate::raw::{self, ffi};

use super::types::Type;
use super::value::Value;

/// Where an attribute stands.
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
            // No function has so many parameters that this would meet the function's own index.
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
    InAlloca = "inalloca",
    InReg = "inreg",
    MinSize = "minsize",
    Naked = "naked",
    Nest = "nest",
    NoBuiltin = "nobuiltin",
    NoExt = "noext",
    NoImplicitFloat = "noimplicitfloat",
    NoInline = "noinline",
    NonNull = "nonnull",
    NoRedZone = "noredzone",
    NoReturn = "noreturn",
    NoUndef = "noundef",
    NoUnwind = "nounwind",
    NullPointerIsValid = "null_pointer_is_valid",
    OptimizeNone = "optnone",
    OptSize = "optsize",
    Preallocated = "preallocated",
    ReadNone = "readnone",
    ReadOnly = "readonly",
    Returned = "returned",
    ReturnsTwice = "returns_twice",
    SafeStack = "safestack",
    ShadowCallStack = "shadowcallstack",
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

impl AttrKind {
    fn number(self) -> u32 {
        static NUMBERS: OnceLock<Vec<u32>> = OnceLock::new();
        let numbers = NUMBERS.get_or_init(|| NAMES.iter().map(|name| raw::attr_kind(name)).collect());
        numbers.get(self as usize).copied().unwrap_or(0)
    }
}

/// An attribute that is there.
#[derive(Clone, Copy, Debug)]
pub struct Attribute<'m> {
    /// An integer attribute's value (`align`, `dereferenceable`, `uwtable`), else zero.
    pub number: u64,
    /// A type attribute's type (`byval`, `sret`, …).
    pub ty: Option<Type<'m>>,
}

impl<'m> Attribute<'m> {
    pub(super) fn read(value: Value<'m>, index: AttrIndex, kind: AttrKind) -> Option<Attribute<'m>> {
        let attr = ffi::gisel_attr(value, index.number(), kind.number());
        (attr.present != 0).then_some(Attribute { number: attr.number, ty: attr.ty })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn llvm_knows_every_name() {
        for name in NAMES {
            assert_ne!(raw::attr_kind(name), 0, "{name}");
        }
    }
}
