//! Signed pointers: intrinsics, calls, constants in code and in data, branches to blocks: run, and
//! compared with llc's code.

use gisel_tests::build::Compiler;
use gisel_tests::process;
use gisel_tests::target::Mode;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const DECLARATIONS: &str = "
declare i64 @llvm.ptrauth.sign(i64, i32, i64)
declare i64 @llvm.ptrauth.auth(i64, i32, i64)
declare i64 @llvm.ptrauth.resign(i64, i32, i64, i32, i64)
declare i64 @llvm.ptrauth.strip(i64, i32)
declare i64 @llvm.ptrauth.blend(i64, i64)
declare i64 @llvm.ptrauth.sign.generic(i64, i64)
";

/// Prints numbers, and 1 for each success.
const PROGRAM: &str = r#"
declare i32 @printf(ptr, ...)
@fmt = private constant [8 x i8] c"%d %d\0A\00\00"
declare extern_weak void @missing()
@slot = global ptr null
define i32 @add1(i32 %x) noinline { %r = add i32 %x, 1
 ret i32 %r }
define i32 @viatail(ptr %f, i32 %x) noinline { %d = ptrtoint ptr @slot to i64
 %b = call i64 @llvm.ptrauth.blend(i64 %d, i64 77)
 %r = tail call i32 %f(i32 %x) [ "ptrauth"(i32 1, i64 %b) ]
 ret i32 %r }
define void @check(i32 %n, i1 %ok) noinline { %v = zext i1 %ok to i32
 call i32 (ptr, ...) @printf(ptr @fmt, i32 %n, i32 %v)
 ret void }
define i64 @signs(i64 %p, i64 %d) {
 %s = call i64 @llvm.ptrauth.sign(i64 %p, i32 2, i64 %d)
 ret i64 %s }
define i64 @authenticates(i64 %s, i64 %d) {
 %a = call i64 @llvm.ptrauth.auth(i64 %s, i32 2, i64 %d)
 ret i64 %a }
define i64 @signs_again(i64 %s, i64 %d) {
 %p = ptrtoint ptr @slot to i64
 %a = call i64 @llvm.ptrauth.resign(i64 %s, i32 2, i64 %d, i32 3, i64 %d)
 %b = call i64 @llvm.ptrauth.sign(i64 %p, i32 3, i64 %d)
 %x = xor i64 %a, %b
 ret i64 %x }
; A signature has few bits, and may be right by chance.
define i1 @some_differ(ptr %f, i64 %from, i64 %to) noinline {
entry: br label %loop
loop:
 %d = phi i64 [ 1, %entry ], [ %next, %loop ]
 %r = call i64 %f(i64 %from, i64 %d)
 %ne = icmp ne i64 %r, %to
 %next = add i64 %d, 1
 %end = icmp eq i64 %next, 9
 %stop = or i1 %ne, %end
 br i1 %stop, label %done, label %loop
done: ret i1 %ne }
define i32 @main() {
 %p = ptrtoint ptr @slot to i64
 %s = call i64 @llvm.ptrauth.sign(i64 %p, i32 2, i64 99)
 %ne = call i1 @some_differ(ptr @signs, i64 %p, i64 %p)
 call void @check(i32 1, i1 %ne)
 %a = call i64 @llvm.ptrauth.auth(i64 %s, i32 2, i64 99)
 %eq = icmp eq i64 %a, %p
 call void @check(i32 2, i1 %eq)
 %ne2 = call i1 @some_differ(ptr @authenticates, i64 %s, i64 %p)
 call void @check(i32 3, i1 %ne2)
 %x = call i64 @llvm.ptrauth.strip(i64 %s, i32 2)
 %eq2 = icmp eq i64 %x, %p
 call void @check(i32 4, i1 %eq2)
 %re = call i64 @llvm.ptrauth.resign(i64 %s, i32 2, i64 99, i32 3, i64 %p)
 %s2 = call i64 @llvm.ptrauth.sign(i64 %p, i32 3, i64 %p)
 %eq3 = icmp eq i64 %re, %s2
 call void @check(i32 5, i1 %eq3)
 %ne3 = call i1 @some_differ(ptr @signs_again, i64 %s, i64 0)
 call void @check(i32 6, i1 %ne3)
 %g1 = call i64 @llvm.ptrauth.sign.generic(i64 %p, i64 1)
 %g2 = call i64 @llvm.ptrauth.sign.generic(i64 %p, i64 2)
 %ne4 = icmp ne i64 %g1, %g2
 call void @check(i32 7, i1 %ne4)
 store ptr ptrauth (ptr @add1, i32 0, i64 1234, ptr @slot), ptr @slot
 %f = load ptr, ptr @slot
 %b = call i64 @llvm.ptrauth.blend(i64 %p, i64 1234)
 %r = call i32 %f(i32 41) [ "ptrauth"(i32 0, i64 %b) ]
 %eq5 = icmp eq i32 %r, 42
 call void @check(i32 8, i1 %eq5)
 %r2 = call i32 @viatail(ptr ptrauth (ptr @add1, i32 1, i64 77, ptr @slot), i32 7)
 %eq6 = icmp eq i32 %r2, 8
 call void @check(i32 9, i1 %eq6)
 %r3 = call i32 ptrauth (ptr @add1, i32 1, i64 77)(i32 1) [ "ptrauth"(i32 1, i64 77) ]
 %eq7 = icmp eq i32 %r3, 2
 call void @check(i32 10, i1 %eq7)
 %s9 = icmp eq ptr ptrauth (ptr @missing, i32 0, i64 3), null
 call void @check(i32 11, i1 %s9)
 %t = call i32 @gotos(i32 1)
 %eq9 = icmp eq i32 %t, 10
 call void @check(i32 12, i1 %eq9)
 ret i32 0 }
