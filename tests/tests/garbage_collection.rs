//! Collectors that find their roots by `llvm.gcroot`: a shadow stack that a program walks, and
//! frame tables compared with llc's.

use gisel_tests::build::{self, Compiler};
use gisel_tests::process;
use gisel_tests::target::{Combo, Mode, Target};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the folder of the programs' sources.
fn sources() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/garbage_collection")
}

#[test]
fn collectors_find_and_move_roots() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let compiler = Compiler::under_test().unwrap();
    for name in ["shadow.ll", "Frames.ll"] {
        fs::copy(sources().join(name), path(name)).unwrap();
    }
    for (target, level) in Target::ALL.into_iter().flat_map(|target| [0, 1, 2].map(|level| (target, level))) {
        let combo = Combo { target, ir_level: level, level, mode: Mode::Static };
        // The name of a frame table has the name of the file.
        for name in ["shadow.ll", "Frames.ll"] {
            let object = path(name).with_extension("o");
            let mut command = compiler.command(combo, Path::new(name), &object);
            process::run(command.arg("-verify-machineinstrs").current_dir(folder.path())).unwrap();
        }
        let mut link = Command::new(format!("{}-g++", target.gnu()));
        link.args(["-O1", "-w", "-static"]).arg(sources().join("collector.cpp"));
        link.args([path("shadow.o"), path("Frames.o")]).arg("-o").arg(path("program"));
        process::run(&mut link).unwrap();
        let printed = process::run(&mut build::qemu(target, &path("program"), &[])).unwrap();
        let expected = "sum 210\ncaught 42, linked 0\nguarded 1210 205\nlooped 96\nlast 16\n\
            linked 0, described 1, moved 1\ntabled 305 1003\n";
        assert_eq!(printed, expected, "{} -O{level}", target.arch());
    }
}

/// Functions whose frames are as llc's; `GC` and `ATTRIBUTES` are replaced.
const TABLES: &str = r#"
@meta = constant i32 7
declare void @llvm.gcroot(ptr, ptr)
declare void @g(ptr)
declare void @h()
define void @several(ptr %p, i32 %n) ATTRIBUTES gc "GC" {
  %a = alloca ptr
  %b = alloca ptr
  %c = alloca ptr
  call void @llvm.gcroot(ptr %a, ptr null)
  call void @llvm.gcroot(ptr %b, ptr @meta)
  call void @llvm.gcroot(ptr %c, ptr null)
  store ptr %p, ptr %a
  call void @g(ptr %p)
  %v = load ptr, ptr %a
  call void @g(ptr %v) nounwind
  ret void
}
define void @rootless() ATTRIBUTES gc "GC" {
  call void @g(ptr null)
  ret void
}
define void @other() gc "OTHER" {
  call void @h()
  ret void
}
define i32 @leaf(i32, i32, i32, i32, i32, i32, i32 %x) ATTRIBUTES gc "GC" {
  ret i32 %x
}
define i32 @eight(i32, i32, i32, i32, i32, i32, i32, i32 %x) ATTRIBUTES gc "GC" {
  %a = alloca ptr
  call void @llvm.gcroot(ptr %a, ptr null)
  call void @h()
  call void @h()
  tail call void @h()
  ret i32 0
}
define void @last() ATTRIBUTES gc "GC" {
  tail call void @h()
  ret void
}
define available_externally void @elsewhere() gc "statepoint-example" {
  call void @h()
  ret void
}
declare void @outside() gc "unheard of"
"#;

/// Returns the contents of the sections with tables, and the symbols around them.
fn tables(object: &Path) -> String {
    let dump = ["-s", "-j", ".data", "-j", ".note.gc"];
    let contents = process::run(Command::new("llvm-objdump-22").args(dump).arg(object)).unwrap();
    let symbols =
        process::run(Command::new("llvm-nm-22").args(["-n", "--defined-only"]).arg(object)).unwrap();
    let contents = contents.lines().skip(2).map(str::to_owned);
    let is_of_data = |line: &&str| line.contains("caml") && !line.contains("code_end");
    contents.chain(symbols.lines().filter(is_of_data).map(str::to_owned)).collect::<Vec<_>>().join("\n")
}

