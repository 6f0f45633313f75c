//! Statements outside of the instruction table: operations of `sys`, literals, and system registers
//! by name.

use crate::aarch64::features::is_assembled;
use crate::aarch64::mc::instructions::op;
use crate::aarch64::mc::operands::parse_sysreg;
use crate::aarch64::mc::register_text::{is_register_name, member, numbered};
use crate::aarch64::mc::system_operations::{Operand, system_operation};
use crate::aarch64::mc::system_registers::{is_readable, is_writable, needed_feature};
use crate::aarch64::registers::{REGISTERS, classes, regs};
use crate::features::FeatureSet;
use crate::table::{AsmCursor, missing, statement};
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::mc::asm_parser::is_symbol_char;
use gisel_codegen::mc::inst::{McExpr, McInst, McOperand};
use gisel_codegen::mc::target_asm_parser::AsmSink;

/// Assembles a special statement: operations of `sys`, literals, and errors about system registers.
pub(crate) fn special(line: &str, set: &FeatureSet, sink: &mut dyn AsmSink) -> Option<Result<(), String>> {
    let (word, items) = statement(line);
    match word {
        "dc" | "ic" | "at" | "tlbi" | "plbi" | "mlbi" | "gic" | "gsb" | "brb" | "cfp" | "cpp" | "dvp"
        | "cosp" => Some(operation(word, &items, set, sink)),
        "gicr" => Some(operation(word, &[*items.get(1)?, items[0]], set, sink)),
        "tlbip" => Some(operation_on_pair(word, &items, set, sink)),
        "ldr" | "ldrsw" => {
            let value = items.get(1)?.strip_prefix('=')?;
            Some(load_literal(word, items[0], value.trim(), sink))
        }
        "b" | "bl" | "cbz" | "cbnz" | "tbz" | "tbnz"
            if items.last().is_some_and(|to| is_register_name(to)) =>
        {
            Some(Err(format!("a branch goes to no register: `{line}`")))
        }
        "mrs" | "mrrs" => inaccessible(items.last()?, is_readable, "read", set).map(Err),
        "msr" | "msrr" if general_64(items.get(1)?).is_some() => {
            inaccessible(items[0], is_writable, "written", set).map(Err)
        }
        _ => None,
    }
}

fn requires(needed: &str, set: &FeatureSet) -> Result<(), String> {
    let lacking = missing(needed, &|name| is_assembled(set, name));
    lacking.map_or(Ok(()), |lacking| Err(format!("instruction requires: {}", lacking.replace('/', " or "))))
}

/// Returns the error if the system register called `name` cannot be accessed in this way.
fn inaccessible(name: &str, can: fn(&str) -> bool, how: &str, set: &FeatureSet) -> Option<String> {
    let name = name.to_ascii_lowercase();
    if parse_sysreg(&mut AsmCursor::new(&name)).is_none() {
        return Some(format!("`{name}` is no system register"));
    }
    if !can(&name) {
        return Some(format!("system register `{name}` cannot be {how}"));
    }
    requires(needed_feature(&name), set).err()
}

/// Returns the fields of a system operation, in the form of `sys` and `sysp`, and its kind of
/// operand.
fn fields_of(word: &str, name: &str, set: &FeatureSet) -> Result<([McOperand; 4], Operand), String> {
    let name = name.to_ascii_lowercase();
    let found = system_operation(&format!("{word} {name}"));
    let (fields, takes, needs) = found.ok_or_else(|| format!("`{word}` has no operation `{name}`"))?;
    requires(&needs, set)?;
    let field = |low: u16, bits: u16| McOperand::Imm(i64::from(fields >> low & ((1 << bits) - 1)));
    Ok(([field(11, 3), field(7, 4), field(3, 4), field(0, 3)], takes))
}

/// Assembles `tlbi vae1is, x0` and similar statements.
fn operation(word: &str, items: &[&str], set: &FeatureSet, sink: &mut dyn AsmSink) -> Result<(), String> {
    let name = items.first().copied().unwrap_or_default();
    let ([op1, crn, crm, op2], takes) = fields_of(word, name, set)?;
    let rt = match (takes, items.get(1)) {
        (Operand::Required | Operand::Result, None) => {
            return Err(format!("`{word} {name}` needs a register"));
        }
        (Operand::None, Some(_)) => return Err(format!("`{word} {name}` has no register")),
        (_, Some(name)) => general_64(name).ok_or_else(|| format!("`{name}` is no register"))?,
        (_, None) => regs::XZR,
    };
    if items.len() > 2 {
        return Err(format!("`{word} {name}` has one register"));
    }
    if takes == Operand::Optional && items.len() == 2 {
        requires("tlbid", set)?;
    }
    sink.inst(&match takes {
        Operand::Result => McInst::new(op::SYSLxt, &[rt.into(), op1, crn, crm, op2]),
        _ => McInst::new(op::SYSxt, &[op1, crn, crm, op2, rt.into()]),
    })
}

