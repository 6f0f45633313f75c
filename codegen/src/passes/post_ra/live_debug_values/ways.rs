//! Ways into a block, and the values of variables on them.
//!
//! A way leaves a block that was translated. It may lead through blocks that passes made, and through
//! blocks that passes removed because they had no code. Such a block may still assign variables.
//!
//! Requires: the blocks as they were translated. Establishes: a variable's value on a way only if it
//! is certain. Cost: linear in the edges to the block and to the removed blocks before it, whose
//! number is limited.

use super::constants::Constant;
use super::hubs::Hubs;
use crate::frame::target::FrameTarget;
use crate::ir::debug_info::{Join, ValueOperand, ValueTable};
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::MachineFunction;
use crate::machine::desc::instructions::InstrFlags;
use smallvec::{SmallVec, smallvec};

/// The maximum number of blocks without source code on the path back to a translated block.
const MAX_STEPS: usize = 8;

/// The maximum number of paths through removed blocks.
const MAX_PATHS: usize = 64;

/// A way to a block.
pub(super) struct Way {
    pub by: By,
    /// The block that it leaves, as it was translated; `None` if that is not certain.
    pub left: Option<BlockId>,
    /// The blocks made by passes that it leads through.
    pub through: SmallVec<[BlockId; 2]>,
}

/// The entry of control into a block.
pub(super) enum By {
    /// The edge between two blocks.
    Edge(BlockId, BlockId),
    /// A copy of the block, from an instruction on; only instructions of the copy follow one.
    Copy(InstId, Option<InstId>),
}

/// Adds the edges to a block, from blocks that were translated. An edge from another one is replaced by those to it.
pub(super) fn add_edges(
    function: &MachineFunction,
    target: &dyn FrameTarget,
    table: &ValueTable,
    hubs: &Hubs<'_>,
    block: BlockId,
    ways: &mut Vec<Way>,
) {
    let mut pending: Vec<(BlockId, SmallVec<[BlockId; 2]>)> = vec![(block, SmallVec::new())];
    let mut passed: SmallVec<[BlockId; 8]> = SmallVec::new();
    while let Some((to, through)) = pending.pop() {
        for &from in &function.block(to).predecessors {
            let left = left(function, target, table, from, function.last_inst(from));
            let left = left.filter(|&left| table.is_translated(left));
            let left = left.map(|left| table.blocks.whole(left));
            let is_hub = hubs.by_block.contains_key(&from);
            let is_made = table.is_made_later(from) && !is_hub && !function.block(to).is_eh_pad;
            if left.is_none() && is_made && passed.len() < MAX_STEPS && !passed.contains(&from) {
                passed.push(from);
                let mut through = through.clone();
                through.push(from);
                pending.push((from, through));
            } else {
                let by = By::Edge(from, to);
                ways.push(Way { by, left: left.filter(|_| !is_hub), through: through.clone() });
            }
        }
    }
}

/// The value or constant that a variable holds at a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Held {
    /// The value with this number.
    Value(u32),
    /// A constant.
    Constant(Constant),
}

/// A path to a block, as it was translated: its last block with code, and then the removed blocks that
/// it leads through, the last one first.
type Path = SmallVec<[BlockId; 2]>;

/// The values of joined variables on the ways into a block.
pub(super) struct Passed<'a> {
    table: &'a ValueTable,
    /// By way: its paths.
    paths: Vec<SmallVec<[Path; 1]>>,
}

