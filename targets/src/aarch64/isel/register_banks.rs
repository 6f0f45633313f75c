//! Register banks: integers and addresses in `gpr`, floating point and vectors in `fpr`.

use crate::aarch64::isel::call_lowering::Files;
use crate::aarch64::isel::intrinsics;
use crate::aarch64::isel::materialize::steps;
use crate::aarch64::mc::instructions::op as own;
use crate::aarch64::mc::operands::fp_immediate_of;
use crate::aarch64::registers::{banks, classes};
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::mir::{MachineFunction, Ordering};
use gisel_codegen::ir::opcodes as op;
use gisel_codegen::isel::regbankselect::{Bank, OperandBank, RegisterBankInfo, scalars_of, scalars_up_to};
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::desc::registers::{BankId, RegClassId};

/// The cost of `fmov` between the banks, which takes longer than an addition.
const COPY_COST: u32 = 2;

/// The banks of a subtarget.
#[derive(Debug)]
pub(crate) struct AArch64Banks {
    /// The registers of the subtarget.
    pub files: Files,
}

static BANKS: [Bank; 2] = banks_with(true);
static SCALAR_BANKS: [Bank; 2] = banks_with(false);

/// Returns the banks, of which the second one may hold `vectors`.
const fn banks_with(vectors: bool) -> [Bank; 2] {
    [
        Bank {
            id: banks::GPR,
            scalars: scalars_up_to(64),
            pointers: true,
            vectors: false,
            computes_floats: false,
            copy_costs: &[0, COPY_COST],
        },
        Bank {
            id: banks::FPR,
            scalars: scalars_of(&[8, 16, 32, 64, 128]),
            pointers: false,
            vectors,
            computes_floats: true,
            copy_costs: &[COPY_COST, 0],
        },
    ]
}

impl RegisterBankInfo for AArch64Banks {
    fn banks(&self) -> &[Bank] {
        match self.files {
            Files { floats: false, .. } => &BANKS[..1],
            Files { vectors: false, .. } => &SCALAR_BANKS,
            _ => &BANKS,
        }
    }

    fn operand_bank(&self, mf: &MachineFunction, inst: InstId, n: usize) -> Option<OperandBank> {
        let opcode = mf.opcode(inst);
        match opcode {
            // An element is already in a vector register, unless it is used as an integer.
            op::G_EXTRACT_VECTOR_ELT if n == 0 => Some(OperandBank::Common),
            op::G_INSERT_VECTOR_ELT if n == 2 => Some(OperandBank::Common),
            op::G_BUILD_VECTOR | op::G_SPLAT_VECTOR if n > 0 => {
                let constants = || (1..mf.operands(inst).len()).all(|n| is_constant(mf, inst, n));
                let folded = is_undefined(mf, inst, n) || (is_constant(mf, inst, n) && constants());
                Some(if folded { OperandBank::Any } else { OperandBank::Common })
            }
            // A reduction across lanes, into a vector register.
            op::G_VECREDUCE_FADD | op::G_VECREDUCE_FMAX | op::G_VECREDUCE_FMIN => Some(OperandBank::Float),
            op::G_VECREDUCE_FMAXIMUM | op::G_VECREDUCE_FMINIMUM => Some(OperandBank::Float),
            op::G_VECREDUCE_ADD | op::G_VECREDUCE_SMAX | op::G_VECREDUCE_SMIN => Some(OperandBank::Float),
            op::G_VECREDUCE_UMAX | op::G_VECREDUCE_UMIN => Some(OperandBank::Float),
            own::G_SITOF | own::G_UITOF | own::G_PMULL => Some(OperandBank::Float),
            own::G_DUP if n == 1 => Some(OperandBank::Common),
            // Halves and quarters of a vector register.
            op::G_UNMERGE_VALUES | op::G_MERGE_VALUES => {
                let wide = |n: usize| mf.operands(inst).get(n).and_then(|o| o.vreg()).map(|v| mf.ty(v));
                let last = mf.operands(inst).len() - 1;
                let whole = if opcode == op::G_MERGE_VALUES { wide(0) } else { wide(last) };
                whole.is_some_and(|ty| ty.is_vector()).then_some(OperandBank::Float)
            }
            op::G_INTRINSIC | op::G_INTRINSIC_W_SIDE_EFFECTS => {
                let ty = mf.ty(mf.operands(inst).get(n)?.vreg()?);
                let general = ty.is_pointer() || (!ty.is_vector() && intrinsics::is_general(mf, inst, n));
                Some(if general { OperandBank::Integer } else { OperandBank::Float })
            }
            // Ordered accesses use general registers.
            op::G_LOAD | op::G_STORE if n == 0 => {
                let ordered = mf.mem_operand(inst).is_some_and(|m| m.ordering > Ordering::Monotonic);
                ordered.then_some(OperandBank::Integer)
            }
            _ => None,
        }
    }

    fn mapping_cost(&self, mf: &MachineFunction, inst: InstId, bank: BankId) -> u32 {
        match mf.opcode(inst) {
            op::G_FCONSTANT => constant_cost(mf, inst, bank),
            op::G_LOAD | op::G_STORE | op::G_SELECT => 1,
            // They include a copy between the banks.
            op::G_EXTRACT_VECTOR_ELT | op::G_INSERT_VECTOR_ELT | op::G_BUILD_VECTOR | op::G_SPLAT_VECTOR => {
                if bank == banks::FPR {
                    1
                } else {
                    COPY_COST
                }
            }
            _ => 0,
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

/// Returns the cost of the floating-point constant `inst`: as an integer, or as `fp_constant`
/// builds it.
fn constant_cost(mf: &MachineFunction, inst: InstId, bank: BankId) -> u32 {
    let value = mf.expect_fp(inst, 1);
    let bits = mf.ty(mf.expect_vreg(inst, 0)).bits();
    let moves = steps(value as u64, if bits > 32 { 64 } else { 32 }).len() as u32;
    let double = if bits == 32 { f64::from(f32::from_bits(value as u32)).to_bits() } else { value as u64 };
    match bank {
        banks::GPR => moves,
        _ if value == 0 || (bits >= 32 && fp_immediate_of(double).is_some()) => 1,
        // Less than a copy of the integer, which later passes would not see as a constant.
        _ if bits < 64 || moves <= 2 => moves + COPY_COST - 1,
        // `adrp` and a load.
        _ => 3,
    }
}

/// Returns the opcode that defines operand `n` of `inst`.
fn defining_opcode(mf: &MachineFunction, inst: InstId, n: usize) -> Option<Opcode> {
    mf.vreg_operand(inst, n).and_then(|v| mf.def(v)).map(|def| mf.opcode(def))
}

fn is_undefined(mf: &MachineFunction, inst: InstId, n: usize) -> bool {
    defining_opcode(mf, inst, n) == Some(op::G_IMPLICIT_DEF)
}

fn is_constant(mf: &MachineFunction, inst: InstId, n: usize) -> bool {
    matches!(defining_opcode(mf, inst, n), Some(op::G_CONSTANT | op::G_FCONSTANT | op::G_IMPLICIT_DEF))
}
