//! Calls of the Objective-C runtime that are attached to others (bundle `clang.arc.attachedcall`),
//! in programs: on AArch64 the callee looks for the marker at its return address, and for the call
//! after it.

use gisel_tests::build::Compiler;
use gisel_tests::process;
use gisel_tests::target::{Combo, Mode, Target};
use std::fs;
use std::process::Command;

const IR: &str = r#"
declare ptr @object(i64)
declare ptr @unmarked_object(i64)
declare ptr @objc_retainAutoreleasedReturnValue(ptr)
declare ptr @llvm.objc.retainAutoreleasedReturnValue(ptr)
declare ptr @llvm.objc.unsafeClaimAutoreleasedReturnValue(ptr)
declare ptr @llvm.objc.claimAutoreleasedReturnValue(ptr)
declare void @llvm.objc.clang.arc.noop.use(...)
declare i32 @__gcc_personality_v0(...)

define ptr @direct(i64 %n) {
  %r = tail call ptr @object(i64 %n) [ "clang.arc.attachedcall"(ptr @llvm.objc.retainAutoreleasedReturnValue) ]
  call void (...) @llvm.objc.clang.arc.noop.use(ptr %r)
  ret ptr %r
}
define ptr @claimed(i64 %n) {
  %r = call ptr @object(i64 %n) [ "clang.arc.attachedcall"(ptr @llvm.objc.unsafeClaimAutoreleasedReturnValue) ]
  ret ptr %r
}
define ptr @not_marked(i64 %n) {
  %r = call ptr @unmarked_object(i64 %n) [ "clang.arc.attachedcall"(ptr @llvm.objc.claimAutoreleasedReturnValue) ]
  ret ptr %r
}
define ptr @indirect(ptr %f, i64 %n) {
  %r = call ptr %f(i64 %n) [ "clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue) ]
  ret ptr %r
}
define ptr @invoked(ptr %f, i64 %n) personality ptr @__gcc_personality_v0 {
  %r = invoke ptr %f(i64 %n) [ "clang.arc.attachedcall"(ptr @objc_retainAutoreleasedReturnValue) ]
    to label %after unwind label %pad
after:
  ret ptr %r
pad:
  %p = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %p
}
define void @without_use(i64 %n) {
  call ptr @object(i64 %n) [ "clang.arc.attachedcall"(ptr @llvm.objc.retainAutoreleasedReturnValue) ]
  ret void
}
"#;

const C: &str = r#"#include <stdint.h>
#include <stdio.h>
static char objects[100];
static int calls;
static void look(const uint32_t *back, int is_marked) {
#ifdef __aarch64__
    if ((back[0] == 0xaa1d03fd) != is_marked) puts("the mark is wrong");
    if (back[is_marked] >> 26 != 0x25) puts("no call follows");
#endif
}
void *object(long n) {
    look(__builtin_return_address(0), 1);
    return objects + n;
}
void *unmarked_object(long n) {
    look(__builtin_return_address(0), 0);
    return objects + n;
}
static char *taken(char *p, const char *how) {
    calls++;
    printf("%s %d\n", how, (int)(p - objects));
    return p + 10;
}
void *objc_retainAutoreleasedReturnValue(void *p) { return taken(p, "retained"); }
void *objc_unsafeClaimAutoreleasedReturnValue(void *p) { return taken(p, "claimed without care"); }
void *objc_claimAutoreleasedReturnValue(void *p) { return taken(p, "claimed"); }
char *direct(long), *claimed(long), *not_marked(long), *indirect(void *(long), long), *invoked(void *(long), long);
void without_use(long);
int main(void) {
    without_use(1);
    printf("%d %d %d %d %d\n", (int)(direct(2) - objects), (int)(claimed(3) - objects), (int)(not_marked(4) - objects),
           (int)(indirect(object, 5) - objects), (int)(invoked(object, 6) - objects));
    printf("%d\n", calls);
}
"#;

#[test]
fn take_the_results_of_the_calls_before() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("f.ll"), IR).unwrap();
    fs::write(path("main.c"), C).unwrap();
    let compiler = Compiler::under_test().unwrap();
    let gcc = |target: Target| Command::new(format!("{}-gcc", target.gnu()));
    for target in Target::ALL {
        process::run(gcc(target).args(["-O1", "-c", "-o"]).arg(path("main.o")).arg(path("main.c"))).unwrap();
        for level in [0, 2] {
            let combo = Combo { target, ir_level: level, level, mode: Mode::Static };
            process::run(&mut compiler.command(combo, &path("f.ll"), &path("f.o"))).unwrap();
            let objects = [path("main.o"), path("f.o")];
            process::run(gcc(target).args(["-static", "-o"]).arg(path("program")).args(objects)).unwrap();
            let printed =
                process::run(Command::new(format!("qemu-{}", target.arch())).arg(path("program"))).unwrap();
            let mut lines: Vec<&str> = printed.lines().collect();
            // The calls in an argument list may be in any order.
            lines.sort_unstable();
            let expected = [
                "12 13 14 15 16",
                "6",
                "claimed 4",
                "claimed without care 3",
                "retained 1",
                "retained 2",
                "retained 5",
                "retained 6",
            ];
            assert_eq!(lines, expected, "{} -O{level}", target.arch());
        }
    }
}
