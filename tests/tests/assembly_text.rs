//! The text of assembly equals llc's: a function with the same instructions has the same text,
//! including comments and directives.

use gisel_tests::build::{self, Compiler};
use gisel_tests::target::{Combo, Mode, Target};
use gisel_tests::{Result, parallel, process, sources};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns functions by name, from start to end.
fn functions(text: &str) -> BTreeMap<&str, &str> {
    let parts = text.split("-- Begin function ").skip(1);
    parts
        .filter_map(|part| {
            part.split_once('\n')?
                .1
                .split_once("-- End function")
                .map(|(body, _)| (part.lines().next().unwrap_or(""), body))
        })
        .collect()
}

/// Returns a function's instructions without comments, including those that are only comments.
fn instructions(body: &str) -> Vec<&str> {
    let is_instruction = |line: &&str| line.starts_with('\t') && !line.starts_with("\t.");
    let is_marker = |line: &&str| line.contains(" kill: ") || line.contains(" implicit-def: ");
    let lines = body.lines().filter(|line| is_instruction(line) || is_marker(line));
    lines
        .map(|line| {
            line.split(" // ").next().and_then(|line| line.split(" # ").next()).unwrap_or(line).trim()
        })
        .collect()
}

/// Returns the number of functions with the same instructions by both compilers; a difference in
/// their text is an error.
fn same(combo: Combo, module: &Path, options: &[&str]) -> Result<usize> {
    let gisel = Compiler::under_test()?;
    let folder = sources::work_folder(&format!("assembly-text/{combo}{}", options.concat()))?;
    let stem = module.file_stem().unwrap_or_default().to_string_lossy();
    let mut texts = Vec::new();
    for (compiler, name) in [(&gisel, "gisel"), (&Compiler::Llc, "llc")] {
        let output = folder.join(format!("{stem}.{name}.s"));
        process::run(compiler.command_for("asm", combo, module, &output).args(options))?;
        texts.push(fs::read_to_string(&output).map_err(|e| e.to_string())?);
    }
    let (ours, llc) = (functions(&texts[0]), functions(&texts[1]));
    let mut count = 0;
    for (name, body) in &ours {
        let Some(other) = llc.get(name).filter(|other| instructions(other) == instructions(body)) else {
            continue;
        };
        if body != other {
            return Err(format!("{combo} {stem}: {name} is written otherwise:\n{body}\nby llc:\n{other}"));
        }
        count += 1;
    }
    Ok(count)
}

fn check(target: Target, level: u8, options: &[&str], least: usize) {
    let combo = Combo { target, ir_level: 2, level, mode: Mode::Static };
    let folder = sources::package_folder().join("ir");
    let modules = [
        "integer_i7",
        "integer_i16",
        "integer_i32",
        "integer_i64",
        "integer_i128",
        "real_float",
        "real_double",
        "flow",
        "calls",
        "pointers",
        "vector_4xi32",
    ];
    let modules: Vec<PathBuf> = modules.map(|name| folder.join(name).with_extension("ll")).to_vec();
    let results = parallel::map(&modules, |module| same(combo, module, options));
    let counts: Result<Vec<usize>> = results.into_iter().collect();
    let count: usize = counts.unwrap_or_else(|message| panic!("{message}")).iter().sum();
    assert!(count >= least, "{combo}: only {count} functions have the same instructions");
}

#[test]
fn riscv64() {
    check(Target::Riscv64, 0, &[], 5);
    check(Target::Riscv64, 2, &[], 150);
}

#[test]
fn aarch64() {
    check(Target::Aarch64, 0, &[], 15);
    check(Target::Aarch64, 2, &[], 30);
}

/// Instruction bytes and fixups are printed alike.
#[test]
fn encodings_are_shown_alike() {
    check(Target::Riscv64, 2, &["-show-mc-encoding"], 150);
    check(Target::Aarch64, 2, &["-show-mc-encoding"], 30);
}

/// Blocks are annotated with their IR names.
#[test]
fn blocks_are_named_alike() {
    for target in [Target::Riscv64, Target::Aarch64] {
        let combo = Combo { target, ir_level: 2, level: 2, mode: Mode::Static };
        let (mut count, mut names) = (0, 0);
        for program in ["control", "casts", "bits", "switches", "sha256"] {
            let bitcode =
                build::program_bitcode("named-blocks", program, (target, 2), &["-fno-discard-value-names"]);
            let bitcode = bitcode.expect("clang runs");
            count += same(combo, &bitcode, &[]).unwrap_or_else(|message| panic!("{message}"));
            let text =
                process::run(Command::new(build::gisel()).args(["-o", "-"]).arg(&bitcode)).expect("assembly");
            names += text.lines().filter(|line| line.trim_end().ends_with(" %entry")).count();
        }
        assert!(count > 20 && names > 20, "{target:?}: {count} functions, {names} names");
    }
}

