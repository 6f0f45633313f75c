//! Subtarget features, from `target-cpu` and `target-features`, and their effects on code. The
//! table is generated from `features.txt` and `cpus.txt`.
//!
//! If neither CPU nor features select among rv64gc's extensions, code for rv64 has these, except
//! those that are disabled by name (LLVM assumes rv64i). Without an ABI name, the ABI with the most
//! floating-point registers is used.

use crate::features::{Cpu, Feature, FeatureSet, FeatureTable, Request, Role};
use crate::riscv::mc::instructions;
use crate::riscv::registers::regs;
use crate::table::ShorterForms;
use bitflags::bitflags;
use gisel_codegen::machine::desc::registers::PhysReg;

include!(concat!(env!("OUT_DIR"), "/riscv_features.rs"));

bitflags! {
    /// The features that code depends on.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub(crate) struct Features: u32 {
        /// Multiplication and division.
        const M = 1;
        /// Atomics, all of them.
        const A = 1 << 1;
        /// Single precision.
        const F = 1 << 2;
        /// Double precision.
        const D = 1 << 3;
        /// 16-bit instructions.
        const ZCA = 1 << 4;
        /// Address generation.
        const ZBA = 1 << 5;
        /// Basic bit manipulation.
        const ZBB = 1 << 6;
        /// Single bits.
        const ZBS = 1 << 7;
        /// The linker may shorten instruction sequences.
        const RELAX = 1 << 8;
        /// May-be operations.
        const ZIMOP = 1 << 9;
        /// Landing pads.
        const ZICFILP = 1 << 10;
        /// Atomic operations are calls of `__sync_…`.
        const FORCED_ATOMICS = 1 << 11;
        /// Loads and stores need no alignment.
        const UNALIGNED_SCALAR_MEM = 1 << 12;
        /// Vector registers, in which vectors are passed.
        const VECTORS = 1 << 13;
        /// Integers or zero, by a condition.
        const ZICOND = 1 << 14;
        /// Prefetches.
        const ZICBOP = 1 << 15;
        /// General registers of 64 bits; else they have 32.
        const RV64 = 1 << 16;
        /// Multiplication.
        const ZMMUL = 1 << 17;
        /// Addresses of variables have tags.
        const TAGGED_GLOBALS = 1 << 18;
        /// 16 general registers only.
        const E = 1 << 19;
        /// Rotations and packing.
        const ZBKB = 1 << 20;
        /// Halves in floating-point registers, and their conversions.
        const ZFHMIN = 1 << 21;
        /// Half precision.
        const ZFH = 1 << 22;
        /// Constants, minima and roundings of floats.
        const ZFA = 1 << 23;
        /// Bfloats in floating-point registers, and their conversions.
        const ZFBFMIN = 1 << 24;
        /// Single precision in general registers.
        const ZFINX = 1 << 25;
        /// Double precision in general registers.
        const ZDINX = 1 << 26;
        /// Conversions of halves in general registers.
        const ZHINXMIN = 1 << 27;
        /// Half precision in general registers.
        const ZHINX = 1 << 28;
        /// Loads reserved and stores conditional.
        const ZALRSC = 1 << 29;
        /// Compare-and-swap.
        const ZACAS = 1 << 30;
        /// Atomic operations on bytes and half-words.
        const ZABHA = 1 << 31;
    }
}

