//! The commands of README and docs, run as printed, and links between documents.

use gisel_tests::build::{self};
use gisel_tests::sources;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace")
}

/// Returns the documents of the project.
fn documents() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "examples/README.md"]
        .map(|name| root().join(name))
        .to_vec();
    let docs = fs::read_dir(root().join("docs")).expect("read").map(|entry| entry.expect("an entry").path());
    found.extend(docs.filter(|path| path.extension().is_some_and(|extension| extension == "md")));
    found
}

/// Returns the lines of shell command blocks that call gisel or clang, without comments. Other
/// tests cover `cargo xtask`.
fn commands(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut is_shell = false;
    for line in text.lines().map(str::trim) {
        if let Some(language) = line.strip_prefix("```") {
            is_shell = language == "sh" && !is_shell;
        } else if is_shell && ["gisel ", "clang-22 "].iter().any(|start| line.starts_with(start)) {
            found.push(line.split(" # ").next().unwrap_or_default().trim_end().to_owned());
        }
    }
    found
}

#[test]
fn commands_of_documents_work() {
    let gisel = build::gisel();
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::copy(sources::package_folder().join("programs/hello.c"), folder.path().join("hello.c"))
        .expect("copied");
    let mut path = OsString::from(gisel.parent().expect("a folder"));
    path.push(":");
    path.push(std::env::var_os("PATH").unwrap_or_default());
    let run = |command: &str| {
        let mut shell = Command::new("sh");
        shell.current_dir(folder.path()).args(["-e", "-c", command]).env("PATH", &path);
        let output = shell.output().expect("a shell");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{command}: {said}");
    };
    run("clang-22 --target=riscv64-linux-gnu -O2 -emit-llvm -c hello.c -o hello.bc");
    let mut count = 0;
    for document in documents() {
        let text = fs::read_to_string(&document).expect("readable");
        for command in commands(&text) {
            run(&command);
            count += 1;
        }
    }
    assert!(count > 15, "{count} commands");
}

#[test]
fn links_lead_to_files() {
    for document in documents() {
        let text = fs::read_to_string(&document).expect("readable");
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let file = link.split('#').next().unwrap_or_default();
            if file.is_empty() || file.contains("://") {
                continue;
            }
            let path = document.parent().expect("a folder").join(file);
            assert!(path.exists(), "{}: {link}", document.display());
        }
    }
}
