//! Instruction tables: what the build script makes of a target's `instructions.txt`, and the engines that
//! encode, print and parse by it.
//!
//! # The format
//!
//! Statements start in column 0, indented lines continue them, `//` starts a comment. One line an instruction:
//!
//! ```text
//! NAME (defs) = (uses) | encoding from the top bit | assembly | properties
//! ADDI (rd:gpr) = (rs1:gpr, imm:simm12) | imm[11:0] rs1 000 rd 0010011 | addi $rd, $rs1, $imm | cheap
//! alias mv $rd, $rs = ADDI $rd, $rs, 0
//! ```
//!
//! Operands are `name:kind`, a register class or an immediate kind (`imm NAME signed|unsigned BITS …`), with `tied D`
//! and `early`; `distinct` among the properties says that no register may stand twice. `compress C_MV $rd, $rs = ADDI $rd, $rs, 0` names a
//! shorter form. the property `sched(NAME)` puts an instruction into a scheduling
//! class of `schedule.txt`, where it is not in one by its operands and flags. Lines multiply: `{a,b}` groups are zipped, `[rows]` makes a copy for each row of a `rows` table
//! with `<column>` replaced, `@name(…)` is a `def`. No encoding: a pseudo instruction. Between `[generic]` and
//! `[end]` stand the target's generic opcodes.

#[cfg(test)]
pub(crate) mod broken_text;
#[cfg(test)]
pub(crate) mod check;
mod compress;
mod encode;
mod parse;
mod print;

pub use compress::ShorterForms;
pub use encode::EncodeError;
pub(crate) use encode::{number_of, register_of};
pub(crate) use parse::missing;
pub use parse::{AsmCursor, ParseError, SymbolReader, expression, number, statement};
pub use print::SymbolNames;

use gisel_codegen::ir::mir::Operand;
use gisel_codegen::mc::inst::{FixupKind, McExpr, McOperand, Specifier};
use gisel_codegen::target::desc::instructions::{InstrDesc, Opcode, OperandKind};
use gisel_codegen::target::desc::registers::{PhysReg, RegisterInfo};
use std::fmt;

type ParseExpr = fn(&mut AsmCursor<'_>, &mut dyn SymbolReader) -> Option<(McOperand, Specifier)>;

/// Encodes the operands of an instruction in one of some shorter forms, or in its own: the bits and the size.
type ShortForm = fn(Opcode, &[Operand], u32) -> Option<(u32, u8)>;

/// A target's instruction table.
pub struct Table {
    /// Operands and properties, as passes see them.
    pub descs: &'static [InstrDesc],
    pub(crate) encodings: &'static [Encoding],
    /// The features that shorter forms need, by group.
    pub(crate) form_groups: &'static [&'static str],
    pub(crate) syntaxes: &'static [Syntax],
    pub(crate) imm_kinds: &'static [ImmKind],
    /// Forms by the literal start of their first word, sorted.
    pub(crate) mnemonics: &'static [(&'static str, &'static [(u16, u8)])],
    pub(crate) registers: &'static RegisterInfo,
    /// By register: its number in the word.
    pub(crate) register_numbers: &'static [u8],
    /// What operands of a layout are in the word; `None` where one does not fit or is no register and no small number.
    pub(crate) fields: fn(u16, &[Operand]) -> Option<u32>,
    /// The bits and the size of an instruction in its shortest form of some; `None` for those without code, and where an operand does not fit.
    pub(crate) short_form: ShortForm,
    pub(crate) print_expr: fn(&McExpr, &dyn SymbolNames, &mut dyn fmt::Write) -> fmt::Result,
    /// Reads a number or a symbol, and the specifier that is written with it.
    pub(crate) parse_expr: ParseExpr,
}

/// The bits of one instruction: 4 or 2 bytes, 0 for a pseudo.
pub(crate) struct Encoding {
    pub(crate) bits: u32,
    pub(crate) size: u8,
    /// How they do for [`Table::fields`].
    pub(crate) layout: u16,
    /// How the operands go into the word, in order.
    pub(crate) slots: &'static [Slot],
    /// Shorter forms, best first.
    pub(crate) compressions: &'static [Compression],
}

/// A shorter form of an instruction with certain operands.
pub(crate) struct Compression {
    /// What it needs, an index into [`Table::form_groups`].
    pub(crate) group: u8,
    pub(crate) conditions: &'static [Condition],
    pub(crate) to: Opcode,
    pub(crate) operands: &'static [Source],
    /// The conditions, and that the operands of the form fit it, as tests of values.
    pub(crate) tests: &'static [Test],
    /// The bits of the form with the operands that it does not take from the instruction, and its size in bytes.
    pub(crate) bits: u32,
    pub(crate) size: u8,
    /// The instruction's operands that it takes, and how they go into its word.
    pub(crate) slots: &'static [(u8, Slot)],
}

