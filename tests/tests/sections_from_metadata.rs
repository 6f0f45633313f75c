//! Sections that metadata and attributes create or name: in objects and in assembled text, from
//! bitcode and from MIR, they equal `llc`'s.

use gisel_tests::build;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A module, options, and the sections to compare.
struct Row {
    name: &'static str,
    options: &'static [&'static str],
    sections: &'static [&'static str],
    ir: &'static str,
}

const NAMED: &str = "
@bss = global i32 0 #0
@data = global i32 1 #0
@ro = constant i32 2 #0
@rel = constant ptr @other #0
@own = global i32 3, section \"own\" #0
@zero_own = global i32 0, section \"own\" #0
@tls = thread_local global i32 3 #0
@tbss = thread_local global i32 0 #0
@hidden = private global i32 0 #0
@common = common global i32 0 #0
@partly = global i32 0 #1
@zero_ro = constant [64 x i32] zeroinitializer #0
@by_name = global i32 0 #2
@other = external global i32
$group = comdat any
@in_group = global i32 4, comdat($group) #0
attributes #0 = { \"bss-section\"=\"my_bss\" \"data-section\"=\"my_data\" \"rodata-section\"=\"my_ro\" \"relro-section\"=\"my_relro\" }
attributes #1 = { \"data-section\"=\"my_data2\" }
attributes #2 = { \"bss-section\"=\".tdata.x\" }
";

const NAMED_SECTIONS: &[&str] = &[
    "my_bss", "my_data", "my_ro", "my_relro", "own", ".tdata", ".tbss", ".bss", ".tdata.x", ".sbss", ".sdata",
];

