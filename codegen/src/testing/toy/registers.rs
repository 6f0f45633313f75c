//! The toy's registers: six general ones, four wide ones with halves, a stack pointer and flags.

use crate::machine::desc::registers::{
    BankId, PhysReg, RegBank, RegClass, RegClassId, RegDesc, RegUnit, RegisterInfo, SubReg, unit_set,
};
use std::sync::LazyLock;

/// General registers r0 to r5.
pub const GPR: RegClassId = RegClassId(0);
/// Halves d0 to d3 of the wide registers.
pub const HALF: RegClassId = RegClassId(1);
/// Wide registers q0 to q3, each with a half and a unit of its own.
pub const WIDE: RegClassId = RegClassId(2);
/// The general registers r0 and r1.
pub const LOWGPR: RegClassId = RegClassId(3);
/// The half of a wide register.
pub const LOW: SubReg = SubReg(1);

/// The bank of general registers.
pub const GENERAL: BankId = BankId(0);
/// The bank of wide registers and their halves.
pub const FLOAT: BankId = BankId(1);

/// Returns general register `n`.
pub const fn r(n: u16) -> PhysReg {
    PhysReg(1 + n)
}

/// Returns half `n`.
pub const fn d(n: u16) -> PhysReg {
    PhysReg(7 + n)
}

/// Returns wide register `n`.
pub const fn q(n: u16) -> PhysReg {
    PhysReg(11 + n)
}

/// The stack pointer.
pub const SP: PhysReg = PhysReg(15);
/// The flags, which comparisons write.
pub const FLAGS: PhysReg = PhysReg(16);

/// Returns `items` for the rest of the program.
pub fn leak<T>(items: Vec<T>) -> &'static [T] {
    Box::leak(items.into_boxed_slice())
}

fn reg(name: String, units: Vec<u16>, sub_regs: Vec<(SubReg, PhysReg)>) -> RegDesc {
    let units = leak(units.into_iter().map(RegUnit).collect());
    RegDesc {
        name: name.leak(),
        asm_name: "reg",
        encoding: 0,
        dwarf: None,
        units,
        sub_regs: leak(sub_regs),
        bank: None,
        unit_set: unit_set(units),
    }
}

/// Returns a class with these members; bit `n` of `sub_classes` represents class `n`.
fn class(name: &'static str, members: Vec<PhysReg>, bits: u16, bank: BankId, sub_classes: u64) -> RegClass {
    let (members, size) = (leak(members), bits / 8);
    RegClass { name, order: members, members, bits, spill_size: size, spill_align: size, bank, sub_classes }
}

/// The registers.
pub static REGISTERS: LazyLock<RegisterInfo> = LazyLock::new(|| {
    let mut regs = vec![reg("noreg".into(), vec![], vec![])];
    regs.extend((0..6).map(|n| reg(format!("r{n}"), vec![n], vec![])));
    regs.extend((0..4).map(|n| reg(format!("d{n}"), vec![6 + n], vec![])));
    regs.extend((0..4).map(|n| reg(format!("q{n}"), vec![6 + n, 10 + n], vec![(LOW, d(n))])));
    regs.push(reg("sp".into(), vec![14], vec![]));
    regs.push(reg("flags".into(), vec![15], vec![]));
    let classes = vec![
        class("gpr", (0..6).map(r).collect(), 64, GENERAL, 0b11001),
        class("half", (0..4).map(d).collect(), 64, FLOAT, 0b00010),
        class("wide", (0..4).map(q).collect(), 128, FLOAT, 0b00100),
        class("lowgpr", (0..2).map(r).collect(), 64, GENERAL, 0b01000),
        class("highgpr", (4..6).map(r).collect(), 64, GENERAL, 0b10000),
    ];
    RegisterInfo {
        regs: leak(regs),
        num_units: 16,
        classes: leak(classes),
        banks: leak(vec![RegBank { name: "general" }, RegBank { name: "float" }]),
        sub_reg_names: &["", "low"],
    }
});
