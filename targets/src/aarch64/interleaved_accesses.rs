//! Structure accesses for `interleaved-access`: `ld2` to `ld4` and `st2` to `st4`, built as the
//! intrinsics of the same meaning.

use super::intrinsics;
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::VReg;
use gisel_codegen::ir::llt::Llt;
use gisel_codegen::ir::mir::{MemOperand, Operand};
use gisel_codegen::ir::opcodes::G_INTRINSIC_W_SIDE_EFFECTS;
use gisel_codegen::machine::interleaved_accesses::InterleavedAccesses;

/// The names of the loads and stores, by factor from two on.
const NAMES: [(&str, &str); 3] = [
    ("llvm.aarch64.neon.ld2", "llvm.aarch64.neon.st2"),
    ("llvm.aarch64.neon.ld3", "llvm.aarch64.neon.st3"),
    ("llvm.aarch64.neon.ld4", "llvm.aarch64.neon.st4"),
];

/// The structure accesses; elements are aligned if `strict`.
#[derive(Debug)]
pub struct StructureAccesses {
    pub strict: bool,
}

/// Returns the intrinsic that accesses `count` registers.
fn intrinsic(count: usize, name: impl Fn(&(&'static str, &'static str)) -> &'static str) -> Option<Operand> {
    let names = NAMES.get(count.checked_sub(2)?)?;
    Some(Operand::intrinsic(intrinsics::named(name(names))?.number))
}

impl InterleavedAccesses for StructureAccesses {
    fn max_factor(&self) -> u32 {
        4
    }

    fn register(&self, factor: u32, member: Llt, align: u32) -> Option<Llt> {
        let element = member.scalar_bits();
        let is_aligned = !self.strict || align * 8 >= element;
        let fits = (2..=4).contains(&factor) && matches!(element, 8 | 16 | 32 | 64) && member.is_vector();
        if !fits || !is_aligned || !member.bits().is_multiple_of(64) {
            return None;
        }
        let bits = if member.bits().is_multiple_of(128) { 128 } else { 64 };
        // There are no structures of one-element vectors.
        (bits > element).then(|| member.with_elements(bits / element))
    }

    fn load(&self, b: &mut Builder<'_>, registers: &[VReg], address: VReg, mem: MemOperand) {
        let name = intrinsic(registers.len(), |names| names.0);
        let results = registers.iter().map(|&register| Operand::def(register));
        build(b, results.chain(name).chain([Operand::use_of(address)]), mem);
    }

    fn store(&self, b: &mut Builder<'_>, registers: &[VReg], address: VReg, mem: MemOperand) {
        let name = intrinsic(registers.len(), |names| names.1);
        let values = registers.iter().chain([&address]).map(|&register| Operand::use_of(register));
        build(b, name.into_iter().chain(values), mem);
    }
}

fn build(b: &mut Builder<'_>, operands: impl Iterator<Item = Operand>, mem: MemOperand) {
    let operands: Vec<Operand> = operands.collect();
    let inst = b.inst(G_INTRINSIC_W_SIDE_EFFECTS, &operands);
    b.mf.add_mem_operand(inst, mem);
}
