//! Converts constructs in a function that was read which only LLVM creates between its legalizer
//! and selection. An indexed access becomes an access and an addition. Instructions that are legal
//! only in LLVM are legalized. Values in a bank that our selection does not expect are copied.
//! After selection, the target expands instructions that only LLVM creates.

use super::lower_intrinsics;
use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::mir::{MachineFunction, Operand, Properties, RegAttr};
use crate::ir::module::Module;
use crate::ir::opcodes::*;
use crate::isel::legalizer::Legalizer;
use crate::isel::regbankselect;
use crate::isel::rule_config::RuleConfig;
use crate::isel::target::IselTarget;
use crate::machine::desc::instructions::Opcode;
use crate::support::error::Result;

/// Indexed accesses and their plain forms.
const INDEXED: [(Opcode, Opcode); 4] = [
    (G_INDEXED_LOAD, G_LOAD),
    (G_INDEXED_SEXTLOAD, G_SEXTLOAD),
    (G_INDEXED_ZEXTLOAD, G_ZEXTLOAD),
    (G_INDEXED_STORE, G_STORE),
];

/// Converts a function that continues after the legalizer, RegBankSelect or selection; others are
/// unchanged.
pub fn run(
    mf: &mut MachineFunction,
    target: &dyn IselTarget,
    module: &Module,
    legalizer: &mut Legalizer,
    rule_config: &RuleConfig,
) -> Result<()> {
    if mf.properties.contains(Properties::SELECTED) && !mf.properties.contains(Properties::NO_VREGS) {
        for block in mf.layout.clone() {
            let mut next = mf.first_inst(block);
            while let Some(inst) = next {
                next = mf.next_inst(inst);
                target.instr_info().read_llvm_form(mf, inst);
            }
        }
        return Ok(());
    }
    if !mf.properties.contains(Properties::LEGALIZED) || mf.properties.contains(Properties::SELECTED) {
        return Ok(());
    }
    for block in mf.layout.clone() {
        let mut next = mf.first_inst(block);
        while let Some(inst) = next {
            next = mf.next_inst(inst);
            let opcode = mf.opcode(inst);
            if let Some((_, plain)) = INDEXED.iter().find(|(indexed, _)| *indexed == opcode) {
                split_access(mf, inst, *plain);
            }
        }
    }
    // A register without a bank is an error, which the verifier reports.
    let have_banks = (0..mf.vregs().len()).all(|n| {
        let vreg = VReg::new(n);
        mf.reg_attr(vreg) != RegAttr::None || mf.def(vreg).is_none()
    });
    lower_intrinsics(mf, target)?;
    legalizer.run(mf, target, module, rule_config)?;
    if mf.properties.contains(Properties::REG_BANK_SELECTED) && have_banks {
        // Registers with a bank keep it.
        return regbankselect::run(mf, target, regbankselect::Mode::Fast);
    }
    Ok(())
}

/// Splits an indexed access, which also returns base plus offset, into an addition and an access:
/// pre-indexed at that address, or post-indexed.
fn split_access(mf: &mut MachineFunction, inst: InstId, opcode: Opcode) {
    let operands: Vec<Operand> = mf.operands(inst).to_vec();
    let (data, address, base, offset, before) = match (opcode, &operands[..]) {
        (G_STORE, &[address, data, base, offset, before]) => (data, address, base, offset, before),
        (_, &[data, address, base, offset, before]) => (data, address, base, offset, before),
        _ => return,
    };
    let Some(sum) = address.vreg() else { return };
    let place = if mf.imm_value(before) == Some(0) { base } else { Operand::use_of(sum) };
    mf.replace_with_inst(inst, opcode, &[data, place]);
    Builder::before(mf, inst).inst(G_PTR_ADD, &[address, base, offset]);
}
