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
use crate::ir::entity::{FrameIndex, InstId, VReg};
use crate::ir::llt::Llt;
use crate::ir::mir::{FrameInfo, IncomingObject, Interrupt, MachineFunction, MemFlags, MemOperand, Operand};
use crate::ir::opcodes::*;
use crate::ir::value_type::ValueType;
use crate::isel::call_lowering::target::{
    ArgFlags, ArgInfo, Authentication, CallInfo, CallLocations, CallLowering, TailKind,
};
use crate::support::error::{CompileError, Result};
use crate::target::calling_convention::{self, ConventionInfo};
use crate::target::desc::instructions::Opcode;
use crate::target::desc::registers::PhysReg;
use calls::{Lowering, build_call, copy_by_val, copy_to_incoming};
use smallvec::SmallVec;
use std::rc::Rc;
use tail_calls::{can_tail_call, lower_tail_call};
use values::{Area, PassedRegisters, leaf_parts, pass_leaf, receive_leaf};

/// The extension of a fragment to a wider location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extension {
    /// Upper bits are not specified.
    Any,
    /// Sign-extended.
    Sign,
    /// Zero-extended.
    Zero,
    /// Extended by ones: a narrow float in a wider floating-point register (NaN-boxing).
    NanBox,
    /// Shifted to the upper bits, as in a conversion of bfloat to float.
    BFloatToFloat,
}

/// The location of a fragment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Location {
    /// A register.
    Reg(PhysReg),
    /// The argument area, at an offset in bytes from the stack pointer at the call.
    Stack(i64),
}

/// A fragment of a leaf and its location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The location.
    pub location: Location,
    /// The fragment's type; all fragments of a leaf have the same one. If it is wider than
    /// `loc_ty`, this location and the following ones hold one such value together, least
    /// significant first.
    pub value_ty: Llt,
    /// The type of the location.
    pub loc_ty: Llt,
    /// The extension from one to the other.
    pub extension: Extension,
}

/// One leaf and its locations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// In fragments, least significant first.
    Direct(SmallVec<[Part; 2]>),
    /// Its address is passed; the caller owns the memory.
    Indirect(Part),
    /// The address of memory owned by the caller is passed; the fragments are in it, and their
    /// stack locations are offsets from the address.
    IndirectParts {
        /// The address.
        address: Part,
        /// The fragments, least significant first.
        parts: SmallVec<[Part; 2]>,
    },
    /// The object that it points to is in the argument area.
    ByVal {
        /// Offset in bytes.
        offset: i64,
        /// Size in bytes.
        size: u64,
        /// Alignment in bytes.
        align: u32,
    },
}

/// The locations of all leaves.
#[derive(Clone, Default, Debug)]
pub struct Assignment {
    /// For each argument its leaves.
    pub args: Vec<SmallVec<[Leaf; 1]>>,
    /// Bytes of the argument area.
    pub stack_size: u64,
    /// The numbers of used registers, by the target's own classes: for variadic functions.
    pub used: [usize; 2],
}

/// Opcodes and registers for building calls.
#[derive(Clone, Copy, Debug)]
pub struct CallOpcodes {
    /// Call of a symbol.
    pub call: Opcode,
    /// Call of an address.
    pub call_indirect: Opcode,
    /// Jump to a symbol as a tail call.
    pub tail: Opcode,
    /// Jump to an address as a tail call.
    pub tail_indirect: Opcode,
    /// True if tail calls always have the stack adjustment as an immediate after their target.
    /// Others have one after their register mask if it is not zero.
    pub tail_has_adjustment: bool,
    /// Return.
    pub ret: Opcode,
    /// Return of an unwinder (`llvm.eh.return`): the stack adjustment, and the address to jump to.
    pub eh_return: Opcode,
    /// The registers of these two, which hold neither saved values nor data of an exception.
    pub eh_return_registers: [PhysReg; 2],
    /// Start of a call sequence: bytes of the argument area, 0.
    pub adjust_down: Opcode,
    /// End of a call sequence.
    pub adjust_up: Opcode,
    /// The stack pointer.
    pub sp: PhysReg,
}

/// Returns the distance in bytes from the stack pointer at the function's entry up to the stack
/// pointer at the tail call `inst`. Tail calls without an adjustment, as some targets have in
/// LLVM's MIR, leave it as it was at the entry.
pub fn tail_adjustment(mf: &MachineFunction, inst: InstId) -> i64 {
    const UNCHANGED: i64 = 0;
    let adjustment = mf.operands(inst).iter().skip(1).find_map(|&operand| mf.imm_value(operand));
    adjustment.unwrap_or(UNCHANGED)
}

/// Returns the address of a variadic argument of type `ty` on the stack, and advances `next` past
/// it. Arguments take words of `word` bytes, and are aligned to at most two words.
pub fn take_from_stack(next: &mut u64, ty: ValueType, word: u32) -> u64 {
    let size = u64::from(ty.bits().div_ceil(8 * word) * word);
    let address = next.next_multiple_of(size.min(2 * u64::from(word)));
    *next = address + size;
    address
}

/// A target's calling conventions as assignments.
pub trait CallingConvention {
    /// Opcodes and registers.
    fn opcodes(&self) -> &'static CallOpcodes;

