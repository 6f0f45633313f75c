//! `machine-outliner` from outside: the outlined functions compared with `llc`; programs run
//! correctly after outlining, and exceptions unwind through outlined functions.

use gisel_tests::build::{self, Compiler};
use gisel_tests::target::{Combo, Mode, Target};
use gisel_tests::{Result, libraries, parallel, process, sources, workloads};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Common code of several functions, with different ends.
const FUNCTIONS: &str = "
declare i32 @use(i32, i32, i32, i32, i32, i32)
define i32 @f0(i32 %x, ptr %p) #A {
  %a = call i32 @use(i32 1, i32 2, i32 3, i32 4, i32 5, i32 6)
  store i32 %a, ptr %p
  ret i32 1
}
define i32 @f1(i32 %x, ptr %p) #A {
  %a = call i32 @use(i32 1, i32 2, i32 3, i32 4, i32 5, i32 6)
  store i32 %a, ptr %p, align 1
  ret i32 2
}
define i32 @f2(i32 %x, ptr %p) #A {
  %a = call i32 @use(i32 1, i32 2, i32 3, i32 4, i32 5, i32 6)
  %b = add i32 %a, %x
  ret i32 %b
}
";

/// Returns the names of outlined functions in a compiler's output for IR.
fn outlined(compiler: &Path, target: Target, text: &str, options: &[&str]) -> Result<Vec<String>> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let (input, object) = (folder.path().join("input.ll"), folder.path().join("output.o"));
    let text = format!("target triple = \"{}\"\n{text}", target.triple());
    fs::write(&input, text).map_err(|e| e.to_string())?;
    let mut command = Command::new(compiler);
    process::run(command.args(["-O2", "-filetype=obj", "-o"]).arg(&object).args(options).arg(&input))?;
    let names = process::run(Command::new("llvm-nm-22").arg("-j").arg(&object))?;
    Ok(names.lines().filter(|name| name.starts_with("OUTLINED_FUNCTION")).map(str::to_owned).collect())
}

fn gisel() -> Result<PathBuf> {
    match Compiler::under_test()? {
        Compiler::Gisel(gisel) => Ok(gisel),
        _ => Err("no compiler".into()),
    }
}

#[test]
fn functions_of_minimal_size_are_outlined_from() -> Result<()> {
    let gisel = gisel()?;
    for target in Target::ALL {
        let with = |attributes: &str| {
            format!("{FUNCTIONS}\nattributes #0 = {{ {attributes} }}\n").replace("#A", "#0")
        };
        for (attributes, options, some) in [
            ("minsize optsize nounwind", &[][..], true),
            ("minsize optsize uwtable", &[], true),
            ("optsize nounwind", &[], false),
            ("nounwind", &["-enable-machine-outliner"], true),
            ("nounwind", &["-enable-machine-outliner=always", "-machine-outliner-reruns=1"], true),
            ("minsize optsize nounwind", &["-enable-machine-outliner=never"], false),
            ("minsize optsize nounwind \"nooutline\"", &[], false),
            ("minsize optsize nounwind \"sign-return-address\"=\"all\"", &[], false),
        ] {
            let names = outlined(&gisel, target, &with(attributes), options)?;
            assert_eq!(!names.is_empty(), some, "{} {attributes} {options:?}: {names:?}", target.arch());
            assert!(!some || names[0] == "OUTLINED_FUNCTION_0", "{names:?}");
        }
        // Nothing is outlined from functions with their own sections or in groups.
        let own = with("minsize nounwind").replace(" #0 {", " #0 section \"own\" {");
        assert!(outlined(&gisel, target, &own, &[])?.is_empty());
        let group =
            format!("$g = comdat any\n{}", with("minsize nounwind")).replace(" #0 {", " #0 comdat($g) {");
        assert!(outlined(&gisel, target, &group, &[])?.is_empty());
    }
    Ok(())
}

#[test]
fn profiles_are_refused_by_name() -> Result<()> {
    let gisel = gisel()?;
    for which in ["optimistic-pgo", "conservative-pgo", "some"] {
        let option = format!("-enable-machine-outliner={which}");
        let refused = outlined(&gisel, Target::Riscv64, FUNCTIONS, &[&option]);
        assert!(refused.as_ref().is_err_and(|message| message.contains(which)), "{refused:?}");
    }
    Ok(())
}

/// Libraries compiled for size run correctly, and are equal for any number of threads.
#[test]
fn libraries_made_for_size_run() -> Result<()> {
    let gisel = gisel()?;
    let folder = sources::work_folder("machine_outliner")?;
    let programs =
        ["lua", "bzip2"].map(|name| libraries::Library::named(name).and_then(|library| library.program()));
    let programs = programs.into_iter().collect::<Result<Vec<_>>>()?;
    let jobs: Vec<_> =
        programs.iter().flat_map(|program| Target::ALL.map(|target| (program, target))).collect();
    let results = parallel::map(&jobs, |(program, target)| -> Result<()> {
        let bitcode = workloads::module(program, *target, true, &folder)?;
        let object = bitcode.with_extension("o");
        process::run(&mut workloads::compile(Some(&gisel), *target, "obj", &bitcode, &object))?;
        let executable = workloads::link(program, *target, &object)?;
        let printed = process::run(&mut build::qemu(*target, &executable, &program.args))?;
        let expected = fs::read_to_string(&program.expected).map_err(|e| e.to_string())?;
        assert_eq!(process::first_difference(&expected, &printed), None);
        let one = fs::read(&object).map_err(|e| e.to_string())?;
        let mut command = Command::new(&gisel);
        command.args(["-O2", "-disable-verify", Mode::Static.relocation_model(), "-filetype=obj", "-j", "3"]);
        process::run(
            command.arg(format!("-mtriple={}", target.triple())).arg("-o").arg(&object).arg(&bitcode),
        )?;
        assert!(one == fs::read(&object).map_err(|e| e.to_string())?, "{}", object.display());
        Ok(())
    });
    results.into_iter().collect()
}

#[test]
fn exceptions_pass_through_what_was_outlined() -> Result<()> {
    let gisel = gisel()?;
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    for source in ["cpp/exceptions.cpp", "cpp/return_addresses.cpp"] {
        let source = sources::package_folder().join(source);
        let expected = fs::read_to_string(source.with_extension("expected")).map_err(|e| e.to_string())?;
        for (target, level) in Target::ALL.into_iter().flat_map(|target| [(target, 0), (target, 2)]) {
            let combo = Combo { target, ir_level: level, level: 2, mode: Mode::Static };
            let (bitcode, object) = (folder.path().join("program.bc"), folder.path().join("program.o"));
            process::run(&mut build::clang(combo, &source, &[], &bitcode))?;
            let mut command = workloads::compile(Some(&gisel), target, "obj", &bitcode, &object);
            process::run(command.arg("-enable-machine-outliner=always"))?;
            let program = folder.path().join("program");
            process::run(&mut build::link_by("g++", target, Mode::Static, &[object], &program)?)?;
            let mut qemu = build::qemu(target, &program, &[]);
            let printed = process::transcript(&mut qemu, &folder.path().join("printed"), build::TIME_LIMIT)?;
            let difference = process::first_difference(&expected, &printed);
            assert_eq!(difference, None, "{} {combo}", source.display());
        }
    }
    Ok(())
}
