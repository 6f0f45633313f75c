//! The rules of all targets, in order.

use super::{
    CombinerInfo, Rule, accesses, bits, contract, division, fold, loads, masks, multiply, stores, truncations,
};
use std::sync::LazyLock;

/// The rules of all targets before the legalizer.
pub(crate) const PRELEGALIZER: &[&[Rule]] = &[
    fold::RULES,
    truncations::RULES,
    masks::RULES,
    division::RULES,
    multiply::RULES,
    accesses::NARROWER,
    stores::RULES,
];

/// The rules of all targets after the legalizer.
pub(crate) const POSTLEGALIZER: &[&[Rule]] = &[fold::RULES, contract::RULES, bits::RULES, loads::RULES];

static STANDARD: LazyLock<CombinerInfo> = LazyLock::new(|| CombinerInfo::new(&[], &[]));

impl CombinerInfo {
    /// Returns the rules of targets without their own.
    pub fn standard() -> &'static LazyLock<CombinerInfo> {
        &STANDARD
    }

    /// Returns the rules of a target. Before the legalizer its `late` rules come after the common
    /// ones; after the legalizer its `early` rules come before them.
    pub fn new(late: &[&'static [Rule]], early: &[&'static [Rule]]) -> CombinerInfo {
        CombinerInfo::of(&[PRELEGALIZER, late].concat(), &[early, POSTLEGALIZER].concat())
    }
}
