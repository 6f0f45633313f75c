//! gdb's output for programs: at -O0 it equals the output for `llc`'s program, however debug
//! information is split; in optimized code it has the variables' true values.

use gisel_tests::build::{self, Compiler};
use gisel_tests::debugger::{self, Counts, session as gdb, split_options};
use gisel_tests::parallel;
use gisel_tests::target::{Combo, Mode, Target};
use gisel_tests::{process, sources};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns gdb's output for a program, without addresses.
fn shown(target: Target, program: &Path, script: &Path) -> String {
    without_addresses(&gdb::transcript(target, program, script).expect("gdb and qemu"))
}

fn without_addresses(text: &str) -> String {
    let mut parts = text.split("0x");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let digits = part.chars().take_while(char::is_ascii_hexdigit).count();
        out.push_str(if digits > 4 { "ADDRESS" } else { "0x" });
        out.push_str(if digits > 4 { &part[digits..] } else { part });
    }
    out
}

/// Returns gdb's output for the debug information program `name`, compiled by one compiler, with
/// the script of that name.
fn session(compiler: &Compiler, combo: Combo, name: &str) -> String {
    session_of(compiler, combo, name, &[], &[])
}

/// Returns the same with these flags of clang and options of the compiler.
fn session_of(compiler: &Compiler, combo: Combo, name: &str, flags: &[String], options: &[String]) -> String {
    let own = sources::package_folder().join("debug_info").join(name);
    let script = own.with_extension("gdb");
    scripted(compiler, combo, &own.with_extension("c"), &script, &[&["-g".into()], flags].concat(), options)
}

/// Returns gdb's output for a source's program with a script.
fn scripted(
    compiler: &Compiler,
    combo: Combo,
    source: &Path,
    script: &Path,
    flags: &[String],
    options: &[String],
) -> String {
    let name = source.file_stem().expect("a name").to_string_lossy();
    let folder = sources::work_folder(&format!("debugger/{name}")).expect("a folder");
    // One name for all compilers, because gdb prints it.
    let program = folder.join(&*name);
    let (object, bitcode) =
        (program.with_extension("o"), folder.join(combo.target.arch()).with_extension("bc"));
    process::run(&mut build::clang(combo, source, flags, &bitcode)).expect("clang");
    process::run(compiler.command(combo, &bitcode, &object).args(options)).expect("compiled");
    let driver = if source.extension().is_some_and(|kind| kind == "cpp") { "g++" } else { "gcc" };
    let mut link = build::link_by(driver, combo.target, combo.mode, &[object], &program).expect("a linker");
    // GNU's linker does not know the relocations of thread-local variables in debug information.
    if process::run(&mut link).is_err() {
        debugger::link_by_lld(&mut link, &folder).expect("a linker");
        process::run(&mut link).expect("linked");
    }
    shown(combo.target, &program, script)
}

#[test]
fn a_debugger_shows_the_same_of_unoptimized_code_as_of_llcs_twin() {
    let compiler = Compiler::under_test().expect("gisel has been built");
    for target in [Target::Riscv64, Target::Aarch64] {
        let combo = Combo { target, ir_level: 0, level: 0, mode: Mode::Static };
        let [ours, twins] = [&compiler, &Compiler::Llc].map(|compiler| session(compiler, combo, "inspect"));
        if let Some(difference) = process::first_difference(&twins, &ours) {
            panic!("{}: {difference}\n{ours}", target.arch());
        }
        assert!(ours.contains("{{1, 2, 3}, {4, 5, 6.5}}"), "{ours}");
        assert!(!ours.contains("Error"), "{ours}");
    }
}

