//! Instructions as printed by `llvm-objdump`, and their effects on registers and frame that matter
//! for unwinding.

use crate::target::Target;
use std::collections::{BTreeMap, HashMap};
use std::fmt;

/// One instruction.
#[derive(Clone, Debug)]
pub struct Inst {
    address: u64,
    mnemonic: String,
    operands: Vec<String>,
}

impl fmt::Display for Inst {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.mnemonic, self.operands.join(", "))
    }
}

impl Inst {
    /// Returns true if only an indirect jump may reach this instruction: the previous one does not
    /// fall through.
    pub fn is_landing(&self, code: &BTreeMap<u64, &Inst>) -> bool {
        let before = code.range(..self.address).next_back();
        before.is_some_and(|(_, inst)| {
            matches!(inst.mnemonic.as_str(), "b" | "j" | "br" | "jr" | "ret" | "retaa" | "retab")
        })
    }

    fn operand(&self, n: usize) -> &str {
        self.operands.get(n).map_or("", String::as_str)
    }

    fn is(&self, mnemonics: &[&str]) -> bool {
        mnemonics.contains(&self.mnemonic.as_str())
    }
}

/// The control flow after an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// Falls through.
    Next,
    /// Falls through, after a function call.
    Call,
    /// Falls through or jumps to the address.
    Branch(u64),
    /// Jumps to the address.
    Jump(u64),
    /// Jumps within the function, or to another one as a tail call.
    Indirect,
    /// Leaves the function.
    End,
}

/// The contents of a register or frame slot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// A register's value at entry, plus a number; true if it is signed.
    AtEntry(String, i64, bool),
    /// A constant.
    Number(i64),
    /// An unknown value.
    Unknown,
}

impl Value {
    /// Returns the value plus a number.
    pub fn plus(&self, number: i64) -> Value {
        match self {
            Value::AtEntry(reg, offset, signed) => Value::AtEntry(reg.clone(), offset + number, *signed),
            Value::Number(n) => Value::Number(n + number),
            Value::Unknown => Value::Unknown,
        }
    }

    /// Returns true if it is the value of `reg` at entry; the return address signed or not.
    pub fn is_at_entry(&self, reg: &str, signed: bool) -> bool {
        *self == Value::AtEntry(reg.to_owned(), 0, signed && reg == "x30")
    }
}

/// A register and an offset from its value at entry.
type Place = (String, i64);

/// The state of registers and memory at one instruction.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct State {
    sp: &'static str,
    regs: HashMap<String, Value>,
    memory: BTreeMap<Place, Value>,
}

impl State {
    /// Returns the state at a function's entry.
    pub fn at_entry(target: Target) -> State {
        let sp = "sp";
        let own = |reg: String| (reg.clone(), Value::AtEntry(reg, 0, false));
        let regs = preserved(target).into_iter().chain([sp, SHADOW].map(str::to_owned)).map(own).collect();
        State { sp, regs, memory: BTreeMap::new() }
    }

    /// Returns the contents of a register.
    pub fn get(&self, reg: &str) -> Value {
        match reg {
            "xzr" | "zero" => Value::Number(0),
            _ => self.regs.get(reg).cloned().unwrap_or(Value::Unknown),
        }
    }

    /// Returns the offset of a register plus a number from the stack pointer at entry.
    pub fn at(&self, reg: &str, offset: i64) -> Option<i64> {
        self.place(reg, offset).filter(|(base, _)| base == self.sp).map(|(_, offset)| offset)
    }

    /// Returns the memory location at a register plus a number, relative to some register's value
    /// at entry.
    fn place(&self, reg: &str, offset: i64) -> Option<Place> {
        match self.get(reg).plus(offset) {
            Value::AtEntry(reg, offset, false) => Some((reg, offset)),
            _ => None,
        }
    }

    /// Returns the memory contents at a byte offset from the stack pointer at entry.
    pub fn load(&self, offset: i64) -> Value {
        self.load_from(&(self.sp.to_owned(), offset))
    }

    fn load_from(&self, place: &Place) -> Value {
        let is_dead = place.0 == self.sp && self.stack_pointer().is_some_and(|sp| place.1 < sp);
        self.memory.get(place).filter(|_| !is_dead).cloned().unwrap_or(Value::Unknown)
    }

    /// Returns the stack pointer, relative to its value at entry.
    pub fn stack_pointer(&self) -> Option<i64> {
        self.at(self.sp, 0)
    }

