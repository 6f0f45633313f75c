//! Random frames of the toy target: objects are disjoint, aligned, and within the frame.

use crate::ir::builder::Builder;
use crate::ir::entity::{FrameIndex, SubtargetId, SymbolId};
use crate::ir::mir::{FrameObjectKind, MachineFunction, Operand};
use crate::ir::opcodes::LIFETIME_END;
use crate::testing::Random;
use crate::testing::toy::{CONST, RET, SETUP, TOY, r};

fn random_frame(random: &mut Random) -> MachineFunction {
    let mut mf = MachineFunction::new(SymbolId::new(0), "f", SubtargetId::new(0));
    let block = mf.append_block();
    for n in 0..random.below(6) {
        let imm = Operand::small_imm(0);
        Builder::at_end(&mut mf, block).inst(CONST, &[Operand::def(r(n as u16)), imm]);
    }
    for _ in 0..random.below(3) {
        let size = Operand::small_imm(random.below(100) as i32);
        Builder::at_end(&mut mf, block).inst(SETUP, &[size, Operand::small_imm(0)]);
    }
    Builder::at_end(&mut mf, block).inst(RET, &[]);
    if random.below(3) == 0 {
        mf.frame.create_fixed(8, -8 * (1 + random.below(5) as i64), false);
    }
    mf.frame.create_fixed(8, 8 * random.below(5) as i64, true);
    for _ in 0..random.below(8) {
        let kind = [FrameObjectKind::Local, FrameObjectKind::Spill][random.below(2)];
        let align = 1 << random.below(if kind == FrameObjectKind::Local { 8 } else { 5 });
        let index = mf.frame.create(kind, random.below(90) as u64, align);
        mf.frame.objects[index.index()].dead = random.below(6) == 0;
        if random.below(2) == 0 {
            let last = mf.last_inst(block).expect("it returns");
            Builder::before(&mut mf, last).inst(LIFETIME_END, &[Operand::frame_index(index)]);
        }
    }
    mf.frame.has_variable_sized = random.below(4) == 0;
    mf
}

#[test]
fn objects_are_apart_aligned_and_inside() {
    for seed in 1..500u64 {
        let mut mf = random_frame(&mut Random::new(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)));
        super::run(&mut mf, TOY).expect("the toy's frames need nothing");
        let size = mf.frame.stack_size as i64;
        let calls = if mf.frame.has_variable_sized { 0 } else { mf.frame.max_call_frame_size as i64 };
        let mut spans: Vec<(i64, i64)> = Vec::new();
        for n in 0..mf.frame.objects.len() {
            let object = mf.frame.object(FrameIndex::new(n));
            if object.dead {
                continue;
            }
            spans.push((object.offset, object.offset + object.size as i64));
            if object.kind != FrameObjectKind::Fixed {
                let from_bottom = object.offset + size;
                assert!(from_bottom >= calls, "seed {seed}: below the frame");
                assert_eq!(from_bottom % object.align as i64, 0, "seed {seed}: not aligned");
                assert!(object.offset + object.size as i64 <= 0, "seed {seed}: above the frame");
            }
        }
        spans.sort_unstable();
        assert!(spans.windows(2).all(|w| w[0].1 <= w[1].0), "seed {seed}: objects overlap: {spans:?}");
        let saved: Vec<_> = mf.frame.callee_saved.iter().map(|s| s.reg).collect();
        let entry = mf.entry();
        assert!(mf.insts(entry).all(|i| mf.opcode(i) != LIFETIME_END), "seed {seed}: a marker is left");
        let written = mf.insts(entry).filter(|&i| mf.opcode(i) == CONST).count();
        let expected: Vec<_> = (4..6).filter(|&n| n < written as u16).map(r).collect();
        assert_eq!(saved, expected, "seed {seed}");
    }
}
