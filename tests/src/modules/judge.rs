//! Compiles modules by gisel at -O0 and -O2 and by `llc`, links and runs programs, and compares.
//!
//! Modules that LLVM rejects are counted, but are no failures. Programs are compared by output,
//! other modules by their global symbols.

use super::symbols::Symbols;
use super::{Linked, Order, Unit};
use crate::build::{self, Compiler};
use crate::target::{Combo, Mode};
use crate::{Result, parallel, process};
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The time limit of a module's compilation.
const LIMIT: Duration = Duration::from_secs(1200);

/// The levels of gisel; the last is `llc`'s.
const LEVELS: [u8; 3] = [0, 2, 2];

/// The index of `llc` in it.
const LLC: usize = 2;

/// The outcome for all units.
#[derive(Debug, Default)]
pub struct Report {
    modules: usize,
    /// Modules that LLVM rejects.
    not_llvm: usize,
    /// Modules that gisel rejects, at each level.
    refused: [usize; 2],
    /// The number of programs with equal output, at each level, and of all programs.
    same: [usize; 2],
    programs: usize,
    /// The failures.
    pub failures: Vec<String>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Report { modules, not_llvm, refused, same, programs, .. } = self;
        write!(
            f,
            "modules {modules}, refused at -O0 {}, at -O2 {}, by llc {not_llvm}",
            refused[0], refused[1]
        )?;
        if *programs > 0 {
            write!(f, "; programs {programs}, same at -O0 {}, at -O2 {}", same[0], same[1])?;
        }
        Ok(())
    }
}

/// The result for a module, at each of the levels: an object, or a message.
type Objects = [std::result::Result<PathBuf, String>; 3];

/// Compiles and compares the units.
///
/// # Errors
/// Anything other than the compilers and programs fails.
pub fn judge(order: &Order, units: &[Unit]) -> Result<Report> {
    let gisel = Compiler::under_test()?;
    let compilers = [&gisel, &gisel, &Compiler::Llc];
    // Modules that units share are compiled once.
    let mut jobs: Vec<(&Path, Mode)> = Vec::new();
    for unit in units {
        jobs.extend(unit.modules.iter().map(|module| (module.as_path(), unit.mode)));
    }
    jobs.sort_by_key(|(module, mode)| (*module, *mode == Mode::Pie));
    jobs.dedup();
    let numbered: Vec<_> = jobs.iter().enumerate().collect();
    let compiled = parallel::map_visibly("modules", &numbered, |&(n, &(module, mode))| {
        let stem = order.path(&n.to_string());
        [0, 1, LLC].map(|number| compile(order, module, mode, number, compilers[number], &stem))
    });
    let mut report = Report { modules: jobs.len(), ..Report::default() };
    let mut refusals: BTreeMap<(String, u8), Vec<String>> = BTreeMap::new();
    for ((module, _), objects) in jobs.iter().zip(&compiled) {
        if objects[LLC].is_err() {
            report.not_llvm += 1;
            continue;
        }
        for (number, object) in objects[..LLC].iter().enumerate() {
            let Err(message) = object else { continue };
            report.refused[number] += 1;
            let name = module.display().to_string();
            refusals.entry((without_names(message), LEVELS[number])).or_default().push(name);
        }
    }
    let objects: BTreeMap<(&Path, bool), &Objects> = jobs
        .iter()
        .zip(&compiled)
        .map(|(&(module, mode), objects)| ((module, mode == Mode::Pie), objects))
        .collect();
    let of_unit = |unit: &Unit| -> Vec<&Objects> {
        unit.modules
            .iter()
            .filter_map(|module| objects.get(&(module.as_path(), unit.mode == Mode::Pie)).copied())
            .collect()
    };
    for ((message, level), modules) in refusals {
        report.failures.push(format!(
            "refused at -O{level}, {} modules: {message} ({})",
            modules.len(),
            modules[0]
        ));
    }
    let verdicts = parallel::map(units, |unit| match &unit.program {
        Some(program) => (true, run(order, unit, program, &of_unit(unit))),
        None => (false, compare_symbols(unit, &of_unit(unit))),
    });
    for (unit, (is_program, verdicts)) in units.iter().zip(verdicts) {
        report.programs += usize::from(is_program);
        for (number, verdict) in verdicts.into_iter().enumerate() {
            match verdict {
                Ok(()) => report.same[number] += usize::from(is_program),
                Err(message) => {
                    report.failures.push(format!("{} at -O{}: {message}", unit.name, LEVELS[number]))
                }
            }
        }
    }
    if report.failures.is_empty() {
        let objects = compiled.iter().flatten().filter_map(|object| object.as_ref().ok());
        objects.for_each(|object| drop(fs::remove_file(object)));
    }
    Ok(report)
}

