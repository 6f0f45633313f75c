//! Operands of AArch64 whose text is not a plain number: printing, checks and encoding.
//!
//! The immediate kinds of `instructions.txt` name the functions. Values are those of LLVM's MIR.

use crate::aarch64::isel::logical_immediate;
pub(crate) use crate::aarch64::mc::parse_operands::*;
use crate::table::{AsmCursor, SymbolNames, SymbolReader, expression};
use gisel_codegen::mc::inst::{McExpr, McOperand, Specifier};
use std::fmt::{Result, Write};

/// The names of conditions, by encoding.
pub(crate) const CONDITIONS: [&str; 16] =
    ["eq", "ne", "hs", "lo", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le", "al", "nv"];

/// Returns the inverse of the condition called `name`; `al` and `nv` have none.
pub(crate) fn inverse_condition(name: &str) -> Option<&'static str> {
    let name = match name {
        "cs" => "hs",
        "cc" => "lo",
        other => other,
    };
    CONDITIONS[..14].iter().position(|c| *c == name).map(|n| CONDITIONS[n ^ 1])
}

/// Kinds of shifts, by encoding.
pub(crate) const SHIFTS: [&str; 4] = ["lsl", "lsr", "asr", "ror"];

/// Extensions, by encoding.
pub(crate) const EXTENDS: [&str; 8] = ["uxtb", "uxth", "uxtw", "uxtx", "sxtb", "sxth", "sxtw", "sxtx"];

/// Barrier options, by encoding; empty ones have a number only.
pub(crate) const BARRIERS: [&str; 16] = [
    "", "oshld", "oshst", "osh", "", "nshld", "nshst", "nsh", "", "ishld", "ishst", "ish", "", "ld", "st",
    "sy",
];

/// Prints a condition.
pub(crate) fn print_cond(value: i64, out: &mut dyn Write) -> Result {
    out.write_str(CONDITIONS[(value & 15) as usize])
}

/// Returns true if the condition can be tested, which excludes `al` and `nv`.
pub(crate) fn valid_cond(value: i64) -> bool {
    (0..14).contains(&value)
}

/// Returns true for `al` and `nv`.
pub(crate) fn valid_always(value: i64) -> bool {
    (14..16).contains(&value)
}

/// Encodes the number of fraction bits of a fixed-point number as its scale.
pub(crate) fn encode_fraction(value: i64) -> u64 {
    (64 - value) as u64
}

/// Prints `, lsl #3`; nothing for a shift by zero.
pub(crate) fn print_shift(value: i64, out: &mut dyn Write) -> Result {
    if value == 0 {
        return Ok(());
    }
    write!(out, ", {} #{}", SHIFTS[((value >> 6) & 3) as usize], value & 63)
}

/// Returns true for a shift of an arithmetic immediate: 0 or 12.
pub(crate) fn valid_addshift(value: i64) -> bool {
    value == 0 || value == 12
}

/// Encodes the shift of an arithmetic immediate in one bit.
pub(crate) fn encode_addshift(value: i64) -> u64 {
    u64::from(value == 12)
}

/// Returns true for a shift of a 32-bit operand in arithmetic: no rotation, amounts below 32.
pub(crate) fn valid_arithshift32(value: i64) -> bool {
    (0..192).contains(&value) && value & 63 < 32
}

/// Returns true for a shift of a 64-bit operand in arithmetic: no rotation.
pub(crate) fn valid_arithshift64(value: i64) -> bool {
    (0..192).contains(&value)
}

/// Returns true for a shift of a 32-bit operand in logic: amounts below 32.
pub(crate) fn valid_logicshift32(value: i64) -> bool {
    (0..256).contains(&value) && value & 63 < 32
}

/// Prints `, uxtw #2`.
pub(crate) fn print_extend(value: i64, out: &mut dyn Write) -> Result {
    write!(out, ", {}", EXTENDS[((value >> 3) & 7) as usize])?;
    if value & 7 != 0 { write!(out, " #{}", value & 7) } else { Ok(()) }
}

/// Returns true for any extension, shifted by at most 4.
pub(crate) fn valid_extend(value: i64) -> bool {
    (0..64).contains(&value) && value & 7 <= 4
}

/// Returns true for an extension of a 32-bit register to 64 bits.
pub(crate) fn valid_extend32(value: i64) -> bool {
    valid_extend(value) && (value >> 3) & 3 != 3
}

/// Returns true for an "extension" of a 64-bit register.
pub(crate) fn valid_extendx(value: i64) -> bool {
    valid_extend(value) && (value >> 3) & 3 == 3
}

/// Prints the value of a 32-bit logical immediate.
pub(crate) fn print_logical32(value: i64, out: &mut dyn Write) -> Result {
    let value = logical_immediate::decode(value as u64, 32).expect("what is printed has been encoded");
    write!(out, "{value:#x}")
}

