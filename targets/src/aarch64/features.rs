//! Subtarget features, from `target-cpu` and `target-features`, and their effects on code. The
//! table is generated from `features.txt` and `cpus.txt`.

use crate::features::{Cpu, Feature, FeatureSet, FeatureTable, Request, Role};
use bitflags::bitflags;

include!(concat!(env!("OUT_DIR"), "/aarch64_features.rs"));

/// Returns true if assembly may have instructions of the feature called `name`; with `all`, of any
/// feature.
pub(crate) fn is_assembled(set: &FeatureSet, name: &str) -> bool {
    TABLE.has(set, name) || TABLE.has(set, "all")
}

bitflags! {
    /// The features that code depends on.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub(crate) struct Features: u32 {
        /// Atomic operations in one instruction (Armv8.1-A).
        const LSE = 1;
        /// Acquire loads that may be reordered before earlier releases (Armv8.3-A).
        const RCPC = 1 << 1;
        /// Cyclic redundancy checks.
        const CRC = 1 << 2;
        /// Atomic operations by routines that choose at run time.
        const OUTLINE_ATOMICS = 1 << 3;
        /// AES and polynomial multiplication of doublewords.
        const AES = 1 << 4;
        /// SHA-1 and SHA-256.
        const SHA2 = 1 << 5;
        /// Rounding doubling multiply-accumulate.
        const RDM = 1 << 6;
        /// Dot products.
        const DOTPROD = 1 << 7;
        /// Products of matrices of bytes.
        const I8MM = 1 << 8;
        /// Signed pointers, and combined instructions that authenticate (Armv8.3-A).
        const PAUTH = 1 << 9;
        /// Accesses must be aligned.
        const STRICT_ALIGN = 1 << 10;
        /// The link register holds only return addresses.
        const RESERVE_LR = 1 << 11;
        /// Arithmetic on halfs.
        const FULLFP16 = 1 << 12;
        /// Products of halfs that are added to singles.
        const FP16FML = 1 << 13;
        /// SHA-512 and SHA-3.
        const SHA3 = 1 << 14;
        /// SM3 and SM4.
        const SM4 = 1 << 15;
        /// Products of bfloats, and rounding to them.
        const BF16 = 1 << 16;
        /// Tags of memory.
        const MTE = 1 << 17;
        /// Random numbers.
        const RAND = 1 << 18;
        /// Complex numbers.
        const COMPLXNUM = 1 << 19;
        /// Rounding to the range of an integer size.
        const FPTOINT = 1 << 20;
        /// Conversion to JavaScript's integers.
        const JSCONV = 1 << 21;
        /// Minimum and maximum of absolute values.
        const FAMINMAX = 1 << 22;
        /// Floats of eight bits.
        const FP8 = 1 << 23;
        /// Queries of enabled features.
        const CHK = 1 << 24;
        /// Addresses of variables have tags.
        const TAGGED_GLOBALS = 1 << 25;
        /// A failed authentication faults at once.
        const FPAC = 1 << 26;
        /// Minima, maxima, absolute values and bit counts of general registers.
        const CSSC = 1 << 27;
        /// Floating-point registers, and instructions on them. Without these, floats are integers
        /// and routines compute.
        const FP = 1 << 28;
        /// Vectors in these registers. Without these, vectors are scalarized.
        const NEON = 1 << 29;
        /// Loads and stores are separated from multiply-accumulates.
        const FIX_CORTEX_A53_835769 = 1 << 30;
    }
}

