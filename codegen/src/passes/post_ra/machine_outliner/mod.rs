//! `machine-outliner`: moves instruction sequences that occur several times in a module into
//! functions.
//!
//! Requires: functions ready for emission that [`considers`] accepts. Establishes: the same
//! behaviour, and correct unwind information in outlined functions and around calls of them. Shared
//! instructions lose their source locations.
//!
//! * `mapping`: maps the code to a list of numbers, with liveness;
//! * `suffix_array`: finds repeated sequences;
//! * `candidates`: chooses the profitable ones;
//! * `rewriting`: creates the functions, and calls to them.
//!
//! Unlike in LLVM, a sequence that is jumped to may move the stack pointer. It may also be a whole
//! epilogue with its CFI directives: it starts with the unwind rules of its occurrences. Not
//! outlined: functions in their own sections or in comdat groups, of which the linker may keep
//! another copy; functions that sign return addresses, return twice, handle interrupts or have
//! tracing sleds.
//!
//! Cost: O(n log² n) in instructions, for the suffix array.

mod candidates;
mod cfi_state;
mod liveness;
mod mapping;
mod rewriting;
mod suffix_array;

use crate::ir::entity::{InstId, SymbolId};
use crate::ir::mir::stack_map::is_recorded;
use crate::ir::mir::{MachineFunction, SignReturnAddress};
use crate::ir::module::{Linkage, Module, Symbol, SymbolKind};
use crate::ir::opcodes::{INLINEASM, INLINEASM_BR};
use crate::passes::target::PassTarget;
use candidates::{Chooser, ConstructionKind, Outlined, Source};
use mapping::Mapping;
use std::collections::HashSet;

/// The functions from which code is outlined.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// Functions of minimal size (`minsize`).
    #[default]
    TargetDefault,
    /// All.
    Always,
    /// None.
    Never,
}

/// The name prefix of outlined functions, before their numbers.
const NAME: &str = "OUTLINED_FUNCTION_";

/// Returns true if code of `mf` may be outlined. No later pass may change `mf`.
pub fn considers(mf: &MachineFunction, module: &Module, target: &dyn PassTarget, mode: Mode) -> bool {
    let chosen = match mode {
        Mode::TargetDefault => mf.attrs.min_size,
        Mode::Always => true,
        Mode::Never => false,
    };
    chosen
        && !mf.attrs.opt_none
        && target.outlining().is_some_and(|outlining| outlining.is_possible(module))
        && is_plain(mf, module)
        && !has_special_code(mf, target)
}

/// Returns true if no attribute or property of the function forbids outlining.
fn is_plain(mf: &MachineFunction, module: &Module) -> bool {
    let (attrs, symbol) = (&mf.attrs, module.symbol(mf.symbol));
    let refused = attrs.no_outlining
        || attrs.naked
        || attrs.collector.is_some()
        || attrs.calls_returns_twice
        || attrs.no_tail_calls
        || attrs.sign_return_address != SignReturnAddress::None
        || attrs.interrupt.is_some()
        || attrs.xray.is_some()
        || attrs.has_xray_events
        || attrs.kcfi_type.is_some()
        || attrs.shadow_call_stack
        || attrs.speculative_load_hardening
        || attrs.hw_shadow_stack;
    !refused && symbol.section.is_none() && symbol.comdat.is_none() && symbol.linkage != Linkage::LinkOnce
}

/// Returns true if there is code that depends on its context.
fn has_special_code(mf: &MachineFunction, target: &dyn PassTarget) -> bool {
    let type_check = target.tables().type_check;
    let is_special = |inst: InstId| {
        let opcode = mf.opcode(inst);
        let is_assembly = matches!(opcode, INLINEASM | INLINEASM_BR);
        Some(opcode) == type_check
            || is_recorded(opcode)
            || is_assembly && mf.asm_strings.iter().any(|text| text.contains(".cfi"))
    };
    mf.layout.iter().any(|&block| mf.insts(block).any(is_special))
}

/// Returns true if the function has an unwind table.
fn has_table(mf: &MachineFunction) -> bool {
    mf.attrs.uwtable || !mf.attrs.no_unwind || mf.personality.is_some()
}

