//! Small functions, each of which shows one feature of allocation.

use super::{Allocator, allocated_function, interpret};
use crate::ir::builder::Builder;
use crate::ir::entity::{BlockId, InstId, SubtargetId, SymbolId, VReg};
use crate::ir::mir::{MachineFunction, Operand, OperandFlags, Properties};
use crate::ir::opcodes::{COPY, PHI};
use crate::machine::desc::instructions::Opcode;
use crate::testing::Random;
use crate::testing::toy::*;

/// Returns a function of `count` empty blocks with these edges, in SSA form.
fn blocks(count: usize, edges: &[(usize, usize)]) -> (MachineFunction, Vec<BlockId>) {
    let mut mf = MachineFunction::new(SymbolId::new(0), "f", SubtargetId::new(0));
    let blocks: Vec<BlockId> = (0..count).map(|_| mf.append_block()).collect();
    for &(from, to) in edges {
        mf.add_edge(blocks[from], blocks[to]);
    }
    mf.properties = Properties::IS_SSA | Properties::SELECTED | Properties::TRACKS_LIVENESS;
    (mf, blocks)
}

/// Returns the function's two arguments.
fn arguments(mf: &mut MachineFunction, entry: BlockId) -> [VReg; 2] {
    [0, 1].map(|n| {
        mf.block_mut(entry).live_ins.push(r(n));
        let value = mf.create_class_vreg(GPR);
        Builder::at_end(mf, entry).copy(value, r(n));
        value
    })
}

fn add(mf: &mut MachineFunction, block: BlockId, a: VReg, b: VReg) -> VReg {
    let sum = mf.create_class_vreg(GPR);
    Builder::at_end(mf, block).regs(ADD, &[sum], &[a, b]);
    sum
}

fn trace(mf: &mut MachineFunction, block: BlockId, value: VReg) {
    Builder::at_end(mf, block).inst(TRACE, &[Operand::use_of(value)]);
}

fn phi(mf: &mut MachineFunction, block: BlockId, result: VReg, inputs: &[(VReg, BlockId)]) {
    let mut operands = vec![Operand::def(result)];
    for &(value, from) in inputs {
        operands.extend([Operand::use_of(value), Operand::block(from)]);
    }
    Builder::at_end(mf, block).inst(PHI, &operands);
}

fn branch_if(mf: &mut MachineFunction, block: BlockId, condition: VReg, to: BlockId) {
    Builder::at_end(mf, block).inst(BCC, &[Operand::use_of(condition), Operand::block(to)]);
}

fn give_back(mf: &mut MachineFunction, block: BlockId, value: VReg) {
    let mut builder = Builder::at_end(mf, block);
    builder.copy(r(0), value);
    builder.inst(RET, &[Operand::implicit_use(r(0)).with_flags(OperandFlags::IMPLICIT)]);
}

/// Returns the number of instructions of `block` with these opcodes.
fn count(mf: &MachineFunction, block: BlockId, opcodes: &[Opcode]) -> usize {
    mf.insts(block).filter(|&i: &InstId| opcodes.contains(&mf.opcode(i))).count()
}

/// Allocates with the greedy algorithm and the checker, and compares the results of execution.
fn optimized(mf: MachineFunction) -> MachineFunction {
    let expected = interpret::run(&mf, 60);
    let (allocated, ..) = allocated_function(mf, "case", Allocator::Greedy);
    assert_eq!(interpret::run(&allocated, 60), expected);
    allocated
}

#[test]
fn loop_carried_values_stay_in_one_register() {
    let (mut mf, b) = blocks(3, &[(0, 1), (1, 1), (1, 2)]);
    let [start, step] = arguments(&mut mf, b[0]);
    let [i, j, sum] = [0; 3].map(|_| mf.create_class_vreg(GPR));
    let next_sum = mf.create_class_vreg(GPR);
    phi(&mut mf, b[1], i, &[(start, b[0]), (j, b[1])]);
    phi(&mut mf, b[1], sum, &[(step, b[0]), (next_sum, b[1])]);
    Builder::at_end(&mut mf, b[1]).regs(ADD, &[next_sum], &[sum, i]);
    Builder::at_end(&mut mf, b[1]).regs(ADD, &[j], &[i, step]);
    branch_if(&mut mf, b[1], j, b[1]);
    give_back(&mut mf, b[2], next_sum);
    let mf = optimized(mf);
    assert_eq!(count(&mf, b[1], &[COPY, LOAD, STORE]), 0);
    assert_eq!(mf.layout.len(), 3, "no block on an edge");
}

