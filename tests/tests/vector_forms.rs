//! Instructions of Advanced SIMD that compute what two others compute: each row of a table is one
//! instruction, and a program of all rows prints what `llc`'s prints.

use gisel_tests::build;
use gisel_tests::process;
use gisel_tests::target::{Combo, Mode, Target};
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

/// Result type, argument types, expression of `a`, `b`, `c`, and the expected instructions.
type Row = (&'static str, &'static [&'static str], &'static str, &'static str);

const ROWS: &[Row] = &[
    // Sums with products, differences, pairwise sums and shifted values.
    ("int32x4_t", &["int32x4_t", "int16x4_t", "int16x4_t"], "vmlal_s16(a, b, c)", "smlal"),
    ("uint64x2_t", &["uint64x2_t", "uint32x2_t", "uint32x2_t"], "vmlsl_u32(a, b, c)", "umlsl"),
    ("int32x4_t", &["int32x4_t", "int16x4_t", "int16x4_t"], "vqdmlal_s16(a, b, c)", "sqdmlal"),
    ("int64x2_t", &["int64x2_t", "int32x4_t", "int32x4_t"], "vqdmlsl_high_s32(a, b, c)", "sqdmlsl2"),
    ("int32x4_t", &["int32x4_t", "int16x8_t"], "vpadalq_s16(a, b)", "sadalp"),
    ("int8x16_t", &["int8x16_t", "int8x16_t", "int8x16_t"], "vabaq_s8(a, b, c)", "saba"),
    ("uint16x8_t", &["uint8x8_t", "uint8x8_t"], "vabdl_u8(a, b)", "uabdl"),
    ("uint16x8_t", &["uint16x8_t", "uint8x16_t", "uint8x16_t"], "vabal_high_u8(a, b, c)", "uabal2"),
    ("int32x4_t", &["int32x4_t", "int32x4_t"], "vsraq_n_s32(a, b, 5)", "ssra"),
    ("uint64x2_t", &["uint64x2_t", "uint64x2_t"], "vrsraq_n_u64(a, b, 9)", "ursra"),
    ("float32x4_t", &["float32x4_t", "float32x4_t", "float32x4_t"], "vfmsq_f32(a, b, c)", "fmls"),
    // By one lane.
    ("int16x4_t", &["int16x4_t", "int16x4_t"], "vmul_lane_s16(a, b, 3)", "mul"),
    ("int32x4_t", &["int32x4_t", "int32x4_t", "int32x4_t"], "vmlaq_laneq_s32(a, b, c, 2)", "mla"),
    ("int32x4_t", &["int32x4_t", "int16x8_t", "int16x4_t"], "vmlal_high_lane_s16(a, b, c, 1)", "smlal2"),
    ("int64x2_t", &["int32x2_t", "int32x4_t"], "vqdmull_laneq_s32(a, b, 3)", "sqdmull"),
    ("int16x8_t", &["int16x8_t", "int16x8_t"], "vqrdmulhq_laneq_s16(a, b, 7)", "sqrdmulh"),
    ("float64x2_t", &["float64x2_t", "float64x2_t"], "vmulq_laneq_f64(a, b, 1)", "fmul"),
    ("float32x2_t", &["float32x2_t", "float32x2_t", "float32x4_t"], "vfma_laneq_f32(a, b, c, 3)", "fmla"),
    ("int32x4_t", &["int32x4_t", "int8x16_t", "int8x16_t"], "vdotq_laneq_s32(a, b, c, 2)", "sdot"),
    // Upper halves, read and written.
    ("uint32x4_t", &["uint16x8_t", "uint16x8_t"], "vaddl_high_u16(a, b)", "uaddl2"),
    ("int16x8_t", &["int16x8_t", "int8x16_t"], "vsubw_high_s8(a, b)", "ssubw2"),
    ("int32x4_t", &["int16x8_t"], "vmovl_high_s16(a)", "sshll2"),
    ("uint16x8_t", &["uint8x16_t"], "vshll_high_n_u8(a, 8)", "shll2"),
    ("float64x2_t", &["float32x4_t"], "vcvt_high_f64_f32(a)", "fcvtl2"),
    ("float32x4_t", &["float32x2_t", "float64x2_t"], "vcvt_high_f32_f64(a, b)", "fcvtn2"),
    ("int8x16_t", &["int8x8_t", "int16x8_t"], "vmovn_high_s16(a, b)", "xtn2"),
    ("uint8x16_t", &["uint8x8_t", "int16x8_t"], "vqmovun_high_s16(a, b)", "sqxtun2"),
    ("int16x8_t", &["int16x4_t", "int32x4_t"], "vrshrn_high_n_s32(a, b, 3)", "rshrn2"),
    ("uint32x2_t", &["uint64x2_t", "uint64x2_t"], "vaddhn_u64(a, b)", "addhn"),
    ("int8x16_t", &["int8x8_t", "int16x8_t", "int16x8_t"], "vsubhn_high_s16(a, b, c)", "subhn2"),
    ("uint8x8_t", &["uint16x8_t"], "vshrn_n_u16(a, 5)", "shrn"),
    // Masks and single lanes.
    ("uint8x16_t", &["uint8x16_t", "uint8x16_t", "uint8x16_t"], "vbslq_u8(a, b, c)", "bsl"),
    ("uint16x8_t", &["uint16x8_t", "uint16x8_t"], "vtstq_u16(a, b)", "cmtst"),
    ("uint8x16_t", &["int8x16_t"], "vcgezq_s8(a)", "cmge"),
    ("uint32x2_t", &["int32x2_t"], "vclez_s32(a)", "cmle"),
    ("int64x2_t", &["int64x2_t"], "vnegq_s64(a)", "neg"),
    ("uint64x1_t", &["uint64x1_t", "uint64x1_t"], "vsub_u64(a, b)", "sub"),
    ("uint64x1_t", &["int64x1_t", "int64x1_t"], "vcgt_s64(a, b)", "cmgt"),
    ("uint8x16_t", &["const uint8_t *", "uint8x16_t"], "vld1q_lane_u8(a, b, 3)", "ld1"),
    ("int32x4_t", &["const int32_t *"], "vld1q_dup_s32(a)", "ld1r"),
    // Tuples stay where they are.
    ("uint8x16_t", &["uint8x16x2_t", "uint8x16_t"], "vqtbl2q_u8(a, b)", "tbl"),
    ("uint8x16x4_t", &["const uint8_t *"], "vld4q_u8(a)", "ld4"),
    ("uint16x8x2_t", &["const uint16_t *", "uint16x8x2_t"], "vld2q_lane_u16(a, b, 3)", "ld2"),
    ("uint8x16_t", &["const uint8_t *", "uint8x16_t"], "vqtbl2q_u8(vld2q_u8(a), b)", "ld2 tbl"),
];

/// Returns the functions of all rows, and a `main` that prints their results for three inputs.
fn program() -> String {
    let mut text = String::from("#include <arm_neon.h>\n#include <stdio.h>\n#include <string.h>\n");
    let mut calls = String::new();
    for (n, (result, arguments, expression, _)) in ROWS.iter().enumerate() {
        let names = ["a", "b", "c"];
        let parameters: Vec<String> =
            arguments.iter().zip(names).map(|(ty, name)| format!("{ty} {name}")).collect();
        let parameters = parameters.join(", ");
        writeln!(text, "__attribute__((noinline)) {result} row{n}({parameters}) {{ return {expression}; }}")
            .expect("a string");
        let mut values = Vec::new();
        calls.push_str("  {\n");
        for (ty, name) in arguments.iter().zip(names) {
            if ty.ends_with('*') {
                values.push(format!("({ty})bytes"));
                continue;
            }
            // Small numbers, if they are reals.
            let kind = if ty.starts_with("float") { "reals" } else { "bytes" };
            let at = 16 * values.len();
            writeln!(calls, "  {ty} {name}; memcpy(&{name}, (char *){kind} + {at}, sizeof {name});")
                .expect("a string");
            values.push(name.to_owned());
        }
        writeln!(calls, "  {result} r = row{n}({}); show({n}, &r, sizeof r); }}", values.join(", "))
            .expect("a string");
    }
    text + "static unsigned char bytes[128] __attribute__((aligned(16)));\nstatic float reals[32];\n\
        static void show(int row, const void *at, unsigned size) {\n  printf(\"%d\", row);\n  \
        for (unsigned n = 0; n < size; n++) printf(\" %02x\", ((const unsigned char *)at)[n]);\n  puts(\"\");\n}\n\
        int main(void) {\n  unsigned state = 7;\n  for (int round = 0; round < 3; round++) {\n  \
        for (int n = 0; n < 128; n++) bytes[n] = (state = state * 1664525 + 1013904223) >> 24;\n  \
        for (int n = 0; n < 32; n++) reals[n] = (int)(bytes[n] - 128) / 8.0f;\n"
        + &calls
        + "  }\n  return 0;\n}\n"
}

/// Returns the mnemonics of function `name` in assembly, without its return.
fn mnemonics(assembly: &str, name: &str) -> String {
    let body = assembly.split_once(&format!("\n{name}:")).map_or("", |(_, after)| after);
    let lines = body.lines().skip(1).map(str::trim).take_while(|line| *line != "ret");
    let is_instruction = |line: &&str| line.starts_with(|first: char| first.is_ascii_lowercase());
    let words: Vec<&str> =
        lines.filter(is_instruction).filter_map(|line| line.split_whitespace().next()).collect();
    words.join(" ")
}

#[test]
fn two_instructions_are_one() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    let program = program();
    std::fs::write(path("in.c"), &program).expect("written");
    let target = Target::Aarch64;
    let combo = Combo { target, ir_level: 2, level: 2, mode: Mode::Static };
    let flags = ["-march=armv8.6-a+fp16+dotprod".to_owned()];
    process::run(&mut build::clang(combo, &path("in.c"), &flags, &path("in.bc"))).expect("C compiles");
    let compile = |compiler: &Path, filetype: &str, output: &str| {
        let mut command = Command::new(compiler);
        command.args(["-O2", filetype, "-verify-machineinstrs", "-o"]).args([path(output), path("in.bc")]);
        process::run(&mut command).expect("it compiles");
    };
    compile(&build::gisel(), "-filetype=asm", "out.s");
    let assembly = std::fs::read_to_string(path("out.s")).expect("assembly");
    let mut others = String::new();
    for (n, (_, _, expression, expected)) in ROWS.iter().enumerate() {
        let found = mnemonics(&assembly, &format!("row{n}"));
        if found != *expected {
            writeln!(others, "{expression}: {found}, not {expected}").expect("a string");
        }
    }
    assert_eq!(others, "");
    let printed = |compiler: &Path| {
        compile(compiler, "-filetype=obj", "out.o");
        let mut link = build::link(target, Mode::Static, &[path("out.o")], &path("out")).expect("a command");
        process::run(&mut link).expect("it links");
        process::run(Command::new("qemu-aarch64").args(["-cpu", "max"]).arg(path("out"))).expect("it runs")
    };
    let expected = printed(Path::new("llc-22"));
    assert_eq!(expected.lines().count(), 3 * ROWS.len(), "{expected}");
    assert_eq!(process::first_difference(&expected, &printed(&build::gisel())), None);
}
