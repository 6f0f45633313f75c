//! Types.

pub(crate) use crate::raw::Type;
use crate::raw::{ffi, print_type};

/// The kind of a type, with its numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TypeKind {
    Half,
    BFloat,
    Float,
    Double,
    X86Fp80,
    Fp128,
    PpcFp128,
    Void,
    Label,
    Metadata,
    X86Amx,
    Token,
    /// An integer of this number of bits.
    Integer(u32),
    Function {
        params: u32,
        variadic: bool,
    },
    /// A pointer into an address space.
    Pointer(u32),
    Struct {
        fields: u32,
        packed: bool,
    },
    Array(u64),
    FixedVector(u32),
    /// `vscale` times this number of elements.
    ScalableVector(u32),
    /// A target extension type, or one that is unknown to this LLVM.
    Other,
}

impl<'m> Type<'m> {
    pub(crate) fn kind(self) -> TypeKind {
        let info = ffi::gisel_type_info(self);
        let n = info.n as u32;
        // LLVM's `Type::TypeID`.
        match info.id {
            0 => TypeKind::Half,
            1 => TypeKind::BFloat,
            2 => TypeKind::Float,
            3 => TypeKind::Double,
            4 => TypeKind::X86Fp80,
            5 => TypeKind::Fp128,
            6 => TypeKind::PpcFp128,
            7 => TypeKind::Void,
            8 => TypeKind::Label,
            9 => TypeKind::Metadata,
            10 => TypeKind::X86Amx,
            11 => TypeKind::Token,
            12 => TypeKind::Integer(n),
            13 => TypeKind::Function { params: n, variadic: info.flag != 0 },
            14 => TypeKind::Pointer(n),
            15 => TypeKind::Struct { fields: n, packed: info.flag != 0 },
            16 => TypeKind::Array(info.n),
            17 => TypeKind::FixedVector(n),
            18 => TypeKind::ScalableVector(n),
            _ => TypeKind::Other,
        }
    }

    /// Returns a struct's field, a function's parameter, or the element type of an array or vector,
    /// at any index.
    pub(crate) fn element(self, index: u64) -> Option<Type<'m>> {
        ffi::gisel_type_element(self, index)
    }

    /// Returns the result type of a function type.
    pub(crate) fn return_type(self) -> Option<Type<'m>> {
        ffi::gisel_type_return(self)
    }

    /// Returns the element type of a vector, or the type itself.
    pub(crate) fn scalar(self) -> Type<'m> {
        match self.kind() {
            TypeKind::FixedVector(_) | TypeKind::ScalableVector(_) => self.element(0).unwrap_or(self),
            _ => self,
        }
    }

    pub(crate) fn is_void(self) -> bool {
        self.kind() == TypeKind::Void
    }

    pub(crate) fn is_aggregate(self) -> bool {
        matches!(self.kind(), TypeKind::Struct { .. } | TypeKind::Array(_))
    }
}

impl std::fmt::Display for Type<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&print_type(*self))
    }
}

impl std::fmt::Debug for Type<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}
