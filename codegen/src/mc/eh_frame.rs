//! `.eh_frame` and `.debug_frame`: an FDE for each function with unwind information, after a CIE
//! for each set of traits: how return addresses are signed, and the personality routine.
//!
//! Advances and lengths that the linker may change are words that relocations fill; the others are
//! constants. Cost: linear in the number of directives. Source: the DWARF standard, section 6.4,
//! and the Linux Standard Base on `.eh_frame`; constants are gimli's.

use super::chunk::{Frame, FramePoint, FrameTraits};
use crate::ir::debug_info::DebugInfo;
use crate::ir::entity::SymbolId;
use crate::ir::mir::CfiDirective;
use crate::mc::dwarf::section::DWARF64;
use crate::mc::object_info::{DataRelocations, UnwindInfo};
use crate::support::leb128;
use gimli::Format;
use gimli::constants as dw;
use std::collections::BTreeMap;

/// `DW_CFA_AARCH64_negate_ra_state_with_pc`. Source: *DWARF for the Arm 64-bit Architecture*.
const NEGATE_RA_STATE_WITH_PC: dw::DwCfa = dw::DwCfa(0x2c);

/// The target of a relocation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FrameTarget {
    /// A position in a frame's code: the frame's index, and the offset in its part in bytes.
    Code(usize, u64),
    /// A frame's exception table.
    ExceptionTable(usize),
    /// A symbol.
    Symbol(SymbolId),
    /// Another entry of the section, by its offset.
    Entry(u64),
}

/// A relocation of the section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FrameReloc {
    /// Offset in the section.
    pub offset: u64,
    /// The ELF type.
    pub kind: u32,
    /// The target.
    pub target: FrameTarget,
}

/// The contents of the section.
#[derive(Clone, Debug, Default)]
pub(crate) struct EhFrame {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Relocations by offset.
    pub relocs: Vec<FrameReloc>,
    /// True if code pointers have 8 bytes.
    is_wide: bool,
}

/// The two sections of unwind information.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// `.eh_frame`: addresses are relative, and entries hold all traits.
    EhFrame,
    /// `.debug_frame`: addresses are absolute, and entries refer to each other by relocations.
    /// Its version and format.
    DebugFrame(u8, Format),
}

/// Returns `.debug_frame` of a version of DWARF.
pub(crate) fn debug_frame(info: Option<&DebugInfo>) -> Form {
    let version = match info.map(|info| info.version) {
        Some(..=2) => 1,
        Some(3) => 3,
        _ => 4,
    };
    Form::DebugFrame(version, info.map_or(Format::Dwarf32, DebugInfo::format))
}

/// The CIE id in `.debug_frame`.
const NO_FUNCTION: u64 = u64::MAX;

impl Form {
    /// Returns the format of lengths and offsets.
    fn format(self) -> Format {
        match self {
            Form::EhFrame => Format::Dwarf32,
            Form::DebugFrame(_, format) => format,
        }
    }

    /// Returns the alignment of entries in bytes.
    fn entry_align(self, unwind: &UnwindInfo) -> usize {
        match self {
            Form::EhFrame => 4,
            Form::DebugFrame(..) => unwind.address_bytes.into(),
        }
    }

    /// Returns the traits of a frame that this section can hold.
    fn traits(self, frame: &Frame) -> FrameTraits {
        let FrameTraits { simple, return_column, .. } = frame.traits;
        match self {
            Form::EhFrame => frame.traits,
            Form::DebugFrame(..) => FrameTraits { simple, return_column, ..FrameTraits::default() },
        }
    }
}

/// Builds the section. `is_wide` is true if code pointers have 8 bytes.
pub(crate) fn build<'a>(
    form: Form,
    frames: impl Iterator<Item = &'a Frame>,
    unwind: &UnwindInfo,
    relocations: &DataRelocations,
    is_wide: bool,
) -> Result<EhFrame, String> {
    let mut section = EhFrame { is_wide, ..EhFrame::default() };
    let mut last = None;
    let mut groups: BTreeMap<FrameTraits, Vec<(usize, &Frame)>> = BTreeMap::new();
    for (index, frame) in frames.enumerate() {
        groups.entry(form.traits(frame)).or_default().push((index, frame));
    }
    for (traits, frames) in groups {
        let cie = section.bytes.len();
        match form {
            Form::EhFrame => section.write_cie(traits, unwind, relocations)?,
            Form::DebugFrame(version, format) => {
                section.write_debug_cie((version, format), traits, unwind)?
            }
        }
        for (index, frame) in frames {
            last = Some(section.bytes.len());
            section.write_fde(form, index, frame, cie, unwind, relocations)?;
        }
    }
    if let Some(last) = last {
        // The section's padding is within its last entry.
        section.end_entry(last, form.format(), unwind.address_bytes.into());
    }
    Ok(section)
}