/// A test of one operand's value, a register's being its number.
pub(crate) struct Test {
    pub(crate) operand: u8,
    /// The operand that it must be the same as, instead of all that follows; or [`Test::NONE`].
    pub(crate) same: u8,
    /// The least value, and by how much the greatest is greater.
    pub(crate) min: i64,
    pub(crate) span: u64,
    /// Bits that are not set.
    pub(crate) clear: i64,
    /// A value in between that does not fit; `i64::MIN` for none.
    pub(crate) except: i64,
    /// The kind of number that it must be besides, or [`Test::NONE`].
    pub(crate) kind: u8,
}

impl Test {
    /// No operand, no kind.
    pub(crate) const NONE: u8 = u8::MAX;
}

/// Where an operand of a shorter form comes from.
#[allow(dead_code, reason = "not every target has each")]
pub(crate) enum Source {
    Operand(u8),
    Reg(PhysReg),
    Imm(i64),
}

/// How the value of one operand goes into the word.
pub(crate) struct Slot {
    pub(crate) kind: SlotKind,
    /// Of a number: the least value, and by how much the greatest is greater.
    pub(crate) min: i64,
    pub(crate) span: u64,
    /// Where its bits go, the first and others; a run of none where it is not in the word.
    pub(crate) run: Run,
    pub(crate) more: &'static [Run],
}

impl Slot {
    /// The bits of the word with this in the slot.
    #[inline]
    pub(crate) fn place(&self, field: u32) -> u32 {
        self.more.iter().fold(self.run.place(field), |bits, run| bits | run.place(field))
    }
}

/// What a slot takes.
#[derive(Clone, Copy)]
pub(crate) enum SlotKind {
    /// A register, by its number.
    Register,
    /// A number as it is.
    Number,
    /// A number of this kind, which has more to check, or another number in the word.
    Kind(u8),
    /// What has no value.
    Other,
}

/// The bits of an operand from bit `lo` that `mask` has, at bit `at` of the word.
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

/// How an instruction is written.
pub(crate) struct Syntax {
    pub(crate) pieces: &'static [Piece],
    pub(crate) aliases: &'static [Alias],
    pub(crate) feature: &'static str,
    #[cfg_attr(not(test), allow(dead_code, reason = "the assembler test asks for it"))]
    pub(crate) tested: bool,
    /// Whether all its registers are to be different.
    pub(crate) distinct: bool,
}

/// Another way to write an instruction with certain operands.
pub(crate) struct Alias {
    pub(crate) conditions: &'static [Condition],
    pub(crate) pieces: &'static [Piece],
    /// Whether it is read but never written.
    pub(crate) parse_only: bool,
}

/// What an alias asks of one operand.
pub(crate) enum Condition {
    Any,
    Reg(PhysReg),
    Imm(i64),
    Same(u8),
}

/// A piece of assembly text.
pub(crate) enum Piece {
    Literal(&'static str),
    Operand(u8),
    /// The register by another letter: `v0` for `d0`.
    #[allow(dead_code, reason = "not every target has such registers")]
    Renamed(u8, char, u8),
}

/// A kind of immediate operand.
pub struct ImmKind {
    /// Its name in the table.
    pub name: &'static str,
    /// Whether its field is sign-extended.
    pub signed: bool,
    /// Width, in bits.
    pub bits: u8,
    /// What the text shows is the value times this.
    pub scale: i64,
    /// The value is a multiple of this.
    pub align: i64,
    /// Least value.
    pub min: i64,
    /// Greatest value.
    pub max: i64,
    /// Whether 0 is excluded.
    pub nonzero: bool,
    /// Whether it is written in hexadecimal.
    pub hex: bool,
    pub(crate) print: Option<fn(i64, &mut dyn fmt::Write) -> fmt::Result>,
    pub(crate) parse: Option<fn(&mut AsmCursor<'_>) -> Option<i64>>,
    pub(crate) valid: Option<fn(i64) -> bool>,
    pub(crate) encode: Option<fn(i64) -> u64>,
    pub(crate) fixups: &'static [(Specifier, FixupKind)],
}

impl ImmKind {
    /// Whether `value` can stand there.
    pub fn accepts(&self, value: i64) -> bool {
        (self.min..=self.max).contains(&value)
            && (self.align <= 1 || value % self.align == 0)
            && !(self.nonzero && value == 0)
            && self.valid.is_none_or(|valid| valid(value))
    }
}

impl Condition {
    /// Whether all of `conditions` hold for `operands`, position by position.
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
    /// The description of `opcode`, of the target's own.
    pub fn desc(&self, opcode: Opcode) -> &'static InstrDesc {
        &self.descs[opcode.table_index()]
    }

    /// The immediate kind with this number.
    pub fn imm_kind(&self, number: u8) -> &'static ImmKind {
        &self.imm_kinds[number as usize]
    }

    /// Size in bytes that [`Table::encode`] makes of `opcode`; 0 for a pseudo.
    pub fn encoded_size(&self, opcode: Opcode) -> u8 {
        self.encodings[opcode.table_index()].size
    }

    /// The subtarget feature that `opcode` needs; empty for the base.
    pub fn feature(&self, opcode: Opcode) -> &'static str {
        self.syntaxes[opcode.table_index()].feature
    }

    /// Whether `operand` fits what the line says about position `index` of `opcode`.
    pub fn fits(&self, opcode: Opcode, index: usize, operand: &McOperand) -> bool {
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
