//! The linker's view of an object: the symbols that it defines, and those that it refers to.

use crate::Result;
use crate::assembly::elf::{Object, Place};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The symbols that two objects of one module must have in common.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Symbols {
    /// Binding, type and visibility of defined symbols, by name; also the size, except for
    /// functions.
    defined: BTreeMap<String, String>,
    undefined: BTreeSet<String>,
}

/// Prefixes of names that a compiler itself may refer to for an operation: routines of the
/// compilers' libraries, and of the C library for memory and mathematics.
const ROUTINES: [&str; 3] = ["__", "mem", "bcmp"];

/// C library functions whose calls with the same argument `llc` combines into one.
const COMBINED: [&str; 9] = ["sin", "sinf", "sinl", "cos", "cosf", "cosl", "sincos", "sincosf", "sincosl"];

impl Symbols {
    /// Reads the symbols of an object file.
    ///
    /// # Errors
    /// It cannot be read.
    pub fn read(object: &Path) -> Result<Symbols> {
        let data = fs::read(object).map_err(|e| format!("{}: {e}", object.display()))?;
        let mut symbols = Symbols::default();
        for symbol in Object::parse(&data)?.symbols {
            match symbol.place {
                _ if symbol.binding == object::elf::STB_LOCAL.0 => {}
                Place::Undefined => drop(symbols.undefined.insert(symbol.name)),
                _ => {
                    let is_function = symbol.kind == object::elf::STT_FUNC.0;
                    let size = if is_function { String::new() } else { format!(", size {}", symbol.size) };
                    let says = format!(
                        "binding {}, type {}, other {}{size}",
                        symbol.binding, symbol.kind, symbol.other
                    );
                    symbols.defined.insert(symbol.name, says);
                }
            }
        }
        Ok(symbols)
    }

    /// Returns the differences to another object's symbols.
    pub fn difference(&self, other: &Symbols) -> Option<String> {
        let mut rows = Vec::new();
        for (name, ours) in &self.defined {
            match other.defined.get(name) {
                None => rows.push(format!("{name}: only here")),
                Some(theirs) if theirs != ours => rows.push(format!("{name}: {ours}; llc's: {theirs}")),
                Some(_) => {}
            }
        }
        let missing = other.defined.keys().filter(|name| !self.defined.contains_key(*name));
        rows.extend(missing.map(|name| format!("{name}: only llc's")));
        let is_said = |name: &&String| {
            !ROUTINES.iter().any(|routine| name.starts_with(routine)) && !COMBINED.contains(&name.as_str())
        };
        let referred = self.undefined.difference(&other.undefined).filter(is_said);
        rows.extend(referred.map(|name| format!("{name}: only referred to here")));
        let not_referred = other.undefined.difference(&self.undefined).filter(is_said);
        rows.extend(not_referred.map(|name| format!("{name}: only referred to by llc")));
        if rows.is_empty() { None } else { Some(rows.join("\n")) }
    }
}
