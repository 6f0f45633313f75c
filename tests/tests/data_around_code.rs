//! Data and sections that modules request around functions, compared with `llc`: data at a
//! function's entry, calls instead of traps, linked sections, probes by module flag.

use gisel_tests::build::{self};
use gisel_tests::target::Target;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

fn gisel() -> Command {
    Command::new(build::gisel())
}

fn llc() -> Command {
    let mut command = Command::new("llc-22");
    command.arg("-global-isel=0");
    command
}

fn run(command: &mut Command) -> String {
    let output = command.output().expect("the command starts");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// An object, in its own folder, for inspection by tools.
struct Object(tempfile::TempDir);

impl Object {
    fn new(compiler: Command, ir: &str, target: Target) -> Object {
        let object = Object::of_module(ir);
        object.compile(compiler, "obj", target, ["in.ll", "out.o"]);
        object
    }

    /// Compiles the module as bitcode by gisel.
    fn of_bitcode(ir: &str, target: Target, jobs: &str) -> Object {
        let object = Object::of_module(ir);
        run(Command::new("llvm-as-22").arg("-o").arg(object.path("in.bc")).arg(object.path("in.ll")));
        let mut compiler = gisel();
        compiler.arg(jobs);
        object.compile(compiler, "obj", target, ["in.bc", "out.o"]);
        object
    }

    /// Assembles the assembly by `llvm-mc`.
    fn of_text(ir: &str, target: Target) -> Object {
        let object = Object::of_module(ir);
        object.compile(gisel(), "asm", target, ["in.ll", "out.s"]);
        let mut assembler = Command::new("llvm-mc-22");
        assembler.args(["-filetype=obj", &format!("-triple={}", target.triple())]);
        run(assembler.arg("-o").arg(object.path("out.o")).arg(object.path("out.s")));
        object
    }

    /// Returns a folder that contains the module.
    fn of_module(ir: &str) -> Object {
        let object = Object(tempfile::tempdir().expect("a temporary folder"));
        fs::write(object.path("in.ll"), ir).expect("written");
        object
    }

    fn compile(&self, mut compiler: Command, kind: &str, target: Target, [input, output]: [&str; 2]) {
        compiler.args(["-O1", &format!("-filetype={kind}"), &format!("-mtriple={}", target.triple())]);
        if target == Target::Riscv64 {
            compiler.arg("-mattr=+m,+a,+f,+d,+c");
        }
        run(compiler.arg("-o").arg(self.path(output)).arg(self.path(input)));
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        Path::new(self.0.path()).join(name)
    }

    fn tool(&self, name: &str, args: &[&str]) -> String {
        run(Command::new(name).args(args).arg(self.path("out.o")))
    }

    /// Returns the bytes of `.text` and of its tables, and offsets and types of all relocations.
    fn contents(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for section in [".text", ".text.hot", "__patchable_function_entries", "xray_instr_map", "xray_fn_idx"]
        {
            let text = self.tool("llvm-objdump-22", &["-s", "-j", section]);
            lines.extend(text.lines().filter(|line| line.starts_with(' ')).map(str::to_owned));
        }
        let relocations = self.tool("llvm-objdump-22", &["-r"]);
        let mut relocations: Vec<_> = relocations
            .lines()
            .filter(|line| line.contains("R_"))
            .map(|line| line.split_whitespace().take(2).collect::<Vec<_>>().join(" "))
            .collect();
        relocations.sort();
        lines.extend(relocations);
        lines
    }

    /// Returns the symbols with a prefix, with type, binding and visibility.
    fn symbols(&self, prefix: &str) -> Vec<String> {
        let text = self.tool("llvm-readelf-22", &["-sW"]);
        let rows = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        let rows = rows.filter(|row| row.len() == 8 && row[7].starts_with(prefix));
        let mut symbols: Vec<String> = rows.map(|row| [row[3], row[4], row[5], row[7]].join(" ")).collect();
        symbols.sort();
        symbols
    }

    /// Returns instructions and relocations of `.text.hot`.
    fn routine(&self) -> Vec<String> {
        let text = self.tool("llvm-objdump-22", &["-dr", "--no-show-raw-insn", "-j", ".text.hot"]);
        let lines = text.lines().filter(|line| line.contains(':') && !line.contains("file format"));
        lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
    }

    /// Returns `gisel`'s error message for the module.
    fn refused(ir: &str, target: Target) -> String {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let input = folder.path().join("in.ll");
        fs::write(&input, ir).expect("written");
        let mut command = gisel();
        command.arg(format!("-mtriple={}", target.triple())).args(["-filetype=obj", "-o", "/dev/null"]);
        let output = command.arg(input).output().expect("the command starts");
        assert!(!output.status.success());
        String::from_utf8_lossy(&output.stderr).into_owned()
    }

    /// Returns each section's name, type, flags, and linked section, without duplicates and
    /// relocation sections.
    fn sections(&self) -> Vec<[String; 4]> {
        let text = self.tool("llvm-readelf-22", &["-SW"]);
        let rows: Vec<Vec<&str>> = text
            .lines()
            .filter_map(|line| line.trim_start().strip_prefix('[')?.split_once(']'))
            .map(|(_, row)| row.split_whitespace().collect())
            // The headings.
            .skip(1)
            .collect();
        let name = |row: &[&str]| row.first().map_or(String::new(), |name| (*name).to_owned());
        let mut sections: Vec<[String; 4]> = rows
            .iter()
            .filter(|row| row.len() == 10 && row[1] != "RELA")
            .filter_map(|row| {
                let with: usize = row[7].parse().ok()?;
                let with = if row[6].contains('L') { name(&rows[with]) } else { String::new() };
                Some([row[0].into(), row[1].into(), row[6].into(), with])
            })
            .collect();
        sections.sort();
        sections.dedup();
        sections
    }
}

const BOTH: [Target; 2] = [Target::Riscv64, Target::Aarch64];

/// Prefix data, prologue data and type ids, with and without patchable entries.
#[test]
fn data_stands_in_front_of_functions_and_where_they_are_entered() {
    let ir = "
define void @pre() nounwind prefix i32 123 prologue i8 144 { ret void }
define void @patched() nounwind \"patchable-function-prefix\"=\"2\" prefix i32 123 !func_sanitize !0 { ret void }
define void @entered() nounwind \"patchable-function-entry\"=\"2\" prefix ptr @pre prologue <{i8, i8}> <{i8 1, i8 2}> { ret void }
define void @near() nounwind prologue i64 sub (i64 ptrtoint (ptr @outside to i64), i64 ptrtoint (ptr @near to i64)) { ret void }
define void @table() nounwind prefix [3 x i16] [i16 1, i16 2, i16 3] !func_sanitize !0 { ret void }
define void @plain() nounwind { ret void }
@outside = external global i8
!0 = !{i32 -1056584962, i32 -1234}
";
    for target in BOTH {
        let expected = Object::new(llc(), ir, target).contents();
        assert_eq!(Object::new(gisel(), ir, target).contents(), expected);
        assert_eq!(Object::of_text(ir, target).contents(), expected);
    }
}

/// `trap-func-name` turns a trap into a call, only at calls of the trap intrinsic.
#[test]
fn traps_are_calls_where_they_have_a_function() {
    let ir = "
declare void @handler()
define void @trap() nounwind { call void @llvm.trap() \"trap-func-name\"=\"handler\"
 unreachable }
define void @check() nounwind { call void @llvm.ubsantrap(i8 200) \"trap-func-name\"=\"abort\"
 unreachable }
define void @debug() nounwind { call void @llvm.debugtrap() \"trap-func-name\"=\"handler\"
 ret void }
define void @other() nounwind { call void @handler() \"trap-func-name\"=\"abort\"
 ret void }
define void @here() nounwind \"trap-func-name\"=\"handler\" { call void @llvm.trap()
 unreachable }
declare void @llvm.trap()
declare void @llvm.debugtrap()
declare void @llvm.ubsantrap(i8)
";
    for target in BOTH {
        let calls = |object: Object| {
            let text = object.tool("llvm-objdump-22", &["-r"]);
            let names = text.lines().filter_map(|line| line.split_whitespace().nth(2));
            names.filter(|name| ["handler", "abort"].contains(name)).map(str::to_owned).collect::<Vec<_>>()
        };
        let expected = calls(Object::new(llc(), ir, target));
        assert_eq!(expected, ["handler", "abort", "handler", "handler"]);
        assert_eq!(calls(Object::new(gisel(), ir, target)), expected);
    }
}

