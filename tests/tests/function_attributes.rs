//! Attributes that change functions' entries and exits, compared with `llc`: cleared registers,
//! patchable entries, profiling calls, stack alignment, calls without lazy binding.

use gisel_tests::build::{self};
use gisel_tests::target::Target;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;
use tempfile::TempDir;

fn run(command: &mut Command) -> Result<String, String> {
    let output = command.output().expect("the command starts");
    let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
}

fn gisel() -> Command {
    let path = build::gisel();
    let mut command = Command::new(path);
    command.arg("-verify-machineinstrs");
    command
}

fn llc() -> Command {
    let mut command = Command::new("llc-22");
    command.arg("-global-isel=0");
    command
}

/// Compiled IR.
struct Compiled(TempDir);

impl Compiled {
    fn new(mut compiler: Command, ir: &str, target: Target, level: u8) -> Compiled {
        let folder = Compiled(tempfile::tempdir().expect("a temporary folder"));
        fs::write(folder.path("in.ll"), ir).expect("written");
        compiler.args([format!("-O{level}"), format!("-mtriple={}", target.triple())]);
        if target == Target::Riscv64 {
            compiler.arg("-mattr=+m,+a,+f,+d,+c");
        }
        compiler.args(["-filetype=obj", "-o"]).arg(folder.path("out.o")).arg(folder.path("in.ll"));
        run(&mut compiler).unwrap();
        folder
    }

    fn path(&self, name: &str) -> std::path::PathBuf {
        self.0.path().join(name)
    }

    fn tool(&self, name: &str, args: &[&str]) -> String {
        run(Command::new(name).args(args).arg(self.path("out.o"))).unwrap()
    }

    /// Returns the instructions of each function, and skips other labels.
    fn functions(&self, names: &[String]) -> BTreeMap<String, Vec<String>> {
        let text = self.tool("llvm-objdump-22", &["-dr", "--no-show-raw-insn", "--no-leading-addr"]);
        let mut functions: BTreeMap<String, Vec<String>> = BTreeMap::new();
        let mut current = None;
        for line in text.lines() {
            if let Some(label) = line.strip_prefix('<').and_then(|l| l.strip_suffix(">:")) {
                // Local labels may be within a function.
                if names.iter().any(|name| name == label) {
                    current = Some(label.to_owned());
                } else if !label.starts_with(['.', '$']) {
                    current = None;
                }
            } else if let (Some(name), true) = (&current, line.starts_with([' ', '\t'])) {
                functions
                    .entry(name.clone())
                    .or_default()
                    .push(line.split_whitespace().collect::<Vec<_>>().join(" "));
            }
        }
        functions
    }
}

const CLEARED: &[&str] =
    &["skip", "used-gpr-arg", "used-gpr", "used-arg", "used", "all-gpr-arg", "all-gpr", "all-arg", "all"];

fn clearing() -> (String, Vec<String>) {
    let mut ir = String::from("declare double @next(double, i32)\ndeclare void @tail(i32)\n");
    let mut names = Vec::new();
    for value in CLEARED {
        let attribute = format!("nounwind \"zero-call-used-regs\"=\"{value}\"");
        for (kind, head, body) in [
            ("int", "i32 @{}(i32 %a)", "%c = mul i32 %a, 77\n ret i32 %c"),
            (
                "float",
                "double @{}(i32 %a, double %d)",
                "%r = call double @next(double %d, i32 %a)\n ret double %r",
            ),
            ("tail", "void @{}(i32 %a)", "tail call void @tail(i32 %a)\n ret void"),
            ("nothing", "void @{}()", "ret void"),
        ] {
            let name = format!("{kind}.{value}");
            ir += &format!(
                "define {} {attribute} {{\n {body}\n}}\n",
                head.replace("{}", &format!("\"{name}\""))
            );
            names.push(name);
        }
    }
    (ir, names)
}

