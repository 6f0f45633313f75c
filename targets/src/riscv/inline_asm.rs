//! Inline assembly on RISC-V: constraints, registers by name, and the assembly of lines, pseudo-instructions among them.
//!
//! Sources: GCC's *Constraints for Particular Machines*, the RISC-V assembly programmer's manual.

use super::asm_printer::SYMBOL_LOADS;
use super::instructions::{TABLE, op};
use super::materialize::materialize;
use super::registers::{REGISTERS, classes, regs};
use super::relocations::spec;
use crate::table::{AsmCursor, number, statement};
use gisel_codegen::mc::inst::{McExpr, McInst, McOperand, McSymbol, Specifier};
use gisel_codegen::mc::target::AsmSink;
use gisel_codegen::target::inline_asm::InlineAsmInfo;
use gisel_codegen::target::instructions::Opcode;
use gisel_codegen::target::registers::{PhysReg, RegClassId};
use gisel_codegen::value_type::ValueType;

/// What RISC-V says about the operands of inline assembly.
#[derive(Debug)]
pub struct RiscvInlineAsm;

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

impl InlineAsmInfo for RiscvInlineAsm {
    fn register_class(&self, code: &str, ty: ValueType) -> Option<RegClassId> {
        match (code, ty) {
            ("r", _) if ty.llt().bits() <= 64 && !ty.llt().is_vector() => Some(classes::GPRNOX0),
            ("^cr", _) if ty.llt().bits() <= 64 && !ty.llt().is_vector() => Some(classes::GPRC),
            ("f", ValueType::Float) => Some(classes::FPR32),
            ("f", ValueType::Double) => Some(classes::FPR64),
            ("^cf", ValueType::Float) => Some(classes::FPR32C),
            ("^cf", ValueType::Double) => Some(classes::FPR64C),
            _ => None,
        }
    }

    fn named_register(&self, name: &str, ty: ValueType) -> Option<(PhysReg, RegClassId)> {
        if let Some(reg) = general(name) {
            return Some((reg, classes::GPR));
        }
        let number = floating(name)?;
        Some(match ty {
            ValueType::Float => (PhysReg(regs::F0_F.0 + number), classes::FPR32),
            _ => (PhysReg(regs::F0_D.0 + number), classes::FPR64),
        })
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
            None | Some('z' | 'c') => Some(value.to_string()),
            _ => None,
        }
    }

    fn memory_text(&self, base: PhysReg, modifier: Option<char>) -> Option<String> {
        modifier.is_none().then(|| format!("0({})", REGISTERS.reg(base).asm_name))
    }
}

/// Assembles one statement.
pub fn assemble(line: &str, sink: &mut dyn AsmSink) -> Result<(), String> {
    let (word, items) = statement(line);
    match (word, &items[..]) {
        ("li", [reg, value]) => {
            if let (Some(reg), Some(value)) = (general(reg), number(value)) {
                return load_constant(reg, value, sink);
            }
        }
        ("la" | "lla" | "lga", [reg, symbol]) => {
            let reg = general(reg).ok_or_else(|| format!("`{reg}` is no register"))?;
            let from_table = word == "lga" || word == "la" && sink.is_position_independent();
            let how = if from_table { (spec::GOT_PCREL_HI, op::LD) } else { (spec::PCREL_HI, op::ADDI) };
            return load_address(reg, symbol, how, sink);
        }
        (".insn", _) => {
            sink.raw_inst(&super::raw_instructions::assemble(line)?);
            return Ok(());
        }
        ("la.tls.ie", [reg, symbol]) => {
            let reg = general(reg).ok_or_else(|| format!("`{reg}` is no register"))?;
            return load_address(reg, symbol, (spec::TLS_IE_PCREL_HI, op::LD), sink);
        }
        ("call" | "tail", [symbol]) => {
            let expr = expression(symbol.trim_end_matches("@plt"), sink)?;
            let opcode = if word == "call" { op::PseudoCALL } else { op::PseudoTAIL };
            return sink.inst(&McInst::new(opcode, &[expr.into()]));
        }
        (_, [reg, symbol]) if !symbol.contains('(') => {
            let is_it = |load: Opcode| TABLE.desc(load).name.eq_ignore_ascii_case(word);
            let access = SYMBOL_LOADS.iter().find(|(_, load)| is_it(*load));
            if let (Some((_, opcode)), Some(reg), None) = (access, general(reg), number(symbol)) {
                return load_address(reg, symbol, (spec::PCREL_HI, *opcode), sink);
            }
        }
        _ => {}
    }
    let mut line = renamed(line);
    if ["amo", "lr.", "sc."].iter().any(|start| word.starts_with(start)) {
        // An offset of zero may be written.
        line = line.replace(" 0(", " (").replace(",0(", ",(");
    }
    let inst = TABLE.parse(&line, sink.symbols()).map_err(|e| e.to_string())?;
    sink.inst(&inst)
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

fn expression(text: &str, sink: &mut dyn AsmSink) -> Result<McExpr, String> {
    let mut cursor = AsmCursor::new(text);
    let expr = super::operands::parse_expr(&mut cursor, sink.symbols());
    expr.filter(|_| cursor.rest().trim().is_empty()).ok_or_else(|| format!("`{text}` is no symbol"))
}

fn load_constant(reg: PhysReg, value: i64, sink: &mut dyn AsmSink) -> Result<(), String> {
    let mut source = regs::X0;
    for step in materialize(value) {
        let imm = McOperand::Imm(step.imm);
        let inst = match step.opcode {
            op::LUI => McInst::new(op::LUI, &[reg.into(), imm]),
            opcode => McInst::new(opcode, &[reg.into(), source.into(), imm]),
        };
        sink.inst(&inst)?;
        source = reg;
    }
    Ok(())
}

/// `label: auipc reg, high(symbol)` and `second reg, %pcrel_lo(label)`.
fn load_address(
    reg: PhysReg,
    symbol: &str,
    (high, second): (Specifier, Opcode),
    sink: &mut dyn AsmSink,
) -> Result<(), String> {
    let target = expression(symbol, sink)?.with(high);
    let label = sink.new_label();
    sink.bind(label);
    sink.inst(&McInst::new(op::AUIPC, &[reg.into(), target.into()]))?;
    let low = McExpr { specifier: spec::PCREL_LO, symbol: McSymbol::Label(label), addend: 0 };
    sink.inst(&McInst::new(second, &[reg.into(), reg.into(), low.into()]))
}
