//! Copies between physical registers, spills and reloads, branches, and register masks.

use crate::riscv::features::Features;
use crate::riscv::isel::llvm_forms;
use crate::riscv::isel::materialize::materialize;
use crate::riscv::mc::instructions::op;
use crate::riscv::mc::relocations::inverse_branch;
use crate::riscv::registers::calling_conventions;
use crate::riscv::registers::xlen;
use crate::riscv::registers::{REGISTERS, classes, regs, subs};
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{BlockId, FrameIndex, InstId};
use gisel_codegen::ir::llt::{S16, S32, S64};
use gisel_codegen::ir::mir::{MachineFunction, MemFlags, MemOperand, Operand, OperandTag, PointerInfo};
use gisel_codegen::machine::branch_info::{
    BranchInfo, CallMark, Landing, LandingMarks, LongBranch, ZeroTest,
};
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::desc::reg_mask::RegMask;
use gisel_codegen::machine::desc::registers::{PhysReg, RegClassId};
use gisel_codegen::machine::instr_info::{InstrInfo, MemoryAddress, WrittenValue};
use gisel_codegen::machine::operand_info::{OperandInfo, ShortForm};
use gisel_codegen::support::error::{CompileError, Result};

/// Returns the register that long jumps write, in functions that may have some.
pub(crate) fn long_branch_register(features: Features) -> PhysReg {
    if features.contains(Features::E) { regs::X6 } else { regs::X31 }
}

/// A jump through this register may land anywhere. With landing pads, it is not used for other
/// calls or jumps.
pub(crate) const GUARDED_JUMP_REGISTER: PhysReg = regs::X7;

/// The alignment of landing pads, in bytes.
pub(crate) const LPAD_ALIGN: u32 = 4;

/// The maximum number of instructions that build a constant; otherwise it is loaded, which takes
/// two.
const MAX_STEPS: usize = 5;

/// The file of a register.
#[derive(Clone, Copy, PartialEq, Eq)]
enum File {
    Integer,
    Half,
    Single,
    Double,
}

fn file(reg: PhysReg) -> Option<File> {
    let kinds = [
        (classes::GPR, File::Integer),
        (classes::FPR16, File::Half),
        (classes::FPR32, File::Single),
        (classes::FPR64, File::Double),
    ];
    kinds.iter().find(|(class, _)| REGISTERS.contains(*class, reg)).map(|(_, file)| *file)
}

/// The selects of one of two register values.
pub(crate) const SELECTS: [Opcode; 4] = [
    op::Select_GPR_Using_CC_GPR,
    op::Select_FPR16_Using_CC_GPR,
    op::Select_FPR32_Using_CC_GPR,
    op::Select_FPR64_Using_CC_GPR,
];

/// RISC-V's instruction properties.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RiscvInstrInfo {
    /// The subtarget's features.
    pub features: Features,
}

impl BranchInfo for RiscvInstrInfo {
    fn unconditional_branch_target(&self, mf: &MachineFunction, inst: InstId) -> Option<BlockId> {
        if mf.opcode(inst) == op::PseudoBR { mf.operand(inst, 0).as_block() } else { None }
    }

    fn invert_branch(&self, mf: &mut MachineFunction, inst: InstId) -> bool {
        let inverse = inverse_branch(mf.opcode(inst));
        if let Some(opcode) = inverse {
            mf.inst_mut(inst).opcode = opcode;
        }
        inverse.is_some()
    }

    fn zero_test(&self, mf: &MachineFunction, inst: InstId) -> Option<ZeroTest> {
        let is_zero = match mf.opcode(inst) {
            op::BEQ => true,
            op::BNE => false,
            _ => return None,
        };
        let &[first, second, target] = mf.operands(inst) else { return None };
        let reg = match (first.phys()?, second.phys()?) {
            (reg, regs::X0) | (regs::X0, reg) => reg,
            _ => return None,
        };
        Some(ZeroTest { reg, target: target.as_block()?, is_zero })
    }

    fn insert_branch(&self, b: &mut Builder<'_>, to: BlockId) {
        b.inst(op::PseudoBR, &[Operand::block(to)]);
    }

    /// Control must land on a landing pad, whatever the module's flags are.
    fn landing_marks(&self, _: &MachineFunction) -> Option<LandingMarks> {
        self.features
            .contains(Features::ZICFILP)
            .then_some(LandingMarks { align: LPAD_ALIGN, jump_tables: false })
    }

    fn insert_landing_mark(&self, b: &mut Builder<'_>, _: Landing) {
        b.inst(op::AUIPC, &[Operand::def(regs::X0), Operand::small_imm(0)]);
    }

    fn marked_call(&self, opcode: Opcode, mark: CallMark) -> Option<Opcode> {
        match opcode {
            _ if mark != CallMark::Landing => None,
            op::PseudoCALL => Some(op::PseudoCALLLpad),
            op::PseudoCALLIndirect => Some(op::PseudoCALLIndirectLpad),
            _ => None,
        }
    }

