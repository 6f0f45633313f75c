//! Entries of jump tables, compared with `llc`, by code model and relocation model; and switches
//! that reach the right targets with each.

use gisel_tests::build::{self, Compiler};
use gisel_tests::process;
use gisel_tests::target::{Mode, Target};
use std::fs;
use std::process::Command;

const IR: &str = "define signext i32 @f(i32 signext %x) {
  switch i32 %x, label %other [
    i32 -3, label %a
    i32 -2, label %b
    i32 -1, label %c
    i32 0, label %d
    i32 1, label %e
    i32 2, label %a
    i32 3, label %c
  ]
a:
  %p = mul i32 %x, 7
  ret i32 %p
b:
  %q = add i32 %x, 100
  ret i32 %q
c:
  %r = xor i32 %x, 1000
  ret i32 %r
d:
  ret i32 5
e:
  %s = shl i32 %x, 9
  ret i32 %s
other:
  ret i32 -1
}
";

/// Returns the directives of the table, with true for those that contain a difference.
fn entries(compiler: &str, options: &[&str]) -> Vec<(String, bool)> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let input = folder.path().join("in.ll");
    fs::write(&input, IR).expect("written");
    let mut command = Command::new(compiler);
    command.args(["-O2", "-filetype=asm", "-o", "-"]).args(options).arg(&input);
    if compiler == "llc-22" {
        command.arg("-global-isel=0");
    }
    let text = process::run(&mut command).expect("it compiles");
    let table = text.lines().skip_while(|line| !line.starts_with(".LJTI0_0:")).skip(1);
    let entry = |line: &str| {
        let (directive, value) = line.trim().split_once('\t')?;
        value.starts_with(".LBB").then(|| (directive.to_owned(), value.contains('-')))
    };
    table.map_while(entry).collect()
}

#[test]
fn entries_are_those_of_llc() {
    let gisel = build::gisel();
    let gisel = gisel.to_str().expect("a path in UTF-8");
    let rv64 = ["-mtriple=riscv64", "-mattr=+m,+a,+f,+d,+c"];
    let rv32 = ["-mtriple=riscv32", "-mattr=+m,+a,+c"];
    let mut kinds = Vec::new();
    for target in [rv64, rv32] {
        for model in ["-code-model=small", "-code-model=medium"] {
            for relocation in ["-relocation-model=static", "-relocation-model=pic"] {
                let options = [target[0], target[1], model, relocation];
                let expected = entries("llc-22", &options);
                assert_eq!(expected.len(), 7, "{options:?}");
                assert_eq!(entries(gisel, &options), expected, "{options:?}");
                kinds.push(expected[0].clone());
            }
        }
    }
    kinds.sort();
    kinds.dedup();
    assert!(kinds.len() > 2, "{kinds:?}");
}

#[test]
fn switches_go_where_they_should() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str| folder.path().join(name);
    fs::write(file("f.ll"), IR).expect("written");
    let main = "#include <stdio.h>
        int f(int);
        int main(void) { for (int x = -5; x < 6; x++) printf(\"%d \", f(x)); printf(\"%d %d\\n\", f(2147483647), f(-2147483647 - 1)); }";
    fs::write(file("main.c"), main).expect("written");
    for target in Target::ALL {
        for mode in Mode::ALL {
            let models: &[&str] = if target == Target::Riscv64 { &["small", "medium"] } else { &["small"] };
            for model in models {
                let mut compile = Compiler::under_test().expect("it is built").alone();
                compile.args([
                    "-O2",
                    "-filetype=obj",
                    mode.relocation_model(),
                    &format!("-code-model={model}"),
                ]);
                compile
                    .arg(format!("-mtriple={}", target.triple()))
                    .arg(file("f.ll"))
                    .arg("-o")
                    .arg(file("f.o"));
                process::run(&mut compile).expect("it compiles");
                process::run(&mut build::gcc_object(target, mode, &file("main.c"), &file("main.o")))
                    .expect("gcc compiles");
                let objects = [file("f.o"), file("main.o")];
                process::run(&mut build::link(target, mode, &objects, &file("program")).expect("a runtime"))
                    .expect("it links");
                let printed = process::run(&mut build::qemu(target, &file("program"), &[])).expect("it runs");
                assert_eq!(
                    printed, "-1 -1 -21 98 -1001 5 512 14 1003 -1 -1 -1 -1\n",
                    "{target:?} {mode:?} {model}"
                );
            }
        }
    }
}
