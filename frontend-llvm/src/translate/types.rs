//! LLVM types as lists of leaves: what a value of a type is made of in registers.
//!
//! * Establishes: a struct or array is its leaves in order; everything else is one leaf, `void` none.
//! * Cost: a type is flattened once a module.

use std::num::NonZeroU64;
use std::ops::Range;

use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::value_type::{ValueType, VectorElement};

use super::error::{Result, Stop};
use crate::ir::numbering::Numbering;
use crate::ir::{DataLayout, Type, TypeKind};

/// One register's worth of a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Leaf {
    pub ty: ValueType,
    /// The same as a register has it.
    pub llt: Llt,
    /// Where it lies in memory, in bytes from the start of the whole.
    pub offset: u64,
}

/// A value of more leaves than this is refused: a million registers help nobody.
const MAX_LEAVES: usize = 1 << 14;

/// One leaf of more bits than this is refused for the same reason.
const MAX_BITS: u64 = 64 * MAX_LEAVES as u64;

/// The leaves of all types met so far.
pub struct Types<'m> {
    pub layout: DataLayout<'m>,
    numbers: Numbering,
    /// By number.
    known: Vec<Known>,
    pool: Vec<Leaf>,
    /// By the number that records have.
    numbered: Vec<Numbered>,
}

/// What records' types are asked for.
#[derive(Clone, Copy)]
pub struct Numbered {
    /// Of what is one register, what that is typed as.
    pub register: Option<Llt>,
    /// How wide the numbers are that are added to a pointer of this type; nothing for other types.
    pub index_bits: Option<u32>,
}

/// What is known of one type, once it has been asked for.
#[derive(Clone, Copy, Default)]
struct Known {
    /// Its leaves in the pool.
    leaves: Option<(u32, u32)>,
    /// Of what is one register, what that is typed as.
    register: Option<Llt>,
    abi_align: Option<NonZeroU64>,
}

impl<'m> Types<'m> {
    pub fn new(layout: DataLayout<'m>) -> Types<'m> {
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
            self.known.push(Known::default());
        }
        number as usize
    }

    /// Where the leaves of a type are in the pool.
    pub fn range(&mut self, ty: Type<'m>) -> Result<Range<usize>> {
        let number = self.number(ty);
        match self.known[number].leaves {
            Some((start, end)) => Ok(start as usize..end as usize),
            None => self.add(ty, number),
        }
    }

    /// What the one register of a value is typed as; `None` if it takes none or several, or is not supported.
    #[inline]
    pub fn register(&mut self, ty: Type<'m>) -> Option<Llt> {
        let number = self.number(ty);
        match self.known[number].leaves {
            Some(_) => self.known[number].register,
            None => self.add(ty, number).ok().and_then(|_| self.known[number].register),
        }
    }

    /// Takes notice of the types that records have met so far.
    pub fn learn(&mut self, types: &[Type<'m>]) {
        for &ty in types.get(self.numbered.len()..).unwrap_or_default() {
            let index_bits = match ty.kind() {
                TypeKind::Pointer(space) => Some(self.layout.index_bits(space)),
                _ => None,
            };
            let register = self.register(ty);
            self.numbered.push(Numbered { register, index_bits });
        }
    }

    /// A type by the number that records have.
    #[inline]
    pub fn numbered(&self, number: u32) -> Numbered {
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

    pub fn leaves(&mut self, ty: Type<'m>) -> Result<&[Leaf]> {
        let range = self.range(ty)?;
        Ok(&self.pool[range])
    }

    /// The alignment in bytes that the ABI requires.
    pub fn abi_align(&mut self, ty: Type<'m>) -> u64 {
        let number = self.number(ty);
        if let Some(align) = self.known[number].abi_align {
            return align.get();
        }
        let align = self.layout.abi_align(ty);
        self.known[number].abi_align = NonZeroU64::new(align);
        align
    }

    /// The leaf at a place that `range` gave.
    pub fn leaf(&self, index: usize) -> Leaf {
        self.pool[index]
    }

    /// The type of a value that is one register.
    pub fn scalar(&mut self, ty: Type<'m>) -> Result<ValueType> {
        Ok(self.single(ty)?.ty)
    }

    /// What the register of such a value is typed as.
    pub fn llt(&mut self, ty: Type<'m>) -> Result<Llt> {
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

    /// The value type of what is neither struct nor array.
    fn value_type(&self, ty: Type<'m>) -> Option<ValueType> {
        let (count, scalable) = match ty.kind() {
            TypeKind::FixedVector(count) => (count, false),
            TypeKind::ScalableVector(count) => (count, true),
            kind => return Some(self.element(kind)?.value_type()),
        };
        // The number of elements has sixteen bits in `Llt`.
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

    /// Address spaces of one width hold the same addresses on all targets, as LLVM has it too: their pointers are all of space 0, and casts between
    /// them are no code.
    fn pointer(&self, space: u32) -> VectorElement {
        let (bits, usual) = (self.layout.pointer_bits(space), self.layout.pointer_bits(0));
        VectorElement::Pointer(if bits == usual { 0 } else { space }, bits)
    }
}