    fn long_branch(&self) -> Option<LongBranch> {
        Some(LongBranch {
            reach: 1 << 20,
            register: long_branch_register(self.features),
            opcode: op::PseudoJump,
        })
    }

    fn insert_long_branch(&self, b: &mut Builder<'_>, to: BlockId) {
        b.inst(op::PseudoJump, &[Operand::def(long_branch_register(self.features)), Operand::block(to)]);
    }
}

impl OperandInfo for RiscvInstrInfo {
    fn short_form(&self, mf: &MachineFunction, inst: InstId) -> Option<ShortForm> {
        let is_small = || mf.imm_value(mf.operand(inst, 2)).is_some_and(|n| (-32..32).contains(&n));
        let form = |commutes: bool, takes_all: bool| Some(ShortForm { commutes, takes_all });
        match mf.opcode(inst) {
            op::ADD => form(true, true),
            op::AND | op::OR | op::XOR | op::ADDW => form(true, false),
            op::SUB | op::SUBW => form(false, false),
            op::SLLI => form(false, true),
            op::ADDI | op::ADDIW if is_small() => form(false, true),
            op::ANDI if is_small() => form(false, false),
            op::SRLI | op::SRAI => form(false, false),
            _ => None,
        }
    }

    /// Commutes selects: exchanges the values and inverts the condition.
    fn commute(&self, mf: &mut MachineFunction, inst: InstId) -> bool {
        if !SELECTS.contains(&mf.opcode(inst)) {
            return false;
        }
        let [cc, truth, falsehood] = [3, 4, 5].map(|n| mf.operand(inst, n));
        let (Some(cc), true) = (mf.imm_value(cc), truth.vreg().is_some()) else { return false };
        // Conditions are in pairs.
        mf.set_operand(inst, 3, Operand::small_imm(cc as i32 ^ 1));
        mf.set_operand(inst, 4, falsehood);
        mf.set_operand(inst, 5, truth);
        true
    }
}

impl InstrInfo for RiscvInstrInfo {
    fn to_llvm_form(&self, mf: &mut MachineFunction, inst: InstId) {
        llvm_forms::rewrite(mf, inst);
    }

    fn read_llvm_form(&self, mf: &mut MachineFunction, inst: InstId) {
        llvm_forms::read(mf, inst);
    }

    fn reg_mask(&self, index: u32) -> RegMask {
        calling_conventions::reg_mask(index, self.features)
    }

    fn copy_phys_reg(&self, b: &mut Builder<'_>, dst: PhysReg, src: PhysReg) -> Result<()> {
        if let (Some(to), Some(from)) = (words(dst), words(src)) {
            return to.into_iter().zip(from).try_for_each(|(to, from)| self.copy_phys_reg(b, to, from));
        }
        let (to, from) = (Operand::def(dst), Operand::use_of(src));
        let (opcode, operands): (Opcode, &[Operand]) = match (file(dst), file(src)) {
            (Some(File::Integer), Some(File::Integer)) => (op::ADDI, &[to, from, Operand::small_imm(0)]),
            (Some(File::Half), Some(File::Half)) => return copy_half(b, dst, src, self.features),
            (Some(File::Single), Some(File::Single)) => (op::FSGNJ_S, &[to, from, from]),
            (Some(File::Double), Some(File::Double)) => (op::FSGNJ_D, &[to, from, from]),
            (Some(File::Half), Some(File::Integer)) => (op::FMV_H_X, &[to, from]),
            (Some(File::Integer), Some(File::Half)) => (op::FMV_X_H, &[to, from]),
            (Some(File::Single), Some(File::Integer)) => (op::FMV_W_X, &[to, from]),
            (Some(File::Double), Some(File::Integer)) => (op::FMV_D_X, &[to, from]),
            (Some(File::Integer), Some(File::Single)) => (op::FMV_X_W, &[to, from]),
            (Some(File::Integer), Some(File::Double)) => (op::FMV_X_D, &[to, from]),
            _ => {
                let (dst, src) = (REGISTERS.reg(dst).name, REGISTERS.reg(src).name);
                let message = format!("no instruction copies ${src} to ${dst}");
                return Err(CompileError::new(&b.mf.name, "COPY", message));
            }
        };
        b.inst(opcode, operands);
        Ok(())
    }

    fn store_reg_to_stack(&self, b: &mut Builder<'_>, src: PhysReg, class: RegClassId, slot: FrameIndex) {
        let opcode = spill_opcodes(b.mf, class).0;
        for (reg, offset) in spilled(src) {
            stack_access(b, Operand::use_of(reg), opcode, MemFlags::STORE, (slot, offset));
        }
    }

    fn load_reg_from_stack(&self, b: &mut Builder<'_>, dst: PhysReg, class: RegClassId, slot: FrameIndex) {
        let opcode = spill_opcodes(b.mf, class).1;
        for (reg, offset) in spilled(dst) {
            stack_access(b, Operand::def(reg), opcode, MemFlags::LOAD, (slot, offset));
        }
    }

