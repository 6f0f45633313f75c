//! RISC-V.

use super::check;
use super::module::{Machine, add};
use gisel_codegen::ir::entity::BlockId;
use gisel_codegen::ir::mir::{MachineFunction, Operand};
use gisel_targets::riscv::mc::instructions::op;
use gisel_targets::riscv::registers::regs;
use gisel_targets::riscv::target::RiscvTarget;

const MACHINE: Machine = Machine {
    triple: "riscv64-linux-gnu",
    result: regs::X10,
    return_address: 1,
    callee_saved: 8,
    call: op::PseudoCALL,
    tail_call: op::PseudoTAIL,
    jump: op::PseudoBR,
    ret: op::PseudoRET,
    load_got: op::PseudoLGA,
    address: |f, block, of| add(f, block, op::PseudoLLA, &[Operand::def(regs::X10), of]),
    branches,
    filler: |f, block, number| {
        let a0 = regs::X10;
        add(f, block, op::ADDI, &[Operand::def(a0), Operand::use_of(a0), Operand::small_imm(number + 30)]);
    },
};

fn branches(f: &mut MachineFunction, block: BlockId, blocks: &[BlockId]) {
    for (opcode, to) in [(op::BEQ, 0), (op::BNE, 5), (op::BLT, 3), (op::BEQ, 4)] {
        let rs2 = if opcode == op::BLT { regs::X20 } else { regs::X0 };
        let operands = [Operand::use_of(regs::X10), Operand::use_of(rs2), Operand::block(blocks[to])];
        add(f, block, opcode, &operands);
    }
}

const TRIPLE: &str = "-triple=riscv64-linux-gnu";

#[test]
fn text_and_object_agree() {
    let target = RiscvTarget::new("", "").unwrap();
    for size in [0, 3, 40, 400, 1500] {
        let (module, functions) = MACHINE.module(size);
        check(&module, &target, &functions, &[TRIPLE, "-mattr=+m,+a,+f,+d,+c"]);
    }
}

#[test]
fn text_and_object_agree_without_compression() {
    let target = RiscvTarget::new("", "-c").unwrap();
    let (module, functions) = MACHINE.module(800);
    check(&module, &target, &functions, &[TRIPLE, "-mattr=+m,+a,+f,+d"]);
}

#[test]
fn text_and_object_agree_where_the_linker_relaxes() {
    let target = RiscvTarget::new("", "+relax").unwrap();
    for size in [0, 3, 40, 400, 1500] {
        let (module, functions) = MACHINE.module(size);
        check(&module, &target, &functions, &[TRIPLE, "-mattr=+m,+a,+f,+d,+c,+relax"]);
    }
}
