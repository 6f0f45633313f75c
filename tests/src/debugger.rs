//! Truth of debug information: random programs are stopped at their marks. Each variable that gdb
//! prints in optimized code is compared with its value in unoptimized code. A wrong value is a
//! failure. Variables that are "optimized out" are counted beside the count for `llc`'s program.
//!
//! LLVM's optimizer itself sometimes records wrong values: where some bits of a variable's value
//! are unused, it changes the value without its debug records. Therefore the records of the IR are
//! executed, too (see [`records`]); a wrong value that they yield is attributed to them.

mod generate;
pub mod records;
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

/// Counts of the variables of programs.
#[derive(Debug, Clone, Copy, Default)]
pub struct Counts {
    /// Variables at stops.
    pub all: usize,
    /// Variables with the right value, for the compiler under test and for `llc`.
    pub shown: [usize; 2],
    /// Variables with a wrong value that the IR does not record.
    pub wrong: [usize; 2],
    /// Variables with a wrong value that the IR records.
    pub wrong_in_ir: [usize; 2],
    /// Variables with the right value in the IR.
    pub said: usize,
}

impl Counts {
    fn add(&mut self, other: Counts) {
        self.all += other.all;
        self.said += other.said;
        for n in 0..2 {
            self.wrong_in_ir[n] += other.wrong_in_ir[n];
            self.shown[n] += other.shown[n];
            self.wrong[n] += other.wrong[n];
        }
    }

    /// Returns the sum of counts.
    #[must_use]
    pub fn sum(list: impl IntoIterator<Item = Counts>) -> Counts {
        let mut sum = Counts::default();
        list.into_iter().for_each(|counts| sum.add(counts));
        sum
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Counts { all, shown, wrong, wrong_in_ir, said } = self;
        write!(
            f,
            "{all} variables at stops, {said} of them said by the IR: {} shown, llc {}; wrong: {}, llc {}; wrong in the IR: {}, llc {}",
            shown[0], shown[1], wrong[0], wrong[1], wrong_in_ir[0], wrong_in_ir[1]
        )
    }
}

/// Returns code that overwrites the call-clobbered registers.
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
    fn file(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn combo(&self, ir_level: u8, level: u8) -> Combo {
        Combo { target: self.target, ir_level, level, mode: Mode::Static }
    }

    /// Compiles the program to IR.
    fn bitcode(&self, level: u8) -> Result<PathBuf> {
        let (source, bitcode) = (self.file("program.c"), self.file(&format!("program-{level}.bc")));
        process::run(&mut build::clang(self.combo(level, 0), &source, &["-g".into()], &bitcode))?;
        Ok(bitcode)
    }

    /// Returns the IR with its records executed.
    fn with_records_carried_out(&self, bitcode: &Path) -> Result<PathBuf> {
        let (text, changed) = (self.file("program.ll"), self.file("records.ll"));
        process::run(Command::new("llvm-dis-22").arg(bitcode).arg("-o").arg(&text))?;
        let ir = fs::read_to_string(&text).map_err(|e| format!("{}: {e}", text.display()))?;
        fs::write(&changed, records::carried_out(&ir)?).map_err(|e| format!("{}: {e}", changed.display()))?;
        Ok(changed)
    }

    /// Returns the stops of the program compiled from IR, with the variables' values there.
    fn stops(&self, compiler: &Compiler, ir: &Path, level: u8) -> Result<Vec<Stop>> {
        let by = if *compiler == Compiler::Llc { "llc" } else { "gisel" };
        let name = ir.file_stem().unwrap_or_default().to_string_lossy();
        let [object, program] = ["o", "exe"].map(|kind| self.file(&format!("{name}-{by}-{level}.{kind}")));
        process::run(&mut compiler.command(self.combo(2, level), ir, &object))?;
        let mut link = build::link(self.target, Mode::Static, &[object, self.helpers.into()], &program)?;
        if *compiler == Compiler::Llc {
            link_by_lld(&mut link, self.folder)?;
        }
        process::run(&mut link)?;
        session::stops(self.target, &program, &marks(&program)?)
    }
}

/// Links by LLVM's linker, through a link in `folder`: GNU's linker crashes on ULEB128 relocations.
///
/// # Errors
/// File system errors.
pub fn link_by_lld(link: &mut Command, folder: &Path) -> Result<()> {
    let linker = folder.join("ld.lld");
    if !linker.exists() {
        symlink("/usr/bin/ld.lld-22", &linker).map_err(|e| format!("{}: {e}", linker.display()))?;
    }
    link.arg("-fuse-ld=lld").arg("-B").arg(folder);
    Ok(())
}

/// Returns the options that split debug information into a file.
#[must_use]
pub fn split_options(file: &Path) -> [String; 2] {
    ["file", "output"].map(|what| format!("-split-dwarf-{what}={}", file.display()))
}

