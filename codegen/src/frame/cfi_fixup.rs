//! Unwind rules hold for what follows in the text, whether control gets there or not: where the block before leaves other rules
//! than a block starts with, they are set right.
//!
//! A block with the frame after one without it goes back to the rules that were remembered, as in LLVM where the frame was made or gone back to last;
//! if there are none, it repeats those of the prologue. A block without the frame after one with it takes the rules of the entry. Whether the return address is signed is
//! kept apart: its directive turns the state over, and an instruction that authenticates and returns at once leaves the state as it was. Linear.

use crate::ir::builder::{Builder, InsertPoint};
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::{CfiDirective, InstFlags, MachineFunction, OperandTag};
use crate::ir::opcodes::CFI_INSTRUCTION;
use crate::target::Target;

/// Sets the rules right where blocks start, with the frame if `framed` says so; it is made in `save` and left in `restores`.
pub(super) fn run(
    mf: &mut MachineFunction,
    target: &dyn Target,
    save: BlockId,
    framed: &[bool],
    restores: &[BlockId],
) {
    if holds_to_the_end(mf, save, restores) {
        return;
    }
    let made = directives(mf, save, InstFlags::FRAME_SETUP);
    if made.is_empty() {
        return;
    }
    let mut leaves = vec![false; mf.num_blocks()];
    restores.iter().for_each(|block| leaves[block.index()] = true);
    let framed_later = framed_later(mf, save, framed);
    let sign = made.iter().copied().find(|rule| rule.negates_ra_state());
    let signs = sign.is_some();
    let (mut standing, mut remembered, mut signed) = (false, false, false);
    let mut rules = Vec::new();
    // Where the rules with the frame hold from.
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

/// Whether all blocks but the first have the frame, and none comes after one that leaves it.
fn holds_to_the_end(mf: &MachineFunction, save: BlockId, restores: &[BlockId]) -> bool {
    let (first, last) = (mf.layout.first(), mf.layout.last());
    mf.frame.save_point.is_none() && first == Some(&save) && restores.iter().all(|block| Some(block) == last)
}

/// By place in the layout: whether a block after it starts with the frame before the prologue comes.
fn framed_later(mf: &MachineFunction, save: BlockId, framed: &[bool]) -> Vec<bool> {
    let mut later = vec![false; mf.layout.len()];
    for n in (1..mf.layout.len()).rev() {
        let block = mf.layout[n];
        later[n - 1] = block != save && (framed[block.index()] || later[n]);
    }
    later
}

/// The directives in `block` with this flag.
fn directives(mf: &MachineFunction, block: BlockId, flag: InstFlags) -> Vec<CfiDirective> {
    let chosen = mf.insts(block).filter(|&i| is_directive(mf, i, flag));
    chosen.map(|i| mf.cfi[mf.operand(i, 0).payload() as usize]).collect()
}

fn is_directive(mf: &MachineFunction, inst: InstId, flag: InstFlags) -> bool {
    mf.opcode(inst) == CFI_INSTRUCTION
        && mf.inst(inst).flags.contains(flag)
        && mf.operands(inst).first().is_some_and(|o| o.tag() == OperandTag::Cfi)
}

/// Whether there is an epilogue with directives in `block`.
fn has_epilogue(mf: &MachineFunction, block: BlockId) -> bool {
    mf.insts(block).any(|inst| is_directive(mf, inst, InstFlags::FRAME_DESTROY))
}

/// The point after the last directive of the prologue in `block`.
fn after_prologue(mf: &MachineFunction, block: BlockId) -> InsertPoint {
    let last = mf.insts(block).filter(|&inst| is_directive(mf, inst, InstFlags::FRAME_SETUP)).last();
    let next = last.and_then(|last| mf.next_inst(last));
    next.map_or(InsertPoint::End(block), InsertPoint::Before)
}

/// The rules without the frame, after those with it, which `made` says.
fn at_entry(mf: &MachineFunction, target: &dyn Target, made: &[CfiDirective]) -> Vec<CfiDirective> {
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
