//! Converts our instructions that LLVM's passes do not accept to LLVM's: those that are legal only
//! here, pointers that become elements, and words of registers that may be the stack pointer.

use crate::aarch64::isel::intrinsic_forms;
use crate::aarch64::mc::instructions::op;
use crate::aarch64::registers::{REGISTERS, banks, classes, subs};
use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{InstId, VReg};
use gisel_codegen::ir::llt::{Llt, S8, S32, S64};
use gisel_codegen::ir::mir::{FloatPredicate, IntPredicate, MachineFunction, Operand, Properties, RegAttr};
use gisel_codegen::ir::opcodes::*;
use gisel_codegen::machine::desc::instructions::Opcode;

/// Rewrites one instruction.
pub(crate) fn rewrite(mf: &mut MachineFunction, inst: InstId) {
    if mf.properties.contains(Properties::SELECTED) {
        leave_out_stack_pointer(mf, inst);
    } else if mf.properties.contains(Properties::LEGALIZED)
        && let Some(result) = mf.vreg_operand(inst, 0)
    {
        let is_vector = mf.ty(result).is_vector();
        match mf.opcode(inst) {
            G_ABS if !is_vector => absolute_value(mf, inst, result),
            G_CTPOP if !is_vector => count_ones(mf, inst, result),
            G_ICMP if is_vector => invert_equality(mf, inst, result),
            G_SELECT if is_vector => select_words(mf, inst, result),
            G_FCMP if is_vector => compare_floats(mf, inst, result),
            G_BUILD_VECTOR => insert_elements(mf, inst, result),
            G_EXTRACT_VECTOR_ELT => extract_in_vectors(mf, inst, result),
            G_UNMERGE_VALUES => split_in_vectors(mf, inst),
            G_CTLZ_ZERO_UNDEF => mf.inst_mut(inst).opcode = G_CTLZ,
            G_ROTL | G_ROTR if !is_vector => widen_amount(mf, inst),
            G_SHUFFLE_VECTOR => shuffle_integers(mf, inst, result),
            G_INSERT_VECTOR_ELT => insert_integer(mf, inst, result),
            G_INTRINSIC => intrinsic_forms::rewrite(mf, inst, result),
            _ => {}
        }
    }
}

/// Replaces `inst` by another instruction that computes its result.
pub(crate) fn compute(mf: &mut MachineFunction, inst: InstId, result: VReg, opcode: Opcode, uses: &[VReg]) {
    let uses = uses.iter().map(|&vreg| Operand::use_of(vreg));
    let operands: Vec<Operand> = std::iter::once(Operand::def(result)).chain(uses).collect();
    mf.replace_with_inst(inst, opcode, &operands);
}

/// Returns the source of an instruction with one.
fn source(mf: &MachineFunction, inst: InstId) -> Option<VReg> {
    mf.vreg_operand(inst, 1)
}

/// Builds `x > 0 ? x : 0 - x`.
fn absolute_value(mf: &mut MachineFunction, inst: InstId, result: VReg) {
    let (Some(x), ty) = (source(mf, inst), mf.ty(result)) else { return };
    let mut b = Builder::before(mf, inst);
    let zero = b.constant(ty, 0);
    let negated = b.op(G_SUB, ty, &[zero, x]);
    let positive = b.icmp(S32, IntPredicate::Sgt, x, zero);
    compute(mf, inst, result, G_SELECT, &[positive, x, negated]);
}

/// Builds the sum of each byte's bit count, in a vector register.
fn count_ones(mf: &mut MachineFunction, inst: InstId, result: VReg) {
    let Some(x) = source(mf, inst) else { return };
    let (from, to) = (mf.ty(x), mf.ty(result));
    let mut b = Builder::before(mf, inst);
    let wide = if from == S32 { b.op(G_ZEXT, S64, &[x]) } else { x };
    let bytes = b.op(G_BITCAST, Llt::vector(8, S8), &[wide]);
    let counts = b.op(G_CTPOP, Llt::vector(8, S8), &[bytes]);
    let sum = sum_of_lanes(&mut b, op::G_UADDLV, S32, counts);
    let (opcode, word) = if to == S32 { (COPY, sum) } else { (G_ZEXT, b.op(COPY, S32, &[sum])) };
    compute(mf, inst, result, opcode, &[word]);
}

