//! Operands of an instruction.

use super::MirError;
use super::body::BodyParser;
use super::lexer::{Lexer, Token};
use crate::entity::{ConstantId, FrameIndex, JumpTableId, SymbolId};
use crate::libcalls;
use crate::llt::Llt;
use crate::mir::{BlockAddressRef, FloatPredicate, IntPredicate, Operand, OperandFlags, Reg};
use crate::module::{Module, Symbol};
use crate::target::registers::SubReg;

const FLAGS: &[(&str, OperandFlags)] = &[
    ("implicit", OperandFlags::IMPLICIT),
    ("implicit-def", OperandFlags::IMPLICIT.union(OperandFlags::DEF)),
    ("def", OperandFlags::DEF),
    ("dead", OperandFlags::DEAD),
    ("killed", OperandFlags::KILL),
    ("undef", OperandFlags::UNDEF),
    ("early-clobber", OperandFlags::EARLY_CLOBBER),
    ("debug-use", OperandFlags::DEBUG),
    ("renamable", OperandFlags::empty()),
    ("internal", OperandFlags::empty()),
];

/// The symbol of this name, added as an undefined one if the module has none.
pub(super) fn symbol_by_name(module: &mut Module, name: &str) -> SymbolId {
    if let Some(n) = module.symbols.iter().position(|s| s.name == name) {
        module.symbols[n].used = true;
        return SymbolId::new(n);
    }
    module.add_symbol(Symbol { name: name.to_string(), used: true, align: 1, ..Symbol::default() })
}

