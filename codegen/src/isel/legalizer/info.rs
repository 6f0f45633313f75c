//! LegalizerInfo: a target's rules, tried from top to bottom.
//!
//! ```ignore
//! let rules = info.define([G_ADD, G_SUB]).legal_for([s64]);
//! rules.widen_scalar_to_next_pow2(0).clamp_scalar(0, s64, s64);
//! ```
//!
//! Source: LLVM's *Legalizer*, "API: LegalizerInfo". Each rule has a number and a name, by which it
//! is counted ([`crate::support::coverage`]) and can be disabled.

use super::query::LegalityQuery;
use super::rules::{Rule, RuleSet};
use crate::ir::llt::Llt;
use crate::isel::legalizer::target::LegalizerTarget;
use crate::machine::desc::instructions::Opcode;
use std::sync::Arc;

/// The action for an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// No action.
    Legal,
    /// Split into this scalar type, at a type index.
    NarrowScalar(usize, Llt),
    /// Widen to this scalar (element) type, at a type index.
    WidenScalar(usize, Llt),
    /// Split into this vector or element type, at a type index.
    FewerElements(usize, Llt),
    /// Lengthen to this vector type, at a type index.
    MoreElements(usize, Llt),
    /// Bitcast to this type of the same size, at a type index.
    Bitcast(usize, Llt),
    /// Replace by simpler operations.
    Lower,
    /// Replace by simpler operations, in this wider type at a type index where possible.
    LowerIn(usize, Llt),
    /// Replace by a call of a runtime routine.
    Libcall,
    /// Call the target's hook.
    Custom,
    /// Report an error.
    Unsupported,
}

/// All rules of a subtarget.
#[derive(Default)]
pub struct LegalizerInfo {
    sets: Vec<RuleSet>,
    by_opcode: Vec<u16>,
    /// The target whose rules are tried after these.
    base: Option<Arc<dyn LegalizerTarget>>,
    /// The pair of widths in bits (from, to) for which a sign extension is cheaper than a zero
    /// extension.
    pub sext_cheaper_than_zext: Option<(u32, u32)>,
    /// The mapping of `fegetround`'s result to `FLT_ROUNDS`: the result, shifted right by the first
    /// number, indexes two-bit entries of the second.
    pub rounding_modes: (u32, u32),
    /// Width of a general register in bits.
    pub max_scalar_bits: u32,
    /// The sizes up to which block operations are inlined.
    pub block_limits: BlockLimits,
}

/// The maximum numbers of stores of an inlined block operation. After LLVM's `MaxStoresPerMemcpy`
/// and its kin.
#[derive(Clone, Copy, Debug)]
pub struct BlockLimits {
    /// The number for copies.
    pub copy: usize,
    /// The number for fills.
    pub fill: usize,
    /// The number for copies when optimizing for size.
    pub small_copy: usize,
    /// The number for fills when optimizing for size.
    pub small_fill: usize,
}

impl Default for BlockLimits {
    fn default() -> BlockLimits {
        BlockLimits { copy: 8, fill: 8, small_copy: 4, small_fill: 4 }
    }
}

impl std::fmt::Debug for LegalizerInfo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "LegalizerInfo of {} rule sets", self.sets.len())
    }
}

const NO_RULES: u16 = u16::MAX;

impl LegalizerInfo {
    /// Returns an empty set of rules; `max_scalar_bits` is the width of a general register.
    pub fn new(max_scalar_bits: u32) -> LegalizerInfo {
        LegalizerInfo { max_scalar_bits, ..LegalizerInfo::default() }
    }

    /// Returns an empty set of rules; the rules of `base` are tried after it.
    pub fn over(base: Arc<dyn LegalizerTarget>) -> LegalizerInfo {
        let LegalizerInfo { sext_cheaper_than_zext, rounding_modes, max_scalar_bits, block_limits, .. } =
            *base.legalizer_info();
        LegalizerInfo {
            sext_cheaper_than_zext,
            rounding_modes,
            max_scalar_bits,
            block_limits,
            base: Some(base),
            ..LegalizerInfo::default()
        }
    }

