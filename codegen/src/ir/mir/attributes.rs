//! The attributes of a function that affect code generation.

use crate::ir::collector::Collected;
use crate::ir::module::{Associated, PointerSchema};
use crate::ir::pc_sections::PcSection;

/// The functions that keep a frame pointer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FramePointer {
    /// Only functions whose frame requires one.
    #[default]
    None,
    /// In functions that call.
    NonLeaf,
    /// Always.
    All,
}

/// The attributes of a function.
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
    /// True if the frame pointer's register is reserved, so frame records can be walked everywhere.
    pub frame_pointer_reserved: bool,
    /// True if an unwind table is required even if nothing unwinds (`uwtable`).
    pub uwtable: bool,
    /// True if the unwind table must be right at every instruction (`uwtable(async)`).
    pub async_uwtable: bool,
    /// `nounwind`.
    pub no_unwind: bool,
    /// True if a function that returns twice is called.
    pub calls_returns_twice: bool,
    /// True if there are calls that must not be merged with others (`nomerge`).
    pub has_nomerge_calls: bool,
    /// `naked`: neither prologue nor epilogue.
    pub naked: bool,
    /// True if the floating-point environment matters: rounding modes, and which exceptions are
    /// raised (`strictfp`).
    pub strict_fp: bool,
    /// True if floating-point and vector registers hold only values of such types
    /// (`noimplicitfloat`).
    pub no_implicit_float: bool,
    /// `noredzone`.
    pub no_red_zone: bool,
    /// `noreturn`.
    pub no_return: bool,
    /// The DWARF number of the register with the return address, if it is not the usual one.
    pub return_column: Option<u16>,
    /// True if none of its code may be outlined (`nooutline`).
    pub no_outlining: bool,
    /// Alignment of the function in bytes; 0 selects the target's default.
    pub align: u32,
    /// True if the function takes variadic arguments.
    pub is_var_arg: bool,
    /// LLVM's number of the calling convention.
    pub calling_convention: u32,
    /// True if there is a `swifterror` argument, which is passed and returned in its own register.
    pub swift_error: bool,
    /// The function returns by `llvm.eh.return`, perhaps among other ways.
    pub eh_return: bool,
    /// True if there is an asynchronous context (`swiftasync`). It is saved next to the frame
    /// record.
    pub swift_async: bool,
    /// True if indirect branches may only land on landing instructions
    /// (`branch-target-enforcement`).
    pub branch_target_enforcement: bool,
    /// The functions that sign their return address (`sign-return-address`).
    pub sign_return_address: SignReturnAddress,
    /// True if they sign with the B key (`sign-return-address-key`).
    pub sign_with_b_key: bool,
    /// True if the signature also depends on the address of the signing instruction
    /// (`branch-protection-pauth-lr`).
    pub sign_with_pc: bool,
    /// True if indices into jump tables are checked before they are used.
    pub jump_table_hardening: bool,
    /// True if a pointer that fails authentication ends the program (`ptrauth-auth-traps`).
    pub authentication_traps: bool,
    /// The signing schema of its block addresses for indirect branches, if they are signed
    /// (`ptrauth-indirect-gotos`).
    pub block_schema: Option<PointerSchema>,
    /// True if values loaded after a mispredicted branch are masked (`speculative_load_hardening`).
    pub speculative_load_hardening: bool,
    /// True if the frame's memory is tagged (`sanitize_memtag`).
    pub tags_stack: bool,
    /// True if ordinary instructions save the return address on a separate stack
    /// (`shadowcallstack`).
    pub shadow_call_stack: bool,
    /// True if the return address is also saved on a hardware shadow stack, where there is one
    /// (`hw-shadow-stack`).
    pub hw_shadow_stack: bool,
    /// The privilege level of an interrupt handler (`interrupt`).
    pub interrupt: Option<Interrupt>,
    /// The registers that are zeroed before the function returns (`zero-call-used-regs`).
    pub zero_call_used_regs: Option<ZeroCallUsedRegs>,
    /// Patchable space around the function's entry.
    pub patchable: PatchableFunction,
    /// XRay sleds at its entry and exits.
    pub xray: Option<Xray>,
    /// True if it has events for XRay's log.
    pub has_xray_events: bool,
    /// True if tail calls are disabled (`disable-tail-calls`).
    pub no_tail_calls: bool,
    /// The collector that has a table of the function's safe points (`gc`).
    pub collector: Option<Collected>,
    /// The alignment in bytes to which the function aligns the stack pointer (`alignstack`); 0
    /// selects the target's default.
    pub stack_align: u32,
    /// True if it realigns the stack pointer regardless of its callers (`stackrealign`).
    pub stack_realign: bool,
    /// True if it must not realign the stack pointer (`no-realign-stack`): no object is aligned to
    /// more than the stack alignment.
    pub no_realign_stack: bool,
    /// The largest stack growth between two probes, in bytes (`probe-stack`, `stack-probe-size`).
    pub stack_probe_size: Option<u32>,
    /// The frame size in bytes above which a warning is given (`warn-stack-size`).
    pub warn_stack_size: Option<u64>,
    /// The prefix of its section's name, by which linkers order sections (`!section_prefix`).
    pub section_prefix: Option<Box<str>>,
    /// The section with which its own is kept or dropped (`!associated`).
    pub associated: Option<Associated>,
    /// The sections that list where it is (`!pcsections`).
    pub pc_sections: Vec<PcSection>,
    /// The numbers before the function's symbol by which callers check its type (`!func_sanitize`).
    pub type_identifiers: Vec<u32>,
    /// The word before the function's entry by which checked calls compare types (`!kcfi_type`).
    pub kcfi_type: Option<u32>,
    /// Its entry in the table of calls, if there is one.
    pub call_graph: Option<CallGraphNode>,
}

