//! Operands of an instruction.

use super::body::BodyParser;
use super::constants::{float_bits, int_bits};
use super::error::MirError;
use super::lexer::{Lexer, Token};
use crate::ir::entity::{ConstantId, JumpTableId, SymbolId};
use crate::ir::generic_intrinsics;
use crate::ir::llt::Llt;
use crate::ir::mir::names::FRAME_ESCAPE;
use crate::ir::mir::{
    BlockAddressRef, CfiDirective, CustomRegMask, FloatPredicate, IntPredicate, Operand, OperandFlags, Reg,
};
use crate::ir::opcodes::{CFI_INSTRUCTION, INLINEASM, INLINEASM_BR};
use crate::machine::calling_convention;
use crate::machine::desc::instructions::Opcode;
use crate::machine::desc::reg_mask::RegMask;
use crate::machine::desc::registers::SubReg;

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

impl BodyParser<'_, '_> {
    /// Reads the operand with this index of an instruction; `opcode` is `None` for operands before
    /// the opcode. Returns `None` for a register that only LLVM has, and for metadata.
    pub(super) fn operand(
        &mut self,
        lexer: &mut Lexer<'_>,
        opcode: Option<Opcode>,
        index: usize,
    ) -> Result<Option<Operand>, MirError> {
        // The source location of inline assembly.
        if lexer.take('!')? {
            lexer.integer()?;
            return Ok(None);
        }
        if let (Some(INLINEASM | INLINEASM_BR), 0, Token::Ampersand(text)) = (opcode, index, &lexer.token) {
            let id = self.mf.create_asm_string(text.clone());
            lexer.advance()?;
            return Ok(Some(Operand::asm_string(id)));
        }
        if opcode == Some(CFI_INSTRUCTION) {
            return self.cfi_directive(lexer).map(Some);
        }
        let mut flags = OperandFlags::empty();
        while let Token::Word(word) = lexer.token {
            let Some((_, flag)) = FLAGS.iter().find(|(name, _)| *name == word) else { break };
            flags |= *flag;
            lexer.advance()?;
        }
        if let Token::Dollar(name) = lexer.token
            && self.names.is_foreign(name)
        {
            lexer.advance()?;
            return Ok(None);
        }
        let target_flags = match opcode {
            Some(opcode) if lexer.take_word("target-flags")? => self.target_flags(lexer, opcode, index)?,
            _ => 0,
        };
        let operand = self.plain(lexer)?.with_flags(flags);
        Ok(Some(if target_flags != 0 { operand.with_target_flags(target_flags) } else { operand }))
    }

    /// Reads `offset $x1, -8`, optionally with a label after the name.
    fn cfi_directive(&mut self, lexer: &mut Lexer<'_>) -> Result<Operand, MirError> {
        let place = lexer.clone();
        let Token::Word(name) = lexer.advance()? else { return Err(place.error("expected a CFI directive")) };
        if lexer.take('<')? {
            while !matches!(lexer.advance()?, Token::Punct('>') | Token::End) {}
        }
        if name == "escape" {
            let directive = self.cfi_escape(lexer)?;
            let directive = directive.ok_or_else(|| place.error("this CFI escape is not supported"))?;
            return Ok(Operand::cfi(self.mf.create_cfi(directive)));
        }
        let mut reg = None;
        if let Token::Dollar(name) = lexer.token {
            let number = self.target.mir_names().dwarf_number(self.target.registers(), name);
            reg = Some(number.ok_or_else(|| lexer.error(format!("'${name}' has no DWARF number")))?);
            lexer.advance()?;
            lexer.take(',')?;
        }
        let offset = match lexer.token {
            Token::Number(_) => i64::try_from(lexer.integer()?).ok(),
            _ => None,
        };
        let directive = CfiDirective::read(name, || reg, || offset);
        let directive = directive.ok_or_else(|| place.error(format!("malformed CFI directive '{name}'")))?;
        Ok(Operand::cfi(self.mf.create_cfi(directive)))
    }

