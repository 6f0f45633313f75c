//! Copies between physical registers, spills and reloads, branches, and what calls preserve.

use super::address_steps;
use super::instructions::op;
use super::llvm_forms;
use super::registers::{REGISTERS, classes, regs};
use super::relocations::inverse_branch;
use gisel_codegen::builder::Builder;
use gisel_codegen::entity::{BlockId, FrameIndex, InstId, VReg};
use gisel_codegen::error::{CompileError, Result};
use gisel_codegen::llt::{S32, S64};
use gisel_codegen::mir::{MachineFunction, MemFlags, MemOperand, Operand, OperandTag, PointerInfo};
use gisel_codegen::target::instr_info::{AddressStep, InstrInfo, LongBranch, MemoryAddress, RegMask};
use gisel_codegen::target::instructions::Opcode;
use gisel_codegen::target::registers::{PhysReg, RegClassId};

/// Units that the callee of lp64d preserves: sp, gp, tp, s0 to s11 and fs0 to fs11. `ra` is written by the
/// call itself. Units are the registers' numbers, floating-point ones from 32 on.
static LP64D: RegMask = RegMask { preserved: saved_half() | saved_half() << 32 | 1 << 0 | 7 << 2 };

/// Registers 8, 9 and 18 to 27 of either file.
const fn saved_half() -> u128 {
    3 << 8 | 0x3ff << 18
}

/// What long jumps write, where a function may have some.
pub(super) const LONG_BRANCH_REGISTER: PhysReg = regs::X31;

/// The file that a register belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum File {
    Integer,
    Single,
    Double,
}

fn file(reg: PhysReg) -> Option<File> {
    let kinds =
        [(classes::GPR, File::Integer), (classes::FPR32, File::Single), (classes::FPR64, File::Double)];
    kinds.iter().find(|(class, _)| REGISTERS.contains(*class, reg)).map(|(_, file)| *file)
}

/// What RISC-V's instructions do for the passes behind selection.
#[derive(Clone, Copy, Debug, Default)]
pub struct RiscvInstrInfo;

impl InstrInfo for RiscvInstrInfo {
    fn to_llvm_form(&self, mf: &mut MachineFunction, inst: InstId) {
        llvm_forms::rewrite(mf, inst);
    }

    fn reg_mask(&self, _: u32) -> RegMask {
        LP64D
    }

    fn copy_phys_reg(&self, b: &mut Builder<'_>, dst: PhysReg, src: PhysReg) -> Result<()> {
        let (to, from) = (Operand::def(dst), Operand::use_of(src));
        let (opcode, operands): (Opcode, &[Operand]) = match (file(dst), file(src)) {
            (Some(File::Integer), Some(File::Integer)) => (op::ADDI, &[to, from, Operand::small_imm(0)]),
            (Some(File::Single), Some(File::Single)) => (op::FSGNJ_S, &[to, from, from]),
            (Some(File::Double), Some(File::Double)) => (op::FSGNJ_D, &[to, from, from]),
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
        stack_access(b, Operand::use_of(src), spill_opcodes(class).0, MemFlags::STORE, slot);
    }

    fn load_reg_from_stack(&self, b: &mut Builder<'_>, dst: PhysReg, class: RegClassId, slot: FrameIndex) {
        stack_access(b, Operand::def(dst), spill_opcodes(class).1, MemFlags::LOAD, slot);
    }

    fn is_rematerializable(&self, mf: &MachineFunction, inst: InstId) -> bool {
        match mf.opcode(inst) {
            // Of a constant or of a frame object's address; a copy of the stack pointer is of its moment.
            op::ADDI => {
                let source = mf.operand(inst, 1);
                source.phys() == Some(regs::X0) || source.tag() == OperandTag::FrameIndex
            }
            _ => true,
        }
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

    fn insert_branch(&self, b: &mut Builder<'_>, to: BlockId) {
        b.inst(op::PseudoBR, &[Operand::block(to)]);
    }

    fn reduces_addresses(&self) -> bool {
        true
    }

    fn address_step(&self, mf: &MachineFunction, inst: InstId) -> Option<AddressStep> {
        address_steps::address_step(mf, inst)
    }

    fn build_address_step(&self, b: &mut Builder<'_>, step: AddressStep) -> Option<VReg> {
        Some(address_steps::build(b, step))
    }

    fn integer_constant(&self, mf: &MachineFunction, inst: InstId) -> Option<i64> {
        address_steps::integer_constant(mf, inst)
    }

    fn equality_branch(&self, mf: &MachineFunction, inst: InstId) -> Option<(usize, usize)> {
        matches!(mf.opcode(inst), op::BEQ | op::BNE).then_some((0, 1))
    }

    fn is_small_integer(&self, mf: &MachineFunction, vreg: VReg) -> bool {
        address_steps::is_small_integer(mf, vreg)
    }

    fn long_branch(&self) -> Option<LongBranch> {
        Some(LongBranch { reach: 1 << 20, register: LONG_BRANCH_REGISTER, opcode: op::PseudoJump })
    }

    fn insert_long_branch(&self, b: &mut Builder<'_>, to: BlockId) {
        b.inst(op::PseudoJump, &[Operand::def(LONG_BRANCH_REGISTER), Operand::block(to)]);
    }
}

/// The store and the load of a class's spill slots.
fn spill_opcodes(class: RegClassId) -> (Opcode, Opcode) {
    match class {
        classes::FPR32 | classes::FPR32C => (op::FSW, op::FLW),
        classes::FPR64 | classes::FPR64C => (op::FSD, op::FLD),
        _ => (op::SD, op::LD),
    }
}

fn stack_access(b: &mut Builder<'_>, reg: Operand, opcode: Opcode, flags: MemFlags, slot: FrameIndex) {
    let inst = b.inst(opcode, &[reg, Operand::frame_index(slot), Operand::small_imm(0)]);
    let ty = if matches!(opcode, op::FSW | op::FLW) { S32 } else { S64 };
    let mem = MemOperand::new(flags, ty, ty.bytes()).with_pointer(PointerInfo::Stack(slot, 0));
    b.mf.add_mem_operand(inst, mem);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_preserve_the_saved_registers() {
        let preserved = |name: &str| {
            let reg = REGISTERS.by_name(name).unwrap();
            REGISTERS.units(reg).iter().all(|&u| LP64D.preserves(u))
        };
        let mut names: Vec<String> =
            [2, 3, 4, 8, 9].iter().chain(&[18, 27]).map(|n| format!("x{n}")).collect();
        names.extend([8, 9, 18, 27].map(|n| format!("f{n}_d")));
        assert!(names.iter().all(|n| preserved(n)));
        for name in
            ["x1", "x5", "x7", "x10", "x17", "x28", "x31", "f0_d", "f7_d", "f10_d", "f17_d", "f28_d", "f31_f"]
        {
            assert!(!preserved(name), "{name}");
        }
    }
}