define i32 @gotos(i32 %x) "ptrauth-indirect-gotos" {
 %c = icmp eq i32 %x, 0
 %p = select i1 %c, ptr blockaddress(@gotos, %a), ptr blockaddress(@gotos, %b)
 indirectbr ptr %p, [label %a, label %b]
a: ret i32 9
b: ret i32 10 }

"#;

/// Intrinsics and calls.
const CALLS: &str = r#"define i64 @sign(i64 %p, i64 %d) { 
 %a = call i64 @llvm.ptrauth.sign(i64 %p, i32 0, i64 %d)
 ret i64 %a }
define i64 @signz(i64 %p) { 
 %a = call i64 @llvm.ptrauth.sign(i64 %p, i32 2, i64 0)
 ret i64 %a }
define i64 @signi(i64 %p) { 
 %a = call i64 @llvm.ptrauth.sign(i64 %p, i32 1, i64 1234)
 ret i64 %a }
define i64 @signw(i64 %p) { 
 %a = call i64 @llvm.ptrauth.sign(i64 %p, i32 1, i64 123456)
 ret i64 %a }
define i64 @signb(i64 %p, i64 %d) { 
 %b = call i64 @llvm.ptrauth.blend(i64 %d, i64 1234)
 %a = call i64 @llvm.ptrauth.sign(i64 %p, i32 3, i64 %b)
 ret i64 %a }
define i64 @auth(i64 %p, i64 %d) { 
 %a = call i64 @llvm.ptrauth.auth(i64 %p, i32 0, i64 %d)
 ret i64 %a }
define i64 @authb(i64 %p, i64 %d) { 
 %b = call i64 @llvm.ptrauth.blend(i64 %d, i64 1234)
 %a = call i64 @llvm.ptrauth.auth(i64 %p, i32 0, i64 %b)
 ret i64 %a }
define i64 @autht(i64 %p, i64 %d) "ptrauth-auth-traps" { 
 %b = call i64 @llvm.ptrauth.blend(i64 %d, i64 1234)
 %a = call i64 @llvm.ptrauth.auth(i64 %p, i32 0, i64 %b)
 ret i64 %a }
define i64 @authtb(i64 %p, i64 %d) "ptrauth-auth-traps" { 
 %a = call i64 @llvm.ptrauth.auth(i64 %p, i32 3, i64 %d)
 ret i64 %a }
define i64 @resign(i64 %p, i64 %d, i64 %e) { 
 %a = call i64 @llvm.ptrauth.resign(i64 %p, i32 0, i64 %d, i32 2, i64 %e)
 ret i64 %a }
define i64 @resignb(i64 %p, i64 %d, i64 %e) { 
 %b = call i64 @llvm.ptrauth.blend(i64 %d, i64 1234)
 %c = call i64 @llvm.ptrauth.blend(i64 %e, i64 4321)
 %a = call i64 @llvm.ptrauth.resign(i64 %p, i32 1, i64 %b, i32 3, i64 %c)
 ret i64 %a }
define i64 @resignt(i64 %p, i64 %d, i64 %e) "ptrauth-auth-traps" { 
 %a = call i64 @llvm.ptrauth.resign(i64 %p, i32 0, i64 %d, i32 0, i64 0)
 ret i64 %a }
