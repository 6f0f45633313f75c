//! Calls of runtime routines, through the target's CallLowering.

use super::build::Regs;
use super::{Cx, Outcome, fp_environment};
use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::libcalls::{self, Comparison, Routine};
use crate::ir::llt::{Llt, S1, S32};
use crate::ir::mir::{FloatPredicate, FrameObjectKind, IntPredicate, MemFlags, MemOperand, PointerInfo};
use crate::ir::opcodes::*;
use crate::ir::value_type::ValueType;
use crate::isel::call_lowering::target::{CallInfo, Callee, TailKind};
use crate::isel::legalizer::target::LegalizerTarget;
use crate::machine::arg_locations::{ArgFlags, ArgInfo, ArgLocation, Leaf, LeafFragment};
use crate::machine::desc::instructions::Opcode;
use crate::machine::desc::registers::PhysReg;
use crate::support::error::Result;
use smallvec::{SmallVec, smallvec};

/// Replaces `inst` by a call, if there is a routine for its opcode and types.
pub(crate) fn libcall(cx: &Cx<'_>, b: &mut Builder<'_>, inst: InstId) -> Result<Outcome> {
    let opcode = b.mf.opcode(inst);
    match opcode {
        G_MEMCPY | G_MEMMOVE | G_MEMSET | G_BZERO => return memory(cx, b, inst),
        G_FCMP => return compare(cx, b, inst),
        G_GET_FPENV | G_GET_FPMODE => return fp_environment::get(cx, b, inst),
        G_SET_FPENV | G_SET_FPMODE => return fp_environment::set(cx, b, inst),
        G_RESET_FPENV | G_RESET_FPMODE => return fp_environment::reset(cx, b, inst),
        G_GET_ROUNDING => return fp_environment::get_rounding(cx, b, inst),
        G_SET_ROUNDING => return fp_environment::set_rounding(cx, b, inst),
        _ => {}
    }
    let dst = b.reg(inst, 0);
    let uses: Regs = b.mf.operands(inst)[1..].iter().filter_map(|o| o.vreg()).collect();
    let Some(number) = routine_for(b, opcode, dst, &uses) else { return Ok(Outcome::Declined) };
    let returned = Returned::of(cx, b, inst, number);
    let tail = if returned.is_some() { TailKind::May } else { TailKind::None };
    if call_or_jump(cx.target, b, number, Some(dst), &uses, tail)? {
        returned.iter().flat_map(|r| r.0.iter().rev()).for_each(|&inst| b.mf.remove_inst(inst));
    }
    Ok(Outcome::Replaced)
}

/// The instructions, in order, that pass the result of an instruction to the return right after it.
struct Returned(SmallVec<[InstId; 6]>);

impl Returned {
    /// Returns these instructions; `None` if the function does anything else, or does not return
    /// the result where routine `number` returns it.
    fn of(cx: &Cx<'_>, b: &Builder<'_>, inst: InstId, number: u16) -> Option<Returned> {
        if b.mf.attrs.no_tail_calls {
            return None;
        }
        let convention = cx.target.convention();
        let mut passed = SmallVec::new();
        let mut values: SmallVec<[VReg; 2]> = smallvec![b.reg(inst, 0)];
        let mut registers: SmallVec<[PhysReg; 2]> = SmallVec::new();
        for inst in std::iter::successors(b.mf.next_inst(inst), |&inst| b.mf.next_inst(inst)) {
            passed.push(inst);
            let operands = b.mf.operands(inst);
            if b.mf.opcode(inst) == convention.opcodes().ret {
                let read = operands.iter().filter_map(|o| o.phys());
                return (read.eq(registers.iter().copied())
                    && registers.len() == values.len()
                    && result_registers(cx, b, number)? == registers)
                    .then_some(Returned(passed));
            }
            let source = operands.last()?.vreg()?;
            let is_next = values.get(registers.len()) == Some(&source) && b.mf.use_count(source) == 1;
            match b.mf.opcode(inst) {
                COPY if is_next && operands[0].phys().is_some() => registers.extend(operands[0].phys()),
                COPY | G_TRUNC | G_ANYEXT if is_next && values.len() == 1 => {
                    values[0] = operands[0].vreg()?
                }
                G_UNMERGE_VALUES if is_next && values.len() == 1 => {
                    values = operands[..operands.len() - 1].iter().filter_map(|o| o.vreg()).collect();
                }
                _ => return None,
            }
        }
        None
    }
}

