//! `intrinsics.txt`: the instructions of intrinsics, by type.
//!
//! A pattern is an opcode's name with type placeholders, or several separated by `|`. Patterns are
//! resolved here for all existing types, so selection looks up opcodes by number. Cost: the number
//! of patterns, times the types of the roles in a pattern.

use crate::instructions::Instructions;
use crate::source::{Result, Statement, read};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// A scalar, or a vector of several lanes.
#[derive(Clone, Copy)]
struct Type {
    lanes: u32,
    bits: u32,
}

impl Type {
    /// Returns the types of at most 128 bits.
    fn all() -> impl Iterator<Item = Type> {
        let sized = |bits: u32| (0..5).map(move |log2| Type { lanes: 1 << log2, bits });
        (3..8).flat_map(move |log2| sized(1 << log2)).filter(|ty| ty.total() <= 128)
    }

    fn total(self) -> u32 {
        self.lanes * self.bits
    }

    /// Returns the number of the type in keys, as in `intrinsics.rs`.
    fn code(self) -> u32 {
        self.lanes.trailing_zeros() << 4 | self.bits.trailing_zeros()
    }

    /// Returns `v8i8`, `v2f64`; only the number of bits for a scalar float.
    fn shape(self, letter: &str) -> String {
        match (letter, self.lanes) {
            ("f", 1) => self.bits.to_string(),
            _ => format!("v{}{letter}{}", self.lanes, self.bits),
        }
    }

    /// Returns the arrangement of a vector: `v8b`, `v2d`.
    fn arrangement(self) -> Option<String> {
        let letter =
            [(8, 'b'), (16, 'h'), (32, 's'), (64, 'd')].into_iter().find(|(bits, _)| *bits == self.bits)?.1;
        Some(format!("v{}{letter}", self.lanes))
    }

    /// Returns the letter of an element, from those for 8, 16, 32 and 64 bits.
    fn element(self, letters: [&str; 4]) -> Option<String> {
        Type { lanes: 1, bits: self.bits }.letter(letters)
    }

    /// Returns the letter of a whole register or access, from those for 8, 16, 32 and 64 bits.
    fn letter(self, letters: [&str; 4]) -> Option<String> {
        let at = [8, 16, 32, 64].into_iter().position(|bits| bits == self.total())?;
        Some(letters[at].into())
    }
}

const OF_ELEMENTS: [&str; 4] = ["B", "H", "S", "D"];
const OF_ACCESSES: [&str; 4] = ["B", "H", "W", "X"];
const OF_REALS: [&str; 4] = ["B", "H", "S", "D"];
const OF_SMALL_REALS: [&str; 4] = ["b", "h", "s", "d"];

/// The number of type roles: the result, the first argument, the second, the access. Each has a
/// byte in keys.
const ROLES: usize = 4;

/// Returns the text of a type in a name; `None` if there is no such name.
type Text = fn(Type) -> Option<String>;

/// Parses a placeholder: the role of its type, and its text.
fn placeholder(s: &Statement, key: &str) -> Result<(usize, Text)> {
    Ok(match key {
        "r" => (0, |ty| Some(ty.shape("i"))),
        "y" => (0, |ty| match ty.total() {
            64 => Some("v8i8".into()),
            128 => Some("v16i8".into()),
            _ => None,
        }),
        "f" => (0, |ty| Some(ty.shape("f"))),
        "o" => (0, |ty| Some(if ty.total() == 16 { "v1f16".into() } else { ty.shape("i") })),
        "q" => (0, |ty| (ty.total() == 16).then(|| "v1f16".into())),
        "m" => (0, Type::arrangement),
        "g" => (0, |ty| ty.letter(OF_REALS)),
        "d" => (0, |ty| ty.letter(OF_SMALL_REALS)),
        "4s" => (0, |ty| (ty.lanes == 4 && ty.bits == 32).then(String::new)),
        "8h" => (0, |ty| (ty.lanes == 8 && ty.bits == 16).then(String::new)),
        "fh" => (0, |ty| (ty.bits == 16).then(|| ty.shape("f"))),
        "fs" => (0, |ty| (ty.bits == 32).then(|| ty.shape("f"))),
        "n" => (0, |ty| ty.element(OF_ELEMENTS)),
        "w" => (0, |ty| Some(if ty.total() > 32 { "X".into() } else { "W".into() })),
        "s" => (1, |ty| Some(ty.shape("i"))),
        "e" => (1, |ty| Some(ty.shape("f"))),
        "t" => (1, Type::arrangement),
        "i" => (1, |ty| Some(format!("F{}", ty.bits))),
        "u" => (1, |ty| match ty.total() {
            64 => Some(String::new()),
            128 => Some("2".into()),
            _ => None,
        }),
        "l" => (1, |ty| Some(format!("i{}", ty.bits))),
        "h" => (1, |ty| ty.letter(OF_REALS)),
        "k" => (1, |ty| ty.letter(OF_SMALL_REALS)),
        "a" => (2, |ty| Some(ty.shape("i"))),
        "b" => (2, |ty| Some(ty.shape("f"))),
        "bf" => (2, |ty| Some(ty.shape("bf"))),
        "x" => (3, |ty| ty.letter(OF_ACCESSES)),
        _ => return s.error(format!("`{{{key}}}` stands for nothing")),
    })
}