impl BodyParser<'_> {
    /// One operand; `first` is the instruction's first one, whose type a constant has.
    pub(super) fn operand(
        &mut self,
        lexer: &mut Lexer<'_>,
        first: Option<Operand>,
    ) -> Result<Operand, MirError> {
        let mut flags = OperandFlags::empty();
        while let Token::Word(word) = lexer.token {
            let Some((_, flag)) = FLAGS.iter().find(|(name, _)| *name == word) else { break };
            flags |= *flag;
            lexer.advance()?;
        }
        let mut target_flags = 0;
        if lexer.take_word("target-flags")? {
            lexer.expect('(')?;
            target_flags = lexer.unsigned()? as u8;
            lexer.expect(')')?;
        }
        let operand = self.plain(lexer, first)?.with_flags(flags);
        Ok(if target_flags != 0 { operand.with_target_flags(target_flags) } else { operand })
    }

    fn plain(&mut self, lexer: &mut Lexer<'_>, first: Option<Operand>) -> Result<Operand, MirError> {
        match lexer.token.clone() {
            Token::Percent(text) => self.percent(lexer, text),
            Token::Dollar("noreg") => {
                lexer.advance()?;
                Ok(Operand::use_of(Reg::NONE))
            }
            Token::Dollar(_) => {
                let reg = self.physical(lexer)?;
                let operand = Operand::use_of(reg);
                self.skip_tie(lexer)?;
                Ok(operand)
            }
            Token::Number(_) => {
                let value = lexer.integer()?;
                let value = i64::try_from(value).or_else(|_| u64::try_from(value).map(|v| v as i64));
                let value = value.map_err(|_| lexer.error("the number does not fit into 64 bits"))?;
                Ok(self.mf.imm(value))
            }
            Token::At(name) => {
                lexer.advance()?;
                let offset = self.offset(lexer)?;
                let symbol = symbol_by_name(self.module, &name);
                Ok(self.mf.global(symbol, offset))
            }
            Token::Ampersand(name) => {
                let index = libcalls::NAMES.iter().position(|n| *n == name);
                let index = index.ok_or_else(|| lexer.error(format!("unknown runtime routine '&{name}'")))?;
                lexer.advance()?;
                Ok(Operand::external(index as u16))
            }
            Token::Text(text) => {
                lexer.advance()?;
                let id = self.mf.create_asm_string(text);
                Ok(Operand::asm_string(id))
            }
            Token::Word(word) => self.word(lexer, word, first),
            _ => Err(lexer.error("expected an operand")),
        }
    }

    fn percent(&mut self, lexer: &mut Lexer<'_>, text: &str) -> Result<Operand, MirError> {
        if text.starts_with("bb.") {
            return self.block_operand(lexer).map(Operand::block);
        }
        if let Some((kind, number)) = text.split_once('.').filter(|(kind, _)| !starts_with_digit(kind)) {
            let digits = number.split('.').next().unwrap_or("");
            let number: u32 = digits.parse().map_err(|_| lexer.error("expected a number"))?;
            let operand =
                self.numbered(kind, number).ok_or_else(|| lexer.error("unknown kind of operand"))?;
            lexer.advance()?;
            return Ok(operand);
        }
        self.register(lexer, text)
    }

    fn numbered(&self, kind: &str, number: u32) -> Option<Operand> {
        Some(match kind {
            "stack" => Operand::frame_index(FrameIndex::from_raw(number + self.fixed as u32)),
            "fixed-stack" => Operand::frame_index(FrameIndex::from_raw(number)),
            "const" => Operand::constant_pool(ConstantId::from_raw(number)),
            "jump-table" => Operand::jump_table(JumpTableId::from_raw(number)),
            _ => return None,
        })
    }

    fn register(&mut self, lexer: &mut Lexer<'_>, text: &str) -> Result<Operand, MirError> {
        let (name, sub) = text.split_once('.').unwrap_or((text, ""));
        let vreg = self.vreg(name);
        lexer.advance()?;
        let mut operand = Operand::use_of(vreg);
        if !sub.is_empty() {
            let names = self.target.registers().sub_reg_names;
            let index = names.iter().position(|n| *n == sub);
            let index = index.ok_or_else(|| lexer.error(format!("unknown part of a register '{sub}'")))?;
            operand = operand.with_sub_reg(SubReg(index as u8));
        }
        if lexer.take(':')? {
            let Token::Word(class) = lexer.token else { return Err(lexer.error("expected a class or bank")) };
            let attr = self.reg_attr(class);
            let attr =
                attr.ok_or_else(|| lexer.error(format!("unknown register class or bank '{class}'")))?;
            self.mf.set_reg_attr(vreg, attr);
            lexer.advance()?;
        }
        if lexer.token == Token::Punct('(') {
            lexer.advance()?;
            if lexer.take_word("tied-def")? {
                lexer.integer()?;
            } else {
                let ty = low_level_type(lexer)?;
                self.mf.set_ty(vreg, ty);
            }
            lexer.expect(')')?;
        }
        self.skip_tie(lexer)?;
        Ok(operand)
    }

    /// Ties follow from the opcode.
    fn skip_tie(&mut self, lexer: &mut Lexer<'_>) -> Result<(), MirError> {
        if lexer.take('(')? {
            if !lexer.take_word("tied-def")? {
                return Err(lexer.error("expected 'tied-def'"));
            }
            lexer.integer()?;
            lexer.expect(')')?;
        }
        Ok(())
    }

    /// ` + 4` or ` - 4` behind a symbol.
    pub(super) fn offset(&mut self, lexer: &mut Lexer<'_>) -> Result<i64, MirError> {
        let negative = lexer.take('-')?;
        if !negative && !lexer.take('+')? {
            return Ok(0);
        }
        let value = i64::try_from(lexer.integer()?).map_err(|_| lexer.error("the offset is too large"))?;
        Ok(if negative { -value } else { value })
    }

    fn word(
        &mut self,
        lexer: &mut Lexer<'_>,
        word: &str,
        first: Option<Operand>,
    ) -> Result<Operand, MirError> {
        lexer.advance()?;
        match word {
            "intpred" => self.predicate(lexer, |name| {
                IntPredicate::ALL.iter().find(|p| p.name() == name).map(|&p| Operand::int_predicate(p))
            }),
            "floatpred" => self.predicate(lexer, |name| {
                FloatPredicate::ALL.iter().find(|p| p.name() == name).map(|&p| Operand::float_predicate(p))
            }),
            "shufflemask" => self.shuffle_mask(lexer),
            "blockaddress" => self.block_address(lexer),
            "intrinsic" => {
                lexer.expect('(')?;
                let id = lexer.unsigned()?;
                lexer.expect(')')?;
                Ok(Operand::intrinsic(id))
            }
            "regmask" => {
                lexer.expect('(')?;
                let index = lexer.unsigned()?;
                lexer.expect(')')?;
                Ok(Operand::reg_mask(index))
            }
            _ if word.starts_with("csr_") => Ok(Operand::reg_mask(0)),
            "half" | "bfloat" | "float" | "double" | "fp128" => self.fp_constant(lexer, first),
            _ if word.strip_prefix('i').is_some_and(starts_with_digit) => self.int_constant(lexer, word),
            _ => Err(lexer.error(format!("unknown operand '{word}'"))),
        }
    }

    fn predicate(
        &mut self,
        lexer: &mut Lexer<'_>,
        find: impl Fn(&str) -> Option<Operand>,
    ) -> Result<Operand, MirError> {
        lexer.expect('(')?;
        let Token::Word(name) = lexer.token else { return Err(lexer.error("expected a predicate")) };
        let operand = find(name).ok_or_else(|| lexer.error(format!("unknown predicate '{name}'")))?;
        lexer.advance()?;
        lexer.expect(')')?;
        Ok(operand)
    }

    fn shuffle_mask(&mut self, lexer: &mut Lexer<'_>) -> Result<Operand, MirError> {
        lexer.expect('(')?;
        let mut mask = Vec::new();
        while !lexer.take(')')? {
            if lexer.take_word("undef")? || lexer.take_word("poison")? {
                mask.push(-1);
            } else {
                let element = lexer.integer()?;
                mask.push(i32::try_from(element).map_err(|_| lexer.error("malformed element"))?);
            }
            lexer.take(',')?;
        }
        Ok(self.mf.shuffle_mask(&mask))
    }

    fn block_address(&mut self, lexer: &mut Lexer<'_>) -> Result<Operand, MirError> {
        lexer.expect('(')?;
        let Token::At(name) = lexer.advance()? else { return Err(lexer.error("expected a function")) };
        lexer.expect(',')?;
        let Token::Percent(block) = lexer.token else { return Err(lexer.error("expected an IR block")) };
        let number = block.strip_prefix("ir-block.").and_then(|n| n.parse().ok());
        let ir_block = number.ok_or_else(|| lexer.error("expected an IR block by number"))?;
        lexer.advance()?;
        lexer.expect(')')?;
        let function = symbol_by_name(self.module, &name);
        Ok(self.mf.block_address(BlockAddressRef { function, ir_block }))
    }

    fn int_constant(&mut self, lexer: &mut Lexer<'_>, ty: &str) -> Result<Operand, MirError> {
        let bits: u32 = ty[1..].parse().map_err(|_| lexer.error("malformed integer type"))?;
        if let Token::Hex(digits) = lexer.token {
            let words = words_of_hex(digits).ok_or_else(|| lexer.error("malformed number"))?;
            lexer.advance()?;
            return Ok(match bits {
                0..=64 => self.mf.imm(words.first().copied().unwrap_or(0) as i64),
                _ => self.mf.wide_imm(bits, &resized(words, bits)),
            });
        }
        if lexer.take_word("true")? {
            return Ok(self.mf.imm(-1));
        }
        if lexer.take_word("false")? {
            return Ok(self.mf.imm(0));
        }
        let value = lexer.integer()?;
        if bits <= 64 {
            let shift = 64 - bits.clamp(1, 64);
            return Ok(self.mf.imm(((value as i64) << shift) >> shift));
        }
        let sign = if value < 0 { u64::MAX } else { 0 };
        let mut words = vec![value as u64, (value >> 64) as u64];
        words.resize(bits.div_ceil(64) as usize, sign);
        Ok(self.mf.wide_imm(bits, &words))
    }

    /// The bits of a constant; LLVM writes a `float` as the `double` of the same value.
    fn fp_constant(&mut self, lexer: &mut Lexer<'_>, first: Option<Operand>) -> Result<Operand, MirError> {
        let bits = self.first_def_type(first).bits();
        let Token::Hex(digits) = lexer.token else {
            return self.fp_decimal(lexer, bits);
        };
        let (marked, digits) = match digits.strip_prefix(['H', 'L', 'R']) {
            Some(rest) => (true, rest),
            None => (false, digits),
        };
        let value = u128::from_str_radix(digits, 16).map_err(|_| lexer.error("malformed number"))?;
        lexer.advance()?;
        let value = match bits {
            32 if !marked => u128::from(narrowed(value as u64)),
            // The words of an fp128 come least significant first.
            128 => value.rotate_left(64),
            _ => value,
        };
        Ok(self.mf.fp_imm(bits, value))
    }

    fn fp_decimal(&mut self, lexer: &mut Lexer<'_>, bits: u32) -> Result<Operand, MirError> {
        let mut text = String::new();
        while let Token::Number(part) | Token::Word(part) = lexer.token {
            text.push_str(part);
            lexer.advance()?;
            if lexer.take('+')? {
                text.push('+');
            }
        }
        let value: f64 = text.parse().map_err(|_| lexer.error("malformed number"))?;
        match bits {
            32 => Ok(self.mf.fp_imm(32, (value as f32).to_bits() as u128)),
            64 => Ok(self.mf.fp_imm(64, value.to_bits() as u128)),
            _ => Err(lexer.error("constants of this type are written in hexadecimal")),
        }
    }
}

