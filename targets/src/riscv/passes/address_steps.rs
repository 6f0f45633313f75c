//! Address arithmetic for `loop-reduce`: accesses have a base and an offset of 12 bits, but no
//! index.

use crate::riscv::isel::symbol_addressing::SymbolAddresses;
use crate::riscv::mc::instructions::{TABLE, op};
use crate::riscv::registers::xlen;
use crate::riscv::registers::{classes, regs};
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::mir::{MachineFunction, Operand};
use gisel_codegen::machine::desc::instructions::InstrFlags;
use gisel_codegen::machine::desc::registers::RegClassId;
use gisel_codegen::passes::analysis::induction_variables::{AddressReader, AddressStep, Bound, OrderedTest};
use gisel_codegen::passes::pre_ra::global_merge::SymbolAddressing;
use gisel_codegen::passes::pre_ra::loop_reduce::{AddressArithmetic, Addressing};

/// The maximum distance in bytes of a value from its pointer. The distance of two values is an
/// immediate operand.
const MAX_OFFSET: i64 = 4095;

/// RISC-V's instructions, as described to `loop-reduce`.
pub struct AddressSteps {
    /// True if an instruction multiplies integers.
    pub multiplies: bool,
}

impl AddressReader for AddressSteps {
    fn pointer_class(&self) -> RegClassId {
        classes::GPR
    }

    fn max_addend(&self) -> i64 {
        2047
    }

    fn max_term_distance(&self) -> i64 {
        MAX_OFFSET
    }

    fn equality_test(&self, mf: &MachineFunction, inst: InstId, value: VReg) -> Option<Bound> {
        let [first, second, ..] = mf.operands(inst) else { return None };
        let (first, second) = (bound(*first)?, bound(*second)?);
        let is_branch = matches!(mf.opcode(inst), op::BEQ | op::BNE) && first != second;
        is_branch.then_some(if first == Bound::Register(value) { second } else { first })
    }

    fn ordered_test(&self, mf: &MachineFunction, inst: InstId) -> Option<OrderedTest> {
        let opcode = mf.opcode(inst);
        if !matches!(opcode, op::BLT | op::BLTU | op::BGE | op::BGEU) {
            return None;
        }
        let &[low, high, target] = mf.operands(inst) else { return None };
        let mut less = target.as_block()?;
        if matches!(opcode, op::BGE | op::BGEU) {
            let successors = &mf.block(mf.block_of(inst)?).successors;
            less = successors.iter().copied().find(|&to| to != less)?;
        }
        let is_signed = matches!(opcode, op::BLT | op::BGE);
        Some(OrderedTest { low: bound(low)?, high: bound(high)?, is_signed, less })
    }

    fn extended_word(&self, mf: &MachineFunction, vreg: VReg) -> Option<(VReg, bool)> {
        let by = |vreg: VReg, opcode, number| {
            let def = mf.def(vreg).filter(|&def| mf.opcode(def) == opcode)?;
            let &[_, source, amount] = mf.operands(def) else { return None };
            source.vreg().filter(|_| mf.imm_value(amount) == Some(number))
        };
        let zeros = || by(by(vreg, op::SRLI, 32)?, op::SLLI, 32);
        let signed = by(vreg, op::ADDIW, 0).map(|word| (word, true));
        signed.or_else(|| zeros().map(|word| (word, false)))
    }

    fn step(&self, mf: &MachineFunction, inst: InstId) -> Option<AddressStep> {
        let &[_, first, second] = mf.operands(inst) else { return None };
        let first = first.vreg()?;
        match mf.opcode(inst) {
            op::ADDI => Some(AddressStep::AddImm(first, mf.imm_value(second)?)),
            op::ADD => Some(AddressStep::Add(first, second.vreg()?)),
            op::SUB => Some(AddressStep::Sub(first, second.vreg()?)),
            op::XORI if mf.imm_value(second) == Some(-1) => Some(AddressStep::Not(first)),
            op::SH1ADD => Some(AddressStep::AddShifted(second.vreg()?, first, 1)),
            op::SH2ADD => Some(AddressStep::AddShifted(second.vreg()?, first, 2)),
            op::SH3ADD => Some(AddressStep::AddShifted(second.vreg()?, first, 3)),
            op::MUL => Some(AddressStep::Multiply(first, second.vreg()?)),
            op::SLLI => Some(AddressStep::ShiftLeft(first, u32::try_from(mf.imm_value(second)?).ok()?)),
            _ => None,
        }
    }

    fn integer_constant(&self, mf: &MachineFunction, inst: InstId) -> Option<i64> {
        match (mf.opcode(inst), mf.operands(inst)) {
            (op::ADDI, &[_, zero, number]) if zero.phys() == Some(regs::X0) => mf.imm_value(number),
            (op::PseudoMovImm, &[_, number]) => mf.imm_value(number),
            _ => None,
        }
    }

    fn offset(&self, mf: &MachineFunction, inst: InstId, base: VReg) -> Option<i64> {
        SymbolAddresses.offset(mf, inst, base)
    }

