//! Accesses that change their base register: before (`[x0, #8]!`) or after (`[x0], #8`) the address is made.

use super::instructions::op;
use gisel_codegen::builder::Builder;
use gisel_codegen::entity::InstId;
use gisel_codegen::mir::{MachineFunction, Operand};
use gisel_codegen::target::instr_info::BaseOffset;
use gisel_codegen::target::instructions::Opcode;

/// An access by a base and a number, and the same with update.
struct Line {
    /// The access with an offset in units of `scale`.
    scaled: Opcode,
    /// The access with an offset in bytes; `scaled` again where there is none.
    unscaled: Opcode,
    pre: Opcode,
    post: Opcode,
    /// The unit of the scaled offset in bytes.
    scale: i64,
    /// The unit of the update in bytes.
    unit: i64,
    /// The updates, in units.
    range: std::ops::Range<i64>,
}

const fn single([scaled, unscaled, pre, post]: [Opcode; 4], scale: i64) -> Line {
    Line { scaled, unscaled, pre, post, scale, unit: 1, range: -256..256 }
}

const fn pair([scaled, pre, post]: [Opcode; 3], scale: i64) -> Line {
    Line { scaled, unscaled: scaled, pre, post, scale, unit: scale, range: -64..64 }
}

static LINES: [Line; 33] = [
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

fn line(opcode: Opcode) -> Option<&'static Line> {
    LINES.iter().find(|line| line.scaled == opcode || line.unscaled == opcode)
}

/// Base and offset of the access `inst`, if it is of the table and its offset is a number.
pub fn access(mf: &MachineFunction, inst: InstId) -> Option<BaseOffset> {
    let opcode = mf.opcode(inst);
    let line = line(opcode)?;
    let [.., base, offset] = mf.operands(inst) else { return None };
    let unit = if line.scaled == opcode { line.scale } else { 1 };
    Some(BaseOffset { base: base.phys()?, offset: mf.imm_value(*offset)? * unit })
}

/// What `inst` adds to a register, if it does nothing else.
pub fn update(mf: &MachineFunction, inst: InstId) -> Option<BaseOffset> {
    let sign = match mf.opcode(inst) {
        op::ADDXri => 1,
        op::SUBXri => -1,
        _ => return None,
    };
    let &[to, from, imm, shift] = mf.operands(inst) else { return None };
    let same = to.phys() == from.phys() && mf.imm_value(shift) == Some(0);
    Some(BaseOffset { base: to.phys().filter(|_| same)?, offset: sign * mf.imm_value(imm)? })
}

/// Builds the access `inst` with `amount` added to its base, before or after it is used; the offset goes.
pub fn build(b: &mut Builder<'_>, inst: InstId, amount: i64, before: bool) -> Option<InstId> {
    let line = line(b.mf.opcode(inst))?;
    let units = amount / line.unit;
    if amount % line.unit != 0 || !line.range.contains(&units) {
        return None;
    }
    let [data @ .., base, _] = b.mf.operands(inst) else { return None };
    let mut operands = vec![Operand::def(base.phys()?)];
    operands.extend_from_slice(data);
    operands.extend([*base, Operand::small_imm(units as i32)]);
    Some(b.inst(if before { line.pre } else { line.post }, &operands))
}
