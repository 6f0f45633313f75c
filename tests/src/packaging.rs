//! The packages for users: an archive and a Debian package. They contain the binary under all its
//! names, its manual page, shell completions, the files for build systems, the runtime library of
//! each target, and the licences of all linked code.

use crate::{Result, process};
use gisel_target_registry::TARGETS;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The shells with completions, and the path of each one's script.
const SHELLS: [(&str, &str); 3] = [
    ("bash", "share/bash-completion/completions/gisel"),
    ("zsh", "share/zsh/vendor-completions/_gisel"),
    ("fish", "share/fish/vendor_completions.d/gisel.fish"),
];

/// The names of the binary besides its own.
const NAMES: [&str; 5] = ["gisel-cc", "gisel-c++", "gisel-ld", "ld.gisel", "cargo-gisel"];

/// Debian packages whose code is linked, and whose licence texts are included.
const LINKED: [&str; 6] =
    ["llvm-22-dev", "libstdc++-12-dev", "libffi-dev", "zlib1g-dev", "libzstd-dev", "libxml2-dev"];

/// The names of a Rust package's licence files.
const LICENCES: [&str; 4] = ["LICENSE", "LICENCE", "COPYING", "NOTICE"];

/// Both packages.
#[derive(Debug)]
pub struct Packages {
    /// `gisel-VERSION-ARCH-linux.tar.gz`.
    pub archive: PathBuf,
    /// `gisel_VERSION_ARCH.deb`.
    pub debian: PathBuf,
}

/// Builds both in `folder`, from a built binary.
///
/// # Errors
/// The binary does not answer a query, or `tar` or `dpkg-deb` fails.
pub fn package(binary: &Path, folder: &Path) -> Result<Packages> {
    let version = env!("CARGO_PKG_VERSION");
    let arch = std::env::consts::ARCH;
    let name = format!("gisel-{version}-{arch}-linux");
    let (tree, root) = (folder.join(&name), folder.join("debian"));
    for old in [&tree, &root].into_iter().filter(|old| old.exists()) {
        fs::remove_dir_all(old).map_err(|e| format!("{}: {e}", old.display()))?;
    }
    lay_out(binary, &tree)?;
    let archive = folder.join(format!("{name}.tar.gz"));
    let mut tar = Command::new("tar");
    tar.args(["--owner=0", "--group=0", "--sort=name", "-czf"])
        .arg(&archive)
        .arg("-C")
        .arg(folder)
        .arg(&name);
    process::run(&mut tar)?;
    let debian = debian_package(&tree, &root, version, folder)?;
    Ok(Packages { archive, debian })
}

/// Installs all files below `tree`, which corresponds to `/usr`.
fn lay_out(binary: &Path, tree: &Path) -> Result<()> {
    let installed = tree.join("bin/gisel");
    copy(binary, &installed)?;
    process::run(Command::new("strip").arg(&installed))?;
    link_names(&tree.join("bin"))?;
    install_build_files(tree)?;
    let gisel = || Command::new(&installed);
    write(&tree.join("share/man/man1/gisel.1"), process::run(gisel().arg("--print-man-page"))?.as_bytes())?;
    for (shell, path) in SHELLS {
        let script = process::run(gisel().arg(format!("--print-completions={shell}")))?;
        write(&tree.join(path), script.as_bytes())?;
    }
    for target in &TARGETS {
        let Some(linux) = &target.linux else { continue };
        let cache = tree.join("cache");
        let mut command = gisel();
        command.arg("--print-runtime").arg(format!("-mtriple={}", linux.gnu)).env("XDG_CACHE_HOME", &cache);
        let library = process::run(&mut command)?;
        copy(Path::new(library.trim()), &tree.join(format!("lib/gisel/{}/libgisel_rt.a", linux.gnu)))?;
        fs::remove_dir_all(&cache).map_err(|e| format!("{}: {e}", cache.display()))?;
    }
    write(&tree.join("share/doc/gisel/copyright"), licences()?.as_bytes())
}

/// Links all names of the binary to it; the compiler command has one for each Linux target, too.
fn link_names(folder: &Path) -> Result<()> {
    let of_target = |gnu: &str| ["cc", "c++"].map(|driver| format!("{gnu}-gisel-{driver}"));
    let linux = TARGETS.iter().filter_map(|target| target.linux.as_ref());
    let named = NAMES.into_iter().map(str::to_owned).chain(linux.flat_map(|linux| of_target(linux.gnu)));
    for link in named.map(|name| folder.join(name)) {
        symlink("gisel", &link).map_err(|e| format!("{}: {e}", link.display()))?;
    }
    Ok(())
}