impl EhFrame {
    fn write_cie(
        &mut self,
        traits: FrameTraits,
        unwind: &UnwindInfo,
        relocations: &DataRelocations,
    ) -> Result<(), String> {
        let start = self.bytes.len();
        self.word(0);
        self.word(0);
        self.bytes.push(1);
        let letters = [
            (true, b'z'),
            (traits.personality.is_some(), b'P'),
            (traits.table_encoding.is_some(), b'L'),
            (true, b'R'),
            (traits.signal, b'S'),
            (traits.b_key, b'B'),
            (traits.tagged, b'G'),
        ];
        self.bytes.extend(letters.iter().filter(|(is_so, _)| *is_so).map(|(_, letter)| letter));
        self.bytes.push(0);
        self.uleb(unwind.code_alignment as u64);
        self.sleb(unwind.data_alignment as i64);
        let column = traits.return_column.unwrap_or(unwind.return_register);
        self.bytes.push(u8::try_from(column).map_err(|_| "no column of a return address")?);
        let size_at = self.bytes.len();
        self.bytes.push(0);
        if let Some((encoding, routine)) = traits.personality {
            self.bytes.push(encoding);
            self.pointer(encoding, FrameTarget::Symbol(routine), unwind, relocations)?;
        }
        self.bytes.extend(traits.table_encoding);
        let size = if self.is_wide { dw::DW_EH_PE_sdata8 } else { dw::DW_EH_PE_sdata4 };
        self.bytes.push(dw::DW_EH_PE_pcrel.0 | size.0);
        debug_assert!(self.bytes.len() - size_at - 1 < 0x80, "the size of augmentation data has one byte");
        self.bytes[size_at] = (self.bytes.len() - size_at - 1) as u8;
        self.end_cie(Form::EhFrame, start, traits, unwind)
    }

    fn write_debug_cie(
        &mut self,
        (version, format): (u8, Format),
        traits: FrameTraits,
        unwind: &UnwindInfo,
    ) -> Result<(), String> {
        let start = self.bytes.len();
        self.start_length(format);
        self.bytes.extend_from_slice(&NO_FUNCTION.to_le_bytes()[..format.word_size().into()]);
        // An empty augmentation string; sizes of addresses and of segments.
        self.bytes.extend([version, 0]);
        if version >= 4 {
            self.bytes.extend([unwind.address_bytes, 0]);
        }
        self.uleb(unwind.code_alignment as u64);
        self.sleb(unwind.data_alignment as i64);
        let column = traits.return_column.unwrap_or(unwind.return_register);
        match version {
            1 => self.bytes.push(u8::try_from(column).map_err(|_| "no column of a return address")?),
            _ => self.uleb(column.into()),
        }
        self.end_cie(Form::DebugFrame(version, format), start, traits, unwind)
    }

    fn end_cie(
        &mut self,
        form: Form,
        start: usize,
        traits: FrameTraits,
        unwind: &UnwindInfo,
    ) -> Result<(), String> {
        if !traits.simple {
            for directive in unwind.initial {
                self.directive(directive, unwind)?;
            }
        }
        self.end_entry(start, form.format(), form.entry_align(unwind));
        Ok(())
    }

    fn write_fde(
        &mut self,
        form: Form,
        index: usize,
        frame: &Frame,
        cie: usize,
        unwind: &UnwindInfo,
        relocations: &DataRelocations,
    ) -> Result<(), String> {
        let start = self.bytes.len();
        let (begin, end) = frame.range;
        self.start_length(form.format());
        let size = match form {
            Form::EhFrame => {
                self.word((start - cie) as u32 + 4);
                let size = if self.is_wide { 8_usize } else { 4 };
                self.reloc(relocations.relative[size.ilog2() as usize], index, begin);
                size
            }
            Form::DebugFrame(..) => {
                let size = form.format().word_size();
                let kind = relocations.absolute[size.ilog2() as usize];
                let offset = self.bytes.len() as u64;
                self.relocs.push(FrameReloc { offset, kind, target: FrameTarget::Entry(cie as u64) });
                self.bytes.extend(std::iter::repeat_n(0, size.into()));
                self.reloc(relocations.absolute[unwind.address_bytes.ilog2() as usize], index, begin);
                unwind.address_bytes.into()
            }
        };
        self.bytes.extend(std::iter::repeat_n(0, size));
        let length = match relocations.difference {
            Some(pairs) if begin.shortenable != end.shortenable => {
                let (add, subtract) = pairs[size.ilog2() as usize];
                self.reloc(add, index, end);
                self.reloc(subtract, index, begin);
                0
            }
            _ => end.offset - begin.offset,
        };
        self.bytes.extend_from_slice(&length.to_le_bytes()[..size]);
        if form == Form::EhFrame {
            let size_at = self.bytes.len();
            self.bytes.push(0);
            if let Some(encoding) = frame.traits.table_encoding {
                self.pointer(encoding, FrameTarget::ExceptionTable(index), unwind, relocations)?;
            }
            debug_assert!(
                self.bytes.len() - size_at - 1 < 0x80,
                "the size of augmentation data has one byte"
            );
            self.bytes[size_at] = (self.bytes.len() - size_at - 1) as u8;
        }
        let mut last = begin;
        for (point, directive) in &frame.directives {
            self.advance(index, last, *point, unwind, relocations)?;
            last = *point;
            self.directive(directive, unwind)?;
        }
        self.end_entry(start, form.format(), form.entry_align(unwind));
        Ok(())
    }

