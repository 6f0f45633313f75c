//! `shrink-wrap`: chooses where the prologue and epilogues are inserted, so that paths that do not
//! use the frame avoid it.
//!
//! One block outside of loops dominates all uses of the frame: the save point. The blocks that it
//! dominates have the frame. They are left by returns, and by edges to blocks with other
//! predecessors. Each such exit gets a new block on its edges as a restore point. It returns itself
//! if it would only jump to a return.
//!
//! Requires: physical registers, no phis, live-in lists of blocks. Establishes:
//! `FrameInfo::save_point` and `FrameInfo::restore_points`. Cost: dominators; linear in the blocks
//! that each of `MAX_ATTEMPTS` save points dominates.

use crate::ir::builder::Builder;
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::stack_map::is_recorded;
use crate::ir::mir::{MachineFunction, Operand, OperandFlags, SignReturnAddress};
use crate::ir::opcodes::{LIFETIME_END, LIFETIME_START, LOCAL_ESCAPE};
use crate::machine::desc::instructions::InstrFlags;
use crate::machine::desc::registers::PhysReg;
use crate::passes::analysis::control_flow::ControlFlow;
use crate::passes::analysis::dominators::Dominators;
use crate::passes::analysis::loops;
use crate::passes::post_ra::branch_folding;
use crate::passes::target::PassTarget;

/// The maximum number of save points that are tried; each is the immediate dominator of the
/// previous one.
const MAX_ATTEMPTS: usize = 16;

/// The maximum number of exit blocks outside of the region with the frame.
const MAX_EXITS: usize = 4;

/// Sets the save and restore points of `mf`, unless the prologue belongs to the entry.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    // If all return addresses are signed, paths without the frame sign them, too. With
    // `sign_with_pc`, unwind rules name the one signing instruction.
    let signs = match mf.attrs.sign_return_address {
        SignReturnAddress::None => false,
        SignReturnAddress::NonLeaf => mf.attrs.sign_with_pc,
        SignReturnAddress::All => true,
    };
    // Probes take registers that are free at the entry.
    let probes = mf.attrs.stack_probe_size.is_some();
    // The context is in its register only at entry.
    let keeps_context = mf.attrs.swift_async && target.frame_lowering().record_extension(mf) != 0;
    // The registers of exceptions' data are saved at entry.
    // Handlers of some interrupts save registers before all else.
    let at_entry = mf.attrs.naked
        || mf.attrs.interrupt.is_some()
        || mf.attrs.calls_returns_twice
        || mf.attrs.eh_return
        || signs
        || probes
        || keeps_context;
    if at_entry || mf.layout.len() < 2 {
        return;
    }
    // If the function pops arguments, each exit requires an epilogue.
    let convention = target.convention().info(mf.attrs.calling_convention);
    if convention.is_none_or(|c| c.guaranteed_tail_calls) {
        return;
    }
    let users = Users::new(mf, target);
    if users.contain(mf, mf.entry()) {
        return;
    }
    let blocks: Vec<BlockId> = mf.layout.iter().copied().filter(|&b| users.contain(mf, b)).collect();
    let flow = ControlFlow::of(mf);
    let tree = &flow.tree;
    if blocks.iter().any(|&b| !tree.is_reachable(b)) {
        return;
    }
    let common = |a, b| std::iter::successors(Some(a), |&a| tree.parent(a)).find(|&a| tree.dominates(a, b));
    let Some(mut save) =
        blocks.iter().copied().reduce(|a, b| common(a, b).expect("the entry dominates both"))
    else {
        return;
    };
    let depths = loops::depths(mf, flow.loops(mf));
    for _ in 0..MAX_ATTEMPTS {
        while depths[save.index()] != 0 {
            let Some(parent) = tree.parent(save) else { return };
            save = parent;
        }
        let Some(parent) = tree.parent(save) else { return };
        debug_assert!(
            blocks.iter().all(|&block| tree.dominates(save, block)),
            "{}: {save:?} does not dominate all uses of the frame",
            mf.name
        );
        if let Some(region) = Region::of(mf, target, tree, save) {
            if region.is_worth_it(mf, target, tree) {
                region.make(mf, target);
            }
            return;
        }
        save = parent;
    }
}

/// Identifies the instructions that use the frame.
struct Users<'a> {
    target: &'a dyn PassTarget,
    /// By register unit: true if it is callee-saved.
    preserved: Vec<bool>,
    /// Registers that address the frame.
    pointers: Vec<PhysReg>,
}