/// Returns the registers that the end of a function zeroes.
fn cleared(instructions: &[String]) -> BTreeSet<String> {
    let zero = |line: &String| {
        let (name, operands) = line.split_once(' ')?;
        let (register, value) = operands.split_once(", ")?;
        let value = value.split(' ').next()?;
        let nothing = value == "zero" || value.trim_start_matches(['#', '0', 'x']).is_empty();
        let zero = nothing && matches!(name, "mov" | "movi" | "li" | "fmv.d.x");
        zero.then(|| register.split('.').next().unwrap_or(register).to_owned())
    };
    instructions.iter().filter_map(zero).collect()
}

fn set(names: impl IntoIterator<Item = impl Into<String>>) -> BTreeSet<String> {
    names.into_iter().map(Into::into).collect()
}

#[test]
fn registers_are_cleared() {
    let (ir, names) = clearing();
    for level in [0, 2] {
        let [ours, theirs] =
            [gisel(), llc()].map(|c| Compiled::new(c, &ir, Target::Aarch64, level).functions(&names));
        assert_eq!(cleared(&theirs["nothing.all"]).len(), 19 + 24);
        for name in &names {
            let [ours, theirs] = [&ours, &theirs].map(|functions| cleared(&functions[name]));
            // The set of used registers depends on the code, and `llc` ignores registers of which
            // only the low half is used.
            match name.contains("used") {
                true if name.contains("arg") => {
                    assert!(theirs.is_subset(&ours), "{name} -O{level}: {ours:?}")
                }
                true => assert_eq!(
                    ours.is_empty(),
                    name.starts_with("nothing") || name.starts_with("tail"),
                    "{name}"
                ),
                false => assert_eq!(ours, theirs, "{name} -O{level}"),
            }
        }
        // `llc` has no implementation for RISC-V.
        let ours = Compiled::new(gisel(), &ir, Target::Riscv64, level).functions(&names);
        let arguments = (0..8).map(|n| format!("a{n}"));
        let general: BTreeSet<String> = arguments.clone().chain((0..7).map(|n| format!("t{n}"))).collect();
        let floats = (0..8).map(|n| format!("fa{n}")).chain((0..12).map(|n| format!("ft{n}")));
        let of = |name: &str| cleared(&ours[name]);
        assert_eq!(of("nothing.all-gpr"), general);
        assert_eq!(of("nothing.all"), general.iter().cloned().chain(floats).collect());
        assert_eq!(of("int.all-gpr-arg"), set(arguments.skip(1)));
        assert_eq!(of("float.used-arg"), set(["a0"]));
        assert_eq!(of("nothing.used"), BTreeSet::new());
        assert_eq!(of("nothing.skip"), BTreeSet::new());
    }
}

const PATCHABLE: &str = r#"
define i32 @entry(i32 %a) "patchable-function-entry"="5" { ret i32 %a }
define i32 @both(i32 %a) "patchable-function-entry"="3" "patchable-function-prefix"="2" { ret i32 %a }
define i32 @prefix(i32 %a) "patchable-function-prefix"="2" { ret i32 %a }
$group = comdat any
define i32 @group(i32 %a) "patchable-function-entry"="1" comdat { ret i32 %a }
define i32 @section(i32 %a) "patchable-function-entry"="1" section "foo" { ret i32 %a }
define i32 @named(i32 %a) "patchable-function-entry"="1" "patchable-function-entry-section"="mine" { ret i32 %a }
define i32 @none(i32 %a) "patchable-function-entry"="0" { ret i32 %a }
"#;

#[test]
fn functions_have_room_for_patches() {
    let names: Vec<String> =
        ["entry", "both", "prefix", "group", "section", "named", "none"].map(str::to_owned).into();
    for target in Target::ALL {
        for level in [0, 2] {
            let [ours, theirs] = [gisel(), llc()].map(|c| Compiled::new(c, PATCHABLE, target, level));
            let code = |c: &Compiled| {
                let mut functions = c.functions(&names);
                // At -O0 the argument is stored on the stack.
                functions.values_mut().for_each(|f| f.retain(|line| line == "nop"));
                functions
            };
            assert_eq!(code(&ours), code(&theirs), "{} -O{level}", target.arch());
            assert_eq!(tables(&ours), tables(&theirs), "{} -O{level}", target.arch());
            assert_eq!(tables(&ours).len(), 6);
        }
    }
}