/// A trap's function needs no declaration, because clang emits none. This also holds if bodies are
/// read lazily, and by several threads.
#[test]
fn functions_of_traps_have_symbols_undeclared() {
    // Some are symbols that exist anyway.
    const CALLED: [&str; 5] = ["mine", "other.one", "memcpy", "__clear_cache", "__addtf3"];
    let mut ir = "declare void @llvm.trap()\ndeclare void @llvm.ubsantrap(i8)\ndeclare void @ext(i32)\n\
        define fp128 @sum(fp128 %a, fp128 %b) { %r = fadd fp128 %a, %b\n ret fp128 %r }\n"
        .to_owned();
    for n in 0..64 {
        let name = CALLED[n % 5];
        writeln!(
            ir,
            "define range(i32 -5, 9) i32 @f{n}(i32 noundef %a, ptr byval([3 x i64]) align 8 %p) nounwind {{
 %c = icmp eq i32 %a, {n}\n br i1 %c, label %x, label %y\nx:
 call void @llvm.ubsantrap(i8 {n}) nomerge noreturn \"trap-func-name\"=\"{name}\"\n unreachable\ny:
 call void @ext(i32 %a) \"trap-func-name\"=\"nobody\"\n ret i32 0 }}"
        )
        .unwrap();
    }
    for target in BOTH {
        let facts = |object: Object| {
            let symbols = object.tool("llvm-nm-22", &["-j"]);
            let relocations = object.tool("llvm-objdump-22", &["-r"]);
            let names = relocations.lines().filter_map(|line| line.split_whitespace().nth(2));
            let mut symbols: Vec<String> = symbols.lines().map(str::to_owned).collect();
            symbols.sort_unstable();
            (symbols, names.filter(|name| CALLED.contains(name)).map(str::to_owned).collect::<Vec<_>>())
        };
        let expected = facts(Object::new(llc(), &ir, target));
        assert_eq!(expected.1.len(), 65);
        assert_eq!(facts(Object::new(gisel(), &ir, target)), expected);
        for jobs in ["-j1", "-j4"] {
            assert_eq!(facts(Object::of_bitcode(&ir, target, jobs)), expected, "{jobs}");
        }
    }
}

