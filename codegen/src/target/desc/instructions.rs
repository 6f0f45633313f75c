//! What a table line says about an opcode: the same shape for generic and for target instructions.

use super::registers::{PhysReg, RegClassId};
use bitflags::bitflags;
use std::fmt;

/// An opcode: generic and target-independent ones first, then those of the target.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Opcode(pub u16);

impl Opcode {
    /// The first opcode that belongs to a target's table.
    pub const FIRST_TARGET: u16 = 512;

    /// Whether the opcode belongs to the target's table.
    #[inline]
    pub const fn is_target(self) -> bool {
        self.0 >= Self::FIRST_TARGET
    }

    /// The index into the table that the opcode belongs to.
    #[inline]
    pub const fn table_index(self) -> usize {
        if self.is_target() { (self.0 - Self::FIRST_TARGET) as usize } else { self.0 as usize }
    }
}

impl fmt::Debug for Opcode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "opcode{}", self.0)
    }
}

bitflags! {
    /// What passes may ask about an opcode.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct InstrFlags: u32 {
        /// A generic opcode (`G_…`), of the common table or of a target's: operands are typed, not classed.
        const GENERIC = 1;
        /// Ends a block, or stands among the instructions that do.
        const TERMINATOR = 1 << 1;
        /// Jumps to a block or address.
        const BRANCH = 1 << 2;
        /// Jumps by a register or table.
        const INDIRECT_BRANCH = 1 << 3;
        /// Control never continues after it.
        const BARRIER = 1 << 4;
        /// Returns from the function.
        const RETURN = 1 << 5;
        /// Calls; clobbers what its register mask says.
        const CALL = 1 << 6;
        /// May read memory.
        const MAY_LOAD = 1 << 7;
        /// May write memory.
        const MAY_STORE = 1 << 8;
        /// Has effects that operands do not show: never removed, moved or duplicated.
        const SIDE_EFFECTS = 1 << 9;
        /// The first two uses may be exchanged.
        const COMMUTABLE = 1 << 10;
        /// Cheap and without inputs: may be rematerialized instead of spilled.
        const REMATERIALIZABLE = 1 << 11;
        /// As cheap as a copy.
        const CHEAP = 1 << 12;
        /// A legalization artifact (merges, extensions, truncations).
        const ARTIFACT = 1 << 13;
        /// Not a machine instruction: expanded or dropped before or at emission.
        const PSEUDO = 1 << 14;
        /// Reads or writes the floating-point environment (rounding, exceptions).
        const FP_ENVIRONMENT = 1 << 15;
        /// Computes floating-point numbers, at type index 0.
        const FLOAT = 1 << 16;
        /// Elements of operands and results that are vectors correspond one to one.
        const ELEMENTWISE = 1 << 17;
        /// The result is the sign-extension of its low 32 bits.
        const SIGN_EXTENDS_WORD = 1 << 18;
    }
}

/// What stands at one operand position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandKind {
    /// A virtual register typed by this type index of a generic opcode.
    Type(u8),
    /// A register of any type or class (of `COPY`, `PHI`, …).
    AnyReg,
    /// A register of a class.
    Class(RegClassId),
    /// An immediate; the number indexes the target's immediate kinds (0: any 64-bit value).
    Imm(u8),
    /// A constant of the result's type (`G_CONSTANT`).
    ConstantInt,
    /// A floating-point constant (`G_FCONSTANT`).
    ConstantFp,
    /// A comparison predicate.
    Predicate,
    /// A block.
    Block,
    /// An immediate or something that a fixup resolves to one: symbol, block, constant-pool entry, …; the
    /// number indexes the target's immediate kinds.
    Expr(u8),
    /// A frame object.
    FrameIndex,
    /// A global's address.
    GlobalValue,
    /// A constant-pool entry.
    ConstantPool,
    /// A jump table.
    JumpTable,
    /// A symbol known by name only.
    ExternalSymbol,
    /// A block's address.
    BlockAddress,
    /// An intrinsic's number.
    Intrinsic,
    /// A shuffle mask.
    ShuffleMask,
    /// A CFI directive.
    Cfi,
    /// Anything.
    Any,
}

