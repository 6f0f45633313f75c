use super::configuration::{check_version, has_runner, words};
use super::{Call, clang_triple, shown, target_of};
use std::process::Command;

fn call(words: &[&str]) -> Option<Call> {
    Call::recognize(words.iter().map(|word| (*word).into()))
}

#[test]
fn calls_are_recognized_by_the_program_and_by_the_command() {
    let by_cargo = call(&["/bin/cargo-gisel", "gisel", "test", "--", "--no-build-std"]).expect("a call");
    assert_eq!(call(&["gisel", "cargo", "test", "--", "--no-build-std"]), Some(by_cargo.clone()));
    assert!(by_cargo.builds_std && by_cargo.runs() && !by_cargo.is_verbose());
    assert_eq!(by_cargo.arguments.len(), 3);
    let other = call(&["gisel", "cargo", "--no-build-std", "build", "-vv"]).expect("a call");
    assert!(!other.builds_std && !other.runs() && other.is_verbose());
    assert_eq!(call(&["gisel", "cc", "a.c"]), None);
    assert_eq!(call(&["gisel"]), None);
}

#[test]
fn values_of_options_are_not_the_command() {
    for before in [&["--config", "a.b=1"][..], &["--color", "never"], &["-v", "-Z", "unstable-options"]] {
        let words = [&["gisel", "cargo"][..], before, &["test"]].concat();
        assert!(call(&words).expect("a call").runs(), "{words:?}");
    }
    let both = call(&["gisel", "cargo", "--config", "a=1", "build", "--config=b=2", "--", "--config", "c"]);
    let both = both.expect("a call");
    assert_eq!((both.command(), both.configuration()), (Some("build"), vec!["b=2", "a=1"]));
}

#[test]
fn a_runner_may_be_for_all_targets_of_a_kind() {
    let has = |key: &str| {
        let table = serde_json::json!({ key: { "runner": "emulator" }, "other": { "linker": "ld" } });
        let cfgs = "unix\ntarget_os=\"linux\"\ntarget_arch=\"aarch64\"";
        has_runner(&table, "aarch64-unknown-linux-gnu", cfgs)
    };
    assert!(has("aarch64-unknown-linux-gnu"));
    assert!(has("cfg(all(unix, target_arch = \"aarch64\"))"));
    assert!(!has("cfg(windows)"));
    assert!(!has("riscv64gc-unknown-linux-gnu"));
}

#[test]
fn the_target_is_cargos_own_argument() {
    let target = |words: &[&str]| call(words).and_then(|call| call.target());
    let named = Some("aarch64-unknown-linux-gnu".to_owned());
    assert_eq!(target(&["gisel", "cargo", "build", "--target", "aarch64-unknown-linux-gnu"]), named);
    assert_eq!(target(&["gisel", "cargo", "build", "--target=aarch64-unknown-linux-gnu"]), named);
    assert_eq!(target(&["gisel", "cargo", "run", "--", "--target=aarch64-unknown-linux-gnu"]), None);
}

#[test]
fn clangs_triple_has_no_extensions() {
    for (rust, clang) in [
        ("riscv64gc-unknown-linux-gnu", "riscv64-unknown-linux-gnu"),
        ("riscv32imac-unknown-none-elf", "riscv32-unknown-none-elf"),
        ("aarch64-unknown-linux-musl", "aarch64-unknown-linux-musl"),
    ] {
        let target = target_of(rust).expect("a target");
        assert_eq!(clang_triple(rust, target), clang);
    }
}

#[test]
fn a_newer_llvm_is_named() {
    let text = |llvm: &str| format!("rustc 1.99.0\nrelease: 1.99.0\nLLVM version: {llvm}\n");
    assert_eq!(check_version(&text("22.1.2")), Ok(()));
    assert_eq!(check_version(&text("18.0.0")), Ok(()));
    let message = check_version(&text("23.1.0")).expect_err("it is newer");
    assert!(message.contains("rustc 1.99.0 has LLVM 23.1.0"), "{message}");
}

#[test]
fn flags_are_lists_or_strings() {
    assert_eq!(words(Some(serde_json::json!("-Ca  -Cb"))), ["-Ca", "-Cb"]);
    assert_eq!(words(Some(serde_json::json!(["-Ca b"]))), ["-Ca b"]);
    assert!(words(None).is_empty());
}

#[test]
fn commands_are_printed_for_a_shell() {
    let mut command = Command::new("cargo");
    command.env("A", "b c").args(["--config", "x=\"it's\"", "build"]);
    assert_eq!(shown(&command), r#"A='b c' cargo --config 'x="it'\''s"' build"#);
}
