//! Random functions for the combiner's tests.

use crate::execution::{Random, argument_registers};
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{SubtargetId, SymbolId, VReg};
use gisel_codegen::ir::llt::{Llt, P0, S1, S8, S16, S32, S64};
use gisel_codegen::ir::mir::{InstFlags, IntPredicate, MachineFunction, MemFlags, MemOperand};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::target::Target;

/// The byte range of loads and stores in the memory row.
const ACCESSED: std::ops::Range<usize> = 32..48;

/// Generates a function of random operations on values of all sizes, and of accesses to a few
/// bytes. Its inputs are a row of memory and four words; its outputs are six words in that memory.
pub fn random_function(target: &dyn Target, random: &mut Random) -> MachineFunction {
    let mut mf = MachineFunction::new(SymbolId::new(0), "case", SubtargetId::new(0));
    let entry = mf.append_block();
    let regs = argument_registers(target);
    mf.block_mut(entry).live_ins.extend(&regs[..5]);
    let mut b = Builder::at_end(&mut mf, entry);
    let out = b.mf.create_vreg(P0);
    b.copy(out, regs[0]);
    let mut values: Vec<VReg> = Vec::new();
    for &reg in &regs[1..5] {
        let value = b.mf.create_vreg(S64);
        b.copy(value, reg);
        values.push(value);
    }
    for _ in 0..30 {
        let value = match random.below(3) {
            0 => access(&mut b, out, &values, random),
            _ => operation(&mut b, &values, random),
        };
        values.push(value);
    }
    for (n, &value) in values[values.len() - 4..].iter().enumerate() {
        let wide = b.resize(G_ZEXT, S64, value);
        let place = b.ptr_add_imm(out, 8 * n as i64);
        b.store(wide, place, MemOperand::new(MemFlags::STORE, S64, 8));
    }
    b.inst(target.convention().opcodes().ret, &[]);
    mf
}

/// Emits a load, or a store, mostly of a constant; returns the value loaded or stored.
fn access(b: &mut Builder<'_>, out: VReg, values: &[VReg], random: &mut Random) -> VReg {
    let mut below = |n: usize| random.below(n as u64) as usize;
    let ty = [S8, S16, S32][below(3)];
    let size = ty.bits() as usize / 8;
    let offset = ACCESSED.start + below(ACCESSED.len() / size) * size;
    let place = b.ptr_add_imm(out, offset as i64);
    let (kind, constant, other) = (below(6), below(512) as i64 - 256, values[below(values.len())]);
    let align = size as u32;
    if kind == 0 {
        return b.load(ty, place, MemOperand::new(MemFlags::LOAD, ty, align));
    }
    let value = if kind == 1 { b.resize(G_ZEXT, ty, other) } else { b.constant(ty, constant) };
    b.store(value, place, MemOperand::new(MemFlags::STORE, ty, align));
    value
}

fn operation(b: &mut Builder<'_>, values: &[VReg], random: &mut Random) -> VReg {
    const TYPES: [Llt; 4] = [S8, S16, S32, S64];
    const CONSTANTS: [i64; 12] =
        [0, 1, 2, 7, -1, 0xff, 0xff00, 0xffff, 0x7fff_ffff, 0xffff_ffff, -256, 1 << 40];
    let mut below = |n: usize| random.below(n as u64) as usize;
    let ty = TYPES[below(4)];
    let extension = [G_ZEXT, G_SEXT][below(2)];
    let (x, y) = (values[below(values.len())], values[below(values.len())]);
    let constant = CONSTANTS[below(CONSTANTS.len())];
    let (amount, width, choice, kind) =
        (below(ty.bits() as usize), 1 + below(ty.bits() as usize - 1), below(2), below(23));
    let predicate = [IntPredicate::Eq, IntPredicate::Ne, IntPredicate::Slt, IntPredicate::Ult][below(4)];
    let x = b.resize(extension, ty, x);
    let y = if choice == 0 { b.constant(ty, constant) } else { b.resize(extension, ty, y) };
    match kind {
        0..3 => b.bin(G_AND, x, y),
        3 => b.bin(G_OR, x, y),
        4 => b.bin(G_XOR, x, y),
        5 => b.bin(G_ADD, x, y),
        6 => b.bin(G_SUB, x, y),
        7 => b.sext_inreg(x, width as u32),
        8..11 => {
            let amount = b.constant(ty, amount as i64);
            b.bin([G_SHL, G_LSHR, G_ASHR][kind - 8], x, amount)
        }
        11 => b.bin(G_MUL, x, y),
        12..14 => {
            // The divisor is neither zero nor minus one.
            let unused = 64 - ty.bits();
            let trivial = matches!(constant << unused >> unused, 0 | -1);
            let divisor = b.constant(ty, if trivial { 10 } else { constant });
            b.bin([G_UDIV, G_UREM, G_SDIV, G_SREM][kind - 12 + 2 * choice], x, divisor)
        }
        14 => b.bin([G_SMIN, G_SMAX, G_UMIN, G_UMAX][amount % 4], x, y),
        15 => b.un([G_ABS, G_CTPOP, G_CTLZ, G_CTTZ][amount % 4], x),
        16 if ty != S8 => b.un([G_BSWAP, G_BITREVERSE][choice], x),
        17 => {
            let amount = b.constant(ty, amount as i64);
            b.bin([G_ROTL, G_ROTR][choice], x, amount)
        }
        18 => {
            let opcode = [G_UADDO, G_USUBO, G_SADDO, G_SSUBO, G_UMULO, G_SMULO][amount % 6];
            b.op2(opcode, (ty, S1), &[x, y]).1
        }
        19..22 => flagged(b, kind - 19, x, y, amount as u32),
        _ => {
            let condition = b.cmp(predicate, x, y);
            b.select(condition, x, y)
        }
    }
}

/// Emits an operation whose flags hold because its operands are masked: a rule that changes other
/// bits of these operands must drop the flags, or the result is poison.
fn flagged(b: &mut Builder<'_>, kind: usize, x: VReg, y: VReg, amount: u32) -> VReg {
    const NO_WRAP: InstFlags = InstFlags::NO_U_WRAP.union(InstFlags::NO_S_WRAP);
    let ty = b.mf.ty(x);
    let bits = ty.bits();
    let low = |n: u32| ((1u128 << n) - 1) as i64;
    let (opcode, masks, flags) = match kind {
        0 => (G_SHL, [low((bits - 1).saturating_sub(amount)), 0], NO_WRAP),
        1 => ([G_ADD, G_MUL][amount as usize % 2], [low(bits / 2 - 1), low(bits / 2 - 1)], NO_WRAP),
        _ => (G_OR, [low(amount), !low(amount)], InstFlags::DISJOINT),
    };
    let mask = b.constant(ty, masks[0]);
    let left = b.bin(G_AND, x, mask);
    let right = if opcode == G_SHL {
        b.constant(ty, amount.into())
    } else {
        let mask = b.constant(ty, masks[1]);
        b.bin(G_AND, y, mask)
    };
    b.flags = flags;
    let value = b.bin(opcode, left, right);
    b.flags = InstFlags::empty();
    value
}