/// LLVM's names, and GNU as's names of extensions.
const NAMES: [(Features, &str, &str); 31] = [
    (Features::LSE, "lse", "lse"),
    (Features::RCPC, "rcpc", "rcpc"),
    (Features::CRC, "crc", "crc"),
    (Features::OUTLINE_ATOMICS, "outline-atomics", ""),
    (Features::AES, "aes", "aes"),
    (Features::SHA2, "sha2", "sha2"),
    (Features::RDM, "rdm", "rdma"),
    (Features::DOTPROD, "dotprod", "dotprod"),
    (Features::I8MM, "i8mm", "i8mm"),
    (Features::PAUTH, "pauth", "pauth"),
    (Features::STRICT_ALIGN, "strict-align", ""),
    (Features::RESERVE_LR, "reserve-lr-for-ra", ""),
    (Features::FULLFP16, "fullfp16", "fp16"),
    (Features::FP16FML, "fp16fml", "fp16fml"),
    (Features::SHA3, "sha3", "sha3"),
    (Features::SM4, "sm4", "sm4"),
    (Features::BF16, "bf16", "bf16"),
    (Features::MTE, "mte", "memtag"),
    (Features::RAND, "rand", "rng"),
    (Features::COMPLXNUM, "complxnum", "compnum"),
    (Features::FPTOINT, "fptoint", ""),
    (Features::JSCONV, "jsconv", ""),
    (Features::FAMINMAX, "faminmax", ""),
    (Features::FP8, "fp8", ""),
    (Features::CHK, "chk", ""),
    (Features::TAGGED_GLOBALS, "tagged-globals", ""),
    (Features::FPAC, "fpac", ""),
    (Features::CSSC, "cssc", "cssc"),
    (Features::FP, "fp-armv8", ""),
    (Features::NEON, "neon", ""),
    (Features::FIX_CORTEX_A53_835769, "fix-cortex-a53-835769", ""),
];

impl Features {
    /// Returns the extensions among these that assemblers must know.
    pub(crate) fn extensions(self) -> impl Iterator<Item = &'static str> {
        NAMES.iter().filter(move |row| self.contains(row.0) && !row.2.is_empty()).map(|row| row.2)
    }
}

/// The thread pointer registers of features, the highest exception level first.
const THREAD_POINTERS: [(&str, &str); 4] = [
    ("tpidr-el3", "tpidr_el3"),
    ("tpidr-el2", "tpidr_el2"),
    ("tpidr-el1", "tpidr_el1"),
    ("tpidrro-el0", "tpidrro_el0"),
];

/// Returns the system register with the thread pointer, for these features.
pub(crate) fn thread_pointer(set: &FeatureSet) -> &'static str {
    let named = THREAD_POINTERS.iter().find(|(feature, _)| TABLE.has(set, feature));
    named.map_or("tpidr_el0", |(_, register)| register)
}

/// The properties of a subtarget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Subtarget {
    /// The features that code depends on.
    pub(crate) features: Features,
    /// All features.
    pub set: FeatureSet,
    /// The general registers that code does not use: bit `n` represents `x<n>`.
    pub reserved: u32,
    /// True if floating-point registers hold only values of such types.
    pub no_implicit_float: bool,
    /// The CPU's scheduling model: an index into the table of models.
    pub sched_model: u8,
}

impl Subtarget {
    /// Returns the subtarget in `request`. Unknown names are ignored with a warning. Errors name a
    /// feature for which code would be wrong.
    pub(crate) fn new(request: &Request<'_>, warnings: &mut Vec<String>) -> Result<Subtarget, String> {
        let (set, sched_model) = TABLE.resolve(request, "generic", warnings)?;
        TABLE.check(&set)?;
        let used = NAMES.iter().filter(|row| TABLE.has(&set, row.1)).map(|row| row.0);
        let is_platforms = |n| n == PLATFORM_REGISTER && request.system.keeps_platform_register;
        let registers = (0..31).filter(|&n| is_platforms(n) || TABLE.has(&set, &format!("reserve-x{n}")));
        let features: Features = used.collect();
        let reserved = registers.fold(0, |mask, n| mask | 1 << n);
        let no_implicit_float = request.no_implicit_float;
        Ok(Subtarget { features, set, reserved, no_implicit_float, sched_model })
    }
}

