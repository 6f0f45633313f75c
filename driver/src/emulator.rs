//! qemu-user: its path, and a CPU with the extensions of a program's functions.
//!
//! On AArch64, the CPU `max` has all extensions that qemu knows. On RISC-V, each extension is a
//! property of the CPU. Versions of qemu differ in their properties and the spelling. Properties
//! are thus tried with a program that exits at once.

use crate::link::{default_sysroot, find_program};
use gisel_target_registry::{Folder, Target};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// The names of the extensions that a program uses.
pub type Extensions = BTreeSet<&'static str>;

/// An emulator with its CPU.
pub struct Emulator {
    path: PathBuf,
    /// The value of `-cpu`; `None` takes the default CPU.
    cpu: Option<String>,
    /// Extensions that this emulator does not know.
    pub unknown: Vec<&'static str>,
}

impl Emulator {
    /// Returns the emulator for programs of a triple that use `extensions`.
    ///
    /// # Errors
    /// There is none, or it has no CPU with all these extensions.
    pub fn new(triple: &str, extensions: &Extensions) -> Result<Emulator, String> {
        let target =
            Target::of_triple(triple).ok_or_else(|| format!("cannot run a program for '{triple}'"))?;
        let path = find(target, triple)?;
        let mut emulator = Emulator { path, cpu: None, unknown: Vec::new() };
        match target.folder {
            _ if extensions.is_empty() => {}
            Folder::AArch64 => emulator.cpu = Some("max".into()),
            Folder::Riscv => emulator.choose_properties(target, extensions)?,
        }
        Ok(emulator)
    }

    /// Returns the command to which a program and its arguments are added.
    pub fn command(&self, triple: &str, sysroot: Option<&Path>) -> Command {
        let mut command = Command::new(&self.path);
        if let Some(root) = sysroot.map(Path::to_path_buf).or_else(|| default_sysroot(triple)) {
            command.arg("-L").arg(root);
        }
        if let Some(cpu) = &self.cpu {
            command.arg("-cpu").arg(cpu);
        }
        command
    }

    /// Returns the words of the command with the target's default root, for scripts and
    /// configurations.
    pub fn words(&self, triple: &str) -> Vec<String> {
        let command = self.command(triple, None);
        let words = std::iter::once(command.get_program()).chain(command.get_args());
        words.map(|word| word.to_string_lossy().into_owned()).collect()
    }

    /// Returns the explanation for a program that executed an instruction that is unknown to the
    /// emulator.
    pub fn lacks(&self) -> Option<String> {
        let names = self.unknown.join(", ");
        let path = self.path.display();
        (!self.unknown.is_empty()).then(|| format!("{path} does not know these extensions: {names}"))
    }

    /// Sets the CPU to one with a property for each extension. Each trial removes or respells one
    /// property, which bounds their number.
    fn choose_properties(&mut self, target: &Target, extensions: &Extensions) -> Result<(), String> {
        let mut properties = properties(extensions);
        if properties.is_empty() {
            return Ok(());
        }
        let failed = |e: std::io::Error| format!("cannot try {}: {e}", self.path.display());
        let folder = TempDir::new().map_err(failed)?;
        let program = folder.path().join("trial");
        write_program(&program, &ending_program(target)).map_err(failed)?;
        let base = if target.name == "riscv32" { "rv32" } else { "rv64" };
        loop {
            let settings: Vec<String> = properties.iter().map(Property::setting).collect();
            let cpu = [&[base.to_owned()], &settings[..]].concat().join(",");
            let tried = Command::new(&self.path).args(["-cpu", &cpu]).arg(&program).output();
            let tried = tried.map_err(failed)?;
            if tried.status.success() {
                self.cpu = Some(cpu);
                return Ok(());
            }
            let said = String::from_utf8_lossy(&tried.stderr).into_owned();
            let missing = missing_property(&said)
                .and_then(|name| properties.iter().position(|property| property.spelling() == name));
            let Some(n) = missing else {
                return Err(format!("{} has no CPU {cpu}: {}", self.path.display(), said.trim()));
            };
            if !properties[n].respell() {
                self.unknown.extend(properties.remove(n).extension);
            }
        }
    }
}

