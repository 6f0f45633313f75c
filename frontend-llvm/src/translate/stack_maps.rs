//! `llvm.experimental.stackmap` and `patchpoint`: values whose locations are recorded, and
//! patchable calls.
//!
//! A recorded value is a constant, the address of a static alloca, or a register, which allocation
//! may spill to a slot. A patch point is built as an ordinary call and then converted to a
//! `PATCHPOINT`. Source: LLVM's *Stack maps and patch points in LLVM*.

use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::llt::{Llt, S32};
use gisel_codegen::ir::mir::stack_map::{ANY_REG, CONSTANT, DIRECT_MEM_REF};
use gisel_codegen::ir::mir::{Operand, OperandFlags, OperandTag};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::call_lowering::target::{CallInfo, Callee, TailKind};
use gisel_codegen::machine::arg_locations::{ArgLocation, Leaf, LeafFragment};
use gisel_codegen::machine::calling_convention;
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::mc::target::RecordedCalls;
use smallvec::SmallVec;

use super::error::{Result, Stop};
use super::function_state::FunctionTranslator;
use super::value_map::Regs;
use crate::ir::function::intrinsic_name;
use crate::ir::{AttrIndex, Attributes, CallSite, Inst, Opcode, Type, TypeKind, Value, ValueKind};

/// The operands of a location.
pub(super) type LiveOperands = SmallVec<[Operand; 4]>;

/// The recorded value of undef and poison, as in LLVM.
const UNDEFINED: i64 = 0xfefe_fefe;

/// The maximum number of bits of a call address on any target.
const ADDRESS_BITS: u32 = 48;

/// Returns true if a call is of a recorded intrinsic that itself contains a call.
pub(super) fn is_recorded_call(call: CallSite<'_>) -> bool {
    matches!(
        intrinsic_name(call.intrinsic_id()),
        Some(
            "llvm.experimental.patchpoint"
                | "llvm.experimental.patchpoint.void"
                | "llvm.experimental.gc.statepoint"
        )
    )
}

/// Returns a number as a location.
pub(super) fn number(kind: i32, value: Operand) -> LiveOperands {
    SmallVec::from_slice(&[Operand::small_imm(kind), value])
}

