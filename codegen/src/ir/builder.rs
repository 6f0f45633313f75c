//! Builds generic instructions at a point of a function.
//!
//! The last few constants are reused within a block ([`Builder::constant`]). The builder forgets
//! them when it moves to another block.

use crate::ir::entity::{BlockId, DebugLoc, InstId, VReg};
use crate::ir::llt::Llt;
use crate::ir::mir::{
    CfiDirective, FloatPredicate, InstFlags, IntPredicate, MachineFunction, MemOperand, Operand,
};
use crate::ir::opcodes::*;
use crate::machine::desc::instructions::Opcode;
use smallvec::SmallVec;

/// The position at which new instructions are inserted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InsertPoint {
    /// At the end of a block.
    End(BlockId),
    /// Before an instruction.
    Before(InstId),
}

/// Number of recent constants that are searched for an equal one.
const REMEMBERED: usize = 16;

/// Builds instructions into a function.
pub struct Builder<'f> {
    /// The function.
    pub mf: &'f mut MachineFunction,
    point: InsertPoint,
    /// Location of the instructions that are built next.
    pub debug_loc: Option<DebugLoc>,
    /// Flags of the instructions that are built next; they hold until changed.
    pub flags: InstFlags,
    constants: Vec<(Llt, i64, VReg)>,
    constants_block: Option<BlockId>,
}

impl<'f> Builder<'f> {
    /// Returns a builder at the end of `block`.
    pub fn at_end(mf: &'f mut MachineFunction, block: BlockId) -> Self {
        Self::new(mf, InsertPoint::End(block))
    }

    /// Returns a builder before `inst`, with its location.
    pub fn before(mf: &'f mut MachineFunction, inst: InstId) -> Self {
        let debug_loc = mf.inst(inst).debug_loc;
        let mut builder = Self::new(mf, InsertPoint::Before(inst));
        builder.debug_loc = debug_loc;
        builder
    }

    /// Returns a builder at `point`.
    pub fn new(mf: &'f mut MachineFunction, point: InsertPoint) -> Self {
        Builder {
            mf,
            point,
            debug_loc: None,
            flags: InstFlags::empty(),
            constants: Vec::new(),
            constants_block: None,
        }
    }

    /// Continues at `point`.
    #[inline]
    pub fn set_point(&mut self, point: InsertPoint) {
        self.point = point;
    }

    /// Returns the position at which new instructions are inserted.
    #[inline]
    pub fn point(&self) -> InsertPoint {
        self.point
    }

    /// Returns the block into which new instructions are inserted.
    #[inline]
    pub fn block(&self) -> BlockId {
        match self.point {
            InsertPoint::End(block) => block,
            InsertPoint::Before(inst) => self.mf.expect_block_of(inst),
        }
    }

    /// Inserts an instruction with a fixed number of operands, definitions first. It is the fast
    /// form of [`Builder::inst`] for the most frequent instructions.
    #[inline(always)]
    pub fn short<const N: usize>(
        &mut self,
        opcode: Opcode,
        flags: InstFlags,
        operands: [Operand; N],
    ) -> InstId {
        match self.point {
            InsertPoint::End(block) => self.mf.append_new(block, opcode, flags, operands, self.debug_loc),
            InsertPoint::Before(before) => self.insert(before, opcode, flags, &operands),
        }
    }

    #[inline(never)]
    fn insert(&mut self, before: InstId, opcode: Opcode, flags: InstFlags, operands: &[Operand]) -> InstId {
        let inst = self.mf.create_inst(opcode, operands, self.debug_loc);
        self.mf.inst_mut(inst).flags = flags;
        self.mf.insert_before(before, inst);
        inst
    }

    /// Inserts an instruction with these operands, definitions first.
    #[inline]
    pub fn inst(&mut self, opcode: Opcode, operands: &[Operand]) -> InstId {
        let inst = self.mf.create_inst(opcode, operands, self.debug_loc);
        self.place(inst);
        inst
    }

    /// Inserts a directive for unwind information.
    pub fn cfi(&mut self, directive: CfiDirective) {
        let index = self.mf.create_cfi(directive);
        self.inst(CFI_INSTRUCTION, &[Operand::cfi(index)]);
    }

    #[inline]
    fn place(&mut self, inst: InstId) {
        self.mf.inst_mut(inst).flags = self.flags;
        match self.point {
            InsertPoint::End(block) => self.mf.append_inst(block, inst),
            InsertPoint::Before(before) => self.mf.insert_before(before, inst),
        }
    }