impl<'a> Users<'a> {
    fn new(mf: &MachineFunction, target: &'a dyn PassTarget) -> Users<'a> {
        let (registers, lowering) = (target.registers(), target.frame_lowering());
        let mut preserved = vec![false; registers.num_units as usize];
        for saved in lowering.callee_saved(mf) {
            registers.units(saved.reg).iter().for_each(|u| preserved[u.0 as usize] = true);
        }
        let mut pointers = vec![lowering.stack_pointer()];
        pointers.extend(lowering.has_fp(mf).then(|| lowering.frame_pointer()));
        pointers.extend(lowering.has_base_pointer(mf).then(|| lowering.base_pointer()));
        Users { target, preserved, pointers }
    }

    /// Returns true if an instruction of `block` uses the frame.
    fn contain(&self, mf: &MachineFunction, block: BlockId) -> bool {
        mf.insts(block).any(|inst| self.needs_frame(mf, inst))
    }

    fn needs_frame(&self, mf: &MachineFunction, inst: InstId) -> bool {
        let opcode = mf.opcode(inst);
        if [LIFETIME_START, LIFETIME_END, LOCAL_ESCAPE].contains(&opcode) {
            return false;
        }
        let desc = self.target.desc(opcode);
        let calls = desc.has(InstrFlags::CALL) && !desc.has(InstrFlags::RETURN);
        let reads: &[PhysReg] = if desc.has(InstrFlags::RETURN) { &[] } else { desc.implicit_uses };
        calls
            || desc.implicit_defs.iter().chain(reads).any(|&reg| self.is_preserved(reg))
            // The size of the frame is recorded with it.
            || is_recorded(mf.opcode(inst))
            || mf.operands(inst).iter().any(|o| o.as_frame_index().is_some() || self.concerns_frame(desc, *o))
    }

    /// Returns true if `operand` names a register that addresses the frame or is callee-saved.
    /// Reads count too: such a value would not survive the epilogue, which restores the caller's
    /// value.
    fn concerns_frame(&self, desc: &crate::machine::desc::instructions::InstrDesc, operand: Operand) -> bool {
        let Some(reg) = operand.phys() else { return false };
        let registers = self.target.registers();
        let addresses = self.pointers.iter().any(|&p| registers.overlap(p, reg));
        // Returns and tail calls name the stack pointer and the return address, which have been
        // restored by then.
        let returns = desc.has(InstrFlags::RETURN);
        let holds_nothing = operand.flags.intersects(OperandFlags::UNDEF | OperandFlags::DEBUG);
        let reads = operand.is_use() && !holds_nothing && !returns;
        addresses && !returns || (operand.is_def() || reads) && self.is_preserved(reg)
    }

    fn is_preserved(&self, reg: PhysReg) -> bool {
        self.target.registers().units(reg).iter().any(|u| self.preserved[u.0 as usize])
    }
}

/// The blocks with the frame.
struct Region {
    save: BlockId,
    /// Blocks of the region that return.
    returns: Vec<BlockId>,
    /// Blocks outside of the region, with their predecessors inside.
    exits: Vec<(BlockId, Vec<BlockId>)>,
}

impl Region {
    /// Returns the region that `save` dominates, if it is entered only once and has an exit.
    fn of(mf: &MachineFunction, target: &dyn PassTarget, tree: &Dominators, save: BlockId) -> Option<Region> {
        let mut region = Region { save, returns: Vec::new(), exits: Vec::new() };
        let overlap = |reg: PhysReg, other: PhysReg| target.registers().overlap(reg, other);
        let scratch = target.frame_lowering().prologue_scratch();
        let is_free = |block: BlockId| {
            !scratch.is_some_and(|reg| mf.block(block).live_ins.iter().any(|&live| overlap(reg, live)))
        };
        if !is_free(save) {
            return None;
        }
        let mut seen = vec![false; mf.num_blocks()];
        let mut stack = vec![save];
        while let Some(block) = stack.pop() {
            let flags = |inst: InstId| target.desc(mf.opcode(inst)).flags;
            if mf.last_inst(block).is_some_and(|i| flags(i).contains(InstrFlags::RETURN)) {
                region.returns.push(block);
            }
            for &to in &mf.block(block).successors {
                if to == save {
                    return None;
                }
                if tree.dominates(save, to) {
                    if !std::mem::replace(&mut seen[to.index()], true) {
                        stack.push(to);
                    }
                    continue;
                }
                let fixed = mf.block(to).address_taken || mf.block(to).is_eh_pad;
                if fixed
                    || !is_free(to)
                    || mf.last_inst(block).is_some_and(|i| flags(i).contains(InstrFlags::INDIRECT_BRANCH))
                {
                    return None;
                }
                match region.exits.iter_mut().find(|(exit, _)| *exit == to) {
                    Some((_, from)) => from.push(block),
                    None => region.exits.push((to, vec![block])),
                }
            }
        }
        let once = region.exits.len() <= MAX_EXITS && !region.is_entered_again(mf);
        once.then_some(region)
    }

