//! Assembly text to calls of a streamer: statements, labels and directives here, instructions by the target's tables.
//!
//! Text is read at once where it stands in a function ([`AsmParser::run`]). A text that is a whole (module-level assembly, a file) is read
//! until the distances that it asks for no longer change ([`assemble`]): what stands between two labels may be known at its end only. The
//! symbols of such a text are found by reading it once before ([`collect`]). What is not understood is an error that
//! names the place. Cost: linear in what macros and repetitions make of the text.

mod build_attributes;
mod cfi;
mod data;
mod directives;
mod expand;
mod expression;
mod files;
mod register_names;
mod section_directive;
mod statements;
mod symbols;

pub use expression::{AsmValue, Scope, WithoutDistances, number, read as read_expression};
pub use statements::{is_symbol_char, items, words, written_name};
pub use symbols::AsmSymbols;

use super::assembler::{ObjectChunk, ObjectStreamer, Place};
use super::inst::{Label, McExpr, McInst, McOperand, McSymbol, Specifier};
use super::labels::Labels;
use super::section::Section;
use super::streamer::{Streamer, SymbolType};
use super::target::{AsmSink, Longer, McTarget, SymbolReader};
use crate::ir::entity::SymbolId;
use crate::ir::module::{Linkage, Module, RelocModel};
use crate::target::Target;
use expand::{Asked, Conditions, Expander};
use statements::{Statement, split_label, split_word, unquoted};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::rc::Rc;

/// What is wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AsmError {
    /// The file, if a line marker or an inclusion says.
    pub file: Option<Rc<str>>,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// The statement.
    pub statement: String,
    /// What is wrong with it.
    pub message: String,
}

impl AsmError {
    /// The place with a colon, if it is not only one in the text.
    pub fn place(&self) -> String {
        self.file.as_ref().map_or(String::new(), |file| format!("{file}:{}: ", self.line))
    }
}

/// What directives choose.
#[derive(Clone)]
struct AsmOptions<'a> {
    /// The subtarget for which instructions are read.
    mc: Subtarget<'a>,
    /// Whether addresses come from the global offset table.
    pic: bool,
    /// Whether the linker may shorten what follows.
    relaxes: bool,
}

/// The subtarget of the code around, or one that a directive has made of it.
#[derive(Clone)]
enum Subtarget<'a> {
    Own(&'a dyn McTarget),
    Changed(Rc<dyn McTarget>),
}

impl Subtarget<'_> {
    fn get(&self) -> &dyn McTarget {
        match self {
            Subtarget::Own(mc) => *mc,
            Subtarget::Changed(mc) => &**mc,
        }
    }
}

/// Whose symbols names are.
enum Names<'a> {
    /// Those of a module, which are known.
    Module(&'a Module),
    /// Those that are found.
    Collected(&'a mut AsmSymbols),
}

/// Distances that are known only when the whole text has been read, by number of the question.
#[derive(Clone, Default)]
struct Distances {
    /// Answers, from the last reading.
    known: Vec<i64>,
    /// Questions of this reading: from the second label to the first.
    asked: Vec<(Label, Label)>,
    /// Numbers that names had at the end of the last reading, and those of this one; none for what has had several.
    last_numbers: HashMap<String, Option<i64>>,
    numbers: HashMap<String, Option<i64>>,
    /// Symbols that were used where nothing stood yet that has their names.
    ahead: HashSet<String>,
    /// Whether a name was used before it had its number, which was not known.
    lacks_number: bool,
    /// Whether the answers are those that this reading gives, too.
    settled: bool,
    /// Whether a place to go on at had been passed, by answers that may change.
    overran: bool,
}

impl Distances {
    /// Notes that `name` is this number from here on.
    fn note_number(&mut self, name: &str, number: i64) {
        let known = self.numbers.entry(name.to_owned()).or_insert(Some(number));
        if *known != Some(number) {
            *known = None;
        }
    }

    /// The number that `name`, which has none yet, gets later.
    fn later_number(&self, name: &str) -> Option<i64> {
        self.last_numbers.get(name).copied().flatten()
    }
}

/// Reads assembly into a streamer.
pub struct AsmParser<'a> {
    names: Names<'a>,
    target: &'a dyn Target,
    out: &'a mut dyn Streamer,
    labels: &'a mut Labels,
    /// The section at hand, which is that of the code around.
    pub section: Section,
    /// Whether only the size counts: what is not understood takes room.
    pub estimates: bool,
    subsection: u32,
    /// Sections by name, as the text has said them last.
    sections: HashMap<String, Section>,
    options: AsmOptions<'a>,
    saved_options: Vec<AsmOptions<'a>>,
    outer: Vec<[(Section, u32); 2]>,
    previous: (Section, u32),
    /// Labels that stand somewhere in the text as it is written.
    defined: HashSet<String>,
    /// Labels by name, and whether they stand somewhere yet.
    named: HashMap<String, (Label, bool)>,
    /// Symbols by name that the code around the text says.
    operands: HashMap<String, SymbolId>,
    /// The label at a symbol.
    symbol_labels: HashMap<SymbolId, Label>,
    /// What labels are said to be.
    label_types: HashMap<Label, SymbolType>,
    /// What has been assigned to names.
    assigned: HashMap<String, AsmValue>,
    /// The last label of a number, and the next.
    back: HashMap<u32, Label>,
    forward: HashMap<u32, Label>,
    distances: Option<Distances>,
    literals: Vec<data::Literal>,
    frame: cfi::FrameState,
    registers: register_names::RegisterNames,
    /// Names that stand for others, which become weak by being used so.
    weak_names: HashMap<String, String>,
    /// Folders of files that are included, and how many of these there were.
    folders: Vec<PathBuf>,
    files: u32,
}

