//! Programs with requests to the back-end in all functions: attributes, module flags or features,
//! added to clang's IR.
//!
//! Such a program must print the same as without the requests. The disassembly of each function
//! must show the evidence of each request (a guard call, a hint) if `llc`'s twin does. It must show
//! nothing that a request rules out (a register).

pub mod combinations;
mod general;
pub mod support;

use crate::build::{self, Compiler};
use crate::corpus::{self, Program};
use crate::target::{Combo, Mode, Target};
use crate::{Result, parallel, process, sources};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::process::Command;
use support::Support;

/// A request for each function of a program.
#[derive(Debug)]
pub struct Request {
    /// Its name in messages and file names.
    pub name: &'static str,
    /// The targets that support it.
    pub targets: &'static [Target],
    /// Function attributes added to every definition.
    pub attributes: &'static str,
    /// Text added to every definition after its attributes.
    pub definition: &'static str,
    /// Attributes added to every declaration of a function, in another module of the program or in
    /// none.
    pub declarations: &'static str,
    /// Module flags: behavior, name and value in IR syntax.
    pub flags: &'static [&'static str],
    /// Options for both compilers.
    pub options: &'static [&'static str],
    /// Texts that each function's disassembly must contain if `llc`'s does.
    pub evidence: &'static [&'static str],
    /// A function without any of these texts need not show the evidence. Empty if every function
    /// must.
    pub due: &'static [&'static str],
    /// Texts that no function's disassembly contains.
    pub ruled_out: &'static [&'static str],
    /// A further check of a module and its object.
    pub judge: Option<fn(&str, &Path) -> Result<()>>,
    /// Its kind: requests of one kind are not combined.
    pub kind: Kind,
    /// The support that programs need to run with it, if any.
    pub support: Option<&'static Support>,
}

/// Kinds of mutually exclusive requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Stack protectors.
    Guards,
    /// Signing of return addresses.
    Signatures,
    /// Cleared registers.
    Zeros,
    /// Unwind information.
    Unwinding,
    /// Patchable entries.
    Patches,
    /// Optimization effort.
    Effort,
    /// Calls at entries and exits.
    Instrumentation,
    /// Reserved registers.
    Registers,
    /// Frame pointers.
    FramePointers,
    /// Alignment.
    Alignment,
    /// The CPU.
    Cpu,
    /// A second stack.
    SecondStack,
    /// Data before the first instruction.
    Data,
    /// All others.
    Any,
}

const BOTH: &[Target] = &Target::ALL;
const AARCH64: &[Target] = &[Target::Aarch64];
/// Calls: functions with them are not leaves.
const AARCH64_CALLS: &[&str] = &["bl", "blr"];
const RISCV_CALLS: &[&str] = &["jalr", "jal"];
const RISCV: &[Target] = &[Target::Riscv64];

/// The empty request.
const NONE: Request = Request {
    name: "",
    targets: BOTH,
    attributes: "",
    definition: "",
    declarations: "",
    flags: &[],
    options: &[],
    evidence: &[],
    due: &[],
    ruled_out: &[],
    judge: None,
    kind: Kind::Any,
    support: None,
};

const fn attribute(
    name: &'static str,
    targets: &'static [Target],
    attributes: &'static str,
    evidence: &'static [&'static str],
) -> Request {
    Request { name, targets, attributes, evidence, ..NONE }
}

const fn feature(
    name: &'static str,
    targets: &'static [Target],
    options: &'static [&'static str],
    ruled_out: &'static [&'static str],
) -> Request {
    Request { name, targets, options, ruled_out, ..NONE }
}

impl Request {
    const fn of(self, kind: Kind) -> Request {
        Request { kind, ..self }
    }

    /// Restricts the evidence to functions with calls, which two compilers need not have in the
    /// same functions.
    const fn of_calls(self, calls: &'static [&'static str]) -> Request {
        Request { due: calls, ..self }
    }

    /// Returns true if the two cannot be combined, or are the same.
    fn excludes(&self, other: &Request) -> bool {
        self.name == other.name || self.kind == other.kind && self.kind != Kind::Any
    }
}