/// Returns the addresses in the tables, as offsets in the code: what their relocations resolve to.
fn safe_points(object: &Path) -> Vec<String> {
    let list = process::run(
        Command::new("llvm-objdump-22").args(["-r", "-j", ".data", "-j", ".note.gc"]).arg(object),
    );
    list.unwrap().lines().filter(|line| line.contains("R_")).map(str::to_owned).collect()
}

#[test]
fn frame_tables_are_llcs() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let compiler = Compiler::under_test().unwrap();
    let collectors = [("ocaml", "erlang"), ("erlang", "ocaml")];
    for (target, level) in Target::ALL.into_iter().flat_map(|target| [0, 2].map(|level| (target, level))) {
        for (collector, other) in collectors {
            // A frame record leaves no gap that llc fills, and no slots in which it spills at -O0.
            for attributes in ["\"frame-pointer\"=\"all\"", ""] {
                if attributes.is_empty() && (target == Target::Aarch64 || level == 0) {
                    continue;
                }
                let text = TABLES.replace("GC", collector).replace("OTHER", other);
                fs::write(path("in.ll"), text.replace("ATTRIBUTES", attributes)).unwrap();
                let combo = Combo { target, ir_level: level, level, mode: Mode::Pie };
                for (compiler, name) in [(&compiler, "own.o"), (&Compiler::Llc, "llc.o")] {
                    let mut command = compiler.command(combo, Path::new("in.ll"), &path(name));
                    if *compiler == Compiler::Llc {
                        // FastISel gathers roots from the last one to the first.
                        command.arg("-fast-isel=0");
                    }
                    process::run(command.current_dir(folder.path())).unwrap();
                }
                let made = tables(&path("own.o"));
                assert!(made.contains(".note.gc") && made.contains("camlIn__frametable"), "{made}");
                let context = format!("{} -O{level} {collector} {attributes}", target.arch());
                assert_eq!(made, tables(&path("llc.o")), "{context}");
                assert_eq!(safe_points(&path("own.o")).len(), safe_points(&path("llc.o")).len(), "{context}");
                // The text yields the same.
                let mut print = compiler.command_for("asm", combo, Path::new("in.ll"), &path("own.s"));
                process::run(print.current_dir(folder.path())).unwrap();
                let mut assemble = Command::new("llvm-mc-22");
                assemble.arg(format!("-triple={}", target.triple())).args(["-filetype=obj", "-o"]);
                if target == Target::Riscv64 {
                    assemble.arg(path("own.s.o")).arg("-mattr=+m,+a,+f,+d,+c");
                } else {
                    assemble.arg(path("own.s.o"));
                }
                process::run(assemble.arg(path("own.s"))).unwrap();
                assert_eq!(made, tables(&path("own.s.o")), "{context}");
            }
        }
    }
}

/// Returns the data symbols of a module with a shadow stack, and the contents and relocations of
/// its constants.
fn frame_maps(object: &Path) -> String {
    let symbols =
        process::run(Command::new("llvm-nm-22").args(["--defined-only", "-P"]).arg(object)).unwrap();
    let is_of_list = |line: &&str| line.contains("__gc_") || line.contains("llvm_gc_root_chain");
    let mut symbols: Vec<&str> = symbols.lines().filter(is_of_list).collect();
    symbols.sort_unstable();
    let sections = ["-j", ".rodata", "-j", ".data.rel.ro"];
    let contents =
        process::run(Command::new("llvm-objdump-22").args(["-s", "-r"]).args(sections).arg(object));
    let contents = contents.unwrap();
    symbols.into_iter().chain(contents.lines().skip(2)).collect::<Vec<_>>().join("\n")
}

