//! Properties that depend on the width of general registers: the instructions that load, store and
//! build whole registers.

use crate::riscv::features::Features;
use crate::riscv::mc::instructions::op;
use gisel_codegen::ir::mir::MachineFunction;
use gisel_codegen::machine::desc::instructions::Opcode;

/// Returns true if registers have 64 bits.
pub(crate) fn is_rv64(mf: &MachineFunction) -> bool {
    mf.pointer.bits() == 64
}

/// Returns the features that are known from the width alone.
pub(crate) fn features(mf: &MachineFunction) -> Features {
    if is_rv64(mf) { Features::RV64 } else { Features::empty() }
}

/// Returns a register's value with all bits set.
pub(crate) fn ones(mf: &MachineFunction) -> u64 {
    u64::MAX >> (64 - mf.pointer.bits())
}

/// Returns the load of a whole register.
pub(crate) fn load(mf: &MachineFunction) -> Opcode {
    if is_rv64(mf) { op::LD } else { op::LW }
}

/// Returns the store of a whole register.
pub(crate) fn store(mf: &MachineFunction) -> Opcode {
    if is_rv64(mf) { op::SD } else { op::SW }
}

/// Returns the load of a whole register from a symbol's memory.
pub(crate) fn pseudo_load(mf: &MachineFunction) -> Opcode {
    if is_rv64(mf) { op::PseudoLD } else { op::PseudoLW }
}