/// Prints the value of a 64-bit logical immediate.
pub(crate) fn print_logical64(value: i64, out: &mut dyn Write) -> Result {
    let value = logical_immediate::decode(value as u64, 64).expect("what is printed has been encoded");
    write!(out, "{value:#x}")
}

/// Returns true if the value encodes a 32-bit logical immediate in the assemblers' canonical form.
pub(crate) fn valid_logical32(value: i64) -> bool {
    is_canonical_logical(value, 32)
}

/// Returns true if the value encodes a 64-bit logical immediate in the assemblers' canonical form.
pub(crate) fn valid_logical64(value: i64) -> bool {
    is_canonical_logical(value, 64)
}

fn is_canonical_logical(value: i64, bits: u32) -> bool {
    (0..1 << 13).contains(&value)
        && logical_immediate::decode(value as u64, bits)
            .is_some_and(|v| logical_immediate::encode(v, bits) == Some(value as u64))
}

/// Returns true for the shift of a half-word in a 32-bit register.
pub(crate) fn valid_movshift32(value: i64) -> bool {
    value == 0 || value == 16
}

/// Returns true for the shift of a half-word in a 64-bit register.
pub(crate) fn valid_movshift64(value: i64) -> bool {
    matches!(value, 0 | 16 | 32 | 48)
}

/// Prints a floating-point constant of 8 bits, as a decimal.
pub(crate) fn print_fpimm(value: i64, out: &mut dyn Write) -> Result {
    write!(out, "{:.8}", fp_immediate(value as u8))
}

/// Returns the value of an 8-bit floating-point immediate. Source: Arm ARM, `VFPExpandImm`.
pub(crate) fn fp_immediate(imm: u8) -> f64 {
    let exponent = i32::from((imm >> 4) & 7);
    let exponent = if exponent < 4 { exponent + 1 } else { exponent - 7 };
    let magnitude = (16.0 + f64::from(imm & 15)) / 16.0 * 2f64.powi(exponent);
    if imm & 0x80 != 0 { -magnitude } else { magnitude }
}

/// Returns the 8-bit immediate whose value as a double has these bits, if there is one.
pub(crate) fn fp_immediate_of(bits: u64) -> Option<u8> {
    (0..=255u8).find(|&imm| fp_immediate(imm).to_bits() == bits)
}

/// Prints a barrier's option.
pub(crate) fn print_barrier(value: i64, out: &mut dyn Write) -> Result {
    match BARRIERS[(value & 15) as usize] {
        "" => write!(out, "#{value}"),
        name => out.write_str(name),
    }
}

/// The options of `dsb` that exclude accesses with the XS attribute, by encoding.
pub(crate) const BARRIERS_NXS: [&str; 4] = ["oshnxs", "nshnxs", "ishnxs", "synxs"];

/// Prints a barrier's option of `BARRIERS_NXS`.
pub(crate) fn print_barriernxs(value: i64, out: &mut dyn Write) -> Result {
    out.write_str(BARRIERS_NXS[(value & 3) as usize])
}

/// Returns true for any number.
pub(crate) fn valid_barrier(value: i64) -> bool {
    (0..16).contains(&value)
}

/// Prints a control register of system instructions.
pub(crate) fn print_sysc(value: i64, out: &mut dyn Write) -> Result {
    write!(out, "c{value}")
}

/// System registers with names for programs.
pub(crate) const SYSTEM_REGISTERS: [(&str, i64); 37] = [
    ("nzcv", 0xda10),
    ("fpcr", 0xda20),
    ("fpsr", 0xda21),
    ("tpidr_el0", 0xde82),
    ("cntfrq_el0", 0xdf00),
    ("cntvct_el0", 0xdf02),
    ("ctr_el0", 0xd801),
    ("midr_el1", 0xc000),
    ("mpidr_el1", 0xc005),
    ("id_aa64pfr0_el1", 0xc020),
    ("id_aa64isar0_el1", 0xc030),
    ("id_aa64mmfr0_el1", 0xc038),
    ("sctlr_el1", 0xc080),
    ("cpacr_el1", 0xc082),
    ("ttbr0_el1", 0xc100),
    ("ttbr1_el1", 0xc101),
    ("tcr_el1", 0xc102),
    ("spsr_el1", 0xc200),
    ("elr_el1", 0xc201),
    ("sp_el0", 0xc208),
    ("currentel", 0xc212),
    ("esr_el1", 0xc290),
    ("far_el1", 0xc300),
    ("mair_el1", 0xc510),
    ("vbar_el1", 0xc600),
    ("contextidr_el1", 0xc681),
    ("tpidr_el1", 0xc684),
    ("tpidr_el2", 0xe682),
    ("tpidr_el3", 0xf682),
    ("dczid_el0", 0xd807),
    ("daif", 0xda11),
    ("tpidrro_el0", 0xde83),
    ("cntpct_el0", 0xdf01),
    ("cntp_ctl_el0", 0xdf11),
    ("cntv_ctl_el0", 0xdf19),
    ("cntv_cval_el0", 0xdf1a),
    ("pmccntr_el0", 0xdce8),
];