/// One operand position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OperandDesc {
    /// Its name in the table (`dst`, `rs1`, `imm`).
    pub name: &'static str,
    /// What stands there.
    pub kind: OperandKind,
    /// The definition that this use must share a register with.
    pub tied_to: Option<u8>,
    /// Whether a definition is written before all uses are read.
    pub early_clobber: bool,
}

/// Whether more operands may follow those that are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variadic {
    /// No.
    No,
    /// Definitions follow the listed ones (`G_UNMERGE_VALUES`): the last listed operand stays last.
    Defs,
    /// Uses follow, of the last listed operand's kind or any.
    Uses,
}

/// One opcode.
#[derive(Debug)]
pub struct InstrDesc {
    /// The name, as LLVM has it (`G_ADD`, `ADDI`, `ADDXri`).
    pub name: &'static str,
    /// Explicit operands, definitions first.
    pub operands: &'static [OperandDesc],
    /// How many of `operands` are definitions.
    pub num_defs: u8,
    /// Whether more operands follow.
    pub variadic: Variadic,
    /// Properties.
    pub flags: InstrFlags,
    /// Registers written besides the operands.
    pub implicit_defs: &'static [PhysReg],
    /// Registers read besides the operands.
    pub implicit_uses: &'static [PhysReg],
    /// Size in bytes when emitted (the largest, if it varies); 0 if nothing is emitted.
    pub size: u8,
    /// What it is to a scheduler: its class in the target's list.
    pub sched_class: u8,
    /// Whether a listed operand shares a register with another, or is written early, from [`constrained`].
    pub constrained: bool,
    /// The first operand of each type index of a generic opcode, from [`type_places`].
    pub type_places: [Option<TypePlace>; 3],
}

/// A place in the list of an instruction's operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypePlace {
    /// Counted from the first operand.
    FromStart(u8),
    /// Counted from after the last operand: where more definitions may stand before.
    FromEnd(u8),
}

/// Whether one of these operands shares a register with another, or is written early.
pub const fn constrained(operands: &[OperandDesc]) -> bool {
    let mut n = 0;
    while n < operands.len() {
        if operands[n].tied_to.is_some() || operands[n].early_clobber {
            return true;
        }
        n += 1;
    }
    false
}

/// The operands that are the first of each type index, of an opcode with these operands.
pub const fn type_places(
    operands: &[OperandDesc],
    num_defs: u8,
    variadic: Variadic,
) -> [Option<TypePlace>; 3] {
    let mut places = [None; 3];
    let mut n = 0;
    while n < operands.len() {
        if let OperandKind::Type(index) = operands[n].kind
            && places[index as usize].is_none()
        {
            let follows = matches!(variadic, Variadic::Defs) && n >= num_defs as usize;
            let place = match follows {
                true => TypePlace::FromEnd((operands.len() - n) as u8),
                false => TypePlace::FromStart(n as u8),
            };
            places[index as usize] = Some(place);
        }
        n += 1;
    }
    places
}

/// The tables of all opcodes, for passes that look up each instruction.
#[derive(Clone, Copy)]
pub struct Descs {
    common: &'static [InstrDesc],
    own: &'static [InstrDesc],
}

impl Descs {
    /// The table that targets share, and the target's own.
    #[inline]
    pub const fn new(common: &'static [InstrDesc], own: &'static [InstrDesc]) -> Descs {
        Descs { common, own }
    }

    /// The description of `opcode`.
    #[inline]
    pub fn get(self, opcode: Opcode) -> &'static InstrDesc {
        match opcode.is_target() {
            true => &self.own[opcode.table_index()],
            false => &self.common[opcode.table_index()],
        }
    }
}

impl InstrDesc {
    /// Whether all of `flags` hold.
    #[inline]
    pub const fn has(&self, flags: InstrFlags) -> bool {
        self.flags.contains(flags)
    }

    /// Number of type indices of a generic opcode.
    pub fn num_types(&self) -> usize {
        let index = |o: &OperandDesc| if let OperandKind::Type(i) = o.kind { i as usize + 1 } else { 0 };
        self.operands.iter().map(index).max().unwrap_or(0)
    }
}
