//! Which virtual registers live into each block.
//!
//! Requires that definitions of a register are in one block that dominates its uses (SSA form, or what the
//! two-address pass makes of it). For each use outside of the defining block the walk goes up through
//! predecessors until the definition, so the cost is proportional to the size of the result. Irreducible control flow
//! needs nothing special. After Boissinot, Brandner, Darte, Dupont de Dinechin, Rastello: "Computing
//! Liveness Sets for SSA-Form Programs" (2011).

use crate::ir::entity::{BlockId, InstId, VReg};
use crate::ir::mir::{MachineFunction, OperandFlags};
use crate::ir::opcodes::PHI;

/// A register that lives into a block.
#[derive(Clone, Copy, Debug)]
pub struct LiveIn {
    /// The register.
    pub vreg: VReg,
    /// Where the block's last use of it ends; [`THROUGH`] if it lives out of the block.
    pub end: u32,
}

/// The end of what lives to the end of a block.
pub const THROUGH: u32 = u32::MAX;

/// Virtual registers live into each block; results of phis are not, their operands live out of predecessors.
#[derive(Debug, Default)]
pub struct Liveness {
    live_in: Vec<Vec<LiveIn>>,
    phi_inputs: Vec<PhiInput>,
    /// By block: whether it has phis.
    has_phis: Vec<bool>,
    /// By virtual register: whether it lives at some block's start or end.
    crosses: Vec<bool>,
    /// By virtual register: whether it lives out of the block that defines it.
    leaves: Vec<bool>,
    /// By block: whether it names one of these.
    names: Vec<bool>,
}

/// What is used outside of the block that defines it.
#[derive(Debug, Default)]
pub struct Exposed {
    /// Registers with the blocks that use them and do not define them, or that such a phi's input comes from, and where the use ends.
    pub uses: Vec<(VReg, BlockId, u32)>,
    phi_inputs: Vec<PhiInput>,
    /// What phis define, with their blocks.
    phi_results: Vec<(Option<VReg>, BlockId)>,
}

