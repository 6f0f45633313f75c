//! The common part of CallLowering: moves values between virtual registers and the locations that a
//! target's calling convention assigns, and builds calls, tail calls and returns around that.
//!
//! A target implements [`CallingConvention`]: where each part of each leaf is passed, its table of
//! conventions, and its opcodes.
//! Requires typed leaves; establishes copies to and from physical registers, stores to and loads
//! from argument slots, and target call instructions. Linear in the number of parts.

pub mod breakdown;
mod calls;
mod tail_calls;
pub mod target;
mod values;

use crate::ir::builder::Builder;
use crate::ir::entity::{FrameIndex, InstId, VReg};
use crate::ir::llt::Llt;
use crate::ir::mir::{FrameInfo, MemFlags, MemOperand, Operand};
use crate::ir::opcodes::*;
use crate::ir::value_type::ValueType;
use crate::isel::call_lowering::target::{
    ArgFlags, ArgInfo, Authentication, CallInfo, CallLocations, CallLowering, TailKind,
};
use crate::support::error::{CompileError, Result};
use crate::target::calling_convention::{self, ConventionInfo};
use crate::target::desc::instructions::Opcode;
use crate::target::desc::registers::PhysReg;
use calls::{Lowering, build_call, copy_by_val};
use smallvec::SmallVec;
use std::rc::Rc;
use tail_calls::{can_tail_call, lower_tail_call};
use values::{Area, PassedRegisters, leaf_parts, pass_leaf, receive_leaf};

/// How a part fills a location that is wider than it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extension {
    /// Upper bits are not specified.
    Any,
    /// By its sign.
    Sign,
    /// By zeros.
    Zero,
    /// By ones: a narrow float in a wider floating-point register.
    NanBox,
    /// As a bfloat is by conversion to a float: its bits are the upper ones.
    BFloatToFloat,
}

/// Where a part is passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Location {
    /// A register.
    Reg(PhysReg),
    /// The argument area, at so many bytes from the stack pointer at the call.
    Stack(i64),
}

/// One part of a leaf and its location.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The location.
    pub location: Location,
    /// The part's type; all parts of a leaf have the same one. Where it is wider than `loc_ty`, this and the parts that follow hold
    /// one such value together, least significant first.
    pub value_ty: Llt,
    /// What the location holds.
    pub loc_ty: Llt,
    /// How the one becomes the other.
    pub extension: Extension,
}

/// One leaf and its locations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// In parts, least significant first.
    Direct(SmallVec<[Part; 2]>),
    /// Its address is passed; the caller owns the memory.
    Indirect(Part),
    /// The address of memory that the caller owns is passed, in which the parts lie: their stack locations are offsets from it.
    IndirectParts {
        /// The address.
        address: Part,
        /// The parts, least significant first.
        parts: SmallVec<[Part; 2]>,
    },
    /// The object that it points to is in the argument area at `offset`, `size` bytes long.
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
    /// Numbers of registers used, by the target's own classes: for variadic functions.
    pub used: [usize; 2],
}

/// Opcodes and registers that building calls needs.
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
    /// True if tail calls have an immediate after their target (the stack adjustment).
    pub tail_has_adjustment: bool,
    /// Return.
    pub ret: Opcode,
    /// Start of a call sequence: bytes of the argument area, 0.
    pub adjust_down: Opcode,
    /// End of a call sequence.
    pub adjust_up: Opcode,
    /// The stack pointer.
    pub sp: PhysReg,
}

