//! `cargo xtask bench`: the cost of compilation and the quality of the code, compared with `llc`.
//!
//! Each library with its driver is one module; on riscv32, the libraries that picolibc supports.
//! Both compilers read the same bitcode, with their verifiers off, on one thread; `llc -O0` runs in
//! its fastest mode for the target. The counters are instructions of the compilers and of the
//! compiled programs, and peak resident memory. The output lists ratios, and their medians beside
//! the goals; then the cost of an instruction after parsing. Last come times: of the start, and for
//! SQLite on two threads against one.

mod blocks;
mod code;
mod comparison;
mod cycles;
mod heldout;
mod hottest;
mod link_time;
mod passes;
mod report;
mod vectors;

pub use code::code_bench;
pub use heldout::Heldout;
pub use link_time::link_time_bench;
pub use passes::passes_bench;
pub use report::Report;
pub use vectors::vectors_bench;

use crate::build::Compiler;
use crate::demo::text_size;
use crate::libraries::{LIBRARIES, Library};
use crate::measure::{self, Tools};
use crate::picolibc::MACHINES;
use crate::platform::Platform;
use crate::target::{Mode, Target};
use crate::{Result, parallel, process, sources};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The bare-metal machine that is measured.
const BARE: Platform = Platform::Bare(MACHINES[0]);

/// A configuration that is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Kind {
    /// Levels of the IR and of the compiler.
    levels: (u8, u8),
    /// The register allocator, if not the level's.
    allocator: Option<&'static str>,
}

const KINDS: [Kind; 4] = [
    Kind { levels: (0, 0), allocator: None },
    Kind { levels: (2, 0), allocator: None },
    Kind { levels: (2, 2), allocator: None },
    Kind { levels: (2, 2), allocator: Some("linearscan") },
];

impl Kind {
    /// Formats the level as an option of the compiler.
    fn options(self) -> String {
        let level = self.levels.1;
        self.allocator.map_or(format!("-O{level}"), |name| format!("-O{level} -regalloc={name}"))
    }
}

/// The figures measured.
const FIGURES: [&str; 4] = ["compile", "peak", ".text", "guest"];
const COMPILE: usize = 0;
const PEAK: usize = 1;
const TEXT: usize = 2;
const GUEST: usize = 3;

/// A value of each of [`FIGURES`].
type Figures = [u64; 4];

/// The goal for the ratio of [`FIGURES`] `figure` to `llc`.
struct Goal {
    figure: usize,
    levels: (u8, u8),
    /// For riscv64 and AArch64.
    limits: [f64; 2],
}

const GOALS: [Goal; 9] = [
    goal(COMPILE, (0, 0), [0.22, 0.33]),
    goal(COMPILE, (2, 0), [0.25, 0.36]),
    goal(COMPILE, (2, 2), [0.15, 0.15]),
    goal(GUEST, (0, 0), [0.75, 0.91]),
    goal(GUEST, (2, 0), [0.43, 0.57]),
    goal(GUEST, (2, 2), [1.25, 1.25]),
    goal(TEXT, (2, 2), [1.15, 1.15]),
    goal(PEAK, (0, 0), [0.42, 0.32]),
    goal(PEAK, (2, 0), [0.43, 0.36]),
];

const fn goal(figure: usize, levels: (u8, u8), limits: [f64; 2]) -> Goal {
    Goal { figure, levels, limits }
}

/// The library compiled on two threads, the number of runs, and the goal for the ratio to one
/// thread.
const PARALLEL: (&str, usize, f64) = ("sqlite", 15, 0.55);

/// The goal for the cost of an instruction of -O0 IR at -O0 after parsing, in instructions, for
/// riscv64 and AArch64.
const AFTER_PARSE: [f64; 2] = [3000.0, 2500.0];

/// A nearly empty module, the number of runs, and the goal for the ratio of times to `llc`.
const START: (&str, usize, f64) = ("define i32 @f(i32 %a) {\n  ret i32 %a\n}\n", 25, 0.3);

