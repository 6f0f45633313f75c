//! `phi-rotations`: copies of values that rotate through the phis of a loop.
//!
//! If a phi gets the previous value of another one, both are live at the back edge. The allocator
//! then separates them from their next values, and each iteration ends with several copies. This
//! pass copies the previous values before the next value is computed, if they are not read later:
//!
//! ```text
//! %1 = PHI %a, %bb.0, %2, %bb.1            %1 = PHI %a, %bb.0, %5, %bb.1
//! %2 = PHI %b, %bb.0, %3, %bb.1            %2 = PHI %b, %bb.0, %3, %bb.1
//! … uses of %1 and %2                 =>   … uses of %1 and %2
//!                                          %5 = COPY %2
//! %3 = …                                   %3 = …
//! ```
//!
//! So `%5` can have the register of `%1`, and `%3` the register of `%2`.
//!
//! Requires: SSA form. Establishes: nothing new. Cost: linear; loops with such phis are walked once
//! for each.

use crate::ir::builder::Builder;
use crate::ir::entity::{BlockId, InstId, VReg};
use crate::ir::mir::{MachineFunction, Operand};
use crate::ir::opcodes::{COPY, PHI};
use crate::passes::analysis::control_flow::ControlFlow;
use crate::passes::analysis::dominators::Dominators;
use smallvec::SmallVec;

/// A phi of a loop's header.
#[derive(Clone, Copy)]
struct HeaderPhi {
    phi: InstId,
    /// The index of the operand that comes from the latch.
    operand: usize,
    result: VReg,
    /// The value that comes from the latch.
    next: VReg,
}

/// Adds copies to the loops of `mf`.
pub fn run(mf: &mut MachineFunction) {
    let flow = ControlFlow::of(mf);
    let loops = flow.loops(mf);
    for id in loops.iter() {
        let header = loops.get(id).header;
        let inside = |block: &BlockId| loops.contains(id, *block);
        let mut latches = mf.block(header).predecessors.iter().copied().filter(inside);
        let (Some(latch), None) = (latches.next(), latches.next()) else { continue };
        let phis = header_phis(mf, header, latch);
        for &first in &phis {
            let chain = chain(&phis, first);
            let def = mf.def(first.next).filter(|&def| !chain.is_empty() && may_follow_copies(mf, def));
            let Some(def) = def else { continue };
            if mf.block_of(def).and_then(|block| loops.innermost(block)) == Some(id)
                && are_read_before(mf, &flow.tree, header, def, first.result, &chain)
            {
                rotate(mf, def, first.result, &chain);
            }
        }
    }
}

/// Returns true if copies may be inserted before `def`: it is no phi, and reads no physical register
/// that a call may have left.
fn may_follow_copies(mf: &MachineFunction, def: InstId) -> bool {
    let mut read = mf.operands(def).iter().filter(|operand| operand.is_use());
    mf.opcode(def) != PHI && !(mf.opcode(def) == COPY && read.any(|operand| operand.phys().is_some()))
}

/// Returns the phis of `header` that get another register from `latch`.
fn header_phis(mf: &MachineFunction, header: BlockId, latch: BlockId) -> SmallVec<[HeaderPhi; 8]> {
    let phis = mf.insts(header).take_while(|&inst| mf.opcode(inst) == PHI);
    let from_latch = phis.filter_map(|phi| {
        let operands = mf.operands(phi);
        let at = operands.iter().position(|operand| operand.as_block() == Some(latch))? - 1;
        let (result, next) = (operands[0].vreg()?, operands[at].vreg()?);
        let is_whole = operands[at].sub_reg().0 == 0 && mf.reg_attr(result) == mf.reg_attr(next);
        (is_whole && result != next).then_some(HeaderPhi { phi, operand: at, result, next })
    });
    from_latch.collect()
}

/// Returns the phi that gets the previous value of `first`, the one that gets the previous value of
/// that, and so on. Returns none if `first` itself gets the value of a phi, or if the order is not
/// unique.
fn chain(phis: &[HeaderPhi], first: HeaderPhi) -> SmallVec<[HeaderPhi; 4]> {
    let mut chain = SmallVec::new();
    if phis.iter().any(|phi| phi.result == first.next) {
        return chain;
    }
    let mut last = first.result;
    loop {
        let mut readers = phis.iter().filter(|phi| phi.next == last);
        let (Some(&reader), None) = (readers.next(), readers.next()) else { break };
        last = reader.result;
        chain.push(reader);
    }
    if phis.iter().any(|phi| phi.next == last) { SmallVec::new() } else { chain }
}

