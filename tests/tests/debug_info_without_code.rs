//! Debug information of modules with little or no code: sections and entries equal those of `llc`'s
//! twin, in each version of DWARF, whole and split.

use gisel_tests::build::Compiler;
use gisel_tests::{parallel, process, sources};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Kinds of modules: a name, and the contents besides [`COMMON`]. The units are `!1`, and `!2` in a
/// module with two.
const KINDS: &[(&str, &str)] = &[
    ("nothing", "!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !90, producer: \"c\", emissionKind: FullDebug)"),
    (
        "empty-lists",
        "!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !90, producer: \"c\", emissionKind: FullDebug,
            enums: !3, retainedTypes: !3, globals: !3, imports: !3, macros: !3)
         !3 = !{}",
    ),
    ("checksum", "!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !92, producer: \"c\", emissionKind: FullDebug)"),
    (
        "line-tables-only",
        "!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !90, emissionKind: LineTablesOnly)",
    ),
    (
        "directives-only",
        "!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !90, emissionKind: DebugDirectivesOnly)",
    ),
    (
        "none-emitted",
        "!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !90, emissionKind: NoDebug, retainedTypes: !3)
         !3 = !{!91}",
    ),
    (
        "retained-types",
        "!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !90, emissionKind: FullDebug, retainedTypes: !3)
         !3 = !{!91}",
    ),
    (
        "types-with-units",
        "!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !90, emissionKind: FullDebug, retainedTypes: !3)
         !3 = !{!4}
         !4 = distinct !DICompositeType(tag: DW_TAG_structure_type, name: \"s\", file: !90, line: 4, size: 32,
            elements: !5, identifier: \"_ZTS1s\")
         !5 = !{!6}
         !6 = !DIDerivedType(tag: DW_TAG_member, name: \"m\", scope: !4, file: !90, line: 5, baseType: !91, size: 32)",
    ),
    (
        "enumerations",
        "!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !90, emissionKind: FullDebug, enums: !3)
         !3 = !{!4}
         !4 = !DICompositeType(tag: DW_TAG_enumeration_type, name: \"e\", file: !90, line: 3, baseType: !91, size: 32, elements: !5)
         !5 = !{!6}
         !6 = !DIEnumerator(name: \"one\", value: 1)",
    ),
    (
        "declared-variable",
        "@v = external global i32, !dbg !4
         !1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !90, emissionKind: FullDebug, globals: !3)
         !3 = !{!4}
         !4 = !DIGlobalVariableExpression(var: !5, expr: !DIExpression())
         !5 = !DIGlobalVariable(name: \"v\", scope: !1, file: !90, line: 1, type: !91, isDefinition: false)",
    ),
    (
        "variable-without-symbol",
        "!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !90, emissionKind: FullDebug, globals: !3)
         !3 = !{!4}
         !4 = !DIGlobalVariableExpression(var: !5, expr: !DIExpression(DW_OP_constu, 3, DW_OP_stack_value))
         !5 = !DIGlobalVariable(name: \"v\", scope: !1, file: !90, line: 1, type: !91, isLocal: true, isDefinition: true)",
    ),
    (
        "variable",
        "@v = global i32 7, !dbg !4
         !1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !90, emissionKind: FullDebug, globals: !3)
         !3 = !{!4}
         !4 = !DIGlobalVariableExpression(var: !5, expr: !DIExpression())
         !5 = !DIGlobalVariable(name: \"v\", scope: !1, file: !90, line: 1, type: !91, isDefinition: true)",
    ),
    (
        "declared-function",
        "declare !dbg !4 void @f()
         !1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !90, emissionKind: FullDebug)
         !4 = !DISubprogram(name: \"f\", scope: !90, file: !90, line: 1, type: !93, spFlags: DISPFlagOptimized)",
    ),
    (
        "macros",
        "!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !90, emissionKind: FullDebug, macros: !3)
         !3 = !{!4, !5}
         !4 = !DIMacro(type: DW_MACINFO_define, line: 0, name: \"a\", value: \"1\")
         !5 = !DIMacroFile(file: !90, nodes: !6)
         !6 = !{!7}
         !7 = !DIMacro(type: DW_MACINFO_undef, line: 3, name: \"a\")",
    ),
    (
        "available-externally",
        "define available_externally void @f() !dbg !4 { ret void, !dbg !5 }
         !1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !90, emissionKind: FullDebug)
         !4 = distinct !DISubprogram(name: \"f\", scope: !90, file: !90, line: 1, type: !93, unit: !1, spFlags: DISPFlagDefinition)
         !5 = !DILocation(line: 2, scope: !4)",
    ),
    (
        "alias",
        "@v = global i32 7
         @a = alias i32, ptr @v
         !1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !90, emissionKind: FullDebug)",
    ),
    (
        "assembly",
        "module asm \".text\"
         module asm \"nop\"
         !1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !90, emissionKind: FullDebug)",
    ),
    (
        "assembly-and-types",
        "module asm \".data\"
         module asm \".byte 1\"
         !1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !90, emissionKind: FullDebug, retainedTypes: !3)
         !3 = !{!91}",
    ),
    (
        "imported",
        "!1 = distinct !DICompileUnit(language: DW_LANG_C_plus_plus_14, file: !90, emissionKind: FullDebug, imports: !3)
         !3 = !{!4}
         !4 = !DIImportedEntity(tag: DW_TAG_imported_module, scope: !1, entity: !5, file: !90, line: 2)
         !5 = !DINamespace(name: \"n\", scope: null)",
    ),
    (
        "code-without-information",
        "define void @f() { ret void }
         @v = global i32 7
         !1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !90, emissionKind: FullDebug)",
    ),
    (
        "function",
        "define void @f() !dbg !4 { ret void, !dbg !5 }
         !1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !90, emissionKind: FullDebug)
         !4 = distinct !DISubprogram(name: \"f\", scope: !90, file: !90, line: 1, type: !93, unit: !1, spFlags: DISPFlagDefinition)
         !5 = !DILocation(line: 2, scope: !4)",
    ),
    (
        "module-of-clang",
        "!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !90, splitDebugFilename: \"m.pcm\", emissionKind: FullDebug, dwoId: 4660)",
    ),
    (
        "gnu-names",
        "!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !90, emissionKind: FullDebug, retainedTypes: !3, nameTableKind: GNU)
         !3 = !{!91}",
    ),
    (
        "no-names",
        "!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !90, emissionKind: FullDebug, retainedTypes: !3, nameTableKind: None)
         !3 = !{!91}",
    ),
    (
        "two-empty",
        "!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !90, emissionKind: FullDebug)
         !2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !92, emissionKind: FullDebug)",
    ),
    (
        "empty-and-types",
        "!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !90, emissionKind: FullDebug)
         !2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !92, emissionKind: FullDebug, retainedTypes: !3)
         !3 = !{!91}",
    ),
    (
        "types-and-empty",
        "!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !92, emissionKind: FullDebug, retainedTypes: !3)
         !2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !90, emissionKind: FullDebug)
         !3 = !{!91}",
    ),
    (
        "types-twice",
        "!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !92, emissionKind: FullDebug, retainedTypes: !3)
         !2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !90, emissionKind: FullDebug, retainedTypes: !3)
         !3 = !{!91}",
    ),
    (
        "empty-and-function",
        "define void @f() !dbg !4 { ret void, !dbg !5 }
         !1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !90, emissionKind: FullDebug)
         !2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !92, emissionKind: FullDebug)
         !4 = distinct !DISubprogram(name: \"f\", scope: !92, file: !92, line: 1, type: !93, unit: !2, spFlags: DISPFlagDefinition)
         !5 = !DILocation(line: 2, scope: !4)",
    ),
    (
        "inlined-from-empty",
        "define void @f() !dbg !4 { store volatile i32 0, ptr null, !dbg !5
           ret void, !dbg !6 }
         !1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !90, emissionKind: FullDebug)
         !2 = distinct !DICompileUnit(language: DW_LANG_C11, file: !92, emissionKind: FullDebug)
         !4 = distinct !DISubprogram(name: \"f\", scope: !90, file: !90, line: 1, type: !93, unit: !1, spFlags: DISPFlagDefinition)
         !7 = distinct !DISubprogram(name: \"g\", scope: !92, file: !92, line: 8, type: !93, unit: !2, spFlags: DISPFlagDefinition)
         !5 = !DILocation(line: 9, scope: !7, inlinedAt: !6)
         !6 = !DILocation(line: 2, scope: !4)",
    ),
];

