//! C libraries from packages of crates, each with a driver of our own (`tests/<name>/main.c`) that
//! exercises it.

use crate::corpus::{Module, Program, files, stem};
use crate::platform::Platform;
use crate::target::{Combo, Mode, Target};
use crate::{Result, build, sources, suite};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The sources of a library, and its compile options.
#[derive(Debug)]
pub struct Library {
    /// The name of the set of programs, and of the folder with the driver.
    pub name: &'static str,
    package: &'static str,
    /// The base folder in the package of the other paths.
    base: &'static str,
    /// Folders with sources.
    folders: &'static [&'static str],
    /// Sources to compile; all of the folders if empty.
    only: &'static [&'static str],
    /// Sources to exclude: programs, or files that others include.
    without: &'static [&'static str],
    /// Folders with headers.
    includes: &'static [&'static str],
    flags: &'static [&'static str],
    /// The flags that only apply with POSIX.
    posix: &'static [&'static str],
    /// The file beside the driver that is its argument.
    argument: Option<&'static str>,
}

/// A library whose sources and headers are all in one folder.
const PLAIN: Library = Library {
    name: "",
    package: "",
    base: "",
    folders: &[""],
    only: &[],
    without: &[],
    includes: &[""],
    flags: &[],
    posix: &[],
    argument: None,
};

/// All libraries.
pub const LIBRARIES: [Library; 7] = [
    Library {
        name: "lua",
        package: "lua-src",
        base: "lua-5.4.9",
        without: &["lua", "luac"],
        // A fixed seed, which makes the traversal order of tables deterministic.
        flags: &["-DLUA_USE_POSIX", "-Dluai_makeseed(L)=42"],
        posix: &["-DLUA_USE_POSIX"],
        argument: Some("workload.lua"),
        ..PLAIN
    },
    Library {
        name: "zlib",
        package: "libz-sys",
        base: "src/zlib",
        flags: &["-DHAVE_UNISTD_H", "-D_LARGEFILE64_SOURCE=1"],
        ..PLAIN
    },
    Library {
        name: "bzip2",
        package: "bzip2-sys",
        base: "bzip2-1.0.8",
        without: &["bzip2", "bzip2recover", "dlltest", "mk251", "spewG", "unzcrash"],
        flags: &["-DBZ_NO_STDIO"],
        ..PLAIN
    },
    Library { name: "lz4", package: "lz4-sys", base: "liblz4/lib", without: &["lz4file"], ..PLAIN },
    Library {
        name: "zstd",
        package: "zstd-sys",
        base: "zstd/lib",
        folders: &["common", "compress", "decompress", "dictBuilder"],
        flags: &["-DZSTD_LEGACY_SUPPORT=0"],
        ..PLAIN
    },
    Library {
        name: "sqlite",
        package: "libsqlite3-sys",
        base: "sqlite3",
        only: &["sqlite3"],
        flags: &[
            "-DSQLITE_ENABLE_FTS5",
            "-DSQLITE_ENABLE_MATH_FUNCTIONS",
            "-DSQLITE_ENABLE_RTREE",
            "-DSQLITE_OMIT_LOAD_EXTENSION",
        ],
        ..PLAIN
    },
    Library {
        name: "quickjs",
        package: "rquickjs-sys",
        base: "quickjs",
        only: &["dtoa", "libregexp", "libunicode", "quickjs"],
        flags: &["-D_GNU_SOURCE"],
        argument: Some("workload.js"),
        ..PLAIN
    },
];

impl Library {
    /// Returns the library of a name.
    ///
    /// # Errors
    /// There is no such library.
    pub fn named(name: &str) -> Result<&'static Library> {
        LIBRARIES.iter().find(|l| l.name == name).ok_or_else(|| format!("no library is called '{name}'"))
    }

    /// Returns the library with its driver.
    ///
    /// # Errors
    /// The sources are missing.
    pub fn program(&self) -> Result<Program> {
        let own = sources::package_folder().join(self.name);
        let base = sources::crate_folder(self.package)?.join(self.base);
        let mut flags: Vec<String> = self.flags.iter().map(|&f| f.to_owned()).collect();
        flags.extend(self.includes.iter().map(|folder| format!("-I{}", base.join(folder).display())));
        let mut parts = Vec::new();
        for folder in self.folders {
            parts.extend(files(&base.join(folder), "c")?);
        }
        parts.retain(|path| self.takes(&stem(path)));
        parts.push(own.join("main.c"));
        let workload = self.argument.unwrap_or("main");
        Ok(Program {
            name: self.name.into(),
            modules: parts.into_iter().map(|source| Module { source, flags: flags.clone() }).collect(),
            linked: false,
            args: self.argument.iter().map(|file| own.join(file).display().to_string()).collect(),
            expected: own.join(workload).with_extension("expected"),
            unsupported: Vec::new(),
            twinless: Vec::new(),
            targets: Vec::new(),
            options: Vec::new(),
        })
    }

    /// Returns true if all functions of the C library that it refers to are available.
    #[must_use]
    pub fn is_for(&self, platform: Platform) -> bool {
        const CARRIED: [&str; 5] = ["lua", "zlib", "bzip2", "lz4", "zstd"];
        !matches!(platform, Platform::Bare(_)) || CARRIED.contains(&self.name)
    }

    /// Compiles the library and its driver to one bitcode module, in a folder.
    ///
    /// # Errors
    /// The sources are missing, or clang fails.
    pub fn module(&self, platform: Platform, ir_level: u8, folder: &Path) -> Result<PathBuf> {
        let linked = folder.join(format!("{}-{platform}.bc", self.name));
        let mut commands = Vec::new();
        let program = self.program()?;
        match platform {
            Platform::Aarch64With(_) => {
                return self.module(Platform::Linux(Target::Aarch64), ir_level, folder);
            }
            Platform::Linux(target) => {
                let combo = Combo { target, ir_level, level: 0, mode: Mode::Static };
                suite::linked(&program, combo, suite::Which::Needed, &linked, &mut commands)?;
            }
            Platform::Bare(machine) => {
                let mut link = Command::new("llvm-link-22");
                for module in program.modules {
                    let bitcode = folder.join(stem(&module.source)).with_extension("bc");
                    let mut clang = machine.clang(ir_level, &module.source, &bitcode);
                    clang.args(module.flags.iter().filter(|flag| !self.posix.contains(&flag.as_str())));
                    commands.push(clang);
                    link.arg(bitcode);
                }
                link.arg("-o").arg(&linked);
                commands.push(link);
            }
        }
        build::run_all(&mut commands)?;
        Ok(linked)
    }

    fn takes(&self, stem: &str) -> bool {
        (self.only.is_empty() || self.only.contains(&stem)) && !self.without.contains(&stem)
    }
}
