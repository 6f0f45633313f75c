//! Prints instructions and operands in MIR's syntax, for messages and for the documents of
//! [`crate::mir_text`].

use crate::ir::debug_info::Atom;
use crate::ir::entity::{DebugLoc, FrameIndex, InstId, SymbolId};
use crate::ir::int::Int;
use crate::ir::libcalls;
use crate::ir::mir::asm_operand::{AsmFlag, asm_groups};
use crate::ir::mir::names::{frame_escape, in_quotes, quoted, quoted_label};
use crate::ir::mir::{
    CfiDirective, FrameObject, FrameObjectKind, InstFlags, InstMetadata, MachineFunction, MemFlags,
    MemOperand, Operand, OperandFlags, OperandTag, Ordering, PointerInfo, Reg, RegAttr,
};
use crate::ir::module::{IrName, Module};
use crate::ir::opcodes::{
    EH_LABEL, EXTRACT_SUBREG, INLINEASM, INLINEASM_BR, INSERT_SUBREG, REG_SEQUENCE, SUBREG_TO_REG,
};
use crate::machine::desc::instructions::{InstrDesc, InstrFlags, Opcode, OperandKind, Variadic};
use crate::machine::desc::registers::{PhysReg, SubReg};
use std::fmt::{self, Write};
use std::ops::Range;

use crate::ir::generic_intrinsics;
use crate::machine::target::MachineTarget;
/// The sources of names for printing instructions.
pub(crate) struct MirInstPrinter<'a> {
    mf: &'a MachineFunction,
    /// For the names of registers and opcodes.
    target: &'a dyn MachineTarget,
    /// For the names of symbols.
    module: Option<&'a Module>,
    /// The names of frame objects.
    pub(crate) frame: Vec<FrameName>,
}

/// The name of a frame object: fixed objects and others are numbered separately.
#[derive(Clone, Copy)]
pub(crate) struct FrameName {
    pub(crate) fixed: bool,
    pub(crate) number: u32,
}

impl fmt::Display for FrameName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", if self.fixed { "%fixed-stack" } else { "%stack" }, self.number)
    }
}

/// Returns the operand to which operand `n` of inline assembly is tied.
fn tied_def(groups: &[(AsmFlag, usize)], n: usize) -> Option<usize> {
    let (flag, at) =
        groups.iter().find(|(flag, first)| (*first..first + flag.count as usize).contains(&n))?;
    groups.get(flag.tied_to? as usize).map(|(_, first)| first + n - at)
}

/// Returns `inst` as text, for messages.
pub fn inst_to_string(mf: &MachineFunction, target: &dyn MachineTarget, inst: InstId) -> String {
    let mut text = String::new();
    let printer = MirInstPrinter::new(mf, target, None);
    match printer.inst(&mut text, inst, None, None) {
        Ok(()) => text,
        Err(_) => format!("{inst}"),
    }
}

/// The prefix of a comment with the clauses of a landing pad.
pub(crate) const LANDING_PAD: &str = " ; landing pad: ";

/// Flags of an instruction and their names, for printing and reading.
pub(crate) const INST_FLAGS: &[(InstFlags, &str)] = &[
    (InstFlags::FRAME_SETUP, "frame-setup"),
    (InstFlags::FRAME_DESTROY, "frame-destroy"),
    (InstFlags::FM_NO_NANS, "nnan"),
    (InstFlags::FM_NO_INFS, "ninf"),
    (InstFlags::FM_NSZ, "nsz"),
    (InstFlags::FM_ARCP, "arcp"),
    (InstFlags::FM_CONTRACT, "contract"),
    (InstFlags::FM_AFN, "afn"),
    (InstFlags::FM_REASSOC, "reassoc"),
    (InstFlags::NO_U_WRAP, "nuw"),
    (InstFlags::NO_S_WRAP, "nsw"),
    (InstFlags::IS_EXACT, "exact"),
    (InstFlags::NO_FP_EXCEPT, "nofpexcept"),
    (InstFlags::DISJOINT, "disjoint"),
    (InstFlags::NON_NEG, "nneg"),
    (InstFlags::IN_BOUNDS, "inbounds"),
];

