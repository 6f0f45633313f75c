//! Types.

pub use crate::raw::Type;
use crate::raw::{ffi, print_type};

/// What a type is, with the numbers that belong to it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypeKind {
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
    /// An integer of so many bits.
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
    /// `vscale` times so many elements.
    ScalableVector(u32),
    /// A target's own type, or one that this LLVM should not have.
    Other,
}

impl<'m> Type<'m> {
    pub fn kind(self) -> TypeKind {
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

    /// A struct's field, a function's parameter, or the element type of an array or vector (whatever the index).
    pub fn element(self, index: u64) -> Option<Type<'m>> {
        ffi::gisel_type_element(self, index)
    }

    /// A function type's result.
    pub fn return_type(self) -> Option<Type<'m>> {
        ffi::gisel_type_return(self)
    }

    /// The scalar under a vector, or the type itself.
    pub fn scalar(self) -> Type<'m> {
        match self.kind() {
            TypeKind::FixedVector(_) | TypeKind::ScalableVector(_) => self.element(0).unwrap_or(self),
            _ => self,
        }
    }

    pub fn is_void(self) -> bool {
        self.kind() == TypeKind::Void
    }

    pub fn is_aggregate(self) -> bool {
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
