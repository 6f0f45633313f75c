//! Inline assembly on AArch64: constraints, and register names with their views.
//!
//! Source: GCC's *Constraints for Particular Machines* and *AArch64 Operand Modifiers*.

use crate::aarch64::isel::call_lowering::Files;
use crate::aarch64::isel::logical_immediate;
use crate::aarch64::mc::instructions::op;
use crate::aarch64::mc::operands::{CONDITIONS, inverse_condition, parse_sysreg};
use crate::aarch64::mc::register_text::{member, numbered};
use crate::aarch64::registers::{REGISTERS, classes, regs};
use crate::table::AsmCursor;
use gisel_codegen::ir::mir::Operand as MirOperand;
use gisel_codegen::ir::value_type::{ValueType, VectorElement};
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::desc::registers::{PhysReg, RegClassId};
use gisel_codegen::machine::inline_asm::{
    FlagOutput, Holding, InlineAsmClobbers, InlineAsmInfo, InlineAsmText, SystemRegister,
};

/// AArch64's interface to inline assembly.
#[derive(Debug)]
pub(crate) struct AArch64InlineAsm {
    /// The registers of the subtarget.
    pub files: Files,
}

fn is_integer(ty: ValueType) -> bool {
    matches!(ty, ValueType::Int(_) | ValueType::Pointer { .. })
}

/// Returns true if general registers hold values of type `ty`: scalars in one or more registers,
/// and small vectors as their bits.
fn fits_general(ty: ValueType) -> bool {
    let bits = ty.llt().bits();
    if ty.llt().is_vector() { (8..=128).contains(&bits) && bits.is_power_of_two() } else { bits <= 256 }
}

fn is_matrix_index(ty: ValueType) -> bool {
    is_integer(ty) && ty.llt().bits() <= 64
}