    fn advance(
        &mut self,
        index: usize,
        from: FramePoint,
        to: FramePoint,
        unwind: &UnwindInfo,
        relocations: &DataRelocations,
    ) -> Result<(), String> {
        let distance = to.offset - from.offset;
        if distance == 0 {
            return Ok(());
        }
        let delta = distance / unwind.code_alignment as u64;
        let (opcode, size) = match delta {
            0..0x40 => (dw::DW_CFA_advance_loc.0, 0),
            0x40..0x100 => (dw::DW_CFA_advance_loc1.0, 1),
            0x100..0x1_0000 => (dw::DW_CFA_advance_loc2.0, 2),
            0x1_0000..0x1_0000_0000 => (dw::DW_CFA_advance_loc4.0, 4),
            _ => return Err("function is too large for unwind information".into()),
        };
        if size != 0 {
            self.bytes.push(opcode);
        }
        match relocations.advance {
            Some(pairs) if from.shortenable != to.shortenable => {
                let (set, subtract) = pairs[[0, 1, 2, 0, 3][size]];
                self.reloc(set, index, to);
                self.reloc(subtract, index, from);
                let held = if size == 0 { opcode } else { 0 };
                self.bytes.extend_from_slice(&[held, 0, 0, 0][..size.max(1)]);
            }
            _ if size == 0 => self.bytes.push(opcode | delta as u8),
            _ => self.bytes.extend_from_slice(&delta.to_le_bytes()[..size]),
        }
        Ok(())
    }

    fn directive(&mut self, directive: &CfiDirective, unwind: &UnwindInfo) -> Result<(), String> {
        match *directive {
            CfiDirective::DefCfa(reg, offset) if offset >= 0 => {
                self.op(dw::DW_CFA_def_cfa);
                self.uleb(reg as u64);
                self.uleb(offset as u64);
            }
            CfiDirective::DefCfaOffset(offset) if offset >= 0 => {
                self.op(dw::DW_CFA_def_cfa_offset);
                self.uleb(offset as u64);
            }
            // After a function has popped its arguments, its canonical frame address is below the
            // stack pointer.
            CfiDirective::DefCfa(reg, offset) => {
                let factored = self.factored(offset, unwind)?;
                self.op(dw::DW_CFA_def_cfa_sf);
                self.uleb(reg as u64);
                self.sleb(factored);
            }
            CfiDirective::DefCfaOffset(offset) => {
                let factored = self.factored(offset, unwind)?;
                self.op(dw::DW_CFA_def_cfa_offset_sf);
                self.sleb(factored);
            }
            CfiDirective::DefCfaRegister(reg) => {
                self.op(dw::DW_CFA_def_cfa_register);
                self.uleb(reg as u64);
            }
            CfiDirective::Offset(reg, offset) => {
                let factored = self.factored(offset, unwind)?;
                self.saved(reg, factored);
            }
            CfiDirective::Restore(reg) if reg < 64 => {
                self.bytes.push(dw::DW_CFA_restore.0 | reg as u8);
            }
            CfiDirective::Restore(reg) => {
                self.op(dw::DW_CFA_restore_extended);
                self.uleb(reg as u64);
            }
            CfiDirective::RememberState => self.op(dw::DW_CFA_remember_state),
            CfiDirective::RestoreState => self.op(dw::DW_CFA_restore_state),
            CfiDirective::SameValue(reg) => {
                self.op(dw::DW_CFA_same_value);
                self.uleb(reg as u64);
            }
            CfiDirective::Undefined(reg) => {
                self.op(dw::DW_CFA_undefined);
                self.uleb(reg as u64);
            }
            CfiDirective::Register(reg, other) => {
                self.op(dw::DW_CFA_register);
                self.uleb(reg as u64);
                self.uleb(other as u64);
            }
            CfiDirective::ValOffset(reg, offset) => {
                let factored = self.factored(offset, unwind)?;
                self.op(if factored < 0 { dw::DW_CFA_val_offset_sf } else { dw::DW_CFA_val_offset });
                self.uleb(reg as u64);
                if factored < 0 { self.sleb(factored) } else { self.uleb(factored as u64) }
            }
            CfiDirective::Byte(byte) => self.bytes.push(byte),
            CfiDirective::NegateRaState => self.op(dw::DW_CFA_AARCH64_negate_ra_state),
            CfiDirective::NegateRaStateWithPc => self.op(NEGATE_RA_STATE_WITH_PC),
            CfiDirective::ValExpression(..) => {
                let bytes = directive.escape().ok_or("an expression of unwind information is too large")?;
                self.bytes.extend_from_slice(&bytes);
            }
        }
        Ok(())
    }

