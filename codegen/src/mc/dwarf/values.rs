//! Where the values are that a function was given in registers, from instruction to instruction: for variables that have such a value as long as the
//! function runs.
//!
//! * Requires: physical registers; instructions as they are emitted.
//! * Establishes: at each instruction places that hold the value on every way there: registers that it was copied to, slots that it was spilled to.
//!   What a call overwrites does not count at the call, as a debugger looks at it from within what was called.
//! * Cost: linear in instructions times values, for each time that a block's state changes: at most once a place.
//! * Source: forward data flow, as LLVM's `LiveDebugValues` follows variables' locations.

use super::events::{DebugEvent, FrameBase, ValuePlace};
use super::rows;
use crate::debug_info::ArgumentVariable;
use crate::ir::builder::Builder;
use crate::ir::entity::{BlockId, FrameIndex, InstId};
use crate::ir::mir::{FrameObjectKind, MachineFunction, MemFlags, PointerInfo};
use crate::mc::streamer::Streamer;
use crate::target::Target;
use crate::target::instructions::InstrFlags;
use crate::target::registers::{PhysReg, RegDesc};

/// Where a value is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Place {
    Register(PhysReg),
    Slot(FrameIndex),
}

/// Values by number with their places, in order.
type State = Vec<(u32, Place)>;

/// The places of values in one function.
pub struct Values<'a> {
    function: &'a MachineFunction,
    target: &'a dyn Target,
    frame_base: FrameBase,
    /// By block; none where control does not get by a way that is known.
    entries: Vec<Option<State>>,
    state: State,
    /// What has been said of each value.
    said: Vec<Option<Place>>,
}

