//! Frozen values: functions that freeze an undefined value and use it several times, each time
//! differently. A frozen value is one value, hence all uses must agree with the bits that a
//! volatile store writes.
//!
//! Values have types narrower than a register, as wide, or wider. They come from constants,
//! arguments, results, predecessors, memory and operations. Before the freeze, registers are filled
//! with values that no ABI allows: floats that are not NaN-boxed, words that are not extended.

mod source;
mod types;
mod uses;

use crate::build::{self, Compiler};
use crate::platform::Platform;
use crate::random::Random;
use crate::target::Mode;
use crate::{Result, process, sources};
use std::fmt::Write;
use std::fs;
use types::Type;

/// Functions per module.
const FUNCTIONS: usize = 40;

/// Reports each function whose uses disagree, with its number and its argument.
const HARNESS: &str = r#"#include <stdio.h>
extern int (*const cases[])(int);
extern const int case_count;
int main(void) {
    for (int n = 0; n < case_count; n++)
        for (int argument = 0; argument < 2; argument++)
            if (cases[n](argument) != 1) printf("function %d, argument %d\n", n, argument);
    puts("end");
    return 0;
}
"#;

/// The writer of a function.
pub(crate) struct Writer<'a> {
    pub random: &'a mut Random,
    pub platform: Platform,
    /// The function's number.
    pub number: usize,
    /// Its variables on the stack.
    pub variables: String,
    /// Its instructions.
    pub body: String,
    /// Other functions and variables.
    pub others: String,
    names: usize,
}

impl Writer<'_> {
    /// Adds a line.
    pub fn line(&mut self, text: &str) {
        let _ = writeln!(self.body, "  {text}");
    }

    /// Adds an instruction and returns the name of its result.
    pub fn value(&mut self, text: &str) -> String {
        let name = self.fresh("%v");
        self.line(&format!("{name} = {text}"));
        name
    }

    /// Returns an unused name.
    pub fn fresh(&mut self, prefix: &str) -> String {
        self.names += 1;
        format!("{prefix}{}", self.names)
    }

    /// Adds a variable on the stack.
    pub fn variable(&mut self, ty: &Type) -> String {
        let name = self.fresh("%slot");
        let _ = writeln!(self.variables, "  {name} = alloca {ty}, align 16");
        name
    }

    /// Starts a block.
    pub fn label(&mut self, name: &str) {
        let _ = writeln!(self.body, "{}:", &name[1..]);
    }

    /// Returns the name for another function or variable of this function.
    pub fn other(&mut self, prefix: &str) -> String {
        let number = self.number;
        self.fresh(&format!("@{prefix}{number}."))
    }

    /// Writes garbage to call-clobbered registers.
    pub fn garbage(&mut self) {
        let text = garbage(self.platform, self.random);
        self.line(&text);
    }

    /// Returns a well-defined value of a type that the compilers cannot fold.
    pub fn loaded(&mut self, ty: &Type) -> String {
        let name = self.other("in");
        let words: Vec<String> = (0..16).map(|_| format!("i64 {}", self.random.bits() as i64)).collect();
        let _ = writeln!(self.others, "{name} = global [16 x i64] [{}], align 16", words.join(", "));
        self.value(&format!("load volatile {ty}, ptr {name}, align 16"))
    }
}

