//! Queries on a function that several passes share.

use super::{MachineFunction, MemOperand, Operand};
use crate::ir::entity::{BlockId, InstId, VReg};
use crate::ir::opcodes::{COPY, DESCS, G_BR, G_BRCOND, G_CONSTANT, PHI};
use crate::machine::desc::instructions::{Descs, InstrFlags, Opcode};

/// Operands that an instruction has by its description. A missing one is a broken invariant.
impl MachineFunction {
    /// Returns the virtual register at operand `n` of `inst`.
    #[inline]
    #[track_caller]
    pub fn expect_vreg(&self, inst: InstId, n: usize) -> VReg {
        match self.vreg_operand(inst, n) {
            Some(vreg) => vreg,
            None => self.lacks(inst, n, "a virtual register"),
        }
    }

    /// Returns the immediate at operand `n` of `inst`.
    #[inline]
    #[track_caller]
    pub fn expect_imm(&self, inst: InstId, n: usize) -> i64 {
        match self.operands(inst).get(n).and_then(|&operand| self.imm_value(operand)) {
            Some(value) => value,
            None => self.lacks(inst, n, "an immediate"),
        }
    }

    /// Returns the bits of the floating-point immediate at operand `n` of `inst`.
    #[inline]
    #[track_caller]
    pub fn expect_fp(&self, inst: InstId, n: usize) -> u128 {
        match self.operands(inst).get(n).and_then(|&operand| self.fp_value(operand)) {
            Some(value) => value,
            None => self.lacks(inst, n, "a floating-point immediate"),
        }
    }

    /// Returns the block that `inst` is in.
    #[inline]
    #[track_caller]
    pub fn expect_block_of(&self, inst: InstId) -> BlockId {
        match self.block_of(inst) {
            Some(block) => block,
            None => panic!("{} must be in a block", self.described(inst)),
        }
    }

    /// Returns the memory access of `inst`.
    #[inline]
    #[track_caller]
    pub fn expect_mem_operand(&self, inst: InstId) -> &MemOperand {
        match self.mem_operand(inst) {
            Some(access) => access,
            None => panic!("{} must say what memory it accesses", self.described(inst)),
        }
    }

    #[cold]
    #[track_caller]
    fn lacks(&self, inst: InstId, n: usize, what: &str) -> ! {
        panic!("operand {n} of {} must be {what}", self.described(inst))
    }

    /// Describes an instruction for messages, without its target.
    fn described(&self, inst: InstId) -> String {
        let opcode = self.opcode(inst);
        let name = match opcode.is_target() {
            true => format!("target instruction {}", opcode.0 - Opcode::FIRST_TARGET),
            false => DESCS[opcode.table_index()].name.to_string(),
        };
        format!("{name} {:?}", self.operands(inst))
    }
}

impl MachineFunction {
    /// Returns true if a value or an access is a scalable vector. Cost: linear.
    pub(crate) fn has_scalable_types(&self) -> bool {
        self.vregs.iter().any(|vreg| vreg.ty.is_scalable())
            || self.mem_operands.iter().any(|mem| mem.ty.is_scalable())
    }

    /// Returns the constant in `vreg`, sign-extended from its width, if a `G_CONSTANT` of at most
    /// 64 bits defines it.
    pub fn constant(&self, vreg: VReg) -> Option<i64> {
        let def = self.def(vreg).filter(|&d| self.opcode(d) == G_CONSTANT)?;
        let value = self.imm_value(self.operand(def, 1))?;
        let unused = 64u32.checked_sub(self.ty(vreg).scalar_bits().max(1))?;
        Some(value << unused >> unused)
    }

    /// Returns the conditional branch and the jump that end `block`, in generic instructions.
    pub(crate) fn branch_and_jump(&self, block: BlockId) -> Option<(InstId, InstId)> {
        let jump = self.last_inst(block).filter(|&inst| self.opcode(inst) == G_BR)?;
        let branch = self.prev_inst(jump).filter(|&inst| self.opcode(inst) == G_BRCOND)?;
        Some((branch, jump))
    }

    /// Returns the constant in operand `n` of `inst`, as [`MachineFunction::constant`] does.
    pub fn constant_operand(&self, inst: InstId, n: usize) -> Option<i64> {
        self.constant(self.vreg_operand(inst, n)?)
    }

