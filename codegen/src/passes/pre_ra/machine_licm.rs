//! `early-machinelicm`: hoists loop-invariant computations.
//!
//! Small loops are processed, inner ones first. A loop consists of the blocks that reach a back
//! edge to a dominating header. Invariant instructions move to the end of the preheader while
//! register pressure is low. A constant is hoisted out of more than one loop only at still lower
//! pressure, as it occupies a register for longer. In a loop with calls, unless they are rare, values
//! of frequent blocks are hoisted while callee-saved registers are left. In large loops, such as an
//! interpreter's dispatch loop, addresses and expensive constants of the header are hoisted, and
//! constants of many blocks (`large_loops`). Equal instructions that are hoisted to one preheader
//! are shared.
//!
//! Requires: selected instructions in SSA form. Establishes: nothing new. Cost: linear in the
//! blocks of small loops times their depth; a hoisted instruction is compared with the others of its
//! preheader.

mod invariants;
mod large_loops;

pub use invariants::is_movable;
pub(crate) use invariants::{has_one_result, loads_constant, move_before};

use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::MachineFunction;
use crate::ir::opcodes::{COPY, PHI, SUBREG_TO_REG};
use crate::machine::desc::instructions::InstrFlags;
use crate::passes::analysis::block_frequency::BlockFrequency;
use crate::passes::analysis::control_flow::ControlFlow;
use crate::passes::analysis::dominators::Dominators;
use crate::passes::target::PassTarget;
use invariants::{Hoisted, live_around, reads_no_register, result_and_bank};
use large_loops::LargeLoops;
use smallvec::SmallVec;

/// The maximum size of a loop, in blocks and instructions.
const MAX_BLOCKS: usize = 64;
const MAX_INSTRUCTIONS: usize = 600;

/// Instructions are hoisted while at most this number of values of a bank is live into the loop.
const MAX_LIVE: usize = 28;

/// The limit for constants that have been hoisted out of an inner loop.
const MAX_LIVE_REHOISTED: usize = 16;

/// The number of callee-saved registers that a loop with calls retains for its own values.
const RESERVED_FOR_CALLS: usize = 2;

/// The ratio of the header's frequency to that of a block from which on its calls are rare.
const RARE: u64 = 16;

/// The maximum number of instructions hoisted from the header of a large loop.
const MAX_FROM_HEADER: usize = 2;

/// Hoists invariant instructions of `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    let flow = ControlFlow::of(mf);
    let tree = &flow.tree;
    let mut inside = vec![u32::MAX; mf.num_blocks()];
    let mut hoisted = Hoisted::default();
    let mut marks = Marks::default();
    let mut large = LargeLoops::of(mf);
    for n in (0..tree.order.len()).rev() {
        let header = tree.order[n];
        let is_back = |p: &BlockId| tree.is_reachable(*p) && tree.dominates(header, *p);
        if !mf.block(header).predecessors.iter().any(is_back) {
            continue;
        }
        let Some(before) = entering(mf, header, is_back) else { continue };
        let body = small_loop(mf, tree, header, &mut inside).filter(|body| is_short(mf, body));
        let Some(body) = body else {
            hoist_addresses(mf, target, header, before);
            marks.live.resize(mf.num_vregs(), 0);
            let state = (&mut inside[..], &mut marks.live[..], &mut hoisted);
            large.hoist(mf, target, &flow, (header, before), state);
            continue;
        };
        let calling = calling_blocks(mf, target, &body);
        let calls = (!calling.is_empty())
            .then(|| flow.frequency(mf, target))
            .filter(|frequency| !calls_are_rare(header, &calling, frequency))
            .map(|frequency| CallLimits::of(mf, target, header, frequency));
        let of = Loop { body: &body, before, inside: &inside, calls };
        marks.live.resize(mf.num_vregs(), 0);
        if of.calls.is_some() {
            marks.note_copied(mf, &of);
        }
        hoist(mf, target, &of, &mut marks, &mut hoisted);
        if of.calls.is_some() {
            hoist_addresses(mf, target, header, before);
        }
    }
    if !hoisted.same.is_empty() {
        mf.rewrite_uses(|vreg| hoisted.resolve(vreg));
    }
}

/// Virtual registers that are marked for one loop, by the number of its header plus 1.
#[derive(Default)]
struct Marks {
    /// Those that are live into the loop.
    live: Vec<u32>,
    /// Those that are copied in a loop with calls, to arguments or phis. Hoisting their definitions
    /// saves little.
    copied: Vec<u32>,
}

impl Marks {
    fn note_copied(&mut self, mf: &MachineFunction, of: &Loop<'_>) {
        self.copied.resize(mf.num_vregs(), 0);
        for inst in of.body.iter().flat_map(|&b| mf.insts(b)) {
            if matches!(mf.opcode(inst), COPY | PHI) {
                for vreg in mf.operands(inst).iter().filter(|o| o.is_use()).filter_map(|o| o.vreg()) {
                    self.copied[vreg.index()] = of.mark();
                }
            }
        }
    }
}

