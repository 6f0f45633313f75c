//! The legalizer, checked by an interpreter: for every opcode, type and target, a function on
//! random inputs has the same results before and after; and the output is legal.

mod execution;

use execution::{Arguments, Random, argument_registers, compare};
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{SubtargetId, SymbolId, VReg};
use gisel_codegen::ir::llt::{Llt, P0, S1, S64};
use gisel_codegen::ir::mir::{IntPredicate, MachineFunction, MemFlags, MemOperand};
use gisel_codegen::ir::module::Module;
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::legalizer::{illegal_instructions, run};
use gisel_codegen::machine::desc::instructions::Opcode;
use gisel_codegen::machine::desc::registers::PhysReg;
use gisel_codegen::mir_text::function_to_string;
use gisel_codegen::target::Target;
use gisel_targets::aarch64::target::AArch64Target;
use gisel_targets::riscv::target::RiscvTarget;

fn targets() -> Vec<Box<dyn Target>> {
    vec![
        Box::new(RiscvTarget::new("", "").expect("rv64gc")),
        Box::new(RiscvTarget::new("", "+zba,+zbb,+zbs").expect("rv64gc with bit manipulation")),
        Box::new(AArch64Target::new("", "").expect("armv8-a")),
    ]
}

/// A function under construction: inputs from registers, results into memory.
struct Case<'a> {
    b: Builder<'a>,
    regs: [PhysReg; 8],
    out: VReg,
    next_input: usize,
    offset: i64,
}

impl Case<'_> {
    fn word(&mut self) -> VReg {
        let dst = self.b.mf.create_vreg(S64);
        let reg = self.regs[1 + self.next_input % (self.regs.len() - 1)];
        self.next_input += 1;
        self.b.copy(dst, reg);
        dst
    }

    /// Returns an input of type `ty`, of at most 256 bits.
    fn input(&mut self, ty: Llt) -> VReg {
        if ty.is_vector() {
            let elements: Vec<VReg> = (0..ty.elements()).map(|_| self.input(ty.element())).collect();
            return self.b.op(G_BUILD_VECTOR, ty, &elements);
        }
        let count = ty.bits().div_ceil(64);
        let words: Vec<VReg> = (0..count).map(|_| self.word()).collect();
        let whole = match words[..] {
            [one] => one,
            _ => self.b.op(G_MERGE_VALUES, Llt::scalar(count * 64), &words),
        };
        self.b.resize(G_ANYEXT, ty, whole)
    }

    /// Returns an input that is less than the width of `ty`, in every element.
    fn amount(&mut self, ty: Llt) -> VReg {
        let value = self.input(ty);
        let bits = ty.scalar_bits();
        if bits.is_power_of_two() {
            self.b.bin_int(G_AND, value, bits as i128 - 1)
        } else {
            let floor = self.b.low_mask(ty, bits.ilog2());
            self.b.bin(G_AND, value, floor)
        }
    }

    fn result(&mut self, value: VReg) {
        let ty = self.b.ty(value);
        let values = self.b.elements(value).to_vec();
        for one in if ty.is_vector() { values } else { vec![value] } {
            let whole = Llt::scalar(ty.scalar_bits().next_multiple_of(64));
            let wide = self.b.resize(G_ZEXT, whole, one);
            for part in self.b.parts(S64, wide) {
                let place = self.b.ptr_add_imm(self.out, self.offset);
                self.b.store(part, place, MemOperand::new(MemFlags::STORE, S64, 8));
                self.offset += 8;
            }
        }
    }
}

/// Returns words for the registers after the first.
fn words(random: &mut Random) -> [u64; 7] {
    let interesting = [0, 1, u64::MAX, 1 << 63, (1 << 63) - 1, 0x8000_0000, 0x7fff_ffff, 0x80, 0xffff_ffff];
    std::array::from_fn(|_| match random.below(4) {
        0 => interesting[random.below(interesting.len() as u64) as usize],
        1 => random.next() >> random.below(64),
        _ => random.next(),
    })
}

