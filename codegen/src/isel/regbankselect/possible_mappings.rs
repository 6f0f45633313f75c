//! The problem that greedy and global mode solve: the instructions of a function with a choice, the
//! values that they define and use, and the cost of each choice.
//!
//! A value is in the bank of its definition, its *home*. If uses require another bank, there is one
//! copy after the definition or one before each of these uses, whichever is cheaper by block
//! frequency. Banks are rows of the target's table.

use super::bank_table::{DEFAULT, Row};
use super::operand_banks::{OperandBanks, Required};
use super::repair::{Placement, repair};
use crate::ir::entity::{BlockId, InstId, VReg};
use crate::ir::mir::{MachineFunction, Operand, OperandFlags, RegAttr};
use crate::ir::opcodes as op;
use crate::isel::target::IselTarget;
use crate::passes::analysis::block_frequency::BlockFrequency;
use crate::passes::analysis::control_flow::ControlFlow;

/// The bank of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OperandBank {
    /// In this bank.
    Fixed(Row),
    /// The choice with this number.
    Choice(u32),
}

/// An instruction with a choice.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Choice {
    /// The virtual register that it defines, if its bank is the choice.
    pub result: Option<u32>,
}

/// A virtual register.
#[derive(Clone, Debug)]
pub(crate) struct MappedValue {
    /// The bank of its definition.
    pub home: OperandBank,
    /// The frequency of its definition.
    pub frequency: i64,
}

/// A use of a virtual register.
#[derive(Clone, Debug)]
pub(crate) struct Use {
    /// The register.
    pub value: u32,
    /// The required bank.
    pub location: OperandBank,
    /// The frequency of the use.
    pub frequency: i64,
}

/// The mappings of one function.
#[derive(Debug, Default)]
pub(crate) struct PossibleMappings {
    /// The number of banks.
    pub banks: usize,
    /// The choices, in layout order.
    pub choices: Vec<Choice>,
    /// By choice and bank: the mapping cost.
    pub costs: Vec<i64>,
    /// By virtual register.
    pub values: Vec<MappedValue>,
    /// Sorted by virtual register.
    pub uses: Vec<Use>,
    /// By source bank and destination bank of a copy.
    pub copy_costs: Vec<i64>,
}

/// The cost of an impossible mapping: more than all others together.
pub(crate) const IMPOSSIBLE: i64 = 1 << 60;

/// Returns the bank of an operand in a solution, which has a bank for each choice.
pub(crate) fn resolve(chosen: &[Row], location: OperandBank) -> Row {
    match location {
        OperandBank::Fixed(bank) => bank,
        OperandBank::Choice(n) => chosen[n as usize],
    }
}

impl PossibleMappings {
    /// Returns the registers with their uses.
    pub(crate) fn used_values(&self) -> impl Iterator<Item = (&MappedValue, &[Use])> {
        self.uses.chunk_by(|a, b| a.value == b.value).map(|uses| (&self.values[uses[0].value as usize], uses))
    }

    /// Returns the costs of choice `n` in each bank.
    pub(crate) fn costs_of(&self, n: usize) -> &[i64] {
        &self.costs[n * self.banks..(n + 1) * self.banks]
    }

    /// Returns the cost of a copy.
    pub(crate) fn copy_cost(&self, from: Row, to: Row) -> i64 {
        self.copy_costs[usize::from(from) * self.banks + usize::from(to)]
    }

    /// Returns for each register whether its copies are after its definition.
    fn copies_at_definitions(&self, chosen: &[Row]) -> Vec<bool> {
        let mut at_def = vec![false; self.values.len()];
        for (value, uses) in self.used_values() {
            let home = resolve(chosen, value.home);
            let others = uses.iter().filter(|u| resolve(chosen, u.location) != home);
            at_def[uses[0].value as usize] = others.map(|u| u.frequency).sum::<i64>() > value.frequency;
        }
        at_def
    }
}

/// Assigns banks and inserts copies where they are cheapest.
pub fn run(
    mf: &mut MachineFunction,
    target: &dyn IselTarget,
    banks: &OperandBanks<'_>,
    solve: impl Fn(&PossibleMappings) -> Vec<Row>,
) {
    let flow = ControlFlow::of(mf);
    let (mappings, locations) = Collector::new(mf, banks, flow.frequency(mf, target)).collect();
    let chosen = solve(&mappings);
    let facts = &banks.facts;
    for (n, value) in mappings.values.iter().enumerate() {
        if mf.reg_attr(VReg::new(n)) == RegAttr::None {
            mf.set_reg_attr(VReg::new(n), RegAttr::Bank(facts.bank(resolve(&chosen, value.home))));
        }
    }
    let by_choice = |_: &MachineFunction, inst: InstId| -> Option<Row> {
        let location = locations.get(inst.index()).copied().flatten();
        location.map(|location| resolve(&chosen, location))
    };
    repair(mf, target, banks, by_choice, Placement::AtDefs(mappings.copies_at_definitions(&chosen)));
}

struct Collector<'a> {
    mf: &'a MachineFunction,
    banks: &'a OperandBanks<'a>,
    frequency: &'a BlockFrequency,
    mappings: PossibleMappings,
    /// By instruction: the location of its operands with a choice.
    locations: Vec<Option<OperandBank>>,
}

