//! Pseudo probes of a profile: collects their positions from the text, and builds their section at
//! its end.

use super::super::function_records::Probe;
use super::super::pseudo_probes::{TABLE, write};
use super::statements::unquoted;
use super::{AsmParser, Names};
use crate::ir::section::{Companion, Section, SectionFlags, SectionType};
use crate::mc::target_asm_parser::SymbolReader;

/// The probes of a function.
pub(super) struct FunctionProbes {
    name: String,
    section: Section,
    probes: Vec<Probe>,
}

impl AsmParser<'_> {
    /// Reads a probe at this position: its function, number, kind and attributes, the inlined calls
    /// around it, and the function that contains it.
    pub(super) fn pseudo_probe(&mut self, arguments: &str) -> Result<(), String> {
        let words: Vec<&str> = arguments.split_whitespace().collect();
        let (name, words) = words.split_last().ok_or("a probe without a function")?;
        let mut parts = words.split(|word| *word == "@");
        let numbers: Option<Vec<u64>> =
            parts.next().unwrap_or_default().iter().map(|word| number(word)).collect();
        let numbers = numbers.and_then(|numbers| numbers.try_into().ok());
        let numbers = numbers.ok_or("a probe has a function, a number, a kind and attributes")?;
        let call = |words: &[&str]| match words {
            [call] => call.split_once(':').and_then(|(caller, call)| number(caller).zip(number(call))),
            _ => None,
        };
        let calls: Option<Vec<(u64, u64)>> = parts.map(call).collect();
        let calls = calls.ok_or("a call is a function and the number of the call in it")?;
        let label = AsmParser::here(self);
        let (name, section) = (unquoted(name).into_owned(), self.section.clone());
        let known = self.probes.iter().position(|known| known.name == name);
        let known = known.unwrap_or_else(|| {
            self.probes.push(FunctionProbes { name, section, probes: Vec::new() });
            self.probes.len() - 1
        });
        self.probes[known].probes.push(Probe { label, numbers, calls });
        Ok(())
    }

    /// Writes the probes of each function into a section that is linked to the function's section.
    pub(super) fn end_probes(&mut self) -> Result<(), String> {
        let functions = std::mem::take(&mut self.probes);
        if matches!(self.names, Names::Collected(_)) || self.estimates {
            return Ok(());
        }
        for FunctionProbes { name, section, probes } in functions {
            let start = self.symbol(&name).and_then(|symbol| self.label_at(symbol));
            let start = start.ok_or_else(|| format!("a probe of `{name}`, which is not in this text"))?;
            let table = Section {
                group: section.group,
                linked_to: Some(Companion::Section(Box::new(section))),
                ..Section::new(TABLE, SectionType::Progbits, SectionFlags::LINK_ORDER)
            };
            self.enter(table, 0);
            write(self.out, &probes, start, &name)?;
        }
        Ok(())
    }
}

/// Parses a number of 64 bits, which may have a sign.
fn number(word: &str) -> Option<u64> {
    word.parse().ok().or_else(|| Some(word.parse::<i64>().ok()? as u64))
}
