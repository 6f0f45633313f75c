//! `prologepilog`: the stack frame after register allocation.
//!
//! Requires physical registers and, if offsets may be out of range, blocks that list their live-in
//! registers. Establishes: every frame object has its offset, prologue and epilogues are inserted,
//! no operand is a frame index, and no call-frame pseudo or lifetime marker is left. Cost: linear
//! in the function; the order of objects is n log n.
//!
//! ```text
//! callee_saved   the registers that the function writes, and their slots
//! cfi_fixup      unwind rules of adjacent blocks with and without the frame
//! emergency      the spill slot for the scavenger
//! layout         offsets of all objects, size of the frame
//! mod            prologue, epilogues, elimination of frame indices
//! reference      the base register of an object
//! scavenger      registers for offsets out of range
//! target         the target's interface
//! zero_call_used_regs   the registers that are cleared at returns
//! ```

mod callee_saved;
mod cfi_fixup;
pub(crate) mod emergency;
mod layout;
pub(crate) mod reference;
pub(crate) mod registers;
pub(crate) mod reserved_registers;
pub(crate) mod scavenger;
pub(crate) mod shape;
pub(crate) mod target;
#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) use callee_saved::scan as used;
mod zero_call_used_regs;

pub use scavenger::Scavenger;

use crate::frame::target::{FrameLowering, FrameTarget};
use crate::ir::entity::{BlockId, FrameIndex, InstId};
use crate::ir::mir::stack_map::is_recorded;
use crate::ir::mir::{FrameUse, MachineFunction, Operand};
use crate::ir::opcodes::{LIFETIME_END, LIFETIME_START, LOCAL_ESCAPE};
use crate::machine::desc::instructions::InstrFlags;
use crate::machine::desc::registers::PhysReg;
use crate::support::diagnostics::Warning;
use crate::support::error::Result;
use smallvec::SmallVec;

/// Runs the pass.
pub fn run(mf: &mut MachineFunction, target: &dyn FrameTarget) -> Result<()> {
    let mut used = std::mem::take(&mut mf.frame.used);
    if !used.is_known {
        used = callee_saved::scan(mf, target);
    }
    debug_assert!(
        used.is_identical(&callee_saved::scan(mf, target)),
        "{}: what allocation has seen",
        mf.name
    );
    mf.frame.max_call_frame_size = mf.frame.max_call_frame_size.max(used.call_frame_size);
    layout::check_size(mf)?;
    let lowering = target.frame_lowering();
    let near_frame_pointer = emergency::near_frame_pointer(mf, target);
    if !mf.attrs.naked {
        callee_saved::check(mf, target, &used)?;
        callee_saved::assign(mf, target, &used);
    }
    let emergency = near_frame_pointer.or_else(|| emergency::among_objects(mf, target));
    layout::run(mf, target, emergency);
    if !mf.attrs.naked {
        let save = mf.frame.save_point.unwrap_or_else(|| mf.entry());
        let restores = restore_points(mf, target);
        lowering.emit_prologue(mf, save)?;
        for &block in &restores {
            lowering.emit_epilogue(mf, block)?;
        }
        let framed = framed_at_start(mf, save, &restores);
        let saved: SmallVec<[PhysReg; 16]> = mf.frame.callee_saved.iter().map(|s| s.reg).collect();
        for n in 0..if saved.is_empty() { 0 } else { mf.layout.len() } {
            let block = mf.layout[n];
            if !framed[block.index()] {
                mf.block_mut(block).live_ins.extend_from_slice(&saved);
            }
        }
        cfi_fixup::run(mf, target, save, &framed, &restores);
        zero_call_used_regs::run(mf, target);
        warn_of_size(mf);
    }
    eliminate(mf, target, &used.insts, emergency)?;
    mf.frame.used = FrameUse { is_known: false, ..used };
    reserved_registers::check_frame(mf, target)
}

/// Warns of a frame that exceeds the function's limit (`warn-stack-size`).
fn warn_of_size(mf: &mut MachineFunction) {
    let size = mf.frame.stack_size;
    if let Some(limit) = mf.attrs.warn_stack_size.filter(|&limit| size > limit) {
        // The message names the function, which distinguishes several of them.
        let message = format!("stack frame size ({size}) exceeds limit ({limit}) in function '{}'", mf.name);
        mf.warnings.push(Warning { message, ..Warning::default() });
    }
}

/// Returns the blocks whose ends destroy the frame: those of `shrink-wrap`, else those that return.
fn restore_points(mf: &MachineFunction, target: &dyn FrameTarget) -> SmallVec<[BlockId; 4]> {
    match mf.frame.save_point {
        Some(_) => mf.frame.restore_points.iter().copied().collect(),
        None => {
            let descs = target.descs();
            let leaves = |inst| descs.get(mf.opcode(inst)).has(InstrFlags::RETURN);
            mf.layout.iter().copied().filter(|&b| mf.last_inst(b).is_some_and(leaves)).collect()
        }
    }
}

/// Returns, by block, true if the frame exists at its start.
fn framed_at_start(mf: &MachineFunction, save: BlockId, restores: &[BlockId]) -> Vec<bool> {
    if mf.frame.save_point.is_none() {
        let mut framed = vec![true; mf.num_blocks()];
        framed[save.index()] = false;
        return framed;
    }
    let mut framed = vec![false; mf.num_blocks()];
    let mut left = vec![false; mf.num_blocks()];
    restores.iter().for_each(|b| left[b.index()] = true);
    let mut stack = vec![save];
    while let Some(block) = stack.pop() {
        for &to in mf.block(block).successors.iter().filter(|_| !left[block.index()]) {
            if !std::mem::replace(&mut framed[to.index()], true) {
                stack.push(to);
            }
        }
    }
    framed
}

