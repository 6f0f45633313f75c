//! `branch-targets`: inserts landing instructions for indirect branches, where they are enforced.
//!
//! Requires: physical registers, blocks in their final order, prologues. Establishes: the entry
//! block, address-taken blocks and landing pads begin with a landing instruction. So do jump table
//! targets, if the target requires it. Cost: linear.
//!
//! Every function is assumed to be called indirectly, since other modules may take its address.

use crate::ir::builder::{Builder, InsertPoint};
use crate::ir::entity::BlockId;
use crate::ir::mir::MachineFunction;
use crate::ir::opcodes::{CFI_INSTRUCTION, EH_LABEL};
use crate::machine::branch_info::Landing;
use crate::passes::target::PassTarget;

/// Inserts the landing instructions of `mf`.
pub fn run(mf: &mut MachineFunction, target: &dyn PassTarget) {
    let info = target.instr_info();
    let Some(marks) = info.landing_marks(mf) else { return };
    mf.attrs.align = mf.attrs.align.max(marks.align);
    let mut jumped: Vec<bool> = vec![false; mf.num_blocks()];
    let tables = mf.jump_tables.iter().filter(|_| marks.jump_tables);
    for &block in tables.flat_map(|table| &table.targets) {
        jumped[block.index()] = true;
    }
    let entry = mf.entry();
    for block in mf.layout.clone() {
        let mut landing = Landing::empty();
        landing.set(Landing::CALL, block == entry);
        let data = mf.block(block);
        landing.set(Landing::JUMP, jumped[block.index()] || data.address_taken || data.is_eh_pad);
        if landing.is_empty() {
            continue;
        }
        if block != entry {
            mf.block_mut(block).align = mf.block(block).align.max(marks.align);
        }
        info.insert_landing_mark(&mut at_start(mf, block), landing);
    }
}

/// Returns a builder before the first instruction of `block`, after its CFI directives and landing
/// pad label.
fn at_start(mf: &mut MachineFunction, block: BlockId) -> Builder<'_> {
    let first = mf.insts(block).find(|&inst| !matches!(mf.opcode(inst), CFI_INSTRUCTION | EH_LABEL));
    let point = first.map_or(InsertPoint::End(block), InsertPoint::Before);
    let mut b = Builder::new(mf, point);
    b.debug_loc = None;
    b
}
