//! C++ libraries from Debian's source packages, compiled whole with their tests.

use super::{Linked, Order, Unit, own_folder, packages};
use crate::corpus::stem;
use crate::target::Mode;
use crate::{Result, parallel};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The time limit of a test program.
const LIMIT: Duration = Duration::from_secs(900);

/// Sources of a package, and their compile options.
struct Sources<'a> {
    root: &'a Path,
    /// Folders with headers.
    includes: &'a [&'a str],
    flags: &'a [&'a str],
    /// Files, by path.
    files: Vec<String>,
}

/// Returns files of a folder by their names.
fn in_folder(folder: &str, names: &str) -> Vec<String> {
    names.split_whitespace().map(|name| format!("{folder}/{name}")).collect()
}

/// Compiles sources to bitcode.
fn compile(order: &Order, sources: &Sources) -> Result<Vec<PathBuf>> {
    let made = parallel::map_visibly("sources", &sources.files, |file| {
        let source = sources.root.join(file);
        let package = sources.root.file_name().unwrap_or_default().to_string_lossy();
        let bitcode = order.path(&format!("{package}.{}.bc", stem(&source)));
        let mut clang = Command::new("clang++-22");
        clang.arg(format!("--target={}", order.target.gnu())).arg(format!("-O{}", order.ir_level));
        clang.args(["-std=gnu++17", "-fPIE", "-w", "-emit-llvm", "-c"]).args(sources.flags);
        for folder in sources.includes {
            clang.arg("-I").arg(sources.root.join(folder));
        }
        packages::make(&bitcode, &[&source], clang.arg(&source).arg("-o").arg(&bitcode))?;
        Ok(bitcode)
    });
    made.into_iter().collect()
}

/// Returns the link options of a test program.
fn program(
    order: &Order,
    name: &str,
    modules: Vec<PathBuf>,
    args: &[&str],
    lines: fn(&str) -> String,
) -> Result<Unit> {
    let mut linked = Linked::by("g++", order.target, Mode::Pie)?;
    linked.args = args.iter().map(|&arg| arg.to_owned()).collect();
    linked.limit = LIMIT;
    linked.lines = lines;
    Ok(Unit { name: name.into(), modules, mode: Mode::Pie, program: Some(linked) })
}

/// Returns lines without times, process numbers and addresses, which differ between runs.
fn without_times(text: &str) -> String {
    let mut kept = String::new();
    for line in text.lines() {
        let line = line.split(" (").next().unwrap_or(line);
        let is_plain = |word: &&str| !word.contains("0x") && !word.starts_with("[WARNING]");
        let words: Vec<&str> = line.split(' ').filter(is_plain).collect();
        kept += &words.join(" ");
        kept.push('\n');
    }
    kept
}

/// Compiles googletest as modules, with the headers that its users include.
fn googletest_library(order: &Order, root: &Path) -> Result<Vec<PathBuf>> {
    compile(
        order,
        &Sources {
            root,
            includes: &["googletest/include", "googletest", "googlemock/include", "googlemock"],
            flags: &[],
            files: vec!["googletest/src/gtest-all.cc".into(), "googlemock/src/gmock-all.cc".into()],
        },
    )
}

/// Compiles googletest with its own tests. Death tests are excluded.
///
/// # Errors
/// The sources cannot be fetched, or clang fails.
pub fn googletest(order: &Order) -> Result<Vec<Unit>> {
    let root = packages::debian_source("googletest")?;
    let library = googletest_library(order, &root)?;
    let mut units = Vec::new();
    for name in [
        "gtest_unittest",
        "googletest-printers-test",
        "gtest-typed-test_test",
        "googletest-listener-test",
        "googletest-message-test",
    ] {
        let mut files = vec![format!("googletest/test/{name}.cc")];
        if name == "gtest-typed-test_test" {
            files.push("googletest/test/gtest-typed-test2_test.cc".into());
        }
        // This one has its own `main`.
        if name != "googletest-listener-test" {
            files.push("googletest/src/gtest_main.cc".into());
        }
        let includes = &["googletest/include", "googletest", "googlemock/include"];
        let mut modules = compile(order, &Sources { root: &root, includes, flags: &[], files })?;
        modules.extend(library.iter().cloned());
        units.push(program(
            order,
            name,
            modules,
            &["--gtest_color=no", "--gtest_filter=-*DeathTest*"],
            without_times,
        )?);
    }
    Ok(units)
}

