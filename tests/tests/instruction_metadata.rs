//! Metadata of instructions that reaches the code: `!pcsections`, the bundle
//! `deactivation-symbol`; and XRay's events.

use gisel_tests::build;
use gisel_tests::process;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;

/// Compiles a module to text, and checks that the text assembles to the sections of the object.
/// Returns the text.
fn compiled(triple: &str, level: u8, options: &[&str], ir: &str) -> String {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str| folder.path().join(name);
    fs::write(file("in.ll"), ir).expect("written");
    let gisel = |input: &str, output: &str, options: &[&str]| {
        let mut command = Command::new(build::gisel());
        command.arg(format!("-mtriple={triple}")).args(options).arg("-o").arg(file(output));
        let output = command.arg(file(input)).output().expect("gisel starts");
        assert!(output.status.success(), "{triple}: {}", String::from_utf8_lossy(&output.stderr));
    };
    let level = format!("-O{level}");
    let all = [&[&*level, "-verify-machineinstrs"], options].concat();
    gisel("in.ll", "out.s", &all);
    gisel("in.ll", "out.o", &[&all[..], &["-filetype=obj"]].concat());
    let features: Vec<&str> = options.iter().copied().filter(|option| option.starts_with("-mattr")).collect();
    gisel("out.s", "assembled.o", &[&features[..], &["-filetype=obj"]].concat());
    assert_eq!(sections(&file("out.o")), sections(&file("assembled.o")), "{triple} {level}");
    fs::read_to_string(file("out.s")).expect("readable")
}

/// Returns the loaded contents of an object's sections.
fn sections(object: &Path) -> String {
    let mut command = Command::new("llvm-objdump-22");
    let shown = command
        .args(["-s", "--section=.text"])
        .args((0..OPERATIONS.len()).map(|number| format!("--section=at{number}")));
    let output = shown.arg(object).output().expect("llvm-objdump starts");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().filter(|line| !line.contains("file format")).collect::<Vec<_>>().join("\n")
}

/// Returns for each section of addresses the mnemonics of the instructions that it lists.
fn listed(text: &str) -> BTreeMap<String, Vec<String>> {
    let (mut section, mut of_label) = (None, BTreeMap::<&str, Vec<&str>>::new());
    for line in text.lines().map(str::trim) {
        if let Some(rest) = line.strip_prefix(".section\t") {
            section = rest.split(',').next().filter(|name| name.starts_with("at"));
        } else if line == ".text" {
            section = None;
        } else if let (Some(section), Some(word)) = (section, line.strip_prefix(".word\t")) {
            of_label.entry(word.split('-').next().unwrap_or_default()).or_default().push(section);
        }
    }
    let (mut found, mut open) = (BTreeMap::<String, Vec<String>>::new(), Vec::<&str>::new());
    for line in text.lines() {
        if let Some(sections) = line.strip_suffix(':').and_then(|label| of_label.get(label)) {
            open.extend(sections);
        } else if line.starts_with('\t') && !line.starts_with("\t.") {
            let mnemonic = line.split_whitespace().next().unwrap_or_default();
            open.drain(..)
                .for_each(|of: &str| found.entry(of.to_owned()).or_default().push(mnemonic.to_owned()));
        }
    }
    found
}

/// Operations, each with a word in a mnemonic that the operation must have, for AArch64 and RISC-V.
const OPERATIONS: [(&str, &str, &str); 17] = [
    ("%a0 = load i32, ptr %p, align 4", "ld", "lw"),
    ("%a1 = load volatile i8, ptr %p", "ldrb", "lb"),
    ("store i32 %x, ptr %q", "st", "sw"),
    ("store volatile float 0.0, ptr %q", "st", "sw"),
    ("%a4 = load atomic i32, ptr %p seq_cst, align 4", "ldar", "lw"),
    ("store atomic i32 %x, ptr %q release, align 4", "stlr", "sw"),
    ("%a6 = atomicrmw add ptr %p, i32 %x seq_cst", "stlxr", "amoadd"),
    ("%a7 = atomicrmw nand ptr %p, i32 %x monotonic", "stxr", "sc.w"),
    ("%a8 = atomicrmw umax ptr %p, i8 %y acquire", "stxrb", "sc.w"),
    ("%a9 = cmpxchg ptr %p, i32 %x, i32 7 seq_cst seq_cst", "stlxr", "sc.w"),
    ("fence seq_cst", "dmb", "fence"),
    ("call void @g(i32 %x)", "bl", "call"),
    ("call void %r()", "blr", "jalr"),
    ("%a13 = sdiv i32 %x, 77777", "", ""),
    ("%a14 = mul i32 %x, %a13", "mul", "mul"),
    ("call void @llvm.memcpy.p0.p0.i64(ptr %q, ptr %p, i64 4000, i1 false)", "bl", "call"),
    ("%a16 = load i64, ptr %w, align 8", "ld", "l"),
];

