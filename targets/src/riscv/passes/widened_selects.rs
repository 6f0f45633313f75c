//! Selects for `opt-w-instrs`: widens 32-bit selects of truncated registers.
//!
//! The legalizer widens a phi, but not a select among its inputs, whose operands it truncates and
//! whose result it extends without specifying the upper half. A select of the whole registers
//! preserves their extensions, so an extension of the phi may be erased. The cost is constant for
//! each extension, up to `MAX_DEPTH` nested selects.

use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::llt::{S32, S64};
use gisel_codegen::ir::mir::{MachineFunction, Operand};
use gisel_codegen::ir::opcodes::{COPY, G_ANYEXT, G_SELECT, G_TRUNC};

/// The maximum number of nested selects.
const MAX_DEPTH: u32 = 4;

/// Returns true if `inst` extends a 32-bit select without specifying the upper half.
pub(crate) fn is_extended_select(mf: &MachineFunction, inst: InstId) -> bool {
    mf.opcode(inst) == G_ANYEXT
        && mf.vreg_operand(inst, 0).is_some_and(|wide| mf.ty(wide) == S64)
        && mf.vreg_operand(inst, 1).is_some_and(|word| select(mf, word).is_some())
}

/// Returns the 32-bit select that defines `word`.
fn select(mf: &MachineFunction, word: VReg) -> Option<InstId> {
    mf.def(word).filter(|&def| mf.opcode(def) == G_SELECT && mf.ty(word) == S32)
}

/// Returns the whole register of which `word` is the truncation.
fn truncated(mf: &MachineFunction, word: VReg) -> Option<VReg> {
    let def = mf.def(word).filter(|&def| mf.opcode(def) == G_TRUNC)?;
    mf.vreg_operand(def, 1).filter(|&whole| mf.ty(whole) == S64)
}

/// Widens the selects that `extensions` extend, if all their operands are truncations or such
/// selects.
pub(crate) fn widen(mf: &mut MachineFunction, extensions: &[InstId]) {
    for &inst in extensions {
        let Some((wide, word)) = mf.vreg_operand(inst, 0).zip(mf.vreg_operand(inst, 1)) else { continue };
        if let Some(whole) = truncated(mf, word) {
            // Another extension has widened it.
            mf.replace_with_inst(inst, COPY, &[Operand::def(wide), Operand::use_of(whole)]);
        } else if is_widenable(mf, word, MAX_DEPTH) {
            mf.remove_inst(inst);
            widen_select(mf, word, wide);
        }
    }
}

fn is_widenable(mf: &MachineFunction, word: VReg, depth: u32) -> bool {
    let Some(def) = select(mf, word).filter(|_| depth > 0) else { return truncated(mf, word).is_some() };
    let is_wide = |n: usize| mf.vreg_operand(def, n).is_some_and(|value| is_widenable(mf, value, depth - 1));
    is_wide(2) && is_wide(3)
}

/// Makes the select that defines `word` define `wide`, and `word` its truncation.
fn widen_select(mf: &mut MachineFunction, word: VReg, wide: VReg) {
    let Some(def) = select(mf, word) else { return };
    for n in [2, 3] {
        let Some(value) = mf.vreg_operand(def, n) else { continue };
        let whole = truncated(mf, value).unwrap_or_else(|| {
            let whole = mf.create_vreg(S64);
            widen_select(mf, value, whole);
            whole
        });
        mf.set_operand(def, n, Operand::use_of(whole));
    }
    mf.set_operand(def, 0, Operand::def(wide));
    let truncation = mf.create_inst(G_TRUNC, &[Operand::def(word), Operand::use_of(wide)], None);
    mf.insert_after(def, truncation);
}
