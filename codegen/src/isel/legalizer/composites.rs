//! Composite rules: common combinations of predicate, action and mutation, as in LLVM's
//! *Legalizer*, "Composite Rules".

use super::mutations::*;
use super::predicates::*;
use super::rules::{ActionKind, RuleSet};
use crate::ir::llt::Llt;

impl RuleSet {
    /// Widens type `index` to the next power of two.
    pub fn widen_scalar_to_next_pow2(&mut self, index: usize) -> &mut Self {
        self.widen_scalar_to_next_pow2_min(index, 0)
    }

    /// Widens type `index` to the next power of two, at least `min` bits.
    pub(crate) fn widen_scalar_to_next_pow2_min(&mut self, index: usize, min: u32) -> &mut Self {
        let to = widen_to_next_pow2(index, min);
        self.push(ActionKind::WidenScalar, size_not_pow2(index), Some(to), "widen_scalar_to_next_pow2")
    }

    /// Widens the scalar or element type `index` to the next power of two, at least `min` bits.
    pub fn widen_scalar_or_elt_to_next_pow2(&mut self, index: usize, min: u32) -> &mut Self {
        let which = any([scalar_or_elt_size_not_pow2(index), scalar_or_elt_narrower_than(index, min)]);
        let to = widen_to_next_pow2(index, min);
        self.push(ActionKind::WidenScalar, which, Some(to), "widen_scalar_or_elt_to_next_pow2")
    }

    /// Widens scalar type `index` to at least `ty`.
    pub fn min_scalar(&mut self, index: usize, ty: Llt) -> &mut Self {
        let which = scalar_narrower_than(index, ty.bits());
        self.push(ActionKind::WidenScalar, which, Some(change_to(index, ty)), "min_scalar")
    }

    /// Narrows scalar type `index` to at most `ty`.
    pub fn max_scalar(&mut self, index: usize, ty: Llt) -> &mut Self {
        let which = scalar_wider_than(index, ty.bits());
        self.push(ActionKind::NarrowScalar, which, Some(change_to(index, ty)), "max_scalar")
    }

    /// Combines [`Self::min_scalar`] and [`Self::max_scalar`].
    pub fn clamp_scalar(&mut self, index: usize, min: Llt, max: Llt) -> &mut Self {
        self.min_scalar(index, min).max_scalar(index, max)
    }

    /// Widens scalar or element type `index` to at least `ty`.
    pub fn min_scalar_or_elt(&mut self, index: usize, ty: Llt) -> &mut Self {
        let which = scalar_or_elt_narrower_than(index, ty.bits());
        self.push(ActionKind::WidenScalar, which, Some(change_element_to(index, ty)), "min_scalar_or_elt")
    }

    /// Narrows scalar or element type `index` to at most `ty`.
    pub fn max_scalar_or_elt(&mut self, index: usize, ty: Llt) -> &mut Self {
        let which = scalar_or_elt_wider_than(index, ty.bits());
        self.push(ActionKind::NarrowScalar, which, Some(change_element_to(index, ty)), "max_scalar_or_elt")
    }

    /// Widens scalar type `index` to at least `ty`, if `predicate` holds.
    pub fn min_scalar_if(&mut self, predicate: Predicate, index: usize, ty: Llt) -> &mut Self {
        let which = all([predicate, scalar_narrower_than(index, ty.bits())]);
        self.push(ActionKind::WidenScalar, which, Some(change_to(index, ty)), "min_scalar_if")
    }

    /// Narrows scalar type `index` to at most `ty`, if `predicate` holds.
    pub fn max_scalar_if(&mut self, predicate: Predicate, index: usize, ty: Llt) -> &mut Self {
        let which = all([predicate, scalar_wider_than(index, ty.bits())]);
        self.push(ActionKind::NarrowScalar, which, Some(change_to(index, ty)), "max_scalar_if")
    }

    /// Widens type `index` to at least the size of type `other`.
    pub fn min_scalar_same_as(&mut self, index: usize, other: usize) -> &mut Self {
        let which = element_narrower_than_that_of(index, other);
        let to = change_element_size_to_that_of(index, other);
        self.push(ActionKind::WidenScalar, which, Some(to), "min_scalar_same_as")
    }

