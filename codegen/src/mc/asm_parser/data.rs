//! Data directives: numbers, strings, space, alignment, literals.

use super::super::inst::{Label, McExpr, McSymbol};
use super::statements::{closing_quote, items};
use super::{AsmParser, AsmValue, Scope};
use crate::ir::module::PointerSchema;
use crate::ir::section::Section;
use crate::mc::streamer::data::{Base, McValue, Relocation, ValueUsage};
use crate::mc::streamer::sections::{Fill, Filling, Padding};
use crate::support::leb128;
use rustc_apfloat::Float;
use rustc_apfloat::ieee::{Double, Single};

/// The maximum size in bytes of one directive's data.
pub(super) const MAX_BYTES: u64 = 1 << 30;

/// The subsection of literals.
const LITERALS: u32 = u32::MAX;

/// Directives for integers, with their sizes in bytes.
const NUMBERS: [(&str, u8); 18] = [
    (".byte", 1),
    (".1byte", 1),
    (".dc.b", 1),
    (".2byte", 2),
    (".half", 2),
    (".hword", 2),
    (".short", 2),
    (".dc", 2),
    (".dc.w", 2),
    (".4byte", 4),
    (".word", 4),
    (".long", 4),
    (".int", 4),
    (".dc.l", 4),
    (".8byte", 8),
    (".quad", 8),
    (".dword", 8),
    (".xword", 8),
];

/// Directives for floating-point numbers.
const FLOATS: [(&str, FloatFormat); 5] = [
    (".float", FloatFormat::Single),
    (".single", FloatFormat::Single),
    (".dc.s", FloatFormat::Single),
    (".double", FloatFormat::Double),
    (".dc.d", FloatFormat::Double),
];

/// Directives for one value a number of times, with the size of an integer or the format of a
/// floating-point number.
const REPEATED: [(&str, Result<u8, FloatFormat>); 6] = [
    (".dcb", Ok(2)),
    (".dcb.b", Ok(1)),
    (".dcb.w", Ok(2)),
    (".dcb.l", Ok(4)),
    (".dcb.s", Err(FloatFormat::Single)),
    (".dcb.d", Err(FloatFormat::Double)),
];

/// Directives for space of a number of values, with their sizes in bytes.
const ROOM: [(&str, u64); 8] = [
    (".ds", 2),
    (".ds.b", 1),
    (".ds.w", 2),
    (".ds.l", 4),
    (".ds.s", 4),
    (".ds.d", 8),
    (".ds.x", 12),
    (".ds.p", 12),
];

/// Directives for padding: true if the alignment is a power of two, and the size in bytes of the
/// fill value.
const ALIGNMENTS: [(&str, bool, u8); 7] = [
    (".align", true, 1),
    (".p2align", true, 1),
    (".p2alignw", true, 2),
    (".p2alignl", true, 4),
    (".balign", false, 1),
    (".balignw", false, 2),
    (".balignl", false, 4),
];

/// The format of a floating-point number in data.
#[derive(Clone, Copy)]
enum FloatFormat {
    Single,
    Double,
}

impl FloatFormat {
    /// Returns the bytes of the number in `text`.
    fn bytes(self, text: &str) -> Result<Vec<u8>, String> {
        let bytes = match self {
            FloatFormat::Double => float(text).map(|number| number.to_le_bytes().to_vec()),
            FloatFormat::Single => single(text).map(|number| number.to_le_bytes().to_vec()),
        };
        bytes.ok_or_else(|| format!("`{text}` is no number"))
    }
}

/// A literal near the code that loads it.
pub(super) struct Literal {
    section: Section,
    label: Label,
    value: AsmValue,
    size: u8,
}