define i64 @strip(i64 %p) { 
 %a = call i64 @llvm.ptrauth.strip(i64 %p, i32 0)
 ret i64 %a }
define i64 @stripd(i64 %p) { 
 %a = call i64 @llvm.ptrauth.strip(i64 %p, i32 3)
 ret i64 %a }
define i64 @blend(i64 %p, i64 %q) { 
 %a = call i64 @llvm.ptrauth.blend(i64 %p, i64 %q)
 ret i64 %a }
define i64 @blendi(i64 %p, i64 %q) { 
 %a = call i64 @llvm.ptrauth.blend(i64 %p, i64 77)
 ret i64 %a }
define i64 @blendw(i64 %p, i64 %q) { 
 %a = call i64 @llvm.ptrauth.blend(i64 %p, i64 777777)
 ret i64 %a }
define i64 @gen(i64 %p, i64 %q) { 
 %a = call i64 @llvm.ptrauth.sign.generic(i64 %p, i64 %q)
 ret i64 %a }
define i32 @call(ptr %f, i64 %d) {
 %r = call i32 %f(i32 1) [ "ptrauth"(i32 0, i64 %d) ]
 %s = add i32 %r, 1
 ret i32 %s }
define i32 @callz(ptr %f) {
 %r = call i32 %f(i32 1) [ "ptrauth"(i32 1, i64 0) ]
 %s = add i32 %r, 1
 ret i32 %s }
define i32 @calli(ptr %f) {
 %r = call i32 %f(i32 1) [ "ptrauth"(i32 1, i64 9) ]
 %s = add i32 %r, 1
 ret i32 %s }
define i32 @callb(ptr %f, i64 %d) {
 %b = call i64 @llvm.ptrauth.blend(i64 %d, i64 1234)
 %r = call i32 %f(i32 1) [ "ptrauth"(i32 1, i64 %b) ]
 %s = add i32 %r, 1
 ret i32 %s }
define i32 @tail(ptr %f, i64 %d) {
 %r = tail call i32 %f(i32 1) [ "ptrauth"(i32 0, i64 %d) ]
 ret i32 %r }
define i32 @tailz(ptr %f, i64 %d) {
 %r = tail call i32 %f(i32 1) [ "ptrauth"(i32 0, i64 0) ]
 ret i32 %r }
define i32 @tailb(ptr %f, i64 %d) {
 %b = call i64 @llvm.ptrauth.blend(i64 %d, i64 1234)
 %r = tail call i32 %f(i32 1) [ "ptrauth"(i32 1, i64 %b) ]
 ret i32 %r }
"#;

/// Constants.
const CONSTANTS: &str = r#"@g = global i32 0
@h = external global i32
@hw = extern_weak global i32
@loc = internal global [4 x i32] zeroinitializer
declare void @ext()
declare extern_weak void @extw()
define void @def() { ret void }
@d1 = global ptr ptrauth (ptr @ext, i32 0)
@d2 = global ptr ptrauth (ptr @ext, i32 1, i64 1234)
@d3 = global ptr ptrauth (ptr @ext, i32 2, i64 1234, ptr @d3)
@d4 = global ptr ptrauth (ptr @ext, i32 3, i64 0, ptr @d4)
@d5 = global ptr ptrauth (ptr getelementptr (i8, ptr @g, i64 8), i32 2, i64 7)
@d6 = constant { i64, ptr } { i64 1, ptr ptrauth (ptr @def, i32 0, i64 65535, ptr getelementptr (i8, ptr @d6, i64 8)) }
@d8 = constant [2 x ptr] [ptr ptrauth (ptr @g, i32 0, i64 1, ptr inttoptr (i64 3 to ptr)), ptr ptrauth (ptr getelementptr (i8, ptr @g, i64 -8), i32 2, i64 7)]
define ptr @m1() { ret ptr ptrauth (ptr @ext, i32 0) }
define ptr @m2() { ret ptr ptrauth (ptr @ext, i32 1, i64 12) }
define ptr @m3() { ret ptr ptrauth (ptr @ext, i32 2, i64 12, ptr @g) }
define ptr @m4() { ret ptr ptrauth (ptr @def, i32 2, i64 12, ptr @g) }
define ptr @m5() { ret ptr ptrauth (ptr @g, i32 2, i64 12) }
define ptr @m6() { ret ptr ptrauth (ptr getelementptr (i8, ptr @g, i64 80), i32 2, i64 12) }
define ptr @m7() { ret ptr ptrauth (ptr getelementptr (i8, ptr @g, i64 800000), i32 2, i64 12) }
define ptr @m8() { ret ptr ptrauth (ptr getelementptr (i8, ptr @h, i64 -8), i32 2, i64 12) }
define ptr @m12() { ret ptr ptrauth (ptr @loc, i32 2, i64 3) }
define void @c1() { 
 call void ptrauth (ptr @ext, i32 0, i64 5)() [ "ptrauth"(i32 0, i64 5) ]
 ret void }
