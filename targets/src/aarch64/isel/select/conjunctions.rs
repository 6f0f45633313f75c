//! Conjunctions: comparisons that `and` and `or` combine. The first sets the flags, and each later
//! one is a `ccmp`, which compares if the result is still open, else sets the flags to the known
//! result. Like LLVM's `emitConjunction`.

use crate::aarch64::isel::select::{B_GPR, matchers, rules};
use crate::aarch64::mc::instructions::op;
use crate::isle::RuleContext;
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::mir::{IntPredicate, MachineFunction, Operand, RegAttr};
use gisel_codegen::ir::opcodes as gop;
use smallvec::SmallVec;

/// The maximum number of comparisons.
const MAX_COMPARISONS: usize = 6;

/// A comparison of registers, used once.
#[derive(Clone, Copy)]
struct Comparison {
    predicate: IntPredicate,
    left: VReg,
    right: VReg,
}

/// A comparison, and the others in evaluation order, each true if it is combined by `and`, false
/// for `or`.
struct Conjunction {
    first: Comparison,
    others: SmallVec<[(bool, Comparison); MAX_COMPARISONS]>,
}

/// Returns true if `inst`, an `and` or `or`, combines only comparisons that [`flags`] supports.
pub(crate) fn is_conjunction(mf: &MachineFunction, inst: InstId) -> bool {
    conjunction(mf, inst).is_some()
}

/// Sets the flags to the result of `inst`, which is a conjunction. Returns its condition.
pub(crate) fn flags(context: &mut RuleContext<'_, '_>, inst: InstId) -> i64 {
    let Some(Conjunction { first, others }) = conjunction(context.s.mf, inst) else {
        context.s.fail("internal error: what is combined are no comparisons");
        return 0;
    };
    let mut holds = rules::constructor_compare(context, &first.predicate, first.left, first.right);
    for (both, comparison) in others {
        let condition = matchers::condition(comparison.predicate);
        // The known result without this comparison: false for `and`, true for `or`.
        let (open_if, known) = if both { (holds, condition ^ 1) } else { (holds ^ 1, condition) };
        conditional_compare(context, comparison, flags_of(known), open_if);
        holds = condition;
    }
    holds
}

/// Collects the conjunction: one operand of each `and` and `or` is a comparison, down to the last,
/// which has two.
fn conjunction(mf: &MachineFunction, inst: InstId) -> Option<Conjunction> {
    let mut others: SmallVec<[(bool, Comparison); MAX_COMPARISONS]> = SmallVec::new();
    let mut at = inst;
    while others.len() + 1 < MAX_COMPARISONS {
        let (rest, last) = operands(mf, at)?;
        others.push((mf.opcode(at) == gop::G_AND, last));
        if let Some(first) = comparison(mf, rest) {
            others.reverse();
            return Some(Conjunction { first, others });
        }
        let combines = |&d: &InstId| matches!(mf.opcode(d), gop::G_AND | gop::G_OR);
        at = mf.def(rest).filter(|d| combines(d) && mf.use_count(rest) == 1)?;
    }
    None
}

/// Returns the operands of `inst`, the second of which is a comparison: the one that takes fewer
/// instructions as `ccmp`.
fn operands(mf: &MachineFunction, inst: InstId) -> Option<(VReg, Comparison)> {
    let (a, b) = (mf.vreg_operand(inst, 1)?, mf.vreg_operand(inst, 2)?);
    match (comparison(mf, a), comparison(mf, b)) {
        (Some(x), Some(y)) if needs_compare(mf, y) && !needs_compare(mf, x) => Some((b, x)),
        (_, Some(y)) => Some((a, y)),
        (Some(x), None) => Some((b, x)),
        (None, None) => None,
    }
}

/// Returns true if `cmp` or `tst` requires no preceding instructions for a comparison, but `ccmp`
/// does.
fn needs_compare(mf: &MachineFunction, Comparison { left, right, .. }: Comparison) -> bool {
    let masked = mf.def(left).is_some_and(|d| mf.opcode(d) == gop::G_AND) && mf.use_count(left) == 1;
    mf.constant(right).is_some_and(|value| !(-31..32).contains(&value) || value == 0 && masked)
}

/// Returns the comparison of general registers that defines `v`, which is used once.
fn comparison(mf: &MachineFunction, v: VReg) -> Option<Comparison> {
    let def = mf.def(v).filter(|&d| mf.opcode(d) == gop::G_ICMP && mf.use_count(v) == 1)?;
    let predicate = mf.operand(def, 1).as_int_predicate()?;
    let (left, right) = (mf.vreg_operand(def, 2)?, mf.vreg_operand(def, 3)?);
    let general = matches!(mf.reg_attr(left), RegAttr::Bank(bank) if bank == B_GPR);
    let scalar = !mf.ty(left).is_vector() && matches!(mf.ty(left).bits(), 32 | 64);
    (general && scalar).then_some(Comparison { predicate, left, right })
}

/// Emits `ccmp` or `ccmn`: compares if `condition` holds, else sets the flags to `otherwise`.
fn conditional_compare(
    context: &mut RuleContext<'_, '_>,
    comparison: Comparison,
    otherwise: i64,
    condition: i64,
) {
    let s = &mut *context.s;
    let [number, negated, registers] = match s.mf.ty(comparison.left).bits() {
        64 => [op::CCMPXi, op::CCMNXi, op::CCMPXr],
        _ => [op::CCMPWi, op::CCMNWi, op::CCMPWr],
    };
    let (opcode, right) = match s.mf.constant(comparison.right) {
        Some(value @ 0..32) => (number, Operand::small_imm(value as i32)),
        Some(value @ -31..0) => (negated, Operand::small_imm(-value as i32)),
        _ => (registers, Operand::use_of(comparison.right)),
    };
    let immediates = [otherwise, condition].map(|value| Operand::small_imm(value as i32));
    s.emit(opcode, &[Operand::use_of(comparison.left), right, immediates[0], immediates[1]]);
}

/// Returns flags (negative, zero, carry, overflow from bit 3 down) with which the condition holds.
fn flags_of(condition: i64) -> i64 {
    match condition {
        // Equal, and signed less or equal: zero.
        0 | 13 => 4,
        // Unsigned greater or equal, and greater: carry.
        2 | 8 => 2,
        // Signed less: negative without overflow.
        11 => 8,
        // Not equal, unsigned less or less or equal, signed greater or equal and greater: none.
        _ => 0,
    }
}
