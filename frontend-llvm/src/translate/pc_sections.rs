//! Sections that list code addresses (`!pcsections`), each followed by data bytes.
//!
//! Source: LLVM's *PC Sections Metadata*.

use gisel_codegen::ir::mir::PcSection;

use crate::ir::Function;
use crate::ir::function::PcItem;

/// The character in a section name before the options.
const OPTIONS: char = '!';

/// The option that encodes numbers of 2 bytes and more with variable length.
const COMPRESSED: char = 'C';

/// Returns the sections that list a function's addresses.
///
/// # Errors
/// The metadata contains an operand that is not an integer of at most 64 bits.
pub fn pc_sections(function: Function<'_>) -> Result<Vec<PcSection>, String> {
    let mut sections: Vec<(&str, bool, Vec<u8>)> = Vec::new();
    for item in function.pc_items() {
        match (item, sections.last_mut()) {
            (PcItem::Section(name), _) => {
                let (name, options) = name.split_once(OPTIONS).unwrap_or((name, ""));
                sections.push((name, options.contains(COMPRESSED), Vec::new()));
            }
            (PcItem::Number(number, bytes), Some((_, is_compressed, data))) => {
                match *is_compressed && bytes > 1 {
                    true => push_uleb(number, data),
                    // Integers of odd widths are padded to their size in memory.
                    false => data.extend(&number.to_le_bytes()[..bytes.next_power_of_two() as usize]),
                }
            }
            _ => return Err("!pcsections with something that is not an integer of at most 64 bits".into()),
        }
    }
    let section = |(name, is_compressed, data): (&str, bool, Vec<u8>)| PcSection {
        name: name.into(),
        is_compressed,
        data: data.into(),
    };
    Ok(sections.into_iter().map(section).collect())
}

/// Appends an unsigned number in ULEB128.
pub(super) fn push_uleb(mut number: u64, data: &mut Vec<u8>) {
    loop {
        let byte = (number & 0x7f) as u8;
        number >>= 7;
        data.push(byte | u8::from(number != 0) << 7);
        if number == 0 {
            return;
        }
    }
}
