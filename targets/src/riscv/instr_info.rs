//! Copies between physical registers, spills and reloads.

use super::instructions::op;
use super::registers::{REGISTERS, classes};
use gisel_codegen::builder::Builder;
use gisel_codegen::entity::{FrameIndex, InstId};
use gisel_codegen::mir::Operand;
use gisel_codegen::target::instructions::Opcode;
use gisel_codegen::target::registers::{PhysReg, RegClassId};

/// The file that a register belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum File {
    Integer,
    Single,
    Double,
}

fn file(reg: PhysReg) -> Option<File> {
    let kinds =
        [(classes::GPR, File::Integer), (classes::FPR32, File::Single), (classes::FPR64, File::Double)];
    kinds.iter().find(|(class, _)| REGISTERS.contains(*class, reg)).map(|(_, file)| *file)
}

/// Builds `dst = src`. `None` if no instruction copies between these registers.
pub fn copy_phys_reg(b: &mut Builder<'_>, dst: PhysReg, src: PhysReg) -> Option<InstId> {
    let (to, from) = (Operand::def(dst), Operand::use_of(src));
    let opcode = match (file(dst)?, file(src)?) {
        (File::Integer, File::Integer) => return Some(b.inst(op::ADDI, &[to, from, Operand::small_imm(0)])),
        (File::Single, File::Single) => return Some(b.inst(op::FSGNJ_S, &[to, from, from])),
        (File::Double, File::Double) => return Some(b.inst(op::FSGNJ_D, &[to, from, from])),
        (File::Single, File::Integer) => op::FMV_W_X,
        (File::Double, File::Integer) => op::FMV_D_X,
        (File::Integer, File::Single) => op::FMV_X_W,
        (File::Integer, File::Double) => op::FMV_X_D,
        (File::Single, File::Double) | (File::Double, File::Single) => return None,
    };
    Some(b.inst(opcode, &[to, from]))
}

/// The store and the load of a class's spill slots.
fn spill_opcodes(class: RegClassId) -> (Opcode, Opcode) {
    match class {
        classes::FPR32 | classes::FPR32C => (op::FSW, op::FLW),
        classes::FPR64 | classes::FPR64C => (op::FSD, op::FLD),
        _ => (op::SD, op::LD),
    }
}

/// Builds the store of `reg`, of `class`, to `slot`.
pub fn store_to_stack(b: &mut Builder<'_>, reg: PhysReg, class: RegClassId, slot: FrameIndex) -> InstId {
    let operands = [Operand::use_of(reg), Operand::frame_index(slot), Operand::small_imm(0)];
    b.inst(spill_opcodes(class).0, &operands)
}

/// Builds the load of `reg`, of `class`, from `slot`.
pub fn load_from_stack(b: &mut Builder<'_>, reg: PhysReg, class: RegClassId, slot: FrameIndex) -> InstId {
    let operands = [Operand::def(reg), Operand::frame_index(slot), Operand::small_imm(0)];
    b.inst(spill_opcodes(class).1, &operands)
}
