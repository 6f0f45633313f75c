//! The parser's answers to expressions and to the target's assembler: symbols, numbers, and the
//! output of instructions.

use super::super::inst::{Label, McInst, McSymbol, Specifier};
use super::super::names::is_label;
use super::expand::Conditions;
use super::statements::{Statement, unquoted};
use super::{AsmParser, AsmValue, Names, Scope, read_expression};
use crate::mc::target_asm_parser::{AsmSink, SymbolReader};

impl Scope for AsmParser<'_> {
    fn name(&mut self, name: &str) -> Option<AsmValue> {
        // An assigned name has its value, except an alias of a symbol that is defined in this text.
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
        // A later symbol has its label by name.
        let to = self.label_at(plus).or_else(|| self.later_label(plus))?;
        let from = self.label_at(minus).or_else(|| self.later_label(minus))?;
        let distances = self.distances.as_mut()?;
        distances.asked.push((to, from));
        let known = distances.known.get(distances.asked.len() - 1);
        // In the first reading nothing is known.
        Some(known.copied().unwrap_or(0).wrapping_add(value.constant))
    }
}

impl AsmParser<'_> {
    /// Returns the number of a value, if it is final.
    pub(super) fn settled(&self, value: AsmValue) -> Option<i64> {
        let (Some(plus), Some(minus)) = (value.plus, value.minus) else { return value.as_number() };
        let distance = self.out.distance(self.label_at(minus)?, self.label_at(plus)?)?;
        Some(distance.wrapping_add(value.constant))
    }

    /// Returns the number of distance queries.
    pub(super) fn num_asked(&self) -> usize {
        self.distances.as_ref().map_or(0, |distances| distances.asked.len())
    }

    /// Returns true if the known distances may still change.
    pub(super) fn is_unsettled(&self) -> bool {
        self.distances.as_ref().is_some_and(|distances| !distances.settled)
    }

    pub(super) fn later_label(&mut self, symbol: McSymbol) -> Option<Label> {
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
        // Instructions have no relocations for distances, so they must be numbers.
        let known = if value.minus.is_some() { self.absolute(value).map(AsmValue::number) } else { None };
        Some((known.unwrap_or(value), used))
    }
}

impl AsmParser<'_> {
    fn named_symbol(&mut self, name: &str) -> Option<McSymbol> {
        if let Some(&block) = self.blocks.get(name) {
            return Some(block);
        }
        match self.known(name) {
            Some(symbol) => Some(McSymbol::Symbol(symbol)),
            None if is_label(name) || self.defined.contains(name) => Some(McSymbol::Label(self.label(name))),
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
        self.flush_line();
        self.note_thread_local(inst);
        if self.options.exact {
            let labelled = self.with_label(inst);
            return self.out.unrelaxed(&labelled);
        }
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
        self.flush_line();
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

    fn literal(&mut self, value: AsmValue, size: u8, is_shared: bool) -> Label {
        self.literal_label(value, size, is_shared)
    }
}
