//! Resolves block boundaries: moves on edges where locations differ, and phis.
//!
//! On each edge one parallel move transfers the live-in registers of the successor, and its phis,
//! to their locations. It is inserted at the end of a predecessor without other successors.
//! Otherwise it is inserted at the start of a successor without other predecessors. Otherwise it is
//! in a new block on the edge.

use super::interval::IntervalId;
use super::moves::{Move, MoveLocation};
use super::rewrite::Rewriter;
use crate::frame::target::FrameTarget;
use crate::ir::builder::Builder;
use crate::ir::entity::{BlockId, InstId, JumpTableId};
use crate::ir::mir::{MachineFunction, Operand};
use crate::ir::opcodes::PHI;
use crate::machine::desc::instructions::InstrFlags;
use crate::machine::desc::registers::PhysReg;
use crate::passes::analysis::liveness::LiveIn;
use crate::support::error::{CompileError, Result};
use smallvec::SmallVec;

/// The position of an edge's moves.
enum EdgePlace {
    EndOfPredecessor,
    StartOfSuccessor,
    NewBlock,
}

/// The position of a new block in the layout.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NewBlockPlace {
    After(BlockId),
    End,
}

/// A split register that is live into the current block, and its location there.
struct Arriving {
    first: IntervalId,
    at: MoveLocation,
}

/// A new block on an edge.
struct Split {
    new: BlockId,
    pred: BlockId,
    block: BlockId,
    place: NewBlockPlace,
}

