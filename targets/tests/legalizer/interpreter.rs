//! A small interpreter of integer GMIR, for functions of one block: enough to compare a function before and after
//! legalization. What an instruction leaves open (undefined values, the upper bits of `G_ANYEXT`) is random.

use gisel_codegen::entity::{InstId, VReg};
use gisel_codegen::legalizer::build::bits_of;
use gisel_codegen::llt::Llt;
use gisel_codegen::mir::{IntPredicate, MachineFunction, OperandTag};
use gisel_codegen::opcodes::*;
use gisel_codegen::target::registers::PhysReg;
use gisel_targets::aarch64::instructions::op as a64;
use gisel_targets::riscv::instructions::op as rv;
use std::collections::HashMap;

/// Up to 512 bits, least significant first.
pub type Big = [u64; 8];

/// A value: its elements, each below its width.
pub type Value = Vec<Big>;

/// A generator of pseudo-random words.
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 ^ self.0 >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9) ^ self.0 >> 32
    }
}

fn cut(mut value: Big, bits: u32) -> Big {
    for (n, word) in value.iter_mut().enumerate() {
        let kept = bits.saturating_sub(n as u32 * 64).min(64);
        *word = if kept == 0 { 0 } else { *word << (64 - kept) >> (64 - kept) };
    }
    value
}

fn bit(value: &Big, n: u32) -> bool {
    value[n as usize / 64] >> (n % 64) & 1 != 0
}

fn leading_zeros(a: Big, bits: u32) -> Big {
    small((0..bits).rev().take_while(|&n| !bit(&a, n)).count() as u64)
}

fn trailing_zeros(a: Big, bits: u32) -> Big {
    small((0..bits).take_while(|&n| !bit(&a, n)).count() as u64)
}

fn sext(value: Big, bits: u32) -> Big {
    if !bit(&value, bits - 1) {
        return value;
    }
    let low = cut([u64::MAX; 8], bits);
    std::array::from_fn(|n| value[n] | !low[n])
}

pub fn small(value: u64) -> Big {
    let mut big = [0; 8];
    big[0] = value;
    big
}

fn add(a: Big, b: Big, mut carry: bool) -> Big {
    std::array::from_fn(|n| {
        let (sum, first) = a[n].overflowing_add(b[n]);
        let (sum, second) = sum.overflowing_add(carry as u64);
        carry = first || second;
        sum
    })
}

fn not(a: Big) -> Big {
    a.map(|w| !w)
}

fn sub(a: Big, b: Big) -> Big {
    add(a, not(b), true)
}

fn mul(a: Big, b: Big) -> Big {
    let mut sum = [0; 8];
    for n in (0..512).filter(|&n| bit(&b, n)) {
        sum = add(sum, shl(a, n), false);
    }
    sum
}

fn shl(a: Big, by: u32) -> Big {
    let (words, bits) = ((by / 64) as usize, by % 64);
    std::array::from_fn(|n| {
        let word = |k: Option<usize>| k.map_or(0, |k| a[k]);
        let low = if bits == 0 { 0 } else { word(n.checked_sub(words + 1)) >> (64 - bits) };
        word(n.checked_sub(words)) << bits | low
    })
}

fn shr(a: Big, by: u32) -> Big {
    let mut out = [0; 8];
    out.iter_mut().zip(bits_of(&a, by, 512)).for_each(|(o, w)| *o = w);
    out
}

fn less(a: &Big, b: &Big) -> bool {
    a.iter().rev().lt(b.iter().rev())
}

fn signed_less(a: Big, b: Big, bits: u32) -> bool {
    let flip = shl(small(1), bits - 1);
    let flipped = |v: Big| std::array::from_fn(|n| v[n] ^ flip[n]);
    less(&flipped(a), &flipped(b))
}