/// The contents common to all kinds.
const COMMON: &str = "
!llvm.module.flags = !{!99}
!90 = !DIFile(filename: \"e.c\", directory: \"/d\")
!91 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)
!92 = !DIFile(filename: \"c.c\", directory: \"/d\", checksumkind: CSK_MD5, checksum: \"22b44a638cac0d383c9e60eac8964aa7\")
!93 = !DISubroutineType(types: !94)
!94 = !{null}
!99 = !{i32 2, !\"Debug Info Version\", i32 3}
";

/// The form of debug information besides its version; `@` is the split file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Request {
    Whole,
    TypeUnits,
    Ranges,
    Split,
    SplitTypeUnits,
}

const SPLIT: [&str; 2] = ["-split-dwarf-file=@", "-split-dwarf-output=@"];

impl Request {
    const ALL: [Request; 5] =
        [Request::Whole, Request::TypeUnits, Request::Ranges, Request::Split, Request::SplitTypeUnits];

    fn options(self) -> Vec<&'static str> {
        let types = ["-generate-type-units"];
        match self {
            Request::Whole => Vec::new(),
            Request::TypeUnits => types.to_vec(),
            Request::Ranges => vec!["-generate-arange-section"],
            Request::Split => SPLIT.to_vec(),
            Request::SplitTypeUnits => [&SPLIT[..], &types].concat(),
        }
    }

    fn is_split(self) -> bool {
        matches!(self, Request::Split | Request::SplitTypeUnits)
    }
}

