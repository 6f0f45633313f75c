//! String attributes that LLVM 22's code generation, clang and rustc read or write.

use super::Digits::{Decimal, Prefixed};
use super::{BODY, CALL, Property, VARIABLE, prefix, string};

const FLOAT_FACT: &str = "it only allows less exact arithmetic";
const MIDDLE_END: &str = "it speaks to passes of LLVM's middle end, which have run";
const BEFORE_INLINING: &str = "an optimizer makes the call before it inlines; llc does not";
const OTHER_TARGET: &str = "it is another target's";
const WINDOWS: &str = "it is Windows'";

pub(super) const TABLE: &[Property] = &[
    // Code generation.
    string("branch-protection-pauth-lr").at(BODY).only("aarch64").idle(FALSE).honoured(),
    string("aarch64-jump-table-hardening").at(BODY).only("aarch64").honoured(),
    string("branch-target-enforcement").at(BODY).only("aarch64").idle(FALSE).honoured(),
    string("denormal-fp-math").at(BODY).harmless("the mode of the processor decides"),
    string("denormal-fp-math-f32").at(BODY).harmless("the mode of the processor decides"),
    string("disable-tail-calls").at(BODY).honoured(),
    string("dontcall-error").at(CALL).honoured(),
    string("dontcall-warn").at(CALL).honoured(),
    string("fmv-features").harmless("the functions of the versions are separate, and resolved by others"),
    string("fentry-call").at(BODY).idle(FALSE).refused("the call at the function's entry is not made"),
    string("frame-pointer").at(BODY).honoured(),
    string("function-instrument").at(BODY).honoured(),
    string("guarded-control-stack").harmless("the module flag marks the object"),
    string("hw-shadow-stack").at(BODY).only("riscv").idle(FALSE).honoured(),
    string("implicit-section-name")
        .at(BODY)
        .harmless("LLVM's back-ends do not read it: front ends name the section"),
    string("instrument-function-entry").at(BODY).harmless(BEFORE_INLINING),
    string("instrument-function-entry-inlined").at(BODY).honoured(),
    string("instrument-function-exit").at(BODY).harmless(BEFORE_INLINING),
    string("instrument-function-exit-inlined").at(BODY).honoured(),
    string("interrupt").at(BODY).only("riscv").honoured_for(
        &[
            "machine",
            "supervisor",
            "rnmi",
            "SiFive-CLIC-preemptible",
            "SiFive-CLIC-stack-swap",
            "SiFive-CLIC-preemptible-stack-swap",
            "qci-nest",
            "qci-nonest",
        ],
        "there are no such handlers",
    ),
    string("mnop-mcount").harmless(OTHER_TARGET),
    string("mrecord-mcount").harmless(OTHER_TARGET),
    string("nooutline").at(BODY).honoured(),
    string("no-jump-tables").at(BODY).idle(FALSE).honoured(),
    string("no-realign-stack").at(BODY).honoured(),
    string("no-stack-arg-probe").harmless("only Windows has probes that it could forbid"),
    string("packed-stack").harmless(OTHER_TARGET),
    string("patchable-function").at(BODY).refused("functions have no room to be patched"),
    string("patchable-function-entry").at(BODY).honoured_number(Decimal),
    string("patchable-function-entry-section").at(BODY).honoured(),
    string("patchable-function-prefix").at(BODY).honoured_number(Decimal),
    string("probe-stack")
        .at(BODY)
        .only("aarch64")
        .honoured_for(&["inline-asm"], "no routine probes large frames"),
    string("ptrauth-auth-traps").at(BODY).only("aarch64").honoured(),
    string("ptrauth-calls").harmless("each call says whether its target is authenticated"),
    string("ptrauth-indirect-gotos").at(BODY).only("aarch64").honoured(),
    string("ptrauth-returns").at(BODY).only("aarch64").honoured(),
    string("sign-return-address").at(BODY).only("aarch64").idle(&["none"]).honoured(),
    string("sign-return-address-harden").harmless("no back-end of LLVM reads it"),
    string("sign-return-address-key").at(BODY).honoured(),
    string("split-stack").at(BODY).honoured(),
    string("stack-probe-size").at(BODY).honoured_number(Prefixed),
    string("stack-protector-buffer-size").honoured_number(Prefixed),
    string("stackrealign").at(BODY).honoured(),
    string("target-cpu").at(BODY).honoured(),
    string("target-features").at(BODY).honoured(),
    string("thunk").at(BODY).harmless("LLVM's back-ends for these targets do not read it"),
    string("trap-func-name").at(CALL).honoured(),
    string("tune-cpu").at(BODY).honoured(),
    string("use-soft-float").harmless("for these targets features say it, as \"-fp-armv8\" does"),
    string("warn-stack-size").at(BODY).honoured_number(Decimal),
    string("zero-call-used-regs").at(BODY).idle(&["skip"]).honoured_for(
        &["used-gpr-arg", "used-gpr", "used-arg", "used", "all-gpr-arg", "all-gpr", "all-arg", "all"],
        "registers keep their values at returns",
    ),
    // Sections of variables.
    string("bss-section").at(VARIABLE).honoured(),
    string("data-section").at(VARIABLE).honoured(),
    string("relro-section").at(VARIABLE).honoured(),
    string("rodata-section").at(VARIABLE).honoured(),
    // Attributes of other targets.
    prefix("amdgpu-").harmless(OTHER_TARGET),
    prefix("bpf_").harmless(OTHER_TARGET),
    prefix("cmse_").harmless(OTHER_TARGET),
    prefix("hexagon").harmless(OTHER_TARGET),
    prefix("mips").harmless(OTHER_TARGET),
    prefix("nvvm.").harmless(OTHER_TARGET),
    prefix("wasm-").harmless(OTHER_TARGET),
    string("indirect-tls-seg-refs").harmless(OTHER_TARGET),
    string("min-legal-vector-width").harmless(OTHER_TARGET),
    string("prefer-vector-width").harmless(OTHER_TARGET),
    string("guard_nocf").harmless(WINDOWS),
    string("marked_for_windows_hot_patching").harmless(WINDOWS),
    string("safeseh").harmless(WINDOWS),
    string("toc-data").harmless(OTHER_TARGET),
    string("save-reg-params").harmless(OTHER_TARGET),
    // Arithmetic.
    string("approx-func-fp-math").harmless(FLOAT_FACT),
    string("correctly-rounded-divide-sqrt-fp-math").harmless(FLOAT_FACT),
    string("less-precise-fpmad").harmless(FLOAT_FACT),
    string("no-infs-fp-math").harmless(FLOAT_FACT),
    string("no-nans-fp-math").harmless(FLOAT_FACT),
    string("no-signed-zeros-fp-math").harmless(FLOAT_FACT),
    string("no-trapping-math")
        .harmless("operations that may trap are not moved where they would not be executed"),
    string("reciprocal-estimates").harmless("divisions are exact"),
    string("unsafe-fp-math").harmless(FLOAT_FACT),
    // Read by the middle end.
    string("alloc-family").harmless(MIDDLE_END),
    string("alloc-variant-zeroed").harmless(MIDDLE_END),
    string("call-inline-cost").harmless(MIDDLE_END),
    string("call-threshold-bonus").harmless(MIDDLE_END),
    string("coroutine.presplit").harmless("LLVM's back-ends do not read it either"),
    string("gc-leaf-function").harmless("only the pass that places statepoints reads it"),
    string("hwasan-abi").harmless(MIDDLE_END),
    string("llvm.assume").harmless(MIDDLE_END),
    string("loader-replaceable").harmless(MIDDLE_END),
    string("memprof").harmless(MIDDLE_END),
    string("modular-format").harmless(MIDDLE_END),
    string("no-inline-line-tables").harmless("it speaks of debug information"),
    string("profile-checksum-mismatch").harmless(MIDDLE_END),
    string("profile-sample-accurate").harmless(MIDDLE_END),
    string("sample-profile-suffix-elision-policy").harmless(MIDDLE_END),
    string("use-sample-profile").harmless(MIDDLE_END),
    string("vector-function-abi-variant").harmless(MIDDLE_END),
    prefix("function-inline-").harmless(MIDDLE_END),
    prefix("inline-").harmless(MIDDLE_END),
    prefix("no-builtin").harmless("no call of a library function is taken for an operation"),
    prefix("polly").harmless(MIDDLE_END),
    string("deopt-lowering").at(CALL).honoured(),
    string("statepoint-id").at(CALL).honoured(),
    string("statepoint-num-patch-bytes").at(CALL).honoured(),
    // SME: state shared by callers and callees.
    prefix("aarch64_").at(BODY | CALL).only("aarch64").refused("SME's state is not kept"),
    // XRay's sleds.
    string("xray-ignore-loops").at(BODY).honoured(),
    string("xray-instruction-threshold").at(BODY).honoured_number(Prefixed),
    string("xray-log-args").at(BODY).honoured(),
    string("xray-skip-entry").at(BODY).honoured(),
    string("xray-skip-exit").at(BODY).honoured(),
];

const FALSE: &[&str] = &["false"];
