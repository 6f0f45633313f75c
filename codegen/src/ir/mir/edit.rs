//! Creates, moves, changes and removes instructions, and keeps definitions and use counts up to
//! date.

use super::arena::NONE;
use super::{Inst, InstFlags, MachineFunction, MemOperand, Operand, OperandFlags, VRegInfo};
use crate::ir::entity::{BlockId, DebugLoc, InstId, MemOperandId, VReg};
use crate::ir::mir::arena::make_room;
use crate::machine::desc::instructions::{Descs, Opcode};
use smallvec::SmallVec;

impl MachineFunction {
    /// Creates an instruction that is in no block yet; its operands are counted at once.
    pub fn create_inst(
        &mut self,
        opcode: Opcode,
        operands: &[Operand],
        debug_loc: Option<DebugLoc>,
    ) -> InstId {
        let first = self.operands.len();
        make_room(&mut self.operands, operands.len());
        self.operands.extend_from_slice(operands);
        self.push_inst(opcode, first, debug_loc)
    }

    /// Creates an instruction as `create_inst` does, with operands from an iterator.
    #[inline]
    pub(crate) fn create_inst_of(
        &mut self,
        opcode: Opcode,
        operands: impl Iterator<Item = Operand>,
        debug_loc: Option<DebugLoc>,
    ) -> InstId {
        let first = self.operands.len();
        self.operands.extend(operands);
        self.push_inst(opcode, first, debug_loc)
    }

    /// Creates an instruction with the operands from `first` on, and counts them.
    #[inline]
    fn push_inst(&mut self, opcode: Opcode, first: usize, debug_loc: Option<DebugLoc>) -> InstId {
        let inst = self.push_inst_of(opcode, first as u32, (self.operands.len() - first) as u32, debug_loc);
        for &operand in &self.operands[first..] {
            attach(&mut self.vregs, inst, operand);
        }
        inst
    }

    /// Creates an instruction with `num_operands` operands from `first_operand` on, which are not
    /// counted.
    #[inline]
    pub(super) fn push_inst_of(
        &mut self,
        opcode: Opcode,
        first_operand: u32,
        num_operands: u32,
        debug_loc: Option<DebugLoc>,
    ) -> InstId {
        let inst = InstId::new(self.insts.len());
        make_room(&mut self.insts, 1);
        self.insts.push(Inst {
            opcode,
            flags: InstFlags::empty(),
            first_operand,
            num_operands,
            debug_loc,
            block: NONE,
            prev: NONE,
            next: NONE,
            first_mem: 0,
            num_mem: 0,
        });
        inst
    }

    /// Creates an instruction at the end of `block`.
    #[inline(always)]
    pub(crate) fn append_new<const N: usize>(
        &mut self,
        block: BlockId,
        opcode: Opcode,
        flags: InstFlags,
        operands: [Operand; N],
        debug_loc: Option<DebugLoc>,
    ) -> InstId {
        let inst = InstId::new(self.insts.len());
        for operand in operands {
            attach(&mut self.vregs, inst, operand);
        }
        let first = self.operands.len();
        make_room(&mut self.operands, N);
        self.operands.extend(operands);
        let ends = &mut self.blocks[block.index()];
        let prev = std::mem::replace(&mut ends.last, inst.raw());
        match prev {
            NONE => ends.first = inst.raw(),
            _ => self.insts[prev as usize].next = inst.raw(),
        }
        make_room(&mut self.insts, 1);
        self.insts.push(Inst {
            opcode,
            flags,
            first_operand: first as u32,
            num_operands: N as u32,
            debug_loc,
            block: block.raw(),
            prev,
            next: NONE,
            first_mem: 0,
            num_mem: 0,
        });
        inst
    }

    /// Inserts `inst`, which is in no block, at the end of `block`.
    pub fn append_inst(&mut self, block: BlockId, inst: InstId) {
        let last = self.blocks[block.index()].last;
        self.link(block, last, NONE, inst);
    }

