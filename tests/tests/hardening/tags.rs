//! Stack tagging.

use super::{Folder, compiled, gisel, text_is_object};
use gisel_tests::build::Compiler;
use gisel_tests::process;
use std::fs;
use std::path::Path;
use std::process::Command;

const TAGGED: &str = "
declare void @touch(ptr, i64)
declare i64 @sum(ptr, i64)
declare ptr @keep(ptr)
define i64 @good(i64 %n) #0 {
  %x = alloca [20 x i8], align 1
  %y = alloca [3 x i64]
  call void @touch(ptr %x, i64 %n)
  call void @touch(ptr %y, i64 %n)
  %s = call i64 @sum(ptr %x, i64 %n)
  %t = call i64 @sum(ptr %y, i64 %n)
  %r = add i64 %s, %t
  ret i64 %r
}
define i64 @beyond(i64 %n) #0 {
  %x = alloca [20 x i8], align 1
  %y = alloca [20 x i8], align 1
  %z = alloca [20 x i8], align 1
  call void @touch(ptr %x, i64 20)
  call void @touch(ptr %z, i64 20)
  call void @touch(ptr %y, i64 %n)
  %s = call i64 @sum(ptr %y, i64 %n)
  ret i64 %s
}
define i64 @before(i64 %n) #0 {
  %x = alloca [20 x i8], align 1
  %y = alloca [20 x i8], align 1
  call void @touch(ptr %x, i64 20)
  %p = getelementptr i8, ptr %y, i64 -8
  call void @touch(ptr %p, i64 %n)
  %s = call i64 @sum(ptr %y, i64 20)
  ret i64 %s
}
define ptr @leak() #0 {
  %x = alloca [20 x i8], align 1
  %k = call ptr @keep(ptr %x)
  ret ptr %k
}
define i64 @branches(i64 %n) #0 {
  %x = alloca [100 x i64]
  %y = alloca i64
  store i64 4, ptr %y
  %c = icmp eq i64 %n, 0
  br i1 %c, label %a, label %b
a:
  call void @touch(ptr %x, i64 800)
  %s = call i64 @sum(ptr %x, i64 10)
  ret i64 %s
b:
  call void @touch(ptr %y, i64 8)
  %v = load i64, ptr %y
  %m = and i64 %v, 255
  ret i64 %m
}
define i64 @arrays(i64 %n) #0 {
  %x = alloca [1000 x i8]
  %y = alloca [1040 x i8], align 64
  %d = alloca i8, i64 %n
  call void @touch(ptr %d, i64 %n)
  call void @touch(ptr %x, i64 1000)
  call void @touch(ptr %y, i64 1040)
  %i = getelementptr i8, ptr %x, i64 %n
  %v = load i8, ptr %i
  %z = zext i8 %v to i64
  ret i64 %z
}
define i64 @tail(i64 %n) #0 {
  %x = alloca [50 x i8]
  call void @touch(ptr %x, i64 50)
  %r = musttail call i64 @branches(i64 %n)
  ret i64 %r
}
define i64 @plain(i64 %n) #0 {
  %x = alloca i64
  store i64 %n, ptr %x
  %v = load i64, ptr %x
  ret i64 %v
}
";

