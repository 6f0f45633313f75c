//! The common part of CallLowering: moves values between virtual registers and the places that a
//! target's calling convention assigns, and builds calls, tail calls and returns around that.
//!
//! A target implements [`CallingConvention`]: which part of which leaf goes where, and its opcodes.
//! Requires typed leaves; establishes copies to and from physical registers, stores to and loads
//! from argument slots, and target call instructions. Linear in the number of parts.

use crate::builder::Builder;
use crate::entity::{FrameIndex, VReg};
use crate::error::{CompileError, Result};
use crate::llt::{Llt, P0, S64};
use crate::mir::{FrameInfo, MemFlags, MemOperand, Operand, OperandTag, PointerInfo, RegAttr};
use crate::opcodes::*;
use crate::target::call_lowering::{ArgFlags, ArgInfo, CallInfo, CallLowering, Callee, TailKind};
use crate::target::instructions::Opcode;
use crate::target::registers::{PhysReg, RegClassId};
use crate::value_type::ValueType;
use smallvec::SmallVec;

/// How a part fills a place that is wider than it.
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
}

/// Where a part goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Location {
    /// A register.
    Reg(PhysReg),
    /// The argument area, at so many bytes from the stack pointer at the call.
    Stack(i64),
}

/// One part of a leaf and its place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The place.
    pub location: Location,
    /// The part's type; all parts of a leaf have the same one.
    pub value_ty: Llt,
    /// What the place holds.
    pub loc_ty: Llt,
    /// How the one becomes the other.
    pub extension: Extension,
}

/// One leaf and its places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Leaf {
    /// In parts, least significant first.
    Direct(SmallVec<[Part; 2]>),
    /// Its address is passed; the caller owns the memory.
    Indirect(Part),
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

/// The places of all leaves.
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
    /// Class of that address.
    pub call_class: RegClassId,
    /// Jump to a symbol as a tail call.
    pub tail: Opcode,
    /// Jump to an address as a tail call.
    pub tail_indirect: Opcode,
    /// Class of that address.
    pub tail_class: RegClassId,
    /// Whether tail calls have an immediate behind their target (the stack adjustment).
    pub tail_has_adjustment: bool,
    /// Return.
    pub ret: Opcode,
    /// Start of a call sequence: bytes of the argument area, 0.
    pub adjust_down: Opcode,
    /// End of a call sequence.
    pub adjust_up: Opcode,
    /// The stack pointer.
    pub sp: PhysReg,
    /// Number of the register mask of a call by the C convention.
    pub reg_mask: u32,
}

/// The address of a variadic argument of this type on the stack, where `next` is that of the next one, which becomes the one behind it:
/// words of 64 bits, aligned to at most 16 bytes. Of both targets' `va_list`s.
pub fn take_from_stack(next: &mut u64, ty: ValueType) -> u64 {
    let size = u64::from(ty.bits().div_ceil(64)) * 8;
    let address = next.next_multiple_of(size.min(16));
    *next = address + size;
    address
}

/// A target's calling conventions as assignments.
pub trait CallingConvention {
    /// Opcodes and registers.
    fn opcodes(&self) -> &'static CallOpcodes;

    /// Places for arguments. An error names what cannot be passed.
    fn assign_arguments(
        &self,
        args: &[ArgInfo],
        calling_convention: u32,
    ) -> std::result::Result<Assignment, String>;

    /// Places for a result; nothing if it does not fit into registers.
    fn assign_result(
        &self,
        types: &[ValueType],
        flags: ArgFlags,
        calling_convention: u32,
    ) -> Option<Assignment>;

    /// Whether a `byval` object is passed as the address of a copy that the caller makes; otherwise it is copied
    /// into the argument area.
    fn by_val_by_reference(&self) -> bool {
        false
    }

