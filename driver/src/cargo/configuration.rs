//! The configuration of cargo and the version of rustc.

use super::BOOTSTRAP;
use crate::failure::{Failure, io_failure};
use cargo_platform::{Cfg, Platform};
use gisel_frontend_llvm::llvm_version;
use serde_json::Value;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// cargo's configuration: files, environment variables, and the command line's values.
pub(super) struct Configuration<'a> {
    pub cargo: &'a Path,
    /// The values of `--config` on the command line.
    pub given: Vec<&'a str>,
}

impl Configuration<'_> {
    /// Returns the value of a key, if it is set.
    fn value(&self, key: &str) -> Option<Value> {
        let mut command = Command::new(self.cargo);
        for given in &self.given {
            command.args(["--config", given]);
        }
        command.args(["-Zunstable-options", "config", "get", "--format", "json-value", key]);
        let output = command.env(BOOTSTRAP, "1").output().ok()?;
        serde_json::from_slice(&output.stdout).ok().filter(|_| output.status.success())
    }

    /// Returns true if programs of a target have a runner, by its name or by a `cfg(…)` that holds for
    /// the settings `cfgs`, as rustc prints them.
    pub fn has_runner(&self, triple: &str, cfgs: &str) -> bool {
        self.value("target").is_some_and(|targets| has_runner(&targets, triple, cfgs))
    }

    /// Returns the string that is the value of a key, or the only one of a list.
    pub fn string(&self, key: &str) -> Option<String> {
        match &self.list(key)[..] {
            [only] => Some(only.clone()),
            _ => None,
        }
    }

    /// Returns the list that is the value of a key. A string is a list of words.
    pub fn list(&self, key: &str) -> Vec<String> {
        words(self.value(key))
    }
}

/// Returns true if the table of targets has a runner for one of them.
pub(super) fn has_runner(targets: &Value, triple: &str, cfgs: &str) -> bool {
    let cfgs: Vec<Cfg> = cfgs.lines().filter_map(|line| line.parse().ok()).collect();
    let is_meant = |key: &String| key.parse().is_ok_and(|platform: Platform| platform.matches(triple, &cfgs));
    let mut tables = targets.as_object().into_iter().flatten();
    tables.any(|(key, table)| table.get("runner").is_some() && is_meant(key))
}

/// Returns the words of a value: a list, or a string with spaces between them.
pub(super) fn words(value: Option<Value>) -> Vec<String> {
    match value {
        Some(Value::String(text)) => text.split_whitespace().map(str::to_owned).collect(),
        Some(Value::Array(list)) => {
            list.into_iter().filter_map(|word| Some(word.as_str()?.to_owned())).collect()
        }
        _ => Vec::new(),
    }
}

/// The compiler that cargo calls, and its properties.
pub(super) struct Rustc {
    path: PathBuf,
    /// True if the source of the standard library is installed.
    pub has_source: bool,
}

/// Returns the properties of the compiler that cargo calls.
///
/// # Errors
/// It cannot be started, or its LLVM is newer than this one, which cannot read its bitcode.
pub(super) fn rustc(cargo: &Path) -> Result<Rustc, Failure> {
    // rustup's proxies choose the toolchain by the folder, as cargo does.
    let beside = cargo.with_file_name("rustc");
    let rustc = env::var_os("RUSTC").map(PathBuf::from);
    let rustc = rustc.unwrap_or_else(|| if beside.is_file() { beside } else { "rustc".into() });
    check_version(&output_of(&rustc, &["-vV"])?).map_err(Failure::new)?;
    let sysroot = output_of(&rustc, &["--print", "sysroot"])?;
    let source = Path::new(sysroot.trim()).join("lib/rustlib/src/rust/library/Cargo.lock");
    Ok(Rustc { path: rustc, has_source: source.is_file() })
}

impl Rustc {
    /// Returns the settings of conditional compilation for a target, a line each.
    ///
    /// # Errors
    /// It cannot be started.
    pub fn cfgs(&self, triple: &str) -> Result<String, Failure> {
        output_of(&self.path, &["--print", "cfg", "--target", triple])
    }
}

/// Returns what a program prints.
fn output_of(program: &Path, arguments: &[&str]) -> Result<String, Failure> {
    let output = Command::new(program).args(arguments).output();
    let output = output.map_err(|e| io_failure("run", program, &e))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Checks that the bitcode of a rustc can be read, by the text of `rustc -vV`.
///
/// # Errors
/// Its LLVM is newer than this one.
pub(super) fn check_version(text: &str) -> Result<(), String> {
    let field = |name: &str| text.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
    let Some(llvm) = field("LLVM version:") else { return Ok(()) };
    let own = llvm_version();
    let [theirs, ours] = [llvm, &own].map(major);
    if theirs.is_some() && theirs > ours {
        let release = field("release:").unwrap_or("this version");
        return Err(format!(
            "rustc {release} has LLVM {llvm}, whose bitcode LLVM {own} cannot read; choose an earlier \
             toolchain (cargo +VERSION gisel …)"
        ));
    }
    Ok(())
}

/// Returns the first number of a version.
fn major(version: &str) -> Option<u32> {
    version.split('.').next()?.parse().ok()
}