/// A function as a target of indirect calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CallGraphNode {
    /// True if it may be called indirectly.
    pub is_indirect_target: bool,
    /// The hash of its generalized type, or 0.
    pub type_hash: u64,
}

/// The call-clobbered registers that are cleared before a return (`zero-call-used-regs`). Without
/// these restrictions, all are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ZeroCallUsedRegs {
    /// Only registers that the function uses.
    pub only_used: bool,
    /// Only general registers.
    pub only_gpr: bool,
    /// Only argument registers.
    pub only_arg: bool,
}

/// No-ops that can be overwritten at run time.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PatchableFunction {
    /// The number before the function's symbol (`patchable-function-prefix`).
    pub prefix: u32,
    /// The number after the symbol (`patchable-function-entry`).
    pub entry: u32,
    /// The section that lists their addresses, if it is not `__patchable_function_entries`
    /// (`patchable-function-entry-section`).
    pub section: Option<Box<str>>,
}

/// The XRay sleds of a function, and their table entries.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Xray {
    /// True if the function always has sleds (`function-instrument`).
    pub always: bool,
    /// The minimum number of instructions of a function with sleds, unless it has a loop
    /// (`xray-instruction-threshold`).
    pub threshold: u32,
    /// True if loops are ignored for that (`xray-ignore-loops`).
    pub ignores_loops: bool,
    /// True if there is no sled at the entry (`xray-skip-entry`).
    pub skips_entry: bool,
    /// True if there are no sleds at the exits (`xray-skip-exit`).
    pub skips_exit: bool,
    /// True if the entry handler gets the first argument (`xray-log-args`).
    pub logs_args: bool,
}

/// The functions that sign their return address.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SignReturnAddress {
    /// None.
    #[default]
    None,
    /// Functions that store their return address.
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
    /// Machine level, of interrupts that cannot be masked and are resumed from.
    ResumableNonMaskable,
    /// Machine level, of a controller with further registers.
    Controlled {
        /// True if other interrupts are taken while it runs, after it has saved what they change.
        preemptible: bool,
        /// True if it exchanges the stack pointer with a register of the controller's.
        swaps_stack: bool,
    },
    /// Machine level; one instruction saves the call-used registers, and one restores them and
    /// returns.
    SavedAtOnce {
        /// True if other interrupts are taken while it runs.
        nests: bool,
    },
}