/// Assembles `tlbip vae1is, x0, x1`: two registers, of which the first is even, or none.
fn operation_on_pair(
    word: &str,
    items: &[&str],
    set: &FeatureSet,
    sink: &mut dyn AsmSink,
) -> Result<(), String> {
    let wrong = || format!("operands do not fit: `{word} {}`", items.join(", "));
    let [name, first, second] = *items else { return Err(wrong()) };
    let ([op1, crn, crm, op2], _) = fields_of(word, name, set)?;
    let (first, second) = (general_64(first).ok_or_else(wrong)?, general_64(second).ok_or_else(wrong)?);
    if first == regs::XZR && second == regs::XZR {
        return sink.inst(&McInst::new(op::SYSPxt_XZR, &[op1, crn, crm, op2]));
    }
    let number = |reg: PhysReg| REGISTERS.reg(reg).encoding;
    let is_pair = REGISTERS.contains(classes::XSEQPAIRS, first) && number(second) == number(first) + 1;
    if !is_pair {
        return Err(wrong());
    }
    sink.inst(&McInst::new(op::SYSPxt, &[op1, crn, crm, op2, first.into()]))
}

/// Returns the 64-bit register called `name`; `sp` is none.
fn general_64(name: &str) -> Option<PhysReg> {
    match (name, numbered(name)) {
        ("xzr", _) => Some(regs::XZR),
        (_, Some(('x', number))) => member(classes::GPR64, number),
        _ => None,
    }
}

/// Assembles `ldr x0, =value`: one instruction that builds the number, or a load of a literal.
fn load_literal(word: &str, rt: &str, value: &str, sink: &mut dyn AsmSink) -> Result<(), String> {
    let read = sink.symbols().expression(value).filter(|(_, used)| *used == value.len());
    // As in LLVM's assembler: numbers and names are shared, sums with names are not.
    let is_word = value.chars().all(is_symbol_char);
    let (value, _) = read.ok_or_else(|| format!("`{value}` is no value"))?;
    let letter =
        numbered(rt).map(|(letter, _)| letter).or(rt.strip_suffix("zr").and_then(|r| r.chars().next()));
    let (class, opcode, size) = match (word, letter) {
        ("ldr", Some('x')) => (classes::GPR64, op::LDRXl, 8),
        ("ldr", Some('w')) => (classes::GPR32, op::LDRWl, 4),
        ("ldr", Some('s')) => (classes::FPR32, op::LDRSl, 4),
        ("ldr", Some('d')) => (classes::FPR64, op::LDRDl, 8),
        ("ldrsw", Some('x')) => (classes::GPR64, op::LDRSWl, 4),
        _ => return Err(format!("a literal cannot be loaded into `{rt}`")),
    };
    let number = if rt.ends_with("zr") { Some(31) } else { numbered(rt).map(|(_, number)| number) };
    let reg =
        number.and_then(|number| member(class, number)).ok_or_else(|| format!("`{rt}` is no register"))?;
    if let Some(number) = value.as_number() {
        let bits = i64::from(size) * 8;
        let fits = size == 8 || (-(1i64 << 31)..1 << 32).contains(&number);
        if !fits {
            return Err(format!("{number} does not fit `{rt}`"));
        }
        let unsigned = if size == 8 { number as u64 } else { u64::from(number as u32) };
        let shift = (0..bits).step_by(16).find(|&shift| unsigned & !(0xffff << shift) == 0);
        if let (Some(shift), "ldr", true) = (shift, word, matches!(letter, Some('w' | 'x'))) {
            let opcode = if size == 8 { op::MOVZXi } else { op::MOVZWi };
            let half = McOperand::Imm((unsigned >> shift) as i64);
            return sink.inst(&McInst::new(opcode, &[reg.into(), half, McOperand::Imm(shift)]));
        }
    }
    let label = sink.literal(value, size, is_word || value.as_number().is_some());
    sink.inst(&McInst::new(opcode, &[reg.into(), McExpr::from(label).into()]))
}
