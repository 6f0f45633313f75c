//! Calls of outlined functions: `bl`, with X30 saved while it holds a return address, or `b`.

use crate::aarch64::isel::code_model;
use crate::aarch64::isel::materialize::steps;
use crate::aarch64::mc::instructions::op;
use crate::aarch64::registers::regs;
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::ir::mir::{MachineFunction, Operand};
use gisel_codegen::ir::module::{CodeModel, Module};
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::machine::outlining::{OutlinedLinkage, Outlining};

/// The registers that the linker's own jumps may modify. Source: AAPCS64, "Use of IP0 and IP1 by
/// the linker".
const LINKER_CLOBBERS: &[PhysReg] = &[regs::X16, regs::X17, regs::NZCV];

static LINKAGE: OutlinedLinkage = OutlinedLinkage {
    link: regs::LR,
    call_link: regs::LR,
    call_clobbers: LINKER_CLOBBERS,
    jump_clobbers: LINKER_CLOBBERS,
    live_at_exit: &[regs::LR],
    scratch: &[regs::X9, regs::X10, regs::X11, regs::X12, regs::X13, regs::X14, regs::X15],
    call_size: 4,
    jump_size: 4,
    return_size: 4,
    save_size: 8,
    save_distance: 16,
};

/// Outlining of AArch64's code.
#[derive(Debug)]
pub(crate) struct AArch64Outlining;

impl Outlining for AArch64Outlining {
    fn linkage(&self) -> &OutlinedLinkage {
        &LINKAGE
    }

    fn is_possible(&self, module: &Module) -> bool {
        code_model::of_addresses(module) != CodeModel::Large
    }

    fn size(&self, mf: &MachineFunction, inst: InstId) -> u32 {
        let constant = |bits| {
            let value = mf.operands(inst).get(1).and_then(|&value| mf.imm_value(value));
            value.map_or(4, |value| 4 * steps(value as u64, bits).len() as u32)
        };
        match mf.opcode(inst) {
            op::MOVi32imm => constant(32),
            op::MOVi64imm => constant(64),
            op::MOVaddr | op::MOVaddrEXT | op::LOADgot => 8,
            op::TCRETURNri => 4,
            opcode => u32::from(crate::aarch64::mc::instructions::TABLE.desc(opcode).size),
        }
    }

    /// Hints are landing marks.
    fn may_be_moved(&self, mf: &MachineFunction, inst: InstId) -> bool {
        !matches!(mf.opcode(inst), op::HINT | op::PROBED_STACKALLOC_DYN)
    }

    fn jump_of_call(&self, call: Opcode) -> Option<Opcode> {
        match call {
            op::BL => Some(op::TCRETURNdi),
            op::BLR => Some(op::TCRETURNri),
            _ => None,
        }
    }

    fn jump_operands(&self, call: &[Operand]) -> Vec<Operand> {
        let (callee, others) = call.split_at(1);
        [callee, &[Operand::small_imm(0)], others].concat()
    }

    fn build_call(&self, b: &mut Builder<'_>, callee: Operand, _ordinary: bool) -> InstId {
        b.inst(op::BL, &[callee])
    }

    fn build_jump(&self, b: &mut Builder<'_>, callee: Operand) -> InstId {
        b.inst(op::TCRETURNdi, &[callee, Operand::small_imm(0)])
    }

    fn build_return(&self, b: &mut Builder<'_>) {
        b.inst(op::RET_ReallyLR, &[]);
    }

    fn move_link(&self, b: &mut Builder<'_>, scratch: Option<PhysReg>, back: bool) {
        let zero = Operand::use_of(regs::XZR);
        let [def, sp] = [Operand::def(regs::SP), Operand::use_of(regs::SP)];
        let distance = Operand::small_imm(LINKAGE.save_distance as i32);
        let below = Operand::small_imm(-(LINKAGE.save_distance as i32));
        match (scratch, back) {
            (Some(reg), false) => b.inst(op::ORRXrr, &[Operand::def(reg), zero, Operand::use_of(regs::LR)]),
            (Some(reg), true) => b.inst(op::ORRXrr, &[Operand::def(regs::LR), zero, Operand::use_of(reg)]),
            (None, false) => b.inst(op::STRXpre, &[def, Operand::use_of(regs::LR), sp, below]),
            (None, true) => b.inst(op::LDRXpost, &[def, Operand::def(regs::LR), sp, distance]),
        };
    }
}
