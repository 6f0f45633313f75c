//! Warnings, and IR requests that are rejected or ignored.

use gisel_tests::build::{self};
use gisel_tests::limits;
use std::fmt::Write as _;
use std::fs;
use std::process::Command;

/// Compiles a text. Returns true on success, true if there is output, and the messages about
/// `in.ll` or `in.bc`.
fn compile(text: &str, bitcode: bool, args: &[&str]) -> (bool, bool, String) {
    let gisel = build::gisel();
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (mut input, output) = (folder.path().join("in.ll"), folder.path().join("out.o"));
    fs::write(&input, text).expect("written");
    if bitcode {
        let assembled = folder.path().join("in.bc");
        let done =
            Command::new("llvm-as-22").arg(&input).arg("-o").arg(&assembled).status().expect("llvm-as runs");
        assert!(done.success());
        input = assembled;
    }
    let mut command = Command::new(gisel);
    command.args(["-mtriple=riscv64-linux-gnu", "-mattr=+m,+a,+f,+d,+c"]).args(args);
    if !args.iter().any(|arg| arg.starts_with("-filetype")) {
        command.arg("-filetype=obj");
    }
    let done = command.arg("-o").arg(&output).arg(&input).output().expect("gisel runs");
    let said = String::from_utf8_lossy(&done.stderr).replace(&format!("{}/", folder.path().display()), "");
    (done.status.success(), output.exists(), said)
}

/// Returns functions of which every second has an unknown attribute.
fn functions(count: u32) -> String {
    let mut text = String::new();
    for n in 0..count {
        let attribute = if n % 2 == 1 { "\"unheard-of\"" } else { "" };
        let _ = writeln!(text, "define void @f{n}() {attribute} {{ ret void }}");
    }
    text
}

#[test]
fn each_message_is_printed_once_with_a_count_for_every_number_of_threads() {
    let text = functions(64);
    let expected = ": warning: in function 'f1': unknown attribute \"unheard-of\" is ignored (and 31 more)\n";
    for (bitcode, jobs) in [(false, "-j1"), (false, "-j4"), (true, "-j1"), (true, "-j4")] {
        let (success, output, said) = compile(&text, bitcode, &[jobs]);
        assert!(success && output, "{said}");
        let name = if bitcode { "in.bc" } else { "in.ll" };
        assert_eq!(said, format!("{name}{expected}"), "{bitcode} {jobs}");
    }
}

#[test]
fn former_names_of_rules_are_accepted_with_a_warning() {
    let said = "in.ll: warning: the rule 'identity' is now called 'right_identity_zero'\n";
    assert_eq!(compile(&functions(1), false, &["-disable-rule=identity"]), (true, true, said.into()));
}

#[test]
fn warnings_are_hidden_or_errors_where_that_is_asked_for() {
    let text = functions(2);
    assert_eq!(compile(&text, false, &["-no-warn"]), (true, true, String::new()));
    let fatal = "in.ll: error: in function 'f1': unknown attribute \"unheard-of\" is ignored\n";
    assert_eq!(compile(&text, false, &["-fatal-warnings"]), (false, false, fatal.into()));
    assert_eq!(compile(&text, false, &["-fatal-warnings", "-no-warn"]), (true, true, String::new()));
    assert_eq!(compile(&functions(1), false, &["-fatal-warnings"]), (true, true, String::new()));
}

#[test]
fn ignorable_rejections_become_warnings() {
    let text = "define void @f() partition \"p\" { ret void }\n";
    let (success, output, said) = compile(text, false, &[]);
    assert!(!success && !output && said.contains("property partition=p is not supported"), "{said}");
    let (success, output, said) = compile(text, false, &["--allow-ignored=partition"]);
    assert!(
        success
            && output
            && said.starts_with("in.ll: warning: in function 'f': property partition=p is ignored"),
        "{said}"
    );
}

/// Each function is checked separately, also if sizes are equal.
#[test]
fn frames_larger_than_their_functions_say_are_warned_of() {
    let function = |name: &str, limit: u32| {
        format!(
            "define void @{name}() \"warn-stack-size\"=\"{limit}\" {{ %a = alloca [100 x i8]\n \
             call void @use(ptr %a)\n ret void }}\n"
        )
    };
    let text =
        "declare void @use(ptr)\n".to_owned() + &function("f", 16) + &function("g", 16) + &function("h", 112);
    let (success, output, said) = compile(&text, false, &[]);
    let line =
        |name| format!("in.ll: warning: stack frame size (112) exceeds limit (16) in function '{name}'\n");
    assert!(success && output);
    assert_eq!(said, line("f") + &line("g"));
}

