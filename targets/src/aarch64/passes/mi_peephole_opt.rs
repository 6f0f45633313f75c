//! `mi-peephole-opt`: sums with constants that take fewer instructions.
//!
//! The sum of a symbol's address and a constant is the address at an offset from the symbol, which
//! takes two instructions. The sum of a register and a constant of 24 bits takes two additions, if the
//! constant alone takes two instructions and is built in the same block for this sum. Equivalent to a
//! part of LLVM's `aarch64-mi-peephole-opt`, and to its `fold_global_offset`.
//!
//! Requires: selected instructions in SSA form. Establishes: nothing new. Cost: a walk over opcodes.

use crate::aarch64::isel::code_model;
use crate::aarch64::isel::materialize;
use crate::aarch64::mc::instructions::op;
use crate::aarch64::passes::address_steps::{addend, whole};
use crate::aarch64::registers::{REGISTERS, classes};
use gisel_codegen::ir::builder::{Builder, InsertPoint};
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::mir::{MachineFunction, Operand, RegAttr, SymbolRef};
use gisel_codegen::ir::module::{Linkage, Module};
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::desc::registers::RegClassId;
use gisel_codegen::target::PassTarget;

/// The limit of an offset from a symbol in bytes, as in LLVM: an object file may have 21 bits for it.
const OFFSET_LIMIT: i64 = 1 << 20;

/// A sum of a register and a constant.
#[derive(Clone, Copy)]
struct Sum {
    inst: InstId,
    result: VReg,
    base: VReg,
    number: i64,
    /// The instruction that builds the constant, if it is in a register.
    constant: Option<InstId>,
}

/// Rewrites the sums of `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget, module: &Module) {
    let has_symbols = code_model::has_pages(module) && !target.facts().tags_variables;
    let mut of_symbols = Vec::new();
    for n in 0..mf.layout.len() {
        let mut next = mf.first_inst(mf.layout[n]);
        while let Some(inst) = next {
            next = mf.next_inst(inst);
            let Some(sum) = sum(mf, inst) else { continue };
            match address(mf, sum.base).filter(|_| has_symbols) {
                Some(_) => of_symbols.push(sum),
                None => split(mf, &sum),
            }
        }
    }
    of_symbols.sort_by_key(|sum| (sum.base, sum.number));
    for of_one in of_symbols.chunk_by(|a, b| a.base == b.base) {
        fold(mf, module, of_one);
    }
}

/// Returns the sum that `inst` computes.
fn sum(mf: &MachineFunction, inst: InstId) -> Option<Sum> {
    let opcode = mf.opcode(inst);
    if !matches!(opcode, op::ADDXri | op::SUBXri | op::ADDXrr | op::ADDWrr) {
        return None;
    }
    let operands = mf.operands(inst);
    let (result, first) = (whole(*operands.first()?)?, whole(*operands.get(1)?)?);
    let second = *operands.get(2)?;
    if matches!(opcode, op::ADDXri | op::SUBXri) {
        let number = addend(mf, second, *operands.get(3)?)?;
        let number = if opcode == op::SUBXri { -number } else { number };
        return Some(Sum { inst, result, base: first, number, constant: None });
    }
    let second = whole(second)?;
    let constant = |vreg| {
        let def = mf.def(vreg).filter(|&d| matches!(mf.opcode(d), op::MOVi32imm | op::MOVi64imm))?;
        Some((def, mf.imm_value(mf.operand(def, 1))?))
    };
    let (base, (constant, number)) =
        constant(second).map(|c| (first, c)).or_else(|| constant(first).map(|c| (second, c)))?;
    Some(Sum { inst, result, base, number, constant: Some(constant) })
}

/// Returns the symbol whose address `base` holds, and the instruction that builds it.
fn address(mf: &MachineFunction, base: VReg) -> Option<(InstId, SymbolRef)> {
    let def = mf.def(base).filter(|&def| mf.opcode(def) == op::MOVaddr)?;
    Some((def, mf.symbol_ref(mf.operand(def, 1))?))
}

/// Returns true if the constant of `sum` takes two instructions that only the sum requires.
fn has_long_constant(mf: &MachineFunction, sum: &Sum, bits: u32) -> bool {
    sum.constant.is_some_and(|constant| {
        mf.vreg_operand(constant, 0).is_some_and(|vreg| mf.use_count(vreg) == 1)
            && mf.block_of(constant) == mf.block_of(sum.inst)
            && materialize::steps(sum.number as u64, bits).len() > 1
    })
}

