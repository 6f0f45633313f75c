//! Legalization examples for RISC-V: the code of each with and without the extension that has an
//! instruction for it. It has no more instructions than `llc`'s. For Zfa, which qemu does not
//! support, it is the same if one instruction suffices.

use gisel_tests::build::Compiler;
use gisel_tests::{parallel, process};
use std::fs;
use std::process::Command;

/// Register widths, each with an ABI's name without the floating-point suffix.
const WIDTHS: [(&str, &str); 2] = [("riscv32", "ilp32"), ("riscv64", "lp64")];

/// An example: the body of a function, the text before and after it, and the feature lists to
/// compile it with.
struct Example {
    name: &'static str,
    /// Both widths, or one.
    widths: &'static [(&'static str, &'static str)],
    features: &'static [&'static str],
    levels: &'static [u8],
    ir: &'static str,
}

const BOTH: &[(&str, &str)] = &WIDTHS;
const LONG: &[(&str, &str)] = &[WIDTHS[1]];
const WORDS: &[(&str, &str)] = &[WIDTHS[0]];
const ROTATIONS: &[&str] = &["", "+zbb", "+zbkb"];
const BITS: &[&str] = &["", "+zbb", "+zbkb"];
const SINGLE_BITS: &[&str] = &["+zbs"];
const PACKS: &[&str] = &["+zbkb"];
const HALVES: &[&str] = &["+f,+d,+zfhmin", "+f,+d,+zfh", "+zhinx"];
const DOUBLES: &[&str] = &["+f,+d", "+zdinx"];
const BFLOATS: &[&str] = &["+f,+d,+zfbfmin"];
const MINIMA: &[&str] = &["+f,+d", "+f,+d,+zfa"];
const ROUNDINGS: &[&str] = &["+f,+d,+zfh,+zfa"];
const ATOMICS: &[&str] = &["", "+forced-atomics", "+a"];
const SOFT_HALVES: &[&str] = &["+f", "+f,+d"];
const WIDE_REDUCTIONS: &[&str] = &["+m", "+m,+f,+d"];
const REDUCTIONS: &[&str] = &["+m", "+m,+zbb"];

const fn example(
    name: &'static str,
    widths: &'static [(&'static str, &'static str)],
    features: &'static [&'static str],
    ir: &'static str,
) -> Example {
    Example { name, widths, features, levels: &[0, 2], ir }
}

/// Returns an example that is only checked with optimization: `-O0`, like LLVM's, favours compile
/// time.
const fn optimized(
    name: &'static str,
    widths: &'static [(&'static str, &'static str)],
    features: &'static [&'static str],
    ir: &'static str,
) -> Example {
    Example { levels: &[2], ..example(name, widths, features, ir) }
}