/// AAPCS64: the platform may reserve X18.
const PLATFORM_REGISTER: u32 = 18;

/// Extensions whose assembler names differ from LLVM's feature names.
const EXTENSIONS: [(&str, &[&str]); 24] = [
    ("crypto", &["aes", "sha2"]),
    ("fp", &["fp-armv8"]),
    ("fp16", &["fullfp16"]),
    ("fp16fml", &["fp16fml"]),
    ("simd", &["neon"]),
    ("rdma", &["rdm"]),
    ("memtag", &["mte"]),
    ("rng", &["rand"]),
    ("pac", &["pauth"]),
    ("profile", &["spe"]),
    ("pmuv3", &["perfmon"]),
    ("sve2-aes", &["sve-aes", "sve2"]),
    ("sve2-sm4", &["sve-sm4", "sve2"]),
    ("sve2-sha3", &["sve-sha3", "sve2"]),
    ("sve2-bitperm", &["sve-bitperm", "sve2"]),
    ("fcma", &["complxnum"]),
    ("jscvt", &["jsconv"]),
    ("frintts", &["fptoint"]),
    ("dpb", &["ccpp"]),
    ("dpb2", &["ccdp"]),
    ("rcpc2", &["rcpc-immo"]),
    ("wfxt", &["wfxt"]),
    ("brbe", &["brbe"]),
    ("specres", &["predres"]),
];

/// Returns the indices of the features that assemblers call `name`.
fn extension(name: &str) -> Result<Vec<usize>, String> {
    let named = EXTENSIONS.iter().find(|(own, _)| *own == name).map_or(&[name][..], |row| row.1).to_vec();
    let found = named.into_iter().map(|name| TABLE.find(name));
    found.collect::<Option<_>>().ok_or_else(|| format!("extension `{name}` is not known"))
}

/// Returns the features after a directive of assembly; `None` if the directive is of another kind.
pub(crate) fn changed_by(
    set: &FeatureSet,
    directive: &str,
    arguments: &str,
) -> Option<Result<FeatureSet, String>> {
    let (base, list) = match directive {
        ".arch_extension" => (None, arguments),
        ".arch" | ".cpu" => {
            let (base, list) = arguments.split_once('+').unwrap_or((arguments, ""));
            (Some(base.trim()), list)
        }
        _ => return None,
    };
    Some(change(set, directive, base, list))
}

