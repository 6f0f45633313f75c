//! Register names in assembly: by letter and number, in either case, and lists of them as ranges.

use crate::aarch64::registers::REGISTERS;
use gisel_codegen::machine::desc::registers::{PhysReg, RegClassId};
use gisel_codegen::mc::asm_parser::{words, written_name};

/// The maximum number of vector registers in a range.
const MAX_REGISTERS: u16 = 4;

/// Returns the letter and number of a register's name; `fp`, `lr` and `ip0` are X registers.
pub(crate) fn numbered(name: &str) -> Option<(char, u16)> {
    let name = match name {
        "fp" => "x29",
        "lr" => "x30",
        "ip0" => "x16",
        "ip1" => "x17",
        other => other,
    };
    let letter = name.chars().next()?;
    let number = name.get(1..)?.parse().ok()?;
    let most = if matches!(letter, 'w' | 'x') { 30 } else { 31 };
    (matches!(letter, 'w' | 'x' | 'b' | 'h' | 's' | 'd' | 'q' | 'v') && number <= most)
        .then_some((letter, number))
}

/// Returns true if assemblers parse `name` as a register, of any extension and in any case.
pub(crate) fn is_register_name(name: &str) -> bool {
    const NAMED: [&str; 9] = ["sp", "wsp", "xzr", "wzr", "lr", "fp", "ip0", "ip1", "ffr"];
    const LETTERS: [char; 10] = ['b', 'd', 'h', 'p', 'q', 's', 'v', 'w', 'x', 'z'];
    let is_number = |digits: &str| digits.parse::<u8>().is_ok_and(|n| n < 32);
    let name = name.to_ascii_lowercase();
    let numbered = name.strip_prefix("pn").or_else(|| name.strip_prefix(LETTERS));
    NAMED.contains(&name.as_str()) || name.starts_with("za") || numbered.is_some_and(is_number)
}

/// Returns the register `number` of the class.
pub(crate) fn member(class: RegClassId, number: u16) -> Option<PhysReg> {
    let members = REGISTERS.class(class).members;
    members.iter().copied().find(|&r| REGISTERS.reg(r).encoding == number)
}

/// Returns `line` with register names in lower case, and register lists without ranges. Quoted
/// names are unchanged, and so are symbols where no register is allowed: in addresses, after
/// relocation operators and `=`.
pub(crate) fn canonical(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let is_address = line.split_whitespace().next().is_some_and(|word| matches!(word, "adr" | "adrp"));
    let end_of_registers = line.find(',').filter(|_| is_address).unwrap_or(line.len());
    let (mut rest, symbols) = line.split_at(end_of_registers);
    while let Some(at) = rest.find('"')
        && let Some(length) = written_name(&rest[at..])
    {
        write_canonical(&rest[..at], &mut out);
        out.push_str(&rest[at..at + length]);
        rest = &rest[at + length..];
    }
    write_canonical(rest, &mut out);
    out.push_str(symbols);
    out
}

fn write_canonical(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        let Some(close) = rest[open..].find('}').map(|at| open + at) else { break };
        lower_case(&rest[..=open], out);
        match range(rest[open + 1..close].trim()) {
            Some(list) => out.push_str(&list),
            None => lower_case(&rest[open + 1..close], out),
        }
        rest = &rest[close..];
    }
    lower_case(rest, out);
}

/// Writes `text` with register names in lower case, including suffixes.
fn lower_case(text: &str, out: &mut String) {
    for word in words(text) {
        let name = word.split('.').next().unwrap_or_default();
        let is_symbol = out.trim_end().ends_with([':', '=']);
        if !is_symbol && matches!(name, "x31" | "X31" | "w31" | "W31") {
            out.push_str(if name.starts_with(['x', 'X']) { "xzr" } else { "wzr" });
        } else if !is_symbol
            && word.contains(|c: char| c.is_ascii_uppercase())
            && is_register(&name.to_ascii_lowercase())
        {
            out.push_str(&word.to_ascii_lowercase());
        } else {
            out.push_str(word);
        }
    }
}

fn is_register(name: &str) -> bool {
    match name.strip_prefix(['b', 'h', 's', 'd', 'q', 'v', 'w', 'x']) {
        Some(digits) if digits.parse::<u8>().is_ok_and(|n| n < 32) => true,
        _ => matches!(name, "sp" | "wsp" | "xzr" | "wzr" | "fp" | "lr"),
    }
}

/// Returns `v1.8b, v2.8b, v3.8b` for `v1.8b - v3.8b`; 0 follows 31.
fn range(list: &str) -> Option<String> {
    let (first, last) = list.split_once('-')?;
    let ((first, kind), (last, other)) = (vector(first.trim())?, vector(last.trim())?);
    let count = (last + 32 - first) % 32 + 1;
    if !kind.eq_ignore_ascii_case(other) || !(2..=MAX_REGISTERS).contains(&count) {
        return None;
    }
    let names: Vec<String> = (0..count).map(|n| format!("v{}{kind}", (first + n) % 32)).collect();
    Some(names.join(", "))
}

/// Returns the number of a vector register, and its arrangement.
fn vector(name: &str) -> Option<(u16, &str)> {
    let (number, kind) = name.split_at(name.find('.')?);
    let number = number.strip_prefix(['v', 'V'])?.parse().ok().filter(|n| *n < 32)?;
    Some((number, kind))
}

#[cfg(test)]
mod tests {
    use super::canonical;

    #[test]
    fn ranges_become_lists_and_names_lower_case() {
        assert_eq!(
            canonical("ld1 {v30.8b-V1.8B}, [X0], #32"),
            "ld1 {v30.8b, v31.8b, v0.8b, v1.8b}, [x0], #32"
        );
        assert_eq!(canonical("st4 { V0.s - v3.S }[1], [SP]"), "st4 {v0.s, v1.s, v2.s, v3.s}[1], [sp]");
        assert_eq!(canonical("b X_0"), "b X_0");
        assert_eq!(canonical("adrp X1, \"X1\\\"\""), "adrp x1, \"X1\\\"\"");
        assert_eq!(canonical("b.ne .X1"), "b.ne .X1");
        assert_eq!(canonical("adrp X1, S8+4"), "adrp x1, S8+4");
        assert_eq!(canonical("ldr X0, [X1, :lo12:S8]"), "ldr x0, [x1, :lo12:S8]");
        assert_eq!(canonical("ldr X0, =S8"), "ldr x0, =S8");
        assert_eq!(canonical("add V0.8H, v1.8H, X1"), "add v0.8h, v1.8h, x1");
        for same in ["ld1 {v0.8b-v5.8b}, [x0]", "ld1 {v0.8b-v1.4h}, [x0]", "ld1 {v0.8b", "ldr x0, =A-B"] {
            assert_eq!(canonical(same), same);
        }
    }
}
