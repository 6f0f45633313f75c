//! What a scheduler must know of a CPU: how long results take, and how much can begin in one cycle.

use crate::target::desc::instructions::{InstrDesc, InstrFlags, Opcode};

/// What carries out an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Additions, logic, moves, addresses.
    Alu,
    /// Loads and stores.
    Memory,
    /// Multiplication and division of integers.
    Multiply,
    /// Floating point and vectors.
    Float,
}

/// What instructions of a target have in common to a scheduler; [`InstrDesc::sched_class`] names it.
#[derive(Clone, Copy, Debug)]
pub struct SchedClass {
    /// After how many cycles the result can be used on a CPU that executes in order, and on one that does not.
    pub latencies: [u8; 2],
    /// What carries them out.
    pub unit: Unit,
}

/// One CPU, or what many have in common.
#[derive(Debug)]
pub struct SchedModel {
    /// How many instructions begin in a cycle.
    pub issue_width: u8,
    /// By [`Unit`]: how many of these.
    pub units: [u8; 4],
    /// By index in the target's table of instructions.
    classes: Vec<(u8, Unit)>,
}

impl SchedModel {
    /// A target's instructions on a CPU that begins two a cycle in order. What has no class takes one
    /// cycle: accesses on [`Unit::Memory`], others on [`Unit::Alu`].
    pub fn in_order(descs: &[InstrDesc], classes: &[SchedClass]) -> SchedModel {
        SchedModel::new(2, [2, 1, 1, 1], descs, classes, 0)
    }

    /// The same on a CPU that begins four a cycle, as soon as what they need is there.
    pub fn out_of_order(descs: &[InstrDesc], classes: &[SchedClass]) -> SchedModel {
        SchedModel::new(4, [3, 2, 1, 2], descs, classes, 1)
    }

    fn new(
        issue_width: u8,
        units: [u8; 4],
        descs: &[InstrDesc],
        classes: &[SchedClass],
        kind: usize,
    ) -> SchedModel {
        let class = |desc: &InstrDesc| {
            let memory = desc.flags.intersects(InstrFlags::MAY_LOAD.union(InstrFlags::MAY_STORE));
            let usual = (1, if memory { Unit::Memory } else { Unit::Alu });
            let class = usize::from(desc.sched_class).checked_sub(1).and_then(|n| classes.get(n));
            class.map_or(usual, |class| (class.latencies[kind], class.unit))
        };
        SchedModel { issue_width, units, classes: descs.iter().map(class).collect() }
    }

    /// After how many cycles the result of `opcode` can be used.
    pub fn latency(&self, opcode: Opcode) -> u32 {
        self.class(opcode).0.into()
    }

    /// What carries out `opcode`.
    pub fn unit(&self, opcode: Opcode) -> Unit {
        self.class(opcode).1
    }

    fn class(&self, opcode: Opcode) -> (u8, Unit) {
        let own = if opcode.is_target() { self.classes.get(opcode.table_index()) } else { None };
        own.copied().unwrap_or((0, Unit::Alu))
    }
}
