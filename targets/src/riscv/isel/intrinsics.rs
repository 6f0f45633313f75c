//! The target's intrinsics, one per line. Most are one instruction.
//!
//! Intrinsics for loops on parts of an aligned word come from LLVM's `atomic-expand`. They are in
//! bitcode that was written after a code generator's IR passes, as by Zig's compiler. Their
//! operands are those of the target's own opcodes, which
//! [`legalize_atomics`](crate::riscv::isel::legalize_atomics) builds too; the ordering is their last argument.
//!
//! Source: RISC-V Bit Manipulation, and Cryptography Extensions, volume I.

use crate::features::FeatureSet;
use crate::isle::prelude::value;
use crate::riscv::features::TABLE as FEATURES;
use crate::riscv::isel::core_v::{self, Operands};
use crate::riscv::mc::instructions::TABLE as INSTRUCTIONS;
use crate::riscv::mc::instructions::op::*;
use crate::riscv::registers::regs;
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::ir::llt::{Llt, S32, S64};
use gisel_codegen::ir::mir::{MachineFunction, MemFlags, MemOperand, Operand, OperandTag, Ordering};
use gisel_codegen::isel::legalizer::Outcome;
use gisel_codegen::isel::select::{Selected, Selection};
use gisel_codegen::machine::desc::instructions::{Opcode, OperandDesc, OperandKind};
use gisel_codegen::machine::facts::{OfBFloats, TargetIntrinsic, Widened};

/// The lowering of an intrinsic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum How {
    /// An opcode of the target's own, with the access to the word as memory operand.
    Masked,
    /// One instruction on whole registers.
    Whole,
    /// One instruction that has the same effect on 32-bit values, whatever their upper bits are.
    Words,
    /// One instruction on whole registers that computes the upper bits of a result: 32-bit values
    /// are in the upper half.
    Upper,
    /// The instruction, of these, whose number is the last argument.
    Numbered(&'static [Opcode]),
    /// One of CORE-V's instructions.
    CoreV(Operands),
}

use How::{CoreV, Masked, Numbered, Upper, Whole, Words};
use Operands::{Address, Amount, Bound, Field, InsertedField, Sum, Swapped};

#[rustfmt::skip]
static MAY_BE_OPERATIONS: [Opcode; 32] = [
    MOP_R_0, MOP_R_1, MOP_R_2, MOP_R_3, MOP_R_4, MOP_R_5, MOP_R_6, MOP_R_7,
    MOP_R_8, MOP_R_9, MOP_R_10, MOP_R_11, MOP_R_12, MOP_R_13, MOP_R_14, MOP_R_15,
    MOP_R_16, MOP_R_17, MOP_R_18, MOP_R_19, MOP_R_20, MOP_R_21, MOP_R_22, MOP_R_23,
    MOP_R_24, MOP_R_25, MOP_R_26, MOP_R_27, MOP_R_28, MOP_R_29, MOP_R_30, MOP_R_31,
];

#[rustfmt::skip]
static MAY_BE_OPERATIONS_OF_TWO: [Opcode; 8] = [
    MOP_RR_0, MOP_RR_1, MOP_RR_2, MOP_RR_3, MOP_RR_4, MOP_RR_5, MOP_RR_6, MOP_RR_7,
];

