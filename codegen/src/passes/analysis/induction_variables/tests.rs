//! Loops of the toy target, and a reader of its arithmetic.

use super::*;
use crate::ir::entity::SubtargetId;
use crate::ir::mir::Operand;
use crate::ir::module::Module;
use crate::ir::opcodes::{G_MUL, G_OR, G_SHL, G_SUB, G_XOR};
use crate::mir_text::parser;
use crate::passes::analysis::control_flow::ControlFlow;
use crate::testing::toy::{ADD, CONST, GPR, LOAD, STORE, TOY};

/// The toy's arithmetic: constants are operands by their definitions, and an exclusive or compares.
pub(crate) struct ToyReader;

/// Returns the constant of a toy instruction.
pub(crate) fn number(mf: &MachineFunction, vreg: VReg) -> Option<i64> {
    let def = mf.def(vreg).filter(|&def| mf.opcode(def) == CONST)?;
    mf.imm_value(mf.operand(def, 1))
}

impl AddressReader for ToyReader {
    fn pointer_class(&self) -> RegClassId {
        GPR
    }

    fn max_addend(&self) -> i64 {
        100
    }

    fn step(&self, mf: &MachineFunction, inst: InstId) -> Option<AddressStep> {
        let &[_, a, b] = mf.operands(inst) else { return None };
        let (a, b) = (a.vreg()?, b.vreg()?);
        Some(match (mf.opcode(inst), number(mf, b)) {
            (ADD, Some(b)) => AddressStep::AddImm(a, b),
            (ADD, None) => AddressStep::Add(a, b),
            (G_OR, Some(b)) => AddressStep::OrImm(a, b),
            (G_SHL, Some(b)) => AddressStep::ShiftLeft(a, b as u32),
            (G_MUL, _) => AddressStep::Multiply(a, b),
            (G_SUB, _) => AddressStep::Sub(a, b),
            _ => return None,
        })
    }

    fn integer_constant(&self, mf: &MachineFunction, inst: InstId) -> Option<i64> {
        number(mf, mf.vreg_operand(inst, 0)?)
    }

    fn equality_test(&self, mf: &MachineFunction, inst: InstId, value: VReg) -> Option<Bound> {
        let &[_, a, b] = mf.operands(inst) else { return None };
        let is_test = mf.opcode(inst) == G_XOR && a.vreg() == Some(value);
        b.vreg().filter(|_| is_test).map(Bound::Register)
    }

    fn offset(&self, mf: &MachineFunction, inst: InstId, base: VReg) -> Option<i64> {
        let is_access = matches!(mf.opcode(inst), LOAD | STORE);
        (is_access && mf.operand(inst, 1).vreg() == Some(base)).then_some(0)
    }
}

/// Returns a function with these instructions in a loop, before the increment of `%4` by one and
/// the test of the result `%5` for equality with `%1`. `%0` and `%2` are invariant.
pub(crate) fn counting(start: &str, work: &str) -> MachineFunction {
    function(&format!(
        "  bb.0:
    successors: %bb.1
    liveins: $r0, $r1, $r2
    %0:gpr = COPY $r0
    %1:gpr = COPY $r1
    %2:gpr = COPY $r2
    %3:gpr = {start}
    %90:gpr = CONST 1
    %91:gpr = CONST 3
    BR %bb.1
  bb.1:
    successors: %bb.1, %bb.2
    %4:gpr = PHI %3, %bb.0, %5, %bb.1
{work}    %5:gpr = ADD %4, %90
    %6:gpr = G_XOR %5, %1
    BCC %6, %bb.1
    BR %bb.2
  bb.2:
    RET
"
    ))
}

/// Returns the function with this body.
pub(crate) fn function(body: &str) -> MachineFunction {
    let text = format!("name: f\nisSSA: true\ntracksRegLiveness: true\nbody: |\n{body}");
    parser::parse(&text, TOY, SubtargetId::new(0), &mut Module::default()).expect("MIR").remove(0)
}

/// Calls `check` with the analysis and the context of the function's first loop.
fn in_loop(mf: &MachineFunction, check: impl FnOnce(InductionVariables<'_>, &LoopContext<'_>)) {
    let flow = ControlFlow::of(mf);
    let (tree, loops) = (&flow.tree, flow.loops(mf));
    let registers = TOY.registers();
    let ivs = InductionVariables { mf, reader: &ToyReader, registers, tree, loops };
    let id = LoopId::new(0);
    let inside = |block: &BlockId| loops.innermost(*block) == Some(id);
    let body: Vec<BlockId> = tree.order.iter().copied().filter(inside).collect();
    let mut context = ivs.context(id, &body).expect("a loop with a preheader");
    ivs.collect_readers(&mut context);
    check(ivs, &context);
}

/// Calls `check` with the values derived from the only induction variable.
fn derived(start: &str, work: &str, check: impl FnOnce(&DerivedValues)) {
    let mf = counting(start, work);
    in_loop(&mf, |ivs, context| {
        let counters = ivs.of_loop(context);
        assert_eq!((counters.len(), counters[0].step), (1, 1));
        check(&ivs.derived_values(context, &[&counters[0]]).expect("few values"));
    });
}

