//! Functions of `<stdio.h>` that write, and `write`.

use super::format::{self, Part};
use super::{Answer, Host, HostCall, INT, LONG, POINTER, host, int, word};
use crate::interpreter::operation::Fault;
use crate::interpreter::value::Value;
use crate::value_type::ValueType;
use std::io::Write;

/// These functions.
pub const TABLE: &[Host] = &[
    host(&["printf"], Some(INT), &[POINTER], |c| {
        let text = formatted(c, 0, HostCall::variadic)?;
        print(c, 1, &text)?;
        int(text.len() as i64)
    }),
    host(&["vprintf"], Some(INT), &[POINTER, POINTER], |c| {
        let text = formatted(c, 0, |c, types| c.listed(1, types))?;
        print(c, 1, &text)?;
        int(text.len() as i64)
    }),
    host(&["fprintf"], Some(INT), &[POINTER, POINTER], |c| {
        let (stream, text) = (c.word(0)?, formatted(c, 1, HostCall::variadic)?);
        let descriptor = descriptor(c, stream)?;
        print(c, descriptor, &text)?;
        int(text.len() as i64)
    }),
    host(&["vfprintf"], Some(INT), &[POINTER, POINTER, POINTER], |c| {
        let (stream, text) = (c.word(0)?, formatted(c, 1, |c, types| c.listed(2, types))?);
        let descriptor = descriptor(c, stream)?;
        print(c, descriptor, &text)?;
        int(text.len() as i64)
    }),
    host(&["sprintf"], Some(INT), &[POINTER, POINTER], |c| {
        let text = formatted(c, 1, HostCall::variadic)?;
        into_buffer(c, u64::MAX, text)
    }),
    host(&["vsprintf"], Some(INT), &[POINTER, POINTER, POINTER], |c| {
        let text = formatted(c, 1, |c, types| c.listed(2, types))?;
        into_buffer(c, u64::MAX, text)
    }),
    host(&["snprintf"], Some(INT), &[POINTER, LONG, POINTER], |c| {
        let (size, text) = (c.word(1)?, formatted(c, 2, HostCall::variadic)?);
        into_buffer(c, size, text)
    }),
    host(&["vsnprintf"], Some(INT), &[POINTER, LONG, POINTER, POINTER], |c| {
        let (size, text) = (c.word(1)?, formatted(c, 2, |c, types| c.listed(3, types))?);
        into_buffer(c, size, text)
    }),
    host(&["puts"], Some(INT), &[POINTER], |c| {
        let mut text = c.string(0)?;
        text.push(b'\n');
        print(c, 1, &text)?;
        int(text.len() as i64)
    }),
    host(&["putchar", "putchar_unlocked"], Some(INT), &[INT], |c| {
        let byte = c.word(0)? as u8;
        print(c, 1, &[byte])?;
        int(byte.into())
    }),
    host(&["putc", "fputc"], Some(INT), &[INT, POINTER], |c| {
        let (byte, stream) = (c.word(0)? as u8, c.word(1)?);
        let descriptor = descriptor(c, stream)?;
        print(c, descriptor, &[byte])?;
        int(byte.into())
    }),
    host(&["fputs"], Some(INT), &[POINTER, POINTER], |c| {
        let (text, stream) = (c.string(0)?, c.word(1)?);
        let descriptor = descriptor(c, stream)?;
        print(c, descriptor, &text)?;
        int(1)
    }),
    host(&["fwrite"], Some(LONG), &[POINTER, LONG, LONG, POINTER], |c| {
        let (from, size, count, stream) = (c.word(0)?, c.word(1)?, c.word(2)?, c.word(3)?);
        let descriptor = descriptor(c, stream)?;
        let bytes = c.machine.memory.read(from, size.saturating_mul(count))?.to_vec();
        print(c, descriptor, &bytes)?;
        word(count)
    }),
    host(&["write"], Some(LONG), &[INT, POINTER, LONG], |c| {
        let (descriptor, from, size) = (c.word(0)?, c.word(1)?, c.word(2)?);
        let bytes = c.machine.memory.read(from, size)?.to_vec();
        print(c, descriptor, &bytes)?;
        word(size)
    }),
    host(&["fflush"], Some(INT), &[POINTER], |_| int(0)),
    host(&["setvbuf"], Some(INT), &[POINTER, POINTER, INT, LONG], |_| int(0)),
];

/// Standard output is the machine's, standard error the host's.
fn print(c: &mut HostCall<'_, '_>, descriptor: u64, text: &[u8]) -> Result<(), Fault> {
    let done = match descriptor {
        1 => c.machine.output.write_all(text),
        2 => std::io::stderr().write_all(text),
        _ => return Err(Fault::undefined(format!("writing to file descriptor {descriptor}"))),
    };
    done.map_err(|e| Fault::undefined(format!("cannot write: {e}")))
}

fn descriptor(c: &HostCall<'_, '_>, stream: u64) -> Result<u64, Fault> {
    let known = c.machine.host.streams.get(&stream);
    known.copied().ok_or_else(|| Fault::undefined(format!("{stream:#x} is no stream")))
}

/// The text of the format at argument `n` with arguments that `receive` gives by their types.
fn formatted<'m, 'a>(
    c: &mut HostCall<'m, 'a>,
    n: usize,
    receive: fn(&mut HostCall<'m, 'a>, &[ValueType]) -> Result<Vec<Value>, Fault>,
) -> Result<Vec<u8>, Fault> {
    let parts = format::parse(&c.string(n)?);
    let types: Vec<ValueType> = parts
        .iter()
        .flat_map(|part| match part {
            Part::Text(_) => Vec::new(),
            Part::Conversion(conversion) => conversion.types(),
        })
        .collect();
    let values = receive(c, &types)?;
    let (mut rest, mut text) = (&values[..], Vec::new());
    for part in parts {
        match part {
            Part::Text(plain) => text.extend(plain),
            Part::Conversion(conversion) => {
                let (own, others) = rest.split_at(conversion.types().len());
                text.extend(converted(c, &conversion, own)?);
                rest = others;
            }
        }
    }
    Ok(text)
}

fn converted(
    c: &mut HostCall<'_, '_>,
    conversion: &format::Conversion,
    values: &[Value],
) -> Result<Vec<u8>, Fault> {
    let mut fault = None;
    let memory = &mut c.machine.memory;
    let text = conversion.text(values, |address, most| {
        let mut text = Vec::new();
        while most.is_none_or(|most| text.len() < most) {
            match memory.read(address.wrapping_add(text.len() as u64), 1) {
                Ok([0]) => break,
                Ok(byte) => text.extend_from_slice(byte),
                Err(e) => {
                    fault = Some(e.into());
                    return None;
                }
            }
        }
        Some(text)
    });
    let letter = char::from(conversion.letter);
    text.ok_or_else(|| {
        fault.unwrap_or_else(|| Fault::undefined(format!("a value for %{letter} that is poison")))
    })
}

/// Writes as much of a text as a buffer holds, with a zero behind it.
fn into_buffer(c: &mut HostCall<'_, '_>, size: u64, mut text: Vec<u8>) -> Answer {
    let (to, length) = (c.word(0)?, text.len());
    if size > 0 {
        text.truncate(usize::try_from(size - 1).unwrap_or(usize::MAX));
        text.push(0);
        c.machine.memory.write(to, &text)?;
    }
    int(length as i64)
}
