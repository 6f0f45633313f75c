//! Insertions of bit fields: `bfi` and `bfxil` replace the masks and the disjunction of two values.

use crate::aarch64::mc::instructions::op;
use crate::isle::prelude::uconst;
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::mir::{MachineFunction, Operand};
use gisel_codegen::ir::opcodes::{G_AND, G_LSHR, G_SHL};
use gisel_codegen::isel::select::Selection;
use gisel_codegen::machine::desc::instructions::Opcode;

/// An insertion: `width` bits of `source` from bit `first` replace those of `base` from bit
/// `position`. One of the two numbers is zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Insertion {
    base: VReg,
    source: VReg,
    first: u32,
    position: u32,
    width: u32,
}

/// Returns the insertion that the disjunction of `a` and `b` in registers of `bits` bits computes.
pub(crate) fn insertion(mf: &MachineFunction, bits: u32, a: VReg, b: VReg) -> Option<Insertion> {
    into(mf, bits, a, b).or_else(|| into(mf, bits, b, a))
}

/// Emits the insertion of `insertion`.
pub(crate) fn insert(s: &mut Selection<'_>, bits: u32, a: VReg, b: VReg) -> VReg {
    let found = insertion(s.mf, bits, a, b).expect("the rule has matched an insertion");
    let rotation = if found.position > 0 { bits - found.position } else { found.first };
    let last = found.first + found.width - 1;
    let opcode = if bits > 32 { op::BFMXri } else { op::BFMWri };
    let numbers = [rotation, last].map(|number| Operand::small_imm(number as i32));
    s.op(opcode, &[Operand::use_of(found.base), Operand::use_of(found.source), numbers[0], numbers[1]])
}

/// Matches `field` in the bits that a mask removes from `masked`.
fn into(mf: &MachineFunction, bits: u32, field: VReg, masked: VReg) -> Option<Insertion> {
    let (base, mask) = single_with_constant(mf, masked, G_AND)?;
    let hole = !mask & low_bits(bits);
    let position = hole.trailing_zeros();
    if hole == 0 || hole == low_bits(bits) {
        return None;
    }
    let width = (hole >> position).trailing_ones();
    if hole != low_bits(width) << position {
        return None;
    }
    let (source, first) = source(mf, bits, field, position, width)?;
    Some(Insertion { base, source, first, position, width })
}

/// Returns the register and the first of the bits that `field` holds at `position`, if its other bits
/// are zero.
fn source(mf: &MachineFunction, bits: u32, field: VReg, position: u32, width: u32) -> Option<(VReg, u32)> {
    let amount = |number: u64| u32::try_from(number).ok().filter(|&number| number < bits);
    if let Some((value, mask)) = single_with_constant(mf, field, G_AND) {
        if mask & low_bits(bits) != low_bits(width) << position {
            return None;
        }
        if position > 0 {
            let (source, by) = single_with_constant(mf, value, G_SHL)?;
            return (amount(by)? == position).then_some((source, 0));
        }
        let shifted = single_with_constant(mf, value, G_LSHR);
        let shifted = shifted.and_then(|(source, by)| Some((source, amount(by)?)));
        return Some(shifted.filter(|&(_, first)| first + width <= bits).unwrap_or((value, 0)));
    }
    if position == 0 {
        let (source, by) = single_with_constant(mf, field, G_LSHR)?;
        return Some((source, amount(by)?)).filter(|&(_, first)| first + width == bits);
    }
    let (value, by) = single_with_constant(mf, field, G_SHL)?;
    if amount(by)? != position {
        return None;
    }
    match single_with_constant(mf, value, G_AND) {
        Some((source, mask)) if mask & low_bits(bits) == low_bits(width) => Some((source, 0)),
        _ => (position + width == bits).then_some((value, 0)),
    }
}

/// Matches an operation of this opcode, whose result is used once, on a register and a constant.
fn single_with_constant(mf: &MachineFunction, v: VReg, opcode: Opcode) -> Option<(VReg, u64)> {
    let is_single = |&def: &InstId| mf.opcode(def) == opcode && mf.use_count(v) == 1;
    let def = mf.def(v).filter(is_single)?;
    Some((mf.vreg_operand(def, 1)?, uconst(mf, mf.vreg_operand(def, 2)?)?))
}

/// Returns a number whose lowest `count` bits are set.
fn low_bits(count: u32) -> u64 {
    u64::MAX >> (64 - count)
}

