//! Known bits of values: LLVM's GISelValueTracking.
//!
//! Scalars and pointers of at most 64 bits are analyzed; nothing is known of other types. Queries
//! are per register, and results are cached, so a query for every register costs about one visit an
//! instruction. Each query looks through at most `DEPTH` definitions, and a phi through at most
//! `MAX_PHIS` phis.

use crate::ir::entity::{InstId, VReg};
use crate::ir::mir::MachineFunction;
use crate::ir::opcodes::*;
use crate::machine::desc::instructions::InstrFlags;
use crate::machine::target::MachineTarget;
use smallvec::SmallVec;

const DEPTH: u32 = 8;
const MAX_PHIS: usize = 12;
const INPUTS: usize = 64;

/// The known bits of a value of `bits` bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// Bits that are 0.
    pub zero: u64,
    /// Bits that are 1.
    pub one: u64,
    /// Number of equal top bits, at least 1.
    pub sign_bits: u32,
    /// The width in bits; 0 if nothing is known.
    pub bits: u32,
}

/// Returns a mask of the `bits` low bits.
pub(crate) fn low_bits(bits: u32) -> u64 {
    match bits {
        0 => 0,
        1..64 => (1 << bits) - 1,
        _ => u64::MAX,
    }
}

impl Known {
    /// Returns the value of which nothing is known.
    fn nothing(bits: u32) -> Known {
        Known { zero: 0, one: 0, sign_bits: 1, bits }
    }

    /// Returns the value with these zero and one bits; the number of sign bits is derived.
    fn of(bits: u32, zero: u64, one: u64) -> Known {
        let mask = low_bits(bits);
        let (zero, one) = (zero & mask, one & mask);
        let top = |known: u64| (known << (64 - bits)).leading_ones().min(bits);
        Known { zero, one, sign_bits: top(zero).max(top(one)).max(1), bits }
    }

    /// Raises the number of sign bits to at least `sign_bits`.
    fn with_sign(mut self, sign_bits: u32) -> Known {
        self.sign_bits = self.sign_bits.max(sign_bits.min(self.bits));
        self
    }

    /// Returns a mask of all bits of the width.
    pub(crate) fn mask(self) -> u64 {
        low_bits(self.bits)
    }

    /// Returns the value, if all bits are known.
    pub(crate) fn constant(self) -> Option<u64> {
        (self.bits != 0 && self.zero | self.one == self.mask()).then_some(self.one)
    }

    /// Returns true if all bits outside of `mask` are known to be zero.
    pub(crate) fn is_within(self, mask: u64) -> bool {
        self.bits != 0 && self.zero | mask & self.mask() == self.mask()
    }

    /// Returns the facts that hold for both (lattice meet).
    fn meet(self, other: Known) -> Known {
        let sign_bits = self.sign_bits.min(other.sign_bits);
        Known { zero: self.zero & other.zero, one: self.one & other.one, sign_bits, bits: self.bits }
    }

    /// Returns the sum with `other` and a carry of 0 or 1 into it.
    fn add(self, other: Known, carry: u64) -> Known {
        let most = (!self.zero & self.mask()).wrapping_add(!other.zero & other.mask()).wrapping_add(carry);
        let least = self.one.wrapping_add(other.one).wrapping_add(carry);
        let carry_zero = !(most ^ self.zero ^ other.zero);
        let carry_one = least ^ self.one ^ other.one;
        let known = (self.zero | self.one) & (other.zero | other.one) & (carry_zero | carry_one);
        let sign_bits = self.sign_bits.min(other.sign_bits).saturating_sub(1);
        Known::of(self.bits, !most & known, least & known).with_sign(sign_bits)
    }

    fn not(self) -> Known {
        Known { zero: self.one, one: self.zero, ..self }
    }
}

/// The cache of known bits of a function's registers.
#[derive(Debug, Default)]
pub struct KnownBits {
    known: Vec<Option<Known>>,
    /// The registers with a cached result.
    found: Vec<VReg>,
}

