//! `cargo gisel`: projects of cargo with code of this compiler.

use gisel_tests::build;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;
use std::process::{Command, Output};
use tempfile::TempDir;

/// The targets as rustc spells them.
const TARGETS: [&str; 2] = ["aarch64-unknown-linux-gnu", "riscv64gc-unknown-linux-gnu"];

/// A cargo that prints its arguments and flags. Its configuration has two keys, one of them if an
/// argument is `own.runner`.
const FAKE_CARGO: &str = r#"#!/bin/sh
case "$*" in
  *"config get"*build.rustflags*) echo '["-Cown"]' ;;
  *own.runner*"config get"*target*) echo '{"cfg(unix)": {"runner": "own"}}' ;;
  *"config get"*) exit 1 ;;
  *) printf '%s\n' "$@" "RUSTFLAGS=$RUSTFLAGS" ;;
esac
"#;

const MANIFEST: &str = r#"[package]
name = "words"
version = "0.1.0"
edition = "2024"

[workspace]
"#;

const MAIN: &str = r#"use std::collections::BTreeMap;

fn count(text: &str) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    text.split(' ').for_each(|word| *counts.entry(word).or_default() += 1);
    counts
}

fn main() {
    let caught = std::panic::catch_unwind(|| count("")[&"b"]);
    println!("{:?} {}", count("b a b"), caught.is_err());
}

#[test]
fn words_are_counted() {
    assert_eq!(count("b a b").into_iter().collect::<Vec<_>>(), [("a", 1), ("b", 2)]);
}
"#;

/// A library whose documentation has a test.
const LIBRARY: &str = r"
/// ```
/// assert_eq!(words::longest(&[2, 5, 3]), Some(5));
/// ```
pub fn longest(lengths: &[usize]) -> Option<usize> {
    lengths.iter().copied().max()
}
";

/// An integration test, which starts the program by its path.
const TEST: &str = r#"
#[test]
fn the_program_prints() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_words")).output().unwrap();
    assert_eq!(output.stdout, b"{\"a\": 1, \"b\": 2} true\n");
}
"#;

/// Creates a folder with the program under its name for cargo, and a fake cargo.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    symlink(fs::canonicalize(build::gisel()).expect("gisel"), folder.path().join("cargo-gisel"))
        .expect("a link");
    let cargo = folder.path().join("cargo");
    fs::write(&cargo, FAKE_CARGO).expect("a script");
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).expect("an executable");
    folder
}

