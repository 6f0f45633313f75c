//! Debug handlers: what debug information computes from a function's instructions, in one walk.
//!
//! * Requires: instructions in emission order.
//! * Establishes: each handler has visited each block and each of its instructions.
//! * Cost: constant for each instruction, plus the cost of the handlers.
//! * Source: LLVM's `DebugHandlerBase`.

use crate::ir::debug_info::{DebugInfo, DebugLocation};
use crate::ir::entity::{BlockId, DebugLoc, InstId};
use crate::ir::mir::{InstFlags, MachineFunction};
use crate::ir::opcodes::is_codeless;
use crate::machine::desc::instructions::InstrDesc;
use crate::machine::target::MachineTarget;
use rustc_hash::FxHashSet;

/// An instruction, as handlers see it.
pub struct DebugInst<'a> {
    /// The instruction.
    pub inst: InstId,
    /// Its block.
    pub block: BlockId,
    /// Its description.
    pub desc: &'static InstrDesc,
    /// True if it has no code.
    pub is_codeless: bool,
    /// True if it is not emitted.
    pub is_left_out: bool,
    /// Its location; for the frame destruction, the location of the next one.
    pub loc: Option<DebugLoc>,
    /// The fields of this location.
    pub location: Option<&'a DebugLocation>,
}

impl<'a> DebugInst<'a> {
    /// Returns true if it emits code.
    #[inline]
    pub fn is_emitted(&self) -> bool {
        !self.is_codeless && !self.is_left_out
    }

    /// Returns the location, if it has a line.
    #[inline]
    pub fn with_line(&self) -> Option<&'a DebugLocation> {
        self.location.filter(|location| location.line != 0)
    }
}

/// A visitor of a function's instructions, in emission order.
pub trait DebugHandler {
    /// Begins a block.
    fn begin_block(&mut self, _block: BlockId) {}

    /// Visits an instruction.
    fn visit(&mut self, at: &DebugInst<'_>);

    /// Ends a block.
    fn end_block(&mut self, _block: BlockId) {}
}

impl<H: DebugHandler> DebugHandler for Option<H> {
    fn begin_block(&mut self, block: BlockId) {
        self.iter_mut().for_each(|handler| handler.begin_block(block));
    }

    fn visit(&mut self, at: &DebugInst<'_>) {
        self.iter_mut().for_each(|handler| handler.visit(at));
    }

    fn end_block(&mut self, block: BlockId) {
        self.iter_mut().for_each(|handler| handler.end_block(block));
    }
}

/// Visits the instructions of a function by all handlers. Those of `left_out` are not emitted.
pub fn walk(
    function: &MachineFunction,
    info: &DebugInfo,
    target: &dyn MachineTarget,
    left_out: &FxHashSet<InstId>,
    handlers: &mut [&mut dyn DebugHandler],
) {
    let descs = target.descs();
    for &block in &function.layout {
        handlers.iter_mut().for_each(|handler| handler.begin_block(block));
        for inst in function.insts(block) {
            let opcode = function.opcode(inst);
            let is_codeless = is_codeless(opcode);
            let is_left_out = !is_codeless && left_out.contains(&inst);
            let loc = if is_codeless { None } else { loc_of(function, inst) };
            let location = loc.and_then(|loc| info.location(loc));
            let desc = descs.get(opcode);
            let at = DebugInst { inst, block, desc, is_codeless, is_left_out, loc, location };
            handlers.iter_mut().for_each(|handler| handler.visit(&at));
        }
        handlers.iter_mut().for_each(|handler| handler.end_block(block));
    }
}

/// Returns the location of an instruction; for the frame destruction, the location of the next one.
pub fn loc_of(function: &MachineFunction, inst: InstId) -> Option<DebugLoc> {
    let mut at = inst;
    loop {
        let loc = function.source_location(at);
        if loc.is_some() || !function.inst(at).flags.contains(InstFlags::FRAME_DESTROY) {
            return loc;
        }
        at = function.next_inst(at)?;
    }
}
