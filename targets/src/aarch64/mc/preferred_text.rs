//! The preferred text of instructions with several forms: `mov`, `cmp`, `lsl` and similar aliases
//! (Arm Architecture Reference Manual, chapters C6 and C7, "Alias conditions").
//!
//! The table prints the encoding's own name. Aliases are derived from that text, and
//! [`canonical`](crate::aarch64::mc::assembly_aliases::canonical) reverses them.

use crate::aarch64::isel::logical_immediate;
use crate::aarch64::isel::materialize::{Step, steps};
use crate::aarch64::mc::instructions::op;
use crate::aarch64::mc::operands::inverse_condition;
use crate::aarch64::registers::regs;
use crate::table::{number, statement};
use gisel_codegen::mc::inst::{McInst, McOperand};

/// Returns the statement with LLVM's text of some encodings: the constant of a move, and the
/// position of a bit field.
pub(crate) fn preferred_encoding(line: &str) -> Option<String> {
    let line = with_blank(line);
    let (word, items) = statement(&line);
    let is_pattern =
        word == "orr" && items.len() == 3 && items[2].starts_with('#') && items[1].ends_with("zr");
    // LLVM writes a shift here that the instruction does not perform.
    if let Some(before) = line.strip_suffix(", lsl]") {
        return Some(format!("{word}\t{}]", before.split_once(' ')?.1));
    }
    let always = matches!(word, "movz" | "movn" | "sbfm" | "ubfm" | "bfm") || is_pattern;
    preferred(&line).filter(|_| always)
}

/// Returns the statement with a blank after its name.
fn with_blank(line: &str) -> String {
    line.split_once('\t').map_or_else(|| line.to_owned(), |(word, rest)| format!("{word} {rest}"))
}

/// Returns the preferred form of the statement; `None` if it is unchanged.
pub(crate) fn preferred(line: &str) -> Option<String> {
    let line = with_blank(line);
    let (word, items) = statement(&line);
    let rd = *items.first()?;
    if let Some(before) = items.join(", ").strip_suffix(", #0]") {
        return Some(format!("{word}\t{before}]"));
    }
    let item = |n: usize| items.get(n).copied().unwrap_or("");
    let is_zero = |item: &str| matches!(item, "xzr" | "wzr");
    let rest = |from: usize| items[from..].join(", ");
    let renamed = |name: &str| Some(format!("{name}\t{}", items.join(", ")));
    let inverse = |n: usize| inverse_condition(item(n));
    match word {
        "movz" | "movn" => moved(word, rd, item(1), item(2)),
        "orr" if is_zero(item(1)) && items.len() == 3 => match item(2).strip_prefix('#') {
            Some(pattern) => pattern_moved(rd, number(pattern)?),
            None => Some(format!("mov\t{rd}, {}", item(2))),
        },
        "add" if item(2) == "#0" && items.len() == 3 && [rd, item(1)].iter().any(|r| r.ends_with("sp")) => {
            Some(format!("mov\t{rd}, {}", item(1)))
        }
        "sbfm" | "ubfm" => field(word, rd, item(1), number_of(item(2))?, number_of(item(3))?),
        "bfm" => inserted(rd, item(1), number_of(item(2))?, number_of(item(3))?),
        "csinc" | "csinv" | "csneg" if item(1) == item(2) => {
            let condition = inverse(3)?;
            let both_zero = is_zero(item(1)) && word != "csneg";
            let name = match (word, both_zero) {
                ("csinc", true) => return Some(format!("cset\t{rd}, {condition}")),
                (_, true) => return Some(format!("csetm\t{rd}, {condition}")),
                ("csinc", false) => "cinc",
                ("csinv", false) => "cinv",
                _ => "cneg",
            };
            Some(format!("{name}\t{rd}, {}, {condition}", item(1)))
        }
        "subs" if is_zero(rd) => Some(format!("cmp\t{}", rest(1))),
        "adds" if is_zero(rd) => Some(format!("cmn\t{}", rest(1))),
        "ands" if is_zero(rd) => Some(format!("tst\t{}", rest(1))),
        "sub" if is_zero(item(1)) => Some(format!("neg\t{rd}, {}", rest(2))),
        "subs" if is_zero(item(1)) => Some(format!("negs\t{rd}, {}", rest(2))),
        "orn" if is_zero(item(1)) => Some(format!("mvn\t{rd}, {}", rest(2))),
        "sbc" if is_zero(item(1)) => Some(format!("ngc\t{rd}, {}", item(2))),
        "sbcs" if is_zero(item(1)) => Some(format!("ngcs\t{rd}, {}", item(2))),
        "extr" if item(1) == item(2) => Some(format!("ror\t{rd}, {}, {}", item(1), item(3))),
        "ins" => renamed("mov"),
        "orr" if item(1) == item(2) && rd.contains(".16b") | rd.contains(".8b") => {
            Some(format!("mov\t{rd}, {}", item(1)))
        }
        "not" => renamed("mvn"),
        "umov" if item(1).contains(".s[") || item(1).contains(".d[") => renamed("mov"),
        _ => None,
    }
}

