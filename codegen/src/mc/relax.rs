//! Branch relaxation: each branch starts in its shortest form and is relaxed until all targets are
//! in range. LEB128 numbers grow in the same way.
//!
//! Requires: the contents of a section with branches in their shortest form. Establishes: final
//! offsets, and contents in which distances between labels of one section are resolved, unless the
//! linker may change them. Cost: each round is linear in the number of branches. Forms only grow,
//! so rounds terminate, and there are few.

use super::assembler::{base_label, label_of};
use super::chunk::{ChunkSection, Filled, Pending};
use super::inst::{FixupKind, Label, McExpr, McInst, McOperand, branch_target};
use super::unrelaxed::{Growing, Position};
use crate::machine::desc::instructions::Opcode;
use crate::mc::asm_backend::Longer;
use crate::mc::streamer::data::McValue;
use crate::mc::streamer::sections::Fill;
use crate::mc::target::McTarget;
use crate::support::leb128;
use smallvec::SmallVec;
use std::ops::Range;

/// A fragment whose size depends on the layout.
#[derive(Clone, Debug)]
pub(super) struct Item {
    /// Its start before relaxation.
    pub(super) at: Position,
    /// Its size in bytes before relaxation.
    pub(super) len: u32,
    pub(super) kind: ItemKind,
}

#[derive(Clone, Debug)]
pub(super) enum ItemKind {
    /// Padding.
    Align(Alignment),
    Branch(Branch),
    Number(Number),
}

/// A distance between labels in LEB128 form.
#[derive(Clone, Debug)]
pub(super) struct Number {
    value: McValue,
    signed: bool,
    /// The current bytes. Their number never decreases, so rounds terminate.
    bytes: Vec<u8>,
    /// The kinds of the relocations that set and subtract, if the linker determines the distance.
    linked: Option<(u32, u32)>,
}

impl Number {
    /// The initial size, in bytes.
    pub(super) const INITIAL_SIZE: u32 = 1;

    /// Returns a number of the minimum size.
    pub(super) fn new(value: McValue, signed: bool) -> Number {
        Number { value, signed, bytes: vec![0; Number::INITIAL_SIZE as usize], linked: None }
    }

    /// Updates the value from the layouts of all parts. Returns true if its size grew.
    fn update(&mut self, target: &dyn McTarget, layouts: &[Layout], labels: &Labels) -> Result<bool, String> {
        let place = |label: Option<Label>| *labels.get(label?.0 as usize)?;
        let ends = place(label_of(self.value.expr)).zip(place(base_label(&self.value)));
        let ((part, to), (other, from)) =
            ends.ok_or("a number of variable length is no distance of labels")?;
        let layout = &layouts[part as usize];
        let undecided = || String::from("a number of variable length is a distance that the linker decides");
        if part != other {
            return Err(undecided());
        }
        if layout.shortenable(to) != layout.shortenable(from) {
            let relocations = target.data_relocations().uleb128.filter(|_| !self.signed);
            self.linked = Some(relocations.ok_or_else(undecided)?);
        }
        let distance = layout.offset(to) as i64 - layout.offset(from) as i64 + self.value.expr.addend;
        let least = self.bytes.len();
        self.bytes.clear();
        match self.signed {
            true => leb128::push_signed(distance, &mut self.bytes),
            false => leb128::push_unsigned(distance as u64, &mut self.bytes),
        }
        let grew = self.bytes.len() > least;
        leb128::extend(&mut self.bytes, least, self.signed && distance < 0);
        debug_assert!(self.bytes.len() >= least, "a number shrinks, so its layout may not converge");
        Ok(grew)
    }

    /// Returns the relocations of the number at `at`.
    fn pending(&self, at: Position) -> impl Iterator<Item = Pending> {
        let ends = self.linked.zip(base_label(&self.value));
        let relocations = ends.map(|((set, subtract), from)| {
            [(set, self.value.expr), (subtract, McExpr::from(from))]
                .map(|(kind, expr)| Pending::plain(at.offset, Filled::Relocation(kind), expr))
        });
        relocations.into_iter().flatten()
    }
}

/// The start of a part in its section, on which the size of padding depends.
#[derive(Clone, Copy, Debug)]
pub(super) enum Origin {
    /// The offset, in bytes. Zero also represents any multiple of the section's alignment.
    At(u64),
    /// The offset is unknown: padding has its maximum size, a multiple of `step` bytes.
    Unknown { step: u32 },
    /// The linker may change the offset: padding has its maximum size, and the linker removes the
    /// excess.
    Linked { step: u32 },
}

