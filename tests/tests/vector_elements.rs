//! Intrinsics on vectors whose elements are padded in arrays, are bfloats, or are extended:
//! programs print what `llc`'s print.

use gisel_tests::agreement;
use gisel_tests::target::Target;
use std::fmt::Write;

/// Element types, with the size of an array's element in bytes and the number of elements.
const ELEMENTS: [(&str, usize, usize); 6] =
    [("i1", 1, 2), ("i3", 1, 5), ("i24", 4, 4), ("i65", 16, 3), ("i48", 8, 2), ("i32", 4, 4)];

/// Returns the functions of a vector type with masks that vary, are constant, and are full.
fn masked(ir: &mut String, calls: &mut String, (element, size, count): (&str, usize, usize)) {
    let (v, m) = (format!("<{count} x {element}>"), format!("<{count} x i1>"));
    let suffix = format!("v{count}{element}");
    writeln!(ir, "declare {v} @llvm.masked.load.{suffix}.p0(ptr, {m}, {v})").expect("a string");
    writeln!(ir, "declare void @llvm.masked.store.{suffix}.p0({v}, ptr, {m})").expect("a string");
    writeln!(ir, "declare {v} @llvm.masked.expandload.{suffix}(ptr, {m}, {v})").expect("a string");
    writeln!(ir, "declare void @llvm.masked.compressstore.{suffix}({v}, ptr, {m})").expect("a string");
    let lanes = |mask: u32| {
        let lane = |n: usize| format!("i1 {}", mask >> n & 1);
        format!("<{}>", (0..count).map(lane).collect::<Vec<_>>().join(", "))
    };
    let pairs = [("load.{}.p0", "store.{}.p0"), ("expandload.{}", "compressstore.{}")];
    for (pair, (load, store)) in pairs.into_iter().enumerate() {
        let [load, store] = [load, store].map(|name| name.replace("{}", &suffix));
        for (kind, mask) in [None, Some(0b10110), Some(0b11111)].into_iter().enumerate() {
            let is_packed = pair == 0 && kind == 2;
            // The padding of a vector is undefined.
            if is_packed && matches!(element, "i1" | "i3" | "i65") {
                continue;
            }
            let name = format!("{element}.{pair}.{kind}");
            let mask = mask.map_or_else(|| "%m".into(), lanes);
            write!(
                ir,
                "define void @\"{name}\"(ptr %to, ptr %from, i{count} %bits) {{\n\
                 %m = bitcast i{count} %bits to {m}\n\
                 %v = call {v} @llvm.masked.{load}(ptr %from, {m} {mask}, {v} zeroinitializer)\n\
                 call void @llvm.masked.{store}({v} %v, ptr %to, {m} {mask})\n ret void }}\n"
            )
            .expect("a string");
            for bits in [0b00101, 0b11010] {
                let last = size * count;
                let narrow = i32::from(bits as u8) & ((1 << count) - 1);
                write!(
                    calls,
                    "call void @llvm.memset.p0.i64(ptr %to, i8 -86, i64 64, i1 0)\n\
                     call void @\"{name}\"(ptr %to, ptr @{element}, i{count} {narrow})\n\
                     call void @show(ptr %to, i64 {last})\n"
                )
                .expect("a string");
            }
        }
    }
}

/// Functions that `llc` compiles for AArch64 only.
const REDUCTIONS: &str = "
declare <4 x bfloat> @llvm.vector.partial.reduce.fadd.v4bf16.v8bf16(<4 x bfloat>, <8 x bfloat>)
declare <4 x float> @llvm.vector.partial.reduce.fadd.v4f32.v8f16(<4 x float>, <8 x half>)
declare <4 x i32> @llvm.vector.partial.reduce.add.v4i32.v16i8(<4 x i32>, <16 x i8>)
declare <2 x double> @llvm.powi.v2f64.v2i32(<2 x double>, <2 x i32>)
define void @bfloats(ptr %to, ptr %from) {
 %x = load <4 x bfloat>, ptr %from
 %p = getelementptr i8, ptr %from, i64 8
 %y = load <8 x bfloat>, ptr %p
 %r = call <4 x bfloat> @llvm.vector.partial.reduce.fadd.v4bf16.v8bf16(<4 x bfloat> %x, <8 x bfloat> %y)
 store <4 x bfloat> %r, ptr %to
 ret void }
