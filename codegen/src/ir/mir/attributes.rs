//! What a function's attributes ask of code generation.

use crate::ir::module::PointerSchema;

/// When a frame pointer is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FramePointer {
    /// When the frame needs one.
    #[default]
    None,
    /// In functions that call.
    NonLeaf,
    /// Always.
    All,
}

/// What a function's attributes ask for.
#[derive(Clone, Debug, Default)]
pub struct FunctionAttrs {
    /// `optnone`.
    pub opt_none: bool,
    /// `optsize`.
    pub opt_size: bool,
    /// `minsize`.
    pub min_size: bool,
    /// `frame-pointer`.
    pub frame_pointer: FramePointer,
    /// True if the frame pointer's register is used for nothing else, so that it leads to callers'
    /// frames everywhere.
    pub frame_pointer_reserved: bool,
    /// True if an unwind table is asked for even if nothing unwinds (`uwtable`).
    pub uwtable: bool,
    /// True if that must be right at every instruction (`uwtable(async)`).
    pub async_uwtable: bool,
    /// `nounwind`.
    pub no_unwind: bool,
    /// True if something that returns twice is called.
    pub calls_returns_twice: bool,
    /// True if there are calls that must not be merged with others (`nomerge`).
    pub has_nomerge_calls: bool,
    /// `naked`: neither prologue nor epilogue.
    pub naked: bool,
    /// True if the floating-point environment matters: rounding modes, and which exceptions are
    /// raised (`strictfp`).
    pub strict_fp: bool,
    /// `noredzone`.
    pub no_red_zone: bool,
    /// `noreturn`.
    pub no_return: bool,
    /// The register with the return address, if it is not that of ordinary calls, by its DWARF number.
    pub return_column: Option<u16>,
    /// True if none of its code becomes part of another function (`nooutline`).
    pub no_outlining: bool,
    /// Alignment of the function in bytes; 0: the target's.
    pub align: u32,
    /// True if the function takes variadic arguments.
    pub is_var_arg: bool,
    /// LLVM's number of the calling convention.
    pub calling_convention: u32,
    /// True if there is a `swifterror` argument, which comes in and is returned in a register of
    /// its own.
    pub swift_error: bool,
    /// True if there is a context of asynchronous calls (`swiftasync`), which frames with a frame
    /// record keep beside it.
    pub swift_async: bool,
    /// True if indirect branches land on instructions made for that only
    /// (`branch-target-enforcement`).
    pub branch_target_enforcement: bool,
    /// Which functions sign their return address (`sign-return-address`).
    pub sign_return_address: SignReturnAddress,
    /// True if they do so by the B key (`sign-return-address-key`).
    pub sign_with_b_key: bool,
    /// True if the program ends where a pointer is not signed as it should be
    /// (`ptrauth-auth-traps`).
    pub authentication_traps: bool,
    /// How addresses of its blocks are signed, to which it branches, if they are (`ptrauth-indirect-gotos`).
    pub block_schema: Option<PointerSchema>,
    /// True if the return address is kept on a stack of its own by instructions like all others
    /// (`shadowcallstack`).
    pub shadow_call_stack: bool,
    /// True if it is kept on one that the hardware protects, where there is one
    /// (`hw-shadow-stack`).
    pub hw_shadow_stack: bool,
    /// What an interrupt handler returns from (`interrupt`).
    pub interrupt: Option<Interrupt>,
    /// Which registers are zero when the function returns (`zero-call-used-regs`).
    pub zero_call_used_regs: Option<ZeroCallUsedRegs>,
    /// Room for patches around the function's entry.
    pub patchable: PatchableFunction,
    /// Room for XRay's patches at its entry and exits.
    pub xray: Option<Xray>,
    /// True if calls are not made jumps (`disable-tail-calls`).
    pub no_tail_calls: bool,
    /// The alignment of the stack pointer in bytes that the function makes sure of (`alignstack`); 0: the target's.
    pub stack_align: u32,
    /// True if it aligns the stack pointer whatever its callers have left (`stackrealign`).
    pub stack_realign: bool,
    /// True if it must not align the stack pointer (`no-realign-stack`): no object is aligned to
    /// more than that.
    pub no_realign_stack: bool,
    /// How far apart accesses are by which the stack grows, in bytes (`probe-stack`, `stack-probe-size`).
    pub stack_probe_size: Option<u32>,
    /// The size of the frame in bytes above which the user is warned (`warn-stack-size`).
    pub warn_stack_size: Option<u64>,
    /// What goes into the name of its section, to order sections by (`!section_prefix`).
    pub section_prefix: Option<Box<str>>,
    /// The numbers before the function's symbol by which callers check its type (`!func_sanitize`).
    pub type_identifiers: Vec<u32>,
    /// The number before the function's entry by which checked calls know its type (`!kcfi_type`).
    pub kcfi_type: Option<u32>,
}

/// Which of the registers that callers expect nothing in are cleared: all, but for these restrictions.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ZeroCallUsedRegs {
    /// Those that the function uses.
    pub only_used: bool,
    /// General ones.
    pub only_gpr: bool,
    /// Those that pass arguments.
    pub only_arg: bool,
}

/// Instructions that do nothing, to be overwritten at run time.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PatchableFunction {
    /// How many stand before the function's symbol (`patchable-function-prefix`).
    pub prefix: u32,
    /// How many stand after it (`patchable-function-entry`).
    pub entry: u32,
    /// The section that lists their addresses, if not `__patchable_function_entries` (`patchable-function-entry-section`).
    pub section: Option<Box<str>>,
}

/// Which room for XRay's patches a function has, and what the table of it says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Xray {
    /// True if it has it in any case (`function-instrument`).
    pub always: bool,
    /// How many instructions a function has at least that has it, unless it has a loop (`xray-instruction-threshold`).
    pub threshold: u32,
    /// True if loops do not count (`xray-ignore-loops`).
    pub ignores_loops: bool,
    /// True if there is none at the entry (`xray-skip-entry`).
    pub skips_entry: bool,
    /// True if there is none at the exits (`xray-skip-exit`).
    pub skips_exit: bool,
    /// True if what is called at the entry is told the first argument (`xray-log-args`).
    pub logs_args: bool,
}

/// Which functions sign their return address.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SignReturnAddress {
    /// None.
    #[default]
    None,
    /// Those that store it.
    NonLeaf,
    /// All.
    All,
}

/// The privilege level that handles an interrupt.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interrupt {
    /// Supervisor level.
    Supervisor,
    /// Machine level.
    Machine,
}