impl Rewriter<'_> {
    /// Builds the moves of all edges and sets the live-in lists of blocks.
    pub(crate) fn edges(&mut self) -> Result<()> {
        if self.liveness.is_empty() {
            self.list_fixed_live_ins();
            return Ok(());
        }
        let (mut new_blocks, mut next_in_layout) = (Vec::new(), Vec::new());
        let (mut arriving, mut moves) = (Vec::new(), Vec::new());
        for n in 0..self.numbering.order.len() {
            let block = self.numbering.order[n];
            if !self.has_values_at_start(block) {
                continue;
            }
            let mut live_ins = self.registers_at_start(block, &mut arriving)?;
            for n in 0..self.emitter.mf.block(block).predecessors.len() {
                let pred = self.emitter.mf.block(block).predecessors[n];
                self.edge_moves(pred, block, &arriving, &mut moves)?;
                if moves.iter().all(|m| m.src == m.dst) {
                    continue;
                }
                if self.unsplittable.is_on_edge(pred, block) {
                    // Liveness on the other edges is unknown, so no register counts as free.
                    let point = self.emitter.mf.before_terminators(self.emitter.target, pred);
                    self.emitter.parallel(point, &mut moves, &[])?;
                    continue;
                }
                let occupied = match self.emitter.may_need_registers(&moves) {
                    true => self.occupied(pred, block, &live_ins, &moves),
                    false => Vec::new(),
                };
                match edge_place(self.emitter.mf, self.emitter.target, pred, block) {
                    EdgePlace::EndOfPredecessor => {
                        let point = self.emitter.mf.before_terminators(self.emitter.target, pred);
                        self.emitter.parallel(point, &mut moves, &occupied)?;
                    }
                    EdgePlace::StartOfSuccessor => {
                        live_ins = self.registers_at_end(pred, block);
                        let point = self.top(block);
                        self.emitter.parallel(point, &mut moves, &occupied)?;
                    }
                    EdgePlace::NewBlock => {
                        if next_in_layout.is_empty() {
                            next_in_layout = self.next_in_layout();
                        }
                        let next = next_in_layout[pred.index()];
                        let split = split_edge(self.emitter.mf, self.emitter.target, (pred, block), next);
                        let new = split.new;
                        self.emitter.mf.block_mut(block).predecessors[n] = new;
                        self.emitter.mf.block_mut(new).live_ins = self.registers_at_end(pred, block);
                        let point = self.emitter.mf.before_terminators(self.emitter.target, new);
                        self.emitter.parallel(point, &mut moves, &occupied)?;
                        new_blocks.push(split);
                    }
                }
            }
            let fixed = self.emitter.mf.block(block).live_ins.iter().copied();
            live_ins.extend(fixed.filter(|&reg| !self.is_reserved(reg)));
            live_ins.sort_unstable();
            live_ins.dedup();
            self.emitter.mf.block_mut(block).live_ins = live_ins;
        }
        place_new_blocks(self.emitter.mf, self.emitter.target, &new_blocks);
        redirect(self.emitter.mf, self.emitter.target, new_blocks)
    }

    /// Sets the live-in lists if no virtual register is live across blocks.
    fn list_fixed_live_ins(&mut self) {
        for &block in &self.numbering.order {
            if self.emitter.mf.block(block).live_ins.is_empty() {
                continue;
            }
            let mut live_ins = std::mem::take(&mut self.emitter.mf.block_mut(block).live_ins);
            live_ins.retain(|&reg| !self.is_reserved(reg));
            live_ins.sort_unstable();
            live_ins.dedup();
            self.emitter.mf.block_mut(block).live_ins = live_ins;
        }
    }

    fn is_reserved(&self, reg: PhysReg) -> bool {
        self.registers.units(reg).iter().any(|unit| self.emitter.reserved[unit.0 as usize])
    }

    /// Returns the next block in the layout for each block.
    fn next_in_layout(&self) -> Vec<Option<BlockId>> {
        let mut next = vec![None; self.numbering.spans.len()];
        for pair in self.numbering.order.windows(2) {
            next[pair[0].index()] = Some(pair[1]);
        }
        next
    }

    /// Returns true if any value is live into `block`, phis included.
    fn has_values_at_start(&self, block: BlockId) -> bool {
        let mf = &*self.emitter.mf;
        !self.liveness.live_in(block).is_empty()
            || !mf.block(block).live_ins.is_empty()
            || mf.first_inst(block).is_some_and(|i| mf.opcode(i) == PHI)
    }

    /// Returns the moves of an edge; moves that change nothing are included only for phis.
    /// `arriving` are the split registers that are live into `block`.
    fn edge_moves(
        &self,
        pred: BlockId,
        block: BlockId,
        arriving: &[Arriving],
        moves: &mut Vec<Move>,
    ) -> Result<()> {
        let end = self.numbering.spans[pred.index()].end - 1;
        let start = self.numbering.spans[block.index()].start;
        moves.clear();
        for &Arriving { first, at: dst } in arriving {
            let vreg = self.intervals.get(first).vreg;
            let src = self.location_of(first, end);
            let src = src.ok_or_else(|| self.broken(vreg, "no location at a block boundary"))?;
            if src != dst && (matches!(dst, MoveLocation::Reg(_)) || self.spill_stores.on_edges(first, pred))
            {
                moves.push(Move { src, dst, class: self.class(vreg) });
            }
        }
        for input in self.liveness.phi_inputs_on_edge(pred, block) {
            let (src, dst) = (self.location_at(input.value, end), self.location_at(input.result, start));
            let (Some(src), Some(dst)) = (src, dst) else {
                return Err(self.broken(input.result, "no location for a phi"));
            };
            let first = self.intervals.first(input.value);
            let same_slot = first == self.intervals.first(input.result);
            let is_stored = || first.is_some_and(|first| self.spill_stores.on_edges(first, pred));
            if !same_slot || matches!(dst, MoveLocation::Reg(_)) || is_stored() {
                moves.push(Move { src, dst, class: self.class(input.result) });
            }
        }
        Ok(())
    }

    /// Returns the registers of the values that are live into `block`. Split values, which may be
    /// elsewhere at the end of a predecessor, are added to `arriving`.
    fn registers_at_start(&self, block: BlockId, arriving: &mut Vec<Arriving>) -> Result<Vec<PhysReg>> {
        let start = self.numbering.spans[block.index()].start;
        let mf = &*self.emitter.mf;
        let (live_in, fixed) = (self.liveness.live_in(block), &mf.block(block).live_ins);
        // With room for physical live-in registers, which are added.
        let mut registers = Vec::with_capacity(live_in.len() + fixed.len() + 4);
        arriving.clear();
        for &LiveIn { vreg, .. } in live_in {
            let Some(first) = self.intervals.first(vreg) else { continue };
            let is_split = self.last_locations[first.index()].get().is_split;
            match self.location_of(first, start) {
                Some(at @ MoveLocation::Reg(reg)) => {
                    registers.push(reg);
                    if is_split {
                        arriving.push(Arriving { first, at });
                    }
                }
                Some(at @ MoveLocation::Slot(_)) if is_split && self.spill_stores.any_on_edges() => {
                    arriving.push(Arriving { first, at });
                }
                None if is_split => return Err(self.broken(vreg, "no place at a block boundary")),
                _ => {}
            }
        }
        if self.liveness.has_phis(block) {
            let phis = mf.insts(block).take_while(|&i| mf.opcode(i) == PHI);
            let results = phis.filter_map(|phi| mf.vreg_operand(phi, 0));
            registers.extend(results.filter_map(|v| as_register(self.location_at(v, start))));
        }
        Ok(registers)
    }

    /// Returns the registers at the end of `pred` of the values that are live on the edge.
    fn registers_at_end(&self, pred: BlockId, block: BlockId) -> Vec<PhysReg> {
        let end = self.numbering.spans[pred.index()].end - 1;
        let inputs = self.liveness.phi_inputs_on_edge(pred, block).iter().map(|input| input.value);
        let values = self.liveness.live_in(block).iter().map(|live| live.vreg).chain(inputs);
        values.filter_map(|v| as_register(self.location_at(v, end))).collect()
    }

    /// Returns for each unit whether it holds a value on the edge, before or after its moves.
    fn occupied(&self, pred: BlockId, block: BlockId, at_start: &[PhysReg], moves: &[Move]) -> Vec<bool> {
        let registers = self.registers;
        let mut occupied = vec![false; registers.num_units as usize];
        let mut take = |reg: PhysReg| {
            registers.units(reg).iter().for_each(|u| occupied[u.0 as usize] = true);
        };
        at_start.iter().copied().for_each(&mut take);
        self.registers_at_end(pred, block).into_iter().for_each(&mut take);
        self.emitter.mf.block(block).live_ins.iter().copied().for_each(&mut take);
        for m in moves {
            as_register(Some(m.src)).into_iter().for_each(&mut take);
            as_register(Some(m.dst)).into_iter().for_each(&mut take);
        }
        occupied
    }

    /// Removes all phis.
    pub(crate) fn remove_phis(&mut self) {
        let mf = &mut *self.emitter.mf;
        for n in 0..if self.liveness.is_empty() { 0 } else { mf.layout.len() } {
            while let Some(phi) = mf.first_inst(mf.layout[n]).filter(|&i| mf.opcode(i) == PHI) {
                mf.remove_inst(phi);
            }
        }
    }
}

