//! The line rows and scopes of a function's instructions.
//!
//! * Requires: instructions in emission order.
//! * Establishes: events with the rows of llc's object. A row starts where the line, column or
//!   scope changes. A block whose first instruction has no location starts with a row without a
//!   line, so it does not seem to belong to the preceding block. The frame setup has no rows.
//! * Cost: constant for each instruction.
//! * Source: LLVM's `DwarfDebug::beginInstruction`, `emitInitialLocDirective` and
//!   `findPrologueEndLoc`.

use crate::ir::debug_info::{DebugInfo, DebugLocation, FunctionDebug, NodeId};
use crate::ir::entity::{BlockId, DebugLoc, InstId};
use crate::ir::mir::{InstFlags, MachineFunction};
use crate::ir::opcodes::{self as op, is_codeless};
use crate::machine::desc::instructions::InstrFlags;
use crate::mc::dwarf::events::{DebugEvent, EmittedFunction, FrameVariable, LineRow, RowFlags};
use crate::mc::dwarf::statements::Statements;
use crate::mc::streamer::Streamer;
use crate::mc::target::EmitTarget;
use crate::passes::post_ra::live_debug_values::{FrameBase, frame_place, loc_of};

/// The state of the walk.
pub(crate) struct Rows<'a> {
    info: &'a DebugInfo,
    function: &'a MachineFunction,
    subprogram: NodeId,
    scope_line: u32,
    statements: Statements,
    /// The last instruction of the prologue.
    prologue_end: Option<InstId>,
    /// A call without a line that ends the prologue: it has the function's line.
    first_call: Option<InstId>,
    /// The line of the last row.
    last_line: u32,
    /// The last location with a line.
    previous: Option<DebugLoc>,
    previous_block: Option<BlockId>,
    /// The block whose epilogue has begun.
    epilogue: Option<BlockId>,
}

/// Returns the emitted function with the locations of its variables. Requires that the frame is
/// laid out.
pub(crate) fn describe(
    function: &MachineFunction,
    debug: &FunctionDebug,
    target: &dyn EmitTarget,
    unwinds: bool,
) -> EmittedFunction {
    let (lowering, registers) = (target.frame_lowering(), target.registers());
    // With unwind information, the canonical frame address is known at each instruction.
    let by_cfa = unwinds && !lowering.needs_realignment(function);
    let base = match lowering.has_fp(function) {
        true => lowering.frame_pointer(),
        false => lowering.stack_pointer(),
    };
    let frame_base = if by_cfa { FrameBase::Cfa } else { FrameBase::Register(registers.dwarf(base)) };
    let variables = debug.declared.iter().filter(|declared| !function.frame.object(declared.home).dead);
    let variables = variables.map(|declared| {
        let (variable, location) = (declared.variable, declared.location);
        let expression = declared.expression.clone();
        let (register, offset) = frame_place(function, target, frame_base, declared.home);
        FrameVariable { variable, expression, location, register, offset }
    });
    EmittedFunction {
        symbol: function.symbol,
        subprogram: debug.subprogram,
        frame_base,
        variables: variables.collect(),
        values: Vec::new(),
        descriptions: Vec::new(),
        calls: Vec::new(),
        labels: Vec::new(),
    }
}