/// LLVM's names of the features of each flag.
const NAMES: [(Features, &[&str]); 32] = [
    (Features::M, &["m"]),
    (Features::A, &["zaamo", "zalrsc"]),
    (Features::F, &["f"]),
    (Features::D, &["d"]),
    (Features::ZCA, &["zca"]),
    (Features::ZBA, &["zba"]),
    (Features::ZBB, &["zbb"]),
    (Features::ZBS, &["zbs"]),
    (Features::RELAX, &["relax"]),
    (Features::ZIMOP, &["zimop"]),
    (Features::ZICFILP, &["experimental-zicfilp"]),
    (Features::FORCED_ATOMICS, &["forced-atomics"]),
    (Features::UNALIGNED_SCALAR_MEM, &["unaligned-scalar-mem"]),
    (Features::VECTORS, &["zve32x"]),
    (Features::ZICOND, &["zicond"]),
    (Features::ZICBOP, &["zicbop"]),
    (Features::RV64, &["64bit"]),
    (Features::ZMMUL, &["zmmul"]),
    (Features::TAGGED_GLOBALS, &["tagged-globals"]),
    (Features::E, &["e"]),
    (Features::ZBKB, &["zbkb"]),
    (Features::ZFHMIN, &["zfhmin"]),
    (Features::ZFH, &["zfh"]),
    (Features::ZFA, &["zfa"]),
    (Features::ZFBFMIN, &["zfbfmin"]),
    (Features::ZFINX, &["zfinx"]),
    (Features::ZDINX, &["zdinx"]),
    (Features::ZHINXMIN, &["zhinxmin"]),
    (Features::ZHINX, &["zhinx"]),
    (Features::ZALRSC, &["zalrsc"]),
    (Features::ZACAS, &["zacas"]),
    (Features::ZABHA, &["zabha"]),
];

/// The extensions of rv64gc that rv64 has by default.
const DEFAULT: [&str; 5] = ["m", "a", "f", "d", "c"];

/// rv64gc.
#[cfg(test)]
pub(crate) const BASE: Features = Features::RV64
    .union(Features::M)
    .union(Features::ZMMUL)
    .union(Features::A)
    .union(Features::ZALRSC)
    .union(Features::F)
    .union(Features::D)
    .union(Features::ZCA);

impl Features {
    /// Returns the features in `set`.
    pub(crate) fn of(set: &FeatureSet) -> Features {
        let used = NAMES.iter().filter(|row| row.1.iter().all(|name| TABLE.has(set, name)));
        used.map(|row| row.0).collect()
    }

    /// Returns the width of a general register in bits.
    pub(crate) const fn xlen(self) -> u32 {
        if self.contains(Features::RV64) { 64 } else { 32 }
    }

    /// Returns true if a general register exists.
    pub(crate) fn has_register(self, reg: PhysReg) -> bool {
        !self.contains(Features::E) || reg.0 < regs::X16.0
    }

    /// Returns true if there are rotations.
    pub(crate) const fn rotates(self) -> bool {
        self.intersects(Features::ZBB.union(Features::ZBKB))
    }

    /// Returns true if there are moves of 16 bits to and from floating-point registers.
    pub(crate) const fn moves_halves(self) -> bool {
        self.intersects(Features::ZFHMIN.union(Features::ZFBFMIN))
    }

    /// Returns true if there is arithmetic on halves.
    pub(crate) const fn computes_halves(self) -> bool {
        self.intersects(Features::ZFH.union(Features::ZHINX))
    }

    /// Returns true if there are conversions of halves.
    pub(crate) const fn converts_halves(self) -> bool {
        self.intersects(Features::ZFHMIN.union(Features::ZHINXMIN))
    }

    /// Returns the width in bits of the widest float with arithmetic, in any registers; 0 without
    /// any.
    pub(crate) const fn widest_float(self) -> u32 {
        match () {
            () if self.intersects(Features::D.union(Features::ZDINX)) => 64,
            () if self.intersects(Features::F.union(Features::ZFINX)) => 32,
            () => 0,
        }
    }

    /// Returns true if doubles are in pairs of general registers.
    pub(crate) const fn pairs_doubles(self) -> bool {
        self.contains(Features::ZDINX) && !self.contains(Features::RV64)
    }

    /// Returns the width of a floating-point register in bits; 0 without any.
    pub(crate) const fn flen(self) -> u32 {
        match () {
            () if self.contains(Features::D) => 64,
            () if self.contains(Features::F) => 32,
            () => 0,
        }
    }
}

