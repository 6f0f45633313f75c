//! Composite rules: several actions by one condition.

use super::*;

#[test]
fn composite_rules_of_scalars() {
    check(vec![
        (
            "widen_scalar_to_next_pow2",
            &|r| done(r.widen_scalar_to_next_pow2(0)),
            vec![(query(&[S24]), WidenScalar(0, S32)), (query(&[S32]), NONE), (query(&[V3S24]), NONE)],
        ),
        (
            "widen_scalar_to_next_pow2_min",
            &|r| done(r.widen_scalar_to_next_pow2_min(1, 64)),
            vec![(query(&[S8, S24]), WidenScalar(1, S64)), (query(&[S24, S8]), NONE)],
        ),
        (
            "widen_scalar_to_next_multiple_of",
            &|r| done(r.widen_scalar_to_next_multiple_of(0, 16)),
            vec![(query(&[S7]), WidenScalar(0, S16)), (query(&[S48]), NONE), (query(&[V3S24]), NONE)],
        ),
        (
            "widen_scalar_or_elt_to_next_pow2",
            &|r| done(r.widen_scalar_or_elt_to_next_pow2(0, 16)),
            vec![
                (query(&[S24]), WidenScalar(0, S32)),
                (query(&[V3S24]), WidenScalar(0, V3S32)),
                (query(&[V2S8]), WidenScalar(0, V2S16)),
                (query(&[V2S16]), NONE),
            ],
        ),
        (
            "min_scalar",
            &|r| done(r.min_scalar(0, S32)),
            vec![(query(&[S7]), WidenScalar(0, S32)), (query(&[S32]), NONE), (query(&[V2S8]), NONE)],
        ),
        (
            "max_scalar",
            &|r| done(r.max_scalar(0, S32)),
            vec![(query(&[S48]), NarrowScalar(0, S32)), (query(&[S32]), NONE), (query(&[P0]), NONE)],
        ),
        (
            "clamp_scalar",
            &|r| done(r.clamp_scalar(0, S32, S64)),
            vec![
                (query(&[S7]), WidenScalar(0, S32)),
                (query(&[S128]), NarrowScalar(0, S64)),
                (query(&[S48]), NONE),
                (query(&[V2S8]), NONE),
            ],
        ),
        (
            "min_scalar_or_elt",
            &|r| done(r.min_scalar_or_elt(0, S32)),
            vec![
                (query(&[S7]), WidenScalar(0, S32)),
                (query(&[V2S8]), WidenScalar(0, V2S32)),
                (query(&[P3]), NONE),
            ],
        ),
        (
            "max_scalar_or_elt",
            &|r| done(r.max_scalar_or_elt(0, S32)),
            vec![
                (query(&[S48]), NarrowScalar(0, S32)),
                (query(&[V3S48]), NarrowScalar(0, V3S32)),
                (query(&[V2P0]), NONE),
            ],
        ),
        (
            "clamp_scalar_or_elt",
            &|r| done(r.clamp_scalar_or_elt(0, S16, S32)),
            vec![
                (query(&[V2S8]), WidenScalar(0, V2S16)),
                (query(&[V2S64]), NarrowScalar(0, V2S32)),
                (query(&[S24]), NONE),
            ],
        ),
        (
            "min_scalar_if",
            &|r| done(r.min_scalar_if(is_pointer(1), 0, S32)),
            vec![
                (query(&[S8, P0]), WidenScalar(0, S32)),
                (query(&[S8, S8]), NONE),
                (query(&[S64, P0]), NONE),
            ],
        ),
        (
            "max_scalar_if",
            &|r| done(r.max_scalar_if(is_pointer(1), 0, S32)),
            vec![
                (query(&[S64, P0]), NarrowScalar(0, S32)),
                (query(&[S64, S8]), NONE),
                (query(&[S8, P0]), NONE),
            ],
        ),
        (
            "min_scalar_or_elt_if",
            &|r| done(r.min_scalar_or_elt_if(is_vector(0), 0, S32)),
            vec![(query(&[V2S8]), WidenScalar(0, V2S32)), (query(&[S8]), NONE), (query(&[V2S64]), NONE)],
        ),
    ]);
}

