//! InstructionSelect: replaces generic instructions by a target's, bottom-up.
//!
//! Blocks are visited in post-order and their instructions in reverse. So an instruction is
//! selected after all its uses, except those in phis of loops. A target's rules match at one
//! instruction, the root, and look through definitions. When a rule has matched, new instructions
//! are inserted before the root, and the root is erased. A definition that is folded into all its
//! uses has none left when it is visited, and is erased too.
//!
//! Requires: `RegBankSelected`. Establishes: `Selected` (no generic opcodes; every register has a
//! class). Cost: linear in the instructions, times the depth of the patterns.

mod class_cache;
mod constraints;
mod selection;
mod selector;

pub use selection::{Selected, Selection};
pub use selector::InstructionSelector;

use super::folded_metadata::Inputs;
use crate::ir::entity::{BlockId, InstId, VReg};
use crate::ir::mir::{MachineFunction, Properties, RegAttr};
use crate::ir::module::Module;
use crate::ir::opcodes as op;
use crate::isel::rule_config::RuleConfig;
use crate::isel::target::IselTarget;
use crate::machine::desc::instructions::InstrFlags;
use crate::machine::print::inst_to_string;
use crate::passes::analysis::dominators::postorder;
use crate::support::error::{CompileError, Result};

/// Selects instructions of the whole function.
pub fn run(
    mf: &mut MachineFunction,
    target: &dyn IselTarget,
    module: &Module,
    rule_config: &RuleConfig,
) -> Result<()> {
    // Combiners have changed what values are computed of.
    mf.note_derived_values();
    mf.note_extensions();
    let order = selection_order(mf);
    let selector = target.selector();
    let mut selection = Selection::new(mf, target, target.register_banks(), module, rule_config);
    for block in order {
        let mut next = selection.mf.last_inst(block);
        while let Some(inst) = next {
            next = selection.mf.prev_inst(inst);
            select_inst(&mut selection, selector, inst)?;
        }
    }
    selection.settle_all_classes();
    if let Some(message) = selection.take_error() {
        return Err(CompileError::new(&mf.name, "", message));
    }
    mf.properties |= Properties::SELECTED;
    if let Some(inst) = selector.unavailable(mf) {
        let text = inst_to_string(mf, target, inst);
        return Err(CompileError::new(&mf.name, text, "the subtarget does not have these registers"));
    }
    Ok(())
}

/// Returns all blocks: unreachable ones first, then post-order from the entry.
fn selection_order(mf: &MachineFunction) -> Vec<BlockId> {
    let (order, seen) = postorder(mf);
    if order.len() == mf.layout.len() {
        return order;
    }
    let mut all: Vec<BlockId> = mf.layout.iter().copied().filter(|b| !seen[b.index()]).collect();
    all.reverse();
    all.extend(order);
    all
}

#[inline]
fn select_inst(
    selection: &mut Selection<'_>,
    selector: &dyn InstructionSelector,
    inst: InstId,
) -> Result<()> {
    let (i, operands) = selection.mf.inst_and_operands(inst);
    let opcode = i.opcode;
    let is_unused = |v: VReg| selection.mf.use_count(v) == 0;
    let may_be_dead = operands.first().is_some_and(|o| o.is_def() && o.vreg().is_some_and(is_unused));
    if may_be_dead && selection.mf.remove_if_dead(&selection.descs, inst) {
        return Ok(());
    }
    match opcode {
        op::G_PHI => selection.mf.inst_mut(inst).opcode = op::PHI,
        op::G_IMPLICIT_DEF => selection.mf.inst_mut(inst).opcode = op::IMPLICIT_DEF,
        op::COPY if !selection.crosses_banks(inst) => {}
        _ if opcode == op::COPY || selection.desc(opcode).has(InstrFlags::GENERIC) => {
            return select_generic(selection, selector, inst);
        }
        _ => {
            // Most have physical registers only.
            if selection.mf.operands(inst).iter().any(|o| o.vreg().is_some()) {
                selection.constrain_operands(inst);
            }
            return check(selection, inst);
        }
    }
    if let Some(vreg) = selection.mf.vreg_operand(inst, 0) {
        selection.settle_class(vreg);
    }
    check(selection, inst)
}

fn select_generic(
    selection: &mut Selection<'_>,
    selector: &dyn InstructionSelector,
    inst: InstId,
) -> Result<()> {
    selection.mf.freezes |= selection.mf.opcode(inst) == op::G_FREEZE;
    selection.start(inst);
    let inputs = Inputs::of(selection.mf, inst);
    let Some(selected) = selector.select(selection, inst) else {
        return Err(error(selection, inst, "cannot select"));
    };
    selection.finish(selected);
    if let Some(inputs) = inputs.filter(|_| !selection.has_failed()) {
        inputs.move_to_replacement(selection.mf, selection.descs, inst);
    }
    check(selection, inst)
}

#[inline]
fn check(selection: &mut Selection<'_>, inst: InstId) -> Result<()> {
    if selection.has_failed() {
        let message = selection.take_error().unwrap_or_default();
        return Err(error(selection, inst, &message));
    }
    Ok(())
}