/// The ABIs: the number of general registers, and the floating-point argument registers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Abi {
    /// 16 general registers, and none for floats: `ilp32e`, `lp64e`.
    Embedded,
    /// No floating-point argument registers: `ilp32`, `lp64`.
    Soft,
    /// Single precision: `ilp32f`, `lp64f`.
    Single,
    /// Double precision: `ilp32d`, `lp64d`.
    Double,
}

impl Abi {
    const ALL: [Abi; 4] = [Abi::Embedded, Abi::Soft, Abi::Single, Abi::Double];

    /// Returns the ABI's name on rv32 or rv64.
    pub(crate) fn name(self, xlen: u32) -> &'static str {
        let names = match self {
            Abi::Embedded => ["ilp32e", "lp64e"],
            Abi::Soft => ["ilp32", "lp64"],
            Abi::Single => ["ilp32f", "lp64f"],
            Abi::Double => ["ilp32d", "lp64d"],
        };
        of_width(names, xlen)
    }

    /// Returns the ABI called `name` of rv32 or rv64.
    fn named(name: &str, xlen: u32) -> Option<Abi> {
        Abi::ALL.into_iter().find(|abi| abi.name(xlen) == name)
    }

    /// Returns the default ABI of the features.
    pub(crate) fn of(features: Features) -> Abi {
        match features.flen() {
            _ if features.contains(Features::E) => Abi::Embedded,
            64 => Abi::Double,
            32 => Abi::Single,
            _ => Abi::Soft,
        }
    }

    /// Returns the alignment of the stack pointer, in bytes.
    pub(crate) fn stack_alignment(self, xlen: u32) -> u32 {
        if self == Abi::Embedded { xlen / 8 } else { 16 }
    }

    /// Returns the extension whose registers it requires.
    fn needs(self) -> Option<&'static str> {
        match self {
            Abi::Embedded | Abi::Soft => None,
            Abi::Single => Some("f"),
            Abi::Double => Some("d"),
        }
    }
}

/// The properties of a subtarget.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Subtarget {
    /// The features that code depends on.
    pub(crate) features: Features,
    /// The ABI: argument passing, and preserved registers.
    pub abi: Abi,
    /// All features.
    pub set: FeatureSet,
    /// The 16-bit instructions that may be used.
    pub shorter_forms: ShorterForms,
    /// The general registers that code does not use: bit `n` represents `x<n>`.
    pub reserved: u32,
    /// True if the extensions are rv64gc's by default.
    pub is_default: bool,
    /// The CPU's scheduling model: an index in the table of models.
    pub sched_model: u8,
}

impl Subtarget {
    /// Returns the subtarget of rv32 or rv64 in `request`. Unknown names are ignored with a
    /// warning. Errors name a feature for which code would be wrong, or one that it requires.
    pub fn new(xlen: u32, request: &Request<'_>, warnings: &mut Vec<String>) -> Result<Subtarget, String> {
        let own_generic = of_width(GENERIC, xlen);
        let generic = |cpu| if cpu == "generic" { own_generic } else { cpu };
        let request = &Request { cpu: generic(request.cpu), tune_cpu: generic(request.tune_cpu), ..*request };
        let (mut set, sched_model) = TABLE.resolve(request, own_generic, warnings)?;
        check_cpu(request.cpu, xlen)?;
        let is_default = xlen == 64 && !names_extensions(request);
        if is_default {
            let features = default_features(request.features);
            set =
                TABLE.resolve(&Request { features: &features, ..*request }, own_generic, &mut Vec::new())?.0;
        }
        set = with_base(set, xlen);
        check_width(&set)?;
        TABLE.check(&set)?;
        check_vector_length(&set)?;
        check_float_registers(&set)?;
        let subtarget = Subtarget::of(set, is_default, sched_model);
        let abi = abi(&subtarget, request.abi)?;
        if abi == Abi::Embedded && subtarget.features.contains(Features::D) {
            return Err(format!("ABI `{}` is not there with the target feature `+d`", abi.name(xlen)));
        }
        Ok(Subtarget { abi, ..subtarget })
    }

