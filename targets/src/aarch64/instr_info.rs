//! Copies between physical registers, spills and reloads, register masks, and the few instructions
//! that later passes insert.

use crate::aarch64::isel::llvm_forms;
use crate::aarch64::isel::materialize;
use crate::aarch64::mc::branches::bti;
use crate::aarch64::mc::branches::inverse_branch;
use crate::aarch64::mc::instructions::op;
use crate::aarch64::passes::load_store_pairs;
use crate::aarch64::registers::calling_conventions;
use crate::aarch64::registers::{REGISTERS, classes, regs, subs};
use gisel_codegen::ir::builder::{Builder, InsertPoint};
use gisel_codegen::ir::entity::{BlockId, FrameIndex, InstId};
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::mir::{MachineFunction, MemFlags, MemOperand, Operand, OperandFlags, PointerInfo};
use gisel_codegen::ir::opcodes::CFI_INSTRUCTION;
use gisel_codegen::machine::branch_info::{BranchInfo, CallMark, Landing, LandingMarks, ZeroTest};
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::desc::reg_mask::RegMask;
use gisel_codegen::machine::desc::registers::{PhysReg, RegClassId, SubReg};
use gisel_codegen::machine::instr_info::{InstrInfo, MemoryAddress, WrittenValue};
use gisel_codegen::machine::operand_info::OperandInfo;
use gisel_codegen::support::error::{CompileError, Result};

/// AArch64's instruction properties.
#[derive(Debug)]
pub(crate) struct AArch64InstrInfo {
    /// True if registers hold vectors, so that instructions on them copy 128 bits.
    pub vectors: bool,
}

/// The file and width of a register.
#[derive(Clone, Copy, PartialEq, Eq)]
enum RegisterKind {
    W,
    X,
    Fp(u16),
}

fn kind(reg: PhysReg) -> Option<RegisterKind> {
    let kinds = [
        (classes::GPR64ALL, RegisterKind::X),
        (classes::GPR32ALL, RegisterKind::W),
        (classes::FPR8, RegisterKind::Fp(8)),
        (classes::FPR16, RegisterKind::Fp(16)),
        (classes::FPR32, RegisterKind::Fp(32)),
        (classes::FPR64, RegisterKind::Fp(64)),
        (classes::FPR128, RegisterKind::Fp(128)),
    ];
    kinds.iter().find(|(class, _)| REGISTERS.contains(*class, reg)).map(|(_, kind)| *kind)
}

/// Returns the 32-bit register whose low part is a B or H register; other registers unchanged.
fn at_least_single(reg: PhysReg) -> PhysReg {
    let parent = |reg, sub: SubReg, class| REGISTERS.matching_super_reg(reg, sub, class).unwrap_or(reg);
    let half = parent(reg, subs::BSUB, classes::FPR16);
    parent(half, subs::HSUB, classes::FPR32)
}

/// Builds `dst = src` if there is an instruction for it.
fn copy(b: &mut Builder<'_>, dst: PhysReg, src: PhysReg) -> Option<InstId> {
    let (to, from) = (kind(dst)?, kind(src)?);
    let zero = Operand::small_imm(0);
    let is_sp = |r| r == regs::SP || r == regs::WSP;
    let whole = |reg, kind| if matches!(kind, RegisterKind::Fp(8 | 16)) { at_least_single(reg) } else { reg };
    let (dst, src) = (whole(dst, to), whole(src, from));
    let (def, value) = (Operand::def(dst), Operand::use_of(src));
    Some(match (to, from) {
        (RegisterKind::X, RegisterKind::X) if is_sp(dst) || is_sp(src) => {
            b.inst(op::ADDXri, &[def, value, zero, zero])
        }
        (RegisterKind::W, RegisterKind::W) if is_sp(dst) || is_sp(src) => {
            b.inst(op::ADDWri, &[def, value, zero, zero])
        }
        (RegisterKind::X, RegisterKind::X) => b.inst(op::ORRXrr, &[def, Operand::use_of(regs::XZR), value]),
        (RegisterKind::W, RegisterKind::W) => b.inst(op::ORRWrr, &[def, Operand::use_of(regs::WZR), value]),
        (RegisterKind::Fp(128), RegisterKind::Fp(128)) => b.inst(op::ORRv16i8, &[def, value, value]),
        (RegisterKind::Fp(64), RegisterKind::Fp(64)) => b.inst(op::FMOVDr, &[def, value]),
        (RegisterKind::Fp(8 | 16 | 32), RegisterKind::Fp(8 | 16 | 32)) => b.inst(op::FMOVSr, &[def, value]),
        (RegisterKind::Fp(64), RegisterKind::X) => b.inst(op::FMOVXDr, &[def, value]),
        (RegisterKind::X, RegisterKind::Fp(64)) => b.inst(op::FMOVDXr, &[def, value]),
        (RegisterKind::Fp(8 | 16 | 32), RegisterKind::W) => b.inst(op::FMOVWSr, &[def, value]),
        (RegisterKind::W, RegisterKind::Fp(8 | 16 | 32)) => b.inst(op::FMOVSWr, &[def, value]),
        _ => return None,
    })
}

