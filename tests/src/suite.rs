//! Checks a set of programs in one combination of options, by comparing their output.

use crate::build::{self, Compiler};
use crate::corpus::{self, Module, Program};
use crate::target::{Combo, Target};
use crate::{Result, parallel, process, sources};
use std::ffi::OsString;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The reference for a program's output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judge {
    /// The committed output.
    Expected,
    /// A twin compiled by `llc` now.
    Twin,
}

/// A selection of the commands that build a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Which {
    /// Without the commands whose results exist.
    Needed,
    /// All commands from the sources on.
    All,
}

/// Returns the work folder of a program in a combination.
fn folder(program: &Program, combo: Combo, compiler: &Compiler) -> Result<PathBuf> {
    let side = if *compiler == Compiler::Llc { "llc" } else { "gisel" };
    // Programs of two sets may have the same name.
    let set = program.expected.parent().and_then(Path::file_name).unwrap_or_default().to_string_lossy();
    sources::work_folder(&format!("{side}/{combo}/{set}/{}", program.name))
}

/// Returns the commands that build a program, `Needed` or `All`, and the program's path.
///
/// # Errors
/// A work folder cannot be created.
pub fn commands(
    program: &Program,
    combo: Combo,
    compiler: &Compiler,
    which: Which,
) -> Result<(Vec<Command>, PathBuf)> {
    let folder = folder(program, combo, compiler)?;
    let mut commands = Vec::new();
    let inputs = if program.linked {
        let whole = folder.join(&program.name).with_extension("bc");
        linked(program, combo, which, &whole, &mut commands)?;
        vec![whole]
    } else {
        inputs(program, combo, which, &mut commands)?
    };
    let mut objects = Vec::new();
    for input in inputs {
        let object = folder.join(input.file_stem().unwrap_or_default()).with_extension("o");
        let mut compile = compiler.command(combo, &input, &object);
        compile.args(&program.options);
        commands.push(compile);
        objects.push(object);
    }
    let path = folder.join("program");
    let driver = if program.is_cpp() { "g++" } else { "gcc" };
    commands.push(build::link_by(driver, combo.target, combo.mode, &objects, &path)?);
    Ok((commands, path))
}

/// Adds the commands that link all of a program's modules to one bitcode module.
///
/// # Errors
/// A work folder cannot be created.
pub fn linked(
    program: &Program,
    combo: Combo,
    which: Which,
    bitcode: &Path,
    commands: &mut Vec<Command>,
) -> Result<()> {
    let mut link = Command::new("llvm-link-22");
    link.args(inputs(program, combo, which, commands)?).arg("-o").arg(bitcode);
    commands.push(link);
    Ok(())
}

/// Returns the compiler's input files.
fn inputs(
    program: &Program,
    combo: Combo,
    which: Which,
    commands: &mut Vec<Command>,
) -> Result<Vec<PathBuf>> {
    program.modules.iter().map(|module| input(module, combo, which, commands)).collect()
}

/// Returns the compiler's input files, built if they are missing.
///
/// # Errors
/// clang fails.
pub fn modules(program: &Program, combo: Combo) -> Result<Vec<PathBuf>> {
    let mut commands = Vec::new();
    let inputs = if program.linked {
        let whole = folder(program, combo, &Compiler::Llc)?.join(&program.name).with_extension("bc");
        linked(program, combo, Which::Needed, &whole, &mut commands)?;
        vec![whole]
    } else {
        inputs(program, combo, Which::Needed, &mut commands)?
    };
    build::run_all(&mut commands)?;
    Ok(inputs)
}

/// Returns the compiler's input file for a module: the module itself, or bitcode from clang. The
/// bitcode is in a folder named after clang's command, and shared by all combinations and runs with
/// the same command.
fn input(module: &Module, combo: Combo, which: Which, commands: &mut Vec<Command>) -> Result<PathBuf> {
    if module.source.extension().is_some_and(|e| e == "ll") {
        return Ok(module.source.clone());
    }
    let mut hash = DefaultHasher::new();
    process::command_line(&build::clang(combo, &module.source, &module.flags, Path::new(""))).hash(&mut hash);
    let folder = sources::work_folder(&format!("bitcode/{:016x}", hash.finish()))?;
    let bitcode = folder.join(module.source.file_stem().unwrap_or_default()).with_extension("bc");
    if which == Which::All || !is_newer(&bitcode, &module.source) {
        commands.push(build::clang(combo, &module.source, &module.flags, &bitcode));
    }
    Ok(bitcode)
}

/// Returns true if a file exists and is newer than another. (clang renames its output into place
/// when it is complete.)
fn is_newer(made: &Path, source: &Path) -> bool {
    let time = |path: &Path| path.metadata().and_then(|m| m.modified());
    matches!((time(made), time(source)), (Ok(made), Ok(source)) if made > source)
}

/// Builds a program, runs it, and returns its output.
///
/// # Errors
/// A step fails: all commands up to it.
pub fn output(program: &Program, combo: Combo, compiler: &Compiler) -> Result<String> {
    let (mut commands, path) = commands(program, combo, compiler, Which::Needed)?;
    build::run_all(&mut commands)?;
    commands.iter().try_for_each(check_unverified)?;
    let mut qemu = build::qemu(combo.target, &path, &program.args);
    process::transcript(&mut qemu, &path.with_extension("out"), build::TIME_LIMIT)
}

