//! What a report tells of a function's compilation besides the function itself: the rules that changed it, and what allocation decided.
//!
//! A compilation that is to be told of has a [`Record`] among its options, and one worker. It costs nothing otherwise.

use crate::ir::entity::{BlockId, DebugLoc, InstId};
use crate::ir::mir::MachineFunction;
use crate::mir_text::inst_to_string;
use crate::support::coverage::Kind;
use crate::target::Target;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// An instruction that a rule is applied to, as it was before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Root {
    /// Its location.
    pub origin: Option<DebugLoc>,
    /// The instruction, without its location.
    pub inst: String,
}

impl Root {
    /// Returns `inst`, as it is.
    pub fn of(mf: &MachineFunction, target: &dyn Target, inst: InstId) -> Root {
        let text = inst_to_string(mf, target, inst);
        Root { origin: mf.inst(inst).debug_loc, inst: text.trim().to_owned() }
    }
}

/// A rule that was applied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// What kind of rule.
    pub kind: Kind,
    /// Its number among those.
    pub number: u32,
    /// What it was applied to.
    pub root: Root,
}

/// Where a virtual register, or a split range of one, is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LiveInterval {
    /// The number of the register.
    pub vreg: u32,
    /// Its class.
    pub class: &'static str,
    /// From where to before where it holds a value, in positions.
    pub ranges: Vec<(u32, u32)>,
    /// The physical register, or the kind of place in memory.
    pub location: String,
    /// True if that is a physical register.
    pub in_register: bool,
}

/// What allocation decided.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Allocation {
    /// Blocks in the order of the layout, each with its first position and the one after its last.
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
    /// Rule `number` of `kind` is, or was, applied to `root`.
    pub fn add(&self, kind: Kind, number: u32, root: Root) {
        locked(&self.steps).push(Step { kind, number, root });
    }

    /// Allocation has been done.
    pub fn allocated(&self, allocation: Allocation) {
        *locked(&self.allocation) = allocation;
    }

    /// What was recorded since the last call.
    pub fn take(&self) -> (Vec<Step>, Allocation) {
        (std::mem::take(&mut *locked(&self.steps)), std::mem::take(&mut *locked(&self.allocation)))
    }
}

/// What is recorded stays whole when a worker panics.
fn locked<T>(recorded: &Mutex<T>) -> MutexGuard<'_, T> {
    recorded.lock().unwrap_or_else(PoisonError::into_inner)
}
