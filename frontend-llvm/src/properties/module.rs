//! Module flags, and named metadata.

use super::{Property, PropertyKind, flag, property};

const ZERO: &[&str] = &["0"];
const DEBUG: &str = "it speaks of debug information";
const MIDDLE_END: &str = "it speaks to passes of LLVM's middle end, which have run";
const OTHER_TARGET: &str = "it is another target's";
const FRONT_END: &str = "front ends compare it when they link modules";
const MADE_FUNCTIONS: &str = "it is for functions that the compiler makes, and none are made";

const fn named(name: &'static str) -> Property {
    property(PropertyKind::NamedMetadata, name)
}

const fn flags(name: &'static str) -> Property {
    property(PropertyKind::FlagPrefix, name)
}

pub(super) const FLAGS: &[Property] = &[
    flag("CG Profile").honoured(),
    flag("CodeView").harmless(DEBUG),
    flag("CodeViewGHash").harmless(DEBUG),
    flag("Code Model").only("riscv").honoured_for(&["1", "3", "4", "0"], "there is no such code model"),
    flag("DWARF64").harmless(DEBUG),
    flag("Debug Info Version").harmless(DEBUG),
    flag("Dwarf Version").harmless(DEBUG),
    flag("EnableSplitLTOUnit").harmless(MIDDLE_END),
    flag("EnableValueProfiling").harmless(MIDDLE_END),
    flag("LTOPostLink").harmless(MIDDLE_END),
    flag("MaxTLSAlign").harmless("the alignment of variables is not raised"),
    flag("MemProfProfileFilename").harmless(MIDDLE_END),
    flag("NumRegisterParameters").harmless(OTHER_TARGET),
    flag("PIC Level").honoured(),
    flag("PIE Level").honoured(),
    flag("ProfileSummary").harmless("it only tells hot code from cold"),
    flag("RtLibUseGOT").honoured(),
    flag("SemanticInterposition").harmless("dso_local says it of each symbol"),
    flag("SmallDataLimit").honoured(),
    flag("StrictVTablePointers").harmless(MIDDLE_END),
    flag("StrictVTablePointersRequirement").harmless(MIDDLE_END),
    flag("ThinLTO").harmless(MIDDLE_END),
    flag("Virtual Function Elim").harmless(MIDDLE_END),
    flag("aarch64-elf-pauthabi-platform").only("aarch64").honoured(),
    flag("aarch64-elf-pauthabi-version").only("aarch64").honoured(),
    flag("branch-protection-pauth-lr").harmless(MADE_FUNCTIONS),
    flag("branch-target-enforcement").only("aarch64").idle(ZERO).honoured(),
    flag("CFI Canonical Jump Tables").harmless(MIDDLE_END),
    flag("Cross-DSO CFI").harmless(MIDDLE_END),
    flag("Unique Source File Identifier").harmless(MIDDLE_END),
    flag("CSProfileSummary").harmless("it only tells hot code from cold"),
    flag("Large Data Threshold").harmless(OTHER_TARGET),
    flag("cfi-normalize-integers").harmless(MIDDLE_END),
    flag("cf-branch-label-scheme").harmless("landing pads have no labels, whatever the scheme"),
    flag("cf-protection").harmless("front ends for x86 write it, for other passes to read"),
    flag("cf-protection-branch").harmless("the feature \"experimental-zicfilp\" alone makes landing pads"),
    flag("cf-protection-return").only("riscv").idle(ZERO).honoured(),
    flag("cfguard").harmless("it is Windows'"),
    flag("debug-info-assignment-tracking").harmless(DEBUG),
    flag("direct-access-external-data").harmless("dso_local says it of each symbol"),
    flag("eh-asynch").harmless("it is Windows'"),
    flag("ehcontguard").harmless("it is Windows'"),
    flag("frame-pointer").harmless(MADE_FUNCTIONS),
    flag("guarded-control-stack").only("aarch64").idle(ZERO).honoured(),
    flag("import-call-optimization").harmless("it is Windows'"),
    flag("function_return_thunk_extern").harmless(OTHER_TARGET),
    flag("kcfi").honoured(),
    flag("kcfi-arity").harmless("it says how, and \"kcfi\" says whether, to check"),
    flag("kcfi-hash").harmless("it says how, and \"kcfi\" says whether, to check"),
    flag("kcfi-offset").harmless("it says how, and \"kcfi\" says whether, to check"),
    flag("min_enum_size").harmless(FRONT_END),
    flag("ms-kernel").harmless("it is Windows'"),
    flag("openmp").harmless(FRONT_END),
    flag("openmp-device").harmless(FRONT_END),
    flag("override-stack-alignment").harmless(MADE_FUNCTIONS),
    flag("probe-stack").only("aarch64").honoured_for(&["inline-asm"], "no routine probes large frames"),
    flag("ptrauth-elf-got").only("aarch64").idle(ZERO).honoured(),
    flag("ptrauth-sign-personality").only("aarch64").idle(ZERO).honoured(),
    flag("riscv-isa").honoured(),
    flag("sign-return-address").only("aarch64").idle(ZERO).honoured(),
    flag("sign-return-address-all").harmless(MADE_FUNCTIONS),
    flag("sign-return-address-with-bkey").harmless(MADE_FUNCTIONS),
    flag("stack-protector-guard").honoured(),
    flag("stack-protector-guard-offset").honoured(),
    flag("stack-protector-guard-reg").honoured(),
    flag("stack-protector-guard-symbol").honoured(),
    flag("stack-probe-size").honoured(),
    flag("tag-stack-memory-buildattr").harmless("only 32-bit Arm's objects say it"),
    flag("target-abi").honoured(),
    flag("uwtable").harmless(MADE_FUNCTIONS),
    flag("winx64-eh-unwindv2").harmless("it is Windows'"),
    flag("wchar_size").harmless(FRONT_END),
    flags("Objective-C ").refused("the object has no image information"),
    flags("amdgpu").harmless(OTHER_TARGET),
    flags("nosanitize_").harmless(MIDDLE_END),
    flags("nvvm").harmless(OTHER_TARGET),
    flags("ptrauth-").harmless("the front end has signed what it speaks of"),
];

pub(super) const NAMED_METADATA: &[Property] = &[
    named("llvm.asan.globals").harmless("instrumentation has been inserted by the front end's passes"),
    named("llvm.commandline").honoured(),
    named("llvm.dbg.cu").honoured(),
    named("llvm.dependent-libraries").honoured(),
    named("llvm.embedded.objects").harmless("it lists variables that are written as any other"),
    named("llvm.errno.tbaa").harmless("it is a fact for optimizers"),
    named("llvm.gcov").harmless("instrumentation has been inserted by the front end's passes"),
    named("llvm.ident").honoured(),
    property(PropertyKind::NamedPrefix, "llvm.ldc.").harmless("it speaks to passes of LDC's"),
    named("llvm.linker.options").honoured(),
    named("llvm.module.flags").honoured(),
    property(PropertyKind::NamedPrefix, "llvm.named.register.")
        .harmless("calls that read or write the register name it"),
    named("llvm.pseudo_probe_desc").honoured(),
    named("llvm.stats").honoured(),
    named("llvm.tysan.globals").harmless("instrumentation has been inserted by the front end's passes"),
];
