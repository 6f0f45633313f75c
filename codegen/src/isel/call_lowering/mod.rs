//! The common core of CallLowering. It moves values between virtual registers and the locations
//! that a target's calling convention assigns, and builds calls, tail calls and returns.
//!
//! A target implements [`CallingConvention`]: the locations of the fragments of each leaf, its
//! table of conventions, and its opcodes. Requires typed leaves. Establishes copies to and from
//! physical registers, stores to and loads from argument slots, and target call instructions. Cost:
//! linear in the number of fragments.

pub mod breakdown;
mod calls;
mod tail_calls;
pub mod target;
mod values;

use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, SymbolId, VReg};
use crate::ir::mir::{IncomingObject, MachineFunction, MemFlags, MemOperand, Operand};
use crate::ir::opcodes::*;
use crate::ir::value_type::ValueType;
use crate::isel::call_lowering::target::{CallInfo, CallLocations, CallLowering, TailKind};
use crate::machine::arg_locations::{ArgFlags, ArgInfo, ArgLocation, Assignment, Leaf};
use crate::machine::calling_convention::{self, CallingConvention, FrameRecord};
use crate::machine::desc::registers::PhysReg;
use crate::support::error::{CompileError, Result};
use calls::{Lowering, build_call, copy_by_val, copy_to_incoming};
use smallvec::SmallVec;
use std::rc::Rc;
use tail_calls::{can_tail_call, lower_tail_call};
use values::{Area, PassedRegisters, leaf_parts, pass_leaf, receive_leaf};

/// Returns the distance in bytes from the stack pointer at the function's entry up to the stack
/// pointer at the tail call `inst`. Tail calls without an adjustment, as some targets have in
/// LLVM's MIR, leave it as it was at the entry.
pub fn tail_adjustment(mf: &MachineFunction, inst: InstId) -> i64 {
    const UNCHANGED: i64 = 0;
    let adjustment = mf.operands(inst).iter().skip(1).find_map(|&operand| mf.imm_value(operand));
    adjustment.unwrap_or(UNCHANGED)
}

impl<C: CallingConvention> CallLowering for C {
    fn check_convention(
        &self,
        number: u32,
        is_var_arg: bool,
        is_definition: bool,
    ) -> std::result::Result<(), String> {
        let name = calling_convention::name(number);
        match self.info(number) {
            None => Err(format!("calling convention `{name}` is not supported")),
            Some(info) if is_definition && !info.definable => {
                Err(format!("calling convention `{name}` is not supported for definitions"))
            }
            Some(info) if is_var_arg && !info.variadic => {
                Err(format!("calling convention `{name}` is not supported for variadic functions"))
            }
            Some(_) => Ok(()),
        }
    }

    fn lower_formal_arguments(
        &self,
        b: &mut Builder<'_>,
        args: &[ArgInfo],
        assignment: &Assignment,
        is_var_arg: bool,
        calling_convention: u32,
    ) {
        for (argument, (arg, leaves)) in args.iter().zip(&assignment.args).enumerate() {
            for (n, leaf) in leaves.iter().enumerate() {
                for part in leaf_parts(leaf) {
                    if let ArgLocation::Reg(reg) = part.location {
                        add_live_in(b, reg);
                    }
                }
                let object = receive_leaf(b, arg.regs[n], leaf, arg.flags, Area::Incoming);
                let by_reference = arg.flags.by_val.is_some() && matches!(leaf, Leaf::Direct(_));
                if let Some(address) = object.or_else(|| by_reference.then(|| arg.regs[n])) {
                    let value = arg.regs[n];
                    b.mf.frame.incoming_objects.push(IncomingObject { argument, leaf: n, address, value });
                }
            }
        }
        b.mf.frame.incoming_argument_size = assignment.stack_size;
        if self.info(calling_convention).is_some_and(|info| info.guaranteed_tail_calls) {
            b.mf.frame.argument_pop = assignment.stack_size.next_multiple_of(self.stack_alignment().into());
        }
        if b.mf.frame.has_must_tail_in_var_arg {
            for (reg, ty) in self.forwarded_registers(assignment) {
                add_live_in(b, reg);
                let value = b.mf.create_vreg(ty);
                b.copy(value, reg);
                b.mf.frame.forwarded.push((reg, value));
            }
        }
        if is_var_arg {
            self.save_variadic_registers(b, assignment);
        }
        let saved = b.mf.attrs.interrupt.map_or(0, |interrupt| self.saved_by_interrupt(interrupt));
        if saved != 0 {
            b.mf.frame.create_fixed(saved, -(saved as i64), false);
        }
    }