/// Builds a function, legalizes it, and compares runs.
fn check(target: &dyn Target, what: &str, build: &dyn Fn(&mut Case<'_>)) {
    let regs = argument_registers(target);
    let mut mf = MachineFunction::new(SymbolId::new(0), "case", SubtargetId::new(0));
    let entry = mf.append_block();
    let mut b = Builder::at_end(&mut mf, entry);
    let out = b.mf.create_vreg(P0);
    b.copy(out, regs[0]);
    let mut case = Case { b, regs, out, next_input: 0, offset: 0 };
    build(&mut case);
    let results = case.offset as u64 / 8;
    case.b.inst(target.convention().opcodes().ret, &[]);
    let before = mf.clone();
    let place = |mf: &MachineFunction| function_to_string(mf, target, None);
    if let Err(error) = run(&mut mf, target, &Module::default()) {
        panic!("{}: {what}: {error}\n{}", target.name(), place(&before));
    }
    let illegal = illegal_instructions(&mf, target, target.legalizer_info());
    assert!(illegal.is_empty(), "{}: {what}: illegal instructions are left\n{}", target.name(), place(&mf));
    let mut random = Random::new(what.len() as u64);
    for seed in 0..40 {
        let words = words(&mut random);
        let arguments = Arguments { memory: &[&[0; 512]], results, words: &words, seed };
        let ran = compare(&before, &mf, target, &arguments);
        assert!(
            ran == Ok(true),
            "{}: {what}: {}",
            target.name(),
            ran.err().unwrap_or_else(|| place(&before))
        );
    }
}

const WIDTHS: [u32; 17] = [1, 3, 7, 8, 9, 16, 24, 31, 32, 33, 48, 63, 64, 65, 96, 127, 128];

fn vectors() -> Vec<Llt> {
    let shapes =
        [(2, 8), (3, 8), (4, 8), (8, 8), (16, 8), (2, 16), (3, 16), (4, 16), (8, 16), (16, 16), (2, 32)];
    let more =
        [(3, 32), (4, 32), (8, 32), (2, 64), (3, 64), (4, 64), (2, 1), (4, 1), (8, 1), (2, 128), (5, 24)];
    shapes.into_iter().chain(more).map(|(n, bits)| Llt::vector(n, Llt::scalar(bits))).collect()
}

fn scalars() -> Vec<Llt> {
    WIDTHS.iter().map(|&bits| Llt::scalar(bits)).collect()
}

fn all_types() -> Vec<Llt> {
    scalars().into_iter().chain(vectors()).collect()
}

fn name(opcode: Opcode) -> &'static str {
    DESCS[opcode.table_index()].name
}