/// Runs one of the functions on a tagged stack: 0 if it succeeds and no tag remains, 9 if a tag
/// differs.
const ON_TAGGED_STACK: &str = r#"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <ucontext.h>
#include <unistd.h>
#define STACK 262144
long good(long), beyond(long), before(long), many(long), branches(long), arrays(long), tail(long), plain(long);
char *leak(void);
static void fault(int s, siginfo_t *i, void *c) { _exit(i->si_code == 9 ? 9 : 10); }
static char *stale;
static int which;
static ucontext_t home, there;
void touch(char *p, long n) { for (long i = 0; i < n; i++) p[i] = i; }
long sum(char *p, long n) { long s = 0; for (long i = 0; i < n; i++) s += p[i]; return s; }
char *keep(char *p) { stale = p; return p; }
static void run(void) {
  switch (which) {
  case 0:
    printf("%ld %ld %ld ", good(20), many(3), branches(0) + branches(1));
    printf("%ld %ld %ld\n", arrays(100), tail(5), plain(6));
    fflush(stdout);
    break;
  case 1: printf("%ld\n", beyond(40)); break;
  case 2: printf("%ld\n", before(1)); break;
  case 3: leak(); stale[0] = 4; break;
  }
}
int main(int argc, char **argv) {
  which = atoi(argv[1]);
  if (prctl(55, 1 | 2 | 0xfffe << 3, 0, 0, 0)) return 77;
  struct sigaction action = { .sa_sigaction = fault, .sa_flags = SA_SIGINFO | SA_ONSTACK };
  stack_t alt = { .ss_sp = malloc(65536), .ss_size = 65536 };
  sigaltstack(&alt, 0);
  sigaction(SIGSEGV, &action, 0);
  char *stack = mmap(0, STACK, PROT_READ | PROT_WRITE | 0x20, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  getcontext(&there);
  there.uc_stack.ss_sp = stack;
  there.uc_stack.ss_size = STACK;
  there.uc_link = &home;
  makecontext(&there, run, 0);
  swapcontext(&home, &there);
  for (long i = 0; i < STACK; i += 16) {
    char *p = stack + i;
    __asm__ volatile("ldg %0, [%0]" : "+r"(p));
    if (p != stack + i) return 8;
  }
  return 0;
}
"#;

/// Returns more variables than there are tags.
fn many_variables() -> String {
    let each = |write: &dyn Fn(usize) -> String| (0..20).map(write).collect::<String>();
    format!(
        "define i64 @many(i64 %n) #0 {{\n{}{}  %r0 = add i64 0, 0\n{}  ret i64 %r20\n}}\n",
        each(&|n| format!("  %a{n} = alloca i32\n")),
        each(&|n| format!("  call void @touch(ptr %a{n}, i64 4)\n")),
        each(&|n| {
            let next = n + 1;
            format!("  %q{n} = call i64 @sum(ptr %a{n}, i64 4)\n  %r{next} = add i64 %r{n}, %q{n}\n")
        })
    )
}

/// Accesses beyond a variable, before it and after its function has returned fault; no tag remains.
#[test]
fn stack_memory_is_tagged() {
    let folder = Folder::new();
    let functions = format!("{TAGGED}{}", many_variables());
    let main = folder.file("main.c", ON_TAGGED_STACK);
    for attributes in ["sanitize_memtag nounwind", "sanitize_memtag uwtable speculative_load_hardening"] {
        let input = folder.module(&functions, attributes, "");
        for (level, options) in [
            (0, &["-mattr=+mte"][..]),
            (1, &["-mattr=+mte"]),
            (2, &["-mattr=+mte", "-relocation-model=pic"][..]),
        ] {
            let object = compiled(&gisel(), &input, level, "obj", options);
            text_is_object(&input, level, options);
            let program = input.with_file_name("program");
            let mut link = Command::new("aarch64-linux-gnu-gcc");
            link.args(["-O1", "-march=armv8.5-a+memtag", "-static", "-o"])
                .arg(&program)
                .arg(&main)
                .arg(&object);
            process::run(&mut link).expect("it links");
            for (which, status) in [(0, 0), (1, 9), (2, 9), (3, 9)] {
                let mut run = Command::new("qemu-aarch64");
                let ran =
                    run.args(["-cpu", "max"]).arg(&program).arg(which.to_string()).output().expect("it runs");
                assert_eq!(ran.status.code(), Some(status), "-O{level} {attributes}: {which}");
                let said = String::from_utf8_lossy(&ran.stdout).into_owned();
                assert!(which != 0 || said == "380 120 45 100 0 6\n", "-O{level} {attributes}: {said}");
            }
        }
    }
}

/// A debugger finds a tagged variable's memory, and unwind information describes the tags.
#[test]
fn frames_with_tags_say_so() {
    let folder = Folder::new();
    let input = folder.module(TAGGED, "sanitize_memtag uwtable", "");
    let text = fs::read_to_string(compiled(&gisel(), &input, 2, "asm", &["-mattr=+mte"])).expect("text");
    let functions = text.matches(".cfi_startproc").count();
    assert_eq!(text.matches(".cfi_mte_tagged_frame").count(), functions);
    let object = compiled(&gisel(), &input, 2, "obj", &["-mattr=+mte"]);
    let frames =
        process::run(Command::new("llvm-dwarfdump-22").arg("--eh-frame").arg(&object)).expect("read");
    assert!(frames.contains("\"zRG\""), "{frames}");
}

/// Memory tagging requires the instructions.
#[test]
fn tags_need_their_feature() {
    let folder = Folder::new();
    let input = folder.module(TAGGED, "sanitize_memtag", "");
    let Compiler::Gisel(path) = gisel() else { unreachable!("it has been built") };
    let output = Command::new(path).args(["-o", "/dev/null"]).arg(&input).output().expect("run");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && message.contains("llvm.aarch64.settag"), "{message}");
}