#[cold]
fn error(selection: &Selection<'_>, inst: InstId, message: &str) -> CompileError {
    let text = inst_to_string(selection.mf, selection.target, inst);
    CompileError::new(&selection.mf.name, text, message)
}

impl Selection<'_> {
    /// Returns true if `inst` copies between registers of different banks.
    #[inline]
    fn crosses_banks(&self, inst: InstId) -> bool {
        let &[to, from, ..] = self.mf.operands(inst) else { return false };
        match (to.vreg(), from.vreg()) {
            (Some(to), Some(from)) => {
                matches!((self.bank(to), self.bank(from)), (Some(a), Some(b)) if a != b)
            }
            _ => false,
        }
    }

    /// Returns the bank of `vreg`.
    #[inline]
    pub fn bank(&self, vreg: VReg) -> Option<crate::machine::desc::registers::BankId> {
        match self.mf.reg_attr(vreg) {
            RegAttr::None => None,
            RegAttr::Bank(bank) => Some(bank),
            RegAttr::Class(class) => Some(self.registers.class(class).bank),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::run;
    use crate::ir::module::Module;
    use crate::isel::rule_config::RuleConfig;
    use crate::testing::passes::{body, parse, verified};
    use crate::testing::toy::TOY;

    const BANKED: &str = "legalized: true\nregBankSelected: true\nisSSA: true\ntracksRegLiveness: true\n";

    /// Selects a function that starts with two integers and a wide register.
    fn select(text: &str) -> Result<Vec<String>, String> {
        let mut module = Module::default();
        let start = "bb.0:\nliveins: $r0, $r1, $q0, $q1\n%0:general(s64) = COPY $r0\n\
                     %1:general(s64) = COPY $r1\n%2:wide = COPY $q0\n";
        let mut mf = parse(&mut module, BANKED, &format!("{start}{text}\nRET"));
        run(&mut mf, TOY, &module, &RuleConfig::default()).map_err(|error| error.to_string())?;
        verified(&mf, &module);
        Ok(body(&mf, &module))
    }

    /// Returns the selected lines after the copies at the start and before the return.
    pub(super) fn selected(text: &str) -> Vec<String> {
        let lines = select(text).unwrap_or_else(|error| panic!("{error}"));
        let copied =
            |line: &&String| !["bb.0", "%0:", "%1:", "%2:"].iter().any(|start| line.starts_with(start));
        lines.iter().filter(copied).filter(|line| *line != "RET").cloned().collect()
    }

    /// Returns the error of selection.
    pub(super) fn error(text: &str) -> String {
        select(text).expect_err("it cannot be selected")
    }

    #[test]
    fn folded_and_unused_definitions_are_erased() {
        let unused = "%3:general(s64) = G_ADD %0, %1\n%4:general(s64) = G_MUL %3, %1\nTRACE %0";
        assert_eq!(selected(unused), ["TRACE %0"]);
        // A volatile load has an effect.
        let loaded = "%3:general(p0) = COPY $r0\n%4:general(s64) = G_LOAD %3(p0) :: (volatile load (s64))";
        assert_eq!(selected(loaded)[1], "%4:gpr = LOADI %3, 0 :: (volatile load (s64))");
    }

    #[test]
    fn a_value_is_selected_after_its_use_in_a_phi() {
        let lines = selected(
            "BR %bb.1
            bb.1:
            %3:general(s64) = G_PHI %0(s64), %bb.0, %4(s64), %bb.1
            %4:general(s64) = G_ADD %3, %1
            %5:general(s1) = G_IMPLICIT_DEF
            G_BRCOND %5(s1), %bb.1
            G_BR %bb.2
            bb.2:",
        );
        let expected = [
            "BR %bb.1",
            "bb.1:",
            "%3:gpr = PHI %0, %bb.0, %4, %bb.1",
            "%4:gpr = ADD %3, %1",
            "%5:gpr = IMPLICIT_DEF",
            "BCC %5, %bb.1",
            "BR %bb.2",
            "bb.2:",
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn unreachable_blocks_are_selected() {
        let lines = selected("RET\nbb.1:\n%3:general(s64) = G_CONSTANT i64 7\nTRACE %3\nBR %bb.2\nbb.2:");
        assert_eq!(lines, ["bb.1:", "%3:gpr = CONST 7", "TRACE %3", "BR %bb.2", "bb.2:"]);
    }

    #[test]
    fn an_instruction_without_a_rule_is_an_error_that_shows_it() {
        let message = error("%3:general(s64) = G_MUL %0, %1\nTRACE %3");
        assert!(message.contains("cannot select") && message.contains("G_MUL %0, %1"), "{message}");
    }

    #[test]
    fn copies_between_banks_require_a_rule() {
        let message = error("%3:float(s64) = COPY %0(s64)\n$d0 = COPY %3(s64)");
        assert!(message.contains("cannot select"), "{message}");
    }
}
