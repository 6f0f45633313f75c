//! Two-address form: replaces tied operands and sub-register pseudos by copies, as register
//! allocation requires.
//!
//! A tied use becomes a copy into the defined register right before the instruction, which then
//! reads and writes that register. `REG_SEQUENCE`, `INSERT_SUBREG`, `SUBREG_TO_REG`,
//! `EXTRACT_SUBREG` and `COPY_TO_REGCLASS` become copies, of sub-registers where necessary. The
//! first copy into a sub-register of an otherwise undefined register has the flag `undef`.
//!
//! Requires selected instructions in SSA form. Afterwards a register may have several definitions,
//! all in one block and with only uses of the same bundle between them. Register allocation calls
//! it during its own walk.

use crate::frame::target::FrameTarget;
use crate::ir::entity::InstId;
use crate::ir::mir::asm_operand::asm_groups;
use crate::ir::mir::{MachineFunction, Operand, OperandFlags, Properties, Reg};
use crate::ir::opcodes::*;
use crate::machine::desc::instructions::{InstrDesc, Opcode};
use crate::machine::desc::registers::SubReg;
use smallvec::SmallVec;

/// Returns true if [`convert`] changes instructions of this opcode.
#[inline]
pub(crate) fn is_concerned(opcode: Opcode, desc: &InstrDesc) -> bool {
    desc.constrained
        || !opcode.is_target()
            && matches!(
                opcode,
                REG_SEQUENCE
                    | INSERT_SUBREG
                    | SUBREG_TO_REG
                    | EXTRACT_SUBREG
                    | COPY_TO_REGCLASS
                    | INLINEASM
                    | INLINEASM_BR
            )
}

/// Returns true if `inst` is a `REG_SEQUENCE` of whole, defined registers.
pub(crate) fn is_sequence(mf: &MachineFunction, inst: InstId) -> bool {
    let is_whole = |operand: &Operand| {
        operand.vreg().is_some() && operand.sub_reg() == SubReg::default() && !is_undefined(mf, *operand)
    };
    mf.opcode(inst) == REG_SEQUENCE
        && mf.vreg_operand(inst, 0).is_some()
        && mf.operands(inst)[1..].chunks_exact(2).all(|pair| is_whole(&pair[0]))
}

/// Returns the parts of a `REG_SEQUENCE`: the sub-register of its result, and its source.
pub(crate) fn sequence_parts(
    mf: &MachineFunction,
    inst: InstId,
) -> impl Iterator<Item = (SubReg, Operand)> + '_ {
    mf.operands(inst)[1..].chunks_exact(2).map(|pair| (part(mf, pair[1]), pair[0]))
}

/// Converts `inst` to two-address form: it may be removed, or preceded by copies. Must be called
/// for the instructions of a block in order.
pub(crate) fn convert(mf: &mut MachineFunction, target: &dyn FrameTarget, inst: InstId) {
    match mf.opcode(inst) {
        REG_SEQUENCE => reg_sequence(mf, inst),
        INSERT_SUBREG => insert_subreg(mf, inst),
        SUBREG_TO_REG => subreg_to_reg(mf, inst),
        EXTRACT_SUBREG => extract_subreg(mf, inst),
        COPY_TO_REGCLASS => become_copy(mf, inst, mf.operand(inst, 1)),
        INLINEASM | INLINEASM_BR => tie_asm(mf, inst),
        opcode => tie(mf, target, target.desc(opcode), inst),
    }
}

/// Finishes the conversion, after all instructions.
pub(crate) fn finish(mf: &mut MachineFunction) {
    mf.properties.remove(Properties::IS_SSA);
}

fn part(mf: &MachineFunction, operand: Operand) -> SubReg {
    let Some(index) = mf.imm_value(operand) else {
        panic!("a part of a register must be named by an immediate, not by {operand:?}")
    };
    SubReg(index as u8)
}

/// Changes `inst` to a copy of `source` to its first operand.
fn become_copy(mf: &mut MachineFunction, inst: InstId, source: Operand) {
    let dst = mf.operand(inst, 0);
    mf.replace_with_inst(inst, COPY, &[dst, source]);
}

fn copy_before(mf: &mut MachineFunction, inst: InstId, dst: Operand, source: Operand) {
    let debug_loc = mf.location(inst);
    let copy = mf.create_inst(COPY, &[dst, source], debug_loc);
    mf.insert_before(inst, copy);
}

fn is_undefined(mf: &MachineFunction, operand: Operand) -> bool {
    let def = operand.vreg().filter(|_| !mf.freezes).and_then(|v| mf.def(v));
    operand.flags.contains(OperandFlags::UNDEF) || def.is_some_and(|d| mf.opcode(d) == IMPLICIT_DEF)
}