    /// Inserts `inst`, which is in no block, at the start of `block`.
    pub fn prepend_inst(&mut self, block: BlockId, inst: InstId) {
        let first = self.blocks[block.index()].first;
        self.link(block, NONE, first, inst);
    }

    /// Inserts `inst`, which is in no block, before `before`.
    pub fn insert_before(&mut self, before: InstId, inst: InstId) {
        let (block, prev) = (self.insts[before.index()].block, self.insts[before.index()].prev);
        self.link(BlockId::from_raw(block), prev, before.raw(), inst);
    }

    /// Inserts `inst`, which is in no block, after `after`.
    pub fn insert_after(&mut self, after: InstId, inst: InstId) {
        let (block, next) = (self.insts[after.index()].block, self.insts[after.index()].next);
        self.link(BlockId::from_raw(block), after.raw(), next, inst);
    }

    #[inline]
    fn link(&mut self, block: BlockId, prev: u32, next: u32, inst: InstId) {
        let i = &mut self.insts[inst.index()];
        (i.block, i.prev, i.next) = (block.raw(), prev, next);
        match prev {
            NONE => self.blocks[block.index()].first = inst.raw(),
            _ => self.insts[prev as usize].next = inst.raw(),
        }
        match next {
            NONE => self.blocks[block.index()].last = inst.raw(),
            _ => self.insts[next as usize].prev = inst.raw(),
        }
    }

    /// Unlinks `inst` from its block; its operands stay counted.
    #[inline]
    pub fn unlink_inst(&mut self, inst: InstId) {
        let i = &mut self.insts[inst.index()];
        let (block, prev, next) = (i.block, i.prev, i.next);
        if block == NONE {
            return;
        }
        (i.block, i.prev, i.next) = (NONE, NONE, NONE);
        match prev {
            NONE => self.blocks[block as usize].first = next,
            _ => self.insts[prev as usize].next = next,
        }
        match next {
            NONE => self.blocks[block as usize].last = prev,
            _ => self.insts[next as usize].prev = prev,
        }
    }

    /// Removes `inst` from its block and from the use counts.
    pub fn remove_inst(&mut self, inst: InstId) {
        self.drop_inst(inst);
    }

    #[inline(always)]
    fn drop_inst(&mut self, inst: InstId) {
        if self.debug.is_some() {
            self.salvage(inst);
        }
        let i = &mut self.insts[inst.index()];
        let operands = &self.operands[i.first_operand as usize..][..i.num_operands as usize];
        i.num_operands = 0;
        for &operand in operands {
            detach(&mut self.vregs, inst, operand);
        }
        self.unlink_inst(inst);
    }

    /// Removes `inst` if its results are unused and it has no other effect. Its first result is
    /// known to be unused. Returns true if it was removed.
    pub(crate) fn remove_if_dead(&mut self, descs: &Descs, inst: InstId) -> bool {
        let is_dead = self.only_computes_unused(descs, inst, self.operands(inst));
        if is_dead {
            self.drop_inst(inst);
        }
        is_dead
    }

    /// Removes `inst`. Adds to `unused` the definitions of registers whose last use it was.
    pub(crate) fn remove_inst_listing(&mut self, inst: InstId, unused: &mut Vec<InstId>) {
        let i = &self.insts[inst.index()];
        let range = i.first_operand as usize..(i.first_operand + i.num_operands) as usize;
        self.remove_inst(inst);
        for operand in &self.operands[range] {
            let Some(vreg) = operand.vreg() else { continue };
            let info = &self.vregs[vreg.index()];
            if info.uses == 0 && info.def != NONE && operand.is_use() {
                unused.push(InstId::from_raw(info.def));
            }
        }
    }

    /// Removes the listed instructions that are dead, and instructions that become dead. Empties
    /// the list.
    pub(crate) fn remove_dead(&mut self, descs: Descs, list: &mut Vec<InstId>) {
        while let Some(inst) = list.pop() {
            if self.block_of(inst).is_some() && self.is_dead(descs, inst) {
                self.remove_inst_listing(inst, list);
            }
        }
    }

