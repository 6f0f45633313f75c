//! Rust by Debian's compiler, including the standard library: every crate from `core` up is a
//! module, with panics that unwind.

use super::{Linked, Order, Unit, own_folder, packages};
use crate::corpus::{files, stem};
use crate::target::{Mode, Target};
use crate::{Result, process};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns Rust's name of a target.
fn triple(target: Target) -> &'static str {
    match target {
        Target::Riscv64 => "riscv64gc-unknown-linux-gnu",
        Target::Aarch64 => "aarch64-unknown-linux-gnu",
    }
}

/// A crate that is not linked into a program whose panics unwind.
const ABORTING: &str = "panic_abort";

/// Builds a program of our own with the standard library and crates of the registry.
///
/// # Errors
/// Cargo fails.
pub fn program(order: &Order) -> Result<Vec<Unit>> {
    let (profile, output) = if order.ir_level == 0 { ("dev", "debug") } else { ("release", "release") };
    let (manifest, triple) = (own_folder().join("rust/Cargo.toml"), triple(order.target));
    let folder = order.path("target").join(triple).join(output);
    let mut cargo = Command::new("/usr/bin/cargo");
    cargo
        .args(["rustc", "-Zbuild-std", "--profile", profile, "--target", triple, "--manifest-path"])
        .arg(copy(order, &manifest)?);
    // The allocator's routines are chosen last: their module is kept as a temporary file.
    cargo.arg("--target-dir").arg(order.path("target")).args(["--", "-Csave-temps"]);
    cargo.env("RUSTC_BOOTSTRAP", "1").env("RUSTC", "/usr/bin/rustc").env_remove("CARGO_INCREMENTAL");
    cargo.env("RUSTFLAGS", format!("--emit=llvm-bc -Clinker={}-gcc", order.target.gnu()));
    let (made, source) = (folder.join("program"), manifest.with_file_name("src").join("main.rs"));
    // Cargo profiles in the caller's environment do not apply to this program.
    for (name, _) in
        std::env::vars_os().filter(|(name, _)| name.to_string_lossy().starts_with("CARGO_PROFILE_"))
    {
        cargo.env_remove(name);
    }
    packages::make(&made, &[&source], &mut cargo)?;
    let modules: Vec<PathBuf> =
        files(&folder.join("deps"), "bc")?.into_iter().filter(|path| is_module(path)).collect();
    let mut linked = Linked::by("gcc", order.target, Mode::Pie)?;
    linked.libraries.splice(..0, ["-lgcc_s".to_owned(), "-ldl".to_owned()]);
    Ok(vec![Unit { name: "program".into(), modules, mode: Mode::Pie, program: Some(linked) }])
}

/// Copies the package, because Cargo writes beside the manifest.
fn copy(order: &Order, manifest: &Path) -> Result<PathBuf> {
    let folder = order.path("package");
    let own = manifest.parent().unwrap_or(manifest);
    std::fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    process::run(
        Command::new("cp").arg("-rp").arg(own.join("Cargo.toml")).arg(own.join("src")).arg(&folder),
    )?;
    Ok(folder.join("Cargo.toml"))
}

/// Returns true if a file is the module of a crate or of the allocator's routines, and not of
/// another stage.
fn is_module(path: &Path) -> bool {
    let name = stem(path);
    let is_stage = name.ends_with(".no-opt") || name.contains("-cgu.");
    !is_stage && !name.starts_with(ABORTING)
}
