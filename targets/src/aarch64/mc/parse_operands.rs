//! Parsing of AArch64's operands whose text is not a plain number: the reverse of `operands`.

use crate::aarch64::isel::logical_immediate;
use crate::aarch64::mc::operands::{
    BARRIERS, BARRIERS_NXS, CONDITIONS, EXTENDS, MSL, RANGE_PREFETCHES, SHIFTS, SYSTEM_REGISTERS,
    fp_immediate, fp_immediate_of,
};
use crate::aarch64::mc::system_registers::MORE_SYSTEM_REGISTERS;
use crate::table::AsmCursor;

/// Parses a condition, by its name or an alias.
pub(crate) fn parse_cond(at: &mut AsmCursor<'_>) -> Option<i64> {
    let word = at.word()?.to_ascii_lowercase();
    let name = match word.as_str() {
        "cs" => "hs",
        "cc" => "lo",
        name => name,
    };
    position(&CONDITIONS, name)
}

fn position(names: &[&str], name: &str) -> Option<i64> {
    names.iter().position(|n| !n.is_empty() && n.eq_ignore_ascii_case(name)).map(|i| i as i64)
}

/// Parses `#3`, or `3`.
fn amount(at: &mut AsmCursor<'_>) -> Option<i64> {
    at.skip_space();
    at.eat("#");
    at.number()
}

/// Parses the text after a comma; consumes nothing on failure.
fn after_comma<'a, T>(
    at: &mut AsmCursor<'a>,
    read: impl FnOnce(&mut AsmCursor<'a>) -> Option<T>,
) -> Option<T> {
    let mut trial = at.clone();
    trial.skip_space();
    if !trial.eat(",") {
        return None;
    }
    let value = read(&mut trial)?;
    *at = trial;
    Some(value)
}

/// Parses `, lsl #3`, or nothing.
pub(crate) fn parse_shift(at: &mut AsmCursor<'_>) -> Option<i64> {
    let shift = after_comma(at, |at| {
        let kind = position(&SHIFTS, at.word()?)?;
        let by = amount(at).filter(|by| (0..64).contains(by))?;
        Some(kind << 6 | by)
    });
    Some(shift.unwrap_or(0))
}

/// Parses `, uxtw #2`.
pub(crate) fn parse_extend(at: &mut AsmCursor<'_>) -> Option<i64> {
    after_comma(at, |at| {
        let kind = position(&EXTENDS, at.word()?)?;
        let mut trial = at.clone();
        let Some(by) = amount(&mut trial) else { return Some(kind << 3) };
        *at = trial;
        (0..8).contains(&by).then_some(kind << 3 | by)
    })
}

/// Parses a 32-bit logical immediate.
pub(crate) fn parse_logical32(at: &mut AsmCursor<'_>) -> Option<i64> {
    logical_immediate::encode(at.number()? as u64, 32).map(|v| v as i64)
}

/// Parses a 64-bit logical immediate.
pub(crate) fn parse_logical64(at: &mut AsmCursor<'_>) -> Option<i64> {
    logical_immediate::encode(at.number()? as u64, 64).map(|v| v as i64)
}

/// Parses a floating-point number.
pub(crate) fn parse_fpimm(at: &mut AsmCursor<'_>) -> Option<i64> {
    at.skip_space();
    let negative = at.eat("-");
    let rest = at.rest();
    let mut before = ' ';
    let ends = |c: char| {
        let signed = matches!(c, '+' | '-') && matches!(before, 'e' | 'E');
        before = c;
        !(c.is_ascii_alphanumeric() || c == '.' || signed)
    };
    let number = &rest[..rest.find(ends).unwrap_or(rest.len())];
    let value: f64 = number.parse().ok()?;
    at.eat(number);
    let value = if negative { -value } else { value };
    let imm = fp_immediate_of(value.to_bits())?;
    (fp_immediate(imm) == value).then_some(i64::from(imm))
}

/// Parses a barrier's option, by name or number.
pub(crate) fn parse_barrier(at: &mut AsmCursor<'_>) -> Option<i64> {
    let mut trial = at.clone();
    if let Some(number) = amount(&mut trial) {
        *at = trial;
        return Some(number);
    }
    position(&BARRIERS, at.word()?)
}

/// Parses a barrier's option with "nXS", by name or number.
pub(crate) fn parse_barriernxs(at: &mut AsmCursor<'_>) -> Option<i64> {
    let mut trial = at.clone();
    if let Some(number) = amount(&mut trial) {
        *at = trial;
        return [16, 20, 24, 28].iter().position(|n| *n == number).map(|n| n as i64);
    }
    position(&BARRIERS_NXS, at.word()?)
}

/// Parses a control register of system instructions, `c7`.
pub(crate) fn parse_sysc(at: &mut AsmCursor<'_>) -> Option<i64> {
    at.word()?.strip_prefix(['c', 'C'])?.parse().ok()
}

