//! Atomic operations: the opcodes by size and ordering, and the loops of load-reserved and
//! store-conditional. A loop is one pseudo-instruction until emission, so nothing is inserted
//! between its ends.
//!
//! Sources: the RISC-V instruction set manual, volume I, chapter "A"; the psABI's *Atomics*
//! appendix (the common mapping of compilers).

use crate::riscv::mc::instructions::op;
use crate::riscv::mc::mc_inst_lower::Lowering;
use crate::riscv::mc::mc_inst_lower::to;
use crate::riscv::registers::regs;
use gisel_codegen::ir::entity::VReg;
use gisel_codegen::ir::mir::Operand;
use gisel_codegen::isel::select::Selection;
use gisel_codegen::machine::desc::instructions::{Opcode, OperandKind};
use gisel_codegen::mc::inst::McOperand;
use gisel_codegen::support::error::Result;

/// LLVM's numbers of the orderings in `atomic_bits`.
const ORDERINGS: [i32; 5] = [2, 4, 5, 6, 7];

/// Returns the AMO of `base`'s kind (its `_W` without ordering) for a size of `bits` and an
/// ordering of `atomic_bits`.
pub(crate) fn amo(base: Opcode, bits: u32, order: u32) -> Opcode {
    let kind = base.0 - op::AMOSWAP_W.0;
    let (first, wider) = family(bits, op::AMOSWAP_B, op::AMOSWAP_W);
    Opcode(first.0 + kind + 4 * wider + order.min(3) as u16)
}

/// Returns the compare-and-swap for a size of `bits` and an ordering of `atomic_bits`.
pub(crate) fn amocas(bits: u32, order: u32) -> Opcode {
    let (first, wider) = family(bits, op::AMOCAS_B, op::AMOCAS_W);
    Opcode(first.0 + wider + 2 * order.min(3) as u16)
}

/// Selects between two opcode families, for 8 and 16 bits and for 32 and 64 bits. Returns the
/// family of `bits` and the index of the size in it.
fn family(bits: u32, parts: Opcode, words: Opcode) -> (Opcode, u16) {
    (if bits < 32 { parts } else { words }, u16::from(matches!(bits, 16 | 64)))
}

/// Emits a loop for the generic instruction with these uses. Returns the old value.
pub(crate) fn select_loop(s: &mut Selection<'_>, opcode: Opcode, uses: &[Operand], order: u32) -> VReg {
    let desc = s.target.desc(opcode);
    let mut operands = Vec::with_capacity(desc.operands.len());
    for operand in &desc.operands[..desc.num_defs as usize] {
        if let OperandKind::Class(class) = operand.kind {
            operands.push(Operand::def(s.mf.create_class_vreg(class)));
        }
    }
    operands.extend_from_slice(uses);
    operands.push(Operand::small_imm(ORDERINGS[order.min(4) as usize]));
    s.emit(opcode, &operands);
    operands[0].vreg().expect("the first result is in a new register")
}

/// Returns `lr` and `sc` of a loop with this ordering, in LLVM's numbers.
fn ends(wide: bool, ordering: i64) -> (Opcode, Opcode) {
    let (load, store) = match ordering {
        4 => (1, 0),
        5 => (0, 2),
        6 => (1, 2),
        7 => (3, 2),
        _ => (0, 0),
    };
    let size = u16::from(wide);
    (Opcode(op::LR_W.0 + load * 2 + size), Opcode(op::SC_W.0 + store * 2 + size))
}

/// The kind of a loop pseudo. Its operands are the definitions, the address, the other inputs and
/// the ordering.
enum Loop {
    Nand { wide: bool },
    Masked(Computation),
    MaskedExtremum { skip: Opcode, signed: bool, swapped: bool },
    CompareExchange { wide: bool },
    MaskedCompareExchange,
}

/// The computation in a loop on a part of a word, before the part is merged.
enum Computation {
    Swap,
    By(Opcode),
    Nand,
}

fn kind(opcode: Opcode) -> Option<Loop> {
    use Loop::{Masked, MaskedExtremum};
    Some(match opcode {
        op::PseudoAtomicLoadNand32 => Loop::Nand { wide: false },
        op::PseudoAtomicLoadNand64 => Loop::Nand { wide: true },
        op::PseudoMaskedAtomicSwap32 => Masked(Computation::Swap),
        op::PseudoMaskedAtomicLoadAdd32 => Masked(Computation::By(op::ADD)),
        op::PseudoMaskedAtomicLoadSub32 => Masked(Computation::By(op::SUB)),
        op::PseudoMaskedAtomicLoadNand32 => Masked(Computation::Nand),
        op::PseudoMaskedAtomicLoadMax32 => MaskedExtremum { skip: op::BGE, signed: true, swapped: false },
        op::PseudoMaskedAtomicLoadMin32 => MaskedExtremum { skip: op::BGE, signed: true, swapped: true },
        op::PseudoMaskedAtomicLoadUMax32 => MaskedExtremum { skip: op::BGEU, signed: false, swapped: false },
        op::PseudoMaskedAtomicLoadUMin32 => MaskedExtremum { skip: op::BGEU, signed: false, swapped: true },
        op::PseudoCmpXchg32 => Loop::CompareExchange { wide: false },
        op::PseudoCmpXchg64 => Loop::CompareExchange { wide: true },
        op::PseudoMaskedCmpXchg32 => Loop::MaskedCompareExchange,
        _ => return None,
    })
}

