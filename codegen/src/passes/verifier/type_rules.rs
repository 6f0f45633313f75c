//! The type constraints of each generic opcode, and constraints on its immediates.
//!
//! Source: LLVM 22, "Generic Opcodes".

use crate::ir::entity::InstId;
use crate::ir::llt::Llt;
use crate::ir::mir::{MachineFunction, OperandTag, Properties};
use crate::ir::opcodes::*;
use crate::ir::type_size::TypeSize;
use crate::machine::desc::instructions::Opcode;

/// A generic instruction with the types of its type indices; missing ones are invalid.
pub(super) struct Typed<'a> {
    pub(super) mf: &'a MachineFunction,
    pub(super) inst: InstId,
    pub(super) types: [Llt; 10],
}

/// A check of an instruction against its opcode.
type Check = fn(&Typed<'_>) -> bool;

/// Returns the constraints of `opcode` beyond equal types at equal type indices: the check and its
/// description.
pub(super) fn rule(opcode: Opcode) -> Option<(Check, &'static str)> {
    scalar_rule(opcode).or_else(|| vector_rule(opcode)).or_else(|| memory_rule(opcode))
}

fn scalar_rule(opcode: Opcode) -> Option<(Check, &'static str)> {
    let rule: (Check, &'static str) = match opcode {
        G_SEXT | G_ZEXT | G_ANYEXT | G_FPEXT => (
            |i| i.same_shape() && i.no_pointers() && i.t0().scalar_bits() > i.t1().scalar_bits(),
            "a wider result",
        ),
        G_TRUNC | G_FPTRUNC | G_TRUNC_SSAT_S | G_TRUNC_SSAT_U | G_TRUNC_USAT_U => (
            |i| i.same_shape() && i.no_pointers() && i.t0().scalar_bits() < i.t1().scalar_bits(),
            "a narrower result",
        ),
        G_BITCAST => (|i| i.t0().size() == i.t1().size(), "types of one size"),
        G_PTRTOINT => (
            |i| i.same_shape() && !i.t0().has_pointer_elements() && i.t1().has_pointer_elements(),
            "an integer of a pointer",
        ),
        G_INTTOPTR => (
            |i| i.same_shape() && i.t0().has_pointer_elements() && !i.t1().has_pointer_elements(),
            "a pointer of an integer",
        ),
        G_ADDRSPACE_CAST => {
            (|i| i.same_shape() && i.t0().has_pointer_elements() && i.t1().has_pointer_elements(), "pointers")
        }
        G_PTR_ADD | G_PTRMASK => (
            |i| i.same_shape() && i.t0().has_pointer_elements() && !i.t1().has_pointer_elements(),
            "a pointer and an integer",
        ),
        G_ADD | G_SUB | G_MUL | G_SDIV | G_UDIV | G_SREM | G_UREM | G_AND | G_OR | G_XOR | G_UMULH
        | G_SMULH | G_ABS | G_BITREVERSE | G_FADD | G_FSUB | G_FMUL | G_FDIV | G_FREM | G_FMA | G_FNEG
        | G_FABS | G_FSQRT => (|i| i.no_pointers(), "numbers"),
        G_SHL | G_LSHR | G_ASHR | G_ROTL | G_ROTR | G_FSHL | G_FSHR | G_USHLSAT | G_SSHLSAT | G_FPTOSI
        | G_FPTOUI | G_FPTOSI_SAT | G_FPTOUI_SAT | G_SITOFP | G_UITOFP | G_CTLZ | G_CTTZ | G_CTPOP
        | G_CTLZ_ZERO_UNDEF | G_CTTZ_ZERO_UNDEF | G_FLDEXP | G_FFREXP | G_IS_FPCLASS | G_UADDO | G_SADDO
        | G_USUBO | G_SSUBO | G_UMULO | G_SMULO | G_UADDE | G_SADDE | G_USUBE | G_SSUBE | G_LROUND
        | G_LLROUND | G_INTRINSIC_LRINT | G_INTRINSIC_LLRINT => {
            (|i| i.same_shape() && i.no_pointers(), "numbers, as many in each operand")
        }
        G_FCOPYSIGN => (|i| i.same_shape() && i.no_pointers(), "numbers, as many in each operand"),
        G_ICMP => (
            |i| i.same_shape() && i.tag(1) == Some(OperandTag::IntPredicate),
            "an integer predicate and as many results as values",
        ),
        G_FCMP => (
            |i| i.same_shape() && i.tag(1) == Some(OperandTag::FloatPredicate),
            "a floating-point predicate and as many results as values",
        ),
        G_SELECT => (
            |i| !i.t1().has_pointer_elements() && (!i.t1().is_vector() || i.same_shape()),
            "one condition, or one for each element",
        ),
        G_BSWAP => (|i| i.t0().scalar_bits().is_multiple_of(16), "pairs of bytes"),
        G_SEXT_INREG | G_ASSERT_SEXT | G_ASSERT_ZEXT => (
            |i| i.no_pointers() && i.imm(2).is_some_and(|n| n > 0 && n < i.t0().scalar_bits().into()),
            "a width below that of the elements",
        ),
        G_CONSTANT => (|i| !i.t0().is_vector(), "a single integer or pointer"),
        G_FCONSTANT => (|i| i.t0().is_scalar(), "a single number"),
        G_BRCOND => (|i| i.t0().is_scalar(), "a single condition"),
        G_MERGE_VALUES => (
            |i| !i.t0().is_vector() && !i.t1().is_vector() && i.is_made_of_parts(i.t0(), i.t1()),
            "parts that add up to the result",
        ),
        G_EXTRACT => (|i| i.within(2, i.t0(), i.t1()), "bits of the operand"),
        G_INSERT => (|i| i.within(3, i.t1(), i.t0()), "bits of the operand"),
        _ => return None,
    };
    Some(rule)
}

fn vector_rule(opcode: Opcode) -> Option<(Check, &'static str)> {
    let rule: (Check, &'static str) = match opcode {
        G_UNMERGE_VALUES => (
            |i| {
                i.is_made_of_parts(i.t1(), i.t0())
                    && (!i.t1().is_vector() || i.t0().element() == i.t1().element())
                    && (!i.t0().is_vector() || i.t1().is_vector())
            },
            "results that add up to the operand, with its elements",
        ),
        G_BUILD_VECTOR => (
            |i| i.t0().is_vector() && i.t0().element() == i.t1() && i.t0().elements() == i.parts(),
            "a value for each element",
        ),
        G_BUILD_VECTOR_TRUNC => (
            |i| {
                let wider = i.t1().is_scalar() && i.t1().bits() > i.t0().scalar_bits();
                i.t0().is_vector() && wider && i.t0().elements() == i.parts()
            },
            "a wider value for each element",
        ),
        G_CONCAT_VECTORS => (
            |i| i.vectors_of_one_element() && i.t0().elements() == i.t1().elements() * i.parts(),
            "vectors that add up to the result",
        ),
        G_INSERT_VECTOR_ELT => (
            |i| i.t0().is_vector() && i.is_element(i.t1(), i.t0().element()) && i.types[2].is_scalar(),
            "an element of the vector and an integer",
        ),
        G_EXTRACT_VECTOR_ELT => (
            |i| i.t1().is_vector() && i.t0() == i.t1().element() && i.types[2].is_scalar(),
            "an element of the vector and an integer",
        ),
        G_SHUFFLE_VECTOR => {
            (|i| i.shuffle_fits(), "a mask with an element of the operands for each of the result")
        }
        G_SPLAT_VECTOR => (
            |i| i.t0().is_vector() && !i.t1().is_vector() && i.t0().scalar_bits() <= i.t1().scalar_bits(),
            "an element",
        ),
        G_INSERT_SUBVECTOR => {
            (|i| i.vectors_of_one_element() && i.t1().elements() <= i.t0().elements(), "a part of the vector")
        }
        G_EXTRACT_SUBVECTOR => {
            (|i| i.vectors_of_one_element() && i.t0().elements() <= i.t1().elements(), "a part of the vector")
        }
        G_VECREDUCE_ADD | G_VECREDUCE_MUL | G_VECREDUCE_AND | G_VECREDUCE_OR | G_VECREDUCE_XOR
        | G_VECREDUCE_SMAX | G_VECREDUCE_SMIN | G_VECREDUCE_UMAX | G_VECREDUCE_UMIN | G_VECREDUCE_FADD
        | G_VECREDUCE_FMUL | G_VECREDUCE_FMAX | G_VECREDUCE_FMIN | G_VECREDUCE_FMAXIMUM
        | G_VECREDUCE_FMINIMUM | G_VECREDUCE_SEQ_FADD | G_VECREDUCE_SEQ_FMUL => {
            (|i| !i.t0().is_vector(), "a single result")
        }
        _ => return None,
    };
    Some(rule)
}

fn memory_rule(opcode: Opcode) -> Option<(Check, &'static str)> {
    let rule: (Check, &'static str) = match opcode {
        G_LOAD | G_STORE => (
            |i| i.t1().is_pointer() && i.accessed_size().is_some_and(|size| size.is_known_le(i.t0().size())),
            "a pointer, and an access that is not wider than the value",
        ),
        G_SEXTLOAD | G_ZEXTLOAD => (
            |i| i.t1().is_pointer() && i.accessed_size().is_some_and(|size| i.is_narrower(size)),
            "a pointer, and an access that is narrower than the result",
        ),
        G_ATOMIC_CMPXCHG
        | G_ATOMICRMW_XCHG
        | G_ATOMICRMW_ADD
        | G_ATOMICRMW_SUB
        | G_ATOMICRMW_AND
        | G_ATOMICRMW_NAND
        | G_ATOMICRMW_OR
        | G_ATOMICRMW_XOR
        | G_ATOMICRMW_MAX
        | G_ATOMICRMW_MIN
        | G_ATOMICRMW_UMAX
        | G_ATOMICRMW_UMIN
        | G_ATOMICRMW_FADD
        | G_ATOMICRMW_FSUB
        | G_ATOMICRMW_FMAX
        | G_ATOMICRMW_FMIN
        | G_ATOMICRMW_FMAXIMUM
        | G_ATOMICRMW_FMINIMUM
        | G_ATOMICRMW_UINC_WRAP
        | G_ATOMICRMW_UDEC_WRAP
        | G_ATOMICRMW_USUB_COND
        | G_ATOMICRMW_USUB_SAT => {
            (|i| i.t1().is_pointer() && i.accessed_size().is_some(), "a pointer and an access")
        }
        G_ATOMIC_CMPXCHG_WITH_SUCCESS => {
            (|i| i.types[2].is_pointer() && i.accessed_size().is_some(), "a pointer and an access")
        }
        G_FRAME_INDEX | G_GLOBAL_VALUE | G_CONSTANT_POOL | G_JUMP_TABLE | G_BLOCK_ADDR | G_DYN_STACKALLOC
        | G_STACKSAVE | G_STACKRESTORE | G_BRINDIRECT | G_BRJT | G_PREFETCH | G_VASTART | G_BZERO
        | G_MEMSET => (|i| i.t0().is_pointer(), "a pointer"),
        G_MEMCPY | G_MEMCPY_INLINE | G_MEMMOVE => {
            (|i| i.t0().is_pointer() && i.t1().is_pointer(), "two pointers")
        }
        G_VAARG => (|i| i.t1().is_pointer(), "a pointer"),
        _ => return None,
    };
    Some(rule)
}

impl Typed<'_> {
    fn t0(&self) -> Llt {
        self.types[0]
    }

    fn t1(&self) -> Llt {
        self.types[1]
    }

    fn no_pointers(&self) -> bool {
        !self.t0().has_pointer_elements() && !self.t1().has_pointer_elements()
    }

    /// Returns true if both types have the same number of elements, or neither is a vector.
    fn same_shape(&self) -> bool {
        let shape = |ty: Llt| (ty.is_vector(), ty.is_scalable(), ty.elements());
        shape(self.t0()) == shape(self.t1())
    }

    fn vectors_of_one_element(&self) -> bool {
        self.t0().is_vector() && self.t1().is_vector() && self.t0().element() == self.t1().element()
    }

    /// Returns true if a value of `ty` can be an element of a vector of `element`. After the
    /// legalizer a wider general register may provide the low bits.
    fn is_element(&self, ty: Llt, element: Llt) -> bool {
        let is_wider = ty.is_scalar() && element.is_scalar() && ty.bits() > element.bits();
        ty == element || is_wider && self.mf.properties.contains(Properties::LEGALIZED)
    }

    /// Returns the number of operands besides the merged one.
    fn parts(&self) -> u32 {
        self.mf.operands(self.inst).len() as u32 - 1
    }

    fn tag(&self, n: usize) -> Option<OperandTag> {
        self.mf.operands(self.inst).get(n).map(|operand| operand.tag())
    }

    fn imm(&self, n: usize) -> Option<i64> {
        self.mf.operands(self.inst).get(n).and_then(|operand| self.mf.imm_value(*operand))
    }

    /// Returns true if `part` at the bit offset in operand `n` is within `whole`.
    fn within(&self, n: usize, part: Llt, whole: Llt) -> bool {
        let offset = self.imm(n).and_then(|offset| u32::try_from(offset).ok());
        let (Some(part), Some(whole)) = (part.size().fixed_value(), whole.size().fixed_value()) else {
            return false;
        };
        offset.and_then(|offset| offset.checked_add(part)).is_some_and(|end| end <= whole)
    }

    /// Returns true if `whole` is as large as all other operands, each of type `part`.
    fn is_made_of_parts(&self, whole: Llt, part: Llt) -> bool {
        part.size().checked_mul(self.parts()) == Some(whole.size())
    }

    /// Returns true if an access of this size is narrower than the first operand.
    fn is_narrower(&self, size: TypeSize) -> bool {
        size.is_known_le(self.t0().size()) && size != self.t0().size()
    }

    /// Returns the size of the accessed memory, zero if it is unknown; `None` without a memory
    /// operand.
    fn accessed_size(&self) -> Option<TypeSize> {
        self.mf
            .mem_operand(self.inst)
            .map(|mem| if mem.ty.is_valid() { mem.ty.size() } else { TypeSize::fixed(0) })
    }

    fn shuffle_fits(&self) -> bool {
        let mask = self.mf.operands(self.inst).get(3).and_then(|mask| self.mf.shuffle_mask_value(*mask));
        let elements = 2 * i64::from(self.t1().elements());
        self.t0().element() == self.t1().element()
            && mask.is_some_and(|mask| {
                mask.len() == self.t0().elements() as usize && mask.iter().all(|&n| i64::from(n) < elements)
            })
    }
}

