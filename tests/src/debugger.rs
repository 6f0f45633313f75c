//! Whether what a debugger shows is true: random programs are stopped at their marks, and each variable that gdb shows of optimized code is compared
//! with what it shows there of code that is not optimized. A wrong value that `llc`'s program does not show as well is a failure; variables that
//! are "optimized out" are counted beside those of `llc`'s program.
//!
//! LLVM's optimizer itself says wrong values now and then: where not all bits of a variable's value are used any more, it changes the value and
//! not what it says of the variable. `llc` loses many of these. So a failure is to be held against the IR before it is taken for one.

mod generate;
pub mod session;

use crate::build::{self, Compiler};
use crate::target::{Combo, Mode, Target};
use crate::{Result, process, sources};
use object::{Object, ObjectSection};
use session::{Marks, Stop};
use std::fmt;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What was seen of the variables of programs.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counts {
    /// Variables at stops.
    pub all: usize,
    /// Those with the right value, of the compiler under test and of `llc`.
    pub shown: [usize; 2],
    /// Those with a wrong one.
    pub wrong: [usize; 2],
}

impl Counts {
    fn add(&mut self, other: Counts) {
        self.all += other.all;
        for n in 0..2 {
            self.shown[n] += other.shown[n];
            self.wrong[n] += other.wrong[n];
        }
    }

    /// The sum of many.
    #[must_use]
    pub fn sum(list: impl IntoIterator<Item = Counts>) -> Counts {
        let mut sum = Counts::default();
        list.into_iter().for_each(|counts| sum.add(counts));
        sum
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { all, shown, wrong } = self;
        write!(
            f,
            "{all} variables at stops: {} shown, llc {}; wrong: {}, llc {}",
            shown[0], shown[1], wrong[0], wrong[1]
        )
    }
}

/// What overwrites the registers that calls do not preserve.
fn clobber(target: Target) -> String {
    let (registers, write): (Vec<String>, &str) = match target {
        Target::Riscv64 => {
            let names = (1..7).map(|n| format!("t{n}")).chain((1..8).map(|n| format!("a{n}")));
            (names.collect(), "li R, 0x5a5a")
        }
        Target::Aarch64 => ((1..18).map(|n| format!("x{n}")).collect(), "mov R, #0x5a5a"),
    };
    let text: Vec<String> = registers.iter().map(|name| write.replace('R', name)).collect();
    let clobbers: Vec<String> = registers.iter().map(|name| format!("\"{name}\"")).collect();
    format!("__asm__ volatile(\"{}\" ::: {})", text.join("; "), clobbers.join(", "))
}

/// One build of the program of a seed.
struct Build<'a> {
    target: Target,
    folder: &'a Path,
    helpers: &'a Path,
}

impl Build<'_> {
    fn program(&self, compiler: &Compiler, ir_level: u8, level: u8) -> Result<PathBuf> {
        let combo = Combo { target: self.target, ir_level, level, mode: Mode::Static };
        let by = if *compiler == Compiler::Llc { "llc" } else { "gisel" };
        let file = |kind: &str| self.folder.join(format!("{by}-{ir_level}-{level}.{kind}"));
        let (bitcode, object, program) = (file("bc"), file("o"), file("exe"));
        process::run(&mut build::clang(combo, &self.folder.join("program.c"), &["-g".into()], &bitcode))?;
        process::run(&mut compiler.command(combo, &bitcode, &object))?;
        let mut link = build::link(self.target, Mode::Static, &[object, self.helpers.into()], &program)?;
        if *compiler == Compiler::Llc {
            link_by_lld(&mut link, self.folder)?;
        }
        process::run(&mut link)?;
        Ok(program)
    }

    /// Where a program stops, and what is shown there.
    fn stops(&self, compiler: &Compiler, ir_level: u8, level: u8) -> Result<Vec<Stop>> {
        let program = self.program(compiler, ir_level, level)?;
        session::stops(self.target, &program, &marks(&program)?)
    }
}

