//! Inline assembly on RISC-V: constraints, registers by name, and the assembly of lines, pseudo-instructions among them.
//!
//! Sources: GCC's *Constraints for Particular Machines*, the RISC-V assembly programmer's manual.

use super::asm_printer::{SYMBOL_LOADS, SYMBOL_STORES};
use super::control_registers;
use super::features::{Features, TABLE as TABLE_OF_FEATURES};
use super::instructions::{TABLE, op};
use super::materialize::materialize;
use super::registers::{REGISTERS, classes, regs};
use super::relocations::spec;
use crate::features::FeatureSet;
use crate::table::{AsmCursor, statement};
use gisel_codegen::ir::value_type::ValueType;
use gisel_codegen::mc::inst::{McExpr, McInst, McOperand, McSymbol, Specifier};
use gisel_codegen::mc::target::AsmSink;
use gisel_codegen::target::inline_asm::InlineAsmInfo;
use gisel_codegen::target::instructions::Opcode;
use gisel_codegen::target::registers::{PhysReg, RegClassId};

/// What RISC-V says about the operands of inline assembly.
#[derive(Debug)]
pub struct RiscvInlineAsm {
    /// What the subtarget has.
    pub features: Features,
}

/// The integer register called `name`, by number or by use.
pub(super) fn general(name: &str) -> Option<PhysReg> {
    let name = if name == "fp" { "s0" } else { name };
    let members = (0..32).map(|n| PhysReg(regs::X0.0 + n));
    members.into_iter().find(|&r| REGISTERS.reg(r).asm_name == name || REGISTERS.reg(r).name == name)
}

/// The number of the floating-point register called `name`.
pub(super) fn floating(name: &str) -> Option<u16> {
    let of = |n: u16| REGISTERS.reg(PhysReg(regs::F0_D.0 + n));
    (0..32).find(|&n| of(n).asm_name == name || of(n).name.strip_suffix("_d") == Some(name))
}

impl RiscvInlineAsm {
    /// Whether values of type `ty` are in integer registers: in as many as they have words, but vectors.
    fn is_general(&self, ty: ValueType) -> bool {
        !matches!(ty, ValueType::Vector { .. }) && ty.bits() <= 8 * self.features.xlen()
    }

    /// Whether values of type `ty` are computed with in integer registers.
    fn is_float_in_general_register(&self, ty: ValueType) -> bool {
        match ty {
            ValueType::Half => self.features.contains(Features::ZHINXMIN),
            ValueType::Float => self.features.contains(Features::ZFINX),
            ValueType::Double => self.features.contains(Features::ZDINX),
            _ => false,
        }
    }
}

impl InlineAsmInfo for RiscvInlineAsm {
    fn register_class(&self, code: &str, ty: ValueType) -> Option<RegClassId> {
        match (code, ty) {
            ("r" | "R" | "f", ValueType::Double) if self.features.pairs_doubles() => Some(classes::GPRPAIR),
            ("^cr" | "^cR" | "^cf", ValueType::Double) if self.features.pairs_doubles() => {
                Some(classes::GPRPAIRC)
            }
            ("f" | "^cf", _) if self.is_float_in_general_register(ty) => {
                self.register_class(if code == "f" { "r" } else { "^cr" }, ty)
            }
            ("r", _) if self.is_general(ty) => Some(classes::GPRNOX0),
            ("^cr", _) if self.is_general(ty) => Some(classes::GPRC),
            ("R" | "^cR", ValueType::Int(bits)) if bits == 2 * self.features.xlen() => {
                Some(if code == "R" { classes::GPRNOX0 } else { classes::GPRC })
            }
            ("f", ValueType::Half) if self.features.contains(Features::ZFHMIN) => Some(classes::FPR16),
            ("f", ValueType::BFloat) if self.features.contains(Features::ZFBFMIN) => Some(classes::FPR16),
            ("f", ValueType::Float) if self.features.flen() >= 32 => Some(classes::FPR32),
            ("f", ValueType::Double) if self.features.flen() == 64 => Some(classes::FPR64),
            ("^cf", ValueType::Half) if self.features.contains(Features::ZFHMIN) => Some(classes::FPR16C),
            ("^cf", ValueType::BFloat) if self.features.contains(Features::ZFBFMIN) => Some(classes::FPR16C),
            ("^cf", ValueType::Float) if self.features.flen() >= 32 => Some(classes::FPR32C),
            ("^cf", ValueType::Double) if self.features.flen() == 64 => Some(classes::FPR64C),
            ("X", ValueType::Float | ValueType::Double) if ty.bits() <= self.features.flen() => {
                self.register_class("f", ty)
            }
            ("X", _) => self.register_class("r", ty),
            _ => None,
        }
    }

