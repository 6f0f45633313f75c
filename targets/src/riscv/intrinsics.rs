//! Intrinsics of RISC-V: the loops on parts of an aligned word that LLVM's `atomic-expand` leaves in IR.
//!
//! They stand in bitcode that was written after a code generator's passes over IR, as Zig's compiler does. Their operands are those of
//! the target's own opcodes, which [`legalize_atomics`](super::legalize_atomics) builds too; the ordering is their last argument.

use super::instructions::op::*;
use gisel_codegen::builder::Builder;
use gisel_codegen::entity::InstId;
use gisel_codegen::legalizer::Outcome;
use gisel_codegen::llt::S32;
use gisel_codegen::mir::{MemFlags, MemOperand, Operand, OperandTag, Ordering};
use gisel_codegen::target::TargetIntrinsic;
use gisel_codegen::target::instructions::Opcode;

/// In the order of the names.
static INTRINSICS: &[(&str, Opcode)] = &[
    ("llvm.riscv.masked.atomicrmw.add", G_MASKED_ATOMICRMW_ADD),
    ("llvm.riscv.masked.atomicrmw.max", G_MASKED_ATOMICRMW_MAX),
    ("llvm.riscv.masked.atomicrmw.min", G_MASKED_ATOMICRMW_MIN),
    ("llvm.riscv.masked.atomicrmw.nand", G_MASKED_ATOMICRMW_NAND),
    ("llvm.riscv.masked.atomicrmw.sub", G_MASKED_ATOMICRMW_SUB),
    ("llvm.riscv.masked.atomicrmw.umax", G_MASKED_ATOMICRMW_UMAX),
    ("llvm.riscv.masked.atomicrmw.umin", G_MASKED_ATOMICRMW_UMIN),
    ("llvm.riscv.masked.atomicrmw.xchg", G_MASKED_ATOMICRMW_XCHG),
    ("llvm.riscv.masked.cmpxchg", G_MASKED_CMPXCHG),
];

/// The intrinsic with this name.
pub fn named(name: &str) -> Option<TargetIntrinsic> {
    let index = INTRINSICS.binary_search_by_key(&name, |&(name, _)| name).ok()?;
    Some(TargetIntrinsic { number: index as u32, effects: true, access: None })
}

/// The name of the intrinsic with this number.
pub fn name(number: u32) -> Option<&'static str> {
    INTRINSICS.get(number as usize).map(|(name, _)| *name)
}

/// Replaces the intrinsic `inst` by its opcode, which has the access to the word as memory operand.
pub fn legalize(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let operands = b.mf.operands(inst).to_vec();
    let Some(at) = operands.iter().position(|operand| operand.tag() == OperandTag::Intrinsic) else {
        return Outcome::Declined;
    };
    let Some((_, opcode)) = INTRINSICS.get(operands[at].payload() as usize) else { return Outcome::Declined };
    let Some((last, args)) = operands[at + 1..].split_last() else { return Outcome::Declined };
    let Some(ordering) = b.mf.imm_value(*last).and_then(ordering) else { return Outcome::Declined };
    let operands: Vec<Operand> = operands[..at].iter().chain(args).copied().collect();
    let built = b.inst(*opcode, &operands);
    let access = MemOperand::new(MemFlags::LOAD | MemFlags::STORE, S32, 4);
    b.mf.add_mem_operand(built, MemOperand { ordering, failure_ordering: Ordering::Monotonic, ..access });
    Outcome::Replaced
}

/// The ordering by its number in LLVM; those of the loops only.
fn ordering(number: i64) -> Option<Ordering> {
    Some(match number {
        2 => Ordering::Monotonic,
        4 => Ordering::Acquire,
        5 => Ordering::Release,
        6 => Ordering::AcquireRelease,
        7 => Ordering::SequentiallyConsistent,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_found_by_their_numbers() {
        assert!(INTRINSICS.windows(2).all(|w| w[0].0 < w[1].0));
        for (n, (known, _)) in (0..).zip(INTRINSICS) {
            assert_eq!(named(known).map(|intrinsic| intrinsic.number), Some(n));
            assert_eq!(name(n), Some(*known));
        }
        assert_eq!(named("llvm.riscv.none"), None);
    }
}
