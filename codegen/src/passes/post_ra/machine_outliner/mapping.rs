//! Maps the code of all functions to one list of numbers. Equal instructions have equal numbers;
//! instructions that cannot be outlined have unique ones.
//!
//! Cost: linear, except for the liveness data-flow analysis.

use super::cfi_state::{CfiState, NO_TABLE, StateId, States, Walk};
use super::liveness::{Liveness, Tracked};
use crate::ir::entity::{BlockId, InstId};
use crate::ir::mir::{CfiDirective, MachineFunction, Operand, OperandTag};
use crate::ir::opcodes::{self, CFI_INSTRUCTION};
use crate::machine::desc::instructions::InstrFlags;
use crate::machine::outlining::Outlining;
use crate::passes::target::PassTarget;
use bitflags::bitflags;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

bitflags! {
    /// Properties of an instruction that matter to the outliner.
    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub(super) struct Traits: u8 {
        /// Calls.
        const CALL = 1;
        /// Leaves the function.
        const EXIT = 1 << 1;
        /// A CFI directive.
        const CFI = 1 << 2;
        /// Reads or writes the stack pointer.
        const STACK = 1 << 3;
        /// Writes it.
        const MOVES_STACK = 1 << 4;
        /// Calls by the register that the call writes.
        const CALLS_BY_LINK = 1 << 5;
        /// Unwinders may stop here.
        const ASYNC = 1 << 6;
    }
}

/// An instruction that may be outlined, or a separator.
#[derive(Clone, Copy, Debug)]
pub(super) struct MappedInst {
    /// The function that contains it.
    pub function: u32,
    /// The instruction; `None` for separators.
    pub inst: Option<InstId>,
    /// Its properties.
    pub traits: Traits,
    /// Its size in bytes.
    pub size: u32,
    /// The unwind state before it.
    pub state: StateId,
    /// The tracked registers that it reads or writes.
    pub touched: u16,
    /// The tracked registers that are live before it.
    pub live_before: u16,
    /// The tracked registers that are live after it.
    pub live_after: u16,
}

/// The mapped code.
pub(super) struct Mapping {
    /// The instructions, in code order.
    pub places: Vec<MappedInst>,
    /// Their numbers.
    pub numbers: Vec<u32>,
    /// The unwind states.
    pub states: States,
    known: FxHashMap<Key, u32>,
}

/// The key that equal instructions share.
type Key = SmallVec<[u64; 6]>;

/// A function that is being mapped.
struct Mapped<'a> {
    number: u32,
    mf: &'a MachineFunction,
    target: &'a dyn PassTarget,
    outlining: &'a dyn Outlining,
    has_table: bool,
    initial: CfiState,
}

impl Mapping {
    /// Returns an empty mapping.
    pub(crate) fn new() -> Mapping {
        Mapping {
            places: Vec::new(),
            numbers: Vec::new(),
            states: States::default(),
            known: FxHashMap::default(),
        }
    }

    /// Adds the code of function number `number`.
    pub(crate) fn add(&mut self, number: u32, mf: &MachineFunction, target: &dyn PassTarget) {
        let Some(outlining) = target.outlining() else { return };
        let initial = CfiState::initial(target.mc().unwind().initial);
        let has_table = super::has_table(mf);
        let of = Mapped { number, mf, target, outlining, has_table, initial };
        let liveness = Liveness::new(mf, target, outlining.linkage());
        let mut walk = Walk::new(&of.initial, &mut self.states);
        for &block in &mf.layout {
            if mf.block(block).address_taken {
                of.directives(block).for_each(|directive| walk.step(directive, &mut self.states));
            } else {
                self.add_block(&of, block, &liveness, &mut walk);
            }
            self.separate(number);
        }
    }

    fn add_block(&mut self, of: &Mapped<'_>, block: BlockId, liveness: &Liveness, walk: &mut Walk) {
        let tracked = &liveness.tracked;
        let first = self.places.len();
        for inst in of.mf.insts(block) {
            let state = if of.has_table { walk.number } else { NO_TABLE };
            let directive = of.directive(inst);
            if let Some(directive) = directive {
                walk.step(directive, &mut self.states);
            }
            if opcodes::is_silent(of.mf.opcode(inst)) || directive.is_some() && !of.has_table {
                continue;
            }
            let key = of.key(inst, directive);
            let place = of.place(inst, state, tracked);
            self.places.push(place);
            let next = self.known.len() as u32;
            let number = match key {
                Some(key) => *self.known.entry(key).or_insert(next),
                None => self.unique(),
            };
            self.numbers.push(number);
        }
        let mut live = liveness.live_out(block);
        let mut next = self.places.len();
        for inst in of.mf.insts(block).collect::<SmallVec<[InstId; 32]>>().into_iter().rev() {
            let after = tracked.mask(live);
            live = liveness.before(of.mf, of.target, inst, live);
            if next > first && self.places[next - 1].inst == Some(inst) {
                next -= 1;
                (self.places[next].live_after, self.places[next].live_before) = (after, tracked.mask(live));
            }
        }
    }

    /// Adds a separator.
    fn separate(&mut self, function: u32) {
        self.places.push(MappedInst {
            function,
            inst: None,
            traits: Traits::empty(),
            size: 0,
            state: NO_TABLE,
            touched: 0,
            live_before: 0,
            live_after: 0,
        });
        let number = self.unique();
        self.numbers.push(number);
    }

    /// Returns a unique number; they count down from the maximum.
    fn unique(&self) -> u32 {
        u32::MAX - 1 - self.numbers.len() as u32
    }
}

