//! Constants in LLVM IR's syntax: those of `G_CONSTANT` and `G_FCONSTANT`, and constant pool
//! entries.

use super::body::BodyParser;
use super::error::MirError;
use super::lexer::{Lexer, Token};
use crate::ir::int::Int;
use crate::ir::mir::Operand;

/// Types of floating-point constants and their widths.
const FLOATS: &[(&str, u32)] = &[("half", 16), ("bfloat", 16), ("float", 32), ("double", 64), ("fp128", 128)];

/// Returns the width of a floating-point type.
pub(super) fn float_bits(ty: &str) -> Option<u32> {
    FLOATS.iter().find(|(name, _)| *name == ty).map(|(_, bits)| *bits)
}

/// Returns the width of an integer type such as `i32`.
pub(super) fn int_bits(ty: &str) -> Option<u32> {
    let digits = ty.strip_prefix('i').filter(|d| d.starts_with(|c: char| c.is_ascii_digit()))?;
    digits.parse().ok().filter(|bits| (1..=MAX_BITS).contains(bits))
}

/// LLVM's widest integer.
const MAX_BITS: u32 = 1 << 23;

impl BodyParser<'_, '_> {
    /// Reads the value after an integer type.
    pub(super) fn int_constant(&mut self, lexer: &mut Lexer<'_>, bits: u32) -> Result<Operand, MirError> {
        let words = int_words(lexer, bits)?;
        Ok(match bits {
            0..=64 => {
                let shift = 64 - bits;
                self.mf.imm(((words[0] as i64) << shift) >> shift)
            }
            _ => self.mf.wide_imm(bits, &words),
        })
    }

    /// Reads the value after a floating-point type.
    pub(super) fn fp_constant(&mut self, lexer: &mut Lexer<'_>, bits: u32) -> Result<Operand, MirError> {
        let value = fp_bits(lexer, bits)?;
        Ok(self.mf.fp_imm(bits, value))
    }
}

/// Reads the words of an integer, at least one.
fn int_words(lexer: &mut Lexer<'_>, bits: u32) -> Result<Box<[u64]>, MirError> {
    let value = match lexer.token {
        Token::Number(text) => Int::from_decimal(bits, text),
        Token::Word("true") => Some(Int::truth(bits, true)),
        Token::Word("false") => Some(Int::truth(bits, false)),
        _ => None,
    };
    let value = value.ok_or_else(|| lexer.error(format!("expected a number of {bits} bits")))?;
    lexer.advance()?;
    Ok(value.words().into())
}

/// Reads the bits of a floating-point constant; LLVM writes a `float` as the `double` of the same
/// value.
fn fp_bits(lexer: &mut Lexer<'_>, bits: u32) -> Result<u128, MirError> {
    let Token::Hex(digits) = lexer.token else { return fp_decimal(lexer, bits) };
    let (marked, digits) = match digits.strip_prefix(['H', 'L', 'R']) {
        Some(rest) => (true, rest),
        None => (false, digits),
    };
    let value = u128::from_str_radix(digits, 16).map_err(|_| lexer.error("malformed number"))?;
    lexer.advance()?;
    Ok(match bits {
        32 if !marked => u128::from(narrowed(value as u64)),
        // The words of an fp128 are least significant first.
        128 => value.rotate_left(64),
        _ => value,
    })
}

fn fp_decimal(lexer: &mut Lexer<'_>, bits: u32) -> Result<u128, MirError> {
    let mut text = String::new();
    while let Token::Number(part) | Token::Word(part) = lexer.token {
        text.push_str(part);
        lexer.advance()?;
        if lexer.take('+')? {
            text.push('+');
        }
    }
    let value: f64 = text.parse().map_err(|_| lexer.error("malformed number"))?;
    match bits {
        32 => Ok(u128::from((value as f32).to_bits())),
        64 => Ok(u128::from(value.to_bits())),
        _ => Err(lexer.error("constants of this type are written in hexadecimal")),
    }
}

/// Returns the bits of the `float` that a `double` holds exactly; NaNs keep their payload.
fn narrowed(bits: u64) -> u32 {
    let value = f64::from_bits(bits);
    if !value.is_nan() {
        return (value as f32).to_bits();
    }
    let payload = (bits >> 29 & 0x7f_ffff) as u32;
    ((bits >> 63) as u32) << 31 | 0xff << 23 | payload
}

/// Returns the bytes, least significant first, of a constant with its type, such as `<2 x i16> <i16
/// 1, i16 2>`.
pub(super) fn constant_bytes(text: &str, line: usize) -> Result<Vec<u8>, MirError> {
    let mut lexer = Lexer::new(text, line)?;
    let ty = Type::read(&mut lexer, 0)?;
    let mut bytes = Vec::new();
    ty.value(&mut lexer, &mut bytes)?;
    Ok(bytes)
}

/// The type of a constant.
#[derive(Clone, PartialEq, Eq)]
enum Type {
    Int(u32),
    Float(u32),
    /// An array or a vector whose elements have at least one byte each.
    List(u32, Box<Type>),
}

