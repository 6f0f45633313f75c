//! Random switches, executed: each value must reach its case's target.

use rand_xoshiro::SplitMix64;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::collections::HashMap;

use gisel_codegen::ir::entity::{BlockId, VReg};
use gisel_codegen::ir::mir::{IntPredicate, MachineFunction, Operand};
use gisel_codegen::ir::opcodes::*;

use super::tests::translate;

/// A minimal interpreter for the blocks of a switch; values are stored unsigned.
struct Machine<'f> {
    mf: &'f MachineFunction,
    values: HashMap<VReg, u128>,
}

fn mask(bits: u32) -> u128 {
    if bits >= 128 { u128::MAX } else { (1 << bits) - 1 }
}

fn signed(value: u128, bits: u32) -> i128 {
    ((value << (128 - bits)) as i128) >> (128 - bits)
}

impl Machine<'_> {
    fn bits(&self, reg: VReg) -> u32 {
        self.mf.ty(reg).bits()
    }

    fn value(&self, operand: Operand) -> u128 {
        self.values[&operand.vreg().unwrap()]
    }

    fn constant(&self, operand: Operand) -> u128 {
        match self.mf.wide_value(operand) {
            Some(wide) => wide.words.iter().rev().fold(0, |value, &word| value << 64 | u128::from(word)),
            None => self.mf.imm_value(operand).unwrap() as i128 as u128,
        }
    }

    fn compare(&self, predicate: IntPredicate, a: Operand, b: Operand) -> bool {
        let bits = self.bits(a.vreg().unwrap());
        let (a, b) = (self.value(a), self.value(b));
        let (sa, sb) = (signed(a, bits), signed(b, bits));
        match predicate {
            IntPredicate::Eq => a == b,
            IntPredicate::Ne => a != b,
            IntPredicate::Ugt => a > b,
            IntPredicate::Ule => a <= b,
            IntPredicate::Slt => sa < sb,
            IntPredicate::Sle => sa <= sb,
            IntPredicate::Sge => sa >= sb,
            other => panic!("{other}"),
        }
    }

    /// Executes a block and returns its successor, none at a return.
    fn block(&mut self, block: BlockId, input: u128) -> Option<BlockId> {
        for inst in self.mf.insts(block) {
            let ops = self.mf.operands(inst);
            let def = |machine: &mut Self, value: u128| {
                let reg = ops[0].vreg().unwrap();
                let value = value & mask(machine.bits(reg));
                machine.values.insert(reg, value);
            };
            match self.mf.opcode(inst) {
                G_LOAD => def(self, input),
                G_CONSTANT => def(self, self.constant(ops[1])),
                G_SUB => def(self, self.value(ops[1]).wrapping_sub(self.value(ops[2]))),
                G_AND => def(self, self.value(ops[1]) & self.value(ops[2])),
                G_SHL => def(self, self.value(ops[1]) << self.value(ops[2])),
                G_ZEXT | G_TRUNC => def(self, self.value(ops[1])),
                G_SEXT => {
                    let from = self.bits(ops[1].vreg().unwrap());
                    def(self, signed(self.value(ops[1]), from) as u128);
                }
                G_JUMP_TABLE => def(self, 0),
                G_ICMP => {
                    let holds = self.compare(ops[1].as_int_predicate().unwrap(), ops[2], ops[3]);
                    def(self, holds.into());
                }
                G_BRCOND if self.value(ops[0]) != 0 => return ops[1].as_block(),
                G_BRCOND => {}
                G_BR => return ops[0].as_block(),
                G_BRJT => {
                    let table = &self.mf.jump_tables[ops[1].as_jump_table().unwrap().index()];
                    return Some(table.targets[self.value(ops[2]) as usize]);
                }
                // The copy of the argument, and returns.
                _ => {}
            }
        }
        None
    }

    /// Returns the number of the IR block that a value reaches.
    fn run(&mut self, input: u128) -> u32 {
        let mut block = self.mf.entry();
        loop {
            let next = self.block(block, input).unwrap();
            assert!(self.mf.block(block).successors.contains(&next));
            match self.mf.block(next).ir_block {
                Some(number) => return number,
                None => block = next,
            }
        }
    }
}

struct Random(SplitMix64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0.next_u64() % n
    }
}

/// Generates random cases: runs, gaps and extremes, with few or many targets.
fn cases(random: &mut Random, bits: u32) -> Vec<(i128, u64)> {
    let targets = 1 + random.below(6);
    let (low, high) = (signed(1 << (bits - 1), bits), signed(mask(bits) >> 1, bits));
    let mut value = match random.below(3) {
        0 => low,
        1 => -(random.below(40) as i128),
        _ => random.below(1000) as i128,
    };
    let gap = [1, 2, 9, 500, 1 << 30][random.below(5) as usize];
    let mut cases = Vec::new();
    for _ in 0..random.below(40) {
        let step = 1 + if random.below(3) == 0 { random.below(gap) as i128 } else { 0 };
        value = match value.checked_add(step) {
            Some(value) if (low..=high).contains(&value) => value,
            _ => break,
        };
        cases.push((value, random.below(targets)));
    }
    if random.below(4) == 0 && cases.last().is_none_or(|&(last, _)| last < high) {
        cases.push((high, 0));
    }
    cases
}

fn program(cases: &[(i128, u64)], bits: u32, exhaustive: bool) -> String {
    let list: String =
        cases.iter().map(|(value, target)| format!("i{bits} {value}, label %t{target}\n")).collect();
    let targets: String = (0..6).map(|t| format!("t{t}:\n ret void\n")).collect();
    let end = if exhaustive { "unreachable" } else { "ret void" };
    format!(
        "define void @f(ptr %p) {{
           %x = load i{bits}, ptr %p
           switch i{bits} %x, label %d [ {list} ]
         {targets}
         d:
           {end}
         }}"
    )
}

#[test]
fn every_value_arrives_at_its_case() {
    let mut random = Random(SplitMix64::seed_from_u64(7));
    for round in 0..400 {
        let bits = [3, 8, 13, 32, 32, 64, 65, 128][random.below(8) as usize];
        let cases = cases(&mut random, bits);
        let exhaustive = random.below(3) == 0 && !cases.is_empty();
        let text = program(&cases, bits, exhaustive);
        translate(&text, |mf, _, _| {
            let near = |&(value, _): &(i128, u64)| [value - 1, value, value.wrapping_add(1)];
            let mut inputs: Vec<i128> = cases.iter().flat_map(near).collect();
            inputs.extend([0, -1, signed(1 << (bits - 1), bits), signed(mask(bits) >> 1, bits)]);
            for input in inputs {
                let input = signed(input as u128 & mask(bits), bits);
                let target = cases.iter().find(|&&(value, _)| value == input).map(|&(_, target)| target);
                if exhaustive && target.is_none() {
                    continue;
                }
                // Block 0 is the entry; the default follows the six targets.
                let expected = target.map_or(7, |target| target as u32 + 1);
                let mut machine = Machine { mf, values: HashMap::new() };
                let found = machine.run(input as u128 & mask(bits));
                assert_eq!(found, expected, "round {round}: {input} in\n{text}");
            }
        })
        .unwrap();
    }
}
