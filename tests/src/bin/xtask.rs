//! `cargo xtask`: the developers' commands. Builds without LLVM, because it can install LLVM.

use clap::{Args, Parser, Subcommand};
use gisel_tests::bench::Heldout;
use gisel_tests::build::Compiler;
use gisel_tests::corpus;
use gisel_tests::operations::Extent;
use gisel_tests::platform::Platform;
use gisel_tests::target::Target;
use gisel_tests::{
    Result, assembly, bench, coverage, csmith, damage, demo, distribution, exchange, fuzz, interfaces,
    interpret, limits, modules, process, properties, requests, scaling, setup, suite,
};
use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Builds, tests and measures gisel")]
struct Cli {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Install the Debian packages that are missing, or print the command that does
    Setup,
    /// Compile Lua for both targets and run it under qemu
    Demo,
    /// Build everything and run all tests
    Test,
    /// Build the binary to install, `target/dist/gisel`, with a profile-guided layout, and packages
    /// of it
    Dist,
    /// Count instructions of compiler and code, side by side with llc
    #[command(args_conflicts_with_subcommands = true)]
    Bench {
        /// Only these libraries
        libraries: Vec<String>,
        #[command(subcommand)]
        what: Option<Bench>,
    },
    /// Compare with freshly made llc twins, or try fresh random programs
    Fuzz {
        #[command(subcommand)]
        what: Fuzz,
    },
    /// Write the committed expected outputs anew, from llc's twins
    Bless {
        /// Only these sets; `documents` are the lists in `docs/`, `interfaces` those of public items
        sets: Vec<String>,
    },
    /// Print the rules of the compiler that no test executes
    Coverage,
}

#[derive(Subcommand)]
enum Bench {
    /// Fit the growth of each pass's time, and check the inputs that have a limit
    Scaling {
        /// The largest size: 2 to this power, in instructions
        #[arg(long, default_value_t = 20)]
        largest: u32,
        /// Shapes and limited inputs by words of their names; all without
        only: Vec<String>,
    },
    /// Measure code at -O2: the libraries, and the C++ programs in this repository
    Code {
        /// Only these programs
        names: Vec<String>,
    },
    /// Measure the code of all single-file programs (.c, .cc, .cpp, .ll, .bc) below a folder
    Heldout {
        /// The folder
        folder: PathBuf,
        /// Clang's options
        #[arg(long, default_value = "-O2", allow_hyphen_values = true)]
        flags: String,
        /// The time limit of each step, in seconds; a program that exceeds it is left out
        #[arg(long, default_value_t = 60)]
        limit: u64,
        /// Show the hottest code of this number of programs, worst first
        #[arg(long, default_value_t = 3)]
        hottest: usize,
    },
    /// Measure link-time optimization of the libraries, beside ld.lld
    LinkTime {
        /// Only these libraries
        names: Vec<String>,
    },
    /// Measure the compile time of each pass and family of combiner rules, and the code that it
    /// saves
    Passes {
        /// Only those with one of these words in their names
        only: Vec<String>,
    },
    /// Vector code: loops, kernels in SIMDe and xsimd, libjpeg-turbo
    Vectors {
        /// Only programs with one of these words in their names
        words: Vec<String>,
    },
}

