//! The toy's instructions.

use super::registers::{FLAGS, GPR, HALF, LOWGPR, WIDE};
use crate::machine::desc::instructions::{
    InstrDesc, InstrFlags, Opcode, OperandDesc, OperandKind, Variadic, constrained,
};
use crate::machine::desc::registers::{PhysReg, RegClassId};

macro_rules! opcodes {
    ($($name:ident = $n:literal),*) => {
        $(pub const $name: Opcode = Opcode(Opcode::FIRST_TARGET + $n);)*
        const NAMES: &[(Opcode, &str)] = &[$(($name, stringify!($name))),*];
    };
}

opcodes! {
    CONST = 0, ADD = 1, TIED = 2, EARLY = 3, CALL = 4, BR = 5, BCC = 6, RET = 7, HALFOP = 8, WIDEOP = 9,
    LOAD = 10, STORE = 11, SETUP = 12, DESTROY = 13, TRACE = 14, JUMP_TO = 15, ADDI = 16, SWAPPED = 17,
    COMPARE = 18, SELECT = 19, LOADI = 20, STOREI = 21, ADDRESS = 22, LOADSYM = 23, LOWOP = 24,
    CALL_TO = 25, TAIL_TO = 26, LOAD2 = 27, STORE2 = 28, TWO = 29, LONG_BR = 30,
    BNE = 31, BLT = 32, BLTU = 33
}

const fn operand(kind: OperandKind) -> OperandDesc {
    OperandDesc { name: "", kind, tied_to: None, early_clobber: false }
}

const fn of(class: RegClassId) -> OperandDesc {
    operand(OperandKind::Class(class))
}

const G: OperandDesc = of(GPR);
const H: OperandDesc = of(HALF);
const W: OperandDesc = of(WIDE);
const L: OperandDesc = of(LOWGPR);
const ANY: OperandDesc = operand(OperandKind::Any);
const IMM: OperandDesc = operand(OperandKind::Imm(0));
const BLOCK: OperandDesc = operand(OperandKind::Block);
const TIED_USE: OperandDesc = OperandDesc { tied_to: Some(0), ..G };
const EARLY_DEF: OperandDesc = OperandDesc { early_clobber: true, ..G };

const fn desc(
    name: &'static str,
    operands: &'static [OperandDesc],
    num_defs: u8,
    flags: InstrFlags,
) -> InstrDesc {
    InstrDesc {
        name,
        operands,
        num_defs,
        variadic: Variadic::No,
        flags,
        implicit_defs: &[],
        implicit_uses: &[],
        size: 4,
        constrained: constrained(operands),
        sched_class: 0,
        type_places: [None; 3],
    }
}

const NONE: InstrFlags = InstrFlags::empty();
const JUMP: InstrFlags = InstrFlags::TERMINATOR.union(InstrFlags::BRANCH);
const LEAVE: InstrFlags = InstrFlags::TERMINATOR.union(InstrFlags::RETURN).union(InstrFlags::BARRIER);
const INDIRECT: InstrFlags = JUMP.union(InstrFlags::BARRIER).union(InstrFlags::INDIRECT_BRANCH);
const ONLY_FLAGS: &[PhysReg] = &[FLAGS];

/// The descriptions by opcode.
pub static DESCS: [InstrDesc; 34] = [
    desc("CONST", &[G, ANY], 1, InstrFlags::REMATERIALIZABLE.union(InstrFlags::CHEAP)),
    desc("ADD", &[G, G, G], 1, InstrFlags::COMMUTABLE),
    desc("TIED", &[G, TIED_USE, G], 1, NONE),
    desc("EARLY", &[EARLY_DEF, G, G], 1, NONE),
    desc("CALL", &[ANY], 0, InstrFlags::CALL),
    desc("BR", &[BLOCK], 0, JUMP.union(InstrFlags::BARRIER)),
    desc("BCC", &[G, BLOCK], 0, JUMP),
    desc("RET", &[], 0, LEAVE),
    desc("HALFOP", &[H, H, G], 1, NONE),
    desc("WIDEOP", &[W, W, H], 1, NONE),
    desc("LOAD", &[ANY, ANY], 1, InstrFlags::MAY_LOAD),
    desc("STORE", &[ANY, ANY], 0, InstrFlags::MAY_STORE),
    desc("SETUP", &[ANY, ANY], 0, NONE),
    desc("DESTROY", &[ANY, ANY], 0, NONE),
    desc("TRACE", &[G], 0, InstrFlags::SIDE_EFFECTS),
    desc("JUMP_TO", &[G], 0, INDIRECT),
    desc("ADDI", &[G, G, IMM], 1, NONE),
    // The second and third operand may be swapped.
    desc("SWAPPED", &[G, TIED_USE, G], 1, NONE),
    InstrDesc { implicit_defs: ONLY_FLAGS, ..desc("COMPARE", &[G, G], 0, InstrFlags::FP_ENVIRONMENT) },
    InstrDesc { implicit_uses: ONLY_FLAGS, ..desc("SELECT", &[G, G, G], 1, NONE) },
    desc("LOADI", &[G, G, IMM], 1, InstrFlags::MAY_LOAD),
    desc("STOREI", &[G, G, IMM], 0, InstrFlags::MAY_STORE),
    desc("ADDRESS", &[G, ANY], 1, InstrFlags::REMATERIALIZABLE),
    desc("LOADSYM", &[G, ANY], 1, InstrFlags::MAY_LOAD),
    desc("LOWOP", &[L, L, G], 1, NONE),
    desc("CALL_TO", &[ANY, ANY], 0, InstrFlags::CALL),
    desc("TAIL_TO", &[ANY, ANY], 0, LEAVE.union(InstrFlags::CALL)),
    desc("LOAD2", &[ANY, ANY, ANY], 2, InstrFlags::MAY_LOAD),
    desc("STORE2", &[ANY, ANY, ANY], 0, InstrFlags::MAY_STORE),
    desc("TWO", &[G, G, G], 2, NONE),
    desc("LONG_BR", &[BLOCK], 0, JUMP.union(InstrFlags::BARRIER)),
    desc("BNE", &[G, G, BLOCK], 0, JUMP),
    desc("BLT", &[G, G, BLOCK], 0, JUMP),
    desc("BLTU", &[G, G, BLOCK], 0, JUMP),
];

#[test]
fn rows_are_in_the_order_of_the_opcodes() {
    assert_eq!(NAMES.len(), DESCS.len());
    NAMES.iter().for_each(|&(opcode, name)| assert_eq!(DESCS[opcode.table_index()].name, name));
}
