//! Operations by type: each IR operation on each type, in a function of its own. The compiler under
//! test and `llc` compile it, and it runs on the same operands. Everything that `llc` compiles must
//! compile, and both programs must print the same. Functions that `llc` rejects or miscompiles must
//! print the same on another machine. No result depends on the machine: operands are in range, all
//! NaNs are stored as one, and so are zeros of unspecified sign.

mod body;
mod combined;
mod control;
mod floats;
mod integers;
mod masked;
mod memory;
mod pointers;
mod predicated;
mod types;
mod vectors;

use crate::build::Compiler;
use crate::platform::Platform;
use crate::target::{Mode, Target};
use crate::{Result, parallel, process, sources};
use body::Function;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::Duration;

use types::Scalar;
pub use types::{BFLOAT, HALF, Type, all, mixed, some};

/// Programs with wide divisions take a while; a compiler does not. `llc` loops forever on `frexp`
/// of `<1 x double>` on AArch64.
const TIME_LIMIT: Duration = Duration::from_secs(300);

/// Returns all functions of a type.
fn functions(platform: Platform, ty: Type) -> Vec<Function> {
    let mut all = match ty.scalar {
        Scalar::Int(bits) => [integers::operations(ty, bits), combined::operations(ty, bits)].concat(),
        Scalar::Float(..) => floats::operations(ty),
    };
    if let Some(lanes) = ty.lanes {
        all.extend(vectors::operations(ty, lanes));
        all.extend(masked::operations(ty, lanes));
        all.extend(predicated::operations(ty));
    }
    if ty.scalar == Scalar::Int(platform.word_bits()) {
        all.extend(pointers::operations(ty));
    }
    all.extend(memory::operations(ty));
    all.extend(control::operations(ty));
    all
}

/// The caller of the functions: it prints a line for each, with a sum of the results for a few
/// operands.
pub(crate) const HARNESS: &str = r#"#include <stdint.h>
#include <stdio.h>
#include <string.h>
struct entry { const char *name; void (*function)(const void *, void *); };
extern const struct entry entries[];
extern const int count;
static _Alignas(64) uint8_t in[12 * 1024], out[12 * 1024];
static uint64_t state;
static uint64_t next(void) {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}
static void fill(int round) {
    for (unsigned i = 0; i < sizeof in; i += 8) {
        uint64_t word = next();
        switch (round < 3 ? round : (int)(next() % 9)) {
        case 0: word = 0; break;
        case 1: word = -1; break;
        case 2: word = 0x8000000080008080; break;
        case 3: word &= 0xff; break;
        case 4: word |= 0xffffffffffffff00; break;
        }
        memcpy(in + i, &word, 8);
    }
}
int main(void) {
    for (int i = 0; i < count; i++) {
        uint64_t sum = 14695981039346656037u;
        state = 88172645463325252u;
        for (int round = 0; round < 24; round++) {
            fill(round);
            memset(out, 0, sizeof out);
            entries[i].function(in, out);
            for (unsigned k = 0; k < sizeof out; k += 8) {
                uint64_t word;
                memcpy(&word, out + k, 8);
                sum = (sum ^ word) * 1099511628211u;
            }
        }
        printf("%s %016llx\n", entries[i].name, (unsigned long long)sum);
        fflush(stdout);
    }
    return 0;
}
"#;

/// Routines that `llc` calls on riscv64 for bfloat, and that older libraries lack. A bfloat is
/// passed in the low half of a single.
const TRUNCATIONS: &str = r#"#ifdef __riscv
static float rounded(float x) {
    uint32_t bits;
    memcpy(&bits, &x, 4);
    bits = x != x ? bits | 1 << 22 : bits + 0x7fff + (bits >> 16 & 1);
    bits = 0xffff0000 | bits >> 16;
    memcpy(&x, &bits, 4);
    return x;
}
static float to_odd(float near, int above, int inexact) {
    uint32_t bits;
    memcpy(&bits, &near, 4);
    bits = (bits - above) | inexact;
    memcpy(&near, &bits, 4);
    return near;
}
float __truncsfbf2(float x) { return rounded(x); }
float __truncdfbf2(double x) {
    float near = x;
    return rounded(to_odd(near, x < 0 ? near < x : near > x, near != x));
}
float __trunctfbf2(long double x) {
    float near = x;
    return rounded(to_odd(near, x < 0 ? near < x : near > x, near != x));
}
#endif
"#;