#[derive(Subcommand)]
enum Fuzz {
    /// All programs in all combinations of options
    Programs {
        /// Only these sets, as lua, or lua_linked for the library as one module
        sets: Vec<String>,
        /// Do not run them: compare only the assembly that is written with the object
        #[arg(long)]
        assembly: bool,
    },
    /// Random signatures, one side compiled by gcc, or of IR, one side compiled by llc
    Abi(Abi),
    /// Functions that gisel takes to a stage and llc from there on, and the other way round
    Exchange {
        /// Only these libraries (by default Lua and SQLite), targets, levels (O0, O2), stages,
        /// directions (out, in)
        only: Vec<String>,
    },
    /// Every generic opcode on a list of types, before and after the legalizer
    Legalizer {
        /// Print the table: how many combinations are legalized, unsupported, wrong, looping
        #[arg(long)]
        table: bool,
    },
    /// All programs in the interpreter, at each stage up to selection
    Interpret {
        /// Only for this machine (`aarch64`, `rv32imac-ilp32`)
        #[arg(long, value_parser = parse_platform)]
        target: Option<Platform>,
    },
    /// Assembly from any source, compared with the output of LLVM's assembler
    Assembly {
        /// The target that it is for
        #[arg(long, value_parser = parse_target)]
        target: Target,
        /// An option of gisel's
        #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
        option: Vec<String>,
        /// Files, or folders of .s files
        #[arg(required = true)]
        paths: Vec<PathBuf>,
    },
    /// Damaged `.ll` and `.bc`, read and translated
    Reader(Damage),
    /// Damaged `.mir`, read, verified and compiled
    Mir(Damage),
    /// Changed IR, compiled
    Mutants(Damage),
    /// Every attribute, flag and feature that is honoured, asked of every function of every program
    Requests {
        /// Only these requests
        names: Vec<String>,
    },
    /// Several of them at once; seeds choose the programs, levels and a target
    Attributes {
        /// First seed, and the one after the last
        #[arg(long, value_name = "A..B", default_value = "1..101", value_parser = parse_range)]
        seeds: Range<u64>,
        /// Only for this target
        #[arg(long, value_parser = parse_target)]
        target: Option<Target>,
    },
    /// Each attribute, flag, bundle or other request: those that change `llc`'s code are not
    /// silently ignored
    Properties,
    /// Each operation on each type, compared with `llc`'s
    Operations {
        /// Only types of these names (`i33`, `4xfloat`)
        #[arg(long, value_name = "TYPE")]
        only: Vec<String>,
        /// Only for this machine (`aarch64`, `rv32imac-ilp32`)
        #[arg(long, value_parser = parse_platform)]
        target: Option<Platform>,
        /// Do not run them: report rejections of operations that `llc` compiles
        #[arg(long)]
        compile_only: bool,
    },
    /// Each function of the targets' C headers, compared with `llc`'s
    Headers {
        /// Only for this target
        #[arg(long, value_parser = parse_target)]
        target: Option<Target>,
    },
    /// Modules of other projects and front ends, compiled whole, linked and run beside `llc`'s;
    /// fetches them first
    Modules {
        /// Only these sources; an unknown name lists them
        names: Vec<String>,
        /// Only for this target
        #[arg(long, value_parser = parse_target)]
        target: Option<Target>,
        /// Only as the front end makes them at this level (0, 2)
        #[arg(long)]
        ir_level: Option<u8>,
    },
    /// Random programs of inline assembly, compared with `llc`'s
    InlineAssembly {
        /// First seed, and the one after the last
        #[arg(long, value_name = "A..B", default_value = "1..101", value_parser = parse_range)]
        seeds: Range<u64>,
        /// Only for this target
        #[arg(long, value_parser = parse_target)]
        target: Option<Target>,
    },
    /// Random loops, compared with `llc`'s
    Loops {
        /// First seed, and the one after the last; each is a program of 60 functions
        #[arg(long, value_name = "A..B", default_value = "1..51", value_parser = parse_range)]
        seeds: Range<u64>,
        /// Only for this target
        #[arg(long, value_parser = parse_target)]
        target: Option<Target>,
    },
    /// Random branches, calls and early returns, compared with `llc`'s
    Branches {
        /// First seed, and the one after the last; each is a program of 60 functions
        #[arg(long, value_name = "A..B", default_value = "1..51", value_parser = parse_range)]
        seeds: Range<u64>,
        /// Only for this target
        #[arg(long, value_parser = parse_target)]
        target: Option<Target>,
    },
    /// Random vector shuffles and interleaved accesses, compared with `llc`'s
    Shuffles {
        /// First seed, and the one after the last; each is a module of 100 functions
        #[arg(long, value_name = "A..B", default_value = "1..51", value_parser = parse_range)]
        seeds: Range<u64>,
        /// Only for this target
        #[arg(long, value_parser = parse_target)]
        target: Option<Target>,
    },
    /// Random uses of frozen values, which must agree with each other
    Frozen {
        /// First seed, and the one after the last
        #[arg(long, value_name = "A..B", default_value = "1..51", value_parser = parse_range)]
        seeds: Range<u64>,
        /// Only on this machine
        #[arg(long, value_parser = parse_platform)]
        target: Option<Platform>,
    },
    /// Random programs, stopped by gdb: the displayed values of variables are compared with the
    /// real ones
    Debugger {
        /// First seed, and the one after the last
        #[arg(long, value_name = "A..B", default_value = "1..21", value_parser = parse_range)]
        seeds: Range<u64>,
        /// Only for this target
        #[arg(long, value_parser = parse_target)]
        target: Option<Target>,
    },
    /// Random programs by csmith
    Csmith {
        /// First seed, and the one after the last
        #[arg(long, value_name = "A..B", default_value = "1..21", value_parser = parse_range)]
        seeds: Range<u64>,
        /// Reduce the first difference of each seed to a small .ll
        #[arg(long)]
        reduce: bool,
        /// Only for this machine (`aarch64`, `rv32imac-ilp32`)
        #[arg(long, value_parser = parse_platform)]
        target: Option<Platform>,
    },
}

