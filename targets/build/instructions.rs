//! `instructions.txt`: immediate kinds, instructions, aliases and target-generic opcodes.

use crate::registers::{Registers, number};
use crate::schedule::Schedule;
use crate::source::{Result, Statement, matching, split_top};
use std::collections::HashMap;

/// An immediate kind.
#[derive(Debug, Default)]
pub struct ImmKind {
    pub name: String,
    pub bits: u8,
    pub scale: i64,
    pub align: i64,
    pub min: i64,
    pub max: i64,
    pub nonzero: bool,
    pub hex: bool,
    pub print: Option<String>,
    pub parse: Option<String>,
    pub valid: Option<String>,
    pub encode: Option<String>,
    /// Specifier and fixup kind; specifier `none` for a plain symbol.
    pub fixups: Vec<(String, String)>,
}

/// The kind of an operand.
#[derive(Debug, Clone, PartialEq)]
pub enum Kind {
    Class(usize),
    Imm(usize),
    Expr(usize),
    Type(u8),
    Other(&'static str),
}

/// One operand.
#[derive(Debug, Clone)]
pub struct Operand {
    pub name: String,
    pub kind: Kind,
    pub tied: Option<usize>,
    pub early: bool,
}

/// One variable field of an encoding: `width` bits of the operand from bit `lo`, at bit `at` of the
/// encoding.
#[derive(Debug, Clone, Copy)]
pub struct Field {
    pub operand: usize,
    pub lo: u8,
    pub width: u8,
    pub at: u8,
}

/// A fragment of assembly text.
#[derive(Debug, Clone, PartialEq)]
pub enum Piece {
    Literal(String),
    Operand(usize),
    /// A letter, and the register's number plus an offset.
    Renamed(usize, char, u8),
}

/// The condition of an alias on an operand.
#[derive(Debug, Clone)]
pub enum Condition {
    Any,
    Reg(usize),
    Imm(i64),
    Same(usize),
}

/// An alias of an instruction.
#[derive(Debug, Clone)]
pub struct Alias {
    pub conditions: Vec<Condition>,
    pub pieces: Vec<Piece>,
    pub parse_only: bool,
}

/// The source of a compressed form's operand.
#[derive(Debug, Clone)]
pub enum Source {
    Operand(usize),
    Reg(usize),
    Imm(i64),
}

/// A compressed form of an instruction with certain operands.
#[derive(Debug, Clone)]
pub struct Compression {
    pub conditions: Vec<Condition>,
    pub to: usize,
    pub operands: Vec<Source>,
}

/// One opcode.
#[derive(Debug)]
pub struct Instr {
    pub name: String,
    pub operands: Vec<Operand>,
    pub num_defs: usize,
    pub variadic: &'static str,
    pub bits: u32,
    /// The size of the encoding in bytes; 0 for a pseudo.
    pub encoded_size: u8,
    /// The size of the emitted code in bytes.
    pub size: u8,
    pub fields: Vec<Field>,
    pub pieces: Vec<Piece>,
    pub flags: Vec<&'static str>,
    pub defs: Vec<usize>,
    pub uses: Vec<usize>,
    pub feature: String,
    pub tested: bool,
    /// True if all its registers must be distinct.
    pub distinct: bool,
    pub aliases: Vec<Alias>,
    pub compressions: Vec<Compression>,
    /// Generic opcodes that it implements alone: opcode, result type, source type.
    pub generics: Vec<(String, String, String)>,
    /// The equivalent opcode in registers of another bank.
    pub variant_of: Option<String>,
    /// Its scheduling class.
    pub sched_class: usize,
}

/// All opcodes of a target.
#[derive(Debug, Default)]
pub struct Instructions {
    pub imms: Vec<ImmKind>,
    pub instrs: Vec<Instr>,
    by_name: HashMap<String, usize>,
    in_generic: bool,
}

const OTHER_KINDS: &[(&str, &str)] = &[
    ("block", "Block"),
    ("sym", "Any"),
    ("any", "Any"),
    ("regmask", "Any"),
    ("frame", "FrameIndex"),
    ("reg", "AnyReg"),
    ("pred", "Predicate"),
    ("cpi", "ConstantPool"),
    ("jti", "JumpTable"),
    ("cint", "ConstantInt"),
    ("cfp", "ConstantFp"),
];

const FLAGS: &[(&str, &[&str])] = &[
    ("load", &["MAY_LOAD"]),
    ("store", &["MAY_STORE"]),
    ("call", &["CALL"]),
    ("term", &["TERMINATOR"]),
    ("branch", &["BRANCH", "TERMINATOR"]),
    ("indirect", &["INDIRECT_BRANCH"]),
    ("barrier", &["BARRIER"]),
    ("ret", &["RETURN", "TERMINATOR", "BARRIER"]),
    ("sideeffects", &["SIDE_EFFECTS"]),
    ("commute", &["COMMUTABLE"]),
    ("remat", &["REMATERIALIZABLE"]),
    ("cheap", &["CHEAP"]),
    ("artifact", &["ARTIFACT"]),
    ("pseudo", &["PSEUDO"]),
    ("fpenv", &["FP_ENVIRONMENT"]),
    ("sext32", &["SIGN_EXTENDS_WORD"]),
];

impl Instructions {
    /// Returns the index of the opcode with this name.
    pub fn position(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }

