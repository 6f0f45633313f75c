//! Special properties of operating systems, compared with `llc`: access to thread-local variables,
//! the platform register, and the ABI in the ELF header.

use gisel_tests::build::Compiler;
use gisel_tests::{Result, process, sources};
use object::{Object, ObjectSection, ObjectSymbol, RelocationFlags, RelocationTarget};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Returns a module with more simultaneous values than registers, and two thread-local variables.
fn module() -> String {
    let mut text = "@own = thread_local global i32 5\n@other = external thread_local global i32\n\
        declare ptr @llvm.threadlocal.address.p0(ptr)\n"
        .to_owned();
    for name in ["own", "other"] {
        let _ = writeln!(
            text,
            "define ptr @of_{name}() {{\n %p = call ptr @llvm.threadlocal.address.p0(ptr @{name})\n ret ptr %p\n}}"
        );
    }
    text += "define void @many(ptr %p) {\n";
    for n in 0..31 {
        let _ = writeln!(
            text,
            " %a{n} = getelementptr i64, ptr %p, i64 {n}\n %v{n} = load volatile i64, ptr %a{n}"
        );
    }
    (0..31).for_each(|n| text += &format!(" store volatile i64 %v{n}, ptr %a{}\n", 30 - n));
    text + " ret void\n}\n"
}

/// Returns the relocations, the header's OS ABI byte, and the use of the platform register.
fn facts(object: &Path) -> Result<BTreeSet<String>> {
    let data = fs::read(object).map_err(|e| e.to_string())?;
    let file = object::File::parse(&data[..]).map_err(|e| e.to_string())?;
    let mut facts = BTreeSet::from([format!("system {}", data[7])]);
    for section in file.sections().filter(|section| section.name() != Ok(".eh_frame")) {
        for (_, relocation) in section.relocations() {
            if let (RelocationTarget::Symbol(symbol), RelocationFlags::Elf { r_type }) =
                (relocation.target(), relocation.flags())
            {
                let symbol = file.symbol_by_index(symbol).map_err(|e| e.to_string())?;
                let name = symbol.name().unwrap_or_default();
                // Relocations against labels repeat another one.
                if !name.starts_with(".L") {
                    facts.insert(format!("{r_type} {name}"));
                }
            }
        }
    }
    let code = process::run(Command::new("llvm-objdump-22").arg("-d").arg(object))?;
    let words = |word: &str| code.split(|c: char| !c.is_ascii_alphanumeric()).any(|found| found == word);
    facts.insert(format!("x18 {}", words("x18")));
    Ok(facts)
}

#[test]
fn systems_are_as_llc_has_them() -> Result<()> {
    let folder = sources::work_folder("operating_systems")?;
    let input = folder.join("module.ll");
    fs::write(&input, module()).map_err(|e| e.to_string())?;
    let systems = "linux-gnu linux-musl linux-android linux-android28 unknown-linux-android29 linux-android35 fuchsia \
        linux-ohos unknown-linux-ohos liteos openbsd freebsd unknown-freebsd14.1 netbsd none-elf unknown-hermit haiku";
    let compilers = [Compiler::under_test()?, Compiler::Llc];
    for (arch, system) in
        systems.split_whitespace().flat_map(|system| ["aarch64", "riscv64"].map(|arch| (arch, system)))
    {
        for option in ["", "-emulated-tls", "-emulated-tls=false", "-enable-tlsdesc=false", "-enable-tlsdesc"]
        {
            let of = |compiler: &Compiler| {
                let (mut command, name) = match compiler {
                    Compiler::Gisel(path) => (Command::new(path), "gisel.o"),
                    Compiler::Llc => (Command::new("llc-22"), "llc.o"),
                };
                command
                    .arg(format!("-mtriple={arch}-{system}"))
                    .args(["-relocation-model=pic", "-filetype=obj"]);
                if arch == "riscv64" {
                    command.args(["-mattr=+m,+a,+f,+d,+c", "-code-model=medium"]);
                }
                command.args(Some(option).filter(|option| !option.is_empty()));
                process::run(command.arg(&input).arg("-o").arg(folder.join(name)))?;
                facts(&folder.join(name))
            };
            let [ours, theirs] = [of(&compilers[0])?, of(&compilers[1])?];
            assert_eq!(ours, theirs, "{arch}-{system} {option}");
        }
    }
    Ok(())
}
