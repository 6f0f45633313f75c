//! Measurements of programs: executed instructions, counted by a plugin for qemu, memory and time.
//! Instruction counts do not depend on the machine's load.

use crate::{Result, process, sources};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// The measurement tools, compiled for the host.
#[derive(Debug)]
pub struct Tools {
    plugin: PathBuf,
    peak: PathBuf,
}

/// The cost of a program.
#[derive(Debug, Clone, Copy)]
pub struct Cost {
    /// Processor time in milliseconds.
    pub milliseconds: u64,
    /// The peak resident memory of the largest process, in KiB.
    pub peak: u64,
}

impl Tools {
    /// Compiles them into a folder.
    ///
    /// # Errors
    /// The host's C compiler fails.
    pub fn new(folder: &Path) -> Result<Tools> {
        let tools = Tools { plugin: folder.join("libcount.so"), peak: folder.join("peak") };
        for (output, source, options) in
            [(&tools.plugin, "src/count.c", &["-shared", "-fPIC"][..]), (&tools.peak, "src/peak.c", &[])]
        {
            let source = sources::package_folder().join(source);
            process::run(Command::new("cc").arg("-O2").args(options).arg(source).arg("-o").arg(output))?;
        }
        Ok(tools)
    }

    /// Returns the number of instructions that a program of machine `arch` executes, and its
    /// output; `out` is a file for the count.
    ///
    /// # Errors
    /// It fails.
    pub fn count(&self, arch: &str, program: &Command, out: &Path) -> Result<(u64, String)> {
        let mut qemu = Command::new(format!("qemu-{arch}"));
        qemu.arg("-plugin").arg(format!("{},out={}", self.plugin.display(), out.display()));
        let printed = process::run(append(&mut qemu, program)?)?;
        Ok((number(out)?, printed))
    }

    /// Returns the same for a program under an emulator; `blocks` is a file for the execution count
    /// of each block.
    ///
    /// # Errors
    /// It fails.
    pub fn count_emulated(
        &self,
        qemu: &mut Command,
        out: &Path,
        blocks: Option<&Path>,
    ) -> Result<(u64, String)> {
        self.counting(qemu, out, blocks);
        let printed = process::run(qemu)?;
        Ok((number(out)?, printed))
    }

    /// Makes an emulator write the count to the file `out` at the program's end, and the execution
    /// count of each block to `blocks`.
    pub fn counting(&self, qemu: &mut Command, out: &Path, blocks: Option<&Path>) {
        let blocks = blocks.map_or(String::new(), |file| format!(",blocks={}", file.display()));
        qemu.env("QEMU_PLUGIN", format!("{},out={}{blocks}", self.plugin.display(), out.display()));
    }

    /// Returns the peak resident memory of a program, in KiB; `out` is a file for the number.
    ///
    /// # Errors
    /// It fails.
    pub fn peak(&self, program: &Command, out: &Path) -> Result<u64> {
        Ok(self.cost(program, out)?.peak)
    }

    /// Returns the cost of a program with all processes that it starts; `out` is a file for the
    /// numbers.
    ///
    /// # Errors
    /// It fails.
    pub fn cost(&self, program: &Command, out: &Path) -> Result<Cost> {
        process::run(append(Command::new(&self.peak).arg(out), program)?)?;
        let text = fs::read_to_string(out).map_err(|e| format!("{}: {e}", out.display()))?;
        let numbers: Vec<u64> = text.lines().filter_map(|line| line.parse().ok()).collect();
        match numbers[..] {
            [peak, milliseconds] => Ok(Cost { milliseconds, peak }),
            _ => Err(format!("{}: not two numbers", out.display())),
        }
    }
}

/// Returns the command `runner PROGRAM ARGUMENTS…`.
fn append<'a>(runner: &'a mut Command, program: &Command) -> Result<&'a mut Command> {
    let path = which(Path::new(program.get_program()))?;
    Ok(runner.arg(path).args(program.get_args()))
}

fn which(program: &Path) -> Result<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut files = std::env::split_paths(&path).map(|folder| folder.join(program));
    files.find(|file| file.is_file()).ok_or_else(|| format!("{} is not on the path", program.display()))
}

/// Returns the number in a file.
///
/// # Errors
/// It cannot be read, or holds something else.
pub fn number(file: &Path) -> Result<u64> {
    let text = fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
    text.trim().parse().map_err(|e| format!("{}: {e}", file.display()))
}

/// Measures once, and caches the result in a file of a folder, by `llc`'s command, its version and
/// the inputs: its costs and code do not change. `read` and `write` convert from and to the file's
/// text. Unreadable results are measured again.
///
/// # Errors
/// An input cannot be read, the file cannot be written, or `measure` fails.
pub fn remembered<T>(
    folder: &Path,
    llc: &Command,
    inputs: &[&Path],
    (read, write): (impl Fn(&str) -> Option<T>, impl Fn(&T) -> String),
    measure: impl FnOnce() -> Result<T>,
) -> Result<T> {
    let mut hash = DefaultHasher::new();
    process::command_line(llc).hash(&mut hash);
    process::run(Command::new(llc.get_program()).arg("--version"))?.hash(&mut hash);
    for input in inputs {
        fs::read(input).map_err(|e| format!("{}: {e}", input.display()))?.hash(&mut hash);
    }
    let file = folder.join(format!("llc-{:016x}", hash.finish()));
    if let Some(known) = read(&fs::read_to_string(&file).unwrap_or_default()) {
        return Ok(known);
    }
    let measured = measure()?;
    fs::write(&file, write(&measured)).map_err(|e| format!("{}: {e}", file.display()))?;
    Ok(measured)
}

/// Parses whitespace-separated numbers, if there are `N`.
#[must_use]
pub fn numbers<T: std::str::FromStr, const N: usize>(text: &str) -> Option<[T; N]> {
    let numbers: Vec<T> = text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
    numbers.try_into().ok()
}

/// Returns the times of two programs, run alternately, `pairs` times each.
///
/// # Errors
/// One fails.
pub fn times(programs: [&mut Command; 2], pairs: usize) -> Result<Vec<[Duration; 2]>> {
    let [first, second] = programs;
    let mut timed = |which: bool| {
        let start = Instant::now();
        process::run(if which { &mut *first } else { &mut *second }).map(|_| start.elapsed())
    };
    (0..pairs).map(|_| Ok([timed(true)?, timed(false)?])).collect()
}

/// Returns the median of some numbers; of two middle ones, their mean.
#[must_use]
pub fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let (low, high) = (numbers.len().saturating_sub(1) / 2, numbers.len() / 2);
    match (numbers.get(low), numbers.get(high)) {
        (Some(low), Some(high)) => f64::midpoint(*low, *high),
        _ => f64::NAN,
    }
}

#[cfg(test)]
mod tests {
    use super::median;

    #[test]
    fn medians() {
        assert_eq!(median(vec![3.0, 1.0, 2.0]).to_bits(), 2.0f64.to_bits());
        assert_eq!(median(vec![4.0, 1.0, 2.0, 3.0]).to_bits(), 2.5f64.to_bits());
        assert_eq!(median(vec![5.0]).to_bits(), 5.0f64.to_bits());
        assert!(median(Vec::new()).is_nan());
    }
}
