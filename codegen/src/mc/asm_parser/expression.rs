//! Expressions: numbers, symbols, and operators.
//!
//! Operator precedence is the GNU assembler's: `* / % << >>` first, then `| & ^`, then `+ -`, then
//! comparisons, `&&`, `||`. A comparison that holds is -1. Source: *Using as*, "Infix Operators".

use super::super::inst::McSymbol;
use super::statements::{is_symbol_char, name_at, unquoted, written_name};
use crate::mc::target_asm_parser::{AsmValue, SymbolReader};

/// Resolves names and distances.
pub trait Scope {
    /// Returns the value of the symbol called `name`.
    fn name(&mut self, name: &str) -> Option<AsmValue>;

    /// Returns the current position, `.`.
    fn here(&mut self) -> Option<AsmValue>;

    /// Returns the last label with this number (`1b`), or the next (`1f`).
    fn numbered_label(&mut self, number: u32, ahead: bool) -> Option<AsmValue>;

    /// Returns true if `name` is a register's.
    fn is_register(&self, name: &str) -> bool;

    /// Returns the number of a value whose symbols have a known distance.
    fn absolute(&mut self, value: AsmValue) -> Option<i64>;
}

/// A scope of names without positions, in which distances are unknown.
pub struct WithoutDistances<'a>(pub &'a mut dyn SymbolReader);

impl Scope for WithoutDistances<'_> {
    fn name(&mut self, name: &str) -> Option<AsmValue> {
        self.0.symbol(name).map(|symbol| AsmValue { plus: Some(symbol), ..AsmValue::default() })
    }

    fn here(&mut self) -> Option<AsmValue> {
        None
    }

    fn numbered_label(&mut self, _: u32, _: bool) -> Option<AsmValue> {
        None
    }

    fn is_register(&self, _: &str) -> bool {
        false
    }

    fn absolute(&mut self, value: AsmValue) -> Option<i64> {
        value.as_number()
    }
}

/// Parses an expression at the start of `text`. Returns the value and its length in bytes.
pub fn read(text: &str, scope: &mut dyn Scope) -> Option<(AsmValue, usize)> {
    let mut reader = Reader { text, at: 0, scope, depth: 0 };
    let value = reader.binary(0)?;
    Some((value, reader.at))
}

/// Operators, longest first, with their precedence.
const OPERATORS: [(&str, u8); 20] = [
    ("<<", 6),
    (">>", 6),
    ("&&", 2),
    ("||", 1),
    ("==", 3),
    ("!=", 3),
    ("<>", 3),
    ("<=", 3),
    (">=", 3),
    ("<", 3),
    (">", 3),
    ("*", 6),
    ("/", 6),
    ("%", 6),
    ("|", 5),
    ("&", 5),
    ("^", 5),
    ("!", 5),
    ("+", 4),
    ("-", 4),
];

/// The maximum nesting of parentheses.
const MAX_DEPTH: u32 = 200;

struct Reader<'t, 's> {
    text: &'t str,
    at: usize,
    scope: &'s mut dyn Scope,
    depth: u32,
}

