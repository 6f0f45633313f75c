//! The rules of a target, with their numbers.

use super::{Combiner, Stage};
use crate::ir::entity::InstId;
use crate::ir::opcodes::DESCS;
use crate::machine::desc::instructions::Opcode;

/// One rule.
#[derive(Debug)]
pub struct Rule {
    /// Its name, by which it is disabled.
    pub name: &'static str,
    /// The opcodes of its roots.
    pub roots: &'static [Opcode],
    /// Tries the rule. Returns true if it changed anything.
    pub apply: fn(&mut Combiner<'_>, InstId) -> bool,
}

/// Rules by root opcode.
#[derive(Debug)]
pub struct RuleSet {
    by_opcode: Vec<Vec<u16>>,
}

impl RuleSet {
    /// Returns the numbers of the rules for `opcode`, in order.
    pub(super) fn of(&self, opcode: Opcode) -> &[u16] {
        if opcode.is_target() { &[] } else { &self.by_opcode[opcode.table_index()] }
    }
}

/// All rules of a target.
#[derive(Debug)]
pub struct CombinerInfo {
    /// By number.
    rules: Vec<&'static Rule>,
    prelegalizer: RuleSet,
    postlegalizer: RuleSet,
}

impl CombinerInfo {
    /// Returns rules in the given order. A rule may be in both stages; each name identifies one
    /// rule.
    pub(super) fn of(prelegalizer: &[&'static [Rule]], postlegalizer: &[&'static [Rule]]) -> CombinerInfo {
        let mut rules: Vec<&'static Rule> = Vec::new();
        let mut set = |lists: &[&'static [Rule]]| {
            let mut by_opcode = vec![Vec::new(); DESCS.len()];
            let mut here: Vec<u16> = Vec::new();
            for rule in lists.iter().flat_map(|list| list.iter()) {
                let known = rules.iter().position(|other| other.name == rule.name);
                let number = known.unwrap_or(rules.len());
                if known.is_none() {
                    rules.push(rule);
                }
                let number = number as u16;
                let is_other = here.contains(&number) || rules[usize::from(number)].roots != rule.roots;
                assert!(!is_other, "two combiner rules are called {}", rule.name);
                here.push(number);
                rule.roots.iter().for_each(|root| by_opcode[root.table_index()].push(number));
            }
            RuleSet { by_opcode }
        };
        let (prelegalizer, postlegalizer) = (set(prelegalizer), set(postlegalizer));
        CombinerInfo { rules, prelegalizer, postlegalizer }
    }

    /// Returns only the rule with this name, in both stages, if there is one.
    pub fn only(&self, name: &str) -> Option<CombinerInfo> {
        let rule = *self.rules.iter().find(|rule| rule.name == name)?;
        let list = [std::slice::from_ref(rule)];
        Some(CombinerInfo::of(&list, &list))
    }

    /// Returns the names of the rules, by number.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.rules.iter().map(|rule| rule.name)
    }

    /// Returns the names of the rules of a stage, each once for each root.
    pub fn names_at(&self, stage: Stage) -> impl Iterator<Item = &'static str> {
        self.rules(stage).by_opcode.iter().flatten().map(|&number| self.rule(number).name)
    }

    pub(super) fn rule(&self, number: u16) -> &'static Rule {
        self.rules[usize::from(number)]
    }

    pub(super) fn rules(&self, stage: Stage) -> &RuleSet {
        match stage {
            Stage::Prelegalizer => &self.prelegalizer,
            Stage::Postlegalizer => &self.postlegalizer,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::opcodes::{G_ADD, G_AND, G_MUL};
    use crate::isel::combiner::rules::{POSTLEGALIZER, PRELEGALIZER};

    const EARLY: &[Rule] = &[
        Rule { name: "first", roots: &[G_ADD], apply: |_, _| false },
        Rule { name: "second", roots: &[G_ADD, G_AND], apply: |_, _| true },
    ];
    const LATE: &[Rule] = &[
        Rule { name: "third", roots: &[G_AND], apply: |_, _| false },
        Rule { name: "first", roots: &[G_ADD], apply: |_, _| false },
    ];

    /// Returns the names of the rules that are tried for a root.
    fn tried(info: &CombinerInfo, stage: Stage, root: Opcode) -> Vec<&'static str> {
        info.rules(stage).of(root).iter().map(|&number| info.rule(number).name).collect()
    }

    /// A rule's number is unique, so unregistered rules cannot be mistaken for others.
    #[test]
    fn the_registered_rules_are_tried() {
        let small = CombinerInfo::of(&[EARLY], &[LATE]);
        assert_eq!(small.names().collect::<Vec<_>>(), ["first", "second", "third"]);
        assert_eq!(tried(&small, Stage::Prelegalizer, G_AND), ["second"]);
        assert_eq!(tried(&small, Stage::Postlegalizer, G_AND), ["third"]);
        assert_eq!(tried(&small, Stage::Postlegalizer, G_ADD), ["first"]);
        assert!(tried(&small, Stage::Prelegalizer, G_MUL).is_empty());
        let standard = CombinerInfo::standard();
        for (stage, lists) in [(Stage::Prelegalizer, PRELEGALIZER), (Stage::Postlegalizer, POSTLEGALIZER)] {
            for root in (0..DESCS.len() as u16).map(Opcode) {
                let rules = lists.iter().flat_map(|list| list.iter());
                let registered = rules.filter(|rule| rule.roots.contains(&root)).map(|rule| rule.name);
                assert_eq!(tried(standard, stage, root), registered.collect::<Vec<_>>(), "{stage:?}");
            }
        }
    }

    #[test]
    #[should_panic(expected = "two combiner rules are called first")]
    fn rules_have_different_names() {
        let _ = CombinerInfo::of(&[EARLY, LATE], &[]);
    }
}