/// The names of functions that jump or start threads, after which a stack of return addresses is
/// out of step.
const SECOND_FLOW: &[&str] =
    &["setjmp", "_setjmp", "__sigsetjmp", "longjmp", "siglongjmp", "pthread_create", "thrd_create"];

/// The names of functions with callbacks, which run, like constructors, while the register is the C
/// library's.
const CALLBACKS: &[&str] =
    &["qsort", "bsearch", "atexit", "signal", "sigaction", "llvm.global_ctors", "llvm.global_dtors"];

static ATOMICS: Support =
    Support { file: "atomics.c", options: &["-latomic", "-lc"], saves: false, without: &[] };
static SHADOW_GP: Support =
    Support { file: "shadow_gp.c", options: &["-Wl,--no-relax"], saves: false, without: &[SECOND_FLOW] };
static SHADOW_X18: Support = Support {
    file: "shadow_x18.c",
    options: &["-Wl,--wrap=main"],
    saves: true,
    without: &[SECOND_FLOW, CALLBACKS],
};
/// Other threads have no second stack.
static SAFE_STACK: Support = Support {
    file: "safe_stack.c",
    options: &[],
    saves: false,
    without: &[&["pthread_create", "thrd_create"]],
};
/// Each of the instructions raises a signal: excluded are programs with handlers of their own, and
/// one with millions of calls.
static MOPS: Support = Support {
    file: "mops.c",
    options: &[],
    saves: false,
    without: &[&["signal", "sigaction", "fesetround"]],
};

