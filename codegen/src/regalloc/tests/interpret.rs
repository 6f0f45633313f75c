//! Executes functions of the toy target, before and after allocation. The observable result is a
//! list of numbers.

use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::{MachineFunction, Operand, OperandTag};
use crate::ir::opcodes::*;
use crate::machine::desc::registers::RegUnit;
use crate::testing::toy::*;
use std::collections::HashMap;

/// A location of 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Location {
    Unit(u16),
    Virtual(u32, usize),
    Slot(u32, usize),
}

struct Machine<'a> {
    mf: &'a MachineFunction,
    values: HashMap<Location, u64>,
    trace: Vec<u64>,
    steps: u64,
}

fn mix(numbers: &[u64]) -> u64 {
    numbers.iter().fold(0x1234_5678, |h, n| (h ^ n).wrapping_mul(0x0100_0000_01B3).rotate_left(17))
}

/// Returns the trace of `mf` for a limited number of steps: arguments of calls, traced values, and
/// finally the result.
pub fn run(mf: &MachineFunction, limit: usize) -> Vec<u64> {
    let mut machine = Machine { mf, values: HashMap::new(), trace: Vec::new(), steps: 0 };
    for unit in 0..TOY.registers().num_units {
        machine.values.insert(Location::Unit(unit), 11 * (1 + unit as u64));
    }
    let (mut block, mut from) = (mf.entry(), None);
    while machine.trace.len() < limit && machine.steps < 20_000 {
        match machine.block(block, from) {
            Some(next) => (from, block) = (Some(block), next),
            None => break,
        }
    }
    machine.trace.truncate(limit);
    machine.trace
}

impl Machine<'_> {
    fn locations(&self, operand: Operand) -> Vec<Location> {
        let registers = TOY.registers();
        if let Some(vreg) = operand.vreg() {
            let wide = self.mf.reg_attr(vreg) == crate::ir::mir::RegAttr::Class(WIDE);
            let units = if wide && operand.sub_reg() != LOW { 2 } else { 1 };
            return (0..units).map(|k| Location::Virtual(vreg.raw(), k)).collect();
        }
        let Some(reg) = operand.phys() else { return Vec::new() };
        let reg = registers.sub_reg(reg, operand.sub_reg()).unwrap_or(reg);
        registers.units(reg).iter().map(|u| Location::Unit(u.0)).collect()
    }

    fn read(&self, operand: Operand) -> Vec<u64> {
        self.locations(operand).iter().map(|p| self.values.get(p).copied().unwrap_or(0xDEAD)).collect()
    }

    fn write(&mut self, operand: Operand, values: &[u64]) {
        for (location, &value) in self.locations(operand).into_iter().zip(values) {
            self.values.insert(location, value);
        }
    }

    fn block(&mut self, block: BlockId, from: Option<BlockId>) -> Option<BlockId> {
        let mf = self.mf;
        let mut phis = Vec::new();
        for phi in mf.insts(block).take_while(|&i| mf.opcode(i) == PHI) {
            let operands = mf.operands(phi);
            let input = operands[1..].chunks_exact(2).find(|p| p[1].as_block() == from);
            phis.push((operands[0], self.read(input.expect("a phi has an input for each edge")[0])));
        }
        for (result, values) in phis {
            self.write(result, &values);
        }
        for inst in mf.insts(block) {
            self.steps += 1;
            match mf.opcode(inst) {
                PHI => {}
                BR => return mf.operand(inst, 0).as_block(),
                BCC if self.read(mf.operand(inst, 0))[0] & 4 != 0 => return mf.operand(inst, 1).as_block(),
                BCC => {}
                JUMP_TO => {
                    let successors = &mf.block(block).successors;
                    let n = self.read(mf.operand(inst, 0))[0] as usize >> 3;
                    return successors.get(n % successors.len()).copied();
                }
                RET => {
                    let result = self.values.get(&Location::Unit(0)).copied().unwrap_or(0xDEAD);
                    self.trace.push(result);
                    return None;
                }
                _ => self.inst(inst),
            }
        }
        let position = mf.layout.iter().position(|&b| b == block)?;
        mf.layout.get(position + 1).copied()
    }

    fn inst(&mut self, inst: InstId) {
        let mf = self.mf;
        let operands = mf.operands(inst);
        match mf.opcode(inst) {
            COPY => {
                let values = self.read(operands[1]);
                self.write(operands[0], &values);
            }
            EXTRACT_SUBREG => {
                let values = self.read(operands[1].with_sub_reg(LOW));
                self.write(operands[0], &values);
            }
            INSERT_SUBREG => {
                let (base, part) = (self.read(operands[1]), self.read(operands[2]));
                self.write(operands[0], &[part[0], base[1]]);
            }
            CONST => {
                let value = mf.imm_value(operands[1]).unwrap_or(0) as u64;
                self.write(operands[0], &[mix(&[value])]);
            }
            LOAD | STORE => self.memory(inst),
            TRACE => self.trace.push(self.read(operands[0])[0]),
            CALL => self.call(),
            opcode => {
                let uses = operands.iter().copied().filter(|o| o.is_use());
                let inputs: Vec<u64> = uses.flat_map(|u| self.read(u)).collect();
                let value = mix(&[&[opcode.0 as u64], &inputs[..]].concat());
                self.write(operands[0], &[value, value.wrapping_add(1)]);
            }
        }
    }

    fn memory(&mut self, inst: InstId) {
        let operands = self.mf.operands(inst);
        let slot = operands[1].payload();
        let locations = self.locations(operands[0]);
        for (k, location) in locations.into_iter().enumerate() {
            let memory = Location::Slot(slot, k);
            let (to, from) =
                if self.mf.opcode(inst) == LOAD { (location, memory) } else { (memory, location) };
            let value = self.values.get(&from).copied().unwrap_or(0xDEAD);
            self.values.insert(to, value);
        }
    }

    fn call(&mut self) {
        let arguments = [0, 1].map(|u| self.values.get(&Location::Unit(u)).copied().unwrap_or(0xDEAD));
        self.trace.extend(arguments);
        let result = mix(&arguments);
        let mask = TOY.instr_info().reg_mask(0);
        for unit in 0..TOY.registers().num_units {
            if !mask.preserves(RegUnit(unit)) {
                self.values.insert(Location::Unit(unit), mix(&[result, unit as u64]));
            }
        }
        self.values.insert(Location::Unit(0), result);
    }
}

/// Returns true if a mutation test may exchange the operand.
pub(crate) fn is_exchangeable(operand: Operand) -> bool {
    operand.tag() == OperandTag::Reg && !operand.is_implicit() && operand.phys().is_some()
}
