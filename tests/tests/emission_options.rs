//! Options about code, sections and tables of a module: their effects are `llc`'s.

use gisel_tests::build;
use gisel_tests::process;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

const MODULE: &str = r#"
@z = global i32 0
@local = internal global [100 x i8] zeroinitializer
@thread = thread_local global i32 0
@zero = constant i32 0
@n1 = global i32 1, section "named"
@n2 = global i32 2, section "named"
@n3 = constant i32 0, section "other"
@common = common global i32 0
@grouped = weak_odr global i32 0, comdat
$grouped = comdat any
$switch = comdat any
@llvm.global_ctors = appending global [3 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @f, ptr null },
  { i32, ptr, ptr } { i32 100, ptr @g, ptr null }, { i32, ptr, ptr } { i32 65535, ptr @tail, ptr @grouped }]
@llvm.global_dtors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr @f, ptr null },
  { i32, ptr, ptr } { i32 65534, ptr @g, ptr null }]
declare void @e(i32)
define void @f() "function-instrument"="xray-always" section "code" { ret void }
define void @g() section "code" { ret void }
define void @tail() {
 tail call void @e(i32 0)
 ret void }
define void @must(i32 %x) {
 musttail call void @e(i32 %x)
 ret void }
define void @ends(i1 %c) {
 br i1 %c, label %a, label %b
a:
 call void @f()
 unreachable
b:
 ret void }
"#;

/// Returns the module with a switch.
fn module() -> String {
    let mut text = format!("{MODULE}define void @switch(i32 %x) comdat {{\nswitch i32 %x, label %d [\n");
    (0..20).for_each(|n| writeln!(text, "i32 {n}, label %l{n}").expect("a string"));
    text += "]\n";
    (0..20)
        .for_each(|n| writeln!(text, "l{n}:\ncall void @e(i32 {})\nret void", n * n * 7).expect("a string"));
    text + "d:\nret void }\n"
}

/// Returns the names, types, flags and contents of an object's sections besides code and tables
/// that refer to them, and the instructions of small functions.
fn facts(object: &Path) -> Vec<String> {
    let shown = process::run(Command::new("llvm-readelf-22").args(["-SW"]).arg(object)).unwrap();
    let mut facts: Vec<String> = Vec::new();
    for line in shown.lines().filter_map(|line| line.split_once("] ")) {
        let columns: Vec<&str> = line.1.split_whitespace().collect();
        let [name, kind, _, _, size, _, flags, ..] = columns[..] else { continue };
        let elsewhere =
            [".group", ".rela", ".eh_frame", ".rodata", ".str", ".shstr", ".sym", ".riscv", ".note.GNU"];
        if elsewhere.iter().any(|prefix| name.starts_with(prefix)) || name == "Name" {
            continue;
        }
        let size = if flags.contains('X') { "" } else { size };
        facts.push(format!("{name} {kind} {flags} {size}"));
    }
    let notes = ["-x.note.gnu.property", "-x.llvm_jump_table_sizes"];
    let bytes = process::run(Command::new("llvm-readelf-22").args(notes).arg(object)).unwrap();
    facts.extend(bytes.lines().filter(|line| line.starts_with("0x")).map(str::to_owned));
    facts.sort();
    let mut disassemble = Command::new("llvm-objdump-22");
    disassemble.args(["-d", "--no-show-raw-insn", "--disassemble-symbols=tail,must,ends"]).arg(object);
    let code = process::run(&mut disassemble).unwrap();
    let mnemonics = code.lines().filter_map(|line| line.split('\t').nth(1)).map(str::trim);
    let counted = ["brk", "unimp", "ret", "b", "j", "tail"];
    let count = |mnemonic: &&str| {
        let found = mnemonics.clone().filter(|found| found == mnemonic).count();
        format!("{mnemonic}: {found}")
    };
    facts.extend(counted[..2].iter().map(count));
    facts
}

#[test]
fn effects_are_llcs() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let gisel = build::gisel();
    let run = |program: &Path, options: &[&str], input: &str, output: &str| {
        process::run(Command::new(program).args(options).arg("-o").args([path(output), path(input)]))
            .unwrap();
        facts(&path(output))
    };
    let targets: [&[&str]; 2] = [
        &["-mtriple=aarch64-linux-gnu"],
        &["-mtriple=riscv64-linux-gnu", "-mattr=+m,+a,+f,+d", "-target-abi=lp64d", "-code-model=medium"],
    ];
    for target in targets {
        // XRay knows no RISC-V in llc.
        let is_riscv = target[0].contains("riscv");
        let text = if is_riscv { module().replace("xray-always", "xray-never") } else { module() };
        std::fs::write(path("in.ll"), text).unwrap();
        let plain = run(&gisel, &[target, &["-filetype=obj"]].concat(), "in.ll", "plain.o");
        for (option, only_on) in [
            ("-nozero-initialized-in-bss", ""),
            ("-separate-named-sections", ""),
            ("-use-ctors", ""),
            ("-emit-jump-table-sizes-section", "riscv"),
            ("-xray-function-index=0", "aarch64"),
            ("-aarch64-mark-bti-property", "aarch64"),
            ("-trap-unreachable", ""),
        ] {
            let options = [target, &[option, "-filetype=obj"]].concat();
            let own = run(&gisel, &options, "in.ll", "own.o");
            assert_eq!(own, run(Path::new("llc-22"), &options, "in.ll", "llc.o"), "{options:?}");
            assert_eq!(own != plain, target[0].contains(only_on), "{options:?}: no effect");
            let text = [target, &[option]].concat();
            process::run(Command::new(&gisel).args(text).arg("-o").args([path("own.s"), path("in.ll")]))
                .unwrap();
            let assembled = run(
                &gisel,
                &[&target[..2.min(target.len())], &["-filetype=obj"]].concat(),
                "own.s",
                "text.o",
            );
            assert_eq!(own, assembled, "{options:?}: text");
        }
    }
}

