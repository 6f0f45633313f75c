//! Control-flow protection in the code, compared with `llc`: landing pads, signing, storage and
//! authentication of return addresses, interrupt handlers, and the object's notes.

use gisel_tests::build::{self, Compiler};
use gisel_tests::process;
use gisel_tests::target::{Combo, Mode, Target};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Functions of all kinds; each has `ATTRIBUTES`.
const FUNCTIONS: &str = "
declare void @g()
declare i32 @h(i32)
declare i32 @setjmp(ptr) returns_twice
declare ptr @llvm.returnaddress(i32)
define void @leaf() #0 { ret void }
define void @calls() #0 {
  call void @g()
  call void @g()
  ret void
}
define void @tail() #0 {
  call void @g()
  tail call void @g()
  ret void
}
define void @indirect_tail(ptr %f) #0 {
  tail call void %f()
  ret void
}
define i32 @twice(ptr %b) #0 {
  %a = call i32 @setjmp(ptr %b) returns_twice
  %c = call i32 @h(i32 %a)
  ret i32 %c
}
define i32 @shrink(i32 %x, i32 %y) #0 {
  %c = icmp eq i32 %x, 0
  br i1 %c, label %a, label %b
a:
  %m = add i32 %x, %y
  ret i32 %m
b:
  %r = call i32 @h(i32 %x)
  %t = add i32 %r, %x
  ret i32 %t
}
define i32 @gotos(i32 %x) #0 {
  %p = getelementptr [2 x ptr], ptr @labels, i64 0, i32 %x
  %q = load ptr, ptr %p
  indirectbr ptr %q, [label %a, label %b]
a:
  call void @g()
  ret i32 4
b:
  call void @g()
  ret i32 9
}
@labels = global [2 x ptr] [ptr blockaddress(@gotos, %a), ptr blockaddress(@gotos, %b)]
define ptr @return_address() #0 {
  %r = call ptr @llvm.returnaddress(i32 0)
  ret ptr %r
}
define void @naked() naked #0 {
  call void asm sideeffect \"ret\", \"\"()
  unreachable
}
";

/// The modules of one test.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a temporary folder"))
    }

    fn module(&self, target: Target, functions: &str, attributes: &str, rest: &str) -> PathBuf {
        let path = self.0.path().join("module.ll");
        let triple = target.triple();
        let text = format!(
            "target triple = \"{triple}\"\n{functions}\nattributes #0 = {{ nofree {attributes} }}\n{rest}\n"
        );
        fs::write(&path, text).expect("written");
        path
    }
}

/// Compiles `input` to an object by a compiler.
fn object(compiler: &Compiler, target: Target, level: u8, input: &Path, options: &[&str]) -> PathBuf {
    let name = if *compiler == Compiler::Llc { "llc.o" } else { "gisel.o" };
    let path = input.with_file_name(name);
    let combo = Combo { target, ir_level: level, level, mode: Mode::Static };
    process::run(compiler.command(combo, input, &path).args(options)).expect("it compiles");
    path
}

/// Returns the instructions whose mnemonics are in `shown`, with their operands, by function.
fn code(object: &Path, shown: &[&str]) -> Vec<(String, Vec<String>)> {
    let mut dump = Command::new("llvm-objdump-22");
    dump.args(["-d", "--no-show-raw-insn", "--no-addresses", "--mattr=+pauth,+bti"]).arg(object);
    let text = process::run(&mut dump).expect("it is disassembled");
    functions(&text, shown)
}

fn riscv_code(object: &Path, shown: &[&str]) -> Vec<(String, Vec<String>)> {
    let mut dump = Command::new("llvm-objdump-22");
    dump.args(["-d", "--no-show-raw-insn", "--no-addresses"]);
    dump.arg("--mattr=+m,+a,+f,+d,+c,+zimop,+experimental-zicfilp").arg(object);
    let text = process::run(&mut dump).expect("it is disassembled");
    // Their names if the object declares a shadow stack.
    let text =
        text.replace("sspush\tra", "mop.rr.7\tzero, zero, ra").replace("sspopchk\tra", "mop.r.28\tzero, ra");
    functions(&text, shown)
}

