//! What conventions promise, in the code for AArch64: registers of arguments, what is saved, jumps, arguments that callees remove, errors;
//! and that conventions which no target has are refused by name.

use gisel_tests::build::Compiler;
use gisel_tests::process;
use gisel_tests::target::{Combo, Mode, Target};
use std::fs;
use std::path::PathBuf;

/// The text of this IR's code at a level, or the message that refuses it.
fn compile(name: &str, target: Target, level: u8, ir: &str) -> Result<String, String> {
    let folder = gisel_tests::sources::work_folder("calling-conventions")?;
    let (input, output): (PathBuf, PathBuf) =
        (folder.join(format!("{name}-{level}.ll")), folder.join(format!("{name}-{level}.s")));
    fs::write(&input, ir).map_err(|e| e.to_string())?;
    let combo = Combo { target, ir_level: 0, level, mode: Mode::Static };
    process::run(&mut Compiler::under_test()?.command_for("asm", combo, &input, &output))?;
    fs::read_to_string(&output).map_err(|e| e.to_string())
}

/// What the code of a function must have, in this order; and what it must not.
struct Case {
    name: &'static str,
    ir: &'static str,
    has: &'static [&'static str],
    lacks: &'static [&'static str],
}

const CASES: &[Case] = &[
    Case {
        name: "preserve_none",
        ir: "define preserve_nonecc i64 @f(i64 %a, i8 %b, i64 %c) {
            %s = add i64 %a, %c
            ret i64 %s }",
        has: &["add\tx0, x20, x21", "ret"],
        lacks: &[],
    },
    // Small integers by themselves are in the registers of AAPCS64, those of aggregates in the convention's own.
    Case {
        name: "preserve_none_small",
        ir: "define preserve_nonecc i32 @f(i16 zeroext %a, { i16 } %b) {
            %b0 = extractvalue { i16 } %b, 0
            %l = zext i16 %b0 to i32
            %h = zext i16 %a to i32
            %s = sub i32 %l, %h
            ret i32 %s }",
        has: &["and\tw8, w20, #0xffff", "sub\tw0, w8, w0", "ret"],
        lacks: &[],
    },
    // The words of an array that no register holds begin where the array's alignment allows.
    Case {
        name: "preserve_none_array",
        ir: "define preserve_nonecc i64 @f([25 x i64] %f, [1 x i128] %a) {
            %n = extractvalue [1 x i128] %a, 0
            %t = trunc i128 %n to i64
            ret i64 %t }",
        has: &["ldr\tx0, [sp, #16]", "ret"],
        lacks: &[],
    },
    Case {
        name: "ghc",
        ir: "define ghccc void @f(i64 %a, double %d, ptr %p) {
            store i64 %a, ptr %p
            store double %d, ptr %p
            ret void }",
        has: &["str\tx19, [x20", "str\td12, [x20"],
        lacks: &["stp", "sub\tsp"],
    },
    Case {
        name: "preserve_most_jumps",
        ir: "define preserve_mostcc void @f(ptr %g) {
            musttail call preserve_mostcc void %g(ptr %g)
            ret void }",
        has: &["mov\tx17, x0", "br\tx17"],
        lacks: &["x9", "\tbl"],
    },
    Case {
        name: "vector_pcs",
        ir: "define aarch64_vector_pcs void @f() {
            call void asm sideeffect \"nop\", \"~{v8},~{v23},~{v24}\"()
            ret void }",
        has: &["q8", "q23"],
        lacks: &["q24"],
    },
    Case {
        name: "more_arguments",
        ir: "declare tailcc void @g([8 x i64], i64, i64, i64)
            define tailcc void @f([8 x i64] %a, i64 %b) {
            musttail call tailcc void @g([8 x i64] %a, i64 %b, i64 %b, i64 %b)
            ret void }",
        has: &["sub\tsp, sp, #", "\tb\tg"],
        lacks: &["\tbl\t", "\tret"],
    },
    Case {
        name: "fewer_arguments",
        ir: "declare tailcc void @g(i64)
            define tailcc void @f([8 x i64] %a, i64 %b) {
            tail call tailcc void @g(i64 %b)
            ret void }",
        has: &["add\tsp, sp, #16", "\tb\tg"],
        lacks: &["\tbl\t"],
    },
    Case {
        name: "callee_pops",
        ir: "declare tailcc void @g([9 x i64])
            define void @f([9 x i64] %a) {
            call tailcc void @g([9 x i64] %a)
            call tailcc void @g([9 x i64] %a)
            ret void }",
        has: &["bl\tg", "sub\tsp, sp, #", "bl\tg", "sub\tsp, sp, #", "ret"],
        lacks: &[],
    },
    Case {
        name: "variadic_thunk",
        ir: "@target = external global ptr
            define i32 @f(ptr %this, ...) {
            %g = load ptr, ptr @target
            %r = musttail call i32 (ptr, ...) %g(ptr %this, ...)
            ret i32 %r }",
        has: &["\tbr\t"],
        lacks: &["\tblr\t"],
    },
    Case {
        name: "sibling",
        ir: "declare void @g([9 x i64])
            define void @f([9 x i64] %a) {
            tail call void @g([9 x i64] %a)
            ret void }",
        has: &["\tb\tg"],
        lacks: &["\tbl\t"],
    },
    Case {
        name: "swifterror",
        ir: "declare swiftcc void @g(ptr swifterror)
            define swiftcc void @f(ptr swifterror %e, ptr %v) {
            call swiftcc void @g(ptr swifterror %e)
            store ptr %v, ptr %e
            ret void }",
        has: &["x21", "bl\tg", "x21"],
        lacks: &["stp\tx21", "ldp\tx21", "x22, x21"],
    },
    Case {
        name: "swiftself_restored",
        ir: "declare swiftcc void @g(ptr swiftself)
            define swiftcc void @f(ptr swiftself %s, ptr %t) {
            tail call swiftcc void @g(ptr swiftself %t)
            ret void }",
        has: &["bl\tg", "ret"],
        lacks: &["\tb\tg"],
    },
    Case {
        name: "nest",
        ir: "define i64 @f(ptr nest %n) {
            %i = ptrtoint ptr %n to i64
            ret i64 %i }",
        has: &["mov\tx0, x15"],
        lacks: &[],
    },
];