/// Returns the blocks of the loop with this header, unordered. They are marked in `inside` by the
/// header's number.
fn small_loop(
    mf: &MachineFunction,
    tree: &Dominators,
    header: BlockId,
    inside: &mut [u32],
) -> Option<Vec<BlockId>> {
    let closes = |p: &&BlockId| tree.is_reachable(**p) && tree.dominates(header, **p);
    let mut stack: Vec<BlockId> = mf.block(header).predecessors.iter().filter(closes).copied().collect();
    if stack.is_empty() {
        return None;
    }
    let mut body = vec![header];
    inside[header.index()] = header.raw();
    while let Some(block) = stack.pop() {
        if std::mem::replace(&mut inside[block.index()], header.raw()) == header.raw() {
            continue;
        }
        body.push(block);
        if body.len() > MAX_BLOCKS || mf.block(block).is_eh_pad {
            return None;
        }
        stack.extend(mf.block(block).predecessors.iter().filter(|p| tree.is_reachable(**p)));
    }
    body.sort_by_key(|&b| tree.number(b));
    Some(body)
}

/// Returns the preheader: the only predecessor of the header outside of the loop, if it has no
/// other successor.
fn entering(mf: &MachineFunction, header: BlockId, is_back: impl Fn(&BlockId) -> bool) -> Option<BlockId> {
    let mut outside = mf.block(header).predecessors.iter().filter(|p| !is_back(p));
    let before = *outside.next()?;
    (outside.next().is_none() && mf.block(before).successors.len() <= 2).then_some(before)
}

/// Returns true if a loop has few enough instructions to be processed.
fn is_short(mf: &MachineFunction, body: &[BlockId]) -> bool {
    body.iter().flat_map(|&b| mf.insts(b)).nth(MAX_INSTRUCTIONS).is_none()
}

/// Returns the blocks of a loop that have calls.
fn calling_blocks(mf: &MachineFunction, target: &dyn PassTarget, body: &[BlockId]) -> SmallVec<[BlockId; 4]> {
    let descs = target.descs();
    let is_call = |inst| descs.get(mf.opcode(inst)).has(InstrFlags::CALL);
    body.iter().copied().filter(|&block| mf.insts(block).any(is_call)).collect()
}

/// Returns true if all calls are in blocks that few iterations execute. Values then stay in registers
/// that calls overwrite; the allocator splits them around these blocks.
fn calls_are_rare(header: BlockId, calling: &[BlockId], frequency: &BlockFrequency) -> bool {
    let most = frequency.of(header) / RARE;
    calling.iter().all(|&block| frequency.of(block) <= most)
}

/// The limits on values that are hoisted out of a loop with calls.
struct CallLimits<'a> {
    /// The maximum number of values of each bank that are live into the loop.
    live: Vec<usize>,
    /// True if only half as many cheap instructions are hoisted: the function is optimized for
    /// size, and a callee-saved register has to be saved.
    is_small: bool,
    frequency: &'a BlockFrequency,
    /// The minimum frequency of blocks that are executed in most iterations.
    frequent: u64,
}

impl<'a> CallLimits<'a> {
    fn of(
        mf: &MachineFunction,
        target: &dyn PassTarget,
        header: BlockId,
        frequency: &'a BlockFrequency,
    ) -> CallLimits<'a> {
        let mut live = vec![0; target.registers().banks.len()];
        for saved in target.frame_lowering().callee_saved(mf) {
            live[usize::from(target.registers().class(saved.class).bank.0)] += 1;
        }
        live.iter_mut().for_each(|count: &mut usize| *count = count.saturating_sub(RESERVED_FOR_CALLS));
        let is_small = mf.attrs.opt_size || mf.attrs.min_size;
        CallLimits { live, is_small, frequency, frequent: frequency.of(header) / 2 }
    }
}

/// Hoists expensive instructions that read no register.
fn hoist_addresses(mf: &mut MachineFunction, target: &dyn PassTarget, header: BlockId, before: BlockId) {
    let long = |mf: &MachineFunction, inst| {
        let desc = target.desc(mf.opcode(inst));
        desc.has(InstrFlags::REMATERIALIZABLE) && !desc.has(InstrFlags::CHEAP) && reads_no_register(mf, inst)
    };
    let found: Vec<InstId> = mf
        .insts(header)
        .filter(|&inst| long(mf, inst) && is_movable(mf, target, inst))
        .take(MAX_FROM_HEADER)
        .collect();
    let terminator = mf.first_terminator(target, before);
    for inst in found {
        move_before(mf, inst, before, terminator);
    }
}

