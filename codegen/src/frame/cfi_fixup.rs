//! CFI fixup: unwind rules apply to the following text, not along control flow. If the preceding
//! block leaves other rules than a block starts with, this pass inserts directives.
//!
//! A framed block after an unframed one restores the remembered rules, as in LLVM from the last
//! prologue or restore; without remembered rules, it repeats the prologue's. An unframed block
//! after a framed one sets the rules of the entry. The signing state of the return address is
//! tracked separately: its directive toggles the state, and an instruction that authenticates and
//! returns leaves it unchanged. Cost: linear.

use crate::frame::target::FrameTarget;
use crate::ir::builder::{Builder, InsertPoint};
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::{CfiDirective, InstFlags, MachineFunction, OperandTag};
use crate::ir::opcodes::CFI_INSTRUCTION;

/// Corrects the rules at the start of blocks, which have the frame if `framed` is true. The frame
/// is created in `save` and destroyed in `restores`.
pub(super) fn run(
    mf: &mut MachineFunction,
    target: &dyn FrameTarget,
    save: BlockId,
    framed: &[bool],
    restores: &[BlockId],
) {
    if holds_to_the_end(mf, save, restores) {
        return;
    }
    let made = directives(mf, save, InstFlags::FRAME_SETUP);
    if made.is_empty() {
        return after_popped_arguments(mf, target, restores);
    }
    let mut leaves = vec![false; mf.num_blocks()];
    restores.iter().for_each(|block| leaves[block.index()] = true);
    let framed_later = framed_later(mf, save, framed);
    let sign = made.iter().copied().find(|rule| rule.negates_ra_state());
    let signs = sign.is_some();
    let (mut standing, mut remembered, mut signed) = (false, false, false);
    let mut rules = Vec::new();
    // The point from which on the rules with the frame are valid.
    let made_point = after_prologue(mf, save);
    let mut framed_point = made_point;
    for (n, &again) in framed_later.iter().enumerate() {
        let block = mf.layout[n];
        let starts_framed = framed[block.index()];
        rules.clear();
        if starts_framed != standing {
            match (starts_framed, remembered) {
                (true, true) => {
                    rules.push(CfiDirective::RestoreState);
                    signed = signs;
                }
                (true, false) => {
                    rules.extend(made.iter().filter(|rule| !rule.negates_ra_state()));
                }
                (false, _) => {
                    if again {
                        insert(mf, framed_point, &[CfiDirective::RememberState]);
                    }
                    rules.extend(at_entry(mf, target, &made));
                }
            }
            remembered = !starts_framed && again;
        }
        rules.extend(sign.filter(|_| signed != starts_framed));
        let point = mf.first_inst(block).map_or(InsertPoint::End(block), InsertPoint::Before);
        insert(mf, point, &rules);
        if starts_framed && !standing {
            framed_point = point;
        } else if block == save {
            framed_point = made_point;
        }
        standing = starts_framed || block == save;
        signed = standing && signs;
        if leaves[block.index()] && has_epilogue(mf, block) {
            let left = directives(mf, block, InstFlags::FRAME_DESTROY);
            let turns = left.iter().any(|rule| rule.negates_ra_state());
            if again {
                insert(mf, framed_point, &[CfiDirective::RememberState]);
            }
            (standing, remembered) = (false, again);
            signed &= !turns;
        }
    }
}

/// Sets the rules of the entry after each return, in a function without a frame whose returns
/// remove its arguments.
fn after_popped_arguments(mf: &mut MachineFunction, target: &dyn FrameTarget, restores: &[BlockId]) {
    for n in 1..mf.layout.len() {
        let (last, block) = (mf.layout[n - 1], mf.layout[n]);
        if restores.contains(&last) && has_epilogue(mf, last) {
            let point = mf.first_inst(block).map_or(InsertPoint::End(block), InsertPoint::Before);
            insert(mf, point, &at_entry(mf, target, &[]));
        }
    }
}

/// Returns true if all blocks except the first have the frame, and none follows one that destroys
/// it.
fn holds_to_the_end(mf: &MachineFunction, save: BlockId, restores: &[BlockId]) -> bool {
    let (first, last) = (mf.layout.first(), mf.layout.last());
    mf.frame.save_point.is_none() && first == Some(&save) && restores.iter().all(|block| Some(block) == last)
}

/// Returns, by layout position, true if a later block starts with the frame before the prologue.
fn framed_later(mf: &MachineFunction, save: BlockId, framed: &[bool]) -> Vec<bool> {
    let mut later = vec![false; mf.layout.len()];
    for n in (1..mf.layout.len()).rev() {
        let block = mf.layout[n];
        later[n - 1] = block != save && (framed[block.index()] || later[n]);
    }
    later
}

/// Returns the directives in `block` with this flag.
fn directives(mf: &MachineFunction, block: BlockId, flag: InstFlags) -> Vec<CfiDirective> {
    let chosen = mf.insts(block).filter(|&i| is_directive(mf, i, flag));
    chosen.map(|i| mf.cfi[mf.operand(i, 0).payload() as usize]).collect()
}

fn is_directive(mf: &MachineFunction, inst: InstId, flag: InstFlags) -> bool {
    mf.opcode(inst) == CFI_INSTRUCTION
        && mf.inst(inst).flags.contains(flag)
        && mf.operands(inst).first().is_some_and(|o| o.tag() == OperandTag::Cfi)
}

/// Returns true if `block` has an epilogue with directives.
fn has_epilogue(mf: &MachineFunction, block: BlockId) -> bool {
    mf.insts(block).any(|inst| is_directive(mf, inst, InstFlags::FRAME_DESTROY))
}

/// Returns the point after the last directive of the prologue in `block`.
fn after_prologue(mf: &MachineFunction, block: BlockId) -> InsertPoint {
    let last = mf.insts(block).filter(|&inst| is_directive(mf, inst, InstFlags::FRAME_SETUP)).last();
    let next = last.and_then(|last| mf.next_inst(last));
    next.map_or(InsertPoint::End(block), InsertPoint::Before)
}

/// Returns the rules without the frame, after the rules with it in `made`.
fn at_entry(mf: &MachineFunction, target: &dyn FrameTarget, made: &[CfiDirective]) -> Vec<CfiDirective> {
    let number = |reg| target.registers().dwarf(reg);
    let cfa = CfiDirective::DefCfa(number(target.frame_lowering().stack_pointer()), 0);
    let saved = mf.frame.callee_saved.iter().map(|s| CfiDirective::Restore(number(s.reg)));
    let computed = made.iter().filter_map(|rule| match *rule {
        CfiDirective::ValExpression(reg, ..) => Some(CfiDirective::Restore(reg)),
        _ => None,
    });
    std::iter::once(cfa).chain(saved).chain(computed).collect()
}

fn insert(mf: &mut MachineFunction, point: InsertPoint, rules: &[CfiDirective]) {
    for &rule in rules {
        Builder::new(mf, point).cfi(rule);
    }
}
