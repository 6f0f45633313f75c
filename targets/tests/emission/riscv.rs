//! RISC-V.

use super::check;
use super::module::{add_data, function, symbol};
use gisel_codegen::ir::entity::BlockId;
use gisel_codegen::ir::mir::{CfiDirective, MachineFunction, Operand};
use gisel_codegen::ir::module::{DataValue, Linkage, Module, SymbolKind};
use gisel_codegen::ir::opcodes;
use gisel_codegen::target::instructions::Opcode;
use gisel_targets::riscv::instructions::op;
use gisel_targets::riscv::registers::regs;
use gisel_targets::riscv::target::RiscvTarget;

fn add(f: &mut MachineFunction, block: BlockId, opcode: Opcode, operands: &[Operand]) {
    let inst = f.create_inst(opcode, operands, None);
    f.append_inst(block, inst);
}

fn cfi(f: &mut MachineFunction, block: BlockId, directive: CfiDirective) {
    let directive = f.create_cfi(directive);
    add(f, block, opcodes::CFI_INSTRUCTION, &[Operand::cfi(directive)]);
}

fn addi(f: &mut MachineFunction, block: BlockId, value: i32) {
    let a0 = regs::X10;
    add(f, block, op::ADDI, &[Operand::def(a0), Operand::use_of(a0), Operand::small_imm(value)]);
}

/// Blocks of `size` instructions with branches from each to each, and a jump table.
fn branches(f: &mut MachineFunction, size: usize) {
    let blocks: Vec<BlockId> = (0..6).map(|_| f.append_block()).collect();
    let table = f.create_jump_table(blocks.clone());
    cfi(f, blocks[0], CfiDirective::DefCfaOffset(16));
    add(f, blocks[0], op::PseudoLLA, &[Operand::def(regs::X11), Operand::jump_table(table)]);
    cfi(f, blocks[0], CfiDirective::Offset(1, -8));
    for (n, &block) in blocks.iter().enumerate() {
        for (opcode, to) in [(op::BEQ, 0), (op::BNE, 5), (op::BLT, 3), (op::BEQ, 4)] {
            let rs2 = if opcode == op::BLT { regs::X20 } else { regs::X0 };
            let operands = [Operand::use_of(regs::X10), Operand::use_of(rs2), Operand::block(blocks[to])];
            add(f, block, opcode, &operands);
        }
        (0..size).for_each(|i| addi(f, block, (i % 100 + 30) as i32));
        let next = blocks[(n + 1) % 6];
        let to = if n == 3 { blocks[0] } else { next };
        add(f, block, op::PseudoBR, &[Operand::block(to)]);
    }
    let last = f.append_block();
    cfi(f, last, CfiDirective::DefCfaOffset(0));
    add(f, last, op::PseudoRET, &[]);
}

fn calls(module: &mut Module, f: &mut MachineFunction, to: &MachineFunction) {
    let outside = symbol(module, "outside", Linkage::External, SymbolKind::Function, false);
    let variable = symbol(module, "variable", Linkage::External, SymbolKind::Data, false);
    let block = f.append_block();
    let constant = f.constant_pool_entry(&[1, 2, 3, 4, 5, 6, 7, 8], 8);
    cfi(f, block, CfiDirective::DefCfaOffset(32));
    let callees = [f.global(outside, 0), f.global(to.symbol, 0), Operand::external(0)];
    for callee in callees {
        add(f, block, op::PseudoCALL, &[callee]);
        cfi(f, block, CfiDirective::Offset(8, -16));
    }
    let address = f.global(variable, 8);
    add(f, block, op::PseudoLLA, &[Operand::def(regs::X10), address]);
    add(f, block, op::PseudoLLA, &[Operand::def(regs::X10), Operand::constant_pool(constant)]);
    let address = f.global(variable, 0);
    add(f, block, op::PseudoLGA, &[Operand::def(regs::X10), address]);
    let callee = f.global(outside, 0);
    add(f, block, op::PseudoTAIL, &[callee]);
}

fn module(size: usize) -> (Module, Vec<MachineFunction>) {
    let mut module = Module { triple: "riscv64-linux-gnu".into(), ..Module::default() };
    let mut first = function(&mut module, "first", Linkage::Internal);
    branches(&mut first, size);
    let mut second = function(&mut module, "second", Linkage::External);
    second.attrs.align = 16;
    calls(&mut module, &mut second, &first);
    let mut third = function(&mut module, "third", Linkage::Weak);
    let block = third.append_block();
    third.block_mut(block).address_taken = true;
    third.block_mut(block).ir_block = Some(4);
    add(&mut third, block, op::PseudoRET, &[]);
    add_data(&mut module, first.symbol);
    let id = third.symbol;
    let table =
        &mut module.globals.iter_mut().find(|g| !g.initializer.relocs.is_empty()).unwrap().initializer;
    table.relocs[2].value = DataValue::BlockAddress(id, 4, 0);
    table.relocs[3].value = DataValue::BlockAddress(id, 5, 0);
    (module, vec![first, second, third])
}

const TRIPLE: &str = "-triple=riscv64-linux-gnu";

#[test]
fn text_and_object_agree() {
    let target = RiscvTarget::new("", "").unwrap();
    for size in [0, 3, 40, 400, 1500] {
        let (module, functions) = module(size);
        check(&module, &target, &functions, &[TRIPLE, "-mattr=+m,+a,+f,+d,+c"]);
    }
}

#[test]
fn text_and_object_agree_without_compression() {
    let target = RiscvTarget::new("", "-c").unwrap();
    let (module, functions) = module(800);
    check(&module, &target, &functions, &[TRIPLE, "-mattr=+m,+a,+f,+d"]);
}

#[test]
fn text_and_object_agree_where_the_linker_relaxes() {
    let target = RiscvTarget::new("", "+relax").unwrap();
    for size in [0, 3, 40, 400, 1500] {
        let (module, functions) = module(size);
        check(&module, &target, &functions, &[TRIPLE, "-mattr=+m,+a,+f,+d,+c,+relax"]);
    }
}
