//! `select-branches`: selects become branches that skip the computation of a value.
//!
//! A select is printed as a branch over a move, so a branch costs no more. If only the select reads
//! one of its values, and an instruction of the block computes it, that instruction moves to a new
//! block that the branch skips. The other value gets a block too if a copy would be in its place
//! otherwise. Selects that follow each other with the same condition share the branch. A select
//! whose result is used only to compute a value of a later one stays: `machine-sink` moves it to the
//! later one's new block. LLVM inserts the branch for each select, and `machine-sink` moves the
//! instruction.
//!
//! Requires: selected instructions in SSA form. Establishes: nothing new. Cost: linear.

use crate::riscv::instr_info::SELECTS;
use crate::riscv::mc::instructions::op;
use crate::riscv::registers::classes;
use gisel_codegen::ir::builder::{Builder, InsertPoint};
use gisel_codegen::ir::entity::{BlockId, InstId, VReg};
use gisel_codegen::ir::mir::{MachineFunction, Operand};
use gisel_codegen::ir::opcodes::{COPY, PHI};
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::desc::registers::SubReg;
use gisel_codegen::passes::pre_ra::machine_licm::is_movable;
use gisel_codegen::target::PassTarget;

/// The branches by condition code. The codes of opposite conditions differ in the lowest bit.
const BRANCHES: [Opcode; 6] = [op::BEQ, op::BNE, op::BLT, op::BGE, op::BLTU, op::BGEU];

/// The numbers of a select's operands for a true and for a false condition.
const VALUES: [usize; 2] = [4, 5];

/// Replaces the selects of `mf` for which that saves instructions.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    let mut added: Vec<(BlockId, Vec<BlockId>)> = Vec::new();
    for n in 0..mf.layout.len() {
        let mut block = mf.layout[n];
        let mut next = mf.first_inst(block);
        while let Some(inst) = next {
            next = mf.next_inst(inst);
            if !SELECTS.contains(&mf.opcode(inst)) {
                continue;
            }
            let selects = group(mf, inst);
            next = selects.last().and_then(|&last| mf.next_inst(last));
            if selects.iter().all(|&select| is_computed_for_select(mf, target, select)) {
                continue;
            }
            let Some(branch) = Branch::of(mf, target, block, selects) else { continue };
            let new = branch.make(mf, block);
            let rest = new[new.len() - 1];
            added.push((block, new));
            block = rest;
        }
    }
    if added.is_empty() {
        return;
    }
    let mut layout = Vec::with_capacity(mf.layout.len() + 2 * added.len());
    let mut left = added.into_iter().peekable();
    for &block in &mf.layout {
        layout.push(block);
        let mut last = block;
        while let Some((_, new)) = left.next_if(|(from, _)| *from == last) {
            last = new[new.len() - 1];
            layout.extend(new);
        }
    }
    mf.layout = layout;
}

/// Returns `first` and the selects that follow it with the same condition. They do not read each
/// other's results.
fn group(mf: &MachineFunction, first: InstId) -> Vec<InstId> {
    let condition = |inst: InstId| [1, 2, 3].map(|n| mf.operand(inst, n));
    let mut selects = vec![first];
    let mut next = mf.next_inst(first);
    while let Some(inst) = next {
        let joins = SELECTS.contains(&mf.opcode(inst))
            && condition(inst) == condition(first)
            && VALUES.iter().all(|&n| {
                let value = mf.vreg_operand(inst, n);
                value.is_none() || selects.iter().all(|&s| mf.vreg_operand(s, 0) != value)
            });
        if !joins {
            break;
        }
        selects.push(inst);
        next = mf.next_inst(inst);
    }
    selects
}

/// The maximum distance of an instruction from the one that alone reads its result.
const MAX_DISTANCE: usize = 8;

/// Returns true if only the value of a later select is computed from the result of `select`, which
/// then is skipped together with its readers.
fn is_computed_for_select(mf: &MachineFunction, target: &dyn PassTarget, select: InstId) -> bool {
    let mut inst = select;
    for _ in 0..MAX_DISTANCE {
        let Some(value) = mf.vreg_operand(inst, 0).filter(|&value| mf.use_count(value) == 1) else {
            return false;
        };
        let later = std::iter::successors(mf.next_inst(inst), |&inst| mf.next_inst(inst));
        let reads = |&user: &InstId| mf.operands(user).iter().any(|o| o.is_use() && o.vreg() == Some(value));
        let Some(user) = later.take(MAX_DISTANCE).find(reads) else { return false };
        if SELECTS.contains(&mf.opcode(user)) {
            return inst != select && VALUES.iter().any(|&n| mf.vreg_operand(user, n) == Some(value));
        }
        if !is_movable(mf, target, user) {
            return false;
        }
        inst = user;
    }
    false
}

