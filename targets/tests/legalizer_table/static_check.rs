//! A static check of every rule table: LLVM's minimum rule set (*Legalizer*), and that no chain of
//! actions returns to an earlier query.
//!
//! Queries are every generic opcode on the types of the table. A chain continues with the queries
//! of the instructions that an action creates: those with the same opcode, with the type in the
//! action.

use super::{targets, types};
use gisel_codegen::ir::llt::{Llt, S8, S16, S32, S64};
use gisel_codegen::ir::mir::Ordering;
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::legalizer::mutations::change_to;
use gisel_codegen::isel::legalizer::predicates::{always, is_vector};
use gisel_codegen::isel::legalizer::query::MemDesc;
use gisel_codegen::isel::legalizer::{Action, LegalityQuery, LegalizerInfo};
use gisel_codegen::machine::desc::instructions::{InstrFlags, Opcode, OperandKind};
use std::collections::BTreeSet;

/// Returns all opcodes for which every target has rules.
fn opcodes() -> impl Iterator<Item = Opcode> {
    (FIRST_GENERIC.0..DESCS.len() as u16).map(Opcode)
}

/// Returns the queries for an opcode: the combinations of the table, for other opcodes all
/// combinations.
fn queries(opcode: Opcode, pointer: Llt) -> Vec<LegalityQuery> {
    let desc = &DESCS[opcode.table_index()];
    let listed = types::lists(opcode, pointer);
    let lists = if listed.is_empty() { products(desc.num_types(), pointer) } else { listed };
    let mut queries = Vec::new();
    for mut list in lists {
        let loads_wider = matches!(opcode, G_SEXTLOAD | G_ZEXTLOAD).then(|| list.pop()).flatten();
        list.resize(desc.num_types(), pointer);
        let query = LegalityQuery::new(opcode, &list);
        let value = query.ty(0);
        if !value.is_valid() || !desc.flags.intersects(InstrFlags::MAY_LOAD | InstrFlags::MAY_STORE) {
            queries.push(query);
            continue;
        }
        let extends = matches!(opcode, G_LOAD | G_STORE) && value.is_scalar();
        let narrower = types::scalars().into_iter().filter(|ty| extends && ty.bits() < value.bits());
        for ty in narrower.chain([loads_wider.unwrap_or(value)]) {
            for (align_bits, ordering) in [
                (8, Ordering::NotAtomic),
                (64, Ordering::NotAtomic),
                (128, Ordering::NotAtomic),
                (128, Ordering::Monotonic),
                (128, Ordering::SequentiallyConsistent),
            ] {
                queries.push(query.with_mem(MemDesc { ty, align_bits, ordering }));
            }
        }
    }
    queries
}

/// Returns all combinations of `count` types.
fn products(count: usize, pointer: Llt) -> Vec<Vec<Llt>> {
    let mut lists = vec![Vec::new()];
    for _ in 0..count {
        let longer = |list: &Vec<Llt>| {
            types::all(pointer).into_iter().map(|ty| [&list[..], &[ty]].concat()).collect::<Vec<_>>()
        };
        lists = lists.iter().flat_map(longer).collect();
    }
    lists
}

