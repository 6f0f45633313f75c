//! Atomic operations as loops of exclusive loads and stores, with acquire and release semantics whatever the
//! order that is asked for. Source: Arm ARM, B2.17, "Load-Exclusive and Store-Exclusive".

use super::asm_printer::{operand, register};
use super::instructions::op;
use super::registers::regs;
use gisel_codegen::entity::InstId;
use gisel_codegen::error::Result;
use gisel_codegen::mc::context::EmitContext;
use gisel_codegen::mc::inst::{Label, McExpr, McOperand};
use gisel_codegen::target::instructions::Opcode;
use gisel_codegen::target::registers::PhysReg;

/// The instructions of one size of access.
struct Size {
    load: Opcode,
    store: Opcode,
    zero: PhysReg,
    /// Extensions of an operand to 32 bits, without and with sign; 64 bits and 32 bits have none.
    extensions: Option<(i64, i64)>,
}

static SIZES: [Size; 4] = [
    Size { load: op::LDAXRB, store: op::STLXRB, zero: regs::WZR, extensions: Some((0, 4 << 3)) },
    Size { load: op::LDAXRH, store: op::STLXRH, zero: regs::WZR, extensions: Some((1 << 3, 5 << 3)) },
    Size { load: op::LDAXRW, store: op::STLXRW, zero: regs::WZR, extensions: None },
    Size { load: op::LDAXRX, store: op::STLXRX, zero: regs::XZR, extensions: None },
];

fn size_of(opcode: Opcode) -> usize {
    match opcode {
        op::ATOMIC_RMW_8 | op::CMP_SWAP_8 => 0,
        op::ATOMIC_RMW_16 | op::CMP_SWAP_16 => 1,
        op::ATOMIC_RMW_32 | op::CMP_SWAP_32 => 2,
        _ => 3,
    }
}

fn to(label: Label) -> McOperand {
    McOperand::Expr(McExpr::from(label))
}

/// The opcode for 32 or for 64 bits.
fn sized(size: usize, w: Opcode, x: Opcode) -> Opcode {
    if size == 3 { x } else { w }
}

/// Compares `a`, extended already, with `b`, of which only the access's bits count.
fn compare(ctx: &mut EmitContext<'_>, size: usize, a: PhysReg, b: PhysReg, signed: bool) -> Result<()> {
    let Size { zero, extensions, .. } = SIZES[size];
    match extensions {
        Some((plain, with_sign)) => {
            let extension = McOperand::Imm(if signed { with_sign } else { plain });
            ctx.emit(op::SUBSWrx, &[zero.into(), a.into(), b.into(), extension])
        }
        None => ctx.emit(sized(size, op::SUBSWrr, op::SUBSXrr), &[zero.into(), a.into(), b.into()]),
    }
}

/// `1: ldaxr old; new = old what value; stlxr status, new; cbnz status, 1b`.
pub fn read_modify_write(ctx: &mut EmitContext<'_>, inst: InstId) -> Result<()> {
    let size = size_of(ctx.function.opcode(inst));
    let [old, new, status] = [register(ctx, inst, 0)?, register(ctx, inst, 1)?, register(ctx, inst, 2)?];
    let [address, value] = [register(ctx, inst, 3)?, register(ctx, inst, 4)?];
    let McOperand::Imm(what) = operand(ctx, inst, 5)? else {
        return Err(ctx.error(inst, "what is computed is no number"));
    };
    let start = ctx.label_here();
    ctx.emit(SIZES[size].load, &[old.into(), address.into()])?;
    let stored = if what == 0 { value } else { new };
    let simple = match what {
        0 => None,
        1 => Some(sized(size, op::ADDWrr, op::ADDXrr)),
        2 => Some(sized(size, op::SUBWrr, op::SUBXrr)),
        3 | 4 => Some(sized(size, op::ANDWrr, op::ANDXrr)),
        5 => Some(sized(size, op::ORRWrr, op::ORRXrr)),
        6 => Some(sized(size, op::EORWrr, op::EORXrr)),
        _ => {
            extremum(ctx, size, what, [old, new, value])?;
            None
        }
    };
    if let Some(opcode) = simple {
        ctx.emit(opcode, &[new.into(), old.into(), value.into()])?;
    }
    if what == 4 {
        let zero = SIZES[size].zero;
        ctx.emit(sized(size, op::ORNWrr, op::ORNXrr), &[new.into(), zero.into(), new.into()])?;
    }
    ctx.emit(SIZES[size].store, &[status.into(), stored.into(), address.into()])?;
    ctx.emit(op::CBNZW, &[status.into(), to(start)])
}

/// `new` becomes the greater or smaller of `old` and `value`.
fn extremum(
    ctx: &mut EmitContext<'_>,
    size: usize,
    what: i64,
    [old, new, value]: [PhysReg; 3],
) -> Result<()> {
    // gt, lt, hi, lo
    let condition = match what {
        7 => 12,
        8 => 11,
        9 => 8,
        _ => 3,
    };
    let signed = what <= 8;
    let mut compared = old;
    if signed && size < 2 {
        let top = McOperand::Imm(if size == 0 { 7 } else { 15 });
        ctx.emit(op::SBFMWri, &[new.into(), old.into(), McOperand::Imm(0), top])?;
        compared = new;
    }
    compare(ctx, size, compared, value, signed)?;
    let select = sized(size, op::CSELWr, op::CSELXr);
    ctx.emit(select, &[new.into(), old.into(), value.into(), McOperand::Imm(condition)])
}

/// `1: ldaxr old; cmp old, expected; b.ne 2f; stlxr status, new; cbnz status, 1b; 2:`.
pub fn compare_and_swap(ctx: &mut EmitContext<'_>, inst: InstId) -> Result<()> {
    let size = size_of(ctx.function.opcode(inst));
    let [old, status, address] = [register(ctx, inst, 0)?, register(ctx, inst, 1)?, register(ctx, inst, 2)?];
    let [expected, new] = [register(ctx, inst, 3)?, register(ctx, inst, 4)?];
    let (start, end) = (ctx.label_here(), ctx.new_label());
    ctx.emit(SIZES[size].load, &[old.into(), address.into()])?;
    compare(ctx, size, old, expected, false)?;
    ctx.emit(op::Bcc, &[McOperand::Imm(1), to(end)])?;
    ctx.emit(SIZES[size].store, &[status.into(), new.into(), address.into()])?;
    ctx.emit(op::CBNZW, &[status.into(), to(start)])?;
    ctx.bind(end);
    Ok(())
}
