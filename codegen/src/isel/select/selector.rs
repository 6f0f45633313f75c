//! InstructionSelector: a target's selection rules.

use super::{Selected, Selection};
use crate::ir::entity::InstId;
use crate::ir::mir::MachineFunction;

/// A target's selection rules.
pub trait InstructionSelector: Send + Sync {
    /// Selects `root`: emits instructions before it, and returns the registers of its results.
    /// Returns `None` if no rule matches.
    fn select(&self, selection: &mut Selection<'_>, root: InstId) -> Option<Selected>;

    /// Returns the first instruction of a selected function that uses registers which the subtarget
    /// lacks.
    fn unavailable(&self, _mf: &MachineFunction) -> Option<InstId> {
        None
    }

    /// Returns the rules' names by number, for coverage and for disabling them.
    fn rules(&self) -> &'static [&'static str];

    /// Returns the source text of the rules by number.
    fn rule_texts(&self) -> &'static [&'static str] {
        &[]
    }
}

#[cfg(test)]
mod tests {
    use super::InstructionSelector;
    use crate::ir::entity::InstId;
    use crate::ir::module::Module;
    use crate::isel::rule_config::RuleConfig;
    use crate::isel::select::{Selected, Selection};
    use crate::testing::passes::{SELECTED, parse};
    use crate::testing::toy::TOY;

    /// A selector that matches nothing.
    struct NoRules;

    impl InstructionSelector for NoRules {
        fn select(&self, _: &mut Selection<'_>, _: InstId) -> Option<Selected> {
            None
        }

        fn rules(&self) -> &'static [&'static str] {
            &[]
        }
    }

    #[test]
    fn by_default_a_subtarget_has_all_registers() {
        let mf = parse(&mut Module::default(), SELECTED, "bb.0:\nRET");
        assert!(NoRules.unavailable(&mf).is_none() && NoRules.rule_texts().is_empty());
    }

    #[test]
    fn a_selector_without_a_match_changes_nothing() {
        let module = Module::default();
        let config = RuleConfig::default();
        let mut mf = parse(&mut Module::default(), SELECTED, "bb.0:\nRET");
        let root = mf.first_inst(mf.entry()).expect("the return");
        let mut selection = Selection::new(&mut mf, TOY, TOY.register_banks(), &module, &config);
        assert_eq!(NoRules.select(&mut selection, root), None);
    }
}
