//! Hoists the computations that `loop-reduce` builds in a preheader out of the loops around it.
//!
//! Loop invariants have been hoisted before, so first and final values of pointers remain in the
//! preheader of their loop. Those whose operands an outer loop does not change are computed before
//! it. That occupies a register throughout the outer loop, hence only few are moved. A value that
//! only phis read stays: the computation would become a copy.

use super::LoopReduce;
use crate::ir::entity::{BlockId, InstId, LoopId, VReg};
use crate::ir::opcodes::PHI;
use crate::machine::desc::instructions::InstrFlags;
use crate::passes::pre_ra::machine_licm::{is_movable, move_before};
use rustc_hash::FxHashSet;

/// The maximum size of an outer loop, in blocks.
const MAX_BLOCKS: usize = 32;

/// Values are moved while at most this number of registers is live into the outer loop.
const MAX_LIVE: usize = 16;

/// An outer loop out of which values may be moved.
struct OuterLoop {
    preheader: BlockId,
    /// The number of registers that are live into it.
    live: usize,
}

impl LoopReduce<'_> {
    /// Moves the computations of `built`, operands first, out of outer loops.
    pub(super) fn hoist_built(&mut self, built: &[VReg]) {
        let mut known: Vec<(LoopId, Option<OuterLoop>)> = Vec::new();
        for &vreg in built {
            let Some(inst) = self.mf.def(vreg).filter(|&def| self.is_worth_moving(def, vreg)) else {
                continue;
            };
            let mut around = self.mf.block_of(inst).and_then(|block| self.loops.innermost(block));
            while let Some(id) = around.filter(|&id| self.is_invariant_in(inst, id)) {
                let n = known.iter().position(|(other, _)| *other == id).unwrap_or_else(|| {
                    known.push((id, self.outer_loop(id)));
                    known.len() - 1
                });
                let Some(outer) = known[n].1.as_mut().filter(|outer| outer.live < MAX_LIVE) else { break };
                outer.live += 1;
                let end = self.mf.first_terminator(self.target, outer.preheader);
                move_before(self.mf, inst, outer.preheader, end);
                around = self.loops.get(id).parent;
            }
        }
    }

    /// Returns true if `inst` may be moved and `result` has users other than phis of new pointers.
    fn is_worth_moving(&self, inst: InstId, result: VReg) -> bool {
        let by_phis = self.starts.iter().filter(|&&start| start == result).count();
        self.mf.use_count(result) as usize > by_phis && is_movable(self.mf, self.target, inst)
    }

    fn is_invariant_in(&self, inst: InstId, id: LoopId) -> bool {
        let outside = |vreg: VReg| {
            let block = self.mf.def(vreg).and_then(|def| self.mf.block_of(def));
            block.is_some_and(|block| !self.loops.contains(id, block))
        };
        self.mf.operands(inst).iter().filter(|o| o.is_use()).filter_map(|o| o.vreg()).all(outside)
    }

    /// Returns the loop if it is small, has no calls, and is entered from one block.
    fn outer_loop(&self, id: LoopId) -> Option<OuterLoop> {
        let header = self.loops.get(id).header;
        let mut entries = self.mf.block(header).predecessors.iter().filter(|&&b| !self.loops.contains(id, b));
        let preheader = *entries.next().filter(|_| entries.next().is_none())?;
        if self.mf.block(preheader).successors.len() > 2 {
            return None;
        }
        // A loop's blocks follow its header in reverse postorder.
        let first = self.tree.order.iter().position(|&block| block == header)?;
        let inside = self.tree.order[first..].iter().filter(|&&block| self.loops.contains(id, block));
        let body: Vec<BlockId> = inside.copied().take(MAX_BLOCKS + 1).collect();
        if body.len() > MAX_BLOCKS {
            return None;
        }
        let mut live = FxHashSet::default();
        for inst in body.iter().flat_map(|&block| self.mf.insts(block)) {
            if self.target.desc(self.mf.opcode(inst)).has(InstrFlags::CALL) {
                return None;
            }
            let of_header = self.mf.opcode(inst) == PHI && self.mf.block_of(inst) == Some(header);
            for operand in self.mf.operands(inst) {
                let Some(vreg) = operand.vreg() else { continue };
                let def = self.mf.def(vreg).and_then(|def| self.mf.block_of(def));
                if def.is_some_and(|block| !self.loops.contains(id, block)) && !of_header
                    || of_header && operand.is_def()
                {
                    live.insert(vreg);
                }
            }
        }
        Some(OuterLoop { preheader, live: live.len() })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{PLAIN, count, reduced};
    use crate::passes::analysis::induction_variables::tests::function;

    /// Returns the blocks of a loop in a loop, with `call` in the outer one, after the pass.
    fn nested(call: &str) -> Vec<Vec<String>> {
        let body = format!(
            "  bb.0:
    successors: %bb.1
    liveins: $r0, $r1, $r2
    %0:gpr = COPY $r0
    %1:gpr = COPY $r1
    %2:gpr = COPY $r2
    %90:gpr = CONST 1
    %92:gpr = CONST 0
    BR %bb.1
  bb.1:
    successors: %bb.2
    %20:gpr = PHI %92, %bb.0, %21, %bb.3
    BR %bb.2
  bb.2:
    successors: %bb.2, %bb.3
    %4:gpr = PHI %2, %bb.1, %5, %bb.2
    %11:gpr = ADD %0, %4
    STORE %2, %11
    %5:gpr = ADD %4, %90
    %6:gpr = G_XOR %5, %1
    BCC %6, %bb.2
    BR %bb.3
  bb.3:
    successors: %bb.1, %bb.4
    {call}%21:gpr = ADD %20, %90
    %22:gpr = G_XOR %21, %1
    BCC %22, %bb.1
    BR %bb.4
  bb.4:
    RET
"
        );
        reduced(function(&body), PLAIN)
    }

    #[test]
    fn invariants_of_the_outer_loop_leave_it() {
        let blocks = nested("");
        // The end `%0 + %1` moves. The start `%0 + %2` would become a copy.
        assert_eq!((count(&blocks[0], "ADD"), count(&blocks[1], "ADD")), (1, 1), "{blocks:?}");
        assert_eq!((count(&blocks[0], "ADD %1"), count(&blocks[1], "ADD %2")), (1, 1), "{blocks:?}");
    }

    #[test]
    fn values_stay_in_a_loop_with_a_call() {
        let blocks = nested("CALL @g\n    ");
        assert_eq!((count(&blocks[0], "ADD"), count(&blocks[1], "ADD")), (0, 2), "{blocks:?}");
    }
}
