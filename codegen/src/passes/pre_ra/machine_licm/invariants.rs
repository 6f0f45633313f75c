//! Invariant instructions: which may be hoisted, where they are moved, and which have been.

use crate::ir::entity::{BlockId, InstId, VReg};
use crate::ir::mir::{MachineFunction, MemFlags, OperandTag, RegAttr};
use crate::ir::opcodes::PHI;
use crate::machine::desc::instructions::InstrFlags;
use crate::machine::desc::registers::RegisterInfo;
use crate::machine::target::MachineTarget;
use rustc_hash::{FxHashMap, FxHashSet};

/// The instructions that have been hoisted.
#[derive(Default)]
pub(super) struct Hoisted {
    pub(super) moved: FxHashSet<InstId>,
    /// By the result of an erased instruction: the register with the same value.
    pub(super) same: FxHashMap<VReg, VReg>,
}

impl Hoisted {
    pub(super) fn resolve(&self, mut vreg: VReg) -> VReg {
        while let Some(&other) = self.same.get(&vreg) {
            vreg = other;
        }
        vreg
    }

    /// Makes `inst` read registers that are still defined.
    pub(super) fn resolve_operands(&self, mf: &mut MachineFunction, inst: InstId) {
        for n in 0..mf.operands(inst).len() {
            let operand = mf.operand(inst, n);
            if let Some(vreg) = operand.vreg().filter(|v| operand.is_use() && self.same.contains_key(v)) {
                mf.set_operand(inst, n, operand.with_reg(self.resolve(vreg)));
            }
        }
    }

    /// Erases `inst` if one of `others` computes the same.
    pub(super) fn share(&mut self, mf: &mut MachineFunction, inst: InstId, others: &[InstId]) -> bool {
        let Some(&other) = others.iter().find(|&&other| are_equal(mf, other, inst)) else { return false };
        let (result, same) = (mf.expect_vreg(inst, 0), mf.expect_vreg(other, 0));
        self.same.insert(result, same);
        mf.note_same_value(result, same);
        mf.remove_inst(inst);
        true
    }
}

/// Returns true if two movable instructions compute the same.
pub(super) fn are_equal(mf: &MachineFunction, a: InstId, b: InstId) -> bool {
    let (x, y) = (mf.operands(a), mf.operands(b));
    let class = |inst: InstId| mf.vreg_operand(inst, 0).map(|v| mf.reg_attr(v));
    mf.opcode(a) == mf.opcode(b)
        && x.len() == y.len()
        && class(a).is_some()
        && class(a) == class(b)
        && x[1..].iter().zip(&y[1..]).all(|(&x, &y)| x.flags == y.flags && mf.is_identical_operand(x, y))
}

/// Moves `inst` to the end of `block`.
pub(crate) fn move_before(
    mf: &mut MachineFunction,
    inst: InstId,
    block: BlockId,
    terminator: Option<InstId>,
) {
    mf.unlink_inst(inst);
    // The debug location is dropped, so that stepping through the preheader does not enter the
    // loop.
    mf.set_location(inst, None);
    match terminator {
        Some(terminator) => mf.insert_before(terminator, inst),
        None => mf.append_inst(block, inst),
    }
}

/// Returns true if `inst` reads no virtual register.
pub(super) fn reads_no_register(mf: &MachineFunction, inst: InstId) -> bool {
    mf.operands(inst).iter().all(|o| o.is_def() || o.vreg().is_none())
}

/// Returns the first result of `inst`, and its bank as an index.
pub(super) fn result_and_bank(
    mf: &MachineFunction,
    registers: &RegisterInfo,
    inst: InstId,
) -> Option<(VReg, usize)> {
    let result = mf.vreg_operand(inst, 0)?;
    let RegAttr::Class(class) = mf.reg_attr(result) else { return None };
    Some((result, registers.class(class).bank.0.into()))
}

/// Returns the number of values of each bank that are live into the loop or across its back edge.
/// The first block of `body` is the header, with whose number the blocks are marked in `inside`.
/// Marks the registers in `seen`.
pub(super) fn live_around(
    mf: &MachineFunction,
    registers: &RegisterInfo,
    body: &[BlockId],
    inside: &[u32],
    seen: &mut [u32],
) -> Vec<usize> {
    let header = body[0];
    let mark = header.raw() + 1;
    let mut live = vec![0; registers.banks.len()];
    let mut count =
        |inst| result_and_bank(mf, registers, inst).into_iter().for_each(|(_, bank)| live[bank] += 1);
    for inst in body.iter().flat_map(|&b| mf.insts(b)) {
        if mf.opcode(inst) == PHI && mf.block_of(inst) == Some(header) {
            count(inst);
            continue;
        }
        for vreg in mf.operands(inst).iter().filter(|o| o.is_use()).filter_map(|o| o.vreg()) {
            if std::mem::replace(&mut seen[vreg.index()], mark) == mark {
                continue;
            }
            if let Some(def) = mf.def(vreg)
                && mf.block_of(def).is_some_and(|b| inside[b.index()] != header.raw())
            {
                count(def);
            }
        }
    }
    live
}

/// Returns true if `inst` loads from constant memory that is always accessible.
pub(crate) fn loads_constant(mf: &MachineFunction, target: &dyn MachineTarget, inst: InstId) -> bool {
    let fixed = MemFlags::INVARIANT | MemFlags::DEREFERENCEABLE;
    target.desc(mf.opcode(inst)).has(InstrFlags::MAY_LOAD | InstrFlags::REMATERIALIZABLE)
        || mf.operands(inst).iter().any(|o| o.tag() == OperandTag::ConstantPool)
        || mf.mem_operand(inst).is_some_and(|m| m.flags.contains(fixed) && m.is_unordered())
}

/// Returns true if `inst` may be executed at any point where its operands are available.
pub fn is_movable(mf: &MachineFunction, target: &dyn MachineTarget, inst: InstId) -> bool {
    let opcode = mf.opcode(inst);
    if !opcode.is_target() {
        return false;
    }
    let flags = target.desc(opcode).flags;
    if flags.intersects(mf.effects()) {
        return false;
    }
    has_one_result(mf, target, inst)
        && (!flags.contains(InstrFlags::MAY_LOAD) || loads_constant(mf, target, inst))
}

/// Returns true if `inst` has one result, in a virtual register, and is determined by its operands
/// and its block's memory: it reads no physical registers but constant ones.
pub(crate) fn has_one_result(mf: &MachineFunction, target: &dyn MachineTarget, inst: InstId) -> bool {
    let mut results = 0;
    for operand in mf.operands(inst) {
        results += usize::from(operand.is_def());
        let is_constant = |reg| operand.is_use() && target.instr_info().is_constant_register(reg);
        // A branch's jump table is determined from its block.
        if operand.tag() == OperandTag::JumpTable || !operand.phys().is_none_or(is_constant) {
            return false;
        }
    }
    results == 1
}
