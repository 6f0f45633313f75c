//! Base updates for `load-store-opt`: merges an addition to a base register into a nearby access.
//!
//! `ldr x1, [x0]` and `add x0, x0, #8` become `ldr x1, [x0], #8`. If the access is after the
//! addition, or has the added number as its offset, they become `ldr x1, [x0, #8]!`. No instruction
//! between the two reads or writes the register, except accesses whose offset can change instead.
//! Accesses to structures add their size.
//!
//! Requires: physical registers and a frame that is laid out. Establishes: nothing new. Cost:
//! linear; each addition visits `MAX_DISTANCE` instructions before it and after it.

use crate::aarch64::mc::instructions::op;
use crate::aarch64::registers::{REGISTERS, classes, regs};
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::ir::mir::{InstFlags, MachineFunction, Operand, OperandTag};
use gisel_codegen::ir::opcodes::EH_LABEL;
use gisel_codegen::machine::desc::instructions::{InstrFlags as DescFlags, Opcode};
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::target::PassTarget;
use smallvec::SmallVec;

/// The maximum distance of an access from the addition, in instructions.
const MAX_DISTANCE: usize = 100;

/// Merges the additions of `mf` into accesses.
pub(crate) fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    let stack_pointer = target.frame_lowering().stack_pointer();
    for n in 0..mf.layout.len() {
        let mut next = mf.first_inst(mf.layout[n]);
        while let Some(inst) = next {
            let update = update(mf, inst).filter(|u| u.base != stack_pointer);
            let merged = update.and_then(|u| merge(mf, target, inst, u.base, u.offset));
            next = mf.next_inst(inst);
            if let Some(access) = merged {
                mf.note_merged(inst, access);
                mf.remove_inst(inst);
            }
        }
    }
}

/// Merges `addition`, of `amount` to `base`, into the access before or after it. Returns the
/// resulting access.
fn merge(
    mf: &mut MachineFunction,
    target: &dyn PassTarget,
    addition: InstId,
    base: PhysReg,
    amount: i64,
) -> Option<InstId> {
    let before = nearest(mf, target, addition, base, |mf, i| mf.prev_inst(i));
    if let Some((access, offset)) = before.and_then(|at| access(mf, target, at, base))
        && (offset == 0 || offset == amount)
    {
        return replace(mf, access, amount, offset != 0);
    }
    let after = nearest(mf, target, addition, base, |mf, i| mf.next_inst(i));
    match after.and_then(|at| access(mf, target, at, base)).filter(|&(_, offset)| offset == 0) {
        Some((access, _)) => replace(mf, access, amount, true),
        None => merge_into_load(mf, target, before?, base, amount),
    }
}

/// Merges an addition of `amount` into a load before it, at or before `nearest`. The accesses
/// between them subtract the amount from their offsets. Returns the resulting load.
fn merge_into_load(
    mf: &mut MachineFunction,
    target: &dyn PassTarget,
    nearest: Nearest,
    base: PhysReg,
    amount: i64,
) -> Option<InstId> {
    let mut changed: SmallVec<[(InstId, Opcode, i64); 4]> = SmallVec::new();
    let Nearest { inst: mut at, mut touched, distance } = nearest;
    for _ in distance..MAX_DISTANCE {
        if touched != 0 {
            let access = base_access(mf, at).filter(|a| a.base == base && touched == 1)?;
            let form = update_forms(mf.opcode(at)).filter(|_| !is_of_frame(mf, at))?;
            if access.offset == 0 && target.desc(mf.opcode(at)).has(DescFlags::MAY_LOAD) {
                let load = replace(mf, at, amount, false)?;
                for (inst, opcode, offset) in changed {
                    let last = mf.operands(inst).len() - 1;
                    mf.set_operand(inst, last, Operand::small_imm(offset as i32));
                    mf.inst_mut(inst).opcode = opcode;
                }
                return Some(load);
            }
            let (opcode, offset) = form.at(access.offset - amount)?;
            changed.push((at, opcode, offset));
        }
        at = mf.prev_inst(at).filter(|&i| mf.opcode(i) != EH_LABEL)?;
        touched = touches(mf, target, at, base);
    }
    None
}

