//! The assembler of statements: special statements, then the table's lines, then aliases.

use crate::aarch64::features;
use crate::aarch64::mc::assembly_aliases::{canonical, other_form};
use crate::aarch64::mc::instructions::{TABLE, is_advanced_simd, op};
use crate::aarch64::mc::register_text;
use crate::aarch64::mc::special_statements::special;
use crate::aarch64::registers::{REGISTERS, banks};
use crate::features::FeatureSet;
use crate::table::{number, statement};
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::mc::asm_parser::written_name;
use gisel_codegen::mc::inst::{McInst, McOperand};
use gisel_codegen::mc::target_asm_parser::AsmSink;

/// Assembles one statement for a subtarget with the features `set`.
pub(crate) fn assemble(line: &str, set: &FeatureSet, sink: &mut dyn AsmSink) -> Result<(), String> {
    let lower = register_text::canonical(&lower_mnemonic(line));
    let line = with_numbers(&lower, sink);
    if let Some(done) = special(&line, set, sink) {
        return done;
    }
    let shifted = if line.contains(':') { with_implied_shift(&line, sink)? } else { None };
    let line = shifted.unwrap_or(line);
    let canonical = canonical(&line);
    let line = canonical.as_deref().unwrap_or(&line);
    let has = |name: &str| features::is_assembled(set, name);
    let mut parse = |line: &str| TABLE.parse(line, sink.symbols(), &has);
    let inst = match parse(line) {
        // An offset of zero may be written or omitted.
        Err(_) if let Some(without) = without_offset(line) => parse(&without).or_else(|_| parse(line)),
        Err(_) if line.ends_with(']') => {
            let with_offset = format!("{}, #0]", &line[..line.len() - 1]);
            parse(&with_offset).or_else(|_| parse(line))
        }
        parsed => parsed,
    };
    // Another instruction has the offsets and immediates that this one lacks.
    let negates = !features::TABLE.has(set, "no-neg-immediates");
    let inst =
        inst.or_else(|error| other_form(line, negates).and_then(|other| parse(&other).ok()).ok_or(error));
    let inst = inst.map_err(|e| e.to_string())?;
    check(&inst, set)?;
    sink.inst(&inst)
}

/// Returns `line` without the zero offset of its address, if it has one.
fn without_offset(line: &str) -> Option<String> {
    let (before, after) = line.rsplit_once(']')?;
    let (base, offset) = before.rsplit_once(',')?;
    let is_zero = number(offset.trim().trim_start_matches('#')) == Some(0);
    (is_zero && base.contains('[')).then(|| format!("{base}]{after}"))
}

/// Rejects instructions that the tables have and assemblers do not: the low bits of an address in a
/// sum other than `add`, and vector registers of a machine without them.
fn check(inst: &McInst, set: &FeatureSet) -> Result<(), String> {
    let has_symbol = inst.operands.iter().any(|operand| matches!(operand, McOperand::Expr(_)));
    const NOT_OF_ADDRESSES: [Opcode; 6] =
        [op::ADDSWri, op::ADDSXri, op::SUBWri, op::SUBXri, op::SUBSWri, op::SUBSXri];
    if has_symbol && NOT_OF_ADDRESSES.contains(&inst.opcode) {
        return Err("the low bits of an address are added by `add` only".into());
    }
    let is_vector = |operand: &McOperand| match operand {
        McOperand::Reg(reg) => REGISTERS.reg(*reg).bank == Some(banks::FPR),
        _ => false,
    };
    if !features::is_assembled(set, "fp-armv8") && inst.operands.iter().any(is_vector) {
        return Err("instruction requires: fp-armv8".into());
    }
    if !features::is_assembled(set, "neon") && is_advanced_simd(inst.opcode) {
        return Err("instruction requires: neon".into());
    }
    Ok(())
}

/// Returns `line` with its first word in lower case.
fn lower_mnemonic(line: &str) -> String {
    let end = line.find(char::is_whitespace).unwrap_or(line.len());
    format!("{}{}", line[..end].to_ascii_lowercase(), &line[end..])
}

/// Assembles an instruction with the shift that its specifier implies: a move of 16 bits of an
/// address, or a sum with the high part of an offset. For a signed number, it selects the move that
/// builds it. Errors: an explicit shift.
fn with_implied_shift(line: &str, sink: &mut dyn AsmSink) -> Result<Option<String>, String> {
    let (word, items) = statement(line);
    if word == "add" && items.len() == 3 && items[2].contains("prel_hi12:") {
        return Ok(Some(format!("{line}, lsl #12")));
    }
    match items[..] {
        [rd, value] => Ok(shifted_move(word, rd, value, sink)),
        [_, value, _] if word.starts_with("mov") && value.trim_start_matches('#').starts_with(':') => {
            Err(format!("`{value}` has a shift of its own"))
        }
        _ => Ok(None),
    }
}

fn shifted_move(word: &str, rd: &str, value: &str, sink: &mut dyn AsmSink) -> Option<String> {
    let (name, expression) = value.trim_start_matches('#').strip_prefix(':')?.split_once(':')?;
    let (half, kind) = name.split_once("_g")?.1.split_at_checked(1)?;
    let shift = half.parse::<u32>().ok().filter(|half| *half < 4)? * 16;
    if kind == "_s"
        && let Some((value, used)) = sink.symbols().expression(expression)
        && let Some(number) = value.as_number().filter(|_| used == expression.len())
    {
        let (name, half) = if number < 0 { ("movn", !number >> shift) } else { ("movz", number >> shift) };
        return Some(format!("{name} {rd}, #{half}, lsl #{shift}"));
    }
    Some(format!("{word} {rd}, {value}, lsl #{shift}"))
}

/// Returns `line` with numbers for the expressions that follow `#`, or are an operand.
fn with_numbers(line: &str, sink: &mut dyn AsmSink) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(['#', ',', '[', '"']) {
        let (is_hash, is_quote) = (rest[at..].starts_with('#'), rest[at..].starts_with('"'));
        // A quoted name is unchanged.
        let length = if is_quote { written_name(&rest[at..]).unwrap_or(1) } else { 1 };
        let (before, after) = rest.split_at(at + length);
        out.push_str(before);
        if is_quote {
            rest = after;
            continue;
        }
        rest = after.trim_start();
        if !is_hash {
            out.push_str(if out.ends_with(',') { " " } else { "" });
        }
        let first = rest.chars().next().unwrap_or(' ');
        let plain = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let ends = rest[plain..].trim_start();
        let is_plain = first.is_ascii_digit() && (ends.is_empty() || ends.starts_with([',', ']', '.']));
        let computed = is_hash && (first.is_ascii_alphabetic() || first == '_' || first == '.')
            || matches!(first, '(' | '~' | '\'')
            || !is_plain && (first.is_ascii_digit() || first == '-');
        if !computed || rest.starts_with("0x") && rest.contains("_") {
            continue;
        }
        let local = first.is_ascii_digit() && rest[..plain].ends_with(['f', 'b']) && !rest.starts_with("0x");
        if local {
            continue;
        }
        if let Some((value, used)) = sink.symbols().expression(rest)
            && let Some(number) = value.as_number()
            && !rest[used..].starts_with('.')
        {
            out.push_str(&number.to_string());
            rest = &rest[used..];
        }
    }
    out.push_str(rest);
    out
}
