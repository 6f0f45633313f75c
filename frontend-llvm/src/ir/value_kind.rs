//! The kinds of values, with the handle of each kind.

use super::constant::{ConstantExpr, FpConstant, InlineAsm, IntConstant, SignedPointer};
use super::function::{Block, Function};
use super::global::Global;
use super::inst::Inst;
use super::value::Value;
use crate::raw::ffi;

/// The kind of a value.
#[derive(Clone, Copy)]
pub(crate) enum ValueKind<'m> {
    /// A function's parameter.
    Argument,
    Block,
    Inst(Inst<'m>),
    Function(Function<'m>),
    /// A variable, alias or ifunc.
    Global(Global<'m>),
    Int(IntConstant<'m>),
    Fp(FpConstant),
    /// The null pointer.
    Null,
    /// A struct, array or vector of zeros.
    Zero,
    Undef,
    Poison,
    /// The elements of an array or vector, in host byte order.
    Data(&'m [u8]),
    /// A struct, array or vector; `Value::constant_element` returns its elements.
    Aggregate,
    Expr(ConstantExpr<'m>),
    BlockAddress {
        function: Function<'m>,
        block: Block<'m>,
    },
    /// `dso_local_equivalent`.
    DsoLocalEquivalent(Value<'m>),
    /// `no_cfi`.
    NoCfi(Value<'m>),
    /// `ptrauth`.
    Signed(SignedPointer<'m>),
    Metadata,
    InlineAsm(InlineAsm<'m>),
    /// `token none`, a target's `none`, and values unknown to this LLVM.
    Other,
}

impl<'m> Value<'m> {
    pub(crate) fn kind(self) -> ValueKind<'m> {
        // The numbers are the `Kind` of values.cpp.
        match ffi::gisel_value_kind(self) {
            1 => ValueKind::Argument,
            2 => ValueKind::Block,
            3 => Inst::new(self).map_or(ValueKind::Other, ValueKind::Inst),
            4 => ValueKind::Function(Function(self)),
            5..=7 => ValueKind::Global(Global(self)),
            8 => ValueKind::Int(IntConstant::new(self)),
            9 => ValueKind::Fp(FpConstant::new(self)),
            10 => ValueKind::Null,
            11 => ValueKind::Zero,
            12 => ValueKind::Undef,
            13 => ValueKind::Poison,
            14 => ValueKind::Data(ffi::gisel_data_bytes(self).bytes().unwrap_or(&[])),
            15 => ValueKind::Aggregate,
            16 => ConstantExpr::new(self).map_or(ValueKind::Other, ValueKind::Expr),
            17 => self.block_address().unwrap_or(ValueKind::Other),
            18 => ffi::gisel_wrapped_global(self).map_or(ValueKind::Other, ValueKind::DsoLocalEquivalent),
            19 => ffi::gisel_wrapped_global(self).map_or(ValueKind::Other, ValueKind::NoCfi),
            20 => ValueKind::Signed(SignedPointer(self)),
            23 => ValueKind::Metadata,
            24 => ValueKind::InlineAsm(InlineAsm(self)),
            _ => ValueKind::Other,
        }
    }

    fn block_address(self) -> Option<ValueKind<'m>> {
        let function = Function(ffi::gisel_block_address_function(self)?);
        let block = Block(ffi::gisel_block_address_block(self)?);
        Some(ValueKind::BlockAddress { function, block })
    }

    pub(crate) fn as_inst(self) -> Option<Inst<'m>> {
        match self.kind() {
            ValueKind::Inst(inst) => Some(inst),
            _ => None,
        }
    }

    pub(crate) fn as_function(self) -> Option<Function<'m>> {
        match self.kind() {
            ValueKind::Function(function) => Some(function),
            _ => None,
        }
    }

    pub(crate) fn as_int(self) -> Option<IntConstant<'m>> {
        match self.kind() {
            ValueKind::Int(constant) => Some(constant),
            _ => None,
        }
    }

    /// Returns the value as a global, if it is one.
    pub(crate) fn as_global(self) -> Option<Global<'m>> {
        match self.kind() {
            ValueKind::Function(_) | ValueKind::Global(_) => Some(Global(self)),
            _ => None,
        }
    }
}
