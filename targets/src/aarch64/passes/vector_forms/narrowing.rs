//! Pairs of narrowed vectors, rounded shifts, and pairwise sums.
//!
//! `uzp1` of two shifted vectors narrows both: each is narrowed by its own form instead, the second
//! one into the upper half of the register. If both are shifted by half the lanes, `uzp2` reads the
//! upper halves.

use super::{Form, Row, VectorForms, WHOLE, rows};
use crate::aarch64::mc::instructions::op;
use crate::aarch64::registers::{classes, subs};
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::mir::Operand;
use gisel_codegen::ir::opcodes as gop;
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::desc::registers::RegClassId;

/// The instructions on vectors that two of half the lanes are narrowed to.
struct Narrowing {
    even: Opcode,
    odd: Opcode,
    /// Narrows one vector.
    narrow: Opcode,
    shifts: [Opcode; 2],
    narrowed_shift: Opcode,
    bits: i64,
}

const NARROWINGS: [Narrowing; 3] = [
    Narrowing {
        even: op::UZP1v16i8,
        odd: op::UZP2v16i8,
        narrow: op::XTNv8i8,
        shifts: [op::SSHRv8i16_shift, op::USHRv8i16_shift],
        narrowed_shift: op::SHRNv8i8_shift,
        bits: 8,
    },
    Narrowing {
        even: op::UZP1v8i16,
        odd: op::UZP2v8i16,
        narrow: op::XTNv4i16,
        shifts: [op::SSHRv4i32_shift, op::USHRv4i32_shift],
        narrowed_shift: op::SHRNv4i16_shift,
        bits: 16,
    },
    Narrowing {
        even: op::UZP1v4i32,
        odd: op::UZP2v4i32,
        narrow: op::XTNv2i32,
        shifts: [op::SSHRv2i64_shift, op::USHRv2i64_shift],
        narrowed_shift: op::SHRNv2i32_shift,
        bits: 32,
    },
];

/// Sums of even and odd lanes: the sum, its operands, and the pairwise sum.
const PAIRWISE: [(Opcode, [Opcode; 2], Opcode); 7] = [
    (op::ADDv8i8, [op::UZP1v8i8, op::UZP2v8i8], op::ADDPv8i8),
    (op::ADDv16i8, [op::UZP1v16i8, op::UZP2v16i8], op::ADDPv16i8),
    (op::ADDv4i16, [op::UZP1v4i16, op::UZP2v4i16], op::ADDPv4i16),
    (op::ADDv8i16, [op::UZP1v8i16, op::UZP2v8i16], op::ADDPv8i16),
    (op::ADDv4i32, [op::UZP1v4i32, op::UZP2v4i32], op::ADDPv4i32),
    (op::FADDv8f16, [op::UZP1v8i16, op::UZP2v8i16], op::FADDPv8f16),
    (op::FADDv4f32, [op::UZP1v4i32, op::UZP2v4i32], op::FADDPv4f32),
];

/// Rounded narrowing shifts: the shift, the sum that it reads, the constant in all lanes of that
/// size, and the shift that rounds. No instruction makes half a unit in lanes of 64 bits.
const ROUNDED: [(Opcode, Opcode, Opcode, Opcode); 2] = [
    (op::SHRNv8i8_shift, op::ADDv8i16, op::MOVIv8i16, op::RSHRNv8i8_shift),
    (op::SHRNv4i16_shift, op::ADDv4i32, op::MOVIv4i32, op::RSHRNv4i16_shift),
];

/// The upper halves of sums.
struct RoundedHalf {
    upper_half: Opcode,
    /// The sum that it may read in turn.
    sum: Opcode,
    /// The constant in all lanes of the sum.
    constant: Opcode,
    /// The rounded upper half of that sum.
    rounded: Opcode,
    /// The rounded shift by half the lanes.
    shift: Opcode,
    /// Half the size of the lanes.
    bits: i64,
}

