//! LegalizerInfo: a target's rules, tried top to bottom.
//!
//! ```ignore
//! info.define([G_ADD, G_SUB]).legal_for([s64]).widen_scalar_to_next_pow2(0).clamp_scalar(0, s64, s64);
//! ```
//!
//! Source: LLVM's *Legalizer*, "API: LegalizerInfo". Each rule has a number and a name, by which it is
//! counted ([`crate::coverage`]) and can be disabled.

use super::predicates::*;
use super::query::LegalityQuery;
use crate::llt::Llt;
use crate::target::instructions::Opcode;

/// What to do with an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Nothing.
    Legal,
    /// Do it in pieces of this scalar type, at a type index.
    NarrowScalar(usize, Llt),
    /// Do it in this wider scalar (element) type, at a type index.
    WidenScalar(usize, Llt),
    /// Do it in pieces of this vector or element type, at a type index.
    FewerElements(usize, Llt),
    /// Do it in this longer vector type, at a type index.
    MoreElements(usize, Llt),
    /// Do it in this type of the same size, at a type index.
    Bitcast(usize, Llt),
    /// Replace it by simpler operations.
    Lower,
    /// Replace it by a call of a runtime routine.
    Libcall,
    /// Ask the target.
    Custom,
    /// Give up.
    Unsupported,
}

/// An action before its type is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum ActionKind {
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

/// Chooses type index and type of an action.
pub type Mutation = Box<dyn Fn(&LegalityQuery) -> (usize, Llt) + Send + Sync>;

struct Rule {
    predicate: Predicate,
    kind: ActionKind,
    mutation: Option<Mutation>,
    name: &'static str,
    disabled: bool,
}

impl Rule {
    fn action(&self, query: &LegalityQuery) -> Action {
        let (index, ty) = self.mutation.as_ref().map_or((0, Llt::INVALID), |m| m(query));
        match self.kind {
            ActionKind::Legal => Action::Legal,
            ActionKind::NarrowScalar => Action::NarrowScalar(index, ty),
            ActionKind::WidenScalar => Action::WidenScalar(index, ty),
            ActionKind::FewerElements => Action::FewerElements(index, ty),
            ActionKind::MoreElements => Action::MoreElements(index, ty),
            ActionKind::Bitcast => Action::Bitcast(index, ty),
            ActionKind::Lower => Action::Lower,
            ActionKind::Libcall => Action::Libcall,
            ActionKind::Custom => Action::Custom,
            ActionKind::Unsupported => Action::Unsupported,
        }
    }
}

/// The rules that some opcodes share.
#[derive(Default)]
pub struct RuleSet {
    opcodes: Vec<Opcode>,
    rules: Vec<Rule>,
    first_id: u32,
}

/// Type `index` becomes `ty`.
pub fn change_to(index: usize, ty: Llt) -> Mutation {
    Box::new(move |_| (index, ty))
}

/// The scalar or element type `index` becomes `ty`, the number of elements stays.
pub fn change_element_to(index: usize, ty: Llt) -> Mutation {
    Box::new(move |q| (index, q.ty(index).with_element(ty)))
}

/// The element type `index` becomes that of type `from`.
pub fn change_element_size_to_that_of(index: usize, from: usize) -> Mutation {
    Box::new(move |q| (index, q.ty(index).with_scalar_bits(q.ty(from).scalar_bits())))
}

/// The scalar or element type `index` becomes the next power of two, `min` bits at least.
pub fn widen_to_next_pow2(index: usize, min: u32) -> Mutation {
    Box::new(move |q| {
        let ty = q.ty(index);
        (index, ty.with_scalar_bits(ty.scalar_bits().next_power_of_two().max(min)))
    })
}

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

        #[doc = concat!($doc, ", for every pair of these types.")]
        pub fn $product(
            &mut self,
            types0: impl IntoIterator<Item = Llt>,
            types1: impl IntoIterator<Item = Llt>,
        ) -> &mut Self {
            let (a, b) = (types0.into_iter().collect(), types1.into_iter().collect());
            self.push(ActionKind::$kind, all(type_in_set(0, a), type_in_set(1, b)), None, stringify!($product))
        }
    )*};
}

macro_rules! mutating_actions {
    ($($kind:ident: $doc:literal, $if_:ident, $for_:ident;)*) => {$(
        #[doc = concat!($doc, " as `mutation` says, if `predicate` holds.")]
        pub fn $if_(&mut self, predicate: Predicate, mutation: Mutation) -> &mut Self {
            self.push(ActionKind::$kind, predicate, Some(mutation), stringify!($if_))
        }

        #[doc = concat!($doc, " as `mutation` says, for these types by index.")]
        pub fn $for_<T: TypeTuple>(&mut self, types: impl IntoIterator<Item = T>, mutation: Mutation) -> &mut Self {
            let set = tuple_in_set(types.into_iter().collect());
            self.push(ActionKind::$kind, set, Some(mutation), stringify!($for_))
        }
    )*};
}