/// `llvm.reloc.none` refers to any symbol by name, from its own location, even if the module does
/// not declare it.
#[test]
fn functions_refer_to_symbols_by_relocations_that_change_nothing() {
    let ir = r#"
declare void @llvm.reloc.none(metadata)
declare void @g(i32)
@local = internal global i32 3
@"$odd name" = global i32 4
define i32 @f(i32 %a) nounwind {
 call void @g(i32 %a)
 call void @llvm.reloc.none(metadata !"nowhere")
 call void @llvm.reloc.none(metadata !"$a \5Cb")
 call void @g(i32 %a)
 call void @llvm.reloc.none(metadata !"local")
 %c = icmp eq i32 %a, 7
 br i1 %c, label %x, label %y
x:
 call void @llvm.reloc.none(metadata !"$odd name")
 call void @g(i32 3)
 br label %y
y:
 call void @llvm.reloc.none(metadata !"f")
 ret i32 %a
}
define void @again() nounwind {
 call void @llvm.reloc.none(metadata !"nowhere")
 ret void
}
"#;
    for target in BOTH {
        let facts = |object: Object| {
            let symbols = object.tool("llvm-nm-22", &[]);
            let relocations = object.tool("llvm-objdump-22", &["-r"]);
            let mut symbols: Vec<String> = symbols.lines().map(|line| line[17..].to_owned()).collect();
            symbols.retain(|name| !name.contains(" $") || name.contains("$odd") || name.contains("$a "));
            symbols.sort_unstable();
            // A name, and the number of preceding calls.
            let of_kind = |kind: &str| {
                let lines = relocations.lines().filter(|line| line.contains(kind));
                lines.map(|line| (line[..16].to_owned(), line[42..].to_owned())).collect::<Vec<_>>()
            };
            let calls = of_kind("_CALL");
            let before = |at: &String| calls.iter().filter(|(call, _)| call < at).count();
            let named = of_kind("_NONE").into_iter().map(|(at, name)| (before(&at), name));
            (symbols, named.collect::<Vec<_>>())
        };
        let expected = facts(Object::new(llc(), ir, target));
        let [first, second] = [expected.1[0].clone(), expected.1[2].clone()];
        assert_eq!([first, second], [(1, "nowhere".to_owned()), (2, "local".to_owned())]);
        assert_eq!(expected.1.len(), 6);
        assert_eq!(facts(Object::new(gisel(), ir, target)), expected);
        assert_eq!(facts(Object::of_text(ir, target)), expected);
        for jobs in ["-j1", "-j4"] {
            assert_eq!(facts(Object::of_bitcode(ir, target, jobs)), expected, "{jobs}");
        }
    }
}

