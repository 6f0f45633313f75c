//! LLVM's names in MIR for a target's operands that are numbers here.

use crate::machine::desc::instructions::Opcode;
use crate::machine::desc::registers::RegisterInfo;

/// The names of one target.
#[derive(Debug)]
pub struct MirNames {
    /// Names of register masks, by the number that the operand holds.
    pub reg_masks: &'static [&'static str],
    /// The name in `target-flags(…)` by opcode, operand index and flags; empty for none. Different
    /// flags have different names, so the reader can search by name.
    pub target_flags: fn(Opcode, usize, u8) -> &'static str,
    /// Opcodes whose implicit registers LLVM does not list.
    pub without_implicit: &'static [Opcode],
    /// Other names in LLVM for an opcode, for variants that LLVM distinguishes: each is read as the
    /// opcode.
    pub foreign_opcodes: &'static [(&'static str, Opcode)],
    /// Registers that only LLVM models, such as the rounding mode: they are dropped on reading.
    pub foreign_registers: &'static [&'static str],
    /// The one of them that instructions of the floating-point environment read implicitly.
    pub fp_environment: Option<&'static str>,
    /// Names of registers that are used only in CFI directives: the DWARF number of the first, and
    /// the names.
    pub cfi_registers: (u16, &'static [&'static str]),
    /// The keys of `machineFunctionInfo` for the object of the first variadic argument, and for the
    /// size in bytes of the save area.
    pub var_args: Option<[&'static str; 2]>,
}

impl MirNames {
    /// The names of a target without any of these.
    pub const NONE: MirNames = MirNames {
        reg_masks: &[],
        target_flags: |_, _, _| "",
        without_implicit: &[],
        foreign_opcodes: &[],
        foreign_registers: &[],
        fp_environment: None,
        cfi_registers: (0, &[]),
        var_args: None,
    };

    /// Returns the flags with this name for an operand.
    pub(crate) fn flags_of(&self, opcode: Opcode, index: usize, name: &str) -> Option<u8> {
        (0..=MAX_FLAGS).find(|&flags| (self.target_flags)(opcode, index, flags) == name)
    }

    /// Returns the name in CFI directives of the register with this DWARF number: the name of its
    /// smallest sub-register.
    pub(crate) fn cfi_register(&self, registers: &RegisterInfo, dwarf: u16) -> Option<&'static str> {
        let (first, names) = self.cfi_registers;
        let own = dwarf.checked_sub(first).and_then(|n| names.get(usize::from(n)));
        own.copied().or_else(|| {
            let mut desc = registers.regs.iter().find(|r| r.dwarf == Some(dwarf))?;
            while let Some(&(_, part)) = desc.sub_regs.first() {
                desc = registers.reg(part);
            }
            Some(desc.name)
        })
    }

    /// Returns the DWARF number of a register or of its super-register, by the register's name.
    pub(crate) fn dwarf_number(&self, registers: &RegisterInfo, name: &str) -> Option<u16> {
        let (first, names) = self.cfi_registers;
        if let Some(n) = names.iter().position(|own| *own == name) {
            return Some(first + n as u16);
        }
        let reg = registers.by_name(name)?;
        let whole = registers.regs.iter().find(|r| {
            r.dwarf.is_some() && (r.name == name || registers.units(reg).iter().any(|u| r.units.contains(u)))
        });
        registers.reg(reg).dwarf.or(whole?.dwarf)
    }

    /// Returns the number of the register mask with this name.
    pub(crate) fn reg_mask(&self, name: &str) -> Option<u32> {
        self.reg_masks.iter().position(|n| *n == name).map(|n| n as u32)
    }
}

/// An upper bound for the number of relocation kinds of a target.
const MAX_FLAGS: u8 = 31;

/// Returns a name after `@` or `&`, in quotes if it is not an identifier.
pub fn quoted(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._".contains(c);
    if !name.is_empty() && name.chars().all(plain) && !name.starts_with(|c: char| c.is_ascii_digit()) {
        return name.to_string();
    }
    in_quotes(name)
}

/// Separates a function's name and a number in the name of an escaped object's offset.
pub(crate) const FRAME_ESCAPE: &str = "$frame_escape_";

/// Returns the name of the offset of the escaped object with `number` in the frame of `function`.
pub(crate) fn frame_escape(function: &str, number: u16) -> String {
    format!(".L{function}{FRAME_ESCAPE}{number}")
}

/// Returns the name of a label after `mcsymbol`, in quotes if it is not an identifier.
pub(crate) fn quoted_label(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-._$".contains(c);
    if name.chars().all(plain) { name.to_string() } else { in_quotes(name) }
}

/// Returns a text in quotes, with special characters in hexadecimal.
pub(crate) fn in_quotes(text: &str) -> String {
    let escape = |byte: u8| match byte {
        b' '..=b'~' if byte != b'"' && byte != b'\\' => char::from(byte).to_string(),
        _ => format!("\\{byte:02X}"),
    };
    format!("\"{}\"", text.bytes().map(escape).collect::<String>())
}

/// Returns a YAML string in double quotes, with control characters in hexadecimal.
pub(crate) fn in_double_quotes(text: &str) -> String {
    let escape = |c: char| match c {
        '"' | '\\' => format!("\\{c}"),
        c if c.is_ascii_control() => format!("\\x{:02X}", c as u32),
        c => c.to_string(),
    };
    format!("\"{}\"", text.chars().map(escape).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_when_they_must_be() {
        let names = [
            ("a.b_c-1", "a.b_c-1"),
            ("a$", "\"a$\""),
            ("1a", "\"1a\""),
            ("a b\"", "\"a b\\22\""),
            ("", "\"\""),
        ];
        for (name, text) in names {
            assert_eq!(quoted(name), text);
        }
    }
}
