//! Invalid inline and module-level assembly is rejected, also if only text is written, as by llc.

use gisel_tests::build::Compiler;
use gisel_tests::process;
use gisel_tests::target::{Combo, Mode, Target};

/// Wrong statements, or statements that would be parsed differently than written; for each target,
/// the rejected ones.
const REFUSED: &[(Target, &str)] = &[
    (Target::Riscv64, "bogus a0, a1"),
    (Target::Riscv64, "jogus"),
    (Target::Riscv64, "add a0, a1, x32"),
    (Target::Riscv64, ".option arch, +zfinx"),
    (Target::Riscv64, "pause"),
    (Target::Riscv64, "sh1add a0, a1, a2"),
    (Target::Riscv64, ".balign 8, 1"),
    (Target::Riscv64, ".p2align 4, , 3"),
    (Target::Riscv64, ".insn r 0x33, 8, 0, a0, a1, a2"),
    (Target::Riscv64, ".nosuchdirective"),
    (Target::Aarch64, "bogus x0, x1"),
    (Target::Aarch64, "bogus"),
    (Target::Aarch64, "csel x0, x1, x2, xx"),
    (Target::Aarch64, "cset x0, al"),
    (Target::Aarch64, "add x0, x1, x32"),
    (Target::Aarch64, "mrs x0, no_such_el0"),
    (Target::Aarch64, "ldadd w0, w1, [x2]"),
    (Target::Aarch64, ".ascii \\22a\\22 b"),
    (Target::Aarch64, ".skip 4, x"),
];

#[test]
fn is_refused_in_both_outputs() {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("module.ll"), folder.path().join("output"));
    let compiler = Compiler::under_test().unwrap();
    for &(target, statement) in REFUSED {
        let body = format!(
            "define void @f() {{\n  call void asm sideeffect \"{statement}\", \"\"()\n  ret void\n}}\n"
        );
        for source in [body, format!("module asm \"{statement}\"\n")] {
            std::fs::write(&input, &source).unwrap();
            for filetype in ["asm", "obj"] {
                let combo = Combo { target, ir_level: 0, level: 2, mode: Mode::Static };
                let mut command = compiler.command_for(filetype, combo, &input, &output);
                // For one of them, linker relaxation matters.
                command.args((target == Target::Riscv64).then_some("-mattr=+relax"));
                let message = process::run(&mut command).expect_err(&source);
                let word = statement.split([' ', '\\']).next().unwrap();
                assert!(message.contains(word), "{statement}: {message}");
                if filetype == "asm" {
                    assert!(message.contains("-no-integrated-as"), "{message}");
                    process::run(command.arg("-no-integrated-as")).unwrap();
                    let text = std::fs::read_to_string(&output).unwrap();
                    assert!(text.contains(word), "{text}");
                }
            }
        }
    }
}

/// `la` loads the address from the GOT in position-independent code, and after `.option pic`.
#[test]
fn addresses_are_those_of_the_model() {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("module.ll"), folder.path().join("module.o"));
    let compiler = Compiler::under_test().unwrap();
    let cases = [
        (Mode::Static, "la a0, g", "PCREL_HI20"),
        (Mode::Pie, "la a0, g", "GOT_HI20"),
        (Mode::Static, ".option pic; la a0, g", "GOT_HI20"),
        (Mode::Pie, ".option push; .option nopic; la a0, g; .option pop", "PCREL_HI20"),
        (Mode::Pie, "lla a0, g", "PCREL_HI20"),
        (Mode::Static, "lga a0, g", "GOT_HI20"),
    ];
    for (mode, text, relocation) in cases {
        let source = format!(
            "@g = external global i32\ndefine void @f() {{\n  call void asm sideeffect \"{text}\", \"\"()\n  ret void\n}}\n"
        );
        std::fs::write(&input, source).unwrap();
        let combo = Combo { target: Target::Riscv64, ir_level: 0, level: 0, mode };
        process::run(&mut compiler.command(combo, &input, &output)).unwrap();
        let listed =
            process::run(std::process::Command::new("llvm-readelf-22").arg("-r").arg(&output)).unwrap();
        let found = listed.contains(&format!("R_RISCV_{relocation}"));
        assert!(found, "{mode:?}, {text}: {listed}");
    }
}

