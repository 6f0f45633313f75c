//! Mutations of rules: which type index changes, and to what. Named as LLVM's `LegalizeMutations`.

use super::query::LegalityQuery;
use crate::ir::llt::Llt;

/// Chooses type index and type of an action.
pub type Mutation = Box<dyn Fn(&LegalityQuery) -> (usize, Llt) + Send + Sync>;

/// Returns the type `index` becomes `ty`.
pub fn change_to(index: usize, ty: Llt) -> Mutation {
    Box::new(move |_| (index, ty))
}

/// Returns the scalar or element type `index` becomes `ty`, the number of elements stays.
pub fn change_element_to(index: usize, ty: Llt) -> Mutation {
    Box::new(move |q| (index, q.ty(index).with_element(ty)))
}

/// Returns the element type `index` becomes that of type `from`.
pub fn change_element_size_to_that_of(index: usize, from: usize) -> Mutation {
    Box::new(move |q| (index, q.ty(index).with_scalar_bits(q.ty(from).scalar_bits())))
}

/// Returns the scalar or element type `index` becomes the next power of two, `min` bits at least.
pub fn widen_to_next_pow2(index: usize, min: u32) -> Mutation {
    Box::new(move |q| {
        let ty = q.ty(index);
        (index, ty.with_scalar_bits(ty.scalar_bits().next_power_of_two().max(min)))
    })
}

/// Returns the type `index` becomes type `from`.
pub fn change_to_that_of(index: usize, from: usize) -> Mutation {
    Box::new(move |q| (index, q.ty(from)))
}

/// Returns the scalar or element type `index` becomes that of type `from`, the number of elements
/// stays.
pub fn change_element_to_that_of(index: usize, from: usize) -> Mutation {
    Box::new(move |q| (index, q.ty(index).with_element(q.ty(from).element())))
}

/// Returns the type `index` gets `count` elements; one is a scalar.
pub fn change_element_count_to(index: usize, count: u32) -> Mutation {
    Box::new(move |q| (index, q.ty(index).with_elements(count)))
}

/// Returns the type `index` gets as many elements as type `from` has.
pub fn change_element_count_to_that_of(index: usize, from: usize) -> Mutation {
    Box::new(move |q| (index, q.ty(index).with_elements(q.ty(from).elements())))
}

/// Returns the scalar or element type `index` becomes the next multiple of `factor` bits.
pub fn widen_to_next_multiple_of(index: usize, factor: u32) -> Mutation {
    Box::new(move |q| {
        let ty = q.ty(index);
        (index, ty.with_scalar_bits(ty.scalar_bits().next_multiple_of(factor)))
    })
}

/// Returns the type `index` gets the next power of two of elements, `min` at least.
pub fn more_elements_to_next_pow2(index: usize, min: u32) -> Mutation {
    Box::new(move |q| {
        let ty = q.ty(index);
        (index, ty.with_elements(ty.elements().next_power_of_two().max(min)))
    })
}

/// Returns the type `index` gets the next multiple of `factor` elements.
pub fn more_elements_to_next_multiple(index: usize, factor: u32) -> Mutation {
    Box::new(move |q| (index, q.ty(index).with_elements(q.ty(index).elements().next_multiple_of(factor))))
}

/// Returns the type `index` becomes its element type.
pub fn scalarize(index: usize) -> Mutation {
    Box::new(move |q| (index, q.ty(index).element()))
}
