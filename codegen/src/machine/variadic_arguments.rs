//! VariadicArguments: how functions find variadic arguments.

use crate::ir::builder::Builder;
use crate::ir::entity::{FrameIndex, VReg};
use crate::ir::llt::Llt;
use crate::ir::mir::FrameInfo;
use crate::ir::value_type::ValueType;
use crate::machine::arg_locations::Assignment;
use crate::machine::desc::registers::PhysReg;
use smallvec::SmallVec;

/// A field of a `va_list`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VaField {
    /// The address of a frame object plus an offset in bytes: a pointer.
    Address(FrameIndex, i64),
    /// A number of 32 bits.
    Number(i32),
}

impl VaField {
    /// Returns its size in bytes, where a pointer has `pointer` bytes.
    pub fn bytes(self, pointer: u32) -> i64 {
        match self {
            VaField::Address(..) => pointer.into(),
            VaField::Number(_) => 4,
        }
    }
}

/// How functions find variadic arguments.
pub trait VariadicArguments {
    /// Returns the registers that may hold variadic arguments of a function with these named ones,
    /// and types that cover the registers.
    fn forwarded_registers(&self, named: &Assignment) -> Vec<(PhysReg, Llt)>;

    /// Saves the registers that may hold further arguments in a variadic function, and records for
    /// `va_start` where.
    fn save_variadic_registers(&self, b: &mut Builder<'_>, assignment: &Assignment);

    /// Returns the size of a `va_list` in bytes.
    fn va_list_bytes(&self) -> i64;

    /// Returns the fields that `va_start` stores into a `va_list`, in order, in a function with
    /// this frame; `None` if it is not variadic.
    fn va_list(&self, frame: &FrameInfo) -> Option<SmallVec<[VaField; 5]>>;

    /// Builds `dst` = the next argument of a `va_list`, of type `ty`. Returns false if `G_VAARG`
    /// does that.
    ///
    /// # Errors
    /// Arguments of this type are not supported.
    fn lower_va_arg(
        &self,
        _b: &mut Builder<'_>,
        _dst: VReg,
        _list: VReg,
        _ty: ValueType,
    ) -> std::result::Result<bool, String> {
        Ok(false)
    }

    /// Returns the address of the next argument of this type, and advances the `va_list`, which is
    /// given as 64-bit words.
    fn take_variadic(&self, list: &mut [u64], ty: ValueType) -> Option<u64>;
}
