//! Stack maps: `llvm-readobj`'s output compared with llc's, a collector that finds its roots by
//! them, and values at the recorded locations.

use gisel_tests::build::{self, Compiler};
use gisel_tests::process;
use gisel_tests::random::Random;
use gisel_tests::target::{Combo, Mode, Target};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const DECLARATIONS: &str = "
declare void @llvm.experimental.stackmap(i64, i32, ...)
declare void @llvm.experimental.patchpoint.void(i64, i32, ptr, i32, ...)
declare i64 @llvm.experimental.patchpoint.i64(i64, i32, ptr, i32, ...)
declare double @llvm.experimental.patchpoint.f64(i64, i32, ptr, i32, ...)
declare token @llvm.experimental.gc.statepoint.p0(i64, i32, ptr, i32, i32, ...)
declare ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token, i32, i32)
declare i64 @llvm.experimental.gc.result.i64(token)
declare i64 @llvm.experimental.deoptimize.i64(...)
declare void @foo()
declare i64 @bar(i64, double)
";

/// Bodies of functions `i64 @f(i64 %a, i64 %b, double %d, ptr %p, ptr addrspace(1) %g, ptr
/// addrspace(1) %h, i32 %w)`.
const BODIES: &[&str] = &[
    "call void (i64, i32, ...) @llvm.experimental.stackmap(i64 1, i32 0)",
    "call void (i64, i32, ...) @llvm.experimental.stackmap(i64 -1, i32 16, i64 %a, double %d, ptr %p, i32 %w)",
    "call void (i64, i32, ...) @llvm.experimental.stackmap(i64 2, i32 0, i1 true, i8 -1, i16 300, i32 -5, i48 -3, i64 4294967296, ptr null, ptr inttoptr (i64 77 to ptr))",
    "call void (i64, i32, ...) @llvm.experimental.stackmap(i64 2, i32 0, i64 5000000000, i64 4294967296, i64 5000000000, i64 -2147483648, i64 -2147483649)",
    "%s = alloca i64\n store volatile i64 %a, ptr %s\n call void (i64, i32, ...) @llvm.experimental.stackmap(i64 3, i32 0, ptr %s, i64 %b)",
    "%s = alloca i8, i64 %a\n store volatile i8 1, ptr %s\n call void (i64, i32, ...) @llvm.experimental.stackmap(i64 3, i32 8, ptr %s, i64 %b)",
    "%s = alloca i64, align 64\n store volatile i64 %a, ptr %s\n call void (i64, i32, ...) @llvm.experimental.stackmap(i64 3, i32 8, i64 %b)",
    "call void (i64, i32, ...) @llvm.experimental.stackmap(i64 4, i32 0, i64 %a)\n call void @foo()\n call void (i64, i32, ...) @llvm.experimental.stackmap(i64 5, i32 0, i64 %a, i64 %b)",
    "call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 6, i32 0, ptr null, i32 0)",
    "call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 6, i32 40, ptr null, i32 2, i64 %a, double %d, i64 %b, i64 3)",
    "%r = call i64 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i64(i64 7, i32 40, ptr inttoptr (i64 81985529216486 to ptr), i32 2, i64 %a, double %d, i64 %b, i64 %a)\n store volatile i64 %r, ptr %p",
    "%r = call double (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.f64(i64 7, i32 40, ptr inttoptr (i64 4660 to ptr), i32 1, double %d)\n store volatile double %r, ptr %p",
    "call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 8, i32 0, ptr elementtype(void ()) @foo, i32 0, i32 0, i32 0, i32 0)",
    "call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 9, i32 8, ptr elementtype(void ()) @foo, i32 0, i32 0, i32 0, i32 0) [ \"deopt\"(i64 %a) ]",
    "call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 9, i32 0, ptr elementtype(void ()) %p, i32 0, i32 0, i32 0, i32 0) [ \"deopt\"(i64 %a, double %d, i32 %w, i1 true, i8 -1, double 1.0, float 1.0, i64 undef, ptr null, i64 %a, ptr %p) ]",
    "%s = alloca ptr addrspace(1)\n store volatile ptr addrspace(1) %g, ptr %s\n %t = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 10, i32 0, ptr elementtype(i64 (i64, double)) @bar, i32 2, i32 0, i64 %a, double %d, i32 0, i32 0) [ \"deopt\"(i64 %b, ptr %s), \"gc-live\"(ptr addrspace(1) %g, ptr addrspace(1) %h, ptr addrspace(1) null, ptr %s) ]
 %r = call i64 @llvm.experimental.gc.result.i64(token %t)
 %g1 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
 %h1 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
 %n1 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 2, i32 2)
 store volatile ptr addrspace(1) %g1, ptr %p\n store volatile ptr addrspace(1) %h1, ptr %p\n store volatile ptr addrspace(1) %n1, ptr %p\n store volatile i64 %r, ptr %p",
    "%r = call i64 @bar(i64 %a, double %d) [ \"deopt\"(i64 %b, i32 3) ]\n store volatile i64 %r, ptr %p",
    "call void @foo() #0 [ \"deopt\"(i64 %b, i32 3) ]",
    "%r = call i64 (...) @llvm.experimental.deoptimize.i64(i64 %a) [ \"deopt\"(i64 %b, double %d) ]\n ret i64 %r",
];