/// A branch that replaces selects.
struct Branch {
    selects: Vec<InstId>,
    /// The condition code under which the new block is executed.
    code: usize,
    /// The number of the operand that is selected there.
    taken: usize,
    /// The instructions that move there, in order.
    moved: Vec<InstId>,
    /// The instructions that move to a second new block, which is executed otherwise.
    others: Vec<InstId>,
}

impl Branch {
    /// Returns the branch for `selects`, if it saves an instruction.
    fn of(
        mf: &MachineFunction,
        target: &dyn PassTarget,
        block: BlockId,
        selects: Vec<InstId>,
    ) -> Option<Branch> {
        let first = *selects.first()?;
        let code = usize::try_from(mf.imm_value(mf.operand(first, 3))?).ok()?;
        let movable = |n: usize| -> Vec<InstId> {
            let defs = selects.iter().filter_map(|&select| own_value(mf, target, block, select, n));
            defs.collect()
        };
        let [truth, falsehood] = VALUES.map(movable);
        let is_false = falsehood.len() > truth.len();
        let (moved, mut others) = if is_false { (falsehood, truth) } else { (truth, falsehood) };
        if !copies_instead(mf, &selects, &moved, &others) {
            others.clear();
        }
        let is_new_branch = !moved.is_empty() || selects.len() > 1;
        let is_plain = mf.block(block).successors.iter().all(|&to| !mf.block(to).is_eh_pad);
        // A phi has whole registers.
        let is_whole = |n: usize| selects.iter().all(|&s| mf.operand(s, n).sub_reg() == SubReg::default());
        let is_plain = is_plain && VALUES.into_iter().all(is_whole);
        (code < BRANCHES.len() && is_new_branch && is_plain).then(|| Branch {
            selects,
            code: code ^ usize::from(is_false),
            taken: VALUES[usize::from(is_false)],
            moved,
            others,
        })
    }

    /// Replaces the selects of `block`. Returns the new blocks in order: the skipped one, the second
    /// one if there are others, and the one with the rest of `block`.
    fn make(self, mf: &mut MachineFunction, block: BlockId) -> Vec<BlockId> {
        let [skipped, rest] = [(); 2].map(|()| mf.create_block());
        let second = (!self.others.is_empty()).then(|| mf.create_block());
        let new: Vec<BlockId> = [Some(skipped), second, Some(rest)].into_iter().flatten().collect();
        split_after(mf, block, *self.selects.last().expect("a group has a select"), rest);
        new.iter().for_each(|&new| mf.note_rest_of_block(block, new));
        let other_end = second.unwrap_or(block);
        for (insts, to) in [(self.moved, skipped), (self.others, other_end)] {
            for inst in insts {
                mf.unlink_inst(inst);
                mf.append_inst(to, inst);
            }
        }
        let condition = [1, 2].map(|n| mf.operand(self.selects[0], n));
        for select in self.selects.into_iter().rev() {
            let other = VALUES[0] + VALUES[1] - self.taken;
            let [value, other] = [self.taken, other].map(|n| register(mf, select, n));
            let operands = [
                mf.operand(select, 0),
                Operand::use_of(value),
                Operand::block(skipped),
                Operand::use_of(other),
                Operand::block(other_end),
            ];
            let loc = mf.inst(select).debug_loc;
            mf.remove_inst(select);
            let phi = mf.create_inst(PHI, &operands, loc);
            mf.prepend_inst(rest, phi);
        }
        let not_taken = second.unwrap_or(rest);
        let mut b = Builder::at_end(mf, block);
        b.inst(BRANCHES[self.code ^ 1], &[condition[0], condition[1], Operand::block(not_taken)]);
        b.inst(op::PseudoBR, &[Operand::block(skipped)]);
        for to in [skipped, not_taken] {
            mf.add_new_edge(block, to);
        }
        for &from in &new[..new.len() - 1] {
            Builder::at_end(mf, from).inst(op::PseudoBR, &[Operand::block(rest)]);
            mf.add_new_edge(from, rest);
        }
        new
    }
}