/// Instructions of an extension are accepted if the function has it, or between directives that
/// enable and disable it.
#[test]
fn extensions_are_given_by_directives() {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("module.ll"), folder.path().join("module.o"));
    let compiler = Compiler::under_test().unwrap();
    let cases = [
        (Target::Riscv64, ".option push\\0A.option arch, +zihintpause\\0Apause\\0A.option pop", "", true),
        (Target::Riscv64, ".option push; .option arch, +zba; .option pop; sh1add a0, a1, a2", "", false),
        (Target::Riscv64, "sh1add a0, a1, a2", "+m,+a,+f,+d,+zba", true),
        (Target::Riscv64, ".option norelax; .option norvc; nop", "", true),
        (Target::Aarch64, ".arch_extension lse; ldadd w0, w1, [x2]", "", true),
        (Target::Aarch64, "ldadd w0, w1, [x2]", "+lse", true),
        (Target::Aarch64, ".arch armv8.1-a; stadd w0, [x2]", "", true),
    ];
    for (target, text, features, accepted) in cases {
        let source = format!(
            "define void @f() #0 {{\n  call void asm sideeffect \"{text}\", \"\"()\n  ret void\n}}\nattributes #0 = {{ \"target-features\"=\"{features}\" }}\n"
        );
        std::fs::write(&input, source).unwrap();
        let combo = Combo { target, ir_level: 0, level: 2, mode: Mode::Static };
        let result = process::run(&mut compiler.command(combo, &input, &output));
        assert_eq!(result.is_ok(), accepted, "{text}: {result:?}");
    }
}

