//! Instructions that evaluate a record's expression on its operands.

use super::UNKNOWN;
use super::text::{Operand, Record, home};
use crate::Result;

/// The value that a record describes.
pub(super) enum Made {
    /// An unknown value.
    Nothing,
    /// A value of a type, unchanged.
    Value(String, String),
    /// An integer.
    Integer(Integer),
    /// The memory at an address.
    Address(String),
}

/// An integer on the stack of an expression.
#[derive(Debug, Clone)]
pub(super) struct Integer {
    pub(super) text: String,
    pub(super) bits: u32,
    is_signed: bool,
    /// True for a constant, which takes the size of the other operand.
    is_constant: bool,
}

/// Instructions under construction.
#[derive(Debug, Default)]
pub(super) struct Code {
    pub(super) text: String,
    values: usize,
}

impl Code {
    pub(super) fn line(&mut self, text: &str) {
        if !text.starts_with(' ') && !text.ends_with(':') {
            self.text += "  ";
        }
        self.text += text;
        self.text.push('\n');
    }

    /// Writes an instruction and returns the name of its result.
    pub(super) fn value(&mut self, instruction: &str) -> String {
        self.values += 1;
        let name = format!("%records.{}", self.values);
        self.line(&format!("{name} = {instruction}"));
        name
    }

    /// Returns the address at a byte offset from another one.
    pub(super) fn offset(&mut self, address: &str, bytes: u64) -> String {
        match bytes {
            0 => address.to_owned(),
            _ => self.value(&format!("getelementptr i8, ptr {address}, i64 {bytes}")),
        }
    }

    /// Marks bytes as unknown.
    pub(super) fn unknown(&mut self, address: &str, bytes: u64) {
        let text = UNKNOWN.repeat(bytes as usize);
        self.line(&format!("store [{bytes} x i8] c\"{text}\", ptr {address}, align 1"));
    }

    /// Returns an integer resized to the given width.
    pub(super) fn resized(&mut self, value: &Integer, bits: u32) -> Integer {
        let from = value.bits;
        let how = match (from.cmp(&bits), value.is_signed) {
            (std::cmp::Ordering::Equal, _) => return value.clone(),
            (std::cmp::Ordering::Greater, _) => "trunc",
            (std::cmp::Ordering::Less, true) => "sext",
            (std::cmp::Ordering::Less, false) => "zext",
        };
        let text = self.value(&format!("{how} i{from} {} to i{bits}", value.text));
        Integer { text, bits, ..*value }
    }

    /// Evaluates a record.
    pub(super) fn made(&mut self, record: &Record<'_>) -> Result<Made> {
        if record.is_nothing() {
            return Ok(Made::Nothing);
        }
        let mut ops = &record.expression[..];
        if record.fragment().is_some() {
            ops = &ops[..ops.len() - 3];
        }
        let is_value = ops.strip_suffix(&["DW_OP_stack_value"]);
        let is_memory = is_value.is_none().then(|| ops.strip_suffix(&["DW_OP_deref"])).flatten();
        let ops = is_value.or(is_memory).unwrap_or(ops);
        let operands: Vec<(&str, String)> =
            record.operands.iter().map(|&operand| self.loaded(operand)).collect();
        if let [(ty, value)] = &operands[..]
            && ops.is_empty()
            && is_memory.is_none()
            && !ty.starts_with('i')
        {
            return Ok(Made::Value((*ty).to_owned(), value.clone()));
        }
        let integers = operands.iter().map(|(ty, value)| self.integer((ty, value)));
        let operands =
            integers.collect::<Option<Vec<_>>>().ok_or_else(|| format!("not integers: {record:?}"))?;
        let result = self.evaluated(ops, &operands).ok_or_else(|| format!("not evaluated: {record:?}"))?;
        Ok(match is_memory {
            Some(_) => {
                let address = self.resized(&result, 64);
                Made::Address(self.value(&format!("inttoptr i64 {} to ptr", address.text)))
            }
            None => Made::Integer(result),
        })
    }

