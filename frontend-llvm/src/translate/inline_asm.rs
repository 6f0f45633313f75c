//! Inline assembly: its constraints, and the resulting operands of `INLINEASM`.
//!
//! An operand in any register of a class is a virtual register of that class, copied from or to the
//! value. An operand in a specific register is that register, copied directly before or after.
//! Source: the LLVM language reference, "Inline Assembler Expressions".

use gisel_codegen::ir::entity::{BlockId, InstId, VReg};
use gisel_codegen::ir::mir::asm_operand::{AsmFlag, AsmKind, extra};
use gisel_codegen::ir::mir::{
    FrameObjectKind, MemFlags, MemOperand, Operand, OperandFlags, PointerInfo, Reg,
};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::ir::value_type::ValueType;
use gisel_codegen::machine::calling_convention;
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::desc::registers::{PhysReg, RegClassId};
use gisel_codegen::machine::inline_asm::{FlagOutput, Holding, InlineAsmInfo};
use smallvec::{SmallVec, smallvec};

use super::asm_constraints::{Constraint, OperandKind, Role, choose_alternatives, constraints};
use super::error::{Result, Stop};
use super::function_state::FunctionTranslator;
use super::initializer::Base;
use crate::ir::{AttrIndex, AttrKind, CallSite, InlineAsm, Inst, TypeKind, Value, ValueKind};

/// An output: its registers, with the low bits in the first one, and their class.
pub(super) struct Output {
    pub regs: SmallVec<[Reg; 2]>,
    pub(super) class: RegClassId,
    pub(super) ty: ValueType,
    /// The number of its operand group.
    group: u32,
    /// The flag condition that the output holds, and how its value is computed.
    pub(super) flag: Option<FlagOutput>,
}

/// The operands while they are collected.
#[derive(Default)]
pub(super) struct Operands {
    list: Vec<Operand>,
    /// The start of each group in the list.
    groups: Vec<usize>,
    /// Copies to physical registers, directly before the assembly.
    before: Vec<(PhysReg, VReg)>,
    pub(super) outputs: Vec<Output>,
    /// Outputs that are stored to memory: their numbers, addresses and accesses.
    pub(super) stored: Vec<(usize, VReg, MemOperand)>,
    touches_memory: bool,
    /// The blocks to which the assembly may jump, in order, and the number of labels used so far.
    labels: Vec<BlockId>,
    labels_used: usize,
    /// True if outputs in any register of a class are assigned one here.
    jumps: bool,
    /// Warnings about operands whose registers do not hold the whole value.
    warnings: Vec<String>,
    /// Registers that are assigned or clobbered, and are not assigned again. Set when the first one
    /// is assigned.
    taken: Vec<PhysReg>,
}

impl Operands {
    fn group(&mut self, kind: AsmKind, operand: Operand) {
        self.group_of(AsmFlag::single(kind), [operand]);
    }

    fn group_of(&mut self, flag: AsmFlag, operands: impl IntoIterator<Item = Operand>) {
        self.groups.push(self.list.len());
        self.list.push(Operand::small_imm(flag.encode()));
        self.list.extend(operands);
    }

    /// Returns the operands of assembly that ends its block and may jump to `labels`. Its outputs
    /// are in physical registers.
    pub(super) fn jumping(labels: Vec<BlockId>) -> Operands {
        Operands { labels, jumps: true, ..Operands::default() }
    }
}

/// Returns the properties of a value that decide the choice of constraint alternatives.
fn known(value: Value<'_>) -> OperandKind {
    match (value.kind(), value.ty().kind()) {
        (ValueKind::Int(_), _) => OperandKind::Number,
        (ValueKind::Function(_) | ValueKind::Global(_) | ValueKind::BlockAddress { .. }, _) => {
            OperandKind::Symbol
        }
        (ValueKind::Fp(_), _) => OperandKind::FloatingPointNumber,
        (_, TypeKind::Integer(_)) => OperandKind::Integer,
        (_, TypeKind::FixedVector(_) | TypeKind::ScalableVector(_)) => OperandKind::VectorOrFloat,
        (_, TypeKind::Half | TypeKind::BFloat | TypeKind::Float) => OperandKind::VectorOrFloat,
        (_, TypeKind::Double | TypeKind::Fp128) => OperandKind::VectorOrFloat,
        _ => OperandKind::Other,
    }
}