    fn named_register(&self, name: &str, ty: ValueType) -> Option<(PhysReg, RegClassId)> {
        if let Some(reg) = general(name) {
            let fits = !ty.llt().is_vector() && ty.bits() <= 8 * self.features.xlen();
            return (fits && self.features.has_register(reg)).then_some((reg, classes::GPR));
        }
        let number = floating(name)?;
        match self.register_class("f", ty)? {
            class @ classes::FPR16 => Some((PhysReg(regs::F0_H.0 + number), class)),
            class @ classes::FPR32 => Some((PhysReg(regs::F0_F.0 + number), class)),
            class => Some((PhysReg(regs::F0_D.0 + number), class)),
        }
    }

    fn following_register(&self, reg: PhysReg, class: RegClassId) -> Option<PhysReg> {
        let order = REGISTERS.class(class).order;
        let after = &order[order.iter().position(|&r| r == reg)? + 1..];
        after.iter().copied().find(|&r| self.features.has_register(r))
    }

    fn is_pair(&self, code: &str) -> bool {
        matches!(code, "R" | "^cR")
    }

    fn second_of_pair(&self, first: PhysReg) -> Option<PhysReg> {
        let second = PhysReg(first.0 + 1);
        let is_pair = REGISTERS.reg(first).encoding.is_multiple_of(2) && self.features.has_register(second);
        is_pair.then_some(second)
    }

    fn is_memory(&self, code: &str) -> bool {
        matches!(code, "m" | "o" | "V" | "A")
    }

    fn clobbered_register(&self, name: &str) -> Option<PhysReg> {
        general(name).or_else(|| floating(name).map(|number| PhysReg(regs::F0_D.0 + number)))
    }

    fn takes_immediate(&self, code: &str, value: i64) -> bool {
        match code {
            "i" | "n" | "s" | "X" => true,
            "I" => (-2048..2048).contains(&value),
            "J" => value == 0,
            "K" => (0..32).contains(&value),
            _ => false,
        }
    }

    fn address_class(&self) -> RegClassId {
        classes::GPRNOX0
    }

    fn register_text(&self, reg: PhysReg, modifier: Option<char>) -> Option<String> {
        let desc = REGISTERS.reg(reg);
        match modifier {
            None | Some('z') => Some(desc.asm_name.to_owned()),
            Some('i') => Some(String::new()),
            Some('N') => Some(desc.encoding.to_string()),
            _ => None,
        }
    }

    fn immediate_text(&self, value: i64, modifier: Option<char>) -> Option<String> {
        match modifier {
            Some('z') if value == 0 => Some("zero".into()),
            Some('i') => Some("i".into()),
            None | Some('z' | 'c' | 'a') => Some(value.to_string()),
            Some('n') => Some(value.wrapping_neg().to_string()),
            Some('s') => Some((value.wrapping_neg() & 31).to_string()),
            _ => None,
        }
    }

    fn symbol_text(&self, name: String, modifier: Option<char>) -> Option<String> {
        match modifier {
            None | Some('z' | 'c' | 'a') => Some(name),
            Some('i') => Some("i".into()),
            _ => None,
        }
    }