/// Operands are printed as by llc.
#[test]
fn operands_are_written_as_llc_writes_them() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("module.ll");
    let compilers = [Compiler::under_test().unwrap(), Compiler::Llc];
    let (riscv, arm) = (Target::Riscv64, Target::Aarch64);
    // The target, the constraint, the modifier, the operand.
    let cases = [
        (riscv, "r", "", "i64 %i"),
        (riscv, "r", "z", "i64 %i"),
        (riscv, "r", "N", "i64 %i"),
        (riscv, "rJ", "z", "i64 0"),
        (riscv, "^cr", "", "i64 %i"),
        (riscv, "f", "", "double %d"),
        (riscv, "^cf", "", "double %d"),
        (riscv, "X", "", "double %d"),
        (riscv, "X", "", "i64 %i"),
        (riscv, "{fa3}", "", "double %d"),
        (riscv, "{t1}", "", "i64 %i"),
        (riscv, "A", "", "ptr elementtype(i64) %p"),
        (riscv, "m", "", "ptr elementtype(i64) %p"),
        (riscv, "i", "", "i64 -5"),
        (riscv, "i", "", "ptr getelementptr (i8, ptr @f, i64 5)"),
        (riscv, "s", "", "i64 ptrtoint (ptr getelementptr (i8, ptr @f, i64 -5) to i64)"),
        (riscv, "i", "c", "i64 5"),
        (riscv, "i", "n", "i64 5"),
        (riscv, "K", "", "i64 31"),
        (riscv, "i", "", "i1 true"),
        (riscv, "i", "n", "i1 true"),
        (riscv, "i", "a", "i64 5"),
        (riscv, "i", "s", "i64 5"),
        (riscv, "s", "z", "ptr @f"),
        (riscv, "s", "i", "ptr @f"),
        (arm, "r", "", "i64 %i"),
        (arm, "r", "w", "i64 %i"),
        (arm, "r", "a", "i64 %i"),
        (arm, "w", "", "double %d"),
        (arm, "w", "d", "double %d"),
        (arm, "w", "s", "double %d"),
        (arm, "w", "x", "double %d"),
        (arm, "w", "q", "<4 x i32> %v"),
        (arm, "w", "", "<4 x i32> %v"),
        (arm, "x", "", "<4 x i32> %v"),
        (arm, "X", "", "double %d"),
        (arm, "{v5}", "", "<4 x i32> %v"),
        (arm, "Q", "", "ptr elementtype(i64) %p"),
        (arm, "m", "", "ptr elementtype(i64) %p"),
        (arm, "p", "", "ptr %p"),
        (arm, "i", "", "i64 -5"),
        (arm, "i", "", "ptr getelementptr (i8, ptr @f, i64 5)"),
        (arm, "S", "", "ptr getelementptr (i8, ptr @f, i64 5)"),
        (arm, "i", "c", "i64 5"),
        (arm, "i", "n", "i64 5"),
        (arm, "I", "", "i64 4095"),
        (arm, "J", "", "i64 0"),
        (arm, "L", "", "i64 255"),
        (arm, "K", "", "i32 -256"),
        (arm, "i", "", "i1 true"),
        (arm, "i", "b", "i64 5"),
        (arm, "i", "z", "i64 5"),
        (arm, "i", "s", "i64 -7"),
        (arm, "S", "w", "ptr @f"),
        (arm, "w", "z", "double %d"),
        (arm, "z", "", "i64 0"),
        (arm, "rz", "", "i64 0"),
        (arm, "rz", "w", "i32 0"),
        (arm, "rz", "", "i64 %i"),
    ];
    for (target, constraint, modifier, operand) in cases {
        let star = if operand.contains("elementtype") { "*" } else { "" };
        let shown = if modifier.is_empty() { "$0".to_owned() } else { format!("${{0:{modifier}}}") };
        let comment = if target == riscv { "#" } else { "//" };
        let source = format!(
            "define void @f(i64 %i, double %d, <4 x i32> %v, ptr %p) {{\n  call void asm sideeffect \"nop {comment} [{shown}]\", \"{star}{constraint}\"({operand})\n  ret void\n}}\n"
        );
        std::fs::write(&input, &source).unwrap();
        let combo = Combo { target, ir_level: 0, level: 2, mode: Mode::Static };
        // Allocated registers may differ; their kind is equal.
        let chosen = !constraint.starts_with('{') && operand.contains('%');
        let texts = compilers.each_ref().map(|compiler| {
            let name = if *compiler == Compiler::Llc { "llc.s" } else { "own.s" };
            let output = folder.path().join(name);
            process::run(&mut compiler.command_for("asm", combo, &input, &output)).unwrap();
            let text = std::fs::read_to_string(&output).unwrap();
            let line = text.lines().find(|line| line.contains("nop")).unwrap();
            let start = line.find(comment).unwrap();
            let written = line[start..].replace('\t', " ");
            if chosen { written.replace(|c: char| c.is_ascii_digit(), "") } else { written }
        });
        assert_eq!(texts[0], texts[1], "{source}");
    }
}

/// Module-level assembly that names the producer precedes the module's own, and its warnings are
/// reported.
#[test]
fn module_assembly_says_who_made_it() {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("module.ll"), folder.path().join("module.o"));
    let source = "module asm \".ident \\22text\\22\"\nmodule asm \".warning \\22mind this\\22\"\n\
        define void @f() {\n  ret void\n}\n!llvm.ident = !{!0}\n!0 = !{!\"module\"}\n";
    std::fs::write(&input, source).unwrap();
    let combo = Combo { target: Target::Riscv64, ir_level: 0, level: 2, mode: Mode::Static };
    let comments = [Compiler::under_test().unwrap(), Compiler::Llc].map(|compiler| {
        let ended = compiler.command(combo, &input, &output).output().unwrap();
        let errors = String::from_utf8_lossy(&ended.stderr);
        assert!(ended.status.success() && errors.contains("mind this"), "{errors}");
        let mut dump = std::process::Command::new("llvm-readelf-22");
        process::run(dump.args(["-p", ".comment"]).arg(&output)).unwrap()
    });
    assert!(comments[0].contains("text") && comments[0].contains("module"), "{}", comments[0]);
    let strings =
        comments.each_ref().map(|text| text.lines().skip_while(|l| !l.contains('[')).collect::<Vec<_>>());
    assert_eq!(strings[0], strings[1]);
}

