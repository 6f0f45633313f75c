//! Calling conventions at the IR level: random signatures, caller and callee compiled by the
//! compiler under test and by `llc`.
//!
//! A module pair has a few functions. The caller passes known values. It prints the result, the
//! values live across the call, and the objects that it passed. The callee prints its arguments and
//! clobbers all registers that it may. A function that ends in a tail call may come between them.
//! The objects are linked into three programs: both modules by the compiler under test, and each
//! with the other module by `llc`. The expected output is known. If a program prints something
//! else, a program compiled only by `llc` tells if `llc` agrees.

mod signatures;
mod text;
mod types;

use crate::build::{self, Compiler};
use crate::platform::Platform;
use crate::target::Mode;
use crate::{Result, parallel, process, sources};
use signatures::{Common, Function};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Mutex;
use std::time::Duration;
use std::{fmt, fs};
use types::Type;

/// Functions per module pair.
const FUNCTIONS: usize = 8;

/// The programs are short.
const TIME_LIMIT: Duration = Duration::from_secs(20);

/// The text in all messages that reject an attribute by the table of attributes.
const BY_TABLE: &str = "(--allow-ignored=";

/// Substrings of messages for features that are documented as rejected.
const DOCUMENTED: [&str; 3] = [
    "but the subtarget has no such register",
    "calling convention `aarch64_sve_vector_pcs` is not supported for definitions",
    // Where no register is left, `llc` lets the object overlap the next argument.
    "`byval` arguments cannot be passed by this calling convention",
];

/// Callers that `llc` miscompiles although the pair compiled only by it prints the expected output:
/// the case, and the compilers of caller and callee.
const LLC_BUGS: [(&str, &str); 1] = [
    // A `preserve_nonecc` call whose first argument is `returned` is assumed to preserve x19 to
    // x28, which `llc`'s callee happens to do.
    ("aarch64 seed 1866 -O0 function 2", "lg"),
];

/// The outcome of checking functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// All programs printed the expected output.
    Right,
    /// `llc` rejects it; the program compiled only by the compiler under test is right.
    RightAlone,
    /// One was wrong, but the program compiled only by `llc` was right.
    Wrong,
    /// One with a module compiled by `llc` was wrong, and so was the program compiled only by
    /// `llc`, or it is listed in `LLC_BUGS`.
    LlcWrong,
    /// The compiler under test rejects it.
    Refused,
    /// The compiler under test rejects it, as documented.
    Documented,
    /// Both reject it.
    BothRefuse,
}

/// The findings, by outcome and reason.
#[derive(Debug, Default)]
struct Report(BTreeMap<(Outcome, String), Vec<String>>);

impl Report {
    fn count(&self, outcome: Outcome) -> usize {
        self.0.iter().filter(|((o, _), _)| *o == outcome).map(|(_, cases)| cases.len()).sum()
    }

    fn failed(&self) -> bool {
        [Outcome::Wrong, Outcome::Refused].iter().any(|&outcome| self.count(outcome) > 0)
    }

    fn add(&mut self, outcome: Outcome, reason: &str, case: String) {
        self.0.entry((outcome, reason.to_owned())).or_default().push(case);
    }

    fn merge(&mut self, other: Report) {
        other.0.into_iter().for_each(|(key, cases)| self.0.entry(key).or_default().extend(cases));
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        use Outcome::{BothRefuse, Documented, LlcWrong, Refused, Right, RightAlone, Wrong};
        for ((outcome, reason), cases) in self.0.iter().filter(|((o, _), _)| !matches!(o, Right | RightAlone))
        {
            let some: Vec<&str> = cases.iter().take(3).map(String::as_str).collect();
            writeln!(f, "{outcome:?} {} times: {reason}: {}", cases.len(), some.join(", "))?;
        }
        let count = |outcome| self.count(outcome);
        write!(f, "functions right {}, ", count(Right) + count(RightAlone))?;
        write!(f, "wrong {}, wrong by llc {}, ", count(Wrong), count(LlcWrong))?;
        write!(f, "refused {}, in table {}, by both {}", count(Refused), count(Documented), count(BothRefuse))
    }
}

/// Checks the module pairs of these seeds, alternately at -O0 and -O2.
///
/// # Errors
/// Programs were wrong, or something was rejected that no table lists.
pub fn check(platform: Platform, seeds: Range<u64>) -> Result<String> {
    let level = |seed: u64| if seed.is_multiple_of(2) { 0 } else { 2 };
    let functions = |seed| (0..FUNCTIONS).map(|n| Function::new(platform, seed, n)).collect();
    check_pairs(platform, seeds.map(|seed| (format!("seed {seed}"), level(seed), functions(seed))).collect())
}

