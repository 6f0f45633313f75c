//! Features that need an unsupported runtime or object format are rejected by name, on both targets
//! and at both levels; no object remains.

use gisel_tests::build::Compiler;
use gisel_tests::process;
use std::fs;

/// Words of the message, and a module that requires the feature.
const MODULES: &[(&str, &str)] = &[
    (
        "\"funclet\"",
        "declare void @g()\ndeclare i32 @p(...)\ndefine void @f() personality ptr @p {\n invoke void @g() to label %c unwind label %l\n\
        c:\n ret void\nl:\n %pad = cleanuppad within none []\n call void @g() [ \"funclet\"(token %pad) ]\n \
        cleanupret from %pad unwind to caller\n}",
    ),
    (
        "llvm.eh.sjlj.setjmp",
        "declare i32 @llvm.eh.sjlj.setjmp(ptr)\ndefine i32 @f(ptr %b) {\n %r = call i32 @llvm.eh.sjlj.setjmp(ptr %b)\n ret i32 %r\n}",
    ),
    (
        "llvm.eh.sjlj.longjmp",
        "declare void @llvm.eh.sjlj.longjmp(ptr)\ndefine void @f(ptr %b) {\n call void @llvm.eh.sjlj.longjmp(ptr %b)\n unreachable\n}",
    ),
    (
        "llvm.eh.typeid.for: a type of exceptions that is no symbol",
        "declare i32 @llvm.eh.typeid.for.p0(ptr)\ndefine i32 @f(ptr %p) {\n \
        %r = call i32 @llvm.eh.typeid.for.p0(ptr %p)\n ret i32 %r\n}",
    ),
    (
        "`powi` with an exponent that is wider than `int`",
        "declare double @llvm.powi.f64.i64(double, i64)\ndefine double @f(double %x, i64 %n) {\n \
        %r = call double @llvm.powi.f64.i64(double %x, i64 %n)\n ret double %r\n}",
    ),
    (
        "`ldexp` of vectors of different lengths",
        "declare <4 x float> @llvm.ldexp.v4f32.v2i32(<4 x float>, <2 x i32>)\n\
        define <4 x float> @f(<4 x float> %x, <2 x i32> %n) {\n \
        %r = call <4 x float> @llvm.ldexp.v4f32.v2i32(<4 x float> %x, <2 x i32> %n)\n ret <4 x float> %r\n}",
    ),
    (
        "\"kcfi\": the check may destroy the `nest` argument",
        "define void @f(ptr %p, ptr %n) {\n call void %p(ptr nest %n) [ \"kcfi\"(i32 12345678) ]\n ret void\n}\n\
        !llvm.module.flags = !{!0}\n!0 = !{i32 4, !\"kcfi\", i32 1}",
    ),
    (
        "llvm.call.preallocated.setup",
        "declare token @llvm.call.preallocated.setup(i32)\ndefine void @f() {\n \
        %t = call token @llvm.call.preallocated.setup(i32 0)\n ret void\n}",
    ),
];

/// The same, for RISC-V only.
const OF_RISCV: &[(&str, &str)] = &[(
    "llvm.localrecover",
    "declare ptr @llvm.localrecover(ptr, ptr, i32)\ndeclare void @llvm.localescape(...)\ndefine void @f() {\n %a = alloca i32\n \
    call void (...) @llvm.localescape(ptr %a)\n ret void\n}\ndefine ptr @g(ptr %fp) {\n \
    %r = call ptr @llvm.localrecover(ptr @f, ptr %fp, i32 0)\n ret ptr %r\n}",
)];

#[test]
fn each_is_named_and_leaves_no_object() {
    let folder = tempfile::tempdir().unwrap();
    let (input, object) = (folder.path().join("in.ll"), folder.path().join("out.o"));
    let gisel = Compiler::under_test().unwrap();
    let everywhere = MODULES.iter().flat_map(|module| [(module, "riscv64"), (module, "aarch64")]);
    for (&(name, text), arch) in everywhere.chain(OF_RISCV.iter().map(|module| (module, "riscv64"))) {
        fs::write(&input, text).unwrap();
        for level in ["-O0", "-O2"] {
            let mut command = gisel.alone();
            command.args([level, "-filetype=obj", &format!("-mtriple={arch}-linux-gnu"), "-o"]);
            let error = process::run(command.arg(&object).arg(&input)).unwrap_err();
            // The message ends with the instruction, which always contains the name.
            let named = |line: &str| {
                let cause = line.split(": call ").next().and_then(|line| line.split(": %").next());
                line.contains("in function") && cause.is_some_and(|cause| cause.contains(name))
            };
            assert!(error.lines().any(named), "{arch} {level} {name}: {error}");
            assert!(!object.exists(), "{arch} {level} {name}");
        }
    }
}
