//! Narrowing of vectors, which no target's rules request: interpreted before and after, with the
//! elements in two, three and four parts.

use super::run::same_results;
use super::{cases, targets};
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::InstId;
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::mir::MachineFunction;
use gisel_codegen::ir::module::Module;
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::legalizer::{Cx, LegalizerInfo, Outcome, narrow_scalar};
use gisel_codegen::machine::desc::instructions::Opcode;

/// The width of an element, the width of a part, and the element count.
const SHAPES: [(u32, u32, u32); 4] = [(64, 32, 2), (48, 16, 3), (128, 32, 2), (16, 8, 5)];

/// Opcodes whose types are all the vector's.
const OF_ONE_TYPE: [Opcode; 10] =
    [G_AND, G_OR, G_XOR, G_FREEZE, G_ADD, G_SUB, G_MUL, G_BSWAP, G_BITREVERSE, G_IMPLICIT_DEF];

/// Opcodes whose second type is a vector of truth values.
const WITH_TRUTHS: [Opcode; 9] =
    [G_UADDO, G_UADDE, G_USUBO, G_USUBE, G_SADDO, G_SADDE, G_SSUBO, G_SSUBE, G_SELECT];

/// Returns opcodes with the types, and the index of the type to narrow.
fn combinations(whole: Llt, piece: Llt) -> Vec<(Opcode, Vec<Llt>, usize)> {
    let truths = whole.with_scalar_bits(1);
    let mut all = Vec::new();
    all.extend(OF_ONE_TYPE.map(|opcode| (opcode, vec![whole], 0)));
    all.extend(WITH_TRUTHS.map(|opcode| (opcode, vec![whole, truths], 0)));
    all.push((G_ICMP, vec![truths, whole], 1));
    for opcode in [G_CTLZ, G_CTTZ, G_CTPOP] {
        all.push((opcode, vec![whole, whole], 1));
    }
    for opcode in [G_ZEXT, G_SEXT, G_ANYEXT] {
        all.push((opcode, vec![whole, piece], 0));
    }
    all.push((G_TRUNC, vec![piece, whole], 1));
    // For a variable amount, the number of parts must be a power of two.
    if (whole.scalar_bits() / piece.scalar_bits()).is_power_of_two() {
        all.extend([G_SHL, G_LSHR, G_ASHR].map(|opcode| (opcode, vec![whole, whole], 0)));
    }
    all
}

/// Returns the instructions with this opcode on vectors of the type.
fn on_vectors(mf: &MachineFunction, opcode: Opcode, whole: Llt) -> Vec<InstId> {
    let is_wide = |inst: InstId| mf.operands(inst).iter().filter_map(|o| o.vreg()).any(|v| mf.ty(v) == whole);
    let all = mf.layout.iter().flat_map(|&block| mf.insts(block));
    all.filter(|&inst| mf.opcode(inst) == opcode && is_wide(inst)).collect()
}

#[test]
fn vectors_are_narrowed_element_by_element() {
    let (name, target) = targets().pop().expect("a target");
    let (info, module) = (LegalizerInfo::new(64), Module::default());
    let cx = Cx { target: &*target, info: &info, module: &module };
    for (bits, part, lanes) in SHAPES {
        let [whole, piece] = [bits, part].map(|bits| Llt::vector(lanes, Llt::scalar(bits)));
        for (opcode, types, index) in combinations(whole, piece) {
            let what = format!("{name}: {} {types:?}", DESCS[opcode.table_index()].name);
            let (before, inputs) = cases::build(&*target, opcode, &types).unwrap_or_else(|| panic!("{what}"));
            let mut after = before.clone();
            let insts = on_vectors(&after, opcode, whole);
            assert!(!insts.is_empty(), "{what}: no instruction");
            for inst in insts {
                let outcome = narrow_scalar(&cx, &mut Builder::before(&mut after, inst), inst, index, piece);
                assert_eq!(outcome.unwrap_or_else(|e| panic!("{what}: {e}")), Outcome::Replaced, "{what}");
                after.remove_inst(inst);
            }
            assert!(on_vectors(&after, opcode, whole).is_empty(), "{what}");
            let seed = u64::from(opcode.0) << 32 | u64::from(bits);
            same_results(&*target, [&before, &after], &inputs, seed, 60)
                .unwrap_or_else(|text| panic!("{what}: {text}"));
        }
    }
}
