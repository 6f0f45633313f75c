//! Vectors of constants: the immediate forms of `movi`, `mvni` and `fmov`, an integer that is
//! duplicated, else the constant pool.

use crate::aarch64::isel::logical_immediate;
use crate::aarch64::isel::select::constant_pool::from_pool;
use crate::aarch64::mc::instructions::op;
use crate::aarch64::mc::operands::fp_immediate_of;
use gisel_codegen::ir::content::{FloatFormat, Form};
use gisel_codegen::ir::entity::VReg;
use gisel_codegen::ir::mir::{Elements, Operand};
use gisel_codegen::ir::opcodes as gop;
use gisel_codegen::isel::select::Selection;
use gisel_codegen::machine::desc::instructions::Opcode;

/// LLVM's shift kind that shifts ones in.
const MSL: i32 = 4 << 6;

/// Returns a vector of 8 or 16 bytes with these contents.
pub(crate) fn constant_vector(s: &mut Selection<'_>, bytes: &[u8]) -> VReg {
    let wide = bytes.len() == 16;
    let Some(low) = bytes.first_chunk::<8>() else {
        s.fail("internal error: a vector constant of less than 8 bytes");
        return s.op(op::FMOVD0, &[]);
    };
    let uniform = bytes.chunks(8).all(|half| half == low);
    if uniform && let Some((opcode, operands)) = immediate(u64::from_le_bytes(*low), wide) {
        return s.op(opcode, &operands);
    }
    if uniform && let Some((opcode, lane)) = duplicated(u64::from_le_bytes(*low), wide) {
        let lane = s.op(op::MOVi32imm, &[Operand::small_imm(lane)]);
        return s.op(opcode, &[Operand::use_of(lane)]);
    }
    let elements = elements(s);
    from_pool(s, if wide { op::LDRQui } else { op::LDRDui }, bytes, elements)
}

/// Returns the elements of the root's vector, for readers of assembly.
fn elements(s: &Selection<'_>) -> Option<Elements> {
    let [vector, first] = [0, 1].map(|index| s.mf.vreg_operand(s.root(), index));
    let bits = s.mf.ty(vector?).element().scalar_bits();
    let is_float = s.mf.opcode(s.mf.def(first?)?) == gop::G_FCONSTANT;
    let form = match (is_float, bits) {
        (true, 64) => Form::Float(FloatFormat::Double),
        (true, 32) => Form::Float(FloatFormat::Float),
        (true, 16) => Form::Float(FloatFormat::Half),
        _ => Form::Int,
    };
    matches!(bits, 8 | 16 | 32 | 64).then_some(Elements { form, size: (bits / 8) as u8 })
}

/// Returns the opcode and operands that set each 64 bits to `value`.
fn immediate(value: u64, wide: bool) -> Option<(Opcode, Vec<Operand>)> {
    let imm = |v: u64| Operand::small_imm(v as i32);
    let choose = |narrow, broad| if wide { broad } else { narrow };
    if let Some(mask) = byte_mask(value) {
        return Some((choose(op::MOVID, op::MOVIv2d_ns), vec![imm(mask)]));
    }
    let repeated = |bits: u32| is_repeated(value, bits);
    if repeated(8) {
        return Some((choose(op::MOVIv8b_ns, op::MOVIv16b_ns), vec![imm(value & 0xff)]));
    }
    if repeated(16) {
        for (word, opcode) in [
            (value & 0xffff, choose(op::MOVIv4i16, op::MOVIv8i16)),
            (!value & 0xffff, choose(op::MVNIv4i16, op::MVNIv8i16)),
        ] {
            if let Some((byte, shift)) = one_byte(word) {
                return Some((opcode, vec![imm(byte), imm(shift)]));
            }
        }
    }
    if repeated(32) {
        let (word, inverse) = (value & 0xffff_ffff, !value & 0xffff_ffff);
        for (word, plain, ones) in [
            (word, choose(op::MOVIv2i32, op::MOVIv4i32), choose(op::MOVIv2s_msl, op::MOVIv4s_msl)),
            (inverse, choose(op::MVNIv2i32, op::MVNIv4i32), choose(op::MVNIv2s_msl, op::MVNIv4s_msl)),
        ] {
            if let Some((byte, shift)) = one_byte(word) {
                return Some((plain, vec![imm(byte), imm(shift)]));
            }
            for shift in [8, 16] {
                if word & mask_of(shift) == mask_of(shift) && word >> (shift + 8) == 0 {
                    return Some((ones, vec![imm(word >> shift), Operand::small_imm(MSL | shift as i32)]));
                }
            }
        }
        let float = f64::from(f32::from_bits(word as u32));
        if let Some(encoded) = fp_immediate_of(float.to_bits()) {
            return Some((choose(op::FMOVv2f32_ns, op::FMOVv4f32_ns), vec![imm(encoded.into())]));
        }
    }
    let encoded = fp_immediate_of(value).filter(|_| wide)?;
    Some((op::FMOVv2f64_ns, vec![imm(encoded.into())]))
}

