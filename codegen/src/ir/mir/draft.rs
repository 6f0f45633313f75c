//! Drafts: instructions that are built before their position is known. A draft that replaces an
//! instruction reuses its slot and its operand storage.

use super::arena::make_room;
use super::edit::{attach, attach_def, count_use, detach};
use super::{InstFlags, MachineFunction, Operand};
use crate::ir::entity::{InstId, VReg};
use crate::machine::desc::instructions::{InstrDesc, Opcode};

/// An instruction in no block, with its operands. Uses are counted. Definitions are recorded when
/// it is inserted, which is mandatory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Draft {
    opcode: Opcode,
    first_operand: u32,
    num_operands: u32,
}

impl MachineFunction {
    /// Builds an instruction of `opcode`, described by `desc`. Its operands are `result`, if any,
    /// then `operands`, then the implicit registers of the opcode.
    #[inline]
    pub(crate) fn draft_inst(
        &mut self,
        opcode: Opcode,
        desc: &InstrDesc,
        result: Option<VReg>,
        operands: &[Operand],
    ) -> Draft {
        let first = self.operands.len();
        make_room(&mut self.operands, operands.len() + 1);
        for &operand in operands {
            count_use(&mut self.vregs, operand);
        }
        self.operands.extend(result.map(Operand::def).into_iter().chain(operands.iter().copied()));
        if has_implicit_operands(desc) {
            self.operands.extend(implicit_operands(desc));
        }
        let count = self.operands.len() - first;
        Draft { opcode, first_operand: first as u32, num_operands: count as u32 }
    }

    /// Sets the first operand of `draft`, a definition, to `result`.
    #[inline]
    pub(crate) fn set_draft_result(&mut self, draft: Draft, result: VReg) {
        let operand = &mut self.operands[draft.first_operand as usize];
        *operand = operand.with_reg(result);
    }

    /// Inserts `draft` before `before`.
    pub(crate) fn insert_draft(&mut self, before: InstId, draft: Draft) -> InstId {
        let loc = self.inst(before).debug_loc;
        let inst = self.push_inst_of(draft.opcode, draft.first_operand, draft.num_operands, loc);
        self.record_definitions(inst);
        self.insert_before(before, inst);
        inst
    }

    /// Replaces `inst` by `draft`. Location and memory operands are preserved, flags are not.
    #[inline]
    pub(crate) fn replace_with_draft(&mut self, inst: InstId, draft: Draft) {
        let i = &mut self.insts[inst.index()];
        let (room, first) = (i.num_operands as usize, draft.first_operand as usize);
        (i.opcode, i.flags, i.num_operands) = (draft.opcode, InstFlags::empty(), draft.num_operands);
        // The operands of a draft come after all others.
        let (others, new) = self.operands.split_at_mut(first);
        let new = &new[..draft.num_operands as usize];
        let old = &mut others[i.first_operand as usize..][..room];
        for &operand in &*old {
            detach(&mut self.vregs, inst, operand);
        }
        for &operand in new {
            attach_def(&mut self.vregs, inst, operand);
        }
        if new.len() > room {
            i.first_operand = draft.first_operand;
            return;
        }
        for (to, &from) in old.iter_mut().zip(new) {
            *to = from;
        }
        if first + new.len() == self.operands.len() {
            self.operands.truncate(first);
        }
    }

    /// Rewrites `inst` to `opcode`, described by `desc`. Its operands are `result`, if any, which
    /// it defines already, then `operands`, then the implicit registers of the opcode. Location and
    /// memory operands are preserved, flags are not.
    #[inline(always)]
    pub(crate) fn rewrite_inst(
        &mut self,
        inst: InstId,
        opcode: Opcode,
        desc: &InstrDesc,
        result: Option<VReg>,
        operands: &[Operand],
    ) {
        let i = &mut self.insts[inst.index()];
        (i.opcode, i.flags) = (opcode, InstFlags::empty());
        let old = &mut self.operands[i.first_operand as usize..][..i.num_operands as usize];
        let kept = usize::from(result.is_some());
        for &operand in &old[kept..] {
            detach(&mut self.vregs, inst, operand);
        }
        let count = kept + operands.len();
        if count <= old.len() && !has_implicit_operands(desc) {
            i.num_operands = count as u32;
            for (to, &from) in old[kept..].iter_mut().zip(operands) {
                *to = from;
                attach(&mut self.vregs, inst, from);
            }
            return;
        }
        i.first_operand = self.operands.len() as u32;
        i.num_operands = (count + desc.implicit_defs.len() + desc.implicit_uses.len()) as u32;
        for &operand in operands {
            attach(&mut self.vregs, inst, operand);
        }
        make_room(&mut self.operands, count);
        if let Some(vreg) = result {
            self.operands.push(Operand::def(vreg));
        }
        self.operands.extend_from_slice(operands);
        if has_implicit_operands(desc) {
            self.operands.extend(implicit_operands(desc));
        }
    }

