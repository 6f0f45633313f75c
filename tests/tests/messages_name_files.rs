//! Errors and warnings name their file, wherever they arise: under `make` the file would be
//! unknown. The same holds for messages in JSON; standard input is `<stdin>`.

use gisel_tests::build;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const FUNCTION: &str = "define void @f() {\n  ret void\n}\n";
const UNKNOWN: &str = "define void @f() \"unheard-of\" {\n  ret void\n}\n";
const REFUSED: &str = "define void @f() partition \"p\" {\n  ret void\n}\n";

/// Files by name, with an error in the contents or in the options. The default triple is riscv64's.
const WRONG: &[(&str, &str, &str)] = &[
    // The reader.
    ("syntax.ll", "define void @f() {\n  frobnicate\n}\n", ""),
    ("end.ll", "define void @f() {\n", ""),
    ("noise.bc", "BC\u{c0}\u{de}noise", ""),
    ("invalid.ll", "define i32 @f() {\n  ret i64 0\n}\n", ""),
    ("empty.ll", "", "-mtriple="),
    ("layout.ll", "target triple = \"riscv64-linux-gnu\"\ntarget datalayout = \"E-p:32:32\"\n", "-mtriple="),
    // Rejected functions, calls, data and modules.
    ("attribute.ll", REFUSED, ""),
    ("partition.ll", "@a = global i32 1, partition \"p\"\n", ""),
    (
        "priority.ll",
        "@llvm.global_ctors = appending global [1 x {ptr, ptr}] [{ptr, ptr} {ptr null, ptr null}]\n",
        "",
    ),
    ("name.ll", "@\"a\\FF\" = global i32 1\n", ""),
    ("zero.ll", "@\"a\\00b\" = global i32 1\n", "-filetype=obj"),
    ("flag.ll", "!llvm.module.flags = !{!0}\n!0 = !{i32 1, !\"Objective-C Version\", i32 2}\n", ""),
    (
        "calls.ll",
        "declare void @g() \"dontcall-error\"=\"not here\"\ndefine void @f() {\n call void @g()\n ret void\n}\n",
        "",
    ),
    // Debug information.
    (
        "version.ll",
        "!llvm.module.flags = !{!0, !1}\n!0 = !{i32 2, !\"Debug Info Version\", i32 3}\n!1 = !{i32 2, !\"Dwarf Version\", i32 6}\n\
         !llvm.dbg.cu = !{!2}\n!2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !3, emissionKind: FullDebug)\n\
         !3 = !DIFile(filename: \"a.c\", directory: \"\")\n",
        "",
    ),
    // Assembly, in IR and in files.
    ("module.ll", "module asm \"frobnicate\"\n", "-filetype=obj"),
    (
        "statement.ll",
        "define void @f() {\n  call void asm sideeffect \"frobnicate\", \"\"()\n  ret void\n}\n",
        "",
    ),
    (
        "constraint.ll",
        "define void @f() {\n  call void asm sideeffect \"\", \"{nothing}\"(i32 0)\n  ret void\n}\n",
        "",
    ),
    ("statement.s", "frobnicate\n", "-filetype=obj"),
    ("undefined.s", ".data\n.word 1f\n", "-filetype=obj"),
    ("triple.s", "nop\n", "-mtriple="),
    ("preprocessed.S", "nop\n", ""),
    // MIR.
    ("no-document.mir", "nothing", ""),
    ("opcode.mir", "---\nname: f\nbody: |\n  bb.0:\n    FROBNICATE\n...\n", ""),
    ("undefined.mir", "---\nname: f\nbody: |\n  bb.0:\n    $x10 = COPY %0\n...\n", ""),
    // Options that are wrong for a module.
    ("triple.ll", FUNCTION, "-mtriple=unheard-of"),
    ("pass.ll", FUNCTION, "-stop-after=unheard-of"),
    ("abi.ll", FUNCTION, "-target-abi=unheard-of"),
    ("feature.ll", FUNCTION, "-mattr=+m,+a,+c,+32bit,+64bit"),
    ("model.ll", FUNCTION, "-code-model=tiny"),
    // Warnings, and warnings as errors.
    ("warned.ll", UNKNOWN, ""),
    ("fatal.ll", UNKNOWN, "-fatal-warnings"),
    ("ignored.ll", REFUSED, "--allow-ignored=partition"),
    ("processor.ll", FUNCTION, "-mcpu=unheard-of"),
    ("extension.ll", FUNCTION, "-mattr=+m,+unheard-of"),
    ("default.ll", FUNCTION, "-mattr="),
    (
        "frame.ll",
        "define void @f() \"warn-stack-size\"=\"1\" {\n  %a = alloca [64 x i8]\n  store volatile i8 0, ptr %a\n  ret void\n}\n",
        "",
    ),
];

