//! What greedy and global mode decide over: the instructions of a function that have a choice, the values they define and use, and
//! what each choice costs.
//!
//! A value is in the bank of its definition, its *home*. Where uses require the other bank, there is one copy after the definition or one
//! before each of these uses, whichever is cheaper by how often the blocks run.

use super::OperandBank;
use super::operand_banks::OperandBanks;
use super::repair::{Placement, repair};
use crate::analysis::block_frequency::BlockFrequency;
use crate::analysis::dominators::Dominators;
use crate::analysis::loops::Loops;
use crate::ir::entity::{BlockId, InstId, VReg};
use crate::ir::mir::{MachineFunction, Operand, OperandFlags, RegAttr};
use crate::ir::opcodes as op;
use crate::target::Target;
use crate::target::registers::BankId;

/// The bank of an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Location {
    /// In the second bank, or in the first.
    Fixed(bool),
    /// Where the instruction with this number among those with a choice puts it.
    Choice(u32),
}

/// An instruction with a choice.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// What it costs with its operands in the first bank, and in the second.
    pub cost: [i64; 2],
    /// The virtual register that it defines, if that is where it chooses.
    pub result: Option<u32>,
}

/// A virtual register.
#[derive(Clone, Debug)]
pub struct Value {
    /// Where it is defined.
    pub home: Location,
    /// How often.
    pub frequency: i64,
}

/// A use of a virtual register.
#[derive(Clone, Debug)]
pub struct Use {
    /// The register.
    pub value: u32,
    /// Where it is required.
    pub location: Location,
    /// How often.
    pub frequency: i64,
}

/// The problem of one function.
#[derive(Debug, Default)]
pub struct Problem {
    /// In the order of the layout.
    pub choices: Vec<Choice>,
    /// By virtual register.
    pub values: Vec<Value>,
    /// Sorted by virtual register.
    pub uses: Vec<Use>,
    /// By bank: what a copy from it to the other costs.
    pub copy_cost: [i64; 2],
}

/// Where an operand is by a solution: `true` stands for the second bank.
pub fn resolve(chosen: &[bool], location: Location) -> bool {
    match location {
        Location::Fixed(second) => second,
        Location::Choice(n) => chosen[n as usize],
    }
}

impl Problem {
    /// The registers with their uses.
    pub fn used_values(&self) -> impl Iterator<Item = (&Value, &[Use])> {
        self.uses.chunk_by(|a, b| a.value == b.value).map(|uses| (&self.values[uses[0].value as usize], uses))
    }

    /// By register: whether a copy stands after its definition.
    fn copies_at_definitions(&self, chosen: &[bool]) -> Vec<bool> {
        let mut at_def = vec![false; self.values.len()];
        for (value, uses) in self.used_values() {
            let home = resolve(chosen, value.home);
            let others = uses.iter().filter(|u| resolve(chosen, u.location) != home);
            at_def[uses[0].value as usize] = others.map(|u| u.frequency).sum::<i64>() > value.frequency;
        }
        at_def
    }
}

/// Assigns banks and puts copies where they are cheapest.
pub fn run(
    mf: &mut MachineFunction,
    target: &dyn Target,
    banks: &OperandBanks<'_>,
    solve: impl Fn(&Problem) -> Vec<bool>,
) {
    let tree = Dominators::compute(mf);
    let loops = Loops::compute(mf, &tree);
    let frequency = BlockFrequency::compute(mf, target, &tree, &loops);
    let (problem, locations) = Collector::new(mf, banks, &frequency).collect();
    let chosen = solve(&problem);
    let facts = &banks.facts;
    let bank = |location: Location| if resolve(&chosen, location) { facts.second } else { facts.first };
    for (n, value) in problem.values.iter().enumerate() {
        if mf.reg_attr(VReg::new(n)) == RegAttr::None {
            mf.set_reg_attr(VReg::new(n), RegAttr::Bank(bank(value.home)));
        }
    }
    let by_choice = |_: &MachineFunction, inst: InstId| -> Option<BankId> {
        locations.get(inst.index()).copied().flatten().map(bank)
    };
    repair(mf, target, banks, by_choice, Placement::AtDefs(problem.copies_at_definitions(&chosen)));
}

struct Collector<'a> {
    mf: &'a MachineFunction,
    banks: &'a OperandBanks<'a>,
    frequency: &'a BlockFrequency,
    problem: Problem,
    /// By instruction: where its operands are that have a choice.
    locations: Vec<Option<Location>>,
}