/// Quotient and remainder; the divisor is not zero.
fn divide(a: Big, b: Big) -> (Big, Big) {
    let (mut quotient, mut rest) = ([0; 8], [0; 8]);
    for n in (0..512).rev() {
        rest = shl(rest, 1);
        rest[0] |= bit(&a, n) as u64;
        if !less(&rest, &b) {
            rest = sub(rest, b);
            quotient[n as usize / 64] |= 1 << (n % 64);
        }
    }
    (quotient, rest)
}

fn signed_divide(a: Big, b: Big, bits: u32) -> (Big, Big) {
    let magnitude = |v: Big| if bit(&v, bits - 1) { cut(sub([0; 8], v), bits) } else { v };
    let (quotient, rest) = divide(magnitude(a), magnitude(b));
    let negate = |v: Big, yes: bool| if yes { cut(sub([0; 8], v), bits) } else { v };
    let (left, right) = (bit(&a, bits - 1), bit(&b, bits - 1));
    (negate(quotient, left != right), negate(rest, left))
}

fn compare(predicate: IntPredicate, a: Big, b: Big, bits: u32) -> bool {
    use IntPredicate::*;
    match predicate {
        Eq => a == b,
        Ne => a != b,
        Ult => less(&a, &b),
        Uge => !less(&a, &b),
        Ugt => less(&b, &a),
        Ule => !less(&b, &a),
        Slt => signed_less(a, b, bits),
        Sge => !signed_less(a, b, bits),
        Sgt => signed_less(b, a, bits),
        Sle => !signed_less(b, a, bits),
    }
}

/// The state of one run.
pub struct Interpreter<'a> {
    pub mf: &'a MachineFunction,
    pub inputs: &'a [(PhysReg, u64)],
    /// Whether the target's own opcodes are RISC-V's, not AArch64's.
    pub is_riscv: bool,
    pub random: Random,
    pub memory: HashMap<u64, u8>,
    /// Of all registers that have been computed.
    pub values: HashMap<VReg, Value>,
}

impl<'a> Interpreter<'a> {
    pub fn new(mf: &'a MachineFunction, target: &str, inputs: &'a [(PhysReg, u64)], seed: u64) -> Self {
        let is_riscv = target.starts_with("riscv");
        let (memory, values) = (HashMap::new(), HashMap::new());
        Interpreter { mf, inputs, is_riscv, random: Random(seed), memory, values }
    }

    /// Runs the entry block. An error names an opcode that is not known here.
    pub fn run(&mut self) -> Result<(), String> {
        for inst in self.mf.insts(self.mf.entry()) {
            self.step(inst)?;
        }
        Ok(())
    }

    fn reg(&self, inst: InstId, n: usize) -> VReg {
        self.mf.vreg_operand(inst, n).unwrap_or_else(|| panic!("operand {n} is a register"))
    }

    fn ty(&self, inst: InstId, n: usize) -> Llt {
        self.mf.ty(self.reg(inst, n))
    }

    fn value(&self, inst: InstId, n: usize) -> Value {
        self.values[&self.reg(inst, n)].clone()
    }

    fn imm(&self, inst: InstId, n: usize) -> i64 {
        self.mf.imm_value(self.mf.operand(inst, n)).expect("an immediate")
    }

    fn anything(&mut self) -> Big {
        std::array::from_fn(|_| self.random.next())
    }

    fn set(&mut self, inst: InstId, n: usize, value: Value) {
        let ty = self.ty(inst, n);
        assert_eq!(value.len(), ty.elements() as usize);
        self.values.insert(self.reg(inst, n), value.into_iter().map(|v| cut(v, ty.scalar_bits())).collect());
    }

    /// All bits of a value, element 0 lowest.
    fn flat(&self, value: &Value, bits: u32) -> Big {
        let parts = value.iter().enumerate().map(|(n, &v)| shl(v, n as u32 * bits));
        parts.fold([0; 8], |a, b| add(a, b, false))
    }

    fn unflat(&self, flat: Big, ty: Llt) -> Value {
        (0..ty.elements()).map(|n| cut(shr(flat, n * ty.scalar_bits()), ty.scalar_bits())).collect()
    }