impl Mapped<'_> {
    fn directive(&self, inst: InstId) -> Option<CfiDirective> {
        let operand = *self.mf.operands(inst).first()?;
        let is_directive = self.mf.opcode(inst) == CFI_INSTRUCTION && operand.tag() == OperandTag::Cfi;
        is_directive.then(|| self.mf.cfi.get(operand.payload() as usize).copied())?
    }

    fn directives(&self, block: BlockId) -> impl Iterator<Item = CfiDirective> {
        self.mf.insts(block).filter_map(|inst| self.directive(inst))
    }

    /// Returns the key of an instruction; `None` if it cannot be outlined.
    fn key(&self, inst: InstId, directive: Option<CfiDirective>) -> Option<Key> {
        let mf = self.mf;
        let opcode = mf.opcode(inst);
        let bti = u64::from(mf.attrs.branch_target_enforcement);
        let head = u64::from(opcode.0) | bti << 16 | (mf.subtarget.index() as u64) << 32;
        if let Some(directive) = directive {
            let (kind, reg, offset) = match directive {
                CfiDirective::DefCfa(reg, offset) => (0, reg, offset),
                CfiDirective::DefCfaRegister(reg) => (1, reg, 0),
                CfiDirective::DefCfaOffset(offset) => (2, 0, offset),
                CfiDirective::Offset(reg, offset) => (3, reg, offset),
                CfiDirective::Restore(reg) => (4, reg, 0),
                _ => return None,
            };
            return Some(SmallVec::from_slice(&[head, kind, u64::from(reg), offset as u64]));
        }
        let desc = self.target.desc(opcode);
        let is_exit = desc.has(InstrFlags::RETURN);
        let is_call = desc.has(InstrFlags::CALL) && !is_exit;
        let kept_apart = mf.attrs.has_nomerge_calls && desc.has(InstrFlags::CALL);
        let jumps = desc.flags.intersects(InstrFlags::TERMINATOR | InstrFlags::BRANCH);
        let refused = jumps && !is_exit
            || mf.metadata_of(inst).is_some()
            || is_call && self.outlining.jump_of_call(opcode).is_none()
            || kept_apart
            || !opcode.is_target()
            || !self.outlining.may_be_moved(mf, inst);
        if refused {
            return None;
        }
        let mut key: Key = SmallVec::from_slice(&[head]);
        for &operand in mf.operands(inst) {
            let is_mask = operand.tag() == OperandTag::RegMask;
            let is_left_out = operand.is_implicit() || is_mask && is_exit;
            if !is_left_out {
                self.push_operand(operand, &mut key)?;
            }
        }
        Some(key)
    }

    /// Adds the key of an operand; `None` if it is meaningful only within its function.
    fn push_operand(&self, operand: Operand, key: &mut Key) -> Option<()> {
        let kind = operand.tag() as u64 | u64::from(operand.target_flags()) << 8;
        match operand.tag() {
            OperandTag::Reg => key.extend([kind, u64::from(operand.payload())]),
            OperandTag::Imm | OperandTag::PoolImm => {
                key.extend([OperandTag::Imm as u64, self.mf.imm_value(operand)? as u64]);
            }
            OperandTag::Global => {
                let symbol = self.mf.symbol_ref(operand)?;
                key.extend([kind, u64::from(symbol.symbol.raw()), symbol.offset as u64]);
            }
            OperandTag::External => key.extend([kind, u64::from(operand.payload())]),
            OperandTag::RegMask if self.mf.custom_reg_mask(operand).is_none() => {
                key.extend([kind, u64::from(operand.payload())]);
            }
            _ => return None,
        }
        Some(())
    }

    fn place(&self, inst: InstId, state: StateId, tracked: &Tracked) -> MappedInst {
        let (mf, target) = (self.mf, self.target);
        let desc = target.desc(mf.opcode(inst));
        let effects = mf.register_effects(target, inst);
        let registers = target.registers();
        let stack = registers.unit_set(target.frame_lowering().stack_pointer());
        let is_exit = desc.has(InstrFlags::RETURN);
        let is_call = desc.has(InstrFlags::CALL) && !is_exit;
        let calls_by =
            |reg| registers.unit_set(reg) == registers.unit_set(self.outlining.linkage().call_link);
        let by_link =
            is_call && mf.operands(inst).first().and_then(|callee| callee.phys()).is_some_and(calls_by);
        let mut traits = Traits::empty();
        traits.set(Traits::CALL, is_call);
        traits.set(Traits::EXIT, is_exit);
        traits.set(Traits::CFI, mf.opcode(inst) == CFI_INSTRUCTION);
        traits.set(Traits::STACK, (effects.reads | effects.writes) & stack != 0);
        traits.set(Traits::MOVES_STACK, effects.writes & stack != 0);
        traits.set(Traits::CALLS_BY_LINK, by_link);
        traits.set(Traits::ASYNC, self.has_table && mf.attrs.async_uwtable);
        MappedInst {
            function: self.number,
            inst: Some(inst),
            traits,
            size: self.size(inst),
            state,
            touched: tracked.mask(effects.reads | effects.writes),
            live_before: 0,
            live_after: 0,
        }
    }

    /// Returns the size of an instruction in bytes.
    fn size(&self, inst: InstId) -> u32 {
        let (mf, next) = (self.mf, self.mf.next_inst(inst));
        if !mf.opcode(inst).is_target() {
            return 0;
        }
        let mut bytes = Vec::new();
        let encoded = self.target.mc().encode_insts(mf, Some(inst), next, &mut bytes);
        if encoded == next && !bytes.is_empty() { bytes.len() as u32 } else { self.outlining.size(mf, inst) }
    }
}
