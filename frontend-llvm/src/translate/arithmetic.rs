//! Instructions whose result is a function of their operands: arithmetic, casts, comparisons,
//! select, freeze.

use gisel_codegen::ir::entity::VReg;
use gisel_codegen::ir::mir::{FloatPredicate, InstFlags, IntPredicate, Operand};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::machine::desc::instructions::Opcode as Generic;

use super::error::{Result, Stop};
use super::function_state::{Current, FunctionTranslator};
use crate::ir::{
    ConstantExpr, Inst, InstFlags as IrFlags, InstRecord, Opcode, Predicate, Type, TypeKind, Value,
};

/// Returns the generic opcode with the same operands and one result, if there is one.
fn generic(opcode: Opcode) -> Option<Generic> {
    Some(match opcode {
        Opcode::FNeg => G_FNEG,
        Opcode::Add => G_ADD,
        Opcode::FAdd => G_FADD,
        Opcode::Sub => G_SUB,
        Opcode::FSub => G_FSUB,
        Opcode::Mul => G_MUL,
        Opcode::FMul => G_FMUL,
        Opcode::UDiv => G_UDIV,
        Opcode::SDiv => G_SDIV,
        Opcode::FDiv => G_FDIV,
        Opcode::URem => G_UREM,
        Opcode::SRem => G_SREM,
        Opcode::FRem => G_FREM,
        Opcode::Shl => G_SHL,
        Opcode::LShr => G_LSHR,
        Opcode::AShr => G_ASHR,
        Opcode::And => G_AND,
        Opcode::Or => G_OR,
        Opcode::Xor => G_XOR,
        Opcode::Trunc => G_TRUNC,
        Opcode::ZExt => G_ZEXT,
        Opcode::SExt => G_SEXT,
        Opcode::FPToUI => G_FPTOUI,
        Opcode::FPToSI => G_FPTOSI,
        Opcode::UIToFP => G_UITOFP,
        Opcode::SIToFP => G_SITOFP,
        Opcode::FPTrunc => G_FPTRUNC,
        Opcode::FPExt => G_FPEXT,
        Opcode::PtrToInt | Opcode::PtrToAddr => G_PTRTOINT,
        Opcode::IntToPtr => G_INTTOPTR,
        _ => return None,
    })
}

/// Returns the generic opcode of an operation whose values are never floating-point and that is
/// translated one to one.
fn integer_operation(opcode: Opcode) -> Option<Generic> {
    use Opcode::*;
    let is_one = matches!(
        opcode,
        Add | Sub | Mul | Shl | LShr | AShr | And | Or | Xor | Trunc | ZExt | SExt | PtrToInt | IntToPtr
    );
    generic(opcode).filter(|_| is_one)
}

/// LLVM's instruction flags with their GMIR counterparts.
const FLAGS: &[(IrFlags, InstFlags)] = &[
    (IrFlags::NUW, InstFlags::NO_U_WRAP),
    (IrFlags::NSW, InstFlags::NO_S_WRAP),
    (IrFlags::EXACT, InstFlags::IS_EXACT),
    (IrFlags::DISJOINT, InstFlags::DISJOINT),
    (IrFlags::NNEG, InstFlags::NON_NEG),
    (IrFlags::INBOUNDS, InstFlags::IN_BOUNDS),
    (IrFlags::REASSOC, InstFlags::FM_REASSOC),
    (IrFlags::NNAN, InstFlags::FM_NO_NANS),
    (IrFlags::NINF, InstFlags::FM_NO_INFS),
    (IrFlags::NSZ, InstFlags::FM_NSZ),
    (IrFlags::ARCP, InstFlags::FM_ARCP),
    (IrFlags::CONTRACT, InstFlags::FM_CONTRACT),
    (IrFlags::AFN, InstFlags::FM_AFN),
];

/// Converts an instruction's flags to GMIR flags.
pub(crate) fn flags(ir: IrFlags) -> InstFlags {
    if ir.is_empty() {
        return InstFlags::empty();
    }
    let set = FLAGS.iter().filter(|(ir_flag, _)| ir.contains(*ir_flag));
    set.fold(InstFlags::empty(), |flags, &(_, flag)| flags | flag)
}

enum Compare {
    Int(IntPredicate),
    Float(FloatPredicate),
}

