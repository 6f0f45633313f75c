//! Links the binary without dynamic relocations, and with static copies of some libraries.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Libraries that LLVM requires and that a machine may lack. They are linked statically if there is
/// an archive. Dynamic linking of the first one takes a quarter of the start-up time.
const ARCHIVES: [&str; 2] = ["libstdc++.a", "libffi.a"];

fn main() -> std::io::Result<()> {
    println!("cargo:rerun-if-changed=build.rs");
    if std::env::var("CARGO_CFG_TARGET_OS").as_deref() != Ok("linux") {
        return Ok(());
    }
    // LLVM's tables are full of addresses. A position-independent program relocates them at each
    // start, which takes a seventh of the start-up time.
    println!("cargo:rustc-link-arg-bins=-no-pie");
    // The folder contains only the archives, so the linker finds no shared library of that name.
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

/// Returns the path of `archive` in the search path of the C compiler, which links.
fn found(archive: &str) -> Option<PathBuf> {
    let output = Command::new("cc").arg(format!("-print-file-name={archive}")).output().ok()?;
    let path = PathBuf::from(String::from_utf8(output.stdout).ok()?.trim());
    (path != Path::new(archive)).then(|| path.canonicalize().ok()).flatten()
}
