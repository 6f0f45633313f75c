//! Parsing as in `sscanf`.

use super::strings::{number, real};
use super::{Host, INT, POINTER, host, int};
use crate::interpreter::operation::Fault;
use crate::interpreter::value::Lane;

/// The functions.
pub(crate) const TABLE: &[Host] =
    &[host(&["sscanf", "__isoc99_sscanf", "__isoc23_sscanf"], Some(INT), &[POINTER, POINTER], |c| {
        let (text, format) = (c.string(0)?, c.string(1)?);
        let bits = c.machine.pointer_bits();
        let (found, count) = scan(&text, &format, bits as usize / 8);
        let places = c.variadic(&vec![POINTER.value_type(bits); found.len()])?;
        for (bytes, place) in found.iter().zip(&places) {
            let address = place.lane().and_then(Lane::known).map(|address| address.low());
            let address = address.ok_or_else(|| Fault::undefined("a place for sscanf that is poison"))?;
            c.machine.memory.write(address, bytes)?;
        }
        int(count)
    })];

/// A conversion of a format.
#[derive(Default)]
struct Conversion {
    /// True if its value is discarded.
    dropped: bool,
    /// The maximum number of characters.
    width: Option<usize>,
    /// The size of an integer in bytes, by the modifiers.
    bytes: usize,
    /// True if there is an `l`.
    is_long: bool,
    letter: u8,
}

/// Parses a text. Returns the memory representations of the values and the result of `sscanf`.
/// `long` has `long_bytes` bytes.
fn scan(text: &[u8], mut format: &[u8], long_bytes: usize) -> (Vec<Vec<u8>>, i64) {
    let (mut at, mut found, mut count) = (0, Vec::new(), 0);
    while let Some((&first, rest)) = format.split_first() {
        format = rest;
        if first.is_ascii_whitespace() {
            at += blanks(&text[at..]);
            continue;
        }
        let literal = first != b'%' || format.starts_with(b"%");
        if literal {
            format = &format[usize::from(first == b'%')..];
            if text.get(at) != Some(&first) {
                break;
            }
            at += 1;
            continue;
        }
        let (conversion, length) = conversion(format, long_bytes);
        format = &format[length..];
        if !matches!(conversion.letter, b'c' | b'n') {
            at += blanks(&text[at..]);
        }
        if at == text.len() && conversion.letter != b'n' {
            return (found, if count == 0 { -1 } else { count });
        }
        let Some((value, length)) = conversion.value(&text[at..], at) else { break };
        at += length;
        if !conversion.dropped {
            found.push(value);
            count += i64::from(conversion.letter != b'n');
        }
    }
    (found, count)
}

/// Returns the number of blanks at the start of a text.
pub(super) fn blanks(text: &[u8]) -> usize {
    text.iter().take_while(|b| b.is_ascii_whitespace()).count()
}

/// Parses the conversion after a percent sign. Returns it and its length.
fn conversion(format: &[u8], long_bytes: usize) -> (Conversion, usize) {
    let mut conversion = Conversion { bytes: 4, ..Conversion::default() };
    for (n, &byte) in format.iter().enumerate() {
        match byte {
            b'*' => conversion.dropped = true,
            b'0'..=b'9' => {
                let width = conversion.width.unwrap_or(0).saturating_mul(10);
                conversion.width = Some(width.saturating_add(usize::from(byte - b'0')));
            }
            b'h' => conversion.bytes /= 2,
            b'l' if !conversion.is_long => (conversion.bytes, conversion.is_long) = (long_bytes, true),
            b'z' | b't' => conversion.bytes = long_bytes,
            b'l' | b'j' => conversion.bytes = 8,
            letter => return (Conversion { letter, ..conversion }, n + 1),
        }
    }
    (conversion, format.len())
}

impl Conversion {
    /// Parses the value at the start of a nonempty text. Returns it and the number of its
    /// characters; `None` if there is none.
    fn value(&self, text: &[u8], before: usize) -> Option<(Vec<u8>, usize)> {
        let most = self.width.unwrap_or(if self.letter == b'c' { 1 } else { usize::MAX });
        let text = &text[..text.len().min(most)];
        let integer = |base| {
            let (value, length) = number(text, base);
            (length > 0).then(|| (value.to_le_bytes()[..self.bytes].to_vec(), length))
        };
        match self.letter {
            b'd' | b'u' => integer(10),
            b'i' => integer(0),
            b'x' | b'X' => integer(16),
            b'o' => integer(8),
            b'a' | b'e' | b'f' | b'g' => {
                let (value, length) = real(text);
                let bytes = match self.is_long {
                    true => value.to_le_bytes().to_vec(),
                    false => (value as f32).to_le_bytes().to_vec(),
                };
                (length > 0).then_some((bytes, length))
            }
            b's' => {
                let length = text.iter().take_while(|b| !b.is_ascii_whitespace()).count();
                Some(([&text[..length], b"\0"].concat(), length))
            }
            b'c' => Some((text.to_vec(), text.len())),
            b'n' => Some(((before as u64).to_le_bytes()[..self.bytes].to_vec(), 0)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::scan;

    #[test]
    fn values_are_found() {
        let (found, count) = scan(b" 12 -7 3.25 word", b"%d %hd %lf %3s%n", 8);
        let expected: [&[u8]; 5] = [
            &12_i32.to_le_bytes(),
            &(-7_i16).to_le_bytes(),
            &3.25_f64.to_le_bytes(),
            b"wor\0",
            &15_i32.to_le_bytes(),
        ];
        assert_eq!((&found[..], count), (&expected.map(<[u8]>::to_vec)[..], 4));
        assert_eq!(scan(b"0x1f;z", b"%i;%*c%c", 8), (vec![31_i32.to_le_bytes().to_vec()], 1));
        assert_eq!(scan(b"7%8", b"%d%%%d", 8).1, 2);
        assert_eq!(scan(b"", b"%d", 8).1, -1);
        assert_eq!(scan(b"a", b"%d", 8).1, 0);
        assert_eq!(scan(b"1,2", b"%d %d", 8).1, 1);
    }
}
