//! The C headers for a target's instructions, function by function. A separate function calls each.
//! The compiler under test and `llc` compile it from the same bitcode, and it runs on the same
//! operands. Everything that `llc` compiles must compile, and both programs must print the same.

mod prototype;

use crate::build::{self, Compiler};
use crate::operations::HARNESS;
use crate::target::{Combo, Mode, Target};
use crate::{Result, parallel, process, sources};
use prototype::{Dialect, Prototype};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

const TIME_LIMIT: Duration = Duration::from_secs(60);

/// The number of functions compiled at once.
const CHUNK: usize = 400;

/// Additions to the harness: lines are flushed one by one, which shows the location of a crash.
/// Floating-point operations yield one NaN only, because the choice of the operand's NaN depends on
/// the operands' order.
const SETTINGS: &str = r#"
__attribute__((constructor)) static void set(void) {
    setvbuf(stdout, 0, _IOLBF, 4096);
#ifdef __aarch64__
    __asm__ volatile("msr fpcr, %0" :: "r"(1ull << 25));
#endif
}
"#;

/// A target's headers.
struct Headers {
    dialect: Dialect<'static>,
    /// Signatures of macros without types; `imm` marks immediates.
    macros: &'static str,
    /// The CPU for qemu.
    cpu: &'static str,
    /// Substrings of the names of functions that are not run, and the reasons; all are compiled.
    not_run: &'static [(&'static str, &'static str)],
    /// Substrings of the names of functions that may be rejected, and the reasons.
    refused: &'static [(&'static str, &'static str)],
}

/// arm_acle.h's macros for builtins.
const MACROS: &str = "\
void *__arm_mte_create_random_tag(void *p, uint64_t mask)
void *__arm_mte_increment_tag(void *p, imm tag)
uint64_t __arm_mte_exclude_tag(void *p, uint64_t excluded)
void *__arm_mte_get_tag(void *p)
int64_t __arm_mte_ptrdiff(void *a, void *b)
void __arm_mte_set_tag(void *p)
void __dmb(imm kind)
void __dsb(imm kind)
void __isb(imm kind)
void __yield(void)
void __sev(void)
void __sevl(void)
void __wfe(void)
void __wfi(void)
void __pldx(imm kind, imm level, imm policy, const void *p)
void __plix(imm level, imm policy, const void *p)
";

const AARCH64: Headers = Headers {
    dialect: Dialect {
        triple: "aarch64-linux-gnu",
        march: "armv8.6-a+fp16+fp16fml+aes+sha2+sha3+sm4+rng+memtag+rcpc3+lut+faminmax+fp8+fp8fma+fp8dot2+fp8dot4+ls64+gcs",
        features: &["+chk", "+f8f16mm", "+f8f32mm"],
        headers: &["arm_neon.h", "arm_acle.h", "arm_fp16.h", "arm_bf16.h"],
    },
    macros: MACROS,
    cpu: "max",
    not_run: &[
        ("__chkfeat", "qemu does not know the hint"),
        ("__gcs", "qemu has no guarded stacks"),
        ("__rndr", "results are random"),
        ("__wf", "it waits"),
        ("__arm_mte", "it needs memory with tags"),
        ("__arm_ld64b", "qemu lacks it"),
        ("__arm_st64b", "qemu lacks it"),
        ("_fpm", "qemu lacks reals of eight bits"),
        ("vluti", "qemu lacks it"),
        ("vamax", "qemu lacks it"),
        ("vamin", "qemu lacks it"),
        ("vscale", "qemu lacks it"),
        ("vldap1", "qemu lacks what llc makes of it"),
        ("vstl1", "qemu lacks what llc makes of it"),
    ],
    refused: &[],
};

/// riscv_crypto.h's macros for builtins, and a builtin.
const RISCV_MACROS: &str = "\
uint64_t __riscv_aes64ks1i(uint64_t x, imm round)
uint32_t __riscv_sm4ed(uint32_t x, uint32_t y, imm byte)
uint32_t __riscv_sm4ks(uint32_t x, uint32_t y, imm byte)
void __builtin_riscv_pause(void)
";

const RISCV64: Headers = Headers {
    dialect: Dialect {
        triple: "riscv64-linux-gnu",
        march: "rv64gc_zba_zbb_zbc_zbs_zbkb_zbkc_zbkx_zknd_zkne_zknh_zksed_zksh_zihintpause",
        features: &[],
        headers: &["stdint.h", "riscv_bitmanip.h", "riscv_crypto.h"],
    },
    macros: RISCV_MACROS,
    cpu: "rv64,zba=true,zbb=true,zbc=true,zbs=true,zbkb=true,zbkc=true,zbkx=true,zknd=true,zkne=true,zknh=true,zksed=true,zksh=true",
    not_run: &[],
    refused: &[],
};