fn reg_sequence(mf: &mut MachineFunction, inst: InstId) {
    let operands: SmallVec<[Operand; 9]> = mf.operands(inst).iter().copied().collect();
    debug_assert!(operands.len() % 2 == 1, "{inst:?}: a value without an index");
    let mut undef = OperandFlags::UNDEF;
    for pair in operands[1..].chunks_exact(2) {
        if is_undefined(mf, pair[0]) {
            continue;
        }
        let dst = operands[0].with_sub_reg(part(mf, pair[1])).with_flags(undef);
        copy_before(mf, inst, dst, pair[0]);
        undef = OperandFlags::empty();
    }
    if undef.is_empty() {
        mf.remove_inst(inst);
    } else {
        mf.replace_with_inst(inst, IMPLICIT_DEF, &operands[..1]);
    }
}

fn insert_subreg(mf: &mut MachineFunction, inst: InstId) {
    let [dst, base, value, index] = [0, 1, 2, 3].map(|n| mf.operand(inst, n));
    let mut dst_part = dst.with_sub_reg(part(mf, index));
    if is_undefined(mf, base) {
        dst_part = dst_part.with_flags(OperandFlags::UNDEF);
    } else {
        copy_before(mf, inst, dst, base);
    }
    mf.replace_with_inst(inst, COPY, &[dst_part, value]);
}

fn subreg_to_reg(mf: &mut MachineFunction, inst: InstId) {
    let [dst, value, index] = [0, 2, 3].map(|n| mf.operand(inst, n));
    let dst = dst.with_sub_reg(part(mf, index)).with_flags(OperandFlags::UNDEF);
    mf.replace_with_inst(inst, COPY, &[dst, value]);
}

fn extract_subreg(mf: &mut MachineFunction, inst: InstId) {
    let index = part(mf, mf.operand(inst, 2));
    become_copy(mf, inst, mf.operand(inst, 1).with_sub_reg(index));
}

/// Inserts a copy for each tied use.
fn tie(mf: &mut MachineFunction, target: &dyn FrameTarget, desc: &InstrDesc, inst: InstId) {
    for (n, operand) in desc.operands.iter().enumerate() {
        let Some(tied) = operand.tied_to else { continue };
        commute_to_tie(mf, target, inst, tied as usize, n);
        let (Some(&def), Some(&source)) = (mf.operands(inst).get(tied as usize), mf.operands(inst).get(n))
        else {
            continue;
        };
        tie_operand(mf, inst, n, def, source);
        read_copy(mf, desc, inst, tied as usize, source);
    }
}

/// Commutes `inst`, if possible, when the other operand is the better one to tie.
fn commute_to_tie(mf: &mut MachineFunction, target: &dyn FrameTarget, inst: InstId, def: usize, tied: usize) {
    let info = target.instr_info();
    if !info.commute(mf, inst) {
        return;
    }
    let commuted = benefit(mf, inst, def, tied);
    info.commute(mf, inst);
    if commuted > benefit(mf, inst, def, tied) {
        info.commute(mf, inst);
    }
}

/// The number of instructions in which a copy of the result to a physical register is searched.
const NEAR: usize = 4;

/// Returns the benefit of tying this use to this definition. A value without other uses is best. A
/// value from the physical register to which the result is copied is better, and so is a phi that
/// receives the result.
fn benefit(mf: &MachineFunction, inst: InstId, def: usize, tied: usize) -> u32 {
    let operands = mf.operands(inst);
    let (Some(result), Some(value)) = (operands[def].vreg(), operands[tied].vreg()) else { return 0 };
    let here = operands.iter().filter(|o| o.is_use() && o.vreg() == Some(value)).count();
    let dies = here == mf.use_count(value) as usize;
    let from = mf.def(value).filter(|&d| mf.opcode(d) == COPY).and_then(|d| mf.operand(d, 1).phys());
    let after = std::iter::successors(mf.next_inst(inst), |&next| mf.next_inst(next)).take(NEAR);
    let mut copies =
        after.filter(|&next| mf.opcode(next) == COPY && mf.vreg_operand(next, 1) == Some(result));
    let same = from.is_some() && copies.any(|copy| mf.operand(copy, 0).phys() == from);
    let is_phi = mf.def(value).is_some_and(|d| {
        mf.opcode(d) == PHI && mf.operands(d).iter().any(|o| o.is_use() && o.vreg() == Some(result))
    });
    2 * u32::from(dies) + u32::from(same || is_phi)
}

/// Makes other operands read the tied copy `def` instead of its source, so the source's live range
/// may end here.
fn read_copy(mf: &mut MachineFunction, desc: &InstrDesc, inst: InstId, def: usize, source: Operand) {
    let (shared, listed) = (mf.operand(inst, def), &desc.operands[def]);
    if listed.early_clobber || source.vreg().is_none() || shared.reg() == source.reg() {
        return;
    }
    let Some(reg) = shared.reg() else { return };
    for (n, other) in desc.operands.iter().enumerate() {
        let is_read = mf.operands(inst).get(n) == Some(&source);
        let is_same = is_read && other.kind == listed.kind && other.tied_to.is_none();
        if is_same && source.is_use() {
            mf.set_operand(inst, n, source.with_reg(reg));
        }
    }
}