/// Measures the libraries with these names, or all if there are none, and prints the tables.
///
/// # Errors
/// The first step that fails, or a program that prints something wrong.
pub fn bench(names: &[String]) -> Result<()> {
    let libraries: Vec<&Library> = match names {
        [] => LIBRARIES.iter().collect(),
        names => names.iter().map(|name| Library::named(name)).collect::<Result<_>>()?,
    };
    let gisel = Compiler::measured()?;
    let folder = sources::work_folder("bench")?;
    let bench = Bench { gisel, tools: Tools::new(&folder)?, folder };
    let ratios = bench.ratios(Target::ALL.map(Platform::Linux).as_slice(), &libraries)?;
    println!(
        "gisel against llc: instructions to compile, peak memory, size of .text, instructions executed\n"
    );
    print_table(&libraries, &ratios);
    let carried: Vec<_> = libraries.iter().copied().filter(|library| library.is_for(BARE)).collect();
    if !carried.is_empty() {
        println!();
        print_table(&carried, &bench.ratios(&[BARE], &carried)?);
    }
    print_goals(&ratios);
    for (target, limit) in Target::ALL.into_iter().zip(AFTER_PARSE) {
        bench.after_parse(target, &libraries, limit)?;
    }
    for target in Target::ALL {
        bench.alike(target, &libraries)?;
    }
    bench.start()?;
    if libraries.iter().any(|library| library.name == PARALLEL.0) {
        Target::ALL.into_iter().try_for_each(|target| bench.two_threads(target))?;
    }
    Ok(())
}

/// For a platform and a [`Kind`], the ratios of each library.
struct Ratios {
    platform: Platform,
    kind: Kind,
    libraries: Vec<[f64; 4]>,
}

impl Ratios {
    fn of(&self, figure: usize) -> Vec<f64> {
        self.libraries.iter().map(|ratios| ratios[figure]).collect()
    }
}

struct Bench {
    gisel: PathBuf,
    tools: Tools,
    folder: PathBuf,
}

impl Bench {
    fn ratios(&self, platforms: &[Platform], libraries: &[&Library]) -> Result<Vec<Ratios>> {
        let kinds: Vec<_> =
            platforms.iter().flat_map(|&platform| KINDS.map(|kind| (platform, kind))).collect();
        // Start with the longest.
        let jobs: Vec<_> =
            kinds.iter().rev().flat_map(|&kind| libraries.iter().map(move |&l| (kind, l))).collect();
        let measured = parallel::map(&jobs, |&((platform, kind), library)| {
            let ratios = self.library(library, platform, kind);
            eprintln!("{} ({platform}, IR at -O{}, {})", library.name, kind.levels.0, kind.options());
            ratios
        });
        let measured = measured.into_iter().collect::<Result<Vec<_>>>()?;
        let by_kind = kinds.iter().rev().zip(measured.chunks(libraries.len()));
        let ratios =
            by_kind.map(|(&(platform, kind), part)| Ratios { platform, kind, libraries: part.to_vec() });
        Ok(ratios.rev().collect())
    }

    fn library(&self, library: &Library, platform: Platform, kind: Kind) -> Result<[f64; 4]> {
        let (ir_level, level) = kind.levels;
        let allocator = kind.allocator.unwrap_or("default");
        let work = format!("{}/{platform}-ir{ir_level}-O{level}/{allocator}", library.name);
        let folder = self.folder.join(work);
        fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let bitcode = library.module(platform, ir_level, &folder)?;
        let object = folder.join("program.o");
        let llc = llc(platform, level, &bitcode, &object);
        let read = |known: &str| {
            let (figures, printed) = known.split_once('\n')?;
            Some((measure::numbers(figures)?, printed.to_owned()))
        };
        let write = |(figures, printed): &(Figures, String)| {
            format!("{}\n{printed}", figures.map(|figure| figure.to_string()).join(" "))
        };
        let (theirs, printed) = measure::remembered(&self.folder, &llc, &[&bitcode], (read, write), || {
            self.figures(library, platform, &llc, &object)
        })?;
        let mut gisel = self.gisel(platform, level, &bitcode, &object);
        gisel.arg(format!("-regalloc={allocator}"));
        let (ours, text) = self.figures(library, platform, &gisel, &object)?;
        let expected = match platform {
            Platform::Linux(_) | Platform::Aarch64With(_) => {
                let expected = library.program()?.expected;
                fs::read_to_string(&expected).map_err(|e| format!("{}: {e}", expected.display()))?
            }
            // Some find other matches on 32 bits.
            Platform::Bare(_) => printed.clone(),
        };
        let difference = |compile: &Command, text: &str| {
            let difference = process::first_difference(&expected, text)?;
            Some(format!("{}\n{}: {difference}", process::command_line(compile), library.name))
        };
        if let Some(message) = difference(&llc, &printed) {
            // Its fastest mode miscompiles some programs: SQLite's sums of reals on riscv64.
            eprintln!("{message}");
        }
        match difference(&gisel, &text) {
            Some(message) => Err(message),
            None => Ok(std::array::from_fn(|n| ours[n] as f64 / theirs[n].max(1) as f64)),
        }
    }

    fn gisel(&self, platform: Platform, level: u8, bitcode: &Path, object: &Path) -> Command {
        let mut command = Command::new(&self.gisel);
        common_options(&mut command, platform, level, bitcode, object).arg("-j1");
        command
    }

