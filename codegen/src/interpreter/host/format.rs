//! Formatting as in `printf`.

use super::decimal;
use crate::interpreter::float;
use crate::interpreter::int::Int;
use crate::interpreter::value::{Lane, Value};
use crate::ir::value_type::ValueType;

/// A conversion of a format.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Conversion {
    left: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    zero: bool,
    width: Size,
    precision: Size,
    /// The width of an integer in bits.
    bits: u32,
    /// The width of a pointer, and of a `long`, in bits.
    pointer_bits: u32,
    long_double: bool,
    /// The letter.
    pub letter: u8,
}

/// A width or precision.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Size {
    #[default]
    None,
    Number(i32),
    Argument,
}

/// An element of a format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum FormatElement {
    /// Literal text.
    Text(Vec<u8>),
    /// An argument.
    Conversion(Conversion),
}

/// Parses a format, where pointers and `long` have `pointer_bits` bits.
pub(crate) fn parse(format: &[u8], pointer_bits: u32) -> Vec<FormatElement> {
    let (mut parts, mut rest) = (Vec::new(), format);
    while let Some(start) = rest.iter().position(|&b| b == b'%') {
        parts.push(FormatElement::Text(rest[..start].to_vec()));
        let (conversion, length) = conversion(&rest[start + 1..], pointer_bits);
        parts.push(match conversion.letter {
            b'%' => FormatElement::Text(b"%".to_vec()),
            _ => FormatElement::Conversion(conversion),
        });
        rest = &rest[start + 1 + length..];
    }
    parts.push(FormatElement::Text(rest.to_vec()));
    parts
}

/// Parses the conversion after a percent sign. Returns it and its length.
fn conversion(text: &[u8], pointer_bits: u32) -> (Conversion, usize) {
    let (mut c, mut at, mut is_long) =
        (Conversion { bits: 32, pointer_bits, ..Conversion::default() }, 0, false);
    while let Some(flag) = text.get(at).filter(|f| b"-+ #0".contains(f)) {
        match flag {
            b'-' => c.left = true,
            b'+' => c.plus = true,
            b' ' => c.space = true,
            b'#' => c.alternate = true,
            _ => c.zero = true,
        }
        at += 1;
    }
    c.width = size(text, &mut at);
    if text.get(at) == Some(&b'.') {
        at += 1;
        c.precision = match size(text, &mut at) {
            Size::None => Size::Number(0),
            size => size,
        };
    }
    while let Some(modifier) = text.get(at).filter(|m| b"hlLqjzt".contains(m)) {
        match modifier {
            b'h' => c.bits /= 2,
            b'L' => c.long_double = true,
            b'l' if !is_long => (c.bits, is_long) = (pointer_bits, true),
            b'z' | b't' => c.bits = pointer_bits,
            _ => c.bits = 64,
        }
        at += 1;
    }
    c.letter = text.get(at).copied().unwrap_or(b'%');
    (c, (at + 1).min(text.len()))
}

fn size(text: &[u8], at: &mut usize) -> Size {
    if text.get(*at) == Some(&b'*') {
        *at += 1;
        return Size::Argument;
    }
    let start = *at;
    let mut number = 0_i32;
    while let Some(digit) = text.get(*at).filter(|d| d.is_ascii_digit()) {
        number = number.saturating_mul(10).saturating_add((digit - b'0').into());
        *at += 1;
    }
    if *at == start { Size::None } else { Size::Number(number) }
}

impl Conversion {
    /// Returns the types of the arguments that it takes.
    pub(crate) fn types(&self) -> Vec<ValueType> {
        let sizes = [self.width, self.precision].into_iter().filter(|&s| s == Size::Argument);
        let value = match self.letter {
            b's' | b'p' | b'n' => ValueType::Pointer { address_space: 0, bits: self.pointer_bits },
            b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' if self.long_double => ValueType::Fp128,
            b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => ValueType::Double,
            _ => ValueType::Int(self.bits.max(32)),
        };
        sizes.map(|_| ValueType::Int(32)).chain([value]).collect()
    }

