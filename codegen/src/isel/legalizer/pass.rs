//! The legalizer pass: worklists of instructions and of artifacts.
//!
//! Instructions are processed from the end of the function to its start, so dead ones are erased
//! before they would be legalized. New instructions are queued in turn. When no instruction is
//! left, artifacts are combined with the definitions of their operands. An artifact that cannot be
//! combined is legalized as an instruction. If no rule applies because its neighbours are not legal
//! yet, it is tried again after the others. Vector artifacts are scalarized only when nothing else
//! is left, since they may still combine. A replaced value becomes a `COPY`; the last walk renames
//! uses and removes copies and redundant constants, if there are any.

use super::artifacts::Combined;
use super::cache::LegalityCache;
use super::info::{Action, LegalizerInfo};
use super::query::LegalityQuery;
use super::{Cx, Outcome, artifacts, fewer_elements, libcall, lower, more_elements, narrow, widen};
use crate::ir::builder::Builder;
use crate::ir::entity::{BlockId, InstId, VReg};
use crate::ir::llt::Llt;
use crate::ir::mir::{InstFlags, MachineFunction, Operand, OperandTag, Properties, RegAttr};
use crate::ir::module::Module;
use crate::ir::opcodes::*;
use crate::isel::legalizer::target::LegalizerTarget;
use crate::isel::record::Root;
use crate::isel::rule_config::RuleConfig;
use crate::machine::desc::instructions::{Descs, InstrFlags, Opcode};
use crate::machine::print::inst_to_string;
use crate::support::coverage::RuleKind;
use crate::support::error::{CompileError, Result};

/// A worker's legalizer for one subtarget; its cache is preserved from function to function.
#[derive(Default)]
pub struct Legalizer {
    cache: LegalityCache,
    lists: Worklists,
}

/// The worklists; their memory is reused for the next function.
#[derive(Default)]
struct Worklists {
    insts: Vec<InstId>,
    artifacts: Vec<InstId>,
    doomed: Vec<InstId>,
    /// Artifacts that stay, because no rule applies or because they are legal, until their operands
    /// are replaced.
    settled: Vec<InstId>,
    /// Copies between virtual registers, original or created here.
    copies: Vec<InstId>,
    /// True if a constant has been created, which may be redundant in its block.
    made_constant: bool,
}

impl Worklists {
    fn clear(&mut self) {
        self.insts.clear();
        self.artifacts.clear();
        self.doomed.clear();
        self.settled.clear();
        self.copies.clear();
        self.made_constant = false;
    }
}

/// Legalizes `mf` with a fresh cache.
pub fn run(mf: &mut MachineFunction, target: &dyn LegalizerTarget, module: &Module) -> Result<()> {
    Legalizer::default().run(mf, target, module, &RuleConfig::default())
}

impl Legalizer {
    /// Legalizes `mf`. All functions of one legalizer must have the same subtarget.
    pub fn run(
        &mut self,
        mf: &mut MachineFunction,
        target: &dyn LegalizerTarget,
        module: &Module,
        config: &RuleConfig,
    ) -> Result<()> {
        let cx = Cx { target, info: target.legalizer_info(), module };
        let budget = MIN_STEPS + STEPS_PER_INSTRUCTION * mf.num_insts();
        let (cache, lists) = (&mut self.cache, &mut self.lists);
        lists.clear();
        let most = mf.num_insts() + MAX_CREATED;
        let descs = target.descs();
        let mut pass = Pass { cx, descs, config, cache, mf, lists, budget, most, last: false };
        pass.run()?;
        mf.properties |= Properties::LEGALIZED;
        Ok(())
    }
}

/// An upper bound far above the needs of the widest operations.
const STEPS_PER_INSTRUCTION: usize = 10_000;
const MIN_STEPS: usize = 100_000;

/// The maximum number of instructions created for a function: some operations on very wide types
/// expand to millions.
const MAX_CREATED: usize = 1 << 24;