impl AsmParser<'_> {
    /// Parses a data directive. Returns false if it is none.
    pub(super) fn data_directive(&mut self, word: &str, arguments: &str) -> Result<bool, String> {
        if word == ".octa" {
            for item in items(arguments) {
                let number = wide_number(item).ok_or_else(|| format!("`{item}` is no number"))?;
                self.out.bytes(&number.to_le_bytes());
            }
            return Ok(true);
        }
        if let Some(&(_, format)) = FLOATS.iter().find(|(name, _)| *name == word) {
            for item in items(arguments) {
                self.out.bytes(&format.bytes(item)?);
            }
            return Ok(true);
        }
        let size = match NUMBERS.iter().find(|(name, _)| *name == word) {
            Some(&(_, size)) => size,
            None if word == ".dc.a" => self.target.mc().address_bytes(),
            None => return self.other_data(word, arguments),
        };
        if arguments.is_empty() {
            return Ok(true);
        }
        self.flush_line();
        for item in items(arguments) {
            let (text, schema) = self.without_schema(item)?;
            let value = self.value_of(text)?;
            self.word(value, size, schema).map_err(|message| format!("`{item}`: {message}"))?;
        }
        Ok(true)
    }

    /// Splits a word into its expression and its signing schema.
    fn without_schema<'t>(&self, item: &'t str) -> Result<(&'t str, Option<PointerSchema>), String> {
        let signed = self.target.mc().data_relocations().signed.as_ref();
        let Some((signed, (text, schema))) = signed.zip(item.split_once("@AUTH(")) else {
            return Ok((item, None));
        };
        let schema = schema.strip_suffix(')').and_then(|schema| signed.parse(schema));
        Ok((text, Some(schema.ok_or_else(|| format!("`{item}` is not signed as addresses are"))?)))
    }

    /// Emits a word of data.
    fn word(&mut self, value: AsmValue, size: u8, schema: Option<PointerSchema>) -> Result<(), String> {
        if let Some(number) = self.settled(value).filter(|_| schema.is_none()) {
            let bits = u32::from(size) * 8;
            let fits = bits == 64 || (-(1i64 << (bits - 1))..1i64 << bits).contains(&number);
            if !fits {
                return Err(format!("{number} does not fit {size} bytes"));
            }
            self.out.bytes(&number.to_le_bytes()[..size as usize]);
            return Ok(());
        }
        let plus = value.plus.ok_or("a symbol is subtracted from a number")?;
        let base = value.minus.map(Base::Symbol);
        let usage = schema.map_or(ValueUsage::Plain, ValueUsage::Signed);
        self.out.value(&McValue { expr: McExpr::plain(plus, value.constant), base, usage }, size)
    }

    /// Emits a LEB128 number.
    fn leb128(&mut self, value: AsmValue, signed: bool) -> Result<(), String> {
        if let Some(number) = self.settled(value) {
            let mut bytes = Vec::new();
            match signed {
                true => leb128::push_signed(number, &mut bytes),
                false => leb128::push_unsigned(number as u64, &mut bytes),
            }
            self.out.bytes(&bytes);
            return Ok(());
        }
        let mut label = |symbol: Option<McSymbol>| {
            let symbol = symbol?;
            self.label_at(symbol).or_else(|| self.later_label(symbol)).map(McSymbol::Label)
        };
        let (Some(plus), Some(minus)) = (label(value.plus), label(value.minus)) else {
            return Err("is neither a number nor a distance".into());
        };
        let expr = McExpr::plain(plus, value.constant);
        self.out.leb128(&McValue::difference(expr, Base::Symbol(minus)), signed)
    }

    fn other_data(&mut self, word: &str, arguments: &str) -> Result<bool, String> {
        let list = items(arguments);
        let first = list.first().copied().unwrap_or("");
        if let Some(&(_, unit)) = ROOM.iter().find(|(name, _)| *name == word) {
            let [count] = list[..] else { return Err("a number of values".into()) };
            let count = self.count(count)?;
            self.out.zeros(count * unit);
            return Ok(true);
        }
        if let Some(&(_, format)) = REPEATED.iter().find(|(name, _)| *name == word) {
            let [count, value] = list[..] else { return Err("a number of times, and a value".into()) };
            let count = self.count(count)?;
            let bytes = match format {
                Ok(size) => self.number_of(value)?.to_le_bytes()[..size as usize].to_vec(),
                Err(format) => format.bytes(value)?,
            };
            self.fill(count, &bytes)?;
            return Ok(true);
        }
        if let Some(&(_, power, size)) = ALIGNMENTS.iter().find(|(name, ..)| *name == word) {
            self.align(&list, power, size)?;
            return Ok(true);
        }
        match word {
            ".zero" | ".space" | ".skip" => {
                let count = self.count(first)?;
                match list.get(1) {
                    None => self.out.zeros(count),
                    Some(fill) => match self.number_of(fill)? {
                        0 => self.out.zeros(count),
                        fill => self.fill(count, &[fill as u8])?,
                    },
                }
            }
            ".fill" => {
                let count = self.count(first)?;
                let size = list.get(1).map_or(Ok(1), |size| self.number_of(size))?;
                let value = list.get(2).map_or(Ok(0), |value| self.number_of(value))?;
                if !(0..=8).contains(&size) {
                    return Err("what is filled with has at most 8 bytes".into());
                }
                // Only four bytes of larger values are used.
                let value = if size > 4 { i64::from(value as u32) } else { value };
                self.fill(count, &value.to_le_bytes()[..size as usize])?;
            }
            ".ascii" | ".asciz" | ".string" => {
                let end: &[u8] = if word == ".ascii" { &[] } else { &[0] };
                let strings = strings(arguments, end.is_empty()).ok_or("no string")?;
                self.out.bytes(&strings.iter().flat_map(|s| [s, end].concat()).collect::<Vec<u8>>());
            }
            ".org" => self.advance_to(first, list.get(1).copied())?,
            ".uleb128" | ".sleb128" => {
                for item in list {
                    let value = self.value_of(item)?;
                    self.leb128(value, word == ".sleb128")
                        .map_err(|message| format!("`{item}`: {message}"))?;
                }
            }
            ".inst" => {
                self.flush_line();
                for item in list {
                    let number = self.number_of(item)?;
                    let word =
                        u32::try_from(number).map_err(|_| format!("`{item}` is no instruction word"))?;
                    self.out.raw_inst(&word.to_le_bytes());
                }
            }
            ".incbin" => self.include_bytes(arguments)?,
            ".reloc" => self.relocation(&list)?,
            ".ltorg" | ".pool" => self.write_literals()?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn count(&mut self, text: &str) -> Result<u64, String> {
        let count = self.number_of(text)?;
        u64::try_from(count)
            .ok()
            .filter(|n| *n <= MAX_BYTES)
            .ok_or_else(|| format!("{count} is no number of bytes"))
    }

    /// Emits the same bytes `count` times.
    fn fill(&mut self, count: u64, bytes: &[u8]) -> Result<(), String> {
        if count.saturating_mul(bytes.len() as u64) > MAX_BYTES {
            return Err("too many bytes".into());
        }
        self.out.bytes(&bytes.repeat(count as usize));
        Ok(())
    }

    /// Aligns to a number of bytes or a power of two, perhaps with a fill value of `size` bytes and
    /// a maximum.
    fn align(&mut self, list: &[&str], power: bool, size: u8) -> Result<(), String> {
        let amount = self.number_of(list.first().copied().unwrap_or(""))?;
        let amount = u32::try_from(amount).map_err(|_| "no alignment")?;
        let align = if power { 1u32.checked_shl(amount) } else { Some(amount.max(1)) };
        let align = align.filter(|a| a.is_power_of_two() && *a <= 1 << 16).ok_or("no alignment")?;
        let value = match list.get(1) {
            None | Some(&"") => None,
            Some(fill) => {
                let value = self.number_of(fill)? as u32;
                let bits = u32::from(size) * 8;
                Some(Fill { value: value & (u32::MAX >> (32 - bits)), size })
            }
        };
        let most = list.get(2).map(|most| self.number_of(most)).transpose()?;
        let most = most.map_or(Ok(u32::MAX), |most| u32::try_from(most).map_err(|_| "no number of bytes"))?;
        let code = self.section.is_code();
        let padding = if code { Padding::Code } else { Padding::Zero };
        let value = value.filter(|fill| code || fill.value != 0 || fill.size != 1);
        if value.is_none() && most >= align - 1 {
            self.out.align(align, padding);
            return Ok(());
        }
        self.out.align_with(align, padding, Filling { value, most })
    }

    /// Emits zeros, or another byte, up to a position in this section.
    pub(super) fn advance_to(&mut self, place: &str, fill: Option<&str>) -> Result<(), String> {
        let here = self.here();
        let value = self.value_of(place)?;
        let room = match (value.as_number(), self.out.offset()) {
            (Some(offset), Some(now)) => offset.checked_sub(now as i64),
            (Some(_), None) => None,
            (None, _) if value.minus.is_none() => {
                self.absolute(AsmValue { minus: Some(McSymbol::Label(here)), ..value })
            }
            _ => None,
        };
        let room = room.ok_or("a place that is not known here")?;
        // While distances change, any value is possible.
        let room = match &mut self.distances {
            Some(distances) if room < 0 && !distances.settled => {
                distances.guessed_wrong = true;
                0
            }
            _ => room,
        };
        let room = u64::try_from(room).ok().filter(|room| *room <= MAX_BYTES);
        let room = room.ok_or("a place that has been passed")?;
        let fill = fill.map_or(Ok(0), |fill| self.number_of(fill))?;
        self.out.advance(room, fill as u8);
        Ok(())
    }

    /// Parses `.reloc place, name[, value]`.
    pub(super) fn relocation(&mut self, list: &[&str]) -> Result<(), String> {
        let (place, name, value) = match *list {
            [place, name] => (place, name, None),
            [place, name, value] => (place, name, Some(value)),
            _ => return Err("a place, the name of a relocation, and perhaps a value".into()),
        };
        let kind = self.target.mc().relocation_named(name);
        let kind = kind.ok_or_else(|| format!("`{name}` is no relocation"))?;
        let at = match self.value_of(place)? {
            AsmValue { plus: None, minus: None, constant } => (None, constant),
            AsmValue { plus: Some(plus), minus: None, constant } => {
                let label = self.label_at(plus).or_else(|| self.later_label(plus));
                (Some(label.ok_or_else(|| format!("`{place}` is no place in this text"))?), constant)
            }
            _ => return Err(format!("`{place}` is no place in this text")),
        };
        let value = value.map_or(Ok(AsmValue::default()), |value| self.value_of(value))?;
        if value.minus.is_some() {
            return Err("the value of a relocation is no distance".into());
        }
        self.out.relocation(at, Relocation { kind, symbol: value.plus, addend: value.constant })
    }

    /// Returns the label of a literal of `size` bytes; equal literals share one if `is_shared`.
    pub(super) fn literal_label(&mut self, value: AsmValue, size: u8, is_shared: bool) -> Label {
        let same = |l: &&Literal| l.section == self.section && l.value == value && l.size == size;
        if let Some(literal) = self.literals.iter().find(same).filter(|_| is_shared) {
            return literal.label;
        }
        let label = self.labels.create();
        self.literals.push(Literal { section: self.section.clone(), label, value, size });
        label
    }

    /// Emits the literals of this section here.
    fn write_literals(&mut self) -> Result<(), String> {
        let section = self.section.clone();
        let (here, others): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.literals).into_iter().partition(|l| l.section == section);
        self.literals = others;
        let zeros = Filling { value: Some(Fill::ZERO), most: u32::MAX };
        for Literal { label, value, size, .. } in here {
            self.out.align_with(u32::from(size), Padding::Code, zeros)?;
            self.out.label(McSymbol::Label(label));
            self.word(value, size, None)?;
        }
        Ok(())
    }

    /// Emits the remaining literals after their sections.
    pub(super) fn end_literals(&mut self) -> Result<(), String> {
        while let Some(literal) = self.literals.first() {
            let section = literal.section.clone();
            // Nothing follows a whole text; a function continues after inline assembly.
            self.enter(section, if self.distances.is_some() { 0 } else { LITERALS });
            self.write_literals()?;
        }
        Ok(())
    }
}

