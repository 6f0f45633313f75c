//! A target with few registers of two sizes, for tests. It has each interface that passes before
//! emission require.

mod addressing;
mod calls;
mod frame;
mod instructions;
mod isel;
mod registers;

pub use addressing::Symbols;
pub use instructions::*;
pub use registers::*;

use crate::interpreter::Fault;
use crate::interpreter::target::{InterpretTargetOpcode, InterpreterTarget};
use crate::ir::builder::Builder;
use crate::ir::entity::{BlockId, FrameIndex, InstId};
use crate::ir::llt::P0;
use crate::ir::mir::{MachineFunction, MirNames, Operand};
use crate::machine::branch_info::{BranchInfo, LongBranch};
use crate::machine::calling_convention::CallingConvention;
use crate::machine::desc::reg_mask::RegMask;
use crate::machine::desc::registers::{PhysReg, RegClassId};
use crate::machine::facts::{SubtargetFacts, Trampoline};
use crate::machine::instr_info::InstrInfo;
use crate::machine::interleaved_accesses::InterleavedAccesses;
use crate::machine::operand_info::OperandInfo;
use crate::machine::target::{MachineTables, MachineTarget};
use crate::mc::target::{EmitTarget, McTarget};
use crate::passes::target::PassTarget;
use crate::pipeline::PassConfig;
use crate::support::error::Result;
use crate::target::Target;
use std::sync::LazyLock;

/// The target; calls preserve r4, r5 and the half of q3.
pub struct Toy;

/// The target as a trait object.
pub const TOY: &dyn Target = &Toy;

static MIR_NAMES: MirNames = MirNames { reg_masks: &["csr_toy"], ..MirNames::NONE };

impl MachineTarget for Toy {
    fn name(&self) -> &'static str {
        "toy"
    }

    fn tables(&self) -> &'static MachineTables {
        static TABLES: LazyLock<MachineTables> = LazyLock::new(|| MachineTables {
            registers: &REGISTERS,
            instructions: &DESCS,
            mir_names: &MIR_NAMES,
            pointer_class: GPR,
            type_check: None,
            load_stack_guard: None,
            min_jump_table_entries: 4,
            lines_of_constants: false,
            intrinsic_name: |_| None,
        });
        &TABLES
    }

    fn facts(&self) -> &SubtargetFacts {
        static FACTS: SubtargetFacts =
            SubtargetFacts::new(P0, Trampoline { code: &[], nest: 0, function: 8 });
        &FACTS
    }

    fn instr_info(&self) -> &dyn InstrInfo {
        self
    }

    fn convention(&self) -> &dyn CallingConvention {
        self
    }
}

impl EmitTarget for Toy {
    fn mc(&self) -> &dyn McTarget {
        unreachable!("the toy emits nothing")
    }
}

impl PassTarget for Toy {
    fn interleaved_accesses(&self) -> Option<&dyn InterleavedAccesses> {
        Some(self)
    }
}

impl InterpreterTarget for Toy {
    fn interpret(&self) -> InterpretTargetOpcode {
        |_, _| Err(Fault::Unknown)
    }
}

impl Target for Toy {
    fn pass_config(&self) -> &'static PassConfig {
        PassConfig::unchanged()
    }
}

impl BranchInfo for Toy {
    fn unconditional_branch_target(&self, mf: &MachineFunction, inst: InstId) -> Option<BlockId> {
        if mf.opcode(inst) == BR { mf.operand(inst, 0).as_block() } else { None }
    }

    fn insert_branch(&self, b: &mut Builder<'_>, to: BlockId) {
        b.inst(BR, &[Operand::block(to)]);
    }

    fn long_branch(&self) -> Option<LongBranch> {
        Some(LongBranch { reach: 8192, register: r(3), opcode: LONG_BR })
    }
}

impl OperandInfo for Toy {
    fn commute(&self, mf: &mut MachineFunction, inst: InstId) -> bool {
        let swaps = mf.opcode(inst) == SWAPPED;
        if swaps {
            let [a, b] = [1, 2].map(|n| mf.operand(inst, n));
            mf.set_operand(inst, 1, b);
            mf.set_operand(inst, 2, a);
        }
        swaps
    }
}

impl InstrInfo for Toy {
    fn reg_mask(&self, _: u32) -> RegMask {
        RegMask { preserved: 1 << 4 | 1 << 5 | 1 << 9 | 1 << 14 }
    }

    fn copy_phys_reg(&self, b: &mut Builder<'_>, dst: PhysReg, src: PhysReg) -> Result<()> {
        b.copy(dst, src);
        Ok(())
    }

    fn store_reg_to_stack(&self, b: &mut Builder<'_>, src: PhysReg, _: RegClassId, slot: FrameIndex) {
        b.inst(STORE, &[Operand::use_of(src), Operand::frame_index(slot)]);
    }

    fn load_reg_from_stack(&self, b: &mut Builder<'_>, dst: PhysReg, _: RegClassId, slot: FrameIndex) {
        b.inst(LOAD, &[Operand::def(dst), Operand::frame_index(slot)]);
    }
}
