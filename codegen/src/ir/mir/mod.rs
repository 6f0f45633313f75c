//! Machine IR: a function from the IRTranslator to emission, generic before selection and
//! target-specific after it. All state that passes share is in [`MachineFunction`].

mod arena;
pub mod asm_operand;
mod attributes;
mod cfi;
mod debug_values;
mod draft;
mod edit;
mod frame;
mod function;
mod inst_metadata;
mod landing_pad;
mod memory;
pub mod names;
mod operand;
mod pools;
mod predicate;
mod query;
mod reg_mask;
pub mod stack_map;

pub use crate::ir::debug_info::Site;
pub use crate::ir::pc_sections::{PcSection, PcSectionList};
pub use attributes::{
    CallGraphNode, FramePointer, FunctionAttrs, Interrupt, PatchableFunction, SignReturnAddress, Xray,
    ZeroCallUsedRegs,
};
pub use cfi::CfiDirective;
pub(crate) use debug_values::SalvagedSource;
pub(crate) use draft::Draft;
pub use frame::{CalleeSaved, FrameInfo, FrameObject, FrameObjectKind, FrameUse, IncomingObject, SspLayout};
pub use function::{
    BasicBlock, BlockAddressRef, ConstantPoolEntry, Elements, Inst, InstFlags, JumpTable, JumpTableEntryKind,
    MachineFunction, Properties, RegAttr, SymbolRef, VRegInfo, WideConstant,
};
pub use inst_metadata::{InstMetadata, InstMetadataTable};
pub use landing_pad::{Clause, ExceptionType, Invoke, LandingPad};
pub use memory::{MemFlags, MemOperand, Ordering, PointerInfo};
pub use names::MirNames;
pub use operand::{Operand, OperandFlags, OperandTag, Reg};
pub use predicate::{FloatPredicate, IntPredicate};
pub(crate) use reg_mask::CustomRegMask;
