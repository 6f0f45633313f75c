//! Stack protectors: the protected functions, the source of the guard, and the objects next to it.

use gisel_tests::build::{self};
use gisel_tests::target::Target;
use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

/// Bodies, each of which is compiled with each attribute.
const BODIES: &[(&str, &str)] = &[
    ("nothing", "ret void"),
    ("scalar", "%a = alloca i32\n store volatile i32 1, ptr %a\n ret void"),
    ("bytes", "%a = alloca [16 x i8]\n store volatile i8 1, ptr %a\n ret void"),
    ("few_bytes", "%a = alloca [4 x i8]\n store volatile i8 1, ptr %a\n ret void"),
    ("words", "%a = alloca [16 x i32]\n store volatile i8 1, ptr %a\n ret void"),
    ("nested", "%a = alloca { i32, { [8 x i8], i8 } }\n store volatile i8 1, ptr %a\n ret void"),
    ("few_nested", "%a = alloca { i32, { [3 x i8], i8 } }\n store volatile i8 1, ptr %a\n ret void"),
    ("dynamic", "%n = load i64, ptr @g\n %a = alloca i8, i64 %n\n call void @use(ptr %a)\n ret void"),
    ("several", "%a = alloca i8, i64 3\n store volatile i8 1, ptr %a\n ret void"),
    ("many", "%a = alloca i8, i64 30\n store volatile i8 1, ptr %a\n ret void"),
    ("passed", "%a = alloca i32\n call void @use(ptr %a)\n ret void"),
    ("stored", "%a = alloca i32\n store ptr %a, ptr @g\n ret void"),
    (
        "field",
        "%a = alloca { i32, i32 }\n %f = getelementptr i8, ptr %a, i64 4\n store volatile i32 1, ptr %f\n ret void",
    ),
    (
        "beyond",
        "%a = alloca { i32, i32 }\n %f = getelementptr i8, ptr %a, i64 8\n store volatile i32 1, ptr %f\n ret void",
    ),
    ("partly_beyond", "%a = alloca i32\n store volatile i64 1, ptr %a\n ret void"),
    (
        "indexed",
        "%n = load i64, ptr @g\n %a = alloca { i32, i32 }\n %f = getelementptr i32, ptr %a, i64 %n\n store volatile i32 1, ptr %f\n ret void",
    ),
    (
        "marked",
        "%a = alloca i32\n call void @llvm.lifetime.start.p0(ptr %a)\n store volatile i32 1, ptr %a\n ret void",
    ),
    ("throwing", "%a = alloca [16 x i8]\n call void @use(ptr %a)\n call void @die()\n unreachable"),
    ("ending", "%a = alloca [16 x i8]\n call void @use(ptr %a)\n call void @stop()\n unreachable"),
    ("tail", "%a = alloca [16 x i8]\n call void @use(ptr %a)\n tail call void @next()\n ret void"),
];

const ATTRIBUTES: &[(&str, &str)] = &[
    ("none", ""),
    ("ssp", "ssp"),
    ("strong", "sspstrong"),
    ("all", "sspreq"),
    ("large", "ssp \"stack-protector-buffer-size\"=\"20\""),
    ("small", "ssp \"stack-protector-buffer-size\"=\"2\""),
];

/// Attributes of AArch64: tagged variables fill granules of 16 bytes.
const TAGGED: &[(&str, &str)] = &[
    ("tagged", "ssp sanitize_memtag \"target-features\"=\"+mte\""),
    ("tagged_strong", "sspstrong sanitize_memtag \"target-features\"=\"+mte\""),
    (
        "tagged_large",
        "ssp \"stack-protector-buffer-size\"=\"14\" sanitize_memtag \"target-features\"=\"+mte\"",
    ),
];

/// Returns the attributes for functions of `target`.
fn attributes(target: Target) -> Vec<(&'static str, &'static str)> {
    let tagged = if target == Target::Aarch64 { TAGGED } else { &[] };
    [ATTRIBUTES, tagged].concat()
}

fn functions(target: Target) -> String {
    let mut text = String::from(
        "@g = external global ptr\ndeclare void @use(ptr)\ndeclare void @die() noreturn\n\
         declare void @stop() noreturn nounwind\ndeclare void @next()\n",
    );
    for (body, code) in BODIES {
        for (name, attribute) in attributes(target) {
            text += &format!("define void @{body}.{name}() {attribute} {{\n {code}\n}}\n");
        }
    }
    text
}

fn run(command: &mut Command) -> Result<String, String> {
    let output = command.output().expect("the command starts");
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
}