/// Returns the registers in which routine `number` returns its result; `None` if it is not in
/// registers.
fn result_registers(cx: &Cx<'_>, b: &Builder<'_>, number: u16) -> Option<SmallVec<[PhysReg; 2]>> {
    let ty = libcalls::ROUTINES[number as usize].result?.value_type(b.pointer().bits());
    let convention = cx.target.convention();
    let places = convention.assign_result(&[ty], flags(ty), 0)?;
    let [Leaf::Direct(parts)] = &places.args.first()?[..] else { return None };
    let register = |part: &LeafFragment| match part.location {
        ArgLocation::Reg(reg) => Some(reg),
        ArgLocation::Stack(_) => None,
    };
    parts.iter().map(register).collect()
}

/// Returns the opcode without constraints: the routines use the dynamic rounding mode and raise
/// exceptions anyway.
fn unconstrained(opcode: Opcode) -> Opcode {
    match opcode {
        G_STRICT_FADD => G_FADD,
        G_STRICT_FSUB => G_FSUB,
        G_STRICT_FMUL => G_FMUL,
        G_STRICT_FDIV => G_FDIV,
        G_STRICT_FREM => G_FREM,
        G_STRICT_FMA => G_FMA,
        G_STRICT_FSQRT => G_FSQRT,
        G_STRICT_FLDEXP => G_FLDEXP,
        other => other,
    }
}

/// Returns the routine for `opcode` on these types.
fn routine_for(b: &Builder<'_>, opcode: Opcode, dst: VReg, uses: &[VReg]) -> Option<u16> {
    let types: Vec<Llt> = uses.iter().map(|&u| b.ty(u)).collect();
    libcalls::find(unconstrained(opcode), b.ty(dst), &types, b.pointer().bits())
}

/// Calls the routine for `opcode` on these types; returns `None` if there is none.
pub(crate) fn call_routine(
    cx: &Cx<'_>,
    b: &mut Builder<'_>,
    opcode: Opcode,
    dst: VReg,
    uses: &[VReg],
) -> Result<Option<()>> {
    let Some(number) = routine_for(b, opcode, dst, uses) else { return Ok(None) };
    call(cx.target, b, number, Some(dst), uses)?;
    Ok(Some(()))
}

fn flags(ty: ValueType) -> ArgFlags {
    ArgFlags {
        sext: matches!(ty, ValueType::Int(n) if n <= 32),
        low_bits_only: true,
        orig_align: ty.llt().bytes().next_power_of_two(),
        ..ArgFlags::default()
    }
}

fn leaf(reg: VReg, ty: ValueType) -> ArgInfo {
    ArgInfo { regs: smallvec![reg], types: smallvec![ty], flags: flags(ty), is_fixed: true }
}

/// Calls routine `number`.
pub fn call(
    target: &dyn LegalizerTarget,
    b: &mut Builder<'_>,
    number: u16,
    dst: Option<VReg>,
    uses: &[VReg],
) -> Result<()> {
    call_or_jump(target, b, number, dst, uses, TailKind::None).map(|_| ())
}

/// Calls routine `number`. Returns true if the call is a tail call, which `tail` must allow.
fn call_or_jump(
    target: &dyn LegalizerTarget,
    b: &mut Builder<'_>,
    number: u16,
    dst: Option<VReg>,
    uses: &[VReg],
    tail: TailKind,
) -> Result<bool> {
    let Routine { result, args, .. } = libcalls::ROUTINES[number as usize];
    let pointer_bits = b.pointer().bits();
    let args = uses.iter().zip(args).map(|(&u, &ty)| leaf(u, ty.value_type(pointer_bits))).collect();
    let mut info = CallInfo::of_routine(Callee::External(number), args);
    let lowering = target.call_lowering();
    let Some(ty) = result.map(|ty| ty.value_type(pointer_bits)) else {
        lowering.lower_call(b, &info)?;
        return Ok(false);
    };
    let dst = dst.unwrap_or_else(|| b.mf.create_vreg(ty.llt()));
    let result = leaf(dst, ty);
    if lowering.can_lower_return(&result.types, result.flags, info.calling_convention) {
        (info.result, info.tail) = (result, tail);
        return lowering.lower_call(b, &info);
    }
    let (place, load) = result_place(b, ty.llt());
    let mut address = leaf(place, ValueType::Pointer { address_space: 0, bits: pointer_bits });
    address.flags.sret = true;
    info.args.insert(0, address);
    lowering.lower_call(b, &info)?;
    let value = b.load(ty.llt(), place, load);
    b.define(dst, value);
    Ok(false)
}

/// Creates memory for a result that does not fit into registers: its address, and the access that
/// reads it.
fn result_place(b: &mut Builder<'_>, ty: Llt) -> (VReg, MemOperand) {
    let align = ty.bytes().next_power_of_two().min(16);
    let slot = b.mf.frame.create(FrameObjectKind::Local, ty.bytes().into(), align);
    let mem = MemOperand::new(MemFlags::LOAD, ty, align).with_pointer(PointerInfo::Stack(slot, 0));
    (b.frame_index(b.pointer(), slot), mem)
}