/// Returns true if `inst` belongs to the prologue or to an epilogue.
fn is_of_frame(mf: &MachineFunction, inst: InstId) -> bool {
    mf.inst(inst).flags.intersects(InstFlags::FRAME_SETUP | InstFlags::FRAME_DESTROY)
}

/// The instruction nearest to an addition that mentions its base.
#[derive(Clone, Copy)]
struct Nearest {
    inst: InstId,
    /// The number of its operands that overlap the base.
    touched: usize,
    /// The number of instructions between it and the addition.
    distance: usize,
}

/// Returns the nearest instruction that mentions `base`. It is searched for by `step`.
fn nearest(
    mf: &MachineFunction,
    target: &dyn PassTarget,
    from: InstId,
    base: PhysReg,
    step: impl Fn(&MachineFunction, InstId) -> Option<InstId>,
) -> Option<Nearest> {
    // At a landing pad, the base must have its value from the call.
    let way =
        std::iter::successors(step(mf, from), |&i| step(mf, i)).take_while(|&i| mf.opcode(i) != EH_LABEL);
    let touched = |(distance, inst)| Nearest { inst, touched: touches(mf, target, inst, base), distance };
    way.take(MAX_DISTANCE).enumerate().map(touched).find(|n| n.touched != 0)
}

/// Returns the instruction `at` and its offset from `base`, if it is an access whose address can
/// change.
fn access(
    mf: &MachineFunction,
    target: &dyn PassTarget,
    at: Nearest,
    base: PhysReg,
) -> Option<(InstId, i64)> {
    let usual = at.touched == 1 && !is_of_frame(mf, at.inst);
    let access = base_access(mf, at.inst).filter(|a| usual && a.base == base)?;
    (!waits(mf, target, at.inst, base)).then_some((at.inst, access.offset))
}

/// Returns true if `access` stores a float or a vector, and loads of the next iteration use `base`:
/// they would wait for the stored value.
fn waits(mf: &MachineFunction, target: &dyn PassTarget, access: InstId, base: PhysReg) -> bool {
    let has = |inst, flag| target.desc(mf.opcode(inst)).has(flag);
    let Some(block) = mf.block_of(access).filter(|_| has(access, DescFlags::MAY_STORE)) else { return false };
    let loads = |inst: InstId| {
        has(inst, DescFlags::MAY_LOAD) && base_access(mf, inst).is_some_and(|a| a.base == base)
    };
    let stored = mf.operand(access, 0).phys();
    let takes_long = stored.is_some_and(|reg| {
        [classes::FPR32, classes::FPR64, classes::FPR128].iter().any(|&c| REGISTERS.contains(c, reg))
    });
    takes_long && mf.block(block).successors.contains(&block) && mf.insts(block).any(loads)
}

/// Returns the number of operands of `inst` that overlap `reg`; a call that does not preserve it
/// counts as one.
pub(crate) fn touches(mf: &MachineFunction, target: &dyn PassTarget, inst: InstId, reg: PhysReg) -> usize {
    let overlap = |other: PhysReg| target.registers().overlap(reg, other);
    let desc = target.desc(mf.opcode(inst));
    let implicit = desc.implicit_uses.iter().chain(desc.implicit_defs).filter(|&&r| overlap(r)).count();
    let is_lost = |&o: &Operand| !mf.reg_mask(target, o).preserves_all(target.registers().units(reg));
    let named = |o: &&Operand| match o.tag() {
        OperandTag::RegMask => is_lost(o),
        _ => o.phys().is_some_and(overlap),
    };
    implicit + mf.operands(inst).iter().filter(named).count()
}