/// Programs whose comments contain gdb commands for -O0: gdb's output equals that for llc's twin.
#[test]
fn a_debugger_shows_the_same_of_programs_of_all_kinds() {
    let compiler = Compiler::under_test().expect("gisel has been built");
    let folder = sources::work_folder("debug_sessions").expect("a folder");
    let own = sources::package_folder().join("debug_info").join("sessions");
    let programs: Vec<PathBuf> =
        fs::read_dir(own).expect("a folder").map(|entry| entry.expect("a file").path()).collect();
    assert!(programs.len() >= 9, "{programs:?}");
    let pairs = programs.iter().flat_map(|program| Target::ALL.map(|target| (program, target)));
    let versions = [5, 2, 3, 4, 3, 2];
    for ((program, target), version) in pairs.zip(versions.into_iter().cycle()) {
        let source = fs::read_to_string(program).expect("text");
        let asked: Vec<&str> = source.lines().filter_map(|line| line.strip_prefix("// gdb: ")).collect();
        let settings = "set pagination off\nset confirm off\nset width 0\n";
        let script = folder.join("script.gdb");
        fs::write(&script, format!("{settings}{}\n", asked.join("\n"))).expect("written");
        let combo = Combo { target, ir_level: 0, level: 0, mode: Mode::Static };
        let [ours, twins] = [&compiler, &Compiler::Llc].map(|compiler| {
            let flags = [format!("-gdwarf-{version}"), "-fno-rtti".into()];
            scripted(compiler, combo, program, &script, &flags, &[])
        });
        let difference = process::first_difference(&twins, &ours);
        assert_eq!(difference, None, "{}, {}:\n{ours}", program.display(), target.arch());
        assert!(!ours.contains("Error") && !ours.contains("No symbol"), "{}:\n{ours}", program.display());
    }
}

/// Split debug information: a debugger finds in the split file what is otherwise in the program;
/// without that file it has only lines.
#[test]
fn split_debug_information_shows_the_same() {
    let compiler = Compiler::under_test().expect("gisel has been built");
    let folder = sources::work_folder("debug_split").expect("a folder");
    let sessions = [("inspect", 0, "5"), ("values", 2, "5"), ("inspect", 0, "4"), ("values", 2, "4")];
    for (target, (name, level, version)) in
        Target::ALL.into_iter().flat_map(|target| sessions.map(|session| (target, session)))
    {
        let combo = Combo { target, ir_level: level, level, mode: Mode::Static };
        let split = folder.join(format!("{name}-{}.dwo", target.arch()));
        // RISC-V's linker changes distances, which gdb only reads if lists contain addresses
        // themselves.
        let mut flags = vec![format!("-gdwarf-{version}")];
        flags.extend((target == Target::Riscv64).then(|| "-mno-relax".into()));
        let whole = session_of(&compiler, combo, name, &flags, &[]);
        let parted = session_of(&compiler, combo, name, &flags, &split_options(&split));
        assert_eq!(process::first_difference(&whole, &parted), None, "{combo}, version {version}");
        process::run(Command::new("llvm-dwarfdump-22").arg("--verify").arg(&split)).expect("it is sound");
        fs::remove_file(&split).expect("it was there");
    }
}

/// Types in type units are printed like those in compile units.
#[test]
fn types_in_units_show_the_same() {
    let compiler = Compiler::under_test().expect("gisel has been built");
    let folder = sources::work_folder("debug_types_shown").expect("a folder");
    let own = sources::package_folder().join("debug_info");
    let (source, script) = (own.join("types.cpp"), own.join("types.gdb"));
    for (target, version) in
        Target::ALL.into_iter().flat_map(|target| ["5", "4"].map(|version| (target, version)))
    {
        let combo = Combo { target, ir_level: 0, level: 0, mode: Mode::Static };
        let flags = ["-g", "-fno-rtti", &format!("-gdwarf-{version}")].map(str::to_owned);
        let whole = scripted(&compiler, combo, &source, &script, &flags, &[]);
        assert!(whole.contains("static count = 3") && !whole.contains("No symbol"), "{whole}");
        let units = ["-generate-type-units".to_owned()];
        let split = split_options(&folder.join(target.arch()).with_extension("dwo"));
        for options in [units.to_vec(), [&units[..], &split].concat()] {
            let shown = scripted(&compiler, combo, &source, &script, &flags, &options);
            assert_eq!(process::first_difference(&whole, &shown), None, "{combo}, {version}, {options:?}");
        }
    }
}