/// Returns sections with patchable addresses: name, type and flags, linked section; sorted.
fn tables(compiled: &Compiled) -> Vec<String> {
    let text = compiled.tool("llvm-readelf-22", &["-SW"]);
    let rows: Vec<Vec<&str>> =
        text.lines().filter_map(|l| Some(l.split_once(']')?.1.split_whitespace().collect())).collect();
    let name = |index: &str| rows[index.parse::<usize>().unwrap() + 1][0].to_owned();
    let with_flags = rows.iter().filter(|row| row.len() > 9 && row[6].contains('L'));
    let mut found: Vec<String> =
        with_flags.map(|row| format!("{} {} {} with {}", row[0], row[1], row[6], name(row[7]))).collect();
    found.sort();
    found
}

/// Attributes, target, and the code's contents, in order; absent contents after `!`.
const SHOWN: &[(&str, Target, &[&str])] = &[
    ("\"instrument-function-entry-inlined\"=\"mcount\"", Target::Riscv64, &["CALL_PLT mcount"]),
    ("\"instrument-function-entry-inlined\"=\"_mcount\"", Target::Aarch64, &["CALL26 _mcount"]),
    ("\"instrument-function-entry-inlined\"=\"\\01_mcount\"", Target::Aarch64, &["CALL26 _mcount"]),
    (
        "\"instrument-function-entry-inlined\"=\"__cyg_profile_func_enter\" \"instrument-function-exit-inlined\"=\"__cyg_profile_func_exit\"",
        Target::Riscv64,
        &["CALL_PLT __cyg_profile_func_enter", "CALL_PLT use", "CALL_PLT __cyg_profile_func_exit"],
    ),
    (
        "\"instrument-function-entry-inlined\"=\"__cyg_profile_func_enter\" \"instrument-function-exit-inlined\"=\"__cyg_profile_func_exit\"",
        Target::Aarch64,
        &["CALL26 __cyg_profile_func_enter", "CALL26 use", "CALL26 __cyg_profile_func_exit"],
    ),
    ("", Target::Aarch64, &["!, sp, #", "CALL26 use"]),
    ("alignstack(64)", Target::Riscv64, &["andi sp, sp, -0x40"]),
    ("alignstack(64)", Target::Aarch64, &["and sp, x16, #0xffffffffffffffc0"]),
    ("\"stackrealign\"", Target::Riscv64, &["andi sp, sp, -0x10"]),
    ("\"stackrealign\"", Target::Aarch64, &["and sp, x16, #0xfffffffffffffff0"]),
    (
        "naked sspreq \"frame-pointer\"=\"all\" \"zero-call-used-regs\"=\"all\" alignstack(64) \"stackrealign\" \"instrument-function-entry-inlined\"=\"mcount\"",
        Target::Riscv64,
        &["!sp", "!mcount", "!li", "!__stack_chk"],
    ),
    (
        "naked sspreq \"frame-pointer\"=\"all\" \"zero-call-used-regs\"=\"all\" alignstack(64) \"stackrealign\" \"instrument-function-entry-inlined\"=\"mcount\"",
        Target::Aarch64,
        &["!sp", "!mcount", "!mov", "!__stack_chk"],
    ),
];

#[test]
fn attributes_show_in_the_code() {
    for (attributes, target, parts) in SHOWN {
        let body = match attributes.starts_with("naked") {
            true => "call void asm sideeffect \"nop\", \"\"()\n unreachable",
            false => "%p = alloca i64\n call void @use(ptr %p)\n ret void",
        };
        let ir = format!("declare void @use(ptr)\ndefine void @f() {attributes} {{\n {body}\n}}\n");
        for level in [0, 2] {
            let code = Compiled::new(gisel(), &ir, *target, level).functions(&["f".into()])["f"].join("\n");
            let mut rest = code.as_str();
            for part in *parts {
                match part.strip_prefix('!') {
                    Some(", sp, #") => assert!(!code.contains("and sp"), "{code}"),
                    Some(absent) => {
                        assert!(!code.contains(absent), "{attributes} -O{level}: {absent} in\n{code}")
                    }
                    None => {
                        let at = rest.find(part);
                        let at = at.unwrap_or_else(|| panic!("{attributes} -O{level}: no {part} in\n{code}"));
                        rest = &rest[at + part.len()..];
                    }
                }
            }
        }
    }
}

