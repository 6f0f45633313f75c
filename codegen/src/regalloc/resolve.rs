//! Block boundaries: moves on edges where places differ, and phis.
//!
//! On each edge the registers that live into the successor, and its phis, get where the successor
//! expects them, by one parallel move: at the end of a predecessor that has no other successor, else at the start of
//! a successor that has no other predecessor, else in a new block on the edge.

use super::moves::{Location, Move};
use super::rewrite::Rewriter;
use crate::analysis::liveness::phi_inputs;
use crate::builder::{Builder, InsertPoint};
use crate::entity::{BlockId, InstId, JumpTableId};
use crate::error::{CompileError, Result};
use crate::mir::{MachineFunction, Operand};
use crate::opcodes::PHI;
use crate::target::Target;
use crate::target::instructions::InstrFlags;
use crate::target::registers::PhysReg;

/// Where the moves of an edge go.
enum EdgePlace {
    EndOfPredecessor,
    StartOfSuccessor,
    NewBlock,
}

/// Where a new block stands in the layout.
#[derive(Clone, Copy, PartialEq, Eq)]
enum NewBlockPlace {
    Behind(BlockId),
    End,
}

impl Rewriter<'_> {
    /// Builds the moves of all edges and lists what lives into each block.
    pub fn edges(&mut self) -> Result<()> {
        let mut new_blocks = Vec::new();
        for n in 0..self.numbering.order.len() {
            let block = self.numbering.order[n];
            let mut live_ins = self.registers_at_start(block);
            for pred in self.emitter.mf.block(block).predecessors.clone() {
                let mut moves = self.edge_moves(pred, block)?;
                if moves.iter().all(|m| m.src == m.dst) {
                    continue;
                }
                if self.unsplittable.is_on_edge(pred, block) {
                    // Nothing is known of what lives on other edges: no register counts as free.
                    let point = before_terminators(self.emitter.mf, self.emitter.target, pred);
                    self.emitter.parallel(point, &mut moves, &[])?;
                    continue;
                }
                let occupied = self.occupied(pred, block, &moves);
                match edge_place(self.emitter.mf, self.emitter.target, pred, block) {
                    EdgePlace::EndOfPredecessor => {
                        let point = before_terminators(self.emitter.mf, self.emitter.target, pred);
                        self.emitter.parallel(point, &mut moves, &occupied)?;
                    }
                    EdgePlace::StartOfSuccessor => {
                        live_ins = self.registers_at_end(pred, block);
                        let point = self.top(block);
                        self.emitter.parallel(point, &mut moves, &occupied)?;
                    }
                    EdgePlace::NewBlock => {
                        let (new, place) = split_edge(self.emitter.mf, self.emitter.target, pred, block)?;
                        self.emitter.mf.block_mut(new).live_ins = self.registers_at_end(pred, block);
                        let point = before_terminators(self.emitter.mf, self.emitter.target, new);
                        self.emitter.parallel(point, &mut moves, &occupied)?;
                        new_blocks.push((new, place));
                    }
                }
            }
            let registers = self.emitter.target.registers();
            let fixed = self.emitter.mf.block(block).live_ins.clone();
            live_ins.extend(fixed);
            live_ins.retain(|&r| registers.units(r).iter().all(|u| !self.emitter.reserved[u.0 as usize]));
            live_ins.sort_unstable();
            live_ins.dedup();
            self.emitter.mf.block_mut(block).live_ins = live_ins;
        }
        place_new_blocks(self.emitter.mf, &new_blocks);
        Ok(())
    }

    /// What the edge has to move; what is in place already included only for phis.
    fn edge_moves(&self, pred: BlockId, block: BlockId) -> Result<Vec<Move>> {
        let end = self.numbering.spans[pred.index()].end - 1;
        let start = self.numbering.spans[block.index()].start;
        let mut moves = Vec::new();
        for &vreg in self.liveness.live_in(block) {
            let Some(first) = self.intervals.first(vreg) else { continue };
            if self.intervals.get(first).next.is_none() {
                continue;
            }
            let (src, dst) = (self.location_at(vreg, end), self.location_at(vreg, start));
            let (Some(src), Some(dst)) = (src, dst) else {
                return Err(self.broken(vreg, "no place at a block boundary"));
            };
            if src != dst && matches!(dst, Location::Reg(_)) {
                moves.push(Move { src, dst, class: self.intervals.get(first).class });
            }
        }
        let mf = &*self.emitter.mf;
        for phi in mf.insts(block).take_while(|&i| mf.opcode(i) == PHI) {
            let Some(result) = mf.vreg_operand(phi, 0) else { continue };
            for (value, _) in phi_inputs(mf.operands(phi)).filter(|&(_, from)| from == pred) {
                let (src, dst) = (self.location_at(value, end), self.location_at(result, start));
                let (Some(src), Some(dst)) = (src, dst) else {
                    return Err(self.broken(result, "no place for a phi"));
                };
                moves.push(Move { src, dst, class: self.class(result) });
            }
        }
        Ok(moves)
    }

    /// The registers that the values living into `block` have at its start.
    fn registers_at_start(&self, block: BlockId) -> Vec<PhysReg> {
        let start = self.numbering.spans[block.index()].start;
        let mf = &*self.emitter.mf;
        let phis = mf.insts(block).take_while(|&i| mf.opcode(i) == PHI);
        let results = phis.filter_map(|phi| mf.vreg_operand(phi, 0));
        let values = self.liveness.live_in(block).iter().copied().chain(results);
        values.filter_map(|v| as_register(self.location_at(v, start))).collect()
    }

    /// The registers that the values living over the edge have at the end of `pred`.
    fn registers_at_end(&self, pred: BlockId, block: BlockId) -> Vec<PhysReg> {
        let end = self.numbering.spans[pred.index()].end - 1;
        let mf = &*self.emitter.mf;
        let phis = mf.insts(block).take_while(|&i| mf.opcode(i) == PHI);
        let inputs = phis.flat_map(|phi| phi_inputs(mf.operands(phi)));
        let inputs = inputs.filter(|&(_, from)| from == pred).map(|(value, _)| value);
        let values = self.liveness.live_in(block).iter().copied().chain(inputs);
        values.filter_map(|v| as_register(self.location_at(v, end))).collect()
    }

    /// By unit: what holds a value on the edge, before or behind its moves.
    fn occupied(&self, pred: BlockId, block: BlockId, moves: &[Move]) -> Vec<bool> {
        let registers = self.emitter.target.registers();
        let mut occupied = vec![false; registers.num_units as usize];
        let mut take = |reg: PhysReg| {
            registers.units(reg).iter().for_each(|u| occupied[u.0 as usize] = true);
        };
        self.registers_at_start(block).into_iter().for_each(&mut take);
        self.registers_at_end(pred, block).into_iter().for_each(&mut take);
        self.emitter.mf.block(block).live_ins.iter().copied().for_each(&mut take);
        for m in moves {
            as_register(Some(m.src)).into_iter().for_each(&mut take);
            as_register(Some(m.dst)).into_iter().for_each(&mut take);
        }
        occupied
    }

    /// Removes all phis.
    pub fn remove_phis(&mut self) {
        let mf = &mut *self.emitter.mf;
        for n in 0..mf.layout.len() {
            while let Some(phi) = mf.first_inst(mf.layout[n]).filter(|&i| mf.opcode(i) == PHI) {
                mf.remove_inst(phi);
            }
        }
    }
}

