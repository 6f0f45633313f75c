//! `G_SHUFFLE_VECTOR`: a permutation instruction, else a table lookup.

use super::super::instructions::op;
use super::super::registers::classes;
use super::shapes::*;
use super::vector_constants::constant_vector;
use super::vectors::{is_fpr, is_undef, low_part, splat, whole};
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::mir::{MachineFunction, Operand};
use gisel_codegen::ir::opcodes as gop;
use gisel_codegen::isel::select::Selection;
use gisel_codegen::machine::desc::instructions::Opcode;

/// The operands of a shuffle: two vectors of one type, and the mask (negative: undefined).
struct Shuffle {
    ty: Llt,
    a: VReg,
    b: VReg,
    mask: Vec<i32>,
}

/// Emits the shuffle `inst`.
pub fn shuffle(s: &mut Selection<'_>, inst: InstId) -> Option<VReg> {
    let operands = s.mf.operands(inst).to_vec();
    let [result, a, b, mask] = operands[..] else { return None };
    let (ty, a, b) = (s.mf.ty(result.vreg()?), a.vreg()?, b.vreg()?);
    let mut mask = s.mf.shuffle_mask_value(mask)?.to_vec();
    if is_undef(s.mf, b) {
        let count = mask.len() as i32;
        mask.iter_mut().filter(|m| **m >= count).for_each(|m| *m = -1);
    }
    if s.mf.ty(a) != ty || mask.len() != ty.elements() as usize {
        return None;
    }
    let shuffle = Shuffle { ty, a, b, mask };
    shuffle
        .trivial(s)
        .or_else(|| shuffle.permutation(s))
        .or_else(|| shuffle.one_lane(s))
        .or_else(|| shuffle.table(s))
}

/// Returns the register and the lane that the shuffle `inst` copies to all lanes, if it is in a
/// vector register.
pub fn repeated_lane(s: &Selection<'_>, inst: InstId) -> Option<(VReg, i64)> {
    let &[_, a, b, mask] = s.mf.operands(inst) else { return None };
    let (a, b, mask) = (a.vreg()?, b.vreg()?, s.mf.shuffle_mask_value(mask)?);
    let lane = *mask.iter().find(|&&m| m >= 0)?;
    let count = i32::try_from(s.mf.ty(a).elements()).ok()?;
    if mask.iter().any(|&m| m >= 0 && m != lane) {
        return None;
    }
    let (source, lane) = if lane < count { (a, lane) } else { (b, lane - count) };
    match known_lane(s.mf, source, usize::try_from(lane).ok()?) {
        Some(value) => is_fpr(s, value).then_some((value, 0)),
        None => Some((source, lane.into())),
    }
}

impl Shuffle {
    fn count(&self) -> usize {
        self.mask.len()
    }

    /// Returns true if lane `i` may come from lane `expected(i)` of the concatenated vectors.
    fn matches(&self, expected: impl Fn(usize) -> usize) -> bool {
        self.mask.iter().enumerate().all(|(i, &m)| m < 0 || m as usize == expected(i))
    }

    /// Returns the source and mask if both operands are the first (or the second) vector: lanes are
    /// modulo the length.
    fn single_source(&self) -> Option<(VReg, Vec<i32>)> {
        let n = self.count() as i32;
        let from = |low: i32| self.mask.iter().all(|&m| m < 0 || (low..low + n).contains(&m));
        if from(0) || self.a == self.b {
            return Some((self.a, self.mask.iter().map(|&m| if m < 0 { m } else { m % n }).collect()));
        }
        from(n).then(|| (self.b, self.mask.iter().map(|&m| if m < 0 { m } else { m - n }).collect()))
    }

