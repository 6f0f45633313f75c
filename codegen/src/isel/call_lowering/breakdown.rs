//! Breaks down vectors that no register holds: LLVM's type legalization, which its conventions are
//! based on.

use crate::ir::value_type::{ValueType, VectorElement};

/// The intermediate values in which a vector is passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Breakdown {
    /// Their number.
    pub intermediates: u32,
    /// The type of each: a vector, or an element if `register` is no vector.
    pub intermediate: ValueType,
    /// The register type for it: a legal vector with wider or more elements, or the element.
    pub register: ValueType,
}

/// Breaks a vector of `count` elements down. `is_legal` returns true for vectors that registers
/// hold. Other vectors of one element are passed as their elements.
pub fn break_down(
    count: u32,
    element: VectorElement,
    is_legal: impl Fn(u32, VectorElement) -> bool,
) -> Breakdown {
    let vector = |count, element| ValueType::Vector { count, element, scalable: false };
    let whole = vector(count, element);
    if is_legal(count, element) {
        return Breakdown { intermediates: 1, intermediate: whole, register: whole };
    }
    if let Some((count, element)) = widened(count, element, &is_legal).filter(|_| count > 1) {
        return Breakdown { intermediates: 1, intermediate: whole, register: vector(count, element) };
    }
    // Counts that are no powers of two are not halved.
    let mut each = if count.is_power_of_two() { count } else { 1 };
    while each > 1 && !is_legal(each, element) {
        each /= 2;
    }
    let intermediate = if is_legal(each, element) { vector(each, element) } else { element.value_type() };
    Breakdown { intermediates: count / each, intermediate, register: intermediate }
}

/// Returns the legal vector that holds one: with the next power of two of elements, else with wider
/// integers or more elements.
fn widened(
    count: u32,
    element: VectorElement,
    is_legal: &impl Fn(u32, VectorElement) -> bool,
) -> Option<(u32, VectorElement)> {
    match element {
        VectorElement::Int(bits) if count.is_power_of_two() => {
            let wider = [8, 16, 32, 64].into_iter().filter(|&wider| wider > bits).map(VectorElement::Int);
            wider.map(|element| (count, element)).find(|&(count, element)| is_legal(count, element))
        }
        _ if !count.is_power_of_two() => {
            let count = count.next_power_of_two();
            is_legal(count, element).then_some((count, element))
        }
        _ => {
            let more = [2, 4, 8, 16].into_iter().filter(|&more| more > count);
            more.map(|count| (count, element)).find(|&(count, element)| is_legal(count, element))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use VectorElement::{Double, Float, Half, Int};

    /// Registers of 64 and 128 bits.
    fn fits(count: u32, element: VectorElement) -> bool {
        let bits = element.value_type().bits();
        matches!(bits, 8 | 16 | 32 | 64) && matches!(bits * count, 64 | 128)
    }

    #[test]
    fn vectors_are_widened_divided_or_taken_apart() {
        let vector = |count, element| ValueType::Vector { count, element, scalable: false };
        let cases = [
            ((4, Int(32)), (1, vector(4, Int(32)), vector(4, Int(32)))),
            ((4, Int(1)), (1, vector(4, Int(1)), vector(4, Int(16)))),
            ((2, Half), (1, vector(2, Half), vector(4, Half))),
            ((3, Float), (1, vector(3, Float), vector(4, Float))),
            ((16, Int(32)), (4, vector(4, Int(32)), vector(4, Int(32)))),
            ((3, Double), (3, vector(1, Double), vector(1, Double))),
            ((3, Int(8)), (3, ValueType::Int(8), ValueType::Int(8))),
            ((32, Int(1)), (32, ValueType::Int(1), ValueType::Int(1))),
            ((2, Int(128)), (2, ValueType::Int(128), ValueType::Int(128))),
            ((1, Int(24)), (1, ValueType::Int(24), ValueType::Int(24))),
        ];
        for ((count, element), (intermediates, intermediate, register)) in cases {
            let found = break_down(count, element, fits);
            assert_eq!(found, Breakdown { intermediates, intermediate, register }, "<{count} x {element:?}>");
        }
        let nothing = break_down(4, Int(16), |_, _| false);
        assert_eq!((nothing.intermediates, nothing.register), (4, ValueType::Int(16)));
    }
}