/// The requests of [`check`].
#[rustfmt::skip]
pub static REQUESTS: &[Request] = &[
    attribute("sspreq", BOTH, "sspreq", &["__stack_chk_fail", "__stack_chk_guard"]).of(Kind::Guards),
    attribute("sspstrong", BOTH, "sspstrong", &["__stack_chk_fail", "__stack_chk_guard"]).of(Kind::Guards),
    attribute("ssp", BOTH, "ssp \"stack-protector-buffer-size\"=\"4\"", &["__stack_chk_fail"]).of(Kind::Guards),
    attribute("patchable-entry", BOTH, "\"patchable-function-entry\"=\"4\"", &["nop"]).of(Kind::Patches),
    attribute("patchable-prefix", BOTH, "\"patchable-function-entry\"=\"2\" \"patchable-function-prefix\"=\"3\"", &["nop"]).of(Kind::Patches),
    attribute("zero-all-gpr", AARCH64, "\"zero-call-used-regs\"=\"all-gpr\"", &["mov x10, #0x0"]).of(Kind::Zeros),
    attribute("zero-all", AARCH64, "\"zero-call-used-regs\"=\"all\"", &["movi v20.2d, #0000000000000000"])
        .of(Kind::Zeros),
    attribute("zero-used", BOTH, "\"zero-call-used-regs\"=\"used\"", &[]).of(Kind::Zeros),
    attribute("zero-used-gpr-arg", BOTH, "\"zero-call-used-regs\"=\"used-gpr-arg\"", &[]).of(Kind::Zeros),
    attribute("stack-probes", BOTH, "\"probe-stack\"=\"inline-asm\" \"stack-probe-size\"=\"4096\"", &[]),
    attribute("bti", AARCH64, "\"branch-target-enforcement\"", &["bti c", "bti j"]),
    attribute("pac-non-leaf", AARCH64, "\"sign-return-address\"=\"non-leaf\"", &["paciasp", "autiasp"])
        .of_calls(AARCH64_CALLS).of(Kind::Signatures),
    attribute("pac-all", AARCH64, "\"sign-return-address\"=\"all\"", &["paciasp", "autiasp"]).of(Kind::Signatures),
    attribute(
        "pac-all-b-key",
        AARCH64,
        "\"sign-return-address\"=\"all\" \"sign-return-address-key\"=\"b_key\"",
        &["pacibsp", "autibsp"],
    ).of(Kind::Signatures),
    attribute("uwtable-async", BOTH, "uwtable", &[]).of(Kind::Unwinding),
    attribute("uwtable-sync", BOTH, "uwtable(sync)", &[]).of(Kind::Unwinding),
    attribute("stackrealign", BOTH, "\"stackrealign\" alignstack=64", &[]).of(Kind::Alignment),
    attribute("stackrealign-only", BOTH, "\"stackrealign\"", &[]).of(Kind::Alignment),
    attribute("alignstack", BOTH, "alignstack=32", &[]).of(Kind::Alignment),
    attribute("frame-pointer", BOTH, "\"frame-pointer\"=\"all\"", &["x29, sp", "s0, sp"]).of(Kind::FramePointers),
    attribute("frame-pointer-non-leaf", BOTH, "\"frame-pointer\"=\"non-leaf\"", &[]).of(Kind::FramePointers),
    attribute("frame-pointer-reserved", BOTH, "\"frame-pointer\"=\"reserved\"", &[]).of(Kind::FramePointers),
    attribute("mcount", BOTH, "\"instrument-function-entry-inlined\"=\"_mcount\"", &["_mcount"])
        .of(Kind::Instrumentation),
    attribute(
        "instrumented",
        BOTH,
        "\"instrument-function-entry-inlined\"=\"__cyg_profile_func_enter\" \"instrument-function-exit-inlined\"=\"__cyg_profile_func_exit\"",
        &["__cyg_profile_func_enter", "__cyg_profile_func_exit"],
    ).of(Kind::Instrumentation),
    attribute("no-red-zone", BOTH, "noredzone", &[]),
    attribute("no-jump-tables", BOTH, "\"no-jump-tables\"=\"true\"", &[]),
    attribute("no-tail-calls", BOTH, "\"disable-tail-calls\"=\"true\"", &[]),
    attribute("optnone", BOTH, "optnone noinline", &[]).of(Kind::Effort),
    attribute("minsize", BOTH, "minsize optsize", &[]).of(Kind::Effort),
    feature("reserve-x18", AARCH64, &["-mattr=+reserve-x18"], &["x18", "w18"]).of(Kind::Registers),
    feature("reserve-x9-x20", AARCH64, &["-mattr=+reserve-x9,+reserve-x20"],
        &["x9", "w9", "x20", "w20"]).of(Kind::Registers),
    feature("strict-align", AARCH64, &["-mattr=+strict-align"], &[]),
    feature("reserve-s2-t3", RISCV, &["-mattr=+reserve-x18,+reserve-x28"], &["s2", "t3"]).of(Kind::Registers),
    feature("bit-manipulation", RISCV, &["-mattr=+zba,+zbb,+zbs"], &[]),
    feature("no-compression", RISCV, &["-mattr=-c"], &[]),
    feature("no-relaxation", RISCV, &["-mattr=-relax"], &[]),
    feature("unaligned", RISCV, &["-mattr=+unaligned-scalar-mem"], &[]),
    feature("lse", AARCH64, &["-mattr=+lse"], &[]),
    feature("outline-atomics", AARCH64, &["-mattr=+outline-atomics"], &[]),
    feature("cortex-a76", AARCH64, &["-mcpu=cortex-a76"], &[]).of(Kind::Cpu),
    feature("sifive-u74", RISCV, &["-mcpu=sifive-u74"], &[]).of(Kind::Cpu),
    Request {
        flags: &["i32 8, !\"cf-protection-branch\", i32 1", "i32 1, !\"cf-branch-label-scheme\", !\"unlabeled\""],
        evidence: &["lpad", "auipc zero"],
        ..feature("landing-pads", RISCV, &["-mattr=+experimental-zicfilp"], &[])
    },
    Request {
        declarations: "nonlazybind",
        ..attribute("early-binding", AARCH64, "nonlazybind", &["R_AARCH64_ADR_GOT_PAGE"])
    },
    Request {
        options: &["-mattr=+reserve-x18"],
        due: AARCH64_CALLS,
        support: Some(&SHADOW_X18),
        ..attribute("shadow-call-stack-x18", AARCH64, "shadowcallstack",
            &["str x30, [x18], #0x8", "ldr x30, [x18, #-0x8]!"])
    }.of(Kind::SecondStack),
    Request {
        due: RISCV_CALLS,
        support: Some(&SHADOW_GP),
        ..attribute("shadow-call-stack-gp", RISCV, "shadowcallstack", &["sd ra, -0x8(gp)", "ld ra, -0x8(gp)"])
    }.of(Kind::SecondStack),
    Request {
        options: &["-mattr=+zimop"],
        due: RISCV_CALLS,
        flags: &["i32 8, !\"cf-protection-return\", i32 1"],
        support: Some(&MOPS),
        ..attribute("hw-shadow-stack", RISCV, "\"hw-shadow-stack\"", &["mop.rr.7 zero, zero, ra", "mop.r.28 zero, ra"])
    }.of(Kind::SecondStack),
    Request {
        support: Some(&ATOMICS),
        evidence: &["__sync_fetch_and_add_4", "__sync_lock_test_and_set_4", "__sync_val_compare_and_swap_4"],
        ..feature("forced-atomics", RISCV, &["-mattr=+forced-atomics"], &["amoadd.w", "amoadd.d", "lr.w", "lr.d"])
    },
    Request { definition: "prefix i32 305419191", ..attribute("prefix-data", BOTH, "", &["0x12345fb7"]) }
        .of(Kind::Data),
    Request { definition: "prologue i32 19", ..attribute("prologue-data", RISCV, "", &["0x00000013"]) }.of(Kind::Data),
    Request { definition: "prologue i32 -721215457", ..attribute("prologue-data-a64", AARCH64, "", &["0xd503201f"]) }
        .of(Kind::Data),
    Request {
        flags: &["i32 1, !\"stack-protector-guard\", !\"tls\"", "i32 1, !\"stack-protector-guard-offset\", i32 -16"],
        ..attribute("guard-by-tp", RISCV, "sspreq", &["-0x10(tp)", "__stack_chk_fail"])
    }.of(Kind::Guards),
    Request {
        flags: &[
            "i32 1, !\"stack-protector-guard\", !\"sysreg\"",
            "i32 1, !\"stack-protector-guard-reg\", !\"tpidr_el0\"",
            "i32 1, !\"stack-protector-guard-offset\", i32 0",
        ],
        ..attribute("guard-by-register", AARCH64, "sspreq", &["TPIDR_EL0", "__stack_chk_fail"])
    }.of(Kind::Guards),
    attribute("xray", BOTH, "\"function-instrument\"=\"xray-always\"", &["nop"]).of(Kind::Patches),
    Request { options: &["-mattr=+pauth"],
        ..attribute("pac-pauth", AARCH64, "\"sign-return-address\"=\"non-leaf\"", &["paciasp", "retaa"]) }
        .of_calls(AARCH64_CALLS).of(Kind::Signatures),
    attribute("zero-all-arg", AARCH64, "\"zero-call-used-regs\"=\"all-arg\"", &["mov x5, #0x0"]).of(Kind::Zeros),
    attribute("speculative-load-hardening", AARCH64, "speculative_load_hardening", &[]),
    attribute("jump-table-hardening", AARCH64, "\"aarch64-jump-table-hardening\"", &[]),
    Request { options: &["-mattr=+mte"], ..attribute("stack-tags", AARCH64, "sanitize_memtag", &["irg"]) },
    Request { judge: Some(general::check), ..attribute("no-implicit-float", BOTH, "noimplicitfloat", &[]) },
    Request {
        support: Some(&SAFE_STACK),
        ..attribute("safe-stack", BOTH, "safestack", &["__safestack_unsafe_stack_ptr"])
    }.of(Kind::SecondStack),
    Request {
        support: Some(&SAFE_STACK),
        ..attribute("guarded-safe-stack", BOTH, "safestack sspstrong", &["__safestack_unsafe_stack_ptr"])
    }.of(Kind::SecondStack),
    attribute("cold", BOTH, "cold", &[]).of(Kind::Effort),
    attribute("hot", BOTH, "hot", &[]).of(Kind::Effort),
];