fn number_of(item: &str) -> Option<i64> {
    number(item.strip_prefix('#')?)
}

/// Returns the move of the constant of `movz` or `movn`; `None` if another instruction is preferred
/// for it, or only the linker knows it.
fn moved(word: &str, rd: &str, half: &str, shift: &str) -> Option<String> {
    let half = number_of(half)?;
    let shift = if shift.is_empty() {
        0
    } else {
        number(shift.strip_prefix("lsl")?.trim_start().strip_prefix('#')?)?
    };
    let wide = rd.starts_with('x');
    if half == 0 && shift != 0 || word == "movn" && !wide && half == 0xffff {
        return None;
    }
    let value = if word == "movz" { half << shift } else { !(half << shift) };
    let value = if wide { value } else { i64::from(value as i32) };
    Some(format!("mov\t{rd}, #{value}"))
}

/// Returns the move of the constant of `orr`; `None` if `movz` or `movn` can build it too.
fn pattern_moved(rd: &str, value: i64) -> Option<String> {
    let bits = if rd.starts_with('x') { 64 } else { 32 };
    let unsigned = if bits == 64 { value as u64 } else { u64::from(value as u32) };
    let value = if bits == 64 { value } else { i64::from(value as i32) };
    is_pattern(unsigned, bits).then(|| format!("mov\t{rd}, #{value}"))
}

/// Returns true if `orr` builds a number, and neither `movz` nor `movn` does.
fn is_pattern(value: u64, bits: u32) -> bool {
    matches!(steps(value, bits)[..], [Step::Pattern(..)])
}

/// Returns the comment of an instruction: the number that it builds, or adds, if its text does not
/// show it.
pub(crate) fn comment(inst: &McInst) -> Option<String> {
    let wide = matches!(inst.opcode, op::MOVZXi | op::MOVNXi | op::ORRXri);
    let of_width = |value: u64| if wide { value } else { u64::from(value as u32) };
    let value = match (inst.opcode, &inst.operands[..]) {
        (op::MOVZWi | op::MOVZXi, &[_, McOperand::Imm(half), McOperand::Imm(shift)]) => {
            (half != 0 || shift == 0).then_some((half as u64) << shift)
        }
        (op::MOVNWi | op::MOVNXi, &[_, McOperand::Imm(half), McOperand::Imm(shift)]) => {
            (half != 0 || shift == 0).then_some(!((half as u64) << shift))
        }
        (op::ORRWri | op::ORRXri, &[_, McOperand::Reg(regs::WZR | regs::XZR), McOperand::Imm(pattern)]) => {
            let bits = if wide { 64 } else { 32 };
            logical_immediate::decode(pattern as u64, bits).filter(|&value| is_pattern(value, bits))
        }
        (
            op::ADDWri
            | op::ADDXri
            | op::ADDSWri
            | op::ADDSXri
            | op::SUBWri
            | op::SUBXri
            | op::SUBSWri
            | op::SUBSXri,
            &[.., McOperand::Imm(value), McOperand::Imm(shift)],
        ) => return (shift != 0).then(|| format!("={}", value << shift)),
        _ => None,
    };
    value.map(|value| format!("={:#x}", of_width(value)))
}

