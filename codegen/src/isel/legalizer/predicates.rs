//! Predicates of rules, with the names of LLVM's `LegalityPredicates`.

use super::query::LegalityQuery;
use crate::ir::llt::Llt;
use crate::ir::mir::Ordering;

/// A condition on a query, under which a rule applies.
pub type Predicate = Box<dyn Fn(&LegalityQuery) -> bool + Send + Sync>;

/// A memory access that `*_for_types_with_mem_desc` requires.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TypeAndMem {
    /// Type 0.
    pub type0: Llt,
    /// Type 1.
    pub type1: Llt,
    /// Type in memory.
    pub mem: Llt,
    /// The minimum alignment in bits.
    pub align_bits: u32,
}

impl From<(Llt, Llt, Llt, u32)> for TypeAndMem {
    fn from((type0, type1, mem, align_bits): (Llt, Llt, Llt, u32)) -> Self {
        TypeAndMem { type0, type1, mem, align_bits }
    }
}

/// One, two or three types that must match type indices 0, 1 and 2.
pub trait TypeTuple: Copy + Send + Sync + 'static {
    /// Returns true if the query has these types.
    fn matches(&self, query: &LegalityQuery) -> bool;
}

impl TypeTuple for Llt {
    fn matches(&self, query: &LegalityQuery) -> bool {
        query.ty(0) == *self
    }
}

impl TypeTuple for (Llt, Llt) {
    fn matches(&self, query: &LegalityQuery) -> bool {
        query.ty(0) == self.0 && query.ty(1) == self.1
    }
}

impl TypeTuple for (Llt, Llt, Llt) {
    fn matches(&self, query: &LegalityQuery) -> bool {
        query.ty(0) == self.0 && query.ty(1) == self.1 && query.ty(2) == self.2
    }
}

/// Sets of types by index: types 0 and 1, or 0, 1 and 2, must each be in the set of their index.
pub trait TypeSets {
    /// Returns true if the query's types are in the sets.
    fn contain(self) -> Predicate;
}

impl<A, B> TypeSets for (A, B)
where
    A: IntoIterator<Item = Llt>,
    B: IntoIterator<Item = Llt>,
{
    fn contain(self) -> Predicate {
        all([type_in_set(0, self.0.into_iter().collect()), type_in_set(1, self.1.into_iter().collect())])
    }
}

impl<A, B, C> TypeSets for (A, B, C)
where
    A: IntoIterator<Item = Llt>,
    B: IntoIterator<Item = Llt>,
    C: IntoIterator<Item = Llt>,
{
    fn contain(self) -> Predicate {
        all([(self.0, self.1).contain(), type_in_set(2, self.2.into_iter().collect())])
    }
}

/// Holds always.
pub fn always() -> Predicate {
    Box::new(|_| true)
}

/// Holds if all predicates hold.
pub fn all<const N: usize>(of: [Predicate; N]) -> Predicate {
    Box::new(move |q| of.iter().all(|holds| holds(q)))
}

/// Holds if at least one predicate holds.
pub fn any<const N: usize>(of: [Predicate; N]) -> Predicate {
    Box::new(move |q| of.iter().any(|holds| holds(q)))
}

/// Holds if the predicate does not.
pub fn not(a: Predicate) -> Predicate {
    Box::new(move |q| !a(q))
}

/// Holds if type `index` is `ty`.
pub fn type_is(index: usize, ty: Llt) -> Predicate {
    Box::new(move |q| q.ty(index) == ty)
}

/// Holds if type `index` is not `ty`.
pub fn type_is_not(index: usize, ty: Llt) -> Predicate {
    not(type_is(index, ty))
}

/// Holds if type `index` is one of `types`.
pub fn type_in_set(index: usize, types: Vec<Llt>) -> Predicate {
    Box::new(move |q| types.contains(&q.ty(index)))
}

/// Holds if the types at two indices are one of `pairs`.
pub fn type_pair_in_set(index0: usize, index1: usize, pairs: Vec<(Llt, Llt)>) -> Predicate {
    Box::new(move |q| pairs.contains(&(q.ty(index0), q.ty(index1))))
}

/// Holds if the types at three indices are one of `tuples`.
pub fn type_tuple_in_set(indices: [usize; 3], tuples: Vec<(Llt, Llt, Llt)>) -> Predicate {
    Box::new(move |q| {
        let [a, b, c] = indices.map(|index| q.ty(index));
        tuples.contains(&(a, b, c))
    })
}

