//! Doubles and their two words on rv32. Between floating-point and general registers they are moved
//! through memory, as no instruction moves 64 bits between the banks. In pairs of general registers
//! they are the registers of the pair.

use crate::riscv::mc::instructions::op;
use crate::riscv::registers::{banks, classes, subs};
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::llt::{S32, S64};
use gisel_codegen::ir::mir::{FrameObjectKind, MemFlags, MemOperand, Operand, PointerInfo};
use gisel_codegen::ir::opcodes::REG_SEQUENCE;
use gisel_codegen::isel::select::{Selected, Selection};
use gisel_codegen::machine::desc::instructions::Opcode;

/// A stack slot for a double, for one use.
struct StackSlot(gisel_codegen::ir::entity::FrameIndex);

impl StackSlot {
    fn new(s: &mut Selection<'_>) -> StackSlot {
        StackSlot(s.mf.frame.create(FrameObjectKind::Local, 8, 8))
    }

    fn access(&self, s: &mut Selection<'_>, opcode: Opcode, reg: Operand, offset: i32, flags: MemFlags) {
        let inst = s.emit_placed(opcode, &[reg, Operand::frame_index(self.0), Operand::small_imm(offset)]);
        let ty = if matches!(opcode, op::FLD | op::FSD) { S64 } else { S32 };
        let mem = MemOperand::new(flags, ty, ty.bytes());
        s.mf.add_mem_operand(inst, mem.with_pointer(PointerInfo::Stack(self.0, offset.into())));
    }
}

/// Selects the double of two words.
pub(crate) fn join(s: &mut Selection<'_>, inst: InstId) -> Option<Selected> {
    let (low, high) = (s.mf.vreg_operand(inst, 1)?, s.mf.vreg_operand(inst, 2)?);
    if s.bank(s.mf.vreg_operand(inst, 0)?) == Some(banks::GPRB) {
        let words = [(low, subs::SUB_GPR_EVEN), (high, subs::SUB_GPR_ODD)];
        let operands = words.map(|(word, sub)| {
            [s.constrain_use(Operand::use_of(word), classes::GPR), Operand::small_imm(sub.0.into())]
        });
        return Some(Selected::One(s.op_in(classes::GPRPAIR, REG_SEQUENCE, operands.as_flattened())));
    }
    let slot = StackSlot::new(s);
    slot.access(s, op::SW, Operand::use_of(low), 0, MemFlags::STORE);
    slot.access(s, op::SW, Operand::use_of(high), 4, MemFlags::STORE);
    let double = s.mf.create_class_vreg(classes::FPR64);
    slot.access(s, op::FLD, Operand::def(double), 0, MemFlags::LOAD);
    Some(Selected::One(double))
}

/// Selects the two words of a double.
pub(crate) fn split(s: &mut Selection<'_>, inst: InstId) -> Option<Selected> {
    let double = s.mf.vreg_operand(inst, 2)?;
    if s.bank(double) == Some(banks::GPRB) {
        let words = [subs::SUB_GPR_EVEN, subs::SUB_GPR_ODD];
        let words = words.map(|sub| s.extract_sub(classes::GPR, double, sub));
        return Some(s.several(words));
    }
    let slot = StackSlot::new(s);
    slot.access(s, op::FSD, Operand::use_of(double), 0, MemFlags::STORE);
    let word = |s: &mut Selection<'_>, offset| -> VReg {
        let word = s.mf.create_class_vreg(classes::GPR);
        slot.access(s, op::LW, Operand::def(word), offset, MemFlags::LOAD);
        word
    };
    let words = [word(s, 0), word(s, 4)];
    Some(s.several(words))
}
