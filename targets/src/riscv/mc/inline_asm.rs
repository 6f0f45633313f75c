//! Inline assembly on RISC-V: constraints and register names.
//!
//! Sources: GCC's *Constraints for Particular Machines*, the RISC-V assembly programmer's manual.

use crate::riscv::features::Features;
use crate::riscv::registers::{REGISTERS, classes, regs};
use gisel_codegen::ir::value_type::{ValueType, VectorElement};
use gisel_codegen::machine::desc::registers::{PhysReg, RegClassId};
use gisel_codegen::machine::inline_asm::{Holding, InlineAsmClobbers, InlineAsmInfo, InlineAsmText};

/// RISC-V's interface to inline assembly.
#[derive(Debug)]
pub(crate) struct RiscvInlineAsm {
    /// The subtarget's features.
    pub features: Features,
}

/// Returns the integer register called `name`, by number or by ABI name.
pub(crate) fn general(name: &str) -> Option<PhysReg> {
    let name = if name == "fp" { "s0" } else { name };
    let members = (0..32).map(|n| PhysReg(regs::X0.0 + n));
    members.into_iter().find(|&r| REGISTERS.reg(r).asm_name == name || REGISTERS.reg(r).name == name)
}

/// Returns the number of the floating-point register called `name`.
pub(crate) fn floating(name: &str) -> Option<u16> {
    let of = |n: u16| REGISTERS.reg(PhysReg(regs::F0_D.0 + n));
    (0..32).find(|&n| of(n).asm_name == name || of(n).name.strip_suffix("_d") == Some(name))
}

/// Returns true if named general registers accept values of type `ty`: scalars, and vectors with
/// elements of usual sizes.
fn fits_named(ty: ValueType) -> bool {
    let llt = ty.llt();
    let is_usual = |n: u32| n.is_power_of_two();
    !llt.is_vector() || is_usual(llt.elements()) && is_usual(llt.scalar_bits()) && llt.scalar_bits() >= 8
}

impl RiscvInlineAsm {
    /// Returns true if values of type `ty` are in integer registers, one per word, except vectors.
    fn is_general(&self, ty: ValueType) -> bool {
        !matches!(ty, ValueType::Vector { .. }) && ty.bits() <= 8 * self.features.xlen()
    }

    /// Returns true if floating-point values of type `ty` are computed in integer registers.
    fn is_float_in_general_register(&self, ty: ValueType) -> bool {
        match ty {
            ValueType::Half => self.features.contains(Features::ZHINXMIN),
            ValueType::Float => self.features.contains(Features::ZFINX),
            ValueType::Double => self.features.contains(Features::ZDINX),
            _ => false,
        }
    }
}

impl InlineAsmText for RiscvInlineAsm {
    fn register_text(&self, reg: PhysReg, modifier: Option<char>) -> Option<String> {
        let desc = REGISTERS.reg(reg);
        match modifier {
            None | Some('z') => Some(desc.asm_name.to_owned()),
            Some('i') => Some(String::new()),
            Some('N') => Some(desc.encoding.to_string()),
            _ => None,
        }
    }

    fn immediate_text(&self, value: i64, modifier: Option<char>) -> Option<String> {
        match modifier {
            Some('z') if value == 0 => Some("zero".into()),
            Some('i') => Some("i".into()),
            None | Some('z' | 'c' | 'a') => Some(value.to_string()),
            Some('n') => Some(value.wrapping_neg().to_string()),
            Some('s') => Some((value.wrapping_neg() & 31).to_string()),
            _ => None,
        }
    }

    fn symbol_text(&self, name: String, modifier: Option<char>) -> Option<String> {
        match modifier {
            None | Some('z' | 'c' | 'a') => Some(name),
            Some('i') => Some("i".into()),
            _ => None,
        }
    }

    fn memory_text(&self, base: PhysReg, modifier: Option<char>) -> Option<String> {
        modifier.is_none().then(|| format!("0({})", REGISTERS.reg(base).asm_name))
    }
}

impl InlineAsmClobbers for RiscvInlineAsm {
    fn clobbered_register(&self, name: &str) -> Option<PhysReg> {
        general(name).or_else(|| floating(name).map(|number| PhysReg(regs::F0_D.0 + number)))
    }
}