    fn memory_text(&self, base: PhysReg, modifier: Option<char>) -> Option<String> {
        modifier.is_none().then(|| format!("0({})", REGISTERS.reg(base).asm_name))
    }
}

/// Assembles one statement for a subtarget with the features of `set`.
pub fn assemble(line: &str, set: &FeatureSet, sink: &mut dyn AsmSink) -> Result<(), String> {
    let (word, items) = statement(line);
    let has = |name: &str| TABLE_OF_FEATURES.has(set, name);
    if has("e")
        && let Some(name) = items.iter().find_map(|item| upper_register(item))
    {
        return Err(format!("register `{name}` is not there: with the target feature `+e` there are 16"));
    }
    let xlen = if has("64bit") { 64 } else { 32 };
    match (word, &items[..]) {
        ("li", [reg, value]) => {
            if let (Some(reg), Some(value)) = (general(reg), constant(value, sink)) {
                return load_constant(reg, value, Features::of(set), sink);
            }
        }
        (".insn", _) => {
            sink.raw_inst(&super::raw_instructions::assemble(line)?);
            return Ok(());
        }
        ("call" | "tail", [symbol]) => {
            let expr = symbol_of(symbol.trim_end_matches("@plt"), sink)?;
            let opcode = if word == "call" { op::PseudoCALL } else { op::PseudoTAIL };
            return sink.inst(&McInst::new(opcode, &[expr.into()]));
        }
        ("call", [link, symbol]) => {
            let link = register(link)?;
            let expr = symbol_of(symbol.trim_end_matches("@plt"), sink)?;
            return sink.inst(&McInst::new(op::PseudoCALLReg, &[link.into(), expr.into()]));
        }
        ("jump", [symbol, scratch]) => {
            let scratch = register(scratch)?;
            let expr = symbol_of(symbol, sink)?;
            return sink.inst(&McInst::new(op::PseudoJump, &[scratch.into(), expr.into()]));
        }
        ("sext.b" | "sext.h" | "zext.h" | "zext.w", [rd, rs]) => {
            let (needed, bits) = match word {
                "sext.b" => ("zbb", 8),
                "zext.w" => ("zba", 32),
                _ => ("zbb", 16),
            };
            if word == "zext.h" && has("zbkb") && !has("zbb") {
                let pack = if xlen == 64 { op::PACKW } else { op::PACK };
                let operands = [register(rd)?.into(), register(rs)?.into(), regs::X0.into()];
                return sink.inst(&McInst::new(pack, &operands));
            }
            if !has(needed) && bits < xlen {
                let right = if word.starts_with('s') { op::SRAI } else { op::SRLI };
                return shift_twice(register(rd)?, register(rs)?, (xlen - bits).into(), right, sink);
            }
        }
        (_, [reg, symbol]) => {
            if let Some((_, how)) = ADDRESSES.iter().find(|(name, _)| *name == word) {
                let (high, second) = match (word, sink.is_position_independent()) {
                    ("la", true) => (spec::GOT_PCREL_HI, op::LD),
                    _ => *how,
                };
                let second = match second {
                    op::LD if xlen == 32 => op::LW,
                    other => other,
                };
                let reg = register(reg)?;
                return load_address(reg, (reg, reg), symbol, (high, second), sink);
            }
            if let Some(access) = access(SYMBOL_LOADS.iter(), word)
                && let Some(reg) = general(reg)
                && is_symbol(symbol, sink)
            {
                return load_address(reg, (reg, reg), symbol, (spec::PCREL_HI, access), sink);
            }
        }
        (_, [value, symbol, scratch]) if !symbol.contains('(') => {
            if let Some(access) = access(SYMBOL_STORES.iter().chain(&FLOAT_ACCESSES), word)
                && let (Some(scratch), true) = (general(scratch), is_symbol(symbol, sink))
            {
                let value = match (general(value), floating(value), access) {
                    (Some(reg), _, op::SB | op::SH | op::SW | op::SD) => reg,
                    (_, Some(number), op::FLW | op::FSW) => PhysReg(regs::F0_F.0 + number),
                    (_, Some(number), op::FLD | op::FSD) => PhysReg(regs::F0_D.0 + number),
                    _ => return Err(format!("`{value}` is no register for `{word}`")),
                };
                return load_address(scratch, (value, scratch), symbol, (spec::PCREL_HI, access), sink);
            }
        }
        _ => {}
    }
    let mut line = renamed(line);
    let takes_no_offset =
        ["amo", "lr.", "sc.", "cbo.", "hlv", "hsv"].iter().any(|start| word.starts_with(start))
            || [".aq", ".rl", ".aqrl"].iter().any(|end| word.ends_with(end));
    if takes_no_offset {
        // An offset of zero may be written.
        line = line.replace(" 0(", " (").replace(",0(", ",(");
    }
    if word.starts_with("csr") {
        line = with_numbers(word, &items, xlen, sink);
    }
    if let Some((_, name)) = COUNTERS_OF_RV32.iter().find(|row| row.0 == word && xlen == 32) {
        line = with_numbers("csrr", &[&items[..], &[name]].concat(), xlen, sink);
    }
    let inst = TABLE.parse(&line, sink.symbols(), &has).map_err(|e| e.to_string())?;
    if !amount_is_in_range(&inst, xlen) {
        return Err(format!("`{line}` shifts by more than a register has bits"));
    }
    sink.inst(&inst)
}

