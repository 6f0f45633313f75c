//! String functions of `<string.h>`, functions of `<ctype.h>`, and number parsing.

use super::scan::blanks;
use super::{Answer, DOUBLE, Host, HostCall, INT, LONG, LONG_LONG, POINTER, host, int, word};
use crate::interpreter::int::Int;
use crate::interpreter::operation::Fault;

/// The functions.
pub(crate) const TABLE: &[Host] = &[
    host(&["strlen"], Some(LONG), &[POINTER], |c| word(c.string(0)?.len() as u64)),
    host(&["strcmp"], Some(INT), &[POINTER, POINTER], |c| int(c.string(0)?.cmp(&c.string(1)?) as i64)),
    host(&["strncmp"], Some(INT), &[POINTER, POINTER, LONG], |c| {
        let size = c.word(2)?;
        int(prefix(c, 0, size)?.cmp(&prefix(c, 1, size)?) as i64)
    }),
    host(&["strcpy", "strcat", "stpcpy"], Some(POINTER), &[POINTER, POINTER], |c| {
        let (to, mut text) = (c.word(0)?, c.string(1)?);
        let offset = if c.name == "strcat" { c.string(0)?.len() as u64 } else { 0 };
        let end = text.len() as u64;
        text.push(0);
        c.machine.memory.write(to + offset, &text)?;
        word(if c.name == "stpcpy" { to + end } else { to })
    }),
    host(&["strncpy"], Some(POINTER), &[POINTER, POINTER, LONG], |c| {
        let (to, size) = (c.word(0)?, c.word(2)?);
        let mut text = prefix(c, 1, size)?;
        text.resize(size as usize, 0);
        c.machine.memory.write(to, &text)?;
        word(to)
    }),
    host(&["strdup"], Some(POINTER), &[POINTER], |c| {
        let mut text = c.string(0)?;
        text.push(0);
        let copy = c.machine.memory.allocate(text.len() as u64, 16).unwrap_or(0);
        c.machine.memory.write(copy, &text)?;
        word(copy)
    }),
    host(&["strchr", "strrchr"], Some(POINTER), &[POINTER, INT], |c| {
        let (start, byte, mut text) = (c.word(0)?, c.word(1)? as u8, c.string(0)?);
        text.push(0);
        let mut places = text.iter().enumerate().filter(|&(_, &b)| b == byte).map(|(n, _)| n);
        let place = if c.name == "strchr" { places.next() } else { places.next_back() };
        word(place.map_or(0, |n| start + n as u64))
    }),
    host(&["strstr"], Some(POINTER), &[POINTER, POINTER], |c| {
        let (start, text, part) = (c.word(0)?, c.string(0)?, c.string(1)?);
        let place = (0..=text.len()).find(|&n| text[n..].starts_with(&part));
        word(place.map_or(0, |n| start + n as u64))
    }),
    host(&["strtok"], Some(POINTER), &[POINTER, POINTER], token),
    host(&["atoi"], Some(INT), &[POINTER], |c| int(number(&c.string(0)?, 10).0)),
    host(&["strtol", "strtoul", "__isoc23_strtol"], Some(LONG), &[POINTER, POINTER, INT], text_to_integer),
    host(&["strtoll", "strtoull"], Some(LONG_LONG), &[POINTER, POINTER, INT], text_to_integer),
    host(&["strtod"], Some(DOUBLE), &[POINTER, POINTER], |c| {
        let (value, length) = real(&c.string(0)?);
        end_at(c, length)?;
        Ok(Some(Int::new(64, value.to_bits()).into()))
    }),
    host(&["toupper"], Some(INT), &[INT], |c| {
        int(u8::try_from(c.word(0)?).map_or(-1, |b| b.to_ascii_uppercase().into()))
    }),
    host(&["tolower"], Some(INT), &[INT], |c| {
        int(u8::try_from(c.word(0)?).map_or(-1, |b| b.to_ascii_lowercase().into()))
    }),
    host(&["__ctype_toupper_loc"], Some(POINTER), &[], |c| {
        character_table(c, "toupper", 4, |b| b.to_ascii_uppercase().into())
    }),
    host(&["__ctype_tolower_loc"], Some(POINTER), &[], |c| {
        character_table(c, "tolower", 4, |b| b.to_ascii_lowercase().into())
    }),
    host(&["__ctype_b_loc"], Some(POINTER), &[], |c| character_table(c, "class", 2, class)),
];

fn text_to_integer(c: &mut HostCall<'_, '_>) -> Answer {
    let (value, length) = number(&c.string(0)?, c.word(2)? as u32);
    end_at(c, length)?;
    word(value as u64)
}

