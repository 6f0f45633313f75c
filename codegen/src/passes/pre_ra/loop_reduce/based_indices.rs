//! Indices that advance by an invariant register in `loop-reduce`.
//!
//! If an index is only advanced and added to one invariant base, the base is added to its start. The
//! index is a pointer then, and the sums of each iteration are erased. Indices that advance by a
//! constant are replaced by `plan`, which compares costs. Here there is nothing to compare: the
//! pointer is in the index's place.

use super::LoopReduce;
use crate::ir::entity::{InstId, VReg};
use crate::passes::analysis::induction_variables::{AddressStep, LoopContext};
use smallvec::SmallVec;

/// An index of a loop, whose users all add `base`.
struct BasedIndex {
    phi: InstId,
    value: VReg,
    start: VReg,
    increment: InstId,
    next: VReg,
    base: VReg,
    /// The sums of the base and the index, with true for those of its next value.
    sums: SmallVec<[(InstId, VReg, bool); 4]>,
}

/// Returns the other operand of a sum, if one is `value`.
fn other_addend(step: AddressStep, value: VReg) -> Option<VReg> {
    match step {
        AddressStep::Add(first, second) if first == value => Some(second),
        AddressStep::Add(first, second) if second == value => Some(first),
        _ => None,
    }
}

impl LoopReduce<'_> {
    /// Makes pointers of the indices to which each reader adds the same base.
    pub(super) fn add_bases_to_starts(&mut self, context: &LoopContext<'_>) {
        let phis: SmallVec<[InstId; 8]> = self.ivs().header_phis(context).collect();
        for phi in phis {
            if !self.dead.contains(&phi)
                && let Some(index) = self.based_index(context, phi)
            {
                self.add_base_to_start(context, &index);
            }
        }
    }

    /// Returns the index of `phi`, if it is one.
    fn based_index(&self, context: &LoopContext<'_>, phi: InstId) -> Option<BasedIndex> {
        let ivs = self.ivs();
        let (value, start, next) = ivs.incoming(context, phi)?;
        let increment = self.mf.def(next).filter(|&inst| ivs.is_inside(context, inst))?;
        let stride = other_addend(self.arithmetic.step(self.mf, increment)?, value)?;
        if !ivs.is_invariant(context, stride) || !ivs.is_pointer(value) {
            return None;
        }
        let mut index = BasedIndex { phi, value, start, increment, next, base: value, sums: SmallVec::new() };
        let mut known = 0;
        for inst in context.body.iter().flat_map(|&block| self.mf.insts(block)) {
            let reads = [value, next].map(|vreg| ivs.operand_count(inst, vreg));
            if reads == [0, 0] {
                continue;
            }
            known += reads[0] + reads[1];
            if inst == phi || inst == increment {
                continue;
            }
            let of_next = reads[1] > 0;
            let step = self.arithmetic.step(self.mf, inst).filter(|_| !self.dead.contains(&inst))?;
            let base = other_addend(step, if of_next { next } else { value })?;
            let is_first = index.sums.is_empty();
            let sum = self.mf.vreg_operand(inst, 0).filter(|&sum| ivs.is_only_result(sum))?;
            let is_like = self.mf.reg_attr(sum) == self.mf.reg_attr(value);
            if !is_like || !(is_first || index.base == base) || !ivs.is_invariant(context, base) {
                return None;
            }
            index.base = base;
            index.sums.push((inst, sum, of_next));
        }
        let all = self.mf.use_count(value) + self.mf.use_count(next);
        (known == all as usize && !index.sums.is_empty() && ivs.is_only_result(next)).then_some(index)
    }

    fn add_base_to_start(&mut self, context: &LoopContext<'_>, index: &BasedIndex) {
        let is_zero = self.ivs().constant(index.start) == Some(0);
        let first = match is_zero {
            true => index.base,
            false => self.build(context.preheader, AddressStep::Add(index.base, index.start)),
        };
        let [pointer, next] = [(); 2].map(|()| self.like(index.value));
        self.copy_renamed(index.increment, index.increment, [(index.next, next), (index.value, pointer)]);
        self.create_phi(context, pointer, first, next);
        for &(sum, result, of_next) in &index.sums {
            self.replace(result, if of_next { next } else { pointer });
            self.dead.insert(sum);
        }
        self.dead.extend([index.phi, index.increment]);
        self.bounds.push(index.start);
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{PLAIN, count, reduced};
    use crate::passes::analysis::induction_variables::tests::function;

    /// Returns the blocks of a loop with an index that advances by `%1`, and with these readers of
    /// the index `%4`.
    fn with_readers(readers: &str) -> Vec<Vec<String>> {
        let text = format!(
            "  bb.0:
    successors: %bb.1
    liveins: $r0, $r1, $r2
    %0:gpr = COPY $r0
    %1:gpr = COPY $r1
    %2:gpr = COPY $r2
    BR %bb.1
  bb.1:
    successors: %bb.1, %bb.2
    %4:gpr = PHI %2, %bb.0, %5, %bb.1
    {readers}
    %5:gpr = ADD %4, %1
    BCC %2, %bb.1
    BR %bb.2
  bb.2:
    RET
"
        );
        reduced(function(&text), PLAIN)
    }

    #[test]
    fn the_base_is_added_once() {
        let sum = "%6:gpr = ADD %0, %4\n    STORE %2, %6";
        let blocks = with_readers(sum);
        assert_eq!((count(&blocks[0], "ADD %0, %2"), count(&blocks[1], "ADD")), (1, 1), "{blocks:?}");
        let twice = format!("{sum}\n    %7:gpr = ADD %4, %0\n    TRACE %7");
        let blocks = with_readers(&twice);
        assert_eq!((count(&blocks[0], "ADD %0, %2"), count(&blocks[1], "ADD")), (1, 1), "{blocks:?}");
    }

    #[test]
    fn an_index_with_other_readers_stays() {
        for (reader, left) in [
            ("%6:gpr = ADD %0, %4\n    TRACE %6\n    TRACE %4", 2),
            ("%6:gpr = ADD %0, %4\n    TRACE %6\n    %7:gpr = ADD %2, %4\n    TRACE %7", 3),
            ("%6:gpr = ADD %4, %4\n    TRACE %6", 2),
            ("TRACE %4", 1),
        ] {
            let blocks = with_readers(reader);
            assert_eq!((count(&blocks[0], "ADD"), count(&blocks[1], "ADD")), (0, left), "{blocks:?}");
        }
    }
}