/// What reads the upper words of counters, and their registers.
const COUNTERS_OF_RV32: [(&str, &str); 3] =
    [("rdcycleh", "cycleh"), ("rdtimeh", "timeh"), ("rdinstreth", "instreth")];

/// Shifts and the like by a number that registers of 64 bits have room for.
const BY_NUMBER: [Opcode; 12] = [
    op::SLLI,
    op::SRLI,
    op::SRAI,
    op::RORI,
    op::BCLRI,
    op::BEXTI,
    op::BINVI,
    op::BSETI,
    op::C_SLLI,
    op::C_SLLI_HINT,
    op::C_SRLI,
    op::C_SRAI,
];

/// Whether an instruction shifts by no more bits than registers of `xlen` bits have, if it shifts by a number.
pub(super) fn amount_is_in_range(inst: &McInst, xlen: u32) -> bool {
    match inst.operands.last() {
        Some(&McOperand::Imm(amount)) if BY_NUMBER.contains(&inst.opcode) => amount < xlen.into(),
        _ => true,
    }
}

/// Loads of addresses, each with how the high part is made, and what instruction has the low one.
const ADDRESSES: [(&str, (Specifier, Opcode)); 5] = [
    ("la", (spec::PCREL_HI, op::ADDI)),
    ("lla", (spec::PCREL_HI, op::ADDI)),
    ("lga", (spec::GOT_PCREL_HI, op::LD)),
    ("la.tls.ie", (spec::TLS_IE_PCREL_HI, op::LD)),
    ("la.tls.gd", (spec::TLS_GD_PCREL_HI, op::ADDI)),
];

/// Accesses of floats, which need a register for the address.
const FLOAT_ACCESSES: [(Opcode, Opcode); 4] =
    [(op::FLW, op::FLW), (op::FLD, op::FLD), (op::FSW, op::FSW), (op::FSD, op::FSD)];

/// The access to memory called `word`, of those of a table.
fn access(mut table: impl Iterator<Item = &'static (Opcode, Opcode)>, word: &str) -> Option<Opcode> {
    table.find(|(_, access)| TABLE.desc(*access).name.eq_ignore_ascii_case(word)).map(|(_, access)| *access)
}

/// The name of a general register among the upper 16 that an operand is, or whose memory it addresses.
fn upper_register(item: &str) -> Option<&str> {
    let name = item.rsplit_once('(').map_or(item, |(_, base)| base.trim_end_matches(')')).trim();
    general(name).filter(|&reg| !Features::E.has_register(reg)).map(|_| name)
}

