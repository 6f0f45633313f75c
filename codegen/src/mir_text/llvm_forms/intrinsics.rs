//! Target-independent intrinsics that LLVM preserves up to its legalizer or selection, and that our
//! translator lowers.

use crate::ir::builder::Builder;
use crate::ir::entity::InstId;
use crate::ir::generic_intrinsics::{FRAME_ADDRESS, RETURN_ADDRESS, VA_COPY, intrinsic_name};
use crate::ir::mir::{MachineFunction, OperandTag};
use crate::isel::target::IselTarget;
use crate::machine::print::inst_to_string;
use crate::support::error::{CompileError, Result};

/// Lowers these intrinsics in a function that continues from a file.
///
/// Errors: operands that do not match the intrinsic.
pub fn lower_intrinsics(mf: &mut MachineFunction, target: &dyn IselTarget) -> Result<()> {
    for block in mf.layout.clone() {
        let mut next = mf.first_inst(block);
        while let Some(inst) = next {
            next = mf.next_inst(inst);
            let number = mf.operands(inst).iter().find(|operand| operand.tag() == OperandTag::Intrinsic);
            if let Some(number) =
                number.map(|operand| operand.payload()).filter(|&n| intrinsic_name(n).is_some())
            {
                lower(mf, target, inst, number)?;
                mf.remove_inst(inst);
            }
        }
    }
    Ok(())
}

/// Builds the lowering of `inst` before it.
fn lower(mf: &mut MachineFunction, target: &dyn IselTarget, inst: InstId, number: u32) -> Result<()> {
    let vreg = |n: usize| mf.operands(inst).get(n).and_then(|operand| operand.vreg());
    let depth = || mf.operands(inst).get(2).and_then(|operand| u32::try_from(mf.imm_value(*operand)?).ok());
    let lowering = target.call_lowering();
    match (number, vreg(0), vreg(1), vreg(2), depth()) {
        (VA_COPY, None, Some(to), Some(from), _) => {
            lowering.lower_va_copy(&mut Builder::before(mf, inst), to, from)
        }
        (FRAME_ADDRESS, Some(dst), .., Some(depth)) => {
            mf.frame.frame_address_taken = true;
            lowering.lower_frame_address(&mut Builder::before(mf, inst), dst, depth)
        }
        (RETURN_ADDRESS, Some(dst), .., Some(depth)) => {
            mf.frame.return_address_taken = true;
            mf.frame.frame_address_taken |= depth > 0;
            lowering.lower_return_address(&mut Builder::before(mf, inst), dst, depth)
        }
        _ => {
            let text = inst_to_string(mf, target, inst);
            Err(CompileError::new(&mf.name, text, "the operands do not suit the intrinsic"))
        }
    }
}
