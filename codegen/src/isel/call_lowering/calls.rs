//! Lowers calls: copies of arguments and results around a target's call instruction.

use super::values::{
    Area, PassedRegisters, copy_object, join, leaf_parts, one_part, pass_leaf, receive_part,
};
use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::mir::{Operand, OperandTag, PointerInfo};
use crate::ir::opcodes::COPY;
use crate::isel::call_lowering::target::{CallInfo, Callee, TailKind};
use crate::machine::arg_locations::{ArgLocation, Assignment, Leaf};
use crate::machine::calling_convention::{CallOpcodes, ConventionInfo};
use crate::machine::desc::instructions::Opcode;
use crate::machine::desc::registers::PhysReg;
use smallvec::SmallVec;

/// Returns the call with each `byval` object replaced by a copy's address, if it has any. Such a
/// call is no tail call.
pub(super) fn copy_by_val(b: &mut Builder<'_>, call: &CallInfo) -> Option<CallInfo> {
    if call.args.iter().all(|a| a.flags.by_val.is_none()) {
        return None;
    }
    let mut copied = CallInfo { locations: None, ..call.clone() };
    if copied.tail == TailKind::May {
        copied.tail = TailKind::None;
    }
    for arg in &mut copied.args {
        let (Some((size, align)), [source]) = (arg.flags.by_val.take(), &arg.regs[..]) else { continue };
        let slot = b.mf.create_stack_object(size, align);
        let address = b.frame_index(b.pointer(), slot);
        copy_object(b, address, *source, size, align, PointerInfo::Stack(slot, 0));
        arg.regs = SmallVec::from_slice(&[address]);
    }
    Some(copied)
}

/// Copies the `byval` objects of a `musttail` call into the caller's objects for the same
/// arguments. Returns the call with these addresses: the call leaves the frame, and has the
/// caller's signature. If there are several objects, all are read before one is written, as they
/// may be exchanged.
pub(super) fn copy_to_incoming(
    b: &mut Builder<'_>,
    call: &CallInfo,
) -> Result<Option<CallInfo>, &'static str> {
    let mut replaced = CallInfo { locations: None, ..call.clone() };
    let mut copies: SmallVec<[ObjectCopy; 4]> = SmallVec::new();
    let mut any = false;
    for (n, arg) in replaced.args.iter_mut().enumerate() {
        let (Some((size, align)), [source]) = (arg.flags.by_val.take(), &arg.regs[..]) else { continue };
        let to = b.mf.frame.incoming_object(n, 0).ok_or(NO_OBJECT)?.address;
        any = true;
        if source_of_copies(b, *source) != to {
            copies.push(ObjectCopy { to, from: *source, size, align });
        }
        arg.regs = SmallVec::from_slice(&[to]);
    }
    if !any {
        return Ok(None);
    }
    for copy in &mut copies {
        let slot = b.mf.create_stack_object(copy.size, copy.align);
        let address = b.frame_index(b.pointer(), slot);
        copy_object(b, address, copy.from, copy.size, copy.align, PointerInfo::Stack(slot, 0));
        copy.from = address;
    }
    for copy in &copies {
        copy_object(b, copy.to, copy.from, copy.size, copy.align, PointerInfo::Unknown);
    }
    Ok(Some(replaced))
}

const NO_OBJECT: &str = "a `byval` argument of a `musttail` call is none of the caller's";

/// A copy of an object that is a `byval` argument.
struct ObjectCopy {
    to: VReg,
    from: VReg,
    size: u64,
    align: u32,
}

/// Returns the register that `value` is a copy of, or `value` itself.
pub(super) fn source_of_copies(b: &Builder<'_>, mut value: VReg) -> VReg {
    while let Some(def) = b.mf.def(value).filter(|&def| b.mf.opcode(def) == COPY) {
        let Some(source) = b.mf.vreg_operand(def, 1) else { break };
        value = source;
    }
    value
}

/// The context of building a call.
pub(super) struct Lowering {
    /// The target's opcodes.
    pub opcodes: &'static CallOpcodes,
    /// The callee's convention.
    pub callee: &'static ConventionInfo,
    /// The alignment of argument areas in bytes.
    pub stack_alignment: u64,
    /// The register in which an error is returned.
    pub error: Option<PhysReg>,
    /// True if the result is in the locations of the caller's own result.
    pub returns_as_caller: bool,
}

