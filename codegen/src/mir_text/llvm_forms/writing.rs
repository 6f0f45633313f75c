//! Adds what LLVM's passes require and ours do not, before MIR is written for them.
//!
//! Operands of target instructions (the callee of an indirect call) get their class before
//! selection too. Constants in general registers become integers. Early clobbers are marked. A
//! target rewrites its own instructions or operands to LLVM's ([`InstrInfo::to_llvm_form`]).
//! Requires virtual registers; a function without any is unchanged.
//!
//! [`InstrInfo::to_llvm_form`]: crate::machine::instr_info::InstrInfo::to_llvm_form

use super::{edges, invokes};
use crate::ir::entity::{InstId, VReg};
use crate::ir::mir::{MachineFunction, Operand, OperandFlags, Properties, RegAttr};
use crate::ir::opcodes::{COPY, G_CONSTANT, G_FCONSTANT};
use crate::isel::regbankselect::bank_of_type;
use crate::isel::target::IselTarget;
use crate::machine::desc::instructions::OperandKind;
use crate::machine::desc::registers::RegClassId;

/// Converts a function that is about to be written.
pub fn run(mf: &mut MachineFunction, target: &dyn IselTarget) {
    if mf.properties.contains(Properties::NO_VREGS) {
        return;
    }
    let selected = mf.properties.contains(Properties::SELECTED);
    let old = mf.vregs().len();
    for block in mf.layout.clone() {
        let mut next = mf.first_inst(block);
        while let Some(inst) = next {
            next = mf.next_inst(inst);
            if mf.opcode(inst).is_target() && !selected {
                constrain_operands(mf, target, inst);
            }
            if mf.opcode(inst) == G_FCONSTANT && !selected {
                constant_in_bank(mf, target, inst);
            }
            target.instr_info().to_llvm_form(mf, inst);
            mark_early_clobbers(mf, target, inst);
        }
    }
    for block in mf.layout.clone() {
        edges::copy_outputs_at_once(mf, block);
        invokes::copy_results_after_call(mf, target, block);
    }
    if mf.properties.contains(Properties::REG_BANK_SELECTED) && !selected {
        give_banks(mf, target, old);
    }
}

/// Marks early clobbers at the operands, where LLVM reads them too, by the opcode's table row.
fn mark_early_clobbers(mf: &mut MachineFunction, target: &dyn IselTarget, inst: InstId) {
    let listed = target.desc(mf.opcode(inst)).operands;
    for (operand, listed) in mf.operands_mut(inst).iter_mut().zip(listed) {
        if listed.early_clobber {
            operand.flags |= OperandFlags::EARLY_CLOBBER;
        }
    }
}

/// Assigns the banks of their types to the virtual registers from number `first` on, if they have
/// none.
fn give_banks(mf: &mut MachineFunction, target: &dyn IselTarget, first: usize) {
    let banks = target.register_banks().banks();
    for vreg in (first..mf.vregs().len()).map(VReg::new) {
        if mf.reg_attr(vreg) == RegAttr::None {
            mf.set_reg_attr(vreg, RegAttr::Bank(bank_of_type(banks, mf.ty(vreg))));
        }
    }
}

/// Converts a floating-point constant in a general register to an integer constant.
fn constant_in_bank(mf: &mut MachineFunction, target: &dyn IselTarget, inst: InstId) {
    let Some(result) = mf.vreg_operand(inst, 0) else { return };
    let Some(bits) = mf.operands(inst).get(1).and_then(|&o| mf.fp_value(o)) else { return };
    let size = mf.ty(result).bits();
    if mf.reg_attr(result) == RegAttr::Bank(target.register_banks().banks()[0].id) && size <= 64 {
        let unused = 64 - size;
        let value = mf.imm((bits as i64) << unused >> unused);
        mf.set_operand(inst, 1, value);
        mf.inst_mut(inst).opcode = G_CONSTANT;
    }
}

/// Assigns the required classes to the virtual registers that an instruction reads.
fn constrain_operands(mf: &mut MachineFunction, target: &dyn IselTarget, inst: InstId) {
    let desc = target.desc(mf.opcode(inst));
    let count = desc.operands.len().min(mf.operands(inst).len());
    for n in 0..count {
        let OperandKind::Class(class) = desc.operands[n].kind else { continue };
        let operand = mf.operand(inst, n);
        if !operand.is_def() && operand.vreg().is_some() {
            constrain(mf, target, (inst, n), class);
        }
    }
}

fn constrain(
    mf: &mut MachineFunction,
    target: &dyn IselTarget,
    (inst, n): (InstId, usize),
    class: RegClassId,
) {
    let operand = mf.operand(inst, n);
    let Some(vreg) = operand.vreg() else { return };
    let common = match mf.reg_attr(vreg) {
        RegAttr::None => Some(class),
        RegAttr::Bank(bank) => (target.registers().class(class).bank == bank).then_some(class),
        RegAttr::Class(old) => target.registers().common_sub_class(old, class),
    };
    if let Some(common) = common {
        mf.set_reg_attr(vreg, RegAttr::Class(common));
        return;
    }
    let copied = mf.create_vreg_with(mf.ty(vreg), RegAttr::Class(class));
    let loc = mf.inst(inst).debug_loc;
    let copy = mf.create_inst(COPY, &[Operand::def(copied), Operand::use_of(vreg)], loc);
    mf.insert_before(inst, copy);
    mf.set_operand(inst, n, operand.with_reg(copied));
}
