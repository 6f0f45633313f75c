//! Inline assembly: its constraints, and the operands of `INLINEASM` that follow from them.
//!
//! An operand in any register of a class is a virtual register of that class, copied from or to the value; one in a given
//! register is that register, copied right before or after. Source: the LLVM language reference, "Inline Assembler Expressions".

use gisel_codegen::entity::{BlockId, InstId, VReg};
use gisel_codegen::llt::Llt;
use gisel_codegen::mir::asm_operand::{AsmFlag, AsmKind, extra};
use gisel_codegen::mir::{FrameObjectKind, MemFlags, MemOperand, Operand, OperandFlags, PointerInfo, Reg};
use gisel_codegen::opcodes::*;
use gisel_codegen::target::calling_convention;
use gisel_codegen::target::inline_asm::InlineAsmInfo;
use gisel_codegen::target::instructions::Opcode;
use gisel_codegen::target::registers::{PhysReg, RegClassId};
use gisel_codegen::value_type::ValueType;

use super::error::{Result, Stop};
use super::function::FunctionTranslator;
use crate::ir::{AttrIndex, AttrKind, CallSite, InlineAsm, Inst, Value, ValueKind};

/// What a constraint is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Role {
    Output {
        early: bool,
    },
    Input,
    Clobber,
    /// A block of the function to which the assembly may jump.
    Label,
}

/// One constraint.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Constraint<'a> {
    role: Role,
    /// Whether the argument is the address of the operand.
    indirect: bool,
    /// What it may be, in order: letters, `{register}`, or an output's number.
    codes: Vec<&'a str>,
}

/// The constraints of an assembly string; an error names one that is not understood.
fn constraints(text: &str) -> std::result::Result<Vec<Constraint<'_>>, &str> {
    text.split(',').filter(|part| !part.is_empty()).map(|part| constraint(part).ok_or(part)).collect()
}

fn constraint(part: &str) -> Option<Constraint<'_>> {
    let mut role = Role::Input;
    let mut rest = part;
    if let Some(clobbered) = rest.strip_prefix('~') {
        (role, rest) = (Role::Clobber, clobbered);
    } else if let Some(output) = rest.strip_prefix('=') {
        (role, rest) = (Role::Output { early: false }, output);
    } else if let Some(label) = rest.strip_prefix('!') {
        (role, rest) = (Role::Label, label);
    }
    let mut indirect = false;
    loop {
        if let Some(early) = rest.strip_prefix('&') {
            (role, rest) = (Role::Output { early: true }, early);
        } else if let Some(pointer) = rest.strip_prefix('*') {
            (indirect, rest) = (true, pointer);
        } else if let Some(commutative) = rest.strip_prefix('%') {
            rest = commutative;
        } else {
            break;
        }
    }
    let mut codes = Vec::new();
    // Of several alternatives the first is taken.
    while !rest.is_empty() && !rest.starts_with('|') {
        let length = match rest.as_bytes()[0] {
            b'{' => rest.find('}')? + 1,
            b'^' => 3,
            b'0'..=b'9' => rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len()),
            b'U' => 2,
            c if c.is_ascii_alphabetic() => 1,
            _ => return None,
        };
        codes.push(rest.get(..length)?);
        rest = &rest[length..];
    }
    (!codes.is_empty()).then_some(Constraint { role, indirect, codes })
}

/// Where an output comes from.
#[derive(Clone, Copy)]
pub(super) enum Output {
    Vreg(VReg, RegClassId),
    Phys(PhysReg, RegClassId),
}

/// The operands while they are collected.
#[derive(Default)]
pub(super) struct Operands {
    list: Vec<Operand>,
    groups: u32,
    /// Copies to given registers, right before the assembly.
    before: Vec<(PhysReg, VReg)>,
    pub(super) outputs: Vec<(Output, ValueType)>,
    /// Outputs that are stored to memory: their numbers and addresses.
    pub(super) stored: Vec<(usize, VReg, MemOperand)>,
    touches_memory: bool,
    /// Blocks to which the assembly may jump, in order, and how many of them have been used.
    labels: Vec<BlockId>,
    labels_used: usize,
    /// Registers that outputs of any register must not be, where these are chosen here.
    taken: Option<Vec<PhysReg>>,
}

