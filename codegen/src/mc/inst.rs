//! Machine instructions as the encoder, the printer and the assembly parser see them.

use crate::ir::entity::SymbolId;
use crate::ir::module::Module;
use crate::target::desc::instructions::Opcode;
use crate::target::desc::registers::PhysReg;
use smallvec::SmallVec;

/// How a symbol's address goes into an instruction (`%pcrel_hi`, `:lo12:`): an index into the
/// target's table of specifiers; 0 is none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Specifier(pub u8);

/// A label inside the code or data of one function: `.L…` in assembly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Label(pub u32);

/// What an expression is relative to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum McSymbol {
    /// A symbol of the module.
    Symbol(SymbolId),
    /// A definition of this module by a name of its own, which no other module's definition replaces.
    LocalAlias(SymbolId),
    /// A runtime routine or other name not in the module: an index into the libcall table of names.
    External(u16),
    /// A label of the function at hand.
    Label(Label),
    /// The block of a function with this number in the IR: what `blockaddress` means.
    Block(SymbolId, u32),
    /// The word that holds the address of what exception tables know as a type.
    TypeStub(SymbolId),
    /// Where the record of a function's stack map with this number is of.
    StackMap(SymbolId, u32),
}

impl McSymbol {
    /// A symbol of the module as references name it.
    pub fn reference(module: &Module, id: SymbolId) -> McSymbol {
        if module.has_local_alias(id) { McSymbol::LocalAlias(id) } else { McSymbol::Symbol(id) }
    }
}

/// `specifier(symbol + addend)`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct McExpr {
    /// How the value is used.
    pub specifier: Specifier,
    /// What it is relative to.
    pub symbol: McSymbol,
    /// Added to the symbol's address, in bytes.
    pub addend: i64,
}

/// One operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum McOperand {
    /// A register.
    Reg(PhysReg),
    /// A number.
    Imm(i64),
    /// Something that a fixup resolves.
    Expr(McExpr),
}

/// One instruction: operands in the order of its table line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct McInst {
    /// The opcode, of the target's table.
    pub opcode: Opcode,
    /// The operands.
    pub operands: SmallVec<[McOperand; 5]>,
}

impl McInst {
    /// An instruction of these operands.
    pub fn new(opcode: Opcode, operands: &[McOperand]) -> Self {
        Self { opcode, operands: SmallVec::from_slice(operands) }
    }

    /// The target of a branch.
    pub fn target(&self) -> Option<McExpr> {
        branch_target(&self.operands)
    }
}

/// The last operand's expression, which is where branches have their target.
pub(super) fn branch_target(operands: &[McOperand]) -> Option<McExpr> {
    match operands.last() {
        Some(McOperand::Expr(expr)) => Some(*expr),
        _ => None,
    }
}

impl From<PhysReg> for McOperand {
    fn from(reg: PhysReg) -> McOperand {
        McOperand::Reg(reg)
    }
}

impl From<McExpr> for McOperand {
    fn from(expr: McExpr) -> McOperand {
        McOperand::Expr(expr)
    }
}

impl From<Label> for McExpr {
    fn from(label: Label) -> McExpr {
        McSymbol::Label(label).into()
    }
}

impl From<McSymbol> for McExpr {
    fn from(symbol: McSymbol) -> McExpr {
        McExpr::plain(symbol, 0)
    }
}

impl McExpr {
    /// `symbol + addend`, used as it is.
    pub fn plain(symbol: McSymbol, addend: i64) -> McExpr {
        McExpr { specifier: Specifier::default(), symbol, addend }
    }

    /// The same value, used as `specifier` says.
    pub fn with(self, specifier: Specifier) -> McExpr {
        McExpr { specifier, ..self }
    }
}

/// A place in an instruction or in data that a symbol's address goes into.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixup {
    /// Offset from the start of the instruction or datum, in bytes.
    pub offset: u32,
    /// The kind: an index into the target's table of fixup kinds.
    pub kind: FixupKind,
    /// What goes there.
    pub expr: McExpr,
}

/// A kind of fixup: an index into the target's table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FixupKind(pub u8);
