//! The registers that operands of an instruction may share or exchange.

use crate::ir::entity::InstId;
use crate::ir::mir::MachineFunction;
use crate::machine::desc::registers::{PhysReg, SubReg};

/// A short form of an instruction whose result replaces the first operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ShortForm {
    /// True if the result may replace the second operand instead.
    pub commutes: bool,
    /// True if it can name all registers, not only those of `short_registers`.
    pub takes_all: bool,
}

/// The properties of instructions' operands for the passes after selection.
pub trait OperandInfo {
    /// Returns the sub-register of operand `n` that `inst` reads, if it does not read the rest of that
    /// register.
    fn read_part(&self, mf: &MachineFunction, inst: InstId, n: usize) -> Option<SubReg> {
        let _ = (mf, inst, n);
        None
    }

    /// Returns the short form that `inst` has if its result is in the register of its first operand.
    /// Its operands may be virtual.
    fn short_form(&self, mf: &MachineFunction, inst: InstId) -> Option<ShortForm> {
        let _ = (mf, inst);
        None
    }

    /// Swaps a use of `inst` that is tied to a definition with another one, without changing the
    /// result; a second call restores the order. Returns false without effect if there is no other.
    fn commute(&self, mf: &mut MachineFunction, inst: InstId) -> bool {
        let _ = (mf, inst);
        false
    }

    /// Rewrites `inst`, whose first operand is tied, to compute the same in `reg`, which is another
    /// of its inputs. All registers are physical. Returns false without effect if there is no such
    /// instruction.
    fn tie_to(&self, mf: &mut MachineFunction, inst: InstId, reg: PhysReg) -> bool {
        let _ = (mf, inst, reg);
        false
    }
}
