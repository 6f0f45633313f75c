//! Objects of several compilers in one program, as linkers process them: position independent
//! without relocations in code, shared, with unreferenced sections dropped, with identical code
//! folded, and with a bitcode module that the linker compiles. Each prints the same as its twin by
//! `llc`.

use gisel_tests::build::{self, Compiler};
use gisel_tests::target::{Combo, Mode, Target};
use gisel_tests::{parallel, process, sources};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The modules, in link order.
const MODULES: [&str; 3] = ["main.cpp", "shapes.cpp", "plain.c"];

/// The compiler of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Maker {
    Gisel,
    Llc,
    Gcc,
    /// None: it remains bitcode.
    Lto,
}

use Maker::{Gcc, Gisel, Llc, Lto};

/// The kind of program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    Static,
    Pie,
    /// All modules except the first form a shared library.
    Shared,
}

/// A link configuration.
#[derive(Clone, Copy, Debug)]
struct Way {
    shape: Shape,
    /// True for LLVM's linker, false for GNU's.
    lld: bool,
    options: &'static [&'static str],
    makers: &'static [[Maker; 3]],
}

const MIXED: &[[Maker; 3]] =
    &[[Gisel, Gisel, Gisel], [Gisel, Llc, Gcc], [Gcc, Gisel, Llc], [Llc, Gcc, Gisel]];
const ALONE: &[[Maker; 3]] = &[[Gisel, Gisel, Gisel], [Gcc, Gisel, Gisel]];

const WAYS: [Way; 10] = [
    Way { shape: Shape::Static, lld: false, options: &["-Wl,--gc-sections"], makers: ALONE },
    Way { shape: Shape::Static, lld: true, options: &["-Wl,--gc-sections"], makers: ALONE },
    Way { shape: Shape::Pie, lld: false, options: &["-Wl,-z,text,--gc-sections"], makers: MIXED },
    Way { shape: Shape::Pie, lld: true, options: &["-Wl,-z,text,--gc-sections"], makers: MIXED },
    Way { shape: Shape::Pie, lld: true, options: &["-Wl,-z,text,--gc-sections,--icf=safe"], makers: ALONE },
    Way { shape: Shape::Pie, lld: true, options: &["-Wl,-z,text,--gc-sections,--icf=all"], makers: ALONE },
    Way {
        shape: Shape::Pie,
        lld: true,
        options: &["-Wl,-z,text,--gc-sections,--no-relax,-z,now"],
        makers: ALONE,
    },
    Way {
        shape: Shape::Pie,
        lld: true,
        options: &["-Wl,-z,text,--gc-sections"],
        makers: &[[Gisel, Lto, Gisel], [Lto, Gisel, Lto], [Gcc, Lto, Gisel]],
    },
    Way { shape: Shape::Shared, lld: false, options: &["-Wl,-z,text,--gc-sections"], makers: MIXED },
    Way {
        shape: Shape::Shared,
        lld: true,
        options: &["-Wl,-z,text,--gc-sections,--icf=safe"],
        makers: ALONE,
    },
];

/// Calls of undefined functions are in a section that is dropped.
const SECTIONS: [&str; 2] = ["-ffunction-sections", "-fdata-sections"];

fn mode(shape: Shape) -> Mode {
    if shape == Shape::Static { Mode::Static } else { Mode::Pie }
}

/// Compiles all objects of a target that any configuration needs.
fn objects(target: Target, folder: &Path) {
    for shape in [Shape::Static, Shape::Pie] {
        for module in MODULES {
            for maker in [Llc, Gcc, Lto, Gisel] {
                object(target, shape, module, maker, folder);
            }
        }
    }
}

fn path(shape: Shape, module: &str, maker: Maker, folder: &Path) -> PathBuf {
    folder.join(format!("{:?}-{module}-{maker:?}.o", mode(shape)))
}

