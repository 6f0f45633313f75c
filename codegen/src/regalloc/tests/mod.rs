//! Random functions under high register pressure: allocated, checked and executed; and mutated to
//! test the checker.

mod cases;
pub(crate) mod generate;
mod interpret;
mod liveness;

use super::{Allocator, Memory, Options, allocate, checker, demote};
use crate::ir::entity::InstId;
use crate::ir::mir::{MachineFunction, Operand};
use crate::testing::Random;
use crate::testing::toy::{self, TOY};
use generate::function;

const FUNCTIONS: u64 = 300;

/// An allocated function, the data for checking it, and the reserved units.
type Allocated = (MachineFunction, super::Allocation, Vec<bool>);

fn allocated(seed: u64, allocator: Allocator) -> Allocated {
    allocated_function(function(seed), &format!("seed {seed}"), allocator)
}

/// Returns `mf` allocated and checked.
fn allocated_function(mut mf: MachineFunction, what: &str, allocator: Allocator) -> Allocated {
    let options = Options { allocator, verify: true, record: None };
    let mut memory = Memory::default();
    let allocation =
        allocate(&mut mf, TOY, options, None, &mut memory).unwrap_or_else(|error| panic!("{what}: {error}"));
    let before = allocation.before.as_ref().expect("verification keeps the function");
    let reserved = memory.0.fixed.reserved;
    let checked = checker::check(before, &mf, TOY, &reserved, &allocation.inserted);
    checked.unwrap_or_else(|error| panic!("{what}: {error}\n{}", shown(before, &mf)));
    (mf, allocation, reserved)
}

#[test]
fn random_functions_do_what_they_did() {
    for seed in 0..FUNCTIONS {
        let expected = interpret::run(&function(seed), 60);
        for allocator in [Allocator::LinearScan, Allocator::Greedy] {
            let (mf, ..) = allocated(seed, allocator);
            assert_eq!(interpret::run(&mf, 60), expected, "seed {seed}, {allocator:?}");
        }
    }
}

#[test]
fn allocation_does_not_depend_on_earlier_functions() {
    let mut memory = Memory::default();
    for seed in 0..FUNCTIONS {
        for allocator in [Allocator::LinearScan, Allocator::Greedy] {
            let (alone, ..) = allocated(seed, allocator);
            let (mut after, options) = (function(seed), Options { allocator, verify: false, record: None });
            super::run(&mut after, TOY, options, &mut memory)
                .unwrap_or_else(|error| panic!("{seed}: {error}"));
            let text = |mf| crate::mir_text::function_to_string(mf, TOY, None);
            assert_eq!(text(&after), text(&alone), "seed {seed}, {allocator:?}");
        }
    }
}

#[test]
fn frame_facts_equal_those_of_a_scan() {
    let mut known = 0;
    for seed in 0..FUNCTIONS {
        let options = Options { allocator: Allocator::LinearScan, verify: false, record: None };
        let mut mf = function(seed);
        super::run(&mut mf, TOY, options, &mut Memory::default())
            .unwrap_or_else(|error| panic!("{seed}: {error}"));
        known += u32::from(mf.frame.used.is_known);
        let says = crate::frame::used(&mf, TOY);
        assert!(!mf.frame.used.is_known || mf.frame.used.is_identical(&says), "seed {seed}");
    }
    assert!(known > FUNCTIONS as u32 / 2, "of only {known} functions it is known");
}

#[test]
fn functions_do_what_they_did_with_registers_in_memory() {
    let mut changed = 0;
    for seed in 0..FUNCTIONS {
        let expected = interpret::run(&function(seed), 60);
        let mut mf = function(seed);
        demote::to(&mut mf, TOY, 3);
        changed += u32::from(mf.frame.objects.len() != function(seed).frame.objects.len());
        let options = Options { allocator: Allocator::LinearScan, verify: true, record: None };
        super::run(&mut mf, TOY, options, &mut Memory::default())
            .unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert_eq!(interpret::run(&mf, 60), expected, "seed {seed}");
    }
    assert!(changed > 50, "only {changed} functions had registers that live long");
}

#[test]
fn checker_finds_what_execution_finds() {
    let (mut broken, mut unnoticed) = (0, Vec::new());
    for seed in 0..FUNCTIONS {
        let expected = interpret::run(&function(seed), 60);
        let (mut mf, allocation, reserved) = allocated(seed, Allocator::LinearScan);
        let inserted: Vec<InstId> = allocation.inserted.iter().map(|i| i.inst).collect();
        if !break_something(&mut mf, &inserted, &mut Random::new(seed * 77 + 5)) {
            continue;
        }
        if interpret::run(&mf, 60) == expected {
            continue;
        }
        broken += 1;
        let before = allocation.before.as_ref().expect("verification keeps the function");
        let result = checker::check(before, &mf, TOY, &reserved, &allocation.inserted);
        if result.is_ok() {
            unnoticed.push(seed);
        }
    }
    assert!(broken > FUNCTIONS / 10, "only {broken} functions were broken");
    assert!(unnoticed.is_empty(), "seeds {unnoticed:?}");
}

/// Makes one instruction of the original function read another register of the same class.
fn break_something(mf: &mut MachineFunction, inserted: &[InstId], random: &mut Random) -> bool {
    let mut operands = Vec::new();
    for inst in mf.layout.iter().flat_map(|&b| mf.insts(b)) {
        for n in 0..mf.operands(inst).len() {
            let operand = mf.operand(inst, n);
            if interpret::is_exchangeable(operand) && operand.is_use() && !inserted.contains(&inst) {
                operands.push((inst, n));
            }
        }
    }
    if operands.is_empty() {
        return false;
    }
    let (inst, n) = operands[random.below(operands.len())];
    let operand: Operand = mf.operand(inst, n);
    let reg = operand.phys().expect("only physical registers are left");
    let class = toy_class(reg);
    let order = TOY.registers().class(class).order;
    let other = order[random.below(order.len())];
    mf.set_operand(inst, n, operand.with_reg(other));
    other != reg
}

fn toy_class(reg: crate::machine::desc::registers::PhysReg) -> crate::machine::desc::registers::RegClassId {
    let registers = TOY.registers();
    let classes = [toy::GPR, toy::HALF, toy::WIDE];
    classes.into_iter().find(|&c| registers.contains(c, reg)).unwrap_or(toy::GPR)
}

/// Returns the function before and after as text.
fn shown(before: &MachineFunction, after: &MachineFunction) -> String {
    let text = |mf| crate::mir_text::function_to_string(mf, TOY, None);
    format!("{}\n{}", text(before), text(after))
}
