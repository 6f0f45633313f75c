//! Terminators except `switch`.

use gisel_codegen::ir::entity::{BlockId, VReg};
use gisel_codegen::ir::mir::{MemFlags, MemOperand, Operand};
use gisel_codegen::ir::opcodes::*;

use super::error::{Result, Stop};
use super::function_state::{Current, FunctionTranslator};
use super::instrumentation::CallPosition;
use super::value_map::Regs;
use crate::ir::{Inst, Opcode, OperandRef, Type};

impl<'m> FunctionTranslator<'_, 'm> {
    pub(crate) fn terminator(&mut self, current: &Current<'m>) -> Result<()> {
        let inst = current.inst;
        let opcode = inst.opcode();
        self.cx.translated(opcode);
        match opcode {
            Opcode::Ret => self.ret(inst),
            Opcode::Br => self.branch(current),
            Opcode::Switch => self.switch(inst),
            Opcode::IndirectBr => self.indirect_branch(inst),
            // Control never reaches this point: nothing is emitted, and falling through is correct.
            Opcode::Unreachable => {
                self.trap_unreachable();
                Ok(())
            }
            Opcode::Resume => self.resume(inst),
            _ => Err(Stop::new("exception handling by funclets is not supported")),
        }
    }

    /// Emits a trap for `unreachable`, if the command line requests it. One after a trap remains,
    /// which costs nothing where control never comes.
    fn trap_unreachable(&mut self) {
        if self.cx.module().options.traps_unreachable {
            self.b.inst(G_TRAP, &[]);
        }
    }

    fn ret(&mut self, inst: Inst<'m>) -> Result<()> {
        self.leave_shadow_frame()?;
        self.instrument(CallPosition::Exit)?;
        let (mut regs, ty) = match inst.operand(0) {
            Some(value) => (self.regs(value)?, value.ty()),
            None => (Regs::new(), inst.ty()),
        };
        if let Some(pointer) = self.demoted_return {
            self.store_leaves(ty, &regs, pointer)?;
            regs.clear();
        }
        self.untag_stack()?;
        let error = self.returned_error();
        self.leave_unsafe_stack();
        let locations = self.locations.clone().ok_or_else(|| Stop::new("return before the arguments"))?;
        self.target.call_lowering().lower_return(&mut self.b, &regs, &locations.result, error);
        Ok(())
    }

    /// Stores a value's leaves to memory without further alias information.
    fn store_leaves(&mut self, ty: Type<'m>, regs: &[VReg], base: VReg) -> Result<()> {
        let align = self.cx.types.layout.abi_align(ty);
        for (index, &reg) in self.cx.types.range(ty)?.zip(regs) {
            let leaf = self.cx.types.leaf(index);
            let address = self.b.ptr_add_imm(base, leaf.offset as i64);
            let whole = MemOperand::new(MemFlags::STORE, leaf.llt, align as u32);
            self.b.store(reg, address, whole.part(leaf.offset as i64, leaf.llt));
        }
        Ok(())
    }

    /// Translates a branch: one target, or a condition and two targets.
    fn branch(&mut self, current: &Current<'m>) -> Result<()> {
        let from = self.b.block();
        let operand = |n| self.map.body.operand(&current.record, n);
        let (condition, [first, second]) = match operand(1) {
            None => {
                let to = operand(0).ok_or_else(|| Stop::new("branch to nowhere"))?;
                let to = self.target_block(to)?;
                self.jump(to);
                return Ok(());
            }
            Some(first) => (operand(0), [Some(first), operand(2)]),
        };
        let target =
            |to: Option<OperandRef<'m>>| self.target_block(to.ok_or_else(|| Stop::new("branch to nowhere"))?);
        let (first, second) = (target(first)?, target(second)?);
        if first == second {
            self.jump(first);
            return Ok(());
        }
        let condition = self.operand_reg(condition)?;
        self.b.brcond(condition, first);
        self.b.br(second);
        self.b.mf.add_new_edge(from, first);
        self.b.mf.add_new_edge(from, second);
        if current.record.has_profile() {
            self.b.mf.block_mut(from).probabilities = probabilities(&current.inst.branch_weights());
        }
        Ok(())
    }

    /// Returns the machine block of a branch's target.
    fn target_block(&self, target: OperandRef<'m>) -> Result<BlockId> {
        let number = match target {
            OperandRef::Block(number) => self.map.blocks.get(number as usize),
            _ => None,
        };
        let state = number.and_then(|&number| self.blocks.get(number as usize));
        state.map(|state| state.machine).ok_or_else(|| Stop::new("branch to nowhere"))
    }

    /// Emits a jump and adds its edge.
    pub(crate) fn jump(&mut self, to: BlockId) {
        let from = self.b.block();
        self.b.br(to);
        self.b.mf.add_edge(from, to);
    }

    fn indirect_branch(&mut self, inst: Inst<'m>) -> Result<()> {
        let from = self.b.block();
        let address = self.operand(inst.value(), 0)?;
        self.b.inst(G_BRINDIRECT, &[Operand::use_of(address)]);
        let mut targets: Vec<BlockId> = Vec::new();
        for block in inst.successors() {
            targets.push(self.machine_block(block)?);
        }
        self.connect(from, targets);
        Ok(())
    }

    /// Adds one edge to each distinct target.
    pub(crate) fn connect(&mut self, from: BlockId, targets: Vec<BlockId>) {
        let mut seen = std::collections::HashSet::with_capacity(targets.len());
        for target in targets {
            if seen.insert(target) {
                self.b.mf.add_new_edge(from, target);
            }
        }
    }
}

/// Converts branch weights to probabilities in units of 2⁻³¹; returns none unless there are two
/// weights.
pub(super) fn probabilities(weights: &[u32]) -> Vec<u32> {
    let &[yes, no] = weights else {
        return Vec::new();
    };
    let (yes, sum) = (u64::from(yes), u64::from(yes) + u64::from(no));
    if sum == 0 {
        return Vec::new();
    }
    let one = 1u64 << 31;
    let first = (yes * one / sum) as u32;
    vec![first, one as u32 - first]
}
