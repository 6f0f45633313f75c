//! Symbol addressing for `global-merge`: an address takes two instructions, and so does an access
//! to a symbol's memory; an access from a base takes one.

use crate::riscv::mc::instructions::op;
use crate::riscv::mc::mc_inst_lower::symbol_access;
use crate::riscv::mc::mc_inst_lower::{SYMBOL_LOADS, SYMBOL_STORES};
use crate::riscv::registers::classes;
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::mir::{MachineFunction, Operand, SymbolRef};
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::passes::pre_ra::global_merge::{SymbolAddressing, SymbolUse};
use std::ops::RangeInclusive;

/// RISC-V's instructions, as described to `global-merge`.
pub struct SymbolAddresses;

const REACH: RangeInclusive<i64> = -2048..=2047;

/// Returns true if the operands are a register, a base, and an offset of 12 bits.
fn has_base(opcode: Opcode) -> bool {
    let in_table = |table: &[(Opcode, Opcode)]| table.iter().any(|row| row.1 == opcode);
    let of_floats = [op::FLH, op::FLW, op::FLD, op::FSH, op::FSW, op::FSD].contains(&opcode);
    of_floats || in_table(&SYMBOL_LOADS) || in_table(&SYMBOL_STORES)
}

/// Returns the base and the offset in bytes of an access that does not use its base otherwise.
pub(crate) fn based_access(mf: &MachineFunction, inst: InstId) -> Option<(VReg, i64)> {
    let &[value, base, offset] = mf.operands(inst) else { return None };
    let base = base.vreg().filter(|&base| value.vreg() != Some(base) && has_base(mf.opcode(inst)))?;
    Some((base, mf.imm_value(offset)?))
}

impl SymbolAddressing for SymbolAddresses {
    fn reach(&self) -> RangeInclusive<i64> {
        REACH
    }

    fn symbol_use(&self, mf: &MachineFunction, inst: InstId) -> Option<(SymbolRef, SymbolUse)> {
        let symbol = mf.operands(inst).last().filter(|symbol| symbol.target_flags() == 0)?;
        let symbol = mf.symbol_ref(*symbol)?;
        let opcode = mf.opcode(inst);
        let access = symbol_access(&SYMBOL_LOADS, opcode).or_else(|| symbol_access(&SYMBOL_STORES, opcode));
        match access {
            Some(_) => Some((symbol, SymbolUse::Access)),
            None => (opcode == op::PseudoLLA).then_some((symbol, SymbolUse::Address)),
        }
    }

    fn offset(&self, mf: &MachineFunction, inst: InstId, base: VReg) -> Option<i64> {
        based_access(mf, inst).filter(|access| access.0 == base).map(|access| access.1)
    }

    fn fits(&self, _: &MachineFunction, _: InstId, offset: i64) -> bool {
        REACH.contains(&offset)
    }

    fn set_base(&self, mf: &mut MachineFunction, inst: InstId, base: VReg, offset: i64) {
        let opcode = mf.opcode(inst);
        let load = symbol_access(&SYMBOL_LOADS, opcode);
        let store = symbol_access(&SYMBOL_STORES, opcode);
        let value = mf.operand(inst, usize::from(store.is_some()));
        let operands = [value, Operand::use_of(base), Operand::small_imm(offset as i32)];
        mf.replace_with_inst(inst, load.or(store).unwrap_or(opcode), &operands);
    }

    fn address(&self, b: &mut Builder<'_>, symbol: SymbolRef) -> VReg {
        let result = b.mf.create_class_vreg(classes::GPR);
        let symbol = b.mf.global(symbol.symbol, symbol.offset);
        b.inst(op::PseudoLLA, &[Operand::def(result), symbol]);
        result
    }

    fn sum(&self, b: &mut Builder<'_>, result: VReg, base: VReg, offset: i64) -> InstId {
        let number = Operand::small_imm(offset as i32);
        b.inst(op::ADDI, &[Operand::def(result), Operand::use_of(base), number])
    }
}