fn as_register(location: Option<MoveLocation>) -> Option<PhysReg> {
    match location {
        Some(MoveLocation::Reg(reg)) => Some(reg),
        _ => None,
    }
}

/// Returns the terminators of `block`, from the first.
fn terminators(mf: &MachineFunction, target: &dyn FrameTarget, block: BlockId) -> Vec<InstId> {
    std::iter::successors(mf.first_terminator(target, block), |&i| mf.next_inst(i)).collect()
}

fn edge_place(mf: &MachineFunction, target: &dyn FrameTarget, pred: BlockId, block: BlockId) -> EdgePlace {
    let reads = |i: InstId| mf.operands(i).iter().any(|o| o.reg().is_some());
    let quiet = || terminators(mf, target, pred).into_iter().all(|i| !reads(i));
    if mf.block(pred).successors.len() == 1 && quiet() {
        EdgePlace::EndOfPredecessor
    } else if mf.block(block).predecessors.len() == 1 {
        EdgePlace::StartOfSuccessor
    } else {
        EdgePlace::NewBlock
    }
}

/// Creates a new block on the edge from `pred` to `block`; `next` follows `pred` in the layout. The
/// branches of `pred` are unchanged: [`redirect`] updates them for all edges together.
fn split_edge(
    mf: &mut MachineFunction,
    target: &dyn FrameTarget,
    (pred, block): (BlockId, BlockId),
    next: Option<BlockId>,
) -> Split {
    debug_assert!(mf.block(pred).successors.contains(&block), "no edge from {pred:?} to {block:?}");
    let last = terminators(mf, target, pred).last().copied();
    let falls_through = mf.falls_through(target, pred) && next == Some(block);
    // A jump is preserved even to the next block, since the last instruction tells whether a block
    // falls through.
    let jumps = last.is_some_and(|i| target.instr_info().unconditional_branch_target(mf, i) == Some(block));
    let new = mf.create_block();
    mf.block_mut(new).predecessors.push(pred);
    mf.block_mut(new).successors.push(block);
    if !falls_through {
        target.instr_info().insert_branch(&mut Builder::at_end(mf, new), block);
    }
    let place = if falls_through || jumps { NewBlockPlace::After(pred) } else { NewBlockPlace::End };
    Split { new, pred, block, place }
}

