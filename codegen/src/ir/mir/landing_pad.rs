//! Invokes and landing pads: the edges that exceptions take, and their handlers.
//!
//! The block of an invoke ends in a label, the call, another label and perhaps a jump. The
//! instructions after the call (results, the end of the call frame) are in their own block, which
//! the normal edge reaches. Both edges leave at the call, so it counts as a terminator. A landing
//! pad belongs to one invoke until equal pads are merged after register allocation. It has one
//! predecessor, no phis, and first copies the exception's registers. Phis of a shared unwind
//! destination take their values from there.
//!
//! A pad starts with an `EH_LABEL`. Its operands are the label, a cleanup flag, and the clauses in
//! order. A catch clause is the number of its type and the type's symbol (0 catches everything). A
//! filter of n types is -1 - n, followed by its types in the same form.

use super::{MachineFunction, Operand};
use crate::ir::entity::{BlockId, InstId, SymbolId};
use crate::ir::opcodes::EH_LABEL;

/// A type in catch clauses and filters: its number in the function, from 1 on, and its symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ExceptionType {
    /// The number, which `llvm.eh.typeid.for` returns too.
    pub id: u32,
    /// The type info symbol; `None` for every type.
    pub info: Option<SymbolId>,
}

/// A clause of a landing pad.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Clause {
    /// Exceptions of a type.
    Catch(ExceptionType),
    /// Exceptions of none of these types.
    Filter(Vec<ExceptionType>),
}

/// A landing pad's cleanup flag and clauses.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LandingPad {
    /// True if it is entered for all other exceptions too.
    pub cleanup: bool,
    /// The clauses in order.
    pub clauses: Vec<Clause>,
}

/// The call of an invoke.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Invoke {
    /// The label before the call. Instructions that passes insert between them do not throw.
    pub begin: InstId,
    /// The call.
    pub call: InstId,
    /// The label after it.
    pub end: InstId,
    /// The landing pad.
    pub pad: BlockId,
}

impl MachineFunction {
    /// Returns the invoke at the end of `block`, if there is one.
    pub fn invoke(&self, block: BlockId) -> Option<Invoke> {
        let pad = self.block(block).successors.iter().copied().find(|&to| self.block(to).is_eh_pad)?;
        let back = std::iter::successors(self.last_inst(block), |&inst| self.prev_inst(inst));
        let mut labels = back.filter(|&inst| self.opcode(inst) == EH_LABEL);
        let (end, begin) = (labels.next()?, labels.next()?);
        Some(Invoke { begin, call: self.prev_inst(end)?, end, pad })
    }

    /// Returns the number of an `EH_LABEL`.
    pub fn eh_label(&self, inst: InstId) -> Option<u32> {
        self.operands(inst).first().and_then(|operand| operand.as_mc_symbol())
    }

    /// Returns the operands of the `EH_LABEL` that starts a landing pad.
    pub fn landing_pad_operands(&mut self, label: u32, pad: &LandingPad) -> Vec<Operand> {
        let mut operands = vec![Operand::mc_symbol(label), Operand::small_imm(pad.cleanup.into())];
        for clause in &pad.clauses {
            let types = match clause {
                Clause::Catch(ty) => std::slice::from_ref(ty),
                Clause::Filter(types) => {
                    operands.push(Operand::small_imm(-1 - types.len() as i32));
                    types
                }
            };
            for ty in types {
                let info = ty.info.map(|symbol| self.global(symbol, 0));
                operands.extend([Operand::small_imm(ty.id as i32), info.unwrap_or(Operand::small_imm(0))]);
            }
        }
        operands
    }

    /// Returns the landing pad of `block`; `None` if its label lacks the operands, as in MIR that
    /// LLVM has written.
    pub fn landing_pad(&self, block: BlockId) -> Option<LandingPad> {
        let label = self.insts(block).find(|&inst| self.opcode(inst) == EH_LABEL)?;
        let mut operands = self.operands(label).iter().copied().skip(1);
        let mut pad = LandingPad { cleanup: self.imm_value(operands.next()?)? != 0, clauses: Vec::new() };
        while let Some(operand) = operands.next() {
            let number = self.imm_value(operand)?;
            if let Ok(id) = u32::try_from(number) {
                pad.clauses.push(Clause::Catch(self.exception_type(id, operands.next()?)));
                continue;
            }
            let mut types = Vec::new();
            for _ in 0..-1 - number {
                let id = u32::try_from(self.imm_value(operands.next()?)?).ok()?;
                types.push(self.exception_type(id, operands.next()?));
            }
            pad.clauses.push(Clause::Filter(types));
        }
        Some(pad)
    }

    fn exception_type(&self, id: u32, info: Operand) -> ExceptionType {
        ExceptionType { id, info: self.symbol_ref(info).map(|reference| reference.symbol) }
    }
}