/// Sorted by name.
#[rustfmt::skip]
static INTRINSICS: &[(&str, Opcode, How)] = &[
    ("llvm.riscv.aes32dsi", AES32DSI, Whole),
    ("llvm.riscv.aes32dsmi", AES32DSMI, Whole),
    ("llvm.riscv.aes32esi", AES32ESI, Whole),
    ("llvm.riscv.aes32esmi", AES32ESMI, Whole),
    ("llvm.riscv.aes64ds", AES64DS, Whole),
    ("llvm.riscv.aes64dsm", AES64DSM, Whole),
    ("llvm.riscv.aes64es", AES64ES, Whole),
    ("llvm.riscv.aes64esm", AES64ESM, Whole),
    ("llvm.riscv.aes64im", AES64IM, Whole),
    ("llvm.riscv.aes64ks1i", AES64KS1I, Whole),
    ("llvm.riscv.aes64ks2", AES64KS2, Whole),
    ("llvm.riscv.brev8", BREV8, Words),
    ("llvm.riscv.clmul", CLMUL, Words),
    ("llvm.riscv.clmulh", CLMULH, Upper),
    ("llvm.riscv.clmulr", CLMULR, Upper),
    ("llvm.riscv.cv.alu.addN", CV_ADDN, CoreV(Amount(CV_ADDNR))),
    ("llvm.riscv.cv.alu.addRN", CV_ADDRN, CoreV(Amount(CV_ADDRNR))),
    ("llvm.riscv.cv.alu.adduN", CV_ADDUN, CoreV(Amount(CV_ADDUNR))),
    ("llvm.riscv.cv.alu.adduRN", CV_ADDURN, CoreV(Amount(CV_ADDURNR))),
    ("llvm.riscv.cv.alu.clip", CV_CLIP, CoreV(Bound(CV_CLIPR))),
    ("llvm.riscv.cv.alu.clipu", CV_CLIPU, CoreV(Bound(CV_CLIPUR))),
    ("llvm.riscv.cv.alu.subN", CV_SUBN, CoreV(Amount(CV_SUBNR))),
    ("llvm.riscv.cv.alu.subRN", CV_SUBRN, CoreV(Amount(CV_SUBRNR))),
    ("llvm.riscv.cv.alu.subuN", CV_SUBUN, CoreV(Amount(CV_SUBUNR))),
    ("llvm.riscv.cv.alu.subuRN", CV_SUBURN, CoreV(Amount(CV_SUBURNR))),
    ("llvm.riscv.cv.bitmanip.bclr", CV_BCLR, CoreV(Field(CV_BCLRR))),
    ("llvm.riscv.cv.bitmanip.bitrev", CV_BITREV, CoreV(Swapped)),
    ("llvm.riscv.cv.bitmanip.bset", CV_BSET, CoreV(Field(CV_BSETR))),
    ("llvm.riscv.cv.bitmanip.clb", CV_CLB, Whole),
    ("llvm.riscv.cv.bitmanip.extract", CV_EXTRACT, CoreV(Field(CV_EXTRACTR))),
    ("llvm.riscv.cv.bitmanip.extractu", CV_EXTRACTU, CoreV(Field(CV_EXTRACTUR))),
    ("llvm.riscv.cv.bitmanip.insert", CV_INSERT, CoreV(InsertedField(CV_INSERTR))),
    ("llvm.riscv.cv.elw.elw", CV_ELW, CoreV(Address)),
    ("llvm.riscv.cv.mac.mac", CV_MAC, CoreV(Sum)),
    ("llvm.riscv.cv.mac.machhsN", CV_MACHHSN, CoreV(Sum)),
    ("llvm.riscv.cv.mac.machhsRN", CV_MACHHSRN, CoreV(Sum)),
    ("llvm.riscv.cv.mac.machhuN", CV_MACHHUN, CoreV(Sum)),
    ("llvm.riscv.cv.mac.machhuRN", CV_MACHHURN, CoreV(Sum)),
    ("llvm.riscv.cv.mac.macsN", CV_MACSN, CoreV(Sum)),
    ("llvm.riscv.cv.mac.macsRN", CV_MACSRN, CoreV(Sum)),
    ("llvm.riscv.cv.mac.macuN", CV_MACUN, CoreV(Sum)),
    ("llvm.riscv.cv.mac.macuRN", CV_MACURN, CoreV(Sum)),
    ("llvm.riscv.cv.mac.msu", CV_MSU, CoreV(Sum)),
    ("llvm.riscv.cv.mac.mulhhsN", CV_MULHHSN, Whole),
    ("llvm.riscv.cv.mac.mulhhsRN", CV_MULHHSRN, Whole),
    ("llvm.riscv.cv.mac.mulhhuN", CV_MULHHUN, Whole),
    ("llvm.riscv.cv.mac.mulhhuRN", CV_MULHHURN, Whole),
    ("llvm.riscv.cv.mac.mulsN", CV_MULSN, Whole),
    ("llvm.riscv.cv.mac.mulsRN", CV_MULSRN, Whole),
    ("llvm.riscv.cv.mac.muluN", CV_MULUN, Whole),
    ("llvm.riscv.cv.mac.muluRN", CV_MULURN, Whole),
    ("llvm.riscv.masked.atomicrmw.add", G_MASKED_ATOMICRMW_ADD, Masked),
    ("llvm.riscv.masked.atomicrmw.max", G_MASKED_ATOMICRMW_MAX, Masked),
    ("llvm.riscv.masked.atomicrmw.min", G_MASKED_ATOMICRMW_MIN, Masked),
    ("llvm.riscv.masked.atomicrmw.nand", G_MASKED_ATOMICRMW_NAND, Masked),
    ("llvm.riscv.masked.atomicrmw.sub", G_MASKED_ATOMICRMW_SUB, Masked),
    ("llvm.riscv.masked.atomicrmw.umax", G_MASKED_ATOMICRMW_UMAX, Masked),
    ("llvm.riscv.masked.atomicrmw.umin", G_MASKED_ATOMICRMW_UMIN, Masked),
    ("llvm.riscv.masked.atomicrmw.xchg", G_MASKED_ATOMICRMW_XCHG, Masked),
    ("llvm.riscv.masked.cmpxchg", G_MASKED_CMPXCHG, Masked),
    ("llvm.riscv.mips.ehb", MIPS_EHB, Whole),
    ("llvm.riscv.mips.ihb", MIPS_IHB, Whole),
    ("llvm.riscv.mips.pause", MIPS_PAUSE, Whole),
    ("llvm.riscv.mopr", MOP_R_0, Numbered(&MAY_BE_OPERATIONS)),
    ("llvm.riscv.moprr", MOP_RR_0, Numbered(&MAY_BE_OPERATIONS_OF_TWO)),
    ("llvm.riscv.nds.ffb", NDS_FFB, Whole),
    ("llvm.riscv.nds.ffmism", NDS_FFMISM, Whole),
    ("llvm.riscv.nds.ffzmism", NDS_FFZMISM, Whole),
    ("llvm.riscv.nds.flmism", NDS_FLMISM, Whole),
    ("llvm.riscv.orc.b", ORC_B, Words),
    ("llvm.riscv.pause", PAUSE, Whole),
    ("llvm.riscv.sha256sig0", SHA256SIG0, Words),
    ("llvm.riscv.sha256sig1", SHA256SIG1, Words),
    ("llvm.riscv.sha256sum0", SHA256SUM0, Words),
    ("llvm.riscv.sha256sum1", SHA256SUM1, Words),
    ("llvm.riscv.sha512sig0", SHA512SIG0, Whole),
    ("llvm.riscv.sha512sig0h", SHA512SIG0H, Whole),
    ("llvm.riscv.sha512sig0l", SHA512SIG0L, Whole),
    ("llvm.riscv.sha512sig1", SHA512SIG1, Whole),
    ("llvm.riscv.sha512sig1h", SHA512SIG1H, Whole),
    ("llvm.riscv.sha512sig1l", SHA512SIG1L, Whole),
    ("llvm.riscv.sha512sum0", SHA512SUM0, Whole),
    ("llvm.riscv.sha512sum0r", SHA512SUM0R, Whole),
    ("llvm.riscv.sha512sum1", SHA512SUM1, Whole),
    ("llvm.riscv.sha512sum1r", SHA512SUM1R, Whole),
    ("llvm.riscv.sm3p0", SM3P0, Words),
    ("llvm.riscv.sm3p1", SM3P1, Words),
    ("llvm.riscv.sm4ed", SM4ED, Words),
    ("llvm.riscv.sm4ks", SM4KS, Words),
    ("llvm.riscv.unzip", UNZIP, Whole),
    ("llvm.riscv.xperm4", XPERM4, Whole),
    ("llvm.riscv.xperm8", XPERM8, Whole),
    ("llvm.riscv.zip", ZIP, Whole),
];