    /// Returns an empty table; immediate kind 0 is any 64-bit value.
    pub fn new() -> Self {
        let any = ImmKind {
            name: "imm".into(),
            bits: 64,
            scale: 1,
            align: 1,
            min: i64::MIN,
            max: i64::MAX,
            ..ImmKind::default()
        };
        Self { imms: vec![any], ..Self::default() }
    }

    /// Parses one statement.
    pub fn statement(&mut self, regs: &Registers, schedule: &Schedule, s: &Statement) -> Result<()> {
        match s.text.trim() {
            "[generic]" => self.in_generic = true,
            "[end]" => self.in_generic = false,
            text => {
                if let Some(rest) = text.strip_prefix("imm ") {
                    self.imm(s, rest)?;
                } else if let Some(rest) = text.strip_prefix("alias ") {
                    self.alias(regs, s, rest, false)?;
                } else if let Some(rest) = text.strip_prefix("parse ") {
                    self.alias(regs, s, rest, true)?;
                } else if let Some(rest) = text.strip_prefix("compress ") {
                    self.compression(regs, s, rest)?;
                } else {
                    self.instr(regs, schedule, s, text)?;
                }
            }
        }
        Ok(())
    }

    fn imm(&mut self, s: &Statement, rest: &str) -> Result<()> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let [name, sign, bits, keys @ ..] = words.as_slice() else {
            return s.error("imm NAME signed|unsigned BITS");
        };
        let (signed, bits): (bool, u8) = (*sign == "signed", number(s, bits)?);
        if !(signed || *sign == "unsigned") || !(1..=64).contains(&bits) {
            return s.error("imm NAME signed|unsigned BITS");
        }
        let (min, max) = match (signed, bits) {
            (true, _) => (i64::MIN >> (64 - bits), i64::MAX >> (64 - bits)),
            (false, 63..) => (0, i64::MAX),
            (false, _) => (0, (1i64 << bits) - 1),
        };
        let mut kind =
            ImmKind { name: name.to_string(), bits, scale: 1, align: 1, min, max, ..ImmKind::default() };
        for key in keys {
            let (key, value) = key.split_once('=').unwrap_or((key, ""));
            match key {
                "scale" => kind.scale = number(s, value)?,
                "align" => kind.align = number(s, value)?,
                "min" => kind.min = number(s, value)?,
                "max" => kind.max = number(s, value)?,
                "nonzero" => kind.nonzero = true,
                "hex" => kind.hex = true,
                "print" => kind.print = Some(value.to_string()),
                "parse" => kind.parse = Some(value.to_string()),
                "valid" => kind.valid = Some(value.to_string()),
                "encode" => kind.encode = Some(value.to_string()),
                "fixup" => {
                    for item in value.split(',') {
                        let Some((spec, fixup)) = item.split_once(':') else {
                            return s.error("fixup=spec:KIND,…");
                        };
                        kind.fixups.push((spec.to_string(), fixup.to_string()));
                    }
                }
                _ => return s.error(format!("unknown key `{key}`")),
            }
        }
        if kind.align > 1 {
            kind.max -= kind.max.rem_euclid(kind.align);
        }
        if self.imms.iter().any(|k| k.name == kind.name) {
            return s.error("immediate kind twice");
        }
        self.imms.push(kind);
        Ok(())
    }

