//! Operations on loaded vectors whose results are separated by members.
//!
//! Where `x * y` is separated, so are `x` and `y` instead: a load whose uses all read members can
//! become structure loads.

use super::lanes::is_undefined;
use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, VReg};
use crate::ir::mir::{MachineFunction, Operand};
use crate::ir::opcodes::*;
use crate::machine::desc::instructions::Opcode;
use crate::passes::target::PassTarget;
use rustc_hash::{FxHashMap, FxHashSet};

/// Operations on two vectors, lane by lane.
const OPERATIONS: [Opcode; 11] =
    [G_ADD, G_SUB, G_MUL, G_AND, G_OR, G_XOR, G_FADD, G_FSUB, G_FMUL, G_FDIV, G_FREM];

/// Replaces shuffles of operations on two of `loads` by operations on shuffles, if each result is
/// only used by shuffles that read one member of at most `max_factor` members.
pub(super) fn separate_operands(
    mf: &mut MachineFunction,
    target: &dyn PassTarget,
    max_factor: u32,
    loads: &[InstId],
) {
    if loads.is_empty() {
        return;
    }
    let loads: FxHashSet<InstId> = loads.iter().copied().collect();
    let mut shuffles: Vec<(InstId, Vec<InstId>)> = Vec::new();
    let mut numbers: FxHashMap<InstId, usize> = FxHashMap::default();
    for inst in mf.layout.iter().flat_map(|&block| mf.insts(block)) {
        let Some(operation) = separated(mf, inst, max_factor, &loads) else { continue };
        let number = *numbers.entry(operation).or_insert(shuffles.len());
        if number == shuffles.len() {
            shuffles.push((operation, Vec::new()));
        }
        shuffles[number].1.push(inst);
    }
    for (operation, shuffles) in shuffles {
        if mf.use_count(mf.expect_vreg(operation, 0)) as usize == shuffles.len() {
            for shuffle in shuffles {
                separate(mf, operation, shuffle);
            }
            mf.remove_dead(target.descs(), &mut vec![operation]);
        }
    }
}

/// Returns the operation on two of `loads` of which `inst` is a shuffle that reads one member.
fn separated(
    mf: &MachineFunction,
    inst: InstId,
    max_factor: u32,
    loads: &FxHashSet<InstId>,
) -> Option<InstId> {
    if mf.opcode(inst) != G_SHUFFLE_VECTOR || !is_undefined(mf, mf.vreg_operand(inst, 2)?) {
        return None;
    }
    let operation = mf.def(mf.vreg_operand(inst, 1)?).filter(|&d| OPERATIONS.contains(&mf.opcode(d)))?;
    let def = |n| mf.vreg_operand(operation, n).and_then(|v| mf.def(v));
    let is_loaded = |n| def(n).is_some_and(|def| loads.contains(&def));
    if !is_loaded(1) || !is_loaded(2) {
        return None;
    }
    let mask = mf.shuffle_mask_value(mf.operand(inst, 3))?;
    let &[first, second, ..] = mask else { return None };
    let distance = second.checked_sub(first).filter(|_| first >= 0 && second >= 0)?;
    let lanes = (0..).map(|n| first + n * distance);
    let is_strided = (2..=max_factor as i32).contains(&distance)
        && mask.iter().zip(lanes).all(|(&lane, expected)| lane < 0 || lane == expected);
    is_strided.then_some(operation)
}

/// Replaces a shuffle of `operation` by the operation on the shuffled operands.
fn separate(mf: &mut MachineFunction, operation: InstId, shuffle: InstId) {
    let Some(mask) = mf.shuffle_mask_value(mf.operand(shuffle, 3)).map(<[i32]>::to_vec) else { return };
    let (dst, undefined) = (mf.expect_vreg(shuffle, 0), mf.expect_vreg(shuffle, 2));
    let [a, b] = [1, 2].map(|n| mf.expect_vreg(operation, n));
    let (opcode, flags, ty) = (mf.opcode(operation), mf.inst(operation).flags, mf.ty(dst));
    let mut builder = Builder::before(mf, shuffle);
    let mut shuffled = |from: VReg| {
        let result = builder.mf.create_vreg(ty);
        builder.shuffle_vector(result, [from, undefined], &mask);
        result
    };
    let first = shuffled(a);
    let second = if a == b { first } else { shuffled(b) };
    mf.set_operands(shuffle, &[Operand::def(dst), Operand::use_of(first), Operand::use_of(second)]);
    let inst = mf.inst_mut(shuffle);
    (inst.opcode, inst.flags) = (opcode, flags);
}

#[cfg(test)]
mod tests {
    use super::super::run;
    use crate::testing::passes::{GENERIC, after};
    use crate::testing::toy::TOY;

    fn separated(operation: &str, masks: [&str; 2]) -> Vec<String> {
        let text = format!(
            "bb.0:
                liveins: $r0
                %0:_(p0) = COPY $r0
                %1:_(<8 x s32>) = G_LOAD %0(p0) :: (load (<8 x s32>), align 4)
                %2:_(<8 x s32>) = G_IMPLICIT_DEF
                %3:_(<8 x s32>) = {operation}
                %4:_(<4 x s32>) = G_SHUFFLE_VECTOR %3(<8 x s32>), %2, shufflemask({})
                %5:_(<4 x s32>) = G_SHUFFLE_VECTOR %3(<8 x s32>), %2, shufflemask({})
                RET",
            masks[0], masks[1]
        );
        after(GENERIC, &text, |mf| run(mf, TOY)).split_off(2)
    }

    #[test]
    fn members_are_multiplied() {
        let lines = separated("nsz G_FMUL %1, %1", ["0, 2, 4, 6", "1, 3, 5, 7"]);
        let products: Vec<&String> = lines.iter().filter(|line| line.contains("G_FMUL")).collect();
        assert_eq!(products.len(), 2, "{lines:#?}");
        assert!(products.iter().all(|line| line.contains("<4 x s32>) = nsz G_FMUL")), "{lines:#?}");
        assert!(!lines.iter().any(|line| line.contains("G_LOAD")), "{lines:#?}");
    }

    #[test]
    fn other_results_stay() {
        for (operation, masks) in [
            ("G_FMUL %1, %1", ["0, 2, 4, 6", "0, 1, 2, 3"]),
            ("G_FMUL %1, %1", ["0, 2, 4, 6", "7, 5, 3, 1"]),
            ("G_FMUL %1, %2", ["0, 2, 4, 6", "1, 3, 5, 7"]),
            ("G_SHL %1, %1", ["0, 2, 4, 6", "1, 3, 5, 7"]),
        ] {
            let lines = separated(operation, masks);
            assert!(lines.iter().any(|line| line.contains("G_LOAD")), "{operation} {masks:?}");
        }
    }
}
