//! `-mc-relax-all`: objects have the longest form of each branch, as with `llc` and `llvm-mc`.

use gisel_tests::{build, process};
use std::path::Path;
use std::process::Command;

/// Branches in both directions.
const BRANCHES: &str = "1: bltu a0, a1, 1b\nbnez a2, 1f\nbeqz a3, 2f\nj 2f\n1: nop\n2: bgez a4, 1b\nj 1b\n";

/// Branches to another object's symbol.
const FAR: &str = "beqz a0, foo\nj foo\n.option push\n.option norvc\nbeqz a0, foo\nj foo\n.option pop\n";

/// A function with branches of its own.
const MODULE: &str = r#"
define i32 @f(i32 %x, ptr %p) nounwind {
  %c = icmp eq i32 %x, 0
  br i1 %c, label %a, label %b
a:
  call void @g()
  %d = icmp slt i32 %x, 10
  br i1 %d, label %b, label %e
b:
  call void asm sideeffect "bnez a0, 1f\0Aj 1f\0A1: nop", ""()
  br label %e
e:
  %r = phi i32 [ 1, %a ], [ 2, %b ]
  ret i32 %r
}
declare void @g()
"#;

/// Returns the instructions and relocations of a code section, without the names of local labels.
fn code(object: &Path) -> Vec<String> {
    let mut command = Command::new("llvm-objdump-22");
    let shown = process::run(command.args(["-dr", "-M", "no-aliases"]).arg(object)).expect("disassembled");
    let lines = shown.lines().filter(|line| line.contains('\t'));
    lines.map(|line| line.split(['<', '.']).next().unwrap_or_default().trim_end().to_owned()).collect()
}

#[test]
fn forms_are_those_of_llvm() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    let gisel = build::gisel();
    let run = |program: &Path, options: &[&str], input: &str, output: &str| {
        let mut command = Command::new(program);
        process::run(command.args(options).args(["-filetype=obj", "-o"]).args([path(output), path(input)]))
            .expect("it runs");
        code(&path(output))
    };
    std::fs::write(path("in.ll"), MODULE).expect("written");
    for features in ["-mattr=+m", "-mattr=+c", "-mattr=+c,+relax"] {
        for arch in ["riscv32", "riscv64"] {
            let triple = format!("-mtriple={arch}-linux-gnu");
            let options = [&*triple, features, "-code-model=medium"];
            let all = [&options[..], &["-mc-relax-all"]].concat();
            // Before a linker that relaxes, the distance over a jump to a symbol is a relocation.
            let far = if features.contains("relax") { "" } else { FAR };
            std::fs::write(path("in.s"), format!("f:\n{far}{BRANCHES}")).expect("written");
            let own = run(&gisel, &all, "in.s", "own.o");
            let of_mc = [&format!("-triple={arch}-linux-gnu"), features, "--mc-relax-all"];
            assert_eq!(own, run(Path::new("llvm-mc-22"), &of_mc, "in.s", "mc.o"), "{all:?}");
            assert_ne!(own, run(&gisel, &options, "in.s", "short.o"), "{all:?}: no effect");
            // The text of a function is assembled alike.
            let own = run(&gisel, &all, "in.ll", "own.o");
            let mut text = Command::new(&gisel);
            process::run(text.args(options).arg("-o").args([path("out.s"), path("in.ll")])).expect("text");
            assert_eq!(own, run(&gisel, &all, "out.s", "text.o"), "{all:?}: text");
            let of_mc = &of_mc[..];
            assert_eq!(own, run(Path::new("llvm-mc-22"), of_mc, "out.s", "mc.o"), "{all:?}: text");
        }
    }
    // AArch64's branches have one form.
    std::fs::write(path("a.s"), "f: cbz x0, 1f\nb.eq 1f\ntbz x0, 1, f\nb f\n1: ret\n").expect("written");
    let plain = run(&gisel, &["-mtriple=aarch64-linux-gnu"], "a.s", "plain.o");
    assert_eq!(plain, run(&gisel, &["-mtriple=aarch64-linux-gnu", "-mc-relax-all"], "a.s", "relaxed.o"));
}
