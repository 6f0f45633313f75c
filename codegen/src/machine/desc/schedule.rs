//! The scheduling model of a CPU: latencies, and the number of instructions that issue in one
//! cycle.

use crate::machine::desc::instructions::{InstrDesc, Opcode};

/// The functional unit of an instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Additions, logic, moves, addresses, branches.
    Alu,
    /// Loads and stores.
    Memory,
    /// Multiplication and division of integers.
    Multiply,
    /// Floating point and vectors.
    Float,
}

/// The model of one CPU, or of many similar ones.
#[derive(Debug)]
pub struct SchedModel {
    /// The name of one CPU.
    pub name: &'static str,
    /// True if an instruction may issue before an earlier one that waits for its operands.
    pub out_of_order: bool,
    /// The number of instructions that issue in a cycle.
    pub issue_width: u8,
    /// By [`Unit`]: the number of units.
    pub units: [u8; 4],
    /// The additional cycles before accesses can use a result of [`Unit::Alu`].
    pub address_delay: u8,
    /// The latency of results in cycles, by [`InstrDesc::sched_class`].
    pub latencies: &'static [u8],
    /// The functional units, by scheduling class.
    pub classes: &'static [Unit],
    /// The target's instructions.
    pub descs: &'static [InstrDesc],
}

impl SchedModel {
    /// Returns the latency in cycles of the result of `opcode`.
    pub(crate) fn latency(&self, opcode: Opcode) -> u32 {
        self.class(opcode).and_then(|class| self.latencies.get(class)).map_or(0, |&cycles| cycles.into())
    }

    /// Returns the latency in cycles from `opcode` to `user`.
    pub(crate) fn latency_to(&self, opcode: Opcode, user: Opcode) -> u32 {
        let to_address =
            opcode.is_target() && self.unit(opcode) == Unit::Alu && self.unit(user) == Unit::Memory;
        self.latency(opcode) + if to_address { self.address_delay.into() } else { 0 }
    }

    /// Returns the functional unit of `opcode`.
    pub(crate) fn unit(&self, opcode: Opcode) -> Unit {
        self.class(opcode).and_then(|class| self.classes.get(class)).copied().unwrap_or(Unit::Alu)
    }

    fn class(&self, opcode: Opcode) -> Option<usize> {
        let own = if opcode.is_target() { self.descs.get(opcode.table_index()) } else { None };
        own.map(|desc| desc.sched_class.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::desc::instructions::{InstrFlags, Variadic};

    #[test]
    fn latencies_are_those_of_the_class_and_later_for_addresses() {
        const fn desc(name: &'static str, sched_class: u8) -> InstrDesc {
            InstrDesc {
                name,
                operands: &[],
                num_defs: 0,
                variadic: Variadic::No,
                flags: InstrFlags::empty(),
                implicit_defs: &[],
                implicit_uses: &[],
                size: 4,
                sched_class,
                constrained: false,
                type_places: [None; 3],
            }
        }
        static DESCS: [InstrDesc; 3] = [desc("ADD", 0), desc("LOAD", 1), desc("MUL", 2)];
        let model = SchedModel {
            name: "toy",
            out_of_order: false,
            issue_width: 2,
            units: [2, 1, 1, 1],
            address_delay: 2,
            latencies: &[1, 4, 3],
            classes: &[Unit::Alu, Unit::Memory, Unit::Multiply],
            descs: &DESCS,
        };
        let [add, load, mul] = [0, 1, 2].map(|n| Opcode(Opcode::FIRST_TARGET + n));
        assert_eq!([add, load, mul].map(|opcode| model.latency(opcode)), [1, 4, 3]);
        assert_eq!((model.latency_to(add, load), model.latency_to(add, mul)), (3, 1));
        assert_eq!((model.latency_to(load, load), model.latency_to(load, add)), (4, 4));
        let generic = Opcode(1);
        assert_eq!((model.latency(generic), model.unit(generic)), (0, Unit::Alu));
        assert_eq!(model.latency_to(generic, load), 0);
    }
}
