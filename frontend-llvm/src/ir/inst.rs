//! Instructions.

use std::sync::OnceLock;

use crate::raw::{self, InstRecord, ffi};

use super::attributes::{self, AttrIndex, AttrKind, Attribute};
use super::constant::IntConstant;
use super::function::{Block, Function};
use super::inst_flags::InstFlags;
use super::opcode::{AtomicOp, Opcode, Ordering, Predicate, numbered};
use super::types::Type;
use super::value::Value;

numbered! {
    /// The tail call marker of a call (`CallInst::TailCallKind`).
    TailKind {
        None = 0,
        Tail = 1,
        MustTail = 2,
        NoTail = 3,
    }
}

/// An instruction, with its opcode cached.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Inst<'m> {
    value: Value<'m>,
    opcode: Opcode,
}

impl<'m> Inst<'m> {
    /// Returns the inlined call sites of the instruction, the innermost first. Each has the number
    /// of the caller, from its name, and the number of the call, from its discriminator.
    pub(crate) fn inline_sites(self) -> Vec<(u64, u32)> {
        let site = |i| {
            let site = ffi::gisel_inline_site(self.value, i);
            (site.is_there != 0).then_some((site.function, site.call))
        };
        (0..).map_while(site).collect()
    }

    pub(super) fn new(value: Value<'m>) -> Option<Inst<'m>> {
        let opcode = Opcode::from_number(ffi::gisel_opcode(value))?;
        Some(Inst { value, opcode })
    }

    /// Returns the instruction of a record.
    #[inline]
    pub(crate) fn of_record(record: &InstRecord<'m>) -> Option<Inst<'m>> {
        Some(Inst { value: record.value, opcode: Opcode::from_number(record.opcode.into())? })
    }

    pub(crate) fn opcode(self) -> Opcode {
        self.opcode
    }

    pub(crate) fn value(self) -> Value<'m> {
        self.value
    }

    pub(crate) fn ty(self) -> Type<'m> {
        self.value.ty()
    }

    pub(crate) fn num_operands(self) -> u32 {
        self.value.num_operands()
    }

    pub(crate) fn operand(self, index: u32) -> Option<Value<'m>> {
        self.value.operand(index)
    }

    pub(crate) fn operands(self) -> impl Iterator<Item = Value<'m>> {
        (0..self.num_operands()).filter_map(move |i| self.operand(i))
    }

    pub(crate) fn flags(self) -> InstFlags {
        InstFlags::from_bits_retain(ffi::gisel_flags(self.value))
    }

    pub(crate) fn block(self) -> Option<Block<'m>> {
        ffi::gisel_parent(self.value).map(Block)
    }

    /// Returns the instructions after it in its block.
    pub(crate) fn followers(self) -> impl Iterator<Item = Inst<'m>> {
        let next = |value| ffi::gisel_next_inst(value);
        std::iter::successors(next(self.value), move |&value| next(value)).filter_map(Inst::new)
    }

    pub(crate) fn predicate(self) -> Option<Predicate> {
        Predicate::from_number(ffi::gisel_predicate(self.value))
    }

    /// Returns the alignment in bytes of the access or allocation; zero if there is none.
    pub(crate) fn align(self) -> u64 {
        ffi::gisel_align(self.value)
    }

    pub(crate) fn ordering(self) -> Ordering {
        ordering(ffi::gisel_atomic(self.value).ordering)
    }

    /// Returns the failure ordering of a compare-exchange.
    pub(crate) fn failure_ordering(self) -> Ordering {
        ordering(ffi::gisel_atomic(self.value).failure)
    }

    /// Returns true if its synchronization scope is the single thread.
    pub(crate) fn is_single_thread(self) -> bool {
        ffi::gisel_atomic(self.value).scope == 0
    }

    /// Returns the operation of an `atomicrmw`.
    pub(crate) fn atomic_op(self) -> Option<AtomicOp> {
        match self.opcode {
            Opcode::AtomicRMW => AtomicOp::from_number(ffi::gisel_atomic(self.value).operation.into()),
            _ => None,
        }
    }

    /// Returns the type that an `alloca` allocates, or a `getelementptr` steps over.
    pub(crate) fn element_type(self) -> Option<Type<'m>> {
        ffi::gisel_element_type(self.value)
    }

    /// Returns the constant indices of `extractvalue` and `insertvalue`.
    pub(crate) fn indices(self) -> &'m [u32] {
        raw::indices(self.value)
    }

    /// Returns the mask of a `shufflevector`, -1 for poison.
    pub(crate) fn shuffle_mask(self) -> &'m [i32] {
        raw::shuffle_mask(self.value)
    }

    pub(crate) fn num_successors(self) -> u32 {
        ffi::gisel_num_successors(self.value)
    }

    pub(crate) fn successor(self, index: u32) -> Option<Block<'m>> {
        ffi::gisel_successor(self.value, index).map(Block)
    }

    pub(crate) fn successors(self) -> impl Iterator<Item = Block<'m>> {
        (0..self.num_successors()).filter_map(move |i| self.successor(i))
    }

    /// Returns the condition of a conditional branch, or the value of a switch or indirect branch.
    #[cfg(test)]
    pub(crate) fn condition(self) -> Option<Value<'m>> {
        match self.opcode {
            Opcode::Br if self.num_successors() < 2 => None,
            Opcode::Br | Opcode::Switch | Opcode::IndirectBr => self.operand(0),
            _ => None,
        }
    }

    /// Returns the cases of a switch: value and destination. The default is successor 0.
    pub(crate) fn switch_cases(self) -> impl Iterator<Item = (IntConstant<'m>, Block<'m>)> {
        let count = match self.opcode {
            Opcode::Switch => self.num_successors().saturating_sub(1),
            _ => 0,
        };
        (0..count).filter_map(move |i| {
            let value = ffi::gisel_switch_case(self.value, i)?;
            Some((IntConstant::new(value), self.successor(i + 1)?))
        })
    }

    /// Returns a phi's incoming values and blocks.
    pub(crate) fn phi_incoming(self) -> impl Iterator<Item = (Value<'m>, Block<'m>)> {
        (0..self.num_operands()).filter_map(move |i| {
            let block = ffi::gisel_phi_block(self.value, i)?;
            Some((self.operand(i)?, Block(block)))
        })
    }

    /// Returns the branch weights of `!prof`; empty if there are none.
    pub(crate) fn branch_weights(self) -> Vec<u32> {
        raw::branch_weights(self.value)
    }

    /// Returns the call of a `call`, `invoke` or `callbr`.
    pub(crate) fn as_call(self) -> Option<CallSite<'m>> {
        self.opcode.is_call().then_some(CallSite(self.value))
    }

    /// Returns source file, line and column from debug information, if there is any.
    pub(crate) fn location(self) -> Option<(&'m str, u32, u32)> {
        let location = ffi::gisel_location(self.value);
        Some((location.file.text()?, location.line, location.column))
    }
}