    fn instr(&mut self, regs: &Registers, schedule: &Schedule, s: &Statement, text: &str) -> Result<()> {
        let parts: Vec<&str> = text.split('|').map(str::trim).collect();
        if parts.len() > 4 {
            return s.error("more than four parts");
        }
        let part = |i: usize| parts.get(i).copied().unwrap_or("");
        let mut instr = self.head(regs, s, part(0))?;
        let encoding = part(1);
        if !encoding.is_empty() && encoding != "-" {
            self.encoding(regs, s, &mut instr, encoding)?;
        } else if !self.in_generic {
            instr.flags.push("PSEUDO");
        }
        if self.in_generic {
            instr.flags.push("GENERIC");
        }
        let names = instr.operands.iter().map(|o| o.name.clone()).collect::<Vec<_>>();
        instr.pieces = template(s, part(2), |name| names.iter().position(|n| n == name))?;
        properties(regs, schedule, s, &mut instr, part(3))?;
        if self.by_name.insert(instr.name.clone(), self.instrs.len()).is_some() {
            return s.error(format!("opcode `{}` twice", instr.name));
        }
        self.instrs.push(instr);
        Ok(())
    }

    fn head(&self, regs: &Registers, s: &Statement, text: &str) -> Result<Instr> {
        let Some(open) = text.find('(') else { return s.error("an instruction needs `(operands)`") };
        let Some(close) = matching(text, open) else { return s.error("`(` without `)`") };
        let name = text[..open].trim();
        if name.is_empty() || !name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') {
            return s.error(format!("`{name}` is no opcode name"));
        }
        let (mut defs, mut uses, mut variadic) = ("", &text[open + 1..close], "No");
        let rest = text[close + 1..].trim();
        let (dots, rest) = rest.strip_prefix("...").map_or((false, rest), |r| (true, r.trim()));
        if let Some(right) = rest.strip_prefix('=') {
            let right = right.trim();
            let Some(end) = matching(right, 0).filter(|_| right.starts_with('(')) else {
                return s.error("`=` needs `(uses)`");
            };
            (defs, uses) = (uses, &right[1..end]);
            variadic = match right[end + 1..].trim() {
                "" if dots => "Defs",
                "" => "No",
                "..." => "Uses",
                _ => return s.error("text after the operands"),
            };
        } else if dots {
            variadic = "Uses";
        } else if !rest.is_empty() {
            return s.error("text after the operands");
        }
        let mut operands = Vec::new();
        self.operands(regs, s, defs, &mut operands)?;
        let num_defs = operands.len();
        self.operands(regs, s, uses, &mut operands)?;
        Ok(Instr {
            name: name.to_string(),
            operands,
            num_defs,
            variadic,
            bits: 0,
            encoded_size: 0,
            size: 0,
            fields: Vec::new(),
            pieces: Vec::new(),
            flags: Vec::new(),
            defs: Vec::new(),
            uses: Vec::new(),
            feature: String::new(),
            tested: true,
            distinct: false,
            aliases: Vec::new(),
            compressions: Vec::new(),
            generics: Vec::new(),
            variant_of: None,
            sched_class: 0,
        })
    }

    fn operands(&self, regs: &Registers, s: &Statement, text: &str, out: &mut Vec<Operand>) -> Result<()> {
        for item in split_top(text, ',') {
            let mut words = item.split_whitespace();
            let Some(first) = words.next() else { continue };
            let Some((name, kind)) = first.split_once(':') else {
                return s.error(format!("operand `{first}` needs `name:kind`"));
            };
            let kind = self.kind(regs, s, kind)?;
            let mut operand = Operand { name: name.to_string(), kind, tied: None, early: false };
            while let Some(word) = words.next() {
                match word {
                    "early" => operand.early = true,
                    "tied" => {
                        let to = words.next().unwrap_or_default();
                        operand.tied = out.iter().position(|o| o.name == to);
                        if operand.tied.is_none() {
                            return s.error(format!("no definition `{to}` to tie to"));
                        }
                    }
                    _ => return s.error(format!("unknown word `{word}` at an operand")),
                }
            }
            if out.iter().any(|o| o.name == operand.name) {
                return s.error(format!("operand `{name}` twice"));
            }
            out.push(operand);
        }
        Ok(())
    }

    fn kind(&self, regs: &Registers, s: &Statement, name: &str) -> Result<Kind> {
        if let Some(class) = regs.class(name) {
            return Ok(Kind::Class(class));
        }
        if let Some(imm) = self.imms.iter().position(|k| k.name == name) {
            return Ok(if self.imms[imm].fixups.is_empty() { Kind::Imm(imm) } else { Kind::Expr(imm) });
        }
        if let Some(index) = name.strip_prefix("type").and_then(|n| n.parse().ok()) {
            return Ok(Kind::Type(index));
        }
        match OTHER_KINDS.iter().find(|(n, _)| *n == name) {
            Some((_, kind)) => Ok(Kind::Other(kind)),
            None => s.error(format!("no register class or immediate kind `{name}`")),
        }
    }

    /// Returns the width in bits of an operand without a slice in an encoding.
    fn width(&self, regs: &Registers, s: &Statement, operand: &Operand) -> Result<u8> {
        match operand.kind {
            Kind::Imm(i) | Kind::Expr(i) => Ok(self.imms[i].bits),
            Kind::Class(c) if regs.classes[c].members.iter().all(|&r| regs.regs[r - 1].enc < 32) => Ok(5),
            _ => s.error(format!("operand `{}` has no width", operand.name)),
        }
    }

    fn encoding(&self, regs: &Registers, s: &Statement, instr: &mut Instr, text: &str) -> Result<()> {
        // Fields with their distance from the top; converted when the size is known.
        let (mut fields, mut bits, mut used) = (Vec::new(), 0u64, 0u32);
        let mut rest = text.trim_start();
        while let Some(c) = rest.chars().next() {
            if matches!(c, '0' | '1' | '_') {
                rest = rest[1..].trim_start();
                if c != '_' {
                    bits = bits << 1 | u64::from(c == '1');
                    used += 1;
                }
                continue;
            }
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
            let name = &rest[..end];
            let Some(operand) = instr.operands.iter().position(|o| o.name == name) else {
                return s.error(format!("no operand `{name}` for the encoding"));
            };
            rest = &rest[end..];
            let (lo, width) = match rest.strip_prefix('[').and_then(|r| r.split_once(']')) {
                Some((slice, after)) => {
                    rest = after;
                    let (hi, lo) = slice.split_once(':').unwrap_or((slice, slice));
                    let (hi, lo): (u8, u8) = (number(s, hi.trim())?, number(s, lo.trim())?);
                    if lo > hi {
                        return s.error(format!("slice `{slice}` is upside down"));
                    }
                    (lo, hi - lo + 1)
                }
                None => (0, self.width(regs, s, &instr.operands[operand])?),
            };
            rest = rest.trim_start();
            used += u32::from(width);
            bits <<= width;
            fields.push((operand, lo, width, used));
        }
        if used != 32 && used != 16 {
            return s.error(format!("the encoding has {used} bits"));
        }
        instr.bits = bits as u32;
        instr.encoded_size = (used / 8) as u8;
        instr.size = instr.encoded_size;
        instr.fields = fields
            .into_iter()
            .map(|(operand, lo, width, end)| Field { operand, lo, width, at: (used - end) as u8 })
            .collect();
        Ok(())
    }

    fn alias(&mut self, regs: &Registers, s: &Statement, rest: &str, parse_only: bool) -> Result<()> {
        let Some((text, right)) = rest.rsplit_once(" = ") else { return s.error("an alias needs ` = `") };
        let pattern = self.pattern(regs, s, right)?;
        let find = |name: &str| pattern.captures.iter().find(|(n, _)| n == name).map(|&(_, at)| at);
        let pieces = template(s, text.trim(), find)?;
        let conditions = pattern.conditions;
        self.instrs[pattern.index].aliases.push(Alias { conditions, pieces, parse_only });
        Ok(())
    }

    /// Parses `compress C_MV $rd, $rs = ADDI $rd, $rs, 0`.
    fn compression(&mut self, regs: &Registers, s: &Statement, rest: &str) -> Result<()> {
        let Some((left, right)) = rest.split_once(" = ") else { return s.error("compress needs ` = `") };
        let from = self.pattern(regs, s, right)?;
        let (to, words) = self.opcode_and_words(s, left)?;
        let mut operands = Vec::new();
        for word in words {
            operands.push(if let Some(name) = word.strip_prefix('$') {
                match from.captures.iter().find(|(n, _)| n == name) {
                    Some(&(_, at)) => Source::Operand(at),
                    None => return s.error(format!("`${name}` is not on the right")),
                }
            } else if let Ok(value) = word.parse() {
                Source::Imm(value)
            } else if let Some(reg) = regs.find(&word) {
                Source::Reg(reg)
            } else {
                return s.error(format!("`{word}` is no register, number or $name"));
            });
        }
        let compression = Compression { conditions: from.conditions, to, operands };
        self.instrs[from.index].compressions.push(compression);
        Ok(())
    }

    /// Parses `OPCODE a, b, …` with as many words as the opcode has operands.
    fn opcode_and_words(&self, s: &Statement, text: &str) -> Result<(usize, Vec<String>)> {
        let text = text.trim();
        let (name, rest) = text.split_once(' ').unwrap_or((text, ""));
        let Some(&index) = self.by_name.get(name) else { return s.error(format!("no opcode `{name}`")) };
        let words: Vec<String> =
            split_top(rest, ',').iter().map(|p| p.trim().to_string()).filter(|p| !p.is_empty()).collect();
        if words.len() != self.instrs[index].operands.len() {
            return s.error(format!("`{name}` has {} operands", self.instrs[index].operands.len()));
        }
        Ok((index, words))
    }

    fn pattern(&self, regs: &Registers, s: &Statement, text: &str) -> Result<Pattern> {
        let (index, words) = self.opcode_and_words(s, text)?;
        let mut captures: Vec<(String, usize)> = Vec::new();
        let mut conditions = Vec::new();
        for (at, word) in words.iter().enumerate() {
            conditions.push(if let Some(name) = word.strip_prefix('$') {
                match captures.iter().find(|(n, _)| n == name) {
                    Some(&(_, first)) => Condition::Same(first),
                    None => {
                        captures.push((name.to_string(), at));
                        Condition::Any
                    }
                }
            } else if let Ok(value) = word.parse() {
                Condition::Imm(value)
            } else if let Some(reg) = regs.find(word) {
                Condition::Reg(reg)
            } else {
                return s.error(format!("`{word}` is no register, number or $name"));
            });
        }
        Ok(Pattern { index, captures, conditions })
    }
}

