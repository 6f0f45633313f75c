//! The debug information of a module: files, scopes, types, variables, locations. It depends
//! neither on LLVM nor on DWARF's encoding.
//!
//! The nodes are LLVM's metadata (`DISubprogram`, `DIDerivedType`, …), each with the fields of its
//! class. A node refers to another one by number. A front-end adds nodes as it meets them, so each
//! function finds the nodes it needs. A number never changes its meaning.
//!
//! Cost: linear in the number of nodes.

mod info;
pub(crate) mod llvm_ops;
mod node;
mod numbers;
mod scopes;
mod values;
mod variables;

pub use info::{Atom, DebugInfo, DebugLocation, DebugRequests};
pub use node::{
    Block, BlockFile, CommonBlock, CompositeType, DerivedType, Emission, Enumerator, Expression, File,
    GlobalExpression, GlobalVariable, ImportedEntity, Integer, Label, LocalVariable, Macro, MacroFile,
    Namespace, Node, NodeId, NodeModule, StringType, Subprogram, Subrange, SubrangeType, SubroutineType,
    TemplateType, TemplateValue, TextId, TypeFields, Unit, Words, flags, sp_flags,
};
pub use numbers::MetadataNumbers;
pub use scopes::{MAX_SCOPES, ScopeKey};
pub use values::{
    Assignments, Derivation, JOINED, Join, LabelRecord, Replacement, Segment, Site, TailCopy,
    TrackedVariable, ValueForm, ValueLocation, ValueOperand, ValueRecord, ValueTable, fragment_of,
    with_offset,
};
pub use variables::{DeclaredVariable, FunctionDebug};