impl<'a> Values<'a> {
    /// Finds the places of the values of variables; nothing where there are none.
    pub fn find(
        function: &'a MachineFunction,
        arguments: &[ArgumentVariable],
        target: &'a dyn Target,
        frame_base: FrameBase,
    ) -> Option<Values<'a>> {
        if arguments.is_empty() || function.layout.is_empty() {
            return None;
        }
        let mut values = Values {
            function,
            target,
            frame_base,
            entries: vec![None; function.num_blocks()],
            state: Vec::new(),
            said: vec![None; arguments.len()],
        };
        let mut at_entry: State =
            arguments.iter().zip(0..).map(|(argument, n)| (n, Place::Register(argument.reg))).collect();
        at_entry.sort_unstable();
        values.entries[function.entry().index()] = Some(at_entry);
        let mut work = vec![function.entry()];
        while let Some(block) = work.pop() {
            values.state = values.entries[block.index()].clone().unwrap_or_default();
            for inst in function.insts(block) {
                values.step(inst);
            }
            for &successor in &function.block(block).successors {
                if values.join(successor) {
                    work.push(successor);
                }
            }
        }
        Some(values)
    }

    /// Joins the state into that at a block's start; whether that has changed.
    fn join(&mut self, block: BlockId) -> bool {
        // Exceptions come from within blocks.
        let is_entered_elsewhere =
            self.function.block(block).is_eh_pad || self.function.block(block).address_taken;
        let entry = &mut self.entries[block.index()];
        match entry {
            None if is_entered_elsewhere => *entry = Some(Vec::new()),
            None => *entry = Some(self.state.clone()),
            Some(known) => {
                let before = known.len();
                known.retain(|place| self.state.binary_search(place).is_ok());
                return known.len() != before;
            }
        }
        true
    }

    /// The state after an instruction.
    fn step(&mut self, inst: InstId) {
        if self.state.is_empty() || rows::is_meta(self.function.opcode(inst)) {
            return;
        }
        let gained: State =
            self.state.iter().filter_map(|&(n, place)| Some((n, self.copied(inst, place)?))).collect();
        let mut state = std::mem::take(&mut self.state);
        state.retain(|&(_, place)| !self.is_overwritten(inst, place));
        state.extend(gained);
        state.sort_unstable();
        state.dedup();
        self.state = state;
    }

    fn is_overwritten(&self, inst: InstId, place: Place) -> bool {
        let function = self.function;
        match place {
            Place::Register(reg) => function.clobbers(self.target, inst, reg),
            Place::Slot(slot) => {
                let desc = self.target.desc(function.opcode(inst));
                if !desc.has(InstrFlags::MAY_STORE) || desc.has(InstrFlags::CALL) {
                    return false;
                }
                let mut accesses = function.mem_operands(inst).peekable();
                let is_unknown = accesses.peek().is_none();
                is_unknown
                    || accesses
                        .any(|access| matches!(access.pointer, PointerInfo::Stack(other, _) if other == slot))
            }
        }
    }

    /// Where else an instruction puts what is at a place.
    fn copied(&self, inst: InstId, place: Place) -> Option<Place> {
        let Place::Register(reg) = place else { return None };
        let function = self.function;
        let uses = |reg: PhysReg| {
            let operands = function.operands(inst).iter();
            operands.filter(|o| !o.is_def() && !o.is_implicit()).any(|o| o.phys() == Some(reg))
        };
        if !uses(reg) {
            return None;
        }
        let first = *function.operands(inst).first()?;
        let first_reg = first.phys()?;
        if first.is_def() {
            return self.is_copy(inst, first_reg, reg).then_some(Place::Register(first_reg));
        }
        let mut accesses = function.mem_operands(inst);
        let access = accesses.next().filter(|_| first_reg == reg)?;
        let PointerInfo::Stack(slot, 0) = access.pointer else { return None };
        // Nothing but spills is stored to such an object.
        let object = function.frame.object(slot);
        let is_spill = access.flags.contains(MemFlags::STORE)
            && accesses.next().is_none()
            && object.kind == FrameObjectKind::Spill
            && u64::from(access.ty.bits()) == 8 * object.size;
        is_spill.then_some(Place::Slot(slot))
    }

    /// Whether an instruction is just what copies one register to another.
    fn is_copy(&self, inst: InstId, to: PhysReg, from: PhysReg) -> bool {
        let mut scratch = self.scratch();
        let block = scratch.append_block();
        let mut builder = Builder::at_end(&mut scratch, block);
        let made = self.target.instr_info().copy_phys_reg(&mut builder, to, from);
        let mut copies = scratch.insts(block);
        let (Ok(()), Some(copy), None) = (made, copies.next(), copies.next()) else { return false };
        let shape = |mf: &MachineFunction, inst| {
            let explicit = mf.operands(inst).iter().filter(|o| !o.is_implicit());
            explicit.map(|&o| (o.is_def(), o.phys(), mf.imm_value(o))).collect::<Vec<_>>()
        };
        scratch.opcode(copy) == self.function.opcode(inst)
            && shape(&scratch, copy) == shape(self.function, inst)
    }

    fn scratch(&self) -> MachineFunction {
        MachineFunction::new(self.function.symbol, "", self.function.subtarget)
    }

    /// Begins a block that is emitted next.
    pub fn start_block(&mut self, block: BlockId) {
        self.state = self.entries[block.index()].clone().unwrap_or_default();
    }

    /// Says before an instruction where values are that were elsewhere before.
    pub fn before(&mut self, inst: InstId, out: &mut dyn Streamer) {
        if rows::is_meta(self.function.opcode(inst)) {
            return;
        }
        let is_call = self.target.desc(self.function.opcode(inst)).has(InstrFlags::CALL);
        for n in 0..self.said.len() as u32 {
            let first = self.state.partition_point(|&(other, _)| other < n);
            let places = self.state[first..].iter().take_while(|&&(other, _)| other == n);
            let mut places = places
                .map(|&(_, place)| place)
                .filter(|&place| !(is_call && self.is_overwritten(inst, place)))
                .peekable();
            let next = places.peek().copied();
            let said = self.said[n as usize];
            // What has been said is said on as long as it is true.
            let place = if places.any(|place| Some(place) == said) { said } else { next };
            if place != said {
                self.said[n as usize] = place;
                out.debug_event(DebugEvent::Value(n, place.and_then(|place| self.shown(place))));
            }
        }
        self.step(inst);
    }

    fn shown(&self, place: Place) -> Option<ValuePlace> {
        Some(match place {
            Place::Register(reg) => ValuePlace::Register(self.dwarf(reg)?),
            Place::Slot(slot) => {
                let (register, offset) = rows::frame_place(self.function, self.target, self.frame_base, slot);
                ValuePlace::Frame(register, offset)
            }
        })
    }

    /// The number of a register, or of the one whose low part it is.
    fn dwarf(&self, reg: PhysReg) -> Option<u16> {
        let registers = self.target.registers();
        registers.reg(reg).dwarf.or_else(|| {
            let is_part = |whole: &&RegDesc| whole.sub_regs.iter().any(|&(_, part)| part == reg);
            registers.regs.iter().filter(is_part).find_map(|whole| whole.dwarf)
        })
    }
}
