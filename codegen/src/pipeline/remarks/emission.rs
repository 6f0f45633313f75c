//! Remarks on the instructions of a function when it is emitted.

use super::{Kind, Remark, frame, of_block, of_function};
use crate::ir::entity::BlockId;
use crate::ir::mir::MachineFunction;
use crate::ir::module::Module;
use crate::ir::opcodes as op;
use crate::target::Target;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Adds the remarks on the instructions of `mf`, which is about to be emitted.
pub fn emitted(mf: &mut MachineFunction, target: &dyn Target, module: &Module) {
    let mut remarks = vec![frame::layout(mf, module)];
    let mut total = 0;
    for &block in &mf.layout {
        let counts = counts(mf, target, block);
        total += counts.values().sum::<usize>();
        if !counts.is_empty() {
            remarks.push(mix(mf, module, block, counts));
        }
    }
    let mut count =
        Remark::new(Kind::Analysis, "asm-printer", "InstructionCount", mf).at(of_function(mf, module));
    count.value("NumInstructions", total.to_string()).text(" instructions in function");
    remarks.push(count);
    mf.remarks.append(&mut remarks);
}

/// Returns the number of instructions of each opcode in a block. Inline assembly is text, and does
/// not count.
fn counts(mf: &MachineFunction, target: &dyn Target, block: BlockId) -> BTreeMap<&'static str, usize> {
    let mut counts = BTreeMap::new();
    let opcodes = mf.insts(block).map(|inst| mf.opcode(inst));
    for opcode in
        opcodes.filter(|&opcode| !op::is_meta(opcode) && !matches!(opcode, op::INLINEASM | op::INLINEASM_BR))
    {
        *counts.entry(target.descs().get(opcode).name).or_default() += 1;
    }
    counts
}

/// Returns the remark on a block, most frequent opcodes first.
fn mix(
    mf: &MachineFunction,
    module: &Module,
    block: BlockId,
    counts: BTreeMap<&'static str, usize>,
) -> Remark {
    let location = of_block(mf, module, block);
    let mut remark = Remark::new(Kind::Analysis, "asm-printer", "InstructionMix", mf).at(location);
    let ir_block = mf.block(block).ir_block;
    let name = ir_block.and_then(|number| mf.block_names.get(number as usize));
    remark.text("BasicBlock: ").value("BasicBlock", name.map_or("", |name| &**name)).text("\n");
    let mut counts: Vec<(&str, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|&(_, count)| Reverse(count));
    for (opcode, count) in counts {
        remark.text(opcode).text(": ").value(format!("INST_{opcode}"), count.to_string()).text("\n");
    }
    remark
}
