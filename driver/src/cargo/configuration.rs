//! The configuration of cargo and the version of rustc.

use super::BOOTSTRAP;
use crate::failure::{Failure, io_failure};
use gisel_frontend_llvm::llvm_version;
use serde_json::Value;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

/// cargo's configuration: files and environment variables.
pub(super) struct Configuration<'a> {
    pub cargo: &'a Path,
}

impl Configuration<'_> {
    /// Returns the value of a key, if it is set.
    fn value(&self, key: &str) -> Option<Value> {
        let arguments = ["-Zunstable-options", "config", "get", "--format", "json-value", key];
        let output = Command::new(self.cargo).args(arguments).env(BOOTSTRAP, "1").output().ok()?;
        serde_json::from_slice(&output.stdout).ok().filter(|_| output.status.success())
    }

    /// Returns true if a key is set.
    pub fn has(&self, key: &str) -> bool {
        self.value(key).is_some()
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

/// The properties of rustc.
pub(super) struct Rustc {
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
    let ask = |arguments: &[&str]| -> Result<String, Failure> {
        let output =
            Command::new(&rustc).args(arguments).output().map_err(|e| io_failure("run", &rustc, &e))?;
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    check_version(&ask(&["-vV"])?).map_err(Failure::new)?;
    let sysroot = ask(&["--print", "sysroot"])?;
    let source = Path::new(sysroot.trim()).join("lib/rustlib/src/rust/library/Cargo.lock");
    Ok(Rustc { has_source: source.is_file() })
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