    /// Inserts an instruction with these registers as definitions and uses.
    pub fn regs(&mut self, opcode: Opcode, defs: &[VReg], uses: &[VReg]) -> InstId {
        match (defs, uses) {
            (&[def], &[first]) => {
                return self.short(opcode, self.flags, [Operand::def(def), Operand::use_of(first)]);
            }
            (&[def], &[first, second]) => {
                let operands = [Operand::def(def), Operand::use_of(first), Operand::use_of(second)];
                return self.short(opcode, self.flags, operands);
            }
            _ => {}
        }
        let defs = defs.iter().map(|&d| Operand::def(d));
        let operands = defs.chain(uses.iter().map(|&u| Operand::use_of(u)));
        let inst = self.mf.create_inst_of(opcode, operands, self.debug_loc);
        self.place(inst);
        inst
    }

    /// Builds `ty = opcode uses…` into a new register.
    #[inline]
    pub fn op(&mut self, opcode: Opcode, ty: Llt, uses: &[VReg]) -> VReg {
        let dst = self.mf.create_vreg(ty);
        self.regs(opcode, &[dst], uses);
        dst
    }

    /// Builds `ty = opcode src, imm` into a new register.
    pub fn op_imm(&mut self, opcode: Opcode, ty: Llt, src: VReg, imm: i64) -> VReg {
        let dst = self.mf.create_vreg(ty);
        let imm = self.mf.imm(imm);
        self.inst(opcode, &[Operand::def(dst), Operand::use_of(src), imm]);
        dst
    }

    /// Returns an integer constant of a scalar type of at most 64 bits. `value` is taken modulo the
    /// width and stored sign-extended. The constant is reused in the block when building at its
    /// end.
    pub fn constant(&mut self, ty: Llt, value: i64) -> VReg {
        let shift = 64 - ty.bits().clamp(1, 64);
        let value = (value << shift) >> shift;
        let InsertPoint::End(block) = self.point else {
            return self.new_constant(ty, value);
        };
        if self.constants_block != Some(block) {
            self.constants.clear();
            self.constants_block = Some(block);
        }
        let mut recent = self.constants.iter().rev().take(REMEMBERED);
        if let Some(&(_, _, vreg)) = recent.find(|known| (known.0, known.1) == (ty, value)) {
            return vreg;
        }
        let vreg = self.new_constant(ty, value);
        self.constants.push((ty, value, vreg));
        vreg
    }

    fn new_constant(&mut self, ty: Llt, value: i64) -> VReg {
        let dst = self.mf.create_vreg(ty);
        let imm = self.mf.imm(value);
        self.shared(|b| b.short(G_CONSTANT, InstFlags::empty(), [Operand::def(dst), imm]));
        dst
    }

    /// Returns an integer constant of any width, `words` least significant first.
    pub fn wide_constant(&mut self, ty: Llt, words: &[u64]) -> VReg {
        if ty.bits() <= 64 {
            return self.constant(ty, words[0] as i64);
        }
        let dst = self.mf.create_vreg(ty);
        let imm = self.mf.wide_imm(ty.bits(), words);
        self.shared(|b| b.inst(G_CONSTANT, &[Operand::def(dst), imm]));
        dst
    }

    /// Makes the instructions that are built next have the same location without its metadata.
    /// Returns the location.
    #[inline]
    pub fn leave_metadata(&mut self) -> Option<DebugLoc> {
        let plain = self.mf.without_metadata(self.debug_loc);
        std::mem::replace(&mut self.debug_loc, plain)
    }

    /// Builds an instruction that others may use as well: it has no metadata of its first user.
    #[inline]
    pub fn shared(&mut self, build: impl FnOnce(&mut Self) -> InstId) -> InstId {
        let own = self.leave_metadata();
        let inst = build(self);
        self.debug_loc = own;
        inst
    }

    /// Returns a floating-point constant, given its bits.
    pub fn fconstant(&mut self, ty: Llt, bits: u128) -> VReg {
        let dst = self.mf.create_vreg(ty);
        let imm = self.mf.fp_imm(ty.bits(), bits);
        self.shared(|b| b.inst(G_FCONSTANT, &[Operand::def(dst), imm]));
        dst
    }

    /// Builds `G_IMPLICIT_DEF`.
    pub fn undef(&mut self, ty: Llt) -> VReg {
        self.op(G_IMPLICIT_DEF, ty, &[])
    }

    /// Builds `COPY` between registers, physical or virtual.
    pub fn copy(
        &mut self,
        dst: impl Into<crate::ir::mir::Reg>,
        src: impl Into<crate::ir::mir::Reg>,
    ) -> InstId {
        let (dst, src) = (Operand::def(dst), Operand::use_of(src));
        self.shared(|b| b.short(COPY, b.flags, [dst, src]))
    }

    /// Builds `G_LOAD` of `mem` from `addr` into a new register of type `ty`.
    pub fn load(&mut self, ty: Llt, addr: VReg, mem: MemOperand) -> VReg {
        let dst = self.mf.create_vreg(ty);
        self.load_into(dst, addr, mem);
        dst
    }

