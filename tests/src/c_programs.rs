//! Random programs in C: their functions as text, and the comparison of two compilers on them.

use crate::agreement::{self, Run};
use crate::build::{self, Compiler};
use crate::target::{Combo, Mode, Target};
use crate::{Result, process, sources};
use std::fmt::Write;
use std::fs;

/// Lines of a function's body, indented by their nesting.
#[derive(Default)]
pub(crate) struct Body {
    pub text: String,
    /// The number of open blocks.
    pub depth: usize,
}

impl Body {
    /// Writes a line.
    pub fn line(&mut self, line: &str) {
        let indent = "    ".repeat(self.depth + 1);
        self.text += &format!("{indent}{line}\n");
    }

    /// Writes the first line of a block.
    pub fn open(&mut self, line: &str) {
        self.line(line);
        self.depth += 1;
    }

    /// Ends a block.
    pub fn close(&mut self) {
        self.depth -= 1;
        self.line("}");
    }
}

/// Returns the definitions of functions with these bodies, and of the array `functions` of their
/// addresses. `parameters` are types and names, separated by a comma.
pub(crate) fn functions(parameters: &str, bodies: impl Iterator<Item = String>) -> String {
    let (mut text, mut names) = (String::new(), Vec::new());
    for (n, body) in bodies.enumerate() {
        let _ = writeln!(text, "static __attribute__((noinline)) uint64_t f{n}({parameters}) {{\n{body}}}");
        names.push(format!("f{n}"));
    }
    let names = names.join(", ");
    text + &format!("static uint64_t (*const functions[])({parameters}) = {{ {names} }};\n")
}

/// Checks a program by the compiler under test, at -O1 and -O2, against `llc`'s program, with
/// bitcode of clang. `generator` names the kind of programs, and `seed` the program.
///
/// # Errors
/// The first difference, or the rejected module.
pub(crate) fn check(
    (generator, seed): (&str, u64),
    target: Target,
    program: &str,
    ir_level: u8,
    flags: &[&str],
) -> Result<()> {
    let folder = sources::work_folder(&format!("{generator}/{}/{seed}", target.arch()))?;
    let [source, bitcode] = ["c", "bc"].map(|extension| folder.join(generator).with_extension(extension));
    fs::write(&source, program).map_err(|e| e.to_string())?;
    let flags: Vec<String> = flags.iter().map(|&flag| flag.to_owned()).collect();
    let combo = |level| Combo { target, ir_level, level, mode: Mode::Static };
    process::run(&mut build::clang(combo(2), &source, &flags, &bitcode))?;
    let gisel = Compiler::under_test()?;
    let runs = [(&Compiler::Llc, 2), (&gisel, 1), (&gisel, 2)];
    let run = |(compiler, level)| Run { compiler, combo: combo(level), input: &bitcode };
    agreement::check(runs.map(run), &[], &folder, seed)
}