/// Returns the sum of type `ty` (32 or 64 bits) that `opcode` computes of all lanes: the first
/// element of a vector.
pub(crate) fn sum_of_lanes(b: &mut Builder<'_>, opcode: Opcode, ty: Llt, lanes: VReg) -> VReg {
    let sums = b.op(opcode, Llt::vector(128 / ty.bits(), ty), &[lanes]);
    let first = b.constant(S64, 0);
    let sum = b.op(G_EXTRACT_VECTOR_ELT, ty, &[sums, first]);
    if b.mf.properties.contains(Properties::REG_BANK_SELECTED) {
        b.mf.set_reg_attr(sum, RegAttr::Bank(banks::FPR));
    }
    sum
}

/// Replaces an inequality of lanes by an inverted equality.
fn invert_equality(mf: &mut MachineFunction, inst: InstId, result: VReg) {
    let &[_, predicate, lhs, rhs] = mf.operands(inst) else { return };
    if predicate.as_int_predicate() != Some(IntPredicate::Ne) {
        return;
    }
    let ty = mf.ty(result);
    let mut b = Builder::before(mf, inst);
    let equal = b.mf.create_vreg(ty);
    b.inst(G_ICMP, &[Operand::def(equal), Operand::int_predicate(IntPredicate::Eq), lhs, rhs]);
    let ones = b.int(ty, -1);
    compute(mf, inst, result, G_XOR, &[equal, ones]);
}

/// Rewrites comparisons of lanes. After RegBankSelect LLVM has three ordered ones; the others are
/// built from them.
fn compare_floats(mf: &mut MachineFunction, inst: InstId, result: VReg) {
    use FloatPredicate::*;
    let Some(predicate) = mf.operand(inst, 1).as_float_predicate() else { return };
    let (Some(x), Some(y)) = (mf.vreg_operand(inst, 2), mf.vreg_operand(inst, 3)) else { return };
    if !mf.properties.contains(Properties::REG_BANK_SELECTED) {
        return;
    }
    let ty = mf.ty(result);
    let inverted = matches!(predicate, Uno | Ueq | Ugt | Uge | Ult | Ule | Une | True);
    let mut b = Builder::before(mf, inst);
    let compared = match if inverted { predicate.inverse() } else { predicate } {
        Oeq => b.op(op::G_FCMEQ, ty, &[x, y]),
        Ogt => b.op(op::G_FCMGT, ty, &[x, y]),
        Oge => b.op(op::G_FCMGE, ty, &[x, y]),
        Olt => b.op(op::G_FCMGT, ty, &[y, x]),
        Ole => b.op(op::G_FCMGE, ty, &[y, x]),
        other @ (One | Ord) => {
            let greater = if other == Ord { op::G_FCMGE } else { op::G_FCMGT };
            let either = [b.op(greater, ty, &[x, y]), b.op(op::G_FCMGT, ty, &[y, x])];
            b.op(G_OR, ty, &either)
        }
        _ => b.int(ty, 0),
    };
    if inverted {
        let ones = b.int(ty, -1);
        compute(mf, inst, result, G_XOR, &[compared, ones]);
    } else {
        compute(mf, inst, result, COPY, &[compared]);
    }
}

/// Returns true if a register is a general one.
fn is_general(mf: &MachineFunction, v: VReg) -> bool {
    match mf.reg_attr(v) {
        RegAttr::Bank(bank) => bank == banks::GPR,
        RegAttr::Class(class) => REGISTERS.class(class).bank == banks::GPR,
        RegAttr::None => false,
    }
}