fn wide_number(text: &str) -> Option<u128> {
    match text.strip_prefix("0x").or(text.strip_prefix("0X")) {
        Some(digits) => u128::from_str_radix(digits, 16).ok(),
        None => text.parse().ok().or_else(|| text.parse::<i128>().ok().map(|n| n as u128)),
    }
}

/// Returns the value of a special name, such as infinity or NaN.
fn special(text: &str) -> Option<f64> {
    let (negative, name) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let value = match name.to_ascii_lowercase().as_str() {
        "nan" => f64::NAN,
        "inf" | "infinity" => f64::INFINITY,
        _ => return None,
    };
    Some(if negative { -value } else { value })
}

/// Returns true if a number is written in hexadecimal digits.
fn is_hexadecimal(text: &str) -> bool {
    let digits = text.trim_start_matches(['-', '+']);
    digits.starts_with("0x") || digits.starts_with("0X")
}

fn float(text: &str) -> Option<f64> {
    if is_hexadecimal(text) {
        let number: Double = text.parse().ok()?;
        return Some(f64::from_bits(number.to_bits() as u64));
    }
    special(text).or_else(|| text.parse().ok())
}

fn single(text: &str) -> Option<f32> {
    if is_hexadecimal(text) {
        let number: Single = text.parse().ok()?;
        return Some(f32::from_bits(number.to_bits() as u32));
    }
    special(text).map(|value| value as f32).or_else(|| text.parse().ok())
}