    /// Returns the extensions of rv64gc that it has, as a feature list.
    pub(crate) fn default_features(&self) -> String {
        let present = DEFAULT.iter().filter(|name| TABLE.has(&self.set, name));
        present.map(|name| format!("+{name}")).collect::<Vec<_>>().join(",")
    }

    fn of(set: FeatureSet, is_default: bool, sched_model: u8) -> Subtarget {
        let registers = (0..32).filter(|n| TABLE.has(&set, &format!("reserve-x{n}")));
        let features = Features::of(&set);
        Subtarget {
            features,
            abi: Abi::of(features),
            set,
            shorter_forms: instructions::TABLE.shorter_forms(&|name| TABLE.has(&set, name)),
            reserved: registers.fold(0, |mask, n| mask | 1 << n),
            is_default,
            sched_model,
        }
    }

    /// Returns the subtarget that a directive of assembly selects; `None` if the directive is of
    /// another kind.
    pub(crate) fn changed_by(&self, directive: &str, arguments: &str) -> Option<Result<Subtarget, String>> {
        let (what, list) = arguments.split_once(',').unwrap_or((arguments, ""));
        let set = match (directive, what.trim()) {
            (".option", "rvc") => Ok(self.set.union(&TABLE.set(&["c"]))),
            (".option", "norvc") => Ok(without(&self.set, "zca")),
            (".option", "arch") => self.with_extensions(list),
            (".attribute", "arch" | "5") => self.with_extensions(list.trim().trim_matches('"')),
            // They describe the text correctly without any change.
            (".attribute", "stack_align" | "4") if list.trim() == self.stack_alignment().to_string() => {
                Ok(self.set)
            }
            (".attribute", "unaligned_access" | "6") if list.trim() == "0" => Ok(self.set),
            _ => return None,
        };
        let changed = |set: FeatureSet| {
            let set = with_base(set, self.features.xlen());
            match TABLE.refused().find(|(name, _)| TABLE.has(&set, name)) {
                Some((name, why)) => Err(format!("target feature `+{name}` is not supported: {why}")),
                None => {
                    check_float_registers(&set)?;
                    let subtarget = Subtarget::of(set, self.is_default, self.sched_model);
                    Ok(Subtarget { abi: self.abi, ..subtarget })
                }
            }
        };
        Some(set.and_then(changed))
    }

    /// Returns the features after `.option arch`: `+zba, -c`, or a whole ISA string.
    fn with_extensions(&self, list: &str) -> Result<FeatureSet, String> {
        let mut set = self.set;
        let items: Vec<&str> = list.split(',').map(str::trim).collect();
        if let [whole] = items[..]
            && whole.starts_with("rv")
        {
            let others = TABLE.iter(&set).filter(|f| f.version.is_none()).map(|f| f.name);
            return Ok(whole_isa(whole, self.features.xlen())?.union(&TABLE.set(&others.collect::<Vec<_>>())));
        }
        for item in items {
            let named = |name: &str| {
                let name = crate::riscv::mc::isa::feature(name);
                name.ok_or_else(|| format!("extension `{item}` is not known"))
            };
            match (item.strip_prefix('+'), item.strip_prefix('-')) {
                (Some(name), _) => set = set.union(&TABLE.set(&[named(name)?])),
                (_, Some(name)) => set = without(&set, named(name)?),
                _ => return Err(format!("extension `{item}` needs a `+` or `-`")),
            }
        }
        Ok(set)
    }

    /// Returns the alignment of the stack pointer, in bytes.
    pub(crate) fn stack_alignment(&self) -> u32 {
        self.abi.stack_alignment(self.features.xlen())
    }

    /// Returns the common features of both.
    pub(crate) fn in_common(&self, other: &Subtarget) -> Subtarget {
        if self == other {
            return *self;
        }
        let is_default = self.is_default && other.is_default;
        let generic = TABLE.cpu(of_width(GENERIC, self.features.xlen())).map_or(0, |cpu| cpu.sched_model);
        let sched_model = if self.sched_model == other.sched_model { self.sched_model } else { generic };
        let common = Subtarget::of(self.set.intersection(&other.set), is_default, sched_model);
        Subtarget { abi: self.abi, ..common }
    }
}