    /// Changes the opcode of `inst`, with the same operands and no flags.
    #[inline]
    pub fn rename_inst(&mut self, inst: InstId, opcode: Opcode) {
        let i = &mut self.insts[inst.index()];
        (i.opcode, i.flags) = (opcode, InstFlags::empty());
    }

    #[inline]
    fn record_definitions(&mut self, inst: InstId) {
        let i = &self.insts[inst.index()];
        let range = i.first_operand as usize..(i.first_operand + i.num_operands) as usize;
        for &operand in &self.operands[range] {
            attach_def(&mut self.vregs, inst, operand);
        }
    }

    /// Deletes `vreg` if it is the newest register and nothing defines or uses it.
    #[inline]
    pub(crate) fn forget_last_vreg(&mut self, vreg: VReg) {
        let is_last = vreg.index() + 1 == self.vregs.len();
        if is_last && self.use_count(vreg) == 0 && self.def(vreg).is_none() {
            self.vregs.pop();
        }
    }
}

#[inline]
fn has_implicit_operands(desc: &InstrDesc) -> bool {
    !(desc.implicit_defs.is_empty() && desc.implicit_uses.is_empty())
}

/// Returns the implicit registers of an opcode.
fn implicit_operands(desc: &InstrDesc) -> impl Iterator<Item = Operand> {
    let defs = desc.implicit_defs.iter().map(|&reg| Operand::implicit_def(reg));
    defs.chain(desc.implicit_uses.iter().map(|&reg| Operand::implicit_use(reg)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::entity::{SubtargetId, SymbolId};
    use crate::ir::llt::S32;
    use crate::ir::opcodes::{COPY, DESCS, G_ADD, G_SELECT};

    /// Returns a function with one addition, and its registers: result and operands.
    fn sum() -> (MachineFunction, InstId, [VReg; 3]) {
        let mut mf = MachineFunction::new(SymbolId::new(0), "f", SubtargetId::new(0));
        let entry = mf.append_block();
        let [result, a, b] = [(); 3].map(|()| mf.create_vreg(S32));
        let operands = [Operand::def(result), Operand::use_of(a), Operand::use_of(b)];
        let inst = mf.create_inst(G_ADD, &operands, None);
        mf.append_inst(entry, inst);
        (mf, inst, [result, a, b])
    }

    fn desc(opcode: Opcode) -> &'static InstrDesc {
        &DESCS[opcode.table_index()]
    }

    #[test]
    fn a_rewritten_instruction_has_its_operands_counted_once() {
        let (mut mf, inst, [result, a, b]) = sum();
        let fewer = [Operand::use_of(b)];
        mf.rewrite_inst(inst, COPY, desc(COPY), Some(result), &fewer);
        assert_eq!(mf.operands(inst), [Operand::def(result), fewer[0]]);
        assert_eq!([mf.use_count(a), mf.use_count(b)], [0, 1]);
        let more = [a, a, b].map(Operand::use_of);
        mf.rewrite_inst(inst, G_SELECT, desc(G_SELECT), Some(result), &more);
        assert_eq!(mf.operands(inst), [Operand::def(result), more[0], more[1], more[2]]);
        assert_eq!([mf.use_count(a), mf.use_count(b)], [2, 1]);
        assert_eq!((mf.opcode(inst), mf.def(result)), (G_SELECT, Some(inst)));
    }

    #[test]
    fn drafts_stand_before_an_instruction_or_in_its_place() {
        let (mut mf, inst, [result, a, b]) = sum();
        let [first, second] = [(); 2].map(|()| mf.create_vreg(S32));
        let draft = mf.draft_inst(COPY, desc(COPY), Some(first), &[Operand::use_of(a)]);
        assert_eq!((mf.use_count(a), mf.def(first)), (2, None));
        let placed = mf.insert_draft(inst, draft);
        assert_eq!((mf.def(first), mf.next_inst(placed)), (Some(placed), Some(inst)));
        let draft = mf.draft_inst(COPY, desc(COPY), Some(second), &[Operand::use_of(first)]);
        mf.set_draft_result(draft, result);
        mf.forget_last_vreg(second);
        mf.replace_with_draft(inst, draft);
        assert_eq!(mf.operands(inst), [Operand::def(result), Operand::use_of(first)]);
        assert_eq!([a, b, first].map(|v| mf.use_count(v)), [1, 0, 1]);
        assert_eq!((mf.def(result), mf.num_vregs()), (Some(inst), second.index()));
    }
}
