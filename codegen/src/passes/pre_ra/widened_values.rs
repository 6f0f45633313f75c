//! Widened values of `peephole-opt`: a value that `SUBREG_TO_REG` widens is defined in the wide
//! register.
//!
//! A narrow register that is live after it is widened would require a copy. So the wide register is
//! defined directly after it, and other uses of the narrow one read its sub-register. This is not
//! done if a use cannot read a sub-register, such as a phi. Nor is it done if a call in the live
//! range preserves no register of the wide class.
//!
//! Requires: selected instructions in SSA form. Establishes: nothing new. Cost: a walk over
//! opcodes; a walk over operands if a narrow value stays live.

use super::peephole_optimizer::{Sources, WHOLE, may_read_part, narrow, note_part, resolve};
use crate::ir::entity::{BlockId, InstId, VReg};
use crate::ir::mir::{MachineFunction, OperandTag, RegAttr};
use crate::ir::opcodes::{PHI, SUBREG_TO_REG};
use crate::machine::desc::instructions::InstrFlags;
use crate::machine::desc::reg_mask::RegMask;
use crate::machine::desc::registers::{RegClassId, SubReg};
use crate::passes::target::PassTarget;
use rustc_hash::FxHashMap;

/// A narrow value and the instructions that widen it.
struct Widened {
    value: VReg,
    part: SubReg,
    class: RegClassId,
    /// All its `SUBREG_TO_REG`.
    insts: Vec<InstId>,
    /// True if it has other uses.
    lives_on: bool,
    /// True if a use cannot read a sub-register.
    is_needed: bool,
    /// True if it is read outside of its block, or after a call that preserves no register of the
    /// class.
    is_far: bool,
    /// Its block, and the number of such calls before its definition.
    defined: Option<(BlockId, usize)>,
}

/// Adds narrow values to `sources` as sub-registers of their wide registers.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget, sources: &mut Sources) {
    let mut widened = widened_values(mf, sources);
    if widened.is_empty() {
        return;
    }
    let lost = collect_uses(mf, target, sources, &mut widened);
    for value in widened {
        let dies = value.is_far && lost.get(&value.class).is_some_and(|&calls| calls != 0);
        if value.lives_on && !value.is_needed && !dies {
            share(mf, target, sources, &value);
        }
    }
}

/// Returns the widened values with other uses, in the order of the first `SUBREG_TO_REG` of each.
fn widened_values(mf: &MachineFunction, sources: &Sources) -> Vec<Widened> {
    let (mut widened, mut numbers) = (Vec::<Widened>::new(), FxHashMap::default());
    for inst in mf.layout.iter().flat_map(|&block| mf.insts(block)).filter(|&i| mf.opcode(i) == SUBREG_TO_REG)
    {
        let &[wide, _, narrow, part] = mf.operands(inst) else { continue };
        let (Some(wide), Some(value), Some(part)) = (wide.vreg(), narrow.vreg(), part.as_small_imm()) else {
            continue;
        };
        let RegAttr::Class(class) = mf.reg_attr(wide) else { continue };
        let value = resolve(sources, value);
        let is_part = sources.get(value.index()).is_some_and(Option::is_some);
        if narrow.sub_reg() != WHOLE || is_part || mf.def(value).is_none() {
            continue;
        }
        let part = SubReg(part as u8);
        let number = *numbers.entry(value).or_insert(widened.len());
        match widened.get_mut(number) {
            Some(same) if same.part == part => same.insts.push(inst),
            Some(other) => other.is_needed = true,
            None => widened.push(Widened {
                value,
                part,
                class,
                insts: vec![inst],
                lives_on: false,
                is_needed: false,
                is_far: false,
                defined: None,
            }),
        }
    }
    widened.retain(|w| w.insts.len() > 1 || mf.use_count(w.value) > 1);
    widened
}

