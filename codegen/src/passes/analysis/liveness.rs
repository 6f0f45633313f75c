//! Liveness of virtual registers at block boundaries.
//!
//! Requires that the definitions of a register are in one block that dominates its uses. SSA form
//! and the output of the two-address pass satisfy this. For uses outside of the defining block, a
//! backward walk follows predecessors until the definition, for 64 registers at once
//! (`Propagation`). So the cost is at most proportional to the size of the result. Irreducible
//! control flow requires no special case. After Boissinot, Brandner, Darte, Dupont de Dinechin,
//! Rastello: "Computing Liveness Sets for SSA-Form Programs" (2011).

mod propagation;

use crate::ir::entity::{BlockId, InstId, VReg};
use crate::ir::mir::{MachineFunction, OperandFlags};
use crate::ir::opcodes::PHI;
use propagation::{Masks, Propagation, each_bit};

/// A register that is live into a block.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LiveIn {
    /// The register.
    pub vreg: VReg,
    /// The position of its last use in the block; [`THROUGH`] if it is live out.
    pub end: u32,
}

/// The end of a register that is live out of the block.
pub(crate) const THROUGH: u32 = u32::MAX;

/// The registers that are live into each block. Results of phis are not live in; their operands are
/// live out of predecessors.
#[derive(Debug, Default)]
pub(crate) struct Liveness {
    /// The live-in registers, sorted by block and register.
    live_in: Vec<LiveIn>,
    /// By block: the start of its registers in `live_in`; then the end of all.
    live_in_starts: Vec<u32>,
    /// The inputs of phis, sorted by predecessor and block.
    phi_inputs: Vec<PhiInput>,
    /// By predecessor: the start of its inputs in `phi_inputs`; then the end of all.
    phi_input_starts: Vec<u32>,
    /// By block: true if it has phis.
    has_phis: Vec<bool>,
    /// By virtual register: true if it is live at some block's start or end.
    crosses: Vec<bool>,
    /// By virtual register: true if it is live out of its defining block.
    leaves: Vec<bool>,
    /// By block: true if it mentions a register that is live across blocks.
    names: Vec<bool>,
}

/// An upward-exposed use, outside of the block that defines the register.
#[derive(Clone, Copy, Debug)]
struct ExposedUse {
    vreg: VReg,
    /// The block with the use, or the predecessor for a phi's input.
    block: BlockId,
    /// The position where the use ends.
    end: u32,
    /// The previous use of the same register, in [`Exposed::uses`].
    before: u32,
}

const NONE: u32 = u32::MAX;

/// The upward-exposed uses of a function. The memory is reused for the next function.
#[derive(Debug, Default)]
pub(crate) struct Exposed {
    uses: Vec<ExposedUse>,
    /// By virtual register: its newest use in `uses`, if any.
    last_use: Vec<u32>,
    phi_inputs: Vec<PhiInput>,
    /// The results of phis, with their blocks.
    phi_results: Vec<(Option<VReg>, BlockId)>,
    masks: Vec<Masks>,
}

impl Exposed {
    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        self.uses.clear();
        self.last_use.clear();
        self.phi_inputs.clear();
        self.phi_results.clear();
    }

    /// Records a use of `vreg` in `block`, which does not define it. It ends at `end`.
    pub(crate) fn add_use(&mut self, vreg: VReg, block: BlockId, end: u32) {
        if vreg.index() >= self.last_use.len() {
            self.last_use.resize(vreg.index() + 1, NONE);
        }
        let last = &mut self.last_use[vreg.index()];
        let before = std::mem::replace(last, self.uses.len() as u32);
        self.uses.push(ExposedUse { vreg, block, end, before });
    }

    /// Returns the uses of one register, newest first.
    fn uses_of(&self, vreg: VReg) -> impl Iterator<Item = &ExposedUse> {
        let at = |n: u32| self.uses.get(n as usize);
        let last = self.last_use.get(vreg.index()).and_then(|&n| at(n));
        std::iter::successors(last, move |found| at(found.before))
    }

    /// Returns the registers with upward-exposed uses, in order.
    fn registers(&self) -> impl Iterator<Item = VReg> {
        let listed = self.last_use.iter().enumerate().filter(|(_, last)| **last != NONE);
        listed.map(|(n, _)| VReg::new(n))
    }
}

