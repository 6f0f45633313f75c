//! Address arithmetic for `loop-reduce`: accesses have a base and an immediate, or an index, and
//! update their base by up to 255 bytes.

use crate::aarch64::isel::logical_immediate::decode;
use crate::aarch64::isel::select::scaled_of_indexed;
use crate::aarch64::isel::symbol_addressing::{SymbolAddresses, form};
use crate::aarch64::mc::conditions::{EQ, NE};
use crate::aarch64::mc::instructions::{TABLE, op};
use crate::aarch64::passes::{base_updates, ordered_tests};
use crate::aarch64::registers::{REGISTERS, classes, regs, subs};
use gisel_codegen::ir::builder::{Builder, InsertPoint};
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::mir::{MachineFunction, Operand, RegAttr};
use gisel_codegen::ir::opcodes::COPY;
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::desc::registers::{RegClassId, SubReg};
use gisel_codegen::passes::analysis::induction_variables::{
    AddressReader, AddressStep, Bound, IndexedAccess, OrderedTest,
};
use gisel_codegen::passes::pre_ra::global_merge::SymbolAddressing;
use gisel_codegen::passes::pre_ra::loop_reduce::{AddressArithmetic, Addressing};

/// AArch64's instructions, as described to `loop-reduce`.
pub struct AddressSteps;

/// Returns the virtual register of `operand`, if it is used as a whole.
pub(super) fn whole(operand: Operand) -> Option<VReg> {
    operand.vreg().filter(|_| operand.sub_reg() == SubReg::default())
}

/// Returns the factors of `vreg`, if it is a product without uses, so an addition may multiply
/// instead.
fn unused_factors(mf: &MachineFunction, vreg: VReg) -> Option<[VReg; 2]> {
    let def = mf.def(vreg).filter(|&d| mf.opcode(d) == op::MADDXrrr && mf.use_count(vreg) == 0)?;
    let &[_, first, second, addend] = mf.operands(def) else { return None };
    (addend.phys() == Some(regs::XZR)).then_some([whole(first)?, whole(second)?])
}

/// Returns an addition's immediate: 12 bits, perhaps shifted by 12.
pub(super) fn addend(mf: &MachineFunction, number: Operand, shift: Operand) -> Option<i64> {
    Some(mf.imm_value(number)? << mf.imm_value(shift)?)
}

/// Returns `vreg` as a member of `class`: restricted, or copied.
fn member(b: &mut Builder<'_>, vreg: VReg, class: RegClassId) -> Operand {
    let common = match b.mf.reg_attr(vreg) {
        RegAttr::Class(now) => REGISTERS.common_sub_class(now, class),
        _ => None,
    };
    if let Some(common) = common {
        b.mf.set_reg_attr(vreg, RegAttr::Class(common));
        return Operand::use_of(vreg);
    }
    let copy = b.mf.create_class_vreg(class);
    b.inst(COPY, &[Operand::def(copy), Operand::use_of(vreg)]);
    Operand::use_of(copy)
}

/// Returns true if `vreg` is a W register.
pub(super) fn is_word(mf: &MachineFunction, vreg: VReg) -> bool {
    matches!(mf.reg_attr(vreg), RegAttr::Class(class) if REGISTERS.class(class).bits == 32)
}

/// Returns the opcode and the operand of an addition or subtraction of `number`, which has 12 bits.
fn by_sign(number: i64, [plus, minus]: [Opcode; 2]) -> (Opcode, Operand) {
    (if number < 0 { minus } else { plus }, Operand::small_imm(number.unsigned_abs() as i32))
}

/// Builds the sum of a word and a constant of 12 bits into a new register.
fn word_sum(b: &mut Builder<'_>, word: VReg, number: i64) -> VReg {
    let (opcode, number) = by_sign(number, [op::ADDWri, op::SUBWri]);
    let word = member(b, word, classes::GPR32COMMON);
    let result = b.mf.create_class_vreg(classes::GPR32COMMON);
    b.inst(opcode, &[Operand::def(result), word, number, Operand::small_imm(0)]);
    result
}

