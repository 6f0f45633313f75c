//! Upper bits: finds the operands of an expression that must be extended, as operations read bits
//! beyond their width.
//!
//! The stack is as wide as an address. The upper bits of a narrower value are undefined, also after
//! arithmetic. Comparisons, divisions and right shifts read them. If they read an operand, it is
//! extended before the expression. If they read the result of arithmetic, there is no description.
//!
//! Source: LLVM's `DIExpression`, whose operations have their operands' types; the DWARF standard,
//! section 2.5.1. Cost: linear.

use crate::ir::debug_info::llvm_ops::{self as llvm, operations};
use gimli::DwOp;
use gimli::constants as dw;

/// The extension of an operand to the stack's width.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Extension {
    /// None.
    None,
    /// Zero extension.
    Zero,
    /// Sign extension.
    Sign,
}

/// The known upper bits of a value on the stack.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Upper {
    /// Undefined.
    Open,
    /// Undefined, but it is this operand, which can be extended.
    Operand(usize),
    /// They are zeros.
    Zero,
    /// They are copies of the sign bit.
    Sign,
    /// Both: it is not negative, or has no upper bits.
    Both,
}

/// Returns the extensions of operands with these widths in bits, for operations on a stack of
/// `width` bits.
///
/// Returns `None` if no extension of operands makes the result correct, or an operation is unknown.
pub(super) fn extensions(ops: &[u64], operands: &[u32], width: u32) -> Option<Vec<Extension>> {
    let names_operands = operations(ops).flatten().any(|(op, _)| op == llvm::ARG);
    let extensions = vec![Extension::None; operands.len()];
    let mut stack = Stack { operands, width, entries: Vec::new(), extensions, previous: None };
    if !names_operands {
        stack.push_operand(0)?;
    }
    let mut converted = None;
    for operation in operations(ops) {
        let (op, values) = operation?;
        match (op, values) {
            (llvm::ARG, &[number]) => stack.push_operand(usize::try_from(number).ok()?)?,
            (llvm::TAG_OFFSET | llvm::FRAGMENT, _) => {}
            (llvm::CONVERT, &[bits, encoding]) => match converted.take() {
                None => converted = Some(bits),
                Some(from) => {
                    stack.entries.pop()?;
                    stack.previous = None;
                    let is_signed = encoding == u64::from(dw::DW_ATE_signed.0);
                    stack.entries.push(match from < bits {
                        true if is_signed => Upper::Sign,
                        true => Upper::Both,
                        false if bits >= width.into() => Upper::Both,
                        false => Upper::Open,
                    });
                }
            },
            (llvm::EXTRACT_BITS_SEXT, _) => stack.replace(Upper::Sign)?,
            (llvm::EXTRACT_BITS_ZEXT, _) => stack.replace(Upper::Both)?,
            (0x100.., _) => return None,
            (op, values) => stack.plain(DwOp(op as u8), values)?,
        }
    }
    Some(stack.extensions)
}

/// Returns true if operations on `operands` operands read bits that values narrower than the stack
/// do not define. Addresses define all bits.
pub(crate) fn needs_extension(ops: &[u64], operands: usize) -> bool {
    let is_load = |op: u64| op == u64::from(dw::DW_OP_deref.0);
    let others = operations(ops).flatten().filter(|&(op, _)| !is_load(op));
    let others: Vec<u64> = others.flat_map(|(op, operands)| [&[op], operands].concat()).collect();
    let extensions = extensions(&others, &vec![32; operands], 64);
    extensions.is_none_or(|extensions| extensions.iter().any(|extension| *extension != Extension::None))
}

struct Stack<'a> {
    operands: &'a [u32],
    width: u32,
    entries: Vec<Upper>,
    extensions: Vec<Extension>,
    /// The previous operation.
    previous: Option<DwOp>,
}

