//! `cargo xtask bench passes`: the compile-time cost of each pass and each family of combiner
//! rules, and its benefit.
//!
//! Each is disabled in turn. Its cost is counted on the libraries of [`COMPILED`]: the share of the
//! compiler's instructions that is not executed without it. Its benefit is measured on all
//! workloads: the increase in instructions executed without it (the geometric mean, and the worst
//! program), and the increase in code size. A program whose object does not change is not run.

use crate::corpus::Program;
use crate::demo::text_size;
use crate::measure::Tools;
use crate::target::Target;
use crate::{Result, build::Compiler, parallel, process, sources, workloads};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// The libraries compiled to count the cost of a pass.
const COMPILED: [&str; 2] = ["lua", "bzip2"];

/// The file with the options that disable passes.
const OPTIONS: &str = "../driver/src/llc_options/options.txt";

/// A pass or rule family that can be disabled.
#[derive(Debug, Clone)]
struct Switch {
    name: String,
    options: Vec<String>,
}

/// Returns the passes that an option disables.
fn passes() -> Result<Vec<Switch>> {
    let file = sources::package_folder().join(OPTIONS);
    let text = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    let mut switches: BTreeMap<String, Switch> = BTreeMap::new();
    for line in text.lines() {
        let words: Vec<&str> = line.split_whitespace().collect();
        if let [option, "flag", "off", value, pass] = words[..] {
            let options = vec![if value == "1" { format!("-{option}") } else { format!("-{option}=0") }];
            switches.entry(pass.to_owned()).or_insert(Switch { name: pass.to_owned(), options });
        }
    }
    Ok(switches.into_values().collect())
}

/// Returns the families of a target's combiner rules, by their first word.
fn rules(gisel: &PathBuf, target: Target) -> Result<Vec<Switch>> {
    let mut list = Command::new(gisel);
    let text = process::run(list.args(["--list-rules", &format!("-mtriple={}", target.triple())]))?;
    let mut families: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for line in text.lines() {
        let mut words = line.split_whitespace();
        if let (Some("combine"), Some(rule)) = (words.next(), words.next()) {
            let family = rule.split('_').next().unwrap_or(rule);
            families.entry(family).or_default().push(format!("--disable-rule={rule}"));
        }
    }
    let switch = |(family, options): (&str, Vec<String>)| Switch { name: format!("rules {family}"), options };
    Ok(families.into_iter().map(switch).collect())
}

/// A program, compiled with everything enabled.
struct Whole {
    program: Program,
    bitcode: PathBuf,
    object: Vec<u8>,
    text: u64,
    executed: u64,
}

/// The changes caused by a switch, in percent.
struct Found {
    cost: f64,
    executed: f64,
    /// The program whose executed instructions increase most without it.
    most: (f64, String),
    text: f64,
}

struct Bench {
    gisel: PathBuf,
    tools: Tools,
    folder: PathBuf,
}

/// Measures the switches with one of these words in their names, or all if there are none, and
/// prints the table.
///
/// # Errors
/// A step fails, or a program prints something wrong.
pub fn passes_bench(words: &[String]) -> Result<()> {
    let folder = sources::work_folder("bench/passes")?;
    let bench = Bench { gisel: Compiler::measured()?, tools: Tools::new(&folder)?, folder };
    let mut table: BTreeMap<String, [Option<Found>; 2]> = BTreeMap::new();
    for (n, target) in Target::ALL.into_iter().enumerate() {
        let mut switches = passes()?;
        switches.extend(rules(&bench.gisel, target)?);
        switches.retain(|s| words.is_empty() || words.iter().any(|word| s.name.contains(word.as_str())));
        for (switch, found) in bench.target(target, switches)? {
            table.entry(switch.name).or_default()[n] = Some(found);
        }
    }
    print(&table);
    Ok(())
}

impl Bench {
    fn target(&self, target: Target, switches: Vec<Switch>) -> Result<Vec<(Switch, Found)>> {
        let programs = workloads::named(&[])?;
        let wholes = parallel::map(&programs, |program| self.whole(program, target));
        let wholes = wholes.into_iter().collect::<Result<Vec<_>>>()?;
        let costs =
            self.costs(&wholes, target, &Switch { name: "everything".into(), options: Vec::new() })?;
        let found = parallel::map(&switches, |switch| {
            let found = self.without(&wholes, &costs, target, switch);
            eprintln!("{} {}", target.arch(), switch.name);
            found
        });
        switches.into_iter().zip(found).map(|(switch, found)| Ok((switch, found?))).collect()
    }

