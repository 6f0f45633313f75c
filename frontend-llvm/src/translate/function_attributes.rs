//! Code generation attributes of functions.

use super::collectors;
use gisel_codegen::ir::mir::{
    FramePointer, FunctionAttrs, Interrupt, PatchableFunction, SignReturnAddress, Xray, ZeroCallUsedRegs,
};
use gisel_codegen::ir::module::{Module, StackProbes};

use super::signed_pointers;
use super::translator::Translator;
use crate::ir::attributes::sets_of;
use crate::ir::{AttrIndex, AttrKind, Function, TypeKind, Value};
use crate::properties::{self, Digits};
use gisel_codegen::machine::triple::architecture;

/// The maximum alignment of symbols and frame objects, in bytes.
pub(super) const LARGEST_ALIGN: u32 = 1 << 31;

/// LLVM's number of `uwtable(async)`, which is also the meaning of `uwtable` alone.
pub(super) const ASYNC_UWTABLE: u64 = 2;

/// Returns the code generation attributes of a function.
pub fn attributes(function: Function<'_>, module: &Module) -> FunctionAttrs {
    with_own(function, by_set(function, module))
}

impl Translator<'_> {
    /// Returns the code generation attributes of a function; the ones from equal attribute sets are
    /// looked up once.
    pub(super) fn attributes(&mut self, function: Function<'_>) -> FunctionAttrs {
        let own = sets_of(function.value()).find(|set| set.index() == AttrIndex::Function);
        let Some(key) = own.map(|set| set.key) else { return attributes(function, &self.module) };
        let by_set = match self.function_attributes.get(&key) {
            Some(known) => known.clone(),
            None => {
                let found = by_set(function, &self.module);
                self.function_attributes.insert(key, found.clone());
                found
            }
        };
        with_own(function, by_set)
    }
}

/// Returns the attributes that follow from the function's own attribute set, not from its
/// parameters.
pub(super) fn by_set(function: Function<'_>, module: &Module) -> FunctionAttrs {
    let text = |name| function.string_attribute(name);
    let uwtable = function.attribute(AttrIndex::Function, AttrKind::UwTable).map(|attr| attr.number);
    let min_size = function.has(AttrKind::MinSize);
    let number = |name| number_attribute(function, name, Digits::Decimal);
    let nops = |name| number(name).unwrap_or(0);
    let signs_returns = text("ptrauth-returns").is_some();
    let stack_align = function.attribute(AttrIndex::Function, AttrKind::StackAlign);
    FunctionAttrs {
        opt_none: function.has(AttrKind::OptimizeNone),
        opt_size: function.has(AttrKind::OptSize) || min_size,
        min_size,
        frame_pointer: match text("frame-pointer") {
            Some("all") => FramePointer::All,
            Some("non-leaf" | "non-leaf-no-reserve") => FramePointer::NonLeaf,
            _ => FramePointer::None,
        },
        frame_pointer_reserved: matches!(text("frame-pointer"), Some("all" | "non-leaf" | "reserved")),
        uwtable: uwtable.is_some(),
        async_uwtable: uwtable == Some(ASYNC_UWTABLE) && !min_size,
        no_unwind: function.has(AttrKind::NoUnwind),
        naked: function.has(AttrKind::Naked),
        strict_fp: function.has(AttrKind::StrictFp),
        no_implicit_float: function.has(AttrKind::NoImplicitFloat),
        no_red_zone: function.has(AttrKind::NoRedZone),
        no_return: function.has(AttrKind::NoReturn),
        branch_target_enforcement: matches!(text("branch-target-enforcement"), Some("" | "true")),
        sign_return_address: match text("sign-return-address") {
            _ if signs_returns => SignReturnAddress::NonLeaf,
            Some("all") => SignReturnAddress::All,
            Some("non-leaf") => SignReturnAddress::NonLeaf,
            _ => SignReturnAddress::None,
        },
        sign_with_b_key: signs_returns || text("sign-return-address-key") == Some("b_key"),
        sign_with_pc: matches!(text("branch-protection-pauth-lr"), Some("" | "true")),
        jump_table_hardening: text("aarch64-jump-table-hardening").is_some(),
        authentication_traps: text("ptrauth-auth-traps").is_some(),
        tags_stack: function.has(AttrKind::SanitizeMemTag)
            && properties::is_enum_read_for("sanitize_memtag", architecture(&module.triple)),
        speculative_load_hardening: function.has(AttrKind::SpeculativeLoadHardening),
        shadow_call_stack: function.has(AttrKind::ShadowCallStack),
        hw_shadow_stack: text("hw-shadow-stack").is_some(),
        interrupt: interrupt(function, module),
        zero_call_used_regs: text("zero-call-used-regs").and_then(zero_call_used_regs),
        patchable: PatchableFunction {
            prefix: nops("patchable-function-prefix"),
            entry: nops("patchable-function-entry"),
            section: text("patchable-function-entry-section").map(Into::into),
        },
        xray: xray(function),
        stack_align: stack_align.map_or(0, |attr| attr.number as u32),
        stack_realign: text("stackrealign").is_some(),
        no_outlining: text("nooutline").is_some(),
        no_tail_calls: module.options.no_tail_calls || text("disable-tail-calls") == Some("true"),
        no_realign_stack: text("no-realign-stack").is_some(),
        stack_probe_size: stack_probe_size(function, module.stack_probes),
        warn_stack_size: number("warn-stack-size").map(u64::from),
        ..FunctionAttrs::default()
    }
}

