//! Values of every kind.

use crate::raw::{self, ffi};

use super::constant::{ConstantExpr, FpConstant, InlineAsm, IntConstant, SignedPointer};
use super::function::{Block, Function};
use super::global::Global;
use super::inst::Inst;
use super::module::Module;
use super::types::Type;

pub use crate::raw::Value;

/// The kind of a value.
#[derive(Clone, Copy)]
pub enum ValueKind<'m> {
    /// A function's parameter, by index.
    Argument(u32),
    Block(Block<'m>),
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
    pub fn kind(self) -> ValueKind<'m> {
        // The numbers are the `Kind` of values.cpp.
        match ffi::gisel_value_kind(self) {
            1 => ValueKind::Argument(ffi::gisel_argument_index(self)),
            2 => ValueKind::Block(Block(self)),
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

    pub fn ty(self) -> Type<'m> {
        ffi::gisel_value_type(self)
    }

    /// Returns the name; empty if it has none or one that is not UTF-8.
    pub fn name(self) -> &'m str {
        ffi::gisel_value_name(self).text().unwrap_or("")
    }

    pub fn name_bytes(self) -> &'m [u8] {
        ffi::gisel_value_name(self).bytes().unwrap_or(&[])
    }

    pub fn has_uses(self) -> bool {
        ffi::gisel_value_has_uses(self)
    }

    pub fn has_one_use(self) -> bool {
        ffi::gisel_value_has_one_use(self)
    }

    /// Returns the number of an argument, or of an instruction of the body that was
    /// [read](crate::ir::BodyReader) last. For instructions of other bodies the number is
    /// arbitrary.
    #[inline]
    pub fn local_number(self) -> Option<u32> {
        Some(ffi::gisel_local_number(self)).filter(|&number| number != u32::MAX)
    }

    /// Returns the number of operands of an instruction or constant; zero for others.
    pub fn num_operands(self) -> u32 {
        ffi::gisel_num_operands(self)
    }

    pub fn operand(self, index: u32) -> Option<Value<'m>> {
        ffi::gisel_operand(self, index)
    }

    pub fn as_inst(self) -> Option<Inst<'m>> {
        match self.kind() {
            ValueKind::Inst(inst) => Some(inst),
            _ => None,
        }
    }

    pub fn as_function(self) -> Option<Function<'m>> {
        match self.kind() {
            ValueKind::Function(function) => Some(function),
            _ => None,
        }
    }

    pub fn as_int(self) -> Option<IntConstant<'m>> {
        match self.kind() {
            ValueKind::Int(constant) => Some(constant),
            _ => None,
        }
    }

    /// Returns true if it is the zero constant of its type.
    pub fn is_null(self) -> bool {
        ffi::gisel_is_null(self)
    }

    /// Returns element `index` of a constant of struct, array or vector type, in any
    /// representation.
    pub fn constant_element(self, index: u32) -> Option<Value<'m>> {
        ffi::gisel_constant_element(self, index)
    }

    /// Returns the constant offset in bytes of a scalar `getelementptr`, an instruction or an
    /// expression.
    pub fn gep_offset(self, module: Module<'m>) -> Option<i64> {
        raw::gep_offset(module.handle(), self)
    }

    /// Returns the string of a metadata string, or of a node that holds one.
    pub fn metadata_string(self) -> Option<&'m str> {
        ffi::gisel_metadata_string(self).text()
    }
}

impl std::fmt::Display for Value<'_> {
    /// Prints the value as LLVM does. Numbering the values costs a walk over the function: for
    /// messages only.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&raw::print_value(*self))
    }
}

impl std::fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        std::fmt::Display::fmt(self, f)
    }
}
