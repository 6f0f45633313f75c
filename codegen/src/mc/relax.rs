//! Branch relaxation: each branch starts in its shortest form and grows until all reach.
//!
//! Requires: the contents of a section with branches in their shortest form. Establishes: final offsets, and
//! contents in which distances between labels of one section are resolved, unless the linker may change them.
//! Cost: each round is linear in the number of branches; forms only grow, so that rounds end, and there are few.

use super::assembler::{Filled, Growing, Part, Pending, Position, base_label, label_of};
use super::inst::{FixupKind, McExpr, McInst, McSymbol};
use super::streamer::McValue;
use super::target::{Longer, McTarget};
use smallvec::SmallVec;

/// Something whose size depends on where things are.
pub(super) struct Item {
    /// Where it starts.
    pub(super) at: Position,
    /// Its size there.
    pub(super) len: u32,
    pub(super) kind: ItemKind,
}

pub(super) enum ItemKind {
    /// Padding in code.
    Align(u32),
    Branch(Box<Branch>),
}

impl Item {
    /// Whether a branch became an inverse branch over a jump.
    pub(super) fn inverted(&self) -> Option<bool> {
        match &self.kind {
            ItemKind::Branch(branch) => Some(branch.over.is_some()),
            ItemKind::Align(_) => None,
        }
    }
}

/// One instruction of a branch.
struct Step {
    inst: McInst,
    bytes: SmallVec<[u8; 8]>,
    kind: FixupKind,
}

impl Step {
    fn new(target: &dyn McTarget, inst: McInst) -> Result<Step, String> {
        let (mut bytes, mut fixups) = (Vec::new(), SmallVec::new());
        target.encode(&inst, &mut bytes, &mut fixups)?;
        let kind = fixups.first().ok_or("branch without a fixup")?.kind;
        Ok(Step { inst, bytes: SmallVec::from_vec(bytes), kind })
    }

    fn apply(&mut self, target: &dyn McTarget, distance: i64) -> Result<(), String> {
        let fits = target.apply_fixup(self.kind, distance, &mut self.bytes);
        if fits { Ok(()) } else { Err(format!("branch over {distance} bytes is out of range")) }
    }
}

/// A branch to a label: perhaps an inverse branch over it, and what goes to the label.
pub(super) struct Branch {
    over: Option<Box<Step>>,
    last: Step,
}

impl Branch {
    /// A branch in its first form, which is encoded as `bytes` with a fixup of this kind.
    pub(super) fn new(inst: &McInst, bytes: &[u8], kind: FixupKind) -> Branch {
        let last = Step { inst: inst.clone(), bytes: SmallVec::from_slice(bytes), kind };
        Branch { over: None, last }
    }

    fn start_of_last(&self) -> u64 {
        self.over.as_ref().map_or(0, |s| s.bytes.len() as u64)
    }

    fn len(&self) -> u64 {
        self.start_of_last() + self.last.bytes.len() as u64
    }

    fn lengthen(&mut self, target: &dyn McTarget) -> Result<(), String> {
        match target.relax(&self.last.inst) {
            Some(Longer::Form(inst)) => self.last = Step::new(target, inst)?,
            Some(Longer::InvertedOver { branch, jump }) if self.over.is_none() => {
                self.over = Some(Box::new(Step::new(target, target.compress(&branch).unwrap_or(branch))?));
                self.last = Step::new(target, jump)?;
            }
            _ => return Err("branch is out of range".into()),
        }
        Ok(())
    }
}

/// Final offsets in a section's contents.
pub(super) struct Layout {
    /// How far what comes behind `n` items has moved.
    moved: Vec<u64>,
    /// How many of `n` items the linker may shorten.
    shortenable: Vec<u32>,
}

impl Layout {
    pub(super) fn offset(&self, position: Position) -> u64 {
        position.offset + self.moved[position.items as usize]
    }

    /// How many sequences before `position` the linker may shorten.
    pub(super) fn shortenable(&self, position: Position) -> u32 {
        position.shortenable + self.shortenable[position.items as usize]
    }

    fn count_shortenable(&mut self, target: &dyn McTarget, items: &[Item]) {
        let mut count = 0;
        self.shortenable.push(0);
        for item in items {
            if let ItemKind::Branch(branch) = &item.kind {
                count += (target.linker_relaxation() && target.fixup_info(branch.last.kind).relaxable) as u32;
            }
            self.shortenable.push(count);
        }
    }

    fn compute(&mut self, items: &[Item]) {
        self.moved.clear();
        self.moved.push(0);
        let mut moved = 0;
        for item in items {
            let size = match &item.kind {
                ItemKind::Align(align) => {
                    let at = item.at.offset + moved;
                    at.next_multiple_of(*align as u64) - at
                }
                ItemKind::Branch(branch) => branch.len(),
            };
            moved += size - item.len as u64;
            self.moved.push(moved);
        }
    }
}

type Labels = [Option<(u32, Position)>];

/// The position of `expr`, if it is a label of this part.
fn local(labels: &Labels, part: u32, expr: McExpr) -> Option<Position> {
    let (of, position) = (*labels.get(label_of(expr)?.0 as usize)?)?;
    (of == part).then_some(position)
}

