//! One-instruction functions: operands loaded from memory, the instruction, results stored to
//! memory.

use super::types::{is_atomic, is_float_operation};
use crate::execution::argument_registers;
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{SubtargetId, SymbolId, VReg};
use gisel_codegen::ir::llt::{Llt, S64};
use gisel_codegen::ir::mir::{
    FloatPredicate, IntPredicate, MachineFunction, MemFlags, MemOperand, Operand, Ordering, PointerInfo,
};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::machine::desc::instructions::{Opcode, OperandKind};
use gisel_codegen::target::Target;

/// The kind of an operand's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A float; a NaN is the canonical one.
    Canonical,
    /// Any bits.
    Integer,
    /// A number below this.
    Below(u64),
    /// Neither zero nor minus one.
    Divisor,
    /// Not zero.
    NonZero,
    /// A float, rarely a NaN.
    Float,
    /// A float whose integral part has the given number of bits, and a sign if true.
    Convertible(u32, bool),
    /// One or minus one, as a float.
    Unit,
    /// An integer between -40 and 40.
    Small,
}

/// An input value: each lane occupies whole words.
#[derive(Clone, Copy, Debug)]
pub struct Input {
    /// The type.
    pub ty: Llt,
    /// The kind of its value.
    pub kind: Kind,
}

/// A function under construction.
pub struct Case<'a> {
    b: Builder<'a>,
    from: VReg,
    to: VReg,
    read: i64,
    written: i64,
    /// The operands in order.
    pub inputs: Vec<Input>,
}

/// Returns the size of a value in the input and output in bytes.
pub fn bytes(ty: Llt) -> i64 {
    i64::from(ty.elements() * ty.scalar_bits().div_ceil(64) * 8)
}

/// Returns the function for an opcode on these types, and its inputs; none if there is none.
pub fn build(target: &dyn Target, opcode: Opcode, types: &[Llt]) -> Option<(MachineFunction, Vec<Input>)> {
    let mut mf = MachineFunction::new(SymbolId::new(0), "case", SubtargetId::new(0));
    mf.pointer = target.pointer();
    let entry = mf.append_block();
    let mut b = Builder::at_end(&mut mf, entry);
    let (to, from) = (b.mf.create_vreg(target.pointer()), b.mf.create_vreg(target.pointer()));
    let registers = argument_registers(target);
    b.copy(to, registers[0]);
    b.copy(from, registers[1]);
    let mut case = Case { b, from, to, read: 0, written: 0, inputs: Vec::new() };
    case.instruction(target, opcode, types)?;
    let ret = target.convention().opcodes().ret;
    case.b.inst(ret, &[]);
    let inputs = case.inputs;
    Some((mf, inputs))
}

