//! Intrinsics without a result, or lowered to the machine's features: gisel honours them as llc
//! does.

use gisel_tests::build::{self, Compiler};
use gisel_tests::process;
use gisel_tests::target::{Combo, Mode, Target};

/// A function of a module, for a target: texts that its code at -O0 and -O2 must contain, and texts
/// that it must not contain.
struct Case {
    target: Target,
    source: &'static str,
    has: &'static [&'static str],
    lacks: &'static [&'static str],
}

const KEPT: &str = "declare void @g()\ndeclare void @llvm.fake.use(...)\n\
    define i32 @f(i32 %x) {\n  call void @g()\n  call void (...) @llvm.fake.use(i32 %x)\n  ret i32 0\n}\n";
const KEPT_PARTS: &str = "declare void @g()\ndeclare void @llvm.fake.use(...)\n\
    define i32 @f(double %d, i128 %w, <4 x i32> %v, half %h, <3 x i8> %o, {i64, float} %s, ptr %p) {\n  call void @g()\n  \
    call void (...) @llvm.fake.use(double %d)\n  call void (...) @llvm.fake.use(i128 %w)\n  \
    call void (...) @llvm.fake.use(<4 x i32> %v)\n  call void (...) @llvm.fake.use(half %h)\n  \
    call void (...) @llvm.fake.use(<3 x i8> %o)\n  call void (...) @llvm.fake.use({i64, float} %s)\n  \
    call void (...) @llvm.fake.use(ptr %p)\n  ret i32 0\n}\n";
const PREFETCHES: &str = "declare void @llvm.prefetch.p0(ptr, i32, i32, i32)\ndefine void @f(ptr %p) {\n  \
    call void @llvm.prefetch.p0(ptr %p, i32 0, i32 0, i32 1)\n  call void @llvm.prefetch.p0(ptr %p, i32 0, i32 1, i32 1)\n  \
    call void @llvm.prefetch.p0(ptr %p, i32 1, i32 2, i32 1)\n  call void @llvm.prefetch.p0(ptr %p, i32 1, i32 3, i32 1)\n  \
    call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 0)\n  ret void\n}\n";
const FILLED: &str = "declare void @llvm.memset.inline.p0.i64(ptr, i8, i64, i1)\ndefine void @f(ptr align 8 %p, i8 %b) {\n  \
    call void @llvm.memset.inline.p0.i64(ptr align 8 %p, i8 %b, i64 4099, i1 0)\n  ret void\n}\n";
const FLUSHED: &str = "declare void @llvm.clear_cache(ptr, ptr)\ndefine void @f(ptr %p, ptr %q) {\n  \
    call void @llvm.clear_cache(ptr %p, ptr %q)\n  ret void\n}\n";
const CANONICAL: &str = "declare fp128 @llvm.canonicalize.f128(fp128)\ndefine fp128 @f(fp128 %x) {\n  \
    %r = call fp128 @llvm.canonicalize.f128(fp128 %x)\n  ret fp128 %r\n}\n";
/// Without a math library.
const ROUNDED: &str = "define double @f(double %x, float %y) {\n  %a = call double @llvm.floor.f64(double %x)\n  \
    %b = call float @llvm.ceil.f32(float %y)\n  %c = call double @llvm.trunc.f64(double %a)\n  %d = call float @llvm.round.f32(float %b)\n  \
    %e = call double @llvm.rint.f64(double %c)\n  %g = call double @llvm.roundeven.f64(double %e)\n  %h = fpext float %d to double\n  \
    %i = fadd double %g, %h\n  ret double %i\n}\n";

const STRICT: &str = "declare <2 x double> @llvm.experimental.constrained.fma.v2f64(<2 x double>, <2 x double>, <2 x double>, metadata, metadata)\n\
    declare <4 x float> @llvm.experimental.constrained.sqrt.v4f32(<4 x float>, metadata, metadata)\n\
    define <2 x double> @f(<2 x double> %a, <2 x double> %b, <2 x double> %c) strictfp {\n  \
    %r = call <2 x double> @llvm.experimental.constrained.fma.v2f64(<2 x double> %a, <2 x double> %b, <2 x double> %c, \
    metadata !\"round.dynamic\", metadata !\"fpexcept.strict\") strictfp\n  ret <2 x double> %r\n}\n\
    define <4 x float> @g(<4 x float> %a) strictfp {\n  \
    %r = call <4 x float> @llvm.experimental.constrained.sqrt.v4f32(<4 x float> %a, \
    metadata !\"round.dynamic\", metadata !\"fpexcept.strict\") strictfp\n  ret <4 x float> %r\n}\n";