/// Returns the assembly of `ir`.
fn assembly(compiler: &str, ir: &str, triple: &str, level: u8) -> Result<String, String> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let input = folder.path().join("in.ll");
    fs::write(&input, ir).expect("written");
    let mut command = Command::new(compiler);
    command.arg(format!("-O{level}")).arg(format!("-mtriple={triple}"));
    match compiler.ends_with("gisel") {
        true => command.arg("-verify-machineinstrs"),
        false => command.arg("-global-isel=0"),
    };
    run(command.args(["-filetype=asm", "-o", "-"]).arg(input))
}

fn gisel() -> String {
    build::gisel().display().to_string()
}

/// Returns the number of calls to the guard's failure routine, by function.
fn checks(assembly: &str) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    let mut current = String::new();
    for line in assembly.lines() {
        match line.split_once(':').map(|(label, _)| label) {
            Some(label)
                if BODIES
                    .iter()
                    .any(|(body, _)| label.strip_prefix(body).is_some_and(|r| r.starts_with('.'))) =>
            {
                current = label.to_owned();
                counts.insert(current.clone(), 0);
            }
            _ if line.contains("__stack_chk_fail") => *counts.entry(current.clone()).or_insert(0) += 1,
            _ => {}
        }
    }
    counts
}

#[test]
fn the_same_functions_as_llcs_are_protected() {
    for target in Target::ALL {
        for level in [0, 2] {
            let of = |compiler: &str| {
                checks(&assembly(compiler, &functions(target), &target.triple(), level).unwrap())
            };
            let (ours, mut theirs) = (of(&gisel()), of("llc-22"));
            // Above -O0 `llc` omits its pass's checks before calls that throw.
            let kept = ours.iter().filter(|(name, _)| name.starts_with("throwing."));
            let checked = kept.clone().filter(|(_, count)| **count == 1).count();
            // All but those without protectors, and with larger buffers.
            let expected = 4 + if target == Target::Aarch64 { 3 } else { 0 };
            assert_eq!(checked, expected, "{ours:?}");
            theirs.extend(kept.map(|(name, count)| (name.clone(), *count)));
            assert_eq!(ours, theirs, "{} -O{level}", target.arch());
            assert_eq!(ours.len(), BODIES.len() * attributes(target).len());
        }
    }
}

