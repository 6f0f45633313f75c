//! Collects the facts for frame layout, from the walk before allocation and the instructions that
//! allocation has inserted.
//!
//! Cost: linear in the inserted instructions, and one step an instruction if some of them refer to
//! the frame.

use super::collect::Collected;
use super::moves::Inserted;
use crate::frame::target::FrameTarget;
use crate::ir::entity::InstId;
use crate::ir::mir::MachineFunction;
use crate::machine::desc::registers::UnitSet;

/// Stores the facts in the function. `overwritten` are the units that instructions finally write,
/// without those `inserted`. Only copies may have been removed.
pub(super) fn record(
    mf: &mut MachineFunction,
    target: &dyn FrameTarget,
    found: &mut Collected,
    inserted: &[Inserted],
    mut overwritten: UnitSet,
) {
    let (registers, descs) = (target.registers(), target.descs());
    let mut added = Vec::new();
    for &Inserted { inst, .. } in inserted {
        let (data, operands) = mf.inst_and_operands(inst);
        for operand in operands.iter().filter(|operand| operand.is_def()) {
            let written = operand.phys().map(|reg| registers.part(reg, operand.sub_reg()));
            written.into_iter().for_each(|reg| overwritten |= registers.unit_set(reg));
        }
        let implicit = descs.get(data.opcode).implicit_defs;
        implicit.iter().for_each(|&reg| overwritten |= registers.unit_set(reg));
        if operands.iter().any(|operand| operand.as_frame_index().is_some()) {
            added.push(inst);
        }
    }
    if !added.is_empty() {
        found.of_frame.append(&mut added);
        put_in_order(mf, &mut found.of_frame);
    }
    let used = &mut mf.frame.used;
    std::mem::swap(&mut used.insts, &mut found.of_frame);
    used.overwritten = overwritten;
    used.call_frame_size = found.call_frame_size;
    used.is_known = true;
}

/// Sorts instructions of `mf` by their position in the function.
fn put_in_order(mf: &MachineFunction, insts: &mut Vec<InstId>) {
    let mut is_listed = vec![false; mf.num_insts()];
    insts.iter().for_each(|inst| is_listed[inst.index()] = true);
    insts.clear();
    for &block in &mf.layout {
        let mut next = mf.first_inst(block);
        while let Some(inst) = next {
            next = mf.next_inst(inst);
            if is_listed[inst.index()] {
                insts.push(inst);
            }
        }
    }
}
