//! Subtarget features and CPUs: what the tables of all targets have in common.
//!
//! A CPU names features, a list such as `+zbb,-relax` adds and takes away. As in LLVM, adding a feature adds what it implies, and taking
//! one away takes away what implies it. Each feature of the tables (`features.txt`) has a [`Role`], so that what is asked for is either done, or
//! known to change nothing that matters, or refused by name.

use gisel_codegen::target::system::System;
use std::fmt::Write;

/// What code does with a feature.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Code needs it.
    Base,
    /// Code is another with it.
    Used,
    /// Code without it is right.
    Unused,
    /// Code that does not do what it asks for would be wrong; the reason.
    Refused(&'static str),
}

/// A set of features of one table, by number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct FeatureSet(pub [u64; 6]);

impl FeatureSet {
    /// Whether feature number `n` is in it.
    pub fn contains(&self, n: usize) -> bool {
        self.0.get(n / 64).is_some_and(|word| word >> (n % 64) & 1 != 0)
    }

    /// What is in either.
    pub fn union(&self, other: &FeatureSet) -> FeatureSet {
        FeatureSet(std::array::from_fn(|n| self.0[n] | other.0[n]))
    }

    /// What is in both.
    pub fn intersection(&self, other: &FeatureSet) -> FeatureSet {
        FeatureSet(std::array::from_fn(|n| self.0[n] & other.0[n]))
    }

    /// What is in this one only.
    pub fn difference(&self, other: &FeatureSet) -> FeatureSet {
        FeatureSet(std::array::from_fn(|n| self.0[n] & !other.0[n]))
    }

    /// Whether nothing is in it.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }
}

/// One feature.
#[derive(Debug)]
pub struct Feature {
    /// Its name, LLVM's.
    pub name: &'static str,
    /// What code does with it.
    pub role: Role,
    /// Its version, if it is an extension with one.
    pub version: Option<(u32, u32)>,
    /// Itself, and what it implies.
    pub implies: FeatureSet,
    /// Itself, and what implies it.
    pub implied_by: FeatureSet,
    /// What it is.
    pub description: &'static str,
}

/// One CPU.
#[derive(Debug)]
pub struct Cpu {
    /// Its name, LLVM's.
    pub name: &'static str,
    /// How it is scheduled: a place in the target's table of models.
    pub sched_model: u8,
    /// Its features.
    pub features: FeatureSet,
    /// Those that tune code for it.
    pub tuning: FeatureSet,
}

/// What names a subtarget.
#[derive(Clone, Copy, Default, Debug)]
pub struct Request<'a> {
    /// The CPU; the target's generic one if empty.
    pub cpu: &'a str,
    /// The CPU that code is tuned for; `cpu` if empty.
    pub tune_cpu: &'a str,
    /// Features such as `+zbb,-relax`.
    pub features: &'a str,
    /// The ABI, where a target has several; that which suits the features if empty.
    pub abi: &'a str,
    /// Whether no floating-point or vector register holds a value that is not of such a type (`noimplicitfloat`).
    pub no_implicit_float: bool,
    /// The operating system.
    pub system: System,
}

/// The features and CPUs of a target, each in the order of their names.
#[derive(Debug)]
pub struct FeatureTable {
    /// Features; their number is that in a [`FeatureSet`].
    pub features: &'static [Feature],
    /// CPUs.
    pub cpus: &'static [Cpu],
}

impl FeatureTable {
    /// The number of a feature.
    pub fn find(&self, name: &str) -> Option<usize> {
        let exact = self.features.binary_search_by(|f| f.name.cmp(name));
        exact.ok().or_else(|| {
            let lower = name.to_ascii_lowercase();
            self.features.binary_search_by(|f| f.name.cmp(&lower)).ok()
        })
    }

    /// Whether the feature called `name` is in `set`.
    pub fn has(&self, set: &FeatureSet, name: &str) -> bool {
        self.find(name).is_some_and(|n| set.contains(n))
    }

    /// The features of these names and what they imply.
    pub fn set(&self, names: &[&str]) -> FeatureSet {
        let known = names.iter().filter_map(|name| self.find(name));
        known.fold(FeatureSet::default(), |set, n| self.with(&set, n))
    }

    /// `set` with feature number `n` and what that implies.
    pub fn with(&self, set: &FeatureSet, n: usize) -> FeatureSet {
        set.union(&self.features[n].implies)
    }

    /// `set` without feature number `n` and what implies that.
    pub fn without(&self, set: &FeatureSet, n: usize) -> FeatureSet {
        set.difference(&self.features[n].implied_by)
    }

    /// The features in `set`.
    pub fn iter<'a>(&self, set: &'a FeatureSet) -> impl Iterator<Item = &'static Feature> + use<'a> {
        self.features.iter().enumerate().filter(|(n, _)| set.contains(*n)).map(|(_, feature)| feature)
    }

    /// The CPU of this name.
    pub fn cpu(&self, name: &str) -> Option<&'static Cpu> {
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

    /// The features that `request` names, where `generic` is the CPU if it names none; and the model
    /// that code is scheduled for, that of `generic` for a CPU that is not known. Names that are not known are ignored with a warning.
    ///
    /// Errors: a feature without a sign.
    pub fn resolve(
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

    /// Checks that code can be made for a subtarget with these features; an error names one for which it would be wrong, or one that it needs.
    pub fn check(&self, set: &FeatureSet) -> Result<(), String> {
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

    /// What `-mcpu=help` and `-mattr=help` print, in `llc`'s form.
    pub fn help(&self) -> String {
        let mut out = String::from("Available CPUs for this target:\n\n");
        let width = self.cpus.iter().map(|cpu| cpu.name.len()).max().unwrap_or(0);
        for name in self.cpus.iter().map(|cpu| cpu.name) {
            // Writing to a string does not fail.
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

    /// The names of features that are refused, each with the reason.
    pub fn refused(&self) -> impl Iterator<Item = (&'static str, &'static str)> {
        self.features.iter().filter_map(|f| match f.role {
            Role::Refused(why) => Some((f.name, why)),
            _ => None,
        })
    }

    /// The names of features that are accepted and not used.
    pub fn unused(&self) -> impl Iterator<Item = &'static str> {
        self.features.iter().filter(|f| f.role == Role::Unused).map(|f| f.name)
    }
}

fn warn(warnings: &mut Vec<String>, text: String) {
    if !warnings.contains(&text) {
        warnings.push(text);
    }
}

/// What is added to a warning about a name that is not known: the name most like it, if one is.
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
