//! Comments of assembly that say where the value of a variable is from there on, in the words of llc.
//!
//! Requires: descriptions of values. Cost: linear in their operations.

use super::dwarf::events::{EmittedFunction, PlacedOperand, ValueDescription, ValuePlace};
use super::target::AsmDialect;
use crate::ir::debug_info::llvm_ops::{self, operations};
use crate::ir::debug_info::{DebugInfo, Node, Subprogram, TextId, ValueForm};
use gimli::DwOp;

/// What is said of a variable of a function, if llc has words for it.
pub(super) fn comment(
    info: &DebugInfo,
    dialect: &AsmDialect,
    function: &EmittedFunction,
    variable: u32,
    description: u32,
) -> Option<String> {
    let variable = function.values.get(variable as usize)?;
    let description = function.descriptions.get(description as usize)?;
    let Node::LocalVariable(fields) = info.node(variable.variable) else { return None };
    let subprogram = fields.scope.and_then(|scope| info.subprogram(scope));
    let value = value(dialect, description, variable.fragment)?;
    Some(format!("DEBUG_VALUE: {} <- {value}", qualified(info, subprogram, fields.name)))
}

/// The name of something in a subprogram, after that of the subprogram, if it has one.
pub(super) fn qualified(info: &DebugInfo, subprogram: Option<&Subprogram>, name: Option<TextId>) -> String {
    let text = |text| String::from_utf8_lossy(info.text_of(text)).into_owned();
    let around = subprogram.map(|subprogram| text(subprogram.name)).filter(|name| !name.is_empty());
    around.map_or(String::new(), |around| around + ":") + &text(name)
}

fn value(
    dialect: &AsmDialect,
    description: &ValueDescription,
    fragment: Option<(u64, u64)>,
) -> Option<String> {
    if description.form != ValueForm::Value {
        return None;
    }
    let mut words = Vec::new();
    let mut expression = &description.expression[..];
    match &description.operands[..] {
        [operand] => {
            if let ValuePlace::Entry(_) = operand.place {
                words.push("DW_OP_LLVM_entry_value 1".to_owned());
            }
            push_operations(&operand.ops, &mut words)?;
            expression = expression.strip_prefix(&[llvm_ops::ARG, 0]).unwrap_or(expression);
        }
        operands => {
            let is_plain = |operand: &PlacedOperand| {
                operand.ops.is_empty() && !matches!(operand.place, ValuePlace::Entry(_))
            };
            operands.iter().all(is_plain).then_some(())?;
        }
    }
    push_operations(expression, &mut words)?;
    if let Some((offset, size)) = fragment {
        words.push(format!("DW_OP_LLVM_fragment {offset} {size}"));
    }
    let places: Option<Vec<String>> =
        description.operands.iter().map(|operand| place(dialect, operand)).collect();
    let expression = if words.is_empty() { String::new() } else { format!("[{}] ", words.join(", ")) };
    Some(expression + &places?.join(", "))
}

fn place(dialect: &AsmDialect, operand: &PlacedOperand) -> Option<String> {
    match operand.place {
        ValuePlace::Register(register) | ValuePlace::Entry(register) => {
            (dialect.debug_register)(register, operand.bits)
        }
        ValuePlace::Integer(value) => {
            let unused = 64u32.checked_sub(operand.bits).filter(|&unused| unused < 64)?;
            Some(((value << unused) as i64 >> unused).to_string())
        }
        _ => None,
    }
}

/// Appends operations with their operands.
fn push_operations(ops: &[u64], words: &mut Vec<String>) -> Option<()> {
    for operation in operations(ops) {
        let (op, operands) = operation?;
        let name = match op {
            llvm_ops::FRAGMENT => "DW_OP_LLVM_fragment".to_owned(),
            llvm_ops::CONVERT => "DW_OP_LLVM_convert".to_owned(),
            llvm_ops::TAG_OFFSET => "DW_OP_LLVM_tag_offset".to_owned(),
            llvm_ops::ENTRY_VALUE => "DW_OP_LLVM_entry_value".to_owned(),
            llvm_ops::IMPLICIT_POINTER => "DW_OP_LLVM_implicit_pointer".to_owned(),
            llvm_ops::ARG => "DW_OP_LLVM_arg".to_owned(),
            llvm_ops::EXTRACT_BITS_SEXT => "DW_OP_LLVM_extract_bits_sext".to_owned(),
            llvm_ops::EXTRACT_BITS_ZEXT => "DW_OP_LLVM_extract_bits_zext".to_owned(),
            op => DwOp(u8::try_from(op).ok()?).static_string()?.to_owned(),
        };
        let operands: String = operands.iter().map(|operand| format!(" {operand}")).collect();
        words.push(name + &operands);
    }
    Some(())
}
