//! `features.txt` and `cpus.txt`: subtarget features with their implications, and CPUs with their
//! features.
//!
//! Sets of features are transitively closed here, in both directions of implication.

use crate::schedule::Schedule;
use crate::source::{Result, TableError};
use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;

/// The number of 64-bit words in a feature set.
const WORDS: usize = 6;

/// A set of features, by index.
type Set = [u64; WORDS];

struct Feature {
    name: String,
    role: String,
    version: Option<(u32, u32)>,
    implies: Vec<String>,
    description: String,
}

/// A line with its location, for errors.
struct Line<'a> {
    file: &'a Path,
    number: usize,
    text: &'a str,
}

impl Line<'_> {
    fn error<T>(&self, message: impl std::fmt::Display) -> Result<T> {
        Err(TableError(format!("{}:{}: {message}\n  in: {}", self.file.display(), self.number, self.text)))
    }
}

/// Returns the Rust source for a target's `features.rs`, from the tables in `folder`.
pub fn compile(folder: &Path, schedule: &Schedule) -> Result<String> {
    let (features_file, cpus_file) = (folder.join("features.txt"), folder.join("cpus.txt"));
    let (mut reasons, mut features) = (HashMap::new(), Vec::new());
    let text = read(&features_file)?;
    for line in lines(&features_file, &text) {
        match line.text.strip_prefix("reason ").and_then(|rest| rest.split_once(": ")) {
            Some((key, reason)) => drop(reasons.insert(key.to_string(), reason.to_string())),
            None => features.push(feature(&line)?),
        }
    }
    if !features.is_sorted_by(|a, b| a.name < b.name) || features.len() > WORDS * 64 {
        return Err(TableError(format!("{}: features are to be in order", features_file.display())));
    }
    let table = Table { features, reasons };
    let mut out = table.features()?;
    let text = read(&cpus_file)?;
    out += &table.cpus(&lines(&cpus_file, &text).collect::<Vec<_>>(), schedule)?;
    Ok(out)
}

fn read(file: &Path) -> Result<String> {
    std::fs::read_to_string(file).map_err(|e| TableError(format!("{}: {e}", file.display())))
}

fn lines<'a>(file: &'a Path, text: &'a str) -> impl Iterator<Item = Line<'a>> {
    let all = text.lines().enumerate().map(move |(n, text)| Line { file, number: n + 1, text });
    all.filter(|line| !line.text.trim().is_empty() && !line.text.starts_with("//"))
}

/// Splits off the first word.
fn word(text: &str) -> (&str, &str) {
    let text = text.trim_start();
    text.split_once(' ').unwrap_or((text, ""))
}

fn list(text: &str) -> Vec<String> {
    text.split(',').filter(|name| *name != "-" && !name.is_empty()).map(str::to_string).collect()
}

fn feature(line: &Line<'_>) -> Result<Feature> {
    let (name, rest) = word(line.text);
    let (role, rest) = word(rest);
    let (version, rest) = word(rest);
    let (implies, description) = word(rest);
    let version = match version.split_once('.') {
        Some((major, minor)) => match (major.parse(), minor.parse()) {
            (Ok(major), Ok(minor)) => Some((major, minor)),
            _ => return line.error("a version is two numbers"),
        },
        None => None,
    };
    let description = description.trim().to_string();
    if description.is_empty() {
        return line.error("a feature needs a description");
    }
    Ok(Feature {
        name: name.to_string(),
        role: role.to_string(),
        version,
        implies: list(implies),
        description,
    })
}

struct Table {
    features: Vec<Feature>,
    reasons: HashMap<String, String>,
}

impl Table {
    fn number(&self, name: &str) -> Result<usize> {
        let found = self.features.binary_search_by(|f| f.name.as_str().cmp(name));
        found.map_err(|_| TableError(format!("there is no feature `{name}`")))
    }

    /// Returns these features and the implied ones.
    fn closure(&self, names: &[String]) -> Result<Set> {
        let mut set = Set::default();
        let mut open = names.iter().map(|name| self.number(name)).collect::<Result<Vec<_>>>()?;
        while let Some(n) = open.pop() {
            if set[n / 64] >> (n % 64) & 1 != 0 {
                continue;
            }
            set[n / 64] |= 1 << (n % 64);
            for name in &self.features[n].implies {
                open.push(self.number(name)?);
            }
        }
        Ok(set)
    }

    fn features(&self) -> Result<String> {
        let all = self.features.iter().map(|f| self.closure(std::slice::from_ref(&f.name)));
        let implied = all.collect::<Result<Vec<_>>>()?;
        let mut out = String::from("static FEATURES: &[Feature] = &[\n");
        for (n, f) in self.features.iter().enumerate() {
            let mut by = Set::default();
            for (m, _) in implied.iter().enumerate().filter(|(_, set)| set[n / 64] >> (n % 64) & 1 != 0) {
                by[m / 64] |= 1 << (m % 64);
            }
            let (set, role) = (implied[n], self.role(f)?);
            put(
                &mut out,
                format!(
                    "    Feature {{ name: {:?}, role: {role}, version: {:?}, implies: FeatureSet({set:?}), implied_by: FeatureSet({by:?}), description: {:?} }},",
                    f.name, f.version, f.description
                ),
            );
        }
        Ok(out + "];\n\n")
    }

    fn role(&self, feature: &Feature) -> Result<String> {
        Ok(match feature.role.split_once(':') {
            None if feature.role == "base" => "Role::Base".into(),
            None if feature.role == "used" => "Role::Used".into(),
            None if feature.role == "unused" => "Role::Unused".into(),
            Some(("refused", key)) if self.reasons.contains_key(key) => {
                format!("Role::Refused({:?})", self.reasons[key])
            }
            _ => {
                return Err(TableError(format!(
                    "`{}` of feature `{}` is not known",
                    feature.role, feature.name
                )));
            }
        })
    }

    fn cpus(&self, lines: &[Line<'_>], schedule: &Schedule) -> Result<String> {
        let rows: Vec<[&str; 4]> = lines.iter().map(|line| cpu_row(line.text)).collect();
        if !rows.is_sorted_by(|a, b| a[0] < b[0]) {
            return Err(TableError("CPUs are to be in order".into()));
        }
        let mut out = String::from("static CPUS: &[Cpu] = &[\n");
        for (line, row) in lines.iter().zip(&rows) {
            let of = match row[1] {
                "alias" => rows.iter().find(|other| other[0] == row[2]),
                _ => Some(row),
            };
            let Some(model) = of.and_then(|of| schedule.model(of[1])) else {
                return line.error("a CPU has a model of `schedule.txt`, or is an `alias`");
            };
            let of = of.unwrap_or(row);
            let (features, tuning) = (self.closure(&list(of[2]))?, self.closure(&list(of[3]))?);
            put(
                &mut out,
                format!(
                    "    Cpu {{ name: {:?}, sched_model: {model}, features: FeatureSet({features:?}), tuning: FeatureSet({tuning:?}) }},",
                    row[0]
                ),
            );
        }
        let table = "/// Features and CPUs by name.\npub static TABLE: FeatureTable = FeatureTable { features: FEATURES, cpus: CPUS };\n";
        Ok(out + "];\n\n" + table)
    }
}

/// Splits a row: name, model, features, tuning; for an alias the second and third are `alias` and
/// the CPU's name.
fn cpu_row(text: &str) -> [&str; 4] {
    let mut words = text.split_whitespace();
    std::array::from_fn(|_| words.next().unwrap_or("-"))
}

fn put(out: &mut String, line: String) {
    // Writing to a string cannot fail.
    let _ = writeln!(out, "{line}");
}
