//! What greedy and global mode decide over: the instructions of a function that have a choice, the values they define and use, and
//! what each choice costs.
//!
//! A value is in the bank of its definition, its *home*. Where uses want the other bank, there is one copy after the definition or one
//! before each of these uses, whichever is cheaper by how often the blocks run.

use super::OperandBank;
use super::repair::{Placement, repair};
use super::wants::Wants;
use crate::analysis::block_frequency::BlockFrequency;
use crate::analysis::dominators::Dominators;
use crate::analysis::loops::Loops;
use crate::ir::entity::{BlockId, InstId, VReg};
use crate::ir::mir::{MachineFunction, Operand, OperandFlags, RegAttr};
use crate::ir::opcodes as op;
use crate::target::Target;
use crate::target::registers::BankId;

/// Where an operand is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
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
    pub home: Place,
    /// How often.
    pub frequency: i64,
}

/// A use of a virtual register.
#[derive(Clone, Debug)]
pub struct Use {
    /// The register.
    pub value: u32,
    /// Where it is wanted.
    pub place: Place,
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
pub fn resolve(chosen: &[bool], place: Place) -> bool {
    match place {
        Place::Fixed(second) => second,
        Place::Choice(n) => chosen[n as usize],
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
            let others = uses.iter().filter(|u| resolve(chosen, u.place) != home);
            at_def[uses[0].value as usize] = others.map(|u| u.frequency).sum::<i64>() > value.frequency;
        }
        at_def
    }
}

/// Assigns banks and puts copies where they are cheapest.
pub fn run(
    mf: &mut MachineFunction,
    target: &dyn Target,
    wants: &Wants<'_>,
    solve: impl Fn(&Problem) -> Vec<bool>,
) {
    let tree = Dominators::compute(mf);
    let loops = Loops::compute(mf, &tree);
    let frequency = BlockFrequency::compute(mf, target, &tree, &loops);
    let (problem, places) = Collector::new(mf, wants, &frequency).collect();
    let chosen = solve(&problem);
    let facts = &wants.facts;
    let bank = |place: Place| if resolve(&chosen, place) { facts.fpr } else { facts.gpr };
    for (n, value) in problem.values.iter().enumerate() {
        if mf.reg_attr(VReg::new(n)) == RegAttr::None {
            mf.set_reg_attr(VReg::new(n), RegAttr::Bank(bank(value.home)));
        }
    }
    let by_choice = |_: &MachineFunction, inst: InstId| -> Option<BankId> {
        places.get(inst.index()).copied().flatten().map(bank)
    };
    repair(mf, target, wants, by_choice, Placement::AtDefs(problem.copies_at_definitions(&chosen)));
}

struct Collector<'a> {
    mf: &'a MachineFunction,
    wants: &'a Wants<'a>,
    frequency: &'a BlockFrequency,
    problem: Problem,
    /// By instruction: where its operands are that have a choice.
    places: Vec<Option<Place>>,
}

impl<'a> Collector<'a> {
    fn new(mf: &'a MachineFunction, wants: &'a Wants<'a>, frequency: &'a BlockFrequency) -> Self {
        let facts = &wants.facts;
        let cost = |to, from| i64::from(facts.info.copy_cost(to, from));
        let copy_cost = [cost(facts.fpr, facts.gpr), cost(facts.gpr, facts.fpr)];
        let values = vec![Value { home: Place::Fixed(false), frequency: 0 }; mf.num_vregs()];
        let problem = Problem { values, copy_cost, ..Problem::default() };
        Collector { mf, wants, frequency, problem, places: vec![None; mf.num_insts()] }
    }

    fn collect(mut self) -> (Problem, Vec<Option<Place>>) {
        for &block in &self.mf.layout {
            for inst in self.mf.insts(block) {
                self.inst(block, inst);
            }
        }
        self.problem.uses.sort_by_key(|u| u.value);
        (self.problem, self.places)
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
            let wanted = self.wants.operand(self.mf, inst, n);
            if operand.is_def() {
                let home = self.home(inst, vreg, wanted, frequency);
                self.problem.values[vreg.index()] = Value { home, frequency };
                continue;
            }
            // What cannot be in the second bank needs no copy.
            if !self.wants.facts.info.can_be_fpr(self.mf.ty(vreg)) {
                continue;
            }
            let Some(place) = wanted.map(|bank| self.place(inst, bank, frequency)) else { continue };
            let from = self.mf.operands(inst).get(n + 1).and_then(|o| o.as_block()).filter(|_| is_phi);
            let frequency = from.map_or(frequency, |from| self.frequency(from));
            self.problem.uses.push(Use { value: vreg.raw(), place, frequency });
        }
    }

    /// Where the definition of `vreg` by `inst` puts it.
    fn home(&mut self, inst: InstId, vreg: VReg, wanted: Option<OperandBank>, frequency: i64) -> Place {
        if let Some(bank) = self.wants.bank(self.mf, vreg) {
            return Place::Fixed(bank == self.wants.facts.fpr);
        }
        let Some(bank) = wanted else {
            return Place::Fixed(self.wants.facts.info.always_fpr(self.mf.ty(vreg)));
        };
        let place = self.place(inst, bank, frequency);
        if let (OperandBank::Web, Place::Choice(n)) = (bank, place) {
            self.problem.choices[n as usize].result = Some(vreg.raw());
        }
        place
    }

    fn place(&mut self, inst: InstId, wanted: OperandBank, frequency: i64) -> Place {
        match wanted {
            OperandBank::Gpr | OperandBank::Any => Place::Fixed(false),
            OperandBank::Fpr => Place::Fixed(true),
            OperandBank::Web => match self.places[inst.index()] {
                Some(place) => place,
                None => {
                    let place = self.new_place(inst, frequency);
                    self.places[inst.index()] = Some(place);
                    place
                }
            },
        }
    }

    /// A choice, unless what `inst` defines or copies has its bank already.
    fn new_place(&mut self, inst: InstId, frequency: i64) -> Place {
        let operands = self.mf.operands(inst);
        let facts = &self.wants.facts;
        let is_copy = self.mf.opcode(inst) == op::COPY;
        let given = |o: &Operand| o.vreg().filter(|_| o.is_def() || is_copy);
        if let Some(bank) = operands.iter().filter_map(given).find_map(|v| self.wants.bank(self.mf, v)) {
            return Place::Fixed(bank == facts.fpr);
        }
        let result = operands.first().filter(|o| o.is_def());
        let physical = |o: Option<&Operand>| o.and_then(|o| o.phys()).map(|reg| facts.is_fpr_register(reg));
        if let Some(second) = physical(result).filter(|_| is_copy) {
            return Place::Fixed(second);
        }
        let own = [facts.gpr, facts.fpr].map(|bank| facts.info.mapping_cost(self.mf, inst, bank));
        let mut cost = own.map(|cost| i64::from(cost) * frequency);
        if let Some(second) = physical(operands.get(1)).filter(|_| is_copy) {
            cost[usize::from(!second)] += self.problem.copy_cost[usize::from(second)] * frequency;
        }
        self.problem.choices.push(Choice { cost, result: None });
        Place::Choice(self.problem.choices.len() as u32 - 1)
    }
}