/// Builds the argument copies, the call and the result copies between the call-frame pseudos.
/// Returns the call.
pub(super) fn build_call(
    lowering: &Lowering,
    b: &mut Builder<'_>,
    call: &CallInfo,
    args: &Assignment,
    result: &Assignment,
) -> InstId {
    b.mf.frame.has_calls = true;
    let op = lowering.opcodes;
    let size = args.stack_size.next_multiple_of(lowering.stack_alignment);
    b.mf.frame.max_call_frame_size = b.mf.frame.max_call_frame_size.max(size);
    adjust(b, op.adjust_down, size, 0);
    let registers = pass_arguments(b, call, args, Area::Outgoing(op.sp));
    let (opcode, callee) = callee_operand(b, call.callee, op.call, op.call_indirect);
    let mut operands: SmallVec<[Operand; 16]> = SmallVec::new();
    operands.push(callee);
    operands.push(Operand::reg_mask(lowering.callee.reg_mask));
    for &(phys, vreg) in &registers {
        b.copy(phys, vreg);
        operands.push(Operand::implicit_use(phys));
    }
    for part in result.args.iter().flatten().flat_map(leaf_parts) {
        if let ArgLocation::Reg(reg) = part.location {
            operands.push(Operand::implicit_def(reg));
        }
    }
    let error = lowering.error.zip(call.swift_error);
    operands.extend(error.map(|(reg, _)| Operand::implicit_def(reg)));
    let built = b.inst(opcode, &operands);
    adjust(b, op.adjust_up, size, if lowering.callee.guaranteed_tail_calls { size } else { 0 });
    receive_result(b, call, result, error);
    built
}

/// Copies all result registers first, then merges the leaves.
fn receive_result(b: &mut Builder<'_>, call: &CallInfo, result: &Assignment, error: Option<(PhysReg, VReg)>) {
    let mut copies: SmallVec<[VReg; 4]> = SmallVec::new();
    for (&reg, leaf) in call.result.regs.iter().zip(result.args.iter().flatten()) {
        let parts = leaf_parts(leaf);
        let whole = one_part(b, reg, parts, call.result.flags);
        copies.extend(parts.iter().map(|part| receive_part(b, part, Area::Incoming, whole)));
    }
    if let Some((reg, value)) = error {
        b.copy(value, reg);
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

/// Builds a call-frame pseudo with the bytes of the arguments, and the bytes that the callee has
/// popped.
fn adjust(b: &mut Builder<'_>, opcode: Opcode, size: u64, removed: u64) {
    let operands = [b.mf.imm(size as i64), b.mf.imm(removed as i64)];
    b.short(opcode, b.flags, operands);
}

/// Stores the arguments that are passed on the stack. Returns those that are passed in registers.
pub(super) fn pass_arguments(
    b: &mut Builder<'_>,
    call: &CallInfo,
    args: &Assignment,
    area: Area,
) -> PassedRegisters {
    let mut registers = PassedRegisters::new();
    for (argument, (arg, leaves)) in call.args.iter().zip(&args.args).enumerate() {
        for (n, (&reg, leaf)) in arg.regs.iter().zip(leaves).enumerate() {
            let by_reference = matches!(leaf, Leaf::Indirect(_) | Leaf::IndirectParts { .. });
            let object = match area {
                Area::TailCall(_) if by_reference => b.mf.frame.incoming_object(argument, n),
                _ => None,
            };
            pass_leaf(b, reg, leaf, area, object, &mut registers);
        }
    }
    registers
}

/// Returns the opcode and the operand for the callee.
pub(super) fn callee_operand(
    b: &mut Builder<'_>,
    callee: Callee,
    direct: Opcode,
    indirect: Opcode,
) -> (Opcode, Operand) {
    match callee {
        Callee::Symbol(symbol) => (direct, b.mf.global(symbol, 0)),
        Callee::External(name) => (direct, Operand::indexed(OperandTag::External, name as u32)),
        Callee::Register(vreg) => (indirect, Operand::use_of(vreg)),
    }
}