fn reg(mf: &MachineFunction, inst: InstId) -> Option<VReg> {
    mf.operands(inst).first().copied().and_then(Operand::vreg)
}

#[test]
fn an_induction_variable_is_incremented_by_a_constant() {
    let mf = counting("CONST 7", "    STORE %4, %0\n");
    in_loop(&mf, |ivs, context| {
        let [counter] = &ivs.of_loop(context)[..] else { panic!("one induction variable") };
        assert_eq!((counter.step, ivs.constant(counter.start)), (1, Some(7)));
        assert_eq!(ivs.users(context, counter.value).len(), 2);
        assert!(ivs.is_invariant(context, counter.start) && !ivs.is_invariant(context, counter.next));
        assert_eq!(reg(&mf, counter.increment), Some(counter.next));
        // The old value is read in the block of the increment only.
        assert!(!ivs.outlives_increment(context, counter.value, counter.increment));
    });
}

#[test]
fn a_phi_lags_if_it_starts_one_step_earlier() {
    for (start, lags) in [(-1, 1), (0, 0)] {
        let text = format!(
            "  bb.0:
    successors: %bb.1
    %0:gpr = CONST 0
    %1:gpr = CONST 1
    %2:gpr = CONST {start}
    BR %bb.1
  bb.1:
    successors: %bb.1, %bb.2
    %3:gpr = PHI %0, %bb.0, %4, %bb.1
    %5:gpr = PHI %2, %bb.0, %3, %bb.1
    %4:gpr = ADD %3, %1
    BCC %5, %bb.1
    BR %bb.2
  bb.2:
    RET
"
        );
        let mf = function(&text);
        in_loop(&mf, |ivs, context| {
            let counters = ivs.of_loop(context);
            let lagging = ivs.lagging_phis(context, &counters);
            assert_eq!((counters.len(), lagging.len()), (1, lags), "start {start}");
            assert!(lagging.iter().all(|phi| phi.follows && phi.next == counters[0].value));
        });
    }
}

#[test]
fn two_latches_and_missing_preheaders_are_rejected() {
    let two = "  bb.0:
    successors: %bb.1
    %0:gpr = CONST 0
    BR %bb.1
  bb.1:
    successors: %bb.1, %bb.2
    BCC %0, %bb.1
    BR %bb.2
  bb.2:
    successors: %bb.1, %bb.3
    BCC %0, %bb.1
    BR %bb.3
  bb.3:
    RET
";
    let mf = function(two);
    let flow = ControlFlow::of(&mf);
    let (tree, loops, registers) = (&flow.tree, flow.loops(&mf), TOY.registers());
    let ivs = InductionVariables { mf: &mf, reader: &ToyReader, registers, tree, loops };
    assert!(loops.iter().all(|id| ivs.context(id, &[]).is_none()));
}

#[test]
fn values_are_multiples_and_sums() {
    let work = "    %10:gpr = G_SHL %4, %91
    %11:gpr = ADD %0, %10
    %12:gpr = ADD %11, %91
    STORE %12, %12
    %13:gpr = G_SUB %0, %4
    %14:gpr = ADD %4, %10
    STORE %13, %14
";
    derived("CONST 0", work, |found| {
        let value = |n: usize| &found.values[n];
        assert!(found.values.len() == 7 && found.test.as_ref().is_some_and(|test| test.of_next));
        let [shifted, difference, address] = [2, 3, 5].map(value);
        assert_eq!((shifted.rec.only_multiple(), shifted.is_needed), (Some(8), false));
        assert_eq!((difference.rec.multiple, difference.rec.is_address()), (-1, true));
        assert!(address.rec.is_address() && !address.is_needed && address.from[..] == [2]);
        // The sum of the induction variable and eight of it.
        assert_eq!(value(4).rec.only_multiple(), Some(9));
        // The stored address differs from the other one by a constant.
        assert_eq!((value(6).offset, value(6).is_needed, &value(6).rec), (3, true, &address.rec));
    });
}

#[test]
fn an_or_adds_where_its_bits_are_clear() {
    let work = "    %10:gpr = G_SHL %4, %91\n    %11:gpr = G_OR %10, %91\n    STORE %11, %11\n";
    derived("CONST 2", work, |found| assert_eq!(found.values[3].offset, 3));
    derived("COPY %0", work, |found| assert!(found.values.len() == 3 && found.values[2].is_needed));
    let of_counter = "    %11:gpr = G_OR %4, %90\n    STORE %11, %11\n";
    derived("CONST 2", of_counter, |found| assert_eq!(found.values.len(), 2));
}

#[test]
fn products_of_two_values_are_separate() {
    let work = "    %10:gpr = G_MUL %4, %4\n    STORE %10, %0\n";
    derived("CONST 0", work, |found| {
        let [product] = &found.products[..] else { panic!("one product") };
        assert_eq!((product.factors, product.step), ([0, 0], 1));
        assert!(!found.values[0].is_needed);
    });
    let by_invariant = work.replace("%4, %4", "%4, %2");
    derived("CONST 0", &by_invariant, |found| {
        assert!(found.products.is_empty() && found.values[2].rec.factor.is_some());
    });
}