/// Compiles a module.
fn compile(
    order: &Order,
    module: &Path,
    mode: Mode,
    number: usize,
    compiler: &Compiler,
    stem: &Path,
) -> std::result::Result<PathBuf, String> {
    let object = PathBuf::from(format!("{}.{}.o", stem.display(), variant(number)));
    let combo = Combo { target: order.target, ir_level: order.ir_level, level: LEVELS[number], mode };
    let mut command = compiler.command(combo, module, &object);
    let ending = process::limited(&mut command, &object.with_extension("errors"), LIMIT)?;
    if ending.code == Some(0) {
        return Ok(object);
    }
    let said = ending.errors.lines().find(|line| line.contains("error")).or(ending.errors.lines().next());
    Err(format!("{} {}", ending.how, said.unwrap_or_default()))
}

fn variant(number: usize) -> &'static str {
    ["O0", "O2", "llc"][number]
}

/// Returns a message without the names of functions and values, which merges equal messages.
fn without_names(message: &str) -> String {
    let said = message.split_once("error: ").map_or(message, |(_, said)| said);
    let quoted = said.split('\'').enumerate();
    quoted.map(|(n, part)| if n % 2 == 0 { part } else { "…" }).collect::<Vec<_>>().join("'")
}

/// Compares two levels' symbols with `llc`'s.
fn compare_symbols(unit: &Unit, objects: &[&Objects]) -> [Result<()>; 2] {
    [0, 1].map(|number| {
        let mut differing = Vec::new();
        for (objects, module) in objects.iter().zip(&unit.modules) {
            let (Ok(ours), Ok(theirs)) = (&objects[number], &objects[LLC]) else { continue };
            if let Some(difference) = Symbols::read(ours)?.difference(&Symbols::read(theirs)?) {
                differing.push(format!("symbols of {}:\n{difference}", module.display()));
            }
        }
        if differing.is_empty() { Ok(()) } else { Err(differing.join("\n")) }
    })
}

/// Runs the program at two levels, and compares its output with `llc`'s.
fn run(order: &Order, unit: &Unit, program: &Linked, objects: &[&Objects]) -> [Result<()>; 2] {
    let output = |number: usize| -> Result<(String, String)> {
        let objects: std::result::Result<Vec<&PathBuf>, &String> =
            objects.iter().map(|objects| objects[number].as_ref()).collect();
        let objects = objects.map_err(|message| format!("not linked, for a module is refused: {message}"))?;
        let path = order.path(&format!("{}.{}", unit.name, variant(number)));
        let [driver, options @ ..] = &program.linker[..] else { return Err("there is no linker".into()) };
        let mut link = Command::new(driver);
        link.args(options).arg("-o").arg(&path).args(objects).args(&program.libraries);
        process::run(&mut link)?;
        let mut qemu = build::qemu(order.target, &path, &program.args);
        if let Some(cpu) = program.cpu {
            qemu.env("QEMU_CPU", cpu);
        }
        let text = transcript(&mut qemu, &path, program.limit)?;
        Ok(((program.lines)(&text), process::command_line(&qemu)))
    };
    let theirs = output(LLC);
    [0, 1].map(|number| {
        let (theirs, twin) = theirs.as_ref().map_err(|message| format!("llc's: {message}"))?;
        if theirs.contains("[signal ") {
            return Err(format!("llc's is ended by a signal: {twin}"));
        }
        let (ours, command) = output(number)?;
        match process::first_difference(theirs, &ours) {
            None => Ok(()),
            Some(difference) => Err(format!("{difference}\n{command}")),
        }
    })
}

/// Runs a program in a new folder; returns its output to both streams, and its exit status. Then
/// the folder is removed.
fn transcript(command: &mut Command, program: &Path, limit: Duration) -> Result<String> {
    let error = |e: std::io::Error| format!("{}: {e}", program.display());
    let folder =
        program.with_extension(format!("{}.run", program.extension().unwrap_or_default().to_string_lossy()));
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(error)?;
    }
    fs::create_dir_all(&folder).map_err(error)?;
    command.current_dir(&folder);
    let path = folder.with_extension("out");
    let file = fs::File::create(&path).map_err(error)?;
    command.stdin(Stdio::null()).stdout(file.try_clone().map_err(error)?).stderr(file);
    let ending = process::ended(command, limit)?;
    let bytes = fs::read(&path).map_err(error)?;
    fs::remove_dir_all(&folder).map_err(error)?;
    Ok(format!("{}{ending}", String::from_utf8_lossy(&bytes)))
}

#[cfg(test)]
mod tests {
    use super::without_names;

    #[test]
    fn names_of_functions_are_no_part_of_a_message() {
        let message = "exit status: 1 error: function '_ZN3fooE': cannot select G_ADD";
        assert_eq!(without_names(message), "function '…': cannot select G_ADD");
        assert_eq!(without_names("signal: 11"), "signal: 11");
    }
}
