//! `xray-instrumentation`: marks the XRay sleds of a function, at its entry and before returns and
//! tail calls.
//!
//! Requires: prologues, and blocks in their final order. Establishes: `PATCHABLE_FUNCTION_ENTER`,
//! `PATCHABLE_FUNCTION_EXIT` and `PATCHABLE_TAIL_CALL`, if the function is large enough or has a
//! loop. Cost: loop analysis for functions below the threshold, else linear in the blocks. Source:
//! LLVM's pass of this name.

use crate::ir::builder::{Builder, InsertPoint};
use crate::ir::mir::{MachineFunction, Xray};
use crate::ir::opcodes::{PATCHABLE_FUNCTION_ENTER, PATCHABLE_FUNCTION_EXIT, PATCHABLE_TAIL_CALL};
use crate::machine::desc::instructions::{InstrFlags, Opcode};
use crate::mc::xray::NO_SLEDS;
use crate::passes::analysis::dominators::Dominators;
use crate::passes::analysis::loops::Loops;
use crate::passes::target::PassTarget;
use crate::support::error::{CompileError, Result};

/// Runs the pass.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) -> Result<()> {
    let Some(xray) = mf.attrs.xray else { return Ok(()) };
    if !is_worthwhile(mf, &xray) {
        mf.attrs.xray = None;
        return Ok(());
    }
    if target.mc().xray_sled().is_none() {
        return Err(CompileError::new(&mf.name, "", NO_SLEDS));
    }
    if mf.attrs.patchable.entry != 0 {
        let message =
            "XRay's room for patches where there is other room for patches (patchable-function-entry)";
        return Err(CompileError::new(&mf.name, "", message));
    }
    if !xray.skips_entry {
        let entry = mf.layout.iter().copied().find(|&block| mf.first_inst(block).is_some());
        let first = entry.and_then(|block| mf.first_inst(block));
        first.into_iter().for_each(|first| insert(mf, InsertPoint::Before(first), PATCHABLE_FUNCTION_ENTER));
    }
    if !xray.skips_exit {
        insert_exits(mf, target);
    }
    Ok(())
}

/// Returns true if the function is large enough, or has a loop, so that its run time may matter.
fn is_worthwhile(mf: &MachineFunction, xray: &Xray) -> bool {
    let size: usize = mf.layout.iter().map(|&block| mf.insts(block).count()).sum();
    let has_loops = || !Loops::compute(mf, &Dominators::compute(mf)).is_empty();
    xray.always || size >= xray.threshold as usize || !xray.ignores_loops && has_loops()
}

fn insert_exits(mf: &mut MachineFunction, target: &dyn PassTarget) {
    for block in mf.layout.clone() {
        let Some(last) = mf.last_inst(block) else { continue };
        let desc = target.desc(mf.opcode(last));
        match (desc.has(InstrFlags::RETURN), desc.has(InstrFlags::CALL)) {
            (true, false) => insert(mf, InsertPoint::Before(last), PATCHABLE_FUNCTION_EXIT),
            (true, true) => insert(mf, InsertPoint::Before(last), PATCHABLE_TAIL_CALL),
            (false, _) => {}
        }
    }
}

fn insert(mf: &mut MachineFunction, point: InsertPoint, opcode: Opcode) {
    Builder::new(mf, point).inst(opcode, &[]);
}
