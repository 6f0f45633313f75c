//! Checks callee-saved registers: the prologue saves the caller's values, and restored values stay
//! unchanged.
//!
//! A forward data-flow analysis over register units. The prologue has the flag `FRAME_SETUP`, the
//! epilogue `FRAME_DESTROY`; functions without the latter are skipped. Cost: linear in the
//! operands, and in blocks times units for each iteration to the fixed point (loop depth plus one).

use super::Verifier;
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::{
    InstFlags as MachineFlags, MachineFunction, Operand, OperandFlags, OperandTag, Properties,
};
use crate::machine::desc::instructions::InstrFlags;
use crate::machine::desc::registers::{PhysReg, RegUnit};
use crate::passes::target::PassTarget;

/// The state of each register unit, joined over all paths to a point.
#[derive(Clone, PartialEq)]
struct State {
    /// It may have been written outside of prologue and epilogue.
    written: Vec<bool>,
    /// The epilogue may have written it, and nothing since.
    restored: Vec<bool>,
}

impl State {
    fn new(units: usize) -> State {
        State { written: vec![false; units], restored: vec![false; units] }
    }

    /// Joins `other` into this state. Returns true if that changes anything.
    fn join(&mut self, other: &State) -> bool {
        let before = self.clone();
        let add = |to: &mut [bool], from: &[bool]| to.iter_mut().zip(from).for_each(|(a, &b)| *a |= b);
        add(&mut self.written, &other.written);
        add(&mut self.restored, &other.restored);
        *self != before
    }
}

/// A violation: the operand and the message.
type Breach = (Option<usize>, &'static str);

struct Frame<'a> {
    mf: &'a MachineFunction,
    target: &'a dyn PassTarget,
    /// By unit: true if it is callee-saved.
    preserved: Vec<bool>,
    /// By unit: true if its register holds no value of the function or its caller: the stack
    /// pointer, and registers reserved for reasons other than the frame.
    apart: Vec<bool>,
}

impl Verifier<'_> {
    /// Checks that callee-saved registers hold the caller's values when they are saved, and after
    /// they are restored.
    pub(super) fn callee_saved(&mut self) {
        if !self.mf.properties.contains(Properties::NO_VREGS) || !has_epilogue(self.mf) {
            return;
        }
        let frame = Frame::new(self.mf, self.target);
        let starts = frame.states();
        for &block in &self.mf.layout {
            let Some(mut state) = starts[block.index()].clone() else { continue };
            for inst in self.mf.insts(block) {
                if let Some((operand, message)) = frame.step(&mut state, inst) {
                    self.report(inst, operand, message);
                }
            }
        }
    }
}

fn has_epilogue(mf: &MachineFunction) -> bool {
    mf.layout.iter().any(|&block| mf.insts(block).any(|i| has(mf, i, MachineFlags::FRAME_DESTROY)))
}

fn has(mf: &MachineFunction, inst: InstId, flag: MachineFlags) -> bool {
    mf.inst(inst).flags.contains(flag)
}