#[rustfmt::skip]
const EXAMPLES: &[Example] = &[
    example("i16", BOTH, &["", "+m", "+zbb"],
        "define i32 @f(i32 %v) {\n %lo = trunc i32 %v to i16\n %p = add i16 %lo, 5\n %c = icmp ugt i16 %p, 6\n %r = select i1 %c, i32 %v, i32 9\n ret i32 %r\n}"),
    example("rotate", BOTH, ROTATIONS, "define i32 @f(i32 %v) {\n %r = call i32 @llvm.fshl.i32(i32 %v, i32 %v, i32 3)\n ret i32 %r\n}"),
    example("rotate left", BOTH, ROTATIONS, "define i32 @f(i32 %v, i32 %n) {\n %r = call i32 @llvm.fshl.i32(i32 %v, i32 %v, i32 %n)\n ret i32 %r\n}"),
    example("rotate right", BOTH, ROTATIONS, "define i32 @f(i32 %v, i32 %n) {\n %r = call i32 @llvm.fshr.i32(i32 %v, i32 %v, i32 %n)\n ret i32 %r\n}"),
    example("rotate i64", LONG, ROTATIONS, "define i64 @f(i64 %v, i64 %n) {\n %r = call i64 @llvm.fshl.i64(i64 %v, i64 %v, i64 %n)\n ret i64 %r\n}"),
    example("rotate two words by more than one", WORDS, ROTATIONS, "define i64 @f(i64 %v) {\n %r = call i64 @llvm.fshl.i64(i64 %v, i64 %v, i64 40)\n ret i64 %r\n}"),
    example("rotate two words", WORDS, ROTATIONS, "define i64 @f(i64 %v, i64 %n) {\n %r = call i64 @llvm.fshl.i64(i64 %v, i64 %v, i64 %n)\n ret i64 %r\n}"),
    example("funnel shift", BOTH, ROTATIONS, "define i32 @f(i32 %v, i32 %w) {\n %r = call i32 @llvm.fshl.i32(i32 %v, i32 %w, i32 2)\n ret i32 %r\n}"),
    example("variable funnel shift", BOTH, ROTATIONS, "define i32 @f(i32 %v, i32 %w, i32 %n) {\n %r = call i32 @llvm.fshl.i32(i32 %v, i32 %w, i32 %n)\n ret i32 %r\n}"),
    example("variable funnel shift right", BOTH, ROTATIONS, "define i32 @f(i32 %v, i32 %w, i32 %n) {\n %r = call i32 @llvm.fshr.i32(i32 %v, i32 %w, i32 %n)\n ret i32 %r\n}"),
    example("funnel shift of two words", WORDS, ROTATIONS, "define i64 @f(i64 %v, i64 %w, i64 %n) {\n %r = call i64 @llvm.fshl.i64(i64 %v, i64 %w, i64 %n)\n ret i64 %r\n}"),
    example("greater", BOTH, &["", "+m"], "define i32 @f(i32 %a, i32 %b) {\n %r = call i32 @llvm.smax.i32(i32 %a, i32 %b)\n ret i32 %r\n}"),
    example("less", BOTH, &["", "+m"], "define i32 @f(i32 %a, i32 %b) {\n %r = call i32 @llvm.umin.i32(i32 %a, i32 %b)\n ret i32 %r\n}"),
    example("complement and", BOTH, BITS, "define i32 @f(i32 %a, i32 %b) {\n %n = xor i32 %b, -1\n %r = and i32 %a, %n\n ret i32 %r\n}"),
    example("complement of the difference", BOTH, BITS, "define i32 @f(i32 %a, i32 %b) {\n %n = xor i32 %a, -1\n %r = xor i32 %n, %b\n ret i32 %r\n}"),
    example("low half", BOTH, BITS, "define i32 @f(i32 %a) {\n %r = and i32 %a, 65535\n ret i32 %r\n}"),
    example("low byte with its sign", BOTH, BITS, "define signext i8 @f(i8 %a) {\n ret i8 %a\n}"),
    example("low half with its sign", BOTH, BITS, "define signext i16 @f(i16 %a) {\n ret i16 %a\n}"),
    example("ones", BOTH, &["+zbb"], "define i32 @f(i32 %a) {\n %r = call i32 @llvm.ctpop.i32(i32 %a)\n ret i32 %r\n}"),
    example("set bit", LONG, SINGLE_BITS, "define i64 @f(i64 %a, i64 %n) {\n %b = shl i64 1, %n\n %r = or i64 %a, %b\n ret i64 %r\n}"),
    example("cleared bit", LONG, SINGLE_BITS, "define i64 @f(i64 %a, i64 %n) {\n %b = shl i64 1, %n\n %c = xor i64 %b, -1\n %r = and i64 %a, %c\n ret i64 %r\n}"),
    example("bit", LONG, SINGLE_BITS, "define i64 @f(i64 %a, i64 %n) {\n %b = lshr i64 %a, %n\n %r = and i64 %b, 1\n ret i64 %r\n}"),
    example("inverted bit of a number", BOTH, SINGLE_BITS, "define i32 @f(i32 %a) {\n %r = xor i32 %a, 1048576\n ret i32 %r\n}"),
    example("bit of a number", BOTH, SINGLE_BITS, "define i1 @f(i32 %a) {\n %b = and i32 %a, 1048576\n %r = icmp ne i32 %b, 0\n ret i1 %r\n}"),
    example("joined bytes", BOTH, PACKS, "define i16 @f(i8 %a, i8 %b) {\n %x = zext i8 %a to i16\n %y = zext i8 %b to i16\n %u = shl i16 %y, 8\n %r = or i16 %x, %u\n ret i16 %r\n}"),
    example("joined halves", BOTH, PACKS, "define signext i32 @f(i16 %a, i16 %b) {\n %x = zext i16 %a to i32\n %y = zext i16 %b to i32\n %u = shl i32 %y, 16\n %r = or i32 %x, %u\n ret i32 %r\n}"),
    example("joined words", LONG, PACKS, "define i64 @f(i32 %a, i32 %b) {\n %x = zext i32 %a to i64\n %y = zext i32 %b to i64\n %u = shl i64 %y, 32\n %r = or i64 %x, %u\n ret i64 %r\n}"),
    example("bits of a byte reversed", BOTH, PACKS, "define i8 @f(i8 %a) {\n %r = call i8 @llvm.bitreverse.i8(i8 %a)\n ret i8 %r\n}"),
    example("bits of a word reversed", BOTH, PACKS, "define i32 @f(i32 %a) {\n %r = call i32 @llvm.bitreverse.i32(i32 %a)\n ret i32 %r\n}"),
    example("permutations and products without carries", WORDS, &["+zbkx,+zbc,+zihintpause"], "define i32 @f(i32 %a, i32 %b) {\n %p = call i32 @llvm.riscv.xperm8.i32(i32 %a, i32 %b)\n %q = call i32 @llvm.riscv.xperm4.i32(i32 %p, i32 %b)\n %r = call i32 @llvm.riscv.clmulr.i32(i32 %q, i32 %b)\n %h = call i32 @llvm.riscv.clmulh.i32(i32 %r, i32 %b)\n %l = call i32 @llvm.riscv.clmul.i32(i32 %h, i32 %b)\n call void @llvm.riscv.pause()\n ret i32 %l\n}"),
    example("permutations and products without carries", LONG, &["+zbkx,+zbc,+zihintpause"], "define i64 @f(i64 %a, i64 %b) {\n %p = call i64 @llvm.riscv.xperm8.i64(i64 %a, i64 %b)\n %q = call i64 @llvm.riscv.xperm4.i64(i64 %p, i64 %b)\n %r = call i64 @llvm.riscv.clmulr.i64(i64 %q, i64 %b)\n %h = call i64 @llvm.riscv.clmulh.i64(i64 %r, i64 %b)\n %l = call i64 @llvm.riscv.clmul.i64(i64 %h, i64 %b)\n call void @llvm.riscv.pause()\n ret i64 %l\n}"),
    example("half sum", BOTH, HALVES, "define half @f(half %a, half %b) {\n %r = fadd half %a, %b\n ret half %r\n}"),
    example("half quotient", BOTH, HALVES, "define half @f(half %a, half %b) {\n %r = fdiv half %a, %b\n ret half %r\n}"),
    example("half root", BOTH, HALVES, "define half @f(half %a) {\n %r = call half @llvm.sqrt(half %a)\n ret half %r\n}"),
    example("half minimum", BOTH, HALVES, "define half @f(half %a, half %b) {\n %r = call half @llvm.minnum(half %a, half %b)\n ret half %r\n}"),
    example("half fma", BOTH, HALVES, "define half @f(half %a, half %b, half %c) {\n %r = call half @llvm.fma(half %a, half %b, half %c)\n ret half %r\n}"),
    example("half sign", BOTH, HALVES, "define half @f(half %a) {\n %r = fneg half %a\n ret half %r\n}"),
    example("half magnitude", BOTH, HALVES, "define half @f(half %a) {\n %r = call half @llvm.fabs(half %a)\n ret half %r\n}"),
    example("half comparison", BOTH, HALVES, "define i1 @f(half %a, half %b) {\n %r = fcmp olt half %a, %b\n ret i1 %r\n}"),
    example("half to float", BOTH, HALVES, "define float @f(half %a) {\n %r = fpext half %a to float\n ret float %r\n}"),
    example("half to double", BOTH, HALVES, "define double @f(half %a) {\n %r = fpext half %a to double\n ret double %r\n}"),
    example("half of float", BOTH, HALVES, "define half @f(float %a) {\n %r = fptrunc float %a to half\n ret half %r\n}"),
    example("half to integer", BOTH, HALVES, "define i32 @f(half %a) {\n %r = fptosi half %a to i32\n ret i32 %r\n}"),
    example("half of integer", BOTH, HALVES, "define half @f(i32 %a) {\n %r = sitofp i32 %a to half\n ret half %r\n}"),
    example("half in memory", BOTH, HALVES, "define void @f(ptr %p, half %h) {\n %a = load half, ptr %p\n %s = fadd half %a, %h\n store half %s, ptr %p\n ret void\n}"),
    example("half sum in software", BOTH, SOFT_HALVES, "define half @f(half %a, half %b) {\n %r = fadd half %a, %b\n ret half %r\n}"),
    example("half quotient in software", BOTH, SOFT_HALVES, "define half @f(half %a, half %b) {\n %r = fdiv half %a, %b\n ret half %r\n}"),
    example("half root in software", BOTH, SOFT_HALVES, "define half @f(half %a) {\n %r = call half @llvm.sqrt(half %a)\n ret half %r\n}"),
    example("half minimum in software", BOTH, SOFT_HALVES, "define half @f(half %a, half %b) {\n %r = call half @llvm.minnum(half %a, half %b)\n ret half %r\n}"),
    example("half comparison in software", BOTH, SOFT_HALVES, "define i1 @f(half %a, half %b) {\n %r = fcmp olt half %a, %b\n ret i1 %r\n}"),
    example("half to float in software", BOTH, SOFT_HALVES, "define float @f(half %a) {\n %r = fpext half %a to float\n ret float %r\n}"),
    example("half to double in software", BOTH, SOFT_HALVES, "define double @f(half %a) {\n %r = fpext half %a to double\n ret double %r\n}"),
    example("half of float in software", BOTH, SOFT_HALVES, "define half @f(float %a) {\n %r = fptrunc float %a to half\n ret half %r\n}"),
    example("half to integer in software", BOTH, SOFT_HALVES, "define i32 @f(half %a) {\n %r = fptosi half %a to i32\n ret i32 %r\n}"),
    example("half of integer in software", BOTH, SOFT_HALVES, "define half @f(i32 %a) {\n %r = sitofp i32 %a to half\n ret half %r\n}"),
    example("double sum", LONG, DOUBLES, "define double @f(double %a, double %b) {\n %r = fadd double %a, %b\n ret double %r\n}"),
    example("double fma", LONG, DOUBLES, "define double @f(double %a, double %b, double %c) {\n %n = fneg double %c\n %r = call double @llvm.fma(double %a, double %b, double %n)\n ret double %r\n}"),
    example("double comparison", LONG, DOUBLES, "define i1 @f(ptr %a, ptr %b) {\n %x = load double, ptr %a\n %y = load double, ptr %b\n %r = fcmp ole double %x, %y\n ret i1 %r\n}"),
    example("double to integer", LONG, DOUBLES, "define i64 @f(double %a) {\n %r = fptosi double %a to i64\n ret i64 %r\n}"),
    example("double of integer", LONG, DOUBLES, "define double @f(i64 %a) {\n %r = sitofp i64 %a to double\n ret double %r\n}"),
    example("double in memory", LONG, DOUBLES, "define void @f(ptr %p, double %h) {\n %a = load double, ptr %p\n %s = fmul double %a, %h\n store double %s, ptr %p\n ret void\n}"),
    example("bfloat to float", BOTH, BFLOATS, "define float @f(bfloat %a) {\n %r = fpext bfloat %a to float\n ret float %r\n}"),
    example("float to bfloat", BOTH, BFLOATS, "define bfloat @f(float %a) {\n %r = fptrunc float %a to bfloat\n ret bfloat %r\n}"),
    example("bfloat to double", BOTH, BFLOATS, "define double @f(bfloat %a) {\n %r = fpext bfloat %a to double\n ret double %r\n}"),
    example("bfloat sum", BOTH, BFLOATS, "define bfloat @f(ptr %p, bfloat %b) {\n %a = load bfloat, ptr %p\n %r = fadd bfloat %a, %b\n ret bfloat %r\n}"),
    example("bfloat comparison", BOTH, BFLOATS, "define i1 @f(bfloat %a, bfloat %b) {\n %r = fcmp olt bfloat %a, %b\n ret i1 %r\n}"),
    example("bfloat sign", BOTH, BFLOATS, "define bfloat @f(bfloat %a) {\n %r = fneg bfloat %a\n ret bfloat %r\n}"),
    example("bfloat constant", BOTH, BFLOATS, "define bfloat @f() {\n ret bfloat 0xR3F80\n}"),
    example("bfloat in memory", BOTH, BFLOATS, "define void @f(ptr %p, bfloat %a) {\n store bfloat %a, ptr %p\n ret void\n}"),
    example("bits of a bfloat", BOTH, BFLOATS, "define i16 @f(bfloat %a) {\n %r = bitcast bfloat %a to i16\n ret i16 %r\n}"),
    example("minimum", BOTH, MINIMA, "define float @f(float %a, float %b) {\n %r = call float @llvm.minimum.f32(float %a, float %b)\n ret float %r\n}"),
    example("maximum", BOTH, MINIMA, "define double @f(double %a, double %b) {\n %r = call double @llvm.maximum.f64(double %a, double %b)\n ret double %r\n}"),
    example("maximum of numbers", BOTH, MINIMA, "define double @f(double %a, double %b) {\n %r = call nnan double @llvm.maximum.f64(double %a, double %b)\n ret double %r\n}"),
    example("floor", BOTH, ROUNDINGS, "define double @f(double %a) {\n %r = call double @llvm.floor.f64(double %a)\n ret double %r\n}"),
    example("floor of a half", BOTH, ROUNDINGS, "define half @f(half %a) {\n %r = call half @llvm.floor.f16(half %a)\n ret half %r\n}"),
    example("ceil", BOTH, ROUNDINGS, "define double @f(double %a) {\n %r = call double @llvm.ceil.f64(double %a)\n ret double %r\n}"),
    example("ceil of a half", BOTH, ROUNDINGS, "define half @f(half %a) {\n %r = call half @llvm.ceil.f16(half %a)\n ret half %r\n}"),
    example("trunc", BOTH, ROUNDINGS, "define double @f(double %a) {\n %r = call double @llvm.trunc.f64(double %a)\n ret double %r\n}"),
    example("trunc of a half", BOTH, ROUNDINGS, "define half @f(half %a) {\n %r = call half @llvm.trunc.f16(half %a)\n ret half %r\n}"),
    example("round", BOTH, ROUNDINGS, "define double @f(double %a) {\n %r = call double @llvm.round.f64(double %a)\n ret double %r\n}"),
    example("round of a half", BOTH, ROUNDINGS, "define half @f(half %a) {\n %r = call half @llvm.round.f16(half %a)\n ret half %r\n}"),
    example("roundeven", BOTH, ROUNDINGS, "define double @f(double %a) {\n %r = call double @llvm.roundeven.f64(double %a)\n ret double %r\n}"),
    example("roundeven of a half", BOTH, ROUNDINGS, "define half @f(half %a) {\n %r = call half @llvm.roundeven.f16(half %a)\n ret half %r\n}"),
    example("rint", BOTH, ROUNDINGS, "define double @f(double %a) {\n %r = call double @llvm.rint.f64(double %a)\n ret double %r\n}"),
    example("rint of a half", BOTH, ROUNDINGS, "define half @f(half %a) {\n %r = call half @llvm.rint.f16(half %a)\n ret half %r\n}"),
    example("nearbyint", BOTH, ROUNDINGS, "define double @f(double %a) {\n %r = call double @llvm.nearbyint.f64(double %a)\n ret double %r\n}"),
    example("nearbyint of a half", BOTH, ROUNDINGS, "define half @f(half %a) {\n %r = call half @llvm.nearbyint.f16(half %a)\n ret half %r\n}"),
    example("constant 0xH3800", BOTH, ROUNDINGS, "define half @f() {\n ret half 0xH3800\n}"),
    example("constant 0xHBC00", BOTH, ROUNDINGS, "define half @f() {\n ret half 0xHBC00\n}"),
    example("constant 0xH7E00", BOTH, ROUNDINGS, "define half @f() {\n ret half 0xH7E00\n}"),
    example("constant 0.5", BOTH, ROUNDINGS, "define float @f() {\n ret float 0.5\n}"),
    example("constant 65536.0", BOTH, ROUNDINGS, "define float @f() {\n ret float 65536.0\n}"),
    example("constant 0x7FF0000000000000", BOTH, ROUNDINGS, "define float @f() {\n ret float 0x7FF0000000000000\n}"),
    example("constant 0x3810000000000000", BOTH, ROUNDINGS, "define float @f() {\n ret float 0x3810000000000000\n}"),
    example("constant 0.4375", BOTH, ROUNDINGS, "define double @f() {\n ret double 0.4375\n}"),
    example("constant 3.0", BOTH, ROUNDINGS, "define double @f() {\n ret double 3.0\n}"),
    example("constant 0x10000000000000", BOTH, ROUNDINGS, "define double @f() {\n ret double 0x10000000000000\n}"),
    example("addw", LONG, &["+m"], "define signext i32 @f(i32 %a, i32 %b) {\n %r = add i32 %a, %b\n ret i32 %r\n}"),
    example("addiw", LONG, &["+m"], "define signext i32 @f(i32 %a) {\n %r = add i32 %a, 5\n ret i32 %r\n}"),
    example("addw, extended", LONG, &["+m"], "define i64 @f(i32 %a, i32 %b) {\n %r = add i32 %a, %b\n %s = sext i32 %r to i64\n ret i64 %s\n}"),
    example("a chain of words", LONG, &["+m"], "define signext i32 @f(i32 %a, i32 %b, i32 %c) {\n %r = add i32 %a, %b\n %s = sub i32 %r, %c\n %t = mul i32 %s, %a\n ret i32 %t\n}"),
    example("shift of a word", LONG, &["+m"], "define signext i32 @f(i32 %a, i32 %b) {\n %r = lshr i32 %a, %b\n ret i32 %r\n}"),
    example("multiplication", BOTH, &["+m", "+zmmul"], "define i32 @f(i32 %a, i32 %b) {\n %r = mul i32 %a, %b\n ret i32 %r\n}"),
    example("multiplication in software", WORDS, &[""], "define i32 @f(i32 %a, i32 %b) {\n %r = mul i32 %a, %b\n ret i32 %r\n}"),
    example("multiplication by ten in software", WORDS, &[""], "define i32 @f(i32 %a) {\n %r = mul i32 %a, 10\n ret i32 %r\n}"),
    example("multiplication by a hundred in software", WORDS, &[""], "define i32 @f(i32 %a) {\n %r = mul i32 %a, 100\n ret i32 %r\n}"),
    example("division in software", WORDS, &[""], "define i32 @f(i32 %a, i32 %b) {\n %r = sdiv i32 %a, %b\n ret i32 %r\n}"),
    example("ones in software", WORDS, &[""], "define i32 @f(i32 %a) {\n %r = call i32 @llvm.ctpop.i32(i32 %a)\n ret i32 %r\n}"),
    optimized("sum of doubles in order", BOTH, WIDE_REDUCTIONS, "define double @f(double %s, ptr %p) {\n %v = load <4 x double>, ptr %p\n %r = call double @llvm.vector.reduce.fadd.v4f64(double %s, <4 x double> %v)\n ret double %r\n}"),
    optimized("sum of doubles in any order", BOTH, WIDE_REDUCTIONS, "define double @f(double %s, ptr %p) {\n %v = load <4 x double>, ptr %p\n %r = call reassoc double @llvm.vector.reduce.fadd.v4f64(double %s, <4 x double> %v)\n ret double %r\n}"),
    optimized("greatest element without an instruction", BOTH, &["+m"], "define i32 @f(ptr %p) {\n %v = load <4 x i32>, ptr %p\n %r = call i32 @llvm.vector.reduce.smax.v4i32(<4 x i32> %v)\n ret i32 %r\n}"),
    optimized("least element without an instruction", BOTH, &["+m"], "define i32 @f(ptr %p) {\n %v = load <4 x i32>, ptr %p\n %r = call i32 @llvm.vector.reduce.umin.v4i32(<4 x i32> %v)\n ret i32 %r\n}"),
    example("sum of elements", BOTH, REDUCTIONS, "define i32 @f(ptr %p) {\n %v = load <4 x i32>, ptr %p\n %r = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %v)\n ret i32 %r\n}"),
    example("product of elements", BOTH, REDUCTIONS, "define i32 @f(ptr %p) {\n %v = load <8 x i32>, ptr %p\n %r = call i32 @llvm.vector.reduce.mul.v8i32(<8 x i32> %v)\n ret i32 %r\n}"),
    example("greatest element", BOTH, &["+m,+zbb"], "define i32 @f(ptr %p) {\n %v = load <4 x i32>, ptr %p\n %r = call i32 @llvm.vector.reduce.smax.v4i32(<4 x i32> %v)\n ret i32 %r\n}"),
    example("sum in order", BOTH, &["+f,+d"], "define float @f(float %s, ptr %p) {\n %v = load <4 x float>, ptr %p\n %r = call float @llvm.vector.reduce.fadd.v4f32(float %s, <4 x float> %v)\n ret float %r\n}"),
    example("sum in any order", BOTH, &["+f,+d"], "define float @f(float %s, ptr %p) {\n %v = load <4 x float>, ptr %p\n %r = call reassoc float @llvm.vector.reduce.fadd.v4f32(float %s, <4 x float> %v)\n ret float %r\n}"),
    example("atomic load", BOTH, ATOMICS, "define i32 @f(ptr %p) {\n %v = load atomic i32, ptr %p seq_cst, align 4\n ret i32 %v\n}"),
    example("atomic store", BOTH, ATOMICS, "define void @f(ptr %p, i32 signext %v) {\n store atomic i32 %v, ptr %p seq_cst, align 4\n ret void\n}"),
    example("atomic sum", BOTH, ATOMICS, "define i32 @f(ptr %p, i32 signext %v) {\n %r = atomicrmw add ptr %p, i32 %v seq_cst\n ret i32 %r\n}"),
    example("atomic complement", BOTH, ATOMICS, "define i32 @f(ptr %p, i32 signext %v) {\n %r = atomicrmw nand ptr %p, i32 %v seq_cst\n ret i32 %r\n}"),
    optimized("whether exchanged", BOTH, &["", "+a"], "define i1 @f(ptr %p, i32 signext %v, i32 signext %w) {\n %r = cmpxchg ptr %p, i32 %v, i32 %w seq_cst seq_cst\n %s = extractvalue { i32, i1 } %r, 1\n ret i1 %s\n}"),
    example("comparison and exchange", BOTH, ATOMICS, "define i32 @f(ptr %p, i32 signext %v, i32 signext %w) {\n %r = cmpxchg ptr %p, i32 %v, i32 %w seq_cst seq_cst\n %s = extractvalue { i32, i1 } %r, 0\n ret i32 %s\n}"),
];

