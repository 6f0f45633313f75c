//! Random functions of the toy target: any control flow, high register pressure, calls, ties,
//! sub-registers.

use crate::ir::builder::Builder;
use crate::ir::entity::{BlockId, SubtargetId, SymbolId, VReg};
use crate::ir::mir::{MachineFunction, Operand, OperandFlags, Properties};
use crate::ir::opcodes::*;
use crate::machine::desc::registers::RegClassId;
use crate::testing::Random;
use crate::testing::toy::*;

/// The values that a block's instructions may read, by class.
type Values = [Vec<VReg>; 3];

const CLASSES: [RegClassId; 3] = [GPR, HALF, WIDE];

struct Generator {
    random: Random,
    mf: MachineFunction,
    /// Values at the end of each block, which phis may read.
    at_end: Vec<Values>,
}

/// Returns a random function in SSA form.
pub(crate) fn function(seed: u64) -> MachineFunction {
    let mut random = Random::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    for _ in 0..4 {
        random.next();
    }
    let mut mf = MachineFunction::new(SymbolId::new(0), format!("random{seed}"), SubtargetId::new(0));
    let blocks: Vec<BlockId> = (0..1 + random.below(7)).map(|_| mf.append_block()).collect();
    let mut generator = Generator { random, mf, at_end: Vec::new() };
    generator.edges(&blocks);
    generator.bodies(&blocks);
    generator.mf.properties = Properties::IS_SSA | Properties::SELECTED | Properties::TRACKS_LIVENESS;
    generator.mf
}

impl Generator {
    /// Connects each block to the next; some also jump to any block but the entry.
    fn edges(&mut self, blocks: &[BlockId]) {
        for (n, &block) in blocks.iter().enumerate() {
            if let Some(&next) = blocks.get(n + 1) {
                self.mf.add_edge(block, next);
                if self.random.below(3) != 0 {
                    let target = blocks[1 + self.random.below(blocks.len() - 1)];
                    self.mf.add_edge(block, target);
                }
            }
        }
    }

    fn bodies(&mut self, blocks: &[BlockId]) {
        let counts = [2 + self.random.below(6), 1 + self.random.below(4), 1 + self.random.below(4)];
        let mut phis = Vec::new();
        let mut everywhere: Values = Default::default();
        for (n, &block) in blocks.iter().enumerate() {
            let mut values: Values = Default::default();
            if n == 0 {
                self.entry(block, &mut values, counts);
                everywhere = values.clone();
            } else {
                let single = self.mf.block(block).predecessors.as_slice() == [blocks[n - 1]];
                if single && self.random.below(4) != 0 {
                    values = self.at_end[n - 1].clone();
                } else {
                    for (class, values) in values.iter_mut().enumerate() {
                        for k in 0..counts[class] {
                            let result = self.mf.create_class_vreg(CLASSES[class]);
                            let phi = Builder::at_end(&mut self.mf, block).inst(PHI, &[Operand::def(result)]);
                            values.push(result);
                            phis.push((phi, block, class, k));
                        }
                    }
                }
            }
            self.body(block, &mut values, &everywhere);
            self.terminator(block, blocks.get(n + 1).copied(), &values);
            self.at_end.push(values);
        }
        for (phi, block, class, k) in phis {
            for pred in self.mf.block(block).predecessors.clone() {
                let value = self.at_end[pred.index()][class][k];
                self.mf.push_operand(phi, Operand::use_of(value));
                self.mf.push_operand(phi, Operand::block(pred));
            }
        }
    }

    fn entry(&mut self, block: BlockId, values: &mut Values, counts: [usize; 3]) {
        let incoming = [(0, r(0)), (0, r(1)), (1, d(0)), (2, q(1))];
        for (class, reg) in incoming {
            self.mf.block_mut(block).live_ins.push(reg);
            let value = self.mf.create_class_vreg(CLASSES[class]);
            Builder::at_end(&mut self.mf, block).copy(value, reg);
            values[class].push(value);
        }
        while values[0].len() < counts[0] {
            let value = self.constant(block);
            values[0].push(value);
        }
        while values[1].len() < counts[1] {
            let value = self.op(block, HALFOP, HALF, &[values[1][0], values[0][0]]);
            values[1].push(value);
        }
        while values[2].len() < counts[2] {
            let value = self.op(block, WIDEOP, WIDE, &[values[2][0], values[1][0]]);
            values[2].push(value);
        }
    }

