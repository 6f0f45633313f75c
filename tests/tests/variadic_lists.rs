//! The instruction `va_arg` on AArch64, where LLVM treats a `va_list` as a pointer: IR functions
//! read the arguments of gcc's calls.

use gisel_tests::build::Compiler;
use gisel_tests::process;
use gisel_tests::random::Random;
use gisel_tests::target::{Combo, Mode, Target};
use std::fmt::Write;
use std::fs;
use std::process::Command;

/// Types of arguments in C, and the corresponding IR types.
const TYPES: [(&str, &str); 14] = [
    ("int", "i32"),
    ("int", "i8"),
    ("int", "i17"),
    ("long", "i64"),
    ("long", "i48"),
    ("void *", "ptr"),
    ("__int128", "i128"),
    ("_Float16", "half"),
    ("double", "double"),
    ("long double", "fp128"),
    ("v2", "<2 x i32>"),
    ("v4", "<4 x float>"),
    ("v16", "<16 x i8>"),
    ("v1", "<1 x double>"),
];

/// Returns the size of a value in bytes, and the significant bits of the last byte.
fn significant(ir: &str) -> (usize, u8) {
    match ir {
        "i8" => (1, 0xff),
        "i17" => (3, 0x01),
        "i48" => (6, 0xff),
        "half" => (2, 0xff),
        "i32" => (4, 0xff),
        "i128" | "fp128" | "<4 x float>" | "<16 x i8>" => (16, 0xff),
        _ => (8, 0xff),
    }
}

const FUNCTIONS: usize = 24;
const ARGUMENTS: usize = 18;

/// Returns IR functions that store their arguments, and a C program that calls them and compares.
fn programs() -> (String, String) {
    let random = &mut Random::new(12345);
    let mut ir = "declare void @llvm.va_start.p0(ptr)\ndeclare void @llvm.va_copy.p0(ptr, ptr)\n".to_owned();
    let mut c = "#include <string.h>\n#include <stdio.h>\n\
        typedef int v2 __attribute__((vector_size(8)));\ntypedef float v4 __attribute__((vector_size(16)));\n\
        typedef char v16 __attribute__((vector_size(16)));\ntypedef double v1 __attribute__((vector_size(8)));\n\
        static unsigned char out[64 * 16], bytes[4096];\n"
        .to_owned();
    let mut main =
        "int main(void) { for (int i = 0; i < 4096; i++) bytes[i] = i * 37 + i / 256;\n".to_owned();
    for f in 0..FUNCTIONS {
        // The named arguments leave different numbers of registers.
        let named = random.below(4);
        let longs: String = (0..named).map(|_| ", long".to_owned()).collect();
        writeln!(c, "void f{f}(void *{longs}, ...);").unwrap();
        let parameters: String = (0..named).map(|_| ", i64".to_owned()).collect();
        write!(ir, "define void @f{f}(ptr %out{parameters}, ...) {{\n %own = alloca [4 x ptr]\n %list = alloca [4 x ptr]\n \
            call void @llvm.va_start.p0(ptr %own)\n call void @llvm.va_copy.p0(ptr %list, ptr %own)\n").unwrap();
        let (mut call, mut checks) = (format!("f{f}(out"), String::new());
        (0..named).for_each(|_| call += ", 5L");
        main += "{\n";
        for n in 0..ARGUMENTS {
            let (c_type, ir_type) = random.pick(&TYPES);
            writeln!(ir, " %a{n} = va_arg ptr %list, {ir_type}").unwrap();
            writeln!(ir, " %p{n} = getelementptr i8, ptr %out, i64 {}", 16 * n).unwrap();
            writeln!(ir, " store {ir_type} %a{n}, ptr %p{n}").unwrap();
            let at = random.below(4000);
            writeln!(main, " {c_type} x{n}; memcpy(&x{n}, bytes + {at}, sizeof x{n});").unwrap();
            write!(call, ", x{n}").unwrap();
            let (size, mask) = significant(ir_type);
            let (place, last) = (16 * n, size - 1);
            writeln!(
                checks,
                " if (memcmp(out + {place}, &x{n}, {last}) || ((out[{place} + {last}] ^ ((char *)&x{n})[{last}]) & {mask})) \
                 printf(\"function {f}, argument {n}: {ir_type}\\n\");"
            )
            .unwrap();
        }
        ir += " ret void\n}\n";
        write!(main, " {call});\n{checks}}}\n").unwrap();
    }
    (ir, format!("{c}{main} puts(\"done\"); return 0; }}\n"))
}

#[test]
fn arguments_are_where_gcc_puts_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (ir, c) = programs();
    fs::write(path("f.ll"), ir).unwrap();
    fs::write(path("main.c"), c).unwrap();
    let gcc = || Command::new("aarch64-linux-gnu-gcc");
    process::run(gcc().args(["-O1", "-w", "-c", "-o"]).arg(path("main.o")).arg(path("main.c"))).unwrap();
    let compiler = Compiler::under_test().unwrap();
    for level in [0, 2] {
        let combo = Combo { target: Target::Aarch64, ir_level: level, level, mode: Mode::Static };
        process::run(&mut compiler.command(combo, &path("f.ll"), &path("f.o"))).unwrap();
        let objects = [path("main.o"), path("f.o")];
        process::run(gcc().args(["-static", "-o"]).arg(path("program")).args(objects)).unwrap();
        let printed = process::run(Command::new("qemu-aarch64").arg(path("program"))).unwrap();
        assert_eq!(printed, "done\n", "-O{level}");
    }
}

#[test]
fn arguments_of_unknown_classes_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in.ll");
    for ty in
        ["i65", "i256", "{ i32, i32 }", "[2 x double]", "<3 x i32>", "<4 x double>", "<vscale x 4 x i32>"]
    {
        let text = format!(
            "define void @f(ptr %l, ptr %o) {{\n %a = va_arg ptr %l, {ty}\n store {ty} %a, ptr %o\n ret void\n}}\n"
        );
        fs::write(&input, text).unwrap();
        let combo = Combo { target: Target::Aarch64, ir_level: 2, level: 2, mode: Mode::Static };
        let mut gisel = Compiler::under_test().unwrap().command(combo, &input, &folder.path().join("f.o"));
        let error = process::run(&mut gisel).unwrap_err().to_string();
        assert!(error.contains("va_arg"), "{ty}: {error}");
    }
}