struct Pass<'a> {
    cx: Cx<'a>,
    descs: Descs,
    config: &'a RuleConfig,
    cache: &'a mut LegalityCache,
    mf: &'a mut MachineFunction,
    lists: &'a mut Worklists,
    /// The remaining steps: exhausting them means that rules form a cycle.
    budget: usize,
    /// The maximum number of instructions ever created in the function.
    most: usize,
    /// True if nothing else is left, so vector artifacts are scalarized.
    last: bool,
}

impl Pass<'_> {
    fn run(&mut self) -> Result<()> {
        let recorded = self.config.is_recorded();
        for n in 0..self.mf.layout.len() {
            let mut next = self.mf.first_inst(self.mf.layout[n]);
            while let Some(inst) = next {
                next = self.mf.next_inst(inst);
                let (i, operands) = self.mf.inst_and_operands(inst);
                if recorded || !self.cache.is_settled(self.mf, i, operands) {
                    self.queue_if_work(inst);
                }
            }
        }
        let mut retry: Vec<InstId> = Vec::new();
        loop {
            let progress = self.drain(&mut retry)?;
            retry.retain(|&i| self.mf.block_of(i).is_some());
            let again = progress && !self.lists.settled.is_empty();
            if again {
                self.lists.artifacts.append(&mut self.lists.settled);
            } else if retry.is_empty() {
                break;
            }
            if !progress && self.last {
                return Err(self.error(retry[0], "cannot be legalized"));
            }
            self.last = !progress;
            self.lists.artifacts.append(&mut retry);
        }
        finish(self.mf, self.descs, self.lists);
        Ok(())
    }

    /// Works until both lists are empty. Returns true if anything changed.
    fn drain(&mut self, retry: &mut Vec<InstId>) -> Result<bool> {
        let mut progress = false;
        loop {
            if let Some(inst) = self.lists.insts.pop() {
                self.budget = self.budget.saturating_sub(1);
                if self.budget == 0 {
                    return Err(self.error(inst, "is legalized without end"));
                }
                if self.mf.num_insts() > self.most {
                    return Err(self.error(inst, "makes the function too long"));
                }
                progress |= self.legalize(inst, retry)?;
            } else if let Some(inst) = self.lists.artifacts.pop() {
                self.budget = self.budget.saturating_sub(1);
                progress |= self.combine(inst);
            } else {
                return Ok(progress);
            }
        }
    }

    fn flags(&self, opcode: Opcode) -> InstrFlags {
        self.descs.get(opcode).flags
    }

    /// Queues an original instruction, unless it is known to require no action.
    #[inline(never)]
    fn queue_if_work(&mut self, inst: InstId) {
        let opcode = self.mf.opcode(inst);
        let flags = self.flags(opcode);
        if flags.contains(InstrFlags::GENERIC) {
            self.list(inst, flags);
        } else if opcode == COPY && !self.remove_if_dead(inst) {
            // The source of a dead copy may have a type that only its user could legalize.
            self.note_copy(inst);
        }
    }

    fn queue(&mut self, inst: InstId) {
        let flags = self.flags(self.mf.opcode(inst));
        if flags.contains(InstrFlags::GENERIC) {
            self.list(inst, flags);
        }
    }

    fn list(&mut self, inst: InstId, flags: InstrFlags) {
        match flags.contains(InstrFlags::ARTIFACT) {
            true => self.lists.artifacts.push(inst),
            false => self.lists.insts.push(inst),
        }
    }

    fn queue_new(&mut self, first: usize) {
        for n in first..self.mf.num_insts() {
            let inst = InstId::new(n);
            if self.mf.block_of(inst).is_none() {
                continue;
            }
            match self.mf.opcode(inst) {
                // An unused result must not keep alive the value that it would be a copy of.
                COPY if !self.remove_if_dead(inst) => self.note_copy(inst),
                COPY => {}
                opcode => {
                    self.lists.made_constant |= opcode == G_CONSTANT;
                    self.queue(inst);
                }
            }
        }
    }

    fn note_copy(&mut self, inst: InstId) {
        if self.mf.vreg_operand(inst, 1).is_some() {
            self.lists.copies.push(inst);
        }
    }

    /// Removes `inst` if it is dead; its operands may become dead too.
    fn remove_if_dead(&mut self, inst: InstId) -> bool {
        if !self.mf.is_dead(self.descs, inst) {
            return false;
        }
        self.remove(inst);
        true
    }

    fn remove(&mut self, inst: InstId) {
        if self.mf.block_of(inst).is_some() {
            self.mf.remove_inst_listing(inst, &mut self.lists.doomed);
            self.mf.remove_dead(self.descs, &mut self.lists.doomed);
        }
    }

    fn combine(&mut self, inst: InstId) -> bool {
        if self.mf.block_of(inst).is_none() || self.remove_if_dead(inst) {
            return true;
        }
        let first = self.mf.num_insts();
        let mut b = Builder::before(self.mf, inst);
        match artifacts::combine(&self.cx, &mut b, inst) {
            Combined::No => {
                let (i, operands) = self.mf.inst_and_operands(inst);
                if self.config.is_recorded() || !self.cache.is_known(self.mf, i, operands) {
                    self.lists.insts.push(inst);
                }
                return false;
            }
            Combined::Replaced => self.remove(inst),
            Combined::Value(value) => self.make_copy(inst, value),
        }
        self.queue_new(first);
        true
    }

    /// Replaces an instruction with one operand, whose result is used, by a copy of `value`; its
    /// operand may become dead.
    fn make_copy(&mut self, inst: InstId, value: VReg) {
        let operand = self.mf.operand(inst, 1);
        self.mf.set_operand(inst, 1, Operand::use_of(value));
        let i = self.mf.inst_mut(inst);
        (i.opcode, i.flags) = (COPY, InstFlags::empty());
        self.lists.copies.push(inst);
        let unused = operand.vreg().filter(|&source| self.mf.use_count(source) == 0);
        self.lists.doomed.extend(unused.and_then(|source| self.mf.def(source)));
        self.mf.remove_dead(self.descs, &mut self.lists.doomed);
    }

    /// Performs one step for `inst`. Returns true if anything changed.
    fn legalize(&mut self, inst: InstId, retry: &mut Vec<InstId>) -> Result<bool> {
        let (i, operands) = self.mf.inst_and_operands(inst);
        if !i.is_in_block() {
            return Ok(true);
        }
        if self.mf.is_dead_with(self.descs, inst, operands) {
            self.remove(inst);
            return Ok(true);
        }
        if i.opcode.is_target() {
            return Ok(false);
        }
        let recorded = self.config.is_recorded();
        let key = self.cache.key(self.mf, i, operands);
        if !recorded && key.is_some_and(|key| self.cache.is_legal(key)) {
            return Ok(false);
        }
        let query = LegalityQuery::of_operands(self.mf, self.descs, i, operands);
        let (action, rule) = self.cache.action(self.cx.info, &query);
        if action == Action::Legal {
            let is_word = is_word_artifact(&query);
            if is_word {
                self.lists.settled.push(inst);
            } else if let Some(key) = key {
                self.cache.set_legal(key);
            }
            if !recorded {
                return Ok(false);
            }
        }
        self.change(inst, &query, (action, rule), retry)
    }

    /// Applies the action of a rule to `inst`, or the next rules if it declines. `unsupported` ends
    /// the search.
    fn change(
        &mut self,
        inst: InstId,
        query: &LegalityQuery,
        (mut action, mut rule): (Action, usize),
        retry: &mut Vec<InstId>,
    ) -> Result<bool> {
        let opcode = query.opcode;
        let mut declined = false;
        loop {
            if let Some(id) = self.cx.info.rule_id(opcode, rule) {
                self.config.legalized(id);
                if let Some(record) = self.config.record().filter(|_| action != Action::Legal) {
                    record.add(RuleKind::Legalizer, id, Root::of(self.mf, self.cx.target, inst));
                }
            }
            if action == Action::Legal {
                if declined && self.flags(opcode).contains(InstrFlags::ARTIFACT) {
                    self.lists.settled.push(inst);
                }
                return Ok(false);
            }
            if action == Action::Unsupported {
                break;
            }
            if !self.last && self.scalarizes(action, query) {
                retry.push(inst);
                return Ok(false);
            }
            let first = self.mf.num_insts();
            match self.act(inst, action)? {
                Outcome::Legal => return Ok(false),
                Outcome::Replaced => {
                    self.remove(inst);
                    self.queue_new(first);
                    return Ok(true);
                }
                Outcome::Updated => {
                    self.lists.made_constant |= opcode == G_CONSTANT;
                    self.queue_new(first);
                    self.lists.insts.push(inst);
                    return Ok(true);
                }
                Outcome::Declined => {
                    declined = true;
                    (action, rule) = self.cx.info.action(query, rule + 1);
                }
            }
        }
        if self.flags(opcode).contains(InstrFlags::ARTIFACT) {
            retry.push(inst);
            return Ok(false);
        }
        Err(self.error(inst, "is not supported by the target"))
    }

    /// Returns true if `action` scalarizes an artifact's vectors.
    fn scalarizes(&self, action: Action, query: &LegalityQuery) -> bool {
        matches!(action, Action::Lower | Action::LowerIn(..) | Action::FewerElements(..))
            && query.types().iter().any(|ty| ty.is_valid() && ty.is_vector())
            && self.flags(query.opcode).contains(InstrFlags::ARTIFACT)
    }

    fn act(&mut self, inst: InstId, action: Action) -> Result<Outcome> {
        let mut b = Builder::before(self.mf, inst);
        let cx = &self.cx;
        match action {
            Action::Legal => Ok(Outcome::Legal),
            Action::NarrowScalar(index, ty) => narrow::narrow_scalar(cx, &mut b, inst, index, ty),
            Action::WidenScalar(index, ty) => Ok(widen::widen_scalar(cx, &mut b, inst, index, ty)),
            Action::FewerElements(index, ty) => {
                Ok(fewer_elements::fewer_elements(cx, &mut b, inst, index, ty))
            }
            Action::MoreElements(index, ty) => Ok(more_elements::more_elements(cx, &mut b, inst, index, ty)),
            Action::Bitcast(_, ty) => Ok(more_elements::bitcast(&mut b, inst, ty)),
            Action::Lower => lower::lower(cx, &mut b, inst),
            Action::LowerIn(index, ty) => lower::lower_in(cx, &mut b, inst, index, ty),
            Action::Libcall => libcall::libcall(cx, &mut b, inst),
            Action::Custom => cx.target.legalize_custom(&mut b, inst, cx.module),
            Action::Unsupported => unreachable!("`unsupported` ends the rules before it is acted on"),
        }
    }

    fn error(&self, inst: InstId, message: &str) -> CompileError {
        CompileError::new(
            &self.mf.name,
            inst_to_string(self.mf, self.cx.target, inst),
            format!("instruction {message}"),
        )
    }
}

