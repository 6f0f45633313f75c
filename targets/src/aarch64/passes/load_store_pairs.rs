//! Accesses of which two can be merged: to `ldp` and `stp`, whose offsets have seven bits in units
//! of the access.

use crate::aarch64::mc::instructions::op;
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::mir::{MachineFunction, Operand};
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::machine::instr_info::MemoryAddress;

/// A load or store of one register at a base register and an offset, which may be half of an access
/// to two registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct PairableAccess {
    /// The opcode of the access to two registers.
    pub pair: Opcode,
    /// The register that is loaded or stored.
    pub reg: PhysReg,
    /// The base register.
    pub base: PhysReg,
    /// The offset in bytes.
    pub offset: i64,
    /// The size in bytes.
    pub size: i64,
    /// True if it is a load.
    pub is_load: bool,
}

/// An access with a scaled offset, its form with an offset in bytes, the paired access, the size in
/// bytes, and true for a load.
type PairForms = (Opcode, Opcode, Opcode, i64, bool);

static PAIRS: [PairForms; 11] = [
    (op::LDRWui, op::LDURWi, op::LDPWi, 4, true),
    (op::LDRXui, op::LDURXi, op::LDPXi, 8, true),
    (op::LDRSWui, op::LDURSWi, op::LDPSWi, 4, true),
    (op::LDRSui, op::LDURSi, op::LDPSi, 4, true),
    (op::LDRDui, op::LDURDi, op::LDPDi, 8, true),
    (op::LDRQui, op::LDURQi, op::LDPQi, 16, true),
    (op::STRWui, op::STURWi, op::STPWi, 4, false),
    (op::STRXui, op::STURXi, op::STPXi, 8, false),
    (op::STRSui, op::STURSi, op::STPSi, 4, false),
    (op::STRDui, op::STURDi, op::STPDi, 8, false),
    (op::STRQui, op::STURQi, op::STPQi, 16, false),
];

/// Returns the access of `inst`, if it is in the table and its offset is an immediate.
pub(crate) fn pairable_access(mf: &MachineFunction, inst: InstId) -> Option<PairableAccess> {
    let opcode = mf.opcode(inst);
    let line = PAIRS.iter().find(|line| line.0 == opcode || line.1 == opcode)?;
    let &[reg, base, offset] = mf.operands(inst) else { return None };
    let unit = if line.0 == opcode { line.3 } else { 1 };
    Some(PairableAccess {
        pair: line.2,
        reg: reg.phys()?,
        base: base.phys()?,
        offset: mf.imm_value(offset)? * unit,
        size: line.3,
        is_load: line.4,
    })
}

/// An access like [`PairableAccess`], at a virtual base register.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct VirtualAccess {
    pair: Opcode,
    base: VReg,
    offset: i64,
    size: i64,
    /// True if it is a load.
    pub is_load: bool,
}

impl VirtualAccess {
    /// Returns true if one instruction can do both accesses.
    pub(crate) fn makes_pair(&self, other: &VirtualAccess) -> bool {
        self.pair == other.pair
            && self.base == other.base
            && (self.offset - other.offset).abs() == self.size
            && pair_offset(self.offset.min(other.offset), self.size).is_some()
    }

    /// Returns true if the accesses are known not to overlap.
    pub(crate) fn is_apart(&self, other: &VirtualAccess) -> bool {
        self.base == other.base
            && (self.offset + self.size <= other.offset || other.offset + other.size <= self.offset)
    }
}

/// Returns the access of `inst`, if it is in the table, with a virtual base and an immediate offset.
pub(crate) fn virtual_access(mf: &MachineFunction, inst: InstId) -> Option<VirtualAccess> {
    let opcode = mf.opcode(inst);
    let line = PAIRS.iter().find(|line| line.0 == opcode || line.1 == opcode)?;
    let &[_, base, offset] = mf.operands(inst) else { return None };
    let unit = if line.0 == opcode { line.3 } else { 1 };
    Some(VirtualAccess {
        pair: line.2,
        base: base.vreg()?,
        offset: mf.imm_value(offset)? * unit,
        size: line.3,
        is_load: line.4,
    })
}

/// Returns the offset of a pair in units of the access, if it is in range.
fn pair_offset(offset: i64, size: i64) -> Option<i64> {
    let units = offset / size;
    (offset % size == 0 && (-64..64).contains(&units)).then_some(units)
}

/// Accesses without a paired form, with the unit of their offset, which is their size.
const SINGLE: [(Opcode, i64); 8] = [
    (op::LDRBBui, 1),
    (op::LDRSBWui, 1),
    (op::LDRSBXui, 1),
    (op::STRBBui, 1),
    (op::LDRHHui, 2),
    (op::LDRSHWui, 2),
    (op::LDRSHXui, 2),
    (op::STRHHui, 2),
];

/// Returns the bytes that `inst` accesses: a pairable access, a pair, or one without a paired form.
pub(crate) fn memory_address(mf: &MachineFunction, inst: InstId) -> Option<MemoryAddress> {
    if let Some(PairableAccess { base, offset, size, .. }) = pairable_access(mf, inst) {
        return Some(MemoryAddress { base, offset, size });
    }
    let opcode = mf.opcode(inst);
    let (base, offset, unit, count) = match *mf.operands(inst) {
        [_, _, base, offset] => (base, offset, PAIRS.iter().find(|line| line.2 == opcode)?.3, 2),
        [_, base, offset] => (base, offset, SINGLE.iter().find(|line| line.0 == opcode)?.1, 1),
        _ => return None,
    };
    Some(MemoryAddress { base: base.phys()?, offset: mf.imm_value(offset)? * unit, size: unit * count })
}

/// Builds the access to both registers, if the offset is in range.
pub(crate) fn build_pair(b: &mut Builder<'_>, low: &PairableAccess, high: &PairableAccess) -> Option<InstId> {
    let offset = pair_offset(low.offset, low.size)?;
    let reg = |reg| if low.is_load { Operand::def(reg) } else { Operand::use_of(reg) };
    let address = [Operand::use_of(low.base), Operand::small_imm(offset as i32)];
    Some(b.inst(low.pair, &[reg(low.reg), reg(high.reg), address[0], address[1]]))
}