    /// Narrows type `index` to at most the size of type `other`.
    pub fn max_scalar_same_as(&mut self, index: usize, other: usize) -> &mut Self {
        let which = element_wider_than_that_of(index, other);
        let to = change_element_size_to_that_of(index, other);
        self.push(ActionKind::NarrowScalar, which, Some(to), "max_scalar_same_as")
    }

    /// Changes type `index` to the size of type `other`.
    pub fn scalar_same_size_as(&mut self, index: usize, other: usize) -> &mut Self {
        self.min_scalar_same_as(index, other).max_scalar_same_as(index, other)
    }

    /// Splits vectors at type `index` into their elements.
    pub fn scalarize(&mut self, index: usize) -> &mut Self {
        self.scalarize_if(always(), index)
    }

    /// Splits vectors at type `index` into their elements, if `predicate` holds.
    pub fn scalarize_if(&mut self, predicate: Predicate, index: usize) -> &mut Self {
        let which = all([is_vector(index), predicate]);
        self.push(ActionKind::FewerElements, which, Some(scalarize(index)), "scalarize")
    }

    /// Lengthens vectors of `element` at type `index` to at least `count` elements.
    pub fn clamp_min_num_elements(&mut self, index: usize, element: Llt, count: u32) -> &mut Self {
        let which: Predicate = Box::new(move |q| {
            q.ty(index).is_vector() && q.ty(index).element() == element && q.ty(index).elements() < count
        });
        let to = change_to(index, Llt::vector(count, element));
        self.push(ActionKind::MoreElements, which, Some(to), "clamp_min_num_elements")
    }

    /// Splits vectors of `element` at type `index` into vectors of at most `count` elements.
    pub fn clamp_max_num_elements(&mut self, index: usize, element: Llt, count: u32) -> &mut Self {
        let which: Predicate = Box::new(move |q| {
            q.ty(index).is_vector() && q.ty(index).element() == element && q.ty(index).elements() > count
        });
        let to = change_to(index, Llt::vector(count, element));
        self.push(ActionKind::FewerElements, which, Some(to), "clamp_max_num_elements")
    }

    /// Clamps the number of elements at type `index` between those of `min` and `max`, for their
    /// element type.
    pub fn clamp_num_elements(&mut self, index: usize, min: Llt, max: Llt) -> &mut Self {
        self.clamp_min_num_elements(index, min.element(), min.elements()).clamp_max_num_elements(
            index,
            max.element(),
            max.elements(),
        )
    }

    /// Lengthens vectors at type `index` to the next power of two of elements.
    pub fn more_elements_to_next_pow2(&mut self, index: usize) -> &mut Self {
        let to = more_elements_to_next_pow2(index, 0);
        let which = num_elements_not_pow2(index);
        self.push(ActionKind::MoreElements, which, Some(to), "more_elements_to_next_pow2")
    }

    /// Lengthens vectors at type `index` to a multiple of `factor` elements.
    pub fn more_elements_to_next_multiple(&mut self, index: usize, factor: u32) -> &mut Self {
        let which: Predicate =
            Box::new(move |q| q.ty(index).is_vector() && q.ty(index).elements() % factor != 0);
        let to = more_elements_to_next_multiple(index, factor);
        self.push(ActionKind::MoreElements, which, Some(to), "more_elements_to_next_multiple")
    }

    /// Widens the elements of vectors at type `index` until the vector has `bits` bits.
    pub fn widen_vector_elts_to_vector_min_size(&mut self, index: usize, bits: u32) -> &mut Self {
        let which: Predicate = Box::new(move |q| q.ty(index).is_vector() && q.ty(index).bits() < bits);
        let to: Mutation =
            Box::new(move |q| (index, q.ty(index).with_scalar_bits(bits / q.ty(index).elements())));
        self.push(ActionKind::WidenScalar, which, Some(to), "widen_vector_elts_to_vector_min_size")
    }