/// Returns `attrs` with the properties that are not in the function's attribute set.
pub(super) fn with_own(function: Function<'_>, attrs: FunctionAttrs) -> FunctionAttrs {
    let type_identifiers: Vec<u32> = function.type_identifiers().filter_map(low_word).collect();
    let kcfi_type = function.kcfi_type().and_then(low_word);
    FunctionAttrs {
        align: alignment(function, kcfi_type.is_some() || !type_identifiers.is_empty()),
        is_var_arg: is_var_arg(function),
        calling_convention: function.calling_conv(),
        collector: collectors::collected(function),
        swift_error: has_parameter(function, AttrKind::SwiftError),
        swift_async: has_parameter(function, AttrKind::SwiftAsync),
        // The schema depends on the function's name.
        block_schema: signed_pointers::block_schema(function),
        section_prefix: function.section_prefix().map(Into::into),
        type_identifiers,
        kcfi_type,
        ..attrs
    }
}

/// Returns the value of a numeric attribute; the table of properties rejects other text.
pub(super) fn number_attribute(function: Function<'_>, name: &str, digits: Digits) -> Option<u32> {
    function.string_attribute(name).and_then(|text| digits.number(text))
}

/// Returns the kind of interrupt from which a handler returns, on targets with such handlers.
pub(super) fn interrupt(function: Function<'_>, module: &Module) -> Option<Interrupt> {
    let kind = function.string_attribute("interrupt")?;
    match kind {
        _ if !properties::is_read_for("interrupt", architecture(&module.triple)) => None,
        "machine" => Some(Interrupt::Machine),
        "supervisor" => Some(Interrupt::Supervisor),
        "rnmi" => Some(Interrupt::ResumableNonMaskable),
        "SiFive-CLIC-preemptible" => Some(Interrupt::Controlled { preemptible: true, swaps_stack: false }),
        "SiFive-CLIC-stack-swap" => Some(Interrupt::Controlled { preemptible: false, swaps_stack: true }),
        "SiFive-CLIC-preemptible-stack-swap" => {
            Some(Interrupt::Controlled { preemptible: true, swaps_stack: true })
        }
        "qci-nest" => Some(Interrupt::SavedAtOnce { nests: true }),
        "qci-nonest" => Some(Interrupt::SavedAtOnce { nests: false }),
        _ => None,
    }
}

/// Returns the XRay patch areas that a function requires.
pub(super) fn xray(function: Function<'_>) -> Option<Xray> {
    let text = |name| function.string_attribute(name);
    let always = match text("function-instrument") {
        Some("xray-never") => return None,
        kind => kind == Some("xray-always"),
    };
    let threshold = number_attribute(function, "xray-instruction-threshold", Digits::Prefixed);
    Some(Xray {
        always,
        threshold: if always { 0 } else { threshold? },
        ignores_loops: text("xray-ignore-loops").is_some(),
        skips_entry: text("xray-skip-entry").is_some(),
        skips_exit: text("xray-skip-exit").is_some(),
        logs_args: text("xray-log-args").is_some(),
    })
}

/// Returns the function's required alignment in bytes; 0 is the target's default. Numbers before
/// the function are read as words.
pub(super) fn alignment(function: Function<'_>, follows_numbers: bool) -> u32 {
    let written = function.global().align().min(LARGEST_ALIGN.into()) as u32;
    if follows_numbers { written.max(4) } else { written }
}

/// Returns the low 32 bits of a constant integer.
pub(super) fn low_word(value: Value<'_>) -> Option<u32> {
    Some(value.as_int()?.as_i64()? as u32)
}

/// Returns the distance in bytes between the function's stack probes. `module` is the default for
/// functions that specify none.
pub(super) fn stack_probe_size(function: Function<'_>, module: StackProbes) -> Option<u32> {
    let inline = function.string_attribute("probe-stack").map_or(module.inline, |kind| kind == "inline-asm");
    inline.then(|| {
        let own = number_attribute(function, "stack-probe-size", Digits::Prefixed);
        own.or(module.size).unwrap_or(STACK_PROBE_SIZE)
    })
}

/// The size of the smallest guard page, in bytes.
pub(super) const STACK_PROBE_SIZE: u32 = 4096;

/// Parses a value of `zero-call-used-regs`.
pub(super) fn zero_call_used_regs(value: &str) -> Option<ZeroCallUsedRegs> {
    let (all, rest) = value.split_once('-').unwrap_or((value, ""));
    let only_used = match all {
        "used" => true,
        "all" => false,
        _ => return None,
    };
    let parts: Vec<&str> = rest.split('-').filter(|part| !part.is_empty()).collect();
    Some(ZeroCallUsedRegs { only_used, only_gpr: parts.contains(&"gpr"), only_arg: parts.contains(&"arg") })
}

/// Returns true if a parameter has an attribute.
pub(super) fn has_parameter(function: Function<'_>, kind: AttrKind) -> bool {
    function.args().zip(0..).any(|(_, index)| function.attribute(AttrIndex::Param(index), kind).is_some())
}

pub(super) fn is_var_arg(function: Function<'_>) -> bool {
    matches!(function.function_type().map(|ty| ty.kind()), Some(TypeKind::Function { variadic: true, .. }))
}
