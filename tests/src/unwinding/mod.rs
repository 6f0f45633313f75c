//! Checks unwind tables: each function of an object is executed symbolically on all paths. At every
//! instruction the rules of its table must yield the registers' values at entry.
//!
//! Instructions come from `llvm-objdump`, rules from `llvm-dwarfdump`. Values are registers' values
//! at entry plus a constant, constants, or unknown. Only the part of the frame above the current
//! stack pointer counts.

mod machine;
mod rules;

use crate::target::Target;
use crate::{Result, process};
use machine::{Flow, Inst, State};
use rules::Rules;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

/// The instructions at which a table must be right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum At {
    /// At calls, for exceptions.
    Calls,
    /// At every instruction, for profilers.
    EveryInstruction,
}

/// Checks the tables of all functions in `object`, which has one code section. Returns the number
/// of instructions checked.
///
/// # Errors
/// The instruction, and the result of its rule.
pub fn check(target: Target, object: &Path, at: At) -> Result<usize> {
    let mut dump = Command::new("llvm-objdump-22");
    dump.args(["-d", "--no-show-raw-insn", machine::features(target)]).arg(object);
    let code = machine::parse(&process::run(&mut dump)?);
    let tables = process::run(Command::new("llvm-dwarfdump-22").arg("--eh-frame").arg(object))?;
    let mut checked = 0;
    for table in rules::parse(&tables)? {
        let function: BTreeMap<u64, &Inst> =
            code.range(table.start..table.end).map(|(&a, i)| (a, i)).collect();
        let states = execute(target, &function);
        for (address, state) in &states {
            let inst = function[address];
            if at == At::Calls && machine::flow(target, inst) != Flow::Call {
                continue;
            }
            let rules = table.at(*address);
            judge(target, state, rules)
                .map_err(|e| format!("{}: {address:#x} `{inst}`: {e}", object.display()))?;
            checked += 1;
        }
    }
    Ok(checked)
}

/// Checks that `rules` recover the state at entry from `state`.
fn judge(target: Target, state: &State, rules: &Rules) -> Result<()> {
    let cfa = state.at(&rules.cfa.0, rules.cfa.1);
    if cfa != Some(0) {
        return Err(format!("the canonical frame address is not {}+{}", rules.cfa.0, rules.cfa.1));
    }
    for reg in machine::preserved(target) {
        let found = match rules.registers.get(&reg) {
            None => state.get(&reg),
            Some(rules::Rule::InFrame(offset)) => state.load(*offset),
            Some(rules::Rule::Computed(base, offset)) => state.get(base).plus(*offset),
        };
        if !found.is_at_entry(&reg, rules.signed) {
            return Err(format!("{reg} is not found: {found:?}"));
        }
    }
    Ok(())
}

/// Returns the state before each reachable instruction.
fn execute(target: Target, code: &BTreeMap<u64, &Inst>) -> BTreeMap<u64, State> {
    let mut states: BTreeMap<u64, State> = BTreeMap::new();
    let Some(&entry) = code.keys().next() else { return states };
    let mut work = vec![(entry, State::at_entry(target))];
    let mut indirect: Vec<State> = Vec::new();
    loop {
        while let Some((address, state)) = work.pop() {
            let Some(inst) = code.get(&address) else { continue };
            let merged = match states.get(&address) {
                Some(old) => old.merged(&state),
                None => state,
            };
            if states.get(&address) == Some(&merged) {
                continue;
            }
            states.insert(address, merged.clone());
            let mut after = merged;
            machine::step(target, inst, &mut after);
            let next = code.range(address + 1..).next().map(|(&a, _)| a);
            let (falls, jumps) = match machine::flow(target, inst) {
                Flow::Next | Flow::Call => (next, None),
                Flow::Branch(to) => (next, Some(to)),
                Flow::Jump(to) => (None, Some(to)),
                Flow::Indirect => {
                    indirect.push(after.clone());
                    (None, None)
                }
                Flow::End => (None, None),
            };
            work.extend(falls.into_iter().chain(jumps).map(|to| (to, after.clone())));
        }
        // Code that only an indirect jump reaches: its state comes from the jump with the largest
        // frame, since the others are tail calls.
        let deepest = indirect.iter().min_by_key(|state| state.stack_pointer());
        let missed =
            code.iter().find(|(address, inst)| !states.contains_key(address) && inst.is_landing(code));
        match (deepest, missed) {
            (Some(state), Some((&address, _))) => work.push((address, state.clone())),
            _ => return states,
        }
    }
}