    /// In a variadic function: saves the registers that may hold further arguments, and notes for `va_start` where.
    fn save_variadic_registers(&self, b: &mut Builder<'_>, assignment: &Assignment);

    /// Size of a `va_list` in bytes.
    fn va_list_bytes(&self) -> i64;

    /// What `va_start` puts into a `va_list`, in order, in a function with this frame; nothing if that is not variadic.
    fn va_list(&self, frame: &FrameInfo) -> Option<SmallVec<[VaField; 5]>>;

    /// The address of the argument of this type that a `va_list`, given as its words of 64 bits, hands out next; the list then stands behind it.
    fn take_variadic(&self, list: &mut [u64], ty: ValueType) -> Option<u64>;

    /// Where a frame's owner finds its caller.
    fn frame_record(&self) -> FrameRecord;
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
    /// Its size in bytes.
    pub fn bytes(self) -> i64 {
        match self {
            VaField::Address(..) => 8,
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
}

impl<C: CallingConvention> CallLowering for C {
    fn convention(&self) -> &dyn CallingConvention {
        self
    }

    fn lower_formal_arguments(
        &self,
        b: &mut Builder<'_>,
        args: &[ArgInfo],
        is_var_arg: bool,
        calling_convention: u32,
    ) -> Result<()> {
        let assignment = self.assign_arguments(args, calling_convention).map_err(|e| error(b, e))?;
        let block = b.block();
        for (arg, leaves) in args.iter().zip(&assignment.args) {
            for (n, leaf) in leaves.iter().enumerate() {
                for part in leaf_parts(leaf) {
                    if let Location::Reg(reg) = part.location {
                        b.mf.live_ins.push((reg, None));
                        b.mf.block_mut(block).live_ins.push(reg);
                    }
                }
                receive_leaf(b, arg.regs[n], leaf, arg.flags, Area::Incoming);
            }
        }
        b.mf.frame.incoming_argument_size = assignment.stack_size;
        if is_var_arg {
            self.save_variadic_registers(b, &assignment);
        }
        Ok(())
    }

    fn lower_return(&self, b: &mut Builder<'_>, value: &ArgInfo, calling_convention: u32) -> Result<()> {
        let assignment = self
            .assign_result(&value.types, value.flags, calling_convention)
            .ok_or_else(|| error(b, "the result does not fit into registers".to_string()))?;
        let mut registers = PassedRegisters::new();
        for (&reg, leaf) in value.regs.iter().zip(assignment.args.iter().flatten()) {
            pass_leaf(b, reg, leaf, Area::Outgoing(self.opcodes().sp), &mut registers);
        }
        let mut operands = Vec::new();
        for &(phys, vreg) in &registers {
            b.copy(phys, vreg);
            operands.push(Operand::implicit_use(phys));
        }
        b.inst(self.opcodes().ret, &operands);
        Ok(())
    }

    fn can_lower_return(&self, types: &[ValueType], flags: ArgFlags, calling_convention: u32) -> bool {
        self.assign_result(types, flags, calling_convention).is_some()
    }

    fn lower_call(&self, b: &mut Builder<'_>, call: &CallInfo) -> Result<bool> {
        let copied = self.by_val_by_reference().then(|| copy_by_val(b, call)).flatten();
        let call = copied.as_ref().unwrap_or(call);
        let assignment =
            self.assign_arguments(&call.args, call.calling_convention).map_err(|e| error(b, e))?;
        if call.tail != TailKind::None && can_tail_call(b, call, &assignment) {
            lower_tail_call(self.opcodes(), b, call, &assignment);
            return Ok(true);
        }
        if call.tail == TailKind::Must {
            return Err(error(b, "this `musttail` call cannot be made a jump".to_string()));
        }
        let result = self
            .assign_result(&call.result.types, call.result.flags, call.calling_convention)
            .ok_or_else(|| error(b, "the result does not fit into registers".to_string()))?;
        build_call(self.opcodes(), b, call, &assignment, &result);
        Ok(false)
    }

    fn lower_va_copy(&self, b: &mut Builder<'_>, dst: VReg, src: VReg) -> Result<()> {
        for offset in (0..self.va_list_bytes()).step_by(8) {
            let (from, to) = (b.ptr_add_imm(src, offset), b.ptr_add_imm(dst, offset));
            let word = b.load(S64, from, MemOperand::new(MemFlags::LOAD, S64, 8));
            b.store(word, to, MemOperand::new(MemFlags::STORE, S64, 8));
        }
        Ok(())
    }

    fn lower_return_address(&self, b: &mut Builder<'_>, dst: VReg, depth: u32) -> Result<()> {
        let record = self.frame_record();
        if depth == 0 {
            let incoming = incoming_register(b, record.return_address);
            b.copy(dst, incoming);
            return Ok(());
        }
        let frame = outer_frame(b, record, depth)?;
        load_into(b, dst, frame, record.saved_return_address);
        Ok(())
    }

    fn lower_frame_address(&self, b: &mut Builder<'_>, dst: VReg, depth: u32) -> Result<()> {
        let frame = outer_frame(b, self.frame_record(), depth)?;
        b.copy(dst, frame);
        Ok(())
    }
}

/// Frames further up are not asked for: each is a load.
const MOST_FRAMES: u32 = 1 << 12;

/// The frame pointer of the function `depth` calls up; this one must keep a frame pointer.
fn outer_frame(b: &mut Builder<'_>, record: FrameRecord, depth: u32) -> Result<VReg> {
    if depth > MOST_FRAMES {
        return Err(error(b, format!("the frame {depth} calls up is too far")));
    }
    let mut frame = b.mf.create_vreg(P0);
    b.copy(frame, record.frame_pointer);
    for _ in 0..depth {
        let outer = b.mf.create_vreg(P0);
        load_into(b, outer, frame, record.saved_frame_pointer);
        frame = outer;
    }
    Ok(frame)
}

fn load_into(b: &mut Builder<'_>, dst: VReg, base: VReg, offset: i64) {
    let address = b.ptr_add_imm(base, offset);
    let load = b.regs(G_LOAD, &[dst], &[address]);
    b.mf.add_mem_operand(load, MemOperand::new(MemFlags::LOAD, P0, 8));
}

/// The value that a register holds at entry, copied there at the start of the function.
fn incoming_register(b: &mut Builder<'_>, reg: PhysReg) -> VReg {
    if let Some(vreg) = b.mf.live_ins.iter().find_map(|&(live, vreg)| vreg.filter(|_| live == reg)) {
        return vreg;
    }
    let vreg = b.mf.create_vreg(P0);
    let entry = b.mf.entry();
    let copy = b.mf.create_inst(COPY, &[Operand::def(vreg), Operand::use_of(reg)], None);
    b.mf.prepend_inst(entry, copy);
    b.mf.live_ins.push((reg, Some(vreg)));
    b.mf.block_mut(entry).live_ins.push(reg);
    vreg
}

/// The call with each `byval` object replaced by a copy's address, if it has any. Such a call is no tail call.
fn copy_by_val(b: &mut Builder<'_>, call: &CallInfo) -> Option<CallInfo> {
    if call.args.iter().all(|a| a.flags.by_val.is_none()) {
        return None;
    }
    let mut copied = call.clone();
    if copied.tail == TailKind::May {
        copied.tail = TailKind::None;
    }
    for arg in &mut copied.args {
        let (Some((size, align)), [source]) = (arg.flags.by_val.take(), &arg.regs[..]) else { continue };
        let slot = b.mf.create_stack_object(size, align);
        let address = b.frame_index(P0, slot);
        copy_object(b, address, *source, size, align, PointerInfo::Stack(slot, 0));
        arg.regs = SmallVec::from_slice(&[address]);
    }
    Some(copied)
}

fn copy_object(b: &mut Builder<'_>, to: VReg, from: VReg, size: u64, align: u32, pointer: PointerInfo) {
    let count = b.constant(S64, size as i64);
    let operands =
        [Operand::use_of(to), Operand::use_of(from), Operand::use_of(count), Operand::small_imm(0)];
    let inst = b.inst(G_MEMCPY, &operands);
    let bytes = Llt::scalar((size.min(1 << 20) as u32 * 8).max(8));
    b.mf.add_mem_operand(inst, MemOperand::new(MemFlags::STORE, bytes, align).with_pointer(pointer));
    b.mf.add_mem_operand(inst, MemOperand::new(MemFlags::LOAD, bytes, align));
}

fn error(b: &Builder<'_>, message: String) -> CompileError {
    CompileError::new(&b.mf.name, "", message)
}

/// Whose argument area a stack location means.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Area {
    /// This function's arguments.
    Incoming,
    /// Those of the call being built, from this stack pointer on.
    Outgoing(PhysReg),
}

fn leaf_parts(leaf: &Leaf) -> &[Part] {
    match leaf {
        Leaf::Direct(parts) => parts,
        Leaf::Indirect(part) => std::slice::from_ref(part),
        Leaf::ByVal { .. } => &[],
    }
}

/// Builds the argument copies, the call and the result copies between the call-frame pseudos.
fn build_call(
    op: &CallOpcodes,
    b: &mut Builder<'_>,
    call: &CallInfo,
    args: &Assignment,
    result: &Assignment,
) {
    b.mf.frame.has_calls = true;
    let size = args.stack_size.next_multiple_of(16);
    b.mf.frame.max_call_frame_size = b.mf.frame.max_call_frame_size.max(size);
    adjust(b, op.adjust_down, size);
    let registers = pass_arguments(b, call, args, Area::Outgoing(op.sp));
    let (opcode, callee) = callee_operand(b, call.callee, op.call, op.call_indirect, op.call_class);
    let mut operands: SmallVec<[Operand; 16]> = SmallVec::new();
    operands.push(callee);
    operands.push(Operand::reg_mask(op.reg_mask));
    for &(phys, vreg) in &registers {
        b.copy(phys, vreg);
        operands.push(Operand::implicit_use(phys));
    }
    for part in result.args.iter().flatten().flat_map(leaf_parts) {
        if let Location::Reg(reg) = part.location {
            operands.push(Operand::implicit_def(reg));
        }
    }
    b.inst(opcode, &operands);
    adjust(b, op.adjust_up, size);
    receive_result(b, call, result);
}

/// Copies all result registers out first, then puts the leaves together.
fn receive_result(b: &mut Builder<'_>, call: &CallInfo, result: &Assignment) {
    let mut copies: SmallVec<[VReg; 4]> = SmallVec::new();
    for part in result.args.iter().flatten().flat_map(leaf_parts) {
        copies.push(receive_part(b, part, Area::Incoming));
    }
    let mut rest = &copies[..];
    for (&reg, leaf) in call.result.regs.iter().zip(result.args.iter().flatten()) {
        let (own, others) = rest.split_at(leaf_parts(leaf).len());
        if let Leaf::Direct(parts) = leaf {
            join(b, reg, parts, own, call.result.flags);
        }
        rest = others;
    }
}

fn adjust(b: &mut Builder<'_>, opcode: Opcode, size: u64) {
    let size = b.mf.imm(size as i64);
    b.inst(opcode, &[size, Operand::small_imm(0)]);
}

/// Registers and what is to be copied to them.
type PassedRegisters = SmallVec<[(PhysReg, VReg); 8]>;

fn pass_arguments(b: &mut Builder<'_>, call: &CallInfo, args: &Assignment, area: Area) -> PassedRegisters {
    let mut registers = PassedRegisters::new();
    for (arg, leaves) in call.args.iter().zip(&args.args) {
        for (&reg, leaf) in arg.regs.iter().zip(leaves) {
            pass_leaf(b, reg, leaf, area, &mut registers);
        }
    }
    registers
}

fn callee_operand(
    b: &mut Builder<'_>,
    callee: Callee,
    direct: Opcode,
    indirect: Opcode,
    class: RegClassId,
) -> (Opcode, Operand) {
    match callee {
        Callee::Symbol(symbol) => (direct, b.mf.global(symbol, 0)),
        Callee::External(name) => (direct, Operand::indexed(OperandTag::External, name as u32)),
        Callee::Register(vreg) => {
            let target = b.mf.create_vreg_with(b.mf.ty(vreg), RegAttr::Class(class));
            b.copy(target, vreg);
            (indirect, Operand::use_of(target))
        }
    }
}

fn can_tail_call(b: &Builder<'_>, call: &CallInfo, args: &Assignment) -> bool {
    let leaves = || args.args.iter().flatten();
    let in_our_frame = leaves().any(|l| !matches!(l, Leaf::Direct(_)));
    let attrs = &b.mf.attrs;
    let fits = args.stack_size <= b.mf.frame.incoming_argument_size;
    if call.tail == TailKind::Must {
        return fits && !in_our_frame && attrs.calling_convention == call.calling_convention;
    }
    let sret = call.args.iter().any(|a| a.flags.sret);
    args.stack_size == 0
        && !in_our_frame
        && !sret
        && !attrs.is_var_arg
        && !attrs.calls_returns_twice
        && attrs.calling_convention == call.calling_convention
}

fn lower_tail_call(op: &CallOpcodes, b: &mut Builder<'_>, call: &CallInfo, args: &Assignment) {
    let registers = pass_arguments(b, call, args, Area::Incoming);
    let (opcode, callee) = callee_operand(b, call.callee, op.tail, op.tail_indirect, op.tail_class);
    let mut operands = vec![callee];
    if op.tail_has_adjustment {
        operands.push(Operand::small_imm(0));
    }
    operands.push(Operand::reg_mask(op.reg_mask));
    for &(phys, vreg) in &registers {
        b.copy(phys, vreg);
        operands.push(Operand::implicit_use(phys));
    }
    b.inst(opcode, &operands);
}

/// Stores what goes to the stack; adds what goes to registers to `registers`.
fn pass_leaf(b: &mut Builder<'_>, value: VReg, leaf: &Leaf, area: Area, registers: &mut PassedRegisters) {
    match leaf {
        Leaf::Direct(parts) => {
            for (part, value) in parts.iter().zip(split(b, value, parts)) {
                pass_part(b, part, value, area, registers);
            }
        }
        Leaf::Indirect(part) => {
            let ty = b.mf.ty(value);
            let slot = b.mf.create_stack_object(ty.bytes().next_multiple_of(16) as u64, 16);
            let address = b.frame_index(P0, slot);
            let mem = MemOperand::new(MemFlags::STORE, ty, 16).with_pointer(PointerInfo::Stack(slot, 0));
            b.store(value, address, mem);
            pass_part(b, part, address, area, registers);
        }
        &Leaf::ByVal { offset, size, align } => {
            let (address, pointer) = slot_address(b, offset, size, area);
            copy_object(b, address, value, size, align, pointer);
        }
    }
}

fn pass_part(b: &mut Builder<'_>, part: &Part, value: VReg, area: Area, registers: &mut PassedRegisters) {
    match part.location {
        Location::Reg(reg) => registers.push((reg, value)),
        Location::Stack(offset) => {
            let (address, pointer) = slot_address(b, offset, part.loc_ty.bytes() as u64, area);
            let mem = MemOperand::new(MemFlags::STORE, part.loc_ty, slot_align(offset)).with_pointer(pointer);
            b.store(value, address, mem);
        }
    }
}

fn slot_align(offset: i64) -> u32 {
    if offset == 0 { 16 } else { 1 << offset.trailing_zeros().min(4) }
}

fn slot_address(b: &mut Builder<'_>, offset: i64, size: u64, area: Area) -> (VReg, PointerInfo) {
    match area {
        Area::Incoming => {
            let slot = b.mf.frame.create_fixed(size, offset, false);
            (b.frame_index(P0, slot), PointerInfo::Stack(slot, 0))
        }
        Area::Outgoing(sp) => {
            let base = b.mf.create_vreg(P0);
            b.copy(base, sp);
            (b.ptr_add_imm(base, offset), PointerInfo::OutgoingArgument(offset))
        }
    }
}

/// Puts a leaf together from its places.
fn receive_leaf(b: &mut Builder<'_>, value: VReg, leaf: &Leaf, flags: ArgFlags, area: Area) {
    match leaf {
        Leaf::Direct(parts) => {
            let mut copies: SmallVec<[VReg; 2]> = SmallVec::new();
            for part in parts {
                copies.push(receive_part(b, part, area));
            }
            join(b, value, parts, &copies, flags);
        }
        Leaf::Indirect(part) => {
            let address = receive_part(b, part, area);
            let ty = b.mf.ty(value);
            let inst = b.regs(G_LOAD, &[value], &[address]);
            b.mf.add_mem_operand(inst, MemOperand::new(MemFlags::LOAD, ty, 16));
        }
        &Leaf::ByVal { offset, size, .. } => {
            let slot = b.mf.frame.create_fixed(size, offset, false);
            b.inst(G_FRAME_INDEX, &[Operand::def(value), Operand::frame_index(slot)]);
        }
    }
}

fn receive_part(b: &mut Builder<'_>, part: &Part, area: Area) -> VReg {
    match part.location {
        Location::Reg(reg) => {
            let value = b.mf.create_vreg(part.loc_ty);
            b.copy(value, reg);
            value
        }
        Location::Stack(offset) => {
            debug_assert!(area == Area::Incoming);
            let slot = b.mf.frame.create_fixed(part.loc_ty.bytes() as u64, offset, true);
            let address = b.frame_index(P0, slot);
            let mem = MemOperand::new(MemFlags::LOAD, part.loc_ty, slot_align(offset))
                .with_pointer(PointerInfo::Stack(slot, 0));
            b.load(part.loc_ty, address, mem)
        }
    }
}

/// The parts of `value`, each widened to what its place holds.
fn split(b: &mut Builder<'_>, value: VReg, parts: &[Part]) -> SmallVec<[VReg; 2]> {
    let Some(first) = parts.first() else { return SmallVec::new() };
    let part_ty = first.value_ty;
    if parts.len() == 1 {
        let whole = as_type(b, value, part_ty);
        return SmallVec::from_slice(&[widen(b, whole, first)]);
    }
    let total = part_ty.bits() * parts.len() as u32;
    let ty = b.mf.ty(value);
    let whole = if ty.bits() < total && ty.is_scalar() {
        b.op(G_ANYEXT, Llt::scalar(total), &[value])
    } else if ty.bits() < total {
        pad_vector(b, value, ty.with_elements(total / ty.scalar_bits()))
    } else {
        value
    };
    let pieces = b.unmerge(part_ty, whole);
    pieces.iter().zip(parts).map(|(&piece, part)| widen(b, piece, part)).collect()
}

/// `value` as a value of type `ty` of the same size: pointers and integers, vectors and scalars.
fn as_type(b: &mut Builder<'_>, value: VReg, ty: Llt) -> VReg {
    let from = b.mf.ty(value);
    if from == ty || from.bits() != ty.bits() {
        return value;
    }
    let opcode = match (from.is_pointer(), ty.is_pointer()) {
        (true, false) => G_PTRTOINT,
        (false, true) => G_INTTOPTR,
        _ => G_BITCAST,
    };
    b.op(opcode, ty, &[value])
}

fn widen(b: &mut Builder<'_>, value: VReg, part: &Part) -> VReg {
    let (from, to) = (b.mf.ty(value), part.loc_ty);
    if from.bits() == to.bits() {
        return value;
    }
    if from.is_vector() && from.elements() != to.elements() {
        return pad_vector(b, value, to);
    }
    match part.extension {
        Extension::Any => b.op(G_ANYEXT, to, &[value]),
        Extension::Sign => b.op(G_SEXT, to, &[value]),
        Extension::Zero => b.op(G_ZEXT, to, &[value]),
        Extension::NanBox => {
            let wide = b.op(G_ANYEXT, to, &[value]);
            let ones = b.constant(to, -1 << from.bits());
            b.op(G_OR, to, &[wide, ones])
        }
    }
}

/// `value` as a vector of type `to`: elements widened, undefined ones behind them.
fn pad_vector(b: &mut Builder<'_>, value: VReg, to: Llt) -> VReg {
    let from = b.mf.ty(value).element();
    let mut pieces = b.unmerge(from, value);
    if from.bits() < to.scalar_bits() {
        pieces.iter_mut().for_each(|piece| *piece = b.op(G_ANYEXT, to.element(), &[*piece]));
    }
    let undef = b.undef(to.element());
    pieces.resize(to.elements() as usize, undef);
    b.merge(to, &pieces)
}

/// Defines `value` by what came in its places.
fn join(b: &mut Builder<'_>, value: VReg, parts: &[Part], copies: &[VReg], flags: ArgFlags) {
    let mut pieces: SmallVec<[VReg; 2]> = SmallVec::new();
    for (part, &copy) in parts.iter().zip(copies) {
        pieces.push(narrow(b, copy, part, flags));
    }
    let ty = b.mf.ty(value);
    let [piece] = pieces[..] else {
        return join_pieces(b, value, &pieces);
    };
    let from = b.mf.ty(piece);
    let opcode = match () {
        () if from == ty => COPY,
        () if from.is_pointer() && !ty.is_pointer() => G_PTRTOINT,
        () if ty.is_pointer() && !from.is_pointer() => G_INTTOPTR,
        () => G_BITCAST,
    };
    b.regs(opcode, &[value], &[piece]);
}

fn join_pieces(b: &mut Builder<'_>, value: VReg, pieces: &[VReg]) {
    let (ty, piece_ty) = (b.mf.ty(value), pieces.first().map_or(S64, |&p| b.mf.ty(p)));
    let total = piece_ty.bits() * pieces.len() as u32;
    if total == ty.bits() {
        let opcode = match (ty.is_vector(), piece_ty.is_vector()) {
            (false, _) => G_MERGE_VALUES,
            (true, true) => G_CONCAT_VECTORS,
            (true, false) => G_BUILD_VECTOR,
        };
        b.regs(opcode, &[value], pieces);
    } else if ty.is_vector() {
        let whole_ty = ty.with_elements(total / ty.scalar_bits());
        let whole = b.merge(whole_ty, pieces);
        let elements = b.unmerge(ty.element(), whole);
        b.regs(G_BUILD_VECTOR, &[value], &elements[..ty.elements() as usize]);
    } else {
        let whole = b.merge(Llt::scalar(total), pieces);
        b.regs(G_TRUNC, &[value], &[whole]);
    }
}

fn narrow(b: &mut Builder<'_>, copy: VReg, part: &Part, flags: ArgFlags) -> VReg {
    let (from, to) = (part.loc_ty, part.value_ty);
    if from.bits() == to.bits() {
        return copy;
    }
    if from.is_vector() && from.elements() != to.elements() {
        let mut elements = b.unmerge(from.element(), copy);
        elements.truncate(to.elements() as usize);
        if from.scalar_bits() > to.scalar_bits() {
            elements.iter_mut().for_each(|element| *element = b.op(G_TRUNC, to.element(), &[*element]));
        }
        return b.merge(to, &elements);
    }
    let known = match part.extension {
        Extension::Sign if flags.sext => b.op_imm(G_ASSERT_SEXT, from, copy, to.bits() as i64),
        Extension::Zero if flags.zext => b.op_imm(G_ASSERT_ZEXT, from, copy, to.bits() as i64),
        _ => copy,
    };
    b.op(G_TRUNC, to, &[known])
}
