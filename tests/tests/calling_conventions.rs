//! Guarantees of conventions in AArch64 code: argument registers, saved registers, jumps, arguments
//! popped by callees, errors. Signed functions return after tail calls. Conventions that no target
//! has, and frames that a convention does not allow, are rejected by name.

use gisel_tests::build::{self, Compiler};
use gisel_tests::target::{Combo, Mode, Target};
use gisel_tests::{parallel, process};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

/// Returns the assembly of this IR at a level, or the error message.
fn compile(name: &str, target: Target, level: u8, ir: &str) -> Result<String, String> {
    let folder = gisel_tests::sources::work_folder("calling-conventions")?;
    let (input, output): (PathBuf, PathBuf) =
        (folder.join(format!("{name}-{level}.ll")), folder.join(format!("{name}-{level}.s")));
    fs::write(&input, ir).map_err(|e| e.to_string())?;
    let combo = Combo { target, ir_level: 0, level, mode: Mode::Static };
    process::run(&mut Compiler::under_test()?.command_for("asm", combo, &input, &output))?;
    fs::read_to_string(&output).map_err(|e| e.to_string())
}

/// Texts that a function's code must contain, in this order, and texts that it must not contain.
struct Case {
    name: &'static str,
    ir: &'static str,
    has: &'static [&'static str],
    lacks: &'static [&'static str],
}

