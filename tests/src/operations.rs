//! Operation by type: each operation of IR on each type, in a function of its own, compiled by the compiler under test and by `llc`, and run
//! on the same operands. What `llc` compiles must compile, and both programs must print the same.

mod text;
mod types;
mod vectors;

use crate::build::{self, Compiler};
use crate::target::{Combo, Mode, Target};
use crate::{Result, parallel, process, sources};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::Duration;
use text::Function;
pub use types::{Type, all, some};

/// Programs with wide divisions take a while.
const TIME_LIMIT: Duration = Duration::from_secs(60);

/// What calls the functions: a line each with a sum over the results on a few operands.
pub(crate) const HARNESS: &str = r#"#include <stdint.h>
#include <stdio.h>
#include <string.h>
struct entry { const char *name; void (*function)(const void *, void *); };
extern const struct entry entries[];
extern const int count;
static _Alignas(64) uint8_t in[4 * 1024], out[4 * 1024];
static uint64_t state = 88172645463325252u;
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
        for (int round = 0; round < 24; round++) {
            fill(round);
            memset(out, 0, sizeof out);
            entries[i].function(in, out);
            for (unsigned k = 0; k < sizeof out; k++) sum = (sum ^ out[k]) * 1099511628211u;
        }
        printf("%s %016llx\n", entries[i].name, (unsigned long long)sum);
    }
    return 0;
}
"#;

/// What `llc` calls on riscv64 for bfloat and older libraries lack. A bfloat is passed in the low half of a single.
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

/// What came of the functions that were tried.
#[derive(Debug, Default)]
struct Report {
    right: usize,
    refused_by_llc: usize,
    refused_by_both: usize,
    failures: Vec<String>,
}

/// Tries all operations on these types, at a level.
///
/// # Errors
/// Something was wrong, or refused that `llc` compiles.
pub fn check(target: Target, level: u8, types: &[Type]) -> Result<String> {
    let folder = sources::work_folder(&format!("operations/{}-O{level}", target.arch()))?;
    let harness = folder.join("harness.c");
    fs::write(&harness, format!("{HARNESS}{TRUNCATIONS}")).map_err(|e| e.to_string())?;
    let support = folder.join("harness.o");
    process::run(&mut build::gcc_object(target, Mode::Static, &harness, &support))?;
    let combo = Combo { target, ir_level: 0, level, mode: Mode::Static };
    let tools = Tools { combo, gisel: Compiler::under_test()?, support, folder };
    let total = Mutex::new(Report::default());
    let results: Vec<Result<()>> = parallel::map(types, |&ty| {
        let report = tools.check(ty)?;
        let mut total = total.lock().map_err(|e| e.to_string())?;
        total.right += report.right;
        total.refused_by_llc += report.refused_by_llc;
        total.refused_by_both += report.refused_by_both;
        total.failures.extend(report.failures);
        Ok(())
    });
    results.into_iter().collect::<Result<()>>()?;
    let Report { right, refused_by_llc, refused_by_both, mut failures } =
        total.into_inner().map_err(|e| e.to_string())?;
    failures.sort();
    let text = format!(
        "{} -O{level}: right {right}, refused by llc {refused_by_llc}, by both {refused_by_both}, failed {}",
        target.arch(),
        failures.len()
    );
    if failures.is_empty() { Ok(text) } else { Err(format!("{}\n{text}", failures.join("\n"))) }
}

/// Functions that a compiler refuses, and its messages.
type Refused = Vec<(Function, String)>;

/// What all types of a target share.
struct Tools {
    combo: Combo,
    gisel: Compiler,
    support: PathBuf,
    folder: PathBuf,
}

