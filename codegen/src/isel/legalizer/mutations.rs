//! Mutations of rules: they choose a type index and its new type. Named as LLVM's
//! `LegalizeMutations`.

use super::query::LegalityQuery;
use crate::ir::llt::Llt;

/// A function that chooses type index and type of an action.
pub type Mutation = Box<dyn Fn(&LegalityQuery) -> (usize, Llt) + Send + Sync>;

/// Changes type `index` to `ty`.
pub fn change_to(index: usize, ty: Llt) -> Mutation {
    Box::new(move |_| (index, ty))
}

/// Changes the scalar or element type `index` to `ty`, with the same number of elements.
pub fn change_element_to(index: usize, ty: Llt) -> Mutation {
    Box::new(move |q| (index, q.ty(index).with_element(ty)))
}

/// Changes the element size of type `index` to the element size of type `from`.
pub fn change_element_size_to_that_of(index: usize, from: usize) -> Mutation {
    Box::new(move |q| (index, q.ty(index).with_scalar_bits(q.ty(from).scalar_bits())))
}

/// Widens the scalar or element type `index` to the next power of two, at least `min` bits.
pub(crate) fn widen_to_next_pow2(index: usize, min: u32) -> Mutation {
    Box::new(move |q| {
        let ty = q.ty(index);
        (index, ty.with_scalar_bits(ty.scalar_bits().next_power_of_two().max(min)))
    })
}

/// Changes type `index` to type `from`.
pub fn change_to_that_of(index: usize, from: usize) -> Mutation {
    Box::new(move |q| (index, q.ty(from)))
}

/// Changes the scalar or element type of type `index` to the one of type `from`, with the same
/// number of elements.
pub fn change_element_to_that_of(index: usize, from: usize) -> Mutation {
    Box::new(move |q| (index, q.ty(index).with_element(q.ty(from).element())))
}

/// Changes the number of elements of type `index` to `count`; one element is a scalar.
pub fn change_element_count_to(index: usize, count: u32) -> Mutation {
    Box::new(move |q| (index, q.ty(index).with_elements(count)))
}

/// Changes the number of elements of type `index` to the number of type `from`.
pub fn change_element_count_to_that_of(index: usize, from: usize) -> Mutation {
    Box::new(move |q| (index, q.ty(index).with_elements(q.ty(from).elements())))
}

/// Widens the scalar or element type `index` to the next multiple of `factor` bits.
pub fn widen_to_next_multiple_of(index: usize, factor: u32) -> Mutation {
    Box::new(move |q| {
        let ty = q.ty(index);
        (index, ty.with_scalar_bits(ty.scalar_bits().next_multiple_of(factor)))
    })
}

/// Lengthens type `index` to the next power of two of elements, at least `min`.
pub(crate) fn more_elements_to_next_pow2(index: usize, min: u32) -> Mutation {
    Box::new(move |q| {
        let ty = q.ty(index);
        (index, ty.with_elements(ty.elements().next_power_of_two().max(min)))
    })
}

/// Lengthens type `index` to the next multiple of `factor` elements.
pub fn more_elements_to_next_multiple(index: usize, factor: u32) -> Mutation {
    Box::new(move |q| (index, q.ty(index).with_elements(q.ty(index).elements().next_multiple_of(factor))))
}

/// Changes type `index` to its element type.
pub(crate) fn scalarize(index: usize) -> Mutation {
    Box::new(move |q| (index, q.ty(index).element()))
}
