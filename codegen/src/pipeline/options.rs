//! What the command line says about passes: where to begin and stop, what to print.

use super::config::PassConfig;
use super::passes::Pass;
use super::{Fuel, NO_PASS, OptBisect, OptLevel, RuleConfig, TRANSLATOR, TRANSLATOR_TITLE};
use crate::isel::regbankselect;
use crate::regalloc::Allocator;
use crate::support::coverage::Coverage;
use crate::support::record::Record;
use crate::support::statistics::Statistics;
use crate::support::timing::PassTimes;
use crate::target::Target;
use std::ops::Range;
use std::sync::Arc;

/// Which passes are run, and what is made known on the way.
#[derive(Clone, Debug, Default)]
pub struct PipelineOptions {
    /// The level.
    pub level: OptLevel,
    /// Verify after each pass.
    pub verify: bool,
    /// Write the function as MIR after each pass, and continue with what is read from that.
    pub verify_mir: bool,
    /// Go no further than after this pass.
    pub stop_after: Option<String>,
    /// Do not run this pass and those after it.
    pub stop_before: Option<String>,
    /// Begin after this pass.
    pub start_after: Option<String>,
    /// Begin with this pass.
    pub start_before: Option<String>,
    /// Run these passes only, in this order, whatever their levels.
    pub run_pass: Vec<String>,
    /// What is printed.
    pub print: Printing,
    /// How banks are chosen, if not as the level says.
    pub bank_mode: Option<regbankselect::Mode>,
    /// Which register allocator is run, if not the level's.
    pub allocator: Option<Allocator>,
    /// Where the passes' times are counted, if they are.
    pub times: Option<Arc<PassTimes>>,
    /// Where is counted what passes make, if it is.
    pub statistics: Option<Arc<Statistics>>,
    /// True if passes say of functions what there is to say.
    pub remarks: bool,
    /// Passes, of those that a level has, that are not run.
    pub left_out: Vec<&'static str>,
    /// Combiner and selection rules that are switched off.
    pub disabled_rules: Vec<String>,
    /// How many steps the combiner may take, if not all.
    pub fuel: Option<Arc<Fuel>>,
    /// Which optional passes are run, if not all.
    pub bisect: Option<Arc<OptBisect>>,
    /// Where is recorded which rules ran, if it is.
    pub coverage: Option<Arc<Coverage>>,
    /// Where is recorded what was done to which instruction, if it is. Requires one worker.
    pub record: Option<Arc<Record>>,
}

/// Functions that are printed, and where.
#[derive(Clone, Debug, Default)]
pub struct Printing {
    /// Before these passes.
    pub before: Vec<String>,
    /// Before every pass.
    pub before_all: bool,
    /// After these passes.
    pub after: Vec<String>,
    /// After every pass.
    pub after_all: bool,
    /// After passes that changed something.
    pub changed: Option<Changed>,
    /// Only functions of these names; `*` or no name at all: every function.
    pub functions: Vec<String>,
}

/// `-print-changed`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Changed {
    /// True if passes that changed nothing are named.
    pub verbose: bool,
    /// How what has changed is shown.
    pub form: ChangeForm,
}

/// How a changed function is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChangeForm {
    /// As it is now.
    Whole,
    /// All lines, those that were removed after `-`, new ones after `+`.
    Diff,
    /// So, with colours of a terminal.
    ColoredDiff,
}

impl Printing {
    /// Returns true if anything may be printed.
    pub fn is_on(&self) -> bool {
        self.before_all
            || self.after_all
            || self.changed.is_some()
            || !self.before.is_empty()
            || !self.after.is_empty()
    }

    /// Returns true if a function of this name is printed.
    pub fn prints(&self, function: &str) -> bool {
        self.is_on()
            && (self.functions.is_empty() || self.functions.iter().any(|f| f == "*" || f == function))
    }
}

/// What `-debug-pass` prints.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DebugPass {
    /// The names of passes in one line.
    Arguments,
    /// This, and their titles one below the other.
    Structure,
}

impl PipelineOptions {
    /// Errors: a name that is none of the target's passes, or an end that is before the beginning.
    pub fn check_names(&self, config: &PassConfig) -> Result<(), String> {
        let given = [&self.stop_after, &self.stop_before, &self.start_after, &self.start_before];
        let printed = self.print.before.iter().chain(&self.print.after);
        given
            .into_iter()
            .flatten()
            .chain(&self.run_pass)
            .chain(printed)
            .try_for_each(|name| config.check(name))?;
        if self.stop_before.as_deref() == Some(TRANSLATOR) {
            return Err(format!("there is nothing to stop at before {TRANSLATOR}"));
        }
        let Range { start, end } = self.range(config);
        let from = self.start_after.as_ref().or(self.start_before.as_ref());
        let to = self.stop_after.as_ref().or(self.stop_before.as_ref());
        match (from, to) {
            (Some(from), Some(to)) if start > end => {
                Err(format!("compilation cannot start at {from} and stop at {to}, which comes first"))
            }
            _ => Ok(()),
        }
    }

    /// How a target's rules are run.
    ///
    /// Errors: the name of a rule that the target does not have.
    pub fn rule_config(&self, target: &dyn Target) -> Result<RuleConfig, String> {
        RuleConfig::new(
            target,
            &self.disabled_rules,
            self.fuel.clone(),
            self.coverage.clone(),
            self.record.clone(),
        )
    }

    /// Returns true if MIR is written instead of code.
    pub fn writes_mir(&self) -> bool {
        self.stop_after.is_some() || self.stop_before.is_some() || !self.run_pass.is_empty()
    }