const CASES: &[Case] = &[
    Case { target: Target::Riscv64, source: KEPT, has: &["sd\ta0|mv\ts0, a0|sw\ta0", "call\tg"], lacks: &[] },
    Case {
        target: Target::Aarch64,
        source: KEPT,
        has: &["str\tw0|mov\tw19, w0|stp\tw0", "bl\tg"],
        lacks: &[],
    },
    Case { target: Target::Riscv64, source: KEPT_PARTS, has: &["fsd\tfa0|fmv.d\tfs", "call\tg"], lacks: &[] },
    Case { target: Target::Aarch64, source: KEPT_PARTS, has: &["v1.16b|\tq1", "bl\tg"], lacks: &[] },
    Case { target: Target::Riscv64, source: PREFETCHES, has: &["ret"], lacks: &["prefetch"] },
    Case {
        target: Target::Aarch64,
        source: PREFETCHES,
        has: &[
            "prfm\tpldl1strm, [x0",
            "prfm\tpldl3keep, [x0",
            "prfm\tpstl2keep, [x0",
            "prfm\tpstl1keep, [x0",
            "prfm\tplil1keep, [x0",
        ],
        lacks: &[],
    },
    Case { target: Target::Riscv64, source: FILLED, has: &["sd\t", "sh\t", "sb\t"], lacks: &["memset"] },
    Case { target: Target::Aarch64, source: FILLED, has: &["strh\t", "strb\t"], lacks: &["memset"] },
    Case {
        target: Target::Riscv64,
        source: FLUSHED,
        has: &["a2, 0", "call\t__riscv_flush_icache"],
        lacks: &[],
    },
    Case { target: Target::Aarch64, source: FLUSHED, has: &["bl\t__clear_cache"], lacks: &[] },
    Case {
        target: Target::Aarch64,
        source: STRICT,
        has: &["fmla\tv2.2d, v0.2d, v1.2d", "fsqrt\tv0.4s, v0.4s"],
        lacks: &["\tbl\t"],
    },
    Case {
        target: Target::Riscv64,
        source: ROUNDED,
        has: &["rdn", "rup", "rtz", "rmm", "rne"],
        lacks: &["call\t", "tail\t"],
    },
    Case {
        target: Target::Aarch64,
        source: ROUNDED,
        has: &["frintm", "frintp", "frintz", "frinta", "frintx", "frintn"],
        lacks: &["\tb\t", "\tbl\t"],
    },
    Case {
        target: Target::Riscv64,
        source: CANONICAL,
        has: &["call\t__multf3|tail\t__multf3"],
        lacks: &["fmin"],
    },
    Case { target: Target::Aarch64, source: CANONICAL, has: &["bl\t__multf3|b\t__multf3"], lacks: &["fmin"] },
    // The control register of the formats is written before the conversions that read it.
    Case {
        target: Target::Aarch64,
        source: "declare void @llvm.aarch64.set.fpmr(i64)
            declare <8 x bfloat> @llvm.aarch64.neon.fp8.cvtl1.v8bf16.v8i8(<8 x i8>)
            declare <8 x half> @llvm.aarch64.neon.fp8.cvtl1.v8f16.v16i8(<16 x i8>)
            define <8 x bfloat> @f(<8 x i8> %a, <16 x i8> %b, ptr %p, i64 %m) \"target-features\"=\"+fp8,+bf16\" {
            call void @llvm.aarch64.set.fpmr(i64 %m)
            %x = call <8 x bfloat> @llvm.aarch64.neon.fp8.cvtl1.v8bf16.v8i8(<8 x i8> %a)
            call void @llvm.aarch64.set.fpmr(i64 0)
            %y = call <8 x half> @llvm.aarch64.neon.fp8.cvtl1.v8f16.v16i8(<16 x i8> %b)
            store <8 x half> %y, ptr %p
            ret <8 x bfloat> %x }",
        has: &["\tbf1cvtl\tv", "\tf1cvtl2\tv", "msr\t"],
        lacks: &[],
    },
    Case {
        target: Target::Riscv64,
        source: "declare i32 @llvm.riscv.clmulh.i32(i32, i32)
            declare i32 @llvm.riscv.moprr.i32(i32, i32, i32)
            declare i64 @llvm.riscv.mopr.i64(i64, i64)
            define i32 @f(i32 %a, i32 %b) \"target-features\"=\"+zbc,+zimop\" {
            %x = call i32 @llvm.riscv.clmulh.i32(i32 %a, i32 %b)
            %y = call i32 @llvm.riscv.moprr.i32(i32 %x, i32 %b, i32 5)
            ret i32 %y }
            define i64 @g(i64 %a) \"target-features\"=\"+zimop\" {
            %y = call i64 @llvm.riscv.mopr.i64(i64 %a, i64 28)
            ret i64 %y }",
        has: &["slli\ta", "clmulh\ta", "srli\ta", "mop.rr.5\ta", "mop.r.28\ta"],
        lacks: &[],
    },
];