/// Builds `dst = src` for 128 bits without vectors: through memory beneath the stack pointer.
fn copy_through_stack(b: &mut Builder<'_>, dst: PhysReg, src: PhysReg) {
    let (sp, written) = (Operand::use_of(regs::SP), Operand::def(regs::SP));
    b.inst(op::STRQpre, &[written, Operand::use_of(src), sp, Operand::small_imm(-16)]);
    b.inst(op::LDRQpost, &[written, Operand::def(dst), sp, Operand::small_imm(16)]);
}

/// Returns the D or Q registers of a tuple; empty for other registers.
fn tuple_parts(reg: PhysReg) -> Vec<PhysReg> {
    const PARTS: [[SubReg; 4]; 2] = [
        [subs::DSUB0, subs::DSUB1, subs::DSUB2, subs::DSUB3],
        [subs::QSUB0, subs::QSUB1, subs::QSUB2, subs::QSUB3],
    ];
    if PARTS.iter().all(|subs| REGISTERS.sub_reg(reg, subs[0]).is_none()) {
        return Vec::new();
    }
    let of = |subs: [SubReg; 4]| subs.into_iter().map_while(|sub| REGISTERS.sub_reg(reg, sub)).collect();
    let [d, q]: [Vec<PhysReg>; 2] = PARTS.map(of);
    if q.is_empty() { d } else { q }
}

/// Returns the store and the load of a class's spill slots.
fn spill_opcodes(class: RegClassId) -> (Opcode, Opcode) {
    let class = REGISTERS.class(class);
    let general = class.bank == crate::aarch64::registers::banks::GPR;
    match (class.bits, general) {
        (32, true) => (op::STRWui, op::LDRWui),
        (_, true) => (op::STRXui, op::LDRXui),
        (8, _) => (op::STRBui, op::LDRBui),
        (16, _) => (op::STRHui, op::LDRHui),
        (32, _) => (op::STRSui, op::LDRSui),
        (64, _) => (op::STRDui, op::LDRDui),
        _ => (op::STRQui, op::LDRQui),
    }
}

/// Returns the registers that are spilled for a register: itself, or those of a tuple, each with
/// its class and index.
fn spilled_parts(reg: PhysReg, class: RegClassId) -> Vec<(PhysReg, RegClassId, i32)> {
    let parts = tuple_parts(reg);
    let Some(&first) = parts.first() else { return vec![(reg, class, 0)] };
    let class = if REGISTERS.contains(classes::FPR128, first) { classes::FPR128 } else { classes::FPR64 };
    parts.into_iter().zip(0..).map(|(part, index)| (part, class, index)).collect()
}

/// Returns the access to the `index`th register of `class` in a spill slot.
fn slot_access(flags: MemFlags, class: RegClassId, slot: FrameIndex, index: i32) -> MemOperand {
    let class = REGISTERS.class(class);
    let ty = Llt::scalar(class.bits.into());
    let offset = i64::from(index) * i64::from(class.spill_size);
    MemOperand::new(flags, ty, class.spill_align.into()).with_pointer(PointerInfo::Stack(slot, offset))
}

impl BranchInfo for AArch64InstrInfo {
    fn unconditional_branch_target(&self, mf: &MachineFunction, inst: InstId) -> Option<BlockId> {
        if mf.opcode(inst) != op::B {
            return None;
        }
        mf.operands(inst).first()?.as_block()
    }

    fn invert_branch(&self, mf: &mut MachineFunction, inst: InstId) -> bool {
        let opcode = mf.opcode(inst);
        let Some(inverse) = inverse_branch(opcode) else { return false };
        if opcode == op::Bcc {
            let Some(condition) = mf.imm_value(mf.operand(inst, 0)) else { return false };
            let inverted = mf.imm(condition ^ 1);
            mf.set_operand(inst, 0, inverted);
        }
        mf.inst_mut(inst).opcode = inverse;
        true
    }

