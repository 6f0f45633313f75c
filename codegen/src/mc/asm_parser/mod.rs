//! The assembly parser: translates text to calls of a streamer. Statements, labels and directives
//! are parsed here, instructions by the target's tables.
//!
//! Inline assembly is parsed once, within its function (`AsmParser::run`). A whole text
//! (module-level assembly, a file) is parsed until the distances that it uses no longer change
//! ([`assemble`]): a distance between two labels may be known only at the end. The symbols of such
//! a text are collected by a first reading ([`collect`]). Text that is not understood is an error
//! with its location. Cost: linear in the expansion of macros and repetitions.

mod build_attributes;
mod cfi;
mod data;
mod directives;
mod expand;
mod expression;
mod files;
mod lines;
mod pseudo_probes;
mod readings;
mod register_names;
mod scope;
mod section_directive;
mod statements;
mod symbols;

pub use expression::{Scope, WithoutDistances, number, read as read_expression};
pub use readings::{assemble, collect, collect_inline};
pub use statements::{is_symbol_char, items, words, written_name};
pub use symbols::AsmSymbols;

use super::inst::{Label, McExpr, McInst, McOperand, McSymbol};
use super::labels::Labels;
use crate::ir::entity::SymbolId;
use crate::ir::module::{Linkage, Module, RelocModel};
use crate::ir::section::Section;
use crate::mc::asm_backend::Longer;
use crate::mc::streamer::Streamer;
use crate::mc::streamer::symbols::SymbolType;
use crate::mc::target::{EmitTarget, McTarget};
pub(crate) use crate::mc::target_asm_parser::AsmValue;
use expand::{Asked, Expander};
use readings::Distances;
use statements::{Statement, split_label, split_word, unquoted};
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::rc::Rc;

/// An error, and its location.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AsmError {
    /// The file, if a line marker or an inclusion names it.
    pub file: Option<Rc<str>>,
    /// The line, from 1.
    pub line: u32,
    /// The column, from 1.
    pub column: u32,
    /// The statement.
    pub statement: String,
    /// The message.
    pub message: String,
}

impl AsmError {
    /// Returns the location followed by a colon, if it names a file.
    pub(crate) fn place(&self) -> String {
        self.file.as_ref().map_or(String::new(), |file| format!("{file}:{}: ", self.line))
    }
}

/// The state that directives set.
#[derive(Clone)]
struct AsmOptions<'a> {
    /// The subtarget of instructions.
    mc: Subtarget<'a>,
    /// True if addresses come from the global offset table.
    pic: bool,
    /// True if the linker may shorten the following code.
    relaxes: bool,
    /// True if instructions are encoded exactly as written.
    exact: bool,
}

/// The subtarget of the surrounding code, or a modified one from a directive.
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

/// The symbol table of names.
enum Names<'a> {
    /// The symbols of a module, which are known.
    Module(&'a Module),
    /// The symbols that a reading collects.
    Collected(&'a mut AsmSymbols),
}

/// Parses assembly into a streamer.
pub(crate) struct AsmParser<'a> {
    names: Names<'a>,
    target: &'a dyn EmitTarget,
    out: &'a mut dyn Streamer,
    labels: &'a mut Labels,
    /// The current section; initially the surrounding code's.
    pub section: Section,
    /// True if only the size matters: instructions that are not understood are counted only.
    pub estimates: bool,
    subsection: u32,
    /// Sections by name, as last declared.
    sections: HashMap<String, Section>,
    options: AsmOptions<'a>,
    saved_options: Vec<AsmOptions<'a>>,
    outer: Vec<[(Section, u32); 2]>,
    previous: (Section, u32),
    /// Labels that are defined anywhere in the text as written.
    defined: HashSet<String>,
    /// Labels by name; true if bound already.
    named: HashMap<String, (Label, bool)>,
    /// Symbols by name that the surrounding code passes as operands.
    operands: HashMap<String, SymbolId>,
    /// Blocks by name whose addresses are operands of the text.
    blocks: HashMap<String, McSymbol>,
    /// Labels that are defined elsewhere.
    other_labels: Vec<String>,
    /// The label at a symbol.
    symbol_labels: HashMap<SymbolId, Label>,
    /// The types of labels from directives.
    label_types: HashMap<Label, SymbolType>,
    /// The values assigned to names.
    assigned: HashMap<String, AsmValue>,
    /// The last label of a number; the next one follows.
    back: HashMap<u32, Label>,
    forward: HashMap<u32, Label>,
    distances: Option<Distances>,
    literals: Vec<data::Literal>,
    probes: Vec<pseudo_probes::FunctionProbes>,
    frame: cfi::FrameState,
    registers: register_names::RegisterNames,
    lines: lines::LineState,
    /// Aliases that become weak when they are used.
    weak_names: HashMap<String, String>,
    /// Include folders, and the number of included files.
    folders: Vec<PathBuf>,
    files: u32,
}