    /// Formats a value. `args` are of [`Conversion::types`]; `string` reads the string at an
    /// address.
    pub(crate) fn text(
        &self,
        args: &[Value],
        string: impl FnOnce(u64, Option<usize>) -> Option<Vec<u8>>,
    ) -> Option<Vec<u8>> {
        let (value, sizes) = args.split_last()?;
        let value = value.lane().and_then(Lane::known)?;
        let mut sizes =
            sizes.iter().map(|v| v.lane().and_then(Lane::known).map_or(0, |i| i.low_signed() as i32));
        let mut resolved = |size| match size {
            Size::None => None,
            Size::Number(n) => Some(n),
            Size::Argument => Some(sizes.next().unwrap_or(0)),
        };
        let (width, precision) =
            (resolved(self.width).unwrap_or(0), resolved(self.precision).filter(|&p| p >= 0));
        let mut c = self.clone();
        c.left |= width < 0;
        let (sign, body) = match self.letter {
            b's' => (String::new(), string(value.low(), precision.map(|p| p as usize))?),
            b'c' => (String::new(), vec![value.low() as u8]),
            b'p' if value.is_zero() => (String::new(), b"(nil)".to_vec()),
            b'p' => ("0x".to_string(), format!("{:x}", value.low()).into_bytes()),
            b'd' | b'i' | b'u' | b'o' | b'x' | b'X' => {
                c.zero &= precision.is_none();
                c.integer(value, precision)
            }
            _ => {
                let bits = value.bits();
                let class = float::class(bits, value.low128())?;
                c.zero &= class & 0x207 == 0;
                c.real(value, class, precision)?
            }
        };
        Some(c.padded(sign.into_bytes(), body, width.unsigned_abs() as usize))
    }

    fn padded(&self, sign: Vec<u8>, body: Vec<u8>, width: usize) -> Vec<u8> {
        let fill = width.saturating_sub(sign.len() + body.len());
        match (self.left, self.zero && !matches!(self.letter, b's' | b'c' | b'p')) {
            (true, _) => [sign, body, vec![b' '; fill]].concat(),
            (_, true) => [sign, vec![b'0'; fill], body].concat(),
            _ => [vec![b' '; fill], sign, body].concat(),
        }
    }

    fn sign(&self, negative: bool) -> String {
        match (negative, self.plus, self.space) {
            (true, ..) => "-",
            (_, true, _) => "+",
            (.., true) => " ",
            _ => "",
        }
        .to_string()
    }

    fn integer(&self, value: &Int, precision: Option<i32>) -> (String, Vec<u8>) {
        let value = value.trunc(self.bits.min(value.bits()));
        let signed = value.low_signed();
        let (sign, digits) = match self.letter {
            b'd' | b'i' => (self.sign(signed < 0), signed.unsigned_abs().to_string()),
            b'u' => (String::new(), value.low().to_string()),
            b'o' => (String::new(), format!("{}{:o}", if self.alternate { "0" } else { "" }, value.low())),
            letter => {
                let prefix = if self.alternate && !value.is_zero() {
                    ["0x", "0X"][usize::from(letter == b'X')]
                } else {
                    ""
                };
                let digits = format!("{:x}", value.low());
                (prefix.to_string(), if letter == b'X' { digits.to_uppercase() } else { digits })
            }
        };
        if precision == Some(0) && value.is_zero() {
            return (sign, Vec::new());
        }
        let zeros = precision.map_or(0, |p| p as usize).saturating_sub(digits.len());
        (sign, format!("{}{digits}", "0".repeat(zeros)).into_bytes())
    }

    fn real(&self, value: &Int, class: u32, precision: Option<i32>) -> Option<(String, Vec<u8>)> {
        let upper = self.letter.is_ascii_uppercase();
        let sign = self.sign(value.is_negative());
        let text = match (class, self.letter.to_ascii_lowercase()) {
            (1 | 2, _) => "nan".to_string(),
            (4 | 0x200, _) => "inf".to_string(),
            (_, b'a') => hexadecimal(value, precision)?,
            (_, b'e') => self.scientific(value, precision.unwrap_or(6))?,
            (_, b'f') => self.plain(value, precision.unwrap_or(6))?,
            _ => self.shortest(value, precision.unwrap_or(6).max(1))?,
        };
        Some((sign, if upper { text.to_uppercase() } else { text }.into_bytes()))
    }

    /// Formats with `precision` digits after the point.
    fn plain(&self, value: &Int, precision: i32) -> Option<String> {
        let mut decimal = decimal::exact(value.bits(), value.low128())?;
        let first = decimal.point;
        decimal.round(first + precision);
        // If all digits are rounded away, a carry may add one before them.
        let mut text: String = (0..decimal.point.max(1))
            .map(|n| char::from(b'0' + decimal.digit(n - (1 - decimal.point).max(0))))
            .collect();
        if precision > 0 || self.alternate {
            text.push('.');
        }
        text.extend((0..precision).map(|n| char::from(b'0' + decimal.digit(decimal.point + n))));
        Some(text)
    }

    /// Formats with one digit, a point, `precision` digits, and the power of ten.
    fn scientific(&self, value: &Int, precision: i32) -> Option<String> {
        let mut decimal = decimal::exact(value.bits(), value.low128())?;
        decimal.round(1 + precision);
        let mut text = String::from(char::from(b'0' + decimal.digit(0)));
        if precision > 0 || self.alternate {
            text.push('.');
        }
        text.extend((1..=precision).map(|n| char::from(b'0' + decimal.digit(n))));
        let exponent = decimal.point - 1;
        text += &format!("e{}{:02}", if exponent < 0 { '-' } else { '+' }, exponent.abs());
        Some(text)
    }