impl<'a> AsmParser<'a> {
    /// A parser; the section is `.text` unless it is set.
    pub fn new(
        module: &'a Module,
        target: &'a dyn Target,
        out: &'a mut dyn Streamer,
        labels: &'a mut Labels,
    ) -> AsmParser<'a> {
        let pic = module.reloc_model == RelocModel::Pic;
        AsmParser::with(Names::Module(module), &module.include_folders, pic, target, out, labels)
    }

    fn with(
        names: Names<'a>,
        folders: &[PathBuf],
        pic: bool,
        target: &'a dyn Target,
        out: &'a mut dyn Streamer,
        labels: &'a mut Labels,
    ) -> AsmParser<'a> {
        let mc = target.mc();
        AsmParser {
            names,
            target,
            out,
            labels,
            section: Section::code(".text"),
            estimates: false,
            subsection: 0,
            sections: HashMap::new(),
            options: AsmOptions { mc: Subtarget::Own(mc), pic, relaxes: mc.linker_relaxation() },
            saved_options: Vec::new(),
            outer: Vec::new(),
            previous: (Section::code(".text"), 0),
            defined: HashSet::new(),
            named: HashMap::new(),
            operands: HashMap::new(),
            symbol_labels: HashMap::new(),
            label_types: HashMap::new(),
            assigned: HashMap::new(),
            back: HashMap::new(),
            forward: HashMap::new(),
            distances: None,
            literals: Vec::new(),
            frame: cfi::FrameState::default(),
            registers: register_names::RegisterNames::default(),
            weak_names: HashMap::new(),
            folders: folders.to_vec(),
            files: 0,
        }
    }

    /// Reads `text`; the section is at the end what it was at the start, and so is what directives have chosen.
    pub fn run(&mut self, text: &str) -> Result<(), AsmError> {
        let (home, relaxes) = (self.section.clone(), self.options.relaxes);
        self.previous = (home.clone(), 0);
        let comment = self.target.mc().dialect().comment;
        let at = |line, column, statement: &str, message: String| AsmError {
            file: None,
            line,
            column,
            statement: statement.to_owned(),
            message,
        };
        let statements =
            statements::statements(text, comment).map_err(|(line, message)| at(line, 1, "", message))?;
        let last = statements.last().map_or(1, |s| s.line);
        for statement in &statements {
            self.note_labels(&statement.text);
        }
        let mut expander = Expander::new(statements, comment);
        while let Some(statement) = expander.next_statement().filter(|statement| &*statement.text != ".end") {
            match self.statement(&statement, &mut expander) {
                // It takes room.
                Err(_) if self.estimates => self.out.bytes(&[0; 4]),
                result => result.map_err(|message| AsmError {
                    file: statement.file.clone(),
                    ..at(statement.line, statement.column, &statement.text, message)
                })?,
            }
        }
        self.end_literals().map_err(|message| at(last, 1, "", message))?;
        if self.section != home || self.subsection != 0 {
            self.enter(home, 0);
        }
        self.out.set_linker_relaxation(relaxes);
        if self.estimates {
            return Ok(());
        }
        expander.end().map_err(|message| at(last, 1, "", message))?;
        self.frame.end().map_err(|message| at(last, 1, "", message))?;
        let is_symbol = |name: &str| match &self.names {
            Names::Collected(symbols) => symbols.knows(name),
            Names::Module(_) => false,
        };
        // What becomes a number later is known at the next reading.
        let numbers = self.distances.as_ref().map(|d| &d.numbers);
        let is_number =
            |name: &str| numbers.is_some_and(|numbers| matches!(numbers.get(name), Some(Some(_))));
        let missing: Vec<&String> =
            self.named.iter().filter(|(_, (_, placed))| !placed).map(|row| row.0).collect();
        let mut ahead = self.distances.iter().flat_map(|d| &d.ahead);
        let lacks_number = missing.iter().any(|name| is_number(name)) || ahead.any(|name| is_number(name));
        let missing = missing.into_iter().filter(|name| !is_symbol(name) && !is_number(name));
        let missing = missing.cloned().chain(self.forward.keys().map(|number| format!("{number}f"))).min();
        if let Some(distances) = &mut self.distances {
            distances.lacks_number = lacks_number;
        }
        match missing {
            Some(name) => Err(at(last, 1, &name, "a label that stands nowhere".into())),
            None => Ok(()),
        }
    }

    /// Notes the labels that stand before a statement.
    fn note_labels(&mut self, mut statement: &str) {
        while let Some((label, after)) = split_label(statement) {
            self.defined.insert(unquoted(label).into_owned());
            statement = after;
        }
    }

    /// Makes `name` a label of the code around the text.
    pub fn add_label(&mut self, name: String, label: Label) {
        self.named.insert(name, (label, true));
    }

    fn enter(&mut self, section: Section, subsection: u32) {
        self.out.switch_subsection(&section, subsection);
        let before = std::mem::replace(&mut self.section, section);
        self.previous = (before, std::mem::replace(&mut self.subsection, subsection));
    }

    fn statement(&mut self, statement: &Statement, expander: &mut Expander) -> Result<(), String> {
        let mut rest = &*statement.text;
        while let Some((label, after)) = split_label(rest) {
            self.place(label)?;
            rest = after;
        }
        if rest.is_empty() {
            return Ok(());
        }
        let (word, arguments) = split_word(rest);
        if let Asked::Done = expander.directive(word, arguments, statement, self)? {
            return Ok(());
        }
        if let Some((name, value)) = assignment(rest) {
            return self.assign(name, value);
        }
        if word.starts_with('.') {
            return self.directive(word, arguments);
        }
        let mc = self.options.mc.clone();
        if mc.get().dialect().names_registers && self.registers.define(word, arguments)? {
            return Ok(());
        }
        let renamed = self.registers.renamed(rest);
        mc.get().assemble(renamed.as_deref().unwrap_or(rest), self)
    }

    /// Puts a label here, whose name is as it is written.
    fn place(&mut self, name: &str) -> Result<(), String> {
        if let Ok(number) = name.parse::<u32>() {
            let label = self.forward.remove(&number).unwrap_or_else(|| self.labels.create());
            self.back.insert(number, label);
            self.out.label(McSymbol::Label(label));
            return Ok(());
        }
        let name = &*symbol_name(name)?;
        if self.assigned.contains_key(name) {
            return Err(format!("label `{name}` has a value"));
        }
        let label = self.label(name);
        if let Some((_, placed)) = self.named.get_mut(name)
            && std::mem::replace(placed, true)
        {
            return Err(format!("label `{name}` stands twice"));
        }
        self.out.label(McSymbol::Label(label));
        self.define(name);
        if let Some(symbol) = self.known(name) {
            self.symbol_labels.insert(symbol, label);
            self.out.label(McSymbol::Symbol(symbol));
        }
        Ok(())
    }

    /// Makes `name` the name of a symbol that the text has as an operand.
    pub fn add_symbol(&mut self, name: String, symbol: SymbolId) {
        self.operands.insert(name, symbol);
    }

    fn label(&mut self, name: &str) -> Label {
        if let Some(&(label, _)) = self.named.get(name) {
            return label;
        }
        let label = self.labels.create();
        self.named.insert(name.to_owned(), (label, false));
        label
    }

    /// The symbol called `name`, if it is or becomes one of the module's.
    fn known(&mut self, name: &str) -> Option<SymbolId> {
        match &mut self.names {
            Names::Module(module) => {
                self.operands.get(name).or_else(|| module.asm_symbols.get(name)).copied()
            }
            Names::Collected(symbols) => symbols.intern(name),
        }
    }

    /// The symbol whose name is written so.
    fn wanted(&mut self, name: &str) -> Result<SymbolId, String> {
        let name = symbol_name(name)?;
        self.known(&name).ok_or_else(|| format!("symbol `{name}` is not known"))
    }

    /// Notes that the text defines `name`.
    fn define(&mut self, name: &str) {
        if let Names::Collected(symbols) = &mut self.names {
            symbols.define(name);
        }
    }

    /// A new label, here.
    fn here(&mut self) -> Label {
        let here = self.labels.create();
        self.out.label(McSymbol::Label(here));
        here
    }

    /// The value of an expression that is all of `text`.
    fn value_of(&mut self, text: &str) -> Result<AsmValue, String> {
        match read_expression(text.trim(), self) {
            Some((value, used)) if used == text.trim().len() => Ok(value),
            _ => Err(format!("`{text}` is no value")),
        }
    }

    /// The number that `text` is.
    fn number_of(&mut self, text: &str) -> Result<i64, String> {
        let value = self.value_of(text)?;
        self.absolute(value).ok_or_else(|| format!("`{text}` is no number that is known here"))
    }

    fn label_at(&self, symbol: McSymbol) -> Option<Label> {
        match symbol {
            McSymbol::Label(label) => Some(label),
            McSymbol::Symbol(id) => self.symbol_labels.get(&id).copied(),
            _ => None,
        }
    }

    fn is_defined_here(&self, symbol: McSymbol) -> bool {
        let McSymbol::Symbol(id) = symbol else { return true };
        self.defined.contains(self.name_of(id))
    }

    fn name_of(&self, symbol: SymbolId) -> &str {
        match &self.names {
            Names::Module(module) => &module.symbol(symbol).name,
            Names::Collected(symbols) => symbols.name(symbol),
        }
    }

    /// Defines what is written `name` as a value.
    fn assign(&mut self, name: &str, value: &str) -> Result<(), String> {
        if name == "." {
            return self.advance_to(value, None);
        }
        let name = &*symbol_name(name)?;
        let mut value = self.value_of(value)?;
        if value.minus.is_some() {
            value = AsmValue::number(self.absolute(value).ok_or("a distance that is not known here")?);
        }
        // Of another name, what that stands for.
        if let Some(McSymbol::Symbol(other)) = value.plus
            && let Some(of_other) = self.assigned.get(self.name_of(other)).filter(|v| v.minus.is_none())
        {
            let constant = value.constant.wrapping_add(of_other.constant);
            value = AsmValue { constant, ..*of_other };
        }
        if self.named.get(name).is_some_and(|(_, placed)| *placed) {
            return Err(format!("`{name}` is a label"));
        }
        if let Some(McSymbol::Label(to)) = value.plus
            && let Some((label, placed)) = self.named.get_mut(name)
        {
            // What has been referred to gets its place.
            *placed = true;
            self.out.alias_label(*label, to, value.constant);
        }
        self.define(name);
        if let (Some(distances), Some(number)) = (&mut self.distances, value.as_number()) {
            distances.note_number(name, number);
        }
        self.assigned.insert(name.to_owned(), value);
        let symbol = self.known(name);
        match (symbol, value.plus) {
            // Nobody else sees it.
            (None, _) => {}
            (Some(symbol), None) => self.out.assign_number(symbol, value.constant),
            (Some(symbol), Some(plus)) => {
                let of_label = self.label_at(plus).and_then(|label| self.label_types.get(&label).copied());
                if of_label.is_some() {
                    self.out.declare(symbol, of_label);
                }
                self.out.assign(symbol, McExpr::plain(plus, value.constant));
            }
        }
        Ok(())
    }

    /// Whether all references to a symbol mean the place in this text that has its name.
    fn is_local(&self, symbol: SymbolId) -> bool {
        match &self.names {
            Names::Module(module) => {
                let symbol = module.symbol(symbol);
                let local = matches!(symbol.linkage, Linkage::Internal | Linkage::Private);
                local && self.defined.contains(&symbol.name)
            }
            Names::Collected(_) => false,
        }
    }

    /// Notes that symbols are thread-local, where an instruction uses them so.
    fn note_thread_local(&mut self, inst: &McInst) {
        let mc = self.options.mc.clone();
        for operand in &inst.operands {
            if let (McOperand::Expr(expr), Names::Collected(symbols)) = (operand, &mut self.names)
                && let McSymbol::Symbol(symbol) = expr.symbol
                && mc.get().is_thread_local(expr.specifier)
            {
                symbols.set_thread_local(symbol);
            }
        }
    }

    /// `inst` with its target's label, where its target is a symbol that can have no other place.
    fn with_label(&mut self, inst: &McInst) -> McInst {
        let mut inst = inst.clone();
        let Names::Module(module) = &self.names else { return inst };
        let module = *module;
        if let Some(McOperand::Expr(expr)) = inst.operands.last_mut()
            && let McSymbol::Symbol(symbol) = expr.symbol
            && self.is_local(symbol)
        {
            expr.symbol = McSymbol::Label(self.label(&module.symbol(symbol).name));
        }
        inst
    }

    /// A branch: to a label in its shortest form, else as far as branches reach.
    fn branch(&mut self, mut inst: McInst) -> Result<(), String> {
        let mc = self.options.mc.clone();
        let mc = mc.get();
        let to_label = inst.target().is_some_and(|t| matches!(t.symbol, McSymbol::Label(_)));
        if to_label || !mc.dialect().relaxes_branches {
            return self.out.exact(&inst);
        }
        loop {
            match mc.relax(&inst) {
                None => return self.out.exact(&inst),
                Some(Longer::Form(longer)) => inst = longer,
                Some(Longer::InvertedOver { mut branch, jump }) => {
                    let over = self.labels.create();
                    if let Some(last) = branch.operands.last_mut() {
                        *last = McExpr::from(over).into();
                    }
                    let branch = mc.compress(&branch).unwrap_or(branch);
                    self.out.exact(&branch)?;
                    inst = jump;
                    self.out.exact(&inst)?;
                    self.out.label(McSymbol::Label(over));
                    return Ok(());
                }
            }
        }
    }
}