/// Functions with recorded calls by invoke: relocations after normal returns and at landing pads,
/// and arguments in any registers.
const INVOKES: &str = r#"
declare i32 @__gxx_personality_v0(...)
declare void @use(ptr addrspace(1), ptr addrspace(1))
declare void @consume(i64)
define i64 @statepoints(i64 %a, double %d, ptr addrspace(1) %g, ptr addrspace(1) %h) gc "statepoint-example" personality ptr @__gxx_personality_v0 {
  %s = alloca ptr addrspace(1)
  store volatile ptr addrspace(1) %g, ptr %s
  %t = invoke token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 10, i32 0, ptr elementtype(i64 (i64, double)) @bar, i32 2, i32 0, i64 %a, double %d, i32 0, i32 0) [ "deopt"(i64 %a, ptr %s), "gc-live"(ptr addrspace(1) %g, ptr addrspace(1) %h, ptr addrspace(1) null, ptr %s) ] to label %ok unwind label %bad
ok:
  %r = call i64 @llvm.experimental.gc.result.i64(token %t)
  %g1 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 0)
  %h1 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %t, i32 0, i32 1)
  br label %join
join:
  %u = call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 11, i32 0, ptr elementtype(void (ptr addrspace(1), ptr addrspace(1))) @use, i32 2, i32 0, ptr addrspace(1) %g1, ptr addrspace(1) %h1, i32 0, i32 0) [ "gc-live"() ]
  ret i64 %r
bad:
  %l = landingpad token cleanup
  %g2 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %l, i32 0, i32 0)
  %h2 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %l, i32 1, i32 1)
  %n2 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %l, i32 2, i32 2)
  %v = invoke token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 12, i32 0, ptr elementtype(void (ptr addrspace(1), ptr addrspace(1))) @use, i32 2, i32 0, ptr addrspace(1) %g2, ptr addrspace(1) %h2, i32 0, i32 0) [ "gc-live"(ptr addrspace(1) %g2, ptr addrspace(1) %n2) ] to label %ok2 unwind label %bad2
ok2:
  %g3 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %v, i32 0, i32 0)
  %w = ptrtoint ptr addrspace(1) %g3 to i64
  ret i64 %w
bad2:
  %l2 = landingpad token cleanup
  %g4 = call ptr addrspace(1) @llvm.experimental.gc.relocate.p1(token %l2, i32 0, i32 0)
  %w2 = ptrtoint ptr addrspace(1) %g4 to i64
  ret i64 %w2
}
define i64 @any(i64 %x, i64 %y) personality ptr @__gxx_personality_v0 {
 %r = invoke anyregcc i64 (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.i64(i64 1, i32 40, ptr inttoptr (i64 4660 to ptr), i32 2, i64 %x, i64 %y, i64 %x) to label %a unwind label %b
a:
 call void @consume(i64 %r)
 %s = add i64 %r, %y
 ret i64 %s
b:
 %l = landingpad {ptr, i32} cleanup
 call void @consume(i64 %y)
 resume { ptr, i32 } %l
}
define i64 @any_void(i64 %x, i64 %y) personality ptr @__gxx_personality_v0 {
 invoke anyregcc void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 2, i32 40, ptr inttoptr (i64 4660 to ptr), i32 2, i64 %x, i64 %y, i64 %x) to label %a unwind label %b
a:
 ret i64 %x
b:
 %l = landingpad {ptr, i32} cleanup
 call void @consume(i64 %y)
 resume { ptr, i32 } %l
}
"#;

