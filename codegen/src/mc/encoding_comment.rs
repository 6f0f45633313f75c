//! The comments of `-show-mc-encoding`: an instruction's bytes, with letters for the bits that a
//! linker or the assembler fills, and the fixups.

use super::inst::{Fixup, McExpr, McInst};
use crate::mc::target::McTarget;
use smallvec::SmallVec;
use std::fmt::Write;

const INFALLIBLE: &str = "writing to a string succeeds";

/// Returns the lines of the comment, for the form in which `inst` is assembled. `write_expr` writes
/// an expression as in text. Empty for pseudos that expand to several instructions.
pub(super) fn lines(
    target: &dyn McTarget,
    inst: &McInst,
    write_expr: &mut dyn FnMut(&McExpr, &mut String),
) -> String {
    let short = target.compress(inst);
    let (mut bytes, mut fixups) = (Vec::new(), SmallVec::new());
    let mut lines = String::new();
    if target.encode(short.as_ref().unwrap_or(inst), &mut bytes, &mut fixups).is_err() {
        return lines;
    }
    let owners = owners(target, bytes.len(), &fixups);
    let shown: Vec<String> = bytes.iter().zip(owners.chunks(8)).map(|(&byte, of)| shown(byte, of)).collect();
    writeln!(lines, "encoding: [{}]", shown.join(",")).expect(INFALLIBLE);
    for (fixup, letter) in fixups.iter().zip('A'..) {
        write!(lines, "  fixup {letter} - offset: {}, value: ", fixup.offset).expect(INFALLIBLE);
        write_expr(&fixup.expr, &mut lines);
        match target.fixup_bits(fixup.kind) {
            Some((name, _)) => writeln!(lines, ", kind: {name}"),
            None => {
                let number = target.relocation(fixup.kind, fixup.expr.specifier).unwrap_or_default();
                writeln!(lines, ", relocation type: {number}")
            }
        }
        .expect(INFALLIBLE);
    }
    lines
}

/// Returns, for each bit, the letter of the fixup that fills it.
fn owners(target: &dyn McTarget, size: usize, fixups: &[Fixup]) -> Vec<Option<char>> {
    let mut owners = vec![None; size * 8];
    for (fixup, letter) in fixups.iter().zip('A'..) {
        let Some((_, bits)) = target.fixup_bits(fixup.kind) else { continue };
        let first = fixup.offset as usize * 8;
        let range = first + usize::from(bits.start)..first + usize::from(bits.end);
        owners.get_mut(range).into_iter().flatten().for_each(|owner| *owner = Some(letter));
    }
    owners
}

/// Formats a byte: its value, the letter of the fixup that fills all of it, or bit by bit.
fn shown(byte: u8, owners: &[Option<char>]) -> String {
    let first = owners.first().copied().flatten();
    match first {
        _ if owners.iter().any(|&owner| owner != first) => {
            let bit = |n: usize| {
                owners.get(n).copied().flatten().unwrap_or(if byte >> n & 1 != 0 { '1' } else { '0' })
            };
            (0..8).rev().map(bit).fold("0b".into(), |text, bit| text + bit.encode_utf8(&mut [0; 4]))
        }
        None => format!("0x{byte:02x}"),
        Some(letter) if byte == 0 => letter.into(),
        Some(letter) => format!("0x{byte:02x}'{letter}'"),
    }
}

#[cfg(test)]
mod tests {
    use super::shown;

    #[test]
    fn bytes_have_letters_where_they_are_filled_in() {
        let all = |letter| [letter; 8];
        let mut low = all(Some('A'));
        low[4..].fill(None);
        assert_eq!(shown(0x13, &all(None)), "0x13");
        assert_eq!(shown(0, &all(Some('A'))), "A");
        assert_eq!(shown(0x90, &all(Some('B'))), "0x90'B'");
        assert_eq!(shown(0x50, &low), "0b0101AAAA");
    }
}
