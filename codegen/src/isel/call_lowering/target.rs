//! CallLowering: passes values across a function's boundary, by the target's calling conventions.

use crate::ir::builder::Builder;
use crate::ir::entity::{SymbolId, VReg};
use crate::ir::value_type::ValueType;
use crate::machine::arg_locations::{ArgFlags, ArgInfo, Assignment};
use crate::machine::calling_convention::Authentication;
use crate::support::error::Result;
use smallvec::SmallVec;
use std::rc::Rc;

/// The callee of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callee {
    /// A symbol of the module.
    Symbol(SymbolId),
    /// An address.
    Register(VReg),
    /// A runtime routine: an index into the table of libcall names.
    External(u16),
}

/// The kind of tail call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum TailKind {
    /// `notail`, or not in tail position.
    #[default]
    None,
    /// `tail`, in tail position: the target decides.
    May,
    /// `musttail`.
    Must,
}

/// A call to lower.
#[derive(Clone, Debug)]
pub struct CallInfo {
    /// The callee.
    pub callee: Callee,
    /// Arguments in order.
    pub args: Vec<ArgInfo>,
    /// The result; without leaves if there is none.
    pub result: ArgInfo,
    /// LLVM's number of the calling convention.
    pub calling_convention: u32,
    /// True if the callee's type is variadic.
    pub is_var_arg: bool,
    /// The kind of tail call.
    pub tail: TailKind,
    /// True if control does not return.
    pub no_return: bool,
    /// The register for the returned error, if a `swifterror` argument is passed.
    pub swift_error: Option<VReg>,
    /// The authentication of the callee's address in a register (`"ptrauth"`).
    pub authentication: Option<Authentication>,
    /// The locations of arguments and result, by [`CallLowering::locations`], if they are known
    /// already.
    pub locations: Option<Rc<CallLocations>>,
}

/// The locations of the arguments and the result of a call or a function.
#[derive(Debug)]
pub struct CallLocations {
    /// The locations of the arguments.
    pub args: Assignment,
    /// The locations of the result.
    pub result: Assignment,
}

impl CallInfo {
    /// Returns a call of a routine without a result, by the C convention.
    pub fn of_routine(callee: Callee, args: Vec<ArgInfo>) -> CallInfo {
        let result = ArgInfo {
            regs: SmallVec::new(),
            types: SmallVec::new(),
            flags: ArgFlags::default(),
            is_fixed: true,
        };
        CallInfo {
            callee,
            args,
            result,
            calling_convention: 0,
            is_var_arg: false,
            tail: TailKind::None,
            no_return: false,
            swift_error: None,
            authentication: None,
            locations: None,
        }
    }
}

/// A target's calling conventions. All methods build at the builder's insertion point.
pub trait CallLowering {
    /// Checks that functions of this convention, by LLVM's number, can be compiled, or called.
    ///
    /// Errors: the reason why not, with the convention's name.
    fn check_convention(
        &self,
        number: u32,
        is_var_arg: bool,
        is_definition: bool,
    ) -> std::result::Result<(), String>;

    /// Copies incoming arguments from `locations` into the registers of `args`, at the start of the
    /// entry block. For variadic functions it also stores the register save area, and records in
    /// the frame where `va_start` finds it.
    fn lower_formal_arguments(
        &self,
        b: &mut Builder<'_>,
        args: &[ArgInfo],
        locations: &Assignment,
        is_var_arg: bool,
        calling_convention: u32,
    );

    /// Returns a value with the leaves `regs` at `locations`, and the error of a function that has
    /// one. Ends the block.
    fn lower_return(
        &self,
        b: &mut Builder<'_>,
        regs: &[VReg],
        locations: &Assignment,
        swift_error: Option<VReg>,
    );

    /// Returns true if a result of these leaves is returned in registers; otherwise the translator
    /// passes a hidden pointer as the first argument (`sret` demotion).
    fn can_lower_return(&self, types: &[ValueType], flags: ArgFlags, calling_convention: u32) -> bool;

    /// Returns the locations of arguments and result for calls and functions of this convention;
    /// their registers are ignored.
    ///
    /// # Errors
    /// A value cannot be passed, or the result is not returned in registers.
    fn locations(
        &self,
        args: &[ArgInfo],
        result: &ArgInfo,
        is_var_arg: bool,
        calling_convention: u32,
    ) -> std::result::Result<CallLocations, String>;

    /// Lowers a call. Returns true if it became a tail call, which ends the block.
    fn lower_call(&self, b: &mut Builder<'_>, call: &CallInfo) -> Result<bool>;

    /// Copies a `va_list` (`llvm.va_copy`).
    fn lower_va_copy(&self, b: &mut Builder<'_>, dst: VReg, src: VReg) -> Result<()>;

    /// Computes the address to which the function `depth` frames up returns (`llvm.returnaddress`),
    /// into `dst`.
    fn lower_return_address(&self, b: &mut Builder<'_>, dst: VReg, depth: u32) -> Result<()>;

    /// Computes the thread pointer (`llvm.thread.pointer`), into `dst`.
    fn lower_thread_pointer(&self, b: &mut Builder<'_>, dst: VReg);

    /// Computes the frame address `depth` frames up (`llvm.frameaddress`), into `dst`.
    fn lower_frame_address(&self, b: &mut Builder<'_>, dst: VReg, depth: u32) -> Result<()>;

    /// Computes the address of the saved return address (`llvm.addressofreturnaddress`) into `dst`.
    /// Requires a frame record.
    ///
    /// # Errors
    /// The function has no frame record.
    fn lower_address_of_return_address(&self, b: &mut Builder<'_>, dst: VReg) -> Result<()>;

    /// Sets `dst` to the offset of the escaped object with `number` in the frame of `function`
    /// (`llvm.localrecover`). Returns false if the target has no instruction for that.
    fn lower_frame_escape(&self, b: &mut Builder<'_>, dst: VReg, function: SymbolId, number: u16) -> bool;

    /// Leaves the function for `handler`, with `adjustment` bytes added to the stack pointer
    /// (`llvm.eh.return`). This ends the block.
    fn lower_eh_return(&self, b: &mut Builder<'_>, adjustment: VReg, handler: VReg);

    /// Computes the address of the asynchronous context in the extended frame record into `dst`
    /// (`llvm.swift.async.context.addr`). Requires such a record
    /// ([`FunctionAttrs::swift_async`](crate::ir::mir::FunctionAttrs)).
    ///
    /// # Errors
    /// The target's frame records cannot be extended.
    fn lower_async_context_address(&self, b: &mut Builder<'_>, dst: VReg) -> Result<()>;
}
