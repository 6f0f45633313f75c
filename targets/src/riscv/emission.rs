//! Bytes of machine instructions: compressed where there is a shorter form, call pseudos as pairs.

use super::features::Features;
use super::instructions::{TABLE, op};
use super::registers::regs;
use super::relocations::fixup;
use crate::table::EncodeError;
use gisel_codegen::mc::inst::{Fixup, McInst, McOperand};
use gisel_codegen::target::registers::PhysReg;
use smallvec::SmallVec;

/// The form of `inst` that is emitted: the shorter one, if `features` have it.
pub fn shortest(inst: McInst, features: Features) -> McInst {
    if !features.contains(Features::C) {
        return inst;
    }
    TABLE.compress(&inst).unwrap_or(inst)
}

/// Appends the bytes of `inst` to `out`, and what is to be resolved to `fixups`.
pub fn encode(
    inst: &McInst,
    out: &mut Vec<u8>,
    fixups: &mut SmallVec<[Fixup; 2]>,
) -> Result<(), EncodeError> {
    match inst.opcode {
        op::PseudoCALL => call(inst, regs::X1, regs::X1, out, fixups),
        op::PseudoTAIL => call(inst, regs::X6, regs::X0, out, fixups),
        _ => TABLE.encode(inst, out, fixups),
    }
}

/// `auipc scratch, high` and `jalr link, low(scratch)`, with one fixup for both.
fn call(
    inst: &McInst,
    scratch: PhysReg,
    link: PhysReg,
    out: &mut Vec<u8>,
    fixups: &mut SmallVec<[Fixup; 2]>,
) -> Result<(), EncodeError> {
    let Some(&McOperand::Expr(expr)) = inst.operands.first() else {
        return Err(EncodeError::Pseudo(TABLE.desc(inst.opcode).name));
    };
    let (scratch, link) = (McOperand::Reg(scratch), McOperand::Reg(link));
    TABLE.encode(&McInst::new(op::AUIPC, &[scratch, McOperand::Imm(0)]), out, fixups)?;
    TABLE.encode(&McInst::new(op::JALR, &[link, scratch, McOperand::Imm(0)]), out, fixups)?;
    fixups.push(Fixup { offset: 0, kind: fixup::CALL_PLT, expr });
    Ok(())
}