/// The parts of `name = value`.
fn assignment(statement: &str) -> Option<(&str, &str)> {
    let (name, rest) = statement.split_at(written_name(statement)?);
    let value = rest.trim_start().strip_prefix('=')?;
    (!name.is_empty() && !value.starts_with('=')).then_some((name, value.trim()))
}

/// The name of a symbol that is written so.
fn symbol_name(written: &str) -> Result<Cow<'_, str>, String> {
    match written.starts_with(|c: char| c == '"' || is_symbol_char(c) && !c.is_ascii_digit()) {
        true => Ok(unquoted(written)),
        false => Err(format!("`{written}` is no name of a symbol")),
    }
}

impl Scope for AsmParser<'_> {
    fn name(&mut self, name: &str) -> Option<AsmValue> {
        // What has a value stands for that, but for another name of what stands in this text.
        if let Some(&value) = self.assigned.get(name)
            && !(self.known(name).is_some() && value.plus.is_some_and(|plus| self.is_defined_here(plus)))
        {
            return Some(value);
        }
        if let Some(distances) = self.distances.as_mut().filter(|_| !self.defined.contains(name)) {
            match distances.later_number(name) {
                Some(number) => return Some(AsmValue::number(number)),
                None => _ = distances.ahead.insert(name.to_owned()),
            }
        }
        Some(AsmValue { plus: Some(self.symbol(name)?), ..AsmValue::default() })
    }

    fn here(&mut self) -> Option<AsmValue> {
        let here = McSymbol::Label(AsmParser::here(self));
        Some(AsmValue { plus: Some(here), ..AsmValue::default() })
    }

    fn numbered_label(&mut self, number: u32, ahead: bool) -> Option<AsmValue> {
        let label = match ahead {
            false => *self.back.get(&number)?,
            true => {
                let labels = &mut *self.labels;
                *self.forward.entry(number).or_insert_with(|| labels.create())
            }
        };
        Some(AsmValue { plus: Some(McSymbol::Label(label)), ..AsmValue::default() })
    }

    fn is_register(&self, name: &str) -> bool {
        let info = self.target.inline_asm();
        (self.target.mc().dialect().is_reserved)(name)
            || info.is_some_and(|info| info.clobbered_register(name).is_some())
    }

    fn absolute(&mut self, value: AsmValue) -> Option<i64> {
        if let Some(number) = self.settled(value) {
            return Some(number);
        }
        let (Some(plus), Some(minus)) = (value.plus, value.minus) else { return None };
        // A symbol that comes later has its label by name.
        let to = self.label_at(plus).or_else(|| self.later_label(plus))?;
        let from = self.label_at(minus).or_else(|| self.later_label(minus))?;
        let distances = self.distances.as_mut()?;
        distances.asked.push((to, from));
        let known = distances.known.get(distances.asked.len() - 1);
        // At the first reading nothing is known.
        Some(known.copied().unwrap_or(0).wrapping_add(value.constant))
    }
}

