//! Tests every rule factory, predicate, mutation and composite rule of the API on a toy target.

mod composites;

use super::info::{Action, LegalizerInfo};
use super::mutations::*;
use super::predicates::*;
use super::query::{LegalityQuery, MemDesc};
use super::rules::RuleSet;
use crate::ir::llt::{Llt, P0, S1, S8, S16, S32, S64, S128};
use crate::ir::mir::Ordering;
use crate::ir::opcodes::{G_ADD, G_MUL, G_SUB};
use Action::*;

const S7: Llt = Llt::scalar(7);
const S24: Llt = Llt::scalar(24);
const S48: Llt = Llt::scalar(48);
const P3: Llt = Llt::pointer(3, 32);
const V2S8: Llt = Llt::vector(2, S8);
const V2S16: Llt = Llt::vector(2, S16);
const V2S32: Llt = Llt::vector(2, S32);
const V2S64: Llt = Llt::vector(2, S64);
const V3S32: Llt = Llt::vector(3, S32);
const V3S24: Llt = Llt::vector(3, S24);
const V3S48: Llt = Llt::vector(3, S48);
const V4S16: Llt = Llt::vector(4, S16);
const V4S32: Llt = Llt::vector(4, S32);
const V5S32: Llt = Llt::vector(5, S32);
const V6S32: Llt = Llt::vector(6, S32);
const V8S32: Llt = Llt::vector(8, S32);
const V2P0: Llt = Llt::vector(2, P0);

/// Discards the result of a rule factory, for closures.
fn done(_: &mut RuleSet) {}

/// The toy target's action if no rule applies.
const NONE: Action = Unsupported;

fn query(types: &[Llt]) -> LegalityQuery {
    LegalityQuery::new(G_ADD, types)
}

/// Returns a query with an access of type `ty`, aligned to `align_bits`.
fn access(types: &[Llt], ty: Llt, align_bits: u32) -> LegalityQuery {
    query(types).with_mem(MemDesc { ty, align_bits, ordering: Ordering::NotAtomic })
}

fn ordered(ordering: Ordering) -> LegalityQuery {
    query(&[S32, P0]).with_mem(MemDesc { ty: S32, align_bits: 32, ordering })
}

/// Returns an access of a byte.
fn byte(ordering: Ordering) -> MemDesc {
    MemDesc { ty: S8, align_bits: 8, ordering }
}

/// Returns a toy target whose only rules are those that `build` creates.
fn toy(build: &dyn Fn(&mut RuleSet)) -> LegalizerInfo {
    let mut info = LegalizerInfo::new(64);
    build(info.define([G_ADD]));
    info.finish()
}

/// Some rules by name, with queries and their actions.
type Row<'a> = (&'a str, &'a dyn Fn(&mut RuleSet), Vec<(LegalityQuery, Action)>);

fn check(rows: Vec<Row<'_>>) {
    for (name, build, cases) in rows {
        let info = toy(build);
        for (query, expected) in cases {
            let (action, _) = info.action(&query, 0);
            assert_eq!(action, expected, "{name} for {:?}, access {:?}", query.types(), query.mem);
        }
    }
}