impl Case<'_> {
    fn input(&mut self, ty: Llt, kind: Kind) -> VReg {
        self.inputs.push(Input { ty, kind });
        if ty.is_vector() {
            let lanes: Vec<VReg> = (0..ty.elements()).map(|_| self.lane(ty.element())).collect();
            return self.b.op(G_BUILD_VECTOR, ty, &lanes);
        }
        self.lane(ty)
    }

    fn lane(&mut self, ty: Llt) -> VReg {
        let count = ty.bits().div_ceil(64);
        let words: Vec<VReg> = (0..count).map(|_| self.word()).collect();
        let whole = match words[..] {
            [one] => one,
            _ => self.b.op(G_MERGE_VALUES, Llt::scalar(count * 64), &words),
        };
        if ty.is_pointer() {
            return self.b.op(G_INTTOPTR, ty, &[whole]);
        }
        self.b.resize(G_ANYEXT, ty, whole)
    }

    fn word(&mut self) -> VReg {
        let place = self.b.ptr_add_imm(self.from, self.read);
        self.read += 8;
        self.b.load(S64, place, MemOperand::new(MemFlags::LOAD, S64, 8))
    }

    fn result(&mut self, value: VReg) {
        let ty = self.b.ty(value);
        let lanes = if ty.is_vector() { self.b.elements(value).to_vec() } else { vec![value] };
        for lane in lanes {
            let lane = match ty.has_pointer_elements() {
                true => self.b.op(G_PTRTOINT, S64, &[lane]),
                false => lane,
            };
            let whole = Llt::scalar(ty.scalar_bits().next_multiple_of(64));
            let wide = self.b.resize(G_ZEXT, whole, lane);
            for part in self.b.parts(S64, wide) {
                let place = self.b.ptr_add_imm(self.to, self.written);
                self.b.store(part, place, MemOperand::new(MemFlags::STORE, S64, 8));
                self.written += 8;
            }
        }
    }

    /// Returns separate memory after everything else, aligned to 16.
    fn scratch(&mut self) -> VReg {
        self.b.ptr_add_imm(self.to, SCRATCH)
    }

    fn imm(&mut self, value: i64) -> Operand {
        self.b.mf.imm(value)
    }

    /// Emits an instruction with these results and operands, and stores the results.
    fn emit(&mut self, opcode: Opcode, results: &[Llt], operands: &[Operand]) {
        let defs: Vec<VReg> = results.iter().map(|&ty| self.b.mf.create_vreg(ty)).collect();
        let all: Vec<Operand> =
            defs.iter().map(|&d| Operand::def(d)).chain(operands.iter().copied()).collect();
        self.b.inst(opcode, &all);
        for def in defs {
            self.result(def);
        }
    }

    fn instruction(&mut self, target: &dyn Target, opcode: Opcode, types: &[Llt]) -> Option<()> {
        let ty = *types.first()?;
        match opcode {
            G_CONSTANT | G_FCONSTANT => self.constants(opcode, ty),
            G_SEXT_INREG => {
                for width in [1, ty.scalar_bits() / 2, ty.scalar_bits() - 1] {
                    let value = self.input(ty, Kind::Integer);
                    let width = self.imm(width.max(1).into());
                    self.emit(opcode, &[ty], &[Operand::use_of(value), width]);
                }
            }
            G_ASSERT_SEXT | G_ASSERT_ZEXT => {
                let (value, width) = (self.input(ty, Kind::Integer), self.imm(ty.scalar_bits().into()));
                self.emit(opcode, &[ty], &[Operand::use_of(value), width]);
            }
            G_ASSERT_ALIGN => {
                let (value, align) = (self.input(ty, Kind::Integer), self.imm(1));
                self.emit(opcode, &[ty], &[Operand::use_of(value), align]);
            }
            _ if (G_SMULFIX..=G_UDIVFIXSAT).contains(&opcode) => {
                // A quotient wider than the type is undefined.
                let divides = opcode >= G_SDIVFIX;
                let scale =
                    if divides { 1 } else { (ty.scalar_bits() / 3).max(u32::from(ty.scalar_bits() > 1)) };
                let (a, b) = (
                    self.input(ty, Kind::Integer),
                    self.input(ty, if divides { Kind::Divisor } else { Kind::Integer }),
                );
                let scale = self.imm(if ty.scalar_bits() == 1 { 0 } else { scale.into() });
                self.emit(opcode, &[ty], &[Operand::use_of(a), Operand::use_of(b), scale]);
            }
            G_ICMP => {
                let (a, b) = (self.input(types[1], Kind::Integer), self.input(types[1], Kind::Integer));
                for &predicate in IntPredicate::ALL {
                    let operands =
                        [Operand::int_predicate(predicate), Operand::use_of(a), Operand::use_of(b)];
                    self.emit(opcode, &[ty], &operands);
                }
            }
            G_FCMP => {
                let (a, b) = (self.input(types[1], Kind::Float), self.input(types[1], Kind::Float));
                for &predicate in FloatPredicate::ALL {
                    let operands =
                        [Operand::float_predicate(predicate), Operand::use_of(a), Operand::use_of(b)];
                    self.emit(opcode, &[ty], &operands);
                }
            }
            G_IS_FPCLASS => {
                let value = self.input(types[1], Kind::Float);
                for mask in [1, 2, 3, 0x204, 0x108, 0x90, 0x60, 0x1f8, 0x3ff, 0x207, 0x144] {
                    let mask = self.imm(mask);
                    self.emit(opcode, &[ty], &[Operand::use_of(value), mask]);
                }
            }
            G_EXTRACT => {
                let value = self.input(types[1], Kind::Integer);
                for offset in [0, (types[1].bits() - ty.bits()) / 2, types[1].bits() - ty.bits()] {
                    let offset = self.imm(offset.into());
                    self.emit(opcode, &[ty], &[Operand::use_of(value), offset]);
                }
            }
            G_INSERT => {
                let (value, part) = (self.input(ty, Kind::Integer), self.input(types[1], Kind::Integer));
                for offset in [0, (ty.bits() - types[1].bits()) / 2, ty.bits() - types[1].bits()] {
                    let offset = self.imm(offset.into());
                    self.emit(opcode, &[ty], &[Operand::use_of(value), Operand::use_of(part), offset]);
                }
            }
            G_SHUFFLE_VECTOR => self.shuffles(ty),
            G_MERGE_VALUES | G_BUILD_VECTOR | G_BUILD_VECTOR_TRUNC | G_CONCAT_VECTORS => {
                let part = types[1];
                let count = match opcode {
                    G_BUILD_VECTOR | G_BUILD_VECTOR_TRUNC => ty.elements(),
                    _ => ty.bits() / part.bits(),
                };
                let parts: Vec<Operand> =
                    (0..count).map(|_| Operand::use_of(self.input(part, Kind::Integer))).collect();
                self.emit(opcode, &[ty], &parts);
            }
            G_UNMERGE_VALUES => {
                let whole = self.input(types[1], Kind::Integer);
                let results = vec![ty; (types[1].bits() / ty.bits()) as usize];
                self.emit(opcode, &results, &[Operand::use_of(whole)]);
            }
            G_ANYEXT => {
                let value = self.input(types[1], Kind::Integer);
                let wide = self.b.op(G_ANYEXT, ty, &[value]);
                // Only its low bits are defined.
                let low = self.b.op(G_TRUNC, types[1], &[wide]);
                self.result(low);
            }
            G_IMPLICIT_DEF => {
                // Its value is arbitrary, but equal in both uses.
                let value = self.b.undef(ty);
                let value = self.b.op(G_FREEZE, ty, &[value]);
                if ty.has_pointer_elements() {
                    return Some(());
                }
                let none = self.b.bin(G_XOR, value, value);
                self.result(none);
            }
            G_LOAD | G_STORE => self.memory(ty),
            G_SEXTLOAD | G_ZEXTLOAD => {
                let (value, place) = (self.input(types[1], Kind::Integer), self.scratch());
                self.b.store(value, place, MemOperand::new(MemFlags::STORE, types[1], 8));
                for align in [1, 8] {
                    let dst = self.b.mf.create_vreg(ty);
                    let load = self.b.regs(opcode, &[dst], &[place]);
                    self.b.mf.add_mem_operand(load, MemOperand::new(MemFlags::LOAD, types[1], align));
                    self.result(dst);
                }
            }
            G_PHI => self.phi(target, ty),
            _ if is_atomic(opcode) => self.atomic(opcode, ty),
            _ => return self.plain(opcode, types),
        }
        Some(())
    }

    fn constants(&mut self, opcode: Opcode, ty: Llt) {
        let words: [[u64; 4]; 4] = [
            [0; 4],
            [u64::MAX; 4],
            [0x0123_4567_89ab_cdef, 0xfedc_ba98_7654_3210, 5, 7],
            [1 << 63, 0, 1 << 63, 1],
        ];
        for words in words {
            let value = match opcode {
                G_FCONSTANT => {
                    let bits = u128::from(words[0]) | u128::from(words[1]) << 64;
                    self.b.fconstant(ty, bits & (u128::MAX >> (128 - ty.bits())))
                }
                _ if ty.bits() <= 64 => self.b.constant(ty, words[0] as i64),
                _ => {
                    let mut words = words[..ty.bits().div_ceil(64) as usize].to_vec();
                    if let (Some(last), rest @ 1..) = (words.last_mut(), ty.bits() % 64) {
                        *last &= (1 << rest) - 1;
                    }
                    self.b.wide_constant(ty, &words)
                }
            };
            self.result(value);
        }
    }

    fn shuffles(&mut self, ty: Llt) {
        let (a, b) = (self.input(ty, Kind::Integer), self.input(ty, Kind::Integer));
        let count = ty.elements() as i32;
        let masks: [Vec<i32>; 5] = [
            (0..count).rev().collect(),
            (0..count).map(|n| n * 2).collect(),
            (0..count).map(|n| n / 2 + n % 2 * count).collect(),
            vec![count - 1; count as usize],
            (0..count).map(|n| (n * 7 + 3) % (2 * count)).collect(),
        ];
        for mask in masks {
            let mask = self.b.mf.shuffle_mask(&mask);
            self.emit(G_SHUFFLE_VECTOR, &[ty], &[Operand::use_of(a), Operand::use_of(b), mask]);
        }
    }

    fn memory(&mut self, ty: Llt) {
        let value = self.input(ty, Kind::Integer);
        for align in [1, 2, 4, 8, 16] {
            let place = self.scratch();
            self.b.store(value, place, MemOperand::new(MemFlags::STORE, ty, align));
            let loaded = self.b.load(ty, place, MemOperand::new(MemFlags::LOAD, ty, align));
            self.result(loaded);
        }
    }

    fn phi(&mut self, _: &dyn Target, ty: Llt) {
        let condition = self.input(Llt::scalar(1), Kind::Integer);
        let (a, b) = (self.input(ty, Kind::Integer), self.input(ty, Kind::Integer));
        let entry = self.b.block();
        let (other, join) = (self.b.mf.append_block(), self.b.mf.append_block());
        self.b.brcond(condition, join);
        self.b.br(other);
        for (from, to) in [(entry, join), (entry, other), (other, join)] {
            self.b.mf.add_edge(from, to);
        }
        self.b.set_point(gisel_codegen::ir::builder::InsertPoint::End(other));
        self.b.br(join);
        self.b.set_point(gisel_codegen::ir::builder::InsertPoint::End(join));
        let operands = [Operand::use_of(a), Operand::block(entry), Operand::use_of(b), Operand::block(other)];
        self.emit(G_PHI, &[ty], &operands);
    }

    fn atomic(&mut self, opcode: Opcode, ty: Llt) {
        let (old, place) = (self.input(ty, Kind::Integer), self.scratch());
        let mem = MemOperand::new(MemFlags::STORE, ty, ty.bytes());
        self.b.store(old, place, mem);
        let exchange = matches!(opcode, G_ATOMIC_CMPXCHG | G_ATOMIC_CMPXCHG_WITH_SUCCESS);
        let mut operands = vec![Operand::use_of(place)];
        if exchange {
            // Expects the old value half of the time.
            let (choice, other) = (self.input(Llt::scalar(1), Kind::Integer), self.input(ty, Kind::Integer));
            operands.push(Operand::use_of(self.b.select(choice, old, other)));
        }
        operands.push(Operand::use_of(self.input(ty, Kind::Integer)));
        let with_success = opcode == G_ATOMIC_CMPXCHG_WITH_SUCCESS;
        let defs: Vec<VReg> = [Some(ty), with_success.then_some(Llt::scalar(1))]
            .into_iter()
            .flatten()
            .map(|ty| self.b.mf.create_vreg(ty))
            .collect();
        let all: Vec<Operand> = defs.iter().map(|&d| Operand::def(d)).chain(operands).collect();
        let inst = self.b.inst(opcode, &all);
        let both = MemFlags::LOAD | MemFlags::STORE;
        let mut access = MemOperand::new(both, ty, ty.bytes()).with_pointer(PointerInfo::Unknown);
        (access.ordering, access.failure_ordering) = (Ordering::Monotonic, Ordering::Monotonic);
        self.b.mf.add_mem_operand(inst, access);
        defs.into_iter().for_each(|def| self.result(def));
        let new = self.b.load(ty, place, MemOperand::new(MemFlags::LOAD, ty, ty.bytes()));
        self.result(new);
    }

    /// Emits an opcode whose operands are all registers.
    fn plain(&mut self, opcode: Opcode, types: &[Llt]) -> Option<()> {
        let desc = &DESCS[opcode.table_index()];
        let (mut results, mut operands) = (Vec::new(), Vec::new());
        for (n, operand) in desc.operands.iter().enumerate() {
            let OperandKind::Type(index) = operand.kind else { return None };
            let ty = *types.get(index as usize)?;
            if n < desc.num_defs.into() {
                results.push(ty);
            } else {
                let kind = kind(opcode, n - usize::from(desc.num_defs), types);
                operands.push(Operand::use_of(self.input(ty, kind)));
            }
        }
        self.emit(opcode, &results, &operands);
        Some(())
    }
}

