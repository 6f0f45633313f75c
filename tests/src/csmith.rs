//! `cargo xtask fuzz csmith`: random programs by csmith, compiled by the compiler under test and by
//! `llc`. Differences are reduced on request.
//!
//! A seed is checked for both targets under Linux, or for one machine. There are three levels of IR
//! and two of the compiler. Odd seeds are position independent under Linux, and every fourth has
//! floating point. Seeds are distributed over as many threads as there are cores.

use crate::build::{self, Compiler};
use crate::platform::Platform;
use crate::target::{Mode, Target};
use crate::{Result, fuzz, parallel, process, sources};
use std::fmt;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// csmith's programs end immediately or never.
const TWIN_LIMIT: Duration = Duration::from_secs(5);

/// Unoptimized code may take longer than the twin. Compilation has this limit too.
const LIMIT: Duration = Duration::from_secs(60);

/// The text in the message if `timeout` ended a command.
const TIMED_OUT: &str = "exit status: 124";

/// Checks all seeds of a range, only for the machine `only` if it is set; `reduce` requests a small
/// `.ll` of the first difference of each seed.
///
/// # Errors
/// All differences, each with the commands that reproduce it.
pub fn csmith(only: Option<Platform>, seeds: Range<u64>, reduce: bool) -> Result<()> {
    let compiler = Compiler::under_test()?;
    let platforms = only.map_or(Target::ALL.map(Platform::Linux).to_vec(), |only| vec![only]);
    let seeds: Vec<u64> = seeds.collect();
    let reports = parallel::map(&seeds, |&seed| {
        let verdict = Seed::new(seed, &compiler, &platforms)
            .and_then(|s| s.check(reduce))
            .unwrap_or_else(Verdict::Different);
        println!("csmith {seed}: {verdict}");
        match verdict {
            Verdict::Different(text) => Some(format!("---- csmith {seed}\n{text}")),
            Verdict::Same | Verdict::Endless => None,
        }
    });
    fuzz::report(&reports.into_iter().flatten().collect::<Vec<_>>())
}

/// The verdict on a seed.
enum Verdict {
    /// The same output in all combinations.
    Same,
    /// The twin does not terminate, or cannot be built; nothing was compared.
    Endless,
    /// All differences, with the commands of the first.
    Different(String),
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Verdict::Same => "no difference",
            Verdict::Endless => "does not end",
            Verdict::Different(_) => "DIFFERENT",
        })
    }
}

/// A configuration: a machine, levels and a mode.
#[derive(Debug, Clone, Copy)]
struct Way {
    platform: Platform,
    ir_level: u8,
    level: u8,
    mode: Mode,
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}-ir{}-O{}-{:?}", self.platform, self.ir_level, self.level, self.mode)
    }
}

/// One program.
struct Seed<'a> {
    compiler: &'a Compiler,
    platforms: &'a [Platform],
    folder: PathBuf,
    source: PathBuf,
    mode: Mode,
}

/// A program's IR for a machine.
struct Module {
    way: Way,
    bitcode: PathBuf,
    /// The command that compiled it.
    clang: String,
}

/// A combination in which a program differs from its twin.
struct Difference {
    way: Way,
    bitcode: PathBuf,
    /// The difference: the first differing line, or the failing command with its message.
    text: String,
    /// The commands that reproduce it.
    commands: Vec<String>,
}