/// The five factories of an action without a type.
macro_rules! factories {
    ($action:expr; $always:ident, $if_:ident, $for_:ident, $mem:ident, $product:ident) => {
        check(vec![
            (
                stringify!($always),
                &|r| done(r.$always()),
                vec![(query(&[S7]), $action), (query(&[]), $action)],
            ),
            (
                stringify!($if_),
                &|r| done(r.$if_(is_pointer(1))),
                vec![(query(&[S7, P0]), $action), (query(&[S7, S8]), NONE)],
            ),
            (
                stringify!($for_),
                &|r| done(r.$for_([S16, S32])),
                vec![(query(&[S16]), $action), (query(&[S32, P0]), $action), (query(&[S64]), NONE)],
            ),
            (
                concat!(stringify!($for_), " of pairs"),
                &|r| done(r.$for_([(S16, S32), (S32, S64)])),
                vec![
                    (query(&[S16, S32]), $action),
                    (query(&[S32, S64]), $action),
                    (query(&[S16, S64]), NONE),
                    (query(&[S16]), NONE),
                ],
            ),
            (
                concat!(stringify!($for_), " of triples"),
                &|r| done(r.$for_([(S16, S32, P0)])),
                vec![(query(&[S16, S32, P0]), $action), (query(&[S16, S32, S64]), NONE)],
            ),
            (
                stringify!($mem),
                &|r| done(r.$mem([(S32, P0, S16, 16)])),
                vec![
                    (access(&[S32, P0], S16, 16), $action),
                    (access(&[S32, P0], S16, 64), $action),
                    (access(&[S32, P0], V2S8, 16), $action),
                    (access(&[S32, P0], S16, 8), NONE),
                    (access(&[S32, P0], S8, 16), NONE),
                    (access(&[S32, P3], S16, 16), NONE),
                    (query(&[S32, P0]), NONE),
                ],
            ),
            (
                stringify!($product),
                &|r| done(r.$product(([S16, S32], [S32, S64]))),
                vec![
                    (query(&[S16, S32]), $action),
                    (query(&[S16, S64]), $action),
                    (query(&[S32, S32]), $action),
                    (query(&[S32, S64]), $action),
                    (query(&[S64, S32]), NONE),
                ],
            ),
            (
                concat!(stringify!($product), " of three"),
                &|r| done(r.$product(([S16, S32], [S32, S64], [P0, P3]))),
                vec![
                    (query(&[S32, S64, P3]), $action),
                    (query(&[S16, S32, P0]), $action),
                    (query(&[S16, S32, S64]), NONE),
                ],
            ),
        ])
    };
}

#[test]
fn actions_without_a_type() {
    factories!(Legal; always_legal, legal_if, legal_for, legal_for_types_with_mem_desc, legal_for_cartesian_product);
    factories!(Lower; lower, lower_if, lower_for, lower_for_types_with_mem_desc, lower_for_cartesian_product);
    factories!(Libcall; libcall, libcall_if, libcall_for, libcall_for_types_with_mem_desc,
        libcall_for_cartesian_product);
    factories!(Custom; custom, custom_if, custom_for, custom_for_types_with_mem_desc, custom_for_cartesian_product);
}

#[test]
fn unsupported_comes_before_what_follows() {
    check(vec![
        ("unsupported", &|r| done(r.unsupported().always_legal()), vec![(query(&[S32]), Unsupported)]),
        (
            "unsupported_if",
            &|r| done(r.unsupported_if(is_vector(0)).always_legal()),
            vec![(query(&[V2S32]), Unsupported), (query(&[S32]), Legal)],
        ),
        (
            "unsupported_for",
            &|r| done(r.unsupported_for([(S32, P0)]).always_legal()),
            vec![(query(&[S32, P0]), Unsupported), (query(&[S32, P3]), Legal)],
        ),
        (
            "unsupported_for_types_with_mem_desc",
            &|r| done(r.unsupported_for_types_with_mem_desc([(S32, P0, S24, 8)]).always_legal()),
            vec![(access(&[S32, P0], S24, 8), Unsupported), (access(&[S32, P0], S32, 8), Legal)],
        ),
        (
            "unsupported_for_cartesian_product",
            &|r| done(r.unsupported_for_cartesian_product(([S8], [S16, S32])).always_legal()),
            vec![(query(&[S8, S32]), Unsupported), (query(&[S8, S8]), Legal)],
        ),
        (
            "unsupported_if_mem_size_not_pow2",
            &|r| done(r.unsupported_if_mem_size_not_pow2().always_legal()),
            vec![
                (access(&[S32, P0], S24, 8), Unsupported),
                (access(&[S32, P0], S7, 8), Legal),
                (query(&[S32]), Legal),
            ],
        ),
    ]);
}

