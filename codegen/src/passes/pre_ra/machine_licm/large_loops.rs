//! Constants and addresses of large loops.
//!
//! A loop that is too large for `early-machinelicm`, such as a state machine, may compute the same
//! constant or address in many blocks. Those that save most are computed before the loop instead. A
//! loop with calls is left alone, as values would then occupy callee-saved registers.
//!
//! Cost: linear in the loops that are examined, whose blocks are limited to a multiple of those of
//! the function; each candidate is compared with at most `MAX_GROUPS` others.

use super::invariants::{
    Hoisted, are_equal, is_movable, live_around, move_before, reads_no_register, result_and_bank,
};
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::MachineFunction;
use crate::machine::desc::instructions::InstrFlags;
use crate::passes::analysis::control_flow::ControlFlow;
use crate::passes::analysis::dominators::Dominators;
use crate::passes::target::PassTarget;

/// The maximum number of examined blocks, relative to the blocks of the function.
const MAX_VISITS: usize = 2;

/// The maximum number of different constants and addresses that are examined.
const MAX_GROUPS: usize = 64;

/// The maximum number of values of a bank that are live into the loop, those from here included.
const MAX_LIVE: usize = 12;

/// The minimum number of instructions that a hoisted value saves in an iteration.
const MIN_SAVED: u64 = 3;

/// Equal instructions of a loop.
struct Group {
    insts: Vec<InstId>,
    /// The number of instructions that are executed for them, times the blocks' frequencies.
    cost: u64,
}

/// Large loops that are examined, inner ones first.
pub(super) struct LargeLoops {
    /// The number of blocks that may still be examined.
    left: usize,
}

impl LargeLoops {
    /// Creates the state for `mf`.
    pub(super) fn of(mf: &MachineFunction) -> LargeLoops {
        LargeLoops { left: MAX_VISITS * mf.num_blocks() }
    }

    /// Hoists values of the loop with this header to `before`, its preheader. Marks the blocks in
    /// `inside` by the header's number.
    pub(super) fn hoist(
        &mut self,
        mf: &mut MachineFunction,
        target: &dyn PassTarget,
        flow: &ControlFlow,
        (header, before): (BlockId, BlockId),
        (inside, live, hoisted): (&mut [u32], &mut [u32], &mut Hoisted),
    ) {
        let Some(body) = self.body(mf, target, &flow.tree, header) else { return };
        body.iter().for_each(|block| inside[block.index()] = header.raw());
        let mut groups = groups(mf, target, &body, hoisted);
        if groups.is_empty() {
            return;
        }
        let frequency = flow.frequency(mf, target);
        for group in &mut groups {
            let is_cheap = target.desc(mf.opcode(group.insts[0])).has(InstrFlags::CHEAP);
            let of_block = |&inst: &InstId| mf.block_of(inst).map_or(0, |block| frequency.of(block));
            let executed = group.insts.iter().map(of_block).fold(0, u64::saturating_add);
            group.cost = executed.saturating_mul(if is_cheap { 1 } else { 2 });
        }
        let min = frequency.of(header).saturating_mul(MIN_SAVED);
        groups.retain(|group| group.insts.len() > 1 && group.cost >= min);
        groups.sort_by_key(|group| std::cmp::Reverse(group.cost));
        let mut live = live_around(mf, target.registers(), &body, inside, live);
        let terminator = mf.first_terminator(target, before);
        for group in groups {
            let first = group.insts[0];
            let Some((_, bank)) = result_and_bank(mf, target.registers(), first) else { continue };
            if live[bank] >= MAX_LIVE {
                continue;
            }
            live[bank] += 1;
            move_before(mf, first, before, terminator);
            for &inst in &group.insts[1..] {
                hoisted.share(mf, inst, &[first]);
            }
        }
    }

