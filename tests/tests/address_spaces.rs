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

const NARROW: &str = r#"
define i32 @load_s(ptr AS(270) %p) {
  %v = load i32, ptr AS(270) %p
  ret i32 %v
}
define i32 @load_u(ptr AS(271) %p) {
  %v = load i32, ptr AS(271) %p
  ret i32 %v
}
define i32 @load_64(ptr AS(272) %p) {
  %v = load i32, ptr AS(272) %p
  ret i32 %v
}
define void @store_s(ptr AS(270) %p, i64 %v) {
  store i64 %v, ptr AS(270) %p
  ret void
}
define void @store_u(ptr AS(271) %p, i64 %v) {
  store i64 %v, ptr AS(271) %p
  ret void
}
define ptr @cast_s(ptr AS(270) %p) {
  %q = addrspacecast ptr AS(270) %p to ptr
  ret ptr %q
}
define ptr @cast_u(ptr AS(271) %p) {
  %q = addrspacecast ptr AS(271) %p to ptr
  ret ptr %q
}
define ptr @cast_64(ptr AS(272) %p) {
  %q = addrspacecast ptr AS(272) %p to ptr
  ret ptr %q
}
define ptr AS(270) @to_s(ptr %p) {
  %q = addrspacecast ptr %p to ptr AS(270)
  ret ptr AS(270) %q
}
define ptr AS(271) @s_to_u(ptr AS(270) %p) {
  %q = addrspacecast ptr AS(270) %p to ptr AS(271)
  ret ptr AS(271) %q
}
define ptr AS(272) @s_to_64(ptr AS(270) %p) {
  %q = addrspacecast ptr AS(270) %p to ptr AS(272)
  ret ptr AS(272) %q
}
define void @memory(ptr %m, ptr %n) {
  %p = load ptr AS(270), ptr %m
  %q = addrspacecast ptr AS(270) %p to ptr
  store ptr %q, ptr %n
  ret void
}
define i32 @gep_s(ptr AS(270) %p, i32 %i) {
  %q = getelementptr i32, ptr AS(270) %p, i32 %i
  %v = load i32, ptr AS(270) %q
  ret i32 %v
}
define i32 @gep_const(ptr AS(271) %p) {
  %q = getelementptr i32, ptr AS(271) %p, i32 3
  %v = load i32, ptr AS(271) %q
  ret i32 %v
}
define i1 @cmp(ptr AS(270) %p, ptr AS(270) %q) {
  %c = icmp ult ptr AS(270) %p, %q
  ret i1 %c
}
define i64 @toint(ptr AS(270) %p) {
  %q = ptrtoint ptr AS(270) %p to i64
  ret i64 %q
}
define ptr AS(270) @fromint(i64 %p) {
  %q = inttoptr i64 %p to ptr AS(270)
  ret ptr AS(270) %q
}
"#;

/// Selected pointers, and copies.
const NARROW_VALUES: &str = r#"
@chosen = global ptr AS(271) null
define i32 @element(ptr AS(270) %p, i64 %i) {
  %q = getelementptr { i32, [4 x i16] }, ptr AS(270) %p, i64 5, i32 1, i64 2
  %r = getelementptr i64, ptr AS(270) %q, i64 %i
  %v = load i32, ptr AS(270) %r
  ret i32 %v
}
define void @choose(i1 %c, ptr AS(271) %p) {
  %q = select i1 %c, ptr AS(271) %p, ptr AS(271) null
  store i8 1, ptr AS(271) %q
  store ptr AS(271) %q, ptr @chosen
  ret void
}
define void @copy(ptr AS(270) %p, ptr %q) {
  call void @llvm.memcpy.p0.p270.i64(ptr %q, ptr AS(270) %p, i64 16, i1 false)
  ret void
}
"#;

/// Pointers of 32 bits are extended where they are cast or dereferenced, as by `llc`.
#[test]
fn narrow_pointers_are_extended() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let text = NARROW.replace("AS(", "addrspace(");
    let instructions = |text: &str| -> Vec<String> {
        let is_code = |line: &&str| !line.trim_start().starts_with(['.', '/']);
        let words = |line: &str| line.split("//").next().unwrap_or(line).trim().replace('\t', " ");
        text.lines().filter(is_code).map(words).collect()
    };
    let options = ["-mtriple=aarch64-linux-gnu", "-O2"];
    let ours = compile(&text, &options, folder.path());
    let mut llc = Command::new("llc-22");
    llc.args(options).args(["-o", "-"]).arg(folder.path().join("a.ll"));
    let theirs = llc.output().expect("llc runs");
    assert!(theirs.status.success(), "{}", String::from_utf8_lossy(&theirs.stderr));
    assert_eq!(instructions(&ours), instructions(&String::from_utf8_lossy(&theirs.stdout)));
    let values = NARROW_VALUES.replace("AS(", "addrspace(");
    for level in ["-O0", "-O2"] {
        compile(&text, &["-mtriple=aarch64-linux-gnu", level], folder.path());
        let code = compile(&values, &["-mtriple=aarch64-linux-gnu", level], folder.path());
        assert_eq!(code.matches("\tsxtw\t").count(), 2, "{level}: {code}");
    }
}

/// Variables and functions in such address spaces are rejected by name.
#[test]
fn spaces_with_small_pointers_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let input = folder.path().join("a.ll");
    for (text, message) in [
        (
            "@g = addrspace(270) global i32 5\n",
            "in global 'g': address space 270, whose pointers have 32 bits",
        ),
        (
            "define void @f(ptr addrspace(271) %p) {\n call addrspace(271) void %p()\n ret void\n}\n",
            "in function 'f': pointer into address space 271 as operand",
        ),
        (
            "define void @f(ptr addrspace(270) %p) {\n \
             call void @llvm.prefetch.p270(ptr addrspace(270) %p, i32 0, i32 0, i32 1)\n ret void\n}\n",
            "in function 'f': pointer into address space 270 as operand",
        ),
    ] {
        std::fs::write(&input, text).expect("written");
        let mut command = Command::new(build::gisel());
        let output = command.args(["-mtriple=aarch64", "-o", "-"]).arg(&input).output();
        let said = String::from_utf8_lossy(&output.expect("gisel runs").stderr).into_owned();
        assert!(said.contains(message), "{said}");
    }
}