/// The pattern of an alias or a compressed form.
struct Pattern {
    index: usize,
    captures: Vec<(String, usize)>,
    conditions: Vec<Condition>,
}

/// Splits a syntax template; the first space becomes the tab after the mnemonic.
fn template(s: &Statement, text: &str, find: impl Fn(&str) -> Option<usize>) -> Result<Vec<Piece>> {
    let text = text.replacen(' ', "\t", 1);
    let mut out = vec![String::new()];
    let mut pieces = Vec::new();
    let mut rest = text.as_str();
    while let Some(at) = rest.find('$') {
        if let Some(last) = out.last_mut() {
            last.push_str(&rest[..at]);
        }
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('$') {
            if let Some(last) = out.last_mut() {
                last.push('$');
            }
            rest = after;
            continue;
        }
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len());
        let Some(index) = find(&rest[..end]) else {
            return s.error(format!("no operand `${}` for the syntax", &rest[..end]));
        };
        rest = &rest[end..];
        let letter =
            rest.strip_prefix(':').and_then(|r| r.chars().next()).filter(|c| "bhsdqvwx".contains(*c));
        if let Some(literal) = out.pop().filter(|l| !l.is_empty()) {
            pieces.push(Piece::Literal(literal));
        }
        out.push(String::new());
        match letter {
            Some(letter) => {
                rest = &rest[2..];
                let mut next = 0;
                if let Some(digit) = rest.strip_prefix('+').and_then(|r| r.chars().next()?.to_digit(10)) {
                    next = digit as u8;
                    rest = &rest[2..];
                }
                pieces.push(Piece::Renamed(index, letter, next));
            }
            None => pieces.push(Piece::Operand(index)),
        }
    }
    let tail = out.pop().unwrap_or_default() + rest;
    if !tail.is_empty() {
        pieces.push(Piece::Literal(tail));
    }
    Ok(pieces)
}