/// Returns true if `llc` differs for a kind: it puts addresses of variables into `.debug_aranges`,
/// or describes variables that other modules define. For split debug information, it omits units
/// without entries, and merges those with entries.
fn differs(kind: &str, request: Request) -> bool {
    match kind {
        "declared-variable" => true,
        "variable" => request == Request::Ranges,
        "macros" | "module-of-clang" | "types-twice" | "inlined-from-empty" => request.is_split(),
        "types-with-units" => request == Request::SplitTypeUnits,
        _ => false,
    }
}

struct Case {
    kind: &'static str,
    triple: &'static str,
    request: Request,
    input: PathBuf,
    folder: PathBuf,
    version: u16,
}

impl Case {
    fn file(&self, name: &str) -> PathBuf {
        let Case { kind, version, request, triple, .. } = self;
        self.folder.join(format!("{kind}-{version}-{request:?}-{triple}.{name}"))
    }

    /// Compiles the module; returns `llvm-dwarfdump`'s output for the object and the split file.
    fn compiled(&self, mut command: Command, name: &str) -> String {
        let (output, split) = (self.file(&format!("{name}.o")), self.file(&format!("{name}.dwo")));
        let options = self.request.options().into_iter();
        command.args(options.map(|option| option.replace('@', &split.display().to_string())));
        let said = self.dumped(command.arg("-filetype=obj"), &output, &split);
        if self.request.is_split() { said + &dumped(&split, &split) } else { said }
    }

    fn dumped(&self, command: &mut Command, output: &Path, split: &Path) -> String {
        command.args([&format!("-mtriple={}", self.triple), &format!("-dwarf-version={}", self.version)]);
        process::run(command.arg(&self.input).arg("-o").arg(output)).expect("it compiles");
        dumped(output, split)
    }

    /// Compiles to text, which gisel's assembler and LLVM's assemble.
    fn assembled(&self, compiler: &Compiler) -> [String; 2] {
        let text = self.file("s");
        let mut command = compiler.alone();
        command.args([&format!("-mtriple={}", self.triple), &format!("-dwarf-version={}", self.version)]);
        process::run(command.args(self.request.options()).arg(&self.input).arg("-o").arg(&text))
            .expect("compiled");
        [(compiler.alone(), "-mtriple"), (Command::new("llvm-mc-22"), "-triple")].map(
            |(mut command, option)| {
                let object = self.file("as.o");
                command.args(["-filetype=obj", &format!("{option}={}", self.triple), "-o"]).arg(&object);
                process::run(command.arg(&text)).expect("assembled");
                dumped(&object, &object)
            },
        )
    }