/// A module in which each operation has a section of its own.
fn operations() -> String {
    let mut ir = String::from("define i32 @f(ptr %p, ptr %q, i32 %x, i8 %y, ptr %r, ptr %w) nounwind {\n");
    for (number, (operation, ..)) in OPERATIONS.iter().enumerate() {
        ir += &format!("  {operation}, !pcsections !{number}\n");
    }
    let results = [
        "%b0 = sext i8 %a1 to i32",
        "%b1 = add i32 %a0, %b0",
        "%b2 = add i32 %b1, %a4",
        "%b3 = sext i8 %a8 to i32",
        "%b4 = add i32 %b2, %b3",
        "%b5 = trunc i64 %a16 to i32",
        "%b6 = add i32 %b4, %b5",
        "%b7 = extractvalue {i32, i1} %a9, 1",
        "%b8 = select i1 %b7, i32 %b6, i32 %a14",
        "ret i32 %b8\n}",
    ];
    ir += &results.join("\n");
    ir += "\ndeclare void @g(i32)\ndeclare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n";
    (0..OPERATIONS.len()).for_each(|number| ir += &format!("!{number} = !{{!\"at{number}\"}}\n"));
    ir
}

/// Spills, copies and epilogues are no part of an operation.
#[test]
fn each_operation_lists_its_instructions() {
    for (triple, options) in [
        ("aarch64-linux-gnu", &[][..]),
        ("aarch64-linux-gnu", &["-relocation-model=pic"]),
        ("riscv64-linux-gnu", &["-mattr=+m,+a,+f,+d"]),
        ("riscv32-linux-gnu", &["-mattr=+m,+a"]),
    ] {
        for level in [0, 1, 2] {
            let text = compiled(triple, level, options, &operations());
            let found = listed(&text);
            for (number, (operation, aarch64, riscv)) in OPERATIONS.iter().enumerate() {
                let word = if triple.starts_with("aarch64") { aarch64 } else { riscv };
                let insts = found.get(&format!("at{number}")).cloned().unwrap_or_default();
                let message = format!("{triple} at {level}: {operation}: {insts:?}\n{text}");
                assert!(insts.iter().any(|mnemonic| mnemonic.contains(word)), "{message}");
                let extra = ["ret", "ldp", "stp"].iter().any(|other| insts.iter().any(|inst| inst == other));
                assert!(!extra || operation.contains("memcpy"), "{message}");
            }
        }
    }
}

/// Atomic accesses, as clang's `-fexperimental-sanitize-metadata` marks them.
const ATOMIC: &str = "
define i32 @load(ptr %p) !pcsections !0 { %v = load atomic i32, ptr %p seq_cst, align 4, !pcsections !1
 ret i32 %v }
define void @store(ptr %p, i32 %x) !pcsections !0 { store atomic i32 %x, ptr %p seq_cst, align 4, !pcsections !1
 ret void }
define i64 @add(ptr %p, i64 %x) !pcsections !0 { %v = atomicrmw add ptr %p, i64 %x seq_cst, align 8, !pcsections !1
 ret i64 %v }
define i32 @nand(ptr %p, i32 %x) !pcsections !0 { %v = atomicrmw nand ptr %p, i32 %x acq_rel, align 4, !pcsections !1
 ret i32 %v }
define i16 @swap(ptr %p, i16 %x) !pcsections !0 { %v = atomicrmw xchg ptr %p, i16 %x seq_cst, align 2, !pcsections !1
 ret i16 %v }
define i1 @cas(ptr %p, i32 %x, i32 %y) !pcsections !0 {
 %v = cmpxchg ptr %p, i32 %x, i32 %y seq_cst seq_cst, align 4, !pcsections !1
 %s = extractvalue { i32, i1 } %v, 1
 ret i1 %s }
