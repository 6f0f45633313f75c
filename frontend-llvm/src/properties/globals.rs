//! Properties in the definitions of functions and variables, their metadata and the metadata of
//! instructions, and operand bundles.

use super::{BODY, Property, PropertyKind, VARIABLE, property};
use crate::ir::Global;
use crate::ir::global::{ComdatKind, GlobalKind};

const FACT: &str = "it is a fact for optimizers";
const MIDDLE_END: &str = "it speaks to passes of LLVM's middle end, which have run";

const fn of_global(name: &'static str) -> Property {
    property(PropertyKind::GlobalProperty, name)
}

const fn metadata(name: &'static str) -> Property {
    property(PropertyKind::GlobalMetadata, name)
}

const fn of_instruction(name: &'static str) -> Property {
    property(PropertyKind::InstructionMetadata, name)
}

const fn bundle(name: &'static str) -> Property {
    property(PropertyKind::OperandBundle, name)
}

pub(super) const PROPERTIES: &[Property] = &[
    of_global("addrspace").honoured(),
    of_global("code_model").harmless("addresses reach as far as the module's code model says"),
    of_global("comdat").honoured_for(&["any", "nodeduplicate"], "ELF has no such choice"),
    of_global("externally_initialized").harmless("nothing is derived from a variable's initializer"),
    of_global("gc").honoured_for(
        &["coreclr", "erlang", "ocaml", "shadow-stack", "statepoint-example"],
        "there is no table of roots of such a collector",
    ),
    of_global("partition").refused("the object is not divided"),
    of_global("prefix").honoured(),
    of_global("prologue").honoured(),
    of_global("sanitize_memtag").only("aarch64").honoured(),
];

/// Returns the properties of a global that are in the table: the name, and the value if there is
/// one.
pub(super) fn properties_of(global: Global<'_>) -> Vec<(&'static str, String)> {
    let info = global.info();
    let function = global.value().as_function();
    let comdat = global.comdat().map(|(_, kind)| match kind {
        ComdatKind::Any => "any",
        ComdatKind::ExactMatch => "exactmatch",
        ComdatKind::Largest => "largest",
        ComdatKind::NoDeduplicate => "nodeduplicate",
        ComdatKind::SameSize => "samesize",
    });
    let is_variable = global.kind() == GlobalKind::Variable;
    let found = [
        ("addrspace", (info.address_space != 0).then(|| info.address_space.to_string())),
        ("code_model", info.code_model.map(|_| String::new())),
        ("comdat", comdat.map(str::to_owned)),
        ("externally_initialized", info.is_externally_initialized.then(String::new)),
        ("gc", function.and_then(|f| f.gc()).map(str::to_owned)),
        ("partition", global.partition().map(str::to_owned)),
        ("prefix", function.and_then(|f| f.prefix_data()).map(|_| String::new())),
        ("prologue", function.and_then(|f| f.prologue_data()).map(|_| String::new())),
        ("sanitize_memtag", (is_variable && global.is_memory_tagged()).then(String::new)),
    ];
    found.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

pub(super) const METADATA: &[Property] = &[
    metadata("absolute_symbol").harmless("addresses are not assumed to be in a range"),
    metadata("associated").honoured(),
    metadata("callback").harmless(FACT),
    metadata("dbg").honoured(),
    metadata("exclude").at(VARIABLE).honoured(),
    metadata("exclude").at(BODY).harmless("LLVM's back-ends read it of variables"),
    metadata("func_sanitize").honoured(),
    metadata("implicit.ref").harmless("only AIX's linker reads it"),
    metadata("kcfi_type").honoured(),
    metadata("pcsections").at(BODY).honoured(),
    metadata("pcsections").at(VARIABLE).harmless("a variable is no code"),
    metadata("prof").harmless("it only tells hot code from cold"),
    metadata("section_prefix").honoured(),
    metadata("type").harmless(MIDDLE_END),
    metadata("vcall_visibility").harmless(MIDDLE_END),
];

pub(super) const INSTRUCTION_METADATA: &[Property] = &[of_instruction("pcsections").honoured()];

pub(super) const BUNDLES: &[Property] = &[
    bundle("cfguardtarget").harmless("only Windows' calling conventions check a call's target"),
    bundle("clang.arc.attachedcall").honoured(),
    bundle("convergencectrl").harmless("neither target executes threads in step"),
    bundle("deactivation-symbol").only("aarch64").honoured(),
    bundle("deopt").honoured(),
    bundle("funclet").refused("there are no funclets"),
    bundle("gc-live").honoured(),
    bundle("gc-transition").honoured(),
    bundle("kcfi").honoured(),
    bundle("preallocated").refused("arguments are not passed in the caller's memory"),
    bundle("ptrauth").honoured(),
];
