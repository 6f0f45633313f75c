//! The toy's addresses: symbols at one instruction more than bases, and structures of two members.

use super::Toy;
use super::instructions::{ADDI, ADDRESS, LOAD2, LOADI, LOADSYM, STORE2, STOREI};
use super::registers::GPR;
use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::Llt;
use crate::ir::mir::{MachineFunction, MemOperand, Operand, SymbolRef};
use crate::machine::desc::instructions::Opcode;
use crate::machine::interleaved_accesses::InterleavedAccesses;
use crate::passes::pre_ra::global_merge::{SymbolAddressing, SymbolUse};
use std::ops::RangeInclusive;

/// The toy's instructions for `global-merge`.
pub struct Symbols;

const REACH: RangeInclusive<i64> = -64..=63;

impl SymbolAddressing for Symbols {
    fn reach(&self) -> RangeInclusive<i64> {
        REACH
    }

    fn symbol_use(&self, mf: &MachineFunction, inst: InstId) -> Option<(SymbolRef, SymbolUse)> {
        let used = match mf.opcode(inst) {
            ADDRESS => SymbolUse::Address,
            LOADSYM => SymbolUse::Access,
            _ => return None,
        };
        Some((mf.symbol_ref(mf.operand(inst, 1))?, used))
    }

    fn offset(&self, mf: &MachineFunction, inst: InstId, base: VReg) -> Option<i64> {
        let is_access = [LOADI, STOREI].contains(&mf.opcode(inst));
        let is_base = is_access && mf.vreg_operand(inst, 1) == Some(base);
        let is_value = mf.operand(inst, 0).is_use() && mf.vreg_operand(inst, 0) == Some(base);
        (is_base && !is_value).then(|| mf.imm_value(mf.operand(inst, 2)))?
    }

    fn fits(&self, _: &MachineFunction, _: InstId, offset: i64) -> bool {
        REACH.contains(&offset)
    }

    fn set_base(&self, mf: &mut MachineFunction, inst: InstId, base: VReg, offset: i64) {
        let opcode = if mf.opcode(inst) == LOADSYM { LOADI } else { mf.opcode(inst) };
        let operands = [mf.operand(inst, 0), Operand::use_of(base), Operand::small_imm(offset as i32)];
        mf.replace_with_inst(inst, opcode, &operands);
    }

    fn address(&self, b: &mut Builder<'_>, symbol: SymbolRef) -> VReg {
        let base = b.mf.create_class_vreg(GPR);
        let symbol = b.mf.global(symbol.symbol, symbol.offset);
        b.inst(ADDRESS, &[Operand::def(base), symbol]);
        base
    }

    fn sum(&self, b: &mut Builder<'_>, result: VReg, base: VReg, offset: i64) -> InstId {
        b.inst(ADDI, &[Operand::def(result), Operand::use_of(base), Operand::small_imm(offset as i32)])
    }
}

/// Builds a structure access.
fn access(b: &mut Builder<'_>, opcode: Opcode, operands: [Operand; 3], mem: MemOperand) {
    let inst = b.inst(opcode, &operands);
    b.mf.add_mem_operand(inst, mem);
}

impl InterleavedAccesses for Toy {
    fn max_factor(&self) -> u32 {
        2
    }

    /// Accepts members of 32-bit elements, in registers of two.
    fn register(&self, _: u32, member: Llt, _: u32) -> Option<Llt> {
        (member.scalar_bits() == 32 && member.elements().is_multiple_of(2)).then(|| member.with_elements(2))
    }

    /// Accepts five to seven 32-bit elements.
    fn overlapping(&self, whole: Llt) -> Option<Llt> {
        let fits = whole.scalar_bits() == 32 && (5..8).contains(&whole.elements());
        fits.then(|| whole.with_elements(4))
    }

    fn load(&self, b: &mut Builder<'_>, registers: &[VReg], address: VReg, mem: MemOperand) {
        let operands = [Operand::def(registers[0]), Operand::def(registers[1]), Operand::use_of(address)];
        access(b, LOAD2, operands, mem);
    }

    fn store(&self, b: &mut Builder<'_>, registers: &[VReg], address: VReg, mem: MemOperand) {
        access(b, STORE2, [registers[0], registers[1], address].map(Operand::use_of), mem);
    }
}
