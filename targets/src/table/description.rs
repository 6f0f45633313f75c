//! The rows of an instruction table.

use super::{SymbolNames, SymbolReader};
use crate::table::AsmCursor;
use gisel_codegen::ir::mir::Operand;
use gisel_codegen::machine::desc::instructions::{InstrDesc, Opcode, OperandKind};
use gisel_codegen::machine::desc::registers::{PhysReg, RegisterInfo};
use gisel_codegen::mc::inst::{FixupKind, McExpr, McOperand, Specifier};
use std::fmt;

type ParseExpr = fn(&mut AsmCursor<'_>, &mut dyn SymbolReader) -> Option<(McOperand, Specifier)>;

/// Encodes the operands of an instruction in one of some compressed forms, or in its own. Returns
/// the bits and the size in bytes.
type ShortForm = fn(Opcode, &[Operand], u32) -> Option<(u32, u8)>;

/// A target's instruction table.
pub struct Table {
    /// Operands and properties, for passes.
    pub descs: &'static [InstrDesc],
    pub(crate) encodings: &'static [Encoding],
    /// The required features of compressed forms, by group.
    pub(crate) form_groups: &'static [&'static str],
    pub(crate) syntaxes: &'static [Syntax],
    pub(crate) imm_kinds: &'static [ImmKind],
    /// Forms by the literal prefix of their first word, sorted.
    pub(crate) mnemonics: &'static [(&'static str, &'static [(u16, u8)])],
    pub(crate) registers: &'static RegisterInfo,
    /// By register: its number in the encoding.
    pub(crate) register_numbers: &'static [u8],
    /// Encodes the operands of a layout; `None` if one is out of range, or neither a register nor a
    /// small number.
    pub(crate) fields: fn(u16, &[Operand]) -> Option<u32>,
    /// Returns the bits and the size of an instruction in its shortest form; `None` without
    /// generated code, or if an operand is out of range.
    pub(crate) short_form: ShortForm,
    pub(crate) print_expr: fn(&McExpr, &dyn SymbolNames, &mut dyn fmt::Write) -> fmt::Result,
    /// Parses a number or a symbol, with its specifier.
    pub(crate) parse_expr: ParseExpr,
}

/// The encoding of one instruction: 4 or 2 bytes, 0 for a pseudo.
pub(crate) struct Encoding {
    pub(crate) bits: u32,
    pub(crate) size: u8,
    /// The layout for [`Table::fields`].
    pub(crate) layout: u16,
    /// The fields of the operands, in order.
    pub(crate) slots: &'static [Slot],
    /// Compressed forms, best first.
    pub(crate) compressions: &'static [Compression],
}

/// A compressed form of an instruction with certain operands.
pub(crate) struct Compression {
    /// The index of its required feature in [`Table::form_groups`].
    pub(crate) group: u8,
    pub(crate) conditions: &'static [Condition],
    pub(crate) to: Opcode,
    pub(crate) operands: &'static [Source],
    /// The conditions, and the operand checks of the form, as tests of values.
    pub(crate) tests: &'static [Test],
    /// The bits of the form with its constant operands, and its size in bytes.
    pub(crate) bits: u32,
    pub(crate) size: u8,
    /// The instruction's operands that it uses, and their fields.
    pub(crate) slots: &'static [(u8, Slot)],
}

/// A test of one operand's value; a register's value is its number.
pub(crate) struct Test {
    pub(crate) operand: u8,
    /// The operand that it must be equal to, instead of the other tests; or [`Test::NONE`].
    pub(crate) same: u8,
    /// The minimum value, and the distance to the maximum.
    pub(crate) min: i64,
    pub(crate) span: u64,
    /// Bits that must be zero.
    pub(crate) clear: i64,
    /// An excluded value; `i64::MIN` for none.
    pub(crate) except: i64,
    /// The additional immediate kind, or [`Test::NONE`].
    pub(crate) kind: u8,
}

impl Test {
    /// No operand, no kind.
    pub(crate) const NONE: u8 = u8::MAX;
}

/// The source of a compressed form's operand.
#[allow(dead_code, reason = "not every target has each")]
pub(crate) enum Source {
    Operand(u8),
    Reg(PhysReg),
    Imm(i64),
}

/// The field of one operand's value.
pub(crate) struct Slot {
    pub(crate) kind: SlotKind,
    /// For a number: the minimum value, and the distance to the maximum.
    pub(crate) min: i64,
    pub(crate) span: u64,
    /// The position of its bits, first and others; an empty run if it is not encoded.
    pub(crate) run: Run,
    pub(crate) more: &'static [Run],
}

impl Slot {
    /// Returns the instruction's bits with `field` in the slot.
    #[inline]
    pub(crate) fn place(&self, field: u32) -> u32 {
        self.more.iter().fold(self.run.place(field), |bits, run| bits | run.place(field))
    }
}

/// The kind of a slot.
#[derive(Clone, Copy)]
pub(crate) enum SlotKind {
    /// A register, by its number.
    Register,
    /// A number without further checks.
    Number,
    /// A number of this immediate kind, which requires more checks, or has another encoding.
    Kind(u8),
    /// An operand without a value.
    Other,
}

