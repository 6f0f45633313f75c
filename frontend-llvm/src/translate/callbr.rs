//! `callbr`: assembly that may jump to blocks of the function.
//!
//! The block ends in `INLINEASM_BR`, which jumps to a landing block or falls through to the normal
//! one. Each landing block has one predecessor. Outputs are in fixed registers. Every edge stores
//! them to one frame object for each leaf, and uses of the result load it from there. The result is
//! thus correct on every path, without phis. Source: the LLVM language reference, "callbr
//! Instruction".

use gisel_codegen::ir::entity::{BlockId, FrameIndex};
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::mir::{FrameObjectKind, MemFlags, MemOperand, PointerInfo};
use gisel_codegen::ir::opcodes::INLINEASM_BR;
use smallvec::SmallVec;

use super::error::{Result, Stop};
use super::function_state::FunctionTranslator;
use super::inline_asm::{Operands, refused};
use super::value_map::Regs;
use crate::ir::{Block, Inst, Opcode, ValueKind};

/// The probability of a jump by the assembly, in units of 2⁻³¹.
const JUMPS: u32 = 1 << 11;
const ALWAYS: u32 = 1 << 31;

impl<'m> FunctionTranslator<'_, 'm> {
    /// Returns the frame objects of a `callbr`'s result, one for each leaf; creates them on first
    /// use.
    fn callbr_slots(&mut self, inst: Inst<'m>) -> Result<SmallVec<[FrameIndex; 2]>> {
        if let Some(slots) = self.callbr_results.get(&inst.value().key()) {
            return Ok(slots.clone());
        }
        let mut slots = SmallVec::<[FrameIndex; 2]>::new();
        for leaf in self.cx.types.range(inst.ty())? {
            let ty = self.cx.types.leaf(leaf).llt;
            let align = ty.bytes().next_power_of_two();
            slots.push(self.b.mf.frame.create(FrameObjectKind::Local, ty.bytes().into(), align));
        }
        self.callbr_results.insert(inst.value().key(), slots.clone());
        Ok(slots)
    }

    /// Loads the result of a `callbr` at the builder's point.
    pub(super) fn callbr_result(&mut self, inst: Inst<'m>) -> Result<Regs> {
        let slots = self.callbr_slots(inst)?;
        let mut regs = Regs::new();
        for (leaf, slot) in self.cx.types.range(inst.ty())?.zip(slots) {
            let ty = self.cx.types.leaf(leaf).llt;
            let mem = result_memory(MemFlags::LOAD, ty, slot);
            let address = self.b.frame_index(self.b.pointer(), slot);
            regs.push(self.b.load(ty, address, mem));
        }
        Ok(regs)
    }

    /// Translates a `callbr` and connects the phis after it.
    pub(super) fn end_by_callbr(&mut self, index: usize, inst: Inst<'m>) -> Result<()> {
        self.cx.translated(Opcode::CallBr);
        let call = inst.as_call().ok_or_else(|| Stop::new("callbr of nothing"))?;
        let Some(ValueKind::InlineAsm(asm)) = call.callee().map(|callee| callee.kind()) else {
            return Err(Stop::new("callbr of what is no inline assembly is not supported"));
        };
        let mut successors = inst.successors();
        let normal = successors.next().ok_or_else(|| Stop::new("callbr without a successor"))?;
        let targets: Vec<Block<'m>> = successors.collect();
        let labels: Vec<BlockId> = targets.iter().map(|_| self.b.mf.create_block()).collect();
        let mut operands = Operands::jumping(labels.clone());
        self.asm_operands(inst, call, asm, &mut operands)?;
        if !operands.stored.is_empty() {
            return Err(refused("an output in a register that is stored, of assembly that jumps"));
        }
        let block = self.b.block();
        self.emit_asm(INLINEASM_BR, asm, &operands)?;
        let fallthrough = self.b.mf.create_block();
        self.b.br(fallthrough);
        self.b.mf.add_new_edge(block, fallthrough);
        labels.iter().for_each(|&label| self.b.mf.add_new_edge(block, label));
        let jumps = JUMPS * labels.len() as u32;
        let mut probabilities = vec![JUMPS; labels.len() + 1];
        probabilities[0] = ALWAYS - jumps.min(ALWAYS / 2);
        self.b.mf.block_mut(block).probabilities = probabilities;
        let edges = std::iter::once((fallthrough, normal)).chain(labels.into_iter().zip(targets));
        for (edge, to) in edges {
            self.end_callbr_edge(index, inst, &operands, edge, to)?;
        }
        Ok(())
    }

    /// Ends the block of one edge: stores the outputs and jumps to the IR's block.
    fn end_callbr_edge(
        &mut self,
        index: usize,
        inst: Inst<'m>,
        operands: &Operands,
        edge: BlockId,
        to: Block<'m>,
    ) -> Result<()> {
        self.b.mf.layout.push(edge);
        self.go_to(edge);
        let registers =
            operands.outputs.iter().flat_map(|output| &output.regs).filter_map(|reg| reg.as_phys());
        self.b.mf.block_mut(edge).live_ins = registers.collect();
        let values = self.output_values(&operands.outputs);
        for (&value, slot) in values.iter().zip(self.callbr_slots(inst)?) {
            let mem = result_memory(MemFlags::STORE, self.b.mf.ty(value), slot);
            let address = self.b.frame_index(self.b.pointer(), slot);
            self.b.store(value, address, mem);
        }
        let machine = self.machine_block(to)?;
        self.jump(machine);
        self.join_edge(index, machine)
    }
}

/// Returns the access to a leaf of a result.
fn result_memory(flags: MemFlags, ty: Llt, slot: FrameIndex) -> MemOperand {
    let align = ty.bytes().next_power_of_two();
    MemOperand::new(flags, ty, align).with_pointer(PointerInfo::Stack(slot, 0))
}