fn object(target: Target, shape: Shape, module: &str, maker: Maker, folder: &Path) {
    let source = sources::package_folder().join("linking").join(module);
    let object = path(shape, module, maker, folder);
    let combo = Combo { target, ir_level: 2, level: 2, mode: mode(shape) };
    // Shared libraries use the same objects.
    let pic = if shape == Shape::Static { "-fno-pic" } else { "-fPIC" };
    let mut commands = match maker {
        Gcc => {
            let driver = if module.ends_with("cpp") { "g++" } else { "gcc" };
            let mut command = Command::new(format!("{}-{driver}", target.gnu()));
            command
                .args(["-O2", "-w", pic, "-fexceptions", "-c", "-o"])
                .arg(&object)
                .arg(&source)
                .args(SECTIONS);
            vec![command]
        }
        _ => {
            let bitcode = if maker == Lto { object.clone() } else { object.with_extension("bc") };
            let flags: Vec<String> =
                [pic, "-fexceptions"].into_iter().chain(SECTIONS).map(str::to_owned).collect();
            let mut commands = vec![build::clang(combo, &source, &flags, &bitcode)];
            if maker != Lto {
                let compiler = match maker {
                    Gisel => Compiler::under_test().expect("gisel has been built"),
                    _ => Compiler::Llc,
                };
                let mut command = compiler.command(combo, &bitcode, &object);
                command.args(["-function-sections", "-data-sections", "-addrsig"]);
                commands.push(command);
            }
            commands
        }
    };
    build::run_all(&mut commands).unwrap_or_else(|message| panic!("{message}"));
}

/// Returns the linker driver, which takes the linker from a folder of its own.
fn driver(target: Target, way: Way, linkers: &Path) -> Command {
    let mut command = Command::new(format!("{}-g++", target.gnu()));
    if way.lld {
        command.arg("-fuse-ld=lld").arg("-B").arg(linkers);
    }
    command
}

/// Returns the output of a program of these compilers' objects.
fn outcome(
    target: Target,
    way: Way,
    makers: [Maker; 3],
    folder: &Path,
    linkers: &Path,
    name: &str,
) -> String {
    let objects: Vec<PathBuf> =
        MODULES.iter().zip(makers).map(|(module, maker)| path(way.shape, module, maker, folder)).collect();
    let program = folder.join(name);
    let mut commands = Vec::new();
    let mut link = driver(target, way, linkers);
    link.args(way.options).arg("-o").arg(&program);
    match way.shape {
        Shape::Static => link.arg("-static").args(&objects),
        Shape::Pie => link.arg("-pie").args(&objects),
        Shape::Shared => {
            let library = folder.join(format!("lib{name}.so"));
            let mut shared = driver(target, way, linkers);
            shared.args(["-shared", "-Wl,-z,defs"]).args(way.options).arg("-o").arg(&library);
            shared.args(&objects[1..]);
            commands.push(shared);
            link.arg("-pie").arg(&objects[0]).arg(&library).arg(format!("-Wl,-rpath,{}", folder.display()))
        }
    };
    commands.push(link);
    let linked = build::run_all(&mut commands);
    let printed = linked.and_then(|()| process::run(&mut build::qemu(target, &program, &[])));
    printed.unwrap_or_else(|message| panic!("{way:?} {makers:?}: {message}"))
}

/// Libraries for undefined symbols are linked, statically and dynamically; symbols that remain
/// undefined are reported in a few lines.
#[test]
fn symbols_ask_for_libraries() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    let cpp = r#"
        #include <cmath>
        #include <atomic>
        #include <iostream>
        #include <string>
        #include <thread>
        struct Wide { long words[5]; };
        int main(int argc, char **) {
            std::atomic<Wide> wide(Wide{{argc, 0, 0, 0, 7}});
            double root = 0;
            std::thread([&] { root = std::pow(argc + 1.0, 3) + wide.load().words[4]; }).join();
            try { throw std::string("caught"); } catch (std::string &text) { std::cout << text << ' ' << root << '\n'; }
        }
    "#;
    let wrong = "int missing(int); int other_missing; extern int gone[];\n\
                 int main() { return missing(1) + missing(2) + gone[1]; } int late() { return missing(3); }";
    let gisel = |args: &[&str]| {
        let mut command = Command::new(build::gisel());
        let output = command.current_dir(folder.path()).args(args).output().expect("gisel runs");
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned())
    };
    std::fs::write(path("a.cpp"), cpp).expect("written");
    std::fs::write(path("b.c"), wrong).expect("written");
    for target in [Target::Aarch64, Target::Riscv64] {
        for level in [0, 2] {
            let combo = Combo { target, ir_level: level, level, mode: Mode::Pie };
            for (source, bitcode) in [("a.cpp", "a.bc"), ("b.c", "b.bc")] {
                process::run(&mut build::clang(combo, &path(source), &["-fPIC".into()], &path(bitcode)))
                    .expect("clang runs");
            }
            let optimized = format!("-O{level}");
            for kind in ["--static", "--pie"] {
                let printed = gisel(&["run", &optimized, kind, "a.bc"]);
                assert_eq!(printed, ["caught 15\n".to_owned(), String::new()], "{combo} {kind}");
            }
            let [_, said] = gisel(&["run", &optimized, "b.bc"]);
            assert!(said.contains("undefined: missing (3 references, first in function main)\n"), "{said}");
            assert!(said.contains("undefined: gone (") && said.lines().count() == 4, "{said}");
            let [_, said] = gisel(&["run", "-v", "b.bc"]);
            assert!(said.contains("undefined reference to `gone'"), "{said}");
        }
    }
}

