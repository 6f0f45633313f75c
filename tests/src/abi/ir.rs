//! Calling conventions at the level of IR: random signatures, caller and callee compiled by the compiler under test and by `llc`.
//!
//! A module pair has a few functions. The caller passes known values and shows the result, values that live across the call, and objects that
//! it passed; the callee shows what it gets and changes all registers that it can. Between them there may be a function that ends in a tail
//! call. Three programs are made of the objects: both modules by the compiler under test, and each with the other by `llc`. What they must
//! print is known; where one does not, a program all by `llc` tells whether `llc` agrees.

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

/// Functions in a module pair.
const FUNCTIONS: usize = 8;

/// The programs are short.
const TIME_LIMIT: Duration = Duration::from_secs(20);

/// In all messages that refuse what the table of attributes says.
const BY_TABLE: &str = "(--allow-ignored=";

/// Parts of messages by which the compiler refuses what its documentation says that it refuses.
const DOCUMENTED: [&str; 2] = [
    "calling convention `aarch64_sve_vector_pcs` is not supported for definitions",
    // What `llc` compiles of these, where no register is left, has the object overlap the argument after it.
    "`byval` arguments cannot be passed by this calling convention",
];

/// Callers by `llc` that are wrong though the pair by it alone prints what it must: the case, and who compiles caller and callee.
const LLC_BUGS: [(&str, &str); 1] = [
    // A call by `preserve_nonecc` whose first argument is `returned` is taken to preserve x19 to x28, which `llc`'s callee happens to.
    ("aarch64 seed 1866 -O0 function 2", "lg"),
];

/// What came of functions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Outcome {
    /// All programs printed what they must.
    Right,
    /// `llc` refuses it; both modules by the compiler under test are right.
    RightAlone,
    /// One did not, though that by `llc` did.
    Wrong,
    /// One with a part by `llc` did not, and `llc`'s did not, either, or it is one of `LLC_BUGS`.
    LlcWrong,
    /// The compiler under test refuses it.
    Refused,
    /// The same, as documented.
    Documented,
    /// Both refuse it.
    BothRefuse,
}

/// What was found, by outcome and reason.
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

/// Tries the module pairs of these seeds, at -O0 and -O2 in turn.
///
/// # Errors
/// Programs were wrong, or something was refused that no table names.
pub fn check(platform: Platform, seeds: Range<u64>) -> Result<String> {
    let level = |seed: u64| if seed.is_multiple_of(2) { 0 } else { 2 };
    let functions = |seed| (0..FUNCTIONS).map(|n| Function::new(platform, seed, n)).collect();
    check_pairs(platform, seeds.map(|seed| (format!("seed {seed}"), level(seed), functions(seed))).collect())
}

/// Tries the module pairs of these seeds of functions that are called by `musttail` calls which exchange what is passed,
/// at -O0 and -O2 in turn.
///
/// # Errors
/// As for [`check`].
pub fn check_tails(platform: Platform, seeds: Range<u64>) -> Result<String> {
    let level = |seed: u64| if seed.is_multiple_of(2) { 0 } else { 2 };
    let functions = |seed| (0..FUNCTIONS).map(|n| Function::forwarding(platform, seed, n)).collect();
    let pairs = seeds.map(|seed| (format!("tails {seed}"), level(seed), functions(seed)));
    check_pairs(platform, pairs.collect())
}

/// Tries functions that are passed and return each type on which compilers disagree easily, by C's convention and by `fastcc`, at -O0
/// and -O2.
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

/// What all module pairs of a machine share.
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
        let mut gcc = platform.gcc_object(Mode::Static, &source, &support);
        process::run(gcc.args(["-ffreestanding", "-fno-stack-protector"]))?;
        let gisel = Compiler::under_test()?;
        Ok(Tools { platform, support, runtime: platform.runtime(&gisel)?, gisel })
    }
}

/// A module pair.
struct Pair<'a> {
    tools: &'a Tools,
    name: &'a str,
    /// At which the compiler under test compiles.
    level: u8,
    folder: PathBuf,
    report: Report,
    /// The functions in `llc`'s objects.
    by_llc: Vec<usize>,
}

/// The programs by who compiles caller and callee, the compiler under test first.
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

    /// The functions that `llc` does not compile, found by halves if there are any.
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

    /// Compiles both modules by `llc`, unless its objects are there; what it says if it refuses one.
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

    /// Compiles both modules; what the compiler says if it refuses one.
    fn compile(&self, compiler: &Compiler, functions: &[&Function]) -> Result<Option<String>> {
        let texts =
            [text::callers(self.tools.platform, functions), text::callees(self.tools.platform, functions)];
        for (side, text) in texts.into_iter().enumerate() {
            let source = self.source(side);
            fs::write(&source, text).map_err(|e| format!("{}: {e}", source.display()))?;
            // At -O0 llc reloads spilled values before it undoes that a callee has popped its arguments.
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

    /// Tries the functions until each has an outcome: those that are refused or wrong are left out of the next round.
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

    /// Sources of a failure stay beside those of later rounds.
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
        // A message that names no function is about all of them.
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
        // What gcc's library lacks is in the compiler's, which comes last.
        process::run(&mut platform.link(&[support, &callers, &callees, runtime], &program))?;
        let mut qemu = self.tools.platform.qemu(&program);
        let out = self.folder.join(format!("{name}.out"));
        match process::transcript(&mut qemu, &out, TIME_LIMIT) {
            Ok(text) => Ok(text),
            // One that does not end is wrong.
            Err(_) => {
                let bytes = fs::read(&out).map_err(|e| format!("{}: {e}", out.display()))?;
                Ok(format!("{}[no end]\n", String::from_utf8_lossy(&bytes)))
            }
        }
    }
}

/// Whether a message is about a function.
fn names(message: &str, number: usize) -> bool {
    text::PARTS.iter().any(|part| message.contains(&format!("'{part}{number}'")))
}

/// A message without what differs from function to function.
fn reason(message: &str) -> String {
    let line =
        message.lines().find(|line| line.contains("error")).unwrap_or(message.lines().next().unwrap_or(""));
    let (_, rest) = line.split_once("': ").unwrap_or(("", line));
    // The instruction follows.
    let instruction = [": %", ": call ", ": tail call ", ": musttail call ", ": ret "];
    let end = instruction.iter().filter_map(|start| rest.find(start)).min();
    rest[..end.unwrap_or(rest.len())].to_owned()
}

/// The first function whose lines are not as expected.
fn first_wrong(functions: &[&Function], expected: &str, printed: &str) -> Option<usize> {
    if expected == printed {
        return None;
    }
    let lines = |text: &str, number: usize| {
        let start = format!("{number} ");
        text.lines().filter(|line| line.starts_with(&start)).map(str::to_owned).collect::<Vec<_>>()
    };
    let differs = |f: &&&Function| lines(expected, f.number) != lines(printed, f.number);
    // All lines may be there when a program crashes at its end.
    functions.iter().find(differs).or(functions.last()).map(|f| f.number)
}
