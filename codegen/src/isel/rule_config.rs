//! The configuration of rules: disabled ones, the combiner's remaining steps, and the record of
//! applied ones. It serves to find a rule or step that miscompiles, and rules that no test
//! executes.

use crate::isel::record::Record;
use crate::support::coverage::{Coverage, RuleKind};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// Rules that were renamed: the former name, the current one.
const RENAMED: [(&str, &str); 5] = [
    ("identity", "right_identity_zero"),
    ("mul_one", "right_identity_one"),
    ("same_operands", "binop_same_val"),
    ("select_same", "select_same_val"),
    ("constant_right", "commute_constant_to_rhs"),
];

/// Returns the current name of a rule that was renamed.
pub(crate) fn current_name(former: &str) -> Option<&'static str> {
    RENAMED.iter().find(|(name, _)| *name == former).map(|(_, current)| *current)
}

/// The steps that all functions together may take. The order of functions is deterministic with one
/// worker only.
#[derive(Debug)]
pub struct Fuel {
    steps: i64,
    left: AtomicI64,
}

impl Fuel {
    /// Returns fuel for `steps` steps.
    pub fn new(steps: u32) -> Fuel {
        Fuel { steps: steps.into(), left: AtomicI64::new(steps.into()) }
    }

    /// Restores all steps, for another compilation.
    pub fn refill(&self) {
        self.left.store(self.steps, Ordering::Relaxed);
    }
}

/// The configuration of one target's rules. By default all are enabled, without a limit or a
/// record.
#[derive(Debug, Default)]
pub struct RuleConfig {
    combine: Disabled,
    select: Disabled,
    fuel: Option<Arc<Fuel>>,
    coverage: Option<Arc<Coverage>>,
    record: Option<Arc<Record>>,
}

/// A bit set of rule numbers.
#[derive(Debug, Default)]
struct Disabled(Vec<u64>);

impl Disabled {
    fn insert(&mut self, number: usize) {
        if self.0.len() <= number / 64 {
            self.0.resize(number / 64 + 1, 0);
        }
        self.0[number / 64] |= 1 << (number % 64);
    }

    #[inline]
    fn contains(&self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 != 0)
    }
}

impl RuleConfig {
    /// Disables the rules with these names. `select` and `combine` are the names of the selection and
    /// combiner rules of `target` by number.
    ///
    /// Accepts the former names of renamed rules.
    ///
    /// Errors: a name that no rule has.
    pub(crate) fn new(
        target: &str,
        [select_rules, combiner_rules]: [&[&'static str]; 2],
        names: &[String],
        fuel: Option<Arc<Fuel>>,
        coverage: Option<Arc<Coverage>>,
        record: Option<Arc<Record>>,
    ) -> Result<RuleConfig, String> {
        let mut config = RuleConfig { fuel, coverage, record, ..RuleConfig::default() };
        for name in names {
            let name = current_name(name).unwrap_or(name);
            let select = select_rules.iter().position(|rule| *rule == name);
            let combine = combiner_rules.iter().position(|rule| *rule == name);
            if select.is_none() && combine.is_none() {
                return Err(format!("{target} has no selection or combiner rule '{name}'"));
            }
            select.into_iter().for_each(|number| config.select.insert(number));
            combine.into_iter().for_each(|number| config.combine.insert(number));
        }
        Ok(config)
    }

    /// Returns true if a selection rule is enabled.
    #[inline]
    pub fn may_select(&self, number: u32) -> bool {
        !self.select.contains(number as usize)
    }

    /// Returns true if a combiner rule is enabled and steps are left.
    #[inline]
    pub(crate) fn may_combine(&self, number: u16) -> bool {
        let spent = |fuel: &Arc<Fuel>| fuel.left.load(Ordering::Relaxed) <= 0;
        !self.combine.contains(number.into()) && !self.fuel.as_ref().is_some_and(spent)
    }

    /// Counts and records the application of a combiner rule.
    #[inline]
    pub(crate) fn combined(&self, number: u16) {
        if let Some(fuel) = &self.fuel {
            fuel.left.fetch_sub(1, Ordering::Relaxed);
        }
        self.hit(RuleKind::Combine, number.into());
    }

    /// Records the application of a selection rule.
    #[inline]
    pub(crate) fn selected(&self, number: u32) {
        self.hit(RuleKind::Select, number);
    }

    /// Records the application of a legalizer rule.
    #[inline]
    pub(crate) fn legalized(&self, number: u32) {
        self.hit(RuleKind::Legalizer, number);
    }

    /// Returns true if the coverage of rules is recorded.
    #[inline]
    pub(crate) fn is_recorded(&self) -> bool {
        self.coverage.is_some()
    }

    /// Returns the record of rules applied to instructions, if it is kept.
    #[inline]
    pub(crate) fn record(&self) -> Option<&Record> {
        self.record.as_deref()
    }

    #[inline]
    fn hit(&self, kind: RuleKind, number: u32) {
        if let Some(coverage) = &self.coverage {
            coverage.hit(kind, number);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn disabled_numbers_are_found() {
        let mut disabled = Disabled::default();
        assert!(!disabled.contains(4001));
        disabled.insert(4001);
        assert!(disabled.contains(4001) && !disabled.contains(4000) && !disabled.contains(4002));
    }

    #[test]
    fn steps_run_out() {
        let fuel = Arc::new(Fuel::new(2));
        let config = RuleConfig { fuel: Some(fuel.clone()), ..RuleConfig::default() };
        config.combined(0);
        assert!(config.may_combine(0));
        config.combined(0);
        assert!(!config.may_combine(0));
        fuel.refill();
        assert!(config.may_combine(0));
    }
}