impl<'t> Reader<'t, '_> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn binary(&mut self, least: u8) -> Option<AsmValue> {
        let mut left = self.unary()?;
        loop {
            let before = self.at;
            self.skip_space();
            let rest = self.rest();
            // The longest operator here, of any precedence.
            let operator = OPERATORS.iter().find(|(text, _)| rest.starts_with(text));
            let operator = operator.filter(|(_, binding)| *binding > least);
            let Some((operator, binding)) = operator else {
                self.at = before;
                return Some(left);
            };
            self.at += operator.len();
            let right = self.binary(*binding)?;
            left = self.combine(operator, left, right)?;
        }
    }

    fn combine(&mut self, operator: &str, left: AsmValue, right: AsmValue) -> Option<AsmValue> {
        match operator {
            "+" => return self.sum(left, right),
            "-" => return self.sum(left, right.negated()),
            _ => {}
        }
        let (a, b) = (self.scope.absolute(left)?, self.scope.absolute(right)?);
        let truth = |holds: bool| -i64::from(holds);
        let shift = u32::try_from(b).ok().filter(|by| *by < 64);
        Some(AsmValue::number(match operator {
            "*" => a.wrapping_mul(b),
            "/" => a.checked_div(b)?,
            "%" => a.checked_rem(b)?,
            "<<" => shift.map_or(0, |by| a << by),
            // The assembler's numbers are unsigned here.
            ">>" => shift.map_or(0, |by| (a as u64 >> by) as i64),
            "|" => a | b,
            "&" => a & b,
            "^" => a ^ b,
            "!" => a | !b,
            "==" => truth(a == b),
            "!=" | "<>" => truth(a != b),
            "<" => truth(a < b),
            "<=" => truth(a <= b),
            ">" => truth(a > b),
            ">=" => truth(a >= b),
            "&&" => i64::from(a != 0 && b != 0),
            "||" => i64::from(a != 0 || b != 0),
            _ => return None,
        }))
    }

    fn sum(&mut self, left: AsmValue, right: AsmValue) -> Option<AsmValue> {
        let (mut left, mut right) = (left, right);
        // A symbol that is both added and subtracted cancels.
        for (a, b) in [(&mut left.plus, &mut right.minus), (&mut left.minus, &mut right.plus)] {
            if a.is_some() && a == b {
                (*a, *b) = (None, None);
            }
        }
        let clash = |a: Option<McSymbol>, b: Option<McSymbol>| a.is_some() && b.is_some();
        if clash(left.plus, right.plus) || clash(left.minus, right.minus) {
            // Distances become numbers.
            for value in [&mut left, &mut right] {
                if value.plus.is_some() && value.minus.is_some() {
                    *value = AsmValue::number(self.scope.absolute(*value)?);
                }
            }
            if clash(left.plus, right.plus) || clash(left.minus, right.minus) {
                return None;
            }
        }
        Some(AsmValue {
            plus: left.plus.or(right.plus),
            minus: left.minus.or(right.minus),
            constant: left.constant.wrapping_add(right.constant),
        })
    }

    fn unary(&mut self) -> Option<AsmValue> {
        self.skip_space();
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return None;
        }
        let first = self.rest().chars().next()?;
        let value = match first {
            '-' => {
                self.at += 1;
                self.unary()?.negated()
            }
            '+' => {
                self.at += 1;
                self.unary()?
            }
            '~' | '!' => {
                self.at += 1;
                let operand = self.unary()?;
                let number = self.scope.absolute(operand)?;
                AsmValue::number(if first == '~' { !number } else { i64::from(number == 0) })
            }
            '(' => {
                self.at += 1;
                self.skip_space();
                if self.scope.is_register(name_at(self.rest())) {
                    return None;
                }
                let value = self.binary(0)?;
                self.skip_space();
                if !self.rest().starts_with(')') {
                    return None;
                }
                self.at += 1;
                value
            }
            '\'' => self.character()?,
            '"' => {
                let written = &self.rest()[..written_name(self.rest())?];
                self.at += written.len();
                self.scope.name(&unquoted(written))?
            }
            c if is_symbol_char(c) => self.word()?,
            _ => return None,
        };
        self.depth -= 1;
        Some(value)
    }

    fn word(&mut self) -> Option<AsmValue> {
        let word = name_at(self.rest());
        let value = match number(word) {
            Some(number) => AsmValue::number(number),
            None if word == "." => self.scope.here()?,
            None if word.starts_with(|c: char| c.is_ascii_digit()) => {
                let (number, ahead) = match word.strip_suffix('f') {
                    Some(number) => (number, true),
                    None => (word.strip_suffix('b')?, false),
                };
                self.scope.numbered_label(number.parse().ok()?, ahead)?
            }
            None => self.scope.name(word)?,
        };
        self.at += word.len();
        Some(value)
    }

    /// Parses `'a'`, or `'a` without the closing quote.
    fn character(&mut self) -> Option<AsmValue> {
        let rest = &self.rest()[1..];
        let first = rest.chars().next()?;
        let (value, mut len) = match first {
            '\\' => {
                let c = rest[1..].chars().next()?;
                let value = match c {
                    'n' => 10,
                    't' => 9,
                    'r' => 13,
                    'b' => 8,
                    'f' => 12,
                    '0' => 0,
                    c => i64::from(u32::from(c)),
                };
                (value, 1 + c.len_utf8())
            }
            c => (i64::from(u32::from(c)), c.len_utf8()),
        };
        if rest[len..].starts_with('\'') {
            len += 1;
        }
        self.at += 1 + len;
        Some(AsmValue::number(value))
    }
}

