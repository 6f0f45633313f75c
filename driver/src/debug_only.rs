//! `-debug-only`: the steps of passes, one per line on standard error. Source: LLVM's `LLVM_DEBUG`,
//! in builds with assertions.
//!
//! The steps of a function are printed once it is compiled, or has failed.

use crate::coverage;
use gisel_codegen::isel::record::{Allocation, Record, Step};
use gisel_codegen::support::coverage::RuleKind;
use gisel_codegen::target::Target;
use std::collections::HashMap;
use std::fmt::Write;
use std::sync::{Arc, Mutex, PoisonError};

/// The traced passes, by LLVM's name (`DEBUG_TYPE`).
const TYPES: [(&str, Traced); 4] = [
    ("gi-combiner", Traced::Rules(RuleKind::Combine)),
    ("legalizer", Traced::Rules(RuleKind::Legalizer)),
    ("instruction-select", Traced::Rules(RuleKind::Select)),
    ("regalloc", Traced::Allocation),
];

/// The kind of traced steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Traced {
    Rules(RuleKind),
    Allocation,
}

/// The names of a target's rules, by kind and number.
type RuleNames = HashMap<(&'static str, u32), String>;

/// The traced passes and their record.
#[derive(Debug, Default)]
pub(crate) struct DebugOnly {
    types: Vec<Traced>,
    /// The record to which passes add their steps.
    pub(crate) record: Arc<Record>,
    /// The names of rules by subtarget.
    rules: Mutex<HashMap<u32, Arc<RuleNames>>>,
}

/// Parses the types of `-debug-only`.
///
/// # Errors
/// A type is not traced.
pub(crate) fn parse(list: &str) -> Result<String, String> {
    match list.split(',').find(|name| TYPES.iter().all(|(known, _)| known != name)) {
        Some(name) => {
            let known = TYPES.map(|(name, _)| name).join(", ");
            Err(format!("nothing of '{name}' is traced; there are {known}"))
        }
        None => Ok(list.to_owned()),
    }
}

impl DebugOnly {
    /// Returns the trace for the types that the command line names; none without any.
    pub(crate) fn wanted(lists: &[String], all: bool) -> Option<DebugOnly> {
        let names: Vec<&str> = lists.iter().flat_map(|list| list.split(',')).collect();
        let named = TYPES.iter().filter(|(name, _)| all || names.contains(name)).map(|(_, traced)| *traced);
        let types: Vec<Traced> = named.collect();
        (!types.is_empty()).then(|| DebugOnly { types, ..DebugOnly::default() })
    }

    /// Returns the steps on `function` since the last call; `subtarget` is the number of its
    /// subtarget.
    pub(crate) fn take(&self, function: &str, subtarget: u32, target: &dyn Target) -> String {
        let (steps, allocation) = self.record.take();
        let mut text = String::new();
        let rules = self.rules_of(subtarget, target);
        let mut last = None;
        for step in steps.iter().filter(|step| self.types.contains(&Traced::Rules(step.kind))) {
            if last.replace(step.kind) != Some(step.kind) {
                let _ = writeln!(text, "{} for: {function}", title(step.kind));
            }
            let name = rules.get(&(step.kind.name(), step.number)).map_or("", String::as_str);
            text += &line(step, name);
        }
        if self.types.contains(&Traced::Allocation) && !allocation.intervals.is_empty() {
            text += &assignments(function, &allocation);
        }
        text
    }

    fn rules_of(&self, subtarget: u32, target: &dyn Target) -> Arc<RuleNames> {
        let mut known = self.rules.lock().unwrap_or_else(PoisonError::into_inner);
        let names = known.entry(subtarget).or_insert_with(|| {
            let rules = coverage::rules(target).into_iter();
            Arc::new(rules.map(|(kind, number, name)| ((kind.name(), number), name)).collect())
        });
        Arc::clone(names)
    }
}

/// Returns the heading of a pass's steps.
fn title(kind: RuleKind) -> &'static str {
    match kind {
        RuleKind::Translate => "Translate IR",
        RuleKind::Legalizer => "Legalize Machine IR",
        RuleKind::Select => "Select instructions",
        RuleKind::Combine => "Combine instructions",
    }
}

/// Returns the line of a rule that was applied to an instruction.
fn line(step: &Step, rule: &str) -> String {
    let inst = &step.root.inst;
    match step.kind {
        RuleKind::Legalizer => format!("Legalizing: {inst}\n.. match: {rule}\n"),
        RuleKind::Select => format!("Selecting: {inst}\n  by: {rule}\n"),
        RuleKind::Combine | RuleKind::Translate => format!("Try combining {inst}\n  Applying rule: {rule}\n"),
    }
}

/// Returns the location of each virtual register, or of its split ranges.
fn assignments(function: &str, allocation: &Allocation) -> String {
    let mut text = format!("********** REGISTER ALLOCATION **********\n********** Function: {function}\n");
    for interval in &allocation.intervals {
        let ranges: Vec<String> =
            interval.ranges.iter().map(|(start, end)| format!("[{start},{end})")).collect();
        let (vreg, class, location) = (interval.vreg, interval.class, &interval.location);
        let _ = writeln!(text, "assigning %{vreg}:{class} to {location} {}", ranges.join(" "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_those_that_are_traced() {
        assert_eq!(parse("legalizer,regalloc").as_deref(), Ok("legalizer,regalloc"));
        let why = parse("legalizer,isel").expect_err("refused");
        assert!(why.starts_with("nothing of 'isel' is traced; there are gi-combiner, legalizer,"), "{why}");
        assert!(DebugOnly::wanted(&[], false).is_none());
        let all = DebugOnly::wanted(&[], true).expect("wanted");
        assert_eq!(all.types.len(), TYPES.len());
    }
}