/// Triple, module flags, and the assembly's contents, once for the prologue and once for the check;
/// or words of the message.
type Case = (&'static str, &'static [&'static str], Result<&'static [&'static str], &'static str>);

const SYSREG: &str = "!\"stack-protector-guard\", !\"sysreg\"";
const TLS: &str = "!\"stack-protector-guard\", !\"tls\"";
const SP_EL0: &str = "!\"stack-protector-guard-reg\", !\"sp_el0\"";
const PIC: &str = "!\"PIC Level\", i32 2";

const GUARDS: &[Case] = &[
    ("aarch64-linux-gnu", &[], Ok(&["adrp\tx8, __stack_chk_guard", "[x8, :lo12:__stack_chk_guard]"])),
    ("aarch64-linux-gnu", &[PIC], Ok(&["adrp\tx8, :got:__stack_chk_guard"])),
    (
        "aarch64-linux-gnu",
        &[PIC, "!\"direct-access-external-data\", i32 1"],
        Ok(&["adrp\tx8, __stack_chk_guard"]),
    ),
    ("aarch64-linux-android", &[], Ok(&["mrs\tx8, tpidr_el0", "ldr\tx8, [x8, #40]"])),
    ("aarch64-fuchsia", &[], Ok(&["mrs\tx8, tpidr_el0", "ldur\tx8, [x8, #-16]"])),
    (
        "aarch64-linux-gnu",
        &[SYSREG, SP_EL0, "!\"stack-protector-guard-offset\", i32 200"],
        Ok(&["mrs\tx8, sp_el0", "ldr\tx8, [x8, #200]"]),
    ),
    (
        "aarch64-linux-gnu",
        &[SYSREG, SP_EL0, "!\"stack-protector-guard-offset\", i32 -8"],
        Ok(&["mrs\tx8, sp_el0", "ldur\tx8, [x8, #-8]"]),
    ),
    (
        "aarch64-linux-gnu",
        &[SYSREG, SP_EL0, "!\"stack-protector-guard-offset\", i32 40001"],
        Err("out of reach"),
    ),
    ("aarch64-linux-gnu", &[SYSREG, SP_EL0], Err("stack-protector-guard-offset is missing")),
    (
        "aarch64-linux-gnu",
        &[SYSREG, "!\"stack-protector-guard-reg\", !\"none\"", "!\"stack-protector-guard-offset\", i32 0"],
        Err("unknown system register \"none\""),
    ),
    ("aarch64-linux-gnu", &[TLS], Err("no guard of kind \"tls\"")),
    ("riscv64-linux-gnu", &[], Ok(&["%pcrel_hi(__stack_chk_guard)"])),
    ("riscv64-linux-gnu", &[PIC], Ok(&["%got_pcrel_hi(__stack_chk_guard)"])),
    ("riscv64-linux-android", &[], Ok(&["ld\ta0, -24(tp)"])),
    ("riscv64-fuchsia", &[], Ok(&["ld\ta0, -16(tp)"])),
    ("riscv64-linux-gnu", &[TLS, "!\"stack-protector-guard-offset\", i32 20"], Ok(&["ld\ta0, 20(tp)"])),
    (
        "riscv64-linux-gnu",
        &[TLS, "!\"stack-protector-guard-offset\", i32 5000"],
        Ok(&["add\ta0, a0, tp", "904(a0)"]),
    ),
    (
        "riscv64-linux-gnu",
        &[TLS, "!\"stack-protector-guard-reg\", !\"a0\""],
        Err("cannot be reached from \"a0\""),
    ),
    ("riscv64-linux-gnu", &["!\"stack-protector-guard-symbol\", !\"mine\""], Ok(&["%pcrel_hi(mine)"])),
    ("aarch64-linux-gnu", &["!\"stack-protector-guard-symbol\", !\"mine\""], Ok(&["adrp\tx8, mine"])),
    ("aarch64-linux-gnu", &[PIC, "!\"stack-protector-guard-symbol\", !\"mine\""], Ok(&[":got:mine"])),
    ("riscv64-unknown-openbsd", &[], Err("OpenBSD")),
];

#[test]
fn the_guard_comes_from_where_the_module_says() {
    for (triple, flags, expected) in GUARDS {
        let list: Vec<String> = (0..flags.len()).map(|n| format!("!{n}")).collect();
        let nodes: String =
            flags.iter().enumerate().map(|(n, flag)| format!("!{n} = !{{i32 1, {flag}}}\n")).collect();
        let ir = format!(
            "define void @f() sspreq {{\n ret void\n}}\n!llvm.module.flags = !{{{}}}\n{nodes}",
            list.join(", ")
        );
        for level in [0, 2] {
            let made = assembly(&gisel(), &ir, triple, level);
            match (expected, made) {
                (Ok(parts), Ok(text)) => {
                    for part in *parts {
                        assert!(text.contains(part), "{triple} {flags:?} -O{level}: no {part} in\n{text}");
                    }
                }
                (Err(words), Err(message)) => {
                    assert!(message.contains(words), "{triple} {flags:?}: {message}");
                    assert!(message.contains('f'), "{triple} {flags:?}: {message}");
                }
                (_, made) => panic!("{triple} {flags:?} -O{level}: {made:?}"),
            }
        }
    }
}

/// The guard's value and address are in no register from the prologue to the check. Its slot and
/// the neighbouring objects survive MIR.
#[test]
fn the_guard_is_loaded_anew_and_survives_mir() {
    let ir = "declare void @use(ptr, ptr, ptr)\n\
        define i32 @f(i32 %n) sspstrong {\n %x = alloca i32\n %s = alloca [3 x i32]\n %l = alloca [20 x i8]\n \
        call void @use(ptr %x, ptr %s, ptr %l)\n ret i32 %n\n}\n";
    for target in Target::ALL {
        for level in [0, 2] {
            let whole = assembly(&gisel(), ir, &target.triple(), level).unwrap();
            let loads = whole.matches("(__stack_chk_guard)").count() + whole.matches("adrp\tx").count();
            assert_eq!(loads, 2, "{whole}");
            for stage in ["irtranslator", "legalizer", "instruction-select", "prologepilog"] {
                let folder = tempfile::tempdir().expect("a temporary folder");
                let path = |name: &str| folder.path().join(name).display().to_string();
                fs::write(path("in.ll"), ir).expect("written");
                let triple = format!("-mtriple={}", target.triple());
                let level = format!("-O{level}");
                let gisel = |args: &[&str]| run(Command::new(gisel()).args([&level, &triple]).args(args));
                gisel(&[&format!("-stop-after={stage}"), "-o", &path("a.mir"), &path("in.ll")]).unwrap();
                let text =
                    gisel(&[&format!("-start-after={stage}"), "-filetype=asm", "-o", "-", &path("a.mir")]);
                assert_eq!(text.unwrap(), whole, "{stage}");
            }
        }
    }
}