/// Outlines code of `functions`, and repeats that `reruns` times on the result. `targets` are the
/// subtargets by number. Returns the new functions.
pub fn run(
    functions: &mut [&mut MachineFunction],
    module: &mut Module,
    targets: &[&dyn PassTarget],
    reruns: u32,
) -> Vec<MachineFunction> {
    let mut names = Names::new(module);
    let mut made: Vec<MachineFunction> = Vec::new();
    for round in 0..=reruns {
        let old = functions.iter_mut().map(|function| &mut **function);
        let mut all: Vec<&mut MachineFunction> = old.chain(made.iter_mut()).collect();
        let new = outline(&mut all, module, targets, round, &mut names);
        if new.is_empty() {
            break;
        }
        made.extend(new);
    }
    made
}

/// Outlines once.
fn outline(
    functions: &mut [&mut MachineFunction],
    module: &mut Module,
    targets: &[&dyn PassTarget],
    round: u32,
    names: &mut Names,
) -> Vec<MachineFunction> {
    let mut mapping = Mapping::new();
    let mut sources = Vec::with_capacity(functions.len());
    for (number, mf) in functions.iter().enumerate() {
        let target = targets[mf.subtarget.index()];
        mapping.add(number as u32, mf, target);
        sources.push(target.outlining().map(|outlining| {
            let reserved = target.frame_lowering().reserved(mf);
            let linkage = outlining.linkage();
            let reserved = candidates::reserved_mask(linkage, &reserved);
            Source { linkage, reserved }
        }));
    }
    let chosen = Chooser { mapping: &mapping, sources: &sources }.run();
    let make = |outlined: &Outlined| {
        let name = names.next(round);
        make_one(functions, module, targets, &mapping, outlined, name)
    };
    chosen.iter().filter_map(make).collect()
}

/// Creates one outlined function and the calls to it.
fn make_one(
    functions: &mut [&mut MachineFunction],
    module: &mut Module,
    targets: &[&dyn PassTarget],
    mapping: &Mapping,
    outlined: &Outlined,
    name: String,
) -> Option<MachineFunction> {
    let places = |start: u32| &mapping.places[start as usize..(start + outlined.length) as usize];
    let first = places(outlined.candidates.first()?.start);
    let from = &functions[first.first()?.function as usize];
    let target = targets[from.subtarget.index()];
    let symbol = add_symbol(module, name.clone(), outlined.kind == ConstructionKind::Called);
    let mut mf = MachineFunction::new(symbol, name, from.subtarget);
    rewriting::make(&mut mf, from, first, outlined, target, &mapping.states);
    mf.attrs.no_unwind = true;
    for candidate in &outlined.candidates {
        let places = places(candidate.start);
        let caller = &mut functions[places.first()?.function as usize];
        mf.attrs.uwtable |= has_table(caller);
        mf.attrs.async_uwtable |= caller.attrs.async_uwtable;
        mf.attrs.strict_fp |= caller.attrs.strict_fp;
        rewriting::replace(caller, places, outlined, candidate, symbol, target, &mapping.states);
    }
    Some(mf)
}

fn add_symbol(module: &mut Module, name: String, no_unwind: bool) -> SymbolId {
    module.add_symbol(Symbol {
        name,
        linkage: Linkage::Internal,
        dso_local: true,
        kind: SymbolKind::Function,
        defined: true,
        used: true,
        outside_ir: true,
        no_unwind,
        unnamed_addr: true,
        align: 1,
        ..Symbol::default()
    })
}

/// The names of outlined functions.
struct Names {
    /// The names that the module uses already.
    taken: HashSet<String>,
    round: u32,
    next: u32,
}

impl Names {
    fn new(module: &Module) -> Names {
        let taken = module.symbols.iter().filter(|symbol| symbol.name.starts_with(NAME));
        Names { taken: taken.map(|symbol| symbol.name.clone()).collect(), round: 0, next: 0 }
    }

    /// Returns the next name of this round.
    fn next(&mut self, round: u32) -> String {
        if round != self.round {
            (self.round, self.next) = (round, 0);
        }
        loop {
            let name = match round {
                0 => format!("{NAME}{}", self.next),
                _ => format!("{NAME}{}_{}", round + 1, self.next),
            };
            self.next += 1;
            if !self.taken.contains(&name) {
                return name;
            }
        }
    }
}
