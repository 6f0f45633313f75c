//! Options by command: each option is passed to each command, which honours it or rejects it by
//! name.

use gisel_tests::build;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use tempfile::TempDir;

/// A program with code for each option: thread-local variables, loops, calls, split debug
/// information, a warning.
const PROGRAM: &str = include_str!("option_uses/program.ll");

/// Options without visible effect, by command.
const SILENT: &str = include_str!("option_uses/silent.txt");

/// The commands as named by `--list-uses`, and their arguments.
const USES: [(&str, &[&str]); 8] = [
    ("compiling", &["a.ll"]),
    ("--link", &["--link", "a.ll"]),
    ("gisel run", &["run", "a.ll"]),
    ("gisel interpret", &["interpret", "a.ll"]),
    ("gisel compare", &["compare", "a.ll"]),
    ("gisel compare --run", &["compare", "--run", "a.ll"]),
    ("gisel explain", &["explain", "a.ll"]),
    ("gisel test", &["test", "a.ll"]),
];

/// Values for options that do not accept any text.
const VALUES: [(&str, &str); 50] = [
    ("-O", "1"),
    ("-mtriple", "aarch64-unknown-linux-gnu"),
    ("-march", "aarch64"),
    ("-x", "ir"),
    ("-mcpu", "sifive-u74"),
    ("-mattr", "+m,+a,+f,+d,+c,+zba"),
    ("-relocation-model", "pic"),
    ("-code-model", "small"),
    ("-tls-size", "24"),
    ("-global-merge-max-offset", "8"),
    ("-target-abi", "lp64d"),
    ("-frame-pointer", "all"),
    ("-machine-outliner-reruns", "1"),
    ("-regalloc", "linearscan"),
    ("-j", "2"),
    ("--diagnostics", "json"),
    ("--error-limit", "3"),
    ("--fail-in", "none"),
    ("--fuel", "0"),
    ("--disable-rule", "right_identity_zero"),
    ("-fp-contract", "off"),
    ("-align-all-functions", "5"),
    ("-dwarf-version", "4"),
    ("-debugger-tune", "gdb"),
    ("-accel-tables", "Disable"),
    ("-M", "no-aliases"),
    ("--debug-only", "legalizer"),
    ("-debug-pass", "Structure"),
    ("-info-output-file", "-"),
    ("-print-before", "legalizer"),
    ("-print-after", "legalizer"),
    ("-pass-remarks-missed", "."),
    ("-pass-remarks-analysis", "."),
    ("-opt-bisect-limit", "-1"),
    ("-filetype", "asm"),
    ("-stop-after", "legalizer"),
    ("-stop-before", "legalizer"),
    ("-start-after", "irtranslator"),
    ("-start-before", "irtranslator"),
    ("-run-pass", "none"),
    ("--fallback", "llc"),
    ("-global-isel-abort", "1"),
    ("-time-trace-granularity", "5"),
    ("--print-completions", "bash"),
    ("-l", "m"),
    ("--sysroot", "nowhere"),
    ("--function", "main"),
    ("--fail-above", "100"),
    ("--llc", "llc-22"),
    ("--steps", "100000"),
];

/// Options that accept any text, most of them a file.
const TEXTS: [&str; 13] = [
    "-I",
    "-split-dwarf-file",
    "-filter-print-funcs",
    "-pass-remarks-output",
    "-pass-remarks-filter",
    "--stack-usage-file",
    "--allow-ignored",
    "--coverage",
    "-o",
    "-split-dwarf-output",
    "-time-trace-file",
    "-L",
    "-Wl",
];

/// Options that require others.
const WITH: [(&str, &[&str]); 4] = [
    ("-split-dwarf-output", &["-split-dwarf-file=x", "-filetype=obj", "-o", "y"]),
    ("--list-rules", &["-mtriple=riscv64"]),
    ("--print-runtime", &["-mtriple=riscv64"]),
    // MIR has no state before the translator.
    ("-start-after", &["-x=ir"]),
];

/// Commands that fail with an option, and their messages (the first is all commands). Warnings are
/// errors, `llc`'s GlobalISel has no thread-local variables, Debian's C library has no TLS
/// descriptors, and a missing folder contains nothing.
const FAILS: [(&str, &str, &str); 5] = [
    ("", "-fatal-warnings", "a.c:1: error: in function 'spread': unknown attribute"),
    ("gisel compare", "-global-isel", "llc-22 ends with"),
    ("gisel compare --run", "-global-isel", "llc-22 ends with"),
    ("gisel run", "-enable-tlsdesc", "killed by SIGSEGV"),
    ("gisel run", "--sysroot", "Could not open"),
];

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("a.ll"), PROGRAM).expect("written");
    folder
}