/// `!associated` and `!exclude`.
#[test]
fn sections_go_with_others_or_are_left_out() {
    let ir = "
@b = global i32 1
@s = global i32 2, section \"foo\", !associated !1
@t = internal global i32 2, section \"foo\", !associated !1
@u = global i32 2, section \"bar\", !associated !1, !exclude !2
@x = global i32 2, !exclude !2
@y = global i32 2, section \"ex\", !exclude !2
@c = global i32 3, section \"foo\"
@outside = external global i32
@of_outside = global i32 2, !associated !4
$group = comdat any
@of_group = global i32 2, comdat($group), !associated !1
@constant = constant i32 2, !associated !5
@zero = global i32 0, !associated !5
@kept = global i32 9, !associated !5
@llvm.used = appending global [1 x ptr] [ptr @kept]
@string = unnamed_addr constant [4 x i8] c\"abc\\00\", !associated !5
define void @f() nounwind section \"ftext\" { ret void }
@of_none = global i32 2, !associated !6
@named_of_none = global i32 2, section \"none\", !associated !6
define void @code_of_none() nounwind section \"gtext\" !associated !6 { ret void }
!6 = !{ptr null}
!1 = !{ptr @b}
!2 = !{}
!4 = !{ptr @outside}
!5 = !{ptr @f}
";
    for target in BOTH {
        let expected = Object::new(llc(), ir, target).sections();
        assert!(expected.iter().any(|section| section[3] == "ftext"));
        assert_eq!(Object::new(gisel(), ir, target).sections(), expected);
        assert_eq!(Object::of_text(ir, target).sections(), expected);
    }
}