    /// Returns the alignment in bytes of the stack pointer at calls, and of argument areas.
    fn stack_alignment(&self) -> u32;

    /// Returns the target's table entry of the convention with LLVM's number; `None` if it is not
    /// supported.
    fn info(&self, number: u32) -> Option<&'static ConventionInfo>;

    /// Assigns locations to arguments.
    ///
    /// Errors: an argument that cannot be passed.
    fn assign_arguments(
        &self,
        args: &[ArgInfo],
        calling_convention: u32,
        is_var_arg: bool,
    ) -> std::result::Result<Assignment, String>;

    /// Assigns locations to a result; `None` if it does not fit into registers.
    fn assign_result(
        &self,
        types: &[ValueType],
        flags: ArgFlags,
        calling_convention: u32,
    ) -> Option<Assignment>;

    /// Returns true if a convention passes a `byval` object as the address of a copy that the
    /// caller makes. Otherwise it is copied into the argument area.
    fn by_val_by_reference(&self, calling_convention: u32) -> bool {
        let _ = calling_convention;
        false
    }

    /// Returns the register for `swifterror` values; `None` if they are passed as other pointers.
    fn swift_error_register(&self) -> Option<PhysReg> {
        None
    }

    /// Returns the registers of the exception and the selector at a landing pad.
    fn exception_registers(&self) -> [PhysReg; 2];

    /// Returns the registers that may hold variadic arguments of a function with these named ones,
    /// and types that cover the registers.
    fn forwarded_registers(&self, named: &Assignment) -> Vec<(PhysReg, Llt)>;

    /// Saves the registers that may hold further arguments in a variadic function, and records for
    /// `va_start` where.
    fn save_variadic_registers(&self, b: &mut Builder<'_>, assignment: &Assignment);

    /// Returns how many bytes below the stack pointer at entry a handler's first instruction fills.
    fn saved_by_interrupt(&self, _interrupt: Interrupt) -> u64 {
        0
    }

    /// Returns true if calls of symbols that are not bound lazily (`nonlazybind`) load the address
    /// from the global offset table themselves.
    fn calls_through_got(&self) -> bool {
        false
    }

    /// Makes the indirect call or jump `call` authenticate its target.
    ///
    /// # Errors
    /// The target or its subtarget does not support pointer authentication.
    fn authenticate_call(
        &self,
        _b: &mut Builder<'_>,
        _call: InstId,
        _by: Authentication,
    ) -> std::result::Result<(), String> {
        Err("this target authenticates no pointers".into())
    }

    /// Returns the size of a `va_list` in bytes.
    fn va_list_bytes(&self) -> i64;

    /// Returns the fields that `va_start` stores into a `va_list`, in order, in a function with
    /// this frame; `None` if it is not variadic.
    fn va_list(&self, frame: &FrameInfo) -> Option<SmallVec<[VaField; 5]>>;

    /// Builds `dst` = the next argument of a `va_list`, of type `ty`. Returns false if `G_VAARG`
    /// does that.
    ///
    /// # Errors
    /// Arguments of this type are not supported.
    fn lower_va_arg(
        &self,
        _b: &mut Builder<'_>,
        _dst: VReg,
        _list: VReg,
        _ty: ValueType,
    ) -> std::result::Result<bool, String> {
        Ok(false)
    }

    /// Returns the address of the next argument of this type, and advances the `va_list`, which is
    /// given as 64-bit words.
    fn take_variadic(&self, list: &mut [u64], ty: ValueType) -> Option<u64>;

    /// Returns the registers and offsets of the frame record.
    fn frame_record(&self) -> FrameRecord;

    /// Sets `dst` to the return address `src` without its signature.
    fn strip_return_address(&self, b: &mut Builder<'_>, dst: VReg, src: VReg) {
        b.copy(dst, src);
    }

    /// Builds `dst` = the thread pointer.
    fn thread_pointer(&self, b: &mut Builder<'_>, dst: VReg);
}

/// A field of a `va_list`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VaField {
    /// The address of a frame object plus an offset in bytes: a pointer.
    Address(FrameIndex, i64),
    /// A number of 32 bits.
    Number(i32),
}

impl VaField {
    /// Returns its size in bytes, where a pointer has `pointer` bytes.
    pub fn bytes(self, pointer: u32) -> i64 {
        match self {
            VaField::Address(..) => pointer.into(),
            VaField::Number(_) => 4,
        }
    }
}

/// Registers of the frame chain, and offsets in bytes from a frame pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrameRecord {
    /// The frame pointer.
    pub frame_pointer: PhysReg,
    /// The register of the return address at entry.
    pub return_address: PhysReg,
    /// The offset of the caller's saved frame pointer.
    pub saved_frame_pointer: i64,
    /// The offset of the saved return address.
    pub saved_return_address: i64,
    /// The offset of the asynchronous context, if records can be extended by one.
    pub async_context: Option<i64>,
}

impl<C: CallingConvention> CallLowering for C {
    fn convention(&self) -> &dyn CallingConvention {
        self
    }

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
                    if let Location::Reg(reg) = part.location {
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