/// Checks the module pairs of these seeds whose functions are called by `musttail` calls that
/// permute the arguments, alternately at -O0 and -O2.
///
/// # Errors
/// As for [`check`].
pub fn check_tails(platform: Platform, seeds: Range<u64>) -> Result<String> {
    let level = |seed: u64| if seed.is_multiple_of(2) { 0 } else { 2 };
    let functions = |seed| (0..FUNCTIONS).map(|n| Function::forwarding(platform, seed, n)).collect();
    let pairs = seeds.map(|seed| (format!("tails {seed}"), level(seed), functions(seed)));
    check_pairs(platform, pairs.collect())
}

/// Checks functions that take and return types on which compilers easily disagree. Uses the C
/// convention and `fastcc`, at -O0 and -O2.
///
/// # Errors
/// As for [`check`].
pub fn check_types(platform: Platform) -> Result<String> {
    let of = |number: usize, (ty, convention): &(Type, Common)| Function::passing(number, *convention, ty);
    let types = types::disputed();
    let all: Vec<(Type, Common)> = Common::ALL
        .iter()
        .flat_map(|&convention| types.iter().map(move |ty| (ty.clone(), convention)))
        .collect();
    let chunks: Vec<_> = all.chunks(FUNCTIONS).enumerate().collect();
    let pair = |level: u8, n: usize, chunk: &[(Type, Common)]| {
        let functions = chunk.iter().enumerate().map(|(number, case)| of(number, case)).collect();
        (format!("types {n}-O{level}"), level, functions)
    };
    let pairs =
        [0, 2].into_iter().flat_map(|level| chunks.iter().map(move |(n, chunk)| pair(level, *n, chunk)));
    check_pairs(platform, pairs.collect())
}

/// Module pairs: a name, the level of the compiler under test, and the functions.
type Pairs = Vec<(String, u8, Vec<Function>)>;

fn check_pairs(platform: Platform, pairs: Pairs) -> Result<String> {
    let tools = Tools::new(platform)?;
    let total = Mutex::new(Report::default());
    let results: Vec<Result<()>> = parallel::map(&pairs, |(name, level, functions)| {
        let report = Pair::new(&tools, name, *level)?.check(functions)?;
        total.lock().map_err(|e| e.to_string())?.merge(report);
        Ok(())
    });
    results.into_iter().collect::<Result<()>>()?;
    let report = total.into_inner().map_err(|e| e.to_string())?;
    let text = format!("{platform}: modules {}, {report}", pairs.len());
    if report.failed() { Err(text) } else { Ok(text) }
}

/// The state that all module pairs of a machine share.
struct Tools {
    platform: Platform,
    gisel: Compiler,
    support: PathBuf,
    runtime: PathBuf,
}

impl Tools {
    fn new(platform: Platform) -> Result<Tools> {
        let folder = sources::work_folder(&format!("abi-ir/{platform}"))?;
        let (source, support) = (folder.join("support.c"), folder.join("support.o"));
        fs::write(&source, include_str!("ir/support.c")).map_err(|e| format!("{}: {e}", source.display()))?;
        let mut gcc = platform.object_of_own_abi(&source, &support);
        process::run(gcc.args(["-ffreestanding", "-fno-stack-protector"]))?;
        let gisel = Compiler::under_test()?;
        Ok(Tools { platform, support, runtime: platform.runtime(&gisel)?, gisel })
    }
}

/// A module pair.
struct Pair<'a> {
    tools: &'a Tools,
    name: &'a str,
    /// The level of the compiler under test.
    level: u8,
    folder: PathBuf,
    report: Report,
    /// The functions in `llc`'s objects.
    by_llc: Vec<usize>,
}

/// The programs, by the compilers of caller and callee; index 0 is the compiler under test.
const PROGRAMS: [(&str, [usize; 2]); 3] = [("gg", [0, 0]), ("gl", [0, 1]), ("lg", [1, 0])];