/// Returns `set` without the feature called `name` and the features that imply it.
fn without(set: &FeatureSet, name: &str) -> FeatureSet {
    TABLE.find(name).map_or(*set, |n| TABLE.without(set, n))
}

/// Returns the features of an ISA string such as `rv64imac_zba1p0`.
fn whole_isa(isa: &str, xlen: u32) -> Result<FeatureSet, String> {
    let names: Result<Vec<_>, _> = crate::riscv::mc::isa::names(isa, xlen)?
        .into_iter()
        .map(|name| {
            crate::riscv::mc::isa::feature(name).ok_or_else(|| format!("extension `{name}` is not known"))
        })
        .collect();
    Ok(crate::riscv::mc::isa::extensions(&with_base(TABLE.set(&names?), xlen)))
}

/// Returns the name for rv32 or for rv64.
const fn of_width([on_rv32, on_rv64]: [&'static str; 2], xlen: u32) -> &'static str {
    if xlen == 32 { on_rv32 } else { on_rv64 }
}

/// The default CPUs of rv32 and of rv64.
const GENERIC: [&str; 2] = ["generic-rv32", "generic-rv64"];

/// The names of the widths of general registers.
const WIDTHS: [&str; 2] = ["32bit", "64bit"];

/// Returns `set` with the features of all code.
fn with_base(set: FeatureSet, xlen: u32) -> FeatureSet {
    set.union(&TABLE.set(&[of_width(WIDTHS, xlen), "i"]))
}

/// Returns true if an extension exists on rv32 only.
fn is_of_rv32(name: &str) -> bool {
    matches!(name, "zcf" | "zclsd" | "zilsd" | "xwchc") || name.starts_with("xqci")
}

/// Checks that registers have one width, and that extensions exist for it.
fn check_width(set: &FeatureSet) -> Result<(), String> {
    if TABLE.has(set, "64bit")
        && let Some(feature) = TABLE.iter(set).find(|feature| is_of_rv32(feature.name))
    {
        return Err(format!(
            "target feature `+{}` is not supported: it is there for rv32 only",
            feature.name
        ));
    }
    if WIDTHS.iter().all(|width| TABLE.has(set, width)) {
        return Err("target features `+32bit` and `+64bit` are not supported together".into());
    }
    Ok(())
}

/// Checks that a CPU has this width; CPUs of neither width are for tuning only.
fn check_cpu(name: &str, xlen: u32) -> Result<(), String> {
    match TABLE.cpu(name) {
        Some(cpu) if !TABLE.has(&cpu.features, of_width(WIDTHS, xlen)) => {
            Err(format!("target CPU `{name}` is not supported: rv{xlen} needs an rv{xlen} CPU"))
        }
        _ => Ok(()),
    }
}

/// Returns the ABI of this name, or the subtarget's default.
fn abi(subtarget: &Subtarget, name: &str) -> Result<Abi, String> {
    if name.is_empty() {
        return Ok(subtarget.abi);
    }
    let xlen = subtarget.features.xlen();
    let abi = Abi::named(name, xlen);
    let abi = abi.ok_or_else(|| format!("ABI `{name}` is not supported for rv{xlen}"))?;
    match abi.needs() {
        _ if abi != Abi::Embedded && subtarget.features.contains(Features::E) => Err(format!(
            "ABI `{name}` needs 32 general registers: with the target feature `+e` there is `{}` only",
            Abi::Embedded.name(xlen)
        )),
        Some(extension) if abi > subtarget.abi => {
            Err(format!("ABI `{name}` needs the target feature `+{extension}`"))
        }
        _ => Ok(abi),
    }
}

/// Returns true if CPU or features select among rv64gc's extensions.
fn names_extensions(request: &Request<'_>) -> bool {
    let of_cpu =
        TABLE.cpu(request.cpu).is_some_and(|cpu| DEFAULT.iter().any(|name| TABLE.has(&cpu.features, name)));
    let profile = |name: &str| ["rva", "rvb", "rvi"].iter().any(|family| name.starts_with(family));
    let excludes = |name: &str| ["e", "zfinx", "zdinx", "zhinx", "zhinxmin"].contains(&name);
    let added = request.features.split(',').filter_map(|item| item.trim().strip_prefix('+'));
    of_cpu || added.into_iter().any(|name| DEFAULT.contains(&name) || excludes(name) || profile(name))
}

/// Returns `list` after the extensions of rv64gc that it does not disable.
fn default_features(list: &str) -> String {
    let negated = |name: &&str| list.split(',').any(|item| item.trim().strip_prefix('-') == Some(name));
    let default = DEFAULT.iter().filter(|name| !negated(name)).map(|name| format!("+{name},"));
    default.collect::<String>() + list
}

/// Checks that floats are in registers of their own, or in general ones.
fn check_float_registers(set: &FeatureSet) -> Result<(), String> {
    match ["f", "zfinx"].iter().all(|name| TABLE.has(set, name)) {
        true => Err("target features `+f` and `+zfinx` are not supported together".into()),
        false => Ok(()),
    }
}

fn check_vector_length(set: &FeatureSet) -> Result<(), String> {
    let length = TABLE.iter(set).find(|f| f.name.starts_with("zvl"));
    match length.filter(|_| !TABLE.has(set, "zve32x")) {
        Some(length) => Err(format!("target feature `+{}` needs `+v` or one of `+zve…`", length.name)),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::riscv::mc::instructions::SCHED_MODELS;

    fn subtarget(cpu: &str, features: &str) -> Result<Subtarget, String> {
        Subtarget::new(64, &Request { cpu, features, ..Request::default() }, &mut Vec::new())
    }

    #[test]
    fn the_cpu_that_code_is_tuned_for_has_the_model() {
        for (xlen, cpu, tune_cpu, model) in [
            (64, "sifive-u74", "", "sifive-u74"),
            (64, "sifive-p550", "", "sifive-p550"),
            (64, "spacemit-x60", "sifive-u74", "sifive-u74"),
            (64, "", "spacemit-x60", "spacemit-x60"),
            (64, "", "", "sifive-u74"),
            (64, "", "generic-ooo", "sifive-p450"),
            (64, "nothing", "", "sifive-u74"),
            (32, "sifive-e31", "", "rocket-rv64"),
            (32, "generic", "", "sifive-u74"),
        ] {
            let request = Request { cpu, tune_cpu, features: "+m", ..Request::default() };
            let subtarget = Subtarget::new(xlen, &request, &mut Vec::new()).unwrap();
            let found = SCHED_MODELS[usize::from(subtarget.sched_model)].name;
            assert_eq!(found, model, "{cpu} tuned for {tune_cpu}");
        }
    }

    #[test]
    fn lists_add_and_remove() {
        let features = |cpu, list| subtarget(cpu, list).map(|s| (s.features, s.is_default));
        assert_eq!(features("generic-rv64", ""), Ok((BASE, true)));
        let relaxed = (BASE | Features::ZBB | Features::RELAX) - Features::ZCA;
        assert_eq!(features("", "+zbb,+relax,-c"), Ok((relaxed, true)));
        assert_eq!(features("", "+zba,-b,+xunheard"), Ok((BASE | Features::ZBA, true)));
        assert_eq!(features("", "+m,+a,+f,+d,+c"), Ok((BASE, false)));
        assert_eq!(features("", "+m,+d"), Ok((BASE - Features::ZCA - Features::A - Features::ZALRSC, false)));
        assert_eq!(features("sifive-u74", "").map(|f| f.0), Ok(BASE));
        assert_eq!(features("", "+rva22u64").map(|f| (f.0.contains(BASE), f.1)), Ok((true, false)));
        let halves = Features::ZFH | Features::ZFHMIN;
        assert_eq!(features("", "+zfh"), Ok((BASE | halves, true)));
    }

    #[test]
    fn missing_and_conflicting_features_are_named() {
        for (cpu, list, named) in [
            ("", "zbb", "`zbb`"),
            ("", "+32bit", "`+32bit`"),
            ("", "+zcmp", "`+zcmp`"),
            ("", "+zvl128b", "`+zvl128b`"),
            ("generic-rv32", "", "`generic-rv32`"),
            ("sifive-7-series", "", "`sifive-7-series`"),
        ] {
            let error = subtarget(cpu, list).unwrap_err();
            assert!(error.contains(named), "{cpu} {list}: {error}");
        }
    }

    #[test]
    fn sixteen_registers_have_an_abi_of_their_own() {
        let subtarget = |xlen, features, abi| {
            Subtarget::new(xlen, &Request { features, abi, ..Request::default() }, &mut Vec::new())
        };
        for (xlen, features, abi, found) in [
            (32, "+e,+m", "", Ok((Abi::Embedded, 4))),
            (32, "+e,+m", "ilp32e", Ok((Abi::Embedded, 4))),
            (32, "+m", "ilp32e", Ok((Abi::Embedded, 4))),
            (32, "+m", "", Ok((Abi::Soft, 16))),
            (64, "+e,+f", "lp64e", Ok((Abi::Embedded, 8))),
            (64, "+e", "", Ok((Abi::Embedded, 8))),
            (32, "+e", "ilp32", Err("`ilp32` needs 32 general registers")),
            (32, "+d", "ilp32e", Err("`ilp32e` is not there with the target feature `+d`")),
            (32, "+e", "lp64e", Err("`lp64e` is not supported for rv32")),
        ] {
            match (subtarget(xlen, features, abi), found) {
                (Ok(subtarget), Ok(found)) => {
                    assert_eq!((subtarget.abi, subtarget.stack_alignment()), found, "{features} {abi}");
                    let has = |reg| subtarget.features.has_register(reg);
                    assert_eq!((has(regs::X15), has(regs::X16)), (true, !features.contains("+e")));
                    let isa = crate::riscv::mc::isa::letters(&subtarget.set);
                    assert_eq!(isa[4..].starts_with('e'), features.contains("+e"), "{isa}");
                }
                (Err(message), Err(part)) => assert!(message.contains(part), "{message}"),
                (other, _) => panic!("{features} {abi}: {other:?}"),
            }
        }
    }

    #[test]
    fn directives_change_the_subtarget() {
        let base = subtarget("", "").unwrap();
        let changed = |arguments: &str| base.changed_by(".option", arguments).unwrap();
        let has = |arguments: &str, name| TABLE.has(&changed(arguments).unwrap().set, name);
        assert!(has("arch, +zihintpause", "zihintpause") && has("arch, +zba, +zbb", "zbb"));
        assert!(!has("norvc", "zca") && !has("arch, -c", "zcd") && has("arch, rv64gc_zbs1p0", "zbs"));
        assert!(!has("arch, rv64imafd", "c") && has("arch, rv64i2p1_m2p0_f2p2_d2p2_zicsr2p0", "d"));
        for wrong in ["arch, +zxx", "arch, zba", "arch, rv32gc", "arch, rv64g!", "arch, +zfinx"] {
            assert!(changed(wrong).is_err(), "{wrong}");
        }
        assert!(base.changed_by(".option", "push").is_none());
    }

    #[test]
    fn registers_are_reserved() {
        assert_eq!(subtarget("", "+reserve-x18,+reserve-x31").unwrap().reserved, 1 << 18 | 1 << 31);
    }

    #[test]
    fn everything_used_is_in_the_table() {
        for name in NAMES.iter().flat_map(|row| row.1) {
            let n = TABLE.find(name).unwrap_or_else(|| panic!("{name}"));
            assert!(matches!(TABLE.features[n].role, Role::Used | Role::Base), "{name}");
        }
    }
}