/// Installs CMake's toolchain file, and Meson's cross files where it finds them by name.
fn install_build_files(tree: &Path) -> Result<()> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    copy(&examples.join("cmake/gisel.cmake"), &tree.join("share/gisel/gisel.cmake"))?;
    for target in ["riscv64-linux-gnu", "aarch64-linux-gnu"] {
        let file = format!("{target}-gisel.ini");
        copy(&examples.join("meson").join(&file), &tree.join("share/meson/cross").join(&file))?;
    }
    Ok(())
}

/// Returns the licence texts of gisel and of all code linked into it.
fn licences() -> Result<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().ok_or("a package in no folder")?;
    let mut text = String::new();
    for file in ["LICENSE-MIT", "LICENSE-APACHE"] {
        append(&mut text, "gisel", &root.join(file))?;
    }
    for package in LINKED {
        let file = Path::new("/usr/share/doc").join(package).join("copyright");
        if file.is_file() {
            append(&mut text, package, &file)?;
        }
    }
    for (name, folder) in crates()? {
        let files = fs::read_dir(&folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let mut files: Vec<PathBuf> = files.filter_map(|entry| Some(entry.ok()?.path())).collect();
        files.sort();
        let is_licence = |file: &&PathBuf| {
            let name = file.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
            file.is_file() && LICENCES.iter().any(|start| name.starts_with(start))
        };
        files.iter().filter(is_licence).try_for_each(|file| append(&mut text, &name, file))?;
    }
    Ok(text)
}

fn append(text: &mut String, what: &str, file: &Path) -> Result<()> {
    let licence = fs::read(file).map_err(|e| format!("{}: {e}", file.display()))?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    *text += &format!("\n==== {what}: {name}\n\n{}\n", String::from_utf8_lossy(&licence));
    Ok(())
}

/// Returns names and folders of the Rust packages that the driver depends on.
fn crates() -> Result<Vec<(String, PathBuf)>> {
    let mut tree = process::cargo();
    tree.args(["tree", "--package", "gisel", "--edges", "normal", "--prefix", "none", "--format", "{p}"]);
    let listed = process::run(&mut tree)?;
    let metadata = process::run(process::cargo().args(["metadata", "--format-version", "1", "--offline"]))?;
    let mut found = Vec::new();
    for line in listed.lines() {
        let mut words = line.split_whitespace();
        let (Some(name), Some(version)) = (words.next(), words.next()) else { continue };
        let key = format!("/{name}-{}/Cargo.toml", version.trim_start_matches('v'));
        // The metadata contains the full path of each package's manifest.
        let manifest = metadata.find(&key).and_then(|at| {
            let start = metadata.get(..at)?.rfind('"')? + 1;
            metadata.get(start..at + key.len()).map(PathBuf::from)
        });
        if let Some(folder) = manifest.as_deref().and_then(Path::parent) {
            found.push((name.to_owned(), folder.to_path_buf()));
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

fn debian_package(tree: &Path, root: &Path, version: &str, folder: &Path) -> Result<PathBuf> {
    let arch = process::run(Command::new("dpkg").arg("--print-architecture"))?;
    let arch = arch.trim();
    fs::create_dir_all(root).map_err(|e| format!("{}: {e}", root.display()))?;
    process::run(Command::new("cp").arg("-r").arg(tree).arg(root.join("usr")))?;
    let control = format!(
        "Package: gisel\nVersion: {version}\nArchitecture: {arch}\nMaintainer: The gisel authors <gisel@localhost>\n\
         Depends: libc6 (>= 2.36), libgcc-s1\n\
         Recommends: qemu-user, gcc-riscv64-linux-gnu, gcc-aarch64-linux-gnu\nSection: devel\nPriority: optional\n\
         Description: compiles LLVM IR to RISC-V and AArch64 machine code\n \
         An ahead-of-time compiler that takes the place of llc: the same inputs and options,\n \
         objects in a fraction of the time.\n"
    );
    write(&root.join("DEBIAN/control"), control.as_bytes())?;
    let package = folder.join(format!("gisel_{version}_{arch}.deb"));
    process::run(Command::new("dpkg-deb").args(["--root-owner-group", "--build"]).arg(root).arg(&package))?;
    fs::remove_dir_all(root).map_err(|e| format!("{}: {e}", root.display()))?;
    Ok(package)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    make_folder(to)?;
    fs::copy(from, to).map(drop).map_err(|e| format!("{}: {e}", from.display()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    make_folder(path)?;
    fs::write(path, bytes).map_err(|e| format!("{}: {e}", path.display()))
}

fn make_folder(file: &Path) -> Result<()> {
    let folder = file.parent().ok_or("a file in no folder")?;
    fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))
}
