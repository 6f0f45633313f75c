//! Lowers tail calls: jumps that leave the caller's frame and pass arguments in the locations of
//! the caller's own arguments.
//!
//! By most conventions stack arguments must fit into the caller's own argument area (a sibling
//! call). If tail calls are guaranteed, callees pop their arguments, so the area may have another
//! size. The tail call's immediate is the difference of the stack pointers at the jump and at the
//! caller's entry.

use super::calls::{Lowering, callee_operand, pass_arguments};
use super::values::{Area, copy_object, leaf_parts};
use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::mir::{MachineFunction, Operand, PointerInfo};
use crate::ir::opcodes::COPY;
use crate::isel::call_lowering::target::{CallInfo, Callee, TailKind};
use crate::machine::arg_locations::{ArgLocation, Assignment, Leaf};
use crate::machine::calling_convention::ConventionInfo;
use crate::machine::desc::registers::PhysReg;
use smallvec::SmallVec;

/// Checks that a call can be a tail call.
///
/// Errors: the reason why not.
pub(super) fn can_tail_call(
    b: &Builder<'_>,
    call: &CallInfo,
    args: &Assignment,
    caller: &ConventionInfo,
    lowering: &Lowering,
) -> Result<(), &'static str> {
    let callee = lowering.callee;
    let attrs = &b.mf.attrs;
    if attrs.interrupt.is_some() {
        return Err("the caller returns as no callee does");
    }
    if caller.number != callee.number && !may_differ(call, caller, lowering) {
        return Err("caller and callee have different calling conventions");
    }
    if !objects_came(b.mf, call, args) {
        return Err("an argument is passed by its address in the caller's frame");
    }
    if !callee.guaranteed_tail_calls && args.stack_size > b.mf.frame.incoming_argument_size {
        return Err("its arguments take more room on the stack than the caller's");
    }
    let restored = |(reg, value): (PhysReg, Option<VReg>)| {
        caller.callee_saved.iter().any(|saved| saved.reg == reg)
            && lowering.error != Some(reg)
            && value.is_none_or(|value| !is_incoming(b.mf, value, reg))
    };
    if passed_registers(call, args).any(restored) {
        return Err("an argument is passed in a register that the caller restores");
    }
    let returns_error = attrs.swift_error && lowering.error.is_some();
    if returns_error && call.swift_error.is_none() {
        return Err("the caller returns an error, and the callee does not");
    }
    if call.swift_error.is_some() && !returns_error {
        return Err("the callee returns an error, and the caller does not");
    }
    if call.tail == TailKind::Must || callee.guaranteed_tail_calls {
        return Ok(());
    }
    let refused = !callee.tail_calls
        || call.args.iter().any(|arg| arg.flags.sret)
        || args.args.iter().flatten().any(|leaf| matches!(leaf, Leaf::ByVal { .. }))
        || call.swift_error.is_some()
        || call.is_var_arg && args.stack_size > 0
        || attrs.is_var_arg
        || attrs.calls_returns_twice;
    if refused { Err("it is no better as a jump") } else { Ok(()) }
}

/// Returns true if each argument by reference can use the caller's object for the same argument.
fn objects_came(mf: &MachineFunction, call: &CallInfo, args: &Assignment) -> bool {
    let came =
        |argument, leaf| call.tail == TailKind::Must && mf.frame.incoming_object(argument, leaf).is_some();
    args.args.iter().enumerate().all(|(argument, leaves)| {
        let by_reference = |leaf: &Leaf| matches!(leaf, Leaf::Indirect(_) | Leaf::IndirectParts { .. });
        leaves.iter().enumerate().all(|(n, leaf)| !by_reference(leaf) || came(argument, n))
    })
}

