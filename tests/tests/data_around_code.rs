//! What modules ask for around functions and of sections, as `llc` has it: data at a function's entry, calls in place of traps,
//! sections that go with others, probes by module flag.

use gisel_tests::build::Compiler;
use gisel_tests::target::Target;
use std::fs;
use std::path::Path;
use std::process::Command;

fn gisel() -> Command {
    let Ok(Compiler::Gisel(path)) = Compiler::under_test() else { panic!("gisel has not been built") };
    Command::new(path)
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

/// What a tool says of an object, in a folder of its own.
struct Object(tempfile::TempDir);

impl Object {
    fn new(mut compiler: Command, ir: &str, target: Target) -> Object {
        let object = Object(tempfile::tempdir().expect("a temporary folder"));
        fs::write(object.path("in.ll"), ir).expect("written");
        compiler.args(["-O1", "-filetype=obj", &format!("-mtriple={}", target.triple())]);
        if target == Target::Riscv64 {
            compiler.arg("-mattr=+m,+a,+f,+d,+c");
        }
        run(compiler.arg("-o").arg(object.path("out.o")).arg(object.path("in.ll")));
        object
    }

    /// The object that `llvm-mc` makes of the assembly.
    fn of_text(ir: &str, target: Target) -> Object {
        let object = Object(tempfile::tempdir().expect("a temporary folder"));
        fs::write(object.path("in.ll"), ir).expect("written");
        let mut compiler = gisel();
        compiler.args(["-O1", "-filetype=asm", &format!("-mtriple={}", target.triple())]);
        if target == Target::Riscv64 {
            compiler.arg("-mattr=+m,+a,+f,+d,+c");
        }
        run(compiler.arg("-o").arg(object.path("out.s")).arg(object.path("in.ll")));
        let mut assembler = Command::new("llvm-mc-22");
        assembler.args(["-filetype=obj", &format!("-triple={}", target.triple())]);
        run(assembler.arg("-o").arg(object.path("out.o")).arg(object.path("out.s")));
        object
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        Path::new(self.0.path()).join(name)
    }

    fn tool(&self, name: &str, args: &[&str]) -> String {
        run(Command::new(name).args(args).arg(self.path("out.o")))
    }

    /// Bytes of `.text` and of the tables beside it, and places and types of all relocations.
    fn contents(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for section in [".text", "__patchable_function_entries"] {
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

    /// Each section's name, type, flags, and the name of the section that it goes with; each once.
    fn sections(&self) -> Vec<[String; 4]> {
        let text = self.tool("llvm-readelf-22", &["-SW"]);
        let rows: Vec<Vec<&str>> = text
            .lines()
            .filter_map(|line| line.trim_start().strip_prefix('[')?.split_once(']'))
            .map(|(_, row)| row.split_whitespace().collect())
            .collect();
        let name = |row: &[&str]| row.first().map_or(String::new(), |name| (*name).to_owned());
        let mut sections: Vec<[String; 4]> = rows
            .iter()
            .filter(|row| row.len() == 10)
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

/// Prefix data, prologue data and numbers of types, with and without room for patches.
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

/// `trap-func-name` makes a call of a trap, at the trap's call and nowhere else.
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

/// On AArch64 a module flag says how stacks grow of functions that do not; on RISC-V it says nothing.
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
