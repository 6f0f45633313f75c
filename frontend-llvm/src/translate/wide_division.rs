//! Division of integers that are too wide for the runtime's routines: long division by a loop over
//! the dividend's bits.

use gisel_codegen::ir::entity::VReg;
use gisel_codegen::ir::llt::{Llt, S1};
use gisel_codegen::ir::mir::IntPredicate;
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::legalizer;
use gisel_codegen::machine::desc::instructions::Opcode;

use super::function_state::FunctionTranslator;

/// The properties of a division.
#[derive(Clone, Copy)]
struct Division {
    signed: bool,
    remainder: bool,
}

impl Division {
    fn of(opcode: Opcode) -> Option<Division> {
        let (signed, remainder) = match opcode {
            G_UDIV | G_UDIVFIX | G_UDIVFIXSAT => (false, false),
            G_SDIV | G_SDIVFIX | G_SDIVFIXSAT => (true, false),
            G_UREM => (false, true),
            G_SREM => (true, true),
            _ => return None,
        };
        Some(Division { signed, remainder })
    }
}

impl FunctionTranslator<'_, '_> {
    /// Returns true if `opcode` divides integers, or vectors of them, that are too wide for the
    /// target and its runtime.
    pub(crate) fn is_wide_division(&self, opcode: Opcode, ty: Llt) -> bool {
        // Fixed-point numbers are divided with twice their width.
        let fixed = matches!(opcode, G_UDIVFIX | G_UDIVFIXSAT | G_SDIVFIX | G_SDIVFIXSAT);
        let bits = if fixed { 2 * ty.scalar_bits() } else { ty.scalar_bits() };
        // Targets or their runtime divide integers of two words.
        bits > 2 * self.b.word().bits() && Division::of(opcode).is_some()
    }

    /// Defines `dst` by a fixed-point division for which [`Self::is_wide_division`] is true.
    pub(crate) fn wide_fixed_division(&mut self, opcode: Opcode, dst: VReg, operands: [VReg; 2], scale: i64) {
        let [scaled, rhs] = legalizer::scale_dividend(&mut self.b, opcode, operands, scale);
        let quotient = self.b.mf.create_vreg(self.b.mf.ty(scaled));
        self.wide_division(opcode, quotient, scaled, rhs);
        legalizer::define_fixed_quotient(&mut self.b, opcode, dst, [quotient, scaled, rhs]);
    }

    /// Defines `dst` by a division for which [`Self::is_wide_division`] is true.
    pub(crate) fn wide_division(&mut self, opcode: Opcode, dst: VReg, lhs: VReg, rhs: VReg) {
        let Some(division) = Division::of(opcode) else { return };
        let ty = self.b.mf.ty(dst);
        if !ty.is_vector() {
            let result = self.divide_wide(division, lhs, rhs);
            self.b.copy(dst, result);
            return;
        }
        let (lhs, rhs) = (self.b.unmerge(ty.element(), lhs), self.b.unmerge(ty.element(), rhs));
        let results: Vec<VReg> =
            lhs.iter().zip(&rhs).map(|(&lhs, &rhs)| self.divide_wide(division, lhs, rhs)).collect();
        self.b.regs(G_BUILD_VECTOR, &[dst], &results);
    }

    fn divide_wide(&mut self, division: Division, lhs: VReg, rhs: VReg) -> VReg {
        let ty = self.b.mf.ty(lhs);
        // Whole words require no masks.
        let words = Llt::scalar(ty.scalar_bits().next_multiple_of(64));
        let extend = if division.signed { G_SEXT } else { G_ZEXT };
        let (lhs, rhs) = (self.b.resize(extend, words, lhs), self.b.resize(extend, words, rhs));
        let result = if division.signed {
            self.divide_signed(division, lhs, rhs)
        } else {
            self.divide_unsigned(division, lhs, rhs)
        };
        self.b.resize(G_ANYEXT, ty, result)
    }

    /// Divides by the magnitudes. A quotient is negative if the signs differ, a remainder if the
    /// dividend is negative.
    fn divide_signed(&mut self, division: Division, lhs: VReg, rhs: VReg) -> VReg {
        let top = i128::from(self.b.mf.ty(lhs).scalar_bits()) - 1;
        let (lhs_sign, rhs_sign) = (self.b.bin_int(G_ASHR, lhs, top), self.b.bin_int(G_ASHR, rhs, top));
        let (lhs, rhs) = (self.negate_by(lhs, lhs_sign), self.negate_by(rhs, rhs_sign));
        let result = self.divide_unsigned(division, lhs, rhs);
        let sign = if division.remainder { lhs_sign } else { self.b.bin(G_XOR, lhs_sign, rhs_sign) };
        self.negate_by(result, sign)
    }

    /// Returns `value` negated if `sign` is all ones, unchanged if it is zero.
    fn negate_by(&mut self, value: VReg, sign: VReg) -> VReg {
        let flipped = self.b.bin(G_XOR, value, sign);
        self.b.bin(G_SUB, flipped, sign)
    }

    /// Builds the loop. The dividend's bits are shifted one by one into the remainder, from which
    /// the divisor is subtracted if it fits. The quotient's bits are shifted in at the bottom. The
    /// loop starts at the dividend's highest set bit.
    fn divide_unsigned(&mut self, division: Division, dividend: VReg, divisor: VReg) -> VReg {
        let ty = self.b.mf.ty(dividend);
        let word = self.b.word();
        let bits = i128::from(ty.scalar_bits());
        let leading = self.b.op(G_CTLZ, word, &[dividend]);
        let width = self.b.int(word, bits);
        let steps = self.b.bin(G_SUB, width, leading);
        let aligned = self.b.op(G_SHL, ty, &[dividend, leading]);
        let zero = self.b.int(ty, 0);
        let step =
            |t: &mut Self, [quotient, remainder]: [VReg; 2]| t.divide_step(quotient, remainder, divisor);
        let [quotient, remainder] = self.repeat(steps, [aligned, zero], step);
        if division.remainder { remainder } else { quotient }
    }

    /// Computes one more bit of the quotient, and the new remainder.
    fn divide_step(&mut self, quotient: VReg, remainder: VReg, divisor: VReg) -> [VReg; 2] {
        let ty = self.b.mf.ty(quotient);
        let top = i128::from(ty.scalar_bits()) - 1;
        let bit = self.b.bin_int(G_LSHR, quotient, top);
        let doubled = self.b.bin_int(G_SHL, remainder, 1);
        let with_bit = self.b.bin(G_OR, doubled, bit);
        // A bit shifted out at the top exceeds any divisor.
        let carry = self.b.cmp_int(IntPredicate::Slt, remainder, 0);
        let fits = self.b.cmp(IntPredicate::Uge, with_bit, divisor);
        let fits = self.b.op(G_OR, S1, &[carry, fits]);
        let less = self.b.bin(G_SUB, with_bit, divisor);
        let remainder = self.b.select(fits, less, with_bit);
        let up = self.b.bin_int(G_SHL, quotient, 1);
        let fits = self.b.op(G_ZEXT, ty, &[fits]);
        [self.b.bin(G_OR, up, fits), remainder]
    }
}