#[test]
fn are_honoured() {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("module.ll"), folder.path().join("module.s"));
    let compiler = Compiler::under_test().unwrap();
    for case in CASES {
        std::fs::write(&input, case.source).unwrap();
        for level in [0, 2] {
            let combo = Combo { target: case.target, ir_level: 0, level, mode: Mode::Static };
            process::run(&mut compiler.command_for("asm", combo, &input, &output)).unwrap();
            let text = std::fs::read_to_string(&output).unwrap();
            for words in case.has {
                let found = words.split('|').any(|word| text.contains(word));
                assert!(found, "{combo}: {words:?} is missing in\n{text}");
            }
            for word in case.lacks {
                assert!(!text.contains(word), "{combo}: {word:?} is in\n{text}");
            }
        }
    }
}

/// Loops on a part of an aligned word, which `atomic-expand` leaves in bitcode that is written
/// after it: llc's instructions for each ordering.
#[test]
fn parts_of_words_are_changed_as_by_llc() {
    let names = ["add", "max", "min", "nand", "sub", "umax", "umin", "xchg"];
    let mut source = String::new();
    for name in names.map(|name| format!("atomicrmw.{name}")).into_iter().chain(["cmpxchg".to_string()]) {
        let args = match name.as_str() {
            "atomicrmw.max" | "atomicrmw.min" | "cmpxchg" => "ptr %p, i64 %a, i64 %b, i64 %c",
            _ => "ptr %p, i64 %a, i64 %b",
        };
        for ordering in [2, 4, 5, 6, 7] {
            source.push_str(&format!(
                "define i64 @{name}_{ordering}({args}) #0 {{\n  \
                 %r = call i64 @llvm.riscv.masked.{name}.i64.p0({args}, i64 {ordering})\n  ret i64 %r\n}}\n"
            ));
        }
    }
    source.push_str("attributes #0 = { \"target-features\"=\"+m,+a,+f,+d,+c\" }\n");
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("module.ll"), folder.path().join("module.s"));
    std::fs::write(&input, source).unwrap();
    let compiler = Compiler::under_test().unwrap();
    let instructions = |text: &str| -> Vec<String> {
        let lines = text.lines().filter_map(|line| line.strip_prefix('\t'));
        let words = lines.filter_map(|line| line.split_whitespace().next());
        words.filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase())).map(str::to_owned).collect()
    };
    let combo = Combo { target: Target::Riscv64, ir_level: 0, level: 2, mode: Mode::Static };
    process::run(&mut compiler.command_for("asm", combo, &input, &output)).unwrap();
    let ours = instructions(&std::fs::read_to_string(&output).unwrap());
    let mut llc = std::process::Command::new("llc-22");
    let theirs =
        process::run(llc.args(["-mtriple=riscv64-linux-gnu", "-O2", "-o", "-"]).arg(&input)).unwrap();
    assert!(ours.iter().any(|word| word == "lr.w.aqrl"), "{ours:?}");
    assert_eq!(ours, instructions(&theirs));
}

