//! Assembly aliases, translated to the table's instructions: names of special cases, and immediates
//! and offsets that another instruction encodes.

use crate::aarch64::isel::materialize::{Step, steps};
use crate::aarch64::mc::instructions::op;
use crate::aarch64::mc::operands::{CONDITIONS, inverse_condition};
use crate::aarch64::mc::register_text::numbered;
use crate::table::{number, statement};

/// Returns the equivalent statement with another instruction: an offset that only `ldur` has, or a
/// negative number that is subtracted. The latter only if `negates`.
pub(crate) fn other_form(line: &str, negates: bool) -> Option<String> {
    let (word, items) = statement(line);
    let item = |n: usize| items.get(n).and_then(|item: &&str| number(item.trim_start_matches('#')));
    let shifted = |n: usize| {
        let value = item(n).filter(|value| value & 0xfff == 0 && (1..1 << 24).contains(value))?;
        (items.len() == n + 1).then_some(())?;
        Some(format!("{word} {}, #{}, lsl #12", items[..n].join(", "), value >> 12))
    };
    let negated = |other: &str| {
        let at = items.iter().position(|item| item.starts_with("#-") || item.starts_with('-'))?;
        let number = number(items[at].trim_start_matches('#'))?.checked_neg().filter(|_| negates)?;
        let mut items: Vec<String> = items.iter().map(|item| (*item).to_owned()).collect();
        let is_shifted = number > 0xfff && number & 0xfff == 0 && at + 1 == items.len();
        items[at] = if is_shifted { format!("#{}, lsl #12", number >> 12) } else { format!("#{number}") };
        Some(format!("{other} {}", items.join(", ")))
    };
    match word {
        "add" => shifted(2).or_else(|| negated("sub")),
        "sub" => shifted(2).or_else(|| negated("add")),
        "adds" => shifted(2).or_else(|| negated("subs")),
        "subs" => shifted(2).or_else(|| negated("adds")),
        "cmp" => shifted(1).or_else(|| negated("cmn")),
        "cmn" => shifted(1).or_else(|| negated("cmp")),
        "mov" if items.iter().all(|item| item.ends_with(']')) => Some(format!("ins {}", items.join(", "))),
        "fcmeq" | "fcmge" | "fcmgt" | "fcmle" | "fcmlt" if item(2) == Some(0) => {
            Some(format!("{word} {}, #0.0", items[..2].join(", ")))
        }
        "ldr" | "str" | "ldrb" | "strb" | "ldrh" | "strh" | "ldrsb" | "ldrsh" | "ldrsw" | "prfm" => {
            let (first, second) = match word {
                "prfm" => ("prfum", ""),
                _ => word.split_at(3),
            };
            let unscaled =
                if word == "prfm" { first.to_owned() } else { format!("{}ur{second}", &first[..2]) };
            Some(format!("{unscaled} {}", items.join(", ")))
        }
        "bic" | "bics" | "orn" | "eon" if negates => {
            let wide = items.first()?.starts_with('x');
            let number = number(items.get(2)?.trim_start_matches('#'))?;
            let inverted = if wide { !number } else { i64::from(!number as u32) };
            let name = match word {
                "bic" => "and",
                "bics" => "ands",
                "orn" => "orr",
                _ => "eor",
            };
            Some(format!("{name} {}, {}, #{}", items[0], items[1], inverted as u64))
        }
        _ => None,
    }
}

