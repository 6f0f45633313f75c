//! Address spaces: all share one memory. A module compiles to the same code with and without
//! address spaces.

use gisel_tests::build;
use gisel_tests::target::Target;
use std::path::Path;
use std::process::Command;

/// Address spaces of globals, functions, stack objects, accesses, casts, and pointers in aggregates
/// and vectors.
const MODULE: &str = r#"
@g = AS(1) global i32 5
@h = AS(2) constant ptr AS(1) @g
@k = AS(3) global { ptr AS(1), i64 } { ptr AS(1) @g, i64 ptrtoint (ptr AS(1) @g to i64) }
@t = thread_local AS(1) global i32 7
@other = external AS(1) global i32
@a = alias i32, ptr AS(1) @g
declare void @llvm.memcpy.P1.p0.i64(ptr AS(1), ptr, i64, i1)
declare void @llvm.memset.P1.i64(ptr AS(1), i8, i64, i1)
declare ptr AS(1) @llvm.threadlocal.address.P1(ptr AS(1))
declare <4 x i32> @llvm.masked.load.v4i32.P1(ptr AS(1), i32, <4 x i1>, <4 x i32>)
declare void @use(ptr AS(5))
define i32 @load(ptr AS(1) %p, i64 %n) {
  %q = getelementptr i32, ptr AS(1) %p, i64 %n
  %x = load i32, ptr AS(1) %q
  store i32 %x, ptr AS(1) @g
  %o = load i32, ptr AS(1) @other
  %s = add i32 %x, %o
  ret i32 %s
}
define ptr @cast(ptr AS(1) %p) {
  %q = CAST ptr AS(1) %p to ptr
  ret ptr %q
}
define <2 x ptr> @casts(<2 x ptr AS(1)> %v) {
  %r = CAST <2 x ptr AS(1)> %v to <2 x ptr>
  ret <2 x ptr> %r
}
define i32 @atomics(ptr AS(1) %p, i32 %v) {
  %x = atomicrmw add ptr AS(1) %p, i32 %v seq_cst
  %y = cmpxchg ptr AS(1) %p, i32 %x, i32 %v seq_cst seq_cst
  %z = extractvalue { i32, i1 } %y, 0
  %w = load atomic i32, ptr AS(1) %p acquire, align 4
  store atomic i32 %w, ptr AS(1) %p release, align 4
  ret i32 %z
}
define void @copy(ptr AS(1) %d, ptr %s, i64 %n) {
  call void @llvm.memcpy.P1.p0.i64(ptr AS(1) %d, ptr %s, i64 %n, i1 false)
  call void @llvm.memcpy.P1.p0.i64(ptr AS(1) align 8 %d, ptr align 8 %s, i64 32, i1 false)
  call void @llvm.memset.P1.i64(ptr AS(1) align 8 %d, i8 0, i64 32, i1 false)
  ret void
}
define { ptr AS(1), ptr AS(2) } @aggregate({ ptr AS(1), ptr AS(2) } %a, ptr AS(3) %v) {
  %x = extractvalue { ptr AS(1), ptr AS(2) } %a, 0
  %y = insertvalue { ptr AS(1), ptr AS(2) } %a, ptr AS(1) %x, 0
  store { ptr AS(1), ptr AS(2) } %y, ptr AS(3) %v
  ret { ptr AS(1), ptr AS(2) } %y
}
define i1 @compare(ptr AS(1) %a, ptr AS(1) %b) {
  %c = icmp ult ptr AS(1) %a, %b
  %d = ptrtoint ptr AS(1) %a to i64
  %e = inttoptr i64 %d to ptr AS(3)
  %n = icmp eq ptr AS(3) %e, null
  %r = and i1 %n, %c
  ret i1 %r
}
define i32 @callee(i32 %x) AS(1) {
  ret i32 %x
}
define i32 @calls(ptr AS(1) %f) {
  %r = call AS(1) i32 @callee(i32 1)
  %s = call AS(1) i32 %f(i32 %r)
  ret i32 %s
}
define void @assembly(ptr AS(1) %p) {
  call void asm sideeffect "", "r,*m"(ptr AS(1) %p, ptr AS(1) elementtype(i32) %p)
  ret void
}
define void @slot() {
  %a = alloca i32, AS(5)
  store i32 1, ptr AS(5) %a
  call void @use(ptr AS(5) %a)
  ret void
}
define ptr AS(1) @choose(i1 %c, ptr AS(1) %a, ptr AS(1) %b) {
  %r = select i1 %c, ptr AS(1) %a, ptr AS(1) %b
  br i1 %c, label %x, label %y
x:
  br label %y
y:
  %p = phi ptr AS(1) [ %r, %0 ], [ %b, %x ]
  ret ptr AS(1) %p
}
define i32 @thread() {
  %p = call ptr AS(1) @llvm.threadlocal.address.P1(ptr AS(1) @t)
  %x = load i32, ptr AS(1) %p
  ret i32 %x
}
define <4 x i32> @masked(ptr AS(1) %p, <4 x i1> %m) {
  %r = call <4 x i32> @llvm.masked.load.v4i32.P1(ptr AS(1) %p, i32 4, <4 x i1> %m, <4 x i32> zeroinitializer)
  ret <4 x i32> %r
}
"#;

/// Returns the assembly of a module, without the compiler's name.
fn compile(text: &str, options: &[&str], folder: &Path) -> String {
    let input = folder.join("a.ll");
    std::fs::write(&input, text).expect("written");
    let mut command = Command::new(build::gisel());
    let output = command.args(options).args(["-verify-machineinstrs", "-o", "-"]).arg(&input).output();
    let output = output.expect("gisel runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn address_spaces_change_nothing() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let spaces =
        |text: &str| text.replace("AS(", "addrspace(").replace("CAST", "addrspacecast").replace("P1", "p1");
    let mut none = MODULE.replace("CAST", "bitcast").replace("P1", "p0").replace(", AS(5)\n", "\n");
    for space in 1..=5 {
        none = none.replace(&format!("AS({space})"), "");
    }
    for target in [Target::Aarch64, Target::Riscv64] {
        let triple = format!("-mtriple={}", target.gnu());
        let features = if target == Target::Riscv64 { "-mattr=+m,+a,+f,+d,+c" } else { "-mattr=+neon" };
        for level in ["-O0", "-O2"] {
            for model in ["static", "pic"] {
                let relocation = format!("-relocation-model={model}");
                let options = [level, &triple, features, &relocation];
                let [with, without] =
                    [spaces(MODULE), none.clone()].map(|text| compile(&text, &options, folder.path()));
                assert_eq!(with, without, "{target:?} {level} {model}");
            }
        }
    }
}

/// Casts between pointer sizes are not free: such address spaces are rejected by name.
#[test]
fn spaces_with_small_pointers_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let input = folder.path().join("a.ll");
    std::fs::write(&input, "@g = addrspace(270) global i32 5\n").expect("written");
    let mut command = Command::new(build::gisel());
    let output = command.args(["-mtriple=aarch64", "-o", "-"]).arg(&input).output().expect("gisel runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("in global 'g': address space 270, whose pointers have 32 bits"), "{said}");
}