/// NEON's sums, maxima and minima of two lanes and of more. What `llc` rejects is rejected: wider
/// sums of widened lanes, maxima of doublewords, and 16-bit floats.
#[test]
fn lanes_are_reduced_by_neon_as_by_llc() {
    let function = |name: &str, result: &str, suffix: &str, ty: &str| {
        format!(
            "declare {result} @llvm.aarch64.neon.{name}.{suffix}({ty})\ndefine {result} @f({ty} %a) {{\n  \
             %r = call {result} @llvm.aarch64.neon.{name}.{suffix}({ty} %a)\n  ret {result} %r\n}}\n"
        )
    };
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("module.ll"), folder.path().join("module.s"));
    let compile = |compiler: &Compiler, source: &str, level: u8| {
        std::fs::write(&input, source).unwrap();
        let combo = Combo { target: Target::Aarch64, ir_level: 0, level, mode: Mode::Static };
        process::run(&mut compiler.command_for("asm", combo, &input, &output))?;
        Ok::<String, String>(std::fs::read_to_string(&output).unwrap())
    };
    let gisel = Compiler::under_test().unwrap();
    let reductions = |text: &str| -> Vec<String> {
        let is_reduction = |line: &&str| {
            ["addp\t", "addv\t", "maxv\t", "minv\t", "maxp\t", "minp\t"]
                .iter()
                .any(|part| line.contains(part))
        };
        text.lines().filter(is_reduction).map(|line| line.split('\t').nth(1).unwrap_or(line).into()).collect()
    };
    for name in ["saddv", "uaddv", "smaxv", "umaxv", "sminv", "uminv"] {
        for (suffix, ty, result) in [
            ("i32.v8i8", "<8 x i8>", "i32"),
            ("i32.v8i16", "<8 x i16>", "i32"),
            ("i32.v2i32", "<2 x i32>", "i32"),
            ("i32.v4i32", "<4 x i32>", "i32"),
            ("i64.v2i64", "<2 x i64>", "i64"),
        ] {
            if result == "i64" && !name.contains("add") {
                continue;
            }
            let source = function(name, result, suffix, ty);
            let expected = reductions(&compile(&Compiler::Llc, &source, 2).unwrap());
            for level in [0, 2] {
                let text = compile(&gisel, &source, level).unwrap();
                assert_eq!(reductions(&text), expected, "{name}.{suffix}\n{text}");
            }
        }
    }
    for (name, result, suffix, ty) in [
        ("saddlv", "i64", "i64.v8i8", "<8 x i8>"),
        ("smaxv", "i64", "i64.v2i64", "<2 x i64>"),
        ("faddv", "half", "f16.v4f16", "<4 x half>"),
        ("faddv", "half", "f16.v8f16", "<8 x half>"),
    ] {
        for level in [0, 2] {
            let message = compile(&gisel, &function(name, result, suffix, ty), level).unwrap_err();
            assert!(message.contains(name) && message.contains("cannot select"), "{message}");
        }
    }
}

/// Elements at a constant byte stride are those at a vector of such addresses, forwards and
/// backwards, with a constant mask and a variable one. `llc` only compiles these with vector
/// registers.
const STRIDED: &str = "\
target datalayout = \"e-m:e-i64:64-i128:128-n32:64-S128\"
@from = global [24 x i32] [i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 8, i32 9, i32 10, i32 11,
  i32 12, i32 13, i32 14, i32 15, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23]
@to = global [24 x i32] zeroinitializer
@mask = global i8 13
@length = global i32 3
@back = global i32 -12

define i32 @main() {
  %from = getelementptr i8, ptr @from, i64 48
  %to = getelementptr i8, ptr @to, i64 48
  %bits = load volatile i8, ptr @mask
  %low = trunc i8 %bits to i4
  %mask = bitcast i4 %low to <4 x i1>
  %length = load volatile i32, ptr @length
  %back = load volatile i32, ptr @back
  %ahead = call <4 x i32> @llvm.experimental.vp.strided.load.v4i32.p0.i64(ptr align 4 @from, i64 20, <4 x i1> splat (i1 true), i32 4)
  call void @llvm.experimental.vp.strided.store.v4i32.p0.i32(<4 x i32> %ahead, ptr align 4 %to, i32 %back, <4 x i1> %mask, i32 %length)
  %some = call <4 x i32> @llvm.experimental.vp.strided.load.v4i32.p0.i32(ptr align 4 %from, i32 %back, <4 x i1> %mask, i32 %length)
  %kept = shufflevector <4 x i32> %some, <4 x i32> <i32 77, i32 88, i32 0, i32 0>, <4 x i32> <i32 0, i32 4, i32 2, i32 5>
  %sum = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %kept)
  %first = load i32, ptr getelementptr inbounds (i8, ptr @to, i64 48)
  %second = load i32, ptr getelementptr inbounds (i8, ptr @to, i64 36)
  %third = load i32, ptr getelementptr inbounds (i8, ptr @to, i64 24)
  %fourth = load i32, ptr getelementptr inbounds (i8, ptr @to, i64 12)
  %a = mul i32 %third, 3
  %b = add i32 %first, %second
  %c = add i32 %b, %fourth
  %d = add i32 %a, %c
  %e = sub i32 %sum, 170
  %result = add i32 %d, %e
  ret i32 %result
}
";

