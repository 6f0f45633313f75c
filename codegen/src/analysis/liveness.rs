//! Which virtual registers live into each block.
//!
//! Requires that definitions of a register are in one block that dominates its uses (SSA form, or what the
//! two-address pass makes of it). For each use outside of the defining block the walk goes up through
//! predecessors until the definition, so the cost is proportional to the size of the result. Irreducible control flow
//! needs nothing special. After Boissinot, Brandner, Darte, Dupont de Dinechin, Rastello: "Computing
//! Liveness Sets for SSA-Form Programs" (2011).

use crate::ir::entity::{BlockId, VReg};
use crate::ir::mir::{MachineFunction, OperandFlags};
use crate::ir::opcodes::PHI;

/// Virtual registers live into each block; results of phis are not, their operands live out of predecessors.
#[derive(Debug, Default)]
pub struct Liveness {
    live_in: Vec<Vec<VReg>>,
    phi_inputs: Vec<PhiInput>,
    /// By block: whether it has phis.
    has_phis: Vec<bool>,
    /// By virtual register: whether it lives at some block's start or end.
    crosses: Vec<bool>,
}

/// What a phi takes over an edge.
#[derive(Clone, Copy, Debug)]
pub struct PhiInput {
    from: BlockId,
    block: BlockId,
    /// The phi's result.
    pub result: VReg,
    /// What it takes.
    pub value: VReg,
}

impl Liveness {
    /// Computes liveness. An error is a register that is used where no definition reaches.
    pub fn compute(mf: &MachineFunction) -> Result<Liveness, VReg> {
        let (mut exposed, mut phi_inputs) = (Vec::new(), Vec::new());
        for &block in &mf.layout {
            collect_exposed(mf, block, &mut exposed, &mut phi_inputs);
        }
        phi_inputs.sort_by_key(|input| (input.from, input.block));
        exposed.sort_unstable();
        exposed.dedup();
        let mut crosses = vec![false; mf.num_vregs()];
        exposed.iter().for_each(|(vreg, _)| crosses[vreg.index()] = true);
        for input in &phi_inputs {
            (crosses[input.value.index()], crosses[input.result.index()]) = (true, true);
        }
        let mut has_phis = vec![false; mf.num_blocks()];
        for &block in &mf.layout {
            for phi in mf.insts(block).take_while(|&i| mf.opcode(i) == PHI) {
                has_phis[block.index()] = true;
                mf.vreg_operand(phi, 0).into_iter().for_each(|result| crosses[result.index()] = true);
            }
        }
        let mut live_in = vec![Vec::new(); mf.num_blocks()];
        let mut seen = vec![u32::MAX; mf.num_blocks()];
        let mut stack = Vec::new();
        for (vreg, block) in exposed {
            let home = def_block(mf, vreg).ok_or(vreg)?;
            stack.push(block);
            while let Some(block) = stack.pop() {
                if std::mem::replace(&mut seen[block.index()], vreg.raw()) == vreg.raw() {
                    continue;
                }
                live_in[block.index()].push(vreg);
                stack.extend(mf.block(block).predecessors.iter().filter(|&&p| p != home));
            }
        }
        Ok(Liveness { live_in, phi_inputs, has_phis, crosses })
    }

    /// Registers without which the live-in sets have at most about `budget` entries together: those that live into more blocks
    /// than their share of it. None if the sets are not larger anyway.
    pub fn beyond(mf: &MachineFunction, budget: usize) -> Vec<VReg> {
        let (mut exposed, mut phi_inputs) = (Vec::new(), Vec::new());
        for &block in &mf.layout {
            collect_exposed(mf, block, &mut exposed, &mut phi_inputs);
        }
        exposed.sort_unstable();
        exposed.dedup();
        let groups = || exposed.chunk_by(|a, b| a.0 == b.0);
        let mut walk = Walk { mf, seen: vec![u32::MAX; mf.num_blocks()], stack: Vec::new() };
        let mut left = budget;
        if groups().all(|group| walk.count(group, &mut left)) {
            return Vec::new();
        }
        walk.seen.fill(u32::MAX);
        let share = budget / groups().count();
        let too_long = |group: &&[(VReg, BlockId)]| !walk.count(group, &mut { share });
        groups().filter(too_long).map(|group| group[0].0).collect()
    }

