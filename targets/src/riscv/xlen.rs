//! What depends on the width of general registers: the instructions that load, store and build whole registers.

use super::features::Features;
use super::instructions::op;
use gisel_codegen::ir::mir::MachineFunction;
use gisel_codegen::target::desc::instructions::Opcode;

/// Whether registers have 64 bits.
pub fn is_rv64(mf: &MachineFunction) -> bool {
    mf.pointer.bits() == 64
}

/// What is known of the extensions where only the width is.
pub fn features(mf: &MachineFunction) -> Features {
    if is_rv64(mf) { Features::RV64 } else { Features::empty() }
}

/// A register with all bits set.
pub fn ones(mf: &MachineFunction) -> u64 {
    u64::MAX >> (64 - mf.pointer.bits())
}

/// Loads a whole register.
pub fn load(mf: &MachineFunction) -> Opcode {
    if is_rv64(mf) { op::LD } else { op::LW }
}

/// Stores a whole register.
pub fn store(mf: &MachineFunction) -> Opcode {
    if is_rv64(mf) { op::SD } else { op::SW }
}

/// Loads a whole register from a symbol's memory.
pub fn pseudo_load(mf: &MachineFunction) -> Opcode {
    if is_rv64(mf) { op::PseudoLD } else { op::PseudoLW }
}