impl<'a> Passed<'a> {
    /// Finds the paths of ways into the block of `join`. Returns `None` unless the ways come from all
    /// of its predecessors, and from no other blocks.
    pub fn of(
        table: &'a ValueTable,
        join: &Join,
        ways: &[Way],
        is_removed: impl Fn(BlockId) -> bool,
    ) -> Option<Passed<'a>> {
        let lefts = ways.iter().map(|way| way.left).collect::<Option<Vec<BlockId>>>()?;
        let mut paths: Vec<SmallVec<[Path; 1]>> = vec![SmallVec::new(); ways.len()];
        let mut pending: Vec<Path> = join.predecessors.iter().map(|&block| smallvec![block]).collect();
        let mut found = 0;
        while let Some(path) = pending.pop() {
            let first = *path.last()?;
            found += 1;
            if found > join.predecessors.len() + MAX_PATHS {
                return None;
            }
            let own = lefts.iter().zip(&mut paths).filter(|&(&left, _)| left == first);
            let count = own.map(|(_, paths)| paths.push(path.clone())).count();
            if count != 0 {
                continue;
            }
            if !is_removed(first) || path.len() > MAX_STEPS {
                return None;
            }
            let before = table.blocks.predecessors(first);
            let before = before.into_iter().filter(|block| !path.contains(block));
            pending.extend(before.map(|block| path.iter().copied().chain([block]).collect()));
        }
        paths.iter().all(|paths| !paths.is_empty()).then_some(Passed { table, paths })
    }

    /// Returns the value or constant of a joined variable on a way, if its record is otherwise that of
    /// the join.
    pub fn held(&self, way: usize, joined: u32) -> Option<Held> {
        let mut values = self.paths[way].iter().map(|path| self.held_on(path, joined));
        let first = values.next()??;
        values.all(|value| value == Some(first)).then_some(first)
    }

    fn held_on(&self, path: &[BlockId], joined: u32) -> Option<Held> {
        let (_, removed) = path.split_last()?;
        for &block in path {
            let held = held_at_end(self.table, block, joined)?;
            let Held::Value(value) = held else { return Some(held) };
            match self.table.join_of(value) {
                // Before a removed block, the value is another one.
                Some(join) if removed.contains(&join.block) => {
                    if join.block != block {
                        return None;
                    }
                }
                Some(_) => return Some(held),
                None => {
                    let is_known = removed.is_empty()
                        || self.table.defined_in.get(value as usize).is_some_and(|home| {
                            home.is_none_or(|home| !removed.contains(&self.table.blocks.whole(home)))
                        });
                    return is_known.then_some(held);
                }
            }
        }
        None
    }
}

/// Returns the value or constant of a joined variable at the end of a translated block, if its
/// record is otherwise that of the join.
fn held_at_end(table: &ValueTable, block: BlockId, joined: u32) -> Option<Held> {
    let joined = &table.records[joined as usize];
    let held = &table.records[table.at_end(block, joined.variable)? as usize];
    let ([operand], [ValueOperand::Value(.., bits)]) = (&held.operands[..], &joined.operands[..]) else {
        return None;
    };
    let found = match operand {
        ValueOperand::Value(value, ops, same) if ops.is_empty() && same == bits => Held::Value(*value),
        ValueOperand::Integer(value, same) if same == bits => {
            Held::Constant(Constant::Integer(*value, *bits))
        }
        ValueOperand::Frame(object, ops) if ops.is_empty() => Held::Constant(Constant::Frame(*object)),
        _ => return None,
    };
    (held.form == joined.form && held.expression == joined.expression).then_some(found)
}

/// Returns the translated block whose end is after the instruction `last` of `block`. Returns `None`
/// if that is not certain, as code may have been moved.
pub(super) fn left(
    function: &MachineFunction,
    target: &dyn FrameTarget,
    table: &ValueTable,
    block: BlockId,
    last: Option<InstId>,
) -> Option<BlockId> {
    left_within(function, target, table, (block, last), &mut { MAX_STEPS })
}

/// Returns the translated block whose end is after the instruction in `point`, in at most `steps`
/// blocks.
fn left_within(
    function: &MachineFunction,
    target: &dyn FrameTarget,
    table: &ValueTable,
    (block, last): (BlockId, Option<InstId>),
    steps: &mut usize,
) -> Option<BlockId> {
    *steps = steps.checked_sub(1)?;
    let segment_of = |inst| table.site(function.location(inst)?).map(|site| site.segment);
    let mut back = std::iter::successors(last, |&inst| function.prev_inst(inst));
    let found = back.find_map(|inst| Some((inst, table.segment(segment_of(inst)?)?.block)));
    let whole = table.continued_by(block);
    if let Some((inst, of)) = found {
        let ends = target.desc(function.opcode(inst)).has(InstrFlags::TERMINATOR);
        return (ends || of == whole).then_some(of);
    }
    if table.is_translated(whole) {
        return Some(whole);
    }
    // All predecessors lead there from the same block.
    let mut lefts = function
        .block(block)
        .predecessors
        .iter()
        .map(|&from| left_within(function, target, table, (from, function.last_inst(from)), steps));
    let first = lefts.next()??;
    lefts.all(|left| left == Some(first)).then_some(first)
}