impl KnownBits {
    /// Returns the known bits of `vreg`.
    pub fn of(&mut self, mf: &MachineFunction, target: &dyn MachineTarget, vreg: VReg) -> Known {
        self.known.resize(mf.num_vregs(), None);
        Walk { mf, target, known: &mut self.known, found: &mut self.found }.value(vreg, DEPTH)
    }

    /// Drops the cached result of `vreg`, whose value has changed.
    pub(crate) fn forget(&mut self, vreg: VReg) {
        if let Some(known) = self.known.get_mut(vreg.index()) {
            *known = None;
        }
    }

    /// Drops all cached results, since they may depend on a value that has changed.
    pub fn forget_all(&mut self) {
        for vreg in std::mem::take(&mut self.found) {
            self.forget(vreg);
        }
    }
}

struct Walk<'a> {
    mf: &'a MachineFunction,
    target: &'a dyn MachineTarget,
    known: &'a mut Vec<Option<Known>>,
    found: &'a mut Vec<VReg>,
}

impl Walk<'_> {
    fn value(&mut self, vreg: VReg, depth: u32) -> Known {
        if let Some(known) = self.known[vreg.index()] {
            return known;
        }
        let ty = self.mf.ty(vreg);
        if !(ty.is_scalar() || ty.is_pointer()) || ty.bits() > 64 {
            return Known::nothing(0);
        }
        let nothing = Known::nothing(ty.bits());
        let (Some(def), Some(depth)) = (self.mf.def(vreg), depth.checked_sub(1)) else { return nothing };
        // On a cycle back to here, nothing is known.
        self.known[vreg.index()] = Some(nothing);
        self.found.push(vreg);
        let known = if self.mf.opcode(def) == G_PHI {
            self.phi(vreg, def, depth)
        } else {
            self.result(ty.bits(), vreg, def, depth)
        };
        self.known[vreg.index()] = Some(known);
        known
    }

    /// Returns the known bits of operand `n` of `inst`; nothing is known if its width is not
    /// `bits`.
    fn operand(&mut self, inst: InstId, n: usize, bits: u32, depth: u32) -> Known {
        match self.mf.vreg_operand(inst, n).map(|v| self.value(v, depth)) {
            Some(known) if known.bits == bits => known,
            _ => Known::nothing(bits),
        }
    }

    fn any_operand(&mut self, inst: InstId, n: usize, depth: u32) -> Option<Known> {
        let known = self.value(self.mf.vreg_operand(inst, n)?, depth);
        (known.bits != 0).then_some(known)
    }

    /// Returns the facts that hold for all values that reach the phi through phis.
    fn phi(&mut self, vreg: VReg, def: InstId, depth: u32) -> Known {
        let nothing = Known::nothing(self.mf.ty(vreg).bits());
        let mut component: SmallVec<[InstId; 8]> = SmallVec::from_slice(&[def]);
        let (mut known, mut next, mut inputs): (Option<Known>, usize, usize) = (None, 0, 0);
        while let Some(&phi) = component.get(next) {
            next += 1;
            for pair in self.mf.operands(phi)[1..].chunks_exact(2) {
                let Some(value) = pair[0].vreg() else { return nothing };
                inputs += 1;
                let from = self.mf.def(value).filter(|&d| self.mf.opcode(d) == G_PHI);
                if inputs > INPUTS || (from.is_some() && component.len() == MAX_PHIS) {
                    return nothing;
                }
                if let Some(phi) = from {
                    if !component.contains(&phi) {
                        component.push(phi);
                    }
                    continue;
                }
                let input = self.value(value, depth);
                known = Some(known.map_or(input, |k| k.meet(input)));
                if known.is_some_and(|k| k.zero | k.one == 0 && k.sign_bits == 1) {
                    return nothing;
                }
            }
        }
        known.filter(|k| k.bits == nothing.bits).unwrap_or(nothing)
    }

    /// Returns the known bits of `vreg`, one of the results of `inst`.
    fn result(&mut self, bits: u32, vreg: VReg, inst: InstId, depth: u32) -> Known {
        let nothing = Known::nothing(bits);
        let opcode = self.mf.opcode(inst);
        match opcode {
            G_CONSTANT => match self.mf.imm_value(self.mf.operand(inst, 1)) {
                Some(value) => Known::of(bits, !value as u64, value as u64),
                None => nothing,
            },
            COPY | G_FREEZE | G_ASSERT_ALIGN | G_INTTOPTR | G_PTRTOINT => self.operand(inst, 1, bits, depth),
            G_AND | G_OR | G_XOR | G_ADD | G_PTR_ADD | G_SUB | G_MUL | G_SELECT | G_UREM | G_UDIV => {
                self.binary(bits, inst, depth)
            }
            G_SDIV | G_SREM | G_UMULH | G_SMIN | G_SMAX | G_UMIN | G_UMAX => {
                self.arithmetic(bits, inst, depth)
            }
            G_SHL | G_LSHR | G_ASHR => self.shift(bits, inst, depth),
            G_ROTL | G_ROTR => self.rotation(bits, inst, depth),
            G_BSWAP | G_BITREVERSE => {
                let known = self.operand(inst, 1, bits, depth);
                let reverse = |v: u64| if opcode == G_BSWAP { v.swap_bytes() } else { v.reverse_bits() };
                let moved = |v: u64| reverse(v) >> (64 - bits);
                Known::of(bits, moved(known.zero), moved(known.one))
            }
            G_ABS => {
                let known = self.operand(inst, 1, bits, depth);
                let odd = known.one & 1;
                let even = low_bits(known.zero.trailing_ones());
                // The minimum signed value maps to itself.
                Known::of(bits, even, odd).with_sign(known.sign_bits.saturating_sub(1))
            }
            G_UADDO | G_USUBO | G_SADDO | G_SSUBO | G_UMULO | G_SMULO | G_UADDE | G_USUBE | G_SADDE
            | G_SSUBE => {
                let is_flag = self.mf.vreg_operand(inst, 1) == Some(vreg);
                if is_flag { Known::of(bits, !1, 0) } else { nothing }
            }
            G_SCMP | G_UCMP => nothing.with_sign(bits - 1),
            G_MERGE_VALUES | G_UNMERGE_VALUES => self.merged(bits, vreg, inst, depth),
            G_ZEXT | G_SEXT | G_ANYEXT | G_TRUNC => self.resized(bits, inst, depth),
            G_SEXT_INREG => {
                let from = (self.mf.expect_imm(inst, 2) as u32).clamp(1, bits);
                let known = self.operand(inst, 1, bits, depth);
                let sign = if known.sign_bits > bits - from { known.sign_bits } else { bits - from + 1 };
                sign_extended(known, from, bits).with_sign(sign)
            }
            G_ASSERT_SEXT => {
                let from = (self.mf.expect_imm(inst, 2) as u32).clamp(1, bits);
                self.operand(inst, 1, bits, depth).with_sign(bits - from + 1)
            }
            G_ASSERT_ZEXT => {
                let from = (self.mf.expect_imm(inst, 2) as u32).clamp(1, bits);
                let known = self.operand(inst, 1, bits, depth);
                Known::of(bits, known.zero | !low_bits(from), known.one)
            }
            G_ZEXTLOAD | G_SEXTLOAD => {
                let size = (self.mf.expect_mem_operand(inst).size() * 8).min(bits);
                match opcode {
                    G_ZEXTLOAD => Known::of(bits, !low_bits(size), 0),
                    _ => nothing.with_sign(bits - size + 1),
                }
            }
            G_ICMP | G_FCMP | G_IS_FPCLASS => Known::of(bits, !1, 0),
            G_CTPOP | G_CTLZ | G_CTTZ | G_CTLZ_ZERO_UNDEF | G_CTTZ_ZERO_UNDEF => {
                let most = self.mf.ty(self.mf.expect_vreg(inst, 1)).bits();
                Known::of(bits, !low_bits(32 - most.leading_zeros()), 0)
            }
            _ if opcode.is_target() && self.target.desc(opcode).has(InstrFlags::SIGN_EXTENDS_WORD) => {
                nothing.with_sign(bits - 31)
            }
            _ => nothing,
        }
    }

    fn binary(&mut self, bits: u32, inst: InstId, depth: u32) -> Known {
        let first = if self.mf.opcode(inst) == G_SELECT { 2 } else { 1 };
        let b = self.operand(inst, first + 1, bits, depth);
        let a = self.operand(inst, first, bits, depth);
        let sign = a.sign_bits.min(b.sign_bits);
        match self.mf.opcode(inst) {
            G_AND => Known::of(bits, a.zero | b.zero, a.one & b.one).with_sign(sign),
            G_OR => Known::of(bits, a.zero & b.zero, a.one | b.one).with_sign(sign),
            G_XOR => {
                let one = (a.zero & b.one) | (a.one & b.zero);
                Known::of(bits, (a.zero & b.zero) | (a.one & b.one), one).with_sign(sign)
            }
            G_ADD | G_PTR_ADD => a.add(b, 0),
            G_SUB => a.add(b.not(), 1),
            G_SELECT => a.meet(b),
            G_MUL => {
                let low = (a.zero.trailing_ones() + b.zero.trailing_ones()).min(bits);
                let size = (significant(a) + significant(b)).min(bits);
                Known::of(bits, low_bits(low) | !low_bits(size), 0)
            }
            G_UDIV => Known::of(bits, !low_bits(significant(a)), 0),
            // It is less than the divisor and at most the dividend.
            _ => Known::of(bits, !low_bits(significant(a).min(significant(b))), 0),
        }
    }

    fn arithmetic(&mut self, bits: u32, inst: InstId, depth: u32) -> Known {
        let (a, b) = (self.operand(inst, 1, bits, depth), self.operand(inst, 2, bits, depth));
        let nothing = Known::nothing(bits);
        let top = 1 << (bits - 1);
        let not_negative = a.zero & top != 0;
        match self.mf.opcode(inst) {
            G_SDIV if not_negative && b.zero & top != 0 => Known::of(bits, !low_bits(significant(a)), 0),
            G_SDIV => nothing.with_sign(a.sign_bits.saturating_sub(1)),
            // It has the dividend's sign and at most the magnitude of either operand.
            G_SREM if not_negative => Known::of(bits, !low_bits(significant(a)), 0).with_sign(b.sign_bits),
            G_SREM => nothing.with_sign(a.sign_bits.max(b.sign_bits)),
            G_UMULH => Known::of(bits, !low_bits((significant(a) + significant(b)).saturating_sub(bits)), 0),
            G_UMIN => {
                let both = a.meet(b);
                Known::of(bits, both.zero | !low_bits(significant(a).min(significant(b))), both.one)
                    .with_sign(both.sign_bits)
            }
            _ => a.meet(b),
        }
    }

    fn rotation(&mut self, bits: u32, inst: InstId, depth: u32) -> Known {
        let known = self.operand(inst, 1, bits, depth);
        let Some(amount) = self.any_operand(inst, 2, depth).and_then(Known::constant) else {
            return Known::nothing(bits);
        };
        let left = (amount % u64::from(bits)) as u32;
        let left = if self.mf.opcode(inst) == G_ROTL { left } else { (bits - left) % bits };
        let rotate = |v: u64| if left == 0 { v } else { v << left | v >> (bits - left) };
        Known::of(bits, rotate(known.zero), rotate(known.one))
    }

    /// Returns the known bits of merged values, or of a fragment of an unmerged value.
    fn merged(&mut self, bits: u32, vreg: VReg, inst: InstId, depth: u32) -> Known {
        let operands = self.mf.operands(inst).len();
        if self.mf.opcode(inst) == G_MERGE_VALUES {
            let (mut zero, mut one, mut at) = (0, 0, 0);
            for n in 1..operands {
                let Some(part) = self.any_operand(inst, n, depth) else { return Known::nothing(bits) };
                (zero, one, at) = (zero | part.zero << at, one | part.one << at, at + part.bits);
            }
            return Known::of(bits, zero, one);
        }
        let place = (0..operands).position(|n| self.mf.vreg_operand(inst, n) == Some(vreg));
        match (place, self.any_operand(inst, operands - 1, depth)) {
            (Some(n), Some(whole)) => {
                Known::of(bits, whole.zero >> (n as u32 * bits), whole.one >> (n as u32 * bits))
            }
            _ => Known::nothing(bits),
        }
    }

    /// Returns the known bits of a shift by an unknown amount.
    fn variable_shift(&mut self, bits: u32, inst: InstId, depth: u32) -> Known {
        let known = self.operand(inst, 1, bits, depth);
        match self.mf.opcode(inst) {
            G_SHL => Known::of(bits, low_bits(known.zero.trailing_ones().min(bits)), 0),
            G_LSHR => Known::of(bits, !low_bits(significant(known)), 0),
            _ => Known::nothing(bits).with_sign(known.sign_bits),
        }
    }

    fn shift(&mut self, bits: u32, inst: InstId, depth: u32) -> Known {
        let amount = self.any_operand(inst, 2, depth).and_then(Known::constant);
        let Some(amount) = amount.filter(|&n| n < u64::from(bits)).map(|n| n as u32) else {
            return self.variable_shift(bits, inst, depth);
        };
        let known = self.operand(inst, 1, bits, depth);
        match self.mf.opcode(inst) {
            G_SHL => {
                let sign = known.sign_bits.saturating_sub(amount);
                Known::of(bits, known.zero << amount | low_bits(amount), known.one << amount).with_sign(sign)
            }
            G_LSHR => Known::of(bits, known.zero >> amount | !(known.mask() >> amount), known.one >> amount),
            _ => {
                let shifted = |v: u64| (((v << (64 - bits)) as i64 >> (64 - bits)) >> amount) as u64;
                Known::of(bits, shifted(known.zero), shifted(known.one)).with_sign(known.sign_bits + amount)
            }
        }
    }

    fn resized(&mut self, bits: u32, inst: InstId, depth: u32) -> Known {
        let nothing = Known::nothing(bits);
        let Some(known) = self.any_operand(inst, 1, depth) else { return nothing };
        match self.mf.opcode(inst) {
            G_ZEXT => Known::of(bits, known.zero | !known.mask(), known.one),
            G_SEXT => sign_extended(Known { bits, ..known }, known.bits, bits)
                .with_sign(known.sign_bits + bits - known.bits),
            G_ANYEXT => Known::of(bits, known.zero, known.one),
            _ => {
                let lost = known.bits.saturating_sub(bits);
                Known::of(bits, known.zero, known.one).with_sign(known.sign_bits.saturating_sub(lost))
            }
        }
    }
}

/// Sign-extends the known bits from the low `from` bits.
fn sign_extended(known: Known, from: u32, bits: u32) -> Known {
    let extend = |v: u64| {
        let low = v & low_bits(from);
        if from != 0 && low >> (from - 1) & 1 != 0 { low | !low_bits(from) } else { low }
    };
    Known::of(bits, extend(known.zero), extend(known.one))
}

/// Returns the number of low bits that may be nonzero.
fn significant(known: Known) -> u32 {
    64 - (!known.zero & known.mask()).leading_zeros()
}