/// Inserts elements of less than 32 bits in general registers one by one, unless they are
/// constants.
fn insert_elements(mf: &mut MachineFunction, inst: InstId, result: VReg) {
    let (ty, elements) =
        (mf.ty(result), (1..mf.operands(inst).len()).filter_map(|n| mf.vreg_operand(inst, n)));
    let elements: Vec<VReg> = elements.collect();
    let narrow = |&v: &VReg| {
        is_general(mf, v) && !matches!(mf.def(v).map(|d| mf.opcode(d)), Some(G_CONSTANT | G_IMPLICIT_DEF))
    };
    if ty.scalar_bits() >= 32 || !elements.iter().any(narrow) {
        return;
    }
    let mut b = Builder::before(mf, inst);
    let mut vector = b.op(G_IMPLICIT_DEF, ty, &[]);
    for (lane, &element) in elements.iter().enumerate() {
        if b.mf.def(element).is_some_and(|def| b.mf.opcode(def) == G_IMPLICIT_DEF) {
            continue;
        }
        let general = is_general(b.mf, element);
        let element = if general { b.op(G_ANYEXT, S32, &[element]) } else { element };
        let lane = b.constant(S64, lane as i64);
        vector = b.op(G_INSERT_VECTOR_ELT, ty, &[vector, element, lane]);
    }
    compute(mf, inst, result, COPY, &[vector]);
}

/// Extracts a word of a vector for a general register in the vector bank, and copies it.
fn extract_in_vectors(mf: &mut MachineFunction, inst: InstId, result: VReg) {
    let (Some(vector), Some(lane)) = (mf.vreg_operand(inst, 1), mf.vreg_operand(inst, 2)) else { return };
    if mf.ty(result) != S32 || !is_general(mf, result) {
        return;
    }
    let word = mf.create_vreg_with(S32, RegAttr::Bank(banks::FPR));
    compute(mf, inst, result, COPY, &[word]);
    let operands = [Operand::def(word), Operand::use_of(vector), Operand::use_of(lane)];
    Builder::before(mf, inst).inst(G_EXTRACT_VECTOR_ELT, &operands);
}

/// Unmerges a vector register for general registers in the vector bank, and copies the results.
fn split_in_vectors(mf: &mut MachineFunction, inst: InstId) {
    let mut results: Vec<VReg> = mf.operands(inst).iter().filter_map(|o| o.vreg()).collect();
    let Some(source) = results.pop() else { return };
    if is_general(mf, source) || !results.iter().all(|&v| is_general(mf, v)) {
        return;
    }
    let part = mf.ty(results[0]);
    let parts: Vec<VReg> =
        results.iter().map(|_| mf.create_vreg_with(part, RegAttr::Bank(banks::FPR))).collect();
    compute(mf, inst, results[0], COPY, &parts[..1]);
    let mut b = Builder::before(mf, inst);
    let operands = parts.iter().map(|&v| Operand::def(v)).chain([Operand::use_of(source)]);
    b.inst(G_UNMERGE_VALUES, &operands.collect::<Vec<_>>());
    for (&result, &part) in results.iter().zip(&parts).skip(1) {
        b.inst(COPY, &[Operand::def(result), Operand::use_of(part)]);
    }
}

/// Replaces a select of vectors by one or two selects of 64-bit words in vector registers.
fn select_words(mf: &mut MachineFunction, inst: InstId, result: VReg) {
    let operands: Vec<VReg> = (1..4).filter_map(|n| mf.vreg_operand(inst, n)).collect();
    let (ty, &[condition, yes, no]) = (mf.ty(result), &operands[..]) else { return };
    let old = mf.vregs().len();
    let mut b = Builder::before(mf, inst);
    let [yes, no] = [yes, no].map(|v| words(&mut b, v));
    let chosen: Vec<VReg> =
        yes.iter().zip(&no).map(|(&yes, &no)| b.op(G_SELECT, S64, &[condition, yes, no])).collect();
    let sources: Vec<VReg> = match chosen[..] {
        [_] => chosen,
        _ => vec![b.op(G_BUILD_VECTOR, Llt::vector(2, S64), &chosen)],
    };
    let copies = ty == mf.ty(sources[0]);
    compute(mf, inst, result, if copies { COPY } else { G_BITCAST }, &sources);
    if mf.properties.contains(Properties::REG_BANK_SELECTED) {
        (old..mf.vregs().len()).for_each(|n| mf.set_reg_attr(VReg::new(n), RegAttr::Bank(banks::FPR)));
    }
}

