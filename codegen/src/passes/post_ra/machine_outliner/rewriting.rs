//! Creates an outlined function from the first occurrence of its sequence, and replaces all
//! occurrences by calls.
//!
//! CFI directives are also preserved in the original function, after the jump to the outlined code:
//! they apply to the code that follows.

use super::candidates::{Candidate, ConstructionKind, Outlined, Saved};
use super::cfi_state::{CfiState, States};
use super::liveness;
use super::mapping::MappedInst;
use crate::ir::builder::Builder;
use crate::ir::entity::{InstId, SymbolId};
use crate::ir::mir::{CfiDirective, MachineFunction, Operand, OperandFlags, OperandTag, Properties};
use crate::ir::opcodes::{self, CFI_INSTRUCTION};
use crate::machine::desc::registers::PhysReg;
use crate::machine::outlining::Outlining;
use crate::passes::target::PassTarget;

/// Builds the function `mf`, which is empty, from code of `from`.
pub(super) fn make(
    mf: &mut MachineFunction,
    from: &MachineFunction,
    places: &[MappedInst],
    outlined: &Outlined,
    target: &dyn PassTarget,
    states: &States,
) {
    let kind = outlined.kind;
    let Some(outlining) = target.outlining() else { return };
    mf.pointer = from.pointer;
    mf.properties = from.properties | Properties::NO_VREGS;
    mf.attrs.opt_size = true;
    mf.attrs.min_size = true;
    mf.attrs.no_red_zone = true;
    mf.attrs.branch_target_enforcement = from.attrs.branch_target_enforcement;
    let block = mf.append_block();
    describe_entry(mf, outlined, target, states);
    for inst in places.iter().filter_map(|place| place.inst) {
        let operands = from.operands(inst).iter();
        let operands: Vec<Operand> = operands.filter_map(|&operand| taken_over(mf, from, operand)).collect();
        let copy = mf.create_inst(from.opcode(inst), &operands, None);
        mf.inst_mut(copy).flags = from.inst(inst).flags;
        mf.append_inst(block, copy);
    }
    match kind {
        ConstructionKind::Jumped => {}
        ConstructionKind::Thunk => {
            let Some(call) = mf.last_inst(block) else { return };
            let Some(jump) = outlining.jump_of_call(mf.opcode(call)) else { return };
            let operands = outlining.jump_operands(mf.operands(call));
            mf.replace_with_inst(call, jump, &operands);
        }
        ConstructionKind::Called => outlining.build_return(&mut Builder::at_end(mf, block)),
    }
    // Callers may have live values in any register that no instruction here names.
    let Some(exit) = mf.last_inst(block) else { return };
    for reg in liveness::registers(outlining.linkage()) {
        mf.push_operand(exit, Operand::implicit_use(reg));
    }
}

/// Emits the directives for the unwind state at the start of an outlined function.
fn describe_entry(mf: &mut MachineFunction, outlined: &Outlined, target: &dyn PassTarget, states: &States) {
    let kind = outlined.kind;
    let linkage = target.outlining().map(Outlining::linkage);
    if kind == ConstructionKind::Jumped {
        let initial = CfiState::initial(target.mc().unwind().initial);
        let state = states.get(outlined.state);
        let directives = state.map(|state| state.directives(&initial)).unwrap_or_default();
        let block = mf.entry();
        directives.into_iter().for_each(|directive| Builder::at_end(mf, block).cfi(directive));
    } else if let Some(linkage) =
        linkage.filter(|of| kind == ConstructionKind::Called && of.link != of.call_link)
    {
        mf.attrs.return_column = Some(target.registers().dwarf(linkage.link));
    }
}

/// Translates an operand of `from` to one of `mf`; `None` for those that are meaningful only in
/// `from`.
fn taken_over(mf: &mut MachineFunction, from: &MachineFunction, operand: Operand) -> Option<Operand> {
    match operand.tag() {
        OperandTag::PoolImm => from.imm_value(operand).map(|value| mf.imm(value)),
        OperandTag::Global => {
            let symbol = from.symbol_ref(operand)?;
            Some(mf.global(symbol.symbol, symbol.offset).with_target_flags(operand.target_flags()))
        }
        OperandTag::Cfi => {
            let directive = *from.cfi.get(operand.payload() as usize)?;
            Some(Operand::cfi(mf.create_cfi(directive)))
        }
        OperandTag::RegMask if from.custom_reg_mask(operand).is_some() => None,
        _ => Some(operand),
    }
}