impl<'a> Collector<'a> {
    fn new(mf: &'a MachineFunction, banks: &'a OperandBanks<'a>, frequency: &'a BlockFrequency) -> Self {
        let facts = &banks.facts;
        let cost = |to, from| i64::from(facts.info.copy_cost(to, from));
        let copy_cost = [cost(facts.second, facts.first), cost(facts.first, facts.second)];
        let values = vec![Value { home: Location::Fixed(false), frequency: 0 }; mf.num_vregs()];
        let problem = Problem { values, copy_cost, ..Problem::default() };
        Collector { mf, banks, frequency, problem, locations: vec![None; mf.num_insts()] }
    }

    fn collect(mut self) -> (Problem, Vec<Option<Location>>) {
        for &block in &self.mf.layout {
            for inst in self.mf.insts(block) {
                self.inst(block, inst);
            }
        }
        self.problem.uses.sort_by_key(|u| u.value);
        (self.problem, self.locations)
    }

    /// What is paid for something that runs as often as `block`: less than 2⁴⁰, so that a million can be added up.
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
                self.problem.values[vreg.index()] = Value { home, frequency };
                continue;
            }
            // What cannot be in the second bank needs no copy.
            if !self.banks.facts.info.allows_second_bank(self.mf.ty(vreg)) {
                continue;
            }
            let Some(location) = required.map(|bank| self.location(inst, bank, frequency)) else { continue };
            let from = self.mf.operands(inst).get(n + 1).and_then(|o| o.as_block()).filter(|_| is_phi);
            let frequency = from.map_or(frequency, |from| self.frequency(from));
            self.problem.uses.push(Use { value: vreg.raw(), location, frequency });
        }
    }

    /// Where the definition of `vreg` by `inst` puts it.
    fn home(&mut self, inst: InstId, vreg: VReg, required: Option<OperandBank>, frequency: i64) -> Location {
        if let Some(bank) = self.banks.bank(self.mf, vreg) {
            return Location::Fixed(bank == self.banks.facts.second);
        }
        let Some(bank) = required else {
            return Location::Fixed(self.banks.facts.info.requires_second_bank(self.mf.ty(vreg)));
        };
        let location = self.location(inst, bank, frequency);
        if let (OperandBank::Either, Location::Choice(n)) = (bank, location) {
            self.problem.choices[n as usize].result = Some(vreg.raw());
        }
        location
    }

    fn location(&mut self, inst: InstId, required: OperandBank, frequency: i64) -> Location {
        match required {
            OperandBank::First | OperandBank::Any => Location::Fixed(false),
            OperandBank::Second => Location::Fixed(true),
            OperandBank::Either => match self.locations[inst.index()] {
                Some(location) => location,
                None => {
                    let location = self.new_location(inst, frequency);
                    self.locations[inst.index()] = Some(location);
                    location
                }
            },
        }
    }

    /// A choice, unless what `inst` defines or copies has its bank already.
    fn new_location(&mut self, inst: InstId, frequency: i64) -> Location {
        let operands = self.mf.operands(inst);
        let facts = &self.banks.facts;
        let is_copy = self.mf.opcode(inst) == op::COPY;
        let given = |o: &Operand| o.vreg().filter(|_| o.is_def() || is_copy);
        if let Some(bank) = operands.iter().filter_map(given).find_map(|v| self.banks.bank(self.mf, v)) {
            return Location::Fixed(bank == facts.second);
        }
        let result = operands.first().filter(|o| o.is_def());
        let physical =
            |o: Option<&Operand>| o.and_then(|o| o.phys()).map(|reg| facts.is_second_bank_register(reg));
        if let Some(second) = physical(result).filter(|_| is_copy) {
            return Location::Fixed(second);
        }
        let own = [facts.first, facts.second].map(|bank| facts.info.mapping_cost(self.mf, inst, bank));
        let mut cost = own.map(|cost| i64::from(cost) * frequency);
        if let Some(second) = physical(operands.get(1)).filter(|_| is_copy) {
            cost[usize::from(!second)] += self.problem.copy_cost[usize::from(second)] * frequency;
        }
        self.problem.choices.push(Choice { cost, result: None });
        Location::Choice(self.problem.choices.len() as u32 - 1)
    }
}
