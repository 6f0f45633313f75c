//! `cargo xtask bench code`: the quality of code at -O2 on all workloads: the libraries, and C++
//! programs of our own.
//!
//! The figures are ratios to `llc`: instructions executed, size of `.text` (also of IR optimized
//! for size), and cycles by `llvm-mca`. Spill stores and reloads and saved registers are counted by
//! the comments in assembly.

use super::cycles;
use crate::build::Compiler;
use crate::corpus::Program;
use crate::demo::text_size;
use crate::measure::{self, Tools};
use crate::target::Target;
use crate::{Result, parallel, process, sources, workloads};
use std::fs;
use std::path::{Path, PathBuf};

/// The figures measured, and the goals for median and worst ratio, if any.
const FIGURES: [(&str, Option<f64>, Option<f64>); 5] = [
    ("executed", Some(1.0), Some(1.05)),
    (".text", Some(1.02), Some(1.08)),
    (".text of -Oz IR", Some(1.02), None),
    ("spills and reloads", Some(1.0), None),
    ("cycles", Some(1.03), None),
];

/// A value for each figure.
type Figures = [f64; 5];

struct Bench {
    gisel: PathBuf,
    tools: Tools,
    folder: PathBuf,
}

/// Measures the workloads with these names, or all if there are none, and prints the tables.
///
/// # Errors
/// A step fails, or a program prints something wrong.
pub fn code_bench(names: &[String]) -> Result<()> {
    let folder = sources::work_folder("bench/code")?;
    let bench = Bench { gisel: Compiler::measured()?, tools: Tools::new(&folder)?, folder };
    let programs = workloads::named(names)?;
    for target in Target::ALL {
        let ratios = parallel::map(&programs, |program| {
            let ratios = bench.program(program, target);
            eprintln!("{} ({})", program.name, target.arch());
            ratios
        });
        print(target, &programs, &ratios.into_iter().collect::<Result<Vec<_>>>()?);
    }
    Ok(())
}

impl Bench {
    /// Returns the ratios of a program's figures.
    fn program(&self, program: &Program, target: Target) -> Result<Figures> {
        let folder = self.folder.join(format!("{}-{}", program.name, cycles::cpu(target)));
        fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let modules = [false, true].map(|smallest| workloads::module(program, target, smallest, &folder));
        let [module, smallest] = modules;
        let (module, smallest) = (module?, smallest?);
        let llc = workloads::compile(None, target, "obj", &module, &folder.join("llc.o"));
        let inputs = [&module, &smallest, &program.expected].map(PathBuf::as_path);
        let write = |figures: &Figures| figures.map(|figure| figure.to_string()).join(" ");
        let theirs = measure::remembered(&folder, &llc, &inputs, (measure::numbers, write), || {
            self.figures(None, program, target, &module, &smallest, &folder)
        })?;
        let ours = self.figures(Some(&self.gisel), program, target, &module, &smallest, &folder)?;
        Ok(std::array::from_fn(|n| if ours[n] == theirs[n] { 1.0 } else { ours[n] / theirs[n].max(1.0) }))
    }

    fn figures(
        &self,
        gisel: Option<&Path>,
        program: &Program,
        target: Target,
        module: &Path,
        smallest: &Path,
        folder: &Path,
    ) -> Result<Figures> {
        let compiler = if gisel.is_some() { "gisel" } else { "llc" };
        let file = |extension: &str| folder.join(compiler).with_extension(extension);
        let (object, small, text, blocks) = (file("o"), file("small.o"), file("s"), file("blocks"));
        for (kind, input, output) in
            [("obj", module, &object), ("obj", smallest, &small), ("asm", module, &text)]
        {
            process::run(&mut workloads::compile(gisel, target, kind, input, output))?;
        }
        let executable = workloads::link(program, target, &object)?;
        let executed = workloads::executed(&self.tools, program, target, &executable, Some(&blocks))?;
        let cycles = cycles::cycles(target, &object, &executable, &blocks)?;
        let assembly = fs::read_to_string(&text).map_err(|e| format!("{}: {e}", text.display()))?;
        let (size, of_small) = (text_size(&object)?, text_size(&small)?);
        Ok([executed as f64, size as f64, of_small as f64, spills(&assembly) as f64, cycles])
    }
}

/// Returns the number of registers stored to frame slots or loaded from them. A pair instruction
/// counts as two.
pub fn spills(assembly: &str) -> usize {
    let lines =
        assembly.lines().filter(|line| line.contains(" Folded Spill") || line.contains(" Folded Reload"));
    let registers = |line: &str| {
        let mnemonic = line.split_whitespace().next().unwrap_or_default();
        if mnemonic.starts_with("stp") || mnemonic.starts_with("ldp") { 2 } else { 1 }
    };
    lines.map(registers).sum()
}

fn print(target: Target, programs: &[Program], ratios: &[Figures]) {
    let title = format!("{}, -O2 to llc -O2; cycles of {}", target.arch(), cycles::cpu(target));
    println!("\n| {title} | {} |", FIGURES.map(|figure| figure.0).join(" | "));
    println!("| --- |{}", " --- |".repeat(FIGURES.len()));
    for (program, ratios) in programs.iter().zip(ratios) {
        println!("| {} | {} |", program.name, ratios.map(|ratio| format!("{ratio:.3}")).join(" | "));
    }
    let of = |n: usize| ratios.iter().map(move |ratios| ratios[n]).collect::<Vec<f64>>();
    let cell = |found: f64, limit: Option<f64>| match limit {
        // Rounded as printed, so that equal output compares equal.
        Some(limit) if (found * 1000.0).round() > (limit * 1000.0).round() => {
            format!("**{found:.3}** (≤ {limit:.2})")
        }
        Some(limit) => format!("{found:.3} (≤ {limit:.2})"),
        None => format!("{found:.3}"),
    };
    let numbered = || FIGURES.into_iter().enumerate();
    let medians = numbered().map(|(n, (_, limit, _))| cell(measure::median(of(n)), limit));
    println!("| median | {} |", medians.collect::<Vec<_>>().join(" | "));
    let worst = numbered().map(|(n, (_, _, limit))| cell(of(n).into_iter().fold(0.0, f64::max), limit));
    println!("| worst | {} |", worst.collect::<Vec<_>>().join(" | "));
}

#[cfg(test)]
mod tests {
    use super::spills;

    #[test]
    fn pairs_are_two() {
        let text = "\tsd\tra, 8(sp)   # 8-byte Folded Spill\n\tadd\ta0, a0, a1\n\
            \tstp\tx29, x30, [sp]  // 16-byte Folded Spill\n\tldr\tx8, [sp, #8]  // 8-byte Folded Reload\n";
        assert_eq!(spills(text), 4);
    }
}