/// Creates a folder in which a linker driver finds LLVM's linker.
fn linkers() -> tempfile::TempDir {
    let linkers = tempfile::tempdir().expect("a temporary folder");
    let found = std::env::var_os("PATH").and_then(|all| {
        std::env::split_paths(&all).map(|folder| folder.join("ld.lld-22")).find(|path| path.is_file())
    });
    let lld = found.expect("ld.lld-22 is there");
    std::os::unix::fs::symlink(lld, linkers.path().join("ld.lld")).expect("linked");
    linkers
}

fn check(target: Target) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let linkers = linkers();
    objects(target, folder.path());
    let jobs: Vec<(usize, Way)> = WAYS.into_iter().enumerate().collect();
    parallel::map(&jobs, |&(number, way)| {
        let run = |makers, name: &str| outcome(target, way, makers, folder.path(), linkers.path(), name);
        let expected = run([Llc; 3], &format!("twin{number}"));
        assert!(expected.ends_with("last\n") && expected.contains("caught through C 9"), "{expected}");
        for (n, &makers) in way.makers.iter().enumerate() {
            let printed = run(makers, &format!("mixed{number}-{n}"));
            assert_eq!(printed, expected, "{target:?} {way:?} {makers:?}");
        }
    });
}

#[test]
fn mixed_objects_link_aarch64() {
    check(Target::Aarch64);
}

#[test]
fn mixed_objects_link_riscv64() {
    check(Target::Riscv64);
}

/// Constructors and destructors by priority, and relative vtables, which only LLVM's linker
/// supports on these targets.
#[test]
fn virtual_tables_are_relative() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let linkers = linkers();
    let source = sources::package_folder().join("linking/loading.cpp");
    let flags = ["-fPIC", "-fexperimental-relative-c++-abi-vtables", "-fno-rtti"].map(str::to_owned);
    let way = WAYS[3];
    let gisel = Compiler::under_test().expect("gisel has been built");
    for target in [Target::Aarch64, Target::Riscv64] {
        for (ir_level, level) in [(0, 0), (0, 2), (2, 0), (2, 2)] {
            let combo = Combo { target, ir_level, level, mode: Mode::Pie };
            let [bitcode, object, program] = ["bc", "o", "out"].map(|kind| folder.path().join(kind));
            let printed = [&Compiler::Llc, &gisel].map(|compiler| {
                let mut link = driver(target, way, linkers.path());
                link.args(way.options).arg("-pie").arg("-o").args([&program, &object]);
                let mut commands = [
                    build::clang(combo, &source, &flags, &bitcode),
                    compiler.command(combo, &bitcode, &object),
                    link,
                ];
                build::run_all(&mut commands).unwrap_or_else(|message| panic!("{message}"));
                process::run(&mut build::qemu(target, &program, &[])).expect("it runs")
            });
            assert!(printed[0].starts_with("+101\nconstructor 150\n"), "{}", printed[0]);
            assert_eq!(printed[0], printed[1], "{combo}");
        }
    }
}