fn ordering(number: u8) -> Ordering {
    Ordering::from_number(number.into()).expect("an ordering that LLVM 22 has")
}

fn tail_kind(number: u32) -> TailKind {
    TailKind::from_number(number).expect("a kind of tail call that LLVM 22 has")
}

/// The properties of a call that are read at once.
#[derive(Clone, Copy)]
pub(crate) struct CallFacts<'m> {
    pub callee: Value<'m>,
    pub function_type: Type<'m>,
    /// The number of parameters of that type, and true if it is variadic.
    pub params: u32,
    pub variadic: bool,
    pub calling_conv: u32,
    pub tail_kind: TailKind,
    /// The number of the called intrinsic; zero for none.
    pub intrinsic: u32,
    pub is_inline_asm: bool,
    pub has_bundles: bool,
    /// The key of the call's attributes, as [`CallSite::attributes_key`].
    pub attributes: usize,
    /// The key of the attributes that the call takes from its callee: the identity of the
    /// function's attributes, and true if its argument and result attributes apply.
    pub attributes_of_callee: Option<(usize, bool)>,
}

/// A `call`, `invoke` or `callbr`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct CallSite<'m>(Value<'m>);

impl<'m> CallSite<'m> {
    pub(crate) fn value(self) -> Value<'m> {
        self.0
    }

    /// Returns the properties that are read for every call.
    pub(crate) fn facts(self) -> Option<CallFacts<'m>> {
        let facts = ffi::gisel_call_facts(self.0);
        Some(CallFacts {
            callee: facts.callee?,
            function_type: facts.ty?,
            params: facts.params,
            variadic: facts.variadic != 0,
            calling_conv: facts.convention,
            tail_kind: tail_kind(facts.tail.into()),
            intrinsic: facts.intrinsic,
            is_inline_asm: facts.inline_asm != 0,
            has_bundles: facts.bundles != 0,
            attributes: facts.attributes as usize,
            attributes_of_callee: (facts.names_function != 0)
                .then_some((facts.attributes_of_callee as usize, facts.same_type != 0)),
        })
    }

    /// Returns the callee: a function, inline assembly, or a pointer.
    pub(crate) fn callee(self) -> Option<Value<'m>> {
        ffi::gisel_callee(self.0)
    }

    /// Returns the callee if it is a function.
    pub(crate) fn callee_function(self) -> Option<Function<'m>> {
        self.callee()?.as_function()
    }

    pub(crate) fn function_type(self) -> Option<Type<'m>> {
        ffi::gisel_call_type(self.0)
    }

    pub(crate) fn num_args(self) -> u32 {
        ffi::gisel_num_args(self.0)
    }

    pub(crate) fn arg(self, index: u32) -> Option<Value<'m>> {
        (index < self.num_args()).then(|| self.0.operand(index))?
    }

    pub(crate) fn args(self) -> impl Iterator<Item = Value<'m>> {
        (0..self.num_args()).filter_map(move |i| self.0.operand(i))
    }

    /// Returns LLVM's number of the calling convention; zero is the C convention.
    pub(crate) fn calling_conv(self) -> u32 {
        ffi::gisel_calling_conv(self.0)
    }

    pub(crate) fn tail_kind(self) -> TailKind {
        tail_kind(ffi::gisel_tail_kind(self.0))
    }

    /// Returns the tags of the operand bundles.
    pub(crate) fn bundles(self) -> impl Iterator<Item = &'m str> {
        (0..).map_while(move |i| ffi::gisel_bundle_tag(self.0, i).text())
    }

    /// Returns the inputs of the bundle with this tag, if there is one.
    pub(crate) fn bundle(self, tag: &str) -> Option<Vec<Value<'m>>> {
        let index = self.bundles().position(|own| own == tag)? as u32;
        Some((0..).map_while(|n| ffi::gisel_bundle_input(self.0, index, n)).collect())
    }

    /// Returns the key and the discriminator that authenticate the callee (bundle `ptrauth`).
    pub(crate) fn authentication(self) -> Option<[Value<'m>; 2]> {
        Some([ffi::gisel_ptrauth_bundle(self.0, 0)?, ffi::gisel_ptrauth_bundle(self.0, 1)?])
    }

    /// Returns the routine that is called with the result (bundle `clang.arc.attachedcall`).
    pub(crate) fn attached_routine(self) -> Option<Value<'m>> {
        ffi::gisel_attached_routine(self.0)
    }

    /// Returns the required type number of the callee (bundle `kcfi`).
    pub(crate) fn kcfi_type(self) -> Option<Value<'m>> {
        ffi::gisel_kcfi_bundle(self.0)
    }

    /// Returns the hashes of the types that the callee of an indirect call may have
    /// (`!callee_type`).
    pub(crate) fn callee_types(self) -> impl Iterator<Item = u64> {
        (0..).map_while(move |i| {
            let hash = ffi::gisel_callee_type(self.0, i);
            (hash.is_there != 0).then_some(hash.hash)
        })
    }

    /// Returns true if it calls `llvm.assume`.
    pub(crate) fn is_assumption(self) -> bool {
        static ASSUME: OnceLock<Option<u32>> = OnceLock::new();
        let assume = ASSUME.get_or_init(|| super::function::intrinsic_by_name("llvm.assume"));
        *assume == Some(self.intrinsic_id())
    }

    /// Returns the number of the called intrinsic; zero for none.
    pub(crate) fn intrinsic_id(self) -> u32 {
        self.callee().map_or(0, |callee| ffi::gisel_intrinsic(callee))
    }

    /// Returns an attribute of this call itself.
    pub(crate) fn own_attribute(self, index: AttrIndex, kind: AttrKind) -> Option<Attribute<'m>> {
        Attribute::read(self.0, index, kind)
    }

    /// Returns an attribute of this call or of the function that it names.
    pub(crate) fn attribute(self, index: AttrIndex, kind: AttrKind) -> Option<Attribute<'m>> {
        let of_function = || Attribute::read(self.described_by(self.callee()?, index)?, index, kind);
        self.own_attribute(index, kind).or_else(of_function)
    }

    /// Returns the function `callee` if its attributes at `index` apply to this call. Attributes of
    /// other pointer sources, such as another call, do not apply. Attributes of arguments and
    /// results only apply if the function has the type of the call.
    pub(super) fn described_by(self, callee: Value<'m>, index: AttrIndex) -> Option<Value<'m>> {
        let function = callee.as_function()?;
        let same_type = || function.function_type() == self.function_type();
        (index == AttrIndex::Function || same_type()).then_some(callee)
    }

    /// Returns the identity of its own attributes, as `Function::attributes_key`; zero if it has
    /// none.
    pub(crate) fn attributes_key(self) -> usize {
        attributes::list_key(self.0)
    }

    /// Returns a string attribute of this call itself.
    pub(crate) fn string_attribute(self, index: AttrIndex, name: &str) -> Option<&'m str> {
        raw::attr_str(self.0, index.number(), name).text()
    }
}
