//! `safestack`: the objects on the second stack, and its top, which must be restored after every
//! return to a function.

use gisel_tests::build;
use gisel_tests::target::Target;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// Functions that the program calls.
const FUNCTIONS: &str = r#"
%big = type { [40 x i8] }
declare void @see(ptr)
declare void @see_safe(ptr)
declare void @smash(ptr)
declare void @leave(ptr)
declare void @throws(ptr)
declare i32 @_setjmp(ptr) returns_twice
declare i32 @__gxx_personality_v0(...)
declare ptr @llvm.stacksave()
declare void @llvm.stackrestore(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare ptr @__cxa_begin_catch(ptr)
declare void @__cxa_end_catch()

define void @fixed() safestack {
  %a = alloca [16 x i8]
  %b = alloca i64
  %c = alloca [3 x i32], align 64
  call void @see(ptr %a)
  call void @see(ptr %b)
  call void @see(ptr %c)
  ret void
}
declare void @llvm.gcroot(ptr, ptr)
declare void @see_frame()
define void @collected(ptr %p, i64 %n) safestack gc "shadow-stack" {
  %r = alloca ptr
  %b = alloca [5 x i8]
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr %p, ptr %r
  %d = alloca i8, i64 %n
  call void @see(ptr %d)
  call void @see_frame()
  call void @see(ptr %b)
  %q = load ptr, ptr %r
  call void @throws(ptr %q)
  ret void
}
define i64 @scalars(i64 %x, i1 %c) safestack {
  %a = alloca i64
  %b = alloca [4 x i64]
  store volatile i64 %x, ptr %a
  call void @llvm.memset.p0.i64(ptr %b, i8 0, i64 32, i1 false)
  %d = getelementptr i64, ptr %b, i64 3
  store volatile i64 %x, ptr %d
  %p = select i1 %c, ptr %a, ptr %d
  %y = load volatile i64, ptr %p
  ret i64 %y
}
define void @address_of_safe() safestack {
  %a = alloca i64
  store volatile i64 1, ptr %a
  %s = call ptr @llvm.frameaddress.p0(i32 0)
  call void @see_safe(ptr %s)
  ret void
}
declare ptr @llvm.frameaddress.p0(i32)
define void @dynamic(i64 %n) safestack {
  %a = alloca i8, i64 %n
  call void @see(ptr %a)
  %b = alloca i8, i64 %n, align 64
  call void @see(ptr %b)
  %c = alloca [5 x i8]
  call void @see(ptr %c)
  ret void
}
define void @loop(i64 %n) safestack {
  br label %again
again:
  %i = phi i64 [ 0, %0 ], [ %j, %again ]
  %s = call ptr @llvm.stacksave()
  %a = alloca i8, i64 %n
  call void @see(ptr %a)
  call void @llvm.stackrestore(ptr %s)
  %j = add i64 %i, 1
  %end = icmp eq i64 %j, 1000
  br i1 %end, label %out, label %again
out:
  ret void
}
define void @takes(ptr byval(%big) align 8 %p) safestack {
  call void @see(ptr %p)
  %q = getelementptr i8, ptr %p, i64 5
  %x = load i8, ptr %q
  store i8 %x, ptr @last
  store i8 99, ptr %q
  ret void
}
@last = external global i8
define void @passes() safestack {
  %p = alloca %big
  call void @llvm.memset.p0.i64(ptr %p, i8 7, i64 40, i1 false)
  call void @takes(ptr byval(%big) align 8 %p)
  %q = getelementptr i8, ptr %p, i64 5
  %x = load i8, ptr %q
  %same = icmp eq i8 %x, 7
  br i1 %same, label %out, label %out2
out:
  ret void
out2:
  call void @see_safe(ptr null)
  ret void
}
define i32 @jumps(ptr %buffer) safestack {
  %a = alloca [16 x i8]
  %x = call i32 @_setjmp(ptr %buffer) returns_twice
  call void @see(ptr %a)
  %first = icmp eq i32 %x, 0
  br i1 %first, label %go, label %out
go:
  call void @leave(ptr %buffer)
  unreachable
out:
  call void @fixed()
  ret i32 %x
}
define i32 @jumps_with_dynamic(ptr %buffer, i64 %n) safestack {
  %b = alloca i8, i64 %n
  call void @see(ptr %b)
  %x = call i32 @_setjmp(ptr %buffer) returns_twice
  %first = icmp eq i32 %x, 0
  br i1 %first, label %go, label %out
go:
  call void @leave(ptr %buffer)
  unreachable
out:
  call void @fixed()
  ret i32 %x
}
define i32 @catches() safestack personality ptr @__gxx_personality_v0 {
  %a = alloca [16 x i8]
  call void @see(ptr %a)
  invoke void @throws(ptr %a) to label %never unwind label %pad
never:
  ret i32 1
pad:
  %e = landingpad { ptr, i32 } catch ptr null
  call void @fixed()
  %p = extractvalue { ptr, i32 } %e, 0
  %q = call ptr @__cxa_begin_catch(ptr %p)
  call void @__cxa_end_catch()
  ret i32 2
}
define void @guarded() safestack sspreq {
  %a = alloca [16 x i8]
  call void @see(ptr %a)
  ret void
}
define void @smashed() safestack sspstrong {
  %a = alloca [16 x i8]
  call void @smash(ptr %a)
  ret void
}
define void @in_tail(ptr %p) safestack {
  %a = alloca [16 x i8]
  call void @see(ptr %a)
  musttail call void @see_top(ptr %p)
  ret void
}
define void @in_tail_position(ptr %p) safestack {
  %a = alloca [16 x i8]
  call void @see(ptr %a)
  tail call void @see_top(ptr %p)
  ret void
}
declare void @see_top(ptr)
define void @plain(ptr %p) safestack {
  ret void
}
"#;

/// The program: it checks each function's objects, and the top afterwards.
const PROGRAM: &str = r#"
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char room[1 << 16] __attribute__((aligned(64)));
extern "C" {
__thread void *__safestack_unsafe_stack_ptr = room + sizeof room - 48;
char last;
static jmp_buf buffer;
static int errors, seen;
static char *addresses[4];
static void check(bool right, const char *what) { if (!right) { errors++; printf("wrong: %s\n", what); } }
static char *top() { return (char *)__safestack_unsafe_stack_ptr; }
void see(char *p) {
  check(p >= room && p < room + sizeof room - 48, "object outside of the second stack");
  check(p >= top(), "object below the top");
  check((uintptr_t)top() % 16 == 0, "alignment of the top");
  addresses[seen++ % 4] = p;
}
void see_safe(char *p) { check(p && (p < room || p >= room + sizeof room), "object on the second stack"); }
static char *start;
void see_top(char *p) { check(!p || top() == start, "top in a tail call"); }
void smash(char *p) { memset(p, 1, 24); }
void __stack_chk_fail() { puts("smashed"); fflush(stdout); exit(errors); }
void leave(void *b) { __safestack_unsafe_stack_ptr = top() - 4096; longjmp(*(jmp_buf *)b, 3); }
void throws(char *) { __safestack_unsafe_stack_ptr = top() - 4096; throw 1; }
void fixed(), address_of_safe(), dynamic(long), loop(long), passes(), guarded(), smashed(), in_tail(char *);
void in_tail_position(char *), plain(char *);
long scalars(long, bool);
int jumps(void *), jumps_with_dynamic(void *, long), catches();
}
extern "C" void *llvm_gc_root_chain;
extern "C" void collected(char *, long);
extern "C" void see_frame() { char *frame = (char *)llvm_gc_root_chain;
  check(frame >= top() && frame < start && *(void **)frame == 0, "frame outside of the second stack"); }
static bool unwinds(char *p) { try { collected(p, 100); } catch (int) { __safestack_unsafe_stack_ptr = start; return true; }
  return false; }
static void after(const char *what) { check(top() == start, what); }
int main() {
  start = top();
  fixed(); after("fixed");
  check((uintptr_t)addresses[2] % 64 == 0, "alignment");
  check(addresses[0] - addresses[1] >= 8 || addresses[1] - addresses[0] >= 16, "overlap");
  check(scalars(5, true) == 5 && scalars(6, false) == 6, "scalars"); after("scalars");
  address_of_safe(); after("address_of_safe");
  seen = 0; dynamic(100); after("dynamic");
  check((uintptr_t)addresses[1] % 64 == 0, "alignment of a dynamic object");
  check(addresses[0] - addresses[1] >= 100, "size of a dynamic object");
  loop(1000); after("loop");
  check(addresses[0] == addresses[1] && addresses[1] == addresses[2], "loop");
  passes(); after("passes"); check(last == 7, "byval");
  check(jumps(&buffer) == 3, "jumps"); after("jumps");
  check(jumps_with_dynamic(&buffer, 40) == 3, "jumps with dynamic"); after("jumps with dynamic");
  check(catches() == 2, "catches"); after("catches");
  guarded(); after("guarded");
  in_tail((char *)1); after("in_tail");
  in_tail_position(0); after("in_tail_position");
  plain(0); after("plain");
  check(unwinds((char *)1) && llvm_gc_root_chain == 0, "collected"); after("collected");
  printf("%d errors\n", errors);
  fflush(stdout);
  smashed();
  puts("not smashed");
  return 1;
}
"#;

struct Folder(TempDir);

impl Folder {
    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

fn run(program: &str, args: &[&str]) -> Output {
    Command::new(program).args(args).output().unwrap_or_else(|e| panic!("{program}: {e}"))
}

fn must(program: &str, args: &[&str]) -> String {
    let output = run(program, args);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {args:?}: {said}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn objects_that_may_overflow_are_on_the_second_stack_and_its_top_comes_back() {
    let folder = Folder(tempfile::tempdir().expect("a temporary folder"));
    let (source, program) = (folder.path("main.cpp"), folder.path("program"));
    fs::write(&source, PROGRAM).expect("written");
    for target in Target::ALL {
        let triple = target.triple();
        let input = folder.path("in.ll");
        fs::write(&input, format!("target triple = \"{}\"\n{FUNCTIONS}", target.triple())).expect("written");
        let arch = triple.split('-').next().expect("an architecture");
        let driver = format!("{arch}-linux-gnu-g++");
        let main = folder.path("main.o");
        must(&driver, &["-O1", "-c", "-fno-stack-protector", text(&source), "-o", text(&main)]);
        let object = folder.path("out.o");
        let gisel = build::gisel();
        let compile: [(&str, &[&str]); 4] = [
            (text(&gisel), &["-O0", "-verify-machineinstrs"]),
            (text(&gisel), &["-O2", "-verify-machineinstrs"]),
            (text(&gisel), &["-O2", "-relocation-model=pic"]),
            ("llc-22", &["-O2"]),
        ];
        let features: &[&str] = match target {
            Target::Riscv64 => &["-mattr=+m,+a,+f,+d,+c", "-target-abi=lp64d"],
            _ => &[],
        };
        for (compiler, options) in compile {
            let arguments = ["-filetype=obj", "-o", text(&object), text(&input)];
            let arguments = [&arguments[..], options, features].concat();
            must(compiler, &arguments);
            must(&driver, &["-static", text(&main), text(&object), "-o", text(&program)]);
            let output = run(&format!("qemu-{arch}"), &[text(&program)]);
            let printed = String::from_utf8_lossy(&output.stdout);
            assert_eq!(printed, "0 errors\nsmashed\n", "{compiler} {options:?} {triple}");
        }
    }
}

/// The top is in a thread-local variable, or where Android keeps it.
#[test]
fn the_top_is_where_the_system_has_it() {
    let folder = Folder(tempfile::tempdir().expect("a temporary folder"));
    let input = folder.path("in.ll");
    let code = "define void @f() safestack {\n %a = alloca [16 x i8]\n call void @g(ptr %a)\n ret void\n}\n\
                declare void @g(ptr)\n";
    let cases: [(&str, &str, &[&str]); 9] = [
        ("aarch64-linux-gnu", "", &["adrp\tx", ":gottprel:__safestack_unsafe_stack_ptr"]),
        ("riscv64-linux-gnu", "-mattr=+m", &["%tls_ie_pcrel_hi(__safestack_unsafe_stack_ptr)"]),
        ("riscv32-linux-gnu", "-mattr=+m", &["%tls_ie_pcrel_hi(__safestack_unsafe_stack_ptr)"]),
        ("riscv32-none-elf", "-mattr=+m", &["%tls_ie_pcrel_hi(__safestack_unsafe_stack_ptr)"]),
        ("aarch64-unknown-fuchsia", "", &["adrp\tx", ":gottprel:__safestack_unsafe_stack_ptr"]),
        ("riscv64-unknown-fuchsia", "-mattr=+m", &["%tls_ie_pcrel_hi(__safestack_unsafe_stack_ptr)"]),
        ("aarch64-unknown-linux-android", "", &["#72]"]),
        ("aarch64-unknown-linux-android30", "", &["#72]"]),
        ("riscv64-unknown-linux-android", "-mattr=+m", &["call\t__safestack_pointer_address"]),
    ];
    for (triple, features, expected) in cases {
        fs::write(&input, format!("target triple = \"{triple}\"\n{code}")).expect("written");
        for compiler in [text(&build::gisel()), "llc-22"] {
            for level in ["-O0", "-O2"] {
                let mut arguments = vec![level, "-o", "-", text(&input)];
                arguments.extend((!features.is_empty()).then_some(features));
                let assembly = must(compiler, &arguments);
                let missing = expected.iter().find(|text| !assembly.contains(**text));
                assert_eq!(missing, None, "{compiler} {level} {triple}: {assembly}");
            }
        }
    }
}

/// Returns the number of granules that a function in assembly text tags and untags.
fn tagged_granules(assembly: &str) -> usize {
    let mnemonics = assembly.lines().filter_map(|line| line.split_whitespace().next());
    let granules = |mnemonic| match mnemonic {
        "stg" | "stgp" | "stzg" => 1,
        "st2g" | "stz2g" => 2,
        _ => 0,
    };
    mnemonics.map(granules).sum()
}

/// Objects of the second stack and frames of shadow stacks have tags, too.
#[test]
fn tagged_objects_are_llcs() {
    let folder = Folder(tempfile::tempdir().expect("a temporary folder"));
    let input = folder.path("in.ll");
    let code = "target triple = \"aarch64-linux-gnu\"\ndeclare void @llvm.gcroot(ptr, ptr)\n\
                declare void @g(ptr)\ndefine void @f(ptr %p) ATTRIBUTES {\n %r = alloca ptr\n\
                 %a = alloca [40 x i8]\n %b = alloca i32\n ROOT\n store ptr %p, ptr %r\n\
                 call void @g(ptr %a) nounwind\n call void @g(ptr %b) nounwind\n ret void\n}\n";
    let root = "call void @llvm.gcroot(ptr %r, ptr null)";
    for (attributes, root, granules) in [
        ("sanitize_memtag", "", 8),
        ("sanitize_memtag safestack", "", 8),
        ("sanitize_memtag gc \"shadow-stack\"", root, 12),
        ("sanitize_memtag safestack gc \"shadow-stack\"", root, 12),
    ] {
        fs::write(&input, code.replace("ATTRIBUTES", attributes).replace("ROOT", root)).expect("written");
        for compiler in [text(&build::gisel()), "llc-22"] {
            let assembly = must(compiler, &["-O2", "-mattr=+mte", "-o", "-", text(&input)]);
            assert_eq!(tagged_granules(&assembly), granules, "{compiler} {attributes}: {assembly}");
        }
    }
}

#[test]
fn a_variable_of_that_name_that_is_no_threads_own_is_refused() {
    let folder = Folder(tempfile::tempdir().expect("a temporary folder"));
    let input = folder.path("in.ll");
    let code = "@__safestack_unsafe_stack_ptr = global ptr null\ndeclare void @g(ptr)\n\
                define void @f() safestack {\n %a = alloca [16 x i8]\n call void @g(ptr %a)\n ret void\n}\n";
    fs::write(&input, format!("target triple = \"aarch64-linux-gnu\"\n{code}")).expect("written");
    let gisel = build::gisel();
    let output = run(text(&gisel), &["-o", "-", text(&input)]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && said.contains("is no thread-local variable"), "{said}");
}