    fn trivial(&self, s: &mut Selection<'_>) -> Option<VReg> {
        let n = self.count();
        if self.mask.iter().all(|&m| m < 0) {
            let class = if self.ty.bits() == 64 { classes::FPR64 } else { classes::FPR128 };
            return Some(s.op_in(class, gop::IMPLICIT_DEF, &[]));
        }
        if self.matches(|i| i) {
            return Some(self.a);
        }
        if self.matches(|i| i + n) {
            return Some(self.b);
        }
        let lane = *self.mask.iter().find(|&&m| m >= 0)? as usize;
        if self.matches(|_| lane) {
            let source = if lane < n { self.a } else { self.b };
            if let Some(value) = known_lane(s.mf, source, lane % n) {
                return splat(s, self.ty, value);
            }
            let source = whole(s, source);
            let lane = Operand::small_imm((lane % n) as i32);
            return Some(s.op(by_shape(&DUP_LANE, self.ty)?, &[Operand::use_of(source), lane]));
        }
        None
    }

    /// Emits `zip`, `uzp`, `trn`, `ext`, `rev`, of both vectors or of one with itself.
    fn permutation(&self, s: &mut Selection<'_>) -> Option<VReg> {
        if let Some((source, mask)) = self.single_source() {
            let alone = Shuffle { ty: self.ty, a: source, b: source, mask };
            if let Some(found) = alone.reversal(s) {
                return Some(found);
            }
            let n = self.count();
            let lists = [&ZIP1, &ZIP2, &UZP1, &UZP2, &TRN1, &TRN2];
            for (kind, family) in lists.into_iter().enumerate() {
                if alone.matches(|i| permuted(kind, i, n) % n) {
                    let operands = [Operand::use_of(source), Operand::use_of(source)];
                    return Some(s.op(by_shape(family, self.ty)?, &operands));
                }
            }
            let first = alone.mask.iter().position(|&m| m >= 0)?;
            let by = (alone.mask[first] as usize + n - first) % n;
            if alone.matches(|i| (i + by) % n) {
                return alone.extraction(s, by);
            }
            return None;
        }
        let n = self.count();
        let families = [&ZIP1, &ZIP2, &UZP1, &UZP2, &TRN1, &TRN2];
        for (kind, family) in families.into_iter().enumerate() {
            let swapped = |i: usize| (permuted(kind, i, n) + n) % (2 * n);
            let operands = if self.matches(|i| permuted(kind, i, n)) {
                [Operand::use_of(self.a), Operand::use_of(self.b)]
            } else if self.matches(swapped) {
                [Operand::use_of(self.b), Operand::use_of(self.a)]
            } else {
                continue;
            };
            return Some(s.op(by_shape(family, self.ty)?, &operands));
        }
        let first = self.mask.iter().position(|&m| m >= 0)?;
        let by = (self.mask[first] as usize + 2 * n - first) % (2 * n);
        if !self.matches(|i| (i + by) % (2 * n)) {
            return None;
        }
        if by < n {
            self.extraction(s, by)
        } else {
            let swapped = Shuffle { ty: self.ty, a: self.b, b: self.a, mask: Vec::new() };
            swapped.extraction(s, by - n)
        }
    }

    /// Emits `ext`: the lanes from `by` on of both concatenated vectors.
    fn extraction(&self, s: &mut Selection<'_>, by: usize) -> Option<VReg> {
        let bytes = by * self.ty.scalar_bits() as usize / 8;
        let opcode = if self.ty.bits() == 64 { op::EXTv8i8 } else { op::EXTv16i8 };
        let operands = [Operand::use_of(self.a), Operand::use_of(self.b), Operand::small_imm(bytes as i32)];
        Some(s.op(opcode, &operands))
    }

    /// Emits a reversal of lanes within each 64, 32 or 16 bits.
    fn reversal(&self, s: &mut Selection<'_>) -> Option<VReg> {
        let bits = self.ty.scalar_bits() as usize;
        for group in [64, 32, 16] {
            let lanes = group / bits;
            if lanes < 2 || !self.matches(|i| i / lanes * lanes + (lanes - 1 - i % lanes)) {
                continue;
            }
            let wide = self.ty.bits() == 128;
            let opcode = match (group, bits, wide) {
                (64, ..) => by_shape(&REV64, self.ty)?,
                (32, 8, false) => op::REV32v8i8,
                (32, 8, true) => op::REV32v16i8,
                (32, _, false) => op::REV32v4i16,
                (32, _, true) => op::REV32v8i16,
                (_, _, false) => op::REV16v8i8,
                (_, _, true) => op::REV16v16i8,
            };
            return Some(s.op(opcode, &[Operand::use_of(self.a)]));
        }
        None
    }