/// Returns the one or two 64-bit words of a vector.
fn words(b: &mut Builder<'_>, vector: VReg) -> Vec<VReg> {
    let ty = b.mf.ty(vector);
    if ty.bits() == 64 {
        return vec![b.op(G_BITCAST, S64, &[vector])];
    }
    let pair = Llt::vector(2, S64);
    let vector = if ty == pair { vector } else { b.op(G_BITCAST, pair, &[vector]) };
    b.unmerge(S64, vector).to_vec()
}

/// Inserts a pointer as an integer, and a value of less than 32 bits from a general register as 32
/// bits.
fn insert_integer(mf: &mut MachineFunction, inst: InstId, result: VReg) {
    let (Some(vector), Some(element)) = (mf.vreg_operand(inst, 1), mf.vreg_operand(inst, 2)) else { return };
    let ty = mf.ty(result).with_element(S64);
    if mf.ty(element).bits() < 32 && mf.reg_attr(element) == RegAttr::Bank(banks::GPR) {
        let wide = Builder::before(mf, inst).op(G_ANYEXT, S32, &[element]);
        mf.set_operand(inst, 2, Operand::use_of(wide));
        return;
    }
    if !mf.ty(element).is_pointer() {
        return;
    }
    let index = mf.operand(inst, 3);
    let mut b = Builder::before(mf, inst);
    let vector = b.op(G_BITCAST, ty, &[vector]);
    let element = b.op(G_PTRTOINT, S64, &[element]);
    let inserted = b.mf.create_vreg(ty);
    b.inst(
        G_INSERT_VECTOR_ELT,
        &[Operand::def(inserted), Operand::use_of(vector), Operand::use_of(element), index],
    );
    compute(mf, inst, result, G_BITCAST, &[inserted]);
}

/// Extends the amounts of rotations to 64 bits.
fn widen_amount(mf: &mut MachineFunction, inst: InstId) {
    let Some(amount) = mf.vreg_operand(inst, 2).filter(|&v| mf.ty(v) == S32) else { return };
    let wide = Builder::before(mf, inst).op(G_ZEXT, S64, &[amount]);
    mf.set_operand(inst, 2, Operand::use_of(wide));
}

/// Shuffles pointer lanes as integers.
fn shuffle_integers(mf: &mut MachineFunction, inst: InstId, result: VReg) {
    let (Some(lhs), Some(rhs)) = (mf.vreg_operand(inst, 1), mf.vreg_operand(inst, 2)) else { return };
    if !mf.ty(result).has_pointer_elements() {
        return;
    }
    let (mask, ty) = (mf.operand(inst, 3), mf.ty(result).with_element(S64));
    let mut b = Builder::before(mf, inst);
    let [lhs, rhs] = [lhs, rhs].map(|v| b.op(G_BITCAST, ty, &[v]));
    let shuffled = b.mf.create_vreg(ty);
    let operands = [Operand::def(shuffled), Operand::use_of(lhs), Operand::use_of(rhs), mask];
    b.inst(G_SHUFFLE_VECTOR, &operands);
    compute(mf, inst, result, G_BITCAST, &[shuffled]);
}

