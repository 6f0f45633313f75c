//! Unsplittable edges: those of an indirect branch through an address instead of a table.
//!
//! A block with one such edge among others gets a new block on that edge, which takes over its
//! address; then the edge is ordinary. Blocks with several such edges remain. Values that are live
//! into such a block are in memory at its start, as they are on all its edges: a register has one
//! slot, which is valid wherever it is live. Phis there define registers of their own, which only a
//! copy after them reads. Predecessors write the phi's slot, which is not shared, so the write is
//! harmless on their other edges.

use super::numbering::Numbering;
use crate::frame::target::FrameTarget;
use crate::ir::builder::{Builder, InsertPoint};
use crate::ir::entity::{BlockId, InstId, VReg};
use crate::ir::mir::{MachineFunction, Operand, OperandTag};
use crate::ir::opcodes::PHI;
use crate::machine::desc::instructions::InstrFlags;
use crate::passes::pre_ra::machine_licm::is_movable;

/// The blocks, and the registers that their phis define.
#[derive(Debug, Default)]
pub(crate) struct Unsplittable {
    /// By block id: true if all values are in memory at its start; empty if there is no such block.
    starts_in_memory: Vec<bool>,
    /// By block id: true if its outgoing edges are unsplittable; empty if there are none.
    indirect: Vec<bool>,
    /// The results of phis of such blocks.
    pub phis: Vec<VReg>,
}

impl Unsplittable {
    /// Finds the edges, and creates registers for the phis of their targets.
    pub(crate) fn prepare(mf: &mut MachineFunction, target: &dyn FrameTarget) -> Unsplittable {
        let mut found = Unsplittable::default();
        let jumping: Vec<BlockId> =
            mf.layout.iter().copied().filter(|&b| jumps_by_address(mf, target, b)).collect();
        if jumping.is_empty() {
            return found;
        }
        land(mf, target, &jumping);
        for block in jumping {
            found.indirect.resize(mf.num_blocks(), false);
            found.starts_in_memory.resize(mf.num_blocks(), false);
            found.indirect[block.index()] = true;
            for successor in mf.block(block).successors.clone() {
                let shared = mf.block(successor).predecessors.len() > 1;
                if shared && !std::mem::replace(&mut found.starts_in_memory[successor.index()], true) {
                    found.isolate_phis(mf, successor);
                }
            }
        }
        found
    }

    fn isolate_phis(&mut self, mf: &mut MachineFunction, block: BlockId) {
        let phis: Vec<InstId> = mf.insts(block).take_while(|&i| mf.opcode(i) == PHI).collect();
        let after = phis.last().and_then(|&last| mf.next_inst(last));
        let point = after.map_or(InsertPoint::End(block), InsertPoint::Before);
        for phi in phis {
            let Some(result) = mf.vreg_operand(phi, 0) else { continue };
            let own = mf.create_vreg_with(mf.ty(result), mf.reg_attr(result));
            mf.set_operand(phi, 0, Operand::def(own));
            Builder::new(mf, point).copy(result, own);
            self.phis.push(own);
        }
    }

    /// Returns true if all values are in memory at the start of `block`.
    pub(crate) fn starts_in_memory(&self, block: BlockId) -> bool {
        self.starts_in_memory.get(block.index()).copied().unwrap_or(false)
    }

    /// Returns true if the edge's moves are at the end of `pred`: they write slots of phis only.
    pub(crate) fn is_on_edge(&self, pred: BlockId, block: BlockId) -> bool {
        self.starts_in_memory(block) && self.indirect.get(pred.index()).copied().unwrap_or(false)
    }

    /// Returns the positions at which no register holds a virtual register's value.
    pub(crate) fn positions<'n>(&self, numbering: &'n Numbering) -> impl Iterator<Item = u32> + use<'n, '_> {
        let blocks = numbering.order.iter().filter(|b| self.starts_in_memory(**b));
        blocks.map(|b| numbering.spans[b.index()].start)
    }
}

