//! Assembly with jumps and outputs, compared with llc's twin: outputs on every edge, in loops,
//! tied, and as phi inputs.

use gisel_tests::build::Compiler;
use gisel_tests::process;
use gisel_tests::target::{Combo, Mode, Target};
use std::process::Command;

/// Capitals are placeholders for the target's instructions, and a constraint.
const PROGRAM: &str = r#"
@format = constant [5 x i8] c"%lx\0A\00"
declare i32 @printf(ptr, ...)

define i64 @in_a_loop(i64 %n) noinline {
entry:
  br label %loop
loop:
  %i = phi i64 [0, %entry], [%i.even, %even], [%i.odd, %odd]
  %sum = phi i64 [0, %entry], [%sum.even, %even], [%sum.odd, %odd]
  %r = callbr { i64, i64 } asm "ADDI $0, $2, 1\0A ADDI $1, $3, 7\0A IF_ODD $2 GOTO ${4:l}", "=&r,=&r,r,1,!i"(i64 %i, i64 %sum) to label %even [label %odd]
even:
  %i.even = extractvalue { i64, i64 } %r, 0
  %y = extractvalue { i64, i64 } %r, 1
  %sum.even = add i64 %y, %i.even
  %more = icmp ult i64 %i.even, %n
  br i1 %more, label %loop, label %done
odd:
  %i.odd = extractvalue { i64, i64 } %r, 0
  %z = extractvalue { i64, i64 } %r, 1
  %sum.odd = mul i64 %z, 3
  %again = icmp ult i64 %i.odd, %n
  br i1 %again, label %loop, label %done
done:
  %result = phi i64 [%sum.even, %even], [%sum.odd, %odd]
  ret i64 %result
}

define i64 @on_critical_edges(i64 %a, i64 %b) noinline {
entry:
  %r = callbr i64 asm "ADD $0, $1, $2\0A IF_ODD $2 GOTO ${3:l}", "=&r,0,r,!i"(i64 %a, i64 %b) to label %join [label %second]
second:
  %s = callbr i64 asm "ADD $0, $1, $2\0A IF_ODD $2 GOTO ${3:l}", "=&r,r,r,!i"(i64 %r, i64 %a) to label %join [label %third]
third:
  %t = phi i64 [%s, %second]
  %difference = sub i64 %t, %r
  br label %join
join:
  %result = phi i64 [%r, %entry], [%s, %second], [%difference, %third]
  ret i64 %result
}

define i64 @of_several_types(i64 %a, i64 %b) noinline {
entry:
  %r = callbr { i64, double, i32, ptr } asm "ADD $0, $4, $5\0A CONVERT\0A ADDI $2, $4, 7\0A ADDI $3, $5, 1\0A IF_ODD $4 GOTO ${6:l}\0A IF_ODD $5 GOTO ${7:l}", "=&r,=FLOAT,=&r,=&r,r,r,!i,!i"(i64 %a, i64 %b) to label %neither [label %first, label %second]
first:
  %first.sum = extractvalue { i64, double, i32, ptr } %r, 0
  %double = extractvalue { i64, double, i32, ptr } %r, 1
  %bits = bitcast double %double to i64
  %first.result = add i64 %bits, %first.sum
  br label %join
second:
  %word = extractvalue { i64, double, i32, ptr } %r, 2
  %wide = sext i32 %word to i64
  %second.pointer = extractvalue { i64, double, i32, ptr } %r, 3
  %second.address = ptrtoint ptr %second.pointer to i64
  %second.result = mul i64 %second.address, %wide
  br label %join
neither:
  %sum = extractvalue { i64, double, i32, ptr } %r, 0
  %pointer = extractvalue { i64, double, i32, ptr } %r, 3
  %address = ptrtoint ptr %pointer to i64
  %result = xor i64 %address, %sum
  br label %join
join:
  %joined = phi i64 [%first.result, %first], [%second.result, %second], [%result, %neither]
  %with.input = add i64 %joined, %a
  ret i64 %with.input
}

define i32 @main() {
entry:
  br label %loop
loop:
  %n = phi i64 [0, %entry], [%next, %loop]
  %x = call i64 @in_a_loop(i64 %n)
  %y = call i64 @on_critical_edges(i64 %n, i64 9)
  %z = call i64 @on_critical_edges(i64 8, i64 %n)
  %v = call i64 @of_several_types(i64 %n, i64 7)
  %w = call i64 @of_several_types(i64 2, i64 %n)
  call i32 (ptr, ...) @printf(ptr @format, i64 %x)
  call i32 (ptr, ...) @printf(ptr @format, i64 %y)
  call i32 (ptr, ...) @printf(ptr @format, i64 %z)
  call i32 (ptr, ...) @printf(ptr @format, i64 %v)
  call i32 (ptr, ...) @printf(ptr @format, i64 %w)
  %next = add i64 %n, 1
  %done = icmp eq i64 %next, 12
  br i1 %done, label %end, label %loop
end:
  ret i32 0
}
"#;

/// Returns the program with a target's instructions.
fn source(target: Target) -> String {
    let instructions = match target {
        Target::Riscv64 => [
            ("ADDI", "addi"),
            ("IF_ODD", "andi t6,"),
            (" GOTO", ", 1\\0A bnez t6,"),
            ("CONVERT", "fcvt.d.l $1, $4"),
            ("FLOAT", "f"),
            ("!i\"", "!i,~{t6}\""),
        ],
        Target::Aarch64 => [
            ("ADDI", "add"),
            ("IF_ODD", "tbnz"),
            (" GOTO", ", 0,"),
            ("CONVERT", "scvtf ${1:d}, $4"),
            ("FLOAT", "w"),
            ("!i\"", "!i,~{cc}\""),
        ],
    };
    let replaced = |text: String, (from, to): &(&str, &str)| text.replace(from, to);
    instructions.iter().fold(PROGRAM.to_owned(), replaced).replace("ADD", "add")
}

#[test]
fn outputs_are_right_on_every_edge() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name);
    for target in Target::ALL {
        std::fs::write(file("in.ll"), source(target)).unwrap();
        let mut optimize = Command::new("opt-22");
        process::run(optimize.args(["-S", "-O2", "-o"]).arg(file("optimized.ll")).arg(file("in.ll")))
            .unwrap();
        let mut expected = None;
        for input in ["in.ll", "optimized.ll"] {
            let own = |level| (Compiler::under_test().unwrap(), level);
            for (compiler, level) in [(Compiler::Llc, 2), own(0), own(1), own(2)] {
                let combo = Combo { target, ir_level: 0, level, mode: Mode::Static };
                process::run(&mut compiler.command(combo, &file(input), &file("out.o"))).unwrap();
                let mut link = Command::new(format!("{}-gcc", target.gnu()));
                process::run(link.args(["-static", "-o"]).arg(file("program")).arg(file("out.o"))).unwrap();
                let mut run = Command::new(format!("qemu-{}", target.arch()));
                let printed = process::run(run.arg(file("program"))).unwrap();
                assert_eq!(printed.lines().count(), 60, "{printed}");
                assert_eq!(&printed, expected.get_or_insert(printed.clone()), "{combo}, {input}");
            }
        }
    }
}
