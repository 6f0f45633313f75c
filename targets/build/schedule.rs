//! `schedule.txt`: classes of instructions with equal latencies, and the latencies by CPU.

use crate::instructions::{Instr, Kind};
use crate::registers::{Registers, number};
use crate::source::{self, Result, Statement, TableError};
use std::path::Path;

/// A scheduling class.
#[derive(Debug)]
pub struct Class {
    pub name: String,
    pub unit: &'static str,
    of: Of,
}

/// The default members of a class.
#[derive(Debug, PartialEq, Eq)]
enum Of {
    /// None.
    Named,
    /// Instructions whose names match one of the patterns, whatever other classes have.
    Matching(Vec<String>),
    /// All instructions without another class.
    Default,
    /// Instructions with the flag, with a floating-point register, or with both.
    Having { flag: Option<&'static str>, float: bool },
}

/// The scheduling model of a CPU.
#[derive(Debug)]
pub struct Model {
    pub name: String,
    pub out_of_order: bool,
    pub issue_width: u8,
    pub units: [u8; 4],
    pub address_delay: u8,
    /// The latencies in cycles, by class.
    pub latencies: Vec<u8>,
}

/// The table of a target.
#[derive(Debug)]
pub struct Schedule {
    pub classes: Vec<Class>,
    pub models: Vec<Model>,
    /// The number of the default class.
    default: usize,
}

const UNITS: &[(&str, &str)] =
    &[("alu", "Alu"), ("memory", "Memory"), ("multiply", "Multiply"), ("float", "Float")];

impl Schedule {
    /// Reads the file in a target's folder.
    pub fn read(folder: &Path) -> Result<Schedule> {
        let mut schedule = Schedule { classes: Vec::new(), models: Vec::new(), default: 0 };
        let file = folder.join("schedule.txt");
        for s in source::read(&file)? {
            let words: Vec<&str> = s.text.split_whitespace().collect();
            match words.as_slice() {
                ["class", name, unit, of, _sample, ..] => {
                    schedule.classes.push(class(&s, name, unit, of)?);
                }
                ["model", name, order, figures @ ..] => {
                    let model = model(&s, name, order, figures, schedule.classes.len())?;
                    schedule.models.push(model);
                }
                _ => return s.error("class NAME UNIT OF SAMPLE, or model NAME ORDER FIGURES"),
            }
        }
        let default = schedule.classes.iter().position(|class| class.of == Of::Default);
        schedule.default =
            default.ok_or_else(|| TableError(format!("{}: no class is the default", file.display())))?;
        Ok(schedule)
    }

    /// Returns the number of the class with this name.
    pub fn class(&self, name: &str) -> Option<usize> {
        self.classes.iter().position(|class| class.name == name)
    }

    /// Returns the class number of an instruction that names none.
    pub fn class_of(&self, registers: &Registers, instr: &Instr) -> usize {
        let is_float = instr.operands.iter().any(|operand| match operand.kind {
            Kind::Class(class) => registers.banks[registers.classes[class].bank].starts_with("fpr"),
            _ => false,
        });
        let fits = |class: &Class| match class.of {
            Of::Having { flag, float } => {
                flag.is_none_or(|flag| instr.flags.contains(&flag)) && (is_float || !float)
            }
            Of::Named | Of::Matching(_) | Of::Default => false,
        };
        let is_matched = |class: &Class| match &class.of {
            Of::Matching(patterns) => patterns.iter().any(|pattern| matches(pattern, &instr.name)),
            _ => false,
        };
        let found = self.classes.iter().position(is_matched);
        found.or_else(|| self.classes.iter().position(fits)).unwrap_or(self.default)
    }

    /// Returns the number of the model with this name.
    pub fn model(&self, name: &str) -> Option<usize> {
        self.models.iter().position(|model| model.name == name)
    }
}

/// Returns true if `name` is `pattern`, in which one `*` is any text.
fn matches(pattern: &str, name: &str) -> bool {
    match pattern.split_once('*') {
        None => name == pattern,
        Some((start, end)) => name.strip_prefix(start).is_some_and(|rest| rest.ends_with(end)),
    }
}

fn class(s: &Statement, name: &str, unit: &str, of: &str) -> Result<Class> {
    let Some((_, unit)) = UNITS.iter().find(|(word, _)| *word == unit) else {
        return s.error(format!("no unit `{unit}`"));
    };
    let having = |flag, float| Of::Having { flag, float };
    let of = match of {
        "-" => Of::Named,
        "default" => Of::Default,
        "branch" => having(Some("BRANCH"), false),
        "float" => having(None, true),
        "load" => having(Some("MAY_LOAD"), false),
        "store" => having(Some("MAY_STORE"), false),
        "float-load" => having(Some("MAY_LOAD"), true),
        "float-store" => having(Some("MAY_STORE"), true),
        _ if of.contains('*') => Of::Matching(of.split(',').map(str::to_owned).collect()),
        _ => return s.error(format!("no instructions are `{of}`")),
    };
    Ok(Class { name: name.to_string(), unit, of })
}

fn model(s: &Statement, name: &str, order: &str, figures: &[&str], classes: usize) -> Result<Model> {
    let out_of_order = match order {
        "in-order" => false,
        "out-of-order" => true,
        _ => return s.error("a CPU is `in-order` or `out-of-order`"),
    };
    let figures: Vec<u8> = figures
        .iter()
        .map(|&figure| if figure == "-" { Ok(1) } else { number(s, figure) })
        .collect::<Result<_>>()?;
    let &[issue_width, alu, memory, multiply, float, address_delay, ref latencies @ ..] = figures.as_slice()
    else {
        return s.error("six figures, and one for each class");
    };
    let units = [alu, memory, multiply, float];
    if latencies.len() != classes || issue_width == 0 || units.contains(&0) {
        return s
            .error(format!("six figures, those of units at least 1, and one for each of {classes} classes"));
    }
    let latencies = latencies.to_vec();
    Ok(Model { name: name.to_string(), out_of_order, issue_width, units, address_delay, latencies })
}
