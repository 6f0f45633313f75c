//! The accesses to addresses that are only loaded from and stored to, for passes that fold a part of
//! the address into each access.

use crate::ir::entity::{InstId, VReg};
use crate::ir::mir::MachineFunction;
use crate::machine::desc::instructions::Opcode;

/// An access: the register with the address, the offset from it in bytes, and the instruction.
pub type Access = (VReg, i64, InstId);

/// Returns the accesses to the results of the instructions `opcode`, by address and offset.
///
/// `access` returns the address and the offset in bytes of an instruction that loads or stores.
/// Addresses with other uses are left out. Requires SSA form. Cost: a walk over opcodes, and one over
/// the instructions if there are such results.
pub fn accesses_by_address(
    mf: &MachineFunction,
    opcode: Opcode,
    access: impl Fn(&MachineFunction, InstId) -> Option<(VReg, i64)>,
) -> Vec<Access> {
    let insts = || mf.layout.iter().flat_map(|&block| mf.insts(block));
    let defs = insts().filter(|&inst| mf.opcode(inst) == opcode);
    let mut addresses: Vec<VReg> = defs.filter_map(|inst| mf.vreg_operand(inst, 0)).collect();
    if addresses.is_empty() {
        return Vec::new();
    }
    addresses.sort_unstable();
    let accesses =
        insts().filter_map(|inst| access(mf, inst).map(|(address, offset)| (address, offset, inst)));
    let mut accesses: Vec<Access> = accesses.filter(|a| addresses.binary_search(&a.0).is_ok()).collect();
    accesses.sort_unstable();
    let of_address = accesses.chunk_by(|a, b| a.0 == b.0);
    of_address
        .filter(|of_one| mf.use_count(of_one[0].0) as usize == of_one.len())
        .flatten()
        .copied()
        .collect()
}
