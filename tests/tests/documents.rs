//! The commands of README and docs, run as printed; the files and tests that they name; links between
//! documents; and the recipes of `docs/howto.md`.

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

/// Returns the lines of each fenced block of a language.
fn blocks<'t>(text: &'t str, language: &str) -> Vec<Vec<&'t str>> {
    let mut found: Vec<Vec<&str>> = Vec::new();
    let mut open: Option<bool> = None;
    for line in text.lines() {
        match (line.trim().strip_prefix("```"), open) {
            (Some(_), Some(_)) => open = None,
            (Some(of), None) => {
                open = Some(of == language);
                found.extend((of == language).then(Vec::new));
            }
            (None, Some(true)) => found.last_mut().expect("an open block").push(line),
            (None, _) => {}
        }
    }
    found
}

/// Returns the lines of shell blocks that start with one of these words, without comments.
fn commands(text: &str, starts: &[&str]) -> Vec<String> {
    let lines = blocks(text, "sh").concat().into_iter().map(str::trim);
    let lines = lines.filter(|line| starts.iter().any(|start| line.starts_with(start)));
    lines.map(|line| line.split(" # ").next().unwrap_or_default().trim_end().to_owned()).collect()
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
        for command in commands(&text, &["gisel ", "clang-22 "]) {
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

/// The folders whose files documents name by their paths.
const FOLDERS: [&str; 8] = [
    "codegen/",
    "targets/",
    "frontend-llvm/",
    "runtime-libcalls/",
    "driver/",
    "tests/",
    "docs/",
    "examples/",
];

#[test]
fn files_that_documents_name_exist() {
    let mut count = 0;
    for document in documents() {
        let text = fs::read_to_string(&document).expect("readable");
        let quoted = text.split('`').skip(1).step_by(2);
        let is_path = |word: &&str| FOLDERS.iter().any(|folder| word.starts_with(folder));
        for path in quoted.filter(is_path).filter(|word| !word.contains(['*', ' ', '\n'])) {
            assert!(root().join(path).exists(), "{}: {path}", document.display());
            count += 1;
        }
    }
    assert!(count > 50, "{count} files");
}

/// Returns the folder of a package.
fn folder_of(package: &str) -> &str {
    match package.strip_prefix("gisel") {
        Some("") => "driver",
        Some(rest) => rest.trim_start_matches('-'),
        None => panic!("no package {package}"),
    }
}

#[test]
fn tests_that_documents_name_exist() {
    let mut count = 0;
    for document in documents() {
        let text = fs::read_to_string(&document).expect("readable");
        for command in commands(&text, &["cargo test "]) {
            let words: Vec<&str> = command.split_whitespace().collect();
            let after = |option: &str| {
                let at = words.iter().position(|word| *word == option)?;
                words.get(at + 1).copied()
            };
            let folder = root().join(folder_of(after("-p").expect("a package")));
            let file = after("--test").map(|name| format!("tests/{name}.rs"));
            assert!(file.is_none_or(|file| folder.join(file).exists()), "{command}");
            let last = words.last().copied().filter(|last| !last.starts_with('-'));
            let filter = last.filter(|last| after("-p") != Some(last) && after("--test") != Some(last));
            if let Some(name) = filter {
                let mut search = Command::new("grep");
                search.args(["--recursive", "--quiet", "--include=*.rs", &format!("fn {name}(")]);
                let is_found = search.arg(&folder).status().expect("grep").success();
                assert!(is_found, "{command}: there is no test {name}");
            }
            count += 1;
        }
    }
    assert!(count > 4, "{count} commands");
}

/// An edit in a recipe.
struct Edit {
    /// The path from the top of the repository.
    path: String,
    /// True if the edit creates the file.
    is_new: bool,
    /// The old and the new lines of each hunk.
    hunks: Vec<[String; 2]>,
}

/// Returns the edits in the `diff` blocks of a document. A block begins with `--- PATH`, or
/// `+++ PATH` for a new file. Lines `@@` separate hunks.
fn edits(text: &str) -> Vec<Edit> {
    let edit = |lines: Vec<&str>| {
        let (head, lines) = lines.split_first().expect("the path of a file");
        let (path, is_new) = match head.strip_prefix("+++ ") {
            Some(path) => (path, true),
            None => (head.strip_prefix("--- ").unwrap_or_else(|| panic!("no path: {head}")), false),
        };
        let hunks = lines.split(|line| *line == "@@").map(|hunk| [side(hunk, '-'), side(hunk, '+')]);
        Edit { path: path.to_owned(), is_new, hunks: hunks.collect() }
    };
    blocks(text, "diff").into_iter().map(edit).collect()
}

/// Returns the lines of a hunk without a sign or with this one.
fn side(hunk: &[&str], sign: char) -> String {
    let is_of_side = |line: &&&str| line.chars().next().is_none_or(|first| first == ' ' || first == sign);
    hunk.iter().filter(is_of_side).map(|line| format!("{}\n", line.get(1..).unwrap_or_default())).collect()
}

impl Edit {
    /// Returns the file after the edit.
    fn applied(&self) -> String {
        let file = root().join(&self.path);
        if self.is_new {
            assert!(!file.exists(), "{} exists", self.path);
            return self.hunks.iter().map(|[_, new]| new.as_str()).collect();
        }
        let text = fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", self.path));
        self.hunks.iter().fold(text, |text, [old, new]| {
            assert_eq!(text.matches(old.as_str()).count(), 1, "{} with the lines\n{old}", self.path);
            text.replacen(old.as_str(), new, 1)
        })
    }
}

/// Applies each recipe to the files that it names. The result of an edit of Rust parses.
#[test]
fn recipes_apply_to_the_tree() {
    let text = fs::read_to_string(root().join("docs/howto.md")).expect("readable");
    let edits = edits(&text);
    assert!(edits.len() > 10, "{} edits", edits.len());
    for edit in edits {
        let applied = edit.applied();
        if edit.path.ends_with(".rs")
            && let Err(error) = syn::parse_file(&applied)
        {
            panic!("{}: {error}", edit.path);
        }
    }
}

/// The maximum length of a line outside of generated lists.
const MAX_COLUMNS: usize = 120;

#[test]
fn lines_of_documents_are_short() {
    for document in documents() {
        let text = fs::read_to_string(&document).expect("readable");
        let generated = blocks(&text, "text").concat();
        for line in text.lines().filter(|line| !generated.contains(line)) {
            assert!(line.chars().count() <= MAX_COLUMNS, "{}: {line}", document.display());
        }
    }
}
