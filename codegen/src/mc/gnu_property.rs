//! `.note.gnu.property`: the protections that all code of a program must support for the loader to
//! enable them.

use crate::ir::section::{Section, SectionFlags, SectionType};
use crate::mc::streamer::Streamer;
use crate::mc::streamer::sections::Padding;

/// Contents of a section that describe the whole object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// The section.
    pub section: Section,
    /// Its alignment in bytes.
    pub align: u32,
    /// The contents.
    pub bytes: Vec<u8>,
}

/// `NT_GNU_PROPERTY_TYPE_0`.
const PROPERTIES: u32 = 5;

/// The processor-specific property whose bits a linker sets if all inputs set them, on both
/// targets.
const FEATURE_1_AND: u32 = 0xc000_0000;

/// Returns the note with the bits of the processor's features.
pub fn features(bits: u32) -> Note {
    note(&[feature_bits(bits)])
}

/// Returns the property with the bits of the processor's features.
pub fn feature_bits(bits: u32) -> Property {
    (FEATURE_1_AND, bits.to_le_bytes().to_vec())
}

/// A property's number and its contents.
pub(crate) type Property = (u32, Vec<u8>);

/// Returns the note with these properties, in ascending order of their numbers.
pub fn note(properties: &[Property]) -> Note {
    let mut contents = Vec::new();
    for (number, data) in properties {
        contents.extend_from_slice(&number.to_le_bytes());
        contents.extend_from_slice(&(data.len() as u32).to_le_bytes());
        contents.extend_from_slice(data);
        contents.resize(contents.len().next_multiple_of(8), 0);
    }
    let mut bytes = Vec::new();
    for word in [4, contents.len() as u32, PROPERTIES, u32::from_le_bytes(*b"GNU\0")] {
        bytes.extend_from_slice(&word.to_le_bytes());
    }
    bytes.extend_from_slice(&contents);
    let section = Section::new(".note.gnu.property", SectionType::Note, SectionFlags::ALLOC);
    Note { section, align: 8, bytes }
}

/// Emits `notes`.
pub(super) fn emit(notes: &[Note], out: &mut dyn Streamer) {
    for note in notes {
        out.switch_section(&note.section);
        out.align(note.align, Padding::Zero);
        out.bytes(&note.bytes);
    }
}