#[test]
fn frame_maps_are_llcs() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let compiler = Compiler::under_test().unwrap();
    let text = r#"
        @meta = external constant i32
        declare void @llvm.gcroot(ptr, ptr)
        declare void @g(ptr)
        define void @several(ptr %p) gc "shadow-stack" {
          %a = alloca ptr
          %b = alloca ptr
          %c = alloca ptr
          call void @llvm.gcroot(ptr %a, ptr null)
          call void @llvm.gcroot(ptr %b, ptr @meta)
          call void @llvm.gcroot(ptr %c, ptr getelementptr (i8, ptr @meta, i64 4))
          call void @g(ptr %p)
          ret void
        }
        define void @one(ptr %p) gc "shadow-stack" {
          %a = alloca ptr
          call void @llvm.gcroot(ptr %a, ptr null)
          call void @g(ptr %p)
          ret void
        }
        define void @none(ptr %p) gc "shadow-stack" {
          call void @g(ptr %p)
          ret void
        }
    "#;
    let declared = "@llvm_gc_root_chain = external global ptr\n@__gc_one = constant i32 5\n";
    let only_declared = "declare void @f() gc \"shadow-stack\"\n@x = constant i32 1";
    for target in Target::ALL {
        for (text, mode) in [text.to_owned(), declared.to_owned() + text, only_declared.to_owned()]
            .into_iter()
            .flat_map(|text| Mode::ALL.map(|mode| (text.clone(), mode)))
        {
            fs::write(path("in.ll"), &text).unwrap();
            let combo = Combo { target, ir_level: 2, level: 2, mode };
            let [own, llc] = [(&compiler, "own.o"), (&Compiler::Llc, "llc.o")].map(|(compiler, name)| {
                process::run(&mut compiler.command(combo, &path("in.ll"), &path(name))).unwrap();
                frame_maps(&path(name))
            });
            assert!(own.contains("llvm_gc_root_chain V"), "{own}");
            assert_eq!(own, llc, "{} {mode:?}", target.arch());
        }
    }
}

#[test]
fn roots_that_collectors_cannot_find_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let compiler = Compiler::under_test().unwrap();
    let roots = [
        ("%a = alloca [2 x ptr]", "@meta", "", "llvm.gcroot"),
        ("%a = alloca ptr, i32 2", "null", "", "llvm.gcroot"),
        ("%a = alloca ptr, align 64", "null", "", "alignment"),
    ];
    for (alloca, meta, attribute, reason) in roots {
        let text = format!(
            "@meta = constant i32 1\ndeclare void @llvm.gcroot(ptr, ptr)\ndefine void @f() {attribute} gc \
             \"shadow-stack\" {{\n {alloca}\n call void @llvm.gcroot(ptr %a, ptr {meta})\n ret void\n}}\n"
        );
        fs::write(path("in.ll"), text).unwrap();
        let combo = Combo { target: Target::Riscv64, ir_level: 0, level: 0, mode: Mode::Static };
        let error =
            process::run(&mut compiler.command(combo, &path("in.ll"), &path("o"))).unwrap_err().to_string();
        assert!(error.contains("'f'") && error.contains(reason), "{error}");
    }
    let frame = "declare void @g()\ndefine void @large() gc \"ocaml\" {\n %a = alloca [70000 x i8]\n call void @g()\n ret void\n}\n";
    let safe = "declare void @llvm.gcroot(ptr, ptr)\ndefine void @f() safestack gc \"ocaml\" {\n %a = alloca ptr\n\
                call void @llvm.gcroot(ptr %a, ptr null)\n ret void\n}\n";
    for (text, reason) in [
        (frame.to_owned(), "'large'"),
        (safe.to_owned(), "safestack"),
        ("define void @f() gc \"unheard\" {\n ret void\n}\n".to_owned(), "unheard"),
    ] {
        fs::write(path("in.ll"), text).unwrap();
        for target in Target::ALL {
            let combo = Combo { target, ir_level: 0, level: 2, mode: Mode::Static };
            let error = process::run(&mut compiler.command(combo, &path("in.ll"), &path("o"))).unwrap_err();
            assert!(error.to_string().contains(reason), "{error}");
        }
    }
}

/// Returns the mnemonic and the operands of each instruction of a function in assembly text.
fn instructions<'t>(text: &'t str, function: &str) -> Vec<&'t str> {
    let lines = text.lines().skip_while(|line| !line.starts_with(&format!("{function}:")));
    let lines = lines.take_while(|line| !line.starts_with(".Lfunc_end"));
    lines.filter(|line| line.starts_with('\t') && !line.starts_with("\t.")).map(str::trim).collect()
}