/// What is wrong with the code of a case.
fn complaint(case: &Case, level: u8) -> Option<String> {
    let text = match compile(case.name, Target::Aarch64, level, case.ir) {
        Ok(text) => text,
        Err(message) => return Some(format!("{} -O{level}: {message}", case.name)),
    };
    let mut rest = text.as_str();
    for wanted in case.has {
        let Some(at) = rest.find(wanted) else {
            return Some(format!("{} -O{level}: no {wanted:?} in\n{text}", case.name));
        };
        rest = &rest[at + wanted.len()..];
    }
    let found = case.lacks.iter().find(|unwanted| text.contains(**unwanted))?;
    Some(format!("{} -O{level}: {found:?} in\n{text}", case.name))
}

#[test]
fn conventions_keep_their_promises() {
    let all: Vec<String> = CASES.iter().filter_map(|case| complaint(case, 2)).collect();
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn guaranteed_jumps_are_jumps_without_optimization() {
    let jumps = ["preserve_most_jumps", "more_arguments", "fewer_arguments", "variadic_thunk"];
    let of_jumps = CASES.iter().filter(|case| jumps.contains(&case.name));
    for case in of_jumps {
        let text =
            compile(case.name, Target::Aarch64, 0, case.ir).unwrap_or_else(|e| panic!("{}: {e}", case.name));
        assert!(text.contains("\tb\tg") || text.contains("\tbr\t"), "{}: {text}", case.name);
        assert!(!text.contains("\tbl"), "{}: {text}", case.name);
    }
}

#[test]
fn unknown_conventions_are_refused_by_name() {
    for target in [Target::Aarch64, Target::Riscv64] {
        for (number, name) in [("9", "coldcc"), ("13", "anyregcc"), ("11", "cc 11"), ("78", "x86_64_sysvcc")]
        {
            let definition = format!("define cc {number} void @f() {{ ret void }}");
            let call = format!(
                "declare cc {number} void @g()\ndefine void @f() {{ call cc {number} void @g() ret void }}"
            );
            for ir in [definition, call] {
                let message =
                    compile(&format!("refused-{number}"), target, 2, &ir).expect_err("it is not refused");
                assert!(
                    message.contains(&format!("calling convention `{name}` is not supported")),
                    "{message}"
                );
            }
        }
    }
}