#[cfg(test)]
mod tests {
    use super::{insertion, low_bits};
    use crate::aarch64::target::AArch64Target;
    use gisel_codegen::ir::entity::SubtargetId;
    use gisel_codegen::ir::module::Module;
    use gisel_codegen::ir::opcodes::G_OR;
    use gisel_codegen::mir_text::parser;
    use rand_xoshiro::SplitMix64;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    /// Returns the instructions of one side of a disjunction, and their value: the input is shifted
    /// and masked. The masks are mostly near `field`, which is `[first, width]`.
    fn side(
        random: &mut SplitMix64,
        bits: u32,
        field: [u32; 2],
        names: [u32; 4],
        input: u64,
    ) -> (String, u64) {
        let mut below = |n: u64| random.next_u64() % n;
        let [source, shifted, masked, amount] = names;
        let [first, width] = field;
        let by = [first, width, below(u64::from(bits)) as u32, 0][below(4) as usize] % bits;
        let (at, of) = (low_bits(width) << first, low_bits(width));
        let mask = [at, of, !at & low_bits(bits), !at & low_bits(bits), at << 1 & low_bits(bits)];
        let mask = mask[below(5) as usize];
        let number = |value: u64| (value << (64 - bits)) as i64 >> (64 - bits);
        let constant = |name: u32, value: u64| {
            format!("    %{name}:gpr(s{bits}) = G_CONSTANT i{bits} {}\n", number(value))
        };
        let left = below(2) == 0;
        let shift = if left { "G_SHL" } else { "G_LSHR" };
        let shifted_by = |value: u64| if left { value << by & low_bits(bits) } else { value >> by };
        let (mut text, mask_name) = (constant(amount, by.into()), amount + 1);
        text += &constant(mask_name, mask);
        let line = |to: u32, opcode: &str, from: u32, with: u32| {
            format!("    %{to}:gpr(s{bits}) = {opcode} %{from}, %{with}\n")
        };
        let value = match below(4) {
            0 => {
                text += &line(masked, "G_AND", source, mask_name);
                input & mask
            }
            1 => {
                text += &line(shifted, shift, source, amount);
                text += &line(masked, "G_AND", shifted, mask_name);
                shifted_by(input) & mask
            }
            2 => {
                text += &line(shifted, "G_AND", source, mask_name);
                text += &line(masked, shift, shifted, amount);
                shifted_by(input & mask)
            }
            _ => {
                text += &line(masked, shift, source, amount);
                shifted_by(input)
            }
        };
        (text, value)
    }

    #[test]
    fn random_disjunctions_that_match_insert_the_field() {
        let target = AArch64Target::new("", "").unwrap();
        let mut found = 0;
        for seed in 0..4_000 {
            let random = &mut SplitMix64::seed_from_u64(seed);
            let bits = if seed % 2 == 0 { 32 } else { 64 };
            let inputs = [random.next_u64() & low_bits(bits), random.next_u64() & low_bits(bits)];
            let register = if bits == 32 { 'w' } else { 'x' };
            let first = random.next_u64() as u32 % bits;
            let field = [first, 1 + random.next_u64() as u32 % (bits - first)];
            let (left, a) = side(random, bits, field, [0, 2, 3, 4], inputs[0]);
            let (right, b) = side(random, bits, field, [1, 6, 7, 8], inputs[1]);
            let text = format!(
                "name: f\nlegalized: true\nregBankSelected: true\nbody: |\n  bb.0:\n    liveins: ${register}0, \
                 ${register}1\n    %0:gpr(s{bits}) = COPY ${register}0\n    %1:gpr(s{bits}) = COPY ${register}1\n\
                 {left}{right}    %10:gpr(s{bits}) = G_OR %3, %7\n    ${register}0 = COPY %10(s{bits})\n"
            );
            let mf =
                parser::parse(&text, &target, SubtargetId::new(0), &mut Module::default()).unwrap().remove(0);
            let or = mf.insts(mf.entry()).find(|&inst| mf.opcode(inst) == G_OR).unwrap();
            let [x, y] = [1, 2].map(|n| mf.vreg_operand(or, n).unwrap());
            let Some(is) = insertion(&mf, bits, x, y) else { continue };
            found += 1;
            let value = |vreg| {
                let copy = mf.def(vreg).and_then(|def| mf.operand(def, 1).phys());
                let is_first = mf.insts(mf.entry()).next() == mf.def(vreg);
                copy.map(|_| inputs[usize::from(!is_first)])
            };
            // Other values than the inputs are shifted or masked before; the programs check these.
            let (Some(base), Some(source)) = (value(is.base), value(is.source)) else { continue };
            assert!(
                is.first + is.width <= bits && is.position + is.width <= bits,
                "seed {seed}: {is:?}\n{text}"
            );
            let hole = low_bits(is.width) << is.position;
            let result = base & !hole | (source >> is.first << is.position) & hole;
            assert_eq!(result, a | b, "seed {seed}: {is:?}\n{text}");
        }
        assert!(found > 20, "{found} matched");
    }
}