/// The levels of the compiler under test.
const LEVELS: [u8; 2] = [0, 2];

/// The number of functions compiled at once where the compiler may abort at one.
const CHUNK: usize = 24;

/// A predicate on machines.
type On = fn(Platform) -> bool;

fn everywhere(_: Platform) -> bool {
    true
}

fn has_32_bits(platform: Platform) -> bool {
    platform.word_bits() == 32
}

fn is_riscv(platform: Platform) -> bool {
    !platform.is_aarch64()
}

/// `llc`'s miscompilations: the machines, prefix and suffixes of the functions' names, and the
/// fault.
const MISTAKES: &[(On, &str, &[&str], &str)] = &[
    (everywhere, "bitcast_", ACROSS_WORDS, "elements that are no bytes are mixed up where words end"),
    (Platform::is_aarch64, "fadd_", &["xbfloat"], "a tie is rounded down"),
    (Platform::is_aarch64, "fsub_", &["xbfloat"], "a tie is rounded down"),
    (Platform::is_aarch64, "fmul_", &["xbfloat"], "a tie is rounded down"),
    (Platform::is_aarch64, "vp_fadd_", &["xbfloat"], "a tie is rounded down"),
    (Platform::is_aarch64, "vp_fsub_", &["xbfloat"], "a tie is rounded down"),
    (Platform::is_aarch64, "vp_fmul_", &["xbfloat"], "a tie is rounded down"),
    (is_riscv, "uitofp_bfloat_", I33_TO_BFLOAT, "rounded twice"),
    (is_riscv, "masked_load_", &["_16xbfloat"], "a signaling NaN is quieted where nothing computes"),
    (is_riscv, "masked_expandload_", &["_16xbfloat"], "a signaling NaN is quieted where nothing computes"),
    (is_riscv, "vp_load_", &["_64xbfloat"], "a signaling NaN is quieted where nothing computes"),
    (Platform::is_aarch64, "clmul_", CLMUL, "all ones by all ones is not 0x5555…"),
    (Platform::is_aarch64, "uitofp_bfloat_", I33_TO_BFLOAT, "all ones are infinite"),
    (Platform::is_aarch64, "frexp_", HALVES, "exponents of 16 elements are no numbers"),
    (Platform::is_aarch64, "ptrtoint8_", &["_3xi64"], "the second of three elements is lost"),
    (Platform::is_aarch64, "constrained_uitofp64_", &["xfloat"], "rounded twice"),
    (has_32_bits, "lrint64_", &[""], "64 bits from a routine that has a result of 32"),
    (has_32_bits, "lround64_", &[""], "64 bits from a routine that has a result of 32"),
    (has_32_bits, "constrained_lrint64_", &[""], "64 bits from a routine that has a result of 32"),
];
const ACROSS_WORDS: &[&str] = &["_i72", "_i120", "_i144", "_i168", "_i200", "_i216", "_i240"];
const CLMUL: &[&str] =
    &["_2xi64", "_3xi64", "_4xi64", "_5xi64", "_7xi64", "_8xi64", "16xi64", "32xi64", "64xi64"];
const I33_TO_BFLOAT: &[&str] =
    &["_3xi33", "_4xi33", "_5xi33", "_7xi33", "_8xi33", "16xi33", "32xi33", "64xi33"];
const HALVES: &[&str] = &["_8xhalf", "16xhalf", "32xhalf", "64xhalf"];

/// Returns true if `llc` miscompiles the function.
fn is_mistake(platform: Platform, name: &str) -> bool {
    MISTAKES.iter().any(|&(on, start, ends, _)| {
        on(platform) && name.starts_with(start) && ends.iter().any(|end| name.ends_with(end))
    })
}

