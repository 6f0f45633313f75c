//! Instructions that are put together before it is known where they stand: what replaces an instruction takes its slot, and its operands' room.

use super::edit::{attach_def, count_use, detach, make_room};
use super::{InstFlags, MachineFunction, Operand};
use crate::ir::entity::{InstId, VReg};
use crate::target::instructions::{InstrDesc, Opcode};

/// An instruction in no block, with its operands. Uses are counted; definitions are not recorded before it is placed, which it has to be.
#[derive(Clone, Copy, Debug)]
pub struct Draft {
    opcode: Opcode,
    first_operand: u32,
    num_operands: u32,
}

impl MachineFunction {
    /// Puts together an instruction of `opcode`, whose description is `desc`: with `result`, if any, then `operands`, then the registers
    /// that all of its kind read or write.
    #[inline]
    pub fn draft_inst(
        &mut self,
        opcode: Opcode,
        desc: &InstrDesc,
        result: Option<VReg>,
        operands: &[Operand],
    ) -> Draft {
        let first = self.operands.len();
        make_room(&mut self.operands, operands.len() + 1);
        if let Some(vreg) = result {
            self.operands.push(Operand::def(vreg));
        }
        for &operand in operands {
            count_use(&mut self.vregs, operand);
            self.operands.push(operand);
        }
        self.operands.extend(desc.implicit_defs.iter().map(|&reg| Operand::implicit_def(reg)));
        self.operands.extend(desc.implicit_uses.iter().map(|&reg| Operand::implicit_use(reg)));
        let count = self.operands.len() - first;
        Draft { opcode, first_operand: first as u32, num_operands: count as u32 }
    }

    /// Makes the first operand of `draft`, a definition, one of `result`.
    #[inline]
    pub fn set_draft_result(&mut self, draft: Draft, result: VReg) {
        let operand = &mut self.operands[draft.first_operand as usize];
        *operand = operand.with_reg(result);
    }

    /// Puts `draft` before `before`, as an instruction of its own.
    pub fn insert_draft(&mut self, before: InstId, draft: Draft) -> InstId {
        let loc = self.inst(before).debug_loc;
        let inst = self.push_inst_of(draft.opcode, draft.first_operand, draft.num_operands, loc);
        self.record_definitions(inst);
        self.insert_before(before, inst);
        inst
    }

    /// Makes `inst` what `draft` is. Location and memory operands stay, flags do not.
    #[inline]
    pub fn become_draft(&mut self, inst: InstId, draft: Draft) {
        let i = &mut self.insts[inst.index()];
        let (old, room) = (i.first_operand as usize, i.num_operands as usize);
        let (first, count) = (draft.first_operand as usize, draft.num_operands as usize);
        (i.opcode, i.flags) = (draft.opcode, InstFlags::empty());
        i.num_operands = draft.num_operands;
        for &operand in &self.operands[old..old + room] {
            detach(&mut self.vregs, inst, operand);
        }
        if count > room {
            i.first_operand = draft.first_operand;
        } else {
            for n in 0..count {
                self.operands[old + n] = self.operands[first + n];
            }
            if first + count == self.operands.len() {
                self.operands.truncate(first);
            }
        }
        self.record_definitions(inst);
    }

    #[inline]
    fn record_definitions(&mut self, inst: InstId) {
        let i = &self.insts[inst.index()];
        let range = i.first_operand as usize..(i.first_operand + i.num_operands) as usize;
        for &operand in &self.operands[range] {
            attach_def(&mut self.vregs, inst, operand);
        }
    }

    /// Forgets `vreg`, if it is the last one that was made, and nothing defines or uses it.
    #[inline]
    pub fn forget_last_vreg(&mut self, vreg: VReg) {
        let is_last = vreg.index() + 1 == self.vregs.len();
        if is_last && self.use_count(vreg) == 0 && self.def(vreg).is_none() {
            self.vregs.pop();
        }
    }
}
