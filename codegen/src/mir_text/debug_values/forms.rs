//! The text of debug records.

use super::references::{Origins, References};
use crate::ir::debug_info::llvm_ops::{ARG, ENTRY_VALUE, FRAGMENT, operations};
use crate::ir::debug_info::{DebugInfo, ValueForm, ValueOperand, ValueRecord, ValueTable, fragment_of};
use crate::ir::entity::{FrameIndex, InstId, SymbolId, VReg};
use crate::ir::llt::Llt;
use crate::ir::mir::{MachineFunction, Operand, OperandTag, Properties, Reg, SalvagedSource};
use crate::ir::opcodes::COPY;
use crate::machine::desc::registers::{PhysReg, SubReg};
use crate::machine::function::LastWrite;
use crate::mir_text::debug_forms::{NOTES, Note, OWN_FORM, bits_of_reg, bits_of_vreg, default_bits};
use crate::mir_text::expressions;
use crate::mir_text::print::Printer;
use gimli::constants as dw;
use smallvec::{SmallVec, smallvec};
use std::fmt::Write;

/// An operand's subject.
#[derive(Clone, Copy)]
enum Item {
    Register(VReg),
    Argument(PhysReg),
    Value(u32),
    Integer(i64),
    /// The bits, and their number.
    Float(u64, u32),
    Frame(FrameIndex),
    /// The base register of a frame location.
    Base(PhysReg),
    Symbol(SymbolId),
}

/// An operand of a line.
#[derive(Clone)]
struct Part {
    item: Item,
    /// The operations applied to it first.
    ops: Vec<u64>,
    bits: u32,
    intact: Option<u32>,
}

/// A line with the location of a variable or fragment.
#[derive(Clone)]
struct Line {
    form: ValueForm,
    expression: Vec<u64>,
    parts: SmallVec<[Part; 1]>,
}

/// The lines of each record.
pub(super) struct Records(Vec<SmallVec<[Line; 1]>>);

impl Records {
    /// Returns the lines of a function's records.
    pub(super) fn of(printer: &Printer<'_>, table: &ValueTable, origins: &Origins) -> Records {
        Records(table.records.iter().map(|record| lines(printer.mf, origins, record)).collect())
    }

    /// Returns true if a record has any lines.
    pub(super) fn is_known(&self, record: u32) -> bool {
        !self.0[record as usize].is_empty()
    }

    /// Returns the values that a record names.
    pub(super) fn values(&self, record: u32) -> impl Iterator<Item = u32> + '_ {
        let parts = self.0[record as usize].iter().flat_map(|line| &line.parts);
        parts.filter_map(|part| match part.item {
            Item::Value(value) => Some(value),
            _ => None,
        })
    }
}

/// Returns true if operations do not change their operand.
fn is_plain(ops: &[u64]) -> bool {
    matches!(ops, [] | [ARG, 0]) || ops == [u64::from(dw::DW_OP_stack_value.0)]
}

/// Splits the operations from the fragment at their end.
fn split_fragment(ops: &[u64]) -> (&[u64], &[u64]) {
    ops.split_at(if fragment_of(ops).is_some() { ops.len() - 3 } else { ops.len() })
}

/// Returns the lines of a record; none if nothing is known.
fn lines(mf: &MachineFunction, origins: &Origins, record: &ValueRecord) -> SmallVec<[Line; 1]> {
    let (body, fragment) = split_fragment(&record.expression);
    let mut operands = record.operands.clone();
    let mut form = record.form;
    if let (&[ValueOperand::Register(vreg, bits)], ValueForm::Value) = (&operands[..], form) {
        let mut fragments = SmallVec::new();
        add_fragments(mf, vreg, bits, &mut fragments);
        if fragments.len() > 1 {
            (operands, form) = (fragments, ValueForm::Fragments);
        }
    }
    if form != ValueForm::Fragments {
        let parts: Option<SmallVec<[Part; 1]>> = operands.iter().map(|o| part(mf, origins, o)).collect();
        let parts = parts.filter(|parts| !parts.is_empty());
        let line = |parts| Line { form, expression: record.expression.to_vec(), parts };
        return parts.map(line).into_iter().collect();
    }
    let (start, mut lines, mut offset) = (fragment.get(1).copied().unwrap_or(0), SmallVec::new(), 0);
    for operand in operands.iter().filter(|_| is_plain(body)) {
        let bits = bits_of(operand);
        let size = fragment.get(2).map_or(bits, |size| bits.min(size.saturating_sub(offset)));
        if let Some(part) = part(mf, origins, operand).filter(|_| size != 0) {
            let expression = vec![FRAGMENT, start + offset, size];
            lines.push(Line { form: ValueForm::Value, expression, parts: smallvec![part] });
        }
        offset += bits;
    }
    lines
}