    /// Returns an offset in units of the CIE's factor.
    fn factored(&self, offset: i64, unwind: &UnwindInfo) -> Result<i64, String> {
        let unit = i64::from(unwind.data_alignment);
        match offset % unit {
            0 => Ok(offset / unit),
            _ => Err("an offset in unwind rules is not aligned".into()),
        }
    }

    fn saved(&mut self, reg: u16, factored: i64) {
        if factored < 0 {
            self.op(dw::DW_CFA_offset_extended_sf);
            self.uleb(reg as u64);
            return self.sleb(factored);
        }
        if reg < 64 {
            self.bytes.push(dw::DW_CFA_offset.0 | reg as u8);
        } else {
            self.op(dw::DW_CFA_offset_extended);
            self.uleb(reg as u64);
        }
        self.uleb(factored as u64);
    }

    /// Pads the entry at `start` to a multiple of `align` and sets its length.
    fn end_entry(&mut self, start: usize, format: Format, align: usize) {
        let end = self.bytes.len().next_multiple_of(align);
        debug_assert!(start.is_multiple_of(4), "an entry starts at {start}, which no word does");
        debug_assert!(u32::try_from(end - start).is_ok(), "an entry of {} bytes", end - start);
        self.bytes.resize(end, dw::DW_CFA_nop.0);
        let body = start + usize::from(format.initial_length_size());
        let size = usize::from(format.word_size());
        self.bytes[body - size..body].copy_from_slice(&((end - body) as u64).to_le_bytes()[..size]);
    }

    /// Appends a placeholder for the length of an entry, after the mark of the format.
    fn start_length(&mut self, format: Format) {
        if format == Format::Dwarf64 {
            self.bytes.extend_from_slice(&(DWARF64 as u32).to_le_bytes());
        }
        self.bytes.extend(std::iter::repeat_n(0, format.word_size().into()));
    }

    fn reloc(&mut self, kind: u32, frame: usize, point: FramePoint) {
        let target = FrameTarget::Code(frame, point.offset);
        self.relocs.push(FrameReloc { offset: self.bytes.len() as u64, kind, target });
    }

    /// Appends a pointer in this encoding.
    fn pointer(
        &mut self,
        encoding: u8,
        target: FrameTarget,
        unwind: &UnwindInfo,
        relocations: &DataRelocations,
    ) -> Result<(), String> {
        let size: usize = match dw::DwEhPe(encoding & 0xf) {
            dw::DW_EH_PE_udata2 | dw::DW_EH_PE_sdata2 => 2,
            dw::DW_EH_PE_udata4 | dw::DW_EH_PE_sdata4 => 4,
            dw::DW_EH_PE_absptr => unwind.address_bytes.into(),
            dw::DW_EH_PE_udata8 | dw::DW_EH_PE_sdata8 => 8,
            _ => return Err(format!("pointers of encoding {encoding:#x} are not supported")),
        };
        let kinds = match dw::DwEhPe(encoding & 0x70) {
            dw::DW_EH_PE_absptr => &relocations.absolute,
            dw::DW_EH_PE_pcrel => &relocations.relative,
            _ => return Err(format!("pointers of encoding {encoding:#x} are not supported")),
        };
        let kind = kinds[size.ilog2() as usize];
        if kind == 0 {
            return Err(format!("there is no relocation for a pointer of encoding {encoding:#x}"));
        }
        self.relocs.push(FrameReloc { offset: self.bytes.len() as u64, kind, target });
        self.bytes.extend(std::iter::repeat_n(0, size));
        Ok(())
    }

    fn op(&mut self, op: gimli::DwCfa) {
        self.bytes.push(op.0);
    }

    fn word(&mut self, word: u32) {
        self.bytes.extend_from_slice(&word.to_le_bytes());
    }

    fn uleb(&mut self, value: u64) {
        leb128::push_unsigned(value, &mut self.bytes);
    }

    fn sleb(&mut self, value: i64) {
        leb128::push_signed(value, &mut self.bytes);
    }
}
