//! Support that programs need to run with some requests: registers initialized at the start, and
//! routines.

use crate::build::{gcc_object, link_by};
use crate::corpus::Program;
use crate::target::{Combo, Target};
use crate::{Result, process, sources};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Support to link into a program, and the programs that run with it.
#[derive(Debug)]
pub struct Support {
    /// A C file in `tests/requests`, compiled by gcc.
    pub file: &'static str,
    /// Further options of the linker driver.
    pub options: &'static [&'static str],
    /// True if each call of the C library saves and restores the register of the shadow call stack.
    pub saves: bool,
    /// Lists of names that a program must not call or define to run with it.
    pub without: &'static [&'static [&'static str]],
}

impl Support {
    /// Returns true if the program with these IR modules runs with it.
    pub fn suits(&self, program: &Program, modules: &[String]) -> bool {
        let has = |name: &&str| modules.iter().any(|text| text.contains(&format!("@{name}")));
        self.without.is_empty() || !program.is_cpp() && !self.without.iter().copied().flatten().any(has)
    }
}

/// Links a program with support.
///
/// # Errors
/// gcc fails.
pub fn link(
    program: &Program,
    combo: Combo,
    supports: &[&Support],
    modules: &[String],
    objects: &[PathBuf],
    path: &Path,
) -> Result<()> {
    let mut objects = objects.to_vec();
    let mut options: Vec<String> = Vec::new();
    for support in supports {
        let source = sources::package_folder().join("requests").join(support.file);
        if support.saves {
            let names = library_functions(modules, &objects)?;
            options.extend(names.iter().map(|name| format!("-Wl,--wrap={name}")));
            objects.push(saving_calls(combo.target, &names, path)?);
        }
        let object = path.with_file_name(support.file).with_extension("support.o");
        process::run(&mut gcc_object(combo.target, combo.mode, &source, &object))?;
        objects.push(object);
        options.extend(support.options.iter().map(|&option| option.to_owned()));
    }
    let driver = if program.is_cpp() { "g++" } else { "gcc" };
    process::run(link_by(driver, combo.target, combo.mode, &objects, path)?.args(options)).map(|_| ())
}

/// Returns the functions that objects call and their IR modules do not define.
fn library_functions(modules: &[String], objects: &[PathBuf]) -> Result<BTreeSet<String>> {
    let own: BTreeSet<&str> = modules.iter().flat_map(|text| text.lines()).filter_map(defined).collect();
    let undefined = process::run(Command::new("llvm-nm-22").args(["-u", "-j"]).args(objects))?;
    let names = undefined.lines().map(str::trim).filter(|name| !name.is_empty() && !name.ends_with(':'));
    Ok(names.filter(|name| !own.contains(name)).map(str::to_owned).collect())
}

/// Returns the function that a line of IR defines, or the variable that it defines or declares.
fn defined(line: &str) -> Option<&str> {
    let name = match line.strip_prefix("define ") {
        Some(rest) => rest.split_once('@')?.1,
        None => line.strip_prefix('@')?,
    };
    name.split(['(', ' ']).next()
}

/// Builds an object of wrappers that call the library's functions, and save x18 and the return
/// address beside the argument stack.
fn saving_calls(target: Target, names: &BTreeSet<String>, path: &Path) -> Result<PathBuf> {
    let (text, object) = (path.with_file_name("saving.s"), path.with_file_name("saving.o"));
    let mut code = String::new();
    for name in names {
        let end = "adrp x16, saved_end\n ldr x17, [x16, :lo12:saved_end]\n";
        let _ = write!(
            code,
            ".globl __wrap_{name}\n__wrap_{name}:\n {end} stp x18, x30, [x17], #16\n str x17, [x16, :lo12:saved_end]\n \
             bl __real_{name}\n {end} ldp x18, x30, [x17, #-16]!\n str x17, [x16, :lo12:saved_end]\n ret\n"
        );
    }
    fs::write(&text, code).map_err(|e| format!("{}: {e}", text.display()))?;
    let mut assemble = Command::new(format!("{}-as", target.gnu()));
    process::run(assemble.arg(&text).arg("-o").arg(&object))?;
    Ok(object)
}
