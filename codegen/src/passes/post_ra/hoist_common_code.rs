//! `hoist-common-code`: an instruction with which both ways after a branch begin is executed before
//! the branch. LLVM does this in `branch-folder`.
//!
//! After register allocation, constants that a loop and its early exit require are often equal.
//! Where both ways execute the instruction, it is moved before the branch, and one of the two is
//! erased. If a block that returned the constant is empty then, the branch goes to a return.
//!
//! The moved instruction may write the source of a copy before the branch, which `postra-machine-sink`
//! could sink otherwise. Then one way executes the copy in vain; apart from that, no path executes more
//! instructions. That is accepted if the copy is not to a callee-saved register, whose save the other
//! way would be spared, and one of the ways enters a loop.
//!
//! Requires: physical registers, no phis, live-in lists of blocks. Establishes: nothing new. Cost:
//! linear in the branches.

use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::{MachineFunction, OperandFlags, OperandTag};
use crate::ir::opcodes::COPY;
use crate::machine::desc::instructions::InstrFlags;
use crate::machine::desc::registers::{PhysReg, UnitSet};
use crate::machine::function::RegisterEffects;
use crate::passes::analysis::control_flow::ControlFlow;
use crate::passes::analysis::loops;
use crate::passes::post_ra::tail_merging::{are_equal, merge_flags_and_memrefs};
use crate::passes::target::PassTarget;
use smallvec::SmallVec;

/// The maximum number of instructions of a block in which an equal instruction is looked up.
const MAX_DISTANCE: usize = 8;

/// The flags of instructions that are not moved, and past which none is moved.
const FIXED: InstrFlags = InstrFlags::TERMINATOR
    .union(InstrFlags::CALL)
    .union(InstrFlags::SIDE_EFFECTS)
    .union(InstrFlags::FP_ENVIRONMENT);

/// Hoists common instructions of the successors of each branch of `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    let mut pass = None;
    for n in 0..mf.layout.len() {
        let block = mf.layout[n];
        let [a, b] = mf.block(block).successors[..] else { continue };
        if a != b && [a, b].into_iter().all(|to| is_only_reached_from(mf, to, block)) {
            let pass = pass.get_or_insert_with(|| HoistCommonCode::new(mf, target));
            while pass.hoist_first(mf, block, a, b) || pass.hoist_first(mf, block, b, a) {}
        }
    }
}

fn is_only_reached_from(mf: &MachineFunction, to: BlockId, block: BlockId) -> bool {
    let data = mf.block(to);
    data.predecessors[..] == [block] && !data.is_eh_pad && !data.address_taken
}

struct HoistCommonCode<'a> {
    target: &'a dyn PassTarget,
    /// The units of reserved registers.
    reserved: UnitSet,
    /// The units of registers that always hold the same value.
    constant: UnitSet,
    /// By block: its loop depth. Computed when first required.
    depths: Option<Vec<u32>>,
}

