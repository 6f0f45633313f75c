//! Part of `opt-w-instrs`: words that are extended by zeros are loaded so, also if they come through phis.
//!
//! Nobody else may see their upper halves, but for unsigned comparisons, and those for equality, with a number that is not negative: their result is
//! the same whichever way both are extended.

use super::opt_w_instrs::{Seen, seen_upper_halves};
use super::word_values::is_zext32;
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::llt::S64;
use gisel_codegen::ir::mir::IntPredicate::{Eq, Ne, Uge, Ugt, Ule, Ult};
use gisel_codegen::ir::mir::MachineFunction;
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::target::desc::instructions::Opcode;
use smallvec::SmallVec;

/// No more phis and loads than these are looked at for one extension.
const MOST_VALUES: usize = 16;

/// Erases the extensions of loaded words by zeros; by register, what takes its place.
pub(super) fn erase(mf: &mut MachineFunction, same: &mut [Option<VReg>]) {
    let insts = mf.layout.iter().flat_map(|&block| mf.insts(block));
    let extensions: Vec<InstId> = insts.filter(|&inst| extended(mf, inst).is_some()).collect();
    if extensions.is_empty() {
        return;
    }
    let seen =
        seen_upper_halves(mf, |inst, n, seen| if is_indifferent(mf, inst, n) { Seen::No } else { seen });
    for inst in extensions {
        let Some((result, value)) = extended(mf, inst) else { continue };
        let Some(loads) = loads(mf, &seen, value) else { continue };
        for (load, loaded) in loads {
            mf.inst_mut(load).opcode = G_ZEXTLOAD;
            mf.note_intact_bits(loaded, 32);
        }
        same[result.index()] = Some(value);
        mf.note_same_value(result, value);
        mf.remove_inst(inst);
    }
}

/// Result and operand of `inst`, if that clears the upper half of a phi's or a load's result.
fn extended(mf: &MachineFunction, inst: InstId) -> Option<(VReg, VReg)> {
    if mf.opcode(inst) != G_AND || mf.constant_operand(inst, 2) != Some(0xffff_ffff) {
        return None;
    }
    let (result, value) = (mf.vreg_operand(inst, 0)?, mf.vreg_operand(inst, 1)?);
    let comes_from = mf.opcode(mf.def(value)?);
    (mf.ty(result) == S64 && (comes_from == G_PHI || is_load(comes_from))).then_some((result, value))
}

fn is_load(opcode: Opcode) -> bool {
    matches!(opcode, G_LOAD | G_SEXTLOAD | G_ZEXTLOAD)
}

/// Whether an operand is that of a comparison that is the same for both extensions of a phi's or a load's result.
fn is_indifferent(mf: &MachineFunction, inst: InstId, n: usize) -> bool {
    let number = || mf.constant_operand(inst, if n == 2 { 3 } else { 2 });
    let def = || mf.def(mf.vreg_operand(inst, n)?);
    let comes_from = |def: InstId| mf.opcode(def) == G_PHI || is_load(mf.opcode(def));
    mf.opcode(inst) == G_ICMP
        && matches!(mf.operand(inst, 1).as_int_predicate(), Some(Eq | Ne | Uge | Ugt | Ule | Ult))
        && number().is_some_and(|number| (0..1 << 31).contains(&number))
        && def().is_some_and(comes_from)
}

/// The loads that `value` comes from, if all of them may extend by zeros, and what else it comes from does so.
fn loads(mf: &MachineFunction, seen: &[bool], value: VReg) -> Option<SmallVec<[(InstId, VReg); 4]>> {
    let mut values: SmallVec<[VReg; 8]> = SmallVec::from_slice(&[value]);
    let mut loads = SmallVec::new();
    let mut next = 0;
    while let Some(&at) = values.get(next) {
        next += 1;
        let def = mf.def(at)?;
        let opcode = mf.opcode(def);
        if is_zext32(mf, at) {
            continue;
        }
        if values.len() > MOST_VALUES || seen[at.index()] {
            return None;
        }
        if opcode == G_PHI {
            for input in mf.operands(def).iter().skip(1).step_by(2) {
                let input = input.vreg()?;
                if !values.contains(&input) {
                    values.push(input);
                }
            }
        } else {
            let is_word = mf.mem_operand(def).is_some_and(|m| m.size() == 4 && m.is_unordered());
            if !(is_load(opcode) && is_word) {
                return None;
            }
            loads.push((def, at));
        }
    }
    Some(loads)
}
