//! The larger terms of `prelude.isle`.

use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::mir::{MachineFunction, MemFlags, Operand, OperandTag, Ordering};
use gisel_codegen::ir::module::SymbolKind;
use gisel_codegen::ir::opcodes as op;
use gisel_codegen::isel::select::{Selected, Selection};
use gisel_codegen::machine::desc::instructions::InstrFlags;
use gisel_codegen::machine::desc::registers::{RegClassId, SubReg};

/// Returns one result.
#[inline]
pub(crate) fn value(vreg: VReg) -> Selected {
    Selected::One(vreg)
}

/// Returns the intrinsic of an instruction with these operands.
pub(crate) fn intrinsic(operands: &[Operand]) -> Option<u32> {
    operands.iter().find(|o| o.tag() == OperandTag::Intrinsic).map(|o| o.payload())
}

/// The maximum distance of [`sinkable`]'s backward search, in instructions.
const SINK_WINDOW: usize = 32;

/// Returns true if the load `inst` may be moved to the root: in its block, without a store, call or
/// memory ordering between them.
pub(crate) fn sinkable(s: &Selection<'_>, inst: InstId) -> bool {
    if s.mf.mem_operands(inst).any(|m| !m.is_unordered()) {
        return false;
    }
    let stops = InstrFlags::MAY_STORE | InstrFlags::CALL | InstrFlags::SIDE_EFFECTS;
    let mut at = s.mf.prev_inst(s.root());
    for _ in 0..SINK_WINDOW {
        match at {
            Some(found) if found == inst => return true,
            Some(other) if s.desc(s.mf.opcode(other)).flags.intersects(stops) => return false,
            Some(other) => at = s.mf.prev_inst(other),
            None => return false,
        }
    }
    false
}

/// Returns the constant in `vreg`, zero-extended from its width.
pub(crate) fn uconst(mf: &MachineFunction, vreg: VReg) -> Option<u64> {
    let unused = 64u32.checked_sub(mf.ty(vreg).bits().max(1))?;
    mf.constant(vreg).map(|v| (v as u64) << unused >> unused)
}

/// Returns the bits of the floating-point constant in `vreg`.
pub(crate) fn fconst(mf: &MachineFunction, vreg: VReg) -> Option<u128> {
    let def = mf.def(vreg).filter(|&d| mf.opcode(d) == op::G_FCONSTANT)?;
    mf.fp_value(mf.operand(def, 1))
}

/// Returns the size in bits of the access of `inst`, unless it is ordered.
#[inline]
pub(crate) fn mem_bits(mf: &MachineFunction, inst: InstId) -> Option<u32> {
    mf.mem_operand(inst).filter(|m| m.ordering <= Ordering::Monotonic).map(|m| m.size() * 8)
}

/// Returns the size in bits and the ordering of the atomic access of `inst`; the stronger of a
/// compare-exchange's two orderings.
pub(crate) fn atomic_bits(mf: &MachineFunction, inst: InstId) -> Option<(u32, u32)> {
    let mem = mf.mem_operand(inst).filter(|m| m.is_atomic())?;
    let rank = |ordering| match ordering {
        Ordering::NotAtomic | Ordering::Unordered | Ordering::Monotonic => 0,
        Ordering::Acquire => 1,
        Ordering::Release => 2,
        Ordering::AcquireRelease => 3,
        Ordering::SequentiallyConsistent => 4,
    };
    let order = match (rank(mem.ordering), rank(mem.failure_ordering)) {
        (2, 1) => 3,
        (success, failure) => success.max(failure),
    };
    debug_assert!(mem.flags.intersects(MemFlags::LOAD | MemFlags::STORE));
    Some((mem.size() * 8, order))
}

/// Returns true if the symbol is addressed without the global offset table, as declared in the
/// source.
pub(crate) fn is_said_local(s: &Selection<'_>, operand: Operand) -> bool {
    s.mf.symbol_ref(operand).is_none_or(|reference| s.module.is_said_local(reference.symbol))
}

/// Returns true if the symbol's address has a tag, which an access does not require.
pub(crate) fn is_tagged(s: &Selection<'_>, operand: Operand) -> bool {
    let kind = s.mf.symbol_ref(operand).map(|reference| s.module.symbol(reference.symbol).kind);
    s.target.facts().tags_variables && kind == Some(SymbolKind::Data)
}

/// Returns true if the symbol is thread-local.
pub(crate) fn is_thread_local(s: &Selection<'_>, operand: Operand) -> bool {
    let reference = s.mf.symbol_ref(operand);
    reference.is_some_and(|reference| s.module.symbol(reference.symbol).kind == SymbolKind::Tls)
}

/// Returns `source`, whose instruction has cleared the other bits, as a register of `class`.
pub(crate) fn subreg_to_reg(s: &mut Selection<'_>, class: RegClassId, source: VReg, part: SubReg) -> VReg {
    s.op_in(class, op::SUBREG_TO_REG, &operands_of_subreg_to_reg(source, part))
}

/// Builds `subreg_to_reg` as the last instruction of a rule.
pub(crate) fn last_subreg_to_reg(
    s: &mut Selection<'_>,
    class: RegClassId,
    source: VReg,
    part: SubReg,
) -> Selected {
    s.last_op_in(class, op::SUBREG_TO_REG, &operands_of_subreg_to_reg(source, part))
}

fn operands_of_subreg_to_reg(source: VReg, part: SubReg) -> [Operand; 3] {
    [Operand::small_imm(0), Operand::use_of(source), Operand::small_imm(i32::from(part.0))]
}