impl<'a> HoistCommonCode<'a> {
    fn new(mf: &MachineFunction, target: &'a dyn PassTarget) -> HoistCommonCode<'a> {
        let reserved = target.frame_lowering().reserved(mf);
        let constant = reserved.iter().filter(|&&reg| target.instr_info().is_constant_register(reg));
        let registers = target.registers();
        let [reserved, constant] = [registers.unit_set_of(&reserved), registers.unit_set_of(constant)];
        HoistCommonCode { target, reserved, constant, depths: None }
    }

    /// Moves the first instruction of `to` before the branch of `block`, if `other` has the same.
    fn hoist_first(&mut self, mf: &mut MachineFunction, block: BlockId, to: BlockId, other: BlockId) -> bool {
        let Some(first) = mf.first_inst(to).filter(|&inst| self.is_movable(mf, inst)) else { return false };
        let effects = self.effects(mf, first);
        let Some(same) = self.same(mf, first, effects, other) else { return false };
        let Some(point) = self.point(mf, block, effects) else { return false };
        if !self.leaves_copies(mf, block, [to, other], effects) {
            return false;
        }
        mf.unlink_inst(first);
        mf.insert_before(point, first);
        merge_flags_and_memrefs(mf, first, same);
        mf.remove_inst(same);
        // The variables have the values that they have at the branch.
        let loc = mf.location(point);
        mf.set_location(first, loc);
        for n in 0..mf.operands(first).len() {
            mf.set_operand_flags(first, n, mf.operand(first, n).flags - OperandFlags::KILL);
        }
        let listed = self.target.desc(mf.opcode(first)).implicit_defs;
        let written = mf.operands(first).iter().filter_map(|operand| operand.phys_def());
        let written: SmallVec<[PhysReg; 4]> = written.chain(listed.iter().copied()).collect();
        for successor in [to, other] {
            let live_ins = &mut mf.block_mut(successor).live_ins;
            live_ins.retain(|&reg| self.target.registers().unit_set(reg) & effects.writes == 0);
            live_ins.extend_from_slice(&written);
            live_ins.sort_unstable();
            live_ins.dedup();
        }
        true
    }

    /// Returns true for a computation of registers from registers and constants.
    fn is_movable(&self, mf: &MachineFunction, inst: InstId) -> bool {
        let is_plain = |tag| !matches!(tag, OperandTag::McSymbol | OperandTag::Cfi | OperandTag::RegMask);
        let flags = self.target.desc(mf.opcode(inst)).flags;
        let memory = InstrFlags::MAY_LOAD | InstrFlags::MAY_STORE;
        !flags.intersects(FIXED | memory)
            && mf.operands(inst).iter().all(|operand| is_plain(operand.tag()))
            && mf.operands(inst).iter().any(|operand| operand.phys_def().is_some())
            && self.effects(mf, inst).writes & self.reserved == 0
    }

    /// Returns the units that `inst` reads and writes, without reads of constant registers.
    fn effects(&self, mf: &MachineFunction, inst: InstId) -> RegisterEffects {
        let effects = mf.register_effects(self.target, inst);
        RegisterEffects { reads: effects.reads & !self.constant, ..effects }
    }

    /// Returns the instruction of `block` that is equal to `inst` and can be moved to the start.
    fn same(
        &self,
        mf: &MachineFunction,
        inst: InstId,
        effects: RegisterEffects,
        block: BlockId,
    ) -> Option<InstId> {
        for other in mf.insts(block).take(MAX_DISTANCE) {
            if are_equal(mf, inst, other) {
                return Some(other);
            }
            let stops = self.target.desc(mf.opcode(other)).flags.intersects(FIXED);
            if stops || !self.may_pass(mf, other, effects) {
                return None;
            }
        }
        None
    }

    /// Returns true if an instruction with these effects may be exchanged with `other`.
    fn may_pass(&self, mf: &MachineFunction, other: InstId, effects: RegisterEffects) -> bool {
        let passed = self.effects(mf, other);
        effects.writes & (passed.reads | passed.writes) == 0 && effects.reads & passed.writes == 0
    }

    /// Returns the terminator of `block`, or the comparison that it reads, before which an
    /// instruction with these effects can be inserted.
    fn point(&self, mf: &MachineFunction, block: BlockId, effects: RegisterEffects) -> Option<InstId> {
        let first = mf.first_terminator(self.target, block)?;
        let mut read = 0;
        for branch in std::iter::successors(Some(first), |&inst| mf.next_inst(inst)) {
            let flags = self.target.desc(mf.opcode(branch)).flags;
            let is_fixed =
                flags.intersects(InstrFlags::CALL | InstrFlags::INDIRECT_BRANCH | InstrFlags::SIDE_EFFECTS);
            if is_fixed || !self.may_pass(mf, branch, effects) {
                return None;
            }
            read |= self.effects(mf, branch).reads;
        }
        let is_comparison = |&inst: &InstId| {
            self.effects(mf, inst).writes & read != 0
                && !self.target.desc(mf.opcode(inst)).flags.intersects(FIXED)
                && self.may_pass(mf, inst, effects)
        };
        Some(mf.prev_inst(first).filter(is_comparison).unwrap_or(first))
    }

    /// Returns true if no copy of `block` that could be sunk to one of the ways `to` stays for the
    /// moved instruction, or if little is lost by that.
    fn leaves_copies(
        &mut self,
        mf: &MachineFunction,
        block: BlockId,
        to: [BlockId; 2],
        effects: RegisterEffects,
    ) -> bool {
        let overlap = |a: PhysReg, b: PhysReg| self.target.registers().overlap(a, b);
        let is_source = |reg: PhysReg| self.target.registers().unit_set(reg) & effects.writes != 0;
        let copies = mf.insts(block).filter(|&inst| mf.opcode(inst) == COPY);
        let copied: SmallVec<[PhysReg; 4]> = (copies.map(|copy| mf.operands(copy)))
            .filter(|operands| operands.get(1).and_then(|o| o.phys()).is_some_and(is_source))
            .filter_map(|operands| operands[0].phys())
            .collect();
        if copied.is_empty() {
            return true;
        }
        let saved = self.target.frame_lowering().callee_saved(mf);
        let is_saved = |&reg: &PhysReg| saved.iter().any(|saved| overlap(saved.reg, reg));
        if copied.iter().any(is_saved) {
            return false;
        }
        let depths = self.depths.get_or_insert_with(|| loops::depths(mf, ControlFlow::of(mf).loops(mf)));
        let depth = |block: BlockId| depths[block.index()];
        let enters = |&to: &BlockId| mf.block(to).successors.iter().any(|&next| depth(next) > depth(block));
        to.iter().any(enters)
    }
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::testing::passes::{ALLOCATED, assert_changes, assert_unchanged};
    use crate::testing::toy::TOY;

    const CONST: &str = "$r0 = CONST 0";

    /// Returns a function that branches to `%bb.1` and to a return. After `%bb.1`, `%bb.2` branches to
    /// `next`.
    fn function([entry, first, exit]: [&str; 3], next: &str) -> String {
        format!(
            "bb.0:
                successors: %bb.1, %bb.3
                liveins: $r0, $r1, $r2, $r4
                {entry}
                BCC $r1, %bb.3
                BR %bb.1
            bb.1:
                successors: %bb.2
                liveins: $r0, $r1, $r2, $r4
                {first}
                BR %bb.2
            bb.2:
                successors: {next}, %bb.4
                liveins: $r4
                BCC $r4, {next}
                BR %bb.4
            bb.3:
                liveins: $r0, $r1, $r2, $r4
                {exit}
                RET
            bb.4:
                RET
            bb.5:
                RET
"
        )
    }

    /// Checks that the pass changes the code before the branch, and of both ways, into this.
    #[track_caller]
    fn assert_hoists(from: [&str; 3], to: [&str; 3]) {
        let to = function(to, "%bb.2");
        let is_shown = |line: &&str| !line.contains("successors:") && !line.contains("liveins:");
        let shown: Vec<&str> = to.lines().filter(is_shown).collect();
        assert_changes(ALLOCATED, &function(from, "%bb.2"), &shown.join("\n"), |mf| run(mf, TOY));
    }

    #[track_caller]
    fn assert_stays(code: [&str; 3]) {
        assert_unchanged(ALLOCATED, &function(code, "%bb.2"), |mf| run(mf, TOY));
    }

    #[test]
    fn what_both_ways_execute_is_moved_before_the_branch() {
        assert_hoists(["", CONST, CONST], [CONST, "", ""]);
        let other = "$r2 = ADD $r1, $r1";
        assert_hoists(["", &format!("{other}\n{CONST}"), CONST], [CONST, other, ""]);
    }

    #[test]
    fn an_instruction_stays_if_the_branch_or_one_before_it_uses_its_register() {
        assert_stays(["", "$r1 = CONST 0", "$r1 = CONST 0"]);
        for other in ["$r2 = ADD $r0, $r0", "$r0 = ADD $r1, $r1", "CALL csr_toy", "TRACE $r1"] {
            assert_stays(["", &format!("{other}\n{CONST}"), CONST]);
        }
        let sum = "$r0 = ADD $r1, $r2";
        assert_stays(["", &format!("$r2 = CONST 1\n{sum}"), sum]);
        assert_stays(["", "$r0 = LOAD $r1", "$r0 = LOAD $r1"]);
    }

    #[test]
    fn copies_to_callee_saved_registers_may_still_sink() {
        let copy = "$r2 = COPY $r0";
        assert_hoists([copy, CONST, CONST], [&format!("{copy}\n{CONST}"), "", ""]);
        assert_stays(["$r4 = COPY $r0", CONST, CONST]);
        // Without a loop, the copy may sink, too.
        let straight = function([copy, CONST, CONST], "%bb.5");
        assert_unchanged(ALLOCATED, &straight, |mf| run(mf, TOY));
    }
}
