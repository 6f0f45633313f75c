//! Symbol addressing for `global-merge`: an address takes two instructions, and so does an access
//! to a symbol's memory; an access from a base takes one.

use crate::aarch64::frame::frame_index::{scale, scaled, unscaled};
use crate::aarch64::mc::instructions::op;
use crate::aarch64::mc::relocations::spec;
use crate::aarch64::registers::classes;
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::mir::{MachineFunction, Operand, SymbolRef};
use gisel_codegen::ir::module::{Module, SymbolKind};
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::passes::pre_ra::global_merge::{SymbolAddressing, SymbolUse};
use std::ops::RangeInclusive;

/// AArch64's instructions, as described to `global-merge`.
pub struct SymbolAddresses;

/// The immediates of additions and subtractions.
const REACH: RangeInclusive<i64> = -4095..=4095;

/// Returns the instruction and the operand of an access with the scaled opcode `opcode` at an
/// offset in bytes.
pub(crate) fn form(opcode: Opcode, offset: i64) -> Option<(Opcode, i64)> {
    let size = scale(opcode)?;
    if offset % size == 0 && (0..4096).contains(&(offset / size)) {
        return Some((opcode, offset / size));
    }
    unscaled(opcode).filter(|_| (-256..256).contains(&offset)).map(|opcode| (opcode, offset))
}

/// Returns true if an access of `size` bytes to a variable can add the lower 12 bits of its address,
/// which are scaled by the size.
pub(crate) fn scales_low_bits(module: &Module, variable: SymbolRef, size: i64) -> bool {
    let info = module.symbol(variable.symbol);
    info.kind == SymbolKind::Data && i64::from(info.align) >= size && variable.offset % size == 0
}

/// Returns the instruction that computes the page of the symbol that `inst` accesses, if it has no
/// other use.
fn page_of(mf: &MachineFunction, inst: InstId) -> Option<InstId> {
    let page = mf.vreg_operand(inst, 1).filter(|&page| mf.use_count(page) == 1)?;
    mf.def(page).filter(|&def| mf.opcode(def) == op::ADRP)
}

impl SymbolAddressing for SymbolAddresses {
    fn reach(&self) -> RangeInclusive<i64> {
        REACH
    }

    fn symbol_use(&self, mf: &MachineFunction, inst: InstId) -> Option<(SymbolRef, SymbolUse)> {
        let opcode = mf.opcode(inst);
        if opcode == op::MOVaddr {
            return Some((mf.symbol_ref(mf.operand(inst, 1))?, SymbolUse::Address));
        }
        let low = mf.operands(inst).get(2).filter(|low| low.target_flags() == spec::LO12.0)?;
        let symbol = mf.symbol_ref(*low)?;
        (unscaled(opcode).is_some() && page_of(mf, inst).is_some()).then_some((symbol, SymbolUse::Access))
    }

    fn offset(&self, mf: &MachineFunction, inst: InstId, base: VReg) -> Option<i64> {
        let &[value, address, offset] = mf.operands(inst) else { return None };
        let is_base = address.vreg() == Some(base) && value.vreg() != Some(base);
        let own = mf.imm_value(offset).filter(|_| is_base)?;
        let opcode = mf.opcode(inst);
        let size = if unscaled(opcode).is_some() { scale(opcode) } else { scaled(opcode).map(|_| 1) };
        size.map(|size| own * size)
    }

    fn fits(&self, mf: &MachineFunction, inst: InstId, offset: i64) -> bool {
        let opcode = mf.opcode(inst);
        form(scaled(opcode).unwrap_or(opcode), offset).is_some()
    }

    fn set_base(&self, mf: &mut MachineFunction, inst: InstId, base: VReg, offset: i64) {
        let page = page_of(mf, inst);
        let opcode = mf.opcode(inst);
        let (opcode, offset) = form(scaled(opcode).unwrap_or(opcode), offset).expect("an offset that fits");
        let operands = [mf.operand(inst, 0), Operand::use_of(base), Operand::small_imm(offset as i32)];
        mf.replace_with_inst(inst, opcode, &operands);
        page.into_iter().for_each(|page| mf.remove_inst(page));
    }

    fn address(&self, b: &mut Builder<'_>, symbol: SymbolRef) -> VReg {
        let result = b.mf.create_class_vreg(classes::GPR64COMMON);
        let symbol = b.mf.global(symbol.symbol, symbol.offset);
        b.inst(op::MOVaddr, &[Operand::def(result), symbol, symbol]);
        result
    }

    fn sum(&self, b: &mut Builder<'_>, result: VReg, base: VReg, offset: i64) -> InstId {
        let opcode = if offset < 0 { op::SUBXri } else { op::ADDXri };
        let [number, shift] = [offset.unsigned_abs() as i32, 0].map(Operand::small_imm);
        b.inst(opcode, &[Operand::def(result), Operand::use_of(base), number, shift])
    }
}