define void @halfs(ptr %to, ptr %from) {
 %x = load <4 x float>, ptr %from
 %p = getelementptr i8, ptr %from, i64 16
 %y = load <8 x half>, ptr %p
 %r = call <4 x float> @llvm.vector.partial.reduce.fadd.v4f32.v8f16(<4 x float> %x, <8 x half> %y)
 store <4 x float> %r, ptr %to
 ret void }
define void @integers(ptr %to, ptr %from) {
 %x = load <4 x i32>, ptr %from
 %p = getelementptr i8, ptr %from, i64 16
 %y = load <16 x i8>, ptr %p
 %r = call <4 x i32> @llvm.vector.partial.reduce.add.v4i32.v16i8(<4 x i32> %x, <16 x i8> %y)
 store <4 x i32> %r, ptr %to
 ret void }
declare <8 x float> @llvm.ldexp.v8f32.i32(<8 x float>, i32)
define void @scaled(ptr %to, ptr %from) {
 %n = load i8, ptr %from
 %x = sext i8 %n to i32
 %r = call <8 x float> @llvm.ldexp.v8f32.i32(<8 x float> <float 1.0, float 1.5, float -3.0, float 0.0, float 5.0, float 6.0, float 7.0, float 8.5>, i32 %x)
 store <8 x float> %r, ptr %to
 ret void }
define void @powers(ptr %to, ptr %from) {
 %r = call <2 x double> @llvm.powi.v2f64.v2i32(<2 x double> <double 3.0, double 2.5>, <2 x i32> <i32 5, i32 -2>)
 store <2 x double> %r, ptr %to
 ret void }
";

/// Returns a program that calls all functions and prints what they store.
fn program(target: Target) -> String {
    let mut ir = String::from(
        "@hex = constant [6 x i8] c\"%02x \\00\"\n@line = constant [2 x i8] c\"\\0A\\00\"\n\
         declare i32 @printf(ptr, ...)\ndeclare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n",
    );
    // Small values, as floats, too.
    let byte = |n: usize| if n % 2 == 1 { 0x3f + n % 3 } else { (n * 37 + 11) % 251 };
    let mut data = |name: &str, size: usize, bits: usize| {
        let kept = |n: usize| (bits.saturating_sub(n % size * 8)).min(8);
        let bytes: Vec<String> = (0..64).map(|n| format!("i8 {}", byte(n) & ((1 << kept(n)) - 1))).collect();
        writeln!(ir, "@{name} = global [64 x i8] [{}], align 16", bytes.join(", ")).expect("a string");
    };
    data("bytes", 1, 8);
    for (element, size, _) in ELEMENTS {
        data(element, size, element[1..].parse().expect("a width"));
    }
    ir += "define void @show(ptr %p, i64 %n) {\n br label %l\nl:\n %i = phi i64 [ 0, %0 ], [ %j, %l ]\n\
           %q = getelementptr i8, ptr %p, i64 %i\n %b = load i8, ptr %q\n %w = zext i8 %b to i32\n\
           call i32 (ptr, ...) @printf(ptr @hex, i32 %w)\n %j = add i64 %i, 1\n %c = icmp ult i64 %j, %n\n\
           br i1 %c, label %l, label %e\ne:\n call i32 (ptr, ...) @printf(ptr @line)\n ret void }\n";
    let mut calls = String::new();
    ELEMENTS.iter().for_each(|&row| masked(&mut ir, &mut calls, row));
    if target == Target::Aarch64 {
        ir += REDUCTIONS;
        for (name, size) in [("bfloats", 8), ("halfs", 16), ("integers", 16), ("powers", 16), ("scaled", 32)]
        {
            writeln!(calls, "call void @{name}(ptr %to, ptr @bytes)\ncall void @show(ptr %to, i64 {size})")
                .expect("a string");
        }
    }
    ir + &format!("define i32 @main() {{\n %to = alloca [64 x i8], align 16\n{calls}ret i32 0 }}\n")
}

fn check(target: Target, options: &[&str]) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    agreement::assert_llcs_output(target, options, &program(target), 60, folder.path());
}

#[test]
fn values_are_llcs_on_aarch64() {
    check(Target::Aarch64, &["-mtriple=aarch64-linux-gnu"]);
}

#[test]
fn values_are_llcs_on_riscv64() {
    let features = "-mattr=+m,+a,+f,+d,+c";
    check(
        Target::Riscv64,
        &["-mtriple=riscv64-linux-gnu", features, "-target-abi=lp64d", "-code-model=medium"],
    );
}