impl Tools {
    fn check(&self, ty: Type) -> Result<Report> {
        let mut report = Report::default();
        let (mut functions, refused) = self.compiled(&self.gisel, &ty.name(), text::functions(ty))?;
        for (function, why) in refused {
            let (by_llc, _) = self.compiled(&Compiler::Llc, &format!("{}.one", ty.name()), vec![function])?;
            match by_llc.first() {
                Some(function) => report.failures.push(format!("{}: {why}", function.name)),
                None => report.refused_by_both += 1,
            }
        }
        let (by_llc, _) = self.compiled(&Compiler::Llc, &format!("{}.llc", ty.name()), functions.clone())?;
        if by_llc.len() < functions.len() {
            report.refused_by_llc = functions.len() - by_llc.len();
            let names: BTreeSet<&str> = by_llc.iter().map(|f| f.name.as_str()).collect();
            functions.retain(|f| names.contains(f.name.as_str()));
        }
        let ours = self.run(&self.gisel, &ty.name(), &functions)?;
        let theirs = self.run(&Compiler::Llc, &format!("{}.llc", ty.name()), &functions)?;
        for (ours, theirs) in ours.lines().zip(theirs.lines()) {
            if ours == theirs {
                report.right += 1;
            } else {
                report.failures.push(format!("{ours}: llc's is {theirs}"));
            }
        }
        if ours.lines().count() != functions.len() {
            report.failures.push(format!("{}: the program ends early", ty.name()));
        }
        Ok(report)
    }

    /// Those of the functions that a compiler takes, and the others with its messages.
    fn compiled(
        &self,
        compiler: &Compiler,
        name: &str,
        mut functions: Vec<Function>,
    ) -> Result<(Vec<Function>, Refused)> {
        let mut refused = Vec::new();
        while !functions.is_empty() {
            let Some(message) = messages(&mut self.compile(compiler, name, &functions)?)? else { break };
            let names = |f: &Function| is_named(&message, &f.name);
            let (named, others): (Vec<_>, Vec<_>) = functions.into_iter().partition(names);
            if named.is_empty() {
                // A crash: each by itself.
                if let [only] = &others[..] {
                    refused.push((only.clone(), message));
                    return Ok((Vec::new(), refused));
                }
                let mut taken = Vec::new();
                for function in others {
                    let (one, not) = self.compiled(compiler, name, vec![function])?;
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

    fn compile(&self, compiler: &Compiler, name: &str, functions: &[Function]) -> Result<Command> {
        let (ir, object) = (self.path(name, "ll"), self.path(name, "o"));
        fs::write(&ir, module(self.combo.target, functions)).map_err(|e| e.to_string())?;
        Ok(compiler.command(self.combo, &ir, &object))
    }

    fn run(&self, compiler: &Compiler, name: &str, functions: &[Function]) -> Result<String> {
        process::run(&mut self.compile(compiler, name, functions)?)?;
        let program = self.path(name, "program");
        let objects = [self.support.clone(), self.path(name, "o")];
        process::run(&mut build::link(self.combo.target, self.combo.mode, &objects, &program)?)?;
        let mut qemu = build::qemu(self.combo.target, &program, &[]);
        process::transcript(&mut qemu, &self.path(name, "out"), TIME_LIMIT)
    }

    fn path(&self, name: &str, extension: &str) -> PathBuf {
        let file = Path::new(name).file_name().unwrap_or_default().to_string_lossy();
        self.folder.join(format!("{file}.{extension}"))
    }
}

/// All that a command that fails writes to standard error; nothing of one that succeeds.
fn messages(command: &mut Command) -> Result<Option<String>> {
    let output = command.output().map_err(|e| format!("{}: {e}", process::command_line(command)))?;
    let text = || format!("{}\n{}", output.status, String::from_utf8_lossy(&output.stderr));
    Ok((!output.status.success()).then(text))
}

/// Whether a message is about the function `name`: as errors name it, or as `llc` does where it breaks off.
fn is_named(message: &str, name: &str) -> bool {
    let ends = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.');
    message.contains(&format!("'{name}'"))
        || message.contains(&format!("'@{name}'"))
        || message.split(&format!("In function: {name}")).skip(1).any(ends)
}

/// A module with these functions and the list of them.
fn module(target: Target, functions: &[Function]) -> String {
    let mut text = format!("target triple = \"{}\"\n", target.triple());
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