/// Checks requests with a program.
///
/// # Errors
/// A step fails, the program prints something else, or a function differs from its twin.
pub fn check(requests: &[&Request], program: &Program, combo: Combo) -> Result<()> {
    let compiler = Compiler::under_test()?;
    let names: Vec<&str> = requests.iter().map(|request| request.name).collect();
    let folder = sources::work_folder(&format!("requests/{}/{combo}/{}", names.join("+"), program.name))?;
    let (mut objects, mut modules) = (Vec::new(), Vec::new());
    for module in &program.modules {
        let ir = folder.join(corpus::stem(&module.source)).with_extension("ll");
        let mut clang = build::clang(combo, &module.source, &module.flags, &ir);
        // `optnone` contradicts some requests.
        process::run(clang.args(["-S", "-Xclang", "-disable-O0-optnone"]))?;
        let text = fs::read_to_string(&ir).map_err(|e| format!("{}: {e}", ir.display()))?;
        fs::write(&ir, with_requests(&text, requests)).map_err(|e| format!("{}: {e}", ir.display()))?;
        let compile = |compiler: &Compiler, extension: &str| {
            let object = ir.with_extension(extension);
            let mut command = compiler.command(combo, &ir, &object);
            command.args(&program.options).args(requests.iter().flat_map(|request| request.options));
            if *compiler == Compiler::Llc {
                // Outlined functions would contain the evidence.
                command.arg("-enable-machine-outliner=never");
            }
            process::run(&mut command).map(|_| object)
        };
        let object = compile(&compiler, "o")?;
        let texts = |of: fn(&Request) -> &'static [&'static str]| -> Vec<&'static str> {
            requests.iter().flat_map(|request| of(request)).copied().collect()
        };
        // Inline assembly is not checked.
        let is_written =
            |ruled_out: &&str| text.lines().any(|line| line.contains(" asm ") && has_words(line, ruled_out));
        let mut ruled_out = texts(|request| request.ruled_out);
        ruled_out.retain(|text| !is_written(text));
        check_ruled_out(&ruled_out, &object)?;
        requests.iter().filter_map(|request| request.judge).try_for_each(|judge| judge(&text, &object))?;
        if requests.iter().any(|request| !request.evidence.is_empty()) {
            match compile(&Compiler::Llc, "llc.o") {
                Ok(twin) => {
                    requests.iter().try_for_each(|request| check_evidence(request, &object, &twin))?
                }
                // If it crashes there is no twin.
                Err(message) if requests.len() > 1 && message.contains("Stack dump:") => {}
                Err(message) => return Err(message),
            }
        }
        objects.push(object);
        modules.push(text);
    }
    // A handler that is instrumented itself calls itself without end.
    let is_defined = |name: &&str| {
        let handler = format!("@{name}(");
        let is_definition = |line: &str| line.starts_with("define") && line.contains(&handler);
        modules.iter().any(|text| text.lines().any(is_definition))
    };
    let instruments = |request: &&&Request| request.kind == Kind::Instrumentation;
    if requests.iter().filter(instruments).any(|request| request.evidence.iter().any(is_defined)) {
        return Ok(());
    }
    let supports: Vec<&Support> = requests.iter().filter_map(|request| request.support).collect();
    if !supports.iter().all(|support| support.suits(program, &modules)) {
        return Ok(());
    }
    let path = folder.join("program");
    support::link(program, combo, &supports, &modules, &objects, &path)?;
    run(program, combo, &path)
}