/// Holds if the types from index 0 on are one of `tuples`.
pub fn tuple_in_set<T: TypeTuple>(tuples: Vec<T>) -> Predicate {
    Box::new(move |q| tuples.iter().any(|t| t.matches(q)))
}

/// Holds if the types and the first memory access are one of `descs`.
pub(crate) fn types_and_mem_in_set(descs: Vec<TypeAndMem>) -> Predicate {
    Box::new(move |q| {
        let Some(mem) = q.mem else { return false };
        descs.iter().any(|d| {
            q.ty(0) == d.type0
                && q.ty(1) == d.type1
                && mem.ty.bits() == d.mem.bits()
                && mem.align_bits >= d.align_bits
        })
    })
}

/// Holds if type `index` is a scalar.
pub fn is_scalar(index: usize) -> Predicate {
    Box::new(move |q| q.ty(index).is_scalar())
}

/// Holds if type `index` is a vector.
pub fn is_vector(index: usize) -> Predicate {
    Box::new(move |q| q.ty(index).is_vector())
}

/// Holds if type `index` is a pointer.
pub fn is_pointer(index: usize) -> Predicate {
    Box::new(move |q| q.ty(index).is_pointer())
}

/// Holds if type `index` is a pointer into `address_space`.
pub fn is_pointer_into(index: usize, address_space: u32) -> Predicate {
    Box::new(move |q| q.ty(index).is_pointer() && q.ty(index).address_space() == address_space)
}

/// Holds if type `index` is a vector of pointers.
pub fn is_pointer_vector(index: usize) -> Predicate {
    Box::new(move |q| q.ty(index).is_vector() && q.ty(index).has_pointer_elements())
}

/// Holds if type `index` is a vector of `element`.
pub fn element_type_is(index: usize, element: Llt) -> Predicate {
    Box::new(move |q| q.ty(index).is_vector() && q.ty(index).element() == element)
}

/// Holds if type `index` is a vector of more than `count` elements.
pub fn vector_element_count_greater_than(index: usize, count: u32) -> Predicate {
    Box::new(move |q| q.ty(index).is_vector() && q.ty(index).elements() > count)
}

/// Holds if type `index` is a vector of at most `count` elements.
pub fn vector_element_count_at_most(index: usize, count: u32) -> Predicate {
    Box::new(move |q| q.ty(index).is_vector() && q.ty(index).elements() <= count)
}

/// Holds if type `index` is a scalar of fewer than `bits` bits.
pub fn scalar_narrower_than(index: usize, bits: u32) -> Predicate {
    Box::new(move |q| q.ty(index).is_scalar() && q.ty(index).bits() < bits)
}

/// Holds if type `index` is a scalar that crosses boundaries of `word` bits in an array.
pub fn scalar_across_words(index: usize, word: u32) -> Predicate {
    Box::new(move |q| {
        let ty = q.ty(index);
        ty.is_scalar() && !word.is_multiple_of(ty.bits()) && !ty.bits().is_multiple_of(word)
    })
}

/// Holds if type `index` is a scalar of more than `bits` bits.
pub fn scalar_wider_than(index: usize, bits: u32) -> Predicate {
    Box::new(move |q| q.ty(index).is_scalar() && q.ty(index).bits() > bits)
}

/// Holds if type `index`, or its element type, is a scalar of fewer than `bits` bits.
pub(crate) fn scalar_or_elt_narrower_than(index: usize, bits: u32) -> Predicate {
    Box::new(move |q| {
        !q.ty(index).has_pointer_elements() && q.ty(index).is_valid() && q.ty(index).scalar_bits() < bits
    })
}

/// Holds if type `index`, or its element type, is a scalar of more than `bits` bits.
pub fn scalar_or_elt_wider_than(index: usize, bits: u32) -> Predicate {
    Box::new(move |q| !q.ty(index).has_pointer_elements() && q.ty(index).scalar_bits() > bits)
}

/// Holds if the scalar or element type of type `index` is a scalar of fewer bits than the one of
/// type `other`.
pub(crate) fn element_narrower_than_that_of(index: usize, other: usize) -> Predicate {
    Box::new(move |q| {
        q.ty(index).scalar_bits() < q.ty(other).scalar_bits() && !q.ty(index).has_pointer_elements()
    })
}