    /// Measures compilation and the program; returns the figures and the program's output.
    fn figures(
        &self,
        library: &Library,
        platform: Platform,
        compile: &Command,
        object: &Path,
    ) -> Result<(Figures, String)> {
        let out = object.with_extension("number");
        let executable = object.with_extension("");
        let (compiled, _) = self.tools.count(std::env::consts::ARCH, compile, &out)?;
        let peak = self.tools.peak(compile, &out)?;
        let objects = [object.to_path_buf()];
        process::run(&mut platform.link_with_library(Mode::Static, &objects, &executable)?)?;
        let mut run = platform.qemu(&executable);
        let (guest, printed) = self.tools.count_emulated(run.args(library.program()?.args), &out, None)?;
        Ok(([compiled, peak, text_size(object)?, guest], printed))
    }

    /// Prints the cost of an instruction of -O0 IR at -O0, in instructions, without reading the
    /// module and starting the compiler.
    fn after_parse(&self, target: Target, libraries: &[&Library], limit: f64) -> Result<()> {
        let platform = Platform::Linux(target);
        let empty = self.folder.join("empty.ll");
        fs::write(&empty, "").map_err(|e| format!("{}: {e}", empty.display()))?;
        let number = self.folder.join("after-parse.number");
        let count = |command: &Command| self.tools.count(std::env::consts::ARCH, command, &number);
        let read = |bitcode: &Path| {
            let mut opt = Command::new("opt-22");
            opt.args(["-passes=", "-disable-verify", "-disable-output"]).arg(bitcode);
            Ok::<u64, String>(count(&opt)?.0)
        };
        let compile = |bitcode: &Path| {
            let command = self.gisel(platform, 0, bitcode, &self.folder.join("after-parse.o"));
            Ok::<u64, String>(count(&command)?.0)
        };
        let (start, start_of_reader) = (compile(&empty)?, read(&empty)?);
        let mut costs = Vec::new();
        for library in libraries {
            let bitcode = library.module(platform, 0, &self.folder)?;
            let parse = read(&bitcode)?.saturating_sub(start_of_reader);
            let after = compile(&bitcode)?.saturating_sub(start + parse);
            costs.push(after as f64 / instructions(&bitcode)?.max(1) as f64);
        }
        let cells: Vec<String> =
            libraries.iter().zip(&costs).map(|(l, cost)| format!("{} {cost:.0}", l.name)).collect();
        println!(
            "{}, -O0, instructions for one of the IR after the parse: {}; {:.0} in the middle; to reach: {limit}",
            target.arch(),
            cells.join(", "),
            measure::median(costs),
        );
        Ok(())
    }

    /// Prints the number of functions whose code equals `llc`'s, and of those whose text does, too.
    fn alike(&self, target: Target, libraries: &[&Library]) -> Result<()> {
        let platform = Platform::Linux(target);
        for level in [0, 2] {
            let [mut functions, mut code, mut text] = [0; 3];
            for library in libraries {
                let bitcode = library.module(platform, 2, &self.folder)?;
                let mut compare = Command::new(&self.gisel);
                let printed =
                    process::run(compare.args(["compare", "--json", &format!("-O{level}")]).arg(&bitcode))?;
                let found: Value =
                    serde_json::from_str(&printed).map_err(|e| format!("{}: {e}", library.name))?;
                functions += found["functions"].as_array().map_or(0, Vec::len) as u64;
                code += found["same_code"].as_u64().unwrap_or(0);
                text += found["same_text"].as_u64().unwrap_or(0);
            }
            println!(
                "{}, -O{level}: of {functions} functions {code} have llc's code, {text} its text",
                target.arch()
            );
        }
        Ok(())
    }

    /// Prints the time to compile a nearly empty module.
    fn start(&self) -> Result<()> {
        let (text, pairs, limit) = START;
        let source = self.folder.join("start.ll");
        fs::write(&source, text).map_err(|e| format!("{}: {e}", source.display()))?;
        let object = source.with_extension("o");
        for target in Target::ALL {
            let platform = Platform::Linux(target);
            let mut ours = self.gisel(platform, 2, &source, &object);
            let mut theirs = llc(platform, 2, &source, &object);
            let times = measure::times([&mut ours, &mut theirs], pairs)?;
            let ratios =
                times.iter().map(|[ours, theirs]| ours.as_secs_f64() / theirs.as_secs_f64()).collect();
            let middle = measure::median(ratios);
            println!("start, {}: {middle:.2} of the time that llc takes; to reach: {limit}", target.arch());
        }
        Ok(())
    }

