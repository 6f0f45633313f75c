//! `cargo xtask bench vectors`: vector code at -O2, compared with `llc`'s.
//!
//! The programs (`tests/vectors`): loops that clang vectorizes, at -O2 and at -O3 -ffast-math;
//! kernels in SIMDe and xsimd; libjpeg-turbo, with its NEON code on AArch64. Figures are those of
//! [`Comparison`], with cycles.

use super::comparison::{Comparison, Failure, Measured, Outcome, Subject, new_folder};
use super::report::Report;
use crate::build::{self, Compiler};
use crate::corpus::Module;
use crate::measure::Tools;
use crate::setup::{Need, install, need};
use crate::target::{Combo, Mode, Target};
use crate::{Result, parallel, sources};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The headers that programs include.
const NEEDS: [Need; 2] = [
    need("libsimde-dev", "/usr/include/simde", "the vector kernels in SIMDe"),
    need("libxsimd-dev", "/usr/include/xsimd", "the vector kernels in xsimd"),
];

/// The time limit of each step of a program.
const LIMIT: Duration = Duration::from_secs(120);

/// The options that vectorize.
const LEVELS: [&[&str]; 2] = [&["-O2"], &["-O3", "-ffast-math"]];

/// Programs of one file, without extension.
const LOOPS: [&str; 3] = ["integers", "floats", "records"];
const SIMDE: [&str; 2] = ["simde_pixels", "simde_floats"];

/// The package with libjpeg-turbo's sources, and its folder in it.
const JPEG: (&str, &str) = ("turbojpeg-sys", "libjpeg-turbo");

/// Its sources for samples of 8, 12 and 16 bits, for 8 and 12, and for 8 only.
const ALL_SAMPLES: [&str; 15] = [
    "jcapistd", "jccolor", "jcdiffct", "jclossls", "jcmainct", "jcprepct", "jcsample", "jdapistd", "jdcolor",
    "jddiffct", "jdlossls", "jdmainct", "jdpostct", "jdsample", "jutils",
];
const LOSSY_SAMPLES: [&str; 13] = [
    "jccoefct", "jcdctmgr", "jdcoefct", "jddctmgr", "jdmerge", "jfdctfst", "jfdctint", "jidctflt",
    "jidctfst", "jidctint", "jidctred", "jquant1", "jquant2",
];
const BYTES_ONLY: [&str; 27] = [
    "jcapimin",
    "jchuff",
    "jcicc",
    "jcinit",
    "jclhuff",
    "jcmarker",
    "jcmaster",
    "jcomapi",
    "jcparam",
    "jcphuff",
    "jctrans",
    "jdapimin",
    "jdatadst",
    "jdatasrc",
    "jdhuff",
    "jdicc",
    "jdinput",
    "jdlhuff",
    "jdmarker",
    "jdmaster",
    "jdphuff",
    "jdtrans",
    "jerror",
    "jfdctflt",
    "jmemmgr",
    "jmemnobs",
    "jpeg_nbits",
];
const JPEG_NEON: [&str; 14] = [
    "jccolor-neon",
    "jcgray-neon",
    "jcphuff-neon",
    "jcsample-neon",
    "jdcolor-neon",
    "jdmerge-neon",
    "jdsample-neon",
    "jfdctfst-neon",
    "jfdctint-neon",
    "jidctfst-neon",
    "jidctint-neon",
    "jidctred-neon",
    "jquanti-neon",
    "aarch64/jchuff-neon",
];

/// A program that is measured.
struct Kernels {
    name: String,
    modules: Vec<Module>,
}

/// Measures the programs whose names contain one of these words, or all if there are none, and
/// prints the tables.
///
/// # Errors
/// A package or source is missing, or a program prints something wrong.
pub fn vectors_bench(words: &[String]) -> Result<()> {
    install(&NEEDS)?;
    let (gisel, folder) = (Compiler::measured()?, sources::work_folder("bench/vectors")?);
    let comparison =
        Comparison { gisel: &gisel, tools: Tools::new(&folder)?, limit: LIMIT, counts_cycles: true, folder };
    let mut jobs = Vec::new();
    for target in Target::ALL {
        let mut programs = programs(target)?;
        programs.retain(|p| words.is_empty() || words.iter().any(|word| p.name.contains(word.as_str())));
        jobs.extend(programs.into_iter().map(|program| (target, program)));
    }
    if jobs.is_empty() {
        return Err(format!("no program is called '{}'", words.join("' or '")));
    }
    let outcomes = parallel::map_visibly("programs", &jobs, |(target, program)| {
        Outcome::from(measure(&comparison, *target, program))
    });
    let mut rows: Vec<_> = jobs.into_iter().zip(outcomes).collect();
    let targets = Target::ALL.map(|target| {
        let own = rows.extract_if(.., |((of, _), _)| *of == target);
        (target, own.map(|((_, program), outcome)| (program.name, outcome)).collect())
    });
    let report = Report::new("vector code, -O2 to llc -O2", targets, 4)?;
    println!("{}", report.text);
    if report.wrong == 0 { Ok(()) } else { Err(format!("{} programs are wrong", report.wrong)) }
}