/// Padding to a multiple of `align` bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Alignment {
    pub(super) align: u32,
    /// The fill value; `None` for NOPs.
    pub(super) value: Option<Fill>,
    /// The maximum number of bytes; there is no padding if more would be required.
    pub(super) most: u32,
}

impl Alignment {
    /// Returns the alignment relocation at `at`, if the linker adjusts the padding.
    fn pending(&self, origin: Origin, at: Position) -> Option<Pending> {
        let is_linked = matches!(origin, Origin::Linked { .. });
        is_linked.then(|| Pending::alignment(at.offset, self.room(origin, at.offset)))
    }

    /// Returns the size in bytes of the padding at `at`, in a part that starts at `origin`.
    fn room(&self, origin: Origin, at: u64) -> u64 {
        let at = match origin {
            Origin::At(origin) => origin + at,
            Origin::Unknown { step } | Origin::Linked { step } => {
                let most = self.align.saturating_sub(step).min(self.most);
                return u64::from(most / step * step);
            }
        };
        let room = at.next_multiple_of(u64::from(self.align)) - at;
        if room > u64::from(self.most) { 0 } else { room }
    }
}

impl Item {
    /// Returns true if relaxation changed the bytes, padding excepted.
    fn is_changed(&self) -> bool {
        match &self.kind {
            ItemKind::Branch(branch) => branch.lengthened != 0,
            ItemKind::Number(_) => true,
            ItemKind::Align(_) => false,
        }
    }

    /// Returns true if a branch became an inverted branch over a jump; `None` if it is no branch.
    pub(super) fn inverted(&self) -> Option<bool> {
        match &self.kind {
            ItemKind::Branch(branch) => Some(branch.over_len != 0),
            ItemKind::Align(_) | ItemKind::Number(_) => None,
        }
    }
}

/// A branch to a label, perhaps as an inverted branch over a jump to the label.
///
/// It is stored as its shortest form and the number of relaxation steps, because most branches are
/// never relaxed.
#[derive(Clone, Debug)]
pub(super) struct Branch {
    opcode: Opcode,
    /// The kind of the last instruction's fixup.
    kind: FixupKind,
    /// The index of its first operand in [`Growing::operands`]; the last operand is the label.
    operands: u32,
    num_operands: u8,
    lengthened: u8,
    /// Sizes in bytes of the inverted branch, if there is one, and of the last instruction.
    over_len: u8,
    last_len: u8,
    /// True if the linker may shorten it.
    relaxes: bool,
}

/// The instructions of a branch.
struct Steps {
    over: Option<McInst>,
    last: McInst,
}

impl Branch {
    /// Returns a branch in its shortest form, of `len` bytes, with a fixup of this kind. `operands`
    /// is a range of [`Growing::operands`].
    pub(super) fn new(
        (opcode, kind): (Opcode, FixupKind),
        operands: Range<usize>,
        len: u32,
        relaxes: bool,
    ) -> Branch {
        debug_assert!(u8::try_from(len).is_ok_and(|len| len != 0), "a branch of {len} bytes");
        debug_assert!((1..=255).contains(&operands.len()), "a branch with operands {operands:?}");
        Branch {
            opcode,
            kind,
            operands: operands.start as u32,
            num_operands: operands.len() as u8,
            lengthened: 0,
            over_len: 0,
            last_len: len as u8,
            relaxes,
        }
    }

    fn len(&self) -> u64 {
        u64::from(self.over_len + self.last_len)
    }