/// On AArch64 a module flag selects stack probing for functions without an attribute; on RISC-V it
/// has no effect.
#[test]
fn module_flags_say_how_stacks_are_probed() {
    let ir = "
declare void @use(ptr)
define void @f() nounwind { %a = alloca [90000 x i8]
 call void @use(ptr %a)
 ret void }
!llvm.module.flags = !{!0, !1}
!0 = !{i32 1, !\"probe-stack\", !\"inline-asm\"}
!1 = !{i32 1, !\"stack-probe-size\", i32 8192}
";
    for (target, step) in [(Target::Riscv64, None), (Target::Aarch64, Some("sub sp, sp, #0x2, lsl #12"))] {
        for compiler in [gisel(), llc()] {
            let code =
                Object::new(compiler, ir, target).tool("llvm-objdump-22", &["-d", "--no-show-raw-insn"]);
            let code: Vec<String> =
                code.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
            let touches = code.iter().any(|line| line.contains("zr, [sp]") || line.contains("zero, 0x0(sp)"));
            assert_eq!(touches, step.is_some(), "{code:#?}");
            assert!(step.is_none_or(|step| code.iter().any(|line| line.contains(step))), "{code:#?}");
        }
    }
}

/// XRay's patchable entries and exits, and its tables: always, for functions of a minimum length or
/// with a loop, and with some sleds left out.
#[test]
fn functions_have_room_for_patches_of_xray() {
    let always = "nounwind \"function-instrument\"=\"xray-always\"";
    let long = "nounwind \"xray-instruction-threshold\"=\"1\"";
    let short = "nounwind \"xray-instruction-threshold\"=\"200\"";
    let ir = format!(
        "
declare void @outside()
define void @returns() {always} {{ ret void }}
define void @tail() {always} {{ tail call void @outside() ret void }}
define void @told(i32 %a) {always} \"xray-log-args\"=\"1\" {{ ret void }}
define void @no_entry() {always} \"xray-skip-entry\" {{ ret void }}
define void @no_exit() {always} \"xray-skip-exit\" {{ ret void }}
define void @never() nounwind \"function-instrument\"=\"xray-never\" \"xray-instruction-threshold\"=\"1\" {{ ret void }}
define void @long() {long} {{ ret void }}
define void @short() {short} {{ ret void }}
define void @loop(ptr %p) {short} {{
  br label %again
again:
  store volatile i8 0, ptr %p
  br label %again
}}
define void @ignored(ptr %p) {short} \"xray-ignore-loops\" {{
  br label %again
again:
  store volatile i8 0, ptr %p
  br label %again
}}
$group = comdat any
define linkonce_odr void @group() {always} comdat {{ ret void }}
"
    );
    for target in BOTH {
        let expected = Object::new(llc(), &ir, target);
        let made = Object::new(gisel(), &ir, target);
        assert_eq!(made.contents(), expected.contents(), "{target:?}");
        assert_eq!(Object::of_text(&ir, target).contents(), expected.contents(), "{target:?}");
        assert_eq!(made.sections(), expected.sections(), "{target:?}");
    }
}

/// The routines of HWASan's checks, each in its own module, since their order differs.
#[test]
fn checks_of_memory_have_routines() {
    let check = |name: &str, arguments: &str, access: u32, more: &str| {
        format!(
            "
declare void @llvm.hwasan.check.memaccess{name}({}ptr, i32 immarg{})
define void @f(ptr %tags, ptr %at) nounwind {{
  call void @llvm.hwasan.check.memaccess{name}({arguments}ptr %at, i32 {access}{more})
  ret void
}}",
            if arguments.is_empty() { "" } else { "ptr, " },
            if more.is_empty() { "" } else { ", i64 immarg" },
        )
    };
    // Sizes, match-all tag, kernel, and recovery after an error.
    let accesses = [0, 17, 4, 33, 33_488_912, 67_043_329, 33_554_433];
    let with_tags = |name: &'static str| accesses.map(|access| check(name, "ptr %tags, ", access, ""));
    let known = |name: &'static str| check(name, "", 18, ", i64 4398046511104");
    let short = with_tags(".shortgranules").to_vec();
    let others = [known(".shortgranules.fixedshadow"), known(".fixedshadow")];
    let all = [short.clone(), with_tags("").to_vec(), others.to_vec()].concat();
    for (target, modules) in [(Target::Aarch64, all), (Target::Riscv64, short)] {
        for ir in modules {
            // llc's routines for RISC-V do not support the match-all tag.
            if target == Target::Riscv64 && (ir.contains("i32 33488912") || ir.contains("i32 67043329")) {
                assert!(
                    Object::new(gisel(), &ir, target)
                        .routine()
                        .iter()
                        .any(|line| line.ends_with("li t3, 0xff"))
                );
                continue;
            }
            let expected = Object::new(llc(), &ir, target);
            let made = Object::new(gisel(), &ir, target);
            let routines = |object: &Object| object.symbols("__hwasan");
            assert_eq!(routines(&made), routines(&expected), "{target:?}: {ir}");
            assert_eq!(made.routine(), expected.routine(), "{target:?}: {ir}");
            assert_eq!(Object::of_text(&ir, target).routine(), expected.routine(), "{target:?}: {ir}");
        }
    }
    let refused = check("", "ptr %tags, ", 0, "");
    let error = Object::refused(&refused, Target::Riscv64);
    assert!(error.contains("no such check"), "{error}");
}