#[cfg(test)]
mod tests {
    use crate::passes::verifier::tests::messages;
    use crate::testing::passes::GENERIC;

    /// Definitions of registers: integers, a pointer, vectors.
    const START: &str = "bb.0:
        liveins: $r0
        %0:_(s64) = G_IMPLICIT_DEF
        %1:_(s32) = G_IMPLICIT_DEF
        %2:_(p0) = G_IMPLICIT_DEF
        %3:_(<2 x s32>) = G_IMPLICIT_DEF
        %4:_(<4 x s32>) = G_IMPLICIT_DEF
        %5:_(s1) = G_IMPLICIT_DEF
        ";

    /// A right instruction, a wrong one, and the requirement of its opcode.
    const TABLE: &[(&str, &str, &str)] = &[
        ("%9:_(s64) = G_SEXT %1(s32)", "%9:_(<2 x s64>) = G_SEXT %1(s32)", "a wider result"),
        ("%9:_(s32) = G_TRUNC %0(s64)", "%9:_(s64) = G_TRUNC %1(s32)", "a narrower result"),
        ("%9:_(s64) = G_BITCAST %3(<2 x s32>)", "%9:_(s64) = G_BITCAST %1(s32)", "types of one size"),
        ("%9:_(s64) = G_PTRTOINT %2(p0)", "%9:_(s64) = G_PTRTOINT %0(s64)", "an integer of a pointer"),
        ("%9:_(p0) = G_INTTOPTR %0(s64)", "%9:_(p0) = G_INTTOPTR %2(p0)", "a pointer of an integer"),
        ("%9:_(p1) = G_ADDRSPACE_CAST %2(p0)", "%9:_(s64) = G_ADDRSPACE_CAST %2(p0)", "pointers"),
        ("%9:_(p0) = G_PTR_ADD %2, %0(s64)", "%9:_(s64) = G_PTR_ADD %0, %1(s32)", "a pointer and an integer"),
        ("%9:_(s64) = G_ADD %0, %0", "%9:_(p0) = G_ADD %2, %2", "numbers"),
        (
            "%9:_(s64) = G_SHL %0, %1(s32)",
            "%9:_(s64) = G_SHL %0, %3(<2 x s32>)",
            "numbers, as many in each operand",
        ),
        (
            "%9:_(s1) = G_ICMP intpred(eq), %0(s64), %0",
            "%9:_(s1) = G_ICMP floatpred(oeq), %0(s64), %0",
            "an integer predicate and as many results as values",
        ),
        (
            "%9:_(s1) = G_FCMP floatpred(oeq), %0(s64), %0",
            "%9:_(s1) = G_FCMP intpred(eq), %0(s64), %0",
            "a floating-point predicate and as many results as values",
        ),
        (
            "%9:_(s64) = G_SELECT %5(s1), %0, %0",
            "%9:_(s64) = G_SELECT %3(<2 x s32>), %0, %0",
            "one condition, or one for each element",
        ),
        ("%9:_(s64) = G_BSWAP %0", "%9:_(s1) = G_BSWAP %5", "pairs of bytes"),
        (
            "%9:_(s64) = G_SEXT_INREG %0, 32",
            "%9:_(s64) = G_SEXT_INREG %0, 64",
            "a width below that of the elements",
        ),
        ("%9:_(s64) = G_CONSTANT i64 1", "%9:_(<2 x s32>) = G_CONSTANT i32 1", "a single integer or pointer"),
        ("%9:_(s64) = G_FCONSTANT double 1.0", "%9:_(p0) = G_FCONSTANT double 1.0", "a single number"),
        (
            "%9:_(s64) = G_MERGE_VALUES %1(s32), %1(s32)",
            "%9:_(s64) = G_MERGE_VALUES %1(s32), %1(s32), %1(s32)",
            "parts that add up to the result",
        ),
        ("%9:_(s32) = G_EXTRACT %0(s64), 32", "%9:_(s32) = G_EXTRACT %0(s64), 33", "bits of the operand"),
        (
            "%9:_(s64) = G_INSERT %0, %1(s32), 32",
            "%9:_(s64) = G_INSERT %0, %1(s32), 33",
            "bits of the operand",
        ),
        (
            "%9:_(s32), %8:_(s32) = G_UNMERGE_VALUES %0(s64)",
            "%9:_(s1), %8:_(s1) = G_UNMERGE_VALUES %0(s64)",
            "results that add up to the operand, with its elements",
        ),
        (
            "%9:_(<2 x s32>) = G_BUILD_VECTOR %1(s32), %1(s32)",
            "%9:_(<2 x s32>) = G_BUILD_VECTOR %1(s32)",
            "a value for each element",
        ),
        (
            "%9:_(<2 x s32>) = G_BUILD_VECTOR_TRUNC %0(s64), %0(s64)",
            "%9:_(<2 x s32>) = G_BUILD_VECTOR_TRUNC %1(s32), %1(s32)",
            "a wider value for each element",
        ),
        (
            "%9:_(<4 x s32>) = G_CONCAT_VECTORS %3(<2 x s32>), %3(<2 x s32>)",
            "%9:_(<4 x s32>) = G_CONCAT_VECTORS %3(<2 x s32>)",
            "vectors that add up to the result",
        ),
        (
            "%9:_(<2 x s32>) = G_INSERT_VECTOR_ELT %3, %1(s32), %0(s64)",
            "%9:_(<2 x s32>) = G_INSERT_VECTOR_ELT %3, %0(s64), %0(s64)",
            "an element of the vector and an integer",
        ),
        (
            "%9:_(s32) = G_EXTRACT_VECTOR_ELT %3(<2 x s32>), %0(s64)",
            "%9:_(s64) = G_EXTRACT_VECTOR_ELT %3(<2 x s32>), %0(s64)",
            "an element of the vector and an integer",
        ),
        (
            "%9:_(<2 x s32>) = G_SHUFFLE_VECTOR %3(<2 x s32>), %3, shufflemask(3, undef)",
            "%9:_(<2 x s32>) = G_SHUFFLE_VECTOR %3(<2 x s32>), %3, shufflemask(4, 0)",
            "a mask with an element of the operands for each of the result",
        ),
        (
            "%9:_(<vscale x 2 x s32>) = G_SPLAT_VECTOR %1(s32)",
            "%9:_(<vscale x 2 x s64>) = G_SPLAT_VECTOR %1(s32)",
            "an element",
        ),
        (
            "%9:_(<4 x s32>) = G_INSERT_SUBVECTOR %4, %3(<2 x s32>), 0",
            "%9:_(<2 x s32>) = G_INSERT_SUBVECTOR %3, %4(<4 x s32>), 0",
            "a part of the vector",
        ),
        (
            "%9:_(<2 x s32>) = G_EXTRACT_SUBVECTOR %4(<4 x s32>), 0",
            "%9:_(<4 x s32>) = G_EXTRACT_SUBVECTOR %3(<2 x s32>), 0",
            "a part of the vector",
        ),
        (
            "%9:_(s32) = G_VECREDUCE_ADD %3(<2 x s32>)",
            "%9:_(<2 x s32>) = G_VECREDUCE_ADD %4(<4 x s32>)",
            "a single result",
        ),
        (
            "%9:_(s64) = G_LOAD %2(p0) :: (load (s64))",
            "%9:_(s64) = G_LOAD %2(p0) :: (load (s128))",
            "a pointer, and an access that is not wider than the value",
        ),
        (
            "%9:_(s64) = G_ZEXTLOAD %2(p0) :: (load (s32))",
            "%9:_(s64) = G_ZEXTLOAD %2(p0) :: (load (s64))",
            "a pointer, and an access that is narrower than the result",
        ),
        (
            "%9:_(s64) = G_ATOMICRMW_ADD %2(p0), %0 :: (load store monotonic (s64))",
            "%9:_(s64) = G_ATOMICRMW_ADD %2(p0), %0",
            "a pointer and an access",
        ),
        ("%9:_(p0) = G_GLOBAL_VALUE @a", "%9:_(s64) = G_GLOBAL_VALUE @a", "a pointer"),
        ("%9:_(s64) = G_VAARG %2(p0), 8", "%9:_(s64) = G_VAARG %0(s64), 8", "a pointer"),
        (
            "G_MEMCPY %2(p0), %2(p0), %0(s64), 0 :: (store (s8)), (load (s8))",
            "G_MEMCPY %0(s64), %2(p0), %0(s64), 0 :: (store (s8)), (load (s8))",
            "two pointers",
        ),
        ("G_BRCOND %5(s1), %bb.0", "G_BRCOND %3(<2 x s32>), %bb.0", "a single condition"),
    ];

