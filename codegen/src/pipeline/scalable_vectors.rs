//! Rejects functions with scalable vectors before the first pass, since no pass supports them.

use crate::ir::entity::InstId;
use crate::ir::mir::MachineFunction;
use crate::machine::print::inst_to_string;
use crate::support::error::{CompileError, Result};
use crate::target::Target;

/// Checks `mf` for scalable vectors.
///
/// Errors: a value or an access of `mf` is a scalable vector; the error names the first such
/// instruction.
pub(super) fn refuse(mf: &MachineFunction, target: &dyn Target) -> Result<()> {
    if !mf.has_scalable_types() {
        return Ok(());
    }
    let inst = mf.layout.iter().flat_map(|block| mf.insts(*block)).find(|inst| has_one(mf, *inst));
    let text = inst.map_or(String::new(), |inst| inst_to_string(mf, target, inst));
    Err(CompileError::new(&mf.name, text, "scalable vectors are not supported"))
}

fn has_one(mf: &MachineFunction, inst: InstId) -> bool {
    let values = mf.operands(inst).iter().filter_map(|operand| operand.vreg());
    values.map(|vreg| mf.ty(vreg)).chain(mf.mem_operands(inst).map(|mem| mem.ty)).any(|ty| ty.is_scalable())
}