/// The signatures to try.
#[derive(Args)]
struct Abi {
    /// Signatures of C: the seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Signatures of C: how many
    #[arg(long, default_value_t = 200)]
    functions: usize,
    /// Signatures of IR
    #[arg(long)]
    ir: bool,
    /// Of IR: the first seed, and the one after the last; each is a module pair
    #[arg(long, value_name = "A..B", default_value = "1..201", value_parser = parse_range, requires = "ir")]
    seeds: Range<u64>,
    /// Of IR: this number of seeds from the first on
    #[arg(long, requires = "ir")]
    modules: Option<u64>,
    /// Only for this machine (`aarch64`, `rv32imac-ilp32`)
    #[arg(long, value_parser = parse_platform)]
    target: Option<Platform>,
}

impl Abi {
    fn fuzz(self) -> Result<()> {
        if !self.ir {
            return fuzz::conventions(self.target, self.seed, self.functions);
        }
        let end = self.modules.map_or(self.seeds.end, |n| self.seeds.start + n);
        fuzz::ir_conventions(self.target, &(self.seeds.start..end))
    }
}

/// The amount of damaged input.
#[derive(Args)]
struct Damage {
    /// First seed, and the one after the last
    #[arg(long, value_name = "A..B", default_value = "1..1001", value_parser = parse_range)]
    seeds: Range<u64>,
    /// Continue from the first seed for this number of minutes
    #[arg(long)]
    minutes: Option<u64>,
}

impl Damage {
    fn fuzz(self, kind: damage::Kind) -> Result<()> {
        damage::fuzz(kind, self.seeds, self.minutes)
    }
}