fn for_types(types: &[Llt], opcodes: &[Opcode], build: impl Fn(&mut Case<'_>, Opcode, Llt)) {
    for target in targets() {
        for &opcode in opcodes {
            for &ty in types {
                check(&*target, &format!("{} {ty}", name(opcode)), &|case| build(case, opcode, ty));
            }
        }
    }
}

#[test]
fn binary_operations() {
    let opcodes = [
        G_ADD,
        G_SUB,
        G_MUL,
        G_AND,
        G_OR,
        G_XOR,
        G_SMIN,
        G_SMAX,
        G_UMIN,
        G_UMAX,
        G_ABDS,
        G_ABDU,
        G_UAVGFLOOR,
        G_UAVGCEIL,
        G_SAVGFLOOR,
        G_SAVGCEIL,
        G_UADDSAT,
        G_USUBSAT,
        G_SADDSAT,
        G_SSUBSAT,
    ];
    for_types(&all_types(), &opcodes, |case, opcode, ty| {
        let (a, b) = (case.input(ty), case.input(ty));
        let value = case.b.bin(opcode, a, b);
        case.result(value);
    });
}

/// Some vectors can only be legalized through a user; values that only a dead copy reads remain.
#[test]
fn values_that_only_a_dead_copy_reads_are_not_legalized() {
    for_types(&vectors(), &[COPY], |case, opcode, ty| {
        let value = case.input(ty);
        case.b.op(opcode, ty, &[value]);
        let word = case.word();
        case.result(word);
    });
}

#[test]
fn products_in_twice_the_width() {
    for_types(&all_types(), &[G_UMULH, G_SMULH], |case, opcode, ty| {
        let (a, b) = (case.input(ty), case.input(ty));
        let value = case.b.bin(opcode, a, b);
        case.result(value);
    });
}

#[test]
fn divisions() {
    let types: Vec<Llt> = all_types().into_iter().filter(|t| t.scalar_bits() > 2).collect();
    for_types(&types, &[G_SDIV, G_UDIV, G_SREM, G_UREM], |case, opcode, ty| {
        let (a, b) = (case.input(ty), case.input(ty));
        // Neither zero nor minus one.
        let quarter = case.b.low_mask(ty, ty.scalar_bits() - 2);
        let b = case.b.bin(G_AND, b, quarter);
        let b = case.b.bin_int(G_OR, b, 1);
        let value = case.b.bin(opcode, a, b);
        case.result(value);
    });
}

#[test]
fn unary_operations() {
    let opcodes =
        [G_ABS, G_BITREVERSE, G_CTPOP, G_CTLZ, G_CTTZ, G_CTLZ_ZERO_UNDEF, G_CTTZ_ZERO_UNDEF, G_FREEZE];
    for_types(&all_types(), &opcodes, |case, opcode, ty| {
        // The count must be representable.
        if ty.scalar_bits() < 8 && opcode != G_FREEZE && opcode != G_BITREVERSE && opcode != G_ABS {
            return;
        }
        let mut a = case.input(ty);
        if matches!(opcode, G_CTLZ_ZERO_UNDEF | G_CTTZ_ZERO_UNDEF) {
            a = case.b.bin_int(G_OR, a, 4);
        }
        let value = case.b.un(opcode, a);
        case.result(value);
    });
}

#[test]
fn shuffles() {
    let mut random = Random::new(17);
    let mut masks: Vec<Vec<u64>> = Vec::new();
    for _ in 0..8 {
        masks.push((0..64).map(|_| random.next()).collect());
    }
    for_types(&vectors(), &[G_SHUFFLE_VECTOR], |case, _, ty| {
        let (a, b) = (case.input(ty), case.input(ty));
        let count = u64::from(ty.elements());
        for (n, numbers) in masks.iter().enumerate() {
            for lanes in [count, 2 * count, count.div_ceil(2)].map(|l| l as usize) {
                if lanes < 2 {
                    continue;
                }
                // Of one vector, of both, and consecutive from an index on.
                let lane = |i: usize| match n {
                    0..3 => numbers[i] % (2 * count),
                    3..5 => numbers[i] % count,
                    _ => (numbers[0] + i as u64) % (2 * count),
                };
                let mask: Vec<i32> = (0..lanes).map(|i| lane(i) as i32).collect();
                let dst = case.b.mf.create_vreg(ty.with_elements(lanes as u32));
                case.b.shuffle_vector(dst, [a, b], &mask);
                case.result(dst);
            }
        }
    });
}

#[test]
fn reductions() {
    let opcodes = [
        G_VECREDUCE_ADD,
        G_VECREDUCE_MUL,
        G_VECREDUCE_AND,
        G_VECREDUCE_OR,
        G_VECREDUCE_XOR,
        G_VECREDUCE_SMAX,
        G_VECREDUCE_SMIN,
        G_VECREDUCE_UMAX,
        G_VECREDUCE_UMIN,
    ];
    for_types(&vectors(), &opcodes, |case, opcode, ty| {
        let a = case.input(ty);
        let value = case.b.op(opcode, ty.element(), &[a]);
        case.result(value);
    });
}

#[test]
fn byte_swaps() {
    let types: Vec<Llt> = [16, 32, 48, 64, 80, 96, 128].map(Llt::scalar).into_iter().collect();
    let with_vectors: Vec<Llt> =
        vectors().into_iter().filter(|t| t.scalar_bits() % 16 == 0).chain(types).collect();
    for_types(&with_vectors, &[G_BSWAP], |case, opcode, ty| {
        let a = case.input(ty);
        let value = case.b.un(opcode, a);
        case.result(value);
    });
}

#[test]
fn shifts_by_variables_and_constants() {
    for_types(&all_types(), &[G_SHL, G_LSHR, G_ASHR], |case, opcode, ty| {
        let (a, by) = (case.input(ty), case.amount(ty));
        let value = case.b.bin(opcode, a, by);
        case.result(value);
        for by in [0, 1, ty.scalar_bits() / 2, ty.scalar_bits() - 1] {
            let value = case.b.bin_int(opcode, a, by.min(ty.scalar_bits() - 1) as i128);
            case.result(value);
        }
    });
}

#[test]
fn rotations_and_funnel_shifts() {
    let types = all_types();
    for_types(&types, &[G_ROTL, G_ROTR], |case, opcode, ty| {
        let (a, by) = (case.input(ty), case.amount(ty));
        let value = case.b.bin(opcode, a, by);
        case.result(value);
        let value = case.b.bin_int(opcode, a, (ty.scalar_bits() / 3) as i128);
        case.result(value);
    });
    for_types(&types, &[G_FSHL, G_FSHR], |case, opcode, ty| {
        let (a, b, by) = (case.input(ty), case.input(ty), case.input(ty));
        let value = case.b.op(opcode, ty, &[a, b, by]);
        case.result(value);
    });
}

#[test]
fn overflowing_operations() {
    let opcodes = [G_UADDO, G_USUBO, G_SADDO, G_SSUBO, G_UMULO, G_SMULO];
    let types: Vec<Llt> = scalars().into_iter().filter(|t| t.bits() > 1).collect();
    for_types(&types, &opcodes, |case, opcode, ty| {
        let (a, b) = (case.input(ty), case.input(ty));
        let (value, flag) = case.b.op2(opcode, (ty, S1), &[a, b]);
        case.result(value);
        case.result(flag);
    });
    for_types(&types, &[G_UADDE, G_USUBE, G_SADDE, G_SSUBE], |case, opcode, ty| {
        let (a, b, carry) = (case.input(ty), case.input(ty), case.input(S1));
        let (value, flag) = case.b.op2(opcode, (ty, S1), &[a, b, carry]);
        case.result(value);
        case.result(flag);
    });
}

#[test]
fn comparisons_and_selections() {
    for_types(&all_types(), &[G_ICMP], |case, _, ty| {
        let (a, b) = (case.input(ty), case.input(ty));
        for &predicate in IntPredicate::ALL {
            let holds = case.b.cmp(predicate, a, b);
            let value = case.b.select(holds, a, b);
            case.result(value);
            case.result(holds);
        }
    });
    for_types(&scalars(), &[G_SCMP, G_UCMP], |case, opcode, ty| {
        let (a, b) = (case.input(ty), case.input(ty));
        let value = case.b.op(opcode, Llt::scalar(8), &[a, b]);
        case.result(value);
    });
}

#[test]
fn extensions_and_truncations() {
    for_types(&all_types(), &[G_ZEXT, G_SEXT], |case, opcode, ty| {
        for bits in [2, 8, 17, 32, 64, 100, 128] {
            let to = ty.with_scalar_bits(bits);
            let a = case.input(ty);
            let value = case.b.resize(opcode, to, a);
            case.result(value);
            if bits < ty.scalar_bits() {
                let value = case.b.sext_inreg(a, bits);
                case.result(value);
            }
        }
    });
}

#[test]
fn memory_of_every_size_and_alignment() {
    for_types(&all_types(), &[G_LOAD], |case, _, ty| {
        for align in [1, 2, 4, 8, 16] {
            let a = case.input(ty);
            let place = case.b.ptr_add_imm(case.out, 512);
            case.b.store(a, place, MemOperand::new(MemFlags::STORE, ty, align));
            let value = case.b.load(ty, place, MemOperand::new(MemFlags::LOAD, ty, align));
            case.result(value);
        }
    });
    let types: Vec<Llt> = scalars().into_iter().filter(|t| t.bits() > 32).collect();
    for_types(&types, &[G_ZEXTLOAD, G_SEXTLOAD], |case, opcode, ty| {
        for bits in [1, 8, 13, 16, 24, 32] {
            let mem = Llt::scalar(bits);
            let a = case.input(mem);
            let place = case.b.ptr_add_imm(case.out, 512);
            case.b.store(a, place, MemOperand::new(MemFlags::STORE, mem, 1));
            let value = case.b.mf.create_vreg(ty);
            let load = case.b.regs(opcode, &[value], &[place]);
            case.b.mf.add_mem_operand(load, MemOperand::new(MemFlags::LOAD, mem, 1));
            case.result(value);
        }
    });
}

#[test]
fn elements_by_number_and_casts() {
    let types: Vec<Llt> = vectors();
    for_types(&types, &[G_EXTRACT_VECTOR_ELT], |case, _, ty| {
        let vector = case.input(ty);
        let element = case.input(ty.element());
        let index = case.word();
        let index = case.b.bin_int(G_UREM, index, ty.elements() as i128);
        for index in [case.b.int(S64, 1), index] {
            let value = case.b.op(G_EXTRACT_VECTOR_ELT, ty.element(), &[vector, index]);
            case.result(value);
            let value = case.b.op(G_INSERT_VECTOR_ELT, ty, &[vector, element, index]);
            case.result(value);
        }
    });
    // Non-power-of-two elements in a bitcast wider than a register are rejected.
    let types: Vec<Llt> = types.into_iter().filter(|t| t.scalar_bits() != 24).collect();
    for_types(&types, &[G_BITCAST], |case, _, ty| {
        let vector = case.input(ty);
        let int = case.b.cast(Llt::scalar(ty.bits()), vector);
        case.result(int);
        let back = case.b.cast(ty, int);
        let value = case.b.bin(G_ADD, back, vector);
        case.result(value);
    });
}

#[test]
fn every_common_opcode_has_rules() {
    for target in targets() {
        for (n, desc) in DESCS.iter().enumerate().skip(FIRST_GENERIC.0 as usize) {
            let opcode = Opcode(n as u16);
            assert!(
                target.legalizer_info().rules(opcode).is_some(),
                "{} has no rules on {}",
                desc.name,
                target.name()
            );
        }
    }
}