    /// Element by element on operands 1 and 2.
    fn binary(&mut self, inst: InstId, op: impl Fn(Big, Big, u32) -> Big) {
        let bits = self.ty(inst, 1).scalar_bits();
        let (a, b) = (self.value(inst, 1), self.value(inst, 2));
        self.set(inst, 0, a.iter().zip(&b).map(|(&a, &b)| op(a, b, bits)).collect());
    }

    fn unary(&mut self, inst: InstId, op: impl Fn(Big, u32) -> Big) {
        let bits = self.ty(inst, 1).scalar_bits();
        let a = self.value(inst, 1);
        self.set(inst, 0, a.iter().map(|&a| op(a, bits)).collect());
    }

    fn shift(&mut self, inst: InstId, op: impl Fn(Big, u32, u32) -> Big) {
        let bits = self.ty(inst, 1).scalar_bits();
        let (a, b) = (self.value(inst, 1), self.value(inst, 2));
        let mut out = Value::new();
        for (&a, &b) in a.iter().zip(&b) {
            // Shifting everything out is undefined.
            let poison = !less(&b, &small(bits as u64));
            out.push(if poison { self.anything() } else { op(a, b[0] as u32, bits) });
        }
        self.set(inst, 0, out);
    }

    fn step(&mut self, inst: InstId) -> Result<(), String> {
        use IntPredicate::{Sgt, Slt, Ugt, Ult};
        let pick = |yes: bool, a: Big, b: Big| if yes { a } else { b };
        match self.mf.opcode(inst) {
            COPY => self.copy(inst),
            G_CONSTANT => {
                let operand = self.mf.operand(inst, 1);
                let mut value = [0; 8];
                if operand.tag() == OperandTag::WideImm {
                    let words = &self.mf.wide_value(operand).expect("a wide constant").words;
                    value.iter_mut().zip(words.iter()).for_each(|(v, &w)| *v = w);
                } else {
                    let word = self.mf.imm_value(operand).expect("a constant");
                    value = [if word < 0 { u64::MAX } else { 0 }; 8];
                    value[0] = word as u64;
                }
                self.set(inst, 0, vec![value]);
            }
            G_IMPLICIT_DEF => {
                let value = (0..self.ty(inst, 0).elements()).map(|_| self.anything()).collect();
                self.set(inst, 0, value);
            }
            G_FREEZE | G_BITCAST | G_INTTOPTR | G_PTRTOINT => {
                let (from, to) = (self.ty(inst, 1), self.ty(inst, 0));
                let flat = self.flat(&self.value(inst, 1), from.scalar_bits());
                self.set(inst, 0, self.unflat(flat, to));
            }
            G_ADD | G_PTR_ADD => self.binary(inst, |a, b, _| add(a, b, false)),
            G_SUB => self.binary(inst, |a, b, _| sub(a, b)),
            G_MUL => self.binary(inst, |a, b, _| mul(a, b)),
            G_AND => self.binary(inst, |a, b, _| std::array::from_fn(|n| a[n] & b[n])),
            G_OR => self.binary(inst, |a, b, _| std::array::from_fn(|n| a[n] | b[n])),
            G_XOR => self.binary(inst, |a, b, _| std::array::from_fn(|n| a[n] ^ b[n])),
            G_UMULH => self.binary(inst, |a, b, bits| shr(mul(a, b), bits)),
            G_SMULH => self.binary(inst, |a, b, bits| shr(mul(sext(a, bits), sext(b, bits)), bits)),
            G_UDIV => self.binary(inst, |a, b, _| divide(a, b).0),
            G_UREM => self.binary(inst, |a, b, _| divide(a, b).1),
            G_SDIV => self.binary(inst, |a, b, bits| signed_divide(a, b, bits).0),
            G_SREM => self.binary(inst, |a, b, bits| signed_divide(a, b, bits).1),
            G_SMIN => self.binary(inst, |a, b, bits| pick(compare(Slt, a, b, bits), a, b)),
            G_SMAX => self.binary(inst, |a, b, bits| pick(compare(Sgt, a, b, bits), a, b)),
            G_UMIN => self.binary(inst, |a, b, bits| pick(compare(Ult, a, b, bits), a, b)),
            G_UMAX => self.binary(inst, |a, b, bits| pick(compare(Ugt, a, b, bits), a, b)),
            G_UADDSAT => self.binary(inst, |a, b, bits| {
                let sum = add(a, b, false);
                pick(bit(&sum, bits), [u64::MAX; 8], sum)
            }),
            G_USUBSAT => self.binary(inst, |a, b, _| pick(less(&a, &b), [0; 8], sub(a, b))),
            G_SADDSAT | G_SSUBSAT => {
                let plus = self.mf.opcode(inst) == G_SADDSAT;
                self.binary(inst, |a, b, bits| {
                    let (a, b) = (sext(a, bits), sext(b, bits));
                    saturate(if plus { add(a, b, false) } else { sub(a, b) }, bits)
                });
            }
            G_SCMP | G_UCMP => {
                let signed = self.mf.opcode(inst) == G_SCMP;
                self.binary(inst, |a, b, bits| {
                    let below = if signed { compare(Slt, a, b, bits) } else { less(&a, &b) };
                    pick(a == b, [0; 8], pick(below, [u64::MAX; 8], small(1)))
                });
            }
            G_ABDS | G_ABDU => {
                let signed = self.mf.opcode(inst) == G_ABDS;
                self.binary(inst, |a, b, bits| {
                    let below = if signed { compare(Slt, a, b, bits) } else { less(&a, &b) };
                    if below { sub(b, a) } else { sub(a, b) }
                });
            }
            G_UAVGFLOOR => self.binary(inst, |a, b, _| shr(add(a, b, false), 1)),
            G_UAVGCEIL => self.binary(inst, |a, b, _| shr(add(a, b, true), 1)),
            G_SAVGFLOOR => self.binary(inst, |a, b, bits| shr(add(sext(a, bits), sext(b, bits), false), 1)),
            G_SAVGCEIL => self.binary(inst, |a, b, bits| shr(add(sext(a, bits), sext(b, bits), true), 1)),
            G_ABS => self.unary(inst, |a, bits| if bit(&a, bits - 1) { sub([0; 8], a) } else { a }),
            G_BSWAP => self.unary(inst, |a, bits| reverse(a, bits, 8)),
            G_BITREVERSE => self.unary(inst, |a, bits| reverse(a, bits, 1)),
            G_CTPOP => self.unary(inst, |a, _| small(a.iter().map(|w| w.count_ones() as u64).sum())),
            G_CTLZ | G_CTLZ_ZERO_UNDEF => self.unary(inst, leading_zeros),
            G_CTTZ | G_CTTZ_ZERO_UNDEF => self.unary(inst, trailing_zeros),
            G_SHL => self.shift(inst, |a, by, _| shl(a, by)),
            G_LSHR => self.shift(inst, |a, by, _| shr(a, by)),
            G_ASHR => self.shift(inst, |a, by, bits| shr(sext(a, bits), by)),
            G_ROTL => self.binary(inst, |a, b, bits| rotate(a, a, (b[0] % bits as u64) as u32, bits)),
            G_ROTR => self
                .binary(inst, |a, b, bits| rotate(a, a, (bits - (b[0] % bits as u64) as u32) % bits, bits)),
            G_FSHL | G_FSHR => self.funnel(inst),
            G_ZEXT | G_TRUNC => self.unary(inst, |a, _| a),
            G_SEXT => self.unary(inst, sext),
            G_ANYEXT => {
                let (garbage, from) = (self.anything(), self.ty(inst, 1).scalar_bits());
                self.unary(inst, |a, _| add(a, shl(garbage, from), false));
            }
            G_SEXT_INREG => {
                let from = self.imm(inst, 2) as u32;
                self.unary(inst, |a, _| sext(cut(a, from), from));
            }
            G_ICMP => {
                let predicate = self.mf.operand(inst, 1).as_int_predicate().expect("a predicate");
                let bits = self.ty(inst, 2).scalar_bits();
                let all = if self.ty(inst, 0).is_vector() { [u64::MAX; 8] } else { small(1) };
                let (a, b) = (self.value(inst, 2), self.value(inst, 3));
                let holds =
                    a.iter().zip(&b).map(|(&a, &b)| pick(compare(predicate, a, b, bits), all, [0; 8]));
                self.set(inst, 0, holds.collect());
            }
            G_SELECT => {
                let condition = self.value(inst, 1);
                let (a, b) = (self.value(inst, 2), self.value(inst, 3));
                let yes = |n: usize| bit(condition.get(n).unwrap_or(&condition[0]), 0);
                let chosen = a.iter().zip(&b).enumerate().map(|(n, (&a, &b))| pick(yes(n), a, b));
                self.set(inst, 0, chosen.collect());
            }
            G_UADDO | G_USUBO | G_SADDO | G_SSUBO | G_UMULO | G_SMULO | G_UADDE | G_USUBE | G_SADDE
            | G_SSUBE => self.overflow(inst),
            G_MERGE_VALUES | G_BUILD_VECTOR | G_CONCAT_VECTORS => {
                let (part, to) = (self.ty(inst, 1), self.ty(inst, 0));
                let parts: Value = (1..self.mf.operands(inst).len())
                    .map(|n| self.flat(&self.value(inst, n), part.scalar_bits()))
                    .collect();
                let flat = self.flat(&parts, part.bits());
                self.set(inst, 0, self.unflat(flat, to));
            }
            G_UNMERGE_VALUES => {
                let count = self.mf.operands(inst).len() - 1;
                let from = self.ty(inst, count);
                let flat = self.flat(&self.value(inst, count), from.scalar_bits());
                for n in 0..count {
                    let part = self.ty(inst, n);
                    let piece = cut(shr(flat, n as u32 * part.bits()), part.bits());
                    self.set(inst, n, self.unflat(piece, part));
                }
            }
            G_EXTRACT_VECTOR_ELT => {
                let (vector, index) = (self.value(inst, 1), self.value(inst, 2)[0][0]);
                self.set(inst, 0, vec![vector[index as usize]]);
            }
            G_INSERT_VECTOR_ELT => {
                let (mut vector, index) = (self.value(inst, 1), self.value(inst, 3)[0][0]);
                vector[index as usize] = self.value(inst, 2)[0];
                self.set(inst, 0, vector);
            }
            G_SHUFFLE_VECTOR => {
                let lanes: Value = [1, 2].into_iter().flat_map(|n| self.value(inst, n)).collect();
                let mask =
                    self.mf.shuffle_mask_value(self.mf.operand(inst, 3)).expect("a mask").iter().copied();
                let value = mask.map(|m| usize::try_from(m).map_or_else(|_| self.anything(), |m| lanes[m]));
                let value = value.collect();
                self.set(inst, 0, value);
            }
            G_VECREDUCE_ADD | G_VECREDUCE_MUL | G_VECREDUCE_AND | G_VECREDUCE_OR | G_VECREDUCE_XOR
            | G_VECREDUCE_SMAX | G_VECREDUCE_SMIN | G_VECREDUCE_UMAX | G_VECREDUCE_UMIN => {
                let bits = self.ty(inst, 1).scalar_bits();
                let each = |a: Big, b: Big| match self.mf.opcode(inst) {
                    G_VECREDUCE_ADD => add(a, b, false),
                    G_VECREDUCE_MUL => mul(a, b),
                    G_VECREDUCE_AND => std::array::from_fn(|n| a[n] & b[n]),
                    G_VECREDUCE_OR => std::array::from_fn(|n| a[n] | b[n]),
                    G_VECREDUCE_XOR => std::array::from_fn(|n| a[n] ^ b[n]),
                    G_VECREDUCE_SMAX => pick(compare(Sgt, a, b, bits), a, b),
                    G_VECREDUCE_SMIN => pick(compare(Slt, a, b, bits), a, b),
                    G_VECREDUCE_UMAX => pick(compare(Ugt, a, b, bits), a, b),
                    _ => pick(compare(Ult, a, b, bits), a, b),
                };
                let value = self.value(inst, 1).into_iter().reduce(each).expect("elements");
                self.set(inst, 0, vec![value]);
            }
            G_FRAME_INDEX => {
                let slot = self.mf.operand(inst, 1).as_frame_index().expect("a frame index");
                self.set(inst, 0, vec![small(0x7000_0000 + slot.index() as u64 * 4096)]);
            }
            G_LOAD | G_ZEXTLOAD | G_SEXTLOAD => self.load(inst),
            G_STORE => self.store(inst),
            opcode => {
                let known = if self.is_riscv { self.riscv_step(inst) } else { self.aarch64_step(inst) };
                return known.ok_or_else(|| format!("{opcode:?}"));
            }
        }
        Ok(())
    }