/// Returns the names that begin with `start` and match `rest`, by the codes of their types.
fn names(
    s: &Statement,
    start: &str,
    rest: &str,
    types: [Option<Type>; ROLES],
    found: &mut dyn FnMut(&str, [Option<Type>; ROLES]),
) -> Result<()> {
    let Some((literal, after)) = rest.split_once('{') else {
        found(&format!("{start}{rest}"), types);
        return Ok(());
    };
    let Some((key, after)) = after.split_once('}') else { return s.error("`{` without `}`") };
    let (role, text) = placeholder(s, key)?;
    let candidates: Vec<Type> = match types[role] {
        Some(ty) => vec![ty],
        None => Type::all().collect(),
    };
    for ty in candidates {
        if let Some(text) = text(ty) {
            let mut types = types;
            types[role] = Some(ty);
            names(s, &format!("{start}{literal}{text}"), after, types, found)?;
        }
    }
    Ok(())
}

/// Returns the Rust expression of a pattern: for each of its names the bytes of keys that are used,
/// and the opcodes by key.
fn pattern(s: &Statement, instructions: &Instructions, text: &str) -> Result<String> {
    let mut out = String::from("&[");
    for one in text.split('|').filter(|one| !one.is_empty()) {
        let (mut mask, mut opcodes) = (0u32, BTreeMap::new());
        names(s, "", one, [None; ROLES], &mut |name, types| {
            // Structures of single doublewords are plain registers.
            let mut name = name.to_owned();
            if name.ends_with("v1d") && !name.contains('R') {
                name.replace_range(2..3, "1");
            }
            let Some(index) = instructions.position(&name) else { return };
            let byte = |role: usize| types[role].map_or(0, |ty| ty.code() << (8 * role));
            let used = |role: usize| types[role].map_or(0, |_| 0xff << (8 * role));
            mask |= (0..ROLES).map(used).sum::<u32>();
            opcodes.insert((0..ROLES).map(byte).sum::<u32>(), index);
        })?;
        if opcodes.is_empty() {
            return s.error(format!("no instruction is named as `{one}` says"));
        }
        let opcodes: String =
            opcodes.iter().map(|(key, index)| format!("({key:#x}, o({index})), ")).collect();
        let _ = write!(out, "Named {{ mask: {mask:#x}, opcodes: &[{opcodes}] }}, ");
    }
    Ok(out + "]")
}

/// Returns the Rust source of the intrinsics in `file`.
pub fn compile(file: &Path, instructions: &Instructions) -> Result<String> {
    let (mut intrinsics, mut generic, mut last) = (String::new(), String::new(), String::new());
    for s in read(file)? {
        let mut words = s.text.split_whitespace();
        let (Some(name), Some(text)) = (words.next(), words.next()) else {
            return s.error("a name and a pattern");
        };
        let pattern = |text: &str| pattern(&s, instructions, text);
        let how = words.collect::<Vec<_>>();
        if name.starts_with("G_") {
            let module = if instructions.position(name).is_some() { "own" } else { "gop" };
            let _ = writeln!(generic, "        {module}::{name} => const {{ {} }},", pattern(text)?);
            continue;
        }
        if name <= last.as_str() {
            return s.error("intrinsics are to be in order");
        }
        last = name.to_owned();
        let how = match how[..] {
            ["Shift", left] => format!("Shift {{ left: {}, right: &[] }}", pattern(left)?),
            ["Shift", left, right] => {
                format!("Shift {{ left: {}, right: {} }}", pattern(left)?, pattern(right)?)
            }
            _ => how.join(" "),
        };
        let _ = writeln!(intrinsics, "    (\"{name}\", {}, {how}),", pattern(text)?);
    }
    let mut out =
        String::from("const fn o(index: u16) -> Opcode {\n    Opcode(Opcode::FIRST_TARGET + index)\n}\n\n");
    let _ = write!(
        out,
        "/// In the order of the names.\nstatic INTRINSICS: &[(&str, Pattern, How)] = &[\n{intrinsics}];\n\n"
    );
    out += "/// The instructions of generic opcodes that are selected like intrinsics.\n";
    let _ = write!(
        out,
        "fn generic(opcode: Opcode) -> Option<Pattern> {{\n    Some(match opcode {{\n{generic}        _ => return None,\n    }})\n}}\n"
    );
    Ok(out)
}
