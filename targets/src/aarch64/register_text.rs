//! Registers as assemblers let them be written: in either case, and lists of them as ranges.

use super::inline_asm::is_register_name;

/// A range of vector registers is of at most so many.
const MOST_REGISTERS: u16 = 4;

/// `line` with the names of registers in lower case and lists of registers without ranges.
pub(super) fn canonical(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(open) = rest.find('{') {
        let Some(close) = rest[open..].find('}').map(|at| open + at) else { break };
        lower_case(&rest[..=open], &mut out);
        match range(rest[open + 1..close].trim()) {
            Some(list) => out.push_str(&list),
            None => lower_case(&rest[open + 1..close], &mut out),
        }
        rest = &rest[close..];
    }
    lower_case(rest, &mut out);
    out
}

/// Writes `text` with the names of registers in lower case.
fn lower_case(text: &str, out: &mut String) {
    let mut rest = text;
    while let Some(start) = rest.find(|c: char| c.is_ascii_alphanumeric() || c == '_') {
        out.push_str(&rest[..start]);
        rest = &rest[start..];
        let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || c == '_')).unwrap_or(rest.len());
        let word = &rest[..end];
        let upper = word.starts_with(|c: char| c.is_ascii_uppercase());
        if upper && is_register_name(word) {
            out.push_str(&word.to_ascii_lowercase());
        } else {
            out.push_str(word);
        }
        rest = &rest[end..];
    }
    out.push_str(rest);
}

/// `v1.8b, v2.8b, v3.8b` of `v1.8b - v3.8b`; 0 follows 31.
fn range(list: &str) -> Option<String> {
    let (first, last) = list.split_once('-')?;
    let ((first, kind), (last, other)) = (vector(first.trim())?, vector(last.trim())?);
    let count = (last + 32 - first) % 32 + 1;
    if !kind.eq_ignore_ascii_case(other) || !(2..=MOST_REGISTERS).contains(&count) {
        return None;
    }
    let names: Vec<String> = (0..count).map(|n| format!("v{}{kind}", (first + n) % 32)).collect();
    Some(names.join(", "))
}

/// The number of a vector register, and its arrangement.
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
        assert_eq!(canonical("ld1 {v30.8b-V1.8B}, [X0], #32"), "ld1 {v30.8b, v31.8b, v0.8b, v1.8b}, [x0], #32");
        assert_eq!(canonical("st4 { V0.s - v3.S }[1], [SP]"), "st4 {v0.s, v1.s, v2.s, v3.s}[1], [sp]");
        assert_eq!(canonical("b X_0"), "b X_0");
        for same in ["ld1 {v0.8b-v5.8b}, [x0]", "ld1 {v0.8b-v1.4h}, [x0]", "ld1 {v0.8b", "ldr x0, =A-B"] {
            assert_eq!(canonical(same), same);
        }
    }
}
