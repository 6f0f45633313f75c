//! Resolution of fixups: a fixup is resolved if its value is final, else it becomes a relocation.

use super::super::chunk::{Filled, Pending};
use super::super::inst::{FixupKind, McExpr, McSymbol, Specifier};
use super::{Address, Against, Input, NO_LABEL, Object, Reloc, address};
use crate::ir::entity::SymbolId;
use crate::ir::libcalls;
use crate::ir::module::{Linkage, SymbolKind};
use crate::mc::asm_backend::Half;
use crate::mc::names;
use crate::mc::object_info::UNSIGNED;
use crate::mc::streamer::data::{Base, McValue, ValueUsage};
use crate::mc::streamer::symbols::SymbolType;

/// A reference, with its address if it is in this object.
pub(super) struct Reference {
    pub(super) against: Against,
    pub(super) addend: i64,
    at: Option<Address>,
    /// True if all references from this object resolve to that address.
    local: bool,
}

fn by_size(types: [u32; 4], size: u8) -> Result<u32, String> {
    let index = size.trailing_zeros() as usize;
    let kind = types.get(index).filter(|&&kind| size.is_power_of_two() && kind != 0);
    kind.copied().ok_or_else(|| format!("no relocation for an address in {size} bytes"))
}

impl Object<'_> {
    pub(super) fn resolve_chunk(&mut self, input: &Input<'_>, bases: &[Address]) -> Result<(), String> {
        self.label_of.clear();
        self.label_of.resize(input.chunk.labels.len(), NO_LABEL);
        for (index, part) in input.chunk.parts.iter().enumerate() {
            for pending in &part.pending {
                let base = bases[index];
                let place = Address { section: base.section, offset: base.offset + pending.offset };
                self.resolve(input, bases, place, pending)?;
            }
        }
        Ok(())
    }

    /// Resolves the upper halves of distances within a section. This happens first, as lower halves
    /// may precede them.
    pub(super) fn resolve_high_halves(&mut self, input: &Input<'_>, bases: &[Address]) {
        if input.chunk.relaxes {
            return;
        }
        for (part, base) in input.chunk.parts.iter().zip(bases) {
            for pending in &part.pending {
                let Filled::Instruction(kind, _) = pending.filled else { continue };
                if input.target.fixup_info(kind).half != Some(Half::High) {
                    continue;
                }
                let place = Address { section: base.section, offset: base.offset + pending.offset };
                let expr = pending.expr;
                let Some((at, true)) = self.place_of(input, bases, expr.symbol) else { continue };
                let distance = at.offset as i64 - place.offset as i64 + expr.addend;
                let bytes = &mut self.sections[place.section].contents.bytes[place.offset as usize..];
                if at.section == place.section && input.target.apply_fixup(kind, distance, bytes) {
                    self.high_halves.insert(place, distance);
                }
            }
        }
    }

    /// Returns true if one half of a distance is resolved, which requires the other half to be.
    fn resolve_half(
        &mut self,
        input: &Input<'_>,
        bases: &[Address],
        place: Address,
        (kind, half): (FixupKind, Half),
        symbol: McSymbol,
    ) -> bool {
        if half == Half::High {
            return self.high_halves.contains_key(&place);
        }
        let high = self.place_of(input, bases, symbol).and_then(|(at, _)| self.high_halves.get(&at));
        let bytes = &mut self.sections[place.section].contents.bytes[place.offset as usize..];
        high.is_some_and(|&distance| input.target.apply_fixup(kind, distance, bytes))
    }

    /// Returns the address of a symbol in this object, and true if all references from it resolve
    /// to that address.
    fn place_of(&self, input: &Input<'_>, bases: &[Address], symbol: McSymbol) -> Option<(Address, bool)> {
        match symbol {
            McSymbol::Symbol(id) => {
                let to = self.symbol_reference(id, 0, true);
                to.at.map(|at| (at, to.local))
            }
            _ => self.label_address(input, bases, symbol).ok().map(|at| (at, true)),
        }
    }

    /// Returns the address of a label or another symbol outside of the module's table.
    fn label_address(
        &self,
        input: &Input<'_>,
        bases: &[Address],
        label: McSymbol,
    ) -> Result<Address, &'static str> {
        match label {
            McSymbol::Label(label) => {
                let place = input.chunk.labels.get(label.0 as usize).copied().flatten();
                place.map(|place| address(bases, place)).ok_or("a label stands nowhere")
            }
            McSymbol::Block(function, _) => {
                // A removed block has an address other than a block's: its function's.
                let at = self.shared.get(&label).copied();
                at.or(self.symbols[function.index()].at).ok_or("the address of a block of another object")
            }
            McSymbol::TypeStub(_) => {
                self.shared.get(&label).copied().ok_or("no word holds the address of a type")
            }
            McSymbol::Recorded(..) => {
                self.shared.get(&label).copied().ok_or("a recorded instruction that stands nowhere")
            }
            McSymbol::LocalAlias(id) => {
                self.symbols[id.index()].at.ok_or("a local name of a symbol of another object")
            }
            McSymbol::FrameEscape(..) => Err("the offset of an object in a frame is no address"),
            McSymbol::Symbol(_) | McSymbol::External(_) => Err("a symbol is no label"),
        }
    }

    fn resolve(
        &mut self,
        input: &Input<'_>,
        bases: &[Address],
        place: Address,
        pending: &Pending,
    ) -> Result<(), String> {
        let (kind, relaxes) = match pending.filled {
            Filled::Alignment => {
                let kind = self.target.data_relocations().align;
                self.push(place, kind, Against::Nothing, pending.expr.addend);
                return Ok(());
            }
            Filled::Relocation(kind) => {
                // A relocation that assembly names uses exactly the given symbol.
                let to = self.reference_as(input, bases, pending.expr, true)?;
                self.push(place, kind, to.against, to.addend);
                return Ok(());
            }
            Filled::BareRelocation(kind) => {
                self.push(place, kind, Against::Nothing, pending.expr.addend);
                return Ok(());
            }
            Filled::Data(size) => return self.resolve_data(input, bases, place, pending, size),
            Filled::Instruction(kind, relaxes) => (kind, relaxes),
        };
        let info = input.target.fixup_info(kind);
        let symbol = pending.expr.symbol;
        if let McSymbol::FrameEscape(function, number) = symbol {
            return self.resolve_frame_escape(input, place, (kind, pending.expr), (function, number));
        }
        if !self.high_halves.is_empty()
            && info.half.is_some_and(|half| self.resolve_half(input, bases, place, (kind, half), symbol))
        {
            return Ok(());
        }
        let to = self.reference(input, bases, pending.expr)?;
        let fixed = to.at.filter(|a| a.section == place.section && to.local && info.pc_relative);
        if let Some(at) = fixed.filter(|_| info.resolvable && !input.chunk.relaxes) {
            let distance = at.offset as i64 - place.offset as i64 + pending.expr.addend;
            let bytes = &mut self.sections[place.section].contents.bytes[place.offset as usize..];
            if input.target.apply_fixup(kind, distance, bytes) {
                return Ok(());
            }
        }
        let specifier = pending.expr.specifier;
        let relocation = input.target.relocation(kind, specifier);
        let relocation = relocation.ok_or("no relocation for this use of a symbol")?;
        self.push(place, relocation, to.against, to.addend);
        if info.relaxable && relaxes {
            self.push(place, self.target.data_relocations().relax, Against::Nothing, 0);
        }
        Ok(())
    }

    /// Writes the offset of an escaped object to the instruction at `place`.
    ///
    /// # Errors
    /// The function lists no such object, or the instruction does not hold the offset.
    fn resolve_frame_escape(
        &mut self,
        input: &Input<'_>,
        place: Address,
        (kind, expr): (FixupKind, McExpr),
        (function, number): (SymbolId, u16),
    ) -> Result<(), String> {
        let name = || names::frame_escape(self.module, function, number);
        let offset = self.frame_escapes.get(&(function, number)).copied();
        let offset = offset.ok_or_else(|| format!("llvm.localrecover: `{}` is not defined", name()))?;
        let bytes = &mut self.sections[place.section].contents.bytes[place.offset as usize..];
        match input.target.apply_number(kind, expr.specifier, offset + expr.addend, bytes) {
            true => Ok(()),
            false => Err(format!("llvm.localrecover: `{}` = {offset} is out of range", name())),
        }
    }

    fn resolve_data(
        &mut self,
        input: &Input<'_>,
        bases: &[Address],
        place: Address,
        pending: &Pending,
        size: u8,
    ) -> Result<(), String> {
        let value = pending.value();
        let relocations = self.target.data_relocations();
        let through_plt = matches!(value.usage, ValueUsage::ThroughPlt(_));
        let to = self.value_reference(input, bases, value, 0)?;
        let Some(base) = value.base else {
            let kind = match value.usage {
                ValueUsage::Signed(schema) => {
                    let signed = relocations.signed.as_ref().filter(|_| size == 8).ok_or(UNSIGNED)?;
                    let start = place.offset as usize;
                    self.sections[place.section].contents.bytes[start..start + 8]
                        .copy_from_slice(&(signed.word)(schema).to_le_bytes());
                    signed.relocation
                }
                _ => by_size(relocations.absolute, size)?,
            };
            self.push(place, kind, to.against, to.addend);
            return Ok(());
        };
        let base = match base {
            Base::Here => self.here(place),
            Base::Symbol(symbol) => {
                let expr = McExpr { specifier: Specifier::default(), symbol, addend: 0 };
                self.reference(input, bases, expr)?
            }
        };
        if let Some((add, subtract)) = relocations.difference.map(|d| pair(d, size)).filter(|_| !through_plt)
        {
            let places = to.at.zip(base.at).filter(|(a, b)| a.section == b.section);
            if let Some((a, b)) =
                places.filter(|(a, b)| !self.sections[a.section].may_shorten_between(a.offset, b.offset))
            {
                return self.fill(place, size, a, b, value.expr.addend);
            }
            self.push(place, add, to.against, to.addend);
            self.push(place, subtract, base.against, base.addend);
            return Ok(());
        }
        let base = base.at.ok_or("difference to a symbol of another object")?;
        // A distance within a section is final, even if the symbols can be preempted.
        if let Some(at) = to.at.filter(|a| a.section == base.section && !through_plt) {
            return self.fill(place, size, at, base, value.expr.addend);
        }
        if base.section != place.section {
            return Err("difference of symbols in other sections".into());
        }
        let kind = if through_plt { relocations.plt } else { by_size(relocations.relative, size)? };
        // The whole addend determines the entry of a mergeable section.
        let to = self.value_reference(input, bases, value, place.offset as i64 - base.offset as i64)?;
        self.push(place, kind, to.against, to.addend);
        Ok(())
    }

    /// Returns the relocation's symbol and addend for the minuend of a value, `shift` bytes
    /// further. An entry of a linkage table belongs to a symbol.
    fn value_reference(
        &mut self,
        input: &Input<'_>,
        bases: &[Address],
        value: McValue,
        shift: i64,
    ) -> Result<Reference, String> {
        let expr = McExpr { addend: value.expr.addend + shift, ..value.expr };
        match value.usage {
            ValueUsage::ThroughPlt(_) => self.reference_as(input, bases, expr, true),
            _ => self.reference(input, bases, expr),
        }
    }

    fn fill(
        &mut self,
        place: Address,
        size: u8,
        to: Address,
        base: Address,
        addend: i64,
    ) -> Result<(), String> {
        let distance = to.offset as i64 - base.offset as i64 + addend;
        let (start, size) = (place.offset as usize, size as usize);
        self.sections[place.section].contents.bytes[start..start + size]
            .copy_from_slice(&distance.to_le_bytes()[..size]);
        Ok(())
    }

    /// Returns a reference to the word itself, with a label if relocations must name one.
    fn here(&mut self, at: Address) -> Reference {
        let against = match self.target.data_relocations().difference {
            Some(_) => self.new_label(at),
            None => Against::Section(at.section as u32),
        };
        Reference { against, addend: 0, at: Some(at), local: true }
    }

    fn push(&mut self, place: Address, kind: u32, against: Against, addend: i64) {
        if let Against::Symbol(id) = against {
            self.symbols[id.index()].used = true;
        }
        let relocs = &mut self.sections[place.section].contents.relocs;
        relocs.push(Reloc { offset: place.offset, addend, against, kind });
    }

    fn reference(&mut self, input: &Input<'_>, bases: &[Address], expr: McExpr) -> Result<Reference, String> {
        let relocations = self.target.data_relocations();
        let keep = relocations.keep_local_symbols || relocations.table_entries.contains(&expr.specifier);
        self.reference_as(input, bases, expr, keep)
    }

    /// Returns a relocation's symbol and addend for an expression. With `keep`, local symbols are
    /// not replaced by their sections.
    fn reference_as(
        &mut self,
        input: &Input<'_>,
        bases: &[Address],
        expr: McExpr,
        keep: bool,
    ) -> Result<Reference, String> {
        let at = match expr.symbol {
            McSymbol::Symbol(id) => return Ok(self.symbol_reference(id, expr.addend, keep)),
            McSymbol::External(name) => {
                let against = self.external(name);
                return Ok(match against {
                    Against::Symbol(id) => self.symbol_reference(id, expr.addend, keep),
                    _ => Reference { against, addend: expr.addend, at: None, local: false },
                });
            }
            label => self.label_address(input, bases, label)?,
        };
        // In mergeable sections, linkers use section and addend together to find the entry.
        let merged = self.sections[at.section].section.entry_size != 0;
        let by_section = !keep && (!merged || expr.addend == 0);
        if by_section {
            let addend = expr.addend + at.offset as i64;
            return Ok(Reference {
                against: Against::Section(at.section as u32),
                addend,
                at: Some(at),
                local: true,
            });
        }
        let next = self.labels.len() as u32;
        let index = match expr.symbol {
            McSymbol::Label(label) => &mut self.label_of[label.0 as usize],
            McSymbol::Block(..)
            | McSymbol::LocalAlias(_)
            | McSymbol::TypeStub(_)
            | McSymbol::Recorded(..) => self.label_of_shared.entry(expr.symbol).or_insert(NO_LABEL),
            _ => return Err("a symbol is no label".into()),
        };
        let is_new = *index == NO_LABEL;
        *index = if is_new { next } else { *index };
        let against = Against::Label(*index);
        if is_new {
            self.new_label(at);
        }
        Ok(Reference { against, addend: expr.addend, at: Some(at), local: true })
    }

    pub(super) fn symbol_reference(
        &self,
        id: crate::ir::entity::SymbolId,
        addend: i64,
        keep: bool,
    ) -> Reference {
        // For an indirect function, the address is its resolver's.
        let indirect = self.symbols[id.index()].kind == Some(SymbolType::IndirectFunction);
        if indirect {
            return Reference { against: Against::Symbol(id), addend, at: None, local: false };
        }
        if let Some(section) = self.symbols[id.index()].section {
            let at = Some(Address { section, offset: 0 });
            return Reference { against: Against::Section(section as u32), addend, at, local: true };
        }
        let at = self.symbols[id.index()].at;
        let local = matches!(self.module.symbol(id).linkage, Linkage::Internal | Linkage::Private);
        // For thread-local variables and those with tagged memory, linkers require the symbol.
        let symbol = self.module.symbol(id);
        let keep = keep || symbol.kind == SymbolKind::Tls || symbol.memory_tagged;
        if let (Some(place), true, false) = (at, local, keep) {
            let merged = self.sections[place.section].section.entry_size != 0;
            // In mergeable sections, linkers use section and addend together to find the entry.
            if !(merged && addend != 0) {
                let addend = addend + place.offset as i64;
                return Reference { against: Against::Section(place.section as u32), addend, at, local };
            }
        }
        Reference { against: Against::Symbol(id), addend, at, local }
    }

    /// Returns a runtime routine: the module's own symbol of that name, if it has one.
    fn external(&mut self, name: u16) -> Against {
        let module = self.module;
        *self.externals.entry(name).or_insert_with(|| {
            let text = libcalls::name(name).expect("a runtime routine has a name");
            let local = |l: Linkage| matches!(l, Linkage::Internal | Linkage::Private);
            let found = module.symbols.iter().position(|s| s.name == text && !local(s.linkage));
            found.map_or(Against::External(name), |i| Against::Symbol(crate::ir::entity::SymbolId::new(i)))
        })
    }
}

fn pair(pairs: [(u32, u32); 4], size: u8) -> (u32, u32) {
    pairs[size.trailing_zeros().min(3) as usize]
}