const OPERAND_FLAGS: &[(OperandFlags, &str)] = &[
    (OperandFlags::DEAD, "dead "),
    (OperandFlags::KILL, "killed "),
    (OperandFlags::UNDEF, "undef "),
    (OperandFlags::EARLY_CLOBBER, "early-clobber "),
];

impl<'a> MirInstPrinter<'a> {
    /// Returns a printer of `mf`.
    pub(crate) fn new(
        mf: &'a MachineFunction,
        target: &'a dyn MachineTarget,
        module: Option<&'a Module>,
    ) -> MirInstPrinter<'a> {
        let mut next = [0; 2];
        let name = |object: &FrameObject| {
            let fixed = object.kind == FrameObjectKind::Fixed;
            let number = next[usize::from(fixed)];
            next[usize::from(fixed)] += 1;
            FrameName { fixed, number }
        };
        let frame = mf.frame.objects.iter().map(name).collect();
        MirInstPrinter { mf, target, module, frame }
    }
}

impl MirInstPrinter<'_> {
    /// Returns `%stack.N` or `%fixed-stack.N`.
    pub(crate) fn frame_index(&self, index: FrameIndex) -> String {
        self.frame.get(index.index()).map_or_else(|| index.to_string(), ToString::to_string)
    }

    /// Returns `%ir-block.` and the block's name or slot, for address-taken blocks.
    pub(crate) fn ir_block_name(&self, function: SymbolId, number: u32) -> String {
        let names = self.module.map_or(&[][..], |m| &m.ir_blocks);
        match names.iter().find(|b| b.function == function && b.number == number) {
            Some(block) => format!("%ir-block.{}", block.name),
            None => format!("%ir-block.{number}"),
        }
    }

    /// Prints one instruction without line end: with a location, and with the number by which debug
    /// values refer to it, if there are such.
    pub(crate) fn inst(
        &self,
        f: &mut impl Write,
        inst: InstId,
        location: Option<DebugLoc>,
        number: Option<u32>,
    ) -> fmt::Result {
        let operands = self.mf.operands(inst);
        let desc = self.target.desc(self.mf.opcode(inst));
        let defs = operands.iter().take_while(|o| o.is_def() && !o.is_implicit()).count();
        let mut typed = 0;
        for (n, &operand) in operands[..defs].iter().enumerate() {
            if n != 0 {
                f.write_str(", ")?;
            }
            self.operand(f, operand, true)?;
            typed |= type_bit(desc.operands.get(n).map(|o| o.kind));
        }
        if defs != 0 {
            f.write_str(" = ")?;
        }
        for &(flag, name) in INST_FLAGS {
            if self.mf.inst(inst).flags.contains(flag) {
                write!(f, "{name} ")?;
            }
        }
        f.write_str(desc.name)?;
        // LLVM has no operands after a label.
        let shown = if self.mf.opcode(inst) == EH_LABEL { operands.len().min(1) } else { operands.len() };
        self.operands_after(f, inst, defs..shown, typed)?;
        let mut separator = if operands.len() > defs { "," } else { "" };
        if !self.target.mir_names().without_implicit.contains(&self.mf.opcode(inst)) {
            self.implicit(f, desc, operands, &mut separator)?;
        }
        if let Some(metadata) = self.mf.metadata_of(inst) {
            self.metadata(f, metadata, &mut separator)?;
        }
        if let Some(number) = number {
            write!(f, "{} debug-instr-number {number}", std::mem::replace(&mut separator, ","))?;
        }
        if let Some(location) = location {
            write!(f, "{separator} debug-location ")?;
            self.location(f, location)?;
        }
        for (n, mem) in self.mf.mem_operands(inst).enumerate() {
            f.write_str(if n == 0 { " :: " } else { ", " })?;
            self.mem_operand(f, mem)?;
        }
        for (n, &operand) in operands.iter().enumerate().skip(shown) {
            f.write_str(if n == shown { LANDING_PAD } else { ", " })?;
            self.operand(f, operand, false)?;
        }
        Ok(())
    }

    /// Prints the metadata of an instruction; `separator` is printed before it. In dumps, lists of
    /// sections have no numbers.
    fn metadata(&self, f: &mut impl Write, metadata: &InstMetadata, separator: &mut &str) -> fmt::Result {
        let lists = self.mf.inst_metadata.as_ref().map_or(&[][..], |table| &table.pc_sections);
        for list in metadata.pc_sections.iter().filter_map(|&list| lists.get(list as usize)) {
            if let Some(number) = list.number {
                write!(f, "{} pcsections !{number}", std::mem::replace(separator, ","))?;
                continue;
            }
            let names: Vec<String> =
                list.sections.iter().map(|section| format!("!{:?}", section.name)).collect();
            write!(f, "{} pcsections !{{{}}}", std::mem::replace(separator, ","), names.join(", "))?;
        }
        match metadata.deactivation {
            Some(symbol) => {
                let symbol = self.symbol(symbol);
                write!(f, "{} deactivation-symbol {symbol}", std::mem::replace(separator, ","))
            }
            None => Ok(()),
        }
    }

    /// Prints the operands with these numbers after the opcode; the bits of `typed` are the types
    /// that have been printed.
    fn operands_after(
        &self,
        f: &mut impl Write,
        inst: InstId,
        shown: Range<usize>,
        mut typed: u32,
    ) -> fmt::Result {
        let (operands, opcode) = (self.mf.operands(inst), self.mf.opcode(inst));
        let desc = self.target.desc(opcode);
        let is_asm = matches!(opcode, INLINEASM | INLINEASM_BR);
        let asm = if is_asm { asm_groups(self.mf, inst) } else { Vec::new() };
        for n in shown.clone() {
            let operand = operands[n];
            f.write_str(if n == shown.start { " " } else { ", " })?;
            let kind = desc.operands.get(n).map(|o| o.kind);
            if matches!(kind, Some(OperandKind::ConstantInt | OperandKind::ConstantFp)) {
                let result = operands.first().and_then(|o| o.vreg());
                self.constant(f, operand, result.map_or(0, |v| self.mf.ty(v).scalar_bits()))?;
                continue;
            }
            if operand.is_def() && !operand.is_implicit() {
                f.write_str("def ")?;
            }
            if asm.iter().any(|(_, first)| n + 1 == *first) {
                write!(f, "{}", self.mf.imm_value(operand).expect("a flag is an immediate") as u32)?;
                continue;
            }
            // After a variadic opcode, each operand has its type.
            let bit = if desc.variadic == Variadic::No { type_bit(kind) } else { 0 };
            self.operand_at(f, opcode, n, operand, bit == 0 || typed & bit == 0)?;
            typed |= bit;
            if let Some(def) = tied_def(&asm, n) {
                write!(f, "(tied-def {def})")?;
            }
        }
        Ok(())
    }

    /// Prints implicit registers of the description that the operands lack; `separator` is printed
    /// before the first operand.
    fn implicit(
        &self,
        f: &mut impl Write,
        desc: &InstrDesc,
        operands: &[Operand],
        separator: &mut &str,
    ) -> fmt::Result {
        let mut register =
            |role: &str, name: &str| write!(f, "{} {role} ${name}", std::mem::replace(separator, ","));
        let listed = |reg: PhysReg, def: bool| {
            operands.iter().any(|o| o.is_implicit() && o.is_def() == def && o.reg() == Some(Reg::phys(reg)))
        };
        for (role, regs, def) in
            [("implicit-def", desc.implicit_defs, true), ("implicit", desc.implicit_uses, false)]
        {
            for &reg in regs.iter().filter(|reg| !listed(**reg, def)) {
                register(role, self.target.registers().reg(reg).name)?;
            }
        }
        let environment = self.target.mir_names().fp_environment;
        match environment.filter(|_| desc.has(InstrFlags::FP_ENVIRONMENT)) {
            Some(name) => register("implicit", name),
            None => Ok(()),
        }
    }

    /// Prints the operand at an index of an instruction, with its annotations by the opcode.
    fn operand_at(
        &self,
        f: &mut impl Write,
        opcode: Opcode,
        n: usize,
        operand: Operand,
        typed: bool,
    ) -> fmt::Result {
        if let Some(part) = self.mf.imm_value(operand).filter(|_| is_sub_reg_index(opcode, n)) {
            let name =
                usize::try_from(part).ok().and_then(|part| self.target.registers().sub_reg_names.get(part));
            return write!(f, "%subreg.{}", name.unwrap_or(&"?"));
        }
        if is_symbol(operand) {
            let names = self.target.mir_names();
            match (names.target_flags)(opcode, n, operand.target_flags()) {
                "" => {}
                flags => write!(f, "target-flags({flags}) ")?,
            }
        }
        self.operand(f, operand, typed)
    }

    /// Prints one operand by itself; registers with their type if `typed`.
    pub(crate) fn operand(&self, f: &mut impl Write, operand: Operand, typed: bool) -> fmt::Result {
        match operand.tag() {
            OperandTag::Reg => self.reg_operand(f, operand, typed),
            OperandTag::Imm | OperandTag::PoolImm => {
                write!(f, "{}", self.mf.imm_value(operand).expect("an immediate of the pool is in it"))
            }
            OperandTag::WideImm | OperandTag::FpImm => match self.mf.wide_value(operand) {
                Some(constant) => {
                    write!(f, "{}", Int::from_words(constant.bits, constant.words.iter().copied()))
                }
                None => f.write_str("?"),
            },
            OperandTag::Block => write!(f, "%bb.{}", operand.payload()),
            OperandTag::FrameIndex => f.write_str(&self.frame_index(FrameIndex::from_raw(operand.payload()))),
            OperandTag::ConstantPool => write!(f, "%const.{}", operand.payload()),
            OperandTag::JumpTable => write!(f, "%jump-table.{}", operand.payload()),
            OperandTag::Global => self.global(f, operand),
            OperandTag::External => {
                let name = libcalls::name(operand.payload() as u16).unwrap_or("?");
                write!(f, "&{}", quoted(name))
            }
            OperandTag::BlockAddress => match self.mf.block_address_ref(operand) {
                Some(b) => {
                    let block = self.ir_block_name(b.function, b.ir_block);
                    write!(f, "blockaddress(@{}, {block})", self.symbol(b.function))
                }
                None => f.write_str("blockaddress(?)"),
            },
            OperandTag::IntPredicate => match operand.as_int_predicate() {
                Some(p) => write!(f, "{p}"),
                None => f.write_str("intpred(?)"),
            },
            OperandTag::FloatPredicate => match operand.as_float_predicate() {
                Some(p) => write!(f, "{p}"),
                None => f.write_str("floatpred(?)"),
            },
            OperandTag::Intrinsic => {
                let own = (self.target.tables().intrinsic_name)(operand.payload());
                let name = own.or_else(|| generic_intrinsics::intrinsic_name(operand.payload()));
                write!(f, "intrinsic(@{})", name.unwrap_or("?"))
            }
            OperandTag::RegMask => self.reg_mask(f, operand),
            OperandTag::ShuffleMask => self.shuffle_mask(f, operand),
            OperandTag::Cfi => match self.mf.cfi.get(operand.payload() as usize) {
                Some(c) => self.cfi(f, *c),
                None => f.write_str("cfi(?)"),
            },
            OperandTag::AsmString => match self.mf.asm_strings.get(operand.payload() as usize) {
                Some(s) => write!(f, "&{}", in_quotes(s)),
                None => f.write_str("&\"\""),
            },
            OperandTag::McSymbol => write!(f, "<mcsymbol .Ltmp{}>", operand.payload()),
            OperandTag::FrameEscape => self.frame_escape(f, operand),
        }
    }

    fn reg_mask(&self, f: &mut impl Write, operand: Operand) -> fmt::Result {
        if let Some(custom) = self.mf.custom_reg_mask(operand) {
            return write!(f, "CustomRegMask({})", custom.registers);
        }
        let name = self.target.mir_names().reg_masks.get(operand.payload() as usize);
        f.write_str(name.unwrap_or(&"csr_unknown"))
    }

    fn reg_operand(&self, f: &mut impl Write, operand: Operand, typed: bool) -> fmt::Result {
        if operand.is_implicit() {
            f.write_str(if operand.is_def() { "implicit-def " } else { "implicit " })?;
        }
        for &(flag, name) in OPERAND_FLAGS {
            if operand.flags.contains(flag) {
                f.write_str(name)?;
            }
        }
        let Some(reg) = operand.reg() else { return Ok(()) };
        f.write_str(&self.reg(reg))?;
        if operand.sub_reg() != SubReg::default() {
            let names = self.target.registers().sub_reg_names;
            write!(f, ".{}", names.get(operand.sub_reg().0 as usize).unwrap_or(&"?"))?;
        }
        let Some(vreg) = reg.as_virt() else { return Ok(()) };
        let info = self.mf.vreg(vreg);
        if operand.is_def() {
            let attr = match info.attr {
                RegAttr::None => "_",
                RegAttr::Bank(b) => self.target.registers().banks[b.0 as usize].name,
                RegAttr::Class(c) => self.target.registers().class(c).name,
            };
            write!(f, ":{attr}")?;
        }
        if typed && info.ty.is_valid() {
            write!(f, "({})", info.ty)?;
        }
        Ok(())
    }

    fn cfi(&self, f: &mut impl Write, directive: CfiDirective) -> fmt::Result {
        let (name, reg, offset) = directive.parts();
        f.write_str(name)?;
        for (n, byte) in directive.escape().iter().flatten().enumerate() {
            write!(f, "{} {byte:#04x}", if n == 0 { "" } else { "," })?;
        }
        if let Some(number) = reg {
            let name = self.target.mir_names().cfi_register(self.target.registers(), number);
            write!(f, " ${}", name.unwrap_or("?"))?;
        }
        match offset {
            Some(offset) => write!(f, "{} {offset}", if reg.is_some() { "," } else { "" }),
            None => Ok(()),
        }
    }

    pub(crate) fn reg(&self, reg: Reg) -> String {
        match (reg.as_virt(), reg.as_phys()) {
            (Some(v), _) => v.to_string(),
            (None, Some(p)) => format!("${}", self.target.registers().reg(p).name),
            (None, None) => "$noreg".to_string(),
        }
    }

    /// Prints a constant of `bits` bits in LLVM IR's syntax: a `float` as the `double` of the same
    /// value.
    fn constant(&self, f: &mut impl Write, operand: Operand, bits: u32) -> fmt::Result {
        match self.mf.fp_value(operand) {
            Some(value) => f.write_str(&self.float(value, bits)),
            None => {
                write!(f, "i{bits} ")?;
                self.operand(f, operand, false)
            }
        }
    }

    /// Returns the text of a floating-point number with these bits.
    pub(crate) fn float(&self, value: u128, bits: u32) -> String {
        match bits {
            16 => format!("half 0xH{value:04X}"),
            32 => {
                // A signalling NaN must not be quieted by the conversion.
                let single = f32::from_bits(value as u32);
                let bits =
                    if single.is_nan() { widened_nan(value as u32) } else { f64::from(single).to_bits() };
                format!("float 0x{bits:016X}")
            }
            64 => format!("double 0x{value:016X}"),
            _ => format!("fp128 0xL{:032X}", value.rotate_left(64)),
        }
    }

    pub(crate) fn symbol(&self, symbol: SymbolId) -> String {
        let Some(module) = self.module else { return symbol.raw().to_string() };
        let name = module.symbols.get(symbol.index()).map_or("?", |s| s.name.as_str());
        match module.ir_names.get(&symbol) {
            Some(IrName::Slot(slot)) => slot.to_string(),
            Some(IrName::Escaped) => in_quotes(&format!("\u{1}{name}")),
            None => quoted(name),
        }
    }

    fn frame_escape(&self, f: &mut impl Write, operand: Operand) -> fmt::Result {
        let Some((function, number)) = operand.as_frame_escape() else { return f.write_str("<mcsymbol >") };
        let name = self.module.and_then(|module| module.symbols.get(function.index()));
        let name = name.map_or_else(|| function.raw().to_string(), |symbol| symbol.name.clone());
        write!(f, "<mcsymbol {}>", quoted_label(&frame_escape(&name, number)))
    }

    fn global(&self, f: &mut impl Write, operand: Operand) -> fmt::Result {
        let Some(global) = self.mf.symbol_ref(operand) else { return f.write_str("@?") };
        let outside =
            self.module.is_some_and(|m| m.symbols.get(global.symbol.index()).is_some_and(|s| s.outside_ir));
        write!(f, "{}{}", if outside { '&' } else { '@' }, self.symbol(global.symbol))?;
        match global.offset {
            0 => Ok(()),
            n if n < 0 => write!(f, " - {}", n.unsigned_abs()),
            n => write!(f, " + {n}"),
        }
    }

    fn shuffle_mask(&self, f: &mut impl Write, operand: Operand) -> fmt::Result {
        f.write_str("shufflemask(")?;
        for (n, &element) in self.mf.shuffle_mask_value(operand).unwrap_or(&[]).iter().enumerate() {
            f.write_str(if n == 0 { "" } else { ", " })?;
            if element < 0 { f.write_str("undef")? } else { write!(f, "{element}")? }
        }
        f.write_str(")")
    }

    /// Writes `!7`, or the location in full if the module lacks it.
    pub(crate) fn location(&self, f: &mut impl Write, location: DebugLoc) -> fmt::Result {
        let Some(info) = self.module.and_then(|module| module.debug_info.as_deref()) else {
            return write!(f, "!{}", location.raw());
        };
        let number = |location| info.number_of_location(location);
        if let Some(number) = number(location) {
            return write!(f, "!{number}");
        }
        let mut next = Some(location);
        let mut depth = 0;
        while let Some(at) = next {
            let (None, Some(of)) = (number(at), info.location(at)) else { break };
            let lead = if depth == 0 { "" } else { ", inlinedAt: " };
            write!(f, "{lead}!DILocation(line: {}", of.line)?;
            if of.column != 0 {
                write!(f, ", column: {}", of.column)?;
            }
            write!(f, ", scope: !{}", info.number_of_node(of.scope).unwrap_or_default())?;
            if let Some(Atom { group, rank }) = of.atom {
                write!(f, ", atomGroup: {group}, atomRank: {rank}")?;
            }
            (next, depth) = (of.inlined_at, depth + 1);
        }
        if let Some(number) = next.and_then(number) {
            write!(f, ", inlinedAt: !{number}")?;
        }
        (0..depth).try_for_each(|_| f.write_char(')'))
    }

    fn mem_operand(&self, f: &mut impl Write, mem: &MemOperand) -> fmt::Result {
        f.write_str("(")?;
        for (flag, name) in [
            (MemFlags::VOLATILE, "volatile "),
            (MemFlags::NON_TEMPORAL, "non-temporal "),
            (MemFlags::DEREFERENCEABLE, "dereferenceable "),
            (MemFlags::INVARIANT, "invariant "),
        ] {
            if mem.flags.contains(flag) {
                f.write_str(name)?;
            }
        }
        let store = mem.flags.contains(MemFlags::STORE);
        let both = mem.flags.contains(MemFlags::LOAD) && store;
        f.write_str(match (both, store) {
            (true, _) => "load store",
            (_, true) => "store",
            _ => "load",
        })?;
        if mem.single_thread {
            f.write_str(" syncscope(\"singlethread\")")?;
        }
        for ordering in [mem.ordering, mem.failure_ordering] {
            f.write_str(ordering_name(ordering))?;
        }
        if mem.ty.is_valid() && (mem.ty.is_vector() || mem.ty.bits() <= MAX_MEMORY_BITS) {
            write!(f, " ({})", mem.ty)?
        } else {
            f.write_str(" unknown-size")?
        }
        let preposition = match (both, store) {
            (true, _) => "on",
            (_, true) => "into",
            _ => "from",
        };
        match mem.pointer {
            PointerInfo::Unknown => {}
            PointerInfo::Stack(index, offset) => {
                write!(f, " {preposition} {}{}", self.frame_index(index), Offset(offset))?;
            }
            PointerInfo::OutgoingArgument(offset) => write!(f, " {preposition} stack{}", Offset(offset))?,
            PointerInfo::Global(symbol, offset) => {
                write!(f, " {preposition} @{}{}", self.symbol(symbol), Offset(offset))?;
            }
            PointerInfo::ConstantPool => write!(f, " {preposition} constant-pool")?,
            PointerInfo::JumpTable => write!(f, " {preposition} jump-table")?,
            PointerInfo::Got => write!(f, " {preposition} got")?,
        }
        if mem.align != mem.usual_align() {
            write!(f, ", align {}", mem.align)?;
        }
        if mem.address_space != 0 {
            write!(f, ", addrspace {}", mem.address_space)?;
        }
        f.write_str(")")
    }
}