/// Of dialect alternatives the first is used; escaped bars and braces are printed.
#[test]
fn dialects_have_alternatives() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("module.ll");
    let source = "define void @f() {\n  call void asm sideeffect \"nop # a$|b $(one$|two$) c$|d {x|y} $$ $)\", \"\"()\n  ret void\n}\n";
    std::fs::write(&input, source).unwrap();
    let combo = Combo { target: Target::Riscv64, ir_level: 0, level: 2, mode: Mode::Static };
    let lines = [Compiler::under_test().unwrap(), Compiler::Llc].map(|compiler| {
        let output = folder.path().join("out.s");
        process::run(&mut compiler.command_for("asm", combo, &input, &output)).unwrap();
        let text = std::fs::read_to_string(&output).unwrap();
        text.lines().find(|line| line.contains("nop")).unwrap().trim().replace('\t', " ")
    });
    assert_eq!(lines[0], lines[1]);
}

/// Vector outputs and inputs, tied and not.
#[test]
fn vectors_are_operands() {
    let folder = tempfile::tempdir().unwrap();
    let (input, output) = (folder.path().join("module.ll"), folder.path().join("module.o"));
    let compiler = Compiler::under_test().unwrap();
    for constraints in ["=&w,0,w", "=w,0,w", "=&w,w,w", "=w,w,w"] {
        for ty in ["<4 x i32>", "<2 x i64>", "<8 x i8>", "<4 x float>", "double"] {
            let source = format!(
                "define {ty} @f({ty} %a, {ty} %b) {{\n  %1 = call {ty} asm \"mla $0.4s, $2.4s, $2.4s\", \"{constraints}\"({ty} %a, {ty} %b)\n  ret {ty} %1\n}}\n"
            );
            std::fs::write(&input, source).unwrap();
            for level in 0..=2 {
                let combo = Combo { target: Target::Aarch64, ir_level: 0, level, mode: Mode::Static };
                process::run(&mut compiler.command(combo, &input, &output)).unwrap();
            }
        }
    }
}

