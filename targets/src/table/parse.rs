//! The parser: converts assembly text to an instruction, by the printer's templates.
//!
//! The first word selects the candidate forms. The first form that matches the whole line with
//! valid operands is used. Cost: linear in the line for each candidate.

use super::{Condition, Piece, Table};
use gisel_codegen::machine::desc::instructions::{InstrDesc, Opcode, OperandKind};
use gisel_codegen::machine::desc::registers::{PhysReg, RegClassId};
use gisel_codegen::mc::asm_parser::items;
use gisel_codegen::mc::inst::{McExpr, McInst, McOperand, Specifier};
use smallvec::SmallVec;
use std::fmt;

pub(crate) use gisel_codegen::mc::target_asm_parser::SymbolReader;

/// The reason why a line cannot be parsed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum ParseError {
    /// No instruction has this mnemonic.
    UnknownMnemonic(String),
    /// The mnemonic is known, but no form of it has these operands.
    Operands(String),
    /// The line is parsed, but requires a missing feature.
    Feature(&'static str),
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseError::UnknownMnemonic(word) => write!(f, "unknown instruction `{word}`"),
            ParseError::Operands(line) => write!(f, "operands do not fit: `{line}`"),
            ParseError::Feature(name) => write!(f, "instruction requires: {}", name.replace('/', " or ")),
        }
    }
}

impl std::error::Error for ParseError {}

/// A position in a line of assembly.
#[derive(Clone)]
pub(crate) struct AsmCursor<'a> {
    rest: &'a str,
}

impl<'a> AsmCursor<'a> {
    /// Returns the start of `text`.
    pub(crate) fn new(text: &'a str) -> Self {
        Self { rest: text }
    }

    /// Returns the remaining text.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest
    }

    /// Skips blanks.
    pub(crate) fn skip_space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Parses `text`, if it is next.
    pub(crate) fn eat(&mut self, text: &str) -> bool {
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// Parses letters, digits, `_`, `.` and `$`.
    pub(crate) fn word(&mut self) -> Option<&'a str> {
        self.skip_space();
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
        let end = self.rest.find(|c| !is_word(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        if word.is_empty() {
            return None;
        }
        self.rest = rest;
        Some(word)
    }

    /// Parses a number: decimal, `0x`, `0b`, with a sign.
    pub(crate) fn number(&mut self) -> Option<i64> {
        let mut at = self.clone();
        at.skip_space();
        let negative = at.eat("-");
        if !negative {
            at.eat("+");
        }
        if !at.rest.starts_with(|c: char| c.is_ascii_digit()) {
            return None;
        }
        let word = at.word()?;
        let value = if let Some(hex) = word.strip_prefix("0x") {
            u64::from_str_radix(hex, 16)
        } else if let Some(binary) = word.strip_prefix("0b") {
            u64::from_str_radix(binary, 2)
        } else {
            word.parse()
        };
        let value = value.ok()? as i64;
        *self = at;
        Some(if negative { value.wrapping_neg() } else { value })
    }

    /// Parses literal text of a template: blanks match any number of blanks, but at least one
    /// between words. `#` is optional, and a zero after it may have any form.
    fn literal(&mut self, text: &str) -> bool {
        if let Some((before, zero @ ("0" | "0.0"))) = text.rsplit_once('#') {
            return self.literal_text(before) && self.zero(zero == "0.0");
        }
        self.literal_text(text)
    }

    /// Parses a zero; `has_point` is true if it has a decimal point.
    fn zero(&mut self, has_point: bool) -> bool {
        self.skip_space();
        self.eat("#");
        let mut at = self.clone();
        let is_zero = match at.word() {
            Some(word) if has_point => {
                word.contains('.') && word.chars().all(|c| matches!(c, '0' | '.')) && word.parse() == Ok(0.0)
            }
            Some(word) => number(word) == Some(0),
            None => false,
        };
        if is_zero {
            *self = at;
        }
        is_zero
    }

    fn literal_text(&mut self, text: &str) -> bool {
        let is_word = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
        let mut before = ' ';
        for c in text.chars() {
            if c.is_whitespace() {
                if is_word(before) && self.rest.starts_with(is_word) {
                    return false;
                }
                self.skip_space();
                continue;
            }
            before = c;
            if !matches!(c, 'a'..='z' | 'A'..='Z' | '0'..='9' | '.') {
                self.skip_space();
            }
            // Numbers do not require it.
            if c == '#' && !self.rest.starts_with('#') {
                continue;
            }
            let mut chars = self.rest.chars();
            if !chars.next().is_some_and(|d| d.eq_ignore_ascii_case(&c)) {
                return false;
            }
            self.rest = chars.as_str();
        }
        true
    }
}

/// Splits a statement into its first word and its operands between commas.
pub(crate) fn statement(line: &str) -> (&str, Vec<&str>) {
    let end = line.find(char::is_whitespace).unwrap_or(line.len());
    (&line[..end], items(&line[end..]))
}

/// Returns the number in all of `text`.
pub(crate) fn number(text: &str) -> Option<i64> {
    let mut cursor = AsmCursor::new(text);
    cursor.number().filter(|_| cursor.rest().trim().is_empty())
}

/// Parses a number, or a symbol and an addend, as an operand with this specifier.
pub(crate) fn expression(
    at: &mut AsmCursor<'_>,
    specifier: Specifier,
    symbols: &mut dyn SymbolReader,
) -> Option<McOperand> {
    at.skip_space();
    let (value, used) = symbols.expression(at.rest)?;
    if value.minus.is_some() {
        return None;
    }
    at.rest = &at.rest[used..];
    Some(match value.plus {
        Some(symbol) => McExpr { specifier, symbol, addend: value.constant }.into(),
        None => McOperand::Imm(value.constant),
    })
}

/// Returns the missing feature of those that a line requires: all that `+` separates, one of those
/// that `/` separates.
pub(crate) fn missing<'n>(needed: &'n str, has: &dyn Fn(&str) -> bool) -> Option<&'n str> {
    needed.split('+').find(|one| !one.is_empty() && !one.split('/').any(has))
}