/// The input of a phi on an edge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PhiInput {
    from: BlockId,
    block: BlockId,
    /// The phi's result.
    pub result: VReg,
    /// The incoming value.
    pub value: VReg,
}

impl Liveness {
    /// Computes liveness from upward-exposed uses.
    ///
    /// Errors: a register whose use no definition reaches.
    pub(crate) fn compute(mf: &MachineFunction, exposed: &mut Exposed) -> Result<Liveness, VReg> {
        if exposed.uses.is_empty() && exposed.phi_results.is_empty() {
            return Ok(Liveness::default());
        }
        let mut liveness = Liveness::of_phis(mf, exposed);
        for &ExposedUse { vreg, block, .. } in &exposed.uses {
            liveness.leave(mf, vreg, block);
        }
        for n in 0..liveness.phi_inputs.len() {
            let PhiInput { value, block, .. } = liveness.phi_inputs[n];
            liveness.leave(mf, value, block);
        }
        let registers: Vec<VReg> = exposed.registers().collect();
        let found = find_live_in(mf, exposed, &registers)?;
        (liveness.live_in, liveness.live_in_starts) = live_in_by_block(mf, exposed, &registers, found);
        Ok(liveness)
    }

    /// Returns the liveness that phis alone cause.
    fn of_phis(mf: &MachineFunction, exposed: &mut Exposed) -> Liveness {
        let Exposed { phi_inputs, phi_results, .. } = exposed;
        phi_inputs.sort_by_key(|input| (input.from, input.block));
        let mut crosses = vec![false; mf.num_vregs()];
        let mut has_phis = vec![false; mf.num_blocks()];
        for &(result, block) in &*phi_results {
            has_phis[block.index()] = true;
            result.into_iter().for_each(|result| crosses[result.index()] = true);
        }
        let mut phi_input_starts = vec![0; if phi_inputs.is_empty() { 0 } else { mf.num_blocks() + 1 }];
        phi_inputs.iter().for_each(|input| phi_input_starts[input.from.index() + 1] += 1);
        accumulate(&mut phi_input_starts);
        Liveness {
            live_in: Vec::new(),
            live_in_starts: Vec::new(),
            phi_inputs: std::mem::take(phi_inputs),
            phi_input_starts,
            names: has_phis.clone(),
            has_phis,
            crosses,
            leaves: vec![false; mf.num_vregs()],
        }
    }

    /// Records that `vreg` is live out of its defining block, and that `block` mentions it.
    fn leave(&mut self, mf: &MachineFunction, vreg: VReg, block: BlockId) {
        (self.crosses[vreg.index()], self.names[block.index()]) = (true, true);
        if !std::mem::replace(&mut self.leaves[vreg.index()], true) {
            def_block(mf, vreg).into_iter().for_each(|home| self.names[home.index()] = true);
        }
    }

    /// Returns true if every register lives in one block only.
    pub(crate) fn is_empty(&self) -> bool {
        self.crosses.is_empty()
    }

    /// Returns the registers to exclude so that the live-in sets have at most about `budget`
    /// entries together. These are registers that are live into more blocks than their share.
    /// Returns none if the sets are small enough.
    pub(crate) fn beyond(mf: &MachineFunction, budget: usize) -> Vec<VReg> {
        let mut exposed = Exposed::default();
        mf.layout.iter().for_each(|&block| collect_exposed(mf, block, &mut exposed));
        let mut registers: Vec<VReg> = exposed.registers().collect();
        let most = registers.len() * mf.layout.len();
        if most <= budget || live_in_size(mf, &exposed, &registers, budget) <= budget {
            return Vec::new();
        }
        let share = budget / registers.len();
        let mut walk = Walk { mf, seen: vec![NONE; mf.num_blocks()], stack: Vec::new() };
        registers.retain(|&vreg| walk.exceeds(&exposed, vreg, share));
        registers
    }

    /// Returns the registers that are live into `block`, in order.
    pub(crate) fn live_in(&self, block: BlockId) -> &[LiveIn] {
        slice_of(&self.live_in, &self.live_in_starts, block)
    }