    /// Returns true if control may return from an exit to the save point, in a loop with several
    /// entries.
    fn is_entered_again(&self, mf: &MachineFunction) -> bool {
        let mut seen = vec![false; mf.num_blocks()];
        let mut stack: Vec<BlockId> = self.exits.iter().map(|(exit, _)| *exit).collect();
        while let Some(block) = stack.pop() {
            if block == self.save {
                return true;
            }
            if !std::mem::replace(&mut seen[block.index()], true) {
                stack.extend(&mf.block(block).successors);
            }
        }
        false
    }

    /// Returns true if the function can return without entering the region.
    fn is_worth_it(&self, mf: &MachineFunction, target: &dyn PassTarget, tree: &Dominators) -> bool {
        let returns =
            |b: BlockId| mf.last_inst(b).is_some_and(|i| target.desc(mf.opcode(i)).has(InstrFlags::RETURN));
        let outside = tree.order.iter().filter(|&&b| !tree.dominates(self.save, b) && returns(b)).count();
        let small = mf.attrs.opt_size || mf.attrs.min_size;
        outside != 0 && (!small || self.exits.len() <= outside)
    }

    fn make(mut self, mf: &mut MachineFunction, target: &dyn PassTarget) {
        for (exit, from) in std::mem::take(&mut self.exits) {
            let restore = leave(mf, target, exit, &from);
            self.returns.push(restore);
        }
        mf.frame.save_point = Some(self.save);
        mf.frame.restore_points = self.returns;
    }
}

/// Returns the restore block between the blocks `from` and `exit`.
fn leave(mf: &mut MachineFunction, target: &dyn PassTarget, exit: BlockId, from: &[BlockId]) -> BlockId {
    let returns = only_return(mf, target, exit);
    if let [only] = *from
        && mf.block(only).successors.len() == 1
        && mf.has_one_way(target, only)
    {
        let jump = mf.last_inst(only);
        let jump = jump.filter(|&i| target.instr_info().unconditional_branch_target(mf, i) == Some(exit));
        if let (Some(jump), Some(ret)) = (jump, returns) {
            mf.remove_inst(jump);
            mf.remove_edge(only, exit);
            copy_to_end(mf, ret, only);
        }
        return only;
    }
    let block = mf.create_block();
    mf.block_mut(block).live_ins = mf.block(exit).live_ins.clone();
    place(mf, target, block, exit, from, returns);
    for &from in from {
        mf.redirect_edge(from, exit, block);
    }
    let position = mf.layout.iter().position(|&b| b == block);
    if let Some(before) = position.and_then(|n| n.checked_sub(1)) {
        branch_folding::fold_branches(mf, target, mf.layout[before], Some(block));
    }
    block
}

/// Returns the only instruction of `block`, if it is a return.
fn only_return(mf: &MachineFunction, target: &dyn PassTarget, block: BlockId) -> Option<InstId> {
    let first = mf.first_inst(block)?;
    let alone = mf.next_inst(first).is_none() && target.desc(mf.opcode(first)).has(InstrFlags::RETURN);
    alone.then_some(first)
}

fn copy_to_end(mf: &mut MachineFunction, inst: InstId, block: BlockId) {
    let (operands, loc) = (mf.operands(inst).to_vec(), mf.inst(inst).debug_loc);
    let copy = mf.create_inst(mf.opcode(inst), &operands, loc);
    mf.append_inst(block, copy);
}

/// Inserts the new `block` into the layout where blocks of `from` that fall through to `exit` reach
/// it. It continues to `exit`, or returns if `exit` consists of the instruction `returns`.
fn place(
    mf: &mut MachineFunction,
    target: &dyn PassTarget,
    block: BlockId,
    exit: BlockId,
    from: &[BlockId],
    returns: Option<InstId>,
) {
    let at = mf.layout.iter().position(|&b| b == exit).expect("a successor is in the layout");
    let before = at.checked_sub(1).map(|n| mf.layout[n]);
    let falls_to_exit = before.filter(|&b| mf.falls_through(target, b));
    let reaches = falls_to_exit.is_none_or(|b| from.contains(&b));
    let after = mf.layout.iter().rposition(|&b| from.contains(&b) && !mf.falls_through(target, b));
    let position = match (reaches, returns.is_some() && falls_to_exit.is_none()) {
        (true, false) => at,
        _ => after.map_or(mf.layout.len(), |n| n + 1),
    };
    mf.layout.insert(position, block);
    match returns {
        Some(ret) => copy_to_end(mf, ret, block),
        None => {
            if position != at {
                target.instr_info().insert_branch(&mut Builder::at_end(mf, block), exit);
            }
            mf.add_edge(block, exit);
        }
    }
}
