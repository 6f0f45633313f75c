//! Converts invokes between LLVM's form and ours. In LLVM, the results of a call are copied before
//! the label after it. Several calls share a landing pad, and its label comes after its phis. Here
//! results are copied in the next block, and each call has its own pad without phis (see `mir`'s
//! landing pads). LLVM does not write the clauses of a pad; the reader takes them from the IR.
//! Cost: linear in both directions.

use crate::ir::builder::Builder;
use crate::ir::entity::{BlockId, InstId, VReg};
use crate::ir::mir::{Invoke, MachineFunction, Operand, Properties};
use crate::ir::opcodes::{COPY, EH_LABEL, G_BR, G_INVOKE_REGION_START, G_PHI, INLINEASM, PHI};
use crate::isel::target::IselTarget;
use crate::machine::desc::instructions::InstrFlags;
use crate::machine::desc::registers::PhysReg;
use std::collections::HashSet;

/// Moves the instructions that read the results of the call at the end of `block` right after it.
/// So no physical register is live into the next block.
pub(super) fn copy_results_after_call(mf: &mut MachineFunction, target: &dyn IselTarget, block: BlockId) {
    let Some(invoke) = mf.invoke(block) else { return };
    let Some(next) = normal_successor(mf, block) else { return };
    let (_, destroy) = target.frame_lowering().call_frame_opcodes();
    let results = std::mem::take(&mut mf.block_mut(next).live_ins);
    let first = before_next_call(mf, target, next);
    let moved: Vec<InstId> =
        first.filter(|&inst| mf.opcode(inst) == destroy || reads_any(mf, inst, &results)).collect();
    for inst in moved {
        mf.unlink_inst(inst);
        mf.insert_before(invoke.end, inst);
    }
    // The end of the call's frame then also applies to the pad.
    let ends: Vec<InstId> = mf.insts(invoke.pad).filter(|&inst| mf.opcode(inst) == destroy).collect();
    ends.into_iter().for_each(|inst| mf.remove_inst(inst));
}

/// Returns the instructions of `block` before the next call: only these read its live-in registers.
fn before_next_call<'a>(
    mf: &'a MachineFunction,
    target: &'a dyn IselTarget,
    block: BlockId,
) -> impl Iterator<Item = InstId> + 'a {
    let (create, _) = target.frame_lowering().call_frame_opcodes();
    mf.insts(block).take_while(move |&inst| mf.opcode(inst) != create && !is_call(mf, target, inst))
}

fn is_call(mf: &MachineFunction, target: &dyn IselTarget, inst: InstId) -> bool {
    mf.opcode(inst) == INLINEASM || target.desc(mf.opcode(inst)).has(InstrFlags::CALL)
}

fn reads_any(mf: &MachineFunction, inst: InstId, regs: &[PhysReg]) -> bool {
    let read = mf.operands(inst).iter().filter(|o| o.is_use()).filter_map(|o| o.phys());
    read.into_iter().any(|reg| regs.contains(&reg))
}

/// Returns the successor of `block`, which ends in an invoke, without an exception.
fn normal_successor(mf: &MachineFunction, block: BlockId) -> Option<BlockId> {
    mf.block(block).successors.iter().copied().find(|&to| !mf.block(to).is_eh_pad)
}

/// Converts the invokes and pads of a function that was read to our form.
pub fn read(mf: &mut MachineFunction, target: &dyn IselTarget) {
    if mf.properties.contains(Properties::NO_VREGS) {
        return;
    }
    let blocks = mf.layout.clone();
    let pads: Vec<BlockId> = blocks.iter().copied().filter(|&block| mf.block(block).is_eh_pad).collect();
    if pads.is_empty() {
        return;
    }
    for block in blocks {
        erase_region_starts(mf, block);
        if let Some(invoke) = mf.invoke(block) {
            move_results(mf, target, block, invoke);
        }
    }
    for pad in pads {
        if mf.block(pad).predecessors.len() != 1 || starts_with_phi(mf, pad) {
            split_landing_pad(mf, target, pad);
        }
    }
    for block in mf.layout.clone() {
        if let Some(invoke) = mf.invoke(block) {
            end_call_frame(mf, target, block, invoke.pad);
        }
    }
    number_labels(mf);
}

