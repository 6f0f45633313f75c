//! Assembly with debug information equals llc's: a function with the same instructions has the same
//! labels, lines, files and comments.

use gisel_tests::build::{self, Compiler};
use gisel_tests::target::{Combo, Mode, Target};
use gisel_tests::{process, sources};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns functions by name, from their symbol's label to their size. As in LLVM's own scripts,
/// numbers of labels that are counted through the module are removed. So are comments of copies
/// that llc has removed (`kill:`).
fn functions(text: &str) -> BTreeMap<String, String> {
    let mut functions = BTreeMap::new();
    for part in text.split("-- Begin function ").skip(1) {
        let name = part.lines().next().unwrap_or_default();
        let Some((_, body)) = part.split_once(&format!("\n{name}:")) else { continue };
        let end = body.find("\t.size\t").unwrap_or(body.len());
        let lines = body[..end].split_inclusive('\n').filter(|line| !line.contains(" kill: "));
        functions.insert(name.to_owned(), renumbered(&lines.collect::<String>()));
    }
    functions
}

/// Renumbers these labels from zero.
fn renumbered(text: &str) -> String {
    const COUNTED: [&str; 2] = [".Ltmp", ".Lpcrel_hi"];
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    let mut out = String::new();
    let mut rest = text;
    while let Some((at, prefix)) = COUNTED.iter().filter_map(|p| Some((rest.find(p)?, p))).min() {
        let digits = rest[at + prefix.len()..].chars().take_while(char::is_ascii_digit).count();
        let (label, after) = rest[at..].split_at(prefix.len() + digits);
        let next = numbers.len();
        let number = numbers.entry(label.to_owned()).or_insert(next);
        out += &format!("{}{prefix}{number}", &rest[..at]);
        rest = after;
    }
    out + rest
}

/// Compiles a module of the folder `assembly` by clang with debug information.
fn module(name: &str, target: Target, level: u8) -> PathBuf {
    let source = sources::package_folder().join("assembly").join(name);
    let folder = sources::work_folder("debug-assembly").expect("a folder");
    let output = folder.join(format!("{}-{name}-{level}.bc", target.gnu()));
    // Without optimization clang requests a frame pointer, for which llc reserves a register.
    let flags = ["-g", "-fomit-frame-pointer"].map(str::to_owned);
    let combo = Combo { target, ir_level: level, level, mode: Mode::Static };
    process::run(&mut build::clang(combo, &source, &flags, &output)).expect("clang compiles it");
    output
}

/// Returns both compilers' output for a module, gisel's first.
fn texts(target: Target, level: u8, module: &Path) -> [BTreeMap<String, String>; 2] {
    let combo = Combo { target, ir_level: level, level, mode: Mode::Static };
    [(Compiler::under_test().expect("a compiler"), "gisel"), (Compiler::Llc, "llc")].map(
        |(compiler, name)| {
            let output = module.with_extension(format!("{name}.s"));
            let mut command = compiler.command_for("asm", combo, module, &output);
            // The compilers' default code models differ.
            let model: &[&str] = if target == Target::Riscv64 { &["-code-model=medium"] } else { &[] };
            process::run(command.args(model)).expect("assembly");
            functions(&fs::read_to_string(&output).expect("written"))
        },
    )
}

/// Functions of a module whose text equals llc's: the module, the level, and the functions.
type Same = (&'static str, u8, &'static [&'static str]);

fn check(target: Target, table: &[Same]) {
    for &(name, level, same) in table {
        let [ours, llc] = texts(target, level, &module(name, target, level));
        for function in same {
            let [ours, llc] = [&ours, &llc]
                .map(|texts| texts.get(*function).unwrap_or_else(|| panic!("{name} has no {function}")));
            assert!(ours.contains("\t.loc\t"), "{function}: {ours}");
            assert_eq!(ours, llc, "{target:?} {name} -O{level} {function}");
        }
    }
}

#[test]
fn riscv64() {
    const UNOPTIMIZED: [&str; 8] =
        ["nothing", "constant", "field", "calls", "address", "from_header", "in_header", "before_and_after"];
    const OPTIMIZED: [&str; 12] = [
        "nothing",
        "constant",
        "twice",
        "field",
        "scopes",
        "clear",
        "address",
        "from_header",
        "blocks",
        "before_and_after",
        "parts",
        "number",
    ];
    check(
        Target::Riscv64,
        &[
            ("debug.c", 0, &UNOPTIMIZED),
            ("debug.cpp", 0, &["_ZNK5outer5Shape5countEv", "_Z3usei"]),
            ("debug.c", 2, &OPTIMIZED),
            ("debug.cpp", 2, &["_Z3sumRKN5outer5ShapeES2_", "_Z9referenceRi"]),
        ],
    );
}

#[test]
fn aarch64() {
    const UNOPTIMIZED: [&str; 7] =
        ["nothing", "constant", "twice", "field", "clear", "from_header", "in_header"];
    const OPTIMIZED: [&str; 11] = [
        "nothing",
        "constant",
        "twice",
        "field",
        "scopes",
        "calls",
        "clear",
        "address",
        "from_header",
        "blocks",
        "number",
    ];
    check(
        Target::Aarch64,
        &[
            ("debug.c", 0, &UNOPTIMIZED),
            ("debug.cpp", 0, &["_ZNK5outer5Shape5countEv"]),
            ("debug.c", 2, &OPTIMIZED),
            ("debug.cpp", 2, &["_Z3sumRKN5outer5ShapeES2_"]),
        ],
    );
}

/// The functions of the tables contain scope labels, files, inlined lines, and locations of values:
/// before and after calls, at block starts, in fragments.
#[test]
fn compared_texts_contain_labels_and_lines() {
    let text = |target, level| {
        let [ours, _] = texts(target, level, &module("debug.c", target, level));
        ours.into_values().collect::<String>()
    };
    let (unoptimized, optimized) = (text(Target::Aarch64, 0), text(Target::Aarch64, 2));
    for said in ["\n.Lfunc_begin0:\n", "\n.Ltmp0:\n", " prologue_end ", "\n\t.file\t2 \"", "debug.h:4:0\n"] {
        assert!(unoptimized.contains(said), "{said}: {unoptimized}");
    }
    for said in [
        " @[ ",
        " is_stmt 0 ",
        "DEBUG_VALUE: twice:n <- [DW_OP_LLVM_entry_value 1] $w0\n",
        "DEBUG_VALUE: scopes:sum <- [DW_OP_plus_uconst 1, DW_OP_stack_value] $w0\n",
    ] {
        assert!(optimized.contains(said), "{said}: {optimized}");
    }
    let optimized = text(Target::Riscv64, 2);
    for said in [
        "\tcall\tcalled\n.Ltmp1:\n\t#DEBUG_VALUE: before_and_after:a <- [DW_OP_LLVM_entry_value 1] $x10\n",
        "# %bb.1:\n\t#DEBUG_VALUE: blocks:n <- $x10\n",
        "\tmv\ts0, a1\n.Ltmp0:\n\t#DEBUG_VALUE: before_and_after:b <- $x8\n",
        "#DEBUG_VALUE: parts:b <- [DW_OP_LLVM_fragment 64 64] $x13\n",
        "#DEBUG_VALUE: number:half <- 5.000000e-01\n",
    ] {
        assert!(optimized.contains(said), "{said}: {optimized}");
    }
}