    /// Starts the rules of `opcodes`, which must have none yet.
    pub fn define(&mut self, opcodes: impl IntoIterator<Item = Opcode>) -> &mut RuleSet {
        let set = self.sets.len();
        let opcodes: Vec<Opcode> = opcodes.into_iter().collect();
        for opcode in &opcodes {
            let index = opcode.0 as usize;
            if self.by_opcode.len() <= index {
                self.by_opcode.resize(index + 1, NO_RULES);
            }
            debug_assert_eq!(self.by_opcode[index], NO_RULES, "{opcode:?} has rules already");
            self.by_opcode[index] = set as u16;
        }
        self.sets.push(RuleSet::of(opcodes));
        &mut self.sets[set]
    }

    /// Numbers the rules, once all are defined.
    pub fn finish(mut self) -> LegalizerInfo {
        let mut next = 0;
        for set in &mut self.sets {
            set.first_id = next;
            next += set.rules.len() as u32;
        }
        self
    }

    /// Returns the rules of `opcode`.
    pub fn rules(&self, opcode: Opcode) -> Option<&RuleSet> {
        let set = *self.by_opcode.get(opcode.0 as usize)?;
        self.sets.get(set as usize)
    }

    /// Returns the action, and the index of its rule, from rule `first` of the opcode on.
    pub fn action(&self, query: &LegalityQuery, first: usize) -> (Action, usize) {
        let rules = self.rules(query.opcode);
        let found = rules.and_then(|r| r.apply(query, first));
        found.or_else(|| self.action_of_base(query, first)).unwrap_or((Action::Unsupported, usize::MAX))
    }

    /// Returns the action by the rules of the base, which are numbered after the opcode's own.
    fn action_of_base(&self, query: &LegalityQuery, first: usize) -> Option<(Action, usize)> {
        let base = self.base.as_ref()?.legalizer_info();
        let own = self.rules(query.opcode).map_or(0, |r| r.rules.len());
        let (action, place) = base.action(query, first.saturating_sub(own));
        Some((action, place.saturating_add(own)))
    }

    /// Returns true if the query's instruction is legal.
    pub fn is_legal(&self, query: &LegalityQuery) -> bool {
        self.action(query, 0).0 == Action::Legal
    }

    /// Returns true if the query's instruction is legal or has a custom action.
    pub(crate) fn is_legal_or_custom(&self, query: &LegalityQuery) -> bool {
        matches!(self.action(query, 0).0, Action::Legal | Action::Custom)
    }

    /// Returns the number of rule `rule` of `opcode`, for coverage.
    pub fn rule_id(&self, opcode: Opcode, rule: usize) -> Option<u32> {
        let set = self.rules(opcode);
        let own = set.map_or(0, |set| set.rules.len());
        match set.filter(|_| rule < own) {
            Some(set) => Some(set.first_id + rule as u32),
            None => {
                let before: usize = self.sets.iter().map(|set| set.rules.len()).sum();
                let of_base = self.base.as_ref()?.legalizer_info().rule_id(opcode, rule - own)?;
                Some(before as u32 + of_base)
            }
        }
    }

    /// Returns the names of all rules by number: first opcode, index, factory.
    pub fn rule_names(&self, name_of: &dyn Fn(Opcode) -> &'static str) -> Vec<String> {
        let name = |set: &RuleSet, n: usize, rule: &Rule| {
            let opcode = set.opcodes().first().map_or("", |&o| name_of(o));
            format!("{opcode}/{n}:{}", rule.name)
        };
        let names = |set: &RuleSet| -> Vec<String> {
            set.rules.iter().enumerate().map(|(n, r)| name(set, n, r)).collect()
        };
        let of_base = self.base.iter().flat_map(|base| base.legalizer_info().rule_names(name_of));
        self.sets.iter().flat_map(names).chain(of_base).collect()
    }

    /// Disables rule number `id`. Returns true if it exists.
    pub fn disable_rule(&mut self, id: u32) -> bool {
        for set in &mut self.sets {
            if let Some(rule) = id.checked_sub(set.first_id).and_then(|n| set.rules.get_mut(n as usize)) {
                rule.disabled = true;
                return true;
            }
        }
        false
    }

    /// Returns all sets of rules.
    pub fn sets(&self) -> &[RuleSet] {
        &self.sets
    }
}
