//! Reads debug values: lines between the instructions, and keys of frame objects.
//!
//! A line begins a segment of the value table, as a record of the IR does. Its operands are
//! resolved once all instructions are read: physical registers by their last write, references by
//! the instructions with these numbers.

use super::body::BodyParser;
use super::constants::{float_bits, int_bits};
use super::error::MirError;
use super::lexer::{Lexer, Token};
use crate::ir::debug_info::llvm_ops::{ARG, ENTRY_VALUE, operations};
use crate::ir::debug_info::{
    Atom, DebugInfo, DebugLocation, Node, NodeId, Replacement, TrackedVariable, ValueForm, ValueLocation,
    ValueOperand, ValueRecord, ValueTable, fragment_of,
};
use crate::ir::entity::{BlockId, DebugLoc, FrameIndex, InstId, SymbolId, VReg};
use crate::ir::llt::Llt;
use crate::ir::mir::{OperandTag, Properties};
use crate::machine::desc::registers::{PhysReg, SubReg};
use crate::machine::function::LastWrite;
use crate::mc::dwarf::needs_extension;
use crate::mir_text::debug_forms::{NOTES, Note, OWN_FORM, bits_of_reg, bits_of_vreg, default_bits};
use crate::mir_text::expressions;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// The maximum nesting of locations.
const MAX_DEPTH: u32 = 64;

/// The debug values read so far.
#[derive(Default)]
pub(super) struct DebugReading {
    table: ValueTable,
    records: Vec<ReadRecord>,
    /// True if there were lines since the last instruction.
    is_pending: bool,
    /// The block of the last segment.
    block: Option<BlockId>,
    /// True if there were any lines.
    has_lines: bool,
    /// Instructions by the numbers that lines refer to.
    numbers: FxHashMap<u32, InstId>,
    /// The locations of values by their numbers in lines, with the block and the preceding
    /// instruction.
    phis: Vec<(u32, BlockId, Option<InstId>, ReadOperand)>,
    /// Numbers of values.
    values: FxHashMap<Origin, u32>,
}

/// A line about a variable.
struct ReadRecord {
    block: BlockId,
    /// The preceding instruction.
    last: Option<InstId>,
    expression: Vec<u64>,
    operands: Vec<ReadOperand>,
    notes: Vec<Note>,
    /// The width in bits of the variable or fragment.
    bits: Option<u64>,
}

/// The operand of a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ReadOperand {
    Register(VReg),
    Physical(PhysReg),
    Integer(u64),
    Float(u64, u32),
    Frame(FrameIndex),
    Symbol(SymbolId),
    Reference(u32, u32),
    Other,
}

/// The point at which a value is defined.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Origin {
    Entry(PhysReg),
    Block(BlockId, PhysReg),
    Inst(InstId, PhysReg),
    Phi(u32),
}

impl BodyParser<'_, '_> {
    /// Returns the debug information, if lines about variables are read.
    fn info(&self) -> Option<&DebugInfo> {
        self.names.subprogram(self.mf.symbol)?;
        self.names.debug_info()
    }

    /// Assigns the current segment to an instruction that has just been read, unless it is marked
    /// as having no site. Lines before it have begun the segment.
    pub(super) fn place_in_segment(&mut self, block: BlockId, inst: InstId, has_site: bool) {
        let Some(reading) = &mut self.debug else { return };
        let is_new_block = reading.block.replace(block) != Some(block);
        if std::mem::take(&mut reading.is_pending) || is_new_block {
            reading.table.start_segment(block);
        }
        let loc = self.mf.location(inst);
        // The first instructions of a function belong to no segment.
        let comes_first = !reading.has_lines && loc.is_none() && self.mf.layout.first() == Some(&block);
        if has_site && !comes_first {
            let site = reading.table.site_of(loc);
            self.mf.set_location(inst, site);
        }
    }

    /// Records the number by which lines refer to an instruction.
    pub(super) fn number_inst(&mut self, inst: InstId, number: u32) {
        if let Some(reading) = &mut self.debug {
            reading.numbers.insert(number, inst);
        }
    }

    /// Ends a block: its final assignments apply to its successors.
    pub(super) fn end_block(&mut self, block: BlockId) {
        if let Some(reading) = &mut self.debug
            && std::mem::take(&mut reading.is_pending)
        {
            reading.table.start_segment(block);
            reading.block = Some(block);
        }
    }