/// Returns the alias of a bit-field move to the bottom of a register, or from there.
fn field(word: &str, rd: &str, rn: &str, first: i64, last: i64) -> Option<String> {
    let (signed, wide) = (word == "sbfm", rd.starts_with('x'));
    let (bits, sign) = (if wide { 64 } else { 32 }, if signed { 's' } else { 'u' });
    let low = || rn.strip_prefix('x').map_or_else(|| rn.to_owned(), |n| format!("w{n}"));
    let extended = match (first, last) {
        (0, 7) if signed || !wide => Some("xtb"),
        (0, 15) if signed || !wide => Some("xth"),
        (0, 31) if signed && wide => Some("xtw"),
        _ => None,
    };
    if let Some(name) = extended {
        return Some(format!("{sign}{name}\t{rd}, {}", low()));
    }
    if !signed && last != bits - 1 && last + 1 == first {
        return Some(format!("lsl\t{rd}, {rn}, #{}", bits - first));
    }
    if last == bits - 1 {
        return Some(format!("{}\t{rd}, {rn}, #{first}", if signed { "asr" } else { "lsr" }));
    }
    if first > last {
        return Some(format!("{sign}bfiz\t{rd}, {rn}, #{}, #{}", bits - first, last + 1));
    }
    Some(format!("{sign}bfx\t{rd}, {rn}, #{first}, #{}", last - first + 1))
}

/// Returns the alias of a bit-field insertion.
fn inserted(rd: &str, rn: &str, first: i64, last: i64) -> Option<String> {
    let bits = if rd.starts_with('x') { 64 } else { 32 };
    if last < first {
        return Some(format!("bfi\t{rd}, {rn}, #{}, #{}", bits - first, last + 1));
    }
    Some(format!("bfxil\t{rd}, {rn}, #{first}, #{}", last - first + 1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::aarch64::mc::assembly_aliases::canonical;

    #[test]
    fn preferred_texts_have_the_same_encoding() {
        let table = [
            ("movz x10, #65520", "mov\tx10, #65520"),
            ("movn w11, #0", "mov\tw11, #-1"),
            ("orr w2, wzr, w3", "mov\tw2, w3"),
            ("orr x2, xzr, #0x5555555555555555", "mov\tx2, #6148914691236517205"),
            ("add x29, sp, #0", "mov\tx29, sp"),
            ("ubfm x0, x1, #15, #63", "lsr\tx0, x1, #15"),
            ("ubfm x11, x8, #48, #47", "lsl\tx11, x8, #16"),
            ("ubfm w11, w8, #28, #3", "ubfiz\tw11, w8, #4, #4"),
            ("sbfm x0, x0, #0, #31", "sxtw\tx0, w0"),
            ("sbfm w0, w8, #0, #0", "sbfx\tw0, w8, #0, #1"),
            ("bfm w0, w8, #4, #7", "bfxil\tw0, w8, #4, #4"),
            ("csinc w25, wzr, wzr, le", "cset\tw25, gt"),
            ("csneg w8, w8, w8, pl", "cneg\tw8, w8, mi"),
            ("ldr x3, [x8, #0]", "ldr\tx3, [x8]"),
            ("subs xzr, x0, w1, uxtw", "cmp\tx0, w1, uxtw"),
        ];
        for (line, text) in table {
            assert_eq!(preferred(line).as_deref(), Some(text));
            if let Some(back) = canonical(&text.replace('\t', " ")) {
                assert_eq!(back.replace(", lsl #0", ""), line);
            }
        }
        for line in ["movz x0, #0, lsl #16", "movz x0, #:abs_g0:a", "ldr x0, [x1, #0]!", "add x0, x1, #0"] {
            assert_eq!(preferred(line), None);
        }
    }
}
