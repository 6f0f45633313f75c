//! What a function's attributes ask of code generation.

use crate::ir::entity::SymbolId;
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
    /// Whether the frame pointer's register is used for nothing else, so that it leads to callers' frames everywhere.
    pub frame_pointer_reserved: bool,
    /// Whether an unwind table is asked for even if nothing unwinds (`uwtable`).
    pub uwtable: bool,
    /// Whether that must be right at every instruction (`uwtable(async)`).
    pub async_uwtable: bool,
    /// `nounwind`.
    pub no_unwind: bool,
    /// Whether something that returns twice is called.
    pub calls_returns_twice: bool,
    /// Whether there are calls that must not be merged with others (`nomerge`).
    pub has_nomerge_calls: bool,
    /// `naked`: neither prologue nor epilogue.
    pub naked: bool,
    /// Whether the floating-point environment matters: rounding modes, and which exceptions are raised (`strictfp`).
    pub strict_fp: bool,
    /// Whether no floating-point or vector register holds a value that is not of such a type (`noimplicitfloat`).
    pub no_implicit_float: bool,
    /// `noredzone`.
    pub no_red_zone: bool,
    /// `noreturn`.
    pub no_return: bool,
    /// The register with the return address, if it is not that of ordinary calls, by its DWARF number.
    pub return_column: Option<u16>,
    /// Whether none of its code becomes part of another function (`nooutline`).
    pub no_outlining: bool,
    /// Alignment of the function in bytes; 0: the target's.
    pub align: u32,
    /// Whether the function takes variadic arguments.
    pub is_var_arg: bool,
    /// LLVM's number of the calling convention.
    pub calling_convention: u32,
    /// Whether there is a `swifterror` argument, which comes in and is returned in a register of its own.
    pub swift_error: bool,
    /// The function returns by `llvm.eh.return`, perhaps among other ways.
    pub eh_return: bool,
    /// Whether there is a context of asynchronous calls (`swiftasync`), which frames with a frame record keep beside it.
    pub swift_async: bool,
    /// Whether indirect branches land on instructions made for that only (`branch-target-enforcement`).
    pub branch_target_enforcement: bool,
    /// Which functions sign their return address (`sign-return-address`).
    pub sign_return_address: SignReturnAddress,
    /// Whether they do so by the B key (`sign-return-address-key`).
    pub sign_with_b_key: bool,
    /// Whether the signature depends on the signing instruction's address, too (`branch-protection-pauth-lr`).
    pub sign_with_pc: bool,
    /// Whether indices into jump tables are checked before they are used (`aarch64-jump-table-hardening`).
    pub jump_table_hardening: bool,
    /// Whether the program ends where a pointer is not signed as it should be (`ptrauth-auth-traps`).
    pub authentication_traps: bool,
    /// How addresses of its blocks are signed, to which it branches, if they are (`ptrauth-indirect-gotos`).
    pub block_schema: Option<PointerSchema>,
    /// Whether what is loaded after a mispredicted branch is masked (`speculative_load_hardening`).
    pub speculative_load_hardening: bool,
    /// Whether memory of its frame has tags (`sanitize_memtag`).
    pub tags_stack: bool,
    /// Whether the return address is kept on a stack of its own by instructions like all others (`shadowcallstack`).
    pub shadow_call_stack: bool,
    /// Whether it is kept on one that the hardware protects, where there is one (`hw-shadow-stack`).
    pub hw_shadow_stack: bool,
    /// What an interrupt handler returns from (`interrupt`).
    pub interrupt: Option<Interrupt>,
    /// Which registers are zero when the function returns (`zero-call-used-regs`).
    pub zero_call_used_regs: Option<ZeroCallUsedRegs>,
    /// Room for patches around the function's entry.
    pub patchable: PatchableFunction,
    /// Room for XRay's patches at its entry and exits.
    pub xray: Option<Xray>,
    /// Whether calls are not made jumps (`disable-tail-calls`).
    pub no_tail_calls: bool,
    /// The alignment of the stack pointer in bytes that the function makes sure of (`alignstack`); 0: the target's.
    pub stack_align: u32,
    /// Whether it aligns the stack pointer whatever its callers have left (`stackrealign`).
    pub stack_realign: bool,
    /// Whether it must not align the stack pointer (`no-realign-stack`): no object is aligned to more than that.
    pub no_realign_stack: bool,
    /// How far apart accesses are by which the stack grows, in bytes (`probe-stack`, `stack-probe-size`).
    pub stack_probe_size: Option<u32>,
    /// The size of the frame in bytes above which the user is warned (`warn-stack-size`).
    pub warn_stack_size: Option<u64>,
    /// What goes into the name of its section, to order sections by (`!section_prefix`).
    pub section_prefix: Option<Box<str>>,
    /// The symbol with whose section its own is kept or dropped (`!associated`).
    pub associated: Option<SymbolId>,
    /// The sections that list where it is (`!pcsections`).
    pub pc_sections: Vec<PcSection>,
    /// The numbers before the function's symbol by which callers check its type (`!func_sanitize`).
    pub type_identifiers: Vec<u32>,
    /// The number before the function's entry by which checked calls know its type (`!kcfi_type`).
    pub kcfi_type: Option<u32>,
}

/// A section that lists addresses of code, with data after each (`!pcsections`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PcSection {
    /// Its name.
    pub name: Box<str>,
    /// Whether sizes are numbers of variable length.
    pub is_compressed: bool,
    /// The data.
    pub data: Box<[u8]>,
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
    /// Whether it has it in any case (`function-instrument`).
    pub always: bool,
    /// How many instructions a function has at least that has it, unless it has a loop (`xray-instruction-threshold`).
    pub threshold: u32,
    /// Whether loops do not count (`xray-ignore-loops`).
    pub ignores_loops: bool,
    /// Whether there is none at the entry (`xray-skip-entry`).
    pub skips_entry: bool,
    /// Whether there is none at the exits (`xray-skip-exit`).
    pub skips_exit: bool,
    /// Whether what is called at the entry is told the first argument (`xray-log-args`).
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
    /// Machine level, of interrupts that cannot be masked and are resumed from.
    ResumableNonMaskable,
}
