//! Names of all rules and of the executed ones: translator entries, legalizer, selection and
//! combiner rules.

use gisel_codegen::support::coverage::{Coverage, RuleKind};
use gisel_codegen::target::Target;
use gisel_frontend_llvm::translate;
use std::fs;
use std::io::Write;
use std::path::Path;

/// Returns all rules that a compilation for `target` may execute: kind, number and name.
pub(crate) fn rules(target: &dyn Target) -> Vec<(RuleKind, u32, String)> {
    let translate = translate::entries().map(|(number, name)| (RuleKind::Translate, number, name));
    let named = |kind: RuleKind| move |(number, name): (u32, &'static str)| (kind, number, name.to_string());
    let legal = (0..).zip(target.legalizer_info().rule_names(&|opcode| target.desc(opcode).name));
    let legal = legal.map(|(number, name)| (RuleKind::Legalizer, number, name));
    let select = (0..).zip(target.selector().rules().iter().copied()).map(named(RuleKind::Select));
    let combine = (0..).zip(target.combiner().names()).map(named(RuleKind::Combine));
    translate.chain(legal).chain(select).chain(combine).collect()
}

/// Returns the names of all rules, one per line.
pub fn all(target: &dyn Target) -> String {
    rules(target).iter().map(|(kind, _, name)| format!("{} {name}\n", kind.name())).collect()
}

/// Appends the names of the rules in `coverage` to `path`, one per line.
pub fn append_executed(target: &dyn Target, coverage: &Coverage, path: &Path) -> std::io::Result<()> {
    let executed = rules(target).into_iter().filter(|(kind, number, _)| coverage.was_hit(*kind, *number));
    let text: String = executed.map(|(kind, _, name)| format!("{} {name}\n", kind.name())).collect();
    fs::OpenOptions::new().create(true).append(true).open(path)?.write_all(text.as_bytes())
}
