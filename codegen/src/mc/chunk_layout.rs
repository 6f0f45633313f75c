//! Layout: the collected contents of a streamer become a chunk. Branches and padding get their
//! sizes, labels their offsets.
//!
//! Requires: the contents of sections with branches in their shortest form. Establishes: an
//! [`ObjectChunk`] with relaxed branches and final label offsets. A chunk is *open* if padding in
//! code depends on the contents before it in its section: its alignment exceeds the alignment of
//! the code's start. The layout of open chunks happens when chunks are merged. Cost: linear, except
//! for relaxation (see `relax`).

use super::assembler::Anchor;
use super::chunk::{ChunkPosition, Definition, Filled, Frame, FramePoint, ObjectChunk, Pending, TablePlace};
use super::dwarf::events::{ChunkDebug, FileRow};
use super::inst::{Label, McExpr, McSymbol};
use super::relax::{self, Item, Layout, Origin};
use super::unrelaxed::{Growing, GrowingFrame, Memory, Position};
use crate::ir::entity::SymbolId;
use crate::ir::section::{Section, SectionType};
use crate::mc::streamer::data::Relocation;
use crate::mc::streamer::frames::FrameSections;
use crate::mc::target::McTarget;
use std::collections::HashMap;

/// The maximum length of an alias chain.
const MAX_NAMES: usize = 64;

/// The start of a symbol.
enum Start {
    /// A position.
    Place((u32, Position)),
    /// An alias of this expression.
    Alias(McExpr),
}

/// The collected contents of a streamer, before layout.
#[derive(Clone, Debug)]
pub(crate) struct UnrelaxedChunk {
    pub(super) parts: Vec<Growing>,
    /// True if no other contents precede its own in their sections.
    pub(super) whole: bool,
    /// True if the linker may shorten any of it.
    pub(super) relaxes: bool,
    pub(super) labels: Vec<Option<(u32, Position)>>,
    /// Labels defined as other labels plus an offset in bytes.
    pub(super) label_aliases: Vec<(Label, Label, i64)>,
    pub(super) shared: Vec<(McSymbol, (u32, Position))>,
    pub(super) starts: Vec<(SymbolId, (u32, Position))>,
    pub(super) ends: Vec<(SymbolId, (u32, Position))>,
    pub(super) symbols: Vec<(SymbolId, Definition)>,
    /// Relocations at an offset in bytes from an anchor.
    pub(super) relocations: Vec<(Anchor, i64, Relocation)>,
    pub(super) frames: Vec<GrowingFrame>,
    pub(super) frame_sections: FrameSections,
    pub(super) debug: Option<Box<ChunkDebug<(u32, Position)>>>,
    /// Line rows from the directives of the text.
    pub(super) lines: Vec<((u32, Position), FileRow)>,
}

impl UnrelaxedChunk {
    /// Returns true if it has padding whose size depends on the contents before it.
    #[must_use]
    pub(crate) fn is_open(&self) -> bool {
        self.parts.iter().any(|part| part.is_open)
    }

    /// Returns, for each branch with a relaxed form, in order, true if it becomes an inverted
    /// branch over a jump, for any contents before the code.
    ///
    /// # Errors
    /// A branch is out of range in all forms.
    pub(crate) fn inverted(mut self, target: &dyn McTarget) -> Result<Vec<bool>, String> {
        self.place_label_aliases();
        self.layouts(target)?;
        Ok(self.inverted_so_far())
    }

    /// Lays out an open chunk. `size` returns the number of bytes before it in a section, or `None`
    /// if the linker may change it. In that case the linker adjusts the padding, or the code starts
    /// at a multiple of its maximum alignment.
    ///
    /// # Errors
    /// See [`UnrelaxedChunk::layout`].
    pub(crate) fn layout_after(
        mut self,
        target: &dyn McTarget,
        size: &dyn Fn(&Section) -> Option<u64>,
    ) -> Result<ObjectChunk, String> {
        self.place_label_aliases();
        if !target.dialect().relaxes_branches {
            // The forms are those in the text, whose layout is not repeated.
            self.layouts(target)?;
        }
        let mut ends: Vec<(Section, u64)> = Vec::new();
        for (index, growing) in self.parts.iter_mut().enumerate().filter(|row| row.1.part.subsection == 0) {
            let section = growing.part.section.clone();
            let known = ends.iter().find(|end| end.0 == section).map(|end| Some(end.1));
            let before = match known.unwrap_or_else(|| size(&section)) {
                Some(end) => end.next_multiple_of(u64::from(growing.part.start)),
                None if !growing.has_fixed_padding => {
                    growing.origin = Origin::Linked { step: target.code_align() };
                    continue;
                }
                None => {
                    growing.part.start = growing.part.align;
                    0
                }
            };
            growing.origin = Origin::At(before);
            let end = growing.position();
            let layout = relax::layout(target, index as u32, growing, &self.labels)?;
            ends.retain(|end| end.0 != section);
            ends.push((section, before + layout.offset(end)));
        }
        self.layout(target)
    }

