//! Call sites of a function: the callee, and the arguments that are still known when the call
//! returns.
//!
//! In the callee, a debugger finds the initial values of parameters (`DW_OP_entry_value`),
//! and the tail calls that left no frame.
//!
//! * Requires: physical registers; instructions in emission order.
//! * Establishes: a number for each described call, if the function has `DIFlagAllCallsDescribed`.
//!   An argument is described by a value that the call preserves: a constant, a register or spill
//!   slot that is not written before the call returns, or a register's entry value.
//! * Cost: constant for each argument of a call: a limited number of instructions before it are
//!   visited.
//! * Source: LLVM's `DwarfDebug::constructCallSiteEntryDIEs` and `collectCallSiteParameters`.

use crate::ir::debug_info::{DebugInfo, NodeId, ValueLocation, flags};
use crate::ir::entity::InstId;
use crate::ir::mir::{InstFlags, MachineFunction};
use crate::ir::opcodes::is_codeless;
use crate::machine::desc::instructions::InstrFlags;
use crate::machine::desc::registers::{PhysReg, UnitSet};
use crate::machine::instr_info::WrittenValue;
use crate::mc::dwarf::events::{CallSite, CallTarget, DebugEvent, EmittedFunction, PassedValue};
use crate::mc::streamer::Streamer;
use crate::mc::target::EmitTarget;
use crate::passes::post_ra::live_debug_values::{
    DebugHandler, DebugInst, FrameBase, Transfers, frame_place, integer_units, register_number,
};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The maximum number of instructions before a call that are visited for each argument.
const MAX_DISTANCE: usize = 48;

/// The numbers of described calls, by instruction; true for tail calls.
#[derive(Debug, Default)]
pub(crate) struct DescribedCalls(FxHashMap<InstId, (u32, bool)>);

impl DescribedCalls {
    /// Emits a tail call's event before it.
    pub(crate) fn before(&self, inst: InstId, out: &mut dyn Streamer) {
        if let Some(&(number, true)) = self.0.get(&inst) {
            out.debug_event(DebugEvent::Call(number));
        }
    }

    /// Emits a call's event after it.
    pub(crate) fn after(&self, inst: InstId, out: &mut dyn Streamer) {
        if let Some(&(number, false)) = self.0.get(&inst) {
            out.debug_event(DebugEvent::Call(number));
        }
    }
}

/// The debug handler that collects the calls of a function.
#[derive(Default)]
pub struct Calls(Vec<InstId>);

impl Calls {
    /// Returns the handler of a function; `None` unless all of its calls are described.
    pub fn of(info: &DebugInfo, subprogram: NodeId) -> Option<Calls> {
        let subprogram = info.subprogram(subprogram)?;
        (subprogram.flags & flags::ALL_CALLS_DESCRIBED != 0).then(Calls::default)
    }

    /// Returns the calls in emission order.
    pub fn list(&self) -> &[InstId] {
        &self.0
    }

    /// Adds the calls to the emitted function. Returns their events.
    pub fn describe<'a>(
        &self,
        function: &'a MachineFunction,
        target: &'a dyn EmitTarget,
        transfers: Option<Transfers<'a>>,
        emitted: &mut EmittedFunction,
    ) -> DescribedCalls {
        let mut finder = Finder {
            function,
            target,
            transfers: transfers.unwrap_or_else(|| Transfers::new(function, target)),
            integers: integer_units(target),
            frame_base: emitted.frame_base,
            calls: Vec::new(),
        };
        let mut described = DescribedCalls::default();
        for &inst in &self.0 {
            if let Some(call) = finder.call(inst) {
                described.0.insert(inst, (finder.calls.len() as u32, call.is_tail));
                finder.calls.push(call);
            }
        }
        emitted.calls = finder.calls;
        described
    }
}

impl DebugHandler for Calls {
    fn visit(&mut self, at: &DebugInst<'_>) {
        if at.desc.has(InstrFlags::CALL) {
            self.0.push(at.inst);
        }
    }
}

struct Finder<'a> {
    function: &'a MachineFunction,
    target: &'a dyn EmitTarget,
    transfers: Transfers<'a>,
    /// The units of integer registers.
    integers: UnitSet,
    frame_base: FrameBase,
    calls: Vec<CallSite>,
}