/// Compiles fmt with its tests.
///
/// # Errors
/// The sources cannot be fetched, or clang fails.
pub fn fmt(order: &Order) -> Result<Vec<Unit>> {
    let (root, tests) = (packages::debian_source("fmtlib")?, packages::debian_source("googletest")?);
    let includes = [tests.join("googletest/include"), tests.join("googlemock/include")]
        .map(|path| path.display().to_string());
    let includes = ["include", "test", &includes[0], &includes[1]];
    let of =
        |files: Vec<String>| compile(order, &Sources { root: &root, includes: &includes, flags: &[], files });
    let mut shared = of(vec!["src/format.cc".into(), "src/os.cc".into()])?;
    shared.extend(of(in_folder("test", "gtest-extra.cc util.cc test-main.cc"))?);
    shared.extend(googletest_library(order, &tests)?);
    let mut units = Vec::new();
    for name in [
        "args-test",
        "chrono-test",
        "color-test",
        "core-test",
        "format-test",
        "ostream-test",
        "printf-test",
        "ranges-test",
        "xchar-test",
    ] {
        let mut modules = of(in_folder("test", &format!("{name}.cc")))?;
        modules.extend(shared.iter().cloned());
        units.push(program(order, name, modules, &["--gtest_color=no"], without_times)?);
    }
    Ok(units)
}

/// Compiles JsonCpp with its tests.
///
/// # Errors
/// The sources cannot be fetched, or clang fails.
pub fn jsoncpp(order: &Order) -> Result<Vec<Unit>> {
    let root = packages::debian_source("libjsoncpp")?;
    let mut files = in_folder("src/lib_json", "json_reader.cpp json_value.cpp json_writer.cpp");
    files.extend(in_folder("src/test_lib_json", "fuzz.cpp jsontest.cpp main.cpp"));
    let modules = compile(order, &Sources { root: &root, includes: &["include"], flags: &[], files })?;
    Ok(vec![program(order, "tests", modules, &[], without_times)?])
}

/// Compiles Catch2 with its own tests. Many of these fail, which shows its failure messages.
///
/// # Errors
/// The sources cannot be fetched, or clang fails.
pub fn catch2(order: &Order) -> Result<Vec<Unit>> {
    let root = packages::debian_source("catch2")?;
    let mut files = vec!["projects/SelfTest/TestMain.cpp".to_owned()];
    files.extend(in_folder(
        "projects/SelfTest/IntrospectiveTests",
        "CmdLine.tests.cpp Details.tests.cpp GeneratorsImpl.tests.cpp InternalBenchmark.tests.cpp PartTracker.tests.cpp \
         RandomNumberGeneration.tests.cpp String.tests.cpp StringManip.tests.cpp Tag.tests.cpp ToString.tests.cpp Xml.tests.cpp",
    ));
    files.extend(in_folder(
        "projects/SelfTest/UsageTests",
        "Approx.tests.cpp BDD.tests.cpp Class.tests.cpp Compilation.tests.cpp Condition.tests.cpp Decomposition.tests.cpp \
         EnumToString.tests.cpp Exception.tests.cpp Generators.tests.cpp Matchers.tests.cpp Message.tests.cpp Misc.tests.cpp \
         ToStringByte.tests.cpp ToStringGeneral.tests.cpp ToStringOptional.tests.cpp ToStringPair.tests.cpp \
         ToStringTuple.tests.cpp ToStringVariant.tests.cpp ToStringVector.tests.cpp ToStringWhich.tests.cpp Tricky.tests.cpp \
         VariadicMacros.tests.cpp",
    ));
    for folder in ["include/internal", "include/reporters"] {
        let library = crate::corpus::files(&root.join(folder), "cpp")?;
        files.extend(
            library
                .iter()
                .filter_map(|path| path.strip_prefix(&root).ok())
                .map(|path| path.display().to_string()),
        );
    }
    let flags = &["-DCATCH_CONFIG_ENABLE_ALL_STRINGMAKERS"];
    let modules = compile(order, &Sources { root: &root, includes: &["include"], flags, files })?;
    Ok(vec![program(
        order,
        "tests",
        modules,
        &["-s", "-r", "compact", "--order", "decl", "--rng-seed", "1", "~[!nonportable]~[!benchmark]~[.]"],
        without_times,
    )?])
}

/// The font of the texts.
pub const FONT: &str = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf";

/// Compiles HarfBuzz with those of its tests that need no files, and a program of our own that
/// shapes texts.
///
/// # Errors
/// The sources cannot be fetched, or clang fails.
pub fn harfbuzz(order: &Order) -> Result<Vec<Unit>> {
    let root = packages::debian_source("harfbuzz")?;
    let own = own_folder().join("harfbuzz.cpp").display().to_string();
    let flags = &["-DHAVE_PTHREAD"];
    let of = |files: Vec<String>| compile(order, &Sources { root: &root, includes: &["src"], flags, files });
    let library = of(vec!["src/harfbuzz-subset.cc".into()])?;
    let mut units = Vec::new();
    let tests = "algs array bimap iter machinery map multimap number priority-queue repacker serialize set unicode-ranges vector";
    for name in tests.split(' ') {
        let mut modules = of(vec![format!("src/test-{name}.cc")])?;
        modules.push(library[0].clone());
        units.push(program(order, name, modules, &[], str::to_owned)?);
    }
    let mut modules = of(vec![own])?;
    modules.push(library[0].clone());
    units.push(program(order, "texts", modules, &[FONT], str::to_owned)?);
    Ok(units)
}