/// A routine that is called at entry or exit finds no root that is not initialized.
#[test]
fn instrumented_functions_link_their_frames_after_entry() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let compiler = Compiler::under_test().unwrap();
    let text = r#"
        declare void @llvm.gcroot(ptr, ptr)
        declare void @collect()
        define void @linked(ptr %x) #0 gc "shadow-stack" {
          %r = alloca ptr
          call void @llvm.gcroot(ptr %r, ptr null)
          store ptr %x, ptr %r
          call void @collect()
          ret void
        }
        define void @last(ptr %x) #0 gc "shadow-stack" {
          %r = alloca ptr
          call void @llvm.gcroot(ptr %r, ptr null)
          store ptr %x, ptr %r
          call void @collect()
          %v = load ptr, ptr %r
          musttail call void @last(ptr %v)
          ret void
        }
        define void @tabled(ptr %x) #0 gc "ocaml" {
          %r = alloca ptr
          call void @llvm.gcroot(ptr %r, ptr null)
          store ptr %x, ptr %r
          call void @collect()
          ret void
        }
        attributes #0 = { nounwind "instrument-function-entry-inlined"="__cyg_profile_func_enter"
          "instrument-function-exit-inlined"="__cyg_profile_func_exit" }
    "#;
    fs::write(path("in.ll"), text).unwrap();
    for (target, level) in Target::ALL.into_iter().flat_map(|target| [0, 2].map(|level| (target, level))) {
        let combo = Combo { target, ir_level: level, level, mode: Mode::Static };
        process::run(&mut compiler.command_for("asm", combo, &path("in.ll"), &path("out.s"))).unwrap();
        let text = fs::read_to_string(path("out.s")).unwrap();
        let call =
            |insts: &[&str], routine: &str| insts.iter().position(|inst| inst.contains(routine)).unwrap();
        for function in ["linked", "last"] {
            let insts = instructions(&text, function);
            let [enter, exit] = ["func_enter", "func_exit"].map(|routine| call(&insts, routine));
            let chain = |inst: &&str| inst.contains("llvm_gc_root_chain");
            let links = insts.iter().position(chain).unwrap();
            assert!(enter < links && links < call(&insts, "collect"), "{} -O{level}: {text}", target.arch());
            // The unlinked frame is the last store before the call.
            let unlinks = insts[call(&insts, "collect")..exit].iter().any(|inst| inst.starts_with('s'));
            assert!(unlinks && !insts[exit..].iter().any(chain), "{} -O{level}: {text}", target.arch());
        }
        let insts = instructions(&text, "tabled");
        let zero = |inst: &&str| inst.starts_with("str\txzr, [") || inst.starts_with("sd\tzero, ");
        let cleared = insts[..call(&insts, "func_enter")].iter().any(zero);
        assert!(cleared || level == 0, "{} -O{level}: {text}", target.arch());
    }
}

