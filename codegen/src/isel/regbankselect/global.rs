//! Global mode: finds the cheapest mappings of the whole function, as a minimum cut.
//!
//! It requires two banks: with more, the result of the greedy mode is used.
//!
//! Each instruction with a choice is a node: on the source's side it is in the second bank, on the
//! sink's side in the first. An edge is paid if it leads from the source's side to the sink's. The
//! mapping cost of an instruction is an edge from the source, or to the sink. A value with one use
//! is an edge between definition and use in each direction. A value with several uses requires at
//! most one copy after its definition in either direction. So it has two more nodes. The first has
//! an edge from the definition, with the cost of that copy. Its edges to the uses have the costs of
//! copies before them. The second is the reverse, for copies from the first bank.
//!
//! If the flow computation takes too long (`min_cut`), the result of the greedy mode is used.

use super::bank_table::Row;
use super::greedy;
use super::min_cut::{Capacity, MinCut};
use super::possible_mappings::{MappedValue, OperandBank, PossibleMappings, Use};

/// The bank on the sink's side, and the bank on the source's side.
const FIRST: Row = 0;
const SECOND: Row = 1;

/// Returns the bank of each instruction with a choice.
pub(crate) fn solve(mappings: &PossibleMappings) -> Vec<Row> {
    if mappings.banks != 2 {
        return greedy::solve(mappings);
    }
    let copy_costs = [mappings.copy_cost(FIRST, SECOND), mappings.copy_cost(SECOND, FIRST)];
    let mut graph = Graph { cut: MinCut::default(), copy_costs };
    for n in 0..mappings.choices.len() {
        let (node, costs) = (graph.cut.add_node(), mappings.costs_of(n));
        graph.cut.add_source(node, costs[0]);
        graph.cut.add_sink(node, costs[1]);
    }
    for (value, uses) in mappings.used_values() {
        graph.add_value(value, uses);
    }
    let mut sides = graph.cut.solve();
    sides.truncate(mappings.choices.len());
    if sides.iter().all(|side| side.is_some()) {
        return sides.into_iter().flatten().map(Row::from).collect();
    }
    let fallback = greedy::solve(mappings);
    sides.into_iter().zip(fallback).map(|(side, other)| side.map_or(other, Row::from)).collect()
}

struct Graph {
    cut: MinCut,
    /// The costs of a copy to the second bank, and to the first.
    copy_costs: [i64; 2],
}

impl Graph {
    fn add_value(&mut self, value: &MappedValue, uses: &[Use]) {
        let is_fixed = |location| matches!(location, OperandBank::Fixed(_));
        if is_fixed(value.home) && uses.iter().all(|u| is_fixed(u.location)) {
            return;
        }
        let [to_second, to_first] = self.copy_costs;
        if let [only] = uses {
            let frequency = value.frequency.min(only.frequency);
            self.link(value.home, only.location, frequency * to_first);
            return self.link(only.location, value.home, frequency * to_second);
        }
        if value.home != OperandBank::Fixed(FIRST)
            && uses.iter().any(|u| u.location != OperandBank::Fixed(SECOND))
        {
            let copy = OperandBank::Choice(self.cut.add_node());
            self.link(value.home, copy, value.frequency * to_first);
            uses.iter().for_each(|u| self.link(copy, u.location, u.frequency * to_first));
        }
        if value.home != OperandBank::Fixed(SECOND)
            && uses.iter().any(|u| u.location != OperandBank::Fixed(FIRST))
        {
            let copy = OperandBank::Choice(self.cut.add_node());
            self.link(copy, value.home, value.frequency * to_second);
            uses.iter().for_each(|u| self.link(u.location, copy, u.frequency * to_second));
        }
    }

    /// Adds `cost` if `from` is in the second bank and `to` in the first.
    fn link(&mut self, from: OperandBank, to: OperandBank, cost: Capacity) {
        match (from, to) {
            (OperandBank::Fixed(FIRST), _) | (_, OperandBank::Fixed(SECOND)) => {}
            (OperandBank::Fixed(SECOND), OperandBank::Choice(to)) => self.cut.add_source(to, cost),
            (OperandBank::Choice(from), OperandBank::Fixed(FIRST)) => self.cut.add_sink(from, cost),
            (OperandBank::Choice(from), OperandBank::Choice(to)) => self.cut.add_edge(from, to, cost),
            // No choice changes that; there are no other banks.
            (OperandBank::Fixed(_), OperandBank::Fixed(_)) => {}
            (OperandBank::Fixed(_), OperandBank::Choice(_))
            | (OperandBank::Choice(_), OperandBank::Fixed(_)) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::possible_mappings::{Choice, resolve};
    use super::*;
    use crate::testing::Random;

    fn cost(mappings: &PossibleMappings, chosen: &[Row]) -> i64 {
        let own: i64 =
            chosen.iter().enumerate().map(|(n, &row)| mappings.costs_of(n)[usize::from(row)]).sum();
        let copies = mappings.used_values().map(|(value, uses)| {
            let home = resolve(chosen, value.home);
            let others = uses.iter().filter(|u| resolve(chosen, u.location) != home);
            let at_uses: i64 = others.map(|u| u.frequency).sum();
            at_uses.min(value.frequency) * mappings.copy_cost(home, 1 - home)
        });
        own + copies.sum::<i64>()
    }

    #[test]
    fn nothing_is_cheaper_than_the_global_answer() {
        let mut random = Random::new(5);
        let mut greedy_is_worse = 0;
        for round in 0..3000 {
            let choices = 1 + random.below(8);
            let values = 1 + random.below(8);
            let copy_costs = vec![0, 2, 1 + random.below(2) as i64, 0];
            let mut mappings = PossibleMappings { banks: 2, copy_costs, ..PossibleMappings::default() };
            let location = |random: &mut Random| match random.below(3) {
                0 => OperandBank::Fixed(random.below(2) as Row),
                _ => OperandBank::Choice(random.below(choices) as u32),
            };
            for _ in 0..choices {
                mappings.costs.extend([0; 2].map(|_| random.below(4) as i64));
                mappings.choices.push(Choice { result: None });
            }
            for n in 0..values {
                let home = location(&mut random);
                if let OperandBank::Choice(c) = home {
                    mappings.choices[c as usize].result = Some(n as u32);
                }
                mappings.values.push(MappedValue { home, frequency: 1 + random.below(9) as i64 });
                for _ in 0..random.below(4) {
                    let location = location(&mut random);
                    mappings.uses.push(Use {
                        value: n as u32,
                        location,
                        frequency: 1 + random.below(9) as i64,
                    });
                }
            }
            let all = (0..1u32 << choices)
                .map(|bits| (0..choices).map(|n| (bits >> n & 1) as Row).collect::<Vec<_>>());
            let best = all.map(|chosen| cost(&mappings, &chosen)).min();
            assert_eq!(Some(cost(&mappings, &solve(&mappings))), best, "round {round}: {mappings:?}");
            let greedy = cost(&mappings, &greedy::solve(&mappings));
            greedy_is_worse += u32::from(Some(greedy) > best);
        }
        assert!((1..2000).contains(&greedy_is_worse), "{greedy_is_worse}");
    }
}
