//! Atomic operations: one instruction if the function may use Armv8.1-A's, else loops of exclusive
//! loads and stores. A loop is one pseudo-instruction until emission, so nothing is inserted
//! between its ends.
//!
//! Source: Arm ARM, B2.17, "Load-Exclusive and Store-Exclusive"; C3.2.

use crate::aarch64::features::Features;
use crate::aarch64::mc::conditions::EQ;
use crate::aarch64::mc::instructions::op;
use crate::aarch64::mc::mc_inst_lower::operand;
use crate::aarch64::mc::mc_inst_lower::register;
use crate::aarch64::registers::{classes, regs};
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::mir::Operand;
use gisel_codegen::isel::select::Selection;
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::desc::registers::{PhysReg, RegClassId};
use gisel_codegen::mc::context::EmitContext;
use gisel_codegen::mc::inst::{Label, McExpr, McOperand};
use gisel_codegen::support::error::Result;

/// The name prefix of routines that detect the processor's features at run time. Source: libgcc's
/// `lse.S`.
pub(crate) const OUTLINED: &str = "__aarch64_";

/// Returns the names of all outlined routines.
pub(crate) fn outlined_names() -> impl Iterator<Item = String> {
    let orders = ["relax", "acq", "rel", "acq_rel"];
    let sized = [1, 2, 4, 8, 16].into_iter().flat_map(move |bytes| orders.map(|order| (bytes, order)));
    let names = ["cas", "swp", "ldadd", "ldset", "ldeor", "ldclr"].into_iter();
    names.flat_map(move |name| {
        sized.clone().map(move |(bytes, order)| format!("{OUTLINED}{name}{bytes}_{order}"))
    })
}

/// LLVM's numbers of the orderings in `atomic_bits`.
const ORDERINGS: [i32; 5] = [2, 4, 5, 6, 7];

/// Returns true if an ordering in LLVM's numbers acquires, and true if it releases.
fn ends(ordering: i64) -> (bool, bool) {
    (matches!(ordering, 4 | 6 | 7), matches!(ordering, 5..=7))
}

fn class_of(size: u32) -> RegClassId {
    if size == 3 { classes::GPR64 } else { classes::GPR32 }
}

/// Returns the row, `-`, `A`, `L`, `AL`, of an ordering of `atomic_bits`.
fn order_row(order: u32) -> u16 {
    order.min(3) as u16
}

/// Returns the instruction of operation `what` in memory, and the change of its operand.
fn single(what: i64, size: u32, order: u32) -> Option<(Opcode, Option<Change>)> {
    let (column, change) = match what {
        0 => (8, None),
        1 => (0, None),
        2 => (0, Some(Change::Negate)),
        3 => (1, Some(Change::Invert)),
        5 => (3, None),
        6 => (2, None),
        7 => (4, None),
        8 => (5, None),
        9 => (6, None),
        10 => (7, None),
        _ => return None,
    };
    Some((Opcode(op::LDADDB.0 + (size as u16 * 4 + order_row(order)) * 9 + column), change))
}

/// The change of an operand if only the opposite instruction exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Change {
    Negate,
    Invert,
}

/// Returns an acquire load of `1 << size` bytes that may be reordered before earlier releases.
pub(crate) fn acquire_pc(size: u32) -> Opcode {
    Opcode(op::LDAPRB.0 + size as u16)
}

