//! Inline assembly on AArch64: constraints, registers by name and view, and the assembly of lines.
//!
//! Source: GCC's *Constraints for Particular Machines* and *AArch64 Operand Modifiers*.

use super::features;
use super::instructions::{TABLE, op};
use super::logical_immediate;
use super::materialize::{Step, steps};
use super::operands::parse_sysreg;
use super::register_text;
use super::registers::{REGISTERS, classes, regs};
use super::system_registers::{Operand, system_operation};
use crate::features::FeatureSet;
use crate::table::{AsmCursor, number, statement};
use gisel_codegen::ir::mir::Operand as MirOperand;
use gisel_codegen::ir::value_type::ValueType;
use gisel_codegen::mc::asm_parser::{is_symbol_char, written_name};
use gisel_codegen::mc::inst::{McExpr, McInst, McOperand};
use gisel_codegen::mc::target::AsmSink;
use gisel_codegen::target::inline_asm::{FlagOutput, InlineAsmInfo, SystemRegister};
use gisel_codegen::target::instructions::Opcode;
use gisel_codegen::target::registers::{PhysReg, RegClassId};

/// What AArch64 says about the operands of inline assembly.
#[derive(Debug)]
pub struct AArch64InlineAsm;

fn is_integer(ty: ValueType) -> bool {
    matches!(ty, ValueType::Int(_) | ValueType::Pointer { .. })
}

