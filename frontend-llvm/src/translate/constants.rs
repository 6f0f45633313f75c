//! Constants in instructions: numbers, addresses, expressions.

use gisel_codegen::ir::entity::VReg;
use gisel_codegen::ir::libcalls;
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::mir::{BlockAddressRef, Operand};
use gisel_codegen::ir::module::SymbolKind;
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::call_lowering::target::{CallInfo, Callee};
use smallvec::SmallVec;

use super::error::{Result, Stop};
use super::function_state::FunctionTranslator;
use super::signed_pointers;
use super::value_map::Regs;
use crate::ir::{Block, Function, Type, TypeKind, Value, ValueKind};

impl<'m> FunctionTranslator<'_, 'm> {
    /// Creates a constant's registers at the builder's point, without metadata of its user.
    pub(crate) fn constant(&mut self, value: Value<'m>, kind: ValueKind<'m>) -> Result<Regs> {
        if let ValueKind::Int(int) = kind
            && let Some(ty) = self.cx.types.register(value.ty())
        {
            return Ok(SmallVec::from_slice(&[self.b.wide_constant(ty, int.words)]));
        }
        let location = self.b.leave_metadata();
        let regs = self.constant_of(value, kind);
        self.b.debug_loc = location;
        regs
    }

    fn constant_of(&mut self, value: Value<'m>, kind: ValueKind<'m>) -> Result<Regs> {
        let ty = value.ty();
        match kind {
            ValueKind::Undef | ValueKind::Poison => {
                let range = self.cx.types.range(ty)?;
                let leaves: Vec<Llt> = range.map(|i| self.cx.types.leaf(i).llt).collect();
                Ok(leaves.into_iter().map(|ty| self.b.undef(ty)).collect())
            }
            _ => match ty.kind() {
                TypeKind::Struct { fields, .. } => self.aggregate(value, fields.into()),
                TypeKind::Array(count) => self.aggregate(value, count),
                TypeKind::FixedVector(count) if !matches!(kind, ValueKind::Expr(_)) => {
                    self.constant_vector(value, count, ty)
                }
                TypeKind::ScalableVector(_) if value.is_null() => self.scalable_zero(ty),
                _ => Ok(SmallVec::from_slice(&[self.scalar_constant(value, kind)?])),
            },
        }
    }

    fn aggregate(&mut self, value: Value<'m>, count: u64) -> Result<Regs> {
        let mut regs = Regs::new();
        let limit = self.cx.types.leaves(value.ty())?.len();
        for i in 0..count {
            if regs.len() >= limit {
                break;
            }
            let element = u32::try_from(i).ok().and_then(|i| value.constant_element(i));
            let element = element.ok_or_else(|| Stop::new("constant without elements"))?;
            regs.extend(self.regs(element)?);
        }
        Ok(regs)
    }

    fn constant_vector(&mut self, value: Value<'m>, count: u32, ty: Type<'m>) -> Result<Regs> {
        let llt = self.cx.types.llt(ty)?;
        let mut elements = Regs::new();
        for i in 0..count {
            let element = value.constant_element(i).ok_or_else(|| Stop::ty(ty))?;
            elements.push(self.reg(element)?);
        }
        match elements[..] {
            [_] => Ok(elements),
            _ => Ok(SmallVec::from_slice(&[self.b.op(G_BUILD_VECTOR, llt, &elements)])),
        }
    }

    fn scalable_zero(&mut self, ty: Type<'m>) -> Result<Regs> {
        let llt = self.cx.types.llt(ty)?;
        let zero = self.b.constant(llt.element(), 0);
        Ok(SmallVec::from_slice(&[self.b.op(G_SPLAT_VECTOR, llt, &[zero])]))
    }

    fn scalar_constant(&mut self, value: Value<'m>, kind: ValueKind<'m>) -> Result<VReg> {
        let ty = self.cx.types.llt(value.ty())?;
        match kind {
            ValueKind::Int(int) => Ok(self.b.wide_constant(ty, int.words)),
            ValueKind::Fp(fp) => Ok(self.b.fconstant(ty, fp.bits)),
            ValueKind::Null | ValueKind::Zero => Ok(self.b.constant(ty, 0)),
            ValueKind::Function(_) | ValueKind::Global(_) => self.global_address(value, ty),
            ValueKind::DsoLocalEquivalent(global) | ValueKind::NoCfi(global) => {
                self.global_address(global, ty)
            }
            ValueKind::BlockAddress { function, block } => {
                let address = self.block_address(function, block)?;
                let dst = self.b.mf.create_vreg(ty);
                self.b.inst(G_BLOCK_ADDR, &[Operand::def(dst), address]);
                match signed_pointers::block_schema(function) {
                    Some(schema) => self.sign_address(dst, schema, None),
                    None => Ok(dst),
                }
            }
            ValueKind::Signed(pointer) => self.signed_pointer(pointer),
            ValueKind::Expr(expr) => self.constant_expr(expr),
            _ => Err(Stop::new(format!("constant {value}"))),
        }
    }

    /// Returns the address of a block of `function` as an operand.
    pub(super) fn block_address(&mut self, function: Function<'m>, block: Block<'m>) -> Result<Operand> {
        let ir_block = self.cx.block_number(function, block)?;
        let symbol = self.cx.symbol(function.value())?;
        Ok(self.b.mf.block_address(BlockAddressRef { function: symbol, ir_block }))
    }

    fn global_address(&mut self, value: Value<'m>, ty: Llt) -> Result<VReg> {
        let symbol = self.cx.symbol(value)?;
        let global = self.b.mf.global(symbol, 0);
        let dst = self.b.mf.create_vreg(ty);
        self.b.shared(|b| b.inst(G_GLOBAL_VALUE, &[Operand::def(dst), global]));
        if self.cx.module.symbol(symbol).kind == SymbolKind::EmulatedTls {
            return self.emulated_tls_address(dst, ty);
        }
        Ok(dst)
    }

    /// Returns the address of the current thread's instance of the variable that `control`
    /// describes.
    fn emulated_tls_address(&mut self, control: VReg, ty: Llt) -> Result<VReg> {
        let routine = libcalls::by_name("__emutls_get_address");
        let routine = routine.ok_or_else(|| Stop::new("emulated thread-local variable"))?;
        let address = self.b.mf.create_vreg(ty);
        let argument = self.pointer_arg(SmallVec::from_slice(&[control]));
        let mut call = CallInfo::of_routine(Callee::External(routine), vec![argument]);
        call.result = self.pointer_arg(SmallVec::from_slice(&[address]));
        self.target.call_lowering().lower_call(&mut self.b, &call)?;
        Ok(address)
    }

    /// Returns the value of an operand that is a constant integer.
    pub(crate) fn constant_operand(&self, user: Value<'m>, index: u32) -> Result<i64> {
        let value = self.operand_value(user, index)?;
        let int = value.as_int().and_then(|int| int.as_i64());
        int.ok_or_else(|| Stop::new(format!("operand {value} that is no constant")))
    }
}