impl AsmParser<'_> {
    /// The number that a value is, if nothing can change it any more.
    fn settled(&self, value: AsmValue) -> Option<i64> {
        let (Some(plus), Some(minus)) = (value.plus, value.minus) else { return value.as_number() };
        let distance = self.out.distance(self.label_at(minus)?, self.label_at(plus)?)?;
        Some(distance.wrapping_add(value.constant))
    }

    fn later_label(&mut self, symbol: McSymbol) -> Option<Label> {
        let McSymbol::Symbol(id) = symbol else { return None };
        let name = self.name_of(id).to_owned();
        self.defined.contains(&name).then(|| self.label(&name))
    }
}

impl SymbolReader for AsmParser<'_> {
    fn symbol(&mut self, name: &str) -> Option<McSymbol> {
        let other = self.weak_names.get(name).cloned();
        let symbol = self.named_symbol(other.as_deref().unwrap_or(name));
        if let (Some(McSymbol::Symbol(id)), Names::Collected(symbols)) = (symbol, &mut self.names) {
            symbols.note_use(id, other.is_some());
        }
        symbol
    }

    fn expression(&mut self, text: &str) -> Option<(AsmValue, usize)> {
        let (value, used) = read_expression(text, self)?;
        // Instructions have no relocations for distances, which are numbers there.
        let known = if value.minus.is_some() { self.absolute(value).map(AsmValue::number) } else { None };
        Some((known.unwrap_or(value), used))
    }
}

