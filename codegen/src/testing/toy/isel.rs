//! The toy's selection: 64-bit integers and pointers in general registers, and few rules.

use super::Toy;
use super::instructions::{ADD, BCC, BR, CONST, HALFOP, LOADI, LOWOP, STOREI, TWO};
use super::registers::{FLOAT, GENERAL, GPR, HALF, WIDE};
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::{Llt, P0, S64};
use crate::ir::mir::{MachineFunction, Operand};
use crate::ir::opcodes::*;
use crate::isel::call_lowering::target::CallLowering;
use crate::isel::combiner::CombinerInfo;
use crate::isel::legalizer::LegalizerInfo;
use crate::isel::legalizer::target::LegalizerTarget;
use crate::isel::regbankselect::{Bank, OperandBank, RegisterBankInfo, scalars_up_to};
use crate::isel::select::{InstructionSelector, Selected, Selection};
use crate::isel::target::IselTarget;
use crate::machine::desc::registers::{BankId, RegClassId};
use std::sync::LazyLock;

impl LegalizerTarget for Toy {
    fn call_lowering(&self) -> &dyn CallLowering {
        self
    }

    fn legalizer_info(&self) -> &LegalizerInfo {
        static INFO: LazyLock<LegalizerInfo> = LazyLock::new(|| {
            let mut info = LegalizerInfo::new(64);
            info.define([G_ADD]).legal_for([S64]);
            info.define([G_CONSTANT, G_IMPLICIT_DEF]).legal_for([S64, P0]);
            info.finish()
        });
        &INFO
    }
}

impl IselTarget for Toy {
    fn combiner(&self) -> &'static CombinerInfo {
        CombinerInfo::standard()
    }

    fn register_banks(&self) -> &dyn RegisterBankInfo {
        self
    }

    fn selector(&self) -> &dyn InstructionSelector {
        self
    }
}

static BANKS: [Bank; 2] = [
    Bank {
        id: GENERAL,
        scalars: scalars_up_to(64),
        pointers: true,
        vectors: false,
        computes_floats: false,
        copy_costs: &[0, 2],
    },
    Bank {
        id: FLOAT,
        scalars: scalars_up_to(128),
        pointers: false,
        vectors: true,
        computes_floats: true,
        copy_costs: &[2, 0],
    },
];

impl RegisterBankInfo for Toy {
    fn banks(&self) -> &[Bank] {
        &BANKS
    }

    fn operand_bank(&self, _: &MachineFunction, _: InstId, _: usize) -> Option<OperandBank> {
        None
    }

    fn mapping_cost(&self, _: &MachineFunction, _: InstId, _: BankId) -> u32 {
        1
    }

    fn class_for(&self, bank: BankId, ty: Llt) -> Option<RegClassId> {
        match (bank, ty.bits()) {
            (GENERAL, ..=64) => Some(GPR),
            (FLOAT, ..=64) => Some(HALF),
            (FLOAT, 65..=128) => Some(WIDE),
            _ => None,
        }
    }
}

impl InstructionSelector for Toy {
    fn select(&self, selection: &mut Selection<'_>, root: InstId) -> Option<Selected> {
        let operands = selection.mf.operands(root).to_vec();
        let selected = match selection.mf.opcode(root) {
            G_CONSTANT => selection.last_op(CONST, &operands[1..]),
            G_ADD | G_PTR_ADD => selection.last_op(ADD, &operands[1..]),
            G_LOAD => {
                let address = address(selection, operands[1]);
                selection.last_op(LOADI, &address)
            }
            G_STORE => {
                let [base, offset] = address(selection, operands[1]);
                selection.last_emit(STOREI, &[operands[0], base, offset])
            }
            G_BRCOND => selection.last_emit(BCC, &operands),
            G_BR => selection.last_emit(BR, &operands),
            // The remaining rules test one way each to create instructions.
            G_SUB => Selected::One(selection.op(ADD, &operands[1..])),
            G_OR => {
                let sum = selection.op(ADD, &operands[1..]);
                let twice = [sum, sum].map(Operand::use_of);
                selection.last_op(ADD, &twice)
            }
            G_XOR => {
                let sum = selection.op(ADD, &operands[1..]);
                let twice = [sum, sum].map(Operand::use_of);
                Selected::One(selection.op(ADD, &twice))
            }
            G_AND => selection.last_op(LOWOP, &operands[1..]),
            G_FADD => selection.last_op(HALFOP, &operands[1..]),
            G_FREEZE => Selected::One(operands[1].vreg()?),
            G_UADDO => two_results(selection, operands[2]),
            G_USUBO => selection.several([operands[2].vreg()?]),
            G_FENCE => Selected::Nothing,
            _ => return None,
        };
        Some(selected)
    }

    fn rules(&self) -> &'static [&'static str] {
        &[]
    }
}

/// Returns the base and the offset of an address, which may be a sum with a constant.
fn address(selection: &Selection<'_>, address: Operand) -> [Operand; 2] {
    let mf = &selection.mf;
    let sum = address.vreg().and_then(|v| mf.def(v)).filter(|&def| mf.opcode(def) == G_PTR_ADD);
    let folded = sum.and_then(|def| Some((mf.operand(def, 1), mf.constant_operand(def, 2)?)));
    let (base, offset) = folded.unwrap_or((address, 0));
    [base, Operand::small_imm(offset as i32)]
}

/// Emits an instruction with two results.
fn two_results(selection: &mut Selection<'_>, operand: Operand) -> Selected {
    let results: [VReg; 2] = [0, 1].map(|_| selection.mf.create_class_vreg(GPR));
    selection.emit(TWO, &[Operand::def(results[0]), Operand::def(results[1]), operand]);
    selection.several(results)
}
