//! The comparison of one program's two objects: gisel's and `llc`'s, of the same bitcode.
//!
//! Both objects are linked alike and run under qemu. Their output and exit codes must be equal, but
//! for rounding. The figures are the instructions executed, the size of `.text`, spill stores and
//! reloads, moves between register banks, and on request the cycles by `llvm-mca`.

use super::code::spills;
use super::cycles;
use crate::demo::text_size;
use crate::measure::{self, Tools};
use crate::target::{Mode, Target};
use crate::{Result, build, process, workloads};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Two numbers that differ by less than this share of them are equal but for rounding.
const ROUNDING: f64 = 1e-4;

/// The time of gisel's program beyond which it does not end, as a multiple of the limit: `llc`'s ended
/// within the limit.
const PATIENCE: u32 = 4;

/// The two sides of a comparison.
pub(super) const SIDES: [&str; 2] = ["gisel", "llc"];

/// The start of the reason if a run fails.
const RUN: &str = "run: ";

/// The verdict on a program.
pub(super) enum Outcome {
    Measured(Measured),
    /// Output or exit code differ from those of `llc`'s program.
    Wrong(String),
    /// A step fails; nothing is compared.
    LeftOut(String),
}

impl From<std::result::Result<Measured, Failure>> for Outcome {
    fn from(result: std::result::Result<Measured, Failure>) -> Outcome {
        match result {
            Ok(measured) => Outcome::Measured(measured),
            Err(Failure::Wrong(difference)) => Outcome::Wrong(difference),
            Err(Failure::LeftOut(reason)) => Outcome::LeftOut(reason),
        }
    }
}

/// The figures of a program's two sides.
pub(super) struct Measured {
    pub executed: [u64; 2],
    pub text: [u64; 2],
    pub spills: [usize; 2],
    /// The number of instructions that move a value between register banks.
    pub moves: [usize; 2],
    /// The cycles, if they were requested.
    pub cycles: Option<[f64; 2]>,
    /// The first difference, if the outputs only differ by rounding.
    pub rounding: Option<String>,
    pub objects: [PathBuf; 2],
}

impl Measured {
    pub fn ratio(&self) -> f64 {
        self.executed[0] as f64 / self.executed[1].max(1) as f64
    }
}

/// Why a program has no figures.
pub(super) enum Failure {
    Wrong(String),
    LeftOut(String),
}

impl From<String> for Failure {
    fn from(reason: String) -> Failure {
        Failure::LeftOut(reason)
    }
}

/// The figures of one side.
struct Side {
    executed: u64,
    text: u64,
    spills: usize,
    moves: usize,
    cycles: Option<f64>,
    printed: String,
}

/// How programs are compared.
pub(super) struct Comparison<'a> {
    pub gisel: &'a Path,
    pub tools: Tools,
    /// The time limit of each step.
    pub limit: Duration,
    /// True if cycles are counted.
    pub counts_cycles: bool,
    /// The folder of the work files.
    pub folder: PathBuf,
}

/// A program to compare.
pub(super) struct Subject<'a> {
    pub target: Target,
    pub bitcode: &'a Path,
    /// True if it is C only, and needs no C++ library.
    pub is_c: bool,
    /// The folder of its work files.
    pub folder: &'a Path,
}

impl Comparison<'_> {
    /// Compiles, links and runs both sides of a program.
    pub fn measure(&self, subject: &Subject<'_>) -> std::result::Result<Measured, Failure> {
        let objects = SIDES.map(|side| subject.folder.join(side).with_extension("o"));
        let theirs = self.side(subject, &objects[1])?;
        let ours = self.side(subject, &objects[0]).map_err(|failure| match failure {
            // A program without end is wrong if its twin ends.
            Failure::LeftOut(reason) if reason.starts_with(RUN) => Failure::Wrong(reason),
            failure => failure,
        })?;
        let difference = process::first_difference(&theirs.printed, &ours.printed);
        if let Some(difference) = &difference
            && !is_rounding(&theirs.printed, &ours.printed)
        {
            let (_, again) = self.run(subject.target, &objects[1], self.limit)?;
            return Err(match process::first_difference(&theirs.printed, &again) {
                Some(_) => Failure::LeftOut("run: the output of llc's program changes".to_owned()),
                None => Failure::Wrong(difference.clone()),
            });
        }
        Ok(Measured {
            executed: [ours.executed, theirs.executed],
            text: [ours.text, theirs.text],
            spills: [ours.spills, theirs.spills],
            moves: [ours.moves, theirs.moves],
            cycles: ours.cycles.zip(theirs.cycles).map(|(ours, theirs)| [ours, theirs]),
            rounding: difference,
            objects,
        })
    }

    /// Compiles, links and runs one side.
    fn side(&self, subject: &Subject<'_>, object: &Path) -> std::result::Result<Side, Failure> {
        let target = subject.target;
        let side = object.file_stem().unwrap_or_default().to_string_lossy();
        let (gisel, assembly) = ((side == SIDES[0]).then_some(self.gisel), object.with_extension("s"));
        for (kind, output) in [("obj", object), ("asm", &assembly)] {
            let mut compile = workloads::compile(gisel, target, kind, subject.bitcode, output);
            if gisel.is_some() && target == Target::Riscv64 {
                // Other IR than clang's does not specify them.
                compile.arg("-mattr=+m,+a,+f,+d,+c");
            }
            self.step(&side, &mut compile)?;
        }
        let driver = if subject.is_c { "gcc" } else { "g++" };
        let (objects, executable) = ([object.to_path_buf()], object.with_extension(""));
        let mut link = build::link_by(driver, target, Mode::Static, &objects, &executable)?;
        self.step(&format!("link of {side}'s object"), &mut link)?;
        let limit = if gisel.is_some() { PATIENCE * self.limit } else { self.limit };
        let (executed, printed) = self.run(target, object, limit)?;
        let text = fs::read_to_string(&assembly).map_err(|e| format!("{}: {e}", assembly.display()))?;
        let cycles = match self.counts_cycles {
            true => Some(cycles::cycles(target, object, &executable, &object.with_extension("blocks"))?),
            false => None,
        };
        let (spills, moves) = (spills(&text), moves(target, &text));
        Ok(Side { executed, text: text_size(object)?, spills, moves, cycles, printed })
    }

    /// Runs a command that must succeed within the limit. The error is one line.
    pub fn step(&self, name: &str, command: &mut Command) -> Result<()> {
        let folder = self.folder.join("errors");
        fs::create_dir_all(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let thread = format!("{:?}", std::thread::current().id());
        let ending = process::limited(command, &folder.join(thread), self.limit)?;
        if ending.code == Some(0) {
            return Ok(());
        }
        let mut lines =
            ending.errors.lines().filter(|line| line.contains("error") || line.contains("undefined"));
        let line = lines.next().or(ending.errors.lines().next()).unwrap_or_default();
        Err(format!("{name}: {}: {}", ending.how, line.trim()))
    }

    /// Runs a program; returns the instructions executed, and its output with its exit code.
    fn run(&self, target: Target, object: &Path, limit: Duration) -> Result<(u64, String)> {
        let (executable, number) = (object.with_extension(""), object.with_extension("number"));
        let mut qemu = build::qemu(target, &executable, &[]);
        qemu.current_dir(object.parent().unwrap_or(object));
        self.tools.counting(&mut qemu, &number, Some(&object.with_extension("blocks")));
        let transcript = process::transcript(&mut qemu, &object.with_extension("out"), limit);
        let printed = transcript.map_err(|_| format!("{RUN}no end within {} s", limit.as_secs()))?;
        match measure::number(&number) {
            Ok(executed) => Ok((executed, printed)),
            Err(_) => Err(format!("{RUN}{}", printed.lines().last().unwrap_or("no count"))),
        }
    }
}

