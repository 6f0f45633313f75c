//! Register banks: integers and addresses in `gpr`, floating point and vectors in `fpr`.

use super::intrinsics;
use super::registers::{banks, classes};
use gisel_codegen::entity::InstId;
use gisel_codegen::llt::Llt;
use gisel_codegen::mir::{MachineFunction, Ordering};
use gisel_codegen::opcodes as op;
use gisel_codegen::regbankselect::{OperandBank, RegisterBankInfo};
use gisel_codegen::target::registers::{BankId, RegClassId};

/// The banks of AArch64.
#[derive(Debug)]
pub struct AArch64Banks;

impl RegisterBankInfo for AArch64Banks {
    fn gpr(&self) -> BankId {
        banks::GPR
    }

    fn fpr(&self) -> BankId {
        banks::FPR
    }

    fn always_fpr(&self, ty: Llt) -> bool {
        ty.is_vector() || ty.bits() > 64
    }

    fn can_be_fpr(&self, ty: Llt) -> bool {
        ty.is_vector() || (!ty.is_pointer() && matches!(ty.bits(), 8 | 16 | 32 | 64 | 128))
    }

    fn operand_bank(&self, mf: &MachineFunction, inst: InstId, n: usize) -> Option<OperandBank> {
        let opcode = mf.opcode(inst);
        match opcode {
            // An element is moved out of or into a vector register: it is there already, unless used as an integer.
            op::G_EXTRACT_VECTOR_ELT if n == 0 => Some(OperandBank::Web),
            op::G_INSERT_VECTOR_ELT if n == 2 => Some(OperandBank::Web),
            op::G_BUILD_VECTOR | op::G_SPLAT_VECTOR if n > 0 => Some(OperandBank::Web),
            // Across lanes, into a vector register.
            op::G_VECREDUCE_FADD | op::G_VECREDUCE_FMAX | op::G_VECREDUCE_FMIN => Some(OperandBank::Fpr),
            op::G_VECREDUCE_FMAXIMUM | op::G_VECREDUCE_FMINIMUM => Some(OperandBank::Fpr),
            op::G_VECREDUCE_ADD | op::G_VECREDUCE_SMAX | op::G_VECREDUCE_SMIN => Some(OperandBank::Fpr),
            op::G_VECREDUCE_UMAX | op::G_VECREDUCE_UMIN => Some(OperandBank::Fpr),
            // Halves and quarters of a vector register.
            op::G_UNMERGE_VALUES | op::G_MERGE_VALUES => {
                let wide = |n: usize| mf.operands(inst).get(n).and_then(|o| o.vreg()).map(|v| mf.ty(v));
                let last = mf.operands(inst).len() - 1;
                let whole = if opcode == op::G_MERGE_VALUES { wide(0) } else { wide(last) };
                whole.is_some_and(|ty| ty.is_vector()).then_some(OperandBank::Fpr)
            }
            op::G_INTRINSIC | op::G_INTRINSIC_W_SIDE_EFFECTS => {
                let ty = mf.ty(mf.operands(inst).get(n)?.vreg()?);
                let general = ty.is_pointer() || (!ty.is_vector() && intrinsics::is_general(mf, inst, n));
                Some(if general { OperandBank::Gpr } else { OperandBank::Fpr })
            }
            // Ordered accesses are of general registers.
            op::G_LOAD | op::G_STORE if n == 0 => {
                let ordered = mf.mem_operand(inst).is_some_and(|m| m.ordering > Ordering::Monotonic);
                ordered.then_some(OperandBank::Gpr)
            }
            _ => None,
        }
    }

    fn class_for(&self, bank: BankId, ty: Llt) -> Option<RegClassId> {
        match (bank, ty.bits()) {
            (banks::GPR, ..=32) if !ty.is_vector() => Some(classes::GPR32),
            (banks::GPR, 33..=64) if !ty.is_vector() => Some(classes::GPR64),
            (banks::FPR, 8) => Some(classes::FPR8),
            (banks::FPR, 16) => Some(classes::FPR16),
            (banks::FPR, 32) => Some(classes::FPR32),
            (banks::FPR, 64) => Some(classes::FPR64),
            (banks::FPR, 128) => Some(classes::FPR128),
            _ => None,
        }
    }
}
