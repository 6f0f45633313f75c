//! Functions without floating-point and vector types, which use no such registers with
//! `noimplicitfloat`.

use super::Result;
use crate::process;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// Types in such registers; vectors are found by their brackets.
const TYPES: &[&str] = &["half", "bfloat", "float", "double", "fp128"];

/// Checks the object of a module.
pub fn check(module: &str, object: &Path) -> Result<()> {
    let general = general_functions(module);
    if general.is_empty() {
        return Ok(());
    }
    let mut command = Command::new("llvm-objdump-22");
    let text = process::run(command.args(["-d", "--no-show-raw-insn", "--no-leading-addr"]).arg(object))?;
    let mut is_general = false;
    for line in text.lines() {
        if let Some(name) = line.strip_prefix('<').and_then(|rest| rest.strip_suffix(">:")) {
            // Labels belong to their function.
            is_general = if name.starts_with(".L") { is_general } else { general.contains(name) };
        } else if is_general && !line.contains("\t.") && has_float_register(line) {
            return Err(format!("{}: {line}", object.display()));
        }
    }
    Ok(())
}

/// Returns the functions of a module whose text has no such type.
fn general_functions(module: &str) -> BTreeSet<&str> {
    let mut general = BTreeSet::new();
    let mut current = None;
    for line in module.lines() {
        // A variadic function saves the arguments that registers of both kinds pass.
        if line.starts_with("define ") && !line.contains("...)") {
            current = line.split_once('@').map(|(_, rest)| rest.split(['(', ' ']).next().unwrap_or_default());
        }
        // Inline assembly may use any registers.
        let is_word = |word: &str| TYPES.contains(&word) || word == "asm";
        let has_word = line.split(|c: char| !c.is_alphanumeric() && c != '.' && c != '_').any(is_word);
        let has_vector = line.split('<').skip(1).any(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
        if has_word || has_vector {
            current = None;
        }
        if line == "}" {
            general.extend(current.take());
        }
    }
    general
}

/// Returns true if an instruction of one of the targets uses a floating-point or vector register.
fn has_float_register(line: &str) -> bool {
    let operands = line.trim_start().split_once(char::is_whitespace).map_or("", |(_, rest)| rest);
    // A symbol's name is ignored.
    let operands = operands.split('<').next().unwrap_or_default();
    operands.split(|c: char| !c.is_ascii_alphanumeric()).any(is_float_register)
}

fn is_float_register(word: &str) -> bool {
    let digits = |rest: Option<&str>| rest.is_some_and(|rest| rest.parse::<u8>().is_ok());
    let of_riscv = ["fa", "ft", "fs"].iter().any(|file| digits(word.strip_prefix(file)));
    // On RISC-V, `s0` to `s11` are general registers: `s` does not identify AArch64's scalars, but
    // they have larger numbers, or are used together with a `d`, `q` or `v`.
    let of_aarch64 = ["b", "h", "d", "q", "v"].iter().any(|file| digits(word.strip_prefix(file)));
    of_riscv || of_aarch64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_with_such_types_are_left_out() {
        let module = "define i32 @f(i32 %x) #0 {\n ret i32 %x\n}\ndefine void @g(ptr %x) {\n \
                      store double 0.0, ptr %x\n}\ndefine <2 x i8> @h(<2 x i8> %x) {\n ret <2 x i8> %x\n}\n\
                      define ptr @i(ptr %float) {\n %.float = load ptr, ptr %float\n ret ptr %float\n}\n";
        assert_eq!(general_functions(module), BTreeSet::from(["f"]));
    }

    #[test]
    fn registers_are_told_from_other_words() {
        for line in ["\tldr\td0, [x1]", "\tmov\tv0.d[1], x8", "\tfsw\tfa5, 0x4(a0)", "\tstr\tq31, [sp]"] {
            assert!(has_float_register(line), "{line}");
        }
        for line in ["\tldr\tx0, [x1]", "\tbl\t0x10 <d0>", "\tadd\ts0, s1, a0", "\tret"] {
            assert!(!has_float_register(line), "{line}");
        }
    }
}
