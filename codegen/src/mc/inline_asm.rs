//! Inline assembly: substitutes operands in the template, and passes it through as text or parses
//! it.
//!
//! Source: the LLVM language reference, "Inline Asm Template Argument Modifiers".

use super::asm_parser::AsmParser;
use super::assembler::ObjectStreamer;
use super::context::EmitContext;
use super::inst::{McExpr, McSymbol};
use super::labels::NUMBER;
use super::names::{Names, symbol_name};
use crate::ir::entity::InstId;
use crate::ir::mir::OperandTag;
use crate::ir::mir::asm_operand::{AsmFlag, AsmKind, asm_groups};
use crate::ir::opcodes::{INLINEASM, INLINEASM_BR};
use crate::mc::inst_printer::SymbolNames;
use crate::mc::streamer::Streamer;
use crate::support::error::{CompileError, Result};
use std::fmt::Write;

/// Emits the `INLINEASM` at `inst`.
pub(super) fn emit(ctx: &mut EmitContext<'_>, inst: InstId) -> Result<()> {
    let function = ctx.function;
    let text = text(ctx, inst)?;
    let is_written = ctx.out.text(&text);
    if text.trim().is_empty() || is_written && ctx.module.options.raw_asm {
        return Ok(());
    }
    let text = text.replace(NUMBER, "");
    let block_addresses = block_addresses(ctx, inst)?;
    // Text that is passed through is parsed too, because only here the source location of an error
    // is known.
    let function_labels = ctx.labels.clone();
    let (mut nowhere, mut labels) = (ObjectStreamer::new(ctx.target.mc()), ctx.labels.clone());
    let (out, labels): (&mut dyn Streamer, _) =
        if is_written { (&mut nowhere, &mut labels) } else { (&mut *ctx.out, &mut *ctx.labels) };
    let mut parser = AsmParser::new(ctx.module, ctx.target, out, labels);
    parser.section = super::sections::for_function(ctx.module, function);
    parser.estimates = ctx.estimates;
    let blocks = function.operands(inst).iter().filter_map(|operand| operand.as_block());
    for label in blocks.map(|block| function_labels.block(block)) {
        let mut name = String::new();
        if function_labels.write_name(label, &mut name).is_ok() {
            parser.add_label(name, label);
        }
    }
    for (name, block) in block_addresses {
        parser.add_block(name, block);
    }
    for symbol in function.operands(inst).iter().filter_map(|operand| function.symbol_ref(*operand)) {
        parser.add_symbol(symbol_name(ctx.module, symbol.symbol).into_owned(), symbol.symbol);
    }
    parser.run(&text).map_err(|mut error| {
        error.message.push_str(if is_written { UNREAD } else { "" });
        error.message.insert_str(0, &error.place());
        let assembly = texts(ctx);
        CompileError { assembly, ..CompileError::new(&function.name, error.statement, error.message) }
    })
}

/// Returns the blocks whose addresses are operands of the `INLINEASM` at `inst`, with their names
/// in its text.
fn block_addresses(ctx: &EmitContext<'_>, inst: InstId) -> Result<Vec<(String, McSymbol)>> {
    let operands = ctx.function.operands(inst).iter().filter(|o| o.tag() == OperandTag::BlockAddress);
    let named = |&operand| {
        let expr = ctx.expr(inst, operand)?;
        Ok((symbol_text(ctx, inst, expr)?.replace(NUMBER, ""), expr.symbol))
    };
    operands.map(named).collect()
}

/// Returns the text of the `INLINEASM` at `inst`, with its operands.
fn text(ctx: &EmitContext<'_>, inst: InstId) -> Result<String> {
    let function = ctx.function;
    let string = function.operands(inst).iter().find(|o| o.tag() == OperandTag::AsmString);
    let template = string.and_then(|o| function.asm_strings.get(o.payload() as usize));
    expand(ctx, inst, template.ok_or_else(|| ctx.error(inst, "inline assembly without text"))?)
}

/// Returns the texts of all non-empty inline assembly in the function.
fn texts(ctx: &EmitContext<'_>) -> Vec<String> {
    let function = ctx.function;
    let insts = function.layout.iter().flat_map(|&block| function.insts(block));
    let assembly = insts.filter(|&inst| matches!(function.opcode(inst), INLINEASM | INLINEASM_BR));
    assembly.filter_map(|inst| text(ctx, inst).ok()).collect()
}

/// The hint for assembly that only another assembler understands.
pub(super) const UNREAD: &str = " (-no-integrated-as passes assembly on unread)";

