//! Statistics on passes, for `-stats`.
//!
//! Functions are counted before and after each pass, so passes need not count themselves. Cost: a
//! walk over the function and a lock for each pass and function, if enabled.

use crate::ir::mir::MachineFunction;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Mutex;

/// Sums by pass and by counter; all workers add to the same.
#[derive(Debug, Default)]
pub struct Statistics(Mutex<BTreeMap<(&'static str, &'static str), u64>>);

/// The size of a function.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    instructions: usize,
    blocks: usize,
    registers: usize,
    objects: usize,
}

impl Counts {
    /// Returns the number of instructions.
    pub(crate) fn instructions(self) -> usize {
        self.instructions
    }

    /// Counts a function.
    pub fn of(mf: &MachineFunction) -> Counts {
        Counts {
            instructions: mf.layout.iter().map(|&block| mf.insts(block).count()).sum(),
            blocks: mf.layout.len(),
            registers: mf.num_vregs(),
            objects: mf.frame.objects.iter().filter(|object| !object.dead).count(),
        }
    }
}

impl Statistics {
    /// Adds the changes that a pass has made to one function.
    pub fn add(&self, pass: &'static str, before: Counts, after: Counts) {
        let pairs = [
            ("Number of instructions added", before.instructions, after.instructions),
            ("Number of instructions removed", after.instructions, before.instructions),
            ("Number of blocks added", before.blocks, after.blocks),
            ("Number of blocks removed", after.blocks, before.blocks),
            ("Number of virtual registers made", before.registers, after.registers),
            ("Number of stack objects added", before.objects, after.objects),
            ("Number of stack objects removed", after.objects, before.objects),
        ];
        for (what, less, more) in pairs.into_iter().filter(|(_, less, more)| less < more) {
            self.sum(pass, what, more - less);
        }
    }

    /// Returns the nonzero sums: pass, counter, value.
    pub fn sums(&self) -> Vec<(&'static str, &'static str, u64)> {
        let sums = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        sums.iter().map(|(&(pass, what), &sum)| (pass, what, sum)).collect()
    }

    /// Counts the instructions of a function that is emitted.
    pub fn add_written(&self, mf: &MachineFunction) {
        self.sum("asm-printer", "Number of functions printed", 1);
        self.sum("asm-printer", "Number of machine instrs printed", Counts::of(mf).instructions);
    }

    fn sum(&self, pass: &'static str, what: &'static str, count: usize) {
        // Another worker's panic leaves the sums consistent.
        let mut sums = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        *sums.entry((pass, what)).or_default() += count as u64;
    }
}

impl fmt::Display for Statistics {
    /// Prints a line for each nonzero sum, by pass.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sums = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let rule = format!("==={}===", "-".repeat(73));
        writeln!(f, "{rule}\n{:^79}\n{rule}\n", "... Statistics Collected ...")?;
        let digits = sums.values().map(|sum| sum.to_string().len()).max().unwrap_or(0);
        let width = sums.keys().map(|(pass, _)| pass.len()).max().unwrap_or(0);
        for ((pass, what), sum) in sums.iter() {
            writeln!(f, "{sum:>digits$} {pass:<width$} - {what}")?;
        }
        writeln!(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_add_up_by_pass() {
        let statistics = Statistics::default();
        let counts = |instructions, blocks| Counts { instructions, blocks, ..Counts::default() };
        statistics.add("legalizer", counts(3, 1), counts(10, 1));
        statistics.add("legalizer", counts(4, 1), counts(10, 3));
        statistics.add("branch-folder", counts(4, 3), counts(2, 1));
        let text = statistics.to_string();
        let lines: Vec<&str> = text.lines().skip(4).filter(|line| !line.is_empty()).collect();
        assert_eq!(
            lines,
            [
                " 2 branch-folder - Number of blocks removed",
                " 2 branch-folder - Number of instructions removed",
                " 2 legalizer     - Number of blocks added",
                "13 legalizer     - Number of instructions added",
            ]
        );
        assert_eq!(statistics.sums()[0], ("branch-folder", "Number of blocks removed", 2));
    }
}