impl Table {
    /// Returns the missing feature that `opcode` requires; alternatives are separated by `/`.
    pub(crate) fn missing_feature(&self, opcode: Opcode, has: &dyn Fn(&str) -> bool) -> Option<&'static str> {
        missing(self.feature(opcode), has)
    }

    /// Parses one instruction from one line of assembly; `has` returns true for available features.
    pub(crate) fn parse(
        &self,
        line: &str,
        symbols: &mut dyn SymbolReader,
        has: &dyn Fn(&str) -> bool,
    ) -> Result<McInst, ParseError> {
        let line = line.trim();
        let word = line.split_whitespace().next().unwrap_or_default();
        let (mut known, mut unmet) = (false, None);
        // The longest literal prefix comes first: `b.eq` prefers `b.` to `b`.
        for end in (1..=word.len()).rev().filter(|&end| word.is_char_boundary(end)) {
            let Ok(found) = self.mnemonics.binary_search_by(|(text, _)| (*text).cmp(&word[..end])) else {
                continue;
            };
            for &(index, form) in self.mnemonics[found].1 {
                known = true;
                if let Some(lacking) = missing(self.syntaxes[index as usize].feature, has) {
                    unmet = unmet.or(Some(lacking));
                    continue;
                }
                if let Some(inst) = self.parse_form(index as usize, form as usize, line, symbols) {
                    return Ok(inst);
                }
            }
        }
        Err(if let Some(lacking) = unmet {
            ParseError::Feature(lacking)
        } else if known {
            ParseError::Operands(line.to_string())
        } else {
            ParseError::UnknownMnemonic(word.to_string())
        })
    }

    fn parse_form(
        &self,
        index: usize,
        form: usize,
        line: &str,
        symbols: &mut dyn SymbolReader,
    ) -> Option<McInst> {
        let syntax = &self.syntaxes[index];
        let alias = form.checked_sub(1).map(|n| &syntax.aliases[n]);
        let pieces = alias.map_or(syntax.pieces, |a| a.pieces);
        let desc = &self.descs[index];
        let opcode = Opcode(Opcode::FIRST_TARGET + index as u16);
        let mut operands: SmallVec<[Option<McOperand>; 8]> = SmallVec::from_elem(None, desc.operands.len());
        let mut at = AsmCursor::new(line);
        for piece in pieces {
            match *piece {
                Piece::Literal(text) => {
                    if !at.literal(text) {
                        return None;
                    }
                }
                Piece::Operand(i) => {
                    let operand = self.parse_operand(desc.operands[i as usize].kind, &mut at, symbols)?;
                    set_operand(&mut operands, i as usize, operand)?;
                }
                Piece::Renamed(i, letter, next) => {
                    let OperandKind::Class(class) = desc.operands[i as usize].kind else { return None };
                    let operand = self.parse_renamed(class, letter, next, &mut at)?;
                    set_operand(&mut operands, i as usize, operand)?;
                }
            }
        }
        at.skip_space();
        if !at.rest().is_empty() {
            return None;
        }
        if let Some(alias) = alias {
            for (i, condition) in alias.conditions.iter().enumerate() {
                match condition {
                    Condition::Any => {}
                    Condition::Reg(reg) => operands[i] = Some(McOperand::Reg(*reg)),
                    Condition::Imm(value) => operands[i] = Some(McOperand::Imm(*value)),
                    Condition::Same(other) => operands[i] = operands[*other as usize],
                }
            }
        }
        for (i, operand) in desc.operands.iter().enumerate() {
            if let Some(to) = operand.tied_to {
                let one = operands[i].or(operands[to as usize]);
                operands[i] = one;
                operands[to as usize] = operands[to as usize].or(one);
            }
        }
        let operands = operands.into_iter().collect::<Option<SmallVec<[McOperand; 5]>>>()?;
        if syntax.distinct && has_register_twice(&operands, desc) {
            return None;
        }
        let fit = operands.iter().enumerate().all(|(i, operand)| self.fits(opcode, i, operand));
        fit.then_some(McInst { opcode, operands })
    }

    fn parse_operand(
        &self,
        kind: OperandKind,
        at: &mut AsmCursor<'_>,
        symbols: &mut dyn SymbolReader,
    ) -> Option<McOperand> {
        match kind {
            OperandKind::Class(class) => {
                let word = at.word()?;
                self.find_register(class, |asm, mir, _| is_name_of(word, asm, mir)).map(McOperand::Reg)
            }
            OperandKind::Imm(number) | OperandKind::Expr(number) => {
                let kind = self.imm_kind(number);
                if let Some(parse) = kind.parse {
                    let mut trial = at.clone();
                    if let Some(value) = parse(&mut trial) {
                        *at = trial;
                        return Some(McOperand::Imm(value));
                    }
                }
                let (operand, specifier) = (self.parse_expr)(at, symbols)?;
                let known = specifier == Specifier::default()
                    || kind.fixups.iter().any(|(spec, _)| *spec == specifier);
                match operand {
                    // A part that symbol addresses cannot have there.
                    McOperand::Imm(_) if !known => None,
                    // An operand with its own syntax is no plain number.
                    McOperand::Imm(_) if kind.parse.is_some() => None,
                    McOperand::Imm(value) => {
                        (value % kind.scale == 0).then_some(McOperand::Imm(value / kind.scale))
                    }
                    symbol => (!kind.fixups.is_empty()).then_some(symbol),
                }
            }
            _ => None,
        }
    }

    fn parse_renamed(
        &self,
        class: RegClassId,
        letter: char,
        next: u8,
        at: &mut AsmCursor<'_>,
    ) -> Option<McOperand> {
        at.skip_space();
        let end = at.rest().find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(at.rest().len());
        let word = &at.rest()[..end];
        let number = match word.strip_prefix(letter)? {
            "zr" if matches!(letter, 'w' | 'x') => 31,
            digits => digits.parse::<u16>().ok().filter(|&n| n < 32)?,
        };
        let number = (number + 32 - u16::from(next)) % 32;
        at.eat(word);
        self.find_register(class, |_, _, encoding| encoding == number).map(McOperand::Reg)
    }

    fn find_register(&self, class: RegClassId, test: impl Fn(&str, &str, u16) -> bool) -> Option<PhysReg> {
        let members = self.registers.class(class).members;
        members.iter().copied().find(|&r| {
            let reg = self.registers.reg(r);
            test(reg.asm_name, reg.name, reg.encoding)
        })
    }
}