/// The five factories of an action with a type.
macro_rules! typed_factories {
    ($action:ident; $always:ident, $if_:ident, $for_:ident, $mem:ident, $product:ident) => {
        check(vec![
            (
                stringify!($always),
                &|r| done(r.$always(change_to(1, S64))),
                vec![(query(&[S7]), $action(1, S64))],
            ),
            (
                stringify!($if_),
                &|r| done(r.$if_(is_pointer(1), change_to(0, S64))),
                vec![(query(&[S7, P0]), $action(0, S64)), (query(&[S7, S8]), NONE)],
            ),
            (
                stringify!($for_),
                &|r| done(r.$for_([(S16, S32), (S32, S64)], change_to(0, S8))),
                vec![(query(&[S32, S64]), $action(0, S8)), (query(&[S16, S64]), NONE)],
            ),
            (
                stringify!($mem),
                &|r| done(r.$mem([(S32, P0, S16, 16)], change_to(0, S64))),
                vec![(access(&[S32, P0], S16, 16), $action(0, S64)), (access(&[S32, P0], S16, 8), NONE)],
            ),
            (
                stringify!($product),
                &|r| done(r.$product(([S16, S32], [S32, S64]), change_to_that_of(1, 0))),
                vec![
                    (query(&[S16, S64]), $action(1, S16)),
                    (query(&[S32, S64]), $action(1, S32)),
                    (query(&[S64, S64]), NONE),
                ],
            ),
        ])
    };
}

#[test]
fn actions_with_a_type() {
    typed_factories!(NarrowScalar; narrow_scalar, narrow_scalar_if, narrow_scalar_for,
        narrow_scalar_for_types_with_mem_desc, narrow_scalar_for_cartesian_product);
    typed_factories!(WidenScalar; widen_scalar, widen_scalar_if, widen_scalar_for,
        widen_scalar_for_types_with_mem_desc, widen_scalar_for_cartesian_product);
    typed_factories!(FewerElements; fewer_elements, fewer_elements_if, fewer_elements_for,
        fewer_elements_for_types_with_mem_desc, fewer_elements_for_cartesian_product);
    typed_factories!(MoreElements; more_elements, more_elements_if, more_elements_for,
        more_elements_for_types_with_mem_desc, more_elements_for_cartesian_product);
    typed_factories!(Bitcast; bitcast, bitcast_if, bitcast_for, bitcast_for_types_with_mem_desc,
        bitcast_for_cartesian_product);
    typed_factories!(LowerIn; lower_in, lower_in_if, lower_in_for, lower_in_for_types_with_mem_desc,
        lower_in_for_cartesian_product);
}

