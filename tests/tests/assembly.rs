//! Assembling the compiler's text yields the compiler's object, for modules of unusual symbols,
//! data and assembly, and for some of the programs. `cargo xtask fuzz programs` compares them all.

use gisel_tests::assembly::{Assembler, VARIANTS, check};
use gisel_tests::build::Compiler;
use gisel_tests::target::{Combo, Mode, Target};
use gisel_tests::{Result, assembly, fuzz, parallel, process, sources};
use std::path::PathBuf;

/// Checks a module in all configurations; a module with one target's assembly is named after it.
fn check_module(name: &str) {
    let path: PathBuf = sources::package_folder().join("assembly").join(name);
    let compiler = Compiler::under_test().unwrap();
    let mut jobs = Vec::new();
    for target in Target::ALL.into_iter().filter(|t| !name.contains("only") || name.contains(t.arch())) {
        for (level, mode) in [(0, Mode::Static), (0, Mode::Pie), (2, Mode::Static), (2, Mode::Pie)] {
            let variants = VARIANTS.iter().filter(|v| assembly::is_for(v, target));
            jobs.extend(variants.map(|variant| (Combo { target, ir_level: 0, level, mode }, *variant)));
        }
    }
    let results = parallel::map(&jobs, |&(combo, options)| {
        check(&compiler, &path, combo, options).map_err(|e| format!("---- {combo} {options:?}\n{e}"))
    });
    let failures: Vec<String> = results.into_iter().filter_map(Result::err).collect();
    if let Err(message) = fuzz::report(&failures) {
        panic!("{message}");
    }
}

#[test]
fn symbols() {
    check_module("symbols.ll");
}

#[test]
fn data() {
    check_module("data.ll");
}

#[test]
fn contents_of_all_types() {
    check_module("contents.ll");
}

#[test]
fn thread_locals() {
    check_module("thread_locals.ll");
}

#[test]
fn alignments() {
    check_module("alignments.ll");
}

#[test]
fn symbols_of_assembly() {
    check_module("asm_symbols.ll");
}

#[test]
fn functions_that_the_linker_must_not_shorten() {
    check_module("riscv64_only_relaxed.ll");
}

/// The comparison detects each of these changes of the text.
#[test]
fn changes_are_seen() {
    let source = "@a = global i32 1\n@b = internal global ptr @a\n\
        define i32 @f() uwtable {\n  %1 = load i32, ptr @a\n  %2 = call i32 @f()\n  ret i32 %1\n}\n";
    let changes = [
        ("\t.globl\ta\n", "\t.weak\ta\n"),
        ("\t.size\ta, 4", "\t.size\ta, 5"),
        ("\t.type\ta,@object", "\t.type\ta,@function"),
        ("\t.cfi_def_cfa_offset 16", "\t.cfi_def_cfa_offset 32"),
        ("\t.p2align\t3", "\t.p2align\t4"),
        ("\t.section\t.data,\"aw\"", "\t.section\t.data2,\"aw\""),
        ("a:\n\t.word\t1", "a:\n\t.word\t3"),
        ("b:\n", "b:\n\t.globl\tb\n"),
        ("\tcall\tf", "\tcall\tg"),
        ("\tbl\tf", "\tbl\tg"),
    ];
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::write(at("module.ll"), source).unwrap();
    let compiler = Compiler::under_test().unwrap();
    for target in Target::ALL {
        let combo = Combo { target, ir_level: 0, level: 0, mode: Mode::Static };
        for (filetype, name) in [("obj", "module.o"), ("asm", "module.s")] {
            process::run(&mut compiler.command_for(filetype, combo, &at("module.ll"), &at(name))).unwrap();
        }
        let text = std::fs::read_to_string(at("module.s")).unwrap();
        let mut seen = 0;
        for (from, to) in changes {
            let changed = text.replace(from, to);
            if changed == text {
                continue;
            }
            seen += 1;
            std::fs::write(at("changed.s"), changed).unwrap();
            for assembler in Assembler::ALL {
                let result = assembly::compare(assembler, target, &at("module.o"), &at("changed.s"));
                assert!(result.is_err(), "{target:?}, {assembler:?}: {from:?} may be {to:?}");
            }
        }
        assert!(seen >= 8, "{target:?}: the text has only {seen} of the lines that are changed");
    }
}

/// Checks one program in eight, with other ones in each combination. Each level, target and mode
/// occurs.
#[test]
fn programs() {
    let combo = |target, ir_level, level, mode| Combo { target, ir_level, level, mode };
    let combos = [
        combo(Target::Riscv64, 2, 2, Mode::Static),
        combo(Target::Aarch64, 2, 2, Mode::Pie),
        combo(Target::Riscv64, 0, 0, Mode::Pie),
        combo(Target::Aarch64, 0, 0, Mode::Static),
    ];
    let jobs = ["programs", "ir"]
        .into_iter()
        .flat_map(|set| (1..).zip(combos).map(move |(n, combo)| (set, combo, n)));
    let results = jobs.map(|(set, combo, n)| assembly::check_set(set, &[combo], &VARIANTS[..1], (n, 8)));
    let failures: Vec<String> = results.filter_map(Result::err).collect();
    if let Err(message) = fuzz::report(&failures) {
        panic!("{message}");
    }
}