/// Returns true if all readers of the flags of `inst` test equality.
fn asks_for_equality(mf: &MachineFunction, inst: InstId) -> bool {
    let touches = |o: &Operand| o.phys() == Some(regs::NZCV);
    let mut next = mf.next_inst(inst);
    while let Some(at) = next {
        let (opcode, operands) = (mf.opcode(at), mf.operands(at));
        if operands.iter().any(|o| o.is_use() && touches(o)) {
            let condition = operands.first().and_then(|&o| mf.imm_value(o));
            if opcode != op::Bcc || !matches!(condition, Some(EQ | NE)) {
                return false;
            }
        }
        let listed = opcode.is_target() && TABLE.desc(opcode).implicit_defs.contains(&regs::NZCV);
        if listed || operands.iter().any(|o| o.is_def() && touches(o)) {
            break;
        }
        next = mf.next_inst(at);
    }
    true
}

impl AddressReader for AddressSteps {
    fn pointer_class(&self) -> RegClassId {
        classes::GPR64COMMON
    }

    fn max_addend(&self) -> i64 {
        4095
    }

    fn step(&self, mf: &MachineFunction, inst: InstId) -> Option<AddressStep> {
        let operands = mf.operands(inst);
        let [result, first, second, ..] = *operands else { return None };
        if mf.opcode(inst) == op::ORNXrr && first.phys() == Some(regs::XZR) {
            return Some(AddressStep::Not(whole(second)?));
        }
        let (_, first) = (whole(result)?, whole(first)?);
        let third = || operands.get(3).copied();
        Some(match mf.opcode(inst) {
            op::ADDXri | op::ADDWri | op::ADDSXri => {
                AddressStep::AddImm(first, addend(mf, second, third()?)?)
            }
            op::SUBXri | op::SUBWri | op::SUBSXri => {
                AddressStep::AddImm(first, -addend(mf, second, third()?)?)
            }
            op::SUBXrr => AddressStep::Sub(first, whole(second)?),
            op::ADDXrr => AddressStep::Add(first, whole(second)?),
            op::ADDXrs => {
                // Other shift kinds have larger numbers.
                let shift = u32::try_from(mf.imm_value(third()?)?).ok().filter(|&shift| shift < 64)?;
                AddressStep::AddShifted(first, whole(second)?, shift)
            }
            op::UBFMXri => {
                let (rotation, top) = (mf.imm_value(second)?, mf.imm_value(third()?)?);
                let shift = 63 - top;
                let shifts = shift > 0 && rotation == 64 - shift;
                AddressStep::ShiftLeft(first, u32::try_from(shift).ok().filter(|_| shifts)?)
            }
            op::MADDXrrr if third()?.phys() == Some(regs::XZR) => {
                AddressStep::Multiply(first, whole(second)?)
            }
            op::MADDXrrr => AddressStep::MultiplyAdd(first, whole(second)?, whole(third()?)?),
            op::ORRXri => {
                let bits = decode(mf.imm_value(second)? as u64, 64)?;
                AddressStep::OrImm(first, i64::try_from(bits).ok()?)
            }
            _ => return None,
        })
    }

    fn integer_constant(&self, mf: &MachineFunction, inst: InstId) -> Option<i64> {
        let &[_, number] = mf.operands(inst) else { return None };
        mf.imm_value(number).filter(|_| matches!(mf.opcode(inst), op::MOVi32imm | op::MOVi64imm))
    }

    fn offset(&self, mf: &MachineFunction, inst: InstId, base: VReg) -> Option<i64> {
        SymbolAddresses.offset(mf, inst, base)
    }

    fn equality_test(&self, mf: &MachineFunction, inst: InstId, counter: VReg) -> Option<Bound> {
        let operands = mf.operands(inst);
        let [result, first, second, ..] = *operands else { return None };
        let sign = match mf.opcode(inst) {
            op::SUBSXrr | op::SUBSWrr | op::SUBSXri | op::SUBSWri => 1,
            op::ADDSXri | op::ADDSWri => -1,
            _ => return None,
        };
        let is_word = mf.opcode(inst) == op::SUBSWrr;
        let low = |operand: Operand| operand.vreg().filter(|_| is_word && operand.sub_reg() == subs::SUB_32);
        let is_counter = |operand: Operand| whole(operand) == Some(counter);
        let register = |tested: Operand, other: Operand| {
            let other = whole(other).or_else(|| low(other));
            other.filter(|&other| is_counter(tested) && other != counter)
        };
        let bound = match register(first, second).or_else(|| register(second, first)) {
            Some(bound) => Bound::Register(bound),
            None if is_counter(first) && second.vreg().is_none() => {
                Bound::Number(sign * addend(mf, second, *operands.get(3)?)?)
            }
            None => return None,
        };
        (result.phys().is_some() && asks_for_equality(mf, inst)).then_some(bound)
    }