/// Variables with tagged addresses: code computes the tagged address.
#[test]
fn addresses_of_variables_keep_their_tags() {
    let ir = "
@x.real = internal global [4 x i32] zeroinitializer, align 16
@x = internal alias [4 x i32], inttoptr (i64 add (i64 ptrtoint (ptr @x.real to i64), i64 3746994889972252672) to ptr)
@y = external global i32
define ptr @own() nounwind { ret ptr @x }
define ptr @foreign() nounwind { ret ptr @y }
";
    let relocations = |mut compiler: Command, target: Target| {
        compiler.args(["-relocation-model=pic", "-mattr=+tagged-globals"]);
        let object = Object::new(compiler, ir, target);
        let text = object.tool("llvm-objdump-22", &["-r"]);
        let lines = text.lines().filter(|line| line.contains("R_") && !line.contains("R_RISCV_PCREL_LO12"));
        lines.map(|line| line.split_whitespace().skip(1).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>()
    };
    for target in BOTH {
        assert_eq!(relocations(gisel(), target), relocations(llc(), target));
    }
}

/// Hot and cold functions are placed with others of the same kind; sections for tools are not
/// loaded.
#[test]
fn sections_are_those_of_heat_and_of_tools() {
    let ir = "
declare void @outside()
define void @cold() cold { call void @outside() ret void }
define void @hot() hot { call void @outside() ret void }
define void @both() hot cold { call void @outside() ret void }
define void @unoptimized() cold noinline optnone { call void @outside() ret void }
define void @placed() cold section \"place\" { call void @outside() ret void }
define void @said() cold !section_prefix !0 { call void @outside() ret void }
@map = constant i32 1, section \"__llvm_covmap\"
@functions = constant i32 1, section \"__llvm_covfun\"
@names = constant i32 1, section \"__llvm_prf_names\"
@bitcode = constant i32 1, section \".llvmbc\"
@command = constant i32 1, section \".llvmcmd\"
!0 = !{!\"section_prefix\", !\"hot\"}
";
    for target in BOTH {
        assert_eq!(
            Object::new(gisel(), ir, target).sections(),
            Object::new(llc(), ir, target).sections(),
            "{target:?}"
        );
    }
}

/// Trampolines require an executable stack.
#[test]
fn trampolines_need_a_stack_that_can_be_executed() {
    let ir = "
declare void @llvm.init.trampoline(ptr, ptr, ptr)
declare void @nested(ptr nest)
define void @make(ptr %at) nounwind {
  call void @llvm.init.trampoline(ptr %at, ptr @nested, ptr %at)
  ret void
}
";
    let note = |object: Object| object.sections().into_iter().find(|section| section[0] == ".note.GNU-stack");
    for target in BOTH {
        let expected = note(Object::new(llc(), ir, target));
        assert!(expected.as_ref().is_some_and(|section| section[2] == "X"), "{expected:?}");
        assert_eq!(note(Object::new(gisel(), ir, target)), expected);
        assert_eq!(note(Object::of_text(ir, target)), expected);
    }
}

/// The canonical frame address is the stack pointer at the function's entry.
#[test]
fn frames_end_where_the_caller_had_its_stack_pointer() {
    let module = |call: &str| {
        format!(
            "
declare ptr @llvm.eh.dwarf.cfa(i32)
declare ptr @llvm.sponentry()
declare void @use(ptr)
define ptr @f(i64 %n) {{
  %a = alloca i8, i64 %n
  call void @use(ptr %a)
  {call}
  ret ptr %p
}}"
        )
    };
    let ends = [
        ("%p = call ptr @llvm.eh.dwarf.cfa(i32 0)", "%p = call ptr @llvm.sponentry()"),
        (
            "%p = call ptr @llvm.eh.dwarf.cfa(i32 32)",
            "%e = call ptr @llvm.sponentry()\n %p = getelementptr i8, ptr %e, i64 32",
        ),
    ];
    for target in BOTH {
        for (of_frame, of_entry) in ends {
            let contents = |call| Object::new(gisel(), &module(call), target).contents();
            assert_eq!(contents(of_frame), contents(of_entry), "{target:?}");
        }
    }
}
