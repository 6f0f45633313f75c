//! Blocks and instructions.

use super::debug_values::DebugReading;
use super::error::MirError;
use super::header::{Header, Numbers};
use super::lexer::{Lexer, Token};
use super::names::Names;
use crate::ir::debug_info::FunctionDebug;
use crate::ir::entity::{BlockId, VReg};
use crate::ir::llt::Llt;
use crate::ir::mir::{InstFlags, InstMetadata, MachineFunction, Operand, OperandFlags, RegAttr};
use crate::ir::opcodes::EH_LABEL;
use crate::isel::target::IselTarget;
use crate::machine::desc::instructions::Opcode;
use crate::machine::desc::registers::{BankId, PhysReg, RegClassId};
use crate::machine::print::{INST_FLAGS, LANDING_PAD};
use crate::mir_text::debug_forms::NO_SITE;
use std::collections::HashMap;

/// Flags without a meaning here.
const IGNORED_FLAGS: &[&str] = &["nusw", "samesign", "unpredictable", "noconvergent"];

/// Registers with a larger number than this plus the number of characters are renumbered.
const MAX_VREGS: usize = 1 << 16;

/// Reads one function's body.
pub(super) struct BodyParser<'a, 'm> {
    pub(super) mf: MachineFunction,
    pub(super) target: &'a dyn IselTarget,
    pub(super) names: &'a mut Names<'m>,
    pub(super) numbers: Numbers,
    vregs: HashMap<String, VReg>,
    blocks: HashMap<u32, BlockId>,
    /// The debug values read so far, if there are any.
    pub(super) debug: Option<DebugReading>,
    /// By instruction number and operand: the ones that replace them.
    pub(super) substitutions: HashMap<(u32, u32), (u32, u32)>,
}

