//! Calls at which a garbage collector may run or an interpreter take over:
//! `llvm.experimental.gc.statepoint`, `gc.relocate`, `gc.result`, `llvm.experimental.deoptimize`,
//! and calls with the bundle `deopt`.
//!
//! Values for the collector or the interpreter are stored to frame slots before the call, and the
//! slots' addresses are recorded. A relocated pointer is the value of its slot after the call.
//! Slots are shared between calls, because they are read directly after each one. Slots of an
//! invoke are not shared: they are also read at its landing pad. Source: LLVM's *Garbage Collection
//! Safepoints in LLVM*.

use crate::translate::function_state::Relocated;
use gisel_codegen::ir::entity::{FrameIndex, VReg};
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::mir::stack_map::{CONSTANT, DIRECT_MEM_REF, INDIRECT_MEM_REF};
use gisel_codegen::ir::mir::{MemFlags, MemOperand, Operand, PointerInfo};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::call_lowering::target::{CallInfo, Callee, TailKind};
use smallvec::SmallVec;
use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::error::{Result, Stop};
use super::function_state::FunctionTranslator;
use super::stack_maps::{LiveOperands, WrappedCall, number};
use super::value_map::Regs;
use crate::ir::function::intrinsic_name;
use crate::ir::{AttrIndex, AttrKind, CallSite, Inst, Opcode, Type, TypeKind, Value};

/// LLVM's default record number of a `deopt` bundle.
const DEOPT_ID: i64 = 0xabcd_ef0f;

/// The flag of a statepoint that transitions from managed code to other code, which no target
/// supports.
const TRANSITION: i64 = 1;

/// The routine that continues a function in an interpreter.
pub(super) const DEOPTIMIZE: &str = "__llvm_deoptimize";

/// The maximum alignment of a slot, in bytes.
const MAX_ALIGN: u32 = 16;

/// The record of a statepoint.
pub(super) struct RecordedState {
    id: i64,
    bytes: i64,
    flags: i64,
    /// The locations of the deoptimization state, and their number.
    state: (Vec<Operand>, usize),
    pointers: (Vec<Operand>, usize),
    allocas: (Vec<Operand>, usize),
    /// The indices of base and derived pointers.
    pairs: Vec<(usize, usize)>,
}

/// The derived pointers that the collector may change at a call, and their slots.
type Stored<'m> = Vec<(Value<'m>, FrameIndex)>;

/// The slots of one call while they are assigned.
struct Slots {
    /// The key of the call.
    call: usize,
    /// The shared slots that are free; none for an invoke.
    left: Option<Vec<(u32, FrameIndex)>>,
    /// The assigned slots by value key, with their sizes.
    given: HashMap<usize, (u32, FrameIndex)>,
}