impl<'m> FunctionTranslator<'_, 'm> {
    /// Returns the target's interface for recorded calls.
    pub(super) fn recorded_calls(&self) -> Result<&dyn RecordedCalls> {
        let calls = self.target.mc().recorded_calls();
        calls.ok_or_else(|| Stop::new("stack maps are for targets of 64 bits"))
    }

    /// Returns the number of reserved bytes, a constant argument that must be whole instructions.
    pub(super) fn reserved_bytes(&mut self, call: CallSite<'m>, index: u32) -> Result<i64> {
        let bytes = self.constant_operand(call.value(), index)?;
        self.reserve(bytes)?;
        Ok(bytes)
    }

    /// Reserves `bytes` bytes of code.
    pub(super) fn reserve(&mut self, bytes: i64) -> Result<()> {
        let unit = i64::from(self.target.mc().code_align());
        if !(0..1 << 31).contains(&bytes) || bytes % unit != 0 {
            return Err(Stop::new(format!("{bytes} bytes reserved for a patch, in instructions of {unit}")));
        }
        self.b.mf.frame.patch_bytes += bytes as u64;
        Ok(())
    }

    pub(super) fn stack_map(&mut self, call: CallSite<'m>) -> Result<()> {
        let overwritten: &[PhysReg] = self.recorded_calls()?.overwritten_by_map();
        let id = self.constant_operand(call.value(), 0)?;
        let bytes = self.reserved_bytes(call, 1)?;
        let mut operands = vec![self.b.mf.imm(id), self.b.mf.imm(bytes)];
        for value in call.args().skip(2) {
            operands.extend(self.recorded(value)?);
        }
        operands.extend(overwritten.iter().map(|&reg| overwrites(reg)));
        self.b.inst(STACKMAP, &operands);
        self.b.mf.frame.has_stack_map = true;
        Ok(())
    }

    pub(super) fn patch_point(&mut self, inst: Inst<'m>, call: CallSite<'m>) -> Result<()> {
        let overwritten: &[PhysReg] = self.recorded_calls()?.overwritten_by_patch();
        let id = self.constant_operand(call.value(), 0)?;
        let bytes = self.reserved_bytes(call, 1)?;
        let target = self.patch_target(call)?;
        let count = self.constant_operand(call.value(), 3)?;
        let count = u32::try_from(count).ok().filter(|&count| count <= call.num_args().saturating_sub(4));
        let count = count.ok_or_else(|| Stop::new("a patch point with fewer arguments than it says"))?;
        let mut locations = Vec::new();
        for value in call.args().skip(4 + count as usize) {
            locations.extend(self.recorded(value)?);
        }
        let (id, bytes) = (self.b.mf.imm(id), self.b.mf.imm(bytes));
        self.b.mf.frame.has_patch_point = true;
        if i64::from(call.calling_conv()) == ANY_REG {
            return self.any_reg_patch_point(inst, call, [id, bytes, target], count, locations);
        }
        let mut info = self.wrapped_call(call, inst.ty(), 4..4 + count, 4 + count, false)?;
        info.result.regs = self.result(inst)?;
        let built = self.build_wrapped(&info)?;
        let call = WrappedCall::of(self, built);
        let mut operands = vec![id, bytes, target, Operand::small_imm(call.arguments.len() as i32)];
        operands.push(Operand::small_imm(info.calling_convention as i32));
        operands.extend(call.arguments);
        operands.extend(locations);
        operands.push(call.mask);
        operands.extend(overwritten.iter().map(|&reg| overwrites(reg)));
        operands.extend(call.results);
        self.b.mf.replace_with_inst(built, PATCHPOINT, &operands);
        self.leave_invoke(inst)
    }

    /// Translates an `anyregcc` patch point: arguments and result may be in any registers, and all
    /// others are preserved.
    fn any_reg_patch_point(
        &mut self,
        inst: Inst<'m>,
        call: CallSite<'m>,
        [id, bytes, target]: [Operand; 3],
        count: u32,
        locations: Vec<Operand>,
    ) -> Result<()> {
        let overwritten: &[PhysReg] = self.recorded_calls()?.overwritten_by_patch();
        let mut operands = Vec::new();
        let results = self.result(inst)?;
        match results[..] {
            [] => {}
            [result] => {
                if self.in_one_register(result, inst.ty())? != result {
                    return Err(unrecorded(inst.ty()));
                }
                operands.push(match self.may_land(inst) {
                    true => Operand::def(self.result_location(inst)?.0),
                    false => Operand::def(result),
                });
            }
            _ => return Err(unrecorded(inst.ty())),
        }
        operands.extend([id, bytes, target, Operand::small_imm(count as i32)]);
        operands.push(Operand::small_imm(ANY_REG as i32));
        for value in call.args().skip(4).take(count as usize) {
            let reg = self.recorded_register(value)?;
            operands.push(Operand::use_of(reg));
        }
        operands.extend(locations);
        if self.may_land(inst) {
            // The unwinder only restores what the C convention preserves.
            operands.push(self.usual_mask()?);
        }
        operands.extend(overwritten.iter().map(|&reg| overwrites(reg)));
        self.b.inst(PATCHPOINT, &operands);
        self.b.mf.frame.has_calls = true;
        if let (&[result], true) = (&results[..], self.may_land(inst)) {
            let (location, ty) = self.result_location(inst)?;
            let is_narrow = self.b.mf.ty(result).bits() < ty.bits();
            let read = if is_narrow { self.b.mf.create_vreg(ty) } else { result };
            self.b.inst(COPY, &[Operand::def(read), Operand::use_of(location)]);
            if is_narrow {
                self.b.inst(G_TRUNC, &[Operand::def(result), Operand::use_of(read)]);
            }
        }
        self.leave_invoke(inst)
    }

    /// Returns the register of a result by the C convention, and its type. A call that may throw ends
    /// its block, so its result cannot be spilled after it.
    fn result_location(&mut self, inst: Inst<'m>) -> Result<(PhysReg, Llt)> {
        let info = self.arg_info(inst.ty(), Regs::new(), true, &Attributes::none())?;
        let lowering = self.target.call_lowering();
        let locations = lowering.locations(&[], &info, false, calling_convention::C).map_err(Stop::new)?;
        match locations.result.args.first().map(|leaves| &leaves[..]) {
            Some([Leaf::Direct(parts)]) if parts.len() == 1 => match parts[0] {
                LeafFragment { location: ArgLocation::Reg(reg), loc_ty, .. } => Ok((reg, loc_ty)),
                _ => Err(unrecorded(inst.ty())),
            },
            _ => Err(unrecorded(inst.ty())),
        }
    }

    /// Returns the target of a patch point's call: a number or a symbol.
    fn patch_target(&mut self, call: CallSite<'m>) -> Result<Operand> {
        let target = self.operand_value(call.value(), 2)?;
        if let Some(address) = constant_address(target) {
            if address as u64 >> ADDRESS_BITS != 0 {
                return Err(Stop::new(format!(
                    "a patch point at an address of more than {ADDRESS_BITS} bits"
                )));
            }
            return Ok(self.b.mf.imm(address));
        }
        match self.callee(target)? {
            Callee::Symbol(symbol) => Ok(self.b.mf.global(symbol, 0)),
            _ => Err(Stop::new("a patch point whose target is no constant")),
        }
    }

    /// Returns the call that an intrinsic contains. Its arguments are at `range`; those from
    /// `fixed` on are variadic.
    pub(super) fn wrapped_call(
        &mut self,
        call: CallSite<'m>,
        result: Type<'m>,
        range: std::ops::Range<u32>,
        fixed: u32,
        is_var_arg: bool,
    ) -> Result<CallInfo> {
        let (lowering, convention) = (self.target.call_lowering(), call.calling_conv());
        lowering.check_convention(convention, is_var_arg, false).map_err(Stop::new)?;
        let callee = call.callee().ok_or_else(|| Stop::new("call of nothing"))?;
        let mut args = Vec::new();
        for index in range {
            let value = self.operand_value(call.value(), index)?;
            let regs = self.regs(value)?;
            if regs.is_empty() {
                continue;
            }
            let attributes = Attributes::of_call(call, callee, AttrIndex::Param(index));
            let info = self.arg_info(value.ty(), regs, index < fixed, &attributes)?;
            if info.flags.swift_error || info.flags.nest {
                return Err(Stop::new("a recorded call with a `swifterror` or `nest` argument"));
            }
            args.push(info);
        }
        let attributes = Attributes::of_call(call, callee, AttrIndex::Return);
        let result = self.arg_info(result, Regs::new(), true, &attributes)?;
        if !lowering.can_lower_return(&result.types, result.flags, convention) {
            return Err(Stop::new("a recorded call whose result comes back in memory"));
        }
        Ok(CallInfo {
            callee: Callee::External(0),
            args,
            result,
            calling_convention: convention,
            is_var_arg,
            tail: TailKind::None,
            no_return: false,
            swift_error: None,
            authentication: None,
            locations: None,
        })
    }

    /// Builds the contained call, which is converted later.
    pub(super) fn build_wrapped(&mut self, info: &CallInfo) -> Result<InstId> {
        self.target.call_lowering().lower_call(&mut self.b, info)?;
        self.last_call().ok_or_else(|| Stop::new("there is no call"))
    }

    /// Returns the location of a value at a `STACKMAP` or `PATCHPOINT`.
    fn recorded(&mut self, value: Value<'m>) -> Result<LiveOperands> {
        if let Some(constant) = self.recorded_constant(value, false)? {
            return Ok(constant);
        }
        if let Some(slot) = self.map.slot(value) {
            let address =
                [Operand::small_imm(DIRECT_MEM_REF), Operand::frame_index(slot), Operand::small_imm(0)];
            return Ok(SmallVec::from_slice(&address));
        }
        let reg = self.recorded_register(value)?;
        Ok(SmallVec::from_slice(&[Operand::use_of(reg)]))
    }

    /// Returns a constant of at most 64 bits as a location. Floating-point constants, undef and
    /// poison are constants only `in_state`, or if they would be in general registers.
    pub(super) fn recorded_constant(
        &mut self,
        value: Value<'m>,
        in_state: bool,
    ) -> Result<Option<LiveOperands>> {
        if matches!(value.ty().kind(), TypeKind::ScalableVector(_)) {
            return Err(unrecorded(value.ty()));
        }
        let bits =
            self.cx.types.range(value.ty())?.map(|leaf| self.cx.types.leaf(leaf).llt.bits()).sum::<u32>();
        let number = match value.kind() {
            ValueKind::Int(int) if int.bits == 1 && !in_state => int.as_u64().map(|bit| bit as i64),
            ValueKind::Int(int) if int.bits > 64 && in_state => None,
            ValueKind::Int(int) if int.bits > 64 => {
                let value = int.as_u128().and_then(|value| i64::try_from(value).ok());
                Some(value.ok_or_else(|| unrecorded(value_type(int.bits)))?)
            }
            ValueKind::Int(int) => int.as_i64(),
            ValueKind::Fp(fp) if fp.width <= 64 && (in_state || !self.has_float_registers()) => {
                Some(fp.bits as i64)
            }
            ValueKind::Undef | ValueKind::Poison if in_state && bits <= 64 => Some(UNDEFINED),
            _ => constant_address(value),
        };
        Ok(number.map(|value| self::number(CONSTANT, self.b.mf.imm(value))))
    }

    /// Returns true if the target has floating-point registers.
    fn has_float_registers(&self) -> bool {
        let banks = self.target.register_banks();
        banks.banks().iter().skip(1).any(|bank| bank.holds(S32))
    }

    /// Returns the single register that holds a value.
    fn recorded_register(&mut self, value: Value<'m>) -> Result<VReg> {
        match self.regs(value)?[..] {
            [reg] if !value.ty().is_aggregate() => self.in_one_register(reg, value.ty()),
            _ => Err(unrecorded(value.ty())),
        }
    }

    /// Converts the value in `reg`, of IR type `ty`, to the form of a single register.
    fn in_one_register(&mut self, reg: VReg, ty: Type<'m>) -> Result<VReg> {
        let (llt, word) = (self.b.mf.ty(reg), self.b.word());
        let banks = self.target.register_banks();
        let is_held = || {
            let bank = banks.banks().iter().find(|bank| bank.holds(llt));
            bank.is_some_and(|bank| banks.class_for(bank.id, llt).is_some())
        };
        match ty.kind() {
            TypeKind::FixedVector(_) if matches!(llt.bits(), 64 | 128) && is_held() => Ok(reg),
            TypeKind::Pointer(_) | TypeKind::Float | TypeKind::Double => Ok(reg),
            TypeKind::Half | TypeKind::BFloat => self.in_float_register(reg, ty),
            TypeKind::Fp128 if self.has_quad_registers() => self.in_float_register(reg, ty),
            TypeKind::Integer(bits) if bits == 32 || bits == word.bits() => Ok(reg),
            TypeKind::Integer(bits) if bits < 32 => Ok(self.b.op(G_ANYEXT, S32, &[reg])),
            TypeKind::Integer(bits) if bits < word.bits() => Ok(self.b.op(G_ANYEXT, word, &[reg])),
            _ => Err(unrecorded(ty)),
        }
    }

    /// Returns true if a floating-point register holds 128 bits.
    fn has_quad_registers(&self) -> bool {
        self.target.register_banks().banks().iter().skip(1).any(|bank| bank.holds(Llt::scalar(128)))
    }

    /// Converts the value to a floating-point register of its size if there is one, else to a
    /// general register.
    fn in_float_register(&mut self, reg: VReg, ty: Type<'m>) -> Result<VReg> {
        let (value_ty, bits) = (self.cx.types.scalar(ty)?, self.b.mf.ty(reg).bits());
        let info = self.target.inline_asm();
        let class = info.and_then(|info| info.register_class("w", value_ty));
        let registers = self.target.registers();
        match class.filter(|&class| u32::from(registers.class(class).bits) == bits) {
            Some(class) => {
                let held = self.b.mf.create_class_vreg(class);
                self.b.copy(held, reg);
                Ok(held)
            }
            None if bits < 32 => Ok(self.b.op(G_ANYEXT, S32, &[reg])),
            None => Err(unrecorded(ty)),
        }
    }
}