    /// Emits one vector with a single lane replaced.
    fn one_lane(&self, s: &mut Selection<'_>) -> Option<VReg> {
        let n = self.count();
        for (base, offset) in [(self.a, 0), (self.b, n)] {
            let differs = |&(i, &m): &(usize, &i32)| m >= 0 && m as usize != i + offset;
            let mut odd = self.mask.iter().enumerate().filter(differs);
            let (Some((lane, &from)), None) = (odd.next(), odd.next()) else { continue };
            let source = if (from as usize) < n { self.a } else { self.b };
            let (into, source) = (whole(s, base), whole(s, source));
            let opcode = INS_LANE[element(self.ty.scalar_bits())?];
            let lanes = [Operand::small_imm(lane as i32), Operand::small_imm((from as usize % n) as i32)];
            let operands = [Operand::use_of(into), lanes[0], Operand::use_of(source), lanes[1]];
            let merged = s.op(opcode, &operands);
            return Some(low_part(s, merged, self.ty.bits()));
        }
        None
    }

    /// Emits `tbl` with byte indices; for two 128-bit vectors, `tbx` looks up the second.
    fn table(&self, s: &mut Selection<'_>) -> Option<VReg> {
        let wide = self.ty.bits() == 128;
        let (source, mask) = match self.single_source() {
            Some((source, mask)) => (Some(source), mask),
            None => (None, self.mask.clone()),
        };
        let size = self.ty.scalar_bits() as usize / 8;
        let bytes: Vec<u8> = mask
            .iter()
            .flat_map(|&m| (0..size).map(move |b| if m < 0 { 0xff } else { (m as usize * size + b) as u8 }))
            .collect();
        let lookup = |s: &mut Selection<'_>, opcode: Opcode, table: VReg, bytes: &[u8]| {
            let indices = constant_vector(s, bytes);
            s.op(opcode, &[Operand::use_of(table), Operand::use_of(indices)])
        };
        if let Some(source) = source {
            let table = whole(s, source);
            return Some(lookup(s, if wide { op::TBLv16i8One } else { op::TBLv8i8One }, table, &bytes));
        }
        if !wide {
            // Both halves form one table.
            let (low, high) = (whole(s, self.a), whole(s, self.b));
            let (one, zero) = (Operand::small_imm(1), Operand::small_imm(0));
            let table = s.op(op::INSvi64lane, &[Operand::use_of(low), one, Operand::use_of(high), zero]);
            return Some(lookup(s, op::TBLv8i8One, table, &bytes));
        }
        let first = lookup(s, op::TBLv16i8One, self.a, &bytes);
        let above: Vec<u8> = bytes.iter().map(|&b| if b < 16 { 0xff } else { b.wrapping_sub(16) }).collect();
        let indices = constant_vector(s, &above);
        let operands = [Operand::use_of(first), Operand::use_of(self.b), Operand::use_of(indices)];
        Some(s.op(op::TBXv16i8One, &operands))
    }
}

/// Returns the scalar that was inserted into lane `lane` of `vector`.
fn known_lane(mf: &MachineFunction, vector: VReg, lane: usize) -> Option<VReg> {
    let def = mf.def(vector)?;
    match mf.opcode(def) {
        gop::G_BUILD_VECTOR => mf.vreg_operand(def, lane + 1),
        gop::G_INSERT_VECTOR_ELT if mf.constant_operand(def, 3)? == lane as i64 => mf.vreg_operand(def, 2),
        _ => None,
    }
}

/// Returns the source of lane `i` of `n` in `zip1`, `zip2`, `uzp1`, `uzp2`, `trn1`, `trn2`.
fn permuted(kind: usize, i: usize, n: usize) -> usize {
    let odd = i % 2;
    match kind {
        0 => i / 2 + odd * n,
        1 => n / 2 + i / 2 + odd * n,
        2 => 2 * i,
        3 => 2 * i + 1,
        4 => i - odd + odd * n,
        _ => i - odd + 1 + odd * n,
    }
}