/// Restricts registers with lower halves to those other than the stack pointer.
fn leave_out_stack_pointer(mf: &mut MachineFunction, inst: InstId) {
    for n in 0..mf.operands(inst).len() {
        let operand = mf.operand(inst, n);
        let Some(vreg) = operand.vreg().filter(|_| operand.sub_reg() == subs::SUB_32) else { continue };
        if let RegAttr::Class(class) = mf.reg_attr(vreg)
            && let Some(without) = REGISTERS.common_sub_class(class, classes::GPR64COMMON)
        {
            mf.set_reg_attr(vreg, RegAttr::Class(without));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::aarch64::target::AArch64Target;
    use gisel_codegen::ir::entity::SubtargetId;
    use gisel_codegen::ir::mir::MachineFunction;
    use gisel_codegen::ir::module::Module;
    use gisel_codegen::isel::legalizer::Legalizer;
    use gisel_codegen::machine::print;
    use gisel_codegen::mir_text::llvm_forms;
    use gisel_codegen::mir_text::parser;
    use gisel_codegen::pipeline::RuleConfig;

    /// Returns the instructions of a function with banks after the rewriting, from the names of
    /// their opcodes on.
    fn rewritten(body: &str, rewrite: fn(&mut MachineFunction, &AArch64Target)) -> Vec<String> {
        let target = AArch64Target::new("", "").unwrap();
        let copies =
            "    %0:gpr(p0) = COPY $x0\n    %1:gpr(s64) = COPY $x1\n    %2:fpr(<4 x s16>) = COPY $d0\n";
        let properties = "legalized: true\nregBankSelected: true\n";
        let text =
            format!("name: f\n{properties}body: |\n  bb.0:\n    liveins: $x0, $x1, $d0\n{copies}{body}\n");
        let mut module = Module::default();
        let mut mf = parser::parse(&text, &target, SubtargetId::new(0), &mut module).unwrap().remove(0);
        rewrite(&mut mf, &target);
        let insts = mf.insts(mf.entry()).map(|i| print::inst_to_string(&mf, &target, i).trim().to_owned());
        insts.filter(|line| !line.contains(" = COPY $")).collect()
    }

    fn written(body: &str) -> Vec<String> {
        rewritten(body, |mf, target| llvm_forms::write(mf, target))
    }

    fn read(body: &str) -> Vec<String> {
        rewritten(body, |mf, target| {
            let (module, config) = (Module::default(), RuleConfig::default());
            llvm_forms::read(mf, target, &module, &mut Legalizer::default(), &config).unwrap();
        })
    }

    #[test]
    fn lanes_that_differ_are_not_equal() {
        let lines = written("    %3:fpr(<4 x s16>) = G_ICMP intpred(ne), %2(<4 x s16>), %2");
        assert_eq!(lines[0], "%4:fpr(<4 x s16>) = G_ICMP intpred(eq), %2(<4 x s16>), %2");
        assert_eq!(lines[3], "%3:fpr(<4 x s16>) = G_XOR %4, %6");
    }

    #[test]
    fn elements_in_general_registers_have_at_least_32_bits() {
        let lines = written(
            "    %3:gpr(s16) = G_TRUNC %1(s64)\n    %4:fpr(<4 x s16>) = G_INSERT_VECTOR_ELT %2, %3(s16), %1(s64)",
        );
        assert_eq!(lines[1], "%5:gpr(s32) = G_ANYEXT %3(s16)");
        assert_eq!(lines[2], "%4:fpr(<4 x s16>) = G_INSERT_VECTOR_ELT %2, %5(s32), %1(s64)");
    }

    #[test]
    fn lanes_are_compared_by_ordered_predicates() {
        let compared = |predicate: &str| {
            let lines = written(&format!(
                "    %3:fpr(<2 x s32>) = G_BITCAST %2(<4 x s16>)
    %4:fpr(<2 x s32>) = G_FCMP floatpred({predicate}), %3(<2 x s32>), %3"
            ));
            let opcodes = lines[1..].iter().filter_map(|line| line.split_once(" = ")?.1.split(' ').next());
            opcodes.collect::<Vec<_>>().join(" ")
        };
        assert_eq!(compared("oeq"), "G_FCMEQ COPY");
        assert_eq!(compared("olt"), "G_FCMGT COPY");
        assert_eq!(compared("one"), "G_FCMGT G_FCMGT G_OR COPY");
        assert_eq!(compared("ugt"), "G_FCMGE G_CONSTANT G_BUILD_VECTOR G_XOR");
        assert_eq!(compared("uno"), "G_FCMGE G_FCMGT G_OR G_CONSTANT G_BUILD_VECTOR G_XOR");
        assert_eq!(compared("false"), "G_CONSTANT G_BUILD_VECTOR COPY");
    }

    #[test]
    fn narrow_elements_of_general_registers_are_put_in_one_after_the_other() {
        let of = |element: &str| {
            let elements = format!("%4(s16), {element}(s16), {element}(s16), {element}(s16)");
            written(&format!(
                "    %3:gpr(s16) = G_TRUNC %1(s64)\n    %4:gpr(s16) = G_CONSTANT i16 3\n    %5:fpr(<4 x s16>) = G_BUILD_VECTOR {elements}"
            ))
        };
        let count =
            |lines: &[String], opcode: &str| lines.iter().filter(|line| line.contains(opcode)).count();
        let lines = of("%3");
        assert_eq!(count(&lines, "G_BUILD_VECTOR"), 0, "{lines:?}");
        assert_eq!([count(&lines, "G_ANYEXT"), count(&lines, "G_INSERT_VECTOR_ELT")], [4, 4], "{lines:?}");
        let constants = of("%4");
        assert_eq!(count(&constants, "G_BUILD_VECTOR"), 1, "{constants:?}");
    }

    #[test]
    fn registers_are_taken_apart_in_their_bank() {
        let lines = written(
            "    %3:fpr(s128) = G_LOAD %0(p0) :: (load (s128))\n    %4:gpr(s64), %5:gpr(s64) = G_UNMERGE_VALUES %3(s128)",
        );
        assert_eq!(lines[1], "%6:fpr(s64), %7:fpr(s64) = G_UNMERGE_VALUES %3(s128)");
        assert_eq!(lines[2], "%5:gpr(s64) = COPY %7(s64)");
        assert_eq!(lines[3], "%4:gpr(s64) = COPY %6(s64)");
        let lines = written(
            "    %3:fpr(<2 x s32>) = G_BITCAST %2(<4 x s16>)\n    %4:gpr(s32) = G_EXTRACT_VECTOR_ELT %3(<2 x s32>), %1(s64)",
        );
        assert_eq!(lines[1], "%5:fpr(s32) = G_EXTRACT_VECTOR_ELT %3(<2 x s32>), %1(s64)");
        assert_eq!(lines[2], "%4:gpr(s32) = COPY %5(s32)");
    }

    #[test]
    fn absolute_values_are_selected() {
        let lines = written("    %3:gpr(s64) = G_ABS %1");
        assert_eq!(lines[1], "%5:gpr(s64) = G_SUB %4, %1");
        assert_eq!(lines[2], "%6:gpr(s32) = G_ICMP intpred(sgt), %1(s64), %4");
        assert_eq!(lines[3], "%3:gpr(s64) = G_SELECT %6(s32), %1, %5");
    }

    #[test]
    fn constants_in_general_registers_are_integers() {
        let lines = written("    %3:gpr(s64) = G_FCONSTANT double 1.000000e+00");
        assert_eq!(lines, ["%3:gpr(s64) = G_CONSTANT i64 4607182418800017408"]);
    }

    #[test]
    fn accesses_that_compute_addresses_are_two_instructions() {
        let copies = "    $w0 = COPY %3(s32)\n    $x1 = COPY %4(p0)";
        let load = "    %3:gpr(s32), %4:gpr(p0) = G_INDEXED_LOAD %0, %1(s64), 0 :: (load (s32))";
        let post = read(&format!("{load}\n{copies}"));
        assert_eq!(
            post[..2],
            ["%4:gpr(p0) = G_PTR_ADD %0, %1(s64)", "%3:gpr(s32) = G_LOAD %0(p0) :: (load (s32))"]
        );
        let pre = read("    %3:gpr(p0) = G_INDEXED_STORE %1(s64), %0, %1(s64), 1 :: (store (s64))");
        assert_eq!(pre, ["%3:gpr(p0) = G_PTR_ADD %0, %1(s64)", "G_STORE %1(s64), %3(p0) :: (store (s64))"]);
    }

    #[test]
    fn types_legal_only_in_llvm_are_legalized_and_banks_stay() {
        let body = "    %3:gpr(s16) = G_CONSTANT i16 7\n    %4:fpr(s16) = G_CONSTANT i16 7\n    %5:fpr(s64) = COPY %1(s64)
    %6:fpr(<4 x s16>) = G_BUILD_VECTOR %3(s16), %4(s16), %3(s16), %4(s16)\n    %7:fpr(<4 x s16>) = G_UMULH %2, %6
    $d0 = COPY %7(<4 x s16>)\n    $d1 = COPY %5(s64)";
        let lines = read(body);
        assert!(lines.iter().all(|line| !line.contains("(<4 x s16>) = G_UMULH")), "{lines:?}");
        assert!(lines.contains(&"%5:fpr(s64) = COPY %1(s64)".to_owned()), "{lines:?}");
        assert!(lines.contains(&"$d1 = COPY %5(s64)".to_owned()), "{lines:?}");
        assert!(lines.iter().all(|line| !line.contains(":_")), "{lines:?}");
    }

    #[test]
    fn a_conversion_finds_its_integer_in_the_other_bank() {
        let lines = read(
            "    %3:fpr(s64) = G_LOAD %0(p0) :: (load (s64))\n    %4:fpr(s64) = G_SITOFP %3(s64)\n    $d0 = COPY %4(s64)",
        );
        assert_eq!(lines[1..3], ["%5:gpr(s64) = COPY %3(s64)", "%4:fpr(s64) = G_SITOFP %5(s64)"]);
    }

    #[test]
    fn intrinsics_are_what_the_legalizer_of_llvm_makes_of_them() {
        let of = |result: &str, name: &str, rest: &str| {
            written(&format!(
                "    %3:{result} = G_INTRINSIC intrinsic(@llvm.aarch64.neon.{name}), %2(<4 x s16>){rest}"
            ))
        };
        let both = ", %2(<4 x s16>)";
        assert_eq!(of("fpr(<4 x s16>)", "uhadd", both), ["%3:fpr(<4 x s16>) = G_UAVGFLOOR %2, %2"]);
        assert_eq!(
            of("fpr(<4 x s16>)", "vsli", ", %2(<4 x s16>), 3"),
            ["%3:fpr(<4 x s16>) = G_SLI %2, %2, 3"]
        );
        let sum = of("fpr(s32)", "saddlv", "");
        assert_eq!(sum[0], "%4:fpr(<4 x s32>) = G_SADDLV %2(<4 x s16>)");
        assert_eq!(
            sum[2..],
            ["%6:fpr(s32) = G_EXTRACT_VECTOR_ELT %4(<4 x s32>), %5(s64)", "%3:fpr(s32) = COPY %6(s32)"]
        );
        let narrowed = written(
            "    %3:fpr(<8 x s16>) = G_IMPLICIT_DEF\n    %4:fpr(<8 x s8>) = G_INTRINSIC intrinsic(@llvm.aarch64.neon.sqrshrun), %3(<8 x s16>), 5",
        );
        let expected =
            ["%5:fpr(<8 x s16>) = G_SRSHR_I %3, 5", "%4:fpr(<8 x s8>) = G_TRUNC_SSAT_U %5(<8 x s16>)"];
        assert_eq!(narrowed[1..], expected);
        // Other types are unchanged.
        assert!(of("gpr(s32)", "sqadd", both)[0].contains("G_INTRINSIC"));
    }
}
