//! Subtarget features and CPUs: the common form of all targets' tables.
//!
//! A CPU has features, and a list such as `+zbb,-relax` enables and disables others. As in LLVM,
//! enabling a feature enables the implied ones, and disabling one disables those that imply it.
//! Each feature of the tables (`features.txt`) has a [`Role`]: a requested feature is implemented,
//! accepted without effect, or rejected by name.

use gisel_codegen::machine::system::System;
use std::fmt::Write;

/// The effect of a feature on code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// All code requires it.
    Base,
    /// Code depends on it.
    Used,
    /// Code without it is correct.
    Unused,
    /// Code that ignores it would be wrong; the reason.
    Refused(&'static str),
}

/// A set of features of one table, by index.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct FeatureSet(pub [u64; 6]);

impl FeatureSet {
    /// Returns true if it contains feature number `n`.
    pub(crate) fn contains(&self, n: usize) -> bool {
        self.0.get(n / 64).is_some_and(|word| word >> (n % 64) & 1 != 0)
    }

    /// Returns the union.
    pub(crate) fn union(&self, other: &FeatureSet) -> FeatureSet {
        FeatureSet(std::array::from_fn(|n| self.0[n] | other.0[n]))
    }

    /// Returns the intersection.
    pub(crate) fn intersection(&self, other: &FeatureSet) -> FeatureSet {
        FeatureSet(std::array::from_fn(|n| self.0[n] & other.0[n]))
    }

    /// Returns the features in this set only.
    pub(crate) fn difference(&self, other: &FeatureSet) -> FeatureSet {
        FeatureSet(std::array::from_fn(|n| self.0[n] & !other.0[n]))
    }

    /// Returns true if it is empty.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }
}

/// One feature.
#[derive(Debug)]
pub struct Feature {
    /// LLVM's name.
    pub name: &'static str,
    /// Its effect on code.
    pub role: Role,
    /// Its version, if it is an extension with one.
    pub version: Option<(u32, u32)>,
    /// Itself, and the features that it implies.
    pub implies: FeatureSet,
    /// Itself, and the features that imply it.
    pub implied_by: FeatureSet,
    /// The description.
    pub description: &'static str,
}

/// One CPU.
#[derive(Debug)]
pub struct Cpu {
    /// LLVM's name.
    pub name: &'static str,
    /// Its scheduling model: an index in the target's table of models.
    pub sched_model: u8,
    /// Its features.
    pub features: FeatureSet,
    /// Its tuning features.
    pub tuning: FeatureSet,
}

/// The selection of a subtarget.
#[derive(Clone, Copy, Default, Debug)]
pub struct Request<'a> {
    /// The CPU; the target's generic one if empty.
    pub cpu: &'a str,
    /// The CPU that code is tuned for; `cpu` if empty.
    pub tune_cpu: &'a str,
    /// Features such as `+zbb,-relax`.
    pub features: &'a str,
    /// The ABI, if a target has several; the features' default if empty.
    pub abi: &'a str,
    /// True if floating-point and vector registers hold only values of such types
    /// (`noimplicitfloat`).
    pub no_implicit_float: bool,
    /// The operating system.
    pub system: System,
}

/// The features and CPUs of a target, each sorted by name.
#[derive(Debug)]
pub struct FeatureTable {
    /// Features, in the order of the indices in a [`FeatureSet`].
    pub features: &'static [Feature],
    /// CPUs.
    pub cpus: &'static [Cpu],
}