/// Returns the path of the emulator for a target.
fn find(target: &Target, triple: &str) -> Result<PathBuf, String> {
    let arch = target.name;
    let names = [format!("qemu-{arch}"), format!("qemu-{arch}-static")];
    let found = names.iter().find_map(|name| find_program(name));
    found.ok_or_else(|| format!("cannot run a program for '{triple}': install qemu-user (qemu-{arch})"))
}

/// One property of a RISC-V CPU.
struct Property {
    /// The extension that it enables, if it is an extension's.
    extension: Option<&'static str>,
    /// The spellings of qemu's versions; the last one is tried first.
    spellings: Vec<String>,
    value: String,
}

impl Property {
    fn new(name: &str, value: impl ToString) -> Property {
        Property { extension: None, spellings: vec![name.into()], value: value.to_string() }
    }

    /// Returns the property that enables an extension. Before version 8, qemu capitalized some;
    /// unratified extensions have the prefix `x-`.
    fn of_extension(extension: &'static str) -> Property {
        let name = extension.strip_prefix("experimental-").unwrap_or(extension);
        let capital = name[..1].to_uppercase() + &name[1..];
        let mut spellings = vec![capital, format!("x-{name}"), name.to_owned()];
        spellings.dedup();
        Property { extension: Some(extension), spellings, value: "true".into() }
    }

    fn spelling(&self) -> &str {
        self.spellings.last().map_or("", String::as_str)
    }

    /// Selects the next spelling; returns false if there is none.
    fn respell(&mut self) -> bool {
        self.spellings.pop();
        !self.spellings.is_empty()
    }

    fn setting(&self) -> String {
        format!("{}={}", self.spelling(), self.value)
    }
}

/// Extensions of qemu's default CPUs, or that only affect the encoding or timing of code.
const DEFAULT: [&str; 19] = [
    "a", "c", "d", "f", "i", "m", "zaamo", "zalrsc", "zca", "zcd", "zcf", "zicsr", "zifencei", "zmmul", "b",
    "e", "relax", "zkt", "zvkt",
];

/// The default length of a vector register in bits, without a `zvl…b` extension.
const VECTOR_LENGTH: u32 = 128;

/// Returns the properties of a CPU with `extensions`.
fn properties(extensions: &Extensions) -> Vec<Property> {
    let has = |name: &str| extensions.contains(name);
    let length = |name: &str| name.strip_prefix("zvl")?.strip_suffix('b')?.parse::<u32>().ok();
    let mut all = Vec::new();
    // Floats are either in general or in floating-point registers.
    if has("zfinx") {
        all.extend(["f", "d"].map(|name| Property::new(name, false)));
    }
    // Their encodings overlap with loads and stores of doubles.
    if has("zcmp") || has("zcmt") {
        all.push(Property::new(if has("d") { "c" } else { "d" }, false));
        all.push(Property::new("zca", true));
    }
    if has("zve32x") {
        let longest = extensions.iter().filter_map(|name| length(name)).max().unwrap_or(VECTOR_LENGTH);
        all.push(Property::new("v", true));
        all.push(Property::new("vext_spec", "v1.0"));
        all.push(Property::new("vlen", longest.max(VECTOR_LENGTH)));
    }
    // `v` includes all vector subsets.
    let is_implied = |name: &str| {
        DEFAULT.contains(&name) || name == "v" || name.starts_with("zve") || length(name).is_some()
    };
    all.extend(extensions.iter().filter(|name| !is_implied(name)).map(|name| Property::of_extension(name)));
    all
}

/// Parses `Property 'rv64-riscv-cpu.NAME' not found`.
fn missing_property(said: &str) -> Option<&str> {
    let quoted = said.split_once("Property '")?.1.split_once("' not found")?.0;
    Some(quoted.rsplit_once('.')?.1)
}

