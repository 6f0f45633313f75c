//! `cargo xtask demo`: Lua, from C through bitcode to programs for both targets, and their output.

use crate::build::{self, Compiler};
use crate::corpus::Program;
use crate::libraries::Library;
use crate::target::{Combo, Mode, Target};
use crate::{Result, process, suite};
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// Compiles and runs Lua for both targets at both levels.
///
/// # Errors
/// The first step that fails.
pub fn demo() -> Result<()> {
    let compiler = Compiler::under_test()?;
    let lua = Library::named("lua")?.program()?;
    println!("Lua ({} C files): clang-22 makes bitcode, gisel makes objects.", lua.modules.len());
    for target in Target::ALL {
        for level in [0, 2] {
            let combo = Combo { target, ir_level: 2, level, mode: Mode::Pie };
            one(&lua, combo, &compiler)?;
        }
    }
    Ok(())
}

fn one(lua: &Program, combo: Combo, compiler: &Compiler) -> Result<()> {
    let (mut commands, program) = suite::commands(lua, combo, compiler, suite::Which::All)?;
    let ours = compiler.command(combo, Path::new("x"), Path::new("x")).get_program().to_owned();
    let mut time = Duration::ZERO;
    for command in &mut commands {
        let start = Instant::now();
        process::run(command)?;
        if command.get_program() == ours {
            time += start.elapsed();
        }
    }
    let size = fs::metadata(&program).map_err(|e| e.to_string())?.len();
    let text = text_size(&program)?;
    println!(
        "\n{}, gisel -O{}: {} modules in {} ms; .text {text} bytes, program {size} bytes",
        combo.target.triple(),
        combo.level,
        lua.modules.len(),
        time.as_millis(),
    );
    let mut qemu = build::qemu(combo.target, &program, &lua.args);
    println!("$ {}", process::command_line(&qemu));
    let start = Instant::now();
    let printed = process::transcript(&mut qemu, &program.with_extension("out"), build::TIME_LIMIT)?;
    print!("{printed}");
    println!("({} ms under qemu)", start.elapsed().as_millis());
    Ok(())
}

/// Returns the size of a file's `.text` section.
///
/// # Errors
/// llvm-size fails.
pub fn text_size(file: &Path) -> Result<u64> {
    let sections = process::run(Command::new("llvm-size-22").arg("-A").arg(file))?;
    let lines = sections.lines().filter(|line| line.starts_with(".text"));
    let sizes = lines.filter_map(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok());
    match sizes.sum() {
        0 => Err(format!("{} has no .text", file.display())),
        size => Ok(size),
    }
}