fn compare(predicate: Predicate) -> Compare {
    use Compare::{Float, Int};
    match predicate {
        Predicate::FcmpFalse => Float(FloatPredicate::False),
        Predicate::FcmpOeq => Float(FloatPredicate::Oeq),
        Predicate::FcmpOgt => Float(FloatPredicate::Ogt),
        Predicate::FcmpOge => Float(FloatPredicate::Oge),
        Predicate::FcmpOlt => Float(FloatPredicate::Olt),
        Predicate::FcmpOle => Float(FloatPredicate::Ole),
        Predicate::FcmpOne => Float(FloatPredicate::One),
        Predicate::FcmpOrd => Float(FloatPredicate::Ord),
        Predicate::FcmpUno => Float(FloatPredicate::Uno),
        Predicate::FcmpUeq => Float(FloatPredicate::Ueq),
        Predicate::FcmpUgt => Float(FloatPredicate::Ugt),
        Predicate::FcmpUge => Float(FloatPredicate::Uge),
        Predicate::FcmpUlt => Float(FloatPredicate::Ult),
        Predicate::FcmpUle => Float(FloatPredicate::Ule),
        Predicate::FcmpUne => Float(FloatPredicate::Une),
        Predicate::FcmpTrue => Float(FloatPredicate::True),
        Predicate::IcmpEq => Int(IntPredicate::Eq),
        Predicate::IcmpNe => Int(IntPredicate::Ne),
        Predicate::IcmpUgt => Int(IntPredicate::Ugt),
        Predicate::IcmpUge => Int(IntPredicate::Uge),
        Predicate::IcmpUlt => Int(IntPredicate::Ult),
        Predicate::IcmpUle => Int(IntPredicate::Ule),
        Predicate::IcmpSgt => Int(IntPredicate::Sgt),
        Predicate::IcmpSge => Int(IntPredicate::Sge),
        Predicate::IcmpSlt => Int(IntPredicate::Slt),
        Predicate::IcmpSle => Int(IntPredicate::Sle),
    }
}