/// The components of a call that has been built.
pub(super) struct WrappedCall {
    /// The callee.
    pub target: Operand,
    /// The registers that it reads.
    pub arguments: Vec<Operand>,
    /// The mask of preserved registers.
    pub mask: Operand,
    /// The results that it defines.
    pub results: Vec<Operand>,
}

impl WrappedCall {
    /// Extracts the components of the call `built`.
    pub(super) fn of(translator: &FunctionTranslator<'_, '_>, built: InstId) -> WrappedCall {
        let mf = &*translator.b.mf;
        let operands = mf.operands(built);
        let is_argument = |o: &&Operand| o.is_implicit() && o.is_use();
        let argument = |o: &Operand| o.reg().map(Operand::use_of);
        let mut results: Vec<Operand> = operands.iter().copied().filter(|o| o.is_def()).collect();
        let desc = translator.target.desc(mf.opcode(built));
        results.extend(desc.implicit_defs.iter().map(|&reg| overwrites(reg)));
        WrappedCall {
            target: operands[0],
            arguments: operands.iter().filter(is_argument).filter_map(argument).collect(),
            mask: operands.iter().copied().find(|o| o.tag() == OperandTag::RegMask).unwrap_or(operands[1]),
            results,
        }
    }
}

/// Returns a dead early-clobber definition of `reg`.
fn overwrites(reg: PhysReg) -> Operand {
    Operand::implicit_def(reg).with_flags(OperandFlags::DEAD | OperandFlags::EARLY_CLOBBER)
}

/// Returns the value of a constant address, if it is a number.
fn constant_address(value: Value<'_>) -> Option<i64> {
    match value.kind() {
        ValueKind::Null => Some(0),
        ValueKind::Expr(expr) if expr.opcode == Opcode::IntToPtr => {
            let int = expr.operand(0)?.as_int()?;
            if int.bits < 64 { int.as_u64().map(|value| value as i64) } else { int.as_i64() }
        }
        _ => None,
    }
}

fn value_type(bits: u32) -> String {
    format!("i{bits}")
}

fn unrecorded(ty: impl std::fmt::Display) -> Stop {
    Stop::new(format!("a value of type {ty} has no one location that a stack map could record"))
}