/// Changes the sum of a register and a constant of 24 bits to two additions.
fn split(mf: &mut MachineFunction, sum: &Sum) {
    let is_word = mf.opcode(sum.inst) == op::ADDWrr;
    let (bits, class) = if is_word { (32, classes::GPR32COMMON) } else { (64, classes::GPR64COMMON) };
    let number = if is_word { i64::from(sum.number as i32) } else { sum.number };
    let distance = number.unsigned_abs();
    let Some(constant) = sum.constant.filter(|_| distance < 1 << 24 && has_long_constant(mf, sum, bits))
    else {
        return;
    };
    let opcode: Opcode = match (is_word, number < 0) {
        (true, false) => op::ADDWri,
        (true, true) => op::SUBWri,
        (false, false) => op::ADDXri,
        (false, true) => op::SUBXri,
    };
    if !restrict(mf, sum.base, class) || !restrict(mf, sum.result, class) {
        return;
    }
    let immediate = |number: u64| Operand::small_imm(number as i32);
    let high = mf.create_class_vreg(class);
    let mut b = Builder::new(mf, InsertPoint::Before(sum.inst));
    let operands =
        [Operand::def(high), Operand::use_of(sum.base), immediate(distance >> 12), Operand::small_imm(12)];
    b.inst(opcode, &operands);
    let low =
        [Operand::def(sum.result), Operand::use_of(high), immediate(distance & 0xfff), Operand::small_imm(0)];
    mf.replace_with_inst(sum.inst, opcode, &low);
    mf.remove_inst(constant);
}

/// Restricts `vreg` to members of `class`; returns false if it cannot be.
fn restrict(mf: &mut MachineFunction, vreg: VReg, class: RegClassId) -> bool {
    let RegAttr::Class(now) = mf.reg_attr(vreg) else { return false };
    let common = REGISTERS.common_sub_class(now, class);
    if let Some(common) = common {
        mf.set_reg_attr(vreg, RegAttr::Class(common));
    }
    common.is_some()
}

/// Folds the constants of `sums`, which have one base and ascend, into the address of the symbol.
fn fold(mf: &mut MachineFunction, module: &Module, sums: &[Sum]) {
    let Some((def, variable)) = address(mf, sums[0].base) else { return };
    if module.symbol(variable.symbol).linkage == Linkage::ExternalWeak {
        return;
    }
    let offset = |sum: &Sum| {
        let offset = variable.offset.checked_add(sum.number);
        offset.filter(|offset| (0..OFFSET_LIMIT).contains(offset))
    };
    let lowest = sums[0];
    let is_near = |sum: &Sum| (1..4096).contains(&(sum.number - lowest.number));
    let is_all = mf.use_count(lowest.base) as usize == sums.len() && sums[1..].iter().all(is_near);
    match offset(&lowest).filter(|_| is_all) {
        Some(offset) => fold_all(mf, def, SymbolRef { offset, ..variable }, sums),
        None => {
            for sum in sums {
                let far = offset(sum).filter(|_| has_long_constant(mf, sum, 64));
                let far = far.filter(|_| restrict(mf, sum.result, classes::GPR64COMMON));
                if let Some(offset) = far {
                    let symbol = mf.global(variable.symbol, offset);
                    mf.replace_with_inst(sum.inst, op::MOVaddr, &[Operand::def(sum.result), symbol, symbol]);
                    sum.constant.into_iter().for_each(|constant| mf.remove_inst(constant));
                }
            }
        }
    }
}

