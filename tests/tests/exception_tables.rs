//! Exception tables: each call's landing pad and types equal those in `llc`'s tables, in no more
//! bytes.

use gisel_tests::build::{self, Compiler};
use gisel_tests::exceptions::{Landing, Landings, functions, landings};
use gisel_tests::target::{Combo, Mode, Target};
use gisel_tests::{corpus, process};
use object::{Object, ObjectSection, ObjectSymbol};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

/// Calls that throw, whatever the optimizer knows of other functions.
const THROW: &[&str] = &["_Unwind_Resume", "__cxa_throw", "__cxa_rethrow"];

/// Returns the landings of a program that `compiler` compiles from bitcode, by function with a
/// table.
fn tables(compiler: &Compiler, combo: Combo, bitcode: &Path, folder: &Path) -> BTreeMap<String, Landings> {
    let side = if *compiler == Compiler::Llc { "llc" } else { "gisel" };
    let (object, program) = (folder.join(format!("{side}.o")), folder.join(side));
    process::run(&mut compiler.command(combo, bitcode, &object)).expect("it compiles");
    let objects = [object.clone()];
    let mut link =
        build::link_by("g++", combo.target, combo.mode, &objects, &program).expect("gisel is there");
    process::run(&mut link).expect("it links");
    let own = functions(&object).expect("an object");
    landings(combo.target, &program, &own).unwrap_or_else(|e| panic!("{side} ({combo}): {e}"))
}

/// Returns the size of all exception tables of an object.
fn size_of_tables(object: &Path) -> u64 {
    let data = std::fs::read(object).expect("readable");
    let file = object::File::parse(&*data).expect("an object");
    let table = |name: &str| name.starts_with(".gcc_except_table");
    file.sections().filter(|section| section.name().is_ok_and(table)).map(|section| section.size()).sum()
}

/// Returns the types that words in `.data` refer to, one per word.
fn types_by_words(object: &Path) -> Vec<String> {
    let data = std::fs::read(object).expect("readable");
    let file = object::File::parse(&*data).expect("an object");
    let relocations =
        file.section_by_name(".data").into_iter().flat_map(|data| data.relocations().collect::<Vec<_>>());
    let name = |(_, relocation): (u64, object::Relocation)| {
        let object::RelocationTarget::Symbol(index) = relocation.target() else { return None };
        file.symbol_by_index(index).ok()?.name().ok().map(str::to_owned)
    };
    relocations.filter_map(name).filter(|name| name.starts_with("_ZTI")).collect()
}

/// Returns the reasons of landings, which must agree. A call that always throws must have a call
/// site.
fn pads(landings: &Landings) -> BTreeMap<&str, Vec<&Landing>> {
    let lost = THROW.iter().filter_map(|name| landings.get(*name)).any(|all| all.contains(&Landing::Nowhere));
    assert!(!lost, "an exception ends the program: {landings:?}");
    let mut found = BTreeMap::new();
    for (callee, all) in landings {
        let pads: Vec<&Landing> = all.iter().filter(|landing| matches!(landing, Landing::Pad(_))).collect();
        if !pads.is_empty() {
            found.insert(callee.as_str(), pads);
        }
    }
    found
}

/// Returns the functions that do not throw according to the module: it does not matter if a call
/// site covers their calls.
fn silent(bitcode: &Path) -> BTreeSet<String> {
    let text = process::run(Command::new("llvm-dis-22").args(["-o", "-"]).arg(bitcode)).expect("bitcode");
    let groups = text.lines().filter_map(|line| line.strip_prefix("attributes ")?.split_once(" = "));
    let nounwind = |attributes: &str| attributes.split_whitespace().any(|word| word == "nounwind");
    let groups: Vec<&str> = groups.filter(|(_, text)| nounwind(text)).map(|(group, _)| group).collect();
    let functions = text.lines().filter(|line| line.starts_with("declare ") || line.starts_with("define "));
    let name = |line: &str| Some(line.split_once('@')?.1.split_once('(')?.0.to_owned());
    let silent = functions.filter(|line| line.split(' ').any(|word| groups.contains(&word))).filter_map(name);
    // The library has one destructor under two names.
    silent.flat_map(|name| [name.replace("D1Ev", "D2Ev"), name]).collect()
}

