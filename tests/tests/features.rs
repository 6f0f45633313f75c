//! Features and CPUs: all of `llc`'s are listed, unknown ones cause warnings, and requested ones
//! affect the code, or are rejected by name.

#[path = "features/atomics.rs"]
mod atomics;
#[path = "features/cores.rs"]
mod cores;
#[path = "features/general_registers.rs"]
mod general_registers;

use gisel_tests::build::{self, Compiler};
use gisel_tests::process;
use gisel_tests::target::Target;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

/// The features of rv64gc.
const GC: &str = "+m,+a,+f,+d,+c";

/// A folder for a test's files.
struct Folder(TempDir);

impl Folder {
    fn new() -> Folder {
        Folder(tempfile::tempdir().expect("a temporary folder"))
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Writes a module for the target with these functions.
    fn module(&self, target: Target, functions: &str) -> PathBuf {
        let path = self.path("in.ll");
        fs::write(&path, format!("target triple = \"{}\"\n{functions}", target.triple())).expect("written");
        path
    }

    fn gisel(&self, input: &Path, args: &[&str]) -> Output {
        let gisel = build::gisel();
        Command::new(gisel).current_dir(self.0.path()).arg(input).args(args).output().expect("gisel starts")
    }

    /// Returns the assembly of a module that must compile.
    fn assembly(&self, input: &Path, args: &[&str]) -> String {
        let output = self.gisel(input, &[args, &["-o", "-"]].concat());
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Returns the object of a module that must compile.
    fn object(&self, input: &Path, args: &[&str], name: &str) -> PathBuf {
        let path = self.path(name);
        let output = self.gisel(input, &[args, &["-filetype=obj", "-o", name]].concat());
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
        path
    }

    /// Returns standard error.
    fn messages(&self, input: &Path, args: &[&str]) -> String {
        let output = self.gisel(input, &[args, &["-o", "out.s"]].concat());
        String::from_utf8_lossy(&output.stderr).into_owned()
    }
}

fn run(program: &str, args: &[&str]) -> String {
    process::run(Command::new(program).args(args)).unwrap_or_else(|e| panic!("{e}"))
}

fn text(path: &Path) -> &str {
    path.to_str().expect("a path in UTF-8")
}

#[test]
fn the_features_of_llc_are_listed() {
    for target in ["riscv64", "aarch64"] {
        for option in ["-mcpu=help", "-mattr=help", "-mattr=+zbb,help"] {
            let triple = format!("-mtriple={target}");
            let listed = |program: &mut Command| {
                let output = program.args([&triple, option]).output().expect("it starts");
                assert!(output.status.success());
                String::from_utf8_lossy(&output.stderr).into_owned()
            };
            let Ok(Compiler::Gisel(gisel)) = Compiler::under_test() else {
                panic!("gisel has not been built")
            };
            let theirs = listed(&mut Command::new("llc-22"));
            let (ours, theirs) = (listed(&mut Command::new(gisel)), theirs);
            let names = |text: &str| text.lines().map(str::to_string).collect::<BTreeSet<_>>();
            let (ours, theirs) = (names(&ours), names(&theirs));
            let warnings = |line: &&String| !line.starts_with('\'');
            assert!(theirs.len() > 400, "{target} {option}");
            let missing: Vec<_> = theirs.difference(&ours).filter(warnings).collect();
            let unknown: Vec<_> = ours.difference(&theirs).collect();
            assert!(
                missing.is_empty() && unknown.is_empty(),
                "{target}: missing {missing:?}, unknown {unknown:?}"
            );
        }
    }
}

#[test]
fn the_version_tells_what_becomes_of_features() {
    let folder = Folder::new();
    let output = folder.gisel(Path::new("--version"), &["-v"]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    for words in [
        "riscv64, features that are accepted and not used:",
        "zvfbfmin",
        "aarch64, features that are refused:",
    ] {
        assert!(text.contains(words), "{text}");
    }
}

#[test]
fn names_that_are_not_known_are_warned_of() {
    let folder = Folder::new();
    let input = folder.module(Target::Riscv64, "define i64 @f(i64 %x) {\n  ret i64 %x\n}\n");
    let gc = format!("-mattr={GC},+zbc1,+unheardofthing");
    let messages = folder.messages(&input, &[&gc, "-mcpu=sifive-u7"]);
    for words in [
        "warning: '+zbc1' is not a recognized feature for this target (ignoring feature); did you mean '+zbc'?",
        "warning: '+unheardofthing' is not a recognized feature for this target (ignoring feature)\n",
        "warning: 'sifive-u7' is not a recognized processor for this target (ignoring processor); did you mean 'sifive-",
    ] {
        assert!(messages.contains(words), "{messages}");
    }
    assert_eq!(messages.lines().count(), 3, "{messages}");
    // Without a CPU there are no floating-point registers, which integers do not need.
    let input = folder.module(Target::Aarch64, "define i64 @f(i64 %x) {\n  ret i64 %x\n}\n");
    let messages = folder.messages(&input, &["-mcpu=cortex-a72x"]);
    let expected = "warning: 'cortex-a72x' is not a recognized processor for this target (ignoring processor); did you mean 'cortex-a72'?\n";
    assert_eq!(messages, format!("{}: {expected}", input.display()));
}

#[test]
fn a_default_that_is_not_llvm_s_is_warned_of() {
    let folder = Folder::new();
    let bare = "define i64 @f(i64 %x) {\n  ret i64 %x\n}\ndefine i64 @g(i64 %x) {\n  ret i64 %x\n}\n";
    let input = folder.module(Target::Riscv64, bare);
    let messages = folder.messages(&input, &[]);
    assert_eq!(messages.matches("rv64gc and the ABI lp64d are taken").count(), 1, "{messages}");
    assert!(folder.messages(&input, &["-mattr=-c"]).contains("rv64g and"));
    for said in [format!("-mattr={GC}"), "-mcpu=sifive-u74".into(), "-mattr=+rva22u64".into()] {
        assert_eq!(folder.messages(&input, &[&said]), "", "{said}");
    }
    let input = folder.module(Target::Aarch64, bare);
    assert_eq!(folder.messages(&input, &[]), "");
    // In a module that names the extensions, functions without features have those.
    let flag = "!llvm.module.flags = !{!0}\n!0 = !{i32 6, !\"riscv-isa\", !1}\n!1 = !{!\"rv64i2p1_m2p0_a2p1_f2p2_d2p2_zbb1p0\"}\n";
    let body = "declare i64 @llvm.ctpop.i64(i64)\ndefine i64 @f(i64 %x) {\n  %y = call i64 @llvm.ctpop.i64(i64 %x)\n  ret i64 %y\n}\n";
    let input = folder.module(Target::Riscv64, &format!("{body}{flag}"));
    assert_eq!(folder.messages(&input, &[]), "");
    let assembly = folder.assembly(&input, &[]);
    assert!(assembly.contains("cpop") && assembly.contains("d2p2_zicsr2p0_zbb1p0\""), "{assembly}");
}

#[test]
fn wrong_combinations_are_rejected_by_name() {
    let folder = Folder::new();
    let scalar = "declare i64 @callee(i64)\ndefine i64 @f(i64 %x) {\n  %y = call i64 @callee(i64 %x)\n  ret i64 %y\n}\n";
    let vector = "define <4 x i32> @f(<4 x i32> %x) {\n  ret <4 x i32> %x\n}\n";
    let cases = [
        (
            Target::Riscv64,
            scalar,
            "+32bit",
            "target features `+32bit` and `+64bit` are not supported together",
        ),
        (Target::Riscv64, scalar, "+zilsd", "target feature `+zilsd` is not supported"),
        (
            Target::Riscv64,
            scalar,
            "+f,+zfinx",
            "target features `+f` and `+zfinx` are not supported together",
        ),
        (Target::Riscv64, scalar, "+zcmp", "target feature `+zcmp` is not supported"),
        (Target::Riscv64, scalar, "+reserve-x10", "register a0, which is reserved"),
        (Target::Riscv64, scalar, "+reserve-x1", "register ra, which is reserved"),
        (Target::Riscv64, scalar, "+reserve-x2", "register sp, which is reserved"),
        (Target::Riscv64, vector, "+v", "vectors are passed in vector registers"),
        (Target::Aarch64, scalar, "+execute-only", "target feature `+execute-only` is not supported"),
        (Target::Aarch64, scalar, "+harden-sls-blr", "target feature `+harden-sls-blr` is not supported"),
        (Target::Aarch64, scalar, "+call-saved-x9", "target feature `+call-saved-x9` is not supported"),
        (Target::Aarch64, scalar, "+reserve-x5", "calls need register x5, which is reserved"),
    ];
    for (target, functions, feature, words) in cases {
        let input = folder.module(target, functions);
        let messages = folder.messages(&input, &[&format!("-mattr={feature}")]);
        assert!(messages.contains(words), "{target:?} {feature}: {messages}");
        assert!(!folder.path("out.s").exists());
    }
    // The extension itself is no reason to reject.
    let input = folder.module(Target::Riscv64, scalar);
    assert!(folder.assembly(&input, &[&format!("-mattr={GC},+v,+zfh,+zicond")]).contains("_v1p0_"));
}

#[test]
fn zeros_by_a_condition_and_prefetches_are_instructions() {
    let select = |name: &str, predicate: &str, values: &str| {
        format!(
            "define i64 @{name}(i64 %c, i64 %t) {{\n  %k = icmp {predicate} i64 %c, 0\n  \
             %r = select i1 %k, {values}\n  ret i64 %r\n}}\n"
        )
    };
    let functions = [
        select("a", "ne", "i64 %t, i64 0"),
        select("b", "eq", "i64 %t, i64 0"),
        select("c", "ne", "i64 0, i64 %t"),
        select("d", "sgt", "i64 %t, i64 7"),
        "declare void @llvm.prefetch.p0(ptr, i32, i32, i32)\ndefine void @p(ptr %p) {\n  \
         call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 1)\n  call void @llvm.prefetch.p0(ptr %p, i32 1, i32 3, i32 1)\n  \
         call void @llvm.prefetch.p0(ptr %p, i32 0, i32 3, i32 0)\n  ret void\n}\n"
            .to_owned(),
    ];
    let folder = Folder::new();
    let input = folder.module(Target::Riscv64, &functions.concat());
    for level in ["-O0", "-O2"] {
        let with = folder.assembly(&input, &[level, &format!("-mattr={GC},+zicond,+zicbop")]);
        let count = |text: &str, words: &str| text.matches(words).count();
        assert_eq!(count(&with, "czero."), 5, "{with}");
        for words in
            ["czero.eqz\ta0, a1, a0", "czero.nez\ta0, a1, a0", "prefetch.r", "prefetch.w", "prefetch.i"]
        {
            assert!(level == "-O0" || with.contains(words), "{words}: {with}");
        }
        let without = folder.assembly(&input, &[level, &format!("-mattr={GC}")]);
        assert_eq!(count(&without, "czero.") + count(&without, "prefetch."), 0, "{without}");
    }
}

/// Returns accesses of some size with some alignment, in functions named by the alignment.
fn accesses() -> String {
    let types = [
        ("i16", "i16"),
        ("i32", "i32"),
        ("i64", "i64"),
        ("i128", "i128"),
        ("float", "float"),
        ("double", "double"),
        ("fp128", "fp128"),
        ("half", "half"),
        ("v16i8", "<16 x i8>"),
        ("v4i16", "<4 x i16>"),
        ("v4i32", "<4 x i32>"),
        ("v3i32", "<3 x i32>"),
        ("v2p0", "<2 x ptr>"),
        ("i24", "i24"),
    ];
    let mut out = String::from("declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)\n");
    for align in [1, 2, 4, 8] {
        for (name, ty) in types {
            out += &format!(
                "define void @a{align}_{name}(ptr %p, ptr %q) {{\n  %v = load {ty}, ptr %p, align {align}\n  store {ty} %v, ptr %q, align {align}\n  ret void\n}}\n"
            );
        }
        for extension in ["sext", "zext"] {
            out += &format!(
                "define i64 @a{align}_{extension}(ptr %p) {{\n  %v = load i32, ptr %p, align {align}\n  %x = {extension} i32 %v to i64\n  ret i64 %x\n}}\n"
            );
        }
        out += &format!(
            "define void @a{align}_copy(ptr %p, ptr %q) {{\n  call void @llvm.memcpy.p0.p0.i64(ptr align {align} %p, ptr align {align} %q, i64 7, i1 false)\n  ret void\n}}\n"
        );
    }
    out
}

/// Returns the bytes per register of an AArch64 or RISC-V access; none for other instructions.
fn access_size(line: &str) -> Option<u64> {
    let mut words = line.split_whitespace();
    let mnemonic = words.next()?;
    let register = words.next()?;
    let address = line.contains('[') || line.contains("(a");
    match mnemonic {
        "ldrb" | "ldrsb" | "strb" | "ldurb" | "sturb" | "lb" | "lbu" | "sb" => Some(1),
        "ldrh" | "ldrsh" | "strh" | "ldurh" | "sturh" | "lh" | "lhu" | "sh" => Some(2),
        "lw" | "lwu" | "sw" | "flw" | "fsw" | "ldrsw" | "ldpsw" | "ldursw" => Some(4),
        "ld" | "sd" | "fld" | "fsd" => Some(8),
        "ldr" | "str" | "ldur" | "stur" | "ldp" | "stp" => match register.as_bytes()[0] {
            b'b' => Some(1),
            b'h' => Some(2),
            b'w' | b's' => Some(4),
            b'x' | b'd' => Some(8),
            b'q' => Some(16),
            _ => panic!("{line}"),
        },
        _ if address && !mnemonic.starts_with("c.") => panic!("an access that is not known: {line}"),
        _ => None,
    }
}

/// Returns the largest access of each function in a disassembly, by the function's name. Stack
/// accesses do not count.
fn largest_accesses(disassembly: &str) -> Vec<(String, u64)> {
    let mut out: Vec<(String, u64)> = Vec::new();
    for line in disassembly.lines() {
        if let Some(name) = line.split_once('<').and_then(|(_, rest)| rest.strip_suffix(">:")) {
            out.push((name.to_string(), 0));
        } else if let Some((_, instruction)) = line.split_once(':')
            && let Some(last) = out.last_mut()
            && !instruction.contains("sp")
        {
            last.1 = last.1.max(access_size(instruction.trim()).unwrap_or(0));
        }
    }
    out
}

fn disassembly(object: &Path, options: &[&str]) -> String {
    let mut args = vec!["-d", "--no-show-raw-insn", "--no-leading-addr"];
    args.extend(options);
    args.push(text(object));
    let text = run("llvm-objdump-22", &args);
    // Lines without addresses start with a tab.
    text.lines()
        .map(|l| if l.starts_with(['\t', ' ']) { format!(":{l}\n") } else { format!("{l}\n") })
        .collect()
}

#[test]
fn accesses_are_aligned_where_they_must_be() {
    let folder = Folder::new();
    let functions = accesses();
    let aligned = |target, level: &str, features: &str| {
        let input = folder.module(target, &functions);
        let attributes = format!("-mattr={features}");
        let object = folder.object(&input, &[level, "-verify-machineinstrs", &attributes], "a.o");
        let accesses = largest_accesses(&disassembly(&object, &[]));
        assert!(accesses.len() == 68, "{}", accesses.len());
        let within = |(name, size): &(String, u64)| *size <= name[1..2].parse().expect("an alignment");
        accesses.iter().filter(|a| !within(a)).map(|a| a.0.clone()).collect::<Vec<_>>()
    };
    for level in ["-O0", "-O2"] {
        assert_eq!(aligned(Target::Aarch64, level, "+strict-align"), Vec::<String>::new());
        assert_eq!(aligned(Target::Riscv64, level, GC), Vec::<String>::new());
        let unaligned = aligned(Target::Aarch64, level, "+neon");
        assert!(unaligned.iter().any(|name| name == "a1_i64"), "{unaligned:?}");
        let unaligned = aligned(Target::Riscv64, level, &format!("{GC},+unaligned-scalar-mem"));
        assert!(unaligned.iter().any(|name| name == "a1_i64"), "{unaligned:?}");
    }
}

/// Programs with high register pressure.
const PROGRAMS: [&str; 3] = ["sha256", "containers", "frames"];

#[test]
fn reserved_registers_are_never_used() {
    let folder = Folder::new();
    let cases = [
        (Target::Riscv64, "+reserve-x18,+reserve-x28,+reserve-x7", &["x18", "x28", "x7"][..]),
        (Target::Aarch64, "+reserve-x18,+reserve-x20,+reserve-x9", &["x18", "w18", "x20", "w20", "x9", "w9"]),
    ];
    for (target, features, registers) in cases {
        for program in PROGRAMS {
            let bitcode = folder.path("in.bc");
            let source = gisel_tests::sources::package_folder().join("programs").join(format!("{program}.c"));
            let gnu = format!("--target={}", target.gnu());
            let args = [&gnu, "-O1", "-w", "-emit-llvm", "-c", text(&source), "-o", text(&bitcode)];
            run("clang-22", &args);
            for level in ["-O0", "-O2"] {
                let names = |features: &str| {
                    let object = folder.object(&bitcode, &[level, features], "a.o");
                    let numeric: &[&str] = if target == Target::Riscv64 { &["-M", "numeric"] } else { &[] };
                    let code = disassembly(&object, numeric);
                    let words = code.split(|c: char| !c.is_ascii_alphanumeric());
                    words.filter(|word| registers.contains(word)).count()
                };
                assert_eq!(names(&format!("-mattr={features}")), 0, "{target:?} {program} {level}");
                assert!(level == "-O0" || names("-mattr=") > 0, "{target:?} {program} needs no registers");
            }
        }
        let source = gisel_tests::sources::package_folder().join("programs");
        let expected = fs::read_to_string(source.join("frames.expected")).expect("read");
        let output = folder.gisel(Path::new("run"), &["in.bc", "-O2", &format!("-mattr={features}")]);
        assert_eq!(String::from_utf8_lossy(&output.stdout), expected, "{target:?}");
    }
}

/// With 16 general registers assembly cannot use the others.
#[test]
fn registers_that_are_not_there_are_refused() {
    let folder = Folder::new();
    let names = [("x15", true), ("x16", false), ("s1", true), ("s2", false), ("t2", true), ("t3", false)];
    for (name, is_there) in names {
        for statement in ["addi NAME, a0, 1", "add a0, a1, NAME", "lw a0, 4(NAME)", "la NAME, f"] {
            let statement = statement.replace("NAME", name);
            let input = folder.module(
                Target::Riscv64,
                &format!("define void @f() {{ call void asm sideeffect \"{statement}\", \"\"() ret void }}"),
            );
            let machine = ["-mtriple=riscv32", "-mattr=+e", "-target-abi=ilp32e"];
            let messages = folder.messages(&input, &machine);
            assert_eq!(
                messages.contains(&format!("register `{name}`")),
                !is_there,
                "{statement}: {messages}"
            );
            let mut llc = Command::new("llc-22");
            llc.args(machine).args(["-filetype=obj", "-o", "/dev/null"]).arg(&input);
            assert_eq!(process::run(&mut llc).is_ok(), is_there, "{statement}");
        }
    }
}

#[test]
fn a_reserved_link_register_holds_return_addresses() {
    let folder = Folder::new();
    let functions = "declare i64 @g(i64)\ndefine i64 @f(i64 %x) {\n  %y = call i64 @g(i64 %x)\n  %z = add i64 %x, %y\n  ret i64 %z\n}\n";
    let input = folder.module(Target::Aarch64, functions);
    let assembly = folder.assembly(&input, &["-verify-machineinstrs", "-mattr=+reserve-lr-for-ra"]);
    assert_eq!(assembly.matches("x30").count(), 2, "{assembly}");
}

/// Returns a module in which each supported feature of a target has an instruction.
fn instructions(target: Target) -> String {
    let shared = "define i64 @rmw(ptr %p, i64 %v) {\n  %r = atomicrmw add ptr %p, i64 %v seq_cst\n  ret i64 %r\n}\n\
        define i32 @acquire(ptr %p) {\n  %r = load atomic i32, ptr %p acquire, align 4\n  ret i32 %r\n}\n\
        declare i64 @llvm.ctpop.i64(i64)\n\
        define i64 @bits(i64 %x, i64 %y) {\n  %a = call i64 @llvm.ctpop.i64(i64 %x)\n  %b = shl i64 %y, 3\n  %c = add i64 %a, %b\n  %d = or i64 %c, 1099511627776\n  ret i64 %d\n}\n";
    let crc = "declare i32 @llvm.aarch64.crc32w(i32, i32)\n\
        define i32 @crc(i32 %x, i32 %y) #0 {\n  %r = call i32 @llvm.aarch64.crc32w(i32 %x, i32 %y)\n  ret i32 %r\n}\n\
        attributes #0 = { \"target-features\"=\"+crc\" }\n";
    match target {
        Target::Riscv64 => shared.to_string(),
        Target::Aarch64 => format!("{shared}{crc}"),
    }
}

/// Assembles with llvm-mc and with the GNU assembler of the target; the text must enable all
/// features itself.
fn assembled(folder: &Folder, target: Target, assembly: &str, context: &str) -> PathBuf {
    let source = folder.path("a.s");
    fs::write(&source, assembly).expect("written");
    let object = folder.path("mc.o");
    let triple = format!("-triple={}", target.triple());
    run("llvm-mc-22", &[&triple, "-filetype=obj", text(&source), "-o", text(&object)]);
    let gnu = folder.path("gnu.o");
    let program = format!("{}-as", target.gnu());
    let result = process::run(Command::new(program).args([text(&source), "-o", text(&gnu)]));
    assert!(result.is_ok(), "{context}: {}", result.unwrap_err());
    object
}

#[test]
fn assemblers_take_the_text_with_each_feature() {
    let folder = Folder::new();
    let cases = [
        (
            Target::Riscv64,
            "zba zbb zbs b zba,+zbb,+zbs relax forced-atomics unaligned-scalar-mem ztso zfh zbc v zicboz",
        ),
        (
            Target::Aarch64,
            "lse rcpc crc aes sha2 rdm dotprod i8mm outline-atomics strict-align v8.4a v9a fullfp16",
        ),
    ];
    for (target, features) in cases {
        let input = folder.module(target, &instructions(target));
        for feature in features.split_whitespace() {
            let base = if target == Target::Riscv64 { format!("{GC},") } else { String::new() };
            for level in ["-O0", "-O2"] {
                let args = [level, &format!("-mattr={base}+{feature}")];
                assembled(&folder, target, &folder.assembly(&input, &args), feature);
            }
        }
    }
    for cpu in ["neoverse-n1", "neoverse-v2", "apple-m1", "cortex-a53"] {
        let input = folder.module(Target::Aarch64, &instructions(Target::Aarch64));
        assembled(&folder, Target::Aarch64, &folder.assembly(&input, &[&format!("-mcpu={cpu}")]), cpu);
    }
}

/// Returns functions with their own features.
fn functions_of_their_own(features: &[&str]) -> String {
    let mut out = String::from("declare i64 @llvm.ctpop.i64(i64)\n");
    for (n, features) in features.iter().enumerate() {
        out += &format!(
            "define i64 @f{n}(i64 %x, i64 %y) \"target-features\"=\"{features}\" {{\n  %a = call i64 @llvm.ctpop.i64(i64 %x)\n  %b = shl i64 %y, 3\n  %c = add i64 %a, %b\n  ret i64 %c\n}}\n"
        );
    }
    out
}

#[test]
fn functions_with_features_of_their_own_are_assembled_with_them() {
    let folder = Folder::new();
    let lists: [&[&str]; 4] = [
        &["+m,+a,+f,+d,+c", "+m,+a,+f,+d,+c,+zba", "+m,+a,+f,+d,+c,+zbb,+zba"],
        &["+m,+a,+f,+d", "+m,+a,+f,+d,+c"],
        &["+m,+a,+f,+d,+zbb", "+m,+a,+f,+d,+zba"],
        &["+m,+a,+f,+d,+c,+zbb,+relax"],
    ];
    for features in lists {
        for extra in ["-mattr=", "-mattr=+zbs", "-mcpu=sifive-u74"] {
            let input = folder.module(Target::Riscv64, &functions_of_their_own(features));
            let object = folder.object(&input, &[extra], "a.o");
            let text_object = assembled(&folder, Target::Riscv64, &folder.assembly(&input, &[extra]), extra);
            let all = ["--mattr=+zba,+zbb,+zbs"];
            let code = |object: &Path| {
                let text = disassembly(object, &all);
                text.split_once("section").map(|(_, code)| code.to_string()).expect("a disassembly")
            };
            assert_eq!(code(&object), code(&text_object), "{features:?} {extra}");
            let isa = |object: &Path| {
                let text = run("llvm-readelf-22", &["-A", text(object)]);
                text.lines()
                    .find(|line| line.contains("Value: rv64"))
                    .map(str::to_string)
                    .expect("an ISA string")
            };
            assert_eq!(isa(&object), isa(&text_object), "{features:?} {extra}");
        }
    }
    // Features common to all functions apply to the module; the others are in functions.
    let input = folder.module(Target::Riscv64, &functions_of_their_own(lists[1]));
    let assembly = folder.assembly(&input, &[]);
    assert!(assembly.contains("\"rv64i2p1_m2p0_a2p1_f2p2_d2p2_zicsr2p0\""), "{assembly}");
    assert_eq!(assembly.matches(".option\tarch, +c\n").count(), 1, "{assembly}");
}

#[test]
fn attributes_of_objects_are_llc_s() {
    let folder = Folder::new();
    let input = folder.module(Target::Riscv64, "define i64 @f() {\n  ret i64 0\n}\n");
    let help = Command::new("llc-22").args(["-mtriple=riscv64", "-mcpu=help"]).output().expect("llc starts");
    let help = String::from_utf8_lossy(&help.stderr).into_owned();
    let (cpus, features) = help.split_once("Available features").expect("two lists");
    let names = |text: &str| -> Vec<String> {
        let lines = text.lines().filter(|line| line.starts_with("  ") && line.contains(" - "));
        lines.filter_map(|line| line.split_whitespace().next()).map(str::to_string).collect()
    };
    let cpus = names(cpus).into_iter().map(|cpu| [format!("-mcpu={cpu}"), "-mattr=+d".into()]);
    // Every fifth feature, and those whose names assemblers combine.
    let some = names(features).into_iter().step_by(5);
    let all = some.chain(
        ["b", "zk", "zvkng", "zbs,+zbb,+zba", "v", "experimental-zicfilp", "c,-c"].map(str::to_string),
    );
    let features = all.map(|name| [format!("-mattr={GC},+{name}"), "-O2".into()]);
    // C, which Zca, Zcd and Zcf together imply.
    let shorter = ["c,-c", "zca", "d,+zca", "d,+zcd", "f,+c", "d,+c,-c", "d,+c,-zcd", "zcb,+f", "zcb,+zbb"];
    let on_rv32 = ["d,+zcf", "f,+zcf", "zcd,+zcf"].into_iter().chain(shorter);
    let shorter = shorter.map(|list| ("riscv64", list)).into_iter();
    let shorter = shorter.chain(on_rv32.map(|list| ("riscv32", list)));
    let shorter = shorter.map(|(arch, list)| [format!("-mattr=+m,+{list}"), format!("-mtriple={arch}")]);
    let mut compared = 0;
    for options in cpus.chain(features).chain(shorter) {
        let llc = Command::new("llc-22")
            .arg(&input)
            .args(&options)
            .args(["-filetype=obj", "-o", text(&folder.path("llc.o"))])
            .output();
        let ours = folder.gisel(&input, &[&options[0], &options[1], "-filetype=obj", "-o", "a.o"]);
        if !llc.expect("llc starts").status.success() || !ours.status.success() {
            continue;
        }
        let attributes = |name: &str| {
            let text = run("llvm-readelf-22", &["-h", "-A", text(&folder.path(name))]);
            text.lines()
                .filter(|l| l.contains("Flags:") || l.contains("Value:"))
                .map(str::to_string)
                .collect::<Vec<_>>()
        };
        assert_eq!(attributes("a.o"), attributes("llc.o"), "{options:?}");
        compared += 1;
    }
    assert!(compared > 90, "{compared}");
}

/// Objects have the 16-bit instructions that LLVM's assembler chooses for the text.
#[test]
fn shorter_forms_are_those_of_the_extensions() {
    let functions = "define i16 @bytes(ptr %p, ptr %q) {\n  %a = load i8, ptr %p\n  %r = getelementptr i8, ptr %q, i32 2\n  %b = load i16, ptr %r\n  \
        %c = zext i8 %a to i16\n  %s = mul i16 %b, %c\n  %n = xor i16 %s, -1\n  store i8 %a, ptr %q\n  store i16 %n, ptr %p\n  ret i16 %n\n}\n\
        define void @floats(ptr %p, ptr %q) {\n  %a = load float, ptr %p\n  %b = load double, ptr %q\n  %c = fadd float %a, %a\n  \
        %d = fadd double %b, %b\n  store float %c, ptr %q\n  store double %d, ptr %p\n  ret void\n}\n";
    let folder = Folder::new();
    let input = folder.module(Target::Riscv64, functions);
    let cases = [
        ("riscv64", "+m,+d,+zca", "c.mv", "c.fld"),
        ("riscv64", "+m,+d,+zcd", "c.fld", "c.lbu"),
        ("riscv64", "+m,+d,+c", "c.fsd", "c.lbu"),
        ("riscv64", "+m,+d,+zca,+zcb", "c.lbu", "c.fld"),
        ("riscv64", "+zmmul,+d,+c,+zcb,+zbb,+zba", "c.mul", "\tmul"),
        ("riscv32", "+m,+d,+zca", "c.mv", "c.flw"),
        ("riscv32", "+m,+d,+zcf", "c.flw", "c.fld"),
        ("riscv32", "+m,+d,+c", "c.fsw", "c.lbu"),
        ("riscv32", "+m,+d,+c,+zcb", "c.not", "\tlbu"),
    ];
    for (arch, features, there, missing) in cases {
        let triple = format!("-mtriple={arch}");
        let attributes = format!("-mattr={features}");
        for level in ["-O0", "-O2"] {
            let args = [triple.as_str(), &attributes, level];
            let object = folder.object(&input, &args, "a.o");
            let (source, twin) = (folder.path("a.s"), folder.path("mc.o"));
            fs::write(&source, folder.assembly(&input, &args)).expect("written");
            let triple = format!("-triple={arch}");
            run("llvm-mc-22", &[&triple, "-filetype=obj", text(&source), "-o", text(&twin)]);
            let code = |object| {
                let text = disassembly(object, &["-M", "no-aliases"]);
                text.split_once("section").map(|(_, code)| code.to_string()).expect("a disassembly")
            };
            let own = code(&object);
            assert_eq!(own, code(&twin), "{arch} {features}");
            assert!(level == "-O0" || own.contains(there), "{arch} {features}: {own}");
            assert!(!own.contains(missing), "{arch} {features}: {own}");
        }
    }
}

/// Code for halves and bfloats only has instructions of the extensions that its text names.
#[test]
fn code_for_halves_contains_its_instructions() {
    let functions = "define half @half(half %a, ptr %p) {\n  %b = load half, ptr %p\n  %c = fadd half %a, %b\n  %d = fadd half %c, 1.0\n  store half 1.0, ptr %p\n  ret half %d\n}\n\
        define half @one() {\n  ret half 1.0\n}\n\
        define bfloat @bfloat(bfloat %a, ptr %p) {\n  %b = load bfloat, ptr %p\n  %c = fadd bfloat %a, %b\n  store bfloat 1.0, ptr %p\n  ret bfloat %c\n}\n\
        define bfloat @number() {\n  ret bfloat 0xR3C00\n}\n";
    let folder = Folder::new();
    let input = folder.module(Target::Riscv64, functions);
    let cases = [
        ("+zfhmin,+zfa", "fcvt.s.h", "fli.h"),
        ("+zfbfmin,+zfa", "fcvt.s.bf16", "fli.h"),
        ("+zfh,+zfa", "fli.h", "bf16"),
        ("+zfh,+zfbfmin", "fcvt.bf16.s", "fcvt.s.h"),
        ("+zfhmin", "flh", "bf16"),
    ];
    for (features, there, missing) in cases {
        for arch in ["riscv64", "riscv32"] {
            for level in ["-O0", "-O2"] {
                let args = [level, &format!("-mtriple={arch}"), &format!("-mattr=+m,+f,{features}")];
                let text_of = folder.assembly(&input, &args);
                assert!(text_of.contains(there) && !text_of.contains(missing), "{features}: {text_of}");
                let source = folder.path("a.s");
                fs::write(&source, text_of).expect("written");
                run("llvm-mc-22", &[&format!("-triple={arch}"), text(&source), "-o", "/dev/null"]);
            }
        }
    }
}

/// Intrinsics of riscv32, and extensions in assembly, which are two shifts if there is no
/// instruction for them.
const BY_HAND: &str = r#"define i32 @extended(i32 %x) {
  %a = call i32 asm "zext.h $0, $1", "=r,r"(i32 %x)
  %b = call i32 asm "sext.b $0, $1", "=r,r"(i32 %a)
  %c = call i32 asm "sext.h $0, $1", "=r,r"(i32 %b)
  ret i32 %c
}
"#;
const INTRINSICS: [(&str, &str); 8] = [
    ("brev8.i32", "i32 %x"),
    ("zip.i32", "i32 %x"),
    ("unzip.i32", "i32 %x"),
    ("xperm4.i32", "i32 %x, i32 %y"),
    ("xperm8.i32", "i32 %x, i32 %y"),
    ("clmul.i32", "i32 %x, i32 %y"),
    ("clmulr.i32", "i32 %x, i32 %y"),
    ("sha256sig0", "i32 %x"),
];

/// Operations that AArch64's CSSC does in one instruction.
const SHORT_SEQUENCES: &str = "
declare i32 @llvm.abs.i32(i32, i1)
declare i64 @llvm.abs.i64(i64, i1)
declare i32 @llvm.smax.i32(i32, i32)
declare i64 @llvm.smin.i64(i64, i64)
declare i32 @llvm.umin.i32(i32, i32)
declare i64 @llvm.umax.i64(i64, i64)
declare i32 @llvm.ctpop.i32(i32)
declare i64 @llvm.ctpop.i64(i64)
declare i32 @llvm.cttz.i32(i32, i1)
declare i64 @llvm.cttz.i64(i64, i1)
define i32 @abs(i32 %x) {\n %r = call i32 @llvm.abs.i32(i32 %x, i1 false)\n ret i32 %r\n}
define i64 @abs_wide(i64 %x) {\n %r = call i64 @llvm.abs.i64(i64 %x, i1 true)\n ret i64 %r\n}
define i32 @smax(i32 %x, i32 %y) {\n %r = call i32 @llvm.smax.i32(i32 %x, i32 %y)\n ret i32 %r\n}
define i32 @smax_127(i32 %x) {\n %r = call i32 @llvm.smax.i32(i32 %x, i32 127)\n ret i32 %r\n}
define i64 @smin(i64 %x, i64 %y) {\n %r = call i64 @llvm.smin.i64(i64 %x, i64 %y)\n ret i64 %r\n}
define i64 @smin_least(i64 %x) {\n %r = call i64 @llvm.smin.i64(i64 %x, i64 -128)\n ret i64 %r\n}
define i64 @smin_lower(i64 %x) {\n %r = call i64 @llvm.smin.i64(i64 %x, i64 -129)\n ret i64 %r\n}
define i32 @umin(i32 %x, i32 %y) {\n %r = call i32 @llvm.umin.i32(i32 %x, i32 %y)\n ret i32 %r\n}
define i32 @umin_255(i32 %x) {\n %r = call i32 @llvm.umin.i32(i32 %x, i32 255)\n ret i32 %r\n}
define i32 @umin_256(i32 %x) {\n %r = call i32 @llvm.umin.i32(i32 %x, i32 256)\n ret i32 %r\n}
define i64 @umax(i64 %x, i64 %y) {\n %r = call i64 @llvm.umax.i64(i64 %x, i64 %y)\n ret i64 %r\n}
define i32 @ones(i32 %x) {\n %r = call i32 @llvm.ctpop.i32(i32 %x)\n ret i32 %r\n}
define i64 @ones_wide(i64 %x) {\n %r = call i64 @llvm.ctpop.i64(i64 %x)\n ret i64 %r\n}
define i32 @zeros(i32 %x) {\n %r = call i32 @llvm.cttz.i32(i32 %x, i1 false)\n ret i32 %r\n}
define i64 @zeros_wide(i64 %x) {\n %r = call i64 @llvm.cttz.i64(i64 %x, i1 true)\n ret i64 %r\n}
";

/// Comparisons of halves.
const HALVES_COMPARED: &str = "
define i1 @less(half %x, half %y) {\n %r = fcmp olt half %x, %y\n ret i1 %r\n}
define i1 @unordered(half %x, half %y) {\n %r = fcmp uno half %x, %y\n ret i1 %r\n}
";

#[test]
fn single_instructions_are_those_of_llc() {
    let folder = Folder::new();
    let intrinsic = |(name, args): (&str, &str)| {
        let function = name.replace('.', "_");
        let types = args.replace(" %x", "").replace(" %y", "");
        format!(
            "declare i32 @llvm.riscv.{name}({types})\ndefine i32 @{function}(i32 %x, i32 %y) {{\n  \
             %r = call i32 @llvm.riscv.{name}({args})\n  ret i32 %r\n}}\n"
        )
    };
    let intrinsics = INTRINSICS.map(intrinsic).concat();
    let cases = [
        (BY_HAND, "riscv32", "+m"),
        (BY_HAND, "riscv32", "+m,+zbb"),
        (BY_HAND, "riscv32", "+m,+zbkb"),
        (BY_HAND, "riscv64", "+m,+zbkb"),
        (&intrinsics, "riscv32", "+m,+zbkb,+zbkx,+zbc,+zknh"),
        (SHORT_SEQUENCES, "aarch64", "+cssc"),
        (HALVES_COMPARED, "aarch64", "+fullfp16"),
    ];
    for (functions, arch, features) in cases {
        let input = folder.module(Target::Riscv64, functions);
        let args = [format!("-mtriple={arch}"), format!("-mattr={features}")];
        let object = folder.object(&input, &[&args[0], &args[1]], "a.o");
        let twin = folder.path("llc.o");
        run("llc-22", &[&args[0], &args[1], "-filetype=obj", text(&input), "-o", text(&twin)]);
        let code = |object| disassembly(object, &[]).split_once("section").map(|(_, code)| code.to_string());
        assert_eq!(code(&object), code(&twin), "{arch} {features}");
    }
}

#[test]
fn the_command_line_adds_to_what_functions_say() {
    let folder = Folder::new();
    let input = folder.module(Target::Riscv64, &functions_of_their_own(&["+m,+a,+f,+d,+c"]));
    assert!(!folder.assembly(&input, &[]).contains("cpop"));
    assert!(folder.assembly(&input, &["-mattr=+zbb"]).contains("cpop"));
    let functions = "define i32 @f(ptr %p) \"target-features\"=\"+neon\" {\n  %v = load i32, ptr %p, align 1\n  ret i32 %v\n}\n";
    let input = folder.module(Target::Aarch64, functions);
    assert!(!folder.assembly(&input, &["-mattr=+strict-align"]).contains("ldr\tw"));
}
