//! AArch64.

use super::check;
use super::module::{Machine, add};
use gisel_codegen::ir::entity::BlockId;
use gisel_codegen::ir::mir::{MachineFunction, Operand, OperandTag};
use gisel_targets::aarch64::mc::instructions::op;
use gisel_targets::aarch64::registers::regs;
use gisel_targets::aarch64::target::AArch64Target;

const MACHINE: Machine = Machine {
    triple: "aarch64-linux-gnu",
    result: regs::X0,
    return_address: 30,
    callee_saved: 19,
    call: op::BL,
    tail_call: op::TCRETURNdi,
    jump: op::B,
    ret: op::RET_ReallyLR,
    load_got: op::LOADgot,
    address,
    branches,
    filler: |f, block, number| {
        let immediates = [Operand::small_imm(number), Operand::small_imm(0)];
        let x0 = regs::X0;
        add(f, block, op::ADDXri, &[Operand::def(x0), Operand::use_of(x0), immediates[0], immediates[1]]);
    },
};

fn address(f: &mut MachineFunction, block: BlockId, of: Operand) {
    let opcode = match of.tag() {
        OperandTag::JumpTable => op::MOVaddrJT,
        OperandTag::ConstantPool => op::MOVaddrCP,
        _ => op::MOVaddr,
    };
    add(f, block, opcode, &[Operand::def(regs::X0), of, of]);
}

fn branches(f: &mut MachineFunction, block: BlockId, to: &[BlockId]) {
    let (w0, bit) = (Operand::use_of(regs::W0), Operand::small_imm(5));
    add(f, block, op::TBZW, &[w0, bit, Operand::block(to[0])]);
    add(f, block, op::TBNZW, &[w0, bit, Operand::block(to[5])]);
    add(f, block, op::CBZW, &[w0, Operand::block(to[3])]);
    add(f, block, op::Bcc, &[Operand::small_imm(0), Operand::block(to[5])]);
}

#[test]
fn text_and_object_agree() {
    let target = AArch64Target::new("", "").unwrap();
    for size in [0, 10, 3000, 9000, 53_000] {
        let (module, functions) = MACHINE.module(size);
        check(&module, &target, &functions, &["-triple=aarch64-linux-gnu"]);
    }
}

#[test]
fn branches_that_do_not_reach_go_over_a_jump() {
    let target = AArch64Target::new("", "").unwrap();
    let (module, functions) = MACHINE.module(3000);
    let (_, text) = check(&module, &target, &functions, &["-triple=aarch64-linux-gnu"]);
    assert!(text.contains("\ttbz\tw0, #5, .Lskip0_0\n\tb\t.LBB0_5\n.Lskip0_0:\n"));
    assert!(!text.contains(".Lskip1_"));
}