    /// Reads a line whose opcode, the current token, begins with `DBG_`.
    pub(super) fn debug_line(&mut self, block: BlockId, lexer: &mut Lexer<'_>) -> Result<(), MirError> {
        if self.info().is_none() {
            return Ok(());
        }
        let Token::Word(name) = lexer.token else { return Ok(()) };
        let start = lexer.clone();
        lexer.advance()?;
        match name {
            "DBG_LABEL" => self.debug_label(lexer),
            "DBG_PHI" => self.debug_phi(block, lexer),
            "DBG_VALUE" | "DBG_VALUE_LIST" | "DBG_INSTR_REF" => self.debug_value(block, name, lexer),
            _ => Err(start.error(format!("unknown opcode '{name}'"))),
        }
    }

    fn debug_label(&mut self, lexer: &mut Lexer<'_>) -> Result<(), MirError> {
        let label = self.metadata_node(lexer)?;
        let location = self.required_location(lexer)?;
        let reading = self.debug.get_or_insert_default();
        reading.table.add_label(label, location);
        (reading.is_pending, reading.has_lines) = (true, true);
        Ok(())
    }

    /// Reads `DBG_PHI $x10, 3` or `DBG_PHI %stack.0, 3, 64`.
    fn debug_phi(&mut self, block: BlockId, lexer: &mut Lexer<'_>) -> Result<(), MirError> {
        let operand = self.debug_operand(lexer)?;
        lexer.expect(',')?;
        let number = lexer.unsigned()?;
        let last = self.mf.last_inst(block);
        self.debug.get_or_insert_default().phis.push((number, block, last, operand));
        Ok(())
    }