pub(super) fn refused(what: impl std::fmt::Display) -> Stop {
    Stop::new(format!("inline assembly: {what}"))
}

pub(super) fn foreign() -> Stop {
    refused("text that is not UTF-8")
}

impl<'m> FunctionTranslator<'_, 'm> {
    pub(crate) fn inline_asm(
        &mut self,
        inst: Inst<'m>,
        call: CallSite<'m>,
        asm: InlineAsm<'m>,
    ) -> Result<()> {
        let unwinds = self.may_land(inst);
        let mut operands = match unwinds {
            true => Operands::jumping(Vec::new()),
            false => Operands::default(),
        };
        self.asm_operands(inst, call, asm, &mut operands)?;
        let emitted = self.emit_asm(INLINEASM, asm, &operands)?;
        if unwinds {
            self.destroy_for_unwinder(emitted)?;
        }
        let values = self.output_values(&operands.outputs);
        self.leave_invoke(inst)?;
        for &(number, address, mem) in operands.stored.iter() {
            self.b.store(values[number], address, mem);
        }
        let stored = |n: &usize| operands.stored.iter().any(|(number, ..)| number == n);
        let results: Vec<VReg> = (0..values.len()).filter(|n| !stored(n)).map(|n| values[n]).collect();
        self.define(inst, &results);
        Ok(())
    }

    /// Adds the registers that the unwinder destroys: it only restores what the C convention
    /// preserves, whatever the assembly clobbers.
    fn destroy_for_unwinder(&mut self, asm: InstId) -> Result<()> {
        let usual = self.usual_mask()?;
        let mut operands = self.b.mf.operands(asm).to_vec();
        operands.push(usual);
        self.b.mf.set_operands(asm, &operands);
        Ok(())
    }

    /// Collects the operands of assembly.
    pub(super) fn asm_operands(
        &mut self,
        inst: Inst<'m>,
        call: CallSite<'m>,
        asm: InlineAsm<'m>,
        operands: &mut Operands,
    ) -> Result<()> {
        let Some(info) = self.target.inline_asm() else {
            return Err(refused("the target has none"));
        };
        let mut constraints = constraints(asm.constraints().ok_or_else(foreign)?)
            .map_err(|part| refused(format!("constraint `{part}`")))?;
        choose_alternatives(&mut constraints, call.args().map(known));
        let is_pair = |code: &&str| info.is_pair(code);
        if operands.jumps || constraints.iter().flat_map(|constraint| &constraint.codes).any(is_pair) {
            let names = constraints.iter().flat_map(|constraint| &constraint.codes);
            let names = names.filter_map(|code| code.strip_prefix('{')?.strip_suffix('}'));
            operands.taken.extend(names.filter_map(|name| info.clobbered_register(name)));
        }
        let result = self.cx.types.range(inst.ty())?;
        let mut types = result.map(|leaf| self.cx.types.leaf(leaf).ty).collect::<Vec<_>>().into_iter();
        let mut argument = 0;
        for constraint in &constraints {
            let takes_argument = constraint.role == Role::Input || constraint.indirect;
            let value = if takes_argument { call.arg(argument) } else { None };
            match (constraint.role, value) {
                (Role::Clobber, _) => clobber(info, constraint, operands),
                (Role::Label, _) => label(operands)?,
                (Role::Output { early }, Some(address)) => {
                    self.indirect_output(info, call, argument, constraint, early, address, operands)?;
                }
                (Role::Output { early }, None) => {
                    let ty = types.next().ok_or_else(|| refused("more outputs than results"))?;
                    self.output(info, constraint, early, ty, operands)?;
                }
                (Role::Input, Some(value)) => self.input(info, constraint, value, operands)?,
                (Role::Input, None) => return Err(refused("an argument is missing")),
            }
            argument += u32::from(takes_argument);
        }
        for warning in std::mem::take(&mut operands.warnings) {
            self.warn(inst, warning);
        }
        Ok(())
    }

    /// Emits the assembly as `opcode`, after the copies to physical registers.
    pub(super) fn emit_asm(
        &mut self,
        opcode: Opcode,
        asm: InlineAsm<'m>,
        operands: &Operands,
    ) -> Result<InstId> {
        let text = asm.text().ok_or_else(foreign)?;
        self.cx.find_asm_symbols(text);
        for &(reg, value) in &operands.before {
            self.b.copy(reg, value);
        }
        let mut flags = 0;
        if asm.has_side_effects() {
            flags |= extra::SIDE_EFFECTS;
        }
        if asm.aligns_stack() {
            flags |= extra::ALIGN_STACK;
        }
        if operands.touches_memory || asm.has_side_effects() {
            flags |= extra::MAY_LOAD | extra::MAY_STORE;
        }
        if asm.can_unwind() {
            flags |= extra::MAY_UNWIND;
        }
        let text = Operand::asm_string(self.b.mf.create_asm_string(text.to_owned()));
        let mut all = vec![text, Operand::small_imm(flags)];
        all.extend(&operands.list);
        Ok(self.b.inst(opcode, &all))
    }

    /// Copies the outputs from their registers; flags come first, before other code changes them.
    pub(super) fn output_values(&mut self, outputs: &[Output]) -> Vec<VReg> {
        let flags: Vec<Option<VReg>> =
            outputs.iter().map(|output| output.flag.as_ref().map(|flag| self.flag_value(flag))).collect();
        outputs.iter().zip(flags).map(|(output, flag)| self.output_value(output, flag)).collect()
    }

    /// Returns a register that is one if the condition is true, else zero.
    fn flag_value(&mut self, flag: &FlagOutput) -> VReg {
        let value = self.b.mf.create_class_vreg(flag.class);
        let mut operands = vec![Operand::def(value)];
        operands.extend(flag.operands);
        self.b.inst(flag.opcode, &operands);
        value
    }

    fn output(
        &mut self,
        info: &dyn InlineAsmInfo,
        constraint: &Constraint<'_>,
        early: bool,
        ty: ValueType,
        operands: &mut Operands,
    ) -> Result<()> {
        let (kind, flags) = match early {
            true => (AsmKind::EarlyDef, OperandFlags::EARLY_CLOBBER),
            false => (AsmKind::Def, OperandFlags::empty()),
        };
        let flag = constraint.codes.iter().find_map(|code| info.flag_output(code));
        let (regs, class) = match flag {
            Some(_) if operands.jumps => return Err(refused("an output in flags, of assembly that jumps")),
            Some(_) if !ty.llt().is_scalar() => {
                return Err(refused(format!("flags as a value of type {ty}")));
            }
            // The operand group of the first condition has the flags register; other conditions
            // have empty groups.
            Some(flag) => {
                let first = operands.outputs.iter().all(|output| output.flag.is_none());
                (first.then(|| flag.register.into()).into_iter().collect(), flag.class)
            }
            None => {
                let location = self.location(info, constraint, ty)?;
                (self.registers(info, location, (ty, kind), operands)?, location.class())
            }
        };
        let group = operands.groups.len() as u32;
        let word = AsmFlag { kind, count: regs.len() as u32, tied_to: None };
        operands.group_of(word, regs.iter().map(|&r| Operand::def(r).with_flags(flags | OperandFlags::DEF)));
        operands.outputs.push(Output { regs, class, ty, group, flag });
        Ok(())
    }

    /// Returns the registers of an operand of type `ty`.
    fn registers(
        &mut self,
        info: &dyn InlineAsmInfo,
        location: OperandLocation,
        (ty, kind): (ValueType, AsmKind),
        operands: &mut Operands,
    ) -> Result<SmallVec<[Reg; 2]>> {
        let class = location.class();
        let bits = self.class_bits(class);
        let holding = info.holding(class, ty);
        let count = match holding {
            Holding::Whole => ty.llt().bits().div_ceil(bits),
            Holding::Converted(_) => 1,
            Holding::Cut(count) => count,
            Holding::Elements => ty.llt().elements() * ty.llt().scalar_bits().div_ceil(bits),
        };
        if let Holding::Cut(count) = holding {
            if ty.llt().is_vector() && kind != AsmKind::Use {
                return Err(refused(format!("an output of type {ty} in a smaller register")));
            }
            let passed = bits * count;
            operands.warnings.push(format!(
                "inline assembly: registers hold only the low {passed} bits of an operand of type {ty}"
            ));
        }
        let mut regs = SmallVec::new();
        match location {
            // Both edges require the outputs in the same registers.
            OperandLocation::Class(class) if operands.jumps && kind != AsmKind::Use => {
                for _ in 0..count {
                    regs.push(self.given_registers(info, class, 1, operands)?[0].into());
                }
            }
            OperandLocation::Class(class) => {
                regs.extend((0..count).map(|_| Reg::from(self.b.mf.create_class_vreg(class))));
            }
            OperandLocation::Pair(class) => {
                regs.extend(self.given_registers(info, class, 2, operands)?.into_iter().map(Reg::from));
            }
            OperandLocation::Phys(first, class) => {
                let mut next = Some(first);
                for _ in 0..count {
                    let reg = next.ok_or_else(|| refused("an operand in more registers than there are"))?;
                    regs.push(reg.into());
                    next = info.following_register(reg, class);
                }
            }
        }
        Ok(regs)
    }

    /// Assigns a register of `class`, or a pair, that is not otherwise used by the assembly.
    /// Prefers registers that calls clobber.
    fn given_registers(
        &mut self,
        info: &dyn InlineAsmInfo,
        class: RegClassId,
        count: usize,
        operands: &mut Operands,
    ) -> Result<SmallVec<[PhysReg; 2]>> {
        let registers = self.target.registers();
        let preserved = self.target.convention().info(calling_convention::C);
        let preserved = preserved.map(|info| Operand::reg_mask(info.reg_mask));
        let preserved = preserved.map(|mask| self.b.mf.reg_mask(self.target, mask).preserved);
        let kept = preserved.ok_or_else(|| refused("a target without the C convention"))?;
        let mut reserved = self.target.frame_lowering().reserved(self.b.mf);
        let frame = self.target.frame_lowering();
        reserved.extend([frame.stack_pointer(), frame.frame_pointer(), frame.base_pointer()]);
        let overlaps = |list: &[PhysReg], reg| list.iter().any(|&other| registers.overlap(reg, other));
        let destroyed = |reg| registers.units(reg).iter().all(|unit| kept >> unit.0 & 1 == 0);
        let order = registers.class(class).order;
        let is_free = |reg: PhysReg| {
            order.contains(&reg) && !overlaps(&operands.taken, reg) && !overlaps(&reserved, reg)
        };
        let candidates = order.iter().filter_map(|&first| match count {
            1 => Some(SmallVec::<[PhysReg; 2]>::from_slice(&[first])),
            _ => Some(smallvec![first, info.second_of_pair(first)?]),
        });
        let candidates: Vec<_> = candidates.filter(|regs| regs.iter().all(|&reg| is_free(reg))).collect();
        let best = candidates.iter().find(|regs| regs.iter().all(|&reg| destroyed(reg)));
        let regs = best.or(candidates.first()).cloned().ok_or_else(|| refused("too many registers"))?;
        operands.taken.extend_from_slice(&regs);
        Ok(regs)
    }

    /// Returns the location of a value of type `ty`.
    fn location(
        &self,
        info: &dyn InlineAsmInfo,
        constraint: &Constraint<'_>,
        ty: ValueType,
    ) -> Result<OperandLocation> {
        if ty.llt().is_scalable() {
            return Err(Stop::new("scalable vectors are not supported"));
        }
        for code in &constraint.codes {
            let name = code.strip_prefix('{').and_then(|name| name.strip_suffix('}'));
            let location = match name {
                Some(name) => {
                    info.named_register(name, ty).map(|(reg, class)| OperandLocation::Phys(reg, class))
                }
                None => info.register_class(code, ty).map(|class| {
                    let is_pair = info.is_pair(code) && self.class_bits(class) < ty.llt().bits();
                    if is_pair { OperandLocation::Pair(class) } else { OperandLocation::Class(class) }
                }),
            };
            if let Some(location) = location {
                return Ok(location);
            }
        }
        Err(refused(format!("constraint `{}` for a value of type {ty}", constraint.codes.concat())))
    }

    #[allow(clippy::too_many_arguments, reason = "an operand is all of these")]
    fn indirect_output(
        &mut self,
        info: &dyn InlineAsmInfo,
        call: CallSite<'m>,
        argument: u32,
        constraint: &Constraint<'_>,
        early: bool,
        address: Value<'m>,
        operands: &mut Operands,
    ) -> Result<()> {
        if constraint.codes.iter().any(|code| info.is_memory(code)) {
            let address = self.address_of(address)?;
            self.memory_operand(info, address, operands);
            return Ok(());
        }
        let element = call.attribute(AttrIndex::Param(argument), AttrKind::ElementType).and_then(|a| a.ty);
        let element = element.ok_or_else(|| refused("an indirect output without a type"))?;
        let ty = self.cx.types.scalar(element)?;
        let align = self.cx.types.abi_align(element);
        let mem = self.memory(MemFlags::STORE, ty.llt(), align, address);
        let address = self.reg(address)?;
        operands.stored.push((operands.outputs.len(), address, mem));
        self.output(info, constraint, early, ty, operands)
    }

    fn memory_operand(&mut self, info: &dyn InlineAsmInfo, address: VReg, operands: &mut Operands) {
        let base = self.b.mf.create_class_vreg(info.address_class());
        self.b.copy(base, address);
        operands.touches_memory = true;
        operands.group(AsmKind::Memory, Operand::use_of(base));
    }

    fn input(
        &mut self,
        info: &dyn InlineAsmInfo,
        constraint: &Constraint<'_>,
        value: Value<'m>,
        operands: &mut Operands,
    ) -> Result<()> {
        if let [number] = constraint.codes[..]
            && let Ok(number) = number.parse::<u32>()
        {
            return self.tied_input(info, number, value, operands);
        }
        let is_zero = !constraint.indirect && value.as_int().and_then(|int| int.as_i128()) == Some(0);
        if is_zero && let Some(zero) = constraint.codes.iter().find_map(|code| info.zero_register(code)) {
            operands.group(AsmKind::Use, Operand::use_of(zero));
            return Ok(());
        }
        if !constraint.indirect
            && let Some(operand) = self.immediate(info, constraint, value)?
        {
            operands.group(AsmKind::Immediate, operand);
            return Ok(());
        }
        let memory = constraint.codes.iter().any(|code| info.is_memory(code));
        if constraint.indirect {
            if !memory {
                return Err(refused(format!("indirect input `{}`", constraint.codes.concat())));
            }
            let address = self.address_of(value)?;
            self.memory_operand(info, address, operands);
            return Ok(());
        }
        let ty = self.cx.types.scalar(value.ty())?;
        let value = self.reg(value)?;
        let is_address = ty.llt().is_pointer() || ty == ValueType::Int(self.b.pointer().bits());
        if constraint.codes.contains(&"p") && is_address {
            // The memory is named but not accessed.
            let touches = operands.touches_memory;
            self.memory_operand(info, value, operands);
            operands.touches_memory = touches;
            return Ok(());
        }
        // As in LLVM, an operand that may be in memory is in memory.
        if memory {
            let address = self.spilled(value);
            self.memory_operand(info, address, operands);
            return Ok(());
        }
        let location = self.location(info, constraint, ty)?;
        let class = location.class();
        let mut regs = self.registers(info, location, (ty, AsmKind::Use), operands)?;
        let flag = AsmFlag { kind: AsmKind::Use, count: regs.len() as u32, tied_to: None };
        self.register_input(flag, value, ty, (&mut regs, class), operands);
        Ok(())
    }

    /// Adds an input in registers of a class.
    fn register_input(
        &mut self,
        flag: AsmFlag,
        value: VReg,
        ty: ValueType,
        (regs, class): (&mut [Reg], RegClassId),
        operands: &mut Operands,
    ) {
        let fragments = self.fragments(value, ty, class, regs.len());
        for (reg, &fragment) in regs.iter().zip(&fragments) {
            match reg.as_phys() {
                Some(reg) => operands.before.push((reg, fragment)),
                None => {
                    self.b.copy(*reg, fragment);
                }
            }
        }
        operands.group_of(
            flag,
            regs.iter().map(|&reg| {
                let operand = Operand::use_of(reg);
                if flag.tied_to.is_some() { operand.with_flags(OperandFlags::TIED) } else { operand }
            }),
        );
    }

    /// Stores a value to a frame object and returns its address.
    fn spilled(&mut self, value: VReg) -> VReg {
        let ty = self.b.mf.ty(value);
        let slot =
            self.b.mf.frame.create(FrameObjectKind::Local, ty.bytes().into(), ty.bytes().next_power_of_two());
        let address = self.b.frame_index(self.b.pointer(), slot);
        let mem = MemOperand::new(MemFlags::STORE, ty, ty.bytes().next_power_of_two());
        self.b.store(value, address, mem.with_pointer(PointerInfo::Stack(slot, 0)));
        address
    }

    /// Adds an input in the registers of output `number`.
    fn tied_input(
        &mut self,
        info: &dyn InlineAsmInfo,
        number: u32,
        value: Value<'m>,
        operands: &mut Operands,
    ) -> Result<()> {
        let start = operands.groups.get(number as usize).copied();
        let first = start.and_then(|start| operands.list.get(start + 1)?.reg());
        let first = first.ok_or_else(|| refused("a tie to no register"))?;
        let output = operands.outputs.iter().find(|output| output.group == number);
        let Some(output) = output else {
            // A memory output is tied to the same memory.
            operands.group(AsmKind::Memory, Operand::use_of(first));
            return Ok(());
        };
        if output.flag.is_some() {
            return Err(refused("an input that is tied to flags"));
        }
        let (class, mut regs) = (output.class, output.regs.clone());
        let ty = self.cx.types.scalar(value.ty())?;
        let is_held = ty == output.ty || ty.llt().bits() <= self.class_bits(class) * regs.len() as u32;
        if !is_held || matches!(info.holding(class, ty), Holding::Elements) && ty != output.ty {
            return Err(refused("a tied value that is too wide"));
        }
        let value = self.reg(value)?;
        for reg in regs.iter_mut().filter(|reg| reg.as_phys().is_none()) {
            *reg = self.b.mf.create_class_vreg(class).into();
        }
        let flag = AsmFlag { kind: AsmKind::Use, count: regs.len() as u32, tied_to: Some(number) };
        self.register_input(flag, value, ty, (&mut regs, class), operands);
        Ok(())
    }

    /// Returns a constant that is printed in the text itself.
    fn immediate(
        &mut self,
        info: &dyn InlineAsmInfo,
        constraint: &Constraint<'_>,
        value: Value<'m>,
    ) -> Result<Option<Operand>> {
        if let Some(number) = value.as_int().and_then(|int| int.as_i128()).and_then(|n| i64::try_from(n).ok())
        {
            let bits = self.cx.types.scalar(value.ty())?.bits();
            let unsigned = if bits < 64 { number & ((1 << bits) - 1) } else { number };
            let as_taken = |code: &&str| {
                let number = if bits == 1 || info.is_unsigned(code) { unsigned } else { number };
                info.takes_immediate(code, number).then_some(number)
            };
            return Ok(constraint.codes.iter().find_map(as_taken).map(|number| self.b.mf.imm(number)));
        }
        let symbolic = constraint.codes.iter().any(|code| matches!(*code, "i" | "s" | "S" | "X"));
        match value.kind() {
            ValueKind::Function(_) | ValueKind::Global(_) if symbolic => {
                let symbol = self.cx.symbol(value)?;
                Ok(Some(self.b.mf.global(symbol, 0)))
            }
            ValueKind::BlockAddress { function, block } if symbolic => {
                self.block_address(function, block).map(Some)
            }
            ValueKind::Expr(_) if symbolic => Ok(self.symbolic_operand(value)),
            _ if value.is_null() && constraint.codes.iter().any(|code| info.takes_immediate(code, 0)) => {
                Ok(Some(Operand::small_imm(0)))
            }
            _ => Ok(None),
        }
    }
}

