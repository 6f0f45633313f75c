//! LLVM types as lists of leaves, the registers of a value.
//!
//! * Establishes: a struct or array consists of its leaves in order. Any other type is one leaf,
//!   and `void` has none.
//! * Cost: each type is flattened once for each module.

use std::num::NonZeroU64;
use std::ops::Range;

use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::value_type::{ValueType, VectorElement};

use super::error::{Result, Stop};
use crate::ir::numbering::Numbering;
use crate::ir::{DataLayout, Type, TypeKind};

/// A leaf: a fragment of a value in one register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Leaf {
    pub ty: ValueType,
    /// The type in a register.
    pub llt: Llt,
    /// The offset in memory from the start of the whole value, in bytes.
    pub offset: u64,
}

/// The maximum number of leaves; a value with more is rejected because its registers would be
/// unmanageable.
const MAX_LEAVES: usize = 1 << 14;

/// The maximum number of bits of a leaf, for the same reason.
const MAX_BITS: u64 = 64 * MAX_LEAVES as u64;

/// The leaves of all types met so far.
pub(crate) struct Types<'m> {
    pub layout: DataLayout<'m>,
    numbers: Numbering,
    /// The known types, by number.
    known: Vec<TypeInfo>,
    pool: Vec<Leaf>,
    /// The known types, by their numbers in records.
    numbered: Vec<Numbered>,
}

/// The properties of a type in a record.
#[derive(Clone, Copy)]
pub(crate) struct Numbered {
    /// The register type, if a value is one register.
    pub register: Option<Llt>,
    /// The index width in bits of a pointer type; none for other types.
    pub index_bits: Option<u32>,
}

/// The computed properties of one type.
#[derive(Clone, Copy, Default)]
struct TypeInfo {
    /// The range of its leaves in the pool.
    leaves: Option<(u32, u32)>,
    /// The register type, if a value is one register.
    register: Option<Llt>,
    abi_align: Option<NonZeroU64>,
}