    fn ordered_test(&self, mf: &MachineFunction, inst: InstId) -> Option<OrderedTest> {
        ordered_tests::ordered_test(mf, inst)
    }

    fn extended_word(&self, mf: &MachineFunction, vreg: VReg) -> Option<(VReg, bool)> {
        ordered_tests::zero_extended_word(mf, vreg).map(|word| (word, false))
    }

    fn indexed(&self, mf: &MachineFunction, inst: InstId) -> Option<IndexedAccess> {
        let &[_, base, index, extension, shift] = mf.operands(inst) else { return None };
        let (_, bits) = scaled_of_indexed(mf.opcode(inst))?;
        let shift = match (mf.imm_value(extension)?, mf.imm_value(shift)?) {
            (0, 0) => 0,
            (0, 1) => bits,
            _ => return None,
        };
        Some(IndexedAccess { base: whole(base)?, index: whole(index)?, shift })
    }
}

impl AddressArithmetic for AddressSteps {
    fn addressing(&self) -> Addressing {
        Addressing {
            max_offset: 1 << 32,
            post_increments: true,
            counts_down: true,
            multiplies: true,
            shifts_in_additions: true,
            compares_words: true,
        }
    }

    fn build(&self, b: &mut Builder<'_>, step: AddressStep) -> VReg {
        let number = |n: u32| Operand::small_imm(n as i32);
        let plain = classes::GPR64;
        let (opcode, operands) = match step {
            AddressStep::AddImm(first, n) if is_word(b.mf, first) => return word_sum(b, first, n),
            AddressStep::AddImm(first, n) => {
                let (opcode, n) = by_sign(n, [op::ADDXri, op::SUBXri]);
                (opcode, vec![member(b, first, classes::GPR64SP), n, number(0)])
            }
            AddressStep::Add(product, addend) | AddressStep::Add(addend, product)
                if let Some([x, y]) = unused_factors(b.mf, product) =>
            {
                let factors = [member(b, x, plain), member(b, y, plain)];
                (op::MADDXrrr, vec![factors[0], factors[1], member(b, addend, plain)])
            }
            AddressStep::Add(first, second) => {
                (op::ADDXrr, vec![member(b, first, plain), member(b, second, plain)])
            }
            AddressStep::AddShifted(first, second, n) => {
                (op::ADDXrs, vec![member(b, first, plain), member(b, second, plain), number(n)])
            }
            AddressStep::Sub(first, second) => {
                (op::SUBXrr, vec![member(b, first, plain), member(b, second, plain)])
            }
            AddressStep::Not(first) => {
                (op::ORNXrr, vec![Operand::use_of(regs::XZR), member(b, first, plain)])
            }
            AddressStep::ShiftLeft(first, n) => {
                (op::UBFMXri, vec![member(b, first, plain), number((64 - n) % 64), number(63 - n)])
            }
            AddressStep::Multiply(first, second) => {
                let zero = Operand::use_of(regs::XZR);
                (op::MADDXrrr, vec![member(b, first, plain), member(b, second, plain), zero])
            }
            AddressStep::MultiplyAdd(first, second, addend) => {
                (op::MADDXrrr, [first, second, addend].map(|term| member(b, term, plain)).to_vec())
            }
            AddressStep::OrImm(first, bits) => {
                let bits = self.number(b, bits, first);
                (op::ORRXrr, vec![member(b, first, plain), Operand::use_of(bits)])
            }
        };
        let result = b.mf.create_class_vreg(classes::GPR64COMMON);
        b.inst(opcode, &[&[Operand::def(result)][..], &operands].concat());
        result
    }

    fn fits(&self, mf: &MachineFunction, inst: InstId, offset: i64) -> bool {
        match scaled_of_indexed(mf.opcode(inst)) {
            Some((scaled, _)) => form(scaled, offset).is_some(),
            None => SymbolAddresses.fits(mf, inst, offset),
        }
    }