/// Returns the functions in one module, without those that llc fails to compile for RISC-V.
fn module(bodies: &[&str]) -> String {
    let mut text = DECLARATIONS.to_owned();
    for (n, body) in bodies.iter().enumerate() {
        let end = if body.contains("\n ret ") { "" } else { " ret i64 %a\n" };
        writeln!(
            text,
            "define i64 @f{n}(i64 %a, i64 %b, double %d, ptr %p, ptr addrspace(1) %g, ptr addrspace(1) %h, i32 %w) \
             gc \"statepoint-example\" {{\n {body}\n{end}}}"
        )
        .unwrap();
    }
    text + "attributes #0 = { \"statepoint-id\"=\"1234\" \"deopt-lowering\"=\"live-in\" }\n"
}

/// Returns the parts that do not depend on the choice of registers and slots: the lines of
/// `llvm-readobj --stackmap` without addresses, frame sizes, registers and offsets.
fn comparable(object: &Path, with_sizes: bool) -> String {
    let text = process::run(Command::new("llvm-readobj-22").arg("--stackmap").arg(object))
        .unwrap_or_else(|e| panic!("{e}"));
    let mut out = String::new();
    for line in text.lines().skip_while(|line| !line.contains("StackMap")) {
        let line = line.trim();
        let words: Vec<&str> = line.split_whitespace().collect();
        let size = if with_sizes { words.last().copied().unwrap_or_default() } else { "" };
        match words[..] {
            [_, "Register", ..] | [_, "Indirect", ..] => writeln!(out, "{} value {size}", words[0]).unwrap(),
            [_, "Direct", ..] => writeln!(out, "{} address {size}", words[0]).unwrap(),
            ["Record", "ID:", id, ..] => writeln!(out, "record {id}").unwrap(),
            ["Function", "address:", ..] => {
                let count = words.last().copied().unwrap_or_default();
                writeln!(out, "function with {count}").unwrap();
            }
            // Live-outs depend on register allocation.
            _ if line.contains("live-outs") || line.contains("LiveOuts") => {}
            _ => writeln!(out, "{line}").unwrap(),
        }
    }
    out
}

#[test]
fn maps_are_llcs() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let input = path("in.ll");
    fs::write(&input, module(BODIES) + INVOKES).unwrap();
    let compiler = Compiler::under_test().unwrap();
    for (target, level, mode) in [(0, 0), (0, 2), (1, 0), (1, 2)]
        .into_iter()
        .flat_map(|(t, l)| Mode::ALL.map(|m| (Target::ALL[t], l, m)))
    {
        let combo = Combo { target, ir_level: level, level, mode };
        let maps = [(&compiler, "own.o"), (&Compiler::Llc, "llc.o")].map(|(compiler, name)| {
            let mut command = compiler.command(combo, &input, &path(name));
            if *compiler == Compiler::Llc {
                // FastISel uses other constants.
                command.arg("-fast-isel=0");
            }
            process::run(&mut command).unwrap_or_else(|e| panic!("{e}"));
            comparable(&path(name), true)
        });
        assert!(maps[0].lines().count() > 100, "{}", maps[0]);
        assert_eq!(maps[0], maps[1], "{} -O{level}", target.arch());
        // The text yields the same.
        process::run(&mut compiler.command_for("asm", combo, &input, &path("own.s"))).unwrap();
        let mut assemble = Command::new("llvm-mc-22");
        assemble
            .arg(format!("-triple={}", target.triple()))
            .args(["-filetype=obj", "-o"])
            .arg(path("own.s.o"));
        if target == Target::Riscv64 {
            assemble.arg("-mattr=+m,+a,+f,+d,+c");
        }
        process::run(assemble.arg(path("own.s"))).unwrap();
        let exact = |name: &str| {
            process::run(Command::new("llvm-readobj-22").arg("--stackmap").arg(path(name))).unwrap()
        };
        let records = |text: String| text.lines().skip(5).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(records(exact("own.o")), records(exact("own.s.o")), "{} -O{level}", target.arch());
    }
}