/// Returns the intrinsic with this name, on rv32 or rv64.
pub(crate) fn named(name: &str, xlen: u32) -> Option<TargetIntrinsic> {
    let index = INTRINSICS.binary_search_by_key(&name, |&(name, ..)| name).ok()?;
    let (_, opcode, how) = INTRINSICS[index];
    let effects = matches!(how, Masked | CoreV(Address)) || INSTRUCTIONS.desc(opcode).num_defs == 0;
    let widened = match how {
        Masked | Whole | CoreV(_) => None,
        Words | Upper | Numbered(_) => Some(Widened { below: 64, ty: S64, upper: how == Upper }),
    };
    let widened = widened.filter(|_| xlen == 64);
    Some(TargetIntrinsic {
        number: index as u32,
        effects,
        access: None,
        widened,
        of_bfloats: OfBFloats::None,
    })
}

/// Returns the name of the intrinsic with this number.
pub(crate) fn name(number: u32) -> Option<&'static str> {
    INTRINSICS.get(number as usize).map(|(name, ..)| *name)
}

/// Returns the row of the intrinsic `inst`, and the index of its first argument.
fn row(mf: &MachineFunction, inst: InstId) -> Option<(Opcode, How, usize)> {
    let operands = mf.operands(inst);
    let at = operands.iter().position(|operand| operand.tag() == OperandTag::Intrinsic)?;
    let &(_, opcode, how) = INTRINSICS.get(operands[at].payload() as usize)?;
    Some((opcode, how, at + 1))
}

