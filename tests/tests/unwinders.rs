//! Intrinsics for unwinders: saved registers, the return to a handler, the frame's addresses.

use gisel_tests::build::{self, Compiler};
use gisel_tests::process;
use gisel_tests::target::{Combo, Mode, Target};
use std::process::Command;

/// `leave` returns to a handler and adds 48 bytes to the stack pointer, or returns normally;
/// `call_it` is in assembly.
const PROGRAM: &str = r#"
declare void @llvm.eh.unwind.init()
declare void @llvm.eh.return.i64(i64, ptr)
declare ptr @llvm.frameaddress.p0(i32)
declare ptr @llvm.returnaddress(i32)
declare ptr @llvm.addressofreturnaddress.p0()
declare ptr @llvm.localaddress()
declare i64 @call_it()
define i64 @leave(i64 %adjustment, ptr %handler, i64 %really) noinline {
  call void @llvm.eh.unwind.init()
  %room = alloca [40 x i64]
  call void asm sideeffect "CLOBBER", "r,~{memory},~{REGISTERS}"(ptr %room)
  %is = icmp ne i64 %really, 0
  br i1 %is, label %leave, label %stay
leave:
  call void @llvm.eh.return.i64(i64 %adjustment, ptr %handler)
  unreachable
stay:
  %five = add i64 %really, 5
  ret i64 %five
}
define i64 @address() noinline {
  %slot = call ptr @llvm.addressofreturnaddress.p0()
  %saved = load ptr, ptr %slot
  %real = call ptr @llvm.returnaddress(i32 0)
  %same = icmp eq ptr %saved, %real
  %is = zext i1 %same to i64
  ret i64 %is
}
define i64 @local(i64 %n) noinline {
  %a = call ptr @llvm.localaddress()
  %more = alloca i8, i64 %n
  store volatile i8 1, ptr %more
  %b = call ptr @llvm.localaddress()
  %same = icmp eq ptr %a, %b
  %is = zext i1 %same to i64
  ret i64 %is
}
define i32 @main() {
  %landed = call i64 @call_it()
  %a = icmp eq i64 %landed, 1
  %stayed = call i64 @leave(i64 48, ptr null, i64 0)
  %b = icmp eq i64 %stayed, 5
  %slot = call i64 @address()
  %c = icmp eq i64 %slot, 1
  %local = call i64 @local(i64 100)
  %d = icmp eq i64 %local, 1
  %ab = and i1 %a, %b
  %cd = and i1 %c, %d
  %all = and i1 %ab, %cd
  %code = select i1 %all, i32 42, i32 1
  ret i32 %code
}
"#;

/// Calls `leave` with 48 bytes of its own on the stack. At the handler, the stack pointer, a saved
/// register and the exception data registers are as at the call.
const AARCH64: &str = "
stp x29, x30, [sp, #-32]!
str x19, [sp, #16]
mov x29, sp
mov x19, #77
sub sp, sp, #48
mov x0, #48
adr x1, landed
mov x2, #1
mov x3, #9
bl leave
brk #1
landed:
mov x9, sp
cmp x9, x29
cset x10, eq
cmp x19, #77
csel x10, x10, xzr, eq
cmp x0, #48
csel x10, x10, xzr, eq
cmp x3, #9
csel x0, x10, xzr, eq
ldr x19, [sp, #16]
ldp x29, x30, [sp], #32
ret";

const RISCV64: &str = "
addi sp, sp, -32
sd ra, 24(sp)
sd s0, 16(sp)
sd s1, 8(sp)
mv s0, sp
li s1, 77
addi sp, sp, -48
li a0, 48
lla a1, landed
li a2, 1
li a3, 9
call leave
ebreak
landed:
xor t0, sp, s0
li t1, 77
xor t1, t1, s1
or t0, t0, t1
addi t1, a0, -48
or t0, t0, t1
addi t1, a3, -9
or t0, t0, t1
seqz a0, t0
ld s1, 8(sp)
ld s0, 16(sp)
ld ra, 24(sp)
addi sp, sp, 32
ret";

/// Returns the program for a target.
fn program(target: Target) -> String {
    let (text, clobber, registers) = match target {
        Target::Aarch64 => {
            (AARCH64, "mov x19, #0\\0Amov x28, #0\\0Amov x0, #0\\0Amov x3, #0", "x19},~{x28},~{x0},~{x3")
        }
        _ => (RISCV64, "li s1, 0\\0Ali s11, 0\\0Ali a0, 0\\0Ali a3, 0", "s1},~{s11},~{a0},~{a3"),
    };
    let lines = text.trim().lines().map(|line| format!("module asm \"{line}\"\n"));
    let head = "module asm \".text\"\nmodule asm \".globl call_it\"\nmodule asm \"call_it:\"\n".to_owned();
    let body = PROGRAM.replace("CLOBBER", clobber).replace("REGISTERS", registers);
    format!("{head}{}{body}", lines.collect::<String>())
}

#[test]
fn handlers_are_returned_to() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [input, object, output] = ["a.ll", "a.o", "a.out"].map(|name| folder.path().join(name));
    let gisel = Compiler::under_test().expect("gisel has been built");
    for target in [Target::Aarch64, Target::Riscv64] {
        std::fs::write(&input, program(target)).expect("written");
        for (level, mode) in [(0, Mode::Static), (1, Mode::Pie), (2, Mode::Static), (2, Mode::Pie)] {
            let combo = Combo { target, ir_level: level, level, mode };
            process::run(gisel.command(combo, &input, &object).arg("-verify-machineinstrs"))
                .expect("compiled");
            let mut link = Command::new(format!("{}-gcc", target.gnu()));
            let kind = if mode == Mode::Static { "-static" } else { "-pie" };
            process::run(link.args([kind, "-o"]).arg(&output).arg(&object)).expect("linked");
            let ended = build::qemu(target, &output, &[]).output().expect("qemu runs");
            assert_eq!(ended.status.code(), Some(42), "{combo}");
        }
    }
}

/// A function with the personality routine `null` has landing pads and no table, as with llc.
/// Windows' exception ranges have no effect.
#[test]
fn null_lands_nowhere() {
    let text = "declare void @may_throw()\ndeclare void @llvm.donothing()\ndeclare void @llvm.seh.try.begin()\n\
        define i32 @f() personality ptr null {\n  invoke void @may_throw() to label %a unwind label %l\n\
        a:\n  invoke void @llvm.donothing() to label %b unwind label %l\n\
        b:\n  invoke void @llvm.seh.try.begin() to label %c unwind label %l\n\
        c:\n  invoke void asm sideeffect unwind \"nop\", \"\"() to label %d unwind label %l\n\
        d:\n  ret i32 0\n\
        l:\n  %p = landingpad { ptr, i32 } cleanup\n  ret i32 1\n}\n";
    let folder = tempfile::tempdir().expect("a temporary folder");
    let input = folder.path().join("a.ll");
    std::fs::write(&input, text).expect("written");
    for triple in ["aarch64-linux-gnu", "riscv64-linux-gnu"] {
        for level in ["-O0", "-O2"] {
            let mut command = Command::new(build::gisel());
            command
                .args([level, "-verify-machineinstrs", "-o", "-"])
                .arg(format!("-mtriple={triple}"))
                .arg(&input);
            let assembly = process::run(&mut command).expect("compiled");
            let is_there = |what: &str| assembly.contains(what);
            assert!(is_there("may_throw") && is_there("nop"), "{assembly}");
            assert!(!is_there(".cfi_personality") && !is_there(".gcc_except_table"), "{assembly}");
        }
    }
}