impl Finder<'_> {
    fn call(&mut self, inst: InstId) -> Option<CallSite> {
        let function = self.function;
        // A call that saves registers in the frame is not a call of the source.
        let frame = InstFlags::FRAME_SETUP | InstFlags::FRAME_DESTROY;
        if function.inst(inst).flags.intersects(frame) && !self.is_tail(inst) {
            return None;
        }
        let callee = *function.operands(inst).iter().find(|operand| !operand.is_def())?;
        let target = match (function.symbol_ref(callee), callee.phys()) {
            (Some(symbol), _) => CallTarget::Symbol(symbol.symbol),
            (None, Some(reg)) if !callee.is_implicit() => {
                let stays = !function.clobbers(self.target, inst, reg);
                CallTarget::Register(register_number(self.target, reg)?, stays)
            }
            _ => return None,
        };
        let mut passed = SmallVec::new();
        for reg in self.arguments(inst) {
            if let Some(number) = register_number(self.target, reg)
                && let Some(value) = self.passed(inst, reg)
            {
                passed.push((number, value));
            }
        }
        Some(CallSite { target, is_tail: self.is_tail(inst), passed })
    }

    fn is_tail(&self, inst: InstId) -> bool {
        self.target.desc(self.function.opcode(inst)).has(InstrFlags::RETURN)
    }

    /// Returns the integer registers with arguments of a call.
    fn arguments(&self, inst: InstId) -> SmallVec<[PhysReg; 8]> {
        let (registers, stack) = (self.target.registers(), self.target.frame_lowering().stack_pointer());
        let operands = self.function.operands(inst).iter();
        let uses = operands.filter(|operand| operand.is_use() && operand.is_implicit());
        let mut arguments: SmallVec<[PhysReg; 8]> = SmallVec::new();
        for reg in uses.filter_map(|operand| operand.phys()) {
            let is_integer = registers.unit_set(reg) & !self.integers == 0;
            if is_integer && reg != stack && !arguments.contains(&reg) {
                arguments.push(reg);
            }
        }
        arguments
    }

    /// Returns the value that a register has at a call, as known when the call returns.
    fn passed(&mut self, call: InstId, mut reg: PhysReg) -> Option<PassedValue> {
        let function = self.function;
        let block = function.block_of(call)?;
        let mut offset = 0i64;
        let mut next = function.prev_inst(call);
        for _ in 0..MAX_DISTANCE {
            let Some(inst) = next else {
                let is_start = function.layout.first() == Some(&block);
                let is_entered_once = is_start && function.block(block).predecessors.is_empty();
                let number = register_number(self.target, reg).filter(|_| is_entered_once)?;
                return Some(PassedValue::Entry(number, offset));
            };
            next = function.prev_inst(inst);
            if is_codeless(function.opcode(inst)) || !function.clobbers(self.target, inst, reg) {
                continue;
            }
            if let Some(value) = self.reloaded(inst, reg, call).filter(|_| offset == 0) {
                return Some(value);
            }
            match self.written(inst, reg)? {
                WrittenValue::Integer(value) => {
                    return Some(PassedValue::Integer(value.wrapping_add(offset)));
                }
                WrittenValue::Sum(from, addend) => (reg, offset) = (from, offset.checked_add(addend)?),
            }
            if self.stays(ValueLocation::Register(reg), inst, call) {
                return Some(PassedValue::Register(register_number(self.target, reg)?, offset));
            }
        }
        None
    }

    /// Returns the spill slot that `inst` reloads a register from, if it is not written before a
    /// call returns.
    fn reloaded(&self, inst: InstId, reg: PhysReg, call: InstId) -> Option<PassedValue> {
        let slot = self.transfers.reloaded(inst, reg)?;
        let size = self.function.frame.object(slot).size;
        let bytes = u8::try_from(size).ok().filter(|&bytes| bytes <= self.target.mc().address_bytes())?;
        if !self.stays(ValueLocation::Slot(slot), inst, call) {
            return None;
        }
        let (register, offset) = frame_place(self.function, self.target, self.frame_base, slot);
        Some(PassedValue::Frame(register, offset, bytes))
    }

    /// Returns true if a location is not written between `inst` and the return of a later call.
    fn stays(&self, place: ValueLocation, inst: InstId, call: InstId) -> bool {
        let function = self.function;
        let is_stack = place == ValueLocation::Register(self.target.frame_lowering().stack_pointer());
        let mut at = inst;
        loop {
            if !(is_stack && at == call) && self.transfers.is_overwritten(at, place) {
                return false;
            }
            if at == call {
                return true;
            }
            match function.next_inst(at) {
                Some(next) => at = next,
                None => return false,
            }
        }
    }

    /// Returns the value that `inst` writes to a register, or to a wider one with it as the low
    /// part.
    fn written(&mut self, inst: InstId, reg: PhysReg) -> Option<WrittenValue> {
        let function = self.function;
        let to = function.operands(inst).first()?.phys_def()?;
        let registers = self.target.registers();
        let is_part = registers.reg(to).sub_regs.iter().any(|&(_, part)| part == reg)
            && registers.units(to).first() == registers.units(reg).first();
        if to != reg && !is_part {
            return None;
        }
        let sources = function.operands(inst).iter().filter(|o| o.is_use() && !o.is_implicit());
        for source in sources.filter_map(|operand| operand.phys()) {
            if self.transfers.is_copy(inst, to, source) {
                return match self.target.instr_info().is_constant_register(source) {
                    true => Some(WrittenValue::Integer(0)),
                    false => Some(WrittenValue::Sum(source, 0)),
                };
            }
        }
        self.target.instr_info().written_value(function, inst)
    }
}
