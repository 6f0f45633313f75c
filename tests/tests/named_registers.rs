//! Registers that programs read and write by name: the resulting instructions, and the rejected
//! names.

use gisel_tests::Result;
use gisel_tests::build::Compiler;
use gisel_tests::process;
use std::fs;
use std::process::Command;

/// Triple, features, register name, and the instructions that read and write it; or words of the
/// message.
type Case = (&'static str, &'static str, &'static str, std::result::Result<[&'static str; 2], &'static str>);

/// Triple, register name, and contents of the assembly; or words of the message.
type Short = (&'static str, &'static str, std::result::Result<[&'static str; 3], &'static str>);

const CASES: &[Case] = &[
    ("riscv64-linux-gnu", "", "sp", Ok(["mv\ta0, sp", "mv\tsp, a0"])),
    ("riscv64-linux-gnu", "", "x4", Ok(["mv\ta0, tp", "mv\ttp, a0"])),
    ("riscv64-linux-gnu", "+m,+a,+f,+d,+c,+reserve-x21", "s5", Ok(["mv\ta0, s5", "mv\ts5, a0"])),
    ("riscv64-linux-gnu", "", "s5", Err("register \"s5\", which is not reserved")),
    ("riscv64-linux-gnu", "", "mstatus", Err("unknown register \"mstatus\"")),
    ("riscv64-linux-gnu", "", "fa0", Err("register \"fa0\", which is not reserved")),
    ("aarch64-linux-gnu", "", "sp", Ok(["mov\tx0, sp", "mov\tsp, x0"])),
    ("aarch64-linux-gnu", "+reserve-x18", "x18", Ok(["mov\tx0, x18", "mov\tx18, x0"])),
    ("aarch64-linux-gnu", "", "x18", Err("register \"x18\", which is not reserved")),
    ("aarch64-linux-gnu", "", "TPIDR_EL0", Ok(["mrs\tx0, tpidr_el0", "msr\ttpidr_el0, x0"])),
    ("aarch64-linux-gnu", "", "3:3:13:0:2", Ok(["mrs\tx0, tpidr_el0", "msr\ttpidr_el0, x0"])),
    ("aarch64-linux-gnu", "", "daif", Ok(["mrs\tx0, daif", "msr\tdaif, x0"])),
    ("aarch64-linux-gnu", "", "3:9:13:0:2", Err("unknown register \"3:9:13:0:2\"")),
    ("aarch64-linux-gnu", "", "cpsr", Err("unknown register \"cpsr\"")),
];

fn assembly(triple: &str, features: &str, level: &str, ir: &str) -> Result<String> {
    let folder = tempfile::tempdir().map_err(|e| e.to_string())?;
    let (input, output) = (folder.path().join("in.ll"), folder.path().join("out.s"));
    fs::write(&input, ir).map_err(|e| e.to_string())?;
    let Compiler::Gisel(gisel) = Compiler::under_test()? else { return Err("no compiler".into()) };
    let mut command = Command::new(gisel);
    command.arg(format!("-mtriple={triple}")).arg(level).arg("-verify-machineinstrs");
    if !features.is_empty() {
        command.arg(format!("-mattr={features}"));
    }
    process::run(command.arg("-o").arg(&output).arg(&input))?;
    fs::read_to_string(&output).map_err(|e| e.to_string())
}

#[test]
fn registers_are_read_and_written_by_name() {
    for (triple, features, name, expected) in CASES {
        let ir = format!(
            "declare i64 @llvm.read_register.i64(metadata)\n\
             declare i64 @llvm.read_volatile_register.i64(metadata)\n\
             declare void @llvm.write_register.i64(metadata, i64)\n\
             define i64 @read() {{\n %v = call i64 @llvm.read_register.i64(metadata !0)\n ret i64 %v\n}}\n\
             define i64 @twice() {{\n %v = call i64 @llvm.read_volatile_register.i64(metadata !0)\n \
             call void asm sideeffect \"nop\", \"\"()\n \
             %w = call i64 @llvm.read_volatile_register.i64(metadata !0)\n %x = xor i64 %v, %w\n ret i64 %x\n}}\n\
             define void @write(i64 %v) {{\n call void @llvm.write_register.i64(metadata !0, i64 %v)\n ret void\n}}\n\
             !0 = !{{!\"{name}\"}}\n"
        );
        for level in ["-O0", "-O2"] {
            match (assembly(triple, features, level, &ir), expected) {
                (Ok(text), Ok(lines)) => {
                    for line in lines {
                        assert!(text.contains(line), "{triple} {name} {level}: no {line} in\n{text}");
                    }
                }
                (Err(message), Err(words)) => assert!(message.contains(words), "{triple} {name}: {message}"),
                (made, _) => panic!("{triple} {name} {level}: {made:?}"),
            }
        }
    }
}

/// 32-bit registers: those of a 32-bit machine, and low halves by their names. Others are rejected,
/// as by llc.
#[test]
fn registers_of_32_bits_are_read_and_written() {
    let halves: [Short; 9] = [
        ("riscv32-unknown-elf", "sp", Ok(["mv\ta0, sp", "mv\tsp, a0", ""])),
        ("riscv32-unknown-elf", "tp", Ok(["mv\ta0, tp", "mv\ttp, a0", ""])),
        ("aarch64-linux-gnu", "wsp", Ok([", sp", "mov\tsp, x", "mov\tw"])),
        ("aarch64-linux-gnu", "w18", Ok([", x18", "mov\tx18, x", "mov\tw"])),
        ("riscv64-linux-gnu", "sp", Err("not of 64 bits")),
        ("riscv32-unknown-elf", "s2", Err("which is not reserved")),
        ("aarch64-linux-gnu", "sp", Err("not of 64 bits")),
        ("aarch64-linux-gnu", "x18", Err("not of 64 bits")),
        ("aarch64-linux-gnu", "w19", Err("which is not reserved")),
    ];
    for (triple, name, expected) in halves {
        let ir = format!(
            "declare i32 @llvm.read_register.i32(metadata)\n\
             declare void @llvm.write_register.i32(metadata, i32)\n\
             define i32 @read() {{\n %v = call i32 @llvm.read_register.i32(metadata !0)\n ret i32 %v\n}}\n\
             define void @write(i32 %v) {{\n call void @llvm.write_register.i32(metadata !0, i32 %v)\n ret void\n}}\n\
             !0 = !{{!\"{name}\"}}\n"
        );
        let features = if name.ends_with("18") { "+reserve-x18" } else { "" };
        for level in ["-O0", "-O2"] {
            match (assembly(triple, features, level, &ir), &expected) {
                (Ok(text), Ok(lines)) => {
                    for line in lines {
                        assert!(text.contains(line), "{triple} {name} {level}: no {line} in\n{text}");
                    }
                }
                (Err(message), Err(words)) => assert!(message.contains(words), "{triple} {name}: {message}"),
                (made, _) => panic!("{triple} {name} {level}: {made:?}"),
            }
        }
    }
    let whole = "declare i64 @llvm.read_register.i64(metadata)\n\
        define i64 @f() {\n %v = call i64 @llvm.read_register.i64(metadata !0)\n ret i64 %v\n}\n!0 = !{!\"wsp\"}\n";
    let message = assembly("aarch64-linux-gnu", "", "-O2", whole).unwrap_err();
    assert!(message.contains("not of 32 bits"), "{message}");
}

/// AArch64's program counter can only be read.
#[test]
fn the_program_counter_is_read() {
    let read = "declare i64 @llvm.read_register.i64(metadata)
define i64 @f() {
  %v = call i64 @llvm.read_register.i64(metadata !0)
  ret i64 %v
}
!0 = !{!\"pc\"}
";
    let write = "declare void @llvm.write_register.i64(metadata, i64)
define void @f() {
  call void @llvm.write_register.i64(metadata !0, i64 1)
  ret void
}
!0 = !{!\"pc\"}
";
    for level in ["-O0", "-O2"] {
        let text = assembly("aarch64-linux-gnu", "", level, read).expect("compiles");
        assert!(text.contains("adr\tx"), "{text}");
        let refused = assembly("aarch64-linux-gnu", "", level, write).expect_err("is refused");
        assert!(refused.contains("cannot be written"), "{refused}");
        let unknown = assembly("riscv64-linux-gnu", "", level, read).expect_err("is refused");
        assert!(unknown.contains("unknown register"), "{unknown}");
    }
}
