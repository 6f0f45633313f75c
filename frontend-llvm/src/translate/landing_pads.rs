//! Clauses of the landing pads of a machine function that was read from MIR. LLVM's MIR takes them
//! from the IR.
//!
//! Types have the numbers of LLVM's IRTranslator, because the code that compares selectors uses
//! them. Blocks are visited in reverse post-order, and the clauses of a `landingpad` from the last
//! to the first. Cost: linear in the IR, and in the module's symbols for each type. Source: output
//! of LLVM's IRTranslator and `MachineFunction::addLandingPad`.

use super::asm_symbols::LITERAL;
use super::exceptions::{RawClause, landing_pad, raw_clauses};
use crate::ir::function::intrinsic_name;
use crate::ir::{Block, Function, Inst, InstFlags, Value};
use gisel_codegen::ir::entity::{BlockId, InstId, SymbolId};
use gisel_codegen::ir::mir::{Clause, ExceptionType, LandingPad, MachineFunction};
use gisel_codegen::ir::module::Module;
use gisel_codegen::ir::opcodes::EH_LABEL;
use std::collections::{HashMap, HashSet};

/// The names of a function's exception types, in the order of their numbers; none matches every
/// type.
#[derive(Default)]
struct Types<'m> {
    names: Vec<Option<&'m str>>,
}

impl<'m> Types<'m> {
    /// Returns the number of a type, and assigns one on first use.
    fn number(&mut self, ty: Option<Value<'m>>) -> u32 {
        let name = ty.filter(|ty| !ty.is_null()).map(|ty| ty.name().trim_start_matches(LITERAL));
        let known = self.names.iter().position(|known| *known == name);
        let place = known.unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        });
        place as u32 + 1
    }

    fn clauses(&mut self, pad: Inst<'m>, module: &Module) -> LandingPad {
        let mut clauses: Vec<Clause> = Vec::new();
        for clause in raw_clauses(pad).into_iter().rev() {
            let mut read = |ty| {
                let id = self.number(ty);
                let name = self.names[id as usize - 1];
                ExceptionType { id, info: name.and_then(|name| symbol(module, name)) }
            };
            clauses.push(match clause {
                RawClause::Catch(ty) => Clause::Catch(read(ty)),
                RawClause::Filter(types) => Clause::Filter(types.into_iter().map(read).collect()),
            });
        }
        clauses.reverse();
        LandingPad { cleanup: pad.flags().contains(InstFlags::CLEANUP), clauses }
    }
}

fn symbol(module: &Module, name: &str) -> Option<SymbolId> {
    module.symbols.iter().position(|symbol| symbol.name == name).map(SymbolId::new)
}

/// Adds the clauses of the landing pads of `mf` that have none. The pads know their block in
/// `function`.
pub fn complete(mf: &mut MachineFunction, function: Function<'_>, module: &Module) {
    let pads = mf.layout.iter().copied().filter(|&block| mf.block(block).is_eh_pad);
    let open: Vec<BlockId> = pads.filter(|&pad| mf.landing_pad(pad).is_none()).collect();
    if open.is_empty() {
        return;
    }
    let known = landing_pads(function, module);
    for pad in open {
        let label: Option<InstId> = mf.insts(pad).find(|&inst| mf.opcode(inst) == EH_LABEL);
        let number = mf.block_mut(pad).ir_block.take();
        let Some((label, reasons)) = label.zip(number.and_then(|number| known.get(&number))) else {
            continue;
        };
        let Some(name) = mf.eh_label(label) else { continue };
        let operands = mf.landing_pad_operands(name, reasons);
        mf.set_operands(label, &operands);
    }
}

/// Returns the landing pads of an IR function by block number.
fn landing_pads(function: Function<'_>, module: &Module) -> HashMap<u32, LandingPad> {
    let mut types = Types::default();
    let mut pads = HashMap::new();
    let numbers: HashMap<usize, u32> =
        (0..).zip(function.blocks()).map(|(n, b)| (b.value().key(), n)).collect();
    for block in reverse_post_order(function) {
        if let Some(pad) = landing_pad(block) {
            pads.insert(numbers[&block.value().key()], types.clauses(pad, module));
        }
        for call in block.insts().filter_map(|inst| inst.as_call()) {
            if intrinsic_name(call.intrinsic_id()) == Some("llvm.eh.typeid.for") {
                types.number(call.arg(0));
            }
        }
    }
    pads
}

/// Returns the reachable blocks, each after its predecessors except on back edges.
fn reverse_post_order<'m>(function: Function<'m>) -> Vec<Block<'m>> {
    let successors = |block: Block<'m>| -> Vec<Block<'m>> {
        block.terminator().map(|end| end.successors().collect()).unwrap_or_default()
    };
    let mut order = Vec::new();
    let mut seen: HashSet<usize> = HashSet::new();
    let mut stack: Vec<(Block<'m>, std::vec::IntoIter<Block<'m>>)> = Vec::new();
    let mut next = function.entry();
    loop {
        if let Some(block) = next.filter(|block| seen.insert(block.value().key())) {
            stack.push((block, successors(block).into_iter()));
        }
        let Some((block, rest)) = stack.last_mut() else { break };
        next = rest.next();
        if next.is_none() {
            order.push(*block);
            stack.pop();
        }
    }
    order.reverse();
    order
}
