//! Comments of assembly on the location of a variable's value, in llc's words.
//!
//! Requires: value descriptions. Cost: linear in their operations.

use super::dwarf::events::EmittedFunction;
use crate::ir::debug_info::llvm_ops::{self, operations};
use crate::ir::debug_info::{DebugInfo, Node, Subprogram, TextId, ValueForm, fragment_of};
use crate::mc::asm_info::AsmDialect;
use crate::passes::post_ra::live_debug_values::{PlacedOperand, ValueDescription, ValuePlace};
use gimli::DwOp;

/// Returns the comments on a variable of a function, one for each fragment, if llc has words for
/// the value.
pub(super) fn comments(
    info: &DebugInfo,
    dialect: &AsmDialect,
    function: &EmittedFunction,
    variable: u32,
    description: u32,
) -> Vec<String> {
    let variable = function.values.get(variable as usize);
    let Some((variable, description)) = variable.zip(function.descriptions.get(description as usize)) else {
        return Vec::new();
    };
    let Node::LocalVariable(fields) = info.node(variable.variable) else { return Vec::new() };
    let subprogram = fields.scope.and_then(|scope| info.subprogram(scope));
    let name = qualified(info, subprogram, fields.name);
    let values = match description.form {
        ValueForm::Value => value(dialect, description, variable.fragment).into_iter().collect(),
        ValueForm::Fragments => parts(dialect, description),
        ValueForm::Memory => Vec::new(),
    };
    values.into_iter().map(|value| format!("DEBUG_VALUE: {name} <- {value}")).collect()
}

/// Returns the texts of the operands of a value, the last one first.
fn parts(dialect: &AsmDialect, description: &ValueDescription) -> Vec<String> {
    let mut offset = 0;
    let mut parts = Vec::new();
    for operand in &description.operands {
        let place = place(dialect, operand).filter(|_| operand.ops.is_empty());
        parts.extend(place.map(|place| format!("[DW_OP_LLVM_fragment {offset} {}] {place}", operand.bits)));
        offset += operand.bits;
    }
    parts.reverse();
    parts
}

/// Returns the name of an entity in a subprogram, qualified by the subprogram's name, if it has
/// one.
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
    let mut words = Vec::new();
    let mut expression = &description.expression[..];
    let mut operands = description.operands.clone();
    match &mut operands[..] {
        [operand] => {
            if let ValuePlace::Entry(_) = operand.place {
                words.push("DW_OP_LLVM_entry_value 1".to_owned());
            }
            push_operations(&operand.ops, &mut words)?;
            expression = expression.strip_prefix(&[llvm_ops::ARG, 0]).unwrap_or(expression);
            if let ValuePlace::Integer(_) = operand.place {
                let bits;
                (bits, expression) = converted(expression);
                operand.bits = bits.unwrap_or(operand.bits);
            }
        }
        operands => {
            let is_plain = |operand: &PlacedOperand| {
                operand.ops.is_empty() && !matches!(operand.place, ValuePlace::Entry(_))
            };
            operands.iter().all(is_plain).then_some(())?;
        }
    }
    push_operations(expression, &mut words)?;
    if let Some((offset, size)) = fragment.filter(|_| fragment_of(expression).is_none()) {
        words.push(format!("DW_OP_LLVM_fragment {offset} {size}"));
    }
    let places: Option<Vec<String>> = operands.iter().map(|operand| place(dialect, operand)).collect();
    let expression = if words.is_empty() { String::new() } else { format!("[{}] ", words.join(", ")) };
    Some(expression + &places?.join(", "))
}

/// Returns the minimum size in bits after the leading conversions of an expression, if there are
/// any, and the rest of it.
fn converted(mut expression: &[u64]) -> (Option<u32>, &[u64]) {
    let mut least = None;
    while let [llvm_ops::CONVERT, from, _, llvm_ops::CONVERT, to, _, rest @ ..] = expression {
        let bits = u32::try_from(*from.min(to)).unwrap_or(u32::MAX);
        least = Some(least.map_or(bits, |least: u32| least.min(bits)));
        expression = rest;
    }
    (least, expression)
}

/// Returns the text of an integer of `bits` bits.
fn integer(value: u64, bits: u32) -> Option<String> {
    let unused = 64u32.checked_sub(bits).filter(|&unused| unused < 64)?;
    Some(((value << unused) as i64 >> unused).to_string())
}

fn place(dialect: &AsmDialect, operand: &PlacedOperand) -> Option<String> {
    match operand.place {
        ValuePlace::Register(register) | ValuePlace::Entry(register) => {
            (dialect.debug_register)(register, operand.bits)
        }
        ValuePlace::Integer(value) => integer(value, operand.bits),
        ValuePlace::Float(bits) => match operand.bits {
            32 => Some(exponential(f64::from(f32::from_bits(bits as u32)))),
            64 => Some(exponential(f64::from_bits(bits))),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the number in the format of C's `%e`.
fn exponential(value: f64) -> String {
    let text = format!("{value:.6e}");
    match text.split_once('e') {
        Some((digits, exponent)) => {
            let (sign, exponent) =
                exponent.strip_prefix('-').map_or(('+', exponent), |exponent| ('-', exponent));
            format!("{digits}e{sign}{exponent:0>2}")
        }
        None if value.is_nan() => "nan".into(),
        None if value > 0.0 => "INF".into(),
        None => "-INF".into(),
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The format is `printf("%e")`'s.
    #[test]
    fn numbers_are_exponential() {
        let numbers = [
            (2.5, "2.500000e+00"),
            (-0.0, "-0.000000e+00"),
            (1e-7, "1.000000e-07"),
            (6.02214076e123, "6.022141e+123"),
            (f64::NEG_INFINITY, "-INF"),
            (f64::NAN, "nan"),
        ];
        for (number, text) in numbers {
            assert_eq!(exponential(number), text);
        }
    }

    #[test]
    fn conversions_of_constants_are_done() {
        let narrow = [llvm_ops::CONVERT, 64, 7, llvm_ops::CONVERT, 8, 7, 0x9f];
        assert_eq!(converted(&narrow), (Some(8), &narrow[6..]));
        assert_eq!(integer(0x1ff, 8).as_deref(), Some("-1"));
        assert_eq!(converted(&narrow[6..]), (None, &narrow[6..]));
    }
}
