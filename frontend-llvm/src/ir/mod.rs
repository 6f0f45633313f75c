//! LLVM IR as `Copy` handles that borrow their module.
//!
//! * Contents: everything that translation reads. Each accessor is total: for a value of another
//!   kind it returns `None`, zero or empty.
//! * Requires: a module from `reader`.
//! * Establishes: accessors neither panic nor have undefined behaviour for any IR. Numbers that
//!   LLVM 22 does not have fail assertions.
//! * Cost: an accessor is one call of a few nanoseconds; one call returns all flags of an
//!   instruction. The common properties of instructions are read in one call for the whole body
//!   ([`BodyReader`]).

pub mod attributes;
pub mod constant;
pub mod function;
pub mod global;
pub mod inst;
pub mod inst_flags;
pub mod layout;
pub mod module;
pub mod numbering;
pub mod opcode;
pub mod types;
pub mod value;
pub mod value_kind;

#[cfg(test)]
mod tests;

pub use crate::raw::{
    BlockRecord, Body, BodyReader, DebugReader, DebugRecord, DebugRecords, InstRecord, LocationRecord,
    OperandRef, RecordKind,
};
pub use attributes::{AttrIndex, AttrKind, Attribute, Attributes};
pub use constant::{ConstantExpr, FpConstant, InlineAsm, IntConstant};
pub use function::{Block, Function};
pub use global::{Global, Linkage, ThreadLocal, UnnamedAddr, Visibility};
pub use inst::{CallFacts, CallSite, Inst, TailKind};
pub use inst_flags::InstFlags;
pub use layout::DataLayout;
pub use module::Module;
pub use numbering::Numbering;
pub use opcode::{AtomicOp, Opcode, Ordering, Predicate};
pub use types::{Type, TypeKind};
pub use value::Value;
pub use value_kind::ValueKind;