/// Inserts a block that takes over the address before each block with one edge from the `jumping`
/// blocks among others.
fn land(mf: &mut MachineFunction, target: &dyn FrameTarget, jumping: &[BlockId]) {
    let mut indirect = vec![0u32; mf.num_blocks()];
    for &block in jumping {
        mf.block(block).successors.iter().for_each(|to| indirect[to.index()] += 1);
    }
    let mut landings = vec![None; mf.num_blocks()];
    for &block in jumping {
        for n in 0..mf.block(block).successors.len() {
            let to = mf.block(block).successors[n];
            if indirect[to.index()] == 1 && mf.block(to).predecessors.len() > 1 {
                let new = landing(mf, target, block, to);
                mf.block_mut(block).successors[n] = new;
                landings[to.index()] = Some(new);
            }
        }
    }
    if landings.iter().all(Option::is_none) {
        return;
    }
    let mut falls_through = false;
    let (mut layout, mut rest) = (Vec::with_capacity(mf.layout.len()), Vec::new());
    for &block in &mf.layout {
        if let Some(landing) = landings[block.index()] {
            if falls_through { rest.push(landing) } else { layout.push(landing) }
        }
        layout.push(block);
        falls_through = mf.falls_through(target, block);
    }
    layout.extend(rest);
    mf.layout = layout;
}

/// Creates the block on the edge from `from` to `to`. It is not in the layout yet, nor among the
/// successors of `from`.
fn landing(mf: &mut MachineFunction, target: &dyn FrameTarget, from: BlockId, to: BlockId) -> BlockId {
    let new = mf.create_block();
    let old = mf.block_mut(to);
    old.predecessors.iter_mut().filter(|p| **p == from).for_each(|p| *p = new);
    let address = (std::mem::take(&mut old.address_taken), old.ir_block.take());
    let align = std::mem::replace(&mut old.align, 1);
    let block = mf.block_mut(new);
    (block.address_taken, block.ir_block, block.align) = (address.0, address.1, align);
    block.predecessors.push(from);
    block.successors.push(to);
    target.instr_info().insert_branch(&mut Builder::at_end(mf, new), to);
    let phis: Vec<InstId> = mf.insts(to).take_while(|&i| mf.opcode(i) == PHI).collect();
    for phi in phis {
        for n in 0..mf.operands(phi).len() {
            if mf.operand(phi, n).as_block() == Some(from) {
                mf.set_operand(phi, n, Operand::block(new));
                if let Some(value) = mf.vreg_operand(phi, n - 1).and_then(|v| constant_at(mf, target, v, new))
                {
                    mf.set_operand(phi, n - 1, Operand::use_of(value));
                }
            }
        }
    }
    new
}

/// Moves a constant that is defined before the indirect branch to the landing block: other paths do
/// not use it.
fn constant_at(
    mf: &mut MachineFunction,
    target: &dyn FrameTarget,
    value: VReg,
    landing: BlockId,
) -> Option<VReg> {
    let def = mf.def(value)?;
    let reads_none = mf.operands(def).iter().all(|o| o.is_def() || o.vreg().is_none());
    if !reads_none || !is_movable(mf, target, def) {
        return None;
    }
    let own = mf.create_vreg_with(mf.ty(value), mf.reg_attr(value));
    let mut operands = mf.operands(def).to_vec();
    operands[0] = Operand::def(own);
    let copy = mf.create_inst(mf.opcode(def), &operands, None);
    mf.prepend_inst(landing, copy);
    Some(own)
}

/// Returns true if `block` ends in an indirect branch without a jump table.
pub(crate) fn jumps_by_address(mf: &MachineFunction, target: &dyn FrameTarget, block: BlockId) -> bool {
    let indirect = |i: InstId| target.desc(mf.opcode(i)).has(InstrFlags::INDIRECT_BRANCH);
    let by_table = |i: InstId| mf.operands(i).iter().any(|o| o.tag() == OperandTag::JumpTable);
    mf.last_inst(block).is_some_and(indirect) && !mf.insts(block).any(by_table)
}
