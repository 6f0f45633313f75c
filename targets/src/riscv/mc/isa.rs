//! ISA strings: a subtarget's extensions in ELF attributes and assembly.
//!
//! Source: *The RISC-V Instruction Set Manual*, "ISA Extension Naming Conventions": the base,
//! single-letter extensions in canonical order, `z…` by the second letter in the same order, `s…`,
//! `x…`.

use crate::features::{Feature, FeatureSet};
use crate::riscv::features::TABLE;
use std::fmt::Write;

/// The canonical order of single-letter extensions.
const LETTERS: &str = "iemafdqlcbkjtpvnh";

/// Names of combinations of extensions, which are listed in addition.
const COMBINED: [&str; 11] =
    ["a", "b", "zk", "zkn", "zks", "zvkn", "zvknc", "zvkng", "zvks", "zvksc", "zvksg"];

/// The prefix of experimental extensions among features.
const EXPERIMENTAL: &str = "experimental-";

fn name(feature: &Feature) -> &'static str {
    feature.name.strip_prefix(EXPERIMENTAL).unwrap_or(feature.name)
}

/// Returns the sort key of an extension.
fn rank(name: &str) -> (usize, usize, &str) {
    let letter = |n: usize| name.get(n..n + 1).and_then(|c| LETTERS.find(c)).unwrap_or(LETTERS.len());
    match name.as_bytes() {
        [_] => (0, letter(0), name),
        [b'z', ..] => (1, letter(1), name),
        [b's', ..] => (2, 0, name),
        _ => (3, 0, name),
    }
}

/// Returns the extensions in `set`, including implied combinations.
pub(crate) fn extensions(set: &FeatureSet) -> FeatureSet {
    let mut set = set.union(&TABLE.set(&["i"]));
    for name in COMBINED {
        let parts = TABLE.set(&[name]);
        let without = TABLE.find(name).map_or(parts, |n| parts.difference(&TABLE.features[n].implied_by));
        if without.difference(&set).is_empty() {
            set = set.union(&parts);
        }
    }
    // C is Zca with the 16-bit accesses of all supported floats.
    let has = |name: &str| TABLE.has(&set, name);
    let floats = [("zcd", has("d")), ("zcf", has("f") && !has("64bit"))];
    let accesses: Vec<&str> = floats.iter().filter(|(_, there)| *there).map(|(name, _)| *name).collect();
    if has("c") || has("zca") && accesses.iter().all(|name| has(name)) {
        set = set.union(&TABLE.set(&["c"])).union(&TABLE.set(&accesses));
    }
    set
}

/// Returns those of [`extensions`] that must be written; C represents the floating-point accesses.
fn written(set: &FeatureSet) -> impl Iterator<Item = &'static Feature> + use<> {
    let all = extensions(set);
    let implied: &[&str] = if TABLE.has(&all, "c") { &["zcd", "zcf"] } else { &[] };
    explicit(&all).filter(|feature| !implied.contains(&feature.name))
}

/// Returns the extensions of `set` in ISA string order. The base with fewer registers represents
/// both.
fn ordered(set: &FeatureSet) -> Vec<&'static Feature> {
    let is_shown = |f: &&Feature| f.version.is_some() && (f.name != "i" || !TABLE.has(set, "e"));
    let mut all: Vec<_> = TABLE.iter(set).filter(is_shown).collect();
    all.sort_by_key(|feature| rank(name(feature)));
    all
}

/// Returns the prefix of an ISA string.
fn base(set: &FeatureSet) -> &'static str {
    if TABLE.has(set, "64bit") { "rv64" } else { "rv32" }
}

/// Returns extensions with their versions.
fn string<'a>(extensions: impl Iterator<Item = &'a Feature>) -> String {
    let mut out = String::new();
    for (n, feature) in extensions.enumerate() {
        let (major, minor) = feature.version.expect("extensions have versions");
        let separator = if n == 0 { "" } else { "_" };
        // Writing to a string cannot fail.
        let _ = write!(out, "{separator}{}{major}p{minor}", name(feature));
    }
    out
}

/// Returns the features of a versioned ISA string; unknown ones are ignored.
pub(crate) fn features(isa: &str) -> impl Iterator<Item = &'static str> {
    let extensions = isa.trim_start_matches("rv64").trim_start_matches("rv32").split('_');
    extensions.filter_map(|extension| {
        let name = without_version(extension);
        let found = TABLE.find(name).or_else(|| TABLE.find(&format!("{EXPERIMENTAL}{name}")))?;
        Some(TABLE.features[found].name)
    })
}

/// Returns the feature of the extension called `name`, with or without a version.
pub(crate) fn feature(name: &str) -> Option<&'static str> {
    let name = without_version(name);
    let found = TABLE.find(name).or_else(|| TABLE.find(&format!("{EXPERIMENTAL}{name}")))?;
    Some(TABLE.features[found].name).filter(|_| TABLE.features[found].version.is_some())
}

/// The extensions that `g` represents.
const GENERAL: [&str; 7] = ["i", "m", "a", "f", "d", "zicsr", "zifencei"];

