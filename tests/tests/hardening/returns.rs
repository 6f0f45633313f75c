//! Return addresses signed with an address, and pointers signed by the loader.

use super::{Folder, Line, compiled, disassembled, gisel, text_is_object};
use gisel_tests::build::Compiler;
use gisel_tests::process;
use std::fs;
use std::path::Path;
use std::process::Command;

const RETURNS: &str = "
declare i32 @h(i32)
define i32 @leaf(i32 %x) #0 { ret i32 %x }
define i32 @calls(i32 %x) #0 {
  %r = call i32 @h(i32 %x)
  %s = add i32 %r, 1
  ret i32 %s
}
define i32 @tail(i32 %x) #0 {
  %r = call i32 @h(i32 %x)
  %t = tail call i32 @h(i32 %r)
  ret i32 %t
}
define i32 @two(i32 %x) #0 {
  %c = icmp eq i32 %x, 3
  br i1 %c, label %a, label %b
a:
  %r = call i32 @h(i32 %x)
  %s = add i32 %r, 1
  ret i32 %s
b:
  %r2 = call i32 @h(i32 %x)
  %s2 = add i32 %r2, 9
  ret i32 %s2
}
define i32 @framed(i32 %x) #0 {
  %a = alloca [5000 x i32], align 64
  store volatile i32 %x, ptr %a
  %r = call i32 @h(i32 %x)
  ret i32 %r
}
";

/// The instructions that sign and authenticate return addresses with the signing instruction's
/// address equal `llc`'s.
#[test]
fn signatures_with_an_address_are_llc_s() {
    let folder = Folder::new();
    let shown = [
        "pacm",
        "paciasp",
        "pacibsp",
        "autiasp",
        "autibsp",
        "retaa",
        "retab",
        "paciasppc",
        "pacibsppc",
        "autiasppc",
        "autibsppc",
        "retaasppc",
        "retabsppc",
        "bti",
        "ret",
    ];
    let all = "\"sign-return-address\"=\"all\" \"branch-protection-pauth-lr\"";
    let some = "\"sign-return-address\"=\"non-leaf\" \"branch-protection-pauth-lr\"";
    for (attributes, features) in [
        (format!("{some} uwtable"), ""),
        (format!("{all} \"sign-return-address-key\"=\"b_key\" uwtable"), ""),
        (format!("{some} \"branch-target-enforcement\" nounwind"), ""),
        (format!("{some} \"branch-target-enforcement\" uwtable"), "+pauth-lr"),
        (format!("{all} \"branch-target-enforcement\" uwtable(sync)"), "+pauth-lr,+pauth"),
        (format!("{some} \"sign-return-address-key\"=\"b_key\" uwtable"), "+pauth-lr,+pauth"),
        (format!("{all} uwtable"), "+pauth"),
        ("\"branch-protection-pauth-lr\" uwtable".to_owned(), ""),
        (format!("{some} \"branch-protection-pauth-lr\"=\"false\""), "+pauth-lr"),
        (
            "\"sign-return-address\"=\"all\" \"sign-return-address-harden\"=\"load-return-address\""
                .to_owned(),
            "",
        ),
    ] {
        let input = folder.module(RETURNS, &attributes, "");
        let option = format!("-mattr={features}");
        let options: Vec<&str> = if features.is_empty() { Vec::new() } else { vec![&option] };
        let [own, reference] = [gisel(), Compiler::Llc].map(|compiler| {
            let functions = disassembled(&compiled(&compiler, &input, 0, "obj", &options));
            let chosen = |lines: Vec<Line>| -> Vec<String> {
                let words = lines.into_iter().map(|(_, words)| words);
                words
                    .filter(|words| shown.contains(&words[0].as_str()))
                    .map(|words| words[0].clone())
                    .collect()
            };
            functions.into_iter().map(|(name, lines)| (name, chosen(lines))).collect::<Vec<_>>()
        });
        assert_eq!(own, reference, "{attributes} {features}");
        for level in [0, 2] {
            text_is_object(&input, level, &options);
            check_signing_addresses(&input, level, &options);
        }
    }
}