    fn place_label_aliases(&mut self) {
        for (label, to, offset) in std::mem::take(&mut self.label_aliases) {
            let place = self.labels.get(to.0 as usize).copied().flatten();
            if let Some((part, at)) = place
                && (offset == 0 || !self.parts[part as usize].part.section.is_code())
            {
                let at = Position { offset: at.offset.wrapping_add_signed(offset), ..at };
                let index = label.0 as usize;
                self.labels.resize(self.labels.len().max(index + 1), None);
                self.labels[index] = Some((part, at));
            }
        }
    }

    /// Relaxes branches and LEB128 numbers until all are in range.
    fn layouts(&mut self, target: &dyn McTarget) -> Result<Vec<Layout>, String> {
        let mut layouts = Vec::with_capacity(self.parts.len());
        for (index, part) in self.parts.iter_mut().enumerate() {
            layouts.push(relax::layout(target, index as u32, part, &self.labels)?);
        }
        relax::settle_numbers(target, &mut self.parts, &mut layouts, &self.labels)?;
        Ok(layouts)
    }

    fn inverted_so_far(&self) -> Vec<bool> {
        self.parts.iter().flat_map(|part| &part.items).filter_map(Item::inverted).collect()
    }

    /// Relaxes branches and assigns the offsets of all labels. Open chunks require
    /// [`UnrelaxedChunk::layout_after`].
    ///
    /// # Errors
    /// A branch or number is out of range in all forms.
    pub(crate) fn layout(self, target: &dyn McTarget) -> Result<ObjectChunk, String> {
        self.layout_in(target, &mut Memory::default())
    }

    /// Lays out the chunk like [`UnrelaxedChunk::layout`], and returns unused memory to `memory`.
    ///
    /// # Errors
    /// See [`UnrelaxedChunk::layout`].
    pub(crate) fn layout_in(
        mut self,
        target: &dyn McTarget,
        memory: &mut Memory,
    ) -> Result<ObjectChunk, String> {
        if self.parts.iter().any(|part| matches!(part.origin, Origin::Unknown { .. })) {
            return Err("padding whose size depends on what comes before is not supported here".into());
        }
        self.place_label_aliases();
        let mut symbols = std::mem::take(&mut self.symbols);
        symbols.reserve_exact(self.starts.len() + self.ends.len());
        let (relaxes, frame_sections) = (self.relaxes, self.frame_sections);
        let layouts = self.layouts(target)?;
        let inverted = self.inverted_so_far();
        let mut chunk = ObjectChunk { symbols, relaxes, frame_sections, inverted, ..Default::default() };
        let place = |(part, position): (u32, Position)| ChunkPosition {
            part,
            offset: layouts[part as usize].offset(position),
        };
        let point = |part: u32, position: Position| FramePoint {
            offset: place((part, position)).offset,
            shortenable: layouts[part as usize].shortenable(position),
        };
        chunk.labels = self.labels.iter().map(|l| l.map(place)).collect();
        if self.whole {
            let before = |label: &Option<(u32, Position)>| {
                label.map_or(0, |(part, at)| layouts[part as usize].shortenable(at))
            };
            chunk.shortenable = self.labels.iter().map(before).collect();
        }
        chunk.debug = self.debug.take().map(|debug| Box::new(debug.map(place)));
        chunk.lines = self.lines.iter().map(|&(at, row)| (place(at), row)).collect();
        chunk.shared = self.shared.iter().map(|&(symbol, at)| (symbol, place(at))).collect();
        let starts = self.symbol_starts(&chunk.symbols);
        for &(symbol, at) in &self.starts {
            chunk.symbols.push((symbol, Definition::Place(place(at))));
        }
        for &(symbol, end) in &self.ends {
            let end = place(end);
            let only = self.only_start(symbol).map(|at| (at, 0));
            let start = only.or_else(|| self.start_of(symbol, &starts)).map(|(at, added)| {
                let start = place(at);
                (start.part, start.offset.wrapping_add_signed(added))
            });
            let size =
                start.filter(|(part, _)| *part == end.part).and_then(|(_, at)| end.offset.checked_sub(at));
            let size = size.ok_or("the size of a symbol up to a place that does not come after it")?;
            chunk.symbols.push((symbol, Definition::Size(size)));
        }
        chunk.frames = self
            .frames
            .iter()
            .map(|f| Frame {
                part: f.part,
                range: (point(f.part, f.start), point(f.part, f.end)),
                traits: f.traits,
                exception_table: f.exception_table.and_then(|table| match table {
                    McSymbol::Label(label) => {
                        chunk.labels.get(label.0 as usize).copied().flatten().map(TablePlace::Place)
                    }
                    McSymbol::Symbol(symbol) => Some(TablePlace::Symbol(symbol)),
                    _ => None,
                }),
                directives: f.directives.iter().map(|&(at, d)| (point(f.part, at), d)).collect(),
            })
            .collect();
        // The memory is for the first code of a function.
        let given = self.parts.iter().position(|p| p.part.section.is_code()).filter(|_| !self.whole);
        chunk.parts.reserve_exact(self.parts.len());
        for (index, mut growing) in self.parts.into_iter().enumerate() {
            let number = index as u32;
            if given == Some(index) {
                memory.code.keep_bytes(&mut growing.part.bytes);
            }
            let layout = &layouts[index];
            let (labels, settled) = (&self.labels, &mut memory.settled);
            chunk.parts.push(relax::rewrite(target, relaxes, number, &mut growing, layout, labels, settled)?);
            if given == Some(index) {
                memory.code.keep(growing);
            }
        }
        place_relocations(&self.relocations, &mut chunk)?;
        if !self.whole && !chunk.names_labels() {
            chunk.labels = Vec::new();
        }
        self.labels.clear();
        memory.labels = self.labels;
        Ok(chunk)
    }

