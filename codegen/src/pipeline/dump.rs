//! Prints a function before and after passes.
//!
//! A dump is a MIR document between comments in LLVM's form, by which tools split such output.

use super::config::PassConfig;
use super::context::PassContext;
use super::names;
use super::options::{ChangeForm, Printing};
use super::passes::Pass;
use crate::ir::mir::{MachineFunction, Properties};
use crate::mir_text;
use similar::{ChangeTag, TextDiff};

/// The output of one function's dumps, and the last printed state.
pub(super) struct Dumper<'a> {
    printing: Option<&'a Printing>,
    config: &'a PassConfig,
    /// The function as of the last check, for `-print-changed`.
    last: Option<String>,
    sink: &'a mut dyn FnMut(&str),
}

/// Properties by the names that dumps have for them.
const PROPERTIES: &[(Properties, &str)] = &[
    (Properties::IS_SSA, "IsSSA"),
    (Properties::NO_PHIS, "NoPHIs"),
    (Properties::TRACKS_LIVENESS, "TracksLiveness"),
    (Properties::NO_VREGS, "NoVRegs"),
    (Properties::FAILED_ISEL, "FailedISel"),
    (Properties::LEGALIZED, "Legalized"),
    (Properties::REG_BANK_SELECTED, "RegBankSelected"),
    (Properties::SELECTED, "Selected"),
];

impl<'a> Dumper<'a> {
    /// Returns a dumper for a function with this name.
    pub(super) fn new(
        printing: &'a Printing,
        config: &'a PassConfig,
        function: &str,
        sink: &'a mut dyn FnMut(&str),
    ) -> Dumper<'a> {
        Dumper { printing: printing.prints(function).then_some(printing), config, last: None, sink }
    }

    /// Prints the function as it was read or translated. `translated` is true if it comes from the
    /// IRTranslator.
    pub(super) fn first(&mut self, mf: &MachineFunction, cx: &PassContext<'_>, translated: bool) {
        let Some(printing) = self.printing else { return };
        if translated {
            return self.dump_after(mf, cx, names::TRANSLATOR, names::TRANSLATOR_TITLE);
        }
        if printing.changed.is_some() {
            self.last = Some(text(mf, cx));
        }
    }

    /// Prints a line unconditionally.
    pub(super) fn say(&mut self, line: &str) {
        (self.sink)(line);
    }

    /// Prints the function before a pass, if that is enabled.
    pub(super) fn before(&mut self, mf: &MachineFunction, cx: &PassContext<'_>, pass: &Pass) {
        let Some(printing) = self.printing else { return };
        if printing.before_all
            || printing.before.iter().any(|name| self.config.selects(name, pass.name, true))
        {
            let head = format!("# *** IR Dump Before {} ({}) ***:\n", pass.title, pass.name);
            (self.sink)(&(head + &text(mf, cx)));
        }
    }

    /// Prints the function after a pass, if that is enabled.
    pub(super) fn after(&mut self, mf: &MachineFunction, cx: &PassContext<'_>, pass: &Pass) {
        self.dump_after(mf, cx, pass.name, pass.title);
    }

    fn dump_after(&mut self, mf: &MachineFunction, cx: &PassContext<'_>, name: &str, title: &str) {
        let Some(printing) = self.printing else { return };
        let asked = printing.after.iter().any(|asked| self.config.selects(asked, name, false))
            || printing.before.iter().any(|asked| self.config.is_position_after(asked, name));
        if printing.after_all || asked {
            let head = format!("# *** IR Dump After {title} ({name}) ***:\n");
            (self.sink)(&(head + &text(mf, cx)));
        }
        let Some(changed) = printing.changed else { return };
        let now = text(mf, cx);
        let head = format!("*** IR Dump After {title} ({name}) on {}", mf.name);
        if self.last.as_ref() != Some(&now) {
            let before = self.last.as_deref().unwrap_or_default();
            let shown = match changed.form {
                ChangeForm::Whole => &now,
                ChangeForm::Diff => &diff(before, &now, PLAIN),
                ChangeForm::ColoredDiff => &diff(before, &now, COLORED),
            };
            (self.sink)(&format!("{head} ***\n{shown}"));
            self.last = Some(now);
        } else if changed.verbose {
            (self.sink)(&format!("{head} omitted because no change ***\n"));
        }
    }
}

/// The text before and after a removed line, and a new line.
type Marks = [(&'static str, &'static str); 2];

const PLAIN: Marks = [("-", ""), ("+", "")];
/// Red and green.
const COLORED: Marks = [("\x1b[31m-", "\x1b[0m"), ("\x1b[32m+", "\x1b[0m")];

/// Returns all lines of both texts, with marks on removed and new ones.
fn diff(before: &str, now: &str, [removed, new]: Marks) -> String {
    let mut shown = String::new();
    for change in TextDiff::from_lines(before, now).iter_all_changes() {
        let (mark, end) = match change.tag() {
            ChangeTag::Equal => (" ", ""),
            ChangeTag::Delete => removed,
            ChangeTag::Insert => new,
        };
        let line = change.value().trim_end_matches('\n');
        shown.extend([mark, line, end, "\n"]);
    }
    shown
}

/// Returns the names of properties, as dumps list them.
pub(super) fn property_names(held: Properties) -> String {
    let held = PROPERTIES.iter().filter(|(property, _)| held.contains(*property));
    held.map(|(_, name)| *name).collect::<Vec<_>>().join(", ")
}

fn text(mf: &MachineFunction, cx: &PassContext<'_>) -> String {
    let (name, held) = (&mf.name, property_names(mf.properties));
    let document = mir_text::function_to_string(mf, cx.target, Some(cx.module));
    format!(
        "# Machine code for function {name}: {held}\n{document}\n# End machine code for function {name}.\n\n"
    )
}