/// Symbols as operands, whatever their names, and symbols that only the text names: relocations and
/// symbols equal llc's.
#[test]
fn symbols_are_found() {
    const SOURCE: &str = "declare void @other.function()\ndeclare void @\"odd$name.1\"()\n\
        @near = private global i64 3\n@known = global i64 4\n\
        define void @jumps() naked nounwind {\n  \
        call void asm sideeffect \"CALL ${0}\", \"X\"(ptr @other.function)\n  \
        call void asm sideeffect \"CALL ${0}\", \"s\"(ptr @\"odd$name.1\")\n  \
        call void asm sideeffect \"CALL ${0}\", \"i\"(ptr @jumps)\n  unreachable\n}\n\
        define void @names() naked nounwind {\n  \
        call void asm sideeffect \".weak weak_one\\0A.hidden weak_one\\0A ADDRESS weak_one\", \"\"()\n  \
        call void asm sideeffect \"CALL nowhere\", \"\"()\n  unreachable\n}\n\
        define i64 @between(i64 %x) nounwind {\n  \
        call void asm sideeffect \"CALL nowhere\\0A CALL elsewhere\", \"\"()\n  \
        %k = load i64, ptr @known\n  %n = load i64, ptr @near\n  %s = add i64 %k, %n\n  ret i64 %s\n}\n\
        define void @again() naked nounwind {\n  \
        call void asm sideeffect \"CALL elsewhere\\0A ADDRESS known\", \"\"()\n  unreachable\n}\n";
    let folder = tempfile::tempdir().unwrap();
    let (input, bitcode) = (folder.path().join("module.ll"), folder.path().join("module.bc"));
    let (ours, theirs) = (folder.path().join("ours.o"), folder.path().join("theirs.o"));
    let compiler = Compiler::under_test().unwrap();
    for (target, triple, call, address) in [
        (Target::Riscv64, "riscv64-linux-gnu", "call", "lla a0,"),
        (Target::Aarch64, "aarch64-linux-gnu", "bl", "adrp x0,"),
    ] {
        std::fs::write(&input, SOURCE.replace("CALL", call).replace("ADDRESS", address)).unwrap();
        let mut assembler = std::process::Command::new("llvm-as-22");
        process::run(assembler.arg(&input).arg("-o").arg(&bitcode)).unwrap();
        let said = |object: &std::path::Path| {
            let mut symbols = std::process::Command::new("llvm-nm-22");
            let symbols = process::run(symbols.arg("--format=just-symbols").arg(object)).unwrap();
            let mut list = std::process::Command::new("llvm-readelf-22");
            let list = process::run(list.arg("-s").arg("-W").arg(object)).unwrap();
            let weak: Vec<String> =
                list.lines().filter(|line| line.contains("weak_one")).map(str::to_owned).collect();
            let weak =
                weak.iter().flat_map(|line| line.split_whitespace().skip(3)).collect::<Vec<_>>().join(" ");
            let mut calls = std::process::Command::new("llvm-objdump-22");
            let calls = process::run(calls.arg("-dr").arg(object)).unwrap();
            let words = ["R_RISCV_CALL_PLT", "R_AARCH64_CALL26"];
            let calls: Vec<String> = (calls.lines())
                .filter(|line| words.iter().any(|word| line.contains(word)))
                .filter_map(|line| line.split_whitespace().last().map(str::to_owned))
                .collect();
            let names = symbols.lines().filter(|name| !name.starts_with(".Lpcrel")).map(str::to_owned);
            (names.collect::<std::collections::BTreeSet<_>>(), weak, calls)
        };
        let mut llc = std::process::Command::new("llc-22");
        llc.args(["-O2", "-filetype=obj", &format!("-mtriple={triple}")]);
        process::run(llc.arg(&input).arg("-o").arg(&theirs)).unwrap();
        for level in [0, 2] {
            for source in [&input, &bitcode] {
                let combo = Combo { target, ir_level: 0, level, mode: Mode::Static };
                // With a merged base for addresses, local symbols are named less often.
                let mut command = compiler.command(combo, source, &ours);
                process::run(command.arg("-enable-global-merge=false")).unwrap();
                assert_eq!(said(&ours), said(&theirs), "{combo}");
            }
        }
    }
}

/// Block addresses as operands equal the targets of an indirect branch, in objects and in text.
#[test]
fn addresses_of_blocks_are_operands() {
    let folder = tempfile::tempdir().unwrap();
    let (input, program) = (folder.path().join("module.ll"), folder.path().join("program"));
    let compiler = Compiler::under_test().unwrap();
    let addresses =
        [(Target::Riscv64, "lla $0, $1", ["i", "s", "S"]), (Target::Aarch64, "adr $0, $1", ["i", "s", "S"])];
    for (target, load, constraints) in addresses {
        for (constraint, level) in
            constraints.into_iter().flat_map(|constraint| [(constraint, 0), (constraint, 2)])
        {
            let source = format!(
                "define i32 @main() {{\n  %a = call ptr asm \"{load}\", \"=r,{constraint}\"(ptr blockaddress(@main, %there))\n  \
                 indirectbr ptr %a, [label %here, label %there]\nhere:\n  ret i32 1\nthere:\n  ret i32 0\n}}\n"
            );
            std::fs::write(&input, source).unwrap();
            for (filetype, name) in [("obj", "module.o"), ("asm", "module.s")] {
                let output = folder.path().join(name);
                let combo = Combo { target, ir_level: 0, level, mode: Mode::Static };
                process::run(&mut compiler.command_for(filetype, combo, &input, &output)).unwrap();
                let mut link = std::process::Command::new(format!("{}-gcc", target.gnu()));
                process::run(link.args(["-static", "-o"]).arg(&program).arg(&output)).unwrap();
                let mut run = std::process::Command::new(format!("qemu-{}", target.arch()));
                let ended = run.arg(&program).output().unwrap();
                assert_eq!(ended.status.code(), Some(0), "{combo} {constraint} {filetype}");
            }
        }
    }
}
