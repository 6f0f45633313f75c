//! Thread-local variables: relocations and symbols equal `llc`'s for every model, and programs with
//! threads work however they are compiled and linked.

use gisel_tests::build::{Compiler, qemu};
use gisel_tests::target::Target;
use gisel_tests::{Result, parallel, process, sources};
use object::{Object, ObjectSection, ObjectSymbol, RelocationTarget, SymbolKind};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns a variable of each model, linkage and visibility, and a function that uses each.
fn module_text(flags: &str) -> String {
    let models = ["", "(localdynamic)", "(initialexec)", "(localexec)"];
    let kinds = [
        "external thread_local@ global i32",
        "external dso_local thread_local@ global i32",
        "external dso_local hidden thread_local@ global i32",
        "thread_local@ global i32 5",
        "dso_local thread_local@ global i32 5",
        "internal thread_local@ global [3 x i32] [i32 1, i32 2, i32 3]",
        "weak hidden thread_local@ global i64 0, align 32",
        "private thread_local@ global i64 9, align 8",
        "extern_weak thread_local@ global i32",
        "linkonce_odr thread_local@ global i64 0, comdat",
    ];
    let mut text = String::from(flags);
    let mut uses = String::new();
    let mut number = 0;
    for kind in kinds {
        for model in models {
            let kind = kind.replace('@', model);
            if kind.contains("comdat") {
                let _ = writeln!(text, "$v{number} = comdat any");
            }
            let _ = writeln!(text, "@v{number} = {kind}");
            let _ = writeln!(
                uses,
                "define ptr @address{number}() {{\n %p = call ptr @llvm.threadlocal.address.p0(ptr @v{number})\n ret ptr %p\n}}\n\
                 define i32 @value{number}() {{\n %v = load i32, ptr getelementptr (i8, ptr @v{number}, i64 4)\n ret i32 %v\n}}"
            );
            number += 1;
        }
    }
    text += "@alias = thread_local alias i32, getelementptr (i8, ptr @v20, i64 8)\n\
        @hidden_alias = dso_local hidden thread_local(localexec) alias i32, ptr @v20\n";
    uses += "define ptr @of_alias() {\n ret ptr @alias\n}\ndefine ptr @of_hidden_alias() {\n ret ptr @hidden_alias\n}\n";
    text + &uses
}

/// Returns the thread-local relocations with their symbols, and the thread-local symbols and
/// sections, of an object file.
fn facts(path: &Path) -> Result<BTreeMap<String, usize>> {
    let data = fs::read(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let file = object::File::parse(&data[..]).map_err(|e| e.to_string())?;
    let mut facts = BTreeMap::new();
    let mut note = |fact: String| *facts.entry(fact).or_insert(0) += 1;
    for section in file.sections() {
        let name = section.name().unwrap_or_default();
        if name.starts_with(".tdata") || name.starts_with(".tbss") {
            note(format!("section {name} {:?} {} {}", section.flags(), section.size(), section.align()));
        }
        if !name.starts_with(".text") {
            continue;
        }
        for (_, relocation) in section.relocations() {
            let RelocationTarget::Symbol(symbol) = relocation.target() else { continue };
            let symbol = file.symbol_by_index(symbol).map_err(|e| e.to_string())?;
            // Labels, and local aliases of symbols in this object.
            let name = symbol.name().unwrap_or_default();
            let name = name.strip_prefix(".L").map_or(name, |name| name.strip_suffix("$local").unwrap_or(""));
            note(format!("{:?} {name}{:+}", relocation.flags(), relocation.addend()));
        }
    }
    for symbol in file.symbols().filter(|s| s.kind() == SymbolKind::Tls || s.is_undefined()) {
        let name = symbol.name().unwrap_or_default();
        // Mapping symbols, and aliases of named symbols.
        if name.starts_with('$') || name.starts_with(".L") {
            continue;
        }
        note(format!("symbol {name} {:?} {:?} {}", symbol.flags(), symbol.kind(), symbol.is_undefined()));
    }
    Ok(facts)
}

fn compile(compiler: &Compiler, target: Target, options: &[&str], input: &Path, output: &Path) -> Result<()> {
    let mut command = match compiler {
        Compiler::Gisel(path) => Command::new(path),
        Compiler::Llc => Command::new("llc-22"),
    };
    if matches!(compiler, Compiler::Gisel(_)) {
        command.arg("-verify-machineinstrs");
    } else {
        command.arg("-global-isel=0");
    }
    command.arg(format!("-mtriple={}", target.triple())).arg("-filetype=obj").args(options);
    process::run(command.arg(input).arg("-o").arg(output)).map(|_| ())
}

#[test]
fn relocations_and_symbols_are_those_of_llc() -> Result<()> {
    let folder = sources::work_folder("thread_locals")?;
    let gisel = Compiler::under_test()?;
    let flags = [
        "",
        "!llvm.module.flags = !{!0}\n!0 = !{i32 8, !\"PIC Level\", i32 2}\n",
        "!llvm.module.flags = !{!0, !1}\n!0 = !{i32 8, !\"PIC Level\", i32 2}\n!1 = !{i32 7, !\"PIE Level\", i32 2}\n",
    ];
    let features = "-mattr=+m,+a,+f,+d,+c,+relax";
    let variants: [(Target, &[&str]); 7] = [
        (Target::Riscv64, &[features]),
        (Target::Riscv64, &[features, "-enable-tlsdesc"]),
        (Target::Aarch64, &[]),
        (Target::Aarch64, &["-aarch64-elf-ldtls-generation"]),
        (Target::Aarch64, &["-tls-size=12", "-data-sections"]),
        (Target::Aarch64, &["-tls-size=32"]),
        (Target::Aarch64, &["-tls-size=48"]),
    ];
    for (n, flags) in flags.iter().enumerate() {
        let input = folder.join(format!("models{n}.ll"));
        fs::write(&input, module_text(flags)).map_err(|e| e.to_string())?;
        for (target, options) in variants {
            for model in ["-relocation-model=static", "-relocation-model=pic"] {
                let options = [options, &[model]].concat();
                let of = |compiler: &Compiler, level, name: &str| {
                    let output = folder.join(name);
                    compile(compiler, target, &[&options[..], &[level]].concat(), &input, &output)?;
                    facts(&output)
                };
                let expected = of(&Compiler::Llc, "-O2", "llc.o")?;
                for level in ["-O0", "-O2"] {
                    let found = of(&gisel, level, "gisel.o")?;
                    let missing: Vec<_> = expected.iter().filter(|&(k, v)| found.get(k) != Some(v)).collect();
                    let more: Vec<_> = found.iter().filter(|&(k, v)| expected.get(k) != Some(v)).collect();
                    assert!(
                        missing.is_empty() && more.is_empty(),
                        "{n} {target:?} {options:?} {level}\n{missing:?}\n{more:?}"
                    );
                }
            }
        }
    }
    Ok(())
}

/// The kind of linking of a program of two files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Linked {
    /// A single file, at fixed addresses.
    Static,
    /// A single position-independent file.
    Pie,
    /// The library is shared.
    Shared,
    /// The library is shared, and loaded by `dlopen`.
    Loaded,
}