fn gisel(folder: &Path, args: &[String]) -> Output {
    let mut command = Command::new(build::gisel());
    command.env_remove("GISEL_OPTIONS").current_dir(folder).args(args).stdin(Stdio::null());
    command.output().expect("gisel runs")
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Returns the options with the commands that use them.
fn table() -> BTreeMap<String, BTreeSet<String>> {
    let output = gisel(Path::new("."), &["--list-uses".into()]);
    let text = String::from_utf8(output.stdout).expect("text");
    let row = |line: &str| {
        let (option, uses) = line.split_at(line.find("  ").expect("columns"));
        let uses = uses.trim().split(", ").map(str::to_owned).collect();
        (option.to_owned(), uses)
    };
    text.lines().map(row).collect()
}

/// Returns the arguments that pass an option.
fn given(option: &str) -> Vec<String> {
    match option {
        "-- ARGUMENTS" => vec!["--".into(), "x".into()],
        "-Wl" => vec!["-Wl,--gc-sections".into()],
        "-o" => vec!["-o".into(), "out".into()],
        "--stage" => vec!["--stage=legalizer".into()],
        _ if TEXTS.contains(&option) => vec![format!("{option}=x")],
        _ => match VALUES.iter().find(|(name, _)| *name == option) {
            Some((name @ ("-O" | "-l" | "-j"), value)) => vec![format!("{name}{value}")],
            Some((name, value)) => vec![format!("{name}={value}")],
            None => vec![option.to_owned()],
        },
    }
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("readable");
    entries.map(|e| e.expect("readable").file_name().to_string_lossy().into_owned()).collect()
}

/// A command rejects an option of other commands before it starts.
#[test]
fn options_of_other_commands_are_rejected_by_name() {
    let folder = folder();
    let mut failures = Vec::new();
    let mut count = 0;
    for (option, uses) in table() {
        for (name, command) in USES {
            // `--link` and `--run` turn it into another command.
            let is_itself =
                (option == "--link" && name == "compiling") || name == format!("gisel compare {option}");
            let implied = name == "gisel compare --run" && uses.contains("gisel compare");
            // Arguments after `--` are additional inputs without a command.
            let is_input = option == "-- ARGUMENTS" && ["compiling", "--link"].contains(&name);
            if uses.contains(name) || implied || is_itself || is_input {
                continue;
            }
            count += 1;
            let args: Vec<String> =
                command.iter().map(|arg| (*arg).to_owned()).chain(given(&option)).collect();
            let output = gisel(folder.path(), &args);
            let subject =
                if option == "-- ARGUMENTS" { "what follows --".into() } else { format!("option {option}") };
            let message = said(&output);
            let is_named = message.contains(&format!("error: {subject} is for "));
            if output.status.code() != Some(1)
                || !is_named
                || !output.stdout.is_empty()
                || names(folder.path()).len() != 1
            {
                failures.push(format!("{args:?}: {} {:?}\n{message}", output.status, names(folder.path())));
                names(folder.path())
                    .iter()
                    .filter(|n| *n != "a.ll")
                    .for_each(|n| drop(fs::remove_file(folder.path().join(n))));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(count > 300, "{count}");
}

/// A command's exit code, its output, and the contents of the files that it wrote.
type Outcome = (Option<i32>, String, BTreeMap<String, Vec<u8>>);

fn outcome(command: &[&str], more: &[String]) -> Outcome {
    let folder = folder();
    let args: Vec<String> = command.iter().map(|arg| (*arg).to_owned()).chain(more.iter().cloned()).collect();
    let output = gisel(folder.path(), &args);
    let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), said(&output));
    let read = |name: String| {
        let data = fs::read(folder.path().join(&name)).expect("readable");
        let data = if name.ends_with(".html") { without_times(&data) } else { data };
        (name, data)
    };
    (output.status.code(), text, names(folder.path()).into_iter().map(read).collect())
}

/// Returns a report of `gisel explain` without the passes' times.
fn without_times(page: &[u8]) -> Vec<u8> {
    let page = String::from_utf8_lossy(page);
    let (_, rest) = page.split_once(r#"<script id="report" type="application/json">"#).expect("the report");
    let (report, _) = rest.split_once("</script>").expect("its end");
    let mut report: serde_json::Value = serde_json::from_str(report).expect("JSON");
    let functions = report["functions"].as_array_mut().expect("functions");
    functions.iter_mut().for_each(|function| drop(function["times"].take()));
    report.to_string().into_bytes()
}

#[test]
fn options_of_a_command_are_honoured() {
    let table = table();
    let mut silent = String::new();
    let mut failures = Vec::new();
    for (name, command) in USES {
        let plain = outcome(command, &[]);
        assert_eq!(plain.0, Some(0), "{name}: {}", plain.1);
        let mut alike = Vec::new();
        for (option, uses) in &table {
            let implied = name == "gisel compare --run" && uses.contains("gisel compare");
            if !uses.contains(name) && !implied {
                continue;
            }
            let with = WITH.iter().find(|(name, _)| name == option).map_or(&[][..], |(_, with)| with);
            let mut args: Vec<String> = with.iter().map(|arg| (*arg).to_owned()).collect();
            args.extend(given(option));
            let found = outcome(command, &args);
            let fails =
                FAILS.iter().find(|(command, failing, _)| name.starts_with(command) && failing == option);
            let is_right = match fails {
                Some((_, _, words)) => found.0 != Some(0) && found.1.contains(words),
                None => found.0 == Some(0),
            };
            if !is_right {
                failures.push(format!("{command:?} {args:?}: {:?}\n{}", found.0, found.1));
            }
            if found == plain {
                alike.push(option.as_str());
            }
        }
        silent += &format!("{name}: {}\n", alike.join(" "));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    let expected = SILENT.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n"));
    assert_eq!(silent, expected.collect::<String>());
}
