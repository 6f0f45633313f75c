//! How the binary is linked.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Libraries that LLVM requires and that a machine need not have: they become part of the binary where there is an archive of them.
/// The dynamic linker's work on the first is a quarter of the start.
const ARCHIVES: [&str; 2] = ["libstdc++.a", "libffi.a"];

fn main() -> std::io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() != Ok("linux") {
        return Ok(());
    }
    // LLVM's tables are full of addresses: a program that can be loaded anywhere sets them right each time it starts, which takes a
    // seventh of the start.
    println!("cargo:rustc-link-arg-bins=-no-pie");
    // In a folder that has nothing but the archive, the linker finds no shared library of the name.
    let folder = PathBuf::from(std::env::var_os("OUT_DIR").unwrap_or_default());
    for archive in ARCHIVES {
        if let Some(path) = found(archive) {
            let link = folder.join(archive);
            if !link.exists() {
                std::os::unix::fs::symlink(path, link)?;
            }
        }
    }
    println!("cargo:rustc-link-search=native={}", folder.display());
    Ok(())
}

/// Where the C compiler, which links, has `archive`.
fn found(archive: &str) -> Option<PathBuf> {
    let output = Command::new("cc").arg(format!("-print-file-name={archive}")).output().ok()?;
    let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    (path != Path::new(archive)).then(|| path.canonicalize().ok()).flatten()
}