    fn word_step(&self, mf: &MachineFunction, inst: InstId) -> Option<(VReg, i64)> {
        let &[_, first, second] = mf.operands(inst) else { return None };
        let (first, number) = (first.vreg()?, mf.imm_value(second)?);
        (mf.opcode(inst) == op::ADDIW).then_some((first, number))
    }

    fn is_extended_word(&self, mf: &MachineFunction, vreg: VReg) -> bool {
        let Some(def) = mf.def(vreg) else { return false };
        let opcode = mf.opcode(def);
        let is_narrow = matches!(opcode, op::LBU | op::LHU);
        is_narrow
            || opcode.is_target() && TABLE.desc(opcode).has(InstrFlags::SIGN_EXTENDS_WORD)
            || self.integer_constant(mf, def).is_some()
    }

    fn is_small_integer(&self, mf: &MachineFunction, vreg: VReg) -> bool {
        // A 32-bit induction variable may wrap around on its way from one small number to another.
        let Some(def) = mf.def(vreg).filter(|_| xlen::is_rv64(mf)) else { return false };
        match mf.opcode(def) {
            op::LH | op::LHU | op::LB | op::LBU => true,
            op::ADDIW | op::ADDW | op::SUBW | op::MULW | op::LW | op::LWU => true,
            op::LUI => mf.imm_value(mf.operand(def, 1)).is_some(),
            op::SRLI => mf.imm_value(mf.operand(def, 2)).is_some_and(|n| n >= 32),
            _ => self.integer_constant(mf, def).is_some(),
        }
    }
}

/// Returns the register or the zero that a branch compares.
fn bound(operand: Operand) -> Option<Bound> {
    let is_zero = operand.phys() == Some(regs::X0);
    operand.vreg().map(Bound::Register).or(is_zero.then_some(Bound::Number(0)))
}

impl AddressArithmetic for AddressSteps {
    fn addressing(&self) -> Addressing {
        Addressing {
            max_offset: MAX_OFFSET,
            post_increments: false,
            counts_down: false,
            multiplies: self.multiplies,
            shifts_in_additions: false,
            compares_words: false,
        }
    }

    fn build(&self, b: &mut Builder<'_>, step: AddressStep) -> VReg {
        let number = |n: i64| Operand::small_imm(n as i32);
        let (opcode, first, second) = match step {
            AddressStep::AddImm(first, n) => (op::ADDI, first, number(n)),
            AddressStep::Add(first, second) => (op::ADD, first, Operand::use_of(second)),
            AddressStep::Sub(first, second) => (op::SUB, first, Operand::use_of(second)),
            AddressStep::Not(first) => (op::XORI, first, number(-1)),
            AddressStep::Multiply(first, second) => (op::MUL, first, Operand::use_of(second)),
            AddressStep::MultiplyAdd(first, second, addend) => {
                let product = self.build(b, AddressStep::Multiply(first, second));
                return self.build(b, AddressStep::Add(product, addend));
            }
            AddressStep::ShiftLeft(first, n) => (op::SLLI, first, number(n.into())),
            AddressStep::OrImm(first, n) => (op::ORI, first, number(n)),
            AddressStep::AddShifted(first, second, n) => {
                let shifted = self.build(b, AddressStep::ShiftLeft(second, n));
                return self.build(b, AddressStep::Add(first, shifted));
            }
        };
        let result = b.mf.create_class_vreg(classes::GPR);
        b.inst(opcode, &[Operand::def(result), Operand::use_of(first), second]);
        result
    }

    fn number(&self, b: &mut Builder<'_>, number: i64, _: VReg) -> VReg {
        let result = b.mf.create_class_vreg(classes::GPR);
        let value = b.mf.imm(number);
        if (-2048..2048).contains(&number) {
            b.inst(op::ADDI, &[Operand::def(result), Operand::use_of(regs::X0), value]);
        } else {
            b.inst(op::PseudoMovImm, &[Operand::def(result), value]);
        }
        result
    }

    fn fits(&self, mf: &MachineFunction, inst: InstId, offset: i64) -> bool {
        SymbolAddresses.fits(mf, inst, offset)
    }

    fn set_address(&self, mf: &mut MachineFunction, inst: InstId, pointer: VReg, offset: i64) {
        SymbolAddresses.set_base(mf, inst, pointer, offset);
    }

    fn set_equality_test(&self, mf: &mut MachineFunction, inst: InstId) {
        mf.inst_mut(inst).opcode = match mf.opcode(inst) {
            op::BLT | op::BLTU => op::BNE,
            op::BGE | op::BGEU => op::BEQ,
            other => other,
        };
    }

    fn count_down(&self, b: &mut Builder<'_>, counter: VReg, step: i64) -> VReg {
        self.build(b, AddressStep::AddImm(counter, -step))
    }

    fn difference(&self, b: &mut Builder<'_>, minuend: VReg, subtrahend: VReg) -> VReg {
        self.build(b, AddressStep::Sub(minuend, subtrahend))
    }
}