    fn set(&mut self, reg: &str, value: Value) {
        self.regs.insert(reg.to_owned(), value);
    }

    fn store(&mut self, place: Option<Place>, size: i64, value: Value) {
        let Some((base, at)) = place else { return };
        self.memory.retain(|(other, slot), _| *other != base || *slot + 8 <= at || at + size <= *slot);
        // The caller's lower half of a floating-point register is saved separately.
        if size == 8 || value != Value::Unknown {
            self.memory.insert((base, at), value);
        }
    }

    /// Returns the facts that hold in both states.
    pub fn merged(&self, other: &State) -> State {
        let mut merged = self.clone();
        for (reg, value) in &mut merged.regs {
            if *value != other.get(reg) {
                *value = Value::Unknown;
            }
        }
        merged.memory.retain(|place, value| other.memory.get(place) == Some(value));
        merged
    }
}

/// Returns the disassembler option for the features used here.
pub fn features(target: Target) -> &'static str {
    match target {
        Target::Riscv64 => "--mattr=+m,+a,+f,+d,+c,+zba,+zbb,+zbs,+zimop",
        Target::Aarch64 => "--mattr=+all",
    }
}

/// The names of RISC-V's integer registers by number.
const RISCV: [&str; 32] = [
    "zero", "ra", "sp", "gp", "tp", "t0", "t1", "t2", "s0", "s1", "a0", "a1", "a2", "a3", "a4", "a5", "a6",
    "a7", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "s10", "s11", "t3", "t4", "t5", "t6",
];

/// AArch64's shadow call stack pointer, if there is one.
const SHADOW: &str = "x18";

/// Returns the call-preserved registers, including the return address.
pub fn preserved(target: Target) -> Vec<String> {
    match target {
        Target::Riscv64 => {
            let saved = (0..12).flat_map(|n| [format!("s{n}"), format!("fs{n}")]);
            saved.chain(["ra".into(), "gp".into()]).collect()
        }
        Target::Aarch64 => {
            (19..31).map(|n| format!("x{n}")).chain((8..16).map(|n| format!("d{n}"))).collect()
        }
    }
}

/// Returns the register for a `name` in unwind tables.
pub fn dwarf_register(name: &str) -> Option<String> {
    if name == "WSP" {
        return Some("sp".into());
    }
    let number = |digits: &str| digits.parse::<usize>().ok();
    match name.split_at_checked(1)? {
        ("W", n) => Some(format!("x{}", number(n)?)),
        ("B", n) => Some(format!("d{}", number(n)?)),
        ("X", n) => RISCV.get(number(n)?).map(|&name| name.to_owned()),
        ("F", n) => {
            let saved = match number(n.split('_').next()?)? {
                n @ (8 | 9) => n - 8,
                n => n.checked_sub(16)?,
            };
            Some(format!("fs{saved}"))
        }
        _ => None,
    }
}

/// Parses all instructions, by address.
pub fn parse(text: &str) -> BTreeMap<u64, Inst> {
    text.lines().filter_map(line).map(|inst| (inst.address, inst)).collect()
}

/// Parses `      1c:      \tadd\tx0, x1, #0x8`.
fn line(text: &str) -> Option<Inst> {
    let (address, rest) = text.split_once(':')?;
    let address = u64::from_str_radix(address.trim(), 16).ok()?;
    let mut words = rest.trim_start().splitn(2, '\t');
    let mnemonic = words.next()?.trim().to_owned();
    let rest = words.next().unwrap_or_default();
    let rest = rest.split([';', '<']).next()?.split("//").next()?;
    let mut operands: Vec<String> = Vec::new();
    let mut depth = 0;
    for part in rest.split(',') {
        // Brackets enclose one operand.
        match operands.last_mut() {
            Some(last) if depth > 0 => *last = format!("{last},{}", part.trim()),
            _ => operands.push(part.trim().to_owned()),
        }
        depth += part.matches(['[', '{']).count() as i32 - part.matches([']', '}']).count() as i32;
    }
    Some(Inst { address, mnemonic, operands })
}

fn immediate(text: &str) -> Option<i64> {
    let text = text.trim_start_matches('#');
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text),
    };
    let value = match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).ok()? as i64,
        None => digits.parse().ok()?,
    };
    Some(value.wrapping_mul(sign))
}

fn label(inst: &Inst) -> Option<u64> {
    u64::from_str_radix(inst.operands.last()?.trim().strip_prefix("0x")?, 16).ok()
}