impl<'a> AsmParser<'a> {
    /// Returns a parser; the section is `.text` unless it is set.
    pub(crate) fn new(
        module: &'a Module,
        target: &'a dyn EmitTarget,
        out: &'a mut dyn Streamer,
        labels: &'a mut Labels,
    ) -> AsmParser<'a> {
        let pic = module.reloc_model == RelocModel::Pic;
        AsmParser::with(Names::Module(module), &module.options.include_folders, pic, target, out, labels)
    }

    fn with(
        names: Names<'a>,
        folders: &[PathBuf],
        pic: bool,
        target: &'a dyn EmitTarget,
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
            options: AsmOptions {
                mc: Subtarget::Own(mc),
                pic,
                relaxes: mc.linker_relaxation(),
                exact: false,
            },
            saved_options: Vec::new(),
            outer: Vec::new(),
            previous: (Section::code(".text"), 0),
            defined: HashSet::new(),
            named: HashMap::new(),
            operands: HashMap::new(),
            blocks: HashMap::new(),
            other_labels: Vec::new(),
            symbol_labels: HashMap::new(),
            label_types: HashMap::new(),
            assigned: HashMap::new(),
            back: HashMap::new(),
            forward: HashMap::new(),
            distances: None,
            literals: Vec::new(),
            probes: Vec::new(),
            frame: cfi::FrameState::default(),
            registers: register_names::RegisterNames::default(),
            lines: lines::LineState::default(),
            weak_names: HashMap::new(),
            folders: folders.to_vec(),
            files: 0,
        }
    }

    /// Parses `text`. Section and directive state are restored at the end.
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
            let asked = self.num_asked();
            match self.statement(&statement, &mut expander) {
                // It counts as one instruction.
                Err(_) if self.estimates => self.out.bytes(&[0; 4]),
                Err(_) if self.num_asked() != asked && self.is_unsettled() => {
                    self.out.bytes(&[0; 4]);
                    self.distances.iter_mut().for_each(|distances| distances.guessed_wrong = true);
                }
                result => result.map_err(|message| AsmError {
                    file: statement.file.clone(),
                    ..at(statement.line, statement.column, &statement.text, message)
                })?,
            }
        }
        let ended = self.end_literals().and_then(|()| self.end_probes());
        ended.map_err(|message| at(last, 1, "", message))?;
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
            Names::Collected(symbols) => symbols.knows(name) || self.other_labels.iter().any(|l| l == name),
            Names::Module(_) => false,
        };
        // A name that gets a number later is known in the next reading.
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

    /// Records the labels before a statement.
    fn note_labels(&mut self, mut statement: &str) {
        while let Some((label, after)) = split_label(statement) {
            self.defined.insert(unquoted(label).into_owned());
            statement = after;
        }
    }

    /// Makes `name` a label of the surrounding code.
    pub(crate) fn add_label(&mut self, name: String, label: Label) {
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
            return match word.contains(|c: char| c.is_ascii_uppercase()) {
                true => self.directive(&word.to_ascii_lowercase(), arguments),
                false => self.directive(word, arguments),
            };
        }
        let mc = self.options.mc.clone();
        let dialect = mc.get().dialect();
        if dialect.names_registers && self.registers.define(word, arguments, dialect.is_reserved)? {
            return Ok(());
        }
        let renamed = self.registers.renamed(rest);
        mc.get().assemble(renamed.as_deref().unwrap_or(rest), self)
    }

    /// Binds a label here, whose name is as written.
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

    /// Makes `name` the name of a symbol that is an operand of the text.
    pub(crate) fn add_symbol(&mut self, name: String, symbol: SymbolId) {
        self.operands.insert(name, symbol);
    }

    /// Makes `name` the name of a block whose address is an operand of the text.
    pub(crate) fn add_block(&mut self, name: String, block: McSymbol) {
        self.blocks.insert(name, block);
    }

    fn label(&mut self, name: &str) -> Label {
        if let Some(&(label, _)) = self.named.get(name) {
            return label;
        }
        let label = self.labels.create();
        self.named.insert(name.to_owned(), (label, false));
        label
    }

    /// Returns the symbol called `name`, if it is or becomes one of the module's.
    fn known(&mut self, name: &str) -> Option<SymbolId> {
        match &mut self.names {
            Names::Module(module) => {
                self.operands.get(name).or_else(|| module.asm_symbols.get(name)).copied()
            }
            Names::Collected(symbols) => symbols.intern(name),
        }
    }

    /// Returns the symbol whose name is written as `name`.
    fn wanted(&mut self, name: &str) -> Result<SymbolId, String> {
        let name = symbol_name(name)?;
        self.known(&name).ok_or_else(|| format!("symbol `{name}` is not known"))
    }

    /// Records that the text defines `name`.
    fn define(&mut self, name: &str) {
        if let Names::Collected(symbols) = &mut self.names {
            symbols.define(name);
        }
    }

    /// Creates a label here.
    fn here(&mut self) -> Label {
        let here = self.labels.create();
        self.out.label(McSymbol::Label(here));
        here
    }

    /// Returns the value of an expression that is all of `text`.
    fn value_of(&mut self, text: &str) -> Result<AsmValue, String> {
        match read_expression(text.trim(), self) {
            Some((value, used)) if used == text.trim().len() => Ok(value),
            _ => Err(format!("`{text}` is no value")),
        }
    }

    /// Returns the number in `text`.
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

    /// Assigns a value to the symbol whose name is written as `name`.
    fn assign(&mut self, name: &str, value: &str) -> Result<(), String> {
        if name == "." {
            return self.advance_to(value, None);
        }
        let name = &*symbol_name(name)?;
        let mut value = self.value_of(value)?;
        if value.minus.is_some() {
            value = AsmValue::number(self.absolute(value).ok_or("a distance that is not known here")?);
        }
        // For an alias of an assigned name, its value.
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
            // A label that has been referred to is bound.
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
            // It is not visible elsewhere.
            (None, _) => {}
            (Some(symbol), None) => self.out.assign_number(symbol, value.constant),
            (Some(symbol), Some(plus)) => {
                let of_label = self.label_at(plus).and_then(|label| self.label_types.get(&label).copied());
                if let Some(kind) = of_label {
                    self.out.symbol_type(symbol, kind);
                }
                self.out.assign(symbol, McExpr::plain(plus, value.constant));
            }
        }
        Ok(())
    }

    /// Returns true if all references to a symbol resolve to its definition in this text.
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

    /// Marks symbols as thread-local, if an instruction uses them so.
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

    /// Returns `inst` with the label of its target, if the target symbol cannot be preempted.
    fn with_label(&mut self, inst: &McInst) -> McInst {
        let mut inst = inst.clone();
        let Names::Module(module) = &self.names else { return inst };
        let module = *module;
        let Some(McOperand::Expr(expr)) = inst.operands.last_mut() else { return inst };
        let Some((symbol, addend)) = self.without_local_names(expr.symbol) else { return inst };
        expr.symbol = match symbol {
            McSymbol::Symbol(id) if self.is_local(id) => McSymbol::Label(self.label(&module.symbol(id).name)),
            McSymbol::Label(_) => symbol,
            _ => return inst,
        };
        expr.addend = expr.addend.wrapping_add(addend);
        inst
    }

    /// Resolves `symbol` if it is a local alias. Returns the target and an offset in bytes.
    fn without_local_names(&self, symbol: McSymbol) -> Option<(McSymbol, i64)> {
        let (mut symbol, mut addend) = (symbol, 0i64);
        for _ in 0..MAX_NAMES {
            let McSymbol::Symbol(id) = symbol else { break };
            let Some(value) = self.assigned.get(self.name_of(id)) else { break };
            let is_internal = self.is_internal(id);
            (symbol, addend) = match (value.plus, value.minus) {
                (Some(plus), None) if is_internal => (plus, addend.wrapping_add(value.constant)),
                _ => return None,
            };
        }
        Some((symbol, addend))
    }

    /// Emits a branch: in its shortest form to a label, else in the form with the maximum range.
    fn branch(&mut self, mut inst: McInst) -> Result<(), String> {
        let mc = self.options.mc.clone();
        let mc = mc.get();
        let to_label = inst.target().is_some_and(|t| matches!(t.symbol, McSymbol::Label(_)));
        if !mc.dialect().relaxes_branches {
            return self.out.unrelaxed(&inst);
        }
        if to_label {
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
                    self.out.unrelaxed(&branch)?;
                    inst = jump;
                    self.out.exact(&inst)?;
                    self.out.label(McSymbol::Label(over));
                    return Ok(());
                }
            }
        }
    }
}

/// Splits `name = value`.
fn assignment(statement: &str) -> Option<(&str, &str)> {
    let (name, rest) = statement.split_at(written_name(statement)?);
    let value = rest.trim_start().strip_prefix('=')?;
    (!name.is_empty() && !value.starts_with('=')).then_some((name, value.trim()))
}

/// Returns the name of a symbol from its written form.
fn symbol_name(written: &str) -> Result<Cow<'_, str>, String> {
    match written.starts_with(|c: char| c == '"' || is_symbol_char(c) && !c.is_ascii_digit()) {
        true => Ok(unquoted(written)),
        false => Err(format!("`{written}` is no name of a symbol")),
    }
}

/// The maximum length of an alias chain.
const MAX_NAMES: usize = 64;