/// Returns the addresses of the mark statements, with their numbers.
fn marks(program: &Path) -> Result<Marks> {
    let data = fs::read(program).map_err(|e| format!("{}: {e}", program.display()))?;
    let file = object::File::parse(&data[..]).map_err(|e| format!("{}: {e}", program.display()))?;
    let Some(section) = file.section_by_name(".marks") else { return Ok(Marks::new()) };
    let bytes = section.data().map_err(|e| e.to_string())?;
    let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().unwrap_or_default());
    Ok(bytes.chunks_exact(16).map(|pair| (word(&pair[..8]), word(&pair[8..]))).collect())
}

/// Checks the variables of a seed's program.
///
/// # Errors
/// The values that are wrong, or the build or run that failed.
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
    let truth = build.stops(&Compiler::Llc, &build.bitcode(0)?, 0)?;
    let ir = build.bitcode(2)?;
    let said = build.stops(&Compiler::Llc, &build.with_records_carried_out(&ir)?, 0)?;
    let (mut counts, mut failures) = (Counts::default(), Vec::new());
    for level in [0, 2] {
        let ours = build.stops(&compiler, &ir, level)?;
        let twins = build.stops(&Compiler::Llc, &ir, level)?;
        let shown = Shown { truth: &truth, said: &said, by: [&ours, &twins] };
        let place = format!("{}, seed {seed}, -O{level}", target.arch());
        counts.add(shown.compare(&place, &mut failures)?);
    }
    match failures.is_empty() {
        true => fs::remove_dir_all(&folder).map_err(|e| e.to_string()).map(|()| counts),
        false => Err(failures.join("\n")),
    }
}

/// The stops of one program.
struct Shown<'a> {
    /// The variables' true values.
    truth: &'a [Stop],
    /// The values that the IR records.
    said: &'a [Stop],
    /// The values in the program of the compiler under test, and in `llc`'s.
    by: [&'a [Stop]; 2],
}

impl Shown<'_> {
    /// Counts right and wrong values; a value that is wrong here but not in the IR is a failure.
    fn compare(&self, place: &str, failures: &mut Vec<String>) -> Result<Counts> {
        for (stops, whose) in [(self.said, "the IR's"), (self.by[0], "this one"), (self.by[1], "llc's")] {
            if !stops.iter().map(|stop| stop.mark).eq(self.truth.iter().map(|stop| stop.mark)) {
                return Err(format!("{place}: {whose} stops elsewhere"));
            }
        }
        let mut counts = Counts::default();
        for (number, truth) in self.truth.iter().enumerate() {
            for (name, value) in &truth.values {
                let said = self.said[number].values.get(name);
                counts.all += 1;
                counts.said += usize::from(said == Some(value));
                for (n, stops) in self.by.iter().enumerate() {
                    let Some(shown) = stops[number].values.get(name) else { continue };
                    match judged(shown, value, said) {
                        Verdict::OptimizedOut => {}
                        Verdict::Right => counts.shown[n] += 1,
                        Verdict::WrongInIr => counts.wrong_in_ir[n] += 1,
                        Verdict::Wrong => {
                            counts.wrong[n] += 1;
                            let (mark, said) = (truth.mark, said.map_or("nothing", |said| said));
                            let ours = format!(
                                "{place}, stop {number} ({mark:?}): {name} is {value}, shown as {shown}, {said} in the IR"
                            );
                            failures.extend((n == 0).then_some(ours));
                        }
                    }
                }
            }
        }
        Ok(counts)
    }
}

/// The verdict on a printed value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    OptimizedOut,
    Right,
    WrongInIr,
    Wrong,
}

/// Compares a printed value with the true value and the value that the IR records. Members that are
/// optimized out are ignored.
fn judged(shown: &str, value: &str, said: Option<&String>) -> Verdict {
    let members =
        |text: &str| text.trim_matches(['{', '}']).split(", ").map(str::to_owned).collect::<Vec<_>>();
    let (shown, value) = (members(shown), members(value));
    let said = said.map(|said| members(said)).unwrap_or_default();
    let known = shown.iter().enumerate().filter(|(_, shown)| !shown.contains("<optimized out>"));
    let known: Vec<(usize, &String)> = known.collect();
    let is_wrong = |&&(n, shown): &&(usize, &String)| value.get(n) != Some(shown);
    let wrong: Vec<_> = known.iter().filter(is_wrong).collect();
    match (known.is_empty(), wrong.is_empty()) {
        (true, _) => Verdict::OptimizedOut,
        (_, true) if known.len() == value.len() => Verdict::Right,
        (_, true) => Verdict::OptimizedOut,
        _ if wrong.iter().all(|&&(n, shown)| said.get(n) == Some(shown)) => Verdict::WrongInIr,
        _ => Verdict::Wrong,
    }
}
