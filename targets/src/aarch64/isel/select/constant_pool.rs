//! Constants in the constant pool.

use crate::aarch64::isel::code_model;
use crate::aarch64::mc::instructions::op;
use crate::aarch64::mc::relocations::spec;
use gisel_codegen::ir::entity::VReg;
use gisel_codegen::ir::mir::{Elements, Operand};
use gisel_codegen::isel::select::Selection;
use gisel_codegen::machine::desc::instructions::Opcode;

/// Loads a constant from the constant pool.
pub(crate) fn from_pool(
    s: &mut Selection<'_>,
    opcode: Opcode,
    bytes: &[u8],
    elements: Option<Elements>,
) -> VReg {
    let entry = s.mf.constant_pool_entry_of(bytes, bytes.len() as u32, elements);
    let entry = Operand::constant_pool(entry);
    if !code_model::has_pages(s.module) {
        let address = s.op(op::MOVaddrCP, &[entry, entry]);
        return s.op(opcode, &[Operand::use_of(address), Operand::small_imm(0)]);
    }
    let page = s.address_op(op::ADRP, &[entry]);
    s.op(opcode, &[Operand::use_of(page), entry.with_target_flags(spec::LO12.0)])
}