/// Records the other uses of the values. Returns for each wide class the number of calls that
/// preserve none of its registers.
fn collect_uses(
    mf: &MachineFunction,
    target: &dyn PassTarget,
    sources: &Sources,
    widened: &mut [Widened],
) -> FxHashMap<RegClassId, usize> {
    let numbers: FxHashMap<VReg, usize> = widened.iter().enumerate().map(|(n, w)| (w.value, n)).collect();
    let mut lost: FxHashMap<RegClassId, usize> = widened.iter().map(|w| (w.class, 0)).collect();
    for &block in &mf.layout {
        for inst in mf.insts(block) {
            for (n, &operand) in mf.operands(inst).iter().enumerate() {
                if operand.tag() == OperandTag::RegMask {
                    let mask = mf.reg_mask(target, operand);
                    lost.iter_mut()
                        .for_each(|(class, calls)| *calls += usize::from(!keeps(target, mask, *class)));
                    continue;
                }
                let Some(value) = operand.vreg().map(|vreg| resolve(sources, vreg)) else { continue };
                let Some(of) = numbers.get(&value).map(|&n| &mut widened[n]) else { continue };
                let calls = lost[&of.class];
                if operand.is_def() {
                    of.defined = Some((block, calls));
                    continue;
                }
                of.is_far |= of.defined != Some((block, calls));
                if !of.insts.contains(&inst) {
                    of.lives_on = true;
                    of.is_needed |= !may_read_part(mf, target, inst, n);
                }
            }
        }
    }
    lost
}

/// Returns true if a call with `mask` preserves a register of `class`.
fn keeps(target: &dyn PassTarget, mask: RegMask, class: RegClassId) -> bool {
    let registers = target.registers();
    registers.class(class).order.iter().any(|&reg| mask.preserves_all(registers.units(reg)))
}

/// Defines the first wide register after the narrow value, and replaces the other wide registers by
/// it.
fn share(mf: &mut MachineFunction, target: &dyn PassTarget, sources: &mut Sources, value: &Widened) {
    let Some(def) = mf.def(value.value) else { return };
    let (first, wide) = (value.insts[0], mf.expect_vreg(value.insts[0], 0));
    if target.desc(mf.opcode(def)).has(InstrFlags::TERMINATOR)
        || !narrow(mf, target, value.value, wide, value.part)
    {
        return;
    }
    let mut next = mf.next_inst(def);
    while let Some(phi) = next.filter(|&inst| mf.opcode(inst) == PHI) {
        next = mf.next_inst(phi);
    }
    if let Some(next) = next.filter(|&next| next != first) {
        mf.unlink_inst(first);
        mf.insert_before(next, first);
    }
    sources.resize(mf.num_vregs(), None);
    sources[value.value.index()] = Some((wide, value.part));
    note_part(mf, target, value.value, wide, value.part);
    for &other in &value.insts[1..] {
        let same = mf.expect_vreg(other, 0);
        if narrow(mf, target, same, wide, WHOLE) {
            sources[same.index()] = Some((wide, WHOLE));
            mf.remove_inst(other);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::passes::pre_ra::peephole_optimizer;
    use crate::testing::passes::{SELECTED, after};
    use crate::testing::toy::TOY;

    /// Returns the lines after the pass, without the first three, which define two registers.
    fn optimized(body: &str) -> Vec<String> {
        let start = "bb.0:\nliveins: $r0, $d0\n%0:gpr = COPY $r0\n%1:half = COPY $d0\n";
        let lines = after(SELECTED, &format!("{start}{body}\nRET"), |mf| peephole_optimizer::run(mf, TOY));
        lines[3..].to_vec()
    }

    const WIDEN: &str = "%2:half = HALFOP %1, %0\nTRACE %0\n%3:wide = SUBREG_TO_REG 0, %2, %subreg.low\n";

    #[test]
    fn narrow_uses_read_the_wide_register() {
        let again = "%4:wide = SUBREG_TO_REG 0, %2, %subreg.low\n";
        let lines = optimized(&format!("{WIDEN}{again}%5:wide = WIDEOP %3, %2\n%6:wide = WIDEOP %4, %1"));
        let expected = [
            "%2:half = HALFOP %1, %0",
            "%3:wide = SUBREG_TO_REG 0, %2, %subreg.low",
            "TRACE %0",
            "%5:wide = WIDEOP %3, %3.low",
            "%6:wide = WIDEOP %3, %1",
            "RET",
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn narrow_registers_stay_for_phis_and_across_calls() {
        let phi = "BR %bb.1\nbb.1:\n%5:half = PHI %2, %bb.0\n$d0 = COPY %5";
        let call = "%5:wide = WIDEOP %3, %2\nCALL csr_toy\n%6:half = HALFOP %2, %0";
        for rest in [phi, call] {
            let lines = optimized(&format!("{WIDEN}{rest}"));
            let expected: Vec<&str> = WIDEN.lines().chain(rest.lines()).chain(["RET"]).collect();
            assert_eq!(lines, expected);
        }
    }
}
