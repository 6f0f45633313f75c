//! The descriptions of opcodes, in the same form for generic and for target instructions.

use super::registers::{PhysReg, RegClassId};
use bitflags::bitflags;
use std::fmt;

/// An opcode: generic and target-independent ones first, then the target's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Opcode(pub u16);

impl Opcode {
    /// The first opcode that belongs to a target's table.
    pub const FIRST_TARGET: u16 = 512;

    /// Returns true if the opcode belongs to the target's table.
    #[inline]
    pub const fn is_target(self) -> bool {
        self.0 >= Self::FIRST_TARGET
    }

    /// Returns the index in the opcode's table.
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
    /// The properties of an opcode.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct InstrFlags: u32 {
        /// A generic opcode (`G_…`), of the common table or of a target's: operands are typed, not
        /// classed.
        const GENERIC = 1;
        /// Ends a block, or is one of the instructions at its end.
        const TERMINATOR = 1 << 1;
        /// Jumps to a block or address.
        const BRANCH = 1 << 2;
        /// Jumps by a register or table.
        const INDIRECT_BRANCH = 1 << 3;
        /// Control never continues after it.
        const BARRIER = 1 << 4;
        /// Returns from the function.
        const RETURN = 1 << 5;
        /// Calls; clobbers the registers outside of its register mask.
        const CALL = 1 << 6;
        /// May read memory.
        const MAY_LOAD = 1 << 7;
        /// May write memory.
        const MAY_STORE = 1 << 8;
        /// An instruction with effects besides its operands: never removed, moved or duplicated.
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

/// The kind of an operand.
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
    /// An immediate or an expression that a fixup resolves to one: symbol, block, constant-pool
    /// entry, …; the number indexes the target's immediate kinds.
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

/// One operand in a description.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct OperandDesc {
    /// Its name in the table (`dst`, `rs1`, `imm`).
    pub name: &'static str,
    /// The kind.
    pub kind: OperandKind,
    /// The definition that this use must share a register with.
    pub tied_to: Option<u8>,
    /// True if a definition is written before all uses are read.
    pub early_clobber: bool,
}

/// The variadic operands after the listed ones.
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
    /// The name, as in LLVM (`G_ADD`, `ADDI`, `ADDXri`).
    pub name: &'static str,
    /// Explicit operands, definitions first.
    pub operands: &'static [OperandDesc],
    /// The number of definitions in `operands`.
    pub num_defs: u8,
    /// The variadic operands.
    pub variadic: Variadic,
    /// Properties.
    pub flags: InstrFlags,
    /// Registers written besides the operands.
    pub implicit_defs: &'static [PhysReg],
    /// Registers read besides the operands.
    pub implicit_uses: &'static [PhysReg],
    /// Size in bytes when emitted (the largest, if it varies); 0 if nothing is emitted.
    pub size: u8,
    /// Its scheduling class, in the target's list.
    pub sched_class: u8,
    /// True if a listed operand is tied or an early clobber, from [`constrained`].
    pub constrained: bool,
    /// The first operand of each type index of a generic opcode, from [`type_places`].
    pub type_places: [Option<TypePlace>; 3],
}

/// A position in the list of an instruction's operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypePlace {
    /// Relative to the first operand.
    FromStart(u8),
    /// Relative to the end of the operands, as more definitions may precede it.
    FromEnd(u8),
}

/// Returns true if one of these operands is tied or an early clobber.
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

/// Returns the first operand of each type index, for an opcode with these operands.
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
    /// Returns the descriptions: the table that targets share, and the target's own.
    #[inline]
    pub(crate) const fn new(common: &'static [InstrDesc], own: &'static [InstrDesc]) -> Descs {
        Descs { common, own }
    }

    /// Returns the description of `opcode`.
    #[inline]
    pub(crate) fn get(self, opcode: Opcode) -> &'static InstrDesc {
        match opcode.is_target() {
            true => &self.own[opcode.table_index()],
            false => &self.common[opcode.table_index()],
        }
    }
}

impl InstrDesc {
    /// Returns true if all of `flags` are set.
    #[inline]
    pub const fn has(&self, flags: InstrFlags) -> bool {
        self.flags.contains(flags)
    }

    /// Returns the number of type indices of a generic opcode.
    pub fn num_types(&self) -> usize {
        let index = |o: &OperandDesc| if let OperandKind::Type(i) = o.kind { i as usize + 1 } else { 0 };
        self.operands.iter().map(index).max().unwrap_or(0)
    }
}