impl<'m> Types<'m> {
    pub(crate) fn new(layout: DataLayout<'m>) -> Types<'m> {
        Types {
            layout,
            numbers: Numbering::default(),
            known: Vec::new(),
            pool: Vec::new(),
            numbered: Vec::new(),
        }
    }

    #[inline]
    fn number(&mut self, ty: Type<'m>) -> usize {
        let (number, new) = self.numbers.number(ty.key());
        if new {
            self.known.push(TypeInfo::default());
        }
        number as usize
    }

    /// Returns the range of a type's leaves in the pool.
    pub(crate) fn range(&mut self, ty: Type<'m>) -> Result<Range<usize>> {
        let number = self.number(ty);
        match self.known[number].leaves {
            Some((start, end)) => Ok(start as usize..end as usize),
            None => self.add(ty, number),
        }
    }

    /// Returns the type of a value's only register; `None` if it has none or several, or is not
    /// supported.
    #[inline]
    pub(crate) fn register(&mut self, ty: Type<'m>) -> Option<Llt> {
        let number = self.number(ty);
        match self.known[number].leaves {
            Some(_) => self.known[number].register,
            None => self.add(ty, number).ok().and_then(|_| self.known[number].register),
        }
    }

    /// Adds the types that records have met so far.
    pub(crate) fn learn(&mut self, types: &[Type<'m>]) {
        for &ty in types.get(self.numbered.len()..).unwrap_or_default() {
            let index_bits = match ty.kind() {
                TypeKind::Pointer(space) => Some(self.layout.index_bits(space)),
                _ => None,
            };
            let register = self.register(ty);
            self.numbered.push(Numbered { register, index_bits });
        }
    }

    /// Returns a type's properties by its number in records.
    #[inline]
    pub(crate) fn numbered(&self, number: u32) -> Numbered {
        self.numbered[number as usize]
    }

    fn add(&mut self, ty: Type<'m>, number: usize) -> Result<Range<usize>> {
        let mut leaves = Vec::new();
        self.flatten(ty, 0, &mut leaves)?;
        let start = self.pool.len();
        self.pool.extend(leaves);
        self.known[number].leaves = Some((start as u32, self.pool.len() as u32));
        self.known[number].register = match self.pool[start..] {
            [Leaf { llt, offset: 0, .. }] => Some(llt),
            _ => None,
        };
        Ok(start..self.pool.len())
    }

    pub(crate) fn leaves(&mut self, ty: Type<'m>) -> Result<&[Leaf]> {
        let range = self.range(ty)?;
        Ok(&self.pool[range])
    }

    /// Returns the ABI alignment in bytes.
    pub(crate) fn abi_align(&mut self, ty: Type<'m>) -> u64 {
        let number = self.number(ty);
        if let Some(align) = self.known[number].abi_align {
            return align.get();
        }
        let align = self.layout.abi_align(ty);
        self.known[number].abi_align = NonZeroU64::new(align);
        align
    }

    /// Returns the leaf at an index from `range`.
    pub(crate) fn leaf(&self, index: usize) -> Leaf {
        self.pool[index]
    }

    /// Returns the type of a value that is one register.
    pub(crate) fn scalar(&mut self, ty: Type<'m>) -> Result<ValueType> {
        Ok(self.single(ty)?.ty)
    }

    /// Returns the register type of a value that is one register.
    pub(crate) fn llt(&mut self, ty: Type<'m>) -> Result<Llt> {
        Ok(self.single(ty)?.llt)
    }

    fn single(&mut self, ty: Type<'m>) -> Result<&Leaf> {
        match self.leaves(ty)? {
            [leaf] => Ok(leaf),
            _ => Err(Stop::new(format!("type {ty} where one value is expected"))),
        }
    }

    fn flatten(&mut self, ty: Type<'m>, offset: u64, out: &mut Vec<Leaf>) -> Result<()> {
        let too_many = || Stop::new(format!("value of type {ty} with too many parts"));
        if out.len() > MAX_LEAVES {
            return Err(too_many());
        }
        match ty.kind() {
            TypeKind::Void => {}
            TypeKind::Struct { fields, .. } => {
                for field in 0..fields {
                    let (Some(element), Some(at)) =
                        (ty.element(field.into()), self.layout.struct_offset(ty, field))
                    else {
                        return Err(Stop::ty(ty));
                    };
                    self.flatten(element, offset.wrapping_add(at), out)?;
                }
            }
            TypeKind::Array(count) => {
                let Some((element, size)) =
                    ty.element(0).and_then(|element| Some((element, self.layout.alloc_size(element)?)))
                else {
                    return Err(Stop::ty(ty));
                };
                let before = out.len();
                for index in 0..count {
                    self.flatten(element, offset.wrapping_add(index.wrapping_mul(size)), out)?;
                    if out.len() == before {
                        break;
                    }
                }
            }
            _ => {
                let value = self.value_type(ty).ok_or_else(|| Stop::ty(ty))?;
                let llt = value.llt();
                if u64::from(llt.elements()) * u64::from(llt.scalar_bits()) > MAX_BITS {
                    return Err(too_many());
                }
                out.push(Leaf { ty: value, llt, offset });
            }
        }
        Ok(())
    }

    /// Returns the value type of a type that is neither struct nor array.
    fn value_type(&self, ty: Type<'m>) -> Option<ValueType> {
        let (count, scalable) = match ty.kind() {
            TypeKind::FixedVector(count) => (count, false),
            TypeKind::ScalableVector(count) => (count, true),
            kind => return Some(self.element(kind)?.value_type()),
        };
        // The number of elements has 16 bits in `Llt`.
        if count == 0 || count > u32::from(u16::MAX) {
            return None;
        }
        Some(ValueType::Vector { count, element: self.element(ty.element(0)?.kind())?, scalable })
    }

    fn element(&self, kind: TypeKind) -> Option<VectorElement> {
        Some(match kind {
            TypeKind::Integer(bits) => VectorElement::Int(bits),
            TypeKind::Half => VectorElement::Half,
            TypeKind::BFloat => VectorElement::BFloat,
            TypeKind::Float => VectorElement::Float,
            TypeKind::Double => VectorElement::Double,
            TypeKind::Fp128 => VectorElement::Fp128,
            TypeKind::Pointer(space) => self.pointer(space),
            _ => return None,
        })
    }

    /// Returns a pointer's element type. As in LLVM, address spaces of equal width hold the same
    /// addresses on all targets. Their pointers are all in space 0, and casts between them emit no
    /// code. Pointers of other sizes are integers (see [`super::narrow_pointers`]).
    fn pointer(&self, space: u32) -> VectorElement {
        let (bits, usual) = (self.layout.pointer_bits(space), self.layout.pointer_bits(0));
        if bits == usual { VectorElement::Pointer(0, bits) } else { VectorElement::Int(bits) }
    }
}