/// Checks that an object compiled with the verifier equals the one without it: the compiler may do
/// less work if nothing inspects the code between passes.
fn check_unverified(verified: &Command) -> Result<()> {
    let mut args: Vec<OsString> = verified.get_args().map(Into::into).collect();
    let (Some(verifies), Some(object)) = (
        args.iter().position(|arg| arg == build::VERIFY),
        args.iter().position(|arg| arg == "-o").map(|option| option + 1),
    ) else {
        return Ok(());
    };
    let made = PathBuf::from(&args[object]);
    let other = made.with_extension("unverified.o");
    args[object] = other.clone().into();
    args.remove(verifies);
    let mut unverified = Command::new(verified.get_program());
    process::run(unverified.args(args))?;
    let read = |path: &Path| fs::read(path).map_err(|e| format!("{}: {e}", path.display()));
    if read(&made)? == read(&other)? {
        return Ok(());
    }
    Err(format!("not the same object as with {}:\n{}", build::VERIFY, process::command_line(&unverified)))
}

/// Returns the output of the twin by `llc`, from an earlier run if its inputs have not changed
/// since.
fn twin(program: &Program, combo: Combo) -> Result<String> {
    let path = folder(program, combo, &Compiler::Llc)?.join("twin.txt");
    let mut outdated = Vec::new();
    let inputs = inputs(program, combo, Which::Needed, &mut outdated)?;
    if outdated.is_empty() && inputs.iter().all(|input| is_newer(&path, input)) {
        return fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()));
    }
    let text = output(program, combo, &Compiler::Llc)?;
    fs::write(&path, &text).map_err(|e| format!("{}: {e}", path.display()))?;
    Ok(text)
}

/// Checks one program in one combination.
///
/// # Errors
/// The failure, and the commands that reproduce it.
pub fn check(program: &Program, combo: Combo, compiler: &Compiler, judge: Judge) -> Result<()> {
    let expected = match judge {
        Judge::Expected => fs::read_to_string(&program.expected)
            .map_err(|e| format!("{}: {e}", program.expected.display()))?,
        Judge::Twin => twin(program, combo)?,
    };
    let actual = output(program, combo, compiler)?;
    let Some(difference) = process::first_difference(&expected, &actual) else { return Ok(()) };
    let (commands, path) = commands(program, combo, compiler, Which::All)?;
    let run = build::qemu(combo.target, &path, &program.args);
    let all: Vec<String> = commands.iter().chain([&run]).map(process::command_line).collect();
    Err(format!("{difference}\n{}", all.join("\n")))
}

/// The compiler's messages for an instruction without an implementation.
const REFUSALS: [&str; 2] = ["cannot be legalized", "is not supported by the target"];

/// Checks that a program marked as unsupported is rejected with an error, and that it is no longer
/// marked once it compiles.
fn refused(program: &Program, combo: Combo, compiler: &Compiler) -> Result<()> {
    let (mut commands, _) = commands(program, combo, compiler, Which::Needed)?;
    match build::run_all(&mut commands) {
        Ok(()) => Err("compiles: remove the mark `unsupported`".into()),
        Err(message) if REFUSALS.iter().any(|r| message.contains(r)) => Ok(()),
        Err(message) => Err(message),
    }
}

/// Checks a set of programs in the given combinations.
///
/// # Errors
/// All failures.
pub fn check_set(set: &str, judge: Judge, combos: &[Combo]) -> Result<()> {
    let compiler = Compiler::under_test()?;
    let mut jobs = builds(corpus::set(set)?, combos);
    jobs.retain(|(program, combo)| judge == Judge::Expected || program.has_twin(*combo));
    let results = parallel::map_visibly(set, &jobs, |(program, combo)| {
        let result = if program.is_unsupported(*combo) {
            refused(program, *combo, &compiler)
        } else {
            check(program, *combo, &compiler, judge)
        };
        result.map_err(|message| format!("---- {} ({combo})\n{message}", program.name))
    });
    let failures: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    match failures.len() {
        0 => Ok(()),
        n => Err(format!("{}\n---- {n} of {} failed", failures.join("\n"), jobs.len())),
    }
}

/// Returns each program with each combination that applies to it.
pub fn builds(programs: impl IntoIterator<Item = Program>, combos: &[Combo]) -> Vec<(Program, Combo)> {
    let mut builds = Vec::new();
    for program in programs {
        let is_own = |combo: &&Combo| program.is_for(**combo) && (program.is_c() || combo.ir_level == 0);
        builds.extend(combos.iter().filter(is_own).map(|combo| (program.clone(), *combo)));
    }
    builds
}

/// Updates the expected outputs of a set from `llc`'s twins. All combinations must agree.
///
/// # Errors
/// A step fails, or two twins differ.
pub fn bless(set: &str) -> Result<()> {
    let results = parallel::map(&corpus::set(set)?, bless_program);
    crate::fuzz::report(&results.into_iter().filter_map(Result::err).collect::<Vec<_>>())
}

fn bless_program(program: &Program) -> Result<()> {
    let mut agreed: Option<String> = None;
    let combos = Target::ALL.into_iter().flat_map(Combo::all);
    for combo in combos.filter(|combo| program.is_c() || combo.ir_level == 0) {
        if !program.is_for(combo) || !program.has_twin(combo) {
            continue;
        }
        let text = output(program, combo, &Compiler::Llc)?;
        if let Some(difference) = agreed.as_ref().and_then(|a| process::first_difference(a, &text)) {
            return Err(format!("{}: twins differ in {combo}: {difference}", program.name));
        }
        agreed = Some(text);
    }
    let text = agreed.unwrap_or_default();
    if fs::read_to_string(&program.expected).is_ok_and(|old| old == text) {
        return Ok(());
    }
    fs::write(&program.expected, text).map_err(|e| format!("{}: {e}", program.expected.display()))?;
    println!("blessed {}", program.expected.display());
    Ok(())
}