impl AsmParser<'_> {
    fn named_symbol(&mut self, name: &str) -> Option<McSymbol> {
        match self.known(name) {
            Some(symbol) => Some(McSymbol::Symbol(symbol)),
            None if name.starts_with(".L") || self.defined.contains(name) => {
                Some(McSymbol::Label(self.label(name)))
            }
            None => None,
        }
    }
}

impl Conditions for AsmParser<'_> {
    fn included(&mut self, arguments: &str) -> Result<Vec<Statement>, String> {
        self.included_statements(arguments)
    }

    fn number(&mut self, text: &str) -> Result<i64, String> {
        self.number_of(text)
    }

    fn is_defined(&mut self, name: &str) -> bool {
        let name = &*unquoted(name);
        self.assigned.contains_key(name) || self.named.get(name).is_some_and(|(_, placed)| *placed)
    }
}

impl AsmSink for AsmParser<'_> {
    fn inst(&mut self, inst: &McInst) -> Result<(), String> {
        let mc = self.options.mc.clone();
        let mc = mc.get();
        self.note_thread_local(inst);
        let Some(target) = inst.target() else {
            let short = mc.compress(inst);
            return self.out.exact(short.as_ref().unwrap_or(inst));
        };
        if target.specifier != Specifier::default() {
            return self.out.exact(inst);
        }
        let labelled = self.with_label(inst);
        let to_label = labelled.target().is_some_and(|t| matches!(t.symbol, McSymbol::Label(_)));
        match mc.compress(&labelled).filter(|_| to_label) {
            Some(short) => self.out.exact(&short),
            None if mc.is_relaxable(&labelled) => self.branch(labelled),
            None => self.out.exact(inst),
        }
    }

    fn raw_inst(&mut self, bytes: &[u8]) {
        self.out.raw_inst(bytes);
    }

    fn is_position_independent(&self) -> bool {
        self.options.pic
    }

    fn new_label(&mut self) -> Label {
        self.labels.create()
    }

    fn bind(&mut self, label: Label) {
        self.out.label(McSymbol::Label(label));
    }

    fn symbols(&mut self) -> &mut dyn SymbolReader {
        self
    }

    fn literal(&mut self, value: AsmValue, size: u8) -> Label {
        self.literal_label(value, size)
    }
}