fn run(program: &Program, combo: Combo, path: &Path) -> Result<()> {
    let mut qemu = build::qemu(combo.target, path, &program.args);
    let printed = process::transcript(&mut qemu, &path.with_extension("out"), build::TIME_LIMIT)?;
    let expected =
        fs::read_to_string(&program.expected).map_err(|e| format!("{}: {e}", program.expected.display()))?;
    match process::first_difference(&expected, &printed) {
        Some(difference) => Err(format!("{}: {difference}", path.display())),
        None => Ok(()),
    }
}

/// Adds the requests to a module: attributes in each group of a definition or declaration (clang
/// assigns each of these a group), flags, and other text of definitions. The last attribute in a
/// group takes effect.
fn with_requests(module: &str, requests: &[&Request]) -> String {
    let joined = |of: fn(&Request) -> &'static str| {
        let said: Vec<&str> =
            requests.iter().map(|request| of(request)).filter(|text| !text.is_empty()).collect();
        said.join(" ")
    };
    let defined = joined(|request| request.attributes);
    let declared = joined(|request| request.declarations);
    let definition = joined(|request| request.definition);
    let groups = |head: &str| -> BTreeSet<&str> {
        module.lines().filter(|line| line.starts_with(head)).filter_map(group).collect()
    };
    let (definitions, declarations) = (groups("define "), groups("declare "));
    let mut text = String::new();
    for line in module.lines() {
        if let Some(rest) = line.strip_prefix("attributes ") {
            let own = group(rest);
            let is_in = |groups: &BTreeSet<&str>| own.is_some_and(|group| groups.contains(group));
            let added = if is_in(&definitions) {
                &defined
            } else if is_in(&declarations) {
                &declared
            } else {
                ""
            };
            text += &with_attributes(line, added);
        } else if line.starts_with("define ") {
            text += &with_definition(line, &definition);
        } else if line.starts_with("declare ") && !declared.is_empty() {
            text += &line.replacen("dso_local ", "", 1);
        } else {
            text += line;
        }
        text.push('\n');
    }
    for (number, flag) in (FIRST_NODE..).zip(requests.iter().flat_map(|request| request.flags)) {
        text = text.replacen("!llvm.module.flags = !{", &format!("!llvm.module.flags = !{{!{number}, "), 1);
        text += &format!("!{number} = !{{{flag}}}\n");
    }
    text
}

