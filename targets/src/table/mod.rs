//! Instruction tables: the build script's output from a target's `instructions.txt`, and the
//! engines that encode, print and parse with it.
//!
//! # The format
//!
//! Statements start in column 0, indented lines continue them, `//` starts a comment. Each
//! instruction has one line:
//!
//! ```text
//! NAME (defs) = (uses) | encoding from the top bit | assembly | properties
//! ADDI (rd:gpr) = (rs1:gpr, imm:simm12) | imm[11:0] rs1 000 rd 0010011 | addi $rd, $rs1, $imm | cheap
//! alias mv $rd, $rs = ADDI $rd, $rs, 0
//! ```
//!
//! Operands are `name:kind`, a register class or an immediate kind (`imm NAME signed|unsigned BITS
//! …`), with `tied D` and `early`. The property `distinct` requires that all registers differ. The
//! statement `compress C_MV $rd, $rs = ADDI $rd, $rs, 0` defines a compressed form. The property
//! `sched(NAME)` puts an instruction into a scheduling class of `schedule.txt`, if its operands and
//! flags do not determine one. Lines multiply: `{a,b}` groups are zipped, `[rows]` makes a copy for
//! each row of a `rows` table with `<column>` replaced, `@name(…)` is a `def`. A line without an
//! encoding is a pseudo instruction. The target's generic opcodes are between `[generic]` and
//! `[end]`.

#[cfg(test)]
pub(crate) mod broken_text;
#[cfg(test)]
pub(crate) mod check;
mod compress;
mod description;
mod encode;
mod parse;
mod print;

pub(crate) use compress::ShorterForms;
pub(crate) use encode::{number_of, register_of};
pub(crate) use parse::missing;
pub(crate) use parse::{AsmCursor, SymbolReader, expression, number, statement};
pub(crate) use print::SymbolNames;

pub(crate) use description::{
    Alias, Compression, Condition, Encoding, Piece, Run, Slot, SlotKind, Source, Syntax, Test,
};
pub(crate) use description::{ImmKind, Table};
