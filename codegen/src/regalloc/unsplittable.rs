//! Edges on which no block can be put: those of an indirect branch that goes by an address, not by a table.
//!
//! A block to which one such edge leads, besides others, gets a block of its own on it that takes over its address: then nothing
//! is special about it. That leaves blocks to which several indirect branches lead. What lives into a block that such an edge leads to, besides others, is in memory at the block's start, where it is
//! on all edges anyway: registers have one slot that is right wherever they live. Phis there define a register of
//! their own that only a copy after them reads; predecessors write its slot, which is shared with nothing,
//! so that writing it is harmless on a predecessor's other edges.

use super::numbering::Numbering;
use crate::ir::builder::{Builder, InsertPoint};
use crate::ir::entity::{BlockId, InstId, VReg};
use crate::ir::mir::{MachineFunction, Operand, OperandTag};
use crate::ir::opcodes::PHI;
use crate::passes::pre_ra::machine_licm::is_movable;
use crate::target::Target;
use crate::target::desc::instructions::InstrFlags;

/// The blocks, and the registers that their phis define.
#[derive(Debug, Default)]
pub struct Unsplittable {
    /// By block id: whether everything is in memory at its start; empty if that is so nowhere.
    starts_in_memory: Vec<bool>,
    /// By block id: whether its edges are unsplittable; empty if none are.
    indirect: Vec<bool>,
    /// What phis of such blocks define.
    pub phis: Vec<VReg>,
}

impl Unsplittable {
    /// Finds the edges, and gives the phis after them registers of their own.
    pub fn prepare(mf: &mut MachineFunction, target: &dyn Target) -> Unsplittable {
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

    /// Returns true if everything is in memory at the start of `block`.
    pub fn starts_in_memory(&self, block: BlockId) -> bool {
        self.starts_in_memory.get(block.index()).copied().unwrap_or(false)
    }

    /// Returns true if moves on the edge go to the end of `pred`: they then write nothing but slots
    /// of phis.
    pub fn is_on_edge(&self, pred: BlockId, block: BlockId) -> bool {
        self.starts_in_memory(block) && self.indirect.get(pred.index()).copied().unwrap_or(false)
    }

    /// Returns the positions at which no register holds a virtual register's value.
    pub fn positions<'n>(&self, numbering: &'n Numbering) -> impl Iterator<Item = u32> + use<'n, '_> {
        let blocks = numbering.order.iter().filter(|b| self.starts_in_memory(**b));
        blocks.map(|b| numbering.spans[b.index()].start)
    }
}

/// Puts a block, with the address, before each block to which one of the `jumping` blocks leads besides others.
fn land(mf: &mut MachineFunction, target: &dyn Target, jumping: &[BlockId]) {
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

/// Makes the block on the edge from `from` to `to`; it is not in the layout yet, nor among the successors of `from`.
fn landing(mf: &mut MachineFunction, target: &dyn Target, from: BlockId, to: BlockId) -> BlockId {
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

/// Returns a constant that is defined before the indirect branch, defined in the landing instead:
/// other ways do not need it.
fn constant_at(mf: &mut MachineFunction, target: &dyn Target, value: VReg, landing: BlockId) -> Option<VReg> {
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

/// Returns true if `block` ends in an indirect branch whose targets no table lists.
pub(crate) fn jumps_by_address(mf: &MachineFunction, target: &dyn Target, block: BlockId) -> bool {
    let indirect = |i: InstId| target.desc(mf.opcode(i)).has(InstrFlags::INDIRECT_BRANCH);
    let by_table = |i: InstId| mf.operands(i).iter().any(|o| o.tag() == OperandTag::JumpTable);
    mf.last_inst(block).is_some_and(indirect) && !mf.insts(block).any(by_table)
}
