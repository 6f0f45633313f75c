//! Has clang make bitcode of every member in `c/`, once for each ABI, and writes the table that `lib.rs` includes.
//!
//! Requires `clang-22` and `llvm-nm-22` on the path (or `CLANG` and `LLVM_NM` in the environment). A member is a file of `c/`; the symbols it
//! defines are read back from its bitcode, so they stand nowhere else.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// Variant of `Arch`, clang's target triple, further options that fix the ABI.
const ABIS: [(&str, &str, &[&str]); 2] = [
    ("Riscv64", "riscv64-linux-gnu", &["-march=rv64gc", "-mabi=lp64d"]),
    ("Aarch64", "aarch64-linux-gnu", &[]),
];

/// Vectors would only make small loops long, and the mem functions must not be turned into calls of themselves.
const FLAGS: [&str; 12] = [
    "-std=c17",
    "-O2",
    "-fPIC",
    "-ffreestanding",
    "-fno-builtin",
    "-fvisibility=hidden",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-fno-unroll-loops",
    "-Wall",
    "-Wextra",
    "-Werror",
];

fn main() {
    println!("cargo::rerun-if-changed=c");
    println!("cargo::rerun-if-env-changed=CLANG");
    println!("cargo::rerun-if-env-changed=LLVM_NM");
    if let Err(message) = build() {
        println!("cargo::error={message}");
        std::process::exit(1);
    }
}

fn build() -> Result<(), String> {
    let out = PathBuf::from(env::var("OUT_DIR").map_err(|e| e.to_string())?);
    let sources = sources(Path::new("c"))?;
    let mut table = String::new();
    for (variant, triple, abi) in ABIS {
        let _ = writeln!(table, "const {}: &[Member] = &[", variant.to_uppercase());
        for source in &sources {
            let bitcode = out.join(format!("{triple}-{}.bc", stem(source)));
            compile(source, triple, abi, &bitcode)?;
            let _ = writeln!(
                table,
                "    Member {{ name: {:?}, symbols: &{:?}, bitcode: include_bytes!({:?}) }},",
                stem(source),
                defined_symbols(&bitcode)?,
                bitcode,
            );
        }
        let _ = writeln!(table, "];");
    }
    fs::write(out.join("members.rs"), table).map_err(|e| e.to_string())
}

/// The C files, in the order of their names: the archive's order does not depend on the file system.
fn sources(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    Ok(files)
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn compile(source: &Path, triple: &str, abi: &[&str], bitcode: &Path) -> Result<(), String> {
    let mut command = tool("CLANG", "clang-22");
    command.arg(format!("--target={triple}")).args(abi).args(FLAGS);
    command.args(["-emit-llvm", "-c"]).arg(source).arg("-o").arg(bitcode);
    run(command).map(|_| ())
}

fn defined_symbols(bitcode: &Path) -> Result<Vec<String>, String> {
    let mut command = tool("LLVM_NM", "llvm-nm-22");
    command.args(["--defined-only", "--extern-only", "--format=just-symbols"]).arg(bitcode);
    Ok(run(command)?.lines().map(str::to_owned).collect())
}

fn tool(variable: &str, default: &str) -> Command {
    Command::new(env::var_os(variable).unwrap_or_else(|| default.into()))
}

/// The standard output of a command that must succeed.
fn run(mut command: Command) -> Result<String, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command
        .output()
        .map_err(|e| format!("cannot run {program} ({e}); `cargo xtask setup` installs what is missing"))?;
    if !output.status.success() {
        return Err(format!(
            "{command:?} failed: {}",
            String::from_utf8_lossy(&output.stderr).replace('\n', " ")
        ));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