impl InlineAsmInfo for RiscvInlineAsm {
    fn register_class(&self, code: &str, ty: ValueType) -> Option<RegClassId> {
        match (code, ty) {
            ("r" | "R" | "f", ValueType::Double) if self.features.pairs_doubles() => Some(classes::GPRPAIR),
            ("^cr" | "^cR" | "^cf", ValueType::Double) if self.features.pairs_doubles() => {
                Some(classes::GPRPAIRC)
            }
            ("f" | "^cf", _) if self.is_float_in_general_register(ty) => {
                self.register_class(if code == "f" { "r" } else { "^cr" }, ty)
            }
            ("r", _) if self.is_general(ty) => Some(classes::GPRNOX0),
            ("^cr", _) if self.is_general(ty) => Some(classes::GPRC),
            ("R" | "^cR", ValueType::Int(bits)) if bits == 2 * self.features.xlen() => {
                Some(if code == "R" { classes::GPRNOX0 } else { classes::GPRC })
            }
            ("f", ValueType::Half) if self.features.contains(Features::ZFHMIN) => Some(classes::FPR16),
            ("f", ValueType::BFloat) if self.features.contains(Features::ZFBFMIN) => Some(classes::FPR16),
            ("f", ValueType::Float) if self.features.flen() >= 32 => Some(classes::FPR32),
            ("f", ValueType::Double) if self.features.flen() == 64 => Some(classes::FPR64),
            ("^cf", ValueType::Half) if self.features.contains(Features::ZFHMIN) => Some(classes::FPR16C),
            ("^cf", ValueType::BFloat) if self.features.contains(Features::ZFBFMIN) => Some(classes::FPR16C),
            ("^cf", ValueType::Float) if self.features.flen() >= 32 => Some(classes::FPR32C),
            ("^cf", ValueType::Double) if self.features.flen() == 64 => Some(classes::FPR64C),
            ("X", ValueType::Float | ValueType::Double) if ty.bits() <= self.features.flen() => {
                self.register_class("f", ty)
            }
            ("X", _) => self.register_class("r", ty),
            _ => None,
        }
    }

    fn named_register(&self, name: &str, ty: ValueType) -> Option<(PhysReg, RegClassId)> {
        if let Some(reg) = general(name) {
            let fits = fits_named(ty) && ty.bits() <= 8 * self.features.xlen();
            return (fits && self.features.has_register(reg)).then_some((reg, classes::GPR));
        }
        let number = floating(name)?;
        match self.register_class("f", ty)? {
            class @ classes::FPR16 => Some((PhysReg(regs::F0_H.0 + number), class)),
            class @ classes::FPR32 => Some((PhysReg(regs::F0_F.0 + number), class)),
            class => Some((PhysReg(regs::F0_D.0 + number), class)),
        }
    }

    fn holding(&self, _class: RegClassId, ty: ValueType) -> Holding {
        match ty {
            ValueType::Vector { count: 1, .. } => Holding::Whole,
            ValueType::Vector { element: VectorElement::Int(_) | VectorElement::Pointer(..), .. } => {
                Holding::Elements
            }
            _ => Holding::Whole,
        }
    }

    fn following_register(&self, reg: PhysReg, class: RegClassId) -> Option<PhysReg> {
        let order = REGISTERS.class(class).order;
        let after = &order[order.iter().position(|&r| r == reg)? + 1..];
        after.iter().copied().find(|&r| self.features.has_register(r))
    }

    fn is_pair(&self, code: &str) -> bool {
        matches!(code, "R" | "^cR")
    }

    fn second_of_pair(&self, first: PhysReg) -> Option<PhysReg> {
        let second = PhysReg(first.0 + 1);
        let is_pair = REGISTERS.reg(first).encoding.is_multiple_of(2) && self.features.has_register(second);
        is_pair.then_some(second)
    }

    fn is_memory(&self, code: &str) -> bool {
        matches!(code, "m" | "o" | "V" | "A")
    }

    fn takes_immediate(&self, code: &str, value: i64) -> bool {
        match code {
            "i" | "n" | "s" | "X" => true,
            "I" => (-2048..2048).contains(&value),
            "J" => value == 0,
            "K" => (0..32).contains(&value),
            _ => false,
        }
    }

    fn address_class(&self) -> RegClassId {
        classes::GPRNOX0
    }
}
