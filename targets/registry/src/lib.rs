//! The targets, one row each: its names in triples, the linking and execution of its programs, and
//! its runtime library.
//!
//! Code generation for a target is in `gisel-targets`, in the folder that [`Target::folder`] names.
//! This package holds only facts that do not concern compilation. The build script of the runtime
//! library reads it, and so do the driver and the tests.

/// One target.
#[derive(Debug, PartialEq, Eq)]
pub struct Target {
    /// The first component of its triples.
    pub name: &'static str,
    /// Its aliases in triples.
    pub aliases: &'static [&'static str],
    /// The folder of `gisel-targets` with its code generation.
    pub folder: Folder,
    /// The linking of programs for Linux; `None` if the driver does not support it.
    pub linux: Option<Linux>,
    /// Its runtime library.
    pub runtime: Runtime,
}

/// The folders of `gisel-targets`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Folder {
    /// RISC-V.
    Riscv,
    /// The 64-bit state of Armv8-A and later.
    AArch64,
}

/// A target's Linux with the GNU C library.
#[derive(Debug, PartialEq, Eq)]
pub struct Linux {
    /// The triple in the names of its cross tools.
    pub gnu: &'static str,
    /// The emulation name of GNU ld and LLD.
    pub emulation: &'static str,
    /// The dynamic loader; `{abi}` is a placeholder for the ABI's name.
    pub loader: &'static str,
    /// The default ABI of programs; empty if there is only one.
    pub abi: &'static str,
}

/// The placeholder for the ABI in the names of loaders.
const ABI: &str = "{abi}";

impl Linux {
    /// Returns the dynamic loader of programs of this ABI.
    #[must_use]
    pub fn loader(&self, abi: Option<&str>) -> String {
        self.loader.replace(ABI, abi.unwrap_or(self.abi))
    }
}

/// The build options of the runtime library, and the programs that use it.
#[derive(Debug, PartialEq, Eq)]
pub struct Runtime {
    /// clang's options for the target: its triple, the ABI, and the minimum extensions, which
    /// exclude any other requirement.
    pub clang: &'static [&'static str],
    /// The options with which clang compiles atomic accesses, if the library serves both machines
    /// with atomic instructions and machines without.
    pub atomics: Option<&'static [&'static str]>,
    /// The programs that are also linked with libgcc.
    pub libgcc: Libgcc,
}

/// The programs of a target that are linked with libgcc and libatomic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Libgcc {
    /// None.
    Never,
    /// The programs for Linux, with this ABI.
    OnLinux(&'static str),
    /// All: the library only defines functions missing in libgcc.
    Always,
}

const RISCV_ATOMICS: &[&str] = &["-Xclang", "-target-feature", "-Xclang", "+a"];

/// All targets.
pub static TARGETS: [Target; 3] = [
    Target {
        name: "riscv32",
        aliases: &[],
        folder: Folder::Riscv,
        linux: Some(Linux {
            gnu: "riscv32-linux-gnu",
            emulation: "elf32lriscv",
            loader: "/lib/ld-linux-riscv32-{abi}.so.1",
            abi: "ilp32d",
        }),
        runtime: Runtime {
            clang: &["--target=riscv32-linux-gnu", "-march=rv32i", "-mabi=ilp32"],
            atomics: Some(RISCV_ATOMICS),
            libgcc: Libgcc::Never,
        },
    },
    Target {
        name: "riscv64",
        aliases: &[],
        folder: Folder::Riscv,
        linux: Some(Linux {
            gnu: "riscv64-linux-gnu",
            emulation: "elf64lriscv",
            loader: "/lib/ld-linux-riscv64-{abi}.so.1",
            abi: "lp64d",
        }),
        runtime: Runtime {
            clang: &["--target=riscv64-linux-gnu", "-march=rv64i", "-mabi=lp64"],
            atomics: Some(RISCV_ATOMICS),
            libgcc: Libgcc::OnLinux("lp64d"),
        },
    },
    Target {
        name: "aarch64",
        aliases: &["arm64"],
        folder: Folder::AArch64,
        linux: Some(Linux {
            gnu: "aarch64-linux-gnu",
            emulation: "aarch64linux",
            loader: "/lib/ld-linux-aarch64.so.1",
            abi: "",
        }),
        runtime: Runtime { clang: &["--target=aarch64-linux-gnu"], atomics: None, libgcc: Libgcc::Always },
    },
];

impl Target {
    /// Returns the target of a triple.
    #[must_use]
    pub fn of_triple(triple: &str) -> Option<&'static Target> {
        let arch = triple.split('-').next()?;
        TARGETS.iter().find(|target| target.name == arch || target.aliases.contains(&arch))
    }
}

impl Folder {
    /// Returns the architecture's official name.
    #[must_use]
    pub const fn architecture(self) -> &'static str {
        match self {
            Folder::Riscv => "RISC-V",
            Folder::AArch64 => "AArch64",
        }
    }
}

/// Returns the names of all targets, for messages: `a, b and c`.
#[must_use]
pub fn listed() -> String {
    let names = TARGETS.each_ref().map(|target| target.name);
    match &names[..] {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        names => names.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triples_name_targets() {
        let named = |triple| Target::of_triple(triple).map(|target| target.name);
        assert_eq!(named("arm64-apple-ios"), Some("aarch64"));
        assert_eq!(named("riscv32"), Some("riscv32"));
        assert_eq!((named("riscv"), named("aarch64_be-linux-gnu"), named("")), (None, None, None));
    }

    #[test]
    fn loaders_are_named_by_abi() {
        let loader = |name, abi| Target::of_triple(name).unwrap().linux.as_ref().unwrap().loader(abi);
        assert_eq!(loader("riscv64", None), "/lib/ld-linux-riscv64-lp64d.so.1");
        assert_eq!(loader("riscv32", Some("ilp32")), "/lib/ld-linux-riscv32-ilp32.so.1");
        assert_eq!(loader("aarch64", None), "/lib/ld-linux-aarch64.so.1");
    }

    #[test]
    fn every_name_means_one_target() {
        let names: Vec<_> = TARGETS.iter().flat_map(|t| [&[t.name], t.aliases].concat()).collect();
        for (n, name) in names.iter().enumerate() {
            assert!(!names[..n].contains(name), "{name}");
        }
        assert_eq!(listed(), "riscv32, riscv64 and aarch64");
    }
}