fn register(name: &str) -> Result<PhysReg, String> {
    general(name).ok_or_else(|| format!("`{name}` is no register"))
}

/// The number that all of `text` is.
fn constant(text: &str, sink: &mut dyn AsmSink) -> Option<i64> {
    let mut at = AsmCursor::new(text);
    let operand = super::operands::parse_expr(&mut at, sink.symbols())?;
    match operand {
        McOperand::Imm(value) if at.rest().trim().is_empty() => Some(value),
        _ => None,
    }
}

/// Whether `text` is a symbol's name, perhaps with an addend.
fn is_symbol(text: &str, sink: &mut dyn AsmSink) -> bool {
    let starts = text.starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | '"'));
    starts && !text.contains('(') && symbol_of(text, sink).is_ok()
}

/// A statement about control registers, with numbers for what expressions stand for one.
fn with_numbers(word: &str, items: &[&str], xlen: u32, sink: &mut dyn AsmSink) -> String {
    let number = |item: &&str| -> String {
        if xlen == 32
            && let Some(number) = control_registers::of_rv32(item)
        {
            return number.to_string();
        }
        let named =
            general(item).is_some() || super::operands::parse_csr(&mut AsmCursor::new(item)).is_some();
        let value = if named { None } else { constant(item, sink) };
        value.map_or_else(|| renamed(item), |value| value.to_string())
    };
    format!("{word} {}", items.iter().map(number).collect::<Vec<_>>().join(", "))
}

/// What extensions do where there is no instruction for them: a shift to the left and one back.
fn shift_twice(
    rd: PhysReg,
    rs: PhysReg,
    bits: i64,
    right: Opcode,
    sink: &mut dyn AsmSink,
) -> Result<(), String> {
    let by = McOperand::Imm(bits);
    sink.inst(&McInst::new(op::SLLI, &[rd.into(), rs.into(), by]))?;
    sink.inst(&McInst::new(right, &[rd.into(), rd.into(), by]))
}

/// `fp` is another name of `s0`.
fn renamed(line: &str) -> String {
    let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while !rest.is_empty() {
        let end = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
        out.push_str(if &rest[..end] == "fp" { "s0" } else { &rest[..end] });
        let next = rest[end..].find(is_word).map_or(rest.len(), |n| end + n);
        out.push_str(&rest[end..next]);
        rest = &rest[next..];
    }
    out
}

fn symbol_of(text: &str, sink: &mut dyn AsmSink) -> Result<McExpr, String> {
    let mut at = AsmCursor::new(text);
    match super::operands::parse_expr(&mut at, sink.symbols()) {
        Some(McOperand::Expr(expr)) if at.rest().trim().is_empty() && expr.specifier == spec::NONE => {
            Ok(expr)
        }
        _ => Err(format!("`{text}` is no symbol")),
    }
}

fn load_constant(reg: PhysReg, value: i64, features: Features, sink: &mut dyn AsmSink) -> Result<(), String> {
    let mut source = regs::X0;
    for step in materialize(value, features) {
        let operands = step.operands(reg.into(), source.into(), regs::X0.into(), McOperand::Imm);
        sink.inst(&McInst::new(step.opcode, &operands))?;
        source = reg;
    }
    Ok(())
}

/// `label: auipc page, high(symbol)` and `second value, %pcrel_lo(label)(base)`.
fn load_address(
    page: PhysReg,
    (value, base): (PhysReg, PhysReg),
    symbol: &str,
    (high, second): (Specifier, Opcode),
    sink: &mut dyn AsmSink,
) -> Result<(), String> {
    let target = symbol_of(symbol, sink)?.with(high);
    let label = sink.new_label();
    sink.bind(label);
    sink.inst(&McInst::new(op::AUIPC, &[page.into(), target.into()]))?;
    let low = McExpr { specifier: spec::PCREL_LO, symbol: McSymbol::Label(label), addend: 0 };
    sink.inst(&McInst::new(second, &[value.into(), base.into(), low.into()]))
}