/// Returns the control flow after `inst`.
pub fn flow(target: Target, inst: &Inst) -> Flow {
    let mnemonic = inst.mnemonic.as_str();
    let branch = match target {
        Target::Aarch64 => inst.is(&["cbz", "cbnz", "tbz", "tbnz"]) || mnemonic.starts_with("b."),
        Target::Riscv64 => mnemonic.starts_with('b') && label(inst).is_some() && inst.operands.len() > 1,
    };
    match (mnemonic, label(inst)) {
        _ if branch => label(inst).map_or(Flow::Next, Flow::Branch),
        ("bl" | "blr", _) => Flow::Call,
        ("jal" | "jalr", _) if inst.operand(0) == "ra" || inst.operands.len() == 1 => Flow::Call,
        // A jump to an undefined symbol has itself as its target.
        ("b" | "j", Some(to)) if to != inst.address => Flow::Jump(to),
        ("br" | "jr", _) => Flow::Indirect,
        ("b" | "j" | "ret" | "retaa" | "retab" | "mret" | "sret" | "brk" | "udf" | "unimp" | "ebreak", _) => {
            Flow::End
        }
        _ => Flow::Next,
    }
}

/// Executes `inst`.
pub fn step(target: Target, inst: &Inst, state: &mut State) {
    if flow(target, inst) == Flow::Call {
        let (preserved, sp) = (preserved(target), state.sp);
        let link = if target == Target::Aarch64 { "x30" } else { "ra" };
        state
            .regs
            .retain(|reg, _| [sp, SHADOW].contains(&reg.as_str()) || reg != link && preserved.contains(reg));
        return;
    }
    match target {
        Target::Aarch64 => aarch64(inst, state),
        Target::Riscv64 => riscv(inst, state),
    }
}

/// Returns the full register of the sub-register `name`.
fn whole(name: &str) -> String {
    match name.split_at_checked(1) {
        _ if name == "wsp" => "sp".into(),
        Some(("w", number)) => format!("x{number}"),
        Some(("b" | "h" | "s" | "q" | "v", number)) if number.starts_with(|c: char| c.is_ascii_digit()) => {
            format!("d{}", number.split('.').next().unwrap_or_default())
        }
        _ => name.to_owned(),
    }
}

/// Parses `[sp, #0x10]` in the operand at `n` and the next: base, offset, and the base's update.
fn address(inst: &Inst, n: usize) -> Option<(String, i64, Option<i64>)> {
    let text = inst.operand(n);
    let inside = text.strip_prefix('[')?;
    let (inside, updates) = match inside.strip_suffix("]!") {
        Some(inside) => (inside, true),
        None => (inside.strip_suffix(']')?, false),
    };
    let (base, offset) = inside.split_once(',').unwrap_or((inside, "0"));
    let offset = immediate(offset)?;
    let after = inst.operands.get(n + 1).and_then(|text| immediate(text));
    let update = if updates { Some(offset) } else { after };
    Some((base.to_owned(), offset, update))
}

fn aarch64(inst: &Inst, state: &mut State) {
    let mnemonic = inst.mnemonic.as_str();
    let pair = inst.is(&["stp", "ldp"]);
    if pair || inst.is(&["str", "stur", "ldr", "ldur"]) {
        let count = if pair { 2 } else { 1 };
        let Some((base, offset, update)) = address(inst, count) else {
            if mnemonic.starts_with('l') {
                (0..count).for_each(|n| state.set(&whole(inst.operand(n)), Value::Unknown));
            }
            return;
        };
        let start = state.place(&base, offset);
        for n in 0..count {
            let reg = inst.operand(n);
            let size = match reg.chars().next() {
                Some('w' | 's') => 4,
                Some('x' | 'd') => 8,
                Some('h') => 2,
                Some('b') => 1,
                _ => 16,
            };
            let at = start.clone().map(|(base, at)| (base, at + n as i64 * size));
            if mnemonic.starts_with('s') {
                let value = state.get(reg);
                state.store(at, size, value);
            } else {
                let value = at.filter(|_| size == 8).map_or(Value::Unknown, |at| state.load_from(&at));
                state.set(&whole(reg), value);
            }
        }
        if let Some(by) = update {
            let value = state.get(&base).plus(by);
            state.set(&base, value);
        }
        return;
    }
    let first = whole(inst.operand(0));
    let value = match (mnemonic, inst.operands.len()) {
        ("paciasp" | "pacibsp", _) => return state.set("x30", sign(&state.get("x30"), true)),
        ("autiasp" | "autibsp", _) => return state.set("x30", sign(&state.get("x30"), false)),
        ("xpaclri", _) => return state.set("x30", Value::Unknown),
        ("add" | "sub", 3 | 4) if first.starts_with(['x', 's']) => sum(inst, state),
        ("mov", 2) if inst.operand(0).starts_with(['x', 's']) => match immediate(inst.operand(1)) {
            Some(number) => Value::Number(number),
            None => state.get(inst.operand(1)),
        },
        ("movk", 3) => match (state.get(&first), immediate(inst.operand(1)), shift(inst.operand(2))) {
            (Value::Number(old), Some(new), Some(shift)) => {
                Value::Number(old & !(0xffff << shift) | new << shift)
            }
            _ => Value::Unknown,
        },
        _ if mnemonic.starts_with("cas") || mnemonic.starts_with("swp") || mnemonic.starts_with("ld") => {
            inst.operands.iter().for_each(|reg| state.set(&whole(reg), Value::Unknown));
            return;
        }
        _ if mnemonic.starts_with("st") && !mnemonic.contains('x') => return,
        _ if inst.is(&["cmp", "cmn", "tst", "ccmp", "ccmn", "fcmp", "fcmpe", "msr", "prfm"]) => return,
        _ => Value::Unknown,
    };
    state.set(&first, value);
}

