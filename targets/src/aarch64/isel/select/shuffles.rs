//! `G_SHUFFLE_VECTOR`: the cheapest sequence of permutation instructions, or a table lookup.
//!
//! A shuffle of shuffles becomes one shuffle if that takes no more instructions. A lookup counts
//! the instructions that load its table of indices, unless it is in a loop: there they are hoisted.

use crate::aarch64::isel::permutations::{Mask, Step, Vector};
use crate::aarch64::isel::select::shapes::*;
use crate::aarch64::isel::select::tuples::join;
use crate::aarch64::isel::select::vector_constants::constant_vector;
use crate::aarch64::isel::select::vectors::{is_fpr, is_undef, low_part, splat, splat_constant, whole};
use crate::aarch64::mc::instructions::op;
use crate::aarch64::registers::{classes, subs};
use crate::isle::prelude::subreg_to_reg;
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::mir::{MachineFunction, Operand};
use gisel_codegen::ir::opcodes as gop;
use gisel_codegen::isel::select::Selection;
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::passes::analysis::control_flow::ControlFlow;

/// The number of shuffles of shuffles that are combined into one.
const MAX_COMBINED: usize = 4;

/// The operands of a shuffle: two vectors of one type, and the mask (negative: undefined).
#[derive(Clone)]
struct Shuffle {
    ty: Llt,
    a: VReg,
    b: VReg,
    mask: Vec<i32>,
}

/// Emits the shuffle `inst`.
pub(crate) fn shuffle(s: &mut Selection<'_>, inst: InstId) -> Option<VReg> {
    let mut shuffle = Shuffle::read(s.mf, inst)?;
    for _ in 0..MAX_COMBINED {
        match shuffle.combined(s) {
            Some(combined) => shuffle = combined,
            None => break,
        }
    }
    shuffle.trivial(s).or_else(|| shuffle.emit(s))
}