fn compare(target: Target) {
    let gisel = Compiler::under_test().expect("gisel has been built");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let mut compared = 0;
    for program in corpus::set("cpp").expect("readable") {
        for (ir_level, level, mode) in [(0, 0, Mode::Static), (2, 2, Mode::Static), (2, 0, Mode::Pie)] {
            // The larger ones take long.
            if ["library", "system"].contains(&program.name.as_str()) && level == 0 {
                continue;
            }
            let combo = Combo { target, ir_level, level, mode };
            let module = &program.modules[0];
            let bitcode = folder.path().join("module.bc");
            let mut clang = build::clang(combo, &module.source, &module.flags, &bitcode);
            process::run(clang.args(["-Xclang", "-disable-O0-optnone"])).expect("clang compiles it");
            // llc preserves the landing pads of calls that do not throw.
            let mut opt = Command::new("opt-22");
            opt.arg("-passes=simplifycfg").arg(&bitcode).arg("-o").arg(&bitcode);
            process::run(&mut opt).expect("opt works");
            let ours = tables(&gisel, combo, &bitcode, folder.path());
            let theirs = tables(&Compiler::Llc, combo, &bitcode, folder.path());
            let silent = silent(&bitcode);
            for (function, landings) in &theirs {
                let own = ours.get(function);
                let own = own.unwrap_or_else(|| panic!("{combo}: no table of {function}"));
                // Call sites of either compiler cover calls that do not throw.
                let (mut own, mut theirs) = (pads(own), pads(landings));
                own.retain(|callee, _| !silent.contains(*callee));
                theirs.retain(|callee, _| own.contains_key(callee) || THROW.contains(callee));
                own.retain(|callee, _| theirs.contains_key(callee) || THROW.contains(callee));
                assert_eq!(own, theirs, "{} ({combo}): {function}", program.name);
                compared += 1;
            }
            assert_eq!(ours.len(), theirs.len(), "{} ({combo})", program.name);
            let [own, llc] = ["gisel.o", "llc.o"].map(|name| folder.path().join(name));
            assert_eq!(types_by_words(&own), types_by_words(&llc), "{} ({combo})", program.name);
            let (own, llc) = (size_of_tables(&own), size_of_tables(&llc));
            assert!(
                own <= llc + llc / 4,
                "{} ({combo}): {own} bytes of tables, {llc} of llc's",
                program.name
            );
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

const THROWS: &str = "declare void @g()
declare i32 @__gxx_personality_v0(...)
define void @f() personality ptr @__gxx_personality_v0 {
  invoke void @g() to label %done unwind label %pad
done:
  ret void
pad:
  %e = landingpad { ptr, i32 } catch ptr null
  ret void
}
";

/// Returns the size of the word that refers to the personality routine.
fn personality_word(object: &Path) -> u64 {
    let data = std::fs::read(object).expect("readable");
    let file = object::File::parse(&*data).expect("an object");
    let word = file.symbols().find(|symbol| symbol.name() == Ok("DW.ref.__gxx_personality_v0"));
    word.expect("a word for the personality").size()
}

#[test]
fn words_of_personalities_are_pointers() {
    let Compiler::Gisel(gisel) = Compiler::under_test().expect("gisel is there") else {
        panic!("no compiler")
    };
    let folder = tempfile::tempdir().expect("a folder");
    let (input, object) = (folder.path().join("throws.ll"), folder.path().join("throws.o"));
    std::fs::write(&input, THROWS).expect("written");
    for (triple, size) in [("riscv32-linux-gnu", 4), ("riscv64-linux-gnu", 8), ("aarch64-linux-gnu", 8)] {
        for compiler in [gisel.as_path(), Path::new("llc-22")] {
            let mut command = Command::new(compiler);
            command.args(["-filetype=obj", "-relocation-model=pic", "-mtriple", triple, "-o"]);
            process::run(command.arg(&object).arg(&input)).expect("it compiles");
            assert_eq!(personality_word(&object), size, "{triple} by {}", compiler.display());
        }
    }
}