fn functions(text: &str, shown: &[&str]) -> Vec<(String, Vec<String>)> {
    let mut functions: Vec<(String, Vec<String>)> = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix('<').and_then(|line| line.strip_suffix(">:")) {
            // Blocks with their address taken have symbols.
            if !name.starts_with('.') {
                functions.push((name.to_owned(), Vec::new()));
            }
        } else if let Some((_, found)) = functions.last_mut() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let Some(mnemonic) = words.first() else { continue };
            if shown.contains(mnemonic) {
                found.push(words.join(" "));
            }
        }
    }
    functions
}

fn gisel() -> Compiler {
    Compiler::under_test().expect("gisel has been built")
}

const BTI_AND_PAC: &[&str] =
    &["bti", "paciasp", "pacibsp", "autiasp", "autibsp", "retaa", "retab", "xpaclri", "ret"];

/// At -O0 blocks and returns are the same as in the IR.
#[test]
fn landings_and_signatures_are_llc_s() {
    let folder = Folder::new();
    for (attributes, options) in [
        ("\"branch-target-enforcement\"", &[][..]),
        ("\"branch-target-enforcement\"=\"true\" \"sign-return-address\"=\"non-leaf\" uwtable", &[]),
        ("\"sign-return-address\"=\"all\" \"sign-return-address-key\"=\"b_key\" uwtable(sync)", &[]),
        (
            "\"sign-return-address\"=\"all\" \"sign-return-address-key\"=\"a_key\" nounwind",
            &["-mattr=+pauth"],
        ),
        ("\"branch-target-enforcement\" \"sign-return-address\"=\"non-leaf\" uwtable", &["-mattr=+pauth"]),
        ("\"branch-target-enforcement\"=\"false\" \"sign-return-address\"=\"none\"", &[]),
    ] {
        let input = folder.module(Target::Aarch64, FUNCTIONS, attributes, "");
        let [own, reference] = [gisel(), Compiler::Llc]
            .map(|compiler| code(&object(&compiler, Target::Aarch64, 0, &input, options), BTI_AND_PAC));
        // A returned return address is stripped by another instruction there.
        let compared = |list: Vec<(String, Vec<String>)>| -> Vec<_> {
            list.into_iter().filter(|(name, _)| name != "return_address" || options.is_empty()).collect()
        };
        assert_eq!(compared(own), compared(reference), "{attributes}");
    }
}

/// An indirect jump to another function may land where calls may.
#[test]
fn indirect_tail_calls_go_by_x16() {
    let folder = Folder::new();
    let input = folder.module(Target::Aarch64, FUNCTIONS, "\"branch-target-enforcement\"", "");
    for level in [0, 2] {
        let found = code(&object(&gisel(), Target::Aarch64, level, &input, &[]), &["br"]);
        let tail = found.iter().find(|(name, _)| name == "indirect_tail").expect("it is there");
        assert_eq!(tail.1, ["br x16"], "-O{level}");
    }
}

const RISCV_PROTECTION: &[&str] = &["lpad", "mop.rr.7", "mop.r.28", "addi", "sd", "ld"];

/// Landing pads and second stacks, by attribute and feature.
#[test]
fn landing_pads_and_shadow_stacks_are_llc_s() {
    let folder = Folder::new();
    let about_second_stack =
        |line: &String| !line.starts_with("addi ") && !line.contains("(sp)") || line.starts_with("addi gp");
    for (attributes, options) in [
        ("\"hw-shadow-stack\"", &["-mattr=+experimental-zicfilp,+experimental-zicfiss"][..]),
        ("\"hw-shadow-stack\" shadowcallstack", &["-mattr=+zimop"]),
        ("\"hw-shadow-stack\"", &[]),
        ("shadowcallstack", &["-mattr=+experimental-zicfilp"]),
    ] {
        let input = folder.module(Target::Riscv64, FUNCTIONS, attributes, "");
        let [own, reference] = [gisel(), Compiler::Llc].map(|compiler| {
            let mut found =
                riscv_code(&object(&compiler, Target::Riscv64, 0, &input, options), RISCV_PROTECTION);
            found.iter_mut().for_each(|(_, lines)| lines.retain(about_second_stack));
            found
        });
        assert_eq!(own, reference, "{attributes} {options:?}");
    }
}

const TABLE: &str = "
declare void @g()
declare i32 @h(i32)
define i32 @switches(i32 %x, ptr %callee) #0 {
  switch i32 %x, label %d [ i32 0, label %a
    i32 1, label %b
    i32 2, label %c
    i32 3, label %e
    i32 4, label %f ]