/// Returns the table's name of an alias; `None` if the line is no alias.
pub(crate) fn canonical(line: &str) -> Option<String> {
    let (word, items) = statement(line);
    let rd = *items.first()?;
    let wide = rd.starts_with('x') || matches!(rd, "sp" | "fp" | "lr");
    let (bits, zero) = if wide { (64, "xzr") } else { (32, "wzr") };
    let number = |n: usize| number(items.get(n)?.trim_start_matches('#'));
    let (first, second) = (items.get(1).copied().unwrap_or(""), items.get(2).copied().unwrap_or(""));
    let shift = |n: usize| number(n).filter(|n| (0..bits).contains(n));
    let width = |n: usize, low: i64| number(n).filter(|width| (1..=bits - low).contains(width));
    let field = |name: &str, low: i64, high: i64| Some(format!("{name} {rd}, {first}, #{low}, #{high}"));
    match word {
        "mov" if items.len() == 2 && number(1).is_some() => constant(rd, zero, bits, number(1)?),
        "mov" if items.len() == 2 && [rd, first].iter().any(|r| matches!(*r, "sp" | "wsp")) => {
            Some(format!("add {rd}, {first}, #0"))
        }
        "lsl" if number(2).is_some() => shift(2).and_then(|n| field("ubfm", (bits - n) % bits, bits - 1 - n)),
        "lsr" if number(2).is_some() => shift(2).and_then(|n| field("ubfm", n, bits - 1)),
        "asr" if number(2).is_some() => shift(2).and_then(|n| field("sbfm", n, bits - 1)),
        "ror" if number(2).is_some() => shift(2).map(|n| format!("extr {rd}, {first}, {first}, #{n}")),
        "ubfx" | "sbfx" | "bfxil" => {
            let (low, width) = (shift(2)?, width(3, shift(2)?)?);
            let name = if word == "bfxil" { "bfm".into() } else { format!("{}fm", &word[..2]) };
            field(&name, low, low + width - 1)
        }
        "ubfiz" | "sbfiz" | "bfi" => {
            let (low, width) = (shift(2)?, width(3, shift(2)?)?);
            let name = if word == "bfi" { "bfm".into() } else { format!("{}fm", &word[..2]) };
            field(&name, (bits - low) % bits, width - 1)
        }
        "sxtb" | "sxth" | "sxtw" | "uxtw" if wide || !word.ends_with('w') => {
            let top = [("b", 7), ("h", 15), ("w", 31)].iter().find(|(size, _)| word.ends_with(size))?.1;
            let source = if wide { format!("x{}", first.get(1..)?) } else { first.to_owned() };
            let name = if word.starts_with('s') { "sbfm" } else { "ubfm" };
            Some(format!("{name} {rd}, {source}, #0, #{top}"))
        }
        // The upper half is zero as well.
        "uxtb" | "uxth" => {
            let top = if word == "uxtb" { 7 } else { 15 };
            let low = if wide { format!("w{}", rd.get(1..)?) } else { rd.to_owned() };
            Some(format!("ubfm {low}, {first}, #0, #{top}"))
        }
        "cbge" | "cbhs" => {
            let less_one = number(1).filter(|value| (1..=64).contains(value))? - 1;
            let name = if word == "cbge" { "cbgt" } else { "cbhi" };
            Some(format!("{name} {rd}, #{less_one}, {second}"))
        }
        "cble" | "cbls" => {
            let plus_one = number(1).filter(|value| (-1..=62).contains(value))? + 1;
            let name = if word == "cble" { "cblt" } else { "cblo" };
            Some(format!("{name} {rd}, #{plus_one}, {second}"))
        }
        "tbz" | "tbnz" if wide && number(1).is_some_and(|bit| bit < 32) => {
            Some(format!("{word} w{}, {first}, {second}", &rd[1..]))
        }
        "add" | "adds" | "sub" | "subs" if [rd, first].iter().any(|r| matches!(*r, "sp" | "wsp")) => {
            extended(word, rd, first, second, items.get(3).copied())
        }
        "cmp" | "cmn" if matches!(rd, "sp" | "wsp") => {
            let (name, zero) =
                (if word == "cmp" { "subs" } else { "adds" }, if rd == "sp" { "xzr" } else { "wzr" });
            extended(name, zero, rd, first, items.get(2).copied())
        }
        "bfc" => {
            let (low, width) = (shift(1)?, width(2, shift(1)?)?);
            Some(format!("bfm {rd}, {zero}, #{}, #{}", (bits - low) % bits, width - 1))
        }
        _ if word.len() == 3 && CONDITIONS.iter().chain(&["cs", "cc", "al"]).any(|c| word[1..] == **c) => {
            word.starts_with('b').then(|| format!("b.{} {rd}", &word[1..]))
        }
        "sxtl" | "sxtl2" | "uxtl" | "uxtl2" => {
            let half = if word.ends_with('2') { "2" } else { "" };
            Some(format!("{}shll{half} {rd}, {first}, #0", &word[..1]))
        }
        "neg" if items.len() > 2 => Some(format!("sub {rd}, {zero}, {}", items[1..].join(", "))),
        "negs" if items.len() > 2 => Some(format!("subs {rd}, {zero}, {}", items[1..].join(", "))),
        "mvn" if items.len() > 2 => Some(format!("orn {rd}, {zero}, {}", items[1..].join(", "))),
        "tst" if items.len() > 2 => Some(format!("ands {zero}, {}", items.join(", "))),
        "mvn" if first.contains('.') => Some(format!("not {rd}, {first}")),
        "cset" => Some(format!("csinc {rd}, {zero}, {zero}, {}", inverse_condition(first)?)),
        "csetm" => Some(format!("csinv {rd}, {zero}, {zero}, {}", inverse_condition(first)?)),
        "cinc" => Some(format!("csinc {rd}, {first}, {first}, {}", inverse_condition(second)?)),
        "cinv" => Some(format!("csinv {rd}, {first}, {first}, {}", inverse_condition(second)?)),
        "cneg" => Some(format!("csneg {rd}, {first}, {first}, {}", inverse_condition(second)?)),
        "negs" => Some(format!("subs {rd}, {zero}, {first}")),
        "ngc" => Some(format!("sbc {rd}, {zero}, {first}")),
        "ngcs" => Some(format!("sbcs {rd}, {zero}, {first}")),
        _ => None,
    }
}

/// Returns a sum of the stack pointer and a register, which requires an extension.
fn extended(word: &str, rd: &str, rn: &str, rm: &str, shift: Option<&str>) -> Option<String> {
    let zero = rm.strip_suffix("zr").and_then(|letter| letter.chars().next());
    let letter = numbered(rm).map(|(letter, _)| letter).or(zero).filter(|l| matches!(l, 'w' | 'x'))?;
    let extension = if letter == 'x' { "uxtx" } else { "uxtw" };
    match shift {
        None => Some(format!("{word} {rd}, {rn}, {rm}, {extension}")),
        Some(shift) => {
            let amount = shift.strip_prefix("lsl").filter(|amount| !amount.is_empty())?;
            Some(format!("{word} {rd}, {rn}, {rm}, {extension}{amount}"))
        }
    }
}

/// Returns the one instruction that builds a constant.
fn constant(rd: &str, zero: &str, bits: i64, value: i64) -> Option<String> {
    let value = if bits == 32 { value as u64 & 0xffff_ffff } else { value as u64 };
    let steps: Vec<Step> = steps(value, bits as u32).into_iter().collect();
    match steps[..] {
        [Step::Set(op::MOVZWi | op::MOVZXi, half, shift)] => {
            Some(format!("movz {rd}, #{half}, lsl #{shift}"))
        }
        [Step::Set(_, half, shift)] => Some(format!("movn {rd}, #{half}, lsl #{shift}")),
        [Step::Pattern(..)] => Some(format!("orr {rd}, {zero}, #{value:#x}")),
        _ => None,
    }
}
