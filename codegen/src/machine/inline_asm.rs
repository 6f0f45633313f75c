//! The target's interface to inline assembly: constraints, register names, operand modifiers.

use crate::ir::mir::Operand;
use crate::ir::value_type::ValueType;
use crate::machine::desc::instructions::Opcode;
use crate::machine::desc::registers::{PhysReg, RegClassId};

/// A register of 64 bits that only special instructions read and write.
#[derive(Clone, Copy, Debug)]
pub struct SystemRegister {
    /// The opcode that reads it: result, number.
    pub read: Opcode,
    /// The opcode that writes it: number, value.
    pub write: Opcode,
    /// Its number.
    pub number: i64,
}

/// An output that is a condition of the flags.
#[derive(Clone, Copy, Debug)]
pub struct FlagOutput {
    /// The flags register.
    pub register: PhysReg,
    /// The opcode that sets the result to one or zero: result, operands.
    pub opcode: Opcode,
    /// The operands after the result.
    pub operands: [Operand; 3],
    /// The class of the result.
    pub class: RegClassId,
}

/// The form of a value in registers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holding {
    /// Enough registers for its bits.
    Whole,
    /// One register of a wider floating-point format, to which the value is converted.
    Converted(ValueType),
    /// A number of registers, which have only the low bits of the value.
    Cut(u32),
    /// Separate registers for each element.
    Elements,
}

/// The constraints and operands of inline assembly on a target.
pub trait InlineAsmInfo: InlineAsmText + InlineAsmClobbers {
    /// Returns the register class of a constraint code (`r`, `f`, `^cr`) for a value of type `ty`.
    /// The value is in one register, or in enough registers for its bits.
    fn register_class(&self, code: &str, ty: ValueType) -> Option<RegClassId>;

    /// Returns the register called `name`, in the size for a value of type `ty`, and a class that
    /// contains it. A wider value continues in the following registers.
    fn named_register(&self, name: &str, ty: ValueType) -> Option<(PhysReg, RegClassId)>;

    /// Returns how registers of `class`, which was found for the type, hold values of type `ty`.
    fn holding(&self, _class: RegClassId, _ty: ValueType) -> Holding {
        Holding::Whole
    }

    /// Returns the register of `class` after `reg`.
    fn following_register(&self, reg: PhysReg, class: RegClassId) -> Option<PhysReg>;

    /// Returns true if the code is a register pair.
    fn is_pair(&self, _code: &str) -> bool {
        false
    }

    /// Returns the second register of the pair that begins with `first`, if there is one.
    fn second_of_pair(&self, _first: PhysReg) -> Option<PhysReg> {
        None
    }

    /// Returns the flags condition of a constraint code (`{@cceq}`).
    fn flag_output(&self, _code: &str) -> Option<FlagOutput> {
        None
    }

    /// Returns true if registers of `class` hold vectors.
    fn holds_vectors(&self, _class: RegClassId) -> bool {
        false
    }

    /// Returns true if the code is a memory constraint.
    fn is_memory(&self, code: &str) -> bool {
        matches!(code, "m" | "o" | "V")
    }

    /// Returns true if the code accepts this integer.
    fn takes_immediate(&self, code: &str, value: i64) -> bool;

    /// Returns true if integers of the code are unsigned; integers of one bit always are.
    fn is_unsigned(&self, _code: &str) -> bool {
        false
    }

    /// Returns the register that the code uses for the integer zero.
    fn zero_register(&self, _code: &str) -> Option<PhysReg> {
        None
    }

    /// Returns the class of registers that hold addresses.
    fn address_class(&self) -> RegClassId;
}

/// Prints operands of inline assembly.
pub trait InlineAsmText {
    /// Returns the text of a register operand with the template's modifier.
    fn register_text(&self, reg: PhysReg, modifier: Option<char>) -> Option<String>;

    /// Returns the text of a number with the modifier.
    fn immediate_text(&self, value: i64, modifier: Option<char>) -> Option<String>;

    /// Returns the text of a symbol with the modifier.
    fn symbol_text(&self, name: String, modifier: Option<char>) -> Option<String>;

    /// Returns the text of memory at the address in `base`.
    fn memory_text(&self, base: PhysReg, modifier: Option<char>) -> Option<String>;
}

/// Names of registers that inline assembly overwrites or reads as a whole.
pub trait InlineAsmClobbers {
    /// Returns the system register that programs may name outside of assembly too.
    fn system_register(&self, _name: &str) -> Option<SystemRegister> {
        None
    }

    /// Returns the name of the program counter, if programs may read it, and the opcode: result,
    /// distance.
    fn program_counter(&self) -> Option<(&'static str, Opcode)> {
        None
    }

    /// Returns the whole register called `name`, for a clobber.
    fn clobbered_register(&self, name: &str) -> Option<PhysReg>;

    /// Returns true if `name` is the low 32 bits of a general register of 64 bits.
    fn is_low_half(&self, _name: &str) -> bool {
        false
    }
}