const PC_SECTIONS: &str = "
define void @plain() nounwind !pcsections !1 { ret void }
define void @several() nounwind !pcsections !4 { ret void }
define void @in_section() nounwind section \"zoo\" !pcsections !3 { ret void }
$group = comdat any
define linkonce_odr void @in_group() nounwind comdat($group) !pcsections !3 { ret void }
define void @unwinds() uwtable !pcsections !3 { ret void }
define void @none() nounwind { ret void }
!1 = !{!\"sec_func\", !2}
!2 = !{i64 10, i32 20, i8 3, i24 5, i1 true}
!3 = !{!\"sec_plain\"}
!4 = !{!\"s1\", !5, !\"s2!C\", !5, !6, !\"s3\", !6}
!5 = !{i64 -1, i32 300, i16 5, i8 200}
!6 = !{i64 0}
";

const PC_NAMES: &[&str] = &["sec_func", "sec_plain", "s1", "s2", "s3"];

const CALLS: &str = "
define void @a() nounwind { ret void }
define internal void @b() nounwind { ret void }
define private void @c() nounwind { ret void }
declare void @outside()
declare void @dead()
define void @u() nounwind { call void @outside()
 call void @b()
 call void @c()
 ret void }
!llvm.module.flags = !{!0}
!0 = !{i32 5, !\"CG Profile\", !1}
!1 = distinct !{!2, !3, !4, !5, !6, !7, !8}
!2 = !{ptr @a, ptr @b, i64 32}
!3 = !{ptr @a, ptr @outside, i64 11}
!4 = !{null, ptr @outside, i64 20}
!5 = !{ptr @u, ptr @dead, i64 20}
!6 = !{ptr @u, ptr @u, i64 -1}
!7 = !{ptr @u, ptr @c, i64 4294967296}
!8 = !{ptr @u, null, i64 1}
";

const PROBES: &str = "
define void @foo(ptr %p) nounwind !dbg !3 {
  call void @llvm.pseudoprobe(i64 6699318081062747564, i64 1, i32 0, i64 -1), !dbg !8
  call void @llvm.pseudoprobe(i64 6699318081062747564, i64 4, i32 1, i64 -1), !dbg !8
  call void @llvm.pseudoprobe(i64 -2012135647395072713, i64 1, i32 0, i64 -1), !dbg !10
  call void @llvm.pseudoprobe(i64 -2012135647395072713, i64 3, i32 1, i64 -1), !dbg !10
  call void @llvm.pseudoprobe(i64 -3012135647395072713, i64 2, i32 0, i64 -1), !dbg !14
  call void @llvm.pseudoprobe(i64 6699318081062747564, i64 300, i32 0, i64 -1), !dbg !8
  call void @llvm.pseudoprobe(i64 6699318081062747564, i64 5, i32 2, i64 -1), !dbg !8
  ret void
}
define void @other() nounwind section \"warm\" !dbg !15 {
  call void @llvm.pseudoprobe(i64 17, i64 1, i32 0, i64 -1), !dbg !16
  ret void
}
define internal void @hidden() nounwind section \"cold\" {
  call void @llvm.pseudoprobe(i64 18, i64 1, i32 0, i64 -1)
  ret void
}
define void @none() nounwind { ret void }
declare void @llvm.pseudoprobe(i64, i64, i32, i64)
!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!2}
!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, emissionKind: NoDebug)
!1 = !DIFile(filename: \"e.c\", directory: \"/d\")
!2 = !{i32 2, !\"Debug Info Version\", i32 3}
!3 = distinct !DISubprogram(name: \"foo\", scope: !1, file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!4 = !DISubroutineType(types: !{null})
!8 = !DILocation(line: 3, scope: !3)
!9 = distinct !DISubprogram(name: \"inl\", linkageName: \"_Zinl\", scope: !1, file: !1, line: 10, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!10 = !DILocation(line: 12, scope: !9, inlinedAt: !11)
!11 = distinct !DILocation(line: 4, scope: !12)
!12 = !DILexicalBlockFile(scope: !3, file: !1, discriminator: 186646559)
!13 = distinct !DISubprogram(name: \"inl2\", scope: !1, file: !1, line: 20, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!14 = !DILocation(line: 22, scope: !13, inlinedAt: !17)
!15 = distinct !DISubprogram(name: \"other\", scope: !1, file: !1, line: 1, type: !4, unit: !0, spFlags: DISPFlagDefinition)
!16 = !DILocation(line: 3, scope: !15)
!17 = distinct !DILocation(line: 14, scope: !18, inlinedAt: !11)
!18 = !DILexicalBlockFile(scope: !9, file: !1, discriminator: 186646615)
!llvm.pseudo_probe_desc = !{!5, !6}
!5 = !{i64 6699318081062747564, i64 4294967295, !\"foo\"}
!6 = !{i64 -2012135647395072713, i64 12345, !\"inl\"}
";

const PROBE_SECTIONS: &[&str] = &[".pseudo_probe", ".pseudo_probe_desc"];

const ROWS: &[Row] = &[
    Row {
        name: "associated",
        options: &[],
        sections: &[".text.with", "bar", ".text.grouped", ".text.outside", ".text.chain"],
        ir: "@v = global i32 7\n@outside = external global i32\n
define void @with() nounwind !associated !0 { ret void }
define void @named() nounwind section \"bar\" !associated !0 { ret void }
$group = comdat any
define void @grouped() nounwind comdat($group) !associated !0 { ret void }
define void @outside_of() nounwind section \".text.outside\" !associated !1 { ret void }
define void @chain() nounwind !associated !2 { ret void }
!0 = !{ptr @v}\n!1 = !{ptr @outside}\n!2 = !{ptr @with}\n",
    },
    Row {
        name: "excluded",
        options: &[],
        sections: &[".text", "foo"],
        ir: "define void @f() nounwind !exclude !0 { ret void }
define void @g() nounwind section \"foo\" !exclude !0 { ret void }\n!0 = !{}\n",
    },
    Row { name: "named", options: &[], sections: NAMED_SECTIONS, ir: NAMED },
    Row { name: "named-pic", options: &["-relocation-model=pic"], sections: NAMED_SECTIONS, ir: NAMED },
    Row { name: "named-alone", options: &["-data-sections"], sections: NAMED_SECTIONS, ir: NAMED },
    Row { name: "pc-sections", options: &[], sections: PC_NAMES, ir: PC_SECTIONS },
    Row { name: "pc-sections-alone", options: &["-function-sections"], sections: PC_NAMES, ir: PC_SECTIONS },
    Row { name: "pc-sections-pic", options: &["-relocation-model=pic"], sections: PC_NAMES, ir: PC_SECTIONS },
    Row { name: "pc-sections-far", options: &["-code-model=large"], sections: PC_NAMES, ir: PC_SECTIONS },
    Row { name: "probes", options: &[], sections: PROBE_SECTIONS, ir: PROBES },
    Row { name: "probes-alone", options: &["-function-sections"], sections: PROBE_SECTIONS, ir: PROBES },
    Row {
        name: "probes-without-list",
        options: &[],
        sections: PROBE_SECTIONS,
        ir: "declare void @llvm.pseudoprobe(i64, i64, i32, i64)
define void @f() nounwind { call void @llvm.pseudoprobe(i64 1, i64 1, i32 0, i64 -1)
 ret void }\n",
    },
    Row { name: "calls", options: &[], sections: &[".llvm.call-graph-profile"], ir: CALLS },
    Row {
        name: "calls-in-assembly",
        options: &[],
        sections: &[".llvm.call-graph-profile"],
        ir: "module asm \".text\"\nmodule asm \"here: nop\"\nmodule asm \".cg_profile here, f, 3\"
module asm \".cg_profile f, \\22there\\22, 16\"
define void @f() nounwind { ret void }
!llvm.module.flags = !{!0}\n!0 = !{i32 5, !\"CG Profile\", !1}\n!1 = distinct !{!2}\n!2 = !{ptr @f, ptr @f, i64 5}\n",
    },
    Row { name: "no-calls", options: &[], sections: &[".llvm.call-graph-profile"], ir: "!llvm.module.flags = !{!0}
!0 = !{i32 5, !\"CG Profile\", !1}\n!1 = distinct !{}\n" },
    Row {
        name: "statistics",
        options: &[],
        sections: &[".llvm_stats"],
        ir: "define void @f() nounwind { ret void }\n!llvm.stats = !{!0, !1, !2}
!0 = !{!\"num\", i64 12, !\"other\", i64 -1}\n!1 = !{!\"x\", i32 3}\n!2 = !{}\n",
    },
];

const TRIPLES: [&str; 3] = ["aarch64-linux-gnu", "riscv64-linux-gnu", "riscv32-linux-gnu"];

fn run(command: &mut Command) -> String {
    let output = command.output().expect("the command starts");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A row for a target, in its own folder.
struct Module<'a> {
    row: &'a Row,
    triple: &'a str,
    folder: tempfile::TempDir,
}

impl Module<'_> {
    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns the machine options, which enable RISC-V's compressed instructions.
    fn machine(&self, triple: &str) -> Vec<String> {
        let features = self.triple.starts_with("riscv").then(|| "-mattr=+m,+a,+f,+d,+c".to_owned());
        [format!("{triple}={}", self.triple)].into_iter().chain(features).collect()
    }

    /// Compiles an input by a compiler; returns the object's sections to compare.
    fn compiled(&self, program: &Path, input: &str, more: &[&str]) -> Vec<String> {
        let mut command = Command::new(program);
        command.args(self.row.options).args(more).args(self.machine("-mtriple"));
        run(command.args(["-filetype=obj", "-o"]).arg(self.file("out.o")).arg(self.file(input)));
        self.shown()
    }

    /// Assembles by a command; returns the object's sections to compare.
    fn assembled(&self, command: &mut Command) -> Vec<String> {
        run(command.args(["-filetype=obj", "-o"]).arg(self.file("out.o")).arg(self.file("out.s")));
        self.shown()
    }

    /// Returns each section with its type, flags, linked section, contents and relocations.
    fn shown(&self) -> Vec<String> {
        let text = run(Command::new("llvm-readelf-22").arg("-SW").arg(self.file("out.o")));
        let rows = text.lines().filter_map(|line| line.trim_start().strip_prefix('[')?.split_once(']'));
        let rows: Vec<Vec<&str>> = rows.map(|(_, row)| row.split_whitespace().collect()).skip(1).collect();
        let name =
            |row: Option<&Vec<&str>>| row.and_then(|row| row.first()).map_or("", |name| *name).to_owned();
        let mut shown = Vec::new();
        for row in rows.iter().filter(|row| row.len() >= 10 && self.row.sections.contains(&row[0])) {
            let &[section, kind, _, _, size, entry, flags, link, _, align, ..] = &row[..] else { continue };
            let with = link.parse().ok().map_or(String::new(), |link: usize| name(rows.get(link)));
            shown.push(format!("{section} {kind} {size} {entry} {flags} {with} {align}"));
        }
        shown.sort();
        for section in self.row.sections {
            shown.extend(self.contents(section));
        }
        shown
    }

    fn contents(&self, section: &str) -> Vec<String> {
        let mut lines = Vec::new();
        let bytes = run(Command::new("llvm-objdump-22").args(["-s", "-j", section]).arg(self.file("out.o")));
        lines.extend(bytes.lines().filter(|line| line.starts_with(' ')).map(str::to_owned));
        let relocations = run(Command::new("llvm-readelf-22").arg("-rW").arg(self.file("out.o")));
        let is_headline = |line: &&str| line.starts_with("Relocation section");
        let is_own =
            |line: &str| [".rel", ".rela"].iter().any(|kind| line.contains(&format!("'{kind}{section}'")));
        let mut own = false;
        for line in relocations.lines() {
            own = if is_headline(&line) { is_own(line) } else { own };
            let words: Vec<&str> = line.split_whitespace().collect();
            // The numbers of symbols, and the names of labels, may differ.
            if let [offset, _, kind, rest @ ..] = &words[..]
                && own
                && kind.starts_with("R_")
            {
                let is_label = |word: &str| word.starts_with(".L");
                let rest = rest.iter().map(|&word| if is_label(word) { ".L" } else { word });
                lines.push(format!("{offset} {kind} {}", rest.collect::<Vec<_>>().join(" ")));
            }
        }
        lines
    }

    /// Returns the differences to llc's.
    fn wrong(&self) -> Option<String> {
        let gisel = build::gisel();
        fs::write(self.file("in.ll"), self.row.ir).expect("written");
        let expected = self.compiled(Path::new("llc-22"), "in.ll", &[]);
        let differs = |how: &str, made: Vec<String>| {
            let Row { name, .. } = self.row;
            let said = format!("{name} {} {how}:\n{expected:#?}\n{made:#?}", self.triple);
            (made != expected).then_some(said)
        };
        let level = |level| differs(level, self.compiled(&gisel, "in.ll", &[level, "-verify-machineinstrs"]));
        if let Some(wrong) = level("-O0").or_else(|| level("-O2")) {
            return Some(wrong);
        }
        run(Command::new("llvm-as-22").arg(self.file("in.ll")).arg("-o").arg(self.file("in.bc")));
        let bitcode = differs("bitcode", self.compiled(&gisel, "in.bc", &["-j4"]));
        let mut compile = Command::new(&gisel);
        compile.args(self.row.options).args(self.machine("-mtriple"));
        run(compile.arg("-o").arg(self.file("out.s")).arg(self.file("in.ll")));
        // LLVM's assembler requires variables before sections linked to them, also in llc's text.
        let by_llvm = (self.row.name != "associated").then(|| {
            let mut llvm_mc = Command::new("llvm-mc-22");
            differs("llvm-mc", self.assembled(llvm_mc.args(self.machine("-triple"))))
        });
        let by_llvm = by_llvm.flatten();
        let mut own = Command::new(&gisel);
        let by_own = differs("text", self.assembled(own.args(self.machine("-mtriple"))));
        bitcode.or(by_llvm).or(by_own).or_else(|| self.of_mir(&gisel, &differs))
    }

    /// Returns the differences for compilation in two steps; modules without functions and
    /// with assembly, which MIR does not carry, are not compared.
    fn of_mir(&self, gisel: &Path, differs: &dyn Fn(&str, Vec<String>) -> Option<String>) -> Option<String> {
        if !self.row.ir.contains("define ") || self.row.ir.contains("module asm") {
            return None;
        }
        let mut stop = Command::new(gisel);
        stop.args(self.row.options).args(self.machine("-mtriple")).arg("-stop-after=legalizer");
        run(stop.arg("-o").arg(self.file("in.mir")).arg(self.file("in.ll")));
        differs("MIR", self.compiled(gisel, "in.mir", &["-start-after=legalizer"]))
    }
}

#[test]
fn sections_are_those_of_llc() {
    let mut wrong = Vec::new();
    for row in ROWS {
        for triple in TRIPLES {
            // llc does not support this code model there.
            if row.name == "pc-sections-far" && triple.starts_with("riscv32") {
                continue;
            }
            let folder = tempfile::tempdir().expect("a temporary folder");
            wrong.extend(Module { row, triple, folder }.wrong());
        }
    }
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

/// An invalid edge of the call graph is an error that states the expected form.
#[test]
fn wrong_edges_are_refused() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text, why) in [
        ("in.s", ".cg_profile a, b\n", "two functions and how often"),
        ("in.s", ".cg_profile a, b, c\n", "no number"),
        ("in.s", ".cg_profile 1, b, 3\n", "no name of a symbol"),
        (
            "in.ll",
            "!llvm.module.flags = !{!0}\n!0 = !{i32 5, !\"CG Profile\", !1}\n!1 = distinct !{!2}\n!2 = !{i32 1}\n",
            "expected a MDNode triple",
        ),
        (
            "in.ll",
            "define void @f() !pcsections !0 { ret void }\n!0 = !{!\"s\", !1}\n!1 = !{double 1.0}\n",
            "integer of at most 64",
        ),
    ] {
        let input = folder.path().join(name);
        fs::write(&input, text).expect("written");
        let mut command = Command::new(build::gisel());
        command.args(["-mtriple=riscv64-linux-gnu", "-filetype=obj", "-o", "/dev/null"]).arg(&input);
        let output = command.output().expect("gisel starts");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(1) && said.contains(why), "{text}: {said}");
    }
}
