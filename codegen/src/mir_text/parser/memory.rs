//! Memory operands.

use super::body::BodyParser;
use super::error::MirError;
use super::lexer::{Lexer, Token};
use super::operands::low_level_type;
use crate::ir::llt::Llt;
use crate::ir::mir::{MemFlags, MemOperand, Ordering, PointerInfo};

const FLAGS: &[(&str, MemFlags)] = &[
    ("volatile", MemFlags::VOLATILE),
    ("non-temporal", MemFlags::NON_TEMPORAL),
    ("dereferenceable", MemFlags::DEREFERENCEABLE),
    ("invariant", MemFlags::INVARIANT),
    ("load", MemFlags::LOAD),
    ("store", MemFlags::STORE),
];

const ORDERINGS: &[(&str, Ordering)] = &[
    ("unordered", Ordering::Unordered),
    ("monotonic", Ordering::Monotonic),
    ("acquire", Ordering::Acquire),
    ("release", Ordering::Release),
    ("acq_rel", Ordering::AcquireRelease),
    ("seq_cst", Ordering::SequentiallyConsistent),
];

impl BodyParser<'_, '_> {
    /// Reads `(store (s32) into %stack.0, align 8), …`.
    pub(super) fn memory_operands(&mut self, lexer: &mut Lexer<'_>) -> Result<Vec<MemOperand>, MirError> {
        let mut all = vec![self.memory_operand(lexer)?];
        while lexer.take(',')? {
            all.push(self.memory_operand(lexer)?);
        }
        Ok(all)
    }

    fn memory_operand(&mut self, lexer: &mut Lexer<'_>) -> Result<MemOperand, MirError> {
        lexer.expect('(')?;
        let mut mem = MemOperand::new(MemFlags::empty(), Llt::INVALID, 1);
        let mut orderings = Vec::new();
        while let Token::Word(word) = lexer.token {
            if let Some((_, flag)) = FLAGS.iter().find(|(name, _)| *name == word) {
                mem.flags |= *flag;
            } else if let Some((_, ordering)) = ORDERINGS.iter().find(|(name, _)| *name == word) {
                orderings.push(*ordering);
            } else if word == "syncscope" {
                lexer.advance()?;
                lexer.expect('(')?;
                mem.single_thread = lexer.token == Token::Text("singlethread".into());
                lexer.advance()?;
                lexer.expect(')')?;
                continue;
            } else {
                break;
            }
            lexer.advance()?;
        }
        if let [ordering, rest @ ..] = &orderings[..] {
            mem.ordering = *ordering;
            mem.failure_ordering = rest.first().copied().unwrap_or_default();
        }
        self.memory_type(lexer, &mut mem)?;
        self.memory_pointer(lexer, &mut mem)?;
        while lexer.take(',')? {
            self.memory_attribute(lexer, &mut mem)?;
        }
        lexer.expect(')')?;
        Ok(mem)
    }

    fn memory_type(&mut self, lexer: &mut Lexer<'_>, mem: &mut MemOperand) -> Result<(), MirError> {
        if lexer.take('(')? {
            mem.ty = low_level_type(lexer, self.mf.pointer.bits())?;
            mem.align = mem.usual_align().next_power_of_two();
            return lexer.expect(')');
        }
        lexer.take_word("unknown-size")?;
        Ok(())
    }

    fn memory_pointer(&mut self, lexer: &mut Lexer<'_>, mem: &mut MemOperand) -> Result<(), MirError> {
        let named = lexer.take_word("from")? || lexer.take_word("into")? || lexer.take_word("on")?;
        if !named {
            return Ok(());
        }
        if matches!(lexer.token, Token::At(_) | Token::AtSlot(_)) {
            let symbol = self.symbol(lexer)?;
            mem.pointer = PointerInfo::Global(symbol, self.offset(lexer)?);
            return Ok(());
        }
        mem.pointer = match lexer.advance()? {
            Token::Percent(text) => {
                let object = self.numbers.object(text);
                let offset = self.offset(lexer)?;
                object.map_or(PointerInfo::Unknown, |object| PointerInfo::Stack(object, offset))
            }
            Token::Word("stack") => PointerInfo::OutgoingArgument(self.offset(lexer)?),
            Token::Word("constant-pool") => PointerInfo::ConstantPool,
            Token::Word("jump-table") => PointerInfo::JumpTable,
            Token::Word("got") => PointerInfo::Got,
            _ => PointerInfo::Unknown,
        };
        // Offsets are not preserved here.
        self.offset(lexer)?;
        Ok(())
    }

    fn memory_attribute(&mut self, lexer: &mut Lexer<'_>, mem: &mut MemOperand) -> Result<(), MirError> {
        if lexer.take_word("align")? {
            mem.align = lexer.unsigned()?.max(1);
        } else if lexer.take_word("basealign")? {
            lexer.unsigned()?;
        } else if lexer.take_word("addrspace")? {
            mem.address_space = lexer.unsigned()?;
        } else if matches!(lexer.token, Token::Punct('!')) {
            // Alias information: `!tbaa !5`.
            while !matches!(lexer.token, Token::Punct(',' | ')') | Token::End) {
                lexer.advance()?;
            }
        } else {
            return Err(lexer.error("unknown attribute of a memory operand"));
        }
        Ok(())
    }
}