impl<'m> FunctionTranslator<'_, 'm> {
    /// Translates an instruction that is not a terminator.
    pub(crate) fn inst(&mut self, current: &Current<'m>) -> Result<()> {
        let inst = current.inst;
        let opcode = inst.opcode();
        self.cx.translated(opcode);
        match opcode {
            // These are translated with the phis of their block.
            Opcode::Phi | Opcode::LandingPad => Ok(()),
            Opcode::Alloca => self.alloca(current),
            Opcode::Load if self.protects_fields => self.load_field(current),
            Opcode::Store if self.protects_fields => self.store_field(current),
            Opcode::Load => self.load(current),
            Opcode::Store => self.store(current),
            Opcode::Fence => self.fence(inst),
            Opcode::CmpXchg => self.compare_exchange(inst),
            Opcode::AtomicRMW => self.atomic_rmw(inst),
            Opcode::Call => self.call(current),
            Opcode::VAArg => self.va_arg(inst),
            Opcode::ExtractElement => self.extract_element(inst),
            Opcode::InsertElement => self.insert_element(inst),
            Opcode::ShuffleVector => self.shuffle_vector(inst),
            Opcode::ExtractValue => self.extract_value(inst),
            Opcode::InsertValue => self.insert_value(inst),
            Opcode::Select => self.select(inst),
            Opcode::Freeze => self.freeze(inst),
            Opcode::GetElementPtr if self.constant_element_pointer(current)? => Ok(()),
            Opcode::BitCast | Opcode::AddrSpaceCast | Opcode::GetElementPtr => {
                let reg = self.operation(inst.value(), opcode, inst.flags())?;
                self.define(inst, &[reg]);
                Ok(())
            }
            _ => self.plain(current),
        }
    }

    /// Translates an instruction that maps to one generic instruction.
    fn plain(&mut self, current: &Current<'m>) -> Result<()> {
        let &Current { inst, record, number } = current;
        let ir_flags =
            if record.is_listed() { IrFlags::from_bits_retain(record.flags) } else { inst.flags() };
        self.b.flags = flags(ir_flags);
        let dst = match self.cx.types.numbered(record.ty).register {
            Some(ty) => self.result_register(number, ty),
            None => self.single_result(inst)?,
        };
        match inst.opcode() {
            Opcode::ICmp => self.compare_integers(&record, dst),
            Opcode::FCmp => self.compare_into(inst, dst),
            opcode => match integer_operation(opcode) {
                Some(generic) => self.integer_operation(&record, generic, dst),
                None => self.operation_into(inst.value(), opcode, dst),
            },
        }
    }

    /// Translates an operation whose operands need no conversion.
    fn integer_operation(&mut self, record: &InstRecord<'m>, generic: Generic, dst: VReg) -> Result<()> {
        let (first, second) = (self.map.body.operand(record, 0), self.map.body.operand(record, 1));
        let source = self.operand_reg(first)?;
        let first = Operand::use_of(source);
        match second {
            None if self.narrow_conversion(generic, dst, source) => return Ok(()),
            None => self.b.short(generic, self.b.flags, [Operand::def(dst), first]),
            second => {
                let second = Operand::use_of(self.operand_reg(second)?);
                self.b.short(generic, self.b.flags, [Operand::def(dst), first, second])
            }
        };
        Ok(())
    }

    fn compare_integers(&mut self, record: &InstRecord<'m>, dst: VReg) -> Result<()> {
        let predicate = Predicate::from_number(record.detail.into()).map(compare);
        let Some(Compare::Int(predicate)) = predicate else {
            return Err(Stop::new("comparison without predicate"));
        };
        let (lhs, rhs) = (self.map.body.operand(record, 0), self.map.body.operand(record, 1));
        let (lhs, rhs) = (Operand::use_of(self.operand_reg(lhs)?), Operand::use_of(self.operand_reg(rhs)?));
        let operands = [Operand::def(dst), Operand::int_predicate(predicate), lhs, rhs];
        self.b.short(G_ICMP, self.b.flags, operands);
        Ok(())
    }

    pub(crate) fn single_result(&mut self, inst: Inst<'m>) -> Result<VReg> {
        match self.result(inst)?[..] {
            [reg] => Ok(reg),
            _ => Err(Stop::ty(inst.ty())),
        }
    }

    /// Returns the register of a constant expression, computed by the equivalent instruction.
    pub(crate) fn constant_expr(&mut self, expr: ConstantExpr<'m>) -> Result<VReg> {
        self.operation(expr.value, expr.opcode, expr.flags())
    }

    /// Translates an operation of an instruction or constant expression. Returns a new register, or
    /// an operand's register if the operation does nothing.
    fn operation(&mut self, user: Value<'m>, opcode: Opcode, ir_flags: IrFlags) -> Result<VReg> {
        self.b.flags = flags(ir_flags);
        let reg = match opcode {
            Opcode::GetElementPtr => self.element_pointer(user),
            Opcode::BitCast => self.bitcast(user),
            Opcode::AddrSpaceCast => {
                let ty = self.cx.types.llt(user.ty())?;
                match self.narrow_cast(user, ty)? {
                    Some(reg) => Ok(reg),
                    None => self.recast(user, G_ADDRSPACE_CAST),
                }
            }
            _ => {
                let ty = self.cx.types.llt(user.ty())?;
                let dst = self.b.mf.create_vreg(ty);
                self.operation_into(user, opcode, dst).map(|()| dst)
            }
        };
        self.b.flags = InstFlags::empty();
        reg
    }

    fn operation_into(&mut self, user: Value<'m>, opcode: Opcode, dst: VReg) -> Result<()> {
        let generic = generic(opcode).ok_or_else(|| Stop::new("unsupported instruction"))?;
        let mut has_bfloat = self.is_bfloat(user.ty())?;
        let mut uses = super::value_map::Regs::new();
        for i in 0..user.num_operands() {
            let operand = self.operand_value(user, i)?;
            has_bfloat |= self.is_bfloat(operand.ty())?;
            uses.push(self.reg(operand)?);
        }
        match uses[..] {
            _ if has_bfloat => {
                let types = (0..).zip(&uses).map(|(n, &reg)| Ok((reg, self.operand_value(user, n)?.ty())));
                let operands = types.collect::<Result<Vec<_>>>()?;
                self.bfloat_operation(opcode, generic, (dst, user.ty()), &operands)?;
            }
            [lhs, rhs] if self.is_wide_division(generic, self.b.mf.ty(dst)) => {
                self.b.flags = InstFlags::empty();
                self.wide_division(generic, dst, lhs, rhs);
            }
            [pointer] if self.narrow_conversion(generic, dst, pointer) => {}
            _ => {
                self.b.regs(generic, &[dst], &uses);
            }
        }
        Ok(())
    }

    /// Translates a cast, which emits no code if both types are equal in registers.
    fn recast(&mut self, user: Value<'m>, generic: Generic) -> Result<VReg> {
        let src = self.operand(user, 0)?;
        let ty = self.cx.types.llt(user.ty())?;
        if self.b.mf.ty(src) == ty {
            return Ok(src);
        }
        Ok(self.b.op(generic, ty, &[src]))
    }

    /// Translates a cast between types of equal size. With `noimplicitfloat`, an integer stays in
    /// general registers on either side of the cast.
    fn bitcast(&mut self, user: Value<'m>) -> Result<VReg> {
        if !self.b.mf.attrs.no_implicit_float {
            return self.recast(user, G_BITCAST);
        }
        let src = self.operand(user, 0)?;
        let is_integer = |ty: Type<'_>| matches!(ty.kind(), TypeKind::Integer { .. });
        let from = is_integer(self.operand_value(user, 0)?.ty());
        let to = is_integer(user.ty());
        let (src_ty, ty) = (self.b.mf.ty(src), self.cx.types.llt(user.ty())?);
        let general = match from && !to {
            true => self.b.op(G_CONSTANT_FOLD_BARRIER, src_ty, &[src]),
            false => src,
        };
        let cast = if src_ty == ty { general } else { self.b.op(G_BITCAST, ty, &[general]) };
        Ok(if to && !from { self.b.op(G_CONSTANT_FOLD_BARRIER, ty, &[cast]) } else { cast })
    }

    fn compare_into(&mut self, inst: Inst<'m>, dst: VReg) -> Result<()> {
        let predicate = inst.predicate().ok_or_else(|| Stop::new("comparison without predicate"))?;
        let (mut lhs, mut rhs) = (self.operand(inst.value(), 0)?, self.operand(inst.value(), 1)?);
        let (opcode, predicate) = match compare(predicate) {
            Compare::Int(predicate) => (G_ICMP, Operand::int_predicate(predicate)),
            Compare::Float(predicate) => {
                let ty = self.operand_value(inst.value(), 0)?.ty();
                (lhs, rhs) = (self.widen_if_bfloat(ty, lhs)?, self.widen_if_bfloat(ty, rhs)?);
                (G_FCMP, Operand::float_predicate(predicate))
            }
        };
        self.b.inst(opcode, &[Operand::def(dst), predicate, Operand::use_of(lhs), Operand::use_of(rhs)]);
        Ok(())
    }

    fn select(&mut self, inst: Inst<'m>) -> Result<()> {
        let condition = self.operand(inst.value(), 0)?;
        let [yes, no] = [1, 2].map(|i| self.operand_value(inst.value(), i));
        let (yes, no) = (self.regs(yes?)?, self.regs(no?)?);
        self.b.flags = flags(inst.flags());
        let dst = self.result(inst)?;
        for ((&dst, &yes), &no) in dst.iter().zip(&yes).zip(&no) {
            self.b.regs(G_SELECT, &[dst], &[condition, yes, no]);
        }
        Ok(())
    }

    fn freeze(&mut self, inst: Inst<'m>) -> Result<()> {
        let value = self.operand_value(inst.value(), 0)?;
        let src = self.regs(value)?;
        let dst = self.result(inst)?;
        for (&dst, &src) in dst.iter().zip(&src) {
            self.b.regs(G_FREEZE, &[dst], &[src]);
        }
        Ok(())
    }

    /// Converts an integer to a width of `bits`: extends or truncates it.
    pub(crate) fn resize(&mut self, reg: VReg, bits: u32, signed: bool) -> VReg {
        let ty = self.b.mf.ty(reg);
        let to = ty.with_scalar_bits(bits);
        match ty.scalar_bits().cmp(&bits) {
            std::cmp::Ordering::Equal => reg,
            std::cmp::Ordering::Greater => self.b.op(G_TRUNC, to, &[reg]),
            std::cmp::Ordering::Less => self.b.op(if signed { G_SEXT } else { G_ZEXT }, to, &[reg]),
        }
    }
}
