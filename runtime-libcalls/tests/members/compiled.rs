//! The members as object files.

use gisel_runtime_libcalls::{Member, Target, members};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The machine for which members are compiled.
pub struct Machine {
    pub triple: &'static str,
    /// The extensions as clang and gcc name them.
    pub march: &'static str,
    /// The extensions as llc names them.
    pub features: &'static str,
    pub abi: &'static str,
}

impl Machine {
    pub const fn new(
        triple: &'static str,
        march: &'static str,
        features: &'static str,
        abi: &'static str,
    ) -> Machine {
        Machine { triple, march, features, abi }
    }

    fn has_atomics(&self) -> bool {
        self.features.split(',').any(|feature| feature == "+a")
    }

    /// Returns the library's target for the machine.
    pub fn target(&self) -> Target {
        Target::new(self.triple, Some(self.abi), self.has_atomics()).expect("a target of the library")
    }
}

pub fn run(command: &mut Command) -> Vec<u8> {
    let output = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    output.stdout
}

/// Compiles one member to an object file.
pub fn object(member: &Member, machine: &Machine, folder: &Path) -> PathBuf {
    let bitcode = folder.join(format!("{}.bc", member.name));
    let object = folder.join(format!("{}.o", member.name));
    std::fs::write(&bitcode, member.bitcode).unwrap();
    let compiler = std::env::var_os("GISEL").unwrap_or_else(|| "llc-22".into());
    let mut command = Command::new(compiler);
    command.args(["-O2", "-filetype=obj", "-relocation-model=pic"]);
    if !machine.features.is_empty() {
        command.arg(format!("-mattr={}", machine.features));
    }
    if machine.triple.starts_with("riscv") {
        command.arg(format!("-target-abi={}", machine.abi));
    }
    run(command.arg("-o").arg(&object).arg(&bitcode));
    object
}

/// Returns all members for a machine with their object files.
pub fn objects(machine: &Machine, folder: &Path) -> Vec<(&'static Member, PathBuf)> {
    members(machine.target()).map(|member| (member, object(member, machine, folder))).collect()
}