/// Returns the address of a variadic argument of this type on the stack, where `next` is that of
/// the next one, which becomes the one after it: words of `word` bytes, aligned to at most two of
/// them.
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

    /// Returns the alignment of the stack pointer at calls, of which argument areas are multiples,
    /// in bytes.
    fn stack_alignment(&self) -> u32;

    /// What the target's table says of the convention with LLVM's number; nothing if it is not supported.
    fn info(&self, number: u32) -> Option<&'static ConventionInfo>;

    /// Places for arguments. An error names what cannot be passed.
    fn assign_arguments(
        &self,
        args: &[ArgInfo],
        calling_convention: u32,
        is_var_arg: bool,
    ) -> std::result::Result<Assignment, String>;

    /// Places for a result; nothing if it does not fit into registers.
    fn assign_result(
        &self,
        types: &[ValueType],
        flags: ArgFlags,
        calling_convention: u32,
    ) -> Option<Assignment>;

    /// Returns true if a `byval` object is passed as the address of a copy that the caller makes;
    /// otherwise it is copied into the argument area.
    fn by_val_by_reference(&self) -> bool {
        false
    }

    /// Where `swifterror` values are passed and come back; nothing if they are pointers like others.
    fn swift_error_register(&self) -> Option<PhysReg> {
        None
    }

    /// Where the unwinder leaves the exception and the selector for a landing pad.
    fn exception_registers(&self) -> [PhysReg; 2];

    /// Registers that may hold arguments of a variadic function besides those of its named ones, and types that take all of them.
    fn forwarded_registers(&self, named: &Assignment) -> Vec<(PhysReg, Llt)>;

    /// In a variadic function: saves the registers that may hold further arguments, and notes for `va_start` where.
    fn save_variadic_registers(&self, b: &mut Builder<'_>, assignment: &Assignment);

    /// Returns true if calls of what is not to be bound lazily (`nonlazybind`) take the address
    /// from the global offset table themselves.
    fn calls_through_got(&self) -> bool {
        false
    }

    /// Makes the indirect call or jump `call` authenticate its target.
    ///
    /// # Errors
    /// The target, or its subtarget, authenticates no pointers.
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

    /// What `va_start` puts into a `va_list`, in order, in a function with this frame; nothing if that is not variadic.
    fn va_list(&self, frame: &FrameInfo) -> Option<SmallVec<[VaField; 5]>>;

    /// Builds `dst` = the next argument of a `va_list`, of type `ty`; false if `G_VAARG` does that.
    ///
    /// # Errors
    /// It is not known where arguments of such a type are.
    fn lower_va_arg(
        &self,
        _b: &mut Builder<'_>,
        _dst: VReg,
        _list: VReg,
        _ty: ValueType,
    ) -> std::result::Result<bool, String> {
        Ok(false)
    }

    /// Returns the address of the argument of this type that a `va_list`, given as its words of 64
    /// bits, hands out next; the list then stands after it.
    fn take_variadic(&self, list: &mut [u64], ty: ValueType) -> Option<u64>;

    /// Where a frame's owner finds its caller.
    fn frame_record(&self) -> FrameRecord;

    /// Sets `dst` to the return address `src` without what signs it.
    fn strip_return_address(&self, b: &mut Builder<'_>, dst: VReg, src: VReg) {
        b.copy(dst, src);
    }

    /// Builds `dst` = the thread pointer.
    fn thread_pointer(&self, b: &mut Builder<'_>, dst: VReg);
}

/// A field of a `va_list`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VaField {
    /// The address of a frame object plus so many bytes: a pointer.
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

/// Registers of the frame chain, and what lies at fixed offsets in bytes from a frame pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrameRecord {
    /// The frame pointer.
    pub frame_pointer: PhysReg,
    /// What holds the return address at entry.
    pub return_address: PhysReg,
    /// Where the caller's frame pointer is saved.
    pub saved_frame_pointer: i64,
    /// Where the return address is saved.
    pub saved_return_address: i64,
    /// Where the context of asynchronous calls is, if records can be extended by one.
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
        for (arg, leaves) in args.iter().zip(&assignment.args) {
            for (n, leaf) in leaves.iter().enumerate() {
                for part in leaf_parts(leaf) {
                    if let Location::Reg(reg) = part.location {
                        add_live_in(b, reg);
                    }
                }
                receive_leaf(b, arg.regs[n], leaf, arg.flags, Area::Incoming);
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
    }

    fn lower_return(
        &self,
        b: &mut Builder<'_>,
        regs: &[VReg],
        assignment: &Assignment,
        swift_error: Option<VReg>,
    ) {
        let mut registers = PassedRegisters::new();
        for (&reg, leaf) in regs.iter().zip(assignment.args.iter().flatten()) {
            pass_leaf(b, reg, leaf, Area::Outgoing(self.opcodes().sp), &mut registers);
        }
        registers.extend(self.swift_error_register().zip(swift_error));
        let mut operands: SmallVec<[Operand; 4]> = SmallVec::new();
        for &(phys, vreg) in &registers {
            b.copy(phys, vreg);
            operands.push(Operand::implicit_use(phys));
        }
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
        if call.tail == TailKind::Must
            && self.by_val_by_reference()
            && call.args.iter().any(|a| a.flags.by_val.is_some())
        {
            // The copy would lie in the frame that the jump leaves.
            return Err(error(b, "a `musttail` call with a `byval` argument is not supported".to_string()));
        }
        let copied = self.by_val_by_reference().then(|| copy_by_val(b, call)).flatten();
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

/// Notes that a register holds a value at entry.
pub fn add_live_in(b: &mut Builder<'_>, reg: PhysReg) {
    let block = b.block();
    if !b.mf.block(block).live_ins.contains(&reg) {
        b.mf.live_ins.push((reg, None));
        b.mf.block_mut(block).live_ins.push(reg);
    }
}

/// Frames further up are not asked for: each is a load.
const MOST_FRAMES: u32 = 1 << 12;

/// Returns the frame pointer of the function `depth` calls up; this one must keep a frame pointer.
fn outer_frame(b: &mut Builder<'_>, record: FrameRecord, depth: u32) -> Result<VReg> {
    if depth > MOST_FRAMES {
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

/// Makes the call `built` authenticate its target if it is to.
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
