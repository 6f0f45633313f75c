//! Narrowing of addition, multiplication and shifts.

use super::Outcome;
use super::build::{Regs, constant_words};
use super::narrow::{extract_parts, merge_parts, num_parts};
use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::llt::Llt;
use crate::ir::mir::IntPredicate;
use crate::ir::opcodes::*;
use crate::machine::desc::instructions::Opcode;

/// Splits an addition or subtraction into a carry chain, from the lowest word up.
pub(crate) fn add_sub(b: &mut Builder<'_>, inst: InstId, ty: Llt) -> Outcome {
    let (dst, lhs, rhs) = (b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2));
    if num_parts(b.ty(dst), ty).is_none() {
        return Outcome::Declined;
    }
    let opcodes = if b.mf.opcode(inst) == G_ADD { (G_UADDO, G_UADDE) } else { (G_USUBO, G_USUBE) };
    let (lhs, rhs) = (extract_parts(b, ty, lhs), extract_parts(b, ty, rhs));
    let (parts, _) = chain(b, opcodes, opcodes, &lhs, &rhs, None);
    merge_parts(b, dst, &parts);
    Outcome::Replaced
}

/// Builds a carry chain. `opcodes` are those without and with carry in, for all words but the last,
/// which uses `last`.
fn chain(
    b: &mut Builder<'_>,
    opcodes: (Opcode, Opcode),
    last: (Opcode, Opcode),
    lhs: &[VReg],
    rhs: &[VReg],
    mut carry: Option<VReg>,
) -> (Regs, VReg) {
    let mut parts = Regs::new();
    for (n, (&l, &r)) in lhs.iter().zip(rhs).enumerate() {
        let (first, next) = if n + 1 == lhs.len() { last } else { opcodes };
        let types = (b.ty(l), b.bool_ty(b.ty(l)));
        let (part, out) = match carry {
            None => b.op2(first, types, &[l, r]),
            Some(c) => b.op2(next, types, &[l, r, c]),
        };
        parts.push(part);
        carry = Some(out);
    }
    (parts, carry.expect("there is a part"))
}

/// Splits an addition or subtraction with overflow; the last word computes the flag.
pub(crate) fn add_sub_overflow(b: &mut Builder<'_>, inst: InstId, ty: Llt) -> Outcome {
    let (dst, overflow, lhs, rhs) = (b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2), b.reg(inst, 3));
    if num_parts(b.ty(dst), ty).is_none() {
        return Outcome::Declined;
    }
    let carry = b.mf.vreg_operand(inst, 4).map(|c| b.resize(G_ZEXT, b.bool_ty(ty), c));
    let opcode = b.mf.opcode(inst);
    let add = matches!(opcode, G_UADDO | G_UADDE | G_SADDO | G_SADDE);
    let unsigned = if add { (G_UADDO, G_UADDE) } else { (G_USUBO, G_USUBE) };
    let last = match opcode {
        G_SADDO | G_SADDE => (G_SADDO, G_SADDE),
        G_SSUBO | G_SSUBE => (G_SSUBO, G_SSUBE),
        _ => unsigned,
    };
    let (lhs, rhs) = (extract_parts(b, ty, lhs), extract_parts(b, ty, rhs));
    let (parts, out) = chain(b, unsigned, last, &lhs, &rhs, carry);
    merge_parts(b, dst, &parts);
    let to = b.ty(overflow);
    let out = b.resize(G_ZEXT, to, out);
    b.define(overflow, out);
    Outcome::Replaced
}

/// The maximum number of words of a multiplication: it has a product for each pair of words.
const MAX_FACTORS: usize = 64;

/// Splits a multiplication by columns: low and high halves of the products of words, and the sum of
/// the carries out of the previous column.
pub(crate) fn multiply(b: &mut Builder<'_>, inst: InstId, ty: Llt) -> Outcome {
    let (dst, lhs, rhs) = (b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2));
    let count = num_parts(b.ty(dst), ty).filter(|&count| count <= MAX_FACTORS);
    let Some(count) = count else { return Outcome::Declined };
    let (lhs, rhs) = (extract_parts(b, ty, lhs), extract_parts(b, ty, rhs));
    // The addends of each column.
    let mut columns: Vec<Regs> = vec![Regs::new(); count];
    for i in 0..count {
        for j in 0..count - i {
            let low = b.bin(G_MUL, lhs[i], rhs[j]);
            columns[i + j].push(low);
            if i + j + 1 < count {
                let high = b.bin(G_UMULH, lhs[i], rhs[j]);
                columns[i + j + 1].push(high);
            }
        }
    }
    let mut parts = Regs::new();
    for n in 0..count {
        let addends = std::mem::take(&mut columns[n]);
        let mut sum = addends[0];
        let mut carries: Option<VReg> = None;
        for &addend in &addends[1..] {
            if n + 1 == count {
                sum = b.bin(G_ADD, sum, addend);
                continue;
            }
            let (next, carry) = b.op2(G_UADDO, (ty, b.bool_ty(ty)), &[sum, addend]);
            sum = next;
            let carry = b.op(G_ZEXT, ty, &[carry]);
            carries = Some(carries.map_or(carry, |sum| b.bin(G_ADD, sum, carry)));
        }
        if let Some(next) = columns.get_mut(n + 1) {
            next.extend(carries);
        }
        parts.push(sum);
    }
    merge_parts(b, dst, &parts);
    Outcome::Replaced
}