const ROUNDED_HALVES: [RoundedHalf; 2] = [
    RoundedHalf {
        upper_half: op::ADDHNv8i16_v8i8,
        sum: op::ADDv8i16,
        constant: op::MOVIv8i16,
        rounded: op::RADDHNv8i16_v8i8,
        shift: op::RSHRNv8i8_shift,
        bits: 8,
    },
    RoundedHalf {
        upper_half: op::ADDHNv4i32_v4i16,
        sum: op::ADDv4i32,
        constant: op::MOVIv4i32,
        rounded: op::RADDHNv4i32_v4i16,
        shift: op::RSHRNv4i16_shift,
        bits: 16,
    },
];

impl VectorForms<'_> {
    /// Replaces `inst` if it narrows two vectors, shifts and rounds, or adds pairs.
    pub(super) fn combine_lanes(&mut self, inst: InstId) {
        match self.mf.opcode(inst) {
            op::UZP1v16i8 | op::UZP1v8i16 | op::UZP1v4i32 => self.narrow_pair(inst),
            op::ADDv8i8
            | op::ADDv16i8
            | op::ADDv4i16
            | op::ADDv8i16
            | op::ADDv4i32
            | op::FADDv8f16
            | op::FADDv4f32 => self.add_pairs(inst),
            _ => {}
        }
    }

    fn narrow_pair(&mut self, inst: InstId) {
        let opcode = self.mf.opcode(inst);
        let Some(narrowing) = NARROWINGS.iter().find(|n| n.even == opcode) else { return };
        let &[a, b] = self.inputs(inst) else { return };
        let inner = |v: Operand| {
            let row = |def: InstId| {
                let inner = Some(self.mf.opcode(def));
                rows(narrowing.narrow).iter().find(|row| row.form == Form::Fold && row.inner == inner)
            };
            let def = self.inner(v, Some(self.mf.opcode(self.mf.def(v.vreg()?)?)), inst)?;
            Some((def, row(def)?))
        };
        let (Some((first, low)), Some((second, high))) = (inner(a), inner(b)) else { return };
        if let Some(sources) = self.upper_lanes(narrowing, [first, second]) {
            self.mf.replace_with_inst(
                inst,
                narrowing.odd,
                &[self.mf.operand(inst, 0), sources[0], sources[1]],
            );
            return self.remove_unused([first, second].into_iter().collect());
        }
        let is_into = |row: &Row| row.form == Form::Into && row.inner == Some(high.new);
        if low.new != high.new || !rows(op::INSvi64lane).iter().any(is_into) {
            return;
        }
        let halves = [a, b].map(|wide| {
            let half = self.emit(classes::FPR64, narrowing.narrow, &[wide], inst);
            let index = Operand::small_imm(i32::from(subs::DSUB.0));
            let operands = [Operand::small_imm(0), Operand::use_of(half), index];
            (half, self.emit(classes::FPR128, gop::SUBREG_TO_REG, &operands, inst))
        });
        let result = self.mf.operand(inst, 0);
        let [low, high] = halves.map(|(_, whole)| Operand::use_of(whole));
        let operands = [result, low, Operand::small_imm(1), high, Operand::small_imm(0)];
        self.mf.replace_with_inst(inst, op::INSvi64lane, &operands);
        for (half, _) in halves {
            if let Some(narrowed) = self.mf.def(half) {
                self.visit(narrowed);
            }
        }
    }

    /// Returns the sources of two shifts by half the lanes, if these do not fold into sums.
    fn upper_lanes(&self, narrowing: &Narrowing, shifts: [InstId; 2]) -> Option<[Operand; 2]> {
        let mut sources = shifts.map(|shift| {
            let &[source, by] = self.inputs(shift) else { return None };
            let is_shift = narrowing.shifts.contains(&self.mf.opcode(shift));
            let by_half = self.mf.imm_value(by) == Some(narrowing.bits);
            let folds = rows(narrowing.narrowed_shift)
                .iter()
                .any(|row| row.form == Form::Fold && self.inner(source, row.inner, shift).is_some());
            (is_shift && by_half && !folds).then_some(source)
        });
        Some([sources[0].take()?, sources[1].take()?])
    }

    fn add_pairs(&mut self, inst: InstId) {
        let opcode = self.mf.opcode(inst);
        let Some(&(_, [even, odd], pairwise)) = PAIRWISE.iter().find(|row| row.0 == opcode) else { return };
        let &[a, b] = self.inputs(inst) else { return };
        let lanes = |x: Operand, y: Operand| {
            Some((self.inner(x, Some(even), inst)?, self.inner(y, Some(odd), inst)?))
        };
        let Some((first, second)) = lanes(a, b).or_else(|| lanes(b, a)) else { return };
        let (&[x, y], others) = (self.inputs(first), self.inputs(second)) else { return };
        let same = |a: &Operand, b: &Operand| a.vreg() == b.vreg() && a.sub_reg() == b.sub_reg();
        if !matches!(others, [z, w] if same(&x, z) && same(&y, w)) {
            return;
        }
        self.mf.replace_with_inst(inst, pairwise, &[self.mf.operand(inst, 0), x, y]);
        self.remove_unused([first, second].into_iter().collect());
    }

    /// Returns the instruction that rounds where `inst` adds half a unit before it shifts.
    pub(super) fn rounded(&self, inst: InstId) -> Option<(Opcode, super::Operands)> {
        let opcode = self.mf.opcode(inst);
        if let Some(&(_, sum, constant, new)) = ROUNDED.iter().find(|row| row.0 == opcode) {
            let &[source, other] = self.inputs(inst) else { return None };
            let half = 1 << (self.mf.imm_value(other)? - 1);
            let value = self.sum_with(self.inner(source, Some(sum), inst)?, constant, half)?;
            return Some((new, [value, other].into_iter().collect()));
        }
        let row = ROUNDED_HALVES.iter().find(|row| row.upper_half == opcode)?;
        let value = self.sum_with(inst, row.constant, 1 << (row.bits - 1))?;
        if let Some(inner) = self.inner(value, Some(row.sum), inst) {
            return Some((row.rounded, self.inputs(inner).iter().copied().collect()));
        }
        Some((row.shift, [value, Operand::small_imm(row.bits as i32)].into_iter().collect()))
    }

    /// Returns the operand of `inst` besides `number` in all lanes, which `constant` makes.
    fn sum_with(&self, inst: InstId, constant: Opcode, number: i64) -> Option<Operand> {
        let &[a, b] = self.inputs(inst) else { return None };
        let is_constant = |v: Operand| self.lanes_of_constant(v, constant) == Some(number);
        if is_constant(b) {
            return Some(a);
        }
        is_constant(a).then_some(b)
    }

    /// Returns the number in all lanes of `operand`, if `constant` makes it.
    fn lanes_of_constant(&self, operand: Operand, constant: Opcode) -> Option<i64> {
        let def = operand.vreg().filter(|_| operand.sub_reg() == WHOLE).and_then(|v| self.mf.def(v))?;
        if self.mf.opcode(def) != constant {
            return None;
        }
        let &[byte, shift] = self.inputs(def) else { return None };
        self.mf.imm_value(byte)?.checked_shl(u32::try_from(self.mf.imm_value(shift)?).ok()?)
    }

    /// Builds an instruction before `root`.
    pub(super) fn emit(&mut self, class: RegClassId, opcode: Opcode, uses: &[Operand], root: InstId) -> VReg {
        let value = self.mf.create_class_vreg(class);
        let loc = self.mf.inst(root).debug_loc;
        let operands: super::Operands = [Operand::def(value)].iter().chain(uses).copied().collect();
        let inst = self.mf.create_inst(opcode, &operands, loc);
        self.mf.insert_before(root, inst);
        value
    }
}