/// Returns true if an artifact merges or unmerges scalars: even a legal one may cancel out with its
/// future neighbours.
fn is_word_artifact(query: &LegalityQuery) -> bool {
    matches!(query.opcode, G_MERGE_VALUES | G_UNMERGE_VALUES)
        && query.types()[..2].iter().all(|ty| ty.is_scalar())
}

/// Renames uses of copies, and removes copies and redundant constants. The last constants of a
/// block are remembered by a hash of their values. Most uses follow in the same block; the whole
/// function is walked only for others.
fn finish(mf: &mut MachineFunction, descs: Descs, lists: &mut Worklists) {
    // Uses by debug instructions are not counted, so the last use is unknown.
    let mut all_near = mf.debug.is_none();
    let mut steps = STEPS_FOR_USES * mf.num_insts();
    for &copy in &lists.copies {
        if let Some((to, from)) = replaceable(mf, copy) {
            all_near &= rename_near(mf, copy, (to, from), &mut steps);
        }
    }
    let repeated = if lists.made_constant { repeated_constants(mf) } else { Vec::new() };
    for &(inst, values) in &repeated {
        all_near &= rename_near(mf, inst, values, &mut steps);
        lists.doomed.push(inst);
    }
    if !all_near {
        rename_all(mf, &lists.copies, &repeated);
    }
    lists.doomed.append(&mut lists.copies);
    mf.remove_dead(descs, &mut lists.doomed);
}