    fn constant(&mut self, block: BlockId) -> VReg {
        let value = self.mf.create_class_vreg(GPR);
        let imm = Operand::small_imm(self.random.below(1000) as i32);
        Builder::at_end(&mut self.mf, block).inst(CONST, &[Operand::def(value), imm]);
        value
    }

    fn op(
        &mut self,
        block: BlockId,
        opcode: crate::machine::desc::instructions::Opcode,
        class: RegClassId,
        uses: &[VReg],
    ) -> VReg {
        let result = self.mf.create_class_vreg(class);
        Builder::at_end(&mut self.mf, block).regs(opcode, &[result], uses);
        result
    }

    fn pick(&mut self, values: &Values, everywhere: &Values, class: usize) -> VReg {
        let from = if self.random.below(4) == 0 { &everywhere[class] } else { &values[class] };
        from[self.random.below(from.len())]
    }

    fn body(&mut self, block: BlockId, values: &mut Values, everywhere: &Values) {
        for _ in 0..self.random.below(12) {
            let [g, h, w] = [0, 1, 2].map(|class| self.pick(values, everywhere, class));
            let other = self.pick(values, everywhere, 0);
            let (class, result) = match self.random.below(12) {
                0 => (0, self.constant(block)),
                1 | 2 => (0, self.op(block, ADD, GPR, &[g, other])),
                3 => (0, self.op(block, TIED, GPR, &[g, other])),
                4 => (0, self.op(block, EARLY, GPR, &[g, other])),
                5 => (0, self.call(block, g, other)),
                6 => (1, self.op(block, HALFOP, HALF, &[h, g])),
                7 => (2, self.op(block, WIDEOP, WIDE, &[w, h])),
                8 => (1, self.part(block, EXTRACT_SUBREG, HALF, &[w])),
                9 => (2, self.part(block, INSERT_SUBREG, WIDE, &[w, h])),
                10 => (0, self.copy(block, g)),
                _ => {
                    let trace = Operand::use_of(g);
                    Builder::at_end(&mut self.mf, block).inst(TRACE, &[trace]);
                    continue;
                }
            };
            let n = self.random.below(values[class].len());
            values[class][n] = result;
        }
    }

    fn copy(&mut self, block: BlockId, value: VReg) -> VReg {
        let result = self.mf.create_class_vreg(GPR);
        Builder::at_end(&mut self.mf, block).copy(result, value);
        result
    }

    fn part(
        &mut self,
        block: BlockId,
        opcode: crate::machine::desc::instructions::Opcode,
        class: RegClassId,
        uses: &[VReg],
    ) -> VReg {
        let result = self.mf.create_class_vreg(class);
        let uses = uses.iter().map(|&u| Operand::use_of(u));
        let index = Operand::small_imm(LOW.0 as i32);
        let operands: Vec<Operand> =
            std::iter::once(Operand::def(result)).chain(uses).chain([index]).collect();
        Builder::at_end(&mut self.mf, block).inst(opcode, &operands);
        result
    }

    fn call(&mut self, block: BlockId, a: VReg, b: VReg) -> VReg {
        let result = self.mf.create_class_vreg(GPR);
        let mut builder = Builder::at_end(&mut self.mf, block);
        builder.copy(r(0), a);
        builder.copy(r(1), b);
        let operands = [
            Operand::reg_mask(0),
            Operand::implicit_use(r(0)),
            Operand::implicit_use(r(1)),
            Operand::implicit_def(r(0)),
        ];
        builder.inst(CALL, &operands);
        builder.copy(result, r(0));
        result
    }

    fn terminator(&mut self, block: BlockId, next: Option<BlockId>, values: &Values) {
        let Some(next) = next else {
            let result = values[0][self.random.below(values[0].len())];
            let mut builder = Builder::at_end(&mut self.mf, block);
            builder.copy(r(0), result);
            builder.inst(RET, &[Operand::implicit_use(r(0)).with_flags(OperandFlags::IMPLICIT)]);
            return;
        };
        let successors = self.mf.block(block).successors.clone();
        let condition = values[0][self.random.below(values[0].len())];
        let explicit = self.random.below(2) == 0;
        let indirect = self.random.below(5) == 0;
        let mut builder = Builder::at_end(&mut self.mf, block);
        if indirect {
            builder.inst(JUMP_TO, &[Operand::use_of(condition)]);
            return;
        }
        if let Some(&other) = successors.iter().find(|&&s| s != next) {
            builder.inst(BCC, &[Operand::use_of(condition), Operand::block(other)]);
        }
        if explicit {
            builder.inst(BR, &[Operand::block(next)]);
        }
    }
}