fn main() -> ExitCode {
    match run(Cli::parse().task) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn run(task: Task) -> Result<()> {
    setup::setup()?;
    match task {
        Task::Setup => Ok(()),
        Task::Test => test(),
        Task::Bless { sets } => bless(&sets),
        Task::Demo => build().and_then(|()| demo::demo()),
        Task::Dist => distribution::build(),
        Task::Bench { libraries, what } => {
            if std::env::var_os("GISEL").is_none() {
                distribution::build()?;
            }
            match what {
                None => bench::bench(&libraries),
                Some(Bench::Scaling { largest, only }) => scaling::scaling(largest, &only),
                Some(Bench::Code { names }) => bench::code_bench(&names),
                Some(Bench::Heldout { folder, flags, limit, hottest }) => {
                    let flags = flags.split_whitespace().map(str::to_owned).collect();
                    heldout(&Heldout { folder, flags, limit: Duration::from_secs(limit), hottest })
                }
                Some(Bench::LinkTime { names }) => bench::link_time_bench(&names),
                Some(Bench::Passes { only }) => bench::passes_bench(&only),
                Some(Bench::Vectors { words }) => bench::vectors_bench(&words),
            }
        }
        Task::Coverage => build().and_then(|()| coverage::coverage()),
        Task::Fuzz { what } => {
            build()?;
            match what {
                Fuzz::Programs { sets, assembly } => fuzz::programs(&sets, assembly),
                Fuzz::Abi(abi) => abi.fuzz(),
                Fuzz::Exchange { only } => exchange::libraries(&only),
                Fuzz::Legalizer { table } => legalizer(table),
                Fuzz::Interpret { target } => interpret::everything(target),
                Fuzz::Assembly { target, option, paths } => {
                    assembly::files::compare_files(target, &paths, &option)
                }
                Fuzz::Reader(damage) => damage.fuzz(damage::Kind::Reader),
                Fuzz::Mir(damage) => damage.fuzz(damage::Kind::Mir),
                Fuzz::Mutants(damage) => damage.fuzz(damage::Kind::Mutants),
                Fuzz::Requests { names } => requests::check_all(|request, _, _| {
                    names.is_empty() || names.iter().any(|name| name == requests::REQUESTS[request].name)
                }),
                Fuzz::Attributes { seeds, target } => {
                    let targets = target.map_or(Target::ALL.to_vec(), |target| vec![target]);
                    requests::combinations::check_seeds(&targets, seeds)
                }
                Fuzz::Properties => {
                    println!("{}", properties::check(true, |_, _| true)?);
                    println!("{}", properties::intrinsics::check()?);
                    Ok(())
                }
                Fuzz::Operations { only, target, compile_only } => {
                    let extent = if compile_only { Extent::Compiled } else { Extent::Run };
                    fuzz::operations(&only, target, extent)
                }
                Fuzz::Headers { target } => fuzz::headers(target),
                Fuzz::Modules { names, target, ir_level } => modules::check(&names, target, ir_level),
                Fuzz::InlineAssembly { seeds, target } => fuzz::inline_assembly(target, &seeds),
                Fuzz::Loops { seeds, target } => fuzz::loops(target, &seeds),
                Fuzz::Branches { seeds, target } => fuzz::branches(target, &seeds),
                Fuzz::Shuffles { seeds, target } => fuzz::shuffles(target, &seeds),
                Fuzz::Frozen { seeds, target } => fuzz::frozen(target, &seeds),
                Fuzz::Debugger { seeds, target } => fuzz::debugger(target, &seeds),
                Fuzz::Csmith { seeds, reduce, target } => csmith::csmith(target, seeds, reduce),
            }
        }
    }
}

fn parse_range(text: &str) -> std::result::Result<Range<u64>, String> {
    let (start, end) = text.split_once("..").ok_or("a range is two numbers with .. between them")?;
    let number = |text: &str| text.parse().map_err(|_| format!("'{text}' is no number"));
    Ok(number(start)?..number(end)?)
}

fn parse_target(text: &str) -> std::result::Result<Target, String> {
    Target::ALL.into_iter().find(|t| t.arch() == text).ok_or_else(|| format!("no target is called '{text}'"))
}

fn parse_platform(text: &str) -> std::result::Result<Platform, String> {
    Platform::named(text).ok_or_else(|| {
        let names: Vec<String> = Platform::all().map(|platform| platform.to_string()).collect();
        format!("no machine is called '{text}'; there are {}", names.join(", "))
    })
}

fn cargo(args: &[&str]) -> Result<()> {
    process::run_visibly(process::cargo().args(args))
}

/// Builds the compiler, unless the environment variable `GISEL` names one.
fn build() -> Result<()> {
    match std::env::var_os("GISEL") {
        Some(_) => Ok(()),
        None => cargo(&["build", "--release", "--package", "gisel"]),
    }
}

fn heldout(programs: &Heldout) -> Result<()> {
    let report = programs.measure(&Compiler::measured()?)?;
    print!("{}", report.text);
    match report.wrong {
        0 => Ok(()),
        wrong => Err(format!("{wrong} programs are WRONG")),
    }
}

fn test() -> Result<()> {
    cargo(&["build", "--release", "--workspace"])?;
    cargo(&["test", "--release", "--workspace", "--no-fail-fast"])
}

/// Runs the legalizer table, which belongs to the targets' tests: they link no LLVM.
fn legalizer(table: bool) -> Result<()> {
    let test = ["test", "--release", "--package", "gisel-targets", "--test", "legalizer_table", "--"];
    let mut args = [&test[..], &["--ignored"]].concat();
    if table {
        args.push("--nocapture");
    }
    cargo(&args)
}

/// Updates the sets that are named, or all of them. A set that fails does not stop the others.
fn bless(sets: &[String]) -> Result<()> {
    let wanted = |set: &str| sets.is_empty() || sets.iter().any(|s| s == set);
    let mut results = Vec::new();
    if wanted("documents") {
        results.push(limits::bless());
    }
    if wanted("interfaces") {
        results.push(interfaces::bless());
    }
    results.extend(corpus::sets().filter(|set| wanted(set)).map(suite::bless));
    let failures: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}