/// Replaces the code at one occurrence by a call of `symbol`.
pub(super) fn replace(
    mf: &mut MachineFunction,
    places: &[MappedInst],
    outlined: &Outlined,
    candidate: &Candidate,
    symbol: SymbolId,
    target: &dyn PassTarget,
    states: &States,
) {
    let insts: Vec<InstId> = places.iter().filter_map(|place| place.inst).collect();
    let (Some(outlining), Some(&first)) = (target.outlining(), insts.first()) else { return };
    debug_assert!(
        insts.iter().all(|&inst| mf.block_of(inst).is_some() && mf.block_of(inst) == mf.block_of(first)),
        "{}: an outlined sequence crosses blocks",
        mf.name
    );
    let callee = mf.global(symbol, 0);
    let mut operands = registers(mf, &insts);
    let last_call = insts.last().filter(|_| outlined.kind == ConstructionKind::Thunk);
    let mask = last_call.and_then(|&call| mf.operands(call).iter().find(|o| o.tag() == OperandTag::RegMask));
    operands.extend(mask.copied());
    let state = places.first().and_then(|place| states.get(place.state));
    let restores = save(mf, first, candidate.saved, target, state);
    let mut b = Builder::before(mf, first);
    let call = match outlined.kind {
        ConstructionKind::Jumped => outlining.build_jump(&mut b, callee),
        ConstructionKind::Thunk => outlining.build_call(&mut b, callee, true),
        ConstructionKind::Called => outlining.build_call(&mut b, callee, false),
    };
    if candidate.saved != Saved::Nowhere {
        let scratch = scratch(candidate.saved);
        outlining.move_link(&mut b, scratch, true);
        restores.into_iter().for_each(|directive| b.cfi(directive));
    }
    operands.into_iter().for_each(|operand| mf.push_operand(call, operand));
    let mut next = Some(first);
    while let Some(inst) = next {
        next = mf.next_inst(inst).filter(|_| Some(&inst) != insts.last());
        if mf.opcode(inst) != CFI_INSTRUCTION && !opcodes::is_silent(mf.opcode(inst)) {
            mf.remove_inst(inst);
        }
    }
}

fn scratch(saved: Saved) -> Option<PhysReg> {
    match saved {
        Saved::Register(reg) => Some(reg),
        Saved::Nowhere | Saved::Stack => None,
    }
}

/// Saves `link` before `first`, in the unwind state `state`. Returns the directives for the point
/// where it is restored; none if unwinders find the value of `link` in the frame.
fn save(
    mf: &mut MachineFunction,
    first: InstId,
    saved: Saved,
    target: &dyn PassTarget,
    state: Option<&CfiState>,
) -> Vec<CfiDirective> {
    let Some(outlining) = target.outlining().filter(|_| saved != Saved::Nowhere) else { return Vec::new() };
    let mut b = Builder::before(mf, first);
    outlining.move_link(&mut b, scratch(saved), false);
    let Some(reg) = scratch(saved) else { return Vec::new() };
    let [link, reg] = [outlining.linkage().link, reg].map(|reg| target.registers().dwarf(reg));
    if state.is_some_and(|state| state.saved.iter().any(|&(saved, _)| saved == link)) {
        return Vec::new();
    }
    b.cfi(CfiDirective::Register(link, reg));
    vec![CfiDirective::Restore(link)]
}

/// Returns the registers that `insts` read before writing them, and those that they write, as
/// operands of a call.
fn registers(mf: &MachineFunction, insts: &[InstId]) -> Vec<Operand> {
    let (mut read, mut written): (Vec<PhysReg>, Vec<PhysReg>) = (Vec::new(), Vec::new());
    for &inst in insts {
        let operands = mf.operands(inst).iter();
        let named = operands.filter_map(|operand| Some((*operand, operand.phys()?)));
        for (operand, reg) in named.clone().filter(|(operand, _)| operand.is_use()) {
            let is_known = read.contains(&reg) || written.contains(&reg);
            if !is_known && !operand.flags.contains(OperandFlags::UNDEF) {
                read.push(reg);
            }
        }
        for (_, reg) in named.filter(|(operand, _)| operand.is_def()) {
            if !written.contains(&reg) {
                written.push(reg);
            }
        }
    }
    let written = written.into_iter().map(Operand::implicit_def);
    written.chain(read.into_iter().map(Operand::implicit_use)).collect()
}