/// Holds if the scalar or element type of type `index` is a scalar of more bits than the one of
/// type `other`.
pub fn element_wider_than_that_of(index: usize, other: usize) -> Predicate {
    Box::new(move |q| {
        q.ty(index).scalar_bits() > q.ty(other).scalar_bits() && !q.ty(index).has_pointer_elements()
    })
}

/// Holds if type `index` is a scalar whose size is not a multiple of `factor` bits.
pub fn size_not_multiple_of(index: usize, factor: u32) -> Predicate {
    Box::new(move |q| q.ty(index).is_scalar() && !q.ty(index).bits().is_multiple_of(factor))
}

/// Holds if type `index` has `bits` bits in total.
pub fn size_is(index: usize, bits: u32) -> Predicate {
    Box::new(move |q| q.ty(index).is_valid() && q.ty(index).bits() == bits)
}

/// Holds if type `a` has more bits in total than type `b`.
pub fn larger_than(a: usize, b: usize) -> Predicate {
    Box::new(move |q| q.ty(a).bits() > q.ty(b).bits())
}

/// Holds if type `a` has fewer bits in total than type `b`.
pub fn smaller_than(a: usize, b: usize) -> Predicate {
    larger_than(b, a)
}

/// Holds if type `index` is a scalar whose size is not a power of two.
pub fn size_not_pow2(index: usize) -> Predicate {
    Box::new(move |q| q.ty(index).is_scalar() && !q.ty(index).bits().is_power_of_two())
}

/// Holds if type `index`, or its element type, is a scalar whose size is not a power of two.
pub fn scalar_or_elt_size_not_pow2(index: usize) -> Predicate {
    Box::new(move |q| {
        q.ty(index).is_valid()
            && !q.ty(index).has_pointer_elements()
            && !q.ty(index).scalar_bits().is_power_of_two()
    })
}

/// Holds if types `a` and `b` have the same size.
pub fn same_size(a: usize, b: usize) -> Predicate {
    Box::new(move |q| q.ty(a).bits() == q.ty(b).bits())
}

/// Holds if type `index` is a vector whose number of elements is not a power of two.
pub fn num_elements_not_pow2(index: usize) -> Predicate {
    Box::new(move |q| q.ty(index).is_vector() && !q.ty(index).elements().is_power_of_two())
}

/// Holds if the first access's size in bits is not a multiple of 8, or not a power of two.
pub(crate) fn mem_size_not_byte_pow2() -> Predicate {
    Box::new(|q| q.mem.is_some_and(|m| m.ty.bits() % 8 != 0 || !m.ty.bits().is_power_of_two()))
}

/// Holds if the first access's size in whole bytes is not a power of two.
pub fn mem_size_in_bytes_not_pow2() -> Predicate {
    Box::new(|q| q.mem.is_some_and(|m| !m.ty.bytes().is_power_of_two()))
}

/// Holds if an access has the ordering `ordering` or a stronger one. Neither acquire nor release is
/// stronger than the other.
pub fn atomic_ordering_at_least(ordering: Ordering) -> Predicate {
    let is_at_least = move |other: Ordering| {
        other >= ordering && (ordering, other) != (Ordering::Acquire, Ordering::Release)
    };
    Box::new(move |q| q.mems().any(|m| is_at_least(m.ordering)))
}

/// Holds if an access is atomic.
pub fn is_atomic() -> Predicate {
    Box::new(|q| q.mems().any(|m| m.ordering != Ordering::NotAtomic))
}

/// Holds if type `index` is a scalar whose size is a multiple of `factor` bits.
pub fn size_is_multiple(index: usize, factor: u32) -> Predicate {
    Box::new(move |q| q.ty(index).is_scalar() && q.ty(index).bits() % factor == 0)
}

/// Holds if the elements of type `index` have a size of whole bytes.
pub fn element_is_byte_sized(index: usize) -> Predicate {
    Box::new(move |q| q.ty(index).scalar_bits() % 8 == 0)
}

/// Holds if an access is atomic with an ordering that fences other accesses.
pub fn is_ordered() -> Predicate {
    Box::new(|q| q.mems().any(|m| m.ordering > Ordering::Monotonic))
}