/// The bits of the `float` that a `double` holds exactly; NaNs keep their payload.
fn narrowed(bits: u64) -> u32 {
    let value = f64::from_bits(bits);
    if !value.is_nan() {
        return (value as f32).to_bits();
    }
    let payload = (bits >> 29 & 0x7f_ffff) as u32;
    ((bits >> 63) as u32) << 31 | 0xff << 23 | payload
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

fn words_of_hex(digits: &str) -> Option<Vec<u64>> {
    let bytes = digits.as_bytes();
    bytes.rchunks(16).map(|c| u64::from_str_radix(std::str::from_utf8(c).ok()?, 16).ok()).collect()
}

fn resized(mut words: Vec<u64>, bits: u32) -> Vec<u64> {
    words.resize(bits.div_ceil(64) as usize, 0);
    words
}

/// `s32`, `p0`, `<4 x s32>`.
pub(super) fn low_level_type(lexer: &mut Lexer<'_>) -> Result<Llt, MirError> {
    if lexer.take('<')? {
        let scalable = lexer.take_word("vscale")?;
        if scalable && !lexer.take_word("x")? {
            return Err(lexer.error("expected 'x'"));
        }
        let count = lexer.unsigned()?;
        if !lexer.take_word("x")? {
            return Err(lexer.error("expected 'x'"));
        }
        let element = low_level_type(lexer)?;
        lexer.expect('>')?;
        return Ok(if scalable { Llt::scalable_vector(count, element) } else { Llt::vector(count, element) });
    }
    let Token::Word(word) = lexer.token else { return Err(lexer.error("expected a type")) };
    let number = word.get(1..).and_then(|n| n.parse::<u32>().ok());
    let ty = match (word.as_bytes().first(), number) {
        (Some(b's'), Some(bits @ 1..=0xff_ffff)) => Llt::scalar(bits),
        (Some(b'p'), Some(space @ 0..=0xffff)) => Llt::pointer(space, 64),
        _ => return Err(lexer.error(format!("unknown type '{word}'"))),
    };
    lexer.advance()?;
    Ok(ty)
}
