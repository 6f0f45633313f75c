//! Compiles every member in `c/` to bitcode by clang, once for each instruction set, and writes the
//! tables that `lib.rs` includes.
//!
//! A folder of `c/` is a family of members, and each of its files is a member. The symbols that it
//! defines are read from its bitcode and are not listed anywhere else. A file without symbols for
//! an instruction set is not a member there. Requires `clang-22`, `llvm-as-22` and `llvm-nm-22` on
//! the path (or `CLANG`, `LLVM_AS` and `LLVM_NM` in the environment).
//!
//! One bitcode serves all ABIs and extensions of an instruction set. In LLVM's IR, a `float` is the
//! same whether ilp32, ilp32f or ilp32d passes it, and multiplication is the same with or without
//! M. ABI and extensions are only in the functions' attributes and the module's flags. These are
//! removed here, and the options for compiling a member set them. Only the word width changes
//! clang's output. Atomic accesses differ in kind, not in instructions, between machines with and
//! without atomics.

use gisel_target_registry::{Libgcc, TARGETS, Target};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{env, fs, thread};

/// A family of an instruction set.
struct Family {
    /// The name of its variant of `Family`.
    variant: &'static str,
    /// The folder in `c/`.
    folder: &'static str,
    /// Additional compiler options.
    options: Vec<&'static str>,
}

impl Family {
    const fn new(variant: &'static str, folder: &'static str) -> Family {
        Family { variant, folder, options: Vec::new() }
    }
}

/// Returns the families of a target: the common ones, and the others if programs are linked without
/// libgcc.
fn families(target: &Target) -> Vec<Family> {
    let mut families = vec![Family::new("Common", "common")];
    if target.runtime.libgcc == Libgcc::Always {
        return families;
    }
    families.extend(
        [("Float", "float"), ("Integers", "integers"), ("Quad", "quad")].map(|(v, f)| Family::new(v, f)),
    );
    if let Some(options) = target.runtime.atomics {
        let options = [&["-DHAS_ATOMICS"], options].concat();
        families.push(Family { options, ..Family::new("Atomics", "atomics") });
        families.push(Family::new("PlainAtomics", "atomics"));
    }
    families
}

/// Vectors would only make small loops longer, and the mem functions must not be replaced by calls
/// of themselves.
const FLAGS: [&str; 13] = [
    "-std=c23",
    "-O2",
    "-Ic",
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
    for variable in ["CLANG", "LLVM_AS", "LLVM_NM"] {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    if let Err(message) = build() {
        println!("cargo::error={message}");
        std::process::exit(1);
    }
}

fn build() -> Result<(), String> {
    let out = PathBuf::from(env::var("OUT_DIR").map_err(|e| e.to_string())?);
    let mut tables = String::from("const MEMBERS: &[(&str, &[Member])] = &[\n");
    for target in &TARGETS {
        let _ = writeln!(tables, "({:?}, &[", target.name);
        for family in families(target) {
            tables += &rows(target, &family, &sources(&Path::new("c").join(family.folder))?, &out)?;
        }
        let _ = writeln!(tables, "]),");
    }
    tables += "];\n";
    fs::write(out.join("members.rs"), tables).map_err(|e| e.to_string())
}

/// Returns the rows of a family, whose files are compiled in parallel.
fn rows(target: &Target, family: &Family, sources: &[PathBuf], out: &Path) -> Result<String, String> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let row = |source: &PathBuf| row(target, family, source, out);
    let chunk = |chunk: &[PathBuf]| chunk.iter().map(row).collect::<Result<String, String>>();
    thread::scope(|scope| {
        let chunks = sources.chunks(sources.len().div_ceil(threads).max(1));
        let running: Vec<_> = chunks.map(|files| scope.spawn(move || chunk(files))).collect();
        running.into_iter().map(|thread| thread.join().map_err(|_| "a thread panicked")?).collect()
    })
}

/// Returns the row of one member, whose bitcode is written to `out`; empty if it defines no symbol.
fn row(target: &Target, family: &Family, source: &Path, out: &Path) -> Result<String, String> {
    let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let bitcode = out.join(format!("{}-{}-{name}.bc", target.name, family.variant));
    let mut clang = tool("CLANG", "clang-22");
    clang.args(target.runtime.clang).args(&family.options).args(FLAGS);
    let ir = run(clang.args(["-S", "-emit-llvm", "-o", "-"]).arg(source), "")?;
    run(tool("LLVM_AS", "llvm-as-22").arg("-o").arg(&bitcode), &without_subtarget(&ir))?;
    let mut nm = tool("LLVM_NM", "llvm-nm-22");
    nm.args(["--defined-only", "--extern-only", "--format=just-symbols"]).arg(&bitcode);
    let symbols: Vec<String> = run(&mut nm, "")?.lines().map(str::to_owned).collect();
    if symbols.is_empty() {
        return Ok(String::new());
    }
    let family = family.variant;
    Ok(format!(
        "    Member {{ name: {name:?}, family: Family::{family}, symbols: &{symbols:?}, bitcode: include_bytes!({bitcode:?}) }},\n"
    ))
}

/// Returns the C files, sorted by name: the archive's order must not depend on the file system.
fn sources(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    files.sort();
    Ok(files)
}

/// Returns a module's text without its ABI, CPU and extensions.
fn without_subtarget(ir: &str) -> String {
    let is_flag = |line: &&str| {
        line.starts_with('!')
            && [", !\"target-abi\",", ", !\"riscv-isa\","].iter().any(|flag| line.contains(flag))
    };
    let flags: Vec<&str> = ir.lines().filter(is_flag).filter_map(|line| line.split(' ').next()).collect();
    let mut text = String::new();
    for line in ir.lines().filter(|line| !is_flag(line)) {
        let line = match line {
            attributes if attributes.starts_with("attributes #") => {
                ["target-cpu", "tune-cpu", "target-features"]
                    .iter()
                    .fold(attributes.to_owned(), |line, name| without_attribute(&line, name))
            }
            list if list.starts_with("!llvm.module.flags") => {
                let names = list.trim_start_matches("!llvm.module.flags = !{").trim_end_matches('}');
                let kept: Vec<&str> = names.split(", ").filter(|name| !flags.contains(name)).collect();
                format!("!llvm.module.flags = !{{{}}}", kept.join(", "))
            }
            other => other.to_owned(),
        };
        text += &line;
        text.push('\n');
    }
    text
}

/// Returns a list of attributes without the one called `name`.
fn without_attribute(list: &str, name: &str) -> String {
    let Some((before, value)) = list.split_once(&format!("\"{name}\"=\"")) else { return list.to_owned() };
    let after = value.split_once('"').map_or("", |(_, after)| after);
    before.to_owned() + after.trim_start()
}

fn tool(variable: &str, default: &str) -> Command {
    Command::new(env::var_os(variable).unwrap_or_else(|| default.into()))
}

/// Returns the standard output of a command that must succeed.
fn run(command: &mut Command, input: &str) -> Result<String, String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let failed = |e: std::io::Error| {
        format!("cannot run {program} ({e}); `cargo xtask setup` installs what is missing")
    };
    let piped = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = piped.spawn().map_err(failed)?;
    // All tools here read their whole input before they write.
    if let Some(mut stdin) = child.stdin.take() {
        let _ = stdin.write_all(input.as_bytes());
    }
    let output = child.wait_with_output().map_err(failed)?;
    if !output.status.success() {
        return Err(format!(
            "{command:?} failed: {}",
            String::from_utf8_lossy(&output.stderr).replace('\n', " ")
        ));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
