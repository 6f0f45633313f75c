//! The command line's options for passes: start and end, and what to print.

use super::config::PassConfig;
use super::names::{NO_PASS, TRANSLATOR, TRANSLATOR_TITLE};
use super::opt_bisect::OptBisect;
use super::opt_level::OptLevel;
use super::passes::Pass;
use crate::isel::record::Record;
use crate::isel::regbankselect;
use crate::isel::rule_config::current_name;
use crate::isel::rule_config::{Fuel, RuleConfig};
use crate::regalloc::Allocator;
use crate::support::coverage::Coverage;
use crate::support::statistics::Statistics;
use crate::support::timing::PassTimes;
use crate::target::Target;
use std::ops::Range;
use std::sync::Arc;

/// The passes to run, and the output on the way.
#[derive(Clone, Debug, Default)]
pub struct PipelineOptions {
    /// The optimization level.
    pub level: OptLevel,
    /// True if the function is verified after each pass.
    pub verify: bool,
    /// True if the function is written as MIR after each pass, read back, and continued from there.
    pub verify_mir: bool,
    /// The last pass to run.
    pub stop_after: Option<String>,
    /// The first pass not to run.
    pub stop_before: Option<String>,
    /// The pass after which to start.
    pub start_after: Option<String>,
    /// The first pass to run.
    pub start_before: Option<String>,
    /// The only passes to run, in this order, whatever their levels.
    pub run_pass: Vec<String>,
    /// The functions to print.
    pub print: Printing,
    /// The strategy to choose register banks, if not the level's.
    pub bank_mode: Option<regbankselect::Mode>,
    /// The register allocator, if not the level's.
    pub allocator: Option<Allocator>,
    /// The sums of the passes' times, if they are measured.
    pub times: Option<Arc<PassTimes>>,
    /// The statistics of passes, if they are counted.
    pub statistics: Option<Arc<Statistics>>,
    /// True if passes emit remarks.
    pub remarks: bool,
    /// Passes to skip.
    pub left_out: Vec<&'static str>,
    /// Combiner and selection rules to disable.
    pub disabled_rules: Vec<String>,
    /// The limit of combiner steps, if there is one.
    pub fuel: Option<Arc<Fuel>>,
    /// The bisection of optional passes, if enabled.
    pub bisect: Option<Arc<OptBisect>>,
    /// The coverage of rules, if it is recorded.
    pub coverage: Option<Arc<Coverage>>,
    /// The record of rules applied to instructions, if it is kept. Requires one worker.
    pub record: Option<Arc<Record>>,
}

/// The functions to print, and the points at which to print them.
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
    /// The names of the functions to print; `*` or an empty list selects every function.
    pub functions: Vec<String>,
}

/// `-print-changed`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Changed {
    /// True if passes that changed nothing are listed.
    pub verbose: bool,
    /// The form of the output.
    pub form: ChangeForm,
}

/// The form in which a changed function is printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChangeForm {
    /// The whole function.
    Whole,
    /// A diff of all lines: removed ones after `-`, new ones after `+`.
    Diff,
    /// A diff with terminal colours.
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
    pub(crate) fn prints(&self, function: &str) -> bool {
        self.is_on()
            && (self.functions.is_empty() || self.functions.iter().any(|f| f == "*" || f == function))
    }
}

/// The output of `-debug-pass`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DebugPass {
    /// The names of passes in one line.
    Arguments,
    /// The line, and their titles one below the other.
    Structure,
}

impl PipelineOptions {
    /// Checks the names of passes.
    ///
    /// Errors: a name that is none of the target's passes, or an end before the start.
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

    /// Returns a warning for each disabled rule that is named by its former name.
    pub fn renamed_rules(&self) -> impl Iterator<Item = String> {
        let renamed = self.disabled_rules.iter().filter_map(|name| Some((name, current_name(name)?)));
        renamed.map(|(name, current)| format!("the rule '{name}' is now called '{current}'"))
    }

    /// Returns the rule configuration of a target.
    ///
    /// Errors: the name of a rule that the target lacks.
    pub fn rule_config(&self, target: &dyn Target) -> Result<RuleConfig, String> {
        let combiner_rules: Vec<_> = target.combiner().names().collect();
        RuleConfig::new(
            target.name(),
            [target.selector().rules(), &combiner_rules],
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

    /// Returns true if the pipeline starts with the first pass.
    pub(super) fn begins_first(&self, config: &PassConfig) -> bool {
        self.range(config).start == 0 && self.start_after.is_none() && self.run_pass.is_empty()
    }

    /// Returns the positions of the passes between start and end.
    fn range(&self, config: &PassConfig) -> Range<usize> {
        let place = |name: &Option<String>| name.as_deref().and_then(|name| config.range(name));
        let start = place(&self.start_after).map(|p| p.end).or(place(&self.start_before).map(|p| p.start));
        let end = place(&self.stop_after).map(|p| p.end).or(place(&self.stop_before).map(|p| p.start));
        start.unwrap_or(0)..end.unwrap_or(config.passes.len())
    }

    /// Returns the passes that run for a function of this level.
    pub(super) fn passes(&self, config: &PassConfig, level: OptLevel) -> Vec<&'static Pass> {
        let at_level = |pass: &Pass| pass.runs.at(level, self.allocator);
        let is_left_out = |pass: &Pass| self.left_out.contains(&pass.name);
        if !self.run_pass.is_empty() {
            let named = self.run_pass.iter().filter(|name| *name != NO_PASS);
            return named.flat_map(|name| config.to_run(name, at_level)).collect();
        }
        // If the end comes before the start, there is no pass between them.
        let between = config.passes.get(self.range(config)).unwrap_or(&[]);
        between.iter().copied().filter(|pass| at_level(pass) && !is_left_out(pass)).collect()
    }

    /// Returns the passes as `-debug-pass` lists them. `from_ir` is true if functions are
    /// translated first.
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
