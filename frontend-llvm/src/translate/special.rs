//! Translation of intrinsic calls by the table of `intrinsics`, including those with their own
//! function.

use gisel_codegen::ir::entity::VReg;
use gisel_codegen::ir::llt::{Llt, S16, S32};
use gisel_codegen::ir::mir::asm_operand::extra;
use gisel_codegen::ir::mir::{InstFlags, MemFlags, MemOperand, Operand};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::ir::value_type::{ValueType, VectorElement};
use gisel_codegen::isel::call_lowering::target::Callee;
use gisel_codegen::isel::legalizer::LegalityQuery;
use gisel_codegen::machine::desc::instructions::Opcode as Generic;
use gisel_codegen::machine::facts::{OfBFloats, TargetIntrinsic, Widened};
use smallvec::SmallVec;

use super::arithmetic::flags;
use super::asm_symbols::LITERAL;
use super::error::{Result, Stop};
use super::function_state::FunctionTranslator;
use super::intrinsics::{Lower, Special};
use super::masked::Arguments;
use super::value_map::Regs;
use crate::ir::function::intrinsic_name;
use crate::ir::{AttrIndex, AttrKind, Attributes, CallSite, Inst, InstFlags as IrFlags, TypeKind, Value};
use crate::reader::TRAP_FUNCTION;

/// The kind of a pseudo probe of a block.
const BLOCK_PROBE: u64 = 0;

/// The end of the name of an intrinsic with instructions of its own for a result of bfloats, whose
/// low-level type is that of halfs.
const OF_BFLOATS: &str = ".v8bf16";

/// Returns true if an intrinsic may access memory through pointers that are narrower than
/// addresses.
fn takes_narrow_pointers(lower: Lower) -> bool {
    use Special::{CompressStore, ExpandLoad, MaskedLoad, MaskedStore};
    match lower {
        Lower::Memory(_) | Lower::Harmless(_) | Lower::FirstArgument => true,
        Lower::Special(special) => {
            matches!(special, MaskedLoad | MaskedStore | ExpandLoad | CompressStore)
        }
        _ => false,
    }
}