/// If `.eh_frame` is removed, a debugger unwinds by `.debug_frame`, to the same frames.
#[test]
fn frames_are_unwound_by_debug_frame_alone() {
    let compiler = Compiler::under_test().expect("gisel has been built");
    let folder = sources::work_folder("debug_frames").expect("a folder");
    let source = sources::package_folder().join("debug_info").join("values.c");
    let script = folder.join("script.gdb");
    let text = "set width 0\nbreak used\ncontinue\nset debug frame on\nbt\nset debug frame off\nfinish\nbt\n";
    fs::write(&script, text).expect("written");
    for target in Target::ALL {
        let combo = Combo { target, ir_level: 2, level: 2, mode: Mode::Static };
        let file = |kind: &str| folder.join(target.arch()).with_extension(kind);
        process::run(&mut build::clang(combo, &source, &["-g".into()], &file("bc"))).expect("clang");
        let mut command = compiler.command(combo, &file("bc"), &file("o"));
        process::run(command.arg("-force-dwarf-frame-section")).expect("compiled");
        let mut strip = Command::new(format!("{}-objcopy", target.gnu()));
        strip.args(["--remove-section", ".eh_frame"]).arg(file("o")).arg(file("stripped.o"));
        process::run(&mut strip).expect("objcopy");
        let [whole, stripped] = ["o", "stripped.o"].map(|kind| {
            let program = file("exe");
            process::run(&mut build::link(target, combo.mode, &[file(kind)], &program).expect("a linker"))
                .expect("linked");
            gdb::transcript(target, &program, &script).expect("gdb and qemu")
        });
        let frames = |text: &str| {
            let lines = text.lines().filter(|line| line.starts_with('#'));
            without_addresses(&lines.collect::<Vec<_>>().join("\n"))
        };
        assert_eq!(frames(&whole), frames(&stripped), "{}", target.arch());
        assert!(frames(&stripped).contains("in sums (count=count@entry=3"), "{stripped}");
        let unwinders = stripped.split("unwinder=\"").skip(1).filter_map(|text| text.split('"').next());
        assert_eq!(unwinders.collect::<BTreeSet<_>>(), BTreeSet::from(["dwarf2"]), "{}", target.arch());
    }
}

/// gdb's arguments in optimized code equal those that the program prints.
#[test]
fn arguments_that_a_debugger_shows_of_optimized_code_are_right() {
    let compiler = Compiler::under_test().expect("gisel has been built");
    for target in [Target::Riscv64, Target::Aarch64] {
        let combo = Combo { target, ir_level: 2, level: 2, mode: Mode::Static };
        let shown = session(&compiler, combo, "arguments");
        // At the start all are in their registers; in the caller's frame, those that are still
        // needed are known.
        for expected in [
            "outer (a=3, b=4, c=2.5, s=ADDRESS \"text\")",
            "inner (n=7, p=ADDRESS)",
            "inner (n=30, p=ADDRESS)",
        ] {
            assert!(shown.contains(expected), "{}: no {expected}:\n{shown}", target.arch());
        }
        let frames: Vec<&str> = shown.lines().filter(|line| line.contains(" in outer (")).collect();
        assert!(!frames.is_empty(), "{shown}");
        for frame in frames {
            for (name, value) in [("a", "3"), ("b", "4"), ("c", "2.5"), ("s", "ADDRESS \"text\"")] {
                let is_right = frame.contains(&format!("{name}={value}"));
                assert!(is_right || frame.contains(&format!("{name}=<optimized out>")), "{frame}");
            }
        }
    }
}

/// The result of a call that may throw is printed, although the code after it is in another block.
#[test]
fn results_of_invokes_are_shown() {
    let compiler = Compiler::under_test().expect("gisel has been built");
    let own = sources::package_folder().join("debug_info").join("unwound");
    let (source, script) = (own.with_extension("cpp"), own.with_extension("gdb"));
    for (target, level) in Target::ALL.into_iter().flat_map(|target| [0, 2].map(|level| (target, level))) {
        let combo = Combo { target, ir_level: 2, level, mode: Mode::Static };
        let shown = scripted(&compiler, combo, &source, &script, &["-g".into()], &[]);
        for expected in ["first = 42", "second = 86"] {
            assert!(shown.contains(expected), "{combo}: no {expected}:\n{shown}");
        }
    }
}

