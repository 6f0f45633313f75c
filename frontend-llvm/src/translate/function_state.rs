//! The state of one function's translation.

use gisel_codegen::ir::builder::Builder;
use gisel_codegen::ir::entity::{BlockId, FrameIndex, InstId, VReg};
use gisel_codegen::isel::call_lowering::target::CallLocations;
use gisel_codegen::passes::pre_ra::stack_protector::StackProtector;
use gisel_codegen::target::Target;
use smallvec::SmallVec;
use std::collections::HashMap;
use std::rc::Rc;

use super::error::{Result, Stop};

use super::value_map::{Regs, ValueMap};

use super::translator::Translator;
use crate::ir::{Block, Function, Inst, InstRecord, Value};
use gisel_codegen::ir::entity::SymbolId;
use gisel_codegen::machine::desc::registers::PhysReg;
use std::collections::HashSet;

/// The state of one function's translation.
pub(crate) struct FunctionTranslator<'a, 'm> {
    pub cx: &'a mut Translator<'m>,
    pub function: Function<'m>,
    pub target: &'a dyn Target,
    pub b: Builder<'a>,
    pub map: ValueMap<'m>,
    pub(super) blocks: Vec<BlockState<'m>>,
    pub(super) phis: Vec<Phi>,
    /// The invokes and exception types so far.
    pub(super) exceptions: Exceptions,
    /// The frame objects that hold the results of `callbr`s, by instruction key.
    pub(super) callbr_results: HashMap<usize, SmallVec<[FrameIndex; 2]>>,
    /// The state that statepoints leave for garbage collection intrinsics.
    pub(super) statepoints: Statepoints<'m>,
    /// The locations of its arguments and its result.
    pub(super) locations: Option<Rc<CallLocations>>,
    /// The address to which a result that does not fit in registers is stored.
    pub demoted_return: Option<VReg>,
    /// The object that a `swifterror` argument points to, which holds the function's error.
    pub swift_error: Option<FrameIndex>,
    /// True if a tail call has ended the current block before its last instruction.
    pub block_ended: bool,
    /// The stack guard of the frame, if there is one.
    pub stack_protector: Option<StackProtector>,
    /// The static allocas with tagged memory.
    pub(super) tagged: Vec<Tagged<'m>>,
    /// The unsafe stack, if the function has one.
    pub(super) unsafe_stack: Option<Box<UnsafeStack<'m>>>,
    /// The frame in the list of a shadow stack, if the function has one.
    pub(super) shadow_frame: Option<Box<ShadowFrame<'m>>>,
    /// The roots of another collector.
    pub(super) roots: Vec<Root<'m>>,
    /// The variables with debug values, if there are any.
    pub(super) variables: Option<Variables>,
    /// The numbers of lists of sections, by the identity of their nodes.
    pub(super) pc_lists: HashMap<usize, u32>,
    /// True if a field with signed pointers has been addressed so far.
    pub(super) protects_fields: bool,
}

/// The instruction that is being translated.
#[derive(Clone, Copy)]
pub(crate) struct Current<'m> {
    pub inst: Inst<'m>,
    pub record: InstRecord<'m>,
    /// The value number.
    pub number: usize,
}

pub(super) struct BlockState<'m> {
    pub(super) ir: Block<'m>,
    pub(super) machine: BlockId,
    pub(super) reachable: bool,
    /// The values that phis of successors take from this block, with the phis' indices.
    pub(super) outgoing: Vec<(usize, Value<'m>)>,
    /// The phi of the exception registers, if the block is an unwind destination.
    pub(super) landing: Option<usize>,
}

/// A phi: its machine instructions, one for each leaf, and its incoming values so far.
pub(super) struct Phi {
    pub(super) block: BlockId,
    pub(super) insts: SmallVec<[InstId; 2]>,
    pub(super) incoming: Vec<(Regs, BlockId)>,
    /// The registers of the value that was read last.
    pub(super) current: Regs,
}

impl Phi {
    pub(super) fn new(block: BlockId, insts: SmallVec<[InstId; 2]>) -> Phi {
        Phi { block, insts, incoming: Vec::new(), current: Regs::new() }
    }
}

/// The state of a function's exception handling.
#[derive(Default)]
pub(crate) struct Exceptions {
    /// The type symbols by number, from 1 on; none matches every type.
    pub(super) types: Vec<Option<SymbolId>>,
    /// The number of the next label.
    pub(super) next_label: u32,
    /// The landing pad of the current invoke, once its call has been built.
    pub(super) pad: Option<BlockId>,
    /// The keys of reachable `resume`s.
    pub(super) resumes: HashSet<usize>,
}