/// Inserts copies for inline assembly, whose groups list the tied operands.
fn tie_asm(mf: &mut MachineFunction, inst: InstId) {
    let groups = asm_groups(mf, inst);
    for &(flag, at) in &groups {
        let Some(&(_, def)) = flag.tied_to.and_then(|group| groups.get(group as usize)) else { continue };
        for n in 0..flag.count as usize {
            let (def, source) = (mf.operand(inst, def + n), mf.operand(inst, at + n));
            tie_operand(mf, inst, at + n, def, source);
        }
    }
}

fn tie_operand(mf: &mut MachineFunction, inst: InstId, n: usize, def: Operand, source: Operand) {
    if !def.is_def() || !source.is_use() || def.reg() == source.reg() {
        return;
    }
    let Some(reg) = def.reg().filter(|&r| r != Reg::NONE) else { return };
    let undefined = is_undefined(mf, source);
    if !undefined {
        copy_before(mf, inst, Operand::def(reg), source);
    }
    let flags = if undefined { OperandFlags::UNDEF } else { OperandFlags::empty() };
    mf.set_operand(inst, n, Operand::use_of(reg).with_flags(flags | OperandFlags::TIED));
    if let Some(vreg) = reg.as_virt() {
        mf.set_def(vreg, inst);
    }
}

#[cfg(test)]
mod tests {
    use super::{convert, finish, is_concerned};
    use crate::ir::mir::{MachineFunction, Properties};
    use crate::testing::passes::{SELECTED, after};
    use crate::testing::toy::TOY;

    fn two_address(mf: &mut MachineFunction) {
        for block in mf.layout.clone() {
            let mut next = mf.first_inst(block);
            while let Some(inst) = next {
                next = mf.next_inst(inst);
                if is_concerned(mf.opcode(inst), TOY.desc(mf.opcode(inst))) {
                    convert(mf, TOY, inst);
                }
            }
        }
        finish(mf);
        assert!(!mf.properties.contains(Properties::IS_SSA));
    }

    /// Returns the lines after the conversion, without the first five, which define two general
    /// registers, a half and a wide register.
    fn converted(body: &str) -> Vec<String> {
        let start = "bb.0:\nliveins: $r0, $r1, $d0, $q1\n%0:gpr = COPY $r0\n%1:gpr = COPY $r1\n\
                     %2:half = COPY $d0\n%3:wide = COPY $q1\n";
        let mut lines = after(SELECTED, &format!("{start}{body}\nRET"), two_address).split_off(5);
        assert_eq!(lines.pop().as_deref(), Some("RET"));
        lines
    }

    #[test]
    fn tied_uses_are_copied() {
        let tied = |operands: &str| converted(&format!("%4:gpr = TIED {operands}\nTRACE %0"));
        let copied = |read: &str| {
            ["%4:gpr = COPY %0".to_string(), format!("%4:gpr = TIED %4, {read}"), "TRACE %0".into()]
        };
        assert_eq!(tied("%0, %1"), copied("%1"));
        // The source's live range may end at the copy.
        assert_eq!(tied("%0, %0"), copied("%4"));
        assert_eq!(tied("undef %0, %1")[0], "%4:gpr = TIED undef %4, %1");
    }

    #[test]
    fn the_operand_that_dies_is_tied() {
        let swapped = |still_used: &str| converted(&format!("%4:gpr = SWAPPED %0, %1\nTRACE {still_used}"));
        assert_eq!(swapped("%0")[..2], ["%4:gpr = COPY %1", "%4:gpr = SWAPPED %4, %0"]);
        assert_eq!(swapped("%1")[..2], ["%4:gpr = COPY %0", "%4:gpr = SWAPPED %4, %1"]);
    }

    #[test]
    fn sub_register_pseudos_become_copies() {
        let table: [(&str, &[&str]); 7] = [
            ("%4:wide = REG_SEQUENCE %2, %subreg.low", &["undef %4.low:wide = COPY %2"]),
            (
                "%5:half = IMPLICIT_DEF\n%4:wide = REG_SEQUENCE %5, %subreg.low",
                &["%5:half = IMPLICIT_DEF", "%4:wide = IMPLICIT_DEF"],
            ),
            ("%4:wide = INSERT_SUBREG %3, %2, %subreg.low", &["%4:wide = COPY %3", "%4.low:wide = COPY %2"]),
            ("%4:wide = INSERT_SUBREG undef %3, %2, %subreg.low", &["undef %4.low:wide = COPY %2"]),
            ("%4:wide = SUBREG_TO_REG 0, %2, %subreg.low", &["undef %4.low:wide = COPY %2"]),
            ("%4:half = EXTRACT_SUBREG %3, %subreg.low", &["%4:half = COPY %3.low"]),
            ("%4:lowgpr = COPY_TO_REGCLASS %0, 3", &["%4:lowgpr = COPY %0"]),
        ];
        table.iter().for_each(|&(from, to)| assert_eq!(converted(from), to, "{from}"));
    }
}