/// The variables' values in `values.c`, by the number of the stop.
const VALUES: [&[(&str, &str)]; 5] = [
    &[("i", "0"), ("sum", "5"), ("term", "12")],
    &[("i", "1"), ("sum", "17"), ("term", "36")],
    &[("i", "2"), ("sum", "54"), ("term", "110")],
    &[("sum", "166"), ("parts", "{first = 166, second = 17}")],
    &[
        ("sum", "166"),
        ("parts", "{first = 166, second = 17}"),
        ("twice", "332"),
        ("low", "76 'L'"),
        ("wide", "12248638064943142273029"),
        ("lanes", "{166, 332, 498, 664}"),
    ],
];

/// Returns true if the printed value is right, except for members that are optimized out.
fn agrees(shown: &str, value: &str) -> bool {
    let parts = |text: &str| text.trim_matches(['{', '}']).split(", ").map(str::to_owned).collect::<Vec<_>>();
    let (shown, values) = (parts(shown), parts(value));
    // A member that is optimized out is named.
    let is_out = |shown: &str, value: &str| {
        shown.strip_suffix("<optimized out>").is_some_and(|name| value.starts_with(name))
    };
    let is_right = |(shown, value): (&String, &String)| shown == value || is_out(shown, value);
    shown == ["<optimized out>"] || shown.len() == values.len() && shown.iter().zip(&values).all(is_right)
}

/// Variables in registers, as constants and in fragments: gdb prints their values, or that they are
/// optimized out.
#[test]
fn values_that_a_debugger_shows_of_optimized_code_are_right() {
    let compiler = Compiler::under_test().expect("gisel has been built");
    for (target, least) in [(Target::Riscv64, 6), (Target::Aarch64, 16)] {
        let combo = Combo { target, ir_level: 2, level: 2, mode: Mode::Static };
        let text = session(&compiler, combo, "values");
        let stops: Vec<&str> = text.split("\nBreakpoint ").filter(|stop| stop.contains(", sums (")).collect();
        assert_eq!(stops.len(), VALUES.len(), "{text}");
        let mut shown = 0;
        for (stop, values) in stops.iter().zip(VALUES) {
            assert!(
                !stop.contains("count=") || stop.contains("count=3") || stop.contains("count=<opt"),
                "{stop}"
            );
            let locals = stop.lines().filter_map(|line| line.split_once(" = "));
            for (name, value) in locals.filter(|(name, _)| name.chars().all(char::is_alphabetic)) {
                let always = [("constant", "17")];
                let expected = values.iter().chain(&always).find(|(other, _)| *other == name);
                let expected = expected.map_or("<optimized out>", |(_, expected)| expected);
                let is_right = agrees(value, expected);
                assert!(is_right, "{}: {name} is {value}:\n{stop}", target.arch());
                shown += usize::from(!value.contains("<optimized out>"));
            }
        }
        assert!(shown >= least, "{}: {shown}:\n{text}", target.arch());
        // A folded copy of the low bits remains available.
        assert!(text.contains("parts = {first = 166, second = 17}"), "{}:\n{text}", target.arch());
    }
}

/// gdb prints the true values of random programs' variables, or those that the IR records, and not
/// many fewer than for `llc`. With some seeds, stores to variables in memory come long after their
/// assignments.
#[test]
fn a_debugger_shows_true_values_of_random_programs() {
    let jobs: Vec<(Target, u64)> =
        Target::ALL.into_iter().flat_map(|target| [1, 2, 3, 3002, 3026].map(|seed| (target, seed))).collect();
    let counts = parallel::map(&jobs, |&(target, seed)| debugger::check(target, seed));
    let counts: Result<Vec<Counts>, String> = counts.into_iter().collect();
    let counts = Counts::sum(counts.unwrap_or_else(|wrong| panic!("{wrong}")));
    assert!(counts.all > 1000 && counts.shown[0] * 10 >= counts.shown[1] * 9, "{counts}");
    // The IR's values are found, and wrong values are detected: llc's programs have some.
    assert!(counts.said * 2 > counts.all && counts.wrong[1] > 0, "{counts}");
}