    /// RISC-V's generic opcodes on words.
    fn riscv_step(&mut self, inst: InstId) -> Option<()> {
        let word = |v: Big| cut(v, 32);
        let of = |v: Big| sext(cut(v, 32), 32);
        let by = |b: Big| b[0] as u32 & 31;
        match self.mf.opcode(inst) {
            rv::G_SLLW => self.binary(inst, |a, b, _| of(shl(word(a), by(b)))),
            rv::G_SRLW => self.binary(inst, |a, b, _| of(shr(word(a), by(b)))),
            rv::G_SRAW => self.binary(inst, |a, b, _| of(shr(of(a), by(b)))),
            rv::G_CLZW => self.unary(inst, |a, _| leading_zeros(a, 32)),
            rv::G_CTZW => self.unary(inst, |a, _| trailing_zeros(a, 32)),
            rv::G_ROLW => self.binary(inst, |a, b, _| of(rotate(word(a), word(a), by(b), 32))),
            rv::G_RORW => self.binary(inst, |a, b, _| of(rotate(word(a), word(a), (32 - by(b)) % 32, 32))),
            rv::G_DIVW => self.binary(inst, |a, b, _| of(signed_divide(word(a), word(b), 32).0)),
            rv::G_DIVUW => self.binary(inst, |a, b, _| of(divide(word(a), word(b)).0)),
            rv::G_REMUW => self.binary(inst, |a, b, _| of(divide(word(a), word(b)).1)),
            _ => return None,
        }
        Some(())
    }