impl Seed<'_> {
    /// Runs csmith for a seed.
    fn new<'a>(seed: u64, compiler: &'a Compiler, platforms: &'a [Platform]) -> Result<Seed<'a>> {
        let folder = sources::work_folder(&format!("csmith/{}/{seed}", platforms[0]))?;
        let source = folder.join("program.c");
        let mut csmith = Command::new("csmith");
        // It writes a file `platform.info` to its working directory.
        csmith
            .current_dir(&folder)
            .args(["--seed", &seed.to_string(), "--no-packed-struct", "--output"])
            .arg(&source);
        if seed.is_multiple_of(4) {
            csmith.arg("--float");
        }
        process::run(&mut csmith)?;
        let mode = if seed.is_multiple_of(2) { Mode::Static } else { Mode::Pie };
        Ok(Seed { compiler, platforms, folder, source, mode })
    }

    /// Checks all combinations. Keeps the work folder if there is a difference.
    fn check(&self, reduce: bool) -> Result<Verdict> {
        let Some(expected) = self.twin(&self.module(self.platforms[0], 0)?)? else {
            return self.clean().map(|()| Verdict::Endless);
        };
        let mut differences = Vec::new();
        for &platform in self.platforms {
            for ir_level in [0, 1, 2] {
                differences.extend(self.differences(&self.module(platform, ir_level)?, &expected)?);
            }
        }
        let Some(first) = differences.first() else { return self.clean().map(|()| Verdict::Same) };
        let mut report: String = differences.iter().map(|d| format!("{}: {}\n", d.way, d.text)).collect();
        report += &first.commands.join("\n");
        if reduce {
            let reduced = self.reduce(first).unwrap_or_else(|e| format!("not reduced: {e}"));
            report = format!("{report}\n{reduced}");
        }
        Ok(Verdict::Different(report))
    }

    fn clean(&self) -> Result<()> {
        fs::remove_dir_all(&self.folder).map_err(|e| format!("{}: {e}", self.folder.display()))
    }

    fn module(&self, platform: Platform, ir_level: u8) -> Result<Module> {
        // For 32 bits llc's optimized code is sometimes wrong.
        let level = if platform.word_bits() == 64 { 2 } else { 0 };
        let way = Way { platform, ir_level, level, mode: self.mode };
        let bitcode = self.folder.join(format!("{platform}-ir{ir_level}.bc"));
        let mut clang = platform.clang(ir_level, self.mode, &self.source, &bitcode);
        // csmith passes a `float *` for a `char *`.
        process::run(clang.args(["-I/usr/include/csmith", "-Wno-incompatible-pointer-types"]))?;
        Ok(Module { way, bitcode, clang: process::command_line(&clang) })
    }

    /// Returns the output of a module's twin; `None` if the twin or `llc` does not terminate.
    fn twin(&self, module: &Module) -> Result<Option<String>> {
        let twin = Attempt::new(&Compiler::Llc, module.way, &self.folder, &module.bitcode);
        match twin.make() {
            // `llc` loops on some programs.
            Err(message) if message.contains(TIMED_OUT) => Ok(None),
            made => made.map(|()| twin.run(TWIN_LIMIT).ok()),
        }
    }

    /// Checks the compiler's levels and returns the differences. csmith's programs print the same
    /// everywhere; if not, a module's own twin decides.
    fn differences(&self, module: &Module, expected: &str) -> Result<Vec<Difference>> {
        let mut differences = Vec::new();
        for level in [0, 2] {
            let way = Way { level, ..module.way };
            let attempt = Attempt::new(self.compiler, way, &self.folder, &module.bitcode);
            let text = match attempt.make().and_then(|()| attempt.run(LIMIT)) {
                Ok(actual) if actual == expected => None,
                Ok(actual) => {
                    let own = self.twin(module)?;
                    process::first_difference(own.as_deref().unwrap_or(expected), &actual)
                }
                Err(text) => Some(text),
            };
            if let Some(text) = text {
                let mut commands = vec![module.clang.clone()];
                commands.extend(attempt.commands()?.iter().map(process::command_line));
                differences.push(Difference { way, bitcode: module.bitcode.clone(), text, commands });
            }
        }
        Ok(differences)
    }

    /// Reduces the module by `llvm-reduce` while the two compilers differ; reports its path.
    fn reduce(&self, difference: &Difference) -> Result<String> {
        let write = |name: &str, text: String| -> Result<PathBuf> {
            let path = self.folder.join(name);
            fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
            Ok(path)
        };
        let script = write("interesting.sh", interesting(self.compiler, difference)?)?;
        let reduced = self.folder.join("reduced.ll");
        let mut command = Command::new("llvm-reduce-22");
        command.args(["-j", "1", "--test=/bin/sh"]).arg(format!("--test-arg={}", script.display()));
        process::run(command.arg("-o").arg(&reduced).arg(&difference.bitcode))?;
        Ok(format!(
            "reduced to {}, shown by\nsh {} {}",
            reduced.display(),
            script.display(),
            reduced.display()
        ))
    }
}

/// One build of a module's program.
struct Attempt<'a> {
    compiler: &'a Compiler,
    way: Way,
    bitcode: &'a Path,
    /// The program's path; its object is beside it.
    program: PathBuf,
}