/// Returns true if two of these operands are the same register, except tied ones.
fn has_register_twice(operands: &[McOperand], desc: &InstrDesc) -> bool {
    let own = (0..operands.len()).filter(|&i| desc.operands[i].tied_to.is_none());
    let registers = own.filter_map(|i| match operands[i] {
        McOperand::Reg(reg) => Some(reg),
        _ => None,
    });
    let mut seen: SmallVec<[PhysReg; 4]> = SmallVec::new();
    for reg in registers {
        if seen.contains(&reg) {
            return true;
        }
        seen.push(reg);
    }
    false
}

/// Returns true if `word` is a register's name: in assembly, in MIR, or in MIR without its size
/// (`f0` of `f0_d`). A pair may have its first register's name (`x10` of `x10_x11`).
fn is_name_of(word: &str, asm: &str, mir: &str) -> bool {
    let leads = |(name, rest): (&str, &str)| name == word && (rest.len() == 1 || rest.starts_with('x'));
    asm == word || mir == word || mir.rsplit_once('_').is_some_and(leads)
}

/// Sets an operand that the template names; repeated operands must be equal.
fn set_operand(operands: &mut [Option<McOperand>], index: usize, operand: McOperand) -> Option<()> {
    match operands[index] {
        Some(before) if before != operand => None,
        _ => {
            operands[index] = Some(operand);
            Some(())
        }
    }
}
