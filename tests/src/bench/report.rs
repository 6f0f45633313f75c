//! The printed report: wrong programs first, then a table for each target, worst first.

use super::comparison::{Measured, Outcome};
use super::hottest::hottest;
use crate::target::Target;
use crate::{Result, measure};
use std::fmt::Write;

/// A ratio above this is counted.
const LIMIT: f64 = 1.05;

/// The figures of all programs, as text.
#[derive(Debug, Clone)]
pub struct Report {
    /// The number of programs with wrong output.
    pub wrong: usize,
    /// The text to print.
    pub text: String,
}

impl Report {
    /// Writes the report of all targets, below a title; `shown` is the number of programs whose
    /// hottest code is shown.
    ///
    /// # Errors
    /// A tool fails.
    pub(super) fn new(
        title: &str,
        targets: [(Target, Vec<(String, Outcome)>); 2],
        shown: usize,
    ) -> Result<Report> {
        let mut report = Report { wrong: 0, text: String::new() };
        report.line(title);
        for (target, outcomes) in &targets {
            report.print_wrong(*target, outcomes);
        }
        for (target, outcomes) in &targets {
            report.print_target(*target, outcomes, shown)?;
        }
        Ok(report)
    }

    /// Adds a line. Writing to a string does not fail.
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{line}");
    }

    fn print_wrong(&mut self, target: Target, outcomes: &[(String, Outcome)]) {
        let arch = target.arch();
        for (name, outcome) in outcomes {
            match outcome {
                Outcome::Wrong(difference) => {
                    self.wrong += 1;
                    self.line(&format!("WRONG: {name} ({arch}): {difference}"));
                }
                Outcome::Measured(Measured { rounding: Some(difference), .. }) => {
                    self.line(&format!("rounded otherwise: {name} ({arch}): {difference}"));
                }
                Outcome::Measured(_) | Outcome::LeftOut(_) => {}
            }
        }
    }

    fn print_target(&mut self, target: Target, outcomes: &[(String, Outcome)], shown: usize) -> Result<()> {
        let mut programs: Vec<(&str, &Measured)> = Vec::new();
        for (name, outcome) in outcomes {
            match outcome {
                Outcome::Measured(measured) => programs.push((name, measured)),
                Outcome::LeftOut(reason) => {
                    self.line(&format!("left out: {name} ({}): {reason}", target.arch()));
                }
                Outcome::Wrong(_) => {}
            }
        }
        programs.sort_by(|(_, a), (_, b)| b.ratio().total_cmp(&a.ratio()));
        if programs.is_empty() {
            return Ok(());
        }
        self.print_table(target, &programs);
        for (name, program) in programs.iter().take(shown) {
            self.line(&format!("\n{name} ({}), executed {:.3}:", target.arch(), program.ratio()));
            self.text += &hottest(program)?;
        }
        self.line("");
        Ok(())
    }

    fn print_table(&mut self, target: Target, programs: &[(&str, &Measured)]) {
        self.line(&format!(
            "\n| {} | executed | instructions of llc's | .text | spills and reloads | moves between banks | \
             cycles |",
            target.arch()
        ));
        self.line("| --- | --- | --- | --- | --- | --- | --- |");
        for (name, program) in programs {
            let cycles =
                program.cycles.map_or_else(String::new, |[ours, theirs]| format!("{:.3}", ours / theirs));
            self.line(&format!(
                "| {name} | {:.3} | {} | {:.3} | {} | {} | {cycles} |",
                program.ratio(),
                program.executed[1],
                quotient(program.text),
                pair(program.spills),
                pair(program.moves),
            ));
        }
        let executed: Vec<f64> = programs.iter().map(|(_, program)| program.ratio()).collect();
        let text: Vec<f64> = programs.iter().map(|(_, program)| quotient(program.text)).collect();
        let sum = |of: fn(&Measured) -> [usize; 2]| {
            pair([0, 1].map(|n| programs.iter().map(|(_, program)| of(program)[n]).sum()))
        };
        let cycles: Vec<f64> =
            programs.iter().filter_map(|(_, p)| p.cycles).map(|[ours, theirs]| ours / theirs).collect();
        let mean_of_cycles = match cycles[..] {
            [] => String::new(),
            _ => format!("{:.3}", geometric_mean(&cycles)),
        };
        self.line(&format!(
            "| geometric mean | {:.3} | | {:.3} | {} | {} | {mean_of_cycles} |",
            geometric_mean(&executed),
            geometric_mean(&text),
            sum(|program| program.spills),
            sum(|program| program.moves),
        ));
        let above = |ratios: &[f64]| ratios.iter().filter(|&&ratio| ratio > LIMIT).count();
        let worst = |ratios: &[f64]| ratios.iter().copied().fold(f64::NAN, f64::max);
        self.line(&format!(
            "| median | {:.3} | | {:.3} | | | |",
            measure::median(executed.clone()),
            measure::median(text.clone()),
        ));
        let all = programs.len();
        self.line(&format!(
            "| above {LIMIT} | {} of {all} | | {} of {all} | | | |",
            above(&executed),
            above(&text),
        ));
        self.line(&format!("| worst | {:.3} | | {:.3} | | | |", worst(&executed), worst(&text)));
    }
}

fn quotient([ours, theirs]: [u64; 2]) -> f64 {
    ours as f64 / theirs.max(1) as f64
}

/// Formats the counts of both sides.
fn pair([ours, theirs]: [usize; 2]) -> String {
    format!("{ours} : {theirs}")
}

fn geometric_mean(ratios: &[f64]) -> f64 {
    (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp()
}

#[cfg(test)]
mod tests {
    use super::geometric_mean;

    #[test]
    fn means() {
        assert!((geometric_mean(&[2.0, 0.5]) - 1.0).abs() < 1e-9);
        assert!((geometric_mean(&[4.0, 9.0]) - 6.0).abs() < 1e-9);
    }
}
