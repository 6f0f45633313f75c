//! Which rules are switched off, and how many steps the combiner has left: to find the rule, or the step, after a miscompile.

use crate::target::Target;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

/// Steps that all functions together may take. Which function gets them is certain with one worker only.
#[derive(Debug)]
pub struct Fuel {
    steps: i64,
    left: AtomicI64,
}

impl Fuel {
    /// So many steps.
    pub fn new(steps: u32) -> Fuel {
        Fuel { steps: steps.into(), left: AtomicI64::new(steps.into()) }
    }

    /// Gives all steps once more, for another compilation.
    pub fn refill(&self) {
        self.left.store(self.steps, Ordering::Relaxed);
    }
}

/// The switches for the rules of one target. By default all rules are on.
#[derive(Debug, Default)]
pub struct RuleSwitches {
    combine: Disabled,
    select: Disabled,
    fuel: Option<Arc<Fuel>>,
}

/// Numbers of rules, a bit each.
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

impl RuleSwitches {
    /// Switches off the combiner and selection rules of `target` with these names.
    ///
    /// Errors: a name that no rule has.
    pub fn new(
        target: &dyn Target,
        names: &[String],
        fuel: Option<Arc<Fuel>>,
    ) -> Result<RuleSwitches, String> {
        let mut switches = RuleSwitches { fuel, ..RuleSwitches::default() };
        for name in names {
            let select = target.selector().rules().iter().position(|rule| rule == name);
            let combine = target.combiner().names().position(|rule| rule == name);
            if select.is_none() && combine.is_none() {
                return Err(format!("{} has no selection or combiner rule '{name}'", target.name()));
            }
            select.into_iter().for_each(|number| switches.select.insert(number));
            combine.into_iter().for_each(|number| switches.combine.insert(number));
        }
        Ok(switches)
    }

    /// Whether a selection rule is on.
    #[inline]
    pub fn may_select(&self, number: u32) -> bool {
        !self.select.contains(number as usize)
    }

    /// Whether a combiner rule is on, and there are steps left.
    #[inline]
    pub fn may_combine(&self, number: u16) -> bool {
        let spent = |fuel: &Arc<Fuel>| fuel.left.load(Ordering::Relaxed) <= 0;
        !self.combine.contains(number.into()) && !self.fuel.as_ref().is_some_and(spent)
    }

    /// Counts a step of the combiner.
    #[inline]
    pub fn count_step(&self) {
        if let Some(fuel) = &self.fuel {
            fuel.left.fetch_sub(1, Ordering::Relaxed);
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
        let switches = RuleSwitches { fuel: Some(fuel.clone()), ..RuleSwitches::default() };
        switches.count_step();
        assert!(switches.may_combine(0));
        switches.count_step();
        assert!(!switches.may_combine(0));
        fuel.refill();
        assert!(switches.may_combine(0));
    }
}