#[test]
fn elements_some_bytes_apart_are_loaded_and_stored() {
    // Stores: element 0 at 48, element 2 at 24, stride 20: 0 + 3 * 10. Loads: 12 and 6, beside 77
    // and 88: 183 - 170.
    const EXPECTED: &str = "[exit code 43]\n";
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("module.ll"), STRIDED).unwrap();
    let compiler = Compiler::under_test().unwrap();
    for (target, level) in Target::ALL.into_iter().flat_map(|target| [0, 2].map(|level| (target, level))) {
        let combo = Combo { target, ir_level: 0, level, mode: Mode::Static };
        process::run(&mut compiler.command(combo, &path("module.ll"), &path("module.o"))).unwrap();
        process::run(&mut build::link(target, combo.mode, &[path("module.o")], &path("program")).unwrap())
            .unwrap();
        let mut qemu = build::qemu(target, &path("program"), &[]);
        let text = process::transcript(&mut qemu, &path("out"), build::TIME_LIMIT).unwrap();
        assert_eq!(text, EXPECTED, "{combo}");
    }
}

/// A result, a call of an intrinsic, and the expected value.
struct Value {
    ty: &'static str,
    call: &'static str,
    expected: &'static str,
}

/// Intrinsics of NEON on types for which there is no instruction.
#[rustfmt::skip]
const VALUES: &[Value] = &[
    Value { ty: "i32", call: "abs(i32 -7)", expected: "7" },
    Value { ty: "i32", call: "abs(i32 -2147483648)", expected: "-2147483648" },
    Value { ty: "<2 x i64>", call: "sabd(<2 x i64> %a, <2 x i64> %b)", expected: "<i64 -1, i64 3>" },
    Value { ty: "<2 x i64>", call: "uabd(<2 x i64> %a, <2 x i64> %b)", expected: "<i64 1, i64 -3>" },
    Value { ty: "<2 x i64>", call: "smax(<2 x i64> %a, <2 x i64> %b)", expected: "<i64 9223372036854775807, i64 1>" },
    Value { ty: "<2 x i64>", call: "smin(<2 x i64> %a, <2 x i64> %b)", expected: "<i64 -9223372036854775808, i64 -2>" },
    Value { ty: "<2 x i64>", call: "umax(<2 x i64> %a, <2 x i64> %b)", expected: "<i64 -9223372036854775808, i64 -2>" },
    Value { ty: "<2 x i64>", call: "umin(<2 x i64> %a, <2 x i64> %b)", expected: "<i64 9223372036854775807, i64 1>" },
    Value { ty: "<2 x i64>", call: "shadd(<2 x i64> %a, <2 x i64> %b)", expected: "<i64 -1, i64 -1>" },
    Value { ty: "<2 x i64>", call: "srhadd(<2 x i64> %a, <2 x i64> %b)", expected: "<i64 0, i64 0>" },
    Value { ty: "<2 x i64>", call: "uhadd(<2 x i64> %a, <2 x i64> %b)", expected: "splat (i64 9223372036854775807)" },
    Value { ty: "<2 x i64>", call: "urhadd(<2 x i64> %a, <2 x i64> %b)", expected: "splat (i64 -9223372036854775808)" },
    Value { ty: "<1 x i64>", call: "sabd(<1 x i64> %one, <1 x i64> <i64 5>)", expected: "<i64 7>" },
    Value { ty: "<1 x i64>", call: "umin(<1 x i64> %one, <1 x i64> <i64 5>)", expected: "<i64 5>" },
    Value { ty: "i64", call: "saddv(<8 x i8> %c)", expected: "-54" },
    Value { ty: "i64", call: "uaddv(<8 x i8> %c)", expected: "202" },
    Value { ty: "i16", call: "saddv(<8 x i8> %c)", expected: "-54" },
    Value { ty: "i16", call: "umaxv(<8 x i8> %c)", expected: "200" },
    Value { ty: "i16", call: "smaxv(<8 x i8> %c)", expected: "1" },
    Value { ty: "i64", call: "sminv(<8 x i8> %c)", expected: "-56" },
    Value { ty: "i64", call: "saddv(<2 x i32> %d)", expected: "-3" },
    Value { ty: "i64", call: "uaddv(<2 x i32> %d)", expected: "4294967293" },
    Value { ty: "i8", call: "umaxv(<2 x i32> %d)", expected: "-1" },
    Value { ty: "i16", call: "saddv(<2 x i64> %a)", expected: "-3" },
    Value { ty: "i8", call: "uaddlv(<8 x i8> %c)", expected: "-54" },
    Value { ty: "i16", call: "saddlv(<8 x i8> %c)", expected: "-54" },
    Value { ty: "<4 x i16>", call: "tbl2(<16 x i8> %e, <16 x i8> %e, <4 x i16> <i16 512, i16 -1, i16 4099, i16 8224>)", expected: "<i16 768, i16 0, i16 4, i16 0>" },
    Value { ty: "<4 x i32>", call: "tbx2(<4 x i32> splat (i32 9), <16 x i8> %e, <16 x i8> %e, <4 x i32> splat (i32 -1))", expected: "splat (i32 9)" },
    Value { ty: "i32", call: "scalar.sqxtn(<4 x bfloat> bitcast (<1 x i64> <i64 -4294967296> to <4 x bfloat>))", expected: "-2147483648" },
];