impl<'a> Frame<'a> {
    fn new(mf: &'a MachineFunction, target: &'a dyn PassTarget) -> Frame<'a> {
        let (registers, lowering) = (target.registers(), target.frame_lowering());
        let mut preserved = vec![false; registers.num_units as usize];
        for saved in lowering.callee_saved(mf) {
            registers.units(saved.reg).iter().for_each(|u| preserved[u.0 as usize] = true);
        }
        let of_frame = [lowering.frame_pointer(), lowering.base_pointer()];
        let mut apart = vec![false; registers.num_units as usize];
        for reg in lowering.reserved(mf).into_iter().filter(|reg| !of_frame.contains(reg)) {
            registers.units(reg).iter().for_each(|u| apart[u.0 as usize] = true);
        }
        registers.units(lowering.stack_pointer()).iter().for_each(|u| apart[u.0 as usize] = true);
        Frame { mf, target, preserved, apart }
    }

    /// Returns the state at the start of each reachable block.
    fn states(&self) -> Vec<Option<State>> {
        let mut starts = vec![None; self.mf.num_blocks()];
        let Some(&entry) = self.mf.layout.first() else { return starts };
        starts[entry.index()] = Some(State::new(self.preserved.len()));
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for &block in &self.mf.layout {
                let Some(mut state) = starts[block.index()].clone() else { continue };
                self.mf.insts(block).for_each(|inst| _ = self.step(&mut state, inst));
                for &to in &self.mf.block(block).successors {
                    changed |= flow_into(&mut starts, to, &state);
                }
            }
        }
        starts
    }

    /// Applies `inst` to the state (transfer function). Returns its violation, if any.
    fn step(&self, state: &mut State, inst: InstId) -> Option<Breach> {
        let breach = self.reads(state, inst);
        let writes = self.writes(state, inst);
        breach.or(writes)
    }

    fn reads(&self, state: &State, inst: InstId) -> Option<Breach> {
        let (saves, restores) =
            (has(self.mf, inst, MachineFlags::FRAME_SETUP), has(self.mf, inst, MachineFlags::FRAME_DESTROY));
        let desc = self.target.desc(self.mf.opcode(inst));
        let (stores, returns) = (desc.has(InstrFlags::MAY_STORE), desc.has(InstrFlags::RETURN));
        let calls = desc.has(InstrFlags::CALL);
        let ignored = OperandFlags::UNDEF | OperandFlags::DEBUG;
        let reads = self.mf.operands(inst).iter().enumerate();
        let reads = reads.filter(|(_, o)| o.is_use() && !o.flags.intersects(ignored));
        for (n, &operand) in reads {
            let Some(reg) = operand.phys() else { continue };
            let any = |of: &[bool]| self.units(reg).any(|u| of[u]);
            if saves && stores && self.units(reg).any(|u| self.preserved[u] && state.written[u]) {
                return Some((Some(n), "the register that is saved has been overwritten"));
            }
            // The return address and the arguments of a tail call belong to the caller.
            let of_caller = returns && (!calls || operand.flags.contains(OperandFlags::IMPLICIT));
            if !saves && !restores && !of_caller && any(&state.restored) {
                return Some((Some(n), "the register is read after the epilogue has restored it"));
            }
        }
        None
    }

    fn writes(&self, state: &mut State, inst: InstId) -> Option<Breach> {
        let (saves, restores) =
            (has(self.mf, inst, MachineFlags::FRAME_SETUP), has(self.mf, inst, MachineFlags::FRAME_DESTROY));
        let desc = self.target.desc(self.mf.opcode(inst));
        let mut breach = None;
        // The callee of a tail call preserves the registers that the call clobbers.
        if desc.has(InstrFlags::RETURN) {
            return breach;
        }
        let mut write = |unit: usize, operand: Option<usize>| {
            let of_function = !saves && !restores;
            if of_function && self.preserved[unit] && state.restored[unit] {
                breach = Some((operand, "the register is overwritten after the epilogue has restored it"));
            }
            state.written[unit] = of_function || saves && state.written[unit];
            state.restored[unit] = restores;
        };
        for (n, operand) in self.mf.operands(inst).iter().enumerate() {
            for unit in self.written_by(*operand) {
                write(unit, Some(n));
            }
        }
        for &reg in desc.implicit_defs {
            self.units(reg).for_each(|unit| write(unit, None));
        }
        breach
    }

    /// Returns the units that `operand` writes or clobbers.
    fn written_by(&self, operand: Operand) -> Vec<usize> {
        if operand.tag() == OperandTag::RegMask {
            let mask = self.mf.reg_mask(self.target, operand);
            let all = 0..self.preserved.len();
            return all.filter(|&unit| !mask.preserves(RegUnit(unit as u16))).collect();
        }
        match operand.phys().filter(|_| operand.is_def()) {
            Some(reg) => self.units(reg).collect(),
            None => Vec::new(),
        }
    }

    /// Returns the units of `reg`, without those of registers that hold no value.
    fn units(&self, reg: PhysReg) -> impl Iterator<Item = usize> {
        let units = self.target.registers().units(reg).iter().map(|u| usize::from(u.0));
        units.filter(|&unit| !self.apart[unit])
    }
}

/// Joins `state` into the state at the start of `block`. Returns true if that changes anything.
fn flow_into(starts: &mut [Option<State>], block: BlockId, state: &State) -> bool {
    match &mut starts[block.index()] {
        Some(start) => start.join(state),
        start => {
            *start = Some(state.clone());
            true
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::passes::verifier::tests::check;
    use crate::testing::passes::ALLOCATED;

    const FRAME: &str = "stack:\n  - { id: 0, type: spill-slot, size: 8, alignment: 8 }\n";

    /// Returns a function that saves and restores r4, with these lines before, between and after.
    fn function(before: &str, between: &str, after: &str) -> String {
        format!(
            "bb.0:
            liveins: $r0, $r4
            {before}
            frame-setup STORE $r4, %stack.0
            {between}
            $r4 = frame-destroy LOAD %stack.0
            {after}
            RET"
        )
    }

    #[test]
    fn the_callers_values_are_saved_and_stay_restored() {
        let header = format!("{ALLOCATED}{FRAME}");
        let write = "$r4 = CONST 1";
        let table = [
            (function("", write, ""), ""),
            (function(write, "", ""), "the register that is saved has been overwritten"),
            (function("", "", write), "the register is overwritten after the epilogue has restored it"),
            (function("", "", "TRACE $r4"), "the register is read after the epilogue has restored it"),
            // A call preserves r4 and clobbers r0.
            (function("CALL csr_toy", "", "CALL csr_toy"), ""),
            // The return and its operands belong to the caller.
            (function("", write, "RET implicit $r4"), ""),
        ];
        let trimmed = |text: &str| text.replace("RET implicit $r4\n            RET", "RET implicit $r4");
        table.iter().for_each(|(body, message)| check(&header, &[(&trimmed(body), message)]));
    }

    #[test]
    fn a_write_on_one_of_two_paths_counts() {
        let body = "bb.0:\nliveins: $r0, $r4\nBCC $r0, %bb.2\nbb.1:\nliveins: $r4\n$r4 = CONST 1\nbb.2:\n\
                    liveins: $r4\nframe-setup STORE $r4, %stack.0\n$r4 = frame-destroy LOAD %stack.0\nRET";
        let message = "the register that is saved has been overwritten";
        check(&format!("{ALLOCATED}{FRAME}"), &[(body, message)]);
    }
}
