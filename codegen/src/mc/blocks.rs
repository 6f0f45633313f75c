//! The start of blocks: labels, elided jumps, and blocks that are merged for a reader with their
//! predecessor.

use super::asm_comments::LoopComments;
use super::context::EmitContext;
use super::inst::McSymbol;
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::MachineFunction;
use crate::ir::mir::names::quoted;
use crate::ir::module::Module;
use crate::machine::desc::instructions::{Descs, InstrDesc, InstrFlags};
use crate::mc::streamer::sections::Padding;
use rustc_hash::FxHashSet;

/// Starts the block at this position of the layout: alignment, labels and comments.
pub(super) fn start_block(
    ctx: &mut EmitContext<'_>,
    position: usize,
    comments: Option<&LoopComments>,
    referenced: bool,
) {
    let function = ctx.function;
    let (block, before) = (function.layout[position], position.checked_sub(1).map(|at| function.layout[at]));
    let data = ctx.function.block(block);
    ctx.out.align(data.align, Padding::Code);
    if let Some(number) = data.ir_block.filter(|_| data.address_taken) {
        ctx.out.comment(format_args!("Block address taken"));
        ctx.out.label(McSymbol::Block(ctx.function.symbol, number));
    }
    let number = ctx.labels.number_of(block);
    let continues = before.is_some_and(|before| ctx.labels.number_of(before) == number);
    if let Some(comments) = comments.filter(|_| !continues) {
        // Of merged blocks, the first name counts.
        let seen =
            function.layout[position..].iter().take_while(|&&other| ctx.labels.number_of(other) == number);
        let mut names = seen.filter_map(|&block| block_name(function, block));
        if let Some(name) = names.next() {
            ctx.out.comment(format_args!("%{}", quoted(name)));
        }
        comments.write(ctx, block);
    }
    if referenced {
        let label = ctx.block_label(block);
        ctx.bind(label);
    } else if comments.is_some() && !continues {
        ctx.out.comment_line(format_args!("%bb.{number}:"));
    }
}

/// Returns the IR name of a block, if known.
fn block_name(function: &MachineFunction, block: BlockId) -> Option<&str> {
    let number = function.block(block).ir_block?;
    let name = function.block_names.get(number as usize)?;
    (!name.is_empty()).then_some(name)
}

/// Returns true if `inst` jumps to the next block and has no other effect.
#[inline]
pub(super) fn is_elided(
    function: &MachineFunction,
    desc: &InstrDesc,
    inst: InstId,
    next: Option<BlockId>,
) -> bool {
    let flags = desc.flags;
    if !flags.contains(InstrFlags::BRANCH | InstrFlags::BARRIER)
        || flags.contains(InstrFlags::INDIRECT_BRANCH)
    {
        return false;
    }
    let explicit = function.operands(inst).iter().filter(|o| !o.is_implicit());
    let mut blocks = explicit.map(|o| o.as_block());
    next.is_some()
        && blocks.next() == Some(next)
        && blocks.next().is_none()
        && function.next_inst(inst).is_none()
}

/// Returns the jumps to the next block, which are elided.
pub(super) fn elided(function: &MachineFunction, descs: Descs) -> FxHashSet<InstId> {
    let mut elided = FxHashSet::default();
    for (position, &block) in function.layout.iter().enumerate() {
        let next = function.layout.get(position + 1).copied();
        let last = function.last_inst(block).filter(|&last| {
            let opcode = function.opcode(last);
            opcode.is_target() && is_elided(function, descs.get(opcode), last, next)
        });
        elided.extend(last);
    }
    elided
}

/// Returns true for each block that requires a label. In text, as in LLVM's, blocks that are
/// reached only by exceptions or addresses have one too.
pub(super) fn referenced_blocks(function: &MachineFunction, descs: Descs, is_text: bool) -> Vec<bool> {
    let mut referenced = vec![false; function.num_blocks()];
    for (position, &block) in function.layout.iter().enumerate() {
        let next = function.layout.get(position + 1).copied();
        let mut inst = function.last_inst(block);
        if is_text {
            let flags = inst.map_or(InstrFlags::empty(), |inst| descs.get(function.opcode(inst)).flags);
            for &to in &function.block(block).successors {
                let is_computed = flags.contains(InstrFlags::INDIRECT_BRANCH);
                referenced[to.index()] |= is_computed || function.block(to).is_eh_pad;
            }
        }
        // Only terminators name a block.
        while let Some(at) = inst.filter(|&i| descs.get(function.opcode(i)).has(InstrFlags::TERMINATOR)) {
            inst = function.prev_inst(at);
            for to in function.operands(at).iter().filter_map(|o| o.as_block()) {
                referenced[to.index()] |= !is_elided(function, descs.get(function.opcode(at)), at, next);
            }
        }
    }
    for &to in function.jump_tables.iter().flat_map(|t| &t.targets) {
        referenced[to.index()] = true;
    }
    referenced
}

/// Returns for each block true if LLVM would have merged it into the preceding block: each is the
/// other's only successor or predecessor. Readers see one block.
pub(super) fn continuations(module: &Module, function: &MachineFunction, descs: Descs) -> Vec<bool> {
    let mut continues = vec![false; function.num_blocks()];
    if !module.optimized {
        return continues;
    }
    let referenced = referenced_blocks(function, descs, true);
    let mut predecessors = vec![0; function.num_blocks()];
    for &block in &function.layout {
        function.block(block).successors.iter().for_each(|to| predecessors[to.index()] += 1);
    }
    for pair in function.layout.windows(2) {
        let (before, data) = (function.block(pair[0]), function.block(pair[1]));
        let is_split_dwarf =
            referenced[pair[1].index()] || data.is_eh_pad || data.address_taken || data.align > 1;
        let is_only = before.successors.as_slice() == [pair[1]] && predecessors[pair[1].index()] == 1;
        continues[pair[1].index()] = is_only && !is_split_dwarf;
    }
    continues
}