impl Pair<'_> {
    fn new<'a>(tools: &'a Tools, name: &'a str, level: u8) -> Result<Pair<'a>> {
        let folder = sources::work_folder(&format!("abi-ir/{}/{}", tools.platform, name.replace(' ', "-")))?;
        Ok(Pair { tools, name, level, folder, report: Report::default(), by_llc: Vec::new() })
    }

    fn check(mut self, functions: &[Function]) -> Result<Report> {
        let mut left: Vec<&Function> = functions.iter().collect();
        let refused = self.refused_by_llc(&left)?;
        left.retain(|f| !refused.contains(&f.number));
        let mut alone: Vec<&Function> = functions.iter().filter(|f| refused.contains(&f.number)).collect();
        self.check_all(&mut left, &PROGRAMS)?;
        self.check_all(&mut alone, &PROGRAMS[..1])?;
        if !self.report.failed() {
            fs::remove_dir_all(&self.folder).map_err(|e| format!("{}: {e}", self.folder.display()))?;
        }
        Ok(self.report)
    }

    fn case(&self, number: usize) -> String {
        format!("{} -O{} function {number}", self.name, self.level)
    }

    /// Returns the functions that `llc` does not compile, found by bisection.
    fn refused_by_llc(&mut self, functions: &[&Function]) -> Result<Vec<usize>> {
        if functions.is_empty() || self.compile_by_llc(functions)?.is_none() {
            return Ok(Vec::new());
        }
        if let [function] = functions {
            return Ok(vec![function.number]);
        }
        let (first, second) = functions.split_at(functions.len() / 2);
        Ok([self.refused_by_llc(first)?, self.refused_by_llc(second)?].concat())
    }

    /// Compiles both modules by `llc`, unless its objects exist; returns its message if it rejects
    /// one.
    fn compile_by_llc(&mut self, functions: &[&Function]) -> Result<Option<String>> {
        let numbers: Vec<usize> = functions.iter().map(|f| f.number).collect();
        if self.by_llc == numbers {
            return Ok(None);
        }
        self.by_llc.clear();
        let message = self.compile(&Compiler::Llc, functions)?;
        if message.is_none() {
            self.by_llc = numbers;
        }
        Ok(message)
    }

    /// Compiles both modules; returns the compiler's message if it rejects one.
    fn compile(&self, compiler: &Compiler, functions: &[&Function]) -> Result<Option<String>> {
        let texts =
            [text::callers(self.tools.platform, functions), text::callees(self.tools.platform, functions)];
        for (side, text) in texts.into_iter().enumerate() {
            let source = self.source(side);
            fs::write(&source, text).map_err(|e| format!("{}: {e}", source.display()))?;
            // At -O0 llc reloads spilled values before it reverts the callee's pop of its
            // arguments.
            let level = if *compiler == Compiler::Llc { 2 } else { self.level };
            let object = self.object(compiler, side);
            let mut command = self.tools.platform.compile(compiler, level, Mode::Static, &source, &object);
            command.env("LLVM_DISABLE_SYMBOLIZATION", "1");
            let ending = process::limited(&mut command, &self.folder.join("errors"), build::TIME_LIMIT)?;
            match (ending.code, compiler) {
                (Some(0), _) => {}
                (Some(_), _) | (None, Compiler::Llc) => return Ok(Some(ending.errors)),
                (None, _) => return Ok(Some(format!("{}: internal error", ending.how))),
            }
        }
        Ok(None)
    }

    fn source(&self, side: usize) -> PathBuf {
        self.folder.join(["callers.ll", "callees.ll"][side])
    }

    fn object(&self, compiler: &Compiler, side: usize) -> PathBuf {
        let who = if *compiler == Compiler::Llc { 1 } else { 0 };
        self.object_by(who, side)
    }

    fn object_by(&self, who: usize, side: usize) -> PathBuf {
        self.folder.join(format!("{}-{}.o", ["callers", "callees"][side], ["gisel", "llc"][who]))
    }

    /// Checks the functions until each has an outcome. Functions that are rejected or wrong are
    /// left out of the next round.
    fn check_all(&mut self, functions: &mut Vec<&Function>, programs: &[(&str, [usize; 2])]) -> Result<()> {
        let with_llc = programs.len() > 1;
        while !functions.is_empty() {
            if let Some(message) = self.compile(&self.tools.gisel, functions)? {
                self.refused(functions, &message, with_llc)?;
                continue;
            }
            if with_llc && let Some(message) = self.compile_by_llc(functions)? {
                return Err(format!("llc compiles functions one by one only: {message}"));
            }
            let expected = text::expected(functions);
            let mut wrong = None;
            for (name, who) in programs {
                let printed = self.run(name, *who)?;
                if let Some(number) = first_wrong(functions, &expected, &printed) {
                    let reason = process::first_difference(&expected, &printed).unwrap_or_default();
                    wrong = Some((number, *name, reason, who.contains(&1)));
                    break;
                }
            }
            let Some((number, name, reason, by_llc)) = wrong else {
                let outcome = if with_llc { Outcome::Right } else { Outcome::RightAlone };
                functions.iter().for_each(|f| self.report.add(outcome, "", self.case(f.number)));
                return Ok(());
            };
            let case = format!("{} {}", self.tools.platform, self.case(number));
            let is_known = LLC_BUGS.contains(&(case.as_str(), name));
            let llc = is_known
                || by_llc && {
                    let printed = self.run("ll", [1, 1])?;
                    first_wrong(functions, &expected, &printed) == Some(number)
                };
            let outcome = if llc { Outcome::LlcWrong } else { Outcome::Wrong };
            let convention = functions.iter().find(|f| f.number == number).map_or(0, |f| f.convention.number);
            println!("{outcome:?}: {} cc {convention}: {name}: {reason}", self.case(number));
            self.keep(number)?;
            self.report.add(outcome, &format!("convention {convention}"), self.case(number));
            functions.retain(|f| f.number != number);
        }
        Ok(())
    }

    /// Keeps the sources of a failure beside the sources of later rounds.
    fn keep(&self, number: usize) -> Result<()> {
        for side in [0, 1] {
            let source = self.source(side);
            let kept = source.with_extension(format!("{number}.ll"));
            fs::copy(&source, kept).map_err(|e| format!("{}: {e}", source.display()))?;
        }
        Ok(())
    }

    fn refused(&mut self, functions: &mut Vec<&Function>, message: &str, with_llc: bool) -> Result<()> {
        let named = functions.iter().find(|f| names(message, f.number)).map(|f| f.number);
        let reason = reason(message);
        let outcome = match () {
            () if !with_llc => Outcome::BothRefuse,
            () if reason.contains("internal error") => Outcome::Wrong,
            () if reason.contains(BY_TABLE) => Outcome::Documented,
            () if DOCUMENTED.iter().any(|d| reason.contains(d)) => Outcome::Documented,
            () => Outcome::Refused,
        };
        // A message that names no function applies to all.
        for function in functions.iter().filter(|f| named.is_none_or(|n| n == f.number)) {
            self.report.add(outcome, &reason, self.case(function.number));
            self.keep(function.number)?;
        }
        functions.retain(|f| named.is_some_and(|n| n != f.number));
        Ok(())
    }

    /// Links two objects and runs the program.
    fn run(&self, name: &str, who: [usize; 2]) -> Result<String> {
        let program = self.folder.join(name);
        let [callers, callees] = [self.object_by(who[0], 0), self.object_by(who[1], 1)];
        let Tools { platform, support, runtime, .. } = self.tools;
        // The compiler's library, which comes last, defines what gcc's library lacks.
        process::run(&mut platform.link(&[support, &callers, &callees, runtime], &program))?;
        let mut qemu = self.tools.platform.qemu(&program);
        let out = self.folder.join(format!("{name}.out"));
        match process::transcript(&mut qemu, &out, TIME_LIMIT) {
            Ok(text) => Ok(text),
            // A program that does not terminate is wrong.
            Err(_) => {
                let bytes = fs::read(&out).map_err(|e| format!("{}: {e}", out.display()))?;
                Ok(format!("{}[no end]\n", String::from_utf8_lossy(&bytes)))
            }
        }
    }
}