/// Returns the bytes of quoted strings between commas; adjacent strings are concatenated if
/// `joins`.
fn strings(text: &str, joins: bool) -> Option<Vec<Vec<u8>>> {
    let mut strings = vec![Vec::new()];
    let mut rest = text.trim();
    loop {
        let inner = rest.strip_prefix('"')?;
        let end = closing_quote(inner)?;
        strings.last_mut()?.extend(string(&inner[..end])?);
        rest = inner[end + 1..].trim_start();
        if rest.is_empty() {
            return Some(strings);
        }
        match rest.strip_prefix(',') {
            Some(next) => {
                strings.push(Vec::new());
                rest = next.trim_start();
            }
            None if joins => {}
            None => return None,
        }
    }
}

/// Returns the bytes of a string without its quotes.
pub(super) fn string(inner: &str) -> Option<Vec<u8>> {
    let mut out = Vec::with_capacity(inner.len());
    let mut bytes = inner.bytes().peekable();
    while let Some(byte) = bytes.next() {
        if byte != b'\\' {
            out.push(byte);
            continue;
        }
        match bytes.next()? {
            b'n' => out.push(b'\n'),
            b't' => out.push(b'\t'),
            b'r' => out.push(b'\r'),
            b'b' => out.push(8),
            b'f' => out.push(12),
            b'x' | b'X' => {
                let mut value = None;
                while let Some(digit) = bytes.peek().and_then(|b| (*b as char).to_digit(16)) {
                    value = Some(value.unwrap_or(0u32) << 4 | digit);
                    bytes.next();
                }
                out.push(value? as u8);
            }
            digit @ b'0'..=b'7' => {
                let mut value = u32::from(digit - b'0');
                for _ in 0..2 {
                    let Some(&next @ b'0'..=b'7') = bytes.peek() else { break };
                    value = value * 8 + u32::from(next - b'0');
                    bytes.next();
                }
                out.push(value as u8);
            }
            other @ (b'"' | b'\\' | b'\'') => out.push(other),
            _ => return None,
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_have_escapes() {
        assert_eq!(string("a\\n\\101\\\"\\x41\\0018"), Some(b"a\nA\"A\x018".to_vec()));
        assert_eq!(strings("\"a\\\"\", \"b\" \"c\"", true), Some(vec![b"a\"".to_vec(), b"bc".to_vec()]));
        assert_eq!((strings("\"a\" \"b\"", false), strings("a", true), string("\\q")), (None, None, None));
    }

    #[test]
    fn numbers_of_any_length() {
        assert_eq!(wide_number("0x123456789abcdef0123456789"), Some(0x123456789abcdef0123456789));
        assert!(float("-nan").unwrap().is_nan() && single("1.5") == Some(1.5));
    }
}
