//! `gisel test`: files with `RUN:` lines, as in LLVM's tests.

use gisel_tests::build;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// A function, and its FileCheck directives.
const FUNCTION: &str = "target triple = \"aarch64-unknown-linux-gnu\"\n\
                        ; CHECK-LABEL: f:\n; CHECK: add w0, w0, #1\n\
                        define i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n";

/// Files: their first lines, and the start of each one's report line.
const FILES: [(&str, &str, &str); 8] = [
    ("pipe.ll", "; RUN: llc < %s | FileCheck %s", "PASS: pipe.ll"),
    ("steps.ll", "; RUN: llc %s \\\n; RUN:   -o %t.s\n; RUN: FileCheck %s < %t.s", "PASS: steps.ll"),
    ("fails.ll", "; RUN: llc -filetype=null %s | FileCheck %s", "FAIL: fails.ll\n$ llc -filetype=null "),
    // The pipe's exit status is not just the last command's.
    ("refused.ll", "; RUN: llc -mattr=+x -mtriple=none < %s | cat", "FAIL: refused.ll\n$ llc -mattr=+x "),
    ("expected.ll", "; XFAIL: *\n; RUN: llc -mtriple=none < %s", "PASS: expected.ll"),
    ("not.ll", "; RUN: not llc -mtriple=none < %s 2>&1 | grep 'not supported'", "PASS: not.ll"),
    (
        "other.ll",
        "; REQUIRES: x86-registered-target\n; RUN: false",
        "UNSUPPORTED: other.ll: it requires x86-registered-target",
    ),
    ("empty.ll", "; nothing", "FAIL: empty.ll\nthere is no RUN: line"),
];

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, first, _) in FILES {
        fs::write(folder.path().join(name), format!("{first}\n{FUNCTION}")).expect("written");
    }
    folder
}

fn gisel(folder: &Path, args: &[&str]) -> Output {
    let mut command = Command::new(build::gisel());
    command.env_remove("GISEL_OPTIONS").current_dir(folder).arg("test").args(args);
    command.output().expect("gisel runs")
}

fn printed(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn files_pass_or_say_why_not() {
    let folder = folder();
    let before = fs::read_dir(folder.path()).expect("readable").count();
    for (name, _, expected) in FILES {
        let output = gisel(folder.path(), &[name]);
        let text = printed(&output);
        assert!(text.starts_with(expected), "{name}: {text}{}", String::from_utf8_lossy(&output.stderr));
        let fails = expected.starts_with("FAIL");
        assert_eq!(output.status.code(), Some(i32::from(fails)), "{name}: {text}");
    }
    assert_eq!(fs::read_dir(folder.path()).expect("readable").count(), before, "temporary files stay");
}

/// In a folder, files with commands are run; with any number of jobs.
#[test]
fn folders_are_searched() {
    let folder = folder();
    fs::write(folder.path().join("notes.md"), "RUN: false\n").expect("written");
    std::os::unix::fs::symlink(".", folder.path().join("again")).expect("linked");
    let one = gisel(folder.path(), &["-j1", "."]);
    let text = printed(&one);
    assert!(text.ends_with("\n4 passed, 2 failed, 1 unsupported\n"), "{text}");
    assert!(!text.contains("notes.md") && !text.contains("empty.ll"), "{text}");
    let in_order = |text: &str| {
        let lines =
            text.lines().filter(|line| ["PASS", "FAIL", "UNSU"].iter().any(|word| line.starts_with(word)));
        lines.map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(in_order(&printed(&gisel(folder.path(), &["-j4", "."]))), in_order(&text));
}
