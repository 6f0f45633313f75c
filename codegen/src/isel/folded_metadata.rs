//! Moves the metadata of instructions that a rule folds into its root to the instructions that
//! replace them.
//!
//! * Requires: nothing; functions whose instructions have no metadata pay one test for each root.
//! * Cost: for each root, a bounded number of the instructions from which its operands are computed.

use crate::ir::entity::InstId;
use crate::ir::mir::MachineFunction;
use crate::ir::opcodes::*;
use crate::machine::desc::instructions::{Descs, InstrFlags, Opcode};
use smallvec::SmallVec;

/// The maximum number of examined instructions for one root.
const MAX_INPUTS: usize = 24;

/// The instructions from which a root's operands are computed, the nearest first, and the
/// instructions around the root.
pub(crate) struct Inputs {
    insts: SmallVec<[InstId; 8]>,
    before: Option<InstId>,
    after: Option<InstId>,
}

impl Inputs {
    /// Returns the inputs of `root` before a rule is applied, if metadata may have to move.
    #[inline]
    pub(crate) fn of(mf: &MachineFunction, root: InstId) -> Option<Inputs> {
        mf.inst_metadata.as_ref()?;
        Inputs::collect(mf, root)
    }

    #[inline(never)]
    fn collect(mf: &MachineFunction, root: InstId) -> Option<Inputs> {
        let mut insts: SmallVec<[InstId; 8]> = SmallVec::from_slice(&[root]);
        let mut next = 0;
        while next < insts.len() && insts.len() < MAX_INPUTS {
            for vreg in mf.operands(insts[next]).iter().filter(|o| o.is_use()).filter_map(|o| o.vreg()) {
                if let Some(def) = mf.def(vreg).filter(|def| !insts.contains(def)) {
                    insts.push(def);
                }
            }
            next += 1;
        }
        insts.remove(0);
        let any = insts.iter().any(|&inst| mf.metadata_of(inst).is_some());
        any.then(|| Inputs { insts, before: mf.prev_inst(root), after: mf.next_inst(root) })
    }

    /// Adds the metadata of inputs that are unused now to the instructions that a rule has built for
    /// `root`.
    pub(crate) fn move_to_replacement(self, mf: &mut MachineFunction, descs: Descs, root: InstId) {
        let mut folded: SmallVec<[InstId; 8]> = SmallVec::new();
        for &inst in &self.insts {
            let is_folded = mf.block_of(inst).is_none()
                || mf.only_computes(&descs, inst) && has_no_other_use(mf, inst, &folded);
            if is_folded {
                folded.push(inst);
            }
        }
        folded.retain(|inst| mf.metadata_of(*inst).is_some() && !is_artifact(mf.opcode(*inst)));
        if folded.is_empty() {
            return;
        }
        let built = self.built(mf, root);
        for inst in folded {
            let accesses = |mf: &MachineFunction, built: InstId| mf.inst(built).has_mem_operands();
            let computes =
                |mf: &MachineFunction, built: InstId| !descs.get(mf.opcode(built)).has(InstrFlags::BRANCH);
            let any = |is: &dyn Fn(&MachineFunction, InstId) -> bool| built.iter().any(|&to| is(mf, to));
            // An access that nothing replaces leaves no instruction to list.
            let is_access = mf.inst(inst).has_mem_operands();
            let is_computed = any(&computes);
            for &to in &built {
                if (!is_access || accesses(mf, to)) && (!is_computed || computes(mf, to)) {
                    mf.add_metadata(inst, to);
                }
            }
        }
    }

    /// Returns the instructions that a rule has built around the root, or the definition of the
    /// value that it has become.
    fn built(&self, mf: &MachineFunction, root: InstId) -> SmallVec<[InstId; 8]> {
        let is_copy = mf.block_of(root).is_some() && mf.opcode(root) == COPY;
        if let Some(value) = mf.vreg_operand(root, 1).filter(|_| is_copy) {
            return mf.def(value).into_iter().collect();
        }
        let last = match self.after {
            Some(after) => mf.prev_inst(after),
            None => Some(root).filter(|&root| mf.block_of(root).is_some()).or(self.before),
        };
        let mut built = SmallVec::new();
        let mut next = last;
        while let Some(inst) = next.filter(|&inst| Some(inst) != self.before) {
            built.push(inst);
            next = mf.prev_inst(inst);
        }
        built
    }
}

/// Returns true if `opcode` only changes the width of a value, which is free where it is folded.
fn is_artifact(opcode: Opcode) -> bool {
    matches!(
        opcode,
        COPY | G_TRUNC
            | G_ANYEXT
            | G_ZEXT
            | G_SEXT
            | G_ASSERT_ZEXT
            | G_ASSERT_SEXT
            | G_MERGE_VALUES
            | G_UNMERGE_VALUES
    )
}

/// Returns true if only `others` use the results of `inst`, which has some.
fn has_no_other_use(mf: &MachineFunction, inst: InstId, others: &[InstId]) -> bool {
    let mut results = mf.operands(inst).iter().filter(|o| o.is_def()).filter_map(|o| o.vreg()).peekable();
    let is_unused = |vreg| {
        let uses = |&other: &InstId| {
            mf.operands(other).iter().filter(|o| o.is_use() && o.vreg() == Some(vreg)).count()
        };
        mf.use_count(vreg) as usize <= others.iter().map(uses).sum::<usize>()
    };
    results.peek().is_some() && results.all(is_unused)
}