    /// Lowers accesses whose size in memory is not a power of two of bytes.
    pub fn lower_if_mem_size_not_byte_pow2(&mut self) -> &mut Self {
        self.push(ActionKind::Lower, mem_size_not_byte_pow2(), None, "lower_if_mem_size_not_byte_pow2")
    }

    /// Widens scalar type `index` to the next multiple of `factor` bits.
    pub fn widen_scalar_to_next_multiple_of(&mut self, index: usize, factor: u32) -> &mut Self {
        let to = widen_to_next_multiple_of(index, factor);
        let which = size_not_multiple_of(index, factor);
        self.push(ActionKind::WidenScalar, which, Some(to), "widen_scalar_to_next_multiple_of")
    }

    /// Combines [`Self::min_scalar_or_elt`] and [`Self::max_scalar_or_elt`].
    pub fn clamp_scalar_or_elt(&mut self, index: usize, min: Llt, max: Llt) -> &mut Self {
        self.min_scalar_or_elt(index, min).max_scalar_or_elt(index, max)
    }

    /// Widens scalar or element type `index` to at least `ty`, if `predicate` holds.
    pub fn min_scalar_or_elt_if(&mut self, predicate: Predicate, index: usize, ty: Llt) -> &mut Self {
        let which = all([predicate, scalar_or_elt_narrower_than(index, ty.bits())]);
        self.push(ActionKind::WidenScalar, which, Some(change_element_to(index, ty)), "min_scalar_or_elt_if")
    }

    /// Widens scalar or element type `index` to at least the element size of type `other`, if
    /// `predicate` holds.
    pub fn min_scalar_elt_same_as_if(
        &mut self,
        predicate: Predicate,
        index: usize,
        other: usize,
    ) -> &mut Self {
        let which = all([predicate, element_narrower_than_that_of(index, other)]);
        let to = change_element_size_to_that_of(index, other);
        self.push(ActionKind::WidenScalar, which, Some(to), "min_scalar_elt_same_as_if")
    }

    /// Narrows scalar or element type `index` to at most the element size of type `other`, if
    /// `predicate` holds.
    pub fn max_scalar_elt_same_as_if(
        &mut self,
        predicate: Predicate,
        index: usize,
        other: usize,
    ) -> &mut Self {
        let which = all([predicate, element_wider_than_that_of(index, other)]);
        let to = change_element_size_to_that_of(index, other);
        self.push(ActionKind::NarrowScalar, which, Some(to), "max_scalar_elt_same_as_if")
    }

    /// Lengthens vectors of `element` at type `index` to a multiple of `count` elements.
    pub fn align_num_elements_to(&mut self, index: usize, element: Llt, count: u32) -> &mut Self {
        let uneven: Predicate =
            Box::new(move |q| q.ty(index).is_vector() && !q.ty(index).elements().is_multiple_of(count));
        let which = all([element_type_is(index, element), uneven]);
        let to = more_elements_to_next_multiple(index, count);
        self.push(ActionKind::MoreElements, which, Some(to), "align_num_elements_to")
    }

    /// Splits vectors of `element` at type `index` into vectors of `count` elements without a
    /// shorter rest: they are lengthened to a multiple first.
    pub fn clamp_max_num_elements_strict(&mut self, index: usize, element: Llt, count: u32) -> &mut Self {
        self.align_num_elements_to(index, element, count).clamp_max_num_elements(index, element, count)
    }

    /// Lowers accesses whose size in memory, in whole bytes, is not a power of two.
    pub fn lower_if_mem_size_not_pow2(&mut self) -> &mut Self {
        self.push(ActionKind::Lower, mem_size_in_bytes_not_pow2(), None, "lower_if_mem_size_not_pow2")
    }

    /// Rejects accesses whose size in memory, in whole bytes, is not a power of two.
    pub fn unsupported_if_mem_size_not_pow2(&mut self) -> &mut Self {
        let which = mem_size_in_bytes_not_pow2();
        self.push(ActionKind::Unsupported, which, None, "unsupported_if_mem_size_not_pow2")
    }
}
