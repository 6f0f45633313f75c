//! `-call-graph-section`: functions, the callees that they name, and the types of the others are
//! those of `llc`.

use gisel_tests::{build, process};
use std::path::Path;
use std::process::Command;

/// Functions that are called indirectly, or not; calls of all kinds.
const MODULE: &str = r#"
$grouped = comdat any
@p = global ptr @taken
@llvm.used = appending global [1 x ptr] [ptr @used], section "llvm.metadata"
@alias = alias void (), ptr @aliased
declare void @g()
declare void @h(ptr)
declare extern_weak void @weak()
declare i32 @__gxx_personality_v0(...)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
define internal void @taken() !type !0 { ret void }
define internal void @used() !type !0 { ret void }
define internal void @aliased() !type !0 { ret void }
define internal void @called() noinline !type !0 {
  call void @h(ptr null)
  ret void }
define internal void @passed() noinline !type !3 !type !0 !type !1 { ret void }
define void @grouped(ptr %p, i64 %n, double %d, double %e) section "other" comdat personality ptr @__gxx_personality_v0 {
  call void @called()
  call void @weak()
  call void %p(), !callee_type !4
  invoke void %p() to label %a unwind label %b, !callee_type !2
a:
  call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 %n, i1 0)
  %r = frem double %d, %e
  store double %r, ptr %p
  invoke void @h(ptr @passed) to label %c unwind label %b
c:
  call void %p()
  call void asm sideeffect "nop", ""()
  call void @h(ptr %p)
  call void @alias()
  musttail call void @grouped(ptr %p, i64 %n, double %d, double %e)
  ret void
b:
  %l = landingpad { ptr, i32 } catch ptr null
  ret void }
define void @none() { ret void }
define void @tail(ptr %p) {
  tail call void %p(), !callee_type !2
  ret void }
!0 = !{i64 0, !"_ZTSFvPvE.generalized"}
!1 = !{i64 0, !"_ZTSFiPvE.generalized"}
!2 = !{!1}
!3 = !{i64 0, !"_ZTSFvPvE"}
!4 = !{!0, !1, !0}
"#;

/// Returns the contents of the sections, and their relocations.
fn table(object: &Path) -> Vec<String> {
    let read = |options: &[&str]| {
        process::run(Command::new("llvm-readobj-22").args(options).arg(object)).expect("it is read")
    };
    let shown = read(&["--sections", "--section-data"]);
    let sections = shown.split("  Section {\n").filter(|section| section.contains("Name: .llvm.callgraph"));
    let volatile = ["Index:", "Offset:", "Link:", "Name:"];
    let facts = |section: &str| -> String {
        let lines = section.lines().filter(|line| !volatile.iter().any(|word| line.trim().starts_with(word)));
        lines.collect::<Vec<_>>().join("\n")
    };
    let shown = read(&["-r"]);
    let relocations = shown.split("  }\n").filter(|part| part.contains(".rela.llvm.callgraph"));
    let entries = |part: &str| part.split_once("{\n").map_or_else(String::new, |(_, rest)| rest.to_owned());
    sections.map(facts).chain(relocations.map(entries)).collect()
}

fn compile(program: &Path, options: &[&str], input: &Path, output: &Path) {
    process::run(Command::new(program).args(options).arg("-o").args([output, input])).expect("it runs");
}

#[test]
fn table_is_llcs() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("in.ll"), MODULE).expect("written");
    let mut assemble = Command::new("llvm-as-22");
    process::run(assemble.arg(path("in.ll")).arg("-o").arg(path("in.bc"))).expect("bitcode");
    let gisel = build::gisel();
    for target in ["riscv64", "riscv32", "aarch64"] {
        for extra in [&["-O0"][..], &["-O2"], &["-O2", "-relocation-model=pic", "-function-sections"]] {
            // At -O0, llc's GlobalISel loses the types.
            let is_lost = target == "aarch64" && extra.contains(&"-O0");
            let triple = format!("-mtriple={target}-linux-gnu");
            let mut options = [&[&*triple, "-call-graph-section", "-filetype=obj"], extra].concat();
            if target != "aarch64" {
                options.extend(["-mattr=+m,+d", "-code-model=medium"]);
            }
            compile(&gisel, &options, &path("in.ll"), &path("own.o"));
            compile(Path::new("llc-22"), &options, &path("in.ll"), &path("llc.o"));
            let (own, theirs) = (table(&path("own.o")), table(&path("llc.o")));
            assert_eq!(own.len(), theirs.len(), "{options:?}");
            for (own, theirs) in own.iter().zip(&theirs) {
                assert!(own == theirs || is_lost, "{options:?}\n{own}\n{theirs}");
            }
            compile(&gisel, &options, &path("in.bc"), &path("bitcode.o"));
            assert_eq!(own, table(&path("bitcode.o")), "{options:?}: bitcode");
            let text: Vec<&str> = options.iter().copied().filter(|o| !o.starts_with("-filetype")).collect();
            compile(&gisel, &text, &path("in.ll"), &path("own.s"));
            let assembler: Vec<&str> = options.iter().copied().filter(|o| !o.starts_with("-call")).collect();
            compile(&gisel, &assembler, &path("own.s"), &path("text.o"));
            assert_eq!(own, table(&path("text.o")), "{options:?}: text");
        }
    }
}

/// MIR has no types of callees.
#[test]
fn mir_without_types_is_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("in.ll"), MODULE).expect("written");
    let run = |options: &[&str], input: &str| {
        let mut command = Command::new(build::gisel());
        command.args(["-mtriple=aarch64-linux-gnu"]).args(options).arg("-o").arg(path("out"));
        let output = command.arg(path(input)).output().expect("it runs");
        String::from_utf8_lossy(&output.stderr).into_owned()
    };
    let said = run(&["-call-graph-section", "-stop-after=finalize-isel"], "in.ll");
    assert!(said.contains("MIR cannot be written of calls with !callee_type"), "{said}");
    assert_eq!(run(&["-stop-after=finalize-isel"], "in.ll"), "");
    std::fs::copy(path("out"), path("in.mir")).expect("copied");
    let said = run(&["-call-graph-section", "-start-after=finalize-isel"], "in.mir");
    assert!(said.contains("option -call-graph-section: MIR has no types of callees"), "{said}");
}

/// GNU's linkers do not resolve functions of shared libraries in the table.
#[test]
fn linking_refuses_it() {
    let mut command = Command::new(build::gisel());
    let output = command.args(["--link", "-call-graph-section", "in.ll"]).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("option -call-graph-section is for compiling, not for `--link`"), "{said}");
}