    fn debug_value<'t>(
        &mut self,
        block: BlockId,
        mut name: &'t str,
        lexer: &mut Lexer<'t>,
    ) -> Result<(), MirError> {
        let mut line = lexer.clone();
        // A form that LLVM's syntax lacks follows in a comment.
        while !matches!(lexer.token, Token::End) {
            lexer.advance()?;
        }
        if let Some(own) = lexer.comment(OWN_FORM)
            && let Ok(mut own) = own
            && let Token::Word(word @ ("DBG_VALUE" | "DBG_VALUE_LIST" | "DBG_INSTR_REF")) = own.token
        {
            own.advance()?;
            (name, line) = (word, own);
        }
        let is_list = name != "DBG_VALUE";
        let mut operands = Vec::new();
        let mut form = ValueForm::Value;
        if !is_list {
            operands.push(self.debug_operand(&mut line)?);
            line.expect(',')?;
            let is_register = matches!(line.token, Token::Dollar(_));
            let offset = self.debug_operand(&mut line)?;
            line.expect(',')?;
            let is_constant =
                matches!(operands[0], ReadOperand::Integer(_) | ReadOperand::Float(..) | ReadOperand::Other);
            if !is_register && offset == ReadOperand::Integer(0) && !is_constant {
                form = ValueForm::Memory;
            }
        }
        let variable = self.metadata_node(&mut line)?;
        line.expect(',')?;
        let expression = self.debug_expression(&mut line)?;
        while line.take(',')? && line.token != Token::Word("debug-location") {
            operands.push(self.debug_operand(&mut line)?);
        }
        let location = self.required_location(&mut line)?;
        let notes = self.debug_notes(&line)?;
        let Some(info) = self.info() else { return Ok(()) };
        let inlined_at = info.location(location).and_then(|location| location.inlined_at);
        let fragment = fragment_of(&expression);
        let bits = fragment.map(|(_, size)| size).or_else(|| info.variable_bits(variable));
        let last = self.mf.last_inst(block);
        let reading = self.debug.get_or_insert_default();
        let variable =
            reading.table.variable(TrackedVariable { node: variable, location, inlined_at, fragment });
        let (empty, of) = (SmallVec::new(), expression.clone().into());
        reading.table.add(ValueRecord { variable, expression: of, form, operands: empty });
        reading.records.push(ReadRecord { block, last, expression, operands, notes, bits });
        (reading.is_pending, reading.has_lines) = (true, true);
        Ok(())
    }

    fn required_location(&mut self, lexer: &mut Lexer<'_>) -> Result<DebugLoc, MirError> {
        lexer.take(',')?;
        let place = lexer.clone();
        let location = match lexer.token {
            Token::Word("debug-location") => self.debug_location(lexer)?,
            _ => None,
        };
        location.ok_or_else(|| place.error("expected 'debug-location'"))
    }

    /// Reads `!23`: a variable or label.
    pub(super) fn metadata_node(&mut self, lexer: &mut Lexer<'_>) -> Result<NodeId, MirError> {
        let place = lexer.clone();
        lexer.expect('!')?;
        let number = lexer.unsigned()?;
        let node = self.names.debug_info().and_then(|info| {
            let node = info.numbered_node(number)?;
            matches!(info.node(node), Node::LocalVariable(_) | Node::Label(_)).then_some(node)
        });
        node.ok_or_else(|| place.error(format!("'!{number}' is no variable and no label")))
    }

    /// Reads `!DIExpression(DW_OP_plus_uconst, 1)`.
    pub(super) fn debug_expression(&mut self, lexer: &mut Lexer<'_>) -> Result<Vec<u64>, MirError> {
        lexer.expect('!')?;
        if !lexer.take_word("DIExpression")? {
            return Err(lexer.error("expected '!DIExpression'"));
        }
        lexer.expect('(')?;
        let mut elements = Vec::new();
        while !lexer.take(')')? {
            if let Token::Word(name) = lexer.token {
                let element = expressions::element(name);
                elements.push(element.ok_or_else(|| lexer.error(format!("unknown operation '{name}'")))?);
                lexer.advance()?;
            } else {
                let element = u64::try_from(lexer.integer()?);
                elements.push(element.map_err(|_| lexer.error("the number does not fit into 64 bits"))?);
            }
            lexer.take(',')?;
        }
        Ok(elements)
    }

    fn debug_operand(&mut self, lexer: &mut Lexer<'_>) -> Result<ReadOperand, MirError> {
        if lexer.take_word("dbg-instr-ref")? {
            lexer.expect('(')?;
            let inst = lexer.unsigned()?;
            lexer.expect(',')?;
            let operand = lexer.unsigned()?;
            lexer.expect(')')?;
            return Ok(ReadOperand::Reference(inst, operand));
        }
        if let Token::Word(word) = lexer.token {
            let bits = float_bits(word).or_else(|| int_bits(word));
            let operand = self.operand(lexer, None, 0)?;
            let value = operand.and_then(|operand| {
                let float = self.mf.fp_value(operand).and_then(|value| u64::try_from(value).ok());
                let float = float.zip(bits).map(|(value, bits)| ReadOperand::Float(value, bits));
                float.or_else(|| Some(ReadOperand::Integer(self.mf.imm_value(operand)? as u64)))
            });
            return match operand {
                Some(operand) if operand.tag() == OperandTag::Reg => Ok(self.read_register(operand)),
                _ => Ok(value.unwrap_or(ReadOperand::Other)),
            };
        }
        if matches!(lexer.token, Token::Number(_)) {
            // Signed and unsigned numbers.
            return Ok(ReadOperand::Integer(lexer.integer()? as u64));
        }
        let Some(operand) = self.operand(lexer, None, 0)? else { return Ok(ReadOperand::Other) };
        Ok(match operand.tag() {
            OperandTag::Reg => self.read_register(operand),
            OperandTag::FrameIndex => operand.as_frame_index().map_or(ReadOperand::Other, ReadOperand::Frame),
            OperandTag::Global => match self.mf.symbol_ref(operand) {
                Some(of) if of.offset == 0 => ReadOperand::Symbol(of.symbol),
                _ => ReadOperand::Other,
            },
            _ => ReadOperand::Other,
        })
    }

    fn read_register(&self, operand: crate::ir::mir::Operand) -> ReadOperand {
        if operand.sub_reg() != SubReg::default() {
            return ReadOperand::Other;
        }
        let virt = operand.vreg().map(ReadOperand::Register);
        virt.or_else(|| operand.phys().map(ReadOperand::Physical)).unwrap_or(ReadOperand::Other)
    }

    /// Reads the notes on operands in a comment: `; bits: 32 after 2, 64`.
    fn debug_notes(&mut self, lexer: &Lexer<'_>) -> Result<Vec<Note>, MirError> {
        let mut notes = Vec::new();
        let Some(mut lexer) = lexer.comment(NOTES).transpose()? else { return Ok(notes) };
        while lexer.token != Token::End {
            let mut note = Note { bits: lexer.unsigned()?, ..Note::default() };
            loop {
                if lexer.take_word("after")? {
                    note.after = lexer.unsigned()? as usize;
                } else if lexer.take_word("intact")? {
                    note.intact = Some(lexer.unsigned()?);
                } else if lexer.take_word("in")? {
                    note.argument = Some(self.physical(&mut lexer)?);
                } else {
                    break;
                }
            }
            notes.push(note);
            if lexer.token != Token::End {
                lexer.expect(',')?;
            }
        }
        Ok(notes)
    }

    /// Reads `debug-location !7`, or a location in full.
    pub(super) fn debug_location(&mut self, lexer: &mut Lexer<'_>) -> Result<Option<DebugLoc>, MirError> {
        lexer.advance()?;
        self.location(lexer, 0)
    }

    pub(super) fn location(
        &mut self,
        lexer: &mut Lexer<'_>,
        depth: u32,
    ) -> Result<Option<DebugLoc>, MirError> {
        let place = lexer.clone();
        lexer.expect('!')?;
        if matches!(lexer.token, Token::Number(_)) {
            let number = lexer.unsigned()?;
            let Some(info) = self.names.debug_info() else { return Ok(Some(DebugLoc::from_raw(number))) };
            let known = info.numbered_location(number);
            return known.map(Some).ok_or_else(|| place.error(format!("there is no location '!{number}'")));
        }
        if depth > MAX_DEPTH || !lexer.take_word("DILocation")? {
            return Err(place.error("expected a location"));
        }
        lexer.expect('(')?;
        let (mut line, mut column, mut scope, mut inlined_at) = (0, 0, None, None);
        let (mut group, mut rank) = (0, 0);
        while !lexer.take(')')? {
            let Token::Word(key) = lexer.advance()? else { return Err(place.error("expected a field")) };
            lexer.expect(':')?;
            match key {
                "line" => line = lexer.unsigned()?,
                "column" => column = lexer.unsigned()?,
                "scope" => {
                    lexer.expect('!')?;
                    let number = lexer.unsigned()?;
                    scope = self.names.debug_info().and_then(|info| info.numbered_node(number));
                }
                "inlinedAt" => inlined_at = self.location(lexer, depth + 1)?,
                "atomGroup" => group = lexer.unsigned_wide()?,
                "atomRank" => rank = lexer.unsigned()?,
                _ => drop(lexer.advance()?),
            }
            lexer.take(',')?;
        }
        if self.names.debug_info().is_none() {
            return Ok(None);
        }
        let scope = scope.ok_or_else(|| place.error("a location needs a scope"))?;
        let atom = Atom::new(group, rank);
        Ok(Some(self.names.location(DebugLocation { line, column, scope, inlined_at, atom })))
    }

    /// Resolves the operands of lines, once all instructions are read. Returns the table, if there
    /// are any lines.
    pub(super) fn debug_table(&mut self) -> Option<ValueTable> {
        let mut reading = self.debug.take()?;
        reading.table.is_allocated = self.mf.properties.contains(Properties::NO_VREGS);
        for (number, block, last, operand) in std::mem::take(&mut reading.phis) {
            self.place_phi(&mut reading, number, (block, last), operand);
        }
        for (number, record) in std::mem::take(&mut reading.records).into_iter().enumerate() {
            let (expression, operands) = self.record(&mut reading, &record);
            let settled = &mut reading.table.records[number];
            (settled.expression, settled.operands) = (expression.into(), operands);
        }
        reading.table.complete_records();
        Some(reading.table)
    }

    /// Returns the expression of a record, and its operands; none if nothing is known.
    fn record(
        &mut self,
        reading: &mut DebugReading,
        record: &ReadRecord,
    ) -> (Vec<u64>, SmallVec<[ValueOperand; 1]>) {
        let mut expression = record.expression.clone();
        let names_operands = operations(&expression).flatten().any(|(op, _)| op == ARG);
        let is_one = record.operands.len() == 1;
        if is_one && names_operands && expression.starts_with(&[ARG, 0]) {
            let others = operations(&expression[2..]).flatten().filter(|&(op, _)| op == ARG).count();
            if others == 0 {
                expression.drain(..2);
            }
        }
        let is_entry = expression.starts_with(&[ENTRY_VALUE, 1]);
        if is_entry {
            expression.drain(..2);
        }
        let own = split_operations(&mut expression, &record.notes);
        let is_noted = record.notes.len() == record.operands.len();
        let mut operands = SmallVec::new();
        for (n, &operand) in record.operands.iter().enumerate() {
            let note = if is_noted { Some(record.notes[n]) } else { None };
            let ops = own.get(n).cloned().unwrap_or_default();
            let settled = self.settled(reading, record, operand, (note, ops, is_entry));
            operands.extend(settled);
        }
        let is_whole = operands.len() == record.operands.len();
        let is_certain = is_noted || !self.is_open(&expression, &operands);
        if !is_whole || !is_certain || operations(&expression).any(|operation| operation.is_none()) {
            operands.clear();
        }
        (expression, operands)
    }

    /// Returns true if an expression depends on register bits that may not belong to the value:
    /// LLVM does not specify the width.
    fn is_open(&self, expression: &[u64], operands: &[ValueOperand]) -> bool {
        let is_typed = |operand: &ValueOperand| match *operand {
            ValueOperand::Register(vreg, _) => self.mf.ty(vreg).is_valid(),
            ValueOperand::Argument(..) | ValueOperand::Value(..) => false,
            _ => true,
        };
        !operands.iter().all(is_typed) && needs_extension(expression, operands.len())
    }

    fn settled(
        &mut self,
        reading: &mut DebugReading,
        record: &ReadRecord,
        operand: ReadOperand,
        (note, ops, is_entry): (Option<Note>, Vec<u64>, bool),
    ) -> Option<ValueOperand> {
        let is_plain = record.expression.iter().all(|op| [ARG, 0].contains(op));
        let size = record.bits.filter(|_| is_plain || fragment_of(&record.expression).is_some());
        let bits =
            |ty, of_register| note.map_or_else(|| default_bits(ty, of_register, size), |note| note.bits);
        match operand {
            ReadOperand::Register(vreg) => {
                let of_class = bits_of_vreg(&self.mf, self.target, vreg);
                let bits = bits(self.mf.ty(vreg), of_class);
                if let Some(reg) = note.and_then(|note| note.argument) {
                    return Some(ValueOperand::Argument(reg, bits));
                }
                if let Some(intact) = note.and_then(|note| note.intact) {
                    reading.table.restrict(vreg, intact);
                }
                if ops.is_empty() {
                    return Some(ValueOperand::Register(vreg, bits));
                }
                let made = self.mf.create_vreg(Llt::INVALID);
                reading.table.replace(made, Replacement::Register(vreg, ops.into()));
                Some(ValueOperand::Register(made, bits))
            }
            ReadOperand::Physical(reg) => {
                let bits = bits(Llt::INVALID, bits_of_reg(self.target, reg));
                let at_start = if is_entry { Some(Origin::Entry(reg)) } else { None };
                let origin = at_start.or_else(|| self.origin(record.block, record.last, reg))?;
                match origin {
                    Origin::Entry(reg) if !reading.table.is_allocated && ops.is_empty() => {
                        Some(ValueOperand::Argument(reg, bits))
                    }
                    _ if !reading.table.is_allocated => None,
                    _ => Some(ValueOperand::Value(reading.value(origin), ops.into(), bits)),
                }
            }
            ReadOperand::Reference(number, n) => self.referenced(reading, (number, n), ops, bits),
            ReadOperand::Integer(value) => {
                let bits = bits(Llt::INVALID, None);
                Some(ValueOperand::Integer(value & (u64::MAX >> (64 - bits.clamp(1, 64))), bits))
            }
            ReadOperand::Float(value, bits) => Some(ValueOperand::Float(value, bits)),
            ReadOperand::Frame(object) => Some(ValueOperand::Frame(object, ops.into())),
            ReadOperand::Symbol(symbol) => Some(ValueOperand::Symbol(symbol)),
            ReadOperand::Other => None,
        }
    }

    /// Resolves a reference: the result of an instruction with a number, or the location of a
    /// `DBG_PHI`.
    fn referenced(
        &mut self,
        reading: &mut DebugReading,
        (mut number, mut n): (u32, u32),
        ops: Vec<u64>,
        bits: impl Fn(Llt, Option<u32>) -> u32,
    ) -> Option<ValueOperand> {
        // Each substitution is followed at most once.
        for _ in 0..=self.substitutions.len() {
            let Some(&to) = self.substitutions.get(&(number, n)) else { break };
            (number, n) = to;
        }
        if let Some(&value) = reading.values.get(&Origin::Phi(number)) {
            return Some(ValueOperand::Value(value, ops.into(), bits(Llt::INVALID, None)));
        }
        let inst = *reading.numbers.get(&number)?;
        let operand = *self.mf.operands(inst).get(n as usize).filter(|operand| operand.is_def())?;
        if operand.sub_reg() != SubReg::default() {
            return None;
        }
        if let Some(vreg) = operand.vreg() {
            let bits = bits(self.mf.ty(vreg), bits_of_vreg(&self.mf, self.target, vreg));
            return ops.is_empty().then_some(ValueOperand::Register(vreg, bits));
        }
        let reg = operand.phys().filter(|_| reading.table.is_allocated)?;
        let value = reading.value(Origin::Inst(inst, reg));
        Some(ValueOperand::Value(value, ops.into(), bits(Llt::INVALID, None)))
    }

    /// Returns the point at which the value of a register after an instruction of a block is
    /// defined.
    fn origin(&self, block: BlockId, last: Option<InstId>, reg: PhysReg) -> Option<Origin> {
        match self.mf.last_write(self.target, last, reg) {
            LastWrite::Definition(inst) => Some(Origin::Inst(inst, reg)),
            LastWrite::Clobber => None,
            LastWrite::None if self.mf.layout.first() == Some(&block) => Some(Origin::Entry(reg)),
            LastWrite::None => Some(Origin::Block(block, reg)),
        }
    }

    /// Records the location of a `DBG_PHI` value.
    fn place_phi(
        &mut self,
        reading: &mut DebugReading,
        number: u32,
        (block, last): (BlockId, Option<InstId>),
        operand: ReadOperand,
    ) {
        if !reading.table.is_allocated {
            return;
        }
        match operand {
            ReadOperand::Physical(reg) => {
                let Some(origin) = self.origin(block, last, reg) else { return };
                let value = reading.value(Origin::Phi(number));
                reading.place(value, origin);
            }
            ReadOperand::Frame(slot) => {
                let value = reading.value(Origin::Phi(number));
                let own = reading.table.at_block.entry(block).or_default();
                own.push((value, ValueLocation::Slot(slot)));
            }
            _ => {}
        }
    }
}