    /// The upper half of a tested word is unknown.
    fn zero_test(&self, mf: &MachineFunction, inst: InstId) -> Option<ZeroTest> {
        let is_zero = match mf.opcode(inst) {
            op::CBZX => true,
            op::CBNZX => false,
            _ => return None,
        };
        let &[reg, target] = mf.operands(inst) else { return None };
        Some(ZeroTest { reg: reg.phys()?, target: target.as_block()?, is_zero })
    }

    fn insert_branch(&self, b: &mut Builder<'_>, to: BlockId) {
        b.inst(op::B, &[Operand::block(to)]);
    }

    fn landing_marks(&self, mf: &MachineFunction) -> Option<LandingMarks> {
        mf.attrs.branch_target_enforcement.then_some(LandingMarks { align: 4, jump_tables: true })
    }

    /// Inserts a landing mark. An instruction that signs with the stack pointer alone is itself the
    /// landing mark of a call. The unwind rule of other signatures stays next to them.
    fn insert_landing_mark(&self, b: &mut Builder<'_>, landing: Landing) {
        if let InsertPoint::Before(first) = b.point()
            && b.mf.opcode(first) == op::PAUTH_PROLOGUE
            && let Some(rule) = b.mf.prev_inst(first).filter(|&rule| b.mf.opcode(rule) == CFI_INSTRUCTION)
        {
            b.set_point(InsertPoint::Before(rule));
        }
        let signs = match b.point() {
            InsertPoint::Before(first) => matches!(b.mf.opcode(first), op::PACIASP | op::PACIBSP),
            InsertPoint::End(_) => false,
        };
        if !signs || landing != Landing::CALL {
            b.inst(op::HINT, &[Operand::small_imm(bti(landing) as i32)]);
        }
    }

    fn marked_call(&self, opcode: Opcode, mark: CallMark) -> Option<Opcode> {
        match (opcode, mark) {
            (op::BL, CallMark::Landing) => Some(op::BL_BTI),
            (op::BLR, CallMark::Landing) => Some(op::BLR_BTI),
            (op::BL, CallMark::ReturnValue) => Some(op::BL_RVMARKER),
            (op::BLR, CallMark::ReturnValue) => Some(op::BLR_RVMARKER),
            _ => None,
        }
    }
}

impl OperandInfo for AArch64InstrInfo {
    fn read_part(&self, mf: &MachineFunction, inst: InstId, n: usize) -> Option<SubReg> {
        // The last bit of the field.
        let is_in_word = || mf.imm_value(mf.operand(inst, 3)).is_some_and(|last| last < 32);
        let is_field = matches!(mf.opcode(inst), op::SBFMXri | op::UBFMXri) && n == 1;
        (is_field && is_in_word()).then_some(subs::SUB_32)
    }

    fn tie_to(&self, mf: &mut MachineFunction, inst: InstId, reg: PhysReg) -> bool {
        let (bit, bif) = match mf.opcode(inst) {
            op::BSLv8i8 => (op::BITv8i8, op::BIFv8i8),
            op::BSLv16i8 => (op::BITv16i8, op::BIFv16i8),
            _ => return false,
        };
        let &[_, mask, a, b] = mf.operands(inst) else { return false };
        let use_of = |operand: Operand| operand.phys().map(Operand::use_of);
        let (Some(mask), Some(a), Some(b)) = (use_of(mask), use_of(a), use_of(b)) else { return false };
        let (opcode, tied, value) = match [a, b].map(|input| input.phys() == Some(reg)) {
            [_, true] => (bit, b, a),
            [true, false] => (bif, a, b),
            _ => return false,
        };
        let tied = tied.with_flags(OperandFlags::TIED);
        mf.replace_with_inst(inst, opcode, &[Operand::def(reg), tied, value, mask]);
        true
    }
}

impl InstrInfo for AArch64InstrInfo {
    fn to_llvm_form(&self, mf: &mut MachineFunction, inst: InstId) {
        llvm_forms::rewrite(mf, inst);
    }

    fn reg_mask(&self, index: u32) -> RegMask {
        calling_conventions::reg_mask(index)
    }

