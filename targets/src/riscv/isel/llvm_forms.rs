//! Conversion between our instructions and LLVM's. Ours that LLVM's passes do not accept:
//! extensions and accesses that are legal only here, accesses to a symbol's memory in one
//! instruction, and selects of zero. LLVM's that we do not accept: doubles as pairs of words.

use crate::riscv::mc::instructions::op;
use crate::riscv::mc::mc_inst_lower::symbol_access;
use crate::riscv::mc::mc_inst_lower::{SYMBOL_LOADS, SYMBOL_STORES};
use crate::riscv::registers::{classes, regs};
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::llt::{Llt, S32, S64};
use gisel_codegen::ir::mir::{
    FrameObjectKind, MachineFunction, MemFlags, MemOperand, Operand, PointerInfo, Properties,
};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::regbankselect::{OperandBank, generic_operand_bank};
use gisel_codegen::machine::desc::instructions::Opcode;

/// Rewrites one instruction.
pub(crate) fn rewrite(mf: &mut MachineFunction, inst: InstId) {
    let opcode = mf.opcode(inst);
    if !opcode.is_target() {
        return rewrite_generic(mf, inst, opcode);
    }
    let (load, store) = (symbol_access(&SYMBOL_LOADS, opcode), symbol_access(&SYMBOL_STORES, opcode));
    match (mf.operands(inst), load, store) {
        (&[result, symbol], Some(load), _) => access(mf, inst, load, result, symbol),
        (&[_, value, symbol], _, Some(store)) => access(mf, inst, store, value, symbol),
        (&[.., value, _], ..)
            if opcode == op::Select_GPR_Using_CC_GPR && value == Operand::use_of(regs::X0) =>
        {
            let zero = before(mf, inst, COPY, value);
            let n = mf.operands(inst).len() - 2;
            mf.set_operand(inst, n, Operand::use_of(zero));
        }
        _ => {}
    }
}

/// Rewrites an instruction after the legalizer.
fn rewrite_generic(mf: &mut MachineFunction, inst: InstId, opcode: Opcode) {
    if !mf.properties.contains(Properties::LEGALIZED) {
        return;
    }
    let word = Llt::scalar(mf.pointer.bits());
    match (opcode, mf.operands(inst)) {
        (G_SEXT_INREG, &[_, _, bits]) => match mf.imm_value(bits) {
            Some(bits) if bits != 32 => shift_twice(mf, inst, word, i64::from(word.bits()) - bits),
            _ => {}
        },
        (G_ZEXTLOAD | G_CONSTANT, _)
            if word != S32 && mf.vreg_operand(inst, 0).is_some_and(|v| mf.ty(v) == S32) =>
        {
            make_wide(mf, inst, word);
        }
        (G_STORE, &[value, address]) => {
            if let Some(value) = value.vreg().filter(|&v| stores_part_of_float(mf, inst, v)) {
                let moved = by_integers(&mut Builder::before(mf, inst), value, word);
                mf.set_operands(inst, &[Operand::use_of(moved), address]);
            }
        }
        _ => {}
    }
}

/// Returns the lower 32 bits of a value, as the result of integer operations.
fn by_integers(b: &mut Builder<'_>, value: VReg, word: Llt) -> VReg {
    if word == S32 {
        return b.op(G_OR, word, &[value, value]);
    }
    let wide = if b.ty(value) == S32 { b.op(G_ANYEXT, word, &[value]) } else { value };
    b.op(G_TRUNC, S32, &[wide])
}

/// Computes the result in a whole register, and truncates it.
fn make_wide(mf: &mut MachineFunction, inst: InstId, word: Llt) {
    let (result, loc) = (mf.operand(inst, 0), mf.inst(inst).debug_loc);
    let wide = mf.create_vreg(word);
    mf.set_operand(inst, 0, Operand::def(wide));
    let narrowed = mf.create_inst(G_TRUNC, &[result, Operand::use_of(wide)], loc);
    mf.insert_after(inst, narrowed);
}