/// Returns true if `block` leaves the function.
fn returns(mf: &MachineFunction, target: &dyn FrameTarget, block: BlockId) -> bool {
    mf.last_inst(block).is_some_and(|i| target.desc(mf.opcode(i)).has(InstrFlags::RETURN))
}

/// Replaces frame indices and call-frame pseudos, from the last instruction to the first, as the
/// scavenger requires.
fn eliminate(
    mf: &mut MachineFunction,
    target: &dyn FrameTarget,
    insts: &[InstId],
    emergency: Option<FrameIndex>,
) -> Result<()> {
    let lowering = target.frame_lowering();
    let (set_up, destroy) = lowering.call_frame_opcodes();
    let mut scavenger = Scavenger::new(target, emergency);
    let from_sp = reference::from_stack_pointer(lowering, mf);
    for &inst in insts.iter().rev() {
        let (data, operands) = mf.inst_and_operands(inst);
        let opcode = data.opcode;
        if opcode == set_up || opcode == destroy {
            adjust_for_call(mf, target, inst, opcode == set_up, &mut scavenger)?;
        } else if opcode == LIFETIME_START || opcode == LIFETIME_END {
            scavenger.forget(mf, inst);
            mf.remove_inst(inst);
        } else if opcode == LOCAL_ESCAPE {
            locate_escape(mf, lowering, inst);
        } else if is_recorded(opcode) {
            locate_recorded(mf, lowering, inst);
        } else if let Some((n, index)) = frame_index(operands) {
            let offset = from_sp.map(|start| mf.frame.object(index).offset + start);
            let is_done = |offset| lowering.address_directly(opcode, mf.operands_mut(inst), n, offset);
            if !offset.is_some_and(is_done) {
                lowering.eliminate_frame_index(mf, inst, n, &mut scavenger)?;
            }
        }
    }
    Ok(())
}

/// Replaces all frame indices of `inst`, whose locations are recorded and not accessed: any offset
/// will do.
fn locate_recorded(mf: &mut MachineFunction, lowering: &dyn FrameLowering, inst: InstId) {
    for n in 0..mf.operands(inst).len() {
        let operand = mf.operand(inst, n);
        let own = mf.operands(inst).get(n + 1).and_then(|&offset| mf.imm_value(offset));
        let (Some(index), Some(own)) = (operand.as_frame_index(), own) else { continue };
        let (base, offset) = lowering.frame_index_reference(mf, index);
        let offset = mf.imm(offset + own);
        mf.set_operand(inst, n, Operand::use_of(base));
        mf.set_operand(inst, n + 1, offset);
    }
}

/// Replaces the frame index of a `LOCAL_ESCAPE` by the offset from the address that
/// `llvm.localaddress` returns.
fn locate_escape(mf: &mut MachineFunction, lowering: &dyn FrameLowering, inst: InstId) {
    let operand = mf.operand(inst, 1);
    let Some(index) = operand.as_frame_index() else { return };
    let base = lowering.local_address_register(mf, mf.frame.has_variable_sized);
    let object = mf.frame.object(index).offset;
    let offset = match base == lowering.frame_pointer() {
        true => object - lowering.frame_pointer_offset(mf),
        false => object + mf.frame.stack_size as i64,
    };
    let offset = mf.imm(offset);
    mf.set_operand(inst, 1, offset);
}

/// Returns the first frame index among operands, and the index of its operand.
fn frame_index(operands: &[Operand]) -> Option<(usize, FrameIndex)> {
    operands.iter().enumerate().find_map(|(n, operand)| Some((n, operand.as_frame_index()?)))
}

/// Returns the instruction after the call of the pseudo at `end`. If a callee has moved the stack
/// pointer, no frame access may come between them.
fn after_call(mf: &MachineFunction, target: &dyn FrameTarget, end: InstId) -> InstId {
    let mut at = end;
    while let Some(before) = mf.prev_inst(at).filter(|&i| !target.desc(mf.opcode(i)).has(InstrFlags::CALL)) {
        at = before;
    }
    at
}

/// Replaces a call-frame pseudo; erases it if outgoing arguments are part of the frame.
fn adjust_for_call(
    mf: &mut MachineFunction,
    target: &dyn FrameTarget,
    inst: InstId,
    set_up: bool,
    scavenger: &mut Scavenger<'_>,
) -> Result<()> {
    let lowering = target.frame_lowering();
    let size = mf.expect_imm(inst, 0) as u64;
    let size = size.next_multiple_of(lowering.stack_alignment() as u64) as i64;
    let (own, removed) = if set_up { (-size, 0) } else { (size, mf.expect_imm(inst, 1)) };
    let own = if lowering.has_reserved_call_frame(mf) { 0 } else { own };
    if own != removed {
        let at = if removed == 0 { inst } else { after_call(mf, target, inst) };
        lowering.adjust_stack(mf, at, own - removed, scavenger)?;
    }
    scavenger.forget(mf, inst);
    mf.remove_inst(inst);
    Ok(())
}