define void @fence() !pcsections !0 { fence seq_cst, !pcsections !1
 ret void }
!0 = !{!\"covered!C\", !2}
!1 = !{!\"atomics!C\"}
!2 = !{i64 1}
";

/// Calls with landing pads, whose labels have entries as well; an empty list has none.
const INVOKES: &str = "
declare i32 @__gxx_personality_v0(...)
declare void @g(i32)
define void @f(i32 %a) personality ptr @__gxx_personality_v0 {
 invoke void @g(i32 %a) to label %ok unwind label %pad, !pcsections !0
ok:
 invoke void @g(i32 2) to label %end unwind label %pad, !pcsections !1
end:
 ret void, !pcsections !7
pad:
 %l = landingpad { ptr, i32 } cleanup, !pcsections !2
 call void @g(i32 3), !pcsections !3
 resume { ptr, i32 } %l, !pcsections !4
}
define void @caught(i32 %a, ptr %p) personality ptr @__gxx_personality_v0 {
 invoke void @g(i32 %a) to label %ok unwind label %pad, !pcsections !7
ok:
 ret void
pad:
 %l = landingpad { ptr, i32 } catch ptr null, !pcsections !5
 %e = extractvalue {ptr, i32} %l, 0, !pcsections !4
 store volatile ptr %e, ptr %p, !pcsections !6
 unreachable
}
!0 = !{!\"at0\"}
!1 = !{!\"at1\"}
!2 = !{!\"at2\"}
!3 = !{!\"at3\"}
!4 = !{!\"at4\"}
!5 = !{!\"at5\"}
!6 = !{!\"at6\"}
!7 = !{}
";

/// Accesses near zero, whose addresses take an instruction without an entry.
const NEAR_ZERO: &str = "
@x = dso_local global i32 0
@d = dso_local global double 0.0
define i32 @f(double %y, i64 %n) {
 store i32 1, ptr @x, !pcsections !0
 store double %y, ptr @d, !pcsections !1
 ret i32 0 }
define i32 @g() {
 %v = load volatile i32, ptr @x, !pcsections !2
 ret i32 %v }
!0 = !{!\"at0\"}
!1 = !{!\"at1\"}
!2 = !{!\"at2\"}
";

/// `llc` labels the same instructions, with a few exceptions in other modules.
#[test]
fn sections_have_the_size_that_llc_gives_them() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (input, output) = (folder.path().join("in.ll"), folder.path().join("out.o"));
    let aarch64 = &["-mtriple=aarch64-linux-gnu", "-mattr=+outline-atomics"][..];
    let riscv = &["-mtriple=riscv64-linux-gnu", "-mattr=+d", "-target-abi=lp64d", "-code-model=small"];
    for (ir, options) in [(ATOMIC, aarch64), (INVOKES, aarch64), (NEAR_ZERO, riscv), (NEAR_ZERO, aarch64)] {
        fs::write(&input, ir).expect("written");
        let sizes_by = |program: &Path| -> BTreeMap<String, String> {
            let mut command = Command::new(program);
            command.args(options).args(["-global-isel", "-O2", "-filetype=obj", "-o"]).arg(&output);
            let done = command.arg(&input).output().expect("the compiler starts");
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
            let listed = Command::new("llvm-size-22").arg("-A").arg(&output).output();
            let text = String::from_utf8_lossy(&listed.expect("llvm-size starts").stdout).into_owned();
            let rows = text.lines().filter_map(|line| line.split_once(' '));
            let rows = rows.filter(|(name, _)| name.starts_with("at") || *name == "covered");
            let size = |row: &str| row.split_whitespace().next().unwrap_or_default().to_owned();
            rows.map(|(name, rest)| (name.to_owned(), size(rest))).collect()
        };
        let of_llc = sizes_by(Path::new("llc-22"));
        assert!(of_llc.len() > 1, "{ir}");
        assert_eq!(sizes_by(&build::gisel()), of_llc, "{ir}");
    }
}

/// Equal tails with different lists remain apart; the list of a shared one is right for both.
#[test]
fn tails_are_shared_only_with_the_same_lists() {
    let ir = |first: u8, second: u8| {
        let tail = |value: &str, list: u8| {
            let stores: Vec<String> =
                (0..6).map(|n| format!("store volatile i32 {n}, ptr %p, !pcsections !{list}")).collect();
            format!(
                "%{value} = mul i32 %x, {list}7\nstore volatile i32 %{value}, ptr %p\n{}\nret void",
                stores.join("\n")
            )
        };
        format!(
            "define void @f(i32 %a, ptr %p, i32 %x) nounwind {{\n%c = icmp eq i32 %a, 0\nbr i1 %c, label %b, label %d\n\
             b:\n{}\nd:\n{}\n}}\n!0 = !{{!\"at0\"}}\n!1 = !{{!\"at1\"}}\n",
            tail("y", first),
            tail("z", second).replace("7\n", "9\n"),
        )
    };
    let count = |first, second| {
        let found = listed(&compiled("aarch64-linux-gnu", 2, &[], &ir(first, second)));
        found.values().map(Vec::len).sum::<usize>()
    };
    assert_eq!([count(0, 0), count(0, 1)], [6, 12]);
}

const DEACTIVATED: &str = "
@ds = external global i8
declare i64 @callee(ptr)
define i64 @direct(ptr %p) { %a = notail call i64 @callee(ptr %p) [ \"deactivation-symbol\"(ptr @ds) ]
 ret i64 %a }
define i64 @tail(ptr %p) { %a = tail call i64 @callee(ptr %p) [ \"deactivation-symbol\"(ptr @ds) ]
 ret i64 %a }
define i64 @indirect(ptr %p) { %a = notail call i64 %p(ptr %p) [ \"deactivation-symbol\"(ptr @ds) ]
 ret i64 %a }
define i64 @sign(i64 %p) { %a = call i64 @llvm.ptrauth.sign(i64 %p, i32 2, i64 1234) [ \"deactivation-symbol\"(ptr @ds) ]
 ret i64 %a }
define i64 @auth(i64 %p, i64 %d) { %a = call i64 @llvm.ptrauth.auth(i64 %p, i32 2, i64 %d) [ \"deactivation-symbol\"(ptr @ds) ]
 ret i64 %a }
define i64 @zero(i64 %p) { %a = call i64 @llvm.ptrauth.auth(i64 %p, i32 0, i64 0) [ \"deactivation-symbol\"(ptr @ds) ]
 ret i64 %a }
define i64 @twice(i64 %p) { %a = call i64 @llvm.ptrauth.sign(i64 %p, i32 2, i64 7) [ \"deactivation-symbol\"(ptr @ds) ]
 %b = call i64 @llvm.ptrauth.sign(i64 %p, i32 2, i64 7)
 %c = sub i64 %a, %b
 ret i64 %c }
";

/// The relocation is at the instruction that the linker replaces.
#[test]
fn deactivated_instructions_have_a_relocation() {
    for level in [0, 2] {
        let text = compiled("aarch64-linux-gnu", level, &["-mattr=+pauth"], DEACTIVATED);
        let lines: Vec<&str> = text.lines().collect();
        let replaced = lines.windows(2).filter(|pair| pair[0].contains("R_AARCH64_PATCHINST, ds"));
        let replaced: Vec<&str> =
            replaced.map(|pair| pair[1].split_whitespace().next().unwrap_or("")).collect();
        assert_eq!(replaced, ["bl", "bl", "blr", "pacda", "autda", "autiza", "pacda"], "{text}");
        assert_eq!(text.matches("\tpacda\t").count(), 3, "{text}");
        let text = compiled(
            "riscv64-linux-gnu",
            level,
            &["-mattr=+d"],
            DEACTIVATED.split("define i64 @sign").next().expect("text"),
        );
        assert!(!text.contains(".reloc"), "{text}");
    }
}

const TRACED: &str = "
define i64 @swapped(i64 %n, ptr %p, i64 %m) \"function-instrument\"=\"xray-always\" {
  call void @llvm.xray.customevent(ptr %p, i64 %n)
  ret i64 %m }
define i64 @typed(ptr %p, i64 %n, i64 %m) {
  call void @llvm.xray.typedevent(i64 7, ptr %p, i64 %n)
  ret i64 %m }
";

/// A sled has the size that the run-time library patches, and its arguments are in their registers
/// before: no value that the call may overwrite is needed after it.
#[test]
fn events_are_sleds() {
    for level in [0, 2] {
        let text = compiled("aarch64-linux-gnu", level, &[], TRACED);
        for (routine, size, before) in [("__xray_CustomEvent", 6, 4), ("__xray_TypedEvent", 9, 6)] {
            let lines: Vec<&str> = text.lines().collect();
            let call = lines.iter().position(|line| line.contains(routine)).expect("a call");
            let start = call - before;
            let end = lines[start].trim().strip_prefix("b\t").expect("a jump over the call");
            assert_eq!(lines[start + size], format!("{end}:"), "{text}");
        }
        assert_eq!(text.matches("\t.section\txray_instr_map").count(), 2, "{text}");
        let text = compiled(
            "riscv64-linux-gnu",
            level,
            &["-mattr=+d"],
            TRACED.replace("xray-always", "xray-never").as_str(),
        );
        assert!(!text.contains("xray"), "{text}");
    }
}

/// MIR names lists of sections by the numbers of their nodes, as llc's does, and is read again.
#[test]
fn lists_have_numbers_in_mir() {
    let ir = "define i32 @load(ptr %p) !pcsections !0 { %v = load atomic i32, ptr %p seq_cst, align 4, !pcsections !1\n\
        ret i32 %v }\ndefine void @store(ptr %p, i32 %x) {\n\
        store atomic i32 %x, ptr %p seq_cst, align 4, !pcsections !4\n store i32 1, ptr %p, !pcsections !1\n\
        ret void }\n!0 = !{!\"f\", !3}\n!1 = !{!\"a\", !2, !\"b!C\"}\n!2 = !{i32 5, i64 9}\n\
        !3 = !{i8 1}\n!4 = !{!\"c\"}\n";
    let folder = tempfile::tempdir().expect("a temporary folder");
    let [input, mir, object, direct] = ["in.ll", "in.mir", "a.o", "b.o"].map(|name| folder.path().join(name));
    fs::write(&input, ir).expect("written");
    for (triple, level) in
        ["aarch64-linux-gnu", "riscv64-linux-gnu"].into_iter().flat_map(|t| [(t, 0), (t, 2)])
    {
        let gisel = |input: &std::path::Path, output: &std::path::Path| {
            let mut command = Command::new(build::gisel());
            command
                .args([format!("-mtriple={triple}"), format!("-O{level}")])
                .arg("-o")
                .arg(output)
                .arg(input);
            command
        };
        process::run(gisel(&input, &direct).arg("-filetype=obj")).expect("compiled");
        for stage in ["irtranslator", "legalizer", "instruction-select", "finalize-isel", "prologepilog"] {
            process::run(gisel(&input, &mir).arg(format!("-stop-after={stage}"))).expect("printed");
            let text = fs::read_to_string(&mir).expect("written");
            let (_, bodies) = text.split_once("\nbody:").expect("a function");
            assert!(bodies.contains(", pcsections !2 ::") && bodies.contains(", pcsections !4"), "{text}");
            let mut start = gisel(&mir, &object);
            process::run(start.args(["-filetype=obj", &format!("-start-after={stage}")])).expect("compiled");
            let [read, expected] = [&object, &direct].map(|file| fs::read(file).expect("an object"));
            assert!(read == expected, "{triple} -O{level} {stage}");
        }
        let mut llc = Command::new("llc-22");
        llc.args(["-filetype=obj", "-start-after=finalize-isel"]).arg("-o").arg(&object);
        process::run(gisel(&input, &mir).arg("-stop-after=finalize-isel")).expect("printed");
        process::run(llc.arg(&mir)).expect("llc reads it");
        let sections = process::run(Command::new("llvm-readelf-22").arg("-S").arg(&object)).expect("read");
        assert!([" a ", " b ", " c ", " f "].iter().all(|name| sections.contains(name)), "{sections}");
    }
}

/// Requires an error that names the construct, for each that cannot be honoured.
#[test]
fn others_are_refused_by_name() {
    let call = |call: &str| {
        format!(
            "@ds = external global i8\ndefine void @f(ptr %p, i64 %n) {{\n{call} [ \"deactivation-symbol\"(ptr @ds) ]\nret void\n}}\n"
        )
    };
    let named = |name: &str, node: &str| {
        format!("define void @f() {{ ret void }}\n!{name} = !{{!0}}\n!0 = !{{{node}}}\n")
    };
    for (ir, why) in [
        (
            call("call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 %n, i1 false)"),
            "what the intrinsic does",
        ),
        (call("call void asm \"nop\", \"\"()"), "inline assembly"),
        (call("musttail call void %p(ptr %p, i64 %n)"), "falls nowhere"),
        (named("llvm.pseudo_probe_desc", "i64 1, i64 2"), "!llvm.pseudo_probe_desc: node 0"),
        (named("llvm.pseudo_probe_desc", "!\"a\", i64 2, !\"b\""), "!llvm.pseudo_probe_desc: node 0"),
        (named("llvm.stats", "!\"a\", i64 2, !\"b\""), "!llvm.stats: node 0"),
        (named("llvm.stats", "!\"a\", !\"b\""), "!llvm.stats: node 0"),
        (named("llvm.linker.options", "!\"a\""), "!llvm.linker.options: node 0"),
        (named("llvm.dependent-libraries", "i32 1"), "!llvm.dependent-libraries: node 0"),
        (
            "define void @f() { ret void, !pcsections !0 }\n!0 = !{!1}\n!1 = !{i32 1}\n".into(),
            "!pcsections with",
        ),
    ] {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let input = folder.path().join("in.ll");
        fs::write(&input, &ir).expect("written");
        let mut command = Command::new(build::gisel());
        command.args(["-mtriple=aarch64-linux-gnu", "-o", "/dev/null"]).arg(&input);
        let output = command.output().expect("gisel starts");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code() == Some(1) && said.contains(why), "{ir}: {said}");
    }
}

/// Instructions that remain are not folded into unrelated ones, and folded ones leave no entry to
/// others than accesses.
const UNFOLDED: &str = "
define i64 @zero(ptr %p, i64 %y) { %a = load i64, ptr %p, !pcsections !0
 %b = and i64 %a, 0
 %c = add i64 %b, %y
 ret i64 %c }
define i64 @atomic(ptr %p, i64 %y) { %a = atomicrmw add ptr %p, i64 1 seq_cst, !pcsections !1
 %b = add i64 %a, 0
 %c = xor i64 %b, %a
 %d = mul i64 %y, 3
 %e = add i64 %c, %d
 ret i64 %e }
define i64 @volatile(ptr %p, i64 %y) { %a = load volatile i64, ptr %p, !pcsections !2
 %b = and i64 %a, 0
 %c = mul i64 %y, 3
 %d = add i64 %b, %c
 ret i64 %d }
!0 = !{!\"at0\"}
!1 = !{!\"at1\"}
!2 = !{!\"at2\"}
";

#[test]
fn only_folded_instructions_hand_their_lists_on() {
    for (triple, features) in [("aarch64-linux-gnu", "-mattr=+lse"), ("riscv64-linux-gnu", "-mattr=+a,+m")] {
        for level in [0, 1, 2] {
            let text = compiled(triple, level, &[features], UNFOLDED);
            let found = listed(&text);
            let is_load = |insts: &Vec<String>| insts.iter().all(|inst| inst.starts_with('l'));
            assert!(found.get("at0").is_none_or(is_load), "{triple} at {level}: {text}");
            let count = |section| found.get(section).map_or(0, Vec::len);
            assert_eq!(count("at2"), 1, "{triple} at {level}: {text}");
            let adds = &found["at1"];
            let is_add = |inst: &String| inst.starts_with("ldadd") || inst.starts_with("amoadd");
            assert_eq!(adds.iter().filter(|inst| is_add(inst)).count(), 1, "{triple} at {level}: {text}");
            assert!(level == 0 || adds.len() <= 2, "{triple} at {level}: {text}");
        }
    }
}

/// The routine of an attached call is not deactivated with the call before it.
#[test]
fn attached_calls_have_no_metadata_of_the_call() {
    let ir = "@ds = external global i8
declare ptr @objc_retainAutoreleasedReturnValue(ptr)
declare ptr @foo(ptr)
define ptr @f(ptr %x) {
 %r = call ptr @foo(ptr %x) [ \"clang.arc.attachedcall\"(ptr @objc_retainAutoreleasedReturnValue), \"deactivation-symbol\"(ptr @ds) ]
 ret ptr %r }
";
    for level in [0, 2] {
        let text = compiled("aarch64-linux-gnu", level, &[], ir);
        let lines: Vec<&str> = text.lines().collect();
        let replaced = lines.windows(2).filter(|pair| pair[0].contains("R_AARCH64_PATCHINST, ds"));
        assert_eq!(replaced.map(|pair| pair[1].trim()).collect::<Vec<_>>(), ["bl\tfoo"], "{text}");
    }
}