    /// Prints the ratio of the time on two threads to the time on one.
    fn two_threads(&self, target: Target) -> Result<()> {
        let (name, pairs, limit) = PARALLEL;
        let platform = Platform::Linux(target);
        let bitcode = Library::named(name)?.module(platform, 0, &self.folder)?;
        let object = bitcode.with_extension("o");
        let [mut one, mut two] = ["-j1", "-j2"].map(|threads| {
            let mut command = Command::new(&self.gisel);
            common_options(&mut command, platform, 0, &bitcode, &object).arg(threads);
            command
        });
        let times = measure::times([&mut two, &mut one], pairs)?;
        let least =
            |which: usize| times.iter().map(|pair| pair[which]).min().unwrap_or_default().as_secs_f64();
        let ratios = times.iter().map(|[two, one]| two.as_secs_f64() / one.as_secs_f64()).collect();
        println!(
            "{name}, {}, -O0, time on two threads against one: {:.2} in the middle of {pairs} pairs, {:.2} of the least ones ({:.0} and {:.0} ms); to reach: {limit}",
            target.arch(),
            measure::median(ratios),
            least(0) / least(1),
            least(0) * 1e3,
            least(1) * 1e3,
        );
        Ok(())
    }
}

/// Returns the number of instructions in a module.
fn instructions(bitcode: &Path) -> Result<usize> {
    let text = process::run(Command::new("llvm-dis-22").args(["-o", "-"]).arg(bitcode))?;
    // Switch cases are indented further; labels and text outside functions are not indented.
    let is_instruction =
        |line: &&str| line.strip_prefix("  ").is_some_and(|rest| !rest.starts_with([' ', ']', ';']));
    Ok(text.lines().filter(is_instruction).count())
}

fn common_options<'a>(
    command: &'a mut Command,
    platform: Platform,
    level: u8,
    bitcode: &Path,
    object: &Path,
) -> &'a mut Command {
    command.arg(format!("-O{level}"));
    match platform {
        Platform::Linux(_) | Platform::Aarch64With(_) => {
            command.arg(format!("-mtriple={}", platform.triple()))
        }
        Platform::Bare(machine) => command.args(machine.options()),
    };
    command.args(["-disable-verify", "-filetype=obj", Mode::Static.relocation_model(), "-o"]);
    command.arg(object).arg(bitcode)
}

/// Returns the command of `llc`, at -O0 in its fastest mode.
fn llc(platform: Platform, level: u8, bitcode: &Path, object: &Path) -> Command {
    let mut command = Command::new("llc-22");
    common_options(&mut command, platform, level, bitcode, object);
    if platform == Platform::Linux(Target::Riscv64) {
        command.arg("-mattr=+m,+a,+f,+d,+c");
    }
    match (level, platform) {
        (0, Platform::Linux(Target::Riscv64)) => command.args(["-global-isel", "-global-isel-abort=0"]),
        (0, Platform::Linux(Target::Aarch64)) => command.arg("-fast-isel"),
        // On riscv32 GlobalISel crashes, for example on Lua.
        _ => command.arg("-global-isel=0"),
    };
    command
}

fn print_table(libraries: &[&Library], ratios: &[Ratios]) {
    let names: Vec<&str> = libraries.iter().map(|library| library.name).collect();
    println!("| target | IR | level | figure | {} | median |", names.join(" | "));
    println!("| --- | --- | --- | --- |{}", " --- |".repeat(names.len() + 1));
    for kind in ratios {
        for (n, figure) in FIGURES.into_iter().enumerate() {
            let cells: Vec<String> = kind.of(n).iter().map(|ratio| format!("{ratio:.2}")).collect();
            let (platform, ir_level, options) = (kind.platform, kind.kind.levels.0, kind.kind.options());
            let median = measure::median(kind.of(n));
            println!(
                "| {platform} | -O{ir_level} | {options} | {figure} | {} | {median:.2} |",
                cells.join(" | ")
            );
        }
    }
}

fn print_goals(ratios: &[Ratios]) {
    println!("\n| median | to reach, riscv64 | reached | to reach, aarch64 | reached |");
    println!("| --- | --- | --- | --- | --- |");
    for Goal { figure, levels, limits } in GOALS {
        let cells = Target::ALL.into_iter().zip(limits).map(|(target, limit)| {
            let wanted = Kind { levels, allocator: None };
            let kind =
                ratios.iter().find(|kind| kind.platform == Platform::Linux(target) && kind.kind == wanted);
            let median = measure::median(kind.map(|kind| kind.of(figure)).unwrap_or_default());
            // Rounded as printed, so that equal output compares equal.
            let reached = (median * 100.0).round() <= (limit * 100.0).round();
            format!("≤ {limit} | {median:.2}{}", if reached { "" } else { ", **not reached**" })
        });
        let (ir_level, level) = levels;
        let cells: Vec<String> = cells.collect();
        println!("| {}, -O{level} of -O{ir_level} IR | {} |", FIGURES[figure], cells.join(" | "));
    }
    println!();
}