/// Emits the loop of `l`'s instruction. Returns false if it is none.
pub(crate) fn expand(l: &mut Lowering<'_, '_>, opcode: Opcode) -> Result<bool> {
    let Some(kind) = kind(opcode) else { return Ok(false) };
    let count = l.desc(opcode).operands.len();
    let operands = (0..count).map(|n| l.mc(n)).collect::<Result<Vec<_>>>()?;
    let [McOperand::Imm(ordering), ..] = operands.iter().rev().copied().collect::<Vec<_>>()[..] else {
        return l.fail("the ordering is no number");
    };
    let start = l.ctx.label_here();
    let (old, address) = (operands[0], operands[l.desc(opcode).num_defs as usize]);
    let wide = matches!(kind, Loop::Nand { wide: true } | Loop::CompareExchange { wide: true });
    let (load, store) = ends(wide, ordering);
    l.emit(load, &[old, address])?;
    let scratch = operands[1];
    let (mut stored, mut end) = (scratch, None);
    match (kind, &operands[..]) {
        (Loop::Nand { .. }, &[_, _, _, value, ..]) => {
            l.emit(op::AND, &[scratch, old, value])?;
            l.emit(op::XORI, &[scratch, scratch, McOperand::Imm(-1)])?;
        }
        (Loop::Masked(computation), &[_, _, _, value, mask, ..]) => {
            compute(l, &computation, scratch, old, value)?;
            merge(l, scratch, old, scratch, mask)?;
        }
        (Loop::MaskedExtremum { skip, signed, swapped }, &[_, _, part, _, value, mask, shift, ..]) => {
            l.emit(op::AND, &[part, old, mask])?;
            l.emit(op::ADDI, &[scratch, old, McOperand::Imm(0)])?;
            if signed {
                l.emit(op::SLL, &[part, part, shift])?;
                l.emit(op::SRA, &[part, part, shift])?;
            }
            let kept = l.ctx.new_label();
            let [a, b] = if swapped { [value, part] } else { [part, value] };
            l.emit(skip, &[a, b, to(kept)])?;
            merge(l, scratch, old, value, mask)?;
            l.ctx.bind(kept);
        }
        (Loop::CompareExchange { .. }, &[_, _, _, expected, new, ..]) => {
            let differs = l.ctx.new_label();
            l.emit(op::BNE, &[old, expected, to(differs)])?;
            (stored, end) = (new, Some(differs));
        }
        (Loop::MaskedCompareExchange, &[_, _, _, expected, new, mask, ..]) => {
            let differs = l.ctx.new_label();
            l.emit(op::AND, &[scratch, old, mask])?;
            l.emit(op::BNE, &[scratch, expected, to(differs)])?;
            merge(l, scratch, old, new, mask)?;
            end = Some(differs);
        }
        _ => return l.fail("operands are missing"),
    }
    l.emit(store, &[scratch, stored, address])?;
    l.emit(op::BNE, &[scratch, McOperand::Reg(regs::X0), to(start)])?;
    if let Some(end) = end {
        l.ctx.bind(end);
    }
    Ok(true)
}

fn compute(
    l: &mut Lowering<'_, '_>,
    computation: &Computation,
    dst: McOperand,
    old: McOperand,
    value: McOperand,
) -> Result<()> {
    match *computation {
        Computation::Swap => l.emit(op::ADDI, &[dst, value, McOperand::Imm(0)]),
        Computation::By(opcode) => l.emit(opcode, &[dst, old, value]),
        Computation::Nand => {
            l.emit(op::AND, &[dst, old, value])?;
            l.emit(op::XORI, &[dst, dst, McOperand::Imm(-1)])
        }
    }
}

/// Sets `dst` to `old` with the bits of `mask` from `new`.
fn merge(
    l: &mut Lowering<'_, '_>,
    dst: McOperand,
    old: McOperand,
    new: McOperand,
    mask: McOperand,
) -> Result<()> {
    l.emit(op::XOR, &[dst, old, new])?;
    l.emit(op::AND, &[dst, dst, mask])?;
    l.emit(op::XOR, &[dst, old, dst])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::riscv::mc::instructions::TABLE;

    #[test]
    fn opcodes_stand_in_the_order_of_the_table() {
        let bases = [
            (op::AMOSWAP_W, "AMOSWAP"),
            (op::AMOADD_W, "AMOADD"),
            (op::AMOXOR_W, "AMOXOR"),
            (op::AMOAND_W, "AMOAND"),
            (op::AMOOR_W, "AMOOR"),
            (op::AMOMIN_W, "AMOMIN"),
            (op::AMOMAX_W, "AMOMAX"),
            (op::AMOMINU_W, "AMOMINU"),
            (op::AMOMAXU_W, "AMOMAXU"),
        ];
        for (base, name) in bases {
            for (bits, size) in [(32, "_W"), (64, "_D")] {
                for (order, suffix) in (0..).zip(["", "_AQ", "_RL", "_AQRL", "_AQRL"]) {
                    assert_eq!(TABLE.desc(amo(base, bits, order)).name, format!("{name}{size}{suffix}"));
                }
            }
        }
        for (wide, size) in [(false, "W"), (true, "D")] {
            for (order, load, store) in
                [(2, "", ""), (4, "_AQ", ""), (5, "", "_RL"), (6, "_AQ", "_RL"), (7, "_AQRL", "_RL")]
            {
                let (lr, sc) = ends(wide, order);
                assert_eq!(TABLE.desc(lr).name, format!("LR_{size}{load}"));
                assert_eq!(TABLE.desc(sc).name, format!("SC_{size}{store}"));
            }
        }
    }
}