/// Returns the folder of the programs' sources.
fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stack_maps")
}

fn gcc(target: Target, args: &[&Path]) -> Command {
    let mut gcc = Command::new(format!("{}-gcc", target.gnu()));
    gcc.args(["-O1", "-w", "-fexceptions", "-static", "-I"]).arg(sources()).args(args);
    gcc
}

fn run_program(target: Target, objects: &[PathBuf], program: &Path) -> String {
    let inputs: Vec<&Path> = objects.iter().map(PathBuf::as_path).collect();
    process::run(gcc(target, &inputs).arg("-o").arg(program)).unwrap();
    process::run(&mut build::qemu(target, program, &[])).unwrap()
}

#[test]
fn a_collector_finds_and_moves_its_roots() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let compiler = Compiler::under_test().unwrap();
    for (target, level) in Target::ALL.into_iter().flat_map(|target| [0, 1, 2].map(|level| (target, level))) {
        let combo = Combo { target, ir_level: level, level, mode: Mode::Static };
        process::run(&mut compiler.command(combo, &sources().join("collected.ll"), &path("f.o"))).unwrap();
        let printed = run_program(target, &[sources().join("collector.c"), path("f.o")], &path("program"));
        let (results, counts) = printed.split_at(printed.rfind("landed").unwrap_or(0));
        assert_eq!(results, "sum 820\nlooped 8555\ndynamic 6\ninvoked 7\n", "{} -O{level}", target.arch());
        assert!(counts.starts_with("landed 9\n") && counts.ends_with("roots: many\n"), "{counts}");
    }
}

/// Types of recorded values; the last ones are only for statepoints and for one target's patch
/// points.
const TYPES: [(&str, u32); 12] = [
    ("i64", 64),
    ("i32", 32),
    ("ptr", 64),
    ("double", 64),
    ("float", 32),
    ("i8", 8),
    ("i1", 1),
    ("i16", 16),
    ("i33", 33),
    ("half", 16),
    ("<4 x i32>", 128),
    ("<2 x float>", 64),
];

/// Further types for the states of statepoints.
const STATE_TYPES: [(&str, u32); 4] = [("i128", 128), ("i24", 24), ("<2 x double>", 128), ("fp128", 128)];

/// Returns a module whose functions load values, record them, and use them again.
fn recorded(random: &mut Random, target: Target) -> String {
    let mut text = DECLARATIONS.to_owned();
    text += "@values = external global [8192 x i8]\n@__LLVM_StackMaps = external global i8\n@out = global [16 x i8] zeroinitializer, align 16\n\
        declare void @look()\ndefine ptr @maps() {\n ret ptr @__LLVM_StackMaps\n}\n";
    let (mut lists, mut calls) = (String::new(), String::new());
    for f in 0..24 {
        // Odd numbers are statepoints.
        let is_state = f % 2 == 1;
        let most = if random.one_in(2) { 6 } else { 60 };
        let count = 1 + random.below(most);
        let (mut body, mut values, mut list) = (String::new(), String::new(), String::new());
        let mut uses = String::new();
        for n in 0..count {
            let limit = if target == Target::Aarch64 || is_state { TYPES.len() } else { TYPES.len() - 2 };
            let (ty, bits) = match is_state && random.one_in(4) {
                true => random.pick(&STATE_TYPES),
                false => random.pick(&TYPES[..limit]),
            };
            let index = random.below(512);
            writeln!(
                body,
                " %v{n} = load volatile {ty}, ptr getelementptr (i8, ptr @values, i64 {}), align 16",
                16 * index
            )
            .unwrap();
            write!(values, "{}{ty} %v{n}", if n == 0 { "" } else { ", " }).unwrap();
            write!(list, "{}{{ i16, i16 }} {{ i16 {index}, i16 {bits} }}", if n == 0 { "" } else { ", " })
                .unwrap();
            if random.one_in(2) {
                writeln!(uses, " store volatile {ty} %v{n}, ptr @out, align 16").unwrap();
            }
        }
        let call = match is_state {
            true => format!(
                "call token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 {f}, i32 0, \
                 ptr elementtype(void ()) @look, i32 0, i32 0, i32 0, i32 0) [ \"deopt\"({values}) ]"
            ),
            false => format!(
                "call void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 {f}, i32 24, ptr @look, i32 0, {values})"
            ),
        };
        writeln!(
            text,
            "@list{f} = constant [{count} x {{ i16, i16 }}] [{list}]\ndefine void @f{f}() gc \"statepoint-example\" {{\n{body} {call}\n{uses} ret void\n}}"
        )
        .unwrap();
        write!(lists, "{}ptr @list{f}", if f == 0 { "" } else { ", " }).unwrap();
        writeln!(calls, " call void @f{f}()").unwrap();
    }
    write!(
        text,
        "@expected = constant [24 x ptr] [{lists}]\ndefine void @call_all() {{\n{calls} ret void\n}}\n"
    )
    .unwrap();
    text
}