    /// Returns the operands of `inst` for modification in place. Definitions and use counts are not
    /// updated, so no later pass may rely on them.
    pub fn operands_mut(&mut self, inst: InstId) -> &mut [Operand] {
        let i = &self.insts[inst.index()];
        &mut self.operands[i.first_operand as usize..(i.first_operand + i.num_operands) as usize]
    }

    /// Replaces operand `n` of `inst`.
    pub fn set_operand(&mut self, inst: InstId, n: usize, operand: Operand) {
        let index = self.insts[inst.index()].first_operand as usize + n;
        let old = std::mem::replace(&mut self.operands[index], operand);
        detach(&mut self.vregs, inst, old);
        attach(&mut self.vregs, inst, operand);
    }

    /// Sets operand `n` of `inst`, a definition, to `to`. The register that it defined before has
    /// no definition then.
    #[inline]
    pub(crate) fn rename_def(&mut self, inst: InstId, n: usize, to: VReg) {
        let operand = &mut self.operands[self.insts[inst.index()].first_operand as usize + n];
        let from = operand.vreg();
        *operand = operand.with_reg(to);
        self.vregs[to.index()].def = inst.raw();
        if let Some(from) = from {
            self.vregs[from.index()].def = NONE;
        }
    }

    /// Replaces opcode and operands of `inst`; flags and memory operands are preserved.
    pub fn replace_with_inst(&mut self, inst: InstId, opcode: Opcode, operands: &[Operand]) {
        self.set_operands(inst, operands);
        self.inst_mut(inst).opcode = opcode;
    }

    /// Sets the incoming values of a phi, each with its predecessor.
    pub fn set_incoming(&mut self, phi: InstId, incoming: impl IntoIterator<Item = (VReg, BlockId)>) {
        let mut operands: SmallVec<[Operand; 8]> = SmallVec::from_slice(&[self.operand(phi, 0)]);
        for (value, from) in incoming {
            operands.extend([Operand::use_of(value), Operand::block(from)]);
        }
        self.set_operands(phi, &operands);
    }

    /// Replaces all operands of `inst`.
    pub fn set_operands(&mut self, inst: InstId, operands: &[Operand]) {
        let (first, count) = {
            let i = &self.insts[inst.index()];
            (i.first_operand as usize, i.num_operands as usize)
        };
        for n in first..first + count {
            detach(&mut self.vregs, inst, self.operands[n]);
        }
        let start = if operands.len() <= count {
            self.operands[first..first + operands.len()].copy_from_slice(operands);
            first
        } else {
            self.operands.extend_from_slice(operands);
            self.operands.len() - operands.len()
        };
        let i = &mut self.insts[inst.index()];
        (i.first_operand, i.num_operands) = (start as u32, operands.len() as u32);
        for &operand in operands {
            attach(&mut self.vregs, inst, operand);
        }
    }

    /// Appends an operand to `inst`: amortised constant time only for the newest instruction.
    pub fn push_operand(&mut self, inst: InstId, operand: Operand) {
        let i = &self.insts[inst.index()];
        let (first, count) = (i.first_operand as usize, i.num_operands as usize);
        if first + count != self.operands.len() {
            self.operands.extend_from_within(first..first + count);
            self.insts[inst.index()].first_operand = (self.operands.len() - count) as u32;
        }
        self.operands.push(operand);
        self.insts[inst.index()].num_operands += 1;
        attach(&mut self.vregs, inst, operand);
    }

    /// Sets the flags (kill, dead, undef, …) of operand `n`; they must not change whether it is a
    /// definition.
    pub(crate) fn set_operand_flags(&mut self, inst: InstId, n: usize, flags: OperandFlags) {
        let index = self.insts[inst.index()].first_operand as usize + n;
        self.operands[index].flags = flags;
    }