/// Replaces the intrinsic `inst` by its opcode, unless it is one instruction.
pub(crate) fn legalize(b: &mut Builder<'_>, inst: InstId) -> Outcome {
    let Some((opcode, how, first)) = row(b.mf, inst) else { return Outcome::Declined };
    if how != Masked {
        return Outcome::Legal;
    }
    let operands = b.mf.operands(inst).to_vec();
    let Some((last, args)) = operands[first..].split_last() else { return Outcome::Declined };
    let Some(ordering) = b.mf.imm_value(*last).and_then(ordering) else { return Outcome::Declined };
    let operands: Vec<Operand> = operands[..first - 1].iter().chain(args).copied().collect();
    let built = b.inst(opcode, &operands);
    let access = MemOperand::new(MemFlags::LOAD | MemFlags::STORE, S32, 4);
    b.mf.add_mem_operand(built, MemOperand { ordering, failure_ordering: Ordering::Monotonic, ..access });
    Outcome::Replaced
}

/// Returns the ordering of LLVM's number; only those of the loops.
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

/// Selects the intrinsic `inst`; `None` if the instruction has no such operands, or the subtarget
/// lacks it.
pub(crate) fn select(s: &mut Selection<'_>, set: &FeatureSet, inst: InstId) -> Option<Selected> {
    let (mut opcode, how, first) = row(s.mf, inst)?;
    let mut args = s.mf.operands(inst)[first..].to_vec();
    match how {
        Masked => return None,
        Numbered(opcodes) => {
            let number = args.pop().and_then(|number| s.mf.imm_value(number))?;
            opcode = *opcodes.get(usize::try_from(number).ok()?)?;
        }
        CoreV(how) => opcode = core_v::operands(s, opcode, how, &mut args)?,
        Whole | Words | Upper => {}
    }
    if let Some(missing) = INSTRUCTIONS.missing_feature(opcode, &|name| FEATURES.has(set, name)) {
        s.fail(format!("this intrinsic needs the target feature `+{}`", missing.replace('/', "` or `+")));
        return None;
    }
    let desc = INSTRUCTIONS.desc(opcode);
    let listed = &desc.operands[desc.num_defs as usize..];
    if args.len() != listed.len() {
        return None;
    }
    for (arg, listed) in args.iter_mut().zip(listed) {
        *arg = fitting(s.mf, *arg, listed)?;
    }
    if desc.num_defs == 0 {
        s.emit(opcode, &args);
        return Some(Selected::default());
    }
    Some(value(s.op(opcode, &args)))
}

/// Returns `arg` as an operand of an instruction, if it suits: a number in range, an address, or a
/// whole register, which is x0 for a zero.
fn fitting(mf: &MachineFunction, arg: Operand, listed: &OperandDesc) -> Option<Operand> {
    match (listed.kind, arg.vreg()) {
        (OperandKind::Imm(kind), _) => {
            let accepts = |number: &i64| INSTRUCTIONS.imm_kind(kind).accepts(*number);
            mf.imm_value(arg).filter(accepts).map(|_| arg)
        }
        (OperandKind::Expr(_), _) => Some(arg),
        (_, None) => (arg.phys().is_some() || arg.as_frame_index().is_some()).then_some(arg),
        (_, Some(vreg)) if mf.constant(vreg) == Some(0) && listed.tied_to.is_none() => {
            Some(Operand::use_of(regs::X0))
        }
        (_, Some(vreg)) => {
            let ty = mf.ty(vreg);
            (ty == Llt::scalar(mf.pointer.bits()) || ty == mf.pointer).then_some(arg)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_sorted_and_found_by_their_numbers() {
        assert!(INTRINSICS.windows(2).all(|w| w[0].0 < w[1].0));
        for (n, (known, ..)) in (0..).zip(INTRINSICS) {
            assert_eq!(named(known, 64).map(|intrinsic| intrinsic.number), Some(n));
            assert_eq!(name(n), Some(*known));
        }
        assert_eq!(named("llvm.riscv.none", 64), None);
    }
}