#[test]
fn values_live_through_a_loop_are_spilled_around_it() {
    let (mut mf, b) = blocks(3, &[(0, 1), (1, 1), (1, 2)]);
    let [x, y] = arguments(&mut mf, b[0]);
    let around: Vec<VReg> = (0..5).map(|_| add(&mut mf, b[0], x, y)).collect();
    let inside: Vec<VReg> = (0..3).map(|_| add(&mut mf, b[0], y, x)).collect();
    let [i, j] = [0; 2].map(|_| mf.create_class_vreg(GPR));
    phi(&mut mf, b[1], i, &[(x, b[0]), (j, b[1])]);
    let mut sum = i;
    for &value in inside.iter().chain(&inside) {
        sum = add(&mut mf, b[1], sum, value);
    }
    Builder::at_end(&mut mf, b[1]).regs(ADD, &[j], &[sum, inside[0]]);
    branch_if(&mut mf, b[1], j, b[1]);
    around.iter().for_each(|&value| trace(&mut mf, b[2], value));
    give_back(&mut mf, b[2], j);
    let mf = optimized(mf);
    assert_eq!(count(&mf, b[1], &[COPY, LOAD, STORE]), 0, "nothing is moved in the loop");
    let stored = count(&mf, b[0], &[STORE]);
    assert!(stored > 0 && count(&mf, b[2], &[LOAD]) == stored, "{stored} values are loaded after it");
    assert_eq!(mf.layout.len(), 3, "no block on an edge");
}

#[test]
fn a_move_on_a_critical_edge_gets_a_block_of_its_own() {
    let (mut mf, b) = blocks(3, &[(0, 1), (0, 2), (1, 2)]);
    let [x, y] = arguments(&mut mf, b[0]);
    branch_if(&mut mf, b[0], x, b[2]);
    let other = add(&mut mf, b[1], x, y);
    let result = mf.create_class_vreg(GPR);
    phi(&mut mf, b[2], result, &[(y, b[0]), (other, b[1])]);
    // The registers must differ, although the phi's value is `y` on one edge.
    trace(&mut mf, b[2], y);
    let sum = add(&mut mf, b[2], result, y);
    give_back(&mut mf, b[2], sum);
    let mf = optimized(mf);
    let new: Vec<BlockId> = mf.layout.iter().copied().filter(|block| !b.contains(block)).collect();
    assert_eq!(new.len(), 1);
    assert_eq!(count(&mf, new[0], &[COPY]), 1);
    assert_eq!(mf.block(new[0]).predecessors.as_slice(), [b[0]]);
    assert_eq!(mf.block(new[0]).successors.as_slice(), [b[2]]);
    assert!(mf.block(b[0]).successors.contains(&new[0]) && !mf.block(b[0]).successors.contains(&b[2]));
    assert_eq!(count(&mf, b[2], &[COPY, LOAD]), 0);
}

#[test]
fn constants_are_computed_again_and_not_stored() {
    let (mut mf, b) = blocks(1, &[]);
    let [x, y] = arguments(&mut mf, b[0]);
    let mut random = Random::new(7);
    let constants: Vec<VReg> = (0..8)
        .map(|_| {
            let value = mf.create_class_vreg(GPR);
            let operands = [Operand::def(value), Operand::small_imm(random.below(100) as i32)];
            Builder::at_end(&mut mf, b[0]).inst(CONST, &operands);
            value
        })
        .collect();
    constants.iter().for_each(|&value| trace(&mut mf, b[0], value));
    let sum = constants.iter().fold(x, |sum, &value| add(&mut mf, b[0], sum, value));
    let sum = add(&mut mf, b[0], sum, y);
    give_back(&mut mf, b[0], sum);
    let mf = optimized(mf);
    assert_eq!(count(&mf, b[0], &[LOAD, STORE]), 0);
    assert!(count(&mf, b[0], &[CONST]) > constants.len());
}

#[test]
fn copies_of_a_constant_make_it_and_leave_no_register_to_it() {
    let (mut mf, b) = blocks(2, &[(0, 1)]);
    let [x, _] = arguments(&mut mf, b[0]);
    let constant = mf.create_class_vreg(GPR);
    Builder::at_end(&mut mf, b[0]).inst(CONST, &[Operand::def(constant), Operand::small_imm(7)]);
    for n in 0..2 {
        Builder::at_end(&mut mf, b[0]).copy(r(n), constant);
        let read = mf.create_class_vreg(GPR);
        Builder::at_end(&mut mf, b[0]).copy(read, r(n));
        trace(&mut mf, b[0], read);
    }
    trace(&mut mf, b[0], x);
    let result = mf.create_class_vreg(GPR);
    phi(&mut mf, b[1], result, &[(constant, b[0])]);
    give_back(&mut mf, b[1], result);
    let mf = optimized(mf);
    assert_eq!(count(&mf, b[0], &[CONST]), 3, "for each register that is copied to, and for the phi");
    assert_eq!(count(&mf, b[1], &[CONST]), 0);
}

/// Returns a function that passes a constant to a call, and reads it `users` times afterwards.
fn constant_across_call(users: usize) -> (MachineFunction, BlockId) {
    let (mut mf, b) = blocks(1, &[]);
    let [x, _] = arguments(&mut mf, b[0]);
    let constant = mf.create_class_vreg(GPR);
    let mut call = Builder::at_end(&mut mf, b[0]);
    call.inst(CONST, &[Operand::def(constant), Operand::small_imm(7)]);
    call.copy(r(0), constant);
    call.inst(CALL, &[Operand::reg_mask(0), Operand::implicit_use(r(0))]);
    (0..users).for_each(|_| trace(&mut mf, b[0], constant));
    give_back(&mut mf, b[0], x);
    (optimized(mf), b[0])
}