impl DebugReading {
    /// Returns the number of a value.
    fn value(&mut self, origin: Origin) -> u32 {
        let next = self.values.len() as u32;
        let number = *self.values.entry(origin).or_insert(next);
        if number == next {
            self.place(number, origin);
        }
        number
    }

    /// Records the point at which a value is defined.
    fn place(&mut self, value: u32, origin: Origin) {
        let table = &mut self.table;
        match origin {
            Origin::Entry(reg) => table.at_entry.push((value, reg)),
            Origin::Block(block, reg) => {
                table.at_block.entry(block).or_default().push((value, ValueLocation::Register(reg)));
            }
            Origin::Inst(inst, reg) => table.definitions.entry(inst).or_default().push((value, Some(reg))),
            Origin::Phi(_) => {}
        }
    }
}

/// Removes the operands' own operations, by the notes, from an expression.
fn split_operations(expression: &mut Vec<u64>, notes: &[Note]) -> Vec<Vec<u64>> {
    let mut own = vec![Vec::new(); notes.len()];
    if notes.iter().all(|note| note.after == 0) {
        return own;
    }
    let take = |rest: &mut Vec<u64>, count: usize| rest.drain(..count.min(rest.len())).collect::<Vec<u64>>();
    let names_operands = operations(expression).flatten().any(|(op, _)| op == ARG);
    if !names_operands {
        own[0] = take(expression, notes[0].after);
        return own;
    }
    let mut rest = std::mem::take(expression);
    let first = |ops: &[u64]| {
        let (op, operands) = operations(ops).next()??;
        Some((op, 1 + operands.len(), operands.first().copied()))
    };
    while let Some((op, count, named)) = first(&rest) {
        expression.extend(rest.drain(..count));
        if let (ARG, Some(number)) = (op, named)
            && let Some(note) = notes.get(number as usize)
        {
            own[number as usize] = take(&mut rest, note.after);
        }
    }
    expression.extend(rest);
    own
}
