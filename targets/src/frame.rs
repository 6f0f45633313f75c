//! Common code of all targets' prologues and epilogues.

use crate::table::Table;
use gisel_codegen::ir::builder::{Builder, InsertPoint};
use gisel_codegen::ir::entity::BlockId;
use gisel_codegen::ir::mir::{CfiDirective, InstFlags, MachineFunction};
use gisel_codegen::machine::desc::instructions::{InstrFlags, Opcode};

/// Returns a builder at the start of `block`, for a prologue.
pub(crate) fn prologue(mf: &mut MachineFunction, block: BlockId) -> Builder<'_> {
    let point = mf.first_inst(block).map_or(InsertPoint::End(block), InsertPoint::Before);
    let mut b = Builder::new(mf, point);
    b.flags = InstFlags::FRAME_SETUP;
    b
}

/// Returns a builder before the terminators of `block`, for an epilogue.
pub(crate) fn epilogue<'a>(mf: &'a mut MachineFunction, block: BlockId, table: &Table) -> Builder<'a> {
    let ends = |opcode: Opcode| opcode.is_target() && table.desc(opcode).has(InstrFlags::TERMINATOR);
    let point = mf.first_at_end(block, ends).map_or(InsertPoint::End(block), InsertPoint::Before);
    let mut b = Builder::new(mf, point);
    b.flags = InstFlags::FRAME_DESTROY;
    b
}

/// Moves the stack pointer by these steps, some of which may be zero, with `add`. `depth` is its
/// distance below the canonical frame address, if unwind rules use the stack pointer: they are
/// updated after each step.
pub(crate) fn move_stack_pointer(
    b: &mut Builder<'_>,
    steps: [i64; 2],
    mut depth: Option<i64>,
    add: impl Fn(&mut Builder<'_>, i64),
) {
    for step in steps.into_iter().filter(|&step| step != 0) {
        add(b, step);
        if let Some(depth) = &mut depth {
            *depth -= step;
            b.cfi(CfiDirective::DefCfaOffset(*depth));
        }
    }
}