    #[test]
    fn legal_elements_may_be_in_wider_integers() {
        let messages_of = |header: &str, element: &str| {
            let line = format!("%9:_(<2 x s32>) = G_INSERT_VECTOR_ELT %3, {element}, %0(s64)");
            let found = messages(header, &format!("{START}{line}\nRET"));
            found.into_iter().filter(|m| m.starts_with("the types do not suit")).count()
        };
        let legalized = format!("legalized: true\n{GENERIC}");
        assert_eq!((messages_of(GENERIC, "%0(s64)"), messages_of(&legalized, "%0(s64)")), (1, 0));
        for rejected in ["%5(s1)", "%2(p0)", "%4(<4 x s32>)"] {
            assert_eq!(messages_of(&legalized, rejected), 1, "{rejected}");
        }
    }

    #[test]
    fn each_rule_accepts_a_right_instruction_and_rejects_a_wrong_one() {
        for (right, wrong, requirement) in TABLE {
            let of = |line: &str| messages(GENERIC, &format!("{START}{line}\nRET"));
            let is_type = |m: &String| m.starts_with("the types do not suit");
            assert_eq!(of(right).into_iter().filter(is_type).collect::<Vec<_>>(), [""; 0], "{right}");
            let message = format!("the types do not suit the opcode, which requires {requirement}");
            assert!(of(wrong).contains(&message), "{wrong}: {:?}", of(wrong));
        }
    }
}