/// Returns the lines of instructions, with single blanks.
fn plain_lines(text: &str) -> Vec<String> {
    let is_instruction =
        |line: &&str| line.starts_with('\t') && line[1..].starts_with(|c: char| c.is_ascii_lowercase());
    let plain = |line: &str| {
        let code = line.split("//").next().unwrap_or_default();
        code.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    text.lines().filter(is_instruction).map(plain).collect()
}

/// Each syntax variant is LLVM's: LLVM parses the text and prints it in the same form.
#[test]
fn the_options_of_m_are_those_of_llvm() {
    for (target, triple, features, ways) in [
        (Target::Aarch64, "aarch64", "+v8a", &["no-aliases"][..]),
        (Target::Riscv64, "riscv64", "+m,+a,+f,+d,+c,+relax", &["no-aliases", "numeric", "emit-x8-as-fp"]),
    ] {
        for program in ["sha256", "float_binary", "structs", "casts"] {
            let bitcode = build::program_bitcode("printing", program, (target, 2), &[]).expect("clang runs");
            for (way, level) in ways.iter().flat_map(|way| [(way, "-O0"), (way, "-O2")]) {
                let text = bitcode.with_extension(format!("{way}{level}.s"));
                let mut gisel = Command::new(build::gisel());
                gisel
                    .args([level, "-asm-verbose=0", "-frame-pointer=all", "-M", way, "-o"])
                    .arg(&text)
                    .arg(&bitcode);
                process::run(&mut gisel).expect("assembly");
                let mut llvm = Command::new("llvm-mc-22");
                llvm.args([&format!("-triple={triple}"), &format!("-mattr={features}"), "-M", way])
                    .arg(&text);
                let theirs = plain_lines(&process::run(&mut llvm).expect("llvm-mc reads it"));
                let ours = plain_lines(&fs::read_to_string(&text).expect("written"));
                let differs = ours.iter().zip(&theirs).find(|(ours, theirs)| !is_alike(ours, theirs));
                assert_eq!(differs, None, "{program} -M {way} {level}");
                assert!(ours.len() == theirs.len() && ours.len() > 100, "{program} -M {way} {level}");
            }
        }
    }
}

/// Returns true for equivalent lines: LLVM prints a superfluous shift for an unshifted offset
/// register, and a vector zero with all digits.
fn is_alike(ours: &str, theirs: &str) -> bool {
    let unshifted = theirs.split_once(", lsl #").map(|(before, _)| format!("{before}]"));
    let zero = theirs.replace("#0000000000000000", "#0");
    ours == theirs || ours == zero || unshifted.is_some_and(|theirs| theirs == ours)
}

#[test]
fn other_options_of_m_are_refused() {
    let folder = sources::package_folder().join("ir/flow.ll");
    for (triple, option) in [("aarch64", "numeric"), ("riscv64", "att"), ("aarch64", "emit-x8-as-fp")] {
        let mut gisel = Command::new(build::gisel());
        gisel.args(["-M", option, "-o", "/dev/null"]).arg(format!("-mtriple={triple}")).arg(&folder);
        let said = gisel.output().expect("gisel runs").stderr;
        let said = String::from_utf8_lossy(&said).into_owned();
        assert!(said.contains(&format!("invalid InstPrinter option '{option}'")), "{said}");
        let mut llc = Command::new("llc-22");
        llc.args(["-M", option, "-o", "/dev/null"]).arg(format!("-mtriple={triple}")).arg(&folder);
        let said = llc.output().expect("llc-22 runs").stderr;
        assert!(String::from_utf8_lossy(&said).contains("invalid InstPrinter option"), "{triple} {option}");
    }
}

/// A table of distances to functions, as in relative C++ vtables.
const DISTANCES: &str = "
declare void @f()
@one = constant i32 trunc (i64 sub (i64 ptrtoint (ptr dso_local_equivalent @f to i64), i64 ptrtoint (ptr @one to i64)) to i32)
@two = constant [2 x i32] [
  i32 trunc (i64 sub (i64 ptrtoint (ptr dso_local_equivalent @f to i64), i64 ptrtoint (ptr @two to i64)) to i32),
  i32 trunc (i64 sub (i64 ptrtoint (ptr dso_local_equivalent @f to i64),
    i64 ptrtoint (ptr getelementptr inbounds ([2 x i32], ptr @two, i32 0, i32 1) to i64)) to i32)]
";

#[test]
fn distances_through_the_linkage_table_are_those_of_llc() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("distances.ll"), DISTANCES).expect("written");
    for triple in ["riscv64-linux-gnu", "aarch64-linux-gnu"] {
        let compile = |compiler: &Path, kind: &str, output: &Path| {
            let mut command = Command::new(compiler);
            command.args(["-relocation-model=pic", &format!("-filetype={kind}")]);
            command.arg(format!("-mtriple={triple}")).arg("-o").arg(output).arg(path("distances.ll"));
            process::run(&mut command).expect("it compiles");
        };
        let words = [build::gisel(), "llc-22".into()].map(|compiler| {
            compile(&compiler, "asm", &path("text.s"));
            let text = fs::read_to_string(path("text.s")).expect("written");
            let words = text.lines().filter(|line| line.starts_with("\t.word\t"));
            words.map(str::to_owned).collect::<Vec<_>>()
        });
        assert_eq!(words[0], words[1], "{triple}");
        assert_eq!(words[0].len(), 3, "{triple}");
        compile(&build::gisel(), "asm", &path("text.s"));
        compile(&build::gisel(), "obj", &path("object.o"));
        let mut assembler = Command::new("llvm-mc-22");
        assembler.arg(format!("-triple={triple}")).args(["-filetype=obj", "-o"]).arg(path("text.o"));
        process::run(assembler.arg(path("text.s"))).expect("llvm-mc reads it");
        let [text, object] = ["text.o", "object.o"].map(|object| {
            let list =
                process::run(Command::new("llvm-readelf-22").arg("-r").arg(path(object))).expect("a list");
            let entries = list.lines().filter(|line| line.contains("PLT32"));
            // The offset, the type and the addend; symbol numbers differ.
            let words = entries.map(|line| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>());
            words.map(|words| (words[0].clone(), words[2].clone(), words[4..].join(" "))).collect::<Vec<_>>()
        });
        assert_eq!(text, object, "{triple}");
        assert_eq!(text.len(), 3, "{triple}");
    }
}
