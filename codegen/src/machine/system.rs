//! Properties of operating systems, by the system and environment of a triple.
//!
//! Sources: LLVM's `Triple.h` and target parsers (which systems), AAPCS64 ("General-purpose
//! registers": the platform register), the ELF gABI ("ELF Identification").

use super::triple::{Environment, OperatingSystem, Triple};

/// The properties of a system.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct System {
    /// True if the platform register, if the architecture has one, is reserved for the system.
    pub keeps_platform_register: bool,
    /// True if a runtime library routine finds thread-local variables.
    pub emulates_tls: bool,
    /// True if its loader supports TLS descriptors, where a target has the choice.
    pub has_tls_descriptors: bool,
    /// True if its loader tags the memory of variables.
    pub tags_variables: bool,
    /// True if it keeps the top of the unsafe stack of `safestack` in no variable.
    pub keeps_unsafe_stack: bool,
    /// The `EI_OSABI` of its objects.
    pub os_abi: u8,
}

/// The first Android API level whose loader supports thread-local variables.
const ANDROID_WITH_TLS: u32 = 29;

const GENERIC: System = System {
    keeps_platform_register: false,
    emulates_tls: false,
    has_tls_descriptors: false,
    tags_variables: false,
    keeps_unsafe_stack: false,
    os_abi: 0,
};
const ANDROID: System = System {
    has_tls_descriptors: true,
    keeps_platform_register: true,
    tags_variables: true,
    keeps_unsafe_stack: true,
    ..GENERIC
};
const OPEN_HARMONY: System = System { keeps_platform_register: true, emulates_tls: true, ..GENERIC };

impl System {
    /// Returns the properties of a triple's system.
    pub fn of_triple(triple: &str) -> System {
        let triple = Triple::parse(triple);
        match (triple.environment, triple.system) {
            (Some(Environment::Android | Environment::Androideabi), _) => System {
                emulates_tls: triple.version.is_none_or(|level| level < ANDROID_WITH_TLS),
                ..ANDROID
            },
            (Some(Environment::Ohos), _) => OPEN_HARMONY,
            (_, OperatingSystem::Fuchsia) => {
                System { keeps_platform_register: true, has_tls_descriptors: true, ..GENERIC }
            }
            (_, OperatingSystem::Openbsd) => System { emulates_tls: true, os_abi: 12, ..GENERIC },
            (_, OperatingSystem::Freebsd) => System { os_abi: 9, ..GENERIC },
            (_, OperatingSystem::Solaris) => System { os_abi: 6, ..GENERIC },
            (_, OperatingSystem::Hermit) => System { os_abi: 255, ..GENERIC },
            _ => GENERIC,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn systems_are_found_in_any_part() {
        for triple in ["", "any", "any-linux-gnu", "any-unknown-linux-musl", "any-none-elf"] {
            assert_eq!(System::of_triple(triple), System::default(), "{triple}");
        }
        let emulates = |triple| System::of_triple(triple).emulates_tls;
        assert!(emulates("any-linux-android") && emulates("any-unknown-linux-android28"));
        assert!(!emulates("any-linux-android29") && !emulates("any-linux-android10000"));
        assert_eq!(System::of_triple("any-unknown-freebsd14.1").os_abi, 9);
        assert!(System::of_triple("any-unknown-linux-ohos").keeps_platform_register);
    }
}