    /// Formats in the shorter of both forms, without trailing zeros.
    fn shortest(&self, value: &Int, precision: i32) -> Option<String> {
        let mut decimal = decimal::exact(value.bits(), value.low128())?;
        decimal.round(precision);
        let exponent = decimal.point - 1;
        let text = match (-4..precision).contains(&exponent) {
            true => self.plain(value, precision - 1 - exponent)?,
            false => self.scientific(value, precision - 1)?,
        };
        if self.alternate || !text.contains('.') {
            return Some(text);
        }
        let (number, power) = text.split_at(text.find('e').unwrap_or(text.len()));
        Some(format!("{}{power}", number.trim_end_matches('0').trim_end_matches('.')))
    }
}

/// Formats a hexadecimal significand and the power of two.
fn hexadecimal(value: &Int, precision: Option<i32>) -> Option<String> {
    let bits = value.bits();
    let (digits, exponent_bits) = match bits {
        32 => (23, 8),
        64 => (52, 11),
        128 => (112, 15),
        _ => return None,
    };
    let biased = value.extract(digits, exponent_bits).low() as i32;
    let mut fraction = value.trunc(digits).low128();
    let mut places = digits / 4;
    fraction <<= (4 - digits % 4) % 4;
    places += u32::from(!digits.is_multiple_of(4));
    let bias = (1 << (exponent_bits - 1)) - 1;
    let is_zero = biased == 0 && fraction == 0;
    let exponent = if is_zero { 0 } else { biased.max(1) - bias };
    let mut whole = u128::from(biased != 0);
    if let Some(wanted) = precision.map(|p| p as u32).filter(|&p| p < places) {
        let dropped = 4 * (places - wanted);
        let all = whole << (4 * places) | fraction;
        let (kept, rest, half) = (all >> dropped, all & ((1 << dropped) - 1), 1 << (dropped - 1));
        let kept = kept + u128::from(rest > half || rest == half && kept & 1 != 0);
        (whole, places) = (kept >> (4 * wanted), wanted);
        fraction = kept & ((1 << (4 * wanted)) - 1);
    }
    let mut text = format!("{fraction:0width$x}", width = places as usize);
    if places == 0 {
        text.clear();
    }
    match precision {
        None => text.truncate(text.trim_end_matches('0').len()),
        Some(wanted) => text.extend(std::iter::repeat_n('0', (wanted as usize).saturating_sub(text.len()))),
    }
    let point = if text.is_empty() { "" } else { "." };
    Some(format!("0x{whole}{point}{text}p{exponent:+}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(format: &str, value: Value) -> String {
        let parts = parse(format.as_bytes(), 64);
        let text = |part: &FormatElement| match part {
            FormatElement::Text(text) => text.clone(),
            FormatElement::Conversion(c) => {
                c.text(std::slice::from_ref(&value), |_, _| None).expect("a value")
            }
        };
        String::from_utf8(parts.iter().flat_map(text).collect()).expect("text")
    }

    #[test]
    fn formats_as_the_c_library_does() {
        for (format, value, text) in [
            ("%d|", -5_i64, "-5|"),
            ("%5d", 42, "   42"),
            ("%-5d|", 42, "42   |"),
            ("%05d", -42, "-0042"),
            ("%+.3d", 7, "+007"),
            ("%#x %%", 255, "0xff %"),
            ("%hhd", 200, "-56"),
            ("%u", -1, "4294967295"),
            ("%lu", -1, "18446744073709551615"),
            ("%c", 65, "A"),
        ] {
            let bits = if format.contains('l') { 64 } else { 32 };
            assert_eq!(printed(format, Int::signed(bits, value).into()), text, "{format}");
        }
        for (format, value, text) in [
            ("%f", 1.5, "1.500000"),
            ("%.0f", 2.5, "2"),
            ("%.0f", 0.75, "1"),
            ("%.2f", 0.005, "0.01"),
            ("%.3f", 0.0001, "0.000"),
            ("%.1f", 99.96, "100.0"),
            ("%e", 12345.678, "1.234568e+04"),
            ("%g", 0.0001, "0.0001"),
            ("%g", 1e-5, "1e-05"),
            ("%g", 1e6, "1e+06"),
            ("%g", 999999.5, "1e+06"),
            ("%.17g", 0.1, "0.10000000000000001"),
            ("%08.2f", -2.71459, "-0002.71"),
            ("%g", 100000.0, "100000"),
            ("%g", 0.0, "0"),
            ("%.10g", -0.0, "-0"),
            ("%5.1f|", f64::INFINITY, "  inf|"),
            ("%a", 1.0, "0x1p+0"),
            ("%a", -0.1, "-0x1.999999999999ap-4"),
            ("%.2a", 1.999, "0x2.00p+0"),
            ("%G", 1e-10, "1E-10"),
        ] {
            assert_eq!(printed(format, Int::new(64, value.to_bits()).into()), text, "{format} {value}");
        }
    }
}