/// Returns true if `first` and the results of `chain` are read only by instructions that precede
/// `def` in each iteration, apart from the phis of `chain`. `def` itself may read `first`.
fn are_read_before(
    mf: &MachineFunction,
    tree: &Dominators,
    header: BlockId,
    def: InstId,
    first: VReg,
    chain: &[HeaderPhi],
) -> bool {
    let values: SmallVec<[VReg; 4]> = [first].into_iter().chain(chain.iter().map(|phi| phi.result)).collect();
    // Each but the last is read by the next phi.
    let by_phis = |n: usize| u32::from(n + 1 < values.len());
    let mut unseen: SmallVec<[u32; 4]> =
        values.iter().enumerate().map(|(n, &value)| mf.use_count(value) - by_phis(n)).collect();
    let mut count = |inst: InstId, is_def: bool| {
        for value in mf.operands(inst).iter().filter(|operand| operand.is_use()).filter_map(|o| o.vreg()) {
            if let Some(n) = values.iter().position(|&other| other == value).filter(|&n| !is_def || n == 0) {
                unseen[n] = unseen[n].saturating_sub(1);
            }
        }
    };
    count(def, true);
    let mut at = mf.prev_inst(def);
    let mut block = mf.block_of(def);
    while let Some(here) = block {
        while let Some(inst) = at.filter(|&inst| mf.opcode(inst) != PHI) {
            count(inst, false);
            at = mf.prev_inst(inst);
        }
        block = if here == header { None } else { tree.parent(here) };
        at = block.and_then(|block| mf.last_inst(block));
    }
    unseen.iter().all(|&uses| uses == 0)
}

/// Copies `first` and the results of `chain` before `def`, for the phis of `chain`.
fn rotate(mf: &mut MachineFunction, def: InstId, first: VReg, chain: &[HeaderPhi]) {
    for (n, reader) in chain.iter().enumerate().rev() {
        let previous = n.checked_sub(1).map_or(first, |n| chain[n].result);
        let copy = mf.create_vreg_with(mf.ty(previous), mf.reg_attr(previous));
        Builder::before(mf, def).inst(COPY, &[Operand::def(copy), Operand::use_of(previous)]);
        mf.set_operand(reader.phi, reader.operand, Operand::use_of(copy));
    }
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::testing::passes::{SELECTED, after};

    /// Returns the instructions that the pass has changed in a loop with these instructions. `%1`
    /// gets the previous value of `%2`, which gets `%3`.
    fn changed(insts: &str) -> Vec<String> {
        let text = format!(
            "bb.0:
                liveins: $r0
                %0:gpr = COPY $r0
                BR %bb.1
            bb.1:
                %1:gpr = PHI %0, %bb.0, %2, %bb.1
                %2:gpr = PHI %0, %bb.0, %3, %bb.1
                {insts}
                BCC %3, %bb.1
                BR %bb.2
            bb.2:
                RET"
        );
        let before = after(SELECTED, &text, |_| ());
        after(SELECTED, &text, run).into_iter().filter(|line| !before.contains(line)).collect()
    }

    #[test]
    fn the_previous_value_is_copied_before_the_next_one() {
        let lines = changed("TRACE %1\nTRACE %2\n%3:gpr = ADD %2, %0");
        assert_eq!(lines, ["%1:gpr = PHI %0, %bb.0, %4, %bb.1", "%4:gpr = COPY %2"]);
    }

    #[test]
    fn values_that_are_read_later_are_not_copied() {
        assert_eq!(changed("%3:gpr = ADD %2, %0\nTRACE %1"), [""; 0]);
        assert_eq!(changed("TRACE %1\n%3:gpr = ADD %2, %0\nTRACE %2"), [""; 0]);
        // The next value itself reads the one that the copy replaces.
        assert_eq!(changed("TRACE %2\n%3:gpr = ADD %1, %2"), [""; 0]);
    }

    #[test]
    fn results_of_calls_are_not_separated_from_them() {
        assert_eq!(changed("TRACE %1\n$r0 = COPY %2\n%3:gpr = COPY $r0"), [""; 0]);
    }

    #[test]
    fn a_chain_is_copied_from_its_end() {
        let chain = "TRACE %9\nTRACE %1\nTRACE %2\n%3:gpr = ADD %2, %0";
        let lines = changed(&format!("%9:gpr = PHI %0, %bb.0, %1, %bb.1\n{chain}"));
        let copies: Vec<_> = lines.iter().filter(|line| line.contains("COPY")).collect();
        assert_eq!(copies, ["%10:gpr = COPY %1", "%11:gpr = COPY %2"], "{lines:?}");
    }
}