    /// Returns true if `vreg` is live at some block's start or end, as results of phis are.
    pub(crate) fn crosses_blocks(&self, vreg: VReg) -> bool {
        self.crosses.get(vreg.index()).is_some_and(|&crosses| crosses)
    }

    /// Returns true if `vreg` is live out of its defining block.
    pub(crate) fn leaves_block(&self, vreg: VReg) -> bool {
        self.leaves.get(vreg.index()).is_some_and(|&leaves| leaves)
    }

    /// Returns true if `block` has phis.
    pub(crate) fn has_phis(&self, block: BlockId) -> bool {
        self.has_phis.get(block.index()).is_some_and(|&has_phis| has_phis)
    }

    /// Returns true if an instruction of `block` mentions a register that is live at some block's
    /// start or end.
    pub(crate) fn names_crossing(&self, block: BlockId) -> bool {
        self.names.get(block.index()).is_some_and(|&names| names)
    }

    /// Returns the inputs of the phis of `block` on the edge from `from`, in order.
    pub(crate) fn phi_inputs_on_edge(&self, from: BlockId, block: BlockId) -> &[PhiInput] {
        if !self.has_phis(block) {
            return &[];
        }
        let inputs = slice_of(&self.phi_inputs, &self.phi_input_starts, from);
        let start = inputs.partition_point(|input| input.block < block);
        let count = inputs[start..].partition_point(|input| input.block == block);
        &inputs[start..start + count]
    }
}

/// Replaces counts by prefix sums.
fn accumulate(counts: &mut [u32]) {
    let mut sum = 0;
    for count in counts {
        sum += *count;
        *count = sum;
    }
}

/// Returns the elements of `all` that belong to `block`, by its start in `starts`.
fn slice_of<'a, T>(all: &'a [T], starts: &[u32], block: BlockId) -> &'a [T] {
    match starts.get(block.index()..block.index() + 2) {
        Some(&[start, end]) => &all[start as usize..end as usize],
        _ => &[],
    }
}

/// A block into which some of 64 registers are live: a mask of these, and a mask of those that are
/// live through.
type Found = (BlockId, u64, u64);

/// Finds the live-in blocks of registers with upward-exposed uses, in groups of 64. Returns the
/// results, and the end of each group in them.
///
/// Errors: a register whose use no definition reaches.
fn find_live_in(
    mf: &MachineFunction,
    exposed: &mut Exposed,
    registers: &[VReg],
) -> Result<(Vec<Found>, Vec<usize>), VReg> {
    let mut propagation = Propagation::new(mf, std::mem::take(&mut exposed.masks));
    let (mut found, mut ends) = (Vec::new(), Vec::new());
    for group in registers.chunks(64) {
        for (bit, &vreg) in group.iter().enumerate() {
            propagation.add(vreg, bit as u32, exposed.uses_of(vreg))?;
        }
        propagation.run();
        propagation.take_live(|block, masks| found.push((block, masks.live, masks.through)));
        ends.push(found.len());
    }
    exposed.masks = propagation.masks;
    Ok((found, ends))
}

/// Returns the live-in registers sorted by block and register, and the start of each block.
fn live_in_by_block(
    mf: &MachineFunction,
    exposed: &Exposed,
    registers: &[VReg],
    (found, ends): (Vec<Found>, Vec<usize>),
) -> (Vec<LiveIn>, Vec<u32>) {
    let num_blocks = mf.num_blocks();
    let mut starts = vec![0u32; num_blocks + 1];
    found.iter().for_each(|(block, live, _)| starts[block.index() + 1] += live.count_ones());
    accumulate(&mut starts);
    let nothing = LiveIn { vreg: VReg::from_raw(NONE), end: 0 };
    let mut live_in = vec![nothing; starts[num_blocks] as usize];
    let mut next = starts.clone();
    // By block: the registers of the group that end in it, those that are live in, and their start.
    let mut ending = vec![(0u64, 0u64, 0u32); num_blocks];
    let mut found = found.into_iter();
    let mut start = 0;
    for (group, end) in registers.chunks(64).zip(ends) {
        for (block, live, through) in found.by_ref().take(end - start) {
            let first = &mut next[block.index()];
            ending[block.index()] = (live & !through, live, *first);
            let entries = &mut live_in[*first as usize..];
            *first += live.count_ones();
            let mut entries = entries.iter_mut();
            each_bit(live, |bit| {
                let end = if through >> bit & 1 != 0 { THROUGH } else { 0 };
                let entry = LiveIn { vreg: group[bit as usize], end };
                entries.next().into_iter().for_each(|place| *place = entry);
            });
        }
        start = end;
        for (bit, &vreg) in group.iter().enumerate() {
            for used in exposed.uses_of(vreg) {
                let (ends, live, first) = ending[used.block.index()];
                if ends >> bit & 1 != 0 {
                    let before = (live & ((1 << bit) - 1)).count_ones();
                    let known = &mut live_in[(first + before) as usize];
                    known.end = known.end.max(used.end);
                }
            }
        }
    }
    (live_in, starts)
}

