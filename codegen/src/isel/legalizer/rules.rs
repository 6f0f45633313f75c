//! Rules and their factories: for each action one for each kind of predicate.
//!
//! `always`, `_if`, `_for`, `_for_types_with_mem_desc`, `_for_cartesian_product`, as in LLVM's
//! *Legalizer*, "Rule Actions" and "Rule Predicates". LLVM's `lowerIf` with a mutation is
//! `lower_in_if`; `fallback` to an older API has no counterpart.

use super::info::Action;
use super::mutations::Mutation;
use super::predicates::*;
use super::query::LegalityQuery;
use crate::ir::llt::Llt;
use crate::machine::desc::instructions::Opcode;

/// An action without its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ActionKind {
    Legal,
    NarrowScalar,
    WidenScalar,
    FewerElements,
    MoreElements,
    Bitcast,
    Lower,
    Libcall,
    Custom,
    Unsupported,
}

pub(super) struct Rule {
    predicate: Predicate,
    kind: ActionKind,
    mutation: Option<Mutation>,
    pub(super) name: &'static str,
    pub(super) disabled: bool,
}

impl Rule {
    fn action(&self, query: &LegalityQuery) -> Action {
        match (self.kind, self.mutation.as_ref().map(|mutate| mutate(query))) {
            (ActionKind::Legal, None) => Action::Legal,
            (ActionKind::NarrowScalar, Some((index, ty))) => Action::NarrowScalar(index, ty),
            (ActionKind::WidenScalar, Some((index, ty))) => Action::WidenScalar(index, ty),
            (ActionKind::FewerElements, Some((index, ty))) => Action::FewerElements(index, ty),
            (ActionKind::MoreElements, Some((index, ty))) => Action::MoreElements(index, ty),
            (ActionKind::Bitcast, Some((index, ty))) => Action::Bitcast(index, ty),
            (ActionKind::Lower, Some((index, ty))) => Action::LowerIn(index, ty),
            (ActionKind::Lower, None) => Action::Lower,
            (ActionKind::Libcall, None) => Action::Libcall,
            (ActionKind::Custom, None) => Action::Custom,
            (ActionKind::Unsupported, None) => Action::Unsupported,
            (kind, typed) => unreachable!("rule {}: {kind:?} with the type {typed:?}", self.name),
        }
    }
}

/// The rules of opcodes that share them.
#[derive(Default)]
pub struct RuleSet {
    opcodes: Vec<Opcode>,
    pub(super) rules: Vec<Rule>,
    pub(super) first_id: u32,
}

/// Declares `always`, `_if`, `_for`, `_for_types_with_mem_desc` and `_for_cartesian_product` of
/// each action without a type.
macro_rules! plain_actions {
    ($($kind:ident: $doc:literal, $always:ident, $if_:ident, $for_:ident, $mem:ident, $product:ident;)*) => {$(
        #[doc = concat!($doc, ", always.")]
        pub fn $always(&mut self) -> &mut Self {
            self.push(ActionKind::$kind, always(), None, stringify!($always))
        }

        #[doc = concat!($doc, ", if `predicate` holds.")]
        pub fn $if_(&mut self, predicate: Predicate) -> &mut Self {
            self.push(ActionKind::$kind, predicate, None, stringify!($if_))
        }

        #[doc = concat!($doc, ", for these types by index.")]
        pub fn $for_<T: TypeTuple>(&mut self, types: impl IntoIterator<Item = T>) -> &mut Self {
            let set = tuple_in_set(types.into_iter().collect());
            self.push(ActionKind::$kind, set, None, stringify!($for_))
        }

        #[doc = concat!($doc, ", for these types with these memory accesses: (type 0, type 1, in memory, least alignment in bits).")]
        pub fn $mem(&mut self, descs: impl IntoIterator<Item = (Llt, Llt, Llt, u32)>) -> &mut Self {
            let set = types_and_mem_in_set(descs.into_iter().map(TypeAndMem::from).collect());
            self.push(ActionKind::$kind, set, None, stringify!($mem))
        }

        #[doc = concat!($doc, ", for every combination of these sets of types by index.")]
        pub fn $product(&mut self, sets: impl TypeSets) -> &mut Self {
            self.push(ActionKind::$kind, sets.contain(), None, stringify!($product))
        }
    )*};
}

