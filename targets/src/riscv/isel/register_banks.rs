//! Register banks: integers and addresses in `gprb`, floating point in `fprb`.

use crate::riscv::features::Features;
use crate::riscv::isel::materialize::materialize;
use crate::riscv::mc::instructions::op;
use crate::riscv::mc::operands::fli_number;
use crate::riscv::registers::{banks, classes};
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::ir::llt::{Llt, S64};
use gisel_codegen::ir::mir::MachineFunction;
use gisel_codegen::ir::opcodes as gop;
use gisel_codegen::isel::regbankselect::{Bank, OperandBank, RegisterBankInfo, scalars_of, scalars_up_to};
use gisel_codegen::machine::desc::registers::{BankId, RegClassId};

/// The cost of `fmv` between the banks, which takes longer than an addition.
const COPY_COST: u32 = 2;

/// The banks of a subtarget.
#[derive(Debug)]
pub(crate) struct RiscvBanks {
    features: Features,
    table: [Bank; 2],
}

impl RiscvBanks {
    /// Returns the banks of a subtarget with these features.
    pub(crate) fn new(features: Features) -> RiscvBanks {
        let sizes: &[u32] = match (features.flen(), features.moves_halves()) {
            (64, true) => &[16, 32, 64],
            (64, false) => &[32, 64],
            (32, true) => &[16, 32],
            (32, false) => &[32],
            _ => &[],
        };
        let general = Bank {
            id: banks::GPRB,
            scalars: scalars_up_to(features.xlen()),
            pointers: true,
            vectors: false,
            computes_floats: false,
            copy_costs: &[0, COPY_COST],
        };
        let floats = Bank {
            id: banks::FPRB,
            scalars: scalars_of(sizes),
            pointers: false,
            vectors: false,
            computes_floats: true,
            copy_costs: &[COPY_COST, 0],
        };
        RiscvBanks { features, table: [general, floats] }
    }
}

impl RegisterBankInfo for RiscvBanks {
    fn banks(&self) -> &[Bank] {
        &self.table
    }

    fn operand_bank(&self, mf: &MachineFunction, inst: InstId, n: usize) -> Option<OperandBank> {
        match mf.opcode(inst) {
            // Pairs of words, and their whole values.
            gop::G_MERGE_VALUES => Some(if n == 0 { OperandBank::Float } else { OperandBank::Integer }),
            gop::G_UNMERGE_VALUES if n < 2 => Some(OperandBank::Integer),
            gop::G_UNMERGE_VALUES => Some(OperandBank::Float),
            op::G_FCVT_W_RV64 | op::G_FCVT_WU_RV64 | op::G_FCVT_L_RV64 | op::G_FCLASS if n == 1 => {
                Some(OperandBank::Float)
            }
            op::G_FCVT_S_BF16 | op::G_FCVT_BF16_S => Some(OperandBank::Float),
            _ => None,
        }
    }

    fn mapping_cost(&self, mf: &MachineFunction, inst: InstId, bank: BankId) -> u32 {
        match mf.opcode(inst) {
            gop::G_FCONSTANT => constant_cost(mf, inst, bank, self.features),
            gop::G_LOAD | gop::G_STORE | gop::G_SELECT => 1,
            _ => 0,
        }
    }

    fn class_for(&self, bank: BankId, ty: Llt) -> Option<RegClassId> {
        match (bank, ty.bits()) {
            (banks::GPRB, 64) if self.features.pairs_doubles() => Some(classes::GPRPAIR),
            (banks::GPRB, ..=64) if !ty.is_vector() => Some(classes::GPR),
            (banks::FPRB, 16) => Some(classes::FPR16),
            (banks::FPRB, 32) => Some(classes::FPR32),
            (banks::FPRB, 64) => Some(classes::FPR64),
            _ => None,
        }
    }
}

/// Returns the cost of the floating-point constant `inst`: as an integer; as an integer with a
/// copy, for which zero has a register; or loaded from memory.
fn constant_cost(mf: &MachineFunction, inst: InstId, bank: BankId, features: Features) -> u32 {
    let value = mf.expect_fp(inst, 1);
    let ty = mf.vreg_operand(inst, 0).map_or(Llt::INVALID, |v| mf.ty(v));
    let is_double = ty == S64;
    if bank == banks::FPRB && fli_number(features, ty, value).is_some() {
        return 1;
    }
    let moves = match (value, is_double) {
        (_, true) => materialize(value as i64, features | Features::RV64).len() as u32,
        (_, false) => materialize(i64::from(value as i32), features).len() as u32,
    };
    match bank {
        banks::GPRB => moves,
        _ if value == 0 => COPY_COST,
        _ if is_double && moves > 3 => 3,
        // Less than a copy of the integer, which later passes would not see as a constant.
        _ => moves + COPY_COST - 1,
    }
}