a:
  call void @g()
  ret i32 4
b:
  call void %callee()
  ret i32 9
c:
  %k = call i32 @h(i32 3)
  ret i32 %k
e:
  %k2 = call i32 @h(i32 4)
  ret i32 %k2
f:
  %k3 = call i32 @h(i32 7)
  ret i32 %k3
d:
  ret i32 0
}
";

/// Jumps through tables need no landing pads, because they use the register reserved for this.
#[test]
fn jumps_through_tables_are_guarded() {
    let folder = Folder::new();
    let input = folder.module(Target::Riscv64, TABLE, "", "");
    for level in [0, 2] {
        let object = object(&gisel(), Target::Riscv64, level, &input, &["-mattr=+experimental-zicfilp"]);
        let found = riscv_code(&object, &["lpad", "jr", "jalr"]);
        let by_register = |line: &&String| !line.starts_with("jalr ra");
        let shown: Vec<&String> = found[0].1.iter().filter(by_register).collect();
        assert_eq!(shown[..2], ["lpad 0x0", "jr t2"], "-O{level}");
        assert_eq!(shown.len(), 3, "-O{level}: {shown:?}");
        assert!(shown[2].starts_with("jalr ") && !shown[2].contains("t2"), "-O{level}: {shown:?}");
    }
}

/// A tail call uses the register that needs no landing pad, unless that passes an argument.
#[test]
fn tail_calls_are_guarded() {
    let text = "declare void @g(i64)\ndeclare void @h(ptr nest, i64)\n\
        define void @plain(i64 %x) #0 { tail call void @g(i64 %x) ret void }\n\
        define void @chained(ptr %p, i64 %x) #0 { tail call void @h(ptr nest %p, i64 %x) ret void }\n";
    let folder = Folder::new();
    let input = folder.module(Target::Riscv64, text, "", "");
    for level in [0, 2] {
        let object = object(&gisel(), Target::Riscv64, level, &input, &["-mattr=+experimental-zicfilp"]);
        let found = riscv_code(&object, &["auipc", "jr"]);
        for (at, register) in [(0, "t2"), (1, "t1")] {
            let [base, jump] = &found[at].1[..] else { panic!("-O{level}: {found:?}") };
            assert!(base.starts_with(&format!("auipc {register}, ")), "-O{level}: {base}");
            assert!(jump.starts_with(&format!("jr {register}")), "-O{level}: {jump}");
        }
    }
}

/// The shadow call stack holds signed addresses.
#[test]
fn the_shadow_call_stack_of_aarch64_is_llc_s() {
    let folder = Folder::new();
    let attributes = "shadowcallstack \"sign-return-address\"=\"non-leaf\" uwtable";
    let input = folder.module(Target::Aarch64, FUNCTIONS, attributes, "");
    let [own, reference] = [gisel(), Compiler::Llc].map(|compiler| {
        let object = object(&compiler, Target::Aarch64, 0, &input, &["-mattr=+reserve-x18"]);
        let mut found = code(&object, &["paciasp", "autiasp", "str", "ldr"]);
        let about_it = |line: &String| line.contains("x18") || line.ends_with("iasp");
        found.iter_mut().for_each(|(_, lines)| lines.retain(about_it));
        found
    });
    assert_eq!(own, reference);
}

/// It uses X18, which must be reserved.
#[test]
fn the_shadow_call_stack_of_aarch64_needs_its_register() {
    let folder = Folder::new();
    let input = folder.module(Target::Aarch64, FUNCTIONS, "shadowcallstack", "");
    let Compiler::Gisel(path) = gisel() else { unreachable!("it has been built") };
    let output =
        Command::new(path).args(["-filetype=obj", "-o", "/dev/null"]).arg(&input).output().expect("run");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && message.contains("X18"), "{message}");
}

