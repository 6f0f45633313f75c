//! Linking of objects to a program, with the target's C library and the runtime library.
//!
//! The linker driver is the cross `gcc` if there is one: it knows its start files, its C library
//! and libgcc. Otherwise `ld.lld` is called with the contents of a sysroot. The runtime library
//! comes after `-lc`, so that a C library's mem functions are preferred to its weak ones. It comes
//! before libgcc, so that 128-bit arithmetic is ours. Libraries for undefined symbols come after
//! those on the command line.

mod failure;
mod libraries;

#[cfg(test)]
mod tests;

use gisel_codegen::ir::libcalls::{ROUTINES, Routine, RoutineType};
use gisel_target_registry::{Linux, Target};
use object::Object;
use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The kind of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkMode {
    /// No shared libraries, fixed addresses.
    Static,
    /// Shared libraries, position-independent: the default of Linux distributions.
    Pie,
    /// Shared libraries, fixed addresses.
    Dynamic,
    /// A shared library.
    Shared,
}

/// The linker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Linker {
    /// `<triple>-gcc`.
    Gcc,
    /// `ld.lld`.
    Lld,
}

/// A program to link.
pub struct LinkJob<'a> {
    /// The target triple of all objects.
    pub triple: &'a str,
    /// The ABI of the objects, if it has been named.
    pub abi: Option<&'a str>,
    /// Objects and libraries, in order.
    pub inputs: &'a [PathBuf],
    /// Additional libraries and library folders, such as `-lm`, after the inputs.
    pub libraries: &'a [OsString],
    /// True if a failure prints the linker's whole output.
    pub is_verbose: bool,
    /// Options for the linker itself.
    pub linker_options: &'a [String],
    /// `libgisel_rt.a`.
    pub runtime: Option<&'a Path>,
    /// The kind of program.
    pub mode: LinkMode,
    /// The requested linker; `None` for the first that exists.
    pub linker: Option<Linker>,
    /// The folder that contains the target's `lib` folders; `None` for Debian's folder of cross
    /// libraries.
    pub sysroot: Option<&'a Path>,
    /// The program's path.
    pub output: &'a Path,
}

/// The names of LLVM's linker, the newest first.
pub const LLD_NAMES: [&str; 2] = ["ld.lld-22", "ld.lld"];

/// Links a program.
///
/// # Errors
/// There is no linker, the target is unknown, start files are missing, or the linker fails.
pub fn link(job: &LinkJob) -> Result<(), String> {
    let mut command = command(job)?;
    let program = PathBuf::from(command.get_program());
    let output = command.output().map_err(|e| format!("cannot run {}: {e}", program.display()))?;
    if output.status.success() {
        return Ok(());
    }
    let text = String::from_utf8_lossy(&output.stderr);
    let said = failure::message(&text, job.inputs, job.is_verbose);
    Err(format!("{} failed ({}):{said}", program.display(), output.status))
}

/// Returns the command that links a program.
///
/// # Errors
/// There is no linker, the target is unknown, or start files are missing.
pub fn command(job: &LinkJob) -> Result<Command, String> {
    let target = target(job.triple)?;
    let runtime: Vec<PathBuf> = job.runtime.map(Path::to_path_buf).into_iter().collect();
    let asked = libraries::of_inputs(job.inputs, &runtime);
    match choose(job.linker, target)? {
        (Linker::Gcc, path) => Ok(gcc(job, &asked, &path)),
        (Linker::Lld, path) => lld(job, target, &asked, &path),
    }
}

/// Checks that no input calls a routine on floats that only the target's libraries may define: they
/// take floats in floating-point registers, which the code does not use.
///
/// # Errors
/// An input does, and neither another input nor the runtime library defines the routine.
pub fn check_soft_routines(inputs: &[PathBuf], runtime: Option<&Path>) -> Result<(), String> {
    let runtime: Vec<PathBuf> = runtime.map(Path::to_path_buf).into_iter().collect();
    let undefined = libraries::undefined(inputs, &runtime);
    let computes = |ty: &RoutineType| matches!(ty, RoutineType::Value(ty) if ty.is_float());
    let of_floats = |routine: &&Routine| routine.result.iter().chain(routine.args).any(computes);
    let mut routines = ROUTINES.iter().filter(of_floats);
    match routines.find(|routine| undefined.contains(routine.name)) {
        None => Ok(()),
        Some(Routine { name, .. }) => Err(format!(
            "cannot link code without floating-point registers that calls `{name}`: in the target's libraries, it takes floats in these registers (an object or archive among the inputs may define it)"
        )),
    }
}

/// Returns the target of an object; none for an archive.
#[must_use]
pub fn target_of_object(data: &[u8]) -> Option<&'static Target> {
    let object = object::File::parse(data).ok()?;
    Target::of_triple(&format!("{:?}", object.architecture()).to_lowercase())
}

fn target(triple: &str) -> Result<&'static Linux, String> {
    let linux = Target::of_triple(triple).and_then(|target| target.linux.as_ref());
    linux.ok_or_else(|| format!("cannot link for '{triple}'"))
}

/// Returns Debian's folder for a target's cross libraries, if it exists.
#[must_use]
pub fn default_sysroot(triple: &str) -> Option<PathBuf> {
    let target = target(triple).ok()?;
    Some(Path::new("/usr").join(target.gnu)).filter(|p| p.is_dir())
}