/// Predicates, each with queries for which it holds and queries for which it does not.
#[test]
fn predicates() {
    let rows: Vec<(&str, Predicate, Vec<LegalityQuery>, Vec<LegalityQuery>)> = vec![
        ("always", always(), vec![query(&[]), query(&[S1])], vec![]),
        (
            "all",
            all([is_scalar(0), is_pointer(1)]),
            vec![query(&[S8, P0])],
            vec![query(&[S8, S8]), query(&[P0, P0])],
        ),
        (
            "any",
            any([is_scalar(0), is_pointer(1)]),
            vec![query(&[S8, S8]), query(&[P0, P0])],
            vec![query(&[P0, S8])],
        ),
        ("not", not(is_scalar(0)), vec![query(&[P0])], vec![query(&[S8])]),
        ("type_is", type_is(1, S8), vec![query(&[S1, S8])], vec![query(&[S8, S1]), query(&[S8])]),
        ("type_is_not", type_is_not(1, S8), vec![query(&[S8, S1])], vec![query(&[S1, S8])]),
        ("type_in_set", type_in_set(0, vec![S8, P0]), vec![query(&[S8]), query(&[P0])], vec![query(&[S16])]),
        (
            "type_pair_in_set",
            type_pair_in_set(2, 0, vec![(S8, S16), (S16, S32)]),
            vec![query(&[S16, P0, S8]), query(&[S32, P0, S16])],
            vec![query(&[S8, P0, S16]), query(&[S32, P0, S8])],
        ),
        (
            "type_tuple_in_set",
            type_tuple_in_set([2, 1, 0], vec![(S8, S16, S32)]),
            vec![query(&[S32, S16, S8])],
            vec![query(&[S8, S16, S32])],
        ),
        (
            "tuple_in_set",
            tuple_in_set(vec![(S8, S16)]),
            vec![query(&[S8, S16])],
            vec![query(&[S16, S8]), query(&[S8, S8])],
        ),
        ("is_scalar", is_scalar(0), vec![query(&[S8])], vec![query(&[P0]), query(&[V2S8]), query(&[])]),
        ("is_vector", is_vector(0), vec![query(&[V2S8]), query(&[V2P0])], vec![query(&[S8]), query(&[P0])]),
        ("is_pointer", is_pointer(0), vec![query(&[P0]), query(&[P3])], vec![query(&[S64]), query(&[V2P0])]),
        (
            "is_pointer_into",
            is_pointer_into(0, 3),
            vec![query(&[P3])],
            vec![query(&[P0]), query(&[S32]), query(&[Llt::vector(2, P3)])],
        ),
        (
            "is_pointer_vector",
            is_pointer_vector(0),
            vec![query(&[V2P0])],
            vec![query(&[P0]), query(&[V2S64])],
        ),
        (
            "element_type_is",
            element_type_is(0, S32),
            vec![query(&[V2S32]), query(&[V3S32])],
            vec![query(&[S32]), query(&[V2S64])],
        ),
        (
            "vector_element_count_greater_than",
            vector_element_count_greater_than(0, 2),
            vec![query(&[V3S32])],
            vec![query(&[V2S32]), query(&[S32])],
        ),
        (
            "vector_element_count_at_most",
            vector_element_count_at_most(0, 2),
            vec![query(&[V2S32])],
            vec![query(&[V3S32]), query(&[S32])],
        ),
        (
            "scalar_narrower_than",
            scalar_narrower_than(0, 32),
            vec![query(&[S24])],
            vec![query(&[S32]), query(&[V2S8]), query(&[P3]), query(&[])],
        ),
        (
            "scalar_wider_than",
            scalar_wider_than(0, 32),
            vec![query(&[S48])],
            vec![query(&[S32]), query(&[V2S64]), query(&[P0])],
        ),
        (
            "scalar_or_elt_narrower_than",
            scalar_or_elt_narrower_than(0, 32),
            vec![query(&[S24]), query(&[V3S24])],
            vec![query(&[S32]), query(&[V2S32]), query(&[]), query(&[P3])],
        ),
        (
            "scalar_or_elt_wider_than",
            scalar_or_elt_wider_than(0, 32),
            vec![query(&[S48]), query(&[V3S48])],
            vec![query(&[S32]), query(&[V8S32]), query(&[P0]), query(&[V2P0])],
        ),
        (
            "element_narrower_than_that_of",
            element_narrower_than_that_of(1, 0),
            vec![query(&[S32, S8]), query(&[V2S32, V2S8])],
            vec![query(&[S8, S32]), query(&[S32, S32]), query(&[V2S64, Llt::vector(2, P3)])],
        ),
        (
            "element_wider_than_that_of",
            element_wider_than_that_of(1, 0),
            vec![query(&[S8, S32]), query(&[V2S8, V2S32])],
            vec![query(&[S32, S8]), query(&[S32, S32]), query(&[S32, P0])],
        ),
        (
            "size_not_multiple_of",
            size_not_multiple_of(0, 16),
            vec![query(&[S24])],
            vec![query(&[S48]), query(&[V3S24])],
        ),
        (
            "size_is_multiple",
            size_is_multiple(0, 16),
            vec![query(&[S48])],
            vec![query(&[S24]), query(&[V2S16])],
        ),
        ("size_not_pow2", size_not_pow2(0), vec![query(&[S24])], vec![query(&[S32]), query(&[V3S24])]),
        (
            "scalar_or_elt_size_not_pow2",
            scalar_or_elt_size_not_pow2(0),
            vec![query(&[S24]), query(&[V3S24])],
            vec![query(&[S32]), query(&[V3S32]), query(&[])],
        ),
        (
            "size_is",
            size_is(0, 64),
            vec![query(&[S64]), query(&[V2S32]), query(&[P0])],
            vec![query(&[S32]), query(&[V2S64])],
        ),
        (
            "same_size",
            same_size(0, 1),
            vec![query(&[S64, V2S32]), query(&[P0, S64])],
            vec![query(&[S32, V2S32])],
        ),
        (
            "larger_than",
            larger_than(0, 1),
            vec![query(&[V2S32, S32])],
            vec![query(&[S64, V2S32]), query(&[S8, S16])],
        ),
        (
            "smaller_than",
            smaller_than(0, 1),
            vec![query(&[S32, V2S32])],
            vec![query(&[S64, V2S32]), query(&[S16, S8])],
        ),
        (
            "element_is_byte_sized",
            element_is_byte_sized(0),
            vec![query(&[V3S24]), query(&[S8])],
            vec![query(&[S7]), query(&[Llt::vector(8, S1)])],
        ),
        (
            "num_elements_not_pow2",
            num_elements_not_pow2(0),
            vec![query(&[V3S32])],
            vec![query(&[V4S32]), query(&[S24])],
        ),
        (
            "mem_size_in_bytes_not_pow2",
            mem_size_in_bytes_not_pow2(),
            vec![access(&[S32], S24, 8)],
            vec![access(&[S32], S7, 8), access(&[S32], S32, 8), query(&[S24])],
        ),
        (
            "mem_size_not_byte_pow2",
            mem_size_not_byte_pow2(),
            vec![access(&[S32], S24, 8), access(&[S32], S7, 8)],
            vec![access(&[S32], S32, 8), query(&[S24])],
        ),
        (
            "is_atomic",
            is_atomic(),
            vec![
                ordered(Ordering::Unordered),
                ordered(Ordering::SequentiallyConsistent),
                ordered(Ordering::NotAtomic).with_mem(byte(Ordering::Monotonic)),
            ],
            vec![
                ordered(Ordering::NotAtomic),
                ordered(Ordering::NotAtomic).with_mem(byte(Ordering::NotAtomic)),
                query(&[S32]),
            ],
        ),
        (
            "is_ordered",
            is_ordered(),
            vec![ordered(Ordering::Acquire), ordered(Ordering::SequentiallyConsistent)],
            vec![ordered(Ordering::Monotonic), query(&[S32])],
        ),
        (
            "atomic_ordering_at_least",
            atomic_ordering_at_least(Ordering::Acquire),
            vec![
                ordered(Ordering::Acquire),
                ordered(Ordering::AcquireRelease),
                ordered(Ordering::SequentiallyConsistent),
            ],
            vec![ordered(Ordering::Monotonic), ordered(Ordering::Release), query(&[S32])],
        ),
        (
            "atomic_ordering_at_least of another kind",
            atomic_ordering_at_least(Ordering::Release),
            vec![ordered(Ordering::Release), ordered(Ordering::AcquireRelease)],
            vec![ordered(Ordering::Acquire)],
        ),
    ];
    for (name, predicate, holds, fails) in rows {
        for query in holds {
            assert!(predicate(&query), "{name} holds for {query:?}");
        }
        for query in fails {
            assert!(!predicate(&query), "{name} does not hold for {query:?}");
        }
    }
}