/// A function that calls a header's function.
#[derive(Debug, Clone)]
struct Caller {
    name: String,
    text: String,
}

/// The outcome for the functions of some headers.
#[derive(Debug, Default)]
struct Report {
    right: usize,
    only_compiled: usize,
    refused: usize,
    /// Code size in bytes, of gisel and of llc.
    sizes: (u64, u64),
    /// Functions larger than `llc`'s.
    larger: Vec<String>,
    failures: Vec<String>,
}

/// Checks all functions of a target's headers, at a level; lists those larger than `llc`'s on
/// request.
///
/// # Errors
/// Something was wrong, or rejected although `llc` compiles it.
pub fn check(target: Target, level: u8, list_larger: bool) -> Result<String> {
    let headers = match target {
        Target::Aarch64 => &AARCH64,
        Target::Riscv64 => &RISCV64,
    };
    let folder = sources::work_folder(&format!("headers/{}-O{level}", target.arch()))?;
    let harness = folder.join("harness.c");
    fs::write(&harness, format!("{HARNESS}{SETTINGS}")).map_err(|e| e.to_string())?;
    let support = folder.join("harness.o");
    process::run(&mut build::gcc_object(target, Mode::Static, &harness, &support))?;
    let mut callers = Vec::new();
    for prototype in prototype::read(headers.dialect, headers.macros, &folder)? {
        callers.extend(of(&prototype));
    }
    let combo = Combo { target, ir_level: 1, level, mode: Mode::Static };
    let tools = Tools { headers, combo, gisel: Compiler::under_test()?, support, folder };
    let chunks: Vec<(usize, &[Caller])> = callers.chunks(CHUNK).enumerate().collect();
    let mut total = Report::default();
    for report in parallel::map(&chunks, |(n, chunk)| tools.check(*n, chunk)) {
        let report = report.unwrap_or_else(|message| Report { failures: vec![message], ..Report::default() });
        total.right += report.right;
        total.only_compiled += report.only_compiled;
        total.refused += report.refused;
        total.sizes = (total.sizes.0 + report.sizes.0, total.sizes.1 + report.sizes.1);
        total.failures.extend(report.failures);
        total.larger.extend(report.larger);
    }
    let Report { right, only_compiled, refused, sizes, larger, failures } = total;
    let mut text = if list_larger { larger.join("\n") + "\n" } else { String::new() };
    text += &format!(
        "{} -O{level}: right {right}, compiled but not run {only_compiled}, refused as the table says {refused}, failed {}, bytes {} against {} of llc's, larger {}",
        target.arch(),
        failures.len(),
        sizes.0,
        sizes.1,
        larger.len()
    );
    if failures.is_empty() { Ok(text) } else { Err(format!("{}\n{text}", failures.join("\n"))) }
}

/// Returns the callers of a function.
fn of(prototype: &Prototype) -> Vec<Caller> {
    let all = prototype.immediates();
    let names = (0..).map(|n| format!("f{}_{}", n, prototype.name));
    let text = |name: &str, numbers: &[i64]| prototype.call(name, &|k| numbers[k]);
    names.zip(&all).map(|(name, numbers)| Caller { text: text(&name, numbers), name }).collect()
}

/// The state that all functions of a target share.
struct Tools {
    headers: &'static Headers,
    combo: Combo,
    gisel: Compiler,
    support: PathBuf,
    folder: PathBuf,
}