/// Splits a shift: whole words first, then bits across neighbours.
pub(crate) fn shift(b: &mut Builder<'_>, inst: InstId, ty: Llt) -> Outcome {
    let (opcode, dst, src, amount) = (b.mf.opcode(inst), b.reg(inst, 0), b.reg(inst, 1), b.reg(inst, 2));
    let Some(count) = num_parts(b.ty(dst), ty) else { return Outcome::Declined };
    // An amount of more than a word is too large, so the result is undefined.
    let constant = constant_words(b.mf, amount).map(|words| words[0]);
    if constant.is_none() && !(count.is_power_of_two() && ty.scalar_bits().is_power_of_two()) {
        return Outcome::Declined;
    }
    let mut parts = extract_parts(b, ty, src);
    // In order from the end that bits move away from.
    if opcode != G_SHL {
        parts.reverse();
    }
    let fill = match opcode {
        G_ASHR => b.bin_int(G_ASHR, parts[0], ty.scalar_bits() as i128 - 1),
        _ => b.int(ty, 0),
    };
    let mut result = match constant {
        Some(amount) => shift_by_constant(b, opcode, &parts, fill, amount),
        None => shift_by_variable(b, opcode, parts, fill, amount),
    };
    if opcode != G_SHL {
        result.reverse();
    }
    merge_parts(b, dst, &result);
    Outcome::Replaced
}

/// Moves words by `distance` positions.
fn move_pieces(parts: &[VReg], fill: VReg, distance: usize) -> Regs {
    (0..parts.len()).map(|n| n.checked_sub(distance).map_or(fill, |m| parts[m])).collect()
}

fn inner_shifts(opcode: Opcode) -> (Opcode, Opcode) {
    if opcode == G_SHL { (G_SHL, G_LSHR) } else { (G_LSHR, G_SHL) }
}

fn shift_by_constant(b: &mut Builder<'_>, opcode: Opcode, parts: &[VReg], fill: VReg, amount: u64) -> Regs {
    let bits = b.ty(parts[0]).scalar_bits();
    let distance = (amount / bits as u64).min(parts.len() as u64) as usize;
    let inside = (amount % bits as u64) as i128;
    let moved = move_pieces(parts, fill, distance);
    if inside == 0 {
        return moved;
    }
    let (along, back) = inner_shifts(opcode);
    (0..moved.len())
        .map(|n| match n.cmp(&distance) {
            std::cmp::Ordering::Less => fill,
            std::cmp::Ordering::Equal => b.bin_int(opcode, moved[n], inside),
            std::cmp::Ordering::Greater => {
                let main = b.bin_int(along, moved[n], inside);
                let from = b.bin_int(back, moved[n - 1], bits as i128 - inside);
                b.bin(G_OR, main, from)
            }
        })
        .collect()
}

fn shift_by_variable(b: &mut Builder<'_>, opcode: Opcode, mut parts: Regs, fill: VReg, amount: VReg) -> Regs {
    let ty = b.ty(parts[0]);
    let amount = b.resize(G_ZEXT, ty, amount);
    let mut distance = 1;
    while distance < parts.len() {
        let bit = b.bin_int(G_AND, amount, (ty.scalar_bits() as usize * distance) as i128);
        let far = b.cmp_int(IntPredicate::Ne, bit, 0);
        let moved = move_pieces(&parts, fill, distance);
        parts = parts.iter().zip(&moved).map(|(&p, &m)| b.select(far, m, p)).collect();
        distance *= 2;
    }
    let (along, back) = inner_shifts(opcode);
    let inside = b.bin_int(G_AND, amount, ty.scalar_bits() as i128 - 1);
    // The neighbour's bits are shifted by `bits - inside`, in two steps, because that may be the
    // whole width.
    let rest = b.bin_int(G_XOR, inside, ty.scalar_bits() as i128 - 1);
    let mut result: Regs = Regs::new();
    for n in 0..parts.len() {
        if n == 0 {
            result.push(b.bin(opcode, parts[0], inside));
            continue;
        }
        let main = b.bin(along, parts[n], inside);
        let once = b.bin_int(back, parts[n - 1], 1);
        let from = b.bin(back, once, rest);
        result.push(b.bin(G_OR, main, from));
    }
    result
}