    /// Reads the bytes after `escape`.
    fn cfi_escape(&mut self, lexer: &mut Lexer<'_>) -> Result<Option<CfiDirective>, MirError> {
        let mut bytes = Vec::new();
        loop {
            let place = lexer.clone();
            let byte = match lexer.token {
                Token::Hex(digits) => {
                    lexer.advance()?;
                    u8::from_str_radix(digits, 16).ok()
                }
                _ => u8::try_from(lexer.integer()?).ok(),
            };
            bytes.push(byte.ok_or_else(|| place.error("expected a byte"))?);
            if !lexer.take(',')? {
                return Ok(CfiDirective::read_escape(&bytes));
            }
        }
    }

    /// Reads the names in parentheses after `target-flags`.
    fn target_flags(&mut self, lexer: &mut Lexer<'_>, opcode: Opcode, index: usize) -> Result<u8, MirError> {
        let place = lexer.clone();
        lexer.expect('(')?;
        let mut names = Vec::new();
        while let Token::Word(name) = lexer.token {
            names.push(name);
            lexer.advance()?;
            lexer.take(',')?;
        }
        lexer.expect(')')?;
        let names = names.join(", ");
        let flags = self.target.mir_names().flags_of(opcode, index, &names);
        flags.ok_or_else(|| place.error(format!("target flags '{names}' mean nothing here")))
    }