impl RuleSet {
    fn push(
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
        Libcall: "Libcall", libcall, libcall_if, libcall_for, libcall_for_types_with_mem_desc, libcall_for_cartesian_product;
        Custom: "Custom", custom, custom_if, custom_for, custom_for_types_with_mem_desc, custom_for_cartesian_product;
        Unsupported: "Unsupported", unsupported, unsupported_if, unsupported_for, unsupported_for_types_with_mem_desc, unsupported_for_cartesian_product;
    }

    mutating_actions! {
        NarrowScalar: "Narrow", narrow_scalar_if, narrow_scalar_for;
        WidenScalar: "Widen", widen_scalar_if, widen_scalar_for;
        FewerElements: "Split", fewer_elements_if, fewer_elements_for;
        MoreElements: "Lengthen", more_elements_if, more_elements_for;
        Bitcast: "Cast", bitcast_if, bitcast_for;
    }

    /// The rules that `more` adds apply if `condition` holds. Those that do not keep their numbers, so that a rule has the
    /// same number for every subtarget.
    pub fn when(&mut self, condition: bool, more: impl FnOnce(&mut Self)) -> &mut Self {
        let first = self.rules.len();
        more(self);
        self.rules[first..].iter_mut().for_each(|rule| rule.disabled |= !condition);
        self
    }

    /// Widen type `index` to the next power of two.
    pub fn widen_scalar_to_next_pow2(&mut self, index: usize) -> &mut Self {
        self.widen_scalar_to_next_pow2_min(index, 0)
    }

    /// Widen type `index` to the next power of two, `min` bits at least.
    pub fn widen_scalar_to_next_pow2_min(&mut self, index: usize, min: u32) -> &mut Self {
        let to = widen_to_next_pow2(index, min);
        self.push(ActionKind::WidenScalar, size_not_pow2(index), Some(to), "widen_scalar_to_next_pow2")
    }

    /// Widen the scalar or element type `index` to the next power of two, `min` bits at least.
    pub fn widen_scalar_or_elt_to_next_pow2(&mut self, index: usize, min: u32) -> &mut Self {
        let which = any(scalar_or_elt_size_not_pow2(index), scalar_or_elt_narrower_than(index, min));
        let to = widen_to_next_pow2(index, min);
        self.push(ActionKind::WidenScalar, which, Some(to), "widen_scalar_or_elt_to_next_pow2")
    }

    /// Widen scalar type `index` to `ty` at least.
    pub fn min_scalar(&mut self, index: usize, ty: Llt) -> &mut Self {
        let which = scalar_narrower_than(index, ty.bits());
        self.push(ActionKind::WidenScalar, which, Some(change_to(index, ty)), "min_scalar")
    }

    /// Narrow scalar type `index` to `ty` at most.
    pub fn max_scalar(&mut self, index: usize, ty: Llt) -> &mut Self {
        let which = scalar_wider_than(index, ty.bits());
        self.push(ActionKind::NarrowScalar, which, Some(change_to(index, ty)), "max_scalar")
    }

    /// Both of [`Self::min_scalar`] and [`Self::max_scalar`].
    pub fn clamp_scalar(&mut self, index: usize, min: Llt, max: Llt) -> &mut Self {
        self.min_scalar(index, min).max_scalar(index, max)
    }

    /// Widen scalar or element type `index` to `ty` at least.
    pub fn min_scalar_or_elt(&mut self, index: usize, ty: Llt) -> &mut Self {
        let which = scalar_or_elt_narrower_than(index, ty.bits());
        self.push(ActionKind::WidenScalar, which, Some(change_element_to(index, ty)), "min_scalar_or_elt")
    }

    /// Narrow scalar or element type `index` to `ty` at most.
    pub fn max_scalar_or_elt(&mut self, index: usize, ty: Llt) -> &mut Self {
        let which = scalar_or_elt_wider_than(index, ty.bits());
        self.push(ActionKind::NarrowScalar, which, Some(change_element_to(index, ty)), "max_scalar_or_elt")
    }

    /// Widen scalar type `index` to `ty` at least, if `predicate` holds.
    pub fn min_scalar_if(&mut self, predicate: Predicate, index: usize, ty: Llt) -> &mut Self {
        let which = all(predicate, scalar_narrower_than(index, ty.bits()));
        self.push(ActionKind::WidenScalar, which, Some(change_to(index, ty)), "min_scalar_if")
    }