fn bits_of(operand: &ValueOperand) -> u64 {
    match *operand {
        ValueOperand::Register(_, bits)
        | ValueOperand::Argument(_, bits)
        | ValueOperand::Integer(_, bits)
        | ValueOperand::Float(_, bits)
        | ValueOperand::Value(.., bits)
        | ValueOperand::Lost(bits) => bits.into(),
        _ => 0,
    }
}

/// Adds the registers from which a register has been merged, recursively, or the register itself.
/// Each has fewer bits than the one before, so the recursion ends.
fn add_fragments(mf: &MachineFunction, vreg: VReg, bits: u32, out: &mut SmallVec<[ValueOperand; 1]>) {
    match mf.salvaged(vreg, bits, false) {
        Some(salvaged) if salvaged.ops.is_empty() && salvaged.intact >= bits => match salvaged.source {
            SalvagedSource::Fragments(registers, each)
                if each < bits && registers.len() as u32 * each == bits =>
            {
                registers.iter().for_each(|&register| add_fragments(mf, register, each, out));
            }
            _ => out.push(ValueOperand::Register(vreg, bits)),
        },
        _ => out.push(ValueOperand::Register(vreg, bits)),
    }
}

fn part(mf: &MachineFunction, origins: &Origins, operand: &ValueOperand) -> Option<Part> {
    let made = |item, ops: &[u64], bits| Some(Part { item, ops: ops.to_vec(), bits, intact: None });
    match *operand {
        ValueOperand::Register(vreg, bits) => {
            let salvaged = mf.salvaged(vreg, bits, false)?;
            let (ops, intact) = (salvaged.ops, salvaged.intact);
            if intact < bits || !ops.is_empty() && intact != u32::MAX {
                return None;
            }
            let part = |item| {
                Some(Part { item, ops: ops.clone(), bits, intact: (intact != u32::MAX).then_some(intact) })
            };
            match salvaged.source {
                SalvagedSource::Register(vreg) => part(Item::Register(vreg)),
                SalvagedSource::Constant(ValueOperand::Frame(object, _)) => part(Item::Frame(object)),
                SalvagedSource::Constant(ValueOperand::Integer(value, _)) if ops.is_empty() => {
                    made(Item::Integer(extended(value, bits)), &[], bits)
                }
                SalvagedSource::Constant(ValueOperand::Float(value, _)) if ops.is_empty() => {
                    made(Item::Float(value, bits), &[], bits)
                }
                _ => None,
            }
        }
        ValueOperand::Argument(reg, bits) => made(Item::Argument(reg), &[], bits),
        ValueOperand::Symbol(symbol) => made(Item::Symbol(symbol), &[], 0),
        ValueOperand::Integer(value, bits) => made(Item::Integer(extended(value, bits)), &[], bits),
        ValueOperand::Float(value, bits) => made(Item::Float(value, bits), &[], bits),
        ValueOperand::Frame(object, ref ops) if !mf.frame.object(object).dead => {
            made(Item::Frame(object), ops, 0)
        }
        ValueOperand::Value(value, ref ops, bits) if origins.has(value) => {
            made(Item::Value(value), ops, bits)
        }
        _ => None,
    }
}

/// Returns `value`, of `bits` bits, sign-extended.
fn extended(value: u64, bits: u32) -> i64 {
    let unused = 64 - bits.clamp(1, 64);
    (value << unused) as i64 >> unused
}

