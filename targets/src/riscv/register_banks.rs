//! Register banks: integers and addresses in `gprb`, floating point in `fprb`.

use super::instructions::op;
use super::registers::{banks, classes};
use gisel_codegen::entity::InstId;
use gisel_codegen::llt::{Llt, S32, S64};
use gisel_codegen::mir::MachineFunction;
use gisel_codegen::regbankselect::{OperandBank, RegisterBankInfo};
use gisel_codegen::target::registers::{BankId, RegClassId};

/// The banks of RV64 with F and D.
#[derive(Debug)]
pub struct RiscvBanks;

impl RegisterBankInfo for RiscvBanks {
    fn gpr(&self) -> BankId {
        banks::GPRB
    }

    fn fpr(&self) -> BankId {
        banks::FPRB
    }

    fn always_fpr(&self, _: Llt) -> bool {
        false
    }

    fn can_be_fpr(&self, ty: Llt) -> bool {
        ty == S32 || ty == S64
    }

    fn operand_bank(&self, mf: &MachineFunction, inst: InstId, n: usize) -> Option<OperandBank> {
        match mf.opcode(inst) {
            op::G_FCVT_W_RV64 | op::G_FCVT_WU_RV64 | op::G_FCLASS if n == 1 => Some(OperandBank::Fpr),
            _ => None,
        }
    }

    fn class_for(&self, bank: BankId, ty: Llt) -> Option<RegClassId> {
        match (bank, ty.bits()) {
            (banks::GPRB, ..=64) if !ty.is_vector() => Some(classes::GPR),
            (banks::FPRB, 32) => Some(classes::FPR32),
            (banks::FPRB, 64) => Some(classes::FPR64),
            _ => None,
        }
    }
}
