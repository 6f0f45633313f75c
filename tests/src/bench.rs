//! `cargo xtask bench`: what compiling Lua costs and what the code is worth, side by side with `llc`.
//!
//! Counted instructions, not times: a plugin for qemu counts those of the compilers (`qemu-x86_64` runs the host's programs too) and those of
//! the compiled Lua running its workload. Both compilers read the same bitcode, one module linked from all of Lua, with their verifiers off.

use crate::build::{self, Compiler};
use crate::demo::text_size;
use crate::libraries::Library;
use crate::target::{Combo, Mode, Target};
use crate::{Result, process, sources};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// One line of the table.
struct Row {
    name: String,
    compile: u64,
    peak: u64,
    text: u64,
    guest: u64,
}

/// Prints the table.
///
/// # Errors
/// The first step that fails.
pub fn bench() -> Result<()> {
    let gisel = Compiler::measured()?;
    let folder = sources::work_folder("bench")?;
    let plugin = plugin(&folder)?;
    println!(
        "Lua, one module; million instructions counted, peak memory in MiB, .text in KiB; in brackets the ratio to llc"
    );
    println!("| target | IR | compiler | compile | peak | .text | workload |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for target in Target::ALL {
        for ir_level in [0, 2] {
            let combo = Combo { target, ir_level, level: 0, mode: Mode::Static };
            let bitcode = lua_bitcode(combo, &folder)?;
            for level in [0, 2] {
                let combo = Combo { level, ..combo };
                let rows =
                    [Path::new("llc-22"), &gisel].map(|c| measure(c, combo, &bitcode, &plugin, &folder));
                let [theirs, ours] = rows;
                let theirs = theirs?;
                print_row(combo, &theirs, &theirs);
                match ours {
                    Ok(ours) => print_row(combo, &ours, &theirs),
                    Err(message) => println!(
                        "| {} | -O{ir_level} | gisel -O{level} | failed: {} |",
                        target.arch(),
                        first_line(&message)
                    ),
                }
            }
        }
    }
    Ok(())
}

fn first_line(text: &str) -> &str {
    text.lines().last().unwrap_or_default()
}

fn print_row(combo: Combo, row: &Row, base: &Row) {
    let ratio = |ours: u64, theirs: u64| ours as f64 / theirs.max(1) as f64;
    let cell =
        |ours: u64, theirs: u64, unit: f64| format!("{:.1} ({:.2})", ours as f64 / unit, ratio(ours, theirs));
    println!(
        "| {} | -O{} | {} | {} | {} | {} | {} |",
        combo.target.arch(),
        combo.ir_level,
        row.name,
        cell(row.compile, base.compile, 1e6),
        cell(row.peak, base.peak, 1024.0),
        cell(row.text, base.text, 1024.0),
        cell(row.guest, base.guest, 1e6),
    );
}

/// The plugin, compiled for this machine.
fn plugin(folder: &Path) -> Result<PathBuf> {
    let library = folder.join("libcount.so");
    let source = sources::package_folder().join("src/count.c");
    process::run(Command::new("cc").args(["-O2", "-shared", "-fPIC", "-o"]).arg(&library).arg(source))?;
    Ok(library)
}

/// All of Lua as one module.
fn lua_bitcode(combo: Combo, folder: &Path) -> Result<PathBuf> {
    let mut link = Command::new("llvm-link-22");
    for module in Library::named("lua")?.program()?.modules {
        let stem = module.source.file_stem().unwrap_or_default();
        let bitcode = folder.join(stem).with_extension("bc");
        process::run(&mut build::clang(combo, &module.source, &module.flags, &bitcode))?;
        link.arg(bitcode);
    }
    let linked = folder.join(format!("lua-{}-{}.bc", combo.target.arch(), combo.ir_level));
    process::run(link.arg("-o").arg(&linked))?;
    Ok(linked)
}

fn measure(compiler: &Path, combo: Combo, bitcode: &Path, plugin: &Path, folder: &Path) -> Result<Row> {
    let is_llc = compiler.ends_with("llc-22");
    let object = folder.join(if is_llc { "llc.o" } else { "gisel.o" });
    let program = object.with_extension("program");
    let compiler = which(compiler)?;
    let mut compile =
        vec![compiler.display().to_string(), format!("-O{}", combo.level), "-disable-verify".into()];
    compile.extend([format!("-mtriple={}", combo.target.triple()), "-filetype=obj".into()]);
    if is_llc && combo.target == Target::Riscv64 {
        compile.push("-mattr=+m,+a,+f,+d,+c".into());
    }
    compile.extend(["-o".into(), object.display().to_string(), bitcode.display().to_string()]);
    let host = std::env::consts::ARCH;
    let count = counted(Command::new(format!("qemu-{host}")), plugin, &compile, folder)?;
    let peak = peak_memory(&compile, folder)?;
    process::run(&mut build::link(combo.target, combo.mode, std::slice::from_ref(&object), &program)?)?;
    let mut run = vec![program.display().to_string()];
    run.extend(Library::named("lua")?.program()?.args);
    let qemu = Command::new(format!("qemu-{}", combo.target.arch()));
    Ok(Row {
        name: format!("{} -O{}", if is_llc { "llc" } else { "gisel" }, combo.level),
        compile: count,
        peak,
        text: text_size(&object)?,
        guest: counted(qemu, plugin, &run, folder)?,
    })
}

fn which(program: &Path) -> Result<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = std::env::split_paths(&path).map(|folder| folder.join(program));
    folders.find(|file| file.is_file()).ok_or_else(|| format!("{} is not on the path", program.display()))
}

/// The number of instructions that a program executes, as qemu's plugin counts them.
fn counted(mut qemu: Command, plugin: &Path, program: &[String], folder: &Path) -> Result<u64> {
    let out = folder.join("count");
    qemu.arg("-plugin").arg(format!("{},out={}", plugin.display(), out.display())).args(program);
    process::run(&mut qemu)?;
    let text = fs::read_to_string(&out).map_err(|e| format!("{}: {e}", out.display()))?;
    text.trim().parse().map_err(|e| format!("{}: {e}", out.display()))
}

/// The most memory a program had resident, in KiB: read from /proc as long as it runs.
fn peak_memory(program: &[String], folder: &Path) -> Result<u64> {
    let mut command = Command::new(&program[0]);
    let errors = fs::File::create(folder.join("stderr")).map_err(|e| e.to_string())?;
    let mut child = command.args(&program[1..]).stderr(errors).spawn().map_err(|e| e.to_string())?;
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().map_err(|e| e.to_string())?.is_none() {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let now = line.and_then(|line| line.split_whitespace().next()).and_then(|n| n.parse().ok());
        peak = peak.max(now.unwrap_or(0));
        std::thread::sleep(std::time::Duration::from_micros(200));
    }
    Ok(peak)
}