impl<'a> Rows<'a> {
    /// Starts a function; `out` is at its first instruction.
    pub(crate) fn start(
        info: &'a DebugInfo,
        function: &'a MachineFunction,
        subprogram: NodeId,
        target: &dyn EmitTarget,
        statements: Statements,
        out: &mut dyn Streamer,
    ) -> Rows<'a> {
        let scope_line = info.subprogram(subprogram).map_or(0, |subprogram| subprogram.scope_line);
        let mut rows = Rows {
            info,
            function,
            subprogram,
            scope_line,
            statements,
            prologue_end: None,
            first_call: None,
            last_line: 0,
            previous: None,
            previous_block: None,
            epilogue: None,
        };
        out.debug_event(DebugEvent::Start);
        let (end, is_empty) = rows.find_prologue_end(target);
        rows.prologue_end = end;
        if !is_empty {
            rows.row(scope_line, 0, Some(subprogram), RowFlags::IS_STMT, out);
        }
        rows
    }

    fn location(&self, loc: Option<DebugLoc>) -> Option<&'a DebugLocation> {
        loc.and_then(|loc| self.info.location(loc))
    }

    /// Returns the first instruction after the frame setup with a line, or else the first that
    /// emits code. The flag is true if it is the very first.
    fn find_prologue_end(&mut self, target: &dyn EmitTarget) -> (Option<InstId>, bool) {
        let function = self.function;
        let (mut first_real, mut is_empty) = (None, true);
        let descs = target.descs();
        for (n, &block) in function.layout.iter().enumerate() {
            for inst in function.insts(block).filter(|&inst| !is_codeless(function.opcode(inst))) {
                let is_setup = function.inst(inst).flags.contains(InstFlags::FRAME_SETUP);
                let loc = loc_of(function, inst);
                let line = self.location(loc).map_or(0, |location| location.line);
                if !is_setup && line != 0 {
                    return (Some(inst), is_empty);
                }
                let desc = descs.get(function.opcode(inst));
                let is_trivial = function.opcode(inst) == op::COPY || desc.has(InstrFlags::REMATERIALIZABLE);
                if !is_setup && first_real.is_none() && !is_trivial {
                    first_real = Some(inst);
                }
                is_empty = false;
                // Otherwise a debugger would stop at the function and then only after the whole
                // call.
                if desc.has(InstrFlags::CALL) && loc.is_some() {
                    self.first_call = Some(inst);
                    return (Some(inst), false);
                }
            }
            // Only blocks entered by falling through belong to the prologue.
            let next = function.layout.get(n + 1);
            let falls_through = function.block(block).successors.len() == 1
                && next.is_some_and(|next| function.block(block).successors.contains(next));
            if !falls_through {
                break;
            }
        }
        (first_real, is_empty)
    }

    fn row(
        &mut self,
        line: u32,
        column: u32,
        scope: Option<NodeId>,
        flags: RowFlags,
        out: &mut dyn Streamer,
    ) {
        self.last_line = line;
        out.debug_event(DebugEvent::Row(LineRow { line, column, scope, location: None, flags }));
    }

    fn row_at(
        &mut self,
        loc: Option<DebugLoc>,
        location: &DebugLocation,
        flags: RowFlags,
        out: &mut dyn Streamer,
    ) {
        let DebugLocation { line, column, scope, .. } = *location;
        self.last_line = line;
        out.debug_event(DebugEvent::Row(LineRow { line, column, scope: Some(scope), location: loc, flags }));
    }

    /// Emits the events before an instruction of `block`, where there may be a label.
    pub(crate) fn before(&mut self, inst: InstId, block: BlockId, is_labelled: bool, out: &mut dyn Streamer) {
        if is_codeless(self.function.opcode(inst)) {
            return;
        }
        self.line_before(inst, block, is_labelled, out);
        self.previous_block = Some(block);
    }

    /// Emits a row for an elided jump to the next block, if it has another line. A breakpoint there
    /// is then possible.
    pub(crate) fn before_left_out(&mut self, inst: InstId, block: BlockId, out: &mut dyn Streamer) {
        let location = self.location(self.function.source_location(inst));
        let line = self.location(self.previous).map_or(self.last_line, |location| location.line);
        if location.is_some_and(|location| location.line != 0 && location.line != line) {
            self.line_before(inst, block, false, out);
            self.previous_block = Some(block);
        }
    }

    fn is_same_place(&self, one: Option<DebugLoc>, other: Option<DebugLoc>) -> bool {
        let place = |loc| self.location(loc).map(DebugLocation::place);
        one == other || one.is_some() && place(one) == place(other)
    }

    fn line_before(&mut self, inst: InstId, block: BlockId, is_labelled: bool, out: &mut dyn Streamer) {
        let inst_flags = self.function.inst(inst).flags;
        let is_other_block = self.previous_block.is_some_and(|previous| previous != block);
        if inst_flags.contains(InstFlags::FRAME_SETUP) {
            if self.last_line != 0 && is_other_block {
                self.row(0, 0, None, RowFlags::empty(), out);
            }
            return;
        }
        let loc = loc_of(self.function, inst);
        let location = self.location(loc);
        let mut flags = RowFlags::empty();
        if inst_flags.contains(InstFlags::FRAME_DESTROY)
            && location.is_some()
            && self.epilogue.replace(block) != Some(block)
        {
            flags |= RowFlags::EPILOGUE_BEGIN;
        }
        let is_prologue_end = self.prologue_end == Some(inst);
        let is_first_call = self.first_call == Some(inst);
        if is_first_call && self.scope_line == 0 && self.last_line == 0 {
            return;
        }
        let Some(location) = location.filter(|_| !is_first_call) else {
            return match is_prologue_end {
                true => {
                    let flags = RowFlags::IS_STMT | RowFlags::PROLOGUE_END;
                    self.row(self.scope_line, 0, Some(self.subprogram), flags, out);
                }
                false => self.unknown_line(inst, is_other_block || is_labelled, out),
            };
        };
        let has_keys = self.has_keys(location);
        let is_key = has_keys && location.line != 0 && self.statements.is_key(inst);
        let is_entered = self.statements.is_entered(inst);
        if !is_entered && self.is_same_place(self.previous, loc) && !is_key {
            // Execution returns to it after code without a line.
            if self.last_line == 0 && location.line != 0 || !flags.is_empty() {
                self.row_at(loc, location, flags, out);
            }
            return;
        }
        if location.line == 0 && self.last_line == 0 {
            return;
        }
        if is_prologue_end {
            flags |= RowFlags::PROLOGUE_END | RowFlags::IS_STMT;
            self.prologue_end = None;
        }
        let old_line = self.location(self.previous).map_or(self.last_line, |location| location.line);
        let is_other_line = location.line != 0 && (location.line != old_line || is_entered);
        let begins = if has_keys { is_key } else { is_other_line };
        if begins {
            flags |= RowFlags::IS_STMT;
        }
        self.row_at(loc, location, flags, out);
        if location.line != 0 {
            self.previous = loc;
        }
    }

    /// Returns true if a location's function has key instructions.
    fn has_keys(&self, location: &DebugLocation) -> bool {
        let subprogram = self.info.subprogram_of(location.scope).and_then(|id| self.info.subprogram(id));
        subprogram.is_some_and(|subprogram| subprogram.key_instructions)
    }

    /// Emits a row for an instruction without a location. The row prevents attribution to preceding
    /// code at the start of a block or at a label.
    fn unknown_line(&mut self, inst: InstId, is_referenced: bool, out: &mut dyn Streamer) {
        let goes_on = self.previous.is_none() && !self.statements.is_entered(inst);
        if self.last_line == 0 || !is_referenced || goes_on {
            return;
        }
        // An unchanged column or file takes no space.
        let previous = self.location(self.previous);
        let (column, scope) = previous.map_or((0, None), |location| (location.column, Some(location.scope)));
        self.row(0, column, scope, RowFlags::empty(), out);
    }

    /// Ends the function; `out` is at its end.
    pub(crate) fn end(self, out: &mut dyn Streamer) {
        out.debug_event(DebugEvent::End);
    }
}

/// Returns the debug information of `function` and its module, if both have some.
pub(crate) fn of<'a>(
    info: Option<&'a DebugInfo>,
    function: &'a MachineFunction,
) -> Option<(&'a DebugInfo, &'a FunctionDebug)> {
    info.zip(function.debug.as_deref())
}