impl Operands {
    fn group(&mut self, flag: AsmFlag, operand: Operand) {
        self.list.extend([Operand::small_imm(flag.encode()), operand]);
        self.groups += 1;
    }

    /// Operands of assembly that leaves its block, perhaps to `labels`: its outputs are in given registers, none of `taken`.
    pub(super) fn jumping(labels: Vec<BlockId>, taken: Vec<PhysReg>) -> Operands {
        Operands { labels, taken: Some(taken), ..Operands::default() }
    }
}

pub(super) fn refused(what: impl std::fmt::Display) -> Stop {
    Stop::new(format!("inline assembly: {what}"))
}

pub(super) fn foreign() -> Stop {
    refused("text that is not UTF-8")
}

impl<'m> FunctionTranslator<'_, 'm> {
    pub fn inline_asm(&mut self, inst: Inst<'m>, call: CallSite<'m>, asm: InlineAsm<'m>) -> Result<()> {
        let unwinds = inst.opcode() == crate::ir::Opcode::Invoke && asm.can_unwind();
        let mut operands = match unwinds {
            true => Operands::jumping(Vec::new(), Vec::new()),
            false => Operands::default(),
        };
        self.asm_operands(inst, call, asm, &mut operands)?;
        let emitted = self.emit_asm(INLINEASM, asm, &operands)?;
        if unwinds {
            self.destroy_for_unwinder(emitted)?;
        }
        let mut values = Vec::with_capacity(operands.outputs.len());
        for &(output, ty) in &operands.outputs {
            values.push(self.output_value(output, ty));
        }
        self.leave_invoke(inst)?;
        for &(number, address, mem) in operands.stored.iter() {
            self.b.store(values[number], address, mem);
        }
        let stored = |n: &usize| operands.stored.iter().any(|(number, ..)| number == n);
        let results: Vec<VReg> = (0..values.len()).filter(|n| !stored(n)).map(|n| values[n]).collect();
        self.define(inst, &results);
        Ok(())
    }

    /// The unwinder restores what the C convention preserves, and nothing else, whatever the assembly says that it destroys.
    fn destroy_for_unwinder(&mut self, asm: InstId) -> Result<()> {
        let usual = self.target.call_lowering().convention().info(calling_convention::C);
        let usual = usual.ok_or_else(|| refused("a target without the C convention"))?;
        let mut operands = self.b.mf.operands(asm).to_vec();
        operands.push(Operand::reg_mask(usual.reg_mask));
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
        let constraints = constraints(asm.constraints().ok_or_else(foreign)?)
            .map_err(|part| refused(format!("constraint `{part}`")))?;
        if let Some(taken) = &mut operands.taken {
            let names = constraints.iter().flat_map(|constraint| &constraint.codes);
            let names = names.filter_map(|code| code.strip_prefix('{')?.strip_suffix('}'));
            taken.extend(names.filter_map(|name| info.clobbered_register(name)));
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
        Ok(())
    }

    /// Emits the assembly as `opcode`, after the copies to given registers.
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

    /// The value of an output, copied out of its register.
    pub(super) fn output_value(&mut self, output: Output, ty: ValueType) -> VReg {
        let (source, class): (Reg, _) = match output {
            Output::Vreg(vreg, class) => (vreg.into(), class),
            Output::Phys(reg, class) => (reg.into(), class),
        };
        let bits = u32::from(self.target.registers().class(class).bits);
        let (value, llt) = (ty.llt(), self.b.mf.create_vreg(ty.llt()));
        if value.bits() == bits {
            self.b.copy(llt, source);
            return llt;
        }
        let wide = self.b.mf.create_vreg(Llt::scalar(bits));
        self.b.copy(wide, source);
        self.b.op(G_TRUNC, value, &[wide])
    }

    fn output(
        &mut self,
        info: &dyn InlineAsmInfo,
        constraint: &Constraint<'_>,
        early: bool,
        ty: ValueType,
        operands: &mut Operands,
    ) -> Result<()> {
        let (output, reg): (_, Reg) = match self.register(info, constraint, ty)? {
            Place::Class(class) if operands.taken.is_some() => {
                let reg = self.given_register(class, operands)?;
                (Output::Phys(reg, class), reg.into())
            }
            Place::Class(class) => {
                let vreg = self.b.mf.create_class_vreg(class);
                (Output::Vreg(vreg, class), vreg.into())
            }
            Place::Phys(reg, class) => (Output::Phys(reg, class), reg.into()),
        };
        let (kind, flags) = match early {
            true => (AsmKind::EarlyDef, OperandFlags::EARLY_CLOBBER),
            false => (AsmKind::Def, OperandFlags::empty()),
        };
        operands.group(AsmFlag::single(kind), Operand::def(reg).with_flags(flags | OperandFlags::DEF));
        operands.outputs.push((output, ty));
        Ok(())
    }

    /// A register of `class` for an output that nothing else in the assembly names: one that calls destroy, if there is one.
    fn given_register(&mut self, class: RegClassId, operands: &mut Operands) -> Result<PhysReg> {
        let Some(taken) = &mut operands.taken else {
            return Err(refused("an output of assembly that jumps"));
        };
        let registers = self.target.registers();
        let preserved = self.target.call_lowering().convention().info(calling_convention::C);
        let preserved = preserved.map(|info| Operand::reg_mask(info.reg_mask));
        let preserved = preserved.map(|mask| self.b.mf.reg_mask(self.target, mask).preserved);
        let kept = preserved.ok_or_else(|| refused("a target without the C convention"))?;
        let mut reserved = self.target.frame_lowering().reserved(self.b.mf);
        let frame = self.target.frame_lowering();
        reserved.extend([frame.stack_pointer(), frame.frame_pointer(), frame.base_pointer()]);
        let overlaps = |list: &[PhysReg], reg| list.iter().any(|&other| registers.overlap(reg, other));
        let destroyed = |reg| registers.units(reg).iter().all(|unit| kept >> unit.0 & 1 == 0);
        let mut order = registers.class(class).order.to_vec();
        order.retain(|&reg| !overlaps(taken, reg) && !overlaps(&reserved, reg));
        let reg = order.iter().copied().find(|&reg| destroyed(reg)).or(order.first().copied());
        let reg = reg.ok_or_else(|| refused("too many outputs"))?;
        taken.push(reg);
        Ok(reg)
    }

    /// The register or class for a value of type `ty`.
    fn register(
        &self,
        info: &dyn InlineAsmInfo,
        constraint: &Constraint<'_>,
        ty: ValueType,
    ) -> Result<Place> {
        for code in &constraint.codes {
            let name = code.strip_prefix('{').and_then(|name| name.strip_suffix('}'));
            let place = match name {
                Some(name) => info.named_register(name, ty).map(|(reg, class)| Place::Phys(reg, class)),
                None => info.register_class(code, ty).map(Place::Class),
            };
            if let Some(place) = place.filter(|place| self.fits(place, ty)) {
                return Ok(place);
            }
        }
        Err(refused(format!("constraint `{}` for a value of type {ty:?}", constraint.codes.concat())))
    }

    fn fits(&self, place: &Place, ty: ValueType) -> bool {
        let (Place::Class(class) | Place::Phys(_, class)) = *place;
        ty.llt().bits() <= u32::from(self.target.registers().class(class).bits)
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
            let address = self.reg(address)?;
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
        operands.group(AsmFlag::single(AsmKind::Memory), Operand::use_of(base));
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
            return self.tied_input(number, value, operands);
        }
        if !constraint.indirect
            && let Some(operand) = self.immediate(info, constraint, value)?
        {
            operands.group(AsmFlag::single(AsmKind::Immediate), operand);
            return Ok(());
        }
        let memory = constraint.codes.iter().any(|code| info.is_memory(code));
        if constraint.indirect {
            if !memory {
                return Err(refused(format!("indirect input `{}`", constraint.codes.concat())));
            }
            let address = self.reg(value)?;
            self.memory_operand(info, address, operands);
            return Ok(());
        }
        let ty = self.cx.types.scalar(value.ty())?;
        let value = self.reg(value)?;
        if constraint.codes.contains(&"p") && matches!(ty, ValueType::Pointer { .. }) {
            // The memory is named, not touched.
            let touches = operands.touches_memory;
            self.memory_operand(info, value, operands);
            operands.touches_memory = touches;
            return Ok(());
        }
        match self.register(info, constraint, ty) {
            Ok(place) => self.register_input(place, value, operands),
            Err(_) if memory => {
                let address = self.spilled(value);
                self.memory_operand(info, address, operands);
            }
            Err(stop) => return Err(stop),
        }
        Ok(())
    }

    fn register_input(&mut self, place: Place, value: VReg, operands: &mut Operands) {
        let reg: Reg = match place {
            Place::Class(class) => {
                let value = self.widened(value, class);
                let vreg = self.b.mf.create_class_vreg(class);
                self.b.copy(vreg, value);
                vreg.into()
            }
            Place::Phys(reg, class) => {
                let value = self.widened(value, class);
                operands.before.push((reg, value));
                reg.into()
            }
        };
        operands.group(AsmFlag::single(AsmKind::Use), Operand::use_of(reg));
    }

    /// A value in memory of the frame; its address.
    fn spilled(&mut self, value: VReg) -> VReg {
        let ty = self.b.mf.ty(value);
        let slot =
            self.b.mf.frame.create(FrameObjectKind::Local, ty.bytes().into(), ty.bytes().next_power_of_two());
        let address = self.b.frame_index(self.b.pointer(), slot);
        let mem = MemOperand::new(MemFlags::STORE, ty, ty.bytes().next_power_of_two());
        self.b.store(value, address, mem.with_pointer(PointerInfo::Stack(slot, 0)));
        address
    }

    /// A value as wide as the registers of a class; what its upper bits are is not said.
    fn widened(&mut self, value: VReg, class: RegClassId) -> VReg {
        let bits = u32::from(self.target.registers().class(class).bits);
        if self.b.mf.ty(value).bits() >= bits {
            return value;
        }
        self.b.op(G_ANYEXT, Llt::scalar(bits), &[value])
    }

    /// An input in the register of output `number`.
    fn tied_input(&mut self, number: u32, value: Value<'m>, operands: &mut Operands) -> Result<()> {
        let flag = AsmFlag { kind: AsmKind::Use, count: 1, tied_to: Some(number) };
        // Each group before this one is a word and an operand.
        let at = number as usize * 2 + 1;
        let to =
            operands.list.get(at).and_then(|o| o.reg()).ok_or_else(|| refused("a tie to no register"))?;
        let value = self.reg(value)?;
        let output = operands.outputs.iter().find(|(output, _)| match *output {
            Output::Vreg(vreg, _) => to == vreg.into(),
            Output::Phys(reg, _) => to == reg.into(),
        });
        let Some((Output::Vreg(_, class) | Output::Phys(_, class), _)) = output else {
            // Memory is tied to the same memory.
            operands.group(AsmFlag::single(AsmKind::Memory), Operand::use_of(to));
            return Ok(());
        };
        let class = *class;
        let value = self.widened(value, class);
        if self.b.mf.ty(value).bits() > u32::from(self.target.registers().class(class).bits) {
            return Err(refused("a tied value that is too wide"));
        }
        match to.as_phys() {
            Some(reg) => {
                operands.before.push((reg, value));
                operands.group(flag, Operand::use_of(reg));
            }
            None => {
                let vreg = self.b.mf.create_class_vreg(class);
                self.b.copy(vreg, value);
                operands.group(flag, Operand::use_of(vreg).with_flags(OperandFlags::TIED));
            }
        }
        Ok(())
    }

    /// A constant that stands in the text itself.
    fn immediate(
        &mut self,
        info: &dyn InlineAsmInfo,
        constraint: &Constraint<'_>,
        value: Value<'m>,
    ) -> Result<Option<Operand>> {
        if let Some(number) = value.as_int().and_then(|int| int.as_i128()).and_then(|n| i64::try_from(n).ok())
        {
            let taken = constraint.codes.iter().any(|code| info.takes_immediate(code, number));
            return Ok(taken.then(|| self.b.mf.imm(number)));
        }
        let symbolic = constraint.codes.iter().any(|code| matches!(*code, "i" | "s" | "S" | "X"));
        match value.kind() {
            ValueKind::Function(_) | ValueKind::Global(_) if symbolic => {
                let symbol = self.cx.symbol(value)?;
                Ok(Some(self.b.mf.global(symbol, 0)))
            }
            _ if value.is_null() && constraint.codes.iter().any(|code| info.takes_immediate(code, 0)) => {
                Ok(Some(Operand::small_imm(0)))
            }
            _ => Ok(None),
        }
    }
}