impl Tools {
    fn check(&self, chunk: usize, callers: &[Caller]) -> Result<Report> {
        let mut report = Report::default();
        let name = |what: &str| format!("{chunk}.{what}");
        let mut callers = callers.to_vec();
        let bitcode = self.bitcode(&name("all"), &callers)?;
        let mut compile = self.gisel.command(self.combo, &bitcode, &self.path(&name("all"), "o"));
        let output = compile.arg("--error-limit=0").output().map_err(|e| e.to_string())?;
        if !output.status.success() {
            let refused = refusals(&String::from_utf8_lossy(&output.stderr), &callers);
            if refused.is_empty() {
                return process::run(&mut compile).map(|_| report);
            }
            callers.retain(|caller| !refused.contains_key(&caller.name));
            for (caller, why) in refused {
                match is_listed(&caller, self.headers.refused) {
                    true => report.refused += 1,
                    false => report.failures.push(format!("{caller}: {why}")),
                }
            }
        }
        let (compiled, run): (Vec<_>, Vec<_>) =
            callers.into_iter().partition(|caller| is_listed(&caller.name, self.headers.not_run));
        report.only_compiled = compiled.len();
        if run.is_empty() {
            return Ok(report);
        }
        let bitcode = self.bitcode(&name("run"), &run)?;
        let (ours, our_sizes) = self.run(&self.gisel, &bitcode, &name("run"))?;
        let (theirs, their_sizes) = self.run(&Compiler::Llc, &bitcode, &name("llc"))?;
        for (ours, theirs) in ours.lines().zip(theirs.lines()) {
            match ours == theirs {
                true => report.right += 1,
                false => report.failures.push(format!("{ours}: llc's is {theirs}")),
            }
        }
        if ours.lines().count() != run.len() {
            report.failures.push(format!("chunk {chunk}: the program ends early"));
        }
        for caller in &run {
            let size = |sizes: &BTreeMap<String, u64>| sizes.get(&caller.name).copied().unwrap_or_default();
            let (ours, theirs) = (size(&our_sizes), size(&their_sizes));
            report.sizes.0 += ours;
            report.sizes.1 += theirs;
            if ours > theirs {
                report.larger.push(format!("{}: {ours} bytes, llc's {theirs}", caller.name));
            }
        }
        Ok(report)
    }

    fn bitcode(&self, name: &str, callers: &[Caller]) -> Result<PathBuf> {
        let (source, bitcode) = (self.path(name, "c"), self.path(name, "bc"));
        let functions: String = callers.iter().map(|caller| format!("{}\n", caller.text)).collect();
        let rows: String =
            callers.iter().map(|Caller { name, .. }| format!("{{\"{name}\", {name}}},\n")).collect();
        let table = format!(
            "struct entry {{ const char *name; void (*function)(unsigned char *, unsigned char *); }};\n\
             const struct entry entries[] = {{\n{rows}}};\nconst int count = {};\n",
            callers.len()
        );
        let text = format!("{}{functions}{table}", self.headers.dialect.includes());
        fs::write(&source, text).map_err(|e| e.to_string())?;
        let mut clang = self.headers.dialect.clang();
        clang.arg(format!("-O{}", self.combo.ir_level)).args(["-emit-llvm", "-c"]).arg(&source).arg("-o");
        process::run(clang.arg(&bitcode))?;
        Ok(bitcode)
    }

    /// Runs the program; returns its output, and the sizes of its functions.
    fn run(
        &self,
        compiler: &Compiler,
        bitcode: &Path,
        name: &str,
    ) -> Result<(String, BTreeMap<String, u64>)> {
        let object = self.path(name, "o");
        process::run(&mut compiler.command(self.combo, bitcode, &object))?;
        let program = self.path(name, "program");
        let objects = [self.support.clone(), object.clone()];
        process::run(&mut build::link(self.combo.target, self.combo.mode, &objects, &program)?)?;
        let mut qemu = build::qemu(self.combo.target, &program, &[]);
        qemu.env("QEMU_CPU", self.headers.cpu);
        let text = process::transcript(&mut qemu, &self.path(name, "out"), TIME_LIMIT)?;
        let symbols =
            process::run(std::process::Command::new("llvm-nm-22").args(["-S", "--radix=d"]).arg(&object))?;
        let size = |line: &str| {
            let words: Vec<&str> = line.split_whitespace().collect();
            let &[_, size, _, name] = &words[..] else { return None };
            Some((name.to_owned(), size.parse().ok()?))
        };
        Ok((text, symbols.lines().filter_map(size).collect()))
    }

    fn path(&self, name: &str, extension: &str) -> PathBuf {
        self.folder.join(format!("{name}.{extension}"))
    }
}

/// Returns true if the list has a substring of the name of `caller`'s callee.
fn is_listed(caller: &str, list: &[(&str, &str)]) -> bool {
    list.iter().any(|(part, _)| caller.contains(part))
}

/// Returns the callers that a message reports as not compilable, and the first line about each.
fn refusals(message: &str, callers: &[Caller]) -> BTreeMap<String, String> {
    let names: std::collections::BTreeSet<&str> = callers.iter().map(|caller| caller.name.as_str()).collect();
    let mut refused = BTreeMap::new();
    for line in message.lines() {
        for name in line.split('\'').filter(|word| names.contains(word)) {
            refused.entry(name.to_owned()).or_insert_with(|| line.to_owned());
        }
    }
    refused
}
