//! Target triples, read as LLVM reads them.
//!
//! The package `target-lexicon` names the systems, environments and object formats. As a whole it
//! rejects triples that LLVM accepts, such as those that end in `--linux-android21`,
//! `-unknown-freebsd14.0` and `-unknown-nuttx-elf`. So it parses one component at a time, without
//! its version. `SPELLINGS` lists LLVM's names that it lacks.
//!
//! Sources: LLVM's `Triple.h`, Clang's "Cross-compilation using Clang".

pub use target_lexicon::{BinaryFormat, Environment, OperatingSystem};

/// A target triple.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Triple<'a> {
    /// The operating system.
    pub system: OperatingSystem,
    /// The environment: the ABI or the C library. `None` if its name is unknown.
    pub environment: Option<Environment>,
    /// The major version of the environment or system, from the last component that has one.
    pub version: Option<u32>,
    /// The last component that selects an object format other than ELF.
    pub other_format: Option<&'a str>,
}

/// The meaning of a component after the architecture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Component {
    System(OperatingSystem),
    Environment(Environment),
    Format(BinaryFormat),
}

/// LLVM's names that `target-lexicon` lacks.
const SPELLINGS: [(&str, Component); 7] = [
    ("gnuf", Component::Environment(Environment::Gnu)),
    ("gnusf", Component::Environment(Environment::Gnu)),
    ("gnut", Component::Environment(Environment::Gnu)),
    ("liteos", Component::Environment(Environment::Ohos)),
    ("uclinux", Component::System(OperatingSystem::Linux)),
    ("wasip", Component::System(OperatingSystem::Wasi)),
    ("win", Component::System(OperatingSystem::Windows)),
];

/// Returns the architecture of a triple, its first component.
pub fn architecture(triple: &str) -> &str {
    triple.split_once('-').map_or(triple, |(first, _)| first)
}

impl Component {
    /// Parses a component with or without a version.
    fn parse(text: &str) -> Option<Component> {
        let name = text.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.');
        let spelled = SPELLINGS.iter().find(|(known, _)| *known == name).map(|&(_, component)| component);
        spelled.or_else(|| Component::named(text)).or_else(|| Component::named(name))
    }

    /// Returns the component that `target-lexicon` knows by a name.
    fn named(name: &str) -> Option<Component> {
        let system = name.parse().map(Component::System);
        let environment = |()| name.parse().map(Component::Environment);
        let format = |()| name.parse().map(Component::Format);
        system.or_else(environment).or_else(format).ok()
    }

    /// Returns true if objects of the system, or the format itself, are not ELF.
    fn excludes_elf(self) -> bool {
        use OperatingSystem::{
            Aix, Cygwin, Darwin, Emscripten, IOS, MacOSX, TvOS, Uefi, VisionOS, Wasi, WatchOS, Windows, XROS,
        };
        match self {
            Component::System(
                Aix | Cygwin | Darwin(_) | Emscripten | IOS(_) | MacOSX(_) | TvOS(_) | Uefi | VisionOS(_)
                | Wasi | WatchOS(_) | Windows | XROS(_),
            ) => true,
            Component::Format(format) => !matches!(format, BinaryFormat::Elf | BinaryFormat::Unknown),
            Component::System(_) | Component::Environment(_) => false,
        }
    }
}

impl<'a> Triple<'a> {
    /// Parses a triple. Empty components, and unknown ones before the system, have no effect.
    pub fn parse(text: &'a str) -> Triple<'a> {
        let mut triple = Triple {
            system: OperatingSystem::Unknown,
            environment: Some(Environment::Unknown),
            version: None,
            other_format: None,
        };
        for part in text.split('-').skip(1).filter(|part| !part.is_empty()) {
            let component = Component::parse(part);
            match component {
                Some(Component::System(OperatingSystem::Unknown) | Component::Format(_)) => {}
                Some(Component::System(system)) => triple.system = system,
                Some(Component::Environment(environment)) => triple.environment = Some(environment),
                None if triple.system != OperatingSystem::Unknown => triple.environment = None,
                None => {}
            }
            triple.version = major_version(part).or(triple.version);
            if component.is_some_and(Component::excludes_elf) {
                triple.other_format = Some(part);
            }
        }
        triple
    }

    /// Returns true for Linux in all environments.
    pub fn is_linux(&self) -> bool {
        self.system == OperatingSystem::Linux
    }

    /// Returns true for Android.
    pub fn is_android(&self) -> bool {
        matches!(self.environment, Some(Environment::Android | Environment::Androideabi))
    }

    /// Returns true if glibc's loader starts programs.
    pub fn has_glibc(&self) -> bool {
        use Environment::{Gnu, GnuIlp32, Gnuabi64, Gnueabi, Gnueabihf, Gnuspe, Gnux32, Unknown};
        let is_gnu = |environment: Environment| {
            matches!(environment, Gnu | GnuIlp32 | Gnuabi64 | Gnueabi | Gnueabihf | Gnuspe | Gnux32 | Unknown)
        };
        self.is_linux() && self.environment.is_some_and(is_gnu)
    }
}

/// Returns the number after a component's letters, up to a dot.
fn major_version(part: &str) -> Option<u32> {
    let version = part.trim_start_matches(|c: char| !c.is_ascii_digit());
    version.split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn components_are_found_in_any_position() {
        for triple in ["any--linux-gnu", "any-linux", "any-unknown-linux-gnu", "any-pc-linux-gnuf32"] {
            let triple = Triple::parse(triple);
            assert!(triple.is_linux() && triple.has_glibc() && !triple.is_android(), "{triple:?}");
        }
        for triple in
            ["any-linux-musl", "any-linux-llvm", "any-linux-pauthtest", "any-linux-ohos", "any-none"]
        {
            assert!(!Triple::parse(triple).has_glibc(), "{triple}");
        }
        assert_eq!(Triple::parse("any-unknown-nuttx-elf").system, OperatingSystem::Unknown);
    }

    #[test]
    fn components_have_versions() {
        let triple = Triple::parse("any--linux-android21");
        assert!(triple.is_android() && triple.is_linux());
        assert_eq!(triple.version, Some(21));
        let triple = Triple::parse("any-unknown-freebsd14.1");
        assert_eq!((triple.system, triple.version), (OperatingSystem::Freebsd, Some(14)));
        assert_eq!(Triple::parse("any-linux-gnuabi64").environment, Some(Environment::Gnuabi64));
    }

    #[test]
    fn other_object_formats_are_named() {
        let others = ["macosx10.7", "darwin20", "ios7.0", "windows", "win32", "uefi", "none-macho", "coff"];
        for other in others {
            assert!(Triple::parse(&format!("any-vendor-{other}")).other_format.is_some(), "{other}");
        }
        assert_eq!(Triple::parse("any-pc-windows-gnu").other_format, Some("windows"));
        assert_eq!(Triple::parse("any-none-elf").other_format, None);
    }

    #[test]
    fn architectures_are_the_first_component() {
        assert_eq!(["", "a", "a-b-c"].map(architecture), ["", "a", "a"]);
    }
}