/// The number of examined instructions for each instruction of a function.
const STEPS_FOR_USES: usize = 4;

/// Renames uses of the result `vreg` of `def` to `other` in the rest of its block, while `steps`
/// are left. Returns true if there are no other uses.
fn rename_near(
    mf: &mut MachineFunction,
    def: InstId,
    (vreg, other): (VReg, VReg),
    steps: &mut usize,
) -> bool {
    let reads = |o: &Operand| o.is_use() && o.vreg() == Some(vreg);
    let mut next = mf.next_inst(def);
    while mf.use_count(vreg) != 0 {
        let Some(inst) = next.filter(|_| *steps != 0) else { return false };
        *steps -= 1;
        next = mf.next_inst(inst);
        while let Some(index) = mf.operands(inst).iter().position(reads) {
            mf.set_operand(inst, index, mf.operand(inst, index).with_reg(other));
        }
    }
    true
}

/// A redundant constant: its instruction, its result, and the register with the same value.
type Repeated = (InstId, (VReg, VReg));

/// Returns the redundant constants of blocks, in order.
fn repeated_constants(mf: &MachineFunction) -> Vec<Repeated> {
    let mut constants = Constants::default();
    let mut found = Vec::new();
    for &block in &mf.layout {
        let in_block = mf.insts(block).filter(|&inst| mf.opcode(inst) == G_CONSTANT);
        found.extend(in_block.filter_map(|inst| Some((inst, constants.repeated(mf, block, inst)?))));
    }
    found
}