/// Substitutes operands for `$0` and similar in the template.
fn expand(ctx: &EmitContext<'_>, inst: InstId, template: &str) -> Result<String> {
    let groups = asm_groups(ctx.function, inst);
    let mut text = String::with_capacity(template.len() + 16);
    // Of `$(one$|other$)`, the first alternative is used.
    let mut alternative: Option<u32> = None;
    let mut rest = template;
    while let Some(at) = rest.find('$') {
        let skipped = alternative.is_some_and(|n| n > 0);
        if !skipped {
            text.push_str(&rest[..at]);
        }
        let after = &rest[at + 1..];
        let first = after.chars().next().unwrap_or('\0');
        let mut used = first.len_utf8().min(after.len());
        match first {
            '$' if !skipped => text.push('$'),
            '(' if alternative.is_none() => alternative = Some(0),
            '|' if alternative.is_none() => text.push('|'),
            '|' => alternative = alternative.map(|n| n + 1),
            ')' if alternative.is_none() => text.push('}'),
            ')' => alternative = None,
            '{' => {
                let end = after.find('}').ok_or_else(|| ctx.error(inst, "`${` without `}`"))?;
                used = end + 1;
                let (name, modifier) = after[1..end].split_once(':').unwrap_or((&after[1..end], ""));
                if !skipped {
                    write_operand(ctx, inst, &groups, (name, modifier), &mut text)?;
                }
            }
            '0'..='9' => {
                used = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
                if !skipped {
                    write_operand(ctx, inst, &groups, (&after[..used], ""), &mut text)?;
                }
            }
            _ if skipped => {}
            _ => return Err(ctx.error(inst, "a `$` that means nothing in inline assembly")),
        }
        rest = &after[used..];
    }
    text.push_str(rest);
    Ok(text)
}

/// Writes operand `name` as its modifier requires; if it is not a number, a special name.
fn write_operand(
    ctx: &EmitContext<'_>,
    inst: InstId,
    groups: &[(AsmFlag, usize)],
    (name, modifier): (&str, &str),
    text: &mut String,
) -> Result<()> {
    let wrong =
        |what: &str| Err(ctx.error(inst, &format!("inline assembly: operand `{name}:{modifier}` {what}")));
    if name.is_empty() {
        match modifier {
            // Unique in a module.
            "uid" => text.push_str(&format!("{}_{}", ctx.function.symbol.raw(), inst.raw())),
            "comment" => text.push_str(ctx.target.mc().dialect().comment),
            "private" => text.push_str(".L"),
            _ => return wrong("is not known"),
        }
        return Ok(());
    }
    let group = name.parse::<usize>().ok().and_then(|n| groups.get(n));
    let Some(&(flag, at)) = group else { return wrong("does not exist") };
    if flag.count == 0 {
        return wrong("is in flags");
    }
    let Some(info) = ctx.target.inline_asm() else { return wrong("cannot be written") };
    let mut letters = modifier.chars();
    let (modifier, None) = (letters.next(), letters.next()) else { return wrong("has no such modifier") };
    let operand = ctx.function.operand(inst, at);
    let reg = operand.phys();
    let written = match (flag.kind, reg) {
        (AsmKind::Memory, Some(reg)) => info.memory_text(reg, modifier),
        (AsmKind::Immediate, _) => match ctx.function.imm_value(operand) {
            Some(value) => info.immediate_text(value, modifier),
            None => {
                let expr = ctx.expr(inst, operand)?;
                let text = symbol_text(ctx, inst, expr)?;
                // A label is an operand of `asm goto`.
                let is_label = matches!(expr.symbol, McSymbol::Label(_) | McSymbol::Block(..));
                if is_label && modifier == Some('l') { Some(text) } else { info.symbol_text(text, modifier) }
            }
        },
        (_, Some(reg)) => info.register_text(reg, modifier),
        _ => None,
    };
    match written {
        Some(written) => text.push_str(&written),
        None => return wrong("cannot be written so"),
    }
    Ok(())
}

fn symbol_text(ctx: &EmitContext<'_>, inst: InstId, mut expr: McExpr) -> Result<String> {
    if let McSymbol::LocalAlias(symbol) = expr.symbol {
        expr.symbol = McSymbol::Symbol(symbol);
    }
    let mut text = String::new();
    let names = Names { module: ctx.module, labels: ctx.labels, dialect: ctx.target.mc().dialect() };
    let mut written = names.write_symbol(expr.symbol, &mut text);
    if expr.addend != 0 {
        written = written.and_then(|()| write!(text, "{:+}", expr.addend));
    }
    match written {
        Ok(()) => Ok(text),
        Err(_) => Err(ctx.error(inst, "a symbol without a name")),
    }
}