fn sign(value: &Value, signed: bool) -> Value {
    match value {
        Value::AtEntry(reg, 0, was) if *was != signed => Value::AtEntry(reg.clone(), 0, signed),
        _ => Value::Unknown,
    }
}

/// Returns the number after `lsl #`.
fn shift(text: &str) -> Option<i64> {
    text.strip_prefix("lsl #").and_then(immediate)
}

/// Evaluates `add x0, sp, #1, lsl #12`.
fn sum(inst: &Inst, state: &State) -> Value {
    let shift = if inst.operands.len() == 4 { shift(inst.operand(3)) } else { Some(0) };
    let number = match (immediate(inst.operand(2)), state.get(inst.operand(2))) {
        (Some(number), _) | (None, Value::Number(number)) => number,
        _ => return Value::Unknown,
    };
    let Some(shift) = shift else { return Value::Unknown };
    let by = number << shift;
    state.get(inst.operand(1)).plus(if inst.mnemonic == "sub" { -by } else { by })
}

fn riscv(inst: &Inst, state: &mut State) {
    let mnemonic = inst.mnemonic.as_str();
    let place = || {
        let (offset, base) = inst.operand(1).strip_suffix(')')?.split_once('(')?;
        Some((base.to_owned(), immediate(offset)?))
    };
    let at = place().and_then(|(base, offset)| state.place(&base, offset));
    let known = |n: usize| match state.get(inst.operand(n)) {
        Value::Number(number) => Some(number),
        _ => None,
    };
    let value = match mnemonic {
        "sd" | "fsd" | "fsw" => {
            let value = state.get(inst.operand(0));
            return state.store(at, if mnemonic == "fsw" { 4 } else { 8 }, value);
        }
        "sb" => return state.store(at, 1, Value::Unknown),
        "sh" => return state.store(at, 2, Value::Unknown),
        "sw" => return state.store(at, 4, Value::Unknown),
        "ld" | "fld" | "flw" => at.map_or(Value::Unknown, |at| state.load_from(&at)),
        "addi" => immediate(inst.operand(2)).map_or(Value::Unknown, |n| state.get(inst.operand(1)).plus(n)),
        "mv" => state.get(inst.operand(1)),
        "li" => immediate(inst.operand(1)).map_or(Value::Unknown, Value::Number),
        "lui" => {
            immediate(inst.operand(1)).map_or(Value::Unknown, |n| Value::Number(i64::from((n << 12) as i32)))
        }
        "addiw" => match (known(1), immediate(inst.operand(2))) {
            (Some(a), Some(b)) => Value::Number(i64::from((a + b) as i32)),
            _ => Value::Unknown,
        },
        "add" => known(2).map_or(Value::Unknown, |n| state.get(inst.operand(1)).plus(n)),
        "sub" => known(2).map_or(Value::Unknown, |n| state.get(inst.operand(1)).plus(-n)),
        _ if mnemonic.starts_with('b') || inst.is(&["j", "jr", "fence"]) => return,
        _ => Value::Unknown,
    };
    if inst.operand(0) != "zero" {
        state.set(inst.operand(0), value);
    }
}