/// Renames uses in the whole function.
fn rename_all(mf: &mut MachineFunction, copies: &[InstId], repeated: &[Repeated]) {
    let mut aliases = of_copies(mf, copies);
    let mut repeated = repeated.iter().peekable();
    for n in 0..mf.layout.len() {
        let mut next = mf.first_inst(mf.layout[n]);
        while let Some(inst) = next {
            next = mf.next_inst(inst);
            match repeated.next_if(|(constant, _)| *constant == inst) {
                Some(&(_, (vreg, first))) => set_alias(mf, &mut aliases, vreg, first),
                None => rename(mf, inst, &aliases),
            }
        }
    }
}

/// Renames the operands of `inst` by `aliases`.
fn rename(mf: &mut MachineFunction, inst: InstId, aliases: &Aliases) {
    let operands = mf.operands(inst);
    // Most instructions have nothing to rename.
    let renamed = |o: &Operand| o.is_use() && o.vreg().is_some_and(|v| alias(aliases, v).is_some());
    let first = operands.iter().position(renamed);
    for index in first.map_or(0..0, |first| first..operands.len()) {
        let operand = mf.operand(inst, index);
        if renamed(&operand)
            && let Some(vreg) = operand.vreg()
        {
            mf.set_operand(inst, index, operand.with_reg(last_alias(aliases, vreg)));
        }
    }
}

/// By register: its replacement.
type Aliases = Vec<Option<VReg>>;

#[inline(always)]
fn alias(aliases: &Aliases, vreg: VReg) -> Option<VReg> {
    aliases.get(vreg.index()).copied().flatten()
}

fn last_alias(aliases: &Aliases, mut vreg: VReg) -> VReg {
    while let Some(other) = alias(aliases, vreg) {
        vreg = other;
    }
    vreg
}

fn set_alias(mf: &MachineFunction, aliases: &mut Aliases, vreg: VReg, other: VReg) {
    aliases.resize(mf.num_vregs(), None);
    aliases[vreg.index()] = Some(other);
}

/// Returns the replacements of these copies, as far as they still exist; empty if there are none.
fn of_copies(mf: &MachineFunction, copies: &[InstId]) -> Aliases {
    let mut aliases = Aliases::new();
    for (to, from) in copies.iter().filter_map(|&copy| replaceable(mf, copy)) {
        set_alias(mf, &mut aliases, to, from);
    }
    aliases
}

/// Returns the result of a copy that still exists, and its replacement.
fn replaceable(mf: &MachineFunction, copy: InstId) -> Option<(VReg, VReg)> {
    if mf.block_of(copy).is_none() || mf.opcode(copy) != COPY {
        return None;
    }
    let (to, from) = (mf.vreg_operand(copy, 0)?, mf.vreg_operand(copy, 1)?);
    replaces(mf, from, to).then_some((to, from))
}