/// Faults or different rounding of a C library, so no other machine prints the same: the machines,
/// prefix and suffix of the functions' names, and the fault.
const LIBRARY_MISTAKES: &[(On, &str, &str, &str)] = &[
    (has_picolibc, "vp_roundtozero_", "float", TRUNCF),
    (has_picolibc, "constrained_trunc_", "float", TRUNCF),
    (has_picolibc, "constrained_trunc_", "_double", "`trunc` is wrong from 2^64 on"),
    (has_picolibc, "exp_", "_double", LAST_BITS),
    (has_picolibc, "exp10_", "_double", LAST_BITS),
    (has_picolibc, "log_", "_double", LAST_BITS),
    (has_picolibc, "log2_", "_double", LAST_BITS),
    (has_picolibc, "cos_", "_double", LAST_BITS),
    (has_picolibc, "sincos_", "_double", LAST_BITS),
];
const LAST_BITS: &str = "the last bits are not glibc's";
const TRUNCF: &str = "`truncf` takes low bits from numbers that are integers already";

fn has_picolibc(platform: Platform) -> bool {
    matches!(platform, Platform::Bare(_))
}

/// Returns true if the function calls a library function that is wrong on the machine.
fn is_library_mistake(platform: Platform, name: &str) -> bool {
    let is_listed = |&(on, start, end, _): &(On, &str, &str, &str)| {
        on(platform) && name.starts_with(start) && name.ends_with(end)
    };
    LIBRARY_MISTAKES.iter().any(is_listed)
}

/// The extent of the check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extent {
    /// They are compiled, without verification; `llc` compiles only the rejected ones.
    Compiled,
    /// They are also run, and compared with `llc`'s or with another machine's.
    Run,
}

/// The outcome for the functions.
#[derive(Debug, Default)]
struct Report {
    compiled: usize,
    right: usize,
    alike: usize,
    refused: BTreeSet<String>,
    failures: Vec<String>,
}

impl Report {
    fn add(&mut self, other: Report) {
        self.compiled += other.compiled;
        self.right += other.right;
        self.alike += other.alike;
        self.refused.extend(other.refused);
        self.failures.extend(other.failures);
    }
}

/// Checks all operations on these types, at all levels.
///
/// # Errors
/// Something was wrong, or rejected although `llc` compiles it.
pub fn check(platform: Platform, types: &[Type], extent: Extent) -> Result<String> {
    let folder = sources::work_folder(&format!("operations/{platform}"))?;
    let mut tools = Tools::new(platform, folder, extent)?;
    if extent == Extent::Run {
        let other = other_machine(platform);
        let folder = sources::work_folder(&format!("operations/{platform}/{other}"))?;
        tools.other = Some(Box::new(Tools::new(other, folder, extent)?));
    }
    let total = Mutex::new(Report::default());
    let results: Vec<Result<()>> = parallel::map(types, |&ty| {
        let broken = |why| Report { failures: vec![format!("{}: {why}", ty.name())], ..Report::default() };
        let report = tools.check(ty).unwrap_or_else(broken);
        report.failures.iter().for_each(|failure| eprintln!("{platform}: {failure}"));
        total.lock().map_err(|e| e.to_string())?.add(report);
        Ok(())
    });
    results.into_iter().collect::<Result<()>>()?;
    let Report { compiled, right, alike, refused, failures } =
        total.into_inner().map_err(|e| e.to_string())?;
    let text = format!(
        "{platform}: compiled {compiled}, right {right}, as on another machine {alike}, refused by both {}, failed {}",
        refused.len(),
        failures.len()
    );
    if failures.is_empty() { Ok(text) } else { Err(text) }
}

/// Returns the machine for functions without an oracle in `llc`: the two targets under Linux are
/// compared with each other, all others with riscv64.
fn other_machine(platform: Platform) -> Platform {
    match platform {
        Platform::Linux(Target::Riscv64) => Platform::Linux(Target::Aarch64),
        Platform::Aarch64With(_) => Platform::Linux(Target::Aarch64),
        Platform::Linux(Target::Aarch64) | Platform::Bare(_) => Platform::Linux(Target::Riscv64),
    }
}

/// Functions that a compiler rejects, and its messages.
type Refused = Vec<(Function, String)>;

/// The functions' output, by their names.
type Printed = BTreeMap<String, String>;

/// Functions for code that passes floats in general registers, around those of a library that does
/// not.
struct SoftFloats {
    object: PathBuf,
    /// The file with the new names of the functions that code refers to.
    renamed: PathBuf,
}