/// Checks that X16 is the signing instruction's address when a signature is authenticated. The
/// unwind rule must have the same address.
fn check_signing_addresses(input: &Path, level: u8, options: &[&str]) {
    let text = fs::read_to_string(compiled(&gisel(), input, level, "asm", options)).expect("text");
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let signs = ["hint\t#25", "hint\t#27", "paciasp", "pacibsp"];
    let mut label = None;
    for (n, line) in lines.iter().enumerate() {
        if line.starts_with(".Ltmp")
            && signs.iter().any(|sign| lines.get(n + 1).is_some_and(|next| next.starts_with(sign)))
        {
            label = line.strip_suffix(':');
            let unwinds = text.contains(".cfi_startproc");
            assert!(!unwinds || lines[n - 1] == ".cfi_negate_ra_state_with_pc", "{text}");
        }
        if line.starts_with("adrp\tx16, .Ltmp") {
            assert_eq!(line.split(", ").nth(1), label, "{text}");
        }
    }
}

const GOT: &str = "
@e = external global i32
@w = extern_weak global i32
@t = external thread_local global i32
declare i32 @personality(...)
declare void @g()
declare extern_weak void @gw()
declare void @early() nonlazybind
define ptr @variable() { ret ptr @e }
define ptr @beside() { ret ptr getelementptr (i8, ptr @e, i64 8) }
define ptr @weak() { ret ptr @w }
define ptr @function() { ret ptr @g }
define ptr @weak_function() { ret ptr @gw }
define ptr @thread_local() { ret ptr @t }
define void @catches() personality ptr @personality {
  invoke void @g() to label %a unwind label %b
a:
  ret void
b:
  %l = landingpad { ptr, i32 } cleanup
  resume { ptr, i32 } %l
}
";

/// Entries of the global offset table are authenticated and checked as by `llc`; so are pointers to
/// personality routines.
#[test]
fn the_signed_global_offset_table_is_llc_s() {
    let folder = Folder::new();
    let flags = "!llvm.module.flags = !{!0, !1}\n!0 = !{i32 8, !\"ptrauth-elf-got\", i32 1}\n\
        !1 = !{i32 8, !\"ptrauth-sign-personality\", i32 1}";
    let input = folder.module(GOT, "nounwind", flags);
    let shown = [
        "autda", "autia", "xpacd", "xpaci", "cmp", "brk", "cbz", "b.eq", "ldr", "blraa", "adrp", "adr", "add",
    ];
    for options in [&["-mattr=+pauth"][..], &["-mattr=+pauth,+fpac"], &["-mattr=+pauth", "-code-model=tiny"]]
    {
        let options: Vec<&str> = [options, &["-relocation-model=pic"]].concat();
        let found = [gisel(), Compiler::Llc].map(|compiler| {
            let object = compiled(&compiler, &input, 2, "obj", &options);
            let functions = disassembled(&object).into_iter().filter(|(name, _)| name != "catches");
            let code: Vec<(String, Vec<String>)> = functions
                .map(|(name, lines)| {
                    let chosen = lines.into_iter().filter(|(_, words)| shown.contains(&words[0].as_str()));
                    (name, chosen.map(|(_, words)| words[0].clone()).collect())
                })
                .collect();
            let relocations =
                process::run(Command::new("llvm-readelf-22").arg("-r").arg(&object)).expect("read");
            let mut kinds: Vec<String> = relocations
                .lines()
                .filter(|line| line.contains("_AUTH_"))
                .map(|line| line.split_whitespace().skip(2).filter(|word| !word.starts_with('0')).collect())
                .collect();
            kinds.sort();
            let word = "--hex-dump=.data.DW.ref.personality";
            let word = process::run(Command::new("llvm-readelf-22").arg(word).arg(&object)).expect("read");
            (code, kinds, word.lines().last().map(str::to_owned))
        });
        assert_eq!(found[0], found[1], "{options:?}");
        text_is_object(&input, 2, &options);
    }
}
