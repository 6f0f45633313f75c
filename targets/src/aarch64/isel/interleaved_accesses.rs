//! Structure accesses for `interleaved-access`: `ld2` to `ld4` and `st2` to `st4`, built as the
//! intrinsics of the same meaning.

use crate::aarch64::isel::intrinsics;
use gisel_codegen::interpreter::value::Value;
use gisel_codegen::interpreter::{Arg, Context, Fault, Operation, Results};
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
pub(crate) struct StructureAccesses {
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

    fn overlapping(&self, whole: Llt) -> Option<Llt> {
        let (element, bits) = (whole.scalar_bits(), whole.bits());
        let register = if bits > 128 { 128 } else { 64 };
        // Two registers without overlap are no dearer.
        let is_odd = (65..256).contains(&bits) && !matches!(bits, 96 | 128 | 192);
        let fits = is_odd && matches!(element, 8 | 16 | 32) && !self.strict && !whole.has_pointer_elements();
        fits.then(|| whole.with_elements(register / element))
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

/// Evaluates a structure load or store in a function before selection.
pub(crate) fn interpret(op: &Operation, context: &mut Context<'_>) -> Result<Results, Fault> {
    let Some(&Arg::Intrinsic(number)) = op.args.first() else { return Err(Fault::Unknown) };
    let name = intrinsics::name(number).ok_or(Fault::Unknown)?;
    let (factor, is_load) = (2..)
        .zip(NAMES)
        .find_map(|(n, (load, store))| (name == load || name == store).then_some((n, name == load)))
        .ok_or(Fault::Unknown)?;
    let address = op.word(if is_load { 1 } else { 1 + factor }, "the address of a structure access")?;
    let place = |bits: u32, member: usize, row: usize| {
        address.wrapping_add((row * factor + member) as u64 * u64::from(bits / 8))
    };
    if is_load {
        let load = |(member, ty): (usize, &Llt)| {
            let (bits, rows) = (ty.scalar_bits(), 0..ty.elements() as usize);
            let lane = |row| Ok(context.memory.load(place(bits, member, row), bits)?);
            rows.map(lane).collect::<Result<Value, Fault>>()
        };
        return op.results.iter().enumerate().map(load).collect();
    }
    for member in 0..factor {
        let bits = op.bits(1 + member)?;
        for (row, lane) in op.value(1 + member)?.lanes.iter().enumerate() {
            context.memory.store(place(bits, member, row), bits, &lane.clone().into())?;
        }
    }
    Ok(Results::new())
}