/// Selects a read-modify-write. Returns the old value.
pub(crate) fn select_rmw(s: &mut Selection<'_>, features: Features, inst: InstId, what: i64) -> VReg {
    let (bits, order) =
        crate::isle::prelude::atomic_bits(s.mf, inst).expect("an atomic operation has an access");
    let uses: Vec<Operand> = s.mf.operands(inst).iter().skip(1).copied().collect();
    let [pointer, value] = uses[..] else { panic!("atomic operation without operands") };
    let size = (bits / 8).trailing_zeros();
    if features.contains(Features::LSE)
        && let Some((opcode, change)) = single(what, size, order)
    {
        let zero = Operand::use_of(if size == 3 { regs::XZR } else { regs::WZR });
        let value = match change {
            None => value,
            Some(Change::Negate) => {
                Operand::use_of(s.op(sized(size, op::SUBWrr, op::SUBXrr), &[zero, value]))
            }
            Some(Change::Invert) => {
                Operand::use_of(s.op(sized(size, op::ORNWrr, op::ORNXrr), &[zero, value]))
            }
        };
        return s.op(opcode, &[value, pointer]);
    }
    let opcode = [op::ATOMIC_RMW_8, op::ATOMIC_RMW_16, op::ATOMIC_RMW_32, op::ATOMIC_RMW_64][size as usize];
    let (old, new) = (s.mf.create_class_vreg(class_of(size)), s.mf.create_class_vreg(class_of(size)));
    let status = s.mf.create_class_vreg(classes::GPR32);
    let [what, order] = [what as i32, ORDERINGS[order as usize]].map(Operand::small_imm);
    let defs = [old, new, status].map(Operand::def);
    s.emit(opcode, &[defs[0], defs[1], defs[2], pointer, value, what, order]);
    old
}

/// Selects a compare-exchange. Returns the old value.
pub(crate) fn select_compare_exchange(s: &mut Selection<'_>, features: Features, inst: InstId) -> VReg {
    let (bits, order) =
        crate::isle::prelude::atomic_bits(s.mf, inst).expect("an atomic operation has an access");
    let uses: Vec<Operand> = s.mf.operands(inst).iter().skip(1).copied().collect();
    let [pointer, expected, new] = uses[..] else { panic!("atomic operation without operands") };
    let size = (bits / 8).trailing_zeros();
    if features.contains(Features::LSE) {
        let opcode = Opcode(op::CASB.0 + size as u16 * 4 + order_row(order));
        return s.op(opcode, &[expected, new, pointer]);
    }
    let opcode = [op::CMP_SWAP_8, op::CMP_SWAP_16, op::CMP_SWAP_32, op::CMP_SWAP_64][size as usize];
    let (old, status) = (s.mf.create_class_vreg(class_of(size)), s.mf.create_class_vreg(classes::GPR32));
    let order = Operand::small_imm(ORDERINGS[order as usize]);
    s.emit(opcode, &[Operand::def(old), Operand::def(status), pointer, expected, new, order]);
    old
}

/// Selects a compare-exchange of a register pair. Returns the halves of the old value.
pub(crate) fn select_compare_exchange_pair(s: &mut Selection<'_>, inst: InstId) -> [VReg; 2] {
    let order = crate::isle::prelude::atomic_bits(s.mf, inst).expect("an atomic operation has an access").1;
    let [low, high] = [s.mf.create_class_vreg(classes::GPR64), s.mf.create_class_vreg(classes::GPR64)];
    let status = s.mf.create_class_vreg(classes::GPR32);
    let mut operands = [low, high, status].map(Operand::def).to_vec();
    operands.extend(s.mf.operands(inst).iter().skip(2).copied());
    operands.push(Operand::small_imm(ORDERINGS[order as usize]));
    s.emit(op::CMP_SWAP_128, &operands);
    [low, high]
}

/// The instructions of one size of access.
struct Size {
    load: Opcode,
    store: Opcode,
    zero: PhysReg,
    /// Zero and sign extension of an operand to 32 bits; 64 bits and 32 bits have none.
    extensions: Option<(i64, i64)>,
}

fn size_of(opcode: Opcode) -> u16 {
    match opcode {
        op::ATOMIC_RMW_8 | op::CMP_SWAP_8 => 0,
        op::ATOMIC_RMW_16 | op::CMP_SWAP_16 => 1,
        op::ATOMIC_RMW_32 | op::CMP_SWAP_32 => 2,
        _ => 3,
    }
}

impl Size {
    /// Returns the exclusive accesses of `1 << size` bytes with an ordering in LLVM's numbers.
    fn new(size: u16, ordering: i64) -> Size {
        let (acquire, release) = ends(ordering);
        Size {
            load: Opcode(op::LDXRB.0 + size * 3 + u16::from(acquire)),
            store: Opcode(op::STXRB.0 + size * 2 + u16::from(release)),
            zero: if size == 3 { regs::XZR } else { regs::WZR },
            extensions: [Some((0, 4 << 3)), Some((1 << 3, 5 << 3)), None, None][usize::from(size)],
        }
    }
}