/// Makes the bitcode of a program in a new folder, and measures it.
fn measure(
    comparison: &Comparison<'_>,
    target: Target,
    program: &Kernels,
) -> std::result::Result<Measured, Failure> {
    let folder = comparison.folder.join(target.arch()).join(program.name.replace(' ', ""));
    new_folder(&folder)?;
    let combo = Combo { target, ir_level: 2, level: 2, mode: Mode::Static };
    let mut parts = Vec::new();
    for (n, module) in program.modules.iter().enumerate() {
        let part = folder.join(format!("{n}.bc"));
        comparison.step("clang", &mut build::clang(combo, &module.source, &module.flags, &part))?;
        parts.push(part);
    }
    let bitcode = folder.join("program.bc");
    comparison.step("llvm-link", Command::new("llvm-link-22").args(&parts).arg("-o").arg(&bitcode))?;
    let is_c = program.modules.iter().all(|module| module.source.extension().is_some_and(|e| e == "c"));
    comparison.measure(&Subject { target, bitcode: &bitcode, is_c, folder: &folder })
}

/// Returns the programs for a target.
fn programs(target: Target) -> Result<Vec<Kernels>> {
    let folder = sources::package_folder().join("vectors");
    let single = |name: &str, extension: &str, flags: &[&str]| Kernels {
        name: format!("{name} {}", flags.join(" ")),
        modules: vec![module(folder.join(name).with_extension(extension), flags.iter().copied())],
    };
    let mut programs: Vec<Kernels> = LEVELS
        .into_iter()
        .flat_map(|flags| LOOPS.map(|name| single(name, "c", flags)))
        .chain(SIMDE.map(|name| single(name, "c", LEVELS[0])))
        .collect();
    if target == Target::Aarch64 {
        // It has no batches for RISC-V.
        programs.push(single("xsimd_kernels", "cpp", LEVELS[0]));
    }
    programs.push(jpeg(target, &folder.join("jpeg"))?);
    Ok(programs)
}

fn module<'a>(source: PathBuf, flags: impl IntoIterator<Item = &'a str>) -> Module {
    Module { source, flags: flags.into_iter().map(str::to_owned).collect() }
}

/// Returns libjpeg-turbo with the program in `own`, which also has its configuration.
fn jpeg(target: Target, own: &Path) -> Result<Kernels> {
    let library = sources::crate_folder(JPEG.0)?.join(JPEG.1);
    let (plain, vectors) = (library.join("src"), library.join("simd"));
    let arm = vectors.join("arm");
    let includes: Vec<String> =
        [own, &plain, &vectors, &arm].iter().map(|folder| format!("-I{}", folder.display())).collect();
    let with = |samples: &str| {
        let flags = [format!("-DBITS_IN_JSAMPLE={samples}"), "-DNEON_INTRINSICS".to_owned()];
        flags.into_iter().chain(includes.iter().cloned()).collect::<Vec<_>>()
    };
    let mut modules = vec![Module { source: own.join("main.c"), flags: with("8") }];
    let mut add = |folder: &Path, names: &[&str], samples: &str| {
        let sources = names.iter().map(|name| folder.join(format!("{name}.c")));
        modules.extend(sources.map(|source| Module { source, flags: with(samples) }));
    };
    for samples in ["8", "12", "16"] {
        add(&plain, &ALL_SAMPLES, samples);
    }
    for samples in ["8", "12"] {
        add(&plain, &LOSSY_SAMPLES, samples);
    }
    add(&plain, &BYTES_ONLY, "8");
    if target == Target::Aarch64 {
        add(&arm, &JPEG_NEON, "8");
        add(&arm, &["aarch64/jsimd"], "8");
    }
    Ok(Kernels { name: "jpeg -O2".to_owned(), modules })
}
