//! `loop-reduce` on loops of the toy target, with addressing that differs from test to test.

use super::*;
use crate::ir::opcodes::{G_MUL, G_OR, G_SEXT, G_SHL, G_SUB, G_XOR, G_ZEXT};
use crate::machine::desc::registers::RegClassId;
use crate::machine::print;
use crate::passes::analysis::induction_variables::tests::{ToyReader, function};
use crate::passes::analysis::induction_variables::{Bound, OrderedTest};
use crate::testing::toy::{ADD, BLT, BLTU, BNE, CONST, GPR, TOY};

/// Addressing without offsets.
pub(super) const PLAIN: Addressing = Addressing {
    max_offset: 50,
    post_increments: false,
    counts_down: false,
    multiplies: false,
    shifts_in_additions: false,
    compares_words: false,
};

/// The toy with these properties; accesses post-increment by one if any do.
struct ToyAddressing(Addressing);

impl AddressReader for ToyAddressing {
    fn pointer_class(&self) -> RegClassId {
        ToyReader.pointer_class()
    }

    fn max_addend(&self) -> i64 {
        ToyReader.max_addend()
    }

    fn step(&self, mf: &MachineFunction, inst: InstId) -> Option<AddressStep> {
        ToyReader.step(mf, inst)
    }

    fn integer_constant(&self, mf: &MachineFunction, inst: InstId) -> Option<i64> {
        ToyReader.integer_constant(mf, inst)
    }

    fn equality_test(&self, mf: &MachineFunction, inst: InstId, value: VReg) -> Option<Bound> {
        match *mf.operands(inst) {
            [a, b, _] if mf.opcode(inst) == BNE => {
                let other = if a.vreg() == Some(value) { b } else { a };
                other.vreg().map(Bound::Register)
            }
            _ => ToyReader.equality_test(mf, inst, value),
        }
    }

    fn ordered_test(&self, mf: &MachineFunction, inst: InstId) -> Option<OrderedTest> {
        let opcode = mf.opcode(inst);
        let &[low, high, less] = mf.operands(inst) else { return None };
        let bound = |operand: Operand| operand.vreg().map(Bound::Register);
        let test = OrderedTest {
            low: bound(low)?,
            high: bound(high)?,
            is_signed: opcode == BLT,
            less: less.as_block()?,
        };
        [BLT, BLTU].contains(&opcode).then_some(test)
    }

    fn extended_word(&self, mf: &MachineFunction, vreg: VReg) -> Option<(VReg, bool)> {
        let def = mf.def(vreg).filter(|&def| [G_ZEXT, G_SEXT].contains(&mf.opcode(def)))?;
        Some((mf.vreg_operand(def, 1)?, mf.opcode(def) == G_SEXT))
    }

    fn offset(&self, mf: &MachineFunction, inst: InstId, base: VReg) -> Option<i64> {
        ToyReader.offset(mf, inst, base)
    }
}

impl AddressArithmetic for ToyAddressing {
    fn addressing(&self) -> Addressing {
        self.0
    }

    fn build(&self, b: &mut Builder<'_>, step: AddressStep) -> VReg {
        let (opcode, first, second) = match step {
            AddressStep::AddImm(a, n) => (ADD, a, self.number(b, n, a)),
            AddressStep::Add(x, y) => (ADD, x, y),
            AddressStep::ShiftLeft(a, by) => (G_SHL, a, self.number(b, by.into(), a)),
            AddressStep::Sub(x, y) => (G_SUB, x, y),
            AddressStep::Multiply(x, y) => (G_MUL, x, y),
            AddressStep::OrImm(a, n) => (G_OR, a, self.number(b, n, a)),
            AddressStep::Not(a) => (G_XOR, a, self.number(b, -1, a)),
            AddressStep::MultiplyAdd(x, y, z) => {
                let product = self.build(b, AddressStep::Multiply(x, y));
                (ADD, product, z)
            }
            AddressStep::AddShifted(x, y, by) => {
                let shifted = self.build(b, AddressStep::ShiftLeft(y, by));
                (ADD, x, shifted)
            }
        };
        let result = b.mf.create_class_vreg(GPR);
        b.inst(opcode, &[Operand::def(result), Operand::use_of(first), Operand::use_of(second)]);
        result
    }

    fn number(&self, b: &mut Builder<'_>, number: i64, _: VReg) -> VReg {
        let (result, number) = (b.mf.create_class_vreg(GPR), b.mf.imm(number));
        b.inst(CONST, &[Operand::def(result), number]);
        result
    }

    fn fits(&self, _: &MachineFunction, _: InstId, offset: i64) -> bool {
        offset == 0
    }

    fn set_address(&self, mf: &mut MachineFunction, inst: InstId, pointer: VReg, offset: i64) {
        assert_eq!(offset, 0, "accesses have no offset");
        mf.set_operand(inst, 1, Operand::use_of(pointer));
    }

    fn set_equality_test(&self, mf: &mut MachineFunction, inst: InstId) {
        mf.inst_mut(inst).opcode = BNE;
    }

    fn set_word_test(&self, mf: &mut MachineFunction, inst: InstId, _: VReg, bound: VReg) {
        mf.set_operand(inst, 1, Operand::use_of(bound));
    }

    fn post_increment_size(&self, _: &MachineFunction, _: InstId, amount: i64) -> Option<i64> {
        (amount == 1).then_some(1)
    }

    fn count_down(&self, b: &mut Builder<'_>, counter: VReg, step: i64) -> VReg {
        self.build(b, AddressStep::AddImm(counter, -step))
    }

    fn difference(&self, b: &mut Builder<'_>, minuend: VReg, subtrahend: VReg) -> VReg {
        self.build(b, AddressStep::Sub(minuend, subtrahend))
    }
}

/// Returns the instructions of each block after the pass.
pub(super) fn reduced(mut mf: MachineFunction, facts: Addressing) -> Vec<Vec<String>> {
    run(&mut mf, TOY, &ToyAddressing(facts));
    let line = |inst| print::inst_to_string(&mf, TOY, inst).trim().to_string();
    let blocks: Vec<Vec<String>> =
        mf.layout.iter().map(|&block| mf.insts(block).map(line).collect()).collect();
    let uses = mf.layout.iter().flat_map(|&block| mf.insts(block)).flat_map(|inst| mf.operands(inst));
    let mut read = uses.filter_map(|operand| operand.vreg());
    let is_defined = |vreg| mf.def(vreg).is_some_and(|def| mf.block_of(def).is_some());
    assert!(read.all(is_defined), "a definition is missing: {blocks:?}");
    blocks
}

/// Returns the number of lines that contain `text`.
pub(super) fn count(lines: &[String], text: &str) -> usize {
    lines.iter().filter(|line| line.contains(text)).count()
}

#[test]
fn functions_without_reducible_loops_are_unchanged() {
    let nested = "  bb.0:
    successors: %bb.1
    %0:gpr = CONST 0
    %1:gpr = CONST 1
    BR %bb.1
  bb.1:
    successors: %bb.1, %bb.2
    %2:gpr = PHI %0, %bb.0, %3, %bb.1
    %3:gpr = ADD %2, %1
    TRACE %2
    BCC %3, %bb.1
    BR %bb.2
  bb.2:
    RET
";
    let blocks = reduced(function(nested), PLAIN);
    assert_eq!((blocks[0].len(), blocks[1].len()), (3, 5), "{blocks:?}");
}