#[test]
fn objects_are_not_aligned_where_the_stack_must_not_be() {
    let ir = "declare void @use(ptr)\ndefine void @f() \"no-realign-stack\" {\n %p = alloca i32, align 64\n \
              call void @use(ptr %p)\n ret void\n}\n";
    for target in Target::ALL {
        for level in [0, 2] {
            let code = Compiled::new(gisel(), ir, target, level).functions(&["f".into()])["f"].join("\n");
            assert!(!code.contains("and"), "{code}");
        }
    }
}

/// For a function that must not be bound lazily, AArch64's calls load its address; RISC-V's do not
/// change.
#[test]
fn early_binding_goes_through_the_got() {
    let ir = "declare void @f() nonlazybind\ndeclare void @g()\ndefine void @defined() nonlazybind {\n ret void\n}\n\
              define dso_local void @own() nonlazybind {\n ret void\n}\ndefine void @h() {\n call void @f()\n \
              call void @g() nonlazybind\n call void @defined()\n call void @own()\n tail call void @f()\n ret void\n}\n";
    for target in Target::ALL {
        for level in [0, 2] {
            let relocations = |c: Command| {
                let code = Compiled::new(c, ir, target, level).functions(&["h".into()]).remove("h").unwrap();
                let mut names: Vec<String> = code
                    .iter()
                    .filter_map(|line| Some(line.split_once("R_")?.1.to_owned()))
                    .filter(|relocation| !relocation.contains("RELAX"))
                    .collect();
                names.sort();
                names
            };
            assert_eq!(relocations(gisel()), relocations(llc()), "{} -O{level}", target.arch());
        }
    }
}

/// If a module requests it, AArch64's calls of runtime routines load their addresses, too; RISC-V's
/// do not change.
#[test]
fn routines_are_bound_early() {
    let functions = ["copy", "divide", "add", "last", "guarded", "here"].map(str::to_owned);
    let ir = "declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\ndeclare void @llvm.memset.p0.i64(ptr, i8, i64, i1)\n\
              declare void @use(ptr)\ndefine dso_local ptr @memset(ptr %p, i32 %c, i64 %n) {\n ret ptr %p\n}\n\
              define void @copy(ptr %p, ptr %q, i64 %n) {\n call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)\n \
              call void @use(ptr %p)\n ret void\n}\n\
              define i128 @divide(i128 %a, i128 %b) {\n %r = udiv i128 %a, %b\n ret i128 %r\n}\n\
              define fp128 @add(fp128 %a) {\n %r = fadd fp128 %a, %a\n %s = fadd fp128 %r, %a\n ret fp128 %s\n}\n\
              define void @last(ptr %p, ptr %q, i64 %n) {\n \
              tail call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false)\n ret void\n}\n\
              define void @guarded() sspreq {\n call void @use(ptr null)\n ret void\n}\n\
              define void @here(ptr %p, i64 %n) {\n call void @llvm.memset.p0.i64(ptr %p, i8 0, i64 %n, i1 false)\n ret void\n}\n\
              !llvm.module.flags = !{!0, !1}\n!0 = !{i32 7, !\"RtLibUseGOT\", i32 1}\n!1 = !{i32 8, !\"PIC Level\", i32 2}\n";
    for target in Target::ALL {
        let called = |mut c: Command| {
            c.arg("-relocation-model=pic");
            let mut code = Compiled::new(c, ir, target, 2).functions(&functions);
            // Calls and jumps to the module's own functions may use the table or not.
            let here = code.remove("here").expect("compiled").join("\n");
            assert!(here.contains("memset"), "{here}");
            let relocations = |lines: &[String]| -> BTreeSet<String> {
                let relocations = lines.iter().filter_map(|line| Some(line.split_once("R_")?.1.to_owned()));
                relocations
                    .filter(|name| {
                        !["RELAX", "LO12_I", "guard"].iter().any(|left_out| name.contains(left_out))
                    })
                    .collect()
            };
            code.iter().map(|(name, lines)| (name.clone(), relocations(lines))).collect::<BTreeMap<_, _>>()
        };
        let (ours, theirs) = (called(gisel()), called(llc()));
        let by_table = ours["copy"].iter().any(|name| name.contains("GOT") && name.contains("memcpy"));
        assert_eq!(by_table, target == Target::Aarch64, "{ours:?}");
        assert_eq!(ours, theirs, "{}", target.arch());
    }
}