/// Whether general registers hold values of type `ty`: scalars in as many as they need, and small vectors as their bits.
fn fits_general(ty: ValueType) -> bool {
    let bits = ty.llt().bits();
    if ty.llt().is_vector() { (8..=64).contains(&bits) && bits.is_power_of_two() } else { bits <= 256 }
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

/// Whether a number is one of a system register, which have `op0` 2 or 3. (In assembly the same instructions have all numbers.)
fn is_system_register(number: i64) -> bool {
    (1 << 15..1 << 16).contains(&number)
}

impl InlineAsmInfo for AArch64InlineAsm {
    fn register_class(&self, code: &str, ty: ValueType) -> Option<RegClassId> {
        let bits = ty.llt().bits();
        match code {
            "X" => self.register_class(if is_integer(ty) { "r" } else { "w" }, ty),
            // LLVM cuts off what does not fit one register.
            "r" if !fits_general(ty) || bits > 64 => None,
            "r" if bits <= 32 => Some(classes::GPR32COMMON),
            "r" => Some(classes::GPR64COMMON),
            "Uci" if is_integer(ty) && bits <= 32 => Some(classes::MATRIXINDEXGPR32_8_11),
            "Ucj" if is_integer(ty) && bits <= 32 => Some(classes::MATRIXINDEXGPR32_12_15),
            "w" => float_class(bits).filter(|_| bits != 8),
            "x" if bits == 128 => Some(classes::FPR128_LO),
            _ => None,
        }
    }

    fn named_register(&self, name: &str, ty: ValueType) -> Option<(PhysReg, RegClassId)> {
        let bits = ty.llt().bits();
        match name {
            "sp" | "wsp" if fits_general(ty) && bits <= 64 => return Some((regs::SP, classes::GPR64ALL)),
            "xzr" | "wzr" if fits_general(ty) => return Some((regs::XZR, classes::GPR64ALL)),
            _ => {}
        }
        let scalable = name.strip_prefix('z').and_then(|number| Some(('v', number.parse().ok()?)));
        let (letter, number) = scalable.or_else(|| parts(name))?;
        let class = match letter {
            'w' | 'x' if !fits_general(ty) => return None,
            'w' | 'x' if bits <= 32 => classes::GPR32ALL,
            'w' | 'x' => classes::GPR64ALL,
            'v' if is_integer(ty) && bits < 32 => classes::FPR32,
            'v' => float_class(bits)?,
            view => {
                let width = ['b', 'h', 's', 'd', 'q'].iter().position(|&letter| letter == view)?;
                float_class(bits).filter(|_| bits == 8 << width)?
            }
        };
        member(class, number).map(|reg| (reg, class))
    }

    fn following_register(&self, reg: PhysReg, class: RegClassId) -> Option<PhysReg> {
        let next = REGISTERS.reg(reg).encoding + 1;
        member(class, next).filter(|_| next < 31 && is_general(reg))
    }

    fn flag_output(&self, code: &str) -> Option<FlagOutput> {
        let condition = inverse(code.strip_prefix("{@cc")?.strip_suffix('}')?)?;
        let number = CONDITIONS.iter().position(|c| *c == condition)?;
        let zero = MirOperand::use_of(regs::WZR);
        Some(FlagOutput {
            register: regs::NZCV,
            opcode: op::CSINCWr,
            operands: [zero, zero, MirOperand::small_imm(number as i32)],
            class: classes::GPR32,
        })
    }

    fn holds_vectors(&self, class: RegClassId) -> bool {
        matches!(class, classes::FPR64 | classes::FPR64_LO | classes::FPR128 | classes::FPR128_LO)
    }

    fn is_memory(&self, code: &str) -> bool {
        matches!(code, "m" | "o" | "V" | "Q" | "Um")
    }

    fn system_register(&self, name: &str) -> Option<SystemRegister> {
        let number = match name.contains(':') {
            true => system_register_by_fields(name)?,
            false => parse_sysreg(&mut AsmCursor::new(name))?,
        };
        is_system_register(number).then_some(SystemRegister { read: op::MRS, write: op::MSR, number })
    }

    fn is_low_half(&self, name: &str) -> bool {
        matches!(name, "wsp" | "wzr") || parts(name).is_some_and(|(letter, _)| letter == 'w')
    }

    fn program_counter(&self) -> Option<(&'static str, Opcode)> {
        Some(("pc", op::ADR))
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
            "J" => value <= 0 && add(value.wrapping_neg()),
            "K" => u32::try_from(value).is_ok_and(|v| logical_immediate::encode(v.into(), 32).is_some()),
            "L" => logical_immediate::encode(value as u64, 64).is_some(),
            "M" => u32::try_from(value).is_ok_and(|v| is_moved(v.into(), 32)),
            "N" => is_moved(value as u64, 64),
            "Y" | "Z" => value == 0,
            _ => false,
        }
    }

    fn is_unsigned(&self, code: &str) -> bool {
        matches!(code, "I" | "K" | "L" | "M" | "N" | "Z")
    }

    fn zero_register(&self, code: &str) -> Option<PhysReg> {
        (code == "z").then_some(regs::XZR)
    }

    fn address_class(&self) -> RegClassId {
        classes::GPR64SP
    }

    fn register_text(&self, reg: PhysReg, modifier: Option<char>) -> Option<String> {
        let desc = REGISTERS.reg(reg);
        let letter = match (is_general(reg), modifier) {
            _ if reg == regs::NZCV => return None,
            (_, Some('a')) => return Some(format!("[{}]", self.register_text(reg, None)?)),
            (false, Some('w' | 'x')) => return Some(desc.asm_name.to_owned()),
            (true, None) => 'x',
            (true, Some(letter @ ('w' | 'x'))) => letter,
            (false, None) => 'v',
            (false, Some(letter @ ('b' | 'h' | 's' | 'd' | 'q' | 'z'))) => letter,
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
            None | Some('w' | 'x' | 'c' | 'a' | 'b' | 'h' | 'd' | 'q' | 'z') => Some(value.to_string()),
            Some('n') => Some(value.wrapping_neg().to_string()),
            Some('s') => Some((value.wrapping_neg() & 31).to_string()),
            _ => None,
        }
    }

    fn symbol_text(&self, name: String, modifier: Option<char>) -> Option<String> {
        modifier.is_none_or(|modifier| "wxcabhsdqz".contains(modifier)).then_some(name)
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

/// Assembles one statement for a subtarget with the features of `set`.
pub fn assemble(line: &str, set: &FeatureSet, sink: &mut dyn AsmSink) -> Result<(), String> {
    let lower = register_text::canonical(&lower_mnemonic(line));
    let line = with_numbers(&lower, sink);
    if let Some(done) = special(&line, set, sink) {
        return done;
    }
    let shifted = if line.contains(':') { with_implied_shift(&line, sink) } else { None };
    let line = shifted.unwrap_or(line);
    let canonical = canonical(&line);
    let line = canonical.as_deref().unwrap_or(&line);
    let has = |name: &str| features::TABLE.has(set, name);
    let mut parse = |line: &str| TABLE.parse(line, sink.symbols(), &has);
    let inst = match parse(line) {
        // An offset of zero need not be written, or may be.
        Err(_) if line.ends_with(", #0x0") => parse(line.trim_end_matches("x0")),
        Err(_) if line.ends_with(", #0]") => {
            let without = format!("{}]", &line[..line.len() - ", #0]".len()]);
            parse(&without).or_else(|_| parse(line))
        }
        Err(_) if line.ends_with(']') => {
            let with_offset = format!("{}, #0]", &line[..line.len() - 1]);
            parse(&with_offset).or_else(|_| parse(line))
        }
        parsed => parsed,
    };
    // Another instruction has the offsets and numbers that this one does not.
    let inst = match (inst, other_form(line)) {
        (Err(error), Some(other)) => parse(&other).map_err(|_| error),
        (inst, _) => inst,
    };
    sink.inst(&inst.map_err(|e| e.to_string())?)
}

/// `line` with its first word in lower case.
fn lower_mnemonic(line: &str) -> String {
    let end = line.find(char::is_whitespace).unwrap_or(line.len());
    format!("{}{}", line[..end].to_ascii_lowercase(), &line[end..])
}

/// An instruction with the shift that its specifier implies: a move of 16 bits of an address, or a sum with the high part of an offset. Of a
/// number with its sign, the move that makes it.
fn with_implied_shift(line: &str, sink: &mut dyn AsmSink) -> Option<String> {
    let (word, items) = statement(line);
    if word == "add" && items.len() == 3 && items[2].contains("prel_hi12:") {
        return Some(format!("{line}, lsl #12"));
    }
    let [rd, value] = items[..] else { return None };
    let (name, expression) = value.trim_start_matches('#').strip_prefix(':')?.split_once(':')?;
    let (half, kind) = name.split_once("_g")?.1.split_at_checked(1)?;
    let shift = half.parse::<u32>().ok().filter(|half| *half < 4)? * 16;
    if kind == "_s"
        && let Some((value, used)) = sink.symbols().expression(expression)
        && let Some(number) = value.as_number().filter(|_| used == expression.len())
    {
        let (name, half) = if number < 0 { ("movn", !number >> shift) } else { ("movz", number >> shift) };
        return Some(format!("{name} {rd}, #{half}, lsl #{shift}"));
    }
    Some(format!("{word} {rd}, {value}, lsl #{shift}"))
}

/// `line` with numbers for the expressions that stand after `#`, or are an operand.
fn with_numbers(line: &str, sink: &mut dyn AsmSink) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(at) = rest.find(['#', ',', '[', '"']) {
        let (is_hash, is_quote) = (rest[at..].starts_with('#'), rest[at..].starts_with('"'));
        // A name in quotes stays as it is.
        let length = if is_quote { written_name(&rest[at..]).unwrap_or(1) } else { 1 };
        let (before, after) = rest.split_at(at + length);
        out.push_str(before);
        if is_quote {
            rest = after;
            continue;
        }
        rest = after.trim_start();
        if !is_hash {
            out.push_str(if out.ends_with(',') { " " } else { "" });
        }
        let first = rest.chars().next().unwrap_or(' ');
        let plain = rest.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(rest.len());
        let ends = rest[plain..].trim_start();
        let is_plain = first.is_ascii_digit() && (ends.is_empty() || ends.starts_with([',', ']', '.']));
        let computed = is_hash && (first.is_ascii_alphabetic() || first == '_' || first == '.')
            || matches!(first, '(' | '~' | '\'')
            || !is_plain && (first.is_ascii_digit() || first == '-');
        if !computed || rest.starts_with("0x") && rest.contains("_") {
            continue;
        }
        let local = first.is_ascii_digit() && rest[..plain].ends_with(['f', 'b']) && !rest.starts_with("0x");
        if local {
            continue;
        }
        if let Some((value, used)) = sink.symbols().expression(rest)
            && let Some(number) = value.as_number()
            && !rest[used..].starts_with('.')
        {
            out.push_str(&number.to_string());
            rest = &rest[used..];
        }
    }
    out.push_str(rest);
    out
}

/// What is no line of the table: operations of `sys`, pairs of registers, literals.
fn special(line: &str, set: &FeatureSet, sink: &mut dyn AsmSink) -> Option<Result<(), String>> {
    let (word, items) = statement(line);
    match word {
        "dc" | "ic" | "at" | "tlbi" | "cfp" | "cpp" | "dvp" | "cosp" => Some(operation(word, &items, sink)),
        "ldr" | "ldrsw" => {
            let value = items.get(1)?.strip_prefix('=')?;
            Some(load_literal(word, items[0], value.trim(), sink))
        }
        _ if word.starts_with("casp") => Some(compare_and_swap_pair(word, &items, set, sink)),
        _ => None,
    }
}

/// `tlbi vae1is, x0` and the like.
fn operation(word: &str, items: &[&str], sink: &mut dyn AsmSink) -> Result<(), String> {
    let name = items.first().map(|name| name.to_ascii_lowercase()).unwrap_or_default();
    let found = system_operation(&format!("{word} {name}"));
    let (fields, takes) = found.ok_or_else(|| format!("`{word}` has no operation `{name}`"))?;
    let rt = match (takes, items.get(1)) {
        (Operand::Required, None) => return Err(format!("`{word} {name}` needs a register")),
        (Operand::None, Some(_)) => return Err(format!("`{word} {name}` has no register")),
        (_, Some(name)) => general_64(name).ok_or_else(|| format!("`{name}` is no register"))?,
        (_, None) => regs::XZR,
    };
    let field = |low: u16, bits: u16| McOperand::Imm(i64::from(fields >> low & ((1 << bits) - 1)));
    let operands = [field(11, 3), field(7, 4), field(3, 4), field(0, 3), rt.into()];
    sink.inst(&McInst::new(op::SYSxt, &operands))
}

/// The 64-bit register called `name`; `sp` is none.
fn general_64(name: &str) -> Option<PhysReg> {
    match (name, parts(name)) {
        ("xzr", _) => Some(regs::XZR),
        (_, Some(('x', number))) => member(classes::GPR64, number),
        _ => None,
    }
}

/// `ldr x0, =value`: one instruction that makes the number, or a load of a literal.
fn load_literal(word: &str, rt: &str, value: &str, sink: &mut dyn AsmSink) -> Result<(), String> {
    let read = sink.symbols().expression(value).filter(|(_, used)| *used == value.len());
    // As LLVM's assembler does: numbers and names are shared, sums with names are not.
    let is_word = value.chars().all(is_symbol_char);
    let (value, _) = read.ok_or_else(|| format!("`{value}` is no value"))?;
    let letter = parts(rt).map(|(letter, _)| letter).or(rt.strip_suffix("zr").and_then(|r| r.chars().next()));
    let (class, opcode, size) = match (word, letter) {
        ("ldr", Some('x')) => (classes::GPR64, op::LDRXl, 8),
        ("ldr", Some('w')) => (classes::GPR32, op::LDRWl, 4),
        ("ldr", Some('s')) => (classes::FPR32, op::LDRSl, 4),
        ("ldr", Some('d')) => (classes::FPR64, op::LDRDl, 8),
        ("ldrsw", Some('x')) => (classes::GPR64, op::LDRSWl, 4),
        _ => return Err(format!("a literal cannot be loaded into `{rt}`")),
    };
    let number = if rt.ends_with("zr") { Some(31) } else { parts(rt).map(|(_, number)| number) };
    let reg =
        number.and_then(|number| member(class, number)).ok_or_else(|| format!("`{rt}` is no register"))?;
    if let Some(number) = value.as_number() {
        let bits = i64::from(size) * 8;
        let fits = size == 8 || (-(1i64 << 31)..1 << 32).contains(&number);
        if !fits {
            return Err(format!("{number} does not fit `{rt}`"));
        }
        let unsigned = if size == 8 { number as u64 } else { u64::from(number as u32) };
        let shift = (0..bits).step_by(16).find(|&shift| unsigned & !(0xffff << shift) == 0);
        if let (Some(shift), "ldr", true) = (shift, word, matches!(letter, Some('w' | 'x'))) {
            let opcode = if size == 8 { op::MOVZXi } else { op::MOVZWi };
            let half = McOperand::Imm((unsigned >> shift) as i64);
            return sink.inst(&McInst::new(opcode, &[reg.into(), half, McOperand::Imm(shift)]));
        }
    }
    let label = sink.literal(value, size, is_word || value.as_number().is_some());
    sink.inst(&McInst::new(opcode, &[reg.into(), McExpr::from(label).into()]))
}

/// `caspal x0, x1, x2, x3, [x4]`: each pair starts at an even register.
fn compare_and_swap_pair(
    word: &str,
    items: &[&str],
    set: &FeatureSet,
    sink: &mut dyn AsmSink,
) -> Result<(), String> {
    let wrong = || format!("operands do not fit: `{word} {}`", items.join(", "));
    let order = match word {
        "casp" => 0,
        "caspa" => 1 << 22,
        "caspl" => 1 << 15,
        "caspal" => 1 << 22 | 1 << 15,
        _ => return Err(format!("unknown instruction `{word}`")),
    };
    if !features::TABLE.has(set, "lse") {
        return Err("instruction requires: lse".into());
    }
    let [s, s2, t, t2, address] = *items else { return Err(wrong()) };
    let base = address.strip_prefix('[').and_then(|a| a.strip_suffix(']')).ok_or_else(wrong)?;
    let base = base.split(',').next().unwrap_or("").trim();
    let base = if base == "sp" { 31 } else { parts(base).filter(|(l, _)| *l == 'x').ok_or_else(wrong)?.1 };
    let pair = |first: &str, second: &str| {
        let numbered = |name: &str| match name {
            "xzr" => Some(('x', 31)),
            "wzr" => Some(('w', 31)),
            name => parts(name),
        };
        let ((letter, n), (other, m)) = (numbered(first)?, numbered(second)?);
        (letter == other && n % 2 == 0 && m == n + 1).then_some((letter, n))
    };
    let ((letter, s), (other, t)) = (pair(s, s2).ok_or_else(wrong)?, pair(t, t2).ok_or_else(wrong)?);
    if letter != other || !matches!(letter, 'w' | 'x') {
        return Err(wrong());
    }
    let wide = u32::from(letter == 'x') << 30;
    let word = 0x0820_7c00 | wide | order | u32::from(s) << 16 | u32::from(base) << 5 | u32::from(t);
    sink.raw_inst(&word.to_le_bytes());
    Ok(())
}

/// The same statement as another instruction: an offset that only `ldur` has, a negative number that is subtracted.
fn other_form(line: &str) -> Option<String> {
    let (word, items) = statement(line);
    let item = |n: usize| items.get(n).and_then(|item: &&str| number(item.trim_start_matches('#')));
    let shifted = |n: usize| {
        let value = item(n).filter(|value| value & 0xfff == 0 && (1..1 << 24).contains(value))?;
        Some(format!("{word} {}, #{}, lsl #12", items[..n].join(", "), value >> 12))
    };
    let negated = |other: &str| {
        let at = items.iter().position(|item| item.starts_with("#-") || item.starts_with('-'))?;
        let number = number(items[at].trim_start_matches('#'))?.checked_neg()?;
        let mut items: Vec<String> = items.iter().map(|item| (*item).to_owned()).collect();
        items[at] = format!("#{number}");
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
        "movi" => {
            let value = item(1).filter(|value| (-128..0).contains(value))?;
            Some(format!("movi {}, #{}", items[0], value & 0xff))
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
        "bic" | "bics" | "orn" | "eon" => {
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
        "sxtb" | "sxth" | "sxtw" | "uxtb" | "uxth" | "uxtw" => {
            let top = [("b", 7), ("h", 15), ("w", 31)].iter().find(|(size, _)| word.ends_with(size))?.1;
            let source = if wide { format!("x{}", first.get(1..)?) } else { first.to_owned() };
            let name = if word.starts_with('s') { "sbfm" } else { "ubfm" };
            Some(format!("{name} {rd}, {source}, #0, #{top}"))
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
            let (low, width) = (number(1).filter(|n| (0..bits).contains(n))?, number(2)?);
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

/// A sum with the stack pointer and a register, which is extended then.
fn extended(word: &str, rd: &str, rn: &str, rm: &str, shift: Option<&str>) -> Option<String> {
    let zero = rm.strip_suffix("zr").and_then(|letter| letter.chars().next());
    let letter = parts(rm).map(|(letter, _)| letter).or(zero).filter(|l| matches!(l, 'w' | 'x'))?;
    let extension = if letter == 'x' { "uxtx" } else { "uxtw" };
    match shift {
        None => Some(format!("{word} {rd}, {rn}, {rm}, {extension}")),
        Some(shift) => {
            let amount = shift.strip_prefix("lsl")?;
            Some(format!("{word} {rd}, {rn}, {rm}, {extension}{amount}"))
        }
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
