//! Legality queries: opcode, types and memory accesses, without context.

use crate::ir::entity::InstId;
use crate::ir::llt::Llt;
use crate::ir::mir::{Inst, MachineFunction, MemOperand, Operand, Ordering};
use crate::machine::desc::instructions::{Descs, Opcode, OperandKind, TypePlace, Variadic};
use crate::machine::target::MachineTarget;

/// The memory access of an instruction, as rules see it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct MemDesc {
    /// Type in memory.
    pub ty: Llt,
    /// Known alignment in bits.
    pub align_bits: u32,
    /// Ordering.
    pub ordering: Ordering,
}

impl MemDesc {
    /// Returns the description of an access.
    #[inline]
    pub(crate) fn of(mem: &MemOperand) -> MemDesc {
        MemDesc { ty: mem.ty, align_bits: mem.align.saturating_mul(8), ordering: mem.ordering }
    }
}

/// Everything that legality depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LegalityQuery {
    /// The opcode.
    pub opcode: Opcode,
    types: [Llt; 3],
    /// The first memory access, if there is one.
    pub mem: Option<MemDesc>,
    /// The second one, for instructions that copy memory. No opcode has more.
    pub second_mem: Option<MemDesc>,
}

impl LegalityQuery {
    /// Returns a query about `opcode` with these types by index (at most three).
    pub fn new(opcode: Opcode, types: &[Llt]) -> LegalityQuery {
        let mut all = [Llt::INVALID; 3];
        for (slot, &ty) in all.iter_mut().zip(types) {
            *slot = ty;
        }
        LegalityQuery { opcode, types: all, mem: None, second_mem: None }
    }

    /// Returns the same query with one more memory access.
    pub fn with_mem(mut self, mem: MemDesc) -> LegalityQuery {
        let slot = if self.mem.is_none() { &mut self.mem } else { &mut self.second_mem };
        *slot = Some(mem);
        self
    }

    /// Returns all memory accesses.
    pub(crate) fn mems(&self) -> impl Iterator<Item = MemDesc> {
        self.mem.into_iter().chain(self.second_mem)
    }

    /// Returns the query about `inst`.
    pub(crate) fn of(mf: &MachineFunction, descs: Descs, inst: InstId) -> LegalityQuery {
        let (inst, operands) = mf.inst_and_operands(inst);
        LegalityQuery::of_operands(mf, descs, inst, operands)
    }

    /// Returns the query about an instruction with these operands.
    #[inline(always)]
    pub(crate) fn of_operands(
        mf: &MachineFunction,
        descs: Descs,
        inst: &Inst,
        operands: &[Operand],
    ) -> LegalityQuery {
        let mem = mf.mem_operand_of(inst).map(MemDesc::of);
        let second_mem = mf.second_mem_operand_of(inst).map(MemDesc::of);
        LegalityQuery {
            opcode: inst.opcode,
            types: types_of(mf, descs, inst.opcode, operands),
            mem,
            second_mem,
        }
    }

    /// Returns the type with index `index`; invalid if the opcode has no such index.
    pub fn ty(&self, index: usize) -> Llt {
        self.types.get(index).copied().unwrap_or(Llt::INVALID)
    }

    /// Returns all three slots.
    pub fn types(&self) -> &[Llt; 3] {
        &self.types
    }
}

/// Returns the types of an instruction by type index, each from the first operand with the index.
#[inline(always)]
fn types_of(mf: &MachineFunction, descs: Descs, opcode: Opcode, operands: &[Operand]) -> [Llt; 3] {
    let [a, b, c] = descs.get(opcode).type_places;
    [type_at(mf, operands, a), type_at(mf, operands, b), type_at(mf, operands, c)]
}

#[inline(always)]
fn type_at(mf: &MachineFunction, operands: &[Operand], place: Option<TypePlace>) -> Llt {
    let operand = match place {
        None => return Llt::INVALID,
        Some(TypePlace::FromStart(n)) => operands.get(n as usize),
        Some(TypePlace::FromEnd(n)) => operands.len().checked_sub(n as usize).and_then(|n| operands.get(n)),
    };
    operand.and_then(|o| o.vreg()).map_or(Llt::INVALID, |vreg| mf.ty(vreg))
}

/// Returns the operands of `inst` that have a type index: (operand number, type index, type).
/// Additional operands of a variadic opcode have the index of the last listed one on their side.
pub(crate) fn typed_operands<'a>(
    mf: &'a MachineFunction,
    target: &'a dyn MachineTarget,
    inst: InstId,
) -> impl Iterator<Item = (usize, usize, Llt)> + 'a {
    let desc = target.desc(mf.opcode(inst));
    let listed = desc.operands.len();
    let operands = mf.operands(inst);
    let extra = operands.len().saturating_sub(listed);
    let variadic_defs = desc.variadic == Variadic::Defs;
    let num_defs = desc.num_defs as usize;
    operands.iter().enumerate().filter_map(move |(n, operand)| {
        let position = if n < listed && !(variadic_defs && n >= num_defs) {
            n
        } else if variadic_defs {
            if n < num_defs + extra { num_defs.checked_sub(1)? } else { n - extra }
        } else {
            listed.checked_sub(1)?
        };
        match desc.operands.get(position)?.kind {
            OperandKind::Type(index) => Some((n, index as usize, mf.ty(operand.vreg()?))),
            _ => None,
        }
    })
}
