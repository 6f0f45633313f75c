//! Checks that physical registers hold a value where they are read, and that nothing is read after
//! its kill.
//!
//! One forward walk over each block, from its live-in registers. Cost: linear in the operands and
//! in the live-in lists.

use super::Verifier;
use crate::ir::entity::{BlockId, InstId, VReg};
use crate::ir::mir::{Operand, OperandFlags, OperandTag, Properties};
use crate::machine::desc::registers::PhysReg;

/// The live units at a point in a block.
struct Live {
    /// The block.
    block: BlockId,
    /// By register unit: true if it is live.
    units: Vec<bool>,
    /// The registers that features reserve; calls preserve them.
    reserved: Vec<PhysReg>,
    /// By virtual register: the block that contains its kill, among those visited.
    killed_in: Vec<Option<BlockId>>,
}

impl Live {
    fn is_killed(&self, vreg: VReg) -> bool {
        self.killed_in[vreg.index()] == Some(self.block)
    }
}

impl Verifier<'_> {
    pub(super) fn liveness(&mut self) {
        self.function_live_ins();
        let reserved = self.target.frame_lowering().reserved(self.mf);
        let Some(&entry) = self.mf.layout.first() else { return };
        let mut live = Live {
            block: entry,
            units: vec![false; self.target.registers().num_units as usize],
            reserved: self.target.frame_lowering().user_reserved(),
            killed_in: vec![None; self.mf.num_vregs()],
        };
        for &block in &self.mf.layout {
            live.block = block;
            live.units.fill(false);
            let at_start = reserved.iter().chain(&self.mf.block(block).live_ins);
            at_start.for_each(|&reg| self.set(&mut live, reg, true));
            if block == entry {
                // The caller's call has set the return address.
                let call = self.target.convention().opcodes().call;
                let set_by_call = self.target.desc(call).implicit_defs;
                set_by_call.iter().for_each(|&reg| self.set(&mut live, reg, true));
            }
            for inst in self.mf.insts(block) {
                self.step(&mut live, inst);
            }
            self.live_out(&live, block);
        }
    }

    /// Checks that the registers of incoming values are live into the entry.
    fn function_live_ins(&mut self) {
        let Some(&entry) = self.mf.layout.first() else { return };
        for &(reg, vreg) in &self.mf.live_ins {
            if vreg.is_some_and(|v| v.index() >= self.mf.num_vregs()) {
                self.report_block(
                    entry,
                    "a live-in register is copied to a virtual register that there is not",
                );
            }
            if !self.mf.block(entry).live_ins.contains(&reg) {
                let name = self.target.registers().reg(reg).name;
                self.report_block(
                    entry,
                    format!("${name} is live into the function and not into its first block"),
                );
            }
        }
    }

    fn set(&self, live: &mut Live, reg: PhysReg, value: bool) {
        for unit in self.target.registers().units(reg) {
            live.units[unit.0 as usize] = value;
        }
    }

    fn is_live(&self, live: &Live, reg: PhysReg) -> bool {
        self.target.registers().units(reg).iter().any(|u| live.units[u.0 as usize])
    }

    fn step(&mut self, live: &mut Live, inst: InstId) {
        for n in 0..self.mf.operands(inst).len() {
            let operand = self.mf.operand(inst, n);
            let not_read = OperandFlags::UNDEF | OperandFlags::DEBUG;
            if operand.is_use() && !operand.flags.intersects(not_read) {
                self.read(live, inst, n, operand);
            }
        }
        // Kills take effect before the definitions.
        self.end(live, inst, OperandFlags::KILL, false);
        for operand in self.mf.operands(inst).iter().filter(|o| o.tag() == OperandTag::RegMask) {
            let mask = self.mf.reg_mask(self.target, *operand);
            for (number, unit) in (0..).zip(&mut live.units) {
                *unit &= mask.preserves(crate::machine::desc::registers::RegUnit(number));
            }
        }
        for unit in live.reserved.iter().flat_map(|&reg| self.target.registers().units(reg)) {
            live.units[unit.0 as usize] = true;
        }
        for &operand in self.mf.operands(inst).iter().filter(|o| o.is_def()) {
            if let Some(vreg) = operand.vreg() {
                live.killed_in[vreg.index()] = None;
            }
            if let Some(reg) = operand.phys() {
                self.set(live, reg, true);
            }
        }
        self.end(live, inst, OperandFlags::DEAD, true);
    }

    fn read(&mut self, live: &Live, inst: InstId, n: usize, operand: Operand) {
        if let Some(reg) = operand.phys()
            && !self.is_live(live, reg)
        {
            self.report(inst, Some(n), "the register holds no value here");
        }
        if operand.vreg().is_some_and(|v| live.is_killed(v)) {
            self.report(inst, Some(n), "a virtual register is read after its last use");
        }
    }

    /// Ends the liveness of the operands with `flag`.
    fn end(&self, live: &mut Live, inst: InstId, flag: OperandFlags, defs: bool) {
        for operand in self.mf.operands(inst).iter().filter(|o| o.is_def() == defs && o.flags.contains(flag))
        {
            if let Some(reg) = operand.phys() {
                self.set(live, reg, false);
            }
            if let Some(vreg) = operand.vreg().filter(|_| !defs) {
                live.killed_in[vreg.index()] = Some(live.block);
            }
        }
    }

    /// Checks that live-in registers of successors are live out. The unwinder sets the registers of
    /// landing pads.
    fn live_out(&mut self, live: &Live, block: BlockId) {
        for &to in &self.mf.block(block).successors {
            if self.mf.block(to).is_eh_pad {
                continue;
            }
            for &reg in &self.mf.block(to).live_ins {
                if !self.is_live(live, reg) {
                    let name = self.target.registers().reg(reg).name;
                    self.report_block(block, format!("${name} is live into %{to} and not out of this block"));
                }
            }
        }
    }

    /// Returns true if live-in lists are maintained.
    pub(super) fn tracks_liveness(&self) -> bool {
        self.mf.properties.contains(Properties::TRACKS_LIVENESS)
    }
}