/// Adds attributes to a group.
fn with_attributes(line: &str, added: &str) -> String {
    match line.strip_suffix(" }") {
        // `alwaysinline` functions have been inlined before code generation.
        Some(start) if !added.is_empty() => format!("{} {added} }}", start.replace(" alwaysinline", "")),
        _ => line.to_owned(),
    }
}

/// Adds text to a definition's line, before its personality and metadata.
fn with_definition(line: &str, said: &str) -> String {
    let end = [line.find(" personality "), line.find(" !"), line.rfind(" {")].into_iter().flatten().min();
    let (head, rest) = line.split_at(end.unwrap_or(line.len()));
    if said.is_empty() { line.to_owned() } else { format!("{head} {said}{rest}") }
}

/// Returns the number of the last attribute group (`#1`) in a line.
fn group(line: &str) -> Option<&str> {
    line.rfind('#').and_then(|at| line[at + 1..].split_whitespace().next())
}

/// The number of the request's first metadata node.
const FIRST_NODE: usize = 1_000_000;

/// Checks that the functions of an object show the same evidence as its twin's.
fn check_evidence(request: &Request, object: &Path, twin: &Path) -> Result<()> {
    if request.evidence.is_empty() {
        return Ok(());
    }
    let (ours, theirs) = (shown(request.evidence, object)?, shown(request.evidence, twin)?);
    let with_due = shown(request.due, object)?;
    let is_due =
        |function: &String| request.due.is_empty() || with_due.get(function).is_some_and(|d| !d.is_empty());
    let missing = |function: &String, shown: &BTreeSet<_>| {
        is_due(function) && !ours.get(function).is_some_and(|own| own.is_superset(shown))
    };
    let missing = theirs.iter().filter(|&(function, shown)| missing(function, shown));
    let lines: Vec<String> = missing
        .map(|(function, shown)| format!("{function}: {:?}, llc {shown:?}", ours.get(function)))
        .collect();
    if lines.is_empty() { Ok(()) } else { Err(format!("{}: {}", object.display(), lines.join("\n"))) }
}