impl SoftFloats {
    fn new(platform: Platform, folder: &Path) -> Result<SoftFloats> {
        let [source, object, renamed] = ["soft.c", "soft.o", "soft.names"].map(|name| folder.join(name));
        fs::write(&source, include_str!("operations/soft_floats.c")).map_err(|e| e.to_string())?;
        process::run(&mut platform.gcc_object(Mode::Static, &source, &object))?;
        let symbols = process::run(Command::new("llvm-nm-22").args(["-j", "--defined-only"]).arg(&object))?;
        let pair = |name: &str| name.strip_prefix("soft_").map(|plain| format!("{plain} {name}\n"));
        let pairs: String = symbols.lines().filter_map(pair).collect();
        fs::write(&renamed, pairs).map_err(|e| e.to_string())?;
        Ok(SoftFloats { object, renamed })
    }

    /// Redirects the references of an object to these functions.
    fn apply(&self, object: &Path) -> Result<()> {
        let mut option = std::ffi::OsString::from("--redefine-syms=");
        option.push(&self.renamed);
        process::run(Command::new("llvm-objcopy-22").arg(option).arg(object)).map(drop)
    }
}

/// The state that all types of a machine share.
struct Tools {
    platform: Platform,
    gisel: Compiler,
    support: PathBuf,
    runtime: PathBuf,
    folder: PathBuf,
    extent: Extent,
    soft_floats: Option<SoftFloats>,
    /// The tools of the machine that functions rejected or miscompiled by `llc` are compared with.
    other: Option<Box<Tools>>,
}

impl Tools {
    fn new(platform: Platform, folder: PathBuf, extent: Extent) -> Result<Tools> {
        let (harness, support) = (folder.join("harness.c"), folder.join("harness.o"));
        fs::write(&harness, format!("{HARNESS}{TRUNCATIONS}")).map_err(|e| e.to_string())?;
        process::run(&mut platform.gcc_object(Mode::Static, &harness, &support))?;
        let gisel = Compiler::under_test()?;
        let runtime = platform.runtime(&gisel)?;
        let soft_floats =
            platform.has_soft_floats().then(|| SoftFloats::new(platform, &folder)).transpose()?;
        Ok(Tools { platform, gisel, support, runtime, folder, extent, soft_floats, other: None })
    }

    fn check(&self, ty: Type) -> Result<Report> {
        let functions = functions(self.platform, ty);
        let expected = match self.extent {
            Extent::Compiled => None,
            Extent::Run => Some(self.expected(ty, &functions)?),
        };
        let mut report = Report::default();
        for level in LEVELS {
            report.add(self.check_level(ty, level, &functions, expected.as_ref())?);
        }
        Ok(report)
    }

    fn check_level(
        &self,
        ty: Type,
        level: u8,
        functions: &[Function],
        expected: Option<&Printed>,
    ) -> Result<Report> {
        let mut report = Report::default();
        let ours =
            Step { tools: self, compiler: &self.gisel, level, name: format!("{}-O{level}", ty.name()) };
        let (taken, refused) = ours.compiled(functions.to_vec())?;
        report.compiled = taken.len();
        for (function, why) in refused {
            let name = function.name.clone();
            let by_llc = match expected {
                Some(expected) => expected.contains_key(&name),
                None => !self.by_llc(ty, ".one").compiled(vec![function])?.0.is_empty(),
            };
            if by_llc {
                report.failures.push(format!("-O{level} {name}: {why}"));
            } else {
                report.refused.insert(name);
            }
        }
        let Some(expected) = expected else { return Ok(report) };
        let is_judged = |Function { name, .. }: &Function| {
            expected.contains_key(name) && !is_mistake(self.platform, name)
        };
        let (judged, unjudged): (Vec<_>, Vec<_>) = taken.into_iter().partition(is_judged);
        let printed = ours.run(&mut judged.clone())?;
        let failures = differences(level, &judged, &printed, expected, "llc's");
        report.right = judged.len() - failures.len();
        report.failures.extend(failures);
        if let Some(other) = &self.other {
            report.add(ours.compared_with_machine(other, unjudged)?);
        }
        Ok(report)
    }

