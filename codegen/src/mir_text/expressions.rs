//! Expressions of debug information as text: `!DIExpression(DW_OP_plus_uconst, 1,
//! DW_OP_stack_value)`.
//!
//! Source: LLVM's *Language Reference*, `DIExpression`. Unknown operations are written as numbers,
//! which LLVM reads too.

use crate::ir::debug_info::llvm_ops::{self as llvm, operations};
use gimli::DwOp;
use gimli::constants::{DW_ATE_signed, DW_ATE_unsigned, DwAte};
use std::fmt::{self, Write};

/// LLVM's own operations.
const OWN: &[(u64, &str)] = &[
    (llvm::FRAGMENT, "DW_OP_LLVM_fragment"),
    (llvm::CONVERT, "DW_OP_LLVM_convert"),
    (llvm::TAG_OFFSET, "DW_OP_LLVM_tag_offset"),
    (llvm::ENTRY_VALUE, "DW_OP_LLVM_entry_value"),
    (llvm::IMPLICIT_POINTER, "DW_OP_LLVM_implicit_pointer"),
    (llvm::ARG, "DW_OP_LLVM_arg"),
    (llvm::EXTRACT_BITS_SEXT, "DW_OP_LLVM_extract_bits_sext"),
    (llvm::EXTRACT_BITS_ZEXT, "DW_OP_LLVM_extract_bits_zext"),
];

const ENCODINGS: [DwAte; 2] = [DW_ATE_signed, DW_ATE_unsigned];

/// Writes an expression of these elements.
pub(super) fn write(f: &mut impl Write, elements: &[u64]) -> fmt::Result {
    f.write_str("!DIExpression(")?;
    let mut separator = "";
    let mut put = |f: &mut dyn Write, text: &dyn fmt::Display| {
        write!(f, "{}{text}", std::mem::replace(&mut separator, ", "))
    };
    let known = operations(elements).all(|operation| operation.is_some_and(|(op, _)| name(op).is_some()));
    if !known {
        elements.iter().try_for_each(|element| put(f, element))?;
        return f.write_char(')');
    }
    for (op, operands) in operations(elements).flatten() {
        put(f, &name(op).unwrap_or("?"))?;
        for (n, operand) in operands.iter().enumerate() {
            let encoding = ENCODINGS.iter().find(|encoding| u64::from(encoding.0) == *operand);
            match encoding.filter(|_| op == llvm::CONVERT && n == 1).and_then(|e| e.static_string()) {
                Some(name) => put(f, &name)?,
                None => put(f, operand)?,
            }
        }
    }
    f.write_char(')')
}

/// Returns the name of an operation.
fn name(op: u64) -> Option<&'static str> {
    let own = OWN.iter().find(|(number, _)| *number == op).map(|&(_, name)| name);
    own.or_else(|| DwOp(u8::try_from(op).ok()?).static_string())
}

/// Returns the operation or encoding with a name.
pub(super) fn element(text: &str) -> Option<u64> {
    let own = OWN.iter().find(|(_, name)| *name == text).map(|&(number, _)| number);
    let of_dwarf = || (0..=u8::MAX).find(|&op| DwOp(op).static_string() == Some(text)).map(u64::from);
    let encoding = || ENCODINGS.iter().find(|e| e.static_string() == Some(text)).map(|e| e.0.into());
    own.or_else(of_dwarf).or_else(encoding)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn expressions_are_written_as_llvm_writes_them() {
        let cases: [(&[u64], &str); 5] = [
            (&[], "!DIExpression()"),
            (&[0x23, 1, 0x9f], "!DIExpression(DW_OP_plus_uconst, 1, DW_OP_stack_value)"),
            (
                &[llvm::ARG, 0, llvm::CONVERT, 32, 5],
                "!DIExpression(DW_OP_LLVM_arg, 0, DW_OP_LLVM_convert, 32, DW_ATE_signed)",
            ),
            (&[0x06, llvm::FRAGMENT, 32, 16], "!DIExpression(DW_OP_deref, DW_OP_LLVM_fragment, 32, 16)"),
            (&[0x23], "!DIExpression(35)"),
        ];
        for (elements, text) in cases {
            let mut written = String::new();
            write(&mut written, elements).unwrap();
            assert_eq!(written, text);
        }
    }

    #[test]
    fn written_expressions_can_be_read() {
        for name in ["DW_OP_plus_uconst", "DW_OP_LLVM_arg", "DW_ATE_unsigned", "DW_OP_lit5"] {
            assert!(element(name).is_some(), "{name}");
        }
        assert_eq!(element("DW_OP_none"), None);
    }
}
