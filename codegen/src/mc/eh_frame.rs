//! `.eh_frame`: an FDE for each function with unwind information, after the CIE of those that sign by the same key and
//! have the same personality routine.
//!
//! Advances and lengths that the linker may change are words that relocations fill; the others are
//! constants. Cost: linear in the number of directives. Source: the DWARF standard, section 6.4, and the
//! Linux Standard Base on `.eh_frame`; constants are gimli's.

use super::assembler::{Frame, FramePoint};
use super::leb128;
use super::target::{DataRelocations, UnwindInfo};
use crate::entity::SymbolId;
use crate::mir::CfiDirective;
use gimli::constants as dw;
use std::collections::BTreeMap;

/// What a relocation is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FrameTarget {
    /// A place in a frame's code: the frame's index, and the offset in its part in bytes.
    Code(usize, u64),
    /// A frame's exception table.
    ExceptionTable(usize),
    /// A symbol.
    Symbol(SymbolId),
}

/// A relocation of the section.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrameReloc {
    /// Offset in the section.
    pub offset: u64,
    /// The ELF type.
    pub kind: u32,
    /// What it refers to.
    pub target: FrameTarget,
}

/// The contents of the section.
#[derive(Clone, Debug, Default)]
pub struct EhFrame {
    /// The bytes.
    pub bytes: Vec<u8>,
    /// Relocations by offset.
    pub relocs: Vec<FrameReloc>,
}

/// What the frames of one CIE have in common.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Common {
    b_key: bool,
    /// The word with the address of the personality routine.
    personality: Option<SymbolId>,
}

/// Entries are padded to this many bytes.
const ENTRY_ALIGN: usize = 4;

/// The section is padded to this many bytes, within its last entry.
const SECTION_ALIGN: usize = 8;

/// Makes the section.
pub fn build<'a>(
    frames: impl Iterator<Item = &'a Frame>,
    unwind: &UnwindInfo,
    relocations: &DataRelocations,
) -> Result<EhFrame, String> {
    let mut section = EhFrame::default();
    let mut last = None;
    let mut groups: BTreeMap<Common, Vec<(usize, &Frame)>> = BTreeMap::new();
    for (index, frame) in frames.enumerate() {
        let personality = frame.personality.filter(|_| frame.exception_table.is_some());
        groups.entry(Common { b_key: frame.b_key, personality }).or_default().push((index, frame));
    }
    for (common, frames) in groups {
        let cie = section.bytes.len();
        section.write_cie(common, unwind, relocations)?;
        for (index, frame) in frames {
            last = Some(section.bytes.len());
            section.write_fde(index, frame, cie, unwind, relocations)?;
        }
    }
    if let Some(last) = last {
        section.end_entry(last, SECTION_ALIGN);
    }
    Ok(section)
}

impl EhFrame {
    fn write_cie(
        &mut self,
        common: Common,
        unwind: &UnwindInfo,
        relocations: &DataRelocations,
    ) -> Result<(), String> {
        let start = self.bytes.len();
        self.word(0);
        self.word(0);
        self.bytes.push(1);
        self.bytes.push(b'z');
        if common.personality.is_some() {
            self.bytes.extend_from_slice(b"PL");
        }
        self.bytes.push(b'R');
        if common.b_key {
            self.bytes.push(b'B');
        }
        self.bytes.push(0);
        self.uleb(unwind.code_alignment as u64);
        self.sleb(unwind.data_alignment as i64);
        self.bytes.push(unwind.return_register as u8);
        match common.personality {
            None => self.uleb(1),
            Some(word) => {
                self.uleb(3 + u64::from(unwind.exception_pointer));
                self.bytes.push(unwind.indirect_encoding());
                self.exception_pointer(FrameTarget::Symbol(word), unwind, relocations);
                self.bytes.push(unwind.exception_encoding());
            }
        }
        self.bytes.push(dw::DW_EH_PE_pcrel.0 | dw::DW_EH_PE_sdata4.0);
        for directive in unwind.initial {
            self.directive(directive, unwind)?;
        }
        self.end_entry(start, ENTRY_ALIGN);
        Ok(())
    }

    fn write_fde(
        &mut self,
        index: usize,
        frame: &Frame,
        cie: usize,
        unwind: &UnwindInfo,
        relocations: &DataRelocations,
    ) -> Result<(), String> {
        let start = self.bytes.len();
        let (begin, end) = frame.range;
        self.word(0);
        self.word((start - cie) as u32 + 4);
        self.reloc(relocations.relative[2], index, begin);
        self.word(0);
        match relocations.difference {
            Some(pairs) if begin.shortenable != end.shortenable => {
                self.reloc(pairs[2].0, index, end);
                self.reloc(pairs[2].1, index, begin);
                self.word(0);
            }
            _ => self.word((end.offset - begin.offset) as u32),
        }
        match frame.personality.and(frame.exception_table) {
            None => self.uleb(0),
            Some(_) => {
                self.uleb(u64::from(unwind.exception_pointer));
                self.exception_pointer(FrameTarget::ExceptionTable(index), unwind, relocations);
            }
        }
        let mut last = begin;
        for (point, directive) in &frame.directives {
            self.advance(index, last, *point, unwind, relocations)?;
            last = *point;
            self.directive(directive, unwind)?;
        }
        self.end_entry(start, ENTRY_ALIGN);
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
            CfiDirective::DefCfa(..) | CfiDirective::DefCfaOffset(_) => {
                return Err("negative offset of the canonical frame address".into());
            }
            CfiDirective::DefCfaRegister(reg) => {
                self.op(dw::DW_CFA_def_cfa_register);
                self.uleb(reg as u64);
            }
            CfiDirective::Offset(reg, offset) => {
                let factored = offset / unwind.data_alignment as i64;
                if factored * unwind.data_alignment as i64 != offset {
                    return Err("offset of a saved register is not aligned".into());
                }
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
            CfiDirective::NegateRaState => self.op(dw::DW_CFA_AARCH64_negate_ra_state),
            CfiDirective::ValExpression(..) => {
                let bytes = directive.escape().ok_or("an expression of unwind information is too large")?;
                self.bytes.extend_from_slice(&bytes);
            }
        }
        Ok(())
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

    /// Pads the entry at `start` to a multiple of `align` and fills in its length.
    fn end_entry(&mut self, start: usize, align: usize) {
        let end = self.bytes.len().next_multiple_of(align);
        self.bytes.resize(end, dw::DW_CFA_nop.0);
        let length = (end - start - 4) as u32;
        self.bytes[start..start + 4].copy_from_slice(&length.to_le_bytes());
    }

    fn reloc(&mut self, kind: u32, frame: usize, point: FramePoint) {
        let target = FrameTarget::Code(frame, point.offset);
        self.relocs.push(FrameReloc { offset: self.bytes.len() as u64, kind, target });
    }

    /// The distance of what concerns exceptions.
    fn exception_pointer(&mut self, target: FrameTarget, unwind: &UnwindInfo, relocations: &DataRelocations) {
        let size = usize::from(unwind.exception_pointer);
        let kind = relocations.relative[size.ilog2() as usize];
        self.relocs.push(FrameReloc { offset: self.bytes.len() as u64, kind, target });
        self.bytes.extend(std::iter::repeat_n(0, size));
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