impl<'a> Collector<'a> {
    fn new(mf: &'a MachineFunction, banks: &'a OperandBanks<'a>, frequency: &'a BlockFrequency) -> Self {
        let rows = banks.facts.banks;
        let copy_costs = rows.iter().flat_map(|bank| bank.copy_costs).map(|&cost| cost.into()).collect();
        let values = vec![MappedValue { home: OperandBank::Fixed(DEFAULT), frequency: 0 }; mf.num_vregs()];
        let mappings =
            PossibleMappings { banks: rows.len(), values, copy_costs, ..PossibleMappings::default() };
        Collector { mf, banks, frequency, mappings, locations: vec![None; mf.num_insts()] }
    }

    fn collect(mut self) -> (PossibleMappings, Vec<Option<OperandBank>>) {
        for &block in &self.mf.layout {
            for inst in self.mf.insts(block) {
                self.inst(block, inst);
            }
        }
        self.mappings.uses.sort_by_key(|u| u.value);
        (self.mappings, self.locations)
    }

    /// Returns the weight of an instruction in `block`: less than 2⁴⁰, so a million can be added
    /// up.
    fn frequency(&self, block: BlockId) -> i64 {
        self.frequency.of(block).clamp(1, 1 << 40) as i64
    }

    fn inst(&mut self, block: BlockId, inst: InstId) {
        let frequency = self.frequency(block);
        let is_phi = matches!(self.mf.opcode(inst), op::PHI | op::G_PHI);
        for (n, operand) in self.mf.operands(inst).iter().enumerate() {
            let Some(vreg) = operand.vreg().filter(|_| !operand.flags.contains(OperandFlags::DEBUG)) else {
                continue;
            };
            let required = self.banks.operand(self.mf, inst, n);
            if operand.is_def() {
                let home = self.home(inst, vreg, required, frequency);
                self.mappings.values[vreg.index()] = MappedValue { home, frequency };
                continue;
            }
            // A value that only the default bank holds requires no copy.
            if !self.banks.facts.leaves_default(self.mf.ty(vreg)) {
                continue;
            }
            let Some(location) = required.map(|bank| self.location(inst, vreg, bank, frequency)) else {
                continue;
            };
            let from = self.mf.operands(inst).get(n + 1).and_then(|o| o.as_block()).filter(|_| is_phi);
            let frequency = from.map_or(frequency, |from| self.frequency(from));
            self.mappings.uses.push(Use { value: vreg.raw(), location, frequency });
        }
    }

    /// Returns the location of `vreg` at its definition `inst`.
    fn home(&mut self, inst: InstId, vreg: VReg, required: Option<Required>, frequency: i64) -> OperandBank {
        if let Some(row) = self.banks.row(self.mf, vreg) {
            return OperandBank::Fixed(row);
        }
        let Some(required) = required else {
            return OperandBank::Fixed(self.banks.facts.required(self.mf.ty(vreg)).unwrap_or(DEFAULT));
        };
        let location = self.location(inst, vreg, required, frequency);
        if let (Required::Common, OperandBank::Choice(n)) = (required, location) {
            self.mappings.choices[n as usize].result = Some(vreg.raw());
        }
        location
    }

    /// Returns the location that `inst` requires of `vreg`.
    fn location(&mut self, inst: InstId, vreg: VReg, required: Required, frequency: i64) -> OperandBank {
        let location = match (required, self.locations[inst.index()]) {
            (Required::Row(row), _) => return OperandBank::Fixed(row),
            (Required::Common, Some(location)) => location,
            (Required::Common, None) => {
                let location = self.new_location(inst, frequency);
                self.locations[inst.index()] = Some(location);
                location
            }
        };
        if let OperandBank::Choice(n) = location
            && self.mappings.banks > 2
        {
            self.exclude(n as usize, vreg);
        }
        location
    }

    /// Excludes banks that do not hold `vreg` from choice `n`. With two banks, both hold any value
    /// with a choice.
    fn exclude(&mut self, n: usize, vreg: VReg) {
        let ty = self.mf.ty(vreg);
        let costs = &mut self.mappings.costs[n * self.mappings.banks..];
        for (cost, bank) in costs.iter_mut().zip(self.banks.facts.banks) {
            if ty.is_valid() && !bank.holds(ty) {
                *cost = IMPOSSIBLE;
            }
        }
    }

    /// Returns a new choice, unless the result or the copied value of `inst` has a bank already.
    fn new_location(&mut self, inst: InstId, frequency: i64) -> OperandBank {
        let operands = self.mf.operands(inst);
        let facts = &self.banks.facts;
        let is_copy = self.mf.opcode(inst) == op::COPY;
        let given = |o: &Operand| o.vreg().filter(|_| o.is_def() || is_copy);
        if let Some(row) = operands.iter().filter_map(given).find_map(|v| self.banks.row(self.mf, v)) {
            return OperandBank::Fixed(row);
        }
        let result = operands.first().filter(|o| o.is_def());
        let physical = |o: Option<&Operand>| o.and_then(|o| o.phys()).map(|reg| facts.row_of_register(reg));
        if let Some(row) = physical(result).filter(|_| is_copy) {
            return OperandBank::Fixed(row);
        }
        let copied_from = physical(operands.get(1)).filter(|_| is_copy);
        for (row, bank) in (0..).zip(facts.banks) {
            let mut cost = i64::from(facts.info.mapping_cost(self.mf, inst, bank.id)) * frequency;
            if let Some(from) = copied_from.filter(|&from| from != row) {
                cost += self.mappings.copy_cost(from, row) * frequency;
            }
            self.mappings.costs.push(cost);
        }
        self.mappings.choices.push(Choice { result: None });
        OperandBank::Choice(self.mappings.choices.len() as u32 - 1)
    }
}
