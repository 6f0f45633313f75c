//! Parts of Linux by its own build: unusual modules, and much inline assembly.

use super::{Order, Unit, packages};
use crate::corpus::files;
use crate::target::{Mode, Target};
use crate::{Result, process};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Folders built in addition to the architecture's.
const FOLDERS: [&str; 2] = ["kernel/locking", "lib/math"];

/// Returns Linux's name of a target.
fn arch(target: Target) -> &'static str {
    match target {
        Target::Riscv64 => "riscv",
        Target::Aarch64 => "arm64",
    }
}

/// Configures the tree for the target, and builds the folders with the bitcode beside the objects.
fn build(order: &Order, root: &Path) -> Result<PathBuf> {
    let (folder, arch) = (order.path("build"), arch(order.target));
    let whole = order.path("built");
    if whole.exists() {
        return Ok(folder);
    }
    fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let threads = std::thread::available_parallelism().map_or(1, |n| n.get());
    let make = |arguments: &[&str]| {
        let mut make = Command::new("make");
        make.arg(format!("-j{threads}")).args([
            "LLVM=-22",
            &format!("ARCH={arch}"),
            &format!("O={}", folder.display()),
        ]);
        make.args(arguments).current_dir(root);
        make
    };
    process::run(&mut make(&["defconfig"]))?;
    let mut config = Command::new(root.join("scripts/config"));
    config.arg("--file").arg(folder.join(".config")).args([
        "-d",
        "DEBUG_INFO_BTF",
        "-d",
        "WERROR",
        "-d",
        "MODULES",
        "-d",
        "RELOCATABLE_TEST",
    ]);
    process::run(&mut config)?;
    process::run(&mut make(&["olddefconfig", "prepare"]))?;
    let own = ["kernel", "lib", "mm"].map(|name| format!("arch/{arch}/{name}"));
    for name in own.iter().map(String::as_str).chain(FOLDERS) {
        // `-k` continues after a file that clang cannot compile.
        let target = format!("{name}/");
        let mut command = make(&["-k", "KCFLAGS=-save-temps=obj -w", "KAFLAGS=-save-temps=obj", &target]);
        drop(process::run(&mut command));
    }
    fs::write(&whole, "").map_err(|e| format!("{}: {e}", whole.display()))?;
    Ok(folder)
}

/// Returns the modules, with their inline assembly.
///
/// # Errors
/// The sources cannot be fetched, or cannot be configured.
pub fn modules(order: &Order) -> Result<Vec<Unit>> {
    let folder = build(order, &packages::linux()?)?;
    let mut modules = Vec::new();
    let own = ["kernel", "lib", "mm"].map(|name| format!("arch/{}/{name}", arch(order.target)));
    for name in own.iter().map(String::as_str).chain(FOLDERS) {
        modules.extend(files(&folder.join(name), "bc").unwrap_or_default());
    }
    if modules.is_empty() {
        return Err(format!("nothing was built in {}", folder.display()));
    }
    let modules = packages::optimised(order, &modules)?;
    Ok(vec![Unit { name: "linux".into(), modules, mode: Mode::Static, program: None }])
}
