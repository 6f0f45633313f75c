//! The lowest interface to a target: its name, tables, registers and instructions. Every engine may
//! use it.

use crate::ir::llt::Llt;
use crate::ir::mir::MirNames;
use crate::ir::opcodes;
use crate::machine::calling_convention::CallingConvention;
use crate::machine::desc::instructions::{Descs, InstrDesc, Opcode};
use crate::machine::desc::registers::{RegClassId, RegisterInfo};
use crate::machine::desc::schedule::SchedModel;
use crate::machine::facts::{LoadStackGuard, SubtargetFacts};
use crate::machine::instr_info::InstrInfo;

/// The tables of a target, independent of a subtarget's features.
pub struct MachineTables {
    /// Registers, classes and banks.
    pub registers: &'static RegisterInfo,
    /// Descriptions of the target's own opcodes, from [`Opcode::FIRST_TARGET`] on.
    pub instructions: &'static [InstrDesc],
    /// The names of operands in MIR.
    pub mir_names: &'static MirNames,
    /// The class of addresses in general registers.
    pub pointer_class: RegClassId,
    /// The opcode that checks a callee's type directly before an indirect call: register, number.
    /// Clobbers only registers that no call preserves.
    pub type_check: Option<Opcode>,
    /// Loads the stack guard; `None` if there is none.
    pub load_stack_guard: Option<LoadStackGuard>,
    /// The minimum number of cases for a jump table; fewer are compared, which takes fewer
    /// instructions.
    pub min_jump_table_entries: usize,
    /// True if constants and frame addresses have their user's line, without optimization.
    pub lines_of_constants: bool,
    /// Returns the name of the intrinsic with a number.
    pub intrinsic_name: fn(u32) -> Option<&'static str>,
}

/// One subtarget, as far as its registers and instructions describe it.
pub trait MachineTarget: Send + Sync {
    /// Returns the architecture's name, as in triples and messages.
    fn name(&self) -> &'static str;

    /// Returns the properties that do not depend on features.
    fn tables(&self) -> &'static MachineTables;

    /// Returns the properties that depend on features.
    fn facts(&self) -> &SubtargetFacts;

    /// Returns the properties of instructions for register allocation and later passes.
    fn instr_info(&self) -> &dyn InstrInfo;

    /// Returns the calling conventions: the locations of arguments and results.
    fn convention(&self) -> &dyn CallingConvention;

    /// Returns the scheduling model of the CPU; `None` disables scheduling.
    fn sched_model(&self) -> Option<&SchedModel> {
        None
    }

    /// Returns the type of pointers into address space 0.
    #[inline]
    fn pointer(&self) -> Llt {
        self.facts().pointer
    }

    /// Returns registers, classes and banks.
    #[inline]
    fn registers(&self) -> &'static RegisterInfo {
        self.tables().registers
    }

    /// Returns the descriptions of the target's own opcodes, from [`Opcode::FIRST_TARGET`] on.
    #[inline]
    fn instructions(&self) -> &'static [InstrDesc] {
        self.tables().instructions
    }

    /// Returns the description of any opcode.
    #[inline]
    fn desc(&self, opcode: Opcode) -> &'static InstrDesc {
        let table = if opcode.is_target() { self.instructions() } else { opcodes::DESCS };
        &table[opcode.table_index()]
    }

    /// Returns the descriptions of all opcodes.
    #[inline]
    fn descs(&self) -> Descs {
        Descs::new(opcodes::DESCS, self.instructions())
    }

    /// Returns the names of operands in MIR.
    #[inline]
    fn mir_names(&self) -> &'static MirNames {
        self.tables().mir_names
    }
}