    /// Returns true if passes begin with the first.
    pub(super) fn begins_first(&self, config: &PassConfig) -> bool {
        self.range(config).start == 0 && self.start_after.is_none() && self.run_pass.is_empty()
    }

    /// Returns the positions of the passes between beginning and end.
    fn range(&self, config: &PassConfig) -> Range<usize> {
        let place = |name: &Option<String>| name.as_deref().and_then(|name| config.range(name));
        let start = place(&self.start_after).map(|p| p.end).or(place(&self.start_before).map(|p| p.start));
        let end = place(&self.stop_after).map(|p| p.end).or(place(&self.stop_before).map(|p| p.start));
        start.unwrap_or(0)..end.unwrap_or(config.passes.len())
    }

    /// Returns the passes that a function of this level gets.
    pub(super) fn passes(&self, config: &PassConfig, level: OptLevel) -> Vec<&'static Pass> {
        let at_level = |pass: &Pass| pass.runs.at(level, self.allocator);
        let is_left_out = |pass: &Pass| self.left_out.contains(&pass.name);
        if !self.run_pass.is_empty() {
            let named = self.run_pass.iter().filter(|name| *name != NO_PASS);
            return named.flat_map(|name| config.to_run(name, at_level)).collect();
        }
        // Where the end comes before the start, there is no pass between them.
        let between = config.passes.get(self.range(config)).unwrap_or(&[]);
        between.iter().copied().filter(|pass| at_level(pass) && !is_left_out(pass)).collect()
    }

    /// Returns the passes as `-debug-pass` lists them. `from_ir`: functions are translated first.
    pub fn describe(&self, config: &PassConfig, what: DebugPass, from_ir: bool) -> String {
        let passes = self.passes(config, self.level);
        let last = if self.writes_mir() {
            ("mir-printer", "MIR Printing Pass")
        } else {
            ("asm-printer", "Assembly Printer")
        };
        let first = from_ir.then_some((TRANSLATOR, TRANSLATOR_TITLE));
        let listed = passes.iter().map(|pass| (pass.name, pass.title));
        let all: Vec<(&str, &str)> = first.into_iter().chain(listed).chain([last]).collect();
        let names: String = all.iter().map(|(name, _)| format!(" -{name}")).collect();
        let mut text = format!("Pass Arguments: {names}\n");
        if what == DebugPass::Structure {
            text += "  ModulePass Manager\n    FunctionPass Manager\n";
            all.iter().for_each(|(_, title)| text += &format!("      {title}\n"));
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(options: &PipelineOptions, level: OptLevel) -> Vec<&'static str> {
        let config = PassConfig::unchanged();
        options.check_names(config).expect("good options");
        options.passes(config, level).iter().map(|pass| pass.name).collect()
    }

    #[test]
    fn passes_lie_between_start_and_stop() {
        let some = |name: &str| Some(name.to_owned());
        let options = PipelineOptions {
            start_after: some("legalizer"),
            stop_before: some("finalize-isel"),
            ..PipelineOptions::default()
        };
        assert_eq!(names(&options, OptLevel::O0), ["regbankselect", "instruction-select"]);
        let options = PipelineOptions {
            start_before: some("finalize-isel"),
            stop_after: some("greedy"),
            ..PipelineOptions::default()
        };
        assert_eq!(names(&options, OptLevel::O0), ["linearscan"]);
        assert_eq!(names(&options, OptLevel::O2).last(), Some(&"greedy"));
        let options = PipelineOptions { stop_before: some("regallocfast"), ..options };
        assert_eq!(names(&PipelineOptions { stop_after: None, ..options }, OptLevel::O0), [""; 0]);
        for (allocator, name) in [(Allocator::LinearScan, "linearscan"), (Allocator::Greedy, "greedy")] {
            let options = PipelineOptions {
                allocator: Some(allocator),
                stop_after: some("regallocfast"),
                ..PipelineOptions::default()
            };
            for level in [OptLevel::O0, OptLevel::O1, OptLevel::O2, OptLevel::O3] {
                assert_eq!(names(&options, level).last(), Some(&name));
            }
        }
        let options = PipelineOptions {
            run_pass: vec!["machine-cse".into(), "none".into(), "legalizer".into()],
            ..PipelineOptions::default()
        };
        assert_eq!(names(&options, OptLevel::O0), ["machine-cse", "legalizer"]);
    }

    #[test]
    fn passes_are_left_out() {
        let options = PipelineOptions { left_out: vec!["machine-cse", "none"], ..PipelineOptions::default() };
        let mut all = names(&PipelineOptions::default(), OptLevel::O2);
        all.retain(|name| *name != "machine-cse");
        assert_eq!(names(&options, OptLevel::O2), all);
        let named = PipelineOptions { run_pass: vec!["machine-cse".into()], ..options };
        assert_eq!(names(&named, OptLevel::O2), ["machine-cse"]);
    }

    #[test]
    fn an_end_in_front_of_the_beginning_is_an_error() {
        let options = |start: &str, stop: &str| PipelineOptions {
            start_before: Some(start.into()),
            stop_after: Some(stop.into()),
            ..PipelineOptions::default()
        };
        let config = PassConfig::unchanged();
        assert!(options("legalizer", "legalizer").check_names(config).is_ok());
        let message = options("regbankselect", "irtranslator").check_names(config).unwrap_err();
        assert!(message.contains("start at regbankselect and stop at irtranslator"), "{message}");
    }
}
