//! `cargo xtask bench scaling`: the growth of the compiler's time with its input, by pass.
//!
//! Each shape of [`crate::shapes`] is compiled in sizes that are powers of two. The slope of a line
//! fitted to the logarithms of sizes and times is a pass's growth: 1 is linear, and n log n is
//! slightly more. Times are processor times, the minimum of several runs; times too short to be
//! significant are left out. A table shows the growth of time and memory with things of which
//! modules may have a million.

use crate::build::Compiler;
use crate::measure::Tools;
use crate::shapes::{LARGE, LIMITS, SHAPES, Shape};
use crate::target::Target;
use crate::{Result, process, sources};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Sizes in instructions, as powers of two.
const POWERS: std::ops::RangeInclusive<u32> = 12..=20;
/// The minimum significant time, in seconds.
const MIN_SECONDS: f64 = 0.002;
/// The growth of n log n between the sizes above, with a margin for noise and cache overflow.
const STEEPEST: f64 = 1.3;
/// The share of the total at the largest size from which a pass's growth is checked. Smaller shares
/// are noise and cache overflow; quadratic growth exceeds it at that size.
const SHARE: f64 = 0.05;
/// The time limit of each of [`LIMITS`], in seconds.
const LIMIT: f64 = 0.5;

/// The fractions of the largest size at which the growth of [`LARGE`] is measured.
const PARTS: [usize; 4] = [8, 4, 2, 1];

/// Processor times in seconds by pass.
type Times = BTreeMap<String, f64>;

/// Prints the growth of each pass for each shape, and the times of the inputs with a limit; only of
/// those whose names contain one of `only`, if there are any.
///
/// # Errors
/// A compilation fails; or, at the end, the passes that grow too fast and the inputs that take too
/// long.
pub fn scaling(largest: u32, only: &[String]) -> Result<()> {
    let wanted = |name: &str| only.is_empty() || only.iter().any(|word| name.contains(word.as_str()));
    let gisel = Compiler::measured()?;
    let folder = sources::work_folder("scaling")?;
    let mut slow = Vec::new();
    large(&gisel, &folder, &wanted, &mut slow)?;
    println!(
        "growth: exponent of the time of each pass at -O0, and of the whole; in brackets seconds at the largest size"
    );
    for target in Target::ALL {
        for shape in SHAPES.iter().filter(|shape| wanted(shape.name)) {
            let mut points = Vec::new();
            for power in POWERS.take_while(|&power| power <= largest) {
                let text = (shape.make)(1 << power);
                points.push((f64::from(1 << power), least_times(&gisel, target, &text, &folder)?));
            }
            report(target, shape.name, &points, &mut slow);
        }
        for (name, make) in LIMITS.iter().filter(|(name, _)| wanted(name)) {
            let total = total(&least_times(&gisel, target, &make(), &folder)?);
            println!("{} {name}: {total:.3} s", target.arch());
            if total > LIMIT {
                slow.push(format!("{} {name}: {total:.3} s", target.arch()));
            }
        }
    }
    if slow.is_empty() { Ok(()) } else { Err(format!("too slow:\n{}", slow.join("\n"))) }
}

/// Prints the growth of time and memory with large numbers of things, and lists excessive growth.
fn large(gisel: &Path, folder: &Path, wanted: &dyn Fn(&str) -> bool, slow: &mut Vec<String>) -> Result<()> {
    let tools = Tools::new(folder)?;
    println!(
        "| target | number | of | seconds | growth | MiB | growth |\n| --- | --- | --- | --- | --- | --- | --- |"
    );
    for target in Target::ALL {
        for (Shape { name, make }, largest) in LARGE.iter().filter(|(shape, _)| wanted(shape.name)) {
            let (mut seconds, mut memory) = (Vec::new(), Vec::new());
            for size in PARTS.map(|part| largest / part) {
                let bitcode = bitcode(target, &make(size), folder)?;
                let peak = tools.peak(&compile(gisel, target, &bitcode), &folder.join("peak.number"))?;
                seconds.push((size as f64, total(&times(gisel, target, &bitcode)?)));
                memory.push((size as f64, peak as f64 / 1024.0));
            }
            let last = |points: &[(f64, f64)]| points.last().map_or(0.0, |&(_, value)| value);
            let [time, room] = [&seconds, &memory].map(|of| growth(of.iter().copied()).unwrap_or(0.0));
            println!(
                "| {} | {largest} | {name} | {:.2} | {time:.2} | {:.0} | {room:.2} |",
                target.arch(),
                last(&seconds),
                last(&memory),
            );
            for (what, growth) in [("time", time), ("memory", room)].into_iter().filter(|of| of.1 > STEEPEST)
            {
                slow.push(format!("{} {name}: {what} grows by the power of {growth:.2}", target.arch()));
            }
        }
    }
    println!();
    Ok(())
}