    /// Returns the blocks of the loop, the header first. Returns `None` if it has a call or a
    /// landing pad, or if too many blocks have been examined.
    fn body(
        &mut self,
        mf: &MachineFunction,
        target: &dyn PassTarget,
        tree: &Dominators,
        header: BlockId,
    ) -> Option<Vec<BlockId>> {
        let descs = target.descs();
        let mut is_known = vec![false; mf.num_blocks()];
        is_known[header.index()] = true;
        let mut body = vec![header];
        let mut next = 0;
        while let Some(&block) = body.get(next) {
            next += 1;
            self.left = self.left.checked_sub(1)?;
            let has_call = mf.insts(block).any(|inst| descs.get(mf.opcode(inst)).has(InstrFlags::CALL));
            if has_call || mf.block(block).is_eh_pad {
                return None;
            }
            let is_in_loop =
                |p: &BlockId| tree.is_reachable(*p) && (block != header || tree.dominates(header, *p));
            for &before in mf.block(block).predecessors.iter().filter(|p| is_in_loop(p)) {
                if !std::mem::replace(&mut is_known[before.index()], true) {
                    body.push(before);
                }
            }
        }
        Some(body)
    }
}

/// Returns the constants and addresses of a loop, equal ones together.
fn groups(mf: &MachineFunction, target: &dyn PassTarget, body: &[BlockId], hoisted: &Hoisted) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for inst in body.iter().flat_map(|&block| mf.insts(block)) {
        let desc = target.desc(mf.opcode(inst));
        if !desc.has(InstrFlags::REMATERIALIZABLE)
            || desc.has(InstrFlags::MAY_LOAD)
            || hoisted.moved.contains(&inst)
            || !reads_no_register(mf, inst)
            || !is_movable(mf, target, inst)
        {
            continue;
        }
        match groups.iter().position(|group| are_equal(mf, group.insts[0], inst)) {
            Some(n) => groups[n].insts.push(inst),
            None if groups.len() < MAX_GROUPS => groups.push(Group { insts: vec![inst], cost: 0 }),
            None => {}
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use crate::passes::pre_ra::machine_licm::run;
    use crate::testing::passes::{SELECTED, after};
    use crate::testing::toy::TOY;

    /// Returns the numbers of constants in the entry and in the whole function after the pass. The
    /// loop has 70 blocks with `constants` and a last one with `last`.
    fn constants(constants: &str, last: &str) -> (usize, usize) {
        let block = |n: usize| {
            let numbered = constants.replace('$', &format!("%{n}0"));
            format!("bb.{n}:\n{numbered}\nTRACE %0\nBR %bb.{}\n", n + 1)
        };
        let blocks: String = (1..=70).map(block).collect();
        let text = format!(
            "bb.0:
                liveins: $r0
                %0:gpr = COPY $r0
                BR %bb.1
            {blocks}
            bb.71:
                {last}
                BCC %0, %bb.1
            bb.72:
                RET"
        );
        let lines = after(SELECTED, &text, |mf| run(mf, TOY));
        let end = lines.iter().position(|line| line == "BR %bb.1").expect("the entry ends in it");
        let count = |lines: &[String]| lines.iter().filter(|line| line.contains("CONST")).count();
        (count(&lines[..end]), count(&lines))
    }

    #[test]
    fn a_constant_of_many_blocks_is_computed_once() {
        assert_eq!(constants("$1:gpr = CONST 7\nTRACE $1", ""), (1, 1));
        assert_eq!(constants("$1:gpr = CONST 7\n$2:gpr = CONST 8\nTRACE $1\nTRACE $2", ""), (2, 2));
    }

    #[test]
    fn constants_stay_in_a_loop_with_a_call() {
        assert_eq!(constants("$1:gpr = CONST 7\nTRACE $1", "CALL csr_toy"), (0, 70));
    }

    #[test]
    fn constants_of_one_block_stay() {
        assert_eq!(constants("", "%100:gpr = CONST 7\nTRACE %100"), (0, 1));
    }
}
