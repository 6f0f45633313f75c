//! Properties of operating systems, from the components of a triple after the architecture.
//!
//! Triples are parsed as in LLVM: any component may be missing, empty or unknown, and systems may
//! have versions. The package `target-lexicon` does not parse all of these: it rejects triples that
//! `llc` accepts, such as those that end in `--linux-android21`, `-unknown-freebsd14.0` and
//! `-unknown-nuttx-elf`.
//!
//! Sources: LLVM's `Triple.h` and target parsers (which systems), AAPCS64 ("General-purpose
//! registers": the platform register), the ELF gABI ("ELF Identification").

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

const MOST: System = System {
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
    ..MOST
};
const OPEN_HARMONY: System = System { keeps_platform_register: true, emulates_tls: true, ..MOST };

/// Prefixes of triple components.
const SYSTEMS: [(&str, System); 8] = [
    ("android", ANDROID),
    ("fuchsia", System { keeps_platform_register: true, has_tls_descriptors: true, ..MOST }),
    ("ohos", OPEN_HARMONY),
    ("liteos", OPEN_HARMONY),
    ("openbsd", System { emulates_tls: true, os_abi: 12, ..MOST }),
    ("freebsd", System { os_abi: 9, ..MOST }),
    ("solaris", System { os_abi: 6, ..MOST }),
    ("hermit", System { os_abi: 255, ..MOST }),
];

impl System {
    /// Returns the system of a triple, from the last component that names one.
    pub fn of_triple(triple: &str) -> System {
        let parts = triple.split('-').skip(1);
        let named = parts.filter_map(|part| {
            let (name, system) = SYSTEMS.iter().find(|(name, _)| part.starts_with(name))?;
            let level = part.trim_start_matches(|c: char| !c.is_ascii_digit());
            let level = level.split('.').next().and_then(|level| level.parse::<u32>().ok());
            let is_old = *name == "android" && level.is_none_or(|level| level < ANDROID_WITH_TLS);
            Some(System { emulates_tls: system.emulates_tls || is_old, ..*system })
        });
        named.last().unwrap_or(MOST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn systems_are_found_in_any_part() {
        for triple in ["", "any", "any-linux-gnu", "any-unknown-linux-musl", "android-linux-gnu"] {
            assert_eq!(System::of_triple(triple), System::default(), "{triple}");
        }
        let emulates = |triple| System::of_triple(triple).emulates_tls;
        assert!(emulates("any-linux-android") && emulates("any-unknown-linux-android28"));
        assert!(!emulates("any-linux-android29") && !emulates("any-linux-android10000"));
        assert_eq!(System::of_triple("any-unknown-freebsd14.1").os_abi, 9);
        assert!(System::of_triple("any-unknown-linux-ohos").keeps_platform_register);
    }
}