impl Exposed {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.uses.clear();
        self.phi_inputs.clear();
        self.phi_results.clear();
    }
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
    /// Computes liveness from what is used outside of the blocks with the definitions, which is sorted for that. An error is a register
    /// that is used where no definition reaches.
    pub fn compute(mf: &MachineFunction, exposed: &mut Exposed) -> Result<Liveness, VReg> {
        let Exposed { uses, phi_inputs, phi_results } = exposed;
        if uses.is_empty() && phi_results.is_empty() {
            return Ok(Liveness::default());
        }
        phi_inputs.sort_by_key(|input| (input.from, input.block));
        uses.sort_unstable();
        let (mut crosses, mut leaves) = (vec![false; mf.num_vregs()], vec![false; mf.num_vregs()]);
        let mut has_phis = vec![false; mf.num_blocks()];
        for &(result, block) in &*phi_results {
            has_phis[block.index()] = true;
            result.into_iter().for_each(|result| crosses[result.index()] = true);
        }
        let mut names = has_phis.clone();
        let read = uses.iter().map(|&(vreg, block, _)| (vreg, block));
        for (vreg, block) in read.chain(phi_inputs.iter().map(|input| (input.value, input.block))) {
            (crosses[vreg.index()], leaves[vreg.index()]) = (true, true);
            names[block.index()] = true;
            def_block(mf, vreg).into_iter().for_each(|home| names[home.index()] = true);
        }
        let mut live_in = vec![Vec::new(); mf.num_blocks()];
        let mut seen = vec![u32::MAX; mf.num_blocks()];
        let mut stack = Vec::new();
        for &(vreg, block, end) in &*uses {
            let home = def_block(mf, vreg).ok_or(vreg)?;
            stack.push((block, end));
            while let Some((block, end)) = stack.pop() {
                let known = &mut live_in[block.index()];
                if std::mem::replace(&mut seen[block.index()], vreg.raw()) != vreg.raw() {
                    known.push(LiveIn { vreg, end });
                    let from = mf.block(block).predecessors.iter().filter(|&&from| from != home);
                    stack.extend(from.map(|&from| (from, THROUGH)));
                } else if let Some(last) = known.last_mut() {
                    last.end = last.end.max(end);
                }
            }
        }
        Ok(Liveness { live_in, phi_inputs: std::mem::take(phi_inputs), has_phis, crosses, leaves, names })
    }

    /// Whether every register lives in one block only.
    pub fn is_empty(&self) -> bool {
        self.crosses.is_empty()
    }

    /// Registers without which the live-in sets have at most about `budget` entries together: those that live into more blocks
    /// than their share of it. None if the sets are not larger anyway.
    pub fn beyond(mf: &MachineFunction, budget: usize) -> Vec<VReg> {
        let mut found = Exposed::default();
        mf.layout.iter().for_each(|&block| collect_exposed(mf, block, &mut found));
        let mut exposed = found.uses;
        exposed.sort_unstable();
        exposed.dedup_by_key(|&mut (vreg, block, _)| (vreg, block));
        let groups = || exposed.chunk_by(|a, b| a.0 == b.0);
        let mut walk = Walk { mf, seen: vec![u32::MAX; mf.num_blocks()], stack: Vec::new() };
        let mut left = budget;
        if groups().all(|group| walk.count(group, &mut left)) {
            return Vec::new();
        }
        walk.seen.fill(u32::MAX);
        let share = budget / groups().count();
        let too_long = |group: &&[(VReg, BlockId, u32)]| !walk.count(group, &mut { share });
        groups().filter(too_long).map(|group| group[0].0).collect()
    }

    /// The registers that live into `block`.
    pub fn live_in(&self, block: BlockId) -> &[LiveIn] {
        self.live_in.get(block.index()).map_or(&[], |live_in| live_in)
    }

    /// Whether `vreg` lives at some block's start or end, as results of phis do.
    pub fn crosses_blocks(&self, vreg: VReg) -> bool {
        self.crosses.get(vreg.index()).is_some_and(|&crosses| crosses)
    }

    /// Whether `vreg` lives out of the block that defines it.
    pub fn leaves_block(&self, vreg: VReg) -> bool {
        self.leaves.get(vreg.index()).is_some_and(|&leaves| leaves)
    }

    /// Whether `block` has phis.
    pub fn has_phis(&self, block: BlockId) -> bool {
        self.has_phis.get(block.index()).is_some_and(|&has_phis| has_phis)
    }

    /// Whether an instruction of `block` names a register that lives at some block's start or end.
    pub fn names_crossing(&self, block: BlockId) -> bool {
        self.names.get(block.index()).is_some_and(|&names| names)
    }

    /// What the phis of `block` take from `from`, in their order.
    pub fn phi_inputs_on_edge(&self, from: BlockId, block: BlockId) -> &[PhiInput] {
        if !self.has_phis(block) {
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
    fn count(&mut self, exposed: &[(VReg, BlockId, u32)], left: &mut usize) -> bool {
        self.stack.clear();
        self.stack.extend(exposed.iter().map(|e| e.1));
        let Some(&(vreg, ..)) = exposed.first() else { return true };
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
fn collect_exposed(mf: &MachineFunction, block: BlockId, exposed: &mut Exposed) {
    for inst in mf.insts(block) {
        if mf.opcode(inst) == PHI {
            collect_phi(mf, block, inst, exposed);
            continue;
        }
        let ignored = OperandFlags::UNDEF | OperandFlags::DEBUG;
        for operand in mf.operands(inst) {
            let Some(vreg) = operand.vreg() else { continue };
            if operand.is_use() && !operand.flags.intersects(ignored) && def_block(mf, vreg) != Some(block) {
                exposed.uses.push((vreg, block, THROUGH));
            }
        }
    }
}

/// Adds what a phi of `block` takes and defines.
pub fn collect_phi(mf: &MachineFunction, block: BlockId, phi: InstId, exposed: &mut Exposed) {
    let operands = mf.operands(phi);
    let result = operands.first().and_then(|first| first.vreg());
    exposed.phi_results.push((result, block));
    for (value, from) in phi_inputs(operands) {
        exposed.phi_inputs.extend(result.map(|result| PhiInput { from, block, result, value }));
        if def_block(mf, value) != Some(from) {
            exposed.uses.push((value, from, THROUGH));
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
