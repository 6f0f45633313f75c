//! LLVM IR as `Copy` handles that borrow their module.
//!
//! * Contents: everything that translation reads. Each accessor is total: for a value of another
//!   kind it returns `None`, zero or empty.
//! * Requires: a module from `reader`.
//! * Establishes: accessors neither panic nor have undefined behaviour for any IR. Numbers that
//!   LLVM 22 does not have fail assertions.
//! * Cost: an accessor is one call of a few nanoseconds; one call returns all flags of an
//!   instruction. The common properties of instructions are read in one call for the whole body
//!   (`BodyReader`).

pub mod attributes;
pub(crate) mod constant;
pub(crate) mod function;
pub(crate) mod global;
pub(crate) mod inst;
pub(crate) mod inst_flags;
pub(crate) mod layout;
pub(crate) mod module;
pub(crate) mod numbering;
pub(crate) mod opcode;
pub(crate) mod types;
pub(crate) mod value;
pub(crate) mod value_kind;

#[cfg(test)]
mod tests;

pub(crate) use crate::raw::{
    Body, BodyReader, DebugReader, DebugRecord, DebugRecords, InstRecord, OperandRef, RecordKind,
};
pub use attributes::{AttrIndex, AttrKind, Attribute, Attributes};
pub(crate) use constant::{ConstantExpr, FpConstant, InlineAsm, IntConstant};
pub use function::{Block, Function};
pub use global::{Global, Linkage, ThreadLocal, UnnamedAddr, Visibility};
pub(crate) use inst::{CallFacts, CallSite, Inst, TailKind};
pub(crate) use inst_flags::InstFlags;
pub(crate) use layout::DataLayout;
pub use module::Module;
pub(crate) use opcode::{AtomicOp, Opcode, Ordering, Predicate};
pub(crate) use types::{Type, TypeKind};
pub use value::Value;
pub(crate) use value_kind::ValueKind;
