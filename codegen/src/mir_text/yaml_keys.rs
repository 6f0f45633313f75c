//! The keys of a function's YAML document with a meaning here: one table for the writer and the
//! reader.

use crate::ir::mir::{FrameObjectKind, MachineFunction, Properties, SspLayout};

/// Keys of a function that are `true` when it has the property.
pub(crate) const PROPERTIES: &[(&str, Properties)] = &[
    ("legalized", Properties::LEGALIZED),
    ("regBankSelected", Properties::REG_BANK_SELECTED),
    ("selected", Properties::SELECTED),
    ("failedISel", Properties::FAILED_ISEL),
    ("noPhis", Properties::NO_PHIS),
    ("isSSA", Properties::IS_SSA),
    ("noVRegs", Properties::NO_VREGS),
    ("tracksRegLiveness", Properties::TRACKS_LIVENESS),
];

/// A fact under a key, with its getter and setter. A value of 0 is not written.
pub(crate) struct Fact {
    pub(crate) key: &'static str,
    pub(crate) get: fn(&MachineFunction) -> u64,
    pub(crate) set: fn(&mut MachineFunction, u64),
    /// True if it is written as `true`, not as a number.
    pub(crate) is_truth: bool,
}

const fn bool_key(
    key: &'static str,
    get: fn(&MachineFunction) -> u64,
    set: fn(&mut MachineFunction, u64),
) -> Fact {
    Fact { key, get, set, is_truth: true }
}

const fn number(
    key: &'static str,
    get: fn(&MachineFunction) -> u64,
    set: fn(&mut MachineFunction, u64),
) -> Fact {
    Fact { key, get, set, is_truth: false }
}

/// Facts of the function.
pub(crate) const FUNCTION_FACTS: &[Fact] = &[
    number("alignment", |mf| mf.attrs.align.into(), |mf, n| mf.attrs.align = n as u32),
    bool_key(
        "exposesReturnsTwice",
        |mf| mf.attrs.calls_returns_twice.into(),
        |mf, n| mf.attrs.calls_returns_twice = n != 0,
    ),
    bool_key("callsEHReturn", |mf| mf.attrs.eh_return.into(), |mf, n| mf.attrs.eh_return = n != 0),
];

/// Facts below `frameInfo`.
pub(crate) const FRAME_FACTS: &[Fact] = &[
    bool_key(
        "isFrameAddressTaken",
        |mf| mf.frame.frame_address_taken.into(),
        |mf, n| mf.frame.frame_address_taken = n != 0,
    ),
    bool_key(
        "isReturnAddressTaken",
        |mf| mf.frame.return_address_taken.into(),
        |mf, n| mf.frame.return_address_taken = n != 0,
    ),
    bool_key("hasStackMap", |mf| mf.frame.has_stack_map.into(), |mf, n| mf.frame.has_stack_map = n != 0),
    bool_key(
        "hasPatchPoint",
        |mf| mf.frame.has_patch_point.into(),
        |mf, n| mf.frame.has_patch_point = n != 0,
    ),
    number("stackSize", |mf| mf.frame.stack_size, |mf, n| mf.frame.stack_size = n),
    bool_key("hasCalls", |mf| mf.frame.has_calls.into(), |mf, n| mf.frame.has_calls = n != 0),
    number(
        "maxCallFrameSize",
        |mf| mf.frame.max_call_frame_size,
        // LLVM's number for an unknown size.
        |mf, n| mf.frame.max_call_frame_size = if n == u64::from(u32::MAX) { 0 } else { n },
    ),
    bool_key(
        "hasOpaqueSPAdjustment",
        |mf| u64::from(mf.frame.has_variable_sized && !has_variable_object(mf)),
        |mf, n| mf.frame.has_variable_sized |= n != 0,
    ),
];

fn has_variable_object(mf: &MachineFunction) -> bool {
    mf.frame.objects.iter().any(|o| o.kind == FrameObjectKind::VariableSized)
}

/// The `type` of stack objects.
pub(crate) const OBJECT_TYPES: &[(&str, FrameObjectKind)] = &[
    ("default", FrameObjectKind::Local),
    ("spill-slot", FrameObjectKind::Spill),
    ("variable-sized", FrameObjectKind::VariableSized),
];

/// The key below `frameInfo` with the slot of the stack protector's guard.
pub(crate) const STACK_PROTECTOR: &str = "stackProtector";

/// The prefix of a comment line with YAML of our own facts, for which LLVM's format has no key: the
/// keys of [`OWN_FACTS`], `varArgs`, and those of [`SSP_LAYOUTS`].
pub(crate) const OWN: &str = "# gisel:";

/// Facts in that line.
pub(crate) const OWN_FACTS: &[Fact] = &[
    bool_key("longBranches", |mf| mf.frame.long_branches.into(), |mf, n| mf.frame.long_branches = n != 0),
    bool_key(
        "branchesRelaxed",
        |mf| mf.frame.branches_relaxed.into(),
        |mf, n| mf.frame.branches_relaxed = n != 0,
    ),
    bool_key("farCallFrame", |mf| mf.frame.far_call_frame.into(), |mf, n| mf.frame.far_call_frame = n != 0),
    number("patchBytes", |mf| mf.frame.patch_bytes, |mf, n| mf.frame.patch_bytes = n),
    bool_key("freezes", |mf| mf.freezes.into(), |mf, n| mf.freezes = n != 0),
    number("argumentPop", |mf| mf.frame.argument_pop, |mf, n| mf.frame.argument_pop = n),
];

/// The key in that line for the object of the first variadic argument and the register save areas.
pub(crate) const VAR_ARGS: &str = "varArgs";

/// The key of functions whose debug lines refer to instructions by number.
pub(crate) const DEBUG_INSTR_REF: &str = "debugInstrRef:";

/// The key of substitutions of instruction operands.
pub(crate) const SUBSTITUTIONS: &str = "debugValueSubstitutions";

/// Keys of a stack object that holds a variable for the whole function: the variable, its
/// expression, the location of its declaration.
pub(crate) const DEBUG_KEYS: [&str; 3] =
    ["debug-info-variable", "debug-info-expression", "debug-info-location"];

/// The key in that line for further variables of objects.
pub(crate) const DECLARED: &str = "declared";

/// Keys in that line for the objects that a stack protector places next to its guard.
pub(crate) const SSP_LAYOUTS: &[(&str, SspLayout)] = &[
    ("sspLargeArrays", SspLayout::LargeArray),
    ("sspSmallArrays", SspLayout::SmallArray),
    ("sspAddrOf", SspLayout::AddrOf),
];

/// Further keys whose values the reader knows, besides [`PROPERTIES`] and [`FUNCTION_FACTS`].
pub(crate) const PARTS: &[&str] = &[
    "name",
    "registers",
    "liveins",
    "frameInfo",
    "fixedStack",
    "stack",
    "constants",
    "jumpTable",
    "machineFunctionInfo",
    SUBSTITUTIONS,
];

/// Keys of a function without a meaning here.
pub(crate) const IGNORED: &[&str] = &[
    "hasWinCFI",
    "callsUnwindInit",
    "hasEHContTarget",
    "hasEHScopes",
    "hasEHFunclets",
    "isOutlined",
    "debugInstrRef",
    "failsVerification",
    "tracksDebugUserValues",
    "hasFakeUses",
    "entry_values",
    "callSites",
    "calledGlobals",
    "machineMetadataNodes",
    "calleeSavedRegisters",
];
