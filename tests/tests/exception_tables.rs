//! Exception tables: of each call, where what it throws lands and for what types, as `llc`'s tables say.

use gisel_tests::build::{self, Compiler};
use gisel_tests::exceptions::{Landing, Landings, functions, landings};
use gisel_tests::target::{Combo, Mode, Target};
use gisel_tests::{corpus, process};
use std::collections::BTreeMap;
use std::path::Path;

/// Calls that throw, whatever the optimizer knows of other functions.
const THROW: &[&str] = &["_Unwind_Resume", "__cxa_throw", "__cxa_rethrow"];

/// The landings of a program that `compiler` makes of the bitcode, and how many functions have a table.
fn tables(compiler: &Compiler, combo: Combo, bitcode: &Path, folder: &Path) -> BTreeMap<String, Landings> {
    let side = if *compiler == Compiler::Llc { "llc" } else { "gisel" };
    let (object, program) = (folder.join(format!("{side}.o")), folder.join(side));
    process::run(&mut compiler.command(combo, bitcode, &object)).expect("it compiles");
    let objects = [object.clone()];
    let mut link = build::link_by("g++", combo.target, combo.mode, &objects, &program).expect("gisel is there");
    process::run(&mut link).expect("it links");
    let own = functions(&object).expect("an object");
    landings(combo.target, &program, &own).unwrap_or_else(|e| panic!("{side} ({combo}): {e}"))
}

/// What must agree: reasons of landings, and what passes of what throws for sure.
fn relevant(landings: &Landings) -> Vec<(&str, &Landing)> {
    let all = landings.iter().flat_map(|(callee, all)| all.iter().map(move |l| (callee.as_str(), l)));
    let throws = |callee: &str| THROW.contains(&callee);
    all.filter(|(callee, landing)| matches!(landing, Landing::Pad(_)) || throws(callee)).collect()
}

fn compare(target: Target) {
    let gisel = Compiler::under_test().expect("gisel has been built");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut compared = 0;
    for program in corpus::set("cpp").expect("readable") {
        for (ir_level, level, mode) in [(0, 0, Mode::Static), (2, 2, Mode::Static), (2, 0, Mode::Pie)] {
            let combo = Combo { target, ir_level, level, mode };
            let module = &program.modules[0];
            let bitcode = folder.path().join("module.bc");
            let mut clang = build::clang(combo, &module.source, &module.flags, &bitcode);
            process::run(&mut clang).expect("clang compiles it");
            let ours = tables(&gisel, combo, &bitcode, folder.path());
            let theirs = tables(&Compiler::Llc, combo, &bitcode, folder.path());
            for (function, landings) in &theirs {
                let own = ours.get(function);
                let own = own.unwrap_or_else(|| panic!("{combo}: no table of {function}"));
                assert_eq!(relevant(own), relevant(landings), "{} ({combo}): {function}", program.name);
                compared += 1;
            }
            assert_eq!(ours.len(), theirs.len(), "{} ({combo})", program.name);
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn tables_say_what_those_of_llc_say_aarch64() {
    compare(Target::Aarch64);
}

#[test]
fn tables_say_what_those_of_llc_say_riscv64() {
    compare(Target::Riscv64);
}
