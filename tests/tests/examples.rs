//! The examples, built and run as their README describes.

use gisel_tests::build::{self};
use gisel_tests::process;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A copy of an example, and the compiler to build it.
struct Example {
    folder: tempfile::TempDir,
    gisel: PathBuf,
}

impl Example {
    fn new(name: &str) -> Example {
        let gisel = build::gisel();
        let folder = tempfile::tempdir().expect("a temporary folder");
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace");
        let source = root.join("examples").join(name).join(".");
        process::run(Command::new("cp").arg("-r").arg(source).arg(folder.path())).expect("copied");
        Example { folder, gisel }
    }

    /// Runs a command in the example's folder and returns its output.
    fn run(&self, program: &str, arguments: &[&str]) -> String {
        let mut command = Command::new(program);
        command.current_dir(self.folder.path()).args(arguments).env("GISEL", &self.gisel);
        process::run(&mut command).unwrap_or_else(|message| panic!("{message}"))
    }
}

#[test]
fn make() {
    let example = Example::new("make");
    for target in ["riscv64-linux-gnu", "aarch64-linux-gnu"] {
        let said = example.run("make", &["run", &format!("TARGET={target}")]);
        assert!(said.ends_with("168 primes below 1000, twice that is 336\n"), "{said}");
        example.run("make", &["clean"]);
    }
}

#[test]
fn cmake() {
    let example = Example::new("cmake");
    let gisel = format!("-DGISEL={}", example.gisel.display());
    for triple in ["riscv64-linux-gnu", "aarch64-linux-gnu"] {
        let target = format!("-DGISEL_TARGET={triple}");
        let options = ["-B", triple, "-G", "Ninja", "--toolchain", "gisel.cmake", &gisel, &target];
        example.run("cmake", &options);
        let commands = example.run("cmake", &["--build", triple, "--verbose"]);
        assert!(commands.contains(" cc --target="), "{commands}");
        assert!(commands.contains(" c++ --target="), "{commands}");
        let said = example.run("ctest", &["--test-dir", triple, "--verbose"]);
        assert!(said.contains("no words\n") && said.contains("4 words\n"), "{said}");
    }
}

#[test]
fn meson() {
    let example = Example::new("meson");
    for target in ["riscv64-linux-gnu", "aarch64-linux-gnu"] {
        // The file names the program as found in the search path.
        let file = format!("{target}-gisel.ini");
        let path = example.folder.path().join(&file);
        let text = std::fs::read_to_string(&path).expect("readable");
        let own = format!("['{}'", example.gisel.display());
        std::fs::write(&path, text.replace("['gisel'", &own)).expect("written");
        example.run("meson", &["setup", target, "--cross-file", &file]);
        let commands = example.run("meson", &["compile", "-C", target, "--verbose"]);
        assert!(commands.contains(&format!(" c++ --target={target} ")), "{commands}");
        let said = example.run("meson", &["test", "-C", target, "--verbose"]);
        assert!(said.contains("a 3\nb 1\nn 2\n"), "{said}");
    }
}

#[test]
fn ninja() {
    let example = Example::new("ninja");
    // The file names the program as found in the search path.
    let path = example.folder.path().join("build.ninja");
    let rules = std::fs::read_to_string(&path).expect("readable");
    let rules = rules.replace("gisel = gisel", &format!("gisel = {}", example.gisel.display()));
    std::fs::write(&path, rules).expect("written");
    example.run("ninja", &[]);
    let said = example.run("ninja", &["run"]);
    assert!(said.contains("hello, ninja\n"), "{said}");
}

#[test]
fn build_script() {
    let example = Example::new("build-script");
    let said = example.run(env!("CARGO"), &["run", "--quiet", "--offline"]);
    assert_eq!(said, "running a program for riscv32\nthe firmware runs\n");
}
