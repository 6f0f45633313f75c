//! The rules of unwind tables, as printed by `llvm-dwarfdump`.

use super::machine;
use crate::Result;
use std::collections::BTreeMap;

/// The rule to recover a register's value at entry.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Rule {
    /// In memory, at a byte offset from the canonical frame address.
    InFrame(i64),
    /// A register plus a number.
    Computed(String, i64),
}

/// The rules from one instruction on.
#[derive(Clone, Debug)]
pub struct Rules {
    /// The canonical frame address: a register plus a number.
    pub cfa: (String, i64),
    /// The rules of registers that do not hold their values at entry.
    pub registers: BTreeMap<String, Rule>,
    /// True if the return address is signed.
    pub signed: bool,
}

/// The table of one function.
#[derive(Clone, Debug)]
pub struct Table {
    /// The function's first address.
    pub start: u64,
    /// The address after its last.
    pub end: u64,
    rows: BTreeMap<u64, Rules>,
}

impl Table {
    /// Returns the rules at an address in the function.
    pub fn at(&self, address: u64) -> &Rules {
        let row = self.rows.range(..=address).next_back();
        row.map(|(_, rules)| rules).expect("the first row is for the first address")
    }
}

/// Parses all tables in the text.
pub fn parse(text: &str) -> Result<Vec<Table>> {
    let mut tables: Vec<Table> = Vec::new();
    for line in text.lines() {
        if let Some((_, range)) = line.split_once(" pc=") {
            let (start, end) = range.split_once("...").ok_or_else(|| malformed(line))?;
            let address = |text| u64::from_str_radix(text, 16).map_err(|_| malformed(line));
            tables.push(Table { start: address(start)?, end: address(end)?, rows: BTreeMap::new() });
        } else if let Some((address, rules)) =
            line.trim_start().strip_prefix("0x").and_then(|l| l.split_once(": CFA="))
        {
            let address = u64::from_str_radix(address, 16).map_err(|_| malformed(line))?;
            let table = tables.last_mut().ok_or_else(|| malformed(line))?;
            table.rows.insert(address, row(rules).ok_or_else(|| malformed(line))?);
        }
    }
    Ok(tables)
}

fn malformed(line: &str) -> String {
    format!("unwind table: `{line}` is not understood")
}

/// Parses `WSP+16: W29=[CFA-16], W30=[CFA-8], reg34=1`.
fn row(text: &str) -> Option<Rules> {
    let (cfa, rest) = text.split_once(": ").unwrap_or((text, ""));
    let mut rules = Rules { cfa: sum(cfa)?, registers: BTreeMap::new(), signed: false };
    for rule in rest.split(", ").filter(|rule| !rule.is_empty()) {
        match rule.split_once('=')? {
            ("reg34", value) => rules.signed = value == "1",
            (reg, value) => {
                let reg = machine::dwarf_register(reg)?;
                let place = value.strip_prefix("[CFA").and_then(|v| v.strip_suffix(']'));
                let rule = match place {
                    Some(offset) => Rule::InFrame(number(offset)?),
                    None => {
                        let (base, offset) = sum(value.split_once(' ')?.1)?;
                        Rule::Computed(base, offset)
                    }
                };
                rules.registers.insert(reg, rule);
            }
        }
    }
    Some(rules)
}

/// Parses `WSP+16`.
fn sum(text: &str) -> Option<(String, i64)> {
    let sign = text.find(['+', '-']).unwrap_or(text.len());
    Some((machine::dwarf_register(&text[..sign])?, number(&text[sign..])?))
}

fn number(text: &str) -> Option<i64> {
    if text.is_empty() { Some(0) } else { text.strip_prefix('+').unwrap_or(text).parse().ok() }
}