    /// Returns the first instruction of the longest run at the end of `block` whose opcodes
    /// `accepts` takes.
    pub fn first_at_end(&self, block: BlockId, accepts: impl Fn(Opcode) -> bool) -> Option<InstId> {
        let back = std::iter::successors(self.last_inst(block), |&inst| self.prev_inst(inst));
        back.take_while(|&inst| accepts(self.opcode(inst))).last()
    }

    /// Returns true if `inst` is dead: a generic instruction, a copy or a phi with unused results
    /// and no other effect.
    #[inline]
    pub(crate) fn is_dead(&self, descs: Descs, inst: InstId) -> bool {
        self.is_dead_with(descs, inst, self.operands(inst))
    }

    /// Returns true if `inst` is dead. `operands` are its operands.
    #[inline(always)]
    pub(crate) fn is_dead_with(&self, descs: Descs, inst: InstId, operands: &[Operand]) -> bool {
        // Most instructions have a result that is used.
        operands.first().is_some_and(|first| first.is_def() && self.is_unused(first))
            && self.only_computes_unused(&descs, inst, operands)
    }

    #[inline(always)]
    fn is_unused(&self, operand: &Operand) -> bool {
        operand.vreg().is_some_and(|vreg| self.use_count(vreg) == 0)
    }

    #[inline(always)]
    pub(super) fn only_computes_unused(&self, descs: &Descs, inst: InstId, operands: &[Operand]) -> bool {
        // Definitions come first; the first one is known to be unused.
        let others = operands.get(1..).unwrap_or_default();
        self.only_computes(descs, inst) && others.iter().take_while(|o| o.is_def()).all(|o| self.is_unused(o))
    }

    /// Returns true if a generic instruction, a copy or a phi is dead once its results are unused.
    #[inline(always)]
    pub(crate) fn only_computes(&self, descs: &Descs, inst: InstId) -> bool {
        let i = self.inst(inst);
        let flags = descs.get(i.opcode).flags;
        let effects = InstrFlags::SIDE_EFFECTS
            | InstrFlags::MAY_STORE
            | InstrFlags::TERMINATOR
            | InstrFlags::CALL
            | InstrFlags::FP_ENVIRONMENT;
        (flags.contains(InstrFlags::GENERIC) || matches!(i.opcode, COPY | PHI))
            && !flags.intersects(effects)
            // A load without a memory operand may be volatile.
            && (!flags.contains(InstrFlags::MAY_LOAD) || i.has_mem_operands())
            && (!i.has_mem_operands() || self.mem_operands(inst).all(|m| m.is_unordered()))
    }

    /// Returns the flags that each pin a selected instruction. Floating-point instructions are
    /// pinned too if modes or exceptions matter.
    pub fn effects(&self) -> InstrFlags {
        let effects =
            InstrFlags::SIDE_EFFECTS | InstrFlags::MAY_STORE | InstrFlags::TERMINATOR | InstrFlags::CALL;
        if self.attrs.strict_fp { effects | InstrFlags::FP_ENVIRONMENT } else { effects }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::builder::Builder;
    use crate::ir::entity::{SubtargetId, SymbolId};
    use crate::ir::llt::{P0, S32};
    use crate::ir::mir::{MemFlags, MemOperand};
    use crate::ir::opcodes::G_LOAD;
    use crate::testing::toy::TOY;

    #[test]
    fn loads_that_nobody_reads_are_dead_if_they_may_go() {
        let mut mf = MachineFunction::new(SymbolId::new(0), "f", SubtargetId::new(0));
        let entry = mf.append_block();
        let mut b = Builder::at_end(&mut mf, entry);
        let address = b.mf.create_vreg(P0);
        let mut load = |flags| b.load(S32, address, MemOperand::new(flags, S32, 4));
        let (plain, volatile) = (load(MemFlags::LOAD), load(MemFlags::LOAD | MemFlags::VOLATILE));
        let unknown = b.op(G_LOAD, S32, &[address]);
        let dead = |vreg| mf.is_dead(TOY.descs(), mf.def(vreg).expect("just made"));
        assert_eq!([plain, volatile, unknown].map(dead), [true, false, false]);
    }
}