const CASES: &[Case] = &[
    // Without a frame, a return that pops arguments moves the CFA for itself alone.
    Case {
        name: "tailcc_two_returns",
        ir: "define tailcc i64 @f(i64 %a, i64 %b, [6 x i64] %r, i64 %i, i64 %j) uwtable {
            %z = icmp eq i64 %a, 0
            br i1 %z, label %x, label %y
            x: ret i64 %i
            y: %m = mul i64 %i, %j
            %n = udiv i64 %m, %b
            ret i64 %n }",
        has: &[
            "mul\t",
            "add\tsp, sp, #16",
            ".cfi_def_cfa_offset -16",
            "ret",
            ".cfi_def_cfa wsp, 0",
            "add\tsp, sp, #16",
            ".cfi_def_cfa_offset -16",
            "ret",
        ],
        lacks: &[".cfi_remember_state"],
    },
    Case {
        name: "preserve_none",
        ir: "define preserve_nonecc i64 @f(i64 %a, i8 %b, i64 %c) {
            %s = add i64 %a, %c
            ret i64 %s }",
        has: &["add\tx0, x20, x21", "ret"],
        lacks: &[],
    },
    // Small integer arguments use the registers of AAPCS64; those within aggregates use the
    // convention's own.
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
    // The words of an array on the stack start at the array's alignment.
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
    // The signature's modifier is the stack pointer at entry, below which the arguments start.
    Case {
        name: "more_arguments_signed",
        ir: "declare tailcc void @g([8 x i64], i64, i64, i64)
            define tailcc void @f([8 x i64] %a, i64 %b) \"sign-return-address\"=\"all\" {
            musttail call tailcc void @g([8 x i64] %a, i64 %b, i64 %b, i64 %b)
            ret void }",
        has: &[
            "paciasp",
            "sub\tsp, sp, #16",
            "add\tx16, sp, #16",
            "mov\tx17, x30",
            "hint\t#12",
            "mov\tx30, x17",
            "\tb\tg",
        ],
        lacks: &["autiasp", "\tret"],
    },
    Case {
        name: "fewer_arguments_signed",
        ir: "declare tailcc void @g(i64)
            define tailcc void @f([8 x i64] %a, i64 %b) \"sign-return-address\"=\"all\" {
            tail call tailcc void @g(i64 %b)
            ret void }",
        has: &["paciasp", "autiasp", "add\tsp, sp, #16", "\tb\tg"],
        lacks: &["\tbl\t"],
    },
    Case {
        name: "cleared_of_preserve_most",
        ir: "declare preserve_mostcc void @g(i64)
            define preserve_mostcc void @f(i64 %a) nounwind \"zero-call-used-regs\"=\"all\" {
            call void asm sideeffect \"nop\", \"~{x9}\"()
            musttail call preserve_mostcc void @g(i64 %a)
            ret void }",
        has: &["ldr\tx9", "mov\tx1, #0", "movi\tv7.2d", "mov\tx8, #0", "\tb\tg"],
        lacks: &["mov\tx0,", "mov\tx9,", "mov\tx15,", "mov\tx19,", "movi\tv8.2d"],
    },
    Case {
        name: "cleared_of_preserve_all",
        ir: "define preserve_allcc i64 @f(i64 %a) nounwind \"zero-call-used-regs\"=\"all\" {
            ret i64 %a }",
        has: &["mov\tx1, #0", "movi\tv7.2d", "mov\tx8, #0", "ret"],
        lacks: &["mov\tx0,", "mov\tx9,", "mov\tx15,", "mov\tx19,", "movi\tv8.2d", "movi\tv31.2d"],
    },
    Case {
        name: "cleared_of_preserve_none",
        ir: "declare preserve_nonecc void @g([10 x i64])
            define preserve_nonecc void @f([10 x i64] %a) nounwind \"zero-call-used-regs\"=\"all\" {
            musttail call preserve_nonecc void @g([10 x i64] %a)
            ret void }",
        has: &["mov\tx1, #0", "movi\tv8.2d", "\tb\tg"],
        lacks: &["mov\tx0,", "mov\tx20,", "mov\tx28,"],
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
    // The frame record is marked in the frame pointer that it holds, and the context is below it.
    Case {
        name: "swiftasync",
        ir: "declare void @use(ptr)
            declare swifttailcc void @g(ptr swiftasync)
            define swifttailcc void @f(ptr swiftasync %c, ptr %next) \"frame-pointer\"=\"all\" {
            call void @use(ptr %c)
            musttail call swifttailcc void @g(ptr swiftasync %next)
            ret void }",
        has: &[
            "orr\tx29, x29, #0x1000000000000000",
            "stp\tx29, x30, [sp, #",
            "str\tx22, [sp, #",
            "add\tx29, sp, #",
            "mov\tx0, x22",
            "bl\tuse",
            "ldp\tx29, x30",
            "and\tx29, x29, #0xefffffffffffffff",
            "b\tg",
        ],
        lacks: &[],
    },
    // One path needs no frame; nevertheless the context is stored at entry, before its register is
    // overwritten.
    Case {
        name: "swiftasync_part",
        ir: "declare ptr @use(ptr)
            declare swiftcc void @g(ptr swiftasync)
            define swiftcc void @f(ptr swiftasync %c, i1 %often) \"frame-pointer\"=\"non-leaf\" {
            br i1 %often, label %leave, label %work
            work:
            %next = call ptr @use(ptr %c)
            call swiftcc void @g(ptr swiftasync %next)
            br label %leave
            leave:
            ret void }",
        has: &["orr\tx29", "str\tx22, [sp, #", "tb", "and\tx29", "ret"],
        lacks: &[],
    },
    Case {
        name: "swiftasync_address",
        ir: "declare ptr @llvm.swift.async.context.addr()
            define swiftcc ptr @f(ptr swiftasync %c) {
            %p = call ptr @llvm.swift.async.context.addr()
            %v = load ptr, ptr %p
            ret ptr %v }",
        has: &["orr\tx29", "str\tx22, [sp, #", "add\tx29, sp, #", "#-8]", "ldp\tx29", "and\tx29", "ret"],
        lacks: &[],
    },
    Case {
        name: "swiftasync_without_record",
        ir: "declare void @use(ptr)
            define swiftcc void @f(ptr swiftasync %c) {
            call void @use(ptr %c)
            ret void }",
        has: &["mov\tx0, x22", "bl\tuse", "ret"],
        lacks: &["x29", "str\tx22"],
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

/// Returns the fault in the code of a case.
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

/// With vector registers, a function of `riscv_vector_cc` would have to save some.
#[test]
fn functions_that_preserve_vectors_are_refused() {
    let definition = |features: &str| {
        let attribute = format!("\"target-features\"=\"+m,+a,+f,+d,+c{features}\"");
        format!("define riscv_vector_cc void @f() {attribute} {{ ret void }}")
    };
    for level in [0, 2] {
        compile("vectors", Target::Riscv64, level, &definition("")).unwrap_or_else(|e| panic!("{e}"));
        for features in [",+v", ",+zve32x"] {
            let message = compile("vectors", Target::Riscv64, level, &definition(features))
                .expect_err("it is not refused");
            let name = "calling convention `riscv_vector_cc` is not supported for definitions";
            assert!(message.contains(name) && message.contains("'f'"), "{message}");
        }
        let call = format!(
            "declare riscv_vector_cc void @g(i32)\n{}",
            definition(",+v")
                .replace("riscv_vector_cc ", "")
                .replace("ret", "call riscv_vector_cc void @g(i32 1) ret")
        );
        compile("vectors", Target::Riscv64, level, &call).unwrap_or_else(|e| panic!("{e}"));
    }
}

/// On RISC-V, a `musttail` call passes values by reference in objects that belong to the caller's
/// caller.
#[test]
fn objects_are_passed_on() {
    let object = "%s = type { [5 x i64] }
        declare void @g(ptr byval(%s))
        define void @f(ptr byval(%s) %p) {
        musttail call void @g(ptr byval(%s) %p)
        ret void }";
    let wide = "declare i32 @g(i256)
        define i32 @f(i256 %a) {
        %r = musttail call i32 @g(i256 %a)
        ret i32 %r }";
    for ir in [object, wide] {
        for level in [0, 2] {
            let text = compile("objects", Target::Riscv64, level, ir).unwrap_or_else(|e| panic!("{e}"));
            assert!(text.contains("tail\tg") && !text.contains("\tsd") && !text.contains("sp"), "{text}");
        }
    }
}

/// Checks that errors without a register of their own are ordinary arguments and permit tail calls.
#[test]
fn errors_in_no_register_of_their_own_are_arguments() {
    let ir = "declare fastcc ptr @g(i64, ptr swifterror)
        define fastcc ptr @f(i64 %a, ptr swifterror %e) {
        %r = musttail call fastcc ptr @g(i64 1, ptr swifterror %e)
        ret ptr %r }
        define fastcc ptr @h(i64 %a, ptr swifterror %e) {
        %r = tail call fastcc ptr @f(i64 2, ptr swifterror %e)
        ret ptr %r }";
    for level in [0, 2] {
        let text = compile("errors", Target::Riscv64, level, ir).unwrap_or_else(|e| panic!("{e}"));
        assert!(text.contains("tail\tg"), "{text}");
        assert!(level == 0 || text.contains("tail\tf"), "{text}");
    }
}

/// A change of the frame's base register is rejected; without such a frame it is accepted.
#[test]
fn frame_pointers_keep_their_values() {
    for (target, pointer) in [(Target::Aarch64, "x29"), (Target::Riscv64, "s0")] {
        let assembly = format!("call void asm sideeffect \"nop\", \"~{{{pointer}}}\"()");
        for changes in ["call ghccc void @g(ptr %p)", &assembly] {
            for (object, is_moved) in [("i64", false), ("i64, i64 %n", true), ("i64, align 64", true)] {
                let ir = format!(
                    "declare ghccc void @g(ptr)
                    define void @f(i64 %n) {{
                    %p = alloca {object}
                    store volatile i64 1, ptr %p
                    {changes}
                    ret void }}"
                );
                for level in [0, 2] {
                    match compile("frame_pointer", target, level, &ir) {
                        Ok(_) => assert!(!is_moved, "{target:?} -O{level}: {ir}"),
                        Err(message) => assert!(
                            is_moved && message.contains("which the frame is addressed by"),
                            "{target:?} -O{level}: {message}"
                        ),
                    }
                }
            }
        }
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
            // RISC-V's calls are those of C.
            let refused = if target == Target::Riscv64 { vec![definition] } else { vec![definition, call] };
            for ir in refused {
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

/// Uses of a convention; `NN` is replaced by its number.
const USES: [(&str, &str); 2] = [
    ("definition", "define cc NN void @defines.NN() { ret void }\n"),
    (
        "calls",
        "declare cc NN void @callee.NN(i64, ptr)
        define void @calls.NN(i64 %a, ptr %p) {
            call cc NN void @callee.NN(i64 %a, ptr %p)
            call cc NN void %p(i64 %a, ptr %p)
            call cc NN void %p()
            ret void }\n",
    ),
];

/// Uses that `llc` compiles and gisel rejects: target, use, number, and reason. (On AArch64, `llc`
/// compiles calls with any number as C's, and gisel those that have definitions.)
const REFUSED: &[(Target, &str, u32, &str)] = &[
    (Target::Riscv64, "calls", 80, "llc appends the size of the arguments to the callee's name"),
    (Target::Aarch64, "definition", 19, "Windows' checks of control flow"),
    (Target::Aarch64, "definition", 98, "there are no scalable vectors to save"),
    (Target::Aarch64, "definition", 108, "thunks of Windows' ARM64EC"),
    (Target::Aarch64, "definition", 109, "thunks of Windows' ARM64EC"),
];

/// Definitions that gisel compiles and `llc` rejects.
const ALONE: &[(Target, u32, &str)] = &[
    (Target::Riscv64, 18, "tail calls in constant stack space"),
    (Target::Riscv64, 20, "the same for Swift"),
];

/// Conventions that gisel compiles in one use only, except for calls on RISC-V.
const ONE_USE: &[(Target, &str, u32)] = &[
    // Kernels of OpenCL, which no function calls.
    (Target::Riscv64, "definition", 76),
    (Target::Aarch64, "calls", 98),
    // Routines for SME state.
    (Target::Aarch64, "calls", 102),
    (Target::Aarch64, "calls", 103),
    (Target::Aarch64, "calls", 111),
];

/// Compiles the uses of these conventions in one module by one compiler; returns the message if it
/// is rejected.
fn refusal(compiler: &Compiler, target: Target, usage: usize, numbers: &[u32]) -> Option<String> {
    let (name, text) = USES[usage];
    let side = if *compiler == Compiler::Llc { "llc" } else { "gisel" };
    let folder = gisel_tests::sources::work_folder("calling-conventions").unwrap();
    let first = numbers.first()?;
    let input = folder.join(format!("{side}-{}-{name}-{first}-{}.ll", target.arch(), numbers.len()));
    let ir: String = numbers.iter().map(|number| text.replace("NN", &number.to_string())).collect();
    fs::write(&input, ir).unwrap();
    let combo = Combo { target, ir_level: 0, level: 0, mode: Mode::Static };
    process::run(&mut compiler.command(combo, &input, &input.with_extension("o"))).err()
}

/// Returns the numbers of LLVM's conventions with which gisel compiles a use; gisel rejects the
/// others by name, or LLVM reports an error.
fn compiled(gisel: &Compiler, target: Target, usage: usize) -> Vec<u32> {
    let compiles = |number: u32| match refusal(gisel, target, usage, &[number]) {
        None => true,
        Some(message) => {
            let by_name = message.contains("calling convention `") || message.contains("cannot be verified");
            assert!(by_name, "{message}");
            false
        }
    };
    (0..=129).filter(|&number| compiles(number)).collect()
}

/// Definitions and calls with every number of an LLVM convention: gisel compiles only what `llc`
/// compiles, and gisel compiles and calls everything that `llc` defines, except for the tables'
/// entries. On RISC-V, gisel calls everything that `llc` calls.
#[test]
fn every_number_is_compiled_as_llc_does() {
    let gisel = Compiler::under_test().unwrap();
    let uses: Vec<(Target, usize)> =
        Target::ALL.into_iter().flat_map(|t| [0, 1].map(|usage| (t, usage))).collect();
    let numbers = parallel::map(&uses, |&(target, usage)| {
        let numbers = compiled(&gisel, target, usage);
        let alone = |number: &u32| usage == 0 && ALONE.iter().any(|&(t, n, _)| (t, n) == (target, *number));
        let both: Vec<u32> = numbers.iter().copied().filter(|number| !alone(number)).collect();
        assert_eq!(refusal(&Compiler::Llc, target, usage, &both), None, "{target:?} {both:?}");
        numbers
    });
    let (mut one_use, mut refused) = (Vec::new(), Vec::new());
    for (target, pair) in Target::ALL.into_iter().zip(numbers.chunks(2)) {
        let only = |a: usize, b: usize| {
            let numbers = pair[a].iter().filter(|number| !pair[b].contains(number));
            numbers.map(|&number| (target, USES[a].0, number)).collect::<Vec<_>>()
        };
        one_use.extend(only(0, 1));
        let calls_all = target == Target::Riscv64;
        if !calls_all {
            one_use.extend(only(1, 0));
        }
        for (usage, compiled) in pair.iter().enumerate().take(1 + usize::from(calls_all)) {
            let numbers = (0..=129).filter(|number| !compiled.contains(number));
            refused.extend(numbers.map(|number| (target, usage, number)));
        }
    }
    assert_eq!(one_use, ONE_USE);
    let theirs = parallel::map(&refused, |&(target, usage, number)| {
        refusal(&Compiler::Llc, target, usage, &[number]).is_none()
    });
    let only_theirs = refused.iter().zip(theirs).filter(|(_, compiled)| *compiled);
    let only_theirs: Vec<_> =
        only_theirs.map(|(&(target, usage, n), _)| (target, USES[usage].0, n)).collect();
    let expected: Vec<_> =
        REFUSED.iter().map(|&(target, usage, number, _)| (target, usage, number)).collect();
    assert_eq!(only_theirs, expected);
}

/// Variadic functions that preserve nearly all registers.
#[test]
fn preserve_most_allows_variadic_arguments() {
    let ir = "declare void @llvm.va_start.p0(ptr)
        define preserve_mostcc i32 @f(i32 %a, ...) {
        %l = alloca ptr
        call void @llvm.va_start.p0(ptr %l)
        %x = va_arg ptr %l, i32
        call void @use(ptr %l)
        ret i32 %x }
        declare void @use(ptr)
        define i32 @g() {
        %r = call preserve_mostcc i32 (i32, ...) @f(i32 1, i32 40)
        ret i32 %r }";
    for level in [0, 2] {
        let text =
            compile("preserve_most_variadic", Target::Riscv64, level, ir).unwrap_or_else(|e| panic!("{e}"));
        let (f, g) = text.split_once("\ng:").expect("two functions");
        // The result register is not restored, and the others are.
        let reloads =
            |reg: &str| f.lines().any(|l| l.contains(&format!("ld\t{reg}, ")) && l.contains("Reload"));
        assert!(reloads("a1") && reloads("t0") && !reloads("a0"), "{text}");
        assert!(g.contains("li\ta1, 40") && g.contains("call\tf"), "{text}");
    }
}

/// Returns a function with a base pointer, and the given call.
fn with_base_pointer(cc: &str, call: &str) -> String {
    format!(
        "declare void @use(ptr, ptr)
        declare {cc} void @g(i64)
        define {cc} void @f(i64 %a) {{ ret void }}
        define {call}
            %p = alloca i64, align 64
            %q = alloca i8, i64 %a
            call void @use(ptr %p, ptr %q)"
    )
}

#[test]
fn base_pointers_that_a_convention_overwrites_are_refused() {
    let called = "void @h(i64 %a) {";
    let cases = [
        (Target::Aarch64, "ghccc", "ghccc void @h(i64 %a) {", "ret void }", "x19"),
        (Target::Riscv64, "ghccc", "ghccc void @h(i64 %a) {", "ret void }", "s1"),
        (Target::Aarch64, "ghccc", called, "call ghccc void @g(i64 %a) ret void }", "x19"),
        (Target::Riscv64, "ghccc", called, "call ghccc void @g(i64 %a) ret void }", "s1"),
        (
            Target::Aarch64,
            "preserve_nonecc",
            called,
            "call preserve_nonecc void @g(i64 %a) ret void }",
            "x19",
        ),
    ];
    for (target, cc, head, end, register) in cases {
        let ir = format!("{}\n{end}", with_base_pointer(cc, head));
        let message = compile("base-pointer", target, 2, &ir).expect_err("it is not refused");
        let expected = format!("register {register}, which is the base pointer");
        assert!(message.contains(&expected), "{target:?} {cc} {head}: {message}");
    }
    let right =
        format!("{}\nret void }}", with_base_pointer("preserve_nonecc", "preserve_nonecc void @h(i64 %a) {"));
    compile("base-pointer-kept", Target::Aarch64, 2, &right).expect("its callers do not need it");
}

/// Tail calls with more and with fewer stack arguments, between functions that sign their return
/// addresses.
const SIGNED: &str = "
    define void @other() noinline KEY { ret void }
    define tailcc i64 @sum(i64 %x, [7 x i64] %a, i64 %b, i64 %c, i64 %d) KEY {
        %1 = mul i64 %b, 100
        %2 = mul i64 %c, 10
        %3 = add i64 %1, %2
        %4 = add i64 %3, %d
        %5 = add i64 %4, %x
        ret i64 %5 }
    define tailcc i64 @more(i64 %x, [7 x i64] %a, i64 %b) KEY {
        call void @other()
        %r = musttail call tailcc i64 @sum(i64 %x, [7 x i64] %a, i64 %b, i64 4, i64 %b)
        ret i64 %r }
    define tailcc i64 @leaf(i64 %x, [7 x i64] %a) KEY {
        %r = musttail call tailcc i64 @more(i64 %x, [7 x i64] %a, i64 3)
        ret i64 %r }
    define tailcc i64 @less(i64 %x, [7 x i64] %a, i64 %b, i64 %c, i64 %d) KEY {
        call void @other()
        %r = musttail call tailcc i64 @leaf(i64 %x, [7 x i64] %a)
        ret i64 %r }
    define i32 @main() KEY {
        %r = call tailcc i64 @less(i64 1000, [7 x i64] zeroinitializer, i64 1, i64 2, i64 3)
        %wrong = icmp ne i64 %r, 1343
        %code = zext i1 %wrong to i32
        ret i32 %code }";

#[test]
fn signed_tail_calls_return() {
    let folder = gisel_tests::sources::work_folder("calling-conventions").expect("a folder");
    let [input, object, program] = ["signed.ll", "signed.o", "signed"].map(|name| folder.join(name));
    for key in ["a_key", "b_key"] {
        let attributes = format!("\"sign-return-address\"=\"all\" \"sign-return-address-key\"=\"{key}\"");
        fs::write(&input, SIGNED.replace("KEY", &attributes)).expect("written");
        for (level, features) in [(0, "+v8a"), (2, "+v8a"), (2, "+pauth")] {
            let combo = Combo { target: Target::Aarch64, ir_level: 0, level, mode: Mode::Static };
            let compiler = Compiler::under_test().expect("the compiler");
            let mut command = compiler.command(combo, &input, &object);
            process::run(command.arg(format!("-mattr={features}"))).expect("it compiles");
            let mut link = Command::new("aarch64-linux-gnu-gcc");
            process::run(link.args(["-static", "-o"]).arg(&program).arg(&object)).expect("it links");
            let mut run = Command::new("qemu-aarch64");
            process::run(run.args(["-cpu", "max"]).arg(&program))
                .unwrap_or_else(|e| panic!("{key} -O{level} {features}: {e}"));
        }
    }
}

/// A function that takes an object in memory that it owns, and its caller: `OWN` and `OTHER` are
/// compiled by different compilers.
const IN_MEMORY: &str = r#"
%t = type { i32, i64, [3 x i32] }
define i64 @take_OWN(i32 %k, ptr KIND(%t) %p) {
  %a = load i32, ptr %p
  %q = getelementptr %t, ptr %p, i32 0, i32 1
  %b = load i64, ptr %q
  store i64 77, ptr %q
  %r = getelementptr %t, ptr %p, i32 0, i32 2, i32 2
  %c = load i32, ptr %r
  %x = sext i32 %a to i64
  %y = sext i32 %c to i64
  %z = sext i32 %k to i64
  %d = add i64 %x, %b
  %e = mul i64 %d, 100
  %f = add i64 %e, %y
  %g = mul i64 %f, %z
  ret i64 %g
}
"#;

const IN_MEMORY_CALLER: &str = r#"
declare i64 @take_OTHER(i32, ptr inalloca(%t))
declare ptr @llvm.stacksave()
declare void @llvm.stackrestore(ptr)
define i64 @call_OWN() {
  %s = call ptr @llvm.stacksave()
  %p = alloca inalloca %t
  store i32 1, ptr %p
  %q = getelementptr %t, ptr %p, i32 0, i32 1
  store i64 2, ptr %q
  %r = getelementptr %t, ptr %p, i32 0, i32 2, i32 2
  store i32 5, ptr %r
  %x = call i64 @take_OTHER(i32 3, ptr inalloca(%t) %p)
  call void @llvm.stackrestore(ptr %s)
  ret i64 %x
}
"#;

/// `inalloca` and `preallocated` parameters, of which llc compiles no calls: arguments by value, as
/// in llc's optimized code.
#[test]
fn arguments_in_allocations_of_the_caller_are_as_llcs() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    let main = "#include <stdio.h>\nlong call_a(void), call_b(void);\n\
                int main(void) { printf(\"%ld %ld\\n\", call_a(), call_b()); return 0; }\n";
    fs::write(path("main.c"), main).expect("written");
    for target in Target::ALL {
        let features: &[&str] = match target {
            Target::Riscv64 => &["-mattr=+m,+a,+f,+d,+c", "-target-abi=lp64d"],
            _ => &[],
        };
        for (kind, level) in [("inalloca", "-O0"), ("inalloca", "-O2"), ("preallocated", "-O2")] {
            let objects = [("a", "b"), ("b", "a")].map(|(own, other)| {
                let text = IN_MEMORY.replace("KIND", kind) + IN_MEMORY_CALLER;
                let text = text.replace("OWN", own).replace("OTHER", other);
                let input = path(own).with_extension("ll");
                fs::write(&input, format!("target triple = \"{}\"\n{text}", target.triple()))
                    .expect("written");
                let mut command = match own {
                    "a" => Compiler::under_test().expect("gisel").alone(),
                    _ => Command::new("llc-22"),
                };
                // Without optimization llc treats the argument as a pointer.
                let level = if own == "a" { level } else { "-O2" };
                let object = input.with_extension("o");
                command.args([level, "-filetype=obj", "-o"]).arg(&object).arg(&input).args(features);
                process::run(&mut command).expect("compiled");
                object
            });
            let mut objects = Vec::from(objects);
            objects.push(path("main.o"));
            let mut gcc = build::gcc_object(target, Mode::Static, &path("main.c"), &path("main.o"));
            process::run(&mut gcc).expect("compiled");
            let program = path("program");
            let mut link = build::link(target, Mode::Static, &objects, &program).expect("a linker");
            process::run(&mut link).expect("linked");
            let printed = process::run(&mut build::qemu(target, &program, &[])).expect("run");
            assert_eq!(printed, "915 915\n", "{target:?} {kind} {level}");
        }
    }
}
