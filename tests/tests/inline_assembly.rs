//! Inline and module-level assembly that nobody can assemble is refused, also where only text is written, as llc refuses it.

use gisel_tests::build::Compiler;
use gisel_tests::process;
use gisel_tests::target::{Combo, Mode, Target};

/// Statements that are wrong, or that would be read otherwise than they say; for each target what is refused.
const REFUSED: &[(Target, &str)] = &[
    (Target::Riscv64, "bogus a0, a1"),
    (Target::Riscv64, "add a0, a1, x32"),
    (Target::Riscv64, ".option norelax"),
    (Target::Riscv64, ".option arch, +v"),
    (Target::Riscv64, ".balign 8, 1"),
    (Target::Riscv64, ".p2align 4, , 3"),
    (Target::Riscv64, ".insn r 0x33, 8, 0, a0, a1, a2"),
    (Target::Riscv64, ".nosuchdirective"),
    (Target::Aarch64, "bogus x0, x1"),
    (Target::Aarch64, "add x0, x1, x32"),
    (Target::Aarch64, "mrs x0, no_such_el0"),
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
                // Whether the linker may shorten code matters to one of them.
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

/// `la` takes the address from the table where code is position independent, and where `.option pic` says so.
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
