//! Greedy mode: the cheapest mapping of one instruction after the other.
//!
//! An instruction pays for its mapping, for a copy of each operand that comes from the other bank, and for what copies its result to
//! uses in the other bank. Instructions are looked at from the last to the first, so that most uses have their bank when the definition
//! gets one; those without a result come at the end and follow their operands. What has no bank yet costs nothing. Linear in instructions and uses.

use super::mapping_problem::{Location, Problem};

/// By instruction with a choice: whether its operands are in the second bank.
pub fn solve(problem: &Problem) -> Vec<bool> {
    let uses = Uses::new(problem);
    let mut known: Vec<Option<bool>> = vec![None; problem.choices.len()];
    let with_result = (0..known.len()).rev().filter(|&n| problem.choices[n].result.is_some());
    let without = (0..known.len()).filter(|&n| problem.choices[n].result.is_none());
    for n in with_result.chain(without) {
        let cost = |second: bool| uses.cost(problem, &known, n, second);
        known[n] = Some(cost(true) < cost(false));
    }
    known.into_iter().map(|second| second == Some(true)).collect()
}

/// Where the uses of the problem are, by the instructions that are concerned.
struct Uses {
    /// By value: its first use; and the number of uses.
    by_value: Vec<u32>,
    /// By choice: where in `operands` its uses of other values begin; and their number.
    by_choice: Vec<u32>,
    operands: Vec<u32>,
}

impl Uses {
    fn new(problem: &Problem) -> Uses {
        let mut by_value = vec![0; problem.values.len() + 1];
        let mut by_choice = vec![0; problem.choices.len() + 1];
        for used in &problem.uses {
            by_value[used.value as usize + 1] += 1;
            if let Location::Choice(n) = used.location {
                by_choice[n as usize + 1] += 1;
            }
        }
        for starts in [&mut by_value, &mut by_choice] {
            (1..starts.len()).for_each(|n| starts[n] += starts[n - 1]);
        }
        let mut next = by_choice.clone();
        let mut operands = vec![0; by_choice[by_choice.len() - 1] as usize];
        for (index, used) in problem.uses.iter().enumerate() {
            if let Location::Choice(n) = used.location {
                operands[next[n as usize] as usize] = index as u32;
                next[n as usize] += 1;
            }
        }
        Uses { by_value, by_choice, operands }
    }

    /// What it costs to have the operands of choice `n` in the second bank, or in the first, by what is known.
    fn cost(&self, problem: &Problem, known: &[Option<bool>], n: usize, second: bool) -> i64 {
        let at = |location: Location| match location {
            Location::Fixed(second) => Some(second),
            Location::Choice(n) => known[n as usize],
        };
        let choice = &problem.choices[n];
        let copies_of_result = choice.result.map_or(0, |value| {
            let uses = self.by_value[value as usize] as usize..self.by_value[value as usize + 1] as usize;
            let others = problem.uses[uses].iter().filter(|u| at(u.location) == Some(!second));
            let at_uses: i64 = others.map(|u| u.frequency).sum();
            at_uses.min(problem.values[value as usize].frequency) * problem.copy_cost[usize::from(second)]
        });
        let operands = self.by_choice[n] as usize..self.by_choice[n + 1] as usize;
        let copy_of_operand = |&index: &u32| {
            let used = &problem.uses[index as usize];
            let value = &problem.values[used.value as usize];
            let other = at(value.home) == Some(!second);
            if other {
                used.frequency.min(value.frequency) * problem.copy_cost[usize::from(!second)]
            } else {
                0
            }
        };
        let copies_of_operands: i64 = self.operands[operands].iter().map(copy_of_operand).sum();
        choice.cost[usize::from(second)] + copies_of_result + copies_of_operands
    }
}