impl FeatureTable {
    /// Returns the index of a feature.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        let exact = self.features.binary_search_by(|f| f.name.cmp(name));
        exact.ok().or_else(|| {
            let lower = name.to_ascii_lowercase();
            self.features.binary_search_by(|f| f.name.cmp(&lower)).ok()
        })
    }

    /// Returns true if `set` contains the feature called `name`.
    pub(crate) fn has(&self, set: &FeatureSet, name: &str) -> bool {
        self.find(name).is_some_and(|n| set.contains(n))
    }

    /// Returns the features with these names and the implied ones.
    pub(crate) fn set(&self, names: &[&str]) -> FeatureSet {
        let known = names.iter().filter_map(|name| self.find(name));
        known.fold(FeatureSet::default(), |set, n| self.with(&set, n))
    }

    /// Returns `set` with feature number `n` and the implied ones.
    pub(crate) fn with(&self, set: &FeatureSet, n: usize) -> FeatureSet {
        set.union(&self.features[n].implies)
    }

    /// Returns `set` without feature number `n` and those that imply it.
    pub(crate) fn without(&self, set: &FeatureSet, n: usize) -> FeatureSet {
        set.difference(&self.features[n].implied_by)
    }

    /// Returns the features in `set`.
    pub(crate) fn iter<'a>(&self, set: &'a FeatureSet) -> impl Iterator<Item = &'static Feature> + use<'a> {
        self.features.iter().enumerate().filter(|(n, _)| set.contains(*n)).map(|(_, feature)| feature)
    }

    /// Returns the CPU with this name.
    pub(crate) fn cpu(&self, name: &str) -> Option<&'static Cpu> {
        self.cpus.binary_search_by(|cpu| cpu.name.cmp(name)).ok().map(|n| &self.cpus[n])
    }

    fn known_cpu(&self, name: &str, warnings: &mut Vec<String>) -> Option<&'static Cpu> {
        let cpu = self.cpu(name);
        if cpu.is_none() {
            let hint = hint(name, self.cpus.iter().map(|cpu| cpu.name), "");
            warn(
                warnings,
                format!("'{name}' is not a recognized processor for this target (ignoring processor){hint}"),
            );
        }
        cpu
    }

    /// Returns the features in `request`, with the CPU `generic` by default, and the scheduling
    /// model, which is `generic`'s for an unknown CPU. Unknown names are ignored with a warning.
    ///
    /// Errors: a feature without a sign.
    pub(crate) fn resolve(
        &self,
        request: &Request<'_>,
        generic: &str,
        warnings: &mut Vec<String>,
    ) -> Result<(FeatureSet, u8), String> {
        let cpu_name = if request.cpu.is_empty() { generic } else { request.cpu };
        let cpu = self.known_cpu(cpu_name, warnings);
        let tune = match request.tune_cpu {
            "" => cpu,
            name => self.known_cpu(name, warnings),
        };
        let mut set = cpu.map_or(FeatureSet::default(), |cpu| cpu.features);
        set = set.union(&tune.map_or(FeatureSet::default(), |cpu| cpu.tuning));
        for item in request.features.split(',').map(str::trim).filter(|item| !item.is_empty()) {
            let (name, add) = match (item.strip_prefix('+'), item.strip_prefix('-')) {
                (Some(name), _) => (name, true),
                (_, Some(name)) => (name, false),
                _ => return Err(format!("target feature `{item}` needs a `+` or `-`")),
            };
            match self.find(name) {
                Some(n) if add => set = self.with(&set, n),
                Some(n) => set = self.without(&set, n),
                None => {
                    let hint = hint(name, self.features.iter().map(|f| f.name), &item[..1]);
                    warn(
                        warnings,
                        format!(
                            "'{item}' is not a recognized feature for this target (ignoring feature){hint}"
                        ),
                    );
                }
            }
        }
        let scheduled = tune.or_else(|| self.cpu(generic));
        Ok((set, scheduled.map_or(0, |cpu| cpu.sched_model)))
    }

    /// Checks that code can be generated for a subtarget with these features. Errors name one for
    /// which code would be wrong, or one that is required.
    pub(crate) fn check(&self, set: &FeatureSet) -> Result<(), String> {
        for (n, Feature { name, role, .. }) in self.features.iter().enumerate() {
            match role {
                Role::Refused(why) if set.contains(n) => {
                    return Err(format!("target feature `+{name}` is not supported: {why}"));
                }
                Role::Base if !set.contains(n) => {
                    return Err(format!("target feature `-{name}` is not supported: code needs `+{name}`"));
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns the output of `-mcpu=help` and `-mattr=help`, in `llc`'s form.
    pub fn help(&self) -> String {
        let mut out = String::from("Available CPUs for this target:\n\n");
        let width = self.cpus.iter().map(|cpu| cpu.name.len()).max().unwrap_or(0);
        for name in self.cpus.iter().map(|cpu| cpu.name) {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "  {name:width$} - Select the {name} processor.");
        }
        out += "\nAvailable features for this target:\n\n";
        let width = self.features.iter().map(|f| f.name.len()).max().unwrap_or(0);
        for Feature { name, description, .. } in self.features {
            let _ = writeln!(out, "  {name:width$} - {description}.");
        }
        out += "\nUse +feature to enable a feature, or -feature to disable it.\n\
            For example, llc -mcpu=mycpu -mattr=+feature1,-feature2\n";
        out
    }

    /// Returns the names of rejected features, each with the reason.
    pub fn refused(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.features.iter().filter_map(|f| match f.role {
            Role::Refused(why) => Some((f.name, why)),
            _ => None,
        })
    }

    /// Returns the names of features that are accepted without effect.
    pub fn unused(&self) -> impl Iterator<Item = &'static str> {
        self.features.iter().filter(|f| f.role == Role::Unused).map(|f| f.name)
    }
}

fn warn(warnings: &mut Vec<String>, text: String) {
    if !warnings.contains(&text) {
        warnings.push(text);
    }
}

/// Returns the suffix of a warning about an unknown name: the most similar name, if there is one.
fn hint<'a>(name: &str, known: impl Iterator<Item = &'a str>, sign: &str) -> String {
    crate::nearest(name, known).map_or_else(String::new, |other| format!("; did you mean '{sign}{other}'?"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{aarch64, riscv};

    #[test]
    fn unknown_names_are_warned_of_once() {
        let table = &riscv::features::TABLE;
        let mut warnings = Vec::new();
        let request = Request { cpu: "sifive-u75", features: "+zbbb,+zbbb,-qqqqqqqq", ..Request::default() };
        let (set, _) = table.resolve(&request, "generic-rv64", &mut warnings).unwrap();
        assert!(set.is_empty());
        let expected = [
            "'sifive-u75' is not a recognized processor for this target (ignoring processor); did you mean 'sifive-u54'?",
            "'+zbbb' is not a recognized feature for this target (ignoring feature); did you mean '+zbb'?",
            "'-qqqqqqqq' is not a recognized feature for this target (ignoring feature)",
        ];
        assert_eq!(warnings[1..], expected[1..]);
        assert!(warnings[0].starts_with(&expected[0][..80]), "{}", warnings[0]);
    }

    #[test]
    fn features_imply_others_and_take_them_away() {
        let table = &aarch64::features::TABLE;
        let resolve = |features| {
            let request = Request { features, ..Request::default() };
            table.resolve(&request, "generic", &mut Vec::new()).unwrap().0
        };
        let set = resolve("+v8.1a");
        assert!(table.has(&set, "lse") && table.has(&set, "crc") && table.has(&set, "neon"));
        let set = resolve("+v8.1a,-lse");
        assert!(!table.has(&set, "v8.1a") && !table.has(&set, "lse") && table.has(&set, "crc"));
        assert!(table.check(&set).is_ok());
        let other = &riscv::features::TABLE;
        assert!(other.check(&other.set(&[])).unwrap_err().contains("`-i`"));
        assert!(table.check(&resolve("+execute-only")).unwrap_err().contains("executed"));
    }

    #[test]
    fn every_cpu_is_made_for_or_refused_by_name() {
        for (table, generic) in
            [(&riscv::features::TABLE, "generic-rv64"), (&aarch64::features::TABLE, "generic")]
        {
            for cpu in table.cpus {
                let request = Request { cpu: cpu.name, ..Request::default() };
                let mut warnings = Vec::new();
                let (set, sched_model) = table.resolve(&request, generic, &mut warnings).unwrap();
                assert!(warnings.is_empty() && sched_model == cpu.sched_model, "{}", cpu.name);
                assert_eq!(set, cpu.features.union(&cpu.tuning), "{}", cpu.name);
            }
        }
    }
}
