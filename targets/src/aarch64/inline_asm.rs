//! Inline assembly on AArch64: constraints, registers by name and view, and the assembly of lines.
//!
//! Source: GCC's *Constraints for Particular Machines* and *AArch64 Operand Modifiers*.

use super::instructions::{TABLE, op};
use super::logical_immediate;
use super::materialize::{Step, steps};
use super::operands::{parse_sysreg, valid_sysreg};
use super::registers::{REGISTERS, classes, regs};
use crate::table::{AsmCursor, number, statement};
use gisel_codegen::mc::target::AsmSink;
use gisel_codegen::target::inline_asm::{InlineAsmInfo, SystemRegister};
use gisel_codegen::target::registers::{PhysReg, RegClassId};
use gisel_codegen::value_type::ValueType;

/// What AArch64 says about the operands of inline assembly.
#[derive(Debug)]
pub struct AArch64InlineAsm;

fn is_integer(ty: ValueType) -> bool {
    matches!(ty, ValueType::Int(_) | ValueType::Pointer { .. })
}

/// The letter and number of a register's name; `fp`, `lr` and `ip0` are X registers.
fn parts(name: &str) -> Option<(char, u16)> {
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

/// Whether assemblers take `name` for a register, of whatever extension and in whatever case.
pub fn is_register_name(name: &str) -> bool {
    const NAMED: [&str; 9] = ["sp", "wsp", "xzr", "wzr", "lr", "fp", "ip0", "ip1", "ffr"];
    let is_number = |digits: &str| digits.parse::<u8>().is_ok_and(|n| n < 32);
    let name = name.to_ascii_lowercase();
    let numbered = name.strip_prefix("pn").or_else(|| name.strip_prefix(char::is_alphabetic));
    NAMED.contains(&name.as_str()) || name.starts_with("za") || numbered.is_some_and(is_number)
}

/// The register `number` of the class.
fn member(class: RegClassId, number: u16) -> Option<PhysReg> {
    let members = REGISTERS.class(class).members;
    members.iter().copied().find(|&r| REGISTERS.reg(r).encoding == number)
}

fn float_class(bits: u32) -> Option<RegClassId> {
    Some(match bits {
        8 => classes::FPR8,
        16 => classes::FPR16,
        32 => classes::FPR32,
        64 => classes::FPR64,
        128 => classes::FPR128,
        _ => return None,
    })
}

fn is_general(reg: PhysReg) -> bool {
    REGISTERS.contains(classes::GPR64ALL, reg) || REGISTERS.contains(classes::GPR32ALL, reg)
}

/// The number of `op0:op1:CRn:CRm:op2`, as the ACLE writes system registers.
fn system_register_by_fields(name: &str) -> Option<i64> {
    let fields: Vec<i64> = name.split(':').map(|field| field.parse().ok()).collect::<Option<_>>()?;
    let limits = [(3, 14), (7, 11), (15, 7), (15, 3), (7, 0)];
    let fits =
        fields.len() == limits.len() && fields.iter().zip(limits).all(|(f, (max, _))| (0..=max).contains(f));
    fits.then(|| fields.iter().zip(limits).map(|(field, (_, at))| field << at).sum())
}

impl InlineAsmInfo for AArch64InlineAsm {
    fn register_class(&self, code: &str, ty: ValueType) -> Option<RegClassId> {
        let bits = ty.llt().bits();
        match code {
            "r" if ty.llt().is_vector() => None,
            "r" if bits <= 32 => Some(classes::GPR32COMMON),
            "r" if bits <= 64 => Some(classes::GPR64COMMON),
            "w" => float_class(bits),
            "x" if bits == 128 => Some(classes::FPR128_LO),
            "x" if bits == 64 => Some(classes::FPR64_LO),
            "x" if bits == 16 => Some(classes::FPR16_LO),
            _ => None,
        }
    }

    fn named_register(&self, name: &str, ty: ValueType) -> Option<(PhysReg, RegClassId)> {
        if matches!(name, "sp" | "wsp") {
            return Some((regs::SP, classes::GPR64ALL));
        }
        let (letter, number) = parts(name)?;
        let class = match letter {
            'w' | 'x' if ty.llt().bits() <= 32 => classes::GPR32ALL,
            'w' | 'x' => classes::GPR64ALL,
            _ if is_integer(ty) && ty.llt().bits() < 32 => classes::FPR32,
            _ => float_class(ty.llt().bits())?,
        };
        member(class, number).map(|reg| (reg, class))
    }

    fn system_register(&self, name: &str) -> Option<SystemRegister> {
        let number = match name.contains(':') {
            true => system_register_by_fields(name)?,
            false => parse_sysreg(&mut AsmCursor::new(name))?,
        };
        valid_sysreg(number).then_some(SystemRegister { read: op::MRS, write: op::MSR, number })
    }

    fn clobbered_register(&self, name: &str) -> Option<PhysReg> {
        match name {
            "cc" | "nzcv" => return Some(regs::NZCV),
            "sp" | "wsp" => return Some(regs::SP),
            "xzr" | "wzr" => return Some(regs::XZR),
            _ => {}
        }
        match parts(name)? {
            ('w' | 'x', number) => member(classes::GPR64COMMON, number),
            (_, number) => member(classes::FPR128, number),
        }
    }

    fn takes_immediate(&self, code: &str, value: i64) -> bool {
        let add =
            |value: i64| (0..4096).contains(&value) || (value & 0xfff == 0 && (0..1 << 24).contains(&value));
        match code {
            "i" | "n" | "s" | "X" => true,
            "I" => add(value),
            "J" => value < 0 && add(value.wrapping_neg()),
            "K" => u32::try_from(value).is_ok_and(|v| logical_immediate::encode(v.into(), 32).is_some()),
            "L" => logical_immediate::encode(value as u64, 64).is_some(),
            "M" => u32::try_from(value).is_ok_and(|v| is_moved(v.into(), 32)),
            "N" => is_moved(value as u64, 64),
            "Y" | "Z" | "z" => value == 0,
            _ => false,
        }
    }

    fn address_class(&self) -> RegClassId {
        classes::GPR64SP
    }

    fn register_text(&self, reg: PhysReg, modifier: Option<char>) -> Option<String> {
        let desc = REGISTERS.reg(reg);
        let letter = match (is_general(reg), modifier) {
            (true, None) => 'x',
            (true, Some(letter @ ('w' | 'x'))) => letter,
            (false, None) => 'v',
            (false, Some(letter @ ('b' | 'h' | 's' | 'd' | 'q'))) => letter,
            _ => return None,
        };
        if desc.encoding == 31 && is_general(reg) {
            let zero = matches!(reg, regs::XZR | regs::WZR);
            return Some(if zero { format!("{letter}zr") } else { "sp".into() });
        }
        Some(format!("{letter}{}", desc.encoding))
    }

    fn immediate_text(&self, value: i64, modifier: Option<char>) -> Option<String> {
        match modifier {
            Some(letter @ ('w' | 'x')) if value == 0 => Some(format!("{letter}zr")),
            None | Some('w' | 'x') => Some(format!("#{value}")),
            Some('c') => Some(value.to_string()),
            Some('n') => Some(format!("#{}", value.wrapping_neg())),
            _ => None,
        }
    }

    fn memory_text(&self, base: PhysReg, modifier: Option<char>) -> Option<String> {
        matches!(modifier, None | Some('a')).then(|| format!("[{}]", REGISTERS.reg(base).asm_name))
    }
}

/// Whether one `movz` or `movn` makes it.
fn is_moved(value: u64, bits: u32) -> bool {
    let mask = u64::MAX >> (64 - bits);
    let one = |v: u64| (0..bits).step_by(16).any(|shift| v & !(0xffff << shift) & mask == 0);
    one(value) || one(!value)
}

/// Assembles one statement.
pub fn assemble(line: &str, sink: &mut dyn AsmSink) -> Result<(), String> {
    let canonical = canonical(line);
    let line = canonical.as_deref().unwrap_or(line);
    let inst = match TABLE.parse(line, sink.symbols()) {
        // An offset of zero need not be written.
        Err(_) if line.ends_with(']') && !line.contains(", #0]") => {
            let with_offset = format!("{}, #0]", &line[..line.len() - 1]);
            TABLE.parse(&with_offset, sink.symbols()).or_else(|_| TABLE.parse(line, sink.symbols()))
        }
        parsed => parsed,
    };
    sink.inst(&inst.map_err(|e| e.to_string())?)
}

/// Conditions by number; each even one is the inverse of the next.
const CONDITIONS: [&str; 14] =
    ["eq", "ne", "hs", "lo", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le"];

fn inverse(condition: &str) -> Option<&'static str> {
    let condition = match condition {
        "cs" => "hs",
        "cc" => "lo",
        other => other,
    };
    CONDITIONS.iter().position(|c| *c == condition).map(|n| CONDITIONS[n ^ 1])
}

/// Another name of an instruction as the table has it; `None` if the line is no such name.
fn canonical(line: &str) -> Option<String> {
    let (word, items) = statement(line);
    let rd = *items.first()?;
    let wide = rd.starts_with('x') || matches!(rd, "sp" | "fp" | "lr");
    let (bits, zero) = if wide { (64, "xzr") } else { (32, "wzr") };
    let number = |n: usize| number(items.get(n)?.trim_start_matches('#'));
    let (first, second) = (items.get(1).copied().unwrap_or(""), items.get(2).copied().unwrap_or(""));
    let shift = |n: usize| number(n).filter(|n| (0..bits).contains(n));
    let field = |name: &str, low: i64, high: i64| Some(format!("{name} {rd}, {first}, #{low}, #{high}"));
    match word {
        "mov" if number(1).is_some() => constant(rd, zero, bits, number(1)?),
        "mov" if [rd, first].iter().any(|r| matches!(*r, "sp" | "wsp")) => {
            Some(format!("add {rd}, {first}, #0"))
        }
        "lsl" if number(2).is_some() => shift(2).and_then(|n| field("ubfm", (bits - n) % bits, bits - 1 - n)),
        "lsr" if number(2).is_some() => shift(2).and_then(|n| field("ubfm", n, bits - 1)),
        "asr" if number(2).is_some() => shift(2).and_then(|n| field("sbfm", n, bits - 1)),
        "ror" if number(2).is_some() => shift(2).map(|n| format!("extr {rd}, {first}, {first}, #{n}")),
        "ubfx" | "sbfx" | "bfxil" => {
            let (low, width) = (shift(2)?, number(3)?);
            let name = if word == "bfxil" { "bfm".into() } else { format!("{}fm", &word[..2]) };
            field(&name, low, low + width - 1)
        }
        "ubfiz" | "sbfiz" | "bfi" => {
            let (low, width) = (shift(2)?, number(3)?);
            let name = if word == "bfi" { "bfm".into() } else { format!("{}fm", &word[..2]) };
            field(&name, (bits - low) % bits, width - 1)
        }
        "sxtb" | "sxth" | "sxtw" | "uxtb" | "uxth" => {
            let top = [("b", 7), ("h", 15), ("w", 31)].iter().find(|(size, _)| word.ends_with(size))?.1;
            let source = if wide { format!("x{}", first.get(1..)?) } else { first.to_owned() };
            let name = if word.starts_with('s') { "sbfm" } else { "ubfm" };
            Some(format!("{name} {rd}, {source}, #0, #{top}"))
        }
        "tbz" | "tbnz" if wide && number(1).is_some_and(|bit| bit < 32) => {
            Some(format!("{word} w{}, {first}, {second}", &rd[1..]))
        }
        "cset" => Some(format!("csinc {rd}, {zero}, {zero}, {}", inverse(first)?)),
        "csetm" => Some(format!("csinv {rd}, {zero}, {zero}, {}", inverse(first)?)),
        "cinc" => Some(format!("csinc {rd}, {first}, {first}, {}", inverse(second)?)),
        "cinv" => Some(format!("csinv {rd}, {first}, {first}, {}", inverse(second)?)),
        "cneg" => Some(format!("csneg {rd}, {first}, {first}, {}", inverse(second)?)),
        "negs" => Some(format!("subs {rd}, {zero}, {first}")),
        "ngc" => Some(format!("sbc {rd}, {zero}, {first}")),
        _ => None,
    }
}

/// The one instruction that makes a constant.
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