    /// Returns the fault in the module, if any.
    fn wrong(&self, compiler: &Compiler) -> Option<String> {
        let made = self.compiled(compiler.alone(), "own");
        let mut verify = Command::new("llvm-dwarfdump-22");
        let verified = process::run(verify.arg("--verify").arg(self.file("own.o")));
        // A skeleton names inlined functions, as in llc's.
        if let (Err(message), false) =
            (verified, self.kind == "inlined-from-empty" && self.request.is_split())
        {
            return Some(message);
        }
        let difference = |expected: &str, by: &str| {
            let difference = process::first_difference(expected, &made)?;
            Some(format!(
                "{} of version {} {:?} by {by}: {difference}",
                self.kind, self.version, self.request
            ))
        };
        let by_llc = || match differs(self.kind, self.request) {
            true => None,
            false => difference(&self.compiled(Command::new("llc-22"), "llc"), "llc"),
        };
        let by_text = || match self.request {
            Request::Whole => {
                self.assembled(compiler).iter().find_map(|assembled| difference(assembled, "text"))
            }
            _ => None,
        };
        by_llc().or_else(by_text)
    }
}

/// Attributes that are llc's choice: an empty producer, tables for debuggers of version 4, the
/// frame base.
const CHOICES: [&str; 3] = ["DW_AT_producer \"\")", "DW_AT_GNU_pubnames", "DW_AT_frame_base"];

/// Returns the sections and entries of debug information, each entry's attributes in order. Offsets
/// in sections and sizes are left out.
fn dumped(object: &Path, split: &Path) -> String {
    let mut sections = Command::new("llvm-readelf-22");
    let sections = process::run(sections.arg("-SW").arg(object)).expect("llvm-readelf");
    let names = sections.split_whitespace().filter(|word| word.starts_with(".debug_"));
    let names: BTreeSet<&str> = names.filter(|name| !name.starts_with(".debug_pub")).collect();
    let mut dump = Command::new("llvm-dwarfdump-22");
    dump.args(["--debug-info", "--debug-types", "--debug-macro", "--debug-names", "--debug-aranges"]);
    let dump = process::run(dump.arg(object)).expect("llvm-dwarfdump");
    let dump = dump.replace(&*split.display().to_string(), "x.dwo");
    let (mut said, mut attributes) = (format!("{names:?}\n"), BTreeSet::new());
    for line in dump.lines().skip(1).map(without_places).chain([String::new()]) {
        if line.starts_with("DW_AT_") {
            attributes.extend((!CHOICES.iter().any(|choice| line.starts_with(choice))).then_some(line));
            continue;
        }
        std::mem::take(&mut attributes).iter().for_each(|attribute| said += &format!("{attribute}\n"));
        said += &format!("{line}\n");
    }
    said
}

/// Returns the words of a line that are not hexadecimal numbers.
fn without_places(line: &str) -> String {
    let is_place = |word: &str| word.trim_end_matches([':', ')', ']']).starts_with("0x");
    let words = line.split([' ', ',', '(', '\t']).filter(|word| !word.is_empty() && !is_place(word));
    words.collect::<Vec<_>>().join(" ")
}

fn cases(folder: &Path) -> Vec<Case> {
    let mut cases = Vec::new();
    for &(kind, body) in KINDS {
        let units = if body.contains("!2 = ") { "!{!1, !2}" } else { "!{!1}" };
        let input = folder.join(format!("{kind}.ll"));
        std::fs::write(&input, format!("{body}\n!llvm.dbg.cu = {units}\n{COMMON}")).expect("written");
        let mut add = |triple, version, request| {
            let (input, folder) = (input.clone(), folder.to_path_buf());
            cases.push(Case { kind, triple, request, input, folder, version });
        };
        let older = [
            (4, Request::Whole),
            (4, Request::Split),
            (3, Request::Whole),
            (3, Request::TypeUnits),
            (3, Request::Split),
            (2, Request::Whole),
            (2, Request::Ranges),
        ];
        for (version, request) in Request::ALL.map(|request| (5, request)).into_iter().chain(older) {
            add("aarch64-linux-gnu", version, request);
        }
        for triple in ["riscv64-linux-gnu", "riscv32-linux-gnu"] {
            [Request::Whole, Request::Split].into_iter().for_each(|request| add(triple, 5, request));
        }
    }
    cases
}

#[test]
fn objects_have_the_entries_of_llcs_twin_and_text_has_those_of_objects() {
    let compiler = Compiler::under_test().expect("gisel has been built");
    let folder = sources::work_folder("debug_info_without_code").expect("a folder");
    let wrong = parallel::map(&cases(&folder), |case| case.wrong(&compiler));
    let wrong: Vec<String> = wrong.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}