#[test]
fn constants_with_one_user_after_a_call_leave_no_preserved_register_to_it() {
    let (mf, block) = constant_across_call(1);
    assert_eq!(count(&mf, block, &[CONST]), 2, "for the argument and for the user");
    let (mf, block) = constant_across_call(2);
    assert_eq!(count(&mf, block, &[CONST]), 1, "two users would take one instruction more");
}

#[test]
fn frequently_defined_values_are_stored_at_the_split() {
    let (mut mf, b) = blocks(5, &[(0, 1), (1, 2), (1, 3), (2, 3), (3, 1), (3, 4)]);
    mf.block_mut(b[1]).probabilities = [1, 1000].into_iter().collect();
    let [start, step] = arguments(&mut mf, b[0]);
    // More values change in each iteration than the call in the rare block preserves registers.
    let [old, new] = [0; 2].map(|_| [0; 3].map(|_| mf.create_class_vreg(GPR)));
    old.iter().zip(new).for_each(|(&phi_of, new)| phi(&mut mf, b[1], phi_of, &[(start, b[0]), (new, b[3])]));
    for (n, result) in new.into_iter().enumerate() {
        Builder::at_end(&mut mf, b[1]).regs(ADD, &[result], &[old[n], old[(n + 1) % 3]]);
    }
    branch_if(&mut mf, b[1], new[0], b[3]);
    let mut before_call = Builder::at_end(&mut mf, b[2]);
    before_call.copy(r(0), new[0]);
    before_call.copy(r(1), new[1]);
    let arguments = [0, 1].map(|n| Operand::implicit_use(r(n)));
    before_call.inst(CALL, &[Operand::reg_mask(0), arguments[0], arguments[1]]);
    branch_if(&mut mf, b[3], new[1], b[1]);
    let sum = new.iter().fold(step, |sum, &value| add(&mut mf, b[4], sum, value));
    give_back(&mut mf, b[4], sum);
    let mf = optimized(mf);
    assert_eq!(count(&mf, b[1], &[LOAD, STORE]) + count(&mf, b[3], &[LOAD, STORE]), 0);
    assert!(count(&mf, b[2], &[STORE]) > 0, "a value of the loop is stored before the call");
}

#[test]
fn an_argument_is_copied_only_where_something_is_called() {
    let (mut mf, b) = blocks(4, &[(0, 1), (0, 2), (1, 3), (2, 3)]);
    mf.block_mut(b[0]).probabilities = [1, 3].into_iter().collect();
    let [x, y] = arguments(&mut mf, b[0]);
    branch_if(&mut mf, b[0], x, b[2]);
    let mut before_call = Builder::at_end(&mut mf, b[1]);
    before_call.copy(r(0), x);
    before_call.inst(CALL, &[Operand::reg_mask(0), Operand::implicit_use(r(0))]);
    trace(&mut mf, b[1], y);
    Builder::at_end(&mut mf, b[1]).inst(BR, &[Operand::block(b[3])]);
    trace(&mut mf, b[2], y);
    give_back(&mut mf, b[3], x);
    let copies = |mf: &MachineFunction| [0, 1, 2].map(|n| count(mf, b[n], &[COPY]));
    // `x` is moved back at the join, where `y` is dead.
    let mf = optimized(mf);
    let [entry, call, other] = copies(&mf);
    assert!(entry < 2 && call > 0 && other == 0, "{entry}, {call} and {other} copies");
}

/// Returns the instructions of the entry, the block of a call, and the join, for a value that is
/// live across the call, which is executed once in `one_in` times.
fn across_seldom_call(one_in: u32) -> [[usize; 3]; 3] {
    let (mut mf, b) = blocks(3, &[(0, 1), (0, 2), (1, 2)]);
    mf.block_mut(b[0]).probabilities = [1, one_in - 1].into_iter().collect();
    let [x, y] = arguments(&mut mf, b[0]);
    let sum = add(&mut mf, b[0], x, y);
    branch_if(&mut mf, b[0], x, b[2]);
    let mut before_call = Builder::at_end(&mut mf, b[1]);
    before_call.copy(r(0), x);
    before_call.inst(CALL, &[Operand::reg_mask(0), Operand::implicit_use(r(0))]);
    give_back(&mut mf, b[2], sum);
    let mf = optimized(mf);
    [0, 1, 2].map(|n| [LOAD, STORE, COPY].map(|opcode| count(&mf, b[n], &[opcode])))
}

#[test]
fn no_register_is_saved_for_a_call_that_is_hardly_ever_executed() {
    let [entry, call, _] = across_seldom_call(1000);
    assert_eq!([entry[0] + entry[1], call[0], call[1]], [0, 1, 1], "a load and a store around the call");
    let [entry, call, join] = across_seldom_call(2);
    let accesses = [entry, call, join].map(|[loads, stores, _]| loads + stores);
    assert_eq!(accesses, [0, 0, 0], "a preserved register");
}
