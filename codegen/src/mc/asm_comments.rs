//! Comments of assembly in llc's words: the loops of a block, spills and reloads.
//!
//! Requires: the frame is laid out. Cost: linear in blocks and their loops.

use super::context::EmitContext;
use crate::ir::entity::{BlockId, InstId, LoopId};
use crate::ir::mir::{InstFlags, MachineFunction, MemFlags};
use crate::machine::desc::instructions::InstrFlags;
use crate::passes::analysis::dominators::Dominators;
use crate::passes::analysis::loops::{Loop, Loops};

/// The comments about the loops of a function.
pub(super) struct LoopComments {
    loops: Loops,
}

impl LoopComments {
    /// Returns the comments of a function that is written with comments.
    pub(super) fn of(function: &MachineFunction) -> LoopComments {
        LoopComments { loops: Loops::compute(function, &Dominators::compute(function)) }
    }

    /// Writes the comments of a block whose label is the next statement.
    pub(super) fn write(&self, ctx: &mut EmitContext<'_>, block: BlockId) {
        let Some(innermost) = self.loops.innermost(block) else { return };
        let Loop { header, depth, .. } = *self.loops.get(innermost);
        if header != block {
            let header = ctx.labels.block_number(header);
            return ctx.out.comment(format_args!("  in Loop: Header=BB{header} Depth={depth}"));
        }
        self.write_parents(ctx, innermost);
        let inner = if self.children(innermost).next().is_some() { "" } else { "Inner " };
        let indent = depth as usize * 2 - 2;
        ctx.out.comment(format_args!("=>{:indent$}This {inner}Loop Header: Depth={depth}", ""));
        self.write_children(ctx, innermost);
    }

    fn children(&self, of: LoopId) -> impl Iterator<Item = LoopId> + '_ {
        // Outer loops come after inner ones. Loops of one level are ordered from the function's end
        // to its start.
        self.loops.iter().rev().filter(move |&l| self.loops.get(l).parent == Some(of))
    }

    fn write_parents(&self, ctx: &mut EmitContext<'_>, of: LoopId) {
        let Some(parent) = self.loops.get(of).parent else { return };
        self.write_parents(ctx, parent);
        let Loop { header, depth, .. } = *self.loops.get(parent);
        let (header, indent) = (ctx.labels.block_number(header), depth as usize * 2);
        ctx.out.comment(format_args!("{:indent$}Parent Loop BB{header} Depth={depth}", ""));
    }

    fn write_children(&self, ctx: &mut EmitContext<'_>, of: LoopId) {
        for child in self.children(of) {
            let Loop { header, depth, .. } = *self.loops.get(child);
            let (header, indent) = (ctx.labels.block_number(header), depth as usize * 2);
            ctx.out.comment(format_args!("{:indent$}Child Loop BB{header} Depth {depth}", ""));
            self.write_children(ctx, child);
        }
    }
}

/// Writes the number of the location of `inst`, if requested.
pub(super) fn write_origin(ctx: &mut EmitContext<'_>, inst: InstId) {
    let loc = ctx.function.location(inst);
    if let Some(loc) = loc.filter(|_| ctx.module.show_origins) {
        ctx.out.comment(format_args!("{loc}"));
    }
}

/// Writes the comments on `inst` if it spills to the frame or reloads from it.
pub(super) fn write_spills(ctx: &mut EmitContext<'_>, inst: InstId) {
    let opcode = ctx.function.opcode(inst);
    let folded = if ctx.target.mc().dialect().plain_spills.contains(&opcode) { "" } else { "Folded " };
    for (access, name) in [(MemFlags::LOAD, "Reload"), (MemFlags::STORE, "Spill")] {
        let spilled: u32 = ctx.function.spills(inst, access).map(|operand| operand.size()).sum();
        let bytes = spilled + saved_bytes(ctx, inst, access);
        if bytes != 0 {
            ctx.out.comment(format_args!("{bytes}-byte {folded}{name}"));
        }
    }
}

/// Returns the number of bytes of callee-saved registers that `inst` stores in the prologue, or
/// loads in an epilogue.
fn saved_bytes(ctx: &EmitContext<'_>, inst: InstId, access: MemFlags) -> u32 {
    let function = ctx.function;
    let (phase, kind) = match access {
        MemFlags::STORE => (InstFlags::FRAME_SETUP, InstrFlags::MAY_STORE),
        _ => (InstFlags::FRAME_DESTROY, InstrFlags::MAY_LOAD),
    };
    if !function.inst(inst).flags.contains(phase) || !ctx.descs.get(function.opcode(inst)).has(kind) {
        return 0;
    }
    let regs = function.operands(inst).iter().filter(|o| !o.is_implicit()).filter_map(|o| o.phys());
    let saved = regs.filter_map(|reg| function.frame.callee_saved.iter().find(|saved| saved.reg == reg));
    saved.map(|saved| function.frame.object(saved.slot).size as u32).sum()
}