impl<'m> FunctionTranslator<'_, 'm> {
    /// Returns a constant expression as a symbol and an offset, if it has that form.
    fn symbolic_operand(&mut self, value: Value<'m>) -> Option<Operand> {
        let place = self.cx.evaluate(value).ok().filter(|place| place.schema.is_none())?;
        let offset = i64::try_from(place.addend).ok()?;
        match (&place.plus[..], &place.minus[..]) {
            (&[Base::Symbol(symbol)], []) => Some(self.b.mf.global(symbol, offset)),
            _ => None,
        }
    }
}

/// The location of an operand: registers from this one on, any registers of a class, or an aligned
/// pair of them.
#[derive(Clone, Copy)]
enum OperandLocation {
    Phys(PhysReg, RegClassId),
    Class(RegClassId),
    Pair(RegClassId),
}

impl OperandLocation {
    fn class(self) -> RegClassId {
        let (OperandLocation::Phys(_, class) | OperandLocation::Class(class) | OperandLocation::Pair(class)) =
            self;
        class
    }
}

/// Adds the next label.
fn label(operands: &mut Operands) -> Result<()> {
    let to = operands.labels.get(operands.labels_used).copied();
    let to = to.ok_or_else(|| refused("a label where no block is named"))?;
    operands.labels_used += 1;
    operands.group(AsmKind::Immediate, Operand::block(to));
    Ok(())
}

/// Adds a clobber. Clobbers that are not registers (memory, flags) add no constraint to the
/// assembly's own.
fn clobber(info: &dyn InlineAsmInfo, constraint: &Constraint<'_>, operands: &mut Operands) {
    let name = constraint.codes.first().and_then(|code| code.strip_prefix('{')?.strip_suffix('}'));
    match name {
        Some("memory") => operands.touches_memory = true,
        Some(name) => {
            if let Some(reg) = info.clobbered_register(name) {
                let flags = OperandFlags::DEF | OperandFlags::EARLY_CLOBBER | OperandFlags::IMPLICIT;
                let operand = Operand::def(reg).with_flags(flags | OperandFlags::DEAD);
                operands.group(AsmKind::Clobber, operand);
            }
        }
        None => {}
    }
}