/// Writes records.
pub(super) struct Writer<'a> {
    pub(super) printer: &'a Printer<'a>,
    pub(super) info: &'a DebugInfo,
    pub(super) table: &'a ValueTable,
    pub(super) references: &'a References,
}

impl Writer<'_> {
    /// Adds the lines of a record before an instruction.
    pub(super) fn record(&self, records: &Records, number: u32, inst: InstId, out: &mut Vec<String>) {
        let variable = self.table.records[number as usize].variable;
        let lines = &records.0[number as usize];
        if lines.is_empty() {
            out.extend(self.undefined(variable));
        }
        out.extend(lines.iter().filter_map(|line| self.line(line, variable, inst)));
    }

    /// Returns the line that ends the value of a variable.
    pub(super) fn undefined(&self, variable: u32) -> Option<String> {
        let fragment = self.table.variables[variable as usize].fragment;
        let expression = fragment.map(|(offset, size)| vec![FRAGMENT, offset, size]);
        self.finished(self.nothing(), variable, &expression.unwrap_or_default())
    }

    /// Adds the lines that end the assignment of a record.
    pub(super) fn ended(&self, records: &Records, number: u32, out: &mut Vec<String>) {
        let variable = self.table.records[number as usize].variable;
        let fragments = records.0[number as usize].iter().map(|line| split_fragment(&line.expression).1);
        out.extend(fragments.filter_map(|fragment| self.finished(self.nothing(), variable, fragment)));
    }

    fn nothing(&self) -> (String, &'static str, String) {
        ("DBG_VALUE $noreg, $noreg, ".into(), ", ", String::new())
    }

    /// Formats a line from its text before the variable and after the expression.
    fn finished(
        &self,
        (before, between, after): (String, &str, String),
        variable: u32,
        expression: &[u64],
    ) -> Option<String> {
        let variable = self.table.variables[variable as usize];
        let mut text = format!("{before}!{}{between}", self.info.number_of_node(variable.node)?);
        expressions::write(&mut text, expression).ok()?;
        write!(text, "{after}, debug-location ").ok()?;
        self.printer.insts.location(&mut text, variable.location).ok()?;
        Some(text)
    }

    fn line(&self, line: &Line, variable: u32, inst: InstId) -> Option<String> {
        let notes = self.notes(line, variable);
        let own = self.written(line, variable, inst)? + &notes;
        let is_foreign = |part: &Part| match part.item {
            Item::Symbol(_) => true,
            Item::Frame(_) => self.is_laid_out() || line.parts.len() > 1 && self.has_values(line),
            _ => false,
        };
        if !line.parts.iter().any(is_foreign) {
            return Some(own);
        }
        let written = self.with_bases(line).and_then(|line| self.written(&line, variable, inst));
        let written = written.or_else(|| {
            let fragment = split_fragment(&line.expression).1;
            self.finished(self.nothing(), variable, fragment)
        })?;
        Some(written + OWN_FORM + &own)
    }

    fn has_values(&self, line: &Line) -> bool {
        line.parts.iter().any(|part| matches!(part.item, Item::Value(_)))
    }

    /// Returns true if frame objects have their offsets.
    fn is_laid_out(&self) -> bool {
        let mf = self.printer.mf;
        let names_frame = |inst| mf.operands(inst).iter().any(|o| o.tag() == OperandTag::FrameIndex);
        mf.properties.contains(Properties::NO_VREGS)
            && (mf.frame.stack_size != 0
                || !mf.layout.iter().flat_map(|&block| mf.insts(block)).any(names_frame))
    }

    /// Returns the line with base registers and offsets instead of frame objects.
    fn with_bases(&self, line: &Line) -> Option<Line> {
        let mf = self.printer.mf;
        if mf.frame.stack_size == 0 || self.has_values(line) {
            return None;
        }
        let mut line = line.clone();
        for part in &mut line.parts {
            let Item::Frame(object) = part.item else {
                if matches!(part.item, Item::Symbol(_)) {
                    return None;
                }
                continue;
            };
            let (base, offset) = self.printer.target.frame_lowering().frame_index_reference(mf, object);
            let mut ops = match offset {
                0 => Vec::new(),
                1.. => vec![u64::from(dw::DW_OP_plus_uconst.0), offset as u64],
                _ => {
                    let subtract = [dw::DW_OP_constu.0, dw::DW_OP_minus.0].map(u64::from);
                    vec![subtract[0], offset.unsigned_abs(), subtract[1]]
                }
            };
            ops.append(&mut part.ops);
            (part.item, part.ops) = (Item::Base(base), ops);
        }
        Some(line)
    }

    /// Formats a line without notes.
    fn written(&self, line: &Line, variable: u32, inst: InstId) -> Option<String> {
        let (body, fragment) = split_fragment(&line.expression);
        let names_operands = operations(body).flatten().any(|(op, _)| op == ARG);
        let has_values = self.has_values(line);
        let is_list = line.parts.len() != 1 || names_operands || has_values;
        let mut ops = merged(body, &line.parts, is_list && !names_operands);
        let deref = u64::from(dw::DW_OP_deref.0);
        let stack_value = u64::from(dw::DW_OP_stack_value.0);
        let is_value = operations(body).flatten().any(|(op, _)| op == stack_value);
        let ends_with_deref = operations(body).last().flatten().is_some_and(|(op, _)| op == deref);
        match line.form {
            ValueForm::Memory if is_value => return None,
            ValueForm::Memory if is_list => ops.push(deref),
            ValueForm::Memory => {}
            _ if line.parts.iter().all(|part| part.ops.is_empty()) || is_value || ends_with_deref => {}
            _ => ops.push(stack_value),
        }
        let mut items = Vec::new();
        for part in &line.parts {
            let (text, more) = self.item(part.item, inst)?;
            if !more.is_empty() {
                ops.splice(0..0, more.iter().copied());
            }
            items.push(text);
        }
        ops.extend(fragment);
        let name = if has_values { "DBG_INSTR_REF" } else { "DBG_VALUE_LIST" };
        let around = match is_list {
            true => (format!("{name} "), ", ", format!(", {}", items.join(", "))),
            false => {
                let second = if line.form == ValueForm::Memory { "0" } else { "$noreg" };
                (format!("DBG_VALUE {}, {second}, ", items[0]), ", ", String::new())
            }
        };
        self.finished(around, variable, &ops)
    }

    /// Returns the text of an operand, and the operations that it requires at the start of the
    /// expression.
    fn item(&self, item: Item, inst: InstId) -> Option<(String, &'static [u64])> {
        let printer = self.printer;
        let mut text = String::new();
        match item {
            Item::Register(vreg) => printer.insts.operand(&mut text, Operand::use_of(vreg), true).ok()?,
            Item::Argument(reg) => return Some(self.argument(reg, inst)),
            Item::Value(value) => {
                let (number, operand) = self.references.get(&value)?;
                write!(text, "dbg-instr-ref({number}, {operand})").ok()?;
            }
            Item::Integer(value) => write!(text, "{value}").ok()?,
            Item::Float(value, bits) => text = printer.insts.float(value.into(), bits),
            Item::Frame(object) => text = printer.insts.frame_index(object),
            Item::Base(reg) => text = printer.insts.reg(Reg::phys(reg)),
            Item::Symbol(symbol) => write!(text, "@{}", printer.insts.symbol(symbol)).ok()?,
        }
        Some((text, &[]))
    }

    /// Returns the text for an argument register: the virtual register to which it is copied, the
    /// register while it holds the argument, or its entry value.
    fn argument(&self, reg: PhysReg, inst: InstId) -> (String, &'static [u64]) {
        let printer = self.printer;
        if let Some(vreg) = argument_copy(printer, reg) {
            let mut text = String::new();
            if printer.insts.operand(&mut text, Operand::use_of(vreg), true).is_ok() {
                return (text, &[]);
            }
        }
        let mf = printer.mf;
        let is_there = mf.block_of(inst) == Some(mf.entry())
            && mf.last_write(printer.target, mf.prev_inst(inst), reg) == LastWrite::None;
        (printer.insts.reg(Reg::phys(reg)), if is_there { &[] } else { &[ENTRY_VALUE, 1] })
    }

    /// Returns the comment with a line's notes on its operands.
    fn notes(&self, line: &Line, variable: u32) -> String {
        let (body, fragment) = split_fragment(&line.expression);
        let size = match *fragment {
            [_, _, size] => Some(size),
            _ => self.info.variable_bits(self.table.variables[variable as usize].node),
        };
        let note = |part: &Part| Note {
            bits: part.bits,
            after: part.ops.len(),
            intact: part.intact,
            argument: match part.item {
                Item::Argument(reg) => argument_copy(self.printer, reg).map(|_| reg),
                _ => None,
            },
        };
        let is_usual =
            |part: &Part| note(part) == Note { bits: self.default_bits(part, size), ..Note::default() };
        let is_plain = is_plain(body) && (line.form != ValueForm::Memory || !self.has_values(line));
        if is_plain && line.parts.iter().all(is_usual) {
            return String::new();
        }
        let texts = line.parts.iter().map(|part| {
            let note = note(part);
            let mut text = note.bits.to_string();
            if note.after != 0 {
                text += &format!(" after {}", note.after);
            }
            if let Some(intact) = note.intact {
                text += &format!(" intact {intact}");
            }
            if let Some(reg) = note.argument {
                text += &format!(" in {}", self.printer.insts.reg(Reg::phys(reg)));
            }
            text
        });
        format!("{NOTES}{}", texts.collect::<Vec<_>>().join(", "))
    }

    /// Returns the default width in bits of an operand, for a variable or fragment of `size` bits.
    fn default_bits(&self, part: &Part, size: Option<u64>) -> u32 {
        let (mf, target) = (self.printer.mf, self.printer.target);
        let of_vreg = |vreg| default_bits(mf.ty(vreg), bits_of_vreg(mf, target, vreg), size);
        match part.item {
            Item::Register(vreg) => of_vreg(vreg),
            Item::Argument(reg) => match argument_copy(self.printer, reg) {
                Some(vreg) => of_vreg(vreg),
                None => default_bits(Llt::INVALID, bits_of_reg(target, reg), size),
            },
            Item::Float(_, bits) => bits,
            Item::Frame(_) | Item::Symbol(_) | Item::Base(_) => 0,
            Item::Integer(_) | Item::Value(_) => default_bits(Llt::INVALID, None, size),
        }
    }
}

