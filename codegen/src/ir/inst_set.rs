//! A set of a function's instructions, as bits.

use crate::ir::entity::InstId;

/// A set of instructions. Insertion and queries take constant time; the memory is a bit for each
/// instruction up to the last member.
#[derive(Clone, Debug, Default)]
pub(crate) struct InstSet {
    words: Vec<u64>,
}

impl InstSet {
    /// Adds an instruction.
    pub(crate) fn insert(&mut self, inst: InstId) {
        let word = inst.index() / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (inst.index() % 64);
    }

    /// Returns true if the instruction is a member.
    #[inline]
    pub(crate) fn contains(&self, inst: InstId) -> bool {
        self.words.get(inst.index() / 64).is_some_and(|word| word >> (inst.index() % 64) & 1 != 0)
    }
}

impl Extend<InstId> for InstSet {
    fn extend<I: IntoIterator<Item = InstId>>(&mut self, insts: I) {
        insts.into_iter().for_each(|inst| self.insert(inst));
    }
}

impl FromIterator<InstId> for InstSet {
    fn from_iter<I: IntoIterator<Item = InstId>>(insts: I) -> InstSet {
        let mut set = InstSet::default();
        set.extend(insts);
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_those_that_were_inserted() {
        let members = [0, 63, 64, 200].map(InstId::new);
        let set: InstSet = members.into_iter().collect();
        let found: Vec<InstId> = (0..400).map(InstId::new).filter(|&inst| set.contains(inst)).collect();
        assert_eq!(found, members);
    }
}