    /// Adds a memory operand to `inst`.
    #[inline]
    pub fn add_mem_operand(&mut self, inst: InstId, mem: MemOperand) {
        let id = MemOperandId::new(self.mem_operands.len());
        self.mem_operands.push(mem);
        let i = &mut self.insts[inst.index()];
        if i.num_mem == 0 {
            (i.first_mem, i.num_mem) = (self.inst_mems.len() as u32, 1);
            return self.inst_mems.push(id);
        }
        let (first, count) = (i.first_mem as usize, i.num_mem as usize);
        if first + count != self.inst_mems.len() {
            self.inst_mems.extend_from_within(first..first + count);
        }
        self.inst_mems.push(id);
        let i = &mut self.insts[inst.index()];
        i.first_mem = (self.inst_mems.len() - count - 1) as u32;
        i.num_mem += 1;
    }

    /// Sets the memory operands of `to` to those of `from`.
    pub fn copy_mem_operands(&mut self, from: InstId, to: InstId) {
        let (first, count) = (self.insts[from.index()].first_mem, self.insts[from.index()].num_mem);
        let to = &mut self.insts[to.index()];
        (to.first_mem, to.num_mem) = (first, count);
    }

    /// Removes the memory operands of `inst`.
    pub(crate) fn clear_mem_operands(&mut self, inst: InstId) {
        self.insts[inst.index()].num_mem = 0;
    }

    /// Moves the instructions from `first` to the end of its block to the end of `to`.
    pub fn splice_tail(&mut self, first: InstId, to: BlockId) {
        let mut next = Some(first);
        while let Some(inst) = next {
            next = self.next_inst(inst);
            self.unlink_inst(inst);
            self.append_inst(to, inst);
        }
    }

    /// Records that `inst` defines `vreg`, after a pass has moved the definition.
    pub(crate) fn set_def(&mut self, vreg: VReg, inst: InstId) {
        self.vregs[vreg.index()].def = inst.raw();
    }

    /// Renames all uses by `resolve` (one walk), e.g. by an alias map at the end of a pass.
    pub fn rewrite_uses(&mut self, resolve: impl Fn(VReg) -> VReg) {
        for n in 0..self.layout.len() {
            let mut next = self.first_inst(self.layout[n]);
            while let Some(inst) = next {
                next = self.next_inst(inst);
                for index in 0..self.operands(inst).len() {
                    let operand = self.operand(inst, index);
                    let Some(vreg) = operand.vreg().filter(|_| operand.is_use()) else { continue };
                    let new = resolve(vreg);
                    if new != vreg {
                        self.set_operand(inst, index, operand.with_reg(new));
                    }
                }
            }
        }
    }
}

/// Counts an operand of `inst`.
#[inline]
pub(super) fn attach(vregs: &mut [VRegInfo], inst: InstId, operand: Operand) {
    let Some(vreg) = operand.vreg() else { return };
    let info = &mut vregs[vreg.index()];
    if operand.is_def() {
        info.def = inst.raw();
    } else if !operand.flags.contains(OperandFlags::DEBUG) {
        info.uses += 1;
    }
}

/// Counts an operand, if it is a use.
#[inline]
pub(super) fn count_use(vregs: &mut [VRegInfo], operand: Operand) {
    let counts = !operand.flags.intersects(OperandFlags::DEF | OperandFlags::DEBUG);
    if let Some(vreg) = operand.vreg().filter(|_| counts) {
        vregs[vreg.index()].uses += 1;
    }
}

/// Records `inst` as the definition of `operand`, if it is a definition.
#[inline]
pub(super) fn attach_def(vregs: &mut [VRegInfo], inst: InstId, operand: Operand) {
    if let Some(vreg) = operand.vreg().filter(|_| operand.flags.contains(OperandFlags::DEF)) {
        vregs[vreg.index()].def = inst.raw();
    }
}

/// Removes an operand of `inst` from the counts.
#[inline]
pub(super) fn detach(vregs: &mut [VRegInfo], inst: InstId, operand: Operand) {
    let Some(vreg) = operand.vreg() else { return };
    let info = &mut vregs[vreg.index()];
    if operand.is_def() {
        if info.def == inst.raw() {
            info.def = NONE;
        }
    } else if !operand.flags.contains(OperandFlags::DEBUG) {
        info.uses = info.uses.saturating_sub(1);
    }
}