fn erase_region_starts(mf: &mut MachineFunction, block: BlockId) {
    let starts: Vec<InstId> =
        mf.insts(block).filter(|&inst| mf.opcode(inst) == G_INVOKE_REGION_START).collect();
    starts.into_iter().for_each(|inst| mf.remove_inst(inst));
}

fn starts_with_phi(mf: &MachineFunction, block: BlockId) -> bool {
    mf.first_inst(block).is_some_and(|first| is_phi(mf, first))
}

fn is_phi(mf: &MachineFunction, inst: InstId) -> bool {
    matches!(mf.opcode(inst), PHI | G_PHI)
}

/// Moves the instructions between the call and its label to the start of the next block, or of a
/// new one on the edge.
fn move_results(mf: &mut MachineFunction, target: &dyn IselTarget, block: BlockId, invoke: Invoke) {
    let region = std::iter::successors(mf.prev_inst(invoke.end), |&inst| mf.prev_inst(inst));
    let mut region = region.take_while(|&inst| inst != invoke.begin);
    let Some(call) = region.find(|&inst| is_call(mf, target, inst)) else { return };
    let after = std::iter::successors(mf.next_inst(call), |&inst| mf.next_inst(inst));
    let after: Vec<InstId> = after.take_while(|&inst| inst != invoke.end).collect();
    let Some(next) = normal_successor(mf, block).filter(|_| !after.is_empty()) else { return };
    let results: Vec<PhysReg> =
        mf.operands(call).iter().filter(|o| o.is_def()).filter_map(|o| o.phys()).collect();
    let own = mf.block(next).predecessors.len() == 1 && !starts_with_phi(mf, next);
    let place = if own { next } else { split_edge(mf, target, block, next) };
    for &inst in after.iter().rev() {
        let read = mf.operands(inst).iter().filter(|o| o.is_use()).filter_map(|o| o.phys());
        let read: Vec<PhysReg> = read.filter(|reg| results.contains(reg)).collect();
        mf.unlink_inst(inst);
        match mf.first_inst(place) {
            Some(first) => mf.insert_before(first, inst),
            None => mf.append_inst(place, inst),
        }
        mf.block_mut(place).live_ins.extend(read);
    }
    let live_ins = &mut mf.block_mut(place).live_ins;
    live_ins.sort_unstable();
    live_ins.dedup();
}

/// Inserts a new block, after `from` in the layout, on the edge from `from` to `to`.
fn split_edge(mf: &mut MachineFunction, target: &dyn IselTarget, from: BlockId, to: BlockId) -> BlockId {
    let new = mf.create_block();
    let position = mf.layout.iter().position(|&block| block == from).map_or(mf.layout.len(), |n| n + 1);
    mf.layout.insert(position, new);
    redirect(mf, from, to, new);
    jump_to(mf, target, new, to);
    new
}

/// Redirects the edge from `from` to `to` to `new`, which continues to `to`, and updates phis.
fn redirect(mf: &mut MachineFunction, from: BlockId, to: BlockId, new: BlockId) {
    mf.redirect_edge(from, to, new);
    mf.add_new_edge(new, to);
    let phis: Vec<InstId> = mf.insts(to).take_while(|&inst| is_phi(mf, inst)).collect();
    phis.into_iter().for_each(|phi| mf.replace_block(phi, from, new));
}

fn jump_to(mf: &mut MachineFunction, target: &dyn IselTarget, block: BlockId, to: BlockId) {
    if mf.properties.contains(Properties::SELECTED) {
        target.instr_info().insert_branch(&mut Builder::at_end(mf, block), to);
    } else {
        Builder::at_end(mf, block).inst(G_BR, &[Operand::block(to)]);
    }
}