    fn by_llc(&self, ty: Type, part: &str) -> Step<'_> {
        Step { tools: self, compiler: &Compiler::Llc, level: 2, name: format!("{}.llc{part}", ty.name()) }
    }

    /// Returns the output of `llc`'s program. It is cached in a file with its functions.
    fn expected(&self, ty: Type, functions: &[Function]) -> Result<Printed> {
        let path = self.path(&ty.name(), "expected");
        let mut hasher = DefaultHasher::new();
        (HARNESS, TRUNCATIONS, module(self.platform, functions)).hash(&mut hasher);
        let key = format!("{:016x}", hasher.finish());
        if let Some((_, lines)) = fs::read_to_string(&path)
            .ok()
            .as_deref()
            .and_then(|t| t.split_once('\n'))
            .filter(|(first, _)| *first == key)
        {
            return Ok(results(lines));
        }
        let llc = self.by_llc(ty, "");
        let mut taken = Vec::new();
        for chunk in functions.chunks(CHUNK) {
            taken.extend(llc.compiled(chunk.to_vec())?.0);
        }
        let printed = llc.run(&mut taken)?;
        let lines: Vec<String> = printed.iter().map(|(name, sum)| format!("{name} {sum}\n")).collect();
        fs::write(&path, format!("{key}\n{}", lines.concat())).map_err(|e| e.to_string())?;
        Ok(printed)
    }

    fn path(&self, name: &str, extension: &str) -> PathBuf {
        self.folder.join(format!("{name}.{extension}"))
    }
}

/// A compiler at a level, and its output files.
struct Step<'a> {
    tools: &'a Tools,
    compiler: &'a Compiler,
    level: u8,
    name: String,
}

impl Step<'_> {
    /// Compiles the functions; returns those that the compiler accepts, and the others with its
    /// messages.
    fn compiled(&self, mut functions: Vec<Function>) -> Result<(Vec<Function>, Refused)> {
        let mut refused = Vec::new();
        while !functions.is_empty() {
            let Some(message) = self.messages(&mut self.compile(&functions)?)? else { break };
            let names = |f: &Function| is_named(&message, &f.name);
            let (named, others): (Vec<_>, Vec<_>) = functions.into_iter().partition(names);
            if named.is_empty() {
                // A crash: compile each alone.
                if let [only] = &others[..] {
                    refused.push((only.clone(), message));
                    return Ok((Vec::new(), refused));
                }
                let mut taken = Vec::new();
                for function in others {
                    let (one, not) = self.compiled(vec![function])?;
                    taken.extend(one);
                    refused.extend(not);
                }
                return Ok((taken, refused));
            }
            for function in named {
                let line = message.lines().find(|line| is_named(line, &function.name));
                refused.push((function, line.unwrap_or_default().to_owned()));
            }
            functions = others;
        }
        Ok((functions, refused))
    }

    /// Compares the functions with the same compiler's for another machine, if it can compile and
    /// link them.
    fn compared_with_machine(&self, other: &Tools, mut functions: Vec<Function>) -> Result<Report> {
        functions.retain(|f| !is_library_mistake(self.tools.platform, &f.name));
        let there = Step { tools: other, name: self.name.clone(), ..*self };
        let (mut shared, _) = there.compiled(functions)?;
        let expected = there.run(&mut shared)?;
        let printed = self.run(&mut shared)?;
        let failures =
            differences(self.level, &shared, &printed, &expected, &format!("{}'s", other.platform));
        Ok(Report { alike: shared.len() - failures.len(), failures, ..Report::default() })
    }

    fn compile(&self, functions: &[Function]) -> Result<Command> {
        let (ir, object) = (self.tools.path(&self.name, "ll"), self.tools.path(&self.name, "o"));
        fs::write(&ir, module(self.tools.platform, functions)).map_err(|e| e.to_string())?;
        let mut command = self.tools.platform.compile(self.compiler, self.level, Mode::Static, &ir, &object);
        if self.tools.extent == Extent::Compiled {
            command.arg("-verify-machineinstrs=false");
        }
        Ok(command)
    }

    fn messages(&self, command: &mut Command) -> Result<Option<String>> {
        messages(command, &self.tools.path(&self.name, "messages"))
    }

    /// Returns the output of the program with these functions; removes those that call a function
    /// that no library has.
    fn run(&self, functions: &mut Vec<Function>) -> Result<Printed> {
        let program = self.tools.path(&self.name, "program");
        loop {
            process::run(&mut self.compile(functions)?)?;
            if let Some(soft_floats) = &self.tools.soft_floats {
                soft_floats.apply(&self.tools.path(&self.name, "o"))?;
            }
            let Some(message) = self.messages(&mut self.link(&program)?)? else { break };
            let before = functions.len();
            functions.retain(|f| !message.contains(&format!("in function `{}'", f.name)));
            if functions.len() == before {
                return Err(message);
            }
        }
        let mut qemu = self.tools.platform.qemu(&program);
        Ok(results(&process::transcript(&mut qemu, &self.tools.path(&self.name, "out"), TIME_LIMIT)?))
    }

    fn link(&self, program: &Path) -> Result<Command> {
        let Tools { platform, support, runtime, .. } = self.tools;
        let soft_floats = self.tools.soft_floats.as_ref().map(|own| own.object.clone());
        let own = [support.clone(), self.tools.path(&self.name, "o")];
        let objects: Vec<PathBuf> = own.into_iter().chain(soft_floats).collect();
        let mut command = platform.link_with_library(Mode::Static, &objects, program)?;
        match platform {
            // Atomic accesses without an instruction.
            Platform::Linux(_) | Platform::Aarch64With(_) => command.arg("-latomic"),
            Platform::Bare(_) => command.arg("-lgcc").arg(runtime),
        };
        Ok(command)
    }
}