/// Two versions of a function in a library, and a program that refers to one by name and to the
/// other by default.
#[test]
fn symbols_have_versions() {
    let library = r#"
        int answer_old(void) { return 1; }
        int answer_new(void) { return 2; }
        __asm__(".symver answer_old, answer@FIRST\n.symver answer_new, answer@@SECOND");
    "#;
    let program = r#"
        #include <stdio.h>
        int answer(void);
        int answer_before(void);
        __asm__(".symver answer_before, answer@FIRST");
        int main(void) { printf("%d %d\n", answer_before(), answer()); }
    "#;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("library.c"), library).expect("written");
    std::fs::write(path("program.c"), program).expect("written");
    std::fs::write(path("versions"), "FIRST { local: answer_*; };\nSECOND {} FIRST;\n").expect("written");
    let gisel = Compiler::under_test().expect("gisel has been built");
    for target in [Target::Aarch64, Target::Riscv64] {
        for level in [0, 2] {
            let combo = Combo { target, ir_level: level, level, mode: Mode::Pie };
            let mut commands = Vec::new();
            for name in ["library", "program"] {
                let [source, bitcode, object] = ["c", "bc", "o"].map(|kind| path(&format!("{name}.{kind}")));
                commands.push(build::clang(combo, &source, &["-fPIC".to_owned()], &bitcode));
                commands.push(gisel.command(combo, &bitcode, &object));
            }
            let gcc = || Command::new(format!("{}-gcc", target.gnu()));
            let mut shared = gcc();
            shared.args(["-shared", "-o"]).args([path("libanswer.so"), path("library.o")]);
            shared.arg(format!("-Wl,--version-script={}", path("versions").display()));
            let mut link = gcc();
            link.arg("-o").args([path("program"), path("program.o"), path("libanswer.so")]);
            link.arg(format!("-Wl,-rpath,{}", folder.path().display()));
            commands.extend([shared, link]);
            build::run_all(&mut commands).unwrap_or_else(|message| panic!("{message}"));
            let printed = process::run(&mut build::qemu(target, &path("program"), &[]));
            assert_eq!(printed.as_deref(), Ok("1 2\n"), "{combo}");
        }
    }
}

/// A shared library and a program that is linked with it by `-L` and `-l`, with options for the
/// linker; the link command is printed on request.
#[test]
fn the_command_links_libraries() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    let library = "int shared(int x) { return x + 40; }";
    let program = "int shared(int); int main(int argc, char **argv) { return argc > 1 ? *(volatile char *)0 : shared(argc); }";
    let gisel = build::gisel();
    for target in [Target::Aarch64, Target::Riscv64] {
        let combo = Combo { target, ir_level: 2, level: 2, mode: Mode::Pie };
        for (name, text) in [("library", library), ("program", program)] {
            std::fs::write(path(&format!("{name}.c")), text).expect("written");
            let [source, bitcode] = ["c", "bc"].map(|kind| path(&format!("{name}.{kind}")));
            process::run(&mut build::clang(combo, &source, &["-fPIC".to_owned()], &bitcode))
                .expect("clang runs");
        }
        let command = |args: &[&str]| {
            let mut command = Command::new(&gisel);
            command.current_dir(folder.path()).args(args);
            command
        };
        let shared = ["library.bc", "--link", "-shared", "-o", "libfound.so", "-Wl,-soname,libfound.so"];
        process::run(&mut command(&shared)).expect("a shared library");
        let rpath = format!("-Wl,-rpath,{}", folder.path().display());
        let linked = ["program.bc", "--link", "-o", "program", "-L.", "-lfound", &rpath];
        process::run(&mut command(&linked)).expect("a program");
        let mut run = build::qemu(target, &path("program"), &[]);
        assert_eq!(run.status().expect("qemu runs").code(), Some(41), "{target:?}");
        let shown = command(&[&linked[..], &["-###"]].concat()).output().expect("gisel runs");
        let shown = String::from_utf8_lossy(&shown.stderr).into_owned();
        assert!(shown.contains("\"-lfound\"") && shown.contains("-rpath"), "{shown}");
        let crash = ["run", "--static", "program.bc", "library.o", "--", "one"];
        process::run(&mut command(&["-filetype=obj", "library.bc", "-o", "library.o"])).expect("an object");
        let crashed = command(&crash).output().expect("gisel runs");
        let said = String::from_utf8_lossy(&crashed.stderr).into_owned();
        assert!(said.contains("the program was killed by SIGSEGV: it accessed memory"), "{said}");
        assert_eq!(crashed.status.code(), Some(139), "{said}");
    }
}