    /// Returns an operand's type and value; computed values are loaded.
    fn loaded<'a>(&mut self, (ty, value): Operand<'a>) -> (&'a str, String) {
        let value = match value.starts_with('%') {
            true => self.value(&format!("load {ty}, ptr {}", home(value))),
            false => value.to_owned(),
        };
        (ty, value)
    }

    /// Returns the bits of an operand.
    fn integer(&mut self, (ty, value): Operand<'_>) -> Option<Integer> {
        let plain = |text, bits| Some(Integer { text, bits, is_signed: false, is_constant: false });
        let bits = match ty {
            "ptr" => return plain(self.value(&format!("ptrtoint ptr {value} to i64")), 64),
            "double" => 64,
            "float" => 32,
            _ => {
                let text = match value {
                    "true" => "1",
                    "false" => "0",
                    _ => value,
                };
                return plain(text.to_owned(), ty.strip_prefix('i')?.parse().ok()?);
            }
        };
        plain(self.value(&format!("bitcast {ty} {value} to i{bits}")), bits)
    }

    /// Evaluates an expression and returns the top of its stack.
    fn evaluated(&mut self, ops: &[&str], operands: &[Integer]) -> Option<Integer> {
        let mut stack: Vec<Integer> = Vec::new();
        let is_list = ops.contains(&"DW_OP_LLVM_arg");
        let mut ops = ops.iter().copied();
        if !is_list {
            stack.push(operands.first()?.clone());
        }
        while let Some(op) = ops.next() {
            let op = op.strip_prefix("DW_OP_")?;
            let mut number = || ops.next();
            let next = match op {
                "LLVM_arg" => operands.get(number()?.parse::<usize>().ok()?)?.clone(),
                "constu" | "consts" => constant(number()?),
                _ if op.starts_with("lit") => constant(&op[3..]),
                "LLVM_convert" => {
                    let (bits, encoding) = (number()?.parse().ok()?, number()?);
                    let is_signed = encoding == "DW_ATE_signed";
                    let value = self.resized(&stack.pop()?, bits);
                    Integer { is_signed, is_constant: false, ..value }
                }
                "LLVM_extract_bits_zext" | "LLVM_extract_bits_sext" => {
                    let (from, size) = (number()?, number()?.parse().ok()?);
                    let value = stack.pop()?;
                    let text = self.value(&format!("lshr i{} {}, {from}", value.bits, value.text));
                    let low = self.resized(&Integer { text, ..value }, size);
                    self.resized(&Integer { is_signed: op.ends_with("sext"), ..low }, value.bits)
                }
                "plus_uconst" => {
                    let value = stack.pop()?;
                    self.computed("plus", value, constant(number()?))?
                }
                "neg" => self.computed("minus", constant("0"), stack.pop()?)?,
                "not" => self.computed("xor", stack.pop()?, constant("-1"))?,
                "deref" => {
                    let address = self.resized(&stack.pop()?, 64);
                    let address = self.value(&format!("inttoptr i64 {} to ptr", address.text));
                    let text = self.value(&format!("load i64, ptr {address}, align 1"));
                    Integer { text, ..constant("0") }
                }
                _ => {
                    let second = stack.pop()?;
                    let first = stack.pop()?;
                    self.computed(op, first, second)?
                }
            };
            stack.push(next);
        }
        stack.pop()
    }

    fn computed(&mut self, op: &str, first: Integer, second: Integer) -> Option<Integer> {
        let bits = match (first.is_constant, second.is_constant) {
            (true, false) => second.bits,
            (false, true) => first.bits,
            _ => first.bits.max(second.bits),
        };
        let is_signed = first.is_signed;
        let (a, b) = (self.resized(&first, bits), self.resized(&second, bits));
        let is_constant = first.is_constant && second.is_constant;
        let op = match op {
            "plus" => "add",
            "minus" => "sub",
            "mul" => "mul",
            "div" => "sdiv",
            "mod" => "urem",
            "and" => "and",
            "or" => "or",
            "xor" => "xor",
            "shl" => "shl",
            "shr" => "lshr",
            "shra" => "ashr",
            "eq" | "ne" => &format!("icmp {op}"),
            "lt" | "le" | "gt" | "ge" if is_signed => &format!("icmp s{op}"),
            "lt" | "le" | "gt" | "ge" => &format!("icmp u{op}"),
            _ => return None,
        };
        let text = self.value(&format!("{op} i{bits} {}, {}", a.text, b.text));
        let bits = if op.starts_with("icmp") { 1 } else { bits };
        Some(Integer { text, bits, is_signed: is_signed && bits != 1, is_constant })
    }
}

/// Returns a constant, which takes the size of the other operand.
fn constant(text: &str) -> Integer {
    Integer { text: text.to_owned(), bits: 64, is_signed: false, is_constant: true }
}