#[test]
fn mutations() {
    type Row<'a> = (&'a str, Mutation, &'a [Llt], (usize, Llt));
    let rows: Vec<Row<'_>> = vec![
        ("change_to", change_to(1, S64), &[S8, S16], (1, S64)),
        ("change_to_that_of", change_to_that_of(1, 0), &[V2S8, S16], (1, V2S8)),
        ("change_element_to", change_element_to(0, S32), &[V3S24], (0, V3S32)),
        ("change_element_to of a scalar", change_element_to(0, S32), &[S24], (0, S32)),
        ("change_element_to_that_of", change_element_to_that_of(0, 1), &[V2S64, P0], (0, V2P0)),
        ("change_element_size_to_that_of", change_element_size_to_that_of(0, 1), &[V2S8, V2P0], (0, V2S64)),
        ("change_element_count_to", change_element_count_to(0, 4), &[V3S32], (0, V4S32)),
        ("change_element_count_to one", change_element_count_to(0, 1), &[V3S32], (0, S32)),
        ("change_element_count_to_that_of", change_element_count_to_that_of(0, 1), &[S32, V2P0], (0, V2S32)),
        ("widen_to_next_pow2", widen_to_next_pow2(0, 0), &[V3S24], (0, V3S32)),
        ("widen_to_next_pow2 of some bits", widen_to_next_pow2(0, 64), &[S24], (0, S64)),
        ("widen_to_next_multiple_of", widen_to_next_multiple_of(0, 48), &[V3S24], (0, V3S48)),
        ("more_elements_to_next_pow2", more_elements_to_next_pow2(0, 0), &[V5S32], (0, V8S32)),
        ("more_elements_to_next_pow2 of some", more_elements_to_next_pow2(0, 4), &[V2S32], (0, V4S32)),
        ("more_elements_to_next_multiple", more_elements_to_next_multiple(0, 3), &[V5S32], (0, V6S32)),
        ("scalarize", scalarize(1), &[S8, V2P0], (1, P0)),
    ];
    for (name, mutation, types, expected) in rows {
        assert_eq!(mutation(&query(types)), expected, "{name} of {types:?}");
    }
}