    fn operands<'a>(&self, pool: &'a [McOperand]) -> &'a [McOperand] {
        let first = self.operands as usize;
        &pool[first..first + self.num_operands as usize]
    }

    /// Returns the branch target.
    fn label(&self, pool: &[McOperand]) -> Option<McExpr> {
        branch_target(self.operands(pool))
    }

    fn steps(&self, target: &dyn McTarget, pool: &[McOperand]) -> Result<Steps, String> {
        let mut steps = Steps { over: None, last: McInst::new(self.opcode, self.operands(pool)) };
        for _ in 0..self.lengthened {
            match target.relax(&steps.last) {
                Some(Longer::Form(inst)) => steps.last = inst,
                Some(Longer::InvertedOver { branch, jump }) if steps.over.is_none() => {
                    steps.over = Some(target.compress(&branch).unwrap_or(branch));
                    steps.last = jump;
                }
                _ => return Err("branch is out of range".into()),
            }
        }
        Ok(steps)
    }

    /// Returns true if it has a relaxed form that any assembler would choose.
    fn grows(&self, target: &dyn McTarget, pool: &[McOperand]) -> Result<bool, String> {
        let steps = self.steps(target, pool)?;
        Ok(target.dialect().relaxes_branches && target.relax(&steps.last).is_some())
    }

    fn lengthen(&mut self, target: &dyn McTarget, pool: &[McOperand]) -> Result<(), String> {
        self.lengthened += 1;
        let (steps, mut bytes) = (self.steps(target, pool)?, Vec::new());
        if let Some(over) = &steps.over {
            encode(target, over, &mut bytes)?;
        }
        let before = self.len();
        self.over_len = bytes.len() as u8;
        self.kind = encode(target, &steps.last, &mut bytes)?;
        debug_assert!(
            bytes.len() as u64 >= before,
            "a relaxed branch of {} bytes after {before}",
            bytes.len()
        );
        debug_assert!(bytes.len() <= usize::from(u8::MAX), "a branch of {} bytes", bytes.len());
        self.last_len = bytes.len() as u8 - self.over_len;
        Ok(())
    }

    /// Appends the bytes of its relaxed form.
    fn write(&self, target: &dyn McTarget, pool: &[McOperand], out: &mut Vec<u8>) -> Result<(), String> {
        let steps = self.steps(target, pool)?;
        if let Some(over) = &steps.over {
            let (start, distance) = (out.len(), self.len() as i64);
            let kind = encode(target, over, out)?;
            if !target.apply_fixup(kind, distance, &mut out[start..]) {
                return Err(format!("branch over {distance} bytes is out of range"));
            }
        }
        encode(target, &steps.last, out).map(|_| ())
    }

    /// Returns the unresolved fixup: the last instruction's label.
    fn pending(&self, start: Position, pool: &[McOperand]) -> Option<Pending> {
        let offset = start.offset + u64::from(self.over_len);
        Some(Pending::plain(offset, Filled::Instruction(self.kind, self.relaxes), self.label(pool)?))
    }
}

/// Appends the bytes of a branch. Returns the kind of its fixup.
fn encode(target: &dyn McTarget, inst: &McInst, out: &mut Vec<u8>) -> Result<FixupKind, String> {
    let mut fixups = SmallVec::new();
    target.encode(inst, out, &mut fixups)?;
    Ok(fixups.first().ok_or("branch without a fixup")?.kind)
}

/// Final offsets in a section's contents.
pub(super) struct Layout {
    /// By number of fragments: how far the contents after these have moved, in bytes.
    moved: Vec<u64>,
    /// By number of fragments: how many of these the linker may shorten.
    shortenable: Vec<u32>,
}

impl Layout {
    pub(super) fn offset(&self, position: Position) -> u64 {
        position.offset + if position.items == 0 { 0 } else { self.moved[position.items as usize] }
    }

    /// Returns how many sequences before `position` the linker may shorten.
    pub(super) fn shortenable(&self, position: Position) -> u32 {
        position.shortenable + if position.items == 0 { 0 } else { self.shortenable[position.items as usize] }
    }

    fn count_shortenable(&mut self, target: &dyn McTarget, origin: Origin, items: &[Item]) {
        let mut count = 0;
        self.shortenable.reserve(items.len() + 1);
        self.shortenable.push(0);
        for item in items {
            count += u32::from(match &item.kind {
                ItemKind::Branch(branch) => branch.relaxes && target.fixup_info(branch.kind).relaxable,
                ItemKind::Align(_) => matches!(origin, Origin::Linked { .. }),
                ItemKind::Number(_) => false,
            });
            self.shortenable.push(count);
        }
    }

    fn compute(&mut self, origin: Origin, items: &[Item]) {
        self.moved.clear();
        self.moved.push(0);
        let mut moved = 0;
        for (index, item) in items.iter().enumerate() {
            debug_assert_eq!(item.at.items as usize, index, "a fragment's position counts those before it");
            let size = match &item.kind {
                ItemKind::Align(alignment) => alignment.room(origin, item.at.offset + moved),
                ItemKind::Branch(branch) => branch.len(),
                ItemKind::Number(number) => number.bytes.len() as u64,
            };
            debug_assert!(size >= u64::from(item.len), "relaxation shortens a fragment: {item:?}");
            moved += size - item.len as u64;
            self.moved.push(moved);
        }
    }
}