/// A module may refer to the marks of its own table, but not define them.
#[test]
fn marks_of_a_module_are_its_own_symbols() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let compiler = Compiler::under_test().unwrap();
    let function = "declare void @collect()\ndefine ptr @f() gc \"ocaml\" {\n call void @collect()\n ret ptr \
         @camlIn__frametable\n}\ndefine ptr @g() {\n ret ptr @camlIn__code_end\n}\n";
    let declared =
        "@camlIn__frametable = external global i8\n@camlIn__code_end = external hidden global i8\n";
    let symbols = |object: &Path| {
        let list = process::run(Command::new("llvm-readelf-22").args(["-s", "-W"]).arg(object)).unwrap();
        let marks = list.lines().filter(|line| line.contains("camlIn__"));
        let words = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            // Binding, visibility, and name.
            let is_defined = words[6] != "UND";
            format!("{} {} {} {is_defined}", words[4], words[5], words[7])
        };
        let mut marks: Vec<String> = marks.map(words).collect();
        marks.sort_unstable();
        marks
    };
    for target in Target::ALL {
        for mode in [Mode::Static, Mode::Pie] {
            fs::write(path("in.ll"), declared.to_owned() + function).unwrap();
            let combo = Combo { target, ir_level: 2, level: 2, mode };
            let [own, llc] = [(&compiler, "own.o"), (&Compiler::Llc, "llc.o")].map(|(compiler, name)| {
                let mut command = compiler.command(combo, Path::new("in.ll"), &path(name));
                process::run(command.current_dir(folder.path())).unwrap();
                symbols(&path(name))
            });
            assert_eq!(own, llc, "{}", target.arch());
            assert!(own.contains(&"GLOBAL HIDDEN camlIn__code_end true".to_owned()), "{own:?}");
            let mut print = compiler.command_for("asm", combo, Path::new("in.ll"), &path("own.s"));
            process::run(print.current_dir(folder.path())).unwrap();
            let mut assemble = Command::new("llvm-mc-22");
            assemble.arg(format!("-triple={}", target.triple())).args(["-filetype=obj", "-o"]);
            process::run(assemble.arg(path("own.s.o")).arg(path("own.s"))).unwrap();
            assert_eq!(own, symbols(&path("own.s.o")), "{}", target.arch());
        }
        for other in ["global i8 6", "external thread_local global i8"] {
            let defined = format!("@camlIn__frametable = {other}\n@camlIn__code_end = external global i8\n");
            fs::write(path("in.ll"), defined + function).unwrap();
            let combo = Combo { target, ir_level: 2, level: 2, mode: Mode::Static };
            let mut command = compiler.command(combo, Path::new("in.ll"), &path("o"));
            let error = process::run(command.current_dir(folder.path())).unwrap_err().to_string();
            assert!(error.contains("camlIn__frametable") && error.contains("ocaml"), "{error}");
        }
    }
}

const WITH_LINES: &str = r#"
declare void @llvm.gcroot(ptr, ptr)
declare ptr @g(ptr)
define ptr @f(ptr %o) gc "shadow-stack" !dbg !3 {
  %r = alloca ptr
  call void @llvm.gcroot(ptr %r, ptr null)
  store ptr %o, ptr %r
  %p = call ptr @g(ptr %r), !dbg !5
  %q = call ptr @g(ptr %p), !dbg !5
  ret ptr %q, !dbg !6
}
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C, file: !1, emissionKind: FullDebug)
!1 = !DIFile(filename: "a.c", directory: "/")
!2 = !{i32 2, !"Debug Info Version", i32 3}
!3 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 1, unit: !0, type: !4)
!4 = !DISubroutineType(types: !{})
!5 = !DILocation(line: 5, column: 3, scope: !3)
!6 = !DILocation(line: 6, column: 3, scope: !3)
"#;

/// As in `llc`, landing pads that unlink a frame have no line, and the list may be another
/// module's. MIR in the middle gives the same code.
#[test]
fn frames_are_unlinked_as_in_llc() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("in.ll"), WITH_LINES).unwrap();
    let gisel = build::gisel();
    let run = |program: &Path, arguments: &[&str]| {
        let mut command = Command::new(program);
        command.args(arguments).arg("-mtriple=aarch64-linux-gnu").args(["-o", "-"]);
        process::run(command.current_dir(folder.path())).unwrap()
    };
    for level in ["-O0", "-O2"] {
        let own = run(&gisel, &[level, "in.ll"]);
        for text in [&own, &run(Path::new("llc-22"), &[level, "in.ll"])] {
            let (before, _) = text.split_once("_Unwind_Resume").expect("a landing pad");
            let line = before.rsplit(".loc\t").next().and_then(|line| line.split_whitespace().nth(1));
            assert_eq!(line, Some("0"), "{level}: {text}");
            assert!(text.contains(":got:llvm_gc_root_chain"), "{level}: {text}");
        }
        fs::write(path("in.mir"), run(&gisel, &[level, "-stop-after=irtranslator", "in.ll"])).unwrap();
        let by_mir = run(&gisel, &[level, "-start-after=irtranslator", "-verify-machineinstrs", "in.mir"]);
        assert_eq!(instructions(&by_mir, "f"), instructions(&own, "f"), "{level}");
    }
}