/// Returns the first linker, in order of preference, that exists.
fn choose(wanted: Option<Linker>, target: &Linux) -> Result<(Linker, PathBuf), String> {
    let gcc = format!("{}-gcc", target.gnu);
    let lld = LLD_NAMES.map(|name| (Linker::Lld, name));
    let candidates = std::iter::once((Linker::Gcc, gcc.as_str())).chain(lld);
    candidates
        .into_iter()
        .filter(|(linker, _)| wanted.is_none_or(|w| w == *linker))
        .find_map(|(linker, name)| find_program(name).map(|path| (linker, path)))
        .ok_or_else(|| format!("no linker found: install {gcc} or ld.lld"))
}

/// Returns the named program, or else the first of `names` on the search path.
///
/// # Errors
/// There is none.
pub fn find_first(named: Option<&Path>, names: &[&str]) -> Result<PathBuf, String> {
    let found = named.map(Path::to_path_buf).or_else(|| names.iter().find_map(|name| find_program(name)));
    found.ok_or_else(|| format!("there is no {}", names[..2.min(names.len())].join(" or ")))
}

/// Returns the path of a program on the search path.
#[must_use]
pub fn find_program(name: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH")?;
    env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
}

fn gcc(job: &LinkJob, asked: &[&str], program: &Path) -> Command {
    let mut command = Command::new(program);
    command.arg(match job.mode {
        LinkMode::Static => "-static",
        LinkMode::Pie => "-pie",
        LinkMode::Dynamic => "-no-pie",
        LinkMode::Shared => "-shared",
    });
    if let Some(sysroot) = job.sysroot {
        command.arg(format!("--sysroot={}", sysroot.display()));
    }
    command.arg("-o").arg(job.output).args(job.inputs).args(job.libraries);
    command.args(job.linker_options.iter().map(|option| format!("-Wl,{option}"))).args(asked);
    if let Some(runtime) = job.runtime {
        command.arg("-lc").arg(runtime);
    }
    command
}

fn lld(job: &LinkJob, target: &Linux, asked: &[&str], program: &Path) -> Result<Command, String> {
    let folders = library_folders(job, target);
    let find = |name: &str| folders.iter().map(|f| f.join(name)).find(|p| p.is_file());
    let need = |name: &str| {
        find(name).ok_or_else(|| {
            format!("{name} of {} not found: install its C library, or give --sysroot", target.gnu)
        })
    };
    let (first, begin, end) = match job.mode {
        LinkMode::Static => ("crt1.o", "crtbeginT.o", "crtend.o"),
        LinkMode::Pie => ("Scrt1.o", "crtbeginS.o", "crtendS.o"),
        LinkMode::Dynamic => ("crt1.o", "crtbegin.o", "crtend.o"),
        LinkMode::Shared => ("crti.o", "crtbeginS.o", "crtendS.o"),
    };
    let mut command = Command::new(program);
    command.args(["-m", target.emulation, "--eh-frame-hdr", "-z", "relro", "--error-limit=0"]);
    match job.mode {
        LinkMode::Static => command.arg("-static"),
        LinkMode::Pie => command.args(["-pie", "-dynamic-linker", &target.loader(job.abi)]),
        LinkMode::Dynamic => command.args(["-dynamic-linker", &target.loader(job.abi)]),
        LinkMode::Shared => command.arg("-shared"),
    };
    command.arg("-o").arg(job.output).arg(need(first)?);
    if job.mode != LinkMode::Shared {
        command.arg(need("crti.o")?);
    }
    command.args(find(begin));
    for folder in &folders {
        command.arg("-L").arg(folder);
    }
    let linker_options = job.linker_options.iter().flat_map(|options| options.split(','));
    command
        .args(job.inputs)
        .args(job.libraries)
        .args(linker_options)
        .args(asked)
        .arg("--start-group")
        .arg("-lc")
        .args(job.runtime);
    let libgcc: &[(&str, &str)] = match job.mode {
        LinkMode::Static => &[("libgcc.a", "-lgcc"), ("libgcc_eh.a", "-lgcc_eh")],
        _ => &[("libgcc.a", "-lgcc")],
    };
    command.args(libgcc.iter().filter(|(file, _)| find(file).is_some()).map(|(_, option)| option));
    command.arg("--end-group");
    if job.mode != LinkMode::Static && find("libgcc_s.so").is_some() {
        command.args(["--as-needed", "-lgcc_s", "--no-as-needed"]);
    }
    command.args(find(end)).arg(need("crtn.o")?);
    Ok(command)
}

/// Returns the folders that may contain start files and libraries: the sysroot's usual folders, and
/// gcc's own.
fn library_folders(job: &LinkJob, target: &Linux) -> Vec<PathBuf> {
    let root = job.sysroot.map_or_else(|| Path::new("/usr").join(target.gnu), Path::to_path_buf);
    let mut folders: Vec<PathBuf> =
        ["lib", "usr/lib", "lib64", "usr/lib64"].iter().map(|f| root.join(f)).collect();
    folders.extend(["lib", "usr/lib"].iter().map(|f| root.join(f).join(target.gnu)));
    for base in ["/usr/lib/gcc-cross", "/usr/lib/gcc"] {
        let versions = std::fs::read_dir(Path::new(base).join(target.gnu)).into_iter().flatten();
        let mut versions: Vec<PathBuf> = versions.filter_map(|entry| entry.ok().map(|e| e.path())).collect();
        versions.sort();
        folders.extend(versions.into_iter().rev());
    }
    folders.retain(|f| f.is_dir());
    folders
}