#[cfg(test)]
mod tests {
    use super::AddressSteps;
    use crate::features::Request;
    use crate::riscv::features::Subtarget;
    use crate::riscv::target::RiscvTarget;
    use gisel_codegen::ir::entity::{InstId, SubtargetId, VReg};
    use gisel_codegen::ir::mir::MachineFunction;
    use gisel_codegen::ir::module::Module;
    use gisel_codegen::mir_text::parser;
    use gisel_codegen::passes::analysis::induction_variables::{AddressReader, Bound};

    const STEPS: AddressSteps = AddressSteps { multiplies: true };

    /// Calls `check` with a function and the last of these lines before a jump; `%0` and `%1` are
    /// arguments.
    fn last<T>(xlen: u32, lines: &str, check: impl FnOnce(&MachineFunction, InstId) -> T) -> T {
        let subtarget = Subtarget::new(xlen, &Request::default(), &mut Vec::new());
        let target = RiscvTarget::of(subtarget.expect("no features"));
        let mut body = "  bb.0:\n    successors: %bb.1, %bb.2\n    liveins: $x10, $x11\n".to_owned();
        body += "    %0:gpr = COPY $x10\n    %1:gpr = COPY $x11\n";
        lines.lines().for_each(|line| body += &format!("    {line}\n"));
        let text = format!(
            "name: f\nisSSA: true\nbody: |\n{body}    PseudoBR %bb.2\n  bb.1:\n    PseudoRET\n  bb.2:\n    PseudoRET\n"
        );
        let mut module = Module::default();
        let read = parser::parse(&text, &target, SubtargetId::new(0), &mut module);
        let mf = read.unwrap_or_else(|error| panic!("{error}\n{text}")).remove(0);
        let jump = mf.last_inst(mf.entry()).and_then(|jump| mf.prev_inst(jump));
        check(&mf, jump.expect("an instruction"))
    }

    #[test]
    fn the_lesser_value_is_known_on_both_sides_of_a_branch() {
        let test = |line: &str| {
            last(64, line, |mf, inst| {
                let test = STEPS.ordered_test(mf, inst)?;
                Some((test.low, test.high, test.is_signed, test.less.index()))
            })
        };
        let [x, y] = [0, 1].map(|n| Bound::Register(VReg::new(n)));
        assert_eq!(test("BLT %0, %1, %bb.1"), Some((x, y, true, 1)));
        assert_eq!(test("BGEU %0, %1, %bb.1"), Some((x, y, false, 2)));
        assert_eq!(test("BLT $x0, %1, %bb.1"), Some((Bound::Number(0), y, true, 1)));
        assert_eq!(test("BNE %0, %1, %bb.1"), None);
    }

    #[test]
    fn the_other_operand_of_a_branch_is_the_bound() {
        let bound = |line: &str| last(64, line, |mf, inst| STEPS.equality_test(mf, inst, VReg::new(0)));
        assert_eq!(bound("BNE %0, %1, %bb.1"), Some(Bound::Register(VReg::new(1))));
        assert_eq!(bound("BEQ %1, %0, %bb.1"), Some(Bound::Register(VReg::new(1))));
        assert_eq!(bound("BNE %0, $x0, %bb.1"), Some(Bound::Number(0)));
        assert_eq!(bound("BNE %0, %0, %bb.1"), None);
        assert_eq!(bound("BLT %0, %1, %bb.1"), None);
    }

    #[test]
    fn words_are_small_in_registers_of_64_bits_only() {
        let is_small = |xlen, lines: &str| {
            last(xlen, lines, |mf, inst| STEPS.is_small_integer(mf, mf.vreg_operand(inst, 0).unwrap()))
        };
        for small in
            ["%2:gpr = ADDIW %0, 0", "%2:gpr = SRLI %0, 32", "%2:gpr = LW %0, 0", "%2:gpr = ADDI $x0, 7"]
        {
            assert!(is_small(64, small), "{small}");
        }
        for large in
            ["%2:gpr = ADDI %0, 0", "%2:gpr = SRLI %0, 31", "%2:gpr = LD %0, 0", "%2:gpr = SRAI %0, 32"]
        {
            assert!(!is_small(64, large), "{large}");
        }
        assert!(!is_small(32, "%2:gpr = LW %0, 0"));
    }

    #[test]
    fn extended_words_are_recognized() {
        let word = |lines: &str| {
            last(64, lines, |mf, inst| {
                STEPS.extended_word(mf, mf.vreg_operand(inst, 0).unwrap()).map(|(word, s)| (word.index(), s))
            })
        };
        assert_eq!(word("%2:gpr = ADDIW %0, 0"), Some((0, true)));
        assert_eq!(word("%2:gpr = ADDIW %0, 1"), None);
        assert_eq!(word("%2:gpr = SLLI %0, 32\n%3:gpr = SRLI %2, 32"), Some((0, false)));
        assert_eq!(word("%2:gpr = SLLI %0, 32\n%3:gpr = SRLI %2, 29"), None);
        assert_eq!(word("%2:gpr = SLLI %0, 29\n%3:gpr = SRLI %2, 32"), None);
    }
}