/// The maximum number of instructions between a value and the one that it is computed from.
const MAX_DEPTH: usize = 3;

/// Returns true if each of `others`, in the block of `selects`, would be copied after the branch: the
/// select's result is the next value of a phi that the instruction reads, and `moved` read the phi
/// too, so that its register is not free for the instruction's result.
fn copies_instead(mf: &MachineFunction, selects: &[InstId], moved: &[InstId], others: &[InstId]) -> bool {
    let is_next = |select: InstId, phi: VReg| {
        let def = mf.def(phi).filter(|&def| mf.opcode(def) == PHI);
        let result = mf.vreg_operand(select, 0);
        def.is_some_and(|def| mf.operands(def).iter().skip(1).any(|o| o.is_use() && o.vreg() == result))
    };
    let keeps = |other: &InstId| {
        let select = selects
            .iter()
            .find(|&&s| VALUES.iter().any(|&n| mf.vreg_operand(s, n) == mf.vreg_operand(*other, 0)));
        let Some(&select) = select else { return false };
        read(mf, *other)
            .any(|phi| is_next(select, phi) && moved.iter().any(|&m| reaches(mf, m, phi, MAX_DEPTH)))
    };
    others.iter().all(keeps)
}

/// Returns the registers that `inst` reads.
fn read(mf: &MachineFunction, inst: InstId) -> impl Iterator<Item = VReg> {
    mf.operands(inst).iter().filter(|o| o.is_use()).filter_map(|o| o.vreg())
}

/// Returns true if `inst` reads `value`, or a result of the same block that is computed from it by at
/// most `depth` instructions.
fn reaches(mf: &MachineFunction, inst: InstId, value: VReg, depth: usize) -> bool {
    read(mf, inst).any(|read| {
        let local =
            mf.def(read).filter(|&def| mf.block_of(def) == mf.block_of(inst) && mf.opcode(def) != PHI);
        read == value
            || local.zip(depth.checked_sub(1)).is_some_and(|(def, depth)| reaches(mf, def, value, depth))
    })
}

/// Returns the instruction of `block` that computes the value in operand `n` of `select`, if it can
/// move and nothing else reads it. Constants are left: other passes share them.
fn own_value(
    mf: &MachineFunction,
    target: &dyn PassTarget,
    block: BlockId,
    select: InstId,
    n: usize,
) -> Option<InstId> {
    let value = mf.vreg_operand(select, n).filter(|&value| mf.use_count(value) == 1)?;
    let def = mf.def(value).filter(|&def| mf.block_of(def) == Some(block))?;
    let computes = mf.operands(def).iter().any(|o| o.is_use() && o.vreg().is_some());
    (computes && mf.opcode(def) != COPY && is_movable(mf, target, def)).then_some(def)
}

/// Returns the register in operand `n` of `select`; a new one if that is the zero register.
fn register(mf: &mut MachineFunction, select: InstId, n: usize) -> VReg {
    if let Some(value) = mf.vreg_operand(select, n) {
        return value;
    }
    let zero = mf.create_class_vreg(classes::GPR);
    let operand = mf.operand(select, n);
    Builder::new(mf, InsertPoint::Before(select)).inst(COPY, &[Operand::def(zero), operand]);
    zero
}

/// Moves the instructions after `last` to the end of the new block `rest`, and the edges of `block`.
fn split_after(mf: &mut MachineFunction, block: BlockId, last: InstId, rest: BlockId) {
    while let Some(inst) = mf.next_inst(last) {
        mf.unlink_inst(inst);
        mf.append_inst(rest, inst);
    }
    let successors = std::mem::take(&mut mf.block_mut(block).successors);
    let probabilities = std::mem::take(&mut mf.block_mut(block).probabilities);
    for &to in &successors {
        let preds = &mut mf.block_mut(to).predecessors;
        preds.iter_mut().filter(|pred| **pred == block).for_each(|pred| *pred = rest);
        let phis: Vec<InstId> = mf.insts(to).take_while(|&inst| mf.opcode(inst) == PHI).collect();
        for phi in phis {
            for n in 0..mf.operands(phi).len() {
                if mf.operand(phi, n).as_block() == Some(block) {
                    mf.set_operand(phi, n, Operand::block(rest));
                }
            }
        }
    }
    let data = mf.block_mut(rest);
    (data.successors, data.probabilities) = (successors, probabilities);
}