type Labels = [Option<(u32, Position)>];

/// Returns the position of `expr`, if it is a label of this part.
fn local(labels: &Labels, part: u32, expr: McExpr) -> Option<Position> {
    let (of, position) = (*labels.get(label_of(expr)?.0 as usize)?)?;
    (of == part).then_some(position)
}

/// Gives all branches their longest forms.
fn relax_all(target: &dyn McTarget, part: &mut Growing) -> Result<(), String> {
    for item in &mut part.items {
        let ItemKind::Branch(branch) = &mut item.kind else { continue };
        while branch.grows(target, &part.operands)? {
            branch.lengthen(target, &part.operands)?;
        }
    }
    Ok(())
}

/// Relaxes branches of `part` (the `number`th) until all targets are in range.
pub(super) fn layout(
    target: &dyn McTarget,
    number: u32,
    part: &mut Growing,
    labels: &Labels,
) -> Result<Layout, String> {
    let mut layout = Layout { moved: Vec::new(), shortenable: Vec::new() };
    if part.items.is_empty() {
        return Ok(layout);
    }
    layout.moved.reserve(part.items.len() + 1);
    if part.relaxes_all {
        relax_all(target, part)?;
    }
    loop {
        layout.compute(part.origin, &part.items);
        let mut grown = false;
        for (index, item) in part.items.iter_mut().enumerate() {
            let ItemKind::Branch(branch) = &mut item.kind else { continue };
            let to = branch.label(&part.operands).and_then(|t| Some((local(labels, number, t)?, t.addend)));
            let at = item.at.offset + layout.moved[index] + u64::from(branch.over_len);
            let reaches = match to {
                Some((to, addend)) => {
                    let distance = layout.offset(to) as i64 + addend - at as i64;
                    target.reaches(branch.kind, distance)
                }
                // A branch to another section reaches as far as the linker's relocations.
                None => !branch.grows(target, &part.operands)?,
            };
            if !reaches {
                branch.lengthen(target, &part.operands)?;
                grown = true;
            }
        }
        if !grown {
            layout.count_shortenable(target, part.origin, &part.items);
            return Ok(layout);
        }
    }
}

/// Computes the values of LEB128 numbers, which may refer to other parts.
pub(super) fn settle_numbers(
    target: &dyn McTarget,
    parts: &mut [Growing],
    layouts: &mut [Layout],
    labels: &Labels,
) -> Result<(), String> {
    let number = |item: &Item| matches!(item.kind, ItemKind::Number(_));
    let with_numbers = (0..parts.len()).filter(|&index| parts[index].items.iter().any(number));
    let with_numbers: Vec<usize> = with_numbers.collect();
    loop {
        let mut grown = false;
        for &index in &with_numbers {
            let mut grew = false;
            for item in &mut parts[index].items {
                if let ItemKind::Number(number) = &mut item.kind {
                    grew |= number.update(target, layouts, labels)?;
                }
            }
            if grew {
                layouts[index] = layout(target, index as u32, &mut parts[index], labels)?;
            }
            grown |= grew;
        }
        if !grown {
            return Ok(());
        }
    }
}