/// The bits of an operand from bit `lo` on, selected by `mask`, at bit `at` of the encoding.
pub(crate) struct Run {
    pub(crate) lo: u8,
    pub(crate) at: u8,
    pub(crate) mask: u32,
}

impl Run {
    #[inline]
    fn place(&self, field: u32) -> u32 {
        (field >> self.lo & self.mask) << self.at
    }
}

/// The assembly syntax of an instruction.
pub(crate) struct Syntax {
    pub(crate) pieces: &'static [Piece],
    pub(crate) aliases: &'static [Alias],
    pub(crate) feature: &'static str,
    #[cfg_attr(not(test), allow(dead_code, reason = "the assembler test asks for it"))]
    pub(crate) tested: bool,
    /// True if all its registers must be distinct.
    pub(crate) distinct: bool,
}

/// An alias of an instruction with certain operands.
pub(crate) struct Alias {
    pub(crate) conditions: &'static [Condition],
    pub(crate) pieces: &'static [Piece],
    /// True if it is parsed but never printed.
    pub(crate) parse_only: bool,
}

/// The condition of an alias on one operand.
pub(crate) enum Condition {
    Any,
    Reg(PhysReg),
    Imm(i64),
    Same(u8),
}

/// A fragment of assembly text.
pub(crate) enum Piece {
    Literal(&'static str),
    Operand(u8),
    /// The register with another letter: `v0` for `d0`.
    #[allow(dead_code, reason = "not every target has such registers")]
    Renamed(u8, char, u8),
}

/// A kind of immediate operand.
pub(crate) struct ImmKind {
    /// Its name in the table.
    pub name: &'static str,
    /// The factor between the value and its text.
    pub scale: i64,
    /// The factor of which the value is a multiple.
    pub align: i64,
    /// The minimum value.
    pub min: i64,
    /// The maximum value.
    pub max: i64,
    /// True if 0 is excluded.
    pub nonzero: bool,
    /// True if it is printed in hexadecimal.
    pub hex: bool,
    pub(crate) print: Option<fn(i64, &mut dyn fmt::Write) -> fmt::Result>,
    pub(crate) parse: Option<fn(&mut AsmCursor<'_>) -> Option<i64>>,
    pub(crate) valid: Option<fn(i64) -> bool>,
    pub(crate) encode: Option<fn(i64) -> u64>,
    pub(crate) fixups: &'static [(Specifier, FixupKind)],
}

impl ImmKind {
    /// Returns true if `value` is valid.
    pub(crate) fn accepts(&self, value: i64) -> bool {
        (self.min..=self.max).contains(&value)
            && (self.align <= 1 || value % self.align == 0)
            && !(self.nonzero && value == 0)
            && self.valid.is_none_or(|valid| valid(value))
    }
}

impl Condition {
    /// Returns true if all of `conditions` hold for `operands`, by position.
    pub(crate) fn all_hold(conditions: &[Condition], operands: &[McOperand]) -> bool {
        conditions.len() == operands.len()
            && conditions.iter().zip(operands).all(|(condition, operand)| match condition {
                Condition::Any => true,
                Condition::Reg(reg) => *operand == McOperand::Reg(*reg),
                Condition::Imm(value) => *operand == McOperand::Imm(*value),
                Condition::Same(other) => operands.get(*other as usize) == Some(operand),
            })
    }
}

impl Table {
    /// Returns the description of `opcode`, one of the target's own.
    pub(crate) fn desc(&self, opcode: Opcode) -> &'static InstrDesc {
        &self.descs[opcode.table_index()]
    }

    /// Returns the immediate kind with this number.
    pub(crate) fn imm_kind(&self, number: u8) -> &'static ImmKind {
        &self.imm_kinds[number as usize]
    }

    /// Returns the size in bytes of the encoding of `opcode`; 0 for a pseudo.
    pub(crate) fn encoded_size(&self, opcode: Opcode) -> u8 {
        self.encodings[opcode.table_index()].size
    }

    /// Returns the bits of the encoding of `opcode`, with zeros for its operands.
    pub(crate) fn encoded_bits(&self, opcode: Opcode) -> u32 {
        self.encodings[opcode.table_index()].bits
    }

    /// Returns the subtarget feature that `opcode` requires; empty for the base.
    pub(crate) fn feature(&self, opcode: Opcode) -> &'static str {
        self.syntaxes[opcode.table_index()].feature
    }

    /// Returns true if `operand` is valid at position `index` of `opcode`.
    pub(crate) fn fits(&self, opcode: Opcode, index: usize, operand: &McOperand) -> bool {
        let Some(desc) = self.desc(opcode).operands.get(index) else { return false };
        match (desc.kind, operand) {
            (OperandKind::Class(class), McOperand::Reg(reg)) => self.registers.contains(class, *reg),
            (OperandKind::Imm(kind) | OperandKind::Expr(kind), McOperand::Imm(value)) => {
                self.imm_kind(kind).accepts(*value)
            }
            (OperandKind::Expr(kind), McOperand::Expr(expr)) => {
                self.imm_kind(kind).fixups.iter().any(|(spec, _)| *spec == expr.specifier)
            }
            (OperandKind::Any | OperandKind::AnyReg, _) => true,
            _ => false,
        }
    }
}