/// Replaces an access by its form with an update of `amount` bytes, and returns that.
fn replace(mf: &mut MachineFunction, access: InstId, amount: i64, before: bool) -> Option<InstId> {
    let mut b = Builder::before(mf, access);
    let new = build(&mut b, access, amount, before)?;
    mf.copy_mem_operands(access, new);
    mf.note_moved(access, new);
    mf.remove_inst(access);
    Some(new)
}

/// A base register, and an offset or an update in bytes.
#[derive(Clone, Copy)]
struct BaseOffset {
    base: PhysReg,
    offset: i64,
}

/// An access with a base and an immediate, and its form with update.
struct UpdateForms {
    /// The access with an offset in units of `scale`.
    scaled: Opcode,
    /// The access with an offset in bytes; `scaled` again if there is none.
    unscaled: Opcode,
    pre: Opcode,
    post: Opcode,
    /// The unit of the scaled offset in bytes.
    scale: i64,
    /// The unit of the update in bytes.
    unit: i64,
    /// The range of updates, in units.
    range: std::ops::Range<i64>,
}

impl UpdateForms {
    /// Returns the opcode without update and the immediate for an offset in bytes.
    fn at(&self, offset: i64) -> Option<(Opcode, i64)> {
        let units = offset / self.scale;
        let is_whole = offset % self.scale == 0;
        if self.unit == 1 {
            return match is_whole && (0..4096).contains(&units) {
                true => Some((self.scaled, units)),
                false => (-256..256).contains(&offset).then_some((self.unscaled, offset)),
            };
        }
        (is_whole && self.range.contains(&units)).then_some((self.scaled, units))
    }
}

const fn single([scaled, unscaled, pre, post]: [Opcode; 4], scale: i64) -> UpdateForms {
    UpdateForms { scaled, unscaled, pre, post, scale, unit: 1, range: -256..256 }
}

const fn pair([scaled, pre, post]: [Opcode; 3], scale: i64) -> UpdateForms {
    UpdateForms { scaled, unscaled: scaled, pre, post, scale, unit: scale, range: -64..64 }
}

static FORMS: [UpdateForms; 33] = [
    single([op::LDRBBui, op::LDURBBi, op::LDRBBpre, op::LDRBBpost], 1),
    single([op::LDRHHui, op::LDURHHi, op::LDRHHpre, op::LDRHHpost], 2),
    single([op::LDRWui, op::LDURWi, op::LDRWpre, op::LDRWpost], 4),
    single([op::LDRXui, op::LDURXi, op::LDRXpre, op::LDRXpost], 8),
    single([op::LDRSBWui, op::LDURSBWi, op::LDRSBWpre, op::LDRSBWpost], 1),
    single([op::LDRSBXui, op::LDURSBXi, op::LDRSBXpre, op::LDRSBXpost], 1),
    single([op::LDRSHWui, op::LDURSHWi, op::LDRSHWpre, op::LDRSHWpost], 2),
    single([op::LDRSHXui, op::LDURSHXi, op::LDRSHXpre, op::LDRSHXpost], 2),
    single([op::LDRSWui, op::LDURSWi, op::LDRSWpre, op::LDRSWpost], 4),
    single([op::LDRBui, op::LDURBi, op::LDRBpre, op::LDRBpost], 1),
    single([op::LDRHui, op::LDURHi, op::LDRHpre, op::LDRHpost], 2),
    single([op::LDRSui, op::LDURSi, op::LDRSpre, op::LDRSpost], 4),
    single([op::LDRDui, op::LDURDi, op::LDRDpre, op::LDRDpost], 8),
    single([op::LDRQui, op::LDURQi, op::LDRQpre, op::LDRQpost], 16),
    single([op::STRBBui, op::STURBBi, op::STRBBpre, op::STRBBpost], 1),
    single([op::STRHHui, op::STURHHi, op::STRHHpre, op::STRHHpost], 2),
    single([op::STRWui, op::STURWi, op::STRWpre, op::STRWpost], 4),
    single([op::STRXui, op::STURXi, op::STRXpre, op::STRXpost], 8),
    single([op::STRBui, op::STURBi, op::STRBpre, op::STRBpost], 1),
    single([op::STRHui, op::STURHi, op::STRHpre, op::STRHpost], 2),
    single([op::STRSui, op::STURSi, op::STRSpre, op::STRSpost], 4),
    single([op::STRDui, op::STURDi, op::STRDpre, op::STRDpost], 8),
    single([op::STRQui, op::STURQi, op::STRQpre, op::STRQpost], 16),
    pair([op::LDPWi, op::LDPWpre, op::LDPWpost], 4),
    pair([op::LDPXi, op::LDPXpre, op::LDPXpost], 8),
    pair([op::LDPSi, op::LDPSpre, op::LDPSpost], 4),
    pair([op::LDPDi, op::LDPDpre, op::LDPDpost], 8),
    pair([op::LDPQi, op::LDPQpre, op::LDPQpost], 16),
    pair([op::STPWi, op::STPWpre, op::STPWpost], 4),
    pair([op::STPXi, op::STPXpre, op::STPXpost], 8),
    pair([op::STPSi, op::STPSpre, op::STPSpost], 4),
    pair([op::STPDi, op::STPDpre, op::STPDpost], 8),
    pair([op::STPQi, op::STPQpre, op::STPQpost], 16),
];