/// Returns the register and the lane that the shuffle `inst` copies to all lanes, if it is in a
/// vector register.
pub(crate) fn repeated_lane(s: &Selection<'_>, inst: InstId) -> Option<(VReg, i64)> {
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
    /// Returns the shuffle `inst`, if its operands have the result's type. Lanes of undefined
    /// vectors are undefined.
    fn read(mf: &MachineFunction, inst: InstId) -> Option<Shuffle> {
        let &[result, a, b, mask] = mf.operands(inst) else { return None };
        let (ty, a, b) = (mf.ty(result.vreg()?), a.vreg()?, b.vreg()?);
        let mask = mf.shuffle_mask_value(mask)?.to_vec();
        if mf.ty(a) != ty || mask.len() != ty.elements() as usize || !matches!(ty.bits(), 64 | 128) {
            return None;
        }
        let mut shuffle = Shuffle { ty, a, b, mask };
        let undefined = [a, b].map(|v| is_undef(mf, v));
        let count = shuffle.mask.len();
        shuffle.mask.iter_mut().filter(|m| **m >= 0 && undefined[**m as usize / count]).for_each(|m| *m = -1);
        shuffle.narrow();
        Some(shuffle)
    }

    /// Makes all lanes come from the first vector if they come from one.
    fn narrow(&mut self) {
        let n = self.mask.len() as i32;
        if self.a == self.b {
            self.mask.iter_mut().filter(|m| **m >= n).for_each(|m| *m -= n);
        } else if self.mask.iter().all(|&m| m < 0 || m >= n) {
            self.a = self.b;
            self.mask.iter_mut().filter(|m| **m >= 0).for_each(|m| *m -= n);
        }
        if self.mask.iter().all(|&m| m < n) {
            self.b = self.a;
        }
    }

    fn bytes(&self) -> Mask {
        Mask::new(&self.mask, self.ty.scalar_bits() as usize / 8)
    }

    /// Returns true if all lanes come from one vector.
    fn is_of_one(&self) -> bool {
        self.a == self.b
    }

    /// Returns the number of instructions of a lookup at the current root.
    fn cost_of_table(&self, s: &Selection<'_>) -> usize {
        let block = s.mf.block_of(s.root());
        let is_repeated = block.is_some_and(|block| ControlFlow::of(s.mf).loops(s.mf).depth(block) > 0);
        match (is_repeated, self.of_zeros(s.mf).is_some()) {
            (true, true) => 1,
            (true, false) => 2,
            (false, true) => 3,
            (false, false) => 5,
        }
    }

    /// Returns the number of instructions that compute the shuffle.
    fn cost(&self, s: &Selection<'_>) -> usize {
        let steps = self.bytes().plan(1).map_or(usize::MAX, |found| found.cost());
        if steps <= 1 {
            return steps;
        }
        let table = self.cost_of_table(s);
        self.bytes().plan(max_steps(table)).map_or(table, |found| found.cost())
    }

    /// Returns the shuffle with an operand that is a shuffle replaced by that one's operands, if it
    /// is not more expensive.
    fn combined(&self, s: &Selection<'_>) -> Option<Shuffle> {
        [self.a, self.b].into_iter().find_map(|operand| {
            let def = s.mf.def(operand).filter(|&def| s.mf.opcode(def) == gop::G_SHUFFLE_VECTOR)?;
            let inner = Shuffle::read(s.mf, def).filter(|inner| inner.ty == self.ty)?;
            let combined = self.through(operand, &inner)?;
            let is_here = s.mf.use_count(operand) == 1 && s.mf.block_of(def) == s.mf.block_of(s.root());
            let saved = if is_here { inner.cost(s) } else { 0 };
            (combined.cost(s) <= self.cost(s) + saved).then_some(combined)
        })
    }

    /// Returns the shuffle with `operand` replaced by the operands of `inner`, which computes it,
    /// if that leaves two vectors.
    fn through(&self, operand: VReg, inner: &Shuffle) -> Option<Shuffle> {
        let count = self.mask.len();
        let (mut vectors, mut mask) = (Vec::with_capacity(2), Vec::with_capacity(count));
        for &lane in &self.mask {
            let mut at = usize::try_from(lane).ok().map(|n| ([self.a, self.b][n / count], n % count));
            if let Some((_, n)) = at.filter(|(vector, _)| *vector == operand) {
                let from = usize::try_from(inner.mask[n]).ok();
                at = from.map(|n| ([inner.a, inner.b][n / count], n % count));
            }
            let Some((vector, n)) = at else {
                mask.push(-1);
                continue;
            };
            let index = vectors.iter().position(|&known| known == vector).unwrap_or(vectors.len());
            if index == vectors.len() {
                vectors.push(vector);
            }
            mask.push((index * count + n) as i32);
        }
        let (a, b) = match vectors[..] {
            [] => (self.a, self.a),
            [one] => (one, one),
            [a, b] => (a, b),
            _ => return None,
        };
        Some(Shuffle { ty: self.ty, a, b, mask })
    }

    /// Emits an undefined vector, or a scalar in all lanes.
    fn trivial(&self, s: &mut Selection<'_>) -> Option<VReg> {
        let Some(&lane) = self.mask.iter().find(|&&m| m >= 0) else {
            let class = if self.ty.bits() == 64 { classes::FPR64 } else { classes::FPR128 };
            return Some(s.op_in(class, gop::IMPLICIT_DEF, &[]));
        };
        let (lane, n) = (lane as usize, self.mask.len());
        let is_repeated = self.mask.iter().all(|&m| m < 0 || m as usize == lane);
        let value = known_lane(s.mf, [self.a, self.b][lane / n], lane % n).filter(|_| is_repeated)?;
        splat(s, self.ty, value)
    }

    /// Returns the lane of the first vector that all lanes have, if users can read it by element.
    fn repeated(&self) -> Option<usize> {
        let lane = *self.mask.iter().find(|&&lane| lane > 0)?;
        let is_same = self.mask.iter().all(|&other| other < 0 || other == lane);
        let by_element = matches!(self.ty.scalar_bits(), 16 | 32);
        usize::try_from(lane).ok().filter(|&lane| is_same && by_element && lane < self.mask.len())
    }

    /// Emits permutation instructions, or a lookup if that is cheaper.
    fn emit(&self, s: &mut Selection<'_>) -> Option<VReg> {
        if let Some(lane) = self.repeated() {
            return self.step(
                s,
                Step::Repeat { lane: self.ty.scalar_bits() as usize / 8, from: lane },
                self.a,
                self.a,
            );
        }
        let found = self.bytes().plan(1);
        let found = match found {
            Some(found) => Some(found),
            None => self.bytes().plan(max_steps(self.cost_of_table(s))),
        };
        match found {
            Some(found) => self.steps(s, &found),
            None => self.table(s),
        }
    }

    /// Emits the instructions of a vector.
    fn steps(&self, s: &mut Selection<'_>, vector: &Vector) -> Option<VReg> {
        let (step, inputs) = match vector {
            Vector::A => return Some(self.a),
            Vector::B => return Some(self.b),
            Vector::Step(step, inputs) => (*step, &**inputs),
        };
        let x = self.steps(s, &inputs[0])?;
        let y = if inputs[0] == inputs[1] { x } else { self.steps(s, &inputs[1])? };
        self.step(s, step, x, y)
    }

    fn step(&self, s: &mut Selection<'_>, step: Step, x: VReg, y: VReg) -> Option<VReg> {
        let bits = self.ty.bits();
        let of_lanes = |lane: usize| Llt::vector(bits / (8 * lane as u32), Llt::scalar(8 * lane as u32));
        let both = [Operand::use_of(x), Operand::use_of(y)];
        let number = |n: usize| Operand::small_imm(n as i32);
        Some(match step {
            Step::Permute { kind, lane } => {
                let family = [&ZIP1, &ZIP2, &UZP1, &UZP2, &TRN1, &TRN2][kind];
                s.op(by_shape(family, of_lanes(lane))?, &both)
            }
            Step::Extract { by } => {
                let opcode = if bits == 64 { op::EXTv8i8 } else { op::EXTv16i8 };
                s.op(opcode, &[both[0], both[1], number(by)])
            }
            Step::Reverse { group, lane } => s.op(reversal(group, of_lanes(lane))?, &both[..1]),
            Step::Repeat { lane, from } => {
                let source = self.in_whole(s, x);
                s.op(by_shape(&DUP_LANE, of_lanes(lane))?, &[Operand::use_of(source), number(from)])
            }
            Step::Insert { lane, to, from } => {
                let (into, source) = (self.in_whole(s, x), self.in_whole(s, y));
                let opcode = INS_LANE[element(8 * lane as u32)?];
                let operands = [Operand::use_of(into), number(to), Operand::use_of(source), number(from)];
                let merged = s.op(opcode, &operands);
                low_part(s, merged, bits)
            }
        })
    }

    /// Returns a 128-bit register with a vector of the shuffle's type, computed or an operand.
    fn in_whole(&self, s: &mut Selection<'_>, vector: VReg) -> VReg {
        match self.ty.bits() {
            64 => subreg_to_reg(s, classes::FPR128, vector, subs::DSUB),
            _ => vector,
        }
    }

    /// Returns the vector and the bytes of it, if all other bytes are undefined or zero. These are
    /// out of range, for which a lookup gives zero.
    fn of_zeros(&self, mf: &MachineFunction) -> Option<(VReg, Vec<u8>)> {
        let size = self.ty.bytes() as usize;
        let zeros = [self.a, self.b].map(|v| splat_constant(mf, v) == Some(0));
        let source = match zeros {
            [_, true] => 0,
            [true, false] => 1,
            _ if self.is_of_one() => 0,
            _ => return None,
        };
        let byte = |n: usize| u8::try_from(n.checked_sub(source * size)?).ok();
        let bytes =
            self.all_bytes().map(|n| n.and_then(byte).filter(|&n| usize::from(n) < size).unwrap_or(0xff));
        Some(([self.a, self.b][source], bytes.collect()))
    }

    /// Returns the bytes of the concatenated vectors.
    fn all_bytes(&self) -> impl Iterator<Item = Option<usize>> {
        let size = self.ty.scalar_bits() as usize / 8;
        let of_lane =
            move |&m: &i32| (0..size).map(move |byte| usize::try_from(m).ok().map(|lane| lane * size + byte));
        self.mask.iter().flat_map(of_lane)
    }

    /// Emits `tbl` with byte indices; in a loop, `tbx` looks up the second of two 128-bit vectors.
    fn table(&self, s: &mut Selection<'_>) -> Option<VReg> {
        let wide = self.ty.bits() == 128;
        let lookup = |s: &mut Selection<'_>, opcode: Opcode, table: VReg, bytes: &[u8]| {
            let indices = constant_vector(s, bytes);
            s.op(opcode, &[Operand::use_of(table), Operand::use_of(indices)])
        };
        if let Some((source, bytes)) = self.of_zeros(s.mf) {
            let table = whole(s, source);
            return Some(lookup(s, if wide { op::TBLv16i8One } else { op::TBLv8i8One }, table, &bytes));
        }
        let bytes: Vec<u8> = self.all_bytes().map(|n| n.map_or(0xff, |n| n as u8)).collect();
        if !wide {
            // Both halves form one table.
            let (low, high) = (whole(s, self.a), whole(s, self.b));
            let (one, zero) = (Operand::small_imm(1), Operand::small_imm(0));
            let table = s.op(op::INSvi64lane, &[Operand::use_of(low), one, Operand::use_of(high), zero]);
            return Some(lookup(s, op::TBLv8i8One, table, &bytes));
        }
        if self.cost_of_table(s) > 2 {
            let table = join(s, &[Operand::use_of(self.a), Operand::use_of(self.b)], true)?;
            return Some(lookup(s, op::TBLv16i8Two, table, &bytes));
        }
        let first = lookup(s, op::TBLv16i8One, self.a, &bytes);
        let above: Vec<u8> = bytes.iter().map(|&b| if b < 16 { 0xff } else { b.wrapping_sub(16) }).collect();
        let indices = constant_vector(s, &above);
        let operands = [Operand::use_of(first), Operand::use_of(self.b), Operand::use_of(indices)];
        Some(s.op(op::TBXv16i8One, &operands))
    }
}

/// Returns the number of permutation instructions up to which they are better than a lookup of this
/// cost. A lookup of one vector is better than three, as its table may be shared.
fn max_steps(table: usize) -> usize {
    match table {
        1 | 2 => table,
        3 => 2,
        _ => 3,
    }
}

/// Returns the instruction that reverses the lanes of a type within groups of this size in bytes.
fn reversal(group: usize, ty: Llt) -> Option<Opcode> {
    let wide = ty.bits() == 128;
    Some(match (group, ty.scalar_bits(), wide) {
        (8, ..) => by_shape(&REV64, ty)?,
        (4, 8, false) => op::REV32v8i8,
        (4, 8, true) => op::REV32v16i8,
        (4, _, false) => op::REV32v4i16,
        (4, _, true) => op::REV32v8i16,
        (_, _, false) => op::REV16v8i8,
        (_, _, true) => op::REV16v16i8,
    })
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