    fn plain(&mut self, lexer: &mut Lexer<'_>) -> Result<Operand, MirError> {
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
            Token::At(_) | Token::AtSlot(_) => {
                let symbol = self.symbol(lexer)?;
                let offset = self.offset(lexer)?;
                Ok(self.mf.global(symbol, offset))
            }
            Token::Ampersand(name) => {
                lexer.advance()?;
                if let Some(number) = self.names.libcall(&name) {
                    return Ok(Operand::external(number));
                }
                let offset = self.offset(lexer)?;
                let symbol = self.names.symbol(&name, true);
                Ok(self.mf.global(symbol, offset))
            }
            Token::Word(word) => self.word(lexer, word),
            Token::Punct('<') => self.mc_symbol(lexer),
            _ => Err(lexer.error("expected an operand")),
        }
    }

    /// Reads `<mcsymbol .Ltmp7>`, `<mcsymbol .Lf$frame_escape_0>`, or `<mcsymbol >`.
    fn mc_symbol(&mut self, lexer: &mut Lexer<'_>) -> Result<Operand, MirError> {
        lexer.expect('<')?;
        if !lexer.take_word("mcsymbol")? {
            return Err(lexer.error("expected 'mcsymbol'"));
        }
        let place = lexer.clone();
        let mut name = String::new();
        while lexer.token != Token::Punct('>') {
            match lexer.advance()? {
                Token::Word(text) => name.push_str(text),
                Token::Dollar(text) => name.extend(["$", text]),
                Token::Text(text) => name.push_str(&text),
                _ => return Err(place.error("expected a temporary label")),
            }
        }
        lexer.expect('>')?;
        let operand = self.temporary(&name);
        operand.ok_or_else(|| place.error("expected a temporary label"))
    }

    /// Returns the temporary label or the offset of an escaped object with this name.
    fn temporary(&mut self, name: &str) -> Option<Operand> {
        if name.is_empty() {
            // LLVM writes labels without names.
            return Some(Operand::mc_symbol(0));
        }
        let name = name.strip_prefix(".L")?;
        if let Some((function, number)) = name.rsplit_once(FRAME_ESCAPE) {
            let function = self.names.object_symbol(function)?;
            return Some(Operand::frame_escape(function, number.parse().ok()?));
        }
        name.strip_prefix("tmp")?.parse().ok().map(Operand::mc_symbol)
    }

    /// Reads the global after `@`.
    pub(super) fn symbol(&mut self, lexer: &mut Lexer<'_>) -> Result<SymbolId, MirError> {
        let place = lexer.clone();
        match lexer.advance()? {
            Token::At(name) => Ok(self.names.symbol(&name, false)),
            Token::AtSlot(slot) => {
                self.names.slot(slot).ok_or_else(|| place.error(format!("there is no global @{slot}")))
            }
            _ => Err(place.error("expected a global")),
        }
    }

    fn percent(&mut self, lexer: &mut Lexer<'_>, text: &str) -> Result<Operand, MirError> {
        if text.starts_with("bb.") {
            return self.block_operand(lexer).map(Operand::block);
        }
        if let Some(part) = text.strip_prefix("subreg.") {
            let index = self.sub_reg(lexer, part)?;
            lexer.advance()?;
            return Ok(self.mf.imm(i64::from(index.0)));
        }
        if let Some((kind, number)) = text.split_once('.').filter(|(kind, _)| !starts_with_digit(kind)) {
            let digits = number.split('.').next().unwrap_or("");
            let number: u32 = digits.parse().map_err(|_| lexer.error("expected a number"))?;
            let object = self.numbers.object(text).map(Operand::frame_index);
            let operand = object.or_else(|| self.numbered(kind, number));
            let operand = operand.ok_or_else(|| lexer.error(format!("there is no '%{kind}.{number}'")))?;
            lexer.advance()?;
            return Ok(operand);
        }
        self.register(lexer, text)
    }

    fn numbered(&self, kind: &str, number: u32) -> Option<Operand> {
        Some(match kind {
            "const" => Operand::constant_pool(ConstantId::from_raw(self.numbers.constant(number)?)),
            "jump-table" => Operand::jump_table(JumpTableId::from_raw(self.numbers.jump_table(number)?)),
            _ => return None,
        })
    }

    fn register(&mut self, lexer: &mut Lexer<'_>, text: &str) -> Result<Operand, MirError> {
        let (name, sub) = text.split_once('.').unwrap_or((text, ""));
        let vreg = self.vreg(name);
        lexer.advance()?;
        let mut operand = Operand::use_of(vreg);
        if !sub.is_empty() {
            operand = operand.with_sub_reg(self.sub_reg(lexer, sub)?);
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
                let ty = low_level_type(lexer, self.mf.pointer.bits())?;
                self.mf.set_ty(vreg, ty);
            }
            lexer.expect(')')?;
        }
        self.skip_tie(lexer)?;
        Ok(operand)
    }

    /// Returns the sub-register index with this name.
    fn sub_reg(&self, lexer: &Lexer<'_>, name: &str) -> Result<SubReg, MirError> {
        let names = self.target.registers().sub_reg_names;
        let index = names.iter().position(|n| *n == name);
        let index = index.ok_or_else(|| lexer.error(format!("unknown part of a register '{name}'")))?;
        Ok(SubReg(index as u8))
    }

    /// Skips a tie, which the opcode determines.
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

    /// Reads ` + 4` or ` - 4` after a symbol.
    pub(super) fn offset(&mut self, lexer: &mut Lexer<'_>) -> Result<i64, MirError> {
        let negative = lexer.take('-')?;
        if !negative && !lexer.take('+')? {
            return Ok(0);
        }
        let value = i64::try_from(lexer.integer()?).map_err(|_| lexer.error("the offset is too large"))?;
        Ok(if negative { -value } else { value })
    }

    fn word(&mut self, lexer: &mut Lexer<'_>, word: &str) -> Result<Operand, MirError> {
        if let Some(mask) = self.target.mir_names().reg_mask(word) {
            lexer.advance()?;
            return Ok(Operand::reg_mask(mask));
        }
        let place = lexer.clone();
        lexer.advance()?;
        match word {
            "intpred" => {
                self.predicate(lexer, |name| IntPredicate::from_name(name).map(Operand::int_predicate))
            }
            "floatpred" => {
                self.predicate(lexer, |name| FloatPredicate::from_name(name).map(Operand::float_predicate))
            }
            "shufflemask" => self.shuffle_mask(lexer),
            "CustomRegMask" => self.custom_reg_mask(lexer),
            "blockaddress" => self.block_address(lexer),
            "intrinsic" => {
                lexer.expect('(')?;
                let Token::At(name) = lexer.advance()? else {
                    return Err(place.error("expected an intrinsic"));
                };
                let own = self.target.intrinsic(&name).map(|intrinsic| intrinsic.number);
                let number = own.or_else(|| generic_intrinsics::intrinsic_number(&name));
                lexer.expect(')')?;
                number
                    .map(Operand::intrinsic)
                    .ok_or_else(|| place.error(format!("unknown intrinsic '@{name}'")))
            }
            _ => match (float_bits(word), int_bits(word)) {
                (Some(bits), _) => self.fp_constant(lexer, bits),
                (_, Some(bits)) => self.int_constant(lexer, bits),
                _ => Err(place.error(format!("unknown operand '{word}'"))),
            },
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

    /// Reads `($x8,$w8,$w8_hi)`: the preserved registers. Names that only LLVM has are stored as
    /// text; they add nothing to the others.
    fn custom_reg_mask(&mut self, lexer: &mut Lexer<'_>) -> Result<Operand, MirError> {
        lexer.expect('(')?;
        let (mut mask, mut registers) = (self.always_kept(), Vec::new());
        while !lexer.take(')')? {
            let Token::Dollar(name) = lexer.token else { return Err(lexer.error("expected a register")) };
            mask = mask.and(self.target.registers(), self.names.register(name));
            registers.push(format!("${name}"));
            lexer.advance()?;
            lexer.take(',')?;
        }
        Ok(self.mf.create_reg_mask(CustomRegMask { mask, registers: registers.join(",") }))
    }

    /// Returns the reserved registers that each call preserves, such as the stack pointer, which
    /// LLVM does not list.
    fn always_kept(&self) -> RegMask {
        let convention = self.target.convention().info(calling_convention::C);
        let named =
            convention.map_or_else(RegMask::default, |c| self.target.instr_info().reg_mask(c.reg_mask));
        let reserved = self.target.frame_lowering().reserved(&self.mf);
        let reserved = RegMask::default().and(self.target.registers(), reserved);
        RegMask { preserved: reserved.preserved & named.preserved }
    }

    fn block_address(&mut self, lexer: &mut Lexer<'_>) -> Result<Operand, MirError> {
        lexer.expect('(')?;
        let function = self.symbol(lexer)?;
        lexer.expect(',')?;
        let Token::Percent(block) = lexer.token else { return Err(lexer.error("expected an IR block")) };
        let ir_block =
            self.names.ir_block(function, block).ok_or_else(|| lexer.error("there is no such IR block"))?;
        lexer.advance()?;
        lexer.expect(')')?;
        Ok(self.mf.block_address(BlockAddressRef { function, ir_block }))
    }
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

/// Reads `s32`, `p0`, `<4 x s32>`, where pointers have `pointer_bits` bits.
pub(super) fn low_level_type(lexer: &mut Lexer<'_>, pointer_bits: u32) -> Result<Llt, MirError> {
    if lexer.take('<')? {
        let scalable = lexer.take_word("vscale")?;
        if scalable && !lexer.take_word("x")? {
            return Err(lexer.error("expected 'x'"));
        }
        let count = lexer.unsigned()?;
        if !lexer.take_word("x")? {
            return Err(lexer.error("expected 'x'"));
        }
        let element = low_level_type(lexer, pointer_bits)?;
        lexer.expect('>')?;
        return Ok(if scalable { Llt::scalable_vector(count, element) } else { Llt::vector(count, element) });
    }
    let Token::Word(word) = lexer.token else { return Err(lexer.error("expected a type")) };
    let number = word.get(1..).and_then(|n| n.parse::<u32>().ok());
    let ty = match (word.as_bytes().first(), number) {
        (Some(b's'), Some(bits @ 1..=0xff_ffff)) => Llt::scalar(bits),
        (Some(b'p'), Some(space @ 0..=0xffff)) => Llt::pointer(space, pointer_bits),
        _ => return Err(lexer.error(format!("unknown type '{word}'"))),
    };
    lexer.advance()?;
    Ok(ty)
}
