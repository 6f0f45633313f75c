//! CREL: relocations as differences from their predecessors, in variable-length numbers.
//!
//! Source: the proposal "CREL" for the generic ELF ABI. A header holds the number of relocations and
//! the trailing zeros that all offsets share. A relocation has its offset's difference, and those of
//! symbol, type and addend if they change.

use super::{Against, Reloc};
use crate::support::leb128;
use object::elf;

/// `SHT_CREL`.
pub(crate) const SECTION_TYPE: elf::SectionType = elf::SectionType(0x4000_0014);

/// The prefix of the name of a relocation section.
pub(crate) const PREFIX: &str = ".crel";

/// The bit of the header by which relocations have addends.
const HAS_ADDENDS: u64 = 4;

/// The maximum number of offset bits that are dropped.
const MAX_SHIFT: u32 = 3;

/// The bits of the first byte that follow the flags.
const FLAGS: u32 = 3;

/// Offset bits in the first byte.
const FIRST_BITS: u32 = 4;

/// The bit of the first byte by which the offset continues.
const CONTINUES: u8 = 0x80;

/// The relocation before the first.
#[derive(Default)]
struct Last {
    offset: u64,
    symbol: u32,
    kind: u32,
    addend: i64,
}

/// Encodes relocations, which are in the order of their offsets; `number` returns the index of a
/// symbol.
pub(crate) fn encode(relocs: &[Reloc], number: impl Fn(Against) -> u32) -> Vec<u8> {
    let all = relocs.iter().fold(1 << MAX_SHIFT, |bits, reloc| bits | reloc.offset);
    let shift = all.trailing_zeros();
    let mut bytes = leb128::unsigned(relocs.len() as u64 * 8 + HAS_ADDENDS + u64::from(shift));
    debug_assert!(relocs.is_sorted_by_key(|reloc| reloc.offset), "relocations are in order of offset");
    let mut last = Last::default();
    for reloc in relocs {
        let now = Last {
            offset: reloc.offset,
            symbol: number(reloc.against),
            kind: reloc.kind,
            addend: reloc.addend,
        };
        push(&last, &now, shift, &mut bytes);
        last = now;
    }
    bytes
}

/// Adds the differences between neighbours.
fn push(last: &Last, now: &Last, shift: u32, bytes: &mut Vec<u8>) {
    let distance = (now.offset - last.offset) >> shift;
    let symbol = i64::from(now.symbol.wrapping_sub(last.symbol).cast_signed());
    let kind = i64::from(now.kind.wrapping_sub(last.kind).cast_signed());
    let differences = [symbol, kind, now.addend.wrapping_sub(last.addend)];
    let flags = differences.iter().rev().fold(0, |flags, &change| flags << 1 | u8::from(change != 0));
    let low = (distance & ((1 << FIRST_BITS) - 1)) as u8;
    let first = low << FLAGS | flags;
    if distance >> FIRST_BITS == 0 {
        bytes.push(first);
    } else {
        bytes.push(first | CONTINUES);
        leb128::push_unsigned(distance >> FIRST_BITS, bytes);
    }
    for change in differences.into_iter().filter(|&change| change != 0) {
        leb128::push_signed(change, bytes);
    }
}