    fn set_address(&self, mf: &mut MachineFunction, inst: InstId, pointer: VReg, offset: i64) {
        let Some((scaled, _)) = scaled_of_indexed(mf.opcode(inst)) else {
            return SymbolAddresses.set_base(mf, inst, pointer, offset);
        };
        let (opcode, offset) = form(scaled, offset).expect("an offset that fits");
        let operands = [mf.operand(inst, 0), Operand::use_of(pointer), Operand::small_imm(offset as i32)];
        mf.replace_with_inst(inst, opcode, &operands);
    }

    fn set_index(&self, mf: &mut MachineFunction, inst: InstId, index: VReg) {
        mf.set_operand(inst, 2, Operand::use_of(index));
        mf.set_operand(inst, 4, Operand::small_imm(0));
    }

    fn post_increment_size(&self, mf: &MachineFunction, inst: InstId, amount: i64) -> Option<i64> {
        let opcode = mf.opcode(inst);
        base_updates::size_with_update(scaled_of_indexed(opcode).map_or(opcode, |(scaled, _)| scaled), amount)
    }

    fn pair_size(&self, mf: &MachineFunction, inst: InstId) -> Option<i64> {
        let (_, bits) = scaled_of_indexed(mf.opcode(inst))?;
        (2..=4).contains(&bits).then_some(1 << bits)
    }

    fn set_word_test(&self, mf: &mut MachineFunction, inst: InstId, tested: VReg, bound: VReg) {
        let mut b = Builder::new(mf, InsertPoint::Before(inst));
        let tested = member(&mut b, tested, classes::GPR64).with_sub_reg(subs::SUB_32);
        let bound = member(&mut b, bound, classes::GPR32);
        let flags = Operand::implicit_def(regs::NZCV);
        let operands = [Operand::def(regs::WZR), tested, bound, flags];
        mf.replace_with_inst(inst, op::SUBSWrr, &operands);
    }

    fn count_down(&self, b: &mut Builder<'_>, counter: VReg, step: i64) -> VReg {
        let (opcodes, class) = if is_word(b.mf, counter) {
            ([op::SUBSWri, op::ADDSWri], classes::GPR32COMMON)
        } else {
            ([op::SUBSXri, op::ADDSXri], classes::GPR64COMMON)
        };
        let (opcode, step) = by_sign(step, opcodes);
        let counter = member(b, counter, class);
        let result = b.mf.create_class_vreg(class);
        let flags = Operand::implicit_def(regs::NZCV);
        b.inst(opcode, &[Operand::def(result), counter, step, Operand::small_imm(0), flags]);
        result
    }

    fn number(&self, b: &mut Builder<'_>, number: i64, like: VReg) -> VReg {
        let (opcode, number, class) = if is_word(b.mf, like) {
            (op::MOVi32imm, i64::from(number as i32), classes::GPR32COMMON)
        } else {
            (op::MOVi64imm, number, classes::GPR64COMMON)
        };
        let (result, number) = (b.mf.create_class_vreg(class), b.mf.imm(number));
        b.inst(opcode, &[Operand::def(result), number]);
        result
    }

    fn bound_like(&self, b: &mut Builder<'_>, bound: VReg, counter: VReg) -> VReg {
        if !is_word(b.mf, counter) || is_word(b.mf, bound) {
            return bound;
        }
        let low = b.mf.create_class_vreg(classes::GPR32COMMON);
        b.inst(COPY, &[Operand::def(low), Operand::use_of(bound).with_sub_reg(subs::SUB_32)]);
        low
    }

    fn difference(&self, b: &mut Builder<'_>, minuend: VReg, subtrahend: VReg) -> VReg {
        let (opcode, class) = match is_word(b.mf, minuend) {
            true => (op::SUBWrr, classes::GPR32COMMON),
            false => (op::SUBXrr, classes::GPR64COMMON),
        };
        let operands = [member(b, minuend, class), member(b, subtrahend, class)];
        let result = b.mf.create_class_vreg(class);
        b.inst(opcode, &[Operand::def(result), operands[0], operands[1]]);
        result
    }
}
