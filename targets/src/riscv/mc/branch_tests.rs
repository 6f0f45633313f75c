//! Branch folding on RISC-V's branches.

use crate::riscv::mc::instructions::op;
use crate::riscv::registers::regs;
use crate::riscv::target::RiscvTarget;
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{BlockId, SubtargetId, SymbolId};
use gisel_codegen::ir::mir::{MachineFunction, Operand};
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::passes::post_ra::branch_folding;
use gisel_codegen::passes::post_ra::branch_relaxation;

/// Returns a function of `count` blocks, each with these branches (without one, a return with a
/// distinct number).
fn function(count: usize, branches: &[(usize, Opcode, usize)]) -> MachineFunction {
    let mut mf = MachineFunction::new(SymbolId::new(0), "f", SubtargetId::new(0));
    let blocks: Vec<BlockId> = (0..count).map(|_| mf.append_block()).collect();
    for &(from, opcode, to) in branches {
        let target = Operand::block(blocks[to]);
        let [a, b] = [regs::X10, regs::X0].map(Operand::use_of);
        let operands: &[Operand] = if opcode == op::PseudoBR { &[target] } else { &[a, b, target] };
        Builder::at_end(&mut mf, blocks[from]).inst(opcode, operands);
        mf.add_edge(blocks[from], blocks[to]);
    }
    for (block, number) in blocks.into_iter().zip(0..) {
        if mf.first_inst(block).is_none() {
            let mut b = Builder::at_end(&mut mf, block);
            b.inst(
                op::ADDI,
                &[Operand::def(regs::X10), Operand::use_of(regs::X0), Operand::small_imm(number)],
            );
            b.inst(op::PseudoRET, &[]);
        }
    }
    mf
}

/// Returns the remaining branches, and the blocks in order.
fn folded(mut mf: MachineFunction) -> (Vec<(usize, Opcode, usize)>, Vec<usize>) {
    branch_folding::run(&mut mf, &RiscvTarget::new("", "").unwrap());
    let mut out = Vec::new();
    for &block in &mf.layout {
        for inst in mf.insts(block) {
            let to = mf.operands(inst).iter().find_map(|o| o.as_block());
            out.extend(to.map(|to| (block.index(), mf.opcode(inst), to.index())));
        }
        for &to in &mf.block(block).successors {
            assert!(mf.block(to).predecessors.contains(&block));
        }
    }
    (out, mf.layout.iter().map(|b| b.index()).collect())
}

#[test]
fn a_branch_over_a_jump_is_inverted() {
    let mf = function(3, &[(0, op::BEQ, 1), (0, op::PseudoBR, 2)]);
    assert_eq!(folded(mf), (vec![(0, op::BNE, 2)], vec![0, 1, 2]));
}

#[test]
fn branches_to_the_next_block_vanish() {
    for last in [op::BEQ, op::PseudoBR] {
        assert_eq!(folded(function(2, &[(0, op::BLT, 1), (0, last, 1)])), (vec![], vec![0, 1]));
    }
}

#[test]
fn jumping_blocks_are_jumped_past_and_vanish() {
    let branches =
        [(0, op::BEQ, 1), (0, op::BLT, 2), (0, op::PseudoBR, 3), (2, op::PseudoBR, 4), (3, op::PseudoBR, 2)];
    assert_eq!(folded(function(5, &branches)), (vec![(0, op::BEQ, 1)], vec![0, 4, 1]));
}

#[test]
fn blocks_that_nothing_leads_to_vanish() {
    let branches = [(0, op::PseudoBR, 3), (1, op::PseudoBR, 2), (2, op::PseudoBR, 3)];
    assert_eq!(folded(function(4, &branches)), (vec![], vec![0, 3]));
}

#[test]
fn circles_of_jumps_stay() {
    let mf = function(3, &[(0, op::PseudoBR, 1), (1, op::PseudoBR, 2), (2, op::PseudoBR, 1)]);
    let (branches, layout) = folded(mf);
    assert!(layout.contains(&branches[0].2) || branches.is_empty());
    assert!(branches.iter().all(|b| layout.contains(&b.2)), "{branches:?} {layout:?}");
}

/// Returns blocks of 1,000 `addi` each, followed by these branches, after branch relaxation.
fn relaxed(count: usize, branches: &[(usize, Opcode, usize)]) -> MachineFunction {
    let mut mf = function(count, branches);
    for &(from, _, _) in
        branches.iter().filter(|(from, opcode, to)| *opcode != op::PseudoBR && *to != from + 1)
    {
        mf.add_edge(mf.layout[from], mf.layout[from + 1]);
    }
    for block in mf.layout.clone() {
        for _ in 0..1000 {
            let operands = [Operand::def(regs::X10), Operand::use_of(regs::X10), Operand::small_imm(1)];
            let inst = mf.create_inst(op::ADDI, &operands, None);
            mf.prepend_inst(block, inst);
        }
    }
    let target = RiscvTarget::new("", "").unwrap();
    branch_relaxation::reserve(&mut mf, &target);
    branch_relaxation::run(&mut mf, &target);
    mf
}

#[test]
fn branches_that_may_not_reach_become_long() {
    let far =
        [(0, op::BEQ, 1), (1, op::BEQ, 299), (2, op::PseudoBR, 298), (3, op::BNE, 4), (299, op::PseudoBR, 0)];
    let mf = relaxed(300, &far);
    let branches = |n: usize| -> Vec<(Opcode, usize)> {
        let insts = mf.insts(mf.layout[n]).filter(|&i| mf.opcode(i) != op::ADDI);
        insts
            .filter_map(|i| Some((mf.opcode(i), mf.operands(i).iter().find_map(|o| o.as_block())?.index())))
            .collect()
    };
    let between = 300;
    assert_eq!(branches(0), [(op::BEQ, 1)]);
    assert_eq!(branches(1), [(op::BEQ, between), (op::PseudoBR, 2)]);
    assert_eq!((mf.layout[2].index(), branches(2)), (between, vec![(op::PseudoJump, 299)]));
    assert_eq!(branches(3), [(op::PseudoJump, 298)]);
    assert_eq!(branches(4), [(op::BNE, 4)]);
    assert_eq!(branches(300), [(op::PseudoJump, 0)]);
    let near = relaxed(10, &[(0, op::BEQ, 9), (9, op::PseudoBR, 0)]);
    assert!(near.layout.iter().all(|&b| near.insts(b).all(|i| near.opcode(i) != op::PseudoJump)));
}