/// The example of LLVM's document, and the order in which it processes rules.
#[test]
fn rules_apply_from_top_to_bottom_and_from_the_top_again() {
    let mut info = LegalizerInfo::new(64);
    info.define([G_ADD, G_SUB])
        .legal_for([S32, S64, V2S32, V4S32, V2S64])
        .clamp_scalar(0, S32, S64)
        .widen_scalar_to_next_pow2(0)
        .clamp_num_elements(0, V2S32, V4S32)
        .clamp_num_elements(0, V2S64, V2S64)
        .more_elements_to_next_pow2(0);
    let info = info.finish();
    let ways: [(Llt, &[Action]); 5] = [
        (S7, &[WidenScalar(0, S32), Legal]),
        (S48, &[WidenScalar(0, S64), Legal]),
        (S128, &[NarrowScalar(0, S64), Legal]),
        (V5S32, &[FewerElements(0, V4S32), Legal]),
        (V3S32, &[MoreElements(0, V4S32), Legal]),
    ];
    for opcode in [G_ADD, G_SUB] {
        for (start, expected) in ways {
            let mut ty = start;
            for &action in expected {
                let (found, _) = info.action(&LegalityQuery::new(opcode, &[ty]), 0);
                assert_eq!(found, action, "{opcode:?} on {ty}, from {start}");
                if let WidenScalar(0, to) | NarrowScalar(0, to) | FewerElements(0, to) | MoreElements(0, to) =
                    found
                {
                    ty = to;
                }
            }
        }
    }
    assert_eq!(info.action(&query(&[P0]), 0).0, Unsupported, "the rules are exhausted");
    assert_eq!(info.action(&LegalityQuery::new(G_MUL, &[S32]), 0).0, Unsupported, "there are no rules");
}

#[test]
fn a_declined_action_leads_to_the_next_rule() {
    let info = toy(&|r| done(r.custom_if(is_scalar(0)).min_scalar(0, S32).lower()));
    let query = query(&[S8]);
    let mut actions = Vec::new();
    let mut first = 0;
    while actions.last() != Some(&Unsupported) {
        let (action, rule) = info.action(&query, first);
        actions.push(action);
        first = rule.saturating_add(1);
    }
    assert_eq!(actions, [Custom, WidenScalar(0, S32), Lower, Unsupported]);
}

#[test]
fn rules_have_numbers_and_can_be_disabled() {
    let build = |wide: bool| {
        let mut info = LegalizerInfo::new(64);
        info.define([G_ADD]).when(wide, |r| done(r.legal_for([S64]))).legal_for([S32]).lower();
        info.finish()
    };
    let (mut with, without) = (build(true), build(false));
    for info in [&with, &without] {
        assert_eq!(
            info.rule_id(G_ADD, 1),
            Some(1),
            "a rule has its number, whether those before it apply or not"
        );
        assert_eq!(
            info.rule_names(&|_| "G_ADD"),
            ["G_ADD/0:legal_for", "G_ADD/1:legal_for", "G_ADD/2:lower"]
        );
    }
    assert_eq!(with.action(&query(&[S64]), 0), (Legal, 0));
    assert_eq!(without.action(&query(&[S64]), 0), (Lower, 2));
    assert!(with.disable_rule(0) && !with.disable_rule(3));
    assert_eq!(with.action(&query(&[S64]), 0), (Lower, 2));
}