/// Reads at most `size` bytes of a string.
fn prefix(c: &mut HostCall<'_, '_>, n: usize, size: u64) -> Result<Vec<u8>, Fault> {
    let (start, mut text) = (c.word(n)?, Vec::new());
    while (text.len() as u64) < size {
        match c.machine.memory.read(start + text.len() as u64, 1)? {
            [0] => break,
            byte => text.extend_from_slice(byte),
        }
    }
    Ok(text)
}

fn token(c: &mut HostCall<'_, '_>) -> Answer {
    let separators = c.string(1)?;
    let start = match c.word(0)? {
        0 => c.machine.host.token,
        start => start,
    };
    if start == 0 {
        return word(0);
    }
    let text = c.machine.memory.string(start)?;
    let is_part = |b: &u8| !separators.contains(b);
    let Some(first) = text.iter().position(is_part) else {
        c.machine.host.token = 0;
        return word(0);
    };
    let end = text[first..].iter().position(|b| !is_part(b)).map(|n| first + n);
    if let Some(end) = end {
        c.machine.memory.write(start + end as u64, &[0])?;
    }
    c.machine.host.token = end.map_or(0, |end| start + end as u64 + 1);
    word(start + first as u64)
}

/// Stores the position after a parsed number.
fn end_at(c: &mut HostCall<'_, '_>, length: usize) -> Result<(), Fault> {
    let (start, place) = (c.word(0)?, c.word(1)?);
    if place != 0 {
        let bytes = c.machine.pointer_bytes();
        c.machine.memory.store_word(place, bytes, start + length as u64)?;
    }
    Ok(())
}

/// Parses an integer at the start of a text. Returns it and its length in bytes.
pub(super) fn number(text: &[u8], base: u32) -> (i64, usize) {
    let mut at = blanks(text);
    let negative = text.get(at) == Some(&b'-');
    at += usize::from(matches!(text.get(at), Some(b'-' | b'+')));
    let is_hex = text[at..].len() > 2 && text[at..].starts_with(b"0x") || text[at..].starts_with(b"0X");
    let base = match base {
        0 if is_hex => 16,
        0 if text.get(at) == Some(&b'0') => 8,
        0 => 10,
        other => other,
    };
    at += if base == 16 && is_hex { 2 } else { 0 };
    let (mut value, start) = (0_i64, at);
    while let Some(digit) = text.get(at).and_then(|&b| char::from(b).to_digit(base.clamp(2, 36))) {
        value = value.wrapping_mul(base.into()).wrapping_add(digit.into());
        at += 1;
    }
    (if negative { value.wrapping_neg() } else { value }, if at == start { 0 } else { at })
}

/// Parses a decimal number with a fraction at the start of a text. Returns it and its length in
/// bytes.
pub(super) fn real(text: &[u8]) -> (f64, usize) {
    let blank = blanks(text);
    let rest = &text[blank..];
    let longest = rest.iter().take_while(|b| b.is_ascii_alphanumeric() || b"+-.".contains(b)).count();
    let parsed = (1..=longest).rev().find_map(|end| {
        let value: f64 = std::str::from_utf8(&rest[..end]).ok()?.parse().ok()?;
        Some((value, blank + end))
    });
    parsed.unwrap_or((0.0, 0))
}

/// Returns a pointer to a pointer to the entry of character 0, in a table from -128 to 255.
fn character_table(c: &mut HostCall<'_, '_>, name: &'static str, size: u64, entry: fn(u8) -> u64) -> Answer {
    if let Some(&table) = c.machine.host.tables.get(name) {
        return word(table);
    }
    let bytes = c.machine.pointer_bytes();
    let memory = &mut c.machine.memory;
    let table = memory.add_data(384 * size, 8);
    for n in 0..384 {
        memory.store_word(table + n * size, size as u32, entry((n as i64 - 128) as u8))?;
    }
    let pointer = memory.add_data(bytes.into(), bytes.into());
    memory.store_word(pointer, bytes, table + 128 * size)?;
    c.machine.host.tables.insert(name, pointer);
    word(pointer)
}

/// Returns the bits of glibc's table, in which the low byte comes second.
fn class(byte: u8) -> u64 {
    let holds = [
        byte.is_ascii_uppercase(),
        byte.is_ascii_lowercase(),
        byte.is_ascii_alphabetic(),
        byte.is_ascii_digit(),
        byte.is_ascii_hexdigit(),
        byte.is_ascii_whitespace() || byte == 11,
        byte.is_ascii_graphic() || byte == b' ',
        byte.is_ascii_graphic(),
        byte == b' ' || byte == b'\t',
        byte.is_ascii_control(),
        byte.is_ascii_punctuation(),
        byte.is_ascii_alphanumeric(),
    ];
    holds
        .into_iter()
        .enumerate()
        .map(|(n, holds)| u64::from(holds) << if n < 8 { n + 8 } else { n - 8 })
        .sum()
}