/// Builds a sign extension from the lowest bits: a left shift and a right shift.
fn shift_twice(mf: &mut MachineFunction, inst: InstId, word: Llt, by: i64) {
    let &[result, source, _] = mf.operands(inst) else { return };
    let mut b = Builder::before(mf, inst);
    let amount = b.constant(word, by);
    let high = b.mf.create_vreg(word);
    b.inst(G_SHL, &[Operand::def(high), source, Operand::use_of(amount)]);
    mf.replace_with_inst(inst, G_ASHR, &[result, Operand::use_of(high), Operand::use_of(amount)]);
}

/// Returns true if a store before bank selection stores a part of a value that may be a float.
/// LLVM's bank selection would take such a store for a float's.
fn stores_part_of_float(mf: &MachineFunction, inst: InstId, value: VReg) -> bool {
    let stored = mf.expect_mem_operand(inst).ty.bits();
    let is_integer = |def| generic_operand_bank(mf.opcode(def), 0) == OperandBank::Integer;
    !mf.properties.contains(Properties::REG_BANK_SELECTED)
        && stored < mf.ty(value).bits()
        && !mf.def(value).is_some_and(is_integer)
}

/// Inserts an instruction with one operand before `inst`, and returns its result.
fn before(mf: &mut MachineFunction, inst: InstId, opcode: Opcode, operand: Operand) -> VReg {
    let result = mf.create_class_vreg(classes::GPR);
    let loc = mf.inst(inst).debug_loc;
    let new = mf.create_inst(opcode, &[Operand::def(result), operand], loc);
    mf.insert_before(inst, new);
    result
}

/// Splits the address into a separate instruction, and the access at it.
fn access(mf: &mut MachineFunction, inst: InstId, opcode: Opcode, data: Operand, symbol: Operand) {
    let address = before(mf, inst, op::PseudoLLA, symbol);
    mf.replace_with_inst(inst, opcode, &[data, Operand::use_of(address), Operand::small_imm(0)]);
}

/// Expands LLVM's pseudos that convert between a double and two words on rv32, through memory.
pub(crate) fn read(mf: &mut MachineFunction, inst: InstId) {
    let (words, double) = match (mf.opcode(inst), mf.operands(inst)) {
        (op::BuildPairF64Pseudo, &[double, low, high]) => {
            ([(low, op::SW), (high, op::SW)], (double, op::FLD))
        }
        (op::SplitF64Pseudo, &[low, high, double]) => ([(low, op::LW), (high, op::LW)], (double, op::FSD)),
        _ => return,
    };
    let slot = mf.frame.create(FrameObjectKind::Local, 8, 8);
    let loc = mf.inst(inst).debug_loc;
    let mut accesses = vec![(double, 0, S64), (words[0], 0, S32), (words[1], 4, S32)];
    if double.1 == op::FLD {
        accesses.rotate_left(1);
    }
    for ((reg, opcode), offset, ty) in accesses {
        let operands = [reg, Operand::frame_index(slot), Operand::small_imm(offset)];
        let access = mf.create_inst(opcode, &operands, loc);
        let flags = if reg.is_def() { MemFlags::LOAD } else { MemFlags::STORE };
        let mem = MemOperand::new(flags, ty, ty.bytes());
        mf.add_mem_operand(access, mem.with_pointer(PointerInfo::Stack(slot, offset.into())));
        mf.insert_before(inst, access);
    }
    mf.remove_inst(inst);
}

#[cfg(test)]
mod tests {
    use crate::features::Request;
    use crate::riscv::features::Subtarget;
    use crate::riscv::target::RiscvTarget;
    use gisel_codegen::ir::entity::SubtargetId;
    use gisel_codegen::ir::module::Module;
    use gisel_codegen::machine::print;
    use gisel_codegen::mir_text::llvm_forms;
    use gisel_codegen::mir_text::parser;

