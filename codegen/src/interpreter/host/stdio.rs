//! Output functions of `<stdio.h>`, and `write`.

use super::format::{self, FormatElement};
use super::{Answer, Host, HostCall, INT, LONG, POINTER, host, int, word};
use crate::interpreter::operation::Fault;
use crate::interpreter::value::Value;
use crate::ir::value_type::ValueType;
use std::io::Write;

/// The functions.
pub(crate) const TABLE: &[Host] = &[
    host(&["printf"], Some(INT), &[POINTER], |c| to_output(c, Arguments::Variadic)),
    host(&["vprintf"], Some(INT), &[POINTER, POINTER], |c| to_output(c, Arguments::Listed)),
    host(&["fprintf"], Some(INT), &[POINTER, POINTER], |c| to_stream(c, Arguments::Variadic)),
    host(&["vfprintf"], Some(INT), &[POINTER, POINTER, POINTER], |c| to_stream(c, Arguments::Listed)),
    host(&["sprintf"], Some(INT), &[POINTER, POINTER], |c| to_buffer(c, Arguments::Variadic)),
    host(&["vsprintf"], Some(INT), &[POINTER, POINTER, POINTER], |c| to_buffer(c, Arguments::Listed)),
    host(&["snprintf"], Some(INT), &[POINTER, LONG, POINTER], |c| to_part(c, Arguments::Variadic)),
    host(&["vsnprintf"], Some(INT), &[POINTER, LONG, POINTER, POINTER], |c| to_part(c, Arguments::Listed)),
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

/// Writes to a file descriptor: standard output is the machine's, standard error the host's.
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

/// The source of a format's arguments.
#[derive(Clone, Copy)]
enum Arguments {
    /// The call's own arguments after the format.
    Variadic,
    /// The `va_list` after the format.
    Listed,
}

fn to_output(c: &mut HostCall<'_, '_>, arguments: Arguments) -> Answer {
    let text = formatted(c, 0, arguments)?;
    print(c, 1, &text)?;
    int(text.len() as i64)
}

fn to_stream(c: &mut HostCall<'_, '_>, arguments: Arguments) -> Answer {
    let (stream, text) = (c.word(0)?, formatted(c, 1, arguments)?);
    let descriptor = descriptor(c, stream)?;
    print(c, descriptor, &text)?;
    int(text.len() as i64)
}

fn to_buffer(c: &mut HostCall<'_, '_>, arguments: Arguments) -> Answer {
    let text = formatted(c, 1, arguments)?;
    into_buffer(c, u64::MAX, text)
}

fn to_part(c: &mut HostCall<'_, '_>, arguments: Arguments) -> Answer {
    let (size, text) = (c.word(1)?, formatted(c, 2, arguments)?);
    into_buffer(c, size, text)
}

/// Formats with the format at argument `n`.
fn formatted(c: &mut HostCall<'_, '_>, n: usize, arguments: Arguments) -> Result<Vec<u8>, Fault> {
    let pointer_bits = c.machine.pointer_bits();
    let parts = format::parse(&c.string(n)?, pointer_bits);
    let types: Vec<ValueType> = parts
        .iter()
        .flat_map(|part| match part {
            FormatElement::Text(_) => Vec::new(),
            FormatElement::Conversion(conversion) => conversion.types(),
        })
        .collect();
    let values = match arguments {
        Arguments::Variadic => c.variadic(&types)?,
        Arguments::Listed => c.listed(n + 1, &types)?,
    };
    let (mut rest, mut text) = (&values[..], Vec::new());
    for part in parts {
        match part {
            FormatElement::Text(plain) => text.extend(plain),
            FormatElement::Conversion(conversion) => {
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

/// Writes a text into a buffer, truncated to its size with a terminating zero.
fn into_buffer(c: &mut HostCall<'_, '_>, size: u64, mut text: Vec<u8>) -> Answer {
    let (to, length) = (c.word(0)?, text.len());
    if size > 0 {
        text.truncate(usize::try_from(size - 1).unwrap_or(usize::MAX));
        text.push(0);
        c.machine.memory.write(to, &text)?;
    }
    int(length as i64)
}