fn change(set: &FeatureSet, directive: &str, base: Option<&str>, list: &str) -> Result<FeatureSet, String> {
    let mut set = match (directive, base) {
        (".cpu", Some(name)) => {
            TABLE.cpu(name).map(|cpu| cpu.features).ok_or_else(|| format!("CPU `{name}` is not known"))?
        }
        (_, Some(name)) => {
            let version = name.strip_prefix("armv").map(|v| format!("v{}", v.replacen("-a", "a", 1)));
            let found = version.and_then(|version| TABLE.find(&version));
            TABLE.features[found.ok_or_else(|| format!("architecture `{name}` is not known"))?].implies
        }
        _ => *set,
    };
    // Architectures and processors have floating point unless the list disables it.
    if base.is_some() {
        set = set.union(&TABLE.set(&["neon"]));
    }
    for item in list.split('+').map(str::trim).filter(|item| !item.is_empty()) {
        match (extension(item), item.strip_prefix("no")) {
            (Err(_), Some(name)) => {
                for n in extension(name)? {
                    set = TABLE.without(&set, n);
                }
            }
            (found, _) => {
                for n in found? {
                    set = TABLE.with(&set, n);
                }
            }
        }
    }
    Ok(set)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aarch64::mc::instructions::SCHED_MODELS;

    fn subtarget(cpu: &str, features: &str) -> Result<Subtarget, String> {
        Subtarget::new(&Request { cpu, features, ..Request::default() }, &mut Vec::new())
    }

    #[test]
    fn lists_add_and_remove() {
        let features = |list| subtarget("", list).map(|s| s.features);
        let registers = Features::FP | Features::NEON;
        assert_eq!(features(""), Ok(registers));
        assert_eq!(features("+neon,+v8.1a,-crc"), Ok(registers | Features::LSE | Features::RDM));
        assert_eq!(features("+outline-atomics,+xunheard"), Ok(registers | Features::OUTLINE_ATOMICS));
        assert_eq!(features("-fp-armv8,+lse"), Ok(Features::LSE));
        assert_eq!(features("+lse,-neon"), Ok(Features::LSE | Features::FP));
    }

    #[test]
    fn cpus_have_features() {
        let n1 = subtarget("neoverse-n1", "").unwrap();
        assert!(n1.features.contains(Features::LSE | Features::RCPC | Features::DOTPROD));
    }

    #[test]
    fn the_cpu_that_code_is_tuned_for_has_the_model() {
        for (cpu, tune_cpu, model) in [
            ("neoverse-n1", "", "neoverse-n1"),
            ("cortex-a53", "", "cortex-a53"),
            ("cortex-a72", "", "cortex-a57"),
            ("cortex-a76", "cortex-a55", "cortex-a55"),
            ("apple-m1", "", "apple-a7"),
            ("", "cortex-a72", "cortex-a57"),
            ("", "", "cortex-a510"),
            ("nothing", "", "cortex-a510"),
            ("cortex-a72", "nothing", "cortex-a510"),
        ] {
            let request = Request { cpu, tune_cpu, ..Request::default() };
            let subtarget = Subtarget::new(&request, &mut Vec::new()).unwrap();
            let found = SCHED_MODELS[usize::from(subtarget.sched_model)].name;
            assert_eq!(found, model, "{cpu} tuned for {tune_cpu}");
        }
    }

    #[test]
    fn cpus_with_what_is_refused_are_refused() {
        assert!(subtarget("cyclone", "").unwrap_err().contains("`+zcz-fp-workaround`"));
    }

    #[test]
    fn directives_change_features() {
        let base = subtarget("", "").unwrap().set;
        let has = |directive, arguments, name| {
            TABLE.has(&changed_by(&base, directive, arguments).unwrap().unwrap(), name)
        };
        assert!(has(".arch_extension", "lse", "lse") && has(".arch", "armv8.2-a+crypto", "aes"));
        assert!(has(".cpu", "neoverse-n1+nolse", "crc") && !has(".cpu", "neoverse-n1+nolse", "lse"));
        assert!(!has(".arch", "armv8-a", "lse") && has(".arch", "armv8-a", "neon"));
        for (directive, wrong) in [(".arch", "armv7"), (".cpu", "x86"), (".arch_extension", "nothing")] {
            assert!(changed_by(&base, directive, wrong).unwrap().is_err(), "{wrong}");
        }
        assert!(changed_by(&base, ".text", "").is_none());
        for (_, features) in EXTENSIONS {
            assert!(features.iter().all(|name| TABLE.find(name).is_some()), "{features:?}");
        }
    }

    #[test]
    fn registers_are_reserved() {
        assert_eq!(subtarget("", "+reserve-x18,+reserve-x1").unwrap().reserved, 1 << 18 | 1 << 1);
    }

    #[test]
    fn everything_used_is_in_the_table() {
        for (_, name, _) in NAMES {
            let n = TABLE.find(name).unwrap_or_else(|| panic!("{name}"));
            assert_eq!(TABLE.features[n].role, Role::Used, "{name}");
        }
        // Looked up by name.
        let others = |name: &str| {
            name.starts_with("reserve-x")
                || name == "pauth-lr"
                || THREAD_POINTERS.iter().any(|row| row.0 == name)
        };
        let used = TABLE.features.iter().filter(|f| f.role == Role::Used && !others(f.name));
        assert_eq!(used.count(), NAMES.len());
    }
}
