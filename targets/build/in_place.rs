//! Selection in place: the last instruction of a rule replaces the root instruction.
//!
//! Rules do not mark their last instruction. This pass changes the outermost term of each rule with
//! the result `Selected` to the term with the prefix `last_`, if there is one. A term with its own
//! rules gets a copy with that name, whose rules are changed in the same way.

use cranelift_isle::ast::{Decl, Def, Expr, Ident, Pattern};
use std::collections::{HashMap, HashSet};

const LAST: &str = "last_";
/// The result type of rules.
const SELECTED: &str = "Selected";
/// Types that convert to it: a register, or no value.
const RESULTS: [&str; 2] = ["VReg", "Unit"];

/// Changes the outermost terms in `defs`, and adds the required copies.
pub fn select_in_place(defs: &mut Vec<Def>) {
    let terms = Terms::of(defs);
    let mut copied = Copies::default();
    for def in defs.iter_mut() {
        if let Def::Rule(rule) = def
            && term_of(&rule.pattern).is_some_and(|term| terms.declared[term].ret_ty.0 == SELECTED)
        {
            exchange(&mut rule.expr, &terms, &mut copied);
        }
    }
    let mut next = 0;
    while let Some(term) = copied.order.get(next).cloned() {
        next += 1;
        let decl = &terms.declared[&term];
        let last = Ident(LAST.to_string() + &term, decl.term.1);
        let selected = Ident(SELECTED.to_string(), decl.pos);
        let mut copies = vec![Def::Decl(Decl { term: last.clone(), ret_ty: selected, ..decl.clone() })];
        for def in defs.iter() {
            if let Def::Rule(rule) = def
                && let Pattern::Term { sym, args, pos } = &rule.pattern
                && sym.0 == term
            {
                let mut rule = rule.clone();
                rule.name = None;
                rule.pattern = Pattern::Term { sym: last.clone(), args: args.clone(), pos: *pos };
                exchange(&mut rule.expr, &terms, &mut copied);
                copies.push(Def::Rule(rule));
            }
        }
        defs.extend(copies);
    }
}

/// The existing terms.
struct Terms {
    declared: HashMap<String, Decl>,
    /// Terms with rules.
    with_rules: HashSet<String>,
}

impl Terms {
    fn of(defs: &[Def]) -> Terms {
        let mut terms = Terms { declared: HashMap::new(), with_rules: HashSet::new() };
        for def in defs {
            match def {
                Def::Decl(decl) => drop(terms.declared.insert(decl.term.0.clone(), decl.clone())),
                Def::Rule(rule) => terms.with_rules.extend(term_of(&rule.pattern).cloned()),
                _ => {}
            }
        }
        terms
    }

    /// Returns true if `term` is copied to build the last instruction.
    fn is_copied(&self, term: &str) -> bool {
        self.with_rules.contains(term) && RESULTS.contains(&self.declared[term].ret_ty.0.as_str())
    }
}

/// The terms that have been copied, in order.
#[derive(Default)]
struct Copies {
    order: Vec<String>,
    known: HashSet<String>,
}

fn term_of(pattern: &Pattern) -> Option<&String> {
    match pattern {
        Pattern::Term { sym, .. } => Some(&sym.0),
        _ => None,
    }
}

/// Changes the outermost term of `expr` to one that replaces the root, if possible.
fn exchange(expr: &mut Expr, terms: &Terms, copies: &mut Copies) {
    match expr {
        Expr::Term { sym, .. } => {
            let last = LAST.to_string() + &sym.0;
            if terms.is_copied(&sym.0) {
                if copies.known.insert(sym.0.clone()) {
                    copies.order.push(sym.0.clone());
                }
            } else if !terms.declared.contains_key(&last) {
                return;
            }
            sym.0 = last;
        }
        Expr::Let { body, .. } => exchange(body, terms, copies),
        _ => {}
    }
}