/// Merges the operations of operands into the expression: at the start, or where each operand is
/// named. `by_name` is true if the single operand must be named.
fn merged(body: &[u64], parts: &[Part], by_name: bool) -> Vec<u64> {
    let mut ops = Vec::new();
    let names_operands = operations(body).flatten().any(|(op, _)| op == ARG);
    if by_name {
        ops.extend([ARG, 0]);
    }
    if !names_operands {
        ops.extend(parts.iter().flat_map(|part| &part.ops));
        ops.extend(body);
        return ops;
    }
    for (op, operands) in operations(body).flatten() {
        ops.push(op);
        ops.extend(operands);
        if let (ARG, &[number]) = (op, operands)
            && let Some(part) = parts.get(number as usize)
        {
            ops.extend(&part.ops);
        }
    }
    ops
}

/// Returns the virtual register to which an argument register is copied.
fn argument_copy(printer: &Printer<'_>, reg: PhysReg) -> Option<VReg> {
    let mf = printer.mf;
    let &entry = mf.layout.first()?;
    mf.insts(entry).filter(|&inst| mf.opcode(inst) == COPY).find_map(|inst| {
        let [to, from] = *mf.operands(inst) else { return None };
        let is_whole = to.sub_reg() == SubReg::default() && from.sub_reg() == SubReg::default();
        let comes_in = from.phys() == Some(reg)
            && mf.last_write(printer.target, mf.prev_inst(inst), reg) == LastWrite::None;
        to.vreg().filter(|_| is_whole && comes_in)
    })
}
