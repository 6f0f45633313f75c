//! The registers of LLVM's values.

use super::error::{Result, Stop};
use crate::ir::numbering::Numbering;
use crate::ir::{Body, Function, OperandRef, Value};
use gisel_codegen::ir::entity::{BlockId, FrameIndex, VReg};
use smallvec::SmallVec;

/// The registers of a value, one for each leaf.
pub(crate) type Regs = SmallVec<[VReg; 2]>;

/// The state of one value.
#[derive(Clone, Copy)]
pub(super) struct ValueState {
    /// The register if it is the only one, else the start of the registers in the pool.
    pub(super) first: u32,
    /// The number of its registers.
    pub(super) count: u32,
    pub(super) place: ValidBlocks,
    /// The frame object of a static alloca.
    pub(super) slot: Option<FrameIndex>,
}

impl ValueState {
    pub(super) const NOTHING: ValueState =
        ValueState { first: 0, count: 0, place: ValidBlocks::Nowhere, slot: None };

    #[inline]
    pub(super) fn is_in(&self, block: BlockId) -> bool {
        self.place == ValidBlocks::Everywhere || self.place == ValidBlocks::In(block)
    }

    /// Returns the register of a value that has exactly one.
    #[inline]
    pub(super) fn register(&self) -> Option<VReg> {
        (self.count == 1).then(|| VReg::from_raw(self.first))
    }
}

/// The blocks in which a value's registers are valid.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ValidBlocks {
    /// No registers have been assigned.
    Nowhere,
    /// The registers are valid in one block, after their definition.
    In(BlockId),
    Everywhere,
}

/// The body, and the registers of its values.
#[derive(Default)]
pub(crate) struct ValueMap<'m> {
    pub body: Body<'m>,
    pub(super) num_args: usize,
    /// The numbers of constants, after the body's numbers.
    pub(super) numbers: Numbering,
    /// The state of each value, by number.
    pub(super) known: Vec<ValueState>,
    pub(super) pool: Vec<VReg>,
    /// The index of a block in the function's order, by LLVM's number.
    pub blocks: Vec<u32>,
}

impl<'m> ValueMap<'m> {
    /// Clears the map but keeps its buffers, and starts with the values of a function whose body
    /// has been read.
    pub(crate) fn begin(&mut self, function: Function<'m>) {
        self.num_args = function.num_args() as usize;
        self.numbers.clear();
        self.known.clear();
        self.known.resize(self.num_locals(), ValueState::NOTHING);
        self.pool.clear();
        self.blocks.clear();
    }

    /// Returns the number of arguments and instructions.
    #[inline]
    pub(super) fn num_locals(&self) -> usize {
        self.num_args + self.body.insts.len()
    }

    /// Returns the number of the instruction at index `place` in the body.
    #[inline]
    pub(crate) fn number_of_inst(&self, place: usize) -> usize {
        self.num_args + place
    }

    /// Returns the instruction with a number, if it is an instruction's.
    pub(super) fn inst(&self, number: usize) -> Option<Value<'m>> {
        Some(self.body.insts.get(number.checked_sub(self.num_args)?)?.value)
    }

    /// Returns the type number of the instruction with a number, if it is an instruction's.
    #[inline]
    pub(super) fn type_of(&self, number: usize) -> Option<u32> {
        Some(self.body.insts.get(number.checked_sub(self.num_args)?)?.ty)
    }

    /// Returns the number of a value, assigned on first use.
    #[inline]
    pub(super) fn number(&mut self, value: Value<'m>) -> usize {
        match self.local(value) {
            Some(number) => number,
            None => self.number_of_other(value),
        }
    }

    /// Returns the number of an argument or an instruction.
    #[inline]
    pub(super) fn local(&self, value: Value<'m>) -> Option<usize> {
        let number = value.local_number()? as usize;
        (number < self.num_args || self.inst(number) == Some(value)).then_some(number)
    }

    /// Returns the number of a constant or another value outside of the body.
    pub(super) fn number_of_other(&mut self, value: Value<'m>) -> usize {
        let (number, new) = self.numbers.number(value.key());
        if new {
            self.known.push(ValueState::NOTHING);
        }
        self.num_locals() + number as usize
    }

    /// Returns the number of an operand, assigned on first use.
    #[inline]
    pub(super) fn number_of_operand(&mut self, operand: OperandRef<'m>) -> Result<usize> {
        match operand {
            OperandRef::Local(number) => Ok(number as usize),
            OperandRef::Other(value) => Ok(self.number_of_other(value)),
            OperandRef::Block(_) => Err(Stop::new("block where a value is expected")),
        }
    }

    /// Returns the registers of a value that has some.
    pub(super) fn regs(&self, number: usize) -> Regs {
        let ValueState { first, count, .. } = self.known[number];
        match self.known[number].register() {
            Some(reg) => SmallVec::from_slice(&[reg]),
            None => SmallVec::from_slice(&self.pool[first as usize..(first + count) as usize]),
        }
    }

    pub(super) fn set(&mut self, number: usize, place: ValidBlocks, regs: &[VReg]) {
        if let &[reg] = regs {
            return self.set_one(number, place, reg);
        }
        let (first, count) = (self.pool.len() as u32, regs.len() as u32);
        self.pool.extend_from_slice(regs);
        let known = &mut self.known[number];
        *known = ValueState { first, count, place, ..*known };
    }

    #[inline]
    pub(super) fn set_one(&mut self, number: usize, place: ValidBlocks, reg: VReg) {
        let known = &mut self.known[number];
        *known = ValueState { first: reg.raw(), count: 1, place, ..*known };
    }

    /// Returns the register of a constant, if it has exactly one in a block.
    pub(super) fn register_of_constant(&self, value: Value<'m>, block: BlockId) -> Option<VReg> {
        let number = self.num_locals() + self.numbers.get(value.key())? as usize;
        let known = self.known.get(number)?;
        known.register().filter(|_| known.is_in(block))
    }

    /// Returns the frame object of a static alloca.
    pub(crate) fn slot(&self, value: Value<'m>) -> Option<FrameIndex> {
        self.known[self.local(value)?].slot
    }

    /// Returns the frame object of the static alloca with a number.
    #[inline]
    pub(crate) fn slot_of(&self, number: usize) -> Option<FrameIndex> {
        self.known[number].slot
    }

    /// Returns the frame object of the argument or instruction with a number of the body.
    pub(crate) fn slot_of_local(&self, number: u32) -> Option<FrameIndex> {
        self.known.get(number as usize)?.slot
    }

    /// Returns the register of the argument or instruction with a number of the body, if it has
    /// exactly one.
    pub(crate) fn register_of_local(&self, number: u32) -> Option<VReg> {
        let known = self.known.get(number as usize)?;
        known.register().filter(|_| known.place == ValidBlocks::Everywhere)
    }

    /// Marks an alloca as static, with its frame object.
    pub(crate) fn set_slot(&mut self, value: Value<'m>, slot: FrameIndex) {
        let number = self.number(value);
        self.known[number].slot = Some(slot);
    }
}