/// Returns the functions with an unexpected output, and the differences.
fn differences(
    level: u8,
    functions: &[Function],
    printed: &Printed,
    expected: &Printed,
    whose: &str,
) -> Vec<String> {
    let difference = |Function { name, .. }: &Function| match (printed.get(name), expected.get(name)) {
        (None, _) => Some(format!("-O{level} {name}: the program ends before it")),
        (ours, theirs) if ours == theirs => None,
        _ => Some(format!("-O{level} {name}: another result than {whose}")),
    };
    functions.iter().filter_map(difference).collect()
}

/// Parses a program's output: lines with a name and a sum.
fn results(lines: &str) -> Printed {
    let pair = |line: &str| line.split_once(' ').map(|(name, sum)| (name.to_owned(), sum.to_owned()));
    lines.lines().filter_map(pair).collect()
}

/// Returns the exit status and standard error of a command that fails or exceeds the time limit;
/// none if it succeeds. Standard error is written to the file `errors` first.
fn messages(command: &mut Command, errors: &Path) -> Result<Option<String>> {
    // Symbolizing the backtrace of a crashed compiler takes longer than its compilations before.
    command.env("LLVM_DISABLE_SYMBOLIZATION", "1");
    let ending = process::limited(command, errors, TIME_LIMIT)?;
    Ok((ending.code != Some(0)).then(|| format!("{}\n{}", ending.how, ending.errors)))
}

/// Returns true if a message is about the function `name`: in an error, or in `llc`'s crash report.
fn is_named(message: &str, name: &str) -> bool {
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.');
    message.contains(&format!("'{name}'"))
        || message.contains(&format!("'@{name}'"))
        || message.split(&format!("In function: {name}")).skip(1).any(ends)
}

/// Returns a module with these functions and the list of them.
fn module(platform: Platform, functions: &[Function]) -> String {
    let mut text = format!("target triple = \"{}\"\n", platform.triple());
    let declares: BTreeSet<&String> = functions.iter().flat_map(|f| &f.declares).collect();
    declares.into_iter().for_each(|line| text += &format!("{line}\n"));
    let mut rows = Vec::new();
    for (n, Function { name, text: definition, .. }) in functions.iter().enumerate() {
        text += &format!("@n{n} = private constant [{} x i8] c\"{name}\\00\"\n{definition}", name.len() + 1);
        rows.push(format!("{{ ptr, ptr }} {{ ptr @n{n}, ptr @{name} }}"));
    }
    text += &format!("@entries = constant [{} x {{ ptr, ptr }}] [{}]\n", rows.len(), rows.join(", "));
    text + &format!("@count = constant i32 {}\n", rows.len())
}