/// Returns true if a message names a function.
fn names(message: &str, number: usize) -> bool {
    text::PARTS.iter().any(|part| message.contains(&format!("'{part}{number}'")))
}

/// Returns a message without the parts that differ between functions.
fn reason(message: &str) -> String {
    let line =
        message.lines().find(|line| line.contains("error")).unwrap_or(message.lines().next().unwrap_or(""));
    let (_, rest) = line.split_once("': ").unwrap_or(("", line));
    // The instruction follows.
    let instruction = [": %", ": call ", ": tail call ", ": musttail call ", ": ret "];
    let end = instruction.iter().filter_map(|start| rest.find(start)).min();
    rest[..end.unwrap_or(rest.len())].to_owned()
}

/// Returns the first function whose lines differ from the expected ones.
fn first_wrong(functions: &[&Function], expected: &str, printed: &str) -> Option<usize> {
    if expected == printed {
        return None;
    }
    let lines = |text: &str, number: usize| {
        let start = format!("{number} ");
        text.lines().filter(|line| line.starts_with(&start)).map(str::to_owned).collect::<Vec<_>>()
    };
    let differs = |f: &&&Function| lines(expected, f.number) != lines(printed, f.number);
    // All lines may be present if a program crashes at its end.
    functions.iter().find(differs).or(functions.last()).map(|f| f.number)
}
