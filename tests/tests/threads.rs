//! The number of threads changes nothing in the output.

use gisel_tests::build::{Compiler, clang};
use gisel_tests::target::{Combo, Mode, Target};
use gisel_tests::{Result, corpus, process, sources};
use std::fs;
use std::path::Path;
use std::process::Command;

/// The bytes that the compiler makes of a module with so many threads.
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
    // Addresses of blocks in initialisers in the first, and many functions in both.
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