/// Returns an executable file for RISC-V whose only segment is the file itself. Its code,
/// `li a7, 93; li a0, 0; ecall`, exits with status 0.
fn ending_program(target: &Target) -> Vec<u8> {
    const CODE: [u32; 3] = [0x05d0_0893, 0x0000_0513, 0x0000_0073];
    const BASE: u64 = 0x1_0000;
    let is_wide = target.name != "riscv32";
    let [header, segment] = if is_wide { [64_u16, 56] } else { [52, 32] };
    let start = u64::from(header + segment);
    let size = start + 4 * CODE.len() as u64;
    let mut out = vec![0x7f, b'E', b'L', b'F', if is_wide { 2 } else { 1 }, 1, 1];
    out.resize(16, 0);
    let half = |out: &mut Vec<u8>, value: u16| out.extend(value.to_le_bytes());
    let word = |out: &mut Vec<u8>, value: u32| out.extend(value.to_le_bytes());
    let long =
        |out: &mut Vec<u8>, value: u64| out.extend(&value.to_le_bytes()[..if is_wide { 8 } else { 4 }]);
    // An executable for RISC-V, version 1.
    half(&mut out, 2);
    half(&mut out, 243);
    word(&mut out, 1);
    [BASE + start, u64::from(header), 0].iter().for_each(|&value| long(&mut out, value));
    word(&mut out, 0);
    [header, segment, 1, 0, 0, 0].iter().for_each(|&value| half(&mut out, value));
    // One loaded segment, readable and executable.
    word(&mut out, 1);
    if is_wide {
        word(&mut out, 5);
    }
    [0, BASE, BASE, size, size].iter().for_each(|&value| long(&mut out, value));
    if !is_wide {
        word(&mut out, 5);
    }
    long(&mut out, 0x1000);
    CODE.iter().for_each(|&instruction| word(&mut out, instruction));
    out
}

/// Writes an executable file.
fn write_program(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    use std::os::unix::fs::PermissionsExt;
    std::fs::write(path, bytes)?;
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &[&'static str]) -> Extensions {
        names.iter().copied().collect()
    }

    #[test]
    fn each_extension_is_a_property() {
        for (names, expected) in [
            (&["m", "a", "zmmul", "relax"][..], ""),
            (&["zfa", "zba"], "zba=true,zfa=true"),
            (&["v", "zve64d", "zve32x", "zvl128b", "zvl512b"], "v=true,vext_spec=v1.0,vlen=512"),
            (&["zve32x", "zvl32b"], "v=true,vext_spec=v1.0,vlen=128"),
            (&["zfinx"], "f=false,d=false,zfinx=true"),
            (&["experimental-zicfilp"], "zicfilp=true"),
        ] {
            let settings: Vec<_> = properties(&set(names)).iter().map(Property::setting).collect();
            assert_eq!(settings.join(","), expected, "{names:?}");
        }
    }

    #[test]
    fn all_spellings_are_tried() {
        let mut property = Property::of_extension("zfh");
        let mut tried = vec![property.spelling().to_owned()];
        while property.respell() {
            tried.push(property.spelling().to_owned());
        }
        assert_eq!(tried, ["zfh", "x-zfh", "Zfh"]);
        let said =
            "qemu: can't apply global rv64-riscv-cpu.zfh=true: Property 'rv64-riscv-cpu.zfh' not found";
        assert_eq!(missing_property(said), Some("zfh"));
    }

    /// The installed emulator accepts the CPU, or the unknown extensions are listed.
    #[test]
    fn the_emulator_is_asked() {
        for (triple, names, known) in [
            ("riscv64-linux-gnu", &["v", "zba", "zfh", "zve32x", "zvl256b", "zimaginary"][..], "v=true,vext"),
            ("riscv32-linux-gnu", &["zbb", "zimaginary"], "rv32,zbb=true"),
            ("riscv32-linux-gnu", &["zfinx", "zdinx"], "f=false"),
        ] {
            let emulator = Emulator::new(triple, &set(names)).unwrap();
            assert!(emulator.cpu.as_ref().is_some_and(|cpu| cpu.contains(known)), "{:?}", emulator.cpu);
            assert_eq!(emulator.unknown.contains(&"zimaginary"), names.contains(&"zimaginary"));
        }
        assert_eq!(Emulator::new("aarch64", &set(&["sve"])).unwrap().cpu.as_deref(), Some("max"));
        assert_eq!(Emulator::new("aarch64", &set(&[])).unwrap().cpu, None);
    }
}