impl<'m> FunctionTranslator<'_, 'm> {
    pub(super) fn statepoint(&mut self, inst: Inst<'m>, call: CallSite<'m>) -> Result<()> {
        self.recorded_calls()?;
        // The values of a transition are for code around the call, which is made only with the flag.
        if let Some(tag) = call.bundles().find(|tag| !matches!(*tag, "deopt" | "gc-live" | "gc-transition")) {
            return Err(Stop::new(format!("operand bundle {tag:?} of a statepoint")));
        }
        let id = self.constant_operand(call.value(), 0)?;
        let bytes = self.reserved_bytes(call, 1)?;
        let target = self.operand_value(call.value(), 2)?;
        let count = self.constant_operand(call.value(), 3)?;
        let flags = self.constant_operand(call.value(), 4)?;
        if flags & TRANSITION != 0 {
            return Err(Stop::new("a transition between managed and other functions"));
        }
        let count = u32::try_from(count).ok().filter(|&count| count <= call.num_args().saturating_sub(7));
        let count = count.ok_or_else(|| Stop::new("a statepoint with fewer arguments than it says"))?;
        for n in [5 + count, 6 + count] {
            if self.constant_operand(call.value(), n)? != 0 {
                return Err(Stop::new("a statepoint whose state is no bundle"));
            }
        }
        let ty = call.attribute(AttrIndex::Param(2), AttrKind::ElementType).and_then(|attr| attr.ty);
        let ty = ty.ok_or_else(|| Stop::new("a statepoint without the type of what it calls"))?;
        let (TypeKind::Function { params, variadic }, Some(result)) = (ty.kind(), ty.return_type()) else {
            return Err(Stop::new("a statepoint of no function"));
        };
        let (state, stored) = self.recorded_state(inst, call, [id, bytes, flags])?;
        let mut info = self.wrapped_call(call, result, 5..5 + count, 5 + params, variadic)?;
        info.callee = self.callee(target)?;
        info.result.regs = self.result_registers(inst.value(), result)?;
        self.build_wrapped(&info)?;
        self.become_statepoint(info.calling_convention, &state)?;
        self.leave_invoke(inst)?;
        self.load_relocated(inst.value(), &stored)
    }

    /// Returns the record of a call with the bundle `deopt`, or none without the bundle.
    pub(super) fn deopt_bundle(
        &mut self,
        call: CallSite<'m>,
        tail: &mut TailKind,
        in_registers: bool,
    ) -> Result<Option<RecordedState>> {
        if !call.bundles().any(|tag| matches!(tag, "deopt" | "gc-live" | "gc-transition")) {
            return Ok(None);
        }
        self.recorded_calls()?;
        if let Some(tag) = call.bundles().find(|tag| *tag != "deopt") {
            return Err(Stop::new(format!(
                "operand bundle {tag:?} of a call that is no statepoint, or with `deopt`"
            )));
        }
        if *tail == TailKind::Must || !in_registers {
            return Err(Stop::new("operand bundle \"deopt\": a `musttail` call, or a result in memory"));
        }
        *tail = TailKind::None;
        let inst = call.value().as_inst().ok_or_else(|| Stop::new("call of nothing"))?;
        let (id, bytes) = directives(call)?;
        self.reserve(bytes)?;
        Ok(Some(self.recorded_state(inst, call, [id, bytes, 0])?.0))
    }

    /// Translates a deoptimization: calls the interpreter, which does not return.
    pub(super) fn deoptimize(&mut self, inst: Inst<'m>, call: CallSite<'m>) -> Result<()> {
        self.recorded_calls()?;
        let (id, bytes) = directives(call)?;
        self.reserve(bytes)?;
        let (state, _) = self.recorded_state(inst, call, [id, bytes, 0])?;
        let void = self.wrapped_call(call, inst.ty(), 0..call.num_args(), call.num_args(), false)?.args;
        let mut info = CallInfo::of_routine(Callee::Symbol(self.cx.external(DEOPTIMIZE)?), void);
        info.calling_convention = call.calling_conv();
        self.build_wrapped(&info)?;
        self.become_statepoint(info.calling_convention, &state)?;
        self.block_ended = true;
        Ok(())
    }

    /// Stores the values that a call records, and returns their locations.
    fn recorded_state(
        &mut self,
        inst: Inst<'m>,
        call: CallSite<'m>,
        [id, bytes, flags]: [i64; 3],
    ) -> Result<(RecordedState, Stored<'m>)> {
        let is_invoke = inst.opcode() == Opcode::Invoke;
        let left = (!is_invoke).then(|| self.statepoints.shared.clone());
        let key = inst.value().key();
        let mut slots = Slots { call: key, left, given: HashMap::new() };
        let mut recorded = RecordedState {
            id,
            bytes,
            flags,
            state: Default::default(),
            pointers: Default::default(),
            allocas: Default::default(),
            pairs: Vec::new(),
        };
        for value in call.bundle("deopt").unwrap_or_default() {
            push(&mut recorded.state, self.state_location(value, &mut slots)?);
        }
        let mut stored = Vec::new();
        let mut numbers: HashMap<usize, usize> = HashMap::new();
        for (base, derived) in self.relocated_by(key) {
            // The address of an alloca does not change.
            if self.map.slot(derived).is_some() {
                continue;
            }
            for pointer in [derived, base] {
                if let Entry::Vacant(entry) = numbers.entry(pointer.key()) {
                    entry.insert(recorded.pointers.1);
                    push(&mut recorded.pointers, self.state_location(pointer, &mut slots)?);
                }
            }
            recorded.pairs.push((numbers[&base.key()], numbers[&derived.key()]));
            let slot = slots.given.get(&derived.key()).map(|&(_, slot)| (derived, slot));
            stored.extend(slot);
        }
        for value in call.bundle("gc-live").unwrap_or_default() {
            if let Some(slot) = self.map.slot(value) {
                push(&mut recorded.allocas, address_of(slot));
            }
        }
        Ok((recorded, stored))
    }

    /// Returns the distinct base and derived pointers that the statepoint with this key relocates.
    fn relocated_by(&mut self, key: usize) -> Vec<(Value<'m>, Value<'m>)> {
        if self.statepoints.relocated.is_none() {
            self.find_relocated();
        }
        let all = self.statepoints.relocated.as_ref().and_then(|relocated| relocated.get(&key));
        let mut found: Vec<(Value<'m>, Value<'m>)> = Vec::new();
        // As in LLVM, those after normal returns come before those at landing pads.
        let list = |at_pad| all.into_iter().flatten().rev().filter(move |pair| pair.at_pad == at_pad);
        for &Relocated { base, derived, .. } in list(false).chain(list(true)) {
            if !found.iter().any(|&(_, known)| known == derived) {
                found.push((base, derived));
            }
        }
        found
    }

    /// Finds all relocations of the function.
    fn find_relocated(&mut self) {
        let mut relocated: HashMap<usize, Vec<Relocated<'m>>> = HashMap::new();
        for block in self.function.blocks() {
            let Some(invoke) = block.terminator().filter(|end| end.opcode() == Opcode::Invoke) else {
                continue;
            };
            let pad = invoke.successor(1).and_then(super::exceptions::landing_pad);
            pad.into_iter().for_each(|pad| {
                self.statepoints.invokes.insert(pad.value().key(), invoke);
            });
        }
        for inst in self.function.blocks().flat_map(|block| block.insts()) {
            let Some(call) = inst.as_call().filter(|call| is_relocate(*call)) else { continue };
            if let Some((statepoint, base, derived)) = self.relocation(call) {
                let at_pad = call.arg(0) != Some(statepoint.value());
                let pair = Relocated { base, derived, at_pad };
                relocated.entry(statepoint.value().key()).or_default().push(pair);
            }
        }
        self.statepoints.relocated = Some(relocated);
    }

    /// Returns the statepoint of a relocation, its base and its derived pointer.
    fn relocation(&self, relocate: CallSite<'m>) -> Option<(Inst<'m>, Value<'m>, Value<'m>)> {
        let token = relocate.arg(0)?.as_inst()?;
        let statepoint = match token.opcode() {
            Opcode::LandingPad => *self.statepoints.invokes.get(&token.value().key())?,
            _ => token,
        };
        let call = statepoint.as_call()?;
        let live = call.bundle("gc-live");
        let pointer = |n: u32| -> Option<Value<'m>> {
            let index = relocate.arg(n)?.as_int()?.as_u64()?;
            match &live {
                Some(live) => live.get(index as usize).copied(),
                None => call.arg(u32::try_from(index).ok()?),
            }
        };
        Some((statepoint, pointer(1)?, pointer(2)?))
    }

    /// Returns the registers of the result of a statepoint's call.
    fn result_registers(&mut self, statepoint: Value<'m>, ty: Type<'m>) -> Result<Regs> {
        if let Some(known) = self.statepoints.results.get(&statepoint.key()) {
            return Ok(known.clone());
        }
        let regs = self.fresh(ty)?;
        self.statepoints.results.insert(statepoint.key(), regs.clone());
        Ok(regs)
    }

    /// Returns true if a value is recorded directly and is not relocated.
    fn is_in_place(&mut self, value: Value<'m>) -> Result<bool> {
        Ok(self.map.slot(value).is_some() || self.recorded_constant(value, true)?.is_some())
    }

    /// Returns the register of a slot's value after a call.
    fn loaded_register(&mut self, keys: (usize, usize), ty: Llt) -> VReg {
        if let Some(&known) = self.statepoints.loaded.get(&keys) {
            return known;
        }
        let loaded = self.b.mf.create_vreg(ty);
        self.statepoints.loaded.insert(keys, loaded);
        loaded
    }

    /// Loads the relocated pointers from their slots after the call that `stored` them, or in the
    /// normal destination of an invoke.
    fn load_relocated(&mut self, statepoint: Value<'m>, stored: &[(Value<'m>, FrameIndex)]) -> Result<()> {
        for &(derived, slot) in stored {
            let ty = self.cx.types.llt(derived.ty())?;
            let loaded = self.loaded_register((statepoint.key(), derived.key()), ty);
            let (address, mem) = self.slot_access(slot, ty, MemFlags::LOAD);
            self.b.load_into(loaded, address, mem);
        }
        Ok(())
    }

    fn slot_access(&mut self, slot: FrameIndex, ty: Llt, flags: MemFlags) -> (VReg, MemOperand) {
        let address = self.b.frame_index(self.b.pointer(), slot);
        // Volatile: the collector and the interpreter also access the slot.
        let mem = MemOperand::new(flags | MemFlags::VOLATILE, ty, self.b.mf.frame.object(slot).align);
        (address, mem.with_pointer(PointerInfo::Stack(slot, 0)))
    }

    pub(super) fn relocate(&mut self, inst: Inst<'m>, call: CallSite<'m>) -> Result<()> {
        if self.statepoints.relocated.is_none() {
            self.find_relocated();
        }
        let token = self.operand_value(call.value(), 0)?.as_inst();
        let Some((statepoint, _, derived)) = self.relocation(call) else {
            if token.is_some() {
                return Err(Stop::new("a relocation at what is no statepoint"));
            }
            for dst in self.result(inst)? {
                self.b.regs(G_IMPLICIT_DEF, &[dst], &[]);
            }
            return Ok(());
        };
        let keys = (statepoint.value().key(), derived.key());
        let regs = if self.is_in_place(derived)? {
            self.regs(derived)?
        } else {
            let ty = self.cx.types.llt(derived.ty())?;
            let is_landing = token.is_some_and(|token| token.opcode() == Opcode::LandingPad);
            Regs::from_slice(&[match is_landing {
                true => {
                    let slot = self.invoke_slot(keys, ty.bits().div_ceil(8));
                    let (address, mem) = self.slot_access(slot, ty, MemFlags::LOAD);
                    self.b.load(ty, address, mem)
                }
                false => self.loaded_register(keys, ty),
            }])
        };
        self.define(inst, &regs);
        Ok(())
    }

    pub(super) fn statepoint_result(&mut self, inst: Inst<'m>, call: CallSite<'m>) -> Result<()> {
        let token = self.operand_value(call.value(), 0)?;
        if token.as_inst().is_none() {
            return Err(Stop::new("the result of what is no statepoint"));
        }
        let regs = self.result_registers(token, inst.ty())?;
        self.define(inst, &regs);
        Ok(())
    }

    /// Translates a pointer load without a read barrier, from the second argument.
    pub(super) fn collector_read(&mut self, inst: Inst<'m>, call: CallSite<'m>) -> Result<()> {
        let (dst, place) = (self.single_result(inst)?, self.operand_value(call.value(), 1)?);
        let (address, ty) = (self.reg(place)?, self.b.mf.ty(dst));
        let mem = self.memory(MemFlags::LOAD, ty, ty.bytes().into(), place);
        self.b.load_into(dst, address, mem);
        Ok(())
    }

    /// Translates a store without a write barrier, of the first argument to the third.
    pub(super) fn collector_write(&mut self, call: CallSite<'m>) -> Result<()> {
        let (value, place) = (self.operand(call.value(), 0)?, self.operand_value(call.value(), 2)?);
        let (address, ty) = (self.reg(place)?, self.b.mf.ty(value));
        let mem = self.memory(MemFlags::STORE, ty, ty.bytes().into(), place);
        self.b.store(value, address, mem);
        Ok(())
    }

    /// Returns the location of a value that a collector or an interpreter reads: a constant, an
    /// alloca's address, or a slot to which it is stored here.
    fn state_location(&mut self, value: Value<'m>, slots: &mut Slots) -> Result<LiveOperands> {
        if let Some(constant) = self.recorded_constant(value, true)? {
            return Ok(constant);
        }
        if let Some(slot) = self.map.slot(value) {
            return Ok(address_of(slot));
        }
        let (bytes, slot) = match slots.given.get(&value.key()).copied() {
            Some(known) => known,
            None => {
                let stored = self.store_to_slot(value, slots)?;
                slots.given.insert(value.key(), stored);
                stored
            }
        };
        let [kind, size] = [INDIRECT_MEM_REF, bytes as i32].map(Operand::small_imm);
        Ok(SmallVec::from_slice(&[kind, size, Operand::frame_index(slot), Operand::small_imm(0)]))
    }

    /// Stores a value and returns its size in bytes and its slot.
    fn store_to_slot(&mut self, value: Value<'m>, slots: &mut Slots) -> Result<(u32, FrameIndex)> {
        let refused =
            || Stop::new(format!("a value of type {} has no one location to be recorded", value.ty()));
        let mut reg = match self.regs(value)?[..] {
            [reg] if !value.ty().is_aggregate() => reg,
            _ => return Err(refused()),
        };
        let mut ty = self.b.mf.ty(reg);
        let bytes = ty.bits().div_ceil(8);
        if !ty.bits().is_multiple_of(8) && ty.is_scalar() {
            ty = Llt::scalar(8 * bytes);
            reg = self.b.op(G_ZEXT, ty, &[reg]);
        }
        if ty.is_vector() && !ty.scalar_bits().is_multiple_of(8) || bytes > u32::from(u16::MAX) {
            return Err(refused());
        }
        let slot = match slots.left.is_some() {
            true => self.take_slot(bytes, slots),
            false => self.invoke_slot((slots.call, value.key()), bytes),
        };
        let (address, mem) = self.slot_access(slot, ty, MemFlags::STORE);
        self.b.store(reg, address, mem);
        Ok((bytes, slot))
    }

    /// Returns a shared slot of `bytes` bytes.
    fn take_slot(&mut self, bytes: u32, slots: &mut Slots) -> FrameIndex {
        if let Some(left) = &mut slots.left
            && let Some(n) = left.iter().position(|&(size, _)| size == bytes)
        {
            return left.remove(n).1;
        }
        let slot = self.new_slot(bytes);
        self.statepoints.shared.push((bytes, slot));
        slot
    }

    /// Returns the slot of an invoke's value.
    fn invoke_slot(&mut self, keys: (usize, usize), bytes: u32) -> FrameIndex {
        if let Some(&known) = self.statepoints.slots.get(&keys) {
            return known;
        }
        let slot = self.new_slot(bytes);
        self.statepoints.slots.insert(keys, slot);
        slot
    }

    fn new_slot(&mut self, bytes: u32) -> FrameIndex {
        self.b.mf.create_stack_object(bytes.into(), bytes.next_power_of_two().min(MAX_ALIGN))
    }

    /// Converts the last call that was built to a `STATEPOINT` that records `state`.
    pub(super) fn become_statepoint(&mut self, convention: u32, state: &RecordedState) -> Result<()> {
        let built = self.last_call().ok_or_else(|| Stop::new("there is no call"))?;
        let opcodes = self.target.convention().opcodes();
        if ![opcodes.call, opcodes.call_indirect].contains(&self.b.mf.opcode(built)) {
            return Err(Stop::new("a recorded call of a kind that has more instructions"));
        }
        let call = WrappedCall::of(self, built);
        let mut operands = vec![self.b.mf.imm(state.id), self.b.mf.imm(state.bytes)];
        operands.push(Operand::small_imm(call.arguments.len() as i32));
        operands.push(if state.bytes == 0 { call.target } else { Operand::small_imm(0) });
        operands.extend(call.arguments);
        for value in [i64::from(convention), state.flags] {
            let value = self.b.mf.imm(value);
            operands.extend(number(CONSTANT, value));
        }
        for (list, count) in [&state.state, &state.pointers, &state.allocas] {
            operands.extend(number(CONSTANT, Operand::small_imm(*count as i32)));
            operands.extend(list);
        }
        operands.extend(number(CONSTANT, Operand::small_imm(state.pairs.len() as i32)));
        for &(base, derived) in &state.pairs {
            operands.extend([base, derived].map(|n| Operand::small_imm(n as i32)));
        }
        operands.push(call.mask);
        operands.extend(call.results);
        self.b.mf.replace_with_inst(built, STATEPOINT, &operands);
        Ok(())
    }
}

/// Returns the record number and the number of reserved bytes from a call's attributes.
fn directives(call: CallSite<'_>) -> Result<(i64, i64)> {
    let number = |name: &str, other: i64| match call.string_attribute(AttrIndex::Function, name) {
        None => Ok(other),
        Some(text) => {
            let number = text.parse::<u64>().map(|number| number as i64);
            number.map_err(|_| Stop::new(format!("attribute {name:?} that is no number")))
        }
    };
    Ok((number("statepoint-id", DEOPT_ID)?, number("statepoint-num-patch-bytes", 0)?))
}

fn push((list, count): &mut (Vec<Operand>, usize), location: LiveOperands) {
    list.extend(location);
    *count += 1;
}

/// Returns the address of a frame object as a location.
fn address_of(slot: FrameIndex) -> LiveOperands {
    SmallVec::from_slice(&[
        Operand::small_imm(DIRECT_MEM_REF),
        Operand::frame_index(slot),
        Operand::small_imm(0),
    ])
}

fn is_relocate(call: CallSite<'_>) -> bool {
    intrinsic_name(call.intrinsic_id()) == Some("llvm.experimental.gc.relocate")
}
