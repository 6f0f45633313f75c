//! The condition codes, as instructions encode them. Bit 0 inverts a condition.
//!
//! Source: *Arm Architecture Reference Manual*, C1.2.4.

pub(crate) const EQ: i64 = 0;
pub(crate) const NE: i64 = 1;
pub(crate) const HS: i64 = 2;
pub(crate) const LO: i64 = 3;
pub(crate) const MI: i64 = 4;
pub(crate) const PL: i64 = 5;
pub(crate) const VS: i64 = 6;
pub(crate) const VC: i64 = 7;
pub(crate) const HI: i64 = 8;
pub(crate) const LS: i64 = 9;
pub(crate) const GE: i64 = 10;
pub(crate) const LT: i64 = 11;
pub(crate) const GT: i64 = 12;
pub(crate) const LE: i64 = 13;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aarch64::mc::operands::CONDITIONS;

    #[test]
    fn numbers_are_those_of_the_names() {
        let numbers = [EQ, NE, HS, LO, MI, PL, VS, VC, HI, LS, GE, LT, GT, LE];
        let names = numbers.map(|number| CONDITIONS[number as usize]);
        assert_eq!(
            names,
            ["eq", "ne", "hs", "lo", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le"]
        );
    }
}