/// Returns true if a named floating-point register of `width` bits accepts values of type `ty`,
/// whole or in part.
fn fits_named(ty: ValueType, width: u32) -> bool {
    let bits = ty.llt().bits();
    match ty {
        _ if bits == width => true,
        ValueType::Half | ValueType::BFloat | ValueType::Float => width > bits && width <= 64,
        ValueType::Int(_) if width == 128 => bits == 256,
        ValueType::Int(_) => matches!(bits, 128 | 256) && width >= 32,
        ValueType::Vector { element, count, .. } if width == 128 => {
            let is_wide = matches!(element, VectorElement::Int(64)) && count == 1;
            is_wide || matches!(element, VectorElement::Int(8)) && bits.is_power_of_two() && bits <= 64
        }
        ValueType::Vector { .. } => width >= 16 && bits > width && matches!(bits, 32 | 64 | 128),
        _ => false,
    }
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

/// Returns the number of `op0:op1:CRn:CRm:op2`, the ACLE's notation of system registers.
fn system_register_by_fields(name: &str) -> Option<i64> {
    let fields: Vec<i64> = name.split(':').map(|field| field.parse().ok()).collect::<Option<_>>()?;
    let limits = [(3, 14), (7, 11), (15, 7), (15, 3), (7, 0)];
    let fits =
        fields.len() == limits.len() && fields.iter().zip(limits).all(|(f, (max, _))| (0..=max).contains(f));
    fits.then(|| fields.iter().zip(limits).map(|(field, (_, at))| field << at).sum())
}

/// Returns true if a number is a system register's, with an `op0` of 2 or 3. (In assembly the same
/// instructions accept all numbers.)
fn is_system_register(number: i64) -> bool {
    (1 << 15..1 << 16).contains(&number)
}

impl AArch64InlineAsm {
    /// Returns true if floating-point registers hold values of type `ty`.
    fn has_register_of(&self, ty: ValueType) -> bool {
        if ty.llt().is_vector() { self.files.vectors } else { self.files.floats }
    }
}

impl InlineAsmText for AArch64InlineAsm {
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

impl InlineAsmClobbers for AArch64InlineAsm {
    fn system_register(&self, name: &str) -> Option<SystemRegister> {
        let number = match name.contains(':') {
            true => system_register_by_fields(name)?,
            false => parse_sysreg(&mut AsmCursor::new(name))?,
        };
        is_system_register(number).then_some(SystemRegister { read: op::MRS, write: op::MSR, number })
    }

    fn is_low_half(&self, name: &str) -> bool {
        matches!(name, "wsp" | "wzr") || numbered(name).is_some_and(|(letter, _)| letter == 'w')
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
        match numbered(name)? {
            ('w' | 'x', number) => member(classes::GPR64COMMON, number),
            (_, number) => member(classes::FPR128, number),
        }
    }
}

impl InlineAsmInfo for AArch64InlineAsm {
    fn register_class(&self, code: &str, ty: ValueType) -> Option<RegClassId> {
        let bits = ty.llt().bits();
        match code {
            "X" => self.register_class(if is_integer(ty) || !self.files.floats { "r" } else { "w" }, ty),
            "r" if !fits_general(ty) => None,
            // As in LLVM, all sizes but 64 bits are in 32-bit registers, which may truncate values.
            "r" if bits <= 32 || bits > 64 => Some(classes::GPR32COMMON),
            "r" => Some(classes::GPR64COMMON),
            "Uci" if is_matrix_index(ty) => Some(classes::MATRIXINDEXGPR32_8_11),
            "Ucj" if is_matrix_index(ty) => Some(classes::MATRIXINDEXGPR32_12_15),
            "w" | "x" if !self.has_register_of(ty) => None,
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
        let (letter, number) = scalable.or_else(|| numbered(name))?;
        let class = match letter {
            'w' | 'x' if !fits_general(ty) => return None,
            'w' | 'x' if bits <= 32 => classes::GPR32ALL,
            'w' | 'x' => classes::GPR64ALL,
            _ if !self.has_register_of(ty) => return None,
            'v' if is_integer(ty) && bits < 32 => classes::FPR32,
            'v' if matches!(ty, ValueType::Int(256)) => classes::FPR128,
            'v' => float_class(bits)?,
            view => {
                let width = ['b', 'h', 's', 'd', 'q'].iter().position(|&letter| letter == view)?;
                float_class(8 << width).filter(|_| fits_named(ty, 8 << width))?
            }
        };
        member(class, number).map(|reg| (reg, class))
    }

    fn holding(&self, class: RegClassId, ty: ValueType) -> Holding {
        let bits = ty.llt().bits();
        match (class, ty) {
            (classes::FPR32, ValueType::Half | ValueType::BFloat) => Holding::Converted(ValueType::Float),
            (classes::FPR64, ValueType::Half | ValueType::BFloat | ValueType::Float) => {
                Holding::Converted(ValueType::Double)
            }
            _ if REGISTERS.class(class).bits == 128 => Holding::Whole,
            (_, ValueType::Vector { .. }) if bits > REGISTERS.class(class).bits.into() => Holding::Cut(1),
            _ if REGISTERS.class(class).bits == 32 && bits > 32 => Holding::Cut(bits.div_ceil(64)),
            _ => Holding::Whole,
        }
    }

    fn following_register(&self, reg: PhysReg, class: RegClassId) -> Option<PhysReg> {
        let next = REGISTERS.reg(reg).encoding + 1;
        member(class, next).filter(|_| next < if is_general(reg) { 31 } else { 32 })
    }

    fn flag_output(&self, code: &str) -> Option<FlagOutput> {
        let condition = inverse_condition(code.strip_prefix("{@cc")?.strip_suffix('}')?)?;
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
}

/// Returns true if one `movz` or `movn` builds the value.
fn is_moved(value: u64, bits: u32) -> bool {
    let mask = u64::MAX >> (64 - bits);
    let one = |v: u64| (0..bits).step_by(16).any(|shift| v & !(0xffff << shift) & mask == 0);
    one(value) || one(!value)
}