/// Calls of functions that the source forbids are errors, and calls of deprecated ones warnings;
/// mere references and invokes are not calls.
#[test]
fn forbidden_calls_are_errors_and_others_are_warned_of() {
    let text = |statement: &str| {
        format!(
            "declare void @e() \"dontcall-error\"=\"not here\"\ndeclare void @w() \"dontcall-warn\"=\"rather not\"\n\
             define void @f(ptr %p) {{\n store ptr @e, ptr %p\n {statement}\n ret void }}\n"
        )
    };
    let said = "in function 'f': call to e marked \"dontcall-error\": not here";
    let (success, output, errors) = compile(&text("call void @e()"), false, &[]);
    assert!(!success && !output && errors.contains(said), "{errors}");
    let (success, output, errors) = compile(&text("call void @w()"), true, &[]);
    let said = "in function 'f': call to w marked \"dontcall-warn\": rather not";
    assert!(success && output && errors.contains(said), "{errors}");
    assert_eq!(compile(&text("call void %p()"), false, &[]), (true, true, String::new()));
    // The source-level name, as in `llc`.
    let cpp = text("call void @e()").replace("@e", "@_ZN3foo3barEv");
    let (success, _, errors) = compile(&cpp, false, &[]);
    assert!(
        !success && errors.contains("call to foo::bar() marked \"dontcall-error\": not here"),
        "{errors}"
    );
}

#[test]
fn debug_information_that_is_dropped_is_warned_of_once() {
    let text = |kind: &str, flags: &str| {
        format!(
            "define void @f() {{ ret void }}\n!llvm.dbg.cu = !{{!0}}\n!llvm.module.flags = !{{!2{flags}}}\n\
             !0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: {kind})\n\
             !1 = !DIFile(filename: \"a.c\", directory: \"\")\n!2 = !{{i32 2, !\"Debug Info Version\", i32 3}}\n\
             !3 = !{{i32 2, !\"Dwarf Version\", i32 6}}\n"
        )
    };
    let silent = (true, true, String::new());
    assert_eq!(compile(&text("FullDebug", ""), false, &[]), silent);
    assert_eq!(compile(&text("NoDebug", ""), false, &["-filetype=asm"]), silent);
    assert_eq!(compile(&text("FullDebug", ""), false, &["-filetype=asm"]), silent);
    let warning = "in.ll: warning: debug information is dropped: DWARF of version 6 is not supported\n";
    assert_eq!(compile(&text("FullDebug", ", !3"), false, &[]), (true, true, warning.into()));
    assert_eq!(compile(&text("DebugDirectivesOnly", ""), false, &[]), silent);
}

#[test]
fn warnings_say_where_functions_and_instructions_stand() {
    let text = "declare void @w() \"dontcall-warn\"=\"rather not\"
        define void @f() \"surprise\" !dbg !3 {
        call void @w(), !dbg !5
        ret void }
        !llvm.dbg.cu = !{!0}
        !llvm.module.flags = !{!2}
        !0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: FullDebug)
        !1 = !DIFile(filename: \"a.c\", directory: \"\")
        !2 = !{i32 2, !\"Debug Info Version\", i32 3}
        !3 = distinct !DISubprogram(name: \"f\", file: !1, line: 7, type: !4, unit: !0, spFlags: DISPFlagDefinition)
        !4 = !DISubroutineType(types: !{})
        !5 = !DILocation(line: 8, column: 3, scope: !3)
    ";
    let (_, _, said) = compile(text, false, &[]);
    let lines: Vec<&str> = said.lines().collect();
    let [of_function, of_instruction] = lines[..] else { panic!("{said}") };
    assert_eq!(of_function, "a.c:7: warning: in function 'f': unknown attribute \"surprise\" is ignored");
    assert!(of_instruction.starts_with("a.c:8:3: warning: in function 'f': call to w marked"), "{said}");
}

#[test]
fn documents_list_what_is_refused_and_accepted() {
    let outdated = limits::outdated().expect("the lists");
    assert_eq!(outdated, [""; 0], "not up to date: `cargo xtask bless` writes them");
}

/// Text that cannot be written unchanged stops the compilation, and is not dropped.
#[test]
fn text_that_is_not_utf_8_is_refused() {
    for (text, why) in [
        ("@\"\\FF\" = global i32 1\n", "name that is not UTF-8"),
        ("@a = global i32 1, section \"s\\FF\"\n", "name that is not UTF-8"),
        ("$\"c\\FF\" = comdat any\n@a = global i32 1, comdat($\"c\\FF\")\n", "name that is not UTF-8"),
        ("module asm \"nop # \\FF\"\n", "module-level assembly that is not UTF-8"),
        (
            "define void @f() { call void asm sideeffect \"nop # \\FF\", \"\"()\n ret void }\n",
            "text that is not UTF-8",
        ),
        ("define void @f() \"target-cpu\"=\"\\FF\" { ret void }\n", "is not UTF-8"),
        (
            "define void @f() { ret void }\n!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"target-abi\", !\"\\FF\"}\n",
            "is not UTF-8",
        ),
    ] {
        let (success, output, said) = compile(text, false, &[]);
        assert!(!success && !output && said.contains(why), "{text}: {said}");
    }
}
