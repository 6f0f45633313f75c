//! Affinity sets: registers that copies and phis connect should share one physical register, which
//! saves moves.
//!
//! The sets are built by union-find. Each remembers the physical register that a member is copied
//! to or from, and the last one that a member was assigned. Cost: nearly linear.

use super::interval::IntervalId;
use super::intervals::Intervals;
use crate::machine::desc::registers::{PhysReg, RegisterInfo};

/// The sets, by the leader of each virtual register's interval.
#[derive(Debug, Default)]
pub(crate) struct Affinity {
    parent: Vec<u32>,
    /// By root: the last register assigned to a member.
    register: Vec<Option<PhysReg>>,
    /// By root: the physical register that a member is copied to or from.
    fixed: Vec<Option<PhysReg>>,
}

impl Affinity {
    /// Joins the registers that hints connect.
    pub(crate) fn of(intervals: &Intervals, registers: &RegisterInfo) -> Affinity {
        let count = intervals.hints.len();
        let mut affinity = Affinity {
            parent: (0..count as u32).collect(),
            register: vec![None; count],
            fixed: vec![None; count],
        };
        for (n, hints) in intervals.hints.iter().enumerate() {
            let class = intervals.list[n].class;
            let low = hints.iter().filter(|hint| registers.has_low_parts(class, hint.sub));
            for (hint, other) in low.filter_map(|hint| Some((hint, intervals.first(hint.other.as_virt()?)?)))
            {
                if !registers.has_low_parts(intervals.get(other).class, hint.other_sub) {
                    continue;
                }
                let (a, b) = (affinity.root(n as u32), affinity.root(other.0));
                affinity.parent[a.max(b) as usize] = a.min(b);
            }
        }
        for (n, hints) in intervals.hints.iter().enumerate() {
            let root = affinity.root(n as u32) as usize;
            let class = intervals.list[n].class;
            let low = hints.iter().filter(|hint| registers.has_low_parts(class, hint.sub));
            let reg = low.filter_map(|hint| hint.other.as_phys()).next_back();
            affinity.fixed[root] = affinity.fixed[root].or(reg);
        }
        affinity
    }

    fn root(&mut self, mut n: u32) -> u32 {
        while self.parent[n as usize] != n {
            let above = self.parent[self.parent[n as usize] as usize];
            self.parent[n as usize] = above;
            n = above;
        }
        n
    }

    /// Records that `first` was assigned `reg`.
    pub(crate) fn set(&mut self, first: IntervalId, reg: PhysReg) {
        if first.index() < self.parent.len() {
            let root = self.root(first.0);
            self.register[root as usize] = Some(reg);
        }
    }

    /// Returns the registers that would save copies of `first` or of a member of its set.
    pub(crate) fn registers(&mut self, first: IntervalId) -> [Option<PhysReg>; 2] {
        if first.index() >= self.parent.len() {
            return [None; 2];
        }
        let root = self.root(first.0) as usize;
        [self.fixed[root], self.register[root]]
    }
}
