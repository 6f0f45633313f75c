//! One pass on MIR of a few lines of the toy target.

use super::toy::TOY;
use crate::ir::entity::{BlockId, SubtargetId};
use crate::ir::mir::MachineFunction;
use crate::ir::module::Module;
use crate::machine::desc::instructions::InstrFlags;
use crate::mir_text::{function_to_string, parser};
use crate::passes::verifier;

/// The header of generic functions, before the legalizer.
pub const GENERIC: &str = "isSSA: true\ntracksRegLiveness: true\n";

/// The header of selected functions before register allocation.
pub const SELECTED: &str =
    "legalized: true\nregBankSelected: true\nselected: true\nisSSA: true\ntracksRegLiveness: true\n";

/// The header of functions after register allocation.
pub const ALLOCATED: &str = "legalized: true\nregBankSelected: true\nselected: true\n\
                             tracksRegLiveness: true\nnoPhis: true\nnoVRegs: true\n";

/// Returns the function with this header and body. Edges are those of branches and of blocks without
/// a barrier, unless the body lists successors.
pub fn parse(module: &mut Module, header: &str, body: &str) -> MachineFunction {
    let body: String = body.lines().map(|line| format!("    {}\n", line.trim())).collect();
    let text = format!("name: f\n{header}body: |\n{body}");
    let read = parser::parse(&text, TOY, SubtargetId::new(0), module);
    let mut mf = read.unwrap_or_else(|error| panic!("{error}\n{text}")).remove(0);
    if !text.contains("successors:") {
        add_edges(&mut mf);
    }
    mf
}

fn add_edges(mf: &mut MachineFunction) {
    for n in 0..mf.layout.len() {
        let (block, next) = (mf.layout[n], mf.layout.get(n + 1).copied());
        let flags = |mf: &MachineFunction, inst| TOY.desc(mf.opcode(inst)).flags;
        let branches = mf.insts(block).filter(|&inst| flags(mf, inst).contains(InstrFlags::TERMINATOR));
        let mut to: Vec<BlockId> =
            branches.flat_map(|inst| mf.operands(inst).iter().filter_map(|o| o.as_block())).collect();
        let is_barrier = |inst| flags(mf, inst).contains(InstrFlags::BARRIER);
        if !mf.last_inst(block).is_some_and(is_barrier) {
            to.extend(next);
        }
        for (at, &successor) in to.iter().enumerate() {
            if !to[..at].contains(&successor) {
                mf.add_edge(block, successor);
            }
        }
    }
}

/// Returns the lines of the body of `mf`, without the lists of edges and live-in registers.
pub fn body(mf: &MachineFunction, module: &Module) -> Vec<String> {
    let text = function_to_string(mf, TOY, Some(module));
    let lines =
        text.split("body:").nth(1).expect("a body").lines().skip(1).map(|line| line.trim().to_owned());
    let is_listed = |line: &String| !["successors:", "liveins:"].iter().any(|list| line.starts_with(list));
    lines.filter(|line| is_listed(line) && !line.is_empty() && line != "...").collect()
}

/// Returns the body of a function after `pass`. Verifies the function before and after it.
pub fn after(header: &str, text: &str, pass: impl FnOnce(&mut MachineFunction)) -> Vec<String> {
    let mut module = Module::default();
    let mut mf = parse(&mut module, header, text);
    verified(&mf, &module);
    pass(&mut mf);
    verified(&mf, &module);
    body(&mf, &module)
}

/// Checks that the verifier accepts `mf`.
pub fn verified(mf: &MachineFunction, module: &Module) {
    if let Err(violations) = verifier::verify(mf, TOY) {
        let shown = function_to_string(mf, TOY, Some(module));
        panic!("{}\n{shown}", verifier::error(mf, "the verifier", &violations));
    }
}

/// Checks that `pass` changes the body `from` into the body `to`.
#[track_caller]
pub fn assert_changes(header: &str, from: &str, to: &str, pass: impl FnOnce(&mut MachineFunction)) {
    let expected: Vec<&str> = to.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    let found = after(header, from, pass);
    assert!(found == expected, "expected:\n{}\nfound:\n{}", expected.join("\n"), found.join("\n"));
}

/// Checks that `pass` does not change a function with this body.
#[track_caller]
pub fn assert_unchanged(header: &str, text: &str, pass: impl FnOnce(&mut MachineFunction)) {
    let before = after(header, text, |_| {});
    let found = after(header, text, pass);
    assert!(found == before, "before:\n{}\nafter:\n{}", before.join("\n"), found.join("\n"));
}
