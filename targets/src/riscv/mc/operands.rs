//! Operands whose text is not a plain number: control registers, fence sets, rounding modes,
//! expressions.
//!
//! A value without a name prints as a number; parsing reverses printing.

use crate::riscv::features::Features;
use crate::riscv::mc::inline_asm::general;
use crate::riscv::mc::relocations::{SPECIFIER_NAMES, spec};
use crate::riscv::mc::system_registers::{MORE_CSRS, OTHER_NAMES};
use crate::riscv::registers::{REGISTERS, regs};
use crate::table::{AsmCursor, SymbolNames, SymbolReader, expression};
use gisel_codegen::ir::llt::{Llt, S16, S32, S64};
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::mc::inst::{McExpr, McOperand, Specifier};
use std::fmt::{self, Write};
use std::sync::LazyLock;

const CSRS: &[(i64, &str)] = &[
    (0x001, "fflags"),
    (0x002, "frm"),
    (0x003, "fcsr"),
    (0xc00, "cycle"),
    (0xc01, "time"),
    (0xc02, "instret"),
    (0xc20, "vl"),
    (0xc21, "vtype"),
    (0xc22, "vlenb"),
    (0x100, "sstatus"),
    (0x104, "sie"),
    (0x105, "stvec"),
    (0x140, "sscratch"),
    (0x141, "sepc"),
    (0x142, "scause"),
    (0x143, "stval"),
    (0x144, "sip"),
    (0x180, "satp"),
    (0x300, "mstatus"),
    (0x301, "misa"),
    (0x302, "medeleg"),
    (0x303, "mideleg"),
    (0x304, "mie"),
    (0x305, "mtvec"),
    (0x340, "mscratch"),
    (0x341, "mepc"),
    (0x342, "mcause"),
    (0x343, "mtval"),
    (0x344, "mip"),
    (0xb00, "mcycle"),
    (0xb02, "minstret"),
    (0xf11, "mvendorid"),
    (0xf12, "marchid"),
    (0xf13, "mimpid"),
    (0xf14, "mhartid"),
];

/// The names of rounding modes, by number.
const ROUNDING: &[&str] = &["rne", "rtz", "rdn", "rup", "rmm", "", "", "dyn"];

/// Prints a control and status register.
pub(crate) fn print_csr(value: i64, out: &mut dyn Write) -> fmt::Result {
    match CSRS.iter().find(|(number, _)| *number == value) {
        Some((_, name)) => out.write_str(name),
        None => write!(out, "{value}"),
    }
}

/// Parses the output of [`print_csr`].
pub(crate) fn parse_csr(at: &mut AsmCursor<'_>) -> Option<i64> {
    if let Some(number) = at.number() {
        return Some(number);
    }
    let word = at.word()?;
    CSRS.iter().chain(MORE_CSRS).chain(OTHER_NAMES).find(|(_, name)| *name == word).map(|(number, _)| *number)
}

/// Prints the ordering set of a fence: letters of `iorw`, or 0.
pub(crate) fn print_fence(value: i64, out: &mut dyn Write) -> fmt::Result {
    if value == 0 {
        return out.write_str("0");
    }
    "iorw"
        .chars()
        .enumerate()
        .filter(|(i, _)| value >> (3 - i) & 1 == 1)
        .try_for_each(|(_, c)| out.write_char(c))
}

/// Parses the output of [`print_fence`].
pub(crate) fn parse_fence(at: &mut AsmCursor<'_>) -> Option<i64> {
    if let Some(number) = at.number() {
        return (number == 0).then_some(0);
    }
    // In order, each once.
    at.word()?.chars().try_fold(0, |acc, c| {
        let bit = 8 >> "iorw".find(c)?;
        (acc & (2 * bit - 1) == 0).then_some(acc | bit)
    })
}

/// Returns true if a rounding mode is defined.
pub(crate) fn valid_frm(value: i64) -> bool {
    usize::try_from(value).ok().and_then(|v| ROUNDING.get(v)).is_some_and(|name| !name.is_empty())
}

fn print_rounding(value: i64, default: i64, out: &mut dyn Write) -> fmt::Result {
    if value == default {
        return Ok(());
    }
    let name = ROUNDING[usize::try_from(value).expect("a rounding mode is a number from 0 up")];
    write!(out, ", {name}")
}

fn parse_rounding(default: i64, at: &mut AsmCursor<'_>) -> Option<i64> {
    at.skip_space();
    if !at.eat(",") {
        return Some(default);
    }
    let word = at.word()?;
    ROUNDING.iter().position(|name| *name == word).map(|mode| mode as i64)
}

/// Prints a rounding mode; the dynamic one is not written.
pub(crate) fn print_frm(value: i64, out: &mut dyn Write) -> fmt::Result {
    print_rounding(value, 7, out)
}

/// Parses the output of [`print_frm`].
pub(crate) fn parse_frm(at: &mut AsmCursor<'_>) -> Option<i64> {
    parse_rounding(7, at)
}