    /// The registers that live into `block`.
    pub fn live_in(&self, block: BlockId) -> &[VReg] {
        &self.live_in[block.index()]
    }

    /// Whether `vreg` lives at some block's start or end, as results of phis do.
    pub fn crosses_blocks(&self, vreg: VReg) -> bool {
        self.crosses[vreg.index()]
    }

    /// What the phis of `block` take from `from`, in their order.
    pub fn phi_inputs_on_edge(&self, from: BlockId, block: BlockId) -> &[PhiInput] {
        if !self.has_phis[block.index()] {
            return &[];
        }
        let key = |input: &PhiInput| (input.from, input.block);
        let start = self.phi_inputs.partition_point(|input| key(input) < (from, block));
        let count = self.phi_inputs[start..].partition_point(|input| key(input) == (from, block));
        &self.phi_inputs[start..start + count]
    }
}

/// Walks through the blocks that one register after the other lives into.
struct Walk<'a> {
    mf: &'a MachineFunction,
    /// By block: the register that has come by last.
    seen: Vec<u32>,
    stack: Vec<BlockId>,
}

impl Walk<'_> {
    /// Takes the number of blocks that a register lives into, which is exposed in these, from `left`; false if there are more.
    fn count(&mut self, exposed: &[(VReg, BlockId)], left: &mut usize) -> bool {
        self.stack.clear();
        self.stack.extend(exposed.iter().map(|e| e.1));
        let Some(&(vreg, _)) = exposed.first() else { return true };
        let home = def_block(self.mf, vreg);
        while let Some(block) = self.stack.pop() {
            if std::mem::replace(&mut self.seen[block.index()], vreg.raw()) == vreg.raw() {
                continue;
            }
            if *left == 0 {
                return false;
            }
            *left -= 1;
            self.stack.extend(self.mf.block(block).predecessors.iter().filter(|&&p| Some(p) != home));
        }
        true
    }
}

fn def_block(mf: &MachineFunction, vreg: VReg) -> Option<BlockId> {
    mf.def(vreg).and_then(|def| mf.block_of(def))
}

/// Adds the registers that are used in `block`, or by phis after it, and defined elsewhere; and what its phis take.
fn collect_exposed(
    mf: &MachineFunction,
    block: BlockId,
    exposed: &mut Vec<(VReg, BlockId)>,
    inputs: &mut Vec<PhiInput>,
) {
    for inst in mf.insts(block) {
        let operands = mf.operands(inst);
        if mf.opcode(inst) == PHI {
            for (value, from) in phi_inputs(operands) {
                inputs.extend(operands[0].vreg().map(|result| PhiInput { from, block, result, value }));
                if def_block(mf, value) != Some(from) {
                    exposed.push((value, from));
                }
            }
            continue;
        }
        let ignored = OperandFlags::UNDEF | OperandFlags::DEBUG;
        for operand in operands {
            let Some(vreg) = operand.vreg() else { continue };
            if operand.is_use() && !operand.flags.intersects(ignored) && def_block(mf, vreg) != Some(block) {
                exposed.push((vreg, block));
            }
        }
    }
}

/// The inputs of a phi: each virtual register with the block that it comes from; undefined ones left out.
pub fn phi_inputs(operands: &[crate::ir::mir::Operand]) -> impl Iterator<Item = (VReg, BlockId)> + '_ {
    let pairs = operands.get(1..).unwrap_or(&[]).chunks_exact(2);
    pairs.filter_map(|pair| {
        let defined = !pair[0].flags.contains(OperandFlags::UNDEF);
        Some((pair[0].vreg().filter(|_| defined)?, pair[1].as_block()?))
    })
}
