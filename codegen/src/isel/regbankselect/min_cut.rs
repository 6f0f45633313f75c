//! Minimum cut by maximum flow, over graphs with mostly trivial components.
//!
//! A node has a capacity either from the source or to the sink: equal amounts of both cancel. A
//! component without one of them is all on one side. For the others, flow is sent along shortest
//! paths, all of one length in a phase. After Dinitz: "Algorithm for Solution of a Problem of
//! Maximum Flow in a Network with Power Estimation" (1970). The worst case is at least quadratic.
//! So the work on a component is bounded by a fixed number of steps for each of its nodes and
//! edges. A component that exceeds it is left undecided.

/// The capacity of an edge.
pub(crate) type Capacity = i64;

/// The maximum number of steps for each node and edge of a component; real programs require about
/// ten.
const STEPS: usize = 256;

const NONE: u32 = u32::MAX;

/// A graph with source and sink.
#[derive(Debug, Default)]
pub(crate) struct MinCut {
    /// By node: the capacity from the source if positive, else to the sink.
    terminal: Vec<Capacity>,
    /// By node: its first edge.
    first: Vec<u32>,
    /// Each edge next to its reverse.
    edges: Vec<Edge>,
}

#[derive(Debug)]
struct Edge {
    to: u32,
    /// The next edge from the same node.
    next: u32,
    /// Its residual capacity.
    left: Capacity,
}

impl MinCut {
    /// Adds a node.
    pub(crate) fn add_node(&mut self) -> u32 {
        self.terminal.push(0);
        self.first.push(NONE);
        self.first.len() as u32 - 1
    }

    /// Adds `capacity` to the cost of `node` on the sink's side.
    pub(crate) fn add_source(&mut self, node: u32, capacity: Capacity) {
        self.terminal[node as usize] += capacity;
    }

    /// Adds `capacity` to the cost of `node` on the source's side.
    pub(crate) fn add_sink(&mut self, node: u32, capacity: Capacity) {
        self.terminal[node as usize] -= capacity;
    }

    /// Adds `capacity` to the cost of `from` on the source's side and `to` on the sink's.
    pub(crate) fn add_edge(&mut self, from: u32, to: u32, capacity: Capacity) {
        if from != to {
            for (from, to, left) in [(from, to, capacity), (to, from, 0)] {
                let next = std::mem::replace(&mut self.first[from as usize], self.edges.len() as u32);
                self.edges.push(Edge { to, next, left });
            }
        }
    }

    /// Returns for each node whether it is on the source's side, which is minimal; `None` if that
    /// takes too long.
    pub(crate) fn solve(mut self) -> Vec<Option<bool>> {
        let mut search = Search { level: vec![NONE; self.first.len()], ..Search::default() };
        search.current.clone_from(&self.first);
        let mut sides = vec![Some(false); self.first.len()];
        let mut seen = vec![false; self.first.len()];
        for start in 0..self.first.len() as u32 {
            let component = self.component(start, &mut seen);
            if component.iter().any(|&n| self.terminal[n as usize] > 0) {
                let done = self.saturate(&component, &mut search);
                for &n in &component {
                    sides[n as usize] = done.then_some(search.level[n as usize] != NONE);
                }
            }
        }
        sides
    }

    /// Returns the nodes connected with `start`, unless they have been visited.
    fn component(&self, start: u32, seen: &mut [bool]) -> Vec<u32> {
        let mut nodes = Vec::new();
        if !std::mem::replace(&mut seen[start as usize], true) {
            nodes.push(start);
        }
        let mut at = 0;
        while let Some(&node) = nodes.get(at) {
            at += 1;
            for edge in self.edges_of(node) {
                let to = self.edges[edge as usize].to;
                if !std::mem::replace(&mut seen[to as usize], true) {
                    nodes.push(to);
                }
            }
        }
        nodes
    }

    fn edges_of(&self, node: u32) -> impl Iterator<Item = u32> {
        let next = |&e: &u32| Some(self.edges[e as usize].next).filter(|&n| n != NONE);
        std::iter::successors(Some(self.first[node as usize]).filter(|&e| e != NONE), next)
    }

    /// Computes the maximum flow; the nodes with a level are then on the source's side. Returns
    /// false if it takes too long.
    fn saturate(&mut self, component: &[u32], search: &mut Search) -> bool {
        let size: usize = component.iter().map(|&n| 1 + self.edges_of(n).count()).sum();
        let mut steps = STEPS * size;
        while self.find_levels(component, search) {
            for &node in component {
                if !self.send(node, search, &mut steps) {
                    return false;
                }
            }
            steps = steps.saturating_sub(size);
        }
        true
    }

