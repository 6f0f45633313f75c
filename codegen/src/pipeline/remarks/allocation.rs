//! Remarks on register allocation: spills, reloads and copies by loop and in the function, and
//! their frequency for each call.

use super::{Kind, Remark, of_declaration, of_terminator};
use crate::ir::entity::{BlockId, InstId, LoopId};
use crate::ir::mir::{MachineFunction, MemFlags};
use crate::ir::module::Module;
use crate::ir::opcodes::COPY;
use crate::passes::analysis::block_frequency::BlockFrequency;
use crate::passes::analysis::control_flow::ControlFlow;
use crate::passes::analysis::loops::{Loop, Loops};
use crate::passes::target::PassTarget;
use crate::support::diagnostics::SourceLocation;

/// A counted kind: the keys and texts for its number and its cost.
struct Counted {
    count: (&'static str, &'static str),
    cost: (&'static str, &'static str),
}

/// The kinds, in the order of the text.
const COUNTED: [Counted; 3] = [
    Counted { count: ("NumSpills", " spills "), cost: ("TotalSpillsCost", " total spills cost ") },
    Counted { count: ("NumReloads", " reloads "), cost: ("TotalReloadsCost", " total reloads cost ") },
    Counted {
        count: ("NumVRCopies", " virtual registers copies "),
        cost: ("TotalCopiesCost", " total copies cost "),
    },
];

/// The number of each kind, and their executions for a call of the function.
#[derive(Clone, Copy, Default)]
struct Sums([(usize, f64); COUNTED.len()]);

impl Sums {
    fn add(&mut self, other: &Sums) {
        for (sum, (count, cost)) in self.0.iter_mut().zip(other.0) {
            sum.0 += count;
            sum.1 += cost;
        }
    }

    fn of_block(mf: &MachineFunction, block: BlockId, frequency: f64) -> Sums {
        let mut counts = [0; COUNTED.len()];
        for inst in mf.insts(block) {
            counts[0] += mf.spills(inst, MemFlags::STORE).count();
            counts[1] += mf.spills(inst, MemFlags::LOAD).count();
            counts[2] += usize::from(is_copy_between_registers(mf, inst));
        }
        Sums(counts.map(|count| (count, count as f64 * frequency)))
    }

    /// Returns the remark; `None` if all counts are zero.
    fn remark(
        &self,
        mf: &MachineFunction,
        name: &'static str,
        location: Option<SourceLocation>,
    ) -> Option<Remark> {
        let mut remark = Remark::new(Kind::Missed, "regalloc", name, mf).at(location);
        for (counted, (count, cost)) in COUNTED.iter().zip(self.0).filter(|(_, (count, _))| *count != 0) {
            remark.value(counted.count.0, count.to_string()).text(counted.count.1);
            remark.value(counted.cost.0, exponential(cost)).text(counted.cost.1);
        }
        (!remark.arguments.is_empty()).then_some(remark)
    }
}

fn is_copy_between_registers(mf: &MachineFunction, inst: InstId) -> bool {
    matches!(mf.operands(inst), [to, from, ..] if mf.opcode(inst) == COPY && to.reg() != from.reg())
}

/// Adds the remarks on allocation.
pub(crate) fn allocated(mf: &mut MachineFunction, target: &dyn PassTarget, module: &Module) {
    let flow = ControlFlow::of(mf);
    let loops = flow.loops(mf);
    let frequency = flow.frequency(mf, target);
    let mut of_loops = vec![Sums::default(); loops.len()];
    let mut of_function = Sums::default();
    for &block in &mf.layout {
        let often = frequency.of(block) as f64 / BlockFrequency::ENTRY as f64;
        let sums = Sums::of_block(mf, block, often);
        match loops.innermost(block) {
            Some(id) => of_loops[id.index()].add(&sums),
            None => of_function.add(&sums),
        }
    }
    let mut remarks = Vec::new();
    // A loop comes before its enclosing loops.
    for id in loops.iter() {
        let sums = of_loops[id.index()];
        match loops.get(id).parent {
            Some(parent) => of_loops[parent.index()].add(&sums),
            None => of_function.add(&sums),
        }
        let remark = sums.remark(mf, "LoopSpillReloadCopies", start(mf, module, loops, id));
        remarks.extend(remark.map(|remark| said(remark, "generated in loop")));
    }
    let remark = of_function.remark(mf, "SpillReloadCopies", of_declaration(mf, module));
    remarks.extend(remark.map(|remark| said(remark, "generated in function")));
    mf.remarks.append(&mut remarks);
}

fn said(mut remark: Remark, last: &str) -> Remark {
    remark.text(last);
    remark
}

/// Returns the source location of a loop's start: its preheader's, else its header's.
fn start(mf: &MachineFunction, module: &Module, loops: &Loops, id: LoopId) -> Option<SourceLocation> {
    let Loop { header, .. } = *loops.get(id);
    let mut outside =
        mf.block(header).predecessors.iter().copied().filter(|&block| !loops.contains(id, block));
    let preheader = match (outside.next(), outside.next()) {
        (Some(only), None) if mf.block(only).successors.len() == 1 => Some(only),
        _ => None,
    };
    let at_preheader = preheader.and_then(|block| of_terminator(mf, module, block));
    at_preheader.or_else(|| of_terminator(mf, module, header))
}

/// Formats a number as C's `%e` does.
fn exponential(value: f64) -> String {
    let text = format!("{value:.6e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    format!("{mantissa}e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_llvm_writes_them() {
        assert_eq!(exponential(2.0), "2.000000e+00");
        assert_eq!(exponential(0.1142578), "1.142578e-01");
    }
}