    /// Returns the lines of a function's block with these properties in LLVM's form, after copies
    /// of `$x10` to `%0` and of `$f10_d` to `%1`.
    fn written(properties: &str, body: &str) -> Vec<String> {
        let target = RiscvTarget::new("", "").unwrap();
        let copies = "    %0:_(p0) = COPY $x10\n    %1:_(s64) = COPY $f10_d\n";
        let text =
            format!("name: f\n{properties}body: |\n  bb.0:\n    liveins: $x10, $f10_d\n{copies}{body}\n");
        let mut module = Module::default();
        let mut mf = parser::parse(&text, &target, SubtargetId::new(0), &mut module).unwrap().remove(0);
        llvm_forms::write(&mut mf, &target);
        let insts = mf.insts(mf.entry()).skip(2);
        insts.map(|i| print::inst_to_string(&mf, &target, i).trim().to_owned()).collect()
    }

    const LEGAL: &str = "legalized: true\n";

    #[test]
    fn extensions_of_bytes_are_shifts() {
        let body = "    %2:_(s64) = G_SEXT_INREG %1, 8";
        let shifts = [
            "%3:_(s64) = G_CONSTANT i64 56",
            "%4:_(s64) = G_SHL %1, %3(s64)",
            "%2:_(s64) = G_ASHR %4, %3(s64)",
        ];
        assert_eq!(written(LEGAL, body), shifts);
        assert_eq!(written("", body), [body.trim()]);
        let word = "    %2:_(s64) = G_SEXT_INREG %1, 32";
        assert_eq!(written(LEGAL, word), [word.trim()]);
    }

    #[test]
    fn loads_extend_to_whole_registers() {
        let lines = written(LEGAL, "    %2:_(s32) = G_ZEXTLOAD %0(p0) :: (load (s8))");
        assert_eq!(lines, ["%3:_(s64) = G_ZEXTLOAD %0(p0) :: (load (s8))", "%2:_(s32) = G_TRUNC %3(s64)"]);
    }

    /// On rv32 a word is a whole register.
    #[test]
    fn words_of_rv32_stay() {
        let request = Request { features: "+m,+a,+f,+d", ..Request::default() };
        let target = RiscvTarget::of(Subtarget::new(32, &request, &mut Vec::new()).unwrap());
        let body = "    %1:_(s32) = G_ZEXTLOAD %0(p0) :: (load (s8))\n    %2:_(s32) = G_SEXT_INREG %1, 8";
        let text = format!(
            "name: f\n{LEGAL}body: |\n  bb.0:\n    liveins: $x10\n    %0:_(p0) = COPY $x10\n{body}\n"
        );
        let mut module = Module::default();
        let mut mf = parser::parse(&text, &target, SubtargetId::new(0), &mut module).unwrap().remove(0);
        llvm_forms::write(&mut mf, &target);
        let insts = mf.insts(mf.entry()).skip(1);
        let lines: Vec<String> =
            insts.map(|i| print::inst_to_string(&mf, &target, i).trim().to_owned()).collect();
        let expected = [
            "%1:_(s32) = G_ZEXTLOAD %0(p0) :: (load (s8))",
            "%3:_(s32) = G_CONSTANT i32 24",
            "%4:_(s32) = G_SHL %1, %3(s32)",
            "%2:_(s32) = G_ASHR %4, %3(s32)",
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn parts_of_floats_are_stored_from_general_registers() {
        let lines =
            written(LEGAL, "    %2:_(s32) = G_FPTRUNC %1(s64)\n    G_STORE %2(s32), %0(p0) :: (store (s8))");
        assert_eq!(
            lines[1..],
            [
                "%3:_(s64) = G_ANYEXT %2(s32)",
                "%4:_(s32) = G_TRUNC %3(s64)",
                "G_STORE %4(s32), %0(p0) :: (store (s8))"
            ]
        );
    }
}