impl<'a, 'm: 'a> BodyParser<'a, 'm> {
    pub(super) fn new(
        mf: MachineFunction,
        names: &'a mut Names<'m>,
        numbers: Numbers,
        substitutions: HashMap<(u32, u32), (u32, u32)>,
    ) -> Self {
        let (target, vregs, blocks) = (names.target, HashMap::new(), HashMap::new());
        BodyParser { mf, target, names, numbers, vregs, blocks, debug: None, substitutions }
    }

    fn declare_registers(&mut self, header: &Header<'_>) {
        for register in header.registers() {
            let vreg = self.vreg(&register.id.to_string());
            if let Some(attr) = self.reg_attr(register.class) {
                self.mf.set_reg_attr(vreg, attr);
            }
        }
    }

    /// Returns the function, with the header's facts about registers.
    pub(super) fn finish(mut self, header: &Header<'_>) -> Result<MachineFunction, MirError> {
        let vregs = &self.vregs;
        header.live_ins(&mut self.mf, self.names, |name| vregs.get(name).copied())?;
        if let Some(subprogram) = self.names.subprogram(self.mf.symbol) {
            let values = self.debug_table().map(Box::new);
            let declared = header.declared(&mut self)?;
            self.mf.subprogram = Some(subprogram);
            self.mf.debug = Some(Box::new(FunctionDebug { subprogram, declared, values }));
        }
        Ok(self.mf)
    }

    /// Creates all numbered registers, so they keep their numbers.
    fn number_vregs(&mut self, lines: &[&str]) {
        let most = MAX_VREGS + lines.iter().map(|line| line.len()).sum::<usize>();
        let numbers = lines.iter().flat_map(|line| line.split('%').skip(1)).filter_map(|text| {
            let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
            text[..digits].parse::<u32>().ok().filter(|n| (*n as usize) < most)
        });
        let count = numbers.max().map_or(0, |n| n as usize + 1);
        for n in self.mf.num_vregs()..count {
            let vreg = self.mf.create_vreg(Llt::INVALID);
            self.vregs.insert(n.to_string(), vreg);
        }
    }

    /// Reads all lines, the first of which is line `first` of the file.
    pub(super) fn parse(
        &mut self,
        lines: &[&str],
        first: usize,
        header: &Header<'_>,
    ) -> Result<(), MirError> {
        self.number_vregs(lines);
        self.declare_registers(header);
        self.declare_blocks(lines, first)?;
        let has_content = |line: &&str| line.trim_start().starts_with("DBG_");
        self.debug = lines.iter().any(has_content).then(DebugReading::default);
        let mut block = None;
        for (n, line) in lines.iter().enumerate() {
            let line_number = first + n;
            if let Some((number, attributes)) = block_header(line) {
                block.into_iter().for_each(|block| self.end_block(block));
                block = self.blocks.get(&number).copied();
                self.block_attributes(block, attributes);
                continue;
            }
            let lexer = Lexer::new(line, line_number)?;
            if lexer.token == Token::End {
                continue;
            }
            let Some(block) = block else { return Err(lexer.error("expected a block")) };
            self.line(block, lexer)?;
        }
        block.into_iter().for_each(|block| self.end_block(block));
        self.renumber_tables();
        Ok(())
    }

    /// Creates all blocks, which keep their numbers unless these are sparse.
    fn declare_blocks(&mut self, lines: &[&str], first: usize) -> Result<(), MirError> {
        let headers = (first..).zip(lines).filter_map(|(n, line)| Some((n, *line, block_header(line)?.0)));
        let headers: Vec<(usize, &str, u32)> = headers.collect();
        let count = headers.iter().map(|(_, _, number)| *number as usize + 1).max().unwrap_or(0);
        let keep = count <= 4 * headers.len() + 64;
        if keep {
            for _ in 0..count {
                self.mf.create_block();
            }
        }
        for (line, text, number) in headers {
            let block = if keep { BlockId::from_raw(number) } else { self.mf.create_block() };
            if self.blocks.insert(number, block).is_some() {
                return Err(Lexer::new(text, line)?.error("a block with this number is there already"));
            }
            self.mf.layout.push(block);
        }
        Ok(())
    }

    fn block_attributes(&mut self, block: Option<BlockId>, attributes: &str) {
        let Some(block) = block else { return };
        for attribute in attributes.split(',').map(str::trim) {
            let (name, value) = attribute.split_once(' ').unwrap_or((attribute, ""));
            match name {
                "landing-pad" => self.mf.block_mut(block).is_eh_pad = true,
                // The IR block determines the clauses of the landing pad.
                _ if attributes.contains("landing-pad") && name.starts_with("%ir-block.") => {
                    let number = self.names.ir_block(self.mf.symbol, name.trim_start_matches('%'));
                    self.mf.block_mut(block).ir_block = number;
                }
                "ir-block-address-taken" => {
                    let number = self.names.ir_block(self.mf.symbol, value.trim_start_matches('%'));
                    let block = self.mf.block_mut(block);
                    block.address_taken = true;
                    block.ir_block = number;
                }
                "machine-block-address-taken" => self.mf.block_mut(block).address_taken = true,
                "align" => {
                    if let Ok(align) = value.parse() {
                        self.mf.block_mut(block).align = align;
                    }
                }
                _ => {}
            }
        }
    }

    fn renumber_tables(&mut self) {
        for table in &mut self.mf.jump_tables {
            for target in &mut table.targets {
                if let Some(&block) = self.blocks.get(&target.raw()) {
                    *target = block;
                }
            }
        }
    }

    fn line(&mut self, block: BlockId, mut lexer: Lexer<'_>) -> Result<(), MirError> {
        match lexer.token {
            Token::Word("successors") => {
                lexer.advance()?;
                lexer.expect(':')?;
                self.successors(block, &mut lexer)
            }
            Token::Word("liveins") => {
                lexer.advance()?;
                lexer.expect(':')?;
                self.live_ins(block, &mut lexer)
            }
            _ => self.instruction(block, &mut lexer),
        }
    }

    fn successors(&mut self, block: BlockId, lexer: &mut Lexer<'_>) -> Result<(), MirError> {
        while lexer.token != Token::End {
            let to = self.block_operand(lexer)?;
            self.mf.add_edge(block, to);
            if lexer.take('(')? {
                let Token::Hex(digits) = lexer.token else {
                    return Err(lexer.error("expected a probability"));
                };
                let value =
                    u32::from_str_radix(digits, 16).map_err(|_| lexer.error("malformed probability"))?;
                self.mf.block_mut(block).probabilities.push(value);
                lexer.advance()?;
                lexer.expect(')')?;
            }
            lexer.take(',')?;
        }
        Ok(())
    }

    fn live_ins(&mut self, block: BlockId, lexer: &mut Lexer<'_>) -> Result<(), MirError> {
        while lexer.token != Token::End {
            let reg = self.physical(lexer)?;
            self.mf.block_mut(block).live_ins.push(reg);
            // A lane mask may follow.
            if lexer.take(':')? {
                lexer.advance()?;
            }
            lexer.take(',')?;
        }
        Ok(())
    }

    fn instruction(&mut self, block: BlockId, lexer: &mut Lexer<'_>) -> Result<(), MirError> {
        let mut operands = Vec::new();
        if matches!(lexer.token, Token::Percent(_) | Token::Dollar(_)) || is_def_flag(&lexer.token) {
            loop {
                let operand = self.operand(lexer, None, operands.len())?;
                operands.extend(operand.map(|o| o.with_flags(OperandFlags::DEF)));
                if !lexer.take(',')? {
                    break;
                }
            }
            lexer.expect('=')?;
        }
        let flags = self.flags(lexer)?;
        let Token::Word(name) = lexer.token else { return Err(lexer.error("expected an opcode")) };
        if name.starts_with("DBG_") {
            return self.debug_line(block, lexer);
        }
        let opcode = self.names.opcode(name);
        let opcode = opcode.ok_or_else(|| lexer.error(format!("unknown opcode '{name}'")))?;
        lexer.advance()?;
        let (mut memory, mut debug_loc, mut number) = (Vec::new(), None, None);
        let mut metadata = InstMetadata::default();
        loop {
            match &lexer.token {
                Token::End => break self.landing_pad(opcode, lexer, &mut operands)?,
                Token::Word("debug-location") => debug_loc = self.debug_location(lexer)?,
                Token::Word("pcsections") => {
                    metadata.pc_sections.push(self.pc_list(lexer)?);
                    lexer.take(',')?;
                }
                Token::Word("deactivation-symbol") => {
                    lexer.advance()?;
                    metadata.deactivation = Some(self.symbol(lexer)?);
                    lexer.take(',')?;
                }
                Token::Word("debug-instr-number") => {
                    lexer.advance()?;
                    number = Some(lexer.unsigned()?);
                    lexer.take(',')?;
                }
                Token::Colons => {
                    lexer.advance()?;
                    memory = self.memory_operands(lexer)?;
                }
                _ => {
                    let operand = self.operand(lexer, Some(opcode), operands.len())?;
                    operands.extend(operand);
                    lexer.take(',')?;
                }
            }
        }
        let location = self.mf.location_with(debug_loc, metadata);
        let inst = self.mf.create_inst(opcode, &operands, location);
        number.into_iter().for_each(|number| self.number_inst(inst, number));
        self.mf.inst_mut(inst).flags = flags;
        self.mf.append_inst(block, inst);
        self.place_in_segment(block, inst, lexer.comment(NO_SITE).is_none());
        memory.into_iter().for_each(|m| self.mf.add_mem_operand(inst, m));
        Ok(())
    }

    /// Reads `pcsections !7`. Returns the number of the list in the function.
    fn pc_list(&mut self, lexer: &mut Lexer<'_>) -> Result<u32, MirError> {
        lexer.advance()?;
        let place = lexer.clone();
        lexer.expect('!')?;
        let number = lexer.unsigned()?;
        let list = self.names.pc_list(number);
        let list = list.ok_or_else(|| place.error(format!("there is no node '!{number}' of !pcsections")))?;
        let lists = &mut self.mf.inst_metadata.get_or_insert_default().pc_sections;
        let known = lists.iter().position(|known| known.number == list.number);
        Ok(known.unwrap_or_else(|| {
            lists.push(list.clone());
            lists.len() - 1
        }) as u32)
    }

    /// Reads the comment after the label of a landing pad.
    fn landing_pad(
        &mut self,
        opcode: Opcode,
        lexer: &Lexer<'_>,
        operands: &mut Vec<Operand>,
    ) -> Result<(), MirError> {
        let Some(mut lexer) = lexer.comment(LANDING_PAD).filter(|_| opcode == EH_LABEL).transpose()? else {
            return Ok(());
        };
        while lexer.token != Token::End {
            let operand = self.operand(&mut lexer, Some(opcode), operands.len())?;
            operands.extend(operand);
            lexer.take(',')?;
        }
        Ok(())
    }

    fn flags(&mut self, lexer: &mut Lexer<'_>) -> Result<InstFlags, MirError> {
        let mut flags = InstFlags::empty();
        while let Token::Word(word) = lexer.token {
            match INST_FLAGS.iter().find(|(_, name)| *name == word) {
                Some((flag, _)) => flags |= *flag,
                None if word == "nomerge" => self.mf.attrs.has_nomerge_calls = true,
                None if IGNORED_FLAGS.contains(&word) => {}
                None => break,
            }
            lexer.advance()?;
        }
        Ok(flags)
    }

    /// Returns the register with this number or name; it is created at its first mention.
    pub(super) fn vreg(&mut self, name: &str) -> VReg {
        if let Some(&vreg) = self.vregs.get(name) {
            return vreg;
        }
        let vreg = self.mf.create_vreg(Llt::INVALID);
        self.vregs.insert(name.to_string(), vreg);
        vreg
    }

    /// Returns the class, bank or nothing (`_`) with a name.
    pub(super) fn reg_attr(&self, name: &str) -> Option<RegAttr> {
        let registers = self.target.registers();
        if name == "_" {
            return Some(RegAttr::None);
        }
        if let Some(n) = registers.classes.iter().position(|c| c.name == name) {
            return Some(RegAttr::Class(RegClassId(n as u8)));
        }
        registers.banks.iter().position(|b| b.name == name).map(|n| RegAttr::Bank(BankId(n as u8)))
    }

    pub(super) fn block_operand(&mut self, lexer: &mut Lexer<'_>) -> Result<BlockId, MirError> {
        let number = match lexer.token {
            Token::Percent(text) => text.strip_prefix("bb.").and_then(block_number),
            _ => None,
        };
        let number = number.ok_or_else(|| lexer.error("expected a block"))?;
        let block = self.blocks.get(&number).copied();
        let block = block.ok_or_else(|| lexer.error(format!("there is no block %bb.{number}")))?;
        lexer.advance()?;
        Ok(block)
    }

    pub(super) fn physical(&mut self, lexer: &mut Lexer<'_>) -> Result<PhysReg, MirError> {
        let Token::Dollar(name) = lexer.token else { return Err(lexer.error("expected a register")) };
        let reg = self.names.register(name);
        let reg = reg.ok_or_else(|| lexer.error(format!("unknown register '${name}'")))?;
        lexer.advance()?;
        Ok(reg)
    }
}

fn is_def_flag(token: &Token<'_>) -> bool {
    matches!(token, Token::Word("dead" | "early-clobber" | "renamable" | "undef" | "def"))
}

/// Returns number and attributes of a line such as `bb.3.name (landing-pad):`.
fn block_header(line: &str) -> Option<(u32, &str)> {
    let text = line.trim().strip_prefix("bb.")?;
    let text = text.split(';').next()?.trim_end().strip_suffix(':')?;
    let (name, attributes) = text.split_once('(').map_or((text, ""), |(n, a)| (n, a.trim_end_matches(')')));
    Some((block_number(name.trim())?, attributes))
}

fn block_number(text: &str) -> Option<u32> {
    let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..digits].parse().ok()
}