    fn is_as_cheap_as_a_move(&self, mf: &MachineFunction, inst: InstId) -> bool {
        let bits = match mf.opcode(inst) {
            op::MOVi32imm => 32,
            op::MOVi64imm => 64,
            _ => return true,
        };
        let value = mf.imm_value(mf.operand(inst, 1));
        value.is_some_and(|value| materialize::steps(value as u64, bits).len() == 1)
    }

    fn copy_phys_reg(&self, b: &mut Builder<'_>, dst: PhysReg, src: PhysReg) -> Result<()> {
        if !self.vectors && kind(dst) == Some(RegisterKind::Fp(128)) && kind(src) == kind(dst) {
            copy_through_stack(b, dst, src);
            return Ok(());
        }
        if copy(b, dst, src).is_some() {
            return Ok(());
        }
        let mut pairs: Vec<_> = tuple_parts(dst).into_iter().zip(tuple_parts(src)).collect();
        if pairs.is_empty() {
            let name = |r| REGISTERS.reg(r).name;
            return Err(CompileError::new(
                &b.mf.name,
                format!("${} = COPY ${}", name(dst), name(src)),
                "no instruction copies between these registers",
            ));
        }
        // Registers that are still to be read must not be overwritten: if the destination starts
        // inside of the source, the order is reversed.
        let inside = |&(first, _): &(PhysReg, PhysReg)| pairs.iter().any(|&(_, from)| from == first);
        if pairs.first().is_some_and(inside) {
            pairs.reverse();
        }
        pairs.into_iter().try_for_each(|(to, from)| self.copy_phys_reg(b, to, from))
    }

    fn store_reg_to_stack(&self, b: &mut Builder<'_>, src: PhysReg, class: RegClassId, slot: FrameIndex) {
        for (part, class, index) in spilled_parts(src, class) {
            let operands = [Operand::use_of(part), Operand::frame_index(slot), Operand::small_imm(index)];
            let inst = b.inst(spill_opcodes(class).0, &operands);
            b.mf.add_mem_operand(inst, slot_access(MemFlags::STORE, class, slot, index));
        }
    }

    fn load_reg_from_stack(&self, b: &mut Builder<'_>, dst: PhysReg, class: RegClassId, slot: FrameIndex) {
        for (part, class, index) in spilled_parts(dst, class) {
            let operands = [Operand::def(part), Operand::frame_index(slot), Operand::small_imm(index)];
            let inst = b.inst(spill_opcodes(class).1, &operands);
            b.mf.add_mem_operand(inst, slot_access(MemFlags::LOAD, class, slot, index));
        }
    }

    fn is_constant_register(&self, reg: PhysReg) -> bool {
        reg == regs::XZR || reg == regs::WZR
    }

    fn written_value(&self, mf: &MachineFunction, inst: InstId) -> Option<WrittenValue> {
        match (mf.opcode(inst), mf.operands(inst)) {
            (op::MOVi32imm, &[_, value]) => {
                Some(WrittenValue::Integer(i64::from(mf.imm_value(value)? as u32)))
            }
            (op::MOVi64imm, &[_, value]) => mf.imm_value(value).map(WrittenValue::Integer),
            (opcode @ (op::ADDXri | op::SUBXri), &[_, from, addend, shift]) => {
                let addend = mf.imm_value(addend)? << mf.imm_value(shift)?;
                let addend = if opcode == op::SUBXri { -addend } else { addend };
                Some(WrittenValue::Sum(from.phys()?, addend))
            }
            _ => None,
        }
    }

    fn memory_address(&self, mf: &MachineFunction, inst: InstId) -> Option<MemoryAddress> {
        load_store_pairs::memory_address(mf, inst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_keep_low_halves_only() {
        let mask = AArch64InstrInfo { vectors: true }.reg_mask(calling_conventions::mask::AAPCS);
        let keeps = |r| mask.preserves_all(REGISTERS.units(r));
        let kept = [regs::X19, regs::X28, regs::FP, regs::SP, regs::D8, regs::D15];
        assert!(kept.into_iter().all(keeps));
        let lost = [regs::X0, regs::X18, regs::LR, regs::Q8, regs::Q15, regs::D7, regs::D16, regs::NZCV];
        assert!(!lost.into_iter().any(keeps));
    }

    #[test]
    fn small_fp_registers_are_copied_whole() {
        assert_eq!(at_least_single(regs::B5), regs::S5);
        assert_eq!(at_least_single(regs::H31), regs::S31);
        assert_eq!(at_least_single(regs::X3), regs::X3);
    }
}
