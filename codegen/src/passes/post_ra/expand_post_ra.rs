//! `postrapseudos`: expands copies between physical registers and pseudo-instructions.
//!
//! Requires physical registers and a laid-out frame. Establishes that there are no `COPY` and
//! `KILL`, nor pseudos that the target expands here. An `IMPLICIT_DEF` is preserved, since its
//! result is read. Cost: one walk.

use crate::ir::builder::Builder;
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::MachineFunction;
use crate::ir::module::Module;
use crate::ir::opcodes::{COPY, KILL, LOAD_STACK_GUARD};
use crate::machine::desc::instructions::InstrFlags;
use crate::machine::desc::registers::PhysReg;
use crate::machine::print::inst_to_string;
use crate::passes::target::PassTarget;
use crate::support::error::{CompileError, Result};

/// Runs the pass.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget, module: &Module) -> Result<()> {
    let descs = target.descs();
    // Expansion may add blocks; their instructions are already expanded.
    for block in mf.layout.clone() {
        let mut next = mf.first_inst(block);
        while let Some(inst) = next {
            let data = mf.inst(inst);
            let opcode = data.opcode;
            next = data.next_inst();
            let is_pseudo = match opcode.is_target() {
                true => descs.get(opcode).has(InstrFlags::PSEUDO),
                false => matches!(opcode, COPY | KILL | LOAD_STACK_GUARD),
            };
            if !is_pseudo {
                continue;
            }
            let (before, known) = (mf.prev_inst(inst), mf.num_insts());
            match opcode {
                COPY => copy(mf, target, inst)?,
                KILL => mf.remove_inst(inst),
                LOAD_STACK_GUARD => load_stack_guard(mf, target, module, inst)?,
                _ => {
                    target.instr_info().expand_post_ra_pseudo(mf, inst)?;
                }
            }
            follow_values(mf, (block, before), known, inst);
        }
    }
    Ok(())
}

/// Moves the values that a pseudo instruction defines to the instructions that replace it: for each
/// register, to the last one that writes it. The replacements come after `before` in `block`;
/// `known` is the number of instructions before they were created.
fn follow_values(
    mf: &mut MachineFunction,
    (block, before): (BlockId, Option<InstId>),
    known: usize,
    pseudo: InstId,
) {
    if mf.debug.is_none() || mf.block_of(pseudo).is_some() {
        return;
    }
    let Some(values) = mf.debug_values_mut() else { return };
    let defined = values.definitions.remove(&pseudo).unwrap_or_default();
    let merged = values.merged.remove(&pseudo).unwrap_or_default();
    if defined.is_empty() && values.tail_copies.is_empty() {
        return;
    }
    let first = before.map_or(mf.first_inst(block), |before| mf.next_inst(before));
    let made = std::iter::successors(first, |&inst| mf.next_inst(inst));
    let made: Vec<InstId> = made.take_while(|inst| inst.index() >= known).collect();
    if let Some(values) = mf.debug_values_mut() {
        made.iter().for_each(|&inst| values.note_replaced(pseudo, inst));
    }
    let writer = |mf: &MachineFunction, reg: Option<PhysReg>| {
        let writes =
            |inst: &&InstId| reg.is_none() || mf.operands(**inst).iter().any(|o| o.phys_def() == reg);
        made.iter().rev().find(writes).copied()
    };
    for (number, reg) in defined {
        if let Some(last) = writer(mf, reg)
            && let Some(values) = mf.debug_values_mut()
        {
            values.definitions.entry(last).or_default().push((number, reg));
        }
    }
    for (number, reg) in merged {
        if let Some(last) = writer(mf, Some(reg))
            && let Some(values) = mf.debug_values_mut()
        {
            values.merged.entry(last).or_default().push((number, reg));
        }
    }
}

fn copy(mf: &mut MachineFunction, target: &dyn PassTarget, inst: InstId) -> Result<()> {
    let (dst, src) = (mf.operand(inst, 0).phys(), mf.operand(inst, 1).phys());
    let (Some(dst), Some(src)) = (dst, src) else {
        let shown = inst_to_string(mf, target, inst);
        return Err(CompileError::new(&mf.name, shown, "copy of what is no physical register"));
    };
    if dst != src {
        target.instr_info().copy_phys_reg(&mut Builder::before(mf, inst), dst, src)?;
    }
    mf.remove_inst(inst);
    Ok(())
}

fn load_stack_guard(
    mf: &mut MachineFunction,
    target: &dyn PassTarget,
    module: &Module,
    inst: InstId,
) -> Result<()> {
    let loaded = match (mf.operand(inst, 0).phys(), target.tables().load_stack_guard) {
        (Some(dst), Some(load)) => load(&mut Builder::before(mf, inst), dst, module),
        (Some(_), None) => Err("the target has no guard".into()),
        (None, _) => Err("it is loaded into what is no physical register".into()),
    };
    loaded.map_err(|message| CompileError::new(&mf.name, "", format!("stack protector: {message}")))?;
    mf.remove_inst(inst);
    Ok(())
}
