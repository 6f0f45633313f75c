//! The assembler of statements, including pseudo-instructions. Source: the RISC-V assembly
//! programmer's manual.

use crate::features::FeatureSet;
use crate::riscv::features::{Features, TABLE as TABLE_OF_FEATURES};
use crate::riscv::isel::materialize::materialize;
use crate::riscv::mc::inline_asm::{floating, general};
use crate::riscv::mc::instructions::{TABLE, op};
use crate::riscv::mc::mc_inst_lower::{SYMBOL_LOADS, SYMBOL_STORES};
use crate::riscv::mc::raw_instructions;
use crate::riscv::mc::relocations::spec;
use crate::riscv::mc::system_registers;
use crate::riscv::registers::regs;
use crate::table::{AsmCursor, SymbolReader, statement};
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::mc::inst::{McExpr, McInst, McOperand, McSymbol, Specifier};
use gisel_codegen::mc::target_asm_parser::{AsmSink, AsmValue};

/// Assembles one statement for a subtarget with the features `set`.
pub(crate) fn assemble(line: &str, set: &FeatureSet, sink: &mut dyn AsmSink) -> Result<(), String> {
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
                return load_constant(reg, value, set, sink);
            }
        }
        (".insn", _) => {
            if let Some(line) = raw_instructions::with_target(line)
                && let Ok(inst) = TABLE.parse(&line, sink.symbols(), &has)
            {
                return sink.inst(&inst);
            }
            sink.raw_inst(&raw_instructions::assemble(line)?);
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
        ("la" | "lla", [reg, value]) if !value.starts_with('%') && constant(value, sink).is_some() => {
            let value = constant(value, sink).unwrap_or_default();
            return load_constant(register(reg)?, value, set, sink);
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
                    (_, Some(number), op::FLH | op::FSH) => PhysReg(regs::F0_H.0 + number),
                    (_, Some(number), op::FLW | op::FSW) => PhysReg(regs::F0_F.0 + number),
                    (_, Some(number), op::FLD | op::FSD | op::FLQ | op::FSQ) => {
                        PhysReg(regs::F0_D.0 + number)
                    }
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
    let inst = match xlen {
        32 => TABLE.parse(&line, &mut WordExpressions(sink.symbols()), &has),
        _ => TABLE.parse(&line, sink.symbols(), &has),
    };
    let inst = inst.map_err(|e| e.to_string())?;
    check_fixed_register(&inst)?;
    if !amount_is_in_range(&inst, xlen) {
        return Err(format!("`{line}` shifts by more than a register has bits"));
    }
    sink.inst(&inst)
}

/// Expressions of 32 bits: unsigned numbers represent signed ones.
struct WordExpressions<'a>(&'a mut dyn SymbolReader);

impl SymbolReader for WordExpressions<'_> {
    fn symbol(&mut self, name: &str) -> Option<McSymbol> {
        self.0.symbol(name)
    }

    fn expression(&mut self, text: &str) -> Option<(AsmValue, usize)> {
        let (mut value, used) = self.0.expression(text)?;
        if value.as_number().is_some_and(|number| (1 << 31..1 << 32).contains(&number)) {
            value.constant = i64::from(value.constant as i32);
        }
        Some((value, used))
    }
}

/// Rejects a register other than the one that the linker expects in a marked instruction.
fn check_fixed_register(inst: &McInst) -> Result<(), String> {
    let is = |n: usize, reg: PhysReg| inst.operands.get(n) == Some(&McOperand::Reg(reg));
    match inst.opcode {
        op::PseudoAddTPRel if !is(2, regs::X4) => Err("%tprel_add is of a sum with tp".into()),
        op::PseudoTLSDESCCall if !is(0, regs::X5) => Err("%tlsdesc_call is of a call that links t0".into()),
        _ => Ok(()),
    }
}

/// The opcodes that read the upper words of counters, and their registers.
const COUNTERS_OF_RV32: [(&str, &str); 3] =
    [("rdcycleh", "cycleh"), ("rdtimeh", "timeh"), ("rdinstreth", "instreth")];