fn to(label: Label) -> McOperand {
    McOperand::Expr(McExpr::from(label))
}

/// Returns the opcode for 32 or for 64 bits.
fn sized(size: u32, w: Opcode, x: Opcode) -> Opcode {
    if size == 3 { x } else { w }
}

fn number(ctx: &EmitContext<'_>, inst: InstId, n: usize) -> Result<i64> {
    match operand(ctx, inst, n)? {
        McOperand::Imm(value) => Ok(value),
        _ => Err(ctx.error(inst, "an operand is no number")),
    }
}

/// Compares `a`, which is extended, with the access's bits of `b`.
fn compare(ctx: &mut EmitContext<'_>, size: &Size, a: PhysReg, b: PhysReg, signed: bool) -> Result<()> {
    let Size { zero, extensions, .. } = *size;
    match extensions {
        Some((plain, with_sign)) => {
            let extension = McOperand::Imm(if signed { with_sign } else { plain });
            ctx.emit(op::SUBSWrx, &[zero.into(), a.into(), b.into(), extension])
        }
        None => {
            let opcode = if zero == regs::XZR { op::SUBSXrr } else { op::SUBSWrr };
            ctx.emit(opcode, &[zero.into(), a.into(), b.into()])
        }
    }
}

/// Emits `1: ldxr old; new = old what value; stxr status, new; cbnz status, 1b`.
pub(crate) fn read_modify_write(ctx: &mut EmitContext<'_>, inst: InstId) -> Result<()> {
    let width = u32::from(size_of(ctx.function.opcode(inst)));
    let [old, new, status] = [register(ctx, inst, 0)?, register(ctx, inst, 1)?, register(ctx, inst, 2)?];
    let [address, value] = [register(ctx, inst, 3)?, register(ctx, inst, 4)?];
    let what = number(ctx, inst, 5)?;
    let size = Size::new(width as u16, number(ctx, inst, 6)?);
    let start = ctx.label_here();
    ctx.emit(size.load, &[old.into(), address.into()])?;
    let stored = if what == 0 { value } else { new };
    let simple = match what {
        0 => None,
        1 => Some(sized(width, op::ADDWrr, op::ADDXrr)),
        2 => Some(sized(width, op::SUBWrr, op::SUBXrr)),
        3 | 4 => Some(sized(width, op::ANDWrr, op::ANDXrr)),
        5 => Some(sized(width, op::ORRWrr, op::ORRXrr)),
        6 => Some(sized(width, op::EORWrr, op::EORXrr)),
        _ => {
            extremum(ctx, width, &size, what, [old, new, value])?;
            None
        }
    };
    if let Some(opcode) = simple {
        ctx.emit(opcode, &[new.into(), old.into(), value.into()])?;
    }
    if what == 4 {
        ctx.emit(sized(width, op::ORNWrr, op::ORNXrr), &[new.into(), size.zero.into(), new.into()])?;
    }
    ctx.emit(size.store, &[status.into(), stored.into(), address.into()])?;
    ctx.emit(op::CBNZW, &[status.into(), to(start)])
}

/// Sets `new` to the maximum or minimum of `old` and `value`.
fn extremum(
    ctx: &mut EmitContext<'_>,
    width: u32,
    size: &Size,
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
    if signed && width < 2 {
        let top = McOperand::Imm(if width == 0 { 7 } else { 15 });
        ctx.emit(op::SBFMWri, &[new.into(), old.into(), McOperand::Imm(0), top])?;
        compared = new;
    }
    compare(ctx, size, compared, value, signed)?;
    let select = sized(width, op::CSELWr, op::CSELXr);
    ctx.emit(select, &[new.into(), old.into(), value.into(), McOperand::Imm(condition)])
}

