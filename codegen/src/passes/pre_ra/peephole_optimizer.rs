//! `peephole-opt`: coalesces copies between virtual registers of compatible classes, and
//! sub-register copies.
//!
//! A `REG_SEQUENCE` that joins the parts of one register again is a copy of it.
//!
//! The uses of a copy's result are rewritten to its source, or to the copied sub-register. The
//! source's class is narrowed to fit both. The remaining copies are those of physical registers,
//! those between banks, and sub-register copies that phis and the like read.
//!
//! Requires: selected instructions in SSA form. Establishes: nothing new. Cost: two walks.

use super::widened_values;
use crate::ir::entity::{InstId, VReg};
use crate::ir::mir::{MachineFunction, Operand, OperandFlags, RegAttr};
use crate::ir::opcodes::{COPY, REG_SEQUENCE};
use crate::machine::desc::registers::SubReg;
use crate::passes::target::PassTarget;

/// By register: the source of the copy that defines it, and the sub-register.
pub(super) type Sources = Vec<Option<(VReg, SubReg)>>;

pub(super) const WHOLE: SubReg = SubReg(0);

/// Removes copies from `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    let mut sources = Sources::new();
    let mut of_parts = Vec::new();
    for n in 0..mf.layout.len() {
        let mut next = mf.first_inst(mf.layout[n]);
        while let Some(inst) = next {
            next = mf.next_inst(inst);
            let copy = match mf.opcode(inst) {
                COPY => virtual_copy(mf, inst),
                REG_SEQUENCE => joined_parts(mf, &sources, inst),
                _ => continue,
            };
            let Some((dst, src, part)) = copy else { continue };
            let src = resolve(&sources, src);
            if !narrow(mf, target, dst, src, part) {
                continue;
            }
            sources.resize(mf.num_vregs(), None);
            sources[dst.index()] = Some((src, part));
            if part == WHOLE {
                mf.remove_inst(inst);
            } else {
                of_parts.push(inst);
            }
        }
    }
    widened_values::run(mf, target, &mut sources);
    if sources.is_empty() {
        return;
    }
    rewrite_uses(mf, target, &sources);
    for inst in of_parts {
        if mf.use_count(mf.expect_vreg(inst, 0)) == 0 {
            note_low_part(mf, target, inst);
            mf.remove_inst(inst);
        }
    }
}

/// Records for debug values that the result of a copy of low bits is in the source register.
fn note_low_part(mf: &mut MachineFunction, target: &dyn PassTarget, copy: InstId) {
    if let Some((dst, src, part)) = virtual_copy(mf, copy) {
        note_part(mf, target, dst, src, part);
    }
}

/// Records for debug values that `dst` is a sub-register of `src`, if it has the low bits.
pub(super) fn note_part(
    mf: &mut MachineFunction,
    target: &dyn PassTarget,
    dst: VReg,
    src: VReg,
    part: SubReg,
) {
    let is_tracked = mf.debug_values().is_some_and(|values| values.is_tracked(dst));
    if let RegAttr::Class(class) = mf.reg_attr(src)
        && is_tracked
        && target.registers().has_low_parts(class, part)
    {
        mf.note_same_value(dst, src);
    }
}

/// Returns the register of which `vreg` is a full copy, through chains of copies.
pub(super) fn resolve(sources: &Sources, mut vreg: VReg) -> VReg {
    while let Some(&Some((from, WHOLE))) = sources.get(vreg.index()) {
        vreg = from;
    }
    vreg
}

/// Rewrites all uses to the sources of copies.
fn rewrite_uses(mf: &mut MachineFunction, target: &dyn PassTarget, sources: &Sources) {
    for n in 0..mf.layout.len() {
        let mut next = mf.first_inst(mf.layout[n]);
        while let Some(inst) = next {
            next = mf.next_inst(inst);
            for n in 0..mf.operands(inst).len() {
                let operand = mf.operand(inst, n);
                let Some(vreg) = operand.vreg().filter(|_| operand.is_use()) else { continue };
                let whole = resolve(sources, vreg);
                let new = match sources.get(whole.index()) {
                    Some(&Some((from, part))) if may_read_part(mf, target, inst, n) => {
                        operand.with_reg(resolve(sources, from)).with_sub_reg(part)
                    }
                    _ => operand.with_reg(whole),
                };
                if new != operand {
                    mf.set_operand(inst, n, new);
                }
            }
        }
    }
}

/// Returns true if an operand may have a sub-register index: of a copy to a physical register, or
/// of a plain instruction where it is not tied.
pub(super) fn may_read_part(mf: &MachineFunction, target: &dyn PassTarget, inst: InstId, n: usize) -> bool {
    let (opcode, operand) = (mf.opcode(inst), mf.operand(inst, n));
    if opcode == COPY {
        return operand.sub_reg() == WHOLE && mf.operand(inst, 0).phys().is_some();
    }
    let listed = target.desc(opcode).operands.get(n);
    opcode.is_target()
        && operand.sub_reg() == WHOLE
        && !operand.flags.intersects(OperandFlags::UNDEF | OperandFlags::IMPLICIT | OperandFlags::TIED)
        && listed.is_some_and(|desc| desc.tied_to.is_none())
}

