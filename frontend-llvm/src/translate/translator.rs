//! The state of a module's translation.

use super::intrinsics::Intrinsics;
use super::types::Types;
use super::value_map::ValueMap;
use crate::ir::numbering::AddressMap;
use crate::ir::{BodyReader, DebugReader, DebugRecords, Module};
use crate::properties::Checker;
use gisel_codegen::ir::entity::{ComdatId, SubtargetId, SymbolId};
use gisel_codegen::ir::mir::FunctionAttrs;
use gisel_codegen::ir::module::Module as CodegenModule;
use gisel_codegen::isel::call_lowering::target::{CallInfo, CallLocations};
use gisel_codegen::machine::arg_locations::ArgInfo;
use gisel_codegen::support::coverage::Coverage;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// The state shared by all functions of a module: its symbols, and the types and intrinsics met so
/// far.
pub struct Translator<'m> {
    pub(super) ir: Module<'m>,
    pub(super) types: Types<'m>,
    pub(super) intrinsics: Intrinsics,
    pub(super) symbols: AddressMap<SymbolId>,
    pub(super) comdats: HashMap<&'m str, ComdatId>,
    /// The symbols of the frame maps of functions with a shadow stack.
    pub(super) frame_maps: AddressMap<SymbolId>,
    /// The numbers of blocks in their functions, for functions with block addresses.
    pub(super) block_numbers: AddressMap<u32>,
    /// The numbers of instructions in their functions; empty if they are not numbered.
    pub(super) inst_numbers: AddressMap<u32>,
    /// The numbers of nodes of `!pcsections` in the module's text, by their identity.
    pub(super) pc_numbers: AddressMap<u32>,
    /// The reader of debug information, if it is emitted.
    pub(super) debug: Option<DebugState<'m>>,
    pub(super) module: CodegenModule,
    /// Checks functions and calls against the table of properties.
    pub(super) checker: Checker,
    /// True if thread-local variables are accessed by a runtime routine.
    pub(super) emulated_tls: bool,
    /// The coverage record of the entries that ran, if there is one.
    pub(super) coverage: Option<Arc<Coverage>>,
    /// The attributes of functions, by the address of their attribute set.
    pub(super) function_attributes: AddressMap<FunctionAttrs>,
    /// The signatures of calls.
    pub(super) signatures: FxHashMap<SignatureKey, Rc<Signature>>,
    /// The signatures of functions.
    pub(super) function_signatures: FxHashMap<FunctionKey, Rc<FunctionSignature>>,
    /// The buffers of the last function's translation, for reuse.
    pub(super) map: Option<ValueMap<'m>>,
    pub(super) bodies: BodyReader<'m>,
}

/// The reader of debug information, and the records of the current function.
pub(super) struct DebugState<'m> {
    pub(super) reader: DebugReader<'m>,
    pub(super) records: DebugRecords<'m>,
}

/// The common properties of calls with equal function types and attributes.
pub(super) struct Signature {
    /// The call, to which each use adds its registers and callee; none while a call is being built.
    pub(super) call: RefCell<Option<Box<CallInfo>>>,
    /// True if the result is returned in registers.
    pub(super) in_registers: bool,
    /// True if the attributes cause no message.
    pub(super) is_clean: bool,
    pub(super) returns_twice: bool,
    pub(super) no_merge: bool,
    pub(super) no_unwind: bool,
    /// True if the source marks calls of the function as errors or warnings.
    pub(super) is_forbidden: bool,
}

/// The inputs of a [`Signature`]: the subtarget of the caller, and addresses of types and
/// attributes.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct SignatureKey {
    pub(super) subtarget: SubtargetId,
    pub(super) convention: u32,
    pub(super) function_type: usize,
    /// The types of all arguments, for calls of variadic functions.
    pub(super) variadic: Vec<usize>,
    /// The call's attributes.
    pub(super) own: usize,
    /// The attributes of the named function, and true if all of them apply.
    pub(super) callee: Option<(usize, bool)>,
}

/// The arguments and result of a function.
pub(super) struct FunctionSignature {
    /// The arguments with registers, the hidden one first; each function assigns the registers.
    /// None while they are in use.
    pub(super) args: RefCell<Option<Vec<ArgInfo>>>,
    /// True if the result is returned through memory.
    pub(super) is_demoted: bool,
    pub(super) locations: Rc<CallLocations>,
}

impl FunctionSignature {
    /// Takes the arguments, which must be put back by `put_args`.
    pub(super) fn take_args(&self) -> Option<Vec<ArgInfo>> {
        self.args.take()
    }

    pub(super) fn put_args(&self, args: Vec<ArgInfo>) {
        self.args.replace(Some(args));
    }
}

/// The inputs of a [`FunctionSignature`]: addresses of type and attributes.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct FunctionKey {
    pub(super) subtarget: SubtargetId,
    pub(super) convention: u32,
    pub(super) function_type: usize,
    pub(super) attributes: usize,
}