/// A loop, its preheader, and the blocks marked with its header's number.
struct Loop<'a> {
    body: &'a [BlockId],
    before: BlockId,
    inside: &'a [u32],
    calls: Option<CallLimits<'a>>,
}

impl Loop<'_> {
    /// Returns the loop's mark.
    fn mark(&self) -> u32 {
        self.body[0].raw() + 1
    }

    /// Returns the number of live values of a bank up to which an instruction in `block` is hoisted.
    fn max_live(&self, bank: usize, block: BlockId, is_copied: bool, is_cheap: bool) -> usize {
        let Some(calls) = &self.calls else { return MAX_LIVE };
        match calls.frequency.of(block) >= calls.frequent && !is_copied {
            true if is_cheap && calls.is_small => calls.live[bank] / 2,
            true => calls.live[bank],
            false => 0,
        }
    }
}

/// Hoists invariant instructions while registers are left.
fn hoist(
    mf: &mut MachineFunction,
    target: &dyn PassTarget,
    of: &Loop<'_>,
    marks: &mut Marks,
    hoisted: &mut Hoisted,
) {
    let terminator = mf.first_terminator(target, of.before);
    let (header, registers) = (of.body[0], target.registers());
    let mut live = live_around(mf, registers, of.body, of.inside, &mut marks.live);
    let mut here = Vec::new();
    for &block in of.body {
        let mut next = mf.first_inst(block);
        while let Some(inst) = next {
            next = mf.next_inst(inst);
            let Some((result, bank)) = result_and_bank(mf, registers, inst) else { continue };
            if !hoisted.same.is_empty() {
                hoisted.resolve_operands(mf, inst);
            }
            let is_part = mf.opcode(inst) == SUBREG_TO_REG;
            if !(is_part || mf.opcode(inst).is_target())
                || !is_invariant(mf, inst, header, of.inside)
                || !(is_part || is_movable(mf, target, inst))
            {
                continue;
            }
            if is_part {
                if !hoisted.share(mf, inst, &here) && is_free(mf, inst) {
                    move_before(mf, inst, of.before, terminator);
                    here.push(inst);
                }
                continue;
            }
            let is_cheap = target.desc(mf.opcode(inst)).has(InstrFlags::CHEAP);
            let is_copied = marks.copied.get(result.index()) == Some(&of.mark());
            let most = of.max_live(bank, block, is_copied, is_cheap);
            let is_rehoisted = is_cheap && hoisted.moved.contains(&inst);
            let most = if is_rehoisted { most.min(MAX_LIVE_REHOISTED) } else { most };
            if !hoisted.share(mf, inst, &here) && live[bank] < most {
                move_before(mf, inst, of.before, terminator);
                live[bank] += 1;
                hoisted.moved.insert(inst);
                here.push(inst);
            }
        }
    }
}

/// Returns true if `inst` has the only use of the register that it makes part of a wider one.
fn is_free(mf: &MachineFunction, inst: InstId) -> bool {
    mf.vreg_operand(inst, 2).is_some_and(|part| mf.use_count(part) == 1)
}

/// Returns true if all operands are defined outside of the loop.
fn is_invariant(mf: &MachineFunction, inst: InstId, header: BlockId, inside: &[u32]) -> bool {
    mf.operands(inst).iter().filter(|o| o.is_use()).all(|o| {
        let Some(vreg) = o.vreg() else { return true };
        let block = mf.def(vreg).and_then(|def| mf.block_of(def));
        block.is_some_and(|b| inside[b.index()] != header.raw())
    })
}

#[cfg(test)]
mod tests {
    use super::{MAX_LIVE, run};
    use crate::ir::module::Module;
    use crate::testing::passes::{SELECTED, after, body, parse};
    use crate::testing::toy::TOY;

    /// Returns the lines that are in the entry after the pass, for a loop with this body.
    fn hoisted(body: &str) -> Vec<String> {
        let text = format!(
            "bb.0:
                liveins: $r0, $r1
                %0:gpr = COPY $r0
                %1:gpr = COPY $r1
                BR %bb.1
            bb.1:
                %2:gpr = PHI %0, %bb.0, %3, %bb.1
                {body}
                %3:gpr = ADDI %2, 1
                BCC %3, %bb.1
            bb.2:
                RET"
        );
        let lines = after(SELECTED, &text, |mf| run(mf, TOY));
        let end = lines.iter().position(|line| line == "BR %bb.1").expect("the entry ends in it");
        lines[3..end].to_vec()
    }

    #[test]
    fn invariants_are_computed_before_the_loop() {
        let body = "%4:gpr = ADD %0, %1\n%5:gpr = ADDI %4, 8\nTRACE %5";
        assert_eq!(hoisted(body), ["%4:gpr = ADD %0, %1", "%5:gpr = ADDI %4, 8"]);
        let load = "%4:gpr = LOADI %0, 0 :: (dereferenceable invariant load (s64))";
        assert_eq!(hoisted(load), [load]);
    }