/// Prints a system register by name or by its fields.
pub(crate) fn print_sysreg(value: i64, out: &mut dyn Write) -> Result {
    if let Some((name, _)) = SYSTEM_REGISTERS.iter().find(|(_, v)| *v == value) {
        return out.write_str(name);
    }
    let field = |low: u32, bits: u32| (value >> low) & ((1 << bits) - 1);
    write!(out, "S{}_{}_C{}_C{}_{}", field(14, 2), field(11, 3), field(7, 4), field(3, 4), field(0, 3))
}

/// Prints a prefetch operation.
pub(crate) fn print_prfop(value: i64, out: &mut dyn Write) -> Result {
    let (kind, level, stream) = ((value >> 3) & 3, (value >> 1) & 3, value & 1);
    if kind == 3 || level == 3 {
        return write!(out, "#{value}");
    }
    let kind = ["pld", "pli", "pst"][kind as usize];
    write!(out, "{kind}l{}{}", level + 1, if stream == 1 { "strm" } else { "keep" })
}

/// Prints the operation of a range prefetch.
pub(crate) fn print_rangeprfop(value: i64, out: &mut dyn Write) -> Result {
    match RANGE_PREFETCHES.iter().find(|(_, number)| *number == value) {
        Some((name, _)) => out.write_str(name),
        None => write!(out, "#{value}"),
    }
}

/// The names of prefetches of ranges.
pub(crate) const RANGE_PREFETCHES: [(&str, i64); 4] =
    [("pldkeep", 0), ("pstkeep", 1), ("pldstrm", 4), ("pststrm", 5)];

/// Prints the option of a domain change that cannot be reversed, after other operands.
pub(crate) fn print_unbalanced(value: i64, out: &mut dyn Write) -> Result {
    out.write_str(if value == 0 { "" } else { ", nb" })
}

/// Prints the option of an irreversible domain change for an instruction without other operands.
pub(crate) fn print_only_unbalanced(value: i64, out: &mut dyn Write) -> Result {
    out.write_str(if value == 0 { "" } else { " nb" })
}

/// Prints the extension of a 32-bit offset register.
pub(crate) fn print_memextw(value: i64, out: &mut dyn Write) -> Result {
    out.write_str(if value == 0 { "uxtw" } else { "sxtw" })
}

/// Prints the "extension" of a 64-bit offset register.
pub(crate) fn print_memextx(value: i64, out: &mut dyn Write) -> Result {
    out.write_str(if value == 0 { "lsl" } else { "sxtx" })
}

macro_rules! memory_shifts {
    ($($name:ident $amount:literal),*) => {$(
        /// Prints the scaling of an offset register by the access size.
        pub(crate) fn $name(value: i64, out: &mut dyn Write) -> Result {
            if value == 0 { Ok(()) } else { out.write_str(concat!(" #", $amount)) }
        }
    )*};
}
memory_shifts!(print_memshift1 0, print_memshift2 1, print_memshift4 2, print_memshift8 3, print_memshift16 4);

macro_rules! vector_shifts {
    ($($right:ident $left:ident $bits:literal),*) => {$(
        /// Encodes immh:immb of a right shift: twice the element size minus the amount.
        pub(crate) fn $right(value: i64) -> u64 {
            (2 * $bits - value) as u64 & 0x7f
        }

        /// Encodes immh:immb of a left shift: the element size plus the amount.
        pub(crate) fn $left(value: i64) -> u64 {
            ($bits + value) as u64 & 0x7f
        }
    )*};
}
vector_shifts!(encode_shr8 encode_shl8 8, encode_shr16 encode_shl16 16, encode_shr32 encode_shl32 32,
    encode_shr64 encode_shl64 64);

/// Returns true for a shift by whole bytes within 16 bits.
pub(crate) fn valid_veclsl16(value: i64) -> bool {
    value == 0 || value == 8
}

/// Returns true for a shift by whole bytes within 32 bits.
pub(crate) fn valid_veclsl32(value: i64) -> bool {
    matches!(value, 0 | 8 | 16 | 24)
}

/// Encodes a shift amount as a number of bytes.
pub(crate) fn encode_veclsl(value: i64) -> u64 {
    (value >> 3) as u64
}

/// The shift kind `msl` of LLVM's shifter operands, which shifts ones in.
pub(crate) const MSL: i64 = 4 << 6;