    fn lower_return(
        &self,
        b: &mut Builder<'_>,
        regs: &[VReg],
        assignment: &Assignment,
        swift_error: Option<VReg>,
    ) {
        let own = b.leave_metadata();
        let mut registers = PassedRegisters::new();
        for (&reg, leaf) in regs.iter().zip(assignment.args.iter().flatten()) {
            pass_leaf(b, reg, leaf, Area::Outgoing(self.opcodes().sp), None, &mut registers);
        }
        registers.extend(self.swift_error_register().zip(swift_error));
        let mut operands: SmallVec<[Operand; 4]> = SmallVec::new();
        for &(phys, vreg) in &registers {
            b.copy(phys, vreg);
            operands.push(Operand::implicit_use(phys));
        }
        b.debug_loc = own;
        b.inst(self.opcodes().ret, &operands);
    }

    fn can_lower_return(&self, types: &[ValueType], flags: ArgFlags, calling_convention: u32) -> bool {
        self.assign_result(types, flags, calling_convention).is_some()
    }

    fn locations(
        &self,
        args: &[ArgInfo],
        result: &ArgInfo,
        is_var_arg: bool,
        calling_convention: u32,
    ) -> std::result::Result<CallLocations, String> {
        let args = self.assign_arguments(args, calling_convention, is_var_arg)?;
        let result = self.assign_result(&result.types, result.flags, calling_convention);
        let result = result.ok_or_else(|| "the result does not fit into registers".to_string())?;
        Ok(CallLocations { args, result })
    }

    fn lower_call(&self, b: &mut Builder<'_>, call: &CallInfo) -> Result<bool> {
        let location = b.leave_metadata();
        let copied = match self.by_val_by_reference(call.calling_convention) {
            true if call.tail == TailKind::Must => {
                copy_to_incoming(b, call).map_err(|e| error(b, e.to_string()))?
            }
            true => copy_by_val(b, call),
            false => None,
        };
        let call = copied.as_ref().unwrap_or(call);
        let info = self.info(call.calling_convention);
        let info =
            info.ok_or_else(|| error(b, "a call by a convention that is not supported".to_string()))?;
        let locations = match &call.locations {
            Some(known) => Rc::clone(known),
            None => {
                let found =
                    self.locations(&call.args, &call.result, call.is_var_arg, call.calling_convention);
                Rc::new(found.map_err(|e| error(b, e))?)
            }
        };
        let own = b.mf.attrs.calling_convention;
        let returns_as_caller = || {
            let result = self.assign_result(&call.result.types, call.result.flags, own);
            result.is_some_and(|own| own.args == locations.result.args)
        };
        let lowering = Lowering {
            opcodes: self.opcodes(),
            returns_as_caller: info.number == own || call.tail != TailKind::None && returns_as_caller(),
            callee: info,
            stack_alignment: self.stack_alignment().into(),
            error: self.swift_error_register(),
        };
        if call.tail != TailKind::None {
            let caller = self.info(b.mf.attrs.calling_convention);
            let caller = caller.expect("the convention is checked before the function is translated");
            match can_tail_call(b, call, &locations.args, caller, &lowering) {
                Ok(()) => {
                    let jump = lower_tail_call(&lowering, b, call, &locations.args, caller);
                    b.debug_loc = location;
                    b.mf.inst_mut(jump).debug_loc = location;
                    authenticate(self, b, call, jump)?;
                    return Ok(true);
                }
                Err(why) if call.tail == TailKind::Must => {
                    return Err(error(b, format!("this `musttail` call cannot be made a jump: {why}")));
                }
                Err(_) => {}
            }
        }
        let built = build_call(&lowering, b, call, &locations.args, &locations.result);
        b.debug_loc = location;
        b.mf.inst_mut(built).debug_loc = location;
        authenticate(self, b, call, built)?;
        Ok(false)
    }

    fn lower_va_copy(&self, b: &mut Builder<'_>, dst: VReg, src: VReg) -> Result<()> {
        let word = b.word();
        for offset in (0..self.va_list_bytes()).step_by(word.bytes() as usize) {
            let (from, to) = (b.ptr_add_imm(src, offset), b.ptr_add_imm(dst, offset));
            let value = b.load(word, from, MemOperand::new(MemFlags::LOAD, word, word.bytes()));
            b.store(value, to, MemOperand::new(MemFlags::STORE, word, word.bytes()));
        }
        Ok(())
    }

    fn lower_return_address(&self, b: &mut Builder<'_>, dst: VReg, depth: u32) -> Result<()> {
        let record = self.frame_record();
        if depth == 0 {
            let incoming = incoming_register(b, record.return_address);
            self.strip_return_address(b, dst, incoming);
            return Ok(());
        }
        let frame = outer_frame(b, record, depth)?;
        let saved = b.mf.create_vreg(b.pointer());
        load_into(b, saved, frame, record.saved_return_address);
        self.strip_return_address(b, dst, saved);
        Ok(())
    }

