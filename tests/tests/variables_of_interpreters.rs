//! Variables of functions with many CFG edges have as much coverage as by `llc`: interpreters,
//! assembly that jumps, landing pads, addresses of external objects and of the frame.

use gisel_tests::build::{self, Compiler};
use gisel_tests::libraries::Library;
use gisel_tests::target::{Combo, Mode, Target};
use gisel_tests::variables::Coverage;
use gisel_tests::{parallel, process, sources};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The required fraction of llc's coverage.
const REQUIRED: f64 = 0.95;

/// A source and its flags.
type Source = (PathBuf, Vec<String>);

/// Sources with variables that `llc` loses, and the required multiple of llc's coverage: constants
/// that are joined with registers.
const MORE: [(&str, f64); 1] = [("frame_addresses", 1.1)];

/// Returns the interpreter of a library, in its own module.
fn of_library(name: &str, module: &str) -> Source {
    let program = Library::named(name).and_then(Library::program).expect("the library's sources");
    let found =
        program.modules.into_iter().find(|found| found.source.file_stem().is_some_and(|stem| stem == module));
    let found = found.expect("the module is there");
    (found.source, found.flags)
}

fn sources() -> Vec<Source> {
    let own = [
        "computed_goto.c",
        "large_switch.c",
        "asm_goto.c",
        "pads.cpp",
        "external_addresses.c",
        "frame_addresses.c",
    ];
    let folder = sources::package_folder().join("variables");
    let mut all: Vec<Source> = own.map(|name| (folder.join(name), Vec::new())).into();
    all.push(of_library("lua", "lvm"));
    all
}

fn coverage(compiler: &Compiler, combo: Combo, bitcode: &Path) -> Coverage {
    let kind = if *compiler == Compiler::Llc { "llc.o" } else { "o" };
    let object = bitcode.with_extension(kind);
    process::run(&mut compiler.command(combo, bitcode, &object)).expect("compiled");
    Coverage::of(&object).expect("statistics")
}

#[test]
fn variables_are_described_in_as_much_as_by_llc() {
    let folder = sources::work_folder("variables_of_interpreters").expect("a folder");
    let sources = sources();
    let jobs: Vec<(Target, &Source)> = Target::ALL
        .into_iter()
        .flat_map(|target| sources.iter().map(move |source| (target, source)))
        .collect();
    let gisel = Compiler::under_test().expect("gisel has been built");
    let rows = parallel::map(&jobs, |(target, (source, flags))| {
        let combo = Combo { target: *target, ir_level: 2, level: 2, mode: Mode::Static };
        let name = source.file_stem().expect("a name").to_string_lossy();
        let bitcode = folder.join(format!("{name}-{}.bc", target.arch()));
        let flags = [&flags[..], &["-g".into()]].concat();
        process::run(&mut build::clang(combo, source, &flags, &bitcode)).expect("clang");
        let [ours, llcs] = [&gisel, &Compiler::Llc].map(|compiler| coverage(compiler, combo, &bitcode));
        let required = MORE.iter().find(|more| more.0 == name).map_or(REQUIRED, |more| more.1);
        let row = format!("{name}, {}: {ours}, llc {llcs}", target.arch());
        (row, ours.ratio() >= required * llcs.ratio())
    });
    let less: Vec<&String> = rows.iter().filter(|row| !row.1).map(|row| &row.0).collect();
    assert!(less.is_empty(), "less than required: {less:#?}");
    assert_eq!(rows.len(), 14);
}

/// The functions of a module that are compared one by one.
struct Functions {
    library: &'static str,
    module: &'static str,
    target: Target,
    names: &'static [&'static str],
}

/// Functions of more than 200 instructions. Each had a loss of a kind of its own.
///
/// * Merged tails: `rqsort`, `emit_break`.
/// * Edges without code of the source: `js_iterator_from`.
/// * Values computed from others: `js_parse_block`.
/// * Dispatching blocks: `JS_CallInternal`.
/// * Fragments of an array in memory: `js_promise_withResolvers`.
/// * Copied tails that are followed by a jump: `jsonLabelCompareEscaped`.
/// * Values replaced by pointers of loops: `sqlite3SrcListDup`.
/// * Values of phis in a slot besides their register: `exprSelectUsage`.
/// * Values that are left only in their extensions: `js_free_function_def`.
/// * Addresses in constants: `sqlite3_incomplete`.
/// * Fragments of an array that are stored later; an absolute value: `datetimeFunc`.
/// * Joins after the tests of a switch: `sqlite3_str_vappendf`.
/// * Assignments between merged instructions: `auxsort`.
const FUNCTIONS: [Functions; 5] = [
    Functions { library: "lua", module: "ltablib", target: Target::Riscv64, names: &["auxsort"] },
    Functions {
        library: "quickjs",
        module: "quickjs",
        target: Target::Aarch64,
        names: &[
            "rqsort",
            "emit_break",
            "js_iterator_from",
            "js_parse_block",
            "JS_CallInternal",
            "js_promise_withResolvers",
        ],
    },
    Functions {
        library: "quickjs",
        module: "quickjs",
        target: Target::Riscv64,
        names: &["JS_CallInternal", "js_free_function_def"],
    },
    Functions {
        library: "sqlite",
        module: "sqlite3",
        target: Target::Aarch64,
        names: &["jsonLabelCompareEscaped", "sqlite3SrcListDup", "exprSelectUsage", "datetimeFunc"],
    },
    Functions {
        library: "sqlite",
        module: "sqlite3",
        target: Target::Riscv64,
        names: &["sqlite3_str_vappendf"],
    },
];

/// Returns the functions of `of` with less than the required fraction of llc's coverage.
fn functions_below(of: &Functions) -> Vec<String> {
    let folder = sources::work_folder("variables_of_functions").expect("a folder");
    let (source, flags) = of_library(of.library, of.module);
    let combo = Combo { target: of.target, ir_level: 2, level: 2, mode: Mode::Static };
    let flags = [&flags[..], &["-g".into()]].concat();
    let bitcode = folder.join(format!("{}-{}.bc", of.module, of.target.arch()));
    process::run(&mut build::clang(combo, &source, &flags, &bitcode)).expect("clang");
    let gisel = Compiler::under_test().expect("gisel has been built");
    let rows = parallel::map(of.names, |name| {
        let own = folder.join(format!("{name}-{}.bc", of.target.arch()));
        let mut extract = Command::new("llvm-extract-22");
        process::run(extract.arg(format!("-func={name}")).arg(&bitcode).arg("-o").arg(&own))
            .expect("extracted");
        let [ours, llcs] = [&gisel, &Compiler::Llc].map(|compiler| coverage(compiler, combo, &own));
        let row = format!("{name}, {}: {ours}, llc {llcs}", of.target.arch());
        (row, ours.ratio() >= REQUIRED * llcs.ratio())
    });
    rows.into_iter().filter(|row| !row.1).map(|row| row.0).collect()
}

#[test]
fn each_function_is_described_in_as_much_as_by_llc() {
    let less: Vec<String> = FUNCTIONS.iter().flat_map(functions_below).collect();
    assert!(less.is_empty(), "less than llc's: {less:#?}");
}