/// A function that needs all registers leaves the frame pointer alone if an attribute reserves it.
#[test]
fn frame_pointers_are_reserved() {
    let kinds = [("none", false), ("reserved", true), ("non-leaf", true), ("non-leaf-no-reserve", false)];
    for (kind, reserved) in kinds {
        let mut ir = format!("define void @f(ptr %p) \"frame-pointer\"=\"{kind}\" {{\n");
        for n in 0..31 {
            ir += &format!(
                " %a{n} = getelementptr i64, ptr %p, i64 {n}\n %v{n} = load volatile i64, ptr %a{n}\n"
            );
        }
        (0..31).for_each(|n| ir += &format!(" store volatile i64 %v{n}, ptr %a{}\n", 30 - n));
        ir += " ret void\n}\n";
        for (target, register) in [(Target::Riscv64, "s0"), (Target::Aarch64, "x29")] {
            let code = Compiled::new(gisel(), &ir, target, 2).functions(&["f".into()])["f"].join("\n");
            assert_eq!(code.contains(register), !reserved, "{kind}: {code}");
        }
    }
}

/// Stack probes: functions that request them touch their allocations step by step; others do not.
#[test]
fn stacks_are_probed() {
    let body = "%a = alloca [90000 x i8]\n call void @use(ptr %a)\n ret void";
    let dynamic = "%a = alloca i8, i64 %n\n call void @use(ptr %a)\n ret void";
    let probe = "\"probe-stack\"=\"inline-asm\"";
    let ir = format!(
        "declare void @use(ptr)\ndefine void @plain(i64 %n) {{\n {body}\n}}\n\
         define void @large(i64 %n) {probe} {{\n {body}\n}}\n\
         define void @far(i64 %n) {probe} \"stack-probe-size\"=\"65536\" {{\n {body}\n}}\n\
         define void @small(i64 %n) {probe} {{\n %a = alloca i64\n call void @use(ptr %a)\n ret void\n}}\n\
         define void @dynamic(i64 %n) {probe} {{\n {dynamic}\n}}\n"
    );
    let names: Vec<String> = ["plain", "large", "far", "small", "dynamic"].map(str::to_owned).into();
    for (target, touch, steps) in [
        (Target::Riscv64, "sd zero, 0x0(sp)", ["lui t1, 0x1", "lui t1, 0x10"]),
        (Target::Aarch64, "str xzr, [sp]", ["sub sp, sp, #0x1, lsl #12", "sub sp, sp, #0x10, lsl #12"]),
    ] {
        for level in [0, 2] {
            let functions = Compiled::new(gisel(), &ir, target, level).functions(&names);
            let has = |name: &str, part: &str| functions[name].iter().any(|line| line.starts_with(part));
            for (name, probed) in
                [("plain", false), ("large", true), ("far", true), ("small", false), ("dynamic", true)]
            {
                assert_eq!(has(name, touch), probed, "{name} {}", functions[name].join("\n"));
            }
            assert!(has("large", steps[0]) && has("far", steps[1]), "{functions:#?}");
        }
    }
}
