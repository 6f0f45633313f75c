//! Warnings about a module that compiles anyway, and the type of remarks, which
//! [`crate::pipeline::remarks`] creates. Errors are in `error`.
//!
//! * A pass calls `mf.warn("…")`. Code that knows the IR instruction pushes a [`Warning`] that
//!   names it. Warnings about the whole module are reported by [`Diagnostics::warn`].
//! * Establishes: the report is the same for every number of threads. Warnings wait in their
//!   function. `Diagnostics` takes them with the function's symbol and sorts by it: the module's
//!   warnings come first, then the functions' in module order.
//! * Cost: none for a function without warnings.

use crate::ir::entity::SymbolId;
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A location in the source program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SourceLocation {
    /// The file, as debug information names it.
    pub file: String,
    /// The line, counted from one; zero if unknown.
    pub line: u32,
    /// The column, counted from one; zero if unknown.
    pub column: u32,
}

impl From<(&str, u32, u32)> for SourceLocation {
    fn from((file, line, column): (&str, u32, u32)) -> Self {
        SourceLocation { file: file.to_owned(), line, column }
    }
}

impl fmt::Display for SourceLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:", self.file, self.line)?;
        if self.column == 0 { Ok(()) } else { write!(f, "{}:", self.column) }
    }
}

/// A warning for the user.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Warning {
    /// The function; empty for a warning about the module.
    pub function: String,
    /// The instruction, as IR or MIR prints it; empty if the warning is about none.
    pub instruction: String,
    /// Its location in the source program, if known.
    pub location: Option<SourceLocation>,
    /// The message. Warnings with the same message are reported once.
    pub message: String,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(location) = &self.location {
            write!(f, "{location} ")?;
        }
        if !self.function.is_empty() {
            write!(f, "in function '{}': ", self.function)?;
        }
        f.write_str(&self.message)?;
        if !self.instruction.is_empty() {
            write!(f, ": {}", self.instruction.trim())?;
        }
        Ok(())
    }
}

/// The kind of a remark.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RemarkKind {
    /// A missed optimization.
    Missed,
    /// The result of an analysis.
    Analysis,
}

/// One remark.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Remark {
    /// Its kind.
    pub kind: RemarkKind,
    /// The name of the pass.
    pub pass: &'static str,
    /// The name of the remark.
    pub name: &'static str,
    /// The function.
    pub function: String,
    /// The location in the source program.
    pub location: Option<SourceLocation>,
    /// Its text in fragments, each with its key.
    pub arguments: Vec<(String, String)>,
}

/// The first of all warnings with one message, and their number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// The first in module order.
    pub first: Warning,
    /// The number of warnings, the first included.
    pub count: usize,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.first)?;
        match self.count {
            1 => Ok(()),
            count => write!(f, " (and {} more)", count - 1),
        }
    }
}

/// The warnings of one module, from any thread.
#[derive(Debug, Default)]
pub struct Diagnostics {
    /// By the function's symbol; `None` for the module's own.
    warnings: Mutex<BTreeMap<Option<SymbolId>, Vec<Warning>>>,
}

impl Diagnostics {
    /// Adds a warning about the module. Only one thread may do so, so that the order is
    /// deterministic.
    pub fn warn(&self, message: impl Into<String>) {
        let warning = Warning { message: message.into(), ..Warning::default() };
        self.lock().entry(None).or_default().push(warning);
    }

    /// Takes a function's warnings, after those taken before.
    pub fn take_from(&self, function: SymbolId, warnings: &mut Vec<Warning>) {
        if !warnings.is_empty() {
            self.lock().entry(Some(function)).or_default().append(warnings);
        }
    }

    /// Removes all warnings.
    pub fn clear(&self) {
        self.lock().clear();
    }

    /// Returns each message once, in module order, and removes all warnings.
    pub fn take_reports(&self) -> Vec<Report> {
        let warnings = std::mem::take(&mut *self.lock());
        let mut reports: Vec<Report> = Vec::new();
        let mut known: HashMap<String, usize> = HashMap::new();
        for first in warnings.into_values().flatten() {
            match known.get(&first.message) {
                Some(&n) => reports[n].count += 1,
                None => {
                    known.insert(first.message.clone(), reports.len());
                    reports.push(Report { first, count: 1 });
                }
            }
        }
        reports
    }

    /// Locks the warnings. A thread that panicked has left them consistent.
    fn lock(&self) -> MutexGuard<'_, BTreeMap<Option<SymbolId>, Vec<Warning>>> {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::entity::SubtargetId;
    use crate::ir::mir::MachineFunction;

    fn function(number: usize, messages: &[&str]) -> MachineFunction {
        let mut mf = MachineFunction::new(SymbolId::new(number), format!("f{number}"), SubtargetId::new(0));
        let warning = |message: &&str| Warning {
            function: mf.name.clone(),
            message: (*message).to_owned(),
            ..Warning::default()
        };
        let warnings: Vec<Warning> = messages.iter().map(warning).collect();
        mf.warnings = warnings;
        mf
    }

    /// Takes the warnings of a function.
    fn take(diagnostics: &Diagnostics, mut mf: MachineFunction) {
        diagnostics.take_from(mf.symbol, &mut mf.warnings);
    }

    #[test]
    fn reports_are_in_module_order_and_count_what_is_said_again() {
        let diagnostics = Diagnostics::default();
        take(&diagnostics, function(7, &["b", "a"]));
        take(&diagnostics, function(2, &["a"]));
        diagnostics.warn("m");
        take(&diagnostics, function(2, &["a"]));
        let lines: Vec<String> = diagnostics.take_reports().iter().map(ToString::to_string).collect();
        assert_eq!(lines, ["m", "in function 'f2': a (and 2 more)", "in function 'f7': b"]);
        assert!(diagnostics.take_reports().is_empty());
    }

    #[test]
    fn location_function_and_instruction_are_named() {
        let location = Some(SourceLocation { file: "a.c".into(), line: 3, column: 5 });
        let instruction = "  ret void".into();
        let warning = Warning { function: "f".into(), instruction, location, message: "odd".into() };
        assert_eq!(warning.to_string(), "a.c:3:5: in function 'f': odd: ret void");
    }
}
