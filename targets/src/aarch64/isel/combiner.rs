//! Combiner rules for scaled offsets, and codegen's rules for machines with 32-bit operations and
//! shifted operands.

use gisel_codegen::ir::entity::InstId;
use gisel_codegen::isel::combiner::offsets::{self, ACCESSES};
use gisel_codegen::isel::combiner::{Combiner, CombinerInfo, Rule, accesses, lanes, multiply, widen, words};
use std::sync::LazyLock;

/// All rules.
pub(crate) static INFO: LazyLock<CombinerInfo> = LazyLock::new(|| {
    CombinerInfo::new(
        &[multiply::SHIFTED, accesses::WIDER, lanes::RULES, lanes::NARROWED],
        &[widen::TO_32, widen::SIGNED_LOADS, OWN, words::RULES, lanes::LEGAL],
    )
});

const OWN: &[Rule] = &[Rule { name: "split_scaled_offset", roots: ACCESSES, apply: split_scaled_offset }];

/// The maximum constant that two additions of 12 bits, one of them shifted, add to a register.
const LARGEST_ADDED: i64 = 0xff_ffff;

/// Splits an offset. Accesses encode 12 bits in units of their size, or 9 signed bits; additions
/// encode 12 bits times 4096.
fn split_scaled_offset(c: &mut Combiner<'_>, inst: InstId) -> bool {
    offsets::split(c, inst, |offset, size| {
        let scaled = offset % size == 0 && (0..4096).contains(&(offset / size));
        let fits = scaled || (-256..256).contains(&offset);
        let high = offset & !0xfff;
        let rest_fits = (offset - high) % size == 0 || offset - high < 256;
        let added = (-LARGEST_ADDED..=LARGEST_ADDED).contains(&offset);
        (!fits && rest_fits && added && high != 0).then_some(high)
    })
}