/// Prints the rounding mode of an exact conversion; nearest-even is not written.
pub(crate) fn print_frm_rne(value: i64, out: &mut dyn Write) -> fmt::Result {
    print_rounding(value, 0, out)
}

/// Parses the output of [`print_frm_rne`].
pub(crate) fn parse_frm_rne(at: &mut AsmCursor<'_>) -> Option<i64> {
    parse_rounding(0, at)
}

/// Returns true if `c.lui` can have the upper 20 bits `value`: 1 to 31, or the same range below
/// 2^20.
pub(crate) fn valid_c_lui(value: i64) -> bool {
    (1..32).contains(&value) || (0xfffe0..=0xfffff).contains(&value)
}

/// The constants of `fli`, by number, in assembly. Source: the RISC-V instruction set manual,
/// volume I, "Zfa".
const FLOAT_CONSTANTS: [&str; 32] = [
    "-1.0",
    "min",
    "1.52587890625e-05",
    "3.0517578125e-05",
    "0.00390625",
    "0.0078125",
    "0.0625",
    "0.125",
    "0.25",
    "0.3125",
    "0.375",
    "0.4375",
    "0.5",
    "0.625",
    "0.75",
    "0.875",
    "1.0",
    "1.25",
    "1.5",
    "1.75",
    "2.0",
    "2.5",
    "3.0",
    "4.0",
    "8.0",
    "16.0",
    "128.0",
    "256.0",
    "32768.0",
    "65536.0",
    "inf",
    "nan",
];

/// Returns the number of the `fli` constant with these bits as a float of type `ty`; `None` if
/// there is none, or no such instruction.
pub(crate) fn fli_number(features: Features, ty: Llt, bits: u128) -> Option<i64> {
    if !features.contains(Features::ZFA) || ty == S16 && !features.contains(Features::ZFH) {
        return None;
    }
    static VALUES: LazyLock<[Option<f64>; 32]> =
        LazyLock::new(|| FLOAT_CONSTANTS.map(|text| text.parse().ok()));
    let (mantissa, value) = match ty {
        S16 => (10, f64::from(f32::from_bits(normal_half(bits as u16)?))),
        S32 => (23, f64::from(f32::from_bits(bits as u32))),
        S64 => (52, f64::from_bits(bits as u64)),
        _ => return None,
    };
    let quiet_nan = ((1u128 << (ty.bits() - mantissa)) - 1) << (mantissa - 1);
    match () {
        () if bits == 1 << mantissa => Some(1),
        () if bits == quiet_nan => Some(31),
        () => VALUES.iter().position(|&constant| constant == Some(value)).map(|n| n as i64),
    }
}

/// Returns the bits of a half as a single, if it is normal, infinite or NaN.
fn normal_half(half: u16) -> Option<u32> {
    let (sign, exponent, mantissa) = (half >> 15, half >> 10 & 31, half & 0x3ff);
    let exponent = match exponent {
        0 => return None,
        31 => 255,
        normal => u32::from(normal) + 127 - 15,
    };
    Some(u32::from(sign) << 31 | exponent << 23 | u32::from(mantissa) << 13)
}

/// Prints a constant of `fli`.
pub(crate) fn print_float_constant(value: i64, out: &mut dyn Write) -> fmt::Result {
    out.write_str(FLOAT_CONSTANTS[(value & 31) as usize])
}

/// Parses the output of [`print_float_constant`].
pub(crate) fn parse_float_constant(at: &mut AsmCursor<'_>) -> Option<i64> {
    at.skip_space();
    let rest = at.rest();
    let text = &rest[..rest.find([',', ' ', '\t']).unwrap_or(rest.len())];
    // Integers are rejected.
    let value = match text.contains("0x") {
        true => hexadecimal_float(text),
        false => text.parse::<f64>().ok().filter(|_| text.contains('.')),
    };
    let is_same = |constant: &str| match (constant.parse::<f64>(), value) {
        (Ok(one), Some(other)) if !one.is_nan() => one == other,
        _ => constant.eq_ignore_ascii_case(text),
    };
    let number = FLOAT_CONSTANTS.iter().position(|constant| is_same(constant))?;
    at.eat(text);
    Some(number as i64)
}

/// Parses a value such as `-0x1.8p+1`.
fn hexadecimal_float(text: &str) -> Option<f64> {
    let (sign, magnitude) = text.strip_prefix('-').map_or((1.0, text), |rest| (-1.0, rest));
    let (digits, exponent) = magnitude.strip_prefix("0x")?.split_once('p')?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mantissa = u32::from_str_radix(&format!("{whole}{fraction}"), 16).ok()?;
    let exponent = exponent.parse::<i32>().ok()?.checked_sub(4 * fraction.len() as i32)?;
    Some(sign * f64::from(mantissa) * 2f64.powi(exponent))
}

/// Encodes the number that is compared with; minus one has the encoding of zero.
pub(crate) fn encode_compared(value: i64) -> u64 {
    value.max(0) as u64
}