/// Emits `1: ldxr old; cmp old, expected; b.ne 2f; stxr status, new; cbnz status, 1b; 2:`.
pub(crate) fn compare_and_swap(ctx: &mut EmitContext<'_>, inst: InstId) -> Result<()> {
    let [old, status, address] = [register(ctx, inst, 0)?, register(ctx, inst, 1)?, register(ctx, inst, 2)?];
    let [expected, new] = [register(ctx, inst, 3)?, register(ctx, inst, 4)?];
    let size = Size::new(size_of(ctx.function.opcode(inst)), number(ctx, inst, 5)?);
    let (start, end) = (ctx.label_here(), ctx.new_label());
    ctx.emit(size.load, &[old.into(), address.into()])?;
    compare(ctx, &size, old, expected, false)?;
    ctx.emit(op::Bcc, &[McOperand::Imm(1), to(end)])?;
    ctx.emit(size.store, &[status.into(), new.into(), address.into()])?;
    ctx.emit(op::CBNZW, &[status.into(), to(start)])?;
    ctx.bind(end);
    Ok(())
}

/// Emits `1: ldxp low, high; compare both; if equal 2f; stxp status, low, high; cbnz status, 1b; b
/// 3f; 2: stxp status, new; cbnz status, 1b; 3:`. The two halves are read atomically only if a
/// store follows.
pub(crate) fn compare_and_swap_pair(ctx: &mut EmitContext<'_>, inst: InstId) -> Result<()> {
    let mut r = [PhysReg::default(); 8];
    for (n, reg) in r.iter_mut().enumerate() {
        *reg = register(ctx, inst, n)?;
    }
    let [low, high, status, address, expected_low, expected_high, new_low, new_high] = r.map(McOperand::Reg);
    let (acquire, release) = ends(number(ctx, inst, 8)?);
    let load = if acquire { op::LDAXPX } else { op::LDXPX };
    let store = if release { op::STLXPX } else { op::STXPX };
    let [xzr, wzr] = [regs::XZR, regs::WZR].map(McOperand::Reg);
    let (start, equal, end) = (ctx.label_here(), ctx.new_label(), ctx.new_label());
    let are_equal = McOperand::Imm(EQ);
    ctx.emit(load, &[low, high, address])?;
    ctx.emit(op::SUBSXrr, &[xzr, low, expected_low])?;
    ctx.emit(op::CSINCWr, &[status, wzr, wzr, are_equal])?;
    ctx.emit(op::SUBSXrr, &[xzr, high, expected_high])?;
    ctx.emit(op::CSINCWr, &[status, status, status, are_equal])?;
    ctx.emit(op::CBZW, &[status, to(equal)])?;
    ctx.emit(store, &[status, low, high, address])?;
    ctx.emit(op::CBNZW, &[status, to(start)])?;
    ctx.emit(op::B, &[to(end)])?;
    ctx.bind(equal);
    ctx.emit(store, &[status, new_low, new_high, address])?;
    ctx.emit(op::CBNZW, &[status, to(start)])?;
    ctx.bind(end);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aarch64::mc::instructions::TABLE;

    #[test]
    fn opcodes_stand_in_the_order_of_the_table() {
        let operations =
            ["SWP", "LDADD", "LDADD", "LDCLR", "", "LDSET", "LDEOR", "LDSMAX", "LDSMIN", "LDUMAX", "LDUMIN"];
        for (size, suffix) in ["B", "H", "W", "X"].into_iter().enumerate() {
            for (order, name) in ["", "A", "L", "AL", "AL"].into_iter().enumerate() {
                for (what, operation) in operations.iter().enumerate().filter(|(what, _)| *what != 4) {
                    let opcode = single(what as i64, size as u32, order as u32).map(|(opcode, _)| opcode);
                    let opcode = opcode.unwrap_or(op::HINT);
                    assert_eq!(TABLE.desc(opcode).name, format!("{operation}{name}{suffix}"));
                }
                let cas = Opcode(op::CASB.0 + size as u16 * 4 + order_row(order as u32));
                assert_eq!(TABLE.desc(cas).name, format!("CAS{name}{suffix}"));
                let exclusive = Size::new(size as u16, ORDERINGS[order].into());
                let load = if name.contains('A') { "LDAXR" } else { "LDXR" };
                let store = if name.contains('L') { "STLXR" } else { "STXR" };
                assert_eq!(TABLE.desc(exclusive.load).name, format!("{load}{suffix}"));
                assert_eq!(TABLE.desc(exclusive.store).name, format!("{store}{suffix}"));
            }
            assert_eq!(TABLE.desc(acquire_pc(size as u32)).name, format!("LDAPR{suffix}"));
        }
    }
}
