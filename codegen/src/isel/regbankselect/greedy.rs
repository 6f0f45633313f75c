//! Greedy mode: chooses the cheapest mapping of one instruction after the other.
//!
//! The cost of an instruction includes its mapping, a copy of each operand from another bank, and
//! copies of its result to other banks. Instructions are visited from the last to the first, so
//! most uses are assigned before the definition. Those without a result come last and depend on
//! their operands. Unassigned instructions cost nothing. Cost: linear in instructions and uses.

use super::bank_table::Row;
use super::possible_mappings::{OperandBank, PossibleMappings};

/// Returns the bank of each instruction with a choice.
pub(crate) fn solve(mappings: &PossibleMappings) -> Vec<Row> {
    let uses = Uses::new(mappings);
    let mut known: Vec<Option<Row>> = vec![None; mappings.choices.len()];
    let with_result = (0..known.len()).rev().filter(|&n| mappings.choices[n].result.is_some());
    let without = (0..known.len()).filter(|&n| mappings.choices[n].result.is_none());
    for n in with_result.chain(without) {
        // The first one of banks with equal cost.
        known[n] = (0..mappings.banks as Row).min_by_key(|&row| uses.cost(mappings, &known, n, row));
    }
    known.into_iter().flatten().collect()
}

/// The uses of the mappings, by instruction.
struct Uses {
    /// By value: the index of its first use; then the number of uses.
    by_value: Vec<u32>,
    /// By choice: the index in `operands` of its uses of other values; then their number.
    by_choice: Vec<u32>,
    operands: Vec<u32>,
}

impl Uses {
    fn new(mappings: &PossibleMappings) -> Uses {
        let mut by_value = vec![0; mappings.values.len() + 1];
        let mut by_choice = vec![0; mappings.choices.len() + 1];
        for used in &mappings.uses {
            by_value[used.value as usize + 1] += 1;
            if let OperandBank::Choice(n) = used.location {
                by_choice[n as usize + 1] += 1;
            }
        }
        for starts in [&mut by_value, &mut by_choice] {
            (1..starts.len()).for_each(|n| starts[n] += starts[n - 1]);
        }
        let mut next = by_choice.clone();
        let mut operands = vec![0; by_choice[by_choice.len() - 1] as usize];
        for (index, used) in mappings.uses.iter().enumerate() {
            if let OperandBank::Choice(n) = used.location {
                operands[next[n as usize] as usize] = index as u32;
                next[n as usize] += 1;
            }
        }
        Uses { by_value, by_choice, operands }
    }

    /// Returns the cost of the operands of choice `n` in bank `row`, given the known choices.
    fn cost(&self, mappings: &PossibleMappings, known: &[Option<Row>], n: usize, row: Row) -> i64 {
        let at = |location: OperandBank| match location {
            OperandBank::Fixed(row) => Some(row),
            OperandBank::Choice(n) => known[n as usize],
        };
        let copies_of_result = mappings.choices[n].result.map_or(0, |value| {
            let uses = self.by_value[value as usize] as usize..self.by_value[value as usize + 1] as usize;
            let uses = &mappings.uses[uses];
            let copies_to = |to: Row| {
                let there = uses.iter().filter(|u| at(u.location) == Some(to));
                let at_uses: i64 = there.map(|u| u.frequency).sum();
                at_uses.min(mappings.values[value as usize].frequency) * mappings.copy_cost(row, to)
            };
            (0..mappings.banks as Row).filter(|&to| to != row).map(copies_to).sum()
        });
        let operands = self.by_choice[n] as usize..self.by_choice[n + 1] as usize;
        let copy_of_operand = |&index: &u32| {
            let used = &mappings.uses[index as usize];
            let value = &mappings.values[used.value as usize];
            match at(value.home).filter(|&home| home != row) {
                Some(home) => used.frequency.min(value.frequency) * mappings.copy_cost(home, row),
                None => 0,
            }
        };
        let copies_of_operands: i64 = self.operands[operands].iter().map(copy_of_operand).sum();
        mappings.costs_of(n)[usize::from(row)] + copies_of_result + copies_of_operands
    }
}

#[cfg(test)]
mod tests {
    use super::super::possible_mappings::{Choice, IMPOSSIBLE, MappedValue, Use};
    use super::*;

    /// Returns the bank of a value that is moved once from one bank and required in another, given
    /// the mapping costs in three banks.
    fn moved(from: Row, to: Row, costs: [i64; 3]) -> Row {
        let value = |home| MappedValue { home, frequency: 1 };
        let used = |value, location| Use { value, location, frequency: 1 };
        let mappings = PossibleMappings {
            banks: 3,
            choices: vec![Choice { result: Some(1) }],
            costs: costs.to_vec(),
            values: vec![value(OperandBank::Fixed(from)), value(OperandBank::Choice(0))],
            uses: vec![used(0, OperandBank::Choice(0)), used(1, OperandBank::Fixed(to))],
            copy_costs: vec![0, 2, 9, 2, 0, 3, 9, 3, 0],
        };
        solve(&mappings)[0]
    }

    #[test]
    fn of_three_banks_the_cheapest_is_taken() {
        assert_eq!(moved(2, 2, [1, 1, 1]), 2);
        assert_eq!(moved(2, 2, [1, 1, IMPOSSIBLE]), 1);
        // Through the bank between them.
        assert_eq!(moved(0, 2, [1, 1, 1]), 1);
        assert_eq!(moved(0, 1, [1, 1, 1]), 0);
        assert_eq!(moved(0, 0, [9, 1, 1]), 1);
    }
}