    #[test]
    fn equal_instructions_are_hoisted_once() {
        let body = "%4:gpr = ADD %0, %1\n%5:gpr = ADD %0, %1\n%6:gpr = ADD %5, %4\nTRACE %6";
        assert_eq!(hoisted(body), ["%4:gpr = ADD %0, %1", "%6:gpr = ADD %4, %4"]);
    }

    #[test]
    fn other_instructions_stay_in_the_loop() {
        for stays in [
            "%4:gpr = ADD %2, %1",
            "%4:gpr = LOADI %0, 0 :: (load (s64))",
            "%4:gpr = LOADI %0, 0 :: (invariant load (s64))",
            "TRACE %0",
            "STOREI %0, %1, 0",
            // Flags may be overwritten.
            "COMPARE %0, %1, implicit-def $flags\n%4:gpr = SELECT %0, %1, implicit $flags",
        ] {
            assert!(hoisted(stays).is_empty(), "{stays}");
        }
    }

    #[test]
    fn instructions_stay_when_many_values_are_live() {
        // The phi and the two operands of the sum are live, too.
        for (others, is_hoisted) in [(MAX_LIVE - 4, true), (MAX_LIVE - 3, false)] {
            let define: String = (0..others).map(|n| format!("%{}:gpr = LOADI %0, {n}\n", 100 + n)).collect();
            let read: String = (0..others).map(|n| format!("TRACE %{}\n", 100 + n)).collect();
            let text = format!(
                "bb.0:
                    liveins: $r0, $r1
                    %0:gpr = COPY $r0
                    %1:gpr = COPY $r1
                    {define}BR %bb.1
                bb.1:
                    %2:gpr = PHI %0, %bb.0, %3, %bb.1
                    {read}{read}%4:gpr = LOADI %2, 0
                    TRACE %4
                    %5:gpr = ADD %0, %1
                    TRACE %5
                    %3:gpr = ADDI %2, 1
                    BCC %3, %bb.1
                bb.2:
                    RET"
            );
            let lines = after(SELECTED, &text, |mf| run(mf, TOY));
            assert_eq!(lines[others + 3] == "%5:gpr = ADD %0, %1", is_hoisted, "{lines:?}");
        }
    }

    #[test]
    fn addresses_only_leave_a_loop_with_a_landing_pad() {
        let looped = |pad: &str| {
            format!(
                "bb.0:
                    successors: %bb.1
                    liveins: $r0
                    %0:gpr = COPY $r0
                    BR %bb.1
                bb.1:
                    successors: %bb.2, %bb.3
                    %1:gpr = ADDI %0, 8
                    TRACE %1
                    BCC %0, %bb.2
                    BR %bb.3
                bb.2{pad}:
                    successors: %bb.1
                    BR %bb.1
                bb.3:
                    RET"
            )
        };
        // Without the call that unwinds, the verifier would reject the pad.
        let second = |pad| {
            let mut module = Module::default();
            let mut mf = parse(&mut module, SELECTED, &looped(pad));
            run(&mut mf, TOY);
            body(&mf, &module).swap_remove(2)
        };
        assert_eq!(second(""), "%1:gpr = ADDI %0, 8");
        assert_eq!(second(" (landing-pad)"), "BR %bb.1");
    }

    #[test]
    fn addresses_only_leave_a_loop_with_calls() {
        let body = "%4:gpr = ADDRESS @a\n%5:gpr = CONST 7\n%6:gpr = ADD %0, %1\nCALL csr_toy";
        assert_eq!(hoisted(body), ["%4:gpr = ADDRESS @a"]);
    }

    #[test]
    fn a_rare_call_is_no_obstacle() {
        let entry = |often: &str, rare: &str| {
            let text = format!(
                "bb.0:
                    successors: %bb.1
                    liveins: $r0, $r1
                    %0:gpr = COPY $r0
                    %1:gpr = COPY $r1
                    BR %bb.1
                bb.1:
                    successors: %bb.2({rare}), %bb.3({often})
                    %2:gpr = ADD %0, %1
                    TRACE %2
                    BCC %0, %bb.2
                    BR %bb.3
                bb.2:
                    successors: %bb.3
                    CALL csr_toy
                bb.3:
                    successors: %bb.1, %bb.4
                    BCC %0, %bb.1
                bb.4:
                    RET"
            );
            after(SELECTED, &text, |mf| run(mf, TOY)).swap_remove(3)
        };
        assert_eq!(entry("0x7e000000", "0x02000000"), "%2:gpr = ADD %0, %1");
        assert_eq!(entry("0x40000000", "0x40000000"), "BR %bb.1");
    }
}