impl<'m> FunctionTranslator<'_, 'm> {
    pub(crate) fn intrinsic(&mut self, inst: Inst<'m>, call: CallSite<'m>, id: u32) -> Result<()> {
        let Some(lower) = self.cx.intrinsics.lower(id, self.cx.coverage.as_deref()) else {
            let own = intrinsic_name(id).map(|name| self.own_intrinsic(inst, name)).transpose()?;
            if let Some(intrinsic) = own.flatten() {
                self.check_arguments(call)?;
                return self.target_intrinsic(inst, call, intrinsic);
            }
            return Err(Stop::new(format!("unsupported intrinsic {}", intrinsic_name(id).unwrap_or("?"))));
        };
        self.b.flags = flags(inst.flags());
        if !takes_narrow_pointers(lower) {
            self.check_arguments(call)?;
        }
        match lower {
            Lower::Refused(why) => {
                let name = intrinsic_name(id).unwrap_or("?");
                Err(Stop::new(format!("intrinsic {name} is not supported: {why}")))
            }
            Lower::Target(why) => {
                let name = intrinsic_name(id).unwrap_or("?");
                let missing =
                    || Stop::new(format!("intrinsic {name} is not supported by this target: {why}"));
                let intrinsic = self.own_intrinsic(inst, name)?.ok_or_else(missing)?;
                self.target_intrinsic(inst, call, intrinsic)
            }
            Lower::Plain(opcode, args) => self.plain_intrinsic(inst, call, opcode, args, None),
            Lower::WithImmediate(opcode, args) => {
                let imm = self.constant_operand(call.value(), args.into())?;
                self.plain_intrinsic(inst, call, opcode, args, Some(imm))
            }
            Lower::Constrained(opcode, args) => self.constrained(inst, call, opcode, args),
            Lower::ZeroIsPoison(opcode, zero_undef) => {
                let poison = self.constant_operand(call.value(), 1)? != 0;
                self.plain_intrinsic(inst, call, if poison { zero_undef } else { opcode }, 1, None)
            }
            Lower::Harmless(_) => self.no_code(inst),
            Lower::FirstArgument => {
                let value = self.operand_value(call.value(), 0)?;
                let regs = self.regs(value)?;
                self.define(inst, &regs);
                Ok(())
            }
            Lower::Memory(opcode) => self.memory_intrinsic(inst, call, opcode),
            Lower::Routine(name) => self.routine_intrinsic(inst, call, name),
            Lower::Special(special) => self.special(inst, call, special),
        }
    }

    /// Returns the intrinsic of the target called `name`, for the result of `inst`.
    fn own_intrinsic(&mut self, inst: Inst<'m>, name: &str) -> Result<Option<TargetIntrinsic>> {
        let intrinsic = self.target.intrinsic(name);
        if intrinsic.is_none() || !self.is_bfloat(inst.ty())? {
            return Ok(intrinsic);
        }
        Ok(self.target.intrinsic(&format!("{name}{OF_BFLOATS}")).or(intrinsic))
    }

    /// Translates an intrinsic of the target.
    fn target_intrinsic(
        &mut self,
        inst: Inst<'m>,
        call: CallSite<'m>,
        intrinsic: TargetIntrinsic,
    ) -> Result<()> {
        if intrinsic.of_bfloats != OfBFloats::Same {
            for ty in call.args().map(|arg| arg.ty()).chain([inst.ty()]) {
                if ty.kind() == TypeKind::Metadata || !self.is_bfloat(ty)? {
                    continue;
                }
                return match intrinsic.of_bfloats {
                    OfBFloats::Generic(opcode, args) => {
                        self.bfloat_intrinsic(inst, call, (opcode, args), None)
                    }
                    _ => Err(Stop::new("an intrinsic of the target that computes with halfs, of bfloats")),
                };
            }
        }
        let mut uses = SmallVec::<[Operand; 8]>::new();
        for (n, arg) in (0..).zip(call.args()) {
            let is_number = call.attribute(AttrIndex::Param(n), AttrKind::ImmArg).is_some();
            uses.push(match arg.as_int().and_then(|int| int.as_i64()).filter(|_| is_number) {
                Some(number) => self.b.mf.imm(number),
                None => {
                    let reg = self.reg(arg)?;
                    Operand::use_of(match intrinsic.widened_from(self.b.mf.ty(reg)) {
                        Some(widened) => self.widen(reg, widened),
                        None => reg,
                    })
                }
            });
        }
        let results = self.result(inst)?;
        let mut made = results.clone();
        for dst in &mut made {
            if let Some(widened) = intrinsic.widened_from(self.b.mf.ty(*dst)) {
                *dst = self.b.mf.create_vreg(widened.ty);
            }
        }
        if self.target.facts().lacks_vectors {
            let values = uses.iter().filter_map(|operand| operand.vreg()).chain(made.iter().copied());
            if values.into_iter().any(|value| self.b.mf.ty(value).is_vector()) {
                return Err(Stop::new("an intrinsic on vectors, which the subtarget lacks"));
            }
        }
        let mut operands: SmallVec<[Operand; 8]> = made.iter().map(|&dst| Operand::def(dst)).collect();
        operands.push(Operand::intrinsic(intrinsic.number));
        operands.extend(uses);
        let mem = match intrinsic.access {
            Some(direction) => self.intrinsic_access(call, direction)?,
            None => None,
        };
        let opcode = if intrinsic.effects { G_INTRINSIC_W_SIDE_EFFECTS } else { G_INTRINSIC };
        let built = self.b.inst(opcode, &operands);
        mem.into_iter().for_each(|mem| self.b.mf.add_mem_operand(built, mem));
        for (&dst, &made) in results.iter().zip(&made).filter(|(dst, made)| dst != made) {
            let mut narrow = made;
            if intrinsic.widened.is_some_and(|widened| widened.upper) {
                let (ty, bits) = (self.b.mf.ty(made), self.b.mf.ty(dst).bits());
                let amount = self.b.constant(ty, i64::from(ty.bits() - bits));
                narrow = self.b.op(G_LSHR, ty, &[made, amount]);
            }
            self.b.inst(G_TRUNC, &[Operand::def(dst), Operand::use_of(narrow)]);
        }
        Ok(())
    }

    /// Widens an argument of a target's intrinsic.
    fn widen(&mut self, reg: VReg, widened: Widened) -> VReg {
        let bits = self.b.mf.ty(reg).bits();
        let wide = self.b.op(G_ANYEXT, widened.ty, &[reg]);
        if !widened.upper {
            return wide;
        }
        let amount = self.b.constant(widened.ty, i64::from(widened.ty.bits() - bits));
        self.b.op(G_SHL, widened.ty, &[wide, amount])
    }

    /// Returns the access of an intrinsic to the memory at its pointer, if it has one.
    fn intrinsic_access(&mut self, call: CallSite<'m>, direction: MemFlags) -> Result<Option<MemOperand>> {
        let pointer = (0..).zip(call.args()).find(|(_, arg)| matches!(arg.ty().kind(), TypeKind::Pointer(_)));
        let Some((n, pointer)) = pointer else { return Ok(None) };
        let element = call.attribute(AttrIndex::Param(n), AttrKind::ElementType).and_then(|a| a.ty);
        let (ty, align) = match element {
            Some(element) => (self.cx.types.llt(element)?, self.cx.types.abi_align(element)),
            None => (Llt::scalar(128), 16),
        };
        Ok(Some(self.memory(direction | MemFlags::VOLATILE, ty, align, pointer)))
    }

    pub(super) fn plain_intrinsic(
        &mut self,
        inst: Inst<'m>,
        call: CallSite<'m>,
        opcode: Generic,
        args: u8,
        imm: Option<i64>,
    ) -> Result<()> {
        self.check_exponent(inst, call, opcode)?;
        for ty in call.args().take(args.into()).map(|arg| arg.ty()).chain([inst.ty()]) {
            if self.is_bfloat(ty)? {
                return self.bfloat_intrinsic(inst, call, (opcode, args), imm);
            }
        }
        let mut uses = self.call_args(call, args.into())?;
        if let (G_FLDEXP | G_STRICT_FLDEXP, &[value, exponent]) = (opcode, &uses[..]) {
            uses[1] = self.exponents(value, exponent);
        }
        let dst = self.result(inst)?;
        if let (G_FPOWI, &[dst], &[base, exponent]) = (opcode, &dst[..], &uses[..])
            && self.b.mf.ty(exponent).is_vector()
        {
            self.powers(dst, base, exponent);
            return Ok(());
        }
        let lanes = |reg: &VReg| self.b.mf.ty(*reg).elements();
        if matches!(opcode, G_FPTOSI_SAT | G_FPTOUI_SAT | G_FFREXP)
            && dst.iter().any(|reg| lanes(reg) != lanes(&uses[0]))
        {
            return Err(Stop::new("conversion between vectors of different lengths"));
        }
        if let (&[dst], &[lhs, rhs]) = (&dst[..], &uses[..])
            && self.is_wide_division(opcode, self.b.mf.ty(dst))
        {
            self.b.flags = InstFlags::empty();
            match imm {
                Some(scale) => self.wide_fixed_division(opcode, dst, [lhs, rhs], scale),
                None => self.wide_division(opcode, dst, lhs, rhs),
            }
            return Ok(());
        }
        let mut operands: SmallVec<[Operand; 8]> = dst.iter().map(|&dst| Operand::def(dst)).collect();
        operands.extend(uses.iter().map(|&reg| Operand::use_of(reg)));
        if let Some(imm) = imm {
            operands.push(self.b.mf.imm(imm));
        }
        self.b.inst(opcode, &operands);
        Ok(())
    }

    /// Checks the integer argument of `powi` or `ldexp`.
    fn check_exponent(&mut self, inst: Inst<'m>, call: CallSite<'m>, opcode: Generic) -> Result<()> {
        if !matches!(opcode, G_FPOWI | G_FLDEXP | G_STRICT_FLDEXP) {
            return Ok(());
        }
        let of = self.operand_value(call.value(), 1)?.ty();
        let (exponent, ty) = (self.cx.types.llt(of)?, self.cx.types.llt(inst.ty())?);
        let is_each = exponent.is_vector() == ty.is_vector() && exponent.elements() == ty.elements();
        // A vector of one element is a scalar as a value.
        let is_for_all = matches!(of.kind(), TypeKind::Integer(_));
        if opcode != G_FPOWI {
            let refused = || Stop::new("`ldexp` of vectors of different lengths");
            return (is_each || is_for_all).then_some(()).ok_or_else(refused);
        }
        if exponent.scalar_bits() > S32.bits() {
            return Err(Stop::new("`powi` with an exponent that is wider than `int`"));
        }
        if !is_for_all && (!is_each || self.is_bfloat(inst.ty())?) {
            return Err(Stop::new("`powi` of vectors of different lengths, or of bfloats"));
        }
        Ok(())
    }

    /// Returns an exponent of all elements of `value` as a vector of exponents.
    pub(super) fn exponents(&mut self, value: VReg, exponent: VReg) -> VReg {
        let (ty, number) = (self.b.mf.ty(value), self.b.mf.ty(exponent));
        if ty.is_vector() == number.is_vector() {
            return exponent;
        }
        let all = vec![exponent; ty.elements() as usize];
        self.b.op(G_BUILD_VECTOR, ty.with_element(number), &all)
    }

    /// Defines `dst` as the powers of a vector's elements by the exponents with their numbers.
    fn powers(&mut self, dst: VReg, bases: VReg, exponents: VReg) {
        let element = self.b.mf.ty(bases).element();
        let (bases, exponents) = (self.b.elements(bases), self.b.elements(exponents));
        let pairs = bases.iter().zip(&exponents);
        let powers: Regs = pairs.map(|(&base, &n)| self.b.op(G_FPOWI, element, &[base, n])).collect();
        self.b.regs(G_BUILD_VECTOR, &[dst], &powers);
    }

    pub(super) fn no_code(&mut self, inst: Inst<'m>) -> Result<()> {
        // A token has no register.
        if !inst.value().has_uses() || inst.ty().kind() == TypeKind::Token {
            return Ok(());
        }
        for dst in self.result(inst)? {
            self.b.regs(G_IMPLICIT_DEF, &[dst], &[]);
        }
        Ok(())
    }

    fn special(&mut self, inst: Inst<'m>, call: CallSite<'m>, special: Special) -> Result<()> {
        match special {
            Special::ClearCache => self.clear_cache(call),
            Special::CollectorRead => self.collector_read(inst, call),
            Special::CollectorWrite => self.collector_write(call),
            Special::StackMap => self.stack_map(call),
            Special::PatchPoint => self.patch_point(inst, call),
            Special::Statepoint => self.statepoint(inst, call),
            Special::Relocate => self.relocate(inst, call),
            Special::StatepointResult => self.statepoint_result(inst, call),
            Special::Deoptimize => self.deoptimize(inst, call),
            Special::InitTrampoline => self.init_trampoline(call),
            Special::Number(number) => self.define_number(inst, number),
            Special::DependenceMask { read_after_write } => {
                self.dependence_mask(inst, call, read_after_write)
            }
            Special::CarrylessProduct => self.carryless_product(inst, call),
            Special::ExtractLastActive => self.extract_last_active(inst, call),
            Special::Histogram(op) => self.histogram(call, op),
            Special::StepVector => self.step_vector(inst),
            Special::VectorMatch => self.vector_match(inst, call),
            Special::Fmuladd => self.fmuladd(inst, call, [G_FMA, G_FMUL, G_FADD]),
            Special::ConstrainedCompare { signaling } => self.constrained_compare(inst, call, signaling),
            Special::ConstrainedFmuladd => {
                self.b.mf.attrs.strict_fp = true;
                self.fmuladd(inst, call, [G_STRICT_FMA, G_STRICT_FMUL, G_STRICT_FADD])
            }
            Special::ExceptionTypeId => self.exception_type_id(inst, call),
            Special::FloatToHalf => self.convert_half(inst, call, G_FPTRUNC),
            Special::FunnelShift { funnel, rotate } => self.funnel_shift(inst, call, [funnel, rotate]),
            Special::HalfToFloat => self.convert_half(inst, call, G_FPEXT),
            Special::IsConstant => {
                let constant = self.is_constant(call);
                self.define_number(inst, i64::from(constant))
            }
            Special::ObjectSize => {
                let minimum = self.constant_operand(call.value(), 1)? != 0;
                self.define_number(inst, if minimum { 0 } else { -1 })
            }
            Special::MemoryCheck { short_granules, known_shadow } => {
                self.memory_check(call, short_granules, known_shadow)
            }
            Special::MemsetInline => self.memset_inline(call),
            Special::LoadRelative => self.load_relative(inst, call),
            Special::FakeUse => self.fake_use(call),
            Special::Prefetch => self.prefetch(call),
            Special::PseudoProbe => self.pseudo_probe(inst, call),
            Special::StackEntry => self.stack_entry(inst, None),
            Special::FrameEnd => {
                let offset = self.operand_value(call.value(), 0)?;
                self.stack_entry(inst, Some(offset).filter(|offset| !offset.is_null()))
            }
            Special::AsyncContextAddress => self.async_context_address(inst),
            Special::EhReturn => self.eh_return(call),
            Special::SaveAll => self.save_all(),
            Special::LocalAddress => self.local_address(inst),
            Special::LocalEscape => self.local_escape(call),
            Special::ProtectedField => self.protect_field(inst, call),
            Special::LocalRecover => self.local_recover(inst, call),
            Special::ReturnAddressSlot => self.return_address_slot(inst),
            Special::FrameAddress | Special::ReturnAddress => self.frame_fact(inst, call, special),
            Special::StackSave if self.saves_unsafe_stack() => {
                self.save_unsafe_stack(inst);
                Ok(())
            }
            Special::StackRestore if self.saves_unsafe_stack() => {
                let top = self.operand(call.value(), 0)?;
                self.reset_unsafe_stack(top);
                Ok(())
            }
            Special::StackSave | Special::StackAddress => self.stack_pointer(inst, call, G_STACKSAVE, 0),
            Special::StackRestore => self.stack_pointer(inst, call, G_STACKRESTORE, 1),
            Special::ThreadPointer => {
                let dst = self.single_result(inst)?;
                self.target.call_lowering().lower_thread_pointer(&mut self.b, dst);
                Ok(())
            }
            Special::Trap(opcode) => self.trap(inst, call, opcode),
            Special::VaStart => self.va_start(call),
            Special::VaCopy => {
                let args = self.call_args(call, 2)?;
                self.target.call_lowering().lower_va_copy(&mut self.b, args[0], args[1])?;
                Ok(())
            }
            Special::StartValueReduction { sequential, step, reduce } => {
                self.reduction(inst, call, [sequential, step, reduce])
            }
            Special::ElementAtomic(name) => self.element_atomic(call, name),
            Special::MemsetPattern => self.memset_pattern(call),
            Special::PredicatedCompare { floats } => self.predicated_compare(inst, call, floats),
            Special::VectorCompress => self.vector_compress(inst, call),
            Special::ActiveLaneMask => self.active_lane_mask(inst, call),
            Special::CompressStore => self.compress_store(call),
            Special::ExpandLoad => self.expand_load(inst, call),
            Special::GetVectorLength => self.get_vector_length(inst, call),
            Special::MaskedLoad => {
                let args = Arguments { pointer: 0, stride: None, mask: 1, length: None };
                self.masked_load(inst, call, args, Some(2))
            }
            Special::MaskedStore => {
                self.masked_store(call, Arguments { pointer: 1, stride: None, mask: 2, length: None })
            }
            Special::PartialReduction(step) => self.partial_reduction(inst, call, step),
            Special::PredicatedLoad => {
                let args = Arguments { pointer: 0, stride: None, mask: 1, length: Some(2) };
                self.masked_load(inst, call, args, None)
            }
            Special::PredicatedStridedLoad => {
                let args = Arguments { pointer: 0, stride: Some(1), mask: 2, length: Some(3) };
                self.masked_load(inst, call, args, None)
            }
            Special::PredicatedStridedStore => {
                let args = Arguments { pointer: 1, stride: Some(2), mask: 3, length: Some(4) };
                self.masked_store(call, args)
            }
            Special::PredicatedMerge => self.predicated_merge(inst, call),
            Special::PredicatedReduction(step) => self.predicated_reduction(inst, call, step),
            Special::PredicatedStore => {
                self.masked_store(call, Arguments { pointer: 1, stride: None, mask: 2, length: Some(3) })
            }
            Special::VectorDeinterleave(count) => self.vector_deinterleave(inst, call, count),
            Special::VectorInterleave(count) => self.vector_interleave(inst, call, count),
            Special::VectorSplice { left } => self.vector_splice(inst, call, left),
            Special::VectorExtract => self.vector_extract(inst, call),
            Special::VectorInsert => self.vector_insert(inst, call),
            Special::TrailingZeroElements => self.trailing_zero_elements(inst, call),
            Special::ReadRegister => self.read_register(inst, call),
            Special::ReferToSymbol => self.refer_to_symbol(call),
            Special::WriteRegister => self.write_register(call),
            Special::XrayEvent => self.xray_event(inst, call),
            Special::VectorReverse => self.vector_reverse(inst, call),
        }
    }

    /// Emits a trap, or a call of its replacement (`trap-func-name`) with the argument of
    /// `llvm.ubsantrap`.
    fn trap(&mut self, inst: Inst<'m>, call: CallSite<'m>, opcode: Generic) -> Result<()> {
        if let Some(callee) = call.callee() {
            let own = Attributes::of_call(call, callee, AttrIndex::Function);
            self.b.mf.attrs.has_nomerge_calls |= own.has(AttrKind::NoMerge);
        }
        if let Some(name) =
            call.string_attribute(AttrIndex::Function, TRAP_FUNCTION).filter(|name| !name.is_empty())
        {
            let callee = self.cx.external(name)?;
            return self.call_routine(inst, Callee::Symbol(callee), call.args());
        }
        let mut operands = SmallVec::<[Operand; 1]>::new();
        if opcode == G_UBSANTRAP {
            let kind = self.constant_operand(call.value(), 0)?;
            operands.push(self.b.mf.imm(kind));
        }
        self.b.inst(opcode, &operands);
        Ok(())
    }

    /// Emits a no-op relocation against the symbol that the argument names. It is emitted as
    /// assembly, because any name is possible.
    fn refer_to_symbol(&mut self, call: CallSite<'m>) -> Result<()> {
        let name = call.arg(0).and_then(|name| name.metadata_string());
        let name = name.ok_or_else(|| Stop::new("llvm.reloc.none without the name of a symbol"))?;
        let name = name.strip_prefix(LITERAL).unwrap_or(name);
        if name.is_empty() || name.contains(|c: char| c.is_control()) {
            return Err(Stop::new(format!("llvm.reloc.none against {name:?}")));
        }
        let quoted = name.replace('\\', "\\\\").replace('"', "\\\"").replace('$', "$$");
        self.cx.find_asm_symbol(name);
        let text = self.b.mf.create_asm_string(format!(".reloc ., BFD_RELOC_NONE, \"{quoted}\""));
        self.b.inst(INLINEASM, &[Operand::asm_string(text), Operand::small_imm(extra::SIDE_EFFECTS)]);
        Ok(())
    }

    /// Translates a pseudo probe: the function, the probe's number, its kind, attributes, and the
    /// inlined call sites. Call sites are listed from the outermost, each with the caller and the
    /// number of the call.
    fn pseudo_probe(&mut self, inst: Inst<'m>, call: CallSite<'m>) -> Result<()> {
        let number = |operand| {
            let number = call.arg(operand).and_then(|value| value.as_int()?.as_u64());
            number.ok_or_else(|| Stop::new("llvm.pseudoprobe with what is no number"))
        };
        let mut numbers = vec![number(0)?, number(1)?, BLOCK_PROBE, number(2)?];
        let mut calls = inst.inline_sites();
        calls.reverse();
        numbers.extend(calls.into_iter().flat_map(|(function, call)| [function, call.into()]));
        let numbers: Vec<Operand> = numbers.into_iter().map(|number| self.b.mf.imm(number as i64)).collect();
        self.b.inst(PSEUDO_PROBE, &numbers);
        Ok(())
    }

    fn define_number(&mut self, inst: Inst<'m>, number: i64) -> Result<()> {
        let ty = self.cx.types.llt(inst.ty())?;
        let reg = self.b.int(ty, number.into());
        self.define(inst, &[reg]);
        Ok(())
    }

    fn is_constant(&self, call: CallSite<'m>) -> bool {
        use crate::ir::ValueKind;
        let kind = call.arg(0).map(|arg| arg.kind());
        matches!(kind, Some(ValueKind::Int(_) | ValueKind::Fp(_) | ValueKind::Null | ValueKind::Zero))
    }

    /// Translates `llvm.fmuladd`, which is fused if the target has the instruction.
    fn fmuladd(&mut self, inst: Inst<'m>, call: CallSite<'m>, [fused, mul, add]: [Generic; 3]) -> Result<()> {
        let ty = self.cx.types.scalar(inst.ty())?;
        let is_legal = |ty| self.target.legalizer_info().is_legal(&LegalityQuery::new(G_FMA, &[ty]));
        let is_fusable = matches!(
            ty,
            ValueType::Half
                | ValueType::Float
                | ValueType::Double
                | ValueType::Vector { element: VectorElement::Float | VectorElement::Double, .. }
        );
        let has_routine = ty != ValueType::Half && self.target.facts().fuses_products;
        let may_fuse = !self.cx.module().options.never_fuses;
        let has_fused =
            may_fuse && is_fusable && (has_routine || is_legal(Llt::scalar(ty.llt().scalar_bits())));
        if has_fused {
            return self.plain_intrinsic(inst, call, fused, 3, None);
        }
        let args = self.call_args(call, 3)?;
        let dst = self.single_result(inst)?;
        if self.is_bfloat(inst.ty())? {
            let product = self.bfloat_step(mul, args[0], args[1]);
            let sum = self.bfloat_step(add, product, args[2]);
            self.b.copy(dst, sum);
            return Ok(());
        }
        let product = self.b.op(mul, ty.llt(), &args[..2]);
        self.b.regs(add, &[dst], &[product, args[2]]);
        Ok(())
    }

    /// Translates a funnel shift, or a rotation if both inputs are the same value.
    fn funnel_shift(
        &mut self,
        inst: Inst<'m>,
        call: CallSite<'m>,
        [funnel, rotate]: [Generic; 2],
    ) -> Result<()> {
        if call.arg(0) != call.arg(1) {
            return self.plain_intrinsic(inst, call, funnel, 3, None);
        }
        let (value, amount) = (self.operand(call.value(), 0)?, self.operand(call.value(), 2)?);
        let dst = self.single_result(inst)?;
        self.b.regs(rotate, &[dst], &[value, amount]);
        Ok(())
    }

    /// Translates `llvm.convert.to.fp16` and `llvm.convert.from.fp16`, whose 16-bit integer holds
    /// the bits of a `half`. A conversion from `half` to `half` is the value itself.
    fn convert_half(&mut self, inst: Inst<'m>, call: CallSite<'m>, opcode: Generic) -> Result<()> {
        let source = self.operand(call.value(), 0)?;
        let source_ty = self.operand_value(call.value(), 0)?.ty();
        let result_ty = self.cx.types.llt(inst.ty())?;
        let (half, float) = match opcode {
            G_FPEXT => (self.b.mf.ty(source), inst.ty()),
            _ => (result_ty, source_ty),
        };
        if half != S16 {
            return Err(Stop::new("half that is not 16 bits wide"));
        }
        if self.b.mf.ty(source).is_vector() || result_ty.is_vector() {
            return Err(Stop::new("conversion between one half and a vector"));
        }
        if self.b.mf.ty(source) == result_ty && !self.is_bfloat(float)? {
            self.define(inst, &[source]);
            return Ok(());
        }
        self.plain_intrinsic(inst, call, opcode, 1, None)
    }

    /// Translates `llvm.load.relative`: adds the 32-bit number at pointer plus offset to the
    /// pointer.
    fn load_relative(&mut self, inst: Inst<'m>, call: CallSite<'m>) -> Result<()> {
        let args = self.call_args(call, 2)?;
        let ty = self.cx.types.llt(inst.ty())?;
        let word = ty.scalar_bits();
        let offset = self.resize(args[1], word, true);
        let place = self.b.op(G_PTR_ADD, ty, &[args[0], offset]);
        let distance = self.b.load(S32, place, MemOperand::new(MemFlags::LOAD, S32, 4));
        let distance = self.resize(distance, word, true);
        let sum = self.b.op(G_PTR_ADD, ty, &[args[0], distance]);
        self.define(inst, &[sum]);
        Ok(())
    }

    /// Translates `llvm.fake.use`: the value stays in registers or their spill slots up to here.
    fn fake_use(&mut self, call: CallSite<'m>) -> Result<()> {
        let value = self.operand_value(call.value(), 0)?;
        for reg in self.regs(value)? {
            self.use_in_registers(reg);
        }
        Ok(())
    }

    /// Uses each fragment of a value separately; using all at once might require too many
    /// registers.
    pub(super) fn use_in_registers(&mut self, reg: VReg) {
        for part in self.in_registers(reg) {
            self.b.inst(FAKE_USE, &[Operand::use_of(part)]);
        }
    }

    /// Splits the value into fragments that each fit a register on every target.
    fn in_registers(&mut self, reg: VReg) -> SmallVec<[VReg; 8]> {
        let (ty, word) = (self.b.mf.ty(reg), self.b.word());
        let is_whole = |bits: u32| bits.is_power_of_two() && bits >= 8;
        if ty.is_vector() {
            let banks = self.target.register_banks();
            let bank = banks.banks().iter().find(|bank| bank.holds(ty));
            let held = bank.is_some_and(|bank| banks.class_for(bank.id, ty).is_some());
            if held && is_whole(ty.scalar_bits()) && ty.bits() >= word.bits() {
                return SmallVec::from_slice(&[reg]);
            }
            let elements = self.b.unmerge(ty.element(), reg);
            return elements.into_iter().flat_map(|element| self.in_registers(element)).collect();
        }
        if ty.is_pointer() || ty.bits() == 32 || ty == word {
            return SmallVec::from_slice(&[reg]);
        }
        let whole = ty.bits().next_multiple_of(word.bits());
        let wide = if ty.bits() == whole { reg } else { self.b.op(G_ANYEXT, Llt::scalar(whole), &[reg]) };
        if whole == word.bits() { SmallVec::from_slice(&[wide]) } else { self.b.unmerge(word, wide) }
    }

    fn prefetch(&mut self, call: CallSite<'m>) -> Result<()> {
        let address = self.operand(call.value(), 0)?;
        let mut operands: SmallVec<[Operand; 4]> = SmallVec::from_slice(&[Operand::use_of(address)]);
        for index in 1..4 {
            let hint = self.constant_operand(call.value(), index)?;
            operands.push(self.b.mf.imm(hint));
        }
        let inst = self.b.inst(G_PREFETCH, &operands);
        let direction =
            if self.constant_operand(call.value(), 1)? == 0 { MemFlags::LOAD } else { MemFlags::STORE };
        self.b.mf.add_mem_operand(inst, MemOperand::new(direction, Llt::INVALID, 1));
        Ok(())
    }

    fn frame_fact(&mut self, inst: Inst<'m>, call: CallSite<'m>, special: Special) -> Result<()> {
        let depth = self.constant_operand(call.value(), 0)? as u32;
        let dst = self.single_result(inst)?;
        let lowering = self.target.call_lowering();
        match special {
            Special::FrameAddress => {
                self.b.mf.frame.frame_address_taken = true;
                lowering.lower_frame_address(&mut self.b, dst, depth)?;
            }
            _ => {
                self.b.mf.frame.return_address_taken = true;
                if depth > 0 {
                    self.b.mf.frame.frame_address_taken = true;
                }
                lowering.lower_return_address(&mut self.b, dst, depth)?;
            }
        }
        Ok(())
    }

    /// Translates `swift.async.context.addr`: the function gets a frame record with a context,
    /// whatever its parameters are.
    fn async_context_address(&mut self, inst: Inst<'m>) -> Result<()> {
        self.b.mf.frame.frame_address_taken = true;
        self.b.mf.attrs.swift_async = true;
        let dst = self.single_result(inst)?;
        Ok(self.target.call_lowering().lower_async_context_address(&mut self.b, dst)?)
    }

    /// Translates `sponentry` and `eh.dwarf.cfa`: the stack pointer at the function's entry, where
    /// the stack arguments begin, plus `offset` bytes.
    fn stack_entry(&mut self, inst: Inst<'m>, offset: Option<Value<'m>>) -> Result<()> {
        let object = self.b.mf.frame.create_fixed(u64::from(self.b.word().scalar_bits() / 8), 0, true);
        let pointer = self.b.pointer();
        let mut address = self.b.frame_index(pointer, object);
        if let Some(offset) = offset {
            let offset = self.reg(offset)?;
            let offset = self.resize(offset, pointer.bits(), true);
            address = self.b.op(G_PTR_ADD, pointer, &[address, offset]);
        }
        self.define(inst, &[address]);
        Ok(())
    }

    fn stack_pointer(&mut self, inst: Inst<'m>, call: CallSite<'m>, opcode: Generic, args: u8) -> Result<()> {
        self.b.mf.frame.has_variable_sized = true;
        self.plain_intrinsic(inst, call, opcode, args, None)
    }

    fn va_start(&mut self, call: CallSite<'m>) -> Result<()> {
        let list = self.operand(call.value(), 0)?;
        let inst = self.b.regs(G_VASTART, &[], &[list]);
        let align = (self.b.word().scalar_bits() / 8).max(1);
        self.b.mf.add_mem_operand(inst, MemOperand::new(MemFlags::STORE, self.b.word(), align));
        Ok(())
    }

    /// Translates the instruction `va_arg`.
    pub(crate) fn va_arg(&mut self, inst: Inst<'m>) -> Result<()> {
        let list = self.operand(inst.value(), 0)?;
        let leaf = match (inst.ty().kind(), self.cx.types.leaves(inst.ty())?) {
            (TypeKind::Struct { .. } | TypeKind::Array(_), _) => None,
            (_, leaves) => leaves.first().filter(|leaf| !leaf.llt.is_scalable()).map(|leaf| leaf.ty),
        };
        let Some(ty) = leaf else {
            return Err(Stop::new(format!("`va_arg` of type {}", inst.ty())));
        };
        let dst = self.single_result(inst)?;
        let lowering = self.target.convention();
        if lowering.lower_va_arg(&mut self.b, dst, list, ty).map_err(Stop::new)? {
            return Ok(());
        }
        let align = self.cx.types.layout.abi_align(inst.ty());
        let align = self.b.mf.imm(align as i64);
        self.b.inst(G_VAARG, &[Operand::def(dst), Operand::use_of(list), align]);
        Ok(())
    }

    /// Translates a reduction with a start value: in order, unless the flags allow reassociation.
    fn reduction(&mut self, inst: Inst<'m>, call: CallSite<'m>, ops: [Generic; 3]) -> Result<()> {
        let [sequential, step, reduce] = ops;
        let args = self.call_args(call, 2)?;
        let dst = self.single_result(inst)?;
        let ty = self.b.mf.ty(dst);
        if self.is_bfloat(inst.ty())? {
            let sum = self
                .b
                .elements(args[1])
                .iter()
                .fold(args[0], |sum, &element| self.bfloat_step(step, sum, element));
            self.b.copy(dst, sum);
            return Ok(());
        }
        if !self.b.mf.ty(args[1]).is_vector() {
            self.b.regs(step, &[dst], &args);
        } else if inst.flags().contains(IrFlags::REASSOC) {
            let sum = self.b.op(reduce, ty, &args[1..]);
            self.b.regs(step, &[dst], &[args[0], sum]);
        } else {
            self.b.regs(sequential, &[dst], &args);
        }
        Ok(())
    }
}
