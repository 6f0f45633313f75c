//! The printer: writes assembly text by the line's template, or by the first alias whose conditions
//! hold.

use super::{Condition, Piece, Table};
use gisel_codegen::ir::module::InstPrinterOptions;
use gisel_codegen::machine::desc::instructions::OperandKind;
use gisel_codegen::mc::inst::{McInst, McOperand};
use std::fmt::{self, Write};

pub(crate) use gisel_codegen::mc::inst_printer::SymbolNames;

impl Table {
    /// Writes `inst` as one line of assembly, without indentation or end of line.
    pub(crate) fn print(
        &self,
        inst: &McInst,
        options: &InstPrinterOptions,
        names: &dyn SymbolNames,
        out: &mut dyn Write,
    ) -> fmt::Result {
        let syntax = &self.syntaxes[inst.opcode.table_index()];
        let aliases = if options.no_aliases { &[] } else { syntax.aliases };
        let alias =
            aliases.iter().find(|a| !a.parse_only && Condition::all_hold(a.conditions, &inst.operands));
        let pieces = alias.map_or(syntax.pieces, |a| a.pieces);
        if pieces.is_empty() {
            return out.write_str(self.desc(inst.opcode).name);
        }
        for (at, piece) in pieces.iter().enumerate() {
            match *piece {
                Piece::Literal(text) => {
                    // A symbolic immediate has no `#`.
                    let symbolic = matches!(pieces.get(at + 1), Some(Piece::Operand(i))
                        if matches!(inst.operands.get(*i as usize), Some(McOperand::Expr(_))));
                    out.write_str(if symbolic { text.strip_suffix('#').unwrap_or(text) } else { text })?;
                }
                Piece::Operand(index) => self.print_operand((inst, index as usize), options, names, out)?,
                Piece::Renamed(index, letter, next) => {
                    self.print_renamed(inst, index as usize, (letter, next), out)?;
                }
            }
        }
        Ok(())
    }

    /// Returns true if the last operand has this immediate kind and value.
    pub(crate) fn imm_is(&self, inst: &McInst, kind: &str, value: i64) -> bool {
        let last = self.desc(inst.opcode).operands.last().map(|operand| operand.kind);
        let Some(OperandKind::Imm(last)) = last else { return false };
        self.imm_kind(last).name == kind && inst.operands.last() == Some(&McOperand::Imm(value))
    }

    fn print_operand(
        &self,
        (inst, index): (&McInst, usize),
        options: &InstPrinterOptions,
        names: &dyn SymbolNames,
        out: &mut dyn Write,
    ) -> fmt::Result {
        match inst.operands.get(index) {
            Some(McOperand::Reg(reg)) => out.write_str(options.register_name(self.registers.reg(*reg))),
            Some(McOperand::Expr(expr)) => (self.print_expr)(expr, names, out),
            Some(McOperand::Imm(value)) => {
                let kind = match self.desc(inst.opcode).operands.get(index).map(|o| o.kind) {
                    Some(OperandKind::Imm(kind) | OperandKind::Expr(kind)) => self.imm_kind(kind),
                    _ => return write!(out, "{value}"),
                };
                match kind.print {
                    Some(print) => print(*value, out),
                    None if kind.hex => write!(out, "{:#x}", value * kind.scale),
                    None => write!(out, "{}", value * kind.scale),
                }
            }
            None => out.write_str("<missing>"),
        }
    }

    /// Writes the register as a letter and its number; 31 of `w` and `x` is the zero register.
    fn print_renamed(
        &self,
        inst: &McInst,
        index: usize,
        (letter, next): (char, u8),
        out: &mut dyn Write,
    ) -> fmt::Result {
        let Some(McOperand::Reg(reg)) = inst.operands.get(index) else { return out.write_str("<missing>") };
        match self.registers.reg(*reg).encoding {
            31 if matches!(letter, 'w' | 'x') => write!(out, "{letter}zr"),
            number => write!(out, "{letter}{}", (number + u16::from(next)) % 32),
        }
    }
}