/// Creates an empty folder.
///
/// # Errors
/// It cannot be removed or created.
pub(super) fn new_folder(folder: &Path) -> Result<()> {
    if folder.exists() {
        fs::remove_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    }
    fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))
}

/// Returns the number of instructions of assembly that move a value between general and vector
/// registers.
fn moves(target: Target, assembly: &str) -> usize {
    let number = |operand: &str, banks: &[char]| {
        let name = operand.trim().strip_prefix(banks)?;
        name.split('.').next()?.parse::<u8>().ok()
    };
    let is_move = |line: &&str| {
        let mut words = line.trim_start().splitn(2, [' ', '\t']);
        let (mnemonic, rest) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
        let operands: Vec<&str> = rest.split("//").next().unwrap_or_default().split(',').collect();
        let has = |banks: &[char]| operands.iter().any(|operand| number(operand, banks).is_some());
        match (target, mnemonic) {
            (Target::Riscv64, _) => mnemonic.starts_with("fmv.x.") || mnemonic.ends_with(".x"),
            (Target::Aarch64, "umov" | "smov") => true,
            (Target::Aarch64, "fmov" | "mov" | "dup" | "ins") => {
                has(&['w', 'x']) && has(&['v', 'b', 'h', 's', 'd', 'q'])
            }
            _ => false,
        }
    };
    assembly.lines().filter(is_move).count()
}

/// Returns true if all words of two outputs are equal, or numbers that are nearly equal.
fn is_rounding(expected: &str, printed: &str) -> bool {
    let (mut left, mut right) = (expected.split_whitespace(), printed.split_whitespace());
    loop {
        match (left.next(), right.next()) {
            (None, None) => return true,
            (Some(left), Some(right)) if left == right => {}
            (Some(left), Some(right)) => match (left.parse::<f64>(), right.parse::<f64>()) {
                // Integers are exact.
                (Ok(a), Ok(b)) if left.contains('.') && (a - b).abs() <= ROUNDING * a.abs().max(b.abs()) => {}
                _ => return false,
            },
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{is_rounding, moves};
    use crate::target::Target;

    #[test]
    fn moves_have_a_register_of_each_bank() {
        let text = "\tfmov\tw8, s0\n\tmov\tw9, v1.s[1]\n\tdup\tv0.4s, w8\n\tmov\tv0.h[2], w3\n\
            \tmov\tw8, w9\n\tmov\tx29, sp\n\tfmov\td0, d1\n\tmov\tv1.16b, v2.16b\n\
            \tmov\tw8, #1 // =0x1\n\tfmov\ts0, #1.0\n\tdup\tv0.4s, v1.s[0]\n\tmov\tx0, symbol\n";
        assert_eq!(moves(Target::Aarch64, text), 4);
        assert_eq!(moves(Target::Riscv64, "\tfmv.x.d\ta0, fa0\n\tfmv.w.x\tfa0, a0\n\tfmv.d\tfa0, fa1\n"), 2);
    }

    #[test]
    fn only_fractions_are_rounded() {
        assert!(is_rounding("sum 1.00001\n7\n", "sum 1.00002\n7\n"));
        for (expected, printed) in [("10000001", "10000002"), ("1.5", "1.6"), ("1.5 2", "1.5"), ("a", "b")] {
            assert!(!is_rounding(expected, printed), "{expected} {printed}");
        }
    }
}