fn properties(
    regs: &Registers,
    schedule: &Schedule,
    s: &Statement,
    instr: &mut Instr,
    text: &str,
) -> Result<()> {
    let list = |text: &str| -> Result<Vec<usize>> {
        text.split_whitespace()
            .map(|n| regs.find(n).map_or_else(|| s.error(format!("no register `{n}`")), Ok))
            .collect()
    };
    let mut named = None;
    let mut rest = text.trim();
    while !rest.is_empty() {
        let end = rest.find(|c: char| c.is_whitespace() || c == '(').unwrap_or(rest.len());
        let word = &rest[..end];
        let mut argument = "";
        if rest[end..].starts_with('(') {
            let Some(close) = matching(rest, end) else { return s.error("`(` without `)`") };
            argument = &rest[end + 1..close];
            rest = rest[close + 1..].trim_start();
        } else {
            rest = rest[end..].trim_start();
        }
        match word {
            "defs" => instr.defs = list(argument)?,
            "uses" => instr.uses = list(argument)?,
            "feature" => instr.feature = argument.to_string(),
            "gmir" => generics(s, instr, argument)?,
            "variant" => instr.variant_of = Some(argument.to_string()),
            "sched" => match schedule.class(argument) {
                Some(index) => named = Some(index),
                None => return s.error(format!("no scheduling class `{argument}`")),
            },
            "distinct" => instr.distinct = true,
            "noasm" | "notest" => instr.tested = false,
            _ if word.starts_with("size=") => instr.size = number(s, &word[5..])?,
            _ => match FLAGS.iter().find(|(n, _)| *n == word) {
                Some((_, flags)) => instr.flags.extend(*flags),
                None => return s.error(format!("unknown property `{word}`")),
            },
        }
    }
    instr.sched_class = named.unwrap_or_else(|| schedule.class_of(regs, instr));
    Ok(())
}

/// Parses `gmir(G_ADD s32/s64)`, or with a separate source type `gmir(G_TRUNC v8s8 v8s16)`.
fn generics(s: &Statement, instr: &mut Instr, argument: &str) -> Result<()> {
    let words: Vec<&str> = argument.split_whitespace().collect();
    let [opcode, types, rest @ ..] = words.as_slice() else { return s.error("gmir(G_OPCODE types)") };
    for ty in types.split('/') {
        let source = rest.first().copied().unwrap_or(ty);
        instr.generics.push((opcode.to_string(), ty.to_string(), source.to_string()));
    }
    Ok(())
}