    /// Narrow scalar type `index` to `ty` at most, if `predicate` holds.
    pub fn max_scalar_if(&mut self, predicate: Predicate, index: usize, ty: Llt) -> &mut Self {
        let which = all(predicate, scalar_wider_than(index, ty.bits()));
        self.push(ActionKind::NarrowScalar, which, Some(change_to(index, ty)), "max_scalar_if")
    }

    /// Widen type `index` to the size of type `other` at least.
    pub fn min_scalar_same_as(&mut self, index: usize, other: usize) -> &mut Self {
        let which: Predicate = Box::new(move |q| {
            q.ty(index).scalar_bits() < q.ty(other).scalar_bits() && !q.ty(index).has_pointer_elements()
        });
        let to = change_element_size_to_that_of(index, other);
        self.push(ActionKind::WidenScalar, which, Some(to), "min_scalar_same_as")
    }

    /// Narrow type `index` to the size of type `other` at most.
    pub fn max_scalar_same_as(&mut self, index: usize, other: usize) -> &mut Self {
        let which: Predicate = Box::new(move |q| {
            q.ty(index).scalar_bits() > q.ty(other).scalar_bits() && !q.ty(index).has_pointer_elements()
        });
        let to = change_element_size_to_that_of(index, other);
        self.push(ActionKind::NarrowScalar, which, Some(to), "max_scalar_same_as")
    }

    /// Give type `index` the size of type `other`.
    pub fn scalar_same_size_as(&mut self, index: usize, other: usize) -> &mut Self {
        self.min_scalar_same_as(index, other).max_scalar_same_as(index, other)
    }

    /// Split vectors at type `index` into their elements.
    pub fn scalarize(&mut self, index: usize) -> &mut Self {
        self.scalarize_if(always(), index)
    }

    /// Split vectors at type `index` into their elements, if `predicate` holds.
    pub fn scalarize_if(&mut self, predicate: Predicate, index: usize) -> &mut Self {
        let to: Mutation = Box::new(move |q| (index, q.ty(index).element()));
        let which = all(is_vector(index), predicate);
        self.push(ActionKind::FewerElements, which, Some(to), "scalarize")
    }

    /// Lengthen vectors of `element` at type `index` to `count` elements at least.
    pub fn clamp_min_num_elements(&mut self, index: usize, element: Llt, count: u32) -> &mut Self {
        let which: Predicate = Box::new(move |q| {
            q.ty(index).is_vector() && q.ty(index).element() == element && q.ty(index).elements() < count
        });
        let to = change_to(index, Llt::vector(count, element));
        self.push(ActionKind::MoreElements, which, Some(to), "clamp_min_num_elements")
    }

    /// Split vectors of `element` at type `index` into pieces of `count` elements at most.
    pub fn clamp_max_num_elements(&mut self, index: usize, element: Llt, count: u32) -> &mut Self {
        let which: Predicate = Box::new(move |q| {
            q.ty(index).is_vector() && q.ty(index).element() == element && q.ty(index).elements() > count
        });
        let to = change_to(index, Llt::vector(count, element));
        self.push(ActionKind::FewerElements, which, Some(to), "clamp_max_num_elements")
    }

    /// Keep the number of elements at type `index` between that of `min` and that of `max`, for their element type.
    pub fn clamp_num_elements(&mut self, index: usize, min: Llt, max: Llt) -> &mut Self {
        self.clamp_min_num_elements(index, min.element(), min.elements()).clamp_max_num_elements(
            index,
            max.element(),
            max.elements(),
        )
    }

    /// Lengthen vectors at type `index` to the next power of two of elements.
    pub fn more_elements_to_next_pow2(&mut self, index: usize) -> &mut Self {
        let to: Mutation =
            Box::new(move |q| (index, q.ty(index).with_elements(q.ty(index).elements().next_power_of_two())));
        self.push(
            ActionKind::MoreElements,
            num_elements_not_pow2(index),
            Some(to),
            "more_elements_to_next_pow2",
        )
    }

    /// Lengthen vectors at type `index` to a multiple of `factor` elements.
    pub fn more_elements_to_next_multiple(&mut self, index: usize, factor: u32) -> &mut Self {
        let which: Predicate =
            Box::new(move |q| q.ty(index).is_vector() && q.ty(index).elements() % factor != 0);
        let to: Mutation = Box::new(move |q| {
            (index, q.ty(index).with_elements(q.ty(index).elements().next_multiple_of(factor)))
        });
        self.push(ActionKind::MoreElements, which, Some(to), "more_elements_to_next_multiple")
    }

    /// Widen the elements of vectors at type `index` until the vector has `bits` bits.
    pub fn widen_vector_elts_to_vector_min_size(&mut self, index: usize, bits: u32) -> &mut Self {
        let which: Predicate = Box::new(move |q| q.ty(index).is_vector() && q.ty(index).bits() < bits);
        let to: Mutation =
            Box::new(move |q| (index, q.ty(index).with_scalar_bits(bits / q.ty(index).elements())));
        self.push(ActionKind::WidenScalar, which, Some(to), "widen_vector_elts_to_vector_min_size")
    }