    /// Numbers the nodes that the source reaches by distance. Returns true if the sink is reached.
    fn find_levels(&self, component: &[u32], search: &mut Search) -> bool {
        search.queue.clear();
        for &node in component {
            let starts = self.terminal[node as usize] > 0;
            search.level[node as usize] = if starts { 0 } else { NONE };
            search.current[node as usize] = self.first[node as usize];
            search.queue.extend(starts.then_some(node));
        }
        let (mut at, mut reached) = (0, false);
        while let Some(&node) = search.queue.get(at) {
            at += 1;
            reached |= self.terminal[node as usize] < 0;
            for edge in self.edges_of(node).map(|e| &self.edges[e as usize]) {
                if edge.left > 0 && search.level[edge.to as usize] == NONE {
                    search.level[edge.to as usize] = search.level[node as usize] + 1;
                    search.queue.push(edge.to);
                }
            }
        }
        reached
    }

    /// Sends the flow from the source at `start` along edges to the next level. Returns false if
    /// the steps are exhausted.
    fn send(&mut self, start: u32, search: &mut Search, steps: &mut usize) -> bool {
        search.path.clear();
        let mut at = start;
        while self.terminal[start as usize] > 0 {
            let Some(rest) = steps.checked_sub(1) else { return false };
            *steps = rest;
            if self.terminal[at as usize] < 0 {
                self.augment(start, at, &search.path);
                search.path.clear();
                at = start;
                continue;
            }
            let edge = search.current[at as usize];
            if edge == NONE {
                let Some(back) = search.path.pop() else { break };
                at = self.edges[back as usize ^ 1].to;
                search.current[at as usize] = self.edges[back as usize].next;
                continue;
            }
            let Edge { to, next, left } = self.edges[edge as usize];
            if left > 0 && search.level[to as usize] == search.level[at as usize] + 1 {
                search.path.push(edge);
                at = to;
            } else {
                search.current[at as usize] = next;
            }
        }
        true
    }

    fn augment(&mut self, start: u32, end: u32, path: &[u32]) {
        let ends = self.terminal[start as usize].min(-self.terminal[end as usize]);
        let amount = path.iter().map(|&e| self.edges[e as usize].left).fold(ends, Capacity::min);
        self.terminal[start as usize] -= amount;
        self.terminal[end as usize] += amount;
        for &edge in path {
            self.edges[edge as usize].left -= amount;
            self.edges[edge as usize ^ 1].left += amount;
        }
    }
}

/// The state of a search, by node.
#[derive(Default)]
struct Search {
    /// The distance from the source in this phase.
    level: Vec<u32>,
    /// The first edge that may still lead to the sink.
    current: Vec<u32>,
    queue: Vec<u32>,
    path: Vec<u32>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Random;

    #[derive(Debug)]
    struct Case {
        terminal: Vec<Capacity>,
        edges: Vec<(u32, u32, Capacity)>,
    }

    impl Case {
        fn graph(&self) -> MinCut {
            let mut cut = MinCut::default();
            for &capacity in &self.terminal {
                let node = cut.add_node();
                cut.add_source(node, capacity.max(0));
                cut.add_sink(node, (-capacity).max(0));
            }
            self.edges.iter().for_each(|&(from, to, capacity)| cut.add_edge(from, to, capacity));
            cut
        }

        fn cost(&self, sides: &[bool]) -> Capacity {
            let paid = |(n, &c): (usize, &Capacity)| if sides[n] == (c < 0) { c.abs() } else { 0 };
            let cut = |&&(a, b, _): &&(u32, u32, Capacity)| sides[a as usize] && !sides[b as usize];
            self.terminal.iter().enumerate().map(paid).sum::<Capacity>()
                + self.edges.iter().filter(cut).map(|e| e.2).sum::<Capacity>()
        }
    }

    #[test]
    fn no_cut_of_a_small_graph_is_cheaper() {
        let mut random = Random::new(1);
        for _ in 0..3000 {
            let nodes = 1 + random.below(9);
            let terminal = (0..nodes).map(|_| random.below(15) as Capacity - 7).collect();
            let edge =
                |_| (random.below(nodes) as u32, random.below(nodes) as u32, random.below(8) as Capacity);
            let edges = (0..nodes * 2).map(edge).collect();
            let case = Case { terminal, edges };
            let all =
                (0..1u32 << nodes).map(|bits| (0..nodes).map(|n| bits >> n & 1 == 1).collect::<Vec<_>>());
            let best = all.map(|sides| case.cost(&sides)).min();
            let found: Vec<bool> = case.graph().solve().into_iter().map(|s| s.unwrap()).collect();
            assert_eq!(Some(case.cost(&found)), best, "{case:?}");
        }
    }

    #[test]
    fn ties_go_to_the_sink() {
        let case = Case { terminal: vec![3, 0, -3], edges: vec![(0, 1, 3), (1, 2, 3)] };
        assert_eq!(case.graph().solve(), [Some(false); 3]);
    }

    #[test]
    fn a_long_chain_is_cut_at_its_weakest_place() {
        let mut terminal = vec![0; 100_000];
        (terminal[0], terminal[99_999]) = (9, -9);
        let edges = (0..99_999).map(|n| (n, n + 1, if n == 70_000 { 1 } else { 5 })).collect();
        let sides = Case { terminal, edges }.graph().solve();
        assert!(sides.iter().enumerate().all(|(n, &side)| side == Some(n <= 70_000)));
    }
}