/// Returns the total size of the live-in sets, or a number above `most` if they are larger.
fn live_in_size(mf: &MachineFunction, exposed: &Exposed, registers: &[VReg], most: usize) -> usize {
    let (mut size, mut propagation) = (0, Propagation::new(mf, Vec::new()));
    for group in registers.chunks(64) {
        for (bit, &vreg) in group.iter().enumerate() {
            // A missing definition is reported when liveness is computed.
            let _ = propagation.add(vreg, bit as u32, exposed.uses_of(vreg));
        }
        propagation.run();
        propagation.take_live(|_, masks| size += masks.live.count_ones() as usize);
        if size > most {
            break;
        }
    }
    size
}

/// Walks through the live-in blocks of one register after the other.
struct Walk<'a> {
    mf: &'a MachineFunction,
    /// By block: the last register that has visited it.
    seen: Vec<u32>,
    stack: Vec<BlockId>,
}

impl Walk<'_> {
    /// Returns true if `vreg` is live into more than `most` blocks.
    fn exceeds(&mut self, exposed: &Exposed, vreg: VReg, most: usize) -> bool {
        self.stack.clear();
        self.stack.extend(exposed.uses_of(vreg).map(|used| used.block));
        let (home, mut left) = (def_block(self.mf, vreg), most);
        while let Some(block) = self.stack.pop() {
            if std::mem::replace(&mut self.seen[block.index()], vreg.raw()) == vreg.raw() {
                continue;
            }
            if left == 0 {
                return true;
            }
            left -= 1;
            self.stack.extend(self.mf.block(block).predecessors.iter().filter(|&&p| Some(p) != home));
        }
        false
    }
}

fn def_block(mf: &MachineFunction, vreg: VReg) -> Option<BlockId> {
    mf.def(vreg).and_then(|def| mf.block_of(def))
}

/// Adds the upward-exposed uses of `block`, those by phis of successors included, and the inputs of
/// its phis.
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
                exposed.add_use(vreg, block, THROUGH);
            }
        }
    }
}

/// Adds the inputs and the result of a phi of `block`.
pub(crate) fn collect_phi(mf: &MachineFunction, block: BlockId, phi: InstId, exposed: &mut Exposed) {
    let operands = mf.operands(phi);
    let result = operands.first().and_then(|first| first.vreg());
    exposed.phi_results.push((result, block));
    for (value, from) in phi_inputs(operands) {
        exposed.phi_inputs.extend(result.map(|result| PhiInput { from, block, result, value }));
        if def_block(mf, value) != Some(from) {
            exposed.add_use(value, from, THROUGH);
        }
    }
}

/// Returns the inputs of a phi: each virtual register with its predecessor, without undefined ones.
pub(crate) fn phi_inputs(operands: &[crate::ir::mir::Operand]) -> impl Iterator<Item = (VReg, BlockId)> + '_ {
    let pairs = operands.get(1..).unwrap_or(&[]).chunks_exact(2);
    pairs.filter_map(|pair| {
        let defined = !pair[0].flags.contains(OperandFlags::UNDEF);
        Some((pair[0].vreg().filter(|_| defined)?, pair[1].as_block()?))
    })
}