/// Makes `pad` an ordinary block, and creates a separate pad for each call that unwinds to it.
fn split_landing_pad(mf: &mut MachineFunction, target: &dyn IselTarget, pad: BlockId) {
    let registers = std::mem::take(&mut mf.block_mut(pad).live_ins);
    let label = mf.insts(pad).find(|&inst| mf.opcode(inst) == EH_LABEL);
    let labelled: Vec<Operand> = label.map(|label| mf.operands(label).to_vec()).unwrap_or_default();
    label.into_iter().for_each(|label| mf.remove_inst(label));
    mf.block_mut(pad).is_eh_pad = false;
    let is_copy = |&inst: &InstId| {
        mf.opcode(inst) == COPY && mf.operands(inst).len() == 2 && reads_any(mf, inst, &registers)
    };
    let copies: Vec<InstId> = before_next_call(mf, target, pad).filter(is_copy).collect();
    let mut incoming: Vec<Vec<Operand>> = vec![Vec::new(); copies.len()];
    for from in mf.block(pad).predecessors.clone() {
        let new = mf.create_block();
        mf.layout.push(new);
        let ir_block = mf.block(pad).ir_block;
        let block = mf.block_mut(new);
        (block.is_eh_pad, block.live_ins, block.ir_block) = (true, registers.clone(), ir_block);
        redirect(mf, from, pad, new);
        Builder::at_end(mf, new).inst(EH_LABEL, &labelled);
        for (&copy, incoming) in copies.iter().zip(&mut incoming) {
            let Some(result) = mf.vreg_operand(copy, 0) else { continue };
            let own = mf.create_vreg_with(mf.ty(result), mf.reg_attr(result));
            let source = mf.operand(copy, 1);
            Builder::at_end(mf, new).inst(COPY, &[Operand::def(own), source]);
            incoming.extend([Operand::use_of(own), Operand::block(new)]);
        }
        jump_to(mf, target, new, pad);
    }
    gather(mf, pad, &copies, incoming);
}

/// Replaces `copies` of the exception's registers by phis.
fn gather(mf: &mut MachineFunction, pad: BlockId, copies: &[InstId], incoming: Vec<Vec<Operand>>) {
    let phi = if mf.properties.contains(Properties::SELECTED) { PHI } else { G_PHI };
    for (&copy, incoming) in copies.iter().zip(incoming) {
        let Some(result): Option<VReg> = mf.vreg_operand(copy, 0) else { continue };
        let loc = mf.inst(copy).debug_loc;
        mf.remove_inst(copy);
        let operands: Vec<Operand> = std::iter::once(Operand::def(result)).chain(incoming).collect();
        let made = mf.create_inst(phi, &operands, loc);
        match mf.first_inst(pad) {
            Some(first) => mf.insert_before(first, made),
            None => mf.append_inst(pad, made),
        }
    }
}

/// Ends the frame of the call at the end of `block` in its pad too, if it has any arguments.
fn end_call_frame(mf: &mut MachineFunction, target: &dyn IselTarget, block: BlockId, pad: BlockId) {
    let (_, destroy) = target.frame_lowering().call_frame_opcodes();
    let end_in = |block| before_next_call(mf, target, block).find(|&inst| mf.opcode(inst) == destroy);
    let Some(end) = normal_successor(mf, block).and_then(end_in) else { return };
    let label = mf.insts(pad).find(|&inst| mf.opcode(inst) == EH_LABEL);
    let size = mf.operands(end).first().copied().filter(|&size| mf.imm_value(size) != Some(0));
    let Some(size) = size.filter(|_| end_in(pad).is_none()) else { return };
    if let Some(first) = label.and_then(|label| mf.next_inst(label)) {
        // The unwinder leaves the arguments on the stack, also those that the callee would have
        // popped.
        Builder::before(mf, first).inst(destroy, &[size, Operand::small_imm(0)]);
    }
}

/// Numbers the labels in layout order: LLVM's have no names, and copies of one are different
/// labels.
fn number_labels(mf: &mut MachineFunction) {
    let labels: Vec<InstId> = mf.layout.iter().flat_map(|&block| mf.insts(block)).collect();
    let labels = labels.into_iter().filter(|&inst| mf.opcode(inst) == EH_LABEL).collect::<Vec<_>>();
    let numbers: HashSet<Option<u32>> = labels.iter().map(|&label| mf.eh_label(label)).collect();
    if numbers.len() == labels.len() {
        return;
    }
    for (number, label) in (0..).zip(labels) {
        mf.set_operand(label, 0, Operand::mc_symbol(number));
    }
}