#[cfg(test)]
mod tests {
    use crate::passes::verifier::tests::check;
    use crate::testing::passes::{ALLOCATED, SELECTED};

    #[test]
    fn registers_hold_a_value_where_they_are_read() {
        let no_value = "the register holds no value here";
        check(
            ALLOCATED,
            &[
                ("bb.0:\nliveins: $r0\nTRACE $r0\nTRACE undef $r1\nSTORE $sp, 0\nRET", ""),
                ("bb.0:\nTRACE $r0\nRET", no_value),
                ("bb.0:\nliveins: $r0\nTRACE killed $r0\nTRACE $r0\nRET", no_value),
                ("bb.0:\ndead $r0 = CONST 1\nTRACE $r0\nRET", no_value),
                ("bb.0:\nliveins: $r0\nCALL csr_toy\nTRACE $r0\nRET", no_value),
                ("bb.0:\nliveins: $r4\nCALL csr_toy\nTRACE $r4\nRET", ""),
                // The kill of one instruction takes effect before its definition.
                ("bb.0:\nliveins: $r0\n$r0 = ADDI killed $r0, 1\nTRACE $r0\nRET", ""),
            ],
        );
    }

    #[test]
    fn live_in_registers_are_live_out_of_predecessors() {
        check(
            ALLOCATED,
            &[
                ("bb.0:\n$r1 = CONST 1\nBR %bb.1\nbb.1:\nliveins: $r1\nRET", ""),
                (
                    "bb.0:\nBR %bb.1\nbb.1:\nliveins: $r1\nRET",
                    "$r1 is live into %bb.1 and not out of this block",
                ),
            ],
        );
        let header = format!("{SELECTED}liveins:\n  - {{ reg: '$r0', virtual-reg: '%0' }}\n");
        check(
            &header,
            &[
                ("bb.0:\nliveins: $r0\n%0:gpr = COPY $r0\nRET", ""),
                (
                    "bb.0:\n%0:gpr = CONST 1\nRET",
                    "$r0 is live into the function and not into its first block",
                ),
            ],
        );
    }

    #[test]
    fn virtual_registers_are_not_read_after_their_kill() {
        let message = "a virtual register is read after its last use";
        check(
            SELECTED,
            &[
                ("bb.0:\n%0:gpr = CONST 1\nTRACE %0\nTRACE killed %0\nRET", ""),
                ("bb.0:\n%0:gpr = CONST 1\nTRACE killed %0\nTRACE %0\nRET", message),
                // The last use on one path precedes none on the other.
                (
                    "bb.0:\n%0:gpr = CONST 1\nBCC %0, %bb.2\nbb.1:\nTRACE killed %0\nRET\nbb.2:\nTRACE %0\nRET",
                    "",
                ),
            ],
        );
    }
}