/// Returns the return without a value right after a block operation that may become a tail call.
fn return_after(cx: &Cx<'_>, b: &Builder<'_>, inst: InstId) -> Option<InstId> {
    let may_jump = b.mf.operands(inst).last().is_some_and(|&flag| b.mf.imm_value(flag) == Some(1));
    let next = b.mf.next_inst(inst).filter(|_| may_jump && !b.mf.attrs.no_tail_calls)?;
    let is_return = b.mf.opcode(next) == cx.target.convention().opcodes().ret;
    (is_return && b.mf.operands(next).iter().all(|o| o.phys().is_none())).then_some(next)
}

/// Lowers block operations to the C library's memory routines.
fn memory(cx: &Cx<'_>, b: &mut Builder<'_>, inst: InstId) -> Result<Outcome> {
    let (opcode, dst) = (b.mf.opcode(inst), b.reg(inst, 0));
    // LLVM reserves the lower address spaces for ordinary addresses.
    let special = |m: &MemOperand| m.address_space >= 256;
    if b.mf.mem_operands(inst).any(special) {
        return Ok(Outcome::Declined);
    }
    let word = Llt::scalar(cx.info.max_scalar_bits);
    let size = b.reg(inst, if opcode == G_BZERO { 1 } else { 2 });
    let size = b.resize(G_ZEXT, word, size);
    let (like, second) = match opcode {
        G_BZERO => (G_MEMSET, b.int(S32, 0)),
        G_MEMSET => {
            let byte = b.reg(inst, 1);
            (G_MEMSET, b.resize(G_ANYEXT, S32, byte))
        }
        other => (other, b.reg(inst, 1)),
    };
    let Some(number) = libcalls::of_opcode(like) else { return Ok(Outcome::Declined) };
    let returned = return_after(cx, b, inst);
    let tail = if returned.is_some() { TailKind::May } else { TailKind::None };
    if call_or_jump(cx.target, b, number, None, &[dst, second, size], tail)? {
        returned.into_iter().for_each(|inst| b.mf.remove_inst(inst));
    }
    Ok(Outcome::Replaced)
}

/// Returns the routines for a predicate, each with the comparison of its result with 0. The results
/// are combined by `or`.
fn questions(predicate: FloatPredicate) -> Option<&'static [(Comparison, IntPredicate)]> {
    use Comparison as C;
    use FloatPredicate::*;
    use IntPredicate as I;
    Some(match predicate {
        Oeq => &[(C::Eq, I::Eq)],
        Une => &[(C::Ne, I::Ne)],
        Ogt => &[(C::Gt, I::Sgt)],
        Oge => &[(C::Ge, I::Sge)],
        Olt => &[(C::Lt, I::Slt)],
        Ole => &[(C::Le, I::Sle)],
        Ord => &[(C::Unord, I::Eq)],
        Uno => &[(C::Unord, I::Ne)],
        Ugt => &[(C::Le, I::Sgt)],
        Uge => &[(C::Lt, I::Sge)],
        Ult => &[(C::Ge, I::Slt)],
        Ule => &[(C::Gt, I::Sle)],
        Ueq => &[(C::Unord, I::Ne), (C::Eq, I::Eq)],
        // The complement of `ueq`: both must hold, see `compare`.
        One => &[(C::Unord, I::Eq), (C::Ne, I::Ne)],
        False | True => return None,
    })
}

/// Lowers a comparison of floats: the routine's result is compared with zero.
fn compare(cx: &Cx<'_>, b: &mut Builder<'_>, inst: InstId) -> Result<Outcome> {
    let (dst, lhs, rhs) = (b.reg(inst, 0), b.reg(inst, 2), b.reg(inst, 3));
    let Some(predicate) = b.mf.operand(inst, 1).as_float_predicate() else { return Ok(Outcome::Declined) };
    let (to, bits) = (b.ty(dst), b.ty(lhs).bits());
    let Some(questions) = questions(predicate) else {
        let value = b.int(to, (predicate == FloatPredicate::True) as i128);
        b.define(dst, value);
        return Ok(Outcome::Replaced);
    };
    let mut answer: Option<VReg> = None;
    for &(comparison, test) in questions {
        let Some(number) = libcalls::comparison(comparison, bits) else { return Ok(Outcome::Declined) };
        let result = b.mf.create_vreg(S32);
        call(cx.target, b, number, Some(result), &[lhs, rhs])?;
        let holds = b.cmp_int(test, result, 0);
        let join = if predicate == FloatPredicate::One { G_AND } else { G_OR };
        answer = Some(answer.map_or(holds, |a| b.op(join, S1, &[a, holds])));
    }
    if let Some(answer) = answer {
        let value = b.resize(G_ZEXT, to, answer);
        b.define(dst, value);
    }
    Ok(Outcome::Replaced)
}