/// A register, or any of a class.
enum Place {
    Class(RegClassId),
    Phys(PhysReg, RegClassId),
}

/// The next label.
fn label(operands: &mut Operands) -> Result<()> {
    let to = operands.labels.get(operands.labels_used).copied();
    let to = to.ok_or_else(|| refused("a label where no block is named"))?;
    operands.labels_used += 1;
    operands.group(AsmFlag::single(AsmKind::Immediate), Operand::block(to));
    Ok(())
}

/// Clobbers of what is no register (memory, flags) constrain nothing more than the assembly itself does.
fn clobber(info: &dyn InlineAsmInfo, constraint: &Constraint<'_>, operands: &mut Operands) {
    let name = constraint.codes.first().and_then(|code| code.strip_prefix('{')?.strip_suffix('}'));
    match name {
        Some("memory") => operands.touches_memory = true,
        Some(name) => {
            if let Some(reg) = info.clobbered_register(name) {
                let flags = OperandFlags::DEF | OperandFlags::EARLY_CLOBBER | OperandFlags::IMPLICIT;
                let operand = Operand::def(reg).with_flags(flags | OperandFlags::DEAD);
                operands.group(AsmFlag::single(AsmKind::Clobber), operand);
            }
        }
        None => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_constraints() {
        let read = |text| {
            constraints(text)
                .map(|c| c.into_iter().map(|c| (c.role, c.indirect, c.codes)).collect::<Vec<_>>())
        };
        assert_eq!(read("~{memory}"), Ok(vec![(Role::Clobber, false, vec!["{memory}"])]));
        assert_eq!(
            read("=&r,=*m,0,rJ,^cr,{a0},10"),
            Ok(vec![
                (Role::Output { early: true }, false, vec!["r"]),
                (Role::Output { early: false }, true, vec!["m"]),
                (Role::Input, false, vec!["0"]),
                (Role::Input, false, vec!["r", "J"]),
                (Role::Input, false, vec!["^cr"]),
                (Role::Input, false, vec!["{a0}"]),
                (Role::Input, false, vec!["10"]),
            ])
        );
        assert_eq!(read("!i"), Ok(vec![(Role::Label, false, vec!["i"])]));
        assert_eq!(read("={a0"), Err("={a0"));
    }
}