/// LLVM reads no larger scalars in memory operands.
const MAX_MEMORY_BITS: u32 = 0xffff;

struct Offset(i64);

impl fmt::Display for Offset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => Ok(()),
            n if n < 0 => write!(f, " - {}", n.unsigned_abs()),
            n => write!(f, " + {n}"),
        }
    }
}

fn ordering_name(ordering: Ordering) -> &'static str {
    match ordering {
        Ordering::NotAtomic => "",
        Ordering::Unordered => " unordered",
        Ordering::Monotonic => " monotonic",
        Ordering::Acquire => " acquire",
        Ordering::Release => " release",
        Ordering::AcquireRelease => " acq_rel",
        Ordering::SequentiallyConsistent => " seq_cst",
    }
}

/// Returns the bits of the `double` that holds the same NaN payload.
fn widened_nan(bits: u32) -> u64 {
    let (sign, payload) = (u64::from(bits >> 31), u64::from(bits & 0x7f_ffff));
    sign << 63 | 0x7ff << 52 | payload << 29
}

/// Returns true if only the linker knows an operand's value, so flags may select a relocation of
/// it.
fn is_symbol(operand: Operand) -> bool {
    matches!(
        operand.tag(),
        OperandTag::Global
            | OperandTag::External
            | OperandTag::ConstantPool
            | OperandTag::JumpTable
            | OperandTag::BlockAddress
    )
}

/// Returns true if the number at index `n` is a sub-register index.
fn is_sub_reg_index(opcode: Opcode, n: usize) -> bool {
    match opcode {
        EXTRACT_SUBREG => n == 2,
        INSERT_SUBREG | SUBREG_TO_REG => n == 3,
        REG_SEQUENCE => n >= 2 && n.is_multiple_of(2),
        _ => false,
    }
}

fn type_bit(kind: Option<OperandKind>) -> u32 {
    match kind {
        Some(OperandKind::Type(n)) => 1 << n,
        _ => 0,
    }
}