/// Returns true if a jump to a function of another convention preserves all that the caller's own
/// return preserves.
fn may_differ(call: &CallInfo, caller: &ConventionInfo, lowering: &Lowering) -> bool {
    let callee = lowering.callee;
    let restores = |reg: PhysReg| callee.callee_saved.iter().any(|saved| saved.reg == reg);
    call.tail == TailKind::May
        && !(caller.guaranteed_tail_calls || callee.guaranteed_tail_calls)
        && caller.tail_register == callee.tail_register
        && lowering.returns_as_caller
        && caller.callee_saved.iter().all(|saved| restores(saved.reg))
}

/// Returns the registers of arguments, each with its value if that is a whole leaf.
fn passed_registers<'a>(
    call: &'a CallInfo,
    args: &'a Assignment,
) -> impl Iterator<Item = (PhysReg, Option<VReg>)> + 'a {
    let leaves = call.args.iter().zip(&args.args).flat_map(|(arg, leaves)| arg.regs.iter().zip(leaves));
    leaves.flat_map(|(&value, leaf)| {
        let parts = leaf_parts(leaf);
        let whole = (parts.len() == 1).then_some(value);
        parts.iter().filter_map(move |part| match part.location {
            ArgLocation::Reg(reg) => Some((reg, whole)),
            ArgLocation::Stack(_) => None,
        })
    })
}

/// Returns true if a value is the content of a register at entry.
fn is_incoming(mf: &MachineFunction, mut value: VReg, reg: PhysReg) -> bool {
    while let Some(def) = mf.def(value).filter(|&def| mf.opcode(def) == COPY) {
        let source = mf.operand(def, 1);
        match source.vreg() {
            Some(source) => value = source,
            None => return source.phys() == Some(reg) && mf.block_of(def) == Some(mf.entry()),
        }
    }
    false
}

/// Builds the jump and passes the arguments.
pub(super) fn lower_tail_call(
    lowering: &Lowering,
    b: &mut Builder<'_>,
    call: &CallInfo,
    args: &Assignment,
    caller: &ConventionInfo,
) -> InstId {
    let op = lowering.opcodes;
    let call = &copy_out(b, call, args);
    let adjustment = match lowering.callee.guaranteed_tail_calls {
        true => {
            b.mf.frame.argument_pop as i64 - args.stack_size.next_multiple_of(lowering.stack_alignment) as i64
        }
        false => 0,
    };
    let mut registers = pass_arguments(b, call, args, Area::TailCall(adjustment));
    if call.is_var_arg && call.tail == TailKind::Must {
        registers.extend(b.mf.frame.forwarded.iter().copied());
    }
    let (opcode, callee) = match (call.callee, caller.tail_register) {
        (Callee::Register(address), Some(reg)) => {
            b.copy(reg, address);
            (op.tail_indirect, Operand::use_of(reg))
        }
        (callee, _) => callee_operand(b, callee, op.tail, op.tail_indirect),
    };
    let mut operands = vec![callee];
    if op.tail_has_adjustment {
        operands.push(b.mf.imm(adjustment));
    }
    operands.push(Operand::reg_mask(lowering.callee.reg_mask));
    if !op.tail_has_adjustment && adjustment != 0 {
        operands.push(b.mf.imm(adjustment));
    }
    for &(phys, vreg) in &registers {
        b.copy(phys, vreg);
        operands.push(Operand::implicit_use(phys));
    }
    b.inst(opcode, &operands)
}

/// Returns the call with objects that are passed on the stack replaced by copies: they may overlap
/// the stored arguments.
fn copy_out(b: &mut Builder<'_>, call: &CallInfo, args: &Assignment) -> CallInfo {
    let mut copied = call.clone();
    for (arg, leaves) in copied.args.iter_mut().zip(&args.args) {
        let ([source], [Leaf::ByVal { size, align, .. }]) = (&arg.regs[..], &leaves[..]) else { continue };
        let slot = b.mf.create_stack_object(*size, *align);
        let address = b.frame_index(b.pointer(), slot);
        copy_object(b, address, *source, *size, *align, PointerInfo::Stack(slot, 0));
        arg.regs = SmallVec::from_slice(&[address]);
    }
    copied
}