/// Returns destination, source and sub-register of a copy to a whole virtual register.
fn virtual_copy(mf: &MachineFunction, inst: InstId) -> Option<(VReg, VReg, SubReg)> {
    let (dst, src): (Operand, Operand) = (mf.operand(inst, 0), mf.operand(inst, 1));
    if mf.operands(inst).len() != 2 || dst.sub_reg() != WHOLE || src.flags.contains(OperandFlags::UNDEF) {
        return None;
    }
    Some((dst.vreg()?, src.vreg()?, src.sub_reg()))
}

/// Returns the result of a `REG_SEQUENCE` and the register whose parts it joins again.
fn joined_parts(mf: &MachineFunction, sources: &Sources, inst: InstId) -> Option<(VReg, VReg, SubReg)> {
    let (dst, pairs) = mf.operands(inst).split_first()?;
    let mut whole = None;
    for pair in pairs.chunks_exact(2) {
        let value = pair[0].vreg().filter(|_| pair[0].sub_reg() == WHOLE)?;
        let (from, part) = (*sources.get(resolve(sources, value).index())?)?;
        let is_same = mf.imm_value(pair[1]) == Some(part.0.into()) && *whole.get_or_insert(from) == from;
        if !is_same {
            return None;
        }
    }
    let (dst, whole) = (dst.vreg()?, whole?);
    (mf.reg_attr(dst) == mf.reg_attr(whole)).then_some((dst, whole, WHOLE))
}

/// Narrows the class of `src` to one that fits `dst` too, as a whole or by its sub-registers, if
/// there is one.
pub(super) fn narrow(
    mf: &mut MachineFunction,
    target: &dyn PassTarget,
    dst: VReg,
    src: VReg,
    part: SubReg,
) -> bool {
    let (RegAttr::Class(d), RegAttr::Class(s)) = (mf.reg_attr(dst), mf.reg_attr(src)) else { return false };
    let registers = target.registers();
    let common = if part == WHOLE {
        let same_size = registers.class(d).bits == registers.class(s).bits;
        registers.common_sub_class(d, s).filter(|_| same_size)
    } else {
        registers.class_with_parts_in(s, part, d)
    };
    let Some(common) = common else { return false };
    mf.set_reg_attr(src, RegAttr::Class(common));
    true
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::testing::passes::{SELECTED, after};
    use crate::testing::toy::TOY;

    /// Returns the lines after the pass, without the first four, which define a general register,
    /// a half and a wide register.
    fn optimized(body: &str) -> Vec<String> {
        let start =
            "bb.0:\nliveins: $r0, $d0, $q1, $q2\n%0:gpr = COPY $r0\n%1:half = COPY $d0\n%2:wide = COPY $q1\n";
        after(SELECTED, &format!("{start}{body}\nRET"), |mf| run(mf, TOY)).split_off(4)
    }

    #[test]
    fn copies_are_read_where_their_source_is() {
        let chain = "%3:gpr = COPY %0\n%4:gpr = COPY %3\nTRACE %4";
        assert_eq!(optimized(chain), ["TRACE %0", "RET"]);
        let part = "%3:half = COPY %2.low\n%4:half = HALFOP %3, %0";
        assert_eq!(optimized(part), ["%4:half = HALFOP %2.low, %0", "RET"]);
    }

    #[test]
    fn the_class_of_a_source_is_narrowed() {
        let lines = optimized("%3:gpr = ADDI %0, 1\n%4:lowgpr = COPY %3\n%5:lowgpr = LOWOP %4, %0");
        assert_eq!(lines, ["%3:lowgpr = ADDI %0, 1", "%5:lowgpr = LOWOP %3, %0", "RET"]);
    }

    #[test]
    fn copies_between_other_classes_stay() {
        for stays in [
            ["%3:lowgpr = ADDI %0, 1", "%4:highgpr = COPY %3", "TRACE %4"],
            ["%3:half = COPY %0", "%4:half = HALFOP %3, %0", "TRACE %0"],
            ["%3:gpr = COPY undef %0", "TRACE %3", "TRACE %0"],
        ] {
            assert_eq!(optimized(&stays.join("\n")), [&stays[..], &["RET"]].concat());
        }
    }

    #[test]
    fn parts_of_one_register_are_joined_to_it() {
        let joined = |source: &str, parts: &str| {
            let start = format!("%3:wide = COPY $q2\n%4:half = COPY %2.low\n%5:half = COPY {source}.low\n");
            optimized(&format!("{start}%6:wide = REG_SEQUENCE {parts}\n%7:wide = WIDEOP %6, %4\nTRACE %0"))
        };
        let is_joined = |lines: &[String]| lines.iter().any(|line| line == "%7:wide = WIDEOP %2, %2.low");
        let both = "%4, %subreg.low, %5, %subreg.low";
        assert!(is_joined(&joined("%2", both)));
        assert!(!is_joined(&joined("%3", both)));
        assert!(!is_joined(&joined("%2", "%4, 0")));
    }

    #[test]
    fn phis_read_no_sub_registers() {
        let body = "%3:half = COPY %2.low\nBR %bb.1\nbb.1:\n%4:half = PHI %3, %bb.0\n$d0 = COPY %4";
        let lines = optimized(body);
        assert_eq!(lines[0], "%3:half = COPY %2.low");
        assert!(lines.contains(&"%4:half = PHI %3, %bb.0".to_string()), "{lines:?}");
    }
}
