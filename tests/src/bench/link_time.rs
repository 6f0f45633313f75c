//! `cargo xtask bench link-time`: link-time optimization of the libraries with their drivers.
//!
//! clang makes bitcode of each source. `gisel cc -flto` and `clang -flto` with `ld.lld` link it at
//! -O2: both optimize the same merged module by LLVM's passes. The figures are those of the whole
//! link with all its processes: processor time, the minimum of a few runs, and the peak memory of the
//! largest process. Code generation is the time without that of a link which ends with the optimized
//! module. The programs must print the same.

use crate::build::{self, Compiler};
use crate::libraries::{LIBRARIES, Library};
use crate::measure::{Cost, Tools};
use crate::target::{Combo, Mode, Target};
use crate::{Result, parallel, process, sources};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The number of runs; the shortest counts.
const RUNS: usize = 3;

/// The libraries that programs link.
const LIBRARIES_OF_C: [&str; 3] = ["-lm", "-lpthread", "-ldl"];

/// Prints a table of the libraries for each target; only of those with these names, if there are any.
///
/// # Errors
/// A tool fails, or two programs differ.
pub fn link_time_bench(names: &[String]) -> Result<()> {
    let gisel = Compiler::measured()?;
    let folder = sources::work_folder("link-time")?;
    let tools = Tools::new(&folder)?;
    println!("link-time optimization at -O2: gisel cc -flto against clang -flto and ld.lld, in ms and MiB");
    for target in Target::ALL {
        println!("\n| {} | time | | | generation | memory | | |", target.arch());
        println!("| --- | --- | --- | --- | --- | --- | --- | --- |");
        for library in LIBRARIES.iter().filter(|l| names.is_empty() || names.iter().any(|n| n == l.name)) {
            let [ours, theirs, passes] = costs(library, target, (&gisel, &tools), &folder)?;
            let shown = |a: u64, b: u64| format!("{:.2} | {a} | {b}", a as f64 / b as f64);
            let time = shown(ours.milliseconds, theirs.milliseconds);
            let [own, others] =
                [ours, theirs].map(|cost| cost.milliseconds.saturating_sub(passes.milliseconds));
            let generation = own as f64 / others as f64;
            let memory = shown(ours.peak >> 10, theirs.peak >> 10);
            println!("| {} | {time} | {generation:.2} | {memory} |", library.name);
        }
    }
    Ok(())
}

/// Links a library's program both ways; returns the costs of `gisel`, of `ld.lld`, and of `ld.lld`
/// without code generation.
fn costs(
    library: &Library,
    target: Target,
    (gisel, tools): (&Path, &Tools),
    folder: &Path,
) -> Result<[Cost; 3]> {
    let objects = objects(library, target, folder)?;
    let of_lld = |more: &[&str]| {
        let words = ["clang-22", "-fuse-ld=lld", "-w"].iter().chain(more);
        words.map(|word| OsString::from(*word)).collect::<Vec<_>>()
    };
    let ways = [
        (vec![gisel.into(), "cc".into()], true),
        (of_lld(&[]), true),
        (of_lld(&["-Wl,--lto-emit-llvm"]), false),
    ];
    let (mut printed, mut costs) = (Vec::new(), Vec::new());
    for (number, (words, is_program)) in ways.into_iter().enumerate() {
        let output = folder.join(format!("{}-{}-{number}", library.name, target.arch()));
        let mut link = Command::new(&words[0]);
        link.args(&words[1..]).arg(format!("--target={}", target.gnu())).args(["-O2", "-flto"]);
        link.args(&objects).arg("-o").arg(&output).args(LIBRARIES_OF_C);
        let runs =
            (0..RUNS).map(|_| tools.cost(&link, &folder.join("cost"))).collect::<Result<Vec<Cost>>>()?;
        costs.extend(runs.into_iter().reduce(|a, b| Cost {
            milliseconds: a.milliseconds.min(b.milliseconds),
            peak: a.peak.min(b.peak),
        }));
        if is_program {
            printed.push(process::run(&mut build::qemu(target, &output, &library.program()?.args))?);
        }
    }
    if printed[0] != printed[1] {
        return Err(format!("{} for {}: the programs print different lines", library.name, target.arch()));
    }
    costs.try_into().map_err(|_| "a link has no cost".to_owned())
}

/// Compiles a library and its driver to bitcode, a file for each source.
fn objects(library: &Library, target: Target, folder: &Path) -> Result<Vec<PathBuf>> {
    let combo = Combo { target, ir_level: 2, level: 2, mode: Mode::Pie };
    let modules = library.program()?.modules;
    let numbered: Vec<_> = modules.iter().enumerate().collect();
    let compiled = parallel::map(&numbered, |(n, module)| {
        let object = folder.join(format!("{}-{}-{n}.o", library.name, target.arch()));
        process::run(build::clang(combo, &module.source, &module.flags, &object).arg("-flto"))?;
        Ok(object)
    });
    compiled.into_iter().collect()
}
