//! The legalizer rules of rv32 and rv64.
//!
//! As in LLVM, integers are in whole registers. On rv64 `s32` is legal where it is only moved
//! (loads, stores, phis, selects), where it is a float, and as the source or result of an extension
//! or truncation. Conditions are `s64`. Vectors are scalarized. Arithmetic on `s32` is done in
//! `s64`, with `G_SEXT_INREG 32` and the `G_…W` opcodes where the upper half matters.

use crate::legalizer_info::{ATOMICRMW, FloatEnvironment, REDUCTIONS};
use crate::riscv::features::Features;
use crate::riscv::mc::instructions::op::*;
use gisel_codegen::ir::llt::{Llt, S1, S8, S16, S32, S64, S128};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::isel::legalizer::mutations::change_to;
use gisel_codegen::isel::legalizer::predicates::*;
use gisel_codegen::isel::legalizer::{LegalizerInfo, RuleSet};
use gisel_codegen::machine::desc::instructions::Opcode;

/// Returns the rules for a subtarget.
pub(crate) fn legalizer_info(features: Features) -> LegalizerInfo {
    let mut info = LegalizerInfo::new(features.xlen());
    let is_rv64 = features.contains(Features::RV64);
    info.sext_cheaper_than_zext = is_rv64.then_some((32, 64));
    info.rounding_modes = (0, 0b10_11_00_01);
    let machine = MachineTypes::of(features);
    let environment = match features {
        _ if features.contains(Features::ZFINX) => FloatEnvironment::Whole,
        _ if features.contains(Features::F) => FloatEnvironment::RoundingMode,
        _ => FloatEnvironment::Routines,
    };
    crate::legalizer_info::define(&mut info, machine.pointer, machine.constants(), environment);
    machine.values(&mut info);
    machine.artifacts(&mut info);
    machine.integers(&mut info);
    machine.divisions(&mut info);
    machine.bits(&mut info);
    machine.pointers(&mut info);
    machine.memory(&mut info);
    machine.control(&mut info);
    machine.floats(&mut info);
    machine.float_conversions(&mut info);
    machine.conversions(&mut info);
    vectors(&mut info);
    machine.atomics(&mut info);
    info.finish()
}

/// The properties that rules depend on.
#[derive(Clone, Copy)]
struct MachineTypes {
    features: Features,
    /// The type of a general register.
    word: Llt,
    /// The type of two general registers.
    two_words: Llt,
    pointer: Llt,
    /// Scalars that are only moved.
    moved: &'static [Llt],
    /// The types of floating-point instructions.
    floats: &'static [Llt],
}

/// All floating-point types but halves.
const FLOATS: [Llt; 3] = [S32, S64, S128];

impl MachineTypes {
    fn of(features: Features) -> MachineTypes {
        let xlen = features.xlen();
        MachineTypes {
            features,
            word: Llt::scalar(xlen),
            two_words: Llt::scalar(2 * xlen),
            pointer: Llt::pointer(0, xlen),
            moved: if xlen == 64 { &[S32, S64] } else { &[S32] },
            floats: match (features.widest_float(), features.computes_halves()) {
                (64, true) => &[S16, S32, S64],
                (64, false) => &[S32, S64],
                (32, true) => &[S16, S32],
                (32, false) => &[S32],
                _ => &[],
            },
        }
    }

    fn is_rv64(self) -> bool {
        self.features.contains(Features::RV64)
    }

    /// Returns true if 64-bit values are wider than general registers, but not than floating-point
    /// ones.
    fn has_wide_floats(self) -> bool {
        !self.is_rv64() && self.features.contains(Features::D)
    }

    /// Returns true if doubles with arithmetic are wider than general registers.
    fn computes_wide_floats(self) -> bool {
        self.has_wide_floats() || self.features.pairs_doubles()
    }

    /// Returns true if halves, or bfloats, are in floating-point registers, even if only for
    /// conversions.
    fn has_halves(self) -> bool {
        self.features.moves_halves()
    }

    /// Returns the smallest floating-point type with arithmetic.
    fn least_float(self) -> Llt {
        if self.features.computes_halves() { S16 } else { S32 }
    }