/// Prints `, msl #8`.
pub(crate) fn print_msl(value: i64, out: &mut dyn Write) -> Result {
    write!(out, ", msl #{}", value & 63)
}

/// Returns true for 8 or 16.
pub(crate) fn valid_msl(value: i64) -> bool {
    value == MSL + 8 || value == MSL + 16
}

/// Encodes the amount in one bit, which is set for 16.
pub(crate) fn encode_msl(value: i64) -> u64 {
    u64::from(value & 63 == 16)
}

/// Prints a 64-bit constant that is encoded with one bit per byte.
pub(crate) fn print_bytemask(value: i64, out: &mut dyn Write) -> Result {
    let full = (0..8).filter(|i| value >> i & 1 == 1).fold(0u64, |v, i| v | 0xff << (8 * i));
    if full == 0 { out.write_str("#0000000000000000") } else { write!(out, "#{full:#016x}") }
}

/// Prints a rotation by quarters of a circle, in degrees.
pub(crate) fn print_rotation(value: i64, out: &mut dyn Write) -> Result {
    write!(out, "{}", value * 90)
}

/// Prints a rotation by one quarter, or three.
pub(crate) fn print_oddrotation(value: i64, out: &mut dyn Write) -> Result {
    write!(out, "{}", value * 180 + 90)
}

/// The text before a symbol, by specifier.
pub(crate) const SPECIFIERS: [&str; 50] = [
    "",
    ":lo12:",
    ":got:",
    ":got_lo12:",
    ":gottprel:",
    ":gottprel_lo12:",
    ":tlsdesc:",
    ":tlsdesc_lo12:",
    ":tlsdesc_call:",
    ":tprel_hi12:",
    ":tprel_lo12:",
    ":tprel_lo12_nc:",
    ":dtprel_hi12:",
    ":dtprel_lo12_nc:",
    ":tprel_g2:",
    ":tprel_g1:",
    ":tprel_g1_nc:",
    ":tprel_g0_nc:",
    ":abs_g3:",
    ":abs_g2:",
    ":abs_g2_nc:",
    ":abs_g2_s:",
    ":abs_g1:",
    ":abs_g1_nc:",
    ":abs_g1_s:",
    ":abs_g0:",
    ":abs_g0_nc:",
    ":abs_g0_s:",
    ":prel_g3:",
    ":prel_g2:",
    ":prel_g2_nc:",
    ":prel_g1:",
    ":prel_g1_nc:",
    ":prel_g0:",
    ":prel_g0_nc:",
    ":tprel_g0:",
    ":dtprel_g2:",
    ":dtprel_g1:",
    ":dtprel_g1_nc:",
    ":dtprel_g0:",
    ":dtprel_g0_nc:",
    ":dtprel_lo12:",
    ":gottprel_g1:",
    ":gottprel_g0_nc:",
    ":pg_hi21_nc:",
    ":gotpage_lo15:",
    ":got_auth:",
    ":got_auth_lo12:",
    ":tlsdesc_auth:",
    ":tlsdesc_auth_lo12:",
];

/// Prints `:lo12:symbol+8`.
pub(crate) fn print_expr(expr: &McExpr, names: &dyn SymbolNames, out: &mut dyn Write) -> Result {
    out.write_str(SPECIFIERS[expr.specifier.0 as usize])?;
    names.write_symbol(expr.symbol, out)?;
    if expr.addend != 0 { write!(out, "{:+}", expr.addend) } else { Ok(()) }
}

/// Returns the 16 bits of a number that `:abs_g1:` and similar specifiers select. Returns `None` if
/// there are higher bits that the specifier does not exclude.
fn half_word(specifier: &str, value: i64) -> Option<i64> {
    let (half, kind) = specifier.strip_prefix(":abs_g")?.strip_suffix(':')?.split_at(1);
    let low = half.parse::<u32>().ok()? * 16;
    let rest = value as u64 >> low;
    (kind == "_nc" || kind.is_empty() && rest <= 0xffff).then_some((rest & 0xffff) as i64)
}

/// Parses the output of [`print_expr`], or a number.
pub(crate) fn parse_expr(
    at: &mut AsmCursor<'_>,
    symbols: &mut dyn SymbolReader,
) -> Option<(McOperand, Specifier)> {
    at.skip_space();
    let specifier = (1..SPECIFIERS.len()).find(|&i| at.eat(SPECIFIERS[i])).unwrap_or(0);
    let named = Specifier(specifier as u8);
    let operand = match expression(at, named, symbols)? {
        McOperand::Imm(value) if specifier != 0 => McOperand::Imm(half_word(SPECIFIERS[specifier], value)?),
        operand => operand,
    };
    Some((operand, named))
}