/// Declares the same factories for each action with a type, which the mutation chooses.
macro_rules! mutating_actions {
    ($($kind:ident: $doc:literal, $always:ident, $if_:ident, $for_:ident, $mem:ident, $product:ident;)*) => {$(
        #[doc = concat!($doc, " as `mutation` says, always.")]
        pub fn $always(&mut self, mutation: Mutation) -> &mut Self {
            self.push(ActionKind::$kind, always(), Some(mutation), stringify!($always))
        }

        #[doc = concat!($doc, " as `mutation` says, if `predicate` holds.")]
        pub fn $if_(&mut self, predicate: Predicate, mutation: Mutation) -> &mut Self {
            self.push(ActionKind::$kind, predicate, Some(mutation), stringify!($if_))
        }

        #[doc = concat!($doc, " as `mutation` says, for these types by index.")]
        pub fn $for_<T: TypeTuple>(&mut self, types: impl IntoIterator<Item = T>, mutation: Mutation) -> &mut Self {
            let set = tuple_in_set(types.into_iter().collect());
            self.push(ActionKind::$kind, set, Some(mutation), stringify!($for_))
        }

        #[doc = concat!($doc, " as `mutation` says, for these types with these memory accesses: (type 0, type 1, in memory, least alignment in bits).")]
        pub fn $mem(
            &mut self,
            descs: impl IntoIterator<Item = (Llt, Llt, Llt, u32)>,
            mutation: Mutation,
        ) -> &mut Self {
            let set = types_and_mem_in_set(descs.into_iter().map(TypeAndMem::from).collect());
            self.push(ActionKind::$kind, set, Some(mutation), stringify!($mem))
        }

        #[doc = concat!($doc, " as `mutation` says, for every combination of these sets of types by index.")]
        pub fn $product(&mut self, sets: impl TypeSets, mutation: Mutation) -> &mut Self {
            self.push(ActionKind::$kind, sets.contain(), Some(mutation), stringify!($product))
        }
    )*};
}

impl RuleSet {
    /// Returns an empty set of rules for these opcodes.
    pub(super) fn of(opcodes: Vec<Opcode>) -> RuleSet {
        RuleSet { opcodes, ..RuleSet::default() }
    }

    pub(super) fn push(
        &mut self,
        kind: ActionKind,
        predicate: Predicate,
        mutation: Option<Mutation>,
        name: &'static str,
    ) -> &mut Self {
        self.rules.push(Rule { predicate, kind, mutation, name, disabled: false });
        self
    }

    plain_actions! {
        Legal: "Legal", always_legal, legal_if, legal_for, legal_for_types_with_mem_desc, legal_for_cartesian_product;
        Lower: "Lower", lower, lower_if, lower_for, lower_for_types_with_mem_desc, lower_for_cartesian_product;
        Libcall: "Libcall", libcall, libcall_if, libcall_for, libcall_for_types_with_mem_desc,
            libcall_for_cartesian_product;
        Custom: "Custom", custom, custom_if, custom_for, custom_for_types_with_mem_desc, custom_for_cartesian_product;
        Unsupported: "Unsupported", unsupported, unsupported_if, unsupported_for,
            unsupported_for_types_with_mem_desc, unsupported_for_cartesian_product;
    }

    mutating_actions! {
        NarrowScalar: "Narrow", narrow_scalar, narrow_scalar_if, narrow_scalar_for,
            narrow_scalar_for_types_with_mem_desc, narrow_scalar_for_cartesian_product;
        WidenScalar: "Widen", widen_scalar, widen_scalar_if, widen_scalar_for,
            widen_scalar_for_types_with_mem_desc, widen_scalar_for_cartesian_product;
        FewerElements: "Split", fewer_elements, fewer_elements_if, fewer_elements_for,
            fewer_elements_for_types_with_mem_desc, fewer_elements_for_cartesian_product;
        MoreElements: "Lengthen", more_elements, more_elements_if, more_elements_for,
            more_elements_for_types_with_mem_desc, more_elements_for_cartesian_product;
        Bitcast: "Cast", bitcast, bitcast_if, bitcast_for, bitcast_for_types_with_mem_desc,
            bitcast_for_cartesian_product;
        Lower: "Lower in the wider type", lower_in, lower_in_if, lower_in_for,
            lower_in_for_types_with_mem_desc, lower_in_for_cartesian_product;
    }

    /// Disables the rules that `more` adds unless `condition` holds. Disabled rules keep their
    /// numbers, so a rule has the same number for every subtarget.
    pub fn when(&mut self, condition: bool, more: impl FnOnce(&mut Self)) -> &mut Self {
        let first = self.rules.len();
        more(self);
        self.rules[first..].iter_mut().for_each(|rule| rule.disabled |= !condition);
        self
    }

    /// Returns the action of the first rule from `first` on that applies, and the rule's index.
    pub(crate) fn apply(&self, query: &LegalityQuery, first: usize) -> Option<(Action, usize)> {
        let rules = self.rules.iter().enumerate().skip(first);
        let (n, rule) = rules.filter(|(_, r)| !r.disabled).find(|(_, r)| (r.predicate)(query))?;
        Some((rule.action(query), n))
    }

    /// Returns the opcodes that share these rules.
    pub(crate) fn opcodes(&self) -> &[Opcode] {
        &self.opcodes
    }
}