/// The most recent constants, by a hash of their values.
struct Constants([Option<(BlockId, Llt, i64, VReg)>; CONSTANTS]);

const CONSTANTS: usize = 128;

impl Default for Constants {
    fn default() -> Constants {
        Constants([None; CONSTANTS])
    }
}

impl Constants {
    /// Returns the result of the constant `inst`, and a register with the same value in its block,
    /// if one is remembered.
    fn repeated(&mut self, mf: &MachineFunction, block: BlockId, inst: InstId) -> Option<(VReg, VReg)> {
        let (vreg, value) = small_constant(mf, inst)?;
        let ty = mf.ty(vreg);
        let hash = (value as u64 ^ ty.raw()).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let slot = &mut self.0[(hash >> 57) as usize % CONSTANTS];
        match *slot {
            Some((b, t, v, first)) if (b, t, v) == (block, ty, value) && replaces(mf, first, vreg) => {
                Some((vreg, first))
            }
            _ => {
                *slot = Some((block, ty, value, vreg));
                None
            }
        }
    }
}

/// Returns true if a register can replace another: it has the same type, and the same bank if banks
/// are assigned.
fn replaces(mf: &MachineFunction, vreg: VReg, other: VReg) -> bool {
    let same_bank =
        || !matches!(mf.reg_attr(other), RegAttr::Bank(_)) || mf.reg_attr(vreg) == mf.reg_attr(other);
    mf.ty(vreg) == mf.ty(other) && same_bank()
}

/// Returns the register and the value of a constant of at most 64 bits.
fn small_constant(mf: &MachineFunction, inst: InstId) -> Option<(VReg, i64)> {
    let operand = mf.operand(inst, 1);
    let small = matches!(operand.tag(), OperandTag::Imm | OperandTag::PoolImm);
    Some((mf.vreg_operand(inst, 0)?, mf.imm_value(operand).filter(|_| small)?))
}

/// Returns the instructions that are not legal, as a check after the pass.
pub fn illegal_instructions(
    mf: &MachineFunction,
    target: &dyn LegalizerTarget,
    info: &LegalizerInfo,
) -> Vec<InstId> {
    let blocks = mf.layout.iter();
    let illegal = |&inst: &InstId| {
        let opcode = mf.opcode(inst);
        is_generic(opcode) && !info.is_legal_or_custom(&LegalityQuery::of(mf, target.descs(), inst))
    };
    blocks.flat_map(|&b| mf.insts(b)).filter(illegal).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::entity::{SubtargetId, SymbolId};
    use crate::ir::llt::S32;
    use crate::testing::toy::{TOY, TRACE};

    /// Legalizes a used `G_ADD` by these rules.
    fn legalized(info: &LegalizerInfo) -> Result<()> {
        let mut mf = MachineFunction::new(SymbolId::new(0), "f", SubtargetId::new(0));
        let entry = mf.append_block();
        let mut b = Builder::at_end(&mut mf, entry);
        let left = b.undef(S32);
        let sum = b.op(G_ADD, S32, &[left, left]);
        b.inst(TRACE, &[Operand::use_of(sum)]);
        let (module, mut cache, mut lists) =
            (Module::default(), LegalityCache::default(), Worklists::default());
        let cx = Cx { target: TOY, info, module: &module };
        let (descs, cache, lists) = (TOY.descs(), &mut cache, &mut lists);
        let config = &RuleConfig::default();
        Pass { cx, descs, config, cache, mf: &mut mf, lists, budget: 100, most: 100, last: false }.run()
    }

    #[test]
    fn unsupported_ends_the_rules() {
        let mut info = LegalizerInfo::new(64);
        info.define([G_IMPLICIT_DEF]).always_legal();
        info.define([G_ADD]).unsupported_for([S32]).always_legal();
        let error = legalized(&info.finish()).expect_err("the first rule that applies is the last");
        assert!(error.message.contains("is not supported by the target"), "{error}");
    }
}