/// The notes of an object, by module flags.
#[test]
fn properties_are_llc_s() {
    let folder = Folder::new();
    let flag = |name: &str, value: u32| format!("!{{i32 8, !\"{name}\", i32 {value}}}");
    let abi = |name: &str, value: u32| format!("!{{i32 1, !\"aarch64-elf-pauthabi-{name}\", i32 {value}}}");
    let cases = [
        (Target::Aarch64, vec![flag("branch-target-enforcement", 1)]),
        (Target::Aarch64, vec![flag("sign-return-address", 1), flag("guarded-control-stack", 1)]),
        (Target::Aarch64, vec![flag("branch-target-enforcement", 0)]),
        (Target::Aarch64, vec![abi("platform", 2), abi("version", 310)]),
        (Target::Aarch64, vec![abi("platform", 0), abi("version", 0)]),
        (Target::Aarch64, vec![abi("platform", 0), abi("version", 5), flag("sign-return-address", 1)]),
        (Target::Aarch64, vec![flag("branch-protection-pauth-lr", 1)]),
        (Target::Riscv64, vec![flag("cf-protection-return", 1)]),
        (Target::Riscv64, vec![flag("cf-protection-branch", 1)]),
    ];
    for (target, flags) in cases {
        let names: Vec<String> = (0..flags.len()).map(|n| format!("!{n}")).collect();
        let nodes: Vec<String> =
            names.iter().zip(&flags).map(|(name, flag)| format!("{name} = {flag}\n")).collect();
        let rest = format!("!llvm.module.flags = !{{{}}}\n{}", names.join(", "), nodes.concat());
        let input = folder.module(target, "@x = global i32 4", "", &rest);
        let [own, reference] = [gisel(), Compiler::Llc].map(|compiler| {
            let object = object(&compiler, target, 2, &input, &[]);
            let contents = |section: &str| {
                let mut dump = Command::new("llvm-readelf-22");
                dump.args(["-n", &format!("--hex-dump={section}")]).arg(&object);
                let text = process::run(&mut dump).unwrap_or_default();
                text.lines().filter(|line| !line.contains("File:")).collect::<Vec<_>>().join("\n")
            };
            [contents(".note.gnu.property"), contents(".ARM.attributes")]
        });
        assert_eq!(own, reference, "{flags:?}");
    }
}

const HANDLERS: &str = "
declare void @g()
@v = global i32 0
@d = global double 0.0
define void @leaf() #0 {
  %x = load volatile i32, ptr @v
  %y = add i32 %x, 1
  store volatile i32 %y, ptr @v
  ret void
}
define void @floating() #0 {
  %x = load volatile double, ptr @d
  %y = fadd double %x, 1.0
  store volatile double %y, ptr @d
  ret void
}
define void @calls() #0 {
  tail call void @g()
  ret void
}
define void @large() #0 {
  %p = alloca [10000 x i8], align 4096
  store volatile i8 4, ptr %p
  %q = getelementptr i8, ptr %p, i64 9000
  store volatile i8 4, ptr %q
  ret void
}
";

/// A handler saves the registers that it writes, all registers if it calls, and returns to the
/// interrupted code.
#[test]
fn interrupt_handlers_save_what_they_write() {
    let folder = Folder::new();
    let all: Vec<&str> = vec![
        "addi", "sd", "fsd", "ld", "fld", "lw", "lui", "auipc", "add", "addiw", "li", "andi", "srli", "slli",
        "fadd.d", "fmv.d.x", "sub", "mv", "lla", "jalr", "mret", "mnret", "sret", "ret",
    ];
    for (kind, ret) in [("machine", "mret"), ("supervisor", "sret"), ("rnmi", "mnret")] {
        let input = folder.module(Target::Riscv64, HANDLERS, &format!("\"interrupt\"=\"{kind}\""), "");
        for level in [0, 2] {
            let options = ["-mattr=-c,+smrnmi"];
            let found = riscv_code(&object(&gisel(), Target::Riscv64, level, &input, &options), &all);
            for (name, lines) in found {
                assert_eq!(lines.last().map(String::as_str), Some(ret), "{name}");
                let first = |line: &String| line.split([' ', ',']).nth(1).unwrap_or_default().to_owned();
                let saves = |line: &&String| line.starts_with("sd ") || line.starts_with("fsd ");
                let saved: Vec<String> = lines.iter().filter(saves).map(first).collect();
                let written = lines.iter().filter(|line| !saves(line) && line.contains(',')).map(first);
                let lost: Vec<String> =
                    written.filter(|reg| !saved.contains(reg) && reg != "sp" && reg != "zero").collect();
                assert!(lost.is_empty(), "-O{level} {name}: {lost:?}");
                // 16 integer and 20 floating-point registers are call-clobbered.
                assert!(name != "calls" || saved.len() >= 36, "-O{level} {name}: {saved:?}");
            }
        }
    }
}