/// The values of [`VALUES`], unknown to the compiler.
const OPERANDS: &str = "  %a = load volatile <2 x i64>, ptr @a\n  %b = load volatile <2 x i64>, ptr @b\n  \
    %one = load volatile <1 x i64>, ptr getelementptr (i8, ptr @a, i64 8)\n  %c = load volatile <8 x i8>, ptr @c\n  \
    %d = load volatile <2 x i32>, ptr @d\n  %e = load volatile <16 x i8>, ptr @e\n  br label %l0\n";
const GLOBALS: &str = "@a = global <2 x i64> <i64 9223372036854775807, i64 -2>\n\
    @b = global <2 x i64> <i64 -9223372036854775808, i64 1>\n\
    @c = global <8 x i8> <i8 1, i8 200, i8 1, i8 0, i8 0, i8 0, i8 0, i8 0>\n@d = global <2 x i32> <i32 -2, i32 -1>\n\
    @e = global <16 x i8> <i8 0, i8 1, i8 3, i8 4, i8 5, i8 6, i8 7, i8 8, i8 9, i8 10, i8 11, i8 12, i8 13, i8 14, i8 15, i8 16>\n";

/// Returns a program that exits with the number of the first wrong value, counted from 1.
fn program_of_values() -> String {
    let mut body = String::from(OPERANDS);
    for (n, Value { ty, call, expected }) in VALUES.iter().enumerate() {
        let (name, args) = call.split_once('(').unwrap();
        let differs = match ty.strip_prefix('<') {
            None => format!("%n{n} = icmp ne {ty} %r{n}, {expected}\n"),
            Some(vector) => {
                let bits = if vector.starts_with("1 x") || vector.starts_with("4 x i16") { 64 } else { 128 };
                format!(
                    "%x{n} = xor {ty} %r{n}, {expected}\n  %y{n} = bitcast {ty} %x{n} to i{bits}\n  \
                     %n{n} = icmp ne i{bits} %y{n}, 0\n"
                )
            }
        };
        body.push_str(&format!(
            "l{n}:\n  %r{n} = call {ty} @llvm.aarch64.neon.{name}.n{n}({args}\n  {differs}  \
             br i1 %n{n}, label %wrong{n}, label %l{next}\nwrong{n}:\n  ret i32 {next}\n",
            next = n + 1
        ));
    }
    format!("{GLOBALS}define i32 @main() {{\n{body}l{}:\n  ret i32 0\n}}\n", VALUES.len())
}

#[test]
fn values_of_types_without_instructions() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    std::fs::write(path("module.ll"), program_of_values()).unwrap();
    let compiler = Compiler::under_test().unwrap();
    for level in [0, 2] {
        let combo = Combo { target: Target::Aarch64, ir_level: 0, level, mode: Mode::Static };
        process::run(&mut compiler.command(combo, &path("module.ll"), &path("module.o"))).unwrap();
        let mut link = build::link(combo.target, combo.mode, &[path("module.o")], &path("program")).unwrap();
        process::run(&mut link).unwrap();
        let mut qemu = build::qemu(combo.target, &path("program"), &[]);
        let text = process::transcript(&mut qemu, &path("out"), build::TIME_LIMIT).unwrap();
        assert_eq!(text, "", "{combo}: the number of the first wrong value, from 1");
    }
}