/// Replaces the address that `def` builds by that of `symbol`, the first of `sums`. All its uses are
/// `sums`, and the other ones are near.
fn fold_all(mf: &mut MachineFunction, def: InstId, symbol: SymbolRef, sums: &[Sum]) {
    let lowest = sums[0];
    if !sums.iter().all(|sum| restrict(mf, sum.result, classes::GPR64COMMON)) {
        return;
    }
    for sum in sums {
        let rest = Operand::small_imm((sum.number - lowest.number) as i32);
        let near = [Operand::def(sum.result), Operand::use_of(lowest.result), rest, Operand::small_imm(0)];
        match sum.result == lowest.result {
            true => mf.remove_inst(sum.inst),
            false => mf.replace_with_inst(sum.inst, op::ADDXri, &near),
        }
        let is_unused =
            |&constant: &InstId| mf.vreg_operand(constant, 0).is_some_and(|vreg| mf.use_count(vreg) == 0);
        if let Some(constant) = sum.constant.filter(is_unused) {
            mf.remove_inst(constant);
        }
    }
    let symbol = mf.global(symbol.symbol, symbol.offset);
    mf.replace_with_inst(def, op::MOVaddr, &[Operand::def(lowest.result), symbol, symbol]);
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::aarch64::target::AArch64Target;
    use gisel_codegen::ir::entity::SubtargetId;
    use gisel_codegen::ir::module::Module;
    use gisel_codegen::machine::print;
    use gisel_codegen::mir_text::parser;

    /// Returns the instructions after the pass that these lines become; `%0` and `%1` are arguments.
    fn after(lines: &[&str]) -> Vec<String> {
        let target = AArch64Target::new("", "").expect("generic");
        let text = format!(
            "name: f\nselected: true\nisSSA: true\nbody: |\n  bb.0:\n    liveins: $x0, $w1\n    \
             %0:gpr64common = COPY $x0\n    %1:gpr32common = COPY $w1\n    {}\n    RET_ReallyLR\n",
            lines.join("\n    ")
        );
        let mut module = Module::default();
        let read = parser::parse(&text, &target, SubtargetId::new(0), &mut module);
        let mut mf = read.unwrap_or_else(|error| panic!("{error}\n{text}")).remove(0);
        run(&mut mf, &target, &module);
        let line = |inst| print::inst_to_string(&mf, &target, inst).trim().to_owned();
        let mut shown: Vec<String> = mf.insts(mf.entry()).map(line).skip(2).collect();
        shown.pop();
        let plain = |line: &String| {
            let line = line.replace("target-flags(aarch64-page) ", "");
            line.replace("target-flags(aarch64-pageoff, aarch64-nc) ", "")
        };
        shown.iter().map(plain).collect()
    }

    const ADDRESS: &str = "%2:gpr64common = MOVaddr target-flags(aarch64-page) @a, target-flags(aarch64-pageoff, aarch64-nc) @a";

    #[test]
    fn constants_of_24_bits_take_two_additions() {
        let sum = |constant: i64| {
            after(&[&format!("%2:gpr64 = MOVi64imm {constant}"), "%3:gpr64 = ADDXrr %0, %2", "$x0 = COPY %3"])
        };
        assert_eq!(
            sum(0x12345)[..2],
            ["%4:gpr64common = ADDXri %0, 18, 12", "%3:gpr64common = ADDXri %4, 837, 0"]
        );
        assert_eq!(
            sum(-0x12345)[..2],
            ["%4:gpr64common = SUBXri %0, 18, 12", "%3:gpr64common = SUBXri %4, 837, 0"]
        );
        // The constant takes one instruction, or does not have 24 bits.
        for other in [0x4321, 0x10000, 0x100_0001, -0x100_0001] {
            assert_eq!(sum(other)[1], "%3:gpr64 = ADDXrr %0, %2", "{other}");
        }
        let word = after(&["%2:gpr32 = MOVi32imm -74565", "%3:gpr32 = ADDWrr %2, %1", "$w0 = COPY %3"]);
        assert_eq!(word[..2], ["%4:gpr32common = SUBWri %1, 18, 12", "%3:gpr32common = SUBWri %4, 837, 0"]);
    }

    #[test]
    fn constants_with_other_uses_remain() {
        let lines =
            ["%2:gpr64 = MOVi64imm 74565", "%3:gpr64 = ADDXrr %0, %2", "$x0 = COPY %3", "$x1 = COPY %2"];
        assert_eq!(after(&lines), lines);
    }

    #[test]
    fn a_symbols_address_includes_the_constants_of_its_sums() {
        let near = after(&[ADDRESS, "%3:gpr64common = ADDXri %2, 24, 0", "$x0 = COPY %3"]);
        assert_eq!(near, ["%3:gpr64common = MOVaddr @1 + 24, @1 + 24", "$x0 = COPY %3"]);
        // The other sums are near the lowest.
        let two = ["%3:gpr64common = ADDXri %2, 24, 0", "%4:gpr64common = ADDXri %2, 8, 0"];
        let two = after(&[ADDRESS, two[0], two[1], "$x0 = COPY %3", "$x1 = COPY %4"]);
        assert_eq!(
            two[..2],
            ["%4:gpr64common = MOVaddr @1 + 8, @1 + 8", "%3:gpr64common = ADDXri %4, 16, 0"]
        );
        // The address has another use, or the offset is too large or negative.
        let other = after(&[ADDRESS, "%3:gpr64common = ADDXri %2, 24, 0", "$x0 = COPY %3", "$x1 = COPY %2"]);
        assert_eq!(other[1], "%3:gpr64common = ADDXri %2, 24, 0");
        for outside in ["ADDXri %2, 256, 12", "SUBXri %2, 1, 0"] {
            let line = format!("%3:gpr64common = {outside}");
            assert_eq!(after(&[ADDRESS, &line, "$x0 = COPY %3"])[1], line);
        }
    }

    #[test]
    fn a_far_sum_has_an_address_of_its_own() {
        let far =
            ["%4:gpr64 = MOVi64imm 74565", "%3:gpr64 = ADDXrr %2, %4", "$x0 = COPY %3", "$x1 = COPY %2"];
        let lines = after(&[ADDRESS, far[0], far[1], far[2], far[3]]);
        assert_eq!(lines[1], "%3:gpr64common = MOVaddr @1 + 74565, @1 + 74565");
    }
}