    /// Returns the types of floating-point constants.
    fn constants(self) -> &'static [Llt] {
        let halves = self.has_halves() || self.features.converts_halves();
        match self.features.widest_float() {
            64 if halves && !self.features.pairs_doubles() => &[S16, S32, S64],
            32 | 64 if halves => &[S16, S32],
            64 if self.features.pairs_doubles() => &[S32],
            _ => self.floats,
        }
    }

    /// Returns pairs of `first` with each type in floating-point registers.
    fn with_floats(self, first: Llt) -> impl Iterator<Item = (Llt, Llt)> {
        self.floats.iter().map(move |&float| (first, float))
    }

    /// Returns pairs of `first` with each floating-point type without registers.
    fn with_soft_floats(self, first: Llt) -> impl Iterator<Item = (Llt, Llt)> {
        FLOATS.into_iter().filter(move |ty| !self.floats.contains(ty)).map(move |ty| (first, ty))
    }

    /// Returns the integers that routines convert.
    fn converted(self) -> &'static [Llt] {
        if self.is_rv64() { &[S32, S64, S128] } else { &[S32, S64] }
    }

    fn values(self, info: &mut LegalizerInfo) {
        let (word, pointer) = (self.word, self.pointer);
        let (halves, wide_floats) = (self.has_halves(), self.has_wide_floats());
        info.define([G_CONSTANT])
            .legal_for([word, pointer])
            .widen_scalar_to_next_pow2(0)
            .clamp_scalar(0, word, word);
        info.define([G_IMPLICIT_DEF, G_FREEZE, G_CONSTANT_FOLD_BARRIER, G_PHI])
            .legal_for(self.moved.iter().copied().chain([pointer]))
            .scalarize(0)
            .when(wide_floats, |r| {
                r.custom_for([S64]);
            })
            .when(halves, |r| {
                r.custom_for([S16]);
            })
            .widen_scalar_to_next_pow2(0)
            .clamp_scalar(0, S32, word);
        info.define([G_SELECT])
            .legal_for(self.moved.iter().copied().chain([pointer]).map(|ty| (ty, word)))
            .scalarize(0)
            .when(wide_floats, |r| {
                r.min_scalar_if(type_is(0, S64), 1, word).custom_for([(S64, word)]);
            })
            .when(halves, |r| {
                r.min_scalar_if(type_is(0, S16), 1, word).custom_for([(S16, word)]);
            })
            .widen_scalar_to_next_pow2(0)
            .clamp_scalar(0, S32, word)
            .min_scalar(1, word);
    }

    fn artifacts(self, info: &mut LegalizerInfo) {
        let (word, xlen, is_rv64) = (self.word, self.word.bits(), self.is_rv64());
        info.define([G_ANYEXT, G_SEXT, G_ZEXT])
            .when(is_rv64, |r| {
                r.legal_for([(S64, S32)]);
            })
            .scalarize(0)
            .widen_scalar_to_next_pow2(0)
            .max_scalar(0, word)
            .min_scalar_if(scalar_narrower_than(1, 32), 0, word)
            .when(self.has_halves() || self.features.converts_halves(), |r| {
                r.custom_for([(word, S16)]);
            })
            .lower();
        info.define([G_TRUNC])
            .when(is_rv64, |r| {
                r.legal_for([(S32, S64)]);
            })
            .scalarize(0)
            .max_scalar(1, word)
            .always_legal();
        for (opcode, whole, part) in [(G_MERGE_VALUES, 0, 1), (G_UNMERGE_VALUES, 1, 0)] {
            let types = if opcode == G_MERGE_VALUES { (S64, S32) } else { (S32, S64) };
            info.define([opcode])
                .when(self.computes_wide_floats(), |r| {
                    r.legal_for([types]).lower_if(all([type_is(whole, S64), scalar_narrower_than(part, 32)]));
                })
                .lower_if(any([scalar_narrower_than(whole, xlen + 1), scalar_across_words(part, xlen)]));
        }
        info.define([G_EXTRACT, G_INSERT, G_BITCAST]).lower();
        self.natural(info.define([G_SEXT_INREG]));
        info.define([G_BUILD_VECTOR, G_BUILD_VECTOR_TRUNC, G_CONCAT_VECTORS]);
    }

    /// Requires whole registers: widens and narrows to them.
    fn natural(self, rules: &mut RuleSet) -> &mut RuleSet {
        rules
            .legal_for([self.word])
            .scalarize(0)
            .widen_scalar_to_next_pow2(0)
            .clamp_scalar(0, self.word, self.word)
    }

    fn integers(self, info: &mut LegalizerInfo) {
        let (word, is_rv64) = (self.word, self.is_rv64());
        let (zbb, rotates) = (self.features.contains(Features::ZBB), self.features.rotates());
        info.define([G_ADD, G_SUB])
            .legal_for([word])
            .when(is_rv64, |r| {
                r.custom_for([S32]);
            })
            .scalarize(0)
            .widen_scalar_to_next_pow2(0)
            .clamp_scalar(0, word, word);
        self.natural(info.define([G_AND, G_OR, G_XOR]));
        info.define([G_SHL, G_LSHR, G_ASHR])
            .legal_for([(word, word)])
            .scalarize(0)
            .when(is_rv64, |r| {
                r.custom_for([(S32, S32), (S32, S64)]);
            })
            .min_scalar_if(scalar_narrower_than(0, 32), 0, S32)
            .widen_scalar_to_next_pow2(0)
            .clamp_scalar(0, word, word)
            .min_scalar(1, word)
            .when(!is_rv64, |r| {
                r.max_scalar(1, word);
            });
        info.define([G_ROTL, G_ROTR])
            .when(rotates, |r| {
                r.legal_for([(word, word)]);
            })
            .when(rotates && is_rv64, |r| {
                r.custom_for([(S32, S32)]);
            })
            .scalarize(0)
            .lower();
        info.define([G_FSHL, G_FSHR])
            .scalarize(0)
            .when(is_rv64 && self.features.contains(Features::ZBKB), |r| {
                r.custom_for([(S32, S32)]);
            })
            .lower();
        info.define([G_ICMP])
            .legal_for([(word, word), (word, self.pointer)])
            .scalarize(0)
            .widen_scalar_to_next_pow2(1)
            .clamp_scalar(1, word, word)
            .min_scalar(0, word);
        info.define([G_SMIN, G_SMAX, G_UMIN, G_UMAX])
            .when(zbb, |r| {
                r.legal_for([word]).scalarize(0).min_scalar(0, word);
            })
            .scalarize(0)
            .lower();
        info.define([G_ABS]).scalarize(0).min_scalar(0, word).lower();
        info.define(LOWERED_INTEGERS).scalarize(0).lower();
    }

    /// Defines the rules of multiplication and division.
    fn divisions(self, info: &mut LegalizerInfo) {
        let (word, two_words, is_rv64) = (self.word, self.two_words, self.is_rv64());
        let (multiplies, divides) =
            (self.features.contains(Features::ZMMUL), self.features.contains(Features::M));
        let mul = info.define([G_MUL]);
        if !multiplies {
            mul.custom_for([word]).libcall_for([word, two_words]);
        }
        mul.when(multiplies, |r| {
            r.legal_for([word]);
        })
        .scalarize(0)
        .widen_scalar_to_next_pow2(0)
        .clamp_scalar(0, word, word);
        info.define([G_SMULH, G_UMULH])
            .when(multiplies, |r| {
                r.legal_for([word]);
            })
            .scalarize(0)
            .lower();
        info.define([G_SDIV, G_UDIV, G_UREM])
            .when(divides, |r| {
                r.legal_for([word]);
            })
            .when(divides && is_rv64, |r| {
                r.custom_for([S32]);
            })
            .libcall_for([word, two_words])
            .scalarize(0)
            .min_scalar(0, if divides { S32 } else { word })
            .widen_scalar_to_next_pow2(0);
        info.define([G_SREM])
            .when(divides, |r| {
                r.legal_for([word]);
            })
            .libcall_for([word, two_words])
            .scalarize(0)
            .min_scalar(0, word)
            .widen_scalar_to_next_pow2(0);
        info.define([G_SDIVREM, G_UDIVREM]).scalarize(0).lower();
    }

    fn bits(self, info: &mut LegalizerInfo) {
        let (word, is_rv64) = (self.word, self.is_rv64());
        let zbb = self.features.contains(Features::ZBB);
        info.define([G_CTLZ, G_CTTZ, G_CTLZ_ZERO_UNDEF, G_CTTZ_ZERO_UNDEF])
            .scalarize(0)
            .when(zbb, |r| {
                r.legal_for([(word, word)])
                    .when(is_rv64, |r| {
                        r.custom_for([(S64, S32)]);
                    })
                    .clamp_scalar(0, word, word)
                    .widen_scalar_to_next_pow2(1)
                    .clamp_scalar(1, word, word);
            })
            .clamp_scalar(0, word, word)
            .widen_scalar_to_next_pow2(1)
            .max_scalar(1, word)
            .lower();
        info.define([G_CTPOP])
            .scalarize(0)
            .when(zbb, |r| {
                r.legal_for([(word, word)]);
            })
            .clamp_scalar(0, word, word)
            .widen_scalar_to_next_pow2(1)
            .clamp_scalar(1, if zbb { word } else { S8 }, word)
            .lower();
        info.define([G_BSWAP])
            .scalarize(0)
            .when(self.features.rotates(), |r| {
                r.legal_for([word]).min_scalar(0, word);
            })
            .max_scalar_if(size_is_multiple(0, word.bits()), 0, word)
            .lower();
        info.define([G_BITREVERSE])
            .scalarize(0)
            .when(self.features.contains(Features::ZBKB), |r| {
                r.legal_for([word]).custom_for([S8]).widen_scalar_to_next_pow2(0).min_scalar(0, word);
            })
            .widen_scalar_to_next_pow2(0)
            .min_scalar(0, S8)
            .max_scalar(0, word)
            .lower();
    }

    fn pointers(self, info: &mut LegalizerInfo) {
        let (word, pointer) = (self.word, self.pointer);
        info.define([G_PTR_ADD, G_PTRMASK]).legal_for([(pointer, word)]).scalarize(0);
        info.define([G_PTRTOINT])
            .legal_for([(word, pointer)])
            .scalarize(0)
            .widen_scalar_to_next_pow2(0)
            .clamp_scalar(0, word, word);
        info.define([G_INTTOPTR])
            .legal_for([(pointer, word)])
            .scalarize(0)
            .widen_scalar_to_next_pow2(1)
            .clamp_scalar(1, word, word);
    }

    /// Returns (value, address, memory type, alignment in bits) of loads and stores without
    /// extension or with any.
    fn accesses(self) -> impl Iterator<Item = (Llt, Llt, Llt, u32)> + Clone {
        let unaligned = self.features.contains(Features::UNALIGNED_SCALAR_MEM);
        let align = move |ty: Llt| if unaligned { 8 } else { ty.bits() };
        let scalars = self.moved.iter().flat_map(move |&value| {
            let parts = [S8, S16, S32, S64].into_iter().filter(move |part| part.bits() <= value.bits());
            parts.map(move |part| (value, self.pointer, part, align(part)))
        });
        scalars.chain([(self.pointer, self.pointer, self.word, align(self.word))])
    }

    fn memory(self, info: &mut LegalizerInfo) {
        let word = self.word;
        let prefetches = self.features.contains(Features::ZICBOP);
        info.define([G_PREFETCH])
            .when(prefetches, |r| {
                r.always_legal();
            })
            .lower();
        info.define([G_LOAD, G_STORE])
            .custom_if(is_ordered())
            .legal_for_types_with_mem_desc(self.accesses())
            .custom_if(is_atomic())
            .when(self.has_wide_floats(), |r| {
                r.custom_if(type_is(0, S64));
            })
            .when(self.has_halves(), |r| {
                r.custom_if(type_is(0, S16));
            })
            .scalarize_if(element_is_byte_sized(0), 0)
            .lower_if(is_vector(0))
            .lower_if_mem_size_not_byte_pow2()
            .widen_scalar_to_next_pow2(0)
            .clamp_scalar(0, S32, word)
            .lower();
        info.define([G_SEXTLOAD, G_ZEXTLOAD])
            .custom_if(is_ordered())
            .legal_for_types_with_mem_desc(self.accesses().filter(|a| a.0.is_scalar() && a.0 != a.2))
            .custom_if(is_atomic())
            .widen_scalar_to_next_pow2(0)
            .clamp_scalar(0, S32, word)
            .lower();
        info.define([G_VASTART]).custom_for([self.pointer]);
        info.define([G_VAARG]).lower();
    }

    fn control(self, info: &mut LegalizerInfo) {
        info.define([G_BRCOND]).legal_for([self.word]).min_scalar(0, self.word);
        info.define([G_BRJT]).custom_for([(self.pointer, self.word)]);
        info.define([G_READ_REGISTER, G_WRITE_REGISTER]).unsupported();
    }

    fn floats(self, info: &mut LegalizerInfo) {
        let word = self.word;
        let floats = || self.floats.iter().copied();
        let zfa = self.features.contains(Features::ZFA);
        info.define([
            G_FADD,
            G_FSUB,
            G_FMUL,
            G_FDIV,
            G_FSQRT,
            G_STRICT_FADD,
            G_STRICT_FSUB,
            G_STRICT_FMUL,
            G_STRICT_FDIV,
            G_STRICT_FSQRT,
        ])
        .legal_for(floats())
        .scalarize(0)
        .libcall_for(FLOATS)
        .min_scalar(0, S32);
        // In 64 bits the product of halves is exact and the sum precise enough for a second
        // rounding; in 32 it is not.
        info.define([G_FMA, G_STRICT_FMA])
            .legal_for(floats())
            .scalarize(0)
            .libcall_for(FLOATS)
            .widen_scalar_if(type_is(0, S16), change_to(0, S64));
        info.define([G_FNEG, G_FABS]).legal_for(floats()).scalarize(0).lower();
        info.define([G_FMINNUM, G_FMAXNUM, G_FMINIMUMNUM, G_FMAXIMUMNUM])
            .legal_for(floats())
            .scalarize(0)
            .libcall_for(FLOATS)
            .min_scalar(0, S32);
        info.define([G_FMINNUM_IEEE, G_FMAXNUM_IEEE, G_FCANONICALIZE])
            .scalarize(0)
            .min_scalar(0, self.least_float())
            .lower();
        info.define([G_FMINIMUM, G_FMAXIMUM])
            .when(zfa, |r| {
                r.legal_for(floats());
            })
            .scalarize(0)
            .libcall_for([S128])
            .min_scalar(0, self.least_float())
            .lower();
        info.define([G_FMAD]).scalarize(0).lower();
        // Through integers with as many bits as the mantissa.
        let rounded = floats().filter(|ty| ty.bits() <= word.bits());
        info.define([
            G_FCEIL,
            G_FFLOOR,
            G_FRINT,
            G_INTRINSIC_TRUNC,
            G_INTRINSIC_ROUND,
            G_INTRINSIC_ROUNDEVEN,
        ])
        .when(zfa, |r| {
            r.legal_for(floats());
        })
        .custom_for(rounded)
        .scalarize(0)
        .libcall_for(FLOATS)
        .min_scalar(0, S32);
        // Conversions raise the inexact exception, which this operation must not raise.
        info.define([G_FNEARBYINT])
            .when(zfa, |r| {
                r.legal_for(floats());
            })
            .scalarize(0)
            .libcall_for(FLOATS)
            .min_scalar(0, S32);
        info.define([G_FCOPYSIGN]).legal_for(floats().map(|ty| (ty, ty))).scalarize(0).lower();
        let compared = [word, S32, S1].into_iter().flat_map(|result| self.with_soft_floats(result));
        info.define([G_FCMP])
            .legal_for(self.with_floats(word))
            .scalarize(0)
            .libcall_for(compared)
            .min_scalar(1, self.least_float())
            .min_scalar(0, word);
        info.define([G_IS_FPCLASS])
            .custom_for(self.with_floats(word))
            .scalarize(0)
            .min_scalar(0, word)
            .lower();
    }

    /// Defines the rules of conversions between floats.
    fn float_conversions(self, info: &mut LegalizerInfo) {
        let (doubles, halves) = (self.features.widest_float() == 64, self.features.converts_halves());
        info.define([G_FPEXT])
            .when(doubles, |r| {
                r.legal_for([(S64, S32)]);
            })
            .when(halves, |r| {
                r.legal_for([(S32, S16)]);
            })
            .when(halves && doubles, |r| {
                r.legal_for([(S64, S16)]);
            })
            .scalarize(0)
            .libcall_for([(S128, S32), (S128, S64), (S64, S32), (S32, S16)])
            .lower();
        info.define([G_FPTRUNC])
            .when(doubles, |r| {
                r.legal_for([(S32, S64)]);
            })
            .when(halves, |r| {
                r.legal_for([(S16, S32)]);
            })
            .when(halves && doubles, |r| {
                r.legal_for([(S16, S64)]);
            })
            .scalarize(0)
            .libcall_for([(S32, S128), (S64, S128), (S32, S64), (S16, S32), (S16, S64), (S16, S128)]);
    }

    /// Defines the rules of conversions between floats and integers.
    fn conversions(self, info: &mut LegalizerInfo) {
        let (word, is_rv64) = (self.word, self.is_rv64());
        let routines = |float_first: bool| {
            let pairs = self.converted().iter().flat_map(|&int| FLOATS.map(|float| (int, float)));
            pairs.map(move |(int, float)| if float_first { (float, int) } else { (int, float) })
        };
        info.define([G_FPTOSI, G_FPTOUI])
            .legal_for(self.with_floats(word))
            .scalarize(0)
            .lower_if(scalar_wider_than(0, 2 * word.bits()))
            .when(is_rv64, |r| {
                r.custom_for(self.with_floats(S32));
            })
            .when(self.least_float() != S16, |r| {
                r.min_scalar(1, S32);
            })
            .min_scalar_if(scalar_wider_than(0, word.bits()), 1, S32)
            .libcall_for(routines(false))
            .widen_scalar_to_next_pow2(0)
            .min_scalar(0, S32);
        // No register-sized conversion of smaller types exists.
        let is_part =
            move |&(float, int): &(Llt, Llt)| self.floats.contains(&float) && int.bits() <= word.bits();
        info.define([G_SITOFP, G_UITOFP])
            .legal_for(self.floats.iter().map(|&float| (float, word)))
            .scalarize(0)
            .lower_if(scalar_wider_than(1, 2 * word.bits()))
            .when(self.least_float() != S16, |r| {
                r.widen_scalar_if(type_is(0, S16), change_to(0, S32));
            })
            .widen_scalar_if(all([type_is(0, S16), scalar_wider_than(1, word.bits())]), change_to(0, S32))
            .libcall_for(routines(true).filter(move |pair| !is_part(pair)))
            .widen_scalar_to_next_pow2(1)
            .min_scalar(1, if self.floats.is_empty() { S32 } else { word });
        info.define([G_FPTOSI_SAT, G_FPTOUI_SAT]).scalarize(0).min_scalar(1, S32).lower();
        info.define([G_INTRINSIC_LRINT, G_LROUND])
            .legal_for(self.with_floats(word))
            .scalarize(0)
            .lower_if(scalar_wider_than(0, word.bits()))
            .libcall_for(FLOATS.map(|float| (word, float)))
            .min_scalar(1, S32)
            .min_scalar(0, word);
        info.define([G_INTRINSIC_LLRINT, G_LLROUND])
            .when(is_rv64, |r| {
                r.legal_for(self.with_floats(word));
            })
            .scalarize(0)
            .lower_if(scalar_wider_than(0, 64))
            .libcall_for(FLOATS.map(|float| (S64, float)))
            .min_scalar(1, S32)
            .min_scalar(0, S64);
    }

    fn atomics(self, info: &mut LegalizerInfo) {
        let (word, pointer) = (self.word, self.pointer);
        info.define([G_ATOMIC_CMPXCHG_WITH_SUCCESS].into_iter().chain(ATOMICRMW)).custom().unsupported();
        info.define([G_ATOMIC_CMPXCHG]).legal_for([(word, pointer)]).unsupported();
        info.define([G_INTRINSIC]).always_legal();
        info.define([G_INTRINSIC_W_SIDE_EFFECTS]).custom().unsupported();
        info.define([G_PTRAUTH_GLOBAL_VALUE]).unsupported();
        info.define([
            G_MASKED_CMPXCHG,
            G_MASKED_ATOMICRMW_XCHG,
            G_MASKED_ATOMICRMW_ADD,
            G_MASKED_ATOMICRMW_SUB,
            G_MASKED_ATOMICRMW_NAND,
            G_MASKED_ATOMICRMW_MAX,
            G_MASKED_ATOMICRMW_MIN,
            G_MASKED_ATOMICRMW_UMAX,
            G_MASKED_ATOMICRMW_UMIN,
        ])
        .legal_for([(word, pointer)]);
    }
}

/// Integer operations that only vectors or other machines have.
const LOWERED_INTEGERS: [Opcode; 21] = [
    G_ABDS,
    G_ABDU,
    G_UAVGFLOOR,
    G_UAVGCEIL,
    G_SAVGFLOOR,
    G_SAVGCEIL,
    G_UADDO,
    G_UADDE,
    G_USUBO,
    G_USUBE,
    G_SADDO,
    G_SADDE,
    G_SSUBO,
    G_SSUBE,
    G_UADDSAT,
    G_SADDSAT,
    G_USUBSAT,
    G_SSUBSAT,
    G_TRUNC_SSAT_S,
    G_TRUNC_SSAT_U,
    G_TRUNC_USAT_U,
];

fn vectors(info: &mut LegalizerInfo) {
    info.define([G_EXTRACT_VECTOR_ELT, G_INSERT_VECTOR_ELT, G_SHUFFLE_VECTOR, G_SPLAT_VECTOR]).lower();
    let in_order = [G_VECREDUCE_SEQ_FADD, G_VECREDUCE_SEQ_FMUL];
    info.define(in_order.into_iter().chain(REDUCTIONS)).lower();
}