fn total(times: &Times) -> f64 {
    times.values().sum()
}

/// Writes a module as bitcode.
fn bitcode(target: Target, text: &str, folder: &Path) -> Result<PathBuf> {
    let source = folder.join("shape.ll");
    let bitcode = folder.join("shape.bc");
    fs::write(&source, text).map_err(|e| format!("{}: {e}", source.display()))?;
    // Value names take a third of the parse time, and clang emits none. The triple determines the
    // omitted alignments.
    let mut opt = Command::new("opt-22");
    opt.args(["-passes=strip", "-o"]).arg(&bitcode).arg(&source).arg(format!("-mtriple={}", target.triple()));
    process::run(&mut opt)?;
    Ok(bitcode)
}

/// Returns the minimum times of a few runs.
fn least_times(gisel: &Path, target: Target, text: &str, folder: &Path) -> Result<Times> {
    let bitcode = bitcode(target, text, folder)?;
    let mut least = Times::new();
    for run in 0..3 {
        let times = times(gisel, target, &bitcode)?;
        let long = total(&times) > 1.0;
        for (pass, time) in times {
            let known = least.entry(pass).or_insert(time);
            *known = known.min(time);
        }
        if long && run == 1 {
            break;
        }
    }
    Ok(least)
}

fn compile(gisel: &Path, target: Target, bitcode: &Path) -> Command {
    let mut command = Command::new(gisel);
    command.args(["-O0", "-j1", "-disable-verify", "-filetype=obj", "-o", "/dev/null"]);
    command.arg(format!("-mtriple={}", target.triple())).arg(bitcode);
    command
}

/// Parses the report of `-time-passes`.
fn times(gisel: &Path, target: Target, bitcode: &Path) -> Result<Times> {
    let mut command = compile(gisel, target, bitcode);
    command.arg("-time-passes");
    let output = command.output().map_err(|e| format!("{}: {e}", gisel.display()))?;
    let report = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() {
        return Err(format!("{}\n{report}", process::command_line(&command)));
    }
    // The processor time precedes the last number, with shares in parentheses.
    let line = |line: &str| {
        let parts: Vec<&str> = line.split('(').collect();
        let seconds = parts.get(parts.len().checked_sub(3)?)?.split_whitespace().next_back()?.parse().ok()?;
        let name = parts.last()?.split_whitespace().next_back()?;
        (name != "Total").then(|| (name.to_owned(), seconds))
    };
    Ok(report.lines().filter_map(line).collect())
}

fn report(target: Target, shape: &str, points: &[(f64, Times)], slow: &mut Vec<String>) {
    let Some((_, last)) = points.last() else { return };
    let mut cells = Vec::new();
    for pass in last.keys() {
        let of_pass = points.iter().filter_map(|(size, times)| Some((*size, *times.get(pass)?)));
        let Some(growth) = growth(of_pass) else { continue };
        cells.push(format!("{pass} {growth:.2} ({:.3})", last[pass]));
        if growth > STEEPEST && last[pass] > SHARE * total(last) && pass != "parse" {
            slow.push(format!("{} {shape}: {pass} grows by the power of {growth:.2}", target.arch()));
        }
    }
    let whole = growth(points.iter().map(|(size, times)| (*size, total(times)))).unwrap_or(0.0);
    println!("{} {shape}: all {whole:.2} ({:.3}), {}", target.arch(), total(last), cells.join(", "));
}

/// Returns the slope of the least-squares line through the logarithms of the significant times; at
/// least three points.
fn growth(points: impl Iterator<Item = (f64, f64)>) -> Option<f64> {
    let logs: Vec<(f64, f64)> =
        points.filter(|&(_, t)| t >= MIN_SECONDS).map(|(n, t)| (n.ln(), t.ln())).collect();
    if logs.len() < 3 {
        return None;
    }
    let count = logs.len() as f64;
    let mean = |f: fn(&(f64, f64)) -> f64| logs.iter().map(f).sum::<f64>() / count;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let covariance: f64 = logs.iter().map(|p| (p.0 - x) * (p.1 - y)).sum();
    let variance: f64 = logs.iter().map(|p| (p.0 - x) * (p.0 - x)).sum();
    Some(covariance / variance)
}

#[cfg(test)]
mod tests {
    use super::growth;

    #[test]
    fn growth_is_the_exponent() {
        let of =
            |power: i32| growth((4..10).map(|k| (f64::from(1 << k), 0.01 * f64::from(1 << k).powi(power))));
        assert!((of(1).unwrap() - 1.0).abs() < 1e-9);
        assert!((of(2).unwrap() - 2.0).abs() < 1e-9);
        assert!(growth([(1.0, 1.0), (2.0, 2.0)].into_iter()).is_none());
    }
}
