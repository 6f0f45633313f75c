//! Latch copies of `branch-folder`: copies on the back edge are moved before the branch that may
//! leave the loop.
//!
//! They are in a separate block, so the loop has a jump besides the branch. If the exit path does
//! not read their results, they are moved before the branch, and the empty block is threaded.
//!
//! Requires: physical registers, no phis, live-in lists of blocks. Establishes: nothing new. Cost:
//! dominators and loops if there is such a block; else linear.

use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::MachineFunction;
use crate::ir::opcodes::COPY;
use crate::machine::desc::registers::PhysReg;
use crate::passes::analysis::control_flow::ControlFlow;
use crate::passes::target::PassTarget;

/// The maximum number of copies that are executed in vain when the loop is left.
const MAX_COPIES: usize = 4;

/// Moves copies of `mf` out of latch blocks.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    let found: Vec<Latch> = mf.layout.iter().filter_map(|&block| Latch::of(mf, target, block)).collect();
    if found.is_empty() {
        return;
    }
    let flow = ControlFlow::of(mf);
    let loops = flow.loops(mf);
    for latch in found {
        let around = loops.innermost(latch.block).filter(|&l| loops.get(l).header == latch.header);
        if around.is_some_and(|l| !loops.contains(l, latch.other)) && latch.may_move(mf, target) {
            for &copy in &latch.copies {
                mf.unlink_inst(copy);
                match mf.first_terminator(target, latch.pred) {
                    Some(terminator) => mf.insert_before(terminator, copy),
                    None => mf.append_inst(latch.pred, copy),
                }
            }
            mf.block_mut(latch.block).live_ins = mf.block(latch.header).live_ins.clone();
        }
    }
}

/// A latch block of copies and a jump, reached by one branch.
struct Latch {
    block: BlockId,
    pred: BlockId,
    /// The other successor of the branch.
    other: BlockId,
    header: BlockId,
    copies: Vec<InstId>,
}

impl Latch {
    fn of(mf: &MachineFunction, target: &dyn PassTarget, block: BlockId) -> Option<Latch> {
        let data = mf.block(block);
        let ([pred], [header]) = (&data.predecessors[..], &data.successors[..]) else { return None };
        let [a, b] = mf.block(*pred).successors[..] else { return None };
        let jumps = |i: InstId| target.instr_info().unconditional_branch_target(mf, i) == Some(*header);
        let copies: Vec<InstId> = mf.insts(block).take(MAX_COPIES + 1).filter(|&i| !jumps(i)).collect();
        let only_copies = mf.insts(block).nth(MAX_COPIES + 1).is_none()
            && !copies.is_empty()
            && copies.iter().all(|&i| mf.opcode(i) == COPY);
        let free = !data.address_taken && !data.is_eh_pad;
        let other = if a == block { b } else { a };
        (only_copies && free).then_some(Latch { block, pred: *pred, other, header: *header, copies })
    }

    /// Returns true if neither the branch nor the exit path reads the copied registers.
    fn may_move(&self, mf: &MachineFunction, target: &dyn PassTarget) -> bool {
        let overlap = |a: PhysReg, b: PhysReg| target.registers().overlap(a, b);
        let terminators = std::iter::successors(mf.first_terminator(target, self.pred), |&i| mf.next_inst(i));
        let mut read: Vec<PhysReg> = mf.block(self.other).live_ins.clone();
        for inst in terminators {
            read.extend(mf.operands(inst).iter().filter_map(|o| o.phys()));
            read.extend(target.desc(mf.opcode(inst)).implicit_uses);
        }
        let mut written = self.copies.iter().filter_map(|&i| mf.operand(i, 0).phys());
        !written.any(|reg| read.iter().any(|&other| overlap(reg, other)))
    }
}