/// Returns inline assembly that fills registers with one word.
fn garbage(platform: Platform, random: &mut Random) -> String {
    let word = random.pick(&["0", "-1", "1515870810", "-1515870811"]);
    let (mut text, mut clobbers) = (String::new(), Vec::new());
    let mut line = |line: String| text += &format!("{line}\\0A");
    if platform.is_aarch64() {
        for n in 0..16 {
            line(format!("mov x{n}, #{}", if word.starts_with('-') { -1 } else { 23130 }));
            clobbers.push(format!("~{{x{n}}}"));
        }
        for n in (0..8).chain(16..32) {
            line(format!("dup v{n}.2d, x1"));
            clobbers.push(format!("~{{v{n}}}"));
        }
    } else {
        let general = (10..16).chain(if platform.words() == 32 { 28..32 } else { 0..0 });
        for n in general.chain(5..8) {
            line(format!("li x{n}, {word}"));
            clobbers.push(format!("~{{x{n}}}"));
        }
        let fill = match (platform.float_bits(), platform.word_bits()) {
            (0, _) => None,
            (64, 64) => Some("fmv.d.x"),
            (64, _) => Some("fcvt.d.w"),
            _ => Some("fmv.w.x"),
        };
        for n in (0..8).chain(10..18).chain(28..32).filter(|_| fill.is_some()) {
            line(format!("{} f{n}, x10", fill.unwrap_or_default()));
            clobbers.push(format!("~{{f{n}}}"));
        }
    }
    format!("call void asm sideeffect \"{text}\", \"{}\"()", clobbers.join(","))
}

/// Generates the module of a seed.
fn module(platform: Platform, seed: u64) -> String {
    let mut text = String::new();
    let mut entries = Vec::new();
    for number in 0..FUNCTIONS {
        let random = &mut Random::new(seed.wrapping_mul(1_000_003) ^ (number as u64) << 32);
        let w = &mut Writer {
            random,
            platform,
            number,
            variables: String::new(),
            body: String::new(),
            others: String::new(),
            names: 0,
        };
        let ty = types::any(w.random);
        let (parameter, argument) = source::argument(w, &ty);
        w.garbage();
        let frozen = source::frozen(w, &ty, parameter.is_some());
        let ok = uses::agree(w, &ty, &frozen);
        let wide = w.value(&format!("zext i1 {ok} to i32"));
        w.line(&format!("ret i32 {wide}"));
        let declared = parameter.map(|attributes| format!(", {ty}{attributes} %a")).unwrap_or_default();
        let _ = writeln!(
            text,
            "define i32 @case{number}(i1 %c{declared}) noinline {{\nentry:\n{}{}}}",
            w.variables, w.body
        );
        text += &w.others;
        let garbage = garbage(platform, w.random);
        let _ = writeln!(
            text,
            "define i32 @run{number}(i32 %n) {{\n  %c = trunc i32 %n to i1\n  {garbage}\n  \
             %r = call i32 @case{number}(i1 %c{argument})\n  ret i32 %r\n}}\n"
        );
        entries.push(format!("ptr @run{number}"));
    }
    let _ = writeln!(text, "@cases = constant [{FUNCTIONS} x ptr] [{}]", entries.join(", "));
    let _ = writeln!(text, "@case_count = constant i32 {FUNCTIONS}");
    text
}

/// Compiles and runs the module of a seed at -O0 and -O2.
///
/// # Errors
/// Uses of a frozen value disagree, or something is rejected.
pub fn check(platform: Platform, seed: u64) -> Result<()> {
    let folder = sources::work_folder(&format!("frozen/{platform}/{seed}"))?;
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).map_err(|e| format!("{}: {e}", path.display()))?;
        Ok::<_, String>(path)
    };
    let (input, harness) = (write("module.ll", &module(platform, seed))?, write("harness.c", HARNESS)?);
    let support = folder.join("harness.o");
    process::run(&mut platform.gcc_object(Mode::Static, &harness, &support))?;
    let gisel = Compiler::under_test()?;
    let runtime = platform.runtime(&gisel)?;
    for level in [0, 2] {
        let (object, program) = (folder.join(format!("{level}.o")), folder.join(format!("{level}")));
        process::run(&mut platform.compile(&gisel, level, Mode::Static, &input, &object))?;
        let objects = [support.clone(), object, runtime.clone()];
        process::run(&mut platform.link_with_library(Mode::Static, &objects, &program)?)?;
        let out = folder.join("out");
        let printed = process::transcript(&mut platform.qemu(&program), &out, build::TIME_LIMIT)?;
        if !printed.starts_with("end") {
            let lines: Vec<&str> = printed.lines().take(5).collect();
            return Err(format!(
                "{platform} seed {seed} -O{level}: {}: {}",
                input.display(),
                lines.join("; ")
            ));
        }
    }
    fs::remove_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))
}
