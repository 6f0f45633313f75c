//! What a target says about inline assembly: constraints, registers by name, how operands are written.

use crate::ir::mir::Operand;
use crate::ir::value_type::ValueType;
use crate::target::desc::instructions::Opcode;
use crate::target::desc::registers::{PhysReg, RegClassId};

/// A register that only instructions of its own read and write, as 64 bits.
#[derive(Clone, Copy, Debug)]
pub struct SystemRegister {
    /// What reads it: result, number.
    pub read: Opcode,
    /// What writes it: number, value.
    pub write: Opcode,
    /// Its number.
    pub number: i64,
}

/// An output that is a condition of flags.
#[derive(Clone, Copy, Debug)]
pub struct FlagOutput {
    /// The flags.
    pub register: PhysReg,
    /// What makes one or zero of them: result, operands.
    pub opcode: Opcode,
    /// The operands after the result.
    pub operands: [Operand; 3],
    /// The class of the result.
    pub class: RegClassId,
}

/// How registers hold a value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holding {
    /// As many registers as have its bits.
    Whole,
    /// One register of a wider floating-point format, to which the value is converted.
    Converted(ValueType),
    /// A number of registers, which have only the low bits of the value.
    Cut(u32),
    /// Registers of its own for each element.
    Elements,
}

/// What a target says about the operands of inline assembly.
pub trait InlineAsmInfo {
    /// The class of the registers that a constraint code (`r`, `f`, `^cr`) stands for, for a value of type `ty`: one register, or as many
    /// as have its bits.
    fn register_class(&self, code: &str, ty: ValueType) -> Option<RegClassId>;

    /// The register called `name`, in the size for a value of type `ty`, and a class that it is in. A value with more bits continues in
    /// the registers that follow.
    fn named_register(&self, name: &str, ty: ValueType) -> Option<(PhysReg, RegClassId)>;

    /// Returns how registers of `class`, which was found for the type, hold values of type `ty`.
    fn holding(&self, _class: RegClassId, _ty: ValueType) -> Holding {
        Holding::Whole
    }

    /// The register of `class` after `reg`.
    fn following_register(&self, reg: PhysReg, class: RegClassId) -> Option<PhysReg>;

    /// Whether the code is one of two registers of which the first is the first of a pair.
    fn is_pair(&self, _code: &str) -> bool {
        false
    }

    /// The second register of the pair that begins with `first`, if it is one.
    fn second_of_pair(&self, _first: PhysReg) -> Option<PhysReg> {
        None
    }

    /// The condition of flags that a constraint code (`{@cceq}`) names.
    fn flag_output(&self, _code: &str) -> Option<FlagOutput> {
        None
    }

    /// Whether registers of `class` hold vectors as such.
    fn holds_vectors(&self, _class: RegClassId) -> bool {
        false
    }

    /// The system register that programs may call `name` outside of assembly, too.
    fn system_register(&self, _name: &str) -> Option<SystemRegister> {
        None
    }

    /// What reads the program counter, where programs may: its name, and an instruction of result and distance.
    fn program_counter(&self) -> Option<(&'static str, Opcode)> {
        None
    }

    /// All of the register called `name`, to be clobbered.
    fn clobbered_register(&self, name: &str) -> Option<PhysReg>;

    /// Whether `name` is that of the low 32 bits of a general register that has 64.
    fn is_low_half(&self, _name: &str) -> bool {
        false
    }

    /// Whether the code is one of memory.
    fn is_memory(&self, code: &str) -> bool {
        matches!(code, "m" | "o" | "V")
    }

    /// Whether the code takes this integer.
    fn takes_immediate(&self, code: &str, value: i64) -> bool;

    /// Whether integers of the code are without a sign; those of one bit always are.
    fn is_unsigned(&self, _code: &str) -> bool {
        false
    }

    /// The register that the code takes for the integer zero.
    fn zero_register(&self, _code: &str) -> Option<PhysReg> {
        None
    }

    /// The class of registers that hold addresses.
    fn address_class(&self) -> RegClassId;

    /// A register operand in the form of the template's modifier.
    fn register_text(&self, reg: PhysReg, modifier: Option<char>) -> Option<String>;

    /// A number in the form of the modifier.
    fn immediate_text(&self, value: i64, modifier: Option<char>) -> Option<String>;

    /// A symbol in the form of the modifier.
    fn symbol_text(&self, name: String, modifier: Option<char>) -> Option<String>;

    /// Memory at the address in `base`.
    fn memory_text(&self, base: PhysReg, modifier: Option<char>) -> Option<String>;
}