/// Runs `cargo gisel` with a cargo.
fn call(folder: &Path, cargo: &Path, flags: Option<&str>, arguments: &[&str]) -> Output {
    let mut command = Command::new(folder.join("cargo-gisel"));
    command.arg("gisel").args(arguments).current_dir(folder).env("CARGO", cargo);
    command.env("XDG_CACHE_HOME", folder.join("cache")).env_remove("RUSTFLAGS").env_remove("RUSTDOCFLAGS");
    command.env_remove("CARGO_ENCODED_RUSTFLAGS").env_remove("CARGO_TARGET_DIR").env_remove("RUSTC");
    flags.into_iter().for_each(|flags| _ = command.env("RUSTFLAGS", flags));
    command.output().expect("cargo-gisel starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn cargo_gets_a_configuration_for_the_target() {
    let folder = folder();
    let cargo = folder.path().join("cargo");
    for target in TARGETS {
        let arguments = ["test", "--no-build-std", "--target", target, "--", "--target=none"];
        let printed = text(&call(folder.path(), &cargo, None, &arguments).stdout);
        let lines: Vec<&str> = printed.lines().collect();
        assert!(lines.contains(&&*format!(r#"target.{target}.rustflags=["-Cown", "-Clinker-plugin-lto"]"#)));
        assert!(lines.contains(&&*format!(r#"target.{target}.rustdocflags=["-Clinker-plugin-lto"]"#)));
        let runner = format!("target.{target}.runner=[");
        assert!(
            lines.iter().any(|line| line.starts_with(&runner) && line.contains("run-wrapper")),
            "{printed}"
        );
        let linker = format!("target.{target}.linker=");
        let linker = lines.iter().find_map(|line| line.strip_prefix(&linker)).expect("a linker");
        let linker = Path::new(linker.trim_matches('"'));
        let version = Command::new(linker).arg("-dumpmachine").output().expect("the linker starts");
        let clangs = target.replace("riscv64gc", "riscv64");
        assert_eq!(text(&version.stdout).trim(), clangs);
        let end = ["test", "--target", target, "--", "--target=none", "RUSTFLAGS="];
        assert!(lines.ends_with(&end), "{printed}");
    }
}

#[test]
fn flags_of_the_environment_stay_valid() {
    let folder = folder();
    let cargo = folder.path().join("cargo");
    let arguments = ["build", "--no-build-std", "-v", "--target", TARGETS[0]];
    let output = call(folder.path(), &cargo, Some("-Copt-level=1"), &arguments);
    let (printed, shown) = (text(&output.stdout), text(&output.stderr));
    assert!(printed.ends_with("RUSTFLAGS=-Copt-level=1 -Clinker-plugin-lto\n"), "{printed}");
    assert!(!printed.contains(".rustflags="), "{printed}");
    assert!(shown.starts_with("RUSTFLAGS='-Copt-level=1 -Clinker-plugin-lto' "), "{shown}");
    assert!(shown.trim_end().ends_with(&format!("build -v --target {}", TARGETS[0])), "{shown}");
}

#[test]
fn a_runner_of_the_project_stays_valid() {
    let folder = folder();
    let cargo = folder.path().join("cargo");
    for (given, has_own) in [("own.runner=1", true), ("own.other=1", false)] {
        // An alias may execute programs, too.
        let arguments = ["--config", given, "alias", "--no-build-std", "--target", TARGETS[0]];
        let printed = text(&call(folder.path(), &cargo, None, &arguments).stdout);
        assert_eq!(!printed.contains("run-wrapper"), has_own, "{printed}");
    }
}

#[test]
fn targets_without_code_are_rejected_by_name() {
    let folder = folder();
    let cargo = folder.path().join("cargo");
    let rejected = |arguments: &[&str]| {
        let output = call(folder.path(), &cargo, None, arguments);
        assert_eq!(output.status.code(), Some(1));
        text(&output.stderr)
    };
    assert!(
        rejected(&["build", "--target", "x86_64-unknown-linux-gnu"]).contains("'x86_64-unknown-linux-gnu'")
    );
    assert!(rejected(&["build"]).contains("--target"));
    let help = call(folder.path(), &cargo, None, &["--help"]);
    assert!(help.status.success() && text(&help.stdout).contains("--no-build-std"));
}

/// Returns true if rustc has a standard library for a target.
fn has_library(target: &str) -> bool {
    let printed = Command::new("rustc").args(["--print", "target-libdir", "--target", target]).output();
    Path::new(text(&printed.expect("rustc starts").stdout).trim()).is_dir()
}

#[test]
fn projects_are_built_run_and_tested() {
    for target in TARGETS {
        if !has_library(target) {
            println!("skipped for {target}, which `rustup target add` has not added");
            continue;
        }
        let folder = folder();
        fs::create_dir(folder.path().join("src")).expect("a folder");
        fs::write(folder.path().join("Cargo.toml"), MANIFEST).expect("a manifest");
        fs::write(folder.path().join("src/main.rs"), MAIN).expect("a source");
        fs::write(folder.path().join("src/lib.rs"), LIBRARY).expect("a source");
        fs::create_dir(folder.path().join("tests")).expect("a folder");
        fs::write(folder.path().join("tests/prints.rs"), TEST).expect("a source");
        let cargo = Path::new(env!("CARGO"));
        for profile in [&[][..], &["--release"]] {
            let run = [&["run", "--no-build-std", "-q", "--target", target][..], profile].concat();
            let output = call(folder.path(), cargo, None, &run);
            assert_eq!(text(&output.stdout), "{\"a\": 1, \"b\": 2} true\n", "{}", text(&output.stderr));
            let test = [&["test", "--no-build-std", "--target", target][..], profile].concat();
            let output = call(folder.path(), cargo, None, &test);
            assert_eq!(text(&output.stdout).matches("1 passed").count(), 3, "{}", text(&output.stderr));
            let folder = folder.path().join("target").join(target);
            let program = folder.join(if profile.is_empty() { "debug" } else { "release" }).join("words");
            assert!(fs::read(program).expect("the program").starts_with(b"\x7fELF"));
        }
    }
}