/// Prints a vector register.
pub(crate) fn print_vreg(value: i64, out: &mut dyn Write) -> fmt::Result {
    write!(out, "v{value}")
}

/// Parses the output of [`print_vreg`].
pub(crate) fn parse_vreg(at: &mut AsmCursor<'_>) -> Option<i64> {
    let number = at.word()?.strip_prefix('v')?.parse().ok()?;
    (0..32).contains(&number).then_some(number)
}

/// Prints the mask operand: all elements, or those of the mask.
pub(crate) fn print_vmask(value: i64, out: &mut dyn Write) -> fmt::Result {
    out.write_str(if value == 0 { ", v0.t" } else { "" })
}

/// Parses the output of [`print_vmask`].
pub(crate) fn parse_vmask(at: &mut AsmCursor<'_>) -> Option<i64> {
    at.skip_space();
    if !at.eat(",") {
        return Some(1);
    }
    (at.word()? == "v0.t").then_some(0)
}

/// Groups of vector registers, by number.
const GROUPS: [&str; 8] = ["m1", "m2", "m4", "m8", "", "mf8", "mf4", "mf2"];

/// Prints a vector type: the width of elements, the registers in a group, the tail and mask
/// policies.
pub(crate) fn print_vtype(value: i64, out: &mut dyn Write) -> fmt::Result {
    let (group, width) = (GROUPS[(value & 7) as usize], value >> 3 & 7);
    if value >> 8 != 0 || width > 3 || group.is_empty() {
        return write!(out, "{value}");
    }
    let (tail, mask) =
        (if value >> 6 & 1 == 1 { "ta" } else { "tu" }, if value >> 7 & 1 == 1 { "ma" } else { "mu" });
    write!(out, "e{}, {group}, {tail}, {mask}", 8 << width)
}

/// Parses the output of [`print_vtype`].
pub(crate) fn parse_vtype(at: &mut AsmCursor<'_>) -> Option<i64> {
    if let Some(number) = at.number() {
        return Some(number);
    }
    let mut next = |words: &[&str], first: bool| {
        at.skip_space();
        if !first && !at.eat(",") {
            return None;
        }
        let word = at.word()?;
        words.iter().position(|known| *known == word).map(|n| n as i64)
    };
    let width = next(&["e8", "e16", "e32", "e64"], true)?;
    let group = next(&GROUPS, false)?;
    let (tail, mask) = (next(&["tu", "ta"], false)?, next(&["mu", "ma"], false)?);
    Some(group | width << 3 | tail << 6 | mask << 7)
}

/// Prints the first register of a pair, by its number.
pub(crate) fn print_even_register(value: i64, out: &mut dyn Write) -> fmt::Result {
    out.write_str(REGISTERS.reg(PhysReg(regs::X0.0 + (value & 31) as u16)).asm_name)
}

/// Parses the output of [`print_even_register`].
pub(crate) fn parse_even_register(at: &mut AsmCursor<'_>) -> Option<i64> {
    let number = general(at.word()?)?.0 - regs::X0.0;
    number.is_multiple_of(2).then_some(i64::from(number))
}

/// Prints `%specifier(symbol+addend)`.
pub(crate) fn print_expr(expr: &McExpr, names: &dyn SymbolNames, out: &mut dyn Write) -> fmt::Result {
    let specifier = SPECIFIER_NAMES[expr.specifier.0 as usize];
    if !specifier.is_empty() {
        write!(out, "{specifier}(")?;
    }
    names.write_symbol(expr.symbol, out)?;
    if expr.addend != 0 {
        write!(out, "{:+}", expr.addend)?;
    }
    if specifier.is_empty() { Ok(()) } else { out.write_char(')') }
}

/// Returns the part of a number that a specifier selects.
fn part(specifier: Specifier, value: i64) -> Option<i64> {
    match specifier {
        spec::NONE => Some(value),
        spec::HI => Some(value.wrapping_add(0x800) >> 12 & 0xf_ffff),
        spec::LO => Some((value << 52) >> 52),
        _ => None,
    }
}

/// Parses the output of [`print_expr`].
pub(crate) fn parse_expr(
    at: &mut AsmCursor<'_>,
    symbols: &mut dyn SymbolReader,
) -> Option<(McOperand, Specifier)> {
    at.skip_space();
    let mut specifier = 0;
    if at.eat("%") {
        let word = at.word()?;
        specifier = SPECIFIER_NAMES.iter().position(|n| n.strip_prefix('%') == Some(word))?;
        if !at.eat("(") {
            return None;
        }
    }
    let named = Specifier(specifier as u8);
    let operand = expression(at, named, symbols)?;
    at.skip_space();
    if specifier != 0 && !at.eat(")") {
        return None;
    }
    let operand = match operand {
        McOperand::Imm(value) => part(named, value).map(McOperand::Imm)?,
        symbol => symbol,
    };
    Some((operand, named))
}
