//! Indirect calls that check the callee's type: the trapping code, and the type ids that it reads,
//! compared with llc's.

use gisel_tests::build::Compiler;
use gisel_tests::process;
use gisel_tests::target::{Combo, Mode, Target};
use std::path::Path;
use std::process::Command;

/// Type ids: some fit an instruction, others do not. Zero means none to llc, which omits the check.
const NUMBERS: [u32; 4] = [329_620, 7, 0x8000_0000, 0xffff_f800];

/// Returns a program that calls functions of the right type, and one of a wrong type if it has an
/// argument.
fn program(number: u32, prefix: u32) -> String {
    let room = format!("\"patchable-function-prefix\"=\"{prefix}\"");
    format!(
        "declare i32 @__gxx_personality_v0(...)\n\
         define i32 @right(i32 %x) {room} !kcfi_type !1 {{\n %r = add i32 %x, 1\n ret i32 %r\n}}\n\
         define internal i32 @other(i32 %x) {room} prefix i32 99 !kcfi_type !1 {{\n %r = add i32 %x, 2\n ret i32 %r\n}}\n\
         define i32 @wrong(i32 %x) {room} !kcfi_type !2 {{\n ret i32 0\n}}\n\
         define i32 @called(ptr %f, i32 %x) noinline {room} !kcfi_type !2 {{\n \
         %r = call i32 %f(i32 %x) [ \"kcfi\"(i32 {number}) ]\n %s = add i32 %r, %x\n ret i32 %s\n}}\n\
         define i32 @last(i32 %x, ptr %f) noinline {room} !kcfi_type !2 {{\n \
         %r = tail call i32 %f(i32 %x) [ \"kcfi\"(i32 {number}) ]\n ret i32 %r\n}}\n\
         define i32 @invoked(ptr %f, i32 %x) noinline {room} personality ptr @__gxx_personality_v0 !kcfi_type !2 {{\n \
         %r = invoke i32 %f(i32 %x) [ \"kcfi\"(i32 {number}) ] to label %done unwind label %pad\n\
         done:\n ret i32 %r\npad:\n %e = landingpad {{ ptr, i32 }} cleanup\n resume {{ ptr, i32 }} %e\n}}\n\
         define i32 @main(i32 %n, ptr %v) {room} !kcfi_type !2 {{\n \
         %one = icmp eq i32 %n, 1\n %f = select i1 %one, ptr @other, ptr @wrong\n \
         %a = call i32 @called(ptr @right, i32 5)\n %b = call i32 @last(i32 %a, ptr @other)\n \
         %c = call i32 @invoked(ptr @right, i32 %b)\n %d = call i32 @called(ptr %f, i32 %c)\n \
         %e = call i32 %f(i32 %d)\n ret i32 %e\n}}\n\
         !1 = !{{i32 {number}}}\n!2 = !{{i32 12345}}\n!llvm.module.flags = !{{!0}}\n!0 = !{{i32 4, !\"kcfi\", i32 1}}\n"
    )
}

/// Returns the mnemonics of the checks, with their offset and type id.
fn checks(target: Target, object: &Path) -> Vec<String> {
    let listed =
        process::run(Command::new("llvm-objdump-22").args(["-d", "--no-show-raw-insn"]).arg(object)).unwrap();
    let (first, lasts) = match target {
        Target::Riscv64 => ("lw\tt1, -", ["jalr", "jr"]),
        Target::Aarch64 => ("ldur\tw16, [", ["blr", "br"]),
    };
    let mut found = Vec::new();
    let mut inside = false;
    for line in listed.lines() {
        let Some((_, inst)) = line.split_once(':') else { continue };
        let inst = inst.trim();
        inside |= inst.starts_with(first);
        if inside {
            let mut words = inst.split(['\t', ' ', ',']);
            // llc adds small numbers to an arbitrary register.
            let mnemonic = match words.next().unwrap_or_default() {
                "li" => "addi",
                other => other,
            };
            // The offset, and the number's halves.
            let number = match mnemonic {
                "lw" | "ldur" => inst.split_once('-').and_then(|(_, rest)| rest.split(['(', ']']).next()),
                "movk" => inst.split_once('#').map(|(_, rest)| rest),
                "lui" | "addi" | "addiw" => inst.rsplit(' ').next(),
                _ => None,
            };
            found.push(format!("{mnemonic} {}", number.unwrap_or_default()));
            inside = !lasts.contains(&mnemonic);
        }
    }
    found
}

#[test]
fn calls_are_checked_as_llc_checks_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (input, object, theirs, binary) = (path("in.ll"), path("own.o"), path("theirs.o"), path("program"));
    let compiler = Compiler::under_test().unwrap();
    for target in Target::ALL {
        for (n, number) in NUMBERS.into_iter().enumerate() {
            let prefix = [0, 3][n % 2];
            std::fs::write(&input, program(number, prefix)).unwrap();
            let combo = |level| Combo { target, ir_level: 0, level, mode: Mode::Static };
            process::run(&mut Compiler::Llc.command(combo(2), &input, &theirs)).unwrap();
            let expected = checks(target, &theirs);
            assert!(expected.len() >= 15, "{expected:?}");
            for level in [0, 2] {
                process::run(&mut compiler.command(combo(level), &input, &object)).unwrap();
                assert_eq!(checks(target, &object), expected, "{target:?} {number} -O{level}");
                let mut link = Command::new(format!("{}-g++", target.gnu()));
                process::run(link.args(["-static", "-o"]).arg(&binary).arg(&object)).unwrap();
                let run = |args: &[&str]| {
                    let mut qemu = Command::new(format!("qemu-{}", target.arch()));
                    qemu.arg(&binary).args(args).output().unwrap().status
                };
                // 5 -> 11 -> 13 -> 14 -> 30 -> 32.
                assert_eq!(run(&[]).code(), Some(32), "{target:?} {number} -O{level}");
                let trapped = run(&["wrong"]);
                assert!(
                    !trapped.success() && trapped.code() != Some(0),
                    "{target:?} {number} -O{level}: {trapped}"
                );
                assert_eq!(std::os::unix::process::ExitStatusExt::signal(&trapped), Some(5), "{trapped}");
            }
        }
    }
}