    fn is_rematerializable(&self, mf: &MachineFunction, inst: InstId) -> bool {
        match mf.opcode(inst) {
            // A constant or a frame object's address; a copy of the stack pointer depends on its
            // position.
            op::ADDI => {
                let source = mf.operand(inst, 1);
                source.phys() == Some(regs::X0) || source.tag() == OperandTag::FrameIndex
            }
            _ => true,
        }
    }

    fn expand_post_ra_pseudo(&self, mf: &mut MachineFunction, inst: InstId) -> Result<bool> {
        let value = match (mf.opcode(inst), mf.operands(inst)) {
            (op::PseudoMovImm, &[_, value]) => mf.imm_value(value),
            _ => None,
        };
        let steps = |value: &i64| materialize(*value, xlen::features(mf)).len();
        let Some(value) = value.filter(|value| steps(value) > MAX_STEPS) else { return Ok(false) };
        let entry = Operand::constant_pool(mf.constant_pool_entry(&value.to_le_bytes(), 8));
        let result = mf.operand(inst, 0);
        mf.replace_with_inst(inst, op::PseudoLD, &[result, entry]);
        let access = MemOperand::new(MemFlags::LOAD | MemFlags::INVARIANT, S64, 8);
        mf.add_mem_operand(inst, access.with_pointer(PointerInfo::ConstantPool));
        Ok(true)
    }

    fn is_constant_register(&self, reg: PhysReg) -> bool {
        reg == regs::X0
    }

    fn memory_address(&self, mf: &MachineFunction, inst: InstId) -> Option<MemoryAddress> {
        let &[_, base, offset] = mf.operands(inst) else { return None };
        let size = i64::from(mf.mem_operand(inst)?.size());
        let (base, offset) = (base.phys()?, mf.imm_value(offset)?);
        (size > 0).then_some(MemoryAddress { base, offset, size })
    }

    fn written_value(&self, mf: &MachineFunction, inst: InstId) -> Option<WrittenValue> {
        match (mf.opcode(inst), mf.operands(inst)) {
            (op::LUI, &[_, high]) => {
                let high = mf.imm_value(high)?;
                Some(WrittenValue::Integer(i64::from((high << 12) as i32)))
            }
            (opcode @ (op::ADDI | op::ADDIW), &[_, from, addend]) => {
                let (from, addend) = (from.phys()?, mf.imm_value(addend)?);
                match self.is_constant_register(from) {
                    true => Some(WrittenValue::Integer(addend)),
                    false => (opcode == op::ADDI).then_some(WrittenValue::Sum(from, addend)),
                }
            }
            _ => None,
        }
    }
}

/// Without Zfh the whole single is copied.
fn copy_half(b: &mut Builder<'_>, dst: PhysReg, src: PhysReg, features: Features) -> Result<()> {
    let single = |reg: PhysReg| PhysReg(reg.0 - regs::F0_H.0 + regs::F0_F.0);
    let (opcode, dst, src) = match features.contains(Features::ZFH) {
        true => (op::FSGNJ_H, dst, src),
        false => (op::FSGNJ_S, single(dst), single(src)),
    };
    b.inst(opcode, &[Operand::def(dst), Operand::use_of(src), Operand::use_of(src)]);
    Ok(())
}

/// Returns the store and the load of a class's spill slots.
pub(crate) fn spill_opcodes(mf: &MachineFunction, class: RegClassId) -> (Opcode, Opcode) {
    match class {
        classes::FPR16 | classes::FPR16C => (op::FSH, op::FLH),
        classes::FPR32 | classes::FPR32C => (op::FSW, op::FLW),
        classes::FPR64 | classes::FPR64C => (op::FSD, op::FLD),
        _ => (xlen::store(mf), xlen::load(mf)),
    }
}

/// Returns the two registers of a pair.
fn words(pair: PhysReg) -> Option<[PhysReg; 2]> {
    let [even, odd] = [subs::SUB_GPR_EVEN, subs::SUB_GPR_ODD].map(|sub| REGISTERS.sub_reg(pair, sub));
    Some([even?, odd?])
}

/// Returns the registers that are spilled for `reg`, each with its offset in the slot in bytes.
fn spilled(reg: PhysReg) -> impl Iterator<Item = (PhysReg, i32)> {
    let [first, second] =
        words(reg).map_or([Some((reg, 0)), None], |[even, odd]| [Some((even, 0)), Some((odd, 4))]);
    first.into_iter().chain(second)
}

fn stack_access(
    b: &mut Builder<'_>,
    reg: Operand,
    opcode: Opcode,
    flags: MemFlags,
    (slot, offset): (FrameIndex, i32),
) {
    let inst = b.inst(opcode, &[reg, Operand::frame_index(slot), Operand::small_imm(offset)]);
    let ty = match opcode {
        op::FSH | op::FLH => S16,
        op::FSW | op::FLW | op::SW | op::LW => S32,
        _ => S64,
    };
    let mem = MemOperand::new(flags, ty, ty.bytes()).with_pointer(PointerInfo::Stack(slot, offset.into()));
    b.mf.add_mem_operand(inst, mem);
}