#[test]
fn composite_rules_of_two_types() {
    check(vec![
        (
            "min_scalar_same_as",
            &|r| done(r.min_scalar_same_as(1, 0)),
            vec![
                (query(&[S32, S8]), WidenScalar(1, S32)),
                (query(&[V2S32, V2S8]), WidenScalar(1, V2S32)),
                (query(&[S8, S32]), NONE),
            ],
        ),
        (
            "max_scalar_same_as",
            &|r| done(r.max_scalar_same_as(1, 0)),
            vec![(query(&[S8, S32]), NarrowScalar(1, S8)), (query(&[S32, S8]), NONE)],
        ),
        (
            "scalar_same_size_as",
            &|r| done(r.scalar_same_size_as(1, 0)),
            vec![
                (query(&[S32, S8]), WidenScalar(1, S32)),
                (query(&[S8, S32]), NarrowScalar(1, S8)),
                (query(&[S8, S8]), NONE),
            ],
        ),
        (
            "min_scalar_elt_same_as_if",
            &|r| done(r.min_scalar_elt_same_as_if(is_vector(0), 1, 0)),
            vec![
                (query(&[V2S32, V2S8]), WidenScalar(1, V2S32)),
                (query(&[V2P0, V2S8]), WidenScalar(1, V2S64)),
                (query(&[S32, S8]), NONE),
                (query(&[V2S8, V2S32]), NONE),
            ],
        ),
        (
            "max_scalar_elt_same_as_if",
            &|r| done(r.max_scalar_elt_same_as_if(is_vector(0), 1, 0)),
            vec![
                (query(&[V2S8, V2S32]), NarrowScalar(1, V2S8)),
                (query(&[S8, S32]), NONE),
                (query(&[V2S32, V2S8]), NONE),
            ],
        ),
    ]);
}

#[test]
fn composite_rules_of_vectors() {
    check(vec![
        (
            "scalarize",
            &|r| done(r.scalarize(0)),
            vec![(query(&[V2P0]), FewerElements(0, P0)), (query(&[S32]), NONE)],
        ),
        (
            "scalarize_if",
            &|r| done(r.scalarize_if(type_is(1, S1), 0)),
            vec![
                (query(&[V2S8, S1]), FewerElements(0, S8)),
                (query(&[V2S8, S8]), NONE),
                (query(&[S8, S1]), NONE),
            ],
        ),
        (
            "clamp_min_num_elements",
            &|r| done(r.clamp_min_num_elements(0, S32, 4)),
            vec![(query(&[V2S32]), MoreElements(0, V4S32)), (query(&[V2S64]), NONE), (query(&[V5S32]), NONE)],
        ),
        (
            "clamp_max_num_elements",
            &|r| done(r.clamp_max_num_elements(0, S32, 4)),
            vec![(query(&[V5S32]), FewerElements(0, V4S32)), (query(&[V4S32]), NONE), (query(&[S32]), NONE)],
        ),
        (
            "clamp_max_num_elements to one",
            &|r| done(r.clamp_max_num_elements(0, S32, 1)),
            vec![(query(&[V5S32]), FewerElements(0, S32))],
        ),
        (
            "clamp_num_elements",
            &|r| done(r.clamp_num_elements(0, V3S32, V4S32)),
            vec![
                (query(&[V2S32]), MoreElements(0, V3S32)),
                (query(&[V8S32]), FewerElements(0, V4S32)),
                (query(&[V3S32]), NONE),
                (query(&[V2S64]), NONE),
            ],
        ),
        (
            "more_elements_to_next_pow2",
            &|r| done(r.more_elements_to_next_pow2(0)),
            vec![(query(&[V5S32]), MoreElements(0, V8S32)), (query(&[V4S32]), NONE), (query(&[S24]), NONE)],
        ),
        (
            "more_elements_to_next_multiple",
            &|r| done(r.more_elements_to_next_multiple(0, 3)),
            vec![(query(&[V5S32]), MoreElements(0, V6S32)), (query(&[V3S24]), NONE), (query(&[S32]), NONE)],
        ),
        (
            "align_num_elements_to",
            &|r| done(r.align_num_elements_to(0, S32, 4)),
            vec![(query(&[V5S32]), MoreElements(0, V8S32)), (query(&[V3S24]), NONE), (query(&[V8S32]), NONE)],
        ),
        (
            "clamp_max_num_elements_strict",
            &|r| done(r.clamp_max_num_elements_strict(0, S32, 2)),
            vec![
                (query(&[V5S32]), MoreElements(0, V6S32)),
                (query(&[V6S32]), FewerElements(0, V2S32)),
                (query(&[V2S32]), NONE),
                (query(&[V3S24]), NONE),
            ],
        ),
        (
            "widen_vector_elts_to_vector_min_size",
            &|r| done(r.widen_vector_elts_to_vector_min_size(0, 64)),
            vec![(query(&[V2S8]), WidenScalar(0, V2S32)), (query(&[V4S16]), NONE), (query(&[S8]), NONE)],
        ),
    ]);
}

#[test]
fn composite_rules_of_memory() {
    check(vec![
        (
            "lower_if_mem_size_not_pow2",
            &|r| done(r.lower_if_mem_size_not_pow2()),
            vec![(access(&[S32], S24, 8), Lower), (access(&[S32], S7, 8), NONE), (query(&[S24]), NONE)],
        ),
        (
            "lower_if_mem_size_not_byte_pow2",
            &|r| done(r.lower_if_mem_size_not_byte_pow2()),
            vec![
                (access(&[S32], S24, 8), Lower),
                (access(&[S32], S7, 8), Lower),
                (access(&[S32], S16, 8), NONE),
            ],
        ),
    ]);
}