/// Grows branches of `part` (the `number`th) until all reach.
pub(super) fn layout(
    target: &dyn McTarget,
    number: u32,
    part: &mut Growing,
    labels: &Labels,
) -> Result<Layout, String> {
    let moved = Vec::with_capacity(part.items.len() + 1);
    let mut layout = Layout { moved, shortenable: Vec::new() };
    loop {
        layout.compute(&part.items);
        let mut grown = false;
        for (index, item) in part.items.iter_mut().enumerate() {
            let ItemKind::Branch(branch) = &mut item.kind else { continue };
            let to = branch.last.inst.target().and_then(|t| Some((local(labels, number, t)?, t.addend)));
            let (to, addend) = to.ok_or("branch to another section")?;
            let at = item.at.offset + layout.moved[index] + branch.start_of_last();
            let distance = layout.offset(to) as i64 + addend - at as i64;
            if !target.reaches(branch.last.kind, distance) {
                branch.lengthen(target)?;
                grown = true;
            }
        }
        if !grown {
            layout.count_shortenable(target, &part.items);
            return Ok(layout);
        }
    }
}

/// The contents in their final places, with what can be resolved resolved.
pub(super) fn rewrite(
    target: &dyn McTarget,
    number: u32,
    growing: Growing,
    layout: &Layout,
    labels: &Labels,
) -> Result<Part, String> {
    let Growing { mut part, items, pending, .. } = growing;
    let mut branches = Vec::new();
    if !items.is_empty() {
        let old = std::mem::take(&mut part.bytes);
        let mut from = 0;
        for item in items {
            part.bytes.extend_from_slice(&old[from..item.at.offset as usize]);
            from = item.at.offset as usize + item.len as usize;
            match item.kind {
                ItemKind::Align(align) => {
                    let at = part.bytes.len() as u64;
                    target.nops(at.next_multiple_of(align as u64) - at, &mut part.bytes);
                }
                ItemKind::Branch(branch) => {
                    branches.extend(branch_pending(target, *branch, item.at, &mut part.bytes)?);
                }
            }
        }
        part.bytes.extend_from_slice(&old[from..]);
        part.size = part.bytes.len() as u64;
    }
    part.pending.reserve(pending.len() + branches.len());
    let (mut branches, mut others) = (branches.into_iter().peekable(), pending.into_iter().peekable());
    // Both ascend.
    while let Some((at, mut pending)) = match branches.peek() {
        Some((branch, _)) => others.next_if(|(at, _)| at.offset <= branch.offset).or_else(|| branches.next()),
        None => others.next(),
    } {
        pending.offset = layout.offset(at) + (pending.offset - at.offset);
        if !resolve(target, number, &pending, layout, labels, &mut part.bytes)? {
            part.pending.push(pending);
        }
    }
    Ok(part)
}

/// Appends a branch's bytes; what remains to be resolved is its last step.
fn branch_pending(
    target: &dyn McTarget,
    branch: Branch,
    start: Position,
    out: &mut Vec<u8>,
) -> Result<Option<(Position, Pending)>, String> {
    let (at, len) = (branch.start_of_last(), branch.len());
    if let Some(mut over) = branch.over {
        over.apply(target, len as i64)?;
        out.extend_from_slice(&over.bytes);
    }
    out.extend_from_slice(&branch.last.bytes);
    let Some(expr) = branch.last.inst.target() else { return Ok(None) };
    let value = McValue { expr, base: None, plt: false };
    let offset = start.offset + at;
    let filled = Filled::Instruction(branch.last.kind);
    Ok(Some((start, Pending { offset, filled, value })))
}

/// Resolves a distance between places of this part that the linker cannot change.
fn resolve(
    target: &dyn McTarget,
    number: u32,
    pending: &Pending,
    layout: &Layout,
    labels: &Labels,
    bytes: &mut [u8],
) -> Result<bool, String> {
    let value = &pending.value;
    let Some(to) = local(labels, number, value.expr) else { return Ok(false) };
    match pending.filled {
        Filled::Alignment(_) => Ok(false),
        Filled::Instruction(kind) => {
            let info = target.fixup_info(kind);
            // Where the linker relaxes, all branches are left to it, as llc does.
            if !info.resolvable || !info.pc_relative || target.linker_relaxation() {
                return Ok(false);
            }
            let distance = layout.offset(to) as i64 + value.expr.addend - pending.offset as i64;
            if !target.apply_fixup(kind, distance, &mut bytes[pending.offset as usize..]) {
                return Err(format!("a distance of {distance} bytes does not fit the instruction"));
            }
            Ok(true)
        }
        Filled::Data(size) => {
            let base = base_label(value).map(|l| McExpr { symbol: McSymbol::Label(l), ..value.expr });
            let Some(base) = base.and_then(|b| local(labels, number, b)) else { return Ok(false) };
            if layout.shortenable(base) != layout.shortenable(to) {
                return Ok(false);
            }
            let distance = layout.offset(to) as i64 - layout.offset(base) as i64 + value.expr.addend;
            let place = pending.offset as usize;
            bytes[place..place + size as usize].copy_from_slice(&distance.to_le_bytes()[..size as usize]);
            Ok(true)
        }
    }
}