#[test]
fn values_are_where_the_map_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let compiler = Compiler::under_test().unwrap();
    let random = &mut Random::new(99);
    for round in 0..4 {
        for (target, level) in
            Target::ALL.into_iter().flat_map(|target| [0, 1, 2].map(|level| (target, level)))
        {
            fs::write(path("f.ll"), recorded(random, target)).unwrap();
            let combo = Combo { target, ir_level: level, level, mode: Mode::Static };
            process::run(&mut compiler.command(combo, &path("f.ll"), &path("f.o"))).unwrap();
            let objects = [sources().join("look.c"), sources().join("stub.S"), path("f.o")];
            let printed = run_program(target, &objects, &path("program"));
            assert_eq!(
                printed,
                "24 looks, some registers, some slots\n",
                "{} -O{level}, round {round}",
                target.arch()
            );
        }
    }
}

/// Values without a location, and patch sizes that are no multiple of an instruction, are rejected.
#[test]
fn unrecordable_values_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in.ll");
    let refused = [
        ("void (i64, i32, ...) @llvm.experimental.stackmap(i64 1, i32 0, i128 %x)", "no one location"),
        ("void (i64, i32, ...) @llvm.experimental.stackmap(i64 1, i32 0, i128 -1)", "no one location"),
        (
            "void (i64, i32, ...) @llvm.experimental.stackmap(i64 1, i32 0, { i64, i64 } %s)",
            "no one location",
        ),
        ("void (i64, i32, ...) @llvm.experimental.stackmap(i64 1, i32 3)", "3 bytes reserved"),
        (
            "void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 4, ptr inttoptr (i64 4660 to ptr), i32 0)",
            "4 bytes are reserved",
        ),
        (
            "void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 32, ptr inttoptr (i64 -1 to ptr), i32 0)",
            "48 bits",
        ),
        (
            "void (i64, i32, ptr, i32, ...) @llvm.experimental.patchpoint.void(i64 1, i32 32, ptr %p, i32 0)",
            "no constant",
        ),
        ("void @foo() [ \"gc-live\"(ptr %p) ]", "gc-live"),
        (
            "token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 9, i32 0, ptr elementtype(void ()) @foo, i32 0, i32 1, i32 0, i32 0)",
            "transition",
        ),
        (
            "token (i64, i32, ptr, i32, i32, ...) @llvm.experimental.gc.statepoint.p0(i64 9, i32 0, ptr elementtype(void ()) @foo, i32 0, i32 0, i32 0, i32 0) [ \"deopt\"({ i64, i64 } %s) ]",
            "no one location",
        ),
    ];
    for target in Target::ALL {
        for (call, reason) in refused {
            let text = format!(
                "{DECLARATIONS}define void @f(i128 %x, {{ i64, i64 }} %s, ptr %p) gc \"coreclr\" {{\n call {call}\n ret void\n}}\n"
            );
            fs::write(&input, text).unwrap();
            let mut gisel = Command::new(build::gisel());
            let output = gisel.arg(format!("-mtriple={}", target.triple())).args(["-filetype=obj", "-o"]);
            let output = output.arg(folder.path().join("out.o")).arg(&input).output().unwrap();
            let errors = String::from_utf8_lossy(&output.stderr).into_owned();
            assert!(!output.status.success() && errors.contains(reason), "{call}: {errors}");
        }
    }
}