impl Stack<'_> {
    fn push_operand(&mut self, number: usize) -> Option<()> {
        let bits = *self.operands.get(number)?;
        self.previous = None;
        // Truth values are always extended.
        self.entries.push(if bits >= self.width || bits == 1 { Upper::Both } else { Upper::Operand(number) });
        Some(())
    }

    fn replace(&mut self, by: Upper) -> Option<()> {
        *self.entries.last_mut()? = by;
        Some(())
    }

    /// Pops a value whose upper bits must be `extension`.
    fn pop(&mut self, extension: Extension) -> Option<Upper> {
        let entry = self.entries.pop()?;
        match (entry, extension) {
            (_, Extension::None) | (Upper::Both, _) => {}
            (Upper::Zero, Extension::Zero) | (Upper::Sign, Extension::Sign) => {}
            (Upper::Operand(number), _) if matches!(self.extensions[number], Extension::None) => {
                self.extensions[number] = extension;
            }
            (Upper::Operand(number), _) if self.extensions[number] == extension => {}
            _ => return None,
        }
        Some(entry)
    }

    /// Pops two values that are compared bit by bit.
    fn pop_equal(&mut self) -> Option<()> {
        let is_zero = self.entries.iter().rev().take(2).any(|entry| *entry == Upper::Zero);
        let extension = if is_zero { Extension::Zero } else { Extension::Sign };
        self.pop(extension)?;
        self.pop(extension)?;
        Some(())
    }

    fn plain(&mut self, op: DwOp, values: &[u64]) -> Option<()> {
        let result = match op {
            dw::DW_OP_stack_value | dw::DW_OP_nop => return Some(()),
            dw::DW_OP_dup => *self.entries.last()?,
            dw::DW_OP_swap => {
                let below = self.entries.len().checked_sub(2)?;
                self.entries.swap(below, below + 1);
                return Some(());
            }
            dw::DW_OP_constu
            | dw::DW_OP_const1u
            | dw::DW_OP_const2u
            | dw::DW_OP_const4u
            | dw::DW_OP_const8u => {
                if values[0] <= i8::MAX as u64 {
                    Upper::Both
                } else {
                    Upper::Zero
                }
            }
            dw::DW_OP_consts
            | dw::DW_OP_const1s
            | dw::DW_OP_const2s
            | dw::DW_OP_const4s
            | dw::DW_OP_const8s => {
                if (0..=i8::MAX as u64).contains(&values[0]) {
                    Upper::Both
                } else {
                    Upper::Sign
                }
            }
            DwOp(first) if (dw::DW_OP_lit0.0..=dw::DW_OP_lit31.0).contains(&first) => Upper::Both,
            DwOp(first) if (dw::DW_OP_breg0.0..=dw::DW_OP_breg31.0).contains(&first) => Upper::Both,
            dw::DW_OP_bregx => Upper::Both,
            dw::DW_OP_deref => {
                self.pop(Extension::Zero)?;
                Upper::Both
            }
            dw::DW_OP_deref_size => {
                self.pop(Extension::Zero)?;
                Upper::Zero
            }
            dw::DW_OP_abs => {
                self.pop(Extension::Sign)?;
                Upper::Zero
            }
            dw::DW_OP_plus_uconst | dw::DW_OP_neg | dw::DW_OP_not => self.arithmetic(1)?,
            dw::DW_OP_plus
            | dw::DW_OP_minus
            | dw::DW_OP_mul
            | dw::DW_OP_and
            | dw::DW_OP_or
            | dw::DW_OP_xor => self.arithmetic(2)?,
            dw::DW_OP_shl => {
                self.pop(Extension::Zero)?;
                self.arithmetic(1)?
            }
            dw::DW_OP_shr | dw::DW_OP_shra => {
                let extension = if op == dw::DW_OP_shr { Extension::Zero } else { Extension::Sign };
                self.pop(Extension::Zero)?;
                self.pop(extension)?;
                if op == dw::DW_OP_shr { Upper::Zero } else { Upper::Sign }
            }
            dw::DW_OP_div => {
                self.pop(Extension::Sign)?;
                self.pop(Extension::Sign)?;
                Upper::Sign
            }
            // LLVM has no separate unsigned operations; the form of a pushed constant decides.
            dw::DW_OP_lt | dw::DW_OP_le | dw::DW_OP_gt | dw::DW_OP_ge
                if self.previous == Some(dw::DW_OP_consts) =>
            {
                self.pop(Extension::Sign)?;
                self.pop(Extension::Sign)?;
                Upper::Both
            }
            dw::DW_OP_eq | dw::DW_OP_ne => {
                self.pop_equal()?;
                Upper::Both
            }
            _ => return None,
        };
        self.entries.push(result);
        self.previous = Some(op);
        Some(())
    }

    /// Applies arithmetic to `count` values: the lower bits of the result depend on lower bits
    /// only.
    fn arithmetic(&mut self, count: usize) -> Option<Upper> {
        let mut is_whole = true;
        for _ in 0..count {
            is_whole &= self.pop(Extension::None)? == Upper::Both;
        }
        Some(if is_whole && self.operands.iter().all(|&bits| bits >= self.width) {
            Upper::Both
        } else {
            Upper::Open
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LT: u64 = 0x2d;
    const PLUS: u64 = 0x22;
    const EQ: u64 = 0x29;

    #[test]
    fn operands_of_comparisons_are_extended() {
        // arg 0, constu 51, lt: nothing makes the operand signed.
        assert_eq!(extensions(&[llvm::ARG, 0, 0x10, 51, LT], &[32], 64), None);
        // arg 0, consts 51, lt.
        assert_eq!(extensions(&[llvm::ARG, 0, 0x11, 51, LT], &[32], 64), Some(vec![Extension::Sign]));
        assert_eq!(extensions(&[llvm::ARG, 0, 0x11, 51, LT], &[64], 64), Some(vec![Extension::None]));
        assert_eq!(
            extensions(&[llvm::ARG, 0, llvm::ARG, 1, PLUS], &[32, 32], 64),
            Some(vec![Extension::None; 2])
        );
    }

    #[test]
    fn operands_of_sums_have_no_known_sign() {
        let sum = [llvm::ARG, 0, llvm::ARG, 1, PLUS];
        assert_eq!(extensions(&[&sum[..], &[0x11, 51, LT]].concat(), &[32, 32], 64), None);
        let whole = extensions(&[&sum[..], &[0x11, 51, LT]].concat(), &[64, 64], 64);
        assert_eq!(whole, Some(vec![Extension::None; 2]));
    }

    #[test]
    fn a_conversion_closes_what_it_is_applied_to_and_nothing_else() {
        let unsigned = u64::from(dw::DW_ATE_unsigned.0);
        // arg 0 of 16 bits as 32, arg 1 of 32, eq.
        let converted =
            [llvm::ARG, 0, llvm::CONVERT, 16, unsigned, llvm::CONVERT, 32, unsigned, llvm::ARG, 1, EQ];
        assert_eq!(extensions(&converted, &[16, 32], 64), Some(vec![Extension::None, Extension::Sign]));
    }
}
