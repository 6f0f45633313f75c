//! Compares live-in sets with a walk for one register after the other.

use super::generate::function;
use crate::ir::builder::Builder;
use crate::ir::entity::{BlockId, SubtargetId, SymbolId, VReg};
use crate::ir::mir::{MachineFunction, Operand, Properties};
use crate::ir::opcodes::PHI;
use crate::passes::analysis::liveness::{Liveness, THROUGH, phi_inputs};
use crate::regalloc::collect::{self, Collected};
use crate::testing::Random;
use crate::testing::toy::*;

/// Returns a function with more registers than one group has. They are defined in the first block
/// and read in any others.
fn many_registers(seed: u64) -> MachineFunction {
    let mut random = Random::new(seed + 1);
    let mut mf = MachineFunction::new(SymbolId::new(0), format!("many{seed}"), SubtargetId::new(0));
    let blocks: Vec<BlockId> = (0..6).map(|_| mf.append_block()).collect();
    for (from, to) in [(0, 1), (1, 2), (1, 3), (2, 4), (3, 4), (4, 1), (4, 5)] {
        mf.add_edge(blocks[from], blocks[to]);
    }
    let mut values = Vec::new();
    for n in 0..150 {
        let value = mf.create_class_vreg(GPR);
        let operands = [Operand::def(value), Operand::small_imm(n)];
        Builder::at_end(&mut mf, blocks[0]).inst(CONST, &operands);
        values.push(value);
    }
    for value in values {
        for _ in 0..random.below(3) {
            let block = blocks[random.below(blocks.len())];
            Builder::at_end(&mut mf, block).inst(TRACE, &[Operand::use_of(value)]);
        }
    }
    mf.properties = Properties::IS_SSA | Properties::SELECTED | Properties::TRACKS_LIVENESS;
    mf
}

/// Returns for each block the live-in registers in order, each with whether it is live out.
fn expected(mf: &MachineFunction) -> Vec<Vec<(VReg, bool)>> {
    let home = |vreg| mf.def(vreg).and_then(|def| mf.block_of(def));
    let mut uses: Vec<(VReg, BlockId, bool)> = Vec::new();
    for &block in &mf.layout {
        for inst in mf.insts(block) {
            if mf.opcode(inst) == PHI {
                uses.extend(phi_inputs(mf.operands(inst)).map(|(value, from)| (value, from, true)));
            } else {
                let read = mf.operands(inst).iter().filter(|operand| operand.is_use());
                uses.extend(read.filter_map(|operand| operand.vreg()).map(|vreg| (vreg, block, false)));
            }
        }
    }
    uses.sort();
    let mut live_in: Vec<Vec<(VReg, bool)>> = vec![Vec::new(); mf.num_blocks()];
    for (vreg, block, at_end) in uses {
        let mut stack = vec![(block, at_end)];
        while let Some((block, through)) = stack.pop() {
            if home(vreg) == Some(block) {
                continue;
            }
            let known = &mut live_in[block.index()];
            let is_new = known.last().is_none_or(|last| last.0 != vreg);
            if is_new {
                known.push((vreg, through));
                stack.extend(mf.block(block).predecessors.iter().map(|&pred| (pred, true)));
            } else if let Some(last) = known.last_mut() {
                last.1 |= through;
            }
        }
    }
    live_in
}

#[test]
fn live_ins_equal_those_of_a_walk_per_register() {
    let mut found = Collected::default();
    for seed in 0..200 {
        for mut mf in [function(seed), many_registers(seed)] {
            collect::run(&mut mf, TOY, &mut found, false);
            let expected = expected(&mf);
            let liveness = Liveness::compute(&mf, &mut found.exposed).expect("all registers are defined");
            for &block in &mf.layout {
                let live_in = liveness.live_in(block).iter();
                let live_in: Vec<_> = live_in.map(|live| (live.vreg, live.end == THROUGH)).collect();
                assert_eq!(live_in, expected[block.index()], "{}, {block}", mf.name);
                let span = found.numbering.spans[block.index()];
                let ends = liveness.live_in(block).iter().map(|live| live.end);
                assert!(ends.into_iter().all(|end| end == THROUGH || span.start < end && end <= span.end));
            }
        }
    }
}