    /// Returns the positions of symbols, or their alias targets.
    fn symbol_starts(&self, symbols: &[(SymbolId, Definition)]) -> HashMap<SymbolId, Start> {
        // The common case requires no map.
        if self.ends.iter().all(|&(symbol, _)| self.only_start(symbol).is_some()) {
            return HashMap::new();
        }
        let aliases = symbols.iter().filter_map(|&(symbol, definition)| match definition {
            Definition::Alias(value) => Some((symbol, Start::Alias(value))),
            _ => None,
        });
        // The first one counts, and positions come before aliases.
        let mut starts: HashMap<SymbolId, Start> = HashMap::new();
        let places = self.starts.iter().map(|&(symbol, at)| (symbol, Start::Place(at)));
        for (symbol, start) in places.chain(aliases) {
            starts.entry(symbol).or_insert(start);
        }
        starts
    }

    /// Returns the start of `symbol`, if it has only one.
    fn only_start(&self, symbol: SymbolId) -> Option<(u32, Position)> {
        match self.starts[..] {
            [(only, at)] if only == symbol => Some(at),
            _ => None,
        }
    }

    /// Returns the position of a symbol and an offset in bytes, through aliases.
    fn start_of(
        &self,
        symbol: SymbolId,
        starts: &HashMap<SymbolId, Start>,
    ) -> Option<((u32, Position), i64)> {
        let (mut symbol, mut added) = (symbol, 0i64);
        for _ in 0..=MAX_NAMES {
            let alias = match starts.get(&symbol)? {
                Start::Place(at) => return Some((*at, added)),
                Start::Alias(alias) => alias,
            };
            added = added.checked_add(alias.addend)?;
            match alias.symbol {
                McSymbol::Symbol(other) => symbol = other,
                McSymbol::Label(label) => return Some(((*self.labels.get(label.0 as usize)?)?, added)),
                _ => return None,
            }
        }
        None
    }
}

/// Moves relocations to the positions of their labels.
fn place_relocations(
    relocations: &[(Anchor, i64, Relocation)],
    chunk: &mut ObjectChunk,
) -> Result<(), String> {
    for &(anchor, distance, Relocation { kind, symbol, addend }) in relocations {
        let place = match anchor {
            Anchor::Label(label) => chunk.labels.get(label.0 as usize).copied().flatten(),
            Anchor::Part(part) => Some(ChunkPosition { part, offset: 0 }),
        };
        let place = place.ok_or("a relocation at what stands nowhere")?;
        let part = &mut chunk.parts[place.part as usize];
        if part.section.kind == SectionType::Nobits {
            return Err(part.section.refused_contents());
        }
        let offset = place.offset.checked_add_signed(distance).filter(|at| *at <= part.size);
        let offset = offset.ok_or("a relocation outside of its section")?;
        let filled = match symbol {
            Some(_) => Filled::Relocation(kind),
            None => Filled::BareRelocation(kind),
        };
        let expr = McExpr::plain(symbol.unwrap_or(McSymbol::Label(Label(0))), addend);
        let at = part.pending.partition_point(|before| before.offset <= offset);
        part.pending.insert(at, Pending::plain(offset, filled, expr));
    }
    Ok(())
}