/// Accesses to structures, their forms with update, and the update in bytes: the size of the access.
#[rustfmt::skip]
static STRUCTURES: [(Opcode, Opcode, i64); 42] = [
    (op::LD2Twov8b, op::LD2Twov8b_POST, 16),
    (op::ST2Twov8b, op::ST2Twov8b_POST, 16),
    (op::LD2Twov16b, op::LD2Twov16b_POST, 32),
    (op::ST2Twov16b, op::ST2Twov16b_POST, 32),
    (op::LD2Twov4h, op::LD2Twov4h_POST, 16),
    (op::ST2Twov4h, op::ST2Twov4h_POST, 16),
    (op::LD2Twov8h, op::LD2Twov8h_POST, 32),
    (op::ST2Twov8h, op::ST2Twov8h_POST, 32),
    (op::LD2Twov2s, op::LD2Twov2s_POST, 16),
    (op::ST2Twov2s, op::ST2Twov2s_POST, 16),
    (op::LD2Twov4s, op::LD2Twov4s_POST, 32),
    (op::ST2Twov4s, op::ST2Twov4s_POST, 32),
    (op::LD2Twov2d, op::LD2Twov2d_POST, 32),
    (op::ST2Twov2d, op::ST2Twov2d_POST, 32),
    (op::LD3Threev8b, op::LD3Threev8b_POST, 24),
    (op::ST3Threev8b, op::ST3Threev8b_POST, 24),
    (op::LD3Threev16b, op::LD3Threev16b_POST, 48),
    (op::ST3Threev16b, op::ST3Threev16b_POST, 48),
    (op::LD3Threev4h, op::LD3Threev4h_POST, 24),
    (op::ST3Threev4h, op::ST3Threev4h_POST, 24),
    (op::LD3Threev8h, op::LD3Threev8h_POST, 48),
    (op::ST3Threev8h, op::ST3Threev8h_POST, 48),
    (op::LD3Threev2s, op::LD3Threev2s_POST, 24),
    (op::ST3Threev2s, op::ST3Threev2s_POST, 24),
    (op::LD3Threev4s, op::LD3Threev4s_POST, 48),
    (op::ST3Threev4s, op::ST3Threev4s_POST, 48),
    (op::LD3Threev2d, op::LD3Threev2d_POST, 48),
    (op::ST3Threev2d, op::ST3Threev2d_POST, 48),
    (op::LD4Fourv8b, op::LD4Fourv8b_POST, 32),
    (op::ST4Fourv8b, op::ST4Fourv8b_POST, 32),
    (op::LD4Fourv16b, op::LD4Fourv16b_POST, 64),
    (op::ST4Fourv16b, op::ST4Fourv16b_POST, 64),
    (op::LD4Fourv4h, op::LD4Fourv4h_POST, 32),
    (op::ST4Fourv4h, op::ST4Fourv4h_POST, 32),
    (op::LD4Fourv8h, op::LD4Fourv8h_POST, 64),
    (op::ST4Fourv8h, op::ST4Fourv8h_POST, 64),
    (op::LD4Fourv2s, op::LD4Fourv2s_POST, 32),
    (op::ST4Fourv2s, op::ST4Fourv2s_POST, 32),
    (op::LD4Fourv4s, op::LD4Fourv4s_POST, 64),
    (op::ST4Fourv4s, op::ST4Fourv4s_POST, 64),
    (op::LD4Fourv2d, op::LD4Fourv2d_POST, 64),
    (op::ST4Fourv2d, op::ST4Fourv2d_POST, 64),
];