    fn whole(&self, program: &Program, target: Target) -> Result<Whole> {
        let bitcode = workloads::module(program, target, false, &self.folder)?;
        let file = self.folder.join(format!("{}-{}.o", program.name, target.arch()));
        process::run(&mut workloads::compile(Some(&self.gisel), target, "obj", &bitcode, &file))?;
        let object = fs::read(&file).map_err(|e| e.to_string())?;
        let executable = workloads::link(program, target, &file)?;
        let executed = workloads::executed(&self.tools, program, target, &executable, None)?;
        Ok(Whole { program: program.clone(), bitcode, object, text: text_size(&file)?, executed })
    }

    /// Returns the instructions that compilation executes, by program.
    fn costs(&self, wholes: &[Whole], target: Target, switch: &Switch) -> Result<Vec<u64>> {
        let output = self.folder.join(format!("{}-{}.cost", switch.name, target.arch()));
        let compiled = wholes.iter().filter(|whole| COMPILED.contains(&whole.program.name.as_str()));
        let cost = |whole: &Whole| {
            let mut compile = workloads::compile(Some(&self.gisel), target, "obj", &whole.bitcode, &output);
            compile.args(&switch.options);
            Ok(self.tools.count(std::env::consts::ARCH, &compile, &output.with_extension("number"))?.0)
        };
        compiled.map(cost).collect()
    }

    fn without(&self, wholes: &[Whole], costs: &[u64], target: Target, switch: &Switch) -> Result<Found> {
        let less = self.costs(wholes, target, switch)?;
        let cost = |(less, whole): (&u64, &u64)| 100.0 * (1.0 - *less as f64 / *whole as f64);
        let cost = less.iter().zip(costs).map(cost).sum::<f64>() / less.len() as f64;
        let (mut logarithms, mut most) = (0.0, (0.0, String::new()));
        let [mut text, mut larger] = [0, 0];
        for whole in wholes {
            let name =
                format!("{}-{}-{}.o", switch.name, whole.program.name, target.arch()).replace(' ', "-");
            let file = self.folder.join(name);
            let mut compile = workloads::compile(Some(&self.gisel), target, "obj", &whole.bitcode, &file);
            process::run(compile.args(&switch.options))?;
            text += whole.text;
            larger += text_size(&file)?;
            if fs::read(&file).is_ok_and(|object| object != whole.object) {
                let executable = workloads::link(&whole.program, target, &file)?;
                let executed = workloads::executed(&self.tools, &whole.program, target, &executable, None)?;
                let ratio = executed as f64 / whole.executed as f64;
                logarithms += ratio.ln();
                if ratio > 1.0 + most.0 / 100.0 {
                    most = (100.0 * (ratio - 1.0), whole.program.name.clone());
                }
                let _ = fs::remove_file(executable);
            }
            let _ = fs::remove_file(file);
        }
        let executed = 100.0 * ((logarithms / wholes.len() as f64).exp() - 1.0);
        Ok(Found { cost, executed, most, text: 100.0 * (larger as f64 / text as f64 - 1.0) })
    }
}

fn print(table: &BTreeMap<String, [Option<Found>; 2]>) {
    let names = Target::ALL.map(Target::arch);
    let columns = names.map(|name| format!("{name}: costs | saves | at most | .text"));
    println!("| in percent | {} |", columns.join(" | "));
    println!("| --- |{}", " --- |".repeat(8));
    for (name, found) in table {
        let cells = found.each_ref().map(|found| match found {
            None => "| | |".to_owned(),
            Some(Found { cost, executed, most: (most, program), text }) => {
                let most = if program.is_empty() { "0".to_owned() } else { format!("{most:.2} {program}") };
                format!("{cost:.2} | {executed:.2} | {most} | {text:.2}")
            }
        });
        println!("| {name} | {} |", cells.join(" | "));
    }
}