/// Parses a system register by name or by its fields.
pub(crate) fn parse_sysreg(at: &mut AsmCursor<'_>) -> Option<i64> {
    let word = at.word()?.to_ascii_lowercase();
    let mut named = SYSTEM_REGISTERS.iter().chain(MORE_SYSTEM_REGISTERS);
    if let Some(&(_, value)) = named.find(|(name, _)| *name == word) {
        return Some(value);
    }
    let mut fields = word.strip_prefix('s')?.split('_');
    let mut field = |prefix: &str, max: i64| {
        let value: i64 = fields.next()?.strip_prefix(prefix)?.parse().ok()?;
        (0..=max).contains(&value).then_some(value)
    };
    let (op0, op1, crn, crm, op2) =
        (field("", 3)?, field("", 7)?, field("c", 15)?, field("c", 15)?, field("", 7)?);
    Some(op0 << 14 | op1 << 11 | crn << 7 | crm << 3 | op2)
}

/// Parses a prefetch operation by name or number.
pub(crate) fn parse_prfop(at: &mut AsmCursor<'_>) -> Option<i64> {
    at.skip_space();
    if at.eat("#") {
        return at.number();
    }
    let word = at.word()?.to_ascii_lowercase();
    let kind = position(&["pld", "pli", "pst"], word.get(..3)?)?;
    // The caches by level, and the system's.
    let levels = ["l1", "l2", "l3", "slc"];
    let (level, rest) =
        levels.iter().enumerate().find_map(|(n, name)| Some((n as i64, word[3..].strip_prefix(name)?)))?;
    Some(kind << 3 | level << 1 | position(&["keep", "strm"], rest)?)
}

/// Parses the operation of a range prefetch, by name or number.
pub(crate) fn parse_rangeprfop(at: &mut AsmCursor<'_>) -> Option<i64> {
    at.skip_space();
    if at.eat("#") {
        return at.number();
    }
    let word = at.word()?;
    let named = RANGE_PREFETCHES.iter().find(|(name, _)| name.eq_ignore_ascii_case(word));
    named.map(|&(_, number)| number)
}

/// Parses `, nb`, or nothing.
pub(crate) fn parse_unbalanced(at: &mut AsmCursor<'_>) -> Option<i64> {
    let found = after_comma(at, |at| at.word().filter(|word| word.eq_ignore_ascii_case("nb")));
    Some(i64::from(found.is_some()))
}

/// Parses `nb`, or nothing.
pub(crate) fn parse_only_unbalanced(at: &mut AsmCursor<'_>) -> Option<i64> {
    match at.word() {
        None => Some(0),
        Some(word) => word.eq_ignore_ascii_case("nb").then_some(1),
    }
}

/// Parses the extension of a 32-bit offset register.
pub(crate) fn parse_memextw(at: &mut AsmCursor<'_>) -> Option<i64> {
    position(&["uxtw", "sxtw"], at.word()?)
}

/// Parses the "extension" of a 64-bit offset register.
pub(crate) fn parse_memextx(at: &mut AsmCursor<'_>) -> Option<i64> {
    let extension = position(&["lsl", "sxtx"], at.word()?)?;
    // A shift has an amount.
    let after = at.rest().trim_start();
    let has_amount = after.starts_with('#') || after.starts_with(|c: char| c.is_ascii_digit());
    (extension == 1 || has_amount).then_some(extension)
}

macro_rules! memory_shifts {
    ($($name:ident $amount:literal),*) => {$(
        /// Parses the scale of an offset register, or nothing.
        pub(crate) fn $name(at: &mut AsmCursor<'_>) -> Option<i64> {
            let mut trial = at.clone();
            trial.skip_space();
            if !trial.eat("#") && !trial.rest().starts_with(|c: char| c.is_ascii_digit()) {
                return Some(0);
            }
            let by = trial.number()?;
            *at = trial;
            match by {
                $amount => Some(1),
                0 => Some(0),
                _ => None,
            }
        }
    )*};
}
memory_shifts!(parse_memshift2 1, parse_memshift4 2, parse_memshift8 3, parse_memshift16 4);

/// Parses the scale of a byte access's offset register, which may be written but is always zero.
pub(crate) fn parse_memshift1(at: &mut AsmCursor<'_>) -> Option<i64> {
    at.skip_space();
    Some(i64::from(at.eat("#0") || at.eat("0")))
}

/// Parses `, msl #8`.
pub(crate) fn parse_msl(at: &mut AsmCursor<'_>) -> Option<i64> {
    after_comma(at, |at| {
        at.skip_space();
        let is_msl = at.eat("msl");
        amount(at).filter(|by| is_msl && (0..64).contains(by)).map(|by| MSL | by)
    })
}

/// Parses degrees, a multiple of 90.
pub(crate) fn parse_rotation(at: &mut AsmCursor<'_>) -> Option<i64> {
    let degrees = at.number()?;
    (degrees % 90 == 0 && (0..360).contains(&degrees)).then_some(degrees / 90)
}

/// Parses 90 or 270 degrees.
pub(crate) fn parse_oddrotation(at: &mut AsmCursor<'_>) -> Option<i64> {
    parse_rotation(at).filter(|quarters| quarters % 2 == 1).map(|quarters| quarters / 2)
}

/// Parses a 64-bit constant whose bytes are all zeros or ones.
pub(crate) fn parse_bytemask(at: &mut AsmCursor<'_>) -> Option<i64> {
    let value = amount(at)? as u64;
    (0..8).try_fold(0, |mask, i| match value >> (8 * i) & 0xff {
        0 => Some(mask),
        0xff => Some(mask | 1 << i),
        _ => None,
    })
}