/// Returns the extensions of an ISA string of rv32 or rv64, with or without versions.
pub(crate) fn names(isa: &str, xlen: u32) -> Result<Vec<&str>, String> {
    let wrong = || format!("`{isa}` is no ISA of rv{xlen}");
    let mut parts = isa.strip_prefix(&format!("rv{xlen}")).ok_or_else(wrong)?.split('_');
    let (mut names, mut letters) = (Vec::new(), parts.next().ok_or_else(wrong)?);
    // Single-letter extensions may be adjacent.
    while let Some(first) = letters.get(..1) {
        let rest = &letters[1..];
        let version = rest.find(|c: char| !c.is_ascii_digit() && c != 'p').unwrap_or(rest.len());
        let version = if rest.starts_with(|c: char| c.is_ascii_digit()) { version } else { 0 };
        match first {
            "g" => names.extend(GENERAL),
            letter => names.push(letter),
        }
        letters = &rest[version..];
    }
    names.extend(parts.map(without_version));
    Ok(names)
}

/// Returns `zbb1p0` without its version.
fn without_version(extension: &str) -> &str {
    let minor = extension.trim_end_matches(|c: char| c.is_ascii_digit());
    match minor.strip_suffix('p') {
        Some(major) if minor.len() < extension.len() => major.trim_end_matches(|c: char| c.is_ascii_digit()),
        _ => extension,
    }
}

/// Returns the base and the single-letter extensions, such as `rv64imac`, with `g` for its
/// extensions.
pub(crate) fn letters(set: &FeatureSet) -> String {
    let all = ordered(&extensions(set));
    let letters: String = all.iter().map(|f| name(f)).filter(|name| name.len() == 1).collect();
    format!("{}{}", base(set), letters.replace("imafd", "g"))
}

/// Returns the ISA string of `.riscv.attributes`.
pub(crate) fn full(set: &FeatureSet) -> String {
    base(set).to_string() + &string(ordered(&extensions(set)).into_iter())
}

/// Returns the extensions of `set` that no others imply, and the single-letter ones.
fn explicit(set: &FeatureSet) -> impl Iterator<Item = &'static Feature> + use<> {
    // Assemblers have known the components of `b` longer than `b` itself.
    let set =
        set.difference(&TABLE.find("b").map_or(FeatureSet::default(), |n| TABLE.features[n].implied_by));
    let all = ordered(&set);
    let named = |feature: &Feature| feature.name.len() == 1 || matches!(feature.name, "zicsr");
    let implied = |feature: &Feature| {
        let others = all.iter().filter(|other| other.name != feature.name);
        others.into_iter().any(|other| TABLE.has(&other.implies, feature.name))
    };
    let kept: Vec<_> = all.iter().copied().filter(|f| named(f) || !implied(f)).collect();
    kept.into_iter()
}

/// Returns the ISA string for assembly. It omits implied extensions, which older assemblers do not
/// know and newer ones add.
pub(crate) fn short(set: &FeatureSet) -> String {
    base(set).to_string() + &string(written(set))
}

/// Returns the argument of `.option arch` for code with the extensions of `set` in a module with
/// this [`full`] ISA string; `None` if they are equal.
pub(crate) fn change(module: &str, set: &FeatureSet) -> Option<String> {
    let own = full(set);
    if own == module {
        return None;
    }
    let after: Vec<&str> = own.split('_').collect();
    let before: Vec<&str> = module.split('_').collect();
    if before.iter().any(|extension| !after.contains(extension)) {
        return Some(short(set));
    }
    let known = |feature: &Feature| before.contains(&string([feature].into_iter()).as_str());
    let added = written(set).filter(|f| !matches!(f.name, "i" | "e") && !known(f));
    let list: Vec<_> = added.map(|f| format!("+{}", name(f))).collect();
    Some(list.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::Request;
    use crate::riscv::features::Subtarget;

    fn set(features: &str) -> FeatureSet {
        Subtarget::new(64, &Request { features, ..Request::default() }, &mut Vec::new()).unwrap().set
    }

    #[test]
    fn the_isa_string_is_the_assembler_s() {
        assert_eq!(
            full(&set("")),
            "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0_zmmul1p0_zaamo1p0_zalrsc1p0_zca1p0_zcd1p0"
        );
        assert!(full(&set("+zba,+zbb,+zbs")).contains("_c2p0_b1p0_zicsr2p0_"));
    }

    #[test]
    fn isa_strings_are_read() {
        let names: Vec<_> = features("rv64i2p1_m2p0_zic64b1p0_zvl128b1p0_zicfilp1p0_unheard1p0").collect();
        assert_eq!(names, ["i", "m", "zic64b", "zvl128b", "experimental-zicfilp"]);
        assert_eq!((letters(&set("")), letters(&set("-c"))), ("rv64gc".into(), "rv64g".into()));
    }

    #[test]
    fn implied_extensions_are_not_written() {
        assert_eq!(short(&set("")), "rv64i2p1_m2p0_a2p1_f2p2_d2p2_c2p0_zicsr2p0");
        assert_eq!(short(&set("-c,+b")), "rv64i2p1_m2p0_a2p1_f2p2_d2p2_zicsr2p0_zba1p0_zbb1p0_zbs1p0");
        assert!(short(&set("+zfh")).ends_with("_zfh1p0"));
    }

    #[test]
    fn functions_say_what_they_have_besides() {
        let base = set("+m,+a,+f,+d");
        let module = full(&base);
        assert_eq!(change(&module, &base), None);
        assert_eq!(change(&module, &set("+m,+a,+f,+d,+relax")), None);
        assert_eq!(change(&module, &set("+m,+a,+f,+d,+zbb,+c")).as_deref(), Some("+c, +zbb"));
        let less = "rv64i2p1_m2p0_a2p1_f2p2_d2p2_zicsr2p0";
        assert_eq!(change(&full(&set("")), &base).as_deref(), Some(less));
    }
}