/// Commands besides compilation, each with the erroneous file. A linker's messages follow a line
/// that names the linker.
const COMMANDS: &[(&str, &str)] = &[
    ("interpret nothing.ll", "nothing.ll"),
    ("interpret refused.ll", "refused.ll"),
    ("explain refused.ll", "refused.ll"),
    ("explain function.ll --function=unheard-of", "function.ll"),
    ("compare refused.ll", "refused.ll"),
    ("run refused.ll", "refused.ll"),
    ("--link function.ll refused.ll -o program", "refused.ll"),
    ("--link function.ll missing.o -o program", "missing.o"),
    ("--link function.ll noise.o -o program", "noise.o"),
    ("missing.ll", "missing.ll"),
    // Outputs that cannot be written are named.
    ("function.ll -o missing/a.s", "missing/a.s"),
    ("function.ll -o .", "."),
    ("function.ll -o /dev/full", "/dev/full"),
    (
        "function.ll -filetype=obj -split-dwarf-file=a.dwo -split-dwarf-output=missing/a.dwo -o a.o",
        "missing/a.dwo",
    ),
    ("function.ll -pass-remarks-output=missing/a.yaml -pass-remarks=.* -o a.s", "missing/a.yaml"),
    ("function.ll -time-trace -time-trace-file=missing/a.json -o a.s", "missing/a.json"),
    ("function.ll -stats -info-output-file=missing/a -o a.s", "missing/a"),
];

/// Returns the messages of a command in a folder: lines of text with the level, or of JSON.
fn messages(folder: &Path, args: &[&str], stdin: &[u8]) -> Vec<String> {
    let mut command = Command::new(build::gisel());
    command.current_dir(folder).args(args).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn().expect("gisel starts");
    // A command that fails early does not read its input.
    let _ = child.stdin.take().expect("piped").write_all(stdin);
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let is_message =
        |line: &&str| line.contains("error: ") && !line.starts_with("collect2") || line.contains("warning: ");
    // The linker's output belongs to one message.
    let said = said.replace(":\n", ": ");
    said.lines().filter(is_message).map(str::to_owned).collect()
}

/// Writes the files, and those in [`COMMANDS`].
fn fill(folder: &Path) {
    let with_triple = |text: &str| format!("target triple = \"aarch64-linux-gnu\"\n{text}");
    for (name, text, _) in WRONG {
        // A character is a byte.
        let bytes: Vec<u8> = text.chars().map(|c| c as u32 as u8).collect();
        fs::write(folder.join(name), bytes).expect("written");
    }
    for (name, text) in [("function.ll", FUNCTION), ("refused.ll", REFUSED), ("nothing.ll", "")] {
        fs::write(folder.join(name), with_triple(text)).expect("written");
    }
    fs::write(folder.join("noise.o"), "noise").expect("written");
}

/// Returns a row's arguments, with a default triple and features.
fn arguments<'a>(options: &'a str, output: &'a str) -> Vec<&'a str> {
    let mut args = vec!["-o", output];
    if !options.contains("-mtriple") {
        args.push("-mtriple=riscv64-linux-gnu");
    }
    if !options.contains("-mattr") && !options.contains("-mcpu") {
        args.push("-mattr=+m,+a,+f,+d,+c");
    }
    // Empty options are dropped.
    args.extend(options.split_whitespace().filter(|option| !option.ends_with('=')));
    args
}

#[test]
fn each_message_names_its_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fill(folder.path());
    let mut wrong = Vec::new();
    let mut check = |args: &[&str], stdin: &[u8], file: &str| {
        let messages = messages(folder.path(), args, stdin);
        if messages.is_empty() || !messages.iter().all(|message| message.contains(file)) {
            wrong.push(format!("{args:?}: {messages:#?}"));
        }
    };
    for (name, text, options) in WRONG {
        let args = arguments(options, "out");
        check(&[&args[..], &[name]].concat(), b"", name);
        check(&[&args[..], &[name, "--diagnostics=json"]].concat(), b"", name);
        if name.ends_with(".ll") {
            check(&[&args[..], &["-"]].concat(), text.as_bytes(), "<stdin>");
        }
    }
    for (command, file) in COMMANDS {
        check(&command.split_whitespace().collect::<Vec<_>>(), b"", file);
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

/// Bitcode has no lines, and its functions are compiled by several threads.
#[test]
fn messages_of_bitcode_name_its_file() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    fill(folder.path());
    for name in ["attribute", "warned", "statement", "calls", "frame"] {
        let path = |extension: &str| folder.path().join(name).with_extension(extension);
        let mut assemble = Command::new("llvm-as-22");
        assert!(assemble.arg(path("ll")).arg("-o").arg(path("bc")).status().expect("llvm-as runs").success());
        let bitcode = format!("{name}.bc");
        let args = [&arguments("", "out")[..], &["-filetype=obj", &bitcode]].concat();
        let messages = messages(folder.path(), &args, b"");
        assert!(!messages.is_empty() && messages.iter().all(|said| said.contains(&bitcode)), "{messages:?}");
    }
}
