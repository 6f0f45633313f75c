//! The table of `llc`'s options, compared with the installed `llc`; and the effects of common
//! options.

use gisel_tests::build::{self};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

const GOOD: &str = "target triple = \"aarch64-unknown-linux-gnu\"\n\
    define i32 @f(i32 %x) {\n  %y = add i32 %x, 1\n  ret i32 %y\n}\n";

/// A module that only `llc` compiles.
const REFUSED: &str = "target triple = \"aarch64-unknown-linux-gnu\"\n\
    define void @f() partition \"p\" {\n  ret void\n}\ndefine void @g() partition \"p\" {\n  ret void\n}\n";

fn gisel() -> Command {
    let path = build::gisel();
    let mut command = Command::new(path);
    command.env_remove("GISEL_OPTIONS");
    command
}

fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fs::write(folder.path().join("good.ll"), GOOD).expect("written");
    fs::write(folder.path().join("refused.ll"), REFUSED).expect("written");
    folder
}

fn run(folder: &Path, args: &[&str]) -> Output {
    gisel().current_dir(folder).args(args).output().expect("gisel runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// Returns the output of `gisel --list-llc-options`.
fn listing() -> String {
    text(&gisel().arg("--list-llc-options").output().expect("gisel runs").stdout)
}

/// Returns the option lines of the section with the heading `title`, without the dash.
fn section(listing: &str, title: &str) -> Vec<String> {
    let (_, rest) = listing.split_once(title).expect("a section");
    let lines = rest.lines().skip(1).take_while(|line| line.is_empty() || line.starts_with(' '));
    lines.filter_map(|line| line.strip_prefix("    -")).map(str::to_owned).collect()
}

fn name(option: &str) -> String {
    option.split(['=', '[']).next().unwrap_or_default().to_owned()
}

#[test]
fn every_option_of_llc_has_a_row() {
    let help = Command::new("llc-22").arg("--help-hidden").output().expect("llc-22 runs");
    let help = text(&help.stdout);
    // An option follows two blanks, or six in a group; its values follow after more blanks and a
    // sign.
    let of_llc =
        help.lines().filter_map(|line| line.strip_prefix("  -").or_else(|| line.strip_prefix("      --")));
    let of_llc = of_llc.map(|line| {
        let option = line.trim_start_matches('-').split([' ', '=']).next().unwrap_or_default();
        name(option)
    });
    let of_llc: BTreeSet<String> = of_llc.collect();
    let listing = listing();
    let listed: BTreeSet<String> =
        listing.lines().filter_map(|line| line.strip_prefix("    -")).map(name).collect();
    assert!(of_llc.len() > 2000);
    assert_eq!(of_llc.difference(&listed).collect::<Vec<_>>(), [""; 0], "missing in the table");
    assert_eq!(listed.difference(&of_llc).collect::<Vec<_>>(), [""; 0], "not in llc");
}

/// All accepted options at once, in a response file, change nothing.
#[test]
fn options_that_are_accepted_change_nothing() {
    let folder = folder();
    let listing = listing();
    let mut args = String::new();
    for option in section(&listing, "Accepted, since it is so already") {
        let (name, values) = option.split_once('=').expect("values");
        values.split('|').for_each(|value| args += &format!("-{name}={value}\n"));
    }
    for option in section(&listing, "Accepted, since there is nothing to change") {
        let option = option.replace("[=", "=").replace(']', "");
        match option.split_once('=') {
            None => args += &format!("-{option}\n-{option}=0\n"),
            Some((name, "uint" | "int" | "number")) => args += &format!("-{name}=3\n-{name} 3\n"),
            Some((name, values)) => {
                values.split('|').for_each(|value| args += &format!("-{name}={value}\n"));
            }
        }
    }
    assert!(args.lines().count() > 3000);
    fs::write(folder.path().join("args"), args).expect("written");
    let plain = run(folder.path(), &["good.ll", "-filetype=obj", "-o", "-"]);
    let with = run(folder.path(), &["@args", "good.ll", "-filetype=obj", "-o", "-"]);
    assert!(with.status.success(), "{}", text(&with.stderr));
    assert!(plain.stdout == with.stdout && plain.stdout.starts_with(b"\x7fELF"));
}

/// Returns each option of the section, after the pass that it disables.
fn passes_left_out(listing: &str) -> Vec<(String, String)> {
    let (_, rest) = listing.split_once("Options of llc that leave out a pass here").expect("a section");
    let lines = rest.lines().skip(1).take_while(|line| line.is_empty() || line.starts_with(' '));
    let mut pass = String::new();
    let mut found = Vec::new();
    for line in lines {
        match line.strip_prefix("    ") {
            Some(option) => found.push((pass.clone(), option.to_owned())),
            None => pass = line.trim().trim_end_matches(':').to_owned(),
        }
    }
    found
}

/// Each option disables its pass and no other, on the targets that have it; with the other value it
/// changes nothing.
#[test]
fn options_leave_out_passes() {
    let folder = folder();
    let passes = |target: &str, option: &[&str]| -> Vec<String> {
        let triple = format!("-mtriple={target}");
        let args = [&["-W", "-debug-pass=Arguments", &triple, "good.ll", "-o", "out.s"], option].concat();
        let output = run(folder.path(), &args);
        assert!(output.status.success(), "{option:?}: {}", text(&output.stderr));
        text(&output.stderr)
            .split_whitespace()
            .filter(|word| word.starts_with('-'))
            .map(str::to_owned)
            .collect()
    };
    let all = ["aarch64", "riscv64"].map(|target| (target, passes(target, &[])));
    let options = passes_left_out(&listing());
    assert!(options.len() > 14, "{options:?}");
    for (pass, option) in options {
        let mut targets = 0;
        for (target, all) in &all {
            let mut expected = all.clone();
            expected.retain(|name| name[1..] != pass);
            targets += usize::from(expected.len() < all.len());
            assert_eq!(passes(target, &[&option]), expected, "{option}");
            let (name, value) = option.split_once('=').unwrap_or((&option, "1"));
            let other = format!("{name}={}", if value == "1" { 0 } else { 1 });
            assert_eq!(&passes(target, &[&option, &other]), all, "{option}");
        }
        assert!(targets != 0, "{option}: no target has {pass}");
    }
}

/// The code equals that of the remaining passes, and functions stay where they are without
/// `codegenprepare`, as with llc.
#[test]
fn omitted_options_are_noticed() {
    let folder = folder();
    let cold = "target triple = \"aarch64-unknown-linux-gnu\"\ndefine void @f() cold {\n  ret void\n}\n";
    fs::write(folder.path().join("cold.ll"), cold).expect("written");
    let section = |compiler: &str, options: &[&str]| {
        let mut command = if compiler == "llc" { Command::new("llc-22") } else { gisel() };
        let output = command.current_dir(folder.path()).args(options).args(["cold.ll", "-o", "-"]).output();
        text(&output.expect("it runs").stdout).contains("unlikely")
    };
    for (options, expected) in [(&[][..], true), (&["-disable-cgp"], false)] {
        assert_eq!((section("gisel", options), section("llc", options)), (expected, expected), "{options:?}");
    }
}

/// Commands that run `llc` pass it the options that concern only `llc`.
#[test]
fn llc_gets_its_own_options() {
    let folder = folder();
    let shown = folder.path().join("llc");
    let script =
        format!("#!/bin/sh\necho \"$@\" >> {}/arguments\nexec llc-22 \"$@\"\n", folder.path().display());
    fs::write(&shown, script).expect("written");
    fs::set_permissions(&shown, std::os::unix::fs::PermissionsExt::from_mode(0o755)).expect("executable");
    let own = ["-enable-global-merge=0", "-tail-dup-size", "3", "-disable-machine-cse"];
    let compared = run(folder.path(), &[&["compare", "--llc=./llc", "good.ll"], &own[..]].concat());
    assert!(compared.status.success(), "{}", text(&compared.stderr));
    let fallen = run(
        folder.path(),
        &[&["--fallback=llc", "--llc=./llc", "refused.ll", "-o", "out.s"], &own[..]].concat(),
    );
    assert!(fallen.status.success(), "{}", text(&fallen.stderr));
    let arguments = fs::read_to_string(folder.path().join("arguments")).expect("written");
    assert!(arguments.lines().count() > 3);
    for line in arguments.lines() {
        assert!(line.contains("-enable-global-merge=0 -tail-dup-size=3 -disable-machine-cse"), "{line}");
    }
}

#[test]
fn refused_options_are_named() {
    let folder = folder();
    for (option, words) in [
        ("-load=x.so", "option -load is not supported: there are no plugins"),
        ("-fast-isel", "option -fast-isel is not supported: GlobalISel is the only"),
        ("-call-graph-section=maybe", "option -call-graph-section takes true or false, not 'maybe'"),
        ("-thread-model=none", "option -thread-model does not take 'none'"),
        ("-relocation-model=ropi", "option -relocation-model=ropi is not supported: it is for 32-bit Arm"),
        ("-code-model=kernel", "option -code-model=kernel is not supported: it is for x86-64"),
        ("-accel-tables=Apple", "option -accel-tables=Apple is not supported: it is for Mach-O"),
        ("-tls-size=1", "[possible values: 0, 12, 24, 32, 48]\n\nFor more"),
        ("-relocation-model=picc", "a similar value exists: 'pic'"),
    ] {
        let output = run(folder.path(), &[option, "good.ll", "-o", "out"]);
        assert_eq!(output.status.code(), Some(1), "{option}");
        assert!(text(&output.stderr).contains(words), "{option}: {}", text(&output.stderr));
        assert!(!folder.path().join("out").exists(), "{option}");
    }
}

/// The options in the environment come first, therefore those of the command line take precedence.
#[test]
fn the_environment_gives_options() {
    let folder = folder();
    let with = |environment: &str, args: &[&str]| {
        let output = gisel().current_dir(folder.path()).env("GISEL_OPTIONS", environment).args(args).output();
        text(&output.expect("gisel runs").stdout)
    };
    let expected = text(&run(folder.path(), &["-mtriple=riscv64", "-W", "good.ll", "-o", "-"]).stdout);
    assert!(expected.contains("addiw"), "{expected}");
    assert_eq!(with("-mtriple='riscv64' -o -", &["-W", "good.ll"]), expected);
    assert_eq!(with("-mtriple=aarch64 -o -", &["-W", "--mtriple", "riscv64", "--", "good.ll"]), expected);
}

/// Each compiler's report covers its own passes; the output file is handled alike.
#[test]
fn reports_are_appended_to_a_file_as_by_llc() {
    let folder = folder();
    let file = folder.path().join("info");
    let llc = |args: &[&str]| {
        let mut command = Command::new("llc-22");
        let done = command.current_dir(folder.path()).args(args).output().expect("llc-22 runs");
        (done.status.success(), text(&done.stderr))
    };
    let args = ["-time-passes", "-info-output-file=info", "good.ll", "-o", "out.s"];
    let ours = run(folder.path(), &args);
    assert_eq!((ours.status.success(), text(&ours.stderr)), (true, String::new()));
    let one = fs::read_to_string(&file).expect("written");
    assert_eq!(llc(&args), (true, String::new()));
    let both = fs::read_to_string(&file).expect("written");
    assert!(both.len() > one.len() && both.starts_with(&one) && one.contains("timing report"), "{both}");
    let unwritable = run(folder.path(), &["-stats", "-info-output-file=no/info", "good.ll", "-o", "no.s"]);
    assert!(text(&unwritable.stderr).contains("cannot write no/info"));
    assert_eq!(unwritable.status.code(), Some(1));
}

/// Titles and columns equal llc's, the longest time is first, and shares refer to the sum.
#[test]
fn times_are_reported_in_the_columns_of_llc() {
    let folder = folder();
    let args = ["-time-passes", "good.ll", "-o", "out.s"];
    let llc = Command::new("llc-22").current_dir(folder.path()).args(args).output().expect("llc-22 runs");
    let (ours, llc) = (text(&run(folder.path(), &args).stderr), text(&llc.stderr));
    let head = |text: &str| text.lines().take(3).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(head(&ours), head(&llc));
    let titles = |text: &str| -> Vec<String> {
        let line = text.lines().find(|line| line.ends_with("--- Name ---")).expect("titles");
        let titles = line.split("--").map(|title| title.trim_matches([' ', '-']));
        titles.filter(|title| !title.is_empty()).map(str::to_owned).collect()
    };
    // Both omit a column without any time, and a short run may have no user time.
    const COLUMNS: [&str; 5] = ["User Time", "System Time", "User+System", "Wall Time", "Name"];
    for columns in [titles(&ours), titles(&llc)] {
        let known = COLUMNS.into_iter().filter(|known| columns.iter().any(|column| column == known));
        assert_eq!(columns, known.collect::<Vec<_>>(), "{ours}{llc}");
        assert!(columns.ends_with(&["Wall Time".to_owned(), "Name".to_owned()]), "{ours}{llc}");
    }
    let shape = |line: &str| line.replace(|c: char| c.is_ascii_digit(), "0");
    let total = |text: &str| text.lines().find(|line| line.starts_with("  Total Execution")).map(shape);
    assert_eq!(total(&ours), total(&llc));
    let rows: Vec<(f64, String)> = ours
        .lines()
        .filter_map(|line| {
            let (before, name) = line.rsplit_once("%)  ")?;
            let wall = before.rsplit_once(" (")?.0.split_whitespace().next_back()?;
            Some((wall.parse().ok()?, name.to_owned()))
        })
        .collect();
    let (total, passes) = rows.split_last().expect("rows");
    assert!(passes.iter().any(|(_, name)| name == "legalizer") && total.1 == "Total", "{ours}");
    assert!(passes.is_sorted_by(|a, b| a.0 >= b.0), "{ours}");
    assert!((passes.iter().map(|(wall, _)| wall).sum::<f64>() - total.0).abs() < 0.005, "{ours}");
}

#[test]
fn llc_compiles_what_is_refused_where_that_is_asked_for() {
    let folder = folder();
    let path = |name: &str| -> PathBuf { folder.path().join(name) };
    let llc = Command::new("llc-22")
        .args(["-O2", "-filetype=obj", "-o", "-", "-"])
        .stdin(fs::File::open(path("refused.ll")).expect("opened"))
        .output()
        .expect("llc-22 runs");
    for option in ["--fallback=llc", "-global-isel-abort=2", "-global-isel-abort=0"] {
        let output = run(folder.path(), &[option, "-filetype=obj", "refused.ll"]);
        let said = text(&output.stderr);
        assert!(output.status.success(), "{option}: {said}");
        assert!(said.contains("refused.ll:2:1: warning: in function 'f': property partition"), "{said}");
        assert!(said.ends_with("note: refused.ll is compiled by llc instead\n"), "{said}");
        assert!(fs::read(path("refused.o")).expect("written") == llc.stdout, "{option}");
    }
    for args in [&["-global-isel-abort=1", "refused.ll", "-o", "none"][..], &["refused.ll", "-o", "none"]] {
        assert_eq!(run(folder.path(), args).status.code(), Some(1));
        assert!(!path("none").exists());
    }
    // llc does not run for functions that compile here.
    let good = run(folder.path(), &["--fallback=llc", "good.ll", "-o", "-"]);
    assert_eq!(good.stdout, run(folder.path(), &["good.ll", "-o", "-"]).stdout);
}

#[test]
fn the_version_has_the_line_that_build_systems_look_for() {
    let said = text(&gisel().arg("--version").output().expect("gisel runs").stdout);
    let line = |text: &str| {
        text.lines()
            .any(|line| line.trim_start().trim_start_matches("Debian ").starts_with("LLVM version 22."))
    };
    let of_llc = Command::new("llc-22").arg("--version").output().expect("llc-22 runs");
    assert!(line(&said) && line(&text(&of_llc.stdout)), "{said}");
    assert!(said.contains("Registered Targets:"), "{said}");
}
