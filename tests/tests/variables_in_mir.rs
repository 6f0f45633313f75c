//! Variables survive MIR. gisel and `llc` continue gisel's output after a stage with as many
//! locations as from the IR, and gisel continues `llc`'s output. `llvm-dwarfdump --statistics`
//! counts the coverage.

use gisel_tests::build::{self, Compiler};
use gisel_tests::corpus;
use gisel_tests::exchange::STAGES;
use gisel_tests::target::{Combo, Mode, Target};
use gisel_tests::variables::Coverage;
use gisel_tests::{parallel, process, sources};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Stages after register allocation.
const ALLOCATED: [&str; 3] = ["greedy", "prologepilog", "branch-relaxation"];

/// Programs with variables of many kinds.
const PROGRAMS: [&str; 8] =
    ["bits", "calls", "casts", "containers", "float_binary", "int128", "structs", "varargs"];

/// The coverage of a program's variables by locations.
#[derive(Clone, Copy, Default)]
struct Covered {
    /// By either compiler from the IR.
    ours: Coverage,
    llcs: Coverage,
    /// By gisel, with each function written and read after each pass.
    read_back: Coverage,
    /// By gisel from its own MIR, and from the IR, before allocation and after.
    own: [Coverage; 2],
    from_ir: [Coverage; 2],
    /// By `llc` from gisel's, and by gisel from `llc`'s; each with `llc`'s coverage from the IR.
    out: [Coverage; 2],
    back: [Coverage; 2],
}

fn command(compiler: &Compiler, combo: Combo) -> Command {
    let mut command = compiler.alone();
    if matches!(compiler, Compiler::Llc) {
        command.args(["-global-isel", "-global-isel-abort=2"]);
        if combo.target == Target::Riscv64 {
            command.arg("-mattr=+m,+a,+f,+d,+c");
        }
    }
    command.args([format!("-O{}", combo.level).as_str(), combo.mode.relocation_model()]);
    command
}

fn mir(compiler: &Compiler, combo: Combo, stage: &str, bitcode: &Path) -> Result<PathBuf, String> {
    let path = bitcode.with_extension("mir");
    let mut command = command(compiler, combo);
    command.arg(format!("-stop-after={stage}")).arg(bitcode).arg("-o").arg(&path);
    process::run(&mut command).map(|_| path)
}

fn covered(compiler: &Compiler, combo: Combo, options: &[String], input: &Path) -> Result<Coverage, String> {
    let object = input.with_extension("o");
    let mut command = command(compiler, combo);
    process::run(command.args(options).arg("-filetype=obj").arg(input).arg("-o").arg(&object))?;
    Coverage::of(&object)
}

fn measure(compiler: &Compiler, combo: Combo, name: &str) -> Covered {
    let folder = sources::work_folder(&format!("variables_in_mir/{combo}/{name}")).expect("a folder");
    let programs = corpus::set("programs").expect("programs");
    let program = programs.iter().find(|program| program.name == name).expect("it is there");
    let bitcode = folder.join("module.bc");
    let module = &program.modules[0];
    let flags = [&module.flags[..], &["-g".into()]].concat();
    process::run(&mut build::clang(combo, &module.source, &flags, &bitcode)).expect("clang");
    let by = |compiler, options: &[String], input: &Path| covered(compiler, combo, options, input);
    let expected =
        |result: Result<Coverage, String>| result.unwrap_or_else(|m| panic!("{name} {combo}: {m}"));
    let mut sum = Covered {
        ours: expected(by(compiler, &[], &bitcode)),
        read_back: expected(by(compiler, &["--verify-mir".into()], &bitcode)),
        llcs: by(&Compiler::Llc, &[], &bitcode).unwrap_or_default(),
        ..Covered::default()
    };
    for stage in STAGES.into_iter().chain(ALLOCATED) {
        let after = [format!("-start-after={stage}")];
        let place = usize::from(ALLOCATED.contains(&stage));
        let written = mir(compiler, combo, stage, &bitcode).expect("it is written");
        sum.own[place] = add(sum.own[place], expected(by(compiler, &after, &written)));
        sum.from_ir[place] = add(sum.from_ir[place], sum.ours);
        if place == 1 || sum.llcs.all == 0 {
            continue;
        }
        // Programs that only one of the two selects are not exchanged.
        if let Ok(out) = by(&Compiler::Llc, &after, &written) {
            sum.out = [add(sum.out[0], out), add(sum.out[1], sum.llcs)];
        }
        let written = mir(&Compiler::Llc, combo, stage, &bitcode);
        if let Ok(back) = written.and_then(|written| by(compiler, &after, &written)) {
            sum.back = [add(sum.back[0], back), add(sum.back[1], sum.llcs)];
        }
    }
    sum
}

fn add(a: Coverage, b: Coverage) -> Coverage {
    [a, b].into_iter().sum()
}

fn check(target: Target, ir_level: u8, level: u8) {
    let compiler = Compiler::under_test().expect("gisel has been built");
    let combo = Combo { target, ir_level, level, mode: Mode::Static };
    let all = parallel::map(&PROGRAMS, |name| measure(&compiler, combo, name));
    let sum = |of: fn(&Covered) -> Coverage| all.iter().map(of).sum::<Coverage>();
    let (ours, read_back) = (sum(|c| c.ours), sum(|c| c.read_back));
    assert!(ours.all > 10_000, "{combo}: {ours}");
    assert!((ours.ratio() - read_back.ratio()).abs() < 0.005, "{combo}: {ours}, read back {read_back}");
    let pairs = [
        ("own before allocation", sum(|c| c.own[0]), sum(|c| c.from_ir[0]), 0.99),
        ("own after allocation", sum(|c| c.own[1]), sum(|c| c.from_ir[1]), 0.99),
        ("by llc", sum(|c| c.out[0]), sum(|c| c.out[1]), 0.95),
        ("of llc's", sum(|c| c.back[0]), sum(|c| c.back[1]), 0.9),
    ];
    for (what, through, direct, least) in pairs {
        assert!(direct.all > 10_000, "{combo}, {what}: {direct}");
        assert!(through.ratio() >= least * direct.ratio(), "{combo}, {what}: {through}, else {direct}");
    }
}

#[test]
fn optimized_code_at_level_0() {
    Target::ALL.into_iter().for_each(|target| check(target, 2, 0));
}

#[test]
fn optimized_code_at_level_2() {
    Target::ALL.into_iter().for_each(|target| check(target, 2, 2));
}

#[test]
fn unoptimized_code() {
    Target::ALL.into_iter().for_each(|target| check(target, 0, 0));
}