/// The byte offset from the output of memory for the instruction itself, after all results.
pub const SCRATCH: i64 = 1 << 14;

/// Returns the kind of operand `n` of an instruction.
fn kind(opcode: Opcode, n: usize, types: &[Llt]) -> Kind {
    let width = |n: usize| types[n].scalar_bits();
    match (opcode, n) {
        (G_SHL | G_LSHR | G_ASHR | G_USHLSAT | G_SSHLSAT, 1) => Kind::Below(width(0).into()),
        (G_UDIV | G_SDIV | G_UREM | G_SREM | G_SDIVREM | G_UDIVREM, 1) => Kind::Divisor,
        (G_CTLZ_ZERO_UNDEF | G_CTTZ_ZERO_UNDEF, _) => Kind::NonZero,
        (G_EXTRACT_VECTOR_ELT, 1) => Kind::Below(types[1].elements().into()),
        (G_INSERT_VECTOR_ELT, 2) => Kind::Below(types[0].elements().into()),
        (G_SBFX | G_UBFX, 1) => Kind::Below(u64::from(width(0)) / 2),
        (G_SBFX | G_UBFX, 2) => Kind::NonZero,
        (G_FPTOSI | G_INTRINSIC_LRINT | G_INTRINSIC_LLRINT | G_LROUND | G_LLROUND, _) => {
            Kind::Convertible(width(0) - 1, true)
        }
        (G_FPTOUI, _) => Kind::Convertible(width(0), false),
        (G_FPTOSI_SAT | G_FPTOUI_SAT | G_FPEXT | G_FPTRUNC | G_FFREXP | G_FCOPYSIGN, _) => Kind::Float,
        (G_FPOWI | G_FLDEXP | G_STRICT_FLDEXP, 1) => Kind::Small,
        (G_FPOWI | G_FLDEXP | G_STRICT_FLDEXP, _) => Kind::Float,
        // The result does not depend on the order.
        (G_VECREDUCE_FADD | G_VECREDUCE_FMUL, _) => Kind::Unit,
        _ if (G_VECREDUCE_SEQ_FADD..=G_VECREDUCE_FMINIMUM).contains(&opcode) => Kind::Float,
        // The bits of a NaN result are unspecified.
        (G_FCEIL | G_FFLOOR | G_INTRINSIC_TRUNC | G_INTRINSIC_ROUND | G_INTRINSIC_ROUNDEVEN | G_FRINT, _) => {
            Kind::Canonical
        }
        _ if is_float_operation(opcode) => Kind::Float,
        _ => Kind::Integer,
    }
}