    /// Lower accesses whose size in memory is no power of two of bytes.
    pub fn lower_if_mem_size_not_byte_pow2(&mut self) -> &mut Self {
        self.push(ActionKind::Lower, mem_size_not_byte_pow2(), None, "lower_if_mem_size_not_byte_pow2")
    }

    /// The first rule from `first` on that applies, and what it asks for.
    pub fn apply(&self, query: &LegalityQuery, first: usize) -> Option<(Action, usize)> {
        let rules = self.rules.iter().enumerate().skip(first);
        let (n, rule) = rules.filter(|(_, r)| !r.disabled).find(|(_, r)| (r.predicate)(query))?;
        Some((rule.action(query), n))
    }

    /// The opcodes that share these rules.
    pub fn opcodes(&self) -> &[Opcode] {
        &self.opcodes
    }
}

/// All rules of a subtarget.
#[derive(Default)]
pub struct LegalizerInfo {
    sets: Vec<RuleSet>,
    by_opcode: Vec<u16>,
    /// Whether a sign extension between these widths in bits is cheaper than a zero extension.
    pub sext_cheaper_than_zext: Option<(u32, u32)>,
    /// How `fegetround`'s result tells of `FLT_ROUNDS`: shifted down by the first, it numbers two bits of the second.
    pub rounding_modes: (u32, u32),
    /// Width of a general register in bits.
    pub max_scalar_bits: u32,
}

impl std::fmt::Debug for LegalizerInfo {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "LegalizerInfo of {} rule sets", self.sets.len())
    }
}

const NO_RULES: u16 = u16::MAX;

impl LegalizerInfo {
    /// No rules yet; `max_scalar_bits` is the width of a general register.
    pub fn new(max_scalar_bits: u32) -> LegalizerInfo {
        LegalizerInfo { max_scalar_bits, ..LegalizerInfo::default() }
    }

    /// Starts the rules of `opcodes`, which have none yet.
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
        self.sets.push(RuleSet { opcodes, ..RuleSet::default() });
        &mut self.sets[set]
    }

    /// Numbers the rules: to be called once all are there.
    pub fn finish(mut self) -> LegalizerInfo {
        let mut next = 0;
        for set in &mut self.sets {
            set.first_id = next;
            next += set.rules.len() as u32;
        }
        self
    }

    /// The rules of `opcode`.
    pub fn rules(&self, opcode: Opcode) -> Option<&RuleSet> {
        let set = *self.by_opcode.get(opcode.0 as usize)?;
        self.sets.get(set as usize)
    }

    /// What to do, and the place of the rule that says so, from rule `first` of the opcode's on.
    pub fn action(&self, query: &LegalityQuery, first: usize) -> (Action, usize) {
        let rules = self.rules(query.opcode);
        rules.and_then(|r| r.apply(query, first)).unwrap_or((Action::Unsupported, usize::MAX))
    }

    /// Whether the query's instruction is legal.
    pub fn is_legal(&self, query: &LegalityQuery) -> bool {
        self.action(query, 0).0 == Action::Legal
    }

    /// Whether the query's instruction is legal, or the target makes it so.
    pub fn is_legal_or_custom(&self, query: &LegalityQuery) -> bool {
        matches!(self.action(query, 0).0, Action::Legal | Action::Custom)
    }

    /// The number of rule `rule` of `opcode`'s, for coverage.
    pub fn rule_id(&self, opcode: Opcode, rule: usize) -> Option<u32> {
        let set = self.rules(opcode)?;
        (rule < set.rules.len()).then(|| set.first_id + rule as u32)
    }

    /// Names of all rules by number: first opcode, place, factory.
    pub fn rule_names(&self, name_of: impl Fn(Opcode) -> &'static str) -> Vec<String> {
        let name = |set: &RuleSet, n: usize, rule: &Rule| {
            let opcode = set.opcodes.first().map_or("", |&o| name_of(o));
            format!("{opcode}/{n}:{}", rule.name)
        };
        let names = |set: &RuleSet| -> Vec<String> {
            set.rules.iter().enumerate().map(|(n, r)| name(set, n, r)).collect()
        };
        self.sets.iter().flat_map(names).collect()
    }

    /// Disables rule number `id`; whether there is one.
    pub fn disable_rule(&mut self, id: u32) -> bool {
        for set in &mut self.sets {
            if let Some(rule) = id.checked_sub(set.first_id).and_then(|n| set.rules.get_mut(n as usize)) {
                rule.disabled = true;
                return true;
            }
        }
        false
    }

    /// All sets of rules.
    pub fn sets(&self) -> &[RuleSet] {
        &self.sets
    }
}