/// Parses an unsigned number: decimal, `0x`, `0b` or octal; as in C it may end in `U`, `L`, `UL`,
/// `LL` or `ULL`.
pub fn number(digits: &str) -> Option<i64> {
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let long = digits.strip_suffix("LL").or(digits.strip_suffix('L')).unwrap_or(digits);
    let digits = long.strip_suffix('U').unwrap_or(long);
    let value = match digits.get(..2) {
        Some("0x" | "0X") => u64::from_str_radix(&digits[2..], 16).ok()?,
        Some("0b" | "0B") if digits.len() > 2 => u64::from_str_radix(&digits[2..], 2).ok()?,
        Some(octal) if octal.starts_with('0') => u64::from_str_radix(&digits[1..], 8).ok()?,
        _ => digits.parse().ok()?,
    };
    Some(value as i64)
}

#[cfg(test)]
mod tests {
    use super::super::super::inst::Label;
    use super::*;

    struct Names;

    impl Scope for Names {
        fn name(&mut self, name: &str) -> Option<AsmValue> {
            let label = match name {
                "a" => 1,
                "b" => 2,
                "c\"" => 3,
                _ => return None,
            };
            Some(AsmValue { plus: Some(McSymbol::Label(Label(label))), ..AsmValue::default() })
        }

        fn here(&mut self) -> Option<AsmValue> {
            self.name("a")
        }

        fn numbered_label(&mut self, number: u32, ahead: bool) -> Option<AsmValue> {
            let label = Label(10 + number * 2 + u32::from(ahead));
            Some(AsmValue { plus: Some(McSymbol::Label(label)), ..AsmValue::default() })
        }

        fn is_register(&self, name: &str) -> bool {
            name == "sp"
        }

        fn absolute(&mut self, value: AsmValue) -> Option<i64> {
            match (value.plus, value.minus) {
                (Some(McSymbol::Label(a)), Some(McSymbol::Label(b))) => {
                    Some(i64::from(a.0) * 10 - i64::from(b.0) * 10 + value.constant)
                }
                _ => value.as_number(),
            }
        }
    }

    #[test]
    fn operators_bind_as_in_the_gnu_assembler() {
        for (text, expected) in [
            ("1+2*3", 7),
            ("(1+2)*3", 9),
            ("1 << 4 | 2", 18),
            ("-1 + 2", 1),
            ("~0 & 0xff", 255),
            ("10/3%2", 1),
            ("1|2+4", 7),
            ("2 == 2", -1),
            ("3 > 4 || 1", 1),
            ("!0", 1),
            ("'a' + 1", 98),
            ("'\\n'", 10),
            ("0b11 + 017 + 0x10", 34),
            ("1U << 4UL | 0x2ULL + 0LL", 18),
            ("a - b + 3", -7),
            ("(b - a) / 2", 5),
            ("b - a + (b - a)", 20),
            (r#""c\"" - . + 1"#, 21),
            ("0f - 0b", 10),
        ] {
            let (value, used) = read(text, &mut Names).unwrap_or_else(|| panic!("{text}"));
            assert_eq!((Names.absolute(value), used), (Some(expected), text.len()), "{text}");
        }
    }

    #[test]
    fn an_expression_ends_where_nothing_goes_on() {
        let ends = |text| read(text, &mut Names).map(|(_, used)| used);
        assert_eq!(ends("8(sp)"), Some(1));
        assert_eq!(ends("a , b"), Some(1));
        assert_eq!(ends("0b"), Some(2));
        assert_eq!(
            (ends("(sp)"), ends(""), ends("1/0"), ends("(1"), ends("a+b")),
            (None, None, None, None, None)
        );
    }
}