/// Returns the contents at their final offsets, with fixups resolved where possible. `settled` is
/// scratch memory. The memory of `growing` remains for reuse.
pub(super) fn rewrite(
    target: &dyn McTarget,
    relaxes: bool,
    number: u32,
    growing: &mut Growing,
    layout: &Layout,
    labels: &Labels,
    settled: &mut Vec<Pending>,
) -> Result<ChunkSection, String> {
    // A part that could not be completed may have left some.
    settled.clear();
    let Growing { part, origin, items, operands, pending, marks, .. } = growing;
    let mut part = part.take();
    part.marks = marks.iter().map(|&(at, data)| (layout.offset(at), data)).collect();
    // If all fragments keep their shortest forms, the bytes are unchanged.
    let stays = layout.moved.last().is_none_or(|&moved| moved == 0) && !items.iter().any(Item::is_changed);
    let old = if stays { Vec::new() } else { std::mem::take(&mut part.bytes) };
    part.bytes.reserve(old.len());
    let mut from = 0;
    debug_assert!(
        pending.is_sorted_by_key(|(at, _)| (at.items, at.offset)),
        "fixups ascend before relaxation"
    );
    let mut others = pending.drain(..).peekable();
    let mut settle = |part: &mut ChunkSection, at: Position, mut pending: Pending| {
        pending.offset = layout.offset(at) + (pending.offset - at.offset);
        let resolved = resolve(target, relaxes, number, &pending, layout, labels, &mut part.bytes)?;
        if !resolved {
            settled.push(pending);
        }
        Ok::<(), String>(())
    };
    // Both ascend, so unresolved fixups stay in order.
    for (index, item) in items.iter().enumerate() {
        let start = item.at.offset as usize;
        if !stays {
            part.bytes.extend_from_slice(&old[from..start]);
            debug_assert_eq!(
                part.bytes.len() as u64,
                layout.offset(item.at),
                "a fragment is written where the layout has put it"
            );
            write_item(target, item, (operands, *origin), &old, &mut part.bytes)?;
            from = start + item.len as usize;
        }
        while let Some((at, pending)) = others.next_if(|(at, _)| at.items as usize <= index) {
            settle(&mut part, at, pending)?;
        }
        let settle_here = |pending| settle(&mut part, item.at, pending);
        match &item.kind {
            ItemKind::Branch(branch) => branch.pending(item.at, operands).map_or(Ok(()), settle_here)?,
            ItemKind::Number(number) => number.pending(item.at).try_for_each(settle_here)?,
            ItemKind::Align(padding) => padding.pending(*origin, item.at).map_or(Ok(()), settle_here)?,
        }
    }
    if !stays {
        part.bytes.extend_from_slice(&old[from..]);
        debug_assert_eq!(
            Some(part.bytes.len() as u64),
            layout.moved.last().map(|moved| old.len() as u64 + moved),
            "the size after relaxation is that of the layout"
        );
        part.size = part.bytes.len() as u64;
    }
    for (at, pending) in others {
        settle(&mut part, at, pending)?;
    }
    // Reserve no more memory than required.
    part.pending.reserve_exact(settled.len());
    part.pending.append(settled);
    Ok(part)
}

/// Appends the final bytes of a fragment; `old` are the contents before relaxation.
fn write_item(
    target: &dyn McTarget,
    item: &Item,
    (pool, origin): (&[McOperand], Origin),
    old: &[u8],
    out: &mut Vec<u8>,
) -> Result<(), String> {
    let start = item.at.offset as usize;
    match &item.kind {
        ItemKind::Branch(branch) if branch.lengthened == 0 => {
            out.extend_from_slice(&old[start..start + item.len as usize]);
        }
        ItemKind::Branch(branch) => branch.write(target, pool, out)?,
        ItemKind::Number(number) => out.extend_from_slice(&number.bytes),
        ItemKind::Align(alignment) => {
            let room = alignment.room(origin, out.len() as u64);
            match alignment.value {
                Some(fill) => out.extend(fill.bytes(room)?),
                None => target.nops(room, out),
            }
        }
    }
    Ok(())
}

/// Resolves a distance between positions of this part that the linker cannot change.
fn resolve(
    target: &dyn McTarget,
    relaxes: bool,
    number: u32,
    pending: &Pending,
    layout: &Layout,
    labels: &Labels,
    bytes: &mut [u8],
) -> Result<bool, String> {
    let expr = pending.expr;
    let Some(to) = local(labels, number, expr) else { return Ok(false) };
    match pending.filled {
        Filled::Alignment | Filled::Relocation(_) | Filled::BareRelocation(_) => Ok(false),
        Filled::Instruction(kind, _) => {
            let info = target.fixup_info(kind);
            // If the linker relaxes, it resolves all branches, as with llc.
            if !info.resolvable || !info.pc_relative || relaxes {
                return Ok(false);
            }
            let distance = layout.offset(to) as i64 + expr.addend - pending.offset as i64;
            if !target.apply_fixup(kind, distance, &mut bytes[pending.offset as usize..]) {
                return Err(format!("a distance of {distance} bytes does not fit the instruction"));
            }
            Ok(true)
        }
        Filled::Data(size) => {
            let base = base_label(&pending.value()).map(McExpr::from);
            let Some(base) = base.and_then(|b| local(labels, number, b)) else { return Ok(false) };
            if layout.shortenable(base) != layout.shortenable(to) {
                return Ok(false);
            }
            let distance = layout.offset(to) as i64 - layout.offset(base) as i64 + expr.addend;
            let place = pending.offset as usize;
            bytes[place..place + size as usize].copy_from_slice(&distance.to_le_bytes()[..size as usize]);
            Ok(true)
        }
    }
}