/// Returns the queries after an action that changes a type: none if the type does not change, or
/// changes in the wrong direction.
fn changed(query: &LegalityQuery, action: Action) -> Option<Vec<LegalityQuery>> {
    let (index, to) = match action {
        Action::NarrowScalar(index, to)
        | Action::WidenScalar(index, to)
        | Action::LowerIn(index, to)
        | Action::FewerElements(index, to)
        | Action::MoreElements(index, to)
        | Action::Bitcast(index, to) => (index, to),
        _ => return Some(Vec::new()),
    };
    let from = query.ty(index);
    let sized = from.is_valid() && !from.has_pointer_elements() && to.scalar_bits() > 0;
    let sound = match action {
        Action::NarrowScalar(..) => sized && to.scalar_bits() < from.scalar_bits(),
        Action::WidenScalar(..) | Action::LowerIn(..) => sized && to.scalar_bits() > from.scalar_bits(),
        Action::FewerElements(..) => from.element() == to.element() && to.elements() < from.elements(),
        Action::MoreElements(..) => {
            from.is_vector() && from.element() == to.element() && to.elements() > from.elements()
        }
        _ => from.is_valid() && from != to && from.bits() == to.bits(),
    };
    if !sound {
        return None;
    }
    Some(match action {
        Action::FewerElements(..) => {
            let rest = from.elements() % to.elements();
            let rest = (rest != 0).then(|| with_count(query, from.elements(), rest));
            [with_count(query, from.elements(), to.elements())].into_iter().chain(rest).collect()
        }
        Action::MoreElements(..) => vec![with_count(query, from.elements(), to.elements())],
        Action::Bitcast(..) => vec![with_type(query, index, to, to)],
        Action::LowerIn(..) => Vec::new(),
        _ => {
            let to = from.with_scalar_bits(to.scalar_bits());
            let memory = query.mem.map_or(to, |mem| if mem.ty.bits() > to.bits() { to } else { mem.ty });
            vec![with_type(query, index, to, memory)]
        }
    })
}

/// Returns the query with another type at an index, in memory, and at linked indices.
fn with_type(query: &LegalityQuery, index: usize, to: Llt, memory: Llt) -> LegalityQuery {
    let linked = matches!(query.opcode, G_EXTRACT_VECTOR_ELT | G_INSERT_VECTOR_ELT | G_SHUFFLE_VECTOR);
    let mut types = *query.types();
    for (n, ty) in types.iter_mut().enumerate() {
        if n == index {
            *ty = to;
        } else if linked && n < 2 && index < 2 {
            *ty = ty.with_scalar_bits(to.scalar_bits());
        }
    }
    rebuilt(query, &types, memory)
}

/// Returns the query with `to` elements instead of `from`.
fn with_count(query: &LegalityQuery, from: u32, to: u32) -> LegalityQuery {
    let resized = |ty: Llt| if ty.is_vector() && ty.elements() == from { ty.with_elements(to) } else { ty };
    let memory = query.mem.map_or(Llt::INVALID, |mem| resized(mem.ty));
    rebuilt(query, &query.types().map(resized), memory)
}

fn rebuilt(query: &LegalityQuery, types: &[Llt], memory: Llt) -> LegalityQuery {
    let new = LegalityQuery::new(query.opcode, types);
    query.mem.map_or(new, |mem| new.with_mem(MemDesc { ty: memory, ..mem }))
}

/// Follows all chains from the last query of `path`; returns the fault, if any.
fn follow(info: &LegalizerInfo, path: &mut Vec<LegalityQuery>) -> Option<String> {
    let query = *path.last()?;
    let (mut action, mut rule) = info.action(&query, 0);
    // A target may decline.
    while action == Action::Custom {
        (action, rule) = info.action(&query, rule + 1);
    }
    let Some(next) = changed(&query, action) else {
        return Some(format!("{} is no such change", show(info, &query)));
    };
    for query in next {
        let returns = path.contains(&query);
        path.push(query);
        if returns {
            let steps: Vec<String> = path.iter().map(|q| show(info, q)).collect();
            return Some(format!("a chain returns: {}", steps.join(", then ")));
        }
        if let Some(wrong) = follow(info, path) {
            return Some(wrong);
        }
        path.pop();
    }
    None
}

fn show(info: &LegalizerInfo, query: &LegalityQuery) -> String {
    let types: Vec<Llt> = query.types().iter().copied().filter(|ty| ty.is_valid()).collect();
    let memory =
        query.mem.map_or(String::new(), |m| format!(" of {} in memory, aligned to {}", m.ty, m.align_bits));
    let (action, _) = info.action(query, 0);
    format!("{} {types:?}{memory}: {action:?}", DESCS[query.opcode.table_index()].name)
}