impl<'a> Attempt<'a> {
    fn new(compiler: &'a Compiler, way: Way, folder: &Path, bitcode: &'a Path) -> Attempt<'a> {
        let side = if *compiler == Compiler::Llc { "llc" } else { "gisel" };
        Attempt { compiler, way, bitcode, program: folder.join(format!("{way}-{side}")) }
    }

    /// Returns the commands that compile, link and run.
    fn commands(&self) -> Result<[Command; 3]> {
        let object = self.program.with_extension("o");
        let Way { platform, level, mode, .. } = self.way;
        Ok([
            platform.compile(self.compiler, level, mode, self.bitcode, &object),
            platform.link_with_library(mode, std::slice::from_ref(&object), &self.program)?,
            platform.qemu(&self.program),
        ])
    }

    fn make(&self) -> Result<()> {
        let [compile, link, _] = self.commands()?;
        let mut limited = Command::new("timeout");
        limited.arg(LIMIT.as_secs().to_string()).arg(compile.get_program()).args(compile.get_args());
        build::run_all(&mut [limited, link])
    }

    /// Returns the program's output.
    fn run(&self, limit: Duration) -> Result<String> {
        let [_, _, mut run] = self.commands()?;
        process::transcript(&mut run, &self.program.with_extension("out"), limit)
    }
}

/// Returns a script that succeeds if the module `$1` shows a difference.
///
/// The twins of two levels must agree, which excludes reductions that introduce undefined
/// behaviour. If the compiler under test rejects the module, it must continue to do so with the
/// same message.
fn interesting(compiler: &Compiler, difference: &Difference) -> Result<String> {
    let twins = [("twin0", Compiler::Llc, 0), ("twin2", Compiler::Llc, 2)];
    let ours = ("ours", compiler.clone(), difference.way.level);
    let mut script = String::from(SCRIPT_HEAD);
    for (name, compiler, level) in twins.into_iter().chain([ours]) {
        script += &attempt_line(name, &compiler, Way { level, ..difference.way })?;
    }
    script += "cmp -s twin0.out twin2.out && tail -n 1 twin0.out | grep -qx 0 || exit 1\n";
    script += &match refusal(&difference.text) {
        Some(words) => format!("grep -qF -- '{}' ours.log\n", words.replace('\'', "'\\''")),
        None => "[ -s ours.out ] && ! cmp -s twin0.out ours.out\n".to_owned(),
    };
    Ok(script)
}

/// Works in a folder of its own, where the module is named `module`.
const SCRIPT_HEAD: &str = "\
# Succeeds when the module $1 behaves differently, compiled by the two compilers.
module=$(realpath \"$1\")
work=$(mktemp -d)
trap 'rm -rf \"$work\"' EXIT
cd \"$work\" && ln -s \"$module\" module || exit 1
ulimit -v 8000000
";

/// Builds and runs a program of `module`: `name.out` holds its output and exit code, `name.log` the
/// compiler's messages.
fn attempt_line(name: &str, compiler: &Compiler, way: Way) -> Result<String> {
    let attempt =
        Attempt { compiler, way, bitcode: Path::new("module"), program: PathBuf::from(format!("./{name}")) };
    let [compile, link, run] = attempt.commands()?.map(|command| process::command_line(&command));
    Ok(format!(
        "{compile} 2>{name}.log && {link} 2>>{name}.log && {{ timeout 10 {run}; echo $?; }} >{name}.out\n"
    ))
}

/// Returns the compiler's message for a rejected module, without the names of function and
/// instruction.
fn refusal(text: &str) -> Option<&str> {
    let message = text.lines().find_map(|line| line.split_once("error: ")).map(|(_, message)| message)?;
    let message = match message.strip_prefix("in function '") {
        Some(rest) => rest.split_once("': ").map_or(rest, |(_, message)| message),
        None => message,
    };
    message.split(": ").next()
}

#[cfg(test)]
mod tests {
    use super::refusal;

    #[test]
    fn a_refusal_is_known_by_its_words() {
        let text = "gisel -O0 x.bc\nexit status: 1\nerror: in function 'f': cannot be legalized: %1:_(s32) = G_BITCAST %0(s32)";
        assert_eq!(refusal(text), Some("cannot be legalized"));
        assert_eq!(refusal("line 1: expected \"a\", got \"b\""), None);
    }
}
