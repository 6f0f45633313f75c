//! AArch64.

use super::check;
use super::module::{add_data, function, symbol};
use gisel_codegen::ir::entity::BlockId;
use gisel_codegen::ir::mir::{CfiDirective, MachineFunction, Operand};
use gisel_codegen::ir::module::{DataValue, Linkage, Module, SymbolKind};
use gisel_codegen::ir::opcodes;
use gisel_codegen::target::instructions::Opcode;
use gisel_targets::aarch64::instructions::op;
use gisel_targets::aarch64::registers::regs;
use gisel_targets::aarch64::target::AArch64Target;

fn add(f: &mut MachineFunction, block: BlockId, opcode: Opcode, operands: &[Operand]) {
    let inst = f.create_inst(opcode, operands, None);
    f.append_inst(block, inst);
}

fn cfi(f: &mut MachineFunction, block: BlockId, directive: CfiDirective) {
    let directive = f.create_cfi(directive);
    add(f, block, opcodes::CFI_INSTRUCTION, &[Operand::cfi(directive)]);
}

fn address(f: &mut MachineFunction, block: BlockId, opcode: Opcode, of: Operand) {
    add(f, block, opcode, &[Operand::def(regs::X0), of, of]);
}

/// Blocks of `size` instructions with branches from each to each, and a jump table.
fn branches(f: &mut MachineFunction, size: usize) {
    let blocks: Vec<BlockId> = (0..6).map(|_| f.append_block()).collect();
    let table = f.create_jump_table(blocks.clone());
    cfi(f, blocks[0], CfiDirective::DefCfaOffset(16));
    address(f, blocks[0], op::MOVaddrJT, Operand::jump_table(table));
    cfi(f, blocks[0], CfiDirective::Offset(30, -16));
    for (n, &block) in blocks.iter().enumerate() {
        let (w0, bit) = (Operand::use_of(regs::W0), Operand::small_imm(5));
        add(f, block, op::TBZW, &[w0, bit, Operand::block(blocks[0])]);
        add(f, block, op::TBNZW, &[w0, bit, Operand::block(blocks[5])]);
        add(f, block, op::CBZW, &[w0, Operand::block(blocks[3])]);
        add(f, block, op::Bcc, &[Operand::small_imm(0), Operand::block(blocks[5])]);
        for i in 0..size {
            let immediates = [Operand::small_imm((i % 100) as i32), Operand::small_imm(0)];
            let x0 = regs::X0;
            add(f, block, op::ADDXri, &[Operand::def(x0), Operand::use_of(x0), immediates[0], immediates[1]]);
        }
        let to = if n == 3 { blocks[0] } else { blocks[(n + 1) % 6] };
        add(f, block, op::B, &[Operand::block(to)]);
    }
    let last = f.append_block();
    cfi(f, last, CfiDirective::DefCfaOffset(0));
    add(f, last, op::RET_ReallyLR, &[]);
}

fn calls(module: &mut Module, f: &mut MachineFunction, to: &MachineFunction) {
    let outside = symbol(module, "outside", Linkage::External, SymbolKind::Function, false);
    let variable = symbol(module, "variable", Linkage::External, SymbolKind::Data, false);
    let block = f.append_block();
    let constant = f.constant_pool_entry(&[1, 2, 3, 4, 5, 6, 7, 8], 8);
    cfi(f, block, CfiDirective::DefCfaOffset(32));
    let callees = [f.global(outside, 0), f.global(to.symbol, 0), Operand::external(0)];
    for callee in callees {
        add(f, block, op::BL, &[callee]);
        cfi(f, block, CfiDirective::Offset(19, -16));
    }
    let global = f.global(variable, 8);
    address(f, block, op::MOVaddr, global);
    address(f, block, op::MOVaddrCP, Operand::constant_pool(constant));
    let global = f.global(variable, 0);
    add(f, block, op::LOADgot, &[Operand::def(regs::X0), global]);
    let callee = f.global(outside, 0);
    add(f, block, op::TCRETURNdi, &[callee]);
}

fn module(size: usize) -> (Module, Vec<MachineFunction>) {
    let mut module = Module { triple: "aarch64-linux-gnu".into(), ..Module::default() };
    let mut first = function(&mut module, "first", Linkage::Internal);
    branches(&mut first, size);
    let mut second = function(&mut module, "second", Linkage::External);
    second.attrs.align = 16;
    calls(&mut module, &mut second, &first);
    let mut third = function(&mut module, "third", Linkage::Weak);
    let block = third.append_block();
    third.block_mut(block).address_taken = true;
    third.block_mut(block).ir_block = Some(4);
    add(&mut third, block, op::RET_ReallyLR, &[]);
    add_data(&mut module, first.symbol);
    let id = third.symbol;
    let table = module.globals.iter_mut().find(|g| !g.initializer.relocs.is_empty()).unwrap();
    let relocs = &mut table.initializer.relocs;
    relocs[2].value = DataValue::BlockAddress(id, 4, 0);
    relocs[3].value = DataValue::BlockAddress(id, 5, 0);
    (module, vec![first, second, third])
}

#[test]
fn text_and_object_agree() {
    let target = AArch64Target::new("", "").unwrap();
    for size in [0, 10, 3000, 9000, 53_000] {
        let (module, functions) = module(size);
        check(&module, &target, &functions, &["-triple=aarch64-linux-gnu"]);
    }
}

#[test]
fn branches_that_do_not_reach_go_over_a_jump() {
    let target = AArch64Target::new("", "").unwrap();
    let (module, functions) = module(3000);
    let (_, text) = check(&module, &target, &functions, &["-triple=aarch64-linux-gnu"]);
    assert!(text.contains("\ttbz\tw0, #5, .Lskip0_0\n\tb\t.LBB0_5\n.Lskip0_0:\n"));
    assert!(!text.contains(".Lskip1_"));
}
