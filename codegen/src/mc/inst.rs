//! Machine instructions as the encoder, the printer and the assembly parser see them.

use crate::ir::entity::SymbolId;
use crate::ir::module::Module;
use crate::machine::desc::instructions::Opcode;
use crate::machine::desc::registers::PhysReg;
use smallvec::SmallVec;

/// The relocation specifier of a symbol operand (`%pcrel_hi`, `:lo12:`): an index into the target's
/// table; 0 is none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Specifier(pub u8);

/// A label inside the code or data of one function: `.L…` in assembly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Label(pub u32);

/// The base of an expression.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum McSymbol {
    /// A symbol of the module.
    Symbol(SymbolId),
    /// A definition of this module under a separate name, which no other module's definition
    /// preempts.
    LocalAlias(SymbolId),
    /// A runtime routine or another external name: an index into the libcall table of names.
    External(u16),
    /// A label of the current function.
    Label(Label),
    /// The block with this number in a function's IR: the value of `blockaddress`.
    Block(SymbolId, u32),
    /// The address word of a type in exception tables.
    TypeStub(SymbolId),
    /// The label with this number of an instruction that a stack map or a frame table of a
    /// function lists.
    Recorded(SymbolId, u32),
    /// The offset of the escaped object with this number in the frame of a function: a number.
    FrameEscape(SymbolId, u16),
}

impl McSymbol {
    /// Returns the symbol that references to a module's symbol use.
    pub(crate) fn reference(module: &Module, id: SymbolId) -> McSymbol {
        if module.has_local_alias(id) { McSymbol::LocalAlias(id) } else { McSymbol::Symbol(id) }
    }
}

/// `specifier(symbol + addend)`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct McExpr {
    /// The use of the value.
    pub specifier: Specifier,
    /// The base.
    pub symbol: McSymbol,
    /// The offset from the symbol's address, in bytes.
    pub addend: i64,
}

/// One operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum McOperand {
    /// A register.
    Reg(PhysReg),
    /// A number.
    Imm(i64),
    /// An expression that a fixup resolves.
    Expr(McExpr),
}

/// One instruction: operands in the order of its table line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct McInst {
    /// The opcode, in the target's table.
    pub opcode: Opcode,
    /// The operands.
    pub operands: SmallVec<[McOperand; 5]>,
}

impl McInst {
    /// Returns an instruction with these operands.
    pub fn new(opcode: Opcode, operands: &[McOperand]) -> Self {
        Self { opcode, operands: SmallVec::from_slice(operands) }
    }

    /// Returns the target of a branch.
    pub fn target(&self) -> Option<McExpr> {
        branch_target(&self.operands)
    }
}

/// Returns the last operand's expression, which is the target of a branch.
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
    /// Returns `symbol + addend` without a specifier.
    pub(crate) fn plain(symbol: McSymbol, addend: i64) -> McExpr {
        McExpr { specifier: Specifier::default(), symbol, addend }
    }

    /// Returns the same value with `specifier`.
    pub fn with(self, specifier: Specifier) -> McExpr {
        McExpr { specifier, ..self }
    }
}

/// A field of an instruction or of data that receives a symbol's address.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixup {
    /// Offset from the start of the instruction or datum, in bytes.
    pub offset: u32,
    /// The kind: an index into the target's table of fixup kinds.
    pub kind: FixupKind,
    /// The value.
    pub expr: McExpr,
}

/// A kind of fixup: an index into the target's table.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FixupKind(pub u8);