fn as_register(location: Option<Location>) -> Option<PhysReg> {
    match location {
        Some(Location::Reg(reg)) => Some(reg),
        _ => None,
    }
}

/// The terminators of `block`, from the first.
fn terminators(mf: &MachineFunction, target: &dyn Target, block: BlockId) -> Vec<InstId> {
    let is_terminator = |&i: &InstId| target.desc(mf.opcode(i)).has(InstrFlags::TERMINATOR);
    mf.insts(block).skip_while(|i| !is_terminator(i)).collect()
}

/// In front of the terminators of `block`.
fn before_terminators(mf: &MachineFunction, target: &dyn Target, block: BlockId) -> InsertPoint {
    terminators(mf, target, block).first().map_or(InsertPoint::End(block), |&i| InsertPoint::Before(i))
}

fn edge_place(mf: &MachineFunction, target: &dyn Target, pred: BlockId, block: BlockId) -> EdgePlace {
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

/// Puts a new block on the edge, and tells where it belongs in the layout.
fn split_edge(
    mf: &mut MachineFunction,
    target: &dyn Target,
    pred: BlockId,
    block: BlockId,
) -> Result<(BlockId, NewBlockPlace)> {
    let terminators = terminators(mf, target, pred);
    let indirect = |i: &&InstId| target.desc(mf.opcode(**i)).has(InstrFlags::INDIRECT_BRANCH);
    let tables = match terminators.iter().find(indirect) {
        Some(&branch) => jump_tables(mf, pred, branch)?,
        None => Vec::new(),
    };
    let new = mf.create_block();
    for table in tables {
        for entry in &mut mf.jump_tables[table.index()].targets {
            *entry = if *entry == block { new } else { *entry };
        }
    }
    let falls_through =
        terminators.last().is_none_or(|&i| !target.desc(mf.opcode(i)).has(InstrFlags::BARRIER))
            && next_in_layout(mf, pred) == Some(block);
    let last = terminators.last().copied();
    let jumps = last.filter(|&i| target.instr_info().unconditional_branch_target(mf, i) == Some(block));
    // A jump stays, even to the block behind: what falls through is told by the blocks' last instructions.
    for &inst in &terminators {
        for n in 0..mf.operands(inst).len() {
            if mf.operand(inst, n).as_block() == Some(block) {
                mf.set_operand(inst, n, Operand::block(new));
            }
        }
    }
    relink(mf, pred, new, block);
    if falls_through {
        return Ok((new, NewBlockPlace::Behind(pred)));
    }
    target.instr_info().insert_branch(&mut Builder::at_end(mf, new), block);
    Ok((new, if jumps.is_some() { NewBlockPlace::Behind(pred) } else { NewBlockPlace::End }))
}

fn next_in_layout(mf: &MachineFunction, block: BlockId) -> Option<BlockId> {
    let n = mf.layout.iter().position(|&b| b == block)?;
    mf.layout.get(n + 1).copied()
}

/// The jump tables by which the indirect branch that ends `block` goes.
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

fn relink(mf: &mut MachineFunction, pred: BlockId, new: BlockId, block: BlockId) {
    for successor in &mut mf.block_mut(pred).successors {
        *successor = if *successor == block { new } else { *successor };
    }
    for predecessor in &mut mf.block_mut(block).predecessors {
        *predecessor = if *predecessor == pred { new } else { *predecessor };
    }
    mf.block_mut(new).predecessors.push(pred);
    mf.block_mut(new).successors.push(block);
}

fn place_new_blocks(mf: &mut MachineFunction, new_blocks: &[(BlockId, NewBlockPlace)]) {
    if new_blocks.is_empty() {
        return;
    }
    let mut behind = vec![None; mf.num_blocks()];
    for &(new, place) in new_blocks {
        if let NewBlockPlace::Behind(block) = place {
            behind[block.index()] = Some(new);
        }
    }
    let old = std::mem::take(&mut mf.layout);
    mf.layout = old.into_iter().flat_map(|b| [Some(b), behind[b.index()]]).flatten().collect();
    let at_end = new_blocks.iter().filter(|(_, place)| *place == NewBlockPlace::End);
    mf.layout.extend(at_end.map(|(new, _)| *new));
}