    fn lower_thread_pointer(&self, b: &mut Builder<'_>, dst: VReg) {
        self.thread_pointer(b, dst);
    }

    fn lower_frame_escape(&self, b: &mut Builder<'_>, dst: VReg, function: SymbolId, number: u16) -> bool {
        let Some(opcode) = self.opcodes().frame_escape else { return false };
        b.inst(opcode, &[Operand::def(dst), Operand::frame_escape(function, number)]);
        true
    }

    fn lower_frame_address(&self, b: &mut Builder<'_>, dst: VReg, depth: u32) -> Result<()> {
        let frame = outer_frame(b, self.frame_record(), depth)?;
        b.copy(dst, frame);
        Ok(())
    }

    fn lower_address_of_return_address(&self, b: &mut Builder<'_>, dst: VReg) -> Result<()> {
        let record = self.frame_record();
        let frame = outer_frame(b, record, 0)?;
        let address = b.ptr_add_imm(frame, record.saved_return_address);
        b.copy(dst, address);
        Ok(())
    }

    fn lower_eh_return(&self, b: &mut Builder<'_>, adjustment: VReg, handler: VReg) {
        let opcodes = self.opcodes();
        let [first, second] = opcodes.eh_return_registers;
        b.copy(first, adjustment);
        b.copy(second, handler);
        b.inst(opcodes.eh_return, &[Operand::use_of(first), Operand::use_of(second)]);
    }

    fn lower_async_context_address(&self, b: &mut Builder<'_>, dst: VReg) -> Result<()> {
        let record = self.frame_record();
        let Some(offset) = record.async_context else {
            return Err(error(b, "frames have no async context".to_owned()));
        };
        let frame = outer_frame(b, record, 0)?;
        let address = b.ptr_add_imm(frame, offset);
        b.copy(dst, address);
        Ok(())
    }
}

/// Records that a register holds a value at entry.
pub fn add_live_in(b: &mut Builder<'_>, reg: PhysReg) {
    let block = b.block();
    if !b.mf.block(block).live_ins.contains(&reg) {
        b.mf.live_ins.push((reg, None));
        b.mf.block_mut(block).live_ins.push(reg);
    }
}

/// The maximum depth of an outer frame: each level is a load.
const MAX_FRAMES: u32 = 1 << 12;

/// Returns the frame pointer of the function `depth` calls up; this function must keep a frame
/// pointer.
fn outer_frame(b: &mut Builder<'_>, record: FrameRecord, depth: u32) -> Result<VReg> {
    if depth > MAX_FRAMES {
        return Err(error(b, format!("the frame {depth} calls up is too far")));
    }
    let mut frame = b.mf.create_vreg(b.pointer());
    b.copy(frame, record.frame_pointer);
    for _ in 0..depth {
        let outer = b.mf.create_vreg(b.pointer());
        load_into(b, outer, frame, record.saved_frame_pointer);
        frame = outer;
    }
    Ok(frame)
}

fn load_into(b: &mut Builder<'_>, dst: VReg, base: VReg, offset: i64) {
    let address = b.ptr_add_imm(base, offset);
    let load = b.regs(G_LOAD, &[dst], &[address]);
    b.mf.add_mem_operand(load, MemOperand::new(MemFlags::LOAD, b.pointer(), b.pointer().bytes()));
}

/// Returns the value that a register holds at entry, copied there at the start of the function.
fn incoming_register(b: &mut Builder<'_>, reg: PhysReg) -> VReg {
    if let Some(vreg) = b.mf.live_ins.iter().find_map(|&(live, vreg)| vreg.filter(|_| live == reg)) {
        return vreg;
    }
    let vreg = b.mf.create_vreg(b.pointer());
    let entry = b.mf.entry();
    let copy = b.mf.create_inst(COPY, &[Operand::def(vreg), Operand::use_of(reg)], None);
    b.mf.prepend_inst(entry, copy);
    b.mf.live_ins.push((reg, Some(vreg)));
    b.mf.block_mut(entry).live_ins.push(reg);
    vreg
}

/// Makes the call `built` authenticate its target if the call requires it.
fn authenticate(
    convention: &impl CallingConvention,
    b: &mut Builder<'_>,
    call: &CallInfo,
    built: InstId,
) -> Result<()> {
    let Some(by) = call.authentication else { return Ok(()) };
    let done = convention.authenticate_call(b, built, by);
    done.map_err(|why| error(b, format!("operand bundle \"ptrauth\": {why}")))
}

fn error(b: &Builder<'_>, message: String) -> CompileError {
    CompileError::new(&b.mf.name, "", message)
}