/// Shifts and similar operations by an immediate, which may be up to 63.
const BY_NUMBER: [Opcode; 18] = [
    op::TH_TST,
    op::TH_SRRI,
    op::TH_EXT,
    op::TH_EXTU,
    op::NDS_BFOZ,
    op::NDS_BFOS,
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

/// Returns true if the immediate of a shift, if it has one, is less than `xlen`.
pub(crate) fn amount_is_in_range(inst: &McInst, xlen: u32) -> bool {
    let is_in_range = |operand: &McOperand| match *operand {
        McOperand::Imm(amount) => amount < xlen.into(),
        _ => true,
    };
    !BY_NUMBER.contains(&inst.opcode) || inst.operands.iter().all(is_in_range)
}

/// Loads of addresses, each with the specifier of the high part, and the opcode with the low part.
const ADDRESSES: [(&str, (Specifier, Opcode)); 5] = [
    ("la", (spec::PCREL_HI, op::ADDI)),
    ("lla", (spec::PCREL_HI, op::ADDI)),
    ("lga", (spec::GOT_PCREL_HI, op::LD)),
    ("la.tls.ie", (spec::TLS_IE_PCREL_HI, op::LD)),
    ("la.tls.gd", (spec::TLS_GD_PCREL_HI, op::ADDI)),
];

/// Floating-point accesses, which require a register for the address.
const FLOAT_ACCESSES: [(Opcode, Opcode); 8] = [
    (op::FLH, op::FLH),
    (op::FLW, op::FLW),
    (op::FLD, op::FLD),
    (op::FLQ, op::FLQ),
    (op::FSH, op::FSH),
    (op::FSW, op::FSW),
    (op::FSD, op::FSD),
    (op::FSQ, op::FSQ),
];

/// Returns the memory access called `word` in a table.
fn access(mut table: impl Iterator<Item = &'static (Opcode, Opcode)>, word: &str) -> Option<Opcode> {
    table.find(|(_, access)| TABLE.desc(*access).name.eq_ignore_ascii_case(word)).map(|(_, access)| *access)
}

/// Returns the name of the general register among the upper 16 in an operand, also as a base
/// address.
fn upper_register(item: &str) -> Option<&str> {
    let name = item.rsplit_once('(').map_or(item, |(_, base)| base.trim_end_matches(')')).trim();
    general(name).filter(|&reg| !Features::E.has_register(reg)).map(|_| name)
}

fn register(name: &str) -> Result<PhysReg, String> {
    general(name).ok_or_else(|| format!("`{name}` is no register"))
}

/// Returns the number in all of `text`.
fn constant(text: &str, sink: &mut dyn AsmSink) -> Option<i64> {
    let mut at = AsmCursor::new(text);
    let (operand, _) = crate::riscv::mc::operands::parse_expr(&mut at, sink.symbols())?;
    match operand {
        McOperand::Imm(value) if at.rest().trim().is_empty() => Some(value),
        _ => None,
    }
}

/// Returns true if `text` is a symbol's name, perhaps with an addend.
fn is_symbol(text: &str, sink: &mut dyn AsmSink) -> bool {
    let starts = text.starts_with(|c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$' | '"'));
    starts && !text.contains('(') && symbol_of(text, sink).is_ok()
}

/// Returns a statement about control registers, with constant expressions replaced by numbers.
fn with_numbers(word: &str, items: &[&str], xlen: u32, sink: &mut dyn AsmSink) -> String {
    let number = |item: &&str| -> String {
        if xlen == 32
            && let Some(number) = system_registers::of_rv32(item)
        {
            return number.to_string();
        }
        let named = general(item).is_some()
            || crate::riscv::mc::operands::parse_csr(&mut AsmCursor::new(item)).is_some();
        let value = if named || item.starts_with('%') { None } else { constant(item, sink) };
        value.map_or_else(|| renamed(item), |value| value.to_string())
    };
    format!("{word} {}", items.iter().map(number).collect::<Vec<_>>().join(", "))
}

/// Emits an extension without an instruction: a left shift and a right shift.
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

/// Replaces `fp`, an alias of `s0`.
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
    match crate::riscv::mc::operands::parse_expr(&mut at, sink.symbols()) {
        Some((McOperand::Expr(expr), _)) if at.rest().trim().is_empty() && expr.specifier == spec::NONE => {
            Ok(expr)
        }
        _ => Err(format!("`{text}` is no symbol")),
    }
}

fn load_constant(reg: PhysReg, value: i64, set: &FeatureSet, sink: &mut dyn AsmSink) -> Result<(), String> {
    let features = Features::of(set);
    if features.xlen() == 32 && !(-(1 << 31)..1 << 32).contains(&value) {
        return Err(format!("{value} does not fit a register"));
    }
    let mut source = regs::X0;
    for step in materialize(value, features) {
        let operands = step.operands(reg.into(), source.into(), regs::X0.into(), McOperand::Imm);
        sink.inst(&McInst::new(step.opcode, &operands))?;
        source = reg;
    }
    Ok(())
}

/// Emits `label: auipc page, high(symbol)` and `second value, %pcrel_lo(label)(base)`.
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