    /// AArch64's generic opcodes on lanes of two sizes.
    fn aarch64_step(&mut self, inst: InstId) -> Option<()> {
        let from = self.ty(inst, 1).scalar_bits();
        let value = match self.mf.opcode(inst) {
            a64::G_UADDLP => self.value(inst, 1).chunks(2).map(|two| add(two[0], two[1], false)).collect(),
            a64::G_UMULL | a64::G_SMULL => {
                let signed = self.mf.opcode(inst) == a64::G_SMULL;
                let wide = |v: Big| if signed { sext(v, from) } else { v };
                let (a, b) = (self.value(inst, 1), self.value(inst, 2));
                a.iter().zip(&b).map(|(&a, &b)| mul(wide(a), wide(b))).collect()
            }
            _ => return None,
        };
        self.set(inst, 0, value);
        Some(())
    }

    fn copy(&mut self, inst: InstId) {
        let source = self.mf.operand(inst, 1);
        let value = match (source.phys(), source.vreg()) {
            (Some(reg), _) => vec![small(self.inputs.iter().find(|i| i.0 == reg).expect("an input").1)],
            (_, Some(vreg)) => self.values[&vreg].clone(),
            _ => panic!("a copy of nothing"),
        };
        self.set(inst, 0, value);
    }

    fn funnel(&mut self, inst: InstId) {
        let left = self.mf.opcode(inst) == G_FSHL;
        let bits = self.ty(inst, 0).scalar_bits();
        let (high, low, by) = (self.value(inst, 1), self.value(inst, 2), self.value(inst, 3));
        let value = (0..high.len()).map(|n| {
            let by = divide(by[n], small(bits as u64)).1[0] as u32;
            match left {
                true => rotate(high[n], low[n], by, bits),
                false if by == 0 => low[n],
                false => rotate(high[n], low[n], bits - by, bits),
            }
        });
        let value = value.collect();
        self.set(inst, 0, value);
    }