    /// Builds `G_LOAD` of `mem` from `addr` into `dst`.
    #[inline]
    pub fn load_into(&mut self, dst: VReg, addr: VReg, mem: MemOperand) {
        let inst = self.short(G_LOAD, self.flags, [Operand::def(dst), Operand::use_of(addr)]);
        self.mf.add_mem_operand(inst, mem);
    }

    /// Builds `G_STORE` of `value` to `addr`.
    pub fn store(&mut self, value: VReg, addr: VReg, mem: MemOperand) -> InstId {
        let inst = self.short(G_STORE, self.flags, [Operand::use_of(value), Operand::use_of(addr)]);
        self.mf.add_mem_operand(inst, mem);
        inst
    }

    /// Returns `addr + offset` bytes; `addr` itself for 0. The offset has the pointer's width.
    pub fn ptr_add_imm(&mut self, addr: VReg, offset: i64) -> VReg {
        if offset == 0 {
            return addr;
        }
        let ty = self.mf.ty(addr);
        let offset = self.constant(Llt::scalar(ty.scalar_bits()), offset);
        self.op(G_PTR_ADD, ty, &[addr, offset])
    }

    /// Builds `G_ICMP` into a new register of type `ty`.
    pub fn icmp(&mut self, ty: Llt, predicate: IntPredicate, lhs: VReg, rhs: VReg) -> VReg {
        let dst = self.mf.create_vreg(ty);
        let operands = [
            Operand::def(dst),
            Operand::int_predicate(predicate),
            Operand::use_of(lhs),
            Operand::use_of(rhs),
        ];
        self.short(G_ICMP, self.flags, operands);
        dst
    }

    /// Builds `G_FCMP` into a new register of type `ty`.
    pub fn fcmp(&mut self, ty: Llt, predicate: FloatPredicate, lhs: VReg, rhs: VReg) -> VReg {
        let dst = self.mf.create_vreg(ty);
        let operands = [
            Operand::def(dst),
            Operand::float_predicate(predicate),
            Operand::use_of(lhs),
            Operand::use_of(rhs),
        ];
        self.inst(G_FCMP, &operands);
        dst
    }

    /// Builds `G_BR`; the caller adds the edge.
    pub fn br(&mut self, to: BlockId) -> InstId {
        self.short(G_BR, self.flags, [Operand::block(to)])
    }

    /// Builds `G_BRCOND`; the caller adds the edge.
    pub fn brcond(&mut self, condition: VReg, to: BlockId) -> InstId {
        self.short(G_BRCOND, self.flags, [Operand::use_of(condition), Operand::block(to)])
    }

    /// Defines `dst` as the elements of two vectors that a mask selects. Numbers in the mask count
    /// through both vectors; negative ones are undefined.
    pub fn shuffle_vector(&mut self, dst: VReg, [first, second]: [VReg; 2], mask: &[i32]) -> InstId {
        let mask = self.mf.shuffle_mask(mask);
        let operands = [Operand::def(dst), Operand::use_of(first), Operand::use_of(second), mask];
        self.inst(G_SHUFFLE_VECTOR, &operands)
    }

    /// Builds `G_UNMERGE_VALUES` of `src` into new registers of type `ty`.
    pub fn unmerge(&mut self, ty: Llt, src: VReg) -> SmallVec<[VReg; 8]> {
        let count = self.mf.ty(src).bits() / ty.bits();
        let parts: SmallVec<[VReg; 8]> = (0..count).map(|_| self.mf.create_vreg(ty)).collect();
        self.regs(G_UNMERGE_VALUES, &parts, &[src]);
        parts
    }

    /// Merges `parts` into a value of type `ty`, with the opcode that their types require.
    pub fn merge(&mut self, ty: Llt, parts: &[VReg]) -> VReg {
        let opcode = match (ty.is_vector(), parts.first().is_some_and(|&p| self.mf.ty(p).is_vector())) {
            (false, _) => G_MERGE_VALUES,
            (true, true) => G_CONCAT_VECTORS,
            (true, false) => G_BUILD_VECTOR,
        };
        self.op(opcode, ty, parts)
    }

    /// Returns the type of pointers into address space 0.
    #[inline]
    pub fn pointer(&self) -> Llt {
        self.mf.pointer
    }

    /// Returns the integer type with the width of a pointer into address space 0.
    #[inline]
    pub fn word(&self) -> Llt {
        Llt::scalar(self.mf.pointer.bits())
    }

    /// Returns the address of a frame object.
    pub fn frame_index(&mut self, ty: Llt, index: crate::ir::entity::FrameIndex) -> VReg {
        let dst = self.mf.create_vreg(ty);
        self.shared(|b| b.short(G_FRAME_INDEX, b.flags, [Operand::def(dst), Operand::frame_index(index)]));
        dst
    }
}