/// One build configuration.
#[derive(Clone, Copy, Debug)]
struct Way {
    target: Target,
    linked: Linked,
    level: &'static str,
    lld: bool,
    relax: bool,
    options: &'static [&'static str],
}

fn clang(target: Target, arguments: &[&str], source: &Path, output: &Path) -> Result<()> {
    let mut command =
        Command::new(if source.extension().is_some_and(|e| e == "cpp") { "clang++-22" } else { "clang-22" });
    command.arg(format!("--target={}", target.gnu())).args(["-w", "-emit-llvm", "-c"]).args(arguments);
    process::run(command.arg(source).arg("-o").arg(output)).map(|_| ())
}

/// Returns the link command: the target's own gcc, or clang with its linker.
fn linker(way: Way, driver: &str) -> Command {
    let mut command = Command::new(format!("{}-{driver}", way.target.gnu()));
    if way.lld {
        command = Command::new(if driver == "g++" { "clang++-22" } else { "clang-22" });
        command.arg(format!("--target={}", way.target.gnu())).arg("-fuse-ld=lld");
    }
    if !way.relax {
        command.arg("-Wl,--no-relax");
    }
    command
}

/// Builds and runs the program; returns its output.
fn run(way: Way, compiler: &Compiler, folder: &Path) -> Result<String> {
    let sources = sources::package_folder().join("thread_locals");
    fs::create_dir_all(folder).map_err(|e| e.to_string())?;
    let at = |name: &str| folder.join(name);
    let shared = matches!(way.linked, Linked::Shared | Linked::Loaded);
    let own = match way.linked {
        Linked::Static => "-fno-pie",
        _ => "-fPIE",
    };
    let defines: &[&str] = if way.linked == Linked::Loaded { &["-DBY_DLOPEN"] } else { &[] };
    let level = if way.level == "-O0" { "-O0" } else { "-O2" };
    let features: &[&str] = match (way.target, way.relax) {
        (Target::Riscv64, true) => &["-mrelax"],
        (Target::Riscv64, false) => &["-mno-relax"],
        (Target::Aarch64, _) => &[],
    };
    for (name, position) in [("library", if shared { "-fPIC" } else { own }), ("main", own)] {
        let bitcode = at(name).with_extension("bc");
        let flags = [defines, features, &[level, position]].concat();
        clang(way.target, &flags, &sources.join(name).with_extension("c"), &bitcode)?;
        let model = if position == "-fno-pie" { "-relocation-model=static" } else { "-relocation-model=pic" };
        let options = [way.options, &[model, way.level]].concat();
        compile(compiler, way.target, &options, &bitcode, &at(name).with_extension("o"))?;
    }
    let program = at("program");
    let library = at("library.so");
    if shared {
        let mut link = linker(way, "gcc");
        link.args(["-shared", "-Wl,-z,text", "-o"]).arg(&library).arg(at("library.o"));
        process::run(&mut link)?;
    }
    let mut link = linker(way, "gcc");
    link.arg(match way.linked {
        Linked::Static => "-static",
        _ => "-pie",
    });
    link.arg("-o").arg(&program).arg(at("main.o"));
    match way.linked {
        Linked::Static | Linked::Pie => link.arg(at("library.o")),
        Linked::Shared => link.arg(&library),
        Linked::Loaded => &mut link,
    };
    process::run(&mut link)?;
    let arguments: &[String] = &[library.display().to_string()];
    process::run(&mut qemu(way.target, &program, arguments))
}