/// Redirects the predecessors of new blocks to these.
fn redirect(mf: &mut MachineFunction, target: &dyn FrameTarget, mut splits: Vec<Split>) -> Result<()> {
    splits.sort_by_key(|split| split.pred);
    // By block: the new target for the current predecessor.
    let mut instead: Vec<Option<BlockId>> = vec![None; if splits.is_empty() { 0 } else { mf.num_blocks() }];
    for group in splits.chunk_by(|a, b| a.pred == b.pred) {
        let pred = group[0].pred;
        group.iter().for_each(|split| instead[split.block.index()] = Some(split.new));
        let terminators = terminators(mf, target, pred);
        let indirect = |i: &&InstId| target.desc(mf.opcode(**i)).has(InstrFlags::INDIRECT_BRANCH);
        if let Some(&branch) = terminators.iter().find(indirect) {
            for table in jump_tables(mf, pred, branch)? {
                for entry in &mut mf.jump_tables[table.index()].targets {
                    *entry = instead[entry.index()].unwrap_or(*entry);
                }
            }
        }
        for &inst in &terminators {
            for n in 0..mf.operands(inst).len() {
                let to = mf.operand(inst, n).as_block();
                if let Some(new) = to.and_then(|to| instead[to.index()]) {
                    mf.set_operand(inst, n, Operand::block(new));
                }
            }
        }
        for successor in &mut mf.block_mut(pred).successors {
            *successor = instead[successor.index()].unwrap_or(*successor);
        }
        group.iter().for_each(|split| instead[split.block.index()] = None);
    }
    Ok(())
}

/// Returns the jump tables of the indirect branch that ends `block`.
fn jump_tables(mf: &MachineFunction, block: BlockId, branch: InstId) -> Result<Vec<JumpTableId>> {
    let mut tables: Vec<JumpTableId> =
        mf.insts(block).flat_map(|i| mf.operands(i)).filter_map(|o| o.as_jump_table()).collect();
    tables.sort_unstable();
    tables.dedup();
    if tables.is_empty() {
        let shown = format!("{branch}");
        return Err(CompileError::new(&mf.name, shown, "edge of an indirect branch needs moves"));
    }
    Ok(tables)
}

/// Inserts the new blocks into the layout. A block without a fall-through predecessor is placed
/// after a block that does not fall through either. It is the first one from its predecessor on, in
/// range of the predecessor's branch.
fn place_new_blocks(mf: &mut MachineFunction, target: &dyn FrameTarget, new_blocks: &[Split]) {
    if new_blocks.is_empty() {
        return;
    }
    let mut after = vec![None; mf.num_blocks()];
    let mut near: Vec<SmallVec<[BlockId; 2]>> = vec![SmallVec::new(); mf.num_blocks()];
    for split in new_blocks {
        match split.place {
            NewBlockPlace::After(block) => after[block.index()] = Some(split.new),
            NewBlockPlace::End => near[split.pred.index()].push(split.new),
        }
    }
    let old = std::mem::take(&mut mf.layout);
    let (mut layout, mut waiting) = (Vec::with_capacity(old.len() + new_blocks.len()), Vec::new());
    for block in old {
        layout.push(block);
        layout.extend(after[block.index()]);
        waiting.extend_from_slice(&near[block.index()]);
        if !waiting.is_empty() && layout.last().is_some_and(|&last| !mf.falls_through(target, last)) {
            layout.append(&mut waiting);
        }
    }
    layout.extend(waiting);
    mf.layout = layout;
}