/// The maximum nesting of types.
const MAX_DEPTH: u32 = 16;

/// The maximum size of a constant in bytes.
const MAX_BYTES: u64 = 1 << 20;

impl Type {
    fn read(lexer: &mut Lexer<'_>, depth: u32) -> Result<Type, MirError> {
        if depth > MAX_DEPTH {
            return Err(lexer.error("the type is nested too deeply"));
        }
        if lexer.take('<')? || lexer.take('[')? {
            let count = lexer.unsigned()?;
            if !lexer.take_word("x")? {
                return Err(lexer.error("expected 'x'"));
            }
            let list = Type::List(count, Box::new(Type::read(lexer, depth + 1)?));
            if !lexer.take('>')? && !lexer.take(']')? {
                return Err(lexer.error("expected the end of the type"));
            }
            return if list.size() <= MAX_BYTES {
                Ok(list)
            } else {
                Err(lexer.error("the constant is too large"))
            };
        }
        let Token::Word(word) = lexer.token else { return Err(lexer.error("expected a type")) };
        let ty = int_bits(word).map(Type::Int).or_else(|| float_bits(word).map(Type::Float));
        let ty = ty.ok_or_else(|| lexer.error(format!("unknown type '{word}'")))?;
        lexer.advance()?;
        Ok(ty)
    }

    /// Returns the size in bytes.
    fn size(&self) -> u64 {
        match self {
            Type::Int(bits) | Type::Float(bits) => u64::from(bits.div_ceil(8)),
            Type::List(count, element) => u64::from(*count).saturating_mul(element.size()),
        }
    }

    fn value(&self, lexer: &mut Lexer<'_>, out: &mut Vec<u8>) -> Result<(), MirError> {
        for word in ["zeroinitializer", "undef", "poison"] {
            if lexer.take_word(word)? {
                out.resize(out.len() + self.size() as usize, 0);
                return Ok(());
            }
        }
        match self {
            Type::Int(bits) => {
                let words = int_words(lexer, *bits)?;
                let bytes = words.iter().flat_map(|w| w.to_le_bytes());
                out.extend(bytes.take(self.size() as usize));
            }
            Type::Float(bits) => {
                let value = fp_bits(lexer, *bits)?.to_le_bytes();
                out.extend(value.iter().take(self.size() as usize));
            }
            Type::List(count, element) => return self.elements(lexer, *count, element, out),
        }
        Ok(())
    }

    fn elements(
        &self,
        lexer: &mut Lexer<'_>,
        count: u32,
        element: &Type,
        out: &mut Vec<u8>,
    ) -> Result<(), MirError> {
        let start = out.len();
        if lexer.take_word("splat")? {
            lexer.expect('(')?;
            Type::read(lexer, 0)?;
            element.value(lexer, out)?;
            lexer.expect(')')?;
            let one = out[start..].to_vec();
            (1..count).for_each(|_| out.extend(&one));
        } else if let Token::Bytes(bytes) = &lexer.token {
            out.extend(bytes);
            lexer.advance()?;
        } else {
            if !lexer.take('<')? {
                lexer.expect('[')?;
            }
            for n in 0..count {
                if n != 0 {
                    lexer.expect(',')?;
                }
                Type::read(lexer, 0)?;
                element.value(lexer, out)?;
            }
            if !lexer.take('>')? {
                lexer.expect(']')?;
            }
        }
        match (out.len() - start) as u64 == self.size() {
            true => Ok(()),
            false => Err(lexer.error("the constant has another number of elements than its type")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::constant_bytes;

    #[test]
    fn constants_become_bytes() {
        let cases: [(&str, &[u8]); 10] = [
            ("i16 -2", &[0xfe, 0xff]),
            ("i1 true", &[1]),
            ("i24 1193046", &[0x56, 0x34, 0x12]),
            ("double 1.000000e+00", &[0, 0, 0, 0, 0, 0, 0xf0, 0x3f]),
            ("float 0x3FF0000000000000", &[0, 0, 0x80, 0x3f]),
            ("half 0xH3C00", &[0, 0x3c]),
            ("<2 x i16> <i16 1, i16 2>", &[1, 0, 2, 0]),
            ("<2 x i8> splat (i8 7)", &[7, 7]),
            ("[3 x i8] c\"a\\00\\FF\"", &[b'a', 0, 0xff]),
            ("[2 x <2 x i8>] [<2 x i8> <i8 1, i8 poison>, <2 x i8> zeroinitializer]", &[1, 0, 0, 0]),
        ];
        for (text, bytes) in cases {
            assert_eq!(constant_bytes(text, 1).as_deref(), Ok(bytes), "{text}");
        }
    }

    #[test]
    fn other_operands_are_no_constants() {
        for text in [
            "",
            "i32",
            "i32 x",
            "i8 300000000000000000000000000000",
            "[2 x i8] c\"abc\"",
            "[9999999 x i64] undef",
            "ptr null",
        ] {
            assert!(constant_bytes(text, 1).is_err(), "{text}");
        }
    }
}
