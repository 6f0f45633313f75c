//! `-crel`: relocations in the format CREL are those of ordinary sections, and `llvm-mc` encodes them
//! alike.

use gisel_tests::{build, process};
use std::path::Path;
use std::process::Command;

/// Calls, addresses with addends, a table, data, a comdat, exceptions, the call graph profile.
const MODULE: &str = r#"
$grouped = comdat any
@table = global [3 x ptr] [ptr @f, ptr getelementptr (i8, ptr @table, i64 4000), ptr @g]
@far = internal global [100 x i64] zeroinitializer
declare i32 @g(ptr)
declare i32 @__gxx_personality_v0(...)
define i32 @grouped() comdat {
  %r = call i32 @g(ptr getelementptr (i8, ptr @far, i64 -24))
  ret i32 %r }
define i32 @f(i32 %x) personality ptr @__gxx_personality_v0 {
  %a = invoke i32 @g(ptr @table) to label %next unwind label %pad
next:
  %b = call i32 @g(ptr getelementptr (i8, ptr @far, i64 400))
  %c = call i32 @grouped()
  %sum = add i32 %b, %c
  ret i32 %sum
pad:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l }
!llvm.module.flags = !{!0}
!0 = !{i32 5, !"CG Profile", !1}
!1 = !{!2}
!2 = !{ptr @f, ptr @g, i64 32}
"#;

/// Returns the module with functions between whose calls there are many instructions.
fn module() -> String {
    let stores = |n: usize| format!("store volatile i32 {n}, ptr %p\n").repeat(n);
    let spread = [3, 30, 300].map(|n| format!("call i32 @g(ptr %p)\n{}", stores(n))).concat();
    format!("{MODULE}define void @spread(ptr %p) {{\n{spread}ret void }}\n")
}

/// Returns the relocations that LLVM reads, by section; calls in the profile have no addends in
/// ordinary relocations.
fn relocations(object: &Path) -> Vec<String> {
    let shown = process::run(Command::new("llvm-readobj-22").args(["-r", "--expand-relocs"]).arg(object));
    let shown = shown.expect("it is read").replace(".crel", ".rel").replace(".rela", ".rel");
    let lines = shown.lines().skip_while(|line| !line.starts_with("Relocations"));
    let lines = lines.filter(|line| !line.trim_end().ends_with("Addend: 0x0"));
    lines.map(|line| line.rsplit(") .rel").next().unwrap_or(line).to_owned()).collect()
}

/// Returns type, flags, alignment and entry size of the relocation sections, with their bytes.
fn sections(object: &Path) -> Vec<String> {
    let shown = process::run(Command::new("llvm-readelf-22").args(["-SW"]).arg(object)).expect("read");
    let rows = shown.lines().filter_map(|line| line.split_once("] .crel"));
    let mut facts: Vec<String> = rows
        .map(|(_, row)| {
            let columns: Vec<&str> = row.split_whitespace().collect();
            let name = format!(".crel{}", columns[0]);
            let mut dump = Command::new("llvm-readelf-22");
            let dump = process::run(dump.arg("-x").arg(&name).arg(object)).expect("read");
            let (kind, size, entry, last) = (columns[1], columns[4], columns[5], &columns[columns.len() - 1]);
            let flags = columns[6];
            format!("{name} {kind} {size} {entry} {flags} {last}\n{dump}")
        })
        .collect();
    facts.sort();
    facts
}

#[test]
fn relocations_are_those_of_ordinary_sections() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("in.ll"), module()).expect("written");
    let run = |program: &Path, options: &[&str], input: &str, output: &str| {
        let mut command = Command::new(program);
        process::run(command.args(options).arg("-o").args([path(output), path(input)])).expect("it runs");
    };
    let (gisel, mc) = (build::gisel(), Path::new("llvm-mc-22"));
    for target in ["aarch64-linux-gnu", "riscv64-linux-gnu", "riscv32-linux-gnu"] {
        let triple = format!("-mtriple={target}");
        for options in [&[][..], &["-relocation-model=pic", "-function-sections"]] {
            let options = [&[&*triple, "-filetype=obj"], options].concat();
            let compact = [&options[..], &["-crel"]].concat();
            run(&gisel, &options, "in.ll", "plain.o");
            run(&gisel, &compact, "in.ll", "compact.o");
            assert_eq!(relocations(&path("plain.o")), relocations(&path("compact.o")), "{options:?}");
            assert!(sections(&path("compact.o")).len() > 3, "{options:?}");
            run(Path::new("llc-22"), &compact, "in.ll", "llc.o");
            let heads = |name: &str| -> Vec<String> {
                let head = |fact: &String| {
                    let words: Vec<&str> = fact.lines().next().unwrap_or_default().split(' ').collect();
                    // llc does not say of relocations in groups that their number is a section's.
                    [words[0], words[1], words[3], &words[4].replace('I', ""), words[5]].join(" ")
                };
                sections(&path(name)).iter().map(head).collect()
            };
            let (ours, theirs) = (heads("compact.o"), heads("llc.o"));
            assert!(theirs.iter().all(|head| ours.contains(head)), "{options:?}\n{ours:?}\n{theirs:?}");
        }
    }
    // Symbols of assembly are in the order of the text, in both assemblers.
    for target in ["aarch64", "riscv64"] {
        let text = ".text\nf:\n.reloc ., BFD_RELOC_NONE, g+8\n.reloc .+1, BFD_RELOC_NONE, g+9\n.zero 300\n\
            .reloc ., BFD_RELOC_NONE, h\n.zero 30000\n.reloc ., BFD_RELOC_NONE, g-70000\n.zero 8\n.quad k, h+1\n\
            .data\n.quad k\n.quad k-0x4000000000000000\n.zero 800\n.quad h+7\n.globl g, h, k\n";
        std::fs::write(path("in.s"), text).expect("written");
        let triple = format!("-mtriple={target}-linux-gnu");
        run(&gisel, &[&triple, "-filetype=obj", "-crel"], "in.s", "ours.o");
        let triple = format!("-triple={target}-linux-gnu");
        run(mc, &[&triple, "-filetype=obj", "--crel"], "in.s", "theirs.o");
        assert_eq!(sections(&path("ours.o")), sections(&path("theirs.o")), "{target}");
    }
}

/// GNU's linkers do not read the format.
#[test]
fn linking_refuses_it() {
    let output = Command::new(build::gisel()).args(["run", "-crel", "in.ll"]).output().expect("it runs");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("option -crel is for compiling, not for `gisel run`"), "{said}");
}