    fn overflow(&mut self, inst: InstId) {
        let opcode = self.mf.opcode(inst);
        let bits = self.ty(inst, 0).scalar_bits();
        let (mut a, mut b) = (self.value(inst, 2)[0], self.value(inst, 3)[0]);
        let carry = self.mf.vreg_operand(inst, 4).is_some_and(|c| bit(&self.values[&c][0], 0));
        let signed = matches!(opcode, G_SADDO | G_SSUBO | G_SADDE | G_SSUBE | G_SMULO);
        if signed {
            (a, b) = (sext(a, bits), sext(b, bits));
        }
        let exact = match opcode {
            G_UADDO | G_UADDE | G_SADDO | G_SADDE => add(a, b, carry),
            G_UMULO | G_SMULO => mul(a, b),
            _ => sub(sub(a, b), small(carry as u64)),
        };
        let result = cut(exact, bits);
        let fits = if signed { sext(result, bits) == exact } else { result == exact };
        self.set(inst, 0, vec![result]);
        self.set(inst, 1, vec![small(!fits as u64)]);
    }

    fn load(&mut self, inst: InstId) {
        let mem = *self.mf.mem_operand(inst).expect("a memory operand");
        let address = self.value(inst, 1)[0][0];
        let mut flat = [0; 8];
        for n in 0..mem.size() as u64 {
            let byte = self.memory.get(&(address + n)).copied().unwrap_or(0);
            flat = add(flat, shl(small(byte as u64), n as u32 * 8), false);
        }
        let (ty, bits) = (self.ty(inst, 0), mem.ty.bits());
        let value = match self.mf.opcode(inst) {
            G_SEXTLOAD => sext(cut(flat, bits), bits),
            G_LOAD if ty.bits() > bits => add(cut(flat, bits), shl(self.anything(), bits), false),
            _ => cut(flat, bits),
        };
        self.set(inst, 0, self.unflat(value, ty));
    }

    fn store(&mut self, inst: InstId) {
        let mem = *self.mf.mem_operand(inst).expect("a memory operand");
        let address = self.value(inst, 1)[0][0];
        let flat = cut(self.flat(&self.value(inst, 0), self.ty(inst, 0).scalar_bits()), mem.ty.bits());
        for n in 0..mem.size() as u64 {
            self.memory.insert(address + n, shr(flat, n as u32 * 8)[0] as u8);
        }
    }
}

fn saturate(value: Big, bits: u32) -> Big {
    let most = cut([u64::MAX; 8], bits - 1);
    let least = not(most);
    if signed_less(most, value, 512) {
        most
    } else if signed_less(value, least, 512) {
        least
    } else {
        value
    }
}

fn reverse(value: Big, bits: u32, field: u32) -> Big {
    let fields = bits / field;
    let moved = (0..fields).map(|n| shl(cut(shr(value, n * field), field), (fields - 1 - n) * field));
    moved.fold([0; 8], |a, b| add(a, b, false))
}

/// The upper bits of `high : low` shifted left.
fn rotate(high: Big, low: Big, by: u32, bits: u32) -> Big {
    let both = add(shl(high, bits), low, false);
    cut(shr(both, bits - by), bits)
}