/// The unsafe stack of a function.
pub(super) struct UnsafeStack<'m> {
    /// The allocas on it, by key.
    pub(super) objects: HashSet<usize>,
    /// The allocas of constant size and by-value arguments, with their offsets.
    pub(super) fixed: Vec<Object<'m>>,
    /// The size of the fixed objects, in bytes.
    pub(super) size: u64,
    /// The alignment of the fixed objects, in bytes.
    pub(super) align: u64,
    /// The offset of the guard, if there is one.
    pub(super) guard: Option<u64>,
    /// The offset of the frame of a shadow stack, if there is one.
    pub(super) shadow_frame: Option<u64>,
    /// True if there are allocas of variable size.
    pub(super) is_dynamic: bool,
    /// The location of the top, valid in the entry block and after it.
    pub(super) location: StackTop,
    /// The top at the function's entry.
    pub(super) base: VReg,
    /// The top after all fixed objects.
    pub(super) top: VReg,
    /// The frame object that holds the top if it changes and must be restored.
    pub(super) saved_top: Option<FrameIndex>,
}

impl UnsafeStack<'_> {
    pub(super) fn add_room(&mut self, size: u64, align: u64) -> Result<u64> {
        let end = self.size.checked_add(size.max(1)).and_then(|end| end.checked_next_multiple_of(align));
        let end = end.filter(|&end| end <= i64::MAX as u64 / 2);
        self.size = end.ok_or_else(|| Stop::new("objects of more bytes than there are addresses"))?;
        self.align = self.align.max(align);
        Ok(self.size)
    }
}

/// An object of constant size.
pub(super) struct Object<'m> {
    pub(super) value: Value<'m>,
    /// The distance in bytes from its address to the aligned top at entry.
    pub(super) offset: u64,
    /// The size and source alignment of a by-value argument.
    pub(super) copied: Option<(u64, u32)>,
    /// The size of an object with tagged memory.
    pub(super) tagged: Option<u64>,
}

/// The memory of an object on one of the stacks.
#[derive(Clone, Copy)]
pub(super) enum StackPlace {
    /// An object of the frame.
    Object(FrameIndex),
    /// Memory at an address.
    Address(VReg),
}

/// The location of the top of the unsafe stack.
#[derive(Clone, Copy)]
pub(super) enum StackTop {
    Variable(SymbolId),
    Address(VReg),
}

/// The frame of a function in the list.
pub(super) struct ShadowFrame<'m> {
    /// Its memory; unknown before the unsafe stack is entered if it is there.
    pub(super) place: Option<StackPlace>,
    /// Its size and alignment in bytes.
    pub(super) size: u64,
    pub(super) align: u64,
    /// The offsets of the roots in the frame, in bytes.
    pub(super) roots: Vec<(Inst<'m>, u64)>,
    /// The landing pads that unlink the frame.
    pub(super) pads: Vec<BlockId>,
    /// True if calls that may throw get such a pad.
    pub(super) cleans_up: bool,
}

impl<'m> ShadowFrame<'m> {
    /// Returns its size and alignment in bytes.
    pub(super) fn room(&self) -> (u64, u64) {
        (self.size, self.align)
    }

    /// Returns the frame as an object with tagged memory.
    pub(super) fn tagged(&self) -> Option<Tagged<'m>> {
        Some(Tagged { alloca: None, place: self.place?, size: self.size })
    }
}

/// The state that statepoints leave for the intrinsics that refer to them.
#[derive(Default)]
pub(super) struct Statepoints<'m> {
    /// The relocated pointers by statepoint key, in the order of their relocations.
    pub(super) relocated: Option<HashMap<usize, Vec<Relocated<'m>>>>,
    /// The invoke of each landing pad, by the pad's key.
    pub(super) invokes: HashMap<usize, Inst<'m>>,
    /// The results of the calls, by statepoint key.
    pub(super) results: HashMap<usize, Regs>,
    /// The slots of invokes, by the keys of invoke and value.
    pub(super) slots: HashMap<(usize, usize), FrameIndex>,
    /// The values loaded from slots after the call, by the keys of statepoint and pointer.
    pub(super) loaded: HashMap<(usize, usize), VReg>,
    /// The slots that calls share, with their sizes in bytes.
    pub(super) shared: Vec<(u32, FrameIndex)>,
}

/// A relocated pointer.
#[derive(Clone, Copy)]
pub(super) struct Relocated<'m> {
    pub(super) base: Value<'m>,
    pub(super) derived: Value<'m>,
    /// True if it is relocated at a landing pad.
    pub(super) at_pad: bool,
}

/// An object of constant size with tagged memory.
#[derive(Clone, Copy)]
pub(super) struct Tagged<'m> {
    /// The static alloca; `None` for the frame of a shadow stack.
    pub alloca: Option<Value<'m>>,
    /// Its memory.
    pub place: StackPlace,
    /// The object's size in bytes.
    pub size: u64,
}

/// A root.
pub(super) struct Root<'m> {
    pub alloca: Inst<'m>,
    /// The constant that describes the root to the collector; null for none.
    pub metadata: Value<'m>,
}

/// The debug records of variables, while a function is translated.
#[derive(Default)]
pub(super) struct Variables {
    /// The indices of the records in the list of all.
    pub(super) records: Vec<u32>,
    /// The index of the next record to be processed.
    pub(super) next: usize,
    /// The block of the last segment.
    pub(super) block: Option<BlockId>,
    pub(super) registers: Vec<Option<PhysReg>>,
}
