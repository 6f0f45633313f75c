//! The number of threads does not change the output, and follows `make`'s job slots.

use gisel_tests::build::{Compiler, clang};
use gisel_tests::target::{Combo, Mode, Target};
use gisel_tests::{Result, corpus, process, sources};
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

/// Compiles a module with the given number of threads and returns the object.
fn compiled(gisel: &Path, module: &Path, level: &str, threads: &str) -> Result<Vec<u8>> {
    let object = module.with_extension("o");
    let mut command = Command::new(gisel);
    command.args([level, "-filetype=obj", "-j", threads, "-o"]).arg(&object).arg(module);
    process::run(&mut command)?;
    fs::read(&object).map_err(|e| format!("{}: {e}", object.display()))
}

#[test]
fn output_is_the_same_for_any_number_of_threads() -> Result<()> {
    let Compiler::Gisel(gisel) = Compiler::under_test()? else { return Err("no compiler".into()) };
    let folder = sources::work_folder("threads")?;
    let lua = corpus::set("lua")?;
    // Block addresses in initialisers in the first, and many functions in both.
    let chosen = |name: &str| lua.iter().flat_map(|l| &l.modules).find(|m| m.source.ends_with(name));
    for name in ["lvm.c", "lapi.c"] {
        let module = chosen(name).ok_or("no such module")?;
        for target in Target::ALL {
            let combo = Combo { target, ir_level: 2, level: 0, mode: Mode::Static };
            let bitcode = folder.join("module.bc");
            process::run(&mut clang(combo, &module.source, &module.flags, &bitcode))?;
            let text = folder.join("module.ll");
            process::run(Command::new("llvm-dis-22").arg(&bitcode).arg("-o").arg(&text))?;
            for level in ["-O0", "-O2"] {
                let one = compiled(&gisel, &bitcode, level, "1")?;
                for (input, threads) in [(&bitcode, "2"), (&bitcode, "5"), (&text, "1"), (&text, "3")] {
                    let other = compiled(&gisel, input, level, threads)?;
                    assert!(one == other, "{} {level} -j {threads}", input.display());
                }
            }
        }
    }
    Ok(())
}

/// The flag for reads that do not block (`O_NONBLOCK` of Linux).
const NON_BLOCKING: i32 = 0o4000;

/// Creates a job server with tokens, like `make` from 4.4 on: the file's path, and the file open
/// for reading and writing.
fn job_server(folder: &Path, tokens: usize) -> Result<(PathBuf, File)> {
    let path = folder.join("job-server");
    let _ = fs::remove_file(&path);
    process::run(Command::new("mkfifo").arg(&path))?;
    let opened = OpenOptions::new().read(true).write(true).custom_flags(NON_BLOCKING).open(&path);
    let mut file = opened.map_err(|e| format!("{}: {e}", path.display()))?;
    file.write_all(&vec![b'+'; tokens]).map_err(|e| e.to_string())?;
    Ok((path, file))
}

/// Returns the maximum number of threads of a compilation.
fn most_threads(command: &mut Command) -> Result<usize> {
    let mut child = command.stdout(Stdio::null()).spawn().map_err(|e| e.to_string())?;
    let tasks = format!("/proc/{}/task", child.id());
    let mut most = 0;
    while child.try_wait().map_err(|e| e.to_string())?.is_none() {
        most = most.max(fs::read_dir(&tasks).map_or(0, Iterator::count));
        thread::sleep(Duration::from_millis(1));
    }
    Ok(most)
}

#[test]
fn threads_take_job_slots_and_give_them_back() -> Result<()> {
    let Compiler::Gisel(gisel) = Compiler::under_test()? else { return Err("no compiler".into()) };
    let folder = sources::work_folder("job_slots")?;
    let lua = corpus::set("lua")?;
    let module = lua.iter().flat_map(|l| &l.modules).find(|m| m.source.ends_with("lapi.c"));
    let module = module.ok_or("no such module")?;
    let combo = Combo { target: Target::Riscv64, ir_level: 2, level: 0, mode: Mode::Static };
    let bitcode = folder.join("module.bc");
    process::run(&mut clang(combo, &module.source, &module.flags, &bitcode))?;
    // The main thread, and the one that supervises LLVM's reader.
    const OTHERS: usize = 2;
    for (tokens, wanted, expected) in [(0, 4, 0), (2, 4, 2), (5, 3, 2)] {
        let (path, mut server) = job_server(&folder, tokens)?;
        let mut command = Command::new(&gisel);
        command.args(["-O2", "-filetype=obj", "-j", &wanted.to_string(), "-o"]);
        command.arg(folder.join("module.o")).arg(&bitcode);
        command.env("MAKEFLAGS", format!(" -j8 --jobserver-auth=fifo:{}", path.display()));
        let most = most_threads(&mut command)?;
        assert_eq!(most, OTHERS + expected, "{tokens} tokens, -j {wanted}");
        let mut left = vec![0; tokens + 1];
        let returned = server.read(&mut left).unwrap_or(0);
        assert_eq!(returned, tokens, "tokens are given back");
    }
    Ok(())
}

#[test]
fn a_job_server_that_is_not_there_is_none() -> Result<()> {
    let Compiler::Gisel(gisel) = Compiler::under_test()? else { return Err("no compiler".into()) };
    let folder = sources::work_folder("no_job_server")?;
    let input = folder.join("input.ll");
    fs::write(&input, "define void @f() {\n  ret void\n}\n").map_err(|e| e.to_string())?;
    for auth in ["fifo:/nowhere/at/all", "-2,-2", "97,98", "what"] {
        let mut command = Command::new(&gisel);
        command
            .args(["-mtriple=riscv64-linux-gnu", "-filetype=obj", "-o"])
            .arg(folder.join("output.o"))
            .arg(&input);
        process::run(command.env("MAKEFLAGS", format!("-j8 --jobserver-auth={auth}")))?;
    }
    Ok(())
}
