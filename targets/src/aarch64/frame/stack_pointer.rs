//! Changes of the stack pointer, with their unwind rules.

use crate::aarch64::frame::frame_index::add_immediate;
use crate::aarch64::registers::regs;
use crate::frame;
use gisel_codegen::ir::builder::Builder;

/// Adds `amount` to the stack pointer. `depth` is its distance below the canonical frame address,
/// if unwind rules use the stack pointer: they are updated after each step.
pub(crate) fn move_stack_pointer(b: &mut Builder<'_>, amount: i64, depth: Option<i64>) {
    let low = amount % (1 << 12);
    let in_two_steps = low != 0 && low != amount && amount.unsigned_abs() < 1 << 24;
    let steps = if in_two_steps { [amount - low, low] } else { [amount, 0] };
    frame::move_stack_pointer(b, steps, depth, |b, step| add_immediate(b, regs::SP, regs::SP, step));
}