define void @c2() { 
 call void ptrauth (ptr @ext, i32 0, i64 5)() [ "ptrauth"(i32 0, i64 6) ]
 ret void }
define void @c3() { 
 call void ptrauth (ptr @ext, i32 0, i64 5)() 
 ret void }
define void @c5() { 
 tail call void ptrauth (ptr @ext, i32 0, i64 5)() [ "ptrauth"(i32 0, i64 5) ]
 ret void }
define ptr @sto(ptr %p) { 
  store ptr ptrauth (ptr @ext, i32 0, i64 5, ptr @d1), ptr %p
 ret ptr %p }
define internal void @f() { ret void }
@llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [{ i32, ptr, ptr } { i32 65535, ptr ptrauth (ptr @f, i32 0, i64 55764), ptr null }, { i32, ptr, ptr } { i32 65535, ptr ptrauth (ptr @f, i32 0, i64 55764, ptr inttoptr (i64 1 to ptr)), ptr null }]
"#;

/// The same in functions that sign their returns, and their blocks' addresses.
const ATTRIBUTES: &str = r#"
@tab = internal constant [2 x ptr] [ptr blockaddress(@goto, %a), ptr blockaddress(@goto, %b)]
define i32 @goto(i64 %n) "ptrauth-indirect-gotos" "ptrauth-returns" "ptrauth-calls" {
  %p = getelementptr [2 x ptr], ptr @tab, i64 0, i64 %n
  %t = load ptr, ptr %p
  call void @ext()
  indirectbr ptr %t, [label %a, label %b]
a: ret i32 1
b: ret i32 2
}
declare void @ext()
define ptr @address() { ret ptr blockaddress(@goto, %b) }
"#;

/// Compiles `input` to an object, for its own triple.
fn compile(
    compiler: &Compiler,
    input: &Path,
    level: u8,
    mode: Mode,
    feature: &str,
) -> Result<PathBuf, String> {
    let name = if *compiler == Compiler::Llc { "llc.o" } else { "gisel.o" };
    let object = input.with_file_name(name);
    let mut command = compiler.alone();
    command.arg(format!("-O{level}")).arg(mode.relocation_model()).arg(format!("-mattr={feature}"));
    process::run(command.args(["-filetype=obj", "-o"]).arg(&object).arg(input)).map_err(|e| e.to_string())?;
    Ok(object)
}

/// Returns a module for a system.
fn module(system: &str, text: &str) -> String {
    format!("target triple = \"aarch64-unknown-linux-{system}\"\n{text}\n")
}

#[test]
fn signed_pointers_are_used_as_they_are_signed() {
    let folder = tempfile::tempdir().unwrap();
    let (input, binary) = (folder.path().join("in.ll"), folder.path().join("program"));
    fs::write(&input, module("gnu", &format!("{DECLARATIONS}{PROGRAM}"))).unwrap();
    let compiler = Compiler::under_test().unwrap();
    for (level, mode) in [(0, Mode::Static), (2, Mode::Static), (0, Mode::Pie), (2, Mode::Pie)] {
        let object = compile(&compiler, &input, level, mode, "+pauth").unwrap();
        let mut link = Command::new("aarch64-linux-gnu-gcc");
        process::run(link.args(["-static", "-o"]).arg(&binary).arg(&object)).unwrap();
        let mut qemu = Command::new("qemu-aarch64");
        let printed = process::run(qemu.args(["-cpu", "max"]).arg(&binary)).unwrap();
        let expected: String = (1..=12).map(|n| format!("{n} 1\n")).collect();
        assert_eq!(printed, expected, "-O{level} {mode:?}");
    }
}