fn check_ruled_out(ruled_out: &[&'static str], object: &Path) -> Result<()> {
    if ruled_out.is_empty() {
        return Ok(());
    }
    match shown(ruled_out, object)?.iter().find(|(_, shown)| !shown.is_empty()) {
        Some((function, shown)) => Err(format!("{}: {function}: {shown:?}", object.display())),
        None => Ok(()),
    }
}

/// Returns the texts that occur, by function.
fn shown(texts: &[&'static str], object: &Path) -> Result<BTreeMap<String, BTreeSet<&'static str>>> {
    let mut command = Command::new("llvm-objdump-22");
    let text =
        process::run(command.args(["-d", "-r", "--no-show-raw-insn", "--no-leading-addr"]).arg(object))?;
    let mut functions = BTreeMap::new();
    let mut current = String::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix('<').and_then(|rest| rest.strip_suffix(">:")) {
            // Labels belong to their function.
            if !name.starts_with(".L") {
                current = name.to_owned();
                functions.insert(current.clone(), BTreeSet::new());
            }
            continue;
        }
        let line = line.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(shown) = functions.get_mut(&current) {
            shown.extend(texts.iter().copied().filter(|text| has_words(&line, text)));
        }
    }
    Ok(functions)
}

/// Returns true if `text` occurs in `line`, and not within a longer word.
fn has_words(line: &str, text: &str) -> bool {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let ends = |at: usize| {
        let (before, after) = (line[..at].chars().next_back(), line[at + text.len()..].chars().next());
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    };
    line.match_indices(text).any(|(at, _)| ends(at))
}

/// Checks every request with every program that `wanted` accepts, in one static combination for
/// each target and pair of levels.
///
/// # Errors
/// All failures.
pub fn check_all(wanted: impl Fn(usize, usize, Combo) -> bool) -> Result<()> {
    let programs = corpus::set("programs")?;
    let mut jobs = Vec::new();
    for (r, request) in REQUESTS.iter().enumerate() {
        for (p, program) in programs.iter().enumerate() {
            let combos = request.targets.iter().flat_map(|&target| Combo::all(target));
            let combos = combos.filter(|combo| combo.mode == Mode::Static && program.is_for(*combo));
            let combos = combos.filter(|combo| program.has_twin(*combo) && wanted(r, p, *combo));
            jobs.extend(combos.map(|combo| (request, program, combo)));
        }
    }
    let results = parallel::map(&jobs, |&(request, program, combo)| {
        let failed = |message| format!("---- {} {} ({combo})\n{message}", request.name, program.name);
        check(&[request], program, combo).map_err(failed)
    });
    println!("{} programs with requests", jobs.len());
    crate::fuzz::report(&results.into_iter().filter_map(Result::err).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn definitions_get_attributes_and_modules_get_flags() {
        let first = Request { flags: &["i32 8, !\"f\", i32 1"], ..attribute("r", BOTH, "ssp", &[]) };
        let second = Request { flags: &["i32 8, !\"g\", i32 1"], ..attribute("q", BOTH, "naked", &[]) };
        let module = "define i32 @f() #0 {\nattributes #0 = { a }\nattributes #1 = { b }\n\
                      !llvm.module.flags = !{!0}\n";
        let expected = "define i32 @f() #0 {\nattributes #0 = { a ssp naked }\nattributes #1 = { b }\n\
                        !llvm.module.flags = !{!1000001, !1000000, !0}\n!1000000 = !{i32 8, !\"f\", i32 1}\n\
                        !1000001 = !{i32 8, !\"g\", i32 1}\n";
        assert_eq!(with_requests(module, &[&first, &second]), expected);
    }

    #[test]
    fn definitions_say_more_before_their_personality() {
        let line = "define { i8 } @f() #0 comdat personality ptr @p {";
        let expected = "define { i8 } @f() #0 comdat prefix i32 1 personality ptr @p {";
        assert_eq!(with_definition(line, "prefix i32 1"), expected);
        assert_eq!(with_definition("define void @f() {", ""), "define void @f() {");
    }

    #[test]
    fn evidence_is_no_part_of_a_word() {
        assert!(has_words("mov x9, #0x0", "x9"));
        assert!(!has_words("mov x19, #0x90", "x9"));
        assert!(has_words("bti c", "bti c"));
    }
}
