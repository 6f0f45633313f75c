//! The progress line of a long compilation on a terminal.

use gisel_tests::build;
use std::fmt::Write;
use std::fs;
use std::process::Command;

/// Returns functions, enough for a compilation of some seconds.
fn functions(count: usize) -> String {
    let mut text = String::from("target triple = \"aarch64-unknown-linux-gnu\"\n");
    for n in 0..count {
        writeln!(text, "define i32 @f{n}(i32 %x) {{").expect("written");
        for step in 0..20 {
            let from = if step == 0 { "x".to_owned() } else { format!("v{}", step - 1) };
            writeln!(text, "  %v{step} = mul i32 %{from}, {}", 3 + n + step).expect("written");
        }
        text.push_str("  ret i32 %v19\n}\n");
    }
    text
}

#[test]
fn a_terminal_shows_how_far_a_long_compilation_is() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("long.ll"), functions(4000)).expect("written");
    fs::write(path("short.ll"), functions(10)).expect("written");
    let command =
        |input: &str| format!("{} --verify-mir -j1 -filetype=null -o - {input}", build::gisel().display());
    // `script` has a terminal, and records its output.
    let on_terminal = |input: &str| {
        let mut script = Command::new("script");
        script.args(["-qec", &command(input), "/dev/null"]).current_dir(folder.path());
        let output = script.output().expect("script runs");
        assert!(output.status.success(), "{input}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let shown = on_terminal("long.ll");
    assert!(shown.contains("compiling long.ll: ") && shown.contains(" of 4000 functions"), "{shown:?}");
    assert!(shown.trim_end().ends_with("\u{1b}[2K"), "it is erased at the end: {shown:?}");
    assert_eq!(on_terminal("short.ll"), "");
    let piped = Command::new("sh").args(["-c", &command("long.ll")]).current_dir(folder.path()).output();
    assert_eq!(String::from_utf8_lossy(&piped.expect("gisel runs").stderr), "");
}