const TAGGED_VARIABLES: &str = r#"
target triple = "aarch64-unknown-linux-android31"
@d = external global i32, sanitize_memtag
@unused = external constant i32, sanitize_memtag
@hidden = hidden global [3 x i32] [i32 1, i32 2, i32 3], sanitize_memtag
@own = internal global i32 7, sanitize_memtag
@label = private unnamed_addr global [3 x i8] c"ab\00", sanitize_memtag
@zeros = global [40 x i8] zeroinitializer, align 64, sanitize_memtag
@shared = common global i64 0, sanitize_memtag
@weak = weak global i8 1, sanitize_memtag
@pointer = global ptr getelementptr (i8, ptr @own, i64 4), sanitize_memtag
@constant = constant i32 3, sanitize_memtag
@thread = thread_local global i32 3, sanitize_memtag
@placed = global i32 3, section "mine", sanitize_memtag
@nothing = global [0 x i8] zeroinitializer, sanitize_memtag
@plain = hidden global i32 5
define i64 @uses(ptr %out) {
  %a = load i32, ptr @d
  %b = load i32, ptr getelementptr (i8, ptr @hidden, i64 8)
  %c = load i32, ptr @own
  %d = load i32, ptr @plain
  store ptr @label, ptr %out
  store i32 1, ptr getelementptr (i8, ptr @zeros, i64 36)
  store i64 2, ptr @shared
  %e = add i32 %a, %b
  %f = add i32 %c, %d
  %g = add i32 %e, %f
  %h = zext i32 %g to i64
  ret i64 %h
}
"#;

/// Returns an object's relocations and variables in order, and the section of tagged variables.
fn described(object: &Path) -> Vec<String> {
    let mut read = Command::new("llvm-readelf-22");
    let said = process::run(read.args(["-rsSW"]).arg(object)).expect("it is read");
    let mut lines: Vec<String> = said
        .lines()
        .filter_map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                [_, _, kind, _, name, "+", more] => Some(format!("{kind} {name} {more}")),
                [_, _, size, "OBJECT", bind, visibility, _, name] => {
                    Some(format!("{size} {bind} {visibility} {name}"))
                }
                _ if line.contains("MEMTAG") => Some("the section".to_owned()),
                _ => None,
            }
        })
        .filter(|line| !line.contains("PREL32"))
        .collect();
    lines.sort();
    lines
}

/// On Android, the object names the tagged variables to the linker, their sizes are multiples of a
/// granule, and their addresses come from the table into which the loader writes them with tags.
#[test]
fn variables_are_tagged_on_android() {
    let folder = Folder::new();
    let input = folder.file("variables.ll", TAGGED_VARIABLES);
    for level in [0, 2] {
        for options in [&["-relocation-model=pic"][..], &["-relocation-model=static"]] {
            let object = compiled(&gisel(), &input, level, "obj", options);
            let lines = described(&object);
            assert_eq!(lines.iter().filter(|line| line.contains("_NONE")).count(), 9, "{lines:?}");
            assert!(lines.contains(&"the section".to_owned()), "{lines:?}");
            let text = compiled(&gisel(), &input, level, "asm", options);
            let assembled = input.with_file_name("assembled.o");
            let mut mc = Command::new("llvm-mc-22");
            mc.args(["-triple=aarch64-unknown-linux-android31", "-filetype=obj", "-o"]).arg(&assembled);
            process::run(mc.arg(&text)).expect("it is assembled");
            assert_eq!(described(&assembled), lines, "-O{level} {options:?}: text");
            // Labels are in no symbol table of our assembler.
            let text = fs::read_to_string(&text).expect("text").replace(".Llabel", "label");
            let text = folder.file("own.s", &text);
            let own = input.with_file_name("own.o");
            let Compiler::Gisel(path) = gisel() else { unreachable!("it has been built") };
            let mut assemble = Command::new(path);
            assemble.args(["-mtriple=aarch64-unknown-linux-android31", "-filetype=obj", "-o"]).arg(&own);
            process::run(assemble.arg(&text)).expect("it is assembled");
            let mut mc = Command::new("llvm-mc-22");
            mc.args(["-triple=aarch64-unknown-linux-android31", "-filetype=obj", "-o"]).arg(&assembled);
            process::run(mc.arg(&text)).expect("it is assembled");
            assert_eq!(described(&own), described(&assembled), "-O{level} {options:?}: own assembler");
            let of_llc = compiled(&Compiler::Llc, &input, level, "obj", options);
            let tagged = |lines: Vec<String>| {
                lines.into_iter().filter(|line| !line.contains("_AARCH64_") || line.contains("_NONE"))
            };
            let both = [lines, described(&of_llc)].map(|lines| tagged(lines).collect::<Vec<_>>());
            assert_eq!(both[0], both[1], "-O{level} {options:?}: llc");
        }
    }
}

/// Other loaders do not tag variables.
#[test]
fn variables_are_not_tagged_elsewhere() {
    let folder = Folder::new();
    let elsewhere = TAGGED_VARIABLES.replace("linux-android31", "linux-gnu");
    let input = folder.file("variables.ll", &elsewhere);
    let Compiler::Gisel(path) = gisel() else { unreachable!("it has been built") };
    let output = Command::new(path).args(["-o", "/dev/null"]).arg(&input).output().expect("run");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && message.contains("sanitize_memtag"), "{message}");
    for quiet in ["@constant'", "@thread'", "@placed'", "@nothing'"] {
        assert!(!message.contains(&quiet[1..]), "{quiet}: {message}");
    }
}