/// Without tail calls, only those that must be remain.
#[test]
fn tail_calls_are_disabled_as_in_llc() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("in.ll"), MODULE).unwrap();
    let gisel = build::gisel();
    for level in ["-O0", "-O2"] {
        for program in [&*gisel, Path::new("llc-22")] {
            let mut command = Command::new(program);
            command.args(["-mtriple=aarch64-linux-gnu", level, "-disable-tail-calls", "-o", "-"]);
            let text = process::run(command.arg(folder.path().join("in.ll"))).unwrap();
            assert_eq!(text.matches("\tb\te\n").count(), 1, "{} {level}: {text}", program.display());
        }
    }
}

/// Sums of products that the module marks or not, and functions with alignments of their own.
const PRODUCTS: &str = "
define double @plain(double %a, double %b, double %c) {
  %p = fmul double %a, %b
  %s = fadd double %p, %c
  ret double %s }
define float @difference(float %a, float %b, float %c) align 64 {
  %p = fmul float %a, %b
  %n = fneg float %p
  %s = fsub float %n, %c
  ret float %s }
define double @fused(double %a, double %b, double %c) {
  %s = call double @llvm.fmuladd.f64(double %a, double %b, double %c)
  ret double %s }
define double @strict(double %a, double %b, double %c) strictfp {
  %s = call double @llvm.experimental.constrained.fmuladd.f64(double %a, double %b, double %c,
    metadata !\"round.tonearest\", metadata !\"fpexcept.strict\") strictfp
  ret double %s }
";

/// Returns the instructions on floats of a text, in order, and the alignments of functions.
fn arithmetic_and_alignment(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim);
    let told = lines.filter_map(|line| {
        let mnemonic = line.split_whitespace().next()?;
        let is_float = mnemonic.starts_with('f') && !mnemonic.starts_with("fmv") && !line.ends_with(':');
        let is_align = mnemonic == ".p2align";
        if is_align {
            Some(line.split(',').next()?.to_owned())
        } else {
            is_float.then(|| mnemonic.to_owned())
        }
    });
    told.collect()
}

#[test]
fn contraction_and_alignment_are_llcs() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("in.ll"), PRODUCTS).unwrap();
    let gisel = build::gisel();
    let targets: [&[&str]; 2] = [
        &["-mtriple=aarch64-linux-gnu"],
        &["-mtriple=riscv64-linux-gnu", "-mattr=+d,+c", "-target-abi=lp64d", "-code-model=medium"],
    ];
    for target in targets {
        let mut last = Vec::new();
        let options = ["-fp-contract=on", "-fp-contract=off", "-align-all-functions=5"];
        for option in options {
            let [own, theirs] = [&*gisel, Path::new("llc-22")].map(|program| {
                let mut command = Command::new(program);
                command.args(target).args([option, "-o", "-"]);
                let text = process::run(command.arg(folder.path().join("in.ll"))).unwrap();
                arithmetic_and_alignment(&text)
            });
            assert_eq!(own, theirs, "{target:?} {option}");
            assert_ne!(own, last, "{target:?} {option}: no effect");
            last = own;
        }
    }
}

/// Forms of RISC-V's assembly are those of `-M`, and leave other targets' alone.
#[test]
fn forms_of_assembly_are_those_of_m() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("in.ll"), MODULE.replace("xray-always", "xray-never")).unwrap();
    let text = |target: &str, options: &[&str]| {
        let mut command = Command::new(build::gisel());
        command.args([&format!("-mtriple={target}-linux-gnu"), "-frame-pointer=all", "-no-warn", "-o", "-"]);
        process::run(command.args(options).arg(folder.path().join("in.ll"))).unwrap()
    };
    for form in ["no-aliases", "emit-x8-as-fp"] {
        let option = format!("-riscv-{form}");
        assert_eq!(text("riscv64", &[&option]), text("riscv64", &["-M", form]), "{form}");
        assert_ne!(text("riscv64", &[&option]), text("riscv64", &[]), "{form}: no effect");
        assert_eq!(text("aarch64", &[&option]), text("aarch64", &[]), "{form}");
    }
}
