//! Hardened code: loads after mispredicted branches, jumps through tables, return addresses signed
//! with an address, the signed global offset table, stack tagging. The disassembly is checked by
//! its properties, or compared with `llc`'s; programs are run.

mod loads;
mod returns;
mod tables;
mod tags;

use gisel_tests::build::Compiler;
use gisel_tests::process;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The files of one test.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a temporary folder"))
    }

    fn file(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.path().join(name);
        fs::write(&path, text).expect("written");
        path
    }

    /// Writes a module whose functions `#0` have `attributes`.
    fn module(&self, functions: &str, attributes: &str, rest: &str) -> PathBuf {
        let triple = "target triple = \"aarch64-unknown-linux-gnu\"\n";
        self.file("module.ll", &format!("{triple}{functions}\nattributes #0 = {{ {attributes} }}\n{rest}\n"))
    }
}

/// Returns a compiler's output for a module: an object, or text.
fn compiled(compiler: &Compiler, input: &Path, level: u8, kind: &str, options: &[&str]) -> PathBuf {
    let (program, name) = match compiler {
        Compiler::Gisel(path) => (path.as_os_str().to_owned(), "gisel"),
        Compiler::Llc => ("llc-22".into(), "llc"),
    };
    let output = input.with_file_name(format!("{name}{level}.{kind}"));
    let mut command = Command::new(program);
    command.arg(format!("-O{level}")).arg(format!("-filetype={kind}")).args(options);
    if *compiler != Compiler::Llc && level == 0 {
        command.arg("-verify-machineinstrs");
    }
    process::run(command.arg("-o").arg(&output).arg(input)).expect("it compiles");
    output
}

fn gisel() -> Compiler {
    Compiler::under_test().expect("gisel has been built")
}

/// An instruction: its address, and its words.
type Line = (u64, Vec<String>);

/// Returns the instructions, by function.
fn disassembled(object: &Path) -> Vec<(String, Vec<Line>)> {
    let mut dump = Command::new("llvm-objdump-22");
    let text = process::run(dump.args(["-d", "--no-show-raw-insn", "--mattr=+all"]).arg(object));
    let mut functions: Vec<(String, Vec<Line>)> = Vec::new();
    for line in text.expect("it is disassembled").lines() {
        if let Some((_, name)) = line.strip_suffix(">:").and_then(|line| line.split_once('<')) {
            functions.push((name.to_owned(), Vec::new()));
        } else if let (Some((address, rest)), Some((_, lines))) = (line.split_once(':'), functions.last_mut())
            && let Ok(address) = u64::from_str_radix(address.trim(), 16)
        {
            let words = rest.replace(',', " ").split_whitespace().map(str::to_owned).collect();
            lines.push((address, words));
        }
    }
    functions
}

/// Checks that gisel's text assembles to gisel's object.
fn text_is_object(input: &Path, level: u8, options: &[&str]) {
    let object = compiled(&gisel(), input, level, "obj", options);
    let text = compiled(&gisel(), input, level, "asm", options);
    let assembled = input.with_file_name("assembled.o");
    let mut mc = Command::new("llvm-mc-22");
    mc.args(["-triple=aarch64-unknown-linux-gnu", "-filetype=obj", "-mattr=+all", "-o"]).arg(&assembled);
    process::run(mc.arg(&text)).expect("it is assembled");
    assert_eq!(disassembled(&assembled), disassembled(&object), "-O{level} {options:?}");
    let frames = |object: &Path| {
        process::run(Command::new("llvm-dwarfdump-22").arg("--eh-frame").arg(object))
            .expect("frames are read")
            .lines()
            .skip(1)
            .collect::<Vec<_>>()
            .join("\n")
    };
    assert_eq!(frames(&assembled), frames(&object), "-O{level} {options:?}");
}