/// Returns the instruction that duplicates a lane, and the lane, if each 64 bits have equal lanes of
/// 16 or 32 bits that one `mov` sets. A duplicated lane serves vectors of both sizes.
fn duplicated(value: u64, wide: bool) -> Option<(Opcode, i32)> {
    let half = value & 0xffff;
    if is_repeated(value, 16) {
        return Some((if wide { op::DUPv8i16gpr } else { op::DUPv4i16gpr }, half as i32));
    }
    let word = value as u32;
    let is_move = [word, !word].iter().any(|&word| word >> 16 == 0 || word & 0xffff == 0);
    let is_one = is_move || logical_immediate::encode(word.into(), 32).is_some();
    let opcode = if wide { op::DUPv4i32gpr } else { op::DUPv2i32gpr };
    (is_repeated(value, 32) && is_one).then_some((opcode, word as i32))
}

/// Returns true if all lanes of `bits` bits are equal.
fn is_repeated(value: u64, bits: u32) -> bool {
    (0..64 / bits).all(|i| value >> (i * bits) & mask_of(bits) == value & mask_of(bits))
}

fn mask_of(bits: u32) -> u64 {
    u64::MAX >> (64 - bits)
}

/// Returns one bit per byte, if all bytes are zeros or ones.
fn byte_mask(value: u64) -> Option<u64> {
    value.to_le_bytes().iter().enumerate().try_fold(0, |mask, (i, byte)| match byte {
        0 => Some(mask),
        0xff => Some(mask | 1 << i),
        _ => None,
    })
}

/// Returns the only non-zero byte, and its shift.
fn one_byte(word: u64) -> Option<(u64, u64)> {
    [0, 8, 16, 24].into_iter().find(|&shift| word & !(0xff << shift) == 0).map(|shift| (word >> shift, shift))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn opcode(value: u64) -> Option<Opcode> {
        immediate(value, true).map(|(opcode, _)| opcode)
    }

    #[test]
    fn immediates_by_repetition() {
        assert_eq!(opcode(0), Some(op::MOVIv2d_ns));
        assert_eq!(opcode(0xff00_ff00_0000_ffff), Some(op::MOVIv2d_ns));
        assert_eq!(opcode(0x0707_0707_0707_0707), Some(op::MOVIv16b_ns));
        assert_eq!(opcode(0x1200_1200_1200_1200), Some(op::MOVIv8i16));
        assert_eq!(opcode(0x0000_0080_0000_0080), Some(op::MOVIv4i32));
        assert_eq!(opcode(0x7fff_ffff_7fff_ffff), Some(op::MVNIv4i32));
        assert_eq!(opcode(0x0001_2fff_0001_2fff), None);
        assert_eq!(opcode(0x0000_12ff_0000_12ff), Some(op::MOVIv4s_msl));
        assert_eq!(opcode(0x3f80_0000_3f80_0000), Some(op::FMOVv4f32_ns));
        assert_eq!(opcode(0x3ff0_0000_0000_0000), Some(op::FMOVv2f64_ns));
        assert_eq!(opcode(0x1234_5678_9abc_def0), None);
    }

    #[test]
    fn lanes_of_one_move_are_duplicated() {
        assert_eq!(duplicated(0xd3f3_d3f3_d3f3_d3f3, true), Some((op::DUPv8i16gpr, 0xd3f3)));
        assert_eq!(duplicated(0xd3f3_d3f3_d3f3_d3f3, false), Some((op::DUPv4i16gpr, 0xd3f3)));
        assert_eq!(duplicated(0x0000_1234_0000_1234, true), Some((op::DUPv4i32gpr, 0x1234)));
        assert_eq!(duplicated(0x1234_0000_1234_0000, false), Some((op::DUPv2i32gpr, 0x1234_0000)));
        assert_eq!(duplicated(0xffff_1234_ffff_1234, true), Some((op::DUPv4i32gpr, -0xedcc)));
        assert_eq!(duplicated(0x00ff_ff00_00ff_ff00, true), Some((op::DUPv4i32gpr, 0x00ff_ff00)));
        assert_eq!(duplicated(0x1234_5678_1234_5678, true), None);
        assert_eq!(duplicated(0x0000_1234_0000_1235, true), None);
    }
}
