//! Tags of stack memory (`sanitize_memtag`), for static allocas whose address may be used for more
//! than accesses within bounds.
//!
//! The first alloca has a random tag, and each other one the next tag. Its memory is tagged from
//! the function's entry to its exits; variables do not share slots. Accesses by the stack pointer
//! itself are not checked. The frame of a shadow stack is tagged, too, before the allocas; objects of
//! the unsafe stack come last. Source: LLVM's pass for the tags of the stack.

use crate::translate::function_state::Tagged;
use gisel_codegen::ir::entity::VReg;
use gisel_codegen::ir::mir::Operand;
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::machine::facts::{MemoryTags, TargetIntrinsic};
use std::collections::HashSet;

use super::error::{Result, Stop};
use super::function_state::{FunctionTranslator, StackPlace};
use super::stack_protector::{Users, gather_users};
use crate::ir::Inst;

/// The size of a tag granule in bytes.
const GRANULE: u64 = 16;

/// The number of tags.
const TAGS: usize = 16;

/// The tagging policy of a function's allocas.
pub(super) struct Tagging<'m> {
    /// The users of each value, if allocas with only safe uses stay untagged.
    users: Option<Users<'m>>,
}

/// Returns the size and alignment, in bytes, of an object that shares no tag with others.
pub(super) fn whole_granules(size: u64, align: u32) -> (u64, u32) {
    (size.next_multiple_of(GRANULE), align.max(GRANULE as u32))
}

impl<'m> FunctionTranslator<'_, 'm> {
    /// Returns the tagging policy, if the function's allocas are tagged.
    pub(super) fn tagging(&self) -> Option<Tagging<'m>> {
        let optimized = self.cx.module.optimized && !self.b.mf.attrs.opt_none;
        let users = || optimized.then(|| gather_users(self.function));
        self.b.mf.attrs.tags_stack.then(|| Tagging { users: users() })
    }

    /// Returns true if a static alloca of `size` bytes is tagged.
    pub(super) fn is_tagged(&self, tagging: &Tagging<'m>, alloca: Inst<'m>, size: u64) -> bool {
        let users = tagging.users.as_ref();
        users.is_none_or(|users| self.escapes(alloca, size, users, &mut HashSet::new()))
    }

    fn tag_intrinsic(&self, name: impl Fn(MemoryTags) -> &'static str) -> Result<TargetIntrinsic> {
        let intrinsic = self.target.facts().memory_tags.and_then(|tags| self.target.intrinsic(name(tags)));
        intrinsic.ok_or_else(|| Stop::new("attribute sanitize_memtag on a target without tags"))
    }

    fn build_intrinsic(&mut self, intrinsic: TargetIntrinsic, result: Option<VReg>, args: [Operand; 2]) {
        let opcode = if intrinsic.effects { G_INTRINSIC_W_SIDE_EFFECTS } else { G_INTRINSIC };
        let number = Operand::intrinsic(intrinsic.number);
        match result {
            Some(result) => self.b.inst(opcode, &[Operand::def(result), number, args[0], args[1]]),
            None => self.b.inst(opcode, &[number, args[0], args[1]]),
        };
    }

    /// Tags the objects' memory; their values are tagged addresses from here on.
    pub(super) fn tag_stack(&mut self) -> Result<()> {
        if self.b.mf.attrs.tags_stack {
            let frame = self.shadow_frame.as_ref().and_then(|frame| frame.tagged());
            self.tagged.splice(..0, frame);
        }
        let mut tag: Option<VReg> = None;
        for index in 0..self.tagged.len() {
            let Tagged { alloca, place, size } = self.tagged[index];
            let address = self.next_tagged(place, index, &mut tag)?;
            self.set_tags(address, size)?;
            match alloca {
                Some(alloca) => {
                    let number = self.map.number(alloca);
                    self.define_at(number, &[address]);
                }
                None => self.move_shadow_frame(address),
            }
        }
        Ok(())
    }

    /// Returns the tagged address of object number `index`. The difference between the first
    /// object's addresses with and without its tag is in `tag`.
    fn next_tagged(&mut self, place: StackPlace, index: usize, tag: &mut Option<VReg>) -> Result<VReg> {
        let (pointer, word) = (self.b.pointer(), self.b.word());
        let plain = self.place_address(place);
        let address = self.b.mf.create_vreg(pointer);
        match *tag {
            None => {
                let excluded = self.b.constant(word, 0);
                let args = [plain, excluded].map(Operand::use_of);
                let random = self.tag_intrinsic(|tags| tags.random)?;
                self.build_intrinsic(random, Some(address), args);
                let numbers = [address, plain].map(|address| self.b.op(G_PTRTOINT, word, &[address]));
                *tag = Some(self.b.op(G_SUB, word, &numbers));
            }
            Some(tag) => {
                let other = self.b.op(G_PTR_ADD, pointer, &[plain, tag]);
                let more = self.b.mf.imm((index % TAGS) as i64);
                let add = self.tag_intrinsic(|tags| tags.add)?;
                self.build_intrinsic(add, Some(address), [Operand::use_of(other), more]);
            }
        }
        Ok(address)
    }

    fn set_tags(&mut self, address: VReg, size: u64) -> Result<()> {
        let intrinsic = self.tag_intrinsic(|tags| tags.set)?;
        let size = self.b.mf.imm(size as i64);
        self.build_intrinsic(intrinsic, None, [Operand::use_of(address), size]);
        Ok(())
    }

    /// Removes the tags before an exit of the function.
    pub(super) fn untag_stack(&mut self) -> Result<()> {
        for index in 0..self.tagged.len() {
            let Tagged { place, size, .. } = self.tagged[index];
            let plain = self.place_address(place);
            self.set_tags(plain, size)?;
        }
        Ok(())
    }
}
