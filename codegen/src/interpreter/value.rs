//! The value of a virtual register: lanes, each a number and a mask of its poison bits.
//!
//! Poison is tracked for each bit, because after legalization one register may hold fragments of
//! several values. Operations that only move bits move poison with them; all others make the whole
//! result poison.

use super::int::Int;
use crate::ir::llt::Llt;
use smallvec::{SmallVec, smallvec};

/// A scalar, or an element of a vector.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lane {
    /// The number; poison bits are zero.
    pub int: Int,
    /// The poison bits; `None` if there are none.
    pub poison: Option<Int>,
}

/// The value of a virtual register: its elements in order, or a single one.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Value {
    /// The elements.
    pub lanes: SmallVec<[Lane; 1]>,
}

impl From<Int> for Lane {
    fn from(int: Int) -> Lane {
        Lane { int, poison: None }
    }
}

impl Lane {
    /// Returns poison.
    pub fn poison(bits: u32) -> Lane {
        Lane { int: Int::zero(bits), poison: Some(Int::ones(bits)) }
    }

    /// Returns a number with poison in the bits of `poison`.
    pub(crate) fn with_poison(int: Int, poison: Int) -> Lane {
        if poison.is_zero() {
            return int.into();
        }
        Lane { int: int.and(&poison.not()), poison: Some(poison) }
    }

    /// Returns the number, if it has no poison bits.
    pub fn known(&self) -> Option<&Int> {
        if self.poison.is_none() { Some(&self.int) } else { None }
    }

    /// Returns the width in bits.
    pub(crate) fn bits(&self) -> u32 {
        self.int.bits()
    }

    /// Applies `op` to the number and to the poison mask.
    pub fn map(&self, op: impl Fn(&Int) -> Int) -> Lane {
        match &self.poison {
            None => op(&self.int).into(),
            Some(poison) => Lane::with_poison(op(&self.int), op(poison)),
        }
    }

    /// Inserts `part` at bit `offset`.
    pub(crate) fn insert(&mut self, part: &Lane, offset: u32) {
        self.int.insert(&part.int, offset);
        if self.poison.is_some() || part.poison.is_some() {
            let mut mask = self.poison.take().unwrap_or_else(|| Int::zero(self.int.bits()));
            mask.insert(part.poison.as_ref().unwrap_or(&Int::zero(part.bits())), offset);
            self.poison = (!mask.is_zero()).then_some(mask);
        }
    }
}

impl From<Int> for Value {
    fn from(int: Int) -> Value {
        Value { lanes: smallvec![int.into()] }
    }
}

impl From<Lane> for Value {
    fn from(lane: Lane) -> Value {
        Value { lanes: smallvec![lane] }
    }
}

impl FromIterator<Lane> for Value {
    fn from_iter<T: IntoIterator<Item = Lane>>(lanes: T) -> Value {
        Value { lanes: lanes.into_iter().collect() }
    }
}

impl Value {
    /// Returns the first lane.
    pub(crate) fn lane(&self) -> Option<&Lane> {
        self.lanes.first()
    }

    /// Returns all bits in one lane, element 0 lowest.
    pub(crate) fn flat(&self) -> Lane {
        if let [one] = &self.lanes[..] {
            return one.clone();
        }
        let mut flat = Lane::from(Int::zero(self.lanes.iter().map(Lane::bits).sum()));
        let mut offset = 0;
        for lane in &self.lanes {
            flat.insert(lane, offset);
            offset += lane.bits();
        }
        flat
    }

    /// Returns the value of type `ty` with these bits.
    pub(crate) fn from_flat(flat: &Lane, ty: Llt) -> Value {
        let bits = ty.scalar_bits();
        if ty.elements() == 1 {
            return flat.map(|int| int.trunc(bits)).into();
        }
        (0..ty.elements()).map(|n| flat.map(|int| int.extract(n * bits, bits))).collect()
    }

    /// Returns the bytes in memory, each with true if any of its bits is poison.
    pub(crate) fn to_bytes(&self, bits: u32) -> Vec<(u8, bool)> {
        let flat = self.flat().map(|int| int.trunc(bits));
        let poison = flat.poison.map(|p| p.bytes().collect::<Vec<_>>());
        let is_poison = |n: usize| poison.as_ref().is_some_and(|p| p[n] != 0);
        flat.int.bytes().enumerate().map(|(n, byte)| (byte, is_poison(n))).collect()
    }

    /// Returns the value of `bits` bits with these bytes in memory.
    pub(crate) fn from_bytes(bytes: &[u8], poison: &[bool], bits: u32) -> Lane {
        let int = Int::from_bytes(bits, bytes);
        if !poison.contains(&true) {
            return int.into();
        }
        let mask: Vec<u8> = poison.iter().map(|&p| if p { 0xff } else { 0 }).collect();
        Lane::with_poison(int, Int::from_bytes(bits, &mask))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn poison_moves_with_its_bits() {
        let ty = Llt::vector(4, Llt::scalar(8));
        let mut vector = Value::from_flat(&Int::new(32, 0x0403_0201).into(), ty);
        vector.lanes[2] = Lane::poison(8);
        let flat = vector.flat();
        assert_eq!((flat.int.low(), flat.poison.as_ref().map(Int::low)), (0x0400_0201, Some(0xff_0000)));
        assert_eq!(Value::from_flat(&flat, ty), vector);
        let bytes = vector.to_bytes(32);
        assert_eq!(bytes, [(1, false), (2, false), (0, true), (4, false)]);
        let (bytes, poison): (Vec<u8>, Vec<bool>) = bytes.into_iter().unzip();
        assert_eq!(Value::from_bytes(&bytes, &poison, 32), flat);
    }
}