/// How often a text is read at most.
const MOST_READINGS: usize = 24;

/// Reads a whole text of a module, whose symbols are known.
pub fn assemble(module: &Module, target: &dyn Target, text: &str) -> Result<ObjectChunk, AsmError> {
    readings(target, |out, labels, distances| {
        let mut parser = AsmParser::new(module, target, out, labels);
        parser.distances = Some(distances);
        parser.run(text)?;
        Ok(parser.distances.take().unwrap_or_default())
    })
}

/// Finds the symbols of a whole text, and what it says of them.
pub fn collect(target: &dyn Target, text: &str, folders: &[PathBuf]) -> Result<AsmSymbols, AsmError> {
    let mut symbols = AsmSymbols::default();
    readings(target, |out, labels, distances| {
        symbols.start();
        let mut parser = AsmParser::with(Names::Collected(&mut symbols), folders, false, target, out, labels);
        parser.distances = Some(distances);
        parser.run(text)?;
        Ok(parser.distances.take().unwrap_or_default())
    })?;
    Ok(symbols)
}

/// Reads a text until what it asks for no longer changes.
fn readings(
    target: &dyn Target,
    mut read: impl FnMut(&mut dyn Streamer, &mut Labels, Distances) -> Result<Distances, AsmError>,
) -> Result<ObjectChunk, AsmError> {
    let wrong =
        |message: String| AsmError { file: None, line: 1, column: 1, statement: String::new(), message };
    let (mut known, mut last_numbers, mut settled) = (Vec::new(), HashMap::new(), false);
    for _ in 0..MOST_READINGS {
        let (mut streamer, mut labels) = (ObjectStreamer::of_whole_sections(target.mc()), Labels::default());
        let start = Distances { known, last_numbers, settled, ..Distances::default() };
        let distances = read(&mut streamer, &mut labels, start)?;
        let chunk = streamer.finish().map_err(wrong)?;
        let answers: Vec<i64> = distances
            .asked
            .iter()
            .map(|&question| distance(&chunk, question))
            .collect::<Result<_, _>>()
            .map_err(wrong)?;
        settled = answers == distances.known || answers.is_empty();
        let same_numbers = distances.last_numbers.is_empty() || distances.numbers == distances.last_numbers;
        settled &= same_numbers && !distances.lacks_number;
        // Once more, if it has to be said where.
        if settled && !distances.overran {
            return Ok(chunk);
        }
        (known, last_numbers) = (answers, distances.numbers);
    }
    Err(wrong("sizes depend on each other in a way that has no end".into()))
}

/// The distance from the second label to the first.
fn distance(chunk: &ObjectChunk, (to_label, from_label): (Label, Label)) -> Result<i64, String> {
    let place = |label: Label| -> Result<Place, String> {
        let place = chunk.labels.get(label.0 as usize).copied().flatten();
        place.ok_or_else(|| "a distance to what stands nowhere".to_owned())
    };
    let (to, from) = (place(to_label)?, place(from_label)?);
    if to.part != from.part {
        return Err("a number that is the distance of places in two sections".into());
    }
    if chunk.shortenable[to_label.0 as usize] != chunk.shortenable[from_label.0 as usize] {
        return Err("a number that the linker may change".into());
    }
    Ok(to.offset as i64 - from.offset as i64)
}