#[test]
fn no_chain_of_actions_returns() {
    for (name, target) in targets() {
        let info = target.legalizer_info();
        let wrong = opcodes()
            .flat_map(|opcode| queries(opcode, target.pointer()))
            .find_map(|query| follow(info, &mut vec![query]));
        assert_eq!(wrong, None, "{name}");
    }
}

/// The check itself: detects rules that form a cycle, or change types in the wrong direction.
#[test]
fn chains_that_return_are_found() {
    let mut info = LegalizerInfo::new(64);
    info.define([G_ADD]).min_scalar(0, S64).max_scalar(0, S32);
    info.define([G_SUB]).widen_scalar_if(always(), change_to(0, S32));
    info.define([G_MUL]).fewer_elements_if(is_vector(0), change_to(0, Llt::vector(4, S32)));
    let check = |opcode, ty| follow(&info, &mut vec![LegalityQuery::new(opcode, &[ty])]);
    let circle = "a chain returns: G_ADD [s32]: WidenScalar(0, s64), then G_ADD [s64]: NarrowScalar(0, s32), then \
                  G_ADD [s32]: WidenScalar(0, s64)";
    assert_eq!(check(G_ADD, S32).as_deref(), Some(circle));
    assert_eq!(check(G_SUB, S64).as_deref(), Some("G_SUB [s64]: WidenScalar(0, s32) is no such change"));
    let short = Llt::vector(2, S32);
    assert_eq!(
        check(G_MUL, short).as_deref(),
        Some("G_MUL [<2 x s32>]: FewerElements(0, <4 x s32>) is no such change")
    );
}

/// Returns the types that legal instructions produce and consume, without instructions that only
/// connect or annotate others.
fn producers_and_consumers(info: &LegalizerInfo, pointer: Llt) -> [BTreeSet<Llt>; 2] {
    let connects = |opcode: Opcode| {
        DESCS[opcode.table_index()].has(InstrFlags::ARTIFACT)
            || matches!(opcode, G_BITCAST | G_ASSERT_SEXT | G_ASSERT_ZEXT | G_ASSERT_ALIGN)
    };
    let mut sets = [BTreeSet::new(), BTreeSet::new()];
    let real = opcodes().filter(|&opcode| !connects(opcode));
    for query in real.flat_map(|opcode| queries(opcode, pointer)).filter(|query| info.is_legal(query)) {
        let desc = &DESCS[query.opcode.table_index()];
        for (n, operand) in desc.operands.iter().enumerate() {
            if let OperandKind::Type(index) = operand.kind {
                sets[usize::from(n >= desc.num_defs.into())].insert(query.ty(index.into()));
            }
        }
    }
    sets
}

/// Queries that the minimum rule set requires to be legal, but that are widened, as the wider type
/// has the same register: narrow values that only move. Also values that are a double or a pair of
/// words, depending on their uses.
const WIDENED: [(&str, Opcode, &[Llt], Action); 4] = [
    ("riscv32imafdc+zbb+zabha", G_PHI, &[S64], Action::Custom),
    ("riscv32imac+zdinx", G_PHI, &[S64], Action::NarrowScalar(0, S32)),
    ("aarch64", G_ANYEXT, &[S16, S8], Action::WidenScalar(0, S32)),
    ("aarch64", G_PHI, &[S8], Action::WidenScalar(0, S32)),
];

/// Checks that a query of the minimum rule set is legal, or widened once and then legal, as listed.
fn check_legal(name: &str, info: &LegalizerInfo, opcode: Opcode, types: &[Llt]) {
    let query = LegalityQuery::new(opcode, types);
    let (action, _) = info.action(&query, 0);
    let listed = WIDENED.iter().find(|(target, o, t, _)| name == *target && opcode == *o && types == *t);
    let expected = listed.map_or(Action::Legal, |row| row.3);
    assert_eq!(action, expected, "{name}: {}", show(info, &query));
    for next in changed(&query, action).into_iter().flatten() {
        assert!(info.is_legal(&next), "{name}: {}", show(info, &next));
    }
}