/// Has LLVM's linker link, which `folder` gets a name of: GNU's crashes on relocations of numbers of variable length.
///
/// # Errors
/// What the file system says.
pub fn link_by_lld(link: &mut Command, folder: &Path) -> Result<()> {
    let linker = folder.join("ld.lld");
    if !linker.exists() {
        symlink("/usr/bin/ld.lld-22", &linker).map_err(|e| format!("{}: {e}", linker.display()))?;
    }
    link.arg("-fuse-ld=lld").arg("-B").arg(folder);
    Ok(())
}

/// The options that split debug information off into a file.
#[must_use]
pub fn split_options(file: &Path) -> [String; 2] {
    ["file", "output"].map(|what| format!("-split-dwarf-{what}={}", file.display()))
}

/// The addresses of the statements that are marks, with their numbers.
fn marks(program: &Path) -> Result<Marks> {
    let data = fs::read(program).map_err(|e| format!("{}: {e}", program.display()))?;
    let file = object::File::parse(&data[..]).map_err(|e| format!("{}: {e}", program.display()))?;
    let Some(section) = file.section_by_name(".marks") else { return Ok(Marks::new()) };
    let bytes = section.data().map_err(|e| e.to_string())?;
    let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().unwrap_or_default());
    Ok(bytes.chunks_exact(16).map(|pair| (word(&pair[..8]), word(&pair[8..]))).collect())
}

/// Compares what is shown of the program of a seed.
///
/// # Errors
/// The values that are wrong, or what could not be built or run.
pub fn check(target: Target, seed: u64) -> Result<Counts> {
    let compiler = Compiler::under_test()?;
    let folder = sources::work_folder(&format!("debugger-fuzz/{}-{seed}", target.arch()))?;
    let (source, helpers) = (folder.join("program.c"), folder.join("helpers.c"));
    let write =
        |path: &Path, text: String| fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()));
    write(&source, generate::program(seed))?;
    write(&helpers, generate::HELPERS.replace("CLOBBER", &clobber(target)))?;
    let object = folder.join("helpers.o");
    process::run(&mut build::gcc_object(target, Mode::Static, &helpers, &object))?;
    let build = Build { target, folder: &folder, helpers: &object };
    let truth = build.stops(&Compiler::Llc, 0, 0)?;
    let (mut counts, mut failures) = (Counts::default(), Vec::new());
    for level in [0, 2] {
        let ours = build.stops(&compiler, 2, level)?;
        let twins = build.stops(&Compiler::Llc, 2, level)?;
        let place = format!("{}, seed {seed}, -O{level}", target.arch());
        counts.add(compare(&truth, &ours, &twins, &place, &mut failures)?);
    }
    match failures.is_empty() {
        true => fs::remove_dir_all(&folder).map_err(|e| e.to_string()).map(|()| counts),
        false => Err(failures.join("\n")),
    }
}

/// Counts what is right and wrong; what is wrong here only is a failure.
fn compare(
    truth: &[Stop],
    ours: &[Stop],
    twins: &[Stop],
    place: &str,
    failures: &mut Vec<String>,
) -> Result<Counts> {
    let mut counts = Counts::default();
    for (stops, whose) in [(ours, "this one"), (twins, "llc")] {
        if !stops.iter().map(|stop| stop.mark).eq(truth.iter().map(|stop| stop.mark)) {
            return Err(format!("{place}: {whose} stops elsewhere"));
        }
    }
    for (number, ((truth, ours), twins)) in truth.iter().zip(ours).zip(twins).enumerate() {
        for (name, value) in &truth.values {
            counts.all += 1;
            let judged = [ours, twins].map(|stop| {
                let shown = stop.values.get(name).filter(|shown| !shown.contains("<optimized out>"));
                shown.map(|shown| (shown, shown == value))
            });
            for (n, verdict) in judged.iter().enumerate() {
                counts.shown[n] += usize::from(matches!(verdict, Some((_, true))));
                counts.wrong[n] += usize::from(matches!(verdict, Some((_, false))));
            }
            if let [Some((shown, false)), twin] = judged
                && !matches!(twin, Some((_, false)))
            {
                failures.push(format!(
                    "{place}, stop {number} ({:?}): {name} is {value}, shown as {shown}",
                    truth.mark
                ));
            }
        }
    }
    Ok(counts)
}