/// Interrupt handlers with instructions of vendors: the code is `llc`'s.
#[test]
fn interrupt_handlers_of_vendors_are_llcs() {
    const CALLS: &str =
        "declare void @g()\ndefine void @f() nounwind #0 {\n  call void @g()\n  ret void\n}\n";
    let folder = Folder::new();
    let kinds = [
        ("SiFive-CLIC-preemptible", "csrci mstatus, 0x8"),
        ("SiFive-CLIC-stack-swap", "csrrw sp, sf.mscratchcsw, sp"),
        ("SiFive-CLIC-preemptible-stack-swap", "csrw mepc, s1"),
        ("qci-nest", "qc.c.mienter.nest"),
        ("qci-nonest", "qc.c.mienter"),
    ];
    let machines = [("riscv32", "ilp32", "+xqciint,"), ("riscv64", "lp64", "")];
    for (machine, abi, quick) in machines {
        for (kind, sign) in
            kinds.into_iter().filter(|(kind, _)| !quick.is_empty() || !kind.starts_with("qci"))
        {
            for more in ["", ",+d"] {
                let input = folder.module(Target::Riscv64, CALLS, &format!("\"interrupt\"=\"{kind}\""), "");
                let features = format!("{quick}+m,+c,+experimental-xsfmclic{more}");
                let (triple, mattr) = (format!("-mtriple={machine}"), format!("-mattr={features}"));
                let code = |mut compiler: Command, level: &str| {
                    let object = input.with_extension("o");
                    let options = [&*triple, &mattr, level, "-filetype=obj", "-o"];
                    compiler.args(options).arg(&object).arg(format!("-target-abi={abi}")).arg(&input);
                    process::run(&mut compiler).unwrap_or_else(|e| panic!("{kind} {features}: {e}"));
                    let mut objdump = Command::new("llvm-objdump-22");
                    objdump.args([
                        "-d",
                        "--no-show-raw-insn",
                        "--no-leading-addr",
                        &format!("--mattr={features}"),
                    ]);
                    let listing = process::run(objdump.arg(&object)).expect("disassembled");
                    let plain = |line: &str| line.split_whitespace().collect::<Vec<_>>().join(" ");
                    listing.lines().skip(3).map(plain).collect::<Vec<_>>()
                };
                let expected = code(Command::new("llc-22"), "-O2");
                assert!(expected.iter().any(|line| line == sign), "{kind}: {expected:?}");
                for level in ["-O0", "-O2"] {
                    let Compiler::Gisel(path) = gisel() else { unreachable!("it has been built") };
                    let mut compiler = Command::new(path);
                    compiler.arg("-verify-machineinstrs");
                    assert_eq!(code(compiler, level), expected, "{machine} {kind} {features} {level}");
                }
            }
        }
    }
}

/// Handlers that need a feature, or that cannot have a frame pointer.
#[test]
fn interrupt_handlers_name_what_they_lack() {
    let folder = Folder::new();
    let function = "define void @f() #0 { ret void }";
    for (attributes, option, words) in [
        ("\"interrupt\"=\"qci-nest\"", "-mattr=+m", "+xqciint"),
        ("\"interrupt\"=\"SiFive-CLIC-stack-swap\"", "-mattr=+m", "+experimental-xsfmclic"),
        (
            "\"interrupt\"=\"SiFive-CLIC-preemptible\" \"frame-pointer\"=\"all\"",
            "-mattr=+experimental-xsfmclic",
            "cannot have a frame pointer",
        ),
    ] {
        let input = folder.module(Target::Riscv64, function, attributes, "");
        let Compiler::Gisel(path) = gisel() else { unreachable!("it has been built") };
        let output = Command::new(path).args([option, "-o", "/dev/null"]).arg(&input).output().expect("run");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && message.contains("'f'") && message.contains(words), "{message}");
    }
}

/// Only RISC-V has an interrupt attribute.
#[test]
fn aarch64_has_no_interrupt_handlers() {
    let folder = Folder::new();
    let function = "define i32 @f(i32 %x) #0 { ret i32 %x }";
    let input = folder.module(Target::Aarch64, function, "\"interrupt\"=\"machine\"", "");
    let found = code(&object(&gisel(), Target::Aarch64, 2, &input, &[]), &["ret", "mret"]);
    assert_eq!(found, [("f".to_owned(), vec!["ret".to_owned()])]);
}