/// Checks that the rules support a query.
fn check_supported(name: &str, info: &LegalizerInfo, opcode: Opcode, types: &[Llt]) {
    let query = LegalityQuery::new(opcode, types);
    assert_ne!(info.action(&query, 0).0, Action::Unsupported, "{name}: {}", show(info, &query));
}

#[test]
fn values_of_different_width_can_be_connected() {
    for (name, target) in targets() {
        let info = target.legalizer_info();
        let [produced, consumed] = producers_and_consumers(info, target.pointer());
        let word = Llt::scalar(target.pointer().bits());
        assert!(produced.contains(&S32) && produced.contains(&word), "{name} computes");
        // Types wider than a 32-bit word are floats, and pairs of words to everything else.
        let is_pair = |ty: Llt| word == S32 && ty.bits() > 32;
        let is_one = |ty: &Llt| ty.is_scalar() && !is_pair(*ty);
        let scalars = |types: &BTreeSet<Llt>| types.iter().copied().filter(is_one).collect::<Vec<_>>();
        for from in scalars(&produced) {
            for to in scalars(&consumed) {
                if from.bits() < to.bits() {
                    check_legal(name, info, G_ANYEXT, &[to, from]);
                } else if from.bits() > to.bits() {
                    check_legal(name, info, G_TRUNC, &[to, from]);
                }
            }
        }
    }
}

/// On a little-endian machine no G_BITCAST changes the bits. None must be legal, but all must be
/// supported.
#[test]
fn vectors_can_be_made_taken_apart_and_reinterpreted() {
    for (name, target) in targets() {
        let info = target.legalizer_info();
        let [produced, consumed] = producers_and_consumers(info, target.pointer());
        for &ty in consumed.iter().filter(|ty| ty.is_vector()) {
            check_supported(name, info, G_BUILD_VECTOR, &[ty, ty.element()]);
            check_supported(name, info, G_UNMERGE_VALUES, &[ty.element(), ty]);
            if !ty.has_pointer_elements() && ty.scalar_bits() < 64 {
                check_supported(name, info, G_BUILD_VECTOR_TRUNC, &[ty, Llt::scalar(64)]);
            }
            if ty.elements().is_multiple_of(2) && ty.elements() > 2 {
                check_supported(name, info, G_CONCAT_VECTORS, &[ty, ty.with_elements(ty.elements() / 2)]);
            }
            let of_size = produced.iter().filter(|from| from.bits() == ty.bits() && **from != ty);
            for &from in of_size.filter(|from| !from.has_pointer_elements() && !ty.has_pointer_elements()) {
                check_supported(name, info, G_BITCAST, &[ty, from]);
            }
        }
    }
}

#[test]
fn required_operations_are_legal() {
    for (name, target) in targets() {
        let info = target.legalizer_info();
        for opcode in [G_IMPLICIT_DEF, G_FRAME_INDEX, G_BLOCK_ADDR] {
            let some = queries(opcode, target.pointer()).into_iter().any(|query| info.is_legal(&query));
            assert!(some, "{name}: no {} is legal", DESCS[opcode.table_index()].name);
        }
        let [produced, consumed] = producers_and_consumers(info, target.pointer());
        for &ty in produced.union(&consumed) {
            check_legal(name, info, G_PHI, &[ty]);
        }
        for &pointer in produced.union(&consumed).filter(|ty| ty.has_pointer_elements()) {
            let integer = pointer.with_scalar_bits(pointer.scalar_bits());
            check_supported(name, info, G_PTRTOINT, &[integer, pointer]);
            check_supported(name, info, G_INTTOPTR, &[pointer, integer]);
        }
    }
}
