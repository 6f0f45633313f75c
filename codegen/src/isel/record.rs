//! The record of a function's compilation, for reports: the rules that changed it, and the
//! decisions of register allocation.
//!
//! A recorded compilation has a [`Record`] among its options, and one worker. Others pay no cost.

use crate::ir::entity::{BlockId, DebugLoc, InstId};
use crate::ir::mir::MachineFunction;
use crate::machine::print::inst_to_string;
use crate::machine::target::MachineTarget;
use crate::support::coverage::RuleKind;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// An instruction to which a rule is applied, in its original form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Root {
    /// Its location.
    pub origin: Option<DebugLoc>,
    /// The instruction, without its location.
    pub inst: String,
}

impl Root {
    /// Returns `inst` in its present form.
    pub(crate) fn of(mf: &MachineFunction, target: &dyn MachineTarget, inst: InstId) -> Root {
        let text = inst_to_string(mf, target, inst);
        Root { origin: mf.location(inst), inst: text.trim().to_owned() }
    }
}

/// A rule that was applied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// The kind of the rule.
    pub kind: RuleKind,
    /// Its number within the kind.
    pub number: u32,
    /// The instruction to which it was applied.
    pub root: Root,
}

/// The location of a virtual register, or of a split interval of one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiveInterval {
    /// The number of the register.
    pub vreg: u32,
    /// Its class.
    pub class: &'static str,
    /// The ranges in which it holds a value, as start and end (exclusive) positions.
    pub ranges: Vec<(u32, u32)>,
    /// The physical register, or the kind of memory location.
    pub location: String,
    /// True if the location is a physical register.
    pub in_register: bool,
}

/// The decisions of register allocation.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Allocation {
    /// Blocks in layout order, each with its first position and the one after its last.
    pub blocks: Vec<(BlockId, u32, u32)>,
    /// The intervals, by register and start.
    pub intervals: Vec<LiveInterval>,
}

/// The record of one function at a time.
#[derive(Debug, Default)]
pub struct Record {
    steps: Mutex<Vec<Step>>,
    allocation: Mutex<Allocation>,
}

impl Record {
    /// Records that rule `number` of `kind` is applied to `root`.
    pub(crate) fn add(&self, kind: RuleKind, number: u32, root: Root) {
        locked(&self.steps).push(Step { kind, number, root });
    }

    /// Records the result of register allocation.
    pub(crate) fn allocated(&self, allocation: Allocation) {
        *locked(&self.allocation) = allocation;
    }

    /// Returns and removes the record since the last call.
    pub fn take(&self) -> (Vec<Step>, Allocation) {
        (std::mem::take(&mut *locked(&self.steps)), std::mem::take(&mut *locked(&self.allocation)))
    }
}

/// Locks a record, which stays consistent when a worker panics.
fn locked<T>(recorded: &Mutex<T>) -> MutexGuard<'_, T> {
    recorded.lock().unwrap_or_else(PoisonError::into_inner)
}