/// A handler of resumable non-maskable interrupts needs the instruction that returns from it.
#[test]
fn returns_from_nmi_need_smrnmi() {
    let folder = Folder::new();
    let function = "define void @f() #0 { ret void }";
    let input = folder.module(Target::Riscv64, function, "\"interrupt\"=\"rnmi\"", "");
    let Compiler::Gisel(path) = gisel() else { unreachable!("it has been built") };
    let output =
        Command::new(path).args(["-filetype=obj", "-o", "/dev/null"]).arg(&input).output().expect("run");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && message.contains("'f'") && message.contains("+smrnmi"), "{message}");
}

/// An interrupt passes no arguments.
#[test]
fn interrupt_handlers_have_no_arguments() {
    let folder = Folder::new();
    let function = "define void @f(i32 %x) #0 { ret void }";
    let input = folder.module(Target::Riscv64, function, "\"interrupt\"=\"machine\"", "");
    let Compiler::Gisel(path) = gisel() else { unreachable!("it has been built") };
    let output =
        Command::new(path).args(["-filetype=obj", "-o", "/dev/null"]).arg(&input).output().expect("run");
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && message.contains("interrupt handler"), "{message}");
}

/// A program with jump tables, computed gotos, `setjmp` and tail calls. It contains all its code,
/// hence every landing is valid.
const PROGRAM: &str = r#"
typedef unsigned long word;
static void say(int n);
static void leave(int code);
#if defined(__aarch64__)
__asm__(".globl _start\n_start:\n hint #34\n mov x29, #0\n mov x30, #0\n adrp x18, shadow\n add x18, x18, :lo12:shadow\n bl run\n brk #1\n"
        ".globl save\n.type save,%function\nsave:\n hint #34\n stp x19, x20, [x0]\n stp x21, x22, [x0, #16]\n stp x23, x24, [x0, #32]\n"
        " stp x25, x26, [x0, #48]\n stp x27, x28, [x0, #64]\n stp x29, x30, [x0, #80]\n mov x2, sp\n stp x2, x18, [x0, #96]\n mov w0, #0\n ret\n"
        ".globl jump\n.type jump,%function\njump:\n hint #34\n ldp x19, x20, [x0]\n ldp x21, x22, [x0, #16]\n ldp x23, x24, [x0, #32]\n"
        " ldp x25, x26, [x0, #48]\n ldp x27, x28, [x0, #64]\n ldp x29, x30, [x0, #80]\n ldp x2, x18, [x0, #96]\n mov sp, x2\n mov w0, w1\n br x30\n");
static word call(word number, word a, word b, word c) {
  register word x8 __asm__("x8") = number, x0 __asm__("x0") = a, x1 __asm__("x1") = b, x2 __asm__("x2") = c;
  __asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1), "r"(x2) : "memory");
  return x0;
}
#else
__asm__(".globl _start\n_start:\n li s0, 0\n la gp, shadow\n call run\n ebreak\n"
        ".globl save\nsave:\n sd ra, 0(a0)\n sd sp, 8(a0)\n sd s0, 16(a0)\n sd s1, 24(a0)\n sd s2, 32(a0)\n sd s3, 40(a0)\n"
        " sd gp, 48(a0)\n li a0, 0\n ret\n"
        ".globl jump\njump:\n ld ra, 0(a0)\n ld sp, 8(a0)\n ld s0, 16(a0)\n ld s1, 24(a0)\n ld s2, 32(a0)\n ld s3, 40(a0)\n"
        " ld gp, 48(a0)\n mv a0, a1\n ret\n");