/// Returns the instructions of an example's code.
fn instructions(compiler: &mut Command, options: &[String]) -> Result<Vec<String>, String> {
    let text = process::run(compiler.args(options))?;
    let is_instruction = |line: &&str| line.starts_with('\t') && !line.trim_start().starts_with('.');
    let lines = text.lines().map(|line| line.split('#').next().unwrap_or_default().trim_end());
    let code = lines.filter(|line| is_instruction(line) && !line.is_empty());
    Ok(code.map(|line| line.trim().replace('\t', " ")).collect())
}

fn check(example: &Example) -> Result<usize, String> {
    let Compiler::Gisel(gisel) = Compiler::under_test()? else { return Err("gisel is tested".into()) };
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let path = folder.path().join("example.ll");
    fs::write(&path, example.ir).map_err(|e| e.to_string())?;
    let mut compared = 0;
    for &(arch, abi) in example.widths {
        for features in example.features {
            let abi = match features.split(',').find(|feature| matches!(*feature, "+d" | "+f")) {
                Some(_) if features.contains("+d") => format!("{abi}d"),
                Some(_) => format!("{abi}f"),
                None => abi.to_owned(),
            };
            for level in example.levels {
                let options = [
                    format!("-mtriple={arch}-unknown-elf"),
                    format!("-mattr={features}"),
                    format!("-target-abi={abi}"),
                    format!("-O{level}"),
                    "-relocation-model=static".into(),
                    "-filetype=asm".into(),
                    "-o".into(),
                    "-".into(),
                    path.display().to_string(),
                ];
                let ours = instructions(Command::new(&gisel).arg("-no-warn"), &options)?;
                let mut theirs = instructions(Command::new("llc-22").arg("-global-isel=0"), &options)?;
                // The fast mode is compared with GlobalISel, where that works.
                let by_global = ["-global-isel=1", "-global-isel-abort=1"];
                if ours.len() > theirs.len() && *level == 0 {
                    theirs = instructions(Command::new("llc-22").args(by_global), &options).unwrap_or(theirs);
                }
                // Zfa's instruction and the return must be equal, including operands.
                let is_one = features.contains("zfa") && ours.len() == 2;
                let differs = ours.len() > theirs.len() || is_one && ours != theirs;
                if ours.is_empty() || theirs.is_empty() || differs {
                    return Err(format!(
                        "{}, {arch} {features} -O{level}:\n{ours:#?}\nllc: {theirs:#?}",
                        example.name
                    ));
                }
                compared += 1;
            }
        }
    }
    Ok(compared)
}

#[test]
fn examples_take_no_more_instructions_than_llcs() {
    let results = parallel::map(EXAMPLES, check);
    let (compared, failures): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
    let failures: Vec<String> = failures.into_iter().filter_map(Result::err).collect();
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(compared.into_iter().flatten().sum::<usize>() > 250);
}