/// Checks that each configuration's output equals that of `llc`'s program.
fn check(ways: &[Way]) -> Result<()> {
    let gisel = Compiler::under_test()?;
    // Tests run concurrently: each has its own folders.
    let name = format!("{:?}{}", ways[0].target, ways[0].options.concat());
    let folder = sources::work_folder("thread_locals")?;
    let expected = |linked: Linked| {
        let way =
            Way { target: Target::Aarch64, linked, level: "-O2", lld: false, relax: true, options: &[] };
        run(way, &Compiler::Llc, &folder.join(format!("{name}_llc_{linked:?}")))
    };
    let (plain, loaded) = (expected(Linked::Shared)?, expected(Linked::Loaded)?);
    let jobs: Vec<(usize, Way)> = ways.iter().copied().enumerate().collect();
    let failures: Vec<String> = parallel::map(&jobs, |&(n, way)| {
        let output =
            run(way, &gisel, &folder.join(format!("{name}_{n}"))).map_err(|e| format!("{way:?}: {e}"))?;
        let expected = if way.linked == Linked::Loaded { &loaded } else { &plain };
        if output == *expected { Ok(()) } else { Err(format!("{way:?}:\n{output}\ninstead of\n{expected}")) }
    })
    .into_iter()
    .filter_map(Result::err)
    .collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    Ok(())
}

const ALL: [Linked; 4] = [Linked::Static, Linked::Pie, Linked::Shared, Linked::Loaded];

/// Returns all configurations of a target with these options and kinds of linking.
fn ways(target: Target, options: &'static [&'static str], kinds: &[Linked], linkers: &[bool]) -> Vec<Way> {
    let mut ways = Vec::new();
    for &linked in kinds {
        for &lld in linkers {
            for (level, relax) in [("-O0", true), ("-O2", false), ("-O2", true)] {
                ways.push(Way { target, linked, level, lld, relax, options });
            }
        }
    }
    ways
}

#[test]
fn programs_on_riscv64() -> Result<()> {
    check(&ways(Target::Riscv64, &[], &ALL, &[false, true]))
}

#[test]
fn programs_on_aarch64() -> Result<()> {
    check(&ways(Target::Aarch64, &[], &ALL, &[false, true]))
}

/// GNU ld and the C library support RISC-V's descriptors only in later versions.
#[test]
fn programs_with_descriptors_on_riscv64() -> Result<()> {
    check(&ways(Target::Riscv64, &["-enable-tlsdesc"], &[Linked::Static, Linked::Pie], &[true]))
}

/// LLVM's linker does not support the relocations.
#[test]
fn programs_with_local_dynamic_variables_on_aarch64() -> Result<()> {
    check(&ways(
        Target::Aarch64,
        &["-aarch64-elf-ldtls-generation", "-tls-size=32"],
        &[Linked::Static, Linked::Shared, Linked::Loaded],
        &[false],
    ))
}

#[test]
fn programs_with_emulated_variables() -> Result<()> {
    for target in Target::ALL {
        check(&ways(target, &["-emulated-tls"], &[Linked::Static, Linked::Shared], &[false]))?;
    }
    Ok(())
}

#[test]
fn objects_of_threads() -> Result<()> {
    let source = sources::package_folder().join("thread_locals/objects.cpp");
    let gisel = Compiler::under_test()?;
    for target in Target::ALL {
        let mut expected = None;
        for (compiler, level) in [(&Compiler::Llc, "-O2"), (&gisel, "-O0"), (&gisel, "-O2")] {
            for (position, model, mode) in [
                ("-fno-pie", "-relocation-model=static", "-static"),
                ("-fPIE", "-relocation-model=pic", "-pie"),
                ("-fPIC", "-relocation-model=pic", "-pie"),
            ] {
                let folder: PathBuf = sources::work_folder(&format!("thread_locals/objects_{target:?}"))?;
                let (bitcode, object) = (folder.join("objects.bc"), folder.join("objects.o"));
                clang(target, &[position, "-O1", "-fno-exceptions"], &source, &bitcode)?;
                compile(compiler, target, &[model, level], &bitcode, &object)?;
                let way = Way {
                    target,
                    linked: Linked::Pie,
                    level,
                    lld: level == "-O2",
                    relax: true,
                    options: &[],
                };
                let program = folder.join("program");
                process::run(linker(way, "g++").arg(mode).arg("-o").arg(&program).arg(&object))?;
                let output = process::run(&mut qemu(target, &program, &[]))?;
                let expected = expected.get_or_insert(output.clone());
                assert_eq!(&output, expected, "{target:?} {level} {position}");
            }
        }
    }
    Ok(())
}