static word call(word number, word a, word b, word c) {
  register word a7 __asm__("a7") = number, a0 __asm__("a0") = a, a1 __asm__("a1") = b, a2 __asm__("a2") = c;
  __asm__ volatile("ecall" : "+r"(a0) : "r"(a7), "r"(a1), "r"(a2) : "memory");
  return a0;
}
#endif
word shadow[64];
int save(word *) __attribute__((returns_twice));
void jump(word *, int) __attribute__((noreturn));
static word buffer[16];
static void leave(int code) { call(93, code, 0, 0); }
static void say(int n) {
  char text[16], *at = text + 15;
  int negative = n < 0;
  *at = '\n';
  do *--at = '0' + (negative ? -(n % 10) : n % 10);
  while (n /= 10);
  if (negative) *--at = '-';
  call(64, 1, (word)at, text + 16 - at);
}
__attribute__((noinline)) static int choose(int x, int y) {
  switch (x) {
  case 0: return y + 7;
  case 1: return y * 3;
  case 2: return y - 11;
  case 3: return y ^ 5;
  case 4: return y << 2;
  case 5: say(5); return y;
  default: return -1;
  }
}
__attribute__((noinline)) static int interpret(const char *code) {
  static void *labels[] = {&&add, &&twice, &&stop};
  int n = 1;
  goto *labels[*code++ - '0'];
add: n += 3; goto *labels[*code++ - '0'];
twice: n *= 2; goto *labels[*code++ - '0'];
stop: return n;
}
__attribute__((noinline)) static void deep(int n) {
  if (n == 0) jump(buffer, 42);
  deep(n - 1);
  __asm__ volatile("");
}
__attribute__((noinline)) static int tail(int (*f)(int, int), int x) { return f(x, x + 1); }
__attribute__((noinline)) static word caller(void) { return (word)__builtin_return_address(0); }
__attribute__((noinline)) static int maybe(int x, int (*f)(int, int)) {
  if (x == 0) return 3;
  return f(x, 1) + f(x, 2);
}
__attribute__((noinline)) static int sized(int n) {
  char bytes[n];
  for (int i = 0; i < n; i++) bytes[i] = i;
  __asm__ volatile("" : : "r"(bytes) : "memory");
  return choose(3, bytes[n - 1]);
}
void run(void) {
  for (int i = 0; i < 7; i++) say(choose(i, 20));
  say(interpret("01012"));
  int value = save(buffer);
  if (value == 0) deep(5);
  say(value);
  int (*volatile f)(int, int) = choose;
  say(tail(f, 2));
  say(maybe(0, f) + maybe(4, f));
  say(sized(100));
  say(caller() - (word)run < 4096);
  leave(0);
}
"#;

const PROGRAM_SAYS: &str = "27\n60\n9\n17\n80\n5\n20\n-1\n22\n42\n-8\n15\n102\n1\n";

/// Protected programs run if the CPU checks landings and signatures.
#[test]
fn protected_programs_run() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = folder.path().join("program.c");
    fs::write(&source, PROGRAM).expect("written");
    let cases: [(Target, &[&str], &str); 6] = [
        (Target::Aarch64, &["-mbranch-protection=standard"], "-mattr=+v8a"),
        (Target::Aarch64, &["-mbranch-protection=pac-ret+leaf+b-key+bti"], "-mattr=+pauth"),
        (Target::Aarch64, &["-mbranch-protection=bti"], "-mattr=+v8a"),
        (
            Target::Aarch64,
            &["-fsanitize=shadow-call-stack", "-ffixed-x18", "-mbranch-protection=standard"],
            "-mattr=+reserve-x18",
        ),
        (Target::Riscv64, &["-fsanitize=shadow-call-stack"], "-mattr=+c"),
        (Target::Riscv64, &["-fsanitize=shadow-call-stack"], "-mattr=+zimop"),
    ];
    for (target, flags, option) in cases {
        for (ir_level, level) in [(0, 0), (2, 2)] {
            let combo = Combo { target, ir_level, level, mode: Mode::Static };
            let [bitcode, object, program] = ["a.bc", "a.o", "a"].map(|name| folder.path().join(name));
            let flags: Vec<String> = flags.iter().chain(&["-ffreestanding"]).map(|&f| f.to_owned()).collect();
            process::run(&mut build::clang(combo, &source, &flags, &bitcode)).expect("clang compiles it");
            let mut command = gisel().command(combo, &bitcode, &object);
            process::run(command.arg(option)).expect("it compiles");
            let mut link = Command::new(format!("{}-gcc", target.gnu()));
            link.args(["-nostdlib", "-static", "-Wl,--no-relax", "-o"]).arg(&program).arg(&object);
            if target == Target::Aarch64 {
                link.arg("-Wl,-z,force-bti");
            }
            process::run(&mut link).expect("it links");
            let mut run = Command::new(format!("qemu-{}", target.arch()));
            if target == Target::Aarch64 {
                run.args(["-cpu", "max"]);
            }
            let said = process::run(run.arg(&program)).expect("it runs");
            assert_eq!(said, PROGRAM_SAYS, "{combo:?} {flags:?}");
        }
    }
}