/// Returns the form with update of an access to structures, and the update in bytes.
fn structures(opcode: Opcode) -> Option<(Opcode, i64)> {
    STRUCTURES.iter().find(|row| row.0 == opcode).map(|&(_, post, bytes)| (post, bytes))
}

fn update_forms(opcode: Opcode) -> Option<&'static UpdateForms> {
    FORMS.iter().find(|forms| forms.scaled == opcode || forms.unscaled == opcode)
}

/// Returns the size in bytes of a single-register access with `opcode`, if it can add `amount` to
/// its base.
pub(crate) fn size_with_update(opcode: Opcode, amount: i64) -> Option<i64> {
    update_forms(opcode)
        .filter(|forms| forms.unit == 1 && forms.range.contains(&amount))
        .map(|forms| forms.scale)
}

/// Returns base and offset of the access `inst`, if it is in the table and its offset is an
/// immediate.
fn base_access(mf: &MachineFunction, inst: InstId) -> Option<BaseOffset> {
    let opcode = mf.opcode(inst);
    if structures(opcode).is_some() {
        return Some(BaseOffset { base: mf.operands(inst).last()?.phys()?, offset: 0 });
    }
    let forms = update_forms(opcode)?;
    let [.., base, offset] = mf.operands(inst) else { return None };
    let unit = if forms.scaled == opcode { forms.scale } else { 1 };
    Some(BaseOffset { base: base.phys()?, offset: mf.imm_value(*offset)? * unit })
}

/// Returns the addition of `inst` to a register, if it has no other effect.
fn update(mf: &MachineFunction, inst: InstId) -> Option<BaseOffset> {
    let sign = match mf.opcode(inst) {
        op::ADDXri => 1,
        op::SUBXri => -1,
        _ => return None,
    };
    let &[to, from, imm, shift] = mf.operands(inst) else { return None };
    let same = to.phys() == from.phys() && mf.imm_value(shift) == Some(0);
    Some(BaseOffset { base: to.phys().filter(|_| same)?, offset: sign * mf.imm_value(imm)? })
}

/// Builds the access `inst` with a base update of `amount` bytes: pre-index if `before`, else
/// post-index. Returns `None` without effect if there is no such instruction.
fn build(b: &mut Builder<'_>, inst: InstId, amount: i64, before: bool) -> Option<InstId> {
    if let Some((post, bytes)) = structures(b.mf.opcode(inst)) {
        let [data @ .., base] = b.mf.operands(inst) else { return None };
        let mut operands = vec![Operand::def(base.phys()?)];
        operands.extend_from_slice(data);
        operands.extend([*base, Operand::use_of(regs::XZR)]);
        return (amount == bytes && !before).then(|| b.inst(post, &operands));
    }
    let forms = update_forms(b.mf.opcode(inst))?;
    let units = amount / forms.unit;
    if amount % forms.unit != 0 || !forms.range.contains(&units) {
        return None;
    }
    let [data @ .., base, _] = b.mf.operands(inst) else { return None };
    let mut operands = vec![Operand::def(base.phys()?)];
    operands.extend_from_slice(data);
    operands.extend([*base, Operand::small_imm(units as i32)]);
    Some(b.inst(if before { forms.pre } else { forms.post }, &operands))
}