/// Returns the instructions that sign, authenticate, strip, branch and trap, and the
/// discriminators, by function.
fn code(object: &Path) -> Vec<String> {
    let mut dump = Command::new("llvm-objdump-22");
    dump.args(["-d", "--no-show-raw-insn", "--no-addresses", "--mattr=+pauth"]).arg(object);
    let text = process::run(&mut dump).unwrap();
    let mut found = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix('<').filter(|name| !name.starts_with(".L")) {
            found.push(name.to_owned());
        }
        let mut words = line.split_whitespace();
        let Some(mnemonic) = words.next() else { continue };
        let kinds = ["pac", "aut", "xpac", "bra", "blra", "reta", "ereta", "brk"];
        if kinds.iter().any(|kind| mnemonic.starts_with(kind)) || mnemonic == "blr" || mnemonic == "bfi" {
            found.push(mnemonic.to_owned());
        } else if mnemonic == "movk" && line.contains("lsl #48") {
            found.push(words.nth(1).unwrap_or_default().to_owned());
        }
    }
    // Returns may be duplicated.
    found.dedup();
    found
}

/// Returns the addresses that the loader signs: offset, symbol and schema of each.
fn signed_data(object: &Path) -> Vec<String> {
    let text = process::run(Command::new("llvm-readelf-22").arg("-rW").arg(object)).unwrap();
    let signed = text.lines().filter(|line| line.contains("R_AARCH64_AUTH_ABS64"));
    let mut found: Vec<String> = signed
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            // The length of the code before a block may differ.
            let symbol = if words[4] == ".text" { &words[4..5] } else { &words[4..] };
            [&words[..1], symbol].concat().join(" ")
        })
        .collect();
    let mut contents = Command::new("llvm-objdump-22");
    contents.args(["-s", "-j", ".data", "-j", ".data.rel.ro", "-j", ".init_array"]).arg(object);
    found.extend(process::run(&mut contents).unwrap().lines().skip(2).map(str::to_owned));
    found
}

/// Checks that two objects sign and authenticate by the same instructions, and have the same signed
/// data.
fn assert_same(own: &Path, theirs: &Path) {
    assert_eq!(code(own), code(theirs));
    assert_eq!(signed_data(own), signed_data(theirs));
}

#[test]
fn code_and_data_are_llc_s() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in.ll");
    let compiler = Compiler::under_test().unwrap();
    for (text, least) in [(CALLS, 60), (CONSTANTS, 30), (ATTRIBUTES, 5)] {
        fs::write(&input, module("musl", &format!("{DECLARATIONS}{text}"))).unwrap();
        for feature in ["+pauth", "+pauth,+fpac"] {
            let [own, theirs] = [&compiler, &Compiler::Llc]
                .map(|compiler| compile(compiler, &input, 2, Mode::Pie, feature).unwrap());
            assert_same(&own, &theirs);
            assert!(code(&theirs).len() >= least, "{:?}", code(&theirs));
        }
    }
}

#[test]
fn assembly_says_how_addresses_are_signed() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in.s");
    let text = ".data\n.xword f@AUTH(ia,1,addr), g+8@AUTH(db, 65535)\n.text\n\
        braa x0, sp\nbraaz x1\nblrab x2, x3\nblrabz x4\neretaa\neretab\n";
    fs::write(&input, text).unwrap();
    let own = folder.path().join("own.o");
    let mut gisel = Compiler::under_test().unwrap().alone();
    gisel.args(["-mtriple=aarch64-linux-gnu", "-mattr=+pauth", "-filetype=obj", "-o"]).arg(&own).arg(&input);
    process::run(&mut gisel).unwrap();
    let theirs = folder.path().join("theirs.o");
    let mut mc = Command::new("llvm-mc-22");
    mc.args(["-triple=aarch64-linux-gnu", "-mattr=+pauth", "-filetype=obj", "-o"]).arg(&theirs).arg(&input);
    process::run(&mut mc).unwrap();
    assert_eq!(code(&own).len(), 7);
    assert_same(&own, &theirs);
}

#[test]
fn unsignable_pointers_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let input = folder.path().join("in.ll");
    let compiler = Compiler::under_test().unwrap();
    let call = "define void @f(ptr %p) { call void %p() [ \"ptrauth\"(i32 KEY, i64 1) ] ret void }";
    let cases = [
        ("@g = global ptr ptrauth (ptr @g, i32 2)".to_owned(), true, "key `da`"),
        ("@g = global ptr ptrauth (ptr null, i32 0)".to_owned(), true, "to no symbol"),
        (call.replace("KEY", "2"), true, "keys of instructions"),
        (call.replace("KEY", "0"), false, "`+pauth`"),
    ];
    for (text, has_feature, expected) in cases {
        fs::write(&input, module("gnu", &text)).unwrap();
        let feature = if has_feature { "+pauth" } else { "-pauth" };
        let error = compile(&compiler, &input, 2, Mode::Static, feature).unwrap_err();
        assert!(error.contains(expected), "{text}: {error}");
    }
}
